"""Drawings of the whole table for phones: everything below each other."""

from __future__ import annotations

from typing import Final

from wonders_duel.enums import Player
from wonders_duel.render.drawing import words
from wonders_duel.render.drawing.city import draw_strips, fixed_height
from wonders_duel.render.drawing.face import TALL, TALL_LARGE
from wonders_duel.render.drawing.lettering import cut, wrapped
from wonders_duel.render.drawing.picture import Sheet
from wonders_duel.render.drawing.pieces import Drawing
from wonders_duel.render.drawing.structure import structure_columns
from wonders_duel.render.drawing.track import draw_track, track_size

__all__ = ["tall_table"]

WIDTH: Final = 390
"""The width of the whole table: a user unit is a pixel of a phone."""
EDGE: Final = 5
"""The margin."""
STRUCTURE: Final = 474
"""The height of every structure."""
LARGE: Final = 1.25
"""The scale of wonders on offer, of which four take the place of a structure."""
FEW_COLUMNS: Final = 6
"""A structure of at most so many half cards, less one card, has larger cards."""


def tall_table(drawing: Drawing) -> tuple[Sheet, float, float]:
    """Draw a table that is as wide as a phone.

    The order is that of interest: what happens, the structure, player one's city, the track, the
    other city, the progress tokens, and the discard pile, which is folded unless a move needs it.

    Args:
        drawing: the table.

    Returns:
        The sheet, its width and its height.
    """
    sheet = Sheet()
    inner = WIDTH - 2 * EDGE
    top = _draw_title(sheet, drawing, EDGE + 2)
    state = drawing.state
    bottom = top + STRUCTURE
    top = drawing.choices(sheet, EDGE, top, inner, TALL)
    if state.is_over:
        bottom = max(bottom, drawing.ending(sheet, EDGE, top, inner))
    elif state.offered_wonders:
        _draw_offer(sheet, drawing, top)
    else:
        structure = state.structure
        face = TALL_LARGE if structure_columns(structure) <= FEW_COLUMNS else TALL
        drawing.structure(sheet, 0, top, WIDTH, face, bottom - top)
    top = bottom + EDGE
    height = fixed_height(TALL)
    drawing.city(sheet, Player.ONE, EDGE, top, height, TALL)
    top += height + EDGE
    names = drawing.options.names
    wide, tall = track_size(TALL)
    draw_track(sheet, drawing.pen, state.track, (WIDTH - wide) / 2, top, names=names, face=TALL)
    top += tall + EDGE
    drawing.city(sheet, Player.TWO, EDGE, top, height, TALL)
    top = drawing.tokens(sheet, EDGE, top + height + EDGE, inner, TALL)
    whole = _draw_pile(sheet, drawing, top + EDGE) + EDGE
    ground = Sheet()
    ground.rect(0, 0, WIDTH, whole, drawing.pen.theme.page)
    ground.merge(sheet)
    return ground, WIDTH, whole


def _draw_title(sheet: Sheet, drawing: Drawing, y: float) -> float:
    """Draw the heading, the decision on two lines and the last move; return the bottom edge."""
    theme = drawing.pen.theme
    room = WIDTH - 2 * EDGE - 4
    heading = words.age_heading(drawing.pen.words, drawing.state)
    left = EDGE + 2
    sheet.text(cut(heading, 130, 18, bold=True), left, y + 11, 18, theme.text, bold=True, room=130)
    text = cut(drawing.left, room - 140, 12)
    at = WIDTH - EDGE - 2, y + 11
    sheet.text(text, *at, 12, theme.quiet, anchor="end", room=room - 140)
    for number, line in enumerate(wrapped(drawing.now, room, 14, 2, bold=True)):
        sheet.text(line, left, y + 33 + number * 17, 14, theme.text, bold=True, room=room)
    sheet.text(cut(drawing.done, room, 12), left, y + 67, 12, theme.quiet, room=room)
    return y + 80


def _draw_offer(sheet: Sheet, drawing: Drawing, y: float) -> None:
    size = TALL.wonder[0] * LARGE, TALL.wonder[1] * LARGE
    for number, wonder in enumerate(drawing.state.offered_wonders):
        at = (WIDTH - size[0]) / 2, y + 4 + number * (size[1] + 4)
        drawing.offered(sheet, wonder, *at, size, LARGE, TALL)


def _draw_pile(sheet: Sheet, drawing: Drawing, y: float) -> float:
    """Draw the number of discarded cards, and the cards if one of them can be chosen."""
    pen, shown = drawing.pen, drawing.shown
    pile = drawing.state.discard_pile
    heading = pen.words.say("Discard pile: {number}", number=len(pile))
    sheet.text(heading, EDGE + 2, y + 10, 13, pen.theme.text, bold=True)
    if not any(card.id in shown.moves for card in pile):
        return y + 22
    left = (WIDTH - TALL.city) / 2
    at = left, y + 24
    return draw_strips(
        *(sheet, pen, pile, *at, shown), face=TALL, step=TALL.strip[1] + 3, kind="discarded"
    )
