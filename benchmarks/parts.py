"""Measure how the time of a random game is divided between dealing, listing, playing and the loop.

``python -m benchmarks.parts`` times each call of a few hundred games, subtracts the time of
reading the clock, and prints microseconds per game. The second column is for the same games
played again, when all prices are cached.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from random import Random
from statistics import median
from time import perf_counter

from benchmarks.measures import warm_up
from tools.stopping import run_program
from wonders_duel import Deal, State, is_compiled
from wonders_duel.command_line.arguments import positive

PARTS = ("dealing", "listing", "playing", "the loop")


def _clock() -> float:
    """Return the seconds that one reading of the clock takes."""
    start = perf_counter()
    for _ in range(10_000):
        perf_counter()
    return (perf_counter() - start) / 10_000


def _times(games: int, seed: int) -> dict[str, float]:
    """Play the games of a seed and return the seconds spent on each part."""
    rng = Random(seed)
    now = perf_counter
    spent = dict.fromkeys(PARTS, 0.0)
    whole = now()
    readings = 0
    for _ in range(games):
        start = now()
        deal = Deal.random(rng)
        state = State.dealt(deal)
        spent["dealing"] += now() - start
        readings += 1
        while True:
            start = now()
            moves = state.legal_moves
            spent["listing"] += now() - start
            readings += 1
            if not moves:
                break
            move = moves[int(rng.random() * len(moves))]
            start = now()
            state = state.play(move, deal)
            spent["playing"] += now() - start
            readings += 1
    whole = now() - whole
    clock = _clock()
    spent["dealing"] -= games * clock
    spent["listing"] -= (readings - games) / 2 * clock
    spent["playing"] -= (readings - games) / 2 * clock
    spent["the loop"] = whole - sum(spent.values()) - 2 * readings * clock
    return spent


def main() -> None:
    """Measure several rounds and print the medians."""
    parser = ArgumentParser(prog="python -m benchmarks.parts", description=__doc__)
    parser.add_argument(
        "--games", type=positive, default=300, help="games per round (default: %(default)s)"
    )
    parser.add_argument(
        "--rounds", type=positive, default=9, help="number of rounds (default: %(default)s)"
    )
    options = parser.parse_args()
    warm_up()
    fresh = []
    again = []
    for seed in range(1, options.rounds + 1):
        fresh.append(_times(options.games, seed))
        again.append(_times(options.games, seed))
    print(f"{'compiled' if is_compiled else 'pure'}, Python {sys.version.split()[0]}")
    print(f"{'microseconds per game':24}{'new games':>12}{'played again':>14}")
    for part in PARTS:
        new, old = (
            median(one[part] for one in times) / options.games * 1e6 for times in (fresh, again)
        )
        print(f"{part:24}{new:>12.1f}{old:>14.1f}")


if __name__ == "__main__":
    run_program(main)
