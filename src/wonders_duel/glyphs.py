"""The symbols that effects use in pictures, by name."""

from __future__ import annotations

from typing import Final

import attrs

from wonders_duel.enums import Colour, Resource, ScienceSymbol
from wonders_duel.errors import CatalogueError
from wonders_duel.support.phrases import nearest, one_of, shown

__all__ = ["GLYPHS", "Glyph", "repeated"]

GLYPHS: Final = (
    *(str(resource) for resource in Resource),
    *(str(colour) for colour in Colour),
    *(str(symbol) for symbol in ScienceSymbol),
    *("again", "any-resource", "arrow", "coin", "destroy", "link", "loss", "medal", "more"),
    *("revive", "shield", "slash", "text", "times", "token", "wonder"),
)
"""The names of all symbols. ``coin``, ``loss``, ``medal`` and ``shield`` contain a text; ``text``
is only a text; the text of ``times`` is a number, and that of ``destroy`` a colour."""

MINUS: Final = "\N{MINUS SIGN}"
MOST_TEXT: Final = 12
"""The maximum length of the text of a symbol, in characters."""
MOST_REPEATED: Final = 3
"""The most equal symbols side by side; for more, a number and one symbol are drawn."""


def _plain(word: str) -> str:
    """Return the value of an enum member, or a text unchanged."""
    return str(word)


def _name(_: object, __: object, value: str) -> None:
    if value not in GLYPHS:
        hint = nearest(value, GLYPHS)
        raise CatalogueError(f"unknown symbol {shown(value)}; expected {one_of(GLYPHS)}{hint}")


def _text(_: object, __: object, value: str) -> None:
    if len(value) > MOST_TEXT or not value.isprintable():
        raise CatalogueError(
            f"expected printable text of at most {MOST_TEXT} characters in a symbol, got {shown(value)}"
        )


@attrs.frozen
class Glyph:
    """A symbol in a picture.

    Args:
        name: one of ``GLYPHS``, or a member of ``Resource``, ``Colour`` or ``ScienceSymbol``.
        text: the text in the symbol, at most 12 characters.

    Raises:
        CatalogueError: there is no such symbol, or the text is too long or not printable, or is
            not a colour for ``destroy``.

    >>> Glyph("coin", "4")
    Glyph(name='coin', text='4')
    >>> Glyph(Colour.RED)
    Glyph(name='red', text='')
    """

    name: str = attrs.field(converter=_plain, validator=_name)
    text: str = attrs.field(default="", converter=_plain, validator=_text)

    def __attrs_post_init__(self) -> None:
        """Reject ``destroy`` without a colour."""
        if self.name == "destroy" and self.text not in list(Colour):
            raise CatalogueError(
                f"expected the colour of what is destroyed, got {shown(self.text)}"
            )


def repeated(glyph: Glyph, number: int) -> tuple[Glyph, ...]:
    """Return a symbol several times, or a number and the symbol if that is shorter.

    Args:
        glyph: the symbol.
        number: the number of symbols, 1 to 999,999,999,999.

    >>> [one.name for one in repeated(Glyph("shield"), 2)]
    ['shield', 'shield']
    >>> [one.name for one in repeated(Glyph("shield"), 4)]
    ['times', 'shield']
    """
    if number <= MOST_REPEATED:
        return (glyph,) * number
    return Glyph("times", str(number)), glyph
