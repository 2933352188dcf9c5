"""The contradictions between a deal and a state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wonders_duel.chance.unseen import seen_buildings, seen_wonders
from wonders_duel.engine.bitfields import bits
from wonders_duel.engine.consequences import box_tokens
from wonders_duel.engine.phases import DEAL_WONDERS, DRAFT, PEND_DRAW, PEND_REVIVE
from wonders_duel.engine.slots import FIRST_BACK, GONE, HIDDEN
from wonders_duel.enums import Age
from wonders_duel.rules import DRAFT_GROUP, LIBRARY_DRAW

if TYPE_CHECKING:
    from wonders_duel.deal import Deal
    from wonders_duel.state import State

__all__ = ["conflicts"]


def conflicts(deal: Deal, state: State) -> list[str]:
    """Return the contradictions between a deal and a state; see :meth:`.Deal.conflicts`."""
    if deal.catalogue != state.catalogue:
        return [
            f"the deal uses the catalogue {deal.catalogue.name!r}, the state {state.catalogue.name!r}",
        ]
    problems = _structure_conflicts(deal, state)
    problems += _token_conflicts(deal, state)
    had = seen_wonders(state)
    # Later in the game, the second group has already been dealt.
    if state.phase_number in {DRAFT, DEAL_WONDERS} and had.bit_count() <= DRAFT_GROUP:
        problems += [
            f"{deal.catalogue.wonder_list[number].id} of the second draft group has already been seen"
            for number in deal.numbers.whole().groups[1]
            if had >> number & 1
        ]
    return problems


def _structure_conflicts(deal: Deal, state: State) -> list[str]:
    """Return the contradictions about the cards of this age and the following ages."""
    known = deal.catalogue.building_list
    seen = seen_buildings(state)
    dealt = deal.numbers.whole().cards
    age = state.age_number
    problems = [
        f"{known[card].id} in slot {slot} of age {Age(number)} has been seen elsewhere"
        for number, cards in enumerate(dealt[age:], start=age + 1)
        for slot, card in enumerate(cards)
        if seen >> card & 1
    ]
    if not state.faces:
        return problems
    for slot, (card, face) in enumerate(zip(dealt[age - 1], state.faces, strict=True)):
        if face < FIRST_BACK:
            if face != card:
                problems.append(
                    f"slot {slot} has {known[face].id}, but the deal has {known[card].id}"
                )
        elif face != GONE:
            if HIDDEN[known[card].back] != face:
                problems.append(f"slot {slot} has a different back than {known[card].id}")
            if seen >> card & 1:
                problems.append(
                    f"{known[card].id} in slot {slot} of age {Age(age)} has been seen elsewhere"
                )
    return problems


def _token_conflicts(deal: Deal, state: State) -> list[str]:
    """Return the tokens of a future draw that are not in the box, if it has enough for the draw."""
    box = box_tokens(state)
    if (state.offer_mask and state.age_number) or box.bit_count() < LIBRARY_DRAW:
        return []
    if state.age_number and not _may_draw(deal, state):
        return []
    # A token in a city may be from an earlier draw of the same deal; one on the board is not.
    possible = ~state.board_mask if _may_have_drawn(state) else box
    return [
        f"{deal.catalogue.token_list[number].id} is to be drawn from the box, but it is not in the box"
        for number in deal.numbers.great_library
        if not possible >> number & 1
    ]


def _may_draw(deal: Deal, state: State) -> bool:
    """Return whether a draw is awaited, or a card that may come into play draws tokens."""
    tables, age = state.tables, state.age_number
    dealt = deal.numbers.whole().cards
    left = [card for cards in dealt[age:] for card in cards]
    if state.faces:
        slots = zip(dealt[age - 1], state.faces, strict=True)
        left += [face if face < FIRST_BACK else card for card, face in slots if face != GONE]
    held = state.cities[0].token_mask | state.cities[1].token_mask
    entries = [tables.buildings[number] for number in left]
    entries += [tables.tokens[number] for number in bits(tables.all_tokens & ~held)]
    entries += [tables.wonders[one] for city in state.cities for one in city.unbuilt_numbers]
    codes = {*state.pending_codes}.union(*[entry.pending for entry in entries])
    if PEND_REVIVE in codes:
        codes.update(*[tables.buildings[one].pending for one in bits(state.discard_mask)])
    return PEND_DRAW in codes


def _may_have_drawn(state: State) -> bool:
    """Return whether a player may have taken a token from the box, which several custom cards can do."""
    tables = state.tables
    if tables.card_choices:
        return True
    under = len(tables.buildings)
    buildings = state.discard_mask
    draws = -state.pending_codes.count(PEND_DRAW)  # the present card has not drawn yet
    for city in state.cities:
        buildings |= city.building_mask
        entries = [tables.wonders[code // under] for code in city.built_codes]
        entries += [tables.tokens[number] for number in bits(city.token_mask)]
        draws += sum([entry.pending.count(PEND_DRAW) for entry in entries])
    draws += sum([tables.buildings[one].pending.count(PEND_DRAW) for one in bits(buildings)])
    return draws > 0
