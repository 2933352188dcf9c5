"""The JSON Schema (2020-12) of every format, generated from the classes of the documents.

``python -m tools.goldens`` writes the published files in ``schemas``; a test checks that
they are up to date.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import Enum
from importlib.resources import files
from inspect import getdoc
from types import NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin

import attrs

from wonders_duel.cards import MILITARY_TOKENS, Building, MilitaryToken, ProgressToken, Wonder
from wonders_duel.catalogues import Catalogue
from wonders_duel.deal import Deal
from wonders_duel.effects import Effect, Tally, Trigger
from wonders_duel.engine.moves import Move
from wonders_duel.engine.options import Options
from wonders_duel.enums import Back
from wonders_duel.errors import WrongTypeError
from wonders_duel.history.remarks import (
    LONGEST_CLOCK,
    LONGEST_KEY,
    LONGEST_TEXT,
    MOST_TAGS,
    NOT_IN_A_LINE,
    NOT_IN_LINES,
    TAG_KEY,
    Participant,
    Tags,
)
from wonders_duel.history.step import Step
from wonders_duel.match import BotSpec, Match, Settings
from wonders_duel.match.specs import MOST_SETTINGS, SETTING
from wonders_duel.record import Record, Turn
from wonders_duel.search.analysis import Analysis
from wonders_duel.serialization import shapes
from wonders_duel.serialization.catalogue_shapes import EFFECTS, TALLIES, TRIGGERS, CatalogueShape
from wonders_duel.serialization.formats import KINDS
from wonders_duel.serialization.layout import (
    CARD_TAGS,
    MANY,
    MOST_ITEMS,
    SHAPES,
    written,
)
from wonders_duel.serialization.strict_json import Json
from wonders_duel.serialization.versions import CURRENT
from wonders_duel.state import State
from wonders_duel.support.phrases import one_of, shown

__all__ = ["FORMATS", "schema"]

FORMATS: Final = tuple(KINDS)
"""The names of the formats: ``state``, ``move``, ``payment``, ``score``, ``result``, ``outcome``, ``deal``, ``rules``, ``record``, ``step``, ``event``, ``options``, ``reason``, ``catalogue``, ``match`` and ``analysis``."""

_ID: Final = {"type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$"}
_LINE: Final = f"^[^{NOT_IN_A_LINE}]*$"
"""The pattern of a text in one line."""
_LINES: Final = f"^[^{NOT_IN_LINES}]*$"
"""A text with line breaks and tabs."""
_SHAPES: Final[Mapping[object, object]] = {
    State: shapes.StateShape,
    Deal: shapes.DealShape,
    Record: shapes.RecordShape,
    Move: shapes.MoveShape,
    Step: shapes.StepShape,
    Building | Back: shapes.FaceUp | shapes.FaceDown,
    Options: shapes.OptionsShape,
    Catalogue: CatalogueShape,
    Match: shapes.MatchShape,
    Analysis: shapes.AnalysisShape,
    Effect: EFFECTS,
    Tally: TALLIES,
    Trigger: TRIGGERS,
}
"""The document classes of objects that are not plain attrs classes."""

_NAMES: Final = {(Participant, "name"), (BotSpec, "name"), (shapes.MatchShape, "seed")}
"""The fields that are texts in one line."""

_FOLDER = files("wonders_duel.serialization") / "schemas"


def schema(name: str) -> dict[str, Json]:
    """Return the published JSON Schema of a format.

    Args:
        name: one of ``FORMATS``.

    Raises:
        WrongTypeError: there is no such format.

    >>> schema("move")["title"]
    'wonders-duel/move, version 1'
    """
    if name not in FORMATS:
        raise WrongTypeError(f"unknown format {shown(name)}; expected {one_of(FORMATS)}")
    text = (_FOLDER / f"{name}.schema.json").read_text(encoding="utf-8")
    found: dict[str, Json] = json.loads(text)
    return found


def generated(name: str) -> dict[str, Any]:
    """Generate the schema of a format from the classes.

    Args:
        name: one of ``FORMATS``.
    """
    return _SchemaBuilder().document(name)


class _SchemaBuilder:
    """Builds one schema, with shared objects in its definitions."""

    def __init__(self) -> None:
        self.definitions: dict[str, dict[str, Any]] = {}

    def document(self, name: str) -> dict[str, Any]:
        kind = _SHAPES.get(KINDS[name], KINDS[name])
        envelope = {
            "format": {"const": f"wonders-duel/{name}"},
            "version": {"const": CURRENT[name]},
            "catalogue": {
                "description": "The catalogue, unless it is the base game.",
                "type": "object",
                "properties": {
                    "name": {"type": "string"},
                    "digest": {"type": "string", "pattern": "^[0-9a-f]{16}$"},
                },
                "required": ["name", "digest"],
                "additionalProperties": False,
            },
        }
        if name == "catalogue":
            del envelope["catalogue"]  # it names its catalogue itself
        members = get_args(kind) if _is_union(kind) else (kind,)
        objects = [self._object(one, envelope, tagged=_is_union(kind)) for one in members]
        body = objects[0] if len(objects) == 1 else {"oneOf": objects}
        made = {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": f"urn:wonders-duel:{name}:{CURRENT[name]}",
            "title": f"wonders-duel/{name}, version {CURRENT[name]}",
            **body,
        }
        if self.definitions:
            made["$defs"] = dict(sorted(self.definitions.items()))
        return made

    def _object(
        self, kind: Any, envelope: Mapping[str, Any] | None = None, *, tagged: bool = False
    ) -> dict[str, Any]:
        """Return the schema of a class that is written as an object."""
        shape = SHAPES[kind]
        fields = [field for field in attrs.fields(attrs.resolve_types(kind)) if field.init]
        properties: dict[str, Any] = dict(envelope or {})
        required = [key for key in properties if key != "catalogue"]
        if tagged:
            properties["type"] = {"const": shape.tag}
            required.append("type")
        for field in fields:
            properties[field.name] = _bounded(self._type(field.type), _bounds(kind, field))
            optional = field.default is not attrs.NOTHING and not shape.complete
            if field.name not in shape.omitted and not optional:
                required.append(field.name)
        for name in shape.derived:
            properties[name] = {"type": "integer", "description": "Derived from the other keys."}
            required.append(name)
        return {
            "description": _first_line(kind),
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": False,
        }

    def _type(self, kind: Any) -> dict[str, Any]:
        kind = _SHAPES.get(kind, kind)
        if kind in (Building, Wonder, ProgressToken):
            return dict(_ID)
        if kind in _SIMPLE:
            return dict(_SIMPLE[kind])
        if _is_union(kind):
            return self._union(kind)
        origin = get_origin(kind)
        if origin in (tuple, frozenset):
            inner, *others = get_args(kind)
            limit = MANY.get(inner, MOST_ITEMS)
            most: dict[str, int] = {} if limit is None else {"maxItems": limit}
            if origin is tuple and others != [...]:
                most = {"minItems": 1 + len(others), "maxItems": 1 + len(others)}
            made: dict[str, Any] = {"type": "array", "items": self._type(inner), **most}
            return {**made, "uniqueItems": True} if origin is frozenset else made
        if isinstance(kind, type) and issubclass(kind, Enum):
            return {"enum": [written(member) for member in kind]}
        return self._defined(kind.__name__, kind)

    def _defined(self, name: str, kind: Any, *, tagged: bool = False) -> dict[str, Any]:
        """Return a reference to a class, and add it to the definitions."""
        if name not in self.definitions:
            self.definitions[name] = {}  # reserves the name, so that recursion ends
            self.definitions[name] = self._object(kind, tagged=tagged)
        return {"$ref": f"#/$defs/{name}"}

    def _union(self, kind: Any) -> dict[str, Any]:
        members = get_args(kind)
        others = [one for one in members if one is not NoneType]
        if set(others) <= set(CARD_TAGS) and len(others) > 1:
            made = {
                "type": "object",
                "properties": {
                    "type": {"enum": [CARD_TAGS[one] for one in others]},
                    "id": dict(_ID),
                },
                "required": ["type", "id"],
                "additionalProperties": False,
            }
            choices = [made]
        elif len(others) == 1:
            choices = [self._type(others[0])]
        else:
            choices = [self._defined(SHAPES[one].tag, one, tagged=True) for one in others]
        if NoneType in members:
            choices.append({"type": "null"})
        return choices[0] if len(choices) == 1 else {"oneOf": choices}


_SIMPLE: Final[Mapping[object, dict[str, Any]]] = {
    int: {"type": "integer"},
    float: {"type": "number"},
    dict[str, str]: {"type": "object", "additionalProperties": {"type": "string"}},
    bool: {"type": "boolean"},
    str: {"type": "string"},
    MilitaryToken: {
        "description": "A military token, by its coins.",
        "enum": [token.coins for token in MILITARY_TOKENS],
    },
    Settings: {
        "description": "Keyword arguments for the factory of the bot.",
        "type": "object",
        "propertyNames": {"pattern": f"^(?!seed$){SETTING.pattern}$"},
        "additionalProperties": {
            "oneOf": [{"type": name} for name in ("string", "number", "boolean", "null")]
        },
        "maxProperties": MOST_SETTINGS,
    },
    Tags: {
        "description": "Free tags: texts by name.",
        "type": "object",
        "propertyNames": {"pattern": f"^{TAG_KEY.pattern}$", "maxLength": LONGEST_KEY},
        "additionalProperties": {"type": "string", "pattern": _LINE, "maxLength": LONGEST_TEXT},
        "maxProperties": MOST_TAGS,
    },
}


def _is_union(kind: object) -> bool:
    return isinstance(kind, UnionType) or get_origin(kind) is Union


def _bounded(made: dict[str, Any], bounds: Mapping[str, Any]) -> dict[str, Any]:
    """Return a schema with bounds in the schema of their type, where strict validators expect them."""
    match made:
        case {"oneOf": [only, {"type": "null"} as null]} if bounds and "oneOf" not in bounds:
            return {"oneOf": [{**only, **bounds}, null]}
    return {**made, **bounds}


def _bounds(kind: Any, field: Any) -> dict[str, Any]:
    """Return the constraints of a field: the range of a number, or the length of a list."""
    found: dict[str, Any] = dict(field.metadata)
    if kind in (Turn, shapes.StepShape) and field.name == "clock":
        clock = {"type": "integer", "minimum": 0, "maximum": LONGEST_CLOCK}
        found["description"] = "The player's remaining time in milliseconds."
        found["oneOf"] = [clock, {"type": "null"}]
    elif kind in (Turn, shapes.StepShape) and field.name == "comment":
        text = {**_SIMPLE[str], "pattern": _LINES, "maxLength": LONGEST_TEXT}
        found["oneOf"] = [text, {"type": "null"}]
    elif (kind, field.name) == (BotSpec, "source"):
        found |= {"pattern": _LINE, "minLength": 1, "maxLength": LONGEST_TEXT}
    elif (kind, field.name) in _NAMES:
        found |= {"pattern": _LINE, "maxLength": LONGEST_TEXT}
    return found


def _first_line(kind: type) -> str:
    return (getdoc(kind) or "").partition("\n")[0]
