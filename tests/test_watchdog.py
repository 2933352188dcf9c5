"""A test that hangs whatever is raised in it ends, with its process."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SETTINGS = """
[pytest]
timeout = 0.5
pythonpath = {root}
"""
WATCHED = """
from tests import watchdog

def pytest_configure(config):
    watchdog._LATER = 0.5
    watchdog.add(config)
"""
DEAF = """
import signal, time

def test_that_hangs():
    signal.signal(signal.SIGALRM, signal.SIG_IGN)
    time.sleep(60)
"""
CLEANING = """
import time, pytest

@pytest.fixture
def hanging():
    yield
    time.sleep(60)

def test_that_fails(hanging):
    assert False
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize(("program", "place"), [(DEAF, "test_that_hangs"), (CLEANING, "hanging")])
def test_what_hangs_is_ended_and_shown(tmp_path: Path, program: str, place: str) -> None:
    """The process ends after the limit and the patience, and shows what it did."""
    (tmp_path / "pytest.ini").write_text(SETTINGS.format(root=ROOT))
    (tmp_path / "conftest.py").write_text(WATCHED)
    (tmp_path / "test_program.py").write_text(program)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=50,
    )
    assert done.returncode == 1
    assert "Timeout (0:00:01)!" in done.stderr
    assert f"in {place}" in done.stderr
