"""Part B of the worked examples, B1 to B18: payments, their receivers and their order.

A is player one, B player two. Each city has only the cards that matter.
"""

from __future__ import annotations

import pytest

from tests.builders import city, state
from tests.moves import plan_of
from wonders_duel import (
    Age,
    Bought,
    ConstructBuilding,
    ConstructWonder,
    IllegalMoveError,
    Move,
    PaymentPlan,
    Phase,
    Player,
    Produced,
    Rebated,
    Resource,
    ReviveBuilding,
    TakeToken,
)
from wonders_duel.reasons import TooExpensive

A, B = Player.ONE, Player.TWO

MAUSOLEUM_PRODUCTION = ("brickyard", "glassworks", "glass-blower", "press")
"""Two clay, two glass and a papyrus, which make the Mausoleum free."""


def _prices(plan: PaymentPlan, *resources: Resource) -> list[int]:
    """Return the price of each unit that is bought, of these resources or of all."""
    return [
        line.price
        for line in plan.lines
        if isinstance(line, Bought) and (not resources or line.resource in resources)
    ]


# -- the cheapest way to pay -----------------------------------------------------------------------


def test_b01_choice_producer_and_rebate_together() -> None:
    """B1 (R36, R37): the Forum makes the most expensive unit, and two others are rebated.

    Given A with Architecture and the Forum, B with Glassworks and Glass-Blower;
    when A builds the Temple of Artemis, whose units cost 2, 2, 4 and 2; then A
    pays 2: the Forum makes the glass and two units are rebated.
    """
    given = state(
        Age.III,
        ["pretorium", "circus"],
        city(2, "forum", tokens=["architecture"], unbuilt=["the-temple-of-artemis"]),
        city(7, "glassworks", "glass-blower"),
    )
    move = ConstructWonder("the-temple-of-artemis", "pretorium")

    plan = plan_of(given, move)

    assert plan.total == 2
    assert _prices(plan) == [2]
    assert [line.resource for line in plan.lines if isinstance(line, Produced)] == [Resource.GLASS]
    assert sum(isinstance(line, Rebated) for line in plan.lines) == 2
    assert given.apply(move).cities[A].coins == 2 - 2 + 12


def test_b01_without_help_every_unit_is_bought() -> None:
    """B1 (R28, R36): without Forum and Architecture every unit is bought.

    Given A with nothing, B with Glassworks and Glass-Blower; when the Temple of
    Artemis is priced; then wood and stone cost 2, glass 4 and papyrus 2.
    """
    given = state(
        Age.III,
        ["pretorium", "circus"],
        city(unbuilt=["the-temple-of-artemis"]),
        city(7, "glassworks", "glass-blower"),
    )

    plan = plan_of(given, ConstructWonder("the-temple-of-artemis", "pretorium"))

    assert _prices(plan, Resource.WOOD) == [2]
    assert _prices(plan, Resource.STONE) == [2]
    assert _prices(plan, Resource.GLASS) == [4]
    assert _prices(plan, Resource.PAPYRUS) == [2]
    assert plan.total == 10


def test_b02_choice_producers_come_before_the_rebate() -> None:
    """B2 (R36): flexible producers are used before a rebate, or the price would be too high.

    Given A with Quarry, Forum and Architecture and no coins, B with Stone Pit,
    Glassworks and Glass-Blower, so that a stone, a wood and a glass at 3, 2 and 4
    are missing; when A builds Circus Maximus; then it is free, not 2: the Forum
    makes the glass, the rebate takes stone and wood.
    """
    given = state(
        Age.III,
        ["pretorium", "circus"],
        city(0, "quarry", "forum", tokens=["architecture"], unbuilt=["circus-maximus"]),
        city(7, "stone-pit", "glassworks", "glass-blower"),
    )
    move = ConstructWonder("circus-maximus", "pretorium")

    plan = plan_of(given, move)

    assert plan.total == 0
    assert {line.resource for line in plan.lines if isinstance(line, Rebated)} == {
        Resource.STONE,
        Resource.WOOD,
    }
    assert move in given.legal_moves
    assert given.apply(move).cities[A].coins == 0


