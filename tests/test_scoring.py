"""Scores and results as values: totals, sentences, and refused arguments."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import attrs
import pytest
from typing_extensions import override

from tests.builders import city, state
from tests.wording import Wording
from tools.digest import states
from wonders_duel import (
    Age,
    Building,
    Catalogue,
    CatalogueError,
    City,
    CityScore,
    Colour,
    ConstructBuilding,
    Cost,
    Player,
    Position,
    ProgressToken,
    Result,
    ScienceSymbol,
    Score,
    State,
    Victory,
    Wonder,
    WrongTypeError,
    catalogue,
    serialization,
)
from wonders_duel.effects import (
    Cards,
    CoinSets,
    CoinsPer,
    Effect,
    Gain,
    GuildMajority,
    Points,
    PointsPerToken,
    Symbol,
    Tally,
    Wonders,
)
from wonders_duel.engine import counting
from wonders_duel.engine.counting import BY_BLUE, CIVILIAN, NOBODY, SOURCES, judge, totals
from wonders_duel.languages import ENGLISH, Language

ONE, TWO = Player


def test_each_source_counts_in_the_total() -> None:
    """Each source of points counts in the total and is on the score sheet."""
    for number, source in enumerate(SOURCES):
        assert CityScore(**{source: 2**number}).total == 2**number
    all_of_them = CityScore(**{source: 2**number for number, source in enumerate(SOURCES)})

    assert all_of_them.total == 2 ** len(SOURCES) - 1
    assert [field.name for field in attrs.fields(CityScore)] == list(SOURCES)
    assert CityScore() == CityScore(**dict.fromkeys(SOURCES, 0))
    assert CityScore().total == 0
    for source in SOURCES[1:]:
        assert CityScore(**{SOURCES[0]: 3, source: 3}).total == 6


def test_a_score_is_indexed_by_player() -> None:
    """A score is indexed by player, and its totals are in the order of the seats."""
    score = Score(CityScore(blue=3), CityScore(coins=5))

    assert (score[ONE], score[TWO]) == (CityScore(blue=3), CityScore(coins=5))
    assert (score[0], score[1]) == (score[ONE], score[TWO])
    assert score.totals == (3, 5)
    assert "3" in str(score).splitlines()[-1]


@pytest.mark.parametrize(
    "make",
    [
        CityScore,
        lambda: Score(CityScore(blue=1), CityScore()),
        lambda: Result(victory=Victory.CIVILIAN, winner=ONE, totals=(4, 3)),
    ],
)
def test_scores_and_results_are_values(make: Callable[[], Any]) -> None:
    """Scores and results are compared by value, hashable and frozen."""
    made = make()

    assert made == make() == copy.deepcopy(made)
    assert {made: 1}[make()] == 1
    assert not hasattr(made, "__dict__")
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        made.one = None


def test_points_and_results_are_keyword_only() -> None:
    """Points and the parts of a result are keyword-only, since they could be mixed up."""
    with pytest.raises(TypeError):
        CityScore(1)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Result(Victory.CIVILIAN, ONE)  # type: ignore[call-arg]


@pytest.mark.parametrize("effect", [Points(5), PointsPerToken(5)], ids=["fixed", "by the position"])
@pytest.mark.parametrize(
    ("colour", "heading"),
    [
        (Colour.BROWN, "other"),
        (Colour.GREY, "other"),
        (Colour.BLUE, "blue"),
        (Colour.GREEN, "green"),
        (Colour.YELLOW, "yellow"),
        (Colour.RED, "other"),
        (Colour.PURPLE, "guilds"),
    ],
)
def test_points_count_for_their_colour(colour: Colour, heading: str, effect: Effect) -> None:
    """Points of a building count for its colour, or as other points if it has no category (R80)."""
    card = Building(
        id="one-more",
        name="One More",
        age=Age.III if colour is Colour.PURPLE else Age.I,
        colour=colour,
        cost=Cost(),
        effects=(effect,),
    )
    cards = catalogue.extended("one more", buildings=[card])
    now = Position(
        age=card.age,
        structure={0: "palace"},
        cities=(city(21, "one-more", tokens=["law"]), city(0)),
        catalogue=cards,
    )
    if card.age is Age.I:
        now.structure = {0: "tavern"}
    given = now.state()

    assert given.score()[ONE] == CityScore(coins=7, **{heading: 5})
    assert totals(given) == (12, 0)


@pytest.mark.parametrize("player", Player)
def test_two_symbols_at_once_can_be_the_last_ones(player: Player) -> None:
    """The seventh symbol does not take the victory of the sixth away (R68)."""
    card = Building(
        id="museum",
        name="Museum",
        age=Age.III,
        colour=Colour.GREEN,
        effects=(Symbol(ScienceSymbol.TABLET), Symbol(ScienceSymbol.GLOBE)),
    )
    cards = catalogue.extended("two symbols", buildings=[card])
    wise = city(9, "workshop", "apothecary", "scriptorium", "pharmacist", tokens=["law"])
    cities = (wise, city()) if player is Player.ONE else (city(), wise)
    given = Position(
        age=Age.III,
        catalogue=cards,
        structure={0: "museum", 1: "palace"},
        cities=cities,
        to_move=player,
    ).state()
    result = given.apply(ConstructBuilding("museum", cards)).result

    assert isinstance(result, Result)
    assert (result.victory, result.winner) == (Victory.SCIENTIFIC, player)


@pytest.mark.parametrize(
    ("pawn", "points"),
    [(0, (0, 0)), (1, (2, 0)), (-1, (0, 2)), (3, (5, 0)), (-6, (0, 10)), (8, (10, 0))],
)
def test_the_pawn_counts_for_the_player_who_pushed_it(pawn: int, points: tuple[int, int]) -> None:
    """The pawn gives points to the player who pushed it, and to nobody on the centre space (R79)."""
    score = state(Age.I, ["tavern"], pawn=pawn).score()

    assert (score[ONE].military, score[TWO].military) == points


@pytest.mark.parametrize(("coins", "points"), [(0, 0), (2, 0), (3, 1), (5, 1), (6, 2), (11, 3)])
def test_three_coins_are_a_point(coins: int, points: int) -> None:
    """Three coins are a point, in complete sets only (R82)."""
    assert state(Age.I, ["tavern"], city(coins)).score()[ONE].coins == points


@pytest.mark.parametrize(
    ("result", "sentence"),
    [
        (
            Result(victory=Victory.CIVILIAN, winner=ONE, totals=(60, 52)),
            "Player one wins the civilian victory, 60 to 52.",
        ),
        (
            Result(victory=Victory.CIVILIAN, winner=TWO, totals=(50, 52)),
            "Player two wins the civilian victory, 52 to 50.",
        ),
        (
            Result(victory=Victory.CIVILIAN, winner=TWO, by_blue=True, totals=(52, 52)),
            "Player two wins the civilian victory, 52 to 52, by the points of blue buildings.",
        ),
        (
            Result(victory=Victory.CIVILIAN, winner=None, totals=(41, 41)),
            "Both players share the victory, 41 all.",
        ),
        (
            Result(victory=Victory.MILITARY, winner=TWO, totals=(41, 40)),
            "Player two wins by military supremacy.",
        ),
        (
            Result(victory=Victory.SCIENTIFIC, winner=ONE),
            "Player one wins by scientific supremacy.",
        ),
    ],
)
def test_a_result_is_a_sentence(result: Result, sentence: str) -> None:
    """A result is a sentence with the winner's points first and the tie-break."""
    assert str(result) == sentence
    assert result.is_shared is (result.winner is None)


