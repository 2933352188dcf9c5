"""Every error of the library. All of them are ``WondersDuelError``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from types import UnionType
from typing import TYPE_CHECKING

import attrs

from wonders_duel.build import override

if TYPE_CHECKING:
    from wonders_duel.moves import Move
    from wonders_duel.reasons import Reason

__all__ = [
    "AmbiguousNameError",
    "BotError",
    "CatalogueError",
    "ChanceError",
    "DealError",
    "Fault",
    "FormatError",
    "IllegalMoveError",
    "LimitError",
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
    """The base of every error of this library.

    >>> issubclass(IllegalMoveError, WondersDuelError)
    True
    """


class IllegalMoveError(WondersDuelError, ValueError):
    """A move that the rules do not allow now; nothing has changed.

    Attributes:
        move: the move that was tried.
        reasons: everything that speaks against it, at least one.

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
        """Hold the move and the reasons."""
        self.move = move
        self.reasons: tuple[Reason, ...] = tuple(reasons)
        super().__init__(move, self.reasons)

    @override
    def __str__(self) -> str:
        """Return the message, which lists all reasons; put together only when somebody reads it."""
        return f"{self.move} is not legal: {'; '.join(map(str, self.reasons))}"

    def __reduce__(self) -> tuple[type[IllegalMoveError], tuple[Move, tuple[Reason, ...]]]:
        """Pickle by the arguments."""
        return (IllegalMoveError, (self.move, self.reasons))


class NotationError(WondersDuelError, ValueError):
    """A text that is no move.

    >>> from wonders_duel import parse_move
    >>> parse_move("stroke the cat")
    Traceback (most recent call last):
        ...
    wonders_duel.errors.NotationError: 'stroke the cat' is no move: it starts with one of draft, build, discard, wonder, token, destroy, revive, begin; did you mean token or destroy?
    """


class UnknownNameError(NotationError, KeyError):
    """A name that nothing has; the message gives the nearest ones.

    >>> from wonders_duel import catalogue
    >>> catalogue.find_wonder("sfinx")
    Traceback (most recent call last):
        ...
    wonders_duel.errors.UnknownNameError: unknown wonder 'sfinx'; did you mean the-sphinx?
    """

    @override
    def __str__(self) -> str:
        """Return the message; a ``KeyError`` would show it in quotes."""
        return Exception.__str__(self)


class AmbiguousNameError(NotationError):
    """A beginning that several names share; the message gives them.

    >>> from wonders_duel import catalogue
    >>> catalogue.find_building("st")
    Traceback (most recent call last):
        ...
    wonders_duel.errors.AmbiguousNameError: 'st' can mean stable, statue, stone-pit, stone-reserve, study: write more of it
    """


class RuleOptionError(WondersDuelError, ValueError):
    """A rule option, or a value of one, that does not exist.

    >>> from wonders_duel import Rules
    >>> Rules(reveal_timing="later")
    Traceback (most recent call last):
        ...
    wonders_duel.errors.RuleOptionError: unknown value 'later' of the rule option reveal_timing; expected one of end-of-action, on-take
    """


class ChanceError(WondersDuelError, ValueError):
    """A chance outcome where none is awaited, or one that cannot be.

    >>> from wonders_duel import Game
    >>> game = Game(seed=2015, rules="first-game")
    >>> game.state.resolve(game.deal)
    Traceback (most recent call last):
        ...
    wonders_duel.errors.ChanceError: nothing is left to chance now: player one is to move (turn)
    """


class CatalogueError(WondersDuelError, ValueError):
    """Cards that cannot make up a catalogue: an id twice, a chain to nowhere, too few cards.

    >>> from wonders_duel import Wonder, catalogue
    >>> catalogue.extended("mine", wonders=[Wonder(id="the-sphinx", name="The Sphinx")])
    Traceback (most recent call last):
        ...
    wonders_duel.errors.CatalogueError: duplicate id the-sphinx (2 times); duplicate name 'the sphinx' (2 times)
    """


class WrongTypeError(WondersDuelError, TypeError):
    """An argument of a kind that cannot be meant; the message says what is expected.

    >>> from wonders_duel import Game
    >>> Game(seed=1).play(3)
    Traceback (most recent call last):
        ...
    wonders_duel.errors.WrongTypeError: expected a Move, got 3
    """


class UndoError(WondersDuelError, ValueError):
    """Nothing to take back, or not past a card that was turned up.

    >>> from wonders_duel import Game
    >>> Game(seed=1).undo()
    Traceback (most recent call last):
        ...
    wonders_duel.errors.UndoError: there is no move to take back
    """


