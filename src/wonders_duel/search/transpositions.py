"""What the rest of a game depends on, for positions that are reached in different ways.

Positions that differ in nothing that still counts, for example in the card under a wonder, have the
same key.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wonders_duel.build import mypyc_attr
from wonders_duel.engine.phases import PEND_REVIVE
from wonders_duel.engine.slots import FIRST_BACK, GONE

if TYPE_CHECKING:
    from wonders_duel.engine.tables import Tables
    from wonders_duel.state import State

__all__ = ["Keys"]


@mypyc_attr(acyclic=True)
class Keys:
    """Makes the keys of states with the cards of one catalogue."""

    def __init__(self, tables: Tables) -> None:
        """Find out which parts of a state the cards can look at.

        Args:
            tables: the tables of the catalogue.
        """
        self.under: int = len(tables.buildings)
        """What the number of a constructed wonder is multiplied by, to leave room for the card under it."""
        cards = [*tables.buildings, *tables.wonders, *tables.tokens]
        self.is_general: bool = bool(tables.card_choices) or any(
            card.gains or card.scorers for card in cards
        )
        """Whether cards have effects of their own, which can look at everything in a state."""
        others = [*tables.buildings, *tables.tokens]
        self.always_revives: bool = any(PEND_REVIVE in card.pending for card in others)
        """Whether cards other than wonders bring back discarded ones."""
        self.reviving: int = sum(
            [card.bit for card in tables.wonders if PEND_REVIVE in card.pending]
        )
        """The wonders that bring back a discarded card, as bits."""

    def of(self, state: State, unseen: int) -> tuple[object, ...]:
        """Return the key of a state.

        Args:
            state: a state in which the game is not over.
            unseen: the buildings that nobody has seen yet, as bits.
        """
        if self.is_general:
            return (state,)
        one, two = state.one, state.two
        hidden = 0
        for face in state.faces:
            if FIRST_BACK <= face < GONE:
                hidden = unseen
                break
        low = high = 0
        pending = state.pending_codes
        if (
            self.always_revives
            or (one.unbuilt_mask | two.unbuilt_mask) & self.reviving
            or PEND_REVIVE in pending
        ):
            low = state.discard_low
            high = state.discard_high
        return (
            state.faces,
            state.pawn,
            state.phase_number,
            state.player,
            state.extra_turn,
            pending,
            hidden,
            low,
            high,
            state.military_mask,
            state.board_mask,
            state.offer_mask,
            state.age_number,
            one.coins,
            one.buildings_low,
            one.buildings_high,
            one.token_mask,
            one.unbuilt_mask,
            self._built(one.built_codes),
            two.coins,
            two.buildings_low,
            two.buildings_high,
            two.token_mask,
            two.unbuilt_mask,
            self._built(two.built_codes),
        )

    def _built(self, codes: tuple[int, ...]) -> int:
        """Return constructed wonders, as bits."""
        built = 0
        for code in codes:
            built |= 1 << code // self.under
        return built
