"""The full screen in a terminal: driven by keys through a pipe, and on a pseudo-terminal."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING

import pytest

from tests.test_play_terminal import _heed_signals, environment
from wonders_duel import Game, State
from wonders_duel.bots import Bot, GreedyBot
from wonders_duel.cli import main
from wonders_duel.engine.moves import Move
from wonders_duel.languages import language
from wonders_duel.play import command
from wonders_duel.play.ending import Ending
from wonders_duel.play.screen.actions import Actions
from wonders_duel.play.screen.model import Job, Screen
from wonders_duel.play.store import Store
from wonders_duel.render.board.look import text_style

if TYPE_CHECKING:
    import pexpect
    import pyte
else:
    pexpect = pytest.importorskip("pexpect", reason="there are pseudo-terminals on POSIX only")
    pyte = pytest.importorskip("pyte")

PATIENCE = 60
"""The most seconds to wait for a screen."""
QUIET = 0.3
"""Seconds without output after which everything is drawn."""
RESTORED = b"\x1b[?1049l"
"""The end of the full screen, after which the terminal shows what it showed before."""
LEFT, RIGHT, UP, DOWN = "\x1b[D", "\x1b[C", "\x1b[A", "\x1b[B"


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


# -- through a pipe --------------------------------------------------------------------------------


class Waiting:
    """A bot that waits until it is released, and tells that it is thinking."""

    def __init__(self, begun: Callable[[], None]) -> None:
        """Store what to call."""
        self.begun = begun
        self.released = Event()

    def choose(self, state: State) -> Move:
        """Return the first move, later."""
        self.begun()
        self.released.wait(PATIENCE)
        return state.legal_moves[0]


def screen(two: Bot | None, game: Game | None = None) -> Screen:
    """Return a screen of a person against a bot or a second person."""
    look = text_style(language("en"), ascii=False, names=("Ann", "Ben"))
    game = Game(seed=12, rules="first-game") if game is None else game
    return Screen(Actions(game, (None, two), look, Store(), Random(1), lambda: (game, (None, two))))


@pytest.fixture
def keys() -> Iterator[Callable[[str], None]]:
    """Yield a function that types, into an application without a terminal."""
    application = pytest.importorskip("prompt_toolkit.application")
    inputs = pytest.importorskip("prompt_toolkit.input")
    outputs = pytest.importorskip("prompt_toolkit.output")
    with (
        inputs.create_pipe_input() as pipe,
        application.create_app_session(input=pipe, output=outputs.DummyOutput()),
    ):
        yield pipe.send_text


def show(shown: Screen, *, colour: bool | None = None) -> None:
    """Show a screen as the command does."""
    view = pytest.importorskip("wonders_duel.play.screen.view")
    with Ending() as ending:
        view.show(shown, ending, colour=colour)


def test_a_game_between_two_people_by_keys_alone(keys: Callable[[str], None]) -> None:
    """A whole game is played by keys; afterwards Q leaves at once."""
    game = Game(seed=12, rules="first-game")
    shown = screen(None, game)
    press = shown.press

    def pressed(key: str) -> None:
        press(key)
        if game.is_over:
            keys("\x1bq" if shown.box is not None and not sent else "")
            sent.append(key)
        elif key in {"d", "enter"}:
            keys("d" if not shown.choices else "\r")

    sent: list[str] = []
    shown.press = pressed  # type: ignore[method-assign]
    keys("d")
    show(shown, colour=True)

    assert game.is_over
    assert shown.ends


def test_keys_arrive(keys: Callable[[str], None]) -> None:
    """Arrows, Escape, Tab, Enter and letters arrive; unknown keys do nothing."""
    shown = screen(GreedyBot())
    pressed: list[str] = []
    press = shown.press

    def noted(key: str) -> None:
        pressed.append(key)
        press(key)
        if key == "escape":
            keys("q\r")

    shown.press = noted  # type: ignore[method-assign]
    keys(f"{RIGHT}{LEFT}{UP}{DOWN}\tKx\x1b")
    show(shown, colour=False)

    assert pressed == ["right", "left", "up", "down", "tab", "K", "x", "escape", "q", "enter"]


@pytest.mark.usefixtures("keys")
def test_a_click() -> None:
    """A click of the mouse moves the cursor; one beside the cards does nothing."""
    view = pytest.importorskip("wonders_duel.play.screen.view")
    mouse = pytest.importorskip("prompt_toolkit.mouse_events")
    points = pytest.importorskip("prompt_toolkit.data_structures")
    shown = screen(None)
    held = view._View(shown, Ending(), colour=None)
    held.text()
    left, top, _ = held._drawing.cards[15]
    control = held._app.layout.container.content
    held._go_on = lambda: None

    def click(x: int, y: int, kind: object) -> None:
        control.mouse_handler(
            mouse.MouseEvent(points.Point(x, y), kind, mouse.MouseButton.LEFT, frozenset())
        )

    click(left + 1, top + 1, mouse.MouseEventType.MOUSE_DOWN)
    assert shown.cursor == 14
    click(left + 1, top + 1, mouse.MouseEventType.MOUSE_UP)
    assert shown.cursor == 15
    click(0, 0, mouse.MouseEventType.MOUSE_UP)
    assert shown.cursor == 15


def test_a_bot_plays_in_a_thread(keys: Callable[[str], None]) -> None:
    """While a bot thinks keys work; a game can be left although the bot does not return."""
    bot = Waiting(lambda: keys("lq" + "q\r"))
    shown = screen(bot)
    keys("d")
    show(shown)

    assert shown.ends
    assert len(shown.talk.game.history) == 1
    bot.released.set()


def test_a_hint_in_a_thread(keys: Callable[[str], None], monkeypatch: pytest.MonkeyPatch) -> None:
    """The result of a search arrives, with its progress on the way."""
    monkeypatch.setattr("wonders_duel.play.advice.SIMULATIONS", 20)
    shown = screen(None)
    finish = shown.finish

    def finished(job: Job, result: object, error: Exception | None) -> None:
        finish(job, result, error)
        keys("\x1b")
        keys("q\r")

    shown.finish = finished  # type: ignore[method-assign]
    press = shown.press

    def pressed(key: str) -> None:
        press(key)
        if key == "h" and shown.job is not None:
            run = shown.job.run
            shown.job.run = lambda stop, report: (report(1, 2), run(stop, report))[1]

    shown.press = pressed  # type: ignore[method-assign]
    keys("h")
    show(shown)

    assert shown.ends


def test_an_error_in_a_thread(keys: Callable[[str], None]) -> None:
    """An error that is not a bot's ends the screen, and is raised."""

    class Broken:
        def choose(self, state: State) -> Move:
            raise ZeroDivisionError(state.age)

    shown = screen(Broken())
    keys("d")
    with pytest.raises(ZeroDivisionError):
        show(shown)


