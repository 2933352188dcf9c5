"""Checks that a bot meets the contract of ``Bot``."""

from __future__ import annotations

import inspect
import pickle
from collections.abc import Callable

import attrs

from wonders_duel.bots import Bot, RandomBot
from wonders_duel.bots.base import expect_bot
from wonders_duel.catalogues import Catalogue, as_catalogue
from wonders_duel.deal import Deal
from wonders_duel.engine.moves import BaseMove, Move
from wonders_duel.enums import Phase, Player
from wonders_duel.errors import BotError
from wonders_duel.position import Position
from wonders_duel.seeds import generator
from wonders_duel.state import State
from wonders_duel.support.arguments import expect_number, expect_progress
from wonders_duel.support.phrases import shown
from wonders_duel.testing.invariants import state_breaches, twin
from wonders_duel.testing.problems import Problems
from wonders_duel.testing.walks import opening, walk

__all__ = ["BotReport", "check_bot"]

MOST_GAMES = 500
"""The maximum number of games searched for a state of each phase."""
OPENINGS = 32
"""The number of starts: the combinations of rule options, for each first player."""
DECISIONS = [phase for phase in Phase if not phase.is_chance and phase is not Phase.OVER]


@attrs.frozen
class BotReport:
    """The decisions that a bot made without an error.

    Attributes:
        decisions: the number of decisions.
        phases: the phases in which the bot decided, from both seats.

    >>> from wonders_duel.bots import RandomBot
    >>> from wonders_duel.testing import check_bot
    >>> report = check_bot(RandomBot(seed=1), games=2)
    >>> report.decisions > 50
    True
    """

    decisions: int
    phases: frozenset[Phase]


def check_bot(
    bot: Bot,
    *,
    games: int = 2,
    seed: int = 0,
    catalogue: Catalogue | None = None,
    pickles: bool = True,
    progress: Callable[[int, int], object] | None = None,
) -> BotReport:
    """Check that a bot chooses legal moves in every phase and from both seats.

    The bot has to choose in a state of each phase from both seats: in the state as
    it was played, in the same state created as a ``Position``, and again after the
    bot has been pickled. Then it plays whole games against a random bot, with
    different rule options. The bot must never raise an error, choose an illegal move,
    or change the state that it is given. How well it plays is not checked.

    Args:
        bot: the bot, ready to choose.
        games: the number of whole games, at least 0. Seats, rule options and the first
            player vary. A bot makes about 35 decisions in a game.
        seed: selects the games and states, at least 0; the same seed gives the same ones.
        catalogue: the cards; the base game by default.
        pickles: whether the bot has to be picklable, as a process pool requires.
        progress: called with how many steps are done, and how many there are: a state of each phase
            and seat, then the games; from 0 on, for slow bots.

    Returns:
        The number of decisions, and the phases in which they were made.

    Raises:
        BotError: the first few problems, each with a position in which it occurred; if
            the bot raised an error, that error is the cause.
        WrongTypeError: the bot has no method ``choose`` or is a class, ``games`` or ``seed`` is not a
            whole number of at least 0, or ``progress`` cannot be called.

    >>> from wonders_duel.bots import GreedyBot, RandomBot
    >>> len(check_bot(RandomBot(seed=1)).phases)
    7
    """
    expect_bot(bot)
    expect_number(games, 0, "games")
    expect_number(seed, 0, "seed")
    expect_progress(progress)
    cards = as_catalogue(catalogue)
    watch = _Watch()
    copy = watch.pickled(bot) if pickles else None
    states = _states(cards, seed)
    steps = len(states) + games
    for done, state in enumerate(states):
        if progress is not None:
            progress(done, steps)
        watch.ask(bot, state, "")
        watch.ask(bot, Position.of(state).state(), ", created as a Position")
        if copy is not None:
            watch.ask(copy, state, ", after pickling the bot")
        if watch.problems.is_enough:
            break
    for number in range(0 if watch.problems.is_enough else games):
        if progress is not None:
            progress(len(states) + number, steps)
        _play(watch, bot, seed + number, cards)
    if progress is not None:
        progress(steps, steps)
    if pickles:
        watch.pickled(bot)
    watch.finish()
    return BotReport(watch.decisions, frozenset(watch.phases))


