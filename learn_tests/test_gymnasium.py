"""The environment of Gymnasium, under Gymnasium's own tests."""

from __future__ import annotations

import copy
import pickle
import warnings
import weakref
from collections.abc import Callable
from importlib.metadata import entry_points
from io import BytesIO, TextIOWrapper
from math import copysign
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence

from wonders_duel import Player, State
from wonders_duel.bots import GreedyBot
from wonders_duel.errors import (
    BotError,
    ExtraError,
    FormatError,
    LearningError,
    RuleOptionError,
    WondersDuelError,
    WrongTypeError,
)
from wonders_duel.learn import Encoder, pictures
from wonders_duel.learn.games import Games
from wonders_duel.learn.gymnasium import DuelEnv
from wonders_duel.learn.registration import ID
from wonders_duel.seeds import Seed

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


def test_infos_without_results() -> None:
    """Without results, the infos have no text, also after an illegal action; everything else is the same."""
    for last in (3, 100):
        game, other = (
            DuelEnv(opponent="random", seat="one", results=told) for told in (False, True)
        )
        steps: list[Any] = [game.reset(seed=1)]
        told: list[Any] = [other.reset(seed=1)]
        while len(steps[-1]) == 2 or not steps[-1][2]:
            action = 50 if len(steps) == last else int(game.action_masks().argmax())
            steps.append(game.step(action))
            told.append(other.step(action))
        assert all(step[-1].keys() == {"action_mask"} for step in steps)
        for one, two in zip(steps, told, strict=True):
            assert two[-1].pop("result") == "" or two is told[-1]
            assert data_equivalence(one, two)
    check_env(gymnasium.make(NAME, opponent="random", results=False).unwrapped)


def test_closing_lets_the_opponent_go() -> None:
    """After ``close``, nothing keeps the opponent, and the next game has another one."""
    made: list[weakref.ref[GreedyBot]] = []

    def opponent(seed: Seed) -> GreedyBot:
        bot = GreedyBot(seed)
        made.append(weakref.ref(bot))
        return bot

    game = DuelEnv(opponent=opponent, seat="one")
    game.reset(seed=1)
    game.close()
    game.close()
    assert made[0]() is None
    with pytest.raises(LearningError, match="no game has begun"):
        game.step(0)
    game.reset(seed=1)
    assert made[1]() is not None


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
    shown["rgb_array"][:] = 0  # to draw on it
    assert shown["human"] is None
    assert "agent's turn" in capsys.readouterr().out


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_a_board_for_an_output_without_its_characters(
    monkeypatch: pytest.MonkeyPatch, encoding: str
) -> None:
    """The board is printed as ASCII, as by the commands, and the game goes on."""
    raw = BytesIO()
    monkeypatch.setattr("sys.stdout", TextIOWrapper(raw, encoding=encoding, write_through=True))
    game = DuelEnv(render_mode="human", seat="one", opponent="random")
    game.reset(seed=1)
    game.step(int(game.action_masks().argmax()))
    told = raw.getvalue().decode("ascii")
    assert told.count("agent's turn") == 2


