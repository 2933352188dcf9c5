"""The base class of what supplies chance outcomes to the engine while a game is played on."""

from __future__ import annotations

import attr

from wonders_duel.build import is_compiled, mypyc_attr

__all__ = ["ChanceSource"]


@mypyc_attr(acyclic=True)
@attr.s(
    auto_attribs=True,
    init=False,
    eq=False,
    repr=False,
    slots=not is_compiled,  # type: ignore[literal-required]  # native classes need no slots
    weakref_slot=False,
)
class ChanceSource:
    """Supplies chance outcomes: a deal that is known, or random draws."""

    def begin(self) -> None:
        """Prepare for another game from the same state."""

    def tokens(self) -> int:
        """Return the progress tokens on the board, as bits (R4)."""
        raise NotImplementedError

    def wonders(self, seen: int) -> int:
        """Return the wonders of the next draft group, as bits (R6).

        Args:
            seen: the wonders of the first group, as bits; 0 if it is not dealt yet.
        """
        raise NotImplementedError

    def front(self, age: int) -> bytes:
        """Return the visible face of each slot of an age when it is dealt (R9).

        Args:
            age: the age that is dealt, 1 to 3.
        """
        raise NotImplementedError

    def card(self, age: int, slot: int) -> int:
        """Return the building in a slot that is dealt face down.

        Args:
            age: the age, 1 to 3.
            slot: the slot.
        """
        raise NotImplementedError

    def drawn(self, box: int) -> int:
        """Return the progress tokens drawn from the box, as bits (R60).

        Args:
            box: the tokens in the box, as bits.
        """
        raise NotImplementedError
