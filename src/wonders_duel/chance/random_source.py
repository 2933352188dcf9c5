"""``RandomSource``: chance outcomes drawn when they are needed, for play-outs."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from wonders_duel.build import override
from wonders_duel.chance.deal_numbers import front_of
from wonders_duel.chance.unseen import seen_buildings
from wonders_duel.engine.bitfields import bits
from wonders_duel.engine.chance_source import ChanceSource
from wonders_duel.rules import BOARD_TOKENS, DRAFT_GROUP, GUILDS_IN_PLAY, LIBRARY_DRAW

if TYPE_CHECKING:
    from wonders_duel.engine.chooser import Chooser
    from wonders_duel.state import State

__all__ = ["RandomSource"]


class RandomSource(ChanceSource):
    """Draws chance outcomes at random, each with its probability, given what both players see."""

    def __init__(self, state: State, chooser: Chooser) -> None:
        """Prepare for games that begin in a state.

        Args:
            state: any state.
            chooser: makes the draws.
        """
        tables = state.tables
        self._chooser = chooser
        self._tables = tables
        seen = seen_buildings(state)
        self._decks: list[list[int]] = [
            [card for card in deck if not seen >> card & 1] for deck in tables.age_decks
        ]
        """The buildings of each age that nobody has seen yet, without the guilds."""
        self._guilds: list[int] = list(tables.guilds)
        """The guilds, of which none is seen before Age III is dealt."""
        self._hidden: list[tuple[list[int], list[int]]] = []
        """The slots that show each back, and the buildings that may be there."""
        for back in sorted(set(state.faces)):
            if back in tables.back_masks:
                slots = [slot for slot, face in enumerate(state.faces) if face == back]
                self._hidden.append((slots, bits(tables.back_masks[back] & ~seen)))
        self._now: list[int] = list(state.faces)
        self._age: list[int] = []
        """The cards of the age, by slot."""

    @override
    def begin(self) -> None:
        """Draw the cards that are face down now."""
        self._age = self._now
        for slots, cards in self._hidden:
            self._shuffle(cards, len(slots))
            for place, slot in enumerate(slots):
                self._age[slot] = cards[place]

    @override
    def tokens(self) -> int:
        return self._some(list(range(len(self._tables.tokens))), BOARD_TOKENS)

    @override
    def wonders(self, seen: int) -> int:
        return self._some(bits(self._tables.all_wonders & ~seen), DRAFT_GROUP)

    @override
    def front(self, age: int) -> bytes:
        table = self._tables.structures[age - 1]
        deck = self._decks[age - 1]
        size = table.size
        if age == len(self._decks):
            self._shuffle(self._guilds, GUILDS_IN_PLAY)
            self._shuffle(deck, size - GUILDS_IN_PLAY)
            cards = self._guilds[:GUILDS_IN_PLAY] + deck[: size - GUILDS_IN_PLAY]
            self._shuffle(cards, size)
        else:
            self._shuffle(deck, size)
            cards = deck[:size]
        self._age = cards
        return front_of(self._tables, age, cards)

    @override
    def card(self, age: int, slot: int) -> int:
        return self._age[slot]

    @override
    def drawn(self, box: int) -> int:
        return self._some(bits(box), LIBRARY_DRAW)

    def _some(self, numbers: list[int], most: int) -> int:
        """Return some of the numbers as bits, or all if there are fewer."""
        size = min(len(numbers), most)
        self._shuffle(numbers, size)
        mask = 0
        for place in range(size):
            mask |= 1 << numbers[place]
        return mask

    def _shuffle(self, cards: list[int], number: int) -> None:
        """Draw cards at random, and put them at the beginning of the list."""
        chooser = self._chooser
        pool = cast("list[object]", cards)  # compiled, items are exchanged without a look at them
        left = len(pool)
        for place in range(number):
            other = place + chooser.below(left)
            left -= 1
            card = pool[place]
            pool[place] = pool[other]
            pool[other] = card
