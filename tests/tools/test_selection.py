"""Which tests pytest runs: slow ones only if they are asked for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

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
