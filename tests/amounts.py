"""How much property tests try: a fifth in the quick tests, everything with ``--slow``."""

from __future__ import annotations

import os
import sys
from typing import Final

from hypothesis import settings

__all__ = ["examples", "part"]

_IS_SLOW: Final = sys.platform == "emscripten" or "FEW_EXAMPLES" in os.environ
"""Whether all is slower: in a browser, or with ``--few``, while the coverage is measured."""
_PART: Final = 25 if _IS_SLOW else 5
_LEAST: Final = 10


def examples(number: int) -> settings:
    """Return settings for a number of examples.

    Args:
        number: the number with ``--slow``, for which ``conftest.py`` sets an environment variable.
    """
    return settings(max_examples=part(number, at_least=_LEAST), deadline=None)


def part(number: int, *, at_least: int = 1) -> int:
    """Return how many of some cases are tried.

    Args:
        number: the number with ``--slow``, for which ``conftest.py`` sets an environment variable.
        at_least: the least number without.
    """
    return number if os.environ.get("ALL_EXAMPLES") else max(number // _PART, at_least)
