"""Catalogues with custom cards and effects: in prices, in games, in pickles."""

from __future__ import annotations

import copy
import itertools
import math
import pickle
from collections.abc import Mapping
from functools import cache
from random import Random

import attrs
import pytest
from typing_extensions import override

from tests.builders import city
from tests.moves import plan_of
from tests.own_cards import (
    BUILDINGS,
    CLAY,
    GLASS,
    MORE,
    PAPYRUS,
    STONE,
    TOKENS,
    WONDERS,
    WOOD,
    own_building,
)
from tests.wording import Wording
from wonders_duel import (
    Age,
    Bought,
    Building,
    Card,
    Catalogue,
    CatalogueError,
    CityPosition,
    Colour,
    ConstructBuilding,
    ConstructWonder,
    Cost,
    Deal,
    DestroyBuilding,
    Discounted,
    DraftWonder,
    Game,
    IllegalMoveError,
    Move,
    Phase,
    Player,
    Position,
    PositionError,
    Resource,
    ReviveBuilding,
    State,
    StructureLayout,
    TakeToken,
    Turn,
    UnknownNameError,
    Victory,
    Wonder,
    WondersDuelError,
    catalogue,
    parse_move,
)
from wonders_duel.effects import (
    CardChoice,
    Cards,
    Changes,
    CoinRebate,
    Destroy,
    Effect,
    FixedPrice,
    Gain,
    Points,
    Produce,
    ProduceOneOf,
    Rebate,
    Revive,
    TakeBoardToken,
    Whenever,
    YouConstruct,
    YouUseChain,
)
from wonders_duel.engine.phases import MOST_CHOICES
from wonders_duel.reasons import NotADestructionTarget, NotInThisGame
from wonders_duel.render import svg
from wonders_duel.testing.invariants import form_breaches

A, B = Player.ONE, Player.TWO


@attrs.frozen
class Census(Effect):
    """A gain of 10 per coin and 1 per blue building of the owner, 100 per one of the opponent."""

    @override
    def gain(self, state: State, player: Player) -> Gain:
        own, other = state.cities[player], state.cities[player.opponent]
        return Gain(coins=10 * own.coins + own.count(Colour.BLUE) + 100 * other.count(Colour.BLUE))


def _state(
    card: str,
    one: CityPosition | None = None,
    two: CityPosition | None = None,
    *,
    age: Age = Age.II,
    beside: str = "",
    **rest: object,
) -> State:
    """Return a position of the extended game with one or two cards left."""
    slots = {0: card, 1: beside} if beside else {0: card}
    made = Position(age=age, structure=slots, cities=(one or city(), two or city()), catalogue=MORE)
    for name, value in rest.items():
        setattr(made, name, value)
    return made.state()


def _build(name: str) -> ConstructBuilding:
    """Return the construction of a building of the extended game."""
    return ConstructBuilding(name, MORE)


# -- prices ----------------------------------------------------------------------------------------


def _brute_force(
    cost: Cost,
    own: Mapping[Resource, int],
    helpers: tuple[frozenset[Resource], ...],
    prices: Mapping[Resource, int],
) -> int:
    """Try every assignment of flexible producers to missing units, and buy the rest."""
    missing = [
        resource
        for resource, units in cost.resources.items()
        for _ in range(max(0, units - own.get(resource, 0)))
    ]

    @cache
    def least(unit: int, left: tuple[int, ...]) -> int:
        if unit == len(missing):
            return 0
        best = prices[missing[unit]] + least(unit + 1, left)
        for helper in left:
            if missing[unit] in helpers[helper]:
                rest = tuple(one for one in left if one != helper)
                best = min(best, least(unit + 1, rest))
        return best

    return cost.coins + least(0, tuple(range(len(helpers))))


def _expected_total(given: State, player: Player, card: Building | Wonder) -> int:
    """Compute a price from the effects of the cards in both cities."""
    mine, theirs = given.cities[player], given.cities[player.opponent]
    cards: list[Card] = [*mine.buildings, *(one.wonder for one in mine.built), *mine.tokens]
    own: dict[Resource, int] = {}
    helpers: list[frozenset[Resource]] = []
    fixed: dict[Resource, int] = {}
    target = card.colour if isinstance(card, Building) else None
    off = 0
    for effect in itertools.chain.from_iterable(one.effects for one in cards):
        match effect:
            case Produce(resource=resource, units=units):
                own[resource] = own.get(resource, 0) + units
            case ProduceOneOf(resources=resources):
                helpers.append(frozenset(resources))
            case FixedPrice(resource=resource, price=price):
                fixed[resource] = min(price, fixed.get(resource, price))
            case CoinRebate(coins=coins, colours=colours, wonders=wonders):
                off += coins * (wonders if target is None else target in colours)
            case Rebate(units=units, on=on) if on == target:
                helpers += [frozenset(Resource)] * units
            case _:
                pass
    prices = {}
    for resource in Resource:
        supply = sum(
            effect.units
            for building in theirs.buildings
            if building.colour in (Colour.BROWN, Colour.GREY)
            for effect in building.effects
            if isinstance(effect, Produce) and effect.resource is resource
        )
        prices[resource] = fixed.get(resource, 2 + supply)
    return max(0, _brute_force(card.cost, own, tuple(helpers), prices) - off)


