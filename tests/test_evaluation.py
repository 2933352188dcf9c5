"""Evaluations: sums of weights over the features, in every state, for every catalogue."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from math import isclose
from random import Random
from typing import Any

import attrs
import pytest

from examples.custom_choice import MESSE, PROMO, ConstructFromFarRow
from tests.amounts import part
from tests.builders import EXTENDED
from tests.own_cards import OWN, Pride, Tribute
from tests.property.catalogues import Maker
from tests.wording import Wording
from wonders_duel import (
    Age,
    Building,
    Catalogue,
    CatalogueError,
    CityPosition,
    Colour,
    DiscardBuilding,
    Game,
    Phase,
    Player,
    Position,
    State,
    UnknownNameError,
    WrongTypeError,
    catalogue,
    features,
    is_compiled,
)
from wonders_duel.bots import GreedyBot, RandomBot
from wonders_duel.effects import Gain
from wonders_duel.engine.moves import KIND_WONDER
from wonders_duel.evaluation import WON, LinearEvaluation, NetEvaluation, sums
from wonders_duel.evaluation.periods import LinearSums
from wonders_duel.seeds import generator
from wonders_duel.testing.mirror import mirrored
from wonders_duel.testing.walks import walk

GREEN_LAST = Catalogue(
    "green last",
    sorted(catalogue.building_list, key=lambda card: card.colour is Colour.GREEN),
    catalogue.wonder_list,
    catalogue.token_list,
    catalogue.structures,
)
"""All but one of the cards with symbols are in the second word of bits."""
CATALOGUES = [catalogue, EXTENDED, OWN, Maker(generator("features", 3)).catalogue()]


def random_weights(seed: int, cards: Catalogue, share: float = 1.0) -> list[dict[str, Any]]:
    """Return random weights for each period, for some of the features."""
    rng = generator("weights", seed)
    return [
        {
            one.name: [rng.gauss(0, 1) for _ in range(one.low, one.high + 1)]
            for one in features.player_layout(cards)
            if rng.random() < share
        }
        for _ in features.PERIODS
    ]


def states(number: int = part(12, at_least=8)) -> Iterable[State]:
    """Yield the states of games with different cards and rule options."""
    for seed in range(number):
        yield from walk(seed, CATALOGUES[seed % len(CATALOGUES)])


def similar_states(cards: Catalogue) -> list[State]:
    """Return states of which many have the same beginning, as a search asks for them."""
    rng = Random(1)
    found = []
    for start in list(walk(7, cards))[4::9]:
        for _ in range(16):
            state = start
            for _ in range(1 + rng.randrange(4)):
                if state.is_over:
                    break
                if state.chance is not None:
                    state = state.chance.resolve(rng)
                else:
                    state = state.apply(rng.choice(state.legal_moves))
                found.append(state)
    return found


def by_hand(weights: list[dict[str, Any]], state: State) -> float:
    """Return the value of a state for player one from its features."""
    total = 0.0
    of_period = weights[features.period(state)]
    for player, sign in ((Player.ONE, 1), (Player.TWO, -1)):
        numbers = features.of_player(state, player)
        for one, number in zip(features.player_layout(state.catalogue), numbers, strict=True):
            if one.name in of_period:
                place = min(max(number, one.low), one.high) - one.low
                total += sign * of_period[one.name][place]
    return total


@pytest.mark.parametrize("share", [1.0, 0.5, 0.1])
def test_a_value_is_the_sum_of_the_weights(share: float) -> None:
    """In every phase, the value is the sum over the features, and over the terms."""
    made = {
        cards: (weights, LinearEvaluation(weights, cards))
        for cards in CATALOGUES
        for weights in [random_weights(1, cards, share)]
    }
    phases = set()
    for now in states():
        weights, evaluation = made[now.catalogue]
        value = evaluation.log_odds(now)
        phases.add(now.phase)
        if now.is_over:
            continue
        assert isclose(value, by_hand(weights, now), abs_tol=1e-9)
        assert isclose(value, sum(evaluation.terms(now).values()), abs_tol=1e-9)
        assert isclose(-value, sum(evaluation.terms(now, "two").values()), abs_tol=1e-9)
    assert len(phases) > 11


@pytest.mark.parametrize("place", range(len(features.player_layout())))
def test_each_feature_can_have_a_weight_alone(place: int) -> None:
    """One weight of one value makes the difference between the players, and no other does."""
    one = features.player_layout()[place]
    for now in list(walk(place, catalogue))[:-1:5]:
        mine, theirs = (features.of_player(now, player)[place] for player in Player)
        for value in {min(mine, one.high), min(theirs, one.high)}:
            table = [0.0] * (one.high - one.low + 1)
            table[value - one.low] = 1.0
            expected = float(min(mine, one.high) == value) - float(min(theirs, one.high) == value)
            assert LinearEvaluation({one.name: table}).log_odds(now) == expected


def test_one_number_is_multiplied_by_the_value() -> None:
    """One number for a feature stands for its multiples, up to the highest value."""
    by_number = LinearEvaluation({"coins": 0.5, "lead": -2, "building altar": 3})
    by_value = LinearEvaluation(
        {
            "coins": [0.5 * coins for coins in range(41)],
            "lead": tuple(-2 * lead for lead in range(-9, 10)),
            "building altar": [0, 3],
        }
    )
    for now in walk(8, catalogue):
        assert by_number.log_odds(now) == by_value.log_odds(now)
    assert by_number.weights == by_value.weights
    assert LinearEvaluation({"coins": 0, "lead": [0] * 19}).weights == ({},) * 10
    assert set(by_number.weights[0]) == {"coins", "lead", "building altar"}


def test_mirrored_states_have_the_opposite_value() -> None:
    """With the seats exchanged, a state has the same value for the other player."""
    evaluation = LinearEvaluation(random_weights(2, catalogue))
    for now in walk(6, catalogue):
        assert evaluation.log_odds(mirrored(now)) == -evaluation.log_odds(now)
        assert evaluation(now, "two") == -evaluation(now) == -evaluation.log_odds(now)


def test_symbols_to_come_are_those_of_the_age() -> None:
    """When an age begins, the cards that the last one left in the box no longer count."""
    weights = [{"symbols to come": [float(value) for value in range(8)]}] * len(features.PERIODS)
    evaluation = LinearEvaluation(weights[0])
    dealt = 0
    for seed in range(40):
        game = list(walk(seed, catalogue))
        for now in (*game, *reversed(game)):
            if not now.is_over:
                assert evaluation.log_odds(now) == by_hand(weights, now)
                dealt += now.phase is Phase.DEAL_AGE
    assert dealt >= 80


def test_few_values_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Evaluations are the same if hardly anything is kept between them."""
    weights = random_weights(4, catalogue)
    seen = list(walk(5, catalogue))[::4]
    usual = LinearEvaluation(weights)
    expected = [usual.log_odds(now) for now in seen]
    assert isinstance(usual.rating, LinearSums)
    if not is_compiled:
        assert sum(len(one.known_cities) for one in usual.rating.periods) > len(seen)
        assert sum(len(one.known_prices) for one in usual.rating.periods) > len(seen)
    monkeypatch.setattr(sums, "_KEPT", 2)
    monkeypatch.setattr(sums, "_KEPT_CITIES", 2)
    evaluation = LinearEvaluation(weights)
    assert [evaluation.log_odds(now) for now in seen] == expected
    assert isinstance(evaluation.rating, LinearSums)
    for one in evaluation.rating.periods:
        assert len(one.known_cities) <= 2
        assert len(one.known_prices) <= 2


