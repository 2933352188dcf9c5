"""The phases as the small numbers that a state holds."""

from wonders_duel.enums import Phase
from wonders_duel.tables import PEND_DESTROY, PEND_DRAW, PEND_REVIVE, PEND_TOKEN

# Decisions first, then chance, then the end.
DRAFT, TURN, BOARD_TOKEN, LIBRARY_TOKEN, REVIVE, DESTROY, BEGIN = range(7)
DEAL_TOKENS, DEAL_WONDERS, DEAL_AGE, REVEAL, DRAW_TOKENS, OVER = range(7, 13)

PHASES = tuple(Phase)
"""The phase of each number."""
NUMBERS = {phase: number for number, phase in enumerate(PHASES)}
"""The number of each phase."""


def pending_phase(code: int) -> Phase:
    """Give the phase in which a pending choice is made.

    Args:
        code: what is pending, one of the ``PEND_`` numbers.
    """
    if code >= PEND_DESTROY:
        return Phase.DESTROY
    return {
        PEND_TOKEN: Phase.BOARD_TOKEN,
        PEND_DRAW: Phase.LIBRARY_TOKEN,
        PEND_REVIVE: Phase.REVIVE,
    }[code]
