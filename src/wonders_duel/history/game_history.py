"""The course of a game so far: playing, undoing and annotating its steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from wonders_duel import unpickle
from wonders_duel.chance.deal_numbers import next_outcome
from wonders_duel.chance.draws import outcome_of
from wonders_duel.engine import turn
from wonders_duel.engine.phases import DEAL_TOKENS, OVER
from wonders_duel.errors import UndoError
from wonders_duel.history.remarks import checked_clock, checked_comment
from wonders_duel.history.step import Step
from wonders_duel.support.arguments import expect
from wonders_duel.support.making import maker
from wonders_duel.support.phrases import shown

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wonders_duel.chance.outcomes import ChanceOutcome
    from wonders_duel.deal import Deal
    from wonders_duel.engine.moves import Move
    from wonders_duel.state import State

__all__ = ["History"]

_make_step = maker(Step)


class History:
    """The steps from the initial state of a game to its current state.

    If a method raises an error, the history is unchanged.

    Attributes:
        initial: the initial state, before any chance outcome.
        setup: the chance outcomes before the first move.
        steps: the moves, each with the chance outcomes after it.
        state: the current state.
    """

    def __init__(
        self,
        initial: State,
        setup: Iterable[ChanceOutcome],
        steps: Iterable[Step],
        state: State,
    ) -> None:
        """Store the parts, which must fit together."""
        self.initial = initial
        self.setup: tuple[ChanceOutcome, ...] = tuple(setup)
        self.steps: list[Step] = list(steps)
        self.state: State = state

    @classmethod
    def of(cls, initial: State, deal: Deal | None) -> History:
        """Return the history of a game that begins now, up to the first decision.

        Args:
            initial: the initial state.
            deal: supplies the chance outcomes; with ``None``, the history waits for them.
        """
        setup, state = _dealt(initial, deal)
        return cls(initial, setup, (), state)

    def play(self, move: Move, deal: Deal | None, comment: str | None, clock: int | None) -> None:
        """Append a step.

        Args:
            move: the move.
            deal: supplies the chance outcomes; with ``None``, the history waits for them.
            comment: a comment on the move.
            clock: the milliseconds left on the player's clock after the move.

        Raises:
            IllegalMoveError: the move is not legal.
            FormatError: the comment or the clock is invalid.
        """
        before = self.state
        comment, clock = checked_comment(comment), checked_clock(clock)
        outcomes, after = _dealt(before.apply(move), deal)
        move = before.catalogue.moves.adopt(move)  # one of other cards has the same ids
        self.steps.append(_make_step(move, before.mover, before, outcomes, after, comment, clock))
        self.state = after

    def resolve(self, outcome: ChanceOutcome) -> None:
        """Append a chance outcome to the last step, or to the setup before the first step.

        Args:
            outcome: the outcome.

        Raises:
            ChanceError: the outcome is impossible or not awaited.
        """
        after = self.state.resolve(outcome)
        if self.steps:
            last = self.steps[-1]
            self.steps[-1] = attrs.evolve(last, outcomes=(*last.outcomes, outcome), after=after)
        else:
            self.setup = (*self.setup, outcome)
        self.state = after

    def undo(self, *, over_reveals: bool) -> Move:
        """Remove the last step, and return its move.

        Args:
            over_reveals: whether to remove it even if it has chance outcomes.

        Raises:
            UndoError: there is no step, or it has chance outcomes and ``over_reveals`` is false.
        """
        if not self.steps:
            raise UndoError("there is no move to undo")
        last = self.steps[-1]
        if last.outcomes and not over_reveals:
            raise UndoError(
                f"{last.move} cannot be undone, since a chance outcome followed it: "
                f"{'; '.join(str(outcome) for outcome in last.outcomes)}"
            )
        del self.steps[-1]
        self.state = last.before
        return last.move

    def undo_outcome(self) -> ChanceOutcome:
        """Remove and return the last chance outcome of the last step, or of the setup.

        Raises:
            UndoError: there is no chance outcome since the last move.
        """
        last = self.steps[-1] if self.steps else None
        outcomes = last.outcomes if last else self.setup
        if not outcomes:
            raise UndoError("there is no chance outcome since the last move")
        *kept, removed = outcomes
        state = last.before.apply(last.move) if last else self.initial
        for outcome in kept:
            state = state.resolve(outcome)
        if last:
            self.steps[-1] = attrs.evolve(last, outcomes=tuple(kept), after=state)
        else:
            self.setup = tuple(kept)
        self.state = state
        return removed

    def annotate(self, number: int | None, comment: str | None, clock: int | None) -> None:
        """Set the comment or the clock of a step.

        Args:
            number: the number of the step, from 1; the last one if ``None``.
            comment: the new comment; ``None`` keeps the old one.
            clock: the new clock in milliseconds; ``None`` keeps the old one.

        Raises:
            UndoError: there is no step with this number.
            FormatError: the comment or the clock is invalid.
        """
        count = len(self.steps)
        index = count if number is None else number
        expect(index, int, "the number of a move")
        if not 1 <= index <= count:
            raise UndoError(f"there is no move {shown(number)}; the game has {count} so far")
        step = self.steps[index - 1]
        self.steps[index - 1] = attrs.evolve(
            step,
            comment=step.comment if comment is None else checked_comment(comment),
            clock=step.clock if clock is None else checked_clock(clock),
        )

    def __copy__(self) -> History:
        """Return an independent copy."""
        return History(self.initial, self.setup, self.steps, self.state)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the parts."""
        return (unpickle.history, (self.initial, self.setup, tuple(self.steps), self.state))


def _dealt(state: State, deal: Deal | None) -> tuple[tuple[ChanceOutcome, ...], State]:
    """Resolve chance from a deal, and return the outcomes and the state after them."""
    if deal is None or not DEAL_TOKENS <= state.phase_number < OVER:
        return (), state
    outcomes: list[ChanceOutcome] = []
    while DEAL_TOKENS <= state.phase_number < OVER:
        # The deal fits the state from which the game began, so its outcomes need no check.
        number, faces = next_outcome(deal.numbers, state)
        outcomes.append(outcome_of(state, number, faces))
        state = turn.resolve(state, number, faces).freeze()
    return tuple(outcomes), state
