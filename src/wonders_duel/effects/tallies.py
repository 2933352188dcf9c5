"""Tallies: things that effects count in a city."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import attrs

from wonders_duel.build import later, override
from wonders_duel.effects.base import COIN_SET_SHIFT, CONSTRUCTED_WONDERS, Tally
from wonders_duel.enums import Colour, as_colour
from wonders_duel.errors import CatalogueError
from wonders_duel.glyphs import Glyph
from wonders_duel.languages import ENGLISH, Language
from wonders_duel.rules import MOST_CARD_COINS
from wonders_duel.support.arguments import whole_number

if TYPE_CHECKING:
    from wonders_duel.cards import Card
    from wonders_duel.engine.city import City
else:
    Card = later("wonders_duel.cards", "Card")
    City = later("wonders_duel.engine.city", "City")

__all__ = ["Cards", "CoinSets", "Wonders"]


_COLOURS = tuple(Colour)


def _as_tuple(colours: Sequence[Colour]) -> tuple[Colour, ...]:
    return tuple(as_colour(colour) for colour in colours)


def _bit(colour: Colour) -> int:
    return 1 << _COLOURS.index(colour)


@attrs.frozen(init=False)
class Cards(Tally):
    """Buildings of one colour, or of several colours together.

    Args:
        colours: one or more colours.

    Raises:
        CatalogueError: no colour is given.
        UnknownNameError: there is no such colour.

    >>> Cards(Colour.BROWN, Colour.GREY).noun()
    'brown or grey building'
    """

    colours: tuple[Colour, ...]

    def __init__(self, *colours: Colour) -> None:
        """Store the colours to count."""
        if not colours:
            raise CatalogueError("Cards needs at least one colour, as in Cards(Colour.RED)")
        self.__attrs_init__(_as_tuple(colours))

    @override
    def count(self, city: City) -> int:
        return sum(city.tally(_bit(colour)) for colour in self.colours)

    @property
    @override
    def _engine_code(self) -> int:
        if type(self).count is not Cards.count:
            return 0
        found = sum(_bit(colour) for colour in self.colours)
        return found if found.bit_count() == len(self.colours) else 0  # a colour counts once

    @override
    def noun(self, to: Language = ENGLISH) -> str:
        return to.say("{colour} building", colour=to.either([to.word(one) for one in self.colours]))

    @override
    def summary(self, to: Language = ENGLISH) -> str:
        return "/".join(to.word(colour) for colour in self.colours)

    @override
    def symbols(self) -> tuple[Glyph, ...]:
        return tuple(Glyph(colour) for colour in self.colours)

    @override
    def includes(self, card: Card) -> bool:
        return card.kind == "building" and card.colour in self.colours

    @property
    @override
    def is_sum(self) -> bool:
        return len(self.colours) > 1


class Wonders(Tally):
    """Constructed wonders; unbuilt ones never count.

    >>> Wonders().noun()
    'constructed wonder'
    """

    __slots__ = ()

    @override
    def count(self, city: City) -> int:
        return city.tally(CONSTRUCTED_WONDERS)

    @property
    @override
    def _engine_code(self) -> int:
        return CONSTRUCTED_WONDERS if type(self).count is Wonders.count else 0

    @override
    def noun(self, to: Language = ENGLISH) -> str:
        return to.say("constructed wonder")

    @override
    def summary(self, to: Language = ENGLISH) -> str:
        return to.say("wonder")

    @override
    def symbols(self) -> tuple[Glyph, ...]:
        return (Glyph("wonder"),)

    @override
    def includes(self, card: Card) -> bool:
        return card.kind == "wonder"


@attrs.frozen
class CoinSets(Tally):
    """Complete sets of coins.

    Args:
        size: the number of coins in a set, 1 to 100,000.

    Raises:
        CatalogueError: the number is not whole, or out of range.

    >>> CoinSets(3).noun()
    'set of 3 coins'
    """

    size: int = attrs.field(default=3, validator=whole_number(1, MOST_CARD_COINS))

    @override
    def count(self, city: City) -> int:
        return city.tally(self._code)

    @property
    @override
    def _engine_code(self) -> int:
        return self._code if type(self).count is CoinSets.count else 0

    @property
    def _code(self) -> int:
        return self.size << COIN_SET_SHIFT

    @override
    def noun(self, to: Language = ENGLISH) -> str:
        return to.count("set of {number} coin", "set of {number} coins", self.size)

    @override
    def summary(self, to: Language = ENGLISH) -> str:
        return f"${self.size}"

    @override
    def symbols(self) -> tuple[Glyph, ...]:
        return (Glyph("coin", str(self.size)),)
