"""Inputs that are small to send and expensive to parse, at and beyond the limits of the parsers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tools.fuzz.targets import Target
from wonders_duel.limits import DEFAULT_LIMITS

__all__ = ["bombs"]

_MOST: Final = DEFAULT_LIMITS.size
_REPEATED: Final = {
    "lists": "[",
    "closed lists": "[]",
    "listed lists": "[],",
    "objects": '{"a":',
    "digits": "9",
    "zeros": "0",
    "minus": "-",
    "lines": "\n",
    "spaces": " ",
    "wide spaces": "\u2003",
    "no characters": "\x00",
    "marks": "\ufeff",
    "accents": "e\u0301",
    "foreign digits": "٣",
    "quotes": '"',
    "escapes": "\\",
    "escaped quotes": '\\"',
    "commas": ",",
    "slashes": "/",
    "semicolons": ";",
    "arrows": "=>",
    "words": "a ",
    "names": "baths,",
    "remarks": "#\n",
    "ends": "end\n",
    "records": "wonders-duel record 1\n",
    "positions": "wd1 end\n",
    "turns": "1. build baths\n",
    "halves": "\udc80",
}
"""Pieces that are repeated up to the maximal length of a text."""

_NUMBER = re.compile(r"\d+")
_NAME = re.compile(r"[a-z][a-z-]{3,}")
_HUGE: Final = 100_000


def bombs(target: Target, size: int = _MOST) -> Iterator[tuple[str, bytes]]:
    """Yield hostile inputs for a target, each with a description.

    Args:
        target: the parser.
        size: the number of characters of large inputs.
    """
    for what, piece in _REPEATED.items():
        yield what, _bytes(piece * (size // len(piece)))
    yield "one too many", b" " * (size + 1)
    yield "far too many", b"[" * (5 * size)
    for what, name in _ends_of(target):
        text = name.decode()
        yield f"{what}, as Windows writes it", name.replace(b"\n", b"\r\n")
        yield f"{what}, marked", b"\xef\xbb\xbf" + name
        yield f"{what}, with a zero", name + b"\x00"
        yield f"{what}, many times", name * (size // len(name))
        yield f"{what}, its end many times", name + name[-20:] * (size // 20)
        for pattern, other in (
            (_NUMBER, "9" * _HUGE),
            (_NUMBER, "-" + "9" * 18),
            (_NUMBER, "٣"),
            (_NUMBER, "1e999"),
            (_NAME, "a" * _HUGE),
            (_NAME, "the " * (_HUGE // 4)),
            (_NAME, "a,"),
            (_NAME, "baths," * (_HUGE // 6)),
            (_NAME, "\udc80"),
        ):
            found = [*pattern.finditer(text)]
            for match in found[:: max(1, len(found) // 3)][:4]:
                changed = text[: match.start()] + other + text[match.end() :]
                yield f"{what}, {other[:4]!a}… at {match.start()}", _bytes(changed)


def _ends_of(target: Target) -> Iterator[tuple[str, bytes]]:
    """Return the shortest and the longest seed."""
    ordered = sorted(target.seeds().items(), key=lambda one: (len(one[1]), one[0]))
    yield ordered[0]
    if len(ordered) > 1:
        yield ordered[-1]


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
