"""``BotSpec``: a bot of a match as a value, with the settings that its factory gets."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping
from math import isfinite
from types import MappingProxyType
from typing import Any, Final, Self

import attrs

from wonders_duel import unpickle
from wonders_duel.bots import BOTS, Bot, bot, load_bot
from wonders_duel.bots.names import HUMAN, as_kind, is_source
from wonders_duel.build import override
from wonders_duel.errors import MatchError, WrongTypeError
from wonders_duel.history.remarks import checked_name
from wonders_duel.limits import MOST_DIGITS, TOO_LARGE
from wonders_duel.seeds import Seed
from wonders_duel.support.arguments import expect, is_encodable
from wonders_duel.support.phrases import shown

__all__ = ["BotSpec", "Setting", "Settings", "as_spec"]

Setting = str | int | float | bool | None
"""The value of a setting."""

MOST_SETTINGS: Final = 100
SETTING: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


class Settings(Mapping[str, Setting]):
    """An immutable mapping of the settings of a bot, sorted by name.

    Args:
        settings: texts, numbers, booleans or ``None`` by names of parameters; at most 100. A whole
            number such as 1.0 becomes an int, as in JSON.

    Raises:
        MatchError: a name is not the name of a parameter, or is ``seed``; a number is not finite, or
            has more than 18 digits; a text has half a surrogate pair; or there are more than 100
            settings.
        WrongTypeError: the argument is not a mapping, or a value has another type.

    >>> Settings({"depth": 3})["depth"]
    3
    """

    __slots__ = ("_settings",)

    def __init__(self, settings: Mapping[str, Setting] = MappingProxyType({})) -> None:
        """Check and store the settings."""
        try:
            given: dict[Any, Any] = dict(settings)
        except (TypeError, ValueError):
            raise WrongTypeError(
                f"expected a mapping of settings by name, got {shown(settings)}"
            ) from None
        if len(given) > MOST_SETTINGS:
            raise MatchError(f"there are {len(given)} settings; expected at most {MOST_SETTINGS}")
        for name, value in given.items():
            if not isinstance(name, str) or not SETTING.fullmatch(name):
                raise MatchError(
                    f"{shown(name)} is not the name of a setting: expected the name of a parameter "
                    "of the bot's factory, such as depth"
                )
            if name == "seed":
                raise MatchError(
                    "seed is not a setting: the seed of a bot follows from that of the match or game"
                )
            if value is not None and type(value) not in _TYPES:
                raise WrongTypeError(
                    f"the setting {name} must be a text, a number, a boolean or None, "
                    f"not {shown(value)}"
                )
            if isinstance(value, str) and not is_encodable(value):  # no file could hold it
                raise MatchError(
                    f"the setting {name} must be a text without half a surrogate pair, "
                    f"not {shown(value)}"
                )
            if isinstance(value, float) and not isfinite(value):
                raise MatchError(f"the setting {name} must be a finite number, not {value}")
            if isinstance(value, int | float) and abs(value) >= TOO_LARGE:  # JSON could not be read
                raise MatchError(
                    f"the setting {name} must be a number of at most {MOST_DIGITS} digits, "
                    f"not {shown(value)}"
                )
        # JSON does not tell 1.0 from 1, so neither do settings.
        self._settings: dict[str, Setting] = {
            name: int(value) if isinstance(value, float) and value.is_integer() else value
            for name, value in sorted(given.items())
        }

    @override
    def __getitem__(self, key: str) -> Setting:
        return self._settings[key]

    @override
    def __iter__(self) -> Iterator[str]:
        return iter(self._settings)

    @override
    def __len__(self) -> int:
        return len(self._settings)

    @override
    def __eq__(self, other: object) -> bool:
        # 1 and True are different settings.
        return isinstance(other, Settings) and str(self) == str(other)

    @override
    def __hash__(self) -> int:
        return hash(str(self))

    @override
    def __repr__(self) -> str:
        return f"Settings({self._settings!r})"

    @override
    def __str__(self) -> str:
        """Return the settings as on the command line: ``depth=3,style=bold``."""
        return ",".join(f"{name}={_written(value)}" for name, value in self.items())

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the settings."""
        return (unpickle.call, (unpickle.named(type(self)), self._settings))

    def __copy__(self) -> Self:
        """Return the settings themselves, which are immutable."""
        return self

    def __deepcopy__(self, memo: object) -> Self:
        """Return the settings themselves, which are immutable."""
        return self


