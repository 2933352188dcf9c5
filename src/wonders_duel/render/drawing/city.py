"""Drawings of a city: wonders, progress tokens and buildings by colour."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import attrs

from wonders_duel.cards import Building, BuiltWonder, ProgressToken, Wonder
from wonders_duel.engine.city import City
from wonders_duel.enums import Colour
from wonders_duel.render.drawing import cards, marks, outlines, symbols
from wonders_duel.render.drawing.cards import DISC, STRIP, TOKEN, WONDER
from wonders_duel.render.drawing.lettering import cut, text_width
from wonders_duel.render.drawing.marks import NOTHING, Marks
from wonders_duel.render.drawing.pen import Pen
from wonders_duel.render.drawing.picture import Sheet

__all__ = ["Heading", "city_size", "draw_built_wonder", "draw_city", "draw_strips", "draw_tokens"]

GAP: Final = 6
"""The gap between two cards."""
PADDING: Final = 10
"""The padding of a panel."""
HEADING: Final = 36
"""The height of the line with the name."""
UNDER: Final = 21
"""The height of the visible part of the card under a wonder."""


@attrs.frozen(kw_only=True)
class Heading:
    """The heading of a city."""

    name: str
    """The name of the player."""
    points: int | None = None
    """The current points; ``None`` if only the city is known."""
    to_move: bool = False
    """Whether the player is to move."""
    has_won: bool = False
    """Whether the player has won, or shares the victory."""


def _width(columns: int) -> float:
    return columns * STRIP[0] + (columns - 1) * GAP


def _rows(things: Sequence[object], columns: int) -> int:
    return -(-len(things) // columns)


def _groups(city: City) -> list[list[Building]]:
    """Return the buildings grouped by colour, without empty groups."""
    by_colour: dict[Colour, list[Building]] = {colour: [] for colour in Colour}
    for building in city.buildings:
        by_colour[building.colour].append(building)
    return [group for group in by_colour.values() if group]


def _wonder_rows(city: City, columns: int) -> list[list[Wonder | BuiltWonder]]:
    wonders: list[Wonder | BuiltWonder] = [*city.built, *city.unbuilt]
    return [wonders[start : start + columns] for start in range(0, len(wonders), columns)]


def _wonder_height(row: Sequence[Wonder | BuiltWonder]) -> float:
    built = any(isinstance(one, BuiltWonder) for one in row)
    return WONDER[1] + (UNDER if built else 0) + GAP


def _token_columns(columns: int) -> int:
    return int((_width(columns) + GAP) // TOKEN[0])


def city_size(city: City, columns: int) -> tuple[float, float]:
    """Return the width and height of a drawn city, its panel included.

    Args:
        city: the city.
        columns: the number of strips side by side.
    """
    height = float(HEADING)
    for row in _wonder_rows(city, columns):
        height += _wonder_height(row)
    height += TOKEN[1] * _rows(city.tokens, _token_columns(columns))
    for group in _groups(city):
        height += _rows(group, columns) * (STRIP[1] + 3) + 3
    return _width(columns) + 2 * PADDING, height + PADDING


def draw_city(
    sheet: Sheet,
    pen: Pen,
    city: City,
    heading: Heading,
    x: float,
    y: float,
    columns: int,
    height: float,
    shown: Marks = NOTHING,
) -> None:
    """Draw a city on its panel.

    Args:
        sheet: the sheet to draw on.
        pen: the theme, language and catalogue.
        city: the city.
        heading: the heading of the city.
        x: the left edge of the panel.
        y: the top edge.
        columns: the number of strips side by side.
        height: the height of the panel.
        shown: the marks to draw.
    """
    width = _width(columns)
    theme = pen.theme
    frame = (theme.legal, 2.5) if heading.to_move else (theme.line, 1)
    whole = width + 2 * PADDING
    sheet.rect(x, y, whole, height, theme.panel, rx=8, stroke=frame[0], stroke_width=frame[1])
    _draw_heading(sheet, pen, city, heading, x + PADDING, y, width)
    left, top = x + PADDING, y + HEADING
    for row in _wonder_rows(city, columns):
        for number, one in enumerate(row):
            _draw_wonder(sheet, pen, one, left + number * (WONDER[0] + GAP), top, shown)
        top += _wonder_height(row)
    top = draw_tokens(sheet, pen, city.tokens, left, top, _token_columns(columns), width, shown)
    for group in _groups(city):
        top = draw_strips(sheet, pen, group, left, top, columns, shown) + 3


def _draw_heading(
    sheet: Sheet, pen: Pen, city: City, heading: Heading, x: float, y: float, width: float
) -> None:
    theme = pen.theme
    middle = y + HEADING / 2
    start = x
    if heading.to_move:
        sheet.path(f"M{x:g} {middle - 7:g}l11 7l-11 7z", theme.legal)
        start += 17
    end = x + width
    if heading.points is not None:
        sheet.row([symbols.medal(str(heading.points))], end - 24, middle, 24, anchor="end")
        end -= 30
    if heading.has_won:
        sheet.put(symbols.sign(outlines.KINDS[Colour.PURPLE], theme.last), start, middle - 10, 1.2)
        start += 25
    coins = symbols.coin(str(city.coins))
    sheet.put(coins, end - 21.6, middle - 10.8, 1.2)
    end -= 28
    if city.symbols:
        small = [symbols.science(symbol) for symbol in city.symbols]
        wide = 14.5 * len(small)
        sheet.row(small, end - wide, middle, wide, gap=1, anchor="end", height=14)
        end -= wide + 6
    name = cut(heading.name, end - start, 15, bold=True)
    sheet.text(name, start, middle, 15, theme.text, bold=True, room=end - start)
    if heading.to_move:
        wide = text_width(name, 15, bold=True)
        sheet.path(f"M{start:g} {middle + 10:g}h{wide:g}", stroke=theme.legal, stroke_width=1.5)


def draw_built_wonder(sheet: Sheet, pen: Pen, one: BuiltWonder, x: float, y: float) -> None:
    """Draw a constructed wonder with the card under it.

    Args:
        sheet: the sheet to draw on.
        pen: the theme, language and catalogue.
        one: the wonder and its card.
        x: the left edge.
        y: the top edge.
    """
    under = cards.strip(pen, one.card)
    sheet.put(under, x, y + WONDER[1] + UNDER - STRIP[1])
    sheet.put(cards.wonder(pen, one.wonder, built=True), x, y)


def _draw_wonder(
    sheet: Sheet, pen: Pen, one: Wonder | BuiltWonder, x: float, y: float, shown: Marks
) -> None:
    if isinstance(one, BuiltWonder):
        draw_built_wonder(sheet, pen, one, x, y)
        card = one.wonder
    else:
        card = one
        sheet.put(cards.wonder(pen, one), x, y)
    if card.id == shown.last:
        sheet.put(marks.last_mark(pen, WONDER), x, y)
    coins = shown.prices.get(card.id)
    if coins is not None:
        sheet.put(marks.outline(*WONDER, pen.theme.legal), x, y)
        picture = marks.price(coins, pen.theme.legal)
        sheet.put(picture, x + WONDER[0] - picture.width - 3, y + WONDER[1] - 24)


def draw_tokens(
    sheet: Sheet,
    pen: Pen,
    tokens: Sequence[ProgressToken],
    x: float,
    y: float,
    columns: int,
    width: float,
    shown: Marks,
) -> float:
    """Draw progress tokens in rows.

    Args:
        sheet: the sheet to draw on.
        pen: the theme, language and catalogue.
        tokens: the tokens.
        x: the left side of the available space.
        y: the top edge.
        columns: the maximum number of tokens side by side.
        width: the available width.
        shown: the marks to draw.

    Returns:
        The bottom edge.
    """
    step = width / columns
    ring = (DISC, DISC)
    radius = DISC / 2 + 2
    for number, token in enumerate(tokens):
        row, column = divmod(number, columns)
        left = x + column * step + (step - TOKEN[0]) / 2
        top = y + row * TOKEN[1]
        sheet.put(cards.token(pen, token), left, top)
        if token.id == shown.last:
            sheet.put(marks.last_mark(pen, ring, radius), left + (TOKEN[0] - DISC) / 2, top)
        if token.id in shown.choices:
            marks.chosen(sheet, pen, left + (TOKEN[0] - DISC) / 2, top, ring, radius)
    return y + _rows(tokens, columns) * TOKEN[1]


def draw_strips(
    sheet: Sheet,
    pen: Pen,
    buildings: Sequence[Building],
    x: float,
    y: float,
    columns: int,
    shown: Marks,
) -> float:
    """Draw the strips of buildings in rows.

    Args:
        sheet: the sheet to draw on.
        pen: the theme, language and catalogue.
        buildings: the buildings.
        x: the left edge.
        y: the top edge.
        columns: the number of strips side by side.
        shown: the marks to draw.

    Returns:
        The bottom edge.
    """
    for number, building in enumerate(buildings):
        row, column = divmod(number, columns)
        left, top = x + column * (STRIP[0] + GAP), y + row * (STRIP[1] + 3)
        sheet.put(cards.strip(pen, building), left, top)
        if building.id == shown.last:
            sheet.put(marks.last_mark(pen, STRIP), left, top)
        if building.id in shown.choices:
            marks.chosen(sheet, pen, left, top, STRIP)
    return y + _rows(buildings, columns) * (STRIP[1] + 3)
