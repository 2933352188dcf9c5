"""The bots that look at most one move ahead, and judge by points."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from wonders_duel.bots.base import expect_to_move
from wonders_duel.cards import CAPITAL
from wonders_duel.engine.moves import Move
from wonders_duel.enums import Phase, Player, seat
from wonders_duel.errors import WrongTypeError
from wonders_duel.rules import SYMBOLS_TO_WIN
from wonders_duel.seeds import Seed, expect_seed, generator
from wonders_duel.state import State
from wonders_duel.support.arguments import expect, finite_number
from wonders_duel.support.phrases import shown

__all__ = ["GreedyBot", "RandomBot", "judge"]

_PLAYERS = tuple(Player)
_MOST_OUTCOMES: Final = 10_000
"""The most outcomes that a prospect is the mean of, more than twice those of the base game."""


class RandomBot:
    """A bot that chooses uniformly among the legal moves.

    Args:
        seed: makes the choices reproducible; they differ each time if it is left out. They are
            independent of a game and of other bots with the same seed; a bot draws independently
            for each seat.

    Raises:
        WrongTypeError: the seed has another type.

    >>> from wonders_duel import Game
    >>> print(RandomBot(seed=1).choose(Game(seed=3).state))
    draft the-appian-way
    """

    def __init__(self, seed: Seed = None) -> None:
        """Create the bot's own generators."""
        self._choices = _RandomChoices("random bot", seed)

    def choose(self, state: State) -> Move:
        """Choose a legal move at random.

        Args:
            state: a state in which a player is to move.

        Returns:
            One of its legal moves.

        Raises:
            BotError: no player is to move.
            WrongTypeError: the argument is not a state.
        """
        expect_to_move(state)
        return self._choices.draw(state.legal_moves, state)

    def __repr__(self) -> str:
        """Return the class."""
        return f"<{type(self).__name__}>"


class _RandomChoices:
    """Random choices of a bot, with a separate generator for each seat, created on first use."""

    def __init__(self, purpose: str, seed: Seed) -> None:
        expect_seed(seed)
        self._purpose = purpose
        self._seed = seed
        self._rngs: dict[int, Random] = {}

    def draw(self, moves: Sequence[Move], state: State) -> Move:
        """Draw one of the moves, each with the same probability."""
        player = state.player
        rng = self._rngs.get(player)
        if rng is None:
            rng = generator(f"{self._purpose}, player {_PLAYERS[player]}", self._seed)
            self._rngs[player] = rng
        return moves[int(rng.random() * len(moves))]


def judge(state: State, player: Player) -> float:
    """Evaluate a state by its points and by a few things that promise more.

    Args:
        state: any state.
        player: the player for whom the state is evaluated.

    Returns:
        The evaluation in points: about 0 if neither player is ahead, 1000 for a win and
        -1000 for a defeat.
    """
    result = state.result
    if result is not None:
        return 2000.0 * result.share(player) - 1000.0
    points = state.totals
    ahead = state.pawn if player is Player.ONE else -state.pawn
    danger = 0.15 * ahead * abs(ahead) * abs(ahead) / CAPITAL
    return (
        points[player]
        - points[player.opponent]
        + _promise(state, player)
        - _promise(state, player.opponent)
        + 0.4 * ahead
        + danger
    )


def _promise(state: State, player: Player) -> float:
    """Estimate the future points of a city's cards, which decrease as the game goes on."""
    city = state.cities[player]
    turns = (3 - state.age_number) * 20 + state.cards_left
    to_come = turns / 60
    symbols = len(city.symbols)
    # Not sum(), which adds floats in another way from Python 3.12 on: bots play the same everywhere.
    producing = 0.0
    for number, field in enumerate(state.catalogue.tables.layout.produced):
        if field.read(city.production):
            producing += 1.0 + 0.5 * (1 / (1 + number))
    again = sum(
        state.catalogue.tables.wonders[number].play_again for number in city.unbuilt_numbers
    )
    return (
        to_come * (1.6 * producing + 0.35 * (city.supply.bit_count()))
        + 0.12 * min(city.coins, 12)
        + 0.35 * symbols * symbols * (1 if symbols < SYMBOLS_TO_WIN - 1 else 2)
        + to_come * (2.5 * len(city.unbuilt_numbers) + again)
        + (2.0 if state.extra_turn and state.player == player else 0.0)
    )


