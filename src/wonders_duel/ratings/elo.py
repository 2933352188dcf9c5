"""Elo: scores as differences of strength, and the checks of numbers on this scale."""

from __future__ import annotations

from math import inf, log, log10, sqrt
from statistics import NormalDist
from typing import Final

from wonders_duel.errors import WrongTypeError
from wonders_duel.support.phrases import shown

__all__ = [
    "LARGEST",
    "NELO",
    "deviations",
    "elo_of",
    "expect_between",
    "expect_elo",
    "normal",
    "score_of",
    "width_of",
]

LARGEST: Final = 2000
"""The largest difference in Elo that functions accept: a score of 0.99999."""
NELO: Final[float] = 800 / log(10)
"""Normalised Elo for each standard deviation of a game: 347.4."""

_NORMAL: Final = NormalDist()


def elo_of(score: float) -> float:
    """Return the difference in Elo that explains a score.

    It is -400 log10(1/s - 1) for a score of s; see Arpad Elo, *The Rating of Chessplayers, Past
    and Present* (1978).

    Args:
        score: the mean score of a game, 0.0 to 1.0; a shared victory counts half.

    Returns:
        The difference; infinite for the scores 0 and 1.

    Raises:
        WrongTypeError: the score is not a number, or out of range.

    >>> round(elo_of(0.64)), elo_of(0.5), elo_of(1)
    (100, 0.0, inf)
    """
    if not _is_between(score, 0, 1):
        raise WrongTypeError(f"expected a score from 0 to 1, got {shown(score)}")
    if score in {0, 1}:
        return inf if score else -inf
    # Not 1/s - 1, whose rounding would make the two players' numbers differ.
    return 400 * (log10(score) - log10(1 - score))


def score_of(elo: float) -> float:
    """Return the expected score of a player who is stronger by a difference in Elo.

    It is 1 / (1 + 10^(-d/400)) for a difference of d, the inverse of :func:`elo_of`.

    Args:
        elo: the difference, -2000 to 2000.

    Returns:
        The score of a game, between 0.0 and 1.0.

    Raises:
        WrongTypeError: the difference is not a number, or out of range.

    >>> round(score_of(100), 4), score_of(0)
    (0.6401, 0.5)
    """
    expect_elo(elo, "a difference in Elo")
    return float(1 / (1 + 10 ** (-elo / 400)))


def expect_elo(value: object, what: str) -> None:
    """Raise ``WrongTypeError`` unless a value is a number on the Elo scale.

    Args:
        value: any value.
        what: the expected value in words, such as "a difference in Elo".

    Raises:
        WrongTypeError: it is not a number, or out of range.
    """
    if not _is_between(value, -LARGEST, LARGEST):
        raise WrongTypeError(f"expected {what} from -{LARGEST} to {LARGEST}, got {shown(value)}")


def expect_between(value: object, high: float, what: str) -> None:
    """Raise ``WrongTypeError`` unless a value is a number between 0 and a bound, excluding both.

    Args:
        value: any value.
        high: the bound.
        what: the expected value in words, such as "a confidence".

    Raises:
        WrongTypeError: it is not a number, or not between them.
    """
    if not _is_between(value, 0, high) or value in {0, high}:
        raise WrongTypeError(f"expected {what} between 0 and {high}, got {shown(value)}")


def _is_between(value: object, low: float, high: float) -> bool:
    """Return whether a value is a number in a range, ends included; booleans are not numbers."""
    return isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high


def width_of(confidence: float) -> float:
    """Return how many standard errors an interval extends to either side of its centre.

    Args:
        confidence: the probability that the interval contains the true value, such as 0.95.

    Raises:
        WrongTypeError: the confidence is not between 0 and 1.

    >>> round(width_of(0.95), 2)
    1.96
    """
    expect_between(confidence, 1, "a confidence")
    # Not at (1 + confidence) / 2, which is rounded to 1 for the largest confidence.
    return -_NORMAL.inv_cdf((1 - confidence) / 2)


def normal(value: float) -> float:
    """Return the probability that a standard normal variable is smaller than a value."""
    return _NORMAL.cdf(value)


def deviations(nelo: float) -> float:
    """Return a normalised Elo as a number of standard deviations of the score of a pair."""
    return nelo / NELO * sqrt(2)
