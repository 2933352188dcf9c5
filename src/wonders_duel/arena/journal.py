"""``Journal``: the rows of a match in a file of JSON lines, to which they are only appended.

The first line is the document of the match, and each other line a row with a checksum. Whatever
ends the program, nothing but a part of the last line can be missing; it is cut off when the
journal is opened again.
"""

from __future__ import annotations

import errno
import os
from array import array
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, BinaryIO, Final, Self, cast

from wonders_duel.arena.differences import difference
from wonders_duel.arena.lines import (
    again,
    beyond,
    damage,
    is_row,
    line_of,
    number_of,
    row_of,
    task_of,
)
from wonders_duel.catalogues import Catalogue
from wonders_duel.errors import Fault, FormatError, LimitError, MatchError, WrongTypeError
from wonders_duel.limits import Limits, as_limits, too_large
from wonders_duel.match import Match, MatchRow
from wonders_duel.support.arguments import expect, is_within
from wonders_duel.support.phrases import shown, shown_name
from wonders_duel.text.files import named

if TYPE_CHECKING:
    from io import BufferedRandom
    from types import TracebackType

__all__ = ["Journal", "is_journal", "open_journal", "read_journal"]

_FORMAT: Final = b'"wonders-duel/match"'
"""The format in the first line of a journal."""
_SYNC_SECONDS: Final = 1.0
_NO_LOCKS: Final = frozenset(
    getattr(errno, name)
    for name in ("ENOLCK", "ENOSYS", "ENOTSUP", "EOPNOTSUPP")
    if hasattr(errno, name)
)
"""The errors of a file system without locks."""
_PART: Final = 10
"""The bits of the number of a task that say which one it is in its part."""
_IN_PART: Final = (1 << _PART) - 1
LONGEST_MATCH: Final = 100_000_000
"""The most bytes of the first line, which has the starts of a match."""


class Tasks:
    """A set of tasks, with a bit for each, in parts: a task with a high number needs no more memory.

    Args:
        parts: the bits by the number of their part, as :attr:`parts` has them.
    """

    def __init__(self, parts: Iterable[tuple[int, int]] = ()) -> None:
        """Take the bits."""
        self._parts = dict(parts)
        self.number: int = sum([bits.bit_count() for bits in self._parts.values()])

    @property
    def parts(self) -> tuple[tuple[int, int], ...]:
        """The bits of each part that has tasks, by its number."""
        return tuple(sorted(self._parts.items()))

    def add(self, task: int) -> bool:
        """Add a task, and return whether it is new."""
        place, bit = task >> _PART, 1 << (task & _IN_PART)
        bits = self._parts.get(place, 0)
        if bits & bit:
            return False
        self._parts[place] = bits | bit
        self.number += 1
        return True

    def discard(self, task: int) -> None:
        """Take back a task that has been added."""
        self._parts[task >> _PART] &= ~(1 << (task & _IN_PART))
        self.number -= 1

    def __or__(self, other: Tasks) -> Tasks:
        """Return the tasks of both sets."""
        both = self._parts.copy()
        for place, bits in other._parts.items():
            both[place] = both.get(place, 0) | bits
        return Tasks(both.items())

    def __contains__(self, task: int) -> bool:
        return bool(self._parts.get(task >> _PART, 0) >> (task & _IN_PART) & 1)


