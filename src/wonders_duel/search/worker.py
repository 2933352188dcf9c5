"""What runs in a worker process of a search: it grows trees of its own when it is asked to."""

from __future__ import annotations

import os
import signal
import sys
import threading
import warnings
from contextlib import suppress
from queue import SimpleQueue
from typing import TYPE_CHECKING, cast

from wonders_duel.errors import BotError, WondersDuelError
from wonders_duel.evaluation import UnfittedWarning
from wonders_duel.search.collector import without_full_collections
from wonders_duel.search.findings import sums_of
from wonders_duel.search.searcher import Searcher, edges
from wonders_duel.search.study import Study
from wonders_duel.search.tasks import Answer, Halt, Report, Task, packed, unpacked
from wonders_duel.support import children
from wonders_duel.support.plugins import failure

if TYPE_CHECKING:
    from typing import Protocol

    from wonders_duel.engine.moves import Move
    from wonders_duel.search.team import Settings
    from wonders_duel.state import State

    class Wire(Protocol):
        """A connection."""

        def recv(self) -> Task | Report | Halt:
            """Wait for a message."""

        def send_bytes(self, content: bytes) -> None:
            """Send a message."""


__all__ = ["Worker", "serve"]


def serve(wire: Wire, content: bytes, place: int) -> None:
    """Search in this process, until the other end of the connection is closed.

    Args:
        wire: the connection.
        content: the settings of the search, packed.
        place: the place of this process among the workers, from 1.
    """
    # Ctrl-C reaches the whole group of processes; the one that asks ends its workers itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Programs may read what the process that asks prints: what cards print is not for them.
    sys.stdout = sys.stderr
    # The process that asks warns about cards without fitted weights, once.
    warnings.simplefilter("ignore", UnfittedWarning)
    Worker(wire, place).run(content)


class Worker:
    """A worker of a search.

    A thread reads the messages, so that this process halts, or ends, while it searches.
    """

    def __init__(self, wire: Wire, place: int) -> None:
        """Prepare to work.

        Args:
            wire: the connection.
            place: the place among the workers.
        """
        self._wire = wire
        self._place = place
        self._tasks: SimpleQueue[Task | None] = SimpleQueue()
        self._halted = 0
        """The number of the last task that is to be finished at once."""
        self._is_asked = False
        """Whether somebody waits to hear what has been found out so far."""

    def run(self, content: bytes) -> None:
        """Do tasks until the other end of the connection is closed.

        Args:
            content: the settings of the search, packed.
        """
        threading.Thread(target=self._listen, name="tasks", daemon=True).start()
        self._say(Answer(0))
        try:
            settings = cast("Settings", unpacked(content))
        except Exception as error:  # noqa: BLE001 - reported
            self._say(Answer(0, error=_unreadable("the parts of the search", error)))
            return
        searcher = self._searcher(settings)
        while (task := self._tasks.get()) is not None:
            try:
                state, played = cast("tuple[State, Move | None]", unpacked(task.content))
            except Exception as error:  # noqa: BLE001 - reported
                self._say(Answer(task.number, error=_unreadable("the state", error)))
                continue
            try:
                if task.samples is None:
                    answer = self._choose(task, state, searcher)
                else:
                    answer = self._analyse(task, state, self._searcher(settings), played)
            except WondersDuelError as error:
                answer = Answer(task.number, error=error)
            except Exception as error:  # noqa: BLE001 - reported
                answer = Answer(task.number, error=BotError(failure(error)))
            self._say(answer)

    def _searcher(self, settings: Settings) -> Searcher:
        return Searcher(
            settings.evaluation,
            settings.seed,
            settings.memory,
            prior=settings.prior,
            selection=settings.selection,
            place=self._place,
        )

    def _choose(self, task: Task, state: State, searcher: Searcher) -> Answer:
        until = None if task.seconds is None else task.clock() + task.seconds
        tree = searcher.begin(state)
        done = 0
        with without_full_collections():
            for batch in searcher.steps(tree, task.simulations, until, task.clock, tree.grow):
                done += batch
                if self._is_halted(task):
                    break
                if self._is_asked:
                    self._is_asked = False
                    sums = sums_of(done, edges(tree))
                    self._say(Answer(task.number, sums, is_final=False))
        searcher.tree = tree
        return Answer(task.number, sums_of(done, edges(tree)))

    def _analyse(self, task: Task, state: State, searcher: Searcher, played: Move | None) -> Answer:
        assert task.samples is not None
        until = None if task.seconds is None else task.clock() + task.seconds
        study = Study(state, searcher, played, solves=False)  # the first worker does
        with without_full_collections():
            for _ in study.steps(
                task.simulations, until, task.clock, task.samples, lambda: self._is_halted(task)
            ):
                if self._is_asked:
                    self._is_asked = False
                    self._say(Answer(task.number, study.findings(), is_final=False))
        return Answer(task.number, study.findings())

    def _is_halted(self, task: Task) -> bool:
        return self._halted >= task.number

    def _say(self, answer: Answer) -> None:
        try:
            content = packed(answer)
            if answer.error is not None:
                unpacked(content)  # one of a user's class may not have the arguments that it needs
        except Exception as error:  # noqa: BLE001 - of such a class, too
            said = error if answer.error is None else answer.error
            content = packed(Answer(answer.number, error=BotError(failure(said))))
        with suppress(OSError):  # nobody wants to hear it any more
            self._wire.send_bytes(content)

    def _listen(self) -> None:
        """Read messages, and end this process when there will be no more."""
        while True:
            try:
                message = self._wire.recv()
            except (EOFError, OSError):
                break
            if isinstance(message, Task):
                self._tasks.put(message)
            elif isinstance(message, Report):
                self._is_asked = True
            else:
                self._halted = message.number
        self._tasks.put(None)
        children.kill_all()
        os._exit(0)


def _unreadable(what: str, error: Exception) -> BotError:
    return BotError(
        f"a worker process cannot load {what}: {failure(error)}; define your classes in a module "
        "that it can import, or leave workers out"
    )
