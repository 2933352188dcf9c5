"""Marks for legal moves, the last move and covered cards."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import attrs

from wonders_duel.cards import Card
from wonders_duel.engine.moves import (
    ChooseBeginner,
    ChooseCard,
    ConstructBuilding,
    ConstructWonder,
    DestroyBuilding,
    DiscardBuilding,
    DraftWonder,
    Move,
    ReviveBuilding,
    TakeToken,
)
from wonders_duel.render.drawing import outlines, symbols
from wonders_duel.render.drawing.markup import element
from wonders_duel.render.drawing.pen import Pen
from wonders_duel.render.drawing.picture import Picture, Sheet
from wonders_duel.render.themes import INK, WHITE
from wonders_duel.state import State

__all__ = ["Marks", "chosen", "legal_marks", "moved_card", "outline", "price", "tick", "veil"]


@attrs.frozen(kw_only=True)
class Marks:
    """The things to mark; nothing by default."""

    last: str | None = None
    """The id of the card of the last move."""
    prices: dict[str, int] = attrs.Factory(dict)
    """The prices of legal constructions, by id."""
    discard: int | None = None
    """The coins for discarding a card; ``None`` if no card can be discarded."""
    choices: frozenset[str] = frozenset()
    """The ids of other cards that can be chosen."""
    seats: frozenset[int] = frozenset()
    """The players who can be chosen to begin."""


NOTHING: Final = Marks()
LOW: Final = 27
"""Below this height, the tick is at the left side instead of a corner."""


def moved_card(move: Move) -> Card | None:
    """Return the card of a move, if it has one.

    Args:
        move: any move.
    """
    match move:
        case ConstructWonder(wonder) | DraftWonder(wonder):
            return wonder
        case TakeToken(token):
            return token
        case ChooseCard(_, card):
            return card
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
    """Return the marks of the legal moves.

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
            assert card is not None  # constructions have a card
            if card.id not in prices:
                plan = state.payment(move)
                assert plan is not None  # constructions have a payment plan
                prices[card.id] = plan.total
        elif isinstance(move, DiscardBuilding):
            discard = state.cities[state.player].discard_income
        elif card is not None:
            choices.add(card.id)
        elif isinstance(move, ChooseBeginner):
            seats.add(move.player)
    return Marks(prices=prices, discard=discard, choices=frozenset(choices), seats=frozenset(seats))


@lru_cache(maxsize=64)
def outline(width: float, height: float, ink: str, dash: str = "", radius: float = 7) -> Picture:
    """Draw a frame.

    Args:
        width: the width of the framed picture.
        height: its height.
        ink: the colour.
        dash: the dash pattern.
        radius: the radius of the corners.
    """
    sheet = Sheet()
    more = {"stroke_dasharray": dash} if dash else {}
    place = {"x": -2, "y": -2, "width": width + 4, "height": height + 4, "rx": radius}
    frame: dict[str, str | float] = {"fill": "none", "stroke": ink, "stroke_width": 3}
    sheet.add(element("rect", **place, **frame, **more))
    return sheet.picture(width, height)


@lru_cache(maxsize=64)
def veil(width: float, height: float, ink: str) -> Picture:
    """Draw the shade over a covered card.

    Args:
        width: the width of the card.
        height: its height.
        ink: the colour.
    """
    sheet = Sheet()
    sheet.rect(0.5, 0.5, width - 1, height - 1, ink, rx=5, fill_opacity=0.28)
    return sheet.picture(width, height)


def last_mark(pen: Pen, size: tuple[float, float], radius: float = 7) -> Picture:
    """Draw the mark of the last move.

    Args:
        pen: the theme, language and catalogue.
        size: the width and height of the marked picture.
        radius: the radius of the corners.
    """
    return outline(*size, pen.theme.last, "7 3", radius)


@lru_cache(maxsize=8)
def tick(ink: str) -> Picture:
    """Draw the tick of a card that can be chosen.

    Args:
        ink: the background colour.
    """
    sheet = Sheet()
    sheet.circle(8, 8, 7.4, ink, stroke=WHITE, stroke_width=1.2)
    sheet.put(symbols.sign(outlines.TICK, WHITE), 2.8, 2.8, 0.65)
    return sheet.picture(16, 16)


def chosen(
    sheet: Sheet,
    pen: Pen,
    x: float,
    y: float,
    size: tuple[float, float],
    radius: float = 7,
) -> None:
    """Mark a card that can be chosen.

    Args:
        sheet: the sheet to draw on.
        pen: the theme, language and catalogue.
        x: the left edge.
        y: the top edge.
        size: the width and height of the card.
        radius: the radius of the corners.
    """
    width, height = size
    sheet.put(outline(width, height, pen.theme.legal, "", radius), x, y)
    # Beside a strip, whose corners are occupied.
    place = (x - 9, y + height / 2 - 8) if height < LOW else (x + width - 9, y - 7)
    sheet.put(tick(pen.theme.legal), *place)


@lru_cache(maxsize=256)
def price(coins: int, ink: str) -> Picture:
    """Draw the price of a legal construction.

    Args:
        coins: the price.
        ink: the background colour.
    """
    sheet = Sheet()
    sheet.rect(0.5, 0.5, 46, 21, ink, rx=10.5, stroke=WHITE, stroke_width=1)
    sheet.put(symbols.sign(outlines.TICK, WHITE), 7, 4.4, 0.8)
    sheet.put(symbols.coin(str(coins)), 25, 2)
    return sheet.picture(47, 22)


@lru_cache(maxsize=64)
def income(coins: int) -> Picture:
    """Draw the mark of a card that can only be discarded.

    Args:
        coins: the coins for discarding it.
    """
    sheet = Sheet()
    sheet.rect(0.5, 0.5, 60, 21, "#d8d2c6", rx=10.5, stroke=INK, stroke_width=1)
    sheet.put(symbols.sign(outlines.CROSS, "#8f1f1a"), 7, 4.8, 0.75)
    sheet.put(symbols.arrow(), 23, 5)
    sheet.put(symbols.coin(f"+{coins}"), 37, 2)
    return sheet.picture(61, 22)
