"""The game in the terminal as a dialogue: input, replies, and saved games."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from random import Random

import pytest

from examples import custom_choice
from tests.builders import EXTENDED, city, dealt, pair_to_decline
from tests.own_cards import HIGH
from tests.played import play as played
from tests.wording import Wording
from tools.goldens import positions
from wonders_duel import (
    Age,
    ChooseBeginner,
    CityPosition,
    ConstructWonder,
    DeclineToken,
    DiscardBuilding,
    Game,
    NotationError,
    Phase,
    Player,
    Position,
    State,
    catalogue,
    parse_move,
)
from wonders_duel.bots import Bot, GreedyBot, RandomBot
from wonders_duel.cli import main
from wonders_duel.history.remarks import Participant
from wonders_duel.languages import LANGUAGES, Language, language
from wonders_duel.play import advice as hints
from wonders_duel.play import command as commands
from wonders_duel.play import fitting
from wonders_duel.play import store as stores
from wonders_duel.play import terminal as terminals
from wonders_duel.play.choices import move_words
from wonders_duel.play.dialogue import Dialogue, Reply
from wonders_duel.play.ending import Ending
from wonders_duel.play.fitting import (
    Arrangement,
    arrangement,
    card_numbers,
    decision,
    wonders_to_build,
)
from wonders_duel.play.replies import wrapped
from wonders_duel.play.store import Store, TakenError
from wonders_duel.play.terminal import Terminal
from wonders_duel.render.board.look import TextStyle
from wonders_duel.render.board.spans import line, plain
from wonders_duel.search import SearchBot
from wonders_duel.support.columns import columns

FIRST = "first-game"


def said(reply: Reply | Sequence[object]) -> str:
    """Return a reply as text."""
    lines = reply.lines if isinstance(reply, Reply) else reply
    return "\n".join(plain(one).rstrip() for one in lines)  # type: ignore[arg-type]


def flat(reply: Reply) -> str:
    """Return a reply as one line."""
    return " ".join(said(reply).split())


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def dialogue(
    game: Game | None = None, *bots: Bot | None, store: Store | None = None, **look: object
) -> Dialogue:
    """Start a dialogue between two people, or with the given bots."""
    one, two = bots or (None, None)
    options: dict[str, object] = {"language": language("en"), "names": ("Ann", "Ben"), **look}
    return Dialogue(
        game or dealt(3, rules=FIRST),
        (one, two),
        TextStyle(**options),  # type: ignore[arg-type]
        store or Store(),
        Random(1),
        lambda: (Game(seed=4, rules=FIRST), (one, two)),
    )


# -- the start and moves ---------------------------------------------------------------------------


def test_a_game_begins_with_the_board_and_the_moves() -> None:
    """A game starts with the board, the moves and a hint on what to type."""
    talk = dialogue()
    text = said(talk.start())

    assert text.splitlines()[0] == "Ann (player one) against Ben (player two), seed 3"
    assert "Ann has The Great Lighthouse" in text
    assert "Ann's turn: take a card." in text
    assert "build     1 Logging Camp $1" in text
    assert "discard   +$2: 7 Logging Camp" in text
    assert 'or a move such as "build' in text
    assert talk.prompt == "Ann> "


@pytest.mark.parametrize(
    "typed", ["3", "3.", " 3 ", "build lumber-yard", "BUILD Lumber Yard", "bui lum"]
)
def test_a_move_is_made_by_number_or_text(typed: str) -> None:
    """A move can be made by its number or by any accepted text."""
    talk = dialogue()
    reply = talk.answer(typed)

    assert str(talk.game.history[0].move) == "build lumber-yard"
    assert "1. Ann  builds Lumber Yard, free" in said(reply)
    assert talk.prompt == "Ben> "
    assert not reply.ends


@pytest.mark.parametrize(
    "typed",
    [
        "0",
        "13",
        "99999",
        "\N{SUPERSCRIPT TWO}",
        "hlep",
        "hlep me",
        "build foo",
        "build palace",
        "token law",
        "x" * 600,
    ],
)
def test_an_invalid_move_is_explained_and_changes_nothing(typed: str, wording: Wording) -> None:
    """An invalid move is explained within the line width and changes nothing."""
    talk = dialogue()
    reply = talk.answer(typed)

    wording(flat(reply))
    assert talk.game.history == ()
    assert all(columns(plain(one)) <= 80 for one in reply.lines)


@pytest.mark.parametrize(
    ("code", "typed"),
    [
        ("fi", "build palace"),
        ("fr", "build palace"),
        ("fr", "why build palace"),
        ("fr", "cost build palace"),
        ("fi", "cost build palace"),
        ("fi", "card rakentajien kilta"),
        ("fr", "card palace"),
    ],
)
def test_reasons_and_prices_are_in_the_language(code: str, typed: str, wording: Wording) -> None:
    """Reasons and prices of refused moves, ``why`` and ``cost`` are in the language."""
    talk = dialogue(language=language(code))

    wording(flat(talk.answer(typed)))


def test_names_are_accepted_in_the_displayed_language() -> None:
    """Names are accepted in the displayed language, as ids and in English."""
    for typed in ("wonder gizan Pyramidit with altar", "wonder the-pyramids with Altar"):
        talk = dialogue(language=language("fi"))

        assert said(talk.answer(f"why {typed}")).startswith("rakenna Gizan pyramidit kortilla")
    hint = said(dialogue(language=language("fi")).answer("hint"))
    assert re.search(r" rakenna .* Voittosi todennäköisyys on \d\d %\.", " ".join(hint.split()))


@pytest.mark.parametrize(
    ("code", "typed", "move"),
    [
        ("en", "let Ben begin", "begin two"),
        ("en", "begin ann", "begin one"),
        ("en", "let one begin", "begin one"),
        ("en", "build The Pyramids with Altar", "wonder the-pyramids with altar"),
        ("fi", "valitse circus maximus", "draft circus-maximus"),
        ("fi", "rakenna Baths", "build baths"),
        ("fi", "Rakenna: gizan pyramidit, kortilla Altar", "wonder the-pyramids with altar"),
        ("fi", "ihme gizan pyramidit with altar", "wonder the-pyramids with altar"),
        ("fi", "rakenna poistopakasta: Baths", "revive baths"),
        ("fi", "aloittaja: Ben", "begin two"),
        ("fi", "sell baths", "discard baths"),
        ("fr", "bâtiment Baths", "build baths"),
        ("fr", "batiment baths", "build baths"),
        ("fr", "construire : Baths", "build baths"),
        ("fr", "construire: Baths", "build baths"),
        ("fr", "défausser Baths", "discard baths"),
        ("fr", "De\N{COMBINING ACUTE ACCENT}fausser : Baths", "discard baths"),
        ("fr", "Merveille The Pyramids avec Altar", "wonder the-pyramids with altar"),
        ("fr", "construire depuis la défausse : Baths", "revive baths"),
        ("fr", "qui commence : Ann", "begin one"),
    ],
)
def test_the_verbs_that_are_shown_can_be_typed(code: str, typed: str, move: str) -> None:
    """Displayed verbs can be typed, with or without accents, and so can the English ones."""
    talk = dialogue(language=language(code))

    assert str(talk._read(typed)) == move
    assert said(talk.answer(f"why {typed}")) == said(talk.answer(f"why {move}"))


@pytest.mark.parametrize(
    ("names", "typed", "move"),
    [
        (("Ann", "one"), "let one begin", "begin two"),
        (("two", "one"), "let two begin", "begin one"),
        (("two", "one"), "begin two", "begin two"),
        (("Ann", "one"), "Begin One", "begin one"),
        (("Ann", "one"), "let Ann begin", "begin one"),
        (("Ann", "Ann"), "let two begin", "begin two"),
    ],
)
def test_a_name_goes_before_a_seat(names: tuple[str, str], typed: str, move: str) -> None:
    """A player called like a seat is meant in the displayed move, but not in the text of the library."""
    assert str(dialogue(names=names)._read(typed)) == move


def test_a_name_that_both_players_have_says_nothing() -> None:
    """A name that both players have does not say who begins."""
    with pytest.raises(NotationError):
        dialogue(names=("Ann", "Ann"))._read("let Ann begin")


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("look", [{}, {"ascii": True}])
def test_every_move_can_be_typed_as_displayed(code: str, look: dict[str, bool]) -> None:
    """Every move can be typed as it is displayed."""
    talk = dialogue(language=language(code), **look)  # type: ignore[arg-type]
    shown = TextStyle(language=language(code), names=("Ann", "Ben"), **look)

    for move in catalogue.moves[::7]:
        assert talk._read(move_words(move, shown)) == move
    assert talk._read(move_words(ChooseBeginner("two"), shown)) == ChooseBeginner("two")
    assert talk._read(move_words(DeclineToken(), shown)) == DeclineToken()


@pytest.mark.parametrize(
    ("code", "question", "listed", "typed"),
    [
        (
            "en",
            "take a progress token from the board, or decline it.",
            "decline 3 the progress token",
            ["decline", "decline the progress token"],
        ),
        (
            "fi",
            "ota edistysmerkki pelilaudalta tai jätä se ottamatta.",
            "jätä 3 edistysmerkki",
            ["jätä", "jätä edistysmerkki", "jätä edistysmerkki ottamatta"],
        ),
        (
            "fr",
            "prendre un jeton Progrès sur le plateau, ou y renoncer.",
            "renoncer 3 au jeton Progrès",
            ["renoncer", "renoncer au jeton Progrès"],
        ),
    ],
)
def test_the_token_of_a_pair_can_be_declined(
    code: str, question: str, listed: str, typed: list[str]
) -> None:
    """With the rule option, declining is the last move of the list and can be typed (R63)."""
    talk = dialogue(Game.from_state(pair_to_decline()), language=language(code))
    shown = flat(talk.answer("moves"))

    assert question in flat(talk.answer("board"))
    assert shown.index(listed) > shown.index("2 ")
    assert [talk._read(text) for text in typed] == [DeclineToken()] * len(typed)
    talk.answer(typed[-1])
    assert talk.game.history[-1].move == DeclineToken()


@pytest.mark.parametrize("to", custom_choice.languages(), ids=lambda to: to.code)
def test_a_choice_of_a_custom_card_can_be_made(to: Language) -> None:
    """It is listed and explained, and played by number, as displayed, or as text."""
    game = Game.from_state(custom_choice.position())
    game.play("wonder messe with tavern")
    talk = dialogue(game, language=to)
    move = parse_move("choose messe quarry", custom_choice.PROMO)
    shown = move_words(move, TextStyle(language=to, names=("Ann", "Ben")))
    listed = flat(talk.answer("moves"))

    assert f"{to.say('choose')} 1 Lumber Yard" in listed
    assert "2 Quarry" in listed
    typed = ["2", shown, shown.upper(), f"{to.say('choose')} Quarry", "choose messe quarry"]
    typed += [f"{to.say('choose')} qua", "choose qua", "choose Quarry", shown[:-4]]  # beginnings
    assert [talk._read(text) for text in typed] == [move] * len(typed)
    assert shown in flat(talk.answer("why 2"))
    for text in ("choose foo", "choos"):
        with pytest.raises(NotationError):
            talk._read(text)
    talk.answer(shown)
    assert talk.game.history[-1].move == move


def test_the_hint_knows_the_declined_token() -> None:
    """The hint compares moves with declining the token."""
    taking = Position.of(pair_to_decline())
    taking.board_tokens = ["agriculture"]
    hint = flat(dialogue(Game.from_state(taking.state())).answer("hint"))

    moves = ("take Agriculture", "decline the progress token")
    assert all(move in hint for move in moves)
    assert re.search(r'With the next best move, "[^"]+", it is \d\d? %', hint)


@pytest.mark.parametrize("typed", ["rakenna", "rakenna:", "build"])
def test_a_verb_alone_lacks_a_name(typed: str, wording: Wording) -> None:
    """A verb without a name is an error in every language."""
    talk = dialogue(language=language("fi"))

    wording(flat(talk.answer(typed)))


@pytest.mark.parametrize("code", ["fi", "fr"])
@pytest.mark.parametrize(
    "typed",
    [
        "hlep",
        "dance with me",
        "build",
        "build foo",
        "build l",
        "build loging camp",
        "wonder pyramids",
        "why blah",
        "cost l",
        "card guil",
        "card st",
        "x" * 600,
    ],
)
def test_a_mistyped_move_is_explained_in_the_language(
    code: str, typed: str, wording: Wording
) -> None:
    """What is wrong with a text that is not a move, and what was meant, is in the language."""
    talk = dialogue(language=language(code))

    wording(flat(talk.answer(typed)))
    assert talk.game.history == ()


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("rakenna pal", "Palisade / Palace"),
        ("why build BA", "Baths / Barracks"),
        ("valitse gi", "Gizan pyramidit / Gizan Sfinksi"),
        ("ota a", "Maatalous / Arkkitehtuuri"),
        ("wonder temple with pal", "Palisade / Palace"),
    ],
)
def test_the_beginning_of_several_names_is_followed_by_them(typed: str, names: str) -> None:
    """If no legal move begins so, the cards that may be meant are named, and no other moves."""
    talk = dialogue(language=language("fi"))

    said_now = flat(talk.answer(typed))
    assert said_now.startswith("Tämä voi tarkoittaa useaa asiaa: ")
    assert said_now.endswith(f"Tarkoititko: {names}?")


def test_the_beginning_of_a_translated_name_is_enough() -> None:
    """One card that begins so is meant, or the only legal one of several; otherwise, none is."""
    talk = dialogue(Game(seed=3), language=language("fi"))
    drafted = [talk.answer(f"valitse {name}") for name in ("via", "Gi", "F", "bab")]

    assert [str(step.move) for step in talk.game.history] == [
        "draft the-appian-way",
        "draft the-pyramids",
        "draft the-great-lighthouse",
        "draft the-hanging-gardens",
    ]
    assert not any("ei ole" in flat(reply) for reply in drafted)
    assert "ei ole tarjolla" in flat(talk.answer("valitse via"))
    assert flat(talk.answer("card gizan")).startswith("Tämä voi tarkoittaa useaa asiaa: gizan.")


def test_an_empty_line_shows_the_moves() -> None:
    """An empty line or ``moves`` shows the moves, and ``board`` shows the board."""
    talk = dialogue()

    assert said(talk.answer("")) == said(talk.answer("moves")) == said(talk.answer("  "))
    assert "── Legal moves ──" in said(talk.answer("MOVES"))
    assert "╭#0" in said(talk.answer("board"))


def test_every_kind_of_move_is_listed_with_its_number() -> None:
    """In each phase the numbers cover the legal moves, in narrow terminals too."""
    for state in positions().values():
        if state.to_move is None:
            continue
        talk = dialogue(Game.from_state(state, rng=Random(1)))
        for width in (20, 80):
            talk.width = width
            text = said(talk.answer("moves"))
            found = {int(one) for one in re.findall(r"(?<![$+#\w])(\d+)(?= \S)", text)}

            assert set(range(1, len(state.legal_moves) + 1)) <= found
            assert all(columns(one) <= width for one in text.splitlines())


@pytest.mark.parametrize("width", [12, 15])
def test_a_tiny_terminal_wraps_the_narration(width: int) -> None:
    """Lines that are too long for a tiny terminal are wrapped again."""
    talk = dialogue()
    talk.width = width
    text = said(talk.answer("7"))

    assert "discards" in text
    assert all(columns(one) <= width for one in text.splitlines())


def test_the_moves_of_each_phase_are_played_by_number() -> None:
    """The number of a move plays it in each phase."""
    for state in positions().values():
        if state.to_move is None:
            continue
        talk = dialogue(Game.from_state(state, rng=Random(1)))
        move = state.legal_moves[-1]
        talk.answer(str(len(state.legal_moves)))

        assert talk.game.history[0].move == move


def test_words_can_be_completed() -> None:
    """Moves, commands and queries about moves can be completed."""
    words = dialogue().words

    assert {"build lumber-yard", "undo!", "quit", "why build lumber-yard"} <= set(words)
    assert {"build Lumber Yard", "cost build Lumber Yard", "card Palace", "card Law"} <= set(words)


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_is_completed_can_be_typed(code: str) -> None:
    """Each move and card that is offered for completion is read in the displayed language."""
    for game in (dealt(3), dealt(3, rules=FIRST)):
        talk = dialogue(game, language=language(code))
        words = talk.words
        count = 2 * len(game.legal_moves)

        assert len(set(words)) == len(words)
        for one, other in zip(words[: count // 2], words[count // 2 : count], strict=True):
            assert talk._read(one) == talk._read(other)
        for word in words:
            if word.startswith("card "):
                assert len(talk.answer(word).lines) > 1


# -- bots ------------------------------------------------------------------------------------------


def test_the_bot_moves_and_is_narrated() -> None:
    """The bot moves until the user's next decision, and its moves are narrated."""
    talk = dialogue(None, None, GreedyBot(seed=1))
    text = said(talk.answer("1"))

    assert "  1. Ann  builds Logging Camp" in text
    assert "  2. Ben  " in text
    assert talk.game.to_move is Player.ONE
    assert talk.prompt == "Ann> "


