"""Features: states as whole numbers, for evaluations, observations and statistics.

A feature has a name, a range and a meaning. :func:`of_player` returns those of a player and
:func:`of_state` those that belong to neither player, in the order of :func:`player_layout` and
:func:`state_layout`. All of them are public information.

>>> from wonders_duel import Game, features
>>> state = Game(seed=2015, rules="first-game").state
>>> numbers = features.of_player(state, "one")
>>> numbers[features.index("coins")], numbers[features.index("unbuilt wonders")]
(7, 4)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wonders_duel import unpickle
from wonders_duel.catalogues import Catalogue, as_catalogue, per_catalogue
from wonders_duel.enums import Player, seat
from wonders_duel.errors import UnknownNameError
from wonders_duel.features.layout import (
    PERIODS,
    Feature,
    player_layout_of,
    state_layout_of,
)
from wonders_duel.features.numbers import period_of, player_numbers, state_numbers
from wonders_duel.state import State
from wonders_duel.support.arguments import expect
from wonders_duel.support.phrases import nearest, shown

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "PERIODS",
    "Feature",
    "index",
    "of_player",
    "of_state",
    "period",
    "player_layout",
    "state_index",
    "state_layout",
]


def player_layout(catalogue: Catalogue | None = None) -> tuple[Feature, ...]:
    """Return the features of a player.

    Args:
        catalogue: the cards of the game; those of the base game if left out.

    Raises:
        WrongTypeError: the argument is not a catalogue.

    >>> len(player_layout())
    173
    """
    return player_layout_of(as_catalogue(catalogue))


def state_layout(catalogue: Catalogue | None = None) -> tuple[Feature, ...]:
    """Return the features of a state that belong to neither player.

    Args:
        catalogue: the cards of the game; those of the base game if left out.

    Raises:
        WrongTypeError: the argument is not a catalogue.

    >>> [feature.name for feature in state_layout()[:5]]
    ['period', 'phase', 'age', 'cards left', 'pawn']
    """
    return state_layout_of(as_catalogue(catalogue))


def of_player(state: State, player: Player | int | str) -> tuple[int, ...]:
    """Return the features of a player, in the order of :func:`player_layout`.

    Args:
        state: any state, even one that waits for chance.
        player: the player.

    Raises:
        UnknownNameError: there is no such player.
        WrongTypeError: the first argument is not a state.

    >>> numbers = of_player(State.start(), "two")
    >>> numbers[index("coins")], numbers[index("wood price")]
    (7, 2)
    """
    expect(state, State, "a State")
    return tuple(player_numbers(state, seat(player).value))


def of_state(state: State) -> tuple[int, ...]:
    """Return the features that belong to neither player, in the order of :func:`state_layout`.

    Args:
        state: any state, even one that waits for chance.

    Raises:
        WrongTypeError: the argument is not a state.

    >>> numbers = of_state(State.start())
    >>> numbers[state_index("chance")], numbers[state_index("wonders left")]
    (1, 7)
    """
    expect(state, State, "a State")
    return tuple(state_numbers(state))


def period(state: State) -> int:
    """Return the period of a state, a place in :data:`PERIODS`.

    While an age is dealt, this is the first period of that age.

    Args:
        state: any state, even one that waits for chance.

    Raises:
        WrongTypeError: the argument is not a state.

    >>> PERIODS[period(State.start())]
    'draft'
    """
    expect(state, State, "a State")
    return period_of(state)


def index(name: str, catalogue: Catalogue | None = None) -> int:
    """Return the place of a feature of a player.

    Args:
        name: the name of the feature, such as ``coins`` or ``building altar``.
        catalogue: the cards of the game; those of the base game if left out.

    Raises:
        UnknownNameError: there is no such feature.
        WrongTypeError: an argument has another type.

    >>> index("coin")
    Traceback (most recent call last):
        ...
    wonders_duel.errors.UnknownNameError: unknown feature 'coin'; did you mean coins?
    """
    return _found(name, _player_places(as_catalogue(catalogue)))


def state_index(name: str, catalogue: Catalogue | None = None) -> int:
    """Return the place of a feature that belongs to neither player.

    Args:
        name: the name of the feature, such as ``pawn`` or ``discarded altar``.
        catalogue: the cards of the game; those of the base game if left out.

    Raises:
        UnknownNameError: there is no such feature.
        WrongTypeError: an argument has another type.

    >>> state_layout()[state_index("discarded altar")].meaning
    'whether Altar is in the discard pile'
    """
    return _found(name, _state_places(as_catalogue(catalogue)))


@per_catalogue
def _player_places(catalogue: Catalogue) -> Mapping[str, int]:
    return {one.name: place for place, one in enumerate(player_layout_of(catalogue))}


@per_catalogue
def _state_places(catalogue: Catalogue) -> Mapping[str, int]:
    return {one.name: place for place, one in enumerate(state_layout_of(catalogue))}


def _found(name: str, places: Mapping[str, int]) -> int:
    expect(name, str, "the name of a feature")
    place = places.get(name)
    if place is None:
        raise UnknownNameError(f"unknown feature {shown(name)}{nearest(name, places)}")
    return place


unpickle.pickle_by_name(__name__, globals().values())
