"""Drawings of a structure with its overlapping cards."""

from __future__ import annotations

from typing import Final

from wonders_duel.engine.structure import Slot, Structure
from wonders_duel.render.drawing import cards, marks
from wonders_duel.render.drawing.cards import CARD
from wonders_duel.render.drawing.marks import NOTHING, Marks
from wonders_duel.render.drawing.pen import Pen
from wonders_duel.render.drawing.picture import Picture, Sheet

__all__ = ["draw_structure", "structure_size"]

HALF: Final = 46
"""The distance between two columns (half a card)."""
COLUMNS: Final = 10
"""The last column of the base game; the minimum width of a structure."""


def _columns(structure: Structure) -> int:
    return max([COLUMNS, *(slot.column for slot in structure)])


def structure_size(structure: Structure) -> tuple[float, float]:
    """Return the width and height of a drawn structure.

    Args:
        structure: the structure.

    Returns:
        The width and height; the height is 0 if no card is left.
    """
    rows = [slot.row for slot in structure if not slot.is_empty]
    # Count from the first row, so that nothing moves when that row is empty.
    height = max(rows) * cards.SEEN + CARD[1] if rows else 0
    return _columns(structure) * HALF + CARD[0], height


def draw_structure(
    sheet: Sheet, pen: Pen, structure: Structure, x: float, y: float, shown: Marks = NOTHING
) -> None:
    """Draw a structure.

    Args:
        sheet: the sheet to draw on.
        pen: the theme, language and catalogue.
        structure: the structure.
        x: the left edge.
        y: the top edge.
        shown: the marks to draw.
    """
    shade = marks.veil(*CARD, pen.theme.veil)
    marked: list[tuple[Slot, float, float]] = []
    chosen: list[tuple[float, float]] = []
    for slot in structure:
        if slot.is_empty:
            continue
        left, top = x + slot.column * HALF, y + slot.row * cards.SEEN
        sheet.put(_card(pen, slot), left, top)
        if slot.covered_by:
            sheet.put(shade, left, top)
        else:
            marked.append((slot, left, top))
        if slot.building is not None and slot.building.id in shown.choices:
            chosen.append((left, top))
    for slot, left, top in marked:  # accessible cards, so that no card covers the marks
        _mark(sheet, pen, slot, left, top, shown)
    for left, top in chosen:  # covered cards, too: a custom choice can take them
        marks.chosen(sheet, pen, left, top, CARD)


def _card(pen: Pen, slot: Slot) -> Picture:
    if slot.back is not None:
        return cards.back(slot.back)
    assert slot.building is not None  # a slot that is not empty has a card or a back
    return cards.building(pen, slot.building)


def _mark(sheet: Sheet, pen: Pen, slot: Slot, x: float, y: float, shown: Marks) -> None:
    if slot.building is None or shown.discard is None:
        return
    coins = shown.prices.get(slot.building.id)
    if coins is None:
        picture = marks.income(shown.discard)
    else:
        picture = marks.price(coins, pen.theme.legal)
        sheet.put(marks.outline(*CARD, pen.theme.legal), x, y)
    sheet.put(picture, x + (CARD[0] - picture.width) / 2, y + CARD[1] - 25)
