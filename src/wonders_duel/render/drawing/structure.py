"""Drawings of a structure with its overlapping cards."""

from __future__ import annotations

from typing import Final

from wonders_duel.engine.structure import Slot, Structure
from wonders_duel.enums import Player
from wonders_duel.render.drawing import cards, marks
from wonders_duel.render.drawing.face import WIDE, Face
from wonders_duel.render.drawing.marks import NOTHING, Marks
from wonders_duel.render.drawing.pen import Pen
from wonders_duel.render.drawing.picture import Picture, Sheet

__all__ = ["draw_structure", "structure_columns", "structure_size"]

COLUMNS: Final = 10
"""The last column of the base game; the minimum width of a structure."""
MOST_SEEN: Final = 0.87
"""The largest visible part of a card above the next row."""


def structure_columns(structure: Structure) -> int:
    """Return the number of half cards between the first and the last column.

    Args:
        structure: the structure.
    """
    columns = [slot.column for slot in structure]
    return max(columns) - min(columns) if columns else 0


def _step(structure: Structure, face: Face, height: float) -> float:
    """Return the distance between two rows that fits a height."""
    rows = max([slot.row for slot in structure], default=0)
    most = face.card[1] * MOST_SEEN
    return min(most, (height - face.card[1]) / rows) if rows else most


def structure_size(
    structure: Structure, face: Face = WIDE, height: float = 500
) -> tuple[float, float]:
    """Return the width and height of a drawn structure.

    Args:
        structure: the structure.
        face: the sizes.
        height: the available height.

    Returns:
        The width and height; the height is 0 if no card is left.
    """
    rows = [slot.row for slot in structure if not slot.is_empty]
    # Count from the first row, so that nothing moves when that row is empty.
    tall = max(rows) * _step(structure, face, height) + face.card[1] if rows else 0
    columns = structure_columns(structure)
    if not face.is_cropped:
        columns = max([COLUMNS, *(slot.column for slot in structure)])
    return columns * face.column + face.card[0], tall


def draw_structure(
    sheet: Sheet,
    pen: Pen,
    structure: Structure,
    x: float,
    y: float,
    shown: Marks = NOTHING,
    *,
    face: Face = WIDE,
    height: float = 500,
    mover: Player = Player.ONE,
) -> None:
    """Draw a structure.

    Args:
        sheet: the sheet to draw on.
        pen: the theme, language and catalogue.
        structure: the structure.
        x: the left edge.
        y: the top edge.
        shown: the marks to draw.
        face: the sizes.
        height: the available height.
        mover: the player to move, for the colours of prices.
    """
    size = face.card
    shade = marks.veil(*size, pen.theme.veil)
    step = _step(structure, face, height)
    first = 0
    if face.is_cropped:
        first = min([slot.column for slot in structure], default=0)
    chosen: list[tuple[float, float]] = []
    for slot in structure:
        if slot.is_empty:
            continue
        left, top = x + (slot.column - first) * face.column, y + slot.row * step
        thing = "" if slot.building is None else slot.building.id
        with sheet.group(shown.hook("card", thing)):
            sheet.put(_card(pen, slot, face), left, top, more=f' data-slot="{slot.index}"')
            if slot.covered_by:
                sheet.put(shade, left, top)
            else:
                _mark(sheet, pen, slot, left, top, shown, face, mover)
            if slot.index in shown.revealed:
                sheet.put(marks.ring(*size, pen.theme.last), left, top)
            if slot.index == shown.awaited:
                sheet.put(marks.awaited(*size, pen.theme.last), left, top)
            if shown.slots:
                down, tall = face.number
                across = size[0] - 27
                if slot.index == shown.awaited:
                    across, down = (size[0] - 24) / 2, marks.BELOW
                sheet.put(marks.slot_number(slot.index, tall), left + across, top + down)
        if thing in shown.choices:
            chosen.append((left, top))
    for left, top in chosen:  # covered cards, too: a custom choice can take them
        marks.chosen(sheet, pen, left, top, size)


def _card(pen: Pen, slot: Slot, face: Face) -> Picture:
    if slot.back is not None:
        return cards.back(slot.back, face)
    assert slot.building is not None  # a slot that is not empty has a card or a back
    return cards.building(pen, slot.building, face)


def _mark(
    sheet: Sheet,
    pen: Pen,
    slot: Slot,
    x: float,
    y: float,
    shown: Marks,
    face: Face,
    mover: Player,
) -> None:
    """Draw the prices of an accessible card."""
    priced = None if slot.building is None else shown.prices.get(slot.building.id)
    if priced is None:
        return
    width, height = face.card
    if priced.legal:
        sheet.put(marks.outline(width, height, pen.theme.legal), x, y)
    picture = marks.pill(pen, priced)
    left = (width - picture.width) / 2
    if priced.other is not None and priced.other != priced.coins and width > WIDE.card[0] - 1:
        left = 5
        rival = marks.rival(priced.other, pen.theme.seats[mover.opponent])
        sheet.put(rival, x + width - 23, y + height - 23)
    sheet.put(picture, x + left, y + height - 26)
