"""A game that is watched: the table in place, and below it what happened last."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wonders_duel.engine.moves import ConstructBuilding
from wonders_duel.render.board.glance import CITY, FULL, TIGHT, WIDEST, glance_cities, glance_top
from wonders_duel.render.board.layout import Height, card_width, draw_structure, structure_lines
from wonders_duel.render.board.spans import Line, Span, flow, plain
from wonders_duel.render.board.table import offers
from wonders_duel.support.columns import columns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wonders_duel.cards import Building
    from wonders_duel.engine.payment import PaymentPlan
    from wonders_duel.render.board.look import TextStyle
    from wonders_duel.state import State

__all__ = ["watched"]

_FULL_CARDS: Final = 40
"""The rows from which covered cards show their effects."""
_NEWS: Final = 4
"""The lines of news before cities get more than their first lines."""


def watched(
    state: State, look: TextStyle, width: int, rows: int, news: Sequence[Line]
) -> list[Line]:
    """Return the table in exactly as many lines as the terminal has rows, less one.

    Each part keeps its place for a whole game: the track above, then the structure, the news, and both
    cities below.

    Args:
        state: any state.
        look: the style of the text.
        width: the columns of the terminal, at least 80.
        rows: the rows of the terminal, at least 24.
        news: lines about the last moves; the earlier ones give way.
    """
    width = min(width, WIDEST) - 1
    room = rows - 1
    top = glance_top(state, look, width, rows)
    full = rows >= _FULL_CARDS
    most = FULL if full else TIGHT
    cities = glance_cities(state, look, width, room - len(top) - most - CITY - _NEWS)
    between = room - len(top) - len(cities)
    middle = _middle(state, look, width, Height.FULL if full else Height.TIGHT, between)
    left = between - len(middle)
    told = [part for one in news for part in _fitted(one, width)][-left:] if left > 0 else []
    return [*top, *middle, *[()] * (left - len(told)), *told, *cities]


def _fitted(one: Line, width: int) -> list[Line]:
    return [one] if columns(plain(one)) <= width else flow([one], width, indent=2)


def _middle(state: State, look: TextStyle, width: int, height: Height, room: int) -> list[Line]:
    """Return the structure, or the wonders and tokens on offer, in at most so many lines."""
    offered = offers(state, look, width)
    if not state.left:
        return offered[:room]

    def plan(building: Building) -> PaymentPlan | None:
        if state.to_move is None:
            return None
        return state.payment(ConstructBuilding(building, state.catalogue))

    card = card_width(state.structure, width)
    drawn = draw_structure(state.structure, look, card, plan, height=height) if card else []
    if not card or len(drawn) > room:  # a custom structure
        listed = structure_lines(state.structure, look, width, plan, drawn=False)
        return [*offered, *listed][:room]
    margin = (width - max(columns(plain(one)) for one in drawn)) // 2
    return [*((Span(" " * margin), *one) for one in drawn), *offered][:room]
