"""The outcomes of chance: what is dealt, revealed or drawn, one class for each kind."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import attrs

from wonders_duel.cards import Building, ProgressToken, Wonder
from wonders_duel.enums import Age, Back, as_age
from wonders_duel.errors import WrongTypeError
from wonders_duel.support.phrases import shown

__all__ = [
    "AgeDealt",
    "CardRevealed",
    "ChanceOutcome",
    "TokensDealt",
    "TokensDrawn",
    "WondersDealt",
]

_T = TypeVar("_T")


def _list(things: Iterable[_T], what: str) -> list[_T]:
    kind: object = things
    if isinstance(kind, str) or not isinstance(kind, Iterable):
        raise WrongTypeError(f"expected a list of {what}, got {shown(things)}")
    found = list(things)
    for thing in found:
        if isinstance(thing, (list, tuple, set, dict)):
            raise WrongTypeError(f"expected a flat list of {what}, got one with {shown(thing)}")
    return found


def _tokens(tokens: Iterable[ProgressToken]) -> frozenset[ProgressToken]:
    return frozenset(_list(tokens, "progress tokens"))


def _wonders(wonders: Iterable[Wonder]) -> frozenset[Wonder]:
    return frozenset(_list(wonders, "wonders"))


def _slots(slots: Iterable[Building | Back]) -> tuple[Building | Back, ...]:
    return tuple(_list(slots, "buildings and backs"))


def _names(cards: Iterable[Building | Wonder | ProgressToken]) -> str:
    return ", ".join(sorted(str(card) for card in cards))


@attrs.frozen
class TokensDealt:
    """The progress tokens on the board (R4).

    Attributes:
        tokens: the tokens, in any order.

    Raises:
        WrongTypeError: the tokens are not a flat list.

    >>> from wonders_duel import State, catalogue
    >>> board = [
    ...     catalogue.tokens[name]
    ...     for name in ("law", "masonry", "strategy", "theology", "urbanism")
    ... ]
    >>> state = State.start().resolve(TokensDealt(board))
    >>> [token.id for token in state.board_tokens]
    ['law', 'masonry', 'strategy', 'theology', 'urbanism']
    """

    tokens: frozenset[ProgressToken] = attrs.field(converter=_tokens)

    def __str__(self) -> str:
        """Return the names in a phrase."""
        return f"on the board: {_names(self.tokens)}"


@attrs.frozen
class WondersDealt:
    """The next four wonders of the draft (R6).

    Attributes:
        wonders: the wonders, in any order.

    Raises:
        WrongTypeError: the wonders are not a flat list.

    >>> from wonders_duel import catalogue
    >>> print(WondersDealt(catalogue.wonder_list[:4]))
    on offer: Circus Maximus, The Appian Way, The Colossus, The Great Library
    """

    wonders: frozenset[Wonder] = attrs.field(converter=_wonders)

    def __str__(self) -> str:
        """Return the names in a phrase."""
        return f"on offer: {_names(self.wonders)}"


@attrs.frozen
class AgeDealt:
    """The structure of an age as it is dealt (R8, R20): its face-up cards and the backs of the others (R11).

    Attributes:
        age: the age.
        slots: for each slot, the building if it is dealt face up, otherwise its back.

    Raises:
        UnknownNameError: there is no such age.
        WrongTypeError: the slots are not a flat list.

    >>> from random import Random
    >>> from wonders_duel import State
    >>> state = State.start(rules="first-game")
    >>> state = state.resolve(state.chance.sample(Random(1)))
    >>> dealt = state.chance.sample(Random(1))
    >>> dealt.age, dealt.slots[0].colour, dealt.slots[2]
    (<Age.I: 1>, <Colour.BROWN: 'brown'>, <Back.AGE_I: 'age-i'>)
    """

    age: Age = attrs.field(converter=as_age)
    slots: tuple[Building | Back, ...] = attrs.field(converter=_slots)

    def __str__(self) -> str:
        """Return the age and the face-up cards in a phrase."""
        shown = [card for card in self.slots if isinstance(card, Building)]
        return f"age {self.age}: {_names(shown)}"


@attrs.frozen
class CardRevealed:
    """An uncovered card that is revealed (R16, R17).

    Attributes:
        slot: the slot of the card.
        building: the card.

    >>> from wonders_duel import catalogue
    >>> print(CardRevealed(13, catalogue.buildings["press"]))
    revealed: Press
    """

    slot: int
    building: Building

    def __str__(self) -> str:
        """Return the name in a phrase."""
        return f"revealed: {self.building}"


@attrs.frozen
class TokensDrawn:
    """The progress tokens drawn from the box (R60).

    Attributes:
        tokens: the tokens, in any order.

    Raises:
        WrongTypeError: the tokens are not a flat list.

    >>> from wonders_duel import catalogue
    >>> print(TokensDrawn([catalogue.tokens["law"], catalogue.tokens["economy"]]))
    drawn from the box: Economy, Law
    """

    tokens: frozenset[ProgressToken] = attrs.field(converter=_tokens)

    def __str__(self) -> str:
        """Return the names in a phrase."""
        return f"drawn from the box: {_names(self.tokens)}"


ChanceOutcome = TokensDealt | WondersDealt | AgeDealt | CardRevealed | TokensDrawn
"""Any chance outcome, as a closed union for ``match`` and ``assert_never``."""
