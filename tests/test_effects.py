"""Effects: their sentences, the arguments that they refuse, and tallies."""

from __future__ import annotations

import copy
import inspect
import pickle
import pkgutil
from collections.abc import Callable
from importlib import import_module
from typing import Any

import attrs
import pytest
from typing_extensions import override

from tests.builders import city, state
from tests.wording import Wording
from wonders_duel import (
    Age,
    CatalogueError,
    City,
    Colour,
    Cost,
    Player,
    Resource,
    ScienceSymbol,
    WondersDuelError,
    effects,
)
from wonders_duel.effects import (
    CardChoice,
    Cards,
    CoinRebate,
    Coins,
    CoinSets,
    CoinsPaid,
    CoinsPer,
    Contribution,
    Destroy,
    DrawTokens,
    Effect,
    FixedPrice,
    Gain,
    GuildMajority,
    OpponentLosesCoins,
    OpponentTrades,
    PlayAgain,
    Points,
    PointsPerToken,
    Produce,
    ProduceOneOf,
    Rebate,
    Revive,
    Shields,
    Symbol,
    TakeBoardToken,
    Tally,
    Whenever,
    Wonders,
    YouConstruct,
    YouConstructWonder,
    YouDiscard,
    YouUseChain,
)
from wonders_duel.languages import ENGLISH, Language