def test_the_bot_begins_if_it_has_the_first_turn() -> None:
    """A bot with the first turn moves at the start, and its move is narrated."""
    talk = dialogue(None, RandomBot(seed=1), None)

    assert "  1. Ann  " in said(talk.start())
    assert talk.prompt == "Ben> "


def test_a_whole_game_against_the_greedy_bot() -> None:
    """A game against the greedy bot reaches its score and result; then no move can be played."""
    talk = dialogue(Game(seed=8), None, GreedyBot(seed=1))
    talk.start()
    reply = Reply(())
    while not talk.game.is_over:
        reply = talk.answer("1")
    text = said(reply)

    assert "THE SCORE" in text
    assert "Total" in text
    assert re.search(r"(Ann|Ben) wins|share the victory", text)
    assert "save [FILE]" in text
    assert talk.prompt == "> "
    assert "The game is over; there are no moves left." in said(talk.answer("1"))
    for command in ("hint", "moves", ""):
        assert said(talk.answer(command)) == "The game is over."
    assert "the game is over" in said(talk.answer("build palace"))
    assert "The game is over. " in said(talk.answer("board"))
    assert said(talk.answer("quit")) == "Goodbye."
    assert list(Path().iterdir()) == []


def test_chance_is_drawn_if_a_game_has_no_deal() -> None:
    """A game without a deal, for example from a public record, draws its chance outcomes."""
    record = played(3, 20).record(public=True)
    talk = dialogue(Game.from_record(record))
    while not talk.game.is_over:
        talk.answer("1")

    assert talk.game.deal is None
    assert talk.game.result is not None


