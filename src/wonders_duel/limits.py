"""Limits on the size and depth of texts and documents from outside."""

from __future__ import annotations

from typing import Final

import attrs

from wonders_duel.errors import Fault, LimitError, WrongTypeError
from wonders_duel.support.arguments import expect
from wonders_duel.support.phrases import shown

__all__ = ["DEFAULT_LIMITS", "Limits"]

MOST_BYTES: Final = 4
"""The most bytes of a character in UTF-8."""
MOST_DIGITS: Final = 18
"""The most digits of a whole number in a text or document."""
TOO_LARGE: Final = 10**MOST_DIGITS
"""The least whole number with more digits."""
MOST_FAULTS: Final = 20
"""The number of faults after which a reader stops."""


def _positive(_: object, attribute: attrs.Attribute[int], value: object) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise WrongTypeError(
            f"the limit {attribute.name} must be a whole number of at least 1, not {shown(value)}"
        )


@attrs.frozen(kw_only=True)
class Limits:
    """Limits on untrusted texts and documents; an input that exceeds one is rejected without reading it.

    Args:
        size: the most characters of a text, document or record; in a file with many
            records, of each record. A whole game takes about 4,000 as text, and 12,000 as JSON.
        depth: the most nested brackets in a document; a record needs 7.
        moves: the most moves of a record; a game with the base game's cards has fewer than 90.

    Raises:
        WrongTypeError: a limit is not a whole number of at least 1.

    >>> Limits(moves=100_000).moves
    100000
    """

    size: int = attrs.field(default=1_000_000, validator=_positive)
    depth: int = attrs.field(default=32, validator=_positive)
    moves: int = attrs.field(default=1_000, validator=_positive)

    def check_bytes(self, content: bytes) -> None:
        """Raise ``LimitError`` if there are more bytes than a text of ``size`` characters can have.

        Args:
            content: bytes to be decoded as UTF-8.

        Raises:
            LimitError: there are more than four bytes for each character of ``size``.
        """
        if len(content) > MOST_BYTES * self.size:
            raise LimitError([Fault(too_large("it", self.size))])

    def check_size(self, text: str) -> None:
        """Raise ``LimitError`` if a text is too long.

        Args:
            text: the text to be read.

        Raises:
            LimitError: it is longer than ``size`` characters.
        """
        if len(text) > self.size:
            raise LimitError([Fault(too_large("it", self.size))])


def too_large(what: str, size: int) -> str:
    """Return the message for something that exceeds the size limit."""
    return f"{what} is longer than {size:,} characters; pass limits=Limits(size=...) to allow it"


DEFAULT_LIMITS: Final = Limits()


def as_limits(limits: Limits | None) -> Limits:
    """Return limits, or the default ones for ``None``."""
    if limits is None:
        return DEFAULT_LIMITS
    expect(limits, Limits, "a Limits object")
    return limits