HELPFUL = (
    "kiln", "bazaar", "raft", "caravan", "grove", "toll-house", "depot", "academy-steps", "foundry",
    "counting-house", "forum", "caravansery", "customs-house", "wood-reserve", "glass-blower", "drying-room",
    "sawmill", "brickyard", "quarry", "press", "glassworks", "clay-pit",
)  # fmt: skip


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2, 3))]
)
def test_overlapping_choices_cost_what_the_best_assignment_costs(seed: int) -> None:
    """Overlapping choices, rebates and fixed prices cost what brute force finds (D11)."""
    rng = Random(seed)
    helped = cheaper = 0
    for _ in range(40):
        names = rng.sample(HELPFUL, rng.randrange(4, 13))
        cut = rng.randrange(len(names) + 1)
        tokens = rng.sample(["architecture", "masonry", "guile"], rng.randrange(3))
        wonders = rng.sample(
            ["piraeus", "the-vault", "the-great-lighthouse", "the-well"], rng.randrange(4)
        )
        under = ["tavern", "baths", "altar"]
        given = _state(
            "walls",
            city(5, *names[:cut], tokens=tokens, built=dict(zip(wonders, under, strict=False))),
            city(5, *names[cut:]),
        )
        priced: list[Building | Wonder] = [*MORE.building_list, *MORE.wonder_list]
        for card in priced:
            if isinstance(card, Building):
                plan = plan_of(given, _build(card.id))
            else:
                plan = plan_of(given, ConstructWonder(card.id, "walls", MORE))
            if plan.free_by is not None:
                continue

            assert _expected_total(given, A, card) == plan.total
            bought = sum(line.price for line in plan.lines if isinstance(line, Bought))
            saved = [line.coins for line in plan.lines if isinstance(line, Discounted)]
            assert all(saved)
            assert plan.coins + bought - sum(saved) == plan.total
            assert plan.trade == min(bought, plan.total)
            units = [line for line in plan.lines if not isinstance(line, Discounted)]
            assert len(units) == sum(card.cost.resources.values())
            helped += len(units) > sum(isinstance(line, Bought) for line in units)
            cheaper += bool(saved)

    assert helped > 500
    assert cheaper > 50


def test_a_choice_is_given_up_for_one_that_nothing_else_makes() -> None:
    """The Kiln makes the wood of the Tower, since nothing else does."""
    given = _state("walls", city(9, "kiln", "forum", unbuilt=["the-tower"]), city(9, "glassworks"))
    move = ConstructWonder("the-tower", "walls", MORE)

    plan = plan_of(given, move)
    after = given.apply(move)

    # The choices cover one glass and one glass or wood; wood is the cheapest to buy.
    assert plan.total == (2 + 2)
    assert [line.resource for line in plan.lines if isinstance(line, Bought)] == [WOOD]
    assert after.cities[A].coins == 9 - 4


def test_a_producer_on_a_yellow_card_does_not_raise_prices() -> None:
    """A yellow producer raises no prices, but its owner may use it (R28, R30)."""
    given = _state("laboratory", city(9), city(9, "caravan"))
    move = _build("laboratory")

    assert {2} == {line.price for line in plan_of(given, move).lines if isinstance(line, Bought)}
    assert plan_of(given, move, B).total == 2


def test_two_resources_of_one_card_raise_both_prices() -> None:
    """A brown building that makes wood and stone raises the price of both."""
    given = _state("rostrum", city(9), city(9, "grove"))

    assert plan_of(given, _build("rostrum")).total == 3 + 3
    assert plan_of(given, _build("rostrum"), B).total == 0


def test_a_fixed_price_of_another_amount() -> None:
    """A fixed price has the amount on the card, the lowest if there are several, and may be 0."""
    rich = city(9, "glassworks", "glass-blower", "sawmill")
    move = _build("laboratory")  # a wood and two glass

    assert plan_of(_state("laboratory", city(9), rich), move).total == 4 + 2 * 4
    assert plan_of(_state("laboratory", city(9, "depot"), rich), move).total == 4 + 2 * 3
    assert plan_of(_state("laboratory", city(9, "toll-house"), rich), move).total == 0 + 2 * 2
    both = _state("laboratory", city(9, "toll-house", "depot"), rich)
    assert plan_of(both, move).total == 0 + 2 * 2
    cheapest = _state("laboratory", city(9, "toll-house", "depot", "customs-house"), rich)
    assert plan_of(cheapest, move).total == 0 + 2 * 1
    fixers = {
        line.fixed_by.name
        for line in plan_of(cheapest, move).lines
        if isinstance(line, Bought) and line.fixed_by
    }
    assert {"Toll House", "Customs House"} == fixers


