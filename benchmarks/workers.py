"""Measure what several workers gain for a search: ``python -m benchmarks.workers``.

``strength`` plays matches of two trees with n simulations each against one tree with n and with 2n, all
in one process: what the simulations are worth, without their time. ``time`` measures how much sooner
several processes have made the same number of simulations, by the time that passes, so the machine
should have nothing else to do. Without a name, both are measured.
"""

from __future__ import annotations

import time
from argparse import ArgumentParser
from collections.abc import Sequence
from os import cpu_count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.ladder import line, play
from benchmarks.uses import middles
from tools.machine import machine
from tools.stopping import run_program
from wonders_duel import Move, State
from wonders_duel.command_line.arguments import positive
from wonders_duel.match import Match
from wonders_duel.search import SearchBot
from wonders_duel.search.findings import added_up, sums_of
from wonders_duel.search.searcher import Searcher, chosen, edges
from wonders_duel.search.tasks import share
from wonders_duel.seeds import Seed

__all__ = ["SharedBot"]

_MEMORY: Final = 1 << 30
_ROUNDS: Final = 3


class SharedBot:
    """Chooses as ``SearchBot`` with workers does, with all trees in this process, one by one.

    Args:
        seed: makes the draws reproducible.
        simulations: the number of simulations of all trees together.
        workers: the number of trees.
    """

    def __init__(self, seed: Seed = None, *, simulations: int = 800, workers: int = 2) -> None:
        """Create the searches."""
        self._simulations = simulations
        self._searchers = [
            Searcher(None, seed, _MEMORY // workers, place=place) for place in range(workers)
        ]

    def choose(self, state: State) -> Move:
        """Choose the move that looks best in all trees together.

        Args:
            state: a state in which a player is to move.
        """
        if len(state.legal_moves) == 1:
            return state.legal_moves[0]
        searchers = self._searchers
        solved = searchers[0].solved(state, self._simulations, None, time.process_time)
        best = [] if solved is None else solved[0]
        if len(best) == 1:
            return best[0]
        sums = []
        for place, searcher in enumerate(searchers):
            own = share(self._simulations, place, len(searchers))
            if own:
                sums.append(sums_of(own, edges(searcher.think(state, own, None))))
        first = searchers[0].tree
        assert first is not None  # it has a share
        return chosen(first, added_up(sums), best)


def _strength(simulations: int, deals: int, processes: int, folder: Path) -> None:
    """Play the matches, and print their results."""
    two = f"benchmarks.workers:SharedBot,simulations={2 * simulations},workers=2"
    for number in (simulations, 2 * simulations):
        match = Match([two, f"search,simulations={number}"], deals=deals, seed="workers")
        print(line(play(match, processes, folder / f"workers_{number}.jsonl")), flush=True)


def _time(simulations: int, most: int) -> None:
    """Search some states with more and more workers, and print the seconds of all."""
    states = middles()
    alone = 0.0
    for workers in range(1, most + 1):
        spent = []
        for _ in range(_ROUNDS):
            with SearchBot(1, simulations=simulations, workers=workers) as bot:
                bot.choose(states[-1])  # starts the workers
                began = time.perf_counter()
                for state in states:
                    bot.choose(state)
                spent.append(time.perf_counter() - began)
        alone = alone or median(spent)
        print(
            f"{workers} workers: {median(spent):.2f} s ({min(spent):.2f} to {max(spent):.2f}), "
            f"{alone / median(spent):.2f} times as fast as one",
            flush=True,
        )


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure the strength, the time or both, and print them.

    Args:
        arguments: by default those of the command line.

    Returns:
        The exit code.
    """
    parser = ArgumentParser(prog="python -m benchmarks.workers", description=__doc__)
    parser.add_argument(
        "what", nargs="?", choices=("strength", "time"), help="measure only this (default: both)"
    )
    parser.add_argument(
        "--simulations",
        type=positive,
        help="n for the strength (400), or those of a choice (50,000)",
    )
    parser.add_argument("--deals", type=positive, default=100, metavar="N", help="deals of a match")
    parser.add_argument("--folder", type=Path, help="keep the journals in this folder")
    parser.add_argument(
        "--processes",
        type=positive,
        default=1,
        help="for the matches, not for a search (default: 1)",
    )
    parser.add_argument(
        "--workers", type=positive, default=cpu_count() or 2, help="the most workers"
    )
    options = parser.parse_args(arguments)
    print(machine())
    if options.what != "strength":
        _time(options.simulations or 50_000, options.workers)
    if options.what != "time":
        with TemporaryDirectory() as scratch:
            folder = options.folder or Path(scratch)
            folder.mkdir(parents=True, exist_ok=True)
            _strength(options.simulations or 400, options.deals, options.processes, folder)
    return 0


if __name__ == "__main__":
    run_program(main)