SENTENCES: list[tuple[Effect, str]] = [
    (Produce(Resource.WOOD), "Produces 1 wood."),
    (Produce(Resource.STONE, 2), "Produces 2 stone."),
    (
        ProduceOneOf(Resource.GLASS),
        "Produces 1 glass for each construction, without raising the opponent's prices.",
    ),
    (
        ProduceOneOf(Resource.GLASS, Resource.PAPYRUS),
        "Produces 1 glass or papyrus for each construction, without raising the opponent's prices.",
    ),
    (
        ProduceOneOf(Resource.WOOD, Resource.STONE, Resource.CLAY),
        "Produces 1 wood, stone or clay for each construction, without raising the opponent's prices.",
    ),
    (
        FixedPrice(Resource.STONE),
        "From your next turn on, stone costs you 1 coin per unit, whatever the opponent produces.",
    ),
    (
        FixedPrice(Resource.GLASS, 2),
        "From your next turn on, glass costs you 2 coins per unit, whatever the opponent produces.",
    ),
    (
        FixedPrice(Resource.GLASS, 0),
        "From your next turn on, glass costs you 0 coins per unit, whatever the opponent produces.",
    ),
    (
        Rebate(2),
        "Wonders that you construct from now on cost 2 resources less; you choose which each time.",
    ),
    (
        Rebate(1),
        "Wonders that you construct from now on cost 1 resource less; you choose which each time.",
    ),
    (
        Rebate(2, on=Colour.GREEN),
        "Green buildings that you construct from now on cost 2 resources less; you choose which each time.",
    ),
    (
        CoinRebate(1, Colour.BLUE),
        "Blue buildings that you construct from now on cost 1 coin less, down to 0.",
    ),
    (
        CoinRebate(2, Colour.RED, Colour.GREEN, wonders=True),
        "Red or green buildings that you construct from now on cost 2 coins less, down to 0. Wonders that you construct from now on cost 2 coins less, down to 0.",
    ),
    (
        CoinRebate(1, *Colour),
        "Buildings that you construct from now on cost 1 coin less, down to 0.",
    ),
    (
        CoinRebate(1, wonders=True),
        "Wonders that you construct from now on cost 1 coin less, down to 0.",
    ),
    (
        Whenever(OpponentTrades(), CoinsPaid()),
        "You receive the coins that the opponent actually pays for resources, but not the coins of a printed cost.",
    ),
    (Points(1), "Worth 1 victory point."),
    (Points(7), "Worth 7 victory points."),
    (PointsPerToken(1), "Worth 1 victory point at the end for each of your progress tokens."),
    (PointsPerToken(3), "Worth 3 victory points at the end for each of your progress tokens."),
    (Symbol(ScienceSymbol.SET_SQUARE), "Has the scientific symbol set-square."),
    (Coins(1), "Gives 1 coin from the bank, immediately and only once."),
    (Coins(12), "Gives 12 coins from the bank, immediately and only once."),
    (
        CoinsPer(1, Cards(Colour.RED)),
        "Gives 1 coin from the bank, immediately and only once, for each red building in your city.",
    ),
    (
        CoinsPer(2, Wonders()),
        "Gives 2 coins from the bank, immediately and only once, for each constructed wonder in your city.",
    ),
    (
        GuildMajority(Cards(Colour.BROWN, Colour.GREY), coins=1, points=1),
        "Gives 1 coin from the bank, immediately and only once, for each brown or grey building in the city that has more. Worth 1 victory point at the end for each brown or grey building in the city that has more at that time. The city counted at the end may be a different one. These colours are counted together in the same city.",
    ),
    (
        GuildMajority(Wonders(), points=2),
        "Worth 2 victory points at the end for each constructed wonder in the city that has more at that time.",
    ),
    (
        GuildMajority(CoinSets(3), points=1),
        "Worth 1 victory point at the end for each set of 3 coins in the city that has more at that time.",
    ),
    (
        GuildMajority(Cards(Colour.BLUE), coins=2),
        "Gives 2 coins from the bank, immediately and only once, for each blue building in the city that has more.",
    ),
    (OpponentLosesCoins(1), "The opponent loses 1 coin to the bank, if they have any."),
    (
        OpponentLosesCoins(3),
        "The opponent loses 3 coins to the bank, or all if they have fewer.",
    ),
    (
        Whenever(YouUseChain(), Gain(coins=4)),
        "Gives 4 coins from the bank each time you construct a building for free through a chain.",
    ),
    (
        Whenever(YouUseChain(), Gain(coins=1)),
        "Gives 1 coin from the bank each time you construct a building for free through a chain.",
    ),
    (Shields(1), "Has 1 shield: moves the conflict pawn 1 space towards the opponent's capital."),
    (Shields(3), "Has 3 shields: moves the conflict pawn 3 spaces towards the opponent's capital."),
    (
        Whenever(YouConstruct(Colour.RED), Gain(shields=1)),
        "Red buildings that you construct from now on have 1 extra shield; wonders and existing buildings do not.",
    ),
    (
        Whenever(YouConstruct(Colour.BLUE), Gain(shields=2)),
        "Blue buildings that you construct from now on have 2 extra shields; wonders and existing buildings do not.",
    ),
    (
        Whenever(YouConstruct(Colour.GREEN), Gain(coins=2)),
        "Each time you construct a green building: 2 coins from the bank.",
    ),
    (
        Whenever(YouConstruct(Colour.RED, Colour.BLUE), Gain(shields=2, play_again=True)),
        "Each time you construct a red or blue building: 2 shields, another turn.",
    ),
    (
        Whenever(YouConstruct(), Gain(opponent_loses=1)),
        "Each time you construct a building: the opponent loses 1 coin.",
    ),
    (
        Whenever(YouUseChain(), Gain(coins=1, opponent_loses=2)),
        "Each time you construct a building for free through a chain: 1 coin from the bank, the opponent loses 2 coins.",
    ),
    (
        Whenever(YouConstructWonder(), Gain(shields=1)),
        "Each time you construct a wonder: 1 shield.",
    ),
    (
        Whenever(YouDiscard(), Gain(coins=1)),
        "Each time you discard a card for coins: 1 coin from the bank.",
    ),
    (
        Whenever(OpponentTrades(), Gain(coins=3)),
        "Each time the opponent pays for resources: 3 coins from the bank.",
    ),
    (PlayAgain(), "You play again immediately, unless the age is over."),
    (
        Whenever(YouConstructWonder(), Gain(play_again=True)),
        "Wonders that you construct from now on let you play again; a wonder that already does so grants only one extra turn.",
    ),
    (
        Destroy(Colour.GREY),
        "Puts one of the opponent's grey buildings, of your choice, in the discard pile.",
    ),
    (
        Revive(),
        "Constructs a building of your choice from the discard pile for free; cards removed before the game are not in it.",
    ),
    (
        DrawTokens(),
        "Draws 3 progress tokens at random from the box: you keep one of your choice, the others go back.",
    ),
    (
        TakeBoardToken(),
        "Takes a progress token of your choice from the board, if there is one left.",
    ),
]


@pytest.mark.parametrize(("effect", "sentence"), SENTENCES, ids=[repr(one) for one, _ in SENTENCES])
def test_an_effect_describes_itself(effect: Effect, sentence: str) -> None:
    """Each effect describes itself in a sentence, in the singular and in the plural."""
    assert sentence == effect.describe()


@pytest.mark.parametrize("module", [one.name for one in pkgutil.iter_modules(effects.__path__)])
def test_every_class_of_effect_is_exported(module: str) -> None:
    """Every class of effect in a module of the package is a public name of the package."""
    found = vars(import_module(f"wonders_duel.effects.{module}"))
    classes = {
        name for name, one in found.items() if isinstance(one, type) and issubclass(one, Effect)
    }

    assert classes <= set(effects.__all__), "in effects/__init__.py"


