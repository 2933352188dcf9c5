"""Languages: names, words and terms against the table of facts, and how a language is chosen."""

from __future__ import annotations

import copy
import csv
import pickle
from pathlib import Path
from typing import Any, cast

import pytest

from tests.wording import Wording
from wonders_duel import (
    Card,
    Colour,
    Game,
    Player,
    Resource,
    State,
    UnknownNameError,
    WrongTypeError,
    catalogue,
    enums,
)
from wonders_duel.languages import LANGUAGES, TERMS, Language, language

ALL: tuple[Card, ...] = (
    *catalogue.building_list,
    *catalogue.wonder_list,
    *catalogue.token_list,
)
CARDS = {card.name: card for card in ALL}
TABLE = Path(__file__).parent / "facts" / "names_fi_fr.csv"
with TABLE.open(encoding="utf-8", newline="") as _file:
    ROWS = list(csv.DictReader(_file))
COLUMNS = {"fi": "finnish", "fr": "french"}
NAMED = {row["english"] for row in ROWS if row["kind"] in {"progress_token", "guild", "wonder"}}


def _shown(code: str, row: dict[str, str]) -> str:
    """Return the name in a language for a row of the table."""
    to, english = language(code), row["english"]
    if row["kind"] in {"progress_token", "guild", "wonder"}:
        return to.name(CARDS[english])
    if row["kind"] == "resource" and english != "coin":
        return to.word(Resource(english))
    return to.term(english)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["english"])
def test_the_table_of_names_is_followed_cell_by_cell(row: dict[str, str]) -> None:
    """Every language follows the table cell by cell; an empty cell stays English."""
    assert _shown("en", row) == row["english"]
    for code, column in COLUMNS.items():
        assert _shown(code, row) == (row[column] or row["english"])


def test_the_table_names_only_existing_things() -> None:
    """The table has exactly the existing terms, cards and resources."""
    terms = [
        row["english"]
        for row in ROWS
        if row["kind"] in {"card_type", "term", "action"} or row["english"] == "coin"
    ]

    assert list(TERMS) == terms
    assert {row["english"] for row in ROWS if row["kind"] == "wonder"} == {
        wonder.name for wonder in catalogue.wonder_list
    }
    assert set(CARDS) >= NAMED
    assert {f"{colour.kind} ({colour})" for colour in Colour} <= set(TERMS)


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_name_that_the_table_lacks_stays_english(code: str) -> None:
    """A name missing from the table stays English: most buildings, and in French all cards."""
    to = language(code)
    given = {row["english"]: row[COLUMNS[code]] for row in ROWS} if code in COLUMNS else {}
    others = [name for name in CARDS if not given.get(name)]

    assert [to.name(CARDS[name]) for name in others] == others
    assert len(others) == {"en": 95, "fi": 66, "fr": 95}[code]


@pytest.mark.parametrize("code", COLUMNS)
def test_every_word_of_the_enums_has_a_translation(code: str) -> None:
    """Every word of the enums is translated, and different words stay different."""
    to = language(code)
    for name in enums.__all__:
        members = list(getattr(enums, name))
        words = [to.word(member) for member in members]
        assert len(set(words)) == len(words)
        assert all(words)
    assert to.word(Colour.BLUE) != "blue"
    assert to.word(Player.ONE) != "one"


def test_english_is_the_printed_text() -> None:
    """English names and words are the printed ones, and messages are filled in."""
    english = language("en")

    assert [english.name(card) for card in catalogue.building_list] == [
        card.name for card in catalogue.building_list
    ]
    assert (english.word(Colour.BLUE), english.word(Resource.CLAY)) == ("blue", "clay")
    assert english.say("{wonder} leaves the game", wonder="Piraeus") == "Piraeus leaves the game"
    assert [english.count("{number} coin", "{number} coins", number) for number in (0, 1, 2)] == [
        "0 coins",
        "1 coin",
        "2 coins",
    ]


def test_numbers_choose_the_form() -> None:
    """The plural form follows the number: in French 0 is singular, in Finnish and English plural."""
    counted = {
        code: [language(code).count("{number} coin", "{number} coins", n) for n in (0, 1, 2)]
        for code in COLUMNS
    }

    assert counted == {
        "fi": ["0 rahaa", "1 raha", "2 rahaa"],
        "fr": ["0 pièce", "1 pièce", "2 pièces"],
    }


