"""Drawings of buildings, building strips in a city, card backs, wonders and progress tokens."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import attrs

from wonders_duel.cards import Building, Card, Cost, ProgressToken, Wonder
from wonders_duel.effects import Effect
from wonders_duel.enums import Age, Back, Colour
from wonders_duel.languages import Language
from wonders_duel.render.drawing import outlines, symbols
from wonders_duel.render.drawing.effects import effects_picture, one_row_scale
from wonders_duel.render.drawing.emblems import emblem
from wonders_duel.render.drawing.face import WIDE, Face
from wonders_duel.render.drawing.lettering import fitted
from wonders_duel.render.drawing.pen import Pen
from wonders_duel.render.drawing.picture import Anchor, Picture, Sheet
from wonders_duel.render.sentences import card_sentences
from wonders_duel.render.themes import BACKS, COLOURS, FAINT, INK, VICTORY_GREEN, WHITE

__all__ = [
    "CARD",
    "DISC",
    "STRIP",
    "WONDER",
    "back",
    "building",
    "card_title",
    "cost_row",
    "strip",
    "token",
    "tucked",
    "wonder",
]

CARD: Final = WIDE.card
"""The width and height of a building in the wide layout."""
STRIP: Final = WIDE.strip
"""The width and height of a building strip in a city in the wide layout."""
WONDER: Final = WIDE.wonder
"""The width and height of a wonder in the wide layout."""
DISC: Final = 56
"""The diameter of a progress token."""
CELL: Final = 15.5
"""The height of a symbol in the column of a cost."""
PALE: Final = 0.3
"""The opacity of the sign on a building."""
SEEN: Final = 66
"""From here on, the next row of a structure covers a building."""
STRIP_MIDDLE: Final = 11.5
"""The vertical middle of the content of a strip, of which the next one may cover the lower part."""
GROUND: Final = {False: "#d9cfb6", True: "#c99a3a"}
"""The ground on which a wonder stands, before and after its construction."""
PRICE: Final = 52
"""The width at the right edge of a wonder that is left for its price."""
TINT: Final = 0.13
"""The opacity of the colour of a building on its paper."""
NARROWEST: Final = 0.64
"""The smallest width of letters in a name, relative to the usual one."""
MOST_ROWS: Final = 3
"""The most symbols of a cost in one column."""
MOST_SYMBOLS: Final = 5
"""The most resources of a cost drawn one by one; more are drawn with numbers."""


def card_title(pen: Pen, card: Card) -> str:
    """Return the tooltip of a card: its name and its sentences.

    Args:
        pen: the theme, language and catalogue.
        card: the card.
    """
    return " ".join((f"{pen.name(card)}.", *card_sentences(card, pen.words, pen.catalogue)))


def cost_row(cost: Cost) -> list[Picture]:
    """Draw a cost.

    Args:
        cost: the cost.

    Returns:
        The symbols from left to right; empty if the card is free.
    """
    row = [symbols.coin(str(cost.coins))] if cost.coins else []
    many = sum(cost.resources.values()) > MOST_SYMBOLS
    for resource, units in cost.resources.items():
        picture = symbols.resource(resource)
        row += [symbols.times(units), picture] if many and units > 1 else [picture] * units
    return row


def _paper(sheet: Sheet, pen: Pen, width: float, height: float, fill: str = "") -> None:
    """Draw an empty card and its shadow."""
    sheet.rect(2, 3, width - 1, height - 1, INK, rx=5, fill_opacity=0.2)
    sheet.rect(*(0.5, 0.5, width - 1, height - 1, fill or pen.theme.paper), rx=5, stroke=INK)


def _name(
    sheet: Sheet,
    text: str,
    x: float,
    y: float,
    width: float,
    face: Face,
    *,
    anchor: Anchor = "middle",
    lines: int = 2,
    ink: str = INK,
) -> None:
    """Write a name on one or two lines, vertically centred."""
    size, rows = fitted(text, width, face.sizes, lines, bold=True)
    if " ".join(rows) != " ".join(text.split()):
        # Narrow letters are better than missing ones.
        size, rows = fitted(text, width / NARROWEST, face.sizes[-1:], lines, bold=True)
    step = size * 1.05
    for number, line in enumerate(rows):
        place = y + (number - (len(rows) - 1) / 2) * step
        sheet.text(line, x, place, size, ink, anchor=anchor, bold=True, room=width)


def _plate(
    sheet: Sheet, pen: Pen, picture: Picture, x: float, y: float, width: float, height: float
) -> None:
    """Draw effects centred in a space, on a plate of their width."""
    if picture.width <= 0:
        return
    wide = picture.width + 6
    left = x + (width - wide) / 2
    sheet.rect(left, y, wide, height, pen.theme.paper, rx=4)
    sheet.put(picture, left + 3, y)


def _price(pen: Pen, card: Building) -> list[Picture]:
    """Return the symbols of a cost and of the chain that replaces it."""
    symbols_of_cost = cost_row(card.cost)
    freeing = pen.freeing(card)
    return symbols_of_cost if freeing is None else [*symbols_of_cost, symbols.chain(freeing)]


def _column(sheet: Sheet, pen: Pen, cells: list[Picture], x: float, y: float) -> float:
    """Draw a cost as a column, or as two if it is long; return the right edge."""
    if not cells:
        return x
    columns = 1 if len(cells) <= MOST_ROWS else 2
    rows = -(-len(cells) // columns)
    size = min(CELL, MOST_ROWS * CELL / rows)
    wide, tall = columns * size + 2, rows * size + 2
    sheet.rect(x, y, wide, tall, pen.theme.paper, rx=4, stroke=FAINT, stroke_width=0.6)
    for number, cell in enumerate(cells):
        column, row = divmod(number, rows)
        scale = min(1.0, (size - 0.5) / max(cell.width, cell.height))
        left = x + 1 + (column + 0.5) * size - cell.width * scale / 2
        top = y + 1 + (row + 0.5) * size - cell.height * scale / 2
        sheet.put(cell, left, top, scale)
    return x + wide


def building(pen: Pen, card: Building, face: Face = WIDE) -> Picture:
    """Draw a building.

    Args:
        pen: the theme, language and catalogue.
        card: the building.
        face: the sizes.
    """
    return pen.drawn(f"building {face.key}", card, lambda: _building(pen, card, face))


def _building(pen: Pen, card: Building, face: Face) -> Picture:
    width, height = face.card
    band = face.band
    sheet = Sheet()
    _paper(sheet, pen, width, height)
    sheet.path(
        f"M1 {band}V5.5A4.5 4.5 0 0 1 5.5 1H{width - 5.5}A4.5 4.5 0 0 1 {width - 1} 5.5V{band}z",
        COLOURS[card.colour],
    )
    sheet.path(f"M1 {band}H{width - 1}", stroke=INK, stroke_width=0.8)
    colour = COLOURS[card.colour]
    low = f"V{height - 5.5}A4.5 4.5 0 0 1 {width - 5.5} {height - 1}H5.5A4.5 4.5 0 0 1 1 {height - 5.5}z"
    sheet.path(f"M1 {band}H{width - 1}{low}", colour, fill_opacity=TINT)
    sign = outlines.KINDS[card.colour]
    at = width / 2 - 12, (SEEN + height) / 2 - 10
    sheet.put(symbols.sign(sign, colour), *at, 1.5, more=f' opacity="{PALE}"')
    left = 3.0
    if face.cost is None:
        left = _column(sheet, pen, _price(pen, card), 3, 3)
    right = width - 4
    if card.chain_symbol is not None:
        right -= 18
        sheet.put(symbols.chain(card.chain_symbol), right + 1, 4)
    room = right - left - 2
    rows = effect_rows(card.effects, pen.words, room - 6, band - 8, face)
    tall = (band - 8) / len(rows)
    for number, shown in enumerate(rows):
        _plate(sheet, pen, shown, left + 1, 4 + number * tall, room, tall)
    _name(sheet, pen.name(card), width / 2, face.name, width - 5, face, lines=face.lines)
    if face.cost is not None:
        row = _price(pen, card)
        sheet.row(row, 3, face.cost, width - 6, gap=1, anchor="middle", height=17)
    return sheet.picture(width, height, card_title(pen, card))


def effect_rows(
    effects: Sequence[Effect], words: Language, width: float, height: float, face: Face
) -> list[Picture]:
    """Draw effects on one row, or on two if their numbers were too small on one.

    Args:
        effects: the effects.
        words: the language.
        width: the available width.
        height: the height of all rows.
        face: the sizes.
    """
    if not effects[1:] or one_row_scale(effects, words, width, height) >= face.symbols:
        return [effects_picture(effects, words, width, height, largest=1.2)]
    half = -(-len(effects) // 2)
    parts = (effects[:half], effects[half:])
    return [effects_picture(part, words, width, height / 2) for part in parts]


@lru_cache(maxsize=64)
def back(which: Back, face: Face = WIDE) -> Picture:
    """Draw a face-down card.

    Args:
        which: the back of the card.
        face: the sizes.
    """
    width, height = face.card
    colour = BACKS[which]
    sheet = Sheet()
    sheet.rect(2, 3, width - 1, height - 1, INK, rx=5, fill_opacity=0.2)
    sheet.rect(0.5, 0.5, width - 1, height - 1, colour, rx=5, stroke=INK)
    sheet.rect(
        5,
        5,
        width - 10,
        height - 10,
        "none",
        rx=3,
        stroke=WHITE,
        stroke_width=1,
        stroke_opacity=0.65,
    )
    middle = width / 2
    if which is Back.GUILD:
        for number in range(int(width // 17)):
            start = 8 + 16 * number
            sheet.path(f"M{start} 12l4-4l4 4l-4 4z", WHITE, fill_opacity=0.5)
            sheet.path(f"M{start} {height - 12}l4-4l4 4l-4 4z", WHITE, fill_opacity=0.5)
        sheet.put(symbols.sign(outlines.KINDS[Colour.PURPLE], WHITE), middle - 16, 17, 2)
        sheet.text("III", middle, 61, 22, WHITE, anchor="middle", bold=True)
    else:
        sheet.path(f"M{middle} 12L{width - 14} 42L{middle} 72L14 42z", WHITE, fill_opacity=0.14)
        age = Age(list(Back).index(which) + 1)
        sheet.text(str(age), middle, 42, 34, WHITE, anchor="middle", bold=True)
    return sheet.picture(width, height)


def strip(pen: Pen, card: Building, face: Face = WIDE) -> Picture:
    """Draw the strip of a building in a city: its effects and its name.

    Args:
        pen: the theme, language and catalogue.
        card: the building.
        face: the sizes.
    """
    return pen.drawn(f"strip {face.key}", card, lambda: _strip(pen, card, face, *face.strip))


def tucked(pen: Pen, card: Building, face: Face = WIDE) -> Picture:
    """Draw the visible part of a building under a wonder.

    Args:
        pen: the theme, language and catalogue.
        card: the building.
        face: the sizes.
    """
    size = face.wonder[0] - 10, face.tucked
    return pen.drawn(f"tucked {face.key}", card, lambda: _strip(pen, card, face, *size))


def _strip(pen: Pen, card: Building, face: Face, width: float, height: float) -> Picture:
    sheet = Sheet()
    _paper(sheet, pen, width, height)
    middle = STRIP_MIDDLE if height > STRIP_MIDDLE * 2 else height / 2
    tall = min(face.effects, height - 4.5)
    shown = effects_picture(card.effects, pen.words, width * face.share, tall, gap=2)
    part = max(shown.width + 14, 30)
    ground = f"H{part:g}V{height - 1}H5.5A4.5 4.5 0 0 1 1 {height - 5.5}z"
    sheet.path(f"M1 5.5A4.5 4.5 0 0 1 5.5 1{ground}", COLOURS[card.colour])
    _plate(sheet, pen, shown, 5, middle - tall / 2, part - 8, tall)
    room = width - part - 8
    if card.chain_symbol is not None:
        sheet.put(symbols.chain(card.chain_symbol), width - 18, middle - 7.2, 0.8)
        room -= 14
    # Long names have two lines of small letters.
    small = attrs.evolve(face, sizes=(face.sizes[0], *face.sizes[-2:]))
    _name(sheet, pen.name(card), part + 4, middle, room, small, anchor="start")
    return sheet.picture(width, height, card_title(pen, card))


def wonder(pen: Pen, card: Wonder, face: Face = WIDE, *, built: bool = False) -> Picture:
    """Draw a wonder.

    Args:
        pen: the theme, language and catalogue.
        card: the wonder.
        face: the sizes.
        built: whether it is constructed.
    """
    what = f"{'built ' if built else ''}wonder {face.key}"
    return pen.drawn(what, card, lambda: _wonder(pen, card, face, built=built))


def _wonder(pen: Pen, card: Wonder, face: Face, *, built: bool) -> Picture:
    width, height = face.wonder
    sheet = Sheet()
    _paper(sheet, pen, width, height, pen.theme.built if built else "")
    if not built:
        frame: dict[str, str | float] = {"stroke_width": 0.9, "stroke_dasharray": "3 2"}
        sheet.rect(3, 3, width - 6, height - 6, "none", rx=3, stroke=FAINT, **frame)
    sheet.path(
        f"M3.5 6A2.5 2.5 0 0 1 6 3.5H{width - 6}A2.5 2.5 0 0 1 {width - 3.5} 6V19.5H3.5z", INK
    )
    at = width / 2
    _name(sheet, pen.name(card), at, 11.6, width - 14, face, lines=1, ink=WHITE)
    right, bottom = width - 3.5, height - 3.5
    sheet.path(
        f"M3.5 {height - 18}Q{width * 0.3:g} {height - 30} {width * 0.55:g} {height - 19}"
        f"T{right} {height - 22}V{bottom - 2.5}A2.5 2.5 0 0 1 {right - 2.5} {bottom}H6"
        f"A2.5 2.5 0 0 1 3.5 {bottom - 2.5}z",
        GROUND[built],
        fill_opacity=0.55,
    )
    left = _column(sheet, pen, cost_row(card.cost), 5, 21.5) + 3
    room = width - left - 6
    art = emblem(card.id, INK, 0.85 if built else 0.6) or symbols.wonder(FAINT)
    scale = (height - 52) / art.height
    # Between the cost and the price.
    middle = (left + width - PRICE) / 2
    sheet.put(art, middle - art.width * scale / 2, height - 5 - art.height * scale, scale)
    shown = effects_picture(card.effects, pen.words, room, 26, gap=5, largest=1.2)
    sheet.put(shown, left + (room - shown.width) / 2, 21)
    if built:
        sheet.circle(width - 13, height - 13, 8, "#1b7f3b", stroke=INK, stroke_width=0.8)
        sheet.put(symbols.sign(outlines.TICK, WHITE), width - 18.6, height - 18.6, 0.7)
    return sheet.picture(width, height, card_title(pen, card))


def token(pen: Pen, card: ProgressToken, face: Face = WIDE) -> Picture:
    """Draw a progress token with its name.

    Args:
        pen: the theme, language and catalogue.
        card: the token.
        face: the sizes.
    """
    return pen.drawn(f"token {face.key}", card, lambda: _token(pen, card, face))


def _token(pen: Pen, card: ProgressToken, face: Face) -> Picture:
    width, height = face.token
    middle = width / 2
    sheet = Sheet()
    sheet.circle(middle + 1, DISC / 2 + 2, DISC / 2 - 0.5, INK, fill_opacity=0.2)
    sheet.circle(middle, DISC / 2, DISC / 2 - 0.5, VICTORY_GREEN, stroke="#8fb8a8", stroke_width=1)
    sheet.circle(middle, DISC / 2, DISC / 2 - 3.5, "#eef5ee", stroke="#11302a", stroke_width=0.8)
    # Several effects are stacked, and the disc is narrower there.
    lines = [card.effects] if len(card.effects) == 1 else [(effect,) for effect in card.effects]
    wide, tall = (DISC - 10, 26) if len(lines) == 1 else (DISC - 17, 40 / max(len(lines), 1))
    for number, line in enumerate(lines):
        shown = effects_picture(line, pen.words, wide, tall, gap=2, largest=1.4)
        top = DISC / 2 + (number - len(lines) / 2) * tall
        sheet.put(shown, middle - shown.width / 2, top)
    _name(sheet, pen.name(card), middle, height - 9, width - 2, face, lines=1, ink=pen.theme.text)
    return sheet.picture(width, height, card_title(pen, card))
