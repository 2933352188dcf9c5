"""Bots: the protocol, and two to start from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from math import isfinite
from numbers import Real
from random import Random
from types import MappingProxyType
from typing import Final, Protocol

from wonders_duel.cards import CAPITAL
from wonders_duel.enums import Phase, Player
from wonders_duel.errors import BotError, WrongTypeError, expect, nearest, shown
from wonders_duel.moves import Move
from wonders_duel.rules import SYMBOLS_TO_WIN
from wonders_duel.seeds import Seed, expect_seed, generator
from wonders_duel.state import State

__all__ = ["BOTS", "Bot", "GreedyBot", "RandomBot", "bot", "bot_names", "load_bot"]

_PLAYERS = tuple(Player)


class Bot(Protocol):
    """Anything that chooses a move.

    A bot sees the state and nothing else. If it draws lots it has a generator of
    its own, such as ``generator("my bot", seed)`` of ``wonders_duel.seeds``, so that
    it shares no stream with the game or with another bot.

    >>> class FirstBot:
    ...     def choose(self, state: State) -> Move:
    ...         return state.legal_moves[0]
    >>> bot: Bot = FirstBot()
    """

    def choose(self, state: State) -> Move:
        """Choose a move.

        Args:
            state: a state in which someone is to move.

        Returns:
            One of its legal moves.
        """


def expect_bot(bot: object) -> None:
    """Refuse what cannot be asked for a move, and the class of a bot given by mistake.

    Args:
        bot: the argument.

    Raises:
        WrongTypeError: it has no method ``choose``, or it is a class.
    """
    if isinstance(bot, type) or not callable(getattr(bot, "choose", None)):
        raise WrongTypeError(f"expected a bot with a method choose(state), got {shown(bot)}")


class RandomBot:
    """Chooses among the legal moves, each with the same probability.

    Args:
        seed: makes the choices repeatable. They are independent of a game and of
            other bots with the same seed; one bot draws independently for each seat.

    >>> RandomBot(seed=1).choose(State.start().resolve(next(State.start().chance.outcomes())[0]))
    Traceback (most recent call last):
        ...
    wonders_duel.errors.BotError: nobody is to move in this state (deal-wonders)
    """

    def __init__(self, seed: Seed = None) -> None:
        """Start the generators of the bot's own."""
        self._lots = _Lots("random bot", seed)

    def choose(self, state: State) -> Move:
        """Choose a legal move at random.

        Args:
            state: a state in which someone is to move.

        Raises:
            BotError: nobody is to move.
        """
        moves = _moves(state)
        return self._lots.draw(moves, state)


class _Lots:
    """What a bot draws: for each seat from a generator of its own, made when it is needed."""

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


def _moves(state: State) -> tuple[Move, ...]:
    expect(state, State, "a State")
    moves = state.legal_moves
    if not moves:
        message = f"nobody is to move in this state ({state.phase})"
        raise BotError(message)
    return moves


def judge(state: State, player: Player) -> float:
    """Judge a position by the points it would score and a few things that lead to more.

    Args:
        state: any state.
        player: for whom.

    Returns:
        How good it is in points, about 0 where nobody is better, 1000 for a win.
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
    """Judge what the cards of a city will still be worth, less as the ages go by."""
    city = state.cities[player]
    turns = (3 - state.age_number) * 20 + state.cards_left
    to_come = turns / 60
    symbols = len(city.symbols)
    producing = sum(
        1.0 + 0.5 * (1 / (1 + number))
        for number, made in enumerate(
            field.read(city.production) for field in state.catalogue.tables.produced
        )
        if made
    )
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
    """Looks one move ahead, with exact chance, and takes the move with the best prospect.

    Where cards are turned up or tokens drawn after the move, it judges every
    outcome and weighs them with their probabilities. Before the deal of an age
    or of a draft group it judges the position as it is.

    Args:
        seed: draws among equally good moves; makes the choices repeatable, as for
            ``RandomBot``.
        judge: how to judge a position for a player, as a finite number; in points by default.

    Raises:
        WrongTypeError: the judge cannot be called.

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
        """Start the generators of the bot's own."""
        if not callable(judge):
            raise WrongTypeError(f"expected a function judge(state, player), got {shown(judge)}")
        self._lots = _Lots("greedy bot", seed)
        self.judge = judge

    def choose(self, state: State) -> Move:
        """Choose the legal move with the best prospect.

        Args:
            state: a state in which someone is to move.

        Raises:
            BotError: nobody is to move, or the judge gives something else than a number.
        """
        moves = _moves(state)
        player = state.mover
        prospects = [(self.prospect(state.apply(move), player), move) for move in moves]
        best = max(value for value, _ in prospects)
        equals = [move for value, move in prospects if value == best]
        return self._lots.draw(equals, state)

    def prospect(self, state: State, player: Player) -> float:
        """Return the mean judgement over chance outcomes.

        Args:
            state: a state after a move.
            player: for whom.

        Raises:
            BotError: the judge gives something else than a finite number.
        """
        chance = state.chance
        if chance is None or chance.phase in {Phase.DEAL_AGE, Phase.DEAL_WONDERS}:
            return self._judged(state, player)
        mean = 0.0
        for outcome, probability in chance.outcomes():
            weight = float(Fraction(probability))
            mean += weight * self.prospect(state.resolve(outcome), player)
        return mean

    def _judged(self, state: State, player: Player) -> float:
        judged: object = self.judge(state, player)
        if type(judged) is float and isfinite(judged):  # nearly always, and quick
            return judged
        with suppress(OverflowError):  # a whole number beyond every float
            if isinstance(judged, Real) and isfinite(judged):
                return float(judged)
        raise BotError(
            f"the judgement of a position has to be a finite number, not {shown(judged)}"
        )


