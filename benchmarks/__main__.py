"""Print the figures of this machine."""

from __future__ import annotations

import platform
from argparse import ArgumentParser
from collections.abc import Callable
from importlib.metadata import version
from os import cpu_count
from pathlib import Path
from statistics import median

from benchmarks.measures import (
    bytes_of_a_kept_state,
    games_a_second,
    import_seconds,
    kept_positions,
    tree_steps_a_second,
)

WARM_UP = 1_500
"""Random games before the first round, so that the price memo has what play keeps asking for."""


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def main() -> None:
    """Measure in rounds, one of each kind after the other, and print the medians."""
    parser = ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="rounds (default: %(default)s)")
    parser.add_argument(
        "--games", type=int, default=300, help="games a round (default: %(default)s)"
    )
    options = parser.parse_args()
    print(
        f"wonders-duel {version('wonders-duel')}, attrs {version('attrs')}, "
        f"{platform.python_implementation()} {platform.python_version()}, "
        f"{platform.system()}, {cpu_count()} x {_processor()}"
    )
    print(f"medians of {options.rounds} rounds in alternation, with the least and the most;")
    print(f"{WARM_UP:,} games before the first round fill the memos\n")
    positions = kept_positions(60, seed=5)
    games_a_second(WARM_UP, seed=0)
    measures: list[tuple[str, str, Callable[[int], float]]] = [
        (
            "complete random games a second (apply and chance in one call)",
            ",.0f",
            lambda seed: games_a_second(options.games, seed),
        ),
        (
            "complete random games a second (a call for each answer of chance)",
            ",.0f",
            lambda seed: games_a_second(options.games, seed, fused=False),
        ),
        (
            "tree-search steps a second (apply to a kept state, list the moves)",
            ",.0f",
            lambda _: tree_steps_a_second(positions),
        ),
        (
            "bytes of a kept state beyond what it shares with its parent",
            ",.0f",
            lambda _: bytes_of_a_kept_state(positions),
        ),
        ("seconds to import the library", ".3f", lambda _: import_seconds()),
    ]
    found: dict[str, list[float]] = {name: [] for name, _, _ in measures}
    for number in range(options.rounds):
        for name, _, measure in measures:
            found[name].append(measure(number + 1))
    for name, style, _ in measures:
        values = found[name]
        middle, least, most = (
            format(one, style) for one in (median(values), min(values), max(values))
        )
        print(f"{name:68}{middle:>9}   ({least} to {most})")


if __name__ == "__main__":
    main()
