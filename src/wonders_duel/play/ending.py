"""Graceful shutdown: signals are recorded and handled at safe points."""

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
"""The signals that ask the program to end, as far as the system has them."""
TICK: Final = 0.5
"""Seconds after which a signal is handled that came just before a system call began to wait."""


def interrupt() -> None:
    """Interrupt what is running.

    Raises:
        KeyboardInterrupt: always.
    """
    raise KeyboardInterrupt


@contextmanager
def _ticking() -> Iterator[None]:
    """Interrupt a waiting system call regularly, so that Python checks for signals.

    Otherwise a signal that comes after Python's last check, but before the system call waits,
    would be handled only with the next key.
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
    """A context in which requests to end the program are recorded.

    A signal handler can run between any two bytecodes. An exception raised there could interrupt
    anything, such as a move or the loop that reads keys, which does not always survive that. So
    the handler only records the request, and wakes up code that waits for a person. Further
    requests change nothing: a closed terminal often sends two signals.
    """

    def __init__(self) -> None:
        """Start without a request."""
        self.asked: bool = False
        self._number = 0
        self._wake: Callable[[], None] | None = None

    def __enter__(self) -> Self:
        """Install handlers, except for signals ignored at start-up, as with ``nohup``."""
        heeded = [number for number in SIGNALS if signal.getsignal(number) != signal.SIG_IGN]
        self._before = {number: signal.signal(number, self._note) for number in heeded}
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Restore the previous handlers."""
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _note(self, number: int, _frame: FrameType | None) -> None:
        if not self.asked:
            self.asked = True
            self._number = number
            if self._wake is not None:
                self._wake()

    def heeding(self, action: Callable[[], T], wake: Callable[[], None]) -> T:
        """Run something that can take long, and stop if the program is asked to end.

        Args:
            action: the function to run.
            wake: makes ``action`` end soon; called from a signal handler.

        Returns:
            The result of ``action``.

        Raises:
            KeyboardInterrupt: the program was asked to end, before or meanwhile.
        """
        self._wake = wake
        try:
            if self.asked:
                raise KeyboardInterrupt
            with _ticking():
                found = action()
        except (EOFError, OSError):  # a closed terminal can raise either
            if self.asked:
                raise KeyboardInterrupt from None
            raise
        finally:
            self._wake = None
        if self.asked:
            raise KeyboardInterrupt
        return found

    def stoppable(self, action: Callable[[], T], wake: Callable[[], None]) -> T:
        """Run something that Ctrl-C ends early, without ending the program.

        Args:
            action: the function to run; it returns soon after ``wake``.
            wake: makes ``action`` end soon; called from a signal handler.

        Returns:
            The result of ``action``.

        Raises:
            KeyboardInterrupt: another signal asked the program to end, or it was asked before.
        """
        found: list[T] = []
        try:
            self.heeding(lambda: found.append(action()), wake)
        except KeyboardInterrupt:
            if not found or self._number != signal.SIGINT:
                raise
            self.asked = False
        return found[0]