def test_b02_without_the_rebate_the_prices_are_as_stated() -> None:
    """B2 (R28): without Forum and Architecture the units have their regular prices.

    Given the cities of B2 without Forum and Architecture; when Circus Maximus is
    priced; then the missing stone costs 3, wood 2 and glass 4.
    """
    given = state(
        Age.III,
        ["pretorium", "circus"],
        city(7, "quarry", unbuilt=["circus-maximus"]),
        city(7, "stone-pit", "glassworks", "glass-blower"),
    )

    plan = plan_of(given, ConstructWonder("circus-maximus", "pretorium"))

    assert _prices(plan, Resource.STONE) == [3]
    assert _prices(plan, Resource.WOOD) == [2]
    assert _prices(plan, Resource.GLASS) == [4]


def test_b03_choice_producer_makes_the_unit_without_fixed_price() -> None:
    """B3 (R33, R36): a flexible producer makes the unit on which it saves most.

    Given A with Stone Reserve and Caravansery, nobody producing anything else;
    when A builds the Rostrum for a stone and a wood; then the Caravansery makes
    the wood and the stone costs 1.
    """
    given = state(Age.II, ["rostrum", "walls"], city(1, "stone-reserve", "caravansery"))
    move = ConstructBuilding("rostrum")

    plan = plan_of(given, move)

    assert plan.total == 1
    assert _prices(plan, Resource.STONE) == [1]
    assert [line.resource for line in plan.lines if isinstance(line, Produced)] == [Resource.WOOD]
    assert given.apply(move).cities[A].coins == 0


def test_b04_rebate_takes_the_expensive_units_not_those_of_fixed_price() -> None:
    """B4 (R33, R37): a rebate takes off the most expensive units, not those at a fixed price.

    Given A with Masonry and Stone Reserve, B with Lumber Yard; when A builds the
    Town Hall for three stone at 1 and two wood at 3; then both wood are rebated
    and A pays 3.
    """
    given = state(
        Age.III,
        ["town-hall", "circus"],
        city(3, "stone-reserve", tokens=["masonry"]),
        city(7, "lumber-yard"),
    )
    move = ConstructBuilding("town-hall")

    plan = plan_of(given, move)

    assert plan.total == 3
    assert _prices(plan) == [1, 1, 1]
    assert [line.resource for line in plan.lines if isinstance(line, Rebated)] == [
        Resource.WOOD
    ] * 2
    assert given.apply(move).cities[A].coins == 0


def test_b04_without_masonry_the_sum_is_9() -> None:
    """B4 (R28, R33): without Masonry the Town Hall costs 9.

    Given the cities of B4 without Masonry; when the Town Hall is priced; then
    three stone at 1 and two wood at 3 make 9.
    """
    given = state(
        Age.III, ["town-hall", "circus"], city(7, "stone-reserve"), city(7, "lumber-yard")
    )

    plan = plan_of(given, ConstructBuilding("town-hall"))

    assert _prices(plan, Resource.STONE) == [1, 1, 1]
    assert _prices(plan, Resource.WOOD) == [3, 3]
    assert plan.total == 9


def test_b05_rebate_beyond_what_is_missing_is_lost() -> None:
    """B5 (R37): a rebate beyond the missing units is lost.

    Given A with Masonry and 3 coins, B with Shelf Quarry; when A builds the Baths
    for one stone; then the price is 0 and A still has 3 coins.
    """
    given = state(Age.I, ["baths", "tavern"], city(3, tokens=["masonry"]), city(7, "shelf-quarry"))
    move = ConstructBuilding("baths")

    assert plan_of(given, move).total == 0
    assert given.apply(move).cities[A].coins == 3


def test_b05_rebate_takes_two_of_four_units() -> None:
    """B5 (R37): a rebate takes two units off a cost of four.

    Given A with Masonry, nobody producing anything; when A builds the Gardens for
    two clay and two wood; then two units are bought for 4.
    """
    given = state(Age.III, ["gardens", "circus"], city(4, tokens=["masonry"]))
    move = ConstructBuilding("gardens")

    assert plan_of(given, move).total == 4
    assert given.apply(move).cities[A].coins == 0


# -- what raises a price ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("building", "resource"),
    [
        ("stable", Resource.WOOD),
        ("garrison", Resource.CLAY),
        ("baths", Resource.STONE),
    ],
)
def test_b06_yellow_cards_and_wonders_do_not_raise_a_price(
    building: str, resource: Resource
) -> None:
    """B6 (R30): yellow cards and wonders do not raise a price.

    Given B with the Caravansery and the Great Lighthouse built, no brown card;
    when A buys a wood (or a clay or a stone); then it costs 2.
    """
    given = state(
        Age.I,
        [building, "tavern"],
        city(2),
        city(7, "caravansery", built={"the-great-lighthouse": "altar"}),
    )
    move = ConstructBuilding(building)

    assert _prices(plan_of(given, move), resource) == [2]
    assert given.apply(move).cities[A].coins == 0


