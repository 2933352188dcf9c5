"""Evaluations with hidden units: the sums of every unit, in every state, for every catalogue."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from math import floor
from random import Random
from typing import Any

import attrs
import pytest

from tests.builders import EXTENDED
from tests.test_evaluation import CATALOGUES, random_weights, similar_states, states
from tests.wording import Wording
from wonders_duel import (
    Age,
    Building,
    Catalogue,
    CityPosition,
    Colour,
    FormatError,
    Position,
    State,
    UnknownNameError,
    WrongTypeError,
    catalogue,
    features,
)
from wonders_duel.evaluation import LinearEvaluation, NetEvaluation, Unit, fitted, sums, units
from wonders_duel.search import SearchBot, analyse
from wonders_duel.seeds import generator
from wonders_duel.testing.mirror import mirrored
from wonders_duel.testing.walks import walk

THINGS = ("building", "token", "unbuilt", "built", "symbol", "pair")
ZEROS = [0.0] * len(features.PERIODS)


def seen_by_units(cards: Catalogue) -> list[features.Feature]:
    """Return the features that units can have weights of."""
    return [
        one
        for one in features.player_layout(cards)
        if one.name in ("coins", "lead", "tokens ahead")
        or (one.name.endswith(" cards") and not one.name.startswith(THINGS))
        or (one.name.split()[0] in THINGS and not one.name.endswith(" wonders"))
    ]


def random_unit(rng: Random, cards: Catalogue) -> Unit:
    """Return a unit with random weights, of every value or for each of them."""
    sides: list[Mapping[str, Any]] = []
    for _ in range(2):
        side: dict[str, Any] = {}
        for one in seen_by_units(cards):
            if rng.random() < 0.6:
                values = [rng.gauss(0, 0.3) for _ in range(one.low, one.high + 1)]
                side[one.name] = values if rng.random() < 0.5 else rng.gauss(0, 0.02)
        sides.append(side)
    bias, output = ([rng.gauss(0, 0.5) for _ in features.PERIODS] for _ in range(2))
    return Unit(sides[0], sides[1], bias, output)


def random_net(seed: int, cards: Catalogue, number: int = 16) -> NetEvaluation:
    """Return an evaluation with random weights and units."""
    rng = generator("net", seed)
    return NetEvaluation(
        random_weights(seed, cards), [random_unit(rng, cards) for _ in range(number)], cards
    )


def steps(value: float, size: int = units.STEPS) -> int:
    """Return a number in whole steps."""
    return floor(value * size + 0.5)


Steps = list[tuple[int, int, int, list[int]]]
"""For each feature with weights its place, its lowest and highest value, and the steps of each value."""


def in_steps(weights: Mapping[str, Any], cards: Catalogue) -> Steps:
    """Return the weights of a side of a unit in whole steps."""
    found = []
    for place, feature in enumerate(features.player_layout(cards)):
        weight = weights.get(feature.name)
        if weight is not None:
            most = min(feature.high, 15) if feature.name.endswith(" cards") else feature.high
            values = range(feature.low, most + 1)
            table = weight if isinstance(weight, Sequence) else [weight * one for one in values]
            found.append((place, feature.low, most, [steps(one) for one in table]))
    return found


def of_units(evaluation: NetEvaluation, states: Iterable[State]) -> Iterator[float]:
    """Yield what the units add for player one in some states, from the features."""
    cards = evaluation.catalogue
    sides = [
        [in_steps(one, cards) for one in (unit.mine, unit.theirs)] for unit in evaluation.units
    ]
    for state in states:
        period = features.period(state)
        numbers = [features.of_player(state, player) for player in (0, 1)]
        following = numbers[1][features.index("next to move", cards)]
        total = 0
        for unit, tables in zip(evaluation.units, sides, strict=True):
            found = steps(unit.bias[period])
            for side, player in zip(tables, (following, 1 - following), strict=True):
                for place, low, most, table in side:
                    found += table[max(low, min(numbers[player][place], most)) - low]
            total += max(found, 0) * steps(unit.output[period], units.OUTPUT_STEPS)
        yield (-1 if following else 1) * total / (units.STEPS * units.OUTPUT_STEPS)


@pytest.mark.parametrize("number", [1, 4, 5, 32])
def test_a_value_is_that_of_the_weights_and_units(number: int) -> None:
    """In every phase, units add their outputs where their sums are above 0."""
    evaluations = {cards: random_net(20 + number, cards, number) for cards in CATALOGUES}
    linear_ones = {
        cards: LinearEvaluation(one.weights, cards) for cards, one in evaluations.items()
    }
    added = 0
    seen = list(states())
    going_on = [state for state in seen if not state.is_over]
    sums_of = {
        cards: of_units(one, [state for state in going_on if state.catalogue == cards])
        for cards, one in evaluations.items()
    }
    for state in seen:
        evaluation = evaluations[state.catalogue]
        value = evaluation.log_odds(state)
        linear = linear_ones[state.catalogue].log_odds(state)
        if state.is_over:
            assert value == linear
            assert not evaluation.terms(state)
            continue
        expected = next(sums_of[state.catalogue])
        assert value == pytest.approx(linear + expected, abs=1e-9)
        terms = evaluation.terms(state, "two")
        assert terms.get("units", 0.0) == pytest.approx(-expected, abs=1e-9)
        assert sum(terms.values()) == pytest.approx(-value)
        added += expected != 0
    assert added > 10 * number


def test_the_units_of_an_evaluation_are_copies() -> None:
    """Changing them does not change the evaluation, its text or its pickle."""
    evaluation = fitted()
    assert isinstance(evaluation, NetEvaluation)
    text = evaluation.to_json()
    unit: Any = evaluation.units[0]
    unit.mine["coins"] = 100.0
    unit.bias[2] = 100.0

    assert evaluation.to_json() == text
    assert pickle.loads(pickle.dumps(evaluation)).to_json() == text  # noqa: S301 - our own
    assert fitted().to_json() == text


def test_without_units_it_is_linear() -> None:
    """No unit adds nothing."""
    weights = random_weights(1, catalogue)
    evaluation, linear = NetEvaluation(weights, []), LinearEvaluation(weights)
    for state in walk(3, catalogue):
        assert evaluation.log_odds(state) == linear.log_odds(state)
        assert "units" not in evaluation.terms(state)


def test_units_see_more_than_a_sum() -> None:
    """A unit can count coins only with a symbol."""
    unit = Unit({"coins": 0.1, "symbol quill": 1}, {}, bias=[-1] * 10, output=[1] * 10)
    evaluation = NetEvaluation({}, [unit])

    def value(coins: int, *buildings: str) -> float:
        mine = CityPosition(coins=coins, buildings=buildings)
        return evaluation.log_odds(Position(age=Age.II, cities=(mine, CityPosition())).state())

    assert value(0) == value(8) == value(0, "scriptorium") == 0.0
    assert value(8, "scriptorium") == pytest.approx(0.8, abs=0.01)


def test_many_cards_of_a_colour_count_as_fifteen() -> None:
    """Custom cards can make a city with more cards of a colour than the base game has."""
    colours = {Colour.BROWN: Age.I, Colour.GREY: Age.II}
    extra = [
        Building(id=f"{colour.value}-{number}", name=f"{colour} {number}", age=age, colour=colour)
        for colour, age in colours.items()
        for number in range(17)
    ]
    cards = catalogue.extended("many", buildings=extra)
    weights = {f"{colour.value} cards": number for number, colour in enumerate(colours, start=1)}
    unit = Unit(weights, {}, bias=[0.5] * 10, output=[1] * 10)
    evaluation = NetEvaluation({}, [unit], cards)
    for brown, grey, expected in (
        (14, 14, 42.5),
        (15, 15, 45.5),
        (17, 17, 45.5),
        (3, 17, 33.5),
        (17, 3, 21.5),
    ):
        numbers = {Colour.BROWN: brown, Colour.GREY: grey}
        buildings = [
            one.id for one in extra if int(one.id.rpartition("-")[2]) < numbers[one.colour]
        ]
        cities = (CityPosition(buildings=buildings), CityPosition())
        left = {0: "palace"}
        state = Position(catalogue=cards, age=Age.III, structure=left, cities=cities).state()
        assert evaluation.log_odds(state) == expected
        assert list(of_units(evaluation, [state])) == [expected]


def test_the_largest_sum_of_a_unit_is_allowed() -> None:
    """A sum of 127 counts in full, for either player."""
    rich = CityPosition(coins=40)
    state = Position(age=Age.II, cities=(rich, CityPosition())).state()
    table = [0.0] * 40 + [units.MOST_SUM]
    evaluation = NetEvaluation({}, [Unit({"coins": table}, {}, ZEROS, [1] * 10)])
    assert evaluation.log_odds(state) == units.MOST_SUM
    largest = Unit({}, {}, [units.MOST_SUM] * 10, [1_000.0] * 10)
    assert NetEvaluation({}, [largest]).log_odds(state) == 1_000 * units.MOST_SUM


def test_terms_are_sorted_by_size() -> None:
    """What the units add has its place among the contributions of the features."""
    state = list(walk(9, catalogue))[-20]
    places = set()
    for seed in range(12):
        terms = random_net(seed, catalogue).terms(state)
        sizes = [abs(value) for value in terms.values()]
        assert sizes == sorted(sizes, reverse=True)
        places.add([*terms].index("units"))
    assert len(places) > 1


def test_mirrored_states_have_the_opposite_value() -> None:
    """With the seats exchanged, a state has the same value for the other player."""
    evaluation = random_net(2, catalogue)
    for state in walk(6, catalogue):
        assert evaluation.log_odds(mirrored(state)) == -evaluation.log_odds(state)
        assert evaluation(state, "two") == -evaluation(state)


def test_few_cities_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Evaluations are the same if hardly any city is kept between them."""
    evaluation = random_net(4, catalogue)
    expected = [evaluation.log_odds(state) for state in walk(5, catalogue)]
    monkeypatch.setattr(sums, "_KEPT_CITIES", 2)
    again = random_net(4, catalogue)
    assert [again.log_odds(state) for state in walk(5, catalogue)] == expected
    assert isinstance(again.rating, units.UnitSums)
    assert all(len(one.known_cities) <= 2 for one in again.rating.linear.periods)