def _states(catalogue: Catalogue, seed: int) -> list[State]:
    """Return a state of each phase for each player to move, from random games."""
    found: dict[tuple[Phase, Player | None], State] = {}
    preferred = catalogue.wonders.keys()
    # Most catalogues bring no choice of their own: do not search for its phase.
    phases = len(DECISIONS) - (not catalogue.tables.card_choices)
    for number in range(seed, seed + MOST_GAMES):
        for state in walk(number, catalogue, preferred):
            if state.to_move is not None:
                found.setdefault((state.phase, state.to_move), state)
        if len(found) == phases * len(Player):
            break
    return list(found.values())


def _play(watch: _Watch, bot: Bot, number: int, catalogue: Catalogue) -> None:
    """Play a game against a random bot, up to the first problem."""
    rng = generator("bot check", number)
    deal = Deal.random(rng, catalogue)
    state = opening(int(rng.random() * OPENINGS), catalogue)
    seat = Player(number % 2)
    other = RandomBot(number)
    while not state.is_over:
        if state.chance is not None:
            state = state.resolve(deal.outcome(state))
            continue
        move = watch.ask(bot, state, "") if state.to_move is seat else other.choose(state)
        if move is None:
            return
        state = state.play(move, deal)


class _Watch:
    """Calls a bot and collects the problems."""

    def __init__(self) -> None:
        self.decisions = 0
        self.phases: set[Phase] = set()
        self.problems = Problems()

    def pickled(self, bot: Bot) -> Bot | None:
        """Return a copy of a bot by pickling it, or ``None`` if that fails."""
        try:
            copy: Bot = pickle.loads(pickle.dumps(bot))  # noqa: S301 - created here
        except Exception as error:  # noqa: BLE001 - foreign code may raise anything
            self.problems.keep(f"cannot be pickled: {_error_text(error)}", "", error)
            return None
        return copy

    def ask(self, bot: Bot, state: State, how: str) -> Move | None:
        """Let a bot choose in a copy of a state, and return its move if it is legal."""
        where = f" in phase {state.phase} as player {state.to_move}{how} ({state.to_text()})"
        given = twin(state)
        try:
            move: object = bot.choose(given)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - foreign code may raise anything
            self.problems.keep(f"raised {_error_text(error)}", where, error)
            return None
        self.decisions += 1
        self.phases.add(state.phase)
        if not _is_same(given, state):
            self.problems.keep("changed the state that it was given", where)
        elif inspect.iscoroutine(move):
            move.close()
            self.problems.keep("returned a coroutine; choose(state) has to return a move", where)
        elif not isinstance(move, BaseMove):
            self.problems.keep(f"chose {shown(move)}, which is not a move", where)
        elif state.why_not(move):  # type: ignore[arg-type]  # its subclasses are the moves
            self.problems.keep(f"chose {move}, which is illegal", where)
        else:
            return move  # type: ignore[return-value]  # see above
        return None

    def finish(self) -> None:
        """Raise `BotError` if there were problems."""
        if message := "; ".join(f"the bot {one}" for one in self.problems):
            raise BotError(message) from self.problems.cause


def _error_text(error: BaseException) -> str:
    return f"{type(error).__name__}: {shown(str(error))}"


def _is_same(given: State, state: State) -> bool:
    """Return whether a state that was passed to a bot is unchanged in all respects."""
    try:
        return (
            given == state
            and hash(given) == hash(state)
            and given.tables is state.tables
            and given.legal_moves == state.legal_moves
            and not list(state_breaches(given))
        )
    except Exception:  # noqa: BLE001 - a damaged state may raise anything
        return False
