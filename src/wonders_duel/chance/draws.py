"""The cards that each chance outcome is drawn from, and how many are drawn."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from wonders_duel.chance.deal_numbers import front_of
from wonders_duel.chance.outcomes import (
    AgeDealt,
    CardRevealed,
    ChanceOutcome,
    TokensDealt,
    TokensDrawn,
    WondersDealt,
)
from wonders_duel.chance.randomness import deal_cards
from wonders_duel.chance.unseen import (
    draw_unseen,
    unseen_behind,
    unseen_buildings,
    unseen_wonders,
)
from wonders_duel.engine.bitfields import bits
from wonders_duel.engine.consequences import box_tokens, slots_to_reveal, tokens_to_draw
from wonders_duel.engine.phases import DEAL_AGE, DEAL_TOKENS, DEAL_WONDERS, REVEAL
from wonders_duel.engine.slots import BACK_OF, FIRST_BACK
from wonders_duel.enums import AGE_BACKS, Age
from wonders_duel.rules import BOARD_TOKENS, DRAFT_GROUP
from wonders_duel.support.making import maker

if TYPE_CHECKING:
    from wonders_duel.enums import Back
    from wonders_duel.state import State

__all__ = [
    "age_dealt",
    "age_to_deal",
    "back_to_reveal",
    "cards_of_age",
    "cards_to_draw",
    "cards_to_draw_from",
    "draw_front",
    "draw_reveal",
    "face_up",
    "outcome_of",
    "slot_to_reveal",
]

_make_age_dealt = maker(AgeDealt)
_make_revealed = maker(CardRevealed)


def slot_to_reveal(state: State) -> int:
    """Return the slot of the next card to be revealed, in a state that waits for a reveal."""
    return slots_to_reveal(state)[0]


def back_to_reveal(state: State) -> Back:
    """Return the back of the next card to be revealed, in a state that waits for a reveal."""
    return BACK_OF[state.faces[slot_to_reveal(state)]]


def draw_reveal(state: State, rng: Random) -> tuple[int, int]:
    """Return the slot of the next card to be revealed, and a random building for it.

    Args:
        state: a state that waits for a reveal.
        rng: the random number generator; its ``random()`` is called once.
    """
    slot = slot_to_reveal(state)
    return slot, draw_unseen(state, state.faces[slot], rng)


def draw_front(state: State, rng: Random) -> bytes:
    """Return the visible faces of the age to be dealt, dealt at random.

    Args:
        state: a state that waits for the deal of an age.
        rng: the random number generator.
    """
    cards, guilds = cards_of_age(state)
    dealt = deal_cards(rng, cards, guilds, len(face_up(state)))
    return front_of(state.tables, age_to_deal(state), dealt)


def age_dealt(state: State, front: bytes) -> AgeDealt:
    """Return the deal of an age as an outcome.

    Args:
        state: a state that waits for it.
        front: the visible faces.
    """
    known = state.catalogue.building_list
    slots = [known[face] if face < FIRST_BACK else BACK_OF[face] for face in front]
    return _make_age_dealt(age_to_deal(state), tuple(slots))


def outcome_of(state: State, number: int, faces: bytes) -> ChanceOutcome:
    """Return a chance outcome that is given as numbers.

    Args:
        state: the state that waits for it.
        number: the number of the revealed building, or the dealt wonders or tokens as bits.
        faces: a byte for each slot of the age that is dealt; empty for other outcomes.
    """
    catalogue = state.catalogue
    phase_number = state.phase_number
    if phase_number == REVEAL:
        return _make_revealed(slot_to_reveal(state), catalogue.building_list[number])
    if phase_number == DEAL_AGE:
        return age_dealt(state, faces)
    if phase_number == DEAL_WONDERS:
        return WondersDealt([catalogue.wonder_list[one] for one in bits(number)])
    tokens = [catalogue.token_list[one] for one in bits(number)]
    return TokensDealt(tokens) if phase_number == DEAL_TOKENS else TokensDrawn(tokens)


def cards_to_draw_from(state: State) -> list[int]:
    """Return the numbers of the cards that can be revealed or drawn, in the order of the catalogue.

    Args:
        state: a state that waits for any chance outcome but the deal of an age.
    """
    if state.phase_number == REVEAL:
        return unseen_behind(state, state.faces[slot_to_reveal(state)])
    if state.phase_number == DEAL_WONDERS:
        return unseen_wonders(state)
    return bits(box_tokens(state))


def cards_to_draw(state: State) -> int:
    """Return the number of cards that are revealed or drawn together.

    Args:
        state: a state that waits for any chance outcome but the deal of an age.
    """
    phase_number = state.phase_number
    if phase_number == REVEAL:
        return 1
    if phase_number == DEAL_TOKENS:
        return BOARD_TOKENS
    if phase_number == DEAL_WONDERS:
        return DRAFT_GROUP
    return tokens_to_draw(state)


def age_to_deal(state: State) -> Age:
    """Return the age to be dealt, in a state that waits for the deal of an age."""
    return Age(state.age_number + 1)


def face_up(state: State) -> tuple[bool, ...]:
    """Return for each slot of the age to be dealt whether its card is dealt face up."""
    return state.tables.structures[state.age_number].face_up


def cards_of_age(state: State) -> tuple[list[int], list[int]]:
    """Return the cards that can be dealt in the age to be dealt, and the guilds."""
    age = age_to_deal(state)
    guilds = state.tables.guilds if age is Age.III else []
    return unseen_buildings(state, AGE_BACKS[age - 1]), guilds
