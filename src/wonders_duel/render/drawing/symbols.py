"""Symbols as reusable pictures: resources, coins, points, shields, icons on backgrounds."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from wonders_duel.enums import Colour, Resource, ScienceSymbol
from wonders_duel.render.drawing import outlines
from wonders_duel.render.drawing.lettering import text_width
from wonders_duel.render.drawing.markup import element
from wonders_duel.render.drawing.outlines import CHAINS, KINDS, SCIENCE, Outline, star
from wonders_duel.render.drawing.picture import Picture, Sheet
from wonders_duel.render.themes import (
    COLOURS,
    FAINT,
    GOLD,
    INK,
    MILITARY_RED,
    RESOURCES,
    VICTORY_GREEN,
    WHITE,
)

__all__ = [
    "any_resource",
    "arrow",
    "chain",
    "coin",
    "destroyed",
    "discarded",
    "kind",
    "loss",
    "medal",
    "resource",
    "revived",
    "science",
    "shield",
    "sign",
    "slash",
    "times",
    "token",
    "wonder",
    "word",
]

SIZE: Final = 16
"""The width and height of most symbols."""
_PEN: Final[dict[str, str | float]] = {
    "stroke": INK,
    "stroke_width": 0.9,
    "stroke_linejoin": "round",
}

_RESOURCES: Final = {
    Resource.CLAY: (
        "M1.4 8.4h6v5h-6zM8.6 8.4h6v5h-6zM5 2.4h6v5H5z",
        "",
    ),
    Resource.WOOD: (
        "M3.6 4h10a1.6 4 0 0 1 0 8h-10z" + "M3.6 4a2.6 4 0 0 0 0 8a2.6 4 0 0 0 0-8z",
        "M3.6 6.2a1.2 1.8 0 0 0 0 3.6a1.2 1.8 0 0 0 0-3.6M7.8 6.4h4M8.8 9.4h4",
    ),
    Resource.STONE: (
        "M1.4 12.6L3.4 6.4L7.8 2.8L12.4 4.8L14.8 10.2L12.8 13.4L5 14z",
        "M3.4 6.4L7.2 8.6L7.8 2.8M7.2 8.6L5 14M7.2 8.6L14.8 10.2",
    ),
    Resource.GLASS: (
        "M6.4 1.4h3.2v4.2l3.4 3.8v5.2H3V9.4l3.4-3.8z",
        "M5.4 1.4h5.2M5 10.2v2.6",
    ),
    Resource.PAPYRUS: (
        "M3.4 4h9.2v8H3.4zM2 1.6h12a1.2 1.2 0 0 1 0 2.8H2a1.2 1.2 0 0 1 0-2.8zM2 11.6h12a1.2 1.2 0 0 1 0 2.8H2a1.2 1.2 0 0 1 0-2.8z",
        "M5.4 6.4h5.2M5.4 8h5.2M5.4 9.6h3.4",
    ),
}
"""The outline of each resource, and its inner lines."""


@lru_cache(maxsize=8)
def resource(which: Resource) -> Picture:
    """Draw a resource: bricks, a log, a rock, a bottle or a scroll.

    Args:
        which: the resource.
    """
    outline, inside = _RESOURCES[which]
    sheet = Sheet()
    sheet.path(outline, RESOURCES[which], **_PEN)
    if inside:
        sheet.path(inside, stroke=INK, stroke_width=0.8)
    return sheet.picture(SIZE, SIZE)


@lru_cache(maxsize=1)
def any_resource() -> Picture:
    """Draw any resource: a sack with a question mark."""
    sheet = Sheet()
    sheet.path(
        "M5 2h6l-1.2 2.6C13 6.4 14.4 9 13.6 12.4c-.6 2.4-10.6 2.4-11.2 0C1.6 9 3 6.4 6.2 4.6z",
        "#e9dcc0",
        **_PEN,
    )
    sheet.text("?", 8, 9.6, 11, INK, anchor="middle", bold=True)
    return sheet.picture(SIZE, SIZE)


def _drawn(outline: Outline, ink: str, pen: float = 1.4) -> str:
    """Return the markup of an icon in a colour."""
    markup = ""
    if outline.solid:
        markup += element("path", d=outline.solid, fill=ink)
    if outline.lines:
        markup += element(
            "path",
            d=outline.lines,
            fill="none",
            stroke=ink,
            stroke_width=pen,
            stroke_linejoin="round",
            stroke_linecap="round",
        )
    return markup


@lru_cache(maxsize=64)
def sign(outline: Outline, ink: str = INK) -> Picture:
    """Draw an icon without a background.

    Args:
        outline: the icon.
        ink: the colour.
    """
    sheet = Sheet()
    sheet.add(_drawn(outline, ink))
    return sheet.picture(SIZE, SIZE)


@lru_cache(maxsize=8)
def science(which: ScienceSymbol) -> Picture:
    """Draw a scientific symbol on a round background.

    Args:
        which: the symbol.
    """
    sheet = Sheet()
    sheet.circle(11, 11, 10.4, "#e4f2e6", stroke="#17492c", stroke_width=1)
    sheet.add(f'<g transform="translate(3 3)">{_drawn(SCIENCE[which], "#123d24")}</g>')
    return sheet.picture(22, 22)


@lru_cache(maxsize=256)
def chain(symbol: str) -> Picture:
    """Draw a chain symbol; for an unknown symbol, its first letter.

    Args:
        symbol: the name of the symbol.
    """
    sheet = Sheet()
    sheet.rect(0.5, 0.5, 17, 17, WHITE, rx=3.5, stroke=INK, stroke_width=0.9)
    outline = CHAINS.get(symbol)
    if outline is not None:
        sheet.add(f'<g transform="translate(2.2 2.2) scale(.85)">{_drawn(outline, INK)}</g>')
    else:
        letter = symbol.strip()[:1].upper() or "?"
        sheet.text(letter, 9, 9, 12, INK, anchor="middle", bold=True)
    return sheet.picture(18, 18)


@lru_cache(maxsize=64)
def wonder(ink: str = INK) -> Picture:
    """Draw the icon of a wonder.

    Args:
        ink: the colour.
    """
    return sign(outlines.WONDER, ink)


def _size(text: str, largest: float) -> float:
    """Return the font size in which a number fits a round background."""
    return largest * (1.13, 1.13, 0.95, 0.68, 0.54, 0.45)[min(len(text), 5)] * 5 / max(len(text), 5)


@lru_cache(maxsize=512)
def coin(text: str) -> Picture:
    """Draw a coin with a number.

    Args:
        text: the number.
    """
    sheet = Sheet()
    sheet.circle(9, 9, 8.4, GOLD, stroke="#5d4408", stroke_width=1)
    sheet.circle(9, 9, 6.6, "none", stroke="#a97c14", stroke_width=0.6)
    sheet.text(text, 9, 9, _size(text, 11), INK, anchor="middle", bold=True)
    return sheet.picture(18, 18)


@lru_cache(maxsize=128)
def loss(text: str) -> Picture:
    """Draw lost coins: a dark coin with a piece broken off.

    Args:
        text: the number, with its sign.
    """
    sheet = Sheet()
    sheet.path(
        "M12.6 1.4A8.4 8.4 0 1 0 17.2 10.4L13.6 8.6L14.8 6L12 4.8z",
        "#6b1f1b",
        stroke="#2c0a08",
        stroke_width=0.8,
        stroke_linejoin="round",
    )
    sheet.text(text, 8, 9.6, _size(text, 10.5), WHITE, anchor="middle", bold=True)
    return sheet.picture(18, 18)


@lru_cache(maxsize=512)
def medal(text: str) -> Picture:
    """Draw victory points: a number on a medal with a scalloped edge.

    Args:
        text: the number.
    """
    sheet = Sheet()
    sheet.path(
        star(14, 10.2, 8.5, 10.5),
        VICTORY_GREEN,
        stroke="#cfe3d2",
        stroke_width=1,
        stroke_linejoin="round",
    )
    sheet.text(text, 10.5, 10.5, _size(text, 11.5), WHITE, anchor="middle", bold=True)
    return sheet.picture(21, 21)


@lru_cache(maxsize=64)
def shield(text: str = "") -> Picture:
    """Draw a shield.

    Args:
        text: the text on the shield.
    """
    sheet = Sheet()
    sheet.path(
        outlines.SHIELD, MILITARY_RED, stroke="#3c0d0a", stroke_width=1, stroke_linejoin="round"
    )
    sheet.path("M8 3.3L12.1 4.6V7.6C12.1 10.2 10.3 12 8 12.9z", "#d0605a")
    if text:
        sheet.text(text, 8, 7.8, _size(text, 8.5), WHITE, anchor="middle", bold=True)
    return sheet.picture(SIZE, SIZE)


@lru_cache(maxsize=8)
def kind(colour: Colour) -> Picture:
    """Draw a small building of a colour, with the icon of its kind.

    Args:
        colour: the colour.
    """
    sheet = Sheet()
    sheet.rect(0.5, 0.5, 13, 17, "#fffdf6", rx=2, stroke=INK, stroke_width=0.9)
    sheet.path("M1 1h12v10.4H1z", COLOURS[colour])
    ink = INK if colour is Colour.YELLOW else WHITE
    sheet.add(f'<g transform="translate(2.2 1.4) scale(.6)">{_drawn(KINDS[colour], ink, 2)}</g>')
    sheet.path("M3 13.4h8M3 15.4h5", stroke=FAINT, stroke_width=0.8)
    return sheet.picture(14, 18)


@lru_cache(maxsize=8)
def destroyed(colour: Colour) -> Picture:
    """Draw a building of a colour, crossed out.

    Args:
        colour: the colour.
    """
    sheet = Sheet()
    sheet.put(kind(colour), 0.5, 0.5)
    sheet.circle(14.5, 14.5, 5.9, MILITARY_RED, stroke=WHITE, stroke_width=1.2)
    sheet.path("M12 12l5 5M17 12l-5 5", stroke=WHITE, stroke_width=1.9, stroke_linecap="round")
    return sheet.picture(21, 21)


@lru_cache(maxsize=1)
def revived() -> Picture:
    """Draw a building taken from the discard pile."""
    sheet = Sheet()
    sheet.path("M1 16.6h12M2 19h10", stroke=INK, stroke_width=1.4, stroke_linecap="round")
    sheet.rect(2.5, 2.5, 9, 11.4, "#fffdf6", rx=1.4, stroke=INK, stroke_width=0.9)
    sheet.rect(3, 3, 8, 4, "#8f877a")
    sheet.path(
        "M17 16V5M13.8 8.4L17 4.6L20.2 8.4",
        stroke=INK,
        stroke_width=1.7,
        stroke_linejoin="round",
        stroke_linecap="round",
    )
    return sheet.picture(21, 20)


@lru_cache(maxsize=8)
def discarded(ink: str = INK) -> Picture:
    """Draw a card that is exchanged for coins.

    Args:
        ink: the colour of the arrow.
    """
    sheet = Sheet()
    sheet.rect(0.5, 2.5, 9, 13, "#fffdf6", rx=1.4, stroke=INK, stroke_width=0.9)
    sheet.path("M3 6.5l4 5M7 6.5l-4 5", stroke="#8f1f1a", stroke_width=1.4)
    sheet.put(arrow(ink), 12, 3)
    return sheet.picture(22, 18)


@lru_cache(maxsize=1)
def token() -> Picture:
    """Draw a progress token."""
    sheet = Sheet()
    sheet.circle(8, 8, 7.3, "#cfe3dc", stroke="#1d4a3e", stroke_width=1)
    sheet.path(star(6, 5, 2.4), "#1d4a3e")
    return sheet.picture(SIZE, SIZE)


@lru_cache(maxsize=8)
def arrow(ink: str = INK) -> Picture:
    """Draw an arrow to the right.

    Args:
        ink: the colour.
    """
    sheet = Sheet()
    sheet.path(
        "M.8 6H8M5.4 3L8.4 6L5.4 9",
        stroke=ink,
        stroke_width=1.5,
        stroke_linejoin="round",
        stroke_linecap="round",
    )
    return sheet.picture(9.5, 12)


@lru_cache(maxsize=8)
def slash(ink: str = INK) -> Picture:
    """Draw the slash between alternatives, and before a tally.

    Args:
        ink: the colour.
    """
    sheet = Sheet()
    sheet.path("M1 13L5 3", stroke=ink, stroke_width=1.5, stroke_linecap="round")
    return sheet.picture(6, SIZE)


@lru_cache(maxsize=512)
def word(text: str, size: float = 11, ink: str = INK) -> Picture:
    """Draw a short text, such as a number.

    Args:
        text: the text.
        size: the font size.
        ink: the colour.
    """
    width = text_width(text, size, bold=True)
    sheet = Sheet()
    sheet.text(text, width / 2, size / 2, size, ink, anchor="middle", bold=True)
    return sheet.picture(width, size)


def times(number: int | str) -> Picture:
    """Draw a number with a multiplication sign.

    Args:
        number: the number.
    """
    return word(f"{number}\N{MULTIPLICATION SIGN}", 10)
