"""Whether a bot keeps to what a game asks of it."""

from __future__ import annotations

import pickle
from random import Random

import attrs

from wonders_duel.bots import Bot, RandomBot
from wonders_duel.catalogues import Catalogue, as_catalogue
from wonders_duel.deal import Deal
from wonders_duel.enums import Phase, Player
from wonders_duel.errors import BotError, WrongTypeError, expect_number, shown
from wonders_duel.moves import BaseMove, Move
from wonders_duel.position import Position
from wonders_duel.state import State
from wonders_duel.testing.invariants import twin
from wonders_duel.testing.walks import opening, walk

__all__ = ["BotReport", "check_bot"]

MOST_PROBLEMS = 5
"""Problems after which the check stops looking for more."""
MOST_GAMES = 500
"""Games in which a state of each phase is looked for."""
DECISIONS = [phase for phase in Phase if not phase.is_chance and phase is not Phase.OVER]


@attrs.frozen
class BotReport:
    """What a bot was asked, when nothing was wrong with it.

    Attributes:
        decisions: how often it chose.
        phases: the phases in which it did, in both seats.
    """

    decisions: int
    phases: frozenset[Phase]


def check_bot(
    bot: Bot, *, games: int = 2, seed: int = 0, catalogue: Catalogue | None = None
) -> BotReport:
    """Check that a bot can be let into a game.

    The bot is asked in a state of each phase and in both seats: as it comes from
    play, as a position typed in by hand, and once more after the bot itself has
    been pickled. Then it plays whole games against a random bot, with different
    rule options. Nowhere may it raise an error, choose what is not a legal move,
    or change the state that it is given.

    Args:
        bot: the bot, ready to choose.
        games: whole games, from 0; the seats change. A game takes it about 35 decisions.
        seed: which games and states; the same seed asks the same.
        catalogue: the cards; the base game if left out.

    Returns:
        How often it chose, and in which phases. That it plays well is not checked.

    Raises:
        BotError: the first few things that are wrong, each with the position; if
            the bot raised an error, that is the cause.
        WrongTypeError: it has no ``choose``, or it is a class and not an object of it.

    >>> from wonders_duel.bots import GreedyBot, RandomBot
    >>> len(check_bot(RandomBot(seed=1)).phases)
    7
    """
    if isinstance(bot, type) or not callable(getattr(bot, "choose", None)):
        raise WrongTypeError(f"a bot with a method choose(state) is needed, not {shown(bot)}")
    expect_number(games, 0, "games")
    cards = as_catalogue(catalogue)
    watch = _Watch()
    copy = watch.pickled(bot)
    for state in _states(cards, seed):
        if watch.is_enough:
            break
        watch.ask(bot, state, "")
        watch.ask(bot, Position.of(state).state(), ", typed in by hand")
        if copy is not None:
            watch.ask(copy, state, ", after it was pickled")
    for number in range(0 if watch.is_enough else games):
        _play(watch, bot, Player(number % 2), opening(seed + number, cards), seed + number)
    watch.pickled(bot)
    watch.finish()
    return BotReport(watch.decisions, frozenset(watch.phases))


def _states(catalogue: Catalogue, seed: int) -> list[State]:
    """Give a state of each phase for each player to move, from random games."""
    found: dict[tuple[Phase, Player | None], State] = {}
    liking = catalogue.wonders.keys()
    for number in range(seed, seed + MOST_GAMES):
        for state in walk(number, catalogue, liking):
            if state.to_move is not None:
                found.setdefault((state.phase, state.to_move), state)
        if len(found) == len(DECISIONS) * len(Player):
            break
    return list(found.values())


def _play(watch: _Watch, bot: Bot, seat: Player, state: State, seed: int) -> None:
    """Play a game against a random bot, up to the first problem."""
    deal = Deal.random(Random(seed), state.catalogue)
    other = RandomBot(seed)
    while not state.is_over:
        if state.chance is not None:
            state = state.resolve(deal.resolve(state))
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
        self._problems: list[str] = []
        self._cause: Exception | None = None

    @property
    def is_enough(self) -> bool:
        """Whether to stop looking for more."""
        return len(self._problems) >= MOST_PROBLEMS

    def pickled(self, bot: Bot) -> Bot | None:
        """Give a copy of a bot by its pickle; ``None`` if that cannot be."""
        try:
            copy: Bot = pickle.loads(pickle.dumps(bot))  # noqa: S301 - just made
        except Exception as error:  # noqa: BLE001 - whatever a stranger's class may raise
            self._keep(f"the bot cannot be pickled: {type(error).__name__}: {error}", error)
            return None
        return copy

    def ask(self, bot: Bot, state: State, how: str) -> Move | None:
        """Let a bot choose; ``None`` if it chose no legal move."""
        where = f"in phase {state.phase} as player {state.to_move}{how}"
        before = twin(state)
        try:
            move = bot.choose(state)
        except Exception as error:  # noqa: BLE001 - whatever a stranger's bot may raise
            self._keep(f"{where} the bot raised {type(error).__name__}: {error}", error, before)
            return None
        self.decisions += 1
        self.phases.add(state.phase)
        if _told(state) != _told(before):
            self._keep(f"{where} the bot changed the state that it was given", None, before)
            return None
        return move if self._is_legal(move, before, where) else None

    def _is_legal(self, move: object, state: State, where: str) -> bool:
        if move in state.legal_moves:
            return True
        said = f"chose {move}, which is not legal" if isinstance(move, BaseMove) else "chose "
        if not isinstance(move, BaseMove):
            said += f"{shown(move)}, which is no move"
        self._keep(f"{where} the bot {said}", None, state)
        return False

    def _keep(self, problem: str, cause: Exception | None, state: State | None = None) -> None:
        place = "" if state is None else f" ({state.to_text()})"
        if not self.is_enough:
            self._problems.append(problem + place)
            self._cause = self._cause or cause

    def finish(self) -> None:
        """Raise if something was wrong."""
        if self._problems:
            raise BotError("; ".join(self._problems)) from self._cause


def _told(state: State) -> tuple[object, ...]:
    """Give what a state says of itself."""
    return (hash(state), repr(state), state.cities, state.legal_moves, state.rules)
