"""Part A of the worked examples: costs, trade, chains, access and discards (A1 to A14, A24)."""

from __future__ import annotations

from random import Random

import pytest

from tests.builders import city, state
from tests.moves import plan_of, play
from wonders_duel import (
    Age,
    Bought,
    CardRevealed,
    ConstructBuilding,
    ConstructWonder,
    Cost,
    Deal,
    DiscardBuilding,
    IllegalMoveError,
    Move,
    PaymentPlan,
    Phase,
    Player,
    Produced,
    Resource,
    RevealTiming,
    Rules,
    State,
    catalogue,
)
from wonders_duel.reasons import TooExpensive

# For each resource, a building with the highest amount of it, outside of the chains in these cases.
DEMANDING = {
    Resource.CLAY: "arsenal",
    Resource.WOOD: "siege-workshop",
    Resource.STONE: "town-hall",
    Resource.GLASS: "academy",
    Resource.PAPYRUS: "chamber-of-commerce",
}

# The city of A4, with the cards chosen there.
CITY_OF_A4 = ("stone-pit", "clay-pool", "brickyard", "press")


def price(before: State, building: str, player: Player | None = None) -> int:
    """Return the total price of a building."""
    return plan_of(before, ConstructBuilding(building), player).total


def prices_of_units(made: PaymentPlan) -> list[tuple[Resource, int]]:
    """Return the units that a plan buys, each with its price."""
    return [(line.resource, line.price) for line in made.lines if isinstance(line, Bought)]


def produced(before: State, player: Player) -> dict[Resource, int]:
    """Return how many units a city produces, up to the most that any building costs."""
    return {
        resource: sum(
            isinstance(line, Produced) and line.resource is resource
            for line in plan_of(before, ConstructBuilding(building), player).lines
        )
        for resource, building in DEMANDING.items()
    }


def assert_too_expensive(before: State, move: Move, reason: TooExpensive) -> None:
    """Check that a move is neither listed nor accepted, for this reason alone."""
    assert move not in before.legal_moves
    assert before.why_not(move) == (reason,)
    with pytest.raises(IllegalMoveError):
        before.apply(move)


# -- A1: printed costs ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("building", "cost"),
    [
        ("Lumber Yard", Cost()),
        ("Stone Pit", Cost(coins=1)),
        ("Baths", Cost(stone=1)),
        ("Arena", Cost(clay=1, stone=1, wood=1)),
    ],
)
def test_a01_printed_costs(building: str, cost: Cost) -> None:
    """The four cards of the example have their printed costs (R24, R25)."""
    assert catalogue.find_building(building).cost == cost


@pytest.mark.parametrize(
    ("age", "building", "total"),
    [
        (Age.I, "lumber-yard", 0),
        (Age.I, "stone-pit", 1),
        (Age.I, "baths", 2),
        (Age.III, "arena", 6),
    ],
)
def test_a01_printed_costs_priced_in_empty_cities(age: Age, building: str, total: int) -> None:
    """In empty cities with 7 coins, each missing unit costs 2 (R28)."""
    before = state(age, [building], city(7), city(7))

    assert price(before, building) == total

    after = before.apply(ConstructBuilding(building))
    assert after.cities[Player.ONE].coins == 7 - total
    assert after.cities[Player.TWO].coins == 7


def test_a01_printed_costs_arena_with_the_brewery() -> None:
    """With the Brewery, the Arena is free by the chain, even without coins (R42)."""
    before = state(Age.III, ["arena"], city(0, "brewery"))

    made = plan_of(before, ConstructBuilding("arena"))

    assert (made.total, made.free_by.id if made.free_by else None) == (0, "brewery")
    assert ConstructBuilding("arena") in before.legal_moves


# -- A2: cost or condition ------------------------------------------------------------------------


def test_a02_cost_or_condition_without_the_stable() -> None:
    """Without the Stable and without production, the Horse Breeders cost 2 + 2 (R25, R28)."""
    before = state(Age.II, ["horse-breeders"], city(4))

    made = plan_of(before, ConstructBuilding("horse-breeders"))

    assert (made.coins, made.trade, made.free_by) == (0, 4, None)
    assert before.apply(ConstructBuilding("horse-breeders")).cities[Player.ONE].coins == 0


