"""Ratings of two bots: counts of pairs, intervals, likelihood ratios and sequential tests."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from math import inf, log, nextafter, sqrt
from random import Random
from typing import Any, get_args

import pytest

from tests.match_rows import row
from tests.wording import Wording
from wonders_duel import MatchError, UnknownNameError, WrongTypeError
from wonders_duel.ratings import Model, PairCounts, Sprt, elo_of, score_of
from wonders_duel.ratings.likelihood import SCORES, moments, normalized_llr
from wonders_duel.seeds import generator

PUBLISHED = PairCounts([13, 37, 50, 25, 3])
"""The pairs of a test that was published together with its figures; H1 is 4 normalised Elo."""
H1 = 2.7157504
"""The same hypothesis in logistic Elo."""

LARGEST = nextafter(1, 0)
"""The largest confidence below 1."""

MODELS: tuple[Model, ...] = get_args(Model)

# -- Elo -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("score", "elo"),
    [
        (0.5, 0),
        (10 / 11, 400),
        (1 / 11, -400),
        (100 / 101, 800),
        (0.75, 190.848),
        (0, -inf),
        (1, inf),
    ],
)
def test_a_score_is_a_difference_in_elo(score: float, elo: float) -> None:
    """A score of 10 to 1 is a difference of 400; only the scores 0 and 1 are infinite."""
    assert elo_of(score) == pytest.approx(elo, abs=1e-3)
    assert elo_of(1 - score) == pytest.approx(-elo, abs=1e-3)
    if abs(elo) < inf:
        assert score_of(elo_of(score)) == pytest.approx(score)


@pytest.mark.parametrize("score", [-0.1, 1.1, float("nan"), True, "0.5", None])
def test_a_score_is_from_0_to_1(score: Any, wording: Wording) -> None:
    """Anything but a number from 0 to 1 is refused."""
    with wording.raises(WrongTypeError):
        elo_of(score)


@pytest.mark.parametrize("elo", [-2001, inf, float("nan"), False, "100", None])
def test_a_difference_in_elo_is_limited(elo: Any, wording: Wording) -> None:
    """Anything but a number in the range is refused."""
    with wording.raises(WrongTypeError):
        score_of(elo)


# -- counts of pairs -------------------------------------------------------------------------------


def test_the_published_figures() -> None:
    """All figures agree with the published ones to the last digit."""
    assert f"{PUBLISHED.nelo:.2f}" == "-63.97"
    assert f"{PUBLISHED.llr(0, 4):.5f}" == "-0.54912"
    assert f"{PUBLISHED.llr(0, H1, 'logistic'):.5f}" == "-0.53772"
    assert f"{PUBLISHED.quick_llr(0, H1):.5f}" == "-0.52194"
    h1 = elo_of(1 / 2 + 4 / (800 / log(10)) * sqrt(2 * PUBLISHED.variance))
    assert f"{h1:.3f}" == "2.716"
    assert h1 == pytest.approx(H1, abs=1e-6)


def test_counts_have_a_mean_and_a_variance() -> None:
    """The mean and the variance are those of the scores of the pairs, written out."""
    scores = [
        score for score, count in zip(SCORES, PUBLISHED.counts, strict=True) for _ in range(count)
    ]
    mean = sum(scores) / len(scores)

    assert (PUBLISHED.pairs, PUBLISHED.games) == (128, 256)
    assert PUBLISHED.score == pytest.approx(mean)
    assert PUBLISHED.variance == pytest.approx(sum((one - mean) ** 2 for one in scores) / 128)
    half = 1.959964 * sqrt(PUBLISHED.variance / 128)
    assert PUBLISHED.score_interval() == pytest.approx((mean - half, mean + half))
    assert PUBLISHED.elo_interval() == pytest.approx((elo_of(mean - half), elo_of(mean + half)))
    low, high = PUBLISHED.nelo_interval()
    assert (low + high) / 2 == pytest.approx(PUBLISHED.nelo)
    assert high - low == pytest.approx(2 * 1.959964 / 16 * 800 / log(10))
    assert PUBLISHED.los == pytest.approx(0.00161, abs=1e-5)


def test_a_greater_confidence_makes_wider_intervals() -> None:
    """The width of an interval grows with the confidence, by quantiles of the normal distribution."""
    for interval in (PUBLISHED.score_interval, PUBLISHED.nelo_interval):
        narrow, wide = interval(0.95), interval(0.99)
        assert (wide[1] - wide[0]) / (narrow[1] - narrow[0]) == pytest.approx(2.575829 / 1.959964)
        widest = interval(LARGEST)
        assert (widest[1] - widest[0]) / (wide[1] - wide[0]) > 3


def test_counts_are_one_line(wording: Wording) -> None:
    """The text has the counts, the score and the difference in Elo."""
    wording(str(PUBLISHED))
    wording(str(PairCounts([0, 0, 0, 0, 1])))


def test_the_other_bot_sees_the_opposite() -> None:
    """Seen from the other bot, all figures have the opposite sign."""
    other = PUBLISHED.reversed()

    assert other.counts == (3, 25, 50, 37, 13)
    assert other.elo == pytest.approx(-PUBLISHED.elo)
    assert other.nelo == pytest.approx(-PUBLISHED.nelo)
    assert other.los == pytest.approx(1 - PUBLISHED.los)
    assert other.variance == pytest.approx(PUBLISHED.variance)
    assert other.llr(-4, 0) == pytest.approx(-PUBLISHED.llr(0, 4))
    assert other.llr(-H1, 0, "logistic") == pytest.approx(-PUBLISHED.llr(0, H1, "logistic"))
    assert other.reversed() == PUBLISHED


def test_counts_can_be_added() -> None:
    """The sum has the counts of both; nothing else can be added."""
    assert PairCounts([1, 2, 3, 4, 5]) + PairCounts([5, 0, 0, 0, 1]) == PairCounts([6, 2, 3, 4, 6])
    with pytest.raises(TypeError):
        PUBLISHED + 3  # type: ignore[operator]


@pytest.mark.parametrize(
    ("counts", "score", "elo", "nelo", "los"),
    [
        ([0, 0, 0, 0, 0], 0.5, 0.0, 0.0, 0.5),
        ([0, 0, 7, 0, 0], 0.5, 0.0, 0.0, 0.5),
        ([0, 0, 0, 0, 1], 1.0, inf, inf, 0.75),
        ([3, 0, 0, 0, 0], 0.0, -inf, -inf, 0.0625),
        ([0, 0, 0, 3, 0], 0.75, 190.8485, inf, 0.9375),
    ],
)
def test_pairs_with_equal_scores(
    counts: list[int], score: float, elo: float, nelo: float, los: float
) -> None:
    """Without any variance, all figures are defined, and the intervals contain them."""
    found = PairCounts(counts)

    assert (found.score, found.variance, found.los) == (score, 0.0, los)
    assert found.nelo == nelo
    assert found.elo == pytest.approx(elo)
    for model in MODELS:
        assert found.llr(-5, 5, model) * (score - 0.5) >= 0
    for value, (low, high) in (
        (score, found.score_interval()),
        (elo, found.elo_interval()),
        (nelo, found.nelo_interval()),
    ):
        assert low <= value <= high
        assert low < high


def test_the_interval_of_equal_scores_is_exact() -> None:
    """At its bounds, N equal scores have the probability of half the error."""
    assert PairCounts().score_interval() == (0.0, 1.0)
    assert PairCounts().elo_interval() == (-inf, inf)
    assert PairCounts().nelo_interval() == (-inf, inf)
    for pairs in (1, 10, 1000):
        low, high = PairCounts([0, 0, 0, 0, pairs]).score_interval()
        assert low**pairs == pytest.approx(0.025)
        assert high == 1.0
        low, high = PairCounts([0, 0, pairs, 0, 0]).score_interval()
        assert (2 * low) ** pairs == pytest.approx(0.025)
        assert low + high == pytest.approx(1)


def test_an_interval_stays_within_0_and_1() -> None:
    """A bound of the score is not below 0 or above 1."""
    low, high = PairCounts([0, 0, 0, 1, 9]).score_interval()

    assert low == pytest.approx(0.975 - 1.959964 * 0.075 / sqrt(10))
    assert high == 1.0
    assert PairCounts([9, 1, 0, 0, 0]).score_interval()[0] == 0.0
    assert PairCounts([9, 1, 0, 0, 0]).elo_interval()[0] == -inf


def drawn(rng: Random, shares: Sequence[float], pairs: int) -> PairCounts:
    """Return the counts of random pairs."""
    counts = [0] * 5
    for place in rng.choices(range(5), shares, k=pairs):
        counts[place] += 1
    return PairCounts(counts)


def containing_the_truth(seed: int, shares: Sequence[float]) -> dict[str, int]:
    """Return how many intervals of 1,000 matches of random pairs contain the true value."""
    rng = generator("test of intervals", seed)
    mean, variance = moments(shares)
    true = {"elo": elo_of(mean), "nelo": (mean - 1 / 2) / sqrt(2 * variance) * 800 / log(10)}
    inside = dict.fromkeys(true, 0)
    for _ in range(1000):
        counts = drawn(rng, shares, 200)
        for name, value in true.items():
            low, high = getattr(counts, f"{name}_interval")()
            inside[name] += low <= value <= high
    return inside


def test_intervals_contain_the_truth_as_often_as_they_say() -> None:
    """95 % of the intervals of random pairs contain the true values."""
    inside = containing_the_truth(1, [0.2, 0.01, 0.45, 0.01, 0.33])

    assert 930 <= inside["elo"] <= 970
    assert 930 <= inside["nelo"] <= 970


def test_in_one_sided_matches_only_the_interval_of_elo_is_right() -> None:
    """Where few pairs determine the variance, the one of normalised Elo is too narrow, as its page says."""
    inside = containing_the_truth(2, [0.02, 0.0, 0.2, 0.0, 0.78])

    assert 920 <= inside["elo"] <= 970
    assert 500 <= inside["nelo"] <= 600


def test_counts_are_those_of_the_rows() -> None:
    """Rows of the two bots are counted from the first one's view, whichever comes first in a row."""
    rows = [row(0, 4), row(1, 3), row(2, 0), row(3, 4, bots=(1, 0))]

    assert PairCounts.of(rows) == PairCounts([2, 0, 0, 1, 1])
    assert PairCounts.of(rows, bots=(1, 0)) == PairCounts([1, 1, 0, 0, 2])
    assert PairCounts.of([*rows, row(4, 2, bots=(0, 2))], bots=(0, 2)) == PairCounts(
        [0, 0, 1, 0, 0]
    )
    assert PairCounts.of([]) == PairCounts()


