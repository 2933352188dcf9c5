"""The parts of a search that can be replaced: the evaluation, the prior and the selection."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt
from typing import Any, Protocol

import attrs

from wonders_duel.engine.moves import Move
from wonders_duel.errors import WrongTypeError
from wonders_duel.search.scale import TEMPERATURE
from wonders_duel.search.tree import EXPLORATION
from wonders_duel.state import State
from wonders_duel.support.arguments import is_finite
from wonders_duel.support.phrases import shown

__all__ = ["BatchEvaluation", "Evaluation", "Prior", "Puct", "Selection", "Softmax"]


class Evaluation(Protocol):
    """Anything that rates states for a search.

    A search rates every state that it makes, even one that waits for chance; states in which the
    game is over are not passed to it.

    >>> class Points:
    ...     def log_odds(self, state: State) -> float:
    ...         one, two = state.totals
    ...         return (one - two) / 8
    >>> evaluation: Evaluation = Points()
    """

    def log_odds(self, state: State, /) -> float:
        """Return the natural logarithm of the odds that player one wins: 0 if the game is even.

        It must be a finite number; otherwise a ``BotError`` is raised. A search does not tell
        values above 12 apart, nor values below -12, but takes 1000 and more for a won game.

        Args:
            state: a state in which the game is not over.
        """


class BatchEvaluation(Evaluation, Protocol):
    """An evaluation that rates many states at once, as neural networks do best.

    A search that is given one asks it once for each node: for the states after all moves that do
    not end the game. The games that an analysis plays on ask it once for each decision.

    >>> class Points:
    ...     def log_odds(self, state: State) -> float:
    ...         return self.log_odds_of([state])[0]
    ...
    ...     def log_odds_of(self, states: Sequence[State]) -> Sequence[float]:
    ...         return [(state.totals[0] - state.totals[1]) / 8 for state in states]
    >>> evaluation: BatchEvaluation = Points()
    """

    def log_odds_of(self, states: Sequence[State], /) -> Sequence[float]:
        """Return the logarithms of the odds that player one wins, in the order of the states.

        They must be finite, one for each state; otherwise a ``BotError`` is raised.

        Args:
            states: at least one state; in none of them is the game over.
        """


class Prior(Protocol):
    """Says how promising the moves of a state are before they are searched.

    >>> class Even:
    ...     def shares(
    ...         self, state: State, moves: Sequence[Move], values: Sequence[float]
    ...     ) -> Sequence[float]:
    ...         return [1.0] * len(moves)
    >>> prior: Prior = Even()
    """

    def shares(
        self, state: State, moves: Sequence[Move], values: Sequence[float], /
    ) -> Sequence[float]:
        """Return a number from 0 for each move; the search divides them by their sum.

        The sum must be finite and above 0; otherwise a ``BotError`` is raised.

        Args:
            state: a state in which a player decides.
            moves: the legal moves, from the least to the most valuable one.
            values: the log-odds of winning for this player after each move, from -12 to 12, as the
                evaluation rates them.
        """


class Selection(Protocol):
    """Says which move a simulation tries next: the one with the highest score.

    >>> class Greedy:
    ...     def score(self, value: float, share: float, visits: int, node_visits: int) -> float:
    ...         return value + 0.1 / (1 + visits)
    >>> selection: Selection = Greedy()
    """

    def score(self, value: float, share: float, visits: int, node_visits: int, /) -> float:
        """Return the score of a move, a finite number; otherwise a ``BotError`` is raised.

        Args:
            value: the mean value for the player who decides, from -1 for a loss to 1 for a win;
                before the first visit that of the evaluation.
            share: what the prior gives the move, from 0 to 1.
            visits: the simulations that tried the move, from 0.
            node_visits: the simulations that came to this state, from 1.
        """


def _finite(attribute: attrs.Attribute[Any], value: object) -> float:
    if not is_finite(value):
        raise WrongTypeError(f"expected a finite number as {attribute.name}, got {shown(value)}")
    return value


def _from_0(_: object, attribute: attrs.Attribute[Any], value: object) -> None:
    if _finite(attribute, value) < 0:
        raise WrongTypeError(f"expected a number from 0 as {attribute.name}, got {shown(value)}")


def _above_0(_: object, attribute: attrs.Attribute[Any], value: object) -> None:
    if _finite(attribute, value) <= 0:
        raise WrongTypeError(f"expected a number above 0 as {attribute.name}, got {shown(value)}")


@attrs.frozen
class Softmax:
    """The prior of the library: the better the evaluation rates a move, the more it is tried.

    Attributes:
        temperature: the difference in log-odds that makes a move 2.7 times as likely to be tried,
            above 0.

    Raises:
        WrongTypeError: the temperature is not a finite number above 0.

    >>> Softmax(temperature=1.0)
    Softmax(temperature=1.0)
    """

    temperature: float = attrs.field(default=TEMPERATURE, validator=_above_0)

    def shares(
        self, state: State, moves: Sequence[Move], values: Sequence[float]
    ) -> Sequence[float]:
        """Return a number for each move, from 0 to 1: the best has 1.

        It is exp((v - b) / temperature) for a value v, where b is the best value.

        Args:
            state: a state in which a player decides.
            moves: the legal moves, at least one.
            values: the log-odds of winning after each move.
        """
        best = max(values)
        return [exp((value - best) / self.temperature) for value in values]


@attrs.frozen
class Puct:
    """The selection of the library: the value, and a bonus for promising moves with few visits.

    The bonus is ``exploration * share * sqrt(node_visits) / (visits + 1)``, as in the search of
    AlphaZero (Silver et al., 2018, *A general reinforcement learning algorithm that masters chess,
    shogi, and Go through self-play*).

    Attributes:
        exploration: the weight of the bonus, from 0.

    Raises:
        WrongTypeError: the weight is not a finite number from 0.

    >>> Puct(exploration=2.0).score(value=0.5, share=0.25, visits=1, node_visits=16)
    1.5
    """

    exploration: float = attrs.field(default=EXPLORATION, validator=_from_0)

    def score(self, value: float, share: float, visits: int, node_visits: int) -> float:
        """Return the score of a move.

        Args:
            value: the mean value for the player who decides, from -1 to 1.
            share: what the prior gives the move, from 0 to 1.
            visits: the simulations that tried the move, from 0.
            node_visits: the simulations that came to this state, from 1.
        """
        return value + self.exploration * share * sqrt(node_visits) / (visits + 1)
