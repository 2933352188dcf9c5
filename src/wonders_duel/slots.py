"""What lies on what in the structure of an age: sets of slots as bits, looked up by the engine."""

from __future__ import annotations

from typing import Final

from wonders_duel.cards import StructureLayout

__all__ = ["NOTHING_UNCOVERED", "StructureTable", "Uncovered"]


class Uncovered:
    """Which slots nothing covers, when some slots of a structure still hold a card."""

    def __init__(self, slots: tuple[int, ...], down: tuple[int, ...]) -> None:
        """Hold them, ascending.

        Args:
            slots: the slots that nothing covers (R15).
            down: those of them that were dealt face down: the only ones to turn up.
        """
        self.slots = slots
        self.down = down


NOTHING_UNCOVERED: Final = Uncovered((), ())
MOST_SETS: Final = 20_000
"""Sets of slots that a structure remembers: about 10 MB."""


class StructureTable:
    """What the engine looks up about the structure of an age."""

    def __init__(self, layout: StructureLayout) -> None:
        """Make the table of a layout."""
        self.layout = layout
        self.size: int = layout.size
        self.full: int = (1 << self.size) - 1
        """A bit for each slot."""
        self.covers: tuple[int, ...] = tuple(
            [sum([1 << over for over in lying]) for lying in layout.covered_by]
        )
        """For each slot, the slots that lie on it, as bits."""
        self.face_up: tuple[bool, ...] = layout.face_up
        self.down: list[int] = [slot for slot, up in enumerate(layout.face_up) if not up]
        """The slots that are dealt face down."""
        self.memo: dict[int, Uncovered] = {}
        """What :meth:`uncovered` gave so far: in the base game the few thousand sets that play can leave."""

    def uncovered(self, left: int) -> Uncovered:
        """Return the slots that nothing covers.

        Args:
            left: the slots that still hold a card, as bits.
        """
        found = self.memo.get(left)
        if found is None:
            slots = [
                slot
                for slot, cover in enumerate(self.covers)
                if left >> slot & 1 and not left & cover
            ]
            down = [slot for slot in slots if not self.face_up[slot]]
            if len(self.memo) >= MOST_SETS:  # a layout of one's own may leave any number of them
                self.memo.clear()
            found = self.memo[left] = Uncovered(tuple(slots), tuple(down))
        return found
