"""The environment of Gymnasium, under Gymnasium's own tests."""

from __future__ import annotations

import warnings
from importlib.metadata import entry_points
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from wonders_duel import Player, State
from wonders_duel.bots import GreedyBot
from wonders_duel.errors import (
    BotError,
    LearningError,
    RuleOptionError,
    WondersDuelError,
    WrongTypeError,
)
from wonders_duel.learn import Encoder
from wonders_duel.learn.gymnasium import DuelEnv
from wonders_duel.learn.registration import ID

NAME = f"wonders_duel.learn.gymnasium:{ID}"


def choose(game: DuelEnv, rng: np.random.Generator) -> int:
    """Return a random legal action."""
    return int(rng.choice(np.flatnonzero(game.action_masks())))


@pytest.mark.parametrize("observation", ["box", "dict"])
@pytest.mark.parametrize("seat", ["one", "two", "random"])
@pytest.mark.filterwarnings("error")
def test_the_interface(observation: str, seat: str) -> None:
    """``check_env`` passes without a warning; it plays illegal actions, which lose."""
    for opponent in ("random", "greedy"):
        made = gymnasium.make(NAME, observation=observation, seat=seat, opponent=opponent)
        check_env(made.unwrapped)


@pytest.mark.parametrize("mode", ["sync", "async"])
@pytest.mark.filterwarnings("error")
def test_vectors(mode: str) -> None:
    """``make_vec`` works in one process and in several; ends are reset one step later."""
    options: dict[str, Any] = {"vector_kwargs": {"context": "spawn"}} if mode == "async" else {}
    games = gymnasium.make_vec(
        NAME, num_envs=3, vectorization_mode=mode, opponent="random", **options
    )
    observed, info = games.reset(seed=1)
    ends = 0
    for _ in range(120):
        observed, _, over, cut, info = games.step(
            np.array([mask.argmax() for mask in info["action_mask"]])
        )
        assert not cut.any()
        ends += over.sum()
        for number in np.flatnonzero(over):
            assert not info["action_mask"][number].any()
    games.close()
    assert ends >= 6
    assert observed.shape == (3, Encoder().size)


def test_the_entry_point_registers_the_environment() -> None:
    """Versions of Gymnasium that load entry points find the environment by itself."""
    (found,) = entry_points(group="gymnasium.envs")
    found.load()()
    found.load()()
    assert gymnasium.spec(ID).entry_point == "wonders_duel.learn.gymnasium:DuelEnv"
    assert isinstance(gymnasium.make(ID).unwrapped, DuelEnv)


def test_games_are_those_of_the_library() -> None:
    """Observations, masks and rewards are those of the states, from the agent's seat."""
    encoder, rng = Encoder(), np.random.default_rng(1)
    seats, rewards = set(), set()
    for seed in range(12):
        game = DuelEnv(opponent="random", observation="dict")
        observed, info = game.reset(seed=seed)
        over, reward = False, 0.0
        while not over:
            state = game.duel
            assert state.to_move == game.seat
            assert (observed["observation"] == encoder.encode(state, game.seat)).all()
            legal = np.flatnonzero(observed["action_mask"])
            assert len(legal) == len(state.legal_moves)
            assert (info["action_mask"] == observed["action_mask"]).all()
            observed, reward, over, cut, info = game.step(choose(game, rng))
            assert not cut
            assert set(info) == {"action_mask", "result"}
            assert bool(info["result"]) is over
        result = game.duel.result
        assert result is not None
        assert reward == 2 * result.share(game.seat) - 1
        assert info["result"] == str(result)
        assert not game.action_masks().any()
        seats.add(game.seat)
        rewards.add(reward)
    assert seats == {Player.ONE, Player.TWO}
    assert {-1.0, 1.0} <= rewards


def test_seeds() -> None:
    """A seed repeats deal, seat and opponent; without one, the next game follows."""

    def played(game: DuelEnv, seed: int | None) -> list[State]:
        game.reset(seed=seed)
        found = [game.duel]
        over = False
        while not over:
            _, _, over, _, _ = game.step(game.action_masks().argmax())
            found.append(game.duel)
        return found

    one, two = DuelEnv(opponent="random"), DuelEnv(opponent="random")
    assert played(one, 5) == played(two, 5)
    assert played(one, None) == played(two, None)
    assert played(one, 6) != played(two, 7)
    assert played(DuelEnv(), None) != played(DuelEnv(), None)


def test_opponents() -> None:
    """The opponent is a bot, a name, or what creates one; its errors are named."""
    for opponent in (GreedyBot(1), "greedy", GreedyBot):
        game = DuelEnv(opponent=opponent, seat="two")
        game.reset(seed=1)
        assert game.duel.to_move is Player.TWO

    class Broken:
        def choose(self, _state: State) -> Any:
            raise RuntimeError("out of order")

    game = DuelEnv(opponent=Broken(), seat="two")
    with pytest.raises(BotError, match="out of order"):
        game.reset(seed=1)


def test_illegal_actions() -> None:
    """They lose, or raise an error that says why."""
    game = DuelEnv(opponent="random", seat="one")
    game.reset(seed=1)
    _, reward, over, _, info = game.step(50)
    assert (reward, over) == (-1.0, True)
    assert "is illegal" in info["result"]
    with pytest.raises(LearningError, match="reset the environment"):
        game.step(3)
    game.reset()
    with pytest.raises(LearningError, match="out of range"):
        game.step(5000)
    with pytest.raises(WrongTypeError):
        game.step("build")  # type: ignore[arg-type]
    raises = DuelEnv(opponent="random", seat="one", illegal="raise")
    raises.reset(seed=1)
    before = raises.duel
    with pytest.raises(LearningError, match=r"action 50 .* is illegal"):
        raises.step(50)
    assert raises.duel == before


def test_pictures(capsys: pytest.CaptureFixture[str]) -> None:
    """Each render mode shows the table of the moment."""
    shown = {}
    for mode in ("ansi", "svg", "rgb_array", "human"):
        game = DuelEnv(render_mode=mode, seat="one")
        game.reset(seed=1)
        shown[mode] = game.render()
    assert "agent's turn" in shown["ansi"]
    assert shown["svg"].startswith("<svg")
    assert shown["rgb_array"].dtype == np.uint8
    assert shown["human"] is None
    assert "agent's turn" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("call", "kind"),
    [
        (lambda: DuelEnv(opponent="gready"), BotError),
        (lambda: DuelEnv(seat="three"), LearningError),  # type: ignore[arg-type]
        (lambda: DuelEnv(illegal="ignore"), LearningError),  # type: ignore[arg-type]
        (lambda: DuelEnv(observation="image"), LearningError),  # type: ignore[arg-type]
        (lambda: DuelEnv(render_mode="film"), LearningError),
        (lambda: DuelEnv(rules={"pair_token": "x"}), RuleOptionError),
        (lambda: DuelEnv().step(1), LearningError),
        (lambda: DuelEnv().action_masks(), LearningError),
        (lambda: DuelEnv().duel, LearningError),
    ],
)
def test_wrong_arguments(call: Any, kind: type[WondersDuelError]) -> None:
    """Each wrong argument gives one clear error."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(kind):
            call()