# -- queries ---------------------------------------------------------------------------------------


def test_why_lists_the_reasons(wording: Wording) -> None:
    """``why`` lists every reason, or says that the move is legal."""
    talk = dialogue()

    assert said(talk.answer("why 1")) == "build Logging Camp: this move is legal."
    told = said(talk.answer("why build palace")).splitlines()
    assert told[0] == "build Palace: this move is illegal."
    assert [one[:3] for one in told[1:]] == [" - ", " - "]
    assert "why build palace" in said(talk.answer("why"))
    wording(said(talk.answer("why 40")))


@pytest.mark.parametrize(
    "typed",
    [
        "cost 1",
        "cost build palace",
        "cost palace",
        "cost pyramids",
        "cost pyramids with drying room",
        "cost build the pyramids with press",
        "cost pyramids with nothing",
        "cost law",
        "cost nothing at all",
        "cost discard tavern",
        "cost",
    ],
)
def test_cost_shows_the_payment(typed: str, wording: Wording) -> None:
    """``cost`` shows the payment for a move or for a card named by itself."""
    wording(flat(dialogue().answer(typed)))


@pytest.mark.parametrize(
    "typed",
    [
        "card 1",
        "card horse breeders",
        "card The Appian Way",
        "card law",
        "card palas",
        "card 40",
        "card",
    ],
)
def test_card_says_what_a_card_does(typed: str, wording: Wording) -> None:
    """``card`` names the effects, the cost and the chains of a card of any kind."""
    wording(flat(dialogue().answer(typed)))


def test_a_card_of_a_decision_without_one() -> None:
    """Who begins is not a card, and neither is nothing: that is an error, in its own words."""
    talk = dialogue(Game.from_state(positions()["begin"], rng=Random(1)))
    assert "unknown card" in said(talk.answer("card 1"))

    talk = dialogue(Game.from_state(pair_to_decline(), rng=Random(1)))
    number = talk.game.legal_moves.index(DeclineToken()) + 1
    assert f"unknown card '{DeclineToken()}'" in said(talk.answer(f"card {number}"))


def test_cost_shows_the_missing_coins() -> None:
    """``cost`` shows how many coins are missing, with the right plural."""
    one = Position(age=Age.I, structure={0: "tavern", 1: "stone-reserve"}, cities=(city(2), city()))
    talk = dialogue(Game.from_state(one.state(), rng=Random(1)))

    assert "1 coin is missing." in said(talk.answer("cost stone-reserve"))
    assert "missing" not in said(talk.answer("cost tavern"))


def test_the_hint_is_the_move_of_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """``hint`` gives the number of the move that a search of 500 simulations finds."""
    simulations = 500
    for state in positions().values():
        if state.to_move is None:
            continue
        talk = dialogue(Game.from_state(state, rng=Random(1)))
        number = int(said(talk.answer("hint")).split()[1])
        found = SearchBot(0, simulations=simulations).choose(state)

        assert state.legal_moves[number - 1] is found
        simulations = 50  # for the others, to save time
        monkeypatch.setattr(hints, "SIMULATIONS", simulations)


HINTS = [
    {"structure": {0: "altar", 1: "baths"}},
    {"structure": {0: "arsenal"}, "age": Age.III, "pawn": 8, "one": 30},
    {"structure": {0: "arsenal"}, "age": Age.III, "one": 0},
    {"phase": Phase.BEGIN, "age": Age.II},
]


