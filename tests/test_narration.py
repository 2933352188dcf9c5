"""Narration of games and scores in every language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs
import pytest
from babel.messages.catalog import Message
from typing_extensions import override

from tests.builders import city
from tests.masked import CARDS, PLAYERS, Masked, games, readable
from tests.wording import Wording
from tools.messages import template, translated
from wonders_duel import (
    Age,
    Back,
    Building,
    CardRevealed,
    CityPosition,
    Colour,
    Cost,
    Game,
    Participant,
    Player,
    Position,
    ProgressToken,
    Resource,
    Result,
    Rules,
    State,
    UnknownNameError,
    Victory,
    WrongTypeError,
    catalogue,
    parse_move,
)
from wonders_duel.cards import MILITARY_TOKENS
from wonders_duel.effects import (
    Cards,
    CoinRebate,
    Coins,
    CoinSets,
    CoinsPer,
    Effect,
    FixedPrice,
    Gain,
    GuildMajority,
    OpponentLosesCoins,
    OpponentTrades,
    Points,
    PointsPerToken,
    ProduceOneOf,
    Rebate,
    Shields,
    Tally,
    Whenever,
    YouConstruct,
    YouUseChain,
)
from wonders_duel.languages import ENGLISH, LANGUAGES, Language, language
from wonders_duel.render.narration import Narrator
from wonders_duel.render.sentences import card_sentences, particulars
from wonders_duel.render.sheet import score_sheet
from wonders_duel.support.columns import columns

OTHERS = [code for code in LANGUAGES if code != "en"]
MILITARY = Result(victory=Victory.MILITARY, winner=Player.ONE, totals=(3, 40))
SCIENTIFIC = Result(victory=Victory.SCIENTIFIC, winner=Player.TWO, totals=(3, 40))
CIVILIAN = Result(victory=Victory.CIVILIAN, winner=Player.TWO, totals=(40, 41))
BY_BLUE = Result(victory=Victory.CIVILIAN, winner=Player.ONE, totals=(60, 60), by_blue=True)
SHARED = Result(victory=Victory.CIVILIAN, winner=None, totals=(60, 60))
OUTCOMES = (MILITARY, SCIENTIFIC, CIVILIAN, BY_BLUE, SHARED)

EFFECTS: tuple[Effect, ...] = (
    *(effect for card in CARDS for effect in card.effects),
    FixedPrice(Resource.WOOD, 2),
    Coins(1),
    OpponentLosesCoins(1),
    Shields(4),
    CoinsPer(3, Cards(Colour.GREY)),
    Rebate(1),
    Rebate(1, on=Colour.RED),
    Whenever(YouConstruct(Colour.BLUE), Gain(shields=2)),
    Whenever(YouUseChain(), Gain(coins=1)),
    PointsPerToken(1),
    ProduceOneOf(Resource.GLASS),
    GuildMajority(CoinSets(1), points=2),
    GuildMajority(Cards(Colour.BLUE), coins=1),
)
MORE = catalogue.extended(
    "more",
    buildings=[
        Building(id="1", name="1", age=Age.I, colour=Colour.BLUE),
        Building(id="2", name="2", age=Age.I, colour=Colour.BLUE, free_with="1"),
        Building(id="3", name="3", age=Age.I, colour=Colour.BLUE, chain_symbol="target"),
    ],
)
"""Chains without symbols, and a symbol without a chain."""
TOLL = catalogue.extended(
    "toll",
    tokens=[
        ProgressToken(
            id="toll",
            name="Toll",
            effects=(Whenever(OpponentTrades(), Gain(coins=2, opponent_loses=3)),),
        )
    ],
)
"""A token that gains coins in the opponent's turn."""


def _told(to: str | Language, players: tuple[str, str] = PLAYERS) -> Iterator[str]:
    """Narrate all games, with every kind of ending."""
    narrator = Narrator(players, language=to)
    for game in games():
        yield from narrator.record(game.record())
    game = Game(seed=1)
    yield from narrator.opening(game)
    yield from narrator.end(game)
    yield from narrator.chance(CardRevealed(3, catalogue.building_list[0]))
    toll = Game.from_state(
        Position(
            age=Age.I,
            structure={0: "baths", 1: "tavern"},
            cities=(CityPosition(coins=9), CityPosition(coins=9, tokens=["toll"])),
            catalogue=TOLL,
        ).state()
    )
    toll.play("build baths")
    yield from narrator.record(toll.record())
    *lines, _ = narrator.record(games()[0].record(), to=3)  # the last line is a position
    yield from lines


