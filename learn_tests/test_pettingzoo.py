"""The environment of PettingZoo, under PettingZoo's own tests."""

from __future__ import annotations

import copy
import io
import pickle
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from math import copysign
from typing import Any, Literal

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.test.parallel_test import parallel_api_test
from pettingzoo.test.state_test import state_test
from pettingzoo.utils.conversions import aec_to_parallel, turn_based_aec_to_parallel

from wonders_duel import Player
from wonders_duel.errors import LearningError, RuleOptionError, WondersDuelError, WrongTypeError
from wonders_duel.learn import Encoder
from wonders_duel.learn.games import Games
from wonders_duel.learn.pettingzoo import AGENTS, DuelAECEnv, env, raw_env

GAMES = 200
KNOWN = ("Observation is not a NumPy array", "Observation space for each agent probably should be")
"""The warnings that every environment with a mask in the observation gets."""


@contextmanager
def strict(*, known: bool) -> Iterator[None]:
    """Turn warnings into errors, and drop what the tests print."""
    with warnings.catch_warnings(), redirect_stdout(io.StringIO()):
        warnings.simplefilter("error")
        for message in KNOWN if known else ():
            warnings.filterwarnings("ignore", message=message)
        yield


def seeded(make: Any, seed: int) -> Any:
    """Return an environment whose next game, with any seed, is another one for each seed here."""
    made = make()
    first = made.reset

    def reset(seed: int | None = None, options: Any = None) -> None:  # noqa: ARG001 - replaced
        first(seed=number, options=options)

    number = seed
    made.reset = reset
    return made