_TYPES: Final = frozenset({str, int, float, bool})


def _source(source: str) -> str:
    expect(source, str, "the name of a bot, or module:factory")
    text = as_kind(checked_name(source, "the name of a bot"))
    if not text:
        raise MatchError("expected the name of a bot, or module:factory, got an empty text")
    if text == HUMAN:
        raise MatchError(
            f"{HUMAN} stands for a person; expected a bot (to play yourself, use wonders-duel play)"
        )
    return text


def _name(name: str) -> str:
    return checked_name(name, "the name of a bot")


@attrs.frozen
class BotSpec:
    """A bot of a match: its name, or ``module:factory``, and the settings for its factory.

    Attributes:
        source: a name that :func:`wonders_duel.bots.bot` accepts, or ``module:factory`` as for
            :func:`wonders_duel.bots.load_bot`.
        settings: keyword arguments for the factory, besides the seed.
        name: the name in tables and records; by default the source with its settings.

    Raises:
        FormatError: the source or the name has more than 10,000 characters, line breaks or control
            characters.
        MatchError: the source is empty or ``human``, or a setting is invalid.
        WrongTypeError: a value has the wrong type.

    >>> BotSpec.parse("mybot:MyBot,depth=3")
    BotSpec(source='mybot:MyBot', settings=Settings({'depth': 3}), name='mybot:MyBot,depth=3')
    >>> type(BotSpec("greedy").create(seed=1)).__name__
    'GreedyBot'
    """

    source: str = attrs.field(converter=_source)
    settings: Settings = attrs.field(default=Settings(), converter=Settings)
    name: str = attrs.field(converter=_name, default="")

    def __attrs_post_init__(self) -> None:
        """Give the bot a name."""
        if not self.name:
            text = f"{self.source},{self.settings}" if self.settings else self.source
            object.__setattr__(self, "name", _name(text))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a bot as on the command line: ``greedy``, ``mybot:MyBot,depth=3,style=bold``.

        Args:
            text: the source, and settings separated by commas. Values are numbers, ``true``,
                ``false``, ``null``, or texts, which need quotation marks only to contain a comma
                or to look like one of the others.

        Returns:
            The bot, with the default name.

        Raises:
            FormatError: the source has more than 10,000 characters, line breaks or control
                characters.
            MatchError: the source is empty or ``human``; or a setting has no value, is given twice
                or is invalid.
            WrongTypeError: the argument is not a text.
        """
        expect(text, str, "the name of a bot, or module:factory")
        return cls(*source_and_settings(text))

    def create(self, seed: Seed = None) -> Bot:
        """Create the bot.

        Args:
            seed: the seed of the bot's own generator.

        Returns:
            A new bot.

        Raises:
            BotError: there is no such bot, or it cannot be created with these settings.
            WrongTypeError: the seed has another type.
        """
        make = load_bot if is_source(self.source) else bot
        return make(self.source, seed, self.settings)

    def __str__(self) -> str:
        """Return the name."""
        return self.name


def source_and_settings(text: str) -> tuple[str, Settings]:
    """Divide a text such as ``mybot:MyBot,depth=3`` into the source and the settings of a bot.

    Args:
        text: the text, as :meth:`BotSpec.parse` reads it.

    Raises:
        MatchError: a setting has no value, is given twice or is invalid.
    """
    source, _, rest = text.partition(",")
    found: dict[str, Setting] = {}
    for name, equals, value in _assignments(rest):
        if not equals:
            raise MatchError(
                f"expected NAME=VALUE as a setting of {shown(source)}, got {shown(name)}"
            )
        if name in found:
            raise MatchError(f"duplicate setting {shown(name)} of {shown(source)}")
        found[name] = _value(value)
    return source, Settings(found)


def several(text: str) -> list[str]:
    """Divide bots separated by commas, each perhaps with settings.

    Args:
        text: the bots. What has an equals sign is a setting of the bot before it.

    >>> several("mybot:MyBot,depth=3,greedy")
    ['mybot:MyBot,depth=3', 'greedy']
    """
    found: list[str] = []
    for name, equals, value in _assignments(text):
        if equals and found:
            found[-1] += f",{name}={value}"
        else:
            found.append(f"{name}{equals}{value}")
    return found


_ASSIGNMENT = re.compile(r'([^=,"]*)(?:(=)\s*("(?:[^"\\]|\\.)*"\s*|(?!")[^,]*))?(?:,|$)')


_BARE = re.compile(r'[^\s,"](?:[^,"]*[^\s,"])?')
"""A text that needs no quotation marks in a setting, unless it looks like a number or the like."""


def _assignments(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield the names, equals signs and values of settings separated by commas."""
    place = 0
    while place < len(text):
        match = _ASSIGNMENT.match(text, place)
        if match is None:
            found, place = (text[place:], "", ""), len(text)
        else:
            name, equals, value = match.groups("")
            found, place = (name.strip(), equals, value.strip()), match.end()
        yield found