def _asked() -> tuple[list[str], set[tuple[str | None, str]]]:
    """Narrate everything, every effect included, with messages masked; return it with those used."""
    masked = Masked()
    to = Language("xx", masked)
    lines = [*_told(to), *map(Narrator(PLAYERS, language=to).result, OUTCOMES)]
    for effect in EFFECTS:
        lines += [effect.lasting(to), effect.describe(to)]
        if isinstance(effect, CoinsPer | GuildMajority):
            lines.append(effect.caption(to))
    for card in (*CARDS, *MILITARY_TOKENS, *MORE.building_list[-3:]):
        lines += [*particulars(card, to), *card_sentences(card, to)]
    return lines, masked.asked


STORY = ("narration", "telling", "sentences", "sheet")


def _in_stories() -> list[Message]:
    """Return the messages of the modules that narrate games and scores."""
    modules = {f"wonders_duel/render/{name}.py" for name in STORY}
    return [one for one in template() if modules & {place for place, _ in one.locations}]


def test_every_word_of_a_narration_is_translatable() -> None:
    """With all letters of the messages masked, no letters are left in a narration."""
    lines, asked = _asked()

    assert readable(lines) == set()
    assert len(lines) > 1000
    sentences = {one.id if isinstance(one.id, str) else one.id[0] for one in _in_stories()}
    assert sentences - {english for _, english in asked} == set()  # so these are all of them


@pytest.mark.parametrize("code", OTHERS)
def test_every_message_of_a_narration_is_translated(code: str) -> None:
    """Nothing stays English but names that are missing from the tables."""
    messages = translated(code)
    found = {key: messages.get(key[1], context=key[0]) for key in _asked()[1]}
    english = {key for key, message in found.items() if message is None or not message.string}

    assert {context for context, _ in english} == {"name"}


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_line_is_longer_than_79_columns(code: str) -> None:
    """No line exceeds 79 columns in any language, with the longest names of the command line."""
    lines = [line for text in _told(code, ("W" * 12, "M" * 12)) for line in text.splitlines()]

    assert max(map(len, lines)) <= 79
    assert [line for line in lines if line != line.rstrip() or not line.isprintable()] == []


@pytest.mark.parametrize(
    ("code", "sentences"),
    [
        (
            "en",
            [
                "Ann wins by military supremacy.",
                "Ben wins by scientific supremacy.",
                "Ben wins the civilian victory, 41 to 40.",
                "Ann wins the civilian victory, 60 to 60, by the points of blue buildings.",
                "Both players share the victory, 60 all.",
            ],
        ),
        (
            "fi",
            [
                "Sotilaallinen ylivalta: Ann voittaa.",
                "Tieteellinen ylivalta: Ben voittaa.",
                "Ben voittaa pistein 41\u201340.",
                "Ann voittaa pistein 60\u201360; siniset kortit ratkaisivat.",
                "Pelaajat jakavat voiton, pisteitä kummallakin 60.",
            ],
        ),
        (
            "fr",
            [
                "Ann remporte une victoire militaire.",
                "Ben remporte une victoire scientifique.",
                "Ben gagne, 41 points à 40.",
                "Ann gagne, 60 points à 60 ; les cartes bleues ont départagé.",
                "Les deux joueurs partagent la victoire, 60 points chacun.",
            ],
        ),
    ],
)
def test_the_results_are_sentences(code: str, sentences: list[str]) -> None:
    """The result of each kind of victory is a sentence."""
    narrator = Narrator(("Ann", "Ben"), language=code)

    assert [narrator.result(result) for result in OUTCOMES] == sentences