def test_rows_of_other_bots_are_refused(wording: Wording) -> None:
    """Without a choice, all rows must be of the same two bots."""
    with wording.raises(MatchError):
        PairCounts.of([row(0, 4), row(1, 3, bots=(0, 2))])


@pytest.mark.parametrize("bots", [(0,), (0, 0), (0, -1), (0, True), "01", 3, (0, 1, 2)])
def test_two_bots_are_chosen_by_their_numbers(bots: Any, wording: Wording) -> None:
    """The choice must be two different numbers."""
    with wording.raises(WrongTypeError):
        PairCounts.of([], bots=bots)


@pytest.mark.parametrize(
    "counts", [[1, 2, 3], [1, 2, 3, 4, -5], [1, 2, 3, 4, 5.0], "12345", None, [1, 2, 3, 4, True]]
)
def test_counts_are_five_whole_numbers(counts: Any, wording: Wording) -> None:
    """Anything else is refused."""
    with wording.raises(WrongTypeError):
        PairCounts(counts)


def test_rows_have_a_type(wording: Wording) -> None:
    """Anything but rows is refused."""
    with wording.raises(WrongTypeError):
        PairCounts.of(3)  # type: ignore[arg-type]
    with wording.raises(WrongTypeError):
        PairCounts.of(["row"])  # type: ignore[list-item]


