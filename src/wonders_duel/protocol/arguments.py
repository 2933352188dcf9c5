"""The arguments of a ``ProcessBot``, checked before a program is started."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Iterable, Mapping
from typing import Final, Literal

from wonders_duel.errors import BotError, WrongTypeError
from wonders_duel.limits import MOST_DIGITS, TOO_LARGE
from wonders_duel.match.specs import Setting
from wonders_duel.protocol.messages import MoveLimits
from wonders_duel.seeds import Seed, expect_seed
from wonders_duel.support.arguments import is_within
from wonders_duel.support.browser import is_in_browser
from wonders_duel.support.phrases import one_of, shown

__all__ = [
    "MOST_OPTIONS",
    "MOST_SIMULATIONS",
    "command_of",
    "expect_seconds",
    "limits_of",
    "options_of",
    "seed_text",
]

_SECONDS: Final = 1.0
"""The seconds for a choice without another limit."""
_CLOCKS: Final[Mapping[str, Literal["wall", "process"]]] = {"wall": "wall", "process": "process"}
MOST_SIMULATIONS: Final = 1_000_000_000
"""The most simulations that the schema of the protocol allows."""
MOST_OPTIONS: Final = 100
"""The most options that it allows."""
_LONGEST_SEED: Final = 1000
_MOST: Final = 1_000_000


def command_of(command: object) -> tuple[str, ...]:
    """Return a command as its parts, and check that there is such a program.

    Args:
        command: the argument.

    Raises:
        BotError: there is no such program, or none can be started, as in a browser.
        WrongTypeError: it is neither a text nor a list of texts.
    """
    if isinstance(command, str):
        try:
            parts: Iterable[object] = shlex.split(command, posix=os.name == "posix")
        except ValueError as error:
            raise BotError(f"{shown(command)} is not a command: {error}") from None
    else:
        parts = command if isinstance(command, (list, tuple)) else ()
    found = tuple(part for part in parts if isinstance(part, str))
    if not found or len(found) < len(tuple(parts)):
        raise WrongTypeError(
            f"expected a command, as a text or a list of texts, got {shown(command)}"
        )
    if is_in_browser():
        raise BotError(
            "programs cannot be started here, as in a browser: use a bot in Python instead"
        )
    if not found[0] or shutil.which(found[0]) is None:
        raise BotError(
            f"there is no program {shown(found[0])} that can be run: "
            "check its path, and whether it may be executed"
        )
    return found


def seed_text(seed: Seed) -> str | None:
    """Return a seed as the program gets it.

    Args:
        seed: the argument.

    Raises:
        WrongTypeError: it has another type, or is too long.
    """
    expect_seed(seed)
    if seed is None:
        return None
    if isinstance(seed, bytes):
        seed = seed.hex()
    text = f"{seed:#x}" if isinstance(seed, int) and abs(seed) >= 1 << 64 else str(seed)
    if len(text) > _LONGEST_SEED:
        raise WrongTypeError(
            f"expected a seed of at most {_LONGEST_SEED:,} characters, got {len(text):,}"
        )
    return text


def limits_of(seconds: float | None, simulations: int | None, clock: object) -> MoveLimits:
    """Return the limits that are sent to the program.

    Args:
        seconds: the argument of this name, as are the others.
        simulations: see above.
        clock: see above.

    Raises:
        WrongTypeError: one of them has another type or is out of range.
    """
    found: MoveLimits = {}
    if seconds is None and simulations is None:
        seconds = _SECONDS
    if seconds is not None:
        expect_seconds(seconds, "seconds")
        found["seconds"] = seconds
    if not isinstance(clock, str) or clock not in _CLOCKS:
        raise WrongTypeError(f"expected a clock, {one_of(_CLOCKS)}; got {shown(clock)}")
    if seconds is not None:
        found["clock"] = _CLOCKS[clock]
    if simulations is not None:
        if not is_within(simulations, 1, MOST_SIMULATIONS):
            raise WrongTypeError(
                f"simulations must be a whole number from 1 to {MOST_SIMULATIONS:,}, "
                f"not {shown(simulations)}"
            )
        found["simulations"] = simulations
    return found


def expect_seconds(value: object, what: str) -> None:
    """Raise `WrongTypeError` unless an argument is a time.

    Args:
        value: the argument.
        what: its name.

    Raises:
        WrongTypeError: it is not a number, or it is out of range.
    """
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < _MOST:
        raise WrongTypeError(
            f"{what} must be a number above 0 and below {_MOST:,}, not {shown(value)}"
        )


def options_of(options: object) -> dict[str, Setting]:
    """Check the options, and return them as a dictionary.

    Args:
        options: the argument.

    Raises:
        WrongTypeError: it is not a mapping of values by name, or has too many of them.
    """
    if not isinstance(options, Mapping):
        raise WrongTypeError(f"expected a mapping of options by name, got {shown(options)}")
    if len(options) > MOST_OPTIONS:
        raise WrongTypeError(f"expected at most {MOST_OPTIONS} options, got {len(options)}")
    found: dict[str, Setting] = {}
    for name, value in options.items():
        is_value = value is None or isinstance(value, str)
        if isinstance(value, int | float):
            is_value = abs(value) < TOO_LARGE
        if not isinstance(name, str) or not is_value:
            raise WrongTypeError(
                f"expected texts, numbers of at most {MOST_DIGITS} digits, booleans or None as options by "
                f"name, got {shown(name)}: {shown(value)}"
            )
        found[name] = value
    return found
