"""Compare the figures of random games with those of an independent engine.

The reference is 2,000,000 games of random play under the default rule options.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import sqrt
from typing import Final

import attrs

from wonders_duel import Player, Result, Victory

__all__ = ["Figures", "Row", "compared"]

REFERENCE: Final = 2_000_000
"""The number of games behind the reference figures."""
DECISIONS: Final = 71.59
DECISIONS_DEVIATION: Final = 1.97
SHARES: Final = {
    "first player wins": 0.532,
    "shared": 0.0013,
    "military": 0.034,
    "scientific": 0.0011,
}
MEANS: Final = {"civilian points, first": 38.3, "civilian points, second": 37.2}
LIMIT: Final = 4.0
"""The largest deviation in standard errors; rounding of the reference is added."""

_POWERS: Final = 4


@attrs.define
class Figures:
    """Sums over games, all integers, so that the order of games is irrelevant.

    Attributes:
        games: the number of games.
        decisions: the sums of their decisions and of their squares, cubes and fourth powers.
        shares: the number of games for each share.
        civilian: the number of games decided by points.
        points: for the first and the second player, the sums of those points and of their squares.
    """

    games: int = 0
    decisions: list[int] = attrs.Factory(lambda: [0] * _POWERS)
    shares: dict[str, int] = attrs.Factory(lambda: dict.fromkeys(SHARES, 0))
    civilian: int = 0
    points: list[list[int]] = attrs.Factory(lambda: [[0, 0], [0, 0]])

    def add(self, decisions: int, first: Player, result: Result) -> None:
        """Add a game.

        Args:
            decisions: its number of decisions.
            first: the player who began.
            result: its result.
        """
        self.games += 1
        for power in range(_POWERS):
            self.decisions[power] += decisions ** (power + 1)
        self.shares["first player wins"] += result.winner is first
        self.shares["shared"] += result.is_shared
        if result.victory is not Victory.CIVILIAN:
            self.shares[result.victory] += 1
            return
        self.civilian += 1
        for sums, player in zip(self.points, (first, first.opponent), strict=True):
            sums[0] += result.totals[player]
            sums[1] += result.totals[player] ** 2

    @classmethod
    def sum(cls, parts: Iterable[Mapping[str, object]]) -> Figures:
        """Add up figures in the form of :func:`attrs.asdict`.

        Args:
            parts: any number of them.
        """
        total = cls()
        for one in (cls(**part) for part in parts):  # type: ignore[arg-type]  # as they were written
            total.games += one.games
            total.civilian += one.civilian
            total.decisions = [a + b for a, b in zip(total.decisions, one.decisions, strict=True)]
            total.shares = {name: total.shares[name] + one.shares[name] for name in SHARES}
            total.points = [
                [a + b for a, b in zip(mine, theirs, strict=True)]
                for mine, theirs in zip(total.points, one.points, strict=True)
            ]
        return total


@attrs.frozen
class Row:
    """A figure with its reference.

    Attributes:
        name: its name.
        expected: the reference.
        found: the figure of these games.
        errors: the deviation in standard errors, after rounding.
    """

    name: str
    expected: float
    found: float
    errors: float

    @property
    def is_off(self) -> bool:
        """Whether the deviation is too large to be random."""
        return self.errors > LIMIT


def compared(figures: Figures) -> list[Row]:
    """Compare figures with the reference.

    Args:
        figures: of at least two games, two of them civilian.
    """
    games, civilian = figures.games, figures.civilian
    mean, second, third, fourth = (total / games for total in figures.decisions)
    spread = sqrt(max(0.0, second - mean**2))
    rows = [_row("decisions a game", DECISIONS, mean, DECISIONS_DEVIATION, 0.005, games)]
    for name, expected in SHARES.items():
        rounding = 0.0005 if expected > 0.01 else 0.00005
        deviation = sqrt(expected * (1 - expected))
        found = figures.shares[name] / games
        rows.append(_row(name, expected, found, deviation, rounding, games))
    for (name, expected), (total, squares) in zip(MEANS.items(), figures.points, strict=True):
        found = total / civilian
        deviation = sqrt(max(0.0, squares / civilian - found**2))
        rows.append(_row(name, expected, found, deviation, 0.05, civilian))
    # Early ends make the tails heavy, so the standard deviation is less certain.
    moment = fourth - 4 * mean * third + 6 * mean**2 * second - 3 * mean**4
    uncertain = sqrt(max(0.0, moment - spread**4)) / (2 * spread) if spread else 0.0
    name = "deviation of decisions"
    rows.append(_row(name, DECISIONS_DEVIATION, spread, uncertain, 0.005, games))
    return rows


def _row(
    name: str, expected: float, found: float, deviation: float, rounding: float, games: int
) -> Row:
    """Return a row with the deviation; the reference has a standard error too."""
    beyond = max(0.0, abs(found - expected) - rounding)
    error = deviation * sqrt(1 / games + 1 / REFERENCE)
    return Row(name, expected, found, beyond / error if error else 0.0)
