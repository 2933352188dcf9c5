"""Bots by name: levels, built-in bots, those of installed packages, and a module and a factory."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

from wonders_duel.bots.base import Bot
from wonders_duel.bots.players import GreedyBot, RandomBot
from wonders_duel.errors import BotError
from wonders_duel.seeds import Seed
from wonders_duel.support.arguments import expect
from wonders_duel.support.phrases import nearest, one_of, shown

__all__ = [
    "BOTS",
    "HUMAN",
    "LEVELS",
    "PROCESS",
    "RESERVED",
    "as_kind",
    "bot",
    "bot_names",
    "check",
    "is_source",
    "level",
    "load_bot",
]

LEVELS: Final = ("easy", "medium", "hard", "expert")
"""The levels of the library's own player, the weakest first."""


def level(name: str, seed: Seed = None, *, workers: int = 1) -> Bot:
    """Create the library's own player with a strength by name.

    * ``easy`` looks one move ahead, and errs now and then;
    * ``medium`` searches with 100 simulations, the same in every run with a seed;
    * ``hard`` searches for a second of processor time;
    * ``expert`` searches for ten.

    Each of them beats the greedy bot. A level is also a name for :func:`bot` and for the commands
    ``play``, ``demo`` and ``match``.

    Args:
        name: the level, in upper or lower case.
        seed: the seed of the bot's own generator.
        workers: how many processes share the work of a search, 1 to 256, on Windows 61: see
            :class:`~wonders_duel.search.SearchBot`.

    Returns:
        A new bot.

    Raises:
        BotError: there is no such level.
        WrongTypeError: an argument has the wrong type, the number of workers is out of range, or
            there are several for a level that does not search.

    >>> level("medium", seed=1)
    <SearchBot simulations=100>
    """
    expect(name, str, "the name of a level")
    wanted = name.strip().lower()
    if wanted not in LEVELS:
        message = f"unknown level {shown(name)}; expected {one_of(LEVELS)}"
        raise BotError(message + nearest(name, LEVELS))
    from wonders_duel.search import levels  # noqa: PLC0415 - it imports bots, and is slow to import

    return levels.LEVELS[wanted](seed, workers)


def _searching(
    seed: Seed = None,
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    clock: str = "process",
    memory: int = 1 << 30,
    workers: int = 1,
) -> Bot:
    """Create a `SearchBot`, which has the same settings, with the library's evaluation."""
    from wonders_duel.search import SearchBot  # noqa: PLC0415 - see above

    return SearchBot(
        seed,
        simulations=simulations,
        seconds=seconds,
        clock=clock,
        memory=memory,
        workers=workers,
    )


BOTS: Final[Mapping[str, Callable[[Seed], Bot]]] = MappingProxyType(
    {
        "greedy": GreedyBot,
        "random": RandomBot,
        **{name: partial(level, name) for name in LEVELS},
        "search": _searching,
    }
)
"""The factories of the built-in bots by name."""
HUMAN: Final = "human"
"""What stands for a person where the name of a bot is expected."""
PROCESS: Final = "process"
"""The name of a bot that is a program in any language; it needs the setting ``command``."""
RESERVED: Final = frozenset({HUMAN, PROCESS})
"""The names that no installed bot may have, besides those of the built-in bots."""


def is_source(kind: str) -> bool:
    """Return whether a bot is named by its module and factory.

    Args:
        kind: the name.

    >>> is_source("mybot:MyBot"), is_source("greedy")
    (True, False)
    """
    return ":" in kind


def as_kind(text: str) -> str:
    """Return the normal form of a bot's name: in lower case, unless it is ``module:factory``.

    Args:
        text: the name as it was typed.

    >>> as_kind(" Greedy "), as_kind("mybot:MyBot")
    ('greedy', 'mybot:MyBot')
    """
    kind = text.strip()
    return kind if is_source(kind) else kind.lower()


