"""The linear weights of all periods, as a search asks for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wonders_duel.build import override
from wonders_duel.engine.consequences import next_seat
from wonders_duel.engine.counting import NOBODY, judge, points
from wonders_duel.engine.phases import OVER
from wonders_duel.evaluation.alike import alike
from wonders_duel.evaluation.military import military_of
from wonders_duel.evaluation.rating import WON, Rating
from wonders_duel.features.numbers import period_of

if TYPE_CHECKING:
    from wonders_duel.engine.state_draft import StateDraft
    from wonders_duel.engine.tables import Tables
    from wonders_duel.evaluation.sums import PeriodSums

__all__ = ["LinearSums"]


class LinearSums(Rating):
    """The weights of all periods."""

    def __init__(self, periods: list[PeriodSums]) -> None:
        """Store the weights.

        Args:
            periods: the weights of each period.
        """
        self.periods = periods
        self.known_groups: list[int] | None = None

    @override
    def groups(self, tables: Tables) -> list[int]:
        if self.known_groups is None:
            self.known_groups = alike(tables)
        return self.known_groups

    @override
    def log_odds(self, state: StateDraft) -> float:
        if state.phase_number == OVER:
            winner, _ = judge(state, points(state, 0), points(state, 1))
            if winner == NOBODY:
                return 0.0
            return -WON if winner else WON
        period = self.periods[period_of(state)]
        one, two = period.of_one(state), period.of_two(state)
        return period.lead_of(state, one, two, military_of(state), next_seat(state))
