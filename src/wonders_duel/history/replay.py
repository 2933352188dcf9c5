"""Replaying a record by the rules, from its outcomes and its deal, up to the first contradiction."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from wonders_duel.chance.outcomes import ChanceOutcome
from wonders_duel.errors import ChanceError, DealError, IllegalMoveError, RecordError
from wonders_duel.history.resignation import Resignation
from wonders_duel.history.step import Step
from wonders_duel.state import State

if TYPE_CHECKING:
    from wonders_duel.record import Record, Turn

__all__ = ["opening", "steps"]


def opening(record: Record) -> tuple[tuple[ChanceOutcome, ...], State]:
    """Return the chance outcomes before the first move, and the state after them.

    Raises:
        RecordError: an outcome is impossible, or the deal contradicts the start.
    """
    if record.deal is not None:
        problems = record.deal.conflicts(record.start)
        if problems:
            raise RecordError(0, f"the deal does not fit: {'; '.join(problems)}")
    return _resolved(record, 0, record.start, record.setup)


def steps(record: Record) -> Iterator[Step]:
    """Yield the steps of a record, then check its result.

    Raises:
        RecordError: a move, a player, a chance outcome or the result contradicts the rules or the deal.
    """
    _, state = opening(record)
    for number, turn in enumerate(record.turns, start=1):
        step = _step(record, number, turn, state)
        state = step.after
        yield step
    _check_result(record, state)


def _step(record: Record, number: int, turn: Turn, state: State) -> Step:
    chance = state.chance
    if chance is not None:
        where = f", the card in slot {chance.slot}" if chance.slot is not None else ""
        message = f"missing chance outcome after the move: {chance.phase}{where}"
        raise RecordError(number - 1, message)
    player = state.to_move
    if turn.player is not None and player is not None and turn.player is not player:
        message = f"{turn.move} is by player {turn.player}, but player {player} is to move"
        raise RecordError(number, message)
    try:
        after = state.apply(turn.move)
    except IllegalMoveError as error:
        raise RecordError(number, str(error)) from None
    assert player is not None  # a legal move has a player
    outcomes, after = _resolved(record, number, after, turn.outcomes)
    move = state.catalogue.moves.adopt(turn.move)  # that of an equal catalogue is another object
    return Step(move, player, state, outcomes, after, turn.comment, turn.clock)


def _resolved(
    record: Record, number: int, state: State, recorded: tuple[ChanceOutcome, ...]
) -> tuple[tuple[ChanceOutcome, ...], State]:
    """Resolve chance by the recorded outcomes, then from the deal."""
    deal = record.deal
    outcomes: list[ChanceOutcome] = []
    while state.chance is not None:
        try:
            dealt = deal.outcome(state) if deal is not None else None
            outcome = recorded[len(outcomes)] if len(outcomes) < len(recorded) else dealt
            if outcome is None:
                break
            if dealt is not None and outcome != dealt:
                said, due = _as_text(record, outcome), _as_text(record, dealt)
                raise RecordError(number, f'the outcome is "{said}", but the deal says "{due}"')
            state = state.resolve(outcome)
        except (ChanceError, DealError) as error:
            raise RecordError(number, str(error)) from None
        outcomes.append(outcome)
    if len(outcomes) < len(recorded):
        said = _as_text(record, recorded[len(outcomes)])
        raise RecordError(number, f'the game does not wait for a chance outcome, but has "{said}"')
    return tuple(outcomes), state


def _as_text(record: Record, outcome: ChanceOutcome) -> str:
    from wonders_duel.text.outcome_text import outcome_text  # noqa: PLC0415 - for messages only

    return outcome_text(outcome, record.catalogue)


def _check_result(record: Record, state: State) -> None:
    noted, due = record.result, state.result
    if noted is None:
        return
    if isinstance(noted, Resignation):
        if due is not None:
            message = f"player {noted.player} resigns a game that is over: {due}"
            raise RecordError(None, message)
    elif due is None:
        raise RecordError(None, f'the record says "{noted}", but the game is not over')
    elif noted != due:
        message = f'the record says "{noted}", but by the rules it is "{due}"'
        if str(noted) == str(due):
            message += f" with the points {due.totals[0]} and {due.totals[1]}"
        raise RecordError(None, message)
