"""What nobody has seen yet, as far as both players can tell (R9, R21)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wonders_duel.tables import FIRST_BACK, HIDDEN, bits

if TYPE_CHECKING:
    from wonders_duel.enums import Back
    from wonders_duel.state import State

__all__ = ["seen_buildings", "seen_wonders", "unseen_buildings", "unseen_wonders"]


def seen_buildings(state: State) -> int:
    """Give the buildings that lie open somewhere, or under a wonder, as bits."""
    one, two = state.cities
    seen = state.discard_mask | one.building_mask | two.building_mask
    seen |= one.buried_mask | two.buried_mask
    for face in state.faces:
        if face < FIRST_BACK:
            seen |= 1 << face
    return seen


def unseen_buildings(state: State, back: Back) -> list[int]:
    """Give the buildings with a back that can still turn up, in the order of the catalogue."""
    return bits(state.catalogue.tables.back_masks[HIDDEN[back]] & ~seen_buildings(state))


def seen_wonders(state: State) -> int:
    """Give the wonders that a player has or that are on offer, as bits."""
    under = len(state.catalogue.tables.buildings)
    seen = 0 if state.age_number else state.offer_mask
    for city in state.cities:
        for number in city.unbuilt_numbers:
            seen |= 1 << number
        for code in city.built_codes:
            seen |= 1 << code // under
    return seen


def unseen_wonders(state: State) -> list[int]:
    """Give the wonders that can still turn up in the draft, in the order of the catalogue."""
    return bits(state.catalogue.tables.all_wonders & ~seen_wonders(state))