@pytest.mark.parametrize("confidence", [0, 1, 95, -0.1, "0.95", None])
def test_a_confidence_is_between_0_and_1(confidence: Any, wording: Wording) -> None:
    """Anything else is refused, also where there is nothing to compute."""
    for interval in (PUBLISHED.score_interval, PairCounts().nelo_interval):
        with pytest.raises(WrongTypeError):
            interval(confidence)
    with wording.raises(WrongTypeError):
        PUBLISHED.elo_interval(confidence)


# -- likelihood ratios -----------------------------------------------------------------------------


def bisected(shares: Sequence[float], distances: Sequence[float]) -> list[float]:
    """Return the likeliest distribution whose mean distance is 0."""
    low, high = -1 / max(distances), -1 / min(distances)
    for _ in range(200):
        middle = (low + high) / 2
        sides = zip(shares, distances, strict=True)
        if sum(share * one / (1 + middle * one) for share, one in sides) > 0:
            low = middle
        else:
            high = middle
    return [share / (1 + low * one) for share, one in zip(shares, distances, strict=True)]


def likeliest(shares: Sequence[float], deviations: float) -> list[float]:
    """Return the likeliest distribution with a mean some standard deviations above 1/2.

    The condition is made linear at the last distribution, as often as necessary.
    """
    found = [0.2] * 5
    for _ in range(300):
        mean, variance = moments(found)
        sigma = sqrt(variance)
        distances = [
            one - 1 / 2 - deviations * sigma * (1 + ((mean - one) / sigma) ** 2) / 2
            for one in SCORES
        ]
        found = bisected(shares, distances)
    return found


