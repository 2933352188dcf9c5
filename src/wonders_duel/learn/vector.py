"""The ``VectorDuel`` class: many games in lockstep, with masks and observations in arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wonders_duel.deal import Deal
from wonders_duel.errors import LearningError, WrongTypeError
from wonders_duel.learn.actions import ActionCodec
from wonders_duel.learn.encoder import Encoder
from wonders_duel.learn.extras import need
from wonders_duel.learn.games import Games
from wonders_duel.learn.layout import plan_of
from wonders_duel.learn.plain import listed, plain_index
from wonders_duel.learn.rows import rule_columns
from wonders_duel.seeds import Seed
from wonders_duel.support.arguments import expect, is_within
from wonders_duel.support.phrases import shown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    import numpy.typing as npt

    from wonders_duel.catalogues import Catalogue
    from wonders_duel.learn.arrays import Int8Array, RowArray
    from wonders_duel.rules import Rules
    from wonders_duel.state import State
else:
    np = need("numpy", "learn", "VectorDuel")

__all__ = ["VectorDuel"]

MOST_GAMES = 1_000_000


class VectorDuel:
    """Several games in lockstep: every step plays one action in each of them.

    A game that ends begins again at once with a new deal, so that there is always a player to move in
    every game. The arrays are made once and changed by every step: copy what you want to keep.
    Player one begins every game; which player an agent has is up to you.

    Args:
        number: the number of games, 1 to 1,000,000; 64 to 256 are fastest.
        seed: makes the deals reproducible: with the same seed and actions, all arrays are the same on
            every machine. Without a seed, they differ each time.
        rules: a ``Rules`` object, its options as a mapping, or a wonder setup as text.
        catalogue: the cards of the games; the base game if left out.
        observations: whether to fill :attr:`observations`.
        masks: whether to fill :attr:`masks`.
        dtype: the dtype of the observations, ``int8`` or ``float32``.
        relative: whether actions mean the same for both players; see :class:`~wonders_duel.learn.ActionCodec`.

    Raises:
        ExtraError: numpy is not installed.
        LearningError: the dtype is another one.
        RuleOptionError: an option or a value is unknown.
        WrongTypeError: an argument has another type, or the number is out of range.

    >>> import numpy as np
    >>> games = VectorDuel(4, seed=1)
    >>> games.observations.shape, games.masks.shape, games.to_move
    ((4, 2662), (4, 1192), array([0, 0, 0, 0], dtype=int8))
    >>> actions = games.masks.argmax(axis=1)  # the first legal action of each game
    >>> rewards, ended = games.step(actions)
    >>> rewards.shape, ended, games.to_move
    ((4, 2), array([False, False, False, False]), array([1, 1, 1, 1], dtype=int8))
    """

    def __init__(
        self,
        number: int,
        *,
        seed: Seed = None,
        rules: Rules | Mapping[str, str] | str | None = None,
        catalogue: Catalogue | None = None,
        observations: bool = True,
        masks: bool = True,
        dtype: object = "int8",
        relative: bool = True,
    ) -> None:
        """Make the arrays, and begin the games."""
        number = plain_index(number)
        if not is_within(number, 1, MOST_GAMES):
            raise WrongTypeError(
                f"expected a number of games from 1 to {MOST_GAMES:,}, got {shown(number)}"
            )
        for value, what in ((observations, "observations"), (masks, "masks")):
            expect(value, bool, f"True or False for {what}")
        self._games = Games(
            number, rules=rules, catalogue=catalogue, masks=masks, relative=relative
        )
        games = self._games
        row_type = games.encoder.unpack([], dtype=dtype).dtype
        self._masks: Int8Array | None = self._mask_array() if masks else None
        self._observations: RowArray | None = None
        if observations:
            self._observations = np.zeros((number, games.encoder.size), row_type)
        self.to_move: Int8Array = np.zeros(number, np.int8)
        """The player to move in each game: 0 for player one, 1 for player two."""
        self._plan = plan_of(games.catalogue)
        self._rewards: npt.NDArray[np.float32] = np.zeros((number, 2), np.float32)
        self._ended: npt.NDArray[np.bool_] = np.zeros(number, np.bool_)
        self.reset(seed)

    def _mask_array(self) -> Int8Array:
        """Return the masks of the games as an array, which shows each change of them."""
        games = self._games
        return np.frombuffer(games.masks, np.int8).reshape(games.number, games.codec.size)

    def __getstate__(self) -> dict[str, Any]:
        """Return the attributes, without those that are made of the games."""
        return {**self.__dict__, "_masks": None, "_plan": None}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        """Make the others for these games."""
        self.__dict__.update(kept)
        self._plan = plan_of(self._games.catalogue)
        if self._games.masks:
            self._masks = self._mask_array()

    @property
    def masks(self) -> Int8Array:
        """The legal actions of each game: an array of int8 of shape ``(number, actions)``.

        A step changes only what is no longer or newly legal, so do not write to it.

        Raises:
            LearningError: they were not asked for.
        """
        if self._masks is None:
            raise LearningError("there are no masks: the games were made with masks=False")
        return self._masks

    @property
    def observations(self) -> RowArray:
        """The row of each game, seen by the player to move: an array of shape ``(number, size)``.

        Raises:
            LearningError: they were not asked for.
        """
        if self._observations is None:
            raise LearningError("there are no rows: the games were made with observations=False")
        return self._observations

    @property
    def number(self) -> int:
        """The number of games."""
        return self._games.number

    @property
    def codec(self) -> ActionCodec:
        """The actions."""
        return self._games.codec

    @property
    def encoder(self) -> Encoder:
        """The encoder of the observations."""
        return self._games.encoder

    @property
    def states(self) -> tuple[State, ...]:
        """The state of each game."""
        return tuple(self._games.lanes.states)

    @property
    def games(self) -> tuple[int, ...]:
        """The number of each game, from 0, in the order in which they began."""
        return tuple(self._games.numbers)

    @property
    def legal_actions(self) -> list[list[int]]:
        """The legal actions of each game."""
        return [numbers.copy() for numbers in self._games.lanes.legal]

    def deal(self, game: int) -> Deal:
        """Return the deal of a game: one of :attr:`games`, or an earlier one.

        Args:
            game: the number of the game, from 0.

        Raises:
            LearningError: no such game has begun.
        """
        return self._games.deal(game)

    def reset(self, seed: Seed = None) -> None:
        """Begin all games again.

        Args:
            seed: makes the deals reproducible; without it, they differ each time.

        Raises:
            WrongTypeError: the seed has another type.
        """
        self._games.reset(seed)
        self._rewards[:] = 0
        self._ended[:] = False
        self._observe()

    def step(
        self, actions: Sequence[int] | npt.NDArray[Any]
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.bool_]]:
        """Play an action in each game; a game that ends begins again.

        Args:
            actions: for each game, the number of a legal action.

        Returns:
            The rewards of players one and two, an array of float32 of shape ``(number, 2)``: 1 for the
            winner of a game that has ended, -1 for the loser, otherwise 0; and whether the game of
            each row has ended. The next step changes both arrays.

        Raises:
            LearningError: there is another number of actions, or one is illegal; nothing is played.
            WrongTypeError: an action is not a whole number.
        """
        games = self._games
        rewards, ended = self._rewards, self._ended
        over = games.play(self._read(actions))
        rewards[:] = 0
        ended[:] = False
        for place in over:
            rewards[place, 0] = games.reward(place)
            rewards[place, 1] = 0.0 - rewards[place, 0]
            ended[place] = True
            games.begin(place)
        self._observe()
        return rewards, ended

    def _read(self, actions: Sequence[int] | npt.NDArray[Any]) -> list[int]:
        """Return the actions as a list of whole numbers."""
        number = self.number
        if isinstance(actions, np.ndarray):
            if actions.shape != (number,):
                raise LearningError(
                    f"the actions have the shape {actions.shape}; expected ({number},)"
                )
            if actions.dtype.kind not in "iu":
                raise WrongTypeError(f"expected whole numbers as actions, got {actions.dtype}")
            read: list[int] = actions.tolist()
            return read
        given = listed(actions, f"{number} actions")
        if len(given) != number:
            raise LearningError(f"got {len(given)} actions; expected {number}")
        return self._games.read(given)

    def _observe(self) -> None:
        """Fill the arrays."""
        lanes = self._games.lanes
        self.to_move[:] = np.frombuffer(lanes.movers(), np.int8)
        if self._observations is not None:
            rules = rule_columns(lanes.states[0])
            self.encoder.unpack(lanes.packed(self._plan, rules), out=self._observations)

    def __repr__(self) -> str:
        """Return the number of games."""
        return f"<VectorDuel of {self.number} games>"
