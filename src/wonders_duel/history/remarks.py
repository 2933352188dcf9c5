"""Annotations of games: names, tags, comments and clocks, validated here for every format."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Self

import attrs

from wonders_duel import unpickle
from wonders_duel.build import override
from wonders_duel.errors import FormatError, WrongTypeError
from wonders_duel.support.phrases import shown

__all__ = ["Participant", "Tags", "checked_clock", "checked_comment", "clock_text"]

TAG_KEY: Final = re.compile(r"[a-z][a-z0-9]*([_-][a-z0-9]+)*")
"""The pattern of the name of a tag."""
LONGEST_KEY: Final = 40
LONGEST_TEXT: Final = 10_000
"""The most characters of a name, a tag or a comment."""
MOST_TAGS: Final = 100
LONGEST_CLOCK: Final = 1000 * 60 * 60 * 1000
"""The largest clock in milliseconds: a thousand hours."""
NOT_IN_A_LINE: Final = r"\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069"
"""The characters that names and tags must not contain, as a character class of a regular expression.

These are control characters; line and paragraph separators; and the embeddings, overrides and isolates
of the bidirectional algorithm, which would also affect the text around them.
"""
NOT_IN_LINES: Final = (
    r"\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069"
)
"""The characters that comments must not contain; line breaks and tabs are allowed."""
_SURROGATES: Final = r"\ud800-\udfff"
_WRONG_IN_A_LINE = f"[{NOT_IN_A_LINE}{_SURROGATES}]"
_WRONG_IN_LINES = f"[{NOT_IN_LINES}{_SURROGATES}]"  # compiled when used: import takes less time
_DIRECTIONS = re.compile("[\u202a-\u202e\u2066-\u2069]")
_LINE_BREAK = re.compile("\r\n|[\r\u2028\u2029]")
_PER_SECOND: Final = 1000
_PER_MINUTE: Final = 60 * _PER_SECOND
_PER_HOUR: Final = 60 * _PER_MINUTE


def _text(value: object, what: str, *, lines: bool = False) -> str:
    """Return a valid text; raise an error if it is not a string, too long, or has invalid characters."""
    if not isinstance(value, str):
        raise WrongTypeError(f"{what} must be a string, not {shown(value)}")
    if len(value) > LONGEST_TEXT:
        raise FormatError([f"{what} has {len(value)} characters; expected at most {LONGEST_TEXT}"])
    if lines:
        value = _LINE_BREAK.sub("\n", value)  # other systems write other line breaks
    wrong = re.search(_WRONG_IN_LINES if lines else _WRONG_IN_A_LINE, value)
    if wrong is None:
        return value
    message = f"{what} contains the character {wrong[0]!r}"
    if _DIRECTIONS.match(wrong[0]):
        message += ", which changes the direction of the text around it"
    elif lines:
        message += "; of the control characters only line breaks and tabs are allowed"
    raise FormatError([message])


def checked_comment(comment: str | None) -> str | None:
    """Validate a comment.

    Args:
        comment: a string of at most 10,000 characters, with any kind of line breaks;
            ``None`` for no comment.

    Returns:
        The comment, with every line break as a line feed.

    Raises:
        FormatError: it is too long, or it contains control characters, characters that change
            the direction of the text around them, or half a surrogate pair.
        WrongTypeError: it is not a string.
    """
    if comment is None:
        return None
    return _text(comment, "a comment", lines=True)


def checked_clock(clock: int | None) -> int | None:
    """Validate the time on a clock.

    Args:
        clock: the milliseconds left, from 0 to a thousand hours; ``None`` for no clock.

    Returns:
        The same value.

    Raises:
        FormatError: it is out of range.
        WrongTypeError: it is not a whole number.
    """
    if clock is None:
        return None
    if type(clock) is not int:
        raise WrongTypeError(f"a clock must be a whole number of milliseconds, not {shown(clock)}")
    if not 0 <= clock <= LONGEST_CLOCK:
        raise FormatError(
            [f"the clock is at {shown(clock)} milliseconds; expected 0 to {LONGEST_CLOCK}"]
        )
    return clock


def clock_text(clock: int) -> str:
    """Return the time on a clock in hours, minutes and seconds.

    Args:
        clock: the time in milliseconds.

    >>> clock_text(600_000), clock_text(59_500)
    ('0:10:00', '0:00:59.500')
    """
    hours, rest = divmod(clock, _PER_HOUR)
    minutes, rest = divmod(rest, _PER_MINUTE)
    seconds, parts = divmod(rest, _PER_SECOND)
    return f"{hours}:{minutes:02}:{seconds:02}" + (f".{parts:03}" if parts else "")


class Tags(Mapping[str, str]):
    """An immutable mapping of tag names to values, sorted by name.

    Args:
        tags: a mapping, or an iterable of pairs; at most 100. Names have at most 40 characters,
            values 10,000.

    Raises:
        FormatError: there are too many tags, or one is too long; a name is not lower-case words
            joined by hyphens or underscores; or a value contains line breaks, control characters,
            or characters that change the direction of the text around them.
        WrongTypeError: the argument is not a mapping, or a name or a value is not a string.

    >>> Tags({"event": "Friday", "round": "2"})["event"]
    'Friday'
    """

    __slots__ = ("_tags",)

    def __init__(self, tags: Mapping[str, str] | Iterable[tuple[str, str]] = ()) -> None:
        """Check and store the tags."""
        try:
            given = dict(tags)
        except (TypeError, ValueError):
            raise WrongTypeError(
                f"expected a mapping of tag names to strings, got {shown(tags)}"
            ) from None
        if len(given) > MOST_TAGS:
            raise FormatError([f"there are {len(given)} tags; expected at most {MOST_TAGS}"])
        for key, value in given.items():
            _text(key, "the name of a tag")
            if len(key) > LONGEST_KEY or not TAG_KEY.fullmatch(key):
                message = (
                    f"{shown(key)} is not a name of a tag: expected lower-case letters and digits "
                    f"joined by hyphens or underscores, at most {LONGEST_KEY}"
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

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the tags."""
        return (unpickle.call, (unpickle.named(type(self)), self._tags))

    def __copy__(self) -> Self:
        """Return the tags themselves, which are immutable."""
        return self

    def __deepcopy__(self, memo: object) -> Self:
        """Return the tags themselves, which are immutable."""
        return self


def checked_name(name: str, what: str = "the name of a player") -> str:
    """Validate the name of a player, or another short text.

    Args:
        name: the text.
        what: what it is, for messages.

    Returns:
        The same text.

    Raises:
        FormatError: it is too long, or it contains line breaks, control characters, or
            characters that change the direction of the text around them.
        WrongTypeError: it is not a string.
    """
    return _text(name, what)


@attrs.frozen
class Participant:
    """A person or a program that plays a game.

    Attributes:
        name: the name, at most 10,000 characters; empty if it is not known.
        tags: other information, such as a rating.

    Raises:
        FormatError: the name or a tag is too long, or it contains line breaks, control
            characters, or characters that change the direction of the text around them.
        WrongTypeError: the name is not a string, or the tags are not a mapping of strings.

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
    """Return a pair of participants made of participants or names.

    Args:
        players: the participants or names of players one and two.

    Raises:
        WrongTypeError: there are not exactly two, or one has the wrong type.
    """
    given = () if isinstance(players, str) or not isinstance(players, Iterable) else tuple(players)
    made = tuple(one if isinstance(one, Participant) else Participant(one) for one in given)
    if len(made) != 2:  # noqa: PLR2004 - the players
        raise WrongTypeError(f"expected the names of two players, got {shown(players)}")
    return made[0], made[1]
