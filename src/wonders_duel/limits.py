"""How much a text or a document may ask of its reader."""

from __future__ import annotations

from typing import Final

import attrs

from wonders_duel.errors import Fault, LimitError, WrongTypeError, expect, shown

__all__ = ["DEFAULT_LIMITS", "Limits"]

MOST_BYTES: Final = 4
"""Bytes of a character in UTF-8, at most."""
MOST_FAULTS: Final = 20
"""Faults after which a reader stops looking for more."""


def _positive(_: object, attribute: attrs.Attribute[int], value: object) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise WrongTypeError(
            f"the limit {attribute.name} has to be a whole number from 1, not {shown(value)}"
        )


@attrs.frozen(kw_only=True)
class Limits:
    """How much a text or a document from outside may ask for; larger ones are refused unread.

    Args:
        size: characters of one text, document or record; of a file with many
            records, each by itself. A whole game takes about 20,000.
        depth: brackets inside each other in a document; a record needs 8.
        moves: moves of one record; a game of the base game has at most 90 or so.

    Raises:
        WrongTypeError: a limit is no whole number from 1.

    >>> Limits(moves=100_000).moves
    100000
    """

    size: int = attrs.field(default=1_000_000, validator=_positive)
    depth: int = attrs.field(default=32, validator=_positive)
    moves: int = attrs.field(default=1_000, validator=_positive)

    def check_bytes(self, content: bytes) -> None:
        """Refuse bytes that are too many for a text of the largest size.

        Args:
            content: what is to be read as UTF-8.

        Raises:
            LimitError: they are more than ``size`` characters can have.
        """
        if len(content) > MOST_BYTES * self.size:
            raise LimitError([Fault(too_large("it", self.size))])

    def check_size(self, text: str) -> None:
        """Refuse a text that is too long.

        Args:
            text: what is to be read.

        Raises:
            LimitError: it is longer than ``size``.
        """
        if len(text) > self.size:
            raise LimitError([Fault(too_large("it", self.size))])


def too_large(what: str, size: int) -> str:
    """Say that something is longer than the limit of its size."""
    return (
        f"{what} is longer than {size:,} characters; "
        "give limits=Limits(size=...) to read it nevertheless"
    )


DEFAULT_LIMITS: Final = Limits()


def as_limits(limits: Limits | None) -> Limits:
    """Return the limits that are meant; the default ones for ``None``."""
    if limits is None:
        return DEFAULT_LIMITS
    expect(limits, Limits, "a Limits object")
    return limits
