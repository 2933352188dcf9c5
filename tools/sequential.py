"""Simulate sequential tests: ``python -m tools.sequential``.

The scores of pairs are drawn, not played. The figures are written to the file that the table of
``docs/explanation/pairs.md`` is made of, and the table is printed.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path
from random import Random
from statistics import fmean, quantiles

from tools.computed import FOLDER, Table, load, markdown, save
from tools.stopping import run_program
from wonders_duel.command_line.arguments import positive
from wonders_duel.ratings import PairCounts, Sprt, score_of
from wonders_duel.seeds import generator

TESTS = ((0, 50), (0, 20))
"""The hypotheses of each test, in Elo."""
SHARES = (-0.5, 0, 0.5, 1, 2, 4)
"""True differences, as shares of the second hypothesis."""
RUNS = 400
SEED = "sequential"


def lengths(
    bounds: tuple[float, float], elo: float, runs: int, rng: Random
) -> tuple[list[int], int]:
    """Simulate a test many times.

    The two games of a pair are independent, and no victory is shared.

    Args:
        bounds: the Elo of the two hypotheses.
        elo: the true difference.
        runs: how many times.
        rng: the source of random numbers.

    Returns:
        The number of pairs that each run needed, and how many of them accepted H1.
    """
    chance = score_of(elo)
    needed, accepted = [], 0
    shares = ((1 - chance) ** 2, 2 * chance * (1 - chance), chance**2)
    lost, drawn, _ = accumulate(shares)
    low, high = Sprt(*bounds).bounds
    for _ in range(runs):
        counts, llr = [0] * 5, 0.0
        while low < llr < high:
            point = rng.random()
            counts[0 if point < lost else 2 if point < drawn else 4] += 1
            llr = PairCounts(counts).llr(*bounds)
        needed.append(sum(counts))
        accepted += llr >= high
    return needed, accepted


def table(folder: Path = FOLDER) -> Table:
    """Return the table, made of the file.

    Args:
        folder: the folder of the file.
    """
    rows = [
        [
            f"{one['low']} or {one['high']}",
            f"{one['elo']:+g}",
            f"{100 * one['accepted']:.1f}",
            f"{one['mean']:,.0f}",
            f"{one['most']:,.0f}",
        ]
        for one in load(folder, "sequential")["tests"]
    ]
    headings = ("H0 or H1", "true Elo", "H1 accepted, %", "pairs, mean", "pairs, 9 of 10 runs")
    return headings, rows


def main(arguments: Sequence[str] | None = None) -> None:
    """Simulate, write the file, and print the table.

    Args:
        arguments: by default those of the command line.
    """
    parser = ArgumentParser(prog="python -m tools.sequential", description=__doc__)
    parser.add_argument("--runs", type=positive, default=RUNS, help="default: %(default)s")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="the folder of the file")
    options = parser.parse_args(arguments)
    found = []
    for low, high in TESTS:
        for share in SHARES:
            elo = share * high
            rng = generator(f"{low} or {high}, true {elo}", SEED)
            needed, accepted = lengths((low, high), elo, options.runs, rng)
            found.append(
                {
                    "low": low,
                    "high": high,
                    "elo": elo,
                    "accepted": accepted / options.runs,
                    "mean": fmean(needed),
                    "most": quantiles(needed, n=10, method="inclusive")[-1],
                }
            )
    save(options.folder, "sequential", {"seed": SEED, "runs": options.runs, "tests": found})
    print(markdown(table(options.folder)))


if __name__ == "__main__":
    run_program(main)
