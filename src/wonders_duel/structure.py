"""What both players can see of the cards that are laid out."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from wonders_duel.cards import Building
from wonders_duel.enums import Age, Back

__all__ = ["Slot", "Structure"]


@attrs.frozen(kw_only=True)
class Slot:
    """One place of a structure (R10, R11).

    Attributes:
        index: its number, in reading order from the far row.
        row: its row; 0 is the far one.
        column: its column on a grid of half cards.
        building: the card, if one lies there face up.
        back: what the card shows, if one lies there face down.
        covered_by: the slots whose cards lie on it now.

    >>> from wonders_duel import Game
    >>> slot = Game(seed=2015, rules="first-game").state.structure[5]
    >>> print(slot, slot.row, slot.column, slot.covered_by)
    Scriptorium 2 2 (9, 10)
    """

    index: int
    row: int
    column: int
    building: Building | None
    back: Back | None
    covered_by: tuple[int, ...]

    @property
    def is_empty(self) -> bool:
        """Whether the card is gone."""
        return self.building is None and self.back is None

    @property
    def is_accessible(self) -> bool:
        """Whether a card lies there and nothing covers it (R15)."""
        return not self.is_empty and not self.covered_by

    def __str__(self) -> str:
        """Return the card, its back, or a dash."""
        if self.building is not None:
            return str(self.building)
        return f"({self.back})" if self.back is not None else "-"


@attrs.frozen
class Structure:
    """The structure of an age as both players see it.

    >>> from wonders_duel import Game
    >>> game = Game(seed=1, rules="first-game")
    >>> structure = game.state.structure
    >>> len(structure), sum(slot.is_accessible for slot in structure)
    (20, 6)
    """

    age: Age | None
    """The age, or ``None`` before the first one is dealt."""
    slots: tuple[Slot, ...]
    """Its places in reading order; none where no card is left."""

    def __iter__(self) -> Iterator[Slot]:
        """Go through the places."""
        return iter(self.slots)

    def __len__(self) -> int:
        """Count the places, empty ones included."""
        return len(self.slots)

    def __getitem__(self, index: int) -> Slot:
        """Return a place by its number."""
        return self.slots[index]

    @property
    def accessible(self) -> tuple[Slot, ...]:
        """The places whose card can be taken, or is to be turned up."""
        return tuple(slot for slot in self.slots if slot.is_accessible)

    @property
    def rows(self) -> tuple[tuple[Slot, ...], ...]:
        """The places by row, the far one first."""
        last = self.slots[-1].row if self.slots else -1
        return tuple(
            tuple(slot for slot in self.slots if slot.row == row) for row in range(last + 1)
        )

    def _repr_svg_(self) -> str:
        """Return its picture, for a notebook."""
        from wonders_duel.render import svg  # noqa: PLC0415 - a thin method

        return svg(self)

    def __str__(self) -> str:
        """Draw it as plain text in 80 columns."""
        from wonders_duel.render.board import plain_text  # noqa: PLC0415 - a thin method

        return plain_text(self)
