"""The structure: rows of overlapping cards, each row shifted by half a card."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from wonders_duel.cards import Building
from wonders_duel.engine.structure import Slot, Structure
from wonders_duel.enums import AGE_BACKS, Age, Back
from wonders_duel.render.board.canvas import Canvas
from wonders_duel.render.board.gist import (
    MEMORY,
    Price,
    cost_of,
    effect_summary,
    full_summary,
    points_of,
    price_of,
    title,
)
from wonders_duel.render.board.look import TextStyle
from wonders_duel.render.board.spans import GLUE, Line, Span, flow, join, line, pad, plain
from wonders_duel.support.columns import columns

if TYPE_CHECKING:
    from wonders_duel.languages import Language

__all__ = ["Height", "card_places", "card_width", "draw_structure", "structure_lines"]

Prices = Callable[[Building], Price | None]
"""Returns the price of a building for the player to move; ``None`` if nobody is to move."""

SHOWN: Final = 3
"""The lines of a card that stay visible above the next row."""
INSIDE: Final = 3
"""The lines inside the borders of an accessible card."""
NARROWEST: Final = 13
"""The columns of the narrowest card that is drawn."""
WIDEST: Final = 20
"""The columns of the widest card."""


class Height(IntEnum):
    """How many lines the rows of a drawn structure take."""

    FULL = 0
    """All rows take the same."""
    LOW = 1
    """A row in which every card is face down takes one line."""
    LOWEST = 2
    """In addition, covered cards do not show their effects."""
    TIGHT = 3
    """In addition, a card that is revealed does not make its row higher."""


_NO_MARKS: Final[Mapping[int, str]] = MappingProxyType({})

_AGES: Final = dict(zip(AGE_BACKS, Age, strict=True))


def _halves(structure: Structure) -> tuple[int, int]:
    """Return the first column, and the width in half cards."""
    columns_of = [slot.column for slot in structure]
    first = min(columns_of)
    return first, max(columns_of) - first + 2


def card_width(structure: Structure, width: int) -> int:
    """Return the width of the cards of a structure; 0 if there is no room to draw them.

    Args:
        structure: a structure with cards.
        width: the available columns.
    """
    _, halves = _halves(structure)
    # Neighbours share their borders.
    wide = min(2 * (width - 1) // halves + 1, WIDEST)
    return wide if wide >= NARROWEST else 0


def structure_lines(
    structure: Structure,
    look: TextStyle,
    width: int,
    prices: Prices | None = None,
    *,
    drawn: bool = True,
    marks: Mapping[int, str] = _NO_MARKS,
    height: Height = Height.FULL,
) -> list[Line]:
    """Return a structure: drawn if there is room, otherwise as a list.

    Args:
        structure: any structure.
        look: the language and characters to use.
        width: the available columns.
        prices: the prices for the player to move; not shown if left out.
        drawn: whether to draw the structure if there is room.
        marks: texts to show in place of the numbers of some slots.
        height: the lines that the rows take if the structure is drawn.
    """
    if all(slot.is_empty for slot in structure):
        return [line(look.say("No cards are laid out."))]
    known_prices = prices or (lambda _: None)
    card = card_width(structure, width) if drawn else 0
    if not card:
        return list_structure(structure, look, width, known_prices, marks)
    return draw_structure(structure, look, card, known_prices, marks=marks, height=height)


def row_heights(structure: Structure, height: Height) -> list[int]:
    """Return the lines of each row that stay visible above the next one.

    Args:
        structure: a structure with cards.
        height: how many lines the rows take.
    """
    if height is Height.FULL:
        return [SHOWN] * len(structure.rows)
    face_up = SHOWN - 1 if height >= Height.LOWEST else SHOWN
    heights = [1] * len(structure.rows)
    for slot in structure:
        if slot.building is not None and not (height is Height.TIGHT and slot.is_accessible):
            heights[slot.row] = face_up
    return heights


def draw_structure(
    structure: Structure,
    look: TextStyle,
    card: int,
    prices: Prices,
    *,
    marks: Mapping[int, str] = _NO_MARKS,
    height: Height = Height.FULL,
    chosen: int | None = None,
) -> list[Line]:
    """Draw a structure.

    Args:
        structure: a structure with cards.
        look: the language and characters to use.
        card: the width of a card.
        prices: the prices for the player to move.
        marks: texts to show in place of the numbers of some slots.
        height: the lines that the rows take.
        chosen: the slot of the card that stands out.
    """
    _, halves = _halves(structure)
    heights = row_heights(structure, height)
    places = card_places(structure, card, height)
    bottom = max(y for _, y in places.values()) + INSIDE + 2
    canvas = Canvas(halves * (card - 1) // 2 + 1, bottom)
    for slot in structure:  # from the far row to the near row, as the cards overlap
        if slot.is_empty:
            continue
        x, y = places[slot.index]
        seen = heights[slot.row]
        inside = INSIDE if slot.is_accessible else seen
        style = "bold" if slot.index == chosen else "" if slot.is_accessible else "dim"
        canvas.box(x, y, card, inside + 2, style)
        number = marks.get(slot.index) or f"#{slot.index}"
        style = "bold" if slot.is_accessible else "dim"
        canvas.put(x + 1, y, line(number, "bold reverse" if slot.index == chosen else style))
        texts = _face(slot, look, card - 2, prices)
        right: Line = ()
        if slot.building is not None:
            right = cost_of(slot.building.cost, look)
        elif seen == 1:  # there is no other line for it
            assert slot.back is not None  # the slot is not empty
            right = _short_back(slot.back, look, card - 5 - len(number))
            texts = texts[1:]
        if not slot.is_accessible:
            texts = texts[: max(1, seen - 1)]
        for down, text in enumerate(texts, start=1):
            canvas.put(x + 1, y + down, text)
        if right:
            right = look.cut(join((line(" "), right, line(" "))), card - 3 - len(number))
            canvas.put(x + card - 2 - columns(plain(right)), y, right)
    return canvas.draw(ascii=look.ascii)


def card_places(
    structure: Structure, card: int, height: Height = Height.FULL
) -> dict[int, tuple[int, int]]:
    """Return the column and the line of the upper left corner of each card that is left, by slot.

    Args:
        structure: a structure with cards.
        card: the width of a card.
        height: how many lines the rows take.
    """
    first, _ = _halves(structure)
    heights = row_heights(structure, height)
    return {
        slot.index: ((slot.column - first) * (card - 1) // 2, sum(heights[: slot.row]))
        for slot in structure
        if not slot.is_empty
    }


@lru_cache(maxsize=MEMORY)
def _front(
    building: Building,
    style: str,
    to: Language,
    ascii: bool,  # noqa: A002, FBT001 - as in the look
    width: int,
) -> tuple[Line, ...]:
    """Return the name of a building, and its effects and points."""
    look = TextStyle(language=to, ascii=ascii)
    effects = join(effect_summary(building, look), ", ")
    return (
        pad(title(building, look, style), (), width, look.more),
        pad(effects, points_of(building, look), width, look.more),
    )


def back_name(back: Back, look: TextStyle) -> str:
    """Return the name of a card back.

    Args:
        back: the back.
        look: the language and characters to use.
    """
    if back is Back.GUILD:
        return look.word(back)
    return look.say("age {age}", age=look.word(_AGES[back]))


@lru_cache(maxsize=MEMORY)
def _back(
    back: Back,
    to: Language,
    ascii: bool,  # noqa: A002, FBT001 - as in the look
    width: int,
) -> tuple[Line, ...]:
    look = TextStyle(language=to, ascii=ascii)
    told = back_name(back, look)
    name = look.cut(line(f" {told} " if columns(told) + 2 <= width else told), width)
    size = columns(plain(name))
    left = (width - size) // 2
    right = width - size - left
    style = _back_style(back)
    shades = line(look.shade * width, style)
    named = (
        Span(look.shade * left, style),
        *(Span(span.text, style) for span in name),
        Span(look.shade * right, style),
    )
    return named, shades, shades


def _short_back(back: Back, look: TextStyle, width: int) -> Line:
    """Return the name of a card back; the number of its age alone if there is no room for more."""
    told = back_name(back, look)
    if columns(told) > width and back is not Back.GUILD:
        told = look.word(_AGES[back])
    return line(told, _back_style(back))


def _back_style(back: Back) -> str:
    return "purple" if back is Back.GUILD else "dim"


def _face(slot: Slot, look: TextStyle, width: int, prices: Prices) -> Sequence[Line]:
    """Return the lines on a card; the last line is for accessible cards only."""
    building = slot.building
    if building is None:
        assert slot.back is not None  # the slot is not empty
        return _back(slot.back, look.language, look.ascii, width)[: 3 if slot.is_accessible else 2]
    if not slot.is_accessible:
        return _front(building, "", look.language, look.ascii, width)
    plan = prices(building)
    kind = line(look.word(building.colour), str(building.colour))
    room = width - columns(plain(kind)) - 1
    price = () if plan is None else price_of(plan, look, room)
    return (
        *_front(building, "bold", look.language, look.ascii, width),
        pad(kind, price, width, look.more),
    )


def list_structure(
    structure: Structure,
    look: TextStyle,
    width: int,
    prices: Prices,
    marks: Mapping[int, str] = _NO_MARKS,
) -> list[Line]:
    """List the cards of a structure.

    Args:
        structure: a structure with cards.
        look: the language and characters to use.
        width: the available columns.
        prices: the prices for the player to move.
        marks: texts to show in place of the numbers of some slots.
    """
    lines: list[Line] = []
    covered: list[Line] = []
    for slot in structure:
        if slot.is_empty:
            continue
        mark = marks.get(slot.index)
        name = line(f"{mark or f'#{slot.index}'}{GLUE}", "bold good" if mark else "dim")
        if slot.building is None:
            assert slot.back is not None  # it is not empty
            name = (*name, Span(f"({back_name(slot.back, look)})".replace(" ", GLUE), "dim"))
        elif slot.is_accessible:
            name = (*name, *title(slot.building, look, "bold"))
        else:
            name = (*name, *title(slot.building, look))
        if not slot.is_accessible:
            covered.append(name)
        elif slot.building is None:
            lines += flow([name], width, indent=3)
        else:
            plan = prices(slot.building)
            price = [] if plan is None else [price_of(plan, look)]
            lines += flow([name, *price, *full_summary(slot.building, look)], width, indent=3)
    if covered:
        lines += look.labelled(look.say("covered"), covered, width)
    return lines
