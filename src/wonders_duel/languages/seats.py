"""The default names of the players."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wonders_duel.languages import Language

__all__ = ["seats"]


def seats(to: Language) -> tuple[str, str]:
    """Return the default names of players one and two.

    Args:
        to: the language.

    >>> from wonders_duel.languages import language
    >>> seats(language("en"))
    ('Player one', 'Player two')
    """
    return to.say("Player one"), to.say("Player two")
