"""Ratings of many players from the pairs of games between them."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, inf, log, log1p, sqrt
from typing import Final

import attrs

from wonders_duel.errors import MatchError, UnknownNameError, WrongTypeError
from wonders_duel.ratings.elo import expect_elo, normal, width_of
from wonders_duel.ratings.groups import Groups
from wonders_duel.ratings.likelihood import SCORES
from wonders_duel.ratings.matrices import Matrix, add_difference, inverse, product, times, zeros
from wonders_duel.ratings.pairs import Interval, PairCounts
from wonders_duel.ratings.tables import ratings_table
from wonders_duel.support.arguments import expect, is_name
from wonders_duel.support.phrases import nearest, shown

__all__ = ["Rating", "Ratings", "Results", "bradley_terry", "uphill"]

_UNIT: Final = 400 / log(10)
"""The Elo of a difference of 1 in the logarithm of the odds."""
_CLOSE: Final = 1e-6
"""The length of the last step: the error after it is of the order of the square."""
_ROUNDING: Final = 1e-10
_ROUNDS: Final = 200
"""More than Newton's method ever needs."""


@attrs.frozen
class Rating:
    """The rating of one player.

    Attributes:
        name: the name of the player.
        elo: the rating; infinite if the games with the anchor's group say only that the player
            is stronger, or weaker; ``None`` if no games connect them.
        interval: the interval of the rating, that is of the difference to the anchor; the bounds
            are infinite if the rating is, or if there is none.
        score: the mean score of the player's games, 0.0 to 1.0; 0.5 if there are none.
        pairs: the number of the player's pairs of games.

    >>> ratings = bradley_terry({("a", "b"): PairCounts([0, 5, 10, 25, 10])}, anchor="b")
    >>> round(ratings["a"].elo, 1), ratings["a"].pairs
    (147.2, 50)
    """

    name: str
    elo: float | None
    interval: Interval
    score: float
    pairs: int


@attrs.frozen
class Ratings:
    """The ratings of many players: the result of :func:`bradley_terry`.

    Attributes:
        players: the ratings, the strongest player first; those without a rating come last.
        anchor: the name of the player whose rating is fixed.
        confidence: the confidence of the intervals.

    >>> results = {
    ...     ("a", "b"): PairCounts([0, 5, 10, 25, 10]),
    ...     ("b", "c"): PairCounts([2, 8, 20, 12, 8]),
    ... }
    >>> print(bradley_terry(results, anchor="c"))
     #  player                    Elo      95 % interval      score     pairs
     1  a                      +203.3   +130.6 to +275.9     0.7000        50
     2  b                       +56.1     +3.9 to +108.2     0.4400       100
     3  c                        +0.0     +0.0 to   +0.0     0.4200        50
    """

    players: tuple[Rating, ...]
    anchor: str
    confidence: float
    _numbers: Mapping[str, int] = attrs.field(repr=False, hash=False)
    _covariance: tuple[tuple[float, ...], ...] = attrs.field(repr=False)

    def __getitem__(self, name: str) -> Rating:
        """Return the rating of a player.

        Args:
            name: the name.

        Raises:
            UnknownNameError: there is no such player.
        """
        for rating in self.players:
            if is_name(name, rating.name):
                return rating
        raise _unknown(name, [rating.name for rating in self.players])

    def error(self, one: str, two: str) -> float:
        """Return the standard error of the difference between two ratings.

        Use it to compare two players: the intervals of their ratings are those of the differences
        to the anchor.

        Args:
            one: the name of a player.
            two: the name of another player.

        Returns:
            The standard error in Elo; infinite if a rating is infinite or missing.

        Raises:
            UnknownNameError: there is no such player.

        >>> results = {("a", "b"): PairCounts([0, 5, 10, 25, 10])}
        >>> round(bradley_terry(results).error("a", "b"), 1)
        25.8
        """
        first, second = (self._numbers.get(self[name].name) for name in (one, two))
        if first is None or second is None:
            return inf
        table = self._covariance
        return sqrt(
            max(0.0, table[first][first] + table[second][second] - 2 * table[first][second])
        )

    def los(self, one: str, two: str) -> float:
        """Return the likelihood of superiority: how probable it is that one player is stronger.

        Args:
            one: the name of a player.
            two: the name of another player.

        Returns:
            The probability that the first is stronger than the second; 0.5 if nothing is known.

        Raises:
            UnknownNameError: there is no such player.

        >>> results = {("a", "b"): PairCounts([0, 5, 10, 25, 10])}
        >>> round(bradley_terry(results).los("b", "a"), 6)
        0.0
        """
        first, second, error = self[one].elo, self[two].elo, self.error(one, two)
        if first is None or second is None or first == second:
            return 0.5
        if error == inf:
            return float(first > second)
        return normal((first - second) / error)

    def __str__(self) -> str:
        """Return the ratings as a table."""
        return "\n".join(ratings_table(self))


