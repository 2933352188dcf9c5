"""Game records: where a game began, every move with the chance outcomes, and how it ended.

A record says what was noted; it is not checked against the rules until it is
replayed. :meth:`Record.replay` gives every step and refuses a record at the
move that contradicts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final, Self, assert_never, get_args

import attrs

from wonders_duel.cards import Building, ProgressToken, Wonder
from wonders_duel.chance import (
    AgeDealt,
    CardRevealed,
    ChanceOutcome,
    TokensDealt,
    TokensDrawn,
    WondersDealt,
)
from wonders_duel.deal import Deal
from wonders_duel.enums import Back, Player, seat, seat_or_none
from wonders_duel.errors import (
    ChanceError,
    DealError,
    FormatError,
    IllegalMoveError,
    RecordError,
    WrongTypeError,
    expect,
    shown,
)
from wonders_duel.game import Step
from wonders_duel.moves import BaseMove, Move
from wonders_duel.remarks import (
    Participant,
    Tags,
    as_participants,
    checked_clock,
    checked_comment,
)
from wonders_duel.scoring import Result, share
from wonders_duel.state import State

if TYPE_CHECKING:
    from pathlib import Path

    from wonders_duel.catalogues import Catalogue
    from wonders_duel.game import Game
    from wonders_duel.languages import Language
    from wonders_duel.limits import Limits
    from wonders_duel.render.themes import Theme
    from wonders_duel.summary import Row

__all__ = ["Record", "Resignation", "Turn"]

_OUTCOMES: tuple[type, ...] = get_args(ChanceOutcome)


_FAR: Final = 10**18
MOST_OUTCOMES: Final = 300
"""Chance outcomes after one move, at most; far more than there are slots."""


def _outcomes(outcomes: Iterable[ChanceOutcome]) -> tuple[ChanceOutcome, ...]:
    expect(outcomes, Iterable, "a list of chance outcomes")
    made = tuple(outcomes)
    if len(made) > MOST_OUTCOMES:
        message = f"there are {len(made)} chance outcomes to a move; there can be {MOST_OUTCOMES}"
        raise FormatError([message])
    for one in made:
        expect(one, _OUTCOMES, "a chance outcome, such as CardRevealed,")
        if not _is_whole(one):
            raise WrongTypeError(f"a chance outcome is made of cards, not as {shown(one)}")
    return made


def _is_whole(outcome: ChanceOutcome) -> bool:
    """Whether an outcome holds what it says: chance outcomes are not checked when they are made."""
    match outcome:
        case CardRevealed(slot, building):
            return type(slot) is int and abs(slot) < _FAR and isinstance(building, Building)
        case WondersDealt(wonders):
            return all(isinstance(one, Wonder) for one in wonders)
        case AgeDealt(_, slots):
            named = all(isinstance(one, (Building, Back)) for one in slots)
            return named and len(slots) <= MOST_OUTCOMES
        case TokensDealt(tokens) | TokensDrawn(tokens):
            return all(isinstance(one, ProgressToken) for one in tokens)
        case _:
            assert_never(outcome)


def _move(move: Move) -> Move:
    expect(move, BaseMove, "a move")
    return move


@attrs.frozen
class Turn:
    """One move of a record and what belongs to it.

    Attributes:
        move: the move.
        player: who made it; ``None`` if it is not noted.
        outcomes: the chance outcomes after it, in order. In a record with a
            deal they may be left out.
        comment: what somebody remarked about it, if anything.
        clock: the milliseconds that the player has left after it, if there is a clock.

    Raises:
        FormatError: a comment with characters that would spoil the text around it, a
            clock out of range.
        WrongTypeError: anything of a wrong kind.

    >>> from wonders_duel import parse_move
    >>> Turn(parse_move("build tavern"), player="one", comment="coins first").player
    <Player.ONE: 0>
    """

    move: Move = attrs.field(converter=_move)
    player: Player | None = attrs.field(default=None, converter=seat_or_none)
    outcomes: tuple[ChanceOutcome, ...] = attrs.field(default=(), converter=_outcomes)
    comment: str | None = attrs.field(default=None, converter=checked_comment)
    clock: int | None = attrs.field(default=None, converter=checked_clock)


@attrs.frozen
class Resignation:
    """The end of a game that a player gave up.

    Attributes:
        player: who gave up.

    >>> print(Resignation("two"))
    Player two resigns, and player one wins.
    """

    player: Player = attrs.field(converter=seat)

    @property
    def winner(self) -> Player:
        """The other player."""
        return self.player.opponent

    def share(self, player: Player | int | str) -> float:
        """Return the share of the victory that a player has.

        Args:
            player: whose share.

        Returns:
            0.0 for the player who gave up, 1.0 for the other one.

        Raises:
            UnknownNameError: there is no such player.

        >>> Resignation("two").share("one")
        1.0
        """
        return share(self.winner, player)

    def __str__(self) -> str:
        """Return the end as a sentence."""
        return f"Player {self.player} resigns, and player {self.winner} wins."


GameResult = Result | Resignation
"""How a recorded game ended, if it did."""


def _turns(turns: Iterable[Turn]) -> tuple[Turn, ...]:
    expect(turns, Iterable, "a list of turns")
    made = tuple(turns)
    for one in made:
        expect(one, Turn, "a Turn")
    return made


def _start(state: State) -> State:
    expect(state, State, "a State")
    return state


def _deal(deal: Deal | None) -> Deal | None:
    if deal is not None:
        expect(deal, Deal, "a Deal")
    return deal


def _result(result: GameResult | None) -> GameResult | None:
    if result is not None:
        expect(result, (Result, Resignation), "a Result or a Resignation")
    return result


@attrs.frozen(kw_only=True)
class Record:
    """A game as it was noted: frozen, the same in every format.

    Attributes:
        start: the state before any chance outcome; that of a new game by default.
        deal: all its chance, hidden until the game is over; ``None`` for a game
            of which only the public side is known.
        setup: the chance outcomes before the first move.
        turns: the moves, each with the chance outcomes.
        result: how it ended; ``None`` if it goes on, or if that is not noted.
        players: who played; names are turned into participants.
        tags: whatever else is noted, such as the event and the date.

    Raises:
        WrongTypeError: anything of a wrong kind.
        FormatError: names or tags that cannot be.

    >>> from wonders_duel import Game
    >>> game = Game(seed=2015)
    >>> state = game.play(game.legal_moves[0])
    >>> record = game.record()
    >>> [str(step.move) for step in record.replay()]
    ['draft the-great-library']
    """

    start: State = attrs.field(factory=State.start, converter=_start)
    deal: Deal | None = attrs.field(default=None, converter=_deal)
    setup: tuple[ChanceOutcome, ...] = attrs.field(default=(), converter=_outcomes)
    turns: tuple[Turn, ...] = attrs.field(default=(), converter=_turns)
    result: GameResult | None = attrs.field(default=None, converter=_result)
    players: tuple[Participant, Participant] = attrs.field(
        default=(Participant(), Participant()), converter=as_participants
    )
    tags: Tags = attrs.field(default=Tags(), converter=Tags)

    def __attrs_post_init__(self) -> None:
        """Refuse parts about other cards than those of the start."""
        cards = self.start.catalogue
        parts = [("the deal", self.deal.catalogue)] if self.deal is not None else []
        parts += [
            (f"turn {number}", turn.move.catalogue)
            for number, turn in enumerate(self.turns, start=1)
            if turn.move.catalogue is not cards
        ]
        for where, other in parts:
            if other != cards:
                message = f"{where} is of the catalogue {other.name!r}, the start of {cards.name!r}"
                raise FormatError([message])

    @property
    def catalogue(self) -> Catalogue:
        """The cards of the game."""
        return self.start.catalogue

    @property
    def is_new_game(self) -> bool:
        """Whether it begins with a new game rather than with a position."""
        start = self.start
        return start == State.start(
            first_player=start.first_player, rules=start.rules, catalogue=start.catalogue
        )

    def replay(self) -> Iterator[Step]:
        """Play the record move by move, and check everything in it on the way.

        Returns:
            The steps, each made when it is asked for; after the last one the result is checked.

        Raises:
            RecordError: a move, a chance outcome or the result contradicts the
                rules, the deal or the player that is noted; ``turn`` says where.
        """
        _, state = self._begin()
        for number, turn in enumerate(self.turns, start=1):
            step = self._step(number, turn, state)
            state = step.after
            yield step
        self._check_result(state)

    def check(self) -> State:
        """Replay everything and give the state at the end.

        Raises:
            RecordError: as for :meth:`replay`.

        >>> from wonders_duel import Game
        >>> game = Game(seed=2015)
        >>> game.record().check() == game.state
        True
        """
        end: State | None = None
        for step in self.replay():
            end = step.after
        return self._begin()[1] if end is None else end

    def opening(self) -> tuple[tuple[ChanceOutcome, ...], State]:
        """Return the chance outcomes before the first move, and the state that followed.

        Raises:
            RecordError: an outcome cannot be, or the deal does not fit the start.
        """
        return self._begin()

    def game(self) -> Game:
        """Return a game to go on with: as it stands after the last move.

        Raises:
            RecordError: as for :meth:`replay`.
        """
        from wonders_duel.game import Game  # noqa: PLC0415 - a thin method

        return Game.from_record(self)

    def summary(self) -> Row:
        """Return the game as one flat row for a table, the same columns for every game.

        The row of :meth:`wonders_duel.Game.summary`, for which the record is replayed.

        Raises:
            RecordError: as for :meth:`replay`.

        >>> from wonders_duel import Game
        >>> game = Game(seed=1)
        >>> game.record().summary() == game.summary()
        True
        """
        return self.game().summary()

    def without_deal(self) -> Self:
        """Return the public side: what was on the table, without what was hidden.

        The tag ``seed`` goes too, since a seed gives the deal away.

        Raises:
            RecordError: as for :meth:`replay`: leaving out the deal needs its outcomes.

        >>> from wonders_duel import Game
        >>> Game(seed=1).record().without_deal().deal is None
        True
        """
        setup, _ = self._begin()
        turns = tuple(
            attrs.evolve(turn, outcomes=step.outcomes)
            for turn, step in zip(self.turns, list(self.replay()), strict=True)
        )
        tags = {key: value for key, value in self.tags.items() if key != "seed"}
        return attrs.evolve(self, deal=None, setup=setup, turns=turns, tags=tags)

    def animate(
        self,
        *,
        theme: Theme | str = "light",
        language: Language | str = "en",
        title: str | None = None,
    ) -> str:
        """Return the record as a page for a browser that steps through it.

        See :func:`wonders_duel.render.animate`.

        Args:
            theme: ``light``, ``dark``, or a theme of your own.
            language: of names and sentences.
            title: of the page; the names of the players if left out.

        Returns:
            An HTML document that needs nothing else.

        Raises:
            RecordError: as for :meth:`replay`.
            UnknownNameError: there is no such theme or language.

        >>> from wonders_duel import Game
        >>> Game(seed=1).record().animate().startswith("<!DOCTYPE html>")
        True
        """
        from wonders_duel.render import animate  # noqa: PLC0415 - a thin method

        return animate(self, theme=theme, language=language, title=title)

    # -- formats ------------------------------------------------------------------------------

    def to_text(self) -> str:
        """Return the record as a text that a person reads and edits."""
        from wonders_duel.record_text import record_text  # noqa: PLC0415 - a thin method

        return record_text(self)

    @classmethod
    def from_text(
        cls, text: str, catalogue: Catalogue | None = None, limits: Limits | None = None
    ) -> Record:
        """Read a record from a text, as :meth:`to_text` gives it; it is not replayed.

        Args:
            text: one record.
            catalogue: the cards that it is about; the base game if left out.
            limits: how large it may be.

        Raises:
            FormatError: it is no record: every fault, with its line.
            LimitError: it is too large.
        """
        from wonders_duel.record_parser import parse_record  # noqa: PLC0415 - a thin method

        return parse_record(text, catalogue, limits)

    def to_json(self, *, indent: int | None = None) -> str:
        """Return the record as a JSON document.

        Args:
            indent: spaces for each level, from 0 to 100; everything on one line if left out.

        Raises:
            WrongTypeError: the indent is something else.
        """
        from wonders_duel import serialization  # noqa: PLC0415 - a thin method

        return serialization.dumps(self, indent=indent)

    @classmethod
    def from_json(
        cls,
        text: str | bytes,
        catalogue: Catalogue | None = None,
        limits: Limits | None = None,
    ) -> Record:
        """Read a record from a JSON document; it is not replayed.

        Args:
            text: the document.
            catalogue: the cards that it is about; the base game if left out.
            limits: how large it may be.

        Raises:
            FormatError: it is no record: every fault, with its JSON path.
            LimitError: it is too large or too deep.
        """
        from wonders_duel import serialization  # noqa: PLC0415 - a thin method

        return serialization.loads(text, Record, catalogue=catalogue, limits=limits)

    def save(self, path: str | Path) -> None:
        """Write the record to a file, whole or not at all.

        Args:
            path: where; a name that ends in ``.json`` gets the JSON form, any other the text.

        Raises:
            OSError: it cannot be written; a file that was there is as it was.
        """
        from wonders_duel.records import save  # noqa: PLC0415 - a thin method

        save(self, path)

    # -- playing it ---------------------------------------------------------------------------

    def _begin(self) -> tuple[tuple[ChanceOutcome, ...], State]:
        if self.deal is not None:
            problems = self.deal.conflicts(self.start)
            if problems:
                raise RecordError(0, f"the deal does not fit: {'; '.join(problems)}")
        return self._resolved(0, self.start, self.setup)

    def _step(self, number: int, turn: Turn, state: State) -> Step:
        chance = state.chance
        if chance is not None:
            where = f", the card in slot {chance.slot}" if chance.slot is not None else ""
            message = f"the chance outcome is missing after it: {chance.phase}{where}"
            raise RecordError(number - 1, message)
        player = state.to_move
        if turn.player is not None and player is not None and turn.player is not player:
            message = f"{turn.move} is by player {turn.player}, but player {player} is to move"
            raise RecordError(number, message)
        try:
            after = state.apply(turn.move)
        except IllegalMoveError as error:
            raise RecordError(number, str(error)) from None
        assert player is not None  # a legal move has somebody who makes it
        outcomes, after = self._resolved(number, after, turn.outcomes)
        return Step(turn.move, player, state, outcomes, after, turn.comment, turn.clock)

    def _resolved(
        self, number: int, state: State, told: tuple[ChanceOutcome, ...]
    ) -> tuple[tuple[ChanceOutcome, ...], State]:
        """Resolve chance as the record tells, and then as the deal does."""
        outcomes: list[ChanceOutcome] = []
        while state.chance is not None:
            try:
                dealt = self.deal.outcome(state) if self.deal is not None else None
                outcome = told[len(outcomes)] if len(outcomes) < len(told) else dealt
                if outcome is None:
                    break
                if dealt is not None and outcome != dealt:
                    said, due = self._as_text(outcome), self._as_text(dealt)
                    raise RecordError(number, f'the outcome is "{said}", but the deal says "{due}"')
                state = state.resolve(outcome)
            except (ChanceError, DealError) as error:
                raise RecordError(number, str(error)) from None
            outcomes.append(outcome)
        if len(outcomes) < len(told):
            said = self._as_text(told[len(outcomes)])
            raise RecordError(
                number, f'nothing is left to chance, but the record goes on: "{said}"'
            )
        return tuple(outcomes), state

    def _as_text(self, outcome: ChanceOutcome) -> str:
        from wonders_duel.outcome_text import outcome_text  # noqa: PLC0415 - for messages only

        return outcome_text(outcome, self.catalogue)

    def _check_result(self, state: State) -> None:
        noted, due = self.result, state.result
        if noted is None:
            return
        if isinstance(noted, Resignation):
            if due is not None:
                message = f"player {noted.player} resigns a game that is over: {due}"
                raise RecordError(None, message)
        elif due is None:
            raise RecordError(None, f'"{noted}" is noted, but the game is not over')
        elif noted != due:
            message = f'"{noted}" is noted, but by the rules it is "{due}"'
            if str(noted) == str(due):
                message += f" with the points {due.totals[0]} and {due.totals[1]}"
            raise RecordError(None, message)
