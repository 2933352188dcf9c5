"""The same table seen from the other side."""

from __future__ import annotations

from wonders_duel.enums import seat
from wonders_duel.moves import ChooseBeginner, Move
from wonders_duel.position import Position
from wonders_duel.state import State

__all__ = ["mirrored", "mirrored_move"]


def mirrored(state: State) -> State:
    """Return the state in which the players have changed seats.

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
    """Return the move that is the same for the players in each other's seats.

    Args:
        move: any move.
    """
    if isinstance(move, ChooseBeginner):
        return ChooseBeginner(move.player.opponent, move.catalogue)
    return move
