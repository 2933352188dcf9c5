"""What moves cost and lead to, for cases of the rules."""

from __future__ import annotations

from random import Random

from wonders_duel import ConstructWonder, Deal, Move, PaymentPlan, Player, State

__all__ = ["coins", "plan_of", "play", "uncovered_backs", "wonder_moves"]


def play(before: State, move: Move, seed: int = 1) -> State:
    """Play a move, and resolve chance by a consistent deal.

    Args:
        before: the state before it.
        move: the move.
        seed: draws the deal.
    """
    return before.play(move, Deal.consistent_with(before, Random(seed)))


def plan_of(before: State, move: Move, player: Player | None = None) -> PaymentPlan:
    """Return the payment plan of a move that has a price.

    Args:
        before: the state before it.
        move: the move.
        player: who pays; the player to move by default.
    """
    found = before.payment(move, player)
    assert found is not None
    return found


def coins(state: State) -> tuple[int, int]:
    """Return the coins of both players."""
    one, two = state.cities
    return one.coins, two.coins


def wonder_moves(state: State) -> list[ConstructWonder]:
    """Return the legal constructions of wonders."""
    return [move for move in state.legal_moves if isinstance(move, ConstructWonder)]


def uncovered_backs(state: State) -> list[int]:
    """Return the slots whose card is uncovered, but still face down."""
    return [slot.index for slot in state.structure.accessible if slot.back is not None]
