"""Fits hidden units on top of linear weights, by gradient descent on the results of games.

The units learn what the linear weights miss: what features are worth together. They see few
features, those that differ most from state to state. The linear weights stay as they are, except
for a scale and a constant in each period.

The first units begin at random, and their target is who won, and nothing of what the present weights
say of later states: these are linear, and would teach the units to add nothing. Later ones go on
from the present units. Their target is softened by what the present weights say of the states that
followed (TD), more than for linear weights: results alone make units worse that are already good.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from math import cos, pi
from typing import Any, Final

import attrs
import numpy as np

from tools.train.fitting import BLOCK, HELD_OUT, Example, Fit, log_losses, sparse_rows, vectors
from tools.train.weights import rounded
from wonders_duel import features
from wonders_duel.evaluation import LinearEvaluation, NetEvaluation, Unit
from wonders_duel.evaluation.net import is_seen
from wonders_duel.evaluation.units import MOST_SUM

__all__ = ["KEEP_OF_UNITS", "fit_units"]

Array = Any
"""An array of numpy."""
_LAYOUT: Final = features.player_layout()
_USED: Final = [place for place, one in enumerate(_LAYOUT) if is_seen(one.name)]
"""The features that units see."""
_USUAL: Final = {"coins": 8.0, "lead": 4.0}
_SIZES: Final = np.array(
    [_USUAL.get(_LAYOUT[place].name, 2.0 if _LAYOUT[place].high > 1 else 1.0) for place in _USED],
    np.float32,
)
"""How far each feature usually is from 0: features are divided by it."""
_FARTHEST: Final = np.array(
    [max(abs(_LAYOUT[place].low), abs(_LAYOUT[place].high)) for place in _USED]
)
"""The largest size of each feature."""
_MOST: Final = 0.98 * MOST_SUM
"""The largest sum of a unit, with room for what is rounded."""
_NEXT: Final = features.index("next to move")
_PERIODS: Final = len(features.PERIODS)
KEEP_OF_UNITS: Final = (0.0, 0.95, 0.95, 0.95, 0.95, 0.95, 0.9, 0.8, 0.8, 0.8)
"""How much of the target of a state is that of the next one, by period, where units go on.

