"""Score sheets as plain text, for a terminal of any width."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from wonders_duel.enums import Player
from wonders_duel.errors import expect, expect_names, expect_number
from wonders_duel.languages import language as language_of
from wonders_duel.render.board.spans import columns, cut, flow, line, pad, plain, tidy
from wonders_duel.scoring import Score

if TYPE_CHECKING:
    from wonders_duel.languages import Language
    from wonders_duel.render.board.spans import Line

__all__ = ["score_sheet", "sheet_lines"]

_LABELS = 30
"""Columns of the labels, unless those of a language are longer."""
_POINTS = 14
"""Columns of each player's points."""
_FEWEST = 5
"""The same where there is little room."""
_LEAST_WIDTH = 20


def score_sheet(
    score: Score,
    names: tuple[str, str] | None = None,
    *,
    language: str | Language = "en",
    width: int = 80,
) -> str:
    """Return the points by source, side by side.

    Args:
        score: the points.
        names: what to call the players; one and two if left out. What is longer than its column
            is cut.
        language: in which language, by its code.
        width: columns that there are, from 20; labels are broken where there is no room.

    Raises:
        UnknownNameError: there is no such language.
        WrongTypeError: something else than points is given, the names are not two texts, or the
            width is none.

    >>> from wonders_duel import Game
    >>> print(score_sheet(Game(seed=1).score()))  # doctest: +NORMALIZE_WHITESPACE
                                             one           two
    Civilian buildings (blue)                  0             0
    Scientific buildings (green)               0             0
    Commercial buildings (yellow)              0             0
    Guilds (purple)                            0             0
    Wonders                                    0             0
    Progress tokens                            0             0
    Coins (1 for every 3)                      2             2
    Military                                   0             0
    ----------------------------------------------------------
    Total                                      2             2
    """
    expect(score, Score, "a Score")
    expect_number(width, _LEAST_WIDTH, "the width")
    lines = sheet_lines(score, names, language_of(language), width, tidy, "…")
    return "\n".join(map(plain, lines))


def sheet_lines(
    score: Score,
    names: tuple[str, str] | None,
    to: Language,
    width: int,
    clean: Callable[[str], str],
    mark: str,
) -> list[Line]:
    """Return the lines of a score sheet.

    Args:
        score: the points.
        names: what to call the players; one and two if left out.
        to: the language.
        width: columns that there are.
        clean: makes of a text what can be shown.
        mark: shows that a name is cut.
    """
    labels = {source: clean(label) for source, label in _labels(to).items()}
    total = clean(to.say("Total"))
    room = max(_LABELS, 1 + max(map(columns, [*labels.values(), total])))
    points = max(_FEWEST, min(_POINTS, (width - room) // 2))
    room = min(room, width - 2 * points)

    def row(label: str, one: object, two: object, style: str = "") -> list[Line]:
        """Return a label, broken where it is too long, with the points behind its first line."""
        first, *more = flow([line(label, style)], room - 1)
        values = (_right(clean(str(value)), points, mark, style) for value in (one, two))
        return [(*pad(first, (), room, ""), *(part for value in values for part in value)), *more]

    called = expect_names(names) if names is not None else tuple(map(to.word, Player))
    lines = row("", *called)
    for source, label in labels.items():
        first, second = (getattr(score[player], source) for player in Player)
        if source != "other" or first or second:
            lines += row(label, first, second)
    lines.append(line("-" * (room + 2 * points), "dim"))
    return [*lines, *row(total, *score.totals, "bold")]


def _right(text: str, width: int, mark: str, style: str) -> Line:
    """Return a text at the right end of its column, cut where it is longer than that."""
    kept = cut(line(text, style), width - 1, mark)
    return (*line(" " * (width - columns(plain(kept)))), *kept)


def _labels(to: Language) -> dict[str, str]:
    """Name each source of points."""
    return {
        "blue": to.say("Civilian buildings (blue)"),
        "green": to.say("Scientific buildings (green)"),
        "yellow": to.say("Commercial buildings (yellow)"),
        "guilds": to.say("Guilds (purple)"),
        "wonders": to.say("Wonders"),
        "tokens": to.say("Progress tokens"),
        "coins": to.say("Coins (1 for every 3)"),
        "military": to.say("Military"),
        "other": to.say("Other buildings"),
    }