def test_b07_every_symbol_of_a_brown_card_counts() -> None:
    """B7 (R28, R29): every symbol of a brown card raises the price.

    Given B with Sawmill and Lumber Yard, three wood symbols; when A buys a wood;
    then it costs 5.
    """
    given = state(Age.I, ["stable", "tavern"], city(5), city(7, "sawmill", "lumber-yard"))
    move = ConstructBuilding("stable")

    assert _prices(plan_of(given, move)) == [5]
    assert given.apply(move).cities[A].coins == 0


def test_b07_fixed_price_holds_whatever_the_opponent_makes() -> None:
    """B7 (R33): a fixed price does not depend on the opponent's production.

    Given the same B, A with the Wood Reserve; when A buys a wood; then it costs 1.
    """
    given = state(
        Age.I, ["stable", "tavern"], city(1, "wood-reserve"), city(7, "sawmill", "lumber-yard")
    )
    move = ConstructBuilding("stable")

    assert _prices(plan_of(given, move)) == [1]
    assert given.apply(move).cities[A].coins == 0


# -- what produces ---------------------------------------------------------------------------------


def test_b08_two_choice_producers_make_two_different_goods() -> None:
    """B8 (R35): two flexible producers make two different goods, a glass and a papyrus.

    Given A with the Forum and Piraeus built; when the Study is priced, two wood,
    a glass and a papyrus; then only wood is bought.
    """
    given = state(Age.III, ["study", "circus"], city(4, "forum", built={"piraeus": "altar"}))
    move = ConstructBuilding("study")

    plan = plan_of(given, move)

    assert _prices(plan, Resource.GLASS, Resource.PAPYRUS) == []
    assert _prices(plan, Resource.WOOD) == [2, 2]
    assert given.apply(move).cities[A].coins == 0


def test_b08_two_choice_producers_leave_one_of_three_goods_to_buy() -> None:
    """B8 (R35): two flexible producers leave one of three goods to buy.

    Given the same A with the Mausoleum unbuilt; when that is priced, two clay, two
    glass and a papyrus; then exactly one manufactured good is bought.
    """
    given = state(
        Age.III,
        ["study", "circus"],
        city(6, "forum", built={"piraeus": "altar"}, unbuilt=["the-mausoleum"]),
    )
    move = ConstructWonder("the-mausoleum", "circus")

    plan = plan_of(given, move)

    assert _prices(plan, Resource.GLASS, Resource.PAPYRUS) == [2]
    assert _prices(plan, Resource.CLAY) == [2, 2]
    assert given.apply(move).cities[A].coins == 0


def test_b09_a_wonder_does_not_help_to_pay_for_itself() -> None:
    """B9 (R27): the Great Lighthouse does not help to pay for itself.

    Given A with the Great Lighthouse unbuilt and 8 coins; when A builds it; then
    all four units are bought for 8, and only
    then it makes a raw material.
    """
    given = state(Age.I, ["stable", "tavern"], city(8, unbuilt=["the-great-lighthouse"]))
    move = ConstructWonder("the-great-lighthouse", "tavern")

    plan = plan_of(given, move)
    after = given.apply(move)

    assert _prices(plan) == [2, 2, 2, 2]
    assert not any(isinstance(line, Produced) for line in plan.lines)
    assert after.cities[A].coins == 0
    assert plan_of(given, ConstructBuilding("stable")).total == 2
    assert plan_of(after, ConstructBuilding("stable"), A).total == 0


def test_b09_with_too_few_coins_for_the_full_cost_it_is_illegal() -> None:
    """B9 (R27, R38): the Great Lighthouse is illegal with one coin less than its full cost.

    Given A with the Great Lighthouse unbuilt and 7 coins; when A tries to build it for 8;
    then that is illegal.
    """
    given = state(Age.I, ["stable", "tavern"], city(7, unbuilt=["the-great-lighthouse"]))
    move = ConstructWonder("the-great-lighthouse", "tavern")

    assert move not in given.legal_moves
    assert given.why_not(move) == (TooExpensive(price=8, coins=7),)


