"""The messages of the line protocol: reading them with checks, and writing them.

The schema says what they are. A message is a ``dict``; its type, for type checkers, is one of the
classes of this module.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from itertools import islice
from typing import Final, Literal, NotRequired, TypedDict, cast

from wonders_duel.errors import Fault, FormatError, LimitError
from wonders_duel.limits import MOST_FAULTS, Limits
from wonders_duel.match.specs import Setting
from wonders_duel.protocol.checks import faults
from wonders_duel.serialization.strict_json import Json, read_json
from wonders_duel.support.phrases import nearest, one_of, shown_json

__all__ = [
    "LONGEST_LINE",
    "PROTOCOL",
    "Answer",
    "BestMove",
    "BotHello",
    "Failure",
    "Go",
    "HostHello",
    "InfoLine",
    "MoveLimits",
    "NewGame",
    "Ok",
    "OptionLine",
    "Quit",
    "Request",
    "SetOptions",
    "Stop",
    "read_answer",
    "read_request",
    "schema",
    "written",
]

PROTOCOL: Final = 1
"""The version of the line protocol that this library speaks."""
LONGEST_LINE: Final = 1 << 18
"""The most bytes of a line, with its end."""


class HostHello(TypedDict):
    """The first request."""

    type: Literal["hello"]
    protocol: int
    name: NotRequired[str]
    version: NotRequired[str]


class SetOptions(TypedDict):
    """Sets options."""

    type: Literal["set"]
    id: int
    options: dict[str, Setting]


class NewGame(TypedDict):
    """The next position is from another game."""

    type: Literal["newgame"]
    seed: NotRequired[str | None]


class MoveLimits(TypedDict, total=False):
    """When to answer."""

    seconds: float
    clock: Literal["wall", "process"]
    simulations: int
    infinite: bool


class Go(TypedDict):
    """Asks for a move."""

    type: Literal["go"]
    id: int
    limits: MoveLimits
    indexes: NotRequired[list[int]]
    moves: NotRequired[list[str]]
    position: NotRequired[str]
    state: NotRequired[dict[str, Json]]


class Stop(TypedDict):
    """Asks for the answer at once."""

    type: Literal["stop"]
    id: int


class Quit(TypedDict):
    """Asks the bot to end."""

    type: Literal["quit"]


Request = HostHello | SetOptions | NewGame | Go | Stop | Quit
"""What a host sends."""


class OptionLine(TypedDict):
    """An option of a bot."""

    name: str
    type: Literal["integer", "number", "boolean", "text", "choice"]
    default: Setting
    minimum: NotRequired[float]
    maximum: NotRequired[float]
    choices: NotRequired[list[str]]
    description: NotRequired[str]


class BotHello(TypedDict):
    """The answer to the first request."""

    type: Literal["hello"]
    protocol: int
    name: str
    version: NotRequired[str]
    options: NotRequired[list[OptionLine]]


class Ok(TypedDict):
    """The options are set."""

    type: Literal["ok"]
    id: int


class InfoLine(TypedDict):
    """What a bot thinks so far."""

    type: Literal["info"]
    id: int
    simulations: NotRequired[int]
    seconds: NotRequired[float]
    probability: NotRequired[float]
    line: NotRequired[list[str]]
    text: NotRequired[str]


class BestMove(TypedDict):
    """The chosen move."""

    type: Literal["bestmove"]
    id: int
    index: NotRequired[int]
    move: NotRequired[str]


class Failure(TypedDict):
    """A request could not be carried out."""

    type: Literal["error"]
    id: NotRequired[int | None]
    message: str


Answer = BotHello | Ok | InfoLine | BestMove | Failure
"""What a bot sends."""


@cache
def _schema() -> dict[str, Json]:
    text = (files("wonders_duel.protocol") / "protocol.schema.json").read_text(encoding="utf-8")
    found: dict[str, Json] = json.loads(text)
    return found


def schema() -> dict[str, Json]:
    """Return the JSON Schema (2020-12) of a line of the protocol.

    Returns:
        A new dictionary. ``$defs`` has ``request``, what a host sends, and ``answer``, what a bot
        sends.

    >>> schema()["title"]
    'wonders-duel, the line protocol of bots, version 1'
    """
    return cast("dict[str, Json]", json.loads(json.dumps(_schema())))


def read_request(line: bytes) -> Request:
    """Read a line of a host.

    Args:
        line: the line.

    Raises:
        FormatError: it is not a request.
    """
    return cast("Request", _read(line, "request"))


def read_answer(line: bytes) -> Answer:
    """Read a line of a bot.

    Args:
        line: the line.

    Raises:
        FormatError: it is not an answer.
    """
    return cast("Answer", _read(line, "answer"))


def _read(line: bytes, kind: str) -> dict[str, Json]:
    try:
        found = read_json(line, _LIMITS)
    except LimitError:  # of the depth: a line is not longer than that
        raise FormatError(
            [f"the message is nested more than {_LIMITS.depth} levels deep"]
        ) from None
    if not isinstance(found, dict):
        raise FormatError(
            [f"expected an object such as {_EXAMPLES[kind]}, got {shown_json(found)}"]
        )
    whole = _schema()
    definitions = cast("dict[str, dict[str, Json]]", whole["$defs"])
    name = found.get("type")
    definition = definitions.get(f"{kind}-{name}")
    if definition is None:
        known = [one.partition("-")[2] for one in definitions if one.startswith(f"{kind}-")]
        if "type" not in found:
            raise FormatError([Fault("missing key", "$.type")])
        message = f"expected {one_of(known)}, got {shown_json(name)}"
        message += nearest(name, known) if isinstance(name, str) else ""
        raise FormatError([Fault(message, "$.type")])
    wrong = list(islice(faults(found, definition, whole), MOST_FAULTS))
    if wrong:
        raise FormatError(wrong)
    return found


_LIMITS: Final = Limits(size=LONGEST_LINE)
_EXAMPLES: Final = {"request": '{"type":"quit"}', "answer": '{"type":"ok","id":1}'}


def written(message: Request | Answer | Mapping[str, Json]) -> bytes:
    r"""Return a message as a line: in ASCII, and without spaces between its parts.

    Args:
        message: the message.

    >>> written({"type": "ok", "id": 3})
    b'{"type":"ok","id":3}\n'
    """
    text = json.dumps(message, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    return text.encode("ascii") + b"\n"
