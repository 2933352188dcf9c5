"""Prices: what a player pays for missing resources (R28 to R37).

The cheapest payment is charged, always (R36). The free resources (producers of
a choice, then rebates) go to the dearest missing units first. Which sets of
units they can take is a matching problem, where this greedy order is exact; and
where no unit has two kinds of choice producers it needs no search at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from wonders_duel.build import mypyc_attr
from wonders_duel.rules import TRADE_PRICE
from wonders_duel.tables import BYTES, RESOURCES, UNKNOWN, Entry, Tables

if TYPE_CHECKING:
    from wonders_duel.city import CityDraft

__all__ = ["PriceList", "PriceMemo", "cover", "price_lists_of"]

MEMO_LISTS: Final = 20_000
"""Rows kept before the memo starts again: about 15 MB."""


@mypyc_attr(acyclic=True)
class Market:
    """What a unit of each resource costs; many price lists share one."""

    def __init__(self, tables: Tables, key: int) -> None:
        """Unpack what the opponent supplies and which prices are fixed (R28, R33).

        Args:
            tables: the tables of the catalogue.
            key: what the payer produces plus what the opponent supplies, packed.
        """
        units = [TRADE_PRICE + ((key >> field.shift) & field.mask) for field in tables.supplied]
        for number, price, field in tables.fixed_prices:
            if (key >> field.shift) & field.mask:
                units[number] = price
        self.units: tuple[int, ...] = tuple(units)
        """The price of a unit of each resource."""
        by_price = [number - (price << 3) for number, price in enumerate(units)]
        by_price.sort()
        self.order: tuple[int, ...] = tuple([one & 0b111 for one in by_price])
        """The resources, dearest first."""


@mypyc_attr(acyclic=True)
class Means:
    """What a player need not buy; many price lists share one."""

    def __init__(self, tables: Tables, key: int) -> None:
        """Unpack what the payer produces.

        Args:
            tables: the tables of the catalogue.
            key: what the payer produces plus what the opponent supplies, packed.
        """
        self.own: tuple[int, ...] = tuple(
            [(key >> field.shift) & field.mask for field in tables.produced]
        )
        """Units of each resource."""
        self.choices: tuple[int, ...] = tuple(
            [(key >> field.shift) & field.mask for _, field in tables.choices]
        )
        """For each group of resources how many producers can choose from it."""
        self.rebates: tuple[int, ...] = tuple(
            [(key >> field.shift) & field.mask for _, field in tables.rebates]
        )
        """For each rebate how many resources it takes off."""


@mypyc_attr(acyclic=True)
class PriceList:
    """The prices one production has against one supply.

    There are many of these, so they hold nothing that the garbage collector has
    to walk through again and again: tuples of numbers, and the prices as bytes.
    """

    def __init__(self, tables: Tables, key: int) -> None:
        """Start with the prices that depend on nothing.

        Args:
            tables: the tables of the catalogue.
            key: what the payer produces plus what the opponent supplies, packed.
        """
        market = tables.prices.market(key)
        self.units: tuple[int, ...] = market.units
        self.order: tuple[int, ...] = market.order
        means = tables.prices.means(key)
        self.own: tuple[int, ...] = means.own
        self.choices: tuple[int, ...] = means.choices
        self.rebates: tuple[int, ...] = means.rebates
        self.is_plain: bool = not key & tables.helping
        """Whether there are neither choices nor rebates."""
        self.prices: bytes = tables.fixed
        """The prices that are known, by item."""

    def price(self, tables: Tables, entry: Entry) -> int:
        """Work out the price of a building or a wonder, without regard to chains, and note it.

        Who asks has seen that it is not known yet.

        Args:
            tables: the tables of the catalogue.
            entry: what to construct.

        Returns:
            Coins in all, from 0: the coin part and what is bought.
        """
        price = self._work_out(tables, entry)
        if price < UNKNOWN:
            item = entry.item
            prices = self.prices
            self.prices = prices[:item] + BYTES[price] + prices[item + 1 :]
        return price

    def _work_out(self, tables: Tables, entry: Entry) -> int:
        """Return the price that is not known yet."""
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
        if not tables.groups_are_apart:
            return self._exact(tables, entry)
        if kinds > 1:
            return self._quick(tables, entry)
        # One kind is missing: whatever can help helps with that.
        group = tables.group_of[missing]
        helpers = self.rebate(entry) + (self.choices[group] if group >= 0 else 0)
        return price - min(short, helpers) * self.units[missing]

    def rebate(self, entry: Entry) -> int:
        """Return how many resources are taken off the cost of a card."""
        return self.rebates[entry.rebate] if entry.rebate >= 0 else 0

    def _quick(self, tables: Tables, entry: Entry) -> int:
        """Return the price where no resource is in two groups: the rule of R36 as it stands there."""
        total = entry.coin_cost
        needs = entry.needs
        own = self.own
        rebate = self.rebate(entry)
        choices = list(self.choices)
        for resource in self.order:
            short = needs[resource] - own[resource]
            if short > 0:
                group = tables.group_of[resource]
                if group >= 0:
                    used = min(short, choices[group])
                    choices[group] -= used
                    short -= used
                used = min(short, rebate)
                rebate -= used
                short -= used
                total += short * self.units[resource]
        return total

    def _exact(self, tables: Tables, entry: Entry) -> int:
        """Return the price whatever the groups are."""
        missing = self.missing(entry)
        helpers = [
            group
            for (group, _), number in zip(tables.choices, self.choices, strict=True)
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

    def missing(self, entry: Entry) -> list[int]:
        """Return the units that the fixed production does not make (R32), dearest first."""
        return [
            resource
            for resource in self.order
            for _ in range(entry.needs[resource] - self.own[resource])
        ]


def cover(options: Sequence[Sequence[int]]) -> list[int | None]:
    """Return helpers to units, the first units first, as many as possible.

    Each helper serves one unit. A unit that is served stays served: later ones
    only change by which helper (an augmenting path), so the units served are the
    dearest ones that can be served together (R36).

    Args:
        options: for each unit, dearest first, the helpers that can serve it in order of preference.

    Returns:
        For each unit its helper, or ``None`` where it has to be bought.

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
    """Return the price lists of both players, as a state holds them.

    Args:
        one: the city of player one.
        two: the city of player two.
    """
    memo = one.tables.prices
    return memo.price_list(one.production + two.supply), memo.price_list(
        two.production + one.supply
    )


