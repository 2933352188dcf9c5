"""The slots of a structure: their contents as bytes, and the covered and uncovered ones as bits."""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
from typing import Final

from wonders_duel.build import is_compiled
from wonders_duel.cards import StructureLayout
from wonders_duel.enums import Back

__all__ = ["NOTHING_UNCOVERED", "StructureTable", "Uncovered"]

_COMPILED: Final = is_compiled

# A slot of the structure is a byte: the number of a building, or one of these higher numbers.
GONE: Final = 255
FIRST_BACK: Final = 251
HIDDEN: Final = {back: FIRST_BACK + number for number, back in enumerate(Back)}
BACK_OF: Final = {code: back for back, code in HIDDEN.items()}


def _reader(slots: bytes) -> Callable[[bytes], bytes]:
    """Return a function that reads the bytes of some slots."""
    # With one place, ``itemgetter`` returns no sequence; with a slice, it returns bytes.
    if len(slots) < 2:  # noqa: PLR2004
        return itemgetter(slice(slots[0], slots[0] + 1)) if slots else itemgetter(slice(0))
    return itemgetter(*slots)


class Uncovered:
    """The uncovered slots of a structure."""

    def __init__(
        self,
        table: StructureTable | None,
        left: int,
        slots: bytes,
        down: bytes,
    ) -> None:
        """Store the slots, as bytes because a play-out reads those of many structures.

        Args:
            table: the table of the structure, which finds the slots after a card is taken.
            left: the slots that hold a card, as bits.
            slots: the uncovered slots (R15), ascending.
            down: those that were dealt face down, which have to be revealed.
        """
        self._table = table
        self.left = left
        self.count: int = left.bit_count()
        """The number of slots that hold a card."""
        self.slots = slots
        self.cards: Callable[[bytes], bytes] = _reader(b"" if _COMPILED else slots)
        """Returns the bytes of these slots, for the pure build."""
        self.down = down
        self.after: list[Uncovered | None] = [None] * (slots[-1] + 1 if slots else 0)
        """By slot, the uncovered slots after its card is taken; ``None`` if not known."""

    def without(self, slot: int) -> Uncovered:
        """Return the uncovered slots after a card is taken, and store them in :attr:`after`.

        Args:
            slot: one of :attr:`slots`.
        """
        assert self._table is not None  # there is a slot
        found = self._table.uncovered(self.left ^ 1 << slot)
        self.after[slot] = found
        return found


NOTHING_UNCOVERED: Final = Uncovered(None, 0, b"", b"")
MOST_SETS: Final = 20_000
"""The most sets of slots in the memo of a structure (about 10 MB) before it is cleared."""


class StructureTable:
    """The lookup table of the structure of an age."""

    def __init__(self, layout: StructureLayout) -> None:
        """Compute the table of a layout."""
        self.layout = layout
        self.size: int = layout.size
        self.full: int = (1 << self.size) - 1
        """A bit for each slot."""
        self.covers: tuple[int, ...] = tuple(
            [sum([1 << over for over in lying]) for lying in layout.covered_by]
        )
        """For each slot, the slots that cover it, as bits."""
        self.face_up: tuple[bool, ...] = layout.face_up
        self.down: list[int] = [slot for slot, up in enumerate(layout.face_up) if not up]
        """The slots that are dealt face down."""
        self.memo: dict[int, Uncovered] = {}
        """The results of :meth:`uncovered`: a few thousand sets of slots in the base game."""

    def uncovered(self, left: int) -> Uncovered:
        """Return the uncovered slots.

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
            if len(self.memo) >= MOST_SETS:  # custom layouts can have many more sets
                self.memo.clear()
            found = self.memo[left] = Uncovered(self, left, bytes(slots), bytes(down))
        return found