def test_the_defaults_of_a_result() -> None:
    """By default blue points did not decide and points are unknown; words become members."""
    short = Result(victory="military", winner=1)

    assert short == Result(victory=Victory.MILITARY, winner=TWO, by_blue=False, totals=(0, 0))
    assert type(short.winner) is Player
    assert type(short.victory) is Victory
    assert Result(victory=Victory.CIVILIAN, winner=ONE, by_blue=1).by_blue is True  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "totals",
    [
        5,
        (1,),
        (1, 2, 3),
        (1, "2"),
        (1, 2.5),
    ],
)
def test_wrong_totals_are_refused(totals: object, wording: Wording) -> None:
    """Totals that are not two numbers are refused and shown."""
    with wording.raises(WrongTypeError):
        Result(victory=Victory.CIVILIAN, winner=ONE, totals=totals)  # type: ignore[arg-type]


@attrs.frozen
class Odd(Effect):
    """A custom effect whose methods return the given value."""

    given: object

    def gain(self, *_: object) -> Any:
        """Return it as a gain."""
        return self.given

    def score(self, *_: object) -> Any:
        """Return it as points."""
        return self.given


@pytest.mark.parametrize("given", [None, "3", 1.5, 10**9 + 1, -(10**9) - 1])
def test_a_custom_effect_with_an_invalid_result_is_named(given: object, wording: Wording) -> None:
    """The error for an invalid custom effect names the effect, the method and the value."""
    card = Building(
        id="odd-house",
        name="Odd House",
        age=Age.I,
        colour=Colour.BLUE,
        cost=Cost(),
        effects=(Odd(given),),
    )
    cards = catalogue.extended("odd", buildings=[card])
    made = Position(
        age=Age.I, structure={0: "odd-house"}, cities=(city(), city()), catalogue=cards
    ).state()
    there = Position(
        age=Age.I, structure={0: "tavern"}, cities=(city(7, "odd-house"), city()), catalogue=cards
    ).state()

    for ask in (lambda: made.apply(ConstructBuilding("odd-house", cards)), there.score):
        with wording.raises(CatalogueError) as caught:
            ask()
        assert repr(Odd(given)) in str(caught.value)