def test_a02_cost_or_condition_with_the_stable() -> None:
    """With the Stable in the player's own city, the Horse Breeders are free (R41, R42)."""
    before = state(Age.II, ["horse-breeders"], city(0, "stable"))

    made = plan_of(before, ConstructBuilding("horse-breeders"))

    assert (made.total, made.free_by) == (0, catalogue.buildings["stable"])
    after = before.apply(ConstructBuilding("horse-breeders"))
    assert after.cities[Player.ONE].coins == 0
    assert catalogue.buildings["horse-breeders"] in after.cities[Player.ONE].buildings


def test_a02_cost_or_condition_with_the_stable_of_the_opponent() -> None:
    """With the Stable in the opponent's city only, the Horse Breeders still cost 4 (R41)."""
    move = ConstructBuilding("horse-breeders")
    before = state(Age.II, ["horse-breeders"], city(4), city(7, "stable"))
    poor = state(Age.II, ["horse-breeders"], city(3), city(7, "stable"))

    made = plan_of(before, move)

    assert (made.total, made.free_by) == (4, None)
    assert tuple(one.coins for one in before.apply(move).cities) == (0, 7)
    assert_too_expensive(poor, move, TooExpensive(4, 3))


# -- A3: free construction ------------------------------------------------------------------------


def test_a03_free_construction() -> None:
    """Without coins, the Lumber Yard can be constructed for nothing and produces 1 wood (R24)."""
    before = state(Age.I, ["lumber-yard"], city(0))
    assert ConstructBuilding("lumber-yard") in before.legal_moves
    assert sum(produced(before, Player.ONE).values()) == 0

    after = before.apply(ConstructBuilding("lumber-yard"))

    assert after.cities[Player.ONE].coins == 0
    made = produced(after, Player.ONE)
    assert made.pop(Resource.WOOD) == 1
    assert list(made.values()) == [0] * 4


# -- A4 to A6: production -------------------------------------------------------------------------


def test_a04_production_of_a_city() -> None:
    """A city with four producers makes exactly 1 stone, 3 clay and 1 papyrus (R27, R29).

    The opponent's prices are 2 plus the production, so they show the same numbers without a limit.
    """
    made = {
        Resource.CLAY: 3,
        Resource.WOOD: 0,
        Resource.STONE: 1,
        Resource.GLASS: 0,
        Resource.PAPYRUS: 1,
    }
    before = state(Age.I, ["baths"], city(0, *CITY_OF_A4))

    assert produced(before, Player.ONE) == made
    for resource, building in DEMANDING.items():
        bought = prices_of_units(plan_of(before, ConstructBuilding(building), Player.TWO))
        assert {paid for unit, paid in bought if unit is resource} == {2 + made[resource]}


def test_a05_building_from_production() -> None:
    """The city of A4 can build Baths and Garrison without coins, but not the Apothecary (R26, R38)."""
    before = state(Age.I, ["baths", "garrison", "apothecary"], city(0, *CITY_OF_A4))

    legal = [move for move in before.legal_moves if isinstance(move, ConstructBuilding)]

    assert legal == [ConstructBuilding("baths"), ConstructBuilding("garrison")]
    assert [price(before, move.building.id) for move in legal] == [0, 0]
    assert_too_expensive(before, ConstructBuilding("apothecary"), TooExpensive(2, 0))


def test_a05_building_from_production_with_two_coins() -> None:
    """With 2 coins and no glass at the opponent, the Apothecary is legal for 2 (R28)."""
    before = state(Age.I, ["baths", "garrison", "apothecary"], city(2, *CITY_OF_A4))

    assert price(before, "apothecary") == 2
    assert ConstructBuilding("apothecary") in before.legal_moves
    assert before.apply(ConstructBuilding("apothecary")).cities[Player.ONE].coins == 0


def test_a05_building_from_production_with_glass_at_the_opponent() -> None:
    """With the Glassworks at the opponent, the Apothecary costs 3, more than 2 coins (R28, R38)."""
    before = state(
        Age.I,
        ["baths", "garrison", "apothecary"],
        city(2, *CITY_OF_A4),
        city(7, "glassworks"),
    )

    assert price(before, "apothecary") == 3
    assert_too_expensive(before, ConstructBuilding("apothecary"), TooExpensive(3, 2))


