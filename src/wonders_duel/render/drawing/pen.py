"""The drawing context: theme, language, catalogue and a cache of pictures."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from wonders_duel.cards import Building, Card
from wonders_duel.catalogues import Catalogue
from wonders_duel.languages import Language
from wonders_duel.render.drawing.picture import Picture
from wonders_duel.render.themes import Theme

__all__ = ["Pen", "pen"]

MOST: Final = 2000
"""The maximum number of cached pictures; a game needs far fewer."""


class Pen:
    """A theme, a language and a catalogue, with a cache of pictures.

    Pens may be shared between threads: at worst, a picture is drawn twice.
    """

    def __init__(self, theme: Theme, words: Language, catalogue: Catalogue) -> None:
        """Create a pen with an empty cache."""
        self.theme = theme
        self.words = words
        self.catalogue = catalogue
        self._drawn: dict[tuple[str, int], tuple[object, Picture]] = {}

    def drawn(self, what: str, thing: object, draw: Callable[[], Picture]) -> Picture:
        """Return the picture of an object from the cache, or draw it.

        Args:
            what: the kind of picture.
            thing: the object. It is compared by identity, because custom effects need not be
                hashable.
            draw: a function that draws it.
        """
        key = (what, id(thing))
        known = self._drawn.get(key)
        if known is not None and known[0] is thing:
            return known[1]
        picture = draw()
        if len(self._drawn) >= MOST:
            self._drawn.clear()
        self._drawn[key] = (thing, picture)
        return picture

    def name(self, card: Card) -> str:
        """Return the name of a card in the language.

        Args:
            card: the card.
        """
        return self.words.name(card)

    def freeing(self, building: Building) -> str | None:
        """Return the chain symbol that makes a building free, or a substitute for it.

        Args:
            building: the building.

        Returns:
            The symbol of the building that it is free with, or the id of that building if it
            has no symbol or is unknown; ``None`` without a chain.
        """
        if building.free_with is None:
            return None
        other = self.catalogue.buildings.get(building.free_with)
        symbol = None if other is None else other.chain_symbol
        return symbol or building.free_with


@lru_cache(maxsize=16)
def pen(theme: Theme, words: Language, catalogue: Catalogue) -> Pen:
    """Return the cached pen for a theme, a language and a catalogue.

    Args:
        theme: the theme.
        words: the language.
        catalogue: the cards.
    """
    return Pen(theme, words, catalogue)