@pytest.mark.parametrize("made", HINTS)
def test_the_hint_explains_its_move(made: dict[str, object], wording: Wording) -> None:
    """``hint`` explains its move in a sentence."""
    options = {"age": Age.I, **made}
    coins = options.pop("one", 7)
    state = (
        positions()["begin"]
        if options.get("phase") is Phase.BEGIN
        else Position(cities=(city(coins), city()), **options).state()  # type: ignore[arg-type]
    )
    talk = dialogue(Game.from_state(state, rng=Random(1)))

    wording(flat(talk.answer("hint")))


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_line_begins_with_a_sign(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """A number stays beside its percent sign, and a French word beside its colon, at any width."""
    structure = {0: "altar", 1: "baths"}
    state = Position(age=Age.I, structure=structure, cities=(city(7), city())).state()
    look = TextStyle(language=language(code))
    monkeypatch.setattr(hints, "SIMULATIONS", 20)
    for width in range(30, 100):
        lines = hints.advice(state, look, width)
        lines += wrapped("Mieux : construire Palace (12 %) ; 11 %", look, width)
        assert not [one for one in map(plain, lines) if one.lstrip().startswith(("%", ":", ";"))]


def test_the_score_as_if_the_game_ended() -> None:
    """``score`` shows the score sheet of the position with the players' names."""
    text = said(dialogue().answer("score"))

    assert text.splitlines()[0].split() == ["Ann", "Ben"]
    assert text.splitlines()[-1].split() == ["Total", "2", "2"]


def test_help_names_every_command() -> None:
    """``help`` lists every command, in narrow terminals too."""
    talk = dialogue()
    for width in (20, 80):
        talk.width = width
        text = said(talk.answer("help"))

        assert text == said(talk.answer("?"))
        for word in (
            "d 3, w1 3",
            "why",
            "cost",
            "card",
            "hint",
            "undo",
            "undo!",
            "board",
            "moves",
            "score",
            "save",
            "new",
            "quit",
        ):
            assert word in text
        assert all(columns(one) <= width for one in text.splitlines())


# -- undo ------------------------------------------------------------------------------------------


def test_undo_goes_back_to_the_users_own_decision() -> None:
    """``undo`` takes back the user's last move together with the bot's reply."""
    talk = dialogue(None, None, GreedyBot(seed=1))
    before = talk.game.state
    talk.answer("1")
    text = said(talk.answer("undo"))

    assert talk.game.state == before
    assert text.count("Taken back: ") == 2
    assert "Legal moves" in text
    assert said(talk.answer("undo")) == "There is nothing to take back."


def test_undo_goes_back_one_move_between_two_people() -> None:
    """Between two people, ``undo`` takes back one move, whoever made it."""
    talk = dialogue()
    talk.answer("1")
    talk.answer("4")
    talk.answer("undo")

    assert len(talk.game.history) == 1
    assert talk.game.to_move is Player.TWO


def test_undo_over_a_reveal_has_to_be_confirmed() -> None:
    """``undo`` over a reveal names the card and changes nothing; ``undo!`` is needed."""
    talk = dialogue()
    while not (talk.game.history and talk.game.history[-1].outcomes):
        talk.answer("1")
    state, number = talk.game.state, len(talk.game.history)
    text = flat(talk.answer("undo"))

    assert text.startswith("Revealed since then: ")
    assert 'Type "undo!"' in text
    assert talk.game.state == state
    talk.answer("undo!")
    assert len(talk.game.history) == number - 1


@pytest.mark.parametrize(
    ("phase", "typed", "told"),
    [
        ("draft", "1", "the wonders on offer|age I"),
        ("begin", "1", ""),
        ("turn1", "1", ""),
    ],
)
def test_undo_names_the_outcome(phase: str, typed: str, told: str) -> None:
    """``undo`` names the revealed wonders, age or tokens briefly."""
    state = positions()[phase]
    talk = dialogue(Game.from_state(state, rng=Random(1)))
    while state.to_move is not None and not (talk.game.history and talk.game.history[-1].outcomes):
        talk.answer(typed)
    text = said(talk.answer("undo"))

    assert re.search(told, text)


def test_undo_describes_every_kind_of_outcome() -> None:
    """``undo`` has a message for every kind of chance outcome that can follow a move."""
    seen = set()
    for seed in range(40):
        talk = dialogue(Game(seed=seed))
        rng = Random(seed)
        while not talk.game.is_over:
            moves = talk.game.legal_moves
            talk.game.play(moves[int(rng.random() * len(moves))])
            if talk.game.history[-1].outcomes and not talk.game.is_over:
                text = flat(talk.answer("undo"))
                seen |= {type(answer).__name__ for answer in talk.game.history[-1].outcomes}

                assert text.startswith("Revealed since then: ")
        if len(seen) == 4:
            break

    assert seen == {"CardRevealed", "AgeDealt", "TokensDrawn", "WondersDealt"}


# -- saving ----------------------------------------------------------------------------------------


def test_save_picks_an_unused_name(tmp_path: Path) -> None:
    """``save`` picks an unused file name, keeps using it, and overwrites nothing."""
    (tmp_path / "wonders-duel-1.txt").write_text("mine", encoding="utf-8")
    talk = dialogue()
    talk.answer("1")

    assert said(talk.answer("save")) == "The game is saved to wonders-duel-2.txt."
    talk.answer("1")
    assert said(talk.answer("save")) == "The game is saved to wonders-duel-2.txt."
    assert len(Game.load("wonders-duel-2.txt").history) == 2
    assert (tmp_path / "wonders-duel-1.txt").read_text(encoding="utf-8") == "mine"


def over(talk: Dialogue) -> Dialogue:
    """Play a game to its end."""
    while not talk.game.is_over:
        talk.answer("1")
    return talk


def test_new_starts_another_game_after_the_end(tmp_path: Path) -> None:
    """``new`` starts another game with a new file, leaving the old file unchanged."""
    talk = dialogue(store=Store(path=Path("mine.txt")))
    first = talk.game
    assert said(talk.answer("new")) == 'The game is not over yet; type "quit" to save it for later.'
    assert talk.game is first
    talk.answer("1")
    last = over(talk).answer("save")
    assert said(last) == "The game is saved to mine.txt."
    lines = said(talk.answer("NEW")).splitlines()

    assert lines[0] == "Ann (player one) against Ben (player two), seed 4"
    assert lines[-1].startswith("Type a move number")
    assert talk.game is not first
    assert not talk.game.history
    assert said(talk.answer("undo!")) == "There is nothing to take back."
    assert said(talk.answer("quit")) == "Goodbye."
    talk.answer("1")
    assert said(talk.answer("save")) == "The game is saved to wonders-duel-1.txt."
    assert Game.load("mine.txt").is_over
    over(talk).answer("new")
    talk.answer("1")
    assert said(talk.answer("save")) == "The game is saved to wonders-duel-2.txt."
    assert len(list(tmp_path.iterdir())) == 3

    other = dialogue(store=Store(path=Path("other.txt")))
    over(other).answer("new")
    other.answer("1")
    assert "The game is saved to other.txt." in said(other.answer("quit"))


def test_why_a_game_was_lost() -> None:
    """After a lost game, ``why`` alone shows the decisions that cost most."""
    state = Position(
        age=Age.III,
        structure={0: "siege-workshop", 1: "senate"},
        cities=(
            CityPosition(coins=30, buildings=["palace", "town-hall", "obelisk"]),
            CityPosition(coins=15),
        ),
        pawn=-7,
    ).state()
    talk = dialogue(Game.from_state(state))
    assert talk.loser is None
    talk.answer("discard senate")
    end = flat(talk.answer("build siege-workshop"))

    assert 'Type "why" to see the decisions that cost most.' in end
    assert talk.loser is Player.ONE
    assert "Move 1: discard Senate (probability of winning:" in flat(talk.answer("why"))


def test_the_end_of_a_game_lists_the_commands() -> None:
    """The end of a game lists the available commands, ``new`` included."""
    talk = dialogue()
    reply = talk.start()
    while not talk.game.is_over:
        reply = talk.answer("1")

    end = '"undo!" to take back a move, or "quit" to leave.'
    assert flat(reply).endswith(end)
    assert "new" in talk.words


def test_save_under_a_name(tmp_path: Path) -> None:
    """``save`` with a name switches to that file, and refuses a file of something else."""
    (tmp_path / "other.txt").write_text("mine", encoding="utf-8")
    talk = dialogue()
    talk.answer("1")

    assert "other.txt already exists" in said(talk.answer("save other.txt"))
    assert said(talk.answer("save my game.json")) == "The game is saved to my game.json."
    assert said(talk.answer("save")) == "The game is saved to my game.json."
    assert (tmp_path / "other.txt").read_text(encoding="utf-8") == "mine"
    assert "--load 'my game.json'" in said(talk.answer("quit"))


def test_a_failed_save_is_reported() -> None:
    """A failed save is reported with the file and the reason, and the game continues."""
    talk = dialogue()
    talk.answer("1")
    text = flat(talk.answer("save nowhere/at/all.txt"))

    assert "Cannot save the game to nowhere/at/all.txt: No such file or directory" in text
    assert talk.failed
    assert "is saved to" in said(talk.answer("save"))
    assert not talk.failed


@pytest.mark.parametrize("name", ["föö.txt", "my game.txt", "-x", "~/at home.txt", "it's.txt"])
@pytest.mark.parametrize("bare", [False, True])
def test_the_displayed_file_name_can_be_typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, *, bare: bool
) -> None:
    """The displayed file name is the real one and can be typed, also in ASCII mode."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    talk = dialogue(ascii=bare)
    talk.answer("1")
    talk.answer(f"save {name}")
    *_, command = said(talk.answer("quit")).splitlines()
    *_, option, file = shlex.split(command)

    assert option == "--load"
    assert not file.startswith("-")
    assert len(Game.load(file).history) == 1


def test_a_file_name_with_invisible_characters_is_refused(tmp_path: Path, wording: Wording) -> None:
    """A file name with invisible characters is shown escaped and refused; nothing is written."""
    talk = dialogue()
    talk.answer("1")

    for name in ("a\tb.txt", "a\u202eb.txt", "a\ud800.txt"):
        text = flat(talk.answer(f"save {name}"))
        assert repr(name) in text
        wording(text)
    assert not list(tmp_path.iterdir())


def test_a_refused_file_name_does_no_harm(tmp_path: Path) -> None:
    """After a refused file name, a game that is already saved is not saved again."""
    talk = dialogue()
    talk.answer("1")
    talk.answer("save a.txt")
    talk.answer("save .")

    assert said(talk.answer("quit")).endswith("--load a.txt")
    assert not talk.failed
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def test_quitting_saves_an_unfinished_game() -> None:
    """``quit`` saves an unfinished game unless it is saved already."""
    talk = dialogue()
    assert said(talk.answer("quit")) == "Goodbye."
    talk.answer("1")
    reply = talk.answer("exit")

    assert reply.ends
    assert said(reply).splitlines() == [
        "The game is saved to wonders-duel-1.txt.",
        "Continue with:",
        "  wonders-duel play --load wonders-duel-1.txt",
    ]
    assert said(talk.answer("q")).splitlines()[0] == "Continue with:"


def test_quitting_saves_elsewhere_if_necessary(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the current folder is not writable, ``quit`` saves in the temporary folder and says so."""
    spare = tmp_path / "spare"
    spare.mkdir()
    monkeypatch.setattr(stores, "gettempdir", lambda: str(spare))
    talk = dialogue(store=Store(path=tmp_path / "gone" / "game.txt"))
    talk.answer("1")
    text = flat(talk.answer("quit"))
    assert "Cannot save the game" in text
    assert "The game is saved to wonders-duel-1.txt." in text

    talk = dialogue(store=Store(path=tmp_path / "gone" / "game.txt"))
    talk.answer("1")
    monkeypatch.setattr(stores, "_free", _free_in(spare))
    text = flat(talk.answer("quit"))
    assert f"--load {spare / 'wonders-duel-9.txt'}" in text
    assert not talk.failed

    talk = dialogue(store=Store(path=tmp_path / "gone" / "game.txt"))
    talk.answer("1")
    monkeypatch.setattr(stores, "_free", _free_in(tmp_path / "gone"))
    reply = talk.answer("quit")
    assert talk.failed
    assert reply.ends
    assert "Go on" not in flat(reply)