def test_a06_resources_are_not_spent() -> None:
    """The city of A4 produces 1 stone again after Baths and another card have used it (R26)."""
    before = state(
        Age.I,
        ["baths", "garrison", "altar"],
        city(4, *CITY_OF_A4, unbuilt=["the-sphinx"]),
    )
    made = produced(before, Player.ONE)

    built = play(before, ConstructBuilding("baths"))

    assert produced(built, Player.ONE) == made
    assert built.cities[Player.ONE].coins == 4
    walls = plan_of(built, ConstructBuilding("walls"), Player.ONE)
    assert Produced(Resource.STONE, catalogue.buildings["stone-pit"]) in walls.lines
    assert prices_of_units(walls) == [(Resource.STONE, 2)]

    # The Sphinx costs 1 clay, 1 stone and 2 glass; only the glass is bought.
    later = play(play(built, DiscardBuilding("garrison")), ConstructWonder("the-sphinx", "altar"))

    assert later.cities[Player.ONE].coins == 0
    assert produced(later, Player.ONE) == made


# -- A7 to A9: trade with a double producer -------------------------------------------------------


@pytest.mark.parametrize(
    "quarries",
    [("shelf-quarry",), ("quarry", "stone-pit")],
    ids=["shelf-quarry", "literal-reading"],
)
def test_a07_trade_price_with_a_double_producer(quarries: tuple[str, ...]) -> None:
    """With two stone symbols at the opponent, each stone costs 4 (R28, R29).

    The opponent makes two stones and pays 2 for a third, since this city makes none. The variant
    reads the example literally, with a Quarry and a Stone Pit.
    """
    before = state(Age.II, ["walls", "aqueduct"], city(8), city(2, *quarries))

    one_stone = plan_of(before, ConstructBuilding("baths"))
    two_stones = plan_of(before, ConstructBuilding("walls"))
    owners = plan_of(before, ConstructBuilding("aqueduct"), Player.TWO)

    assert prices_of_units(one_stone) == [(Resource.STONE, 4)]
    assert prices_of_units(two_stones) == [(Resource.STONE, 4)] * 2
    assert (one_stone.total, two_stones.total) == (4, 8)
    assert prices_of_units(owners) == [(Resource.STONE, 2)]
    assert owners.total == 2
    assert before.apply(ConstructBuilding("walls")).cities[Player.ONE].coins == 0


def test_a08_fortifications_mixed_purchase() -> None:
    """With a Shelf Quarry against a Clay Pool, B pays 0 + 5 for Fortifications (R25, R28, R32).

    Clay costs 3, papyrus 2, and B makes both stones; A gets nothing, and the pawn moves to -2
    (R69).
    """
    before = state(
        Age.III,
        ["fortifications"],
        city(7, "clay-pool"),
        city(5, "shelf-quarry"),
        to_move=Player.TWO,
    )
    move = ConstructBuilding("fortifications")

    made = plan_of(before, move)

    assert (made.coins, made.trade, made.total) == (0, 5, 5)
    assert sorted(prices_of_units(made)) == [(Resource.CLAY, 3), (Resource.PAPYRUS, 2)]
    stone = Produced(Resource.STONE, catalogue.buildings["shelf-quarry"])
    assert made.lines.count(stone) == 2

    after = before.apply(move)
    assert tuple(one.coins for one in after.cities) == (7, 0)
    assert after.pawn == -2


def test_a08_fortifications_mixed_purchase_with_four_coins() -> None:
    """With 4 coins, B cannot build Fortifications for 5 (R38)."""
    before = state(
        Age.III,
        ["fortifications"],
        city(7, "clay-pool"),
        city(4, "shelf-quarry"),
        to_move=Player.TWO,
    )
    move = ConstructBuilding("fortifications")

    assert_too_expensive(before, move, TooExpensive(5, 4))


def test_a09_aqueduct_three_of_the_same_resource() -> None:
    """With a Shelf Quarry at B, A pays 4 for each of the 3 stones of the Aqueduct (R28)."""
    before = state(Age.II, ["aqueduct"], city(12), city(7, "shelf-quarry"))

    made = plan_of(before, ConstructBuilding("aqueduct"))

    assert prices_of_units(made) == [(Resource.STONE, 4)] * 3
    after = before.apply(ConstructBuilding("aqueduct"))
    assert tuple(one.coins for one in after.cities) == (0, 7)