def test_every_class_of_effect_is_covered() -> None:
    """Every class of effect is covered above, and none falls back to its class name."""
    # Not ``__subclasses__``: attrs creates each class twice, and the first lives until collected.
    named = {one for one in vars(effects).values() if isinstance(one, type)}
    classes = {one for one in named if issubclass(one, Effect)} - {Effect, CardChoice}

    assert classes == {type(effect) for effect, _ in SENTENCES}


def test_an_effect_without_a_description_gives_its_class() -> None:
    """An effect without a description gives its class name."""

    class Feast(Effect):
        """An effect without a description."""

    assert Feast().describe() == "Feast."


FROM_ONE: list[Callable[[int], object]] = [
    lambda number: Produce(Resource.WOOD, number),
    Rebate,
    lambda number: Rebate(number, on=Colour.BLUE),
    lambda number: CoinRebate(number, wonders=True),
    Points,
    PointsPerToken,
    Coins,
    lambda number: CoinsPer(number, Wonders()),
    OpponentLosesCoins,
    Shields,
    CoinSets,
]
FROM_ZERO: list[Callable[[int], object]] = [
    lambda number: FixedPrice(Resource.WOOD, number),
    lambda number: GuildMajority(Wonders(), coins=number, points=1),
    lambda number: GuildMajority(Wonders(), points=number, coins=1),
    lambda number: Whenever(YouUseChain(), Gain(coins=number, shields=1)),
    lambda number: Whenever(YouConstructWonder(), Gain(coins=number, shields=1)),
    lambda number: Whenever(YouConstruct(), Gain(shields=number, coins=1)),
    lambda number: Gain(coins=number),
    lambda number: Gain(opponent_loses=number),
    lambda number: Gain(shields=number),
]


@pytest.mark.parametrize("make", FROM_ONE)
@pytest.mark.parametrize("number", [0, -1, 1.5, "2", None])
def test_a_number_from_one_is_checked(
    make: Callable[[object], object], number: object, wording: Wording
) -> None:
    """Zero, negative numbers, fractions and texts are refused by the name of the argument."""
    with wording.raises(ValueError) as caught:
        make(number)

    assert isinstance(caught.value, WondersDuelError)


@pytest.mark.parametrize("make", FROM_ZERO)
@pytest.mark.parametrize("number", [-1, 1.5, "2", None])
def test_a_number_from_zero_is_checked(
    make: Callable[[object], object], number: object, wording: Wording
) -> None:
    """Negative numbers, fractions and texts are refused where zero is allowed."""
    with wording.raises(ValueError) as caught:
        make(number)

    assert isinstance(caught.value, WondersDuelError)


@pytest.mark.parametrize("make", FROM_ONE + FROM_ZERO)
def test_a_valid_number_is_accepted(make: Callable[[int], object]) -> None:
    """One and larger numbers are accepted."""
    assert make(1) == make(1)
    assert make(1) != make(7)


def _loose(value: object) -> Any:
    """Pass a value as an untyped caller would."""
    return value


WORDS: list[tuple[Callable[[], object], object]] = [
    (lambda: Produce(_loose("wood")), Produce(Resource.WOOD)),
    (lambda: FixedPrice(_loose("wood")), FixedPrice(Resource.WOOD)),
    (
        lambda: ProduceOneOf(_loose("glass"), _loose("papyrus")),
        ProduceOneOf(Resource.GLASS, Resource.PAPYRUS),
    ),
    (lambda: Symbol(_loose("quill")), Symbol(ScienceSymbol.QUILL)),
    (lambda: Destroy(_loose("grey")), Destroy(Colour.GREY)),
    (
        lambda: Whenever(YouConstruct(_loose("blue")), Gain(shields=1)),
        Whenever(YouConstruct(Colour.BLUE), Gain(shields=1)),
    ),
    (lambda: Cards(_loose("red")), Cards(Colour.RED)),
    (lambda: Rebate(2, on=_loose("blue")), Rebate(2, on=Colour.BLUE)),
    (
        lambda: CoinRebate(2, _loose("blue"), Colour.RED, Colour.BLUE),
        CoinRebate(2, Colour.BLUE, Colour.RED),
    ),
]


def _members(effect: Any) -> list[tuple[type, ...]]:
    """Return the types of the values of an effect."""
    values = attrs.astuple(effect, recurse=False)
    return [
        tuple(type(one) for one in value) if isinstance(value, tuple) else (type(value),)
        for value in values
    ]


