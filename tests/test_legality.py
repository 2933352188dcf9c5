"""The reasons of illegal moves, checked against what a state shows, in turns of random games."""

from __future__ import annotations

from typing import Any

import pytest

from tests.builders import city, state
from tests.test_state import every_state
from tests.wording import Wording
from wonders_duel import (
    Age,
    Building,
    Colour,
    ConstructBuilding,
    ConstructWonder,
    DestroyBuilding,
    DiscardBuilding,
    Game,
    Move,
    Pending,
    Phase,
    Player,
    Reason,
    Rules,
    State,
    Wonder,
    WrongTypeError,
    catalogue,
)
from wonders_duel.reasons import (
    AlreadyBuilt,
    Covered,
    FaceDown,
    NotADestructionTarget,
    NotLaidOut,
    NotYourWonder,
    SevenWonders,
    TooExpensive,
    shortfall,
)

ONE, TWO = Player


def of_the_card(now: State, card: Building) -> tuple[Reason, ...]:
    """Return the reason why a card cannot be taken, from what is visible."""
    for slot in now.structure:
        if slot.building is card:
            return () if slot.is_accessible else (Covered(card, slot.index, slot.covered_by),)
    meant = catalogue.buildings["pretorium"] if card.id == "courthouse" else None
    suggestion = meant if meant in now.accessible else None
    for player in Player:
        if card in now.cities[player].buildings:
            return (NotLaidOut(card, player, None, suggestion),)
        for built in now.cities[player].built:
            if built.card is card:
                return (NotLaidOut(card, player, built.wonder, suggestion),)
    if card in now.discard_pile:
        return (NotLaidOut(card, None, None, suggestion),)
    slots = tuple(slot.index for slot in now.structure if slot.back is card.back)
    return (FaceDown(card, slots, suggestion),)


def of_the_wonder(now: State, wonder: Wonder) -> tuple[Reason, ...]:
    """Return the reason why the player to move cannot construct a wonder, price aside."""
    mine, theirs = now.cities[now.mover], now.cities[now.mover.opponent]
    if wonder in mine.unbuilt:
        return ()
    stand = [built.wonder for built in (*mine.built, *theirs.built)]
    full = (SevenWonders(),) if len(stand) == 7 else ()
    if wonder in stand:
        return (*full, AlreadyBuilt(wonder))
    if wonder in theirs.unbuilt:
        return (NotYourWonder(wonder, now.mover.opponent),)
    return full or (NotYourWonder(wonder, None),)


def of_the_price(now: State, move: Move) -> tuple[Reason, ...]:
    """Return the shortfall in coins, if any."""
    plan = now.payment(move)
    assert plan is not None
    return () if plan.is_affordable else (TooExpensive(plan.total, plan.held),)


@pytest.mark.parametrize("setup", ["draft", "first-game"])
def test_each_reason_is_what_the_table_shows(setup: str) -> None:
    """In every turn, each card and each wonder has exactly the reasons that the table implies."""
    met: set[type[Reason]] = set()
    asked = set()
    turns = [now for now, _ in every_state(8, Rules(wonder_setup=setup)) if now.phase is Phase.TURN]
    for now in turns[::5]:
        expected: dict[Move, tuple[Reason, ...]] = {}
        for card in catalogue.building_list:
            taking = of_the_card(now, card)
            expected[DiscardBuilding(card)] = taking
            build = ConstructBuilding(card)
            expected[build] = (*taking, *of_the_price(now, build))
        for number, wonder in enumerate(catalogue.wonder_list):
            card = catalogue.building_list[(7 * number + now.cards_left) % 73]
            over = ConstructWonder(wonder, card)
            wrong = (*of_the_wonder(now, wonder), *of_the_card(now, card))
            expected[over] = (*wrong, *of_the_price(now, over))

        assert {move: now.why_not(move) for move in expected} == expected
        assert {move for move, reasons in expected.items() if not reasons} == {
            move for move in now.legal_moves if move in expected
        }
        met.update(type(reason) for reasons in expected.values() for reason in reasons)
        asked.add((now.age, now.mover))

    assert len(asked) == 6
    assert met >= {AlreadyBuilt, Covered, FaceDown, NotLaidOut, NotYourWonder, TooExpensive}


@pytest.mark.parametrize("mover", Player)
def test_wonders_built_and_wonders_of_the_opponent(mover: Player) -> None:
    """Reasons about built and opponent's wonders hold with seven wonders and fewer (R52, R53)."""
    names = [wonder.id for wonder in catalogue.wonder_list]
    cards = ["altar", "theater", "palisade", "stable", "quarry", "clay-pit", "press"]
    for built in (6, 7):
        mine = city(built=dict(zip(names[:4], cards[:4], strict=True)))
        theirs = city(
            built=dict(zip(names[4:built], cards[4:built], strict=True)), unbuilt=names[built:7]
        )
        cities = (mine, theirs) if mover is ONE else (theirs, mine)
        now = state(Age.II, ["walls", "school"], *cities, to_move=mover)
        for wonder in catalogue.wonder_list:
            move = ConstructWonder(wonder, "walls")

            assert now.why_not(move) == (*of_the_wonder(now, wonder), *of_the_price(now, move))


def test_a_former_name_suggests_the_right_card() -> None:
    """A former name suggests Pretorium if that card is accessible, and no other name does."""
    now = state(Age.III, ["academy", "pretorium", "senate"], discard_pile=["theater"])
    courthouse, pretorium = (catalogue.buildings[name] for name in ("courthouse", "pretorium"))

    assert now.why_not(DiscardBuilding("courthouse")) == (FaceDown(courthouse, (), pretorium),)
    for card in catalogue.building_list:
        assert now.why_not(DiscardBuilding(card)) == of_the_card(now, card)


@pytest.mark.parametrize("mover", Player)
def test_only_buildings_of_the_opponent_can_be_destroyed(mover: Player) -> None:
    """Only the opponent's buildings of the colour due can be destroyed, for either player (R58)."""
    cities = [city(7, "quarry", "press"), city(7, "clay-pit", "glassworks")]
    cities[mover].built = {"circus-maximus": "theater"}
    now = state(
        Age.I,
        ["baths", "tavern"],
        *cities,
        to_move=mover,
        pending=[Pending(Phase.DESTROY, Colour.GREY)],
    )
    target = "glassworks" if mover is ONE else "press"

    for name in ("quarry", "press", "clay-pit", "glassworks"):
        card = catalogue.buildings[name]
        expected = () if name == target else (NotADestructionTarget(card, Colour.GREY),)
        assert now.why_not(DestroyBuilding(name)) == expected


def test_a_string_is_not_a_move(wording: Wording) -> None:
    """A string is refused in a state and a game, with a hint to the function that parses it."""
    now = Game(seed=1).state
    cases: list[Any] = ["build baths", 5]
    for wrong in cases:
        for ask in (now.why_not, now.payment, now.apply):
            with wording.raises(WrongTypeError):
                ask(wrong)


def test_a_move_without_a_price_has_no_shortfall() -> None:
    """A discarded card costs nothing, so it has no shortfall."""
    now = state(Age.II, ["walls"], city(0))

    assert shortfall(now.payment(DiscardBuilding("walls"))) == ()
    assert shortfall(now.payment(ConstructBuilding("walls"))) == (TooExpensive(4, 0),)
