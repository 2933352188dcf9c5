"""Objects in documents: classes with a key for each attribute, and unions of such classes."""

from __future__ import annotations

from collections.abc import Callable
from types import NoneType
from typing import Any, get_args

import attrs
from cattrs import Converter
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

from wonders_duel.serialization.faults import PlacedError
from wonders_duel.serialization.hooks import reads, same
from wonders_duel.serialization.layout import SHAPES, Shape
from wonders_duel.serialization.strict_json import integral
from wonders_duel.serialization.values import expect_object, wrong_tag
from wonders_duel.support.phrases import shown_json

__all__ = ["register_object", "register_union"]


def register_object(converter: Converter, kind: type, shape: Shape) -> None:
    """Write and read a class as an object with a key for each attribute.

    Args:
        converter: the converter.
        kind: the class, made by attrs.
        shape: its shape.
    """
    derived = shape.derived
    names = tuple(field.name for field in attrs.fields(kind) if field.init)

    def read_factory(_: object) -> Callable[[Any, Any], object]:
        hooks = {
            name: override(struct_hook=_validated(check))
            for name, check in shape.validators.items()
        }
        inner: Callable[[Any, Any], object] = make_dict_structure_fn(
            kind,
            converter,
            **hooks,  # type: ignore[arg-type]  # the other keywords are not used
        )
        required = frozenset((*names, *derived)) if shape.complete else frozenset()

        def read(value: Any, asked: Any) -> object:
            expect_object(value)
            if not required:
                return inner(value, asked)
            missing = sorted(required - value.keys())
            if missing:
                raise PlacedError(*tuple((f".{key}", "missing key") for key in missing))
            made = inner({key: one for key, one in value.items() if key not in derived}, asked)
            for key in derived:
                found = integral(value[key])
                if type(found) is not int or found != getattr(made, key):
                    message = f"expected {getattr(made, key)}, got {shown_json(found)}"
                    raise PlacedError((f".{key}", message))
            return made

        return read

    def write_factory(_: object) -> Callable[[Any], object]:
        overrides = {name: override(omit_if_default=True) for name in shape.omitted}
        inner: Callable[[Any], dict[str, object]] = make_dict_unstructure_fn(
            kind,
            converter,
            **overrides,  # type: ignore[arg-type]  # the other keywords are not used
        )

        def write(value: Any) -> object:
            made = inner(value)
            for key in derived:
                made[key] = getattr(value, key)
            return made

        return write

    converter.register_structure_hook_factory(same(kind), read_factory)
    converter.register_unstructure_hook_factory(same(kind), write_factory)


def register_union(converter: Converter, union: object) -> None:
    """Read and write a union; the key ``type`` names the class.

    Args:
        converter: the converter.
        union: the union; if ``None`` is a member, null is allowed too.
    """
    kinds = [kind for kind in get_args(union) if kind is not NoneType]
    members = {SHAPES[kind].tag: kind for kind in kinds}
    optional = len(kinds) < len(get_args(union))
    hooks: dict[str, Callable[[Any, Any], object]] = {}

    def read(value: Any) -> object:
        if value is None and optional:
            return None
        expect_object(value)
        tag = value.get("type")
        kind = members.get(tag) if isinstance(tag, str) else None
        if kind is None or not isinstance(tag, str):
            raise wrong_tag(tag, members, has_tag="type" in value)
        hook = hooks.get(tag)
        if hook is None:
            hook = hooks[tag] = converter.get_structure_hook(kind)
        return hook({key: one for key, one in value.items() if key != "type"}, kind)

    def write(value: object) -> object:
        if value is None and optional:
            return None
        made: dict[str, object] = {"type": SHAPES[type(value)].tag}
        made.update(converter.unstructure(value))
        return made

    reads(converter, union, read)
    converter.register_unstructure_hook_func(same(union), write)


def _validated(check: Callable[[Any], object]) -> Callable[[Any, Any], object]:
    """Return a hook that reads a value with a validator."""
    return lambda value, _: check(integral(value))