@pytest.mark.parametrize(("make", "effect"), WORDS, ids=[repr(one) for _, one in WORDS])
def test_words_become_members(make: Callable[[], object], effect: object) -> None:
    """Strings are accepted for enums and stored as members."""
    made = make()

    assert effect == made
    assert _members(effect) == _members(made)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Produce(_loose("gold bars")),
        lambda: FixedPrice(_loose("marble")),
        lambda: ProduceOneOf(Resource.WOOD, _loose("marble")),
        lambda: Symbol(_loose("moon")),
        lambda: Destroy(_loose("pink")),
        lambda: Whenever(YouConstruct(_loose("pink")), Gain(shields=1)),
        lambda: Rebate(1, on=_loose("pink")),
        lambda: CoinRebate(1, _loose("pink")),
        lambda: Cards(_loose("pink")),
        lambda: Produce(_loose(3)),
    ],
)
def test_an_unknown_word_is_refused(make: Callable[[], object], wording: Wording) -> None:
    """An unknown resource, colour or symbol is a library error that lists the known ones."""
    with wording.raises(WondersDuelError):
        make()


@pytest.mark.parametrize(
    "make",
    [
        lambda: CoinsPer(1, _loose(Colour.RED)),
        lambda: CoinsPer(1, _loose(Cards)),
        lambda: GuildMajority(_loose("red"), points=1),
    ],
)
def test_the_tally_has_to_be_a_tally(wording: Wording, make: Callable[[], object]) -> None:
    """A colour or a class is refused where a tally is expected."""
    with wording.raises(WondersDuelError):
        make()


@pytest.mark.parametrize(
    "make",
    [ProduceOneOf, Cards, lambda: GuildMajority(Wonders()), lambda: CoinRebate(1)],
    ids=["ProduceOneOf()", "Cards()", "GuildMajority of nothing", "CoinRebate on nothing"],
)
def test_an_empty_effect_is_refused(make: Callable[[], object]) -> None:
    """A choice of no resource, no colour, or a guild that gives nothing is refused."""
    with pytest.raises(WondersDuelError):
        make()


@pytest.mark.parametrize("wonders", [1, None, "yes"])
def test_whether_wonders_are_cheaper_is_a_boolean(wonders: object, wording: Wording) -> None:
    """A number or a text is refused where a boolean is expected."""
    with wording.raises(CatalogueError):
        CoinRebate(1, Colour.RED, wonders=_loose(wonders))


@pytest.mark.parametrize(
    "make",
    [
        lambda: Whenever(YouDiscard(), Gain()),
        lambda: Whenever(YouDiscard(), CoinsPaid()),
        lambda: Whenever(OpponentTrades(), Gain(shields=1)),
        lambda: Whenever(OpponentTrades(), Gain(play_again=True)),
        lambda: Whenever(YouDiscard(), _loose(3)),
        lambda: Whenever(_loose(YouDiscard), Gain(coins=1)),
        lambda: Whenever(_loose(Colour.RED), Gain(coins=1)),
        lambda: Whenever(effects.Trigger(), Gain(coins=1)),
        lambda: Whenever(YouUseChain(), Gain(coins=4_096)),
        lambda: Whenever(YouDiscard(), Gain(coins=100_001)),
        lambda: Whenever(YouUseChain(), Gain(opponent_loses=100_001)),
    ],
)
def test_what_a_trigger_cannot_give(make: Callable[[], object], wording: Wording) -> None:
    """A trigger gives something in its range that its moment allows."""
    with wording.raises(CatalogueError):
        make()


def test_the_most_that_a_trigger_gives() -> None:
    """The limits themselves are accepted."""
    most = Gain(coins=4_095, opponent_loses=100_000, shields=31, play_again=True)

    assert Whenever(YouUseChain(), most).gives == most
    assert Whenever(YouDiscard(), Gain(coins=100_000)).gives == Gain(coins=100_000)


def test_a_trigger_contributes_to_the_numbers_of_the_engine() -> None:
    """What has a number of its own goes there, everything else into the list of triggers."""
    total = Contribution()
    gain = Gain(coins=1, opponent_loses=2, shields=3, play_again=True)
    red = YouConstruct(Colour.RED)
    for effect in (
        Whenever(red, gain),
        Whenever(YouConstruct(), Gain(shields=1)),
        Whenever(YouUseChain(), gain),
        Whenever(YouConstructWonder(), gain),
        Whenever(YouDiscard(), gain),
        Whenever(OpponentTrades(), Gain(coins=1)),
        Whenever(OpponentTrades(), CoinsPaid()),
    ):
        effect.contribute(total)

    assert total.extra_shields == {**dict.fromkeys(Colour, 1), Colour.RED: 4}
    assert (total.chain_bonus, total.wonders_again, total.trade_coins) == (1, 1, 1)
    assert total.triggers == [
        (red, attrs.evolve(gain, shields=0)),
        (YouUseChain(), attrs.evolve(gain, coins=0)),
        (YouConstructWonder(), attrs.evolve(gain, play_again=False)),
        (YouDiscard(), gain),
        (OpponentTrades(), Gain(coins=1)),
    ]


