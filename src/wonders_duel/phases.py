"""The numbers of the phases, as stored in a state."""

from typing import Final

from wonders_duel.enums import Colour, Phase
from wonders_duel.tables import COLOURS, PEND_DESTROY, PEND_DRAW, PEND_REVIVE, PEND_TOKEN

# Decisions first, then chance, then the end. These are literals because mypyc inlines
# only literals.
DRAFT: Final = 0
TURN: Final = 1
BOARD_TOKEN: Final = 2
LIBRARY_TOKEN: Final = 3
REVIVE: Final = 4
DESTROY: Final = 5
BEGIN: Final = 6
DEAL_TOKENS: Final = 7
DEAL_WONDERS: Final = 8
DEAL_AGE: Final = 9
REVEAL: Final = 10
DRAW_TOKENS: Final = 11
OVER: Final = 12

PHASES = tuple(Phase)
"""The phase of each number."""
NUMBERS = {phase: number for number, phase in enumerate(PHASES)}
"""The number of each phase."""


def pending_phase(code: int) -> Phase:
    """Return the phase in which a pending choice is made.

    Args:
        code: the pending choice, one of the ``PEND_`` numbers.
    """
    if code >= PEND_DESTROY:
        return Phase.DESTROY
    return {
        PEND_TOKEN: Phase.BOARD_TOKEN,
        PEND_DRAW: Phase.LIBRARY_TOKEN,
        PEND_REVIVE: Phase.REVIVE,
    }[code]


def pending_colour(code: int) -> Colour | None:
    """Return the colour of the building to destroy, or ``None`` for another pending choice.

    Args:
        code: the pending choice, one of the ``PEND_`` numbers.
    """
    return COLOURS[code - PEND_DESTROY] if code >= PEND_DESTROY else None
