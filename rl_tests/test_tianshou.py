"""Tianshou: a Q-network that plays the PettingZoo environment against random moves."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest
import torch
from tianshou.algorithm import DQN, MultiAgentOffPolicyAlgorithm
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.algorithm.random import MARLRandomDiscreteMaskedOffPolicyAlgorithm
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

from wonders_duel.learn.pettingzoo import env

GAMES = 400


def games(number: int) -> DummyVectorEnv:
    """Return several games in one process."""
    return DummyVectorEnv([lambda: PettingZooEnv(env()) for _ in range(number)])


def test_a_trained_network_beats_random_moves(capsys: pytest.CaptureFixture[str]) -> None:
    """After 30,000 steps of both players, a Q-network wins more than half of the games, by four standard errors."""
    np.random.seed(1)  # noqa: NPY002 - the generator that it draws from
    torch.manual_seed(1)
    one = PettingZooEnv(env())
    space = one.observation_space
    net = Net(
        state_shape=space["observation"].shape, action_shape=one.action_space.n, hidden_sizes=(64,)
    )
    policy = DiscreteQLearningPolicy(
        model=net,
        action_space=one.action_space,
        observation_space=space,
        eps_training=0.2,
        eps_inference=0.0,
    )
    learner = DQN(
        policy=policy,
        optim=AdamOptimizerFactory(lr=3e-4),
        gamma=1.0,
        n_step_return_horizon=100,  # the result: a game has some 70 steps, also those of the opponent
        target_update_freq=200,
    )
    other = MARLRandomDiscreteMaskedOffPolicyAlgorithm(one.action_space)
    both = MultiAgentOffPolicyAlgorithm(algorithms=[learner, other], env=one)
    training, fresh = games(8), games(8)
    collector = Collector(both, training, VectorReplayBuffer(20_000, 8), exploration_noise=True)
    collector.reset()
    tests = Collector(both, fresh)
    both.run_training(
        OffPolicyTrainerParams(
            training_collector=collector,
            test_collector=None,
            max_epochs=3,
            epoch_num_steps=10_000,
            collection_step_num_env_steps=80,
            update_step_num_gradient_steps_per_sample=0.1,
            batch_size=64,
            multi_agent_return_reduction=lambda returns: returns[:, 0],
            verbose=False,
            show_progress=False,
        )
    )
    tests.reset()
    found = tests.collect(n_episode=GAMES)
    shares = (1 + found.returns[:, 0]) / 2
    share, error = shares.mean(), shares.std() / sqrt(GAMES)
    with capsys.disabled():
        print(f"\nTianshou's DQN: {share:.1%} ± {1.96 * error:.1%} of {GAMES} games")
    assert share - 4 * error > 0.5
