"""Payment plans against brute force from the tables of facts."""

from __future__ import annotations

import csv
import itertools
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest

from tests.amounts import part
from tests.builders import city, state
from tests.wording import Wording
from wonders_duel import (
    Age,
    Bought,
    Card,
    CityPosition,
    ConstructBuilding,
    ConstructWonder,
    Discounted,
    Game,
    PaymentPlan,
    Player,
    Position,
    Produced,
    Rebated,
    State,
    WondersDuelError,
    catalogue,
)

FACTS = Path(__file__).parent / "facts"
RESOURCES = ("clay", "wood", "stone", "glass", "papyrus")
A, B = Player.ONE, Player.TWO


def _table(name: str) -> dict[str, dict[str, str]]:
    """Read a table of facts by printed name."""
    with (FACTS / name).open(encoding="utf-8", newline="") as file:
        return {row["name"]: row for row in csv.DictReader(file)}


BUILDINGS = _table("buildings.csv")
WONDERS = _table("wonders.csv")
EVERYTHING = {**BUILDINGS, **WONDERS}


def _slug(name: str) -> str:
    """Return the id of a printed name."""
    return name.lower().replace(" ", "-")


def _made(name: str) -> list[tuple[str, ...]]:
    """Return the units that a card produces, each as the resources it can be."""
    produces = EVERYTHING[name]["produces"] if name in EVERYTHING else ""
    if not produces:
        return []
    if "|" in produces:
        return [tuple(produces.split("|"))]
    number, _, resource = produces.rpartition(" ")
    return [(resource,)] * int(number or 1)


def _fixed(name: str) -> list[str]:
    """Return the resources whose price a card fixes at 1."""
    return [one for one in BUILDINGS.get(name, {}).get("trade_fixed", "").split("+") if one]


class Side:
    """One side of a random case, from the tables."""

    def __init__(self, buildings: list[str], wonders: list[str], tokens: list[str]) -> None:
        """Store the cards of the city and compute what matters for prices."""
        self.buildings = buildings
        self.wonders = wonders
        self.tokens = tokens
        units = [unit for name in (*buildings, *wonders) for unit in _made(name)]
        self.own = Counter(unit[0] for unit in units if len(unit) == 1)
        self.choosers = [unit for unit in units if len(unit) > 1]
        self.fixed = {resource for name in buildings for resource in _fixed(name)}
        self.supply = Counter(
            unit[0]
            for name in buildings
            if BUILDINGS[name]["colour"] in ("brown", "grey")
            for unit in _made(name)
        )

    def unit_price(self, resource: str, other: Side) -> int:
        """Return the price of a unit against an opponent (R28, R33)."""
        return 1 if resource in self.fixed else 2 + other.supply[resource]

    def choices(self) -> set[tuple[str, ...]]:
        """Return every combination of resources that flexible producers can make."""
        return {tuple(sorted(made)) for made in itertools.product(*self.choosers)}

    def rebate(self, name: str) -> int:
        """Return the number of units that rebates take off (R37)."""
        token = "Architecture" if name in WONDERS else ""
        if name in BUILDINGS and BUILDINGS[name]["colour"] == "blue":
            token = "Masonry"
        return 2 if token in self.tokens else 0


def _cheapest(name: str, payer: Side, other: Side, choices: set[tuple[str, ...]]) -> int:
    """Return the lowest price over all choices of producers and all sets of rebated units."""
    row = EVERYTHING[name]
    prices = {one: payer.unit_price(one, other) for one in RESOURCES}
    missing = [
        one for one in RESOURCES for _ in range(max(0, int(row[f"cost_{one}"]) - payer.own[one]))
    ]
    off = payer.rebate(name)
    best = None
    for made in choices:
        left = list(missing)
        for one in made:
            if one in left:
                left.remove(one)
        off_now = min(off, len(left))
        for kept in itertools.combinations(left, len(left) - off_now):
            price = sum(prices[one] for one in kept)
            best = price if best is None else min(best, price)
    assert best is not None
    return best + int(row.get("cost_coins", "0"))