def test_an_equal_regular_price_is_not_fixed() -> None:
    """A regular price that equals a fixed one is not reported as fixed."""
    given = _state("laboratory", city(9, "toll-house"))
    named = {
        line.resource: line.fixed_by and line.fixed_by.id
        for wonder in MORE.wonder_list
        for line in plan_of(given, ConstructWonder(wonder, "walls", MORE)).lines
        if isinstance(line, Bought)
    }

    assert named == {
        CLAY: None,
        STONE: None,
        PAPYRUS: None,
        WOOD: "toll-house",
        GLASS: "toll-house",
    }


def test_a_rebate_on_another_colour() -> None:
    """Green buildings and wonders cost one less, red buildings two less, others the same."""
    given = _state("walls", city(9, "academy-steps", tokens=["guile"]))

    assert plan_of(given, _build("laboratory")).total == 2 * 2
    assert plan_of(given, _build("walls")).total == 0
    assert plan_of(given, _build("aqueduct")).total == 3 * 2
    assert plan_of(given, ConstructWonder("the-tower", "walls", MORE)).total == 2 + 2 * 2


@pytest.mark.parametrize(
    ("choosing", "lines"),
    [
        (["forum"], ["1 glass from Forum", "1 glass off by Architecture"]),
        (["forum", "kiln"], ["1 glass from Forum", "1 glass from Kiln"]),
    ],
)
def test_each_unit_that_is_taken_off_names_the_card(choosing: list[str], lines: list[str]) -> None:
    """Of several rebates, those first in the catalogue take off the most expensive units."""
    owner = city(9, *choosing, "academy-steps", tokens=["architecture"])
    given = _state("walls", owner, city(9, "quarry", "clay-pool", "clay-pit"))

    plan = plan_of(given, ConstructWonder("the-sphinx", "walls", MORE))

    assert [str(line) for line in plan.lines] == [
        "1 clay off by Academy Steps",
        "1 stone off by Architecture",
        *lines,
    ]


def test_a_rebate_takes_no_coins() -> None:
    """A rebate does not lower the coin part of a cost (R37)."""
    given = _state("barracks", city(9, tokens=["guile"]))

    assert plan_of(given, _build("barracks")).total == 3


# -- effects in play -------------------------------------------------------------------------------


def test_an_extra_shield_on_another_colour() -> None:
    """The extra shields of a token and a building apply to blue buildings but not to red ones."""
    mine = city(9, "foundry", tokens=["tactics"])
    blue = _state("shrine", mine).apply(_build("shrine"))
    plain = _state("rostrum", city(9, "sawmill", "quarry", "foundry")).apply(_build("rostrum"))
    red = _state("walls", city(9, "foundry", tokens=["tactics"])).apply(_build("walls"))

    assert blue.pawn == 1 + 2 + 1
    assert plain.pawn == 1
    assert red.pawn == 2


def test_a_card_with_two_symbols_makes_two_pairs() -> None:
    """A card with two symbols that make two pairs gives two tokens, one after the other (R63)."""
    given = _state(
        "twin-school",
        city(9, "scriptorium", "apothecary"),
        beside="walls",
        board_tokens=["law", "piety", "masonry"],
    )

    first = given.apply(_build("twin-school"))
    second = first.apply(TakeToken("piety", MORE))
    after = second.apply(TakeToken("masonry", MORE))

    assert first.pending == (Phase.BOARD_TOKEN, Phase.BOARD_TOKEN)
    assert second.pending == (Phase.BOARD_TOKEN,)
    assert A is second.to_move
    assert [token.id for token in after.cities[A].tokens] == ["masonry", "piety"]
    assert B is after.to_move


def test_two_pairs_and_one_token_left() -> None:
    """With one token left, the second pair gives nothing (R64)."""
    given = _state(
        "twin-school", city(9, "scriptorium", "apothecary"), beside="walls", board_tokens=["law"]
    )

    after = given.apply(_build("twin-school")).apply(TakeToken("law", MORE))

    assert B is after.to_move
    assert after.pending == ()


def test_two_symbols_at_once_can_be_the_sixth_and_the_seventh() -> None:
    """A game with more than six symbols is also won when two come at once (R67)."""
    held = ["workshop", "pharmacist", "academy", "observatory"]
    given = _state(
        "senate",
        city(20, *held, tokens=["law"], built={"the-mausoleum": "walls"}),
        age=Age.III,
        beside="merchants-guild",
        discard_pile=["twin-school"],
        pending=[Phase.REVIVE],
    )

    after = given.apply(ReviveBuilding("twin-school", MORE))

    assert len(after.cities[A].symbols) == 7
    assert after.is_over
    assert after.result is not None
    assert (after.result.victory, after.result.winner) == (Victory.SCIENTIFIC, A)


def test_custom_effects_gain_coins_and_shields() -> None:
    """The gains of a custom effect are added to those of the card."""
    given = _state("customs-fort", city(3), city(9, "tavern", "brewery"), beside="walls")

    after = given.apply(_build("customs-fort"))

    assert after.cities[A].coins == 3 + 2 * 2
    assert after.pawn == 1 + 2 * 1
    assert after.cities[B].coins == 9 - 2  # the pawn passed the first military token (R70)


