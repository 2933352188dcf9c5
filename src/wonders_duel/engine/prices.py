"""Prices of constructions: missing resources (R28 to R37), then rebates in coins.

The player always pays the lowest possible price (R36). The free resources (producers of
a choice, then rebates) cover the most expensive missing units first. Finding the units
that they can cover is a matching problem, for which this greedy order is exact. If no
resource has two kinds of choice producers, no search is needed.

The five resources stand side by side in one int, so that one subtraction finds what a city lacks
(``CardLayout`` says where). Compiled, a price takes less time than looking it up; the pure build
keeps the prices that it has worked out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from wonders_duel.build import i64, is_compiled
from wonders_duel.engine.bitfields import RESOURCES, Field
from wonders_duel.engine.card_layout import CardLayout
from wonders_duel.engine.compiled_cards import CompiledCard
from wonders_duel.engine.tables import UNKNOWN, Tables

if TYPE_CHECKING:
    from wonders_duel.engine.city import CityDraft

__all__ = [
    "PriceMemo",
    "by_price",
    "coin_part",
    "compute_price",
    "cover",
    "missing_units",
    "packed_unit_prices",
    "price",
    "price_up_to",
    "unit_prices",
]

MEMO_LISTS: Final = 20_000
"""The most price lists kept in the memo (about 4 MB) before it is cleared."""

_COMPILED: Final = is_compiled


def price(tables: Tables, mine: CityDraft, theirs: CityDraft, entry: CompiledCard) -> int:
    """Return the price of a building or a wonder, without chains.

    Args:
        tables: the tables of the catalogue.
        mine: the payer's city.
        theirs: the other city.
        entry: the building or wonder.

    Returns:
        The price in coins, from 0.
    """
    if _COMPILED:
        return compute_price(tables.layout, mine, theirs, entry)
    memo = tables.prices
    mask, prices = memo.cards[entry.item]
    key = (theirs.supply << memo.supply_shift | mine.production) & mask
    found = prices.get(key)
    return found if found is not None else memo.compute(prices, key, mine, theirs, entry)


def compute_price(
    layout: CardLayout, mine: CityDraft, theirs: CityDraft, entry: CompiledCard
) -> int:
    """Compute the price of a building or a wonder, without chains.

    Args:
        layout: the layout of the packed ints.
        mine: the payer's city.
        theirs: the other city.
        entry: the building or wonder.

    Returns:
        The coin part plus the bought resources, minus rebates in coins; from 0.
    """
    production: i64 = 0
    units: i64 = 0
    if layout.is_narrow:
        production = mine.production
        units = packed_unit_prices(layout, mine, theirs)
    return price_up_to(layout, mine, theirs, entry, production, units, -1)


def price_up_to(
    layout: CardLayout,
    mine: CityDraft,
    theirs: CityDraft,
    entry: CompiledCard,
    production: i64,
    units: i64,
    enough: i64,
) -> i64:
    """Compute the price of a building or a wonder, without chains, or a higher one that is low enough.

    Args:
        layout: the layout of the packed ints.
        mine: the payer's city.
        theirs: the other city.
        entry: the building or wonder.
        production: the payer's production, if the layout is narrow.
        units: the price of a unit of each resource, packed, if the layout is narrow.
        enough: if the price without choices and rebates is not above this, it is returned.

    Returns:
        The coin part plus the bought resources, minus rebates in coins; from 0.
    """
    coins: i64 = entry.coin_cost
    total = coins
    if entry.asks:
        if layout.is_narrow:
            guards: i64 = layout.guards
            asks: i64 = entry.asks
            own_mask: i64 = layout.own_mask
            # The guard above a resource stays where its units are enough to subtract from.
            left = (asks | guards) - (production & own_mask)
            enough_left = left & guards
            guard_shift: i64 = layout.guard_shift
            lacking = left & (enough_left - (enough_left >> guard_shift))
            if lacking:
                helpers: i64 = entry.helpers
                helpers &= production
                if not helpers or enough >= 0:
                    mask: i64 = layout.unit_mask
                    width = guard_shift + 1
                    rest = lacking
                    prices = units
                    while rest:
                        total += (rest & mask) * (prices & mask)
                        rest >>= width
                        prices >>= width
                if helpers and total > enough:
                    total = coins
                    if layout.groups_are_apart:
                        total += _flexible_cost(layout, entry, lacking, production, units)
                    else:
                        total += _exact_cost(layout, mine, theirs, entry)
        else:
            total += _exact_cost(layout, mine, theirs, entry)
    if layout.coin_rebate_mask:
        rebate: i64 = entry.coin_rebate.read(mine.production)
        total -= min(total, rebate)
    return total


def coin_part(layout: CardLayout, mine: CityDraft, entry: CompiledCard) -> int:
    """Return the coins of a price that are not for resources: rebates come off these first.

    Args:
        layout: the layout of the packed ints.
        mine: the payer's city.
        entry: the building or wonder.
    """
    coins = entry.coin_cost
    if layout.coin_rebate_mask:
        coins -= min(coins, entry.coin_rebate.read(mine.production))
    return coins


def packed_unit_prices(layout: CardLayout, mine: CityDraft, theirs: CityDraft) -> int:
    """Return the price of a unit of each resource, packed (R28, R33)."""
    units = theirs.supply + layout.base_units
    if mine.fixed_mask:
        units = units & ~mine.fixed_mask | mine.fixed_units
    return units


def _flexible_cost(
    layout: CardLayout, entry: CompiledCard, lacking: i64, production: i64, units: i64
) -> i64:
    """Return the coins for missing units with choices and rebates, by the greedy rule of R36."""
    rebates = entry.rebate
    position: i64 = rebates.shift
    most: i64 = rebates.mask
    rebate = production >> position & most
    mask: i64 = layout.unit_mask
    width: i64 = layout.width
    used: i64 = 0
    total: i64 = 0
    while lacking:
        # The most expensive resource of those that are left.
        chosen: i64 = 0
        rest = lacking
        prices = units
        while not rest & mask:
            rest >>= width
            prices >>= width
            chosen += 1
        dearest = prices & mask
        number = chosen
        while rest > mask:
            rest >>= width
            prices >>= width
            number += 1
            if rest & mask and prices & mask > dearest:
                dearest = prices & mask
                chosen = number
        shift = chosen * width
        short = lacking >> shift & mask
        lacking ^= short << shift
        field = layout.choice_of[chosen]
        position = field.shift
        most = field.mask
        helped = min(short, (production - used) >> position & most)
        used += helped << position
        short -= helped
        helped = min(short, rebate)
        rebate -= helped
        total += (short - helped) * dearest
    return total


def _exact_cost(layout: CardLayout, mine: CityDraft, theirs: CityDraft, entry: CompiledCard) -> int:
    """Return the coins for missing units for any groups of choices, and any numbers."""
    prices = unit_prices(mine, theirs)
    missing = missing_units(mine, prices, entry)
    production = mine.production
    helpers = [group for group, field in layout.choices for _ in range(field.read(production))]
    options = [
        [index for index, group in enumerate(helpers) if RESOURCES[resource] in group]
        for resource in missing
    ]
    every = range(len(helpers), len(helpers) + entry.rebate.read(production))
    covered = cover([[*each, *every] for each in options])
    return sum(
        [
            prices[resource]
            for resource, helper in zip(missing, covered, strict=True)
            if helper is None
        ]
    )


def _unpacked(layout: CardLayout, packed: int) -> list[int]:
    """Return the number of each resource."""
    return [field.read(packed) for field in layout.produced]


def by_price(prices: Sequence[int]) -> list[int]:
    """Return the resources, most expensive first.

    Args:
        prices: the price of a unit of each resource.

    >>> by_price([2, 4, 1, 4, 3])
    [1, 3, 4, 0, 2]
    """
    return sorted(range(len(prices)), key=lambda resource: -prices[resource])


# -- for payment plans ----------------------------------------------------------------------------


def unit_prices(mine: CityDraft, theirs: CityDraft) -> list[int]:
    """Return the price of a unit of each resource (R28, R33).

    Args:
        mine: the payer's city.
        theirs: the other city.
    """
    layout = mine.tables.layout
    return _unpacked(layout, packed_unit_prices(layout, mine, theirs))


def missing_units(mine: CityDraft, prices: Sequence[int], entry: CompiledCard) -> list[int]:
    """Return the units that fixed producers do not cover (R32), most expensive first.

    Args:
        mine: the payer's city.
        prices: the price of a unit of each resource.
        entry: the building or wonder.
    """
    own = _unpacked(mine.tables.layout, mine.production)
    return [
        resource
        for resource in by_price(prices)
        for _ in range(entry.needs[resource] - own[resource])
    ]


def cover(options: Sequence[Sequence[int]]) -> list[int | None]:
    """Assign helpers to as many units as possible, the first units first.

    Each helper serves one unit. A served unit stays served: later units can only
    change its helper (an augmenting path), so the served units are the most
    expensive ones that can be served together (R36).

    Args:
        options: for each unit, most expensive first, its possible helpers in order of preference.

    Returns:
        The helper of each unit, or ``None`` if it has to be bought.

    >>> cover([[0], [0, 1], [0, 1]])
    [0, 1, None]
    """
    serving: dict[int, int] = {}

    def place(unit: int, seen: set[int]) -> bool:
        for helper in options[unit]:
            if helper not in seen and helper not in serving:
                serving[helper] = unit
                return True
        for helper in options[unit]:
            if helper not in seen:
                seen.add(helper)
                if place(serving[helper], seen):
                    serving[helper] = unit
                    return True
        return False

    for unit in range(len(options)):
        place(unit, set())
    helper_of = {unit: helper for helper, unit in serving.items()}
    return [helper_of.get(unit) for unit in range(len(options))]


# -- the memo of the pure build -------------------------------------------------------------------


class PriceMemo:
    """A cache of the prices of a catalogue, for the pure build.

    A missing price is computed again when needed. Threads can share the cache: prices are stored
    and looked up by single operations of dicts and bytearrays; at worst a price is computed twice.
    """

    def __init__(self, tables: Tables, most: int = MEMO_LISTS) -> None:
        """Start with an empty cache.

        Args:
            tables: the tables of the catalogue.
            most: the most price lists, and the most prices of a card, to keep, from 1.
        """
        priced = (*tables.buildings, *tables.wonders)
        self._layout = tables.layout
        self.supply_shift: int = tables.layout.bits
        """The place of the supply above the production in a key."""
        self.cards: list[tuple[int, dict[int, int]]] = [
            (_deciding(tables.layout, card), {}) for card in priced
        ]
        """By item: the bits of a key that its price depends on, and its known prices by these bits."""
        self._first: bytes = bytes(
            [
                UNKNOWN
                if card.asks or tables.layout.coin_rebate_mask
                else min(card.coin_cost, UNKNOWN)
                for card in priced
            ]
        )
        """The prices of the cards that cost no resources, which need not be computed."""
        self.most = most
        self.lists: dict[int, dict[int, bytearray]] = {}
        """The known prices by item, by the payer's production and the opponent's supply."""
        self.number: int = 0
        """How many lists there are."""

    def begin(self, mine: CityDraft, theirs: CityDraft) -> bytearray:
        """Begin the price list of a production and a supply.

        Args:
            mine: the payer's city.
            theirs: the other city.

        Returns:
            The prices by item: ``UNKNOWN`` for those not looked up yet, or too high for a byte.
        """
        if self.number >= self.most:
            self.lists.clear()
            self.number = 0
        self.number += 1
        known = bytearray(self._first)
        self.lists.setdefault(mine.production, {})[theirs.supply] = known
        return known

    def add(self, known: bytearray, mine: CityDraft, theirs: CityDraft, entry: CompiledCard) -> int:
        """Look up or compute the price of a building or a wonder, without chains, and store it.

        Args:
            known: the prices by item, to which it is added.
            mine: the payer's city.
            theirs: the other city.
            entry: the building or wonder.

        Returns:
            The price in coins, from 0.
        """
        mask, prices = self.cards[entry.item]
        key = (theirs.supply << self.supply_shift | mine.production) & mask
        found = prices.get(key)
        if found is None:
            found = self.compute(prices, key, mine, theirs, entry)
        if found < UNKNOWN:
            known[entry.item] = found
        return found

    def compute(
        self,
        prices: dict[int, int],
        key: int,
        mine: CityDraft,
        theirs: CityDraft,
        entry: CompiledCard,
    ) -> int:
        """Compute and store a price that is not known.

        Args:
            prices: the known prices of the card.
            key: the bits that the price depends on.
            mine: the payer's city.
            theirs: the other city.
            entry: the building or wonder.
        """
        if len(prices) >= self.most:
            prices.clear()
        found = prices[key] = compute_price(self._layout, mine, theirs, entry)
        return found


def _deciding(layout: CardLayout, entry: CompiledCard) -> int:
    """Return the bits of a production, and of a supply above it, that a price depends on."""
    asked = [number for number, units in enumerate(entry.needs) if units]
    resources = {RESOURCES[number] for number in asked}
    bought = sum([_bits_of(layout.produced[number]) for number in asked])
    deciding = bought << layout.bits | bought | _bits_of(entry.coin_rebate)
    if asked:
        deciding |= _bits_of(entry.rebate)
    for group, field in layout.choices:
        if not group.isdisjoint(resources):
            deciding |= _bits_of(field)
    for number, _, field in layout.fixed_prices:
        if number in asked:
            deciding |= _bits_of(field)
    return deciding


def _bits_of(field: Field) -> int:
    return field.mask << field.shift
