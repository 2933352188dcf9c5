"""Run the quick tests in Pyodide: ``python -m tools.pyodide PYODIDE PACKAGES``, as ``nox -s pyodide`` does.

Python in a browser has no processes, threads, alarms or terminals: tests that try to use one are
left out. ``left_out.txt`` lists them, in short: a test that is left out and not listed there, or
the other way round, fails the run. ``--update`` rewrites the list.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

ROOT = Path(__file__).parents[2]
LIST = Path(__file__).with_name("left_out.txt")
HEADING = (
    "# Tests that Python in a browser cannot run; `nox -s pyodide -- --update` rewrites the list.\n"
)
LEAST = 9_500
"""The least number of tests that have to pass."""
SHARES = 8
"""Into how many parts the files are divided: each takes a process some seconds to start."""
SECONDS = 900
"""The time limit for a share."""
DOCSTRINGS = ("--doctest-modules", "--pyargs", "wonders_duel")


def files() -> list[str]:
    """Return the files with tests, relative to the checkout."""
    pages = [one for one in sorted(ROOT.glob("docs/**/*.md")) if "_build" not in one.parts]
    found = [*sorted(ROOT.glob("tests/**/test_*.py")), *pages, ROOT / "README.md"]
    return [one.relative_to(ROOT).as_posix() for one in found]


def shared(paths: Iterable[str], number: int) -> list[list[str]]:
    """Divide files into shares of about the same size, the larger ones first.

    Args:
        paths: the files, relative to the checkout.
        number: the number of shares.
    """
    sizes = {path: (ROOT / path).stat().st_size for path in paths}
    shares: list[list[str]] = [[] for _ in range(number)]
    totals = [0] * number
    for path in sorted(sizes, key=sizes.__getitem__, reverse=True):
        least = totals.index(min(totals))
        shares[least].append(path)
        totals[least] += sizes[path]
    return [sorted(share) for share in shares if share]


def listed(left_out: Mapping[str, str]) -> str:
    """Return the list of the tests that were left out: a line for each test, with the reasons.

    Args:
        left_out: the reason by the name of the test or its case.
    """
    reasons: dict[str, set[str]] = {}
    for name, reason in left_out.items():
        # The lines of the examples of a page change whenever it is edited.
        test = re.sub(r"(\[.*|::line:\d+,column:\d+)$", "", name, flags=re.DOTALL)
        reasons.setdefault(test, set()).add(re.sub(r"\s+", " ", reason))
    return HEADING + "".join(
        f"{test}: {'; '.join(sorted(why))}\n" for test, why in sorted(reasons.items())
    )


def differences(before: str, now: str) -> list[str]:
    """Return the tests that are in one of two lists only.

    Args:
        before: the list in the file.
        now: the list of this run.
    """
    old, new = (set(text.splitlines()[1:]) for text in (before, now))
    return [f"not listed: {one}" for one in sorted(new - old)] + [
        f"listed, but not left out: {one}" for one in sorted(old - new)
    ]


class Runner:
    """Runs pytest in Pyodide."""

    def __init__(self, pyodide: Path, packages: Path, reports: Path) -> None:
        """Note the folders.

        Args:
            pyodide: that of the npm package.
            packages: that of the Python packages.
            reports: where the reports go.
        """
        self.folders = [str(one.resolve()) for one in (pyodide, ROOT, packages, reports)]
        self.reports = reports

    def run(self, name: str, arguments: Sequence[str]) -> tuple[str, int, str]:
        """Run a share, and return its name, the exit code and what it printed.

        Args:
            name: the name of the report.
            arguments: what to run.
        """
        options = [
            "-p",
            "tools.pyodide.plugin",
            f"--pyodide-report={name}",
            "-p",
            "no:cacheprovider",
        ]
        program = str(Path(__file__).with_name("run.mjs"))
        command = ["node", program, *self.folders, *options, "-q", "-n0", "--tb=short", *arguments]
        started = monotonic()
        process = subprocess.Popen(  # noqa: S603 - our own program
            command,
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,
        )
        try:
            output, _ = process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            output = f"not finished after {SECONDS} seconds\n"
        finally:
            with suppress(ProcessLookupError):  # what is called node may only start it
                os.killpg(process.pid, signal.SIGKILL)
        return name, process.wait(), f"{output}{name}: {monotonic() - started:.0f} seconds"


def main() -> int:
    """Run the shares, print what they print, and compare what was left out with the list."""
    parser = ArgumentParser(description="Run the quick tests in Pyodide.")
    parser.add_argument("pyodide", type=Path, help="the folder of the npm package")
    parser.add_argument("packages", type=Path, help="a folder with the installed Python packages")
    parser.add_argument("--update", action="store_true", help="rewrite the list")
    parser.add_argument("--few", action="store_true", help="as for pytest")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("tests", nargs="*", help="arguments for pytest; all quick tests by default")
    options = parser.parse_intermixed_args()
    shares = (
        [options.tests] if options.tests else [list(DOCSTRINGS), *reversed(shared(files(), SHARES))]
    )
    few = ["--few"] if options.few else []
    passed: list[str] = []
    left_out: dict[str, str] = {}
    failed = is_incomplete = False
    with TemporaryDirectory() as folder, ThreadPoolExecutor(options.workers) as pool:
        runner = Runner(options.pyodide, options.packages, Path(folder))
        runs = [
            pool.submit(runner.run, f"share {number}", [*few, *share])
            for number, share in enumerate(shares, start=1)
        ]
        for run in as_completed(runs):
            name, code, output = run.result()
            print(output, flush=True)
            failed |= code != 0
            path = Path(folder) / name
            report = path.read_text(encoding="utf-8") if path.exists() else "the start"
            if not report.startswith("{"):
                print(f"{name}: Python ended in {report}")
                failed = is_incomplete = True
                continue
            found = json.loads(report)
            passed += found["passed"]
            left_out |= found["left_out"]
    reasons = ", ".join(
        f"{n:,} for {why!r}" for why, n in Counter(left_out.values()).most_common(8)
    )
    print(f"{len(passed):,} tests passed, {len(left_out):,} were left out: {reasons}")
    if options.tests or is_incomplete:
        return int(failed)
    now = listed(left_out)
    if options.update:
        LIST.write_text(now, encoding="utf-8")
    wrong = differences(LIST.read_text(encoding="utf-8"), now)
    if len(passed) < LEAST:
        wrong.append(f"at least {LEAST:,} tests have to pass")
    print(*wrong, sep="\n")
    return int(failed or bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
