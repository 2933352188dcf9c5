"""Compares a JSON value with a schema, and says in words what is wrong.

Only the keywords that the schema of the protocol uses are known here. A test compares the result with
that of a complete validator.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from wonders_duel.errors import Fault
from wonders_duel.serialization.strict_json import Json
from wonders_duel.support.json_keys import step_to
from wonders_duel.support.phrases import counted, nearest, one_of, shown_json

__all__ = ["faults"]

_WORDS: Final[Mapping[str, str]] = {
    "object": "an object",
    "array": "a list",
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "null",
}


def faults(value: Json, schema: Mapping[str, Json], root: Mapping[str, Json]) -> Iterator[Fault]:
    """Yield what is wrong with a value.

    Args:
        value: the value.
        schema: what it should be.
        root: the whole schema, with the definitions.
    """
    return _faults(value, schema, root, "$")


def _faults(value: Any, schema: Any, root: Any, path: str) -> Iterator[Fault]:
    if "$ref" in schema:
        schema = {**schema, **root["$defs"][schema["$ref"].rpartition("/")[2]]}
    if "const" in schema:
        return  # the type of the message, by which its schema was chosen
    if "enum" in schema:
        if value not in schema["enum"]:
            yield Fault(f"expected {one_of(schema['enum'])}, got {shown_json(value)}", path)
        return
    types = [name for one in schema.get("oneOf", [schema]) for name in _types(one)]
    if not any(_is(value, one) for one in types):
        *others, last = (_WORDS[one] for one in types)
        words = f"{', '.join(others)}{',' if len(others) > 1 else ''} or {last}" if others else last
        yield Fault(f"expected {words}{_range(schema)}, got {shown_json(value)}", path)
    elif isinstance(value, dict):
        yield from _in_object(value, schema, root, path)
    elif isinstance(value, list):
        if len(value) > schema["maxItems"]:
            yield Fault(f"expected at most {schema['maxItems']:,} items, got {len(value):,}", path)
            return
        for number, item in enumerate(value):
            yield from _faults(item, schema["items"], root, f"{path}[{number}]")
    elif isinstance(value, str):
        if len(value) > schema.get("maxLength", len(value)):
            most = schema["maxLength"]
            yield Fault(f"expected at most {most:,} characters, got {len(value):,}", path)
    elif _is(value, "number") and not _is_within(value, schema):
        yield Fault(f"expected {_WORDS[types[0]]}{_range(schema)}, got {shown_json(value)}", path)


def _types(schema: Any) -> list[str]:
    return schema["type"] if isinstance(schema["type"], list) else [schema["type"]]


def _is_within(value: float, schema: Any) -> bool:
    if "exclusiveMinimum" in schema and value <= schema["exclusiveMinimum"]:
        return False
    least, most = schema.get("minimum", value), schema.get("maximum", value)
    return bool(least <= value <= most)


def _in_object(value: Any, schema: Any, root: Any, path: str) -> Iterator[Fault]:
    known = schema.get("properties", {})
    others = schema.get("additionalProperties", True)
    if len(value) > schema.get("maxProperties", len(value)):
        yield Fault(f"expected at most {counted(schema['maxProperties'], 'key')}", path)
        return
    for name, inner in value.items():
        if name in known:
            yield from _faults(inner, known[name], root, f"{path}{step_to(name)}")
        elif others is False:
            yield Fault(f"unknown key{nearest(name, known)}", f"{path}{step_to(name)}")
        elif others is not True:
            yield from _faults(inner, others, root, f"{path}{step_to(name)}")
    for name in schema.get("required", ()):
        if name not in value:
            yield Fault("missing key", f"{path}{step_to(name)}")
    choices = [one["required"][0] for one in schema.get("anyOf", ())]
    if choices and not any(name in value for name in choices):
        yield Fault(f"expected one of the keys {', '.join(choices)}", path)


def _is(value: object, name: str) -> bool:
    if isinstance(value, bool):
        return name == "boolean"
    if value is None:
        return name == "null"
    return isinstance(value, _CLASSES[name])


_CLASSES: Final[Mapping[str, tuple[type, ...]]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (),
    "null": (),
}


def _range(schema: Any) -> str:
    if "exclusiveMinimum" in schema:
        return f" above {schema['exclusiveMinimum']}, at most {schema['maximum']:,}"
    if "maximum" in schema:
        return f" from {schema['minimum']:,} to {schema['maximum']:,}"
    return f" of at least {schema['minimum']:,}" if "minimum" in schema else ""
