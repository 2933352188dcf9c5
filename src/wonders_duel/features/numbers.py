"""The features of a state as numbers, in the order of the layout.

``layout`` describes every feature; the functions of this module fill in the numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wonders_duel.engine.bitfields import (
    COLOURS,
    COUNT_BITS,
    COUNT_MASK,
    SYMBOL_BITS,
    SYMBOL_MASK,
    WORD,
    bits,
    count_bits,
)
from wonders_duel.engine.consequences import next_seat
from wonders_duel.engine.counting import SOURCES, count, points
from wonders_duel.engine.phases import DEAL_AGE, DEAL_TOKENS, OVER
from wonders_duel.engine.prices import price, unit_prices
from wonders_duel.engine.slots import FIRST_BACK
from wonders_duel.rules import WONDER_LIMIT

if TYPE_CHECKING:
    from wonders_duel.engine.city import CityDraft
    from wonders_duel.engine.state_draft import StateDraft
    from wonders_duel.engine.tables import Tables

__all__ = [
    "NO_PRICE",
    "PARTS",
    "affordable_wonders",
    "coming_age",
    "coming_symbols",
    "period_of",
    "player_numbers",
    "state_numbers",
    "symbols_to_come",
    "tokens_ahead",
    "under_wonders",
    "wonder_price",
]

PARTS: Final = 3
"""The parts of an age."""
NO_PRICE: Final = -1
"""In place of the price of a wonder that the player cannot construct."""


def period_of(state: StateDraft) -> int:
    """Return the period of a state: 0 for the draft, then three for each age.

    Args:
        state: any state.
    """
    age = state.age_number
    if state.phase_number == DEAL_AGE:
        return 1 + PARTS * age  # of the age that is about to be dealt
    if not age:
        return 0
    size = state.tables.structures[age - 1].size
    part = PARTS * (size - state.uncovered.count) // size
    if part == PARTS:
        part = PARTS - 1
    return 1 + PARTS * (age - 1) + part


def tokens_ahead(military_mask: int, seat: int) -> int:
    """Return the number of military tokens that a player can still pass.

    Args:
        military_mask: the tokens that lie beside the track, as bits.
        seat: the number of the player.
    """
    return count_bits(military_mask & (0b0011 if seat else 0b1100))


def wonder_price(tables: Tables, mine: CityDraft, theirs: CityDraft, number: int) -> int:
    """Return the price of a wonder now, or ``NO_PRICE`` if the player cannot construct it any more.

    Args:
        tables: the tables of the catalogue.
        mine: the city of the player.
        theirs: the other city.
        number: the wonder.
    """
    if not mine.unbuilt_mask >> number & 1:
        return NO_PRICE
    return price(tables, mine, theirs, tables.wonders[number])


def affordable_wonders(tables: Tables, mine: CityDraft, theirs: CityDraft) -> int:
    """Return the number of unbuilt wonders that a player can pay for now.

    Args:
        tables: the tables of the catalogue.
        mine: the city of the player.
        theirs: the other city.
    """
    found = 0
    for number in bits(mine.unbuilt_mask):
        if price(tables, mine, theirs, tables.wonders[number]) <= mine.coins:
            found += 1
    return found


def symbols_to_come(state: StateDraft, mine: CityDraft) -> int:
    """Return the number of symbols that a player lacks and that a card may still have.

    Such a card is in the structure, or has not been seen and is of this or a later age. At the end of an
    age, it may have been removed from the game.

    Args:
        state: any state.
        mine: the city of the player.
    """
    low, high = under_wonders(state.one)
    more_low, more_high = under_wonders(state.two)
    low |= more_low | state.discard_low | state.one.buildings_low | state.two.buildings_low
    high |= more_high | state.discard_high | state.one.buildings_high | state.two.buildings_high
    symbols = coming_symbols(state.tables, coming_age(state), low, high)
    return count_bits(symbols & ~mine.science)


def under_wonders(city: CityDraft) -> tuple[int, int]:
    """Return the buildings under the wonders of a city, in two ints.

    Args:
        city: the city.
    """
    low = high = 0
    buildings = city.tables.buildings
    for code in city.built_codes:
        entry = buildings[code % len(buildings)]
        low |= entry.low
        high |= entry.high
    return low, high


def coming_age(state: StateDraft) -> int:
    """Return the number of the age whose cards are in the structure or about to be dealt.

    Args:
        state: any state.
    """
    return state.age_number + 1 if state.phase_number == DEAL_AGE else state.age_number


def coming_symbols(tables: Tables, age: int, gone_low: int, gone_high: int) -> int:
    """Return the symbols of the buildings from an age on that have not left the structures, as bits.

    Args:
        tables: the tables of the catalogue.
        age: the number of the age whose cards are in the structure or about to be dealt.
        gone_low: the buildings that have left the structures, of the first 62 of the catalogue.
        gone_high: the others.
    """
    found = 0
    for low, high, symbol in tables.symbol_cards[age - 1 if age else 0]:
        if low & ~gone_low or high & ~gone_high:
            found |= symbol
    return found


def _put(row: list[int], start: int, numbers: list[int]) -> None:
    for number in numbers:
        row[start + number] = 1


def player_numbers(state: StateDraft, seat: int) -> list[int]:
    """Return the features of a player.

    Args:
        state: any state.
        seat: the number of the player.
    """
    tables = state.tables
    layout = tables.layout
    mine, theirs = (state.two, state.one) if seat else (state.one, state.two)
    buildings = len(tables.buildings)
    wonders = len(tables.wonders)
    tokens = len(tables.tokens)
    row = [0] * (buildings + tokens + 2 * wonders + 2 * SYMBOL_BITS)
    at = buildings
    _put(row, 0, bits(mine.buildings_low))
    _put(row, WORD, bits(mine.buildings_high))
    _put(row, at, bits(mine.token_mask))
    at += tokens
    _put(row, at, bits(mine.unbuilt_mask))
    at += wonders
    _put(row, at, [code // buildings for code in mine.built_codes])
    at += wonders
    _put(row, at, bits(mine.science))

    row.append(mine.coins)
    for number in range(len(COLOURS)):
        row.append(mine.counts >> COUNT_BITS * number & COUNT_MASK)
    for field in layout.produced:
        row.append(field.read(mine.production))
    for _, field in layout.choices:
        row.append(field.read(mine.production))
    row += unit_prices(mine, theirs)
    row.append(count_bits(mine.science & SYMBOL_MASK))
    row.append(count_bits(mine.science >> SYMBOL_BITS))
    row.append(symbols_to_come(state, mine))
    row.append(count_bits(mine.token_mask))
    row.append(count_bits(mine.unbuilt_mask))
    row.append(len(mine.built_codes))
    row.append(affordable_wonders(tables, mine, theirs))
    for number in range(wonders):
        row.append(wonder_price(tables, mine, theirs, number))
    row.append(-state.pawn if seat else state.pawn)
    row.append(tokens_ahead(state.military_mask, seat))
    row.append(int(state.phase_number != OVER and next_seat(state) == seat))
    row += points(state, seat)
    row.append(count(state, seat)[len(SOURCES)])
    return row


def state_numbers(state: StateDraft) -> list[int]:
    """Return the features of a state that belong to neither player.

    Args:
        state: any state.
    """
    tables = state.tables
    buildings = len(tables.buildings)
    row = [
        period_of(state),
        state.phase_number,
        state.age_number,
        state.uncovered.count,
        state.pawn,
        WONDER_LIMIT - len(state.one.built_codes) - len(state.two.built_codes),  # R53
        int(state.extra_turn),
        int(DEAL_TOKENS <= state.phase_number < OVER),
        int(state.phase_number == OVER),
    ]
    shown = [0] * buildings
    taken = [0] * buildings
    for face in state.faces:
        if face < FIRST_BACK:
            shown[face] = 1
    for slot in state.uncovered.slots:
        face = state.faces[slot]
        if face < FIRST_BACK:
            taken[face] = 1
    row += shown
    row += taken
    pile = [0] * buildings
    _put(pile, 0, bits(state.discard_low))
    _put(pile, WORD, bits(state.discard_high))
    row += pile
    in_draft = not state.age_number
    for width, mask in (
        (len(tables.tokens), state.board_mask),
        (len(tables.tokens), 0 if in_draft else state.offer_mask),
        (len(tables.wonders), state.offer_mask if in_draft else 0),
    ):
        block = [0] * width
        _put(block, 0, bits(mask))
        row += block
    return row