@pytest.mark.parametrize(("held", "left"), [(12, 12 - 4 - 1), (5, 0), (3, 0)])
def test_custom_effects_take_coins_of_the_opponent(held: int, left: int) -> None:
    """A custom effect adds to the coins a card takes from the opponent, down to 0 at most (R49)."""
    given = _state("tax-office", city(3), city(held, "tavern"), beside="walls")

    after = given.apply(_build("tax-office"))

    assert left == after.cities[B].coins
    assert after.cities[A].coins == 3


@pytest.mark.parametrize(("theirs", "next_player"), [(["tavern"], A), ([], B)])
def test_custom_effects_grant_another_turn(theirs: list[str], next_player: Player) -> None:
    """A custom effect can grant another turn depending on the position."""
    given = _state("harbour", city(3), city(9, *theirs), beside="walls")

    assert next_player is given.apply(_build("harbour")).to_move


@pytest.mark.parametrize("mover", Player)
def test_custom_effects_see_the_card_paid_for_and_in_its_place(mover: Player) -> None:
    """A custom effect sees the city after payment and with its own card in it (R71)."""
    hall = own_building("Hall", Colour.BLUE, Census(), cost=Cost(coins=6))
    cards = catalogue.extended("hall", buildings=[hall])
    cities = [city(9, "altar"), city(9, "altar")]
    cities[mover.opponent] = city(5, "baths", "theater", "temple")
    given = Position(
        age=Age.II,
        structure={0: "hall", 1: "walls"},
        cities=(cities[0], cities[1]),
        to_move=mover,
        catalogue=cards,
    ).state()

    after = given.apply(ConstructBuilding("hall", cards))

    assert after.cities[mover].coins == 3 + 10 * 3 + 2 + 100 * 3
    assert after.cities[mover.opponent].coins == 5


def test_custom_effects_score() -> None:
    """Points of custom effects count in the category of their card."""
    given = _state(
        "walls",
        city(0, "forecourt", "baths", tokens=["piety"], built={"the-tower": "tavern"}),
        city(0, "altar"),
    )

    sheet = given.score()

    assert (sheet[A].blue, sheet[A].wonders, sheet[A].tokens) == (2 * 2 + 1 + 3, 2 * 1, 2 * 3)
    assert sheet[A].total == 8 + 2 + 6
    assert sheet[B].total == 3


def test_points_on_brown_buildings_count() -> None:
    """Points on brown buildings count, although the base game has no category for them (R80)."""
    assert _state("walls", city(0, "foundry")).score()[A].total == 2


def test_custom_tallies_and_tokens_gain() -> None:
    """A custom tally and a token with an immediate gain are applied when taken."""
    watch = _state("watch", city(1, tokens=["law", "economy"])).apply(_build("watch"))
    taking = _state(
        "walls",
        city(1, "pharmacist", "dispensary"),
        city(1, "tavern", "forum"),
        pending=[Phase.BOARD_TOKEN],
        board_tokens=["piety", "tactics"],
    )

    assert watch.cities[A].coins == 1 + 3 * 2
    assert taking.apply(TakeToken("piety", MORE)).cities[A].coins == 1 + 2
    assert taking.apply(TakeToken("tactics", MORE)).pawn == 1


def test_a_custom_wonder_is_constructed() -> None:
    """A custom wonder costs coins, has its gain, and grants another turn."""
    given = _state(
        "walls",
        city(2, "caravan", "lumber-yard", unbuilt=["the-tower"]),
        city(0, "forum"),
        beside="rostrum",
    )
    move = ConstructWonder("the-tower", "walls", MORE)

    after = given.apply(move)

    assert after.cities[A].coins == 2 - 2 + 5
    assert A is after.to_move
    assert [one.wonder.id for one in after.cities[A].built] == ["the-tower"]


def test_economy_takes_the_trade_part_of_a_wonder_only() -> None:
    """Economy gives the opponent the trade part; the wonder's coins go to the bank (R39)."""
    given = _state(
        "walls",
        city(20, "glassworks", unbuilt=["the-tower"]),
        city(3, "sawmill", tokens=["economy"]),
        beside="forum",
    )
    move = ConstructWonder("the-tower", "walls", MORE)

    plan = plan_of(given, move)
    after = given.apply(move)

    # A glass at 2 and a wood at 2 + 2 are bought; the wonder itself costs 2 coins.
    assert (plan.total, plan.coins, plan.to_opponent, plan.to_bank) == (8, 2, 6, 2)
    assert after.cities[A].coins == 20 - 8
    assert after.cities[B].coins == 3 + 6


