"""The sentences of cards state what the rulebook says, in every language and display."""

from __future__ import annotations

import csv
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, cast

import attrs
import pytest
from typing_extensions import override

from tests.pictures import parsed
from tests.wording import Wording
from tools.boards import EVERY_CARD
from wonders_duel import (
    Age,
    Building,
    Card,
    CatalogueError,
    City,
    CityPosition,
    Colour,
    Game,
    MilitaryToken,
    Pending,
    Phase,
    Player,
    Position,
    ProgressToken,
    State,
    Wonder,
    WrongTypeError,
    catalogue,
)
from wonders_duel.cards import MILITARY_TOKENS
from wonders_duel.effects import (
    CardChoice,
    Cards,
    Changes,
    Coins,
    CoinSets,
    CoinsPer,
    Effect,
    GuildMajority,
    Points,
    PointsPerToken,
    Produce,
    ProduceOneOf,
    Shields,
    Tally,
    Wonders,
)
from wonders_duel.glyphs import Glyph
from wonders_duel.languages import ENGLISH, LANGUAGES, Language, language
from wonders_duel.render import svg, text
from wonders_duel.render.board.gist import full_summary
from wonders_duel.render.board.look import TextStyle
from wonders_duel.render.narration import Narrator

FACTS = Path(__file__).parent / "facts"


def _id(card: Card | MilitaryToken) -> str:
    return f"military-{card.coins}" if isinstance(card, MilitaryToken) else card.id


BY_ID = {_id(card): card for card in EVERY_CARD}
assert len(BY_ID) == len(EVERY_CARD) == 73 + 12 + 10 + 2


def _told(name: str, code: str) -> str:
    return " ".join(language(code).sentences(BY_ID[name]))


