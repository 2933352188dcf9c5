"""Ctrl-C ends the programs for developers without a traceback."""

from __future__ import annotations

import runpy
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools import stopping

ROOT = Path(stopping.__file__).parents[1]


@pytest.mark.parametrize(("found", "code"), [(None, None), (0, 0), (1, 1)])
def test_a_program_ends_with_its_exit_code(found: int | None, code: int | None) -> None:
    """A program that is not stopped has the exit code that it returns."""
    with pytest.raises(SystemExit) as ended:
        stopping.run_program(lambda: found)

    assert ended.value.code == code


def _stop(*_: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    "program",
    [
        "benchmarks/__main__.py",
        "benchmarks/growth.py",
        "benchmarks/parts.py",
        "benchmarks/pictures.py",
        "benchmarks/workers.py",
        "tools/balance.py",
        "tools/seats.py",
        "tools/sequential.py",
    ],
)
def test_a_stopped_program_ends_quietly(
    program: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The exit code is that of the commands, and nothing is printed."""
    monkeypatch.setattr(sys, "argv", [program])
    monkeypatch.setattr(ArgumentParser, "parse_args", _stop)
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(ROOT / program), run_name="__main__")

    assert ended.value.code == 130
    assert capsys.readouterr() == ("", "")


class _Stopped:
    """An input during which Ctrl-C is pressed."""

    def __iter__(self) -> Iterator[str]:
        """Stop."""
        raise KeyboardInterrupt


def test_a_stopped_worker_ends_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C reaches the processes of a benchmark, too, and they do not print a traceback."""
    monkeypatch.setattr(sys, "stdin", _Stopped())

    runpy.run_path(str(ROOT / "benchmarks" / "worker.py"), run_name="__main__")
