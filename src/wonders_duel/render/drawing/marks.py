"""Marks: what can be done, what was done last, what is covered."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import attrs

from wonders_duel.cards import Card
from wonders_duel.moves import (
    ConstructBuilding,
    ConstructWonder,
    DestroyBuilding,
    DiscardBuilding,
    DraftWonder,
    Move,
    ReviveBuilding,
    TakeToken,
)
from wonders_duel.render.drawing import glyphs, symbols
from wonders_duel.render.drawing.markup import element
from wonders_duel.render.drawing.pen import Pen
from wonders_duel.render.drawing.picture import Picture, Sheet
from wonders_duel.render.themes import INK, WHITE
from wonders_duel.state import State

__all__ = ["Marks", "chosen", "legal_marks", "moved_card", "outline", "price", "tick", "veil"]


@attrs.frozen(kw_only=True)
class Marks:
    """What is to be marked; nothing, by default."""

    last: str | None = None
    """The id of the card that the last move was about."""
    prices: dict[str, int] = attrs.Factory(dict)
    """What can be constructed, by id, for how many coins."""
    discard: int | None = None
    """What discarding a card brings, where cards can be discarded."""
    choices: frozenset[str] = frozenset()
    """The ids of what else can be chosen."""
    seats: frozenset[int] = frozenset()
    """Who can be chosen to begin."""


NOTHING: Final = Marks()
LOW: Final = 27
"""What is lower than this has its tick at its left side, and else at a corner."""


def moved_card(move: Move) -> Card | None:
    """Return the card that a move is about, if there is one.

    Args:
        move: any move.
    """
    match move:
        case ConstructWonder(wonder) | DraftWonder(wonder):
            return wonder
        case TakeToken(token):
            return token
        case (
            ConstructBuilding(card)
            | DiscardBuilding(card)
            | DestroyBuilding(card)
            | ReviveBuilding(card)
        ):
            return card
        case _:
            return None


def legal_marks(state: State) -> Marks:
    """Find out what can be done.

    Args:
        state: any state.
    """
    prices: dict[str, int] = {}
    choices: set[str] = set()
    seats: set[int] = set()
    discard = None
    for move in state.legal_moves:
        card = moved_card(move)
        if isinstance(move, (ConstructBuilding, ConstructWonder)):
            assert card is not None  # these have one
            if card.id not in prices:
                plan = state.payment(move)
                assert plan is not None  # constructions have a price
                prices[card.id] = plan.total
        elif isinstance(move, DiscardBuilding):
            discard = state.cities[state.player].discard_income
        elif card is not None:
            choices.add(card.id)
        else:
            seats.add(int(move.arguments[0] == "two"))
    return Marks(prices=prices, discard=discard, choices=frozenset(choices), seats=frozenset(seats))


@lru_cache(maxsize=64)
def outline(width: float, height: float, ink: str, dash: str = "", radius: float = 7) -> Picture:
    """Draw a frame around something.

    Args:
        width: of what is framed.
        height: of it.
        ink: the colour.
        dash: lengths of strokes and gaps.
        radius: of the corners.
    """
    sheet = Sheet()
    more = {"stroke_dasharray": dash} if dash else {}
    place = {"x": -2, "y": -2, "width": width + 4, "height": height + 4, "rx": radius}
    frame: dict[str, str | float] = {"fill": "none", "stroke": ink, "stroke_width": 3}
    sheet.add(element("rect", **place, **frame, **more))
    return sheet.picture(width, height)


@lru_cache(maxsize=64)
def veil(width: float, height: float, ink: str) -> Picture:
    """Draw the shade on something that is covered.

    Args:
        width: of it.
        height: of it.
        ink: the colour.
    """
    sheet = Sheet()
    sheet.rect(0.5, 0.5, width - 1, height - 1, ink, rx=5, fill_opacity=0.28)
    return sheet.picture(width, height)


def last_mark(pen: Pen, size: tuple[float, float], radius: float = 7) -> Picture:
    """Draw the mark of the last move.

    Args:
        pen: what to draw with.
        size: of what is marked.
        radius: of the corners.
    """
    return outline(*size, pen.theme.last, "7 3", radius)


@lru_cache(maxsize=8)
def tick(ink: str) -> Picture:
    """Draw the sign of what can be chosen.

    Args:
        ink: the colour of the ground.
    """
    sheet = Sheet()
    sheet.circle(8, 8, 7.4, ink, stroke=WHITE, stroke_width=1.2)
    sheet.put(symbols.sign(glyphs.TICK, WHITE), 2.8, 2.8, 0.65)
    return sheet.picture(16, 16)


def chosen(
    sheet: Sheet,
    pen: Pen,
    x: float,
    y: float,
    size: tuple[float, float],
    radius: float = 7,
) -> None:
    """Mark something that can be chosen.

    Args:
        sheet: where it is drawn.
        pen: what to draw with.
        x: its left side.
        y: its upper side.
        size: its width and height.
        radius: of the corners.
    """
    width, height = size
    sheet.put(outline(width, height, pen.theme.legal, "", radius), x, y)
    # Beside a strip, whose corners are not free.
    place = (x - 9, y + height / 2 - 8) if height < LOW else (x + width - 9, y - 7)
    sheet.put(tick(pen.theme.legal), *place)


@lru_cache(maxsize=256)
def price(coins: int, ink: str) -> Picture:
    """Draw for how much something can be constructed.

    Args:
        coins: the price.
        ink: the colour of the ground.
    """
    sheet = Sheet()
    sheet.rect(0.5, 0.5, 46, 21, ink, rx=10.5, stroke=WHITE, stroke_width=1)
    sheet.put(symbols.sign(glyphs.TICK, WHITE), 7, 4.4, 0.8)
    sheet.put(symbols.coin(str(coins)), 25, 2)
    return sheet.picture(47, 22)


@lru_cache(maxsize=64)
def income(coins: int) -> Picture:
    """Draw that something can be discarded only, and what that brings.

    Args:
        coins: what it brings.
    """
    sheet = Sheet()
    sheet.rect(0.5, 0.5, 60, 21, "#d8d2c6", rx=10.5, stroke=INK, stroke_width=1)
    sheet.put(symbols.sign(glyphs.CROSS, "#8f1f1a"), 7, 4.8, 0.75)
    sheet.put(symbols.arrow(), 23, 5)
    sheet.put(symbols.coin(f"+{coins}"), 37, 2)
    return sheet.picture(61, 22)