@pytest.mark.parametrize(
    ("code", "texts"),
    [
        ("en", ["1 clay", "2 clay", "1 wood", "2 wood", "1 stone", "2 stone", "1 glass", "2 glass", "1 papyrus", "2 papyrus"]),
        ("fi", ["1 tiili", "2 tiiltä", "1 puu", "2 puuta", "1 kivi", "2 kiveä", "1 lasi", "2 lasia", "1 papyrus", "2 papyrusta"]),
        ("fr", ["1 argile", "2 argiles", "1 bois", "2 bois", "1 pierre", "2 pierres", "1 verre", "2 verres", "1 papyrus", "2 papyrus"]),
    ],
)  # fmt: skip
def test_resources_are_counted_by_the_grammar(code: str, texts: list[str]) -> None:
    """Counted resources follow the grammar of the language, as the partitive in Finnish."""
    to = language(code)

    assert [to.units(resource, number) for resource in Resource for number in (1, 2)] == texts


@attrs.frozen
class _Barracks(Tally):
    """A user-defined tally."""

    @override
    def count(self, city: object) -> int:
        return 0

    @override
    def noun(self, to: Language = ENGLISH) -> str:
        return "barracks"


@attrs.frozen
class _Feast(Effect):
    """A user-defined effect."""

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        return "Feeds the guests."


@attrs.frozen
class _Harvest(Coins):
    """A user-defined subclass of a library effect."""

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        return f"Gives {self.coins} coins at harvest."


@pytest.mark.parametrize("code", OTHERS)
def test_different_effects_have_different_sentences(code: str) -> None:
    """Different effects stay different in translation, and each is a sentence."""
    effects = list(dict.fromkeys(EFFECTS))
    sentences = [effect.describe(language(code)) for effect in effects]

    assert len(set(sentences)) == len(effects)
    assert all(text.endswith(".") and not text[0].islower() for text in sentences)


def test_user_defined_effects_describe_themselves() -> None:
    """User-defined effects describe themselves, in English with a capital letter."""
    finnish = language("fi")

    assert _Feast().lasting(finnish) == "feeds the guests"
    assert _Feast().describe(finnish) == "Feeds the guests."
    assert _Harvest(3).describe(finnish) == "Gives 3 coins at harvest."
    assert Effect().describe(finnish) == "Effect."
    assert "barracks" in GuildMajority(_Barracks(), points=1).lasting(finnish)
    assert _Feast().lasting(language("en")) == "feeds the guests"
    assert Effect().lasting(finnish) == "effect"


def test_nothing_is_narrated_twice() -> None:
    """A guild omits coins already gained when built; one without points mentions no points."""
    assert GuildMajority(Cards(Colour.BLUE), coins=1).lasting(language("en")) == ""


def test_players_without_names_are_called_by_their_seats() -> None:
    """Players without names are called by their seats in the language, on the score sheet too."""
    assert [Narrator(language=code).names for code in LANGUAGES] == [
        ("one", "two"),
        ("yksi", "kaksi"),
        ("un", "deux"),
    ]
    sheet = score_sheet(Game(seed=1).score(), language="fi").splitlines()
    assert sheet[0].split() == ["yksi", "kaksi"]
    assert sheet[-1].split() == ["Yhteensä", "2", "2"]


def test_a_sheet_is_as_wide_as_its_labels() -> None:
    """A score sheet is as wide as its labels, with aligned columns."""
    for code in LANGUAGES:
        head, *rows = score_sheet(games()[0].score(), language=code).splitlines()
        assert {len(row) for row in rows} == {len(head)}
        assert len(head) <= 79
        if code == "en":
            assert len(head) == 58


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_position_in_a_narration_is_the_same_text(code: str) -> None:
    """The position at the end of a narration is the same text in every language."""
    record = games()[0].record()
    *_, line = Narrator(PLAYERS, language=code).record(record, to=9)

    assert line == games()[0].history[8].after.to_text()


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("width", [20, 40, 60, 119])
def test_a_narration_fits_the_width(code: str, width: int) -> None:
    """A narration fits any width: continuation lines are indented, wide lines are longer."""
    game = Game(seed=12)
    for _ in range(30):
        game.play(game.legal_moves[0])
    narrator = Narrator(("Hippolyta", "Ben"), language=code, width=width)
    told = list(narrator.opening(game))
    for number, step in enumerate(game.history, start=1):
        lines = list(narrator.step(number, step))
        assert lines[0].lstrip().startswith(f"{number}. ")
        told += lines
    sentences = [one for one in told if one and set(one) != {"-"} and not one.isupper()]

    assert max(map(len, sentences)) <= width
    assert max(map(len, sentences)) > width * 0.8
    end = [one for text in narrator.end(game) for one in text.splitlines()]
    assert max(map(len, end)) <= width