def _rows(name: str) -> list[dict[str, str]]:
    with (FACTS / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


# -- facts -----------------------------------------------------------------------------------------

COINS_FOR_EACH = {"chamber-of-commerce", "port", "armory", "lighthouse", "arena"}
COIN_GUILDS = {
    f"{name}-guild"
    for name in ("merchants", "shipowners", "magistrates", "scientists", "tacticians")
}
GUILDS = COIN_GUILDS | {"builders-guild", "moneylenders-guild"}
COINS = {
    *("tavern", "brewery", "agriculture", "urbanism"),
    *("the-appian-way", "the-hanging-gardens", "the-temple-of-artemis"),
}
RESERVES = {"stone-reserve", "clay-reserve", "wood-reserve", "customs-house"}
CHOICES = {"forum", "caravansery", "the-great-lighthouse", "piraeus"}
AGAIN = {"the-appian-way", "the-hanging-gardens", "piraeus", "the-sphinx", "the-temple-of-artemis"}
MILITARY = {_id(token) for token in MILITARY_TOKENS}
CHAINS = _rows("chain_symbols")
GIVERS = {catalogue.find(row["granted_by"]).id for row in CHAINS}
FREED = {catalogue.find(row["lets_build_free"]).id for row in CHAINS}
SHIELDS = {
    catalogue.find(row["name"]).id
    for row in (*_rows("buildings"), *_rows("wonders"))
    if row["shields"] != "0"
}

# Facts that the rulebooks state for some cards only, and the word of each language for them.
TOLD: list[tuple[str, set[str], tuple[str, str, str]]] = [
    ("counts itself", {"lighthouse", "mathematics"}, ("included", "mukaan luettuna", "compris")),
    ("from the next turn", RESERVES, ("From your next turn on", "seuraavasta vuorostasi lähtien", "dès votre prochain tour")),
    ("a fixed price", RESERVES, ("whatever the opponent produces", "tuottipa vastustaja mitä tahansa", "quoi que produise l'adversaire")),
    ("only what you construct, and only later", {"architecture", "masonry", "strategy", "theology"}, ("that you construct from now on", "tästä lähtien rakentamasi", "que vous construisez désormais")),
    ("which resources", {"architecture", "masonry"}, ("you choose which", "valitset joka kerta itse", "à vous de choisir")),
    ("not for wonders and older cards", {"strategy"}, ("wonders and existing buildings do not", "ihmeet ja jo rakennetut kortit eivät", "les cartes déjà construites, non")),
    ("not twice", {"theology"}, ("only one extra turn", "antaa vain yhden", "qu'une fois")),
    ("one time", COINS | COINS_FOR_EACH | COIN_GUILDS, ("immediately and only once", "heti, vain yhden kerran", "tout de suite et une seule fois")),
    ("from the bank", COINS | COINS_FOR_EACH | COIN_GUILDS, ("from the bank", "pankista", "à la banque")),
    ("at most what is there", {"the-appian-way"} | MILITARY, ("or all if they have fewer", "kaikki rahansa, jos niitä on vähemmän", "ou toutes s'il en a moins")),
    ("what the opponent loses", {"the-appian-way"} | MILITARY, ("The opponent loses", "Vastustaja menettää", "L'adversaire perd")),
    ("when a token is used", MILITARY, ("when the conflict pawn is at least", "kun rintamalinjamerkki siirtyy", "quand le pion conflit arrive")),
    ("tokens are used once", MILITARY, ("returned to the box", "palaa laatikkoon.", "retourne ensuite dans la boîte")),
    ("the better city", GUILDS, ("in the city that has more", "siinä kaupungissa, jossa niitä", "dans la cité qui en a")),
    ("at the end", GUILDS | {"mathematics"}, ("at the end", "opussa", "en fin de partie")),
    ("perhaps another city", COIN_GUILDS, ("may be a different one", "voi olla toinen", "peut être l'autre")),
    ("one city for both colours", {"shipowners-guild"}, ("in the same city", "yhdestä ja samasta kaupungista", "dans une seule et même cité")),
    ("one of two", {"forum", "piraeus"}, ("1 glass or papyrus", "1 lasi tai papyrus", "1 verre ou papyrus")),
    ("one of three", {"caravansery", "the-great-lighthouse"}, ("1 wood, stone or clay", "1 puu, kivi tai tiili", "1 bois, pierre ou argile")),
    ("no dearer for the opponent", CHOICES, ("without raising the opponent's prices", "Ei nosta vastustajan ostohintoja", "sans augmenter les prix de l'adversaire")),
    ("play again", AGAIN, ("You play again immediately", "Saat heti lisävuoron", "Vous rejouez aussitôt")),
    ("lost at the end of an age", AGAIN, ("unless the age is over", "ellei aikakausi ole päättynyt", "sauf si l'Age est terminé")),
    ("your choice", {"circus-maximus", "the-statue-of-zeus", "the-mausoleum", "the-great-library"}, ("of your choice", "valitsemasi", "à votre choix")),
    ("free of cost", {"the-mausoleum"}, ("from the discard pile for free", "ilmaiseksi valitsemasi rakennuksen poistopakasta", "gratuitement une carte de la défausse")),
    ("not what setup removed", {"the-mausoleum"}, ("removed before the game", "ennen peliä", "à la mise en place")),
    ("at random", {"the-great-library"}, ("at random", "umpimähkään", "au hasard")),
    ("the others go back", {"the-great-library"}, ("the others go back", "muut palaavat laatikkoon", "les autres y retournent")),
    ("what is really paid", {"economy"}, ("actually pays", "todella maksaa", "paie réellement")),
    ("not the coins of a cost", {"economy"}, ("not the coins of a printed cost", "rakennuskustannusten rahat eivät", "celles d'un coût imprimé, non")),
    ("by a chain", {"urbanism"}, ("free through a chain", "ilmaiseksi ketjutuksella", "gratuitement par chainage")),
    ("towards the opponent", SHIELDS, ("towards the opponent's capital", "kohti vastustajan kaupunkia", "vers l'adversaire")),
    ("makes another one free", GIVERS, ("lets you construct", "saat rakentaa ilmaiseksi", "permet de construire gratuitement")),
    ("is made free", FREED, ("Free if", "Ilmainen, jos kaupungissasi", "Gratuit si")),
]  # fmt: skip


@pytest.mark.parametrize(
    ("cards", "words"), [row[1:] for row in TOLD], ids=[row[0] for row in TOLD]
)
def test_exactly_the_cards_concerned_state_a_fact(
    cards: set[str], words: tuple[str, str, str]
) -> None:
    """Exactly the cards concerned state the fact, in every language."""
    said = {
        code: {name for name in BY_ID if word in _told(name, code)}
        for code, word in zip(LANGUAGES, words, strict=True)
    }

    assert said == dict.fromkeys(LANGUAGES, cards)


NUMBERS = (
    "victory_points",
    "shields",
    "coins",
    "coins_now",
    "opponent_loses",
    "per_token_vp",
    "coins_per_chain",
    "resource_rebate",
    "extra_shields",
)
PRINTED = [
    (catalogue.find(row["name"]).id, column, row[column])
    for table in ("buildings", "wonders", "progress_tokens")
    for row in _rows(table)
    for column in NUMBERS
    if row.get(column, "0") != "0"
]


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_printed_number_is_stated(code: str) -> None:
    """The sentences contain every printed number, by tables made independently of the library."""
    missing = [
        (name, column, number)
        for name, column, number in PRINTED
        if number not in "".join(c if c.isdigit() else " " for c in _told(name, code)).split()
    ]

    assert missing == []
    assert len(PRINTED) > 60


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_symbol_and_resource_is_named(code: str) -> None:
    """The sentences name every symbol and resource by its word in the language."""
    to = language(code)
    for card in BY_ID.values():
        told = " ".join(to.sentences(card))
        for effect in () if isinstance(card, MilitaryToken) else card.effects:
            if isinstance(effect, ProduceOneOf):
                assert all(to.word(one) in told for one in effect.resources)
            elif isinstance(effect, Produce):
                assert f"{effect.units} {to.word(effect.resource)[:3]}" in told
            elif isinstance(effect, (CoinsPer, GuildMajority)):
                counted = effect.per if isinstance(effect, CoinsPer) else effect.most
                colours = counted.colours if isinstance(counted, Cards) else ()
                assert all(to.word(one) in told for one in colours)


@pytest.mark.parametrize("row", CHAINS, ids=lambda row: row["symbol"])
def test_both_ends_of_a_chain_name_the_symbol_and_the_other_end(row: dict[str, str]) -> None:
    """Both cards of a chain name the symbol and the other card in every language."""
    giver, freed = (catalogue.buildings[catalogue.find(row[key]).id] for key in ("granted_by", "lets_build_free"))  # fmt: skip
    for code in LANGUAGES:
        to = language(code)
        symbol = to.chain_symbol(row["symbol"])
        assert any(symbol in one and to.name(freed) in one for one in to.sentences(giver))
        assert any(symbol in one and to.name(giver) in one for one in to.sentences(freed))


def test_chain_symbols_have_a_word_in_each_language(wording: Wording) -> None:
    """Chain symbols have different words in each language, and custom symbols stay as they are."""
    names = [row["symbol"] for row in CHAINS]
    assert [language("en").chain_symbol(name) for name in names] == names
    for code in ("fi", "fr"):
        words = [language(code).chain_symbol(name) for name in names]
        assert len(set(words)) == len(words) == 17
        assert "horseshoe" not in words
        assert language(code).chain_symbol("anchor") == "anchor"
    with wording.raises(WrongTypeError):
        language("fi").chain_symbol(None)  # type: ignore[arg-type]


# -- where they are shown --------------------------------------------------------------------------


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", BY_ID)
def test_sentences_are_shown_with_every_card(name: str, code: str) -> None:
    """Text, picture descriptions and, on request, pictures contain the sentences of a card."""
    card, to = BY_ID[name], language(code)
    told = to.sentences(card)
    assert told
    assert all(one[0].isupper() or one[0].isdigit() for one in told)
    assert all(one.endswith(".") and one == one.strip() for one in told)
    if code == "en":
        assert card.sentences == told

    lines = text(card, width=400, language=code).splitlines()
    drawn = parsed(svg(card, language=code)).findtext("{http://www.w3.org/2000/svg}desc") or ""
    assert tuple(lines[-len(told) :]) == told
    assert drawn.endswith(" ".join(told))
    written = svg(card, sentences=True, language=code)
    words = " ".join(one.text or "" for one in parsed(written).iter() if one.tag.endswith("}text"))
    assert all(one in words for one in told)


@pytest.mark.parametrize("wrong", [None, "law", 3, Coins(3)])
def test_a_value_that_is_not_a_card_is_refused(wording: Wording, wrong: Any) -> None:
    """A value that is not a card raises a library error."""
    with wording.raises(WrongTypeError):
        language("fi").sentences(wrong)


# -- custom cards ----------------------------------------------------------------------------------


def _building(*effects: Effect, colour: Colour = Colour.RED, **more: Any) -> Building:
    return Building(id="x", name="X", age=Age.I, colour=colour, effects=effects, **more)


def test_a_card_that_counts_its_own_kind_counts_itself() -> None:
    """A card that counts its own kind says that it counts itself; other cards do not."""
    reds, wonders, tokens = (
        CoinsPer(1, Cards(Colour.RED)),
        CoinsPer(1, Wonders()),
        PointsPerToken(2),
    )
    sets = CoinsPer(1, CoinSets(3))
    token = ProgressToken(id="z", name="Z", effects=(reds, wonders, tokens))
    wonder = Wonder(id="y", name="Y", effects=(reds, wonders, tokens))
    building = _building(reds, wonders, tokens, sets)

    assert ["included" in one for one in building.sentences] == [True, False, False, False]
    assert ["included" in one for one in wonder.sentences] == [False, True, False]
    assert ["included" in one for one in token.sentences] == [False, False, True]
    assert "included" not in _building(reds, colour=Colour.BLUE).sentences[0]
    assert "included" not in reds.describe() + wonders.describe() + tokens.describe()


def test_custom_chains_are_described() -> None:
    """Chains of a custom catalogue are described, with or without a symbol."""
    plain = Building(id="plain", name="Plain", age=Age.I, colour=Colour.BLUE)
    more = catalogue.extended(
        "chained",
        buildings=[
            plain,
            attrs.evolve(plain, id="one", name="One", free_with="plain"),
            attrs.evolve(plain, id="two", name="Two", free_with="plain", chain_symbol="anchor"),
        ],
    ).buildings

    assert more["plain"].sentences == ("Lets you construct One, Two for free.",)
    assert more["one"].sentences == ("Free if Plain is in your city.",)
    assert more["two"].sentences == ("Free if Plain is in your city.", "Chain symbol anchor.")
    assert _building(free_with="nowhere").sentences == ("Free if nowhere is in your city.",)
    assert language("fi").sentences(more["plain"]) == ("Tällä saat rakentaa ilmaiseksi: One, Two.",)


@attrs.frozen
class _Harvest(Coins):
    """A subclass of a library effect with its own description."""

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        return f"At harvest: {super().describe(to)}"


@attrs.frozen
class _Tithe(Coins):
    """A subclass of a library effect without its own description."""


class _Silent(Effect):
    """An effect without a description."""

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        return " "


def test_custom_effects_describe_themselves() -> None:
    """Inherited descriptions are translated; an unknown effect is called by its class."""
    finnish = language("fi")
    own = _Harvest(2)

    assert own.describe() == "At harvest: Gives 2 coins from the bank, immediately and only once."
    assert own.describe(finnish) == f"At harvest: {Coins(2).describe(finnish)}"
    assert own.summary() == own.describe().rstrip(".").replace("At", "at", 1)
    assert own.caption() == own.lasting().replace("at", "At", 1) + "."
    assert own.symbols() is None
    assert _Tithe(2).symbols() == Coins(2).symbols()
    assert _Tithe(2).describe() == Coins(2).describe()
    assert _Tithe(2).describe(finnish) == Coins(2).describe(finnish)
    assert Effect().describe() == "Effect."
    assert _building(_Silent(), Points(1)).sentences == ("Worth 1 victory point.",)


@attrs.frozen
class _Wrong(Effect):
    """An effect with a method that does not return what it has to."""

    method: str
    given: Any

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        return cast("str", self.given) if self.method == "describe" else "A text."

    @override
    def sentences(self, card: Card, to: Language = ENGLISH) -> tuple[str, ...]:
        if self.method == "sentences":
            return cast("tuple[str, ...]", self.given)
        return super().sentences(card, to)

    @override
    def summary(self, to: Language = ENGLISH) -> str:
        if self.method == "summary":
            return cast("str", self.given)
        return super().summary(to)

    @override
    def lasting(self, to: Language = ENGLISH) -> str:
        if self.method == "lasting":
            return cast("str", self.given)
        return super().lasting(to)

    @override
    def caption(self, to: Language = ENGLISH) -> str:
        if self.method == "caption":
            return cast("str", self.given)
        return super().caption(to)

    @override
    def symbols(self) -> tuple[Glyph, ...] | None:
        if self.method == "symbols":
            return cast("tuple[Glyph, ...]", self.given)
        return super().symbols()


def _narrated(card: Building) -> str:
    cards = catalogue.edited("wrong", replace=[attrs.evolve(card, id="altar", name="Altar")])
    game = Game(seed=3, rules="first-game", catalogue=cards)
    game.play("build altar")
    return "".join(Narrator().step(1, game.history[-1]))


USES: dict[str, Callable[[Building], object]] = {
    "sentences": lambda card: card.sentences,
    "text": text,
    "board": lambda card: full_summary(card, TextStyle(language=ENGLISH)),
    "picture": svg,
    "narration": _narrated,
    "digest": lambda card: catalogue.extended("wrong", buildings=[card]).digest,
}


@pytest.mark.parametrize(
    ("use", "method", "given"),
    [
        *((use, "describe", None) for use in USES),
        ("text", "describe", 3),
        ("text", "sentences", "A text."),
        ("text", "sentences", None),
        ("text", "sentences", ("A text.", None)),
        ("board", "summary", None),
        ("narration", "lasting", None),
        ("picture", "caption", b"A text."),
        ("picture", "symbols", "coin"),
        ("picture", "symbols", ("coin",)),
        ("picture", "symbols", Glyph("coin")),
    ],
)
def test_an_effect_without_text_is_named(
    wording: Wording, use: str, method: str, given: object
) -> None:
    """A custom effect with a method that returns no text is refused by one error, which names both."""
    card = _building(_Wrong(method, given))

    with wording.raises(CatalogueError):
        USES[use](card)


@attrs.frozen
class _WrongTally(Tally):
    """A tally with a method that does not return what it has to."""

    method: str
    given: Any

    @override
    def count(self, city: City) -> int:
        return 0

    @override
    def noun(self, to: Language = ENGLISH) -> str:
        return cast("str", self.given) if self.method == "noun" else "thing"

    @override
    def summary(self, to: Language = ENGLISH) -> str:
        return cast("str", self.given) if self.method == "summary" else "thing"

    @override
    def symbols(self) -> tuple[Glyph, ...] | None:
        return cast("tuple[Glyph, ...]", self.given) if self.method == "symbols" else None


@pytest.mark.parametrize(
    ("use", "method", "given"),
    [
        ("sentences", "noun", None),
        ("text", "noun", 3),
        ("picture", "noun", None),
        ("board", "summary", None),
        ("picture", "symbols", "coin"),
    ],
)
@pytest.mark.parametrize(
    "made", [partial(CoinsPer, 1), partial(GuildMajority, points=1)], ids=["coins", "guild"]
)
def test_a_tally_without_text_is_named(
    wording: Wording, use: str, method: str, given: object, made: Callable[[Tally], Effect]
) -> None:
    """A custom tally with a method that returns no text is refused; the text had the word "None"."""
    card = _building(made(_WrongTally(method, given)))

    with wording.raises(CatalogueError):
        USES[use](card)


@attrs.frozen
class _WrongChoice(CardChoice):
    """A choice with a method that does not return what it has to."""

    word = "wrong"
    method: str
    given: Any

    @override
    def targets(self, state: State, player: Player) -> tuple[Card, ...]:
        return state.cities[player].buildings

    @override
    def carry_out(self, changes: Changes, card: Card) -> None:
        pass

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        return "A text."

    @override
    def summary(self, to: Language = ENGLISH) -> str:
        return cast("str", self.given) if self.method == "summary" else super().summary(to)

    @override
    def question(self, state: State, names: tuple[str, str], to: Language = ENGLISH) -> str:
        if self.method == "question":
            return cast("str", self.given)
        return super().question(state, names, to)

    @override
    def later(self, to: Language = ENGLISH) -> str:
        return cast("str", self.given) if self.method == "later" else super().later(to)

    @override
    def action(self, card: Card, to: Language = ENGLISH, *, command: bool = False) -> str:
        if self.method == "action":
            return cast("str", self.given)
        return super().action(card, to, command=command)


def _narrated_choice(state: State) -> str:
    game = Game.from_state(state)
    game.play(game.legal_moves[0])
    return "".join(Narrator().step(1, game.history[-1]))


STATE_USES: dict[str, Callable[[State], object]] = {
    "status": lambda state: ENGLISH.status(state, ("Ann", "Ben")),
    "board": text,
    "picture": svg,
    "button": lambda state: ENGLISH.move(state.legal_moves[0], ("Ann", "Ben")),
    "marked": lambda state: svg(state.apply(state.legal_moves[0]), last_move=state.legal_moves[0]),
    "narration": _narrated_choice,
}


@pytest.mark.parametrize(
    ("use", "method"),
    [
        ("status", "question"),
        ("board", "question"),
        ("picture", "question"),
        ("status", "later"),
        ("status", "summary"),
        ("board", "later"),
        ("button", "action"),
        ("marked", "action"),
        ("narration", "action"),
    ],
)
def test_a_choice_without_text_is_named(wording: Wording, use: str, method: str) -> None:
    """A custom choice with a method that returns no text is refused; boards said "None"."""
    choice = _WrongChoice(method, None)
    cards = catalogue.extended(
        "wrong", wonders=[Wonder(id="tower", name="Tower", effects=(choice,))]
    )
    before = [Pending(Phase.REVIVE)] if (use, method) == ("board", "later") else []
    state = Position(
        age=Age.I,
        cities=(CityPosition(buildings=["baths"], built={"tower": "altar"}), CityPosition()),
        structure={0: "tavern"},
        discard_pile=["press"],
        pending=[*before, Pending(Phase.CHOICE, choice="wrong")],
        catalogue=cards,
    ).state()

    with wording.raises(CatalogueError):
        STATE_USES[use](state)


def test_a_guild_is_described_in_one_text_and_listed_in_sentences() -> None:
    """A guild has one text and a list of sentences for coins, points, cities and colours."""
    both = GuildMajority(Cards(Colour.RED, Colour.BLUE), coins=1, points=1)

    assert both.describe() == " ".join(_building(both).sentences)
    assert [len(_building(one).sentences) for one in (
        both,
        GuildMajority(Cards(Colour.RED), coins=1, points=1),
        GuildMajority(Cards(Colour.RED, Colour.BLUE), coins=1),
        GuildMajority(Wonders(), points=1),
    )] == [4, 3, 2, 1]  # fmt: skip


def test_the_digest_ignores_the_librarys_wording() -> None:
    """The digest has custom descriptions but not the library's, which may be reworded."""

    def digest(*effects: Effect) -> str:
        tower = Wonder(id="tower", name="Tower", effects=effects)
        return catalogue.extended("towers", wonders=[tower]).digest

    before = digest(Shields(1)), digest(_Harvest(1))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Shields, "describe", lambda *_: "Another wording.")
        patch.setattr(Coins, "describe", lambda *_: "Another wording.")
        assert digest(Shields(1)) == before[0]
        assert digest(_Harvest(1)) != before[1]
