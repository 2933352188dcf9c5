"""Readers for ids, enum members and cards of any kind, in their exact form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum

from wonders_duel.cards import MILITARY_TOKENS, Card, MilitaryToken
from wonders_duel.catalogues import Catalogue
from wonders_duel.errors import CatalogueError, UnknownNameError
from wonders_duel.limits import MOST_DIGITS, TOO_LARGE
from wonders_duel.serialization.faults import InvalidError, PlacedError
from wonders_duel.serialization.layout import (
    CARD_TAGS,
    written,
)
from wonders_duel.serialization.strict_json import integral
from wonders_duel.support.arguments import is_encodable
from wonders_duel.support.json_keys import step_to
from wonders_duel.support.phrases import PASS_CATALOGUE, one_of, shown, shown_json

__all__ = [
    "card_reader",
    "expect_object",
    "finder",
    "id_writer",
    "invalid",
    "member_reader",
    "military_token",
    "number",
    "tag_writer",
    "text",
    "texts",
    "truth",
    "whole",
    "wrong_tag",
]


_WORDS = frozenset({str, int, float})


def invalid(message: str) -> InvalidError:
    """Return the error for an invalid value.

    Args:
        message: a description of the problem.
    """
    return InvalidError(message)


def expect_object(value: object) -> None:
    """Raise `InvalidError` for a value that is not a JSON object.

    Args:
        value: the value in the document.
    """
    if type(value) is not dict:
        raise invalid(f"expected an object, got {shown_json(value)}")


def whole(value: object) -> int:
    """Return a whole number, or raise `InvalidError`."""
    found = value if type(value) is int else integral(value)
    if type(found) is not int:
        raise invalid(f"expected a whole number, got {shown_json(value)}")
    _check_digits(found)
    return found


def number(value: object) -> float:
    """Return a number, or raise `InvalidError`."""
    if type(value) is float or type(value) is int:
        _check_digits(value)
        return float(value)
    raise invalid(f"expected a number, got {shown_json(value)}")


def _check_digits(value: float) -> None:
    """Raise `InvalidError` for a number that no text of a document may have."""
    if not abs(value) < TOO_LARGE:  # nor is NaN
        raise invalid(f"expected a number of at most {MOST_DIGITS} digits, got {shown_json(value)}")


def truth(value: object) -> bool:
    """Return a boolean, or raise `InvalidError`."""
    if isinstance(value, bool):
        return value
    raise invalid(f"expected true or false, got {shown_json(value)}")


def text(value: object) -> str:
    """Return a text, or raise `InvalidError`."""
    if not isinstance(value, str):
        raise invalid(f"expected a text, got {shown_json(value)}")
    if not is_encodable(value):
        raise invalid(f"expected a text without half a surrogate pair, got {shown(value)}")
    return value


def texts(value: dict[str, object]) -> object:
    """Return an object with only texts as values, or raise `InvalidError`."""
    expect_object(value)
    faults = [
        (step_to(key), f"expected a text, got {shown_json(one)}")
        for key, one in value.items()
        if not isinstance(one, str)
    ]
    if faults:
        raise PlacedError(*faults)
    return value


def military_token(value: object) -> MilitaryToken:
    """Return the military token with a number of coins, or raise `InvalidError`."""
    for token in MILITARY_TOKENS:
        if token.coins == whole(value):
            return token
    raise invalid(f"unknown military token of {shown_json(value)} coins")


def id_writer(cards: Catalogue) -> Callable[[Card], str]:
    """Return a function that writes a card where only one kind is allowed.

    It raises ``CatalogueError`` for a card of another catalogue: no reader would find it.

    Args:
        cards: the catalogue of the document.
    """
    known = frozenset((*cards.buildings, *cards.wonders, *cards.tokens))
    where = "the base game" if cards.is_base else f"the catalogue {shown(cards.name)}"

    def write(card: Card) -> str:
        if card.id not in known:
            raise CatalogueError(f"{card.id} is not a card of {where}: {PASS_CATALOGUE}")
        return card.id

    return write


def tag_writer(cards: Catalogue) -> Callable[[Card | None], dict[str, str] | None]:
    """Return a function that writes a card where several kinds are allowed.

    It raises ``CatalogueError`` for a card of another catalogue.

    Args:
        cards: the catalogue of the document.
    """
    write_id = id_writer(cards)

    def write(card: Card | None) -> dict[str, str] | None:
        return None if card is None else {"type": CARD_TAGS[type(card)], "id": write_id(card)}

    return write


def finder(known: Mapping[str, Card]) -> Callable[[object], object]:
    """Return a function that looks up a card by its id."""
    cards = dict(known)

    def find(value: object) -> object:
        card = cards.get(value) if isinstance(value, str) else None
        if card is not None:
            return card
        if not isinstance(value, str):
            raise invalid(f"expected an id, got {shown_json(value)}")
        try:
            return known[value]
        except UnknownNameError as error:
            raise invalid(str(error)) from None

    return find


def card_reader(tagged: Mapping[str, Callable[[object], object]]) -> Callable[[object], object]:
    """Return a function that reads a card where several kinds are allowed.

    Args:
        tagged: for each value of ``type``, the function that looks up the id.
    """

    def read(value: object) -> object:
        if type(value) is not dict or value.keys() != {"type", "id"}:
            raise invalid(f"expected an object with the keys type and id, got {shown_json(value)}")
        tag = value["type"]
        find = tagged.get(tag) if isinstance(tag, str) else None
        if find is None:
            raise wrong_tag(tag, tagged, has_tag=True)
        try:
            return find(value["id"])
        except InvalidError as error:
            raise PlacedError((".id", str(error))) from None

    return read


def member_reader(kind: type[Enum], *, optional: bool = False) -> Callable[[object], object]:
    """Return a function that reads a member of an enum in its exact form.

    Args:
        kind: the enum.
        optional: whether null is allowed too.
    """
    members: dict[object, Enum] = {written(member): member for member in kind}

    def read(value: object) -> object:
        found = members.get(value) if type(value) in _WORDS else None
        if found is None and not (optional and value is None):
            raise invalid(
                f"unknown value {shown_json(value)}; expected {one_of(map(str, members))}"
            )
        return found

    return read


def wrong_tag(tag: object, members: Mapping[str, object], *, has_tag: bool) -> Exception:
    """Return the error for an object with a missing or unknown ``type``.

    Args:
        tag: the value of ``type``.
        members: the allowed values.
        has_tag: whether the key is present.
    """
    wrong = f"unknown value {shown_json(tag)}" if has_tag else "missing key"
    return PlacedError((".type", f"{wrong}; expected {one_of(members)}"))
