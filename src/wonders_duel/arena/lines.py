"""The lines of a journal: how a row is written with its checksum, and what can be wrong with a line."""

from __future__ import annotations

from typing import Final
from zlib import crc32

from wonders_duel.support.arguments import is_encodable

__all__ = ["again", "beyond", "damage", "is_row", "line_of", "number_of", "row_of", "task_of"]

_START: Final = b'{"task":'
_CHECK: Final = b',"check":"'
_END: Final = b'"}\n'
_LONGEST: Final = len(_START) + 20
"""The task of a line ends before: the number of no task is longer."""
_TAIL: Final = len(_CHECK) + 8 + len(_END)


def is_row(row: object, task: int) -> bool:
    """Return whether a value can be the row of a task as JSON: one line, which begins with the task.

    Args:
        row: any value.
        task: the number of the task.

    >>> is_row('{"task":7,"deal":7}', 7), is_row('{"task":7,"deal":7}', 8)
    (True, False)
    """
    return (
        isinstance(row, str)
        and row.startswith(f'{{"task":{task},')
        and row.endswith("}")
        and "\n" not in row
        and is_encodable(row)
    )


def line_of(row: str) -> bytes:
    """Return the line of a row, with its checksum as the last key.

    Args:
        row: the row as JSON.
    """
    body = row.encode("utf-8")[:-1]
    return b"%b%b%08x%b" % (body, _CHECK, crc32(body), _END)


def task_of(line: bytes) -> int | None:
    """Return the task of a line of a row, or ``None`` if it is damaged or no row.

    Args:
        line: the line, with its line end if it has one.
    """
    body = line[:-_TAIL]
    if line[-_TAIL:] != b"%b%08x%b" % (_CHECK, crc32(body), _END) or not body.startswith(_START):
        return None
    digits = body[len(_START) : max(0, body.find(b",", 0, _LONGEST))]
    return int(digits) if digits.isdigit() else None


def number_of(line: bytes) -> int:
    """Return the task of a line that is whole.

    Args:
        line: the line.
    """
    return int(line[len(_START) : line.index(b",")])


def row_of(line: bytes) -> str:
    """Return the row of a line that is whole, as JSON without the checksum.

    Args:
        line: the line.
    """
    return line[:-_TAIL].decode("utf-8") + "}"


def beyond(task: int, tasks: int) -> str:
    """Say that a match does not have a task.

    Args:
        task: the number of the task.
        tasks: how many the match has.
    """
    return f"has task {task:,}, but the match has {tasks:,} tasks"


def again(task: int) -> str:
    """Say that there is another row of a task.

    Args:
        task: the number of the task.
    """
    return f"has task {task:,} again; delete one of the two lines"


def damage(line: bytes) -> str:
    """Say what is wrong with a line that is not a row.

    Args:
        line: the line, with its line end if it has one.
    """
    if not line.endswith(b"\n"):
        return "is incomplete; the next run cuts it off, and plays its task again"
    if line.endswith(b"\r\n"):
        return (
            "ends with CR LF, the line end of Windows: an editor has changed the file; "
            "change all line ends to LF"
        )
    return "is damaged; delete it to have its task played again"
