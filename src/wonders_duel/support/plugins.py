"""Bots that are not built in: from installed packages, or named as ``module:factory``."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Container, Mapping
from importlib import import_module
from inspect import Parameter, signature
from pathlib import Path
from traceback import walk_tb
from typing import TYPE_CHECKING, Any, Final

from wonders_duel.errors import BotError, WondersDuelError
from wonders_duel.support.phrases import nearest, on_one_line, one_of, shown

if TYPE_CHECKING:
    from wonders_duel.bots import Bot
    from wonders_duel.seeds import Seed

__all__ = ["GROUP", "check", "create", "failure", "failure_of_others", "installed", "make", "meant"]

GROUP: Final = "wonders_duel.bots"
"""The group of entry points in which packages register their bots."""
_OURS: Final = frozenset({"wonders_duel", "attr", "cattrs", "rich", "prompt_toolkit"})
"""This package, and those that it uses."""
LONGEST: Final = 200
"""The number of characters quoted from an error of other code."""
LONGEST_OWN: Final = 1000
"""The same for errors of this package: they quote what is long themselves, the end of a log last."""
_NAME = re.compile(r"[a-z0-9]+([._-][a-z0-9]+)*")


def installed(reserved: Container[str]) -> dict[str, tuple[str, ...]]:
    """Find the bots of installed packages.

    Args:
        reserved: the names that none of them may have.

    Returns:
        The sources of each bot, as ``module:factory``, by name in lower case and in
        alphabetical order. A bot has several sources if several packages register it.
        Reserved and invalid names are left out.

    Raises:
        BotError: the metadata of the packages cannot be read.
    """
    # Slow to import, and not needed for the built-in bots.
    from importlib.metadata import entry_points  # noqa: PLC0415

    try:
        found = sorted(
            {(one.name.lower(), _source(one.value)) for one in entry_points(group=GROUP)}
        )
    except Exception as error:
        message = f"cannot read the bots of installed packages: {failure(error)}"
        raise BotError(message) from error
    bots: dict[str, tuple[str, ...]] = {}
    for name, value in found:
        if _NAME.fullmatch(name) and name not in reserved:
            bots[name] = (*bots.get(name, ()), value)
    return bots


def _source(value: str) -> str:
    """Return what an entry point names, without its extras and the spaces that it may contain."""
    return ":".join(part.strip() for part in value.partition("[")[0].split(":"))


def make(source: str, seed: Seed, settings: Mapping[str, object]) -> Bot:
    """Import a factory and create a bot with it.

    Args:
        source: ``module:factory``; both parts may contain dots.
        seed: passed to the factory if it accepts an argument ``seed``.
        settings: further keyword arguments.

    Raises:
        BotError: there is no such factory, it fails, or its result is not a bot.
    """
    return create(source, _loaded(source), seed, settings)


def check(source: str, settings: Mapping[str, object]) -> None:
    """Raise an error if a bot cannot be created, as far as its module and its parameters show.

    Args:
        source: ``module:factory``; the module is imported.
        settings: the keyword arguments for the factory, which is not called.

    Raises:
        BotError: there is no such factory, or it does not accept the settings.
    """
    _expect_settings(source, _loaded(source), settings)


def create(
    source: str, factory: Callable[..., object], seed: Seed, settings: Mapping[str, object]
) -> Bot:
    """Create a bot with a factory.

    Args:
        source: the name of the factory, for messages.
        factory: the class of a bot, or a function that returns one.
        seed: passed to the factory if it accepts an argument ``seed``.
        settings: further keyword arguments.

    Raises:
        BotError: the factory fails, does not accept the settings, or its result is not a bot.
    """
    _expect_settings(source, factory, settings)
    try:
        seeded: dict[str, object] = {"seed": seed} if _takes_seed(factory) else {}
        bot: Any = factory(**seeded, **settings)
    except (Exception, SystemExit) as error:
        given = f" with {', '.join(settings)}" if settings else ""
        raise BotError(f"cannot create {source}{given}: {failure(error)}") from error
    if isinstance(bot, type) or not callable(getattr(bot, "choose", None)):
        raise BotError(
            f"{source} returns {_described(bot)}; expected a bot with a method choose(state)"
        )
    made: Bot = bot
    return made


def _loaded(source: str) -> Callable[..., object]:
    """Import the factory that ``module:factory`` names; all errors are `BotError`."""
    try:
        return _found(source)
    except BotError:
        raise
    except (Exception, SystemExit) as error:  # a module may call sys.exit() when imported
        raise BotError(f"cannot create {source}: {failure(error)}") from error


def _found(source: str) -> Callable[..., object]:
    """Import the factory that ``module:factory`` names."""
    module, _, path = source.partition(":")
    names = path.split(".")
    if not all(name.isidentifier() for name in (*module.split("."), *names)):
        message = f"{shown(source)} is not a bot: write module:factory, such as mybot:MyBot"
        raise BotError(message + meant(module, path))
    try:
        found: object = import_module(module)
    except ModuleNotFoundError as error:
        if not f"{module}.".startswith(f"{error.name}."):
            raise  # the module exists, but one that it imports does not
        raise BotError(f"unknown module {shown(error.name)}" + meant(module, path)) from None
    for name in names:
        if not hasattr(found, name):
            known = [one for one in dir(found) if not one.startswith("_")]
            raise BotError(f"{source}: there is no {shown(name)}{nearest(name, known)}")
        found = getattr(found, name)
    if not callable(found):
        raise BotError(
            f"{source} is {_described(found)}; "
            "expected the class of a bot, or a function that creates one"
        )
    return found


def meant(module: str, path: str, usual: str = "MyBot") -> str:
    """Suggest the module if its file name was given.

    Args:
        module: what was given as the module.
        path: the name in it.
        usual: an example of a name, if none was given.
    """
    guess = re.sub(r"[/\\]+", ".", module.removesuffix(".py")).lstrip(".")
    if guess == module or not all(name.isidentifier() for name in guess.split(".")):
        return ""
    return f"; did you mean {guess}:{path or usual}?"


def _expect_settings(
    source: str, factory: Callable[..., object], settings: Mapping[str, object]
) -> None:
    """Raise `BotError` for a setting that is not a parameter of a factory."""
    try:
        parameters = signature(factory).parameters.values()
    except (TypeError, ValueError):  # some objects written in C have no signature
        return
    if any(one.kind is Parameter.VAR_KEYWORD for one in parameters):
        return
    by_name = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)
    known = {one.name: one for one in parameters if one.kind in by_name and one.name != "seed"}
    for name in settings:
        if name not in known:
            written = [key for key, one in known.items() if _is_written(one)]
            there = f"expected {one_of(written)}" if written else "it has none"
            if len(written) == 1:
                there = f"its only setting is {written[0]}"
            close = nearest(name, written)
            raise BotError(f"{source} has no setting {shown(name)}; {there}{close}")


def _is_written(parameter: Parameter) -> bool:
    """Return whether a text can set a parameter, as far as its default shows."""
    default: object = parameter.default
    return default is None or default is Parameter.empty or isinstance(default, str | int | float)


def _takes_seed(factory: Callable[..., object]) -> bool:
    try:
        parameters = signature(factory).parameters.values()
    except (TypeError, ValueError):  # some objects written in C have no signature
        return False
    by_name = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)
    return any(
        one.kind is Parameter.VAR_KEYWORD or (one.name == "seed" and one.kind in by_name)
        for one in parameters
    )


def _described(thing: object) -> str:
    """Describe an object without calling its code."""
    if thing is None:
        return "None"
    if isinstance(thing, type):
        return f"the class {thing.__name__}"
    return f"an object of the class {type(thing).__name__}"


def failure_of_others(error: Exception) -> str:
    """Describe an error of other code, such as the effect of a card; raise it again if it is ours.

    Args:
        error: an error that was caught in this package.

    Raises:
        Exception: no other code was running.
    """
    roots = {
        str(frame.f_globals.get("__name__")).partition(".")[0]
        for frame, _ in walk_tb(error.__traceback__)
    }
    if roots <= {*_OURS, *sys.stdlib_module_names}:
        raise error
    return failure(error)


def failure(error: BaseException) -> str:
    """Describe an error of other code in one line, with the place in that code.

    Args:
        error: the error.
    """
    most = LONGEST_OWN if isinstance(error, WondersDuelError) else LONGEST
    try:
        text = on_one_line(str(error), most)
    except Exception:  # noqa: BLE001 - str() of a foreign error may fail
        text = "no message"
    name = type(error).__name__
    if isinstance(error, WondersDuelError) and text:
        said = text  # our own messages need no name of a class
    else:
        said = f"{name}: {text}" if text else name
    lines = [
        f" ({Path(frame.f_code.co_filename).name}, line {line})"
        for frame, line in walk_tb(error.__traceback__)
        if str(frame.f_globals.get("__name__")).partition(".")[0]
        not in {"importlib", "wonders_duel"}
    ]
    return said + (lines[-1] if lines else "")
