"""Hypothesis strategies for what the library passes around: one home, so that every property uses the same."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import TypeVar

from hypothesis import strategies as st

from tests.digest import states as states_of_a_game
from wonders_duel import (
    Building,
    Catalogue,
    CentrePawnStart,
    CityPosition,
    Deal,
    Move,
    Player,
    Position,
    ProgressToken,
    RevealTiming,
    Rules,
    State,
    Wonder,
    WonderSetup,
    catalogue,
)
from wonders_duel.effects import Coins, Points, Produce
from wonders_duel.enums import Age, Colour, Resource

_T = TypeVar("_T")
SEEDS = st.integers(min_value=0, max_value=100_000)

EXTENDED = catalogue.extended(
    "Towers & more",
    buildings=[
        Building(
            id="bank", name="Bank", age=Age.II, colour=Colour.YELLOW, effects=(Coins(coins=9),)
        ),
        Building(
            id="end", name="End", age=Age.III, colour=Colour.BLUE, effects=(Points(points=2),)
        ),
    ],
    wonders=[Wonder(id="the-tower", name="The Tower", effects=(Produce(Resource.GLASS),))],
    tokens=[ProgressToken(id="banking", name="Banking", effects=(Points(points=3),))],
)
"""A catalogue of our own, with a name that no text can hold as it is."""


def rules() -> st.SearchStrategy[Rules]:
    """Give rule options."""
    return st.builds(
        Rules,
        centre_pawn_start=st.sampled_from(CentrePawnStart),
        reveal_timing=st.sampled_from(RevealTiming),
        wonder_setup=st.sampled_from(WonderSetup),
    )


def moves(cards: Catalogue = catalogue) -> st.SearchStrategy[Move]:
    """Give moves of a catalogue."""
    return st.sampled_from(cards.moves)


def deals(cards: Catalogue = catalogue) -> st.SearchStrategy[Deal]:
    """Give deals of a catalogue."""
    return SEEDS.map(lambda seed: Deal.random(Random(seed), cards))


@st.composite
def played_states(draw: st.DrawFn) -> State:
    """Give states that play reaches, waiting on chance and finished ones included, under all rule options."""
    seed = draw(SEEDS)
    number = draw(st.integers(min_value=0, max_value=140))
    reached = list(islice(states_of_a_game(seed), number + 1))
    return reached[-1]


@st.composite
def states(draw: st.DrawFn) -> State:
    """Give states that play reaches, and those that a person may make of them by hand."""
    state = draw(played_states())
    changes = draw(st.integers(min_value=0, max_value=3))
    for _ in range(changes):
        position = Position.of(state)
        _change(draw, position)
        if not position.problems():
            state = position.state()
    return state


def _change(draw: st.DrawFn, position: Position) -> None:
    """Change something about a position; not every change leaves one that can be."""
    city = draw(st.sampled_from(position.cities))
    match draw(st.integers(min_value=0, max_value=9)):
        case 0:
            city.coins = draw(st.integers(min_value=0, max_value=999_999))
        case 1:
            position.pawn = draw(st.integers(min_value=-9, max_value=9))
            position.phase = None
        case 2:
            sides = st.lists(st.sampled_from([2, 5]), unique=True)
            position.military_tokens = (draw(sides), draw(sides))
        case 3:
            position.first_player = draw(st.sampled_from(Player))
            position.rules = draw(rules())
            position.phase = None
        case 4:
            position.extra_turn = draw(st.booleans())
        case 5:
            position.discard_pile = _some(draw, position.discard_pile)
        case 6:
            city.buildings = _some(draw, city.buildings)
            position.phase = None
        case 7:
            position.board_tokens = _some(draw, position.board_tokens)
        case 8:
            position.cities = (position.cities[1], position.cities[0])
        case _:
            _swap_wonders(draw, city)


def _some(draw: st.DrawFn, things: Sequence[_T]) -> Sequence[_T]:
    return draw(st.lists(st.sampled_from(things), unique=True)) if things else things


def _swap_wonders(draw: st.DrawFn, city: CityPosition) -> None:
    city.unbuilt = draw(st.lists(st.sampled_from(list(catalogue.wonders)), max_size=4, unique=True))
