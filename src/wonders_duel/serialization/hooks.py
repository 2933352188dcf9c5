"""Registering functions of one argument as the hooks of a converter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cattrs import Converter

__all__ = ["reads", "same"]


def reads(converter: Converter, kind: Any, structure: Callable[[Any], object]) -> None:
    """Register a function that reads values of a type.

    Args:
        converter: the converter.
        kind: a class or a union.
        structure: the function.
    """

    def read(value: Any, _: object) -> object:
        return structure(value)

    if isinstance(kind, type):
        converter.register_structure_hook(kind, read)
    else:
        converter.register_structure_hook_func(same(kind), read)


def same(kind: Any) -> Callable[[Any], bool]:
    """Return a function that recognises a type, which may be a union."""
    return lambda other: other == kind
