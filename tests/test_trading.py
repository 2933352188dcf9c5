"""Prices: both ways to compute them, what the memo keeps, and its limit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from string import ascii_lowercase
from typing import TypeVar

import attrs
import pytest

from tests.amounts import part
from wonders_duel import (
    Age,
    Building,
    Card,
    Catalogue,
    City,
    Colour,
    ConstructBuilding,
    ConstructWonder,
    Cost,
    Deal,
    Phase,
    ProgressToken,
    Resource,
    State,
    Wonder,
    catalogue,
)
from wonders_duel.chance.randomness import draw
from wonders_duel.effects import (
    CoinRebate,
    Effect,
    FixedPrice,
    Points,
    Produce,
    ProduceOneOf,
    Rebate,
)
from wonders_duel.engine.bitfields import NO_FIELD, RESOURCES
from wonders_duel.engine.city import CityDraft
from wonders_duel.engine.compiled_cards import CompiledCard
from wonders_duel.engine.prices import (
    PriceMemo,
    _exact_cost,
    by_price,
    coin_part,
    compute_price,
    cover,
    missing_units,
    packed_unit_prices,
    price,
    price_up_to,
    unit_prices,
)
from wonders_duel.engine.tables import UNKNOWN

_Card = TypeVar("_Card", Building, Wonder)
CLAY, WOOD, STONE, GLASS, PAPYRUS = (
    Resource(one) for one in ("clay", "wood", "stone", "glass", "papyrus")
)


def listed(memo: PriceMemo, mine: CityDraft, theirs: CityDraft) -> bytearray:
    """Return the price list of two cities, as the engine looks it up."""
    try:
        return memo.lists[mine.production][theirs.supply]
    except KeyError:
        return memo.begin(mine, theirs)


def entry(name: str, cards: Catalogue = catalogue) -> CompiledCard:
    """Return the table entry of a building or a wonder."""
    if name in cards.buildings:
        return cards.tables.buildings[cards.number_of_building(name)]
    return cards.tables.wonders[cards.number_of_wonder(name)]


def entries(cards: Catalogue) -> list[tuple[Building | Wonder, CompiledCard]]:
    """Return every card that has a price, with its table entry."""
    tables = cards.tables
    priced: list[Building | Wonder] = [*cards.building_list, *cards.wonder_list]
    return list(zip(priced, [*tables.buildings, *tables.wonders], strict=True))


def holding(names: Iterable[str] = (), cards: Catalogue = catalogue) -> City:
    """Return a city with these cards; the first building lies under its wonders."""
    buildings = wonders = tokens = 0
    for name in names:
        if name in cards.buildings:
            buildings |= 1 << cards.number_of_building(name)
        elif name in cards.wonders:
            wonders |= 1 << cards.number_of_wonder(name)
        else:
            tokens |= 1 << cards.number_of_token(name)
    each = len(cards.building_list)
    built = tuple(
        each * number for number in range(len(cards.wonder_list)) if wonders >> number & 1
    )
    return City.of(cards, 7, buildings, tokens, (), built)


def plain_price(
    card: Building | Wonder, mine: Sequence[Card], theirs: Sequence[Card]
) -> tuple[int, int, int]:
    """Compute a price from the effects alone, by trying every use of the choices.

    Returns:
        The price, the coins of it that are not for resources, and the coins for resources before
        rebates in coins.
    """
    target = card.colour if isinstance(card, Building) else None
    own = dict.fromkeys(Resource, 0)
    supply = dict.fromkeys(Resource, 0)
    fixed: dict[Resource, int] = {}
    choices: list[tuple[Resource, ...]] = []
    units = coins = 0
    for effect in (one for held in mine for one in held.effects):
        match effect:
            case Produce():
                own[effect.resource] += effect.units
            case ProduceOneOf():
                choices.append(effect.resources)
            case FixedPrice():
                fixed[effect.resource] = min(effect.price, fixed.get(effect.resource, effect.price))
            case Rebate() if effect.on is target:
                units += effect.units
            case CoinRebate():
                off = effect.wonders if target is None else target in effect.colours
                coins += effect.coins if off else 0
    for held in theirs:
        if isinstance(held, Building) and held.colour in (Colour.BROWN, Colour.GREY):
            for effect in held.effects:
                if isinstance(effect, Produce):
                    supply[effect.resource] += effect.units
    unit = [fixed.get(one, 2 + supply[one]) for one in Resource]
    needs = card.cost.resources
    lacking = {tuple(max(0, needs.get(one, 0) - own[one]) for one in Resource)}
    for choice in choices:
        lacking |= {
            (*left[:place], left[place] - 1, *left[place + 1 :])
            for left in lacking
            for place, resource in enumerate(Resource)
            if resource in choice and left[place]
        }
    bought = min(sum(_bought(unit, left)[units:]) for left in lacking)
    printed = card.cost.coins
    return max(0, printed + bought - coins), max(0, printed - coins), bought


def _bought(unit: Sequence[int], left: Sequence[int]) -> list[int]:
    """Return the price of each unit that is left, the highest first."""
    prices = [one for one, number in zip(unit, left, strict=True) for _ in range(number)]
    return sorted(prices, reverse=True)


# -- catalogues -----------------------------------------------------------------------------------


def house(number: int, *effects: Effect, colour: Colour = Colour.BROWN) -> Building:
    """Return a building of Age I with these effects, at a price that depends on its number."""
    first, second = (ascii_lowercase[one] for one in divmod(number, 26))
    return Building(
        id=f"house-{first}{second}",
        name=f"House {first}{second}".title(),
        age=Age.I,
        colour=colour,
        cost=Cost(coins=number % 4, clay=number % 3, glass=number % 2),
        effects=effects,
    )


def token(number: int, *effects: Effect) -> ProgressToken:
    """Return a progress token with these effects."""
    letter = "abcdefgh"[number]
    return ProgressToken(id=f"new-{letter}", name=f"New {letter.upper()}", effects=effects)


def overlapping() -> Catalogue:
    """Return cards with resources in several groups of choices."""
    odd = Wonder(
        id="the-odd-one",
        name="The Odd One",
        effects=(ProduceOneOf(GLASS, WOOD), ProduceOneOf(PAPYRUS, STONE, GLASS)),
    )
    return catalogue.extended("odd", wonders=[odd])


def dear() -> Catalogue:
    """Return cards with a fixed price that is too high for the narrow layout."""
    return catalogue.extended(
        "dear",
        tokens=[token(0, FixedPrice(CLAY, 100_000)), token(1, FixedPrice(GLASS, 100_000))],
    )


def plenty() -> Catalogue:
    """Return cards with so many units that they do not fit the narrow layout."""
    colours = [*[Colour.BROWN] * 50, *[Colour.YELLOW] * 40]
    mines = [
        house(number, Produce(tuple(Resource)[number % 5], 20), colour=colour)
        for number, colour in enumerate(colours)
    ]
    cost = Cost(coins=3, clay=20, wood=20, stone=20, glass=20, papyrus=20)
    hungry = Wonder(id="the-hunger", name="The Hunger", cost=cost)
    tokens = [token(0, Rebate(20))]
    return catalogue.extended("plenty", buildings=mines, wonders=[hungry], tokens=tokens)


def gifts() -> Catalogue:
    """Return cards that fix prices at 0 and at several heights, some of them twice."""
    return catalogue.extended(
        "gifts",
        buildings=[
            house(0, FixedPrice(WOOD, 0)),
            house(1, FixedPrice(WOOD, 0), FixedPrice(WOOD, 5)),
            house(2, FixedPrice(GLASS, 3), FixedPrice(GLASS, 3)),
            house(3, FixedPrice(GLASS, 3), FixedPrice(PAPYRUS, 9)),
            house(4, Produce(CLAY), Produce(CLAY), Produce(STONE, 2)),
            house(5, ProduceOneOf(CLAY, WOOD, STONE), ProduceOneOf(CLAY, WOOD, STONE)),
        ],
        tokens=[token(0, FixedPrice(WOOD, 5)), token(1, Rebate(1), Rebate(2))],
    )


def thrift() -> Catalogue:
    """Return cards that take coins off prices, some of them for several kinds of cards."""
    return catalogue.extended(
        "thrift",
        buildings=[
            house(0, CoinRebate(1, Colour.BLUE)),
            house(1, CoinRebate(3, Colour.BLUE, Colour.RED, wonders=True)),
            house(2, CoinRebate(2, *Colour)),
            house(3, CoinRebate(1, wonders=True), CoinRebate(4, Colour.GREEN)),
        ],
        tokens=[token(0, CoinRebate(100, wonders=True)), token(1, Rebate(1, on=Colour.BLUE))],
    )


def many() -> Catalogue:
    """Return as many buildings as a catalogue can have."""
    colours = [colour for colour in Colour if colour is not Colour.PURPLE]
    made = [
        house(number, Produce(tuple(Resource)[number % 5]), colour=colours[number % 6])
        for number in range(251 - len(catalogue.building_list))
    ]
    return catalogue.extended("many", buildings=made)


def choosing(number: int) -> Catalogue:
    """Return cards whose production needs 61 bits with 3 choices of wood or stone, 62 with 4."""
    made = [house(one, ProduceOneOf(WOOD, STONE)) for one in range(number)]
    return catalogue.extended("choosing", buildings=made, tokens=[token(0, FixedPrice(GLASS, 200))])


CATALOGUES: list[tuple[Callable[[], Catalogue], bool, bool]] = [
    (lambda: catalogue, True, True),
    (overlapping, True, False),
    (dear, False, True),
    (plenty, False, True),
    (gifts, True, True),
    (thrift, True, True),
    (many, True, True),
    (lambda: choosing(3), True, False),
    (lambda: choosing(4), False, False),
]
NAMES = ["base", "overlapping", "dear", "plenty", "gifts", "thrift", "many", "61 bits", "62 bits"]


# -- prices of random cities ----------------------------------------------------------------------


@pytest.mark.parametrize(("make", "is_narrow", "apart"), CATALOGUES, ids=NAMES)
def test_every_way_gives_the_lowest_price(
    *, make: Callable[[], Catalogue], is_narrow: bool, apart: bool
) -> None:
    """In machine words, in general and from the memo, each price is that of the best assignment."""
    cards = make()
    tables, layout = cards.tables, cards.tables.layout
    rng = Random(5)
    base = {*catalogue.buildings, *catalogue.wonders, *catalogue.tokens}
    every = [*cards.buildings, *cards.wonders, *cards.tokens]
    added = [name for name in every if name not in base]

    assert (layout.is_narrow, layout.groups_are_apart) == (is_narrow, apart)
    for _ in range(part(40, at_least=20)):
        mine = draw(rng, sorted(base), rng.randrange(18))
        mine += draw(rng, added, rng.randrange(min(len(added), 9) + 1))
        others = [name for name in cards.buildings if name not in mine]
        theirs = draw(rng, others, rng.randrange(20))
        own, other = holding(mine, cards), holding(theirs, cards)
        held, opposite = [cards.find(one) for one in mine], [cards.find(one) for one in theirs]
        memo = PriceMemo(tables)
        known = listed(memo, own, other)
        for card, asked in entries(cards):
            total, coins, bought = plain_price(card, held, opposite)
            assert compute_price(layout, own, other, asked) == total, (card.id, mine, theirs)
            assert price(tables, own, other, asked) == total
            words = (0, 0)
            if is_narrow:
                words = (own.production, packed_unit_prices(layout, own, other))
            for enough in (0, 4, total):
                found = price_up_to(layout, own, other, asked, *words, enough)
                assert found == total or total < found <= enough
            assert _exact_cost(layout, own, other, asked) == bought
            assert coin_part(layout, own, asked) == coins
            assert known[asked.item] in (total, UNKNOWN)
            assert memo.add(known, own, other, asked) == total
            assert known[asked.item] == min(total, UNKNOWN)
        assert listed(memo, own, other) is known


def test_prices_of_the_largest_numbers() -> None:
    """Prices do not overflow: 20 units at 100,000 each, and 20 units of each resource."""
    dear_one = Wonder(id="the-sink", name="The Sink", cost=Cost(coins=100_000, clay=20))
    cards = dear().extended("sink", wonders=[dear_one])
    none = holding((), cards)

    assert price(cards.tables, none, none, entry("the-sink", cards)) == 100_040
    assert (
        price(cards.tables, holding(["new-a"], cards), none, entry("the-sink", cards)) == 2_100_000
    )
    cards = plenty()
    clay = [f"house-{one}" for one in ("aa", "af", "ak", "ap", "au", "az")]
    owner, other = holding(["new-a"], cards), holding(clay, cards)
    assert price(cards.tables, holding((), cards), other, entry("the-hunger", cards)) == 3 + 20 * (
        122 + 4 * 2
    )
    assert price(cards.tables, owner, other, entry("the-hunger", cards)) == 3 + 20 * 4 * 2


def test_a_price_of_0() -> None:
    """A fixed price of 0 makes a resource free, and choices go to other resources (R33, R36)."""
    cards = gifts()
    none, poor = holding((), cards), holding(["lumber-yard", "sawmill"], cards)
    free, doubly = holding(["house-aa"], cards), holding(["house-aa", "house-ab"], cards)
    choosing_too = holding(["house-aa", "caravansery"], cards)

    for city in (free, doubly):
        assert unit_prices(city, poor)[RESOURCES.index(WOOD)] == 0
        assert price(cards.tables, city, poor, entry("stable", cards)) == 0  # 1 wood
        assert price(cards.tables, city, poor, entry("gardens", cards)) == 4  # 2 clay and 2 wood
    assert unit_prices(none, poor)[RESOURCES.index(WOOD)] == 5
    assert price(cards.tables, none, poor, entry("gardens", cards)) == 14
    assert price(cards.tables, choosing_too, poor, entry("gardens", cards)) == 2


@pytest.mark.parametrize(
    ("held", "prices"),
    [
        ([], [2, 2, 2, 2, 2]),
        (["new-a"], [2, 5, 2, 2, 2]),
        (["new-a", "wood-reserve"], [2, 1, 2, 2, 2]),
        (["new-a", "wood-reserve", "house-ab"], [2, 0, 2, 2, 2]),
        (["house-ac"], [2, 2, 2, 3, 2]),
        (["house-ac", "house-ad"], [2, 2, 2, 3, 9]),
        (["house-ac", "house-ad", "customs-house"], [2, 2, 2, 1, 1]),
    ],
)
def test_the_lowest_fixed_price_applies(held: list[str], prices: list[int]) -> None:
    """Of several fixed prices of a resource, the lowest applies, also to a city that loses one."""
    cards = gifts()
    none = holding((), cards)
    city = holding(held, cards)
    found = dict(zip(RESOURCES, unit_prices(city, none), strict=True))

    assert [found[one] for one in (CLAY, WOOD, STONE, GLASS, PAPYRUS)] == prices
    for name in held:
        if name in cards.buildings:
            draft = city.thaw()
            draft.lose(entry(name, cards))
            left = holding([one for one in held if one != name], cards)
            assert unit_prices(draft, none) == unit_prices(left, none)


def test_rebates_in_coins_come_off_each_price() -> None:
    """Rebates in coins add up by kind of card, and a price is never below 0."""
    cards = thrift()
    other = holding(["lumber-yard"], cards)
    asked = entry("the-pyramids", cards)  # 3 stone and a papyrus

    for held, total in (
        ([], 8),
        (["house-aa", "house-ac"], 8),  # blue buildings, and buildings of all colours
        (["house-ab"], 5),
        (["house-ab", "house-ad"], 4),
        (["house-ab", "house-ad", "architecture"], 0),
        (["new-a"], 0),
    ):
        own = holding(held, cards)
        assert price(cards.tables, own, other, asked) == total
        assert coin_part(cards.tables.layout, own, asked) == 0
    own = holding(["house-ac"], cards)
    assert price(cards.tables, own, other, entry("tavern", cards)) == 0
    for name, total, coins in (("sawmill", 0, 0), ("forum", 3, 1), ("pretorium", 6, 6)):
        assert price(cards.tables, own, other, entry(name, cards)) == total
        assert coin_part(cards.tables.layout, own, entry(name, cards)) == coins
    assert price(cards.tables, other, own, entry("sawmill", cards)) == 2


def test_251_buildings_in_whole_games() -> None:
    """With 251 buildings, the player can construct what the plain computation says."""
    cards = many()
    late = 0
    for seed in range(3):
        rng = Random(seed)
        deal = Deal.random(rng, cards)
        state = State.dealt(deal)
        while moves := state.legal_moves:
            if state.phase is Phase.TURN:
                own, other = state.cities[state.player], state.cities[state.player ^ 1]
                held: list[Card] = [*own.buildings, *[one.wonder for one in own.built], *own.tokens]
                for card in state.accessible:
                    late += cards.number_of_building(card.id) >= 73
                    total, _, _ = plain_price(card, held, other.buildings)
                    chained = card.free_with in [one.id for one in own.buildings]
                    assert (ConstructBuilding(card, cards) in moves) is (
                        total <= own.coins or chained
                    )
                for wonder in own.unbuilt:
                    total, _, _ = plain_price(wonder, held, other.buildings)
                    legal = {one.wonder for one in moves if isinstance(one, ConstructWonder)}
                    assert (wonder in legal) is (total <= own.coins)
            state = state.play(moves[int(rng.random() * len(moves))], deal)
    assert late > 100


# -- the memo -------------------------------------------------------------------------------------


def test_a_price_is_stored_in_its_place() -> None:
    """A price that is computed is stored in its place, and nothing else changes."""
    none = holding()
    memo = PriceMemo(catalogue.tables)
    known = listed(memo, none, none)
    asked = entry("baths")
    before = bytes(known)

    assert before[asked.item] == UNKNOWN
    assert memo.add(known, none, none, asked) == 2
    assert known == before[: asked.item] + b"\2" + before[asked.item + 1 :]
    assert listed(memo, none, none) is known
    assert memo.add(known, none, none, asked) == 2


@pytest.mark.parametrize("coins", [252, 253, 254, 400])
def test_a_price_too_large_for_a_byte(coins: int) -> None:
    """A price above 254 is not stored and is correct each time."""
    gold = Wonder(id="the-mint", name="The Mint", cost=Cost(coins=coins, stone=1))
    cards = catalogue.extended("gold", wonders=[gold])
    dear_one = entry("the-mint", cards)
    none = holding((), cards)
    memo = PriceMemo(cards.tables)
    known = listed(memo, none, none)
    noted = min(UNKNOWN, coins + 2)

    for _ in range(2):
        assert memo.add(known, none, none, dear_one) == coins + 2
        assert known[dear_one.item] == noted
        assert price(cards.tables, none, none, dear_one) == coins + 2


@pytest.mark.parametrize("make", [lambda: catalogue, thrift], ids=["base", "thrift"])
def test_prices_in_coins_alone_are_known_from_the_start(make: Callable[[], Catalogue]) -> None:
    """What costs no resources need not be computed, unless there are rebates in coins."""
    gold = Wonder(id="the-mint", name="The Mint", cost=Cost(coins=400))
    cards = make().extended("gold", wonders=[gold])
    own = holding(["quarry"], cards)
    known = PriceMemo(cards.tables).begin(own, own)
    fixed = not cards.tables.layout.coin_rebate_mask

    assert fixed is (make is not thrift)
    for card, asked in entries(cards):
        is_known = fixed and not card.cost.resources and card.cost.coins < UNKNOWN
        assert known[asked.item] == (card.cost.coins if is_known else UNKNOWN)
    assert (0 in known) is fixed
    assert price(cards.tables, own, own, entry("the-mint", cards)) == 400


def test_cities_with_equal_prices_share_a_list() -> None:
    """A list depends on the payer's production and the opponent's supply, and on nothing else."""
    memo = PriceMemo(catalogue.tables)
    first = listed(memo, holding(["lumber-yard"]), holding(["quarry"]))

    for mine, theirs in (
        (["lumber-yard", "tavern"], ["quarry", "altar"]),  # cards without resources
        (["logging-camp"], ["stone-pit"]),  # the same resources on other cards
        (["lumber-yard"], ["quarry", "forum"]),  # a choice does not raise prices (R30)
        (["lumber-yard"], ["quarry", "wood-reserve"]),
    ):
        assert listed(memo, holding(mine), holding(theirs)) is first
    for mine, theirs in (
        (["quarry"], ["lumber-yard"]),
        (["lumber-yard"], []),
        (["lumber-yard"], ["quarry", "glassworks"]),
        (["lumber-yard", "forum"], ["quarry"]),
        (["lumber-yard", "wood-reserve"], ["quarry"]),
        (["lumber-yard", "masonry"], ["quarry"]),
    ):
        assert listed(memo, holding(mine), holding(theirs)) is not first
    assert memo.number == 7


def test_the_memo_has_a_limit() -> None:
    """A full memo is cleared and starts with the list asked for."""
    memo = PriceMemo(catalogue.tables, 2)
    none = holding()
    cities = [holding([name]) for name in ("quarry", "clay-pit", "lumber-yard")]

    def ask(number: int) -> bytearray:
        return listed(memo, cities[number], none)

    first, second = ask(0), ask(1)
    assert ask(0) is first
    assert ask(1) is second
    assert memo.number == 2
    memo.add(first, cities[0], none, entry("baths"))
    third = ask(2)
    assert [*memo.lists.values()] == [{none.supply: third}]
    again = ask(0)
    assert again is not first
    assert again[entry("baths").item] == UNKNOWN
    assert memo.number == 2
    memo.most = 1
    assert ask(1) is not second
    assert memo.number == 1


def test_a_fixed_price_is_part_of_the_unit_prices() -> None:
    """Cities with and without a fixed price pay different prices, despite equal supply (R33)."""
    other = holding(["lumber-yard"])
    wood = RESOURCES.index(WOOD)

    assert unit_prices(holding(), other)[wood] == 3
    assert unit_prices(holding(["wood-reserve"]), other)[wood] == 1
    assert by_price(unit_prices(holding(), other))[0] == wood
    assert by_price(unit_prices(holding(["wood-reserve"]), other))[-1] == wood


def test_the_missing_units_of_a_card() -> None:
    """Missing units are those that fixed producers do not make, most expensive first (R32)."""
    other = holding(["press"])
    prices = unit_prices(holding(), other)
    asked = entry("the-pyramids")  # 3 stone and a papyrus
    stone, papyrus = RESOURCES.index(STONE), RESOURCES.index(PAPYRUS)

    assert missing_units(holding(), prices, asked) == [papyrus, stone, stone, stone]
    assert missing_units(holding(["quarry", "shelf-quarry"]), prices, asked) == [papyrus]
    assert missing_units(holding(["drying-room", "caravansery"]), prices, asked) == [stone] * 3
    assert missing_units(holding(["shelf-quarry", "quarry", "press"]), prices, asked) == []


# -- flexible producers ---------------------------------------------------------------------------


def test_a_rebate_without_flexible_producers() -> None:
    """Without flexible producers, Architecture rebates a wonder's most expensive units (R37)."""
    own, other = holding(["architecture"]), holding(["quarry", "glassworks"])

    # A stone at 3 and a papyrus at 2; a clay at 2 and one of three others at 3.
    assert price(catalogue.tables, own, other, entry("the-pyramids")) == 5
    assert price(catalogue.tables, own, other, entry("the-sphinx")) == 5
    assert price(catalogue.tables, own, other, entry("baths")) == 3


def test_a_rebate_and_flexible_producers_save_units_of_one_kind() -> None:
    """Two flexible producers and a rebate of two save up to four units of a kind (R35, R37)."""
    own = holding(["architecture", "press", "caravansery", "the-great-lighthouse"])

    assert price(catalogue.tables, own, holding(), entry("the-pyramids")) == 0


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


@pytest.mark.parametrize("resource", [WOOD, GLASS])
def test_a_resource_that_no_flexible_producer_makes(resource: Resource) -> None:
    """A resource that no flexible producer makes is bought despite other choices (R35)."""
    cards = without_choices_of(resource)
    layout = cards.tables.layout
    helping = ["forum", "piraeus"] if resource is WOOD else ["caravansery", "the-great-lighthouse"]
    own, none = holding(helping, cards), holding((), cards)

    assert layout.groups_are_apart
    assert layout.is_narrow
    assert NO_FIELD in layout.choice_of
    for card, asked in entries(cards):
        total, _, bought = plain_price(card, [cards.find(one) for one in helping], [])
        assert price(cards.tables, own, none, asked) == total
        assert _exact_cost(layout, own, none, asked) == bought


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