def test_the_occasions_of_triggers_are_bits() -> None:
    """A bit for each colour of a constructed building, then one for each other occasion."""
    others = (YouUseChain(), YouConstructWonder(), YouDiscard(), OpponentTrades())
    first = len(Colour)

    assert [YouConstruct(colour).occasions for colour in Colour] == [1 << n for n in range(first)]
    assert YouConstruct().occasions == (1 << first) - 1
    assert [one.occasions for one in others] == [1 << n for n in range(first, first + 4)]


@pytest.mark.parametrize("method", ["when", "noun"])
def test_a_trigger_defines_its_words(method: str) -> None:
    """The base class of triggers has neither words nor occasions."""
    with pytest.raises(NotImplementedError):
        getattr(effects.Trigger(), method)(ENGLISH)
    with pytest.raises(NotImplementedError):
        _ = effects.Trigger().occasions


# -- sums, gains and scores ------------------------------------------------------------------------


def test_contributions_add_up() -> None:
    """Contributions of the same kind are added; the lower of two fixed prices wins."""
    total = Contribution()
    effects = (
        Produce(Resource.CLAY),
        Produce(Resource.CLAY, 3),
        Produce(Resource.GLASS),
        ProduceOneOf(Resource.GLASS, Resource.PAPYRUS),
        ProduceOneOf(Resource.PAPYRUS, Resource.GLASS),
        FixedPrice(Resource.WOOD, 2),
        FixedPrice(Resource.WOOD, 1),
        FixedPrice(Resource.WOOD, 3),
        Rebate(1),
        Rebate(2, on=Colour.BLUE),
        CoinRebate(1, Colour.BLUE, wonders=True),
        CoinRebate(3, Colour.BLUE, Colour.RED),
        Coins(3),
        Coins(5),
        OpponentLosesCoins(1),
        OpponentLosesCoins(3),
        Shields(1),
        Shields(3),
        Points(3),
        Points(5),
        Symbol(ScienceSymbol.QUILL),
        Whenever(YouConstruct(Colour.RED), Gain(shields=1)),
        Whenever(YouConstruct(Colour.RED), Gain(shields=3)),
        Whenever(YouUseChain(), Gain(coins=1)),
        Whenever(YouUseChain(), Gain(coins=5)),
    )
    for effect in effects:
        effect.contribute(total)

    either = frozenset({Resource.GLASS, Resource.PAPYRUS})
    assert total.production == {Resource.CLAY: 4, Resource.GLASS: 1}
    assert [either, either] == total.choices
    assert total.fixed_prices == {Resource.WOOD: 1}
    assert total.rebates == [(1, None), (2, Colour.BLUE)]
    assert total.coin_rebates == {None: 1, Colour.BLUE: 4, Colour.RED: 3}
    assert (
        total.coins,
        total.opponent_loses,
        total.shields,
        total.points,
        total.chain_bonus,
    ) == (8, 4, 4, 8, 6)
    assert total.symbols == [ScienceSymbol.QUILL]
    assert total.extra_shields == {Colour.RED: 4}


def test_contributions_that_count_once_or_each_time() -> None:
    """A card has trade coins and extra turns once at most, while choices are counted."""
    total = Contribution()
    for effect in (
        *(
            Whenever(OpponentTrades(), CoinsPaid()),
            Whenever(OpponentTrades(), CoinsPaid()),
            Whenever(YouConstructWonder(), Gain(play_again=True)),
            Whenever(YouConstructWonder(), Gain(play_again=True)),
        ),
        *(PlayAgain(), Revive(), Revive(), DrawTokens(), DrawTokens(), DrawTokens()),
        *(Destroy(Colour.GREY), Destroy(Colour.BROWN), TakeBoardToken(), TakeBoardToken()),
    ):
        effect.contribute(total)

    assert (total.trade_coins, total.wonders_again, total.play_again) == (1, 1, True)
    assert (total.revivals, total.token_draws, total.board_tokens) == (2, 3, 2)
    assert total.destructions == [Colour.GREY, Colour.BROWN]


def test_an_effect_gains_and_scores_nothing_by_default() -> None:
    """The base class of effects does nothing in any position."""
    given = state(Age.I, ["tavern"])
    total = Contribution()

    Effect().contribute(total)

    assert Contribution() == total
    assert Gain() == Effect().gain(given, Player.ONE)
    assert Effect().score(given, Player.ONE) == 0


ONE = city(11, "quarry", "glassworks", "press", "baths", built={"the-sphinx": "altar"})
TWO = city(5, "clay-pit", "clay-pool", "guard-tower", tokens=["law", "economy"])


