"""The interpreted and the compiled build behave alike; each runs these tests as installed."""

from __future__ import annotations

import copy
import importlib
import os
import pickle
import subprocess
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
from typing_extensions import override

from tests.amounts import part
from tests.wording import Wording
from tools.digest import FILE, GAMES, digest, states
from wonders_duel import (
    Age,
    Catalogue,
    Chance,
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
    is_compiled,
)
from wonders_duel.effects import Effect, Gain, Points
from wonders_duel.engine import turn
from wonders_duel.languages import ENGLISH, Language
from wonders_duel.testing.walks import walk

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


def test_the_states_of_500_games_are_the_same_in_every_build() -> None:
    """Every state of 500 games, its moves, prices and the end have the recorded digest."""
    recorded = FILE.read_text(encoding="utf-8").split("\n")[:-1]
    number = part(GAMES)

    assert len(recorded) == GAMES
    assert [f"{seed} {digest(seed)}" for seed in range(number)] == recorded[:number]


def test_is_compiled_agrees_with_the_module() -> None:
    """``is_compiled`` agrees with the file of the engine module."""
    assert turn.__file__ is not None
    assert is_compiled == (not turn.__file__.endswith(".py"))


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
    """No field can be set, deleted or added through the object's own methods."""
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
    """Walk what an object holds by public names, and name every mutable container."""
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
        # Private parts are optimised for speed, not closed.
        for name in {one for one in dir(thing) if one[0] != "_"} - {
            *("tables", "rows", "uncovered", "spec", "kept"),
        }:
            held = getattr(thing, name, None)
            if held is getattr(thing, name, None):  # not created on each access
                yield from _changeable(held, f"{where}.{name}", seen)


@pytest.mark.parametrize("thing", _frozen_things(), ids=lambda thing: type(thing).__name__)
def test_frozen_objects_hold_nothing_mutable(thing: object) -> None:
    """A frozen object is immutable: its public names reach no list, dict or set."""
    assert sorted(_changeable(thing, type(thing).__name__, {})) == []


@pytest.mark.parametrize("name", PUBLIC)
def test_constants_of_modules_are_immutable(name: str) -> None:
    """The constants of public modules hold no list, dict or set."""
    module = importlib.import_module(name)
    found = [
        where
        for public in module.__all__
        for where in _changeable(getattr(module, public), public, {})
    ]
    assert found == []


def test_the_outcomes_of_a_deal_are_frozen() -> None:
    """The outcomes of a deal are frozen: changing one could make a card occur twice."""
    later = next(state for state in walk(1, catalogue) if state.age is Age.II)

    makers: list[Callable[[], Deal]] = [
        lambda: Deal.random(1),
        lambda: Deal.consistent_with(later, Random(1)),
    ]
    for made in makers:
        deal = made()
        for field in attrs.fields(type(deal.numbers)):
            with pytest.raises(attrs.exceptions.FrozenInstanceError):
                setattr(deal.numbers, field.name, ())
            with pytest.raises((attrs.exceptions.FrozenInstanceError, AttributeError)):
                delattr(deal.numbers, field.name)
        assert deal == made()


@pytest.mark.parametrize("cards", [catalogue, catalogue.extended("same")])
def test_a_catalogue_is_frozen(cards: Catalogue) -> None:
    """A catalogue is shared by all games: nothing can be set, deleted or put into its mappings."""
    for name in ("name", "buildings", "moves", "structures", "digest", "something_new"):
        with pytest.raises(attrs.exceptions.FrozenInstanceError) as setting:
            setattr(cards, name, None)
        with pytest.raises(attrs.exceptions.FrozenInstanceError) as deleting:
            delattr(cards, name)
        for caught in (setting, deleting):
            assert caught.value.__notes__[0].startswith(f"{name}: a catalogue cannot be changed; ")
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
    """A copied, deep-copied or pickled object is equal and has the same hash."""
    protocols = range(2, pickle.HIGHEST_PROTOCOL + 1)
    pickled = [pickle.loads(pickle.dumps(thing, one)) for one in protocols]  # noqa: S301
    copies = [copy.copy(thing), copy.deepcopy(thing), *pickled]
    for one in copies:
        assert one == thing
        assert type(one) is type(thing)
        assert hash(one) == hash(thing)


def test_states_and_cities_are_attrs_classes() -> None:
    """``fields`` and ``has`` recognise states and cities under both import names of attrs."""
    assert attrs.has(State)
    assert attrs.has(City)
    names = [field.name for field in attrs.fields(State)]
    assert names == [field.name for field in attr.fields(State)]
    assert {"rules", "faces", "pawn", "one", "board_mask"} < set(names)
    assert {"coins", "buildings_low", "built_codes"} < {one.name for one in attrs.fields(City)}


