"""``PairCounts``: how often two bots reached each score over a pair of games."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf, sqrt
from typing import Final, Literal, Self, get_args

import attrs

from wonders_duel.errors import UnknownNameError, WrongTypeError
from wonders_duel.match import MatchRow
from wonders_duel.ratings.elo import NELO, elo_of, expect_elo, normal, width_of
from wonders_duel.ratings.likelihood import (
    SCORES,
    logistic_llr,
    moments,
    normalized_llr,
    quick_llr,
)
from wonders_duel.ratings.views import expect_bots, quarters_for
from wonders_duel.support.arguments import expect, is_within
from wonders_duel.support.phrases import counted, one_of, shown

__all__ = ["Interval", "Model", "PairCounts", "expect_hypotheses", "expect_model"]

Interval = tuple[float, float]
"""The lower and the upper bound of an interval."""
Model = Literal["normalized", "logistic"]
"""What the hypotheses of a test are: differences in normalised or in logistic Elo."""

_MOST: Final = 10**15
"""The most pairs; floats are exact up to there."""


def _counts(given: list[int] | tuple[int, ...]) -> tuple[int, int, int, int, int]:
    """Return what is given as counts; for type checkers, the parameter is that of ``PairCounts``."""
    return _checked(given)


def _checked(given: object) -> tuple[int, int, int, int, int]:
    counts = tuple(given) if isinstance(given, tuple | list) else ()
    if len(counts) != len(SCORES) or not all(is_within(count, 0, _MOST) for count in counts):
        raise WrongTypeError(
            "expected five numbers of pairs, one for each score from 0 to 1, such as "
            f"[13, 37, 50, 25, 3], got {shown(given)}"
        )
    return counts


@attrs.frozen
class PairCounts:
    """How often a bot reached each score against another one, over a pair of games.

    A pair is one deal played twice with the seats swapped, so that neither the deal nor the seat
    favours a bot. The two games depend on each other. The error of the mean is therefore computed
    from the scores of the pairs, as in other engines' *pentanomial* statistics.

    The intervals assume that the mean is normally distributed, so they are rough, and mostly too
    narrow, with fewer than about 20 pairs, or 50 if a bot wins nearly all of them. If all pairs have
    the same score, they use its exact bound instead.

    Attributes:
        counts: the numbers of pairs with the scores 0, 1/4, 1/2, 3/4 and 1. A win counts 1/2, a
            shared victory 1/4.

    Raises:
        WrongTypeError: these are not five whole numbers from 0 to 10^15 in a list or tuple.

    Counts of different pairs can be added with ``+``.

    >>> counts = PairCounts([13, 37, 50, 25, 3])
    >>> counts.pairs, counts.score, round(counts.elo, 2), round(counts.nelo, 2)
    (128, 0.4375, -43.66, -63.97)
    >>> low, high = counts.elo_interval()
    >>> print(f"{low:.1f} to {high:.1f}")
    -73.4 to -14.5
    """

    counts: tuple[int, int, int, int, int] = attrs.field(default=(0,) * 5, converter=_counts)

    @classmethod
    def of(cls, rows: Iterable[MatchRow], *, bots: tuple[int, int] | None = None) -> Self:
        """Return the counts of the rows of a match.

        Args:
            rows: the rows, in any order.
            bots: the numbers of two different bots, if there are rows of others; the score is that
                of the first one. If left out, they are those of the first row.

        Raises:
            MatchError: the rows are of more than two bots, and ``bots`` was left out.
            WrongTypeError: an argument has the wrong type.

        >>> from wonders_duel.match import Match
        >>> match = Match(["greedy", "random"], deals=5, seed="example")
        >>> PairCounts.of(match.play(number) for number in range(5)).pairs
        5
        """
        expect(rows, Iterable, "rows of a match")
        both = None if bots is None else expect_bots(bots)
        counts = [0] * len(SCORES)
        for row in rows:
            expect(row, MatchRow, "a MatchRow")
            both = both or row.bots
            quarters = quarters_for(row, both, chosen=bots is not None)
            if quarters is not None:
                counts[quarters] += 1
        return cls(tuple(counts))

    def __add__(self, other: PairCounts) -> PairCounts:
        """Return the counts of both sets of pairs."""
        if not isinstance(other, PairCounts):
            return NotImplemented
        return PairCounts(
            tuple(one + two for one, two in zip(self.counts, other.counts, strict=True))
        )

    def reversed(self) -> PairCounts:
        """Return the counts as the other bot sees them.

        >>> PairCounts([0, 0, 1, 2, 5]).reversed()
        PairCounts(counts=(5, 2, 1, 0, 0))
        """
        return PairCounts(self.counts[::-1])

    # -- the score --------------------------------------------------------------------------------

    @property
    def pairs(self) -> int:
        """The number of pairs."""
        return sum(self.counts)

    @property
    def games(self) -> int:
        """The number of games: two for each pair."""
        return 2 * self.pairs

    @property
    def score(self) -> float:
        """The mean score, 0.0 to 1.0; 0.5 if there are no pairs."""
        quarters = sum(place * count for place, count in enumerate(self.counts))
        return quarters / (4 * self.pairs) if self.pairs else 0.5

    @property
    def variance(self) -> float:
        """The variance of the score of a pair; 0.0 if there are no pairs."""
        pairs = self.pairs
        if max(self.counts) == pairs:  # rounding must not make another number of it
            return 0.0
        return moments([count / pairs for count in self.counts])[1]

    def score_interval(self, confidence: float = 0.95) -> Interval:
        """Return the interval of the mean score.

        For N pairs with mean m and variance v, it is m ± z·sqrt(v/N), within 0 and 1. If all
        N pairs have the same score, the probability of this score is at least (a/2)^(1/N), where
        a is 1 minus the confidence; see Clopper and Pearson, *Biometrika* 26 (1934). The bounds
        are then those of the mean if all other pairs were lost, or won.

        Args:
            confidence: the probability that the interval contains the true value, between 0
                and 1.

        Returns:
            The bounds; 0.0 and 1.0 if there are no pairs.

        Raises:
            WrongTypeError: the confidence is not a number between 0 and 1.

        >>> low, high = PairCounts([0, 0, 0, 0, 100]).score_interval()
        >>> print(f"{low:.3f} to {high:.3f}")
        0.964 to 1.000
        """
        width, pairs, mean, variance = width_of(confidence), self.pairs, self.score, self.variance
        if not pairs:
            return 0.0, 1.0
        if not variance:
            least = ((1 - confidence) / 2) ** (1 / pairs)
            return least * mean, 1 - least * (1 - mean)
        half = width * sqrt(variance / pairs)
        return max(0.0, mean - half), min(1.0, mean + half)

    # -- what follows from it ---------------------------------------------------------------------

    @property
    def elo(self) -> float:
        """The difference in Elo that explains the score; infinite if all games were won or lost."""
        return elo_of(self.score)

    def elo_interval(self, confidence: float = 0.95) -> Interval:
        """Return the interval of the difference in Elo: that of the score, converted.

        Args:
            confidence: the probability that the interval contains the true value, between 0
                and 1.

        Returns:
            The bounds; infinite where the bound of the score is 0 or 1.

        Raises:
            WrongTypeError: the confidence is not a number between 0 and 1.

        >>> PairCounts().elo_interval()
        (-inf, inf)
        """
        low, high = self.score_interval(confidence)
        return elo_of(low), elo_of(high)

    @property
    def nelo(self) -> float:
        """The difference in normalised Elo, by which numbers of pairs needed can be compared.

        It is (m - 1/2) / sqrt(2v) · 800/log(10): the mean in standard deviations of a game. See
        Michel Van den Bergh, "Normalized Elo" (normalized_elo.pdf),
        https://www.cantate.be/Fishtest. If all pairs have the same score, it is 0.0 or infinite.
        """
        return _ratio(self.score - 1 / 2, sqrt(2 * self.variance)) * NELO

    def nelo_interval(self, confidence: float = 0.95) -> Interval:
        """Return the interval of the difference in normalised Elo.

        For N pairs, its half-width is z / sqrt(2N) · 800/log(10): the variance is taken as known.
        This is right between bots of similar strength. In a one-sided match, the variance depends
        on a few lost games, and the interval is too narrow, however many pairs there are: if a bot
        wins both games of 78 % of the pairs and loses both of 2 %, an interval of 95 % contains the
        true value in about 55 % of the matches. Use :meth:`elo_interval` then.

        Args:
            confidence: the probability that the interval contains the true value, between 0
                and 1.

        Returns:
            The bounds; both infinite if there are no pairs, or if all have the same score
            other than 1/2.

        Raises:
            WrongTypeError: the confidence is not a number between 0 and 1.

        >>> low, high = PairCounts([13, 37, 50, 25, 3]).nelo_interval()
        >>> print(f"{low:.2f} to {high:.2f}")
        -106.53 to -21.41
        """
        width, nelo = width_of(confidence), self.nelo
        if not self.pairs or nelo in {inf, -inf}:
            return -inf, inf
        half = width / sqrt(self.games) * NELO
        return nelo - half, nelo + half

    @property
    def los(self) -> float:
        """The likelihood of superiority: how probable it is that the first bot is the stronger one.

        For N pairs with mean m and variance v, it is the probability that a normal variable is
        smaller than (m - 1/2) / sqrt(v/N). If all pairs have the same score above 1/2, it is
        1 - 2^-(N+1): the posterior probability that such a score is likelier than not, if all
        probabilities were equally likely before. 0.5 if there are no pairs.
        """
        mean, variance = self.score, self.variance
        if variance:
            return normal((mean - 1 / 2) / sqrt(variance / self.pairs))
        rest: float = 0.5 ** (self.pairs + 1)
        if mean == 1 / 2:
            return 0.5
        return 1 - rest if mean > 1 / 2 else rest

    # -- tests ------------------------------------------------------------------------------------

    def llr(self, elo0: float, elo1: float, model: Model = "normalized") -> float:
        """Return the log-likelihood ratio of two hypotheses about the difference in strength.

        It is the exact generalised ratio: each hypothesis is represented by the likeliest
        distribution of the scores of pairs that has this difference. A score that has not occurred
        counts as if it had occurred 0.001 times. The sources are Michel Van den Bergh,
        "The generalized maximum likelihood ratio for the expectation value of a distribution"
        (support_MLE_multinomial.pdf) and "Comments on normalized Elo"
        (normalized_elo_practical.pdf), both at https://www.cantate.be/Fishtest.

        Args:
            elo0: the difference of the first hypothesis, -2000 to 2000.
            elo1: that of the second, larger one, up to 2000.
            model: whether these are differences in ``"normalized"`` or ``"logistic"`` Elo.

        Returns:
            The ratio; positive if the second hypothesis is likelier, 0.0 if there are no pairs.

        Raises:
            UnknownNameError: the model is unknown.
            WrongTypeError: a difference is not a number in this range, or the second is not
                larger than the first.

        >>> counts = PairCounts([13, 37, 50, 25, 3])
        >>> round(counts.llr(0, 4), 5), round(counts.llr(0, 2.7157504, "logistic"), 5)
        (-0.54912, -0.53772)
        """
        expect_hypotheses(elo0, elo1)
        expect_model(model)
        ratio = normalized_llr if model == "normalized" else logistic_llr
        return ratio(self.counts, elo0, elo1)

    def quick_llr(self, elo0: float, elo1: float) -> float:
        """Return an approximate log-likelihood ratio of two hypotheses in logistic Elo.

        It takes 4 µs, a small part of the time of the exact one. For N pairs with mean m and variance v,
        it is N/2 log((v + (m-s0)²) / (v + (m-s1)²)), where s0 and s1 are the expected scores; see
        the first source of :meth:`llr`.

        Args:
            elo0: the difference of the first hypothesis, -2000 to 2000.
            elo1: that of the second, larger one, up to 2000.

        Returns:
            The ratio; positive if the second hypothesis is likelier, 0.0 if there are no pairs.

        Raises:
            WrongTypeError: a difference is not a number in this range, or the second is not
                larger than the first.

        >>> round(PairCounts([13, 37, 50, 25, 3]).quick_llr(0, 2.7157504), 5)
        -0.52194
        """
        expect_hypotheses(elo0, elo1)
        return quick_llr(self.counts, elo0, elo1)

    def __str__(self) -> str:
        """Return the counts, the score and the difference in Elo with its interval, in one line.

        >>> print(PairCounts([13, 37, 50, 25, 3]))
        128 pairs [13, 37, 50, 25, 3], score 0.4375, Elo -43.7 (-73.4 to -14.5)
        """
        low, high = self.elo_interval()
        return (
            f"{counted(self.pairs, 'pair')} {list(self.counts)}, "
            f"score {self.score:.4f}, Elo {self.elo:+z.1f} ({low:+z.1f} to {high:+z.1f})"
        )


def _ratio(value: float, by: float) -> float:
    """Return a quotient, which is 0 or infinite if the divisor is 0."""
    if by:
        return value / by
    return 0.0 if not value else inf if value > 0 else -inf


def expect_hypotheses(elo0: object, elo1: object) -> None:
    """Raise ``WrongTypeError`` unless two values are the hypotheses of a test.

    Args:
        elo0: the difference of the first one.
        elo1: the difference of the second one.

    Raises:
        WrongTypeError: one of them is not a number in the range, or they are not in order.
    """
    for value in (elo0, elo1):
        expect_elo(value, "a difference in Elo")
    if not elo0 < elo1:  # type: ignore[operator]  # both are numbers
        raise WrongTypeError(
            f"expected two differences in Elo, the smaller one first, got {shown(elo0)} and "
            f"{shown(elo1)}"
        )


def expect_model(model: object) -> None:
    """Raise ``UnknownNameError`` unless a value is a model of Elo.

    Args:
        model: any value.

    Raises:
        UnknownNameError: there is no such model.
    """
    if model not in get_args(Model):
        raise UnknownNameError(f"unknown model {shown(model)}; expected {one_of(get_args(Model))}")
