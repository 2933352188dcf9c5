"""Objects that are copied and pickled by their arguments, with what a derived class has added."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from typing import Final

__all__ = ["kept_of", "remake"]

_GIVEN: Final = "the arguments"
"""Their key among the attributes in a pickle."""


def kept_of(thing: object, given: Mapping[str, object], made: Container[str]) -> dict[str, object]:
    """Return what ``__getstate__`` keeps: the arguments, and what a derived class has added.

    Args:
        thing: the object.
        given: the arguments by name.
        made: the attributes that the arguments make.
    """
    state: object = object.__getstate__(thing)
    found: dict[str, object] = {}
    for part in state if isinstance(state, tuple) else (state,):  # attributes, and slots
        found.update(part or {})
    added = {name: value for name, value in found.items() if name not in made}
    return {**added, _GIVEN: given}


def remake(thing: object, kept: Mapping[str, object], make: Callable[..., None]) -> None:
    """Do what ``__setstate__`` does: start again with the same arguments.

    Args:
        thing: the object, which has no attributes yet.
        kept: what :func:`kept_of` has returned.
        make: the ``__init__`` that takes the arguments; that of a derived class may take others.
    """
    given = kept[_GIVEN]
    assert isinstance(given, Mapping)  # by kept_of
    make(thing, **given)
    for name, value in kept.items():
        if name != _GIVEN:
            object.__setattr__(thing, name, value)
