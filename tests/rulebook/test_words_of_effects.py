"""The words and symbols of effects: not rules, but what cards, boards, narration and pictures show of them."""

from __future__ import annotations

from random import Random
from typing import cast

import attrs
import pytest
from typing_extensions import override

from tests.property.catalogues import Maker
from wonders_duel import (
    Age,
    Building,
    CatalogueError,
    City,
    Colour,
    ProgressToken,
    Resource,
    ScienceSymbol,
    Wonder,
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
from wonders_duel.glyphs import Glyph
from wonders_duel.languages import ENGLISH, LANGUAGES, Language, language

LIBRARY = {
    kind
    for name in effects.__all__
    if isinstance(kind := getattr(effects, name), type) and issubclass(kind, Effect)
} - {Effect, CardChoice}
"""The classes of effects, without the base classes for users."""

WORDS: list[tuple[Effect, str, str, str, str]] = [
    (Produce(Resource.CLAY, 2), "2 clay", "produces 2 clay", "Produces 2 clay.", "clay clay"),
    (Produce(Resource.CLAY, 4), "4 clay", "produces 4 clay", "Produces 4 clay.", "times:4 clay"),
    (ProduceOneOf(Resource.GLASS, Resource.PAPYRUS), "G/P", "produces 1 glass or papyrus for each construction", "Produces 1 glass or papyrus for each construction, without raising the opponent's prices.", "glass slash papyrus"),
    (FixedPrice(Resource.WOOD), "W at $1", "wood costs 1 coin per unit to buy", "From your next turn on, wood costs you 1 coin per unit, whatever the opponent produces.", "wood text:= coin:1"),
    (FixedPrice(Resource.WOOD, 2), "W at $2", "wood costs 2 coins per unit to buy", "From your next turn on, wood costs you 2 coins per unit, whatever the opponent produces.", "wood text:= coin:2"),
    (Rebate(2, on=Colour.BLUE), "blue 2 resources off", "blue buildings constructed from now on cost 2 resources less", "Blue buildings that you construct from now on cost 2 resources less; you choose which each time.", "blue text:\N{MINUS SIGN}2 any-resource"),
    (Rebate(2), "wonders 2 resources off", "wonders constructed from now on cost 2 resources less", "Wonders that you construct from now on cost 2 resources less; you choose which each time.", "wonder text:\N{MINUS SIGN}2 any-resource"),
    (Whenever(OpponentTrades(), CoinsPaid()), "opponent's trade coins", "gets the coins that the opponent pays for resources", "You receive the coins that the opponent actually pays for resources, but not the coins of a printed cost.", "any-resource arrow coin"),
    (Points(3), "3 VP", "3 points", "Worth 3 victory points.", "medal:3"),
    (PointsPerToken(3), "3 VP per token", "3 points at the end for each progress token", "Worth 3 victory points at the end for each of your progress tokens.", "medal:3 slash token"),
    (Symbol(ScienceSymbol.QUILL), "quill", "symbol quill", "Has the scientific symbol quill.", "quill"),
    (CoinRebate(2, Colour.RED), "red -$2", "red buildings constructed from now on cost 2 coins less", "Red buildings that you construct from now on cost 2 coins less, down to 0.", "red text:\N{MINUS SIGN} coin:2"),
    (CoinRebate(1, Colour.RED, Colour.BLUE, wonders=True), "red/blue -$1, wonders -$1", "red or blue buildings constructed from now on cost 1 coin less, wonders constructed from now on cost 1 coin less", "Red or blue buildings that you construct from now on cost 1 coin less, down to 0. Wonders that you construct from now on cost 1 coin less, down to 0.", "red blue wonder text:\N{MINUS SIGN} coin:1"),
    (CoinRebate(1, Colour.RED, Colour.BLUE, Colour.GREEN), "red/blue/green -$1", "red, blue or green buildings constructed from now on cost 1 coin less", "Red, blue or green buildings that you construct from now on cost 1 coin less, down to 0.", "red blue green text:\N{MINUS SIGN} coin:1"),
    (CoinRebate(1, *Colour), "buildings -$1", "buildings constructed from now on cost 1 coin less", "Buildings that you construct from now on cost 1 coin less, down to 0.", ""),
    (CoinRebate(2, *Colour), "buildings -$2", "buildings constructed from now on cost 2 coins less", "Buildings that you construct from now on cost 2 coins less, down to 0.", ""),
    (CoinRebate(3, wonders=True), "wonders -$3", "wonders constructed from now on cost 3 coins less", "Wonders that you construct from now on cost 3 coins less, down to 0.", "wonder text:\N{MINUS SIGN} coin:3"),
    (Coins(4), "+$4", "", "Gives 4 coins from the bank, immediately and only once.", "coin:4"),
    (CoinsPer(2, Wonders()), "+$2/wonder", "", "Gives 2 coins for each constructed wonder in your city.", "coin:2 slash wonder"),
    (CoinsPer(1, Cards(Colour.BROWN, Colour.GREY)), "+$1/brown/grey", "", "Gives 1 coin for each brown or grey building in your city.", "coin:1 slash brown grey"),
    (CoinsPer(1, CoinSets(3)), "+$1/$3", "", "Gives 1 coin for each set of 3 coins in your city.", "coin:1 slash coin:3"),
    (GuildMajority(Cards(Colour.RED), coins=1, points=1), "$1+1VP/red", "1 point at the end for each red building in the city with more", "Gives 1 coin, and is worth 1 victory point at the end, for each red building in the city that has more.", "coin:1 medal:1 slash red more"),
    (GuildMajority(Wonders(), points=2), "2VP/wonder", "2 points at the end for each constructed wonder in the city with more", "Is worth 2 victory points at the end for each constructed wonder in the city that has more.", "medal:2 slash wonder more"),
    (GuildMajority(CoinSets(3), coins=1), "$1/$3", "", "Gives 1 coin for each set of 3 coins in the city that has more.", "coin:1 slash coin:3 more"),
    (GuildMajority(CoinSets(3), coins=2), "$2/$3", "", "Gives 2 coins for each set of 3 coins in the city that has more.", "coin:2 slash coin:3 more"),
    (OpponentLosesCoins(3), "opponent -$3", "", "The opponent loses 3 coins to the bank, or all if they have fewer.", "loss:\N{MINUS SIGN}3"),
    (Whenever(YouUseChain(), Gain(coins=4)), "+$4 per chain", "4 coins each time a building is free through a chain", "Gives 4 coins from the bank each time you construct a building for free through a chain.", "link arrow coin:4"),
    (Shields(1), "1 shield", "", "Has 1 shield: moves the conflict pawn 1 space towards the opponent's capital.", "shield"),
    (Whenever(YouConstruct(Colour.RED), Gain(shields=1)), "1 more shield on red", "red buildings constructed from now on have 1 extra shield", "Red buildings that you construct from now on have 1 extra shield; wonders and existing buildings do not.", "red text:+ shield"),
    (Whenever(YouConstruct(Colour.RED), Gain(shields=2)), "2 more shields on red", "red buildings constructed from now on have 2 extra shields", "Red buildings that you construct from now on have 2 extra shields; wonders and existing buildings do not.", "red text:+ shield shield"),
    (Whenever(YouConstruct(), Gain(shields=2)), "2 shields per constructed building", "from now on, for each constructed building: 2 shields", "Each time you construct a building: 2 shields.", ""),
    (Whenever(YouConstruct(Colour.RED, Colour.BLUE, Colour.GREEN), Gain(coins=1)), "+$1 per red, blue or green building", "from now on, for each red, blue or green building: 1 coin from the bank", "Each time you construct a red, blue or green building: 1 coin from the bank.", "red blue green arrow coin:1"),
    (Whenever(YouConstruct(Colour.RED, Colour.BLUE, Colour.GREEN, Colour.GREY), Gain(coins=1)), "+$1 per red, blue, green or grey building", "from now on, for each red, blue, green or grey building: 1 coin from the bank", "Each time you construct a red, blue, green or grey building: 1 coin from the bank.", ""),
    (Whenever(YouConstruct(Colour.GREEN), Gain(coins=2)), "+$2 per green building", "from now on, for each green building: 2 coins from the bank", "Each time you construct a green building: 2 coins from the bank.", "green arrow coin:2"),
    (Whenever(YouConstruct(Colour.RED, Colour.BLUE), Gain(shields=1)), "1 shield per red or blue building", "from now on, for each red or blue building: 1 shield", "Each time you construct a red or blue building: 1 shield.", "red blue arrow shield"),
    (Whenever(YouConstruct(), Gain(opponent_loses=1, play_again=True)), "opponent -$1, another turn per constructed building", "from now on, for each constructed building: the opponent loses 1 coin, another turn", "Each time you construct a building: the opponent loses 1 coin, another turn.", ""),
    (Whenever(YouUseChain(), Gain(shields=1, opponent_loses=3)), "opponent -$3, 1 shield per construction through a chain", "from now on, for each construction through a chain: the opponent loses 3 coins, 1 shield", "Each time you construct a building for free through a chain: the opponent loses 3 coins, 1 shield.", "link arrow loss:\N{MINUS SIGN}3 shield"),
    (Whenever(YouConstructWonder(), Gain(coins=1)), "+$1 per constructed wonder", "from now on, for each constructed wonder: 1 coin from the bank", "Each time you construct a wonder: 1 coin from the bank.", "wonder arrow coin:1"),
    (Whenever(YouDiscard(), Gain(play_again=True)), "another turn per discarded card", "from now on, for each discarded card: another turn", "Each time you discard a card for coins: another turn.", ""),
    (Whenever(OpponentTrades(), Gain(coins=1)), "+$1 per trade of the opponent", "from now on, for each trade of the opponent: 1 coin from the bank", "Each time the opponent pays for resources: 1 coin from the bank.", "any-resource arrow coin:1"),
    (PlayAgain(), "play again", "", "You play again immediately, unless the age is over.", "again"),
    (Whenever(YouConstructWonder(), Gain(play_again=True)), "wonders play again", "plays again after each wonder constructed from now on", "Wonders that you construct from now on let you play again; a wonder that already does so grants only one extra turn.", "wonder arrow again"),
    (Destroy(Colour.BROWN), "destroy a brown card", "", "Puts one of the opponent's brown buildings, of your choice, in the discard pile.", "destroy:brown"),
    (Revive(), "revive a card", "", "Constructs a building of your choice from the discard pile for free; cards removed before the game are not in it.", "revive"),
    (DrawTokens(), "1 of 3 tokens", "", "Draws 3 progress tokens at random from the box: you keep one of your choice, the others go back.", "text:3 token arrow text:1 token"),
    (TakeBoardToken(), "token from the board", "", "Takes a progress token of your choice from the board, if there is one left.", "text:+ token"),
]  # fmt: skip
"""Each kind of effect: its summary, its lasting effect, its caption and its symbols."""


def _symbols(effect: Effect) -> str:
    """Return the names and texts of the symbols of an effect."""
    return " ".join(f"{one.name}:{one.text}".rstrip(":") for one in effect.symbols() or ())


@pytest.mark.parametrize(("effect", "summary", "lasting", "caption", "symbols"), WORDS)
def test_an_effect_has_short_forms_and_symbols(
    effect: Effect, summary: str, lasting: str, caption: str, symbols: str
) -> None:
    """Boards show the summary, the narration what lasts, pictures the symbols or the caption."""
    assert effect.summary() == summary
    assert effect.lasting() == lasting
    assert effect.caption() == caption
    assert _symbols(effect) == symbols


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
def test_short_forms_are_translated(code: str) -> None:
    """Every form that has a word in it reads differently in another language."""
    to = language(code)
    for effect, *_ in WORDS:
        assert effect.describe(to) != effect.describe()
        assert effect.caption(to) != effect.caption()
        assert (effect.lasting(to) != effect.lasting()) == bool(effect.lasting())


@attrs.frozen
class Roads(Tally):
    """A custom tally with nothing but a count and a noun."""

    @override
    def count(self, city: City) -> int:
        return city.coins

    @override
    def noun(self, to: Language = ENGLISH) -> str:
        return "road"


class Fair(Effect):
    """A custom effect with nothing but a description."""

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        return "Holds a fair."


def test_a_custom_tally_needs_only_a_count_and_a_noun() -> None:
    """It has no symbols and counts no card, so an effect that counts it is written out."""
    coins, guild = CoinsPer(2, Roads()), GuildMajority(Roads(), coins=1, points=1)

    assert (coins.symbols(), guild.symbols()) == (None, None)
    assert coins.summary() == "+$2/road"
    assert "road" in guild.caption()
    assert not Roads().is_sum
    assert not Roads().includes(Building(id="x", name="X", age=Age.I, colour=Colour.RED))


@attrs.frozen
class Monuments(Wonders):
    """A tally of the library with another noun."""

    @override
    def noun(self, to: Language = ENGLISH) -> str:
        return "monument"


def test_a_tally_with_another_noun_does_not_inherit_the_other_words() -> None:
    """Its summary is the noun, and it has no symbols."""
    coins = CoinsPer(2, Monuments())

    assert coins.summary() == "+$2/monument"
    assert coins.symbols() is None
    assert CoinsPer(2, Wonders()).symbols() is not None


def test_a_custom_effect_needs_only_a_description() -> None:
    """Every other form follows from the description."""
    fair = Fair()
    card = Wonder(id="x", name="X", effects=(fair,))

    assert (fair.summary(), fair.lasting()) == ("holds a fair", "holds a fair")
    assert (fair.caption(), fair.symbols()) == ("Holds a fair.", None)
    assert fair.sentences(card) == ("Holds a fair.",)


def test_a_card_that_counts_itself_says_so() -> None:
    """A yellow building counts itself among the yellow ones (R71), a token among the tokens (R81)."""
    yellow = CoinsPer(1, Cards(Colour.YELLOW))
    wonders = CoinsPer(2, Wonders())
    tokens = PointsPerToken(3)
    building = Building(id="x", name="X", age=Age.I, colour=Colour.YELLOW)
    wonder = Wonder(id="y", name="Y")
    token = ProgressToken(id="z", name="Z")

    for effect, itself, other, word in (
        (yellow, building, wonder, "itself"),
        (wonders, wonder, token, "itself"),
        (tokens, token, building, "this one"),
    ):
        assert effect.sentences(itself) == (
            f"{effect.describe().removesuffix('.')}, {word} included.",
        )
        assert effect.sentences(other) == (effect.describe(),)
    both = GuildMajority(Cards(Colour.RED, Colour.BLUE), coins=1, points=1)
    assert len(both.sentences(building)) == 4


@attrs.frozen
class Wordless(Effect):
    """An effect whose text is missing."""

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        return cast("str", None)


def test_an_effect_without_a_text_is_named() -> None:
    """Its text cannot be shown, so the error says which method of which effect to mend."""
    building = Building(id="x", name="X", age=Age.I, colour=Colour.YELLOW)

    with pytest.raises(CatalogueError, match=r"Wordless\(\): describe\(\) has to return a text"):
        Wordless().sentences(building)


@attrs.frozen
class Uncounted(Tally):
    """A tally whose symbols are of the wrong kind."""

    @override
    def count(self, city: City) -> int:
        return 1

    @override
    def noun(self, to: Language = ENGLISH) -> str:
        return "thing"

    @override
    def symbols(self) -> tuple[Glyph, ...]:
        return cast("tuple[Glyph, ...]", ["coin"])


def test_a_tally_with_wrong_symbols_is_named() -> None:
    """Symbols that no picture can show are refused where they are asked for."""
    wanted = r"Uncounted\(\): symbols\(\) has to return a tuple of Glyph objects or None"
    for effect in (CoinsPer(1, Uncounted()), GuildMajority(Uncounted(), points=1)):
        with pytest.raises(CatalogueError, match=wanted):
            effect.symbols()


def test_every_effect_of_the_library_has_its_words_here() -> None:
    """The table has every class of effects that cards can have, base classes of users apart."""
    assert {type(row[0]) for row in WORDS} >= LIBRARY


def test_random_catalogues_have_every_effect_of_the_library() -> None:
    """The random effects of the tests are of every class."""
    maker = Maker(Random(1))

    assert {type(maker.effect()) for _ in range(2_000)} >= LIBRARY
