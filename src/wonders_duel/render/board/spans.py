"""Lines of styled text, measured in terminal columns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap
from typing import Final
from unicodedata import category

import attrs

from wonders_duel.support.columns import columns, is_mark

__all__ = [
    "GLUE",
    "WIDTH",
    "Line",
    "LineBuilder",
    "Span",
    "cut",
    "fitted",
    "flow",
    "join",
    "kept",
    "line",
    "pad",
    "plain",
    "split",
    "tidy",
    "wrapped_text",
]


WIDTH: Final = 79
"""The columns of texts, so that nothing wraps in a terminal of 80."""
GLUE = "\N{NO-BREAK SPACE}"
"""A space at which lines are not broken."""
_FILLER: Final = "\N{WORD JOINER}"
"""Stands for the second column of a character while a text is wrapped."""
_KEPT_SPACE: Final = re.compile("(?<=«) | (?=[%:;?!»])")
"""A space at a sign that belongs to the word or number beside it, as in French."""


@attrs.frozen
class Span:
    """A piece of text in one style."""

    text: str
    style: str = ""
    """Style words such as ``bold`` or ``blue``, defined in ``paint``."""


Line = tuple[Span, ...]
"""A line or a part of a line."""


class LineBuilder:
    """Builds a line; adjacent texts of the same style become one span."""

    def __init__(self, start: Iterable[Span] = ()) -> None:
        """Start a line.

        Args:
            start: the first spans.
        """
        self._spans: list[Span] = []
        self._style = ""
        self._texts: list[str] = []
        for span in start:
            self.add(span.text, span.style)

    @property
    def style(self) -> str | None:
        """The style at the end; ``None`` if the line is empty."""
        return self._style if self._texts else None

    def add(self, text: str, style: str = "") -> None:
        """Add a text.

        Args:
            text: the text.
            style: its style.
        """
        if style != self._style:
            self._close()
            self._style = style
        self._texts.append(text)

    def line(self) -> Line:
        """Return the line, and start a new one."""
        self._close()
        done = tuple(self._spans)
        self._spans = []
        return done

    def _close(self) -> None:
        # Join the texts once per span rather than create a new span for each text.
        if self._texts:
            self._spans.append(Span("".join(self._texts), self._style))
            self._texts = []


def line(text: str, style: str = "") -> Line:
    """Return a text as a line."""
    return (Span(text, style),) if text else ()


def join(parts: Iterable[Line], between: str = "") -> Line:
    """Concatenate lines.

    Args:
        parts: the lines.
        between: the separator.
    """
    joined: list[Span] = []
    for part in parts:
        if joined and between and part:
            joined.append(Span(between))
        joined.extend(part)
    return tuple(joined)


def plain(spans: Line) -> str:
    """Return the text without styles."""
    return "".join([span.text for span in spans]).replace(GLUE, " ")


def kept(text: str) -> str:
    """Return a text in which a space before a sign, such as that of percent, breaks no line.

    Args:
        text: the text.
    """
    return _KEPT_SPACE.sub(GLUE, text)


def wrapped_text(text: str, width: int, *, first: str = "", later: str = "") -> list[str]:
    """Wrap a text by its columns, with its spaces as they are, which :func:`flow` does not keep.

    Args:
        text: the text.
        width: the available columns.
        first: the beginning of the first line.
        later: the beginning of the other lines.

    >>> wrapped_text("浴場 浴場 浴場", 10)
    ['浴場 浴場', '浴場']
    >>> wrapped_text("a浴場浴場", 4)
    ['a浴', '場浴', '場']
    """
    narrowest = width - max(columns(first), columns(later))
    if not text.isascii() and narrowest > 1:
        # A character that takes two columns becomes two of them.
        text = "".join(one + _FILLER if columns(one) > 1 else one for one in text)
    lines = wrap(text, width, initial_indent=first, subsequent_indent=later)
    while (torn := _torn(lines, later)) is not None:
        # A long word was broken between the two: it has to be broken before them.
        place = _place(text, sum(one.count(_FILLER) for one in lines[:torn])) - 1
        text = f"{text[:place]} {text[place:]}"
        lines = wrap(text, width, initial_indent=first, subsequent_indent=later)
    return [one.replace(_FILLER, "").rstrip() for one in lines]


def _torn(lines: Sequence[str], later: str) -> int | None:
    """Return the first line that begins with the second column of a character, if there is one."""
    start = later + _FILLER
    return next((number for number, one in enumerate(lines) if one.startswith(start)), None)


def _place(text: str, number: int) -> int:
    """Return where the filler with a number is in a text."""
    place = text.index(_FILLER)
    for _ in range(number):
        place = text.index(_FILLER, place + 1)
    return place


def split(text: str) -> Iterator[str]:
    """Yield the characters of a text, each with its combining marks."""
    if text.isascii():
        yield from text
        return
    whole = ""
    for character in text:
        if whole and not is_mark(character):
            yield whole
            whole = ""
        whole += character
    yield whole


def tidy(text: str) -> str:
    r"""Replace or remove characters that move the cursor or change the text direction.

    >>> tidy("a\nb\x1b[31m\u202e")
    'a b?[31m'
    """
    if text.isascii() and text.isprintable():
        return text
    kept = []
    for character in text:
        kind = category(character)
        if kind == "Cf" or "\ufe00" <= character <= "\ufe0f":
            continue
        if kind in {"Zl", "Zp", "Zs"} or character in "\n\r\t":
            kept.append(" ")
        else:
            kept.append("?" if kind.startswith("C") else character)
    return "".join(kept)


def cut(spans: Line, width: int, mark: str) -> Line:
    """Return a line, truncated to a width.

    Args:
        spans: the line.
        width: the available columns.
        mark: the mark of truncated text.
    """
    if sum(columns(span.text) for span in spans) <= width:
        return spans
    room = width - columns(mark)
    number = 0
    while (text := _fitting(spans[number].text, room)) == spans[number].text:
        room -= columns(text)
        number += 1
    return (*spans[:number], Span(text.rstrip() + mark, spans[number].style))


def _fitting(text: str, room: int) -> str:
    """Return the longest beginning of a text that fits."""
    kept = ""
    for character in split(text):
        room -= columns(character)
        if room < 0:
            break
        kept += character
    return kept


def pad(left: Line, right: Line, width: int, mark: str) -> Line:
    """Return a line of an exact width, with parts aligned left and right.

    Args:
        left: the left part, truncated if necessary.
        right: the right part.
        width: the available columns.
        mark: the mark of truncated text.
    """
    right = cut(right, width, mark)
    room = width - columns(plain(right))
    left = cut(left, room - 1 if right else room, mark) if room > 1 else ()
    gap = room - columns(plain(left))
    return (*left, Span(" " * gap), *right)


def _words(items: Sequence[Line], between: str) -> Iterator[Line]:
    """Yield the words of some items; the separator is part of the word before it."""
    for number, item in enumerate(items):
        word: list[Span] = []
        for span in item:
            first, *others = span.text.split(" ")
            if first:
                word.append(Span(first, span.style))
            for text in others:
                if word:
                    yield tuple(word)
                word = [Span(text, span.style)] if text else []
        if number < len(items) - 1 and between:
            word.append(Span(between))
        if word:
            yield tuple(word)


def _chunks(word: Line, width: int) -> Iterator[tuple[Line, int]]:
    """Yield a word in parts that fit into a line, each with its width."""
    whole = columns(plain(word))
    if whole <= width:
        yield word, whole
        return
    chunk = LineBuilder()
    room = width
    for span in word:
        for character in split(span.text):
            size = columns(character)
            if size > room:
                yield chunk.line(), width - room
                room = width
            chunk.add(character, span.style)
            room -= size
    yield chunk.line(), width - room


def _in_one_line(items: Sequence[Line], first: Line, between: str) -> Line | None:
    """Return items with their separators, after the beginning of a line.

    Returns:
        The spans, or ``None`` if there are spaces to be left out.
    """
    spans: list[Span] = []
    gap = Span(f"{between} ")
    for item in items:
        if item:
            if item[0].text.startswith(" ") or item[-1].text.endswith(" "):
                return None
            spans.append(gap)
            for span in item:  # texts of one style become one span
                if span.style == spans[-1].style:
                    spans[-1] = Span(spans[-1].text + span.text, span.style)
                else:
                    spans.append(span)
    if any("  " in span.text for span in spans):
        return None
    if spans:  # the first gap
        text = spans[0].text.removeprefix(between)
        spans[0] = Span(text if first else text[1:])
    return tuple(span for span in spans if span.text)


def fitted(lines: Sequence[Line], width: int) -> list[Line]:
    """Wrap those of some lines that are too long, as sentences; the others stay as they are.

    Args:
        lines: the lines.
        width: the columns of a line.
    """
    found: list[Line] = []
    for one in lines:
        found += flow([one], width, indent=2) if columns(plain(one)) > width else [one]
    return found


def flow(
    items: Sequence[Line], width: int, *, first: Line = (), indent: int = 0, between: str = ","
) -> list[Line]:
    """Wrap items into lines.

    Args:
        items: the items, in order.
        width: the columns of a line.
        first: the beginning of the first line.
        indent: the indentation of all other lines, in columns.
        between: the separator after each item except the last.
    """
    whole = _in_one_line(items, first, between)
    used = columns(plain(first))
    if whole is not None and used + columns(plain(whole)) <= width:
        return [(*first, *whole)]
    lines: list[Line] = []
    current = LineBuilder(first)
    empty = not first
    for long in _words(items, between):
        for word, size in _chunks(long, width - indent):
            gap = 0 if empty else 1
            if used + gap + size > width:
                lines.append(current.line())
                current.add(" " * indent)
                used, gap = indent, 0
            if gap:
                style = word[0].style
                current.add(" ", style if current.style == style else "")
            for span in word:
                current.add(span.text, span.style)
            used += gap + size
            empty = False
    return [*lines, current.line()]
