"""Errors, reasons of illegal moves, and a check that only library errors are raised."""

from __future__ import annotations

import copy
import inspect
import pickle
from collections.abc import Callable
from random import Random
from typing import Any, get_args

import attrs
import pytest

from examples import custom_choice
from examples.custom_choice import PROMO
from tests.builders import city, position, state
from tests.wording import Wording
from wonders_duel import (
    Age,
    AgeDealt,
    ChooseBeginner,
    ChooseCard,
    CityPosition,
    Colour,
    ConstructBuilding,
    ConstructWonder,
    Cost,
    Deal,
    DealError,
    DeclineToken,
    DestroyBuilding,
    DiscardBuilding,
    DraftWonder,
    Game,
    IllegalMoveError,
    Move,
    Pending,
    Phase,
    Player,
    Position,
    PositionError,
    Reason,
    Record,
    Resignation,
    ReviveBuilding,
    Rules,
    State,
    TakeToken,
    Tally,
    TokensDealt,
    Turn,
    UnknownNameError,
    Wonder,
    WondersDuelError,
    WrongTypeError,
    catalogue,
    errors,
    notation,
    parse_move,
    reasons,
    records,
    serialization,
)
from wonders_duel.bots import GreedyBot, RandomBot, bot
from wonders_duel.command_line.narrating import _players
from wonders_duel.command_line.output import rules_of
from wonders_duel.effects import Destroy, Points
from wonders_duel.ratings import RunningSummary
from wonders_duel.reasons import (
    AlreadyBuilt,
    Covered,
    FaceDown,
    GameOver,
    NotAChoice,
    NotADestructionTarget,
    NotInDiscardPile,
    NotInThisGame,
    NotLaidOut,
    NotOffered,
    NotYourWonder,
    SevenWonders,
    TokenIsMandatory,
    TooExpensive,
    WaitsOnChance,
    WrongPhase,
)
from wonders_duel.statistics import Report
from wonders_duel.text.outcome_text import outcome_text
from wonders_duel.text.state_text import state_text

BUILDINGS, WONDERS, TOKENS = catalogue.buildings, catalogue.wonders, catalogue.tokens
EXTENDED = catalogue.extended("towers", wonders=[Wonder(id="the-tower", name="The Tower")])

STANDING = city(
    9,
    unbuilt=["the-sphinx"],
    built={"the-pyramids": "altar", "the-colossus": "theater", "piraeus": "palisade"},
)
SEVEN = (
    city(built=dict(zip(list(WONDERS)[:4], ("altar", "theater", "palisade", "stable"), strict=True))),
    city(built=dict(zip(list(WONDERS)[4:7], ("quarry", "clay-pit", "press"), strict=True))),
)  # fmt: skip
TURN = state(
    Age.I,
    ["baths", "tavern"],
    city(1, "workshop", built={"the-sphinx": "altar"}, unbuilt=["the-pyramids"]),
    city(5, "apothecary", built={"piraeus": "theater"}, unbuilt=["the-colossus"]),
    discard_pile=["quarry"],
)
FIRST_GAME = Game(seed=1, rules="first-game").state
COVERED = FIRST_GAME.structure[5]
DRAFT = Position(board_tokens=list(TOKENS)[:5], offer=list(WONDERS)[:4]).state()
FACE_UP = [slot.building for slot in FIRST_GAME.structure if slot.building is not None]
UNSEEN = next(card for card in BUILDINGS.values() if card.age is Age.I and card not in FACE_UP)
HIDDEN = tuple(slot.index for slot in FIRST_GAME.structure if slot.back is not None)
REVIVING = state(
    Age.I,
    ["baths", "tavern"],
    city(built={"the-mausoleum": "theater"}),
    discard_pile=["altar"],
    pending=[Phase.REVIVE],
)
DESTROYING = state(
    Age.I,
    ["baths", "tavern"],
    city(7, "quarry", built={"the-statue-of-zeus": "theater"}),
    city(7, "clay-pit", "press"),
    pending=[Pending(Phase.DESTROY, Colour.BROWN)],
)
PAIR = state(
    Age.II,
    ["walls", "forum"],
    city(7, "pharmacist", "dispensary"),
    board_tokens=["law", "economy"],
    pending=[Phase.BOARD_TOKEN],
)
LIBRARY = state(
    Age.I,
    ["baths", "tavern"],
    city(built={"the-great-library": "theater"}),
    board_tokens=["law", "economy"],
    offer=["masonry", "strategy", "theology"],
    pending=[Phase.LIBRARY_TOKEN],
)
CHOOSING = custom_choice.position().apply(parse_move("wonder messe with tavern", PROMO))
OVER = Position(age=Age.III).state()
WAITING = Position(age=Age.I).state()

