"""Drawings of how a game ended: by what, and the points."""

from __future__ import annotations

from typing import Final

from wonders_duel.enums import Colour, Player, Victory
from wonders_duel.render.drawing import outlines, symbols
from wonders_duel.render.drawing.lettering import wrapped
from wonders_duel.render.drawing.pen import Pen
from wonders_duel.render.drawing.picture import Sheet
from wonders_duel.render.drawing.scores import draw_score, score_height
from wonders_duel.render.themes import MILITARY_RED, WHITE
from wonders_duel.state import State

__all__ = ["draw_ending"]

_CROWN: Final = Colour.PURPLE
LETTERS: Final = 17
"""The font size of the result."""
LARGE: Final = 2.0
"""The scale of the symbols that won."""


def draw_ending(
    sheet: Sheet, pen: Pen, state: State, now: str, x: float, y: float, width: float
) -> float:
    """Draw a banner with the result, what decided the game, and the score sheet.

    After a supremacy, the points did not count, so the sheet is pale and says so.

    Args:
        sheet: the sheet to draw on.
        pen: the theme, language and catalogue.
        state: a state in which the game is over.
        now: the result in words.
        x: the left edge.
        y: the top edge.
        width: the available width.

    Returns:
        The bottom edge.
    """
    theme = pen.theme
    result = state.result
    assert result is not None  # the game is over
    winner = result.winner
    ink = theme.legal if winner is None else theme.seats[winner]
    is_supremacy = result.victory in {Victory.MILITARY, Victory.SCIENTIFIC}
    lines = wrapped(now, width - 90, LETTERS, 3, bold=True)
    tall = 26 + len(lines) * LETTERS * 1.25 + (54 if is_supremacy else 0)
    sheet.rect(x, y, width, tall, ink, rx=10)
    crown = symbols.sign(outlines.KINDS[_CROWN], theme.page)
    sheet.put(crown, x + 12, y + 10, 1.6)
    for number, line in enumerate(lines):
        at = x + width / 2 + 12, y + 13 + (number + 0.5) * LETTERS * 1.25
        sheet.text(line, *at, LETTERS, theme.page, anchor="middle", bold=True, room=width - 70)
    if is_supremacy and winner is not None:
        _draw_reason(sheet, state, winner, x, y + tall - 58, width)
    top = y + tall + 10
    if is_supremacy:
        note = pen.words.say(
            "The points are for information only: a supremacy ends the game immediately."
        )
        for line in wrapped(note, width, 13, 2):
            sheet.text(line, x + width / 2, top + 8, 13, theme.quiet, anchor="middle", room=width)
            top += 18
    with sheet.group('opacity="0.55"' if is_supremacy else ""):
        draw_score(sheet, pen, state.score(), x, top, width)
    return top + score_height(state.score()) + 10


def _draw_reason(
    sheet: Sheet, state: State, winner: Player, x: float, y: float, width: float
) -> None:
    """Draw what a supremacy was won by: the scientific symbols, or the pawn in the capital."""
    result = state.result
    assert result is not None  # the game is over
    if result.victory is Victory.SCIENTIFIC:
        row = [symbols.science(one) for one in state.cities[winner].symbols]
        sheet.row(row, x + 14, y + 26, width - 28, gap=4, anchor="middle", largest=LARGE)
        return
    middle = x + width / 2
    sheet.circle(middle, y + 26, 24, WHITE)
    tower = symbols.sign(outlines.CHAINS["tower"], MILITARY_RED)
    sheet.put(tower, middle - 16, y + 10, LARGE)
    shield = symbols.shield()
    for side in (-1, 1):
        sheet.put(shield, middle + side * 48 - 16, y + 10, LARGE)
