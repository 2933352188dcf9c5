"""What people add to a game: names, tags, comments, clocks. Checked here, once, for every format."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Self

import attrs

from wonders_duel.build import override
from wonders_duel.errors import FormatError, WrongTypeError, shown

__all__ = ["Participant", "Tags", "checked_clock", "checked_comment", "clock_text"]

TAG_KEY: Final = re.compile(r"[a-z][a-z0-9]*([_-][a-z0-9]+)*")
"""What the name of a tag looks like."""
LONGEST_KEY: Final = 40
LONGEST_TEXT: Final = 10_000
"""Characters of a name, a tag or a comment."""
MOST_TAGS: Final = 100
LONGEST_CLOCK: Final = 1000 * 60 * 60 * 1000
"""Milliseconds: a thousand hours."""
NOT_IN_A_LINE: Final = r"\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069"
"""What no name and no tag holds, as in a class of a regular expression.

Control characters; the separators of lines and paragraphs; and the embeddings, overrides and isolates of the
bidirectional algorithm, whose effect does not end with the text in which they stand.
"""
NOT_IN_LINES: Final = (
    r"\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069"
)
"""The same of a comment, which has line breaks of several kinds, and tabs."""
_SURROGATES: Final = r"\ud800-\udfff"
_WRONG_IN_A_LINE = re.compile(f"[{NOT_IN_A_LINE}{_SURROGATES}]")
_WRONG_IN_LINES = re.compile(f"[{NOT_IN_LINES}{_SURROGATES}]")
_DIRECTIONS = re.compile("[\u202a-\u202e\u2066-\u2069]")
_LINE_BREAK = re.compile("\r\n|[\r\u2028\u2029]")
_PER_SECOND: Final = 1000
_PER_MINUTE: Final = 60 * _PER_SECOND
_PER_HOUR: Final = 60 * _PER_MINUTE


def _text(value: object, what: str, *, lines: bool = False) -> str:
    """Refuse what is no text, or holds characters that would spoil the text around it."""
    if not isinstance(value, str):
        raise WrongTypeError(f"{what} has to be a text, not {shown(value)}")
    if len(value) > LONGEST_TEXT:
        raise FormatError([f"{what} has {len(value)} characters; there can be {LONGEST_TEXT}"])
    if lines:
        value = _LINE_BREAK.sub("\n", value)  # as web pages and word processors write them
    wrong = (_WRONG_IN_LINES if lines else _WRONG_IN_A_LINE).search(value)
    if wrong is None:
        return value
    message = f"{what} holds the character {wrong[0]!r}"
    if _DIRECTIONS.match(wrong[0]):
        message += ", which turns the text around it, too: leave it out"
    elif lines:
        message += "; only line breaks and tabs are fine"
    raise FormatError([message])


def checked_comment(comment: str | None) -> str | None:
    """Return a comment, or refuse what cannot be one.

    Args:
        comment: a text of at most 10,000 characters, line breaks of every kind
            included; ``None`` for none.

    Returns:
        The comment; every line break in it is a line feed.

    Raises:
        FormatError: it holds control characters, such as change the direction of
            the text around them, or half a surrogate pair.
        WrongTypeError: it is no text.
    """
    if comment is None:
        return None
    return _text(comment, "a comment", lines=True)


def checked_clock(clock: int | None) -> int | None:
    """Return the milliseconds on a clock, or refuse what cannot be.

    Args:
        clock: what the player who moved has left, from 0 to a thousand hours; ``None`` for no clock.

    Raises:
        FormatError: it is out of range.
        WrongTypeError: it is no whole number.
    """
    if clock is None:
        return None
    if type(clock) is not int:
        raise WrongTypeError(f"a clock is a whole number of milliseconds, not {shown(clock)}")
    if not 0 <= clock <= LONGEST_CLOCK:
        raise FormatError(
            [f"a clock goes from 0 to {LONGEST_CLOCK} milliseconds, not {shown(clock)}"]
        )
    return clock


def clock_text(clock: int) -> str:
    """Return a clock as people read it.

    Args:
        clock: milliseconds.

    >>> clock_text(600_000), clock_text(59_500)
    ('0:10:00', '0:00:59.500')
    """
    hours, rest = divmod(clock, _PER_HOUR)
    minutes, rest = divmod(rest, _PER_MINUTE)
    seconds, parts = divmod(rest, _PER_SECOND)
    return f"{hours}:{minutes:02}:{seconds:02}" + (f".{parts:03}" if parts else "")


class Tags(Mapping[str, str]):
    """Free tags: names in lower case, each with a text; frozen, sorted by name.

    Args:
        tags: a mapping, or pairs; at most 100.

    Raises:
        FormatError: a name that is not lower-case words joined by hyphens or
            underscores, or a text with line breaks, control characters or such as
            change the direction of the text around them.
        WrongTypeError: what is no text.

    >>> Tags({"event": "Friday", "round": "2"})["event"]
    'Friday'
    """

    __slots__ = ("_tags",)

    def __init__(self, tags: Mapping[str, str] | Iterable[tuple[str, str]] = ()) -> None:
        """Check and hold the tags."""
        try:
            given = dict(tags)
        except (TypeError, ValueError):
            raise WrongTypeError(
                f"tags are a mapping of names to texts, not {shown(tags)}"
            ) from None
        if len(given) > MOST_TAGS:
            raise FormatError([f"there are {len(given)} tags; there can be {MOST_TAGS}"])
        for key, value in given.items():
            _text(key, "the name of a tag")
            if len(key) > LONGEST_KEY or not TAG_KEY.fullmatch(key):
                message = (
                    f"{shown(key)} is not a name of a tag: lower-case letters and digits joined by "
                    f"hyphens or underscores, at most {LONGEST_KEY}"
                )
                raise FormatError([message])
            _text(value, f"the tag {key}")
        self._tags = {key: given[key] for key in sorted(given)}

    @override
    def __getitem__(self, key: str) -> str:
        return self._tags[key]

    @override
    def __iter__(self) -> Iterator[str]:
        return iter(self._tags)

    @override
    def __len__(self) -> int:
        return len(self._tags)

    @override
    def __hash__(self) -> int:
        return hash(tuple(self._tags.items()))

    @override
    def __repr__(self) -> str:
        return f"Tags({self._tags!r})"

    def __reduce__(self) -> tuple[type[Self], tuple[dict[str, str]]]:
        """Pickle by the tags."""
        return (type(self), (self._tags,))

    def __copy__(self) -> Self:
        """Frozen: a copy is the tags themselves."""
        return self

    def __deepcopy__(self, memo: object) -> Self:
        """Frozen: a copy is the tags themselves."""
        return self


def checked_name(name: str) -> str:
    """Return the name of a player, or refuse what cannot be one.

    Raises:
        FormatError: it holds line breaks, control characters or such as change the
            direction of the text around them, or is too long.
        WrongTypeError: it is no text.
    """
    return _text(name, "the name of a player")


@attrs.frozen
class Participant:
    """Who sat at a seat.

    Attributes:
        name: what they are called; empty if it is not known.
        tags: whatever else is noted of them, such as a rating.

    Raises:
        FormatError: a name or a tag with line breaks, control characters or such as
            change the direction of the text around them.

    >>> Participant("Ann", {"rating": "1850"}).tags["rating"]
    '1850'
    """

    name: str = attrs.field(default="", converter=checked_name)
    tags: Tags = attrs.field(default=Tags(), converter=Tags)

    def __str__(self) -> str:
        """Return the name."""
        return self.name


def as_participants(
    players: Iterable[Participant | str],
) -> tuple[Participant, Participant]:
    """Return two participants out of participants or names.

    Args:
        players: those of players one and two.

    Raises:
        WrongTypeError: they are not two.
    """
    given = () if isinstance(players, str) or not isinstance(players, Iterable) else tuple(players)
    made = tuple(one if isinstance(one, Participant) else Participant(one) for one in given)
    if len(made) != 2:  # noqa: PLR2004 - the players
        raise WrongTypeError(f"expected the names of two players, got {shown(players)}")
    return made[0], made[1]
