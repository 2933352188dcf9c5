"""The interpreted and the compiled build behave alike: each runs these tests as it is installed."""

from __future__ import annotations

import copy
import importlib
import pickle
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from random import Random
from types import ModuleType
from typing import Any

import attr
import attrs
import cattrs
import pytest

from tests.digest import FILE, GAMES, digest, states
from wonders_duel import (
    Catalogue,
    City,
    ConstructBuilding,
    ConstructWonder,
    Deal,
    DiscardBuilding,
    DraftWonder,
    Game,
    IllegalMoveError,
    Player,
    Position,
    PositionError,
    Rules,
    State,
    TakeToken,
    UnknownNameError,
    WrongTypeError,
    catalogue,
    engine,
    is_compiled,
)
from wonders_duel.effects import Effect, Gain, Points

STATES = [state for seed in (1, 6, 20) for state in states(seed)]
PUBLIC = (
    "wonders_duel",
    *(
        f"wonders_duel.{name}"
        for name in ("bots", "effects", "enums", "languages", "notation", "perft", "reasons")
    ),
    *(f"wonders_duel.{name}" for name in ("records", "render", "serialization", "validation")),
)
DECIDING = [state for state in STATES if state.legal_moves]


def test_the_states_of_500_games_are_what_they_are_in_every_build() -> None:
    """Every state of each game, its moves and prices, and the end have the recorded digest."""
    recorded = FILE.read_text(encoding="utf-8").split("\n")[:-1]

    assert [f"{seed} {digest(seed)}" for seed in range(GAMES)] == recorded


def test_the_library_knows_its_build() -> None:
    """``is_compiled`` says what the engine's module is."""
    assert engine.__file__ is not None
    assert is_compiled == (not engine.__file__.endswith(".py"))


def _frozen_things() -> list[object]:
    state = next(state for state in STATES if state.chance is not None)
    turn = DECIDING[20]
    chance = state.chance
    return [
        turn,
        turn.cities[0],
        turn.structure,
        turn.structure[0],
        turn.legal_moves[0],
        turn.rules,
        turn.score(),
        turn.score().one,
        STATES[-1].result,
        turn.payment(ConstructBuilding("walls")),
        turn.why_not(TakeToken("law"))[0],
        Deal.random(Random(1)),
        chance,
        Deal.random(Random(1)).outcome(State.start()),
        catalogue.buildings["walls"],
        catalogue.buildings["walls"].cost,
        catalogue.buildings["walls"].effects[0],
        catalogue.wonders["the-sphinx"],
        catalogue.tokens["law"],
        Gain(coins=3),
    ]


@pytest.mark.parametrize("thing", _frozen_things(), ids=lambda thing: type(thing).__name__)
def test_frozen_is_frozen(thing: object) -> None:
    """No field can be set or deleted and none added, by the object's own means."""
    fields = attrs.fields(type(thing))  # type: ignore[arg-type]  # every one is an attrs class
    assert fields
    for field in fields:
        before = getattr(thing, field.name)
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            setattr(thing, field.name, before)
        with pytest.raises((attrs.exceptions.FrozenInstanceError, AttributeError)):
            delattr(thing, field.name)
        assert getattr(thing, field.name) == before
    with pytest.raises(AttributeError):
        thing.something_new = 1  # type: ignore[attr-defined]


def _changeable(thing: object, where: str, seen: dict[int, object]) -> Iterator[str]:
    """Go through what an object holds, by its public names, and name every container that can be changed."""
    if id(thing) in seen or isinstance(thing, (type, ModuleType, Random)) or callable(thing):
        return
    seen[id(thing)] = thing
    if isinstance(thing, (list, dict, set, bytearray)):
        yield where
    elif isinstance(thing, (Mapping, Sequence, frozenset)) and not isinstance(thing, (str, bytes)):
        inside = thing.items() if isinstance(thing, Mapping) else enumerate(thing)
        for key, one in inside:
            yield from _changeable(one, f"{where}[{key!r}]", seen)
    if type(thing).__module__.startswith("wonders_duel") and not isinstance(thing, Enum):
        # What the library needs for itself is quick rather than closed.
        for name in {one for one in dir(thing) if one[0] != "_"} - {
            *("tables", "rows", "uncovered", "spec", "kept"),
        }:
            held = getattr(thing, name, None)
            if held is getattr(thing, name, None):  # not made anew for each who asks
                yield from _changeable(held, f"{where}.{name}", seen)


@pytest.mark.parametrize("thing", _frozen_things(), ids=lambda thing: type(thing).__name__)
def test_what_is_frozen_holds_nothing_that_can_be_changed(thing: object) -> None:
    """No list, dict or set is reached from it by public names: it is the same for ever."""
    assert sorted(_changeable(thing, type(thing).__name__, {})) == []