def _all_fields(thing: State | City) -> dict[str, object]:
    return {field.name: getattr(thing, field.name) for field in attrs.fields(type(thing))}


@pytest.mark.parametrize(
    "change",
    [
        attrs.evolve,
        attr.evolve,
        lambda thing: attrs.evolve(thing, tables=thing.tables),
        lambda thing: attrs.evolve(thing, luck=3),
        lambda thing: thing.__replace__(),  # called by copy.replace from Python 3.13 on
        lambda thing: thing.__replace__(tables=thing.tables),
        lambda thing: type(thing)(),
        lambda thing: type(thing)(**_all_fields(thing)),
        lambda thing: type(thing)(*_all_fields(thing).values()),
    ],
)
def test_no_field_of_a_state_or_a_city_can_be_replaced(
    wording: Wording, change: Callable[[object], object]
) -> None:
    """Replacing a field is refused, with an error that names the checked way."""
    state = DECIDING[30]

    with wording.raises(WrongTypeError):
        change(state)
    with wording.raises(WrongTypeError):
        change(state.cities[1])


def test_evolve_makes_no_invalid_state() -> None:
    """``evolve`` cannot make an invalid state; the checked way reports the pawn or the coins."""
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
    """``copy.replace`` is refused, with an error that names the checked way."""
    state = DECIDING[30]

    for thing in (state, state.cities[0]):
        with pytest.raises(WrongTypeError, match="Position"):
            copy.replace(thing, coins=3)  # type: ignore[attr-defined]  # of the oldest Python


def test_cattrs_structures_and_unstructures_values() -> None:
    """A cattrs converter handles the frozen classes that hold values."""
    converter = cattrs.Converter()
    score = STATES[-1].score()

    assert converter.structure(converter.unstructure(score), type(score)) == score
    rules = converter.unstructure(Rules(reveal_timing="on-take"))
    assert Rules(**rules) == Rules(reveal_timing="on-take")


def test_moves_can_be_matched() -> None:
    """Moves match by position and by keyword, states and cities by keyword."""

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
    state = State.start()
    for one in (state, state.cities[0], state.chance, Deal.random(1)):
        with pytest.raises(TypeError, match="accepts 0 positional sub-patterns"):
            _match_by_place(one)


def _match_by_place(one: object) -> None:
    """Use the first field of an object by its place, which has no meaning for users."""
    match one:
        case State(_) | City(_) | Chance(_) | Deal(_):  # type: ignore[misc]  # they have no places
            pytest.fail("an internal field was found by its place")


def test_moves_are_interned() -> None:
    """However it is created, copied or pickled, a move is always the same object."""
    for move in catalogue.moves[::7]:
        assert catalogue.moves[move.index] is move
        assert copy.deepcopy(move) is move
        assert pickle.loads(pickle.dumps(move)) is move  # noqa: S301 - our own bytes
    assert ConstructBuilding("baths") is ConstructBuilding(catalogue.buildings["baths"])


def test_a_users_effect_is_used() -> None:
    """A subclass of an effect, or of the base class, is called, scored and displayed."""

    @attrs.frozen
    class Dowry(Effect):
        coins: int

        def gain(self, state: State, player: Player) -> Gain:  # noqa: ARG002 - the same
            assert type(state) is State
            return Gain(coins=self.coins + state.age_number)

        @override
        def describe(self, to: Language = ENGLISH) -> str:
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
def test_an_invalid_move_or_deal_is_refused(wrong: object) -> None:
    """An invalid move or deal raises the same library error in both builds."""
    state = DECIDING[5]

    with pytest.raises((IllegalMoveError, WrongTypeError)):
        state.apply(wrong)  # type: ignore[arg-type]
    with pytest.raises(WrongTypeError):
        state.play(state.legal_moves[0], wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [object(), [1], {"a": 1}, 2.5, b"one", "three", 7])
def test_an_unknown_seat_is_refused(wording: Wording, wrong: object) -> None:
    """An unknown seat is refused by every call that takes one, with the list of seats."""
    state = DECIDING[5]
    deal = Deal.random(Random(1))

    with wording.raises(UnknownNameError):
        state.payment(ConstructBuilding("walls"), wrong)  # type: ignore[arg-type]
    with wording.raises(UnknownNameError):
        State.start(first_player=wrong)  # type: ignore[arg-type]
    with wording.raises(UnknownNameError):
        State.dealt(deal, first_player=wrong)  # type: ignore[arg-type]


DEEP = """
from wonders_duel import Game
state = Game(seed=1).state
for _ in range(20):
    chain = None
    for move in 100 * state.legal_moves:
        chain = (state.apply(move), chain)
    del chain
"""


def test_deeply_nested_states_are_freed() -> None:
    """Hundreds of states, each in a tuple in a tuple, leave the memory whole."""
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", DEEP],
        env=os.environ | {"PYTHONMALLOC": "debug"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")
