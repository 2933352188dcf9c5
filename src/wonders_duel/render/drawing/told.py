"""Drawings of a card with its sentences beside it."""

from __future__ import annotations

from typing import Final

from wonders_duel.cards import Card, MilitaryToken
from wonders_duel.render.drawing.lettering import wrapped
from wonders_duel.render.drawing.pen import Pen
from wonders_duel.render.drawing.picture import Picture, Scene, Sheet
from wonders_duel.render.drawing.words import card_words
from wonders_duel.render.sentences import card_sentences, heading, particulars

__all__ = ["card_with_sentences"]

EDGE: Final = 10
"""The margin."""
GAP: Final = 14
"""The gap between the card and the text."""
ROOM: Final = 270
"""The width of the text."""
NAME: Final = 14
"""The font size of the name."""
FACTS: Final = 9.5
"""The font size of the card's kind and cost."""
SENTENCES: Final = 10.5
"""The font size of the sentences."""
LEADING: Final = 1.22
"""The line height, in font sizes."""
BETWEEN: Final = 4
"""The gap between two sentences."""
MOST_LINES: Final = 12
"""The maximum number of lines of a sentence; those of custom effects can be long."""
PIXELS: Final = 2
"""The default number of pixels per unit."""


def card_with_sentences(
    pen: Pen, card: Card | MilitaryToken, picture: Picture, title: str | None
) -> Scene:
    """Draw a card with its name, kind, cost and sentences beside it.

    Args:
        pen: the theme, language and catalogue.
        card: the card.
        picture: the picture of the card.
        title: the title; the name of the card if left out.
    """
    theme = pen.theme
    name = heading(card, pen.words)
    facts = () if isinstance(card, MilitaryToken) else particulars(card, pen.words)
    told = card_sentences(card, pen.words, pen.catalogue)
    words = Sheet()
    left = EDGE + picture.width + GAP
    y: float = EDGE
    for text, size, ink, bold in (
        (name, NAME, theme.text, True),
        *((fact, FACTS, theme.quiet, False) for fact in facts),
        *((one, SENTENCES, theme.text, False) for one in told),
    ):
        for line in wrapped(text, ROOM, size, MOST_LINES, bold=bold):
            step = size * LEADING
            words.text(line, left, y + step / 2, size, ink, bold=bold, room=ROOM)
            y += step
        y += BETWEEN
    width = left + ROOM + EDGE
    height = max(picture.height + 2 * EDGE, y - BETWEEN + EDGE)
    sheet = Sheet()
    sheet.rect(0, 0, width, height, theme.panel, rx=6)
    sheet.put(picture, EDGE, EDGE)
    sheet.merge(words)
    described = card_words(pen, card)
    return sheet.scene(width, height, name if title is None else title, described, PIXELS * width)
