"""A card beside what it does, written out."""

from __future__ import annotations

from typing import Final

from wonders_duel.cards import Card, MilitaryToken
from wonders_duel.render.drawing.lettering import wrapped
from wonders_duel.render.drawing.pen import Pen
from wonders_duel.render.drawing.picture import Picture, Scene, Sheet
from wonders_duel.render.drawing.words import card_words
from wonders_duel.render.sentences import card_sentences, heading, particulars

__all__ = ["told_scene"]

EDGE: Final = 10
"""Around everything."""
GAP: Final = 14
"""Between the card and the words."""
ROOM: Final = 270
"""How wide the words are."""
NAME: Final = 14
"""The size of the letters of the name."""
FACTS: Final = 9.5
"""The same for what the card is and costs."""
SENTENCES: Final = 10.5
"""The same for what it does."""
LEADING: Final = 1.22
"""From one line to the next, in sizes of the letters."""
BETWEEN: Final = 4
"""Between two sentences."""
MOST_LINES: Final = 12
"""Lines of one sentence, which may be of an effect of somebody's own."""
PIXELS: Final = 2
"""For each unit."""


def told_scene(pen: Pen, card: Card | MilitaryToken, picture: Picture, title: str | None) -> Scene:
    """Draw a card with its name, what it is and costs, and its sentences beside it.

    Args:
        pen: what to draw with.
        card: the card.
        picture: the picture of it.
        title: what it is called; its name if left out.
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
