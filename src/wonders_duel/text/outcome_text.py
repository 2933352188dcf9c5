"""The text form of chance outcomes: ``card 12 baths``, ``drawn law, masonry, urbanism``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeVar, assert_never

from wonders_duel.cards import Building, ProgressToken, Wonder
from wonders_duel.catalogues import as_catalogue
from wonders_duel.chance.outcomes import (
    AgeDealt,
    CardRevealed,
    ChanceOutcome,
    TokensDealt,
    TokensDrawn,
    WondersDealt,
)
from wonders_duel.enums import AGE_BACKS, Age, Back
from wonders_duel.errors import NotationError
from wonders_duel.support.arguments import expect
from wonders_duel.support.phrases import nearest, one_of, shown
from wonders_duel.text.state_text import in_rows

if TYPE_CHECKING:
    from wonders_duel.cards import StructureLayout
    from wonders_duel.catalogues import Catalogue

__all__ = ["outcome_text", "parse_outcome"]

_WORDS = ("board", "wonders", "age", "card", "drawn")
_AGES = {str(age): age for age in Age}
_Card = TypeVar("_Card", Wonder, ProgressToken)
_SLOT = re.compile(r"-?[0-9]{1,18}")
_MOST_ITEMS = 300
"""The most items in a list, more than any structure has slots."""


def outcome_text(outcome: ChanceOutcome, catalogue: Catalogue | None = None) -> str:
    """Return a chance outcome as text, with ids.

    Args:
        outcome: any chance outcome.
        catalogue: the catalogue; the base game by default.

    Raises:
        WrongTypeError: an argument has another type.

    >>> from wonders_duel import catalogue
    >>> outcome_text(CardRevealed(12, catalogue.buildings["baths"]))
    'card 12 baths'
    """
    expect(outcome, ChanceOutcome, "a chance outcome")
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
    """Return the words of the slots row by row, separated by commas and slashes with spaces."""
    return in_rows(words, layout).replace(",", ", ").replace("/", " / ")


def parse_outcome(text: str, catalogue: Catalogue | None = None) -> ChanceOutcome:
    """Read a chance outcome, as written by :func:`outcome_text`; cards may also be given by name.

    Args:
        text: a text such as ``card 12 baths``.
        catalogue: the catalogue; the base game by default.

    Returns:
        The outcome. Whether it is possible is checked by ``state.resolve``.

    Raises:
        NotationError: the text is not a chance outcome; the message shows the format.
        UnknownNameError: an unknown card; the message suggests the closest names.
        WrongTypeError: an argument has another type.

    >>> parse_outcome("card 12 Baths")
    CardRevealed(slot=12, building=<Building baths>)
    """
    expect(text, str, "an outcome as text, such as 'card 12 baths'")
    cards = as_catalogue(catalogue)
    text = text.strip()
    word, _, rest = text.partition(" ")
    if word == "card":
        slot, _, name = rest.strip().partition(" ")
        if _SLOT.fullmatch(slot) and name:
            if "," in name:
                raise NotationError(
                    f"{shown(text)} is not a chance outcome: separate outcomes with semicolons"
                )
            return CardRevealed(int(slot), _building(name.strip(), cards))
        message = f"{shown(text)} is not a chance outcome: write the slot and the card, as in 'card 12 baths'"
        raise NotationError(message)
    if word == "age":
        return _age(rest, cards)
    if word not in _WORDS:
        message = f"{shown(text)} is not a chance outcome: an outcome starts with {one_of(_WORDS)}"
        raise NotationError(message + nearest(word, _WORDS))
    names = items(rest)
    if word == "wonders":
        wonders = [cards.wonders.get(name) or cards.find_wonder(name) for name in names]
        return WondersDealt(_each_once(wonders))
    tokens = _each_once([cards.tokens.get(name) or cards.find_token(name) for name in names])
    return TokensDealt(tokens) if word == "board" else TokensDrawn(tokens)


def items(text: str) -> list[str]:
    """Return the items of a list that is separated by commas, or by slashes between rows."""
    if not text.strip():
        return []
    found = [item.strip() for item in text.replace("/", ",").split(",", _MOST_ITEMS)]
    if len(found) > _MOST_ITEMS:
        raise NotationError(f"the list has more than {_MOST_ITEMS} cards")
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
        raise NotationError(f"unknown age {shown(word)}; expected {one_of(_AGES)}")
    slots: list[Building | Back] = []
    for name in items(rest):
        if name.startswith("?"):
            back = name[1:]
            if back and back not in {*Back}:
                raise NotationError(
                    f"unknown back {shown(name)}; expected {one_of(['?', *(f'?{b}' for b in Back)])}"
                )
            slots.append(Back(back) if back else AGE_BACKS[age - 1])
        else:
            slots.append(_building(name, cards))
    return AgeDealt(age, slots)
