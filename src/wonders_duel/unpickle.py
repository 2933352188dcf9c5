"""The functions that pickles of this library refer to: their names and this path are stable.

A pickle names the functions and classes that make its objects by module. The pickles of this
library name only functions of this module and public classes, so that all other modules can be
moved: classes with a ``__reduce__`` method have their own function here, all others are
registered by :func:`pickle_by_name`.

The functions import the classes when they are called.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from wonders_duel.cards import Building, Card, ProgressToken, StructureLayout, Wonder
    from wonders_duel.catalogues import Catalogue
    from wonders_duel.chance.outcomes import ChanceOutcome
    from wonders_duel.deal import Deal
    from wonders_duel.engine.city import City
    from wonders_duel.engine.codec import MoveCodec
    from wonders_duel.engine.moves import Move
    from wonders_duel.engine.state_draft import StateDraft
    from wonders_duel.enums import Player
    from wonders_duel.history.game_history import History
    from wonders_duel.history.step import Step
    from wonders_duel.languages import Language
    from wonders_duel.messages import Message
    from wonders_duel.rules import Rules
    from wonders_duel.state import State

__all__ = [
    "base_game",
    "call",
    "card",
    "catalogue",
    "city",
    "deal",
    "history",
    "instance",
    "language",
    "message",
    "move",
    "moves",
    "named",
    "pickle_by_name",
    "rules",
    "state",
]

# -- classes without a function of their own ------------------------------------------------------

_NAMES: dict[type, str] = {}
"""The public names of classes, without ``wonders_duel.``."""
_INHERITED: Final[tuple[object, ...]] = (object.__reduce__, BaseException.__reduce__)


def pickle_by_name(module: str, things: Iterable[object]) -> None:
    """Pickle the objects of classes by the public names of the classes.

    Their subclasses are pickled as usual, by their own paths.

    Args:
        module: the public module.
        things: its contents; those that are no classes of this library are skipped.
    """
    _, _, below = module.partition(".")
    for thing in things:
        if isinstance(thing, type) and thing.__module__.startswith("wonders_duel."):
            _NAMES.setdefault(thing, f"{below}.{thing.__name__}" if below else thing.__name__)
            if thing.__reduce__ in _INHERITED:
                copyreg.pickle(thing, _reduced)  # type: ignore[arg-type]  # a tuple of any length


def named(kind: type) -> type | str:
    """Return the public name of a class, or the class itself if it is not registered.

    Args:
        kind: a class of this library, or a user's subclass of one.
    """
    return _NAMES.get(kind, kind)


def _reduced(
    thing: object,
) -> tuple[Callable[..., object], tuple[object, ...], *tuple[object, ...]]:
    """Return the parts that Python would pickle, with the name of the class instead of the class."""
    parts: Any = thing.__reduce_ex__(2)  # a function, its arguments, and perhaps a state
    make, arguments, *state = parts
    if make is copyreg.__newobj__:  # type: ignore[attr-defined]  # typeshed leaves it out
        kind, *more = arguments
        return (instance, (named(kind), *more), *state)
    return (call, (named(make), *arguments), *state)


@cache
def _class(kind: type | str) -> type:
    """Return a class that was pickled by :func:`named`."""
    if isinstance(kind, type):
        return kind
    module, _, name = f"wonders_duel.{kind}".rpartition(".")
    found: type = getattr(import_module(module), name)
    return found


def instance(kind: type | str, *arguments: object) -> object:
    """Return a new object of a class, whose attributes are set afterwards.

    Args:
        kind: the public name of the class, without ``wonders_duel.``; or the class.
        arguments: the arguments of ``__new__``.
    """
    made = _class(kind)
    return made.__new__(made, *arguments)


def call(kind: type | str, *arguments: object) -> object:
    """Call a class.

    Args:
        kind: the public name of the class, without ``wonders_duel.``; or the class.
        arguments: the arguments.
    """
    return _class(kind)(*arguments)


# -- classes with a function of their own ---------------------------------------------------------


def base_game() -> Catalogue:
    """Return the catalogue of the base game."""
    from wonders_duel.cataloguing import registry  # noqa: PLC0415

    return registry.base_game()


def catalogue(
    name: str,
    buildings: tuple[Building, ...],
    wonders: tuple[Wonder, ...],
    tokens: tuple[ProgressToken, ...],
    structures: tuple[StructureLayout, ...],
    first_game: tuple[tuple[str, ...], ...],
    aliases: Mapping[str, str],
    former_names: Mapping[str, str],
) -> Catalogue:
    """Return an equal catalogue if one is in use, to keep the identity of cards and moves.

    Args:
        name: the name.
        buildings: the buildings.
        wonders: the wonders.
        tokens: the progress tokens.
        structures: the layouts of the three ages.
        first_game: the wonders of the two players in a first game.
        aliases: other names for cards; those of a catalogue in use are not compared.
        former_names: former ids of cards; the same.
    """
    from wonders_duel.catalogues import Catalogue  # noqa: PLC0415
    from wonders_duel.cataloguing.registry import equal_catalogue  # noqa: PLC0415

    found = equal_catalogue((name, buildings, wonders, tokens, structures, first_game))
    if found is not None:
        return found
    return Catalogue(
        name,
        buildings,
        wonders,
        tokens,
        structures,
        aliases=aliases,
        former_names=former_names,
        first_game=first_game,
    )


def card(kind: type | str, values: Mapping[str, object]) -> Card:
    """Return the equal card of a catalogue if there is one, or a new card.

    Args:
        kind: the class of the card, or its name.
        values: its attributes.
    """
    from wonders_duel.cataloguing.registry import own_card  # noqa: PLC0415

    return own_card(_class(kind)(**values))


def move(catalogue: Catalogue, index: int) -> Move:
    """Return a move.

    Args:
        catalogue: its catalogue.
        index: its number there.
    """
    return catalogue.moves[index]


def moves(catalogue: Catalogue) -> MoveCodec:
    """Return the moves of a catalogue.

    Args:
        catalogue: the catalogue.
    """
    return catalogue.moves


@cache  # most states of a process have the same ones
def rules(*values: str) -> Rules:
    """Return rule options.

    Args:
        values: the values of the options, in the order of the class; options that were added
            later have their defaults.
    """
    from attrs import fields  # noqa: PLC0415

    from wonders_duel.rules import Rules  # noqa: PLC0415

    names = [field.name for field in fields(Rules)]
    return Rules(**dict(zip(names, values, strict=False)))  # type: ignore[arg-type]  # no unknown names


@cache  # an import statement takes longer than the call
def _city_of() -> Callable[..., City]:
    from wonders_duel.engine.city import City  # noqa: PLC0415

    return City.of


def city(*contents: object) -> City:
    """Return a city.

    Args:
        contents: the arguments of ``City.of``.
    """
    return _city_of()(*contents)


@cache
def _state_parts() -> tuple[Callable[..., StateDraft], tuple[Player, ...]]:
    from wonders_duel.engine.state_draft import StateDraft  # noqa: PLC0415
    from wonders_duel.enums import Player  # noqa: PLC0415

    return StateDraft.of, tuple(Player)


def state(catalogue: Catalogue, rules: Rules, first_player: int, *contents: object) -> State:
    """Return a state.

    Args:
        catalogue: the cards.
        rules: the rule options.
        first_player: the number of the first player.
        contents: the other arguments of ``StateDraft.of``.
    """
    draft_of, players = _state_parts()
    return draft_of(catalogue, rules, players[first_player], *contents).freeze()


def deal(catalogue: Catalogue, *numbers: object) -> Deal:
    """Return a deal.

    Args:
        catalogue: the catalogue.
        numbers: the arguments of ``DealNumbers`` after the tables.
    """
    from wonders_duel.chance.deal_numbers import DealNumbers  # noqa: PLC0415
    from wonders_duel.deal import Deal  # noqa: PLC0415

    dealt = DealNumbers(catalogue.tables, *numbers)  # type: ignore[arg-type]  # as they were pickled
    return Deal._of(dealt)  # noqa: SLF001 - from checked numbers


def history(
    initial: State, setup: tuple[ChanceOutcome, ...], steps: tuple[Step, ...], state: State
) -> History:
    """Return the history of a game.

    Args:
        initial: the initial state.
        setup: the chance outcomes before the first move.
        steps: the steps.
        state: the current state.
    """
    from wonders_duel.history.game_history import History  # noqa: PLC0415

    return History(initial, setup, steps, state)


def language(code: str, *added: Mapping[str, str]) -> Language:
    """Return a language; its messages are loaded again.

    Args:
        code: its code.
        added: the names and the messages that were added, if there are any.
    """
    from wonders_duel.languages import language as known  # noqa: PLC0415

    found = known(code)
    if added:
        names, messages = added
        found = found.with_names(names).with_messages(messages)
    return found


def message(text: str, values: Mapping[str, object]) -> Message:
    """Return a message.

    Args:
        text: the English text.
        values: the values of its fields.
    """
    from wonders_duel.messages import Message  # noqa: PLC0415

    return Message(text, **values)
