"""A program that runs, and the pipes to it: everything that can go wrong with it has a limit."""

from __future__ import annotations

import atexit
import os
import signal
import subprocess
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import SimpleQueue
from threading import Condition, Thread, current_thread
from typing import IO, Final, NamedTuple

from wonders_duel.errors import BotError
from wonders_duel.protocol.lines import lines
from wonders_duel.protocol.messages import LONGEST_LINE, BotHello, Request, written
from wonders_duel.support import children
from wonders_duel.support.phrases import LONGEST_SHOWN, on_one_line, shown

__all__ = [
    "MOST_OUTPUT",
    "MOST_WORDS",
    "BrokenProgramError",
    "Key",
    "Program",
    "cannot_start",
    "keep",
    "kept",
]

MOST_OUTPUT: Final = 1 << 20
"""The most bytes that a program may write for one request."""
_QUIT: Final = 1.0
"""The seconds that a program has to end when it is asked to."""
_LAST: Final = 0.5
"""The seconds to wait for the exit code of a program that has closed its output."""
MOST_WORDS: Final = 400
"""The most characters of what it says that a message shows."""
_MOST_KEPT: Final = 4
_CHUNK: Final = 1 << 16


class BrokenProgramError(Exception):
    """A program did something wrong; the text goes on after its name."""


class Key(NamedTuple):
    """What two programs have in common that can replace each other."""

    command: tuple[str, ...]
    folder: str
    options: str


def cannot_start(command: Sequence[str], why: str) -> BotError:
    """Return the error for a program that cannot be started.

    Args:
        command: the program with its arguments.
        why: what the system says.
    """
    return BotError(f"cannot start the program {shown(command[0])}: {why}")


class _Output:
    """What a program writes to its output. Threads hold on to this object, not to the program."""

    def __init__(self) -> None:
        self.changed = Condition()
        self.lines: deque[bytes | None] = deque()
        self.size = 0
        """The bytes since the last request."""
        self.is_flooded = False
        self.is_over = False

    def listen(self, stream: IO[bytes]) -> None:
        """Take lines until the end."""

        def read() -> bytes:
            chunk: bytes = os.read(stream.fileno(), _CHUNK)
            self.size += len(chunk)
            if self.size > MOST_OUTPUT:
                self.is_flooded = True
                return b""
            return chunk

        with stream:
            with suppress(OSError):
                for line in lines(read, LONGEST_LINE):
                    with self.changed:
                        self.lines.append(line)
                        self.changed.notify()
            with self.changed:
                self.is_over = True
                self.changed.notify()
            with suppress(OSError):
                while os.read(stream.fileno(), _CHUNK):
                    pass  # a flood, until the program is killed

    def line(self, until: float) -> bytes | None:
        """Return the next line, or ``None`` if there is none in time or ever."""
        with self.changed:
            self.changed.wait_for(
                lambda: self.lines or self.is_over, max(0.0, until - time.monotonic())
            )
            if not self.lines and self.is_flooded:
                raise BrokenProgramError(f"wrote more than {MOST_OUTPUT:,} bytes for one request")
            if not self.lines:
                return None
            line = self.lines.popleft()
        if line is None:
            raise BrokenProgramError(f"wrote a line of more than {LONGEST_LINE:,} bytes")
        return line


class _Log:
    """The end of what a program writes to its standard error."""

    def __init__(self) -> None:
        self.end = b""

    def listen(self, stream: IO[bytes]) -> None:
        """Read to the end, and keep the last bytes."""
        with stream, suppress(OSError):
            while chunk := os.read(stream.fileno(), _CHUNK):
                self.end = (self.end + chunk)[-4 * MOST_WORDS :]


def _feed(stream: IO[bytes], inbox: SimpleQueue[bytes | None]) -> None:
    """Write what is in the inbox, until ``None``: in a thread, as the program need not read it."""
    with suppress(OSError), stream:
        while content := inbox.get():
            while content:
                content = content[os.write(stream.fileno(), content) :]