@pytest.mark.parametrize(
    ("tally", "counts"),
    [
        (Cards(Colour.BROWN), (1, 2)),
        (Cards(Colour.GREY), (2, 0)),
        (Cards(Colour.BROWN, Colour.GREY), (3, 2)),
        (Cards(Colour.RED), (0, 1)),
        (Cards(Colour.BLUE), (1, 0)),  # the Altar is under a wonder (R52)
        (Cards(Colour.PURPLE), (0, 0)),
        (Wonders(), (1, 0)),
        (CoinSets(), (3, 1)),
        (CoinSets(3), (3, 1)),
        (CoinSets(5), (2, 1)),
        (CoinSets(12), (0, 0)),
    ],
    ids=repr,
)
def test_a_tally_counts(tally: Tally, counts: tuple[int, int]) -> None:
    """Tallies count buildings by colour, constructed wonders and complete sets of coins."""
    given = state(Age.II, ["walls"], ONE, TWO)
    one, two = given.cities

    assert counts == (tally.count(one), tally.count(two))
    assert Gain(coins=2 * counts[0]) == CoinsPer(2, tally).gain(given, Player.ONE)
    assert Gain(coins=2 * counts[1]) == CoinsPer(2, tally).gain(given, Player.TWO)


@pytest.mark.parametrize(
    ("tally", "noun"),
    [
        (Cards(Colour.RED), "red building"),
        (Cards(Colour.BROWN, Colour.GREY), "brown or grey building"),
        (Wonders(), "constructed wonder"),
        (CoinSets(), "set of 3 coins"),
        (CoinSets(4), "set of 4 coins"),
        (CoinSets(1), "set of 1 coin"),
    ],
    ids=repr,
)
def test_a_tally_has_a_noun(tally: Tally, noun: str) -> None:
    """A tally has a singular noun for what it counts."""
    assert noun == tally.noun()


def test_the_base_of_tallies_counts_nothing() -> None:
    """A custom tally has to define its count and its noun."""
    given = state(Age.I, ["tavern"])

    with pytest.raises(NotImplementedError):
        Tally().count(given.cities[0])
    with pytest.raises(NotImplementedError):
        Tally().noun()


@pytest.mark.parametrize(
    ("tally", "most"),
    [
        (Cards(Colour.BROWN), 2),
        (Cards(Colour.BROWN, Colour.GREY), 3),  # the larger sum, not the sum of maxima (R73)
        (Cards(Colour.RED), 1),
        (Wonders(), 1),
        (CoinSets(3), 3),
    ],
    ids=repr,
)
def test_a_guild_counts_in_the_city_that_has_more(tally: Tally, most: int) -> None:
    """A guild counts in the city that has more, the same for both players (R72 to R74)."""
    given = state(Age.II, ["walls"], ONE, TWO)
    guild = GuildMajority(tally, coins=2, points=3)

    for player in Player:
        assert Gain(coins=2 * most) == guild.gain(given, player)
        assert 3 * most == guild.score(given, player)


def test_a_guild_without_coins_gives_none() -> None:
    """Builders and Moneylenders give no coins and count only at the end."""
    given = state(Age.II, ["walls"], ONE, TWO)

    assert Gain() == GuildMajority(Wonders(), points=2).gain(given, Player.ONE)
    assert GuildMajority(Wonders(), coins=2).score(given, Player.ONE) == 0


def test_points_per_token_count_the_tokens() -> None:
    """``PointsPerToken`` gives three points per token of the owner only (R81)."""
    given = state(Age.II, ["walls"], ONE, TWO)

    assert PointsPerToken(3).score(given, Player.ONE) == 0
    assert PointsPerToken(3).score(given, Player.TWO) == 6


@pytest.mark.parametrize("effect", [one for one, _ in SENTENCES], ids=repr)
def test_an_effect_is_a_frozen_value(effect: Effect) -> None:
    """An effect is compared by value, hashable, frozen, and equal after a copy or a pickle."""
    back = pickle.loads(pickle.dumps(effect))  # noqa: S301 - our own bytes

    assert effect == back
    assert hash(effect) == hash(back)
    assert effect == copy.deepcopy(effect)
    assert not hasattr(effect, "__dict__")
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        effect.points = 99  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "one", [Gain(), Effect(), Tally(), Wonders(), Cards(Colour.RED), CoinSets()]
)
def test_a_gain_and_a_tally_are_frozen_values(one: object) -> None:
    """Gains and tallies are frozen values too."""
    assert one == copy.deepcopy(one)
    assert hash(one) == hash(copy.deepcopy(one))
    assert not hasattr(one, "__dict__")
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        one.coins = 99  # type: ignore[attr-defined]


