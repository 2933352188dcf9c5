"""The error of games with cards that nobody can play here."""

from __future__ import annotations

from wonders_duel.errors import FormatError

__all__ = ["MissingCardsError"]


class MissingCardsError(FormatError):
    """A game with cards whose moves cannot be played at all, such as those of an expansion."""

    def __init__(self, names: tuple[str, ...]) -> None:
        """Store the names.

        Args:
            names: the names of the cards or of the expansion.
        """
        super().__init__([f"the game has {', '.join(names)}, which this library does not have"])
        self.names = names
