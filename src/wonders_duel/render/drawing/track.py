"""Drawings of the military track."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from wonders_duel.cards import CAPITAL, military_points
from wonders_duel.engine.track import Track
from wonders_duel.enums import Player
from wonders_duel.glyphs import MINUS
from wonders_duel.render.drawing import outlines, symbols
from wonders_duel.render.drawing.pen import Pen
from wonders_duel.render.drawing.picture import Picture, Sheet
from wonders_duel.render.themes import INK, MILITARY_RED, WHITE, Theme

__all__ = ["LOOT", "TRACK", "draw_track", "military_token"]

TRACK: Final = (548, 77)
"""The width and height of the track."""
LOOT: Final = (44, 20)
"""The width and height of a military token."""
SPACE: Final = 28
"""The width of a space."""
TOP: Final = 24
"""The top edge of the spaces."""
HEIGHT: Final = 26
"""The height of a space."""
GROUNDS: Final = {0: "#efe3c4", 2: "#eacb93", 5: "#e0a468", 10: "#cf7a4e"}
"""The colour of a space, by its points."""


def _left(place: int) -> float:
    """Return the left edge of a space, counted from the middle, positive to the right."""
    return TRACK[0] / 2 + (place - 0.5) * SPACE


@lru_cache(maxsize=8)
def _board(theme: Theme) -> Picture:
    """Draw the spaces and their points, which are the same in every position."""
    sheet = Sheet()
    for place in range(-CAPITAL, CAPITAL + 1):
        left = _left(place)
        if abs(place) == CAPITAL:
            sheet.rect(left, TOP, SPACE, HEIGHT, "#5a4636", stroke=INK, stroke_width=0.8)
            sheet.put(symbols.sign(outlines.CHAINS["tower"], WHITE), left + 4, TOP + 3, 1.25)
        else:
            ground = GROUNDS[military_points(abs(place))]
            sheet.rect(left, TOP, SPACE, HEIGHT, ground, stroke=INK, stroke_width=0.8)
    middle = TRACK[0] / 2
    sheet.path(
        f"M{middle} {TOP - 3}v{HEIGHT + 6}", stroke=INK, stroke_width=1, stroke_dasharray="2 2"
    )
    zones: dict[int, list[int]] = {}
    for distance in range(1, CAPITAL):
        zones.setdefault(military_points(distance), []).append(distance)
    for points, places in zones.items():
        for side in (-1, 1):
            x = middle + side * (places[0] + places[-1]) / 2 * SPACE
            reach = len(places) * SPACE / 2 - 3
            y = TOP + HEIGHT + 4
            sheet.path(f"M{x - reach:g} {y}v4h{2 * reach:g}v-4", stroke=theme.quiet, stroke_width=1)
            sheet.put(symbols.medal(str(points)), x - 10, y + 1)
    return sheet.picture(*TRACK)


@lru_cache(maxsize=1)
def _pawn() -> Picture:
    """Draw the conflict pawn."""
    sheet = Sheet()
    d = "M11 1.5a5 5 0 0 1 3.2 8.8C16 14 17 19 18.5 22V26H3.5V22C5 19 6 14 7.8 10.3A5 5 0 0 1 11 1.5z"
    sheet.path(d, WHITE, stroke=WHITE, stroke_width=3.4, stroke_linejoin="round")
    sheet.path(d, MILITARY_RED, stroke=INK, stroke_width=1.2, stroke_linejoin="round")
    return sheet.picture(22, 28)


@lru_cache(maxsize=8)
def military_token(coins: int) -> Picture:
    """Draw a military token.

    Args:
        coins: the coins that the opponent loses.
    """
    width, height = LOOT
    sheet = Sheet()
    sheet.rect(0.5, 0.5, width - 1, height - 1, "#f2d9cf", rx=3, stroke="#7a1f1a", stroke_width=1)
    sheet.put(symbols.shield(), 5, 2.2, 0.95)
    sheet.put(symbols.loss(f"{MINUS}{coins}"), 23, 1)
    return sheet.picture(width, height)


def draw_track(sheet: Sheet, pen: Pen, track: Track, x: float, y: float) -> None:
    """Draw the track with its pawn and its tokens.

    Args:
        sheet: the sheet to draw on.
        pen: the theme, language and catalogue.
        track: the track.
        x: the left edge.
        y: the top edge.
    """
    sheet.put(_board(pen.theme), x, y)
    for player in Player:
        side = 1 if player is Player.TWO else -1
        for token in track.tokens[player]:
            middle = x + TRACK[0] / 2 + side * (token.distance + 1) * SPACE
            sheet.put(military_token(token.coins), middle - LOOT[0] / 2, y + 1)
    sheet.put(_pawn(), x + _left(track.pawn) + SPACE / 2 - 11, y + TOP - 3)
