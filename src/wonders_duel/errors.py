"""The exceptions of the library, all derived from ``WondersDuelError``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import attrs

from wonders_duel import unpickle
from wonders_duel.build import later, override
from wonders_duel.messages import Message

if TYPE_CHECKING:
    from wonders_duel.engine.moves import Move
    from wonders_duel.languages import Language
    from wonders_duel.reasons import Reason
else:
    Language = later("wonders_duel.languages", "Language")
    Move = later("wonders_duel.engine.moves", "Move")
    Reason = later("wonders_duel.reasons", "Reason")

__all__ = [
    "AmbiguousNameError",
    "BadGameError",
    "BotError",
    "CatalogueError",
    "ChanceError",
    "DealError",
    "ExtraError",
    "Fault",
    "FormatError",
    "IllegalMoveError",
    "LearningError",
    "LimitError",
    "MatchError",
    "NoMoverError",
    "NotationError",
    "PositionError",
    "RecordError",
    "RuleOptionError",
    "UndoError",
    "UnfinishedError",
    "UnknownNameError",
    "WondersDuelError",
    "WrongTypeError",
]


class WondersDuelError(Exception):
    """The base class of every exception of this library.

    >>> issubclass(IllegalMoveError, WondersDuelError)
    True
    """


class IllegalMoveError(WondersDuelError, ValueError):
    """An illegal move was tried. The game or state is unchanged.

    Attributes:
        move: the move that was tried.
        reasons: every reason why the move is illegal; at least one.

    >>> from wonders_duel import Game
    >>> game = Game(seed=2015, rules="first-game")
    >>> try:
    ...     game.play("build tavern")
    ... except IllegalMoveError as error:
    ...     print(error.move)
    ...     print(*error.reasons)
    build tavern
    Tavern in slot 8 is not accessible: covered by slots 12 and 13
    """

    def __init__(self, move: Move, reasons: Sequence[Reason]) -> None:
        """Store the move and the reasons."""
        self.move = move
        self.reasons: tuple[Reason, ...] = tuple(reasons)
        super().__init__(move, self.reasons)

    @override
    def __str__(self) -> str:
        """Return the message, which lists all reasons."""
        return f"{self.move} is not legal: {'; '.join(map(str, self.reasons))}"

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the constructor arguments."""
        return (unpickle.call, (unpickle.named(type(self)), self.move, self.reasons))


class NotationError(WondersDuelError, ValueError):
    """A text could not be parsed as a move.

    >>> from wonders_duel import parse_move
    >>> parse_move("stroke the cat")
    Traceback (most recent call last):
        ...
    wonders_duel.errors.NotationError: 'stroke the cat' is not a move: a move starts with one of draft, build, discard, wonder, token, destroy, revive, begin, decline, choose; did you mean token or destroy?
    """


class UnknownNameError(NotationError, KeyError):
    """A name that does not exist. The message suggests the closest names.

    >>> from wonders_duel import catalogue
    >>> catalogue.find_wonder("sfinx")
    Traceback (most recent call last):
        ...
    wonders_duel.errors.UnknownNameError: unknown wonder 'sfinx'; did you mean the-sphinx?
    """

    @override
    def __str__(self) -> str:
        """Return the message without the quotes that ``KeyError`` adds."""
        return Exception.__str__(self)


class AmbiguousNameError(NotationError):
    """A prefix that several names share. The message lists the names.

    >>> from wonders_duel import catalogue
    >>> catalogue.find_building("st")
    Traceback (most recent call last):
        ...
    wonders_duel.errors.AmbiguousNameError: 'st' is ambiguous: it can mean stable, statue, stone-pit, stone-reserve, study
    """


class RuleOptionError(WondersDuelError, ValueError):
    """An unknown rule option, or an unknown value of a rule option.

    >>> from wonders_duel import Rules
    >>> Rules(reveal_timing="later")
    Traceback (most recent call last):
        ...
    wonders_duel.errors.RuleOptionError: unknown value 'later' of the rule option reveal_timing; expected one of end-of-action, on-take
    """


class _WordedError(WondersDuelError, ValueError):
    """What errors share that can be worded in any language."""

    def __init__(self, *problems: Message | str) -> None:
        """Store the problems."""
        super().__init__(*problems)
        self.problems = problems

    def words(self, to: Language) -> str:
        """Return the problems in a language.

        Args:
            to: the language.
        """
        from wonders_duel.languages.lists import joined  # noqa: PLC0415 - a circular import

        return joined(
            to, (one.words(to) if isinstance(one, Message) else one for one in self.problems)
        )

    @override
    def __str__(self) -> str:
        """Return the problems in English."""
        return "; ".join(map(str, self.problems))


