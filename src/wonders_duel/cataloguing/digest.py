"""Digests of cards, equal in every process, Python version and build."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from hashlib import sha256

import attrs

from wonders_duel.effects import Effect
from wonders_duel.effects.answers import worded

__all__ = ["digest"]


def digest(contents: object) -> str:
    """Return a digest of sixteen hexadecimal digits.

    Args:
        contents: cards, in tuples and other built-in containers.
    """
    plain = json.dumps(_canonical(contents), sort_keys=True, ensure_ascii=False)
    return sha256(plain.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _is_ours(kind: type) -> bool:
    """Return whether the library defines the description of an effect.

    Such a description may be reworded, and its facts are in the fields, so it is not digested.
    """
    owner = next(base for base in kind.__mro__ if "describe" in vars(base))
    return owner.__module__.startswith(Effect.__module__.rpartition(".")[0])


def _canonical(value: object) -> object:
    """Return a JSON-compatible value that is the same in every process."""
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
    if isinstance(value, Effect) and not _is_ours(kind):
        made["says"] = worded(value, "describe", value.describe())
    if attrs.has(kind):
        for field in attrs.fields(kind):
            made[field.name] = _canonical(getattr(value, field.name))
    if is_dataclass(kind):
        for own in fields(kind):
            made[own.name] = _canonical(getattr(value, own.name))
    return made
