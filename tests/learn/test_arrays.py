"""Rows, masks and many games as arrays of numpy."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.builders import BACKWARDS
from tests.played import states
from tests.wording import Wording
from wonders_duel import Deal, Phase, Player, State, parse_move
from wonders_duel.bots import GreedyBot
from wonders_duel.errors import ExtraError, LearningError, WondersDuelError, WrongTypeError
from wonders_duel.learn import ActionCodec, Encoder
from wonders_duel.learn.extras import LazyModule, need
from wonders_duel.learn.games import Games
from wonders_duel.learn.opponents import ask, created, factory
from wonders_duel.match import BotSpec

np = pytest.importorskip("numpy")
from wonders_duel.learn.vector import VectorDuel  # noqa: E402 - it needs numpy

ENCODER: Any = Encoder()
CODEC: Any = ActionCodec(rules={"pair_token": "may"})


# -- rows ------------------------------------------------------------------------------------------


def test_an_array_is_the_packed_row() -> None:
    """Each column is a bit or a count of the packed row; it can be read back."""
    layout = ENCODER.layout
    for state in states(3):
        row = ENCODER.encode(state)
        bits, counts = ENCODER.bits(state), ENCODER.counts(state)
        assert [*row[: layout.bits]] == [bits >> place & 1 for place in range(layout.bits)]
        assert bytes(row[layout.bits :]) == counts
        assert ENCODER.decode(row, state.player) == state


@pytest.mark.parametrize("dtype", ["int8", "float32"])
def test_batches_are_single_rows(dtype: str) -> None:
    """Rows of a batch, of a given array and of packed rows are those of single states."""
    some = list(states(1))
    rows = ENCODER.encode_many(some, dtype=dtype)
    assert rows.dtype == dtype
    out = np.full((len(some), ENCODER.size), 9, dtype)
    assert ENCODER.encode_many(some, out=out) is out
    single = np.full(ENCODER.size, 9, dtype)
    for number, state in enumerate(some):
        assert ENCODER.encode(state, out=single) is single
        assert (single == rows[number]).all()
        assert (out[number] == rows[number]).all()
        assert (ENCODER.encode(state, dtype=dtype) == rows[number]).all()
    packed = [ENCODER.pack(state) for state in some]
    assert (ENCODER.unpack(packed, dtype=dtype) == rows).all()
    seen = ENCODER.encode_many(some, "two")
    assert (seen[5] == ENCODER.encode(some[5], Player.TWO)).all()


def test_rows_in_parts_of_arrays() -> None:
    """An array to fill need not be whole memory."""
    state = next(states(3))
    wide = np.zeros((2, 2 * ENCODER.size), np.int8)
    ENCODER.encode(state, out=wide[1, ::2])
    assert (wide[1, ::2] == ENCODER.encode(state)).all()
    assert not wide[1, 1::2].any()
    mask = np.ones((2, 2 * CODEC.size), np.int8)
    CODEC.mask_array(state, out=mask[0, ::2])
    assert bytes(mask[0, ::2]) == CODEC.mask(state)


def test_masks() -> None:
    """Masks of one and of several states are those without numpy."""
    some = list(states(1))
    masks = CODEC.masks_array(some)
    out = np.ones((len(some), CODEC.size), np.int8)
    single = np.ones(CODEC.size, np.int8)
    assert CODEC.masks_array(some, out=out) is out
    for number, state in enumerate(some):
        whole = CODEC.mask(state)
        assert bytes(masks[number]) == bytes(out[number]) == bytes(CODEC.mask_array(state)) == whole
        assert bytes(CODEC.mask_array(state, out=single)) == whole
    CODEC.mask_array(some[0])[0] = 1  # can be written


def test_cards_by_place() -> None:
    """The array has the pairs of each state, then zeros."""
    some = list(states(1))
    array = ENCODER.encode_cards(some)
    out = np.full((len(some), ENCODER.places.most, 2), 5, np.int16)
    assert ENCODER.encode_cards(some, out=out) is out
    assert (array == out).all()
    for number, state in enumerate(some):
        cards = ENCODER.cards(state)
        assert [tuple(pair) for pair in array[number, : len(cards)]] == cards
        assert not array[number, len(cards) :].any()


START = State.start()
READ_ONLY = np.zeros(ENCODER.size, np.int8)
READ_ONLY.flags.writeable = False


@pytest.mark.parametrize(
    ("call", "kind"),
    [
        (lambda: ENCODER.encode(START, out=np.zeros(5, np.int8)), LearningError),
        (lambda: ENCODER.encode(START, out=[0] * ENCODER.size), WrongTypeError),
        (lambda: ENCODER.encode(START, out=np.zeros(ENCODER.size)), LearningError),
        (
            lambda: ENCODER.encode(START, out=np.zeros(ENCODER.size, "f4"), dtype="i1"),
            LearningError,
        ),
        (
            lambda: ENCODER.encode(START, out=np.zeros(ENCODER.size, "f4"), dtype=np.dtype("i1")),
            LearningError,
        ),
        (lambda: ENCODER.encode(START, dtype="float64"), LearningError),
        (lambda: ENCODER.encode(START, dtype="no such type"), LearningError),
        (lambda: ENCODER.encode(START, dtype=","), LearningError),
        (lambda: ENCODER.encode(START, dtype=[]), LearningError),
        (lambda: ENCODER.encode(START, dtype="int8\ud800"), LearningError),
        (lambda: ENCODER.encode(START, out=READ_ONLY), LearningError),
        (lambda: ENCODER.encode_many([START, 3]), WrongTypeError),
        (lambda: ENCODER.unpack(ENCODER.pack(START)), WrongTypeError),
        (lambda: ENCODER.unpack([b"short"]), LearningError),
        (lambda: ENCODER.unpack(["text"]), WrongTypeError),
        (lambda: ENCODER.decode([0, 1], "one"), LearningError),
        (lambda: ENCODER.decode([[0], [0, 1]], "one"), LearningError),
        (lambda: ENCODER.decode(["x"] * ENCODER.size, "one"), LearningError),
        (lambda: ENCODER.decode([2] * ENCODER.size, "one"), LearningError),
        (lambda: ENCODER.decode([0.5] * ENCODER.size, "one"), LearningError),
        (lambda: ENCODER.decode([0] * (ENCODER.size - 1) + [128], "one"), LearningError),
        (lambda: CODEC.mask_array(START, out=np.zeros(CODEC.size)), LearningError),
        (lambda: CODEC.mask_array(START, out=np.zeros(3, np.int8)), LearningError),
        (lambda: CODEC.mask_array(START, out=READ_ONLY[: CODEC.size]), LearningError),
        (lambda: CODEC.mask_array(START, out=np.zeros((CODEC.size, 1), np.int8)), LearningError),
        (lambda: CODEC.masks_array([START], out=np.zeros((1, CODEC.size))), LearningError),
        (lambda: ENCODER.encode_cards([START], out=np.zeros((1, 115, 2))), LearningError),
    ],
)
def test_wrong_arrays(call: Any, kind: type[WondersDuelError], wording: Wording) -> None:
    """Each wrong array gives one clear error."""
    with pytest.raises(kind) as raised:
        call()
    wording(str(raised.value))


# -- many games ------------------------------------------------------------------------------------


def test_many_games_are_those_of_the_library() -> None:
    """Every row and mask is that of the state, which is what the library makes of deal and moves."""
    games = VectorDuel(5, seed=3)
    rng = Random(3)
    alone = {number: State.dealt(games.deal(number)) for number in games.games}
    ends = 0
    for _ in range(180):
        before = games.games
        actions = [rng.choice(legal) for legal in games.legal_actions]
        moves = [games.codec.move(*pair) for pair in zip(actions, games.states, strict=True)]
        rewards, ended = games.step(np.array(actions) if rng.random() < 0.5 else actions)
        for place, number in enumerate(before):
            state = alone.pop(number).play(moves[place], games.deal(number))
            assert state.is_over == ended[place]
            if state.is_over:
                ends += 1
                share = state.share("one")
                assert [*rewards[place]] == [2 * share - 1, 1 - 2 * share]
                number = games.games[place]  # noqa: PLW2901 - the next game
                state = State.dealt(games.deal(number))
            else:
                assert [*rewards[place]] == [0, 0]
            alone[number] = state
            assert games.states[place] == state
            assert games.to_move[place] == state.to_move
            assert (games.observations[place] == games.encoder.encode(state)).all()
            assert bytes(games.masks[place]) == games.codec.mask(state)
    assert ends >= 8
    assert max(games.games) == 4 + ends


def test_a_seed_repeats_the_games() -> None:
    """The same seed gives the same arrays; without a seed, games differ."""

    def run(games: Any) -> bytes:
        for _ in range(50):
            games.step(games.masks.argmax(axis=1))
        return bytes(games.observations.tobytes())

    one, two = VectorDuel(3, seed="x"), VectorDuel(3, seed="x")
    assert run(one) == run(two)
    one.reset("x")
    assert run(one) == run(VectorDuel(3, seed="x"))
    assert len({VectorDuel(1).deal(0) for _ in range(3)}) == 3


def test_options() -> None:
    """What is not asked for is not there; rules, cards and types are those that were asked for."""
    games = VectorDuel(2, seed=1, observations=False, masks=False)
    with pytest.raises(LearningError, match="observations=False"):
        games.observations  # noqa: B018 - it raises an error
    with pytest.raises(LearningError, match="masks=False"):
        games.masks  # noqa: B018 - it raises an error
    games.step([legal[0] for legal in games.legal_actions])
    rules = {"wonder_setup": "first-game", "pair_token": "may"}
    other = VectorDuel(2, seed=1, rules=rules, dtype="float32", relative=False)
    assert other.observations.dtype == np.float32
    assert other.masks.shape == (2, 1193)
    assert other.states[0].phase is Phase.TURN
    assert not other.codec.is_relative
    assert repr(other) == "<VectorDuel of 2 games>"
    assert other.number == 2


@pytest.mark.parametrize(
    ("actions", "kind"),
    [
        ([1], LearningError),
        (np.array([[1, 2]]), LearningError),
        (np.array([0.5, 1.5]), WrongTypeError),
        (["a", 1], WrongTypeError),
        ([5000, 1], LearningError),
        (np.array([50, 60]), LearningError),
    ],
)
def test_wrong_actions(actions: Any, kind: type[WondersDuelError], wording: Wording) -> None:
    """A wrong action gives one clear error, and no game goes on."""
    games = VectorDuel(2, seed=1)
    before = games.states
    with pytest.raises(kind) as raised:
        games.step(actions)
    wording(str(raised.value))
    assert games.states == before


@pytest.mark.parametrize(
    "make",
    [
        lambda: VectorDuel(0),
        lambda: VectorDuel(2.5),  # type: ignore[arg-type]
        lambda: VectorDuel(2, masks=1),  # type: ignore[arg-type]
        lambda: VectorDuel(2, dtype="float64"),
        lambda: VectorDuel(2, seed=[1]),  # type: ignore[arg-type]
        lambda: VectorDuel(2, rules={"pair_token": "x"}),
        lambda: VectorDuel(2, seed=1).deal(2),
    ],
)
def test_wrong_options(make: Any, wording: Wording) -> None:
    """A wrong option gives one clear error."""
    with pytest.raises(WondersDuelError) as raised:
        make()
    wording(str(raised.value))


# -- what environments share -----------------------------------------------------------------------


def test_an_action_after_the_end() -> None:
    """After the end of a game, one clear error says to reset."""
    games = Games(1)
    games.reset(1)
    while not games.state().is_over:
        games.play([games.lanes.legal[0][0]])
    assert games.reward() in {-1.0, 0.0, 1.0}
    assert games.is_legal(games.lanes.legal[0][0])  # the mask is that of the state before
    with pytest.raises(LearningError, match="the game is over; reset the environment"):
        raise games.error(3)


def test_opponents() -> None:
    """An opponent is a bot, a name with settings, or what creates one from a seed."""
    state = State.dealt(Deal.random(1))
    bot = GreedyBot(1)
    assert factory(bot)(5) is bot
    made: list[Any] = ["greedy", "wonders_duel.bots:GreedyBot", GreedyBot, partial(GreedyBot)]
    for opponent in made:
        assert isinstance(created(factory(opponent), 5), GreedyBot)
    assert ask(bot, state) in state.legal_moves


class Failing:
    """A bot that raises an error."""

    def choose(self, _state: State) -> Any:
        """Fail."""
        raise ValueError("no idea")


class Wrong:
    """A bot that returns no move."""

    def choose(self, _state: State) -> Any:
        """Return something else."""
        return 3


@pytest.mark.parametrize(
    "call",
    [
        lambda: factory("gready"),
        lambda: factory(3),  # type: ignore[arg-type]
        lambda: created(BotSpec("greedy", {"depth": 3}).create, 1),
        lambda: created(factory(int), 1),  # type: ignore[arg-type]
        lambda: created(factory(Failing), 1),  # type: ignore[arg-type]
        lambda: ask(Failing(), START),
        lambda: ask(Wrong(), START),
    ],
)
def test_wrong_opponents(call: Any, wording: Wording) -> None:
    """A wrong opponent gives one clear error."""
    with pytest.raises(WondersDuelError) as raised:
        call()
    wording(str(raised.value))


class OfOtherCards:
    """A bot that returns moves of the base game, whatever the cards are."""

    def choose(self, state: State) -> Any:
        """Choose the first move."""
        return parse_move(str(state.legal_moves[0]))


def test_a_move_of_other_cards_stands_for_that_with_the_same_ids() -> None:
    """An opponent may return a move of the base game in a game with a catalogue of its own."""
    state = State.dealt(Deal.random(1, BACKWARDS))
    move = ask(OfOtherCards(), state)
    assert ActionCodec(BACKWARDS).action(move, state) == state.legal_moves[0].index


# -- packages that are not installed ---------------------------------------------------------------


@pytest.mark.parametrize("package", ["no_such_package", "no_such_package.module"])
def test_a_package_that_is_missing_is_named(package: str, wording: Wording) -> None:
    """The error names the package and the extra, also if a module of it is needed."""
    assert need("json", "learn", "this") is sys.modules["json"]
    with pytest.raises(ExtraError) as raised:
        need(package, "learn", "an array")
    wording(str(raised.value))
    assert "needs the package no_such_package; " in str(raised.value)


@pytest.mark.parametrize("missing", ["no_such_package", "half"])
def test_an_error_inside_a_package_stays_what_it_is(
    missing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What an installed package lacks itself is not installed by the extra, so its error is not ours."""
    (tmp_path / "half_installed.py").write_text(f"import {missing}", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match=missing) as raised:
        need("half_installed", "learn", "an array")
    assert type(raised.value) is ModuleNotFoundError