# -- A10, A11: coins ------------------------------------------------------------------------------


@pytest.mark.parametrize(("building", "cost"), [("scriptorium", 2), ("stone-pit", 1)])
def test_a10_coin_costs(building: str, cost: int) -> None:
    """Against Economy, a card paid in coins is paid to the bank (R25, R39)."""
    before = state(Age.I, [building], city(7), city(7, tokens=["economy"]))

    made = plan_of(before, ConstructBuilding(building))
    after = before.apply(ConstructBuilding(building))

    assert (made.coins, made.trade, made.to_bank, made.to_opponent) == (cost, 0, cost, 0)
    assert tuple(one.coins for one in after.cities) == (7 - cost, 7)


def test_a11_coins_and_resources_together() -> None:
    """Against a Glassworks, B pays 2 coins and buys for 3 + 2 to build the Caravansery (R25, R28)."""
    before = state(Age.II, ["caravansery"], city(7, "glassworks"), city(7), to_move=Player.TWO)
    move = ConstructBuilding("caravansery")

    made = plan_of(before, move)

    assert (made.coins, made.trade, made.total) == (2, 5, 7)
    assert sorted(prices_of_units(made)) == [(Resource.GLASS, 3), (Resource.PAPYRUS, 2)]
    assert tuple(one.coins for one in before.apply(move).cities) == (7, 0)


def test_a11_coins_and_resources_together_with_economy() -> None:
    """With Economy, A gets the 5 coins of B's trade, but not the 2 coins of the cost (R39)."""
    before = state(
        Age.II,
        ["caravansery"],
        city(7, "glassworks", tokens=["economy"]),
        city(7),
        to_move=Player.TWO,
    )
    move = ConstructBuilding("caravansery")

    made = plan_of(before, move)

    assert (made.total, made.to_opponent, made.to_bank) == (7, 5, 2)
    assert tuple(one.coins for one in before.apply(move).cities) == (12, 0)


# -- A12: chains ----------------------------------------------------------------------------------


def test_a12_chains_aqueduct_with_baths() -> None:
    """With the Baths, the Aqueduct is free and legal without coins (R41, R42)."""
    before = state(Age.II, ["aqueduct"], city(0, "baths"))
    move = ConstructBuilding("aqueduct")

    made = plan_of(before, move)

    assert (made.total, made.free_by) == (0, catalogue.buildings["baths"])
    assert move in before.legal_moves
    after = before.apply(move)
    assert after.cities[Player.ONE].coins == 0
    assert catalogue.buildings["aqueduct"] in after.cities[Player.ONE].buildings


def test_a12_chains_fortifications_with_the_palisade() -> None:
    """With the Palisade, Fortifications are free without coins and move the pawn by 2 (R42, R69)."""
    before = state(Age.III, ["fortifications"], city(7), city(0, "palisade"), to_move=Player.TWO)
    move = ConstructBuilding("fortifications")

    made = plan_of(before, move)

    assert (made.total, made.free_by) == (0, catalogue.buildings["palisade"])
    assert move in before.legal_moves
    after = before.apply(move)
    assert (after.pawn, after.cities[Player.TWO].coins) == (-2, 0)


# -- A13: accessible cards ------------------------------------------------------------------------

# Slots 14 to 19 are the six of the first accessible row; 14 and 16 are taken.
ROW_OF_A13 = ("baths", "stone-pit", "lumber-yard", "scriptorium")
LEFT_OF_A13 = (1 << 20) - 1 & ~(1 << 14 | 1 << 16)


def _a13(timing: RevealTiming = RevealTiming.END_OF_ACTION) -> State:
    return state(
        Age.I, ROW_OF_A13, city(7), city(7), left=LEFT_OF_A13, rules=Rules(reveal_timing=timing)
    )


def test_a13_accessible_cards() -> None:
    """With slots 0 and 2 of the row taken, exactly the four others are accessible (R15)."""
    before = _a13()

    assert tuple(card.id for card in before.accessible) == ROW_OF_A13
    assert [slot.index for slot in before.structure.accessible] == [15, 17, 18, 19]
    assert all(before.structure[slot].covered_by for slot in range(14))
    assert set(ROW_OF_A13) == {
        move.building.id for move in before.legal_moves if isinstance(move, DiscardBuilding)
    }