assert COVERED.building is not None


REASONS: list[tuple[State, Move, tuple[Reason, ...]]] = [
    (OVER, DiscardBuilding("baths"), (GameOver(),)),
    (WAITING, DiscardBuilding("baths"), (WaitsOnChance(Phase.DEAL_AGE),)),
    (State.start(), DraftWonder("the-sphinx"), (WaitsOnChance(Phase.DEAL_TOKENS),)),
    (TURN, DraftWonder("the-sphinx"), (WrongPhase(Phase.TURN, (Phase.DRAFT,)),)),
    (TURN, TakeToken("law"), (WrongPhase(Phase.TURN, (Phase.BOARD_TOKEN, Phase.LIBRARY_TOKEN)),)),
    (TURN, ChooseBeginner("one"), (WrongPhase(Phase.TURN, (Phase.BEGIN,)),)),
    (TURN, DestroyBuilding("quarry"), (WrongPhase(Phase.TURN, (Phase.DESTROY,)),)),
    (TURN, ReviveBuilding("quarry"), (WrongPhase(Phase.TURN, (Phase.REVIVE,)),)),
    (DRAFT, DiscardBuilding("baths"), (WrongPhase(Phase.DRAFT, (Phase.TURN,)),)),
    (TURN, ConstructWonder("the-tower", "baths", EXTENDED), (NotInThisGame("the-tower", "base"),)),
    (TURN, DiscardBuilding("workshop"), (NotLaidOut(BUILDINGS["workshop"], Player.ONE, None),)),
    (TURN, DiscardBuilding("apothecary"), (NotLaidOut(BUILDINGS["apothecary"], Player.TWO, None),)),
    (TURN, DiscardBuilding("altar"), (NotLaidOut(BUILDINGS["altar"], Player.ONE, WONDERS["the-sphinx"]),)),
    (TURN, DiscardBuilding("theater"), (NotLaidOut(BUILDINGS["theater"], Player.TWO, WONDERS["piraeus"]),)),
    (TURN, DiscardBuilding("quarry"), (NotLaidOut(BUILDINGS["quarry"], None, None),)),
    (FIRST_GAME, DiscardBuilding(UNSEEN), (FaceDown(UNSEEN, HIDDEN),)),
    (FIRST_GAME, DiscardBuilding("walls"), (FaceDown(BUILDINGS["walls"], ()),)),
    (FIRST_GAME, DiscardBuilding(COVERED.building), (Covered(COVERED.building, 5, (9, 10)),)),
    (TURN, ConstructBuilding("baths"), (TooExpensive(price=2, coins=1),)),
    (TURN, ConstructWonder("the-colossus", "baths"), (NotYourWonder(WONDERS["the-colossus"], Player.TWO), TooExpensive(8, 1))),
    (TURN, ConstructWonder("the-mausoleum", "baths"), (NotYourWonder(WONDERS["the-mausoleum"], None), TooExpensive(10, 1))),
    (TURN, ConstructWonder("the-sphinx", "baths"), (AlreadyBuilt(WONDERS["the-sphinx"]), TooExpensive(8, 1))),
    (TURN, ConstructWonder("piraeus", "baths"), (AlreadyBuilt(WONDERS["piraeus"]), TooExpensive(8, 1))),
    (DRAFT, DraftWonder("the-sphinx"), (NotOffered(WONDERS["the-sphinx"], tuple(list(WONDERS.values())[:4])),)),
    (PAIR, TakeToken("masonry"), (NotOffered(TOKENS["masonry"], (TOKENS["economy"], TOKENS["law"])),)),
    (PAIR, DeclineToken(), (TokenIsMandatory(),)),
    (LIBRARY, TakeToken("law"), (NotOffered(TOKENS["law"], (TOKENS["masonry"], TOKENS["strategy"], TOKENS["theology"])),)),
    (REVIVING, ReviveBuilding("theater"), (NotInDiscardPile(BUILDINGS["theater"]),)),
    (CHOOSING, ChooseCard("messe", "baths", PROMO), (NotAChoice(BUILDINGS["baths"], (BUILDINGS["lumber-yard"], BUILDINGS["quarry"])),)),
    (DESTROYING, DestroyBuilding("press"), (NotADestructionTarget(BUILDINGS["press"], Colour.BROWN),)),
    (DESTROYING, DestroyBuilding("quarry"), (NotADestructionTarget(BUILDINGS["quarry"], Colour.BROWN),)),
]  # fmt: skip


