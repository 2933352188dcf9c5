"""The list of legal moves (R14, R38)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wonders_duel.phases import (
    BEGIN,
    BOARD_TOKEN,
    DESTROY,
    DRAFT,
    LIBRARY_TOKEN,
    REVIVE,
    TURN,
)
from wonders_duel.tables import FIRST_BACK, PEND_DESTROY, UNKNOWN, bits

if TYPE_CHECKING:
    from wonders_duel.moves import Move
    from wonders_duel.state import State, StateDraft

__all__ = ["destruction_targets", "legal_moves", "slots_to_reveal"]


def legal_moves(state: State) -> list[Move]:
    """Return every legal move of a state.

    Args:
        state: any state.

    Returns:
        The moves in a fixed order: in a turn, constructions by slot, then discards,
        then wonders; in other phases, the order of the catalogue.
    """
    tables = state.tables
    lists = tables.moves
    phase_number = state.phase_number
    moves: list[Move] = []
    if phase_number == TURN:
        own, other = state.cities
        price_list, other_list = state.price_lists
        if state.player:
            own = other
            price_list = other_list
        prices = price_list.prices
        coins = own.coins
        counts = own.counts
        faces = state.faces
        chains = tables.chains
        construct = lists.construct
        slots = state.uncovered.slots
        for slot in slots:
            card = faces[slot]
            if chains[card] & counts:
                moves.append(construct[card])
                continue
            price = prices[card]
            if price == UNKNOWN:
                price = price_list.price(tables, tables.buildings[card])
            if price <= coins:
                moves.append(construct[card])
        discard = lists.discard
        for slot in slots:
            moves.append(discard[faces[slot]])
        first = len(chains)
        for number in own.unbuilt_numbers:
            price = prices[first + number]
            if price == UNKNOWN:
                price = price_list.price(tables, tables.wonders[number])
            if price <= coins:
                wonder = lists.wonder[number]
                for slot in slots:
                    moves.append(wonder[faces[slot]])
        return moves
    if phase_number == DRAFT:
        moves += [lists.draft[n] for n in bits(state.offer_mask)]
    elif phase_number == BOARD_TOKEN:
        moves += [lists.token[n] for n in bits(state.board_mask)]
    elif phase_number == LIBRARY_TOKEN:
        moves += [lists.token[n] for n in bits(state.offer_mask)]
    elif phase_number == REVIVE:
        moves += [lists.revive[n] for n in bits(state.discard_mask)]
    elif phase_number == DESTROY:
        moves += [lists.destroy[n] for n in bits(destruction_targets(state))]
    elif phase_number == BEGIN:
        moves += lists.begin
    return moves


def destruction_targets(state: StateDraft) -> int:
    """Return the buildings that the player can destroy, as bits (R58)."""
    colour = state.pending_codes[0] - PEND_DESTROY
    one, two = state.cities
    opponent = one if state.player else two
    return opponent.building_mask & state.tables.colour_masks[colour]


def slots_to_reveal(state: StateDraft) -> list[int]:
    """Return the slots whose card is uncovered but still face down, ascending (R19)."""
    return [slot for slot in state.uncovered.down if state.faces[slot] >= FIRST_BACK]
