"""Bots and programs for the tests of matches, which worker processes import."""

from __future__ import annotations

import os
import signal
import sys
from asyncio import CancelledError
from pathlib import Path

from tests.interrupting import interruptible
from wonders_duel import DiscardBuilding, Move, State, parse_move
from wonders_duel.arena import processes, run
from wonders_duel.bots import RandomBot
from wonders_duel.match import Match


class Killer(RandomBot):
    """A bot that kills its process in some tasks, each time or once."""

    def __init__(self, seed: str, tasks: str | int, once: str = "") -> None:
        """Find out from the seed whether this is one of the tasks."""
        super().__init__(seed)
        number = seed.split(", ")[1].removeprefix("task ")
        self.kills = number in str(tasks).split("-")
        if self.kills and once:
            mark = Path(once) / number
            self.kills = not mark.exists()
            mark.touch()

    def choose(self, state: State) -> Move:
        """Kill the process, or choose a move."""
        if self.kills:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().choose(state)


class Raising(RandomBot):
    """A bot that raises an error in Age I."""

    def choose(self, state: State) -> Move:
        """Raise an error in Age I."""
        if state.age:
            self.fail()
        return super().choose(state)

    def fail(self) -> None:
        """Raise an error."""
        raise ValueError("no idea")


class Leaving(RandomBot):
    """A bot that ends the program."""

    def choose(self, state: State) -> Move:  # noqa: ARG002 - it does not look
        """End the program."""
        sys.exit(3)


class Interrupting(RandomBot):
    """A bot that raises the error of Ctrl-C."""

    def choose(self, state: State) -> Move:  # noqa: ARG002 - it does not look
        """Raise the error."""
        raise KeyboardInterrupt


def interrupting() -> RandomBot:
    """Raise the error of Ctrl-C."""
    raise KeyboardInterrupt


class Cancelled(RandomBot):
    """A bot that raises an error that is not an `Exception`."""

    def choose(self, state: State) -> Move:  # noqa: ARG002 - it does not look
        """Raise the error."""
        raise CancelledError


class Mended(RandomBot):
    """A bot that cannot be created for a task, until somebody mends it."""

    def __init__(self, seed: str, task: int, mark: str) -> None:
        """Raise an error in the task, unless there is a file."""
        super().__init__(seed)
        if f", task {task}," in seed and not Path(mark).exists():
            raise OSError("no weights")


class Illegal(RandomBot):
    """A bot that chooses an illegal move in Age I."""

    def choose(self, state: State) -> Move:
        """Choose a move of the draft in Age I."""
        return state.catalogue.moves[0] if state.age else super().choose(state)


class NoMove(RandomBot):
    """A bot that returns no move."""

    def choose(self, state: State) -> Move:  # noqa: ARG002 - it does not look
        """Return nothing."""
        return None  # type: ignore[return-value]  # that is the fault


class Discarding:
    """A bot that discards cards when it can."""

    def __init__(self, last: bool = False) -> None:  # noqa: FBT001, FBT002 - a setting
        """Store the setting."""
        self.place = -1 if last else 0

    def choose(self, state: State) -> Move:
        """Choose the first or the last discard."""
        moves = [move for move in state.legal_moves if isinstance(move, DiscardBuilding)]
        return (moves or state.legal_moves)[self.place]


class Noting(RandomBot):
    """A bot that leaves a file named after its process."""

    def __init__(self, seed: str, folder: str) -> None:
        """Leave the file."""
        super().__init__(seed)
        (Path(folder) / str(os.getpid())).touch()


def broken(seed: str) -> RandomBot:
    """Fail to create a bot."""
    raise RuntimeError(f"no bot today, {len(seed) > 0}")


def long_match(deals: int, bot: str = "random") -> Match:
    """Return a match that takes a while."""
    return Match([bot, "random"], deals=deals, seed="killed")


class Torn(Killer):
    """A bot that kills its process while that sends a result, once in each task of a list."""

    def choose(self, state: State) -> Move:
        """Send a part of a result and kill the process, or choose a move."""
        if self.kills:
            send_a_part()
        return super().choose(state)


def send_a_part() -> None:
    """Begin to send a result as a process of the executor does, which nobody else may do meanwhile."""
    frame = sys._getframe()
    while "result_queue" not in frame.f_locals:
        assert frame.f_back is not None
        frame = frame.f_back
    results = frame.f_locals["result_queue"]
    if results._wlock is not None:  # on Windows, others may send
        results._wlock.acquire()
    results._writer._send((1_000).to_bytes(4, "big") + b"a part")


def sleep_while_sending(file: Path) -> None:
    """Send a part of a result, make a file, and then send nothing."""
    send_a_part()
    file.touch()
    signal.pause()


class OfBaseGame(RandomBot):
    """A bot that chooses moves of the base game, whatever the cards are."""

    def choose(self, state: State) -> Move:
        """Choose a move by its text."""
        return parse_move(str(super().choose(state)))


if __name__ == "__main__":
    interruptible()
    path, deals, *folder = sys.argv[1:]
    match = long_match(int(deals))
    if folder:
        match = long_match(int(deals), f"tests.arena_bots:Noting,folder={folder[0]}")
    workers = 2 if folder else 1
    for _ in run(match, processes(workers), workers=workers, journal=path):
        pass
