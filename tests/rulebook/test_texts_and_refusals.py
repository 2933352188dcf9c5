"""Texts and refusals of cards, scores and results, which are not worked examples.

They are in this folder so that its tests, together with the recorded games, cover all of
the rules, such as those of a turn, prices and effects: code that they leave out would be a ruling
without a test.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest
from typing_extensions import override

from tests.builders import city, state
from tests.wording import Wording
from wonders_duel import (
    Age,
    Building,
    CatalogueError,
    City,
    CityPosition,
    Colour,
    ConstructBuilding,
    Player,
    Position,
    Resource,
    Result,
    RuleOptionError,
    State,
    Victory,
    WrongTypeError,
    catalogue,
)
from wonders_duel.effects import (
    Cards,
    CoinSets,
    CoinsPer,
    Effect,
    FixedPrice,
    Gain,
    GuildMajority,
    Points,
    Produce,
    ProduceOneOf,
    Tally,
    Wonders,
)
from wonders_duel.languages import ENGLISH, Language

A, B = Player.ONE, Player.TWO


# -- texts of cards --------------------------------------------------------------------------------

CARDS: list[tuple[str, list[str]]] = [
    ("sawmill", ["Produces 2 wood."]),
    (
        "forum",
        [
            "Produces 1 glass or papyrus for each construction, without raising the opponent's prices."
        ],
    ),
    (
        "clay-reserve",
        ["From your next turn on, clay costs you 1 coin per unit, whatever the opponent produces."],
    ),
    ("palace", ["Worth 7 victory points."]),
    (
        "scriptorium",
        [
            "Has the scientific symbol quill.",
            "Chain symbol book: lets you construct Library for free.",
        ],
    ),
    (
        "guard-tower",
        ["Has 1 shield: moves the conflict pawn 1 space towards the opponent's capital."],
    ),
    (
        "lighthouse",
        [
            "Gives 1 coin from the bank, immediately and only once, for each yellow building in your city, itself included.",
            "Worth 3 victory points.",
            "Free if Tavern is in your city (chain symbol amphora).",
        ],
    ),
    (
        "shipowners-guild",
        [
            "Gives 1 coin from the bank, immediately and only once, for each brown or grey building in the city that has more.",
            "Worth 1 victory point at the end for each brown or grey building in the city that has more at that time.",
            "The city counted at the end may be a different one.",
            "These colours are counted together in the same city.",
        ],
    ),
    (
        "moneylenders-guild",
        [
            "Worth 1 victory point at the end for each set of 3 coins in the city that has more at that time."
        ],
    ),
    (
        "the-appian-way",
        [
            "Gives 3 coins from the bank, immediately and only once.",
            "The opponent loses 3 coins to the bank, or all if they have fewer.",
            "You play again immediately, unless the age is over.",
            "Worth 3 victory points.",
        ],
    ),
    (
        "the-statue-of-zeus",
        [
            "Has 1 shield: moves the conflict pawn 1 space towards the opponent's capital.",
            "Puts one of the opponent's brown buildings, of your choice, in the discard pile.",
            "Worth 3 victory points.",
        ],
    ),
    (
        "the-mausoleum",
        [
            "Constructs a building of your choice from the discard pile for free; cards removed before the game are not in it.",
            "Worth 2 victory points.",
        ],
    ),
    (
        "the-great-library",
        [
            "Draws 3 progress tokens at random from the box: you keep one of your choice, the others go back.",
            "Worth 4 victory points.",
        ],
    ),
    (
        "architecture",
        [
            "Wonders that you construct from now on cost 2 resources less; you choose which each time."
        ],
    ),
    (
        "masonry",
        [
            "Blue buildings that you construct from now on cost 2 resources less; you choose which each time."
        ],
    ),
    (
        "economy",
        [
            "You receive the coins that the opponent actually pays for resources, but not the coins of a printed cost."
        ],
    ),
    (
        "mathematics",
        ["Worth 3 victory points at the end for each of your progress tokens, this one included."],
    ),
    (
        "strategy",
        [
            "Red buildings that you construct from now on have 1 extra shield; wonders and existing buildings do not."
        ],
    ),
    (
        "theology",
        [
            "Wonders that you construct from now on let you play again; a wonder that already does so grants only one extra turn."
        ],
    ),
    (
        "urbanism",
        [
            "Gives 6 coins from the bank, immediately and only once.",
            "Gives 4 coins from the bank each time you construct a building for free through a chain.",
        ],
    ),
]


@pytest.mark.parametrize(("card", "sentences"), CARDS, ids=[name for name, _ in CARDS])
def test_a_card_describes_its_effects(card: str, sentences: list[str]) -> None:
    """A card describes its effects with the numbers of the rulings, singular or plural."""
    assert list(catalogue.card(card).sentences) == sentences


@attrs.frozen
class Silence(Effect):
    """An effect without a description."""


def test_effects_that_no_card_of_the_base_game_has() -> None:
    """A guild of coins has a description, and an effect without one gives its class."""
    guild = GuildMajority(Cards(Colour.BLUE), coins=2)

    assert guild.describe() == (
        "Gives 2 coins from the bank, immediately and only once, for each blue building in the city that has more."
    )
    assert Silence().describe() == "Silence."


# -- texts of scores and results ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "two", "sentence"),
    [
        (city(0, "palace"), city(0), "Player one wins the civilian victory, 7 to 0."),
        (city(0), city(0, "gardens"), "Player two wins the civilian victory, 6 to 0."),
        (
            city(0, "study", "academy", "lighthouse"),
            city(0, "courthouse", "gardens"),
            "Player two wins the civilian victory, 11 to 9.",
        ),
        (
            city(0, "theater", "altar"),
            city(0, "gardens"),
            "Both players share the victory, 6 all.",
        ),
        (
            city(0, "study", "academy"),
            city(0, "gardens"),
            "Player two wins the civilian victory, 6 to 6, by the points of blue buildings.",
        ),
    ],
)
def test_a_civilian_victory_is_a_sentence(
    one: CityPosition, two: CityPosition, sentence: str
) -> None:
    """The result begins with the winner's points; a tie says how it was decided (R82 to R84)."""
    assert str(state(Age.III, [], one, two, left=0).result) == sentence


