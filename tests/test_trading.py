"""The price lists: contents, sharing, cache limits, and large prices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import attrs
import pytest

from wonders_duel import (
    Building,
    Catalogue,
    Cost,
    Resource,
    Wonder,
    catalogue,
)
from wonders_duel.effects import Points, ProduceOneOf
from wonders_duel.engine.compiled_cards import CompiledCard
from wonders_duel.engine.prices import PriceList, PriceMemo, cover
from wonders_duel.engine.tables import UNKNOWN, Tables

TABLES = catalogue.tables
_Card = TypeVar("_Card", Building, Wonder)


def entry(name: str, tables: Tables = TABLES) -> CompiledCard:
    """Return the table entry of a building or a wonder."""
    cards = tables.catalogue
    if name in cards.buildings:
        return tables.buildings[cards.number_of_building(name)]
    return tables.wonders[cards.number_of_wonder(name)]


def key(own: Sequence[str] = (), theirs: Sequence[str] = (), tables: Tables = TABLES) -> int:
    """Return the key of a price list: some cards' production and the opponent's supply."""
    production = sum(entry(name, tables).production for name in own)
    return production + sum(entry(name, tables).supply for name in theirs)


# -- stored prices --------------------------------------------------------------------------------


def test_a_price_is_stored_in_its_place() -> None:
    """A price that is computed is stored in its place, and nothing else changes."""
    price_list = PriceList(TABLES, key())
    asked = entry("baths")
    before = price_list.prices

    assert before == TABLES.fixed_prices
    assert before[asked.item] == UNKNOWN
    assert price_list.price(TABLES, asked) == 2
    assert price_list.prices == before[: asked.item] + b"\2" + before[asked.item + 1 :]
    assert price_list.price(TABLES, asked) == 2


@pytest.mark.parametrize("coins", [252, 253, 254, 400])
def test_a_price_too_large_for_a_byte(coins: int) -> None:
    """A price above 254 is not stored and is correct each time."""
    gold = Wonder(id="the-mint", name="The Mint", cost=Cost(coins=coins, stone=1))
    cards = catalogue.extended("gold", wonders=[gold])
    dear = entry("the-mint", cards.tables)
    price_list = PriceList(cards.tables, key(tables=cards.tables))
    noted = min(UNKNOWN, coins + 2)

    assert price_list.price(cards.tables, dear) == coins + 2
    assert price_list.prices[dear.item] == noted
    assert price_list.price(cards.tables, dear) == coins + 2


@pytest.mark.parametrize(
    ("own", "plain"),
    [
        ([], True),
        (["quarry", "press"], True),
        (["wood-reserve"], True),
        (["forum"], False),
        (["quarry", "caravansery"], False),
    ],
)
def test_a_row_knows_whether_it_has_flexible_producers(own: list[str], plain: bool) -> None:  # noqa: FBT001
    """Without flexible producers and rebates, a price is the sum of the missing units."""
    assert PriceList(TABLES, key(own, ["quarry", "press"])).is_plain is plain


# -- sharing and caching --------------------------------------------------------------------------


def test_rows_share_common_parts() -> None:
    """Unit prices depend on the opponent's supply, and free units on the production."""
    memo = PriceMemo(TABLES)
    one = memo.price_list(key(["lumber-yard"], ["quarry"]))
    same_supply = memo.price_list(key(["clay-pit", "forum"], ["quarry"]))
    same_production = memo.price_list(key(["lumber-yard"], ["clay-pool", "glassworks"]))

    assert one.units is same_supply.units
    assert one.order is same_supply.order
    assert one.own is same_production.own
    assert one.choices is same_production.choices
    assert one.rebates is same_production.rebates
    assert one.units != same_production.units
    assert one.own != same_supply.own
    assert one is memo.price_list(key(["lumber-yard"], ["quarry"]))


def test_a_fixed_price_is_part_of_the_unit_prices() -> None:
    """Rows with and without a fixed price do not share unit prices, despite equal supply (R33)."""
    memo = PriceMemo(TABLES)
    without = memo.price_list(key([], ["lumber-yard"]))
    reserve = memo.price_list(key(["wood-reserve"], ["lumber-yard"]))

    assert without.units[list(Resource).index(Resource.WOOD)] == 3
    assert reserve.units[list(Resource).index(Resource.WOOD)] == 1