class ChanceError(_WordedError):
    """A chance outcome that is impossible, or that was given when none is awaited.

    Attributes:
        problems: everything that is wrong, as ``Message`` objects, or as English text where the
            calling program is at fault; :meth:`.Language.error` words them in any language.

    >>> from wonders_duel import Game
    >>> game = Game(seed=2015, rules="first-game")
    >>> game.state.resolve(game.deal)
    Traceback (most recent call last):
        ...
    wonders_duel.errors.ChanceError: the state does not wait for a chance outcome: player one is to move (turn)
    """


class CatalogueError(WondersDuelError, ValueError):
    """Invalid cards in a catalogue, such as a duplicate id, an unknown chain or too few cards.

    >>> from wonders_duel import Wonder, catalogue
    >>> catalogue.extended("mine", wonders=[Wonder(id="the-sphinx", name="The Sphinx")])
    Traceback (most recent call last):
        ...
    wonders_duel.errors.CatalogueError: duplicate id the-sphinx (2 times); duplicate name 'the sphinx' (2 times)
    """


class WrongTypeError(WondersDuelError, TypeError):
    """An argument of the wrong type or format.

    >>> from wonders_duel import Game
    >>> Game(seed=1).play(3)
    Traceback (most recent call last):
        ...
    wonders_duel.errors.WrongTypeError: expected a Move, got 3
    """


class UndoError(WondersDuelError, ValueError):
    """There is nothing to undo, or undoing would hide a card that has been revealed.

    >>> from wonders_duel import Game
    >>> Game(seed=1).undo()
    Traceback (most recent call last):
        ...
    wonders_duel.errors.UndoError: there is no move to undo
    """


class NoMoverError(_WordedError):
    """Neither player is to move: a chance outcome comes first, or the game is over.

    Attributes:
        problems: the reason, as a ``Message``.

    >>> from wonders_duel import State
    >>> State.start().mover
    Traceback (most recent call last):
        ...
    wonders_duel.errors.NoMoverError: nobody is to move: a chance outcome comes first (deal-tokens); pass an outcome of state.chance to resolve()
    """


class UnfinishedError(WondersDuelError, ValueError):
    """The winner of an unfinished game was requested.

    >>> from wonders_duel import Game
    >>> Game(seed=1).share("one")
    Traceback (most recent call last):
        ...
    wonders_duel.errors.UnfinishedError: nobody has won yet: the game is not over (draft); check is_over first
    """


class BotError(WondersDuelError, ValueError):
    """An unknown bot, or one that does not follow the ``Bot`` protocol.

    >>> from wonders_duel.bots import bot
    >>> bot("gready")
    Traceback (most recent call last):
        ...
    wonders_duel.errors.BotError: unknown bot 'gready'; expected one of greedy, random, easy, medium, hard, expert, search; did you mean greedy or easy?
    """


class MatchError(WondersDuelError, ValueError):
    """A match that cannot be played, a journal of another match, or a task that failed.

    >>> from wonders_duel.match import Match
    >>> Match(["greedy"])
    Traceback (most recent call last):
        ...
    wonders_duel.errors.MatchError: expected 2 to 1,000 bots, got 1
    """


class LearningError(WondersDuelError, ValueError):
    """An action, a row or an array that does not fit an environment or an encoder.

    >>> from wonders_duel import State
    >>> from wonders_duel.learn import ActionCodec
    >>> ActionCodec().move(5000, State.start())
    Traceback (most recent call last):
        ...
    wonders_duel.errors.LearningError: action 5000 is out of range: expected 0 to 1191
    """


class ExtraError(WondersDuelError, ImportError):
    """A package that a part of the library needs is not installed.

    The message names the package and the extra that installs it.

    >>> raise ExtraError("an array needs the package numpy")
    Traceback (most recent call last):
        ...
    wonders_duel.errors.ExtraError: an array needs the package numpy
    """


