"""What is unusual: copies, other structures and cards, high counts, several threads, numbers of numpy."""

from __future__ import annotations

import copy
import pickle
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import attrs
import pytest

from wonders_duel import Catalogue, Game, Resource, State, catalogue
from wonders_duel.cards import StructureLayout
from wonders_duel.effects import FixedPrice
from wonders_duel.errors import LearningError, WrongTypeError
from wonders_duel.learn import ActionCodec, Encoder
from wonders_duel.learn.games import Games

np = pytest.importorskip("numpy")
from wonders_duel.learn.vector import VectorDuel  # noqa: E402 - it needs numpy

COPIES = {"deepcopy": copy.deepcopy, "pickle": lambda made: pickle.loads(pickle.dumps(made))}  # noqa: S301 - our own


@pytest.mark.parametrize("how", COPIES)
@pytest.mark.parametrize("masks", [True, False])
def test_copies_go_on_alone(how: str, *, masks: bool) -> None:
    """A copy has the same games, and arrays of its own, also when games begin again."""
    made = VectorDuel(3, seed=1, masks=masks)
    codec = made.codec

    def step(games: VectorDuel) -> Any:
        played = [codec.legal_actions(state)[0] for state in games.states]
        rewards, ended = games.step(played)
        found = (rewards.copy(), ended.copy(), games.observations.copy(), games.to_move.copy())
        return (*found, games.masks.copy()) if masks else found

    for _ in range(30):
        step(made)
    other = COPIES[how](made)
    before = made.states
    ends = 0
    expected = [step(other) for _ in range(150)]
    assert made.states == before
    for one in expected:
        for found, wanted in zip(step(made), one, strict=True):
            assert (found == wanted).all()
        ends += one[1].sum()
    assert ends > 3


def test_structures_of_different_sizes() -> None:
    """A row has room for the largest structure; the state has the slots of its age."""
    small = StructureLayout(((1, 3), (0, 2, 4), (1, 3)))
    cards = Catalogue(
        "small-first-age",
        catalogue.building_list,
        catalogue.wonder_list,
        catalogue.token_list,
        (small, *catalogue.structures[1:]),
        first_game=catalogue.first_game,
    )
    state = Game(seed=1, catalogue=cards, rules="first-game").state
    encoder = Encoder(cards)
    row = encoder.encode(state, "one")
    assert encoder.decode(row, "one") == state
    slots, width = encoder.layout["slots"].shape
    assert slots > small.size
    row[encoder.layout["slots"].start + small.size * width + 3] = 1
    with pytest.raises(LearningError, match="slot 7 of the row holds a card; Age 1 has 7 slots"):
        encoder.decode(row, "one")


@pytest.mark.parametrize("price", [127, 200, 1000])
def test_high_counts_are_written_as_the_highest(price: int) -> None:
    """Prices that custom cards fix do not run over into other columns."""
    fixed = tuple(FixedPrice(resource, price) for resource in Resource)
    cards = catalogue.edited(
        "dear",
        replace=[
            attrs.evolve(one, effects=(*one.effects, *fixed))
            for one in catalogue.building_list
            if one.age == 1
        ],
    )
    encoder = Encoder(cards)
    game = Game(seed=2, catalogue=cards, rules="first-game")
    seen = set()
    for _ in range(12):
        game.play(game.legal_moves[0])
        row = encoder.encode(game.state, "one")
        assert row.min() >= 0
        assert (row == encoder.encode(game.state, "one", dtype="float32")).all()
        assert encoder.decode(row, "one") == game.state
        seen |= set(row[encoder.layout["unit prices"].columns].tolist())
    assert 127 in seen


@pytest.mark.usefixtures("often")
def test_one_encoder_for_several_threads() -> None:
    """States with different rules can be encoded at once."""
    encoder = Encoder()
    states = [Game(seed=1, rules={"pair_token": pair}).state for pair in ("must", "may")]
    expected = [encoder.pack(state) for state in states]

    def right(number: int) -> bool:
        return all(encoder.pack(states[number], "one") == expected[number] for _ in range(5000))

    with ThreadPoolExecutor(2) as pool:
        assert all(pool.map(right, [0, 1]))


def test_numbers_of_numpy() -> None:
    """Whole numbers of numpy are numbers, and seeds of numpy draw like equal ones of Python."""
    made = VectorDuel(np.int64(2), seed=np.int64(3))
    assert made.number == 2
    assert made.deal(np.int64(1)) == made.deal(1)
    for seed, same in ((np.int64(3), 3), (np.float64(3.5), 3.5), (np.str_("x"), "x"), (b"y", b"y")):
        games = Games(1)
        games.reset(seed)
        other = Games(1)
        other.reset(same)
        assert games.deal(0) == other.deal(0)
    with pytest.raises(LearningError):
        made.deal(True)  # noqa: FBT003 - not a number
    with pytest.raises(WrongTypeError):
        VectorDuel(1, seed=[1])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: VectorDuel(1).step(None),  # type: ignore[arg-type]
        lambda: VectorDuel(1).step(3),  # type: ignore[arg-type]
        lambda: Encoder().encode_many(None),  # type: ignore[call-overload]
        lambda: Encoder().encode_cards(None),  # type: ignore[arg-type]
        lambda: Encoder().unpack(None),  # type: ignore[call-overload]
        lambda: ActionCodec().masks_array(None),  # type: ignore[arg-type]
        lambda: Games(1).read(None),  # type: ignore[arg-type]
    ],
)
def test_what_is_not_a_list(wrong: Any) -> None:
    """The error says what was expected."""
    with pytest.raises(WrongTypeError, match="as a list or an array, got"):
        wrong()


def test_nothing_is_taken_back_before_it_was_played() -> None:
    """A game can go back to an earlier state; its mask is that of the state."""
    games = Games(1)
    games.reset(1)
    before: State = games.state()
    mask = bytes(games.masks)
    games.play([games.lanes.legal[0][0]])
    assert bytes(games.masks) != mask
    games.back_to(before)
    assert games.state() == before
    assert bytes(games.masks) == mask
