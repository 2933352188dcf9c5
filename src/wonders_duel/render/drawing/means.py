"""Drawings of what a city can pay with: its production, the prices of resources, its symbols."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from wonders_duel.engine.city import City
from wonders_duel.engine.prices import unit_prices
from wonders_duel.enums import Resource
from wonders_duel.render.drawing import symbols
from wonders_duel.render.drawing.pen import Pen
from wonders_duel.render.drawing.picture import Picture, Sheet
from wonders_duel.render.themes import INK, WHITE
from wonders_duel.rules import SYMBOLS_TO_WIN, TRADE_PRICE

__all__ = ["draw_means"]

CELL: Final = 34
"""The width of a resource."""
SYMBOLS: Final = 71
"""The width at the right of the first line that is left for the scientific symbols."""
INCOME: Final = 42
"""The width at the right of the second line that is left for the discard income."""
GAP: Final = 2
"""The gap between two producers of a choice."""
FIRST: Final = 10
"""The middle of the first line."""
SECOND: Final = 30
"""The middle of the second line."""


def draw_means(
    sheet: Sheet, pen: Pen, city: City, other: City | None, x: float, y: float, width: float
) -> None:
    """Draw the means of a city in two lines.

    The first line shows the resources that the city produces, and its scientific symbols out of the
    six that win; the second one what it pays the bank for a resource, and its discard income.

    Args:
        sheet: the sheet to draw on.
        pen: the theme, language and catalogue.
        city: the city.
        other: the opponent's city; without it, there are no prices.
        x: the left edge.
        y: the top edge.
        width: the available width.
    """
    theme = pen.theme
    layout = city.catalogue.tables.layout
    prices = unit_prices(city, other) if other is not None else None
    cell = min(CELL * width / 286, 50)
    for number, (one, field) in enumerate(zip(Resource, layout.produced, strict=True)):
        left = x + number * cell
        units = field.read(city.production)
        sheet.put(symbols.resource(one), left, y + FIRST - 8)
        ink = theme.text if units else theme.quiet
        sheet.text(str(units), left + 18, y + FIRST, 13, ink, bold=bool(units))
        if prices is not None:
            cheap = prices[number] < TRADE_PRICE
            sheet.put(
                _price(prices[number], theme.legal if cheap else ""), left + 1, y + SECOND - 9
            )
    left, right = x + len(Resource) * cell, x + width
    made = [
        _choice(group)
        for group, field in layout.choices
        for _ in range(field.read(city.production))
    ]
    rooms = right - SYMBOLS - left, right - INCOME - left
    first = _first_line(made, rooms)
    sheet.row(made[:first], left, y + FIRST, rooms[0], gap=GAP)
    sheet.row(made[first:], left, y + SECOND, rooms[1], gap=GAP)
    for number in range(SYMBOLS_TO_WIN):
        middle = right - 5 - (SYMBOLS_TO_WIN - 1 - number) * 11.5
        if number < len(city.symbols):
            scale = 0.6
            picture = symbols.science(city.symbols[number])
            at = 11 * scale
            sheet.put(picture, middle - at, y + FIRST - at, scale)
        else:
            sheet.circle(middle, y + FIRST, 3.6, "none", stroke=theme.quiet, stroke_width=1)
    income = symbols.coin(f"+{city.discard_income}")
    sheet.put(symbols.discarded(theme.text), right - 41, y + SECOND - 9)
    sheet.put(income, right - 18, y + SECOND - 9)


def _first_line(made: Sequence[Picture], rooms: tuple[float, float]) -> int:
    """Return how many producers are in the first line, so that those of both are large.

    Args:
        made: the producers.
        rooms: the widths of the two lines.
    """

    def scale(first: int) -> float:
        lines = zip((made[:first], made[first:]), rooms, strict=True)
        return min(1.0, *(room / max(1.0, _width(some)) for some, room in lines))

    # Half of them if that is as good.
    numbers = sorted(range(len(made) + 1), key=lambda first: abs(2 * first - len(made) - 0.5))
    return max(numbers, key=scale)


def _width(pictures: Sequence[Picture]) -> float:
    """Return the width of pictures side by side."""
    return sum(one.width + GAP for one in pictures) - GAP


def _price(coins: int, ring: str) -> Picture:
    """Draw the price of a resource; one below the usual price has a ring."""
    sheet = Sheet()
    sheet.put(symbols.coin(str(coins)), 0, 0)
    if ring:
        sheet.circle(9, 9, 8.8, "none", stroke=ring, stroke_width=2)
    return sheet.picture(18, 18)


def _choice(group: frozenset[Resource]) -> Picture:
    """Draw a producer that makes one of several resources."""
    members = [one for one in Resource if one in group]
    sheet = Sheet()
    wide = len(members) * 12.5 + 3
    sheet.rect(0.5, 0.5, wide, 15, WHITE, rx=7.5, stroke=INK, stroke_width=0.7)
    for number, one in enumerate(members):
        sheet.put(symbols.resource(one), 2.5 + number * 12.5, 2, 0.75)
    return sheet.picture(wide + 1, 16)
