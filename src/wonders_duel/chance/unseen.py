"""The cards that have not been seen yet, from public information only (R9, R21)."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from wonders_duel.engine.bitfields import BYTES, bits
from wonders_duel.engine.consequences import slots_to_reveal
from wonders_duel.engine.slots import FIRST_BACK, HIDDEN

if TYPE_CHECKING:
    from wonders_duel.engine.state_draft import StateDraft
    from wonders_duel.enums import Back

__all__ = [
    "buildings_outside",
    "can_be_revealed",
    "draw_unseen",
    "seen_buildings",
    "seen_from",
    "seen_wonders",
    "unseen_behind",
    "unseen_buildings",
    "unseen_wonders",
    "without_seen",
]


def buildings_outside(state: StateDraft) -> int:
    """Return the buildings that are discarded, in a city or under a wonder, as bits."""
    one, two = state.cities
    outside = state.discard_mask | one.building_mask | two.building_mask
    return outside | one.buried_mask | two.buried_mask


def seen_from(state: StateDraft, outside: int, first: int) -> int:
    """Return the seen buildings from a number on, as bits, of which the lowest is that number.

    The buildings of an age and its guilds are few enough for a machine word in most catalogues,
    all buildings are not.

    Args:
        state: the state.
        outside: its :func:`buildings_outside`.
        first: the number of the first building.
    """
    seen = 0
    for face in state.faces:
        if first <= face < FIRST_BACK:
            seen |= 1 << (face - first)
    return seen | outside >> first


def seen_buildings(state: StateDraft) -> int:
    """Return the buildings that are face up, discarded, in a city or under a wonder, as bits."""
    return seen_from(state, buildings_outside(state), 0)


def without_seen(cards: list[int], seen: int, first: int) -> list[int]:
    """Return the cards that have not been seen.

    Args:
        cards: the cards.
        seen: the seen ones, as bits, of which the lowest is ``first``.
        first: a number that is not above any of the cards.
    """
    return [card for card in cards if not seen >> (card - first) & 1]


def unseen_buildings(state: StateDraft, back: Back) -> list[int]:
    """Return the unseen buildings with a back, in the order of the catalogue."""
    return unseen_behind(state, HIDDEN[back])


def unseen_behind(state: StateDraft, code: int) -> list[int]:
    """Return the unseen buildings with a back, in the order of the catalogue.

    Args:
        state: the state.
        code: the back, as the code of a slot that shows it.
    """
    tables = state.tables
    age = code - FIRST_BACK
    cards = tables.age_decks[age] if age < len(tables.age_decks) else tables.guilds
    first = cards[0] if cards else 0
    return without_seen(cards, seen_from(state, buildings_outside(state), first), first)


def draw_unseen(state: StateDraft, code: int, rng: Random) -> int:
    """Return a random unseen building with a back.

    Args:
        state: the state.
        code: the back, as the code of a slot that shows it.
        rng: the random number generator; its ``random()`` is called once.
    """
    cards = unseen_behind(state, code)
    return cards[int(rng.random() * float(len(cards)))]


def seen_wonders(state: StateDraft) -> int:
    """Return the wonders that a player has drafted or that are on offer, as bits."""
    under = len(state.tables.buildings)
    seen = 0 if state.age_number else state.offer_mask
    for city in state.cities:
        for number in city.unbuilt_numbers:
            seen |= 1 << number
        for code in city.built_codes:
            seen |= 1 << code // under
    return seen


def unseen_wonders(state: StateDraft) -> list[int]:
    """Return the wonders that can still be dealt in the draft, in the order of the catalogue."""
    return bits(state.tables.all_wonders & ~seen_wonders(state))


def can_be_revealed(state: StateDraft, slot: int, number: int) -> bool:
    """Return whether a building can be the next card to be revealed, in a slot.

    Args:
        state: a state that waits for a reveal.
        slot: the slot.
        number: the number of the building.
    """
    if slots_to_reveal(state)[0] != slot:
        return False
    faces = state.faces
    if state.tables.back_codes[number] != faces[slot] or BYTES[number] in faces:
        return False
    return not buildings_outside(state) >> number & 1
