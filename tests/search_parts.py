"""What runs in the other processes of searches, which have to be able to import it."""

from __future__ import annotations

import multiprocessing
import time
from multiprocessing.connection import Connection
from pathlib import Path

from wonders_duel import BotError, State
from wonders_duel.search.tasks import Answer, packed


def is_worker() -> bool:
    """Return whether this process was started by another one of the tests."""
    return multiprocessing.parent_process() is not None


class Points:
    """Rates states by points."""

    def log_odds(self, state: State) -> float:
        """Return the lead in points."""
        one, two = state.totals
        return (one - two) / 8


class Failing(Points):
    """Fails in other processes."""

    def __init__(self, error: Exception) -> None:
        """Keep the error."""
        self.error = error

    def log_odds(self, state: State) -> float:
        """Raise an error, but not in the process of the test."""
        if is_worker():
            raise self.error
        return super().log_odds(state)


class NetError(BotError):
    """An error that can be sent, but not received."""

    def __init__(self, address: str, code: int) -> None:
        """Word it."""
        super().__init__(f"{address} answers {code}")


class Remote(Points):
    """Raises such an error in other processes."""

    def log_odds(self, state: State) -> float:
        """Raise it, but not in the process of the test."""
        if is_worker():
            raise NetError("the network", 503)
        return super().log_odds(state)


class Slow(Points):
    """Takes its time for each state in each other process."""

    def log_odds(self, state: State) -> float:
        """Sleep for a moment, but not in the process of the test."""
        if is_worker():
            time.sleep(0.001)
        return super().log_odds(state)


class Sleepy(Points):
    """Sleeps once in each other process."""

    def __init__(self, seconds: float) -> None:
        """Keep the seconds."""
        self.seconds = seconds

    def log_odds(self, state: State) -> float:
        """Sleep, but not in the process of the test."""
        if is_worker():
            time.sleep(self.seconds)
            self.seconds = 0.0
        return super().log_odds(state)


class Gated(Points):
    """Lets no other process go on until there is a file."""

    def __init__(self, file: Path) -> None:
        """Keep the file."""
        self.file = file

    @property
    def waiting(self) -> Path:
        """The file that is there once another process waits."""
        return self.file.with_suffix(".waiting")

    def log_odds(self, state: State) -> float:
        """Wait for the file, but not in the process of the test."""
        if is_worker() and not self.waiting.exists():
            self.waiting.touch()
            while not self.file.exists():
                time.sleep(0.01)
        return super().log_odds(state)


def asleep(*_: object) -> None:
    """Be a worker that takes very long to start."""
    time.sleep(300)


def tidying(wire: Connection, content: bytes, _: int) -> None:
    """Be a worker that says that it has started, and makes a file when its connection is closed."""
    wire.send_bytes(packed(Answer(0)))
    try:
        while True:
            wire.recv_bytes()
    except (EOFError, OSError):
        Path(content.decode()).touch()
