"""How many examples property tests try: a third in the quick tests, all of them with ``--slow``."""

from __future__ import annotations

import os
from typing import Final

from hypothesis import settings

__all__ = ["examples"]

_PART: Final = 3
_LEAST: Final = 10


def examples(number: int) -> settings:
    """Return settings for a number of examples.

    Args:
        number: the number with ``--slow``, for which ``conftest.py`` sets an environment variable.
    """
    few = max(number // _PART, _LEAST)
    return settings(max_examples=number if os.environ.get("ALL_EXAMPLES") else few, deadline=None)
