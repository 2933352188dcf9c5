"""Features: the numbers of players and states, compared with what the objects say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import attrs
import pytest

from tests.amounts import part
from tests.builders import EXTENDED
from tests.own_cards import OWN, Pride
from tests.property.catalogues import Maker
from tests.wording import Wording
from wonders_duel import (
    Age,
    Back,
    Card,
    Catalogue,
    City,
    CityPosition,
    Colour,
    ConstructWonder,
    Phase,
    Player,
    Position,
    Resource,
    ScienceSymbol,
    State,
    StructureLayout,
    UnknownNameError,
    WrongTypeError,
    catalogue,
    features,
)
from wonders_duel.effects import Contribution, Effect, Points
from wonders_duel.evaluation import LinearEvaluation
from wonders_duel.seeds import generator
from wonders_duel.testing.mirror import mirrored
from wonders_duel.testing.walks import walk

OTHERS = [card for card in catalogue.building_list if card.id not in {"academy", "university"}]
IN_BOTH_WORDS = Catalogue(
    "in both words",
    [catalogue.buildings["academy"], *OTHERS[:61], catalogue.buildings["university"], *OTHERS[61:]],
    catalogue.wonder_list,
    catalogue.token_list,
    catalogue.structures,
)
"""The first card of each word of bits has a symbol of Age III."""
RARE = IN_BOTH_WORDS.edited(
    "rare symbols",
    replace=[
        attrs.evolve(IN_BOTH_WORDS.buildings[one], effects=(Points(points=1),))
        for one in ("library", "dispensary", "observatory")
    ],
)
"""Quills and mortars are on cards of Age I only, and one card has a globe."""
CATALOGUES = [
    catalogue,
    EXTENDED,
    OWN,
    Maker(generator("features", 3)).catalogue(),
    IN_BOTH_WORDS,
    RARE,
]
AGES = {Age.I: [Back.AGE_I, Back.AGE_II, Back.AGE_III, Back.GUILD]}
AGES[Age.II] = AGES[Age.I][1:]
AGES[Age.III] = AGES[Age.II][1:]


def states() -> Iterable[State]:
    """Yield the states of games with different cards and rule options."""
    for number in range(part(24, at_least=12)):
        yield from walk(number, CATALOGUES[number % len(CATALOGUES)])


def in_play(city: City) -> list[Card]:
    """Return the cards of a city whose effects count."""
    return [*city.buildings, *(one.wonder for one in city.built), *city.tokens]


def made_by(cards: Iterable[Card]) -> Contribution:
    """Return what the effects of cards contribute together."""
    total = Contribution()
    for card in cards:
        for effect in card.effects:
            effect.contribute(total)
    return total


def unit_price(resource: Resource, mine: City, theirs: City) -> int:
    """Return the price of a unit of a resource (R28, R33)."""
    fixed = [
        price
        for card in in_play(mine)
        for kind, price in made_by([card]).fixed_prices.items()
        if kind is resource
    ]
    supplying = [one for one in theirs.buildings if one.colour in {Colour.BROWN, Colour.GREY}]
    return min(fixed) if fixed else 2 + made_by(supplying).production.get(resource, 0)


def varies(card: Card) -> bool:
    """Return whether the points of a card depend on the position."""
    return any(type(effect).score is not Effect.score for effect in card.effects)


def expected_of_player(state: State, player: Player) -> dict[str, int]:
    """Return the features of a player from the objects of the state."""
    cards = state.catalogue
    mine, theirs = state.cities[player], state.cities[player.opponent]
    found: dict[str, int] = {}
    for prefix, known, there in (
        ("building", cards.building_list, mine.buildings),
        ("token", cards.token_list, mine.tokens),
        ("unbuilt", cards.wonder_list, mine.unbuilt),
        ("built", cards.wonder_list, tuple(one.wonder for one in mine.built)),
    ):
        found |= {f"{prefix} {card.id}": int(card in there) for card in known}
    shown = [symbol for card in in_play(mine) for symbol in made_by([card]).symbols]
    found |= {f"symbol {one}": int(one in mine.symbols) for one in ScienceSymbol}
    found |= {f"pair {one}": int(shown.count(one) > 1) for one in ScienceSymbol}
    found["coins"] = mine.coins
    found |= {f"{colour} cards": mine.count(colour) for colour in Colour}
    total = made_by(in_play(mine))
    found |= {f"{one} made": total.production.get(one, 0) for one in Resource}
    for group, _ in cards.tables.layout.choices:
        name = "/".join(one for one in Resource if one in group)
        found[f"{name} choice"] = total.choices.count(group)
    found |= {f"{one} price": unit_price(one, mine, theirs) for one in Resource}
    found["symbols"] = len(mine.symbols)
    found["pairs"] = sum(shown.count(one) > 1 for one in ScienceSymbol)
    age = state.age or Age.I
    if state.phase is Phase.DEAL_AGE and state.age is not None:
        age = Age(age + 1)
    coming = {card for back in AGES[age] for card in state.unseen(back)}
    coming |= {
        slot.building
        for slot in state.structure
        if slot.building is not None and state.phase is not Phase.DEAL_AGE
    }
    found["symbols to come"] = len(
        {symbol for card in coming for symbol in made_by([card]).symbols} - set(mine.symbols)
    )
    found["tokens"] = len(mine.tokens)
    found["unbuilt wonders"] = len(mine.unbuilt)
    found["built wonders"] = len(mine.built)
    open_wonders = mine.unbuilt if len(mine.built) + len(theirs.built) < 7 else ()
    any_card = cards.building_list[0]
    prices = {}
    for wonder in open_wonders:
        plan = state.payment(ConstructWonder(wonder.id, any_card.id, cards), player)
        assert plan is not None
        prices[wonder] = plan.total
    found["affordable wonders"] = sum(price <= mine.coins for price in prices.values())
    found |= {f"price {one.id}": prices.get(one, -1) for one in cards.wonder_list}
    found["lead"] = state.pawn if player is Player.ONE else -state.pawn
    found["tokens ahead"] = len(state.military_tokens[player.opponent])
    found["next to move"] = int(state.next_to_move is player)
    score = state.score()[player]
    for source in ("blue", "green", "yellow", "guilds", "wonders", "tokens", "coins", "military"):
        found[f"{source} points"] = getattr(score, source)
    found["other points"] = score.other
    found["varying points"] = sum(
        made_by([card]).points + sum(effect.score(state, player) for effect in card.effects)
        for card in in_play(mine)
        if varies(card)
    )
    return found


def named(layout: Iterable[features.Feature], numbers: tuple[int, ...]) -> Mapping[str, int]:
    """Return numbers by the names of their features."""
    return dict(zip((one.name for one in layout), numbers, strict=True))


def test_the_features_of_a_player_are_those_of_the_objects() -> None:
    """Every feature of a player agrees with the objects of the state, in every phase."""
    seen = set()
    for now in states():
        for player in Player:
            numbers = features.of_player(now, player)
            assert named(features.player_layout(now.catalogue), numbers) == expected_of_player(
                now, player
            )
        seen.add(now.phase)
    assert len(seen) >= len(Phase) - 1


def test_rare_symbols_come_until_their_age_or_card_is_gone() -> None:
    """Those of Age I until Age II is dealt, and the last card of a symbol is gone under a wonder, too."""

    def to_come(state: State) -> list[int]:
        place = features.index("symbols to come", RARE)
        return [features.of_player(state, player)[place] for player in Player]

    for now in walk(1, RARE):
        if now.age is None:
            assert to_come(now) == [6, 6]
        if now.phase is Phase.DEAL_AGE and now.age is Age.I:
            assert max(to_come(now)) <= 4
    cards: dict[str, Any] = {"age": Age.III, "structure": {0: "arena"}, "catalogue": RARE}
    pile = ["academy", "study"]
    for built, number in (({"the-pyramids": "university"}, 0), ({}, 1)):
        city = CityPosition(built=built)
        state = Position(**cards, cities=(city, CityPosition()), discard_pile=pile).state()
        assert to_come(state) == [number] * 2


def test_symbols_to_come_count_unseen_cards_at_the_end_of_an_age() -> None:
    """No card is face down any more, so the unseen green ones are out of the game, but they count."""
    state = Position(age=Age.III, structure={0: "arena"}).state()
    found = named(features.player_layout(), features.of_player(state, "one"))
    assert {card.id for card in state.unseen("age-iii") if card.colour is Colour.GREEN} == {
        "academy",
        "study",
        "university",
        "observatory",
    }
    assert found["symbols to come"] == 2
    layout = features.player_layout()
    assert "unseen one of this" in layout[features.index("symbols to come")].meaning


@pytest.mark.parametrize("first", range(6))
def test_pairs_do_not_count_as_symbols(first: int) -> None:
    """A pair of one symbol leaves the number of symbols as it is, whatever the other symbol is."""
    green = [card for card in catalogue.building_list if card.colour is Colour.GREEN]
    of_symbol: dict[object, list[str]] = {}
    for card in green:
        for symbol in made_by([card]).symbols:
            of_symbol.setdefault(symbol, []).append(card.id)
    pairs = list(of_symbol.values())
    for other in pairs[:first] + pairs[first + 1 :]:
        city = CityPosition(buildings=[*pairs[first], other[0]])
        state = Position(age=Age.III, structure={0: "arena"}, cities=(city, CityPosition())).state()
        found = named(features.player_layout(), features.of_player(state, "one"))
        assert (found["symbols"], found["pairs"]) == (2, 1)


def test_the_features_of_a_state_are_those_of_the_objects() -> None:
    """Every feature of a state agrees with the objects, in every phase."""
    for now in states():
        cards = now.catalogue
        face_up = [slot.building for slot in now.structure]
        built = len(now.cities[0].built) + len(now.cities[1].built)
        expected = {
            "period": features.period(now),
            "phase": list(Phase).index(now.phase),
            "age": now.age or 0,
            "cards left": now.cards_left,
            "pawn": now.pawn,
            "wonders left": 7 - built,
            "extra turn": int(now.extra_turn),
            "chance": int(now.chance is not None),
            "over": int(now.is_over),
        }
        for prefix, known, there in (
            ("face-up", cards.building_list, face_up),
            ("accessible", cards.building_list, now.accessible),
            ("discarded", cards.building_list, now.discard_pile),
            ("board", cards.token_list, now.board_tokens),
            ("drawn", cards.token_list, now.offered_tokens),
            ("offered", cards.wonder_list, now.offered_wonders),
        ):
            expected |= {f"{prefix} {card.id}": int(card in there) for card in known}
        assert named(features.state_layout(cards), features.of_state(now)) == expected


def test_mirrored_states_have_the_features_of_the_other_player() -> None:
    """With the seats exchanged, each player has the features of the opponent."""
    for now in walk(5, catalogue):
        other = mirrored(now)
        for player in Player:
            assert features.of_player(now, player) == features.of_player(other, player.opponent)


def test_layouts_have_unique_names_and_true_ranges() -> None:
    """Names are unique, and no feature is below its range; only some are above it."""
    unlimited = ("coins", "cards", "made", "choice", "price", "points")
    for cards in CATALOGUES:
        for layout in (features.player_layout(cards), features.state_layout(cards)):
            assert len({one.name for one in layout}) == len(layout)
            assert all(one.low < one.high and one.meaning for one in layout)
    for now in [*walk(7, catalogue), *walk(8, EXTENDED)]:
        for layout, numbers in (
            (features.player_layout(now.catalogue), features.of_player(now, "two")),
            (features.state_layout(now.catalogue), features.of_state(now)),
        ):
            for one, number in zip(layout, numbers, strict=True):
                assert one.low <= number
                assert number <= one.high or any(word in one.name for word in unlimited), one


def test_negative_points_are_below_the_range_and_count_as_none() -> None:
    """An effect may score fewer than 0 points; an evaluation does not tell them from 0."""
    shame = attrs.evolve(catalogue.buildings["altar"], effects=(Pride(points=-2),))
    cards = catalogue.edited("shame", replace=[shame])
    city = CityPosition(buildings=["altar"])
    structure = {0: "arena"}
    start = Position(
        age=Age.III, structure=structure, cities=(city, CityPosition()), catalogue=cards
    ).state()
    layout = features.player_layout(cards)
    found = named(layout, features.of_player(start, "one"))

    assert (found["blue points"], found["varying points"]) == (-2, -2)
    assert layout[features.index("blue points", cards)].low == 0
    assert LinearEvaluation({"blue points": 1.0}, cards).log_odds(start) == 0.0


OF_PLAYER = """\
building lumber-yard 0 1 whether the city has Lumber Yard
token agriculture 0 1 whether the city has Agriculture
unbuilt the-appian-way 0 1 whether the player can still construct The Appian Way
built the-appian-way 0 1 whether the player has constructed The Appian Way
symbol globe 0 1 whether the city has the symbol globe
pair globe 0 1 whether the city has a pair of globe
coins 0 40 the coins
brown cards 0 9 the number of brown buildings
grey cards 0 4 the number of grey buildings
blue cards 0 14 the number of blue buildings
green cards 0 12 the number of green buildings
yellow cards 0 13 the number of yellow buildings
red cards 0 14 the number of red buildings
purple cards 0 7 the number of purple buildings
clay made 0 6 the units of clay that the city always produces
wood made 0 6 the units of wood that the city always produces
stone made 0 6 the units of stone that the city always produces
glass made 0 6 the units of glass that the city always produces
papyrus made 0 6 the units of papyrus that the city always produces
glass/papyrus choice 0 6 the producers of a choice of glass/papyrus
clay/wood/stone choice 0 6 the producers of a choice of clay/wood/stone
clay price 0 9 the price of a unit of clay
wood price 0 9 the price of a unit of wood
stone price 0 9 the price of a unit of stone
glass price 0 9 the price of a unit of glass
papyrus price 0 9 the price of a unit of papyrus
symbols 0 6 the number of different symbols
pairs 0 7 the number of pairs of symbols
symbols to come 0 7 the number of symbols that the player lacks and that are on a card in the structure, or on an unseen one of this or a later age
tokens 0 10 the number of progress tokens
unbuilt wonders 0 12 the number of wonders that the player has not constructed
built wonders 0 7 the number of constructed wonders
affordable wonders 0 7 the number of wonders that the player could pay for now
price the-appian-way -1 20 the price of The Appian Way, or -1 if the player cannot construct it
lead -9 9 the steps of the conflict pawn from the centre space towards the opponent's capital
tokens ahead 0 2 the number of military tokens on the opponent's side
next to move 0 1 whether the player makes the next decision
blue points 0 40 the points under blue
green points 0 40 the points under green
yellow points 0 40 the points under yellow
guilds points 0 40 the points under guilds
wonders points 0 40 the points under wonders
tokens points 0 40 the points under tokens
coins points 0 40 the points under coins
military points 0 40 the points under military
other points 0 40 the points under other
varying points 0 40 the points of cards whose points depend on the position
"""
OF_STATE = """\
period 0 9 the period of the game
phase 0 13 the place of the phase in list(Phase)
age 0 3 the age, or 0 before Age I is dealt
cards left 0 20 the number of cards in the structure
pawn -9 9 the position of the conflict pawn; positive if player one leads
wonders left 0 7 the number of wonders that can still be constructed
extra turn 0 1 whether the player has an extra turn after this one
chance 0 1 whether the state waits for chance
over 0 1 whether the game is over
face-up lumber-yard 0 1 whether Lumber Yard is face up in the structure
accessible lumber-yard 0 1 whether Lumber Yard is accessible and face up
discarded lumber-yard 0 1 whether Lumber Yard is in the discard pile
board agriculture 0 1 whether Agriculture is on the board
drawn agriculture 0 1 whether Agriculture has been drawn for a choice
offered the-appian-way 0 1 whether The Appian Way is on offer in the draft
"""


def test_the_features_have_these_ranges_and_meanings() -> None:
    """The first feature of each kind says what it is; the others have the same form."""
    again = Catalogue(
        "again",
        catalogue.building_list,
        catalogue.wonder_list,
        catalogue.token_list,
        catalogue.structures,
    )
    for layout, expected in (
        (features.player_layout(again), OF_PLAYER),
        (features.state_layout(again), OF_STATE),
    ):
        lines = [f"{one.name} {one.low} {one.high} {one.meaning}\n" for one in layout]
        assert [line for line in lines if line in expected] == expected.splitlines(keepends=True)


@pytest.mark.parametrize(
    ("age", "left", "period"),
    [
        (1, 20, "age-i-1"),
        (1, 14, "age-i-1"),
        (1, 13, "age-i-2"),
        (2, 7, "age-ii-2"),
        (2, 6, "age-ii-3"),
        (3, 1, "age-iii-3"),
    ],
)
def test_an_age_has_three_periods(age: int, left: int, period: str) -> None:
    """An age of 20 cards has periods of 7, 7 and 6 cards."""
    decks = {1: Back.AGE_I, 2: Back.AGE_II, 3: Back.AGE_III}
    for now in walk(3, catalogue):
        if now.age == age and now.cards_left == left and now.phase is not Phase.DEAL_AGE:
            assert features.PERIODS[features.period(now)] == period
            assert decks[age]
            return
    raise AssertionError("the game has no such state")


@pytest.mark.parametrize("age", Age)
def test_an_age_without_cards_is_in_its_last_period(age: Age) -> None:
    """The last card of an age may bring a choice."""
    now = Position(
        age=age,
        pending=[Phase.REVIVE],
        discard_pile=["altar"],
        cities=(CityPosition(built={"the-mausoleum": "theater"}), CityPosition()),
    ).state()
    assert not now.cards_left
    assert features.PERIODS[features.period(now)] == f"age-{'i' * age}-3"


def test_the_periods_of_an_age_are_thirds_of_its_own_structure() -> None:
    """A custom structure with six cards has periods of two cards each, whatever the others have."""
    small = StructureLayout([[0, 2, 4, 6, 8, 10]])
    cards = Catalogue(
        "small",
        catalogue.building_list,
        catalogue.wonder_list,
        catalogue.token_list,
        (*catalogue.structures[:2], small),
    )
    found = {
        now.cards_left: features.PERIODS[features.period(now)]
        for now in walk(1, cards)
        if now.age is Age.III and now.phase is Phase.TURN
    }
    assert found == {left: f"age-iii-{4 - (left + 1) // 2}" for left in range(1, 7)}


def test_the_draft_and_the_deals_have_a_period() -> None:
    """The draft is a period, and the deal of an age belongs to that age."""
    found = {
        (now.phase, now.age): features.PERIODS[features.period(now)]
        for now in walk(4, catalogue)
        if now.phase in {Phase.DEAL_TOKENS, Phase.DRAFT, Phase.DEAL_AGE}
    }
    assert found[Phase.DEAL_TOKENS, None] == "draft"
    assert found[Phase.DRAFT, None] == "draft"
    assert found[Phase.DEAL_AGE, None] == "age-i-1"
    assert found[Phase.DEAL_AGE, Age.I] == "age-ii-1"
    assert found[Phase.DEAL_AGE, Age.II] == "age-iii-1"


def test_places_by_name() -> None:
    """The place of a feature is found by its name, also in an extended catalogue."""
    for place, one in enumerate(features.player_layout(EXTENDED)):
        assert features.index(one.name, EXTENDED) == place
    for place, one in enumerate(features.state_layout(EXTENDED)):
        assert features.state_index(one.name, EXTENDED) == place


def test_invalid_arguments(wording: Wording) -> None:
    """Unknown names and other types are errors."""
    start = State.start()
    with wording.raises(UnknownNameError):
        features.index("building alter")
    with wording.raises(UnknownNameError):
        features.state_index("coins")
    with wording.raises(WrongTypeError):
        features.index(3)  # type: ignore[arg-type]
    with wording.raises(WrongTypeError):
        features.of_player("state", "one")  # type: ignore[arg-type]
    with wording.raises(UnknownNameError):
        features.of_player(start, "three")
    with wording.raises(WrongTypeError):
        features.of_state(None)  # type: ignore[arg-type]
    with wording.raises(WrongTypeError):
        features.period(None)  # type: ignore[arg-type]
    with wording.raises(WrongTypeError):
        features.player_layout("base")  # type: ignore[arg-type]
