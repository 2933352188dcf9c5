"""Text measurement and fitting.

The font of the viewer is unknown, so widths are those of Arial and metrically compatible
fonts, which are usually available. A text that would not fit in a wider font gets an
explicit width in the document.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final
from unicodedata import combining, east_asian_width

__all__ = ["cut", "fitted", "text_width", "wrapped"]

FONT = "Arial,Helvetica,Liberation Sans,DejaVu Sans Condensed,sans-serif"
"""The font family. Some programs use only the first font; the others are about as wide."""
WIDEST: Final = 1.3
"""The width of the widest common fonts, relative to Arial."""

_WIDTHS = {
    " !,./:;I[\\]ft|": 0.28,
    "ijl'": 0.22,
    '()-r`"{}*': 0.36,
    "Jcksvxyz": 0.5,
    "FTZL": 0.6,
    "ABEKPSVXY&": 0.67,
    "CDHNRUw": 0.72,
    "GOQ": 0.78,
    "Mm": 0.83,
    "W%@—…": 0.97,
}
"""Widths relative to the font size. Other letters are 0.56 wide, full-width ones 1."""
_WIDTH_OF = {letter: width for letters, width in _WIDTHS.items() for letter in letters}
_BOLD = 1.07
LONGEST: Final = 400
"""The number of characters that are considered; no space holds more."""
NOT_MUCH_SMALLER: Final = 0.84
"""The smallest size on one line, relative to the largest; below it, a second line is used."""
_DOTS = "…"
_MARKS = {":", ";", "!", "?"}


def _letter(letter: str) -> float:
    known = _WIDTH_OF.get(letter)
    if known is not None:
        return known
    if combining(letter):
        return 0.0
    return 1.0 if east_asian_width(letter) in "WF" else 0.56


@lru_cache(maxsize=2048)
def _unit_width(text: str) -> float:
    return sum(map(_letter, text))


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Estimate the width of a text.

    Args:
        text: the text.
        size: the font size.
        bold: whether the text is bold.

    >>> round(text_width("Baths", 10), 1)
    25.7
    """
    return _unit_width(text) * size * (_BOLD if bold else 1.0)


def cut(text: str, width: float, size: float, *, bold: bool = False) -> str:
    """Truncate a text that is too long, with an ellipsis.

    Args:
        text: the text.
        width: the available width.
        size: the font size.
        bold: whether the text is bold.

    >>> cut("The Hanging Gardens", 60, 10)
    'The Hangi…'
    """
    text = " ".join(text[:LONGEST].split())
    if text_width(text, size, bold=bold) <= width:
        return text
    while text and text_width(text + _DOTS, size, bold=bold) > width:
        text = text[:-1]
    return text.rstrip() + _DOTS


def _words(text: str) -> list[str]:
    """Return the words of a text; punctuation after a space, as in French, stays with its word."""
    words: list[str] = []
    for word in text[:LONGEST].split():
        if words and word in _MARKS:
            words[-1] += f" {word}"
        else:
            words.append(word)
    return words


def wrapped(
    text: str, width: float, size: float, lines: int, *, bold: bool = False
) -> tuple[str, ...]:
    """Wrap a text between words.

    Args:
        text: the text.
        width: the width of a line.
        size: the font size.
        lines: the maximum number of lines; longer text is truncated.
        bold: whether the text is bold.

    >>> wrapped("Chamber of Commerce", 70, 10, 2)
    ('Chamber of', 'Commerce')
    >>> wrapped("cet Age ; et", 30, 10, 3)
    ('cet', 'Age ;', 'et')
    """
    done: list[str] = []
    words = _words(text)
    line = ""
    while words:
        longer = f"{line} {words[0]}" if line else words[0]
        if len(done) == lines - 1:
            done.append(cut(" ".join([line, *words]).strip(), width, size, bold=bold))
            return tuple(done)
        if line and text_width(longer, size, bold=bold) > width:
            done.append(line)
            line = ""
            continue
        line = longer
        del words[0]
        if text_width(line, size, bold=bold) > width:
            done.append(cut(line, width, size, bold=bold))
            line = ""
    return (*done, line) if line else tuple(done)


def fitted(
    text: str, width: float, sizes: tuple[float, ...], lines: int = 2, *, bold: bool = False
) -> tuple[float, tuple[str, ...]]:
    """Choose the font size and the line breaks that fit a text best.

    One line is preferred unless its size were much smaller than the largest; then more
    lines, then smaller sizes.

    Args:
        text: the text.
        width: the width of a line.
        sizes: the available sizes, largest first.
        lines: the maximum number of lines.
        bold: whether the text is bold.

    Returns:
        The size and the lines; truncated if nothing fits.

    >>> fitted("Baths", 60, (10, 9, 8))
    (10, ('Baths',))
    >>> fitted("Chamber of Commerce", 60, (10, 9, 8))
    (9, ('Chamber of', 'Commerce'))
    """
    plain = " ".join(text[:LONGEST].split())
    least = sizes[0] * NOT_MUCH_SMALLER if lines > 1 else 0
    tries = [(1, size) for size in sizes if size >= least]
    tries += [(count, size) for count in range(2, lines + 1) for size in sizes[1:]]
    for count, size in tries:
        got = wrapped(plain, width, size, count, bold=bold)
        if " ".join(got) == plain:
            return size, got
    return sizes[-1], wrapped(plain, width, sizes[-1], lines, bold=bold)