@pytest.mark.parametrize(
    ("pawn", "sentence"),
    [
        (9, "Player one wins by military supremacy."),
        (-9, "Player two wins by military supremacy."),
    ],
)
def test_a_supremacy_is_a_sentence(pawn: int, sentence: str) -> None:
    """A military supremacy is described without points, which do not matter (R85)."""
    won = state(Age.II, ["walls", "school"], city(7, "parade-ground"), pawn=pawn)

    assert str(won.result) == sentence


def test_a_scientific_supremacy_is_a_sentence() -> None:
    """A scientific supremacy is described without points (R68)."""
    six = ("workshop", "apothecary", "scriptorium", "pharmacist", "academy", "university")

    won = state(Age.III, ["circus", "palace"], city(0), city(0, *six))

    assert str(won.result) == "Player two wins by scientific supremacy."


def test_a_score_is_a_sheet() -> None:
    """The score sheet has a line per source and the total; other buildings only with points."""
    given = state(
        Age.III,
        [],
        city(8, "palace", "study", "builders-guild", tokens=["philosophy"]),
        city(0, "lighthouse", built={"the-pyramids": "altar"}),
        left=0,
        pawn=-4,
    )

    lines = [line.split() for line in str(given.score()).splitlines()]

    assert [(line[0], *line[-2:]) for line in lines if line[-1].isdecimal()] == [
        ("Civilian", "7", "0"),
        ("Scientific", "3", "0"),
        ("Commercial", "0", "3"),
        ("Guilds", "2", "0"),
        ("Wonders", "0", "9"),
        ("Progress", "7", "0"),
        ("Coins", "2", "0"),
        ("Military", "0", "5"),
        ("Total", "21", "17"),
    ]


@pytest.mark.parametrize("totals", [(1,), (1, 2, 3), (1, 2.5), ("1", "2"), (None, None)])
def test_a_result_has_two_totals(wording: Wording, totals: Any) -> None:
    """Totals that are not two whole numbers are refused."""
    with wording.raises(WrongTypeError):
        Result(victory=Victory.CIVILIAN, winner=A, totals=totals)


# -- arguments that effects refuse -----------------------------------------------------------------


@pytest.mark.parametrize(
    "make",
    [
        lambda: Points(0),
        lambda: Produce(Resource.WOOD, -1),
        lambda: FixedPrice(Resource.WOOD, -1),
        lambda: Gain(coins=-1),
        lambda: CoinsPer(1, Colour.RED),  # type: ignore[arg-type]
        Cards,
        ProduceOneOf,
        lambda: GuildMajority(Wonders()),
    ],
)
def test_an_effect_of_nothing_is_refused(make: Callable[[], object], wording: Wording) -> None:
    """Effects with zero or negative amounts are refused."""
    with wording.raises(CatalogueError):
        make()


def test_the_base_of_tallies_counts_nothing() -> None:
    """A tally has to define its count and its noun."""
    given = state(Age.II, ["walls", "school"])

    with pytest.raises(NotImplementedError):
        Tally().count(given.cities[A])
    with pytest.raises(NotImplementedError):
        Tally().noun()


class _ByHand(Effect):
    """An undecorated effect that sets an attribute."""

    def __init__(self, coins: int) -> None:
        self.coins = coins


class _Bare(Effect):
    """An undecorated effect without fields."""


NOTHING: Any = 3
"""A value that is neither a tally nor a bool."""
BARE: Any = _Bare


@attrs.frozen
class _Half(Tally):
    """A tally with a count but without a noun."""

    @override
    def count(self, city: City) -> int:
        return 0