@pytest.mark.parametrize("name", PUBLIC)
def test_what_modules_share_cannot_be_changed(name: str) -> None:
    """The constants that a public module names hold no list, dict or set, either."""
    module = importlib.import_module(name)
    found = [
        where
        for public in module.__all__
        for where in _changeable(getattr(module, public), public, {})
    ]
    assert found == []


def test_the_outcomes_of_a_deal_are_frozen() -> None:
    """They are what a game is dealt from: an exchanged card would be there twice."""
    game = Game(seed=1)
    deal = game.deal
    assert deal is not None

    for field in attrs.fields(type(deal.numbers)):
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            setattr(deal.numbers, field.name, ())
        with pytest.raises((attrs.exceptions.FrozenInstanceError, AttributeError)):
            delattr(deal.numbers, field.name)
    assert deal == Game(seed=1).deal


@pytest.mark.parametrize("cards", [catalogue, catalogue.extended("same")])
def test_a_catalogue_is_frozen(cards: Catalogue) -> None:
    """All games share it: nothing can be set, deleted or put into its mappings."""
    for name in ("name", "buildings", "moves", "structures", "digest", "something_new"):
        with pytest.raises(attrs.exceptions.FrozenInstanceError) as setting:
            setattr(cards, name, None)
        with pytest.raises(attrs.exceptions.FrozenInstanceError) as deleting:
            delattr(cards, name)
        for caught in (setting, deleting):
            assert caught.value.__notes__[0].startswith(f"{name}: a catalogue is frozen; ")
    mappings: tuple[Any, ...] = (
        cards.building_numbers,
        cards.wonder_numbers,
        cards.token_numbers,
        cards.buildings,
        cards.aliases,
        cards.former_names,
        cards.moves.texts,
    )
    for mapping in mappings:
        with pytest.raises(TypeError, match="does not support item assignment"):
            mapping["baths"] = 3
    assert cards.digest == type(cards).__dict__["digest"].func(cards)


@pytest.mark.parametrize("thing", _frozen_things(), ids=lambda thing: type(thing).__name__)
def test_a_copy_is_equal(thing: object) -> None:
    """Copied, deeply copied or pickled by any protocol, a thing is equal and hashes the same."""
    protocols = range(2, pickle.HIGHEST_PROTOCOL + 1)
    pickled = [pickle.loads(pickle.dumps(thing, one)) for one in protocols]  # noqa: S301
    copies = [copy.copy(thing), copy.deepcopy(thing), *pickled]
    for one in copies:
        assert one == thing
        assert type(one) is type(thing)
        assert hash(one) == hash(thing)


def test_states_and_cities_are_attrs_classes() -> None:
    """``fields`` and ``has`` know them, under both names of the library."""
    assert attrs.has(State)
    assert attrs.has(City)
    names = [field.name for field in attrs.fields(State)]
    assert names == [field.name for field in attr.fields(State)]
    assert {"rules", "faces", "pawn", "cities", "board_mask"} < set(names)
    assert {"coins", "building_mask", "built_codes"} < {one.name for one in attrs.fields(City)}


def _all_fields(thing: State | City) -> dict[str, object]:
    return {field.name: getattr(thing, field.name) for field in attrs.fields(type(thing))}


@pytest.mark.parametrize(
    "change",
    [
        attrs.evolve,
        attr.evolve,
        lambda thing: attrs.evolve(thing, tables=thing.tables),
        lambda thing: attrs.evolve(thing, luck=3),
        lambda thing: thing.__replace__(),  # what copy.replace calls from Python 3.13 on
        lambda thing: thing.__replace__(tables=thing.tables),
        lambda thing: type(thing)(),
        lambda thing: type(thing)(**_all_fields(thing)),
        lambda thing: type(thing)(*_all_fields(thing).values()),
    ],
)
def test_no_field_of_a_state_or_a_city_can_be_replaced(change: Callable[[object], object]) -> None:
    """What nothing would check is refused, with an error that names the way that checks."""
    state = DECIDING[30]

    with pytest.raises(WrongTypeError, match=r"a State is not made of its fields: .*Position\.of"):
        change(state)
    with pytest.raises(WrongTypeError, match=r"a City is not made of its fields: .*Position\.of"):
        change(state.cities[1])


def test_evolve_leaves_no_impossible_state() -> None:
    """The pawn beyond the capital, coins below nothing: refused, and the way that is named says why."""
    state = DECIDING[30]

    with pytest.raises(WrongTypeError):
        attrs.evolve(state, pawn=99)
    with pytest.raises(WrongTypeError):
        attrs.evolve(state.cities[0], coins=-5)
    position = Position.of(state)
    position.pawn = 99
    position.cities[0].coins = -5
    with pytest.raises(PositionError) as caught:
        position.state()
    assert len(caught.value.problems) == 2


