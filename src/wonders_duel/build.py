"""Which build runs: the compiled one or the interpreted one. This module is never compiled itself."""

from __future__ import annotations

from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from mypy_extensions import mypyc_attr
else:

    def mypyc_attr(**_: object) -> Callable[[_T], _T]:
        """Do nothing: the compiler reads its arguments in the source; so none of it is needed at run time."""
        return _same


__all__ = ["is_compiled", "mypyc_attr"]

_T = TypeVar("_T")


def _same(thing: _T) -> _T:
    return thing


def _is_compiled() -> bool:
    spec = find_spec("wonders_duel.engine")
    origin = spec.origin if spec is not None else None
    return origin is not None and origin.endswith(tuple(EXTENSION_SUFFIXES))


is_compiled: bool = _is_compiled()
"""Whether the engine runs as compiled code."""