def ratio(counts: Sequence[float], null: Sequence[float], other: Sequence[float]) -> float:
    """Return the logarithm of the ratio of the likelihoods of two distributions."""
    return sum(
        max(count, 0.001) * log(second / first)
        for count, first, second in zip(counts, null, other, strict=True)
    )


@pytest.mark.parametrize(
    "counts",
    [
        [13, 37, 50, 25, 3],
        pytest.param([200, 3, 410, 5, 260], marks=pytest.mark.slow),
        pytest.param([40, 0, 60, 0, 7], marks=pytest.mark.slow),
        [0, 0, 9, 4, 1],
    ],
)
def test_ratios_are_those_of_slow_computations(counts: list[int]) -> None:
    """The ratios are those of the likeliest distributions, found by bisection and iteration."""
    positive = [max(count, 0.001) for count in counts]
    shares = [count / sum(positive) for count in positive]
    found = PairCounts(counts)
    for elo0, elo1 in ((0, 5), (-30, 10), (20, 60)):
        by_mean = [
            bisected(shares, [one - score_of(elo) for one in SCORES]) for elo in (elo0, elo1)
        ]
        factor = sqrt(2) / (800 / log(10))
        by_deviations = [likeliest(shares, elo * factor) for elo in (elo0, elo1)]

        assert found.llr(elo0, elo1, "logistic") == pytest.approx(ratio(counts, *by_mean), abs=1e-9)
        assert found.llr(elo0, elo1) == pytest.approx(ratio(counts, *by_deviations), abs=1e-6)


