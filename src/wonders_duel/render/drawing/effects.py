"""Drawings of effects as rows of symbols."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final, TypeVar

from wonders_duel.effects import Effect
from wonders_duel.effects.answers import shown_by, worded
from wonders_duel.enums import Colour, Resource, ScienceSymbol
from wonders_duel.glyphs import Glyph
from wonders_duel.languages import Language
from wonders_duel.render.drawing import outlines, symbols
from wonders_duel.render.drawing.lettering import text_width, wrapped
from wonders_duel.render.drawing.picture import Picture, Sheet
from wonders_duel.render.themes import INK

__all__ = ["drawn", "effects_picture", "one_row_scale", "written"]

_Word = TypeVar("_Word", Resource, Colour, ScienceSymbol)
SMALLEST: Final = 0.35
"""The smallest scale of symbols; beyond that, some are left out."""
SENTENCE_SIZES: Final = (9.0, 8.0, 7.0, 6.0)
LEADING: Final = 1.12
"""The line height, in font sizes."""


def _fixed(draw: Callable[[_Word], Picture], word: _Word, _: str) -> Picture:
    return draw(word)


_DRAWN: Final[dict[str, Callable[[str], Picture]]] = {
    **{str(one): partial(_fixed, symbols.resource, one) for one in Resource},
    **{str(one): partial(_fixed, symbols.kind, one) for one in Colour},
    **{str(one): partial(_fixed, symbols.science, one) for one in ScienceSymbol},
    "again": lambda _: symbols.sign(outlines.AGAIN),
    "any-resource": lambda _: symbols.any_resource(),
    "arrow": lambda _: symbols.arrow(),
    "coin": symbols.coin,
    "destroy": lambda text: symbols.destroyed(Colour(text)),
    "link": lambda _: symbols.sign(outlines.LINK),
    "loss": symbols.loss,
    "medal": symbols.medal,
    "more": lambda _: symbols.sign(outlines.MORE),
    "revive": lambda _: symbols.revived(),
    "shield": symbols.shield,
    "slash": lambda _: symbols.slash(),
    "text": symbols.word,
    "times": symbols.times,
    "token": lambda _: symbols.token(),
    "wonder": lambda _: symbols.wonder(),
}
"""For each symbol, a function that draws it with a given text."""


def drawn(glyph: Glyph) -> Picture:
    """Draw a symbol.

    Args:
        glyph: the symbol and its text.
    """
    return _DRAWN[glyph.name](glyph.text)


def effects_picture(
    effects: Iterable[Effect],
    words: Language,
    width: float,
    height: float,
    *,
    gap: float = 4,
    largest: float = 1.0,
) -> Picture:
    """Draw effects side by side, as large as possible; those without symbols as sentences.

    Args:
        effects: the effects.
        words: the language.
        width: the available width.
        height: the available height.
        gap: the gap between two effects.
        largest: the maximum scale.

    Returns:
        A picture as wide as the effects and as high as the available height.
    """
    rows: list[list[Picture]] = []
    sentences: list[str] = []
    for effect in effects:
        row = shown_by(effect)
        if row is not None:
            if row:  # an effect may show nothing
                rows.append([drawn(glyph) for glyph in row])
        elif text := worded(effect, "caption", effect.caption(words)).strip():
            sentences.append(text)
    pictures = _legible([_group(row) for row in rows], width, gap)
    if sentences:
        used = sum(picture.width + gap for picture in pictures)
        room = max(width - used, width / 2)
        pictures.append(written(" ".join(sentences), room, height))
    sheet = Sheet()
    scale = 1.0 if sentences else largest
    right = sheet.row(pictures, 0, height / 2, width, gap=gap, height=height, largest=scale)
    return sheet.picture(right, height)


def one_row_scale(effects: Iterable[Effect], words: Language, width: float, height: float) -> float:
    """Return the scale of effects side by side, at most 1.

    Args:
        effects: the effects.
        words: the language.
        width: the available width.
        height: the available height.
    """
    natural = effects_picture(effects, words, 10_000, height)
    return min(1.0, width / max(natural.width, 1))


def _legible(pictures: list[Picture], width: float, gap: float) -> list[Picture]:
    """Leave out the last pictures if all would be too small to be legible.

    Args:
        pictures: the pictures.
        width: the available width.
        gap: the gap between two pictures.
    """
    used = 0.0
    for number, picture in enumerate(pictures):
        used += picture.width + gap
        if used * SMALLEST > width:
            return [*pictures[:number], symbols.word("…")]
    return pictures


def _group(row: list[Picture]) -> Picture:
    """Combine the symbols of one effect into one picture."""
    if len(row) == 1:
        return row[0]
    width = sum(picture.width for picture in row) + len(row) - 1
    height = max(picture.height for picture in row)
    sheet = Sheet()
    sheet.row(row, 0, height / 2, width, gap=1)
    return sheet.picture(width, height)


def written(text: str, width: float, height: float) -> Picture:
    """Write a sentence in place of symbols, truncated if it is too long.

    Args:
        text: the sentence.
        width: the available width.
        height: the available height.
    """
    lines = max(1, int(height // (SENTENCE_SIZES[-1] * LEADING)))
    size, rows = SENTENCE_SIZES[-1], wrapped(text, width, SENTENCE_SIZES[-1], lines)
    for larger in SENTENCE_SIZES[:-1]:
        room = int(height // (larger * LEADING))
        got = wrapped(text, width, larger, room) if room else ()
        if " ".join(got) == " ".join(text.split()):
            size, rows = larger, got
            break
    sheet = Sheet()
    step = size * LEADING
    for number, line in enumerate(rows):
        sheet.text(line, 0, (number + 0.5) * step, size, INK, room=text_width(line, size))
    widest = max((text_width(line, size) for line in rows), default=1.0)
    return sheet.picture(widest, max(step * len(rows), 1.0))
