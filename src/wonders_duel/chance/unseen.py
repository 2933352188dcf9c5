"""The cards that have not been seen yet, from public information only (R9, R21)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wonders_duel.engine.bitfields import bits
from wonders_duel.engine.consequences import slots_to_reveal
from wonders_duel.engine.slots import FIRST_BACK, HIDDEN

if TYPE_CHECKING:
    from wonders_duel.enums import Back
    from wonders_duel.state import State

__all__ = [
    "can_be_revealed",
    "seen_buildings",
    "seen_wonders",
    "unseen_buildings",
    "unseen_wonders",
]


def seen_buildings(state: State) -> int:
    """Return the buildings that are face up, discarded, in a city or under a wonder, as bits."""
    one, two = state.cities
    seen = state.discard_mask | one.building_mask | two.building_mask
    seen |= one.buried_mask | two.buried_mask
    for face in state.faces:
        if face < FIRST_BACK:
            seen |= 1 << face
    return seen


def unseen_buildings(state: State, back: Back) -> list[int]:
    """Return the unseen buildings with a back, in the order of the catalogue."""
    return bits(state.catalogue.tables.back_masks[HIDDEN[back]] & ~seen_buildings(state))


def seen_wonders(state: State) -> int:
    """Return the wonders that a player has drafted or that are on offer, as bits."""
    under = len(state.catalogue.tables.buildings)
    seen = 0 if state.age_number else state.offer_mask
    for city in state.cities:
        for number in city.unbuilt_numbers:
            seen |= 1 << number
        for code in city.built_codes:
            seen |= 1 << code // under
    return seen


def unseen_wonders(state: State) -> list[int]:
    """Return the wonders that can still be dealt in the draft, in the order of the catalogue."""
    return bits(state.catalogue.tables.all_wonders & ~seen_wonders(state))


def can_be_revealed(state: State, slot: int, number: int) -> bool:
    """Return whether a building can be the next card to be revealed, in a slot.

    Args:
        state: a state that waits for a reveal.
        slot: the slot.
        number: the number of the building.
    """
    if slots_to_reveal(state)[0] != slot:
        return False
    bit = 1 << number
    return bool(state.tables.back_masks[state.faces[slot]] & bit & ~seen_buildings(state))
