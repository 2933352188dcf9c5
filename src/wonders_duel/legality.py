"""The reasons why a move is illegal; the engine computes them only for an error."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wonders_duel.decision import decision_of
from wonders_duel.errors import WrongTypeError
from wonders_duel.moves import (
    ChooseBeginner,
    ChooseCard,
    ConstructWonder,
    DeclineToken,
    DraftWonder,
    Move,
    TakeToken,
)
from wonders_duel.phrases import shown
from wonders_duel.reasons import GameOver, NotInThisGame, Reason, WaitsOnChance, WrongPhase

if TYPE_CHECKING:
    from wonders_duel.state import State

__all__ = ["has_unknown_cards", "not_a_move", "why_not"]


def not_a_move(thing: object) -> WrongTypeError:
    """Return the error for an object that is not a `Move`."""
    text = ": use parse_move to read text" if isinstance(thing, str) else ""
    return WrongTypeError(f"expected a Move, got {shown(thing)}{text}")


def has_unknown_cards(state: State, move: Move) -> bool:
    """Return whether a move has cards that are not in the game."""
    return bool(_unknown(state, move))


def _unknown(state: State, move: Move) -> list[Reason]:
    catalogue = state.catalogue
    if isinstance(move, ChooseBeginner | DeclineToken):
        return []
    if isinstance(move, ConstructWonder):
        missing = [move.wonder.id] if move.wonder.id not in catalogue.wonders else []
        missing += [move.building.id] if move.building.id not in catalogue.buildings else []
    elif isinstance(move, ChooseCard):
        known = catalogue.tables.card_choices
        missing = [move.choice] if known.get(move.choice) != move.effect else []
    elif isinstance(move, DraftWonder):
        missing = [move.wonder.id] if move.wonder.id not in catalogue.wonders else []
    elif isinstance(move, TakeToken):
        missing = [move.token.id] if move.token.id not in catalogue.tokens else []
    else:
        missing = [move.building.id] if move.building.id not in catalogue.buildings else []
    return [NotInThisGame(one, catalogue.name) for one in missing]


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
    unknown = _unknown(state, move)
    if unknown:
        return tuple(unknown)
    move = state.catalogue.moves.adopt(move)
    if state.phase.is_chance:
        return (WaitsOnChance(state.phase),)
    if state.phase not in move.phases:
        return (WrongPhase(state.phase, move.phases),)
    decision = decision_of(state)
    assert decision is not None  # by its phase
    return decision.refusals(state, move)
