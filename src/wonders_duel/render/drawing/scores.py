"""The points of both cities, by source."""

from __future__ import annotations

from typing import Final

from wonders_duel.enums import Colour, Player
from wonders_duel.render.drawing import glyphs, symbols
from wonders_duel.render.drawing.pen import Pen
from wonders_duel.render.drawing.picture import Picture, Sheet
from wonders_duel.scoring import SOURCES, Score

__all__ = ["draw_score", "score_height"]

LINE: Final = 25
"""How high a line is."""
_KINDS: Final = {
    "blue": Colour.BLUE,
    "green": Colour.GREEN,
    "yellow": Colour.YELLOW,
    "guilds": Colour.PURPLE,
}


def _sources(score: Score) -> list[str]:
    """Give the sources that stand on the sheet: all of them, but others only where there are any."""
    return [source for source in SOURCES if source != "other" or score.one.other or score.two.other]


def score_height(score: Score) -> float:
    """Say how high the points are drawn.

    Args:
        score: the points.
    """
    return LINE * (len(_sources(score)) + 1) + 8


def _symbol(source: str, ink: str) -> Picture:
    if source in _KINDS:
        return symbols.kind(_KINDS[source])
    others = {
        "wonders": symbols.wonder(ink),
        "tokens": symbols.token(),
        "coins": symbols.coin(""),
        "military": symbols.shield(),
    }
    return others.get(source, symbols.sign(glyphs.MORE, ink))


def _label(pen: Pen, source: str) -> str:
    say = pen.words.say
    return {
        "blue": say("Civilian buildings"),
        "green": say("Scientific buildings"),
        "yellow": say("Commercial buildings"),
        "guilds": say("Guilds"),
        "wonders": say("Wonders"),
        "tokens": say("Progress tokens"),
        "coins": say("Coins"),
        "military": say("Military"),
        "other": say("Other buildings"),
    }[source]


def draw_score(sheet: Sheet, pen: Pen, score: Score, x: float, y: float, width: float) -> None:
    """Draw the points as a table.

    Args:
        sheet: where to draw.
        pen: what to draw with.
        score: the points.
        x: the left side.
        y: the upper side.
        width: how wide it is.
    """
    theme = pen.theme
    left, right = x + 50, x + width - 50
    middle = x + width / 2
    for number, source in enumerate(_sources(score)):
        line = y + (number + 0.5) * LINE
        symbol = _symbol(source, theme.text)
        sheet.put(symbol, middle - 105 - symbol.width / 2, line - symbol.height / 2)
        sheet.text(_label(pen, source), middle - 85, line, 14, theme.text)
        for player, place in zip(Player, (left, right), strict=True):
            points = str(getattr(score[player], source))
            sheet.text(points, place, line, 15, theme.text, anchor="middle")
    line = y + (len(_sources(score)) + 0.5) * LINE + 6
    sheet.path(f"M{x:g} {line - LINE / 2 - 3:g}h{width:g}", stroke=theme.line, stroke_width=1)
    sheet.text(pen.words.say("Total"), middle - 85, line, 15, theme.text, bold=True)
    for player, place in zip(Player, (left, right), strict=True):
        medal = symbols.medal(str(score.totals[player]))
        sheet.put(medal, place - medal.width * 0.6, line - medal.height * 0.6, 1.2)
