"""The changes that a custom choice makes to a position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wonders_duel.build import mypyc_attr
from wonders_duel.cards import Building, Card, ProgressToken
from wonders_duel.engine.consequences import (
    box_tokens,
    construct_free,
    keep_token,
    lose_building,
    take_from_structure,
)
from wonders_duel.engine.phases import OVER
from wonders_duel.enums import Player
from wonders_duel.errors import CatalogueError
from wonders_duel.support.arguments import expect

if TYPE_CHECKING:
    from wonders_duel.engine.compiled_cards import CompiledCard
    from wonders_duel.engine.state_draft import StateDraft
    from wonders_duel.state import State

__all__ = ["DraftChanges", "without_choice"]


def without_choice(state: State) -> StateDraft:
    """Return a draft in which the first pending choice is no longer pending.

    Args:
        state: a state in which a choice is made.
    """
    draft = state.thaw()
    draft.pending_codes = draft.pending_codes[1:]
    return draft


@mypyc_attr(allow_interpreted_subclasses=True)
class DraftChanges:
    """Changes of the draft of a state; the engine's side of ``effects.Changes``."""

    def __init__(self, draft: StateDraft) -> None:
        """Store the draft.

        Args:
            draft: the draft, whose phase is the choice.
        """
        self._draft = draft

    @property
    def state(self) -> State:
        """The position so far."""
        return self._draft.seen()

    @property
    def player(self) -> Player:
        """The player who chooses."""
        return Player(self._draft.player)

    def construct(self, building: Building) -> None:
        """Construct a building at no cost, as :meth:`Changes.construct` describes it.

        Args:
            building: the building.
        """
        entry = self._building(building)
        if entry is None:
            return
        draft = self._draft
        if draft.discard_mask & entry.bit:
            draft.discard_low ^= entry.low
            draft.discard_high ^= entry.high
        elif not take_from_structure(draft, entry.number):
            raise _misplaced(building, "in the structure, face up, or in the discard pile")
        construct_free(draft, entry)

    def discard(self, building: Building) -> None:
        """Discard a building, as :meth:`Changes.discard` describes it.

        Args:
            building: the building.
        """
        entry = self._building(building)
        if entry is None:
            return
        draft = self._draft
        opponent = draft.one if draft.player else draft.two
        if opponent.building_mask & entry.bit:
            lose_building(draft, entry)
        elif take_from_structure(draft, entry.number):
            draft.discard_low |= entry.low
            draft.discard_high |= entry.high
        else:
            raise _misplaced(building, "in the structure, face up, or in the opponent's city")

    def take_token(self, token: ProgressToken) -> None:
        """Take a progress token, as :meth:`Changes.take_token` describes it.

        Args:
            token: the token.
        """
        expect(token, ProgressToken, "a ProgressToken")
        draft = self._draft
        if draft.phase_number == OVER:
            return
        entry = draft.tables.tokens[draft.tables.catalogue.number_of_token(token.id)]
        if draft.board_mask & entry.bit:
            draft.board_mask ^= entry.bit
        elif not box_tokens(draft) & entry.bit:
            raise _misplaced(token, "on the board or in the box")
        keep_token(draft, entry)

    def _building(self, building: Building) -> CompiledCard | None:
        """Return the entry of a building; ``None`` once the game is over and nothing changes."""
        expect(building, Building, "a Building")
        draft = self._draft
        if draft.phase_number == OVER:
            return None
        return draft.tables.buildings[draft.tables.catalogue.number_of_building(building.id)]


def _misplaced(card: Card, places: str) -> CatalogueError:
    return CatalogueError(f"a choice cannot take {card.id}; expected a card {places}")
