"""Stable-Baselines3: its check of environments, and a player that MaskablePPO trains."""

from __future__ import annotations

from math import sqrt
from typing import Literal

import numpy as np
import pytest
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_checker import check_env

from wonders_duel.learn.gymnasium import DuelEnv

STEPS = 20_000
GAMES = 400


@pytest.mark.parametrize("observation", ["box", "dict"])
def test_the_environment_is_accepted(observation: Literal["box", "dict"]) -> None:
    """``check_env`` passes without a warning."""
    check_env(DuelEnv(opponent="random", observation=observation))


def test_a_trained_player_beats_random_moves(capsys: pytest.CaptureFixture[str]) -> None:
    """After 20,000 steps, MaskablePPO wins more than half of the games, by four standard errors."""
    model = MaskablePPO("MlpPolicy", DuelEnv(opponent="random"), seed=1)
    model.learn(STEPS)

    game = DuelEnv(opponent="random")
    shares = []
    for number in range(GAMES):
        row, _ = game.reset(seed=10_000 + number)
        over, reward = False, 0.0
        while not over:
            action, _ = model.predict(row, action_masks=game.action_masks(), deterministic=True)
            row, reward, over, _, _ = game.step(action)
        shares.append((1 + reward) / 2)
    share, error = np.mean(shares), np.std(shares) / sqrt(GAMES)
    with capsys.disabled():
        print(
            f"\nMaskablePPO after {STEPS:,} steps: {share:.1%} ± {1.96 * error:.1%} of {GAMES} games"
        )
    assert share - 4 * error > 0.5
