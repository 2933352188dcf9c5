"""Benchmarks of printing and reading each format.

The positions are those of whole random games, including chance states; the records are whole
games with their deal and every chance outcome. Reading a position includes checking it;
reading a record does not include replaying it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from random import Random
from time import process_time
from typing import TYPE_CHECKING, TypeVar

from wonders_duel import Game, State

if TYPE_CHECKING:
    from wonders_duel import Record

__all__ = ["FORMATS", "rate"]

GAMES = 40

_T = TypeVar("_T")


@lru_cache(maxsize=1)
def _games() -> tuple[Game, ...]:
    games = []
    for seed in range(GAMES):
        rng = Random(seed)
        game = Game(seed)
        while moves := game.legal_moves:
            game.play(moves[int(rng.random() * len(moves))])
        games.append(game)
    return tuple(games)


@lru_cache(maxsize=1)
def _states() -> tuple[State, ...]:
    """Return every third state of the games."""
    return tuple(step.before for game in _games() for step in game.history)[::3]


@lru_cache(maxsize=1)
def _records() -> tuple[Record, ...]:
    return tuple(game.record() for game in _games())


def rate(call: Callable[[_T], object], things: Sequence[_T]) -> float:
    """Return how many objects a call processes per second.

    Args:
        call: the call.
        things: the objects.
    """
    call(things[0])  # fills the caches of the catalogue
    start = process_time()
    for thing in things:
        call(thing)
    return len(things) / (process_time() - start)


def _printing_positions(_: int) -> float:
    return rate(State.to_text, _states())


def _reading_positions(_: int) -> float:
    return rate(State.from_text, [state.to_text() for state in _states()])


def _drawing_boards(_: int) -> float:
    return rate(str, _states()[::9])


def _drawing_pictures(_: int) -> float:
    from wonders_duel.render import svg  # noqa: PLC0415 - not needed by the other benchmarks

    return rate(lambda state: svg(state, legal_moves=True), _states()[::9])


def _writing_states(_: int) -> float:
    return rate(State.to_json, _states()[::3])


def _reading_states(_: int) -> float:
    return rate(State.from_json, [state.to_json() for state in _states()[::3]])


def _printing_records(_: int) -> float:
    return rate(lambda record: record.to_text(), _records())


def _reading_records(_: int) -> float:
    from wonders_duel import Record  # noqa: PLC0415 - missing in older builds

    return rate(Record.from_text, [record.to_text() for record in _records()])


def _writing_documents(_: int) -> float:
    return rate(lambda record: record.to_json(), _records())


def _reading_documents(_: int) -> float:
    from wonders_duel import Record  # noqa: PLC0415 - missing in older builds

    return rate(Record.from_json, [record.to_json() for record in _records()])


def _replaying(_: int) -> float:
    return rate(lambda record: record.check(), _records())


FORMATS: tuple[tuple[str, str, Callable[[int], float]], ...] = (
    ("printing a position as text", "positions/s", _printing_positions),
    ("reading a position from text", "positions/s", _reading_positions),
    ("drawing a board as text", "boards/s", _drawing_boards),
    ("drawing a table as a picture", "pictures/s", _drawing_pictures),
    ("writing a state as JSON", "states/s", _writing_states),
    ("reading a state from JSON", "states/s", _reading_states),
    ("printing a record as text", "records/s", _printing_records),
    ("reading a record from text", "records/s", _reading_records),
    ("writing a record as JSON", "records/s", _writing_documents),
    ("reading a record from JSON", "records/s", _reading_documents),
    ("replaying a record", "records/s", _replaying),
)
"""The name and unit of each benchmark, and a function from the round number to the result."""
