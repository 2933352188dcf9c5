"""A match between two bots, with an interval and a stopping rule.

Run it with ``python examples/compare_bots.py``. Every deal is played twice, with the seats
swapped, so that neither bot has the better seat. A sequential test counts the pairs of games in
their order, and stops the match as soon as the answer is clear. The same seed gives the same
games with any number of workers.
"""

from __future__ import annotations

from wonders_duel import DiscardBuilding, Move, State
from wonders_duel.arena import run
from wonders_duel.bots import RandomBot
from wonders_duel.match import Match
from wonders_duel.ratings import RunningSummary, Sprt


class Builder(RandomBot):
    """A bot that plays at random, but discards a card only if it has no other move."""

    def choose(self, state: State) -> Move:
        """Choose a move at random; instead of a discard, the first other move, if there is one."""
        move = super().choose(state)
        if not isinstance(move, DiscardBuilding):
            return move
        others = (one for one in state.legal_moves if not isinstance(one, DiscardBuilding))
        return next(others, move)


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
    print()
    # One process may be ahead of the other: only the pairs that decided the test count.
    summary = RunningSummary([bot.name for bot in match.bots])
    for row in sorted(rows, key=lambda row: row.task)[: sprt.pairs]:
        summary.add(row)
    print(summary.summary())


if __name__ == "__main__":
    main()