def _value(text: str) -> Setting:
    """Return a value as JSON, or as the text itself."""
    if text.lstrip().startswith(("[", "{")):  # no setting has such a value
        return text
    try:
        found: object = json.loads(text)
    except ValueError:
        return text
    assert found is None or isinstance(found, str | int | float | bool)
    return found


def _is_bare(text: str) -> bool:
    """Return whether a text is read as itself without quotation marks."""
    return text.isprintable() and bool(_BARE.fullmatch(text)) and _value(text) == text


def _written(value: Setting) -> str:
    """Return a value as JSON, or as the text itself where that is the same."""
    if isinstance(value, str) and _is_bare(value):
        return value
    return json.dumps(value)


def _found(given: object, path: str) -> object:
    """Return what the module and name of a class or function lead to; ``None`` for nothing."""
    found: object = sys.modules.get(getattr(given, "__module__", None) or "")
    for name in path.split("."):
        found = getattr(found, name, None)
    return found


def as_spec(given: object) -> BotSpec:
    """Return the bot that a text, a class or a function stands for.

    Args:
        given: a ``BotSpec``; a text as for :meth:`BotSpec.parse`; or a class or function that
            can be imported, which stands for its module and name.

    Raises:
        MatchError: a text is not a bot, or a class or function cannot be imported by its name.
        WrongTypeError: the argument is something else.
    """
    if isinstance(given, BotSpec):
        return given
    if isinstance(given, str):
        return BotSpec.parse(given)
    if not isinstance(given, type):
        for name, factory in BOTS.items():
            if factory is given:
                return BotSpec(name)
    path = getattr(given, "__qualname__", None)
    if not callable(given) or not isinstance(path, str):
        raise WrongTypeError(
            f"expected the name of a bot, module:factory, or the class of a bot, got {shown(given)}"
        )
    found = _found(given, path)
    if found is None:
        raise MatchError(
            f"{shown(given)} cannot be imported by its name, which other processes need: "
            "define the bot at the top level of a module"
        )
    if found != given:  # a bound method is not its function; a class may have been defined again
        raise MatchError(
            f"{given.__module__}:{path}, by which other processes import the bot, leads to another "
            f"object than {shown(given)}: pass that object, or give the bot a name of its own"
        )
    public = unpickle.named(given) if isinstance(given, type) else given
    if isinstance(public, str):  # a class of this library, by its name on the page
        module, _, name = f"wonders_duel.{public}".rpartition(".")
        return BotSpec(f"{module}:{name}")
    return BotSpec(f"{given.__module__}:{path}")
