"""Score sheets as plain text for a terminal of 80 columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wonders_duel.enums import Player
from wonders_duel.errors import expect, expect_names
from wonders_duel.languages import language as language_of
from wonders_duel.scoring import Score

if TYPE_CHECKING:
    from wonders_duel.languages import Language

__all__ = ["score_sheet"]

_LABELS = 30
"""Columns of the labels, unless those of a language are longer."""
_POINTS = 14
"""Columns of each player's points."""


def score_sheet(
    score: Score, names: tuple[str, str] | None = None, *, language: str | Language = "en"
) -> str:
    """Give the points by source, side by side.

    Args:
        score: the points.
        names: what to call the players, in at most 12 characters each; one and two if left out.
        language: in which language, by its code.

    Raises:
        UnknownNameError: there is no such language.
        WrongTypeError: something else than points is given, or the names are not two texts.

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
    if names is not None:
        expect_names(names)
    to = language_of(language)
    labels = _labels(to)
    total = to.say("Total")
    width = max(_LABELS, 1 + max(map(len, [*labels.values(), total])))
    one, two = names if names is not None else map(to.word, Player)
    lines = [f"{'':{width}}{one:>{_POINTS}}{two:>{_POINTS}}"]
    for source, label in labels.items():
        first, second = (getattr(score[player], source) for player in Player)
        if source != "other" or first or second:
            lines.append(f"{label:{width}}{first:>{_POINTS}}{second:>{_POINTS}}")
    lines.append("-" * (width + 2 * _POINTS))
    first, second = score.totals
    lines.append(f"{total:{width}}{first:>{_POINTS}}{second:>{_POINTS}}")
    return "\n".join(lines)


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
