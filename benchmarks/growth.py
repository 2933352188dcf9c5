"""Measure whether speed and memory use stay constant over many games.

``python -m benchmarks.growth --games 1000000`` plays random games in blocks, and prints for
each block the games per second and the memory of the process. The last column is the relative
time of a loop that does not use the library, as a measure of other load on the machine.
With ``--simulations 400``, two search bots play instead, each with that many simulations for a
choice.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

from benchmarks.measures import play_out, yardstick
from tools.computed import write
from tools.machine import machine
from tools.stopping import run_program
from wonders_duel import Game, catalogue, is_compiled
from wonders_duel.search import SearchBot

BLOCKS = 20


def _megabytes() -> float:
    """Return the resident memory of this process in megabytes, or NaN if it is unknown."""
    try:
        with open("/proc/self/statm", encoding="ascii") as numbers:  # noqa: PTH123 - not a regular file
            pages = int(numbers.read().split()[1])
        from resource import getpagesize  # noqa: PLC0415 - available wherever /proc is

        return pages * getpagesize() / 1e6
    except OSError:
        return float("nan")


def _search(rng: Random, simulations: int) -> None:
    """Play a game between two search bots, whose trees are gone afterwards."""
    game = Game(seed=rng.getrandbits(64))
    bots = [SearchBot(rng.getrandbits(64), simulations=simulations) for _ in range(2)]
    while game.result is None:
        game.play(bots[game.state.player].choose(game.state))


def main() -> None:
    """Play the games and print the table."""
    parser = ArgumentParser(prog="python -m benchmarks.growth", description=__doc__)
    parser.add_argument(
        "--games", type=int, default=100_000, help="number of games (default: %(default)s)"
    )
    parser.add_argument(
        "--seed", type=int, default=1, help="seed of the games (default: %(default)s)"
    )
    parser.add_argument(
        "--simulations", type=int, metavar="N", help="let search bots play, with N simulations"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the table to a file, too")
    options = parser.parse_args()
    for name, given in (("--games", options.games), ("--simulations", options.simulations)):
        if given is not None and given < 1:
            parser.error(f"{name} must be at least 1, not {given}")
    rows: list[dict[str, float]] = []
    rng = Random(options.seed)
    print(f"{'compiled' if is_compiled else 'pure'}, Python {sys.version.split()[0]}")
    print(f"{'games':>12}{'games/s':>12}{'MB':>10}{'price rows':>12}{'yardstick':>12}")
    block = max(options.games // BLOCKS, 1)
    played = 0
    first = 0.0
    while played < options.games:
        start = perf_counter()
        for _ in range(block):
            if options.simulations is None:
                play_out(rng)
            else:
                _search(rng, options.simulations)
        played += block
        speed = block / (perf_counter() - start)
        prices = len(catalogue.tables.prices.lists)
        memory = _megabytes()
        loop = median(yardstick(0) for _ in range(9))
        first = first or loop
        digits = 0 if speed > 100 else 2
        print(
            f"{played:>12,}{speed:>12,.{digits}f}{memory:>10.1f}{prices:>12,}{loop / first:>12.2f}",
            flush=True,
        )
        rows.append({"games": played, "speed": round(speed, digits), "megabytes": round(memory, 1)})
    if options.json is not None:
        build = "compiled" if is_compiled else "pure"
        measured = {"machine": machine(), "python": sys.version.split()[0], "build": build}
        write(options.json, {**measured, "rows": rows})


if __name__ == "__main__":
    run_program(main)
