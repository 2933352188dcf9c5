"""Perft: how many lines of moves there are below a position, to check engines against each other.

A *line* is so many moves, one after the other, with chance outcomes between
them; it ends in a *leaf*. Two engines that count the same leaves agree on which
moves are legal, on who is to move, on when the game ends and on what chance can
outcome, all the way down.

There are two ways to count:

- **With chance**, every possible chance outcome is a line of its own: a move
  that turns up one of 11 unseen cards leads to 11 lines. Two cards that are
  turned up after one move are two outcomes, in the order of their slots.
- **Along a deal**, the deal gives the one outcome, so that only the moves branch.

Either way a leaf stands after the outcomes to its last move. A game that ends
before the last move has no leaf; one that ends with it has one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wonders_duel.deal import Deal
from wonders_duel.enums import Phase
from wonders_duel.errors import ChanceError, DealError, expect, expect_number
from wonders_duel.state import State

if TYPE_CHECKING:
    from wonders_duel.chance import Chance, ChanceOutcome
    from wonders_duel.moves import Move

__all__ = ["divide", "perft"]

MOST_KEPT = 200_000
"""Positions whose counts are remembered, some 150 MB; then it begins anew."""


def perft(state: State, depth: int, *, deal: Deal | None = None) -> int:
    """Count the leaves so many moves below a state.

    Args:
        state: where the lines begin; if it waits on chance, its outcomes come first.
        depth: the number of moves, from 0. Choices count as moves of their own.
        deal: supplies the chance outcomes; if left out every outcome is counted.

    Returns:
        The number of leaves, exactly.

    Raises:
        WrongTypeError: the depth is no whole number from 0, or something is of another kind.
        ChanceError: without a deal, a line needs the deal of an age, which has
            too many outcomes to count lines by.
        DealError: the deal cannot resolve the state; every conflict.

    >>> from random import Random
    >>> state = State.dealt(Deal.random(Random(1)))
    >>> [perft(state, depth) for depth in range(4)]
    [1, 4, 12, 24]

    The fourth pick brings the other four wonders, of which nobody has seen any: 70 outcomes.

    >>> perft(state, 4), perft(state, 4, deal=Deal.random(Random(1)))
    (1680, 24)
    """
    return _counter(state, depth, deal).count(state, depth)


def divide(
    state: State, depth: int, *, deal: Deal | None = None
) -> dict[Move | ChanceOutcome, int]:
    """Count the leaves below each move of a state: where two engines differ, this says under which.

    Args:
        state: where the lines begin. If it waits on chance, the leaves below
            each outcome are counted instead, along a deal below its one outcome.
        depth: the number of moves, from 1, the first one included.
        deal: supplies the chance outcomes; if left out every outcome is counted.

    Returns:
        The number of leaves for each legal move, in their order. The sum is that
        of :func:`perft`.

    Raises:
        WrongTypeError: the depth is no whole number from 1, or something is of another kind.
        ChanceError: without a deal, a line needs the deal of an age.
        DealError: the deal cannot resolve the state; every conflict.

    >>> from random import Random
    >>> state = State.dealt(Deal.random(Random(1)))
    >>> for move, number in divide(state, 3).items():
    ...     print(f"{move}: {number}")
    draft circus-maximus: 6
    draft the-hanging-gardens: 6
    draft the-sphinx: 6
    draft the-statue-of-zeus: 6
    """
    counter = _counter(state, depth, deal, least=1)
    if state.chance is not None:
        return {
            outcome: counter.count(state.resolve(outcome), depth)
            for outcome in counter.outcomes(state)
        }
    return {
        move: counter.count(counter.after(state, move), depth - 1) for move in state.legal_moves
    }


def _counter(state: State, depth: int, deal: Deal | None, least: int = 0) -> _Counter:
    """Check what was given."""
    expect(state, State, "a State")
    expect_number(depth, least, "the depth")
    if deal is not None:
        expect(deal, Deal, "a Deal")
        conflicts = deal.conflicts(state)
        if conflicts:
            raise DealError(conflicts)
    return _Counter(deal)


class _Counter:
    """Counts, and remembers what it has counted: equal positions have equal futures."""

    def __init__(self, deal: Deal | None) -> None:
        self._deal = deal
        self._known: dict[tuple[State, int], int] = {}

    def count(self, state: State, depth: int) -> int:
        """Count the leaves below a state."""
        if state.chance is not None:
            if not depth and self._deal is None:
                return self._leaves(state, state.chance)
            return sum(
                self.count(state.resolve(outcome), depth) for outcome in self.outcomes(state)
            )
        if not depth:
            return 1
        moves = state.legal_moves
        if depth == 1:
            if self._deal is not None:
                return len(moves)
            return sum(self.count(state.apply(move), 0) for move in moves)
        key = (state, depth)
        found = self._known.get(key)
        if found is None:
            found = sum(self.count(self.after(state, move), depth - 1) for move in moves)
            if len(self._known) >= MOST_KEPT:
                self._known.clear()
            self._known[key] = found
        return found

    def after(self, state: State, move: Move) -> State:
        """Return the state after a move and, along a deal, after its outcomes."""
        return state.apply(move) if self._deal is None else state.play(move, self._deal)

    def outcomes(self, state: State) -> list[ChanceOutcome]:
        """Return chance outcomes in a state that waits on it."""
        if self._deal is not None:
            return [self._deal.outcome(state)]
        assert state.chance is not None  # as was said
        _refuse_age(state.chance)
        return [outcome for outcome, _ in state.chance.outcomes()]

    def _leaves(self, state: State, chance: Chance) -> int:
        """Count the outcomes after the last move, without going through them.

        How many can follow does not depend on the outcome before: a card that is
        turned up leaves one fewer with its back, whichever it is.
        """
        _refuse_age(chance)
        first, _ = next(chance.outcomes())
        return chance.count * self.count(state.resolve(first), 0)


def _refuse_age(chance: Chance) -> None:
    if chance.phase is Phase.DEAL_AGE:
        message = (
            f"a line needs the deal of age {chance.age}, which has {chance.count:,} outcomes: "
            "take a smaller depth, or count along a deal"
        )
        raise ChanceError(message)
