"""Which build runs: the compiled one or the interpreted one. This module is never compiled itself."""

from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec

__all__ = ["is_compiled"]


def _is_compiled() -> bool:
    spec = find_spec("wonders_duel.engine")
    origin = spec.origin if spec is not None else None
    return origin is not None and origin.endswith(tuple(EXTENSION_SUFFIXES))


is_compiled: bool = _is_compiled()
"""Whether the engine runs as compiled code."""
