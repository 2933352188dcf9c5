"""Texts that have much in common, stored as lists of numbers of shared pieces."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["Pieces"]


class Pieces:
    """Pieces of text, each stored once.

    >>> pieces = Pieces()
    >>> pieces.pack(["to be ", "or not ", "to be "]), pieces.texts
    ([0, 1, 0], ['to be ', 'or not '])
    """

    def __init__(self) -> None:
        """Start without pieces."""
        self._places: dict[str, int] = {}

    @property
    def texts(self) -> list[str]:
        """The pieces by number."""
        return list(self._places)

    def pack(self, texts: Iterable[str]) -> list[int]:
        """Return the numbers of pieces of text, which are stored if they are new.

        Args:
            texts: the pieces, in order.
        """
        places = self._places
        return [places.setdefault(text, len(places)) for text in texts]
