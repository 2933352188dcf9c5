"""A digest of cards: the same in every process, on every Python and in both builds."""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import Enum
from hashlib import sha256

import attrs

from wonders_duel.effects import Effect

__all__ = ["digest"]


def digest(contents: object) -> str:
    """Return sixteen hexadecimal digits that tell contents apart.

    Args:
        contents: cards, in tuples and other plain containers.
    """
    plain = json.dumps(_canonical(contents), sort_keys=True, ensure_ascii=False)
    return sha256(plain.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _canonical(value: object) -> object:
    """Return cards and their parts as what JSON can write, the same in every process."""
    if isinstance(value, Enum):
        return value.value
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, (list, tuple)):
        return [_canonical(one) for one in value]
    if isinstance(value, (set, frozenset)):
        return sorted((_canonical(one) for one in value), key=repr)
    if isinstance(value, Mapping):
        return sorted(([_canonical(key), _canonical(one)] for key, one in value.items()), key=repr)
    made: dict[str, object] = {"type": type(value).__name__}
    kind = type(value)
    # The wording of the library's own sentences may change; what they say is in the fields.
    if isinstance(value, Effect) and type(value).describe is not Effect.describe:
        made["says"] = value.describe()
    if attrs.has(kind):
        for field in attrs.fields(kind):
            made[field.name] = _canonical(getattr(value, field.name))
    return made