def _random_case(rng: Random) -> tuple[State, tuple[Side, Side]]:
    """Return two random cities of one game, with one card in the Age III structure."""
    density = rng.choice((0.15, 0.35, 0.5, 0.8))
    decks = [[name for name, row in BUILDINGS.items() if row["age"] == age] for age in "123"]
    names = [name for deck in decks for name in rng.sample(deck, 20)]
    # Nobody has six symbols, with Law or without.
    symbols = sorted({BUILDINGS[name]["science_symbol"] for name in names} - {""})
    known = {"", *rng.sample(symbols, 4)}
    names = [name for name in names if BUILDINGS[name]["science_symbol"] in known]
    rng.shuffle(names)
    held: tuple[list[str], list[str]] = ([], [])
    late = 0
    for name in names[2:]:
        is_late = BUILDINGS[name]["age"] == "3"
        if rng.random() < density and not (is_late and late >= 14):
            late += is_late
            held[rng.randrange(2)].append(name)
    free = [name for name in names if name not in (*held[0], *held[1])]
    card = next(name for name in free if BUILDINGS[name]["age"] == "3")
    under = [name for name in free if BUILDINGS[name]["age"] != "3"]
    wonders = rng.sample(sorted(WONDERS), 8)
    tokens = rng.sample([token.name for token in catalogue.token_list], rng.choice((0, 2, 4, 6)))
    sides = []
    cities = []
    for seat in Player:
        mine = wonders[4 * seat : 4 * seat + rng.randrange(4)]
        if len(under) < len(mine):
            mine = mine[: len(under)]
        built = {_slug(one): _slug(under.pop()) for one in mine}
        owned = tokens[seat::2]
        sides.append(Side(held[seat], mine, owned))
        cities.append(
            CityPosition(
                coins=rng.randrange(20),
                buildings=held[seat],
                tokens=owned,
                built=built,
            )
        )
    position = Position(age=Age.III, structure={0: card}, cities=(cities[0], cities[1]))
    return position.state(), (sides[0], sides[1])


def _moves(side: Side) -> Iterator[tuple[str, ConstructBuilding | ConstructWonder]]:
    """Return a construction of everything that is not in the city yet."""
    for name in BUILDINGS:
        if name not in side.buildings:
            yield name, ConstructBuilding(_slug(name))
    for name in WONDERS:
        if name not in side.wonders:
            yield name, ConstructWonder(_slug(name), "tavern")


def _check_lines(plan: PaymentPlan, name: str, payer: Side, other: Side) -> None:
    """Check that each unit is provided once, by a card of the city that can provide it."""
    row = EVERYTHING[name]
    lines = [line for line in plan.lines if not isinstance(line, Discounted)]
    assert len(lines) == len(plan.lines)
    units = Counter(line.resource.value for line in lines)
    used: Counter[str] = Counter()
    off: Counter[str] = Counter()
    for line in lines:
        resource = line.resource.value
        match line:
            case Produced(producer=producer):
                assert producer.name in (*payer.buildings, *payer.wonders)
                assert any(resource in unit for unit in _made(producer.name))
                used[producer.name] += 1
            case Rebated(source=source):
                assert ("Architecture" if name in WONDERS else "Masonry") == source.name
                off[source.name] += 1
            case Bought(price=price, fixed_by=fixed_by, supply=supply):
                assert payer.unit_price(resource, other) == price
                assert other.supply[resource] == supply
                if fixed_by is None:
                    assert 2 + supply == price
                else:
                    assert fixed_by.name in payer.buildings
                    assert resource in _fixed(fixed_by.name)

    assert units == Counter(
        {one: int(row[f"cost_{one}"]) for one in RESOURCES if int(row[f"cost_{one}"])}
    )
    assert all(number <= len(_made(producer)) for producer, number in used.items())
    assert sum(off.values()) <= payer.rebate(name)


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 8))]
)
def test_every_plan_is_the_cheapest_and_explains_itself(seed: int) -> None:
    """Totals, lines, chains and receivers of random plans match brute force (R28 to R42)."""
    rng = Random(seed)
    chained = rebated = chosen = given_over = 0
    cases = part(150, at_least=75)
    for _ in range(cases):
        given, sides = _random_case(rng)
        for player in Player:
            payer, other = sides[player], sides[player.opponent]
            choices = payer.choices()
            held = given.cities[player].coins
            for name, move in _moves(payer):
                plan = given.payment(move, player)

                assert plan is not None
                assert player is plan.player
                assert name == plan.card.name
                assert held == plan.held
                giver = EVERYTHING[name].get("free_if_owning", "")
                if giver and giver in payer.buildings:
                    assert plan.free_by is not None
                    assert giver == plan.free_by.name
                    assert (
                        plan.total,
                        plan.coins,
                        plan.lines,
                        plan.to_opponent,
                        plan.missing,
                    ) == (0, 0, (), 0, 0)
                    chained += 1
                    continue
                assert plan.free_by is None
                assert _cheapest(name, payer, other, choices) == plan.total
                assert int(EVERYTHING[name].get("cost_coins", "0")) == plan.coins
                bought = sum(line.price for line in plan.lines if isinstance(line, Bought))
                assert bought == plan.trade
                assert plan.coins + bought == plan.total
                assert (bought if "Economy" in other.tokens else 0) == plan.to_opponent
                assert plan.total - plan.to_opponent == plan.to_bank
                assert (plan.total <= held) is plan.is_affordable
                assert max(0, plan.total - held) == plan.missing
                _check_lines(plan, name, payer, other)
                rebated += any(isinstance(line, Rebated) for line in plan.lines)
                chosen += any(
                    isinstance(line, Produced) and "|" in EVERYTHING[line.producer.name]["produces"]
                    for line in plan.lines
                )
                given_over += plan.to_opponent > 0

    assert min(chained, rebated, chosen, given_over) > cases * 2 / 3


