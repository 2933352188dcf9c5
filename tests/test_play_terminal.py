"""The game in a terminal: through pipes, and on a pseudo-terminal where the system has one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING

import pytest

from tests.builders import EXTENDED
from wonders_duel import Game
from wonders_duel.play.ending import SIGNALS
from wonders_duel.support.columns import columns

if TYPE_CHECKING:
    import pexpect
else:
    pexpect = pytest.importorskip("pexpect", reason="there are pseudo-terminals on POSIX only")

PROGRAM = ["-W", "error", "-m", "wonders_duel", "play"]
WITHOUT = """
import sys
sys.modules["rich"] = sys.modules["prompt_toolkit"] = None
from wonders_duel.cli import main
sys.exit(main(["play", *sys.argv[1:]]))
"""
BARE = ["-W", "error", "-c", WITHOUT]
"""The program without the optional dependency."""
CLOSED = "import os, sys; os.close(0); os.execv(sys.executable, sys.argv[1:])"
"""Starts a program without standard input."""
UP = "\x1b[A"


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def environment(**variables: str) -> dict[str, str]:
    """Return an environment without settings for terminals, except for those given."""
    undecided = {"NO_COLOR", "FORCE_COLOR", "TERM", "COLORTERM", "COLUMNS", "LINES"}
    kept = {key: value for key, value in os.environ.items() if key not in undecided}
    usual = {"PYTHONIOENCODING": "utf-8", "PROMPT_TOOLKIT_NO_CPR": "1"}
    return {**kept, **usual, **variables}


# -- through pipes ---------------------------------------------------------------------------------


def piped(typed: str, *options: str, **variables: str) -> subprocess.CompletedProcess[bytes]:
    """Run the program with lines from a pipe."""
    return subprocess.run(  # noqa: S603 - our own program
        [sys.executable, *PROGRAM, *options],
        input=typed.encode("utf-8", "surrogateescape"),
        capture_output=True,
        check=False,
        timeout=120,
        env=environment(**variables),
    )


def test_a_whole_game_against_the_easy_bot_through_a_pipe() -> None:
    """A game through a pipe fits 80 columns, and is saved on request with its result."""
    done = piped("1\n" * 60 + "save end.txt\nquit\n", "--seed", "12")
    text = done.stdout.decode()

    assert (done.returncode, done.stderr) == (0, b"")
    assert all(columns(line) <= 80 for line in text.splitlines())
    assert "\x1b" not in text
    assert "THE SCORE" in text
    assert "The game is saved to end.txt." in text
    assert text.splitlines()[-1] == "Goodbye."
    game = Game.load("end.txt")
    assert game.is_over
    assert [player.name for player in game.players] == ["Player", "easy"]


def test_piped_input_is_echoed() -> None:
    """Piped input is echoed after the prompt, so output reads like a session; odd bytes do no harm."""
    done = piped("why 1\n\udcff\udcfe\n", "--seed", "12")
    lines = done.stdout.decode().splitlines()

    assert "Player> why 1" in lines
    assert "Player> \\xff\\xfe" in lines
    assert (done.returncode, done.stderr) == (0, b"")


def test_an_encoding_without_line_drawing_gets_ascii() -> None:
    """An encoding without line-drawing characters switches to ASCII."""
    done = piped(
        "", "--seed", "12", "--rule", "wonder_setup=first-game", PYTHONIOENCODING="latin-1"
    )

    assert done.returncode == 0
    assert done.stdout.isascii()
    assert b"+#" in done.stdout
    assert b"\\u25" not in done.stdout


def test_the_width_is_that_of_the_terminal() -> None:
    """The width is that of the terminal or of the environment."""
    wide = piped("", "--seed", "12", COLUMNS="130").stdout.decode()
    narrow = piped("1\n", "--seed", "12", COLUMNS="20").stdout.decode()
    tiny = piped("", "--seed", "12", COLUMNS="3").stdout.decode()

    assert max(map(len, wide.splitlines())) == 130
    board = narrow.partition("The game is saved")[0]
    assert max(map(len, board.splitlines())) == 20
    assert max(map(len, tiny.splitlines())) == 20


def test_a_closed_pipe_saves_the_game() -> None:
    """If the reader of a pipe exits, the game is saved without a traceback; stderr names the file."""
    with subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, *PROGRAM, "--seed", "12"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b"1\n")
        process.stdin.flush()
        told = b""
        while told.count(b"Player> ") < 2:
            told += (letter := process.stdout.read(1))
            assert letter, process.stderr.read()
        process.stdout.close()
        process.stdin.write(b"1\n")
        process.stdin.close()
        errors = process.stderr.read().decode()
        process.wait(timeout=60)

    assert errors.splitlines() == [
        "The game is saved to wonders-duel-1.txt.",
        "Continue with:",
        "  wonders-duel play --load wonders-duel-1.txt",
    ]
    assert Game.load("wonders-duel-1.txt").history


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_output_that_cannot_be_written_is_reported() -> None:
    """Output that cannot be written is reported in one line with exit code 1."""
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(  # noqa: S603 - our own program
            [sys.executable, *PROGRAM],
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            timeout=60,
            env=environment(),
        )

    assert done.returncode == 1
    assert b"cannot write the output" in done.stderr
    assert b"Traceback" not in done.stderr


def test_a_process_without_input() -> None:
    """A missing standard input counts as the end of input."""
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", CLOSED, sys.executable, *PROGRAM, "--seed", "12"],
        capture_output=True,
        check=False,
        timeout=60,
        env=environment(),
    )

    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().splitlines()[-1] == "Goodbye."


def test_a_game_with_custom_cards_is_refused() -> None:
    """The program refuses custom cards, since it knows the base game only."""
    Game(seed=1, catalogue=EXTENDED).save("own.txt")
    done = piped("", "--load", "own.txt")

    assert done.returncode == 1
    assert b"cannot resume the game in own.txt" in done.stderr


# -- on a terminal ---------------------------------------------------------------------------------


class Session:
    """The program on a pseudo-terminal, with everything that it has written."""

    def __init__(self, child: pexpect.spawn[bytes]) -> None:
        """Store the process and start reading."""
        self.child = child
        self._written = BytesIO()
        child.logfile_read = self._written

    @property
    def text(self) -> str:
        """Return the output so far."""
        return self._written.getvalue().decode()

    def expect(self, text: str) -> None:
        """Wait for a text."""
        self.child.expect_exact(text)

    def type(self, text: str) -> None:
        """Type some keys."""
        self.child.send(text)

    def end(self) -> int | None:
        """Wait for the end and return the exit code."""
        self.child.expect(pexpect.EOF)
        self.child.close()
        code: int | None = self.child.exitstatus
        return code

    def hang_up(self) -> None:
        """Close the terminal, send the signal again as a shell does, and wait for the end."""
        self.child.ptyproc.fileobj.close()
        self.child.kill(signal.SIGHUP)
        patience = monotonic() + 60
        while self.child.isalive():
            assert monotonic() < patience, "the program goes on without its terminal"
            sleep(0.01)


def _heed_signals() -> None:
    """Restore the signals that the test runner's process may ignore, as in the background."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_DFL)