class Journal:
    """The journal of a match, open to read and append rows.

    Use :func:`open_journal` or :func:`read_journal` to get one, and ``with``, or :meth:`close`.

    Args:
        path: the path of the file.
        file: the open file, after its first line.
        match: the match.
        writes: whether rows can be appended.
        limits: the limits on the size of each row; none if left out.

    Attributes:
        path: the path of the file.
        match: the match.
        cut_off: how many bytes of an incomplete last line were cut off when it was opened.

    >>> from tempfile import TemporaryDirectory
    >>> match = Match(["greedy", "random"], deals=2)
    >>> with TemporaryDirectory() as folder:
    ...     with open_journal(Path(folder) / "match.jsonl", match) as journal:
    ...         journal.append([match.play(1)])
    ...     with read_journal(Path(folder) / "match.jsonl") as journal:
    ...         print(len(journal), 1 in journal, [row.task for row in journal])
    1 True [1]
    """

    def __init__(
        self,
        path: Path,
        file: BinaryIO,
        match: Match,
        *,
        writes: bool,
        limits: Limits | None = None,
    ) -> None:
        """Check the rows that are there."""
        self.path = path
        self.match = match
        self.cut_off: int = 0
        self._file = file
        self._writes = writes
        self._tasks = Tasks()
        self._first = file.tell()
        self._end = self._first
        self._synced = monotonic()
        self._scan(limits)
        self._rows: int = self._tasks.number

    def _scan(self, limits: Limits | None) -> None:
        """Check every line, and note its task."""
        add, end, last = self._tasks.add, self._end, len(self.match)
        most = -1 if limits is None else limits.size + 1
        for number, line in enumerate(iter(partial(self._file.readline, most), b""), start=2):
            if limits is not None and len(line) == most:
                where = f"{shown_name(str(self.path))}: line {number:,}"
                raise LimitError([Fault(too_large("it", limits.size), where)])
            task = task_of(line)
            if task is None:
                if not line.endswith(b"\n"):
                    break  # the last line is incomplete
                raise self._fault(number, damage(line))
            if task >= last:
                raise self._fault(number, beyond(task, last))
            if not add(task):
                raise self._fault(number, again(task))
            end += len(line)
        self._end = end
        self._file.seek(0, os.SEEK_END)
        self.cut_off = self._file.tell() - end
        if self.cut_off and self._writes:
            self._file.truncate(end)
            self._file.seek(end)

    def _fault(self, number: int, what: str) -> FormatError:
        return FormatError([f"{shown_name(str(self.path))}: line {number:,} {what}"])

    # -- reading ----------------------------------------------------------------------------------

    def __len__(self) -> int:
        """Return the number of rows."""
        return self._rows

    def __contains__(self, task: object) -> bool:
        """Return whether there is a row of a task."""
        return isinstance(task, int) and task >= 0 and task in self._tasks

    def __iter__(self) -> Iterator[MatchRow]:
        """Yield the rows in the order in which they were appended.

        Raises:
            OSError: the file cannot be read.
        """
        with self.path.open("rb") as file:
            file.seek(self._first)
            while file.tell() < self._end:
                yield MatchRow.from_json(file.readline())

    def ordered(self) -> Iterator[MatchRow]:
        """Yield the rows in the order of their tasks, with a few bytes in memory for each.

        Raises:
            OSError: the file cannot be read.
        """
        tasks, places = array("q"), array("q")
        with self.path.open("rb") as file:
            file.seek(self._first)
            place = self._first
            while place < self._end:
                line = file.readline()
                tasks.append(number_of(line))
                places.append(place)
                place += len(line)
            for number in sorted(range(len(tasks)), key=tasks.__getitem__):
                file.seek(places[number])
                yield MatchRow.from_json(file.readline())

    def lines(self) -> Iterator[tuple[int, str]]:
        """Yield the tasks of the rows, each with its line, as :meth:`append_lines` takes them.

        Raises:
            OSError: the file cannot be read.
        """
        with self.path.open("rb") as file:
            file.seek(self._first)
            while file.tell() < self._end:
                line = file.readline()
                yield number_of(line), row_of(line)

    def missing(self) -> Iterator[int]:
        """Yield the tasks without a row, in their order."""
        return (task for task in range(len(self.match)) if task not in self._tasks)

    # -- writing ----------------------------------------------------------------------------------

    def expect_open(self) -> None:
        """Check that rows can be appended.

        Raises:
            MatchError: the journal was opened to read it, or is closed.
        """
        if not self._writes or self._file.closed:
            how = "is closed" if self._writes else "was opened to read it"
            raise MatchError(
                f"{shown_name(str(self.path))} {how}; open it with open_journal() to append rows"
            )

    def append(self, rows: Iterable[MatchRow]) -> None:
        """Append rows: all of them, or none if one of them is refused.

        Args:
            rows: rows of tasks that are not there yet.

        Raises:
            MatchError: there is a row of a task already, the match does not have a task, or the
                journal was opened to read it or is closed.
            OSError: they cannot be written. None of them is in the file then, and the journal is
                closed; open it again to go on.
            WrongTypeError: these are not rows.
        """
        times = self.match.times
        expect(rows, Iterable, "a list of rows")
        lines = []
        for row in rows:
            expect(row, MatchRow, "a MatchRow")
            lines.append((row.task, row.to_json(times=times)))
        self.append_lines(lines)

    def append_lines(self, rows: Iterable[tuple[int, str]]) -> None:
        """Append rows that are lines already: as :meth:`append`, but without making them.

        Args:
            rows: the tasks, each with its line, as :meth:`lines` yields them.

        Raises:
            MatchError: there is a row of a task already, the match does not have a task, or the
                journal was opened to read it or is closed.
            OSError: they cannot be written; see :meth:`append`.
            WrongTypeError: these are not tasks with their lines.
        """
        self.expect_open()
        expect(rows, Iterable, "a list of tasks with their lines")
        given = list(rows)
        tasks, most = set[int](), len(self.match)
        for one in given:
            _expect_pair(one)
            task, row = one
            if not is_within(task, 0, most - 1):
                raise MatchError(f"a row {beyond(task, most)}")
            if task in self._tasks or task in tasks:
                raise MatchError(f"the journal has a row of task {task:,} already")
            if not is_row(row, task):
                raise WrongTypeError(f"expected the line of task {task:,}, got {shown(row)}")
            tasks.add(task)
        lines = []
        for task, row in given:
            self._tasks.add(task)
            lines.append(line_of(row))
        content = b"".join(lines)
        with self._named():
            # An interruption counts the rows that are in the file: not before all of them are
            # lines, and not after the long calls that write them.
            self._rows += len(lines)
            self._end += len(content)
            try:
                self._file.write(content)
                self._file.flush()
            except OSError:
                self._take_back(tasks, len(content))
                raise
            if monotonic() > self._synced + _SYNC_SECONDS:
                os.fsync(self._file.fileno())
                self._synced = monotonic()

    def _take_back(self, tasks: set[int], length: int) -> None:
        """Cut off rows that could be written in part only, and close the file.

        Args:
            tasks: their tasks.
            length: the length of their lines.
        """
        self._rows -= len(tasks)
        self._end -= length
        for task in tasks:
            self._tasks.discard(task)
        # Not through the buffer, which would write what it still has.
        raw = cast("BufferedRandom", self._file).raw
        with suppress(OSError):
            raw.truncate(self._end)
        with suppress(OSError):
            raw.close()

    @contextmanager
    def _named(self) -> Iterator[None]:
        """Name the file in an error of the disk, which is full for example."""
        try:
            yield
        except OSError as error:
            error.filename = str(self.path)
            raise

    def close(self) -> None:
        """Close the file, with everything on the disk; it does nothing if the file is closed already.

        Raises:
            OSError: the rows cannot be written to the disk.
        """
        if self._file.closed:
            return
        with self._named():
            try:
                if self._writes:
                    os.fsync(self._file.fileno())
            finally:
                self._file.close()

    def __enter__(self) -> Self:
        """Return the journal."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close the file."""
        if isinstance(error, OSError):
            with suppress(OSError):  # it is likely to be the same
                self.close()
        else:
            self.close()


