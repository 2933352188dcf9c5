"""What the readers of JSON have in common: the keys of an object."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from wonders_duel.support.phrases import LONGEST_SHOWN, shown

__all__ = ["repeated", "step_to"]

_NAME: Final = re.compile(r"[A-Za-z_]\w*")


def repeated(pairs: Iterable[tuple[str, object]]) -> list[str]:
    """Return the keys of an object that it has more than once, of which JSON readers keep the last.

    Args:
        pairs: the keys and values in their order.

    >>> repeated([("a", 1), ("b", 2), ("a", 3), ("a", 4)])
    ['a']
    """
    times: dict[str, int] = {}
    for key, _ in pairs:
        times[key] = times.get(key, 0) + 1
    return [key for key, number in times.items() if number > 1]


def step_to(key: str) -> str:
    """Return a key as a step of a JSON path."""
    if len(key) > LONGEST_SHOWN:
        return f"[{shown(key)}]"
    return f".{key}" if _NAME.fullmatch(key) else f"[{key!r}]"
