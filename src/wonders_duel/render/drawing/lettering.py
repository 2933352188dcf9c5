"""How wide a text is, and how it is made to fit.

The picture does not know the font that it is shown with, so widths are those of
Arial and of the fonts made to its measure, which a viewer has in most cases. A text
that would not fit in a wider font says how wide it is, for the viewer to set it so.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final
from unicodedata import combining, east_asian_width

__all__ = ["cut", "fitted", "text_width", "wrapped"]

FONT = "Arial,Helvetica,Liberation Sans,DejaVu Sans Condensed,sans-serif"
"""The family; the first one is all that some programs look at. The others are about as wide."""
WIDEST: Final = 1.3
"""How wide the widest of the usual fonts are, in widths of Arial."""

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
"""Parts of the size of the font; 0.56 for what is not listed, twice as much where a letter is a full square."""
_WIDTH_OF = {letter: width for letters, width in _WIDTHS.items() for letter in letters}
_BOLD = 1.07
LONGEST: Final = 400
"""Characters of a text that are looked at: no room holds more."""
NOT_MUCH_SMALLER: Final = 0.84
"""Letters that are smaller, in parts of the largest size, give way to a second line."""
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
    """Estimate how wide a text is.

    Args:
        text: the text.
        size: of the font.
        bold: whether it is bold.

    >>> round(text_width("Baths", 10), 1)
    25.7
    """
    return _unit_width(text) * size * (_BOLD if bold else 1.0)


def cut(text: str, width: float, size: float, *, bold: bool = False) -> str:
    """Cut a text that is too long, and say so with dots.

    Args:
        text: the text.
        width: the room for it.
        size: of the font.
        bold: whether it is bold.

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
    """Return the words of a text, each with the mark that a space parts from it, as in French."""
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
    """Break a text into lines between words.

    Args:
        text: the text.
        width: of a line.
        size: of the font.
        lines: how many there can be; what is left over is cut.
        bold: whether it is bold.

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
    """Choose the size and the lines in which a text fits best.

    One line is best while its letters are not much smaller than they could be; then more
    lines, and then smaller letters.

    Args:
        text: the text.
        width: of a line.
        sizes: to choose from, the largest first.
        lines: how many there can be.
        bold: whether it is bold.

    Returns:
        The size and the lines; cut where nothing fits.

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