class NoMoverError(WondersDuelError, ValueError):
    """Nobody is to move: a chance outcome comes first, or the game is over. The message says which.

    >>> from wonders_duel import State
    >>> State.start().mover
    Traceback (most recent call last):
        ...
    wonders_duel.errors.NoMoverError: nobody is to move: a chance outcome comes first (deal-tokens); pass an outcome of state.chance to resolve()
    """


class UnfinishedError(WondersDuelError, ValueError):
    """A game that is still going on was asked who won it.

    >>> from wonders_duel import Game
    >>> Game(seed=1).share("one")
    Traceback (most recent call last):
        ...
    wonders_duel.errors.UnfinishedError: nobody has won yet: the game is not over (draft); ask is_over first
    """


class BotError(WondersDuelError, ValueError):
    """A bot that there is not, or that does not do what a bot has to.

    >>> from wonders_duel.bots import bot
    >>> bot("gready")
    Traceback (most recent call last):
        ...
    wonders_duel.errors.BotError: unknown bot 'gready'; expected one of greedy, random; did you mean greedy?
    """


@attrs.frozen
class Fault:
    """One thing that is wrong with a text, a document or a position.

    Attributes:
        message: what is wrong, as a sentence.
        place: where it stands: a JSON path such as ``$.cities[0].coins``, a line,
            or the characters of a position text; empty for a position put
            together by hand, where the message says it.
        start: in a position text, the first character that is meant, from 0; else ``None``.
        end: in a position text, the character after the last one; else ``None``.

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
    """Something that has problems: all of them are listed.

    Attributes:
        faults: each problem with its place.
        problems: the same as sentences without the place.
    """

    subject = ""

    def __init__(self, problems: Iterable[str | Fault]) -> None:
        """Hold the problems; the message lists them all."""
        self.faults: tuple[Fault, ...] = tuple(
            one if isinstance(one, Fault) else Fault(one) for one in problems
        )
        self.problems: tuple[str, ...] = tuple(fault.message for fault in self.faults)
        number = len(self.faults)
        super().__init__(
            f"{self.subject} has {number} problem{'s' if number > 1 else ''}: "
            + "; ".join(str(fault) for fault in self.faults)
        )

    def __reduce__(self) -> tuple[type[_ProblemsError], tuple[tuple[Fault, ...]]]:
        """Pickle by the arguments."""
        return (type(self), (self.faults,))


class PositionError(_ProblemsError):
    """A position that cannot be. ``faults`` holds every problem with its place, ``problems`` the sentences.

    >>> from wonders_duel import Position
    >>> try:
    ...     Position(pawn=12, board_tokens=["law", "law"]).state()
    ... except PositionError as error:
    ...     for problem in error.problems:
    ...         print(problem)
    the conflict pawn is at 12; it goes from -9 to 9
    duplicate law: on the board and on the board
    1 progress token on the board; before Age I there have to be 5
    """

    subject = "the position"


class DealError(_ProblemsError):
    """A deal that cannot be, or does not fit. ``problems`` holds every problem found, as sentences.

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
    r"""A document or a record that cannot be read. ``faults`` holds every fault with its place.

    >>> from wonders_duel import records
    >>> try:
    ...     records.loads("wonders-duel record 1\nseed: 1\nfirst player: three")
    ... except FormatError as error:
    ...     for fault in error.faults:
    ...         print(fault)
    line 3: the record breaks off: its last line has to be 'end'
    line 3: unknown player 'three'; expected one or two
    """

    subject = "the input"


class LimitError(FormatError):
    """A text or a document that is larger or deeper than the limits allow.

    >>> from wonders_duel import Limits, State
    >>> State.from_text("wd1 phase=turn end", limits=Limits(size=10))
    Traceback (most recent call last):
        ...
    wonders_duel.errors.LimitError: the input has 1 problem: it is longer than 10 characters; give limits=Limits(size=...) to read it nevertheless
    """


