"""Registering functions of one argument as the hooks of a converter."""

from __future__ import annotations

from collections.abc import Callable

from cattrs import Converter

__all__ = ["reads", "same"]


def reads(converter: Converter, kind: object, structure: Callable[..., object]) -> None:
    """Register a function that reads values of a type.

    Args:
        converter: the converter.
        kind: a class or a union.
        structure: the function, of one argument.
    """

    def read(value: object, _: object) -> object:
        return structure(value)

    if isinstance(kind, type):
        converter.register_structure_hook(kind, read)
    else:
        converter.register_structure_hook_func(same(kind), read)


def same(kind: object) -> Callable[[object], bool]:
    """Return a function that recognises a type, which may be a union."""
    return lambda other: other == kind