@pytest.mark.parametrize(
    ("move", "least"),
    [
        (ConstructBuilding("rostrum"), 4),
        (ConstructBuilding("caravansery"), 6),
        (ConstructBuilding("customs-house"), 4),
        (ConstructWonder("the-pyramids", "rostrum"), 8),
    ],
    ids=str,
)
def test_b10_one_coin_short(move: Move, least: int) -> None:
    """B10 (R38): an action is legal with its lowest price in coins, and not with one coin less.

    Given one coin less than the lowest price, in resources, coins or both, or of a
    wonder; when the legal moves are asked for; then the action is not among them
    and playing it is refused, while with one coin more it is legal.
    """
    cards = ["rostrum", "walls"]
    if isinstance(move, ConstructBuilding) and move.building.id not in cards:
        cards[0] = move.building.id
    short = state(Age.II, cards, city(least - 1, unbuilt=["the-pyramids"]))
    enough = state(Age.II, cards, city(least, unbuilt=["the-pyramids"]))

    assert plan_of(short, move).total == least
    assert move not in short.legal_moves
    assert short.why_not(move) == (TooExpensive(price=least, coins=least - 1),)
    with pytest.raises(IllegalMoveError):
        short.apply(move)
    assert move in enough.legal_moves
    assert enough.apply(move).cities[A].coins == 0


# -- Economy, and the order of payment and effects -------------------------------------------------


def test_b11_economy_is_paid_before_the_appian_way_takes_coins() -> None:
    """B11 (R40, R61): Economy is paid before the Appian Way takes coins.

    Given B with Economy and no coins, A with 10 coins, nobody producing; when A
    builds the Appian Way for 10; then B gets 10 and loses 3, and A gains 3.
    """
    given = state(
        Age.I,
        ["tavern", "altar"],
        city(10, unbuilt=["the-appian-way"]),
        city(0, tokens=["economy"]),
    )
    move = ConstructWonder("the-appian-way", "tavern")

    plan = plan_of(given, move)
    after = given.apply(move)

    assert (plan.total, plan.to_opponent) == (10, 10)
    assert after.cities[B].coins == 7
    assert after.cities[A].coins == 3


def test_b12_economy_is_paid_before_a_military_token_takes_coins() -> None:
    """B12 (R40, R70): Economy is paid before a military token takes coins.

    Given B with Economy and no coins, the pawn at +1; when A builds the Colossus,
    buying everything for 8; then B gets 8, the pawn moves to +3, and B loses 2.
    """
    given = state(
        Age.I,
        ["tavern", "altar"],
        city(8, unbuilt=["the-colossus"]),
        city(0, tokens=["economy"]),
        pawn=1,
    )

    after = given.apply(ConstructWonder("the-colossus", "tavern"))

    assert after.cities[A].coins == 0
    assert after.pawn == 3
    assert after.cities[B].coins == 6
    assert [token.coins for token in after.military_tokens[B]] == [5]


def test_b13_economy_gets_nothing_for_a_chain() -> None:
    """B13 (R39, R42): Economy gets nothing for a chain, since nothing is bought.

    Given B with Economy, A with the Baths; when A builds the Aqueduct by chain;
    then B gets 0.
    """
    given = state(Age.II, ["aqueduct", "walls"], city(0, "baths"), city(4, tokens=["economy"]))
    move = ConstructBuilding("aqueduct")

    assert plan_of(given, move).to_opponent == 0
    assert given.apply(move).cities[B].coins == 4


@pytest.mark.parametrize(
    ("coins", "production", "trade"),
    [(0, MAUSOLEUM_PRODUCTION, 0), (10, (), 10)],
    ids=["mausoleum produced", "mausoleum bought"],
)
def test_b13_economy_gets_nothing_for_a_card_from_the_discard_pile(
    coins: int, production: tuple[str, ...], trade: int
) -> None:
    """B13 (R39, R59): Economy gets nothing for a card from the discard pile.

    Given B with Economy, the Aqueduct in the discard pile; when A builds the
    Mausoleum and takes the Aqueduct; then B gets what A paid for resources of the
    wonder, 0 if there was nothing to buy, and 0 for the Aqueduct.
    """
    given = state(
        Age.III,
        ["pretorium", "circus"],
        city(coins, *production, unbuilt=["the-mausoleum"]),
        city(4, tokens=["economy"]),
        discard_pile=["aqueduct"],
    )

    built = given.apply(ConstructWonder("the-mausoleum", "pretorium"))
    after = built.apply(ReviveBuilding("aqueduct"))

    assert built.cities[B].coins == 4 + trade
    assert after.cities[B].coins == 4 + trade
    assert after.cities[A].coins == 0
    assert "aqueduct" in [card.id for card in after.cities[A].buildings]


