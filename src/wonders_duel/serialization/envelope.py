"""The envelope of a document: its format, version and catalogue, and the checks of it."""

from __future__ import annotations

from types import UnionType
from typing import Final, get_args

from wonders_duel.catalogues import Catalogue
from wonders_duel.errors import Fault, FormatError, WrongTypeError
from wonders_duel.serialization.formats import CLASSES, KINDS
from wonders_duel.serialization.strict_json import Json
from wonders_duel.support.json_keys import step_to
from wonders_duel.support.phrases import PASS_CATALOGUE, nearest, one_of, shown, shown_json

__all__ = [
    "ENVELOPE",
    "PREFIX",
    "check_catalogue",
    "check_keys",
    "format_of",
    "kind_name",
    "reference_to",
    "wanted_type",
]

PREFIX: Final = "wonders-duel/"
"""The start of the name of every format."""
ENVELOPE: Final = frozenset({"format", "version", "catalogue"})
"""The keys of the envelope."""


def check_keys(document: object) -> None:
    """Raise `FormatError` for keys that are not texts, which only Python objects can have."""
    level = [("$", document)]
    while level:
        place, found = level.pop()
        if isinstance(found, dict):
            for key, value in found.items():
                if not isinstance(key, str):
                    fault = Fault("expected a text as key", f"{place}[{shown(key)}]")
                    raise FormatError([fault])
                level.append((place + step_to(key), value))
        elif isinstance(found, list):
            level += [(f"{place}[{index}]", one) for index, one in enumerate(found)]


def wanted_type(kind: object) -> type | UnionType | None:
    """Return the expected type, or raise `WrongTypeError` if it is not a type."""
    if kind is None or isinstance(kind, (type, UnionType)):
        return kind
    raise WrongTypeError(f"expected a class such as State or None, got {shown(kind)}")


def format_of(document: dict[str, Json], kind: type | UnionType | None) -> str:
    """Return the name of a document's format, and check that it is an expected one."""
    given = document.get("format")
    fitting = [one for one in KINDS if kind is None or _is_kind(kind, CLASSES[one])]
    if not fitting:
        assert kind is not None  # all formats fit
        raise WrongTypeError(f"no format for {kind_name(kind)}")
    if "format" not in document:
        message = f"missing key; expected the format of the document, such as {PREFIX}{fitting[0]}"
        raise FormatError([Fault(message, "$.format")])
    name = given.removeprefix(PREFIX) if isinstance(given, str) else ""
    if not isinstance(given, str) or not given.startswith(PREFIX) or name not in KINDS:
        known = [PREFIX + one for one in fitting]
        hint = nearest(given, known) if isinstance(given, str) else ""
        message = f"unknown format {shown_json(given)}; expected {one_of(known)}{hint}"
        raise FormatError([Fault(message, "$.format")])
    if name not in fitting:
        message = f"expected a document of the format {PREFIX}{fitting[0]}, got {given}"
        raise FormatError([Fault(message, "$.format")])
    return name


def _is_kind(kind: type | UnionType, classes: tuple[type, ...]) -> bool:
    wanted = get_args(kind) if isinstance(kind, UnionType) else (kind,)
    return any(issubclass(kind, one) or issubclass(one, kind) for kind in wanted for one in classes)


def kind_name(kind: type | UnionType) -> str:
    """Return a type as a message names it."""
    return kind.__name__ if isinstance(kind, type) else str(kind)


def reference_to(cards: Catalogue) -> dict[str, Json] | None:
    """Return the value of the key ``catalogue``; ``None`` for the base game."""
    return None if cards.is_base else {"name": cards.name, "digest": cards.digest}


def check_catalogue(document: dict[str, Json], cards: Catalogue) -> None:
    """Raise `FormatError` if a document was written with another catalogue."""
    given = document.get("catalogue")
    own = reference_to(cards)
    if given == own and (given is None) == ("catalogue" not in document):
        return
    if "catalogue" in document and (
        not isinstance(given, dict)
        or given.keys() != {"name", "digest"}
        or not all(isinstance(value, str) for value in given.values())
    ):
        message = f"expected an object with the keys name and digest, got {shown_json(given)}"
    else:
        message = (
            f"the document is for {_cards_text(given)}, but was read with "
            f"{_cards_text(own)}: {PASS_CATALOGUE}"
        )
    raise FormatError([Fault(message, "$.catalogue")])


def _cards_text(given: Json) -> str:
    if isinstance(given, dict):
        return f"the catalogue {shown(given['name'])} (digest {shown(given['digest'])})"
    return "the base game"
