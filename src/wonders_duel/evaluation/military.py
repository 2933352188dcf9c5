"""The conflict pawn and the military tokens as one number, by which their weights are looked up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wonders_duel.build import i64
from wonders_duel.cards import CAPITAL

if TYPE_CHECKING:
    from wonders_duel.engine.state_draft import StateDraft

__all__ = ["LEADS", "every", "military_of"]

LEADS: Final = 2 * CAPITAL + 1
"""The places of the conflict pawn."""
_TOKEN_BITS: Final = 4
_OF_ONE: Final = 0b1100
"""The tokens that player one can pass."""
_OF_TWO: Final = 0b0011


def military_of(state: StateDraft) -> i64:
    """Return the number of the conflict pawn's place and the tokens that lie beside the track.

    Args:
        state: any state.
    """
    lead: i64 = state.pawn + CAPITAL
    return (lead << 4) | state.military_mask  # the bits of the tokens; literals are fast


def every(seat: int) -> list[tuple[int, int, int]]:
    """Return, for each number, what a player has of it.

    Args:
        seat: the number of the player.

    Returns:
        The spaces by which the player leads, from 0 for a conflict pawn in the player's own
        capital; the tokens that the player can still pass; those that the opponent can.
    """
    found = []
    for place in range(LEADS):
        for tokens in range(1 << _TOKEN_BITS):
            one, two = (tokens & _OF_ONE).bit_count(), (tokens & _OF_TWO).bit_count()
            found.append((LEADS - 1 - place, two, one) if seat else (place, one, two))
    return found
