"""Prices of constructions: missing resources (R28 to R37), then rebates in coins.

The player always pays the lowest possible price (R36). The free resources (producers of
a choice, then rebates) cover the most expensive missing units first. Finding the units
that they can cover is a matching problem, for which this greedy order is exact. If no
resource has two kinds of choice producers, no search is needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from wonders_duel.build import mypyc_attr
from wonders_duel.engine.bitfields import BYTES, RESOURCES
from wonders_duel.engine.compiled_cards import CompiledCard
from wonders_duel.engine.tables import UNKNOWN, Tables
from wonders_duel.rules import TRADE_PRICE

if TYPE_CHECKING:
    from wonders_duel.engine.city import CityDraft

__all__ = ["PriceList", "PriceMemo", "cover", "price_lists_of"]

MEMO_LISTS: Final = 20_000
"""The most price lists kept in the memo (about 15 MB) before it is cleared."""


@mypyc_attr(acyclic=True)
class Market:
    """The price of a unit of each resource, shared by many price lists."""

    def __init__(self, tables: Tables, key: int) -> None:
        """Unpack the opponent's supply and the fixed prices (R28, R33).

        Args:
            tables: the tables of the catalogue.
            key: the payer's production plus the opponent's supply, packed.
        """
        units = [
            TRADE_PRICE + ((key >> field.shift) & field.mask) for field in tables.layout.supplied
        ]
        for number, price, field in tables.layout.fixed_prices:
            if (key >> field.shift) & field.mask:
                units[number] = price
        self.units: tuple[int, ...] = tuple(units)
        """The price of a unit of each resource."""
        by_price = [number - (price << 3) for number, price in enumerate(units)]
        by_price.sort()
        self.order: tuple[int, ...] = tuple([one & 0b111 for one in by_price])
        """The resources, most expensive first."""


@mypyc_attr(acyclic=True)
class Production:
    """The units that a player has without buying, shared by many price lists."""

    def __init__(self, tables: Tables, key: int) -> None:
        """Unpack the payer's production.

        Args:
            tables: the tables of the catalogue.
            key: the payer's production plus the opponent's supply, packed.
        """
        self.own: tuple[int, ...] = tuple(
            [(key >> field.shift) & field.mask for field in tables.layout.produced]
        )
        """The units of each resource from fixed producers."""
        self.choices: tuple[int, ...] = tuple(
            [(key >> field.shift) & field.mask for _, field in tables.layout.choices]
        )
        """For each group of resources, the number of producers that choose from it."""
        self.rebates: tuple[int, ...] = tuple(
            [(key >> field.shift) & field.mask for _, field in tables.layout.rebates]
        )
        """For each rebate, the number of units that it removes."""
        self.coin_rebates: tuple[int, ...] = ()
        """For each rebate in coins, the number of coins; empty if there are none."""
        self.fixed: bytes = tables.fixed_prices
        """The prices by item that are known from the start."""
        if key & tables.layout.coin_rebate_mask:
            self.coin_rebates = tuple(
                [(key >> field.shift) & field.mask for _, field in tables.layout.coin_rebates]
            )
            self.fixed = tables.unknown_prices


@mypyc_attr(acyclic=True)
class PriceList:
    """The prices for one production and one supply.

    There are many of these objects, so they consist of tuples of numbers and bytes,
    which the garbage collector need not traverse.
    """

    def __init__(self, tables: Tables, key: int) -> None:
        """Start with the prices that are the same for every production and supply.

        Args:
            tables: the tables of the catalogue.
            key: the payer's production plus the opponent's supply, packed.
        """
        market = tables.prices.market(key)
        self.units: tuple[int, ...] = market.units
        self.order: tuple[int, ...] = market.order
        production = tables.prices.production(key)
        self.own: tuple[int, ...] = production.own
        self.choices: tuple[int, ...] = production.choices
        self.rebates: tuple[int, ...] = production.rebates
        self.coin_rebates: tuple[int, ...] = production.coin_rebates
        self.is_plain: bool = not key & tables.layout.flexible_mask
        """Whether there are neither choices nor rebates."""
        self.prices: bytes = production.fixed
        """The known prices by item."""

    def price(self, tables: Tables, entry: CompiledCard) -> int:
        """Compute and store the price of a building or a wonder, without chains.

        Call it only if the price is not known yet.

        Args:
            tables: the tables of the catalogue.
            entry: the building or wonder.

        Returns:
            The price in coins, from 0: the coin part plus the bought resources, minus rebates in
            coins.
        """
        price = self._compute(tables, entry)
        if self.coin_rebates:
            price -= min(price, self.coin_rebate(entry))
        if price < UNKNOWN:
            item = entry.item
            prices = self.prices
            self.prices = prices[:item] + BYTES[price] + prices[item + 1 :]
        return price

    def _compute(self, tables: Tables, entry: CompiledCard) -> int:
        """Compute the price of a card before rebates in coins."""
        price = entry.coin_cost
        missing = short = kinds = 0
        for resource, units in entry.asked:
            lacking = units - self.own[resource]
            if lacking > 0:
                price += lacking * self.units[resource]
                missing, short = resource, lacking
                kinds += 1
        if not kinds or self.is_plain:
            return price
        if not tables.layout.groups_are_apart:
            return self._exact(tables, entry)
        if kinds > 1:
            return self._quick(tables, entry)
        # Only one resource is missing: every choice and rebate goes to it.
        group = tables.layout.group_of[missing]
        helpers = self.rebate(entry) + (self.choices[group] if group >= 0 else 0)
        return price - min(short, helpers) * self.units[missing]

    def rebate(self, entry: CompiledCard) -> int:
        """Return the number of units that rebates remove from the cost of a card."""
        return self.rebates[entry.rebate] if entry.rebate >= 0 else 0

    def coin_rebate(self, entry: CompiledCard) -> int:
        """Return the number of coins that rebates take off the price of a card, at most."""
        if self.coin_rebates and entry.coin_rebate >= 0:
            return self.coin_rebates[entry.coin_rebate]
        return 0

    def coin_part(self, entry: CompiledCard) -> int:
        """Return the coins of a price that are not for resources: rebates come off these first."""
        if self.coin_rebates:
            return max(0, entry.coin_cost - self.coin_rebate(entry))
        return entry.coin_cost

    def _quick(self, tables: Tables, entry: CompiledCard) -> int:
        """Compute the price if no resource is in two groups, by the greedy rule of R36."""
        total = entry.coin_cost
        needs = entry.needs
        own = self.own
        rebate = self.rebate(entry)
        choices = list(self.choices)
        for resource in self.order:
            short = needs[resource] - own[resource]
            if short > 0:
                group = tables.layout.group_of[resource]
                if group >= 0:
                    used = min(short, choices[group])
                    choices[group] -= used
                    short -= used
                used = min(short, rebate)
                rebate -= used
                short -= used
                total += short * self.units[resource]
        return total

    def _exact(self, tables: Tables, entry: CompiledCard) -> int:
        """Compute the price for any groups."""
        missing = self.missing(entry)
        helpers = [
            group
            for (group, _), number in zip(tables.layout.choices, self.choices, strict=True)
            for _ in range(number)
        ]
        options = [
            [index for index, group in enumerate(helpers) if RESOURCES[resource] in group]
            for resource in missing
        ]
        every = range(len(helpers), len(helpers) + self.rebate(entry))
        covered = cover([[*mine, *every] for mine in options])
        return entry.coin_cost + sum(
            self.units[resource]
            for resource, helper in zip(missing, covered, strict=True)
            if helper is None
        )

    def missing(self, entry: CompiledCard) -> list[int]:
        """Return the units that fixed producers do not cover (R32), most expensive first."""
        return [
            resource
            for resource in self.order
            for _ in range(entry.needs[resource] - self.own[resource])
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


def price_lists_of(one: CityDraft, two: CityDraft) -> tuple[PriceList, PriceList]:
    """Return the price lists of both players.

    Args:
        one: the city of player one.
        two: the city of player two.
    """
    memo = one.tables.prices
    return memo.price_list(one.production + two.supply), memo.price_list(
        two.production + one.supply
    )


class PriceMemo:
    """A cache of the price lists of a catalogue.

    A missing price list is made again when needed. Threads can share the cache: lists
    are stored and looked up by single dict operations, and a price is stored by
    replacing the bytes of its price list; at worst a price is computed twice.
    """

    def __init__(self, tables: Tables, most: int = MEMO_LISTS) -> None:
        """Start with an empty cache.

        Args:
            tables: the tables of the catalogue.
            most: the most price lists to keep, from 1.
        """
        self._tables = tables
        self.most = most
        self._markets: dict[int, Market] = {}
        self._productions: dict[int, Production] = {}
        self.lists: dict[int, PriceList] = {}
        """The price lists by the payer's production plus the opponent's supply, packed."""

    def price_list(self, key: int) -> PriceList:
        """Return the price list for a key.

        Args:
            key: the payer's production plus the opponent's supply, packed.
        """
        price_list = self.lists.get(key)
        if price_list is None:
            if len(self.lists) >= self.most:
                self.lists.clear()
            price_list = self.lists[key] = PriceList(self._tables, key)
        return price_list

    def market(self, key: int) -> Market:
        """Return the prices of units for a key.

        Args:
            key: the payer's production plus the opponent's supply, packed.
        """
        part = key & self._tables.layout.market_mask
        market = self._markets.get(part)
        if market is None:
            if len(self._markets) >= self.most:
                self._markets.clear()
            market = self._markets[part] = Market(self._tables, key)
        return market

    def production(self, key: int) -> Production:
        """Return the unpacked production for a key.

        Args:
            key: the payer's production plus the opponent's supply, packed.
        """
        part = key & self._tables.layout.production_mask
        production = self._productions.get(part)
        if production is None:
            if len(self._productions) >= self.most:
                self._productions.clear()
            production = self._productions[part] = Production(self._tables, key)
        return production
