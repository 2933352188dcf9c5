"""The problems that a check has found."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

__all__ = ["Problems"]

MOST_PROBLEMS: Final = 5
"""The number of problems after which a check stops."""


class Problems:
    """Different problems, each with the place where it was found first, up to a maximum number."""

    def __init__(self) -> None:
        """Begin without problems."""
        self._places: dict[str, str] = {}
        self.cause: BaseException | None = None
        """The first error that a problem came with."""

    @property
    def is_enough(self) -> bool:
        """Whether the maximum number of problems has been reached."""
        return len(self._places) >= MOST_PROBLEMS

    def keep(self, problem: str, where: str, cause: BaseException | None = None) -> None:
        """Record a problem, unless it is already recorded.

        Args:
            problem: what is wrong.
            where: the place, which follows it in the message.
            cause: the error that caused it.
        """
        if not self.is_enough and problem not in self._places:
            self._places[problem] = where
            self.cause = self.cause or cause

    def __iter__(self) -> Iterator[str]:
        """Iterate over the problems with their places."""
        return (f"{problem}{where}" for problem, where in self._places.items())