@pytest.mark.parametrize("of_each_period", [True, False])
def test_values_do_not_depend_on_what_was_evaluated_before(*, of_each_period: bool) -> None:
    """Nothing that is kept between two evaluations changes a value, in several threads either."""
    tables = random_weights(3, catalogue)
    weights = tables if of_each_period else tables[0]
    seen = [now for seed in range(4) for now in walk(seed, catalogue)]
    fresh = [LinearEvaluation(weights).log_odds(now) for now in seen[::9]]
    evaluation = LinearEvaluation(weights)

    def shuffled(seed: int) -> bool:
        order = list(range(0, len(seen), 9)) * 5
        Random(seed).shuffle(order)
        return all(evaluation.log_odds(seen[place]) == fresh[place // 9] for place in order)

    assert shuffled(0)
    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(shuffled, range(8)))


@pytest.mark.parametrize("cards", [*CATALOGUES, GREEN_LAST])
def test_similar_states_are_told_apart(cards: Catalogue) -> None:
    """What is kept of a city or of the cards that are gone fits no other state of a search."""
    weights = random_weights(8, cards)
    evaluation = LinearEvaluation(weights, cards)
    seen = [state for state in similar_states(cards) if not state.is_over]
    assert len(seen) > 100
    for state in (*seen, *reversed(seen)):
        assert isclose(evaluation.log_odds(state), by_hand(weights, state), abs_tol=1e-9)


def test_moves_of_a_group_have_the_same_value() -> None:
    """A search judges one move of each group: it says exactly what the others do."""
    shared = 0
    evaluations = {
        cards: LinearEvaluation(random_weights(number, cards), cards)
        for number, cards in enumerate(CATALOGUES)
    }
    for state in states():
        evaluation = evaluations[state.catalogue]
        groups = evaluation.rating.groups(state.tables)
        known: dict[int, float] = {}
        for move in state.legal_moves:
            group = groups[move.spec.index] if groups else 0
            value = evaluation.log_odds(state.apply(move))
            if group and group in known:
                shared += 1
                assert value == known[group], move
            elif group:
                known[group] = value
    assert shared > 500


def test_effects_of_users_see_everything() -> None:
    """Their cards may depend on any card, so every move is judged."""
    own = [
        cards for cards in CATALOGUES if not LinearEvaluation({}, cards).rating.groups(cards.tables)
    ]
    assert OWN in own
    assert catalogue not in own
    for effect in (Tribute(Gain(coins=1)), Pride(1)):
        more = Building(id="more", name="More", age=Age.I, colour=Colour.BLUE, effects=(effect,))
        cards = catalogue.extended("one-effect", buildings=[more])
        assert not LinearEvaluation({}, cards).rating.groups(cards.tables)


def test_a_choice_can_depend_on_the_card_under_its_wonder() -> None:
    """The choice of Messe is skipped if no card of the far row is left, and the turn passes."""
    state = Position(
        age=Age.II,
        structure={0: "courthouse", 17: "statue", 16: "horse-breeders"},
        cities=(CityPosition(unbuilt=["messe", "the-sphinx"], coins=50), CityPosition()),
        catalogue=PROMO,
    ).state()
    evaluation = LinearEvaluation({"next to move": 1.0}, PROMO)
    rows: dict[int, set[float]] = {}
    values = []
    for move in state.legal_moves:
        value = evaluation.log_odds(state.apply(move))
        group = evaluation.rating.groups(state.tables)[move.spec.index]
        if group:
            rows.setdefault(group, set()).add(value)
        if str(move).startswith("wonder messe"):
            values.append((str(move), value))

    assert values == [
        ("wonder messe with courthouse", -1.0),
        ("wonder messe with horse-breeders", 1.0),
        ("wonder messe with statue", 1.0),
    ]
    assert list(rows.values()) == [{-1.0}, {1.0}]  # discards, and the Sphinx


@attrs.frozen
class AnotherChoice(ConstructFromFarRow):
    """The same choice under another name."""

    word = "another"


def test_moves_that_bring_a_custom_choice_have_no_group() -> None:
    """With several custom choices, this holds for each of them."""
    fair = attrs.evolve(MESSE, id="fair", name="Fair", effects=(AnotherChoice(),))
    cards = catalogue.extended("two-choices", wonders=[MESSE, fair])
    groups = LinearEvaluation({}, cards).rating.groups(cards.tables)
    grouped = {
        cards.wonder_list[spec.entry.number].id
        for spec, group in zip(cards.tables.moves.specs, groups, strict=True)
        if group and spec.kind == KIND_WONDER
    }
    assert grouped == {one.id for one in catalogue.wonder_list}


def test_a_finished_game_has_the_value_of_its_result() -> None:
    """A won game has the highest value for the winner, a shared victory 0."""
    evaluation = LinearEvaluation({"coins": 1})
    shares = set()
    last_card = Position(
        age=Age.III, structure={0: "palace"}, cities=(CityPosition(coins=7), CityPosition(coins=9))
    ).state()
    ends = [State.start().play_out(Random(seed)) for seed in range(20)]
    for end in [*ends, last_card.apply(DiscardBuilding("palace"))]:
        share = end.share(Player.ONE)
        assert evaluation.log_odds(end) == WON * (2 * share - 1)
        assert evaluation.probability(end) == pytest.approx(share)
        assert evaluation.probability(end, 1) == pytest.approx(1 - share)
        assert evaluation.terms(end) == {}
        shares.add(share)
    assert shares == {0.0, 0.5, 1.0}


def test_the_probability_is_that_of_the_odds() -> None:
    """Even odds are a half, and the probabilities of both players add up to 1."""
    start = State.start()
    assert LinearEvaluation({}).probability(start) == 0.5
    three_to_one = LinearEvaluation({"next to move": 1.0986122886681098})
    assert three_to_one.probability(start) == pytest.approx(0.75)
    assert three_to_one.probability(start, "two") == pytest.approx(0.25)


def test_terms_are_sorted_by_size() -> None:
    """The largest contribution comes first, whatever its sign."""
    terms = LinearEvaluation(random_weights(4, catalogue)).terms(list(walk(9, catalogue))[-20])
    sizes = [abs(value) for value in terms.values()]
    assert len(sizes) > 20
    assert sizes == sorted(sizes, reverse=True)
    assert 0.0 not in sizes


class Tagged(LinearEvaluation):
    """Can have attributes of its own."""

    tag = ""


class TaggedNet(NetEvaluation):
    """The same with hidden units."""

    tag = ""


@pytest.mark.parametrize("evaluation", [Tagged({"coins": 1}), TaggedNet({"coins": 1}, [])])
def test_a_derived_evaluation_keeps_its_attributes(evaluation: Tagged | TaggedNet) -> None:
    """In a pickle, so also in worker processes, and in copies."""
    evaluation.tag = "mine"
    for again in (pickle.loads(pickle.dumps(evaluation)), copy.copy(evaluation)):  # noqa: S301 - just made
        assert type(again) is type(evaluation)
        assert again.tag == "mine"
        assert again.weights == evaluation.weights


class Named(LinearEvaluation):
    """Has other arguments, and a slot."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        """Keep the name."""
        super().__init__({name: 1})
        self.name = name


class NamedNet(NetEvaluation):
    """The same with hidden units."""

    def __init__(self, name: str) -> None:
        """Keep the name."""
        super().__init__({name: 1}, [])
        self.name = name


@pytest.mark.parametrize("evaluation", [Named("coins"), NamedNet("coins")])
def test_a_derived_evaluation_may_have_other_arguments(evaluation: Named | NamedNet) -> None:
    """Its ``__init__`` is not called for a pickle, nor for a copy."""
    pickled = [pickle.dumps(evaluation, one) for one in range(pickle.HIGHEST_PROTOCOL + 1)]
    copies = [pickle.loads(one) for one in pickled]  # noqa: S301 - just made
    for again in (*copies, copy.copy(evaluation), copy.deepcopy(evaluation)):
        assert type(again) is type(evaluation)
        assert again.name == "coins"
        assert again.weights == evaluation.weights


def test_a_pickled_evaluation_is_the_same() -> None:
    """An unpickled evaluation has the same weights, catalogue and values."""
    evaluation = LinearEvaluation(random_weights(5, EXTENDED, 0.3), EXTENDED)
    again = pickle.loads(pickle.dumps(evaluation))  # noqa: S301 - just made
    assert again.weights == evaluation.weights
    assert again.catalogue == EXTENDED
    for now in walk(1, EXTENDED):
        assert again.log_odds(now) == evaluation.log_odds(now)
    assert repr(again) == repr(evaluation)
    assert repr(LinearEvaluation({"coins": 1})) == "<LinearEvaluation of 1 features of base>"


def test_an_equal_catalogue_will_do() -> None:
    """The catalogue of a state has to be equal to that of the weights, not the same object."""
    twin = Catalogue(
        catalogue.name,
        catalogue.building_list,
        catalogue.wonder_list,
        catalogue.token_list,
        catalogue.structures,
        first_game=catalogue.first_game,
    )
    assert twin.tables is not catalogue.tables
    weights = random_weights(6, catalogue)
    ours, its_own = LinearEvaluation(weights, catalogue), LinearEvaluation(weights, twin)
    for one, other in zip(walk(2, catalogue), walk(2, twin), strict=True):
        assert ours.log_odds(other) == its_own.log_odds(one)


def test_a_bot_uses_it() -> None:
    """A greedy bot with an evaluation prefers what has a weight."""
    rich = GreedyBot(seed=1, judge=LinearEvaluation({"coins": 1.0}))
    game = Game(seed=5)
    game.play_out(rich, RandomBot(seed=2))
    one, two = game.state.cities
    assert one.coins > 2 * two.coins


@pytest.mark.parametrize(
    "weights",
    [
        3,
        "coins",
        [{}] * 9,
        [{}] * 9 + [3],
        [{}] * 11,
        {"coins": "1"},
        {"coins": True},
        {"coins": float("nan")},
        {"coins": 1e300},
        {"coins": float("inf")},
        {"coins": 10**400},
        {"symbols": [1, 2]},
        {"symbols": [0, 1, 2, 3, 4, 5, None]},
        {"symbols": [0, 1, 2, 3, 4, 5, 6, 7]},
        {"symbols": [0, "1", 2, "3", 4, 5, 6]},
        {"coins": [*[0.5] * 40, float("nan")]},
        {3: 1},
    ],
)
def test_invalid_weights(weights: Any, wording: Wording) -> None:
    """Weights of another form, too many, too few, too large or not finite are errors."""
    with wording.raises(WrongTypeError):
        LinearEvaluation(weights)


def test_the_largest_weights_are_allowed(wording: Wording) -> None:
    """They are 1e300, with either sign, and so is the product with the highest value."""
    for sign in (1.0, -1.0):
        table = [sign * 1e300] * 41
        assert LinearEvaluation({"coins": table}).weights[0]["coins"] == tuple(table)
        assert LinearEvaluation({"next to move": sign * 1e300}).weights[0]
        with wording.raises(WrongTypeError):
            LinearEvaluation({"coins": [sign * 1.01e300] * 41})
        with wording.raises(WrongTypeError):
            LinearEvaluation({"next to move": sign * 1.01e300})


def test_the_origin_is_what_a_file_has() -> None:
    """It is the same in the text, and does not change with what was given."""
    given: dict[str, Any] = {"games": 3, "seeds": (1, 2), "by": {"name": "Ann", "last": None}}
    evaluation = LinearEvaluation({}, origin=given)
    given["by"]["name"] = "Bob"
    assert evaluation.origin == {"games": 3, "seeds": [1, 2], "by": {"name": "Ann", "last": None}}
    assert LinearEvaluation.from_json(evaluation.to_json()).origin == evaluation.origin
    assert pickle.loads(pickle.dumps(evaluation)).origin == evaluation.origin  # noqa: S301 - just made


def _in_itself() -> dict[str, object]:
    origin: dict[str, object] = {}
    origin["again"] = origin
    return origin


@pytest.mark.parametrize(
    "origin",
    [
        3,
        {"rate": float("nan")},
        {"games": {1, 2}},
        {(1, 2): 3},
        pytest.param(_in_itself(), id="in itself"),
    ],
    ids=str,
)
def test_an_origin_that_json_does_not_have(origin: Any, wording: Wording) -> None:
    """It is refused at once, and not when the weights are written."""
    with wording.raises(WrongTypeError):
        LinearEvaluation({}, origin=origin)
    with wording.raises(WrongTypeError):
        NetEvaluation({}, [], origin=origin)


def test_unknown_features(wording: Wording) -> None:
    """Unknown features are errors, those of another catalogue too."""
    with wording.raises(UnknownNameError):
        LinearEvaluation({"coin": 1})
    with wording.raises(UnknownNameError):
        LinearEvaluation({"building bank": 1})
    assert LinearEvaluation({"building bank": 1}, EXTENDED).catalogue is EXTENDED


def test_invalid_states(wording: Wording) -> None:
    """States of other catalogues, other objects and unknown players are errors."""
    evaluation = LinearEvaluation({"coins": 1})
    with wording.raises(CatalogueError):
        evaluation.log_odds(State.start(catalogue=EXTENDED))
    with wording.raises(CatalogueError):
        evaluation.terms(State.start(catalogue=EXTENDED))
    with wording.raises(WrongTypeError):
        evaluation.log_odds("state")  # type: ignore[arg-type]
    with wording.raises(WrongTypeError):
        evaluation.terms(None)  # type: ignore[arg-type]
    with wording.raises(UnknownNameError):
        evaluation(State.start(), "three")
    with wording.raises(WrongTypeError):
        LinearEvaluation({}, "base")  # type: ignore[arg-type]


def test_the_largest_catalogue_has_features_and_weights() -> None:
    """In a catalogue of 251 buildings, the last ones have features and weights like the others."""
    number = 251 - len(catalogue.building_list)
    cards = catalogue.extended(
        "large",
        buildings=[
            Building(
                id=f"hut-{one}",
                name=f"Hut {one}",
                age=Age.III if colour is Colour.PURPLE else Age(one % 3 + 1),
                colour=colour,
            )
            for one in range(number)
            for colour in [list(Colour)[one % len(Colour)]]
        ],
    )
    owned = [f"hut-{number - 1}", f"hut-{number - 2}", "hut-0", "altar"]
    now = Position(
        catalogue=cards,
        age=Age.I,
        structure={0: "stable"},
        cities=(CityPosition(buildings=owned), CityPosition(buildings=["hut-1"])),
    ).state()

    numbers = features.of_player(now, "one")
    assert [numbers[features.index(f"building {name}", cards)] for name in owned] == [1] * 4
    assert sum(numbers[:251]) == 4
    weights = {"building altar": 1, "building hut-0": 2, "building hut-1": 4}
    weights |= {f"building hut-{number - 2}": 8, f"building hut-{number - 1}": 16}
    assert LinearEvaluation(weights, cards).log_odds(now) == 1 + 2 - 4 + 8 + 16