KEYS = [key([], [name]) for name in ("quarry", "clay-pit", "lumber-yard")]
OWN = [key([name]) for name in ("quarry", "clay-pit", "lumber-yard")]


@pytest.mark.parametrize(
    ("ask", "kept"),
    [
        (lambda memo, number: memo.price_list(KEYS[number]), lambda memo: memo.lists),
        (lambda memo, number: memo.market(KEYS[number]), lambda memo: memo._markets),
        (lambda memo, number: memo.production(OWN[number]), lambda memo: memo._productions),
    ],
    ids=["lists", "markets", "means"],
)
def test_a_cache_has_a_limit(
    ask: Callable[[PriceMemo, int], object], kept: Callable[[PriceMemo], dict[int, object]]
) -> None:
    """A full cache is cleared and starts with the price asked for."""
    memo = PriceMemo(TABLES, 2)
    first, second = ask(memo, 0), ask(memo, 1)

    assert (ask(memo, 0), ask(memo, 1)) == (first, second)
    assert len(kept(memo)) == 2
    third = ask(memo, 2)
    assert list(kept(memo).values()) == [third]
    assert ask(memo, 0) is not first
    memo.most = 1
    assert ask(memo, 1) is not second
    assert len(kept(memo)) == 1


# -- flexible producers ---------------------------------------------------------------------------


def test_a_rebate_without_flexible_producers() -> None:
    """Without flexible producers, Architecture rebates a wonder's most expensive units (R37)."""
    architecture = TABLES.tokens[catalogue.number_of_token("architecture")].production
    price_list = PriceList(TABLES, architecture + key([], ["quarry", "glassworks"]))

    assert price_list.price(TABLES, entry("the-pyramids")) == 5  # a stone at 3 and a papyrus at 2
    assert (
        price_list.price(TABLES, entry("the-sphinx")) == 5
    )  # a clay at 2 and one of three others at 3
    assert price_list.rebate(entry("the-sphinx")) == 2
    assert price_list.rebate(entry("baths")) == 0


def test_a_rebate_and_flexible_producers_save_units_of_one_kind() -> None:
    """Two flexible producers and a rebate of two save up to four units of a kind (R35, R37)."""
    architecture = TABLES.tokens[catalogue.number_of_token("architecture")].production
    own = architecture + key(["press", "caravansery", "the-great-lighthouse"])

    assert PriceList(TABLES, own).price(TABLES, entry("the-pyramids")) == 0


def without_choices_of(resource: Resource) -> Catalogue:
    """Return the base game without flexible producers of a resource."""

    def kept(card: _Card) -> _Card:
        left = tuple(
            effect
            for effect in card.effects
            if not isinstance(effect, ProduceOneOf) or resource not in effect.resources
        )
        return attrs.evolve(card, effects=left or (Points(1),))

    return Catalogue(
        f"no choice of {resource}",
        [kept(one) for one in catalogue.building_list],
        [kept(one) for one in catalogue.wonder_list],
        catalogue.token_list,
        catalogue.structures,
    )


@pytest.mark.parametrize("resource", [Resource.WOOD, Resource.GLASS])
def test_a_resource_that_no_flexible_producer_makes(resource: Resource) -> None:
    """A resource that no flexible producer makes is bought despite other choices (R35)."""
    cards = without_choices_of(resource)
    tables = cards.tables
    helping = "forum" if resource is Resource.WOOD else "caravansery"
    price_list = PriceList(tables, key([helping, helping], tables=tables))

    assert tables.layout.groups_are_apart
    assert -1 in tables.layout.group_of

    for asked in (*tables.buildings, *tables.wonders):
        assert price_list.price(tables, asked) == price_list._exact(tables, asked)


@pytest.mark.parametrize(
    ("options", "helpers"),
    [
        ([], []),
        ([[]], [None]),
        ([[0]], [0]),
        ([[1, 0]], [1]),
        ([[0], [0]], [0, None]),
        ([[0, 1], [0]], [1, 0]),
        ([[0], [0, 1], [0, 1]], [0, 1, None]),
        ([[0, 1], [1, 2], [0], [0]], [1, 2, 0, None]),
        ([[0, 1], [0, 2], [1, 0], [2]], [0, 2, 1, None]),
    ],
)
def test_units_are_assigned_to_producers(
    options: list[list[int]], helpers: list[int | None]
) -> None:
    """The first units get producers first; a producer is reassigned only to make room."""
    assert cover(options) == helpers