def _free_in(folder: Path) -> object:
    """Return a search for unused names in which only one folder is writable."""

    def free(asked: Path) -> Path:
        there = asked == Path(folder)
        return (folder if there else folder.parent / "not-there") / "wonders-duel-9.txt"

    return free


def test_an_existing_file_is_never_replaced(tmp_path: Path) -> None:
    """An existing file is never replaced, and a failed save is not reported as saved."""
    path = tmp_path / "game.txt"
    path.write_text("mine", encoding="utf-8")
    game = played(1, 3)
    store = Store(path=path)

    with pytest.raises(TakenError):
        store.save(game)
    assert not store.is_saved(game)
    assert path.read_text(encoding="utf-8") == "mine"


# -- layout ----------------------------------------------------------------------------------------


def test_everything_fits_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole game with all commands fits 20 columns."""
    monkeypatch.setattr(hints, "SIMULATIONS", 5)
    talk = dialogue(Game(seed=4), None, RandomBot(seed=1))
    talk.width = 20
    replies = [talk.start()]
    while not talk.game.is_over:
        replies += [talk.answer(one) for one in ("help", "why 1", "cost 1", "hint", "score", "1")]

    for reply in replies:
        assert all(columns(plain(one)) <= 20 for one in reply.lines)


SIZES = [(80, 24), (100, 30), (120, 40), (60, 24), (80, 74), (120, 57)]


@pytest.mark.parametrize("to", LANGUAGES)
@pytest.mark.parametrize(("width", "rows"), SIZES)
def test_every_decision_fits_the_terminal(to: str, width: int, rows: int) -> None:
    """In whole games each decision fits, with the whole structure and a way to type each move."""
    look = TextStyle(language=language(to), names=("Ann", "Ben"))
    news = [line(str(number)) for number in range(9)]
    for seed in range(2):
        rng = Random(seed)
        game = Game(seed=seed, rules=FIRST if seed else None)
        while not game.is_over:
            state = game.state
            lines = decision(state, look, width, rows, news, [])
            told = said(lines)
            assert len(lines) < rows
            assert all(columns(plain(one)) <= width for one in lines)
            numbers = card_numbers(state) if state.phase is Phase.TURN else {}
            listed = arrangement(width, rows) is not Arrangement.NUMBERED
            for slot in state.structure:
                if not slot.is_empty:
                    mark = f"#{slot.index}"
                    if not listed and slot.index in numbers:
                        number, builds = numbers[slot.index]
                        mark = f"[{number}{'' if builds else 'd'}]"
                    assert mark in told
            if listed or not numbers:
                words = told.replace("\N{NO-BREAK SPACE}", " ").split()
                assert {str(one + 1) for one in range(len(state.legal_moves))} <= set(words)
            moves = state.legal_moves
            built = [move for move in moves if not isinstance(move, DiscardBuilding)]
            game.play(rng.choice(built or moves))


def test_details_give_way_to_the_moves_and_the_structure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In fewer rows than are needed, details are left out, and at last everything but these two."""
    look = TextStyle(language=language("en"), names=("Ann", "Ben"))
    news = [line("It was a long story.")] * 9
    state = positions()["turn2"]
    shown = [
        said(decision(state, look, 80, rows, news, [line("hint")])) for rows in (39, 24, 16, 5)
    ]

    assert all("]" in one and "cards     type" in one for one in shown)
    assert "progress" in shown[0]
    assert "progress" not in shown[1]
    assert "Ann · " in shown[1]
    assert "Ann · " not in shown[3]
    assert "hint" not in shown[3]
    assert "cards     type" not in said(decision(state, look, 120, 57, news, []))
    monkeypatch.setattr(fitting, "FULL_ROWS_WIDE", 20)
    full = said(decision(state, look, 120, 25, news, []))
    assert "Legal moves" in full
    assert "prices" not in full  # the whole board would not fit
    revive = positions()["revive"]
    told = said(decision(revive, look, 80, 5, news, []))
    assert "long story" not in told
    assert "Legal moves" in told


def test_a_high_structure_is_listed() -> None:
    """A custom structure that is too high for the terminal is a list; in more rows it is drawn."""
    look = TextStyle(language=language("en"), names=("Ann", "Ben"))
    state = Game(seed=1, rules=FIRST, catalogue=HIGH).state
    lines = decision(state, look, 80, 24, [], [])

    assert len(lines) < 24
    assert "[1] Stone Pit" in said(lines).replace("\N{NO-BREAK SPACE}", " ")
    assert "covered" in said(lines)
    assert "covered" not in said(decision(state, look, 80, 40, [], []))


