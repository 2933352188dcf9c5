"""Graceful shutdown: requests are handled at safe points, and waiting code is woken up."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from threading import Event, Timer

import pytest

from wonders_duel.play import terminal
from wonders_duel.play.ending import SIGNALS, Ending, interrupt
from wonders_duel.play.terminal import Terminal

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="no such signals there"),
    pytest.mark.needs("signals"),
]


@pytest.fixture
def ending() -> Iterator[Ending]:
    """Record signals, and restore the handlers afterwards."""
    # The process that runs the tests may ignore them, as in the background.
    outside = [signal.signal(number, signal.SIG_DFL) for number in SIGNALS]
    try:
        with Ending() as listening:
            yield listening
        assert {signal.getsignal(number) for number in SIGNALS} == {signal.SIG_DFL}
    finally:
        for number, handler in zip(SIGNALS, outside, strict=True):
            signal.signal(number, handler)


@pytest.mark.parametrize("number", SIGNALS)
def test_waiting_code_is_woken_once(ending: Ending, number: signal.Signals) -> None:
    """The first request wakes up waiting code; further ones change nothing."""
    woken: list[str] = []

    def what() -> int:
        signal.raise_signal(number)
        signal.raise_signal(number)
        return 1

    with pytest.raises(KeyboardInterrupt):
        ending.heeding(what, lambda: woken.append("woken"))
    assert woken == ["woken"]
    assert ending.asked


def test_ignored_signals_stay_ignored() -> None:
    """Signals that were ignored at start-up, as with ``nohup``, stay ignored."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    other = signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        with Ending() as ending:
            signal.raise_signal(signal.SIGHUP)
            assert not ending.asked
            assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
            signal.raise_signal(signal.SIGTERM)
            assert ending.asked
    finally:
        signal.signal(signal.SIGHUP, before)
        signal.signal(signal.SIGTERM, other)


def test_no_step_begins_after_a_request(ending: Ending) -> None:
    """After a request the next step does not begin."""
    begun: list[str] = []
    signal.raise_signal(signal.SIGTERM)

    with pytest.raises(KeyboardInterrupt):
        ending.heeding(lambda: begun.append("begun"), interrupt)
    assert begun == []


def test_without_a_request_the_result_passes_through(ending: Ending) -> None:
    """Without a request, the result or error passes through, and the timer is restored."""
    handler = signal.getsignal(signal.SIGALRM)
    others = signal.setitimer(signal.ITIMER_REAL, 1000)  # the timer of the test run
    try:
        assert ending.heeding(lambda: signal.getitimer(signal.ITIMER_REAL)[1], interrupt) > 0
        with pytest.raises(EOFError):
            ending.heeding(_end_of_input, interrupt)
        left, interval = signal.getitimer(signal.ITIMER_REAL)
    finally:
        signal.setitimer(signal.ITIMER_REAL, *others)
    assert 900 < left <= 1000
    assert interval == 0
    assert signal.getsignal(signal.SIGALRM) is handler
    assert not ending.asked


def _end_of_input() -> None:
    raise EOFError


def test_a_closing_terminal_requests_the_end(ending: Ending) -> None:
    """A closing terminal requests the end, whether end of input or the signal comes first."""

    def closed() -> None:
        signal.raise_signal(signal.SIGHUP)
        raise EOFError

    with pytest.raises(KeyboardInterrupt):
        ending.heeding(closed, lambda: None)


def test_reading_is_interrupted(ending: Ending) -> None:
    """A request interrupts reading, even in a system call that restarts after a signal."""
    reading, writing = os.pipe()
    later = Timer(0.2, os.kill, (os.getpid(), signal.SIGTERM))
    later.start()
    with pytest.raises(KeyboardInterrupt):
        ending.heeding(lambda: os.read(reading, 1), interrupt)
    later.join()
    os.close(reading)
    os.close(writing)