def test_random_cases_price_every_card() -> None:
    """The random cases cover all 73 buildings and 12 wonders."""
    rng = Random(99)
    priced: set[str] = set()
    for _ in range(20):
        _, sides = _random_case(rng)
        priced |= {name for side in sides for name, _ in _moves(side)}

    assert priced == {*BUILDINGS, *WONDERS}
    assert len(priced) == 73 + 12


# -- hand-made plans -------------------------------------------------------------------------------


def _plan(given: State, name: str, player: Player = A) -> PaymentPlan:
    """Return the plan of a building or a wonder."""
    card: Card = catalogue.find(name)
    move = (
        ConstructBuilding(card.id)
        if card.id in catalogue.buildings
        else ConstructWonder(card.id, "baths")
    )
    plan = given.payment(move, player)
    assert plan is not None
    return plan


def test_a_plan_in_words() -> None:
    """The text of a plan has coins, own, flexible and bought units, and who is paid."""
    given = state(
        Age.II,
        ["walls"],
        city(9, "press", "clay-reserve"),
        city(7, "glassworks", "clay-pool", "clay-pit", tokens=["economy"]),
    )

    assert str(_plan(given, "forum")).splitlines() == [
        "Forum: 4 coins",
        "  3 coins of its cost",
        "  1 clay bought for 1 coin (Clay Reserve)",
        "  1 of it to player two",
    ]
    assert str(_plan(given, "caravansery")).splitlines() == [
        "Caravansery: 5 coins",
        "  2 coins of its cost",
        "  1 papyrus from Press",
        "  1 glass bought for 3 coins (2 + 1)",
        "  3 of it to player two",
    ]


def test_a_plan_with_a_rebate_in_words() -> None:
    """A rebate takes off the most expensive units that the city does not produce."""
    given = state(
        Age.III,
        ["circus"],
        city(9, "forum", tokens=["architecture"], unbuilt=["the-sphinx"]),
        city(7, "glassworks", "glass-blower", "clay-pit"),
    )

    assert str(_plan(given, "the-sphinx")).splitlines() == [
        "The Sphinx: 2 coins",
        "  1 glass from Forum",
        "  1 glass off by Architecture",
        "  1 clay off by Architecture",
        "  1 stone bought for 2 coins (2 + 0)",
    ]


def test_prices_without_lines_in_words() -> None:
    """Plans without lines are a cost in coins, one coin, no cost, or a chain."""
    given = state(Age.II, ["walls"], city(2, "garrison", "baths"), city(7, tokens=["economy"]))

    assert str(_plan(given, "sawmill")) == "Sawmill: 2 coins"
    assert str(_plan(given, "clay-pit")) == "Clay Pit: 1 coin"
    assert str(_plan(given, "tavern")) == "Tavern: free"
    assert str(_plan(given, "barracks")) == "Barracks: free with Garrison"
    assert str(_plan(given, "aqueduct")) == "Aqueduct: free with Baths"


def test_a_free_plan_still_has_its_lines() -> None:
    """A plan whose units are all produced is free, with a line for each."""
    given = state(Age.II, ["walls"], city(0, "shelf-quarry"), city(7, tokens=["economy"]))

    plan = _plan(given, "walls")

    assert str(plan).splitlines() == [
        "Walls: free",
        "  1 stone from Shelf Quarry",
        "  1 stone from Shelf Quarry",
    ]
    assert plan.is_affordable
    assert plan.to_opponent == 0


@pytest.mark.parametrize("coins", range(6))
def test_missing_coins_and_the_border_of_affordable(coins: int) -> None:
    """A plan is affordable with exactly its price in coins (R38)."""
    given = state(Age.II, ["customs-house"], city(coins), city(7))

    plan = _plan(given, "customs-house")

    assert (coins >= 4) is plan.is_affordable
    assert max(0, 4 - coins) == plan.missing
    assert (ConstructBuilding("customs-house") in given.legal_moves) is plan.is_affordable


