"""The numbers of the phases and of pending choices, as stored in a state."""

from typing import Final

from wonders_duel.enums import Phase

# Decisions first, then chance, then the end. These are literals because mypyc inlines
# only literals.
DRAFT: Final = 0
TURN: Final = 1
BOARD_TOKEN: Final = 2
LIBRARY_TOKEN: Final = 3
REVIVE: Final = 4
DESTROY: Final = 5
CHOICE: Final = 6
BEGIN: Final = 7
DEAL_TOKENS: Final = 8
DEAL_WONDERS: Final = 9
DEAL_AGE: Final = 10
REVEAL: Final = 11
DRAW_TOKENS: Final = 12
OVER: Final = 13

PHASES = tuple(Phase)
"""The phase of each number."""
NUMBERS = {phase: number for number, phase in enumerate(PHASES)}
"""The number of each phase."""

# The choices that cards bring, numbered in the order of R22; literals for the same reason.
PEND_TOKEN: Final = 0
PEND_DRAW: Final = 1
PEND_REVIVE: Final = 2
PEND_DESTROY: Final = 3  # plus the number of the colour
FIRST_CARD_CHOICE: Final = 10  # plus the number of the custom choice

# The most choices that all the cards of a catalogue can bring. Every format has room for that many
# pending choices, and for those that pairs bring.
MOST_CHOICES: Final = 250
