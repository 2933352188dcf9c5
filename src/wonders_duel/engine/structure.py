"""The structure of an age as both players see it."""

from __future__ import annotations

from collections.abc import Container, Iterator

import attrs

from wonders_duel.cards import Building
from wonders_duel.enums import Age, Back

__all__ = ["Slot", "Structure"]


@attrs.frozen(kw_only=True)
class Slot:
    """A slot of a structure (R10, R11).

    Attributes:
        index: the number of the slot, from 0, in reading order from the far row.
        row: the row, from 0, which is the far row.
        column: the column, on a grid of half cards.
        building: the card if it is face up; otherwise ``None``.
        back: the back of the card if it is face down; otherwise ``None``.
        covered_by: the slots whose cards cover it now.

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
        """Whether the card has been taken."""
        return self.building is None and self.back is None

    @property
    def is_accessible(self) -> bool:
        """Whether the slot has a card that is not covered (R15)."""
        return not self.is_empty and not self.covered_by

    def __str__(self) -> str:
        """Return the name of the card, its back in parentheses, or a dash."""
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
    """The slots in reading order; empty when no card is left."""

    def __iter__(self) -> Iterator[Slot]:
        """Iterate over the slots."""
        return iter(self.slots)

    def __len__(self) -> int:
        """Return the number of slots, including empty ones."""
        return len(self.slots)

    def __getitem__(self, index: int) -> Slot:
        """Return the slot with a number."""
        return self.slots[index]

    @property
    def accessible(self) -> tuple[Slot, ...]:
        """The slots whose card can be taken or is about to be revealed."""
        return tuple(slot for slot in self.slots if slot.is_accessible)

    @property
    def rows(self) -> tuple[tuple[Slot, ...], ...]:
        """The slots of each row, the far row first."""
        last = self.slots[-1].row if self.slots else -1
        return tuple(
            tuple(slot for slot in self.slots if slot.row == row) for row in range(last + 1)
        )

    def _repr_svg_(self) -> str:
        """Return an SVG picture for notebooks."""
        from wonders_duel.render import svg  # noqa: PLC0415 - a thin method

        return svg(self)

    def _repr_mimebundle_(
        self, include: Container[str] | None = None, exclude: Container[str] | None = None
    ) -> dict[str, str]:
        """Return the picture by media type, for notebooks."""
        from wonders_duel.render.notebooks import mimebundle  # noqa: PLC0415 - a thin method

        return mimebundle(self, include, exclude)

    def __str__(self) -> str:
        """Return a plain-text drawing, 80 columns wide."""
        from wonders_duel.render.board import plain_text  # noqa: PLC0415 - a thin method

        return plain_text(self)
