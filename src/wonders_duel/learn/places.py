"""Cards by place: a state as pairs of small numbers, for networks that look cards up in a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from wonders_duel.catalogues import Catalogue, per_catalogue
from wonders_duel.engine.bitfields import bits
from wonders_duel.engine.consequences import box_tokens
from wonders_duel.engine.slots import FIRST_BACK, GONE
from wonders_duel.enums import Back

if TYPE_CHECKING:
    from wonders_duel.state import State

__all__ = ["Places", "cards_by_place", "places_of"]

_CITY = ("my city", "their city")


@attrs.frozen
class Places:
    """The numbers of cards and of places in the lists of cards by place.

    >>> from wonders_duel.learn import Encoder
    >>> places = Encoder().places
    >>> places.cards[1], places.cards[74], places.cards[86], places.cards[96]
    ('lumber-yard', 'the-appian-way', 'agriculture', 'back age-i')
    >>> places.names[1], places.names[21], places.names[41:44]
    ('covered slot 0', 'accessible slot 0', ('my city', 'their city', 'discard pile'))
    """

    cards: tuple[str, ...]
    """The name of each number of a card: buildings, wonders and tokens by id, then the backs of
    face-down cards. Number 0 fills up the lists."""
    names: tuple[str, ...]
    """The name of each number of a place. Number 0 fills up the lists."""
    most: int
    """The most cards of a state, which is the length of the lists in arrays."""
    slots: int
    """The slots of the largest structure."""


@per_catalogue
def places_of(catalogue: Catalogue) -> Places:
    """Return the numbers of the cards and places of a catalogue.

    Args:
        catalogue: the cards of the game.
    """
    every = (*catalogue.building_list, *catalogue.wonder_list, *catalogue.token_list)
    slots = max(one.size for one in catalogue.structures)
    return Places(
        ("", *(card.id for card in every), *(f"back {back}" for back in Back)),
        (
            "",
            *(f"covered slot {slot}" for slot in range(slots)),
            *(f"accessible slot {slot}" for slot in range(slots)),
            *_CITY,
            "discard pile",
            *(f"under {wonder.id}" for wonder in catalogue.wonder_list),
            "my unbuilt wonders",
            "their unbuilt wonders",
            "my built wonders",
            "their built wonders",
            "my tokens",
            "their tokens",
            "on the board",
            "on offer",
            "in the box",
        ),
        len(every) + slots,
        slots,
    )


def cards_by_place(state: State, seat: int) -> list[tuple[int, int]]:
    """Return every card that can be seen, and every face-down one, with its place.

    Args:
        state: any state.
        seat: the number of the player who sees it.
    """
    tables = state.tables
    cards = len(tables.buildings)
    wonders = 1 + cards
    tokens = wonders + len(tables.wonders)
    backs = tokens + len(tables.tokens)
    slots = max([one.size for one in tables.structures])
    found: list[tuple[int, int]] = []
    for slot, face in enumerate(state.faces):
        if face != GONE:
            card = 1 + face if face < FIRST_BACK else backs + face - FIRST_BACK
            place = 1 + slot + (slots if slot in state.uncovered.slots else 0)
            found.append((card, place))
    place = 1 + 2 * slots
    cities = state.cities[::-1] if seat else state.cities
    for side, city in enumerate(cities):
        found += [(1 + number, place + side) for number in bits(city.building_mask)]
    found += [(1 + number, place + 2) for number in bits(state.discard_mask)]
    under = place + 3
    place = under + len(tables.wonders)
    for side, city in enumerate(cities):
        found += [(wonders + number, place + side) for number in city.unbuilt_numbers]
        for code in city.built_codes:
            wonder, card = divmod(code, cards)
            found += [(1 + card, under + wonder), (wonders + wonder, place + 2 + side)]
        found += [(tokens + number, place + 4 + side) for number in bits(city.token_mask)]
    place += 6
    offer = state.offer_mask
    found += [(tokens + number, place) for number in bits(state.board_mask)]
    offered = tokens if state.age_number else wonders
    found += [(offered + number, place + 1) for number in bits(offer)]
    box = box_tokens(state) & ~offer if state.age_number else box_tokens(state)
    return [*found, *((tokens + number, place + 2) for number in bits(box))]
