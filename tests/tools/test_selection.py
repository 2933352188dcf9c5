"""Which tests pytest runs, slow ones only if they are asked for, and in how many processes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest_plugins = "pytester"

ROOT = Path(__file__).parents[2]
NAMED = "tests/test_perft.py::test_the_reference_engine_counts_the_same_deeper"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "slow", "quick"),
    [
        (["tests/test_perft.py"], False, True),
        (["--slow", "tests/test_perft.py"], True, True),
        (["-m", "slow", "tests/test_perft.py"], True, False),
        ([NAMED], True, False),
        ([f"{NAMED}[hole-two-cards]", "tests/test_values.py"], True, False),
    ],
    ids=["usual", "slow", "marker", "name", "parameter"],
)
def test_slow_tests_run_if_asked_for(arguments: list[str], *, slow: bool, quick: bool) -> None:
    """Slow tests run with ``--slow``, with a marker expression, or by their names."""
    done = subprocess.run(  # noqa: S603 - our own code
        [sys.executable, "-m", "pytest", "--collect-only", "--quiet", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )

    assert (f"{NAMED}[" in done.stdout) == slow
    assert ("test_the_reference_engine_counts_the_same[" in done.stdout) == quick


class _Processes:
    """A plugin that notes the number of processes instead of running tests."""

    number: int | None = None

    def pytest_cmdline_main(self, config: pytest.Config) -> int:
        """Note it."""
        self.number = getattr(config.option, "numprocesses", None)
        return 0


@pytest.mark.parametrize(
    ("arguments", "number"),
    [
        ("", 3),
        ("--slow", 3),
        ("-m slow", 3),
        (".", 3),
        ("tests", 3),
        ("./tests docs", 3),
        ("docs page.md", 3),
        ("--pdb", 0),
        ("--trace", None),
        ("-k one", None),
        ("--lf", None),
        ("page.md", None),
        ("tests/test_one.py", None),
        ("tests/test_one.py::test_one tests/part", None),
        ("-n 0", 0),
        ("-n 2", 2),
        ("-n 2 tests/test_one.py", 2),
        ("-n auto tests/test_one.py", 3),
        ("--dist=load --tx=popen", None),
        ("-p no:xdist -o addopts=", None),
    ],
)
def test_whole_runs_use_all_cores(
    arguments: str, number: int | None, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files, tests and the debugger have one process, unless the command line says otherwise."""
    monkeypatch.setenv("PYTEST_XDIST_AUTO_NUM_WORKERS", "3")
    pytester.makepyprojecttoml(
        "[tool.pytest.ini_options]\n"
        'testpaths = ["tests", "docs", "page.md"]\n'
        'addopts = ["--dist=loadfile"]\n'
    )
    pytester.makeconftest((ROOT / "conftest.py").read_text(encoding="utf-8"))
    for name in ("tests/part", "docs"):
        (pytester.path / name).mkdir(parents=True)
    for name in ("page.md", "tests/test_one.py"):
        (pytester.path / name).write_text("", encoding="utf-8")
    plugin = _Processes()
    assert pytest.main(arguments.split(), [plugin]) == 0
    assert plugin.number == number
