"""Score sheets as plain text, for terminals of any width."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from wonders_duel.engine.scoring import Score
from wonders_duel.enums import Player
from wonders_duel.languages import language as language_of
from wonders_duel.render.board.spans import cut, flow, line, pad, plain, tidy
from wonders_duel.support.arguments import expect, expect_names, expect_number
from wonders_duel.support.columns import columns

if TYPE_CHECKING:
    from wonders_duel.languages import Language
    from wonders_duel.render.board.spans import Line

__all__ = ["score_sheet", "sheet_lines"]

_LABELS = 30
"""The width of the labels, unless those of the language are longer."""
_POINTS = 14
"""The width of each player's points."""
_FEWEST = 5
"""The smallest width of each player's points."""
_LABEL = 4
"""The smallest width of the labels, beside points of many digits."""
_LEAST_WIDTH = 20


def score_sheet(
    score: Score,
    names: tuple[str, str] | None = None,
    *,
    language: str | Language = "en",
    width: int = 80,
) -> str:
    """Return the points of both players by source, side by side.

    Args:
        score: the score.
        names: the names of the players, truncated to the width of their column; "one" and "two"
            if left out.
        language: the language or its code.
        width: the available columns, at least 20; long labels are wrapped.

    Raises:
        UnknownNameError: there is no such language.
        WrongTypeError: ``score`` is not a ``Score``, ``names`` is not a pair of texts, or
            ``width`` is not a number from 20.

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
        score: the score.
        names: the names of the players; "one" and "two" if left out.
        to: the language.
        width: the available columns.
        clean: a function that makes a text printable.
        mark: the mark of a truncated name.
    """
    labels = {source: clean(label) for source, label in _labels(to).items()}
    total = clean(to.say("Total"))
    room = max(_LABELS, 1 + max(map(columns, [*labels.values(), total])))
    figures = [getattr(score[player], source) for player in Player for source in labels]
    longest = max(len(str(one)) for one in (*figures, *score.totals))
    fewest = min(max(_FEWEST, 1 + longest), (width - _LABEL) // 2)
    points = max(fewest, min(_POINTS, (width - room) // 2))
    room = min(room, width - 2 * points)

    def row(label: str, one: object, two: object, style: str = "") -> list[Line]:
        """Return a label, wrapped if it is too long, with the points in its first line."""
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
    """Return a text aligned right in its column, truncated if it is too long."""
    kept = cut(line(text, style), width - 1, mark)
    return (*line(" " * (width - columns(plain(kept)))), *kept)


def _labels(to: Language) -> dict[str, str]:
    """Return the label of each source of points."""
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
