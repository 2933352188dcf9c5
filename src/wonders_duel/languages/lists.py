"""Lists in sentences."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wonders_duel.languages import Language

__all__ = ["joined"]


def joined(to: Language, parts: Iterable[str]) -> str:
    """Return the parts of a sentence with semicolons between them.

    Args:
        to: the language; French has a space before each of them.
        parts: the parts.

    >>> from wonders_duel.languages import language
    >>> [joined(language(code), ["Ann", "Ben"]) for code in ("en", "fr")]
    ['Ann; Ben', 'Ann ; Ben']
    """
    semicolon = to.say("{part};", part="")
    return f"{semicolon} ".join(parts)