@pytest.mark.parametrize(
    ("counts", "elo"),
    [
        ([50, 0, 200, 3, 3], 206),
        ([0, 5, 4556, 0, 0], 10),
        ([5, 3258, 2690, 9859, 0], 800),
        ([3, 3, 200, 0, 50], -206),
    ],
)
def test_the_likeliest_distribution_is_found_among_several(counts: list[int], elo: float) -> None:
    """Of several distributions with a mean in standard deviations, the likeliest one counts.

    All distributions with at least this mean meet a linear condition for some spread.
    """
    whole = [max(count, 0.001) for count in (counts if elo > 0 else counts[::-1])]
    shares = [count / sum(whole) for count in whole]
    mean, variance = moments(shares)
    observed = (mean - 1 / 2) / sqrt(2 * variance) * 800 / log(10)
    deviations = abs(elo) * sqrt(2) / (800 / log(10))
    factor = deviations / sqrt(1 + deviations * deviations)
    ratios = []
    for place in range(400):
        spread = 1 / 2 * 0.99**place
        distances = [
            one - 1 / 2 - factor * ((one - 1 / 2) ** 2 / spread + spread) / 2 for one in SCORES
        ]
        if max(distances) > 1e-3:
            ratios.append(ratio(whole, shares, bisected(shares, distances)))

    low, high = sorted((observed if elo > 0 else -observed, elo))
    found = PairCounts(counts).llr(low, high)
    assert (found if elo > 0 else -found) == pytest.approx(max(ratios), rel=1e-3)


def test_the_quick_ratio_is_close_to_the_exact_one() -> None:
    """Near the truth, with many pairs, the quick ratio differs by little."""
    counts = PairCounts([1900, 30, 4000, 40, 2300])

    assert counts.quick_llr(0, 20) == pytest.approx(counts.llr(0, 20, "logistic"), rel=0.02)


def test_extreme_counts_have_ratios() -> None:
    """The search always ends at a distribution that meets its condition, for any counts."""
    rng = generator("test of ratios", 1)
    for _ in range(300):
        counts = [rng.choice([0, 0, 1, 5, 100, 10_000]) for _ in range(5)]
        low = rng.uniform(-1990, 1900)
        found = PairCounts(counts)
        for model in MODELS:
            ratios = [found.llr(low, low + width, model) for width in (1, 50, 100)]
            assert all(abs(one) < inf for one in ratios)
        assert abs(found.quick_llr(low, low + 1)) < inf


@pytest.mark.parametrize(
    ("counts", "elo0", "elo1"),
    [
        ([0, 0, 0, 0, 20_147_697_752_945], 0, 13.629890484126697),
        ([0, 10**14, 0, 0, 0], 0, 1e-9),
        ([0, 0, 0, 0, 10**15], 0, 1e-9),
    ],
)
def test_the_most_counts_have_ratios(counts: list[int], elo0: float, elo1: float) -> None:
    """Shares so small that rounding could make a probability negative are no error."""
    found = PairCounts(counts)

    assert (found.llr(elo0, elo1) > 0) is (found.score > 1 / 2)


def test_the_likelihood_is_greatest_at_the_observed_strength() -> None:
    """Of all hypotheses, the observed difference is the likeliest; the ratio falls on both sides."""
    for model, best in zip(MODELS, (PUBLISHED.nelo, PUBLISHED.elo), strict=True):
        assert PUBLISHED.llr(best, best + 10, model) < 0
        assert PUBLISHED.llr(best - 10, best, model) > 0
        assert PUBLISHED.llr(best - 400, best - 300, model) > 0
        assert PUBLISHED.llr(best + 300, best + 900, model) < 0


def test_no_pairs_say_nothing() -> None:
    """Without pairs, all ratios are 0."""
    assert PairCounts().llr(0, 5) == PairCounts().llr(0, 5, "logistic") == 0
    assert PairCounts().quick_llr(0, 5) == 0
    assert normalized_llr([0] * 5, -800, 800) == 0