def test_the_defaults_of_effects() -> None:
    """Defaults are one unit, one coin, red, wonders and sets of three."""
    assert Produce(Resource.CLAY) == Produce(Resource.CLAY, 1)
    assert FixedPrice(Resource.CLAY) == FixedPrice(Resource.CLAY, 1)
    assert Whenever(YouConstruct(Colour.RED), Gain(shields=1)) == Whenever(
        YouConstruct(Colour.RED), Gain(shields=1)
    )
    assert Rebate(2) == Rebate(2, on=None)
    assert CoinSets() == CoinSets(3)
    assert GuildMajority(Wonders(), points=2) == GuildMajority(Wonders(), coins=0, points=2)
    assert GuildMajority(Wonders(), coins=2) == GuildMajority(Wonders(), coins=2, points=0)


def test_ambiguous_arguments_of_effects_are_keyword_only() -> None:
    """The colour of a rebate and the coins and points of a guild are keyword-only."""
    for kind, *values in (
        (Rebate, 2, Colour.BLUE),
        (GuildMajority, Wonders(), 1),
        (Gain, 1),
    ):
        with pytest.raises(TypeError):
            _loose(kind)(*values)


def test_a_default_gain_is_zero() -> None:
    """A default gain has no coins either way, no shields and no extra turn."""
    assert attrs.asdict(Gain()) == {
        "coins": 0,
        "opponent_loses": 0,
        "shields": 0,
        "play_again": False,
    }


def test_a_new_contribution_is_empty() -> None:
    """A new contribution has zeros and empty lists."""
    assert attrs.asdict(Contribution()) == {
        "production": {},
        "choices": [],
        "fixed_prices": {},
        "rebates": [],
        "coin_rebates": {},
        "coins": 0,
        "opponent_loses": 0,
        "shields": 0,
        "points": 0,
        "symbols": [],
        "play_again": False,
        "token_draws": 0,
        "board_tokens": 0,
        "revivals": 0,
        "destructions": [],
        "trade_coins": 0,
        "wonders_again": 0,
        "chain_bonus": 0,
        "card_choices": [],
        "extra_shields": {},
        "triggers": [],
    }


@attrs.frozen
class _Nameless(Tally):
    """A tally that returns the given count and has no noun."""

    number: Any = 0

    @override
    def count(self, city: City) -> int:
        return self.number  # type: ignore[no-any-return]  # what is tested


@attrs.frozen
class _Counting(_Nameless):
    """The same with a noun."""

    @override
    def noun(self, to: Language = ENGLISH) -> str:
        return "thing"


@pytest.mark.parametrize("number", [-1, 1.5, "3", None])
def test_a_count_is_a_whole_number(number: Any, wording: Wording) -> None:
    """A custom tally whose count is not a whole number is refused by name."""
    given = state(Age.II, ["walls"], ONE, TWO)
    tally = _Counting(number)

    for ask in (
        CoinsPer(1, tally).gain,
        GuildMajority(tally, coins=1).gain,
        GuildMajority(tally, points=1).score,
    ):
        with wording.raises(CatalogueError):
            ask(given, Player.ONE)


def test_amounts_that_depend_on_the_position_are_limited() -> None:
    """A card gives at most the coins a city can hold and 1,000,000,000 points."""
    given = state(Age.II, ["walls"], ONE, TWO)

    assert CoinsPer(100_000, _Counting(9_999)).gain(given, Player.ONE).coins == 999_900_000
    for number in (10_000, 10**30):
        tally = _Counting(number)
        assert CoinsPer(100_000, tally).gain(given, Player.ONE).coins == 999_999_999
        assert GuildMajority(tally, coins=100_000).gain(given, Player.ONE).coins == 999_999_999
    assert GuildMajority(_Counting(9_999), points=100_000).score(given, Player.ONE) == 999_900_000
    assert GuildMajority(_Counting(10**30), points=1).score(given, Player.ONE) == 10**9


RANGES: dict[str, tuple[Callable[[Any], object], int, int]] = {
    "Gain.coins": (lambda number: Gain(coins=number), 0, 999_999_999),
    "Gain.opponent_loses": (lambda number: Gain(opponent_loses=number), 0, 999_999_999),
    "Gain.shields": (lambda number: Gain(shields=number), 0, 31),
    "CoinSets": (CoinSets, 1, 100_000),
    "Produce": (lambda number: Produce(Resource.CLAY, number), 1, 20),
    "FixedPrice": (lambda number: FixedPrice(Resource.CLAY, number), 0, 100_000),
    "Rebate": (Rebate, 1, 20),
    "CoinRebate": (lambda number: CoinRebate(number, Colour.RED), 1, 100_000),
    "Points": (Points, 1, 100_000),
    "PointsPerToken": (PointsPerToken, 1, 100_000),
    "Coins": (Coins, 1, 100_000),
    "CoinsPer": (lambda number: CoinsPer(number, Wonders()), 1, 100_000),
    "GuildMajority.coins": (lambda number: GuildMajority(Wonders(), coins=number, points=1), 0, 100_000),
    "GuildMajority.points": (lambda number: GuildMajority(Wonders(), coins=1, points=number), 0, 100_000),
    "OpponentLosesCoins": (OpponentLosesCoins, 1, 100_000),
    "Shields": (Shields, 1, 31),
    "Cost.coins": (lambda number: Cost(coins=number), 0, 100_000),
    "Cost.clay": (lambda number: Cost(clay=number), 0, 20),
}  # fmt: skip


