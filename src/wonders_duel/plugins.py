"""Bots that are not built in: those of installed packages, and those that are named as ``module:factory``."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from inspect import Parameter, signature
from pathlib import Path
from traceback import walk_tb
from typing import TYPE_CHECKING, Final

from wonders_duel.errors import BotError, nearest, shown

if TYPE_CHECKING:
    from wonders_duel.bots import Bot
    from wonders_duel.seeds import Seed

__all__ = ["GROUP", "failure", "installed", "make"]

GROUP: Final = "wonders_duel.bots"
"""The group of entry points in which a package names its bots."""
RESERVED: Final = frozenset({"human"})
"""What no bot is called: on the command line it means a person."""
LONGEST: Final = 200
"""Characters of a foreign error that are quoted."""
_NAME = re.compile(r"[a-z0-9]+([._-][a-z0-9]+)*")


def installed() -> dict[str, tuple[str, ...]]:
    """Find the bots of installed packages.

    Returns:
        By name, in lower case and in order, where each is made, as
        ``module:factory``: more than once if packages disagree. A name that is
        reserved or could not be typed is left out.

    Raises:
        BotError: the packages cannot be asked.
    """
    # It takes a while, and nobody needs it who plays with the built-in bots.
    from importlib.metadata import entry_points  # noqa: PLC0415

    try:
        found = sorted({(one.name.lower(), one.value) for one in entry_points(group=GROUP)})
    except Exception as error:
        message = f"the installed packages cannot be asked for bots: {failure(error)}"
        raise BotError(message) from error
    bots: dict[str, tuple[str, ...]] = {}
    for name, value in found:
        if _NAME.fullmatch(name) and name not in RESERVED:
            bots[name] = (*bots.get(name, ()), value.partition("[")[0].strip())
    return bots


def make(source: str, seed: Seed) -> Bot:
    """Make a bot with a factory that is imported.

    Args:
        source: ``module:factory``; both may have dots.
        seed: passed to the factory if it takes an argument ``seed``.

    Raises:
        BotError: there is no such factory, it fails, or what it makes is no bot.
    """
    try:
        return _made(source, seed)
    except BotError:
        raise
    except (Exception, SystemExit) as error:  # a module without a guard may end the program
        raise BotError(f"{source} cannot be made: {failure(error)}") from error


def _made(source: str, seed: Seed) -> Bot:
    module, _, path = source.partition(":")
    names = path.split(".")
    if not all(name.isidentifier() for name in (*module.split("."), *names)):
        message = f"{shown(source)} names no bot: write module:factory, as in mybot:MyBot"
        raise BotError(message + _meant(module, path))
    try:
        found: object = import_module(module)
    except ModuleNotFoundError as error:
        if not f"{module}.".startswith(f"{error.name}."):
            raise  # the module is there, and lacks another one
        raise BotError(f"unknown module {shown(error.name)}" + _meant(module, path)) from None
    for name in names:
        if not hasattr(found, name):
            known = [one for one in dir(found) if not one.startswith("_")]
            raise BotError(f"{source}: there is no {shown(name)}{nearest(name, known)}")
        found = getattr(found, name)
    if not callable(found):
        raise BotError(
            f"{source} is {_described(found)}, and cannot be called: "
            "name the class of the bot, or a function that makes one"
        )
    bot = found(seed=seed) if _takes_seed(found) else found()
    if isinstance(bot, type) or not callable(getattr(bot, "choose", None)):
        raise BotError(
            f"{source} makes {_described(bot)}, which is no bot: it has no method choose(state)"
        )
    made: Bot = bot
    return made


def _meant(module: str, path: str) -> str:
    """Suggest a module where the file of one was named."""
    guess = re.sub(r"[/\\]+", ".", module.removesuffix(".py")).lstrip(".")
    if guess == module or not all(name.isidentifier() for name in guess.split(".")):
        return ""
    return f"; did you mean {guess}:{path or 'MyBot'}?"


def _takes_seed(factory: Callable[..., object]) -> bool:
    try:
        parameters = signature(factory).parameters.values()
    except (TypeError, ValueError):  # some of what is written in C says nothing about itself
        return False
    by_name = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)
    return any(
        one.kind is Parameter.VAR_KEYWORD or (one.name == "seed" and one.kind in by_name)
        for one in parameters
    )


def _described(thing: object) -> str:
    """Say what something is, without asking it."""
    if thing is None:
        return "None"
    if isinstance(thing, type):
        return f"the class {thing.__name__}"
    return f"an object of the class {type(thing).__name__}"


def failure(error: BaseException) -> str:
    """Say in one line what went wrong in foreign code, and where in it.

    Args:
        error: what was raised.
    """
    try:
        text = " ".join(str(error).split())
    except Exception:  # noqa: BLE001 - it has only made things worse
        text = "it cannot be shown"
    text = "".join(one if one.isprintable() else repr(one)[1:-1] for one in text)
    if len(text) > LONGEST:
        text = f"{text[:LONGEST]}…"
    said = f"{type(error).__name__}: {text}" if text else type(error).__name__
    lines = [
        f" ({Path(frame.f_code.co_filename).name}, line {line})"
        for frame, line in walk_tb(error.__traceback__)
        if str(frame.f_globals.get("__name__")).partition(".")[0]
        not in {"importlib", "wonders_duel"}
    ]
    return said + (lines[-1] if lines else "")