@pytest.mark.parametrize(
    "pair", [(5, 5), (10, 0), (None, 5), (0, "5"), (0, 3000), (float("nan"), 5), (True, 5)]
)
def test_hypotheses_are_two_numbers_in_order(pair: tuple[Any, Any], wording: Wording) -> None:
    """Anything else is refused, by all that take hypotheses."""
    with pytest.raises(WrongTypeError):
        PUBLISHED.quick_llr(*pair)
    with pytest.raises(WrongTypeError):
        Sprt(*pair)
    with wording.raises(WrongTypeError):
        PUBLISHED.llr(*pair)


def test_models_have_names(wording: Wording) -> None:
    """An unknown model is refused."""
    model: Any = "bayesian"
    with wording.raises(UnknownNameError):
        PUBLISHED.llr(0, 5, model)
    with pytest.raises(UnknownNameError):
        Sprt(0, 5, model=model)
    with pytest.raises(UnknownNameError):
        Sprt(0, 5, model=[])  # type: ignore[arg-type]


# -- the sequential test ---------------------------------------------------------------------------


def test_the_test_stops_at_a_bound() -> None:
    """A hypothesis is accepted at the first pair after which the ratio is at a bound."""
    for quarters, accepted in ((4, "H1"), (0, "H0")):
        sprt = Sprt(-20, 20)
        low, high = sprt.bounds
        assert low == pytest.approx(-log(19))
        assert high == pytest.approx(log(19))
        rng = generator("test of the test", quarters)
        for task in range(1000):
            assert low < sprt.llr < high
            assert sprt.accepted is None
            if sprt.add(row(task, rng.choice([quarters, quarters, 2]))):
                assert sprt.pairs == task + 1
                break
        assert sprt.accepted == accepted
        assert sprt.llr == sprt.counts.llr(-20, 20)
        assert not low < sprt.llr < high
        assert sprt.pairs == sprt.counts.pairs


def test_the_bounds_follow_from_the_errors() -> None:
    """Each bound depends on both probabilities of error."""
    low, high = Sprt(0, 5, alpha=0.01, beta=0.1).bounds

    assert low == pytest.approx(log(0.1 / 0.99))
    assert high == pytest.approx(log(0.9 / 0.01))


def test_the_order_of_arrival_does_not_matter() -> None:
    """Rows in any order have the same result, decided by the same task."""
    rng = generator("test of the order", 1)
    rows = [row(task, rng.choice([0, 2, 4, 4])) for task in range(400)]
    expected = Sprt(0, 30, model="logistic")
    for one in rows:
        expected.add(one)
    assert expected.accepted == "H1"
    assert expected.pairs < 380

    for seed in range(5):
        sprt = Sprt(0, 30, model="logistic")
        for number, one in enumerate(Random(seed).sample(rows, 400), start=1):
            accepted = sprt.add(one)
            assert accepted == sprt.accepted
            assert sprt.accepted or sprt.pairs + sprt.waiting == number
        assert (str(sprt), sprt.counts, sprt.waiting) == (str(expected), expected.counts, 0)


def test_a_row_waits_for_the_tasks_before_it() -> None:
    """Rows after a gap do not count until the gap is filled, or skipped."""
    sprt = Sprt(0, 30)
    sprt.add(row(1, 4))
    sprt.add(row(3, 4))
    assert (sprt.pairs, sprt.waiting, sprt.llr) == (0, 2, 0.0)

    sprt.add(row(0, 2))
    assert (sprt.pairs, sprt.waiting) == (2, 1)
    assert sprt.skip(2) is None
    assert (sprt.counts.counts, sprt.waiting) == ((0, 0, 1, 0, 2), 0)


def test_a_test_resumes_from_a_pickle() -> None:
    """A copy made by pickling continues with the same pairs and waiting rows."""
    sprt = Sprt(0, 30)
    sprt.add(row(0, 4))
    sprt.add(row(2, 3))
    copy = pickle.loads(pickle.dumps(sprt))  # noqa: S301 - just made
    for one in (sprt, copy):
        one.add(row(1, 2))

    assert (str(copy), copy.counts, copy.waiting) == (str(sprt), sprt.counts, 0)


