"""The reasons why a move is illegal; the engine computes them only for an error."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wonders_duel.engine.decision import decision_of
from wonders_duel.engine.moves import BaseMove, Move
from wonders_duel.errors import WrongTypeError
from wonders_duel.reasons import GameOver, NotInThisGame, Reason, WaitsOnChance, WrongPhase
from wonders_duel.support.arguments import hint_for
from wonders_duel.support.phrases import shown

if TYPE_CHECKING:
    from wonders_duel.state import State

__all__ = ["not_a_move", "why_not"]


def not_a_move(thing: object) -> WrongTypeError:
    """Return the error for an object that is not a `Move`."""
    return WrongTypeError(f"expected a Move, got {shown(thing)}{hint_for(BaseMove, thing)}")


def why_not(state: State, move: Move) -> tuple[Reason, ...]:
    """Return every reason why a move is illegal.

    Args:
        state: any state.
        move: any move.

    Returns:
        The reasons; empty if the move is legal.

    Raises:
        WrongTypeError: ``move`` is not a ``Move``.
    """
    if not isinstance(move, Move):
        raise not_a_move(move)
    if state.is_over:
        return (GameOver(),)
    catalogue = state.catalogue
    missing = move.missing_in(catalogue)
    if missing:
        return tuple([NotInThisGame(one, catalogue.name) for one in missing])
    move = catalogue.moves.adopt(move)
    if state.phase.is_chance:
        return (WaitsOnChance(state.phase),)
    if state.phase not in move.phases:
        return (WrongPhase(state.phase, move.phases),)
    decision = decision_of(state)
    assert decision is not None  # by its phase
    return decision.refusals(state, move)
