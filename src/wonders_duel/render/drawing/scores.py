"""Drawings of score sheets: the points of both cities by source."""

from __future__ import annotations

from typing import Final

from wonders_duel.engine.counting import SOURCES
from wonders_duel.engine.scoring import Score
from wonders_duel.enums import Colour, Player
from wonders_duel.render.drawing import outlines, symbols
from wonders_duel.render.drawing.lettering import cut
from wonders_duel.render.drawing.pen import Pen
from wonders_duel.render.drawing.picture import Picture, Scene, Sheet
from wonders_duel.render.drawing.words import labelled

__all__ = ["draw_score", "score_height", "score_scene", "score_words"]

LINE: Final = 25
"""The height of a line."""
WIDTH: Final = 440
"""The width of a separate score sheet."""
EDGE: Final = 8
"""The margin of a separate score sheet."""
COLUMN: Final = 50
"""The distance from either side to the middle of a player's points."""
NAME: Final = 96
"""The maximum width of a player's name."""
_KINDS: Final = {
    "blue": Colour.BLUE,
    "green": Colour.GREEN,
    "yellow": Colour.YELLOW,
    "guilds": Colour.PURPLE,
}


def _sources(score: Score) -> list[str]:
    """Return the sources to show; ``other`` only if it has points."""
    return [source for source in SOURCES if source != "other" or score.one.other or score.two.other]


def score_height(score: Score) -> float:
    """Return the height of a drawn score.

    Args:
        score: the score.
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
    return others.get(source, symbols.sign(outlines.MORE, ink))


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
    """Draw a score as a table.

    Args:
        sheet: the sheet to draw on.
        pen: the theme, language and catalogue.
        score: the score.
        x: the left edge.
        y: the top edge.
        width: the width.
    """
    theme = pen.theme
    left, right = x + COLUMN, x + width - COLUMN
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


def score_scene(pen: Pen, score: Score, names: tuple[str, str], title: str | None) -> Scene:
    """Draw a separate score sheet.

    Args:
        pen: the theme, language and catalogue.
        score: the score.
        names: the names of the players.
        title: the title; generated if left out.
    """
    theme = pen.theme
    sheet = Sheet()
    height = LINE + score_height(score) + EDGE
    sheet.rect(0, 0, WIDTH + 2 * EDGE, height + 2 * EDGE, theme.panel, rx=6)
    for name, place in zip(names, (COLUMN, WIDTH - COLUMN), strict=True):
        text = cut(name, NAME, 13, bold=True)
        at = EDGE + place, EDGE + LINE / 2
        sheet.text(text, *at, 13, theme.text, anchor="middle", bold=True, room=NAME)
    draw_score(sheet, pen, score, EDGE, EDGE + LINE, WIDTH)
    return sheet.scene(
        WIDTH + 2 * EDGE,
        height + 2 * EDGE,
        pen.words.say("The score") if title is None else title,
        score_words(pen, score, names),
        WIDTH + 2 * EDGE,
    )


def score_words(pen: Pen, score: Score, names: tuple[str, str]) -> str:
    """Return the points of both players by source, in words.

    Args:
        pen: the language.
        score: the score of a game.
        names: the names of the players.
    """
    total = pen.words.say("Total")
    told = []
    for name, player in zip(names, Player, strict=True):
        points = [
            f"{_label(pen, source)} {getattr(score[player], source)}" for source in _sources(score)
        ]
        every = ", ".join([*points, f"{total} {score[player].total}"])
        told.append(labelled(pen.words, name, f"{every}."))
    return " ".join(told)