def test_the_sign_of_a_number_does_not_change_the_form() -> None:
    """Points can be below 0 with custom cards: 28 of them are plural with either sign, 1 is singular."""
    one, many = "{number} point now", "{number} points now"
    for code in LANGUAGES:
        for number in (1, 2, 28):
            counted = language(code).count(one, many, -number)
            assert counted == language(code).count(one, many, number).replace(
                str(number), str(-number)
            )
    assert language("fr").count(one, many, -28) == "-28 points actuellement"


def test_decimals_follow_the_mark_of_the_language(wording: Wording) -> None:
    """Decimals follow a comma, except in English; whole numbers have none."""
    written = {
        code: [language(code).number(value, digits) for value, digits in ((1234.56, 1), (3, 0))]
        for code in LANGUAGES
    }

    assert written == {"en": ["1234.6", "3"], "fi": ["1234,6", "3"], "fr": ["1234,6", "3"]}
    with wording.raises(WrongTypeError):
        language("fi").number(cast("float", "2"), 1)


@pytest.mark.parametrize("code", LANGUAGES)
def test_zero_has_no_sign(code: str) -> None:
    """What is rounded to zero is neither below nor above it."""
    to = language(code)
    for value in (-0.0, -0.04, 0.04):
        assert to.number(value, 1) == to.number(0, 1)
    assert to.number(-0.4, 0) == "0"
    assert to.number(-0.06, 1).startswith("-")


def test_a_language_is_found_by_its_code() -> None:
    """A code is accepted in any case, a language is returned as is, and each is read once."""
    for code in LANGUAGES:
        assert language(f" {code.upper()} ").code == code
        assert language(language(code)).code == code
        assert repr(language(code)) == f"<Language {code}>"
        assert language(code) is language(code)


@pytest.mark.parametrize(
    "code",
    [
        "klingon",
        "",
        "fi_FI.UTF-8",
        "FR-ca",
        "eng",
        "f\x07i",
    ],
)
def test_an_unknown_language_is_refused(code: str, wording: Wording) -> None:
    """An unknown language is refused with the known ones and the nearest match."""
    with wording.raises(UnknownNameError):
        language(code)


@pytest.mark.parametrize("wrong", [5, None, b"fi", ["fi"]])
def test_a_code_that_is_not_a_string_is_refused(wording: Wording, wrong: object) -> None:
    """A code that is not a string is refused with ``WrongTypeError``."""
    with wording.raises(WrongTypeError):
        language(cast("str", wrong))


@pytest.mark.parametrize("message", ["{wonder} leaves", "{} leaves", "{coins.} leaves", "{ leaves"])
def test_a_missing_value_is_named(wording: Wording, message: str) -> None:
    """A missing value of a message is named in every language, for the author of the message."""
    for one in LANGUAGES:
        with wording.raises(WrongTypeError):
            language(one).say(message, coins=3)
    with wording.raises(WrongTypeError):
        language("en").count(message, message, 2)


def test_a_message_is_a_text_and_a_number_whole(wording: Wording) -> None:
    """Messages have to be strings and numbers have to be whole."""
    english: Any = language("en")
    with wording.raises(WrongTypeError):
        english.say(5)
    with wording.raises(WrongTypeError):
        english.count(None, "{number} coins", 1)
    with wording.raises(WrongTypeError):
        english.count("{number} coin", 2, 1)
    with wording.raises(WrongTypeError):
        english.count("{number} coin", "{number} coins", "2")


@pytest.mark.parametrize("words", [[], "abc", None, ["wood", 3]])
def test_alternatives_are_words(wording: Wording, words: Any) -> None:
    """There is at least one, and a string is not taken for a list of letters."""
    with wording.raises(WrongTypeError):
        language("en").either(words)


@pytest.mark.parametrize("digits", [-1, 21, 10**9, 1.0, True, None, "2"])
def test_a_number_of_decimals_is_limited(wording: Wording, digits: Any) -> None:
    """A large one would fill memory."""
    assert language("fi").number(0.5, 20) == "0,50000000000000000000"
    with wording.raises(WrongTypeError):
        language("fi").number(0.5, digits)


def test_an_unknown_term_is_refused(wording: Wording) -> None:
    """An unknown term is refused with the nearest one."""
    with wording.raises(UnknownNameError):
        language("fi").term("Sheild")


