"""Chance outcomes as text: ``card 12 baths``, ``drawn law, masonry, urbanism``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeVar, assert_never

from wonders_duel.cards import Building, ProgressToken, Wonder
from wonders_duel.catalogues import as_catalogue
from wonders_duel.chance import (
    AgeDealt,
    CardRevealed,
    ChanceOutcome,
    TokensDealt,
    TokensDrawn,
    WondersDealt,
)
from wonders_duel.enums import AGE_BACKS, Age, Back
from wonders_duel.errors import NotationError, expect, nearest, shown
from wonders_duel.position_text import in_rows

if TYPE_CHECKING:
    from wonders_duel.cards import StructureLayout
    from wonders_duel.catalogues import Catalogue

__all__ = ["outcome_text", "parse_outcome"]

_WORDS = ("board", "wonders", "age", "card", "drawn")
_AGES = {str(age): age for age in Age}
_Card = TypeVar("_Card", Wonder, ProgressToken)
_SLOT = re.compile(r"-?[0-9]{1,18}")
_MOST_ITEMS = 300
"""More than any structure has slots."""


def outcome_text(outcome: ChanceOutcome, catalogue: Catalogue | None = None) -> str:
    """Return a chance outcome as text, made of ids.

    Args:
        outcome: any outcome.
        catalogue: the cards; the base game by default.

    >>> from wonders_duel import catalogue
    >>> outcome_text(CardRevealed(12, catalogue.buildings["baths"]))
    'card 12 baths'
    """
    match outcome:
        case CardRevealed(slot, building):
            return f"card {slot} {building.id}"
        case TokensDealt(tokens):
            return f"board {_ids(tokens)}".rstrip()
        case WondersDealt(wonders):
            return f"wonders {_ids(wonders)}".rstrip()
        case TokensDrawn(tokens):
            return f"drawn {_ids(tokens)}".rstrip()
        case AgeDealt(age, slots):
            words = [_slot(card, age) for card in slots]
            layout = (as_catalogue(catalogue)).structures[age - 1]
            return f"age {age} {spaced_rows(words, layout)}".rstrip()
        case _:
            assert_never(outcome)


def _ids(cards: Iterable[ProgressToken | Wonder]) -> str:
    return ", ".join(sorted([card.id for card in cards]))


def _slot(card: Building | Back, age: Age) -> str:
    if isinstance(card, Building):
        return card.id
    return "?" if card is AGE_BACKS[age - 1] else f"?{card}"


def spaced_rows(words: Sequence[str], layout: StructureLayout) -> str:
    """Return a word for each slot, row by row, with spaces for the eye."""
    return in_rows(words, layout).replace(",", ", ").replace("/", " / ")


def parse_outcome(text: str, catalogue: Catalogue | None = None) -> ChanceOutcome:
    """Read a chance outcome as :func:`outcome_text` gives it; names are understood as people write them.

    Args:
        text: such as ``card 12 baths``.
        catalogue: the cards; the base game by default.

    Returns:
        The outcome; whether it can be is for the state to say.

    Raises:
        NotationError: the text is no outcome; the message says what one looks like.
        UnknownNameError: nothing has a name; the message gives the nearest ones.

    >>> parse_outcome("card 12 Baths")
    CardRevealed(slot=12, building=<Building baths>)
    """
    expect(text, str, "an outcome as text, such as 'card 12 baths',")
    cards = as_catalogue(catalogue)
    text = text.strip()
    word, _, rest = text.partition(" ")
    if word == "card":
        slot, _, name = rest.strip().partition(" ")
        if _SLOT.fullmatch(slot) and name:
            if "," in name:
                raise NotationError(
                    f"{shown(text)} is not an outcome: outcomes are joined by semicolons"
                )
            return CardRevealed(int(slot), _building(name.strip(), cards))
        message = (
            f"{shown(text)} is not an outcome: write the slot and the card, as in 'card 12 baths'"
        )
        raise NotationError(message)
    if word == "age":
        return _age(rest, cards)
    if word not in _WORDS:
        message = (
            f"{shown(text)} is not a chance outcome: it starts with one of {', '.join(_WORDS)}"
        )
        raise NotationError(message + nearest(word, _WORDS))
    names = items(rest)
    if word == "wonders":
        wonders = [cards.wonders.get(name) or cards.find_wonder(name) for name in names]
        return WondersDealt(_each_once(wonders))
    tokens = _each_once([cards.tokens.get(name) or cards.find_token(name) for name in names])
    return TokensDealt(tokens) if word == "board" else TokensDrawn(tokens)


def items(text: str) -> list[str]:
    """Return what a list holds, joined by commas; slashes part the rows of a structure."""
    if not text.strip():
        return []
    found = [item.strip() for item in text.replace("/", ",").split(",", _MOST_ITEMS)]
    if len(found) > _MOST_ITEMS:
        raise NotationError(f"a list of more than {_MOST_ITEMS} cards is not one of this game")
    return found


def _each_once(cards: list[_Card]) -> list[_Card]:
    if len(set(cards)) < len(cards):
        twice = next(card.id for card in cards if cards.count(card) > 1)
        raise NotationError(f"duplicate {twice}")
    return cards


def _building(name: str, cards: Catalogue) -> Building:
    number = cards.building_numbers.get(name)
    return cards.find_building(name) if number is None else cards.building_list[number]


def _age(text: str, cards: Catalogue) -> AgeDealt:
    word, _, rest = text.strip().partition(" ")
    age = _AGES.get(word)
    if age is None:
        raise NotationError(f"unknown age {shown(word)}; expected one of {', '.join(_AGES)}")
    slots: list[Building | Back] = []
    for name in items(rest):
        if name.startswith("?"):
            back = name[1:]
            if back and back not in {*Back}:
                raise NotationError(
                    f"unknown back {shown(name)}; expected one of ?, {', '.join(f'?{b}' for b in Back)}"
                )
            slots.append(Back(back) if back else AGE_BACKS[age - 1])
        else:
            slots.append(_building(name, cards))
    return AgeDealt(age, slots)