class Program:
    """A program.

    Attributes:
        hello: what it said about itself, once it has.
        number: the id of the last request.
    """

    def __init__(self, key: Key) -> None:
        """Prepare to start it: who will end it has to know it before it runs.

        Args:
            key: the command, and what else matters to who uses it again.
        """
        self.key = key
        self.owner: int = os.getpid()
        self.hello: BotHello | None = None
        self.number = 0
        self._output = _Output()
        self._log = _Log()
        self._inbox: SimpleQueue[bytes | None] = SimpleQueue()
        self._process: subprocess.Popen[bytes] | None = None
        self._threads: list[Thread] = []

    def start(self) -> None:
        """Start it; if this fails in any way, it has to be killed.

        Raises:
            BotError: it cannot be started.
        """
        try:
            self._process = subprocess.Popen(  # noqa: S603 - what the caller wants to run
                self.key.command,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=self.key.folder,
                # A group of its own, which can be killed as a whole; Ctrl-C is the host's business.
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise cannot_start(self.key.command, why) from None
        jobs: tuple[Callable[[IO[bytes]], None], ...] = (
            _feeder(self._inbox),
            self._output.listen,
            self._log.listen,
        )
        self._threads = [
            Thread(target=_attend, args=(job, pipe), name="pipe of a bot", daemon=True)
            for job, pipe in zip(jobs, _pipes(self._process), strict=True)
        ]
        children.watch(self._process)
        try:
            for thread in self._threads:
                thread.start()
        except RuntimeError as error:  # there are too many
            raise cannot_start(self.key.command, str(error)) from None

    @property
    def name(self) -> str:
        """The name of the program for messages."""
        called = "" if self.hello is None else on_one_line(self.hello["name"], LONGEST_SHOWN)
        return called or on_one_line(self.key.command[0])

    @property
    def is_usable(self) -> bool:
        """Whether it runs, and was started by this process."""
        is_own = self._process is not None and self.owner == os.getpid()
        return is_own and not self._output.is_over

    def send(self, request: Request) -> None:
        """Send a request, without waiting until it is read.

        Args:
            request: the request.
        """
        self._output.size = 0
        self._inbox.put(written(request))

    def line(self, until: float) -> bytes | None:
        """Return the next line that it writes.

        Args:
            until: when to give up, by ``time.monotonic``.

        Returns:
            The line, or ``None`` if there is none in time.

        Raises:
            BrokenProgramError: it has ended or has written too much.
        """
        line = self._output.line(until)
        if line is None and self._output.is_over:
            raise BrokenProgramError(self._end())
        return line

    def _end(self) -> str:
        """Say how it has ended."""
        assert self._process is not None  # it has been started
        try:
            code = self._process.wait(_LAST)
        except subprocess.TimeoutExpired:
            return "closed its output"
        if code < 0:
            names = {one.value: one.name for one in signal.Signals}
            return f"was ended by the signal {names.get(-code, -code)}"
        return f"ended with the exit code {code}"

    def close(self) -> None:
        """Ask it to quit, and kill it if it does not."""
        if self._process is None or self.owner != os.getpid():
            return
        try:
            self.send({"type": "quit"})
            self._inbox.put(None)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_QUIT)
        finally:  # also after Ctrl-C
            self.kill()

    def kill(self) -> str:
        """Kill it, and return the end of what it wrote to its standard error."""
        if self._process is None or self.owner != os.getpid():
            return ""
        children.kill(self._process)
        self._inbox.put(None)
        for thread, pipe in zip(self._threads, _pipes(self._process), strict=False):
            if thread.ident is None:  # it has not been started
                pipe.close()
            elif thread is not current_thread():  # the garbage collector runs in any thread
                thread.join(_LAST)
        text = on_one_line(self._log.end.decode("utf-8", "replace"))
        return text if len(text) <= MOST_WORDS else f"…{text[-MOST_WORDS:]}"


def _pipes(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
    """Return the pipes to the input, the output and the standard error of a process."""
    assert process.stdin is not None  # as asked for, as are the others
    assert process.stdout is not None
    assert process.stderr is not None
    return process.stdin, process.stdout, process.stderr


def _attend(job: Callable[[IO[bytes]], None], pipe: IO[bytes]) -> None:
    """Do the job of a thread, unless the pipe was closed before, since its start was interrupted."""
    if not pipe.closed:
        job(pipe)


def _feeder(inbox: SimpleQueue[bytes | None]) -> Callable[[IO[bytes]], None]:
    return lambda stream: _feed(stream, inbox)


# -- programs that are used again -----------------------------------------------------------------

_kept: Final[list[Program]] = []
"""Programs that wait for their next game, the last one that played last."""
_is_ending: Final[list[bool]] = []
"""Not empty when Python ends: bots may be closed after this module."""


def keep(program: Program) -> None:
    """Keep a program for the next game; of many, those that played last.

    Args:
        program: a program that has answered all requests.
    """
    _kept.append(program)
    while len(_kept) > (0 if _is_ending else _MOST_KEPT):
        _kept.pop(0).close()


def kept(key: Key) -> Program | None:
    """Return a program that was kept, if there is one that still runs.

    Args:
        key: the program that is needed.
    """
    for program in reversed(_kept.copy()):
        if program.key == key:
            with suppress(ValueError):  # taken by another thread meanwhile
                _kept.remove(program)
                if program.is_usable:
                    return program
                program.close()
    return None


def _close_kept() -> None:
    """Close the programs that were kept, and keep no others: Python ends."""
    _is_ending.append(True)
    try:
        while _kept:
            _kept.pop().close()
    except BaseException:  # Ctrl-C, while one of them has time to end
        children.kill_all()
        raise


atexit.register(_close_kept)
