"""Checks a step that was read from a document by playing its move and outcomes again."""

from __future__ import annotations

from itertools import zip_longest

from wonders_duel.errors import ChanceError, IllegalMoveError
from wonders_duel.history.step import Step
from wonders_duel.serialization import shapes
from wonders_duel.serialization.faults import PlacedError

__all__ = ["checked_step"]


def checked_step(shape: shapes.StepShape) -> Step:
    """Play a step again, and return it if it matches.

    Raises:
        PlacedError: the step differs from the rules; the path says where.
    """
    before = shape.before
    if before.to_move is not shape.player:
        mover = "nobody" if before.to_move is None else f"player {before.to_move}"
        raise PlacedError((".player", f"{mover} is to move, not player {shape.player}"))
    try:
        state = before.apply(shape.move)
    except IllegalMoveError as error:
        raise PlacedError((".move", str(error))) from None
    for index, outcome in enumerate(shape.outcomes):
        try:
            state = state.resolve(outcome)
        except ChanceError as error:
            raise PlacedError((f".outcomes[{index}]", str(error))) from None
    if state != shape.after:
        raise PlacedError(
            (".after", f"the move and the outcomes lead to {state!r}, got {shape.after!r}")
        )
    step = Step(shape.move, shape.player, before, shape.outcomes, state, shape.comment, shape.clock)
    for index, (due, found) in enumerate(zip_longest(step.events, shape.events)):
        if due != found:
            message = f"expected the event: {due}" if due else "the step has no such event"
            raise PlacedError((f".events[{index}]", message))
    return step
