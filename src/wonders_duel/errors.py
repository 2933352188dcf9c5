"""Every error of the library. All of them are ``WondersDuelError``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wonders_duel.moves import Move
    from wonders_duel.reasons import Reason

__all__ = [
    "AmbiguousNameError",
    "BotError",
    "CatalogueError",
    "ChanceError",
    "DealError",
    "IllegalMoveError",
    "NotationError",
    "PositionError",
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
        self.reasons = tuple(reasons)
        super().__init__(f"{move} is not legal: " + "; ".join(str(reason) for reason in reasons))

    def __reduce__(self) -> tuple[type[IllegalMoveError], tuple[Move, tuple[Reason, ...]]]:
        """Pickle by the arguments."""
        return (IllegalMoveError, (self.move, self.reasons))


class NotationError(WondersDuelError, ValueError):
    """A text that is no move."""


class UnknownNameError(NotationError, KeyError):
    """A name that nothing has; the message gives the nearest ones."""

    __str__ = Exception.__str__  # a KeyError would show the message in quotes


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


class _ProblemsError(WondersDuelError, ValueError):
    """Something put together by hand that has problems: all of them are listed."""

    subject = ""

    def __init__(self, problems: Iterable[str]) -> None:
        """Hold the problems; the message lists them all."""
        self.problems = tuple(problems)
        number = len(self.problems)
        super().__init__(
            f"{self.subject} has {number} problem{'s' if number > 1 else ''}: "
            + "; ".join(self.problems)
        )

    def __reduce__(self) -> tuple[type[_ProblemsError], tuple[tuple[str, ...]]]:
        """Pickle by the arguments."""
        return (type(self), (self.problems,))


class PositionError(_ProblemsError):
    """A position that cannot be. ``problems`` holds every problem found, as sentences."""

    subject = "the position"


class DealError(_ProblemsError):
    """A deal that cannot be, or does not fit. ``problems`` holds every problem found, as sentences."""

    subject = "the deal"


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
        raise WrongTypeError(f"{what} is needed, not {value!r}")


def nearest(name: str, known: Iterable[str]) -> str:
    """Give the end of a message that suggests the names nearest to a wrong one."""
    close = get_close_matches(name.lower(), list(known), n=3, cutoff=0.6)
    return f"; did you mean {' or '.join(close)}?" if close else ""