def test_after_the_decision_nothing_changes() -> None:
    """A test never changes its mind: later rows do not count."""
    sprt = Sprt(0, 100, alpha=0.4, beta=0.4)
    task = 0
    while sprt.accepted is None:
        sprt.add(row(task, [4, 2][task % 2]))
        task += 1
    before = str(sprt)
    assert sprt.accepted == "H1"

    assert [sprt.add(row(number, 0)) for number in range(task, 100)] == ["H1"] * (100 - task)
    assert sprt.skip(100) == "H1"
    assert str(sprt) == before


def test_tasks_of_other_bots_are_skipped() -> None:
    """With the bots of a pairing chosen, the rows of the others only fill the gaps."""
    sprt = Sprt(0, 30, bots=(2, 0))
    sprt.add(row(0, 4, bots=(0, 1)))
    sprt.add(row(1, 4, bots=(0, 2)))
    sprt.add(row(3, 3, bots=(2, 0)))
    sprt.add(row(2, 4, bots=(1, 2)))

    assert sprt.counts == PairCounts([1, 0, 0, 1, 0])


def test_a_task_counts_once(wording: Wording) -> None:
    """A second row of a task is refused, whether or not the first one has been counted."""
    sprt = Sprt(0, 30)
    sprt.add(row(0, 4))
    sprt.add(row(7, 4))
    for task in (0, 7):
        with wording.raises(MatchError):
            sprt.add(row(task, 4))
    with wording.raises(MatchError):
        sprt.skip(0)

    assert (sprt.pairs, sprt.waiting) == (1, 1)


def test_wrong_arguments_of_a_test(wording: Wording) -> None:
    """Rows of other bots and anything but rows and tasks are refused, and change nothing."""
    sprt = Sprt(0, 30)
    sprt.add(row(0, 4))
    with wording.raises(MatchError):
        sprt.add(row(1, 4, bots=(2, 3)))
    with wording.raises(WrongTypeError):
        sprt.add(4)  # type: ignore[arg-type]
    with wording.raises(WrongTypeError):
        sprt.skip(-1)
    with wording.raises(WrongTypeError):
        Sprt(0, 30, alpha=0.5)
    with wording.raises(WrongTypeError):
        Sprt(0, 30, beta=0)

    assert (sprt.pairs, sprt.waiting) == (1, 0)


def test_a_test_is_one_line(wording: Wording) -> None:
    """The text names the ratio, the bounds, the hypotheses and the result."""
    sprt = Sprt(-1.5, 20, model="logistic")
    wording(str(sprt))
    sprt.add(row(0, 4))
    wording(repr(sprt))
    for task in range(1, 60):
        sprt.add(row(task, 4 - task % 2))
    wording(str(sprt))


@pytest.mark.slow
@pytest.mark.parametrize("model", MODELS)
def test_the_test_errs_as_rarely_as_it_says(model: Model) -> None:
    """With random pairs like those of the game, both errors are about 5 %; in between it is open."""
    runs, elo1 = 300, 60.0
    accepted = {}
    for name, elo in (("H0", 0.0), ("between", elo1 / 2), ("H1", elo1)):
        rng = generator(f"test of errors, {model}", name)
        # Independent games with few shared victories; a pair then has a variance of about 1/8.
        strength = elo if model == "logistic" else elo_of(1 / 2 + elo * log(10) / 800 / 2)
        won = score_of(strength) - 0.001
        count = 0
        for _ in range(runs):
            sprt, task = Sprt(0, elo1, model=model), 0
            while sprt.accepted is None:
                quarters = sum(rng.choices([2, 1, 0], [won, 0.002, 0.998 - won], k=2))
                sprt.add(row(task, quarters))
                task += 1
            count += sprt.accepted == "H1"
        accepted[name] = count / runs

    assert accepted["H0"] < 0.08
    assert 0.4 < accepted["between"] < 0.6
    assert accepted["H1"] > 0.92
