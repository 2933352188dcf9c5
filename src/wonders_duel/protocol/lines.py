"""Splits what comes through a pipe into lines, with a limit for their length."""

from __future__ import annotations

from collections.abc import Callable, Iterator

__all__ = ["lines"]


def lines(read: Callable[[], bytes], longest: int) -> Iterator[bytes | None]:
    """Yield the lines, without empty ones and without their ends.

    Args:
        read: returns the next bytes as soon as there are some; none at the end.
        longest: the most bytes of a line with its end.

    Yields:
        Each line; ``None`` for one that is too long, as soon as that is known.
    """
    parts: list[bytes] = []
    size = 0
    while chunk := read():
        *ends, rest = chunk.split(b"\n")
        for end in ends:
            line = b"".join([*parts, end]).strip()
            size += len(end)
            if size < longest:
                if line:
                    yield line
            elif size - len(end) < longest:  # not reported before
                yield None
            parts = []
            size = 0
        if size < longest:
            size += len(rest)
            if size < longest:
                parts.append(rest)
            else:
                parts = []
                yield None
    if parts and (line := b"".join(parts).strip()):
        yield line
