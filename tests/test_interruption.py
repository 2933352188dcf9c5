"""Ctrl-C at the very beginning and at the very end of the program ``wonders-duel``."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import _wonders_duel_command as command
from wonders_duel import cli

INTERRUPT = """
import signal, sys

place = sys.argv.pop(1)

class Interrupting:
    def find_spec(self, name, *_):
        # A tool that measures coverage looks for the package, too, before the program begins.
        is_begun = signal.getsignal(signal.SIGINT) is not signal.default_int_handler
        if name == place and (is_begun or name != "wonders_duel"):
            signal.raise_signal(signal.SIGINT)

sys.meta_path.insert(0, Interrupting())
signal.signal(signal.SIGINT, signal.default_int_handler)
from _wonders_duel_command import main
sys.exit(main())
"""
"""The program, interrupted when it is about to import a module."""

WORKERS = """
import signal
from wonders_duel.arena import processes

if __name__ == "__mp_main__":
    signal.raise_signal(signal.SIGINT)

if __name__ == "__main__":
    with processes(1)() as pool:
        assert pool.submit(signal.getsignal, signal.SIGINT).result() is signal.SIG_IGN
        assert pool.submit(signal.pthread_sigmask, signal.SIG_BLOCK, ()).result() == set()
        print(signal.pthread_sigmask(signal.SIG_BLOCK, ()))
"""
"""A program whose workers are interrupted while they import it."""


@pytest.mark.parametrize(
    "module",
    ["wonders_duel", "wonders_duel.engine.turn", "wonders_duel.cli", "wonders_duel.play.command"],
)
def test_an_interruption_of_the_imports_shows_nothing(module: str) -> None:
    """The program ends with the exit code that it has later, and without a word."""
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", INTERRUPT, module, "--version"],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@pytest.mark.skipif(sys.platform == "win32", reason="signals that are held back")
def test_an_interruption_of_workers_that_start_shows_nothing(tmp_path: Path) -> None:
    """It is held back while they import what they need, and later ignored; the driver is as before."""
    program = tmp_path / "program.py"
    program.write_text(WORKERS)
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, str(program)], capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "set()\n", "")


@pytest.fixture
def handled() -> Iterator[Callable[[object], None]]:
    """Return a function that sets how the signal is handled, as Python does at the start."""
    before = signal.getsignal(signal.SIGINT)

    def handle(handler: object) -> None:
        signal.signal(signal.SIGINT, handler)  # type: ignore[arg-type]  # one of the known ones

    yield handle
    signal.signal(signal.SIGINT, before)


def noting(found: list[object]) -> Callable[[], int]:
    """Return a command line that notes how the signal is handled."""

    def main() -> int:
        found.append(signal.getsignal(signal.SIGINT))
        return 7

    return main


def test_the_command_line_runs_with_the_usual_handler(
    monkeypatch: pytest.MonkeyPatch, handled: Callable[[object], None]
) -> None:
    """While it runs, Ctrl-C raises an error; before and afterwards, it ends the program."""
    found: list[object] = []
    ended: list[int] = []
    monkeypatch.setattr("os._exit", ended.append)
    monkeypatch.setattr(cli, "main", noting(found))
    handled(signal.default_int_handler)
    assert command.main() == 7
    assert found == [signal.default_int_handler]
    signal.raise_signal(signal.SIGINT)
    assert ended == [130]


def test_an_interruption_just_before_the_command_line_runs(
    monkeypatch: pytest.MonkeyPatch, handled: Callable[[object], None]
) -> None:
    """It has the same exit code."""
    monkeypatch.setattr(cli, "main", lambda: signal.raise_signal(signal.SIGINT))
    handled(signal.default_int_handler)
    assert command.main() == 130


def test_a_program_in_the_background_ignores_interruptions(
    monkeypatch: pytest.MonkeyPatch, handled: Callable[[object], None]
) -> None:
    """If the shell has started it so, it stays so."""
    found: list[object] = []
    monkeypatch.setattr(cli, "main", noting(found))
    handled(signal.SIG_IGN)
    assert command.main() == 7
    assert found == [signal.SIG_IGN] == [signal.getsignal(signal.SIGINT)]
