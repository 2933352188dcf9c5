"""The chance outcomes that a search draws when it meets them, from public information only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wonders_duel.build import mypyc_attr
from wonders_duel.chance.random_source import RandomSource
from wonders_duel.chance.unseen import unseen_behind
from wonders_duel.engine.consequences import box_tokens, drafted_wonders, slots_to_reveal
from wonders_duel.engine.phases import DEAL_AGE, DEAL_TOKENS, DEAL_WONDERS, OVER, REVEAL
from wonders_duel.engine.turn import resolve

if TYPE_CHECKING:
    from wonders_duel.engine.chooser import Chooser
    from wonders_duel.state import State

__all__ = ["Outcomes", "waits"]

_KEY: Final = 256
UNIQUE: Final = -1
"""The key of an outcome that is as good as never drawn twice."""


def waits(state: State) -> bool:
    """Return whether a state waits for chance."""
    return DEAL_TOKENS <= state.phase_number < OVER


@mypyc_attr(acyclic=True)
class Outcomes:
    """The outcomes of a state that waits for chance, until a player is to move or the game is over.

    If one card is revealed, each possible card comes once, in a random order. Other outcomes are
    drawn independently: a card that comes first is drawn in the same way as a single one.
    """

    def __init__(self, state: State, chooser: Chooser) -> None:
        """Start without outcomes.

        Args:
            state: the state.
            chooser: makes the draws.
        """
        self.state: State = state
        self.chooser: Chooser = chooser
        self.cards: list[int] = []
        """The cards of the first reveal in the order in which they come."""
        self.place: int = 0
        if state.phase_number == REVEAL:
            cards = unseen_behind(state, state.faces[slots_to_reveal(state)[0]])
            for place in range(len(cards) - 1):
                other = place + chooser.below(len(cards) - place)
                cards[place], cards[other] = cards[other], cards[place]
            self.cards = cards
        self.is_exhausted: bool = False
        """Whether every outcome has been drawn."""
        self.key: int = UNIQUE
        """Tells the last outcome that was drawn from others; ``UNIQUE`` if it is surely new."""

    def draw(self) -> State:
        """Return the state after another outcome, and set :attr:`key`."""
        state = self.state
        cards = self.cards
        if not cards:
            return self._drawn(state, 0)
        card = cards[self.place]
        self.place += 1
        state = resolve(state, card, b"").freeze()
        if waits(state):
            if self.place == len(cards):
                self.place = 0
            return self._drawn(state, card + 1)
        self.is_exhausted = self.place == len(cards)
        self.key = UNIQUE
        return state

    def _drawn(self, state: State, key: int) -> State:
        """Draw until a player is to move."""
        chooser = self.chooser
        is_unique = False
        while waits(state):
            phase_number = state.phase_number
            faces = b""
            number = 0
            if phase_number == REVEAL:
                cards = unseen_behind(state, state.faces[slots_to_reveal(state)[0]])
                number = cards[chooser.below(len(cards))]
                key = key * _KEY + number + 1
            else:
                source = RandomSource(state, chooser)
                if phase_number == DEAL_AGE:
                    faces = source.front(state.age_number + 1)
                    is_unique = True
                elif phase_number == DEAL_WONDERS:
                    number = source.wonders(drafted_wonders(state))
                    key = key * (state.tables.all_wonders + 1) + number
                elif phase_number == DEAL_TOKENS:
                    number = source.tokens()
                    key = key * (state.tables.all_tokens + 1) + number
                else:
                    number = source.drawn(box_tokens(state))
                    key = key * (state.tables.all_tokens + 1) + number
            state = resolve(state, number, faces).freeze()
        self.key = UNIQUE if is_unique else key
        return state
