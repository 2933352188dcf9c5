"""The bot protocol, and the built-in bots by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from math import isfinite
from numbers import Real
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Protocol

from wonders_duel.cards import CAPITAL
from wonders_duel.engine.moves import Move
from wonders_duel.enums import Phase, Player, seat
from wonders_duel.errors import BotError, ChanceError, WrongTypeError
from wonders_duel.rules import SYMBOLS_TO_WIN
from wonders_duel.seeds import Seed, expect_seed, generator
from wonders_duel.state import State
from wonders_duel.support.arguments import expect
from wonders_duel.support.phrases import nearest, shown

if TYPE_CHECKING:
    from wonders_duel.game import Game

__all__ = ["BOTS", "Bot", "GreedyBot", "RandomBot", "bot", "bot_names", "level", "load_bot"]

_PLAYERS = tuple(Player)


class Bot(Protocol):
    """Anything that chooses a move.

    A bot sees only the state. If it makes random choices, it should have its own
    generator, such as ``wonders_duel.seeds.generator("my bot", seed)``, so that it
    shares no random stream with the game or with another bot.

    >>> class FirstBot:
    ...     def choose(self, state: State) -> Move:
    ...         return state.legal_moves[0]
    >>> bot: Bot = FirstBot()
    """

    def choose(self, state: State) -> Move:
        """Choose a move.

        Args:
            state: a state in which a player is to move.

        Returns:
            One of its legal moves.
        """


def expect_bot(bot: object) -> None:
    """Raise `WrongTypeError` for an object that is not a bot, or for the class of a bot.

    Args:
        bot: the argument to check.

    Raises:
        WrongTypeError: the argument has no method ``choose``, or it is a class.
    """
    if isinstance(bot, type) or not callable(getattr(bot, "choose", None)):
        raise WrongTypeError(f"expected a bot with a method choose(state), got {shown(bot)}")


def play_out(game: Game, bots: tuple[Bot, Bot]) -> None:
    """Play a game to its end.

    Args:
        game: the game.
        bots: the bots of players one and two.

    Raises:
        ChanceError: the game has no deal and waits for a chance outcome.
        Exception: any exception of a bot, with a note that says which bot raised it.
    """
    while True:
        player = game.to_move
        if player is None:
            if game.is_over:
                return
            raise ChanceError(
                f"the game waits for a chance outcome ({game.state.phase}) and has no deal: "
                "start it with Game.from_state(state, rng=...) to play it out"
            )
        action = "raised"
        try:
            move = bots[player].choose(game.state)
            action = "chosen"
            game.play(move)
        except Exception as error:
            error.add_note(f"{action} by the bot of player {player}, {shown(bots[player])}")
            raise


class RandomBot:
    """A bot that chooses uniformly among the legal moves.

    Args:
        seed: makes the choices reproducible. They are independent of a game and of
            other bots with the same seed; a bot draws independently for each seat.

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

        Raises:
            BotError: no player is to move.
            WrongTypeError: the argument is not a state.
        """
        moves = _moves(state)
        return self._choices.draw(moves, state)

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


def _moves(state: State) -> tuple[Move, ...]:
    expect(state, State, "a State")
    moves = state.legal_moves
    if not moves:
        message = f"nobody is to move in this state ({state.phase})"
        raise BotError(message)
    return moves


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
    age or of a draft group it evaluates the state as it is.

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

        Raises:
            BotError: no player is to move, or ``judge`` does not return a finite number.
            WrongTypeError: the argument is not a state.
        """
        moves = _moves(state)
        player = state.mover
        values = [(self.prospect(state.apply(move), player), move) for move in moves]
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

        >>> from wonders_duel import Game
        >>> state = Game(seed=3, rules="first-game").state
        >>> after = state.apply(state.legal_moves[0])
        >>> round(GreedyBot().prospect(after, "one"), 1)
        0.2
        """
        expect(state, State, "a State")
        return self._expected(state, seat(player))

    def _expected(self, state: State, player: Player) -> float:
        chance = state.chance
        if chance is None or chance.phase in {Phase.DEAL_AGE, Phase.DEAL_WONDERS}:
            return self._evaluation(state, player)
        mean = 0.0
        for outcome, probability in chance.outcomes():
            weight = float(probability)
            mean += weight * self._expected(state.resolve(outcome), player)
        return mean

    def _evaluation(self, state: State, player: Player) -> float:
        value: object = self.judge(state, player)
        if type(value) is float and isfinite(value):  # the usual case, and fast
            return value
        with suppress(OverflowError):  # an integer too large for a float
            if isinstance(value, Real) and isfinite(value):
                return float(value)
        raise BotError(f"expected a finite number from judge(state, player), got {shown(value)}")

    def __repr__(self) -> str:
        """Return the class, and the evaluation function if it is not the one of the library."""
        name = getattr(self.judge, "__name__", type(self.judge).__name__)
        return f"<{type(self).__name__}{'' if self.judge is judge else f' judge={name}'}>"


LEVELS: Final = ("easy", "medium", "hard", "expert")
"""The levels of the library's own player, the weakest first."""


