"""TorchRL: its check of environments, and games with random legal actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from torchrl.envs import ActionMask, GymWrapper, PettingZooWrapper, TransformedEnv
from torchrl.envs.utils import check_env_specs

from wonders_duel.learn.gymnasium import DuelEnv
from wonders_duel.learn.pettingzoo import env

# It names the version of PettingZoo that it was tested with, which is older than ours.
pytestmark = pytest.mark.filterwarnings("ignore:PettingZoo in TorchRL is tested")


def with_pettingzoo() -> Any:
    """Return the environment of PettingZoo; an illegal action would raise an error."""
    return PettingZooWrapper(env(results=False, illegal="raise"), use_mask=True)


def with_gymnasium() -> Any:
    """Return the environment of Gymnasium; an illegal action would raise an error."""
    game = DuelEnv(opponent="random", observation="dict", illegal="raise")
    return TransformedEnv(GymWrapper(game, categorical_action_encoding=True), ActionMask())


@pytest.mark.parametrize("make", [with_pettingzoo, with_gymnasium])
def test_random_games(make: Callable[[], Any]) -> None:
    """``check_env_specs`` passes, and random games end."""
    check_env_specs(make())
    for seed in range(5):
        game = make()
        game.set_seed(seed)
        steps = game.rollout(200)
        assert 10 < len(steps) < 100
        assert steps["next", "done"][-1].all()