@pytest.mark.parametrize(
    "make",
    [
        lambda: Gain(play_again=NOTHING),
        lambda: CoinsPer(coins=1, per=_Half()),
        lambda: CoinsPer(coins=1, per=NOTHING),
        lambda: _ByHand(3),
        lambda: BARE(3),
    ],
)  # fmt: skip
def test_a_wrong_effect_class_says_how_to_declare_it(make: Any, wording: Wording) -> None:
    """An effect class that is declared wrongly gets an error that shows how to declare it."""
    with wording.raises(CatalogueError):
        make()


@attrs.frozen
class _Odd(Tally):
    """A tally that returns an invalid count."""

    number: Any

    @override
    def count(self, city: City) -> int:
        number: int = self.number
        return number

    @override
    def noun(self, to: Language = ENGLISH) -> str:
        return "odd thing"


@pytest.mark.parametrize("number", [-1, 1.5, None])
def test_a_count_has_to_be_a_whole_number_from_0(wording: Wording, number: object) -> None:
    """An invalid count of a custom tally raises a library error."""
    given = _folly(CoinsPer(coins=1, per=_Odd(number)))

    with wording.raises(CatalogueError):
        given.apply(ConstructBuilding("folly", given.catalogue))


def test_tallies_have_nouns() -> None:
    """Tallies have singular nouns for use in sentences."""
    assert Cards(Colour.BROWN, Colour.GREY).noun() == "brown or grey building"
    assert Wonders().noun() == "constructed wonder"
    assert [CoinSets(size).noun() for size in (1, 3)] == ["set of 1 coin", "set of 3 coins"]


def test_a_victory_has_shares_and_a_score_has_totals() -> None:
    """A victory has shares of 1, a half or 0, and the totals need no score sheet (R78, R84)."""
    given = state(Age.II, ["walls", "school"], city(7, "altar"), city(3, "theater", "baths"))
    won = Result(victory=Victory.CIVILIAN, winner=A, totals=(3, 2))
    shared = Result(victory=Victory.CIVILIAN, winner=None, totals=(2, 2))

    assert given.totals == given.score().totals == (5, 7)
    assert [won.share(player) for player in (A, B)] == [1.0, 0.0]
    assert [shared.share(player) for player in (A, B)] == [0.5, 0.5]
    assert given.score()._repr_svg_().startswith("<svg")
    assert "image/svg+xml" in given.score()._repr_mimebundle_()


# -- effects that the engine refuses ---------------------------------------------------------------


@attrs.frozen
class Wrong(Effect):
    """An effect whose gain and score a type checker would refuse."""

    gained: Any = attrs.field(factory=Gain)
    scored: Any = 0

    @override
    def gain(self, state: State, player: Player) -> Gain:
        gained: Gain = self.gained
        return gained

    @override
    def score(self, state: State, player: Player) -> int:
        scored: int = self.scored
        return scored


def _folly(effect: Effect) -> State:
    folly = Building(id="folly", name="Folly", age=Age.II, colour=Colour.BLUE, effects=(effect,))
    cards = catalogue.extended("follies", buildings=[folly])
    return Position(age=Age.II, structure={0: "folly", 1: "walls"}, catalogue=cards).state()


@pytest.mark.parametrize("gained", [None, 3, Gain])
def test_a_gain_has_to_be_a_gain(wording: Wording, gained: object) -> None:
    """An invalid gain of a custom effect is named, and the state stays unchanged."""
    given = _folly(Wrong(gained=gained))
    move = ConstructBuilding("folly", given.catalogue)

    with wording.raises(CatalogueError):
        given.apply(move)

    assert [own.buildings for own in given.cities] == [(), ()]
    assert move in given.legal_moves


@pytest.mark.parametrize("scored", [None, 1.5, "3"])
def test_a_score_has_to_be_a_number(wording: Wording, scored: object) -> None:
    """An invalid score of a custom effect is named."""
    given = _folly(Wrong(scored=scored))
    after = given.apply(ConstructBuilding("folly", given.catalogue))

    assert given.score().totals == (2, 2)
    with wording.raises(CatalogueError):
        after.score()


@pytest.mark.parametrize("thing", ["build walls", None, 5, ConstructBuilding])
def test_a_value_that_is_not_a_move_is_refused(wording: Wording, thing: Any) -> None:
    """A value that is not a move raises a library error that says what was expected."""
    given = state(Age.II, ["walls", "school"])

    with wording.raises(WrongTypeError):
        given.apply(thing)


def test_a_first_game_needs_its_wonders() -> None:
    """A catalogue without the wonders of a first game has no such setup (R7)."""
    other = catalogue.edited("no pyramids", remove=["the-pyramids"])

    with pytest.raises(RuleOptionError, match="'no pyramids' has no wonders for a first game"):
        State.start(rules="first-game", catalogue=other)
