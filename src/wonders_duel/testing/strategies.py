"""Hypothesis strategies for the objects of the library.

A strategy for games draws a seed and the number of moves to play. This is fast, and
shrinks towards the first states of the first games.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import TypeVar

import attrs
from hypothesis import note
from hypothesis import strategies as st

from wonders_duel.catalogues import Catalogue, as_catalogue
from wonders_duel.deal import Deal
from wonders_duel.engine.moves import Move
from wonders_duel.enums import Player
from wonders_duel.game import Game
from wonders_duel.history.remarks import LONGEST_CLOCK, LONGEST_KEY, TAG_KEY, Participant
from wonders_duel.position import Position
from wonders_duel.record import Record
from wonders_duel.rules import Rules
from wonders_duel.seeds import generator
from wonders_duel.state import State
from wonders_duel.testing.walks import every_rules, walk

__all__ = [
    "clocks",
    "comments",
    "deals",
    "games",
    "moves",
    "participants",
    "played_states",
    "positions",
    "records",
    "rules",
    "states",
    "tags",
    "texts",
]

_T = TypeVar("_T")
SEEDS = st.integers(min_value=0, max_value=100_000)
LONGEST_WALK = 110
"""The maximum number of states of a game; larger numbers give the last state."""


def rules(catalogue: Catalogue | None = None) -> st.SearchStrategy[Rules]:
    """Generate rule options.

    Args:
        catalogue: the cards; the base game by default.

    Raises:
        WrongTypeError: the argument is not a catalogue.

    >>> from hypothesis import given
    >>> @given(rules())
    ... def test(options):
    ...     assert Rules(**attrs.asdict(options)) == options
    >>> test()
    """
    return st.sampled_from(every_rules(as_catalogue(catalogue)))


def moves(catalogue: Catalogue | None = None) -> st.SearchStrategy[Move]:
    """Generate moves of a catalogue, which need not be legal in any state.

    Args:
        catalogue: the cards; the base game by default.

    Raises:
        WrongTypeError: the argument is not a catalogue.

    >>> from hypothesis import given
    >>> from wonders_duel import parse_move
    >>> @given(moves())
    ... def test(move):
    ...     assert parse_move(str(move)) == move
    >>> test()
    """
    return st.sampled_from(as_catalogue(catalogue).moves)


def deals(catalogue: Catalogue | None = None) -> st.SearchStrategy[Deal]:
    """Generate deals of a catalogue.

    Args:
        catalogue: the cards; the base game by default.

    Raises:
        WrongTypeError: the argument is not a catalogue.

    >>> from hypothesis import given
    >>> @given(deals())
    ... def test(deal):
    ...     assert [len(age) for age in deal.ages] == [20, 20, 20]
    >>> test()
    """
    cards = as_catalogue(catalogue)
    return SEEDS.map(lambda seed: Deal.random(seed, cards))


@st.composite
def played_states(draw: st.DrawFn, catalogue: Catalogue | None = None) -> State:
    """Generate states that are reached in play, with all rule options.

    They include finished states, and states that wait for a chance outcome.

    Args:
        draw: passed by hypothesis.
        catalogue: the cards; the base game by default.

    Raises:
        WrongTypeError: the argument is not a catalogue; raised when an example is drawn.

    >>> from hypothesis import given
    >>> @given(played_states())
    ... def test(state):
    ...     assert bool(state.legal_moves) == (state.to_move is not None)
    >>> test()
    """
    cards = as_catalogue(catalogue)
    number = draw(st.integers(min_value=0, max_value=LONGEST_WALK))
    seed = draw(SEEDS)
    # Every other game prefers wonders, for the choices that they bring.
    reached = list(islice(walk(seed, cards, cards.wonders if seed % 2 else ()), number + 1))
    note(f"State.from_text({reached[-1].to_text()!r})")
    return reached[-1]


@st.composite
def states(draw: st.DrawFn, catalogue: Catalogue | None = None) -> State:
    """Generate states that are reached in play, and edited versions of them.

    Args:
        draw: passed by hypothesis.
        catalogue: the cards; the base game by default.

    Raises:
        WrongTypeError: the argument is not a catalogue; raised when an example is drawn.

    >>> from hypothesis import given
    >>> @given(states())
    ... def test(state):
    ...     assert State.from_text(state.to_text()) == state
    >>> test()
    """
    state = draw(played_states(catalogue))
    for _ in range(draw(st.integers(min_value=0, max_value=3))):
        position = Position.of(state)
        _change(draw, position, state.catalogue)
        if not position.problems():
            state = position.state()
    return state


@st.composite
def positions(draw: st.DrawFn, catalogue: Catalogue | None = None) -> Position:
    """Generate positions as a user may define them, with and without problems.

    Args:
        draw: passed by hypothesis.
        catalogue: the cards; the base game by default.

    Raises:
        WrongTypeError: the argument is not a catalogue; raised when an example is drawn.

    >>> from hypothesis import given
    >>> @given(positions())
    ... def test(position):
    ...     if not position.problems():
    ...         assert Position.of(position.state()).problems() == ()
    >>> test()
    """
    state = draw(states(catalogue))
    position = Position.of(state)
    for _ in range(draw(st.integers(min_value=0, max_value=4))):
        _change(draw, position, state.catalogue)
    return position


def _change(draw: st.DrawFn, position: Position, catalogue: Catalogue) -> None:
    """Change something about a position; the result need not be valid."""
    city = draw(st.sampled_from(position.cities))
    match draw(st.integers(min_value=0, max_value=9)):
        case 0:
            # Far enough below the maximum that the city can still receive coins.
            city.coins = draw(st.integers(min_value=0, max_value=999_000))
        case 1:
            position.pawn = draw(st.integers(min_value=-9, max_value=9))
            position.phase = None
        case 2:
            sides = st.lists(st.sampled_from([2, 5]), unique=True)
            position.military_tokens = (draw(sides), draw(sides))
        case 3:
            position.first_player = draw(st.sampled_from(Player))
            position.rules = draw(rules(catalogue))
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
            wonders = st.sampled_from(list(catalogue.wonders))
            city.unbuilt = draw(st.lists(wonders, max_size=4, unique=True))


def _some(draw: st.DrawFn, things: Sequence[_T]) -> Sequence[_T]:
    return draw(st.lists(st.sampled_from(things), unique=True)) if things else things


def texts() -> st.SearchStrategy[str]:
    """Generate texts of one line, including some that are difficult for text formats.

    >>> from hypothesis import given
    >>> @given(texts())
    ... def test(text):
    ...     assert len(text.splitlines()) <= 1
    >>> test()
    """
    wrong = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # change the text direction
    fine = st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp"), exclude_characters=wrong)
    plain = st.text(fine, max_size=30)
    tricky = st.sampled_from(
        [" ", "end", "{a}", "\\", "\\n", "}", "=> card 1 baths", "[0:10:00]", "# no", " x ", "a: b", "\u200f\u05d0\u200d"]
    )  # fmt: skip
    return st.one_of(plain, tricky)


def comments() -> st.SearchStrategy[str]:
    """Generate comments on moves, which may have several lines.

    >>> from hypothesis import given
    >>> @given(comments())
    ... def test(comment):
    ...     game = Game(seed=1)
    ...     game.play(game.legal_moves[0], comment=comment)
    >>> test()
    """
    some = texts()
    return st.one_of(some, st.lists(some, max_size=3).map("\n".join), st.just("a\tb\n\n"))


def clocks() -> st.SearchStrategy[int | None]:
    """Generate clocks in milliseconds, or ``None``.

    >>> from hypothesis import find
    >>> find(clocks(), lambda clock: clock is not None)
    0
    """
    return st.one_of(st.none(), st.integers(min_value=0, max_value=LONGEST_CLOCK))


def tags() -> st.SearchStrategy[dict[str, str]]:
    """Generate free tags, some of which have the names of record headers.

    >>> from hypothesis import find
    >>> find(tags(), lambda one: True)
    {}
    """
    keys = st.one_of(
        st.from_regex(TAG_KEY, fullmatch=True).filter(lambda key: len(key) <= LONGEST_KEY),
        st.sampled_from(["result", "start", "cards", "setup", "end", "tag", "event", "date"]),
    )
    return st.dictionaries(keys, texts(), max_size=3)


def participants() -> st.SearchStrategy[Participant]:
    """Generate players with names and tags.

    >>> from hypothesis import find
    >>> find(participants(), lambda one: one is not None)
    Participant(name='', tags=Tags({}))
    """
    return st.builds(Participant, texts(), tags())


@st.composite
def games(draw: st.DrawFn, catalogue: Catalogue | None = None) -> Game:
    """Generate games at any point, from the start or from a position, some with comments.

    Args:
        draw: passed by hypothesis.
        catalogue: the cards; the base game by default.

    Raises:
        WrongTypeError: the argument is not a catalogue; raised when an example is drawn.

    >>> from hypothesis import given
    >>> @given(games())
    ... def test(game):
    ...     assert Game.from_record(game.record()).state == game.state
    >>> test()
    """
    rng = generator("moves", draw(SEEDS))
    if draw(st.booleans()):
        game = Game.from_state(draw(states(catalogue)), rng=rng)
    else:
        deal = draw(deals(catalogue))
        first = draw(st.sampled_from(Player))
        game = Game.from_deal(deal, first_player=first, rules=draw(rules(catalogue)))
    for _ in range(draw(st.integers(min_value=0, max_value=90))):
        choices = game.legal_moves
        if not choices:
            break
        game.play(choices[int(rng.random() * len(choices))])
    for _ in range(draw(st.integers(min_value=0, max_value=3)) if game.history else 0):
        number = draw(st.integers(min_value=1, max_value=len(game.history)))
        game.annotate(number, comment=draw(comments()), clock=draw(clocks()))
    if draw(st.booleans()):
        game.players = [draw(participants()), draw(participants())]
        game.tags = draw(tags())
    return game


@st.composite
def records(draw: st.DrawFn, catalogue: Catalogue | None = None) -> Record:
    """Generate records: finished, unfinished, resigned, public, or waiting for chance.

    Some do not say who made each move, and some leave out the result.

    Args:
        draw: passed by hypothesis.
        catalogue: the cards; the base game by default.

    Raises:
        WrongTypeError: the argument is not a catalogue; raised when an example is drawn.

    >>> from hypothesis import given
    >>> @given(records())
    ... def test(record):
    ...     assert Record.from_text(record.to_text()) == record
    >>> test()
    """
    game = draw(games(catalogue))
    resigned = draw(st.sampled_from([None, *Player])) if game.result is None else None
    if resigned is not None:
        game.resign(resigned)
    record = game.record(public=draw(st.booleans()))
    if draw(st.booleans()):
        turns = [attrs.evolve(turn, player=None) for turn in record.turns]
        record = attrs.evolve(record, turns=turns)
    if draw(st.booleans()) and record.turns and game.result is None:
        *others, last = record.turns
        record = attrs.evolve(
            record, turns=[*others, attrs.evolve(last, outcomes=last.outcomes[:1])]
        )
    if draw(st.integers(min_value=0, max_value=9)) == 0:
        record = attrs.evolve(record, result=None)
    return record
