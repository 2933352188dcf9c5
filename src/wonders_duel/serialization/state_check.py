"""Checks a state that was read from a document, and reports each problem with its path."""

from __future__ import annotations

from wonders_duel.catalogues import Catalogue
from wonders_duel.enums import Player
from wonders_duel.positions.reading import read_position
from wonders_duel.positions.sketch import Problem
from wonders_duel.serialization import shapes
from wonders_duel.serialization.faults import PlacedError
from wonders_duel.state import State

__all__ = ["checked_state"]


def checked_state(shape: shapes.StateShape, catalogue: Catalogue) -> State:
    """Check a state as a whole, and return it.

    Raises:
        PlacedError: the state is invalid; each problem has its path.
    """
    faults = []
    if len(shape.cities) != len(Player):
        faults.append((".cities", f"expected 2 cities, got {len(shape.cities)}"))
    if len(shape.military_tokens) != len(Player):
        faults.append((".military_tokens", f"expected 2 sides, got {len(shape.military_tokens)}"))
    if shape.age and shape.offered_wonders:
        faults.append((".offered_wonders", "wonders are on offer, but the draft is over"))
    if not shape.age and shape.offered_tokens:
        faults.append((".offered_tokens", "tokens are on offer before Age I"))
    for number, city in enumerate(shape.cities):
        if len({built.wonder for built in city.built}) < len(city.built):
            faults.append((f".cities[{number}].built", "duplicate wonder"))
    if faults:
        raise PlacedError(*faults)
    position = shapes.position_of(shape)
    position.catalogue = catalogue
    sketch = read_position(position)
    if (shape.turn_of is None) != (shape.phase == "over"):
        sketch.note("expected null exactly if the game is over", "to_move")
    draft = sketch.draft()
    if sketch.problems:
        raise PlacedError(*tuple(_placed(one, is_dealt=bool(shape.age)) for one in sketch.problems))
    return draft.freeze()


def _placed(problem: Problem, *, is_dealt: bool) -> tuple[str, str]:
    """Return the path of a problem in a document of a state."""
    first, *rest = problem.path or ("",)
    names = {"to_move": "turn_of", "offer": "offered_tokens" if is_dealt else "offered_wonders"}
    steps = [f".{names.get(str(first), first)}"] if first else []
    steps += [f"[{step}]" if isinstance(step, int) else f".{step}" for step in rest]
    return "".join(steps), problem.message