def test_b14_coins_that_a_wonder_gives_cannot_pay_for_it() -> None:
    """B14 (R23): coins that a wonder gives cannot pay for it.

    Given A with 5 coins and the Temple of Artemis at 6; when A tries to build it;
    then that is illegal, although it would give 12.
    """
    given = state(
        Age.I, ["tavern", "altar"], city(5, "lumber-yard", unbuilt=["the-temple-of-artemis"])
    )
    move = ConstructWonder("the-temple-of-artemis", "tavern")

    assert plan_of(given, move).total == 6
    assert move not in given.legal_moves
    assert given.why_not(move) == (TooExpensive(price=6, coins=5),)
    with pytest.raises(IllegalMoveError):
        given.apply(move)


# -- Urbanism --------------------------------------------------------------------------------------


def test_b15_urbanism_pays_for_a_chain_even_if_all_is_produced() -> None:
    """B15 (R43, R44): Urbanism pays for a chain, even if all resources are produced.

    Given A with Urbanism, the Baths and three stone; when A builds the Aqueduct;
    then it is free by the chain and gives 4 coins.
    """
    given = state(
        Age.II,
        ["aqueduct", "walls"],
        city(1, "baths", "shelf-quarry", "quarry", tokens=["urbanism"]),
    )
    move = ConstructBuilding("aqueduct")

    plan = plan_of(given, move)

    assert plan.total == 0
    assert plan.free_by is not None
    assert plan.free_by.id == "baths"
    assert given.apply(move).cities[A].coins == 1 + 4


def test_b16_urbanism_pays_nothing_for_a_card_without_cost() -> None:
    """B16 (R44): Urbanism pays nothing for a card without a cost.

    Given A with Urbanism; when A builds the Altar, which has no cost; then A's
    coins stay.
    """
    given = state(Age.I, ["altar", "tavern"], city(1, tokens=["urbanism"]))

    assert given.apply(ConstructBuilding("altar")).cities[A].coins == 1


def test_b16_urbanism_pays_nothing_for_a_produced_cost() -> None:
    """B16 (R44): Urbanism pays nothing for a card whose cost is produced.

    Given A with Urbanism, a wood and a papyrus, without the Altar; when A builds
    the Temple; then it costs nothing and A's coins stay.
    """
    given = state(Age.II, ["temple", "walls"], city(1, "lumber-yard", "press", tokens=["urbanism"]))
    move = ConstructBuilding("temple")

    plan = plan_of(given, move)

    assert (plan.total, plan.free_by) == (0, None)
    assert given.apply(move).cities[A].coins == 1


def test_b17_urbanism_pays_nothing_through_the_mausoleum() -> None:
    """B17 (R45): Urbanism pays nothing for a card that the Mausoleum makes free.

    Given A with Urbanism and the Baths, the Aqueduct in the discard pile; when A
    builds the Mausoleum and takes the Aqueduct; then A's coins stay.
    """
    given = state(
        Age.III,
        ["pretorium", "circus"],
        city(1, "baths", *MAUSOLEUM_PRODUCTION, tokens=["urbanism"], unbuilt=["the-mausoleum"]),
        discard_pile=["aqueduct"],
    )

    built = given.apply(ConstructWonder("the-mausoleum", "pretorium"))
    after = built.apply(ReviveBuilding("aqueduct"))

    assert built.cities[A].coins == 1
    assert after.cities[A].coins == 1
    assert "aqueduct" in [card.id for card in after.cities[A].buildings]


def test_b18_urbanism_is_not_retroactive() -> None:
    """B18 (R46, R47): Urbanism pays nothing for the chain that led to it.

    Given A with the Scriptorium and no coins; when A builds the Library by chain,
    which makes a pair, and takes Urbanism; then A gains 6, not 10.
    """
    given = state(
        Age.II, ["library", "walls"], city(0, "scriptorium"), board_tokens=["urbanism", "law"]
    )

    built = given.apply(ConstructBuilding("library"))
    after = built.apply(TakeToken("urbanism"))

    assert built.phase is Phase.BOARD_TOKEN
    assert built.cities[A].coins == 0
    assert after.cities[A].coins == 6
