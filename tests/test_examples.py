"""Each example runs as it stands."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"


def test_there_are_examples() -> None:
    """The folder is where the README says."""
    names = {path.name for path in EXAMPLES.glob("*.py")}

    assert {"companion_app.py", "custom_card.py", "search.py"} <= names


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.name)
def test_an_example_runs(path: Path, tmp_path: Path) -> None:
    """As a script from anywhere, with warnings as errors: it prints something and complains of nothing."""
    done = subprocess.run(  # noqa: S603 - our own script
        [sys.executable, "-W", "error", str(path)],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        cwd=tmp_path,
    )

    assert done.stderr == ""
    assert done.returncode == 0
    assert done.stdout.strip()
    assert f"python examples/{path.name}" in path.read_text(encoding="utf-8")
