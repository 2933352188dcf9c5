"""The wrappers of Gymnasium that turn arrays into tensors of torch, infos included."""

from __future__ import annotations

from typing import Any

import gymnasium
import torch
from gymnasium.wrappers import NumpyToTorch
from gymnasium.wrappers.vector import NumpyToTorch as VectorNumpyToTorch

NAME = "wonders_duel.learn.gymnasium:WondersDuel-v0"


def test_a_game() -> None:
    """Observations and masks of a game are tensors until its end."""
    game: Any = NumpyToTorch(gymnasium.make(NAME, opponent="random", results=False))
    row, info = game.reset(seed=1)
    over, reward = False, 0.0
    while not over:
        assert isinstance(row, torch.Tensor)
        assert all(isinstance(told, torch.Tensor) for told in info.values())
        row, reward, over, _, info = game.step(info["action_mask"].argmax())
    assert reward in (-1.0, 1.0)


def test_many_games() -> None:
    """The same for a vector environment; its infos would be arrays of objects."""
    made = gymnasium.make_vec(NAME, num_envs=3, opponent="random", results=False)
    games: Any = VectorNumpyToTorch(made)
    rows, info = games.reset(seed=1)
    ends = 0
    for _ in range(120):
        assert isinstance(rows, torch.Tensor)
        assert isinstance(info["action_mask"], torch.Tensor)
        rows, _, over, _, info = games.step(info["action_mask"].argmax(dim=1))
        ends += int(over.sum())
    assert ends >= 6
