"""Measure the strength of the library's players, rung by rung: ``python -m benchmarks.ladder``.

Each rung is a match in pairs of games. Limits are in simulations, or in seconds of the processor, so
that they do not depend on how many matches run at once. With ``--folder``, matches resume. With
``--json``, the results are written to a file, such as the one that the table of
``docs/explanation/strength.md`` is made of.
"""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from math import isfinite, log, sqrt
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

from tools.computed import FOLDER, Table, load, within, write
from tools.machine import machine
from wonders_duel import Deal, Move, State
from wonders_duel.arena import processes, run
from wonders_duel.command_line.arguments import positive
from wonders_duel.errors import MatchError
from wonders_duel.match import Match
from wonders_duel.ratings import RunningSummary, elo_of
from wonders_duel.seeds import Seed, generator
from wonders_duel.support.exit_codes import INTERRUPTED

__all__ = ["RUNGS", "UctBot", "line", "play", "table"]

UCT: Final = "benchmarks.ladder:UctBot,seconds=0.2"
RUNGS: Final[dict[str, tuple[str, str]]] = {
    "greedy": ("greedy", "random"),
    "one-ply": ("wonders_duel.search:OnePlyBot", "greedy"),
    "easy": ("easy", "greedy"),
    "uct": (UCT, "easy"),
    "medium": ("medium", "easy"),
    "400": ("search,simulations=400", "medium"),
    "1600": ("search,simulations=1600", "search,simulations=400"),
    "10000": ("search,simulations=10000", "search,simulations=1000"),
    "shipped": ("search,seconds=0.2", UCT),
    "hard": ("hard", "medium"),
    "expert": ("expert", "hard"),
}
"""The matches by name: the stronger player first."""
LABELS: Final = {
    "wonders_duel.search:OnePlyBot": "one ply",
    UCT: "UCT with play-outs, 0.2 s",
    "search,seconds=0.2": "search, 0.2 s",
    "search,simulations=400": "search, 400 simulations",
    "search,simulations=1000": "search, 1,000 simulations",
    "search,simulations=1600": "search, 1,600 simulations",
    "search,simulations=10000": "search, 10,000 simulations",
}
"""The names of some bots in the table and the chart."""
_EXPLORATION: Final = 1.4


class UctBot:
    """Monte Carlo tree search with play-outs: what to compare the library's search with.

    Every simulation draws again what is hidden and plays a game on to its end, with the moves that
    won most in the tree and at random below it.

    Args:
        seed: makes the draws reproducible.
        seconds: the time of the processor for a decision.
        simulations: the number of simulations, instead of a time.
    """

    def __init__(
        self, seed: Seed = None, *, seconds: float = 0.2, simulations: int | None = None
    ) -> None:
        """Create the bot's generator."""
        self._rng = generator("uct", seed)
        self._seconds = seconds
        self._simulations = simulations

    def choose(self, state: State) -> Move:
        """Choose the move that was tried most.

        Args:
            state: a state in which a player is to move.
        """
        if len(state.legal_moves) == 1:
            return state.legal_moves[0]
        until = time.process_time() + self._seconds
        root = _Node()
        while root.visits != self._simulations:
            _simulate(root, state, self._rng)
            if self._simulations is None and time.process_time() >= until:
                break
        return max(root.children, key=lambda move: root.children[move].visits)


