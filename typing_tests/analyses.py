"""Analyses: what a search finds out about a state."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from threading import Event
from typing import assert_type

from wonders_duel import Game, Move, State
from wonders_duel.evaluation import fitted
from wonders_duel.search import (
    Analysis,
    BatchEvaluation,
    Evaluation,
    LineStep,
    Mark,
    MoveAnalysis,
    Outlook,
    Prior,
    Puct,
    Reply,
    Selection,
    Softmax,
    Stop,
    analyse,
    analysing,
    review,
)


class Points:
    """A user's evaluation."""

    def log_odds(self, state: State) -> float:
        """Return the lead in points."""
        one, two = state.totals
        return (one - two) / 8


class Many:
    """An evaluation of many states, with other names for its parameters."""

    def log_odds(self, one: State) -> float:
        """Return the lead in points."""
        return self.log_odds_of([one])[0]

    def log_odds_of(self, several: Iterable[State]) -> list[float]:
        """Return the leads in points."""
        return [one.totals[0] - one.totals[1] / 8 for one in several]


class Even:
    """A prior with other names for its parameters."""

    def shares(self, _: State, moves: Sequence[Move], odds: Sequence[float]) -> list[int]:
        """Return the same number for each move."""
        return [len(odds)] * len(moves)


class Mean:
    """A selection with other names for its parameters."""

    def score(self, q: float, p: float, n: int, parent: int) -> float:
        """Return the value, and a bonus."""
        return q + p * parent / (n + 1)


evaluation: Evaluation = Points()
evaluations: list[Evaluation] = [Many(), fitted()]
batched: list[BatchEvaluation] = [Many()]
priors: list[Prior] = [Even(), Softmax()]
selections: list[Selection] = [Mean(), Puct()]
stop: Stop = Event()
state = Game(seed=1).state


def show(analysis: Analysis) -> None:
    """Print the best move so far."""
    print(analysis.best.move)


analysis = analyse(
    state, simulations=50, seed=1, evaluation=evaluation, on_update=show, every=1, stop=stop
)
assert_type(analysis, Analysis)
assert_type(analysis.moves, tuple[MoveAnalysis, ...])
assert_type(analysis.best.line, tuple[LineStep, ...])
assert_type(analysis.best.replies, tuple[Reply, ...])
assert_type(analysis.best.usual_reply, Move | None)
assert_type(analysis.outlook, Outlook | None)
assert_type(analysis.mark, Mark | None)
assert_type(analysis.win_probability_of("one"), float)
assert_type(analysis.interval_of("two"), tuple[float, float])
assert_type(Analysis.from_json(analysis.to_json()), Analysis)
assert_type(analysis.sentences("fi"), tuple[str, ...])
assert_type(
    analysing(state, seconds=0.1, clock="wall", evaluation=evaluation),
    Generator[Analysis, None, None],
)
assert_type(
    review(Game(seed=1).record(), simulations=50, seed=1, workers=1, stop=stop),
    Generator[Analysis, None, None],
)
