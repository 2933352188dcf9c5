"""Log-likelihood ratios of two hypotheses about the scores of pairs of games.

The scores of pairs have five possible values, so their distribution is a point of a simplex. A
hypothesis fixes one number, the mean or the normalised mean. The generalised likelihood ratio
compares the likeliest distributions under the two hypotheses. Maximising the likelihood of a
multinomial distribution under a linear condition, sum p_i d_i = 0, gives p_i / (1 + x d_i), where
p_i are the observed frequencies and x is the root of sum p_i d_i / (1 + x d_i): see Michel Van den
Bergh, "The generalized maximum likelihood ratio for the expectation value of a distribution"
(support_MLE_multinomial.pdf, proposition 1.1), https://www.cantate.be/Fishtest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf, log, sqrt
from typing import Final

from wonders_duel.ratings.elo import deviations, score_of

__all__ = ["SCORES", "logistic_llr", "moments", "normalized_llr", "quick_llr"]

SCORES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The possible scores of a pair of games."""

_MIDDLES: Final = tuple(score - 1 / 2 for score in SCORES)
_ABSENT: Final = 0.001
"""The count that replaces 0: a score that has not occurred yet is not impossible."""
_ROUNDS: Final = 100
"""More than bisection ever needs."""
_PARTS: Final = 24
"""The parts of the range of spreads, in each of which there may be a root."""
_AT_END: Final = 1 / 4
"""The size of the values at the ends of a range, of which only the sign is known."""
_INSIDE: Final = 1 - 2**-51
"""A part of a bracket that rounding does not take out of it."""
_EXACT: Final = 1e-14
_CLOSE: Final = 1e-10
"""The likelihood is stationary in the spread, so its error is of the order of the square."""


def logistic_llr(counts: Sequence[int], elo0: float, elo1: float) -> float:
    """Return the exact ratio of two hypotheses about the mean score.

    Args:
        counts: the number of pairs with each of the five scores.
        elo0: the difference in Elo of the first hypothesis.
        elo1: that of the second.

    Returns:
        The logarithm of the ratio of their likelihoods; positive if the second is likelier.
    """
    pairs, shares = _shares(counts)
    first, second = (_mean_cost(shares, score_of(elo)) for elo in (elo0, elo1))
    return pairs * (first - second)


def quick_llr(counts: Sequence[int], elo0: float, elo1: float) -> float:
    """Return an approximation to :func:`logistic_llr`, in a few microseconds.

    For N pairs with mean m and variance v, it is N/2 log((v + (m-s0)²) / (v + (m-s1)²)), where s0
    and s1 are the expected scores: see the paper above.

    Args:
        counts: the number of pairs with each of the five scores.
        elo0: the difference in Elo of the first hypothesis.
        elo1: that of the second.
    """
    pairs, shares = _shares(counts)
    mean, variance = moments(shares)
    first, second = (variance + (mean - score_of(elo)) ** 2 for elo in (elo0, elo1))
    return pairs / 2 * log(first / second)


def normalized_llr(counts: Sequence[int], nelo0: float, nelo1: float) -> float:
    """Return the exact ratio of two hypotheses about the normalised mean score.

    A hypothesis fixes the mean in standard deviations, that is t in m - 1/2 = t·sigma: see Michel
    Van den Bergh, "Comments on normalized Elo" (normalized_elo_practical.pdf, section 4.1),
    https://www.cantate.be/Fishtest.

    Args:
        counts: the number of pairs with each of the five scores.
        nelo0: the normalised Elo of the first hypothesis.
        nelo1: that of the second.
    """
    pairs, shares = _shares(counts)
    first, second = (_normalized_cost(shares, deviations(nelo)) for nelo in (nelo0, nelo1))
    return pairs * (first - second)


def moments(shares: Sequence[float]) -> tuple[float, float]:
    """Return the mean and the variance of a distribution of the scores of pairs.

    Args:
        shares: the probabilities of the five scores.
    """
    mean = sum(share * score for share, score in zip(shares, SCORES, strict=True))
    squares = (share * (score - mean) ** 2 for share, score in zip(shares, SCORES, strict=True))
    return mean, sum(squares)


def _shares(counts: Sequence[int]) -> tuple[float, list[float]]:
    """Return the number of pairs and the frequency of each score, none of which is 0."""
    if not any(counts):
        return 0.0, [1 / len(SCORES)] * len(SCORES)
    positive = [count or _ABSENT for count in counts]
    pairs = sum(positive)
    return pairs, [count / pairs for count in positive]


def _cost(shares: Sequence[float], distances: Sequence[float], root: float) -> float:
    """Return how much less likely a score is on average if the mean distance has to be 0."""
    return sum(
        share * log(1 + root * distance) for share, distance in zip(shares, distances, strict=True)
    )


def _mean_cost(shares: Sequence[float], mean: float) -> float:
    """Return how much less likely a score is on average if the mean has a value."""
    distances = [score - mean for score in SCORES]
    return _cost(shares, distances, _root(shares, distances))


