"""Whether a bot keeps to what a game asks of it."""

from __future__ import annotations

import inspect
import pickle

import attrs

from wonders_duel.bots import Bot, RandomBot, expect_bot
from wonders_duel.catalogues import Catalogue, as_catalogue
from wonders_duel.deal import Deal
from wonders_duel.enums import Phase, Player
from wonders_duel.errors import BotError, expect_number, shown
from wonders_duel.moves import BaseMove, Move
from wonders_duel.position import Position
from wonders_duel.seeds import generator
from wonders_duel.state import State
from wonders_duel.testing.invariants import state_breaches, twin
from wonders_duel.testing.walks import opening, walk

__all__ = ["BotReport", "check_bot"]

MOST_PROBLEMS = 5
"""Problems after which the check stops looking for more."""
MOST_GAMES = 500
"""Games in which a state of each phase is looked for."""
OPENINGS = 16
"""Ways to begin: the combinations of rule options, for each player who begins."""
DECISIONS = [phase for phase in Phase if not phase.is_chance and phase is not Phase.OVER]


@attrs.frozen
class BotReport:
    """What a bot was asked, when nothing was wrong with it.

    Attributes:
        decisions: how often it chose.
        phases: the phases in which it did, in both seats.

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
) -> BotReport:
    """Check that a bot can be let into a game.

    The bot is asked in a state of each phase and in both seats: as it comes from
    play, as a position typed in by hand, and once more after the bot itself has
    been pickled. Then it plays whole games against a random bot, with different
    rule options. Nowhere may it raise an error, choose what is not a legal move,
    or change the state that it is given.

    Args:
        bot: the bot, ready to choose.
        games: whole games, from 0; seats, rule options and who begins change
            from one to the next. A game takes the bot about 35 decisions.
        seed: which games and states, from 0; the same seed asks the same.
        catalogue: the cards; the base game if left out.
        pickles: whether the bot has to come back from a pickle, as a pool of
            processes asks for.

    Returns:
        How often it chose, and in which phases. That it plays well is not checked.

    Raises:
        BotError: the first few things that are wrong, each with a position in
            which it is; if the bot raised an error, that is the cause.
        WrongTypeError: it has no ``choose``, it is a class and not an object of
            it, or a number is none.

    >>> from wonders_duel.bots import GreedyBot, RandomBot
    >>> len(check_bot(RandomBot(seed=1)).phases)
    7
    """
    expect_bot(bot)
    expect_number(games, 0, "games")
    expect_number(seed, 0, "seed")
    cards = as_catalogue(catalogue)
    watch = _Watch()
    copy = watch.pickled(bot) if pickles else None
    for state in _states(cards, seed):
        watch.ask(bot, state, "")
        watch.ask(bot, Position.of(state).state(), ", typed in by hand")
        if copy is not None:
            watch.ask(copy, state, ", after it was pickled")
        if watch.is_enough:
            break
    for number in range(0 if watch.is_enough else games):
        _play(watch, bot, seed + number, cards)
    if pickles:
        watch.pickled(bot)
    watch.finish()
    return BotReport(watch.decisions, frozenset(watch.phases))


def _states(catalogue: Catalogue, seed: int) -> list[State]:
    """Return a state of each phase for each player to move, from random games."""
    found: dict[tuple[Phase, Player | None], State] = {}
    liking = catalogue.wonders.keys()
    for number in range(seed, seed + MOST_GAMES):
        for state in walk(number, catalogue, liking):
            if state.to_move is not None:
                found.setdefault((state.phase, state.to_move), state)
        if len(found) == len(DECISIONS) * len(Player):
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
    """Asks a bot, and keeps what is wrong."""

    def __init__(self) -> None:
        self.decisions = 0
        self.phases: set[Phase] = set()
        self._problems: dict[str, str] = {}
        self._cause: BaseException | None = None

    @property
    def is_enough(self) -> bool:
        """Whether to stop looking for more."""
        return len(self._problems) >= MOST_PROBLEMS

    def pickled(self, bot: Bot) -> Bot | None:
        """Return a copy of a bot by its pickle; ``None`` if that cannot be."""
        try:
            copy: Bot = pickle.loads(pickle.dumps(bot))  # noqa: S301 - just made
        except Exception as error:  # noqa: BLE001 - whatever a stranger's class may raise
            self._keep(f"cannot be pickled: {_said(error)}", "", error)
            return None
        return copy

    def ask(self, bot: Bot, state: State, how: str) -> Move | None:
        """Let a bot choose in a copy of a state; ``None`` if it chose no legal move."""
        where = f" in phase {state.phase} as player {state.to_move}{how} ({state.to_text()})"
        given = twin(state)
        try:
            move: object = bot.choose(given)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a stranger's bot may raise
            self._keep(f"raised {_said(error)}", where, error)
            return None
        self.decisions += 1
        self.phases.add(state.phase)
        if not _is_same(given, state):
            self._keep("changed the state that it was given", where)
        elif inspect.iscoroutine(move):
            move.close()
            self._keep("gave a coroutine: choose has to give the move itself", where)
        elif not isinstance(move, BaseMove):
            self._keep(f"chose {shown(move)}, which is no move", where)
        elif move not in state.legal_moves:
            self._keep(f"chose {move}, which is not legal", where)
        else:
            return move
        return None

    def _keep(self, problem: str, where: str, cause: BaseException | None = None) -> None:
        """Keep a problem, the first time that it is met."""
        if not self.is_enough and problem not in self._problems:
            self._problems[problem] = where
            self._cause = self._cause or cause

    def finish(self) -> None:
        """Raise if something was wrong."""
        if self._problems:
            found = (f"the bot {problem}{where}" for problem, where in self._problems.items())
            raise BotError("; ".join(found)) from self._cause


def _said(error: BaseException) -> str:
    return f"{type(error).__name__}: {shown(str(error))}"


def _is_same(given: State, state: State) -> bool:
    """Say whether a state that a bot has held is what it was, in all it says of itself."""
    try:
        return (
            given == state
            and hash(given) == hash(state)
            and given.tables is state.tables
            and given.legal_moves == state.legal_moves
            and not list(state_breaches(given))
        )
    except Exception:  # noqa: BLE001 - a state with a wrong field may raise anything
        return False