@pytest.mark.parametrize("part", ["gymnasium", "pettingzoo", "openspiel"])
def test_a_missing_framework_is_one_error(part: str) -> None:
    """With numpy alone, importing an environment raises the error that names its extra."""
    program = f"""
import sys
class Missing:
    def find_spec(name, path, target=None):
        if name in ("gymnasium", "pettingzoo", "pyspiel"):
            raise ModuleNotFoundError("No module named " + repr(name), name=name)
sys.meta_path.insert(0, Missing)
from wonders_duel.errors import ExtraError
try:
    import wonders_duel.learn.{part}
except ExtraError as error:
    print(error)
"""
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    assert done.stdout.endswith(f'pip install "wonders-duel[{part}]"\n')


def test_a_lazy_module_is_imported_once() -> None:
    """A lazy module has what the module has."""
    import json  # noqa: PLC0415 - the same

    lazy = LazyModule("json")
    assert lazy.loads is json.loads
    assert vars(lazy)["dumps"] is json.dumps
    assert not hasattr(LazyModule("no_such_package"), "__wrapped__")  # without importing it


def test_numpy_is_imported_only_for_arrays() -> None:
    """Rows and masks without arrays do not import numpy, and arrays without numpy are one error."""
    program = """
import sys
sys.modules["numpy"] = None
from wonders_duel import State
from wonders_duel.errors import ExtraError
from wonders_duel.learn import ActionCodec, Encoder
state = State.start()
encoder, codec = Encoder(), ActionCodec()
encoder.decode(encoder.pack(state), "one"), codec.mask(state), encoder.cards(state)
for call in (lambda: encoder.encode(state), lambda: codec.mask_array(state)):
    try:
        call()
    except ExtraError as error:
        print(error)
"""
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    assert done.stdout.count('pip install "wonders-duel[learn]"') == 2
