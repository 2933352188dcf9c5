"""Drawings of buildings, building strips in a city, card backs, wonders and progress tokens."""

from __future__ import annotations

from typing import Final

from wonders_duel.cards import Building, Card, Cost, ProgressToken, Wonder
from wonders_duel.enums import Age, Back, Colour
from wonders_duel.render.drawing import outlines, symbols
from wonders_duel.render.drawing.effects import effects_picture
from wonders_duel.render.drawing.lettering import fitted
from wonders_duel.render.drawing.pen import Pen
from wonders_duel.render.drawing.picture import Anchor, Picture, Sheet
from wonders_duel.render.sentences import card_sentences
from wonders_duel.render.themes import BACKS, COLOURS, FAINT, INK, VICTORY_GREEN, WHITE

__all__ = [
    "CARD",
    "DISC",
    "STRIP",
    "TOKEN",
    "WONDER",
    "back",
    "building",
    "card_title",
    "cost_row",
    "strip",
    "token",
    "wonder",
]

CARD: Final = (88, 106)
"""The width and height of a building."""
SEEN: Final = 78
"""The height of the part of a building that stays visible above the next row."""
STRIP: Final = (140, 26)
"""The width and height of a building strip in a city."""
WONDER: Final = (140, 72)
"""The width and height of a wonder."""
TOKEN: Final = (68, 74)
"""The width and height of a progress token with its name."""
DISC: Final = 56
"""The diameter of a progress token."""
BAND: Final = 34
"""The height of the coloured band at the top of a building."""
NAME_SIZES: Final = (10.5, 10, 9.5, 9, 8.5, 8, 7.5)
SMALL_SIZES: Final = (10.5, 10, 9.5, 9, 8.5, 8, 7.5, 7)
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
    sheet.rect(*(0.5, 0.5, width - 1, height - 1, fill or pen.theme.paper), rx=5, stroke=INK)


def _name(
    sheet: Sheet,
    text: str,
    x: float,
    y: float,
    width: float,
    sizes: tuple[float, ...] = NAME_SIZES,
    *,
    anchor: Anchor = "middle",
) -> None:
    """Write a name on one or two lines, vertically centred."""
    size, lines = fitted(text, width, sizes, bold=True)
    step = size * 1.05
    for number, line in enumerate(lines):
        place = y + (number - (len(lines) - 1) / 2) * step
        sheet.text(line, x, place, size, INK, anchor=anchor, bold=True, room=width)


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


def building(pen: Pen, card: Building) -> Picture:
    """Draw a building.

    Args:
        pen: the theme, language and catalogue.
        card: the building.
    """
    return pen.drawn("building", card, lambda: _building(pen, card))


def _building(pen: Pen, card: Building) -> Picture:
    width, height = CARD
    colour = COLOURS[card.colour]
    sheet = Sheet()
    _paper(sheet, pen, width, height)
    sheet.path(
        f"M1 {BAND}V5.5A4.5 4.5 0 0 1 5.5 1H{width - 5.5}A4.5 4.5 0 0 1 {width - 1} 5.5V{BAND}z",
        colour,
    )
    sheet.path(f"M1 {BAND}H{width - 1}", stroke=INK, stroke_width=0.8)
    room = width - 10.0
    if card.chain_symbol is not None:
        sheet.put(symbols.chain(card.chain_symbol), width - 21, 8.5)
        room -= 20
    _plate(
        sheet,
        pen,
        effects_picture(card.effects, pen.words, room - 6, 26, largest=1.2),
        5,
        4.5,
        room,
        26,
    )
    _name(sheet, pen.name(card), width / 2, BAND + 13, width - 6)
    freeing = pen.freeing(card)
    row = cost_row(card.cost)
    if freeing is not None:
        if row:
            row.append(symbols.slash(FAINT))
        row.append(symbols.chain(freeing))
    if row:
        sheet.row(row, 4, SEEN - 11.5, width - 8, gap=1, anchor="middle", height=17)
    else:
        sheet.path(f"M{width / 2 - 5} {SEEN - 11.5}h10", stroke=FAINT, stroke_width=1.2)
    sheet.path(f"M8 {SEEN + 2}H{width - 8}", stroke=FAINT, stroke_width=0.5)
    sheet.put(symbols.sign(outlines.KINDS[card.colour], FAINT), width / 2 - 22, height - 21, 0.85)
    sheet.text(str(card.age), width / 2 + 10, height - 14, 13, FAINT, anchor="middle", bold=True)
    return sheet.picture(width, height, card_title(pen, card))


def back(which: Back) -> Picture:
    """Draw a face-down card.

    Args:
        which: the back of the card.
    """
    width, height = CARD
    colour = BACKS[which]
    sheet = Sheet()
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
        for number in range(5):
            sheet.path(f"M{8 + 16 * number} 12l4-4l4 4l-4 4z", WHITE, fill_opacity=0.5)
            sheet.path(f"M{8 + 16 * number} {height - 12}l4-4l4 4l-4 4z", WHITE, fill_opacity=0.5)
        sheet.put(symbols.sign(outlines.KINDS[Colour.PURPLE], WHITE), middle - 16, 17, 2)
        sheet.text("III", middle, 61, 22, WHITE, anchor="middle", bold=True)
    else:
        sheet.path(f"M{middle} 12L{width - 14} 42L{middle} 72L14 42z", WHITE, fill_opacity=0.14)
        age = Age(list(Back).index(which) + 1)
        sheet.text(str(age), middle, 42, 34, WHITE, anchor="middle", bold=True)
    return sheet.picture(width, height)