class BadGameError(WondersDuelError, ValueError):
    """A game that cannot be counted in a report, because it is invalid or does not follow the rules.

    Attributes:
        number: the number of the game, from 1, among those given.
        source: where it comes from, such as ``games.txt, line 532``; empty if that is not known.
        reason: what is wrong with it, as a sentence.

    >>> from wonders_duel import Record, Turn, parse_move
    >>> from wonders_duel.statistics import Report
    >>> Report.of([Record(), Record(turns=[Turn(parse_move("draft the-sphinx"))])])
    Traceback (most recent call last):
        ...
    wonders_duel.errors.BadGameError: game 2: the setup of the record: missing chance outcome after the move: deal-tokens; pass skip_bad=True to leave it out
    """

    def __init__(self, number: int, source: str, reason: str) -> None:
        """Store what makes up the message."""
        self.number = number
        self.source = source
        self.reason = reason
        place = f" ({source})" if source else ""
        super().__init__(f"game {number}{place}: {reason}; pass skip_bad=True to leave it out")

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the constructor arguments."""
        return (unpickle.call, (unpickle.named(type(self)), self.number, self.source, self.reason))


@attrs.frozen
class Fault:
    """One problem in a text, a document or a position.

    Attributes:
        message: the problem, as a sentence.
        place: the location: a JSON path such as ``$.cities[0].coins``, a line,
            or the characters of a position text; empty for a ``Position`` built in
            code, where the message names the part.
        start: in a position text, the index of the first character concerned, from 0;
            otherwise ``None``.
        end: in a position text, the index after the last character concerned;
            otherwise ``None``.

    >>> print(Fault("expected a whole number, got 'three'", "$.pawn"))
    $.pawn: expected a whole number, got 'three'
    """

    message: str
    place: str = ""
    start: int | None = None
    end: int | None = None

    def __str__(self) -> str:
        """Return the place and the message."""
        return f"{self.place}: {self.message}" if self.place else self.message


class _ProblemsError(WondersDuelError, ValueError):
    """The base class of errors that report every problem of an input.

    Attributes:
        faults: every problem with its place.
        problems: the messages of the problems, without their places.
    """

    subject = ""

    def __init__(self, problems: Iterable[str | Fault]) -> None:
        """Store the problems, which are all part of the message."""
        self.faults: tuple[Fault, ...] = tuple(
            one if isinstance(one, Fault) else Fault(one) for one in problems
        )
        self.problems: tuple[str, ...] = tuple(fault.message for fault in self.faults)
        number = len(self.faults)
        super().__init__(
            f"{self.subject} has {number} problem{'s' if number > 1 else ''}: "
            + "; ".join(str(fault) for fault in self.faults)
        )

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the constructor arguments."""
        return (unpickle.call, (unpickle.named(type(self)), self.faults))


class PositionError(_ProblemsError):
    """An impossible position. ``faults`` lists every problem with its place, ``problems`` the sentences.

    >>> from wonders_duel import Position
    >>> try:
    ...     Position(pawn=12, board_tokens=["law", "law"]).state()
    ... except PositionError as error:
    ...     for problem in error.problems:
    ...         print(problem)
    the conflict pawn is at 12; expected -9 to 9
    duplicate law: on the board and on the board
    1 progress token on the board; expected 5 before Age I
    """

    subject = "the position"


class DealError(_ProblemsError):
    """An invalid deal, or one that contradicts the game. ``problems`` lists every problem as a sentence.

    >>> from wonders_duel import Deal
    >>> try:
    ...     Deal(draft=[], board_tokens=["law"], great_library=[], ages=[])
    ... except DealError as error:
    ...     for problem in error.problems:
    ...         print(problem)
    the draft has groups of no wonders; expected two of 4
    1 progress tokens on the board; expected 5
    0 progress tokens for the Great Library; expected 3
    0 ages; expected 3
    """

    subject = "the deal"


class FormatError(_ProblemsError):
    r"""An invalid document or record. ``faults`` lists every problem with its place.

    >>> from wonders_duel import records
    >>> try:
    ...     records.loads("wonders-duel record 1\nseed: 1\nfirst player: three")
    ... except FormatError as error:
    ...     for fault in error.faults:
    ...         print(fault)
    line 3: the record is truncated: its last line must be 'end'
    line 3: unknown player 'three'; expected one or two
    """

    subject = "the input"


class LimitError(FormatError):
    """A text or a document that exceeds the limits on size or depth.

    >>> from wonders_duel import Limits, State
    >>> State.from_text("wd1 phase=turn end", limits=Limits(size=10))
    Traceback (most recent call last):
        ...
    wonders_duel.errors.LimitError: the input has 1 problem: it is longer than 10 characters; pass limits=Limits(size=...) to allow it
    """


class RecordError(WondersDuelError, ValueError):
    """A game record that contradicts the rules, its deal or its result.

    Attributes:
        turn: the number of the turn, from 1; 0 for the setup and ``None`` for the result.
        reason: the contradiction, as a sentence.

    >>> from wonders_duel import Game, Record
    >>> game = Game(seed=2015, rules="first-game")
    >>> state = game.play("build theater")
    >>> text = game.record().to_text().replace("build theater", "build tavern")
    >>> steps = list(Record.from_text(text).replay())
    Traceback (most recent call last):
        ...
    wonders_duel.errors.RecordError: turn 1 of the record: build tavern is not legal: Tavern in slot 8 is not accessible: covered by slots 12 and 13
    """

    def __init__(self, turn: int | None, reason: str) -> None:
        """Store the turn and the reason, which make up the message."""
        self.turn = turn
        self.reason = reason
        where = {None: "the result", 0: "the setup"}.get(turn, f"turn {turn}")
        super().__init__(f"{where} of the record: {reason}")

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the constructor arguments."""
        return (unpickle.call, (unpickle.named(type(self)), self.turn, self.reason))
