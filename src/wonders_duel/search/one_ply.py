"""``OnePlyBot``: the move after which an evaluation is highest, without a search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from wonders_duel.bots.base import expect_to_move
from wonders_duel.engine.moves import Move
from wonders_duel.errors import WrongTypeError
from wonders_duel.search.given import rating_of
from wonders_duel.search.limits import expect_evaluation
from wonders_duel.search.parts import Evaluation
from wonders_duel.seeds import Seed, expect_seed, generator
from wonders_duel.state import State
from wonders_duel.support.arguments import is_finite
from wonders_duel.support.phrases import shown

if TYPE_CHECKING:
    from random import Random

__all__ = ["OnePlyBot"]

_UNIFORMS: Final = 12
"""The variance of this many uniform numbers from 0 to 1 is 1."""


class OnePlyBot:
    """A bot that looks one move ahead with an evaluation, and can be made to err.

    Args:
        seed: makes the noise reproducible; it is different each time if left out.
        evaluation: rates states; it has a method ``log_odds(state)``. By default, the weights that
            come with the library: :func:`wonders_duel.evaluation.fitted`. One with a method
            ``log_odds_of(states)``, too, is asked for all moves at once.
        noise: the standard deviation of what is added to the value of each move, in log-odds,
            from 0; by default, the bot does not err.

    Raises:
        WrongTypeError: an argument has another type, or the noise is not a finite number from 0.

    >>> from wonders_duel import Age, CityPosition, Position
    >>> cities = (CityPosition(coins=30), CityPosition(coins=90))
    >>> cards = {0: "siege-workshop", 1: "senate"}
    >>> state = Position(age=Age.III, structure=cards, cities=cities, pawn=7).state()
    >>> print(OnePlyBot(seed=1).choose(state))
    build siege-workshop
    """

    def __init__(
        self, seed: Seed = None, *, evaluation: Evaluation | None = None, noise: float = 0.0
    ) -> None:
        """Check the arguments."""
        expect_seed(seed)
        expect_evaluation(evaluation)
        if not is_finite(noise) or noise < 0:
            raise WrongTypeError(f"expected a number from 0 as noise, got {shown(noise)}")
        self._evaluation = evaluation
        self._noise = float(noise)
        self._rng: Random = generator("one-ply bot", seed)

    def choose(self, state: State) -> Move:
        """Choose the move after which the state is best, before chance.

        Args:
            state: a state in which a player is to move.

        Returns:
            One of its legal moves.

        Raises:
            BotError: no player is to move, or the evaluation fails or does not return finite numbers.
            CatalogueError: the evaluation is for other cards.
            WrongTypeError: the argument is not a state.
        """
        expect_to_move(state)
        moves: Sequence[Move] = state.legal_moves
        if len(moves) == 1:
            return moves[0]
        rating = rating_of(self._evaluation, state)
        sign = -1.0 if state.player else 1.0
        odds = rating.log_odds_of([state.apply(move) for move in moves])
        values = [sign * one + self._error() for one in odds]
        return moves[max(range(len(moves)), key=values.__getitem__)]

    def _error(self) -> float:
        """Draw an error: a sum of uniform numbers, the same on every machine, unlike a logarithm."""
        if not self._noise:
            return 0.0
        total = -_UNIFORMS / 2
        for _ in range(_UNIFORMS):
            total += self._rng.random()
        return self._noise * total

    def __repr__(self) -> str:
        """Return the class and the noise."""
        return f"<{type(self).__name__} noise={self._noise:g}>"