@contextmanager
def terminal(
    *options: str,
    program: list[str] = PROGRAM,
    size: tuple[int, int] = (50, 100),
    **variables: str,
) -> Iterator[Session]:
    """Start the program on a pseudo-terminal."""
    child = pexpect.spawn(
        sys.executable,
        [*program, "--seed", "12", *options],
        env=environment(**{"TERM": "xterm-256color", **variables}),
        dimensions=size,
        timeout=60,
        preexec_fn=_heed_signals,
    )
    try:
        yield Session(child)
    finally:
        child.close(force=True)


def test_typing_with_completion_and_history() -> None:
    """Tab completes a move, the up arrow recalls the line before, Ctrl-D saves the game and ends."""
    with terminal() as session:
        session.expect("for more.")
        session.expect("Player>")
        session.type("mov\t")
        session.expect("es")
        session.type("\r")
        session.expect("Legal moves")
        session.expect("Player>")
        session.type("why 1\r")
        session.expect("this move is legal.")
        session.expect("Player>")
        session.type(f"{UP}\x7f2\r")  # 2 instead of 1
        session.expect("why 2")
        session.expect("this move is legal.")
        session.expect("Player>")
        session.type("1\r")
        session.expect("  1. Player")
        session.expect("Player>")
        session.type("\x04")
        session.expect("The game is saved to wonders-duel-1.txt.")
        code = session.end()

    assert code == 0
    assert "\x1b[38;5;" in session.text
    assert Game.load("wonders-duel-1.txt").history


def test_several_lines_can_be_pasted() -> None:
    """Lines that are pasted together are commands one after the other."""
    with terminal("--rule", "wonder_setup=first-game", "--hotseat") as session:
        session.expect("for more.")
        session.expect("Player one>")
        session.type("\x1b[200~1\nwhy 1\nscore\x1b[201~\r")
        session.expect("  1. Player one")
        session.expect("Player two> why 1")
        session.expect("this move is legal.")
        session.expect("Player two> score")
        session.expect("Total")
        session.expect("Player two>")
        session.type("\x04")
        session.expect("The game is saved to wonders-duel-1.txt.")
        code = session.end()

    assert code == 0
    assert len(Game.load("wonders-duel-1.txt").history) == 1