def test_a13_accessible_cards_and_no_other() -> None:
    """Any other card is refused for every use (R15)."""
    before = _a13()
    others = [one for one in catalogue.buildings if one not in ROW_OF_A13]
    assert len(others) == 69

    for building in others:
        for move in (ConstructBuilding(building), DiscardBuilding(building)):
            assert before.why_not(move)
            with pytest.raises(IllegalMoveError):
                before.apply(move)


@pytest.mark.parametrize("timing", RevealTiming)
def test_a13_accessible_cards_follow_up(timing: RevealTiming) -> None:
    """Taking slot 1 reveals the two cards that it alone covered (R15, R16, R19).

    The action has no choice, so the moment of the reveal does not depend on the option (R17).
    """
    before = _a13(timing)
    deal = Deal.consistent_with(before, Random(13))
    shown = [deal.ages[0][slot] for slot in (9, 10)]

    after = before.apply(DiscardBuilding("baths"))

    for slot, card in zip((9, 10), shown, strict=True):
        assert after.chance is not None
        assert (after.chance.phase, after.chance.slot) == (Phase.REVEAL, slot)
        after = after.resolve(CardRevealed(slot, card))
    assert after == before.play(DiscardBuilding("baths"), deal)
    assert after.to_move is Player.TWO
    assert [slot.index for slot in after.structure.accessible] == [9, 10, 17, 18, 19]
    assert [after.structure[slot].building for slot in (9, 10)] == shown
    assert all(DiscardBuilding(card) in after.legal_moves for card in shown)
    assert all(after.structure[slot].building is None for slot in (11, 12, 13))


# -- A14: discard income --------------------------------------------------------------------------


@pytest.mark.parametrize("coins", [0, 7])
def test_a14_discard_income_counts_yellow(coins: int) -> None:
    """With two yellow cards, a discard gives 2 + 2 coins and goes to the discard pile (R50, R51)."""
    before = state(
        Age.II,
        ["aqueduct"],
        city(7),
        city(coins, "tavern", "clay-reserve"),
        to_move=Player.TWO,
    )

    after = before.apply(DiscardBuilding("aqueduct"))

    assert tuple(one.coins for one in after.cities) == (7, coins + 4)
    aqueduct = catalogue.buildings["aqueduct"]
    assert after.discard_pile == (aqueduct,)
    assert not any(aqueduct in one.buildings for one in after.cities)


# -- A24: Economy ---------------------------------------------------------------------------------


def test_a24_economy_and_discounts() -> None:
    """With a Stone Reserve, B buys 2 stones for 2, and A with Economy gets those 2 (R33, R39).

    A's Shelf Quarry would raise the price to 8, but only what is really paid counts.
    """
    before = state(
        Age.II,
        ["walls"],
        city(7, "shelf-quarry", tokens=["economy"]),
        city(7, "stone-reserve"),
        to_move=Player.TWO,
    )

    made = plan_of(before, ConstructBuilding("walls"))

    assert prices_of_units(made) == [(Resource.STONE, 1)] * 2
    assert (made.total, made.to_opponent, made.to_bank) == (2, 2, 0)
    after = before.apply(ConstructBuilding("walls"))
    assert tuple(one.coins for one in after.cities) == (9, 5)


def test_a24_economy_and_discounts_with_a_coin_cost() -> None:
    """Economy gets nothing of the 8 coins of the Pretorium's cost (R39)."""
    before = state(
        Age.III,
        ["pretorium"],
        city(7, "shelf-quarry", tokens=["economy"]),
        city(8, "stone-reserve"),
        to_move=Player.TWO,
    )

    made = plan_of(before, ConstructBuilding("pretorium"))

    assert (made.coins, made.trade, made.to_opponent, made.to_bank) == (8, 0, 0, 8)
    # The 3 shields move the pawn to -3, where the token on A's side costs A 2 coins (R70).
    after = before.apply(ConstructBuilding("pretorium"))
    assert (after.pawn, *(one.coins for one in after.cities)) == (-3, 5, 0)
