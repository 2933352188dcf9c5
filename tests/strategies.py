"""Hypothesis strategies for what the library passes around: one home, so that every property uses the same."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import TypeVar

import attrs
from hypothesis import strategies as st

from tests.digest import states as states_of_a_game
from wonders_duel import (
    Building,
    Catalogue,
    CentrePawnStart,
    CityPosition,
    Deal,
    Game,
    Move,
    Participant,
    Player,
    Position,
    ProgressToken,
    Record,
    RevealTiming,
    Rules,
    State,
    Wonder,
    WonderSetup,
    catalogue,
)
from wonders_duel.effects import Coins, Points, Produce
from wonders_duel.enums import Age, Colour, Resource
from wonders_duel.remarks import LONGEST_CLOCK, TAG_KEY

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


def texts(*, lines: bool = False) -> st.SearchStrategy[str]:
    """Give what people may write, and what a text form could stumble over."""
    plain = st.text(st.characters(exclude_categories=("Cc", "Cs")), max_size=30)
    tricky = st.sampled_from(
        [" ", "end", "{a}", "\\", "\\n", "}", "=> card 1 baths", "[0:10:00]", "# no", " x ", "a: b", "\u2028"]
    )  # fmt: skip
    some = st.one_of(plain, tricky)
    if not lines:
        return some
    return st.one_of(some, st.lists(some, max_size=3).map("\n".join), st.just("a\tb\n\n"))


def tags() -> st.SearchStrategy[dict[str, str]]:
    """Give free tags, some of which are called like headers of their own."""
    keys = st.one_of(
        st.from_regex(TAG_KEY, fullmatch=True).filter(lambda key: len(key) <= 40),
        st.sampled_from(["result", "start", "cards", "setup", "end", "tag", "event", "date"]),
    )
    return st.dictionaries(keys, texts(), max_size=3)


def participants() -> st.SearchStrategy[Participant]:
    """Give players with names and tags."""
    return st.builds(Participant, texts(), tags())


@st.composite
def games(draw: st.DrawFn, cards: Catalogue = catalogue) -> Game:
    """Give games at any point, from the start or from a position, with remarks here and there."""
    deal = draw(deals(cards))
    rng = Random(draw(SEEDS))
    if cards is catalogue and draw(st.booleans()):
        game = Game.from_state(draw(states()), rng=rng)
    else:
        game = Game.from_deal(deal, first_player=draw(st.sampled_from(Player)), rules=draw(rules()))
    for _ in range(draw(st.integers(min_value=0, max_value=90))):
        choices = game.legal_moves
        if not choices:
            break
        game.play(choices[int(rng.random() * len(choices))])
    clocks = st.one_of(st.none(), st.integers(min_value=0, max_value=LONGEST_CLOCK))
    for _ in range(draw(st.integers(min_value=0, max_value=3)) if game.history else 0):
        number = draw(st.integers(min_value=1, max_value=len(game.history)))
        game.annotate(number, comment=draw(texts(lines=True)), clock=draw(clocks))
    game.players = [draw(participants()), draw(participants())]
    game.tags = draw(tags())
    return game


@st.composite
def records(draw: st.DrawFn, cards: Catalogue = catalogue) -> Record:
    """Give records: finished, unfinished, given up, public, waiting on chance, without names of players."""
    game = draw(games(cards))
    resigned = draw(st.sampled_from([None, *Player])) if game.outcome is None else None
    if resigned is not None:
        game.resign(resigned)
    record = game.record(public=draw(st.booleans()))
    if draw(st.booleans()):
        turns = [attrs.evolve(turn, player=None) for turn in record.turns]
        record = attrs.evolve(record, turns=turns)
    if draw(st.booleans()) and record.turns and game.outcome is None:
        *others, last = record.turns
        record = attrs.evolve(record, turns=[*others, attrs.evolve(last, answers=last.answers[:1])])
    if draw(st.integers(min_value=0, max_value=9)) == 0:
        record = attrs.evolve(record, result=None)
    return record
