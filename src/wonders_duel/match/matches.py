"""``Match``: the bots, deals and rules of a match as a value that says what each task is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping  # noqa: F401 - a converter names Mapping
from enum import StrEnum
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Final, TypeVar

import attrs

from wonders_duel.bots import Bot
from wonders_duel.catalogues import Catalogue, as_catalogue
from wonders_duel.deal import Deal
from wonders_duel.enums import Player
from wonders_duel.enums import seat as as_seat
from wonders_duel.errors import MatchError, WrongTypeError
from wonders_duel.game import Game
from wonders_duel.history.remarks import checked_name
from wonders_duel.limits import Limits
from wonders_duel.match.checking import contradiction, expect_row
from wonders_duel.match.rows import FAULT_TAG, MatchRow, in_one_line
from wonders_duel.match.specs import BotSpec, as_spec
from wonders_duel.record import Record
from wonders_duel.rules import Rules, as_rules
from wonders_duel.seeds import MOST_SEED_DIGITS, generator
from wonders_duel.state import State
from wonders_duel.support.arguments import expect, is_within
from wonders_duel.support.phrases import nearest, one_of, shown

if TYPE_CHECKING:
    from random import Random

__all__ = ["Match", "OnFault", "Pairing", "Task"]

MOST_DEALS: Final = 10**9
"""The most deals of a match."""
MOST_BOTS: Final = 1000
MOST_STARTS: Final = 10_000


class Pairing(StrEnum):
    """Which bots of a match play against each other.

    >>> Match(["greedy", "random", "random"], pairing="gauntlet").pairings
    ((0, 1), (0, 2))
    """

    ROUND_ROBIN = "round-robin"
    """Each bot against each other one; the default."""
    GAUNTLET = "gauntlet"
    """The first bot against each of the others."""


class OnFault(StrEnum):
    """What happens when a bot raises an error or chooses an illegal move.

    A bot that cannot be created stops the match in either case, since it would lose every game.

    >>> Match(["greedy", "random"], on_fault="lose").on_fault
    <OnFault.LOSE: 'lose'>
    """

    STOP = "stop"
    """The match stops; the default."""
    LOSE = "lose"
    """The bot loses the game, and the match goes on."""


_Option = TypeVar("_Option", Pairing, OnFault)


def _option(kind: type[_Option], what: str, value: object) -> _Option:
    try:
        return kind(value)  # type: ignore[arg-type]  # any value may be looked up
    except ValueError:
        known = [str(one) for one in kind]
        hint = nearest(value, known) if isinstance(value, str) else ""
        raise MatchError(f"unknown {what} {shown(value)}; expected {one_of(known)}{hint}") from None


def _pairing(value: Pairing | str) -> Pairing:
    return _option(Pairing, "pairing", value)


def _on_fault(value: OnFault | str) -> OnFault:
    return _option(OnFault, "value of on_fault", value)


def _bots(given: Iterable[BotSpec | str | Callable[..., Bot]]) -> tuple[BotSpec, ...]:
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise WrongTypeError(
            f'expected a list of bots, such as ["greedy", "random"], got {shown(given)}'
        )
    specs = [as_spec(one) for one in given]
    if not is_within(len(specs), 2, MOST_BOTS):
        raise MatchError(f"expected 2 to {MOST_BOTS:,} bots, got {len(specs)}")
    names: dict[str, int] = {}
    taken = {spec.name for spec in specs}
    distinct = []
    for spec in specs:
        name, number = spec.name, names.get(spec.name, 1)
        if number > 1:
            while name in taken:
                name, number = f"{spec.name} #{number}", number + 1
            taken.add(name)
        names[spec.name] = max(number, 2)
        distinct.append(attrs.evolve(spec, name=name))
    return tuple(distinct)


def _deals(value: int) -> int:
    if not is_within(value, 1, MOST_DEALS):
        raise MatchError(
            f"deals must be a whole number from 1 to {MOST_DEALS:,}, not {shown(value)}"
        )
    return value


def _seed(value: int | str) -> str:
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise WrongTypeError(
            f"expected a whole number or a text as seed of a match, got {shown(value)}"
        )
    if isinstance(value, int) and abs(value) >= 10**MOST_SEED_DIGITS:
        raise MatchError(f"the seed of a match has more than {MOST_SEED_DIGITS} digits")
    return checked_name(str(value), "the seed of a match")


def _times(value: bool) -> bool:  # noqa: FBT001 - the converter of a keyword
    expect(value, bool, "True or False as times")
    return value


def _starts(given: Iterable[State]) -> tuple[State, ...]:
    if not isinstance(given, Iterable):
        raise WrongTypeError(f"expected a list of states as starts, got {shown(given)}")
    made = tuple(given)
    if len(made) > MOST_STARTS:
        raise MatchError(f"expected at most {MOST_STARTS:,} starts, got {len(made):,}")
    for number, state in enumerate(made):
        expect(state, State, "a State")
        if state.is_over:
            raise MatchError(f"start {number} is over; expected states of games that go on")
        if state.catalogue != made[0].catalogue:
            raise MatchError(f"start {number} has another catalogue than start 0")
    return made


def _given_catalogue(given: Catalogue | None) -> Catalogue:
    """Check the catalogue; ``None`` is replaced once the starts are known."""
    if given is not None:
        expect(given, Catalogue, "a Catalogue")
    return given  # type: ignore[return-value]  # see above


def _expect_below(number: object, end: int, what: str) -> None:
    """Raise ``MatchError`` unless a number is one of those from 0 to the one before an end."""
    if not is_within(number, 0, end - 1):
        raise MatchError(
            f"{what} must be a whole number from 0 to {end - 1:,}, not {shown(number)}"
        )


@lru_cache(maxsize=16)
def _pairs(bots: int, pairing: Pairing) -> tuple[tuple[int, int], ...]:
    """Return the pairs of some bots that play against each other."""
    if pairing is Pairing.GAUNTLET:
        return tuple((0, other) for other in range(1, bots))
    return tuple(combinations(range(bots), 2))


@attrs.frozen
class Task:
    """One task of a match: a deal that two bots play twice, with the seats swapped.

    Attributes:
        number: the number of the task, from 0.
        deal: the number of the deal, from 0.
        bots: the numbers of the two bots in ``match.bots``.

    >>> Match(["greedy", "random"]).task(5)
    Task(number=5, deal=5, bots=(0, 1))
    """

    number: int
    deal: int
    bots: tuple[int, int]


@attrs.frozen
class Match:
    """A match between bots: everything that decides what its games are.

    A match is a list of tasks with numbers from 0. In each task, two bots play the same deal
    twice, with the seats swapped. All random choices follow from the seed and the number of the
    task, so a task gives the same row in every process, on every machine and Python version.

    Attributes:
        bots: the bots: names of built-in or installed bots, ``module:factory``, with settings
            as in ``"mybot:MyBot,depth=3"``, classes that can be imported, or ``BotSpec`` objects;
            2 to 1,000 of them. Bots with the same name get numbers.
        deals: how many deals each pairing plays, 1 to 1,000,000,000.
        seed: a whole number or a text, from which all random choices follow. All pairings play
            the same deals.
        pairing: whether each bot plays against each other one, or only the first against the
            others.
        rules: the rule options of new games.
        starts: states from which the games start, in turn, instead of new games: deal 0 starts
            from the first one, deal 1 from the second, and after the last one it is the turn of
            the first again. What is hidden in them is dealt again for each deal. At most 10,000.
        on_fault: whether the match stops when a bot raises an error or chooses an illegal move,
            or the bot loses the game. If a bot cannot be created, the match always stops.
        times: whether rows keep the wall-clock time that the bots took. Rows of equal tasks are
            different then.
        catalogue: the cards; those of the starts if there are any, otherwise the base game by
            default.

    Raises:
        FormatError: the seed or the name of a bot has more than 10,000 characters, line breaks or
            control characters.
        MatchError: there are too few or too many bots, deals or starts; a bot is invalid, or cannot
            be imported by its name; the seed is a number of more than 40 digits; a start is over or
            of another catalogue; starts are combined with rules; or an option is unknown.
        RuleOptionError: a rule option is unknown.
        WrongTypeError: a value has the wrong type.

    >>> match = Match(["greedy", "random"], deals=2, seed="example")
    >>> len(match), match.task(1)
    (2, Task(number=1, deal=1, bots=(0, 1)))
    >>> match.play(0).games[0].winner
    <Player.ONE: 0>
    """

    bots: tuple[BotSpec, ...] = attrs.field(converter=_bots)
    deals: int = attrs.field(default=100, converter=_deals, kw_only=True)
    seed: str = attrs.field(default="0", converter=_seed, kw_only=True)
    pairing: Pairing = attrs.field(default=Pairing.ROUND_ROBIN, converter=_pairing, kw_only=True)
    rules: Rules = attrs.field(default=None, converter=as_rules, kw_only=True)
    starts: tuple[State, ...] = attrs.field(
        default=(), converter=_starts, kw_only=True, repr=lambda starts: str(len(starts))
    )
    on_fault: OnFault = attrs.field(default=OnFault.STOP, converter=_on_fault, kw_only=True)
    times: bool = attrs.field(default=False, converter=_times, kw_only=True)
    catalogue: Catalogue = attrs.field(default=None, converter=_given_catalogue, kw_only=True)

    def __attrs_post_init__(self) -> None:
        """Check what depends on several values."""
        given: Catalogue | None = self.catalogue
        if self.starts:
            own = self.starts[0].catalogue
            if given is not None and given != own:
                raise MatchError("the starts have another catalogue than the match")
            if self.rules != Rules():
                raise MatchError(
                    "rules are for new games: the starts of a match have rule options of their own"
                )
            given = own
        object.__setattr__(self, "catalogue", as_catalogue(given))
        if not self.starts:
            State.start(rules=self.rules, catalogue=self.catalogue)  # refuses what cannot be dealt

    # -- tasks ------------------------------------------------------------------------------------

    @property
    def pairings(self) -> tuple[tuple[int, int], ...]:
        """The pairs of bots that play against each other, as numbers."""
        return _pairs(len(self.bots), self.pairing)

    def __len__(self) -> int:
        """Return the number of tasks: the deals of all pairings."""
        return self.deals * len(self.pairings)

    def task(self, number: int) -> Task:
        """Return a task. The pairings take turns, so that any first part of a match is balanced.

        Args:
            number: the number of the task, from 0.

        Raises:
            MatchError: there is no such task.
        """
        _expect_below(number, len(self), "task")
        pairs = self.pairings
        deal, pair = divmod(number, len(pairs))
        return Task(number, deal, pairs[pair])

    def start(self, deal: int) -> tuple[State, Deal]:
        """Return the state from which a deal is played, before any chance outcome, and the deal.

        Args:
            deal: the number of the deal, from 0.

        Returns:
            The state and the deal, the same ones each time.

        Raises:
            MatchError: there is no such deal.
        """
        _expect_below(deal, self.deals, "deal")
        rng = self._generator(f"deal {deal}")
        if self.starts:
            state = self.starts[deal % len(self.starts)]
            return state, Deal.consistent_with(state, rng)
        state = State.start(rules=self.rules, catalogue=self.catalogue)
        return state, Deal.random(rng, self.catalogue)

    def bot_seed(self, task: int, game: int, seat: Player | int | str) -> str:
        """Return the seed of a bot, which is a different one for each task, game and seat.

        Args:
            task: the number of the task, from 0.
            game: 0 or 1.
            seat: the seat of the bot.

        Raises:
            MatchError: there is no such task or game.
            UnknownNameError: there is no such seat.
        """
        _expect_below(task, len(self), "task")
        _expect_below(game, 2, "game")
        return f"{self.seed}, task {task}, game {game}, seat {as_seat(seat)}"

    def _generator(self, purpose: str) -> Random:
        return generator(f"match, {purpose}", self.seed)

    # -- games ------------------------------------------------------------------------------------

    def play(self, number: int) -> MatchRow:
        """Play a task in this process.

        Args:
            number: the number of the task, from 0.

        Returns:
            The row of the task, with the times that the bots took.

        Raises:
            BotError: a bot cannot be created; or it raises an error or chooses an illegal move,
                and ``on_fault`` is ``stop``.
            CatalogueError: the effect of a custom card raises an error.
            MatchError: there is no such task.
        """
        from wonders_duel.match.playing import play_task  # noqa: PLC0415 - a thin method

        return play_task(self, number)

    def games(self, row: MatchRow) -> tuple[Game, Game]:
        """Return the two games of a row, played again from their moves.

        Args:
            row: a row of this match.

        Raises:
            MatchError: the row is of another match, or does not have the result that follows from
                its moves.
            WrongTypeError: the argument is not a row.
        """
        one, two = (self._replayed(row, number) for number in range(2))
        return one, two

    def records(self, row: MatchRow) -> tuple[Record, Record]:
        """Return the records of the two games of a row, with the names of the bots.

        A game that was decided by a fault ends with the resignation of the bot, and has the error
        as the tag ``fault``. :class:`.Report` counts it as a fault, too.

        Args:
            row: a row of this match.

        Raises:
            MatchError: the row is of another match, or does not have the result that follows from
                its moves.
            WrongTypeError: the argument is not a row.
        """
        one, two = self.games(row)
        return one.record(), two.record()

    def _replayed(self, row: MatchRow, number: int) -> Game:
        expect(row, MatchRow, "a MatchRow")
        expect_row(self, row)
        state, deal = self.start(row.deal)
        played = row.games[number]
        game = Game.from_state(state, deal=deal)
        names = [self.bots[bot].name for bot in row.bots]
        game.players = tuple(names if number == 0 else reversed(names))
        game.tags = {"match": self.seed, "task": str(row.task), "game": str(number)}
        moves = self.catalogue.moves
        for place, move in enumerate(played.moves):
            if not is_within(move, 0, len(moves) - 1) or game.why_not(moves[move]):
                raise MatchError(
                    f"task {row.task}, game {number}: move {place + 1} is not legal there; "
                    "is the row of another match or version?"
                )
            game.play(moves[move])
        if (wrong := contradiction(game.state, played)) is not None:
            raise MatchError(f"task {row.task}, game {number}: {wrong}")
        if played.fault is not None:
            game.resign(played.fault.seat)
            game.tags = {**game.tags, FAULT_TAG: in_one_line(played.fault.error)}
        return game

    # -- JSON -------------------------------------------------------------------------------------

    def to_json(self, *, indent: int | None = None) -> str:
        """Return the match as a JSON document.

        Args:
            indent: the number of spaces for each level, 0 to 100; everything on one line if left
                out.

        Raises:
            WrongTypeError: the indent is not a number in that range.
        """
        from wonders_duel import serialization  # noqa: PLC0415 - a thin method

        return serialization.dumps(self, indent=indent)

    @classmethod
    def from_json(
        cls, text: str | bytes, *, catalogue: Catalogue | None = None, limits: Limits | None = None
    ) -> Match:
        """Read a match from a JSON document.

        Args:
            text: the document; bytes are UTF-8.
            catalogue: the cards of the match; the base game by default.
            limits: the limits on size; the default ones if left out.

        Raises:
            FormatError: the text is not the document of a match; the error lists every fault
                with its JSON path.
            LimitError: it is larger than the limits allow.
            WrongTypeError: an argument has the wrong type.
        """
        from wonders_duel import serialization  # noqa: PLC0415 - a thin method

        return serialization.loads(text, Match, catalogue=catalogue, limits=limits)