@pytest.mark.parametrize(("now", "move", "expected"), REASONS)
def test_each_reason_has_its_numbers(
    now: State, move: Move, expected: tuple[Reason, ...], wording: Wording
) -> None:
    """``why_not`` returns the reason, ``apply`` raises it, and the message includes it."""
    found = now.why_not(move)

    assert expected == found
    with wording.raises(IllegalMoveError) as caught:
        now.apply(move)
    assert expected == caught.value.reasons
    assert str(caught.value).startswith(f"{move} ")
    assert move not in now.legal_moves


def test_seven_wonders_are_the_limit(wording: Wording) -> None:
    """After seven wonders no other can be constructed, whoever owns it (R53)."""
    now = state(Age.II, ["walls", "school"], *SEVEN)
    built, free = next(iter(WONDERS)), list(WONDERS)[9]

    assert SevenWonders() in now.why_not(ConstructWonder(built, "walls"))
    assert AlreadyBuilt(WONDERS[built]) in now.why_not(ConstructWonder(built, "walls"))
    assert SevenWonders() == now.why_not(ConstructWonder(free, "walls"))[0]
    wording(str(SevenWonders()))


def test_all_reasons_are_given_at_once() -> None:
    """An opponent's wonder, a covered card and missing coins are all reported."""
    start = FIRST_GAME
    theirs = start.cities[1].unbuilt[0]
    assert COVERED.building is not None
    made = Position.of(start)
    made.cities[0].coins = 0
    made.phase = None
    kinds = [type(one) for one in made.state().why_not(ConstructWonder(theirs, COVERED.building))]

    assert [NotYourWonder, Covered, TooExpensive] == kinds


def test_a_former_name_is_explained(wording: Wording) -> None:
    """The error for Courthouse, now of Age II, suggests Pretorium if it is in the structure."""
    shown = state(Age.III, ["pretorium", "senate"], city(7, "courthouse"))
    hidden = state(Age.III, ["pretorium", "senate"])
    (elsewhere,) = shown.why_not(DiscardBuilding("courthouse"))
    (unseen,) = hidden.why_not(DiscardBuilding("courthouse"))

    assert isinstance(elsewhere, NotLaidOut)
    assert isinstance(unseen, FaceDown)
    assert BUILDINGS["pretorium"] == elsewhere.suggestion == unseen.suggestion
    wording(str(elsewhere))
    wording(str(unseen))


def test_every_class_of_reasons_is_covered() -> None:
    """The union and the cases above name every class of reasons."""
    met = {type(one) for case in REASONS for one in case[2]} | {SevenWonders}

    assert set(get_args(Reason)) == met
    assert {cls.__name__ for cls in met} | {"Reason"} == set(reasons.__all__)