def test_names_of_wide_characters_leave_the_columns_aligned() -> None:
    """What the players do begins in one column, whatever letters their names have."""
    game = Game(seed=2015)
    for _ in range(4):
        game.play(game.legal_moves[0])
    narrator = Narrator(("浴場", "Jose\u0301"))
    told = [next(narrator.step(number, step)) for number, step in enumerate(game.history, start=1)]

    assert {columns(line.partition("picks")[0]) for line in told} == {11}


@pytest.mark.parametrize("letter", ["a", "浴"])
def test_a_long_name_leaves_room_for_the_words(letter: str) -> None:
    """There is no column beside a name that fills the line."""
    game = Game(seed=12)
    game.play(game.legal_moves[0])
    narrator = Narrator((letter * (75 // columns(letter)), "Ben"))
    lines = [line for step in game.history for line in narrator.step(1, step)]

    assert lines[1] == "  picks Circus Maximus"


@pytest.mark.parametrize("width", [19, "80", None])
def test_an_invalid_width_is_refused(width: Any, wording: Wording) -> None:
    """An invalid width raises a library error."""
    with wording.raises(WrongTypeError):
        Narrator(width=width)


def test_an_unknown_language_is_refused(wording: Wording) -> None:
    """An unknown language is refused by the narrator and by the score sheet."""
    with wording.raises(UnknownNameError):
        Narrator(language="xx")
    with wording.raises(UnknownNameError):
        score_sheet(Game(seed=1).score(), language="xx")


@pytest.mark.parametrize(
    "names",
    [(), ("Ann",), ("Ann", None), "ab", 3, {"Ann": 1, "Ben": 2}, ("Ann", Participant("Ben"))],
)
def test_invalid_names_are_refused(names: Any, wording: Wording) -> None:
    """Invalid names are refused by the narrator and by the score sheet."""
    with wording.raises(WrongTypeError):
        Narrator(names)
    with wording.raises(WrongTypeError):
        score_sheet(Game(seed=1).score(), names)


@pytest.mark.parametrize("wrong", [None, "one", Game(seed=1)])
def test_a_result_and_an_outcome_of_another_type_are_refused(wording: Wording, wrong: Any) -> None:
    """The result of a game in progress is refused, and so is an outcome of another type."""
    narrator = Narrator(("Ann", "Ben"))
    with wording.raises(WrongTypeError):
        narrator.result(wrong)
    with wording.raises(WrongTypeError):
        list(narrator.chance(wrong))


@pytest.mark.parametrize("wrong", [-1, "2", 1.5, True])
def test_a_wrong_number_of_a_move_is_refused(wording: Wording, wrong: Any) -> None:
    """The number of a move, and that of the last one to narrate, is a whole number."""
    narrator, game = Narrator(("Ann", "Ben")), Game(seed=1)
    game.play(game.legal_moves[0])
    for told in (
        narrator.step(wrong, game.history[0]),
        narrator.record(game.record(), wrong),
        narrator.moves(game.record(), wrong),
    ):
        with wording.raises(WrongTypeError):
            list(told)


@pytest.mark.parametrize("wrong", [None, "game", 3])
def test_wrong_types_are_refused(wording: Wording, wrong: Any) -> None:
    """Wrong types are refused with what was expected."""
    narrator = Narrator(("Ann", "Ben"))
    for told in (
        narrator.opening(wrong),
        narrator.end(wrong),
        narrator.record(wrong),
        narrator.step(1, wrong),
    ):
        with wording.raises(WrongTypeError):
            list(told)
    with wording.raises(WrongTypeError):
        score_sheet(wrong)
    with wording.raises(WrongTypeError):
        language("fi").name(wrong)


def test_translated_names_of_custom_cards_are_used() -> None:
    """Custom cards are narrated with their translated names."""
    park = Building(id="park", name="Park", age=Age.I, colour=Colour.BLUE, effects=(Points(2),))
    cards = catalogue.extended("with a park", buildings=[park])
    finnish = language("fi").with_names({"Park": "Puisto"})
    position = Position(
        age=Age.I, structure={0: "park"}, to_move="one", cities=(city(), city()), catalogue=cards
    )
    game = Game.from_state(position.state(), deal=None)
    game.play("build park")
    told = list(Narrator(("Ann", "Ben"), language=finnish).step(1, game.history[0]))

    assert told[0] == "  1. Ann  rakentaa: Puisto, ilmaiseksi"


def _told_of(state: State, *played: str) -> list[str]:
    """Play moves in a game without a deal, and narrate the last one as it is."""
    game = Game.from_state(state)
    for move in played:
        game.play(move)
    return list(Narrator(("Ann", "Ben")).step(1, game.history[-1]))


@pytest.mark.parametrize(
    ("timing", "board", "pair"),
    [("end-of-action", ["law"], True), ("on-take", ["law"], True), ("on-take", [], False)],
)
def test_a_pair_is_narrated_at_once(timing: str, board: list[str], *, pair: bool) -> None:
    """A pair is narrated at once, even before a reveal, unless no token is left for it (R64)."""
    before = Position(
        age=Age.II,
        structure={
            0: "walls",
            1: "statue",
            2: "aqueduct",
            6: Back.AGE_II,
            7: Back.AGE_II,
            11: "library",
        },
        cities=(city(7, "scriptorium"), city()),
        board_tokens=board,
        rules=Rules(reveal_timing=timing),
    ).state()

    told = _told_of(before, "build library")

    assert before.apply(parse_move("build library")).phase == (
        "board-token" if timing == "end-of-action" else "reveal"
    )
    assert any("a pair" in line for line in told) == pair


def test_coins_off_a_price_are_narrated() -> None:
    """A price is what is bought and the coin part of the cost, less what a card takes off."""
    state = Position(
        age=Age.II,
        structure={0: "courthouse", 1: "bastion", 2: "walls"},
        cities=(CityPosition(coins=20, buildings=["office"]), CityPosition()),
        catalogue=catalogue.extended(
            "thrifty",
            buildings=[
                Building(
                    id="office",
                    name="Office",
                    age=Age.I,
                    colour=Colour.YELLOW,
                    effects=(CoinRebate(3, Colour.BLUE),),
                ),
                Building(
                    id="bastion",
                    name="Bastion",
                    age=Age.II,
                    colour=Colour.BLUE,
                    cost=Cost(coins=5, clay=1),
                ),
            ],
        ),
    ).state()

    assert _told_of(state, "build courthouse")[:2] == [
        "  1. Ann  builds Courthouse, for 3 coins (2 wood at 2, 1 glass at 2, 3 coins",
        "          off by Office), 17 left",
    ]
    assert _told_of(state, "build bastion")[:2] == [
        "  1. Ann  builds Bastion, for 4 coins (5 of its cost, 1 clay at 2, 3 coins off",
        "          by Office), 16 left",
    ]
    assert _told_of(state, "build walls")[0] == (
        "  1. Ann  builds Walls, for 4 coins (2 stone at 2), 16 left"
    )


def test_two_losses_are_narrated_as_one() -> None:
    """Losses from an effect and a military token are narrated as one sum with what is left."""
    raid = Building(
        id="raid",
        name="Raid",
        age=Age.I,
        colour=Colour.RED,
        effects=(OpponentLosesCoins(2), Shields(3)),
    )
    cards = catalogue.extended("raids", buildings=[raid])
    before = Position(
        age=Age.I, structure={0: "raid", 1: "altar"}, cities=(city(), city(9)), catalogue=cards
    ).state()

    assert _told_of(before, "build raid") == [
        "  1. Ann  builds Raid, free",
        "          pawn at 3 for Ann, a military token, Ben loses 4 coins (now 5)",
    ]
