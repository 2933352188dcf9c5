"""Moves as the engine needs them: interned, with their cards as numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attr

from wonders_duel.build import is_compiled, mypyc_attr

if TYPE_CHECKING:
    from wonders_duel.engine.compiled_cards import CompiledCard
    from wonders_duel.engine.moves import Move
    from wonders_duel.engine.tables import Tables

__all__ = ["HasSpec", "MoveLists", "MoveSpec"]


class MoveSpec:
    """A move for the engine."""

    def __init__(
        self,
        tables: Tables,
        index: int,
        kind: int,
        entry: CompiledCard,
        card: int,
        choice: int = -1,
    ) -> None:
        """Store the parts of a move.

        Args:
            tables: the tables of the catalogue whose codec numbers the move.
            index: the number of the move in the codec.
            kind: the number of the kind of move, in the order of the codec.
            entry: the card that is constructed, taken, discarded or destroyed; for the choice
                of who begins, an empty entry with the number of the player; for a declined token,
                an empty entry.
            card: the number of the building that leaves its place, or -1.
            choice: the code of the custom choice that the move makes, or -1.
        """
        self.tables = tables
        self.index = index
        self.kind = kind
        self.entry = entry
        self.card = card
        self.choice = choice


@mypyc_attr(allow_interpreted_subclasses=True)
@attr.s(
    auto_attribs=True,
    init=False,
    eq=False,
    repr=False,
    match_args=False,
    slots=not is_compiled,  # type: ignore[literal-required]  # native classes need no slots
    weakref_slot=False,
)
class HasSpec:
    """The base class of moves, with the field that compiled code reads directly."""

    spec: MoveSpec
    """The move as the engine needs it."""


class MoveLists:
    """The moves of a catalogue by kind and card."""

    def __init__(self) -> None:
        """Start with empty lists; the codec fills them."""
        self.every: list[Move] = []
        """All moves, in the order of the codec."""
        self.specs: list[MoveSpec] = []
        """The same as the engine needs them."""
        self.construct: list[Move] = []
        self.discard: list[Move] = []
        self.wonder: list[list[Move]] = []
        """By wonder, then by building."""
        self.decline: list[Move] = []
        self.decline_spec: MoveSpec
        """The move that declines a token."""
        self.first_construct: int = 0
        """The number of the first move that constructs a building."""
        self.first_discard: int = 0
        """The number of the first move that discards a building."""
        self.first_wonder: int = 0
        """The number of the first move that constructs a wonder."""
