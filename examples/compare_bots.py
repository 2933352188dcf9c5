"""Is a bot better than another one? A match of pairs of games, with an interval and a stopping rule.

Run it with ``python examples/compare_bots.py``. Every deal is played twice, with the seats
changed, so that neither bot has the better seat. A sequential test looks at the pairs in their
order, and stops the match as soon as they are conclusive. Equal seeds give equal games with any
number of workers.
"""

from __future__ import annotations

from wonders_duel import DiscardBuilding, Move, State
from wonders_duel.arena import run
from wonders_duel.bots import RandomBot
from wonders_duel.match import Match
from wonders_duel.ratings import RunningSummary, Sprt


class Builder(RandomBot):
    """A bot that constructs something at random whenever it can pay for it."""

    def choose(self, state: State) -> Move:
        """Choose a move that is not a discard, if there is one."""
        moves = [move for move in state.legal_moves if not isinstance(move, DiscardBuilding)]
        move = super().choose(state)
        return move if move in moves or not moves else moves[0]


def main() -> None:
    """Play until the test decides, and print the result."""
    match = Match([Builder, "random"], deals=500, seed="example")
    sprt = Sprt(0, 50)  # better by at least 50 normalised Elo, or not better at all?
    rows = []
    for row in run(match, workers=2):
        rows.append(row)
        if sprt.add(row) is not None:
            break
    print(sprt)
    low, high = sprt.counts.elo_interval()
    print(f"Elo {sprt.counts.elo:+.0f}, between {low:+.0f} and {high:+.0f} in 95 % of matches")
    print(f"likelihood that {match.bots[0].name} is better: {100 * sprt.counts.los:.1f} %")
    print()
    # One process may be ahead of the other: only the pairs that decided the test count.
    summary = RunningSummary([bot.name for bot in match.bots])
    for row in sorted(rows, key=lambda row: row.task)[: sprt.pairs]:
        summary.add(row)
    print(summary.summary())


if __name__ == "__main__":
    main()
