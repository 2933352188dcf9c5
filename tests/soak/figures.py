"""The figures of random games beside those of an independent engine.

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
"""Games that the reference figures come from."""
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
"""How many standard errors a figure may be off; rounding of the reference comes on top."""

_POWERS: Final = 4


@attrs.define
class Figures:
    """Sums over games, all of them whole, so that their order does not matter.

    Attributes:
        games: how many.
        decisions: the sums of their decisions, of the squares, cubes and fourth powers.
        shares: how many games each of the shares is about.
        civilian: how many were decided by points.
        points: for the first and the second player, the sum of those points and of their squares.
    """

    games: int = 0
    decisions: list[int] = attrs.Factory(lambda: [0] * _POWERS)
    shares: dict[str, int] = attrs.Factory(lambda: dict.fromkeys(SHARES, 0))
    civilian: int = 0
    points: list[list[int]] = attrs.Factory(lambda: [[0, 0], [0, 0]])

    def add(self, decisions: int, first: Player, result: Result) -> None:
        """Add a game.

        Args:
            decisions: how many it had.
            first: who began.
            result: how it ended.
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
        """Add up figures as :func:`attrs.asdict` gives them.

        Args:
            parts: any number.
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
    """A figure beside its reference.

    Attributes:
        name: what it is.
        expected: the reference.
        found: what these games say.
        errors: how many standard errors it is off, rounding left aside.
    """

    name: str
    expected: float
    found: float
    errors: float

    @property
    def is_off(self) -> bool:
        """Whether that cannot be chance."""
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
    # Early ends make the tails heavy, so that a deviation is less certain than it would be.
    moment = fourth - 4 * mean * third + 6 * mean**2 * second - 3 * mean**4
    uncertain = sqrt(max(0.0, moment - spread**4)) / (2 * spread) if spread else 0.0
    name = "deviation of decisions"
    rows.append(_row(name, DECISIONS_DEVIATION, spread, uncertain, 0.005, games))
    return rows


def _row(
    name: str, expected: float, found: float, deviation: float, rounding: float, games: int
) -> Row:
    """Say how far a figure is off; the reference has an error of its own."""
    beyond = max(0.0, abs(found - expected) - rounding)
    error = deviation * sqrt(1 / games + 1 / REFERENCE)
    return Row(name, expected, found, beyond / error if error else 0.0)
