"""States and moves with the players' seats exchanged."""

from __future__ import annotations

from wonders_duel.engine.moves import ChooseBeginner, Move
from wonders_duel.enums import seat
from wonders_duel.position import Position
from wonders_duel.state import State

__all__ = ["mirrored", "mirrored_move"]


def mirrored(state: State) -> State:
    """Return a state with the players' seats exchanged.

    Args:
        state: any state.
    """
    position = Position.of(state)
    one, two = position.cities
    position.cities = (two, one)
    first, second = ([token.coins for token in side] for side in state.military_tokens)
    position.military_tokens = (second, first)
    position.pawn = -position.pawn
    position.to_move = seat(position.to_move).opponent
    position.first_player = seat(position.first_player).opponent
    return position.state()


def mirrored_move(move: Move) -> Move:
    """Return the equivalent move with the players' seats exchanged.

    Args:
        move: any move.
    """
    if isinstance(move, ChooseBeginner):
        return ChooseBeginner(move.player.opponent, move.catalogue)
    return move