def test_values_do_not_depend_on_what_was_evaluated_before() -> None:
    """Nothing that is kept between two evaluations changes a value, in several threads either."""
    seen = [state for seed in range(4) for state in walk(seed, catalogue)][::20]
    fresh = [random_net(3, catalogue, 3).log_odds(state) for state in seen]
    evaluation = random_net(3, catalogue, 3)

    def shuffled(seed: int) -> bool:
        order = list(range(len(seen))) * 5
        Random(seed).shuffle(order)
        return all(evaluation.log_odds(seen[place]) == fresh[place] for place in order)

    assert shuffled(0)
    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(shuffled, range(8)))


@pytest.mark.parametrize("cards", CATALOGUES)
def test_similar_states_are_told_apart(cards: Catalogue) -> None:
    """What is kept of a city fits no other state of a search."""
    seen = [state for state in similar_states(cards) if not state.is_over]
    evaluation = random_net(6, cards)
    linear = LinearEvaluation(evaluation.weights, cards)
    added = list(of_units(evaluation, seen))
    assert any(added)
    for order in (seen, seen[::-1]):
        found = {state: evaluation.log_odds(state) for state in order}
        for state, units_add in zip(seen, added, strict=True):
            assert found[state] == pytest.approx(linear.log_odds(state) + units_add, abs=1e-9)