def _expect_pair(one: object) -> None:
    """Raise ``WrongTypeError`` unless a value is a pair."""
    if not isinstance(one, tuple) or len(one) != 2:  # noqa: PLR2004 - a pair
        raise WrongTypeError(f"expected a task and its line, got {shown(one)}")


def open_journal(path: str | os.PathLike[str], match: Match) -> Journal:
    """Open the journal of a match to append rows to it, and create it if there is none.

    A part of a last line, which is all that can be left of a run that was killed, is cut off.

    Args:
        path: the path of the file.
        match: the match.

    Returns:
        The journal, which holds a lock on the file until it is closed, where the system and the file
        system have locks: not on Windows.

    Raises:
        FormatError: the file is not a journal, or a line of it is damaged.
        MatchError: it is the journal of another match, or another run writes to it.
        OSError: it cannot be read or written.
        WrongTypeError: an argument has the wrong type.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     with open_journal(Path(folder) / "match.jsonl", Match(["greedy", "random"])) as journal:
    ...         print(len(journal), len(journal.match))
    0 100
    """
    expect(path, (str, os.PathLike), "the path of a file")
    expect(match, Match, "a Match")
    place = Path(named(path))
    # Not mode "a": what is incomplete at the end is cut off.
    file = os.fdopen(
        os.open(place, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666), "r+b"
    )
    try:
        _lock(file, place)
        first = file.readline(LONGEST_MATCH)
        if first.endswith(b"\n"):
            _expect_match(first, place, match)
        else:
            _begin(file, first, place, match)
        return Journal(place, file, match, writes=True)
    except BaseException:
        file.close()
        raise


