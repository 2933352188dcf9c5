"""Play-outs: a game played to its end on one draft, by the same functions as every move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wonders_duel.engine.consequences import resume
from wonders_duel.engine.counting import BY_BLUE, CIVILIAN, NOBODY, SOURCES, judge, points
from wonders_duel.engine.decision import decision_of
from wonders_duel.engine.phases import DEAL_TOKENS

if TYPE_CHECKING:
    from wonders_duel.engine.chance_source import ChanceSource
    from wonders_duel.engine.chooser import Chooser
    from wonders_duel.engine.state_draft import StateDraft
    from wonders_duel.state import State

__all__ = ["COUNTS", "POINTS_OF_ONE", "POINTS_OF_TWO", "SHARED", "add_end", "add_games", "play_on"]

# The sums of ends are numbers side by side: the wins of players one and two by each kind of victory,
# the shared victories, and the points of each player by source.
SHARED: Final = 6
POINTS_OF_ONE: Final = 7
POINTS_OF_TWO: Final = POINTS_OF_ONE + len(SOURCES)
COUNTS: Final = POINTS_OF_TWO + len(SOURCES)

# At least one in six of the moves that are drawn can be carried out, the discards, so that a game of
# a thousand moves refuses about five thousand.
_MOST_REFUSED: Final = 100_000
_NO_MOVE: Final = "no move can be carried out: the chance outcomes contradict the state"


def play_on(draft: StateDraft, source: ChanceSource, chooser: Chooser) -> None:
    """Play a game to its end with random moves.

    Args:
        draft: any state; it is changed.
        source: supplies the chance outcomes.
        chooser: makes the choices.

    Raises:
        IndexError: the chance outcomes contradict the state.
    """
    refused = 0
    by_phase = draft.tables.by_phase
    if draft.phase_number >= DEAL_TOKENS:
        resume(draft, source)
    while draft.phase_number < DEAL_TOKENS:
        decision = by_phase[draft.phase_number] or decision_of(draft)
        assert decision is not None  # by the phase
        while not decision.carry_out(draft, decision.draw(draft, chooser), source):
            refused += 1
            if refused > _MOST_REFUSED:
                raise IndexError(_NO_MOVE)


def add_games(
    start: State, number: int, source: ChanceSource, chooser: Chooser, sums: list[int]
) -> None:
    """Play several games to their ends with random moves, and add these up.

    Args:
        start: any state.
        number: the number of games.
        source: supplies the chance outcomes.
        chooser: makes the choices.
        sums: the sums of the ends so far.
    """
    for _ in range(number):
        draft = start.thaw()
        source.begin()
        play_on(draft, source, chooser)
        add_end(draft, sums)


def add_end(end: StateDraft, sums: list[int]) -> None:
    """Add the end of a game to the sums.

    Args:
        end: a state in which the game is over.
        sums: the sums of the ends so far.
    """
    one = points(end, 0)
    two = points(end, 1)
    winner, kind = judge(end, one, two)
    if winner == NOBODY:
        sums[SHARED] += 1
    else:
        sums[2 * (CIVILIAN if kind == BY_BLUE else kind) + winner] += 1
    for place in range(len(SOURCES)):
        sums[POINTS_OF_ONE + place] += one[place]
        sums[POINTS_OF_TWO + place] += two[place]
