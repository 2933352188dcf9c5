"""Requests to end, from the keyboard or by a signal: noted at once, heeded where nothing is half done."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Final, Self, TypeVar

__all__ = ["Ending", "interrupt"]

T = TypeVar("T")

SIGNALS: Final = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
"""What asks the program to end: Ctrl-C, a request, a terminal that is closed. Not every system has all."""
TICK: Final = 0.5
"""Seconds after which a request is heeded that came just before the system began to wait."""


def interrupt() -> None:
    """Break off what runs.

    Raises:
        KeyboardInterrupt: always.
    """
    raise KeyboardInterrupt


@contextmanager
def _ticking() -> Iterator[None]:
    """Interrupt the system's waiting again and again, for Python to look whether a signal has come.

    One that comes after the last look, and before the system waits, would be heeded with the next
    key only.
    """
    if not hasattr(signal, "setitimer"):
        yield
        return
    handler = signal.signal(signal.SIGALRM, lambda _number, _frame: None)
    clock = signal.setitimer(signal.ITIMER_REAL, TICK, TICK)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        signal.setitimer(signal.ITIMER_REAL, *clock)


class Ending:
    """Whether somebody has asked the program to end, while it is entered.

    A handler of a signal can run between any two steps of the program. An exception from there would
    break off whatever runs: a move, or the loop that reads the keys, which does not always survive that. So
    the request is noted, and only what waits for a person is woken up. A second one changes nothing: a
    terminal that is closed often says so twice.
    """

    def __init__(self) -> None:
        """Begin without a request."""
        self.asked: bool = False
        self._wake: Callable[[], None] | None = None

    def __enter__(self) -> Self:
        """Listen, but for what is ignored by the wish of whoever started the program, as with ``nohup``."""
        heeded = [number for number in SIGNALS if signal.getsignal(number) != signal.SIG_IGN]
        self._before = {number: signal.signal(number, self._note) for number in heeded}
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Let others listen again."""
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _note(self, _number: int, _frame: FrameType | None) -> None:
        if not self.asked:
            self.asked = True
            if self._wake is not None:
                self._wake()

    def heeding(self, what: Callable[[], T], wake: Callable[[], None]) -> T:
        """Do something that can take long, and stop when a request comes.

        Args:
            what: what to do.
            wake: makes it end soon; called from the handler of a signal.

        Returns:
            What it gives.

        Raises:
            KeyboardInterrupt: somebody has asked, before or meanwhile.
        """
        self._wake = wake
        try:
            if self.asked:
                raise KeyboardInterrupt
            with _ticking():
                found = what()
        except (EOFError, OSError):  # a terminal that is closed: how it is told does not matter
            if self.asked:
                raise KeyboardInterrupt from None
            raise
        finally:
            self._wake = None
        if self.asked:
            raise KeyboardInterrupt
        return found