def test_economy_takes_the_trade_part_only() -> None:
    """The opponent's Economy gets only what is paid for trade, in the plan and in the state (R39)."""
    given = state(Age.II, ["forum"], city(9), city(1, "clay-pit", tokens=["economy"]))

    plan = _plan(given, "forum")
    after = given.apply(ConstructBuilding("forum"))

    assert (plan.total, plan.coins, plan.to_opponent, plan.to_bank) == (6, 3, 3, 3)
    assert (after.cities[A].coins, after.cities[B].coins) == (9 - 6, 1 + 3)


def test_a_chain_makes_everything_free() -> None:
    """With a chain, neither coins nor resources are due (R41)."""
    given = state(Age.II, ["walls"], city(2, "garrison"), city(7, tokens=["economy"]))

    assert _plan(given, "barracks") == PaymentPlan(
        player=A,
        card=catalogue.buildings["barracks"],
        coins=0,
        lines=(),
        free_by=catalogue.buildings["garrison"],
        to_opponent=0,
        held=2,
    )


@pytest.mark.parametrize("token", ["theology", "strategy", "urbanism", "architecture"])
def test_no_other_token_of_the_opponent_takes_coins(token: str) -> None:
    """No token of the opponent other than Economy takes coins (R39)."""
    given = state(Age.II, ["forum"], city(9), city(1, tokens=[token]))

    assert _plan(given, "forum").to_opponent == 0


def test_each_unit_names_the_card_that_fixes_its_price() -> None:
    """A line at a fixed price names the card of its resource (R33)."""
    fixing = {"clay": "Clay Reserve", "wood": "Wood Reserve", "stone": "Stone Reserve"}
    fixing |= dict.fromkeys(("glass", "papyrus"), "Customs House")
    owner = city(9, *sorted({*map(_slug, fixing.values())}))
    given = state(Age.III, ["senate"], owner)
    lines = [line for card in catalogue.wonder_list for line in _plan(given, card.id).lines]

    bought = [line for line in lines if isinstance(line, Bought)]
    assert bought == lines
    for line in bought:
        assert line.fixed_by is not None
        assert line.fixed_by.name == fixing[line.resource.value]
    assert {line.resource.value for line in bought} == {*RESOURCES}


def test_economy_of_the_payer_takes_nothing() -> None:
    """The payer's own Economy has no effect."""
    given = state(Age.II, ["forum"], city(9, tokens=["economy"]), city(1))

    assert _plan(given, "forum").to_opponent == 0


def test_either_player_can_be_asked() -> None:
    """Without a player, the payer is the player to move."""
    given = state(
        Age.II, ["walls"], city(3, "quarry"), city(8, "stone-pit", "stone-reserve"), to_move=B
    )
    move = ConstructBuilding("walls")

    assert _plan(given, "walls", A).total == 3
    assert _plan(given, "walls", B).total == 1
    assert given.payment(move) == given.payment(move, B)
    assert (_plan(given, "walls", A).player, _plan(given, "walls", A).held) == (A, 3)
    assert (_plan(given, "walls", B).player, _plan(given, "walls", B).held) == (B, 8)


def test_an_unknown_player_is_refused(wording: Wording) -> None:
    """An unknown player is refused."""
    given = state(Age.II, ["walls"])

    with wording.raises(WondersDuelError):
        given.payment(ConstructBuilding("walls"), 2)


def test_a_move_without_a_price_has_no_plan() -> None:
    """Only constructions of buildings and wonders have a price."""
    given = state(Age.II, ["walls"])
    priced = [move for move in catalogue.moves if given.payment(move) is not None]

    assert priced == [
        move for move in catalogue.moves if isinstance(move, ConstructBuilding | ConstructWonder)
    ]


def test_plans_of_inaccessible_cards() -> None:
    """Every card has a price in every phase, before the first age included."""
    game = Game(seed=3)

    plan = game.payment("build palace")

    assert plan is not None
    assert plan.total == 10
    assert A is plan.player


def test_the_fields_of_a_plan_are_keyword_only() -> None:
    """The fields of a plan are keyword-only."""
    plan = _plan(state(Age.II, ["forum"], city(9), city(1, "clay-pit")), "forum")

    for thing in (plan, plan.lines[0]):
        kind: Any = type(thing)
        fields = attrs.asdict(thing, recurse=False)
        assert kind(**fields) == thing
        with pytest.raises(TypeError, match="positional"):
            kind(*fields.values())
