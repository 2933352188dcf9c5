"""Whether the compiled build is running, and stand-ins for what only tools read.

This module is not compiled by mypyc.
"""

from __future__ import annotations

from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from typing import TYPE_CHECKING, ForwardRef, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from mypy_extensions import i64, mypyc_attr
    from typing_extensions import override
else:
    # Only the type checker and the compiler need these names. Importing the real ones would
    # take a tenth of the import time of the library.

    def override(method: _T) -> _T:
        """Return the method unchanged."""
        return method

    i64 = int

    def mypyc_attr(**_: object) -> Callable[[_T], _T]:
        """Return a decorator that returns the class unchanged."""
        return _same


__all__ = ["i64", "is_compiled", "later", "mypyc_attr", "override"]

_T = TypeVar("_T")


def later(module: str, name: str) -> ForwardRef:
    """Return a stand-in for what annotations name but their module does not import, for a cycle or time.

    ``typing.get_type_hints`` imports the real one. Modules that mypyc compiles set the name in their
    ``globals()``: an ``else`` that type checkers do not see is an error in the compiled code.

    Args:
        module: the name of the module that has it.
        name: its name.
    """
    # Only built-in names, since Python 3.14 evaluates it among the names of the module that asks.
    return ForwardRef(f'__import__("{module}", fromlist=["{name}"]).{name}')


def _same(thing: _T) -> _T:
    return thing


def _is_compiled() -> bool:
    spec = find_spec("wonders_duel.engine.turn")
    origin = spec.origin if spec is not None else None
    return origin is not None and origin.endswith(tuple(EXTENSION_SUFFIXES))


is_compiled: bool = _is_compiled()
"""Whether the compiled engine is running."""