def level(name: str, seed: Seed = None, *, workers: int = 1) -> Bot:
    """Create the library's own player with a strength by name.

    * ``easy`` looks one move ahead, and errs now and then;
    * ``medium`` searches with 100 simulations, the same in every run with a seed;
    * ``hard`` searches for a second of processor time;
    * ``expert`` searches for ten.

    Each of them beats the greedy bot. A level is also a name for :func:`bot` and for the commands
    ``play``, ``demo`` and ``match``.

    Args:
        name: the level, in upper or lower case.
        seed: the seed of the bot's own generator.
        workers: how many processes share the work of a search: see
            :class:`~wonders_duel.search.SearchBot`.

    Raises:
        BotError: there is no such level.
        WrongTypeError: an argument has the wrong type, or there are several workers for a level
            that does not search.

    >>> level("medium", seed=1)
    <SearchBot simulations=100>
    """
    expect(name, str, "the name of a level")
    wanted = name.strip().lower()
    if wanted not in LEVELS:
        message = f"unknown level {shown(name)}; expected one of {', '.join(LEVELS)}"
        raise BotError(message + nearest(name, LEVELS))
    from wonders_duel.search import levels  # noqa: PLC0415 - it imports bots, and is slow to import

    return levels.LEVELS[wanted](seed, workers)


def _searching(
    seed: Seed = None,
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    clock: str = "process",
    memory: int = 1 << 30,
    workers: int = 1,
) -> Bot:
    """Create a `SearchBot`, which has the same settings, with the library's evaluation."""
    from wonders_duel.search import SearchBot  # noqa: PLC0415 - see above

    return SearchBot(
        seed,
        simulations=simulations,
        seconds=seconds,
        clock=clock,
        memory=memory,
        workers=workers,
    )


BOTS: Final[Mapping[str, Callable[[Seed], Bot]]] = MappingProxyType(
    {
        "greedy": GreedyBot,
        "random": RandomBot,
        **{name: partial(level, name) for name in LEVELS},
        "search": _searching,
    }
)
"""The factories of the built-in bots by name."""
PROCESS: Final = "process"
"""The name of a bot that is a program in any language; it needs the setting ``command``."""


