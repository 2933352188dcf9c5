"""Which moves are legal (R14, R38): the list that play and search go through."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wonders_duel.stages import (
    BEGIN,
    BOARD_TOKEN,
    DESTROY,
    DRAFT,
    LIBRARY_TOKEN,
    REVIVE,
    TURN,
)
from wonders_duel.tables import GONE, PEND_DESTROY, bits

if TYPE_CHECKING:
    from wonders_duel.moves import Move
    from wonders_duel.state import State, StateDraft

__all__ = ["hidden_slots", "legal_moves", "targets"]


def legal_moves(state: State) -> list[Move]:
    """Give every legal move of a state.

    Args:
        state: any state.

    Returns:
        In a turn: constructions by slot, then discards, then wonders; elsewhere
        in the order of the catalogue.
    """
    catalogue = state.catalogue
    codec = catalogue.moves
    stage = state.stage
    moves: list[Move] = []
    if stage == TURN:
        # The memos are asked directly: a call costs more than the look-up.
        tables = catalogue.tables
        player = state.player
        own = state.cities[player]
        memo = catalogue.prices
        key = own.production + state.cities[1 - player].supply
        row = memo.rows.get(key) or memo.row(key)
        prices = row.prices
        coins = own.coins
        buildings = own.building_mask
        faces = state.faces
        chains = tables.chains
        table = tables.structures[state.age_number - 1]
        construct = codec.construct
        cards = []
        for slot in table.accessible_memo.get(state.left) or table.accessible(state.left):
            card = faces[slot]
            cards.append(card)
            if chains[card] & buildings:
                moves.append(construct[card])
                continue
            price = prices[card]
            if price < 0:
                price = row.price(tables, tables.buildings[card])
            if price <= coins:
                moves.append(construct[card])
        discard = codec.discard
        for card in cards:
            moves.append(discard[card])
        first = len(chains)
        for number in own.unbuilt_numbers:
            price = prices[first + number]
            if price < 0:
                price = row.price(tables, tables.wonders[number])
            if price <= coins:
                wonder = codec.wonder[number]
                for card in cards:
                    moves.append(wonder[card])
        return moves
    if stage == DRAFT:
        moves += [codec.draft[n] for n in bits(state.offer_mask)]
    elif stage == BOARD_TOKEN:
        moves += [codec.token[n] for n in bits(state.board_mask)]
    elif stage == LIBRARY_TOKEN:
        moves += [codec.token[n] for n in bits(state.offer_mask)]
    elif stage == REVIVE:
        moves += [codec.revive[n] for n in bits(state.discard_mask)]
    elif stage == DESTROY:
        moves += [codec.destroy[n] for n in bits(targets(state))]
    elif stage == BEGIN:
        moves += codec.begin
    return moves


def targets(state: State | StateDraft) -> int:
    """Give the buildings that the pending destruction can choose from, as bits (R58)."""
    colour = state.pending_codes[0] - PEND_DESTROY
    opponent = state.cities[1 - state.player]
    return opponent.building_mask & state.catalogue.tables.colour_masks[colour]


def hidden_slots(state: State | StateDraft) -> list[int]:
    """Give the slots whose card is uncovered but still face down, ascending (R19)."""
    if not state.left:
        return []
    table = state.catalogue.tables.structures[state.age_number - 1]
    return [slot for slot in table.dealt_down(state.left) if state.faces[slot] < GONE]
