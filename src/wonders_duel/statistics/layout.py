"""The places of the counters of a collector, by catalogue."""

from __future__ import annotations

from typing import Final

from wonders_duel.catalogues import Catalogue, per_catalogue
from wonders_duel.engine.counting import SOURCES

__all__ = [
    "ACTIONS",
    "AGES",
    "ENDINGS",
    "ROLES",
    "WAYS",
    "Layout",
    "layout_of",
]

ENDINGS: Final = ("military", "scientific", "civilian", "shared", "resignation", "fault")
"""How games are decided; the first three in the order of ``counting.judge``."""
WAYS: Final = ("all", "civilian", "military", "scientific")
"""The games whose lengths are counted separately; shared victories are civilian."""
ROLES: Final = ("winner", "loser", "first", "second")
"""The players whose points are counted separately."""
ACTIONS: Final = ("constructed", "by_chain", "discarded", "wonders", "tokens")
"""The actions that are counted in each age."""
AGES: Final = (1, 2, 3)

MOST_PICKS: Final = 8
"""The number of wonders that are drafted."""


class Layout:
    """The places of the counters for the cards of a catalogue.

    The counters of cards are one flat list. Each *use*, such as drafting a wonder, has a block in
    it with a counter for each card; the attributes are the starts of the blocks.
    """

    def __init__(self, catalogue: Catalogue) -> None:
        """Set the places.

        Args:
            catalogue: the cards.
        """
        self.catalogue = catalogue
        self._next = 0
        wonders = len(catalogue.wonder_list)
        tokens = len(catalogue.token_list)
        buildings = len(catalogue.building_list)
        self.hand: int = self._block(wonders)
        """The wonders that a player has when Age I begins, drafted or given."""
        self.offered: int = self._block(wonders)
        """The wonders on offer at the first pick of a game."""
        self.picked: list[int] = [self._block(wonders) for _ in range(MOST_PICKS)]
        """The wonders drafted at each pick."""
        self.built: list[int] = [self._block(wonders) for _ in AGES]
        """The wonders constructed in each age."""
        self.on_board: int = self._block(tokens)
        """The progress tokens on the board at the first decision."""
        self.from_board: int = self._block(tokens)
        self.drawn: int = self._block(tokens)
        """The progress tokens drawn from the box to choose from."""
        self.from_box: int = self._block(tokens)
        self.token_by_card: int = self._block(tokens)
        """The progress tokens taken by the custom choice of a card."""
        self.paid: int = self._block(buildings)
        """The buildings constructed as the card of a turn, but not by a chain."""
        self.by_chain: int = self._block(buildings)
        self.revived: int = self._block(buildings)
        """The buildings constructed from the discard pile."""
        self.by_card: int = self._block(buildings)
        """The buildings constructed by the custom choice of a card."""
        self.taken_by_card: int = self._block(buildings)
        """Those of them that were in the structure."""
        self.discarded: int = self._block(buildings)
        self.buried: int = self._block(buildings)
        """The buildings under constructed wonders."""
        self.destroyed: int = self._block(buildings)
        """The buildings that a player lost."""
        self.size = self._next

    def _block(self, cards: int) -> int:
        start = self._next
        self._next += cards
        return start


@per_catalogue
def layout_of(catalogue: Catalogue) -> Layout:
    """Return the layout of a catalogue, which is computed once.

    Args:
        catalogue: the cards.
    """
    return Layout(catalogue)


# The places of the sums over numbers, the same for each catalogue.
LENGTHS: Final = 0
"""The decisions of a game, for each of ``WAYS``."""
POINTS: Final = LENGTHS + len(WAYS)
"""The points by source and in total, for each of ``ROLES``."""
PER_ROLE: Final = len(SOURCES) + 1
MARGIN: Final = POINTS + len(ROLES) * PER_ROLE
"""The lead of the winner of a civilian victory."""
IN_AGES: Final = MARGIN + 1
"""The actions of both players, for each age and each of ``ACTIONS``."""
NUMBERS: Final = IN_AGES + len(AGES) * len(ACTIONS)

# The places of the counters of games.
BY_FIRST: Final = 0
"""Games won by the first player, for each of ``ENDINGS``; shared victories too."""
BY_SECOND: Final = BY_FIRST + len(ENDINGS)
"""Games won by the other player; no shared victories."""
BY_BLUE: Final = BY_SECOND + len(ENDINGS)
"""Ties broken by the points of blue buildings."""
DECLINED: Final = BY_BLUE + 1
"""Declined progress tokens."""
REACHED: Final = DECLINED + 1
"""Games played to the end, by the ages that were played in them."""
ENDED: Final = REACHED + len(AGES)
"""Games played to the end, by the age in which they ended."""
GAMES: Final = ENDED + len(AGES)
