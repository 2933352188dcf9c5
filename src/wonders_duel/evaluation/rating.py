"""What a search asks of an evaluation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wonders_duel.build import mypyc_attr

if TYPE_CHECKING:
    from wonders_duel.engine.state_draft import StateDraft
    from wonders_duel.engine.tables import Tables
    from wonders_duel.state import State

__all__ = ["WON", "Rating"]

WON: Final = 1000.0
"""The value of a won game."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Rating:
    """Rates states, for a search."""

    def log_odds(self, state: StateDraft) -> float:
        """Return the value of a state for player one, as the logarithm of the odds of winning.

        Args:
            state: any state, frozen.
        """
        raise NotImplementedError

    def groups(self, tables: Tables) -> list[int]:
        """Return the groups of moves that lead to states of the same value from the same state.

        Args:
            tables: the tables of the catalogue.

        Returns:
            For each move the number of its group, or 0 if it has none; empty if no move has one.
        """
        return []

    def is_batched(self) -> bool:
        """Return whether to ask for many states at once."""
        return False

    def log_odds_of(self, states: list[State]) -> list[float]:
        """Return the values of several states.

        Args:
            states: any states.
        """
        return [self.log_odds(state) for state in states]