def test_moves_of_a_group_have_the_same_value() -> None:
    """Units do not see the card that is discarded, or goes under a wonder."""
    evaluation = random_net(5, catalogue)
    groups = evaluation.rating.groups(catalogue.tables)
    assert groups == LinearEvaluation({}).rating.groups(catalogue.tables)
    for state in walk(7, catalogue):
        known: dict[int, float] = {}
        for move in state.legal_moves:
            value = evaluation.log_odds(state.apply(move))
            group = groups[move.spec.index]
            assert not group or known.setdefault(group, value) == value


def test_it_is_written_read_and_pickled() -> None:
    """A text and a pickle give an equal evaluation."""
    unit = Unit({"coins": 0.5, "lead": [0.1] * 19}, {"red cards": -1}, ZEROS, [0.25] * 10)
    made = NetEvaluation(random_weights(1, EXTENDED), [unit, unit], EXTENDED, {"by": "hand"})
    for again in (
        NetEvaluation.from_json(made.to_json(), catalogue=EXTENDED),
        pickle.loads(pickle.dumps(made)),  # noqa: S301 - made here
    ):
        assert type(again) is NetEvaluation
        assert again.weights == made.weights
        assert again.units == made.units
        assert dict(again.origin) == {"by": "hand"}
        assert again.catalogue == EXTENDED
        for state in walk(1, EXTENDED):
            assert again.log_odds(state) == made.log_odds(state)
    assert repr(made) == (
        f"<NetEvaluation of {len(made.weights[0])} features and 2 units of {EXTENDED.name}>"
    )
    linear = LinearEvaluation({"coins": 1})
    assert NetEvaluation.from_json(linear.to_json()).units == ()


class _Asked:
    """An evaluation by another one, of which a search knows nothing."""

    def __init__(self, evaluation: NetEvaluation) -> None:
        self.log_odds = evaluation.log_odds