def test_economy_takes_nothing_of_coins_alone() -> None:
    """If nothing is bought, the opponent's Economy token gives nothing (R39)."""
    given = _state(
        "walls",
        city(20, "glassworks", "glass-blower", "lumber-yard", unbuilt=["the-tower"]),
        city(3, tokens=["economy"]),
        beside="forum",
    )
    made = _state("shrine", city(5), city(3, tokens=["economy"]), beside="forum")

    wonder = given.apply(ConstructWonder("the-tower", "walls", MORE))
    shrine = made.apply(_build("shrine"))

    assert (wonder.cities[A].coins, wonder.cities[B].coins) == (18, 3)
    assert (shrine.cities[A].coins, shrine.cities[B].coins) == (4, 3)


def test_a_chain_from_a_custom_card() -> None:
    """A chain from the custom Kiln makes a building free, with its bonus (R42, R44)."""
    given = _state("forecourt", city(0, "kiln", tokens=["guile"]), beside="walls")

    plan = plan_of(given, _build("forecourt"))

    assert MORE.buildings["kiln"] is plan.free_by
    assert given.apply(_build("forecourt")).cities[A].coins == 2


def test_several_choices_of_one_card_come_in_order() -> None:
    """Library, Mausoleum and destruction on one building are resolved in the order of R22."""
    given = _state(
        "raiders",
        city(0),
        city(0, "tavern", "kiln", "baths"),
        beside="walls",
        discard_pile=["altar"],
        board_tokens=["law"],
    )

    drawing = given.apply(_build("raiders"))
    chance = drawing.chance
    assert chance is not None
    library = drawing.resolve(chance.sample(Random(1)))
    reviving = library.apply(TakeToken(library.offered_tokens[0].id, MORE))
    destroying = reviving.apply(reviving.legal_moves[0])

    assert Phase.DRAW_TOKENS is drawing.phase
    assert Phase.LIBRARY_TOKEN is library.phase
    assert [str(move) for move in reviving.legal_moves] == ["revive altar"]
    assert {"destroy tavern", "destroy kiln"} == {str(move) for move in destroying.legal_moves}


def test_two_destructions_of_one_card_are_two_choices() -> None:
    """Two destructions on one card are two choices, in the order of the colours (R22, R58)."""
    brigands = own_building("Brigands", Colour.RED, Destroy(Colour.YELLOW), Destroy(Colour.GREY))
    cards = catalogue.extended("brigands", buildings=[brigands])
    given = Position(
        age=Age.II,
        structure={0: "brigands", 1: "walls"},
        cities=(city(), city(7, "tavern", "press", "forum")),
        catalogue=cards,
    ).state()

    first = given.apply(ConstructBuilding("brigands", cards))
    second = first.apply(first.legal_moves[0])

    assert first.pending == (Phase.DESTROY, Phase.DESTROY)
    assert first.why_not(DestroyBuilding("tavern", cards)) == (
        NotADestructionTarget(cards.buildings["tavern"], Colour.GREY),
    )
    assert [str(move) for move in first.legal_moves] == ["destroy press"]
    assert second.pending == (Phase.DESTROY,)
    assert {str(move) for move in second.legal_moves} == {"destroy tavern", "destroy forum"}


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "\x1b[2J", "x" * 61])
def test_a_card_has_a_name_that_can_be_typed_and_shown(wording: Wording, name: str) -> None:
    """The name of a card has to be 1 to 60 printable characters."""
    card = Wonder(id="the-odd-one", name=name)

    with wording.raises(CatalogueError):
        catalogue.extended("odd", wonders=[card])


def test_an_age_is_laid_out_as_its_own_structure() -> None:
    """In a catalogue whose Age III has the layout of Age I, six cards are accessible."""
    one, two, _ = catalogue.structures
    cards = Catalogue(
        "turned",
        catalogue.building_list,
        catalogue.wonder_list,
        catalogue.token_list,
        (one, two, one),
    )
    given = Position(age=Age.II, phase=Phase.DEAL_AGE, catalogue=cards).state()
    chance = given.chance
    assert chance is not None

    after = given.resolve(chance.sample(Random(1)))

    assert after.age is Age.III
    assert len(after.accessible) == 6


def test_the_deals_of_another_third_age_are_counted() -> None:
    """The deals of a custom Age III are counted, with 8 of 20 cards face up."""
    one, two, _ = catalogue.structures
    up, down = (4, 8, 12), (3, 5, 7, 9, 11, 13)
    wide = StructureLayout(((4, 6), down, up, down, up))
    cards = Catalogue(
        "wide",
        catalogue.building_list,
        catalogue.wonder_list,
        catalogue.token_list,
        (one, two, wide),
    )
    chance = Position(age=Age.II, phase=Phase.DEAL_AGE, catalogue=cards).state().chance
    assert chance is not None
    expected = sum(
        math.comb(8, shown)
        * math.comb(12, 3 - shown)
        * math.perm(7, shown)
        * math.perm(20, 8 - shown)
        for shown in range(4)
    )

    assert (wide.size, wide.face_up.count(True)) == (20, 8)
    assert chance.count == expected