def test_a_system_without_timers(ending: Ending, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a system without timers, the call still works."""
    monkeypatch.delattr(signal, "setitimer")

    assert ending.heeding(lambda: 3, interrupt) == 3


# -- searches -------------------------------------------------------------------------------------


def test_a_search_shows_its_progress(
    ending: Ending, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a terminal, a search shows how far it is; elsewhere it does not."""

    def search(_: Event, report: Callable[[int, int], None]) -> int:
        report(1, 2)
        return 3

    shown = Terminal(list, ending, colour=False)
    assert shown.study(search) == 3
    assert capsys.readouterr().out == ""
    monkeypatch.setattr(terminal, "is_terminal", lambda: True)
    assert shown.study(search) == 3
    assert capsys.readouterr().out == "\r1/2\r"


def test_ctrl_c_stops_a_search_alone(ending: Ending) -> None:
    """Ctrl-C ends a search early; another signal, or an earlier request, ends the program."""

    def search(number: int) -> Callable[[Event, object], bool]:
        def searching(stop: Event, _: object) -> bool:
            signal.raise_signal(number)
            return stop.is_set()

        return searching

    shown = Terminal(list, ending, colour=False)
    assert shown.study(search(signal.SIGINT))
    assert not ending.asked
    with pytest.raises(KeyboardInterrupt):
        shown.study(search(signal.SIGTERM))
    with pytest.raises(KeyboardInterrupt):
        shown.study(search(signal.SIGINT))


# -- the prompt with history and completion -------------------------------------------------------


@pytest.fixture
def keys(monkeypatch: pytest.MonkeyPatch) -> Iterator[object]:
    """Return the pipe that feeds keys to the prompt."""
    application = pytest.importorskip("prompt_toolkit.application")
    inputs = pytest.importorskip("prompt_toolkit.input")
    outputs = pytest.importorskip("prompt_toolkit.output")
    monkeypatch.setattr(terminal, "is_terminal", lambda: True)
    monkeypatch.setenv("TERM", "xterm-256color")
    with (
        inputs.create_pipe_input() as pipe,
        application.create_app_session(input=pipe, output=outputs.DummyOutput()),
    ):
        yield pipe


def _type(keys: object, text: str) -> None:
    send = getattr(keys, "send_text")  # noqa: B009 - the library is there for some only
    send(text)


def test_a_line_is_read(ending: Ending, keys: object) -> None:
    """The prompt returns the line that was typed."""
    asking = Terminal(lambda: ["moves", "help"], ending, colour=False)
    _type(keys, "moves\r")

    assert asking.ask("? ") == "moves"


def test_a_request_ends_the_prompt(ending: Ending, keys: object) -> None:
    """A request ends the prompt before it begins, while it begins, and while it waits."""

    def words() -> list[str]:
        signal.raise_signal(signal.SIGTERM)
        return []

    asking = Terminal(words, ending, colour=False)
    _type(keys, "\t")
    with pytest.raises(KeyboardInterrupt):
        asking.ask("? ")
    with pytest.raises(KeyboardInterrupt):
        asking.ask("? ")


@pytest.mark.usefixtures("keys")
@pytest.mark.parametrize("step", ["run", "reset"])
def test_a_request_while_the_prompt_begins(
    ending: Ending, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """A request is handled if the event loop does not exist yet or does not wait yet."""
    application = pytest.importorskip("prompt_toolkit.application").Application
    begin = getattr(application, step)

    def interrupted(self: object, *arguments: object, **options: object) -> object:
        signal.raise_signal(signal.SIGTERM)
        return begin(self, *arguments, **options)

    asking = Terminal(list, ending, colour=False)
    monkeypatch.setattr(application, step, interrupted)
    with pytest.raises(KeyboardInterrupt):
        asking.ask("? ")


def test_a_request_takes_precedence_over_an_error(ending: Ending, keys: object) -> None:
    """If a request and an error come at once, the request wins."""

    def words() -> list[str]:
        signal.raise_signal(signal.SIGHUP)
        raise OSError(5, "the terminal is gone")

    asking = Terminal(words, ending, colour=False)
    _type(keys, "\t")
    with pytest.raises(KeyboardInterrupt):
        asking.ask("? ")


def test_an_error_at_the_prompt_ends_it(ending: Ending, keys: object) -> None:
    """An error at the prompt is raised at once, without waiting for a key."""

    def words() -> list[str]:
        raise OSError(5, "the terminal is gone")

    asking = Terminal(words, ending, colour=False)
    _type(keys, "\t")
    with pytest.raises(OSError, match="the terminal is gone"):
        asking.ask("? ")
    assert not ending.asked