class RecordError(WondersDuelError, ValueError):
    """A game record that contradicts the rules, or its own deal or result.

    Attributes:
        turn: the number of the turn, from 1; 0 for what came before the first
            one, and ``None`` for the result.
        reason: what contradicts.

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
        """Hold the turn and the reason; the message gives both."""
        self.turn = turn
        self.reason = reason
        where = {None: "the result", 0: "the setup"}.get(turn, f"turn {turn}")
        super().__init__(f"{where} of the record: {reason}")

    def __reduce__(self) -> tuple[type[RecordError], tuple[int | None, str]]:
        """Pickle by the arguments."""
        return (RecordError, (self.turn, self.reason))


LONGEST_SHOWN = 60
"""Characters of a wrong value that a message shows; more of it helps nobody."""


def shown(value: object) -> str:
    """Return a value as a message shows it: cut short if it is long.

    Args:
        value: what was given.

    >>> shown("x" * 100)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx… (100 characters)"
    """
    if isinstance(value, str):
        if len(value) > LONGEST_SHOWN:
            return f"{value[: LONGEST_SHOWN - 1]!r}"[:-1] + f"… ({len(value)} characters)"
        return repr(value)
    if isinstance(value, (list, tuple, set, frozenset, dict)) and len(value) > LONGEST_SHOWN // 4:
        return f"a {type(value).__name__} of {len(value)}"
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # an int of thousands of digits, lists without an end
        return f"a {type(value).__name__} that is too large to show"
    except Exception:  # noqa: BLE001 - whatever a stranger's class may raise, it must not hide the error
        return f"a {type(value).__name__} that cannot be shown"
    return text if len(text) <= 4 * LONGEST_SHOWN else f"{text[: 4 * LONGEST_SHOWN]}…"


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, in the singular or in the plural.

    Args:
        number: how many.
        noun: what, in the singular; its plural ends in ``s``.

    >>> counted(1, "card"), counted(2, "card"), counted(0, "card")
    ('1 card', '2 cards', '0 cards')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"


def listed(things: Iterable[object]) -> str:
    """Return things as a sentence lists them, with a word before the last one.

    Args:
        things: at least one.

    >>> listed([1]), listed([1, 2]), listed([1, 2, 3])
    ('1', '1 and 2', '1, 2 and 3')
    """
    *others, last = map(str, things)
    return f"{', '.join(others)} and {last}" if others else last


def shown_name(name: str) -> str:
    r"""Return the name of a file as a message shows it: in quotes and with escapes if it has to be.

    Args:
        name: a path, as it was given.

    >>> print(shown_name("game.txt"), shown_name("red\x1b[31m.txt"))
    game.txt 'red\x1b[31m.txt'
    """
    return name if name and name.isprintable() else repr(name)


def expect(value: object, kind: type | UnionType | tuple[type, ...], what: str) -> None:
    """Refuse an argument of another kind.

    Args:
        value: the argument.
        kind: the class, or a union or tuple of classes, that it has to be of.
        what: what is expected, for the message: "a State".

    Raises:
        WrongTypeError: it is of another kind.
    """
    if not isinstance(value, kind):
        raise WrongTypeError(f"expected {what}, got {shown(value)}")


def is_within(value: object, least: int, most: int) -> bool:
    """Say whether a value is a whole number in a range; true and false are none.

    Args:
        value: what was given.
        least: the least that is allowed.
        most: the most that is allowed.
    """
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def whole_number(least: int, most: int) -> Callable[[object, attrs.Attribute[int], object], None]:
    """Make a validator for a number of a card.

    Args:
        least: the least that is allowed.
        most: the most that is allowed.

    Raises:
        CatalogueError: not now, but when the validator is called with anything else.
    """

    def check(_: object, attribute: attrs.Attribute[int], value: object) -> None:
        if not is_within(value, least, most):
            raise CatalogueError(
                f"{attribute.name} must be a whole number from {least} to {most}, not {shown(value)}"
            )

    return check


def expect_number(value: object, least: int, what: str) -> None:
    """Check that a value is a whole number that is large enough.

    Args:
        value: what was given.
        least: the least that is allowed.
        what: what it is, for the error.

    Raises:
        WrongTypeError: it is something else, or less.
    """
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise WrongTypeError(f"{what} has to be a whole number from {least}, not {shown(value)}")


def expect_names(names: object) -> tuple[str, str]:
    """Return the names of the players, or refuse what cannot be that.

    Args:
        names: what was given.

    Returns:
        The names of players one and two.

    Raises:
        WrongTypeError: it is no pair of texts.
    """
    given = names if isinstance(names, (tuple, list)) else ()
    if len(given) != 2 or not all(isinstance(name, str) for name in given):  # noqa: PLR2004 - players
        raise WrongTypeError(f"the names of the players are two texts, not {shown(names)}")
    return given[0], given[1]


def nearest(name: str, known: Iterable[str]) -> str:
    """Return the end of a message that suggests the names nearest to a wrong one."""
    if len(name) > LONGEST_SHOWN:
        return ""
    close = get_close_matches(name.lower(), list(known), n=3, cutoff=0.6)
    return f"; did you mean {' or '.join(close)}?" if close else ""
