"""Many games side by side: the inner loop of ``VectorDuel``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wonders_duel.engine.phases import BEGIN, OVER
from wonders_duel.engine.tables import Tables
from wonders_duel.engine.turn import apply
from wonders_duel.learn.rows import RowPlan, action_numbers, packed_row

if TYPE_CHECKING:
    from wonders_duel.chance.deal_numbers import DealNumbers
    from wonders_duel.state import State

__all__ = ["Lanes"]


class Lanes:
    """The games, each with its state, its deal and its legal actions."""

    def __init__(self, tables: Tables, begin: int, size: int, masks: bytearray) -> None:
        """Store the arguments; there are no games yet.

        Args:
            tables: the tables of the catalogue.
            begin: the number of the move by which player one begins, or -1; see ``action_numbers``.
            size: the number of actions.
            masks: the masks of all games, which are kept up to date; empty for none.
        """
        self._moves = tables.moves.every
        self._begin = begin
        self._size = size
        self._masks = masks
        self._marks: bool = len(masks) > 0
        self.states: list[State] = []
        self.deals: list[DealNumbers] = []
        self.legal: list[list[int]] = []

    def put(self, lane: int, state: State, deal: DealNumbers) -> None:
        """Begin a game.

        Args:
            lane: its lane, at most the next one.
            state: its first state.
            deal: its deal.
        """
        if lane == len(self.states):
            self.states.append(state)
            self.deals.append(deal)
            self.legal.append([])
        else:
            self.states[lane] = state
            self.deals[lane] = deal
        self._renew(lane, state)

    def _renew(self, lane: int, state: State) -> None:
        """Find the legal actions of a state, and change its mask."""
        numbers = action_numbers(state, self._begin)
        if self._marks:
            masks = self._masks
            start = lane * self._size
            for number in self.legal[lane]:
                masks[start + number] = 0
            for number in numbers:
                masks[start + number] = 1
        self.legal[lane] = numbers

    def illegal(self, actions: list[int]) -> int:
        """Return the first lane whose action is illegal; -1 if there is none.

        Args:
            actions: an action for each game.
        """
        legal = self.legal
        for lane in range(len(actions)):
            if actions[lane] not in legal[lane]:
                return lane
        return -1

    def play(self, actions: list[int]) -> list[int]:
        """Play an action in each game.

        Args:
            actions: a legal action for each game.

        Returns:
            The lanes whose games are over; their masks are those of the states before.
        """
        ended: list[int] = []
        states = self.states
        for lane in range(len(actions)):
            state = states[lane]
            number = actions[lane]
            if state.phase_number == BEGIN and self._begin >= 0 and state.player:
                number = 2 * self._begin + 1 - number
            state = apply(state, self._moves[number], self.deals[lane]).freeze()
            states[lane] = state
            if state.phase_number == OVER:
                ended.append(lane)
            else:
                self._renew(lane, state)
        return ended

    def packed(self, plan: RowPlan, rules: int) -> list[bytes]:
        """Return the packed row of each game, seen by the player to move.

        Args:
            plan: the plan of the catalogue.
            rules: the columns of the rule options.
        """
        return [packed_row(state, state.player, plan, rules) for state in self.states]

    def movers(self) -> bytes:
        """Return the number of the player to move in each game."""
        return bytes([state.player for state in self.states])