@pytest.mark.parametrize(
    ("call", "kind"),
    [
        (lambda: DuelEnv(opponent="gready"), BotError),
        (lambda: DuelEnv(opponent="greedy\n"), FormatError),
        (lambda: DuelEnv(seat="three"), LearningError),  # type: ignore[arg-type]
        (lambda: DuelEnv(seat=np.array(["one", "two"])), LearningError),  # type: ignore[arg-type]
        (lambda: DuelEnv(seat=np.array(["one"])), LearningError),  # type: ignore[arg-type]
        (lambda: DuelEnv(illegal="ignore"), LearningError),  # type: ignore[arg-type]
        (lambda: DuelEnv(observation="image"), LearningError),  # type: ignore[arg-type]
        (lambda: DuelEnv(render_mode="film"), LearningError),
        (lambda: DuelEnv(results="no"), WrongTypeError),  # type: ignore[arg-type]
        (lambda: DuelEnv(rules={"pair_token": "x"}), RuleOptionError),
        (lambda: DuelEnv().reset(seed="one"), WrongTypeError),  # type: ignore[arg-type]
        (lambda: DuelEnv().reset(seed=-1), WrongTypeError),
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


@pytest.mark.parametrize("opponent", ["greedy", GreedyBot, GreedyBot(1)])
@pytest.mark.parametrize(
    "how",
    [copy.deepcopy, lambda made: pickle.loads(pickle.dumps(made))],  # noqa: S301 - our own
)
def test_copies_go_on_alone(opponent: Any, how: Callable[[DuelEnv], DuelEnv]) -> None:
    """A copy, also of a game that is over, has the same game and masks of its own."""
    made = DuelEnv(opponent=opponent, illegal="lose")
    made.reset(seed=3)
    rng = np.random.default_rng(1)
    for _ in range(5):
        made.step(choose(made, rng))
    other = how(made)
    mask = made.action_masks()
    action = choose(made, rng)
    row, *_ = other.step(action)
    assert (made.action_masks() == mask).all()
    assert (made.step(action)[0] == row).all()
    assert (made.action_masks() == other.action_masks()).all()
    made.step(int(np.flatnonzero(~made.action_masks())[0]))  # illegal: it loses
    assert not how(made).action_masks().any()


class Failing:
    """A bot that fails now and then."""

    def __init__(self) -> None:
        """Begin well."""
        self.fails = False

    def choose(self, state: State) -> Any:
        """Choose the first move, or fail."""
        if self.fails:
            raise RuntimeError("tired")
        return state.legal_moves[0]


def test_an_opponent_that_fails_takes_nothing_with_it() -> None:
    """The action is taken back, and can be played again; without an opponent, no game begins."""
    bot = Failing()
    made = DuelEnv(opponent=bot, seat="one")
    with pytest.raises(LearningError, match="no game has begun"):
        _ = made.seat
    made.reset(seed=1)
    rng = np.random.default_rng(1)
    failed = 0
    for _ in range(20):
        action, state, mask = choose(made, rng), made.duel, made.action_masks()
        bot.fails = True
        try:
            made.step(action)
        except BotError:
            failed += 1
            assert made.duel == state
            assert (made.action_masks() == mask).all()
            bot.fails = False
            made.step(action)
        bot.fails = False
    assert failed > 5
    second = DuelEnv(opponent=bot, seat="two")
    bot.fails = True
    with pytest.raises(BotError):
        second.reset(seed=1)
    with pytest.raises(LearningError, match="no game has begun"):
        second.step(0)


def test_an_opponent_that_cannot_be_created_leaves_no_game() -> None:
    """Neither the last opponent nor the last seat goes on in the next game."""
    fails = False

    def make(seed: Any) -> Any:
        if fails:
            raise RuntimeError("out of memory")
        return GreedyBot(seed)

    made = DuelEnv(opponent=make)
    made.reset(seed=1)
    fails = True
    with pytest.raises(BotError, match="cannot create the opponent: RuntimeError: out of memory"):
        made.reset()
    with pytest.raises(LearningError, match="no game has begun"):
        made.step(0)
    fails = False
    made.reset()
    made.step(choose(made, np.random.default_rng(1)))
    with pytest.raises(BotError, match="returns no bot: expected a bot with a method choose"):
        DuelEnv(opponent=lambda _: None, seat="two").reset(seed=1)  # type: ignore[arg-type, return-value]


def test_an_interruption_takes_the_action_back() -> None:
    """After Ctrl-C while the opponent thinks, it is not the agent who moves for the opponent."""

    class Interrupted:
        def choose(self, _state: State) -> Any:
            raise KeyboardInterrupt

    made = DuelEnv(opponent=Interrupted(), seat="one")
    made.reset(seed=1)
    before, mask = made.duel, made.action_masks()
    with pytest.raises(KeyboardInterrupt):
        made.step(mask.argmax())
    assert made.duel == before
    assert (made.action_masks() == mask).all()
    assert made.duel.to_move is made.seat


def test_pixels_need_packages_only_when_they_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment can be made for pixels; the error of drawing them names the extra."""
    made = DuelEnv(render_mode="rgb_array")
    made.reset(seed=1)

    def missing(package: str, *_: object) -> None:
        raise ExtraError(f"no {package}")

    monkeypatch.setattr(pictures, "need", missing)
    with pytest.raises(ExtraError, match="cairosvg"):
        made.render()
    with pytest.raises(LearningError, match="expected one of human, ansi, svg, rgb_array"):
        DuelEnv(render_mode="x")


def test_an_environment_that_gymnasium_makes_names_the_extra_for_pixels(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """If the packages are missing, Gymnasium warns of the mode, and the error of drawing names the extra."""

    def missing(package: str, *_: object) -> None:
        raise ExtraError(f"no {package}")

    monkeypatch.setitem(DuelEnv.metadata, "render_modes", ["human", "ansi", "svg"])
    monkeypatch.setattr(pictures, "need", missing)
    with pytest.warns(UserWarning, match="not in the possible render_modes"):
        made = gymnasium.make(NAME, render_mode="rgb_array")
    made.reset(seed=1)
    with pytest.raises(ExtraError, match="cairosvg"):
        made.render()
    assert DuelEnv.metadata["render_modes"] == ["human", "ansi", "svg"]


def test_a_shared_victory_has_no_negative_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reward of both seats is 0.0."""
    monkeypatch.setattr(Games, "reward", lambda _: 0.0)
    rng = np.random.default_rng(1)
    for seat in ("one", "two"):
        game = DuelEnv(seat=seat, opponent="random")
        game.reset(seed=1)
        reward, over = -0.0, False
        while not over:
            _, reward, over, _, _ = game.step(choose(game, rng))
        assert copysign(1, reward) == 1