@pytest.mark.parametrize("reason", [one for case in REASONS for one in case[2]])
def test_reasons_are_frozen_values(reason: Reason) -> None:
    """Reasons are compared and hashed by value, picklable and frozen."""
    again = pickle.loads(pickle.dumps(reason))  # noqa: S301 - our own bytes

    assert reason == again
    assert hash(reason) == hash(again)
    assert str(reason) == str(again)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        reason.extra = 1  # type: ignore[union-attr]


def test_too_expensive_has_its_shortfall() -> None:
    """``TooExpensive.short`` is the price minus the coins."""
    assert TooExpensive(price=9, coins=4).short == 5


# -- the classes ----------------------------------------------------------------------------------


def test_every_error_is_an_error_of_the_library() -> None:
    """Every class of the module is a library error and exported at the top level."""
    import wonders_duel  # noqa: PLC0415 - the module itself

    classes = [
        cls for _, cls in inspect.getmembers(errors, inspect.isclass) if issubclass(cls, Exception)
    ]

    assert all(issubclass(cls, WondersDuelError) for cls in classes)
    assert set(errors.__all__) <= set(wonders_duel.__all__)
    assert set(errors.__all__) - {"Fault"} == {
        cls.__name__ for cls in classes if not cls.__name__.startswith("_")
    }
    assert all(
        issubclass(cls, ValueError | TypeError | ImportError)
        for cls in classes
        if cls is not WondersDuelError
    )


def test_errors_survive_pickling_and_copies() -> None:
    """Errors keep their move, reasons and problems when pickled or copied."""
    caught: list[WondersDuelError] = []
    for call in (
        lambda: TURN.apply(ConstructBuilding("baths")),
        lambda: Position(pawn=12, age=Age.I, structure={0: "walls"}).state(),
        lambda: Deal(draft=[], board_tokens=[], great_library=[], ages=[]),
        lambda: Rules(reveal_timing="never"),
        lambda: parse_move("build nothing"),
        lambda: catalogue.find("the"),
        lambda: Game(seed=1).undo(),
        lambda: bot("clever"),
        lambda: State.from_text("wd1 turn=one phase=turn pawn=12 end"),
        lambda: Record.from_json("{}"),
        lambda: Record.from_text("x" * 2_000_000),
        lambda: Record(turns=[Turn(catalogue.moves[0])]).check(),
        lambda: Game(seed=1).resign("three"),
    ):
        with pytest.raises(WondersDuelError) as info:
            call()
        caught.append(info.value)

    for error in caught:
        for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):  # noqa: S301
            assert type(error) is type(again)
            assert str(error) == str(again)
            assert vars(error) == vars(again)


LONG: list[Any] = [[0] * 5_000, dict.fromkeys(range(5_000)), "x" * 5_000, 10**4_000]


@pytest.mark.parametrize("thing", LONG, ids=["list", "dict", "text", "number"])
def test_messages_stay_short(thing: Any) -> None:
    """A message shows at most the beginning of a long value."""
    calls: tuple[Callable[[Any], object], ...] = (
        catalogue.find,
        Game.from_deal,
        parse_move,
        TURN.apply,
        TURN.why_not,
        lambda long: TURN.play(DiscardBuilding("baths"), long),
        lambda long: State.start(rules=long),
        lambda long: State.start(first_player=long),
        lambda long: Rules(reveal_timing=long),
        WAITING.resolve,
        lambda long: Cost(coins=[long]),  # type: ignore[arg-type]
        lambda long: Points([long]),  # type: ignore[arg-type]
        lambda long: GreedyBot(judge=long),
        lambda long: Game(seed=1).play_out(long, long),
        lambda long: State.from_text(f"wd1 {long}=1 end" if isinstance(long, str) else long),
    )
    for call in calls:
        with pytest.raises(WondersDuelError) as caught:
            call(thing)
        assert len(str(caught.value)) < 1_000


