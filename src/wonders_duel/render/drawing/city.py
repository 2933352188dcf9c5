"""Drawings of a city: wonders, progress tokens and buildings by colour."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import attrs

from wonders_duel.cards import Building, BuiltWonder, ProgressToken, Wonder
from wonders_duel.engine.city import City
from wonders_duel.enums import Colour, Player
from wonders_duel.render.drawing import cards, marks, outlines, symbols
from wonders_duel.render.drawing.cards import DISC
from wonders_duel.render.drawing.face import GAP, WIDE, Face
from wonders_duel.render.drawing.lettering import cut, text_width
from wonders_duel.render.drawing.marks import NOTHING, Marks
from wonders_duel.render.drawing.means import draw_means
from wonders_duel.render.drawing.pen import Pen
from wonders_duel.render.drawing.picture import Sheet

__all__ = [
    "Heading",
    "city_size",
    "draw_built_wonder",
    "draw_city",
    "draw_strips",
    "draw_tokens",
    "fixed_height",
]

BOTTOM: Final = 10
"""The padding below the last strip."""
HEADING: Final = 34
"""The height of the line with the name."""
MEANS: Final = 44
"""The height of the lines with production and prices."""
LEAST_WONDERS: Final = 4
"""The number of wonders that always have room."""
STRIPS: Final = 290
"""The height that a city of a table has for its buildings."""
COVERED: Final = 5
"""The height of the part of a building that the next one of its colour covers."""
APART: Final = 7
"""The gap between two colours."""
QUARTERS: Final = {
    Colour.BROWN: 0,
    Colour.GREY: 0,
    Colour.YELLOW: 1,
    Colour.RED: 1,
    Colour.BLUE: 2,
    Colour.GREEN: 3,
    Colour.PURPLE: 2,
}
"""The column of each colour, if there are four; the same for each state, so that nothing jumps."""
MOST_ROWS: Final = 13
"""The most buildings in a column, if another one is shorter."""


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
    seat: Player | None = None
    """The player; ``None`` if only the city is known."""


def _rows(things: Sequence[object], columns: int) -> int:
    return -(-len(things) // columns)


def _columns(city: City, number: int) -> list[list[list[Building]]]:
    """Return the columns of a city, each with its buildings by colour.

    Args:
        city: the city.
        number: the number of columns, from 1 to 4.
    """
    columns: list[list[list[Building]]] = [[] for _ in range(number)]
    for colour, quarter in QUARTERS.items():
        group = [building for building in city.buildings if building.colour is colour]
        if group:
            columns[quarter * number // 4].append(group)
    longest, shortest = max(columns, key=_length), min(columns, key=_length)
    while _length(longest) > MOST_ROWS and _length(shortest) + len(longest[-1]) < _length(longest):
        shortest.append(longest.pop())
    return columns


def _length(column: list[list[Building]]) -> int:
    """Return the number of buildings in a column."""
    return sum(map(len, column))


def _column_height(column: list[list[Building]], step: float) -> float:
    """Return the height of a column whose buildings show so much of themselves."""
    return _length(column) * step + len(column) * (APART + COVERED)


def _step(columns: list[list[list[Building]]], face: Face, room: float) -> float:
    """Return the visible height of the buildings in columns, so that the longest one fits."""
    most = face.strip[1] - COVERED
    for column in columns:
        if column:
            most = min(most, (room - _column_height(column, 0)) / _length(column))
    return round(most, 1)


def _wonder_columns(face: Face) -> int:
    return int((face.city + GAP) // face.wonder[0])


def _wonder_rows(city: City, face: Face) -> list[list[Wonder | BuiltWonder]]:
    wonders: list[Wonder | BuiltWonder] = [*city.built, *city.unbuilt]
    columns = _wonder_columns(face)
    return [wonders[start : start + columns] for start in range(0, len(wonders), columns)]


def _wonder_height(row: Sequence[Wonder | BuiltWonder], face: Face) -> float:
    built = any(isinstance(one, BuiltWonder) for one in row)
    return face.wonder[1] + (face.tucked if built else 0) + GAP


def _token_columns(face: Face) -> int:
    return int((face.city + GAP) // face.token[0])


def city_size(city: City, face: Face) -> tuple[float, float]:
    """Return the width and height of a drawn city without overlapping strips, its panel included.

    Args:
        city: the city.
        face: the sizes.
    """
    height = float(HEADING + MEANS)
    for row in _wonder_rows(city, face):
        height += _wonder_height(row, face)
    height += face.token[1] * _rows(city.tokens, _token_columns(face))
    columns = _columns(city, face.strips)
    step = face.strip[1] - COVERED
    height += max(_column_height(column, step) for column in columns)
    return face.city + 2 * face.padding, height + BOTTOM


def fixed_height(face: Face) -> float:
    """Return the height of a city of a table, which fits nearly every city of a game.

    Args:
        face: the sizes.
    """
    wonders = -(-LEAST_WONDERS // _wonder_columns(face)) * (face.wonder[1] + face.tucked + GAP)
    return HEADING + MEANS + wonders + face.token[1] + STRIPS + BOTTOM


def draw_city(
    sheet: Sheet,
    pen: Pen,
    city: City,
    heading: Heading,
    x: float,
    y: float,
    height: float,
    shown: Marks = NOTHING,
    *,
    face: Face = WIDE,
    other: City | None = None,
) -> None:
    """Draw a city on its panel.

    Args:
        sheet: the sheet to draw on.
        pen: the theme, language and catalogue.
        city: the city.
        heading: the heading of the city.
        x: the left edge of the panel.
        y: the top edge.
        height: the height of the panel; if it is too small, strips overlap more.
        shown: the marks to draw.
        face: the sizes.
        other: the opponent's city, for the prices of resources.
    """
    width = face.city
    theme = pen.theme
    whole = width + 2 * face.padding
    ink = theme.line if heading.seat is None else theme.seats[heading.seat]
    sheet.rect(x, y, whole, height, theme.panel, rx=9)
    thick = 3.0 if heading.to_move or heading.has_won else 1.0
    sheet.rect(x, y, whole, height, ink, rx=9, fill_opacity=0.09, stroke=ink, stroke_width=thick)
    _draw_heading(sheet, pen, city, heading, x + face.padding, y, width)
    left, top = x + face.padding, y + HEADING
    draw_means(sheet, pen, city, other, left, top, width)
    top += MEANS
    for row in _wonder_rows(city, face):
        for number, one in enumerate(row):
            _draw_wonder(sheet, pen, one, left + number * (face.wonder[0] + GAP), top, shown, face)
        top += _wonder_height(row, face)
    top = draw_tokens(sheet, pen, city.tokens, left, top, width, shown, face=face)
    columns = _columns(city, face.strips)
    step = _step(columns, face, y + height - BOTTOM + APART - top)
    for number, column in enumerate(columns):
        at = top
        for group in column:
            place = left + number * (face.strip[0] + GAP), at
            kind = "own" if heading.to_move else "opposing"
            draw_strips(
                sheet, pen, group, *place, shown, face=face, columns=1, step=step, kind=kind
            )
            at += len(group) * step + COVERED + APART


def _draw_heading(
    sheet: Sheet, pen: Pen, city: City, heading: Heading, x: float, y: float, width: float
) -> None:
    theme = pen.theme
    middle = y + HEADING / 2
    start = x
    ink = theme.text if heading.seat is None else theme.seats[heading.seat]
    if heading.to_move:
        sheet.path(f"M{x:g} {middle - 7:g}l11 7l-11 7z", ink)
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
    wonders = len(city.built) + len(city.unbuilt)
    if wonders:
        text = f"{len(city.built)}/{wonders}"
        wide = text_width(text, 12, bold=True)
        sheet.text(text, end, middle, 12, theme.quiet, anchor="end", bold=True)
        sheet.put(symbols.wonder(theme.quiet), end - wide - 17, middle - 8)
        end -= wide + 23
    name = cut(heading.name, end - start, 15, bold=True)
    sheet.text(name, start, middle, 15, ink, bold=True, room=end - start)


def draw_built_wonder(
    sheet: Sheet, pen: Pen, one: BuiltWonder, x: float, y: float, face: Face = WIDE
) -> None:
    """Draw a constructed wonder with the card under it.

    Args:
        sheet: the sheet to draw on.
        pen: the theme, language and catalogue.
        one: the wonder and its card.
        x: the left edge.
        y: the top edge.
        face: the sizes.
    """
    sheet.put(cards.tucked(pen, one.card, face), x + 5, y + face.wonder[1] - 1)
    sheet.put(cards.wonder(pen, one.wonder, face, built=True), x, y)


def _draw_wonder(
    sheet: Sheet,
    pen: Pen,
    one: Wonder | BuiltWonder,
    x: float,
    y: float,
    shown: Marks,
    face: Face,
) -> None:
    size = face.wonder
    card = one.wonder if isinstance(one, BuiltWonder) else one
    with sheet.group(shown.hook("wonder", card.id)):
        if isinstance(one, BuiltWonder):
            draw_built_wonder(sheet, pen, one, x, y, face)
        else:
            sheet.put(cards.wonder(pen, one, face), x, y)
        if card.id == shown.last:
            sheet.put(marks.last_mark(pen, size), x, y)
        priced = shown.prices.get(card.id)
        if priced is not None:
            if priced.legal:
                sheet.put(marks.outline(*size, pen.theme.legal), x, y)
            picture = marks.pill(pen, priced)
            sheet.put(picture, x + size[0] - picture.width - 4, y + size[1] - 26)
        if card.id in shown.choices:  # of a custom choice
            marks.chosen(sheet, pen, x, y, size)


def draw_tokens(
    sheet: Sheet,
    pen: Pen,
    tokens: Sequence[ProgressToken],
    x: float,
    y: float,
    width: float,
    shown: Marks,
    *,
    face: Face = WIDE,
    columns: int | None = None,
) -> float:
    """Draw progress tokens in rows.

    Args:
        sheet: the sheet to draw on.
        pen: the theme, language and catalogue.
        tokens: the tokens.
        x: the left side of the available space.
        y: the top edge.
        width: the available width.
        shown: the marks to draw.
        face: the sizes.
        columns: the number of tokens side by side; by default, as many as fit.

    Returns:
        The bottom edge.
    """
    wide, tall = face.token
    columns = columns or int((width + GAP) // wide)
    step = width / columns
    ring = (DISC, DISC)
    radius = DISC / 2 + 2
    for number, token in enumerate(tokens):
        row, column = divmod(number, columns)
        left = x + column * step + (step - wide) / 2
        top = y + row * tall
        with sheet.group(shown.hook("token", token.id)):
            sheet.put(cards.token(pen, token, face), left, top)
            if token.id == shown.last:
                sheet.put(marks.last_mark(pen, ring, radius), left + (wide - DISC) / 2, top)
            if token.id in shown.choices:
                marks.chosen(sheet, pen, left + (wide - DISC) / 2, top, ring, radius)
    return y + _rows(tokens, columns) * tall


def draw_strips(
    sheet: Sheet,
    pen: Pen,
    buildings: Sequence[Building],
    x: float,
    y: float,
    shown: Marks,
    *,
    face: Face = WIDE,
    columns: int | None = None,
    across: float | None = None,
    step: float,
    kind: str = "opposing",
) -> float:
    """Draw the strips of buildings in rows.

    Args:
        sheet: the sheet to draw on.
        pen: the theme, language and catalogue.
        buildings: the buildings.
        x: the left edge.
        y: the top edge.
        shown: the marks to draw.
        face: the sizes.
        columns: the number of strips side by side; by default, as many as a city has.
        across: the distance of two strips side by side; if it is small, they overlap.
        step: the distance of two rows.
        kind: the kind of things, for pages; see :meth:`.Marks.hook`.

    Returns:
        The bottom edge.
    """
    wide = face.strip[0]
    columns = columns or face.strips
    across = across or wide + GAP
    for number, building in enumerate(buildings):
        row, column = divmod(number, columns)
        left, top = x + column * across, y + row * step
        covered = number + columns < len(buildings)
        # Around the visible part: the next strip covers the rest.
        size = (wide, min(step, face.strip[1])) if covered else face.strip
        with sheet.group(shown.hook(kind, building.id)):
            sheet.put(cards.strip(pen, building, face), left, top)
            if building.id == shown.last:
                sheet.put(marks.last_mark(pen, size), left, top)
            if building.id in shown.partners:
                sheet.circle(
                    left + wide - 10.8,
                    top + 11.5,
                    9,
                    "none",
                    stroke=pen.theme.legal,
                    stroke_width=2.4,
                )
            if building.id in shown.choices:
                marks.chosen(sheet, pen, left, top, size)
    return y + _rows(buildings, columns) * step
