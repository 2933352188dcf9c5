"""The text of a card: its kind, its cost and its sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wonders_duel.cards import Building, MilitaryToken
from wonders_duel.render.board.spans import Line, flow, kept, line
from wonders_duel.render.sentences import card_sentences, heading, particulars

if TYPE_CHECKING:
    from wonders_duel.cards import Card
    from wonders_duel.render.board.look import TextStyle

__all__ = ["card_lines"]


def card_lines(card: Card | MilitaryToken, look: TextStyle, width: int) -> list[Line]:
    """Return the text of a card: its name, kind and cost, and a line for each sentence.

    Args:
        card: a building, a wonder, a progress token or a military token.
        look: the language and characters to use.
        width: the available columns; continuation lines are indented.
    """
    to = look.language
    colour = str(card.colour) if isinstance(card, Building) else ""
    facts = () if isinstance(card, MilitaryToken) else particulars(card, to)
    lines = [line(look.clean(heading(card, to)), f"{colour} bold".strip())]
    told = (look.clean(text) for text in (*facts, *card_sentences(card, to)))
    lines += [line(kept(text)) for text in told]
    return [part for one in lines for part in flow([one], width, indent=2)]