def test_the_end_drops_pending_choices() -> None:
    """If a revived building wins the game, the pending destruction is dropped (R75)."""
    given = _state(
        "raiders",
        city(0),
        city(0, "tavern"),
        beside="walls",
        discard_pile=["guard-tower"],
        board_tokens=["law"],
        pawn=8,
    )
    drawing = given.apply(_build("raiders"))
    chance = drawing.chance
    assert chance is not None
    library = drawing.resolve(chance.sample(Random(1)))
    reviving = library.apply(TakeToken(library.offered_tokens[0].id, MORE))

    over = reviving.apply(reviving.legal_moves[0])

    assert over.is_over
    assert over.pending == ()
    assert Position.of(over).state() == over


def test_a_destroyed_card_loses_its_effects() -> None:
    """Destroying a custom card removes its choices and prices (R31)."""
    given = _state(
        "raiders", city(0), city(9, "kiln", "toll-house"), beside="laboratory", board_tokens=["law"]
    )
    chance = given.apply(_build("raiders")).chance
    assert chance is not None
    library = given.apply(_build("raiders")).resolve(chance.sample(Random(1)))
    destroying = library.apply(TakeToken(library.offered_tokens[0].id, MORE))
    before = plan_of(destroying, _build("laboratory"), B)

    after = destroying.apply(parse_move("destroy toll-house", MORE))

    assert before.total == 0 + 2
    assert plan_of(after, _build("laboratory"), B).total == 2 + 2


def test_the_maximum_of_choices_is_pending(wording: Wording) -> None:
    """The maximum of pending choices survives every form of a position (R22)."""
    base = 4  # the Great Library, the Mausoleum, the Statue of Zeus, Circus Maximus
    hall = own_building("Hall", Colour.BLUE, *[Revive()] * (MOST_CHOICES - base))
    cards = catalogue.extended("a hall", buildings=[hall])
    built = Position(
        age=hall.age,
        structure={0: "hall", 1: "walls"},
        discard_pile=["baths", "altar"],
        catalogue=cards,
    ).state()

    state = built.apply(ConstructBuilding("hall", cards))

    assert state.pending == (Phase.REVIVE,) * (MOST_CHOICES - base)
    assert list(form_breaches(state)) == []
    over = state.to_text().replace("pending=revive", "pending=revive" + ",revive" * 11)
    assert len(State.from_text(over, cards).pending) == MOST_CHOICES + 7
    with wording.raises(PositionError):
        State.from_text(over.replace("pending=revive", "pending=revive,revive"), cards)


# -- what a catalogue refuses ----------------------------------------------------------------------


@pytest.mark.parametrize("effect", ["Points(3)", Points, None])
def test_a_card_refuses_invalid_effects(wording: Wording, effect: object) -> None:
    """A text, a class or None among the effects is refused when the card is created."""
    with wording.raises(CatalogueError):
        own_building("Hall", Colour.BLUE, effect)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "cards",
    [
        [own_building("Baths", Colour.BLUE)],
        [own_building("Law", Colour.BLUE)],
        [own_building("Big_Hall", Colour.BLUE)],
        [own_building("", Colour.BLUE)],
        [own_building("Hall", Colour.BLUE, free_with="cellar")],
        [own_building("Hall", Colour.BLUE, free_with="the-sphinx")],
        [own_building("Hall", Colour.RED, Whenever(YouConstruct(Colour.RED), Gain(shields=31)))],
        [own_building("Hall", Colour.RED, Whenever(YouUseChain(), Gain(coins=4095)))],
        [own_building("Hall", Colour.BLUE, *[Revive()] * 247)],
        [own_building(f"Hall {n}", Colour.RED) for n in range(60)],
    ],
)
def test_a_catalogue_refuses_inconsistent_cards(cards: list[Building], wording: Wording) -> None:
    """Each inconsistency has its own message, and the base game stays unchanged."""
    with wording.raises(CatalogueError):
        catalogue.extended("wrong", buildings=cards)

    assert len(catalogue.buildings) == 73


def test_a_catalogue_reports_every_problem_at_once(wording: Wording) -> None:
    """One error lists all the problems of a catalogue."""
    cards = [
        own_building("Baths", Colour.BLUE, free_with="cellar"),
        own_building("A B_C", Colour.RED),
    ]

    with wording.raises(CatalogueError):
        catalogue.extended("wrong", buildings=cards)


def test_a_catalogue_needs_enough_cards(wording: Wording) -> None:
    """A catalogue needs enough cards for each age, the guilds, two draft groups and the board."""
    few = [
        card
        for card in catalogue.building_list
        if card.age is not Age.I or card.colour is Colour.GREEN
    ]

    with wording.raises(CatalogueError):
        Catalogue("few", few[:-5], WONDERS, TOKENS, catalogue.structures)
    with wording.raises(CatalogueError):
        Catalogue(
            "flat",
            catalogue.building_list,
            catalogue.wonder_list,
            catalogue.token_list,
            catalogue.structures[:2],
        )