def bot(name: str, seed: Seed = None, settings: Mapping[str, object] = MappingProxyType({})) -> Bot:
    """Create a bot by name: a built-in one, or one from an installed package.

    A package registers its bots as entry points in the group ``wonders_duel.bots``. It
    is imported only when one of its bots is requested. A package cannot replace a
    built-in bot. No name makes this function import anything else, so the name may be
    untrusted input. For bots that are not registered, see :func:`load_bot`.

    The name ``process`` with the setting ``command`` is a program in any language, see
    :func:`wonders_duel.protocol.process`. So the settings must not be untrusted input.

    Args:
        name: one of :func:`bot_names`, in upper or lower case.
        seed: the seed of the bot's own generator.
        settings: further keyword arguments for the factory of the bot.

    Raises:
        BotError: no bot has this name, several packages have a bot of this name, the bot does
            not have one of the settings, or the package fails to create it.
        WrongTypeError: an argument has the wrong type.

    >>> bot("search", seed=1, settings={"simulations": 50})
    <SearchBot simulations=50>
    >>> bot("greedly")
    Traceback (most recent call last):
        ...
    wonders_duel.errors.BotError: unknown bot 'greedly'; expected one of greedy, random, easy, medium, hard, expert, search; did you mean greedy?
    """
    expect(name, str, "the name of a bot")
    expect(settings, Mapping, "a mapping as settings")
    wanted = name.strip().lower()
    if wanted == PROCESS:
        from wonders_duel.protocol import process  # noqa: PLC0415 - above this module

        return process(seed=seed, **settings)  # type: ignore[arg-type]
    made = BOTS.get(wanted)
    if made is not None and not settings:
        return made(seed)
    from wonders_duel.support import plugins  # noqa: PLC0415 - slow to import and rarely needed

    if made is not None:
        return plugins.create(wanted, made, seed, settings)

    installed = plugins.installed()
    sources = installed.get(wanted, ())
    if not sources:
        known = (*BOTS, *(one for one in installed if one not in BOTS))
        message = f"unknown bot {shown(name)}; expected one of {', '.join(known)}"
        raise BotError(message + nearest(name, known))
    if len(sources) > 1:
        message = f"several packages have a bot named {wanted}: {', '.join(sources)}"
        raise BotError(f"{message}; choose one by its module and factory")
    return plugins.make(sources[0], seed, settings)


def bot_names() -> tuple[str, ...]:
    """Return the names that :func:`bot` accepts: built-in bots first, then installed ones.

    Raises:
        BotError: the metadata of the installed packages cannot be read.

    >>> bot_names()[:2]
    ('greedy', 'random')
    """
    from wonders_duel.support import plugins  # noqa: PLC0415 - see above

    return (*BOTS, *(name for name in plugins.installed() if name not in BOTS))


def load_bot(
    source: str, seed: Seed = None, settings: Mapping[str, object] = MappingProxyType({})
) -> Bot:
    """Create a bot from ``module:factory``, as on the command line.

    The module is imported from ``sys.path``, and the factory, a class or a function, is
    called: with ``seed=`` if it has a parameter ``seed`` or accepts any keyword, and
    without arguments otherwise. This runs code: never pass untrusted input.

    Args:
        source: such as ``mybot:MyBot`` or ``package.module:make_bot``.
        seed: the seed of the bot's own generator.
        settings: further keyword arguments for the factory.

    Raises:
        BotError: there is no such module or factory, one of them fails, the factory does not
            have one of the settings, or the result is not a bot.
        WrongTypeError: an argument has the wrong type.

    >>> type(load_bot("wonders_duel.bots:GreedyBot", seed=1)).__name__
    'GreedyBot'
    >>> load_bot("wonders_duel.bots:GreadyBot")
    Traceback (most recent call last):
        ...
    wonders_duel.errors.BotError: wonders_duel.bots:GreadyBot: there is no 'GreadyBot'; did you mean GreedyBot?
    """
    expect(source, str, "a module and a factory as text")
    expect(settings, Mapping, "a mapping as settings")
    from wonders_duel.support import plugins  # noqa: PLC0415 - see above

    return plugins.make(source.strip(), seed, settings)


def check(source: str, settings: Mapping[str, object]) -> None:
    """Raise an error if there is no such bot, or it does not have these settings.

    The built-in bots, which are created for this, check the values, too. Of another bot, only the
    module is imported.

    Args:
        source: a name as for :func:`bot`, or a module and a factory as for :func:`load_bot`.
        settings: the keyword arguments for the factory.

    Raises:
        BotError: there is no such bot, or it does not have these settings.
    """
    from wonders_duel.support import plugins  # noqa: PLC0415 - see above

    if ":" in source:
        plugins.check(source.strip(), settings)
        return
    places = () if source in BOTS else plugins.installed().get(source, ())
    if len(places) == 1:
        plugins.check(places[0], settings)
    else:
        bot(source, 0, settings)
