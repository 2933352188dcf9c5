"""Determinization: random deals that are consistent with a state."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from wonders_duel.chance.randomness import deal_cards, draw
from wonders_duel.chance.unseen import seen_buildings, seen_wonders
from wonders_duel.engine.bitfields import bits
from wonders_duel.engine.phases import DEAL_TOKENS, DEAL_WONDERS, DRAFT
from wonders_duel.engine.slots import GONE, HIDDEN
from wonders_duel.enums import AGE_BACKS, Age, Back
from wonders_duel.rules import BOARD_TOKENS, DRAFT_GROUP, GUILDS_IN_PLAY, LIBRARY_DRAW

if TYPE_CHECKING:
    from wonders_duel.state import State

__all__ = ["consistent_ages", "consistent_tokens", "consistent_wonders"]


def consistent_wonders(state: State, rng: Random) -> tuple[tuple[int, ...], ...]:
    """Return the two draft groups; an undealt group is drawn from the unseen wonders."""
    every = range(len(state.catalogue.wonder_list))
    seen = seen_wonders(state)
    unseen = [number for number in every if not seen >> number & 1]
    had = bits(seen)
    if state.phase_number in (DRAFT, DEAL_WONDERS, DEAL_TOKENS) and len(had) <= DRAFT_GROUP:
        if not had:
            wonders = draw(rng, every, 2 * DRAFT_GROUP)
            return tuple(wonders[:DRAFT_GROUP]), tuple(wonders[DRAFT_GROUP:])
        return tuple(had), tuple(draw(rng, unseen, DRAFT_GROUP))
    # Already dealt: the wonders on offer belong to the second group, the order of the rest is arbitrary.
    offered = [] if state.age_number else bits(state.offer_mask)
    rest = [number for number in had if number not in offered] + unseen
    first, others = rest[:DRAFT_GROUP], rest[DRAFT_GROUP:]
    return tuple(first), tuple([*offered, *others][:DRAFT_GROUP])


def consistent_tokens(state: State, rng: Random) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the tokens of the board and those that the Great Library draws."""
    every = range(len(state.catalogue.token_list))
    if state.phase_number == DEAL_TOKENS:
        tokens = draw(rng, every)
        return tuple(tokens[:BOARD_TOKENS]), tuple(tokens[BOARD_TOKENS:][:LIBRARY_DRAW])
    one, two = state.cities
    held = one.token_mask | two.token_mask
    offered = state.offer_mask if state.age_number else 0
    outside = [*bits(state.board_mask), *bits(held & ~state.board_mask)]
    box = [n for n in every if n not in outside and not offered >> n & 1]
    library = [*bits(offered), *draw(rng, box)]
    # Only positions entered by hand have fewer than five tokens outside the box: fill the board.
    while len(outside) < BOARD_TOKENS:
        outside.append(library.pop())
    # If there are more than five, some came from the box; which ones does not matter any more.
    library += outside[BOARD_TOKENS:]
    return tuple(outside[:BOARD_TOKENS]), tuple(library[:LIBRARY_DRAW])


def consistent_ages(state: State, rng: Random) -> tuple[tuple[int, ...], ...]:
    """Return the cards of each age by slot: known cards, random ones, and fillers for empty slots."""
    tables = state.catalogue.tables
    seen = seen_buildings(state)
    dealt = []
    for age, table in enumerate(tables.structures, start=1):
        cards = tables.age_decks[age - 1]
        guilds = tables.guilds if age == Age.III else []
        if age > state.age_number:
            fresh = [card for card in cards if not seen >> card & 1]
            dealt.append(tuple(deal_cards(rng, fresh, guilds, table.size)))
            continue
        faces = (
            list(state.faces) if age == state.age_number and state.faces else [GONE] * table.size
        )
        _fill_hidden(faces, cards, seen, HIDDEN[AGE_BACKS[age - 1]], rng)
        if guilds:
            _fill_hidden(faces, guilds, seen, HIDDEN[Back.GUILD], rng)
        # Fill the empty slots; which cards were taken from them does not matter any more.
        taken = set(faces)
        fill = _known_first(cards, seen, taken)
        if guilds:
            missing = GUILDS_IN_PLAY - sum(face in guilds for face in faces)
            fill = _known_first(guilds, seen, taken)[:missing] + fill
        remaining = iter(fill)
        dealt.append(tuple(next(remaining) if face == GONE else face for face in faces))
    return tuple(dealt)


def _fill_hidden(faces: list[int], cards: list[int], seen: int, hidden: int, rng: Random) -> None:
    """Draw an unseen card for each slot that shows a back."""
    slots = [slot for slot, face in enumerate(faces) if face == hidden]
    unseen = [card for card in cards if not seen >> card & 1]
    for slot, card in zip(slots, draw(rng, unseen, len(slots)), strict=True):
        faces[slot] = card


def _known_first(cards: list[int], seen: int, taken: set[int]) -> list[int]:
    free = [card for card in cards if card not in taken]
    return sorted(free, key=lambda card: not seen >> card & 1)
