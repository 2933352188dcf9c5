"""Evaluations: weights, hidden units and features."""

from __future__ import annotations

import warnings
from typing import assert_type

from wonders_duel import Game, Player
from wonders_duel.evaluation import (
    LinearEvaluation,
    NetEvaluation,
    UnfittedWarning,
    Unit,
    Weights,
    fitted,
)
from wonders_duel.features import Feature, state_index, state_layout

# A weight is a number, or a number for each value of a feature.
weights: Weights = {"coins": [0, 0.1, 0.2], "next to move": 0.25}
linear = LinearEvaluation([weights] * 10)
assert_type(linear.log_odds(Game(seed=1).state), float)

unit = Unit(mine={"coins": 0.5}, theirs={"coins": [0.0, -0.5]}, bias=[0.1], output=(1.0,))
net = NetEvaluation(weights, [unit], origin={"seed": 1})
assert_type(net.units, tuple[Unit, ...])
assert_type(net.terms(Game(seed=1).state, Player.TWO), dict[str, float])
assert_type(net.to_json(), str)
assert_type(fitted().origin["seed"], object)
warnings.simplefilter("error", UnfittedWarning)

assert_type(state_layout(), tuple[Feature, ...])
feature = state_layout()[state_index("conflict pawn")]
assert_type(feature.name, str)
assert_type(feature.low + feature.high, int)
assert_type(feature.meaning, str)