class _Node:
    """What came of the games that went through a place in the tree."""

    __slots__ = ("children", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.total = 0.0
        """The shares of player one, added up."""
        self.children: dict[Move, _Node] = {}


def _simulate(node: _Node, state: State, rng: Random) -> None:
    deal = Deal.consistent_with(state, rng)
    path = [node]
    while not state.is_over:
        moves = state.legal_moves
        untried = [move for move in moves if move not in node.children]
        if untried:
            move = untried[int(rng.random() * len(untried))]
            node.children[move] = _Node()
        else:
            move = _best(node, moves, state.player)
        node = node.children[move]
        path.append(node)
        state = state.play(move, deal)
        if untried:
            break
    share = state.play_out(rng, deal=deal).share(0)
    for one in path:
        one.visits += 1
        one.total += share


def _best(node: _Node, moves: Sequence[Move], player: int) -> Move:
    bonus = _EXPLORATION * sqrt(log(node.visits + 1))

    def score(move: Move) -> float:
        child = node.children[move]
        mean = child.total / child.visits
        return (1 - mean if player else mean) + bonus / sqrt(child.visits)

    return max(moves, key=score)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the matches, and print a table.

    Args:
        arguments: by default those of the command line.

    Returns:
        The exit code: 130 if it was stopped.
    """
    parser = ArgumentParser(prog="python -m benchmarks.ladder", description=__doc__)
    parser.add_argument(
        "rungs",
        nargs="*",
        metavar="RUNG[=DEALS]",
        help=f"some of {', '.join(RUNGS)}, perhaps with the deals of the match",
    )
    parser.add_argument("--deals", type=positive, default=100, metavar="N", help="deals of a match")
    parser.add_argument("--seed", default="ladder")
    parser.add_argument("--workers", type=positive, default=1, metavar="N")
    parser.add_argument("--folder", type=Path, help="keep the journals in this folder")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results to this file")
    options = parser.parse_args(arguments)
    asked = {}
    for one in options.rungs or RUNGS:
        name, _, deals = one.partition("=")
        if name not in RUNGS:
            parser.error(f"unknown rung {name}; expected some of {', '.join(RUNGS)}")
        if deals and not (deals.isdecimal() and int(deals)):
            parser.error(f"expected a number of deals from 1 after {name}=, got {deals}")
        asked[name] = int(deals) if deals else options.deals
    print(machine())
    rungs = []
    with TemporaryDirectory() as scratch:
        folder = options.folder or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        for name, number in asked.items():
            match = Match(RUNGS[name], deals=number, seed=options.seed)
            try:
                found = play(match, options.workers, folder / f"{name}.jsonl")
            except MatchError as error:
                parser.error(f"{error}; or name another folder with --folder")
            except KeyboardInterrupt:
                rest = "the same command goes on"
                if options.folder is None:
                    rest = "the games are lost, since there is no --folder"
                print(f"ladder: stopped in the match of {name}; {rest}", file=sys.stderr)
                return INTERRUPTED
            print(line(found), flush=True)
            rungs.append({"rung": name, **found})
    if options.json is not None:
        write(options.json, {"machine": machine(), "seed": options.seed, "rungs": rungs})
    return 0


def play(match: Match, workers: int, journal: Path) -> dict[str, Any]:
    """Play a match, and return its result as a file has it.

    Args:
        match: a match of two bots.
        workers: the number of worker processes.
        journal: the journal, which is resumed if it is there.
    """
    summary = RunningSummary()
    executor = processes(workers) if workers > 1 else None
    for row in run(match, executor, workers=workers, journal=journal):
        summary.add(row)
    counts = summary.counts(0, 1)
    low, high = counts.score_interval()
    won, lost = summary.summary().bots
    return {
        "bots": [bot.name for bot in match.bots],
        "games": counts.games,
        "score": round(counts.score, 5),
        "score_low": round(low, 5),
        "score_high": round(high, 5),
        "won": {kind: sum(getattr(won, kind)) for kind in _KINDS},
        "lost": {kind: sum(getattr(lost, kind)) for kind in _KINDS},
    }


def line(found: Mapping[str, Any]) -> str:
    """Return the result of a match as a line.

    Args:
        found: the result.
    """
    one, two = found["bots"]
    score, low, high = (100 * found[name] for name in ("score", "score_low", "score_high"))
    return (
        f"{one} - {two}: {found['games']} games, {score:.1f} % ({low:.1f} to {high:.1f}); "
        f"wins by points, war, science: {', '.join(map(str, found['won'].values()))}"
    )


def table(folder: Path = FOLDER) -> Table:
    """Return the table, made of the file ``ladder.json``.

    Args:
        folder: the folder of the file.
    """
    rows = []
    for one in load(folder, "ladder")["rungs"]:
        score, low, high = (one[name] for name in ("score", "score_low", "score_high"))
        rows.append(
            [
                *(LABELS.get(bot, bot) for bot in one["bots"]),
                f"{one['games']:,}",
                within(100 * score, 100 * low, 100 * high, 1).replace(" (", "\n").rstrip(")"),
                " to ".join(_elo(end) for end in (low, high)),
                " / ".join(str(one["won"][kind]) for kind in _KINDS),
                " / ".join(str(one["lost"][kind]) for kind in _KINDS),
            ]
        )
    headings = [
        "bot",
        "against",
        "games",
        "score, %",
        "Elo",
        "wins by points / war / science",
        "losses by points / war / science",
    ]
    return headings, rows


def _elo(score: float) -> str:
    found = elo_of(score)
    return f"{found:+.0f}" if isfinite(found) else "…"


_KINDS: Final = ("civilian", "military", "scientific")


if __name__ == "__main__":
    sys.exit(main())
