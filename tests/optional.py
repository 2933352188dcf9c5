"""The modules that cannot be imported without the package of an extra."""

from __future__ import annotations

from importlib.util import find_spec

__all__ = ["is_missing"]

_NEEDED = {
    "wonders_duel.learn.arrays": "numpy",
    "wonders_duel.learn.gymnasium": "gymnasium",
    "wonders_duel.learn.openspiel": "pyspiel",
    "wonders_duel.learn.pettingzoo": "pettingzoo",
    "wonders_duel.learn.vector": "numpy",
}


def is_missing(module: str) -> bool:
    """Return whether the package that a module of this library needs is not installed."""
    return module in _NEEDED and find_spec(_NEEDED[module]) is None