@pytest.mark.parametrize("name", RANGES)
def test_every_number_of_a_card_has_a_range(name: str, wording: Wording) -> None:
    """The limits of each number are accepted; numbers beyond and non-integers are refused."""
    make, least, most = RANGES[name]

    assert make(least) != make(most)
    for wrong in (least - 1, most + 1, 10**30, 1.0, True, "2", None):
        with wording.raises(CatalogueError):
            make(wrong)


class _Coins(Effect):
    """An undecorated effect that sets an attribute."""

    def __init__(self, coins: int) -> None:
        """Try to set the attribute."""
        self.coins = coins


class _Fields(Effect):
    """An undecorated effect that declares a field."""

    coins: int


@attrs.frozen
class _Both(Effect):
    """A decorated effect with its own initialiser."""

    coins: int

    def __init__(self, coins: int) -> None:
        """Try to set the attribute."""
        self.coins = coins  # type: ignore[misc]  # what is tested


class _More(Points):
    """An effect that extends the initialiser of a library effect."""

    def __init__(self, points: int) -> None:
        """Try to set an additional attribute."""
        super().__init__(points)
        self.more = points


class _Seen(Tally):
    """An undecorated tally."""

    def __init__(self, what: str) -> None:
        """Try to set the attribute."""
        self.what = what


@pytest.mark.parametrize("kind", [_Coins, _Both, _More, _Seen])
def test_an_effect_that_sets_attributes_is_told_how_to_declare_them(
    kind: Callable[[int], object], wording: Wording
) -> None:
    """An effect that sets attributes by hand gets an error that shows how to write it."""
    with wording.raises(CatalogueError) as caught:
        kind(3)

    assert isinstance(caught.value.__cause__, attrs.exceptions.FrozenInstanceError)


@pytest.mark.parametrize("given", [((3,), {}), ((), {"coins": 3})])
def test_an_undecorated_effect_takes_no_arguments(wording: Wording, given: Any) -> None:
    """Fields without the decorator take no arguments."""
    positional, named = given

    with wording.raises(CatalogueError):
        _Fields(*positional, **named)
    with wording.raises(CatalogueError):
        Tally(*positional, **named)


def test_other_ways_to_write_an_effect_work() -> None:
    """Effects without fields, with another decorator or with an attrs initialiser work."""

    class Plain(Effect):
        pass

    @attrs.define
    class Defined(Effect):
        coins: int

    @attrs.frozen(init=False)
    class Listed(Effect):
        coins: tuple[int, ...]

        def __init__(self, *coins: int) -> None:
            self.__attrs_init__(coins)

    class Twice(Points):
        """An effect that inherits the fields."""

    assert Plain() == Plain() != Effect()
    assert (Defined(3).coins, Listed(1, 2).coins, Twice(4).points) == (3, (1, 2), 4)
    assert str(inspect.signature(Listed)) == "(*coins: 'int') -> 'None'"
    assert not hasattr(Effect(), "__dict__")
    # Code written by attrs sets attributes and is called as usual.
    assert not hasattr(Points.__init__, "__wrapped__")
    with pytest.raises(TypeError, match="__init_subclass__"):
        type("Lucky", (Effect,), {}, luck=3)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        Defined(3).coins = 4  # type: ignore[misc]  # what is tested


@pytest.mark.parametrize(
    "make",
    [
        lambda: Points(0),
        lambda: Gain(coins=-1),
        lambda: CoinsPer(1, _loose("red")),
        lambda: CoinsPer(1, Tally()),
        lambda: GuildMajority(_Nameless(), coins=1),
        lambda: Points(points=True),
        lambda: Gain(play_again=_loose("yes")),
        Cards,
        ProduceOneOf,
        lambda: GuildMajority(Wonders()),
    ],
)
def test_a_wrong_argument_of_an_effect_is_named(
    make: Callable[[], object], wording: Wording
) -> None:
    """The message about a wrong argument names it, what was expected and what was given."""
    with wording.raises(CatalogueError):
        make()
