"""Errors: what each one holds, and which of Python's own errors catches it."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_type

from wonders_duel import (
    AmbiguousNameError,
    BadGameError,
    BotError,
    CatalogueError,
    ChanceError,
    DealError,
    ExtraError,
    Fault,
    FormatError,
    IllegalMoveError,
    LearningError,
    LimitError,
    MatchError,
    NoMoverError,
    NotationError,
    PositionError,
    RecordError,
    RuleOptionError,
    UndoError,
    UnfinishedError,
    UnknownNameError,
    WondersDuelError,
    WrongTypeError,
)
from wonders_duel.languages import Language

# Programs may catch the base class, or what Python itself would raise.
kinds: list[type[WondersDuelError]] = [BadGameError, IllegalMoveError, LimitError, RecordError]
values: list[type[ValueError]] = [
    AmbiguousNameError,
    BotError,
    CatalogueError,
    ChanceError,
    DealError,
    FormatError,
    LearningError,
    MatchError,
    NoMoverError,
    NotationError,
    PositionError,
    RuleOptionError,
    UndoError,
    UnfinishedError,
]
missing: type[KeyError] = UnknownNameError
of_type: type[TypeError] = WrongTypeError
imports: type[ImportError] = ExtraError


def said(work: Callable[[], object], to: Language) -> str:
    """Return what went wrong, in the user's language where there is one."""
    try:
        work()
    except (ChanceError, NoMoverError) as error:
        return assert_type(error.words(to), str)
    except (PositionError, DealError, FormatError) as error:
        assert_type(error.problems, tuple[str, ...])
        places = [(fault.place, fault.start, fault.end) for fault in error.faults]
        assert_type(places, list[tuple[str, int | None, int | None]])
        faults: tuple[Fault, ...] = error.faults
        return "; ".join(fault.message for fault in faults)
    except RecordError as error:
        return f"turn {assert_type(error.turn, int | None)}: {error.reason}"
    except BadGameError as error:
        return f"game {assert_type(error.number, int)} of {error.source}: {error.reason}"
    except WondersDuelError as error:
        return str(error)
    return ""
