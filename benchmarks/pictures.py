"""Measure how long it takes to draw a table, as a picture and as text, and the size of a picture.

``python -m benchmarks.pictures`` draws every position of some random games, including chance
states, with and without marked moves, and prints medians of CPU time. They do not include
the first drawing of each card, which happens once per process.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from statistics import median, quantiles
from time import process_time

from tools.stopping import run_program
from wonders_duel import State, catalogue, is_compiled
from wonders_duel.command_line.arguments import positive
from wonders_duel.render import svg
from wonders_duel.render.drawing import scene
from wonders_duel.testing.walks import walk


def _drawn(states: Sequence[State], draw: Callable[[State], str]) -> tuple[list[float], list[int]]:
    """Draw all states; return the milliseconds and the number of characters of each picture."""
    times, lengths = [], []
    for state in states:
        start = process_time()
        picture = draw(state)
        times.append(1000 * (process_time() - start))
        lengths.append(len(picture))
    return times, lengths


def main() -> None:
    """Draw the pictures and print the table."""
    parser = ArgumentParser(prog="python -m benchmarks.pictures", description=__doc__)
    parser.add_argument(
        "--games", type=positive, default=40, help="number of games (default: %(default)s)"
    )
    options = parser.parse_args()
    states = [
        state for seed in range(options.games) for state in walk(seed, catalogue, catalogue.wonders)
    ]
    start = process_time()
    svg(states[-1])
    first = 1000 * (process_time() - start)
    bodies = [len(scene(state, legal_moves=True).body) for state in states]
    print(f"{'compiled' if is_compiled else 'pure'}, Python {sys.version.split()[0]}")
    print(f"{len(states):,} positions; the first picture took {first:.1f} ms")
    print(f"{'milliseconds per table':24}{'median':>10}{'99 %':>12}")
    board, _ = _drawn(states, str)
    plain, _ = _drawn(states, svg)
    marked, lengths = _drawn(states, lambda state: svg(state, legal_moves=True))
    for name, times in (("plain", plain), ("legal moves marked", marked), ("as text", board)):
        print(f"{name:24}{median(times):>10.2f}{quantiles(times, n=100)[-1]:>12.2f}")
    print(f"{'characters':24}{'median':>10}{'maximum':>12}")
    print(f"{'whole documents':24}{median(lengths):>10,.0f}{max(lengths):>12,}")
    print(f"{'without definitions':24}{median(bodies):>10,.0f}{max(bodies):>12,}")


if __name__ == "__main__":
    run_program(main)