Too few of the states are in the draft to learn more from them: there, the units keep their values.
"""
_STEPS: Final = 6_000
_BATCH: Final = 4_096
_START: Final = 25.0
"""What the rate begins with a part of."""
_MOST_BALANCE: Final = 20.0
"""The largest factor by which a unit that goes on is made larger or smaller."""
_LITTLE: Final = 1e-6
_FIRST: Final = 0.9
_SECOND: Final = 0.999
_TINY: Final = 1e-8
_DIGITS: Final = 5


@attrs.frozen
class _Descent:
    """How fast a network learns.

    Attributes:
        rate: the highest rate.
        warm: the part of the steps in which the rate rises.
        decay: how strongly all numbers are drawn towards 0, at each step and rate.
    """

    rate: float
    warm: float
    decay: float


_FROM_RANDOM: Final = _Descent(0.003, 0.3, 0.03)
_GOING_ON: Final = _Descent(0.001, 0.1, 0.01)


def fit_units(
    found: Iterable[Example],
    origin: dict[str, Any],
    *,
    present: LinearEvaluation,
    units: int,
    seed: int = 0,
) -> Fit:
    """Return linear weights with hidden units that are fitted to states.

    Args:
        found: the states.
        origin: what is written into the file of the weights.
        present: the present weights. The linear ones stay as they are, and their units are begun
            with, if there are as many.
        units: the number of units.
        seed: makes the first numbers and the order of the states reproducible.
    """
    linear = LinearEvaluation(present.weights)
    begun = present.units if isinstance(present, NetEvaluation) else ()
    goes_on = len(begun) == units
    states = _States.of(found, linear, is_soft=goes_on)
    rng = np.random.default_rng(seed)
    if goes_on:
        net = _Net.of(begun)
        net.descend(states, rng, _GOING_ON)
    else:
        net = _Net.random(units, rng)
        net.descend(states, rng, _FROM_RANDOM)
    held = np.flatnonzero(states.held)
    period = states.period[held]
    losses = log_losses(net.odds(states, held)[0], states.share[held])
    before = log_losses(states.present[held], states.share[held])
    loss = float(np.mean(losses))
    of_periods = [losses[period == number] for number in range(_PERIODS)]
    return Fit(
        net.evaluation(
            linear, {**origin, "states": len(states.period), "log_loss": round(loss, 4)}
        ),
        len(states.period),
        loss,
        tuple(float(np.mean(one)) if len(one) else float("nan") for one in of_periods),
        float(np.mean(before)),
    )


@attrs.frozen
class _States:
    """States as arrays, all for the player who decides next.

    Attributes:
        numbers: the features of that player and of the opponent.
        period: the period.
        linear: the value by the linear weights.
        present: the value by the present weights.
        share: the share that the player got.
        target: what is learnt: this share, or a softened one.
        held: whether the game is for testing only.
    """

    numbers: Array
    period: Array
    linear: Array
    present: Array
    share: Array
    target: Array
    held: Array

    @classmethod
    def of(cls, found: Iterable[Example], linear: LinearEvaluation, *, is_soft: bool) -> _States:
        """Read states block by block.

        Args:
            found: the states.
            linear: the linear weights.
            is_soft: whether the targets of the states are learnt, not who won.
        """
        rows = vectors(linear)
        parts: list[list[Array]] = []
        states = iter(found)
        while block := list(islice(states, BLOCK)):
            own = np.array([one.own for one in block], np.int16)
            other = np.array([one.other for one in block], np.int16)
            period = np.array([one.period for one in block])
            odds = np.asarray(sparse_rows(own, other).multiply(rows[period]).sum(axis=1)).ravel()
            given = np.array(
                [(one.present, one.share, one.target if is_soft else one.share) for one in block]
            )
            game = np.array([one.game for one in block])
            second = own[:, _NEXT] == 0
            sign = np.where(second, -1.0, 1.0)
            present, share, target = given.T
            mine = np.where(second[:, None], other, own)[:, _USED]
            theirs = np.where(second[:, None], own, other)[:, _USED]
            parts.append(
                [
                    np.hstack([mine, theirs]).astype(np.int8),
                    period,
                    (sign * odds).astype(np.float32),
                    sign * present,
                    np.where(second, 1 - share, share).astype(np.float32),
                    np.where(second, 1 - target, target).astype(np.float32),
                    game % HELD_OUT == 0,
                ]
            )
        return cls(*[np.concatenate(part) for part in zip(*parts, strict=True)])


class _Net:
    """The numbers of a network: of the units, and a scale and a constant for each period."""

    def __init__(self, parts: dict[str, Array]) -> None:
        self.parts = parts

    @classmethod
    def random(cls, units: int, rng: np.random.Generator) -> _Net:
        """Return a network to begin with."""
        inputs = 2 * len(_USED)
        limit = inputs**-0.5
        return cls(
            {
                "weights": rng.uniform(-limit, limit, (inputs, units)).astype(np.float32),
                "bias": np.zeros((_PERIODS, units), np.float32),
                "output": rng.normal(0, 0.05, (_PERIODS, units)).astype(np.float32),
                "scale": np.ones(_PERIODS, np.float32),
                "constant": np.zeros(_PERIODS, np.float32),
            }
        )

    @classmethod
    def of(cls, units: Sequence[Unit]) -> _Net:
        """Return the network of some units."""
        weights = (
            np.array(
                [
                    [
                        of_side[_LAYOUT[place].name]
                        for of_side in (one.mine, one.theirs)
                        for place in _USED
                    ]
                    for one in units
                ]
            ).T
            * np.tile(_SIZES, 2)[:, None]
        )
        bias = np.array([one.bias for one in units]).T
        output = np.array([one.output for one in units]).T
        # A unit with smaller sums and a larger output is the same, but both learn at the same rate.
        sizes = [np.abs(part).mean(axis=0) + _LITTLE for part in (output, weights)]
        larger = np.clip(np.sqrt(sizes[0] / sizes[1]), 1 / _MOST_BALANCE, _MOST_BALANCE)
        return cls(
            {
                "weights": (weights * larger).astype(np.float32),
                "bias": (bias * larger).astype(np.float32),
                "output": (output / larger).astype(np.float32),
                "scale": np.ones(_PERIODS, np.float32),
                "constant": np.zeros(_PERIODS, np.float32),
            }
        )

    def odds(self, states: _States, some: Array) -> tuple[Array, Array, Array]:
        """Return the values of some states, their inputs, and what the units say above 0."""
        inputs = states.numbers[some].astype(np.float32) / np.tile(_SIZES, 2)
        period = states.period[some]
        above = np.maximum(inputs @ self.parts["weights"] + self.parts["bias"][period], 0)
        value = self.parts["scale"][period] * states.linear[some] + self.parts["constant"][period]
        return value + np.sum(above * self.parts["output"][period], axis=1), inputs, above

    def slopes(self, states: _States, some: Array) -> dict[str, Array]:
        """Return the derivatives of the mean loss of some states."""
        value, inputs, above = self.odds(states, some)
        period = states.period[some]
        error = ((0.5 * (1 + np.tanh(value / 2)) - states.target[some]) / len(some)).astype(
            np.float32
        )
        of_period = np.zeros((len(some), _PERIODS), np.float32)
        of_period[np.arange(len(some)), period] = 1
        back = error[:, None] * self.parts["output"][period] * (above > 0)
        return {
            "weights": inputs.T @ back,
            "bias": of_period.T @ back,
            "output": of_period.T @ (error[:, None] * above),
            "scale": of_period.T @ (error * states.linear[some]),
            "constant": of_period.T @ error,
        }

    def descend(self, states: _States, rng: np.random.Generator, how: _Descent) -> None:
        """Fit the numbers to all states that are not held out."""
        used = np.flatnonzero(~states.held)
        first = {name: np.zeros_like(part) for name, part in self.parts.items()}
        second = {name: np.zeros_like(part) for name, part in self.parts.items()}
        for step, some in enumerate(_batches(used, rng)):
            rate = _rate(step / _STEPS, how)
            for name, slope in self.slopes(states, some).items():
                part = self.parts[name]
                first[name] += (1 - _FIRST) * (slope - first[name])
                second[name] += (1 - _SECOND) * (slope * slope - second[name])
                mean = first[name] / (1 - _FIRST ** (step + 1))
                square = second[name] / (1 - _SECOND ** (step + 1))
                part *= 1 - rate * how.decay
                part -= rate * mean / (np.sqrt(square) + _TINY)

    def evaluation(self, linear: LinearEvaluation, origin: dict[str, Any]) -> NetEvaluation:
        """Return the evaluation.

        Args:
            linear: the linear weights.
            origin: where the weights come from.
        """
        tables = []
        for number, table in enumerate(linear.weights):
            scale, constant = (float(self.parts[name][number]) for name in ("scale", "constant"))
            made = {
                name: list(rounded([scale * value for value in values], _DIGITS))
                for name, values in table.items()
            }
            here, there = made.get("next to move", [0.0, 0.0])
            made["next to move"] = list(rounded([here, there + constant], _DIGITS))
            tables.append(made)
        weights = self.parts["weights"] / np.tile(_SIZES, 2)[:, None]
        most = np.abs(weights).T @ np.tile(_FARTHEST, 2) + np.abs(self.parts["bias"]).max(axis=0)
        # A unit with smaller sums and a larger output is the same.
        smaller = np.minimum(1, _MOST / most)
        weights = weights * smaller
        biases, outputs = self.parts["bias"] * smaller, self.parts["output"] / smaller
        units = []
        for number, column in enumerate(weights.T):
            mine, theirs = (
                dict(
                    zip(
                        [_LAYOUT[place].name for place in _USED],
                        rounded(half, _DIGITS),
                        strict=True,
                    )
                )
                for half in (column[: len(_USED)], column[len(_USED) :])
            )
            bias, output = (rounded(rows[:, number], _DIGITS) for rows in (biases, outputs))
            units.append(Unit(mine, theirs, list(bias), list(output)))
        return NetEvaluation(tables, units, origin=origin)


def _batches(used: Array, rng: np.random.Generator) -> Iterator[Array]:
    """Yield every state again and again, in random orders."""
    order = rng.permutation(used)
    for _ in range(_STEPS):
        if not len(order):
            order = rng.permutation(used)
        yield order[:_BATCH]
        order = order[_BATCH:]


def _rate(part: float, how: _Descent) -> float:
    """Return the rate of the descent, which rises and falls.

    Args:
        part: the part of the steps that have been made, from 0 to 1.
        how: how fast the network learns.
    """
    if part < how.warm:
        low, high, at = how.rate / _START, how.rate, part / how.warm
    else:
        low, high, at = how.rate, 0.0, (part - how.warm) / (1 - how.warm)
    return high + (low - high) * (1 + cos(pi * at)) / 2
