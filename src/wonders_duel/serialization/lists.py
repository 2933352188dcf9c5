"""Lists in documents: tuples and frozensets, with the faults of all their items."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

from cattrs import Converter

from wonders_duel.limits import MOST_FAULTS
from wonders_duel.serialization.faults import PlacedError, faults_in, is_ours
from wonders_duel.serialization.layout import MANY, MOST_ITEMS
from wonders_duel.serialization.values import invalid
from wonders_duel.support.phrases import shown_json

__all__ = ["register_lists"]


def register_lists(converter: Converter) -> None:
    """Read JSON lists as tuples and sets, and nothing else.

    Args:
        converter: the converter.
    """

    def factory(kind: Any) -> Callable[[Any, Any], object]:
        inner, *others = get_args(kind)
        structure = converter.get_structure_hook(inner)
        is_set = _is_set(kind)
        most = MANY.get(inner, MOST_ITEMS)
        exactly = None if is_set or others == [...] else 1 + len(others)

        def read(value: Any, _: object) -> object:
            if type(value) is not list:
                raise invalid(f"expected a list, got {shown_json(value)}")
            if most is not None and len(value) > most:
                raise invalid(f"the list has {len(value)} items; expected at most {most}")
            if exactly is not None and len(value) != exactly:
                raise invalid(f"the list has {len(value)} items; expected {exactly}")
            return _each(value, inner, structure, is_set=is_set)

        return read

    def write_factory(kind: Any) -> Callable[[Any], object]:
        write = converter.get_unstructure_hook(get_args(kind)[0])
        if _is_set(kind):
            return lambda value: sorted(map(write, value))
        return lambda value: [write(one) for one in value]

    converter.register_structure_hook_factory(_is_list, factory)
    converter.register_unstructure_hook_factory(_is_list, write_factory)


def _is_list(kind: Any) -> bool:
    origin = getattr(kind, "__origin__", None)
    return origin is tuple or origin is frozenset


def _is_set(kind: Any) -> bool:
    return getattr(kind, "__origin__", None) is frozenset


def _each(
    value: list[Any], inner: Any, structure: Callable[[Any, Any], object], *, is_set: bool
) -> object:
    """Read the items of a list, and collect the faults of all of them."""
    try:
        made = [structure(one, inner) for one in value]
    except Exception as error:
        raise _collected(value, inner, structure) from error
    if not is_set:
        return tuple(made)
    if len(set(made)) < len(made):
        raise invalid("duplicate item")
    return frozenset(made)


def _collected(
    value: list[Any], inner: Any, structure: Callable[[Any, Any], object]
) -> PlacedError:
    """Return an error with the faults of all items; other errors are raised unchanged."""
    faults: list[tuple[str, str]] = []

    for index, one in enumerate(value):
        try:
            structure(one, inner)
        except Exception as error:
            if not is_ours(error):
                raise
            faults += [(fault.place, fault.message) for fault in faults_in(error, f"[{index}]")]
            if len(faults) >= MOST_FAULTS:
                break
    return PlacedError(*faults)
