"""Score sheets and positions as plain text for a terminal of 80 columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wonders_duel.enums import Player

if TYPE_CHECKING:
    from wonders_duel.scoring import Score

__all__ = ["score_sheet"]

_LINES = (
    ("blue", "Civilian buildings (blue)"),
    ("green", "Scientific buildings (green)"),
    ("yellow", "Commercial buildings (yellow)"),
    ("guilds", "Guilds (purple)"),
    ("wonders", "Wonders"),
    ("tokens", "Progress tokens"),
    ("coins", "Coins (1 for every 3)"),
    ("military", "Military"),
    ("other", "Other buildings"),
)


def score_sheet(score: Score, names: tuple[str, str] = ("one", "two")) -> str:
    """Give the points by source, side by side.

    Args:
        score: the points.
        names: what to call the players, in at most 12 characters each.

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
    lines = [f"{'':30}{names[0]:>14}{names[1]:>14}"]
    for source, label in _LINES:
        one, two = (getattr(score[player], source) for player in Player)
        if source != "other" or one or two:
            lines.append(f"{label:30}{one:>14}{two:>14}")
    lines.append("-" * 58)
    one, two = score.totals
    lines.append(f"{'Total':30}{one:>14}{two:>14}")
    return "\n".join(lines)