@pytest.mark.parametrize("program", [PROGRAM, pytest.param(BARE, marks=pytest.mark.slow)])
@pytest.mark.parametrize("how", ["Ctrl-C", "SIGTERM", "SIGHUP"])
def test_an_interrupt_saves_the_game(program: list[str], how: str) -> None:
    """An interrupt from the keyboard or by a signal saves the game, with and without the extra."""
    with terminal(program=program) as session:
        session.expect("Player>")
        session.type("1\r")
        session.expect("  1. Player")
        session.expect("Player>")
        if how == "Ctrl-C":
            session.type("\x03")
        else:
            session.child.kill(getattr(signal, how))
        session.expect("wonders-duel play --load wonders-duel-1.txt")
        code = session.end()

    assert code == 130
    assert "Traceback" not in session.text
    assert Game.load("wonders-duel-1.txt").history


THINKER = """
class Bot:
    def choose(self, state):
        print("thinking", flush=True)
        while True:
            pass
"""


@pytest.mark.parametrize("how", ["Ctrl-C", "SIGTERM"])
def test_a_bot_that_never_returns_can_be_stopped(how: str) -> None:
    """A custom bot that never returns can be interrupted, and the game is saved."""
    Path("thinker.py").write_text(THINKER, encoding="utf-8")
    with terminal("--opponent", "thinker:Bot") as session:
        session.expect("Player>")
        session.type("1\r")
        session.expect("thinking")
        if how == "Ctrl-C":
            session.type("\x03")
        else:
            session.child.kill(signal.SIGTERM)
        session.expect("wonders-duel play --load wonders-duel-1.txt")
        code = session.end()

    assert code == 130
    assert len(Game.load("wonders-duel-1.txt").history) == 1


@pytest.mark.parametrize("program", [PROGRAM, BARE])
def test_a_closed_terminal_saves_the_game(program: list[str]) -> None:
    """A closed terminal saves the game, although the shell repeats the signal and output fails."""
    with terminal(program=program) as session:
        session.expect("Player>")
        session.type("1\r")
        session.expect("  1. Player")
        session.expect("Player>")
        session.hang_up()

    assert Game.load("wonders-duel-1.txt").history


@pytest.mark.parametrize(
    ("program", "kind"), [(PROGRAM, "dumb"), (PROGRAM, "unknown"), (BARE, "xterm-256color")]
)
def test_a_plain_terminal_gets_plain_lines(program: list[str], kind: str) -> None:
    """A dumb terminal, or one without the extra, gets no escape codes, and typing works."""
    with terminal("--plain", program=program, TERM=kind) as session:
        session.expect("Player>")
        session.type("1\n")
        session.expect("  1. Player")
        session.expect("Player>")
        session.type("\x04")
        session.expect("The game is saved to wonders-duel-1.txt.")
        code = session.end()

    assert code == 0
    assert "\x1b" not in session.text


def test_lines_can_be_edited_without_the_extra() -> None:
    """Without the extra, lines can be edited by ``readline``: the up arrow recalls the line before."""
    pytest.importorskip("readline")
    with terminal(program=BARE) as session:
        session.expect("Player>")
        session.type("1\n")
        session.expect("  1. Player")
        session.expect("Player>")
        session.type(f"{UP}\n")
        session.expect("  4. Player")
        session.expect("Player>")
        session.type("\x04")
        session.expect("The game is saved to")
        assert session.end() == 0


def test_lines_are_read_without_readline() -> None:
    """On a system without ``readline`` the game works as well."""
    with terminal(
        program=["-W", "error", "-c", f"import sys; sys.modules['readline'] = None{WITHOUT}"]
    ) as session:
        session.expect("Player>")
        session.type("1\n")
        session.expect("  1. Player")
        session.expect("Player>")
        session.type("\x04")
        session.expect("The game is saved to")
        assert session.end() == 0


def test_no_color_is_respected() -> None:
    """``NO_COLOR`` turns colours off, but not line editing."""
    with terminal(NO_COLOR="1") as session:
        session.expect("Player>")
        session.type("quit\r")
        session.expect("Goodbye.")
        code = session.end()

    assert code == 0
    assert "38;5;" not in session.text
    assert "\x1b[3" not in session.text.replace("\x1b[39m", "").replace("\x1b[?", "")


@pytest.mark.parametrize("program", [PROGRAM, pytest.param(BARE, marks=pytest.mark.slow)])
def test_a_terminal_of_twenty_columns(program: list[str]) -> None:
    """In twenty columns the board is a list."""
    with terminal("--plain", "--colour", "never", program=program, size=(24, 20)) as session:
        session.expect("Player>")
        board = session.text
        session.type("1\r")
        session.expect("1. Player")
        session.expect("Player>")
        session.type("quit\r")
        session.expect("wonders-duel-1.txt")
        code = session.end()

    assert code == 0
    told = [line for line in board.split("\r\n") if "\x1b" not in line]
    assert len(told) > 30  # what gives way in 24 rows is not there
    assert all(columns(line) <= 20 for line in told)