def test_cards_are_discarded_and_used_by_their_number() -> None:
    """``d`` with the number on a card discards it, ``w1`` builds the first wonder with it."""
    talk = dialogue()
    talk.width, talk.rows = 80, 24
    talk.answer("d 2")
    assert str(talk.game.history[-1].move).startswith("discard ")
    talk.answer("d1")
    assert isinstance(talk.game.history[-1].move, DiscardBuilding)
    while not wonders_to_build(talk.game.state):
        talk.answer("d 1")
    wonder = wonders_to_build(talk.game.state)[0]
    assert "w1" in said(talk._decision([], ""))
    played_before = len(talk.game.history)
    beyond = next(
        number
        for number, move in enumerate(talk.game.legal_moves, start=1)
        if isinstance(move, ConstructWonder)
    )
    for wrong in (
        f"d {beyond}",
        f"w1 {beyond}",
        "w9 1",
        "w0 1",
        "d 999",
        f"d {len(talk.game.legal_moves)}",
    ):
        reply = talk.answer(wrong)
        assert said(reply).startswith("this is not possible; type a number that is shown on a card")
        assert len(talk.game.history) == played_before
    talk.answer("W1 1")
    assert isinstance(talk.game.history[-1].move, ConstructWonder)
    assert talk.game.history[-1].move.wonder is wonder


def test_a_decision_clears_the_screen_on_a_terminal() -> None:
    """A decision is for a cleared screen; what is asked for is shown below it."""
    talk = dialogue()
    talk.width, talk.rows, talk.clears = 80, 24, True

    assert talk.start().clears
    assert not talk.answer("score").clears
    reply = talk.answer("1")
    assert reply.clears
    assert "builds" in said(reply)
    talk.clears = False
    assert not talk.answer("1").clears
    over(talk)
    talk.clears = True
    assert talk.answer("new").clears


def test_a_player_who_can_build_nothing_is_told_how_to_discard() -> None:
    """If no card can be built, the line below the cards says how one is discarded."""
    state = Position(
        age=Age.III, structure={0: "palace", 1: "town-hall"}, cities=(city(0), city(0))
    ).state()
    look = TextStyle(language=language("en"), names=("Ann", "Ben"))
    told = said(decision(state, look, 80, 24, [], []))

    assert 'type "1" to discard the card [1d] for $2' in told
    assert "[2d]" in told


def test_everything_is_ascii_on_request() -> None:
    """In ASCII mode the narration is ASCII too."""
    talk = dialogue(Game(seed=4), None, RandomBot(seed=1), ascii=True, names=("Zoe", "Ben"))
    text = said(talk.start())
    while not talk.game.is_over:
        text += said(talk.answer("1"))

    assert text.isascii()


# -- the command -----------------------------------------------------------------------------------


def play(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, typed: str, *options: str
) -> tuple[int, str, str]:
    """Run the command in this process."""
    monkeypatch.setattr(sys, "stdin", StringIO(typed))
    monkeypatch.setenv("COLUMNS", "80")
    code = main(["play", *options])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


WRONG = [
    (
        ["--opponent", "clever"],
        2,
    ),
    (["--opponent", "nowhere:Bot"], 2),
    (["--opponent", ""], 2),
    (["--hotseat", "--opponent", "greedy"], 2),
    (["--hotseat", "--seat", "two"], 2),
    (["--opponent", "greedy,depth=3"], 2),
    (["--opponent", "human,depth=3"], 2),
    (["--language", "tlh"], 2),
    (["--rule", "speed=fast"], 2),
    (["--rule", "speed"], 2),
    (["--name", "a", "--name", "b", "--name", "c"], 2),
    (["--name", "a\x07"], 2),
    (["--load", ""], 2),
    (["--save", ""], 2),
    (
        ["--save", "a\x07.txt"],
        2,
    ),
    (["--load", "nowhere.txt"], 1),
    (["--load", "."], 1),
    (["--load", "over.txt"], 1),
    (["--load", "resigned.txt"], 1),
    (["--load", "wrong.txt"], 1),
    (["--load", "several.txt"], 1),
    (["--load", "other.txt"], 1),
    (["--load", "process.txt"], 2),
    (["--save", "."], 1),
    (["--save", "nodir/x.txt"], 1),
    (
        ["--load", "going.txt", "--seed", "4"],
        2,
    ),
    (["--load", "going.txt", "--first-player", "two"], 2),
    (["--load", "going.txt", "--rule", "wonder_setup=draft"], 2),
    (["--save", "going.txt"], 1),
    (["--load", "going.txt", "--save", "over.txt"], 1),
]


def test_no_game_begins_that_cannot_be_saved_as_asked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, wording: Wording
) -> None:
    """A folder in which nothing can be written is found at the start, not after the game."""
    monkeypatch.setattr(os, "access", lambda *_: False)
    code, out, err = play(capsys, monkeypatch, "1\n", "--save", "new.txt")
    assert (code, out) == (1, "")
    wording(err)