def test_problems_are_counted_in_the_message(wording: Wording) -> None:
    """The message counts its problems, with the right plural."""
    wording(str(PositionError(["a"])))
    wording(str(DealError(["a", "b"])))
    assert DealError(["a", "b"]).problems == ("a", "b")


# -- only library errors --------------------------------------------------------------------------

NONSENSE: dict[str, Callable[[], object]] = {
    "apply a text": lambda: TURN.apply("discard baths"),  # type: ignore[arg-type]
    "apply nothing": lambda: TURN.apply(None),  # type: ignore[arg-type]
    "apply a class": lambda: TURN.apply(ConstructBuilding),  # type: ignore[arg-type]
    "play a class": lambda: TURN.play(DiscardBuilding("baths"), Deal),  # type: ignore[arg-type]
    "play a text": lambda: TURN.play("discard baths", Deal.random(Random(1))),  # type: ignore[arg-type]
    "why not a text": lambda: TURN.why_not("discard baths"),  # type: ignore[arg-type]
    "payment of a text": lambda: TURN.payment("build baths"),  # type: ignore[arg-type]
    "payment of a third player": lambda: TURN.payment(ConstructBuilding("baths"), 7),
    "resolve a text": lambda: WAITING.resolve("baths"),  # type: ignore[arg-type]
    "start with a third player": lambda: State.start(first_player=5),
    "start with rules as text": lambda: State.start(rules="second-game"),
    "start with a catalogue's name": lambda: State.start(catalogue="base"),  # type: ignore[arg-type]
    "a dealt state without a deal": lambda: State.dealt(None),  # type: ignore[arg-type]
    "a dealt state with a class": lambda: State.dealt(Deal),  # type: ignore[arg-type]
    "a game with a list as seed": lambda: Game(seed=[1]),  # type: ignore[arg-type]
    "a game with a catalogue's name": lambda: Game(seed=1, catalogue="base"),  # type: ignore[arg-type]
    "a game with options that are no texts": lambda: Game(seed=1, rules={1: "draft"}),  # type: ignore[dict-item]
    "a game with rules as a number": lambda: Game(seed=1, rules=5),  # type: ignore[arg-type]
    "a game with rules of another kind": lambda: Game(seed=1, rules="on-take"),
    "a game with a third player": lambda: Game(seed=1, first_player=2),
    "a game from no deal": lambda: Game.from_deal(None),  # type: ignore[arg-type]
    "a game from no state": lambda: Game.from_state("start"),  # type: ignore[arg-type]
    "a game from a state and no deal": lambda: Game.from_state(TURN, "deal"),  # type: ignore[arg-type]
    "a game from a state and no generator": lambda: Game.from_state(TURN, rng=5),  # type: ignore[arg-type]
    "a move of a number": lambda: ConstructBuilding(5),  # type: ignore[arg-type]
    "a move of nothing": lambda: TakeToken(None),  # type: ignore[arg-type]
    "a move of a list": lambda: DraftWonder([]),  # type: ignore[arg-type]
    "a wonder without a card": lambda: ConstructWonder("the-sphinx", None),  # type: ignore[arg-type]
    "a move of an unknown card": lambda: ConstructBuilding("bath-house"),
    "a move of a wonder as a building": lambda: ConstructBuilding("the-sphinx"),
    "a third player begins": lambda: ChooseBeginner("three"),
    "no player begins": lambda: ChooseBeginner(None),  # type: ignore[arg-type]
    "a choice by no word": lambda: ChooseCard(None, "quarry", PROMO),  # type: ignore[arg-type]
    "a choice by a list": lambda: ChooseCard([], "quarry", PROMO),  # type: ignore[arg-type]
    "a choice of a number": lambda: ChooseCard("messe", 5, PROMO),  # type: ignore[arg-type]
    "a choice of no catalogue": lambda: ChooseCard("messe", "quarry", None),  # type: ignore[arg-type]
    "a name that is a number": lambda: catalogue.find(5),  # type: ignore[arg-type]
    "an id that is a list": lambda: catalogue.card([]),  # type: ignore[arg-type]
    "a text that is a number": lambda: parse_move(5),  # type: ignore[arg-type]
    "a bot by a number": lambda: bot(5),  # type: ignore[arg-type]
    "a bot with a list as seed": lambda: RandomBot([1]),  # type: ignore[arg-type]
    "a bot where nobody moves": lambda: RandomBot(1).choose(WAITING),
    "a sample without a generator": lambda: WAITING.chance.sample(None),  # type: ignore[union-attr,arg-type]
    "a deal by a list": lambda: Deal.random([1]),  # type: ignore[arg-type]
    "a deal for no state": lambda: Deal.consistent_with(None, Random(1)),  # type: ignore[arg-type]
    "a deal for the class of a state": lambda: Deal.consistent_with(State, Random(1)),  # type: ignore[arg-type]
    "an outcome for the class of a state": lambda: Deal.random(Random(1)).outcome(State),  # type: ignore[arg-type]
    "conflicts with the class of a state": lambda: Deal.random(Random(1)).conflicts(State),  # type: ignore[arg-type]
    "tags that are no pairs": lambda: setattr(Game(seed=1), "tags", [([], "a")]),
    "tags by numbers": lambda: setattr(Game(seed=1), "tags", {5: "a"}),
    "conflicts with no state": lambda: Deal.random(Random(1)).conflicts(None),  # type: ignore[arg-type]
    "no phase pending": lambda: Pending("nothing"),
    "no colour pending": lambda: Position(pending=[Pending(Phase.DESTROY, "pink")]).state(),
    "a number pending": lambda: Position(pending=[5]).state(),  # type: ignore[list-item]
    "no cities": lambda: Position(cities=None).state(),  # type: ignore[arg-type]
    "numbers as cities": lambda: Position(cities=(1, 2)).state(),  # type: ignore[arg-type]
    "military tokens as numbers": lambda: Position(military_tokens=(2, 5)).state(),  # type: ignore[arg-type]
    "a number as structure": lambda: Position(age=Age.I, structure=5).state(),  # type: ignore[arg-type]
    "no buildings": lambda: Position(cities=(CityPosition(buildings=None), CityPosition())).state(),  # type: ignore[arg-type]
    "built as a list": lambda: Position(cities=(CityPosition(built=["piraeus"]), CityPosition())).state(),  # type: ignore[arg-type]
    "no discard pile": lambda: Position(discard_pile=None).state(),  # type: ignore[arg-type]
    "no board": lambda: Position(board_tokens=5).state(),  # type: ignore[arg-type]
    "no offer": lambda: Position(offer=None).state(),  # type: ignore[arg-type]
    "no catalogue": lambda: Position(catalogue=None).state(),  # type: ignore[arg-type]
    "a position of no state": lambda: Position.of(None),  # type: ignore[arg-type]
}  # fmt: skip


