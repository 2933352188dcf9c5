"""Fits the weights of an evaluation to games, by a logistic regression for each period.

The target of a state is who won, softened by what the present weights say of the states that
followed (TD): the values of the next states count more than those of later ones. Weights are too
sure of themselves on games that they were not fitted to, above all early in a game, so that they
are first scaled to new games, period by period: otherwise the targets would teach them to stay so.

The weights of a period are drawn towards the scaled weights that were present before any of the
games; without such, towards those of its age, and these towards weights for the whole game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from math import exp
from random import Random
from typing import Any, Final

import attrs
import numpy as np
from scipy import sparse
from scipy.optimize import minimize, minimize_scalar

from tools.train.weights import rounded
from wonders_duel import State, features
from wonders_duel.evaluation import LinearEvaluation

__all__ = [
    "BLOCK",
    "HELD_OUT",
    "KEEP",
    "Example",
    "Fit",
    "examples",
    "fit",
    "log_losses",
    "scales",
    "sparse_rows",
    "vectors",
]

Array = Any
"""An array of numpy."""
KEEP: Final = (0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.98, 0.85, 0.85, 0.85)
"""How much of the target of a state is that of the next one, by period."""
_PULL: Final = 20.0
"""How strongly weights for the whole game are drawn towards 0: the inverse of their variance."""
_PULL_TO_ALL: Final = 60.0
_PULL_TO_AGE: Final = 100.0
_PULL_TO_BASE: Final = 100.0
_TAKEN: Final = 0.5
"""The share of the states that are used."""
BLOCK: Final = 10_000
"""How many states are kept as objects before they become an array."""
_MOST_SCALE: Final = 2.0
_FAR: Final = 30.0
HELD_OUT: Final = 10
"""One game in this number is for testing."""
_STEPS: Final = 150
_AGES: Final = ((0,), (1, 2, 3), (4, 5, 6), (7, 8, 9))
"""The periods of the draft and of each age."""
_LAYOUT: Final = features.player_layout()
_LOW: Final = np.array([one.low for one in _LAYOUT])
_HIGH: Final = np.array([one.high for one in _LAYOUT])
_FIRST: Final = np.concatenate([[0], np.cumsum(_HIGH - _LOW + 1)])
"""The number of the first weight of each feature."""
_USUAL: Final = np.where(np.char.startswith([one.name for one in _LAYOUT], "price "), 0, -_LOW)
"""The value of each feature that has no weight: 0, or no price."""


@attrs.frozen
class Example:
    """A state of a game.

    Attributes:
        own: the features of player one.
        other: those of player two.
        period: its period.
        target: the share of the victory that player one can hope for.
        share: the share that player one got.
        game: the number of the game.
        present: its value for player one by the present weights; ``None`` without any.
    """

    own: tuple[int, ...]
    other: tuple[int, ...]
    period: int
    target: float
    share: float
    game: int
    present: float | None = None


def examples(
    number: int,
    states: list[State],
    share: float,
    evaluation: LinearEvaluation | None,
    scales: Sequence[float],
    rng: Random,
    keep: Sequence[float] = KEEP,
) -> Iterator[Example]:
    """Yield half of the states of a game, with their targets.

    Args:
        number: the number of the game.
        states: its states in which a player decides, in order.
        share: the share of the victory that player one got.
        evaluation: the present weights; without them, the target is the share.
        scales: what its log-odds are multiplied by, by period.
        rng: chooses the states.
        keep: how much of the target of a state is that of the next one, by period.
    """
    target = share
    targets = []
    odds = None
    for state in reversed(states):
        if evaluation is not None:
            period = features.period(state)
            odds = evaluation.log_odds(state)
            hope = _probability(scales[period] * odds)
            target = keep[period] * target + (1 - keep[period]) * hope
        targets.append((target, odds))
    for state, (hope, present) in zip(states, reversed(targets), strict=True):
        # States of one game resemble each other: half of them teach nearly as much.
        if rng.random() < _TAKEN:
            yield Example(
                features.of_player(state, 0),
                features.of_player(state, 1),
                features.period(state),
                hope,
                share,
                number,
                present,
            )


def scales(games: Iterable[tuple[list[State], float]], evaluation: LinearEvaluation) -> list[float]:
    """Return what the log-odds of weights must be multiplied by to suit games, by period.

    Args:
        games: the states of each game, and the share of the victory that player one got; games
            that the weights were not fitted to.
        evaluation: the weights.
    """
    odds: list[list[float]] = [[] for _ in features.PERIODS]
    shares: list[list[float]] = [[] for _ in features.PERIODS]
    for states, share in games:
        for state in states:
            period = features.period(state)
            odds[period].append(evaluation.log_odds(state))
            shares[period].append(share)
    return [_scale(np.array(one), np.array(other)) for one, other in zip(odds, shares, strict=True)]


def _scale(odds: Array, share: Array) -> float:
    """Return the factor from 0 to 2 with which log-odds have the smallest loss."""
    if not len(odds):
        return 1.0

    def loss(scale: float) -> float:
        return float(np.sum(log_losses(scale * odds, share)))

    return float(minimize_scalar(loss, bounds=(0, _MOST_SCALE), method="bounded").x)


def _probability(odds: float) -> float:
    return 1.0 / (1.0 + exp(-odds)) if odds > -_FAR else 0.0


@attrs.frozen
class Fit:
    """Fitted weights.

    Attributes:
        weights: the weights.
        examples: the number of states.
        loss: the mean logarithmic loss of the results of held-out games; 0.693 is that of a coin.
        by_period: the same for each period; not a number where there are no states.
        before: the loss with the weights that were present before; ``None`` without any.
    """

    weights: LinearEvaluation
    examples: int
    loss: float
    by_period: tuple[float, ...]
    before: float | None = None


def fit(
    found: Iterable[Example],
    origin: dict[str, Any],
    *,
    base: LinearEvaluation | None = None,
    counts: bool = False,
) -> Fit:
    """Return weights that are fitted to states.

    Args:
        found: the states.
        origin: what is written into the file of the weights.
        base: weights that were present before any of the games, as a base.
        counts: whether only what can be counted has weights, not single cards: these weights
            are for catalogues with other cards, too.
    """
    used = [number for number, one in enumerate(_LAYOUT) if not counts or _is_count(one.name)]
    columns = np.concatenate([np.arange(_FIRST[one], _FIRST[one + 1]) for one in used])
    matrices, numbers, present = [], [], []
    states = iter(found)
    while block := list(islice(states, BLOCK)):
        matrices.append(
            sparse_rows(
                np.array([one.own for one in block], np.int16),
                np.array([one.other for one in block], np.int16),
            )
        )
        matrices[-1] = matrices[-1][:, columns]
        numbers += [(one.period, one.target, one.share, one.game) for one in block]
        present += [one.present for one in block if one.present is not None]
    matrix = sparse.vstack(matrices, "csr")
    del matrices
    period, target, share, game = np.array(numbers).T
    held = game % HELD_OUT == 0
    weights: list[Array] = []
    if base is not None:
        for number, middle in enumerate(vectors(base)):
            one = ~held & (period == number)
            scale = _scale(matrix[one] @ middle[columns], share[one])
            weights.append(
                _fitted(matrix[one], target[one], scale * middle[columns], _PULL_TO_BASE)
            )
    else:
        shared = _fitted(matrix[~held], target[~held], np.zeros(len(columns)), _PULL)
        for periods in _AGES:
            some = ~held & np.isin(period, periods)
            of_age = _fitted(matrix[some], target[some], shared, _PULL_TO_ALL)
            for number in periods:
                one = ~held & (period == number)
                weights.append(_fitted(matrix[one], target[one], of_age, _PULL_TO_AGE))
    losses = _losses(matrix, period, share, weights)
    before = None
    if present:
        before = float(np.mean(log_losses(np.array(present), share)[held]))
    tables = []
    for of_period in weights:
        every = np.zeros(_FIRST[-1])
        every[columns] = of_period
        tables.append(
            {
                feature.name: rounded(every[first:last].tolist())
                for feature, first, last in zip(_LAYOUT, _FIRST, _FIRST[1:], strict=False)
            }
        )
    origin = {**origin, "states": len(period), "log_loss": round(float(np.mean(losses[held])), 4)}
    by_period = [losses[held & (period == number)] for number in range(len(weights))]
    return Fit(
        LinearEvaluation(tables, origin=origin),
        len(period),
        float(np.mean(losses[held])),
        tuple(float(np.mean(one)) if len(one) else float("nan") for one in by_period),
        before,
    )


def _losses(matrix: Array, period: Array, share: Array, weights: Sequence[Array]) -> Array:
    """Return the logarithmic loss of the result in each state, with weights for each period."""
    losses = np.zeros(len(period))
    for number, of_period in enumerate(weights):
        one = period == number
        odds = matrix[one] @ of_period
        losses[one] = log_losses(odds, share[one])
    return losses


def log_losses(odds: Array, share: Array) -> Array:
    """Return the logarithmic loss of each result.

    Args:
        odds: the logarithms of the odds of winning.
        share: the shares of the victory.
    """
    return np.logaddexp(0, odds) - share * odds


def vectors(evaluation: LinearEvaluation) -> Array:
    """Return the weights of an evaluation, a row for each period."""
    rows = np.zeros((len(evaluation.weights), _FIRST[-1]))
    for row, table in zip(rows, evaluation.weights, strict=True):
        for feature, first, last in zip(_LAYOUT, _FIRST, _FIRST[1:], strict=False):
            if feature.name in table:
                row[first:last] = table[feature.name]
    return rows


def _is_count(name: str) -> bool:
    """Return whether a feature does not speak of a single card or symbol."""
    kind, _, rest = name.partition(" ")
    return not (
        kind in {"building", "token", "unbuilt", "built", "symbol", "pair", "price"}
        and name not in {"unbuilt wonders", "built wonders"}
        and rest
    )


def sparse_rows(own: Array, other: Array) -> Array:
    """Return which weights each state adds and subtracts, as a sparse matrix."""
    parts = []
    for numbers, sign in ((own, 1.0), (other, -1.0)):
        places = np.clip(numbers, _LOW, _HIGH) - _LOW
        rows, columns = np.nonzero(places != _USUAL)
        weights = _FIRST[columns] + places[rows, columns]
        shape = (len(numbers), _FIRST[-1])
        parts.append(sparse.csr_matrix((np.full(len(rows), sign), (rows, weights)), shape))
    return parts[0] + parts[1]


def _fitted(matrix: Array, target: Array, middle: Array, pull: float) -> Array:
    """Return the weights of a regression that draws them towards others."""
    if not matrix.shape[0]:
        return middle
    transposed = matrix.T.tocsr()

    def loss(weights: Array) -> tuple[float, Array]:
        odds = matrix @ weights
        away = weights - middle
        total = np.sum(np.logaddexp(0, odds) - target * odds) + pull / 2 * away @ away
        chance = 0.5 * (1 + np.tanh(odds / 2))
        return float(total), transposed @ (chance - target) + pull * away

    return minimize(loss, middle, jac=True, method="L-BFGS-B", options={"maxiter": _STEPS}).x