def bradley_terry(
    results: Mapping[tuple[str, str], PairCounts],
    *,
    anchor: str | None = None,
    anchor_elo: float = 0.0,
    confidence: float = 0.95,
) -> Ratings:
    """Rate many players by the results of the pairs of games between them.

    In the model of Bradley and Terry (*Biometrika* 39, 1952), the expected score of a player is
    1 / (1 + 10^(-d/400)), where d is the difference between the ratings. The ratings are those
    with the greatest likelihood, with a shared victory as half a win; see David Hunter, "MM
    algorithms for generalized Bradley-Terry models", *Annals of Statistics* 32 (2004). Here they
    are found by Newton's method, since the MM algorithm converges slowly if few players have met.

    The errors are those of a sandwich estimator (Halbert White, *Econometrica* 50, 1982) with the
    pair of games as the unit, as its games depend on each other: H⁻¹BH⁻¹, where H is the Fisher
    information and B the sum of the squared deviations of the scores of pairs from the expected
    ones. Their mean over the pairs of two players includes one more pair, of independent games, so
    that there is an error even after a single pair.

    The ratings are finite within a group in which everyone can be reached from everyone by
    "scored against". A player outside it who lost every game against the group, directly or
    through others, is infinitely weaker. Play more games then, or against players of a strength
    in between.

    Args:
        results: by the names of two players, how often the first one reached each score.
        anchor: the player whose rating is fixed; the first one of the largest group if left out.
        anchor_elo: the rating of this player, -2000 to 2000.
        confidence: the probability that an interval contains the true value, between 0 and 1.

    Returns:
        The ratings, the strongest player first. 100 players take about a second; the time
        grows with the cube of the number.

    Raises:
        MatchError: there are no results, or a player is named as its own opponent.
        UnknownNameError: the anchor has no results.
        WrongTypeError: an argument has the wrong type, or is out of range.

    >>> results = {
    ...     ("greedy", "random"): PairCounts([0, 1, 4, 10, 35]),
    ...     ("mine", "greedy"): PairCounts([2, 8, 20, 12, 8]),
    ... }
    >>> for player in bradley_terry(results, anchor="random").players:
    ...     print(player.name, round(player.elo))
    mine 428
    greedy 372
    random 0
    """
    width = width_of(confidence)
    expect_elo(anchor_elo, "a rating")
    known = _merged(results)
    totals = _totals(known)
    names = list(totals)
    groups = Groups(names, known)
    if anchor is None:
        anchor = groups.largest()[0]
    elif anchor not in names:
        raise _unknown(anchor, names)
    group = groups.of(anchor)
    # The anchor's coordinate is left out: its rating is fixed.
    free = [name for name in group if name != anchor]
    numbers = {name: number for number, name in enumerate([*free, anchor])}
    inside = [
        (numbers[one], numbers[two], counts)
        for (one, two), counts in known.items()
        if one in numbers and two in numbers
    ]
    strengths = _likeliest(inside, len(free))
    covariance = _covariance(inside, strengths)
    ratings = []
    for name in names:
        elo, interval = groups.limit(name, anchor), (-inf, inf)
        if name in numbers:
            number = numbers[name]
            elo = anchor_elo + _UNIT * strengths[number]
            half = width * sqrt(covariance[number][number])
            interval = elo - half, elo + half
        ratings.append(Rating(name, elo, interval, totals[name].score, totals[name].pairs))
    ratings.sort(key=lambda rating: (rating.elo is None, -(rating.elo or 0.0)))
    return Ratings(tuple(ratings), anchor, confidence, numbers, tuple(map(tuple, covariance)))


def _unknown(name: object, names: list[str]) -> UnknownNameError:
    hint = nearest(name, names) if isinstance(name, str) else ""
    return UnknownNameError(f"unknown player {shown(name)}; expected one of the results{hint}")