def bot(name: str, seed: Seed = None, settings: Mapping[str, object] = MappingProxyType({})) -> Bot:
    """Create a bot by name: a built-in one, or one from an installed package.

    A package registers its bots as entry points in the group ``wonders_duel.bots``. It
    is imported only when one of its bots is requested. A package cannot replace a
    built-in bot. No name makes this function import anything else, so the name may be
    untrusted input. For bots that are not registered, see :func:`load_bot`.

    The name ``process`` with the setting ``command`` is a program in any language, see
    :func:`wonders_duel.protocol.process`. So the settings must not be untrusted input.

    Args:
        name: one of :func:`bot_names`, in upper or lower case.
        seed: the seed of the bot's own generator.
        settings: further keyword arguments for the factory of the bot.

    Returns:
        A new bot.

    Raises:
        BotError: no bot has this name, several packages have a bot of this name, the bot does
            not have one of the settings or does not take its value, the settings have a seed, or
            the package fails to create it.
        WrongTypeError: an argument has the wrong type.

    >>> bot("search", seed=1, settings={"simulations": 50})
    <SearchBot simulations=50>
    >>> bot("greedly")
    Traceback (most recent call last):
        ...
    wonders_duel.errors.BotError: unknown bot 'greedly'; expected one of greedy, random, easy, medium, hard, expert, search; did you mean greedy?
    """
    expect(name, str, "the name of a bot")
    _expect_settings(settings)
    wanted = name.strip().lower()
    if wanted == PROCESS:
        from wonders_duel.protocol import process  # noqa: PLC0415 - above this module

        return process(seed=seed, **settings)  # type: ignore[arg-type]
    made = BOTS.get(wanted)
    if made is not None and not settings:
        return made(seed)
    from wonders_duel.support import plugins  # noqa: PLC0415 - slow to import and rarely needed

    if made is not None:
        return plugins.create(wanted, made, seed, settings)

    installed = plugins.installed(RESERVED)
    sources = installed.get(wanted, ())
    if not sources:
        known = (*BOTS, *(one for one in installed if one not in BOTS))
        message = f"unknown bot {shown(name)}; expected {one_of(known)}"
        if "," in name:
            message += ", without settings: these are another argument"
        raise BotError(message + nearest(name, known))
    if len(sources) > 1:
        message = f"several packages have a bot named {wanted}: {', '.join(sources)}"
        raise BotError(f"{message}; choose one by its module and factory")
    return plugins.make(sources[0], seed, settings)


def _expect_settings(settings: object) -> None:
    """Raise an error unless something is a mapping of settings by name, without the seed."""
    expect(settings, Mapping, "a mapping as settings")
    assert isinstance(settings, Mapping)  # see above
    for name in settings:
        expect(name, str, "the name of a setting as text")
        if name == "seed":
            raise BotError("seed is not a setting: pass it as the argument seed")


def bot_names() -> tuple[str, ...]:
    """Return the names that :func:`bot` accepts: built-in bots first, then installed ones.

    Raises:
        BotError: the metadata of the installed packages cannot be read.

    >>> bot_names()[:2]
    ('greedy', 'random')
    """
    from wonders_duel.support import plugins  # noqa: PLC0415 - see above

    return (*BOTS, *(name for name in plugins.installed(RESERVED) if name not in BOTS))


def load_bot(
    source: str, seed: Seed = None, settings: Mapping[str, object] = MappingProxyType({})
) -> Bot:
    """Create a bot from ``module:factory``, as on the command line.

    The module is imported from ``sys.path``, and the factory, a class or a function, is
    called: with ``seed=`` if it has a parameter ``seed`` or accepts any keyword, and
    without arguments otherwise. This runs code: never pass untrusted input.

    Args:
        source: such as ``mybot:MyBot`` or ``package.module:make_bot``.
        seed: the seed of the bot's own generator.
        settings: further keyword arguments for the factory.

    Returns:
        A new bot.

    Raises:
        BotError: there is no such module or factory, one of them fails, the factory does not
            have one of the settings, the settings have a seed, or the result is not a bot; or the
            source is the name of a built-in bot, which :func:`bot` creates.
        WrongTypeError: an argument has the wrong type.

    >>> type(load_bot("wonders_duel.bots:GreedyBot", seed=1)).__name__
    'GreedyBot'
    >>> load_bot("wonders_duel.bots:GreadyBot")
    Traceback (most recent call last):
        ...
    wonders_duel.errors.BotError: wonders_duel.bots:GreadyBot: there is no 'GreadyBot'; did you mean GreedyBot?
    """
    expect(source, str, "a module and a factory as text")
    _expect_settings(settings)
    wanted = as_kind(source)
    if wanted in BOTS or wanted == PROCESS:
        raise BotError(
            f"{wanted} is the name of a bot, not module:factory; create it with bot({wanted!r})"
        )
    from wonders_duel.support import plugins  # noqa: PLC0415 - see above

    return plugins.make(source.strip(), seed, settings)


def check(source: str, settings: Mapping[str, object]) -> None:
    """Raise an error if there is no such bot, or it does not have these settings.

    The built-in bots, which are created for this, check the values, too. Of another bot, only the
    module is imported.

    Args:
        source: a name as for :func:`bot`, or a module and a factory as for :func:`load_bot`.
        settings: the keyword arguments for the factory.

    Raises:
        BotError: there is no such bot, or it does not have these settings.
    """
    from wonders_duel.support import plugins  # noqa: PLC0415 - see above

    if is_source(source):
        plugins.check(source.strip(), settings)
        return
    places = () if source in BOTS else plugins.installed(RESERVED).get(source, ())
    if len(places) == 1:
        plugins.check(places[0], settings)
    else:
        bot(source, 0, settings)
