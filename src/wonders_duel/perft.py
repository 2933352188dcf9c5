"""Perft: counts of move sequences from a state, to compare engines.

A *line* is a sequence of moves of a given length, with the chance outcomes between
them; it ends in a *leaf*. Two engines that count the same number of leaves agree on
the legal moves, on who is to move, on when the game ends and on the possible chance
outcomes.

There are two ways to count:

- **With chance**, every possible chance outcome starts a different line: a move
  that reveals one of 11 unseen cards leads to 11 lines. Two cards that are
  revealed after one move are two outcomes, in the order of their slots.
- **Along a deal**, the deal gives the only outcome, so only the moves branch.

In both cases a leaf comes after the chance outcomes that follow the last move. A game
that ends before the last move has no leaf; one that ends with the last move has one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wonders_duel.chance.outcomes import ChanceOutcome
from wonders_duel.deal import Deal
from wonders_duel.engine.moves import Move
from wonders_duel.enums import Phase
from wonders_duel.errors import ChanceError, DealError
from wonders_duel.state import State
from wonders_duel.support.arguments import expect, expect_number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wonders_duel.chance.node import Chance

__all__ = ["divide", "perft"]

MOST_KEPT = 200_000
"""The most counts kept in the cache (about 150 MB) before it is cleared."""


def perft(state: State, depth: int, *, deal: Deal | None = None) -> int:
    """Return the number of leaves at a depth below a state.

    Args:
        state: the state to start from; if it waits for a chance outcome, the outcomes come first.
        depth: the number of moves, from 0. Each choice counts as a move.
        deal: the deal that gives the chance outcomes; if left out, every outcome is counted.

    Returns:
        The exact number of leaves.

    Raises:
        WrongTypeError: the depth is not a whole number of at least 0, or an argument has the
            wrong type.
        ChanceError: without a deal, a line contains the deal of an age, which has
            too many outcomes to enumerate.
        DealError: the deal contradicts the state; the error lists every conflict.

    >>> from random import Random
    >>> state = State.dealt(Deal.random(Random(1)))
    >>> [perft(state, depth) for depth in range(4)]
    [1, 4, 12, 24]

    After the fourth pick the other four wonders are dealt from the eight unseen ones: 70 outcomes.

    >>> perft(state, 4), perft(state, 4, deal=Deal.random(Random(1)))
    (1680, 24)
    """
    return _counter(state, depth, deal).count(state, depth)


def divide(
    state: State, depth: int, *, deal: Deal | None = None
) -> dict[Move | ChanceOutcome, int]:
    """Return the number of leaves below each move of a state, to find where two engines differ.

    Args:
        state: the state to start from. If it waits for a chance outcome, the leaves below
            each outcome are counted instead; along a deal, below its only outcome.
        depth: the number of moves, from 1, including the first one.
        deal: the deal that gives the chance outcomes; if left out, every outcome is counted.

    Returns:
        The number of leaves for each legal move, in the order of the moves. Their sum
        is the result of :func:`perft`.

    Raises:
        WrongTypeError: the depth is not a whole number of at least 1, or an argument has the
            wrong type.
        ChanceError: without a deal, a line contains the deal of an age.
        DealError: the deal contradicts the state; the error lists every conflict.

    >>> from random import Random
    >>> state = State.dealt(Deal.random(Random(1)))
    >>> for move, number in divide(state, 3).items():
    ...     print(f"{move}: {number}")
    draft circus-maximus: 6
    draft the-hanging-gardens: 6
    draft the-sphinx: 6
    draft the-statue-of-zeus: 6
    """
    return dict(divided(state, depth, deal=deal))


def divided(
    state: State, depth: int, *, deal: Deal | None = None
) -> Iterator[tuple[Move | ChanceOutcome, int]]:
    """Return the pairs of :func:`divide` one at a time, each as soon as it is counted.

    Args:
        state: the state to start from.
        depth: the number of moves, from 1.
        deal: the deal that gives the chance outcomes; if left out, every outcome is counted.

    Raises:
        WrongTypeError: the depth is not a whole number of at least 1, or an argument has the
            wrong type.
        ChanceError: without a deal, a line contains the deal of an age.
        DealError: the deal contradicts the state; the error lists every conflict.

    >>> from random import Random
    >>> state = State.dealt(Deal.random(Random(1)))
    >>> print(*next(divided(state, 3)))
    draft circus-maximus 6
    """
    counter = _counter(state, depth, deal, least=1)
    return _each(counter, state, depth)


def _each(
    counter: _Counter, state: State, depth: int
) -> Iterator[tuple[Move | ChanceOutcome, int]]:
    if state.chance is not None:
        for outcome in counter.outcomes(state):
            yield outcome, counter.count(state.resolve(outcome), depth)
    else:
        for move in state.legal_moves:
            yield move, counter.count(counter.after(state, move), depth - 1)


def _counter(state: State, depth: int, deal: Deal | None, least: int = 0) -> _Counter:
    """Check the arguments and return a counter."""
    expect(state, State, "a State")
    expect_number(depth, least, "the depth")
    if deal is not None:
        expect(deal, Deal, "a Deal")
        conflicts = deal.conflicts(state)
        if conflicts:
            raise DealError(conflicts)
    return _Counter(deal)


class _Counter:
    """A counter of leaves that caches the counts of states."""

    def __init__(self, deal: Deal | None) -> None:
        self._deal = deal
        self._known: dict[tuple[State, int], int] = {}

    def count(self, state: State, depth: int) -> int:
        """Return the number of leaves below a state."""
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
        """Return the state after a move and, along a deal, after the chance outcomes that follow."""
        return state.apply(move) if self._deal is None else state.play(move, self._deal)

    def outcomes(self, state: State) -> list[ChanceOutcome]:
        """Return the chance outcomes of a state that waits for one."""
        if self._deal is not None:
            return [self._deal.outcome(state)]
        assert state.chance is not None  # the callers have checked this
        _refuse_age(state.chance)
        return [outcome for outcome, _ in state.chance.outcomes()]

    def _leaves(self, state: State, chance: Chance) -> int:
        """Return the number of chance outcomes after the last move, without enumerating them.

        The number of later outcomes is the same after each outcome: any revealed card
        leaves one fewer with its back.
        """
        _refuse_age(chance)
        first, _ = next(chance.outcomes())
        return chance.count * self.count(state.resolve(first), 0)


def _refuse_age(chance: Chance) -> None:
    if chance.phase is Phase.DEAL_AGE:
        message = (
            f"a line contains the deal of age {chance.age}, which has {chance.count:,} outcomes: "
            "use a smaller depth, or count along a deal"
        )
        raise ChanceError(message)
