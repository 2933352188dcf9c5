"""Drawings of the military track."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from wonders_duel.cards import CAPITAL, military_points
from wonders_duel.engine.track import Track
from wonders_duel.enums import Player
from wonders_duel.glyphs import MINUS
from wonders_duel.render.drawing import outlines, symbols
from wonders_duel.render.drawing.face import WIDE, Face
from wonders_duel.render.drawing.lettering import cut, text_width
from wonders_duel.render.drawing.pen import Pen
from wonders_duel.render.drawing.picture import Picture, Sheet
from wonders_duel.render.themes import INK, MILITARY_RED, WHITE, Theme

__all__ = ["LOOT", "draw_track", "military_token", "track_size"]

LOOT: Final = (46, 24)
"""The width and height of a military token, with its tip."""
TIP: Final = 4
"""The height of the tip."""
SPACES: Final = 2 * CAPITAL + 1
TOP: Final = 24
"""The top edge of the spaces."""
HEIGHT: Final = 26
"""The height of a space."""
TALL: Final = 77
"""The height of the track."""
LEAD: Final = 110
"""The most width of the name of the player who leads."""
GROUNDS: Final = {0: "#efe3c4", 2: "#eacb93", 5: "#e0a468", 10: "#cf7a4e"}
"""The colour of a space, by its points."""


def track_size(face: Face = WIDE) -> tuple[float, float]:
    """Return the width and height of the track.

    Args:
        face: the sizes.
    """
    return SPACES * face.space + 2 * face.margin, TALL


def _left(place: int, face: Face) -> float:
    """Return the left edge of a space, counted from the middle, positive to the right."""
    return track_size(face)[0] / 2 + (place - 0.5) * face.space


@lru_cache(maxsize=16)
def _board(theme: Theme, face: Face) -> Picture:
    """Draw the spaces and their points, which are the same in every position."""
    sheet = Sheet()
    width = track_size(face)[0]
    space = face.space
    for place in range(-CAPITAL, CAPITAL + 1):
        left = _left(place, face)
        if abs(place) == CAPITAL:
            owner = theme.seats[place > 0]
            sheet.rect(left, TOP, space, HEIGHT, owner, stroke=INK, stroke_width=0.8)
            tower = symbols.sign(outlines.CHAINS["tower"], theme.page)
            scale = (space - 4) / tower.width
            sheet.put(tower, left + 2, TOP + HEIGHT / 2 - tower.height * scale / 2, scale)
        else:
            ground = GROUNDS[military_points(abs(place))]
            sheet.rect(left, TOP, space, HEIGHT, ground, stroke=INK, stroke_width=0.8)
            middle = left + space / 2
            digit = str(abs(place))
            sheet.text(digit, middle, TOP + HEIGHT / 2, 10.5, "#6d5638", anchor="middle")
    middle = width / 2
    sheet.path(
        f"M{middle:g} {TOP - 3}v4M{middle:g} {TOP + HEIGHT - 1}v4",
        stroke=theme.quiet,
        stroke_width=2,
    )
    zones: dict[int, list[int]] = {}
    for distance in range(1, CAPITAL):
        zones.setdefault(military_points(distance), []).append(distance)
    for points, places in zones.items():
        for side in (-1, 1):
            x = middle + side * (places[0] + places[-1]) / 2 * space
            reach = len(places) * space / 2 - 3
            y = TOP + HEIGHT + 4
            sheet.path(f"M{x - reach:g} {y}v4h{2 * reach:g}v-4", stroke=theme.quiet, stroke_width=1)
            sheet.put(symbols.medal(str(points)), x - 10, y + 1)
    return sheet.picture(width, TALL)


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
    middle, low = width / 2, height - TIP - 0.5
    # A plate that points to its space.
    sheet.path(
        f"M4.5 .5H{width - 4.5}a4 4 0 0 1 4 4V{low - 4}a4 4 0 0 1-4 4H{middle + TIP:g}l-{TIP} {TIP}l-{TIP}-{TIP}H4.5"
        f"a4 4 0 0 1-4-4V4.5a4 4 0 0 1 4-4z",
        "#8a2a22",
        stroke=INK,
        stroke_width=0.8,
    )
    sheet.text(f"{MINUS}{coins}", 14, (height - TIP) / 2, 13, WHITE, anchor="middle", bold=True)
    sheet.put(symbols.coin(""), 27, 1)
    return sheet.picture(width, height)


def draw_track(
    sheet: Sheet,
    pen: Pen,
    track: Track,
    x: float,
    y: float,
    *,
    names: tuple[str, str] | None = None,
    face: Face = WIDE,
) -> None:
    """Draw the track with its pawn and its tokens.

    Args:
        sheet: the sheet to draw on.
        pen: the theme, language and catalogue.
        track: the track.
        x: the left edge.
        y: the top edge.
        names: the names of the players, to say who leads.
        face: the sizes.
    """
    width = track_size(face)[0]
    space = face.space
    sheet.put(_board(pen.theme, face), x, y)
    for player in Player:
        side = 1 if player is Player.TWO else -1
        for token in track.tokens[player]:
            middle = x + width / 2 + side * (token.distance + 1) * space
            # The outer tokens of a narrow track stay inside.
            middle = min(max(middle, x + LOOT[0] / 2), x + width - LOOT[0] / 2)
            sheet.put(military_token(token.coins), middle - LOOT[0] / 2, y)
    sheet.put(_pawn(), x + _left(track.pawn, face) + space / 2 - 11, y + TOP - 3)
    leader = track.leader
    if leader is not None and names is not None:
        points = f" +{abs(track.pawn)}"
        room = LEAD - text_width(points, 12, bold=True)
        text = cut(names[leader], room, 12, bold=True) + points
        # In the middle, between the brackets of the zones of both sides.
        ink = pen.theme.seats[leader]
        sheet.text(text, x + width / 2, y + 11, 12, ink, anchor="middle", bold=True, room=LEAD)