@pytest.mark.parametrize("name", NONSENSE)
def test_nonsense_gives_an_error_of_the_library(name: str) -> None:
    """Nonsense raises library errors, no ``TypeError``, ``AttributeError`` or ``KeyError``."""
    with pytest.raises(WondersDuelError) as caught:
        NONSENSE[name]()
    assert len(str(caught.value)) > 10


WITH_CARDS: dict[str, Callable[[Any], object]] = {
    "start": lambda cards: State.start(catalogue=cards),
    "a game": lambda cards: Game(seed=1, catalogue=cards),
    "a random deal": lambda cards: Deal.random(Random(1), cards),
    "a deal": lambda cards: Deal(
        draft=(), board_tokens=(), great_library=(), ages=(), catalogue=cards
    ),
    "a move with a building": lambda cards: ConstructBuilding("baths", cards),
    "a move with a wonder": lambda cards: ConstructWonder("the-sphinx", "baths", cards),
    "a pick": lambda cards: DraftWonder("the-sphinx", cards),
    "a token": lambda cards: TakeToken("law", cards),
    "who begins": lambda cards: ChooseBeginner("one", cards),
    "a choice": lambda cards: ChooseCard("messe", "quarry", cards),
    "a position text": lambda cards: State.from_text(TURN.to_text(), cards),
    "a document": lambda cards: State.from_json(TURN.to_json(), cards),
    "a move text": lambda cards: parse_move("build baths", cards),
    "a record": lambda cards: Record.from_text(Game(seed=1).record().to_text(), cards),
}