@pytest.mark.parametrize("mask_in", ["observation", "info"])
@pytest.mark.parametrize("make", [env, raw_env])
def test_the_interface(make: Any, mask_in: str) -> None:
    """``api_test`` passes in many games, with warnings as errors."""
    with strict(known=mask_in == "observation"):
        api_test(make(mask_in=mask_in), num_cycles=1000)
        for seed in range(GAMES // 4):
            api_test(seeded(lambda: make(mask_in=mask_in), seed), num_cycles=1000)


@pytest.mark.parametrize("mask_in", ["observation", "info"])
def test_seeds(mask_in: Literal["observation", "info"]) -> None:
    """``seed_test`` passes in many games: the same seed gives the same game."""
    with strict(known=mask_in == "observation"):
        for _ in range(GAMES // 2):
            seed_test(lambda: env(mask_in=mask_in), num_cycles=1000)


def test_render_modes() -> None:
    """``render_test`` passes for every render mode, pictures included."""
    assert DuelAECEnv.metadata["render_modes"] == ["human", "ansi", "svg", "rgb_array"]
    with strict(known=False):
        render_test(env)
        render_test(raw_env)


def test_the_whole_state() -> None:
    """``state_test`` passes; it plays without the mask, so that illegal actions lose."""
    with strict(known=False):
        for _ in range(10):
            made = env()
            made.reset(seed=1)
            state_test(made, made)


def test_the_parallel_interface() -> None:
    """``parallel_api_test`` passes through the converter for games with turns; the other one refuses."""
    with strict(known=True):
        parallel_api_test(turn_based_aec_to_parallel(raw_env()), num_cycles=300)
    with pytest.raises(AssertionError):
        aec_to_parallel(raw_env())


def test_a_game_is_that_of_the_library() -> None:
    """Observations, masks, agents and rewards are those of the states."""
    encoder = Encoder()
    game = raw_env(rules={"pair_token": "may"})
    rng = np.random.default_rng(1)
    for seed in range(5):
        game.reset(seed=seed)
        while not game.terminations[game.agent_selection]:
            state = game.duel
            seat = AGENTS.index(game.agent_selection)
            assert state.to_move == seat
            observed, reward, _, _, _ = game.last()
            assert (observed["observation"] == encoder.encode(state, Player(seat))).all()
            assert reward == 0
            assert game.infos == {agent: {"result": ""} for agent in AGENTS}
            other = game.observe(AGENTS[1 - seat])
            assert not other["action_mask"].any()
            assert (game.state() == encoder.encode(state, "one")).all()
            game.step(rng.choice(np.flatnonzero(observed["action_mask"])))
        result = game.duel.result
        assert result is not None
        assert game.infos[AGENTS[0]]["result"] == str(result)
        rewards = [2 * result.share(player) - 1 for player in Player]
        assert [game._cumulative_rewards[agent] for agent in AGENTS] == rewards
        with pytest.raises(LearningError, match="the only action left is None"):
            game.step(3)
        game.step(None)
        game.step(None)
        assert game.agents == []
        with pytest.raises(LearningError, match="reset the environment"):
            game.step(3)
    assert str(game) == "wonders_duel_v0"


def test_games_go_on_without_a_seed() -> None:
    """A reset without a seed begins the next game of the last seed."""

    def states(*seeds: int | None) -> list[Any]:
        found = []
        game = raw_env()
        for seed in seeds:
            game.reset(seed=seed)
            found.append(game.duel)
        return found

    assert states(4, None, None) == states(4, None, None)
    assert len(set(states(4, None, None))) == 3
    assert states(None)[0] != states(None)[0]


def test_an_illegal_action() -> None:
    """It raises an error that says why, or loses the game."""
    game = raw_env()
    game.reset(seed=1)
    before = game.duel
    with pytest.raises(LearningError, match=r"action 50 .* is illegal"):
        game.step(50)
    with pytest.raises(LearningError, match="out of range"):
        game.step(5000)
    with pytest.raises(WrongTypeError):
        game.step("build")
    with pytest.raises(WrongTypeError, match="the game is not over"):
        game.step(None)
    assert game.duel == before
    loses = env(illegal="lose", mask_in="info")
    loses.reset(seed=1)
    loses.step(50)
    rewards = {}
    for agent in loses.agent_iter():
        _, rewards[agent], over, _, info = loses.last()
        assert over
        assert not info["action_mask"].any()
        assert "is illegal" in info["result"]
        loses.step(None)
    assert rewards == {"player_0": -1, "player_1": 1}


@pytest.mark.parametrize("mask_in", ["observation", "info"])
def test_infos_without_results(mask_in: Literal["observation", "info"]) -> None:
    """Without results, the infos have no text, also after an illegal action; everything else is the same."""
    plain = {"action_mask"} if mask_in == "info" else set()
    for illegal in (False, True):
        game, other = (env(mask_in=mask_in, results=told) for told in (False, True))
        game.reset(seed=1)
        other.reset(seed=1)
        for agent in game.agent_iter():
            seen, reward, over, _, info = game.last()
            assert info.keys() == plain
            assert (game.duel, agent, reward, over) == (
                other.duel,
                other.agent_selection,
                *other.last()[1:3],
            )
            mask = (seen if mask_in == "observation" else info)["action_mask"]
            action = None if over else int(mask.argmin() if illegal else mask.argmax())
            game.step(action)
            other.step(action)
    with strict(known=mask_in == "observation"):
        api_test(env(mask_in=mask_in, results=False), num_cycles=1000)


def test_pictures() -> None:
    """Each render mode shows the table of the moment."""
    shown = {}
    for mode in ("ansi", "svg", "rgb_array"):
        game = raw_env(render_mode=mode)
        game.reset(seed=1)
        shown[mode] = game.render()
    assert "player_0's turn" in shown["ansi"]
    assert shown["svg"].startswith("<svg")
    assert "data-move" in shown["svg"]
    assert shown["rgb_array"].shape[1:] == (900, 3)
    game = raw_env()
    game.reset(seed=1)
    assert game.render() is None
    game.close()


@pytest.mark.parametrize(
    ("call", "kind"),
    [
        (lambda: raw_env(render_mode="film"), LearningError),
        (lambda: raw_env(mask_in="state"), LearningError),  # type: ignore[arg-type]
        (lambda: raw_env(mask_in=np.array(["info", "observation"])), LearningError),  # type: ignore[arg-type]
        (lambda: raw_env(illegal="ignore"), LearningError),  # type: ignore[arg-type]
        (lambda: raw_env(illegal=np.array(["lose", "raise"])), LearningError),  # type: ignore[arg-type]
        (lambda: raw_env(render_mode=np.array(["ansi", "svg"])), LearningError),  # type: ignore[arg-type]
        (lambda: raw_env(results="no"), WrongTypeError),  # type: ignore[arg-type]
        (lambda: raw_env(rules={"pair_token": "x"}), RuleOptionError),
        (lambda: raw_env().observe("player_0"), LearningError),
        (lambda: raw_env().action_space("player_2"), LearningError),
        (lambda: raw_env().observation_space(3), LearningError),  # type: ignore[arg-type]
        (lambda: raw_env().action_space(np.arange(2)), LearningError),  # type: ignore[arg-type]
        (lambda: raw_env().duel, LearningError),
    ],
)
def test_wrong_arguments(call: Any, kind: type[WondersDuelError]) -> None:
    """Each wrong argument gives one clear error."""
    with pytest.raises(kind):
        call()


@pytest.mark.parametrize("mask_in", ["observation", "info"])
def test_copies_go_on_alone(mask_in: Any) -> None:
    """A copy, also of a game that is over, has the same game and masks of its own."""
    for make in (raw_env, env):
        made: Any = make(mask_in=mask_in, illegal="lose")
        made.reset(seed=3)
        other = copy.deepcopy(made)
        for game in (made, pickle.loads(pickle.dumps(made)), other):  # noqa: S301 - our own
            before = made.unwrapped.duel if game is not made else None
            for _ in range(6):
                legal = game.unwrapped._mask
                game.step(int(legal.argmax()))
            if before is not None:
                assert made.unwrapped.duel == before
        assert made.unwrapped.duel == other.unwrapped.duel
        assert (made.unwrapped._mask == other.unwrapped._mask).all()
        other.step(int(other.unwrapped._mask.argmin()))  # illegal: it loses
        assert not copy.deepcopy(other).unwrapped._mask.any()


def test_a_shared_victory_has_no_negative_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reward of both agents is 0.0."""
    monkeypatch.setattr(Games, "reward", lambda _: 0.0)
    game = raw_env()
    rng = np.random.default_rng(1)
    game.reset(seed=1)
    while not game.terminations[game.agent_selection]:
        observed, *_ = game.last()
        game.step(rng.choice(np.flatnonzero(observed["action_mask"])))
    assert [copysign(1, game.rewards[agent]) for agent in AGENTS] == [1, 1]