def _merged(results: object) -> dict[tuple[str, str], PairCounts]:
    """Check the results, and return them with one entry for each two players."""
    if not isinstance(results, Mapping):
        raise WrongTypeError(
            f'expected counts of pairs by players, such as {{("a", "b"): PairCounts(...)}}, '
            f"got {shown(results)}"
        )
    merged: dict[tuple[str, str], PairCounts] = {}
    for both, counts in results.items():
        match both:
            case (str(one), str(two)):
                pass
            case _:
                raise WrongTypeError(f"expected the names of two players, got {shown(both)}")
        expect(counts, PairCounts, "PairCounts")
        if one == two:
            raise MatchError(f"the player {shown(one)} has results against itself")
        if (two, one) in merged:
            merged[two, one] += counts.reversed()
        else:
            merged[one, two] = counts
    if not merged:
        raise MatchError("there are no results; expected those of at least two players")
    return merged


def _totals(known: Mapping[tuple[str, str], PairCounts]) -> dict[str, PairCounts]:
    """Return the counts of each player against all others, in the order of the results."""
    totals: dict[str, PairCounts] = {}
    for (one, two), counts in known.items():
        totals[one] = totals.get(one, PairCounts()) + counts
        totals[two] = totals.get(two, PairCounts()) + counts.reversed()
    return totals


Results = list[tuple[int, int, PairCounts]]
"""The numbers of two players, and how often the first one reached each score."""


def _expected(difference: float) -> float:
    """Return the score of a player with a difference in strength, as the logarithm of the odds."""
    if difference < 0:  # where exp cannot overflow
        return 1 - _expected(-difference)
    return 1 / (1 + exp(-difference))


def _likelihood(results: Results, strengths: list[float]) -> float:
    """Return the logarithm of the likelihood, without overflow."""
    total = 0.0
    for one, two, counts in results:
        difference = strengths[one] - strengths[two]
        won = min(difference, 0.0) - log1p(exp(-abs(difference)))
        total += counts.games * (won - (1 - counts.score) * difference)
    return total


def _information(results: Results, strengths: list[float], free: int) -> Matrix:
    """Return the Fisher information of the free strengths."""
    matrix = zeros(free + 1)
    for one, two, counts in results:
        score = _expected(strengths[one] - strengths[two])
        add_difference(matrix, one, two, counts.games * score * (1 - score))
    return [row[:free] for row in matrix[:free]]


def _likeliest(results: Results, free: int) -> list[float]:
    """Return the likeliest strengths by Newton's method; that of the anchor, the last one, is 0."""
    strengths = [0.0] * (free + 1)
    length, rounds = inf, 0
    while length > _CLOSE and rounds < _ROUNDS:
        slopes = [0.0] * (free + 1)
        for one, two, counts in results:
            score = _expected(strengths[one] - strengths[two])
            slopes[one] += counts.games * (counts.score - score)
            slopes[two] -= counts.games * (counts.score - score)
        step = [*times(inverse(_information(results, strengths, free)), slopes[:free]), 0.0]
        moved = uphill(results, strengths, step)
        length = max(abs(new - old) for new, old in zip(moved, strengths, strict=True))
        strengths, rounds = moved, rounds + 1
    return strengths


def uphill(results: Results, strengths: list[float], step: list[float]) -> list[float]:
    """Return the strengths after a step, or after a part of it if the whole step is too long.

    Args:
        results: the results, by the numbers of the players.
        strengths: the strengths before the step.
        step: a step in whose direction the likelihood increases at first.
    """
    before = _likelihood(results, strengths)
    least = before - abs(before) * _ROUNDING
    part = 1.0
    while True:
        moved = [old + part * change for old, change in zip(strengths, step, strict=True)]
        if _likelihood(results, moved) >= least:
            return moved
        part /= 2


def _covariance(results: Results, strengths: list[float]) -> Matrix:
    """Return the covariance of the ratings by the sandwich estimator, with zeros for the anchor."""
    free = len(strengths) - 1
    observed = zeros(free + 1)
    for one, two, counts in results:
        expected = _expected(strengths[one] - strengths[two])
        squares = sum(
            count * (score - expected) ** 2
            for count, score in zip(counts.counts, SCORES, strict=True)
        )
        # The score of a pair of independent games has half the variance of one game.
        variance = (squares + expected * (1 - expected) / 2) / (counts.pairs + 1)
        add_difference(observed, one, two, 4 * counts.pairs * variance)
    bread = inverse(_information(results, strengths, free))
    filling = [row[:free] for row in observed[:free]]
    covariance = product(product(bread, filling), bread)
    return [
        *([_UNIT * _UNIT * value for value in row] + [0.0] for row in covariance),
        [0.0] * (free + 1),
    ]
