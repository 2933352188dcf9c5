"""``Changes``: what a custom choice can change in a position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wonders_duel.consequences import (
    box_tokens,
    construct_free,
    keep_token,
    lose_building,
    take_from_structure,
)
from wonders_duel.enums import Player
from wonders_duel.errors import CatalogueError
from wonders_duel.phases import OVER

if TYPE_CHECKING:
    from wonders_duel.cards import Building, Card, ProgressToken
    from wonders_duel.state import State
    from wonders_duel.state_draft import StateDraft

__all__ = ["Changes"]


class Changes:
    """The changes that a custom choice makes; passed to ``CardChoice.carry_out``.

    If a change ends the game, the changes after it have no effect (R18).

    >>> from wonders_duel.effects import CardChoice
    >>> class Salvage(CardChoice):
    ...     word = "salvage"
    ...
    ...     def targets(self, state, player):
    ...         return state.discard_pile
    ...
    ...     def carry_out(self, changes, card):
    ...         changes.construct(card)
    """

    def __init__(self, draft: StateDraft) -> None:
        """Store the position; only the engine calls this."""
        self._draft = draft

    @property
    def state(self) -> State:
        """The position so far."""
        return self._draft.thaw().freeze()

    @property
    def player(self) -> Player:
        """The player who chooses."""
        return Player(self._draft.player)

    def construct(self, building: Building) -> None:
        """Construct a building in the player's city, at no cost and with all its effects.

        Args:
            building: a face-up card of the structure, or a card of the discard pile.

        Raises:
            CatalogueError: the card is elsewhere.
        """
        draft = self._draft
        if draft.phase_number == OVER:
            return
        entry = draft.tables.buildings[draft.tables.catalogue.number_of_building(building.id)]
        if draft.discard_mask & entry.bit:
            draft.discard_mask ^= entry.bit
        elif not take_from_structure(draft, entry.number):
            raise _misplaced(building, "in the structure, face up, or in the discard pile")
        construct_free(draft, entry)

    def discard(self, building: Building) -> None:
        """Put a building into the discard pile (R51).

        Args:
            building: a face-up card of the structure, or a building in the opponent's city.

        Raises:
            CatalogueError: the card is elsewhere.
        """
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

    def take_token(self, token: ProgressToken) -> None:
        """Put a progress token into the player's city, with all its effects (R88).

        Args:
            token: a token on the board or in the box.

        Raises:
            CatalogueError: the token is in a city.
        """
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
