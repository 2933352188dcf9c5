"""The structure: rows of overlapping cards, each row shifted by half a card."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from wonders_duel.cards import Building
from wonders_duel.engine.payment import PaymentPlan
from wonders_duel.engine.structure import Slot, Structure
from wonders_duel.enums import Age, Back
from wonders_duel.render.board.canvas import Canvas
from wonders_duel.render.board.gist import (
    cost_of,
    effect_summary,
    full_summary,
    points_of,
    price_of,
    title,
)
from wonders_duel.render.board.look import TextStyle
from wonders_duel.render.board.spans import GLUE, Line, Span, columns, flow, join, line, pad, plain

__all__ = ["structure_lines"]

Prices = Callable[[Building], PaymentPlan | None]
"""Returns the payment plan of the player to move for a building; ``None`` if nobody is to move."""

SHOWN: Final = 3
"""The lines of a card that stay visible above the next row."""
HEIGHT: Final = 5
"""The lines of a card."""
NARROWEST: Final = 13
"""The columns of the narrowest card that is drawn."""
WIDEST: Final = 20
"""The columns of the widest card."""

_AGES: Final = {Back.AGE_I: Age.I, Back.AGE_II: Age.II, Back.AGE_III: Age.III}


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
) -> list[Line]:
    """Return a structure: drawn if there is room, otherwise as a list.

    Args:
        structure: any structure.
        look: the language and characters to use.
        width: the available columns.
        prices: the prices for the player to move; not shown if left out.
        drawn: whether to draw the structure if there is room.
    """
    if all(slot.is_empty for slot in structure):
        return [line(look.say("No cards are laid out."))]
    known_prices = prices or (lambda _: None)
    card = card_width(structure, width) if drawn else 0
    if not card:
        return list_structure(structure, look, width, known_prices)
    return draw_structure(structure, look, card, known_prices)


def draw_structure(structure: Structure, look: TextStyle, card: int, prices: Prices) -> list[Line]:
    """Draw a structure.

    Args:
        structure: a structure with cards.
        look: the language and characters to use.
        card: the width of a card.
        prices: the prices for the player to move.
    """
    first, halves = _halves(structure)
    canvas = Canvas(halves * (card - 1) // 2 + 1, (len(structure.rows) - 1) * SHOWN + HEIGHT)
    for slot in structure:  # from the far row to the near row, as the cards overlap
        if slot.is_empty:
            continue
        x, y = (slot.column - first) * (card - 1) // 2, slot.row * SHOWN
        canvas.box(x, y, card, HEIGHT, "" if slot.is_accessible else "dim")
        number = f"#{slot.index}"
        canvas.put(x + 1, y, line(number, "bold" if slot.is_accessible else "dim"))
        for down, text in enumerate(_face(slot, look, card - 2, prices), start=1):
            canvas.put(x + 1, y + down, text)
        cost = cost_of(slot.building.cost, look) if slot.building is not None else ()
        if cost:
            right = look.cut(join((line(" "), cost, line(" "))), card - 4 - len(number))
            canvas.put(x + card - 2 - columns(plain(right)), y, right)
    lines = canvas.draw(ascii=look.ascii)
    while not plain(lines[-1]).strip():
        lines.pop()
    return lines


def _face(slot: Slot, look: TextStyle, width: int, prices: Prices) -> list[Line]:
    """Return the lines on a card; the last line is for accessible cards only."""
    building = slot.building
    if building is None:
        return _back(slot, look, width)
    style = "bold" if slot.is_accessible else ""
    effects = join(effect_summary(building, look), ", ")
    lines = [
        pad(title(building, look, style), (), width, look.more),
        pad(effects, points_of(building, look), width, look.more),
    ]
    if slot.is_accessible:
        plan = prices(building)
        price = () if plan is None else price_of(plan, look)
        kind = line(look.word(building.colour), str(building.colour))
        lines.append(pad(kind, price, width, look.more))
    return lines


def back_name(back: Back, look: TextStyle) -> str:
    """Return the name of a card back.

    Args:
        back: the back.
        look: the language and characters to use.
    """
    if back is Back.GUILD:
        return look.word(back)
    return look.say("age {age}", age=look.word(_AGES[back]))


def _back(slot: Slot, look: TextStyle, width: int) -> list[Line]:
    assert slot.back is not None  # the slot is not empty
    told = back_name(slot.back, look)
    name = look.cut(line(f" {told} " if columns(told) + 2 <= width else told), width)
    size = columns(plain(name))
    left = (width - size) // 2
    right = width - size - left
    style = "purple" if slot.back is Back.GUILD else "dim"
    shades = line(look.shade * width, style)
    lines = [
        (
            Span(look.shade * left, style),
            *(Span(span.text, style) for span in name),
            Span(look.shade * right, style),
        ),
        shades,
    ]
    return [*lines, shades] if slot.is_accessible else lines


def list_structure(structure: Structure, look: TextStyle, width: int, prices: Prices) -> list[Line]:
    """List the cards of a structure.

    Args:
        structure: a structure with cards.
        look: the language and characters to use.
        width: the available columns.
        prices: the prices for the player to move.
    """
    lines: list[Line] = []
    covered: list[Line] = []
    for slot in structure:
        if slot.is_empty:
            continue
        name = line(f"#{slot.index}{GLUE}", "dim")
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
