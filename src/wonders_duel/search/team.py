"""``Team``: worker processes that share the work of a search, each with a tree of its own."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final, Protocol, cast

import attrs

from wonders_duel.errors import BotError, WrongTypeError
from wonders_duel.search import worker
from wonders_duel.search.searcher import is_never_stopped
from wonders_duel.search.tasks import Answer, Halt, Report, Task, packed, share, unpacked
from wonders_duel.support.browser import is_in_browser
from wonders_duel.support.phrases import shown
from wonders_duel.support.plugins import failure

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess
    from socket import socket

    from wonders_duel.engine.moves import Move
    from wonders_duel.search.findings import Findings, Sums
    from wonders_duel.search.parts import Evaluation, Prior, Selection
    from wonders_duel.seeds import Seed
    from wonders_duel.state import State

__all__ = ["Settings", "Team"]

_LATE: Final = 0.01
"""How many seconds a search waits for its workers when its time is over or it is stopped."""
_NEWS: Final = 0.02
"""How many seconds a search waits for what they have found out so far."""
_LOOK: Final = 0.5
"""The seconds for which a search waits in one go: on some systems, Ctrl-C works only in between."""
_STARTING: Final = 0.5
"""The part of the time of a task in which workers are started; this process searches in the rest."""
_PATIENCE: Final = 1.0
"""The seconds in which workers have to end."""


@attrs.frozen
class Settings:
    """What the searches of all workers have in common.

    Attributes:
        evaluation: rates states; ``None`` for the one that comes with the library.
        prior: says how promising moves are; ``None`` for the one of the library.
        selection: says which move is tried next; ``None`` for the one of the library.
        seed: makes the draws of chance outcomes reproducible.
        memory: the most memory of each tree in bytes.
    """

    evaluation: Evaluation | None
    prior: Prior | None
    selection: Selection | None
    seed: Seed
    memory: int


class _Wire(Protocol):
    """A connection to a worker."""

    def send(self, message: Task | Report | Halt) -> None:
        """Send a message."""

    def recv_bytes(self) -> bytes:
        """Receive a message."""

    def poll(self, seconds: float = 0.0, /) -> bool:
        """Return whether there is a message, or there will be no more."""

    def fileno(self) -> int:
        """Return its number."""

    def close(self) -> None:
        """Close it."""


@attrs.define(eq=False)
class _Worker:
    """A worker process.

    Attributes:
        place: its place among the workers; this process has 0.
        wire: the connection.
        process: the process.
        has_started: whether it has said something; from then on it ends with the connection.
        awaited: the number of the task that it has not finished; 0 if it has nothing to do.
        is_asked: whether it has not yet said what it has found out so far.
        found: what it has found out about the state of the last task.
    """

    place: int
    wire: _Wire
    process: SpawnProcess
    has_started: bool = False
    awaited: int = 0
    is_asked: bool = False
    found: Sums | Findings | None = None


class Team:
    """The worker processes of a search: all its workers but this process.

    They are started for the first task, those for which its time is too short for one of the next,
    and end when the team is closed or with this process.
    """

    def __init__(self, workers: int, settings: Settings) -> None:
        """Start no process yet.

        Args:
            workers: how many share the work, together with this process; from 2.
            settings: what their searches have in common.

        Raises:
            WrongTypeError: a part of the search cannot be sent to other processes.
        """
        for part in (settings.evaluation, settings.prior, settings.selection):
            _expect_sendable(part)
        self.workers = workers
        self._content = packed(settings)
        self._others: list[_Worker] = []
        self._owner = os.getpid()
        self._number = 0
        self._last: float | None = None
        """When not to wait for the workers any longer."""

    def share(self, total: int, place: int = 0) -> int:
        """Return a worker's share of a number.

        Args:
            total: the number.
            place: the place of the worker; 0 for this process.
        """
        return share(total, place, self.workers)

    # -- tasks -------------------------------------------------------------------------------------

    def begin(
        self,
        state: State,
        simulations: int | None,
        until: float | None,
        clock: Callable[[], float],
        *,
        samples: int | None = None,
        played: Move | None = None,
        is_stopped: Callable[[], bool] = is_never_stopped,
    ) -> None:
        """Let the others search a state, each with its share of the work.

        Those that have not been started yet are started first, as far as the time allows.

        Args:
            state: the state.
            simulations: the number of simulations of all workers together; ``None`` for no limit.
            until: when to stop; ``None`` for no limit.
            clock: what the time is read from. Each worker measures its own time.
            samples: for an analysis, the most games to play on after each move.
            played: the move that was played in the game.
            is_stopped: asked whether to start no more workers.

        Raises:
            BotError: a worker cannot be started, reports an error, or has ended.
            WrongTypeError: the cards cannot be sent to other processes.
        """
        if self._owner != os.getpid():  # forked: these workers belong to the other process
            self.close()
            self._owner = os.getpid()
        content = _sent(state, played)
        self._start(until, clock, is_stopped)
        self._number += 1
        is_timed = until is not None and clock is not time.process_time
        self._last = None
        if is_timed:
            assert until is not None
            self._last = time.monotonic() + until - clock() + _LATE
        patience = 0.0 if is_timed else _LOOK  # for those that are busy with an earlier task
        for one in self._others:
            one.found = None
            while one.awaited and (self._listen([one], patience) or not is_timed):
                pass
            own = None if simulations is None else self.share(simulations, one.place)
            if one.awaited or own == 0:
                continue  # it has not even finished the task before; or there is nothing left for it
            seconds = None if until is None else max(until - clock(), 0.0)
            games = None if samples is None else self.share(samples, one.place)
            one.awaited = self._number
            self._send(one, Task(self._number, content, own, seconds, clock, games))

    def is_finished(self, seconds: float) -> bool:
        """Wait for some time, and return whether the others have finished or are too late.

        Args:
            seconds: the most time to wait.

        Raises:
            BotError: a worker reports an error, or has ended.
        """
        until = time.monotonic() + seconds
        while awaited := self._awaited():
            now = time.monotonic()
            last = until if self._last is None else min(until, self._last)
            if now >= last:
                return self._last is not None and now >= self._last
            self._listen(awaited, last - now)
        return True

    def finish(self) -> None:
        """Wait for the others, and halt those that are too late.

        Raises:
            BotError: a worker reports an error, or has ended.
        """
        while not self.is_finished(_LOOK):
            pass
        self.halt()

    def halt(self) -> None:
        """Let the others finish at once, and wait for a moment only from now on.

        Raises:
            BotError: a worker has ended.
        """
        self._last = time.monotonic() + _LATE
        for one in self._awaited():
            self._send(one, Halt(self._number))

    def ask(self) -> None:
        """Ask the others for what they have found out so far, and wait a moment for it.

        Raises:
            BotError: a worker reports an error, or has ended.
        """
        for one in self._awaited():
            if not one.is_asked:
                one.is_asked = True
                self._send(one, Report(self._number))
        until = time.monotonic() + _NEWS
        while asked := [one for one in self._awaited() if one.is_asked]:
            left = until - time.monotonic()
            if left <= 0:
                break
            self._listen(asked, left)

    def sums(self) -> list[Sums]:
        """Return what each of the others has brought back from the moves, in a fixed order."""
        return cast("list[Sums]", self._found())

    def findings(self) -> list[Findings]:
        """Return what each of the others has found out for the analysis, in a fixed order."""
        return cast("list[Findings]", self._found())

    def _found(self) -> list[Sums | Findings]:
        return [one.found for one in self._others if one.found is not None]

    def _awaited(self) -> list[_Worker]:
        return [one for one in self._others if one.awaited == self._number]

    # -- messages ----------------------------------------------------------------------------------

    def _listen(self, workers: list[_Worker], seconds: float) -> bool:
        """Wait for some of the workers, and return whether one of them has said something."""
        from multiprocessing.connection import wait  # noqa: PLC0415 - see _started

        ready = wait([cast("socket", one.wire) for one in workers], seconds)
        for one in workers:
            if one.wire not in ready:
                continue
            try:
                content = one.wire.recv_bytes()
            except (EOFError, OSError):
                raise self._lost(one) from None
            self._take(one, cast("Answer", unpacked(content)))
        return bool(ready)

    def _take(self, one: _Worker, answer: Answer) -> None:
        if answer.error is not None:
            self.close()
            raise answer.error
        one.has_started = True
        one.is_asked = False
        if answer.is_final and answer.number == one.awaited:
            one.awaited = 0
        if answer.number == self._number:
            one.found = answer.found

    def _send(self, one: _Worker, message: Task | Report | Halt) -> None:
        try:
            one.wire.send(message)
        except OSError:
            raise self._lost(one) from None

    def _lost(self, one: _Worker) -> BotError:
        """Return the error for a worker that has ended, and end the others."""
        one.process.join(_PATIENCE)
        code = "unknown" if one.process.exitcode is None else one.process.exitcode
        self.close()
        text = f"worker {one.place + 1} of {self.workers} of the search has ended"
        if one.has_started:
            return BotError(f"{text} (exit code {code}); the next search starts another one")
        return BotError(
            f"{text} before it could start (exit code {code}): workers import the main module of a "
            "program, so it cannot be read from standard input, and needs the line "
            'if __name__ == "__main__": before the code that it runs'
        )

    # -- processes ---------------------------------------------------------------------------------

    def _start(
        self, until: float | None, clock: Callable[[], float], is_stopped: Callable[[], bool]
    ) -> None:
        """Start the workers that are missing; what the time does not allow is left to later tasks."""
        last = None
        if until is not None:
            now = clock()
            last = now + _STARTING * (until - now)
        for place in range(len(self._others) + 1, self.workers):
            if is_stopped() or (last is not None and clock() >= last):
                return
            self._others.append(self._started(place))

    def _started(self, place: int) -> _Worker:
        """Start a worker."""
        if is_in_browser():
            self.close()
            raise BotError(
                "worker processes cannot be started here, as in a browser: leave workers out"
            )
        try:
            # There are no such modules in a browser.
            from multiprocessing import get_context  # noqa: PLC0415

            spawn = get_context("spawn")
            ours, theirs = spawn.Pipe()
            process = spawn.Process(
                target=worker.serve, args=(theirs, self._content, place), daemon=True
            )
            with _undisturbed_start():
                process.start()
            theirs.close()
        except Exception as error:
            self.close()
            raise BotError(
                f"a worker process cannot be started: {type(error).__name__}: {error}; "
                "leave workers out"
            ) from error
        return _Worker(place, ours, process)

    def close(self) -> None:
        """End the workers; the next task starts others."""
        workers, self._others = self._others, []
        is_ours = self._owner == os.getpid()
        for one in workers:
            # One that is still importing does not listen, and has nothing to save. The others end
            # themselves, since the parts of their searches may have started programs.
            if is_ours and _is_starting(one):
                one.process.kill()
            one.wire.close()
        if not is_ours:
            return
        last = time.monotonic() + _PATIENCE
        for one in workers:
            one.process.join(max(last - time.monotonic(), 0.0))
            if one.process.exitcode is None:
                one.process.kill()
                one.process.join()
            # Where SIGCHLD is ignored, nobody can tell that it has ended.
            with suppress(ValueError):
                one.process.close()


def _is_starting(one: _Worker) -> bool:
    """Return whether a worker has not said anything yet, not even what is still to be received."""
    if not one.has_started:
        with suppress(OSError):  # on Windows, if it has ended
            return not one.wire.poll()
    return False


def _expect_sendable(part: object) -> None:
    """Raise ``WrongTypeError`` unless a part of a search can be sent to other processes."""
    try:
        packed(part)
    except Exception as error:
        raise WrongTypeError(
            f"expected parts of a search that can be pickled for its workers, got {shown(part)}: "
            f"{failure(error)}; leave workers out, or define the class in a module"
        ) from error


def _sent(state: State, played: Move | None) -> bytes:
    """Return what workers search, or raise ``WrongTypeError`` if its cards cannot be sent."""
    try:
        return packed((state, played))
    except Exception as error:
        raise WrongTypeError(
            f"expected cards that can be pickled for the workers of a search, got {state.catalogue!r}: "
            f"{failure(error)}; leave workers out, or define the classes outside functions"
        ) from error


@contextmanager
def _undisturbed_start() -> Iterator[None]:
    """Keep Ctrl-C away from a process that is about to start, where the system can do that."""
    mask = getattr(signal, "pthread_sigmask", None)
    if mask is None:
        yield
        return
    from multiprocessing import resource_tracker  # noqa: PLC0415 - see _started

    resource_tracker.ensure_running()  # changes the mask when it starts
    before = mask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        mask(signal.SIG_SETMASK, before)