@pytest.mark.parametrize("wrong", [0, "", [], False, "base", State])
@pytest.mark.parametrize("name", WITH_CARDS)
def test_only_none_means_the_base_game(wording: Wording, name: str, wrong: object) -> None:
    """Only ``None`` means the base game; other values, even falsy ones, are refused."""
    with wording.raises(WrongTypeError):
        WITH_CARDS[name](wrong)


@pytest.mark.parametrize("wrong", ["x", "  ", 1.5, [], False, True, -1, 101, 10**30])
def test_an_indent_is_limited(wording: Wording, wrong: Any) -> None:
    """An indent is limited for every document, since a large one would fill memory."""
    state = TURN
    deal = Deal.random(Random(1))
    for thing in (state, deal, Game(seed=1).record()):
        with wording.raises(WrongTypeError):
            thing.to_json(indent=wrong)
        assert type(thing).from_json(thing.to_json(indent=100)) == thing
    with wording.raises(WrongTypeError):
        records.dumps(Game(seed=1).record(), "json", indent=wrong)
    with wording.raises(WrongTypeError):
        serialization.dumps(state.rules, indent=wrong)
    with wording.raises(WrongTypeError):
        Report.of([]).to_json(indent=wrong)


HUGE = 10**5_000  # more digits than Python converts to a string
NAME = "x" * 5_000

TOO_LONG: dict[str, Callable[[], object]] = {
    "a huge value of a rule option": lambda: Rules(reveal_timing=HUGE),  # type: ignore[arg-type]
    "huge rules": lambda: State.start(rules=HUGE),  # type: ignore[arg-type]
    "a rule option": lambda: Rules(**{NAME: "draft"}),  # type: ignore[arg-type]
    "a bot": lambda: bot(NAME),
    "a huge move": lambda: TURN.apply(HUGE),  # type: ignore[arg-type]
    "a list of a deal": lambda: Deal(draft=NAME, board_tokens=(), great_library=(), ages=()),
    "a huge list of a deal": lambda: Deal(draft=HUGE, board_tokens=(), great_library=(), ages=()),  # type: ignore[arg-type]
    "an outcome": lambda: TokensDealt([[NAME]]),  # type: ignore[list-item]
    "a huge player": lambda: Game(first_player=HUGE),
    "a huge age": lambda: AgeDealt(HUGE, ()),
    "a huge colour": lambda: Destroy(HUGE),  # type: ignore[arg-type]
    "a huge kind of victory": lambda: Tally().wins(Player.ONE, HUGE),  # type: ignore[arg-type]
    "a huge back": lambda: TURN.unseen(HUGE),  # type: ignore[arg-type]
    "a huge colour of a city": lambda: TURN.cities[0].count(HUGE),  # type: ignore[arg-type]
    "a huge outcome": lambda: TokensDealt(HUGE),  # type: ignore[arg-type]
    "a military token": lambda: Position(military_tokens=([HUGE], [])).state(),
    "the bots of a demo": lambda: _players(NAME, 1),
    "the rules of a demo": lambda: rules_of([NAME]),
}  # fmt: skip