@pytest.mark.parametrize("how", ["key", "signal", "before"])
def test_a_request_to_end(keys: Callable[[str], None], how: str) -> None:
    """Ctrl-C and signals end the screen."""
    view = pytest.importorskip("wonders_duel.play.screen.view")
    shown = screen(None)
    press = shown.press

    def pressed(key: str) -> None:
        press(key)
        signal.raise_signal(signal.SIGTERM)

    shown.press = pressed  # type: ignore[method-assign]
    keys({"key": "\x03", "signal": "d", "before": ""}[how])
    with Ending() as ending:
        ending.asked = how == "before"
        with pytest.raises(KeyboardInterrupt):
            view.show(shown, ending, colour=None)


@pytest.mark.usefixtures("keys")
def test_a_request_while_the_screen_begins() -> None:
    """A request before the loop runs ends the screen as soon as it does."""
    view = pytest.importorskip("wonders_duel.play.screen.view")
    with Ending() as ending:
        held = view._View(screen(None), ending, colour=None)
        begin = held._begin

        def asked() -> None:
            ending.asked = True
            begin()

        held._begin = asked
        with pytest.raises(KeyboardInterrupt):
            held.run()


@pytest.mark.parametrize(
    ("context", "kind"),
    [
        ({"exception": ZeroDivisionError()}, ZeroDivisionError),
        ({"message": "no terminal"}, OSError),
    ],
)
def test_errors_of_the_loop(
    keys: Callable[[str], None], context: dict[str, object], kind: type[Exception]
) -> None:
    """An error in the loop ends the screen; anything after the end changes nothing."""
    view = pytest.importorskip("wonders_duel.play.screen.view")
    shown = screen(None)
    held = view._View(shown, Ending(), colour=None)
    held._wake()  # before the loop runs: nothing to wake

    def failing(key: str) -> None:
        assert key == "x"
        held._failed(None, context)
        held._failed(None, context)
        held._finish(None, None, None)

    shown.press = failing  # type: ignore[method-assign]
    keys("x")
    with pytest.raises(kind):
        held.run()


# -- the command -----------------------------------------------------------------------------------


def test_the_extra_is_needed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without the extra, one line names it."""
    monkeypatch.setattr(command, "find_spec", lambda _: None)

    assert main(["play", "--full-screen"]) == 1
    message = '--full-screen requires prompt_toolkit: pip install "wonders-duel[cli]"'
    assert capsys.readouterr().err == f"wonders-duel: {message}\n"


def test_a_terminal_is_needed(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a terminal, one line says so."""
    pytest.importorskip("prompt_toolkit")

    assert main(["play", "--full-screen"]) == 1
    assert capsys.readouterr().err == (
        "wonders-duel: --full-screen requires a terminal that can move the cursor; leave it out\n"
    )


# -- on a pseudo-terminal --------------------------------------------------------------------------