def test_a_custom_effect_scores_what_a_document_can_hold() -> None:
    """A custom effect scores up to a thousand million points either way, all readable."""
    for points in (10**9, -(10**9)):
        card = Building(
            id="odd-house", name="Odd House", age=Age.I, colour=Colour.BLUE, effects=(Odd(points),)
        )
        cards = catalogue.extended("odd", buildings=[card])
        there = Position(
            age=Age.I,
            structure={0: "tavern"},
            cities=(city(7, "odd-house"), city()),
            catalogue=cards,
        ).state()

        assert there.score()[Player.ONE].blue == points
        assert serialization.loads(serialization.dumps(there.score()), Score) == there.score()


# -- effects that count ---------------------------------------------------------------------------


@attrs.frozen(init=False)
class _CardsAndOne(Cards):
    """Cards of some colours, and one more."""

    @override
    def count(self, city: City) -> int:
        return super().count(city) + 1


@attrs.frozen
class _TwiceWonders(Wonders):
    """Each constructed wonder twice."""

    @override
    def count(self, city: City) -> int:
        return 2 * super().count(city)


@attrs.frozen
class _HalfSets(CoinSets):
    """Each set of coins counts for two sets."""

    @override
    def count(self, city: City) -> int:
        return 2 * (city.coins // self.size)


@attrs.frozen
class _RicherPer(CoinsPer):
    """Gives 10 coins more."""

    @override
    def gain(self, state: State, player: Player) -> Gain:
        return Gain(coins=super().gain(state, player).coins + 10)


@attrs.frozen
class _WorthyPer(CoinsPer):
    """Is worth 30 points, too."""

    @override
    def score(self, state: State, player: Player) -> int:
        return 30


@attrs.frozen
class _RicherMajority(GuildMajority):
    """Gives 10 coins more."""

    @override
    def gain(self, state: State, player: Player) -> Gain:
        return Gain(coins=super().gain(state, player).coins + 10)


@attrs.frozen
class _WorthyMajority(GuildMajority):
    """Is worth 30 points more."""

    @override
    def score(self, state: State, player: Player) -> int:
        return super().score(state, player) + 30


@attrs.frozen
class _WorthyPerToken(PointsPerToken):
    """Is worth 30 points more."""

    @override
    def score(self, state: State, player: Player) -> int:
        return super().score(state, player) + 30


@attrs.frozen
class _RicherPerToken(PointsPerToken):
    """Gives 10 coins, too."""

    @override
    def gain(self, state: State, player: Player) -> Gain:
        return Gain(coins=10)


@attrs.frozen
class _DressedPer(CoinsPer):
    """Is described by other words only."""

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        return "Other words."


@attrs.frozen
class _Coded(Tally):
    """A tally with a field of a name that the engine might use."""

    code: str = "x"

    @override
    def count(self, city: City) -> int:
        return 5

    @override
    def noun(self, to: Language = ENGLISH) -> str:
        return "thing"


@attrs.frozen
class _CountedField(Effect):
    """An effect with a field of a name that the engine might use."""

    counted: int = 4

    @override
    def score(self, state: State, player: Player) -> int:
        return self.counted


@pytest.mark.parametrize(
    ("effect", "coins", "points"),
    [
        # Player one has two red buildings, a wonder, 2 tokens and 20 coins; player two three red ones.
        (CoinsPer(1, Cards(Colour.RED)), 2, 0),
        (CoinsPer(1, Cards(Colour.RED, Colour.RED)), 4, 0),
        (CoinsPer(1, Cards(Colour.RED, Colour.RED, Colour.RED)), 6, 0),
        (CoinsPer(1, Cards(Colour.RED, Colour.RED, Colour.BROWN)), 5, 0),
        (CoinsPer(1, Cards(Colour.RED, Colour.BROWN)), 3, 0),
        (CoinsPer(1, Cards(*Colour)), 4, 0),
        (GuildMajority(Cards(*Colour), coins=1, points=1), 4, 4),
        (GuildMajority(Cards(Colour.RED, Colour.RED), coins=1, points=1), 6, 6),
        (CoinsPer(1, _CardsAndOne(Colour.RED)), 3, 0),
        (GuildMajority(_CardsAndOne(Colour.RED), coins=2, points=1), 8, 4),
        (CoinsPer(3, _TwiceWonders()), 6, 0),
        (CoinsPer(3, Wonders()), 3, 0),
        (GuildMajority(_TwiceWonders(), points=5), 0, 10),
        (CoinsPer(1, CoinSets(3)), 6, 0),
        (CoinsPer(1, _HalfSets(3)), 12, 0),
        (_RicherPer(1, Cards(Colour.RED)), 12, 0),
        (_WorthyPer(1, Cards(Colour.RED)), 2, 30),
        (_RicherMajority(Cards(Colour.RED), coins=1, points=1), 13, 3),
        (_WorthyMajority(Cards(Colour.RED), coins=1, points=1), 3, 33),
        (PointsPerToken(3), 0, 6),
        (_WorthyPerToken(3), 0, 36),
        (_RicherPerToken(3), 10, 6),
        (_DressedPer(1, Cards(Colour.RED)), 2, 0),
        (CoinsPer(1, _Coded()), 5, 0),
        (_CountedField(), 0, 4),
    ],
    ids=repr,
)
def test_what_counts_is_counted_at_construction_and_at_the_end(
    effect: Effect, coins: int, points: int
) -> None:
    """Effects and tallies count as their methods say, whether or not the engine calls them."""
    card = Building(
        id="odd-house", name="Odd House", age=Age.II, colour=Colour.BLUE, effects=(effect,)
    )
    cards = catalogue.extended("odd", buildings=[card])
    one = city(
        20,
        "stable",
        "garrison",
        "quarry",
        tokens=["law", "agriculture"],
        built={"the-sphinx": "altar"},
    )
    two = city(8, "palisade", "guard-tower", "walls")
    given = Position(
        age=Age.II, structure={0: "odd-house", 1: "brewery"}, cities=(one, two), catalogue=cards
    ).state()
    after = given.apply(ConstructBuilding("odd-house", cards))

    assert after.cities[0].coins == 20 + coins
    there = Position.of(after)
    there.cities[0].coins = 20
    assert there.state().score()[ONE].blue == points
    assert effect.score(there.state(), ONE) == points
    assert effect.gain(there.state(), ONE).coins == coins


def test_the_totals_of_a_state_are_those_of_its_score() -> None:
    """The totals of both players are the sums of their score sheets."""
    given = state(Age.I, ["stable"], city(9, "theater", "altar"), city(4))

    assert totals(given) == given.score().totals == (9, 1)


def test_the_order_of_the_cards_makes_no_difference() -> None:
    """The score is the same if guilds are the first cards of a catalogue instead of the last ones."""
    backwards = Catalogue(
        "backwards",
        buildings=catalogue.building_list[::-1],
        wonders=catalogue.wonder_list,
        tokens=catalogue.token_list,
        structures=catalogue.structures,
        first_game=catalogue.first_game,
    )
    guilds = 0
    for seed in range(40):
        *_, over = states(seed)
        there = Position.of(over)
        there.catalogue = backwards
        assert there.state().score() == over.score()
        guilds += over.score()[ONE].guilds

    assert guilds > 50


def test_the_points_that_depend_on_the_position() -> None:
    """The engine adds up those of guilds and of a token apart, since its evaluation keeps the others."""
    wonder = Wonder(id="bridge", name="The Bridge", effects=(PointsPerToken(1),))
    cards = catalogue.extended("a wonder that counts", wonders=[wonder])
    names = ["builders-guild", "stable", "palace"]
    owner = city(7, *names, built={"bridge": "baths"}, tokens=["mathematics", "law"])
    given = Position(age=Age.III, catalogue=cards, structure={0: "senate"}, cities=(owner, city(1)))

    assert counting.count(given.state(), 0)[9] == 2 * 1 + 2 * 3 + 2
    assert counting.count(given.state(), 1)[9] == 0


def test_every_token_that_counts_is_counted() -> None:
    """A city may have several tokens whose points depend on the position."""
    coinage = ProgressToken(id="coinage", name="Coinage", effects=(PointsPerToken(2),))
    cards = catalogue.extended("a token that counts", tokens=[coinage])
    owner = city(0, "palace", tokens=["mathematics", "coinage", "law"])
    given = Position(age=Age.III, catalogue=cards, structure={0: "senate"}, cities=(owner, city()))

    assert given.state().score()[ONE].tokens == 3 * 3 + 3 * 2


@pytest.mark.parametrize("turned", [False, True])
def test_each_card_whose_points_depend_on_the_position_is_known(*, turned: bool) -> None:
    """Wherever it stands among the cards of the catalogue: guilds, and the token that counts tokens."""
    step = -1 if turned else 1
    cards = Catalogue(
        "turned",
        buildings=catalogue.building_list[::step],
        wonders=catalogue.wonder_list,
        tokens=sorted(catalogue.token_list, key=lambda one: one.id != "mathematics")[::step],
        structures=catalogue.structures,
        first_game=catalogue.first_game,
    )
    left = {0: "palace", 1: "senate"}
    for card in (*cards.building_list, *cards.token_list):
        given = Position(age=Age.III, catalogue=cards, structure=left)
        if isinstance(card, ProgressToken):
            given.cities = (city(tokens=[card.id]), city())
        else:
            given.cities = (city(0, card.id), city())
            given.structure = {slot: one for slot, one in left.items() if one != card.id}
        state = given.state()

        guild = isinstance(card, Building) and card.colour is Colour.PURPLE
        assert counting.has_varying(state.one) == (guild or card.id == "mathematics")
        assert not counting.has_varying(state.two)


def test_few_points_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Totals are the same if hardly anything is kept between them."""
    seen = [now for seed in range(2) for now in states(seed)]
    expected = [totals(now) for now in seen]
    monkeypatch.setattr(counting, "_KEPT", 2)
    monkeypatch.setattr(catalogue.tables, "known_points", {})

    assert [totals(now) for now in seen] == expected
    assert len(catalogue.tables.known_points) <= 2


@pytest.mark.parametrize(
    ("one", "two", "verdict"),
    [
        ({"coins": 5}, {"coins": 4}, (0, CIVILIAN)),
        ({"coins": 4}, {"coins": 5}, (1, CIVILIAN)),
        ({"coins": 3, "blue": 2}, {"coins": 4, "blue": 1}, (0, BY_BLUE)),
        ({"coins": 4, "blue": 1}, {"coins": 3, "blue": 2}, (1, BY_BLUE)),
        ({"coins": 4, "blue": 1}, {"coins": 4, "blue": 1}, (NOBODY, CIVILIAN)),
    ],
)
def test_a_single_point_decides(
    one: dict[str, int], two: dict[str, int], verdict: tuple[int, int]
) -> None:
    """One more point wins, then one more point of blue buildings (R83, R84)."""
    given = state(Age.I, ["stable"])
    sheets = [[sheet.get(source, 0) for source in SOURCES] for sheet in (one, two)]

    assert judge(given, *sheets) == verdict