@pytest.mark.parametrize("name", TOO_LONG)
def test_errors_do_not_repeat_long_values(name: str) -> None:
    """A message stays short, however long the value that was given."""
    with pytest.raises(WondersDuelError) as caught:
        TOO_LONG[name]()
    assert len(str(caught.value)) < 1_000


@pytest.mark.parametrize("value", [True, False])
@pytest.mark.parametrize(
    "call",
    [
        lambda value: Game(first_player=value),
        OVER.share,
        Resignation,
        lambda value: AgeDealt(value, ()),
    ],
    ids=["game", "share", "resignation", "age"],
)
def test_a_boolean_is_no_number(call: Callable[[bool], object], *, value: bool) -> None:
    """A comparison such as ``winner == 0`` is not taken for a player or an age."""
    with pytest.raises(UnknownNameError, match=f"unknown (player|age) {value}"):
        call(value)


OF_ANOTHER_TYPE: dict[str, Callable[[], object]] = {
    "the text of no move": lambda: notation.move_text("build theater"),  # type: ignore[arg-type]
    "no move for a codec": lambda: catalogue.moves.adopt(None),  # type: ignore[arg-type]
    "options of a name": lambda: TURN.options().at("theater"),  # type: ignore[arg-type]
    "options of True": lambda: TURN.options().at(True),  # noqa: FBT003 - not a slot
    "counts of a name": lambda: RunningSummary(["a", "b"]).counts("a", "b"),  # type: ignore[arg-type]
    "counts of -1": lambda: RunningSummary().counts(0, -1),
    "the position text of a game": lambda: state_text(Game(seed=1)),  # type: ignore[arg-type]
    "the text of no outcome": lambda: outcome_text("card 12 baths"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("name", OF_ANOTHER_TYPE)
def test_a_value_of_another_type_is_refused(wording: Wording, name: str) -> None:
    """It is neither taken for something without a result, nor let through to the inside."""
    with wording.raises(WrongTypeError):
        OF_ANOTHER_TYPE[name]()


class Array:
    """A value that is shown as several lines, as arrays and tables are."""

    def __repr__(self) -> str:
        """Return lines with a control character."""
        return "Array([1,\n       2\x1b[0m])"


def test_messages_have_one_line() -> None:
    """A message shows a value on one line, without control characters."""
    with pytest.raises(WrongTypeError) as caught:
        TURN.apply(Array())  # type: ignore[arg-type]
    assert str(caught.value) == r"expected a Move, got Array([1, 2\x1b[0m])"


def test_positions_used_here_are_valid() -> None:
    """The positions of the cases above are valid, so they are refused for the intended reason."""
    phases = [
        now.phase for now in (TURN, DRAFT, REVIVING, DESTROYING, PAIR, LIBRARY, OVER, WAITING)
    ]

    assert phases == [
        Phase.TURN,
        Phase.DRAFT,
        Phase.REVIVE,
        Phase.DESTROY,
        Phase.BOARD_TOKEN,
        Phase.LIBRARY_TOKEN,
        Phase.OVER,
        Phase.DEAL_AGE,
    ]
    assert position(Age.I, ["baths"], STANDING).problems() == ()


@pytest.mark.parametrize("character", ["\x1b", "\x00", "\u202e"])
def test_messages_about_texts_hold_no_control_characters(character: str) -> None:
    """A control character in a move, a position or a record is escaped in the message."""
    rng = Random(3)
    game = Game(seed=3)
    game.play_out(RandomBot(1), RandomBot(2))
    readers: list[tuple[str, Callable[[str], object]]] = [
        (game.record(public=True).to_text(), lambda text: Record.from_text(text).check()),
        (game.history[50].before.to_text(), State.from_text),
        ("wonder the-pyramids with tavern", parse_move),
        ("build lumber-yard", parse_move),
    ]
    for text, read in readers:
        for _ in range(60):
            at = int(rng.random() * (len(text) + 1))
            message = ""
            try:
                read(f"{text[:at]}{character}{text[at:]}")
            except WondersDuelError as error:
                message = str(error)
            assert character not in message
