"""The catalogue of a game in a log, with stand-ins for wonders that nobody knows."""

from __future__ import annotations

from collections.abc import Sequence

from wonders_duel.base_game import BASE_GAME
from wonders_duel.cards import Wonder
from wonders_duel.catalogues import Catalogue
from wonders_duel.importers.ids import name_of

__all__ = ["cards_for"]


def cards_for(
    draft: Sequence[str], catalogue: Catalogue | None
) -> tuple[Catalogue, tuple[str, ...]]:
    """Return the cards of a game, and the wonders among them that are stand-ins.

    A stand-in costs nothing and has no effect: it can be drafted, but nothing is known of what happens when
    it is built.

    Args:
        draft: our ids of the wonders of the draft.
        catalogue: a catalogue with more cards than the base game; it has all games, so that the same
            catalogue reads all of their records.
    """
    cards = BASE_GAME if catalogue is None else catalogue
    lacking = tuple(wonder for wonder in draft if wonder not in cards.wonders)
    if lacking:
        standing_in = [Wonder(id=wonder, name=name_of(wonder)) for wonder in lacking]
        cards = cards.extended(f"{cards.name}-and-{'-and-'.join(lacking)}", wonders=standing_in)
    return cards, lacking
