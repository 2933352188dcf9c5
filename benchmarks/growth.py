"""Whether the ten-thousandth game costs what the first did: speed and memory over many games.

``python -m benchmarks.growth --games 1000000`` plays random games and prints, for
each part of them, the games a second and the memory of the process. The last column is how
fast the machine was meanwhile, by work that has nothing to do with the library.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from random import Random
from statistics import median
from time import perf_counter

from benchmarks.measures import play_out, yardstick
from wonders_duel import catalogue, is_compiled

PARTS = 20


def _megabytes() -> float:
    """Return the resident memory of this process."""
    try:
        with open("/proc/self/statm", encoding="ascii") as numbers:  # noqa: PTH123 - no file
            pages = int(numbers.read().split()[1])
        from resource import getpagesize  # noqa: PLC0415 - where there is /proc, there is this

        return pages * getpagesize() / 1e6
    except OSError:
        return float("nan")


def main() -> None:
    """Play and print."""
    parser = ArgumentParser(prog="python -m benchmarks.growth", description=__doc__)
    parser.add_argument("--games", type=int, default=100_000, help="(default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="(default: %(default)s)")
    options = parser.parse_args()
    rng = Random(options.seed)
    print(f"{'compiled' if is_compiled else 'pure'}, Python {sys.version.split()[0]}")
    print(f"{'games':>12}{'games/s':>12}{'MB':>10}{'price rows':>12}{'yardstick':>12}")
    part = max(options.games // PARTS, 1)
    played = 0
    first = 0.0
    while played < options.games:
        start = perf_counter()
        for _ in range(part):
            play_out(rng)
        played += part
        speed = part / (perf_counter() - start)
        rows = len(catalogue.tables.prices.lists)
        loop = median(yardstick(0) for _ in range(9))
        first = first or loop
        print(
            f"{played:>12,}{speed:>12,.0f}{_megabytes():>10.1f}{rows:>12,}{loop / first:>12.2f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
