"""An environment of Gymnasium: one player is the agent, the other a bot.

It needs ``wonders-duel[gymnasium]``. The name before the colon imports this module, which registers
the environment::

    import gymnasium

    env = gymnasium.make("wonders_duel.learn.gymnasium:WondersDuel-v0", opponent="greedy")
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, SupportsIndex

from typing_extensions import override

from wonders_duel.enums import Player
from wonders_duel.enums import seat as seat_of
from wonders_duel.errors import LearningError
from wonders_duel.learn.extras import need
from wonders_duel.learn.games import Games
from wonders_duel.learn.opponents import ask, created, factory
from wonders_duel.learn.pictures import RENDER_MODES, rendered, show
from wonders_duel.learn.plain import is_option
from wonders_duel.learn.registration import register_envs
from wonders_duel.seeds import Seed, generator
from wonders_duel.support.arguments import expect, expect_number
from wonders_duel.support.phrases import one_of, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import numpy as np
    import numpy.typing as npt
    from gymnasium import Env, spaces

    from wonders_duel.bots import Bot
    from wonders_duel.catalogues import Catalogue
    from wonders_duel.rules import Rules
    from wonders_duel.state import State
else:
    np = need("numpy", "gymnasium", "the environment of Gymnasium")
    spaces = need("gymnasium.spaces", "gymnasium", "the environment of Gymnasium")
    Env = need("gymnasium", "gymnasium", "the environment of Gymnasium").Env

__all__ = ["DuelEnv"]

_OBSERVATIONS: Final = ("box", "dict")
_ILLEGAL: Final = ("lose", "raise")
_SEATS: Final = ("one", "two", "random")


class DuelEnv(Env[Any, Any]):
    """A game as an environment of one agent, whose opponent is a bot.

    The observation is a row of :class:`~wonders_duel.learn.Encoder`, seen by the agent, which is to
    move. The actions are those of the relative :class:`~wonders_duel.learn.ActionCodec`;
    :meth:`action_masks` says which ones are legal; the algorithms with masks of sb3-contrib call it. The
    reward is 1 for a victory, -1 for a defeat and 0 for a shared victory, at the end.

    Args:
        opponent: a bot, the name of one such as ``greedy`` or ``easy``, or a function of a seed that
            creates one, such as a class; it is called at every reset with a seed.
        seat: the seat of the agent: ``one``, ``two``, or ``random`` for another one in every game.
        illegal: what an illegal action does: ``lose`` the game, so that the reward is -1, or ``raise``
            an error.
        observation: ``box`` for the row alone, ``dict`` for a dictionary with ``observation`` and
            ``action_mask``.
        render_mode: ``human`` to print the board, ``ansi`` for the board as text, ``svg`` for a picture
            as text, ``rgb_array`` for a picture as an array, which needs ``wonders-duel[images]``.
        rules: a ``Rules`` object, its options as a mapping, or a wonder setup as text.
        catalogue: the cards of the game; the base game if left out.
        results: whether each info has the ``result``; wrappers of Gymnasium that convert infos, such as
            ``NumpyToTorch``, accept no text in them.

    Raises:
        BotError: there is no such opponent.
        FormatError: the name of the opponent has more than 10,000 characters, line breaks or control
            characters.
        LearningError: another option has an unknown value.
        MatchError: the name of the opponent is empty, or a setting is invalid.
        RuleOptionError: a rule option or its value is unknown.
        WrongTypeError: an argument has another type.

    >>> game = DuelEnv(opponent="random")
    >>> row, info = game.reset(seed=7)
    >>> over = False
    >>> while not over:
    ...     row, reward, over, _, info = game.step(game.action_masks().argmax())
    >>> info["result"]
    'Player two wins the civilian victory, 60 to 32.'
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]  # the class there has none
        "render_modes": [*RENDER_MODES],
        "render_fps": 1,
    }

    def __init__(
        self,
        *,
        opponent: Bot | str | Callable[[Seed], Bot] = "greedy",
        seat: Literal["one", "two", "random"] = "random",
        illegal: Literal["lose", "raise"] = "lose",
        observation: Literal["box", "dict"] = "box",
        render_mode: str | None = None,
        rules: Rules | Mapping[str, str] | str | None = None,
        catalogue: Catalogue | None = None,
        results: bool = True,
    ) -> None:
        """Make the spaces; :meth:`reset` begins a game."""
        modes = self.metadata["render_modes"]
        for value, known, what in (
            (seat, _SEATS, "seat"),
            (illegal, _ILLEGAL, "illegal"),
            (observation, _OBSERVATIONS, "observation"),
            (render_mode, (None, *modes, "rgb_array"), "render_mode"),
        ):
            if not is_option(value, known):
                names = one_of(dict.fromkeys(one for one in known if one is not None))
                raise LearningError(f"unknown value {shown(value)} of {what}; expected {names}")
        expect(results, bool, "True or False for results")
        self._opponent = factory(opponent)
        self._seat_wanted = seat
        self._loses = illegal == "lose"
        self._in_dict = observation == "dict"
        self._tells_result = results
        self.render_mode = render_mode
        if render_mode not in (None, *modes):
            # Gymnasium asks here before it draws, and would hide the error that names the extra.
            modes = [*modes, render_mode]
            self.metadata = {**self.metadata, "render_modes": modes}  # type: ignore[misc]  # as above
        self._games = Games(1, rules=rules, catalogue=catalogue)
        size, actions = self._games.encoder.size, self._games.codec.size
        row = spaces.Box(0, 127, (size,), np.int8)
        mask = spaces.Box(0, 1, (actions,), np.int8)
        whole = spaces.Dict({"observation": row, "action_mask": mask})
        self.observation_space: spaces.Space[Any] = whole if self._in_dict else row
        self.action_space: spaces.Space[Any] = spaces.Discrete(actions)
        self._bot: Bot | None = None
        self._seat = Player.ONE
        self._is_over = True
        self._names = ("agent", "opponent")

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

    @property
    def seat(self) -> Player:
        """The seat of the agent in this game.

        Raises:
            LearningError: no game has begun.
        """
        self._expect_begun()
        return self._seat

    @override
    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a game, and let the opponent move if it begins.

        Args:
            seed: a whole number from 0, which makes the deal, the seat and the opponent reproducible;
                without it, they are the next ones of the last seed. An opponent that is a bot, not a name
                or a class, keeps its own random numbers.
            options: not used.

        Returns:
            The observation and the info, as after a step.

        Raises:
            BotError: the opponent cannot be created, raised an error, or chose an illegal move; no game
                has begun then.
            WrongTypeError: the seed is not a whole number from 0.
        """
        if seed is not None:
            expect_number(seed, 0, "the seed")
        super().reset(seed=seed)
        if seed is not None or not self._games.begun:
            self._games.reset(seed)
            self._draws = generator("gymnasium", seed)
        else:
            self._games.begin(0)
        wanted = self._seat_wanted
        drawn = self._draws.choice(("one", "two")) if wanted == "random" else wanted
        self._seat = seat_of(drawn)
        self._bot = None  # until it is there, no game has begun
        self._bot = created(self._opponent, self._draws.getrandbits(32))
        self._is_over = False
        self._names = ("agent", "opponent") if self._seat is Player.ONE else ("opponent", "agent")
        try:
            self._answer()
        except BaseException:  # also Ctrl-C
            self._bot = None
            raise
        self._show()
        return self._observation(), self._info()

    @override
    def step(self, action: SupportsIndex) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an action of the agent, and let the opponent move until the agent is to move again.

        Args:
            action: the number of a legal action.

        Returns:
            The observation, the reward, whether the game is over, ``False`` (games are never cut short),
            and the info: the ``action_mask`` and the ``result``, a sentence, which is empty until the end,
            unless ``results`` is false.

        Raises:
            BotError: the opponent raised an error, or chose an illegal move; the action is taken back.
            LearningError: the action is illegal and does not just lose, the game is over, or none has
                begun.
            WrongTypeError: the action is not a whole number.
        """
        self._expect_begun()
        games = self._games
        (played,) = games.read([action])
        if self._is_over:
            raise LearningError("the game is over; reset the environment before the next action")
        games.codec.number(played)
        if self._loses and not games.is_legal(played):
            self._is_over = True
            self._mask[:] = 0
            return self._observation(), -1.0, True, False, self._info(str(games.error(played)))
        before = games.state()
        self._is_over = bool(games.play([played]))
        try:
            self._answer()
        except BaseException:  # also Ctrl-C, after which the opponent would be to move
            games.back_to(before)
            self._is_over = False
            raise
        self._show()
        reward, result = 0.0, ""
        if self._is_over:
            reward = games.reward() if self._seat is Player.ONE else 0.0 - games.reward()
            result = str(games.state().result)
        return self._observation(), reward, self._is_over, False, self._info(result)

    def _answer(self) -> None:
        """Let the opponent move until the agent is to move, or the game is over."""
        games = self._games
        while not self._is_over and games.state().player != self._seat:
            state = games.state()
            assert self._bot is not None  # a game has begun
            move = ask(self._bot, state)
            self._is_over = bool(games.play([games.codec.action(move, state)]))
        if self._is_over:
            self._mask[:] = 0

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return whether each action is legal; none after the end.

        Raises:
            LearningError: no game has begun.
        """
        self._expect_begun()
        return self._mask.astype(np.bool_)

    def _observation(self) -> Any:
        row = self._games.encoder.encode(self._games.state(), self._seat)
        return {"observation": row, "action_mask": self._mask.copy()} if self._in_dict else row

    def _info(self, result: str = "") -> dict[str, Any]:
        told = {"result": result} if self._tells_result else {}
        return {"action_mask": self._mask.copy(), **told}

    def _show(self) -> None:
        show(self._games.state(), self._names, self.render_mode)

    @override
    def render(self) -> Any:
        """Return the table in the render mode; ``None`` for ``human``, which prints it at every step.

        Raises:
            ExtraError: a package that ``rgb_array`` needs is not installed.
            LearningError: no game has begun.
        """
        self._expect_begun()
        return rendered(self._games.state(), self._names, self.render_mode)

    @override
    def close(self) -> None:
        """End the game, and let the opponent go, so that a program behind it ends.

        :meth:`reset` begins another game.
        """
        self._bot = None
        super().close()

    def _expect_begun(self) -> None:
        if self._bot is None:
            raise LearningError("no game has begun; call reset() first")


register_envs()