@pytest.mark.skipif(sys.version_info < (3, 13), reason="copy.replace is new in Python 3.13")
def test_copy_replace_is_refused() -> None:
    """With the error that names the way."""
    state = DECIDING[30]

    for thing in (state, state.cities[0]):
        with pytest.raises(WrongTypeError, match="Position"):
            copy.replace(thing, coins=3)  # type: ignore[attr-defined]  # of the oldest Python


def test_cattrs_takes_apart_and_puts_together() -> None:
    """A converter of cattrs handles the frozen classes that hold values."""
    converter = cattrs.Converter()
    score = STATES[-1].score()

    assert converter.structure(converter.unstructure(score), type(score)) == score
    rules = converter.unstructure(Rules(reveal_timing="on-take"))
    assert Rules(**rules) == Rules(reveal_timing="on-take")


def test_match_tells_moves_apart() -> None:
    """Classes match by position and by keyword, states and cities by keyword."""

    def told(move: object) -> str:
        match move:
            case DraftWonder(wonder):
                return f"draft {wonder.id}"
            case ConstructWonder(wonder, building=card):
                return f"{wonder.id} on {card.id}"
            case ConstructBuilding(card) | DiscardBuilding(building=card):
                return card.id
            case _:
                return "another"

    assert told(DraftWonder("the-sphinx")) == "draft the-sphinx"
    assert told(ConstructWonder("the-sphinx", "baths")) == "the-sphinx on baths"
    assert told(ConstructBuilding("baths")) == told(DiscardBuilding("baths")) == "baths"
    assert told(TakeToken("law")) == "another"
    match DECIDING[0]:
        case State(rules=Rules(), cities=(City(coins=7), City(coins=coins)), pawn=0):
            assert coins == 7
        case _:
            pytest.fail("a state did not match")


def test_moves_are_one_object_each() -> None:
    """However it is made, copied or pickled, a move is the same object."""
    for move in catalogue.moves[::7]:
        assert catalogue.moves[move.index] is move
        assert copy.deepcopy(move) is move
        assert pickle.loads(pickle.dumps(move)) is move  # noqa: S301 - our own bytes
        assert isinstance(move, type(move))
    assert ConstructBuilding("baths") is ConstructBuilding(catalogue.buildings["baths"])


def test_a_users_effect_is_used() -> None:
    """A subclass of an effect and of the base class is called, scored and shown."""

    @attrs.frozen
    class Dowry(Effect):
        coins: int

        def gain(self, state: State, player: Player) -> Gain:  # noqa: ARG002 - the same
            assert type(state) is State
            return Gain(coins=self.coins + state.age_number)

        def describe(self) -> str:
            return f"{self.coins} coins and the number of the age"

    @attrs.frozen
    class Twice(Points):
        def score(self, state: State, player: Player) -> int:  # noqa: ARG002 - the hook's shape
            return 2 * self.points

    card = attrs.evolve(
        catalogue.buildings["lumber-yard"], id="manor", name="Manor", effects=(Dowry(4), Twice(3))
    )
    mine = catalogue.extended("with a manor", buildings=[card])
    for seed in range(200):
        state = Game(seed=seed, catalogue=mine, rules="first-game").state
        build = ConstructBuilding("manor", mine)
        if build in state.legal_moves:
            break
    else:
        pytest.fail("the card was never laid out")
    after = state.apply(build)

    player = state.to_move
    assert player is not None
    price = state.payment(build)
    assert price is not None
    assert after.cities[player].coins == 7 - price.total + 5
    assert after.score()[player].total - state.score()[player].total >= 6
    assert Twice(3) == Twice(3) != Points(3)


@pytest.mark.parametrize("wrong", [None, 3, "build baths", object(), catalogue])
def test_what_is_no_move_or_deal_is_refused(wrong: object) -> None:
    """The same error of ours, wherever the check runs."""
    state = DECIDING[5]

    with pytest.raises((IllegalMoveError, WrongTypeError)):
        state.apply(wrong)  # type: ignore[arg-type]
    with pytest.raises(WrongTypeError):
        state.play(state.legal_moves[0], wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [object(), [1], {"a": 1}, 2.5, b"one", "three", 7])
def test_what_is_no_seat_is_refused(wrong: object) -> None:
    """With the error that names the seats, wherever one can be given."""
    state = DECIDING[5]
    deal = Deal.random(Random(1))

    with pytest.raises(UnknownNameError, match="expected one of one, two"):
        state.payment(ConstructBuilding("walls"), wrong)  # type: ignore[arg-type]
    with pytest.raises(UnknownNameError, match="expected one of one, two"):
        State.start(first_player=wrong)  # type: ignore[arg-type]
    with pytest.raises(UnknownNameError, match="expected one of one, two"):
        State.dealt(deal, first_player=wrong)  # type: ignore[arg-type]