class Emulator:
    """The program on a pseudo-terminal, and the screen that a person sees."""

    def __init__(self, child: pexpect.spawn[bytes], width: int, height: int) -> None:
        """Begin with an empty screen."""
        self.child = child
        self._screen = pyte.Screen(width, height)
        self._stream = pyte.ByteStream(self._screen)
        self.raw = b""

    @property
    def text(self) -> str:
        """Return what is visible."""
        return "\n".join(self._screen.display)

    def wait(self, until: Callable[[str], bool] | str) -> str:
        """Read until the screen shows something."""
        seen = until if callable(until) else lambda text: until in text
        patience = monotonic() + PATIENCE
        while not seen(self.text):
            assert monotonic() < patience, self.text
            try:
                piece = self.child.read_nonblocking(65536, 0.1)
            except pexpect.TIMEOUT:
                continue
            except pexpect.EOF:
                assert seen(self.text), self.text
                break
            self.raw += piece
            self._stream.feed(piece)
        return self.text

    def type(self, text: str, until: Callable[[str], bool] | str) -> str:
        """Type keys, and wait for what they show."""
        self.child.send(text)
        return self.wait(until)

    def resize(self, width: int, height: int) -> None:
        """Change the size of the terminal, once everything is drawn for the present one."""
        with suppress(pexpect.TIMEOUT):
            while True:
                piece = self.child.read_nonblocking(65536, QUIET)
                self.raw += piece
                self._stream.feed(piece)
        self._screen.resize(height, width)
        self.child.setwinsize(height, width)

    def end(self) -> int | None:
        """Wait for the end and return the exit code."""
        self.child.expect(pexpect.EOF, timeout=PATIENCE)
        self.raw += self.child.before
        self._stream.feed(self.child.before)
        self.child.close()
        code: int | None = self.child.exitstatus
        return code


@contextmanager
def terminal(
    *options: str, width: int = 80, height: int = 24, **variables: str
) -> Iterator[Emulator]:
    """Start the program on a pseudo-terminal."""
    pytest.importorskip("prompt_toolkit")
    child = pexpect.spawn(
        sys.executable,
        ["-W", "error", "-m", "wonders_duel", "play", "--full-screen", "--seed", "12", *options],
        env=environment(**{"TERM": "xterm-256color", **variables}),
        dimensions=(height, width),
        timeout=PATIENCE,
        preexec_fn=_heed_signals,
    )
    try:
        yield Emulator(child, width, height)
    finally:
        child.close(force=True)


def test_a_session() -> None:
    """At 80 x 24 everything is visible; keys act at once, and leaving saves the game."""
    with terminal("--rule", "wonder_setup=first-game") as session:
        first = session.wait("Q quit")
        assert "Age I · 20 cards left · ▶ Player's turn: take a card." in first
        assert ">#14" in first
        assert "Scriptorium" in first
        assert "▶ Player · 7 coins · 2 points now" in first
        session.type("d", "2. easy builds")
        session.type("?", "Esc closes")
        session.type("\x1b", lambda text: "Esc closes" not in text)
        session.type("h", "You win with a probability of")
        session.resize(100, 30)
        session.wait(lambda text: "-$5" in text)
        session.resize(60, 20)
        session.wait("The full screen needs 80 columns and 24 rows")
        session.resize(80, 24)
        session.wait("Esc closes")
        session.type("\x1b", lambda text: "Esc closes" not in text)
        session.type("q", "Leave, and save it for later?")
        session.child.send("\r")
        assert session.end() == 0
        assert "wonders-duel play --load wonders-duel-1.txt" in session.text
    assert len(Game.load("wonders-duel-1.txt").history) == 2
    assert RESTORED in session.raw


@pytest.mark.parametrize("how", ["Ctrl-C", "SIGTERM"])
def test_an_interrupt_restores_the_terminal_and_saves(how: str) -> None:
    """Ctrl-C and signals end while a bot thinks forever: the game is saved, the terminal restored."""
    Path("thinker.py").write_text(
        "class Bot:\n    def choose(self, state):\n        while True:\n            pass\n",
        encoding="utf-8",
    )
    with terminal("--opponent", "thinker:Bot", NO_COLOR="1") as session:
        session.wait("Q quit")
        session.type("\r", "is thinking")
        if how == "Ctrl-C":
            session.child.send("\x03")
        else:
            session.child.kill(signal.SIGTERM)
        assert session.end() == 130
    assert RESTORED in session.raw
    assert b"38;5;" not in session.raw
    assert len(Game.load("wonders-duel-1.txt").history) == 1


def test_a_small_terminal_gets_the_plain_game() -> None:
    """A terminal that is too small says so, and gets the game without the full screen."""
    with terminal("--plain", width=70, height=20) as session:
        session.child.expect_exact("The full screen needs 80 columns and 24 rows")
        session.child.expect_exact("Player>")
        session.child.send("quit\r")
        assert session.end() == 0
