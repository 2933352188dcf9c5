"""The structure: rows of cards, each half a card aside and over the one before."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from wonders_duel.cards import Building
from wonders_duel.enums import Age, Back
from wonders_duel.payment import PaymentPlan
from wonders_duel.render.board.canvas import Canvas
from wonders_duel.render.board.gist import cost_of, everything, gist, points_of, price_of, title
from wonders_duel.render.board.look import Look
from wonders_duel.render.board.spans import GLUE, Line, Span, columns, flow, join, line, pad, plain
from wonders_duel.structure import Slot, Structure

__all__ = ["structure_lines"]

Prices = Callable[[Building], PaymentPlan | None]
"""Gives what the player to move pays for a building, if anybody is to move."""

SHOWN: Final = 3
"""Lines of a card that the next row leaves to be seen."""
HEIGHT: Final = 5
"""Lines of a card."""
NARROWEST: Final = 13
"""Columns of the narrowest card worth drawing."""
WIDEST: Final = 20
"""Columns of the widest."""

_AGES: Final = {Back.AGE_I: Age.I, Back.AGE_II: Age.II, Back.AGE_III: Age.III}


def _halves(structure: Structure) -> tuple[int, int]:
    """Return the first column and how many half cards wide it is."""
    columns_of = [slot.column for slot in structure]
    first = min(columns_of)
    return first, max(columns_of) - first + 2


def card_width(structure: Structure, width: int) -> int:
    """Return how wide the cards of a structure can be; 0 if it cannot be drawn.

    Args:
        structure: one with cards.
        width: columns that there are.
    """
    _, halves = _halves(structure)
    # Neighbours share their borders.
    wide = min(2 * (width - 1) // halves + 1, WIDEST)
    return wide if wide >= NARROWEST else 0


def structure_lines(
    structure: Structure,
    look: Look,
    width: int,
    prices: Prices | None = None,
    *,
    drawn: bool = True,
) -> list[Line]:
    """Return a structure: drawn where there is room, else as a list.

    Args:
        structure: any structure.
        look: how it is written.
        width: columns that there are.
        prices: what the player to move pays; nothing is said of it if left out.
        drawn: whether to draw it at all.
    """
    if all(slot.is_empty for slot in structure):
        return [line(look.say("No cards are laid out."))]
    asked = prices or (lambda _: None)
    card = card_width(structure, width) if drawn else 0
    if not card:
        return list_structure(structure, look, width, asked)
    return draw_structure(structure, look, card, asked)


def draw_structure(structure: Structure, look: Look, card: int, prices: Prices) -> list[Line]:
    """Draw a structure.

    Args:
        structure: one with cards.
        look: how it is written.
        card: the width of a card.
        prices: what the player to move pays.
    """
    first, halves = _halves(structure)
    canvas = Canvas(halves * (card - 1) // 2 + 1, (len(structure.rows) - 1) * SHOWN + HEIGHT)
    for slot in structure:  # from the far row on, so that near cards lie over far ones
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


def _face(slot: Slot, look: Look, width: int, prices: Prices) -> list[Line]:
    """Return the lines on a card; the last one shows on cards that nothing covers."""
    building = slot.building
    if building is None:
        return _back(slot, look, width)
    style = "bold" if slot.is_accessible else ""
    effects = join(gist(building, look), ", ")
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


def back_name(back: Back, look: Look) -> str:
    """Name the back of a card.

    Args:
        back: the back.
        look: how it is written.
    """
    if back is Back.GUILD:
        return look.word(back)
    return look.say("age {age}", age=look.word(_AGES[back]))


def _back(slot: Slot, look: Look, width: int) -> list[Line]:
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


def list_structure(structure: Structure, look: Look, width: int, prices: Prices) -> list[Line]:
    """List the cards of a structure where there is no room to draw it.

    Args:
        structure: one with cards.
        look: how it is written.
        width: columns that there are.
        prices: what the player to move pays.
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
            lines += flow([name, *price, *everything(slot.building, look)], width, indent=3)
    if covered:
        lines += look.labelled(look.say("covered"), covered, width)
    return lines
