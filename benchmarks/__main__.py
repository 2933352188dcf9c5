"""Benchmark one or more builds in alternation and print the results.

Each build is a folder that contains the package, such as an unpacked wheel or
``src``. Without any, the installed package is measured.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any

from benchmarks.measures import MEASURES
from benchmarks.report import Figures, slower, table
from tools.computed import write
from tools.machine import machine
from tools.stopping import run_program


def _compiler() -> str:
    """Return the name and the version of the C compiler, which the compiled build is made with."""
    cc = shutil.which("cc")
    if cc is None:
        return "no C compiler"
    asked = subprocess.run(  # noqa: S603 - the compiler that is installed
        [cc, "--version"], check=True, capture_output=True, text=True
    )
    return asked.stdout.splitlines()[0]


def _build(text: str) -> tuple[str, Path]:
    name, equals, folder = text.partition("=")
    path = Path(folder)
    if not equals or not name or not (path / "wonders_duel").is_dir():
        raise ArgumentTypeError(f"{text!r}: write NAME=FOLDER, where FOLDER contains wonders_duel/")
    return name, path.resolve()


class _Worker:
    """A process that measures one build."""

    def __init__(self, folder: Path | None) -> None:
        """Start the process and read the description of its build."""
        environment = dict(os.environ)
        if folder is not None:
            environment["PYTHONPATH"] = str(folder)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        self.about = self._read()

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit("a benchmark process has ended; see its message above")
        reply: dict[str, Any] = json.loads(line)
        return reply

    def measure(self, measure: int, number: int) -> dict[str, Any]:
        """Run one round of one benchmark."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps([measure, number]) + "\n")
        self._process.stdin.flush()
        return self._read()

    def stop(self) -> None:
        """End the process."""
        self._process.communicate()


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "--rounds", type=int, default=7, help="number of rounds (default: %(default)s)"
    )
    parser.add_argument(
        "--build",
        type=_build,
        metavar="NAME=FOLDER",
        action="append",
        default=[],
        help="build to measure; can be given several times",
    )
    parser.add_argument("--only", default="", help="only the benchmarks whose name contains this")
    parser.add_argument("--json", type=Path, help="save all measurements to this file")
    parser.add_argument(
        "--compare",
        nargs=2,
        metavar=("BUILD", "BASELINE"),
        action="append",
        default=[],
        help="list the benchmarks in which BUILD is slower; can be given several times",
    )
    parser.add_argument(
        "--percent", type=float, default=15, help="threshold of --compare (default: %(default)s)"
    )
    return parser


def main() -> int:
    """Measure, print and compare. A slower build causes a warning, not a failure."""
    parser = _parser()
    options = parser.parse_args()
    builds: dict[str, Path | None] = dict(options.build) or {"installed": None}
    for name in (name for pair in options.compare for name in pair):
        if name not in builds:
            parser.error(f"--compare: unknown build {name!r}; expected one of {', '.join(builds)}")
    if options.rounds < 1:
        parser.error("--rounds: at least 1")
    workers = {name: _Worker(folder) for name, folder in builds.items()}
    figures: Figures = {name: {} for name in builds}
    for number in range(options.rounds):
        for index, measure in enumerate(MEASURES):
            if options.only not in measure.name or 0 < measure.rounds <= number:
                continue
            for name, worker in workers.items():
                reply = worker.measure(index, number)
                if "value" in reply:
                    figures[name].setdefault(measure.name, []).append(reply["value"])
                elif not number:
                    print(f"{name}: {measure.name}: {reply['error']}", file=sys.stderr)
    for worker in workers.values():
        worker.stop()
    heading = {
        "machine": machine(),
        "compiler": _compiler(),
        "units": {measure.name: measure.unit for measure in MEASURES},
        "rounds": options.rounds,
        "builds": {name: worker.about for name, worker in workers.items()},
    }
    print(table(heading, figures))
    if options.json:
        write(options.json, {**heading, "figures": figures})
    on_github = "GITHUB_ACTIONS" in os.environ
    for build, baseline in options.compare:
        for sentence in slower(figures, build, baseline, options.percent):
            print(f"{'::warning::' if on_github else 'slower: '}{sentence}")
    return 0


if __name__ == "__main__":
    run_program(main)
