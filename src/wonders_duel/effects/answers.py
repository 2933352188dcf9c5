"""What the methods of effects and tallies return, checked, since users write their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wonders_duel.errors import CatalogueError
from wonders_duel.glyphs import Glyph
from wonders_duel.rules import MOST_SCORED
from wonders_duel.support.phrases import shown

if TYPE_CHECKING:
    from wonders_duel.effects.base import Effect, Tally
    from wonders_duel.engine.city import City
    from wonders_duel.enums import Player
    from wonders_duel.state import State

__all__ = ["counted", "scored", "shown_by", "worded"]


def counted(tally: Tally, city: City) -> int:
    """Return the number of a tally in a city, checked.

    Args:
        tally: the tally.
        city: the city.

    Raises:
        CatalogueError: ``count()`` does not return a whole number from 0.
    """
    number: object = tally.count(city)
    if not isinstance(number, int) or number < 0:
        raise CatalogueError(
            f"{shown(tally)}: count() has to return a whole number from 0, not {shown(number)}"
        )
    return number


def scored(effect: Effect, state: State, player: Player) -> int:
    """Return the variable points of an effect, checked.

    Args:
        effect: the effect.
        state: the position to score.
        player: the owner.

    Raises:
        CatalogueError: ``score()`` does not return a whole number in its range.
    """
    points: object = effect.score(state, player)
    if not isinstance(points, int) or not -MOST_SCORED <= points <= MOST_SCORED:
        raise CatalogueError(
            f"{shown(effect)}: score() must return a whole number "
            f"from {-MOST_SCORED} to {MOST_SCORED}, not {shown(points)}"
        )
    return points


def worded(effect: Effect | Tally, word: str, text: object) -> str:
    """Return what a method of an effect or a tally has returned as text, checked.

    Args:
        effect: the effect or the tally.
        word: the name of the method.
        text: what it has returned.

    Raises:
        CatalogueError: it is not a text.
    """
    if not isinstance(text, str):
        raise CatalogueError(f"{shown(effect)}: {word}() has to return a text, not {shown(text)}")
    return text


def shown_by(source: Effect | Tally) -> tuple[Glyph, ...] | None:
    """Return the symbols of an effect or a tally, checked.

    Args:
        source: the effect or the tally.

    Raises:
        CatalogueError: ``symbols()`` returns neither symbols nor ``None``.
    """
    symbols: object = source.symbols()
    if symbols is None:
        return None
    if not isinstance(symbols, tuple) or not all(isinstance(one, Glyph) for one in symbols):
        raise CatalogueError(
            f"{shown(source)}: symbols() has to return a tuple of Glyph objects or None, "
            f"not {shown(symbols)}"
        )
    return symbols