def read_journal(
    path: str | os.PathLike[str],
    *,
    catalogue: Catalogue | None = None,
    limits: Limits | None = None,
) -> Journal:
    """Open a journal to read it; a run may write to it at the same time.

    Args:
        path: the path of the file.
        catalogue: the cards of the match; the base game by default.
        limits: the limits on the size of each row; the default ones if left out.

    Returns:
        The journal, with the rows that the file has now.

    Raises:
        FormatError: the file is not a journal with these cards, or a line of it is damaged.
        LimitError: a row is larger than the limits allow.
        OSError: it cannot be read.
        WrongTypeError: an argument has the wrong type.

    >>> from tempfile import TemporaryDirectory
    >>> from wonders_duel.arena import run
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "match.jsonl"
    ...     rows = list(run(Match(["greedy", "random"], deals=3), journal=path))
    ...     with read_journal(path) as journal:
    ...         print(list(journal.ordered()) == rows)
    True
    """
    expect(path, (str, os.PathLike), "the path of a file")
    limits = as_limits(limits)
    place = Path(named(path))
    file = place.open("rb")
    try:
        match = match_of(file.readline(LONGEST_MATCH), place, catalogue)
        return Journal(place, file, match, writes=False, limits=limits)
    except BaseException:
        file.close()
        raise


def is_journal(path: str | os.PathLike[str]) -> bool:
    """Return whether a file begins like the journal of a match.

    Args:
        path: the path of the file.

    Raises:
        OSError: it cannot be read.
        WrongTypeError: the path is one of bytes.
    """
    place = Path(named(path))
    if not place.is_file():  # what is read from a pipe is gone
        return False
    with place.open("rb") as file:
        return _FORMAT in file.readline(len(_FORMAT) + 50)


def _begin(file: BinaryIO, first: bytes, path: Path, match: Match) -> None:
    """Write the first line of a new journal, or of one whose first line is incomplete."""
    content = match.to_json().encode("utf-8") + b"\n"
    if not content.startswith(first):
        raise FormatError([f"{shown_name(str(path))} is not the journal of a match"])
    file.seek(0)
    file.write(content)
    file.flush()
    os.fsync(file.fileno())


def _expect_match(first: bytes, path: Path, match: Match) -> None:
    """Raise `MatchError` if the first line of a journal has another match."""
    there = match_of(first, path, match.catalogue)
    if there != match:
        raise MatchError(
            f"{shown_name(str(path))} is the journal of another match: {difference(there, match)}"
        )


def match_of(first: bytes, path: Path, catalogue: Catalogue | None) -> Match:
    try:
        return Match.from_json(first, catalogue=catalogue, limits=Limits(size=LONGEST_MATCH))
    except FormatError as error:
        found = "; ".join(map(str, error.faults))
        raise FormatError(
            [f"{shown_name(str(path))} is not the journal of a match: {found}"]
        ) from None


def _lock(file: BinaryIO, path: Path) -> None:
    """Lock a journal against a second driver; the lock ends with this process.

    Windows, and some file systems that several machines share, have no such locks.
    """
    try:
        import fcntl  # noqa: PLC0415 - not on Windows
    except ImportError:  # pragma: no cover
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise MatchError(
            f"another run writes to {shown_name(str(path))}: wait for its end, or choose another file"
        ) from None
    except OSError as error:
        if error.errno not in _NO_LOCKS:
            raise
