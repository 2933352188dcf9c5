"""Checks a step that was read from a document by playing its move and outcomes again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import zip_longest

from wonders_duel.errors import ChanceError, IllegalMoveError
from wonders_duel.history.step import Step
from wonders_duel.serialization import shapes
from wonders_duel.serialization.faults import PlacedError
from wonders_duel.serialization.strict_json import Json
from wonders_duel.support.json_keys import step_to
from wonders_duel.support.phrases import listed, shown_json

__all__ = ["checked_step"]


_AFTER = " after the move and the outcomes"


def checked_step(shape: shapes.StepShape, write: Callable[[object], Json]) -> Step:
    """Play a step again, and return it if it matches.

    Args:
        shape: the step.
        write: returns the document form of a state or an event.

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
        raise PlacedError(*_differences(write(state), write(shape.after), ".after", _AFTER))
    step = Step(shape.move, shape.player, before, shape.outcomes, state, shape.comment, shape.clock)
    for index, (due, found) in enumerate(zip_longest(step.events, shape.events)):
        if type(due) is not type(found):
            message = f"expected the event: {due}" if due else "the step has no such event"
            raise PlacedError((f".events[{index}]", message))
        if due != found:
            raise PlacedError(*_differences(write(due), write(found), f".events[{index}]"))
    return step


def _differences(due: Json, found: Json, path: str, when: str = "") -> Iterator[tuple[str, str]]:
    """Yield where a document differs from the one that is due, and how.

    Args:
        due: the content of the document as it should be.
        found: its content as it is.
        path: the place of the document.
        when: when this should be, for the messages.
    """
    if due == found:
        return
    if isinstance(due, dict) and isinstance(found, dict) and due.keys() == found.keys():
        for key, value in due.items():
            yield from _differences(value, found[key], path + step_to(key), when)
    elif not isinstance(due, list) or not isinstance(found, list):
        yield path, f"expected {shown_json(due)}{when}, got {shown_json(found)}"
    else:
        lacking = [one for one in due if isinstance(one, str) and one not in found]
        extra = [one for one in found if isinstance(one, str) and one not in due]
        if lacking:
            yield path, f"expected {listed(lacking)} in the list{when}"
        if extra:
            yield path, f"expected no {listed(extra)} in the list{when}"
        if len(due) != len(found) and not lacking and not extra:
            yield path, f"the list has {len(found)} items; expected {len(due)}{when}"
        elif not lacking and not extra:
            for index, (value, other) in enumerate(zip(due, found, strict=True)):
                yield from _differences(value, other, f"{path}[{index}]", when)
