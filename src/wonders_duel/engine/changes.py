"""The changes that a custom choice makes to a position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wonders_duel.build import override
from wonders_duel.effects import Changes
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

if TYPE_CHECKING:
    from wonders_duel.cards import Building, Card, ProgressToken
    from wonders_duel.engine.state_draft import StateDraft
    from wonders_duel.state import State

__all__ = ["DraftChanges"]


class DraftChanges(Changes):
    """Changes of the draft of a state."""

    def __init__(self, draft: StateDraft) -> None:
        """Store the draft.

        Args:
            draft: the draft, whose phase is the choice.
        """
        self._draft = draft

    @property
    @override
    def state(self) -> State:
        return self._draft.thaw().freeze()

    @property
    @override
    def player(self) -> Player:
        return Player(self._draft.player)

    @override
    def construct(self, building: Building) -> None:
        draft = self._draft
        if draft.phase_number == OVER:
            return
        entry = draft.tables.buildings[draft.tables.catalogue.number_of_building(building.id)]
        if draft.discard_mask & entry.bit:
            draft.discard_mask ^= entry.bit
        elif not take_from_structure(draft, entry.number):
            raise _misplaced(building, "in the structure, face up, or in the discard pile")
        construct_free(draft, entry)

    @override
    def discard(self, building: Building) -> None:
        draft = self._draft
        if draft.phase_number == OVER:
            return
        entry = draft.tables.buildings[draft.tables.catalogue.number_of_building(building.id)]
        opponent = draft.cities[1 - draft.player]
        if opponent.building_mask & entry.bit:
            lose_building(draft, entry)
        elif take_from_structure(draft, entry.number):
            draft.discard_mask |= entry.bit
        else:
            raise _misplaced(building, "in the structure, face up, or in the opponent's city")

    @override
    def take_token(self, token: ProgressToken) -> None:
        draft = self._draft
        if draft.phase_number == OVER:
            return
        entry = draft.tables.tokens[draft.tables.catalogue.number_of_token(token.id)]
        if draft.board_mask & entry.bit:
            draft.board_mask ^= entry.bit
        elif not box_tokens(draft) & entry.bit:
            raise _misplaced(token, "on the board or in the box")
        keep_token(draft, entry)


def _misplaced(card: Card, places: str) -> CatalogueError:
    return CatalogueError(f"a choice cannot take {card.id}; expected a card {places}")