def _root(shares: Sequence[float], distances: Sequence[float], start: float = 0.0) -> float:
    """Return x with sum p_i d_i / (1 + x d_i) = 0 and all denominators positive.

    The sum decreases between its poles. The method is Newton's, kept inside a bracket.
    """
    low, high = -_INSIDE / max(distances), -_INSIDE / min(distances)
    root = start if low < start < high else 0.0
    both = list(zip(shares, distances, strict=True))
    step, rounds = inf, 0
    while abs(step) > _EXACT * (1 + abs(root)) and rounds < _ROUNDS:
        value = slope = 0.0
        for share, distance in both:
            part = distance / (1 + root * distance)
            value += share * part
            slope += share * part * part
        if value > 0:
            low = root
        else:
            high = root
        following = root + value / slope
        if not low < following < high:
            following = (low + high) / 2
        step, root, rounds = following - root, following, rounds + 1
    return root


def _normalized_cost(shares: Sequence[float], deviation: float) -> float:
    """Return the same as :func:`_mean_cost` if the mean has to be some standard deviations above 1/2.

    With b = score - 1/2, the condition E[b] = t·sigma is E[b] = k·sqrt(E[b²]), k = t/sqrt(1+t²).
    The right-hand side is the least value of k(E[b²]/r + r)/2 over all r > 0, at r = sqrt(E[b²]).
    For a given r the condition is linear. So r is a root of E[b²] - r², where the expectation
    is that of the likeliest distribution for r. Unlike iterating r, bisection always converges.

    Distributions with E[b] <= k·sqrt(E[b²]) are a convex set, in which one is the likeliest: if the
    observed one is outside, there is one root. From inside, there may be several ways out: if nearly
    all pairs have the score 1/2, either few of the others are lost, or many more are won.
    """
    if deviation < 0:  # seen from the other player
        return _normalized_cost(list(reversed(shares)), -deviation)
    if not deviation:
        return _mean_cost(shares, 1 / 2)
    factor = deviation / sqrt(1 + deviation * deviation)
    narrowest = sqrt(1 - factor * factor)
    mean = sum(share * middle for share, middle in zip(shares, _MIDDLES, strict=True))
    lowest = factor / 4 / (1 + narrowest)
    if narrowest > 1 / 3:
        parts = 1 if mean >= factor * _spread(shares) else _PARTS
        ranges = [(lowest, 1 / 2, parts)]
    else:
        # There is a gap between the spreads for which 3/4 and 1 alone would do.
        ranges = [
            (lowest, factor / 4 / (1 - narrowest), _PARTS),
            (2 * lowest, 1 / 2, _PARTS),
        ]
    return min(
        _cost_between(shares, factor, bracket)
        for low, high, parts in ranges
        for bracket in _brackets(shares, factor, low, high, parts)
    )


_Bracket = tuple[float, float, float, float]
"""Two spreads between which there is a root, each followed by its value, of different signs."""


def _square(shares: Sequence[float], distances: Sequence[float], root: float) -> float:
    """Return E[b²] of the likeliest distribution for a spread; see :func:`_normalized_cost`."""
    likeliest = [
        share / (1 + root * distance) for share, distance in zip(shares, distances, strict=True)
    ]
    return _spread(likeliest) ** 2


def _brackets(
    shares: Sequence[float], factor: float, low: float, high: float, parts: int
) -> Iterator[_Bracket]:
    """Yield the parts of a range of spreads that have a root.

    At the lower end, every pair has the nearest score, and the value is positive; at the upper end it
    is negative.
    """
    ratio = (high / low) ** (1 / parts)
    before, value, root = low, _AT_END, 0.0
    for part in range(1, parts + 1):
        spread, following = high, -_AT_END
        if part < parts:
            spread = before * ratio
            distances = _distances(factor, spread)
            root = _root(shares, distances, root)
            following = _square(shares, distances, root) - spread * spread
        if (value > 0) is not (following > 0):
            yield before, value, spread, following
        before, value = spread, following


def _cost_between(shares: Sequence[float], factor: float, bracket: _Bracket) -> float:
    """Return the cost at the root between two spreads; see :func:`_normalized_cost`."""
    low, over, high, under = bracket
    spread = _spread(shares)
    if not low < spread < high:
        spread = (low + high) / 2
    distances = _distances(factor, spread)
    root, last, step, rounds = _root(shares, distances), 0.0, inf, 0
    while abs(step) > _CLOSE and rounds < _ROUNDS:
        value = _square(shares, distances, root) - spread * spread
        # Regula falsi, with the value at an end that stays halved (the Illinois method).
        if (value > 0) is (over > 0):
            low, over = spread, value
            under = under / 2 if last * value > 0 else under
        else:
            high, under = spread, value
            over = over / 2 if last * value > 0 else over
        following = (low * under - high * over) / (under - over)
        step, spread, last, rounds = following - spread, following, value, rounds + 1
        distances = _distances(factor, spread)
        root = _root(shares, distances, root)
    return _cost(shares, distances, root)


def _distances(factor: float, spread: float) -> list[float]:
    """Return the distances whose mean has to be 0 for a spread; see :func:`_normalized_cost`."""
    return [middle - factor * (middle * middle / spread + spread) / 2 for middle in _MIDDLES]


def _spread(shares: Sequence[float]) -> float:
    """Return the root of the mean square distance from 1/2."""
    return sqrt(
        sum(share * middle * middle for share, middle in zip(shares, _MIDDLES, strict=True))
    )
