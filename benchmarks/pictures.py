"""How long it takes to draw a table, and how long a picture is.

``python -m benchmarks.pictures`` draws every position of some random games, those
included that wait on chance, with and without marks, and prints medians of processor time. The
first drawing of each card is not part of them: it is done once in a process.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from statistics import median, quantiles
from time import process_time

from wonders_duel import State, catalogue, is_compiled
from wonders_duel.render import svg
from wonders_duel.render.drawing import scene
from wonders_duel.testing.walks import walk


def _drawn(states: Sequence[State], *, legal_moves: bool) -> tuple[list[float], list[int]]:
    """Draw all of them; give the milliseconds and the characters of each."""
    times, lengths = [], []
    for state in states:
        start = process_time()
        picture = svg(state, legal_moves=legal_moves)
        times.append(1000 * (process_time() - start))
        lengths.append(len(picture))
    return times, lengths


def main() -> None:
    """Draw and print."""
    parser = ArgumentParser(prog="python -m benchmarks.pictures", description=__doc__)
    parser.add_argument("--games", type=int, default=40, help="(default: %(default)s)")
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
    print(f"{'milliseconds a table':24}{'median':>10}{'99 of 100':>12}")
    plain, _ = _drawn(states, legal_moves=False)
    marked, lengths = _drawn(states, legal_moves=True)
    for name, times in (("as it is", plain), ("legal moves marked", marked)):
        print(f"{name:24}{median(times):>10.2f}{quantiles(times, n=100)[-1]:>12.2f}")
    print(f"{'characters':24}{'median':>10}{'most':>12}")
    print(f"{'whole documents':24}{median(lengths):>10,.0f}{max(lengths):>12,}")
    print(f"{'without definitions':24}{median(bodies):>10,.0f}{max(bodies):>12,}")


if __name__ == "__main__":
    main()