class PriceMemo:
    """The price lists that were asked for lately, for one catalogue.

    It only saves time: a price_list is made anew whenever it is not there. Threads may
    share it: lists are put in and looked up by single operations of a dict, and a
    price is noted by giving its price_list other bytes; at worst one is worked out twice.
    """

    def __init__(self, tables: Tables, most: int = MEMO_LISTS) -> None:
        """Start with no lists.

        Args:
            tables: the tables of the catalogue.
            most: how many lists there can be, from 1.
        """
        self._tables = tables
        self.most = most
        self._markets: dict[int, Market] = {}
        self._means: dict[int, Means] = {}
        self.lists: dict[int, PriceList] = {}
        """The lists by what the payer produces plus what the opponent supplies."""

    def price_list(self, key: int) -> PriceList:
        """Return a price_list.

        Args:
            key: what the payer produces plus what the opponent supplies, packed.
        """
        price_list = self.lists.get(key)
        if price_list is None:
            if len(self.lists) >= self.most:
                self.lists.clear()
            price_list = self.lists[key] = PriceList(self._tables, key)
        return price_list

    def market(self, key: int) -> Market:
        """Return what units cost.

        Args:
            key: as for a price_list.
        """
        part = key & self._tables.of_market
        market = self._markets.get(part)
        if market is None:
            if len(self._markets) >= self.most:
                self._markets.clear()
            market = self._markets[part] = Market(self._tables, key)
        return market

    def means(self, key: int) -> Means:
        """Return what need not be bought.

        Args:
            key: as for a price_list.
        """
        part = key & self._tables.of_means
        means = self._means.get(part)
        if means is None:
            if len(self._means) >= self.most:
                self._means.clear()
            means = self._means[part] = Means(self._tables, key)
        return means