def test_what_was_given_may_change() -> None:
    """An evaluation has weights of its own, which its text and its pickled copy have, too."""
    weights: dict[str, Any] = {"coins": 0.5, "symbol globe": [0.0, 1.0]}
    bias = [1.0] * 10
    unit = Unit(weights, {}, bias, [0.1] * 10)
    evaluation = NetEvaluation({}, [unit])
    text = evaluation.to_json()
    assert evaluation.units == (unit,)
    weights["coins"] = 9
    weights["symbol globe"][1] = 9.0
    bias[0] = 9.0
    assert evaluation.to_json() == text
    again = pickle.loads(pickle.dumps(evaluation))  # noqa: S301 - just made
    assert again.to_json() == text


def test_a_search_finds_the_same_as_if_it_asked_for_every_move() -> None:
    """It reads the weights directly, and judges one of the moves that lead to the same value."""
    evaluation = random_net(6, catalogue)
    states = [state for state in walk(4, catalogue) if len(state.legal_moves) > 1]
    for state in states[::6]:
        analyses = [
            analyse(state, simulations=60, seed=1, samples=0, evaluation=one)
            for one in (evaluation, _Asked(evaluation))
        ]
        assert analyses[0] == analyses[1]


def test_a_search_uses_it() -> None:
    """A bot whose units love coins gets more of them than one whose units do not."""
    states = [state for state in walk(2, catalogue) if state.age_number == 2 and state.legal_moves]
    coins = []
    for love in (1.0, -1.0):
        mine = Unit({"coins": 1}, {}, ZEROS, [0.1 * love] * 10)
        theirs = Unit({}, {"coins": 1}, ZEROS, [-0.1 * love] * 10)
        evaluation = NetEvaluation({}, [mine, theirs])
        chosen = [SearchBot(1, simulations=30, evaluation=evaluation).choose(one) for one in states]
        coins.append(
            sum(
                one.apply(move).cities[one.player].coins
                for one, move in zip(states, chosen, strict=True)
            )
        )
    assert coins[0] > coins[1] + len(states)


def changed(**parts: Any) -> Unit:
    """Return a unit with other parts."""
    return attrs.evolve(Unit({"coins": 1}, {}, ZEROS, ZEROS), **parts)


@pytest.mark.parametrize(
    "unit",
    [
        3,
        changed(mine=3),
        changed(mine={"coins": "1"}),
        changed(theirs={"coins": [1, 2]}),
        changed(bias=0),
        changed(bias=[0] * 9),
        changed(bias=[0] * 11),
        changed(bias=[0] * 9 + [float("nan")]),
        changed(bias=[128] * 10),
        changed(output=[0] * 9 + ["1"]),
        changed(output=[0] * 9 + [1_001]),
        changed(mine={"coins": 3}, theirs={"coins": [1] * 41}, bias=[8] * 10),
        changed(mine={"coins": [127] * 41}, bias=[1 / units.STEPS] * 10),
    ],
)
def test_invalid_units(unit: Any, wording: Wording) -> None:
    """Units of another form, with numbers that are not finite or too large are errors."""
    with wording.raises(WrongTypeError):
        NetEvaluation({}, [unit])


def test_too_many_units(wording: Wording) -> None:
    """There are at most 32."""
    NetEvaluation({}, [changed()] * 32)
    with wording.raises(WrongTypeError):
        NetEvaluation({}, 3)  # type: ignore[arg-type]
    with wording.raises(WrongTypeError):
        NetEvaluation({}, [changed()] * 33)


@pytest.mark.parametrize(
    "name", ["coin", "price piraeus", "clay price", "blue points", "symbols", "unbuilt wonders"]
)
def test_features_that_units_do_not_see(name: str, wording: Wording) -> None:
    """Features that only have linear weights, and unknown ones, are errors."""
    with wording.raises(UnknownNameError):
        NetEvaluation({}, [changed(mine={name: 1})])


def test_invalid_files(wording: Wording) -> None:
    """Units of another form in a file are errors, and a linear evaluation has none."""
    made = NetEvaluation({}, [changed()])
    document = json.loads(made.to_json())
    with wording.raises(FormatError):
        LinearEvaluation.from_json(made.to_json())
    one = document["units"][0]
    values: list[Any] = [3, [3], [{"mine": {}}], [{**one, "bias": [1]}], [{**one, "more": 1}]]
    for value in values:
        with wording.raises(FormatError):
            NetEvaluation.from_json(json.dumps({**document, "units": value}))
    with wording.raises(WrongTypeError):
        NetEvaluation.from_json(3)  # type: ignore[arg-type]