def strip(pen: Pen, card: Building) -> Picture:
    """Draw the strip of a building in a city: its effects and its name.

    Args:
        pen: the theme, language and catalogue.
        card: the building.
    """
    return pen.drawn("strip", card, lambda: _strip(pen, card))


def _strip(pen: Pen, card: Building) -> Picture:
    width, height = STRIP
    sheet = Sheet()
    _paper(sheet, pen, width, height)
    shown = effects_picture(card.effects, pen.words, 60, 19, gap=2)
    part = max(shown.width + 18, 30)
    ground = f"H{part:g}V{height - 1}H5.5A4.5 4.5 0 0 1 1 {height - 5.5}z"
    sheet.path(f"M1 5.5A4.5 4.5 0 0 1 5.5 1{ground}", COLOURS[card.colour])
    _plate(sheet, pen, shown, 9, 3.5, part - 12, 19)
    room = width - part - 9
    if card.chain_symbol is not None:
        sheet.put(symbols.chain(card.chain_symbol), width - 18.5, height / 2 - 7.2, 0.8)
        room -= 15
    _name(sheet, pen.name(card), part + 5, height / 2, room, SMALL_SIZES, anchor="start")
    return sheet.picture(width, height, card_title(pen, card))


def wonder(pen: Pen, card: Wonder, *, built: bool = False) -> Picture:
    """Draw a wonder.

    Args:
        pen: the theme, language and catalogue.
        card: the wonder.
        built: whether it is constructed.
    """
    what = "built wonder" if built else "wonder"
    return pen.drawn(what, card, lambda: _wonder(pen, card, built=built))


def _wonder(pen: Pen, card: Wonder, *, built: bool) -> Picture:
    width, height = WONDER
    sheet = Sheet()
    _paper(sheet, pen, width, height, pen.theme.built if built else "")
    dash: dict[str, str | float] = {} if built else {"stroke_dasharray": "3 2"}
    sheet.rect(3, 3, width - 6, height - 6, "none", rx=3, stroke=FAINT, stroke_width=0.7, **dash)
    sheet.path(f"M3.5 6A2.5 2.5 0 0 1 6 3.5H{width - 6}A2.5 2.5 0 0 1 {width - 3.5} 6V19H3.5z", INK)
    size, lines = fitted(pen.name(card), width - 28, NAME_SIZES, 1, bold=True)
    sheet.put(symbols.wonder(WHITE), 5.5, 4.5, 0.82)
    sheet.text(lines[0], 22, 11.4, size, WHITE, bold=True, room=width - 28)
    shown = effects_picture(card.effects, pen.words, width - 14, 24, gap=6, largest=1.15)
    sheet.put(shown, (width - shown.width) / 2, 20.5)
    sheet.path(f"M8 46.5H{width - 8}", stroke=FAINT, stroke_width=0.5)
    sheet.row(cost_row(card.cost), 8, 57.5, width - 42 if built else width - 16, gap=2, height=17)
    if built:
        sheet.circle(width - 14, height - 14, 8, "#1b7f3b", stroke=INK, stroke_width=0.8)
        sheet.put(symbols.sign(outlines.TICK, WHITE), width - 19.6, height - 19.6, 0.7)
    return sheet.picture(width, height, card_title(pen, card))


def token(pen: Pen, card: ProgressToken) -> Picture:
    """Draw a progress token with its name.

    Args:
        pen: the theme, language and catalogue.
        card: the token.
    """
    return pen.drawn("token", card, lambda: _token(pen, card))


def _token(pen: Pen, card: ProgressToken) -> Picture:
    width, height = TOKEN
    middle = width / 2
    sheet = Sheet()
    sheet.circle(middle, DISC / 2, DISC / 2 - 0.5, VICTORY_GREEN, stroke="#8fb8a8", stroke_width=1)
    sheet.circle(middle, DISC / 2, DISC / 2 - 3.5, "#eef5ee", stroke="#11302a", stroke_width=0.8)
    # Several effects are stacked, and the disc is narrower there.
    lines = [card.effects] if len(card.effects) == 1 else [(effect,) for effect in card.effects]
    wide, tall = (DISC - 12, 26) if len(lines) == 1 else (DISC - 20, 40 / max(len(lines), 1))
    for number, line in enumerate(lines):
        shown = effects_picture(line, pen.words, wide, tall, gap=2, largest=1.4)
        top = DISC / 2 + (number - len(lines) / 2) * tall
        sheet.put(shown, middle - shown.width / 2, top)
    size, names = fitted(pen.name(card), width - 2, SMALL_SIZES, 1, bold=True)
    ink = pen.theme.text
    sheet.text(names[0], middle, height - 9, size, ink, anchor="middle", bold=True, room=width - 2)
    return sheet.picture(width, height, card_title(pen, card))