def test_the_error_of_a_program_names_no_other_opponent(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a program cannot be run, other ways to name an opponent do not help."""
    code, out, err = play(capsys, monkeypatch, "", "--opponent", "process,command=nosuch")
    assert (code, out) == (2, "")
    assert "program" in err
    assert "human" not in err
    assert "module:factory" not in err


@pytest.mark.parametrize(("options", "code"), WRONG)
def test_an_unplayable_file_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    options: list[str],
    code: int,
    wording: Wording,
) -> None:
    """A file that cannot be played is refused in one line, with the usual exit code."""
    over = Game(seed=1)
    over.play_out(RandomBot(1), RandomBot(2))
    over.save("over.txt")
    played(1, 5).save("going.txt")
    program = played(1, 5)
    program.players = [Participant(kind, {"played-by": kind}) for kind in ("human", "process")]
    program.save("process.txt")
    resigned = played(1, 5)
    resigned.resign("one")
    resigned.save("resigned.txt")
    Path("wrong.txt").write_text("hello", encoding="utf-8")
    Game(seed=1, catalogue=EXTENDED).save("other.txt")
    several = Path("going.txt").read_text(encoding="utf-8")
    Path("several.txt").write_text(f"{several}\n{several}", encoding="utf-8")
    found, out, err = play(capsys, monkeypatch, "", *options)

    assert found == code
    assert out == ""
    wording(re.sub(r"(cannot read \S+): .*", r"\1: REASON", err))  # as the system words it
    assert len(err.splitlines()) == 1
    assert err.startswith("wonders-duel: ")


@pytest.mark.parametrize("option", ["--seat=three", "--colour=pink", "--seed=x"])
def test_wrong_values_of_options_are_refused(option: str) -> None:
    """The argument parser refuses wrong values of options."""
    with pytest.raises(SystemExit, match="2"):
        main(["play", option])


@pytest.mark.parametrize(
    ("options", "head", "seat"),
    [
        ([], "Player (player one) against easy (player two), seed 5", "Player> "),
        (["--seat", "two"], "easy (player one) against Player (player two)", "Player> "),
        (["--opponent", "Random", "--name", "Zoë"], "Zoë (player one) against random", "Zoë> "),
        (["--seat", "two", "--name", "A", "--name", "B"], "B (player one) against A", "A> "),
        (["--hotseat"], "Player one (player one) against Player two", "Player one> "),
        (["--opponent", "human", "--name", "A", "--name", "B"], "A (player one) against B", "A> "),
        (
            ["--opponent", "search,simulations=5", "--name", "Zoë"],
            "Zoë (player one) against search",
            "Zoë> ",
        ),
        (["--first-player", "two", "--hotseat"], "Player one (player one)", "Player two> "),
    ],
)
def test_the_options_set_the_seats(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    options: list[str],
    head: str,
    seat: str,
) -> None:
    """The options set the seats: against a bot or a person, with names or without."""
    code, out, err = play(capsys, monkeypatch, "", "--seed", "5", *options)

    assert (code, err) == (0, "")
    assert out.splitlines()[0].startswith(head)
    assert seat in out
    assert out.splitlines()[-1] == "Goodbye."


def test_a_random_seat_is_either(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A random seat can be either one."""
    heads: set[str] = set()
    while len(heads) < 2:
        out = play(capsys, monkeypatch, "", "--seed", "5", "--seat", "random")[1]
        heads.add(out.splitlines()[0])

    assert {head.split()[0] for head in heads} == {"Player", "easy"}


def test_a_game_without_a_seed_prints_its_seed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game without a seed prints its seed, which reproduces the game."""
    first = play(capsys, monkeypatch, "")[1]
    seed = first.splitlines()[0].rpartition(" ")[2]

    assert int(seed) > 10**9, "it could be found by trying"
    assert play(capsys, monkeypatch, "", "--seed", seed)[1] == first


def test_a_game_is_resumed_in_its_language(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command that is printed at the end has the language."""
    out = play(capsys, monkeypatch, "1\n", "--seed", "5", "--language", "fi")[1]
    assert out.splitlines()[-1] == "  wonders-duel play --load wonders-duel-1.txt --language fi"


def test_a_game_is_resumed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The end of input saves the game; it resumes with the same players and file."""
    options = ("--seed", "5", "--seat", "two", "--opponent", "random", "--name", "Ann")
    code, out, _ = play(capsys, monkeypatch, "1\n1\n", *options)
    assert code == 0
    assert out.splitlines()[-3:] == [
        "The game is saved to wonders-duel-1.txt.",
        "Continue with:",
        "  wonders-duel play --load wonders-duel-1.txt",
    ]
    number = len(Game.load("wonders-duel-1.txt").history)

    code, out, _ = play(capsys, monkeypatch, "1\n", "--load", "wonders-duel-1.txt")
    assert code == 0
    assert out.splitlines()[:2] == [
        f"The game resumes after {number} moves.",
        "You are Ann; random is the random bot.",
    ]
    assert "Ann> " in out
    again = Game.load("wonders-duel-1.txt")
    assert len(again.history) > number
    assert [player.name for player in again.players] == ["random", "Ann"]
    assert [player.tags["played-by"] for player in again.players] == ["random", "human"]
    assert [path.name for path in Path().iterdir()] == ["wonders-duel-1.txt"]


def test_another_game_keeps_seats_and_options(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """``new`` keeps names, bots, first player and rules, but always deals other cards."""
    options = (
        *("--seed", "5", "--seat", "two", "--opponent", "random", "--name", "Ann"),
        *("--first-player", "two", "--rule", "wonder_setup=first-game"),
        *("--rule", "reveal_timing=on-take"),
    )
    moves = "1\n" * 50
    _, out, _ = play(capsys, monkeypatch, f"{moves}save a.txt\nnew\n1\nsave b.txt\n", *options)
    heads = [line for line in out.splitlines() if "(player one)" in line]
    one, two = Game.load("a.txt"), Game.load("b.txt")

    assert heads[0] == "random (player one) against Ann (player two), seed 5"
    assert heads[1].startswith("random (player one) against Ann (player two), seed ")
    assert heads[0] != heads[1]
    assert one.is_over
    assert not two.is_over
    assert two.history[0].player is Player.TWO
    assert (two.players, two.state.rules) == (one.players, one.state.rules)
    assert int(two.tags["seed"]) > 10**9
    assert str(one.record().deal) != str(two.record().deal)
    # The second game's bot is created again: a known seed would reproduce the game.
    again = Game(seed=int(two.tags["seed"]), first_player="two", rules=one.state.rules)
    again.play(again.legal_moves[0])
    assert again.state == two.history[0].after


OWN = """
from wonders_duel.bots import GreedyBot

class Fails:
    asked = 0

    def choose(self, state):
        self.asked += 1
        if self.asked == 2:
            raise ZeroDivisionError("no idea")
        return state.legal_moves[0]

class Once:
    made = 0

    def __init__(self):
        Once.made += 1
        if Once.made == 2:
            raise RuntimeError("not again")

    def choose(self, state):
        return state.legal_moves[0]
"""


@pytest.fixture
def _own_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ownbots.py").write_text(OWN, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setitem(sys.modules, "ownbots", None)
    del sys.modules["ownbots"]


@pytest.mark.usefixtures("_own_bots")
def test_a_custom_bot_is_not_loaded_from_a_file(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, wording: Wording
) -> None:
    """A custom bot named in an untrusted file is not imported; the user has to name it again."""
    options = ("--seed", "5", "--seat", "two", "--opponent", "ownbots:Once", "--name", "Ann")
    code, out, err = play(capsys, monkeypatch, "1\n", *options)
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == "ownbots:Once (player one) against Ann (player two), seed 5"
    assert Game.load("wonders-duel-1.txt").players[0].tags["played-by"] == "ownbots:Once"
    del sys.modules["ownbots"]

    code, out, err = play(capsys, monkeypatch, "1\n", "--load", "wonders-duel-1.txt")
    assert (code, out) == (2, "")
    wording(err)
    assert "ownbots" not in sys.modules
    again = ("--opponent", "ownbots:Once", "--seat", "two")
    code, out, err = play(capsys, monkeypatch, "1\n", "--load", "wonders-duel-1.txt", *again)
    assert (code, err) == (0, "")
    assert out.splitlines()[1] == "You are Ann; ownbots:Once is a bot."


@pytest.mark.usefixtures("_own_bots")
def test_a_bot_that_fails_does_not_end_the_game(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After an error of the bot, the user can move for it, undo the last move, or save."""
    options = ("--seed", "5", "--opponent", "ownbots:Fails", "--rule", "wonder_setup=first-game")
    code, out, err = play(capsys, monkeypatch, "1\n1\n2\nundo!\nquit\n", *options)
    text = " ".join(out.split())

    assert (code, err) == (0, "")
    assert "the bot ownbots:Fails failed: ZeroDivisionError: no idea (ownbots.py, line 10)" in text
    assert text.count('You can make a move for the bot, or type "undo" or "quit".') == 1
    assert "Fails> 2" in out
    assert out.count("Taken back: ") >= 2
    assert "The game is saved to wonders-duel-1.txt." in out


@pytest.mark.usefixtures("_own_bots")
def test_a_bot_that_cannot_be_created_again_ends_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a bot cannot be created for a new game, the finished game stays open."""
    typed = "1\n" * 60 + "new\nsave a.txt\n"
    _, out, _ = play(capsys, monkeypatch, typed, "--seed", "5", "--opponent", "ownbots:Once")

    assert "cannot create ownbots:Once: RuntimeError: not again" in " ".join(out.split())
    assert Game.load("a.txt").is_over


def test_an_unchanged_loaded_game_is_not_saved(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A loaded game is not saved again if nothing has been played."""
    play(capsys, monkeypatch, "1\n", "--seed", "5", "--hotseat")
    before = Path("wonders-duel-1.txt").stat().st_mtime_ns
    _, out, _ = play(capsys, monkeypatch, "", "--load", "wonders-duel-1.txt")

    assert "The game resumes after 1 move." in out
    assert "Player one and Player two play at one keyboard." in out
    assert "is saved to" not in out
    assert Path("wonders-duel-1.txt").stat().st_mtime_ns == before


def test_seats_can_be_reassigned(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A loaded game can get other seats and another file."""
    play(capsys, monkeypatch, "1\n", "--seed", "5", "--hotseat", "--name", "A", "--name", "B")
    options = ("--load", "wonders-duel-1.txt", "--opponent", "greedy", "--save", "new.json")
    _, out, _ = play(capsys, monkeypatch, "1\n", *options)

    assert "The game is saved to new.json." in out
    assert [one.tags["played-by"] for one in Game.load("new.json").players] == ["human", "greedy"]
    assert len(Game.load("wonders-duel-1.txt").history) == 1


def test_no_line_of_a_reason_begins_with_a_colon() -> None:
    """The space before a French colon breaks no line, neither in reasons nor in prices."""
    game = Game(seed=3, rules="first-game")
    talk = dialogue(game, language=language("fr"))
    lines = [
        line.strip()
        for talk.width in range(20, 80)
        for typed in ("why revive altar", "cost pyramids")
        for line in said(talk.answer(typed)).splitlines()
    ]

    assert "construction depuis la défausse" in lines
    assert not [line for line in lines if line.startswith((":", ";"))]


def test_a_failure_to_save_a_saved_game_again_is_forgotten(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The exit code is 1 only if the game as it is has not been saved, begun or not."""
    failing = "save nowhere/a.txt\nquit\n"
    code, out, _ = play(capsys, monkeypatch, f"save a.txt\n{failing}", "--seed", "5")
    assert (code, out.splitlines()[-1]) == (0, "Goodbye.")
    code, out, _ = play(capsys, monkeypatch, failing, "--seed", "5")
    assert (code, out.splitlines()[-1]) == (1, "Goodbye.")


def test_another_opponent_gets_its_own_name(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who takes over a seat in a loaded game does not keep the name of the bot before."""
    play(capsys, monkeypatch, "1\n", "--seed", "5", "--opponent", "greedy", "--name", "Ann")
    again = ("--load", "wonders-duel-1.txt")
    _, out, _ = play(capsys, monkeypatch, "", *again, "--opponent", "random")
    assert "You are Ann; random is the random bot." in out
    _, out, _ = play(capsys, monkeypatch, "", *again, "--hotseat")
    assert "Ann and Player two play at one keyboard." in out
    _, out, _ = play(capsys, monkeypatch, "", *again, "--hotseat", "--name", "A", "--name", "B")
    assert "A and B play at one keyboard." in out


def test_a_game_from_elsewhere_gets_its_seats(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game without recorded seats gets those of the options and keeps its names."""
    game = played(1, 6)
    game.players = ("Ann", "")
    game.save("game.txt")
    _, out, _ = play(capsys, monkeypatch, "1\n", "--load", "game.txt")

    assert "Ann> " in out
    assert [player.name for player in Game.load("game.txt").players] == ["Ann", "easy"]


def test_a_game_that_cannot_be_saved_is_a_failure(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """If the game cannot be saved, the exit code is 1, however the dialogue ends."""
    monkeypatch.setattr(stores, "_free", lambda _: tmp_path / "gone" / "game.txt")

    code, out, _ = play(capsys, monkeypatch, "1\nquit\n", "--seed", "5")
    assert code == 1
    assert "Cannot save the game to" in out
    assert play(capsys, monkeypatch, "1\n", "--seed", "5")[0] == 1
    assert play(capsys, monkeypatch, "quit\n", "--seed", "5")[0] == 0


def test_colours_and_ascii_in_the_command(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Colours and ASCII follow the options."""
    assert "\x1b[" in play(capsys, monkeypatch, "", "--seed", "5", "--colour", "always")[1]
    plainly = play(capsys, monkeypatch, "", "--seed", "5", "--color", "never", "--ascii")[1]
    assert plainly.isascii()
    assert "\x1b" not in plainly


@pytest.mark.parametrize(("colour", "told"), [("always", 1), ("auto", 0), ("never", 0)])
def test_missing_colours_are_reported(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    colour: str,
    told: int,
) -> None:
    """Missing colours are reported once, and only if they were requested."""
    for name in ("rich", "rich.color", "rich.console", "rich.style"):
        monkeypatch.setitem(sys.modules, name, None)
    code, out, err = play(capsys, monkeypatch, "", "--seed", "5", "--colour", colour)

    assert code == 0
    assert "\x1b" not in out
    message = 'Colours require rich: pip install "wonders-duel[cli]"'
    assert err.splitlines() == [message] * told
    path = Path("game.txt")
    path.write_text(Game(seed=1).record().to_text(), encoding="utf-8")
    for command in (["demo", "--seed", "1", "--board"], ["replay", str(path), "--board"]):
        assert main([*command, "--colour", colour]) == 0
        out, err = capsys.readouterr()
        assert "\x1b" not in out
        assert err.splitlines() == [message] * told


def test_notices_are_on_the_screen_that_is_cleared(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the program cannot do is said below the first moves, not before the screen is cleared."""
    for name in ("rich", "rich.color", "rich.console", "rich.style"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setattr(commands, "_lacking", lambda: "")
    monkeypatch.setattr(commands, "get_terminal_size", lambda: os.terminal_size((79, 30)))
    monkeypatch.setattr(Terminal, "clears", True)
    options = ("--full-screen", "--colour", "always", "--seed", "5")
    code, out, err = play(capsys, monkeypatch, "1\n", *options)

    assert (code, err) == (0, "")
    _, first, *later = out.split(terminals.CLEAR)
    for notice in (
        "The full screen needs 80 columns and 24 rows; this terminal has 79 and 30.",
        'Colours require rich: pip install "wonders-duel[cli]"',
    ):
        assert notice in " ".join(first.split())
        assert notice not in " ".join(" ".join(later).split())


def test_an_interrupt_saves_the_game(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An interrupt saves the game at any time."""

    class Stopped:
        """A user who makes a move and presses Ctrl-C."""

        typed = StringIO("1\n")

        def readline(self, size: int) -> str:
            line = self.typed.readline(size)
            if not line:
                raise KeyboardInterrupt
            return line

        def isatty(self) -> bool:
            return False

    monkeypatch.setattr(sys, "stdin", Stopped())
    code = main(["play", "--seed", "5"])
    out = capsys.readouterr().out

    assert code == 130
    assert "The game is saved to wonders-duel-1.txt." in out


def test_unusual_input_is_handled(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An overlong line is refused once, control characters are escaped, no input is fine."""
    out = play(capsys, monkeypatch, f"{'x' * 30_000}\n1\x1b[2J\n", "--seed", "5")[1]

    assert out.count("expected at most 500 characters") == 1
    assert "\x1b" not in out
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["play", "--seed", "5"]) == 0


def test_chance_states_are_resolved_before_the_prompt() -> None:
    """Chance states are resolved before the first prompt, so any position can be played."""
    talk = dialogue(Game.from_state(State.start()))

    assert "pick a wonder" in said(talk.start())


def test_a_byte_order_mark_before_the_input_is_ignored(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On Windows, what a pipe carries may begin with a mark, and its lines end with two characters."""
    code, out, _ = play(capsys, monkeypatch, "\ufeff1\r\nquit\r\n", "--save", "kept.txt")
    assert code == 0
    assert "ufeff" not in out
    assert "picks" in out


@pytest.mark.parametrize("seat", ["one", "two"])
def test_what_a_file_cannot_name_is_repeated(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, seat: str
) -> None:
    """The command that resumes a game has an opponent that runs code, or has settings, and the seat."""
    for words in ("wonders_duel.bots:RandomBot", "search,simulations=2"):
        chosen = ("--opponent", words, "--seat", seat, "--save", "kept.txt")
        code, out, _ = play(capsys, monkeypatch, "1\nquit\n", *chosen)
        assert code == 0
        command = out.splitlines()[-1].split()
        assert command == ["wonders-duel", "play", "--load", "kept.txt", *chosen[:4]]
        code, out, _ = play(capsys, monkeypatch, "quit\n", *command[2:])
        assert code == 0
        assert out.splitlines()[-1].split() == command
        Path("kept.txt").unlink()


def test_the_name_of_a_waiting_line_is_cleared(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A name with wide characters leaves nothing behind, and takes no second row."""
    monkeypatch.setattr(terminals, "is_terminal", lambda: True)
    monkeypatch.setenv("COLUMNS", "30")
    monkeypatch.setenv("TERM", "dumb")
    shown = Terminal(list, Ending(), colour=False)
    shown.wait("\u6f22\u5b57\u6f22\u5b57 is thinking")
    shown.wait("")
    first, cleared = capsys.readouterr().out.removeprefix("\r").rstrip("\r").split("\r")
    assert first == "\u6f22\u5b57\u6f22\u5b57 is thinking ..."
    assert cleared == " " * columns(first)
    shown.wait("\u6f22\u5b57" * 10 + " is thinking")
    assert columns(capsys.readouterr().out.strip("\r")) < 30