class GreedyBot:
    """A bot that looks one move ahead and chooses the move with the best expected evaluation.

    If cards are revealed or tokens drawn after the move, it evaluates every chance
    outcome and weights the evaluations by their probabilities. Before the deal of an
    age or of a draft group it evaluates the state as it is, and also where custom cards
    lead to more than 10,000 outcomes of a move.

    Args:
        seed: makes the random choice among equally good moves reproducible, as for
            ``RandomBot``.
        judge: the evaluation function, ``judge(state, player)``, which returns a finite
            number; by default an estimate in points.

    Raises:
        WrongTypeError: ``judge`` cannot be called, or the seed has another type.

    >>> from wonders_duel import Game
    >>> game = Game(seed=3, rules="first-game")
    >>> print(GreedyBot(seed=1).choose(game.state))
    build altar
    """

    def __init__(
        self,
        seed: Seed = None,
        judge: Callable[[State, Player], float] = judge,
    ) -> None:
        """Create the bot's own generators."""
        if not callable(judge):
            raise WrongTypeError(f"expected a function judge(state, player), got {shown(judge)}")
        self._choices = _RandomChoices("greedy bot", seed)
        self.judge = judge

    def choose(self, state: State) -> Move:
        """Choose the legal move with the best expected evaluation.

        Args:
            state: a state in which a player is to move.

        Returns:
            One of its legal moves.

        Raises:
            BotError: no player is to move, or ``judge`` does not return a finite number.
            WrongTypeError: the argument is not a state.
            Exception: any exception of ``judge``.
        """
        expect_to_move(state)
        player = state.mover
        values = [(self.prospect(state.apply(move), player), move) for move in state.legal_moves]
        best = max(value for value, _ in values)
        equals = [move for value, move in values if value == best]
        return self._choices.draw(equals, state)

    def prospect(self, state: State, player: Player | int | str) -> float:
        """Return the expected evaluation over the chance outcomes.

        Args:
            state: a state after a move.
            player: the player for whom the state is evaluated.

        Returns:
            The evaluation in the units of ``judge``: points by default.

        Raises:
            BotError: ``judge`` does not return a finite number.
            UnknownNameError: there is no such player.
            WrongTypeError: the first argument is not a state.
            Exception: any exception of ``judge``.

        >>> from wonders_duel import Game
        >>> state = Game(seed=3, rules="first-game").state
        >>> after = state.apply(state.legal_moves[0])
        >>> round(GreedyBot().prospect(after, "one"), 1)
        0.2
        """
        expect(state, State, "a State")
        return self._expected(state, seat(player), 1)

    def _expected(self, state: State, player: Player, lines: int) -> float:
        chance = state.chance
        if chance is None or chance.phase in {Phase.DEAL_AGE, Phase.DEAL_WONDERS}:
            return self._evaluation(state, player)
        lines *= chance.count
        if lines > _MOST_OUTCOMES:
            return self._evaluation(state, player)
        mean = 0.0
        for outcome, probability in chance.outcomes():
            weight = float(probability)
            mean += weight * self._expected(state.resolve(outcome), player, lines)
        return mean

    def _evaluation(self, state: State, player: Player) -> float:
        return finite_number(self.judge(state, player), "judge(state, player)")

    def __repr__(self) -> str:
        """Return the class, and the evaluation function if it is not the one of the library."""
        name = getattr(self.judge, "__name__", type(self.judge).__name__)
        return f"<{type(self).__name__}{'' if self.judge is judge else f' judge={name}'}>"
