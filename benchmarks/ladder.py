"""Measure the strength of the library's players, rung by rung: ``python -m benchmarks.ladder``.

Each rung is a match in pairs of games. Limits are in simulations, or in seconds of the processor, so
that both sides think equally long wherever the matches run. With ``--folder``, matches resume.
"""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from math import log, sqrt
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.__main__ import _machine
from wonders_duel import Deal, Move, State
from wonders_duel.arena import processes, run
from wonders_duel.match import Match
from wonders_duel.ratings import RunningSummary
from wonders_duel.seeds import Seed, generator

__all__ = ["RUNGS", "UctBot"]

UCT: Final = "benchmarks.ladder:UctBot,seconds=0.2"
RUNGS: Final[dict[str, tuple[str, str]]] = {
    "greedy": ("greedy", "random"),
    "one-ply": ("wonders_duel.search:OnePlyBot", "greedy"),
    "easy": ("easy", "greedy"),
    "uct": (UCT, "easy"),
    "medium": ("medium", "easy"),
    "400": ("search,simulations=400", "medium"),
    "1600": ("search,simulations=1600", "search,simulations=400"),
    "shipped": ("search,seconds=0.2", UCT),
    "hard": ("hard", "medium"),
    "expert": ("expert", "hard"),
}
"""The matches by name: the stronger player first."""
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
        The exit code.
    """
    parser = ArgumentParser(prog="python -m benchmarks.ladder", description=__doc__)
    parser.add_argument("rungs", nargs="*", metavar="RUNG", help=f"some of {', '.join(RUNGS)}")
    parser.add_argument("--deals", type=int, default=100, metavar="N", help="deals of a match")
    parser.add_argument("--seed", default="ladder")
    parser.add_argument("--workers", type=int, default=1, metavar="N")
    parser.add_argument("--folder", type=Path, help="keep the journals in this folder")
    options = parser.parse_args(arguments)
    unknown = [name for name in options.rungs if name not in RUNGS]
    if unknown:
        parser.error(f"unknown rung {unknown[0]}; expected some of {', '.join(RUNGS)}")
    print(_machine())
    with TemporaryDirectory() as scratch:
        folder = options.folder or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        for name in options.rungs or RUNGS:
            match = Match(RUNGS[name], deals=options.deals, seed=options.seed)
            summary = RunningSummary()
            executor = processes(options.workers) if options.workers > 1 else None
            journal = folder / f"{name}.jsonl"
            for row in run(match, executor, workers=options.workers, journal=journal):
                summary.add(row)
            counts = summary.counts(0, 1)
            low, high = counts.score_interval()
            one, two = (bot.name for bot in match.bots)
            kinds = [sum(getattr(summary.summary().bots[0], kind)) for kind in _KINDS]
            print(
                f"{one} - {two}: {counts.games} games, {100 * counts.score:.1f} % "
                f"({100 * low:.1f} to {100 * high:.1f}); wins by points, war, science: "
                f"{', '.join(map(str, kinds))}",
                flush=True,
            )
    return 0


_KINDS: Final = ("civilian", "military", "scientific")


if __name__ == "__main__":
    sys.exit(main())
