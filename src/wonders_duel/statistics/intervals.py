"""Proportions and means with their intervals."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from statistics import NormalDist

import attrs

from wonders_duel.errors import WrongTypeError
from wonders_duel.support.arguments import expect_number, is_finite
from wonders_duel.support.phrases import shown

__all__ = ["EVEN", "Mean", "Share", "as_confidence"]

EVEN = 0.5
"""The mean share of the victories of all players, since each game gives out one victory."""


def as_confidence(value: float) -> float:
    """Return a confidence level.

    Args:
        value: any value.

    Raises:
        WrongTypeError: it is not a number between 0 and 1.
    """
    if not is_finite(value) or not 0 < value < 1:
        raise WrongTypeError(
            f"the confidence must be a number between 0 and 1, such as 0.95, not {shown(value)}"
        )
    return float(value)


@lru_cache(maxsize=16)
def _deviations(confidence: float) -> float:
    """Return how many standard deviations a normal variable stays within."""
    # Not at (1 + confidence) / 2, which is rounded to 1 for the largest confidence.
    return -NormalDist().inv_cdf((1 - confidence) / 2)


@attrs.frozen
class Share:
    """A proportion, or a share of victories, with its Wilson interval.

    The interval is the score interval of E. B. Wilson, "Probable inference, the law of succession,
    and statistical inference", Journal of the American Statistical Association 22 (1927). With the
    proportion p of n and the quantile z of the normal distribution, its limits are
    (p + z²/2n ± z √(p(1-p)/n + z²/4n²)) / (1 + z²/n).

    In a share of victories, a shared victory counts half (R84). The variance of such games is smaller
    than that of wins and losses with the same mean, so the interval is then slightly too wide.

    Attributes:
        count: how many have the property, 0 to ``number``; for shares of victories, also halves.
        number: out of how many, from 0.
        confidence: the confidence level of the interval, between 0 and 1.

    Raises:
        WrongTypeError: the count is not from 0 to the number, or the confidence is out of range.

    >>> share = Share(8, 10)
    >>> share.share, round(share.low, 4), round(share.high, 4)
    (0.8, 0.4902, 0.9433)
    >>> Share(0, 0).share is None
    True
    """

    count: float
    number: int
    confidence: float = attrs.field(default=0.95, converter=as_confidence)

    def __attrs_post_init__(self) -> None:
        """Raise ``WrongTypeError`` unless the numbers are those of a proportion."""
        expect_number(self.number, 0, "the number")
        if not is_finite(self.count) or not 0 <= self.count <= self.number:
            raise WrongTypeError(
                f"the count must be a number from 0 to {shown(self.number)}, "
                f"not {shown(self.count)}"
            )

    @property
    def share(self) -> float | None:
        """The proportion, 0.0 to 1.0; ``None`` of nothing."""
        return self.count / self.number if self.number else None

    @property
    def low(self) -> float:
        """The lower end of the interval; 0.0 of nothing."""
        return self._limits[0]

    @property
    def high(self) -> float:
        """The upper end of the interval; 1.0 of nothing."""
        return self._limits[1]

    @property
    def lift(self) -> float | None:
        """The share less the mean share of all players, 1/2; ``None`` of nothing.

        Each game gives out one victory between two players, so the mean is exactly 1/2. The
        interval of the lift is that of the share, less 1/2.

        >>> Share(60, 100).lift
        0.1
        """
        return None if self.share is None else round(self.share - EVEN, 15)

    @property
    def _limits(self) -> tuple[float, float]:
        number = self.number
        if not number:
            return 0.0, 1.0
        z = _deviations(self.confidence)
        part = self.count / number
        square = z * z / number
        middle = part + square / 2
        reach = z * sqrt(part * (1 - part) / number + square / (4 * number))
        return (
            max(0.0, (middle - reach) / (1 + square)) if self.count else 0.0,
            min(1.0, (middle + reach) / (1 + square)) if self.count < number else 1.0,
        )


@attrs.frozen
class Mean:
    """The mean of whole numbers, with the interval by the normal approximation.

    The interval is the mean ± z s/√n, with the standard deviation s of the n numbers and the
    quantile z of the normal distribution.

    Attributes:
        number: how many numbers there are.
        total: their sum.
        squares: the sum of their squares.
        least: the smallest of them; 0 if there are none.
        most: the largest of them; 0 if there are none.
        confidence: the confidence level of the interval, between 0 and 1.

    Raises:
        WrongTypeError: the confidence is not a number between 0 and 1.

    >>> mean = Mean(number=3, total=12, squares=56, least=2, most=6)
    >>> mean.mean, mean.deviation, round(mean.low, 2), round(mean.high, 2)
    (4.0, 2.0, 1.74, 6.26)
    """

    number: int
    total: int
    squares: int
    least: int
    most: int
    confidence: float = attrs.field(default=0.95, converter=as_confidence)

    @property
    def mean(self) -> float | None:
        """The mean; ``None`` of nothing."""
        return self.total / self.number if self.number else None

    @property
    def deviation(self) -> float | None:
        """The standard deviation (with n - 1); ``None`` of fewer than two numbers."""
        number = self.number
        if number <= 1:
            return None
        # Whole numbers are exact, however many there are.
        return sqrt((self.squares * number - self.total**2) / (number * (number - 1)))

    @property
    def low(self) -> float | None:
        """The lower end of the interval; ``None`` of fewer than two numbers."""
        return self._limit(-1)

    @property
    def high(self) -> float | None:
        """The upper end of the interval; ``None`` of fewer than two numbers."""
        return self._limit(1)

    def _limit(self, sign: int) -> float | None:
        mean, deviation = self.mean, self.deviation
        if mean is None or deviation is None:
            return None
        return mean + sign * _deviations(self.confidence) * deviation / sqrt(self.number)
