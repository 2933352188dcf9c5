"""The catalogues in use, and the base game.

Unpickled objects refer to the catalogue and the cards that are already there, if they are equal.
"""

from __future__ import annotations

from functools import cache
from itertools import count
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

if TYPE_CHECKING:
    from wonders_duel.cards import Card
    from wonders_duel.catalogues import Catalogue

__all__ = ["base_game", "contents_of", "equal_catalogue", "home_of", "own_card", "register"]

_NUMBERS = count()
_LIVE: WeakValueDictionary[int, Catalogue] = WeakValueDictionary()
"""The catalogues in use, in the order in which they were made."""


def register(catalogue: Catalogue) -> None:
    """Add a new catalogue, for as long as it is in use.

    Args:
        catalogue: the catalogue.
    """
    _LIVE[next(_NUMBERS)] = catalogue


@cache  # the import statement alone takes longer than many calls of this library
def base_game() -> Catalogue:
    """Return the catalogue of the base game."""
    from wonders_duel.base_game import BASE_GAME  # noqa: PLC0415 - it is a catalogue itself

    return BASE_GAME


def contents_of(catalogue: Catalogue) -> tuple[object, ...]:
    """Return the name and the cards of a catalogue, which equal catalogues have in common.

    Args:
        catalogue: the catalogue.
    """
    return (
        catalogue.name,
        catalogue.building_list,
        catalogue.wonder_list,
        catalogue.token_list,
        catalogue.structures,
        catalogue.first_game,
    )


def equal_catalogue(contents: tuple[object, ...]) -> Catalogue | None:
    """Return a catalogue in use that has the same name and cards, if there is one.

    Args:
        contents: its name and cards, as :func:`contents_of` returns them.
    """
    return next((one for one in _live() if contents_of(one) == contents), None)


def home_of(card: Card) -> Catalogue:
    """Return a catalogue that has an equal card, or the base game if none has.

    Args:
        card: any card.
    """
    found = _found(card)
    return base_game() if found is None else found[0]


def own_card(card: Card) -> Card:
    """Return the equal card of a catalogue in use, or the card itself if none has it.

    Args:
        card: an unpickled card.
    """
    found = _found(card)
    return card if found is None else found[1]


def _live() -> list[Catalogue]:
    """Return the catalogues in use.

    The references are copied at once: iterating over the dictionary fails if another thread makes
    a catalogue in the meantime.
    """
    return [one for reference in _LIVE.valuerefs() if (one := reference()) is not None]


def _found(card: Card) -> tuple[Catalogue, Card] | None:
    """Return the catalogue with an equal card that was made first, and that card."""
    for catalogue in (base_game(), *_live()):
        for cards in (catalogue.buildings, catalogue.wonders, catalogue.tokens):
            own = cards.get(card.id)
            if own == card:
                return catalogue, own
    return None
