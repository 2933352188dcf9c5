"""The answer to a typed text that is not a move, in the language of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wonders_duel.errors import AmbiguousNameError, UnknownNameError
from wonders_duel.support.phrases import LONGEST_SHOWN, closest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wonders_duel.errors import NotationError
    from wonders_duel.render.board.look import TextStyle

__all__ = ["misread"]

_SUGGESTED: Final = 3
"""The most suggestions in a message."""


def misread(
    error: NotationError,
    typed: str,
    plain: str,
    meant: Mapping[str, str],
    look: TextStyle,
    *,
    is_move: bool,
) -> str:
    """Return what is wrong with a typed text, and what is close to it.

    It is less than the error says, which is in English, since it is written for programmers, too.

    Args:
        error: the error of the library.
        typed: the text that was typed.
        plain: the same in lower case and without accents.
        meant: the texts that may have been meant, plain and as they are displayed.
        look: the style of the text.
        is_move: whether the text begins like a move, or may only be the name of a card.
    """
    text = typed if len(typed) <= LONGEST_SHOWN else f"{typed[: LONGEST_SHOWN - 1]}…"
    longer = [one for one in meant if one.startswith(plain)][:_SUGGESTED]
    match error:
        case UnknownNameError() if not longer:
            told = look.say("There is no card with this name: {text}.", text=text)
        case AmbiguousNameError() | UnknownNameError():
            told = look.say("This is ambiguous: {text}.", text=text)
        case _ if is_move:
            told = look.say("The name of a card is missing: {text}.", text=text)
        case _:
            told = look.say("This is not a move: {text}.", text=text)
    found = longer or closest(plain[:LONGEST_SHOWN], meant, _SUGGESTED)
    if found:
        texts = " / ".join(dict.fromkeys([meant[one] for one in found]))
        told += " " + look.say("Did you mean: {texts}?", texts=texts)
    return told
