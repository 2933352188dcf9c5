"""Ratings of many players by Bradley and Terry's model."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations, pairwise
from math import inf, log, log10, sqrt
from random import Random
from statistics import mean, stdev
from typing import Any

import pytest

from tests.arrays import NameArray
from tests.wording import Wording
from wonders_duel import MatchError, UnknownNameError, WrongTypeError
from wonders_duel.ratings import PairCounts, Ratings, bradley_terry, elo_of, score_of
from wonders_duel.ratings.strengths import uphill
from wonders_duel.seeds import generator

Results = Mapping[tuple[str, str], PairCounts]

TRUTH = {"a": 0.0, "b": 80.0, "c": -120.0, "d": 300.0, "e": 20.0}


def pairs(rng: Random, score: float, number: int, *, same: float = 0.0) -> PairCounts:
    """Return random pairs; with a probability, both games of a pair have the same result."""
    counts = [0] * 5
    for _ in range(number):
        first = rng.random() < score
        second = first if rng.random() < same else rng.random() < score
        counts[2 * first + 2 * second] += 1
    return PairCounts(counts)


def round_robin(rng: Random, truth: Mapping[str, float], number: int, same: float = 0.0) -> Results:
    """Return random results of everyone against everyone."""
    return {
        (one, two): pairs(rng, score_of(truth[one] - truth[two]), number, same=same)
        for one, two in combinations(truth, 2)
    }


def by_minorization(results: Results, anchor: str, rounds: int = 20_000) -> dict[str, float]:
    """Return the ratings as the MM algorithm finds them (Hunter 2004, equation 3)."""
    names = {name for both in results for name in both}
    wins = dict.fromkeys(names, 0.0)
    for (one, two), counts in results.items():
        wins[one] += counts.games * counts.score
        wins[two] += counts.games * (1 - counts.score)
    strengths = dict.fromkeys(names, 1.0)
    for _ in range(rounds):
        weights = dict.fromkeys(names, 0.0)
        for (one, two), counts in results.items():
            for name in (one, two):
                weights[name] += counts.games / (strengths[one] + strengths[two])
        new = {name: wins[name] / weights[name] for name in names}
        new = {name: value / new[anchor] for name, value in new.items()}
        change = max(abs(log(new[name] / strengths[name])) for name in names)
        strengths = new
        if change < 1e-13:
            break
    return {name: 400 * log10(value) for name, value in strengths.items()}


def test_two_players_are_rated_as_by_their_score() -> None:
    """The difference of two players is that of the logistic Elo, and its error nearly that."""
    counts = PairCounts([13, 37, 50, 25, 3])
    ratings = bradley_terry({("a", "b"): counts}, anchor="b")

    assert ratings["a"].elo == pytest.approx(counts.elo)
    slope = 400 / log(10) / (counts.score * (1 - counts.score))
    assert ratings.error("a", "b") == pytest.approx(slope * sqrt(counts.variance / 128), rel=0.01)
    low, high = ratings["a"].interval
    assert high - low == pytest.approx(2 * 1.959964 * ratings.error("a", "b"))
    assert (low + high) / 2 == pytest.approx(counts.elo)
    assert ratings.los("a", "b") == pytest.approx(counts.los, abs=1e-3)
    assert ratings.los("b", "a") == pytest.approx(1 - ratings.los("a", "b"))
    assert ratings["a"].score == counts.score
    assert ratings["b"].score == 1 - counts.score
    assert ratings["a"].pairs == ratings["b"].pairs == 128


def test_ratings_are_the_likeliest_ones() -> None:
    """Another algorithm finds the same ratings: of a round robin, a gauntlet and a chain."""
    rng = generator("test of many", 1)
    everyone = round_robin(rng, TRUTH, 30)
    gauntlet = {both: counts for both, counts in everyone.items() if "a" in both}
    chain = {
        both: PairCounts([1, 2, 3, 4, number])
        for number, both in enumerate(pairwise("abcdefgh"), 1)
    }
    for results in (everyone, gauntlet, chain):
        found = bradley_terry(results, anchor="a")
        expected = by_minorization(results, "a")
        assert {one.name: one.elo for one in found.players} == pytest.approx(expected, abs=1e-6)
        elos = [one.elo for one in found.players]
        assert elos == sorted(elos, key=lambda elo: -(elo or 0))


def test_a_gauntlet_is_rated_by_its_scores() -> None:
    """If all have played against one player only, the differences are those of their scores."""
    results = {("a", name): PairCounts([1, 2, 3, 4, wins]) for wins, name in enumerate("bcd")}
    ratings = bradley_terry(results)

    assert ratings.anchor == "a"
    for (_, name), counts in results.items():
        assert ratings[name].elo == pytest.approx(-counts.elo)


@pytest.mark.parametrize("same", [0.0, 1.0])
def test_errors_are_those_of_repeated_matches(same: float) -> None:
    """The spread of the ratings over many matches is as large as their errors say.

    If both games of a pair always have the same result, it is larger by sqrt(2), as there are half
    as many independent ones.
    """
    rng = generator("test of errors of many", 1)
    truth = {name: TRUTH[name] for name in "abce"}
    elos: list[float] = []
    errors: list[float] = []
    inside = 0
    for _ in range(400):
        ratings = bradley_terry(round_robin(rng, truth, 40, same), anchor="a")
        rating = ratings["c"]
        assert rating.elo is not None
        elos.append(rating.elo)
        errors.append(ratings.error("a", "c"))
        inside += rating.interval[0] <= truth["c"] <= rating.interval[1]

    assert mean(elos) == pytest.approx(truth["c"], abs=6)
    assert mean(errors) == pytest.approx(stdev(elos), rel=0.1)
    assert 0.92 < inside / 400 < 0.98
    assert mean(errors) == pytest.approx(28 * sqrt(1 + same), rel=0.1)


def test_errors_are_those_of_the_difference() -> None:
    """The error between two players does not depend on the anchor."""
    results = round_robin(generator("test of anchors", 1), TRUTH, 20)
    first, second = (bradley_terry(results, anchor=anchor) for anchor in "ad")

    for one, two in combinations(TRUTH, 2):
        assert first.error(one, two) == pytest.approx(second.error(one, two))
        assert first.los(one, two) == pytest.approx(second.los(one, two))
        assert first.error(one, two) == pytest.approx(first.error(two, one))
    assert first.error("b", "b") == 0
    assert first.los("b", "b") == 0.5


def test_the_anchor_has_its_rating() -> None:
    """The anchor is at the given rating; the differences do not depend on it."""
    results = round_robin(generator("test of anchors", 2), TRUTH, 20)
    plain = bradley_terry(results, anchor="a")
    moved = bradley_terry(results, anchor="d", anchor_elo=1500)

    assert moved.anchor == "d"
    assert moved["d"].elo == 1500
    assert moved["d"].interval == (1500, 1500)
    shift = 1500 - (plain["d"].elo or 0)
    for name in TRUTH:
        assert moved[name].elo == pytest.approx((plain[name].elo or 0) + shift)
    assert bradley_terry(results).anchor == "a"


def test_a_greater_confidence_makes_wider_intervals() -> None:
    """The intervals have the quantiles of the normal distribution."""
    results = {("a", "b"): PairCounts([1, 2, 3, 4, 5])}
    widths = []
    for confidence in (0.95, 0.99):
        low, high = bradley_terry(results, confidence=confidence)["b"].interval
        widths.append(high - low)

    assert widths[1] / widths[0] == pytest.approx(2.575829 / 1.959964)


def test_both_orders_of_two_names_are_added() -> None:
    """Results of the same two players are added, whichever is named first."""
    split = bradley_terry(
        {("a", "b"): PairCounts([1, 0, 0, 0, 3]), ("b", "a"): PairCounts([5, 0, 0, 0, 0])}
    )

    assert split == bradley_terry({("a", "b"): PairCounts([1, 0, 0, 0, 8])})


def test_single_pairs_have_an_error() -> None:
    """Even after one pair, or equal ones, there is a finite interval with some width."""
    one = bradley_terry({("a", "b"): PairCounts([0, 0, 1, 0, 0])})
    many = bradley_terry({("a", "b"): PairCounts([0, 0, 100, 0, 0])})

    assert one["b"].elo == many["b"].elo == pytest.approx(0)
    assert one.error("a", "b") > 10 * many.error("a", "b") > 0


def test_who_always_loses_is_infinitely_weaker() -> None:
    """The others are rated among themselves; those who beat them all, or lose to all, are infinite."""
    results = {
        ("top", "a"): PairCounts([0, 0, 0, 0, 9]),
        ("a", "b"): PairCounts([2, 0, 3, 0, 5]),
        ("b", "low"): PairCounts([0, 0, 0, 0, 9]),
        ("low", "lowest"): PairCounts([0, 0, 0, 0, 2]),
    }
    ratings = bradley_terry(results)

    assert ratings.anchor == "a"
    assert [one.name for one in ratings.players[:3]] == ["top", "a", "b"]
    assert ratings["b"].elo == pytest.approx(elo_of(0.35))
    assert [ratings[name].elo for name in ("top", "low", "lowest")] == [inf, -inf, -inf]
    assert ratings["top"].interval == (-inf, inf)
    assert ratings.error("top", "a") == inf
    assert ratings.los("top", "a") == 1.0
    assert ratings.los("low", "a") == 0.0
    assert ratings.los("low", "lowest") == 0.5
    assert bradley_terry(results, anchor="low")["a"].elo == inf
    assert bradley_terry(results, anchor="low")["lowest"].elo == -inf


def test_players_without_common_games_have_no_rating() -> None:
    """Without games that connect a player with the anchor, nothing can be said; it comes last."""
    results = {
        ("x", "y"): PairCounts([1, 0, 0, 0, 1]),
        ("a", "b"): PairCounts([2, 0, 3, 0, 5]),
        ("b", "c"): PairCounts([2, 0, 3, 0, 5]),
        ("c", "z"): PairCounts(),
    }
    ratings = bradley_terry(results)

    assert ratings.anchor == "a"
    assert [one.name for one in ratings.players] == ["a", "b", "c", "x", "y", "z"]
    assert ratings["x"].elo is ratings["z"].elo is None
    assert ratings["z"].interval == (-inf, inf)
    assert (ratings["z"].score, ratings["z"].pairs) == (0.5, 0)
    assert ratings.error("x", "y") == inf
    assert ratings.los("x", "a") == 0.5
    # Both have beaten c only: that says nothing about them.
    both = {("u", "c"): PairCounts([0, 0, 0, 0, 1]), ("v", "c"): PairCounts([0, 0, 0, 0, 1])}
    assert bradley_terry(both, anchor="u")["v"].elo is None


def test_large_differences_are_found() -> None:
    """Long chains and lopsided results are rated too."""
    names = [f"p{number}" for number in range(21)]
    chain = {both: PairCounts([0, 0, 0, 1, 10_000]) for both in pairwise(names)}
    step = elo_of(1 - 0.25 / 10_001)
    ratings = bradley_terry(chain, anchor="p0")

    assert ratings["p20"].elo == pytest.approx(-20 * step, rel=1e-6)
    assert all(one.interval[0] < one.interval[1] for one in ratings.players[1:])
    # One upset against long odds.
    upset = {**chain, (names[-1], names[0]): PairCounts([0, 0, 0, 0, 1])}
    assert -20 * step < (bradley_terry(upset, anchor="p0")["p20"].elo or 0) < -1000


def test_imbalanced_results_are_rated() -> None:
    """Billions of games beside single ones are no obstacle to finding the ratings."""
    results = {
        ("a", "b"): PairCounts([10**9, 1, 100, 0, 0]),
        ("b", "c"): PairCounts([0, 1, 100, 100, 0]),
    }
    ratings = bradley_terry(results, anchor="b")

    assert ratings["a"].elo == pytest.approx(results["a", "b"].elo)
    assert ratings["c"].elo == pytest.approx(-results["b", "c"].elo)


def test_steps_that_are_too_long_are_shortened() -> None:
    """A step past the greatest likelihood is shortened until the likelihood does not decrease."""
    results = [(0, 1, PairCounts([1, 2, 3, 4, 5]))]
    best = log(PairCounts([1, 2, 3, 4, 5]).score / (1 - PairCounts([1, 2, 3, 4, 5]).score))

    assert uphill(results, [0.0, 0.0], [best, 0.0]) == [best, 0.0]
    assert uphill(results, [0.0, 0.0], [64 * best, 0.0]) == [2 * best, 0.0]
    assert uphill(results, [0.0, 0.0], [2000.0, 0.0])[0] < 3 * best


def test_many_players_are_rated() -> None:
    """The true ratings of many players are inside their intervals as often as they should be."""
    rng = generator("test of a large match", 1)
    truth = {f"p{number}": rng.gauss(0, 150) for number in range(40)}
    ratings = bradley_terry(round_robin(rng, truth, 5), anchor="p0")
    inside = [
        one.interval[0] <= truth[one.name] - truth["p0"] <= one.interval[1]
        for one in ratings.players
    ]

    assert sum(inside) >= 35


@pytest.mark.parametrize(
    "results",
    [
        None,
        {},
        {"ab": PairCounts()},
        {("a", 1): PairCounts()},
        {("a", "b", "c"): PairCounts()},
        {("a", "b"): [1, 2, 3, 4, 5]},
        {("a", "a"): PairCounts()},
    ],
    ids=["none", "empty", "text", "number", "three", "list", "itself"],
)
def test_results_have_a_type(results: Any, wording: Wording) -> None:
    """Anything but counts by the names of two players is refused."""
    error = (
        MatchError
        if isinstance(results, dict) and (not results or ("a", "a") in results)
        else WrongTypeError
    )
    with wording.raises(error):
        bradley_terry(results)


def test_wrong_arguments(wording: Wording) -> None:
    """Unknown players and numbers out of range are refused."""
    results = {("greedy", "random"): PairCounts([1, 2, 3, 4, 5])}
    anchor: Any = 3
    with wording.raises(UnknownNameError):
        bradley_terry(results, anchor="gready")
    with wording.raises(UnknownNameError):
        bradley_terry(results, anchor=anchor)
    with wording.raises(WrongTypeError):
        bradley_terry(results, anchor_elo=5000)
    with wording.raises(WrongTypeError):
        bradley_terry(results, confidence=95)
    with wording.raises(UnknownNameError):
        bradley_terry(results)["rondom"]
    with pytest.raises(UnknownNameError, match=r"unknown player \['random'\]"):
        bradley_terry(results)[NameArray(["random"])]  # type: ignore[index]
    with pytest.raises(UnknownNameError):
        bradley_terry(results).los("greedy", "rondom")


def test_ratings_are_a_table(wording: Wording) -> None:
    """The table has a line for each player, and explains infinite and missing ratings."""
    counts = PairCounts([2, 0, 3, 0, 5])
    plain = bradley_terry({("a", "b"): counts}, confidence=0.9)
    wording(str(plain))
    odd = bradley_terry(
        {
            ("a player with a very long name", "b"): counts,
            ("b", "never won"): PairCounts([0, 0, 0, 0, 1_000_000]),
            ("x", "y"): counts,
        }
    )
    wording(str(odd))
    wording(str(bradley_terry({("a", "b"): PairCounts([0, 0, 0, 2, 400])}, anchor="b")))
    assert isinstance(odd, Ratings)
