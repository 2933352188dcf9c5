"""An environment of PettingZoo: both players are agents that take turns.

It needs ``wonders-duel[pettingzoo]``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal

from wonders_duel.enums import Player
from wonders_duel.errors import LearningError, WrongTypeError
from wonders_duel.learn.extras import need
from wonders_duel.learn.games import Games
from wonders_duel.learn.pictures import RENDER_MODES, rendered, show
from wonders_duel.learn.plain import is_option
from wonders_duel.support.arguments import expect
from wonders_duel.support.phrases import nearest, one_of, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import numpy as np
    import numpy.typing as npt
    from gymnasium import spaces
    from pettingzoo.utils import wrappers

    from wonders_duel.catalogues import Catalogue
    from wonders_duel.rules import Rules
    from wonders_duel.seeds import Seed
    from wonders_duel.state import State

    class AECEnv:
        """What we need of ``pettingzoo.AECEnv``, which has no types."""

        def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]: ...  # noqa: FBT001, FBT002
        def agent_iter(self, max_iter: int = ...) -> Iterable[str]: ...
        def _accumulate_rewards(self) -> None: ...
        def _deads_step_first(self) -> str: ...
        def _was_dead_step(self, action: None) -> None: ...

else:
    np = need("numpy", "pettingzoo", "the environment of PettingZoo")
    spaces = need("gymnasium.spaces", "pettingzoo", "the environment of PettingZoo")
    AECEnv = need("pettingzoo", "pettingzoo", "the environment of PettingZoo").AECEnv
    wrappers = need("pettingzoo.utils.wrappers", "pettingzoo", "the environment of PettingZoo")

__all__ = ["AGENTS", "DuelAECEnv", "env", "raw_env"]

AGENTS: Final = ("player_0", "player_1")
"""The agents, in the order of the seats."""
_MASKS: Final = ("observation", "info")
_ILLEGAL: Final = ("raise", "lose")


class DuelAECEnv(AECEnv):
    """A game as an environment of agents that take turns (AEC).

    The agents are ``player_0``, who is player one and begins, and ``player_1``. The observation of an
    agent is a row of :class:`~wonders_duel.learn.Encoder`, seen by its player. The actions are those of
    the relative :class:`~wonders_duel.learn.ActionCodec`. At the end, the winner gets the reward 1, the
    loser -1, and both get 0 for a shared victory. Each info has the ``result``, a sentence, which is
    empty until the end, unless ``results`` is false.

    Args:
        render_mode: ``human`` to print the board, ``ansi`` for the board as text, ``svg`` for a picture
            as text, ``rgb_array`` for a picture as an array, which needs ``wonders-duel[images]``.
        rules: a ``Rules`` object, its options as a mapping, or a wonder setup as text.
        catalogue: the cards of the game; the base game if left out.
        mask_in: where the mask of legal actions is: in the ``observation``, which is then a dictionary
            with ``observation`` and ``action_mask``, or in the ``info`` of the agent.
        illegal: what an illegal action does: ``raise`` an error, or ``lose`` the game: the agent gets -1,
            the other one 1.
        results: whether each info has the ``result``; TorchRL accepts no text in infos.

    Raises:
        LearningError: there is no such render mode, place of the mask or way to take illegal actions.
        RuleOptionError: an option or a value is unknown.
        WrongTypeError: an argument has another type.

    >>> from wonders_duel.learn.pettingzoo import env
    >>> game = env()
    >>> game.reset(seed=7)
    >>> game.agents
    ['player_0', 'player_1']
    >>> for agent in game.agent_iter():
    ...     observation, reward, termination, truncation, info = game.last()
    ...     if termination or truncation:
    ...         game.step(None)
    ...     else:
    ...         game.step(int(observation["action_mask"].argmax()))
    >>> game.agents
    []
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "wonders_duel_v0",
        "render_modes": [*RENDER_MODES],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        *,
        render_mode: str | None = None,
        rules: Rules | Mapping[str, str] | str | None = None,
        catalogue: Catalogue | None = None,
        mask_in: Literal["observation", "info"] = "observation",
        illegal: Literal["raise", "lose"] = "raise",
        results: bool = True,
    ) -> None:
        """Make the spaces; :meth:`reset` begins a game."""
        super().__init__()
        modes = self.metadata["render_modes"]
        if not is_option(render_mode, (None, *modes, "rgb_array")):
            raise LearningError(
                f"unknown render mode {shown(render_mode)}; expected {one_of(modes)}"
            )
        if not is_option(mask_in, _MASKS):
            raise LearningError(
                f"unknown place of the mask {shown(mask_in)}; expected observation or info"
            )
        if not is_option(illegal, _ILLEGAL):
            raise LearningError(
                f"unknown value {shown(illegal)} of illegal; expected raise or lose"
            )
        expect(results, bool, "True or False for results")
        self.render_mode: str | None = render_mode
        self._loses = illegal == "lose"
        self._games = Games(1, rules=rules, catalogue=catalogue)
        self._in_observation = mask_in == "observation"
        self._tells_result = results
        size, actions = self._games.encoder.size, self._games.codec.size
        self.possible_agents: list[str] = list(AGENTS)
        self.agents: list[str] = []
        self.agent_selection: str = AGENTS[0]
        self.rewards: dict[str, float] = {}
        self.terminations: dict[str, bool] = {}
        self.truncations: dict[str, bool] = {}
        self.infos: dict[str, dict[str, Any]] = {}
        self._cumulative_rewards: dict[str, float] = {}
        row = spaces.Box(0, 127, (size,), np.int8)
        mask = spaces.Box(0, 1, (actions,), np.int8)
        whole = spaces.Dict({"observation": row, "action_mask": mask})
        seen: spaces.Space[Any] = whole if self._in_observation else row
        self.observation_spaces: dict[str, spaces.Space[Any]] = dict.fromkeys(AGENTS, seen)
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(actions) for agent in AGENTS
        }
        self.state_space: spaces.Space[Any] = row

    @property
    def _mask(self) -> npt.NDArray[np.int8]:
        """The mask of the game: an array that shows each change of it."""
        return np.frombuffer(self._games.masks, np.int8)

    @property
    def duel(self) -> State:
        """The state of the game.

        Raises:
            LearningError: no game has begun.
        """
        self._expect_begun()
        return self._games.state()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations.

        Args:
            agent: ``player_0`` or ``player_1``.

        Raises:
            LearningError: there is no such agent.
        """
        return self.observation_spaces[_agent(agent)]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions.

        Args:
            agent: ``player_0`` or ``player_1``.

        Raises:
            LearningError: there is no such agent.
        """
        return self.action_spaces[_agent(agent)]

    def reset(self, seed: Seed = None, options: object = None) -> None:
        """Begin a game.

        Args:
            seed: makes the deal reproducible; without it, the next game of the last seed begins.
            options: not used.

        Raises:
            WrongTypeError: the seed has another type.
        """
        if seed is not None or not self._games.begun:
            self._games.reset(seed)
        else:
            self._games.begin(0)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos = self._infos("")
        self._begin_turn()
        self._show()

    def _infos(self, result: str) -> dict[str, dict[str, Any]]:
        """Return the infos of the agents, without masks."""
        return {agent: {"result": result} if self._tells_result else {} for agent in AGENTS}

    def _begin_turn(self) -> None:
        """Select the agent that is to move, and give it its mask."""
        self.agent_selection = AGENTS[self._games.state().player]
        if not self._in_observation:
            other = AGENTS[1 - self._games.state().player]
            self.infos[self.agent_selection]["action_mask"] = self._mask.copy()
            self.infos[other].pop("action_mask", None)

    def observe(self, agent: str) -> Any:
        """Return what an agent sees.

        Args:
            agent: ``player_0`` or ``player_1``.

        Returns:
            The row, as an array of int8; or a dictionary with it as ``observation``, and with the
            ``action_mask``, in which nothing is legal for the agent that is not to move.

        Raises:
            LearningError: no game has begun, or there is no such agent.
        """
        self._expect_begun()
        seat = AGENTS.index(_agent(agent))
        state = self._games.state()
        row = self._games.encoder.encode(state, Player(seat))
        if not self._in_observation:
            return row
        mask = self._mask.copy() if seat == state.player else np.zeros_like(self._mask)
        return {"observation": row, "action_mask": mask}

    def state(self) -> Any:
        """Return the whole state: the row that player one sees, as an array of int8.

        Raises:
            LearningError: no game has begun.
        """
        self._expect_begun()
        return self._games.encoder.encode(self._games.state(), Player.ONE)

    def step(self, action: Any) -> None:
        """Play an action of the selected agent; ``None`` after the end.

        Args:
            action: the number of a legal action.

        Raises:
            LearningError: the action is illegal and does not just lose, the game is over, or none has
                begun.
            WrongTypeError: the action is not a whole number.
        """
        self._expect_begun()
        if not self.agents:
            raise LearningError("the game is over; reset the environment before the next action")
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise LearningError("the game is over; the only action left is None")
            self._was_dead_step(None)
            return
        if action is None:
            raise WrongTypeError("expected the number of an action, got None; the game is not over")
        games = self._games
        played = games.read([action])
        self._cumulative_rewards[agent] = 0.0
        if self._loses and not games.is_legal(games.codec.number(played[0])):
            self._end(1.0 if agent == AGENTS[1] else -1.0, str(games.error(played[0])))
        elif games.play(played):
            self._end(games.reward(), str(games.state().result))
        else:
            self._begin_turn()
        self._show()

    def _end(self, reward: float, result: str) -> None:
        """End the game with a reward of player one."""
        self.rewards = dict(zip(AGENTS, (reward, 0.0 - reward), strict=True))
        self.terminations = dict.fromkeys(AGENTS, True)
        self._accumulate_rewards()
        self.infos = self._infos(result)
        self._mask[:] = 0
        if not self._in_observation:
            for info in self.infos.values():
                info["action_mask"] = self._mask.copy()
        self._deads_step_first()

    def _show(self) -> None:
        show(self._games.state(), AGENTS, self.render_mode)

    def render(self) -> Any:
        """Return the table in the render mode; ``None`` for ``human``, which prints it at every step.

        Raises:
            ExtraError: a package that ``rgb_array`` needs is not installed.
            LearningError: no game has begun.
        """
        self._expect_begun()
        return rendered(self._games.state(), AGENTS, self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _expect_begun(self) -> None:
        if not self._games.begun:
            raise LearningError("no game has begun; call reset() first")

    def __str__(self) -> str:
        """Return the name of the environment."""
        return str(self.metadata["name"])


def _agent(agent: str) -> str:
    if not is_option(agent, AGENTS):
        raise LearningError(f"unknown agent {shown(agent)}{nearest(str(agent), AGENTS)}")
    return agent


def raw_env(
    *,
    render_mode: str | None = None,
    rules: Rules | Mapping[str, str] | str | None = None,
    catalogue: Catalogue | None = None,
    mask_in: Literal["observation", "info"] = "observation",
    illegal: Literal["raise", "lose"] = "raise",
    results: bool = True,
) -> DuelAECEnv:
    """Return the environment without wrappers; the arguments are those of :class:`DuelAECEnv`.

    Args:
        render_mode: how to render.
        rules: the rule options.
        catalogue: the cards.
        mask_in: where the mask of legal actions is.
        illegal: what an illegal action does.
        results: whether each info has the ``result``.

    Returns:
        A new environment.

    Raises:
        LearningError: there is no such render mode, place of the mask or way to take illegal actions.
        RuleOptionError: an option or a value is unknown.
        WrongTypeError: an argument has another type.

    >>> game = raw_env(mask_in="info")
    >>> game.reset(seed=7)
    >>> game.observe("player_0").shape, game.infos["player_0"]["action_mask"].shape
    ((2662,), (1192,))
    """
    return DuelAECEnv(
        render_mode=render_mode,
        rules=rules,
        catalogue=catalogue,
        mask_in=mask_in,
        illegal=illegal,
        results=results,
    )


def env(
    *,
    render_mode: str | None = None,
    rules: Rules | Mapping[str, str] | str | None = None,
    catalogue: Catalogue | None = None,
    mask_in: Literal["observation", "info"] = "observation",
    illegal: Literal["raise", "lose"] = "lose",
    results: bool = True,
) -> Any:
    """Return the environment as the tests of PettingZoo expect it.

    It checks the order of calls, and an illegal action loses the game by default.

    Args:
        render_mode: as for :class:`DuelAECEnv`, like the other arguments.
        rules: the rule options.
        catalogue: the cards.
        mask_in: where the mask of legal actions is.
        illegal: what an illegal action does.
        results: whether each info has the ``result``.

    Returns:
        A new environment in the wrapper ``OrderEnforcingWrapper`` of PettingZoo.

    Raises:
        LearningError: there is no such render mode, place of the mask or way to take illegal actions.
        RuleOptionError: an option or a value is unknown.
        WrongTypeError: an argument has another type.

    >>> game = env()
    >>> game.reset(seed=7)
    >>> game.step(1191)  # not legal
    >>> game.rewards
    {'player_0': -1.0, 'player_1': 1.0}
    """
    return wrappers.OrderEnforcingWrapper(
        raw_env(
            render_mode=render_mode,
            rules=rules,
            catalogue=catalogue,
            mask_in=mask_in,
            illegal=illegal,
            results=results,
        )
    )