BOTS: Final[Mapping[str, Callable[[Seed], Bot]]] = MappingProxyType(
    {"greedy": GreedyBot, "random": RandomBot}
)
"""The built-in bots by their names."""


def bot(name: str, seed: Seed = None) -> Bot:
    """Make a bot by its name: a built-in one, or one that an installed package brings.

    A package names its bots as entry points in the group ``wonders_duel.bots``. It
    is imported when one of them is asked for. A built-in bot keeps its name
    whatever packages say. No text makes this import anything else, so the name may
    come from a stranger; see :func:`load_bot` for the bots that are not installed.

    Args:
        name: one of :func:`bot_names`, in any case.
        seed: for the bot's own generator.

    Raises:
        BotError: there is no such bot, two packages have one of that name, or the
            package fails to make it.

    >>> bot("greedly")
    Traceback (most recent call last):
        ...
    wonders_duel.errors.BotError: unknown bot 'greedly'; expected one of greedy, random; did you mean greedy?
    """
    expect(name, str, "the name of a bot")
    wanted = name.strip().lower()
    made = BOTS.get(wanted)
    if made is not None:
        return made(seed)
    from wonders_duel import plugins  # noqa: PLC0415 - it takes a while, and few need it

    installed = plugins.installed()
    sources = installed.get(wanted, ())
    if not sources:
        known = (*BOTS, *(one for one in installed if one not in BOTS))
        message = f"unknown bot {shown(name)}; expected one of {', '.join(known)}"
        raise BotError(message + nearest(name, known))
    if len(sources) > 1:
        message = f"several packages have a bot {wanted}: {', '.join(sources)}"
        raise BotError(f"{message}; name the module and the factory of the one that you mean")
    return plugins.make(sources[0], seed)


def bot_names() -> tuple[str, ...]:
    """List the bots that :func:`bot` makes: the built-in ones, then those of installed packages.

    Raises:
        BotError: what the installed packages say about themselves cannot be read.

    >>> bot_names()[:2]
    ('greedy', 'random')
    """
    from wonders_duel import plugins  # noqa: PLC0415 - see above

    return (*BOTS, *(name for name in plugins.installed() if name not in BOTS))


def load_bot(source: str, seed: Seed = None) -> Bot:
    """Make a bot that is written ``module:factory``, as on the command line.

    The module is imported, from wherever Python finds modules, and the factory, a class
    or a function, is called: with ``seed=`` if it takes that, which is to say if it has
    a parameter ``seed`` or takes any keyword, and without an argument otherwise. This
    runs code: never pass a text of a stranger.

    Args:
        source: such as ``mybot:MyBot`` or ``package.module:make_bot``.
        seed: for the bot's own generator.

    Raises:
        BotError: there is no such module or factory, one of them fails, or what comes
            out is no bot.

    >>> type(load_bot("wonders_duel.bots:GreedyBot", seed=1)).__name__
    'GreedyBot'
    >>> load_bot("wonders_duel.bots:GreadyBot")
    Traceback (most recent call last):
        ...
    wonders_duel.errors.BotError: wonders_duel.bots:GreadyBot: there is no 'GreadyBot'; did you mean GreedyBot?
    """
    expect(source, str, "a module and a factory as text")
    from wonders_duel import plugins  # noqa: PLC0415 - see above

    return plugins.make(source.strip(), seed)
