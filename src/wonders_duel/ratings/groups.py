"""Groups of players whose ratings are finite: each has scored against each, perhaps through others."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf

from wonders_duel.ratings.pairs import PairCounts

__all__ = ["Groups"]


class Groups:
    """Who can be compared with whom: L. R. Ford, *American Mathematical Monthly* 64 (1957).

    Args:
        names: the names of the players.
        known: by two names, how often the first player reached each score.
    """

    def __init__(self, names: list[str], known: Mapping[tuple[str, str], PairCounts]) -> None:
        """Find for each player, as bits, whom it scored against, directly or through others."""
        self._names = names
        self._numbers = {name: number for number, name in enumerate(names)}
        below = [1 << number for number in range(len(names))]
        for (one, two), counts in known.items():
            first, second = self._numbers[one], self._numbers[two]
            if any(counts.counts[1:]):
                below[first] |= 1 << second
            if any(counts.counts[:-1]):
                below[second] |= 1 << first
        for middle in range(len(names)):
            for number, bits in enumerate(below):
                if bits >> middle & 1:
                    below[number] |= below[middle]
        self._below = below

    def _reaches(self, one: str, two: str) -> bool:
        return bool(self._below[self._numbers[one]] >> self._numbers[two] & 1)

    def of(self, name: str) -> list[str]:
        """Return the group of a player, in the order of the names.

        Args:
            name: the name of the player.
        """
        return [
            other
            for other in self._names
            if self._reaches(name, other) and self._reaches(other, name)
        ]

    def largest(self) -> list[str]:
        """Return the largest group; of several, the one with the first player."""
        return max(map(self.of, self._names), key=len)

    def limit(self, name: str, anchor: str) -> float | None:
        """Return the rating of a player outside the group of the anchor.

        Args:
            name: the name of the player.
            anchor: the name of the anchor.

        Returns:
            Infinite if the games say only that the player is stronger, or weaker; ``None`` if they
            say nothing.
        """
        if self._reaches(name, anchor):
            return inf
        return -inf if self._reaches(anchor, name) else None
