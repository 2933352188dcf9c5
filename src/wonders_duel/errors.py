"""Every error of the library. All of them are ``WondersDuelError``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING

import attrs
from typing_extensions import override

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
    "NotationError",
    "PositionError",
    "RecordError",
    "RuleOptionError",
    "UndoError",
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
    """

    def __init__(self, move: Move, reasons: Sequence[Reason]) -> None:
        """Hold the move and the reasons; the message lists them all."""
        self.move = move
        self.reasons: tuple[Reason, ...] = tuple(reasons)
        super().__init__(f"{move} is not legal: " + "; ".join(str(reason) for reason in reasons))

    def __reduce__(self) -> tuple[type[IllegalMoveError], tuple[Move, tuple[Reason, ...]]]:
        """Pickle by the arguments."""
        return (IllegalMoveError, (self.move, self.reasons))


class NotationError(WondersDuelError, ValueError):
    """A text that is no move."""


class UnknownNameError(NotationError, KeyError):
    """A name that nothing has; the message gives the nearest ones."""

    @override
    def __str__(self) -> str:
        """Give the message; a ``KeyError`` would show it in quotes."""
        return Exception.__str__(self)


class AmbiguousNameError(NotationError):
    """A beginning that several names share; the message gives them."""


class RuleOptionError(WondersDuelError, ValueError):
    """A rule option, or a value of one, that does not exist."""


class ChanceError(WondersDuelError, ValueError):
    """An answer of chance where none is awaited, or one that cannot be."""


class CatalogueError(WondersDuelError, ValueError):
    """Cards that cannot make up a catalogue: an id twice, a chain to nowhere, too few cards."""


class WrongTypeError(WondersDuelError, TypeError):
    """An argument of a kind that cannot be meant; the message says what is expected."""


class UndoError(WondersDuelError, ValueError):
    """Nothing to take back, or not past a card that was turned up."""


class BotError(WondersDuelError, ValueError):
    """A name that no bot has."""


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

    >>> print(Fault("a whole number is needed, not 'three'", "$.pawn"))
    $.pawn: a whole number is needed, not 'three'
    """

    message: str
    place: str = ""
    start: int | None = None
    end: int | None = None

    def __str__(self) -> str:
        """Give the place and the message."""
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
    """A position that cannot be. ``faults`` holds every problem with its place, ``problems`` the sentences."""

    subject = "the position"


class DealError(_ProblemsError):
    """A deal that cannot be, or does not fit. ``problems`` holds every problem found, as sentences."""

    subject = "the deal"


class FormatError(_ProblemsError):
    """A document or a record that cannot be read. ``faults`` holds every fault with its place."""

    subject = "the input"


class LimitError(FormatError):
    """A text or a document that is larger or deeper than the limits allow."""


class RecordError(WondersDuelError, ValueError):
    """A game record that contradicts the rules, or its own deal or result.

    Attributes:
        turn: the number of the turn, from 1; 0 for what came before the first
            one, and ``None`` for the result.
        reason: what contradicts.
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
    """Give a value as a message shows it: cut short if it is long.

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
    return text if len(text) <= 4 * LONGEST_SHOWN else f"{text[: 4 * LONGEST_SHOWN]}…"


def expect(value: object, kind: type | tuple[type, ...], what: str) -> None:
    """Refuse an argument of another kind.

    Args:
        value: the argument.
        kind: the class or classes that it has to be of.
        what: what is expected, for the message: "a State".

    Raises:
        WrongTypeError: it is of another kind.
    """
    if not isinstance(value, kind):
        raise WrongTypeError(f"{what} is needed, not {shown(value)}")


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


def nearest(name: str, known: Iterable[str]) -> str:
    """Give the end of a message that suggests the names nearest to a wrong one."""
    if len(name) > LONGEST_SHOWN:
        return ""
    close = get_close_matches(name.lower(), list(known), n=3, cutoff=0.6)
    return f"; did you mean {' or '.join(close)}?" if close else ""