@pytest.mark.parametrize("thing", ["baths", None, Points(3)])
def test_an_object_that_is_not_a_card_is_refused(thing: object) -> None:
    """An object that is not a card raises a library error."""
    with pytest.raises(WondersDuelError):
        catalogue.extended("wrong", buildings=[thing])  # type: ignore[list-item]
    with pytest.raises(WondersDuelError):
        catalogue.extended("wrong", wonders=[thing])  # type: ignore[list-item]


# -- two catalogues at once ------------------------------------------------------------------------


def test_an_extended_catalogue_has_both_kinds_of_cards() -> None:
    """An extended catalogue finds both kinds of cards, and numbers the new moves last."""
    assert repr(MORE) == "<Catalogue 'more': 91 buildings, 15 wonders, 13 tokens>"
    assert MORE.building_list[:73] == catalogue.building_list
    assert MORE.find("Toll House").id == "toll-house"
    assert MORE.find("tower").id == "the-tower"
    assert MORE.find("Glassblower").id == "glass-blower"
    assert len(MORE.moves) == 15 + 91 + 91 + 15 * 91 + 13 + 91 + 91 + 2 + 1
    with pytest.raises(UnknownNameError):
        catalogue.find("Toll House")


def test_every_move_of_an_extended_catalogue_is_read_back() -> None:
    """Texts, copies and pickles of moves give the same objects."""
    moves = list(MORE.moves)
    back = pickle.loads(pickle.dumps(moves))  # noqa: S301 - our own bytes

    assert all(move is parse_move(str(move), MORE) for move in moves)
    assert all(move is one for move, one in zip(moves, back, strict=True))
    assert all(move is copy.deepcopy(move) for move in moves)
    assert repr(_build("kiln")) == "<ConstructBuilding('kiln') of 'more'>"


def test_states_of_an_extended_catalogue_survive_pickling() -> None:
    """An unpickled state is equal and plays on."""
    given = _state("customs-fort", city(3, "kiln"), city(9, "tavern"), beside="walls")
    move = _build("customs-fort")

    back = pickle.loads(pickle.dumps(given))  # noqa: S301 - our own bytes

    assert given == back
    assert hash(given) == hash(back)
    assert MORE is back.catalogue
    assert given.apply(move) == back.apply(move)


def test_an_equal_catalogue_is_the_same_for_moves_and_states() -> None:
    """Catalogues with the same name and cards are equal; others are not."""
    twin = catalogue.extended("more", buildings=BUILDINGS, wonders=WONDERS, tokens=TOKENS)
    given = _state("kiln", city(3), beside="walls")

    assert twin == MORE
    assert hash(twin) == hash(MORE)
    assert twin != catalogue
    assert given.apply(_build("kiln")) == given.apply(ConstructBuilding("kiln", twin))
    assert catalogue.extended("more", buildings=BUILDINGS) != MORE


def test_a_record_with_moves_of_an_equal_catalogue_is_replayed_with_its_own() -> None:
    """The steps of a replay have the moves of their states, as the steps of a game have."""
    twin = catalogue.extended("more", buildings=BUILDINGS, wonders=WONDERS, tokens=TOKENS)
    game = Game(seed=1, catalogue=MORE)
    for _ in range(3):
        game.play(game.legal_moves[0])
    turns = [Turn(twin.moves[step.move.index]) for step in game.history]
    record = attrs.evolve(game.record(), turns=turns)

    assert [step.move for step in record.replay()] == [step.move for step in game.history]
    assert Game.from_record(record).history == game.history


def test_moves_of_the_base_game_are_played_in_an_extended_one() -> None:
    """A base move means the same cards in an extended catalogue."""
    given = _state("walls", city(9, unbuilt=["the-sphinx"]), beside="kiln")
    base = ConstructBuilding("walls")

    assert given.why_not(base) == ()
    assert given.apply(_build("walls")) == given.apply(base)
    wonder = ConstructWonder("the-sphinx", "kiln", MORE)
    assert given.why_not(wonder) == ()
    assert plan_of(given, base) == plan_of(given, _build("walls"))


def test_moves_of_a_catalogue_with_other_numbers_are_played() -> None:
    """A move is identified by its card, not by its number in its own catalogue."""
    cards = Catalogue(
        "from the end",
        catalogue.building_list[::-1],
        catalogue.wonder_list[::-1],
        catalogue.token_list[::-1],
        catalogue.structures,
    )
    given = Position(
        age=Age.I,
        structure={0: "tavern", 1: "baths"},
        cities=(city(20, unbuilt=["the-sphinx"]), city()),
        catalogue=cards,
    ).state()

    built = given.apply(ConstructBuilding("baths"))
    wonder = given.apply(ConstructWonder("the-sphinx", "tavern"))

    assert [one.id for one in built.cities[A].buildings] == ["baths"]
    assert built == given.apply(ConstructBuilding("baths", cards))
    assert [(one.wonder.id, one.card.id) for one in wonder.cities[A].built] == [
        ("the-sphinx", "tavern")
    ]


