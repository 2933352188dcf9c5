"""The scores of rows, seen from the first of two bots."""

from __future__ import annotations

from wonders_duel.errors import MatchError, WrongTypeError
from wonders_duel.match import MatchRow
from wonders_duel.support.arguments import is_within
from wonders_duel.support.phrases import shown

__all__ = ["MOST_BOTS", "expect_bots", "quarters_for"]

MOST_BOTS = 10**6
"""Far more than the bots of a match."""


def quarters_for(row: MatchRow, bots: tuple[int, int], *, chosen: bool) -> int | None:
    """Return the score of a row in quarters, as the first of two bots sees it.

    Args:
        row: the row.
        bots: the numbers of the two bots.
        chosen: whether the user has chosen these bots, so that there can be rows of others.

    Returns:
        0 to 4; ``None`` if the row is of other bots, and they were chosen.

    Raises:
        MatchError: the row is of other bots, and they were not chosen.
    """
    if row.bots == bots:
        return row.quarters
    if row.bots == bots[::-1]:
        return 4 - row.quarters
    if chosen:
        return None
    (one, two), (first, second) = bots, row.bots
    raise MatchError(
        f"expected rows of two bots, got those of {one} and {two} and of {first} and {second}; "
        f"pass bots=({one}, {two}) to choose two of them"
    )


def expect_bots(bots: object) -> tuple[int, int]:
    """Return the numbers of two bots.

    Args:
        bots: any value.

    Raises:
        WrongTypeError: these are not two different numbers.
    """
    given = tuple(bots) if isinstance(bots, tuple | list) else ()
    if len(given) == 2 and all(is_within(bot, 0, MOST_BOTS) for bot in given):  # noqa: PLR2004 - two bots
        one, two = given
        if one != two:
            return one, two
    raise WrongTypeError(f"expected the numbers of two bots, such as (0, 1), got {shown(bots)}")
