"""The names of the symbols that pictures are made of: what an effect gives instead of a drawing."""

from __future__ import annotations

from typing import Final

import attrs

from wonders_duel.enums import Colour, Resource, ScienceSymbol
from wonders_duel.errors import CatalogueError, nearest, shown

__all__ = ["GLYPHS", "MINUS", "Glyph", "repeated"]

GLYPHS: Final = (
    *(str(resource) for resource in Resource),
    *(str(colour) for colour in Colour),
    *(str(symbol) for symbol in ScienceSymbol),
    *("again", "any-resource", "arrow", "coin", "destroy", "link", "loss", "medal", "more"),
    *("revive", "shield", "slash", "text", "times", "token", "wonder"),
)
"""The names of all symbols. ``coin``, ``loss``, ``medal`` and ``shield`` have a text in them,
``text`` is nothing else, ``times`` has a number before its sign, and ``destroy`` a colour."""

MINUS: Final = "\N{MINUS SIGN}"
MOST_TEXT: Final = 12
"""How many characters the text of a symbol can have."""
MOST_REPEATED: Final = 3
"""How many of the same symbol are drawn side by side; more are a number and one symbol."""


def _plain(word: str) -> str:
    """Return the text of a member of an enumeration, or a text as it is."""
    return str(word)


def _name(_: object, __: object, value: str) -> None:
    if value not in GLYPHS:
        hint = nearest(value, GLYPHS)
        raise CatalogueError(
            f"unknown symbol {shown(value)}; expected one of {', '.join(GLYPHS)}{hint}"
        )


def _text(_: object, __: object, value: str) -> None:
    if len(value) > MOST_TEXT or not value.isprintable():
        raise CatalogueError(
            f"expected printable text of at most {MOST_TEXT} characters in a symbol, got {shown(value)}"
        )


@attrs.frozen
class Glyph:
    """A symbol in a picture.

    Args:
        name: one of ``GLYPHS``; the members of ``Resource``, ``Colour`` and ``ScienceSymbol`` are names, too.
        text: what is written in it, at most 12 characters.

    Raises:
        CatalogueError: there is no such symbol, or the text does not fit.

    >>> Glyph("coin", "4")
    Glyph(name='coin', text='4')
    >>> Glyph(Colour.RED)
    Glyph(name='red', text='')
    """

    name: str = attrs.field(converter=_plain, validator=_name)
    text: str = attrs.field(default="", converter=_plain, validator=_text)

    def __attrs_post_init__(self) -> None:
        """Refuse to destroy what has no colour."""
        if self.name == "destroy" and self.text not in list(Colour):
            raise CatalogueError(
                f"expected the colour of what is destroyed, got {shown(self.text)}"
            )


def repeated(glyph: Glyph, number: int) -> tuple[Glyph, ...]:
    """Return a symbol several times, or a number and the symbol if that is shorter.

    Args:
        glyph: the symbol.
        number: how many there are, from 1.

    >>> [one.name for one in repeated(Glyph("shield"), 2)]
    ['shield', 'shield']
    >>> [one.name for one in repeated(Glyph("shield"), 4)]
    ['times', 'shield']
    """
    if number <= MOST_REPEATED:
        return (glyph,) * number
    return Glyph("times", str(number)), glyph
