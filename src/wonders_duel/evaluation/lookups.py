"""Weights in the order in which they are looked up: of single values, and of whole sets.

The weights of sets are added up in advance: a set of eight cards is one look-up.
"""

from __future__ import annotations

from typing import Final

from wonders_duel.build import i64
from wonders_duel.cards import CAPITAL, military_points
from wonders_duel.engine.bitfields import count_bits
from wonders_duel.engine.counting import COINS_PER_POINT

__all__ = [
    "BYTE",
    "SETS",
    "Rest",
    "by_byte",
    "from_first",
    "of_set",
    "of_value",
    "with_count",
    "with_military",
    "with_points",
]

BYTE: Final = 8
"""The number of cards in a set that is one look-up."""
SETS: Final = 256
"""The number of sets of so many cards."""


def of_value(weights: list[float], place: i64) -> float:
    """Return the weight of a value by its place; beyond both ends, that of the nearest value."""
    most: i64 = len(weights) - 1
    if place > most:  # noqa: PLR1730 - min() is slower in the pure build
        place = most  # -1 without weights
    return weights[place] if place > 0 else weights[0] if most >= 0 else 0.0


def from_first(weights: list[float]) -> list[float]:
    """Return weights less the first one, which both players have unless they own the wonder."""
    return [weight - weights[0] for weight in weights]


def of_set(sums: list[float], mask: int) -> float:
    """Return the sum of the weights of a set."""
    total = 0.0
    if sums:
        at = 0
        while mask:
            total += sums[at + (mask & 255)]
            mask >>= BYTE
            at += SETS
    return total


def by_byte(weights: list[float]) -> list[float]:
    """Return the sums of the weights of every set of eight cards; none if all weights are 0."""
    if not any(weights):
        return []
    found: list[float] = []
    for first in range(0, len(weights), BYTE):
        found += _sums(weights[first : first + BYTE])
    return found


def _sums(weights: list[float]) -> list[float]:
    """Return the sum of the weights of every set."""
    found = [0.0]
    for weight in weights:
        found += [one + weight for one in found]
    return found


def with_count(weights: list[float], of_count: list[float]) -> list[float]:
    """Return the sum of the weights of every set, and of the number of its members."""
    if not any(weights) and not of_count:
        return []
    return [
        one + of_value(of_count, count_bits(members)) for members, one in enumerate(_sums(weights))
    ]


def with_points(coins: list[float], points: list[float]) -> list[float]:
    """Return the weights of numbers of coins and of their points."""
    most = max(len(coins), len(points) * COINS_PER_POINT)
    return [of_value(coins, one) + of_value(points, one // COINS_PER_POINT) for one in range(most)]


def with_military(lead: list[float], points: list[float]) -> list[float]:
    """Return the weights of the places of the conflict pawn and of their points; none without any."""
    if not lead and not points:
        return []
    return [
        of_value(lead, place + CAPITAL) + of_value(points, military_points(max(place, 0)))
        for place in range(-CAPITAL, CAPITAL + 1)
    ]


class Rest:
    """The weights that have not been read yet."""

    def __init__(self, weights: list[list[float]]) -> None:
        """Start with the first feature."""
        self._weights = weights
        self._place = 0

    def next(self) -> list[float]:
        """Return the weights of the values of the next feature."""
        found = self._weights[self._place]
        self._place += 1
        return found

    def of_sets(self, number: int) -> list[float]:
        """Return the weights of the next features, which are 0 or 1.

        The weight of 0 is taken off, since both players have it.
        """
        found = []
        for _ in range(number):
            weights = self.next()
            found.append(weights[1] - weights[0] if weights else 0.0)
        return found