@pytest.mark.parametrize("wrong", ["blue", None, 1])
def test_a_word_is_a_member_of_an_enum(wording: Wording, wrong: Any) -> None:
    """A text is refused: without its enum, it would stay English in every language."""
    with wording.raises(WrongTypeError):
        language("fi").word(wrong)


def test_custom_cards_get_names(wording: Wording) -> None:
    """Names of custom cards are added to a new language, and the original stays unchanged."""
    finnish = language("fi")
    sphinx, baths = catalogue.wonders["the-sphinx"], catalogue.buildings["baths"]
    more = finnish.with_names({"Baths": "Kylpylä"})
    most = more.with_names({"The Sphinx": "Sfinksi"})

    assert [to.name(baths) for to in (finnish, more, most)] == ["Baths", "Kylpylä", "Kylpylä"]
    assert [to.name(sphinx) for to in (more, most)] == ["Gizan Sfinksi", "Sfinksi"]
    assert more.word(Colour.BLUE) == "sininen"
    assert finnish is language("fi")
    with wording.raises(WrongTypeError):
        finnish.with_names(cast("dict[str, str]", ["Kylpylä"]))
    with wording.raises(WrongTypeError):
        finnish.with_names(cast("dict[str, str]", {"Baths": 3}))


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_language_is_copied_and_pickled(code: str) -> None:
    """A copied or pickled language is the same object, or equal if it has added names."""
    to = language(code)
    more = to.with_names({"Baths": "·"})
    baths = catalogue.buildings["baths"]

    assert pickle.loads(pickle.dumps(to)) is to  # noqa: S301 - our own
    assert copy.deepcopy(to) is to
    for again in (pickle.loads(pickle.dumps(more)), copy.deepcopy(more)):  # noqa: S301
        assert (again.code, again.name(baths)) == (code, "·")


def test_formats_are_independent_of_the_language() -> None:
    """Formats are independent of the language: a Finnish name is not an id."""
    game = Game(seed=1)
    with pytest.raises(UnknownNameError):
        game.play("draft gizan-pyramidit")
    assert State.from_text(game.state.to_text()) == game.state


def test_own_messages_are_used_before_those_of_the_library(wording: Wording) -> None:
    """Both forms of a message about a number are keys; a pickle keeps the messages."""
    finnish = language("fi")
    own = finnish.with_messages({"{number} coin": "kolikko", "{number} coins": "{number} kolikkoa"})
    again: Language = pickle.loads(pickle.dumps(own.with_names({"Baths": "Terme"})))  # noqa: S301 - just made

    for one in (own, again):
        assert one.count("{number} coin", "{number} coins", 1) == "kolikko"
        assert one.count("{number} coin", "{number} coins", 3) == "3 kolikkoa"
        assert one.say("play again") == finnish.say("play again")
    assert finnish.count("{number} coin", "{number} coins", 3) != "3 kolikkoa"
    with wording.raises(WrongTypeError):
        finnish.with_messages(5)  # type: ignore[arg-type]
    with wording.raises(WrongTypeError):
        finnish.with_messages({"play again": 5})  # type: ignore[dict-item]


def test_units_take_the_name_of_a_resource(wording: Wording) -> None:
    """A resource can be named; an unknown one is refused."""
    to = language("fi")
    name: Any = "stone"
    unknown: Any = "stonn"

    assert to.units(name, 2) == to.units(Resource.STONE, 2)
    with wording.raises(UnknownNameError):
        to.units(unknown, 2)


def test_moves_and_states_are_put_into_words(wording: Wording) -> None:
    """A move is a command, and a state a sentence, with the names of the players or those of seats."""
    game = Game(seed=2015, rules="first-game")
    finnish, move = language("fi"), game.legal_moves[0]

    wording(finnish.move(move))
    wording(finnish.status(game.state))
    wording(finnish.status(game.state, ("Aino", "Veikko")))
    while not game.is_over:
        game.play(game.legal_moves[0])
    wording(finnish.status(game.state, ("Aino", "Veikko")))
    with wording.raises(WrongTypeError):
        finnish.move("build altar")  # type: ignore[arg-type]
    with wording.raises(WrongTypeError):
        finnish.status(game)  # type: ignore[arg-type]
    with wording.raises(WrongTypeError):
        finnish.status(game.state, "Aino")  # type: ignore[arg-type]
