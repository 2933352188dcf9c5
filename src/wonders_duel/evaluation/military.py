"""The conflict pawn and the military tokens as one number, by which their weights are looked up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wonders_duel.build import i64
from wonders_duel.cards import CAPITAL
from wonders_duel.features.numbers import tokens_ahead

if TYPE_CHECKING:
    from wonders_duel.engine.state_draft import StateDraft

__all__ = ["AHEAD", "LEADS", "every", "military_of"]

LEADS: Final = 2 * CAPITAL + 1
"""The places of the conflict pawn."""
AHEAD: Final = 3
"""The numbers of military tokens that a player can still pass."""
_TOKEN_BITS: Final = 4


def military_of(state: StateDraft) -> i64:
    """Return the number of the conflict pawn's place and the tokens that lie beside the track.

    Args:
        state: any state.
    """
    lead: i64 = state.pawn + CAPITAL
    return (lead << _TOKEN_BITS) | state.military_mask


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
            lead = LEADS - 1 - place if seat else place
            found.append((lead, tokens_ahead(tokens, seat), tokens_ahead(tokens, 1 - seat)))
    return found
