"""The text of an evaluation's weights: JSON with a line for each feature and period."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from wonders_duel.errors import CatalogueError, FormatError, WrongTypeError
from wonders_duel.features.layout import PERIODS
from wonders_duel.support.arguments import expect
from wonders_duel.support.browser import check_nesting
from wonders_duel.support.json_keys import repeated
from wonders_duel.support.phrases import nearest, shown, shown_json

if TYPE_CHECKING:
    from wonders_duel.catalogues import Catalogue
    from wonders_duel.evaluation.weights import Table

__all__ = ["as_origin", "from_text", "to_text"]

FORMAT: Final = "wonders-duel-weights"
VERSION: Final = 1
_KEYS: Final = ("format", "version", "catalogue", "origin", "periods", "units")


def as_origin(origin: object) -> dict[str, object]:
    """Return where weights come from as it is read from their text again.

    Args:
        origin: a mapping of values for JSON.

    Raises:
        WrongTypeError: it is not a mapping, or JSON has no such values.
    """
    expect(origin, Mapping, "a mapping as origin")
    assert isinstance(origin, Mapping)
    try:
        found: dict[str, object] = json.loads(json.dumps(dict(origin), allow_nan=False))
    except (TypeError, ValueError, RecursionError):
        raise WrongTypeError(
            "expected values for JSON as origin: texts, finite numbers, true, false, null, and lists "
            f"and mappings of these; got {shown(origin)}"
        ) from None
    return found


def to_text(
    periods: Sequence[Table],
    catalogue: Catalogue,
    origin: Mapping[str, object],
    units: Sequence[Mapping[str, object]] = (),
) -> str:
    """Return weights as text.

    Args:
        periods: for each period the weights of the values of each feature, by its name.
        catalogue: the cards that they are for.
        origin: where they come from.
        units: the hidden units, as values for JSON.
    """
    head = {
        "format": FORMAT,
        "version": VERSION,
        "catalogue": {"name": catalogue.name, "digest": catalogue.digest},
        "origin": dict(origin),
    }
    lines = [f"{json.dumps(name)}: {json.dumps(value)}," for name, value in head.items()]
    tables = []
    for name, table in zip(PERIODS, periods, strict=True):
        rows = ",\n".join(
            f"  {json.dumps(feature)}: {json.dumps([_short(one) for one in values])}"
            for feature, values in table.items()
        )
        tables.append(
            f" {json.dumps(name)}: {{\n{rows}\n }}" if rows else f" {json.dumps(name)}: {{}}"
        )
    made = ",\n".join(tables)
    end = ["}", "}"]
    if units:
        end = ["},", '"units": [', ",\n".join([_unit(unit) for unit in units]), "]", "}"]
    return "\n".join(["{", *lines, '"periods": {', made, *end]) + "\n"


def _unit(unit: Mapping[str, object]) -> str:
    rows = ",\n".join([f"  {json.dumps(name)}: {json.dumps(part)}" for name, part in unit.items()])
    return f" {{\n{rows}\n }}"


def _short(number: float) -> float:
    return int(number) if number.is_integer() else number


def from_text(
    text: str | bytes, catalogue: Catalogue
) -> tuple[list[dict[str, list[float]]], dict[str, object], list[object]]:
    """Return the weights of each period in a text, where they come from, and the hidden units.

    Args:
        text: what `to_text` has written; bytes are UTF-8.
        catalogue: the cards that the weights have to be for.

    Raises:
        CatalogueError: the weights are for other cards.
        FormatError: the text is not one of weights, or of another version.
    """
    document = _document(text)
    cards = document.get("catalogue")
    if not isinstance(cards, dict) or not isinstance(cards.get("digest"), str):
        raise FormatError(["weights: expected the name and digest of a catalogue"])
    if cards["digest"] != catalogue.digest:
        raise CatalogueError(
            f"the weights are for the catalogue {shown(cards.get('name'))} "
            f"(digest {shown(cards['digest'])}), not for {catalogue.name} "
            f"(digest {catalogue.digest}): pass catalogue="
        )
    periods, origin = document.get("periods"), document.get("origin", {})
    units = document.get("units", [])
    if not isinstance(periods, dict) or periods.keys() != set(PERIODS):
        raise FormatError([f"weights: expected an object of periods, {', '.join(PERIODS)}"])
    if not isinstance(origin, dict):
        raise FormatError([f"weights: expected an object as origin, got {shown(origin)}"])
    if not isinstance(units, list):
        raise FormatError([f"weights: expected a list of hidden units, got {shown(units)}"])
    return [periods[name] for name in PERIODS], origin, units  # other programs may sort keys


def _document(text: str | bytes) -> dict[str, object]:
    if isinstance(text, str):
        text = text.removeprefix("\ufeff")  # which editors on Windows write
    try:
        check_nesting(text)
        document: object = json.loads(text, object_pairs_hook=_object)
    except FormatError:  # of a duplicate key
        raise
    except ValueError as error:
        raise FormatError([f"weights: this is not JSON: {error}"]) from None
    except RecursionError:
        raise FormatError(["weights: the document is too deeply nested for this Python"]) from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise FormatError([f'weights: expected an object with "format": "{FORMAT}"'])
    version = document.get("version")
    if version != VERSION or isinstance(version, bool):
        message = (
            f"weights: expected version {VERSION}, got {shown_json(version)}; "
            "is the file of a newer release?"
        )
        raise FormatError([message])
    unknown = [key for key in document if key not in _KEYS]
    if unknown:
        raise FormatError([f"weights: unknown key {shown(unknown[0])}{nearest(unknown[0], _KEYS)}"])
    return document


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise FormatError([f"weights: duplicate key {shown(repeated(pairs)[0])}"])
    return found
