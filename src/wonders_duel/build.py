"""Which build runs: the compiled one or the interpreted one; and decorators that do nothing when it runs.

This module is never compiled itself.
"""

from __future__ import annotations

from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from mypy_extensions import mypyc_attr
    from typing_extensions import override
else:
    # The type checker and the compiler read these in the source. To import them from where they are
    # would take a tenth of the time that the library takes to load.

    def override(method: _T) -> _T:
        """Return a method as it is."""
        return method

    def mypyc_attr(**_: object) -> Callable[[_T], _T]:
        """Return what returns a class as it is."""
        return _same


__all__ = ["is_compiled", "mypyc_attr", "override"]

_T = TypeVar("_T")


def _same(thing: _T) -> _T:
    return thing


def _is_compiled() -> bool:
    spec = find_spec("wonders_duel.engine")
    origin = spec.origin if spec is not None else None
    return origin is not None and origin.endswith(tuple(EXTENSION_SUFFIXES))


is_compiled: bool = _is_compiled()
"""Whether the engine runs as compiled code."""