def test_moves_of_an_extended_game_in_the_base_game(wording: Wording) -> None:
    """Moves with shared cards are accepted; others are refused with an explicit reason."""
    given = Position(age=Age.II, structure={0: "walls"}, cities=(city(9), city(9))).state()
    foreign: tuple[Move, ...] = (
        _build("kiln"),
        DraftWonder("the-tower", MORE),
        TakeToken("piety", MORE),
    )

    assert given.apply(ConstructBuilding("walls")) == given.apply(_build("walls"))
    for move, name in zip(foreign, ("kiln", "the-tower", "piety"), strict=True):
        reasons = given.why_not(move)
        with wording.raises(IllegalMoveError) as caught:
            given.apply(move)

        assert (NotInThisGame(name, "base"),) == reasons
        assert reasons == caught.value.reasons
    both = ConstructWonder("the-tower", "kiln", MORE)
    assert [NotInThisGame("the-tower", "base"), NotInThisGame("kiln", "base")] == list(
        given.why_not(both)
    )


def test_the_price_of_a_foreign_card_is_refused(wording: Wording) -> None:
    """The price of a card from another catalogue is refused."""
    given = Position(age=Age.II, structure={0: "walls"}, cities=(city(9), city(9))).state()

    with wording.raises(UnknownNameError):
        given.payment(_build("kiln"))


# -- whole games -----------------------------------------------------------------------------------


@pytest.mark.parametrize("setup", ["draft", "first-game"])
def test_whole_random_games_on_an_extended_catalogue(setup: str) -> None:
    """Random games on an extended catalogue end, list only legal moves, and replay identically."""
    built: set[str] = set()
    for seed in range(12):
        rng = Random(seed)
        game = Game(seed, rules=setup, catalogue=MORE)
        while moves := game.legal_moves:
            move = moves[int(rng.random() * len(moves))]
            plan = game.state.payment(move)
            if plan is not None:
                card = move.wonder if isinstance(move, ConstructWonder) else plan.card
                if plan.free_by is None:
                    player = game.to_move
                    assert player is not None
                    assert _expected_total(game.state, player, card) == plan.total
                assert plan.is_affordable
            assert game.state.why_not(move) == ()
            game.play(move)
            assert min(one.coins for one in game.state.cities) >= 0
        deal = game.deal
        assert deal is not None
        state = State.dealt(deal, rules=game.state.rules)
        for step in game.history:
            state = state.play(step.move, deal)

        assert game.result is not None
        assert game.state == state
        for one in state.cities:
            built |= {card.id for card in one.buildings}
            built |= {wonder.wonder.id for wonder in one.built}

    assert len(built & {card.id for card in BUILDINGS}) > len(BUILDINGS) // 2


def test_a_deal_of_an_extended_catalogue_has_its_cards() -> None:
    """Custom cards are dealt, and do not occur in deals of the base game."""
    deals = [Deal.random(Random(seed), MORE) for seed in range(20)]
    dealt = {card.id for deal in deals for age in deal.ages for card in age}
    base = {card.id for age in Deal.random(Random(1)).ages for card in age}

    assert {card.id for card in BUILDINGS} <= dealt
    assert not base & {card.id for card in BUILDINGS}


def test_cards_counts_the_colours_of_custom_cards() -> None:
    """Effects of the base game count custom buildings."""
    given = _state("walls", city(0, "foundry", "grove", "quarry"), city(0))

    assert Cards(Colour.BROWN).count(given.cities[A]) == 3


def test_effects_can_show_the_position_while_a_choice_is_carried_out() -> None:
    """An effect gets a state that can be printed and drawn: no choice is made in it."""
    seen: list[State] = []

    @attrs.frozen
    class Look(Effect):
        @override
        def gain(self, state: State, player: Player) -> Gain:
            seen.append(state)
            return Gain()

    @attrs.frozen
    class Found(CardChoice):
        word = "found"

        @override
        def targets(self, state: State, player: Player) -> tuple[Building, ...]:
            return state.accessible

        @override
        def carry_out(self, changes: Changes, card: Card) -> None:
            assert isinstance(card, Building)
            seen.append(changes.state)
            changes.construct(card)
            seen.append(changes.state)

    baths = attrs.evolve(catalogue.buildings["baths"], effects=(Look(),))
    law = attrs.evolve(catalogue.tokens["law"], effects=(Look(),))
    gate = Wonder(id="the-gate", name="The Gate", effects=(Found(), TakeBoardToken(), Revive()))
    cards = catalogue.edited("looked-at", replace=[baths, law], add=[gate])
    state = Position(
        age=Age.I,
        structure={0: "tavern", 1: "altar", 2: "theater"},
        cities=(CityPosition(unbuilt=["the-gate"]), CityPosition()),
        board_tokens=["law"],
        discard_pile=["baths"],
        catalogue=cards,
    ).state()
    for move in ("wonder the-gate with altar", "token law", "revive baths", "choose found theater"):
        state = state.apply(parse_move(move, cards))
    assert [one.phase for one in seen] == [Phase.TURN] * 4
    for one in seen:
        assert str(one)
        assert "<svg" in svg(one)
