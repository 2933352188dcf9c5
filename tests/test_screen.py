"""The game on a full screen: what each key does, and what is drawn, without a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from random import Random

import attrs
import pytest
from typing_extensions import override

from examples import custom_choice
from tests.builders import dealt, pair_to_decline
from tests.own_cards import HIGH, WIDE
from tools.goldens import positions
from wonders_duel import (
    Age,
    CityPosition,
    Game,
    Phase,
    Player,
    Position,
    State,
    TokensDrawn,
    catalogue,
)
from wonders_duel.bots import Bot, GreedyBot
from wonders_duel.errors import BotError
from wonders_duel.languages import ENGLISH, LANGUAGES, Language, language
from wonders_duel.play.replies import wrapped
from wonders_duel.play.screen.actions import Actions
from wonders_duel.play.screen.drawing import draw
from wonders_duel.play.screen.model import BOX, Confirmation, Screen, Text, WonderMenu
from wonders_duel.play.store import Store
from wonders_duel.render.board.glance import SCREEN_HEIGHT, SCREEN_WIDTH
from wonders_duel.render.board.look import text_style
from wonders_duel.render.board.spans import plain
from wonders_duel.support.columns import columns

SIZES = [(80, 24), (100, 30), (120, 40), (160, 60), (220, 80)]
FIRST = "first-game"


class Failing:
    """A bot that fails."""

    def choose(self, state: State) -> object:
        """Fail."""
        raise BotError(f"no idea in age {state.age}")


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def twelve() -> Game:
    """Return the game of seed 12, with the wonders of a first game."""
    return Game(seed=12, rules=FIRST)


def screen(
    game: Game | None = None,
    two: Bot | None = None,
    *,
    code: str = "en",
    ascii: bool = False,  # noqa: A002 - the name of the option
    names: tuple[str, str] = ("Ann", "Ben"),
) -> Screen:
    """Return the screen of a game between two people, or against a bot."""
    actions = Actions(
        game or dealt(3, rules=FIRST),
        (None, two),
        text_style(language(code), ascii=ascii, names=names),
        Store(),
        Random(1),
        lambda: (dealt(4, rules=FIRST), (None, two)),
    )
    return Screen(actions)


def finish_job(shown: Screen) -> None:
    """Do the work at hand, as the thread of the view does."""
    job = shown.job
    assert job is not None
    result, fault = None, None
    try:
        result = job.run(job.stop, lambda _done, _most: None)
    except BotError as error:
        fault = error
    shown.finish(job, result, fault)


def press(shown: Screen, *keys: str) -> Screen:
    """Press keys, and let bots move after each of them."""
    for key in keys:
        shown.press(key)
        while shown.job is not None and shown.job.is_move:
            finish_job(shown)
    return shown


def text(shown: Screen, width: int = SCREEN_WIDTH, height: int = SCREEN_HEIGHT) -> str:
    """Return what is drawn, after a check of its size."""
    lines = [plain(one) for one in draw(shown, width, height).lines]
    assert len(lines) == height
    assert max(map(columns, lines)) < width
    return "\n".join(line.rstrip() for line in lines)


def said(lines: Iterable[tuple[object, ...]]) -> str:
    """Return lines as one line."""
    return " ".join(" ".join(plain(one) for one in lines).split())  # type: ignore[arg-type]


def boxed(shown: Screen) -> str:
    """Return the text of the box."""
    assert isinstance(shown.box, Text)
    return said(shown.box.lines)


@cache
def first_of_each_phase() -> dict[str, State]:
    """Return the first state of each phase in random games."""
    return dict(positions())


def at(name: str) -> Screen:
    """Return the screen of a phase."""
    return screen(Game.from_state(first_of_each_phase()[name]))


def lost() -> Screen:
    """Return a screen on which Ann can lose at once, by a military supremacy of Ben."""
    state = Position(
        age=Age.III,
        structure={0: "siege-workshop", 1: "senate"},
        cities=(CityPosition(coins=30), CityPosition(coins=90)),
        pawn=-7,
        to_move="two",
    ).state()
    return screen(Game.from_state(state))


# -- the table and the cursor ----------------------------------------------------------------------


def test_the_first_screen() -> None:
    """The first screen shows structure, track, cities, the card under the cursor and the keys."""
    shown = text(screen(twelve()))

    assert "Age I · 20 cards left · ▶ Ann's turn: take a card." in shown
    assert "Ann █ │ · · 5 │ · · 2 │ · · │ ◆ │ · · │ 2 · · │ 5 · · │ █ Ben" in shown
    assert "progress  Architecture, Economy, Masonry, Mathematics, Strategy" in shown
    assert "╭>#14─" in shown
    assert "▶ Ann · 7 coins · 2 points now" in shown
    assert "makes - · buys at C2 W2 S2 G2 P2" in shown
    assert "symbols 0/6 · wonders 0/4" in shown
    assert "Theater: 3 VP · Enter build free · D discard +$2" in shown
    assert "Q quit" in shown.splitlines()[-1]


@pytest.mark.parametrize(
    ("keys", "slot"),
    [
        ("", 9),
        ("right", 16),
        ("left", 19),
        ("down", 16),
        ("up", 9),
        ("right right up", 9),
        ("right right right left", 17),
    ],
)
def test_arrows_go_to_accessible_cards(keys: str, slot: int) -> None:
    """Left and right go around all accessible cards, up and down to the nearest in another row."""
    game = twelve()
    game.play("discard theater")
    game.play("discard altar")
    shown = press(screen(game), *keys.split())

    assert shown.cursor == slot


def test_all_accessible_cards_can_be_reached() -> None:
    """The right arrow visits every accessible card, whatever has been taken."""
    rng = Random(2)
    shown = screen(twelve())
    for _ in range(19):
        slots = {slot.index for slot in shown.state.structure.accessible}
        seen = set()
        for _ in slots:
            press(shown, "right")
            seen.add(shown.cursor)
        assert seen == slots
        press(shown, *rng.choices(["up", "down", "left"], k=3), "d")
    assert len(shown.talk.game.history) == 19
    only = shown.cursor
    assert press(shown, "right", "left").cursor == only


def test_covered_cards_can_be_read() -> None:
    """Tab goes to the next face-up card, covered ones included, which cannot be built."""
    shown = press(screen(twelve()), "left", "tab")

    assert shown.cursor == 0
    assert "Lumber Yard: 1 wood · covered card" in text(shown)
    press(shown, "enter")
    assert "this move is illegal" in boxed(shown)
    assert not shown.talk.game.history
    press(shown, "enter", "?")
    assert "this move is illegal" in boxed(shown)
    press(shown, "enter", "tab", "x")
    assert shown.box is None
    assert shown.cursor == 1


def test_tab_does_nothing_among_choices() -> None:
    """There is nothing to read on in a list of choices."""
    shown = at("draft")

    assert press(shown, "tab").cursor == 0
    assert press(shown, "up").cursor == len(shown.choices) - 1
    assert press(shown, "d", "w").talk.game.history == ()


def test_the_picture_in_the_documentation() -> None:
    """The page about the terminal shows a screen as it is drawn."""
    game = twelve()
    shown = press(screen(game, GreedyBot(), names=("Ann", "greedy")), "d", "right")
    page = Path(__file__).parent.parent / "docs" / "howto" / "terminal.md"

    assert text(shown) in page.read_text(encoding="utf-8")


# -- moves -----------------------------------------------------------------------------------------


def test_enter_builds_and_d_discards() -> None:
    """Enter builds the card under the cursor, D discards it; the log tells both."""
    shown = press(screen(twelve()), "enter", "D")

    assert [str(step.move) for step in shown.talk.game.history] == [
        "build theater",
        "discard altar",
    ]
    assert "1. Ann builds Theater, free; 3 points" in said(shown.log)
    assert "2. Ben discards Altar; +2 coins (now 9)" in text(shown)


@pytest.mark.parametrize(
    ("code", "offer"),
    [
        ("en", "Wonders on offer: "),
        ("fi", "Tarjolla olevat ihmeet: "),
        ("fr", "Merveilles proposées : "),
    ],
)
def test_a_sentence_of_the_log_is_an_entry_of_its_own(code: str, offer: str) -> None:
    """The wonders that are dealt after the fourth are not in the middle of the move before them."""
    shown = screen(dealt(12), code=code)
    for _ in range(4):
        press(shown, "enter")

    *_, fourth, wonders = map(plain, shown.log)
    assert fourth.startswith("4. Ann ")
    assert wonders.startswith(offer)


def test_an_illegal_move_is_explained() -> None:
    """A card that is too expensive is not built; the reasons are in a box until a key closes it."""
    cities = (CityPosition(coins=0), CityPosition(coins=0))
    state = Position(age=Age.I, structure={0: "quarry", 1: "stable"}, cities=cities).state()
    shown = press(screen(Game.from_state(state)), "right", "enter")

    assert "this move is illegal" in boxed(shown)
    assert "Esc closes" in text(shown)
    press(shown, "escape")
    assert shown.box is None
    assert not shown.talk.game.history


def test_newly_revealed_cards_are_marked() -> None:
    """A card that is revealed is marked until the next decision has been made."""
    shown = screen(twelve())
    press(shown, "d", "d")  # Theater and Altar, below Glassworks
    assert shown.talk.fresh == {9}
    assert "*#9─" in text(shown)
    press(shown, "left", "d")
    assert 9 not in shown.talk.fresh


def test_drawn_tokens_are_not_fresh_cards() -> None:
    """Only cards of the structure are marked as revealed, not the tokens of the Great Library."""
    owner = CityPosition(coins=50, unbuilt=["the-great-library"])
    cards = {0: "press", 1: "tavern", 2: "baths"}
    state = Position(age=Age.I, structure=cards, cities=(owner, CityPosition())).state()
    game = Game.from_state(state, rng=Random(1))
    game.play("wonder the-great-library with tavern")
    assert [type(one) for one in game.history[0].outcomes] == [TokensDrawn]
    assert screen(game).talk.fresh == frozenset()


def test_a_new_age_has_no_fresh_cards() -> None:
    """The cards that begin an age are not marked as revealed."""
    game = twelve()
    while game.state.age is Age.I:
        game.play(next(one for one in game.legal_moves if str(one).startswith(("disc", "beg"))))
    assert screen(game).talk.fresh == frozenset()


def test_a_wonder_is_built() -> None:
    """W lists the wonders with their prices; arrows choose, Enter builds, Escape closes."""
    game = twelve()
    for card in ("theater", "altar", "clay-pool", "press"):
        game.play(f"discard {card}")
    shown = press(screen(game), "w")
    assert isinstance(shown.box, WonderMenu)
    drawn = text(shown)
    assert "Build a wonder with" in drawn
    assert "> The Great Lighthouse WSPP · $8 · W/S/C, 4 VP" in drawn
    assert "  The Statue of Zeus CWSPP · $10" in drawn
    assert "  The Temple of Artemis" in drawn

    press(shown, "down", "up", "up", "?")
    assert "The Temple of Artemis" in text(shown)
    press(shown, "escape", "w", "down", "enter")
    assert str(game.history[-1].move).startswith("wonder the-pyramids with ")
    assert press(shown, "w", "x", "escape").box is None


def test_a_wonder_that_is_too_expensive() -> None:
    """A wonder that cannot be paid is listed and explained."""
    shown = press(screen(twelve()), "w", "w")

    assert "this move is illegal" in boxed(shown)


@attrs.frozen
class Wordy(custom_choice.ConstructFromFarRow):
    """A choice with a long description."""

    lines: int
    """About how many lines of the box it takes."""

    @override
    def summary(self, to: Language = ENGLISH) -> str:
        return " ".join(
            ["a summary that fills at least one line in a box of this width"] * self.lines
        )


@pytest.mark.parametrize("lines", [3, 6, 30])
def test_wonders_with_long_descriptions(lines: int) -> None:
    """Wonders that take more lines than the box has scroll, and the name of the chosen one is visible."""
    wonders = [attrs.evolve(one, effects=(Wordy(lines),)) for one in catalogue.wonder_list]
    cards = catalogue.edited("wordy", replace=wonders)
    shown = press(screen(Game(seed=12, rules=FIRST, catalogue=cards)), "w")
    assert isinstance(shown.box, WonderMenu)
    for wonder in shown.box.wonders:
        assert f"> {wonder.name}" in text(shown)
        text(shown, 120, 45)
        press(shown, "down")


def test_a_long_question_stays_in_its_box() -> None:
    """A question with more lines than the box has is cut, and how to answer it is still visible."""
    shown = screen()
    shown.box = Confirmation("Many cards were revealed. " * 100, list)

    assert "Enter: yes, Esc: no" in text(shown)


def test_no_wonder_is_left() -> None:
    """Without a wonder there is no list."""
    shown = press(screen(Game.from_state(lost().state)), "w")

    assert shown.box is None
    assert "There is no wonder left to build." in text(shown)


@pytest.mark.parametrize(
    "name", ["draft", "board-token", "library-token", "revive", "destroy", "begin"]
)
def test_choices_are_made_from_a_list(name: str) -> None:
    """In every other phase the moves are a list: arrows choose, ``?`` explains, Enter takes."""
    shown = at(name)
    moves = shown.state.legal_moves
    assert shown.choices == moves
    for width, height in SIZES:
        assert "> " in text(shown, width, height)
    press(shown, "down", "?")
    if name == "begin":
        assert shown.box is None
    else:
        assert boxed(shown)
        press(shown, "enter")
    chosen = moves[1 % len(moves)]
    assert press(shown, "enter").talk.game.history[-1].move == chosen


def test_a_long_list_scrolls() -> None:
    """The chosen move of a long list is visible."""
    shown = at("revive")
    for number in range(len(shown.choices)):
        assert shown.cursor == number
        assert sum(line.startswith("> ") for line in text(shown).splitlines()) == 1
        press(shown, "down")


def test_a_token_can_be_declined() -> None:
    """Declining a token is a choice without a card to explain."""
    shown = screen(Game.from_state(pair_to_decline()))
    press(shown, "up", "?")

    assert shown.box is None
    assert "decline the progress token" in text(shown)


def test_the_choice_of_a_custom_card() -> None:
    """The choices of custom cards are made by the same keys."""
    game = Game.from_state(custom_choice.position())
    game.play("wonder messe with tavern")
    shown = screen(game)

    assert shown.state.phase is Phase.CHOICE
    press(shown, "?")
    assert boxed(shown)
    assert "> " in text(press(shown, "escape"))


# -- bots ------------------------------------------------------------------------------------------


def test_a_bot_moves_in_a_job() -> None:
    """A bot's move is a job; meanwhile nothing can be decided, but everything can be read."""
    shown = screen(twelve(), GreedyBot())
    shown.press("d")
    job = shown.job
    assert job is not None
    assert "Ben is thinking…" in text(shown)
    assert not shown.decides
    shown.press("enter")
    assert "The bot is thinking; Q quits." in text(shown)
    for key in ("escape", "x", "right"):
        shown.press(key)
    shown.press("l")
    assert shown.job is job
    shown.press("escape")
    shown.press("d")
    assert shown.message
    finish_job(shown)
    assert not shown.message
    assert [step.player for step in shown.talk.game.history] == [Player.ONE, Player.TWO]
    assert shown.decides


def test_a_result_that_is_no_longer_wanted() -> None:
    """The result of a job that was dropped changes nothing."""
    shown = screen(twelve(), GreedyBot())
    shown.press("d")
    job = shown.job
    assert job is not None
    shown.job = None
    shown.finish(job, shown.state.legal_moves[0], None)

    assert len(shown.talk.game.history) == 1


def test_a_bot_that_fails() -> None:
    """If a bot fails, a person can move for it, or take back the last decision."""
    shown = screen(twelve(), Failing())  # type: ignore[arg-type]  # it never moves
    press(shown, "d")
    assert "no idea in age I" in text(shown)
    assert shown.decides
    press(shown, "d")
    assert len(shown.talk.game.history) == 2
    press(shown, "d", "u", "enter")
    assert len(shown.talk.game.history) == 2
    assert shown.talk.game.to_move is Player.ONE


def test_another_error_is_raised() -> None:
    """An error that is not a bot's is not hidden."""
    shown = screen(twelve(), GreedyBot())
    shown.press("d")
    job = shown.job
    assert job is not None
    with pytest.raises(ZeroDivisionError):
        shown.finish(job, None, ZeroDivisionError())


# -- undo, save, leave -----------------------------------------------------------------------------


def test_undo() -> None:
    """U takes back the last decision, and asks first if cards have been revealed since."""
    shown = press(screen(twelve()), "u")
    assert "There is nothing to take back." in text(shown)
    press(shown, "d", "u")
    assert "Taken back: discard Theater." in text(shown)
    press(shown, "d", "d", "u")
    assert isinstance(shown.box, Confirmation)
    assert "Revealed since then: Glassworks. Take back the move anyway?" in text(shown)
    press(shown, "x", "escape")
    assert len(shown.talk.game.history) == 2
    press(shown, "u", "y")
    assert len(shown.talk.game.history) == 1


def test_save_and_quit() -> None:
    """S saves; Q asks whether to leave an unfinished game."""
    shown = press(screen(), "d", "s")
    assert "The game is saved to wonders-duel-1.txt." in text(shown)
    assert Game.load("wonders-duel-1.txt").history
    press(shown, "q", "escape")
    assert not shown.ends
    press(shown, "q", "enter")
    assert shown.ends


def test_a_resumed_game() -> None:
    """The log of a resumed game begins with the number of moves."""
    game = dealt(3, rules=FIRST)
    game.play(game.legal_moves[0])

    assert "The game resumes after 1 move." in said(screen(game).log)


# -- boxes -----------------------------------------------------------------------------------------


def test_a_card_and_its_price_are_explained() -> None:
    """``?`` shows the sentences of the card, and the plan of its price."""
    shown = press(screen(twelve()), "left", "?")

    assert "Cost: 2 coins." in boxed(shown)
    assert "Scriptorium: 2 coins" in boxed(shown)


@pytest.mark.parametrize(("key", "words"), [("c", "prices"), ("k", "Enter"), ("l", "Ann")])
def test_boxes(key: str, words: str) -> None:
    """C shows the cities, K the keys, and L the log; Escape closes each of them."""
    shown = press(screen(), key)
    for width, height in SIZES:
        assert words in text(shown, width, height)
    assert press(shown, "escape").box is None


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_last_line_names_the_key_that_lists_all_keys(code: str) -> None:
    """The last line is not cut in any language: less important keys give way."""
    shown = screen(code=code)
    for width, height in SIZES:
        last = text(shown, width, height).splitlines()[-1]
        assert "…" not in last
        assert " K " in last
        assert " Q " in last


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_age_of_a_face_down_card_is_not_cut(code: str) -> None:
    """Where its name does not fit, a card back has the number of its age."""
    shown = text(screen(code=code))
    assert language(code).word(Age.I) in shown.split("#13", 1)[1].split("\n")[0]
    backs = [row for row in shown.splitlines() if "#13" in row or "#2" in row]
    assert len(backs) == 2
    assert not any("…" in row for row in backs)


def test_keys_have_their_french_names() -> None:
    """The keys have the names that are on a French keyboard, with verbs for what they do."""
    shown = screen(code="fr")
    assert " · Entrée construire $1 · D défausser +$2" in text(shown)
    press(shown, "tab")
    while shown.slot is not None and shown.slot.is_accessible:
        press(shown, "tab")
    assert " · carte recouverte" in text(shown)
    press(shown, "k")
    assert "Entrée " in boxed(shown)
    assert "Échap " in boxed(shown)
    assert not {"Enter", "Esc"} & set(boxed(shown).split())


def test_french_signs_stay_beside_their_words() -> None:
    """Lines are broken neither before a question mark nor inside quotation marks."""
    look = text_style(language("fr"), ascii=False, names=("Ann", "Ben"))
    for width in range(16, 40):
        for one in wrapped("avec « construire Altar », et ensuite ? non !", look, width):
            words = plain(one).split()
            assert words[0][0] not in "»?!"
            assert words[-1] != "«"


def test_a_long_text_scrolls() -> None:
    """A text that is too long is scrolled by lines and pages, and stays within its ends."""
    shown = screen(twelve())
    for _ in range(18):
        press(shown, "d")
    press(shown, "l")
    assert "arrows scroll, Esc closes" in text(shown)
    assert "18. Ben" in text(shown)
    press(shown, "pageup", "pageup", "up")
    assert "1. Ann" in text(shown)
    press(shown, "pagedown", "pagedown", "pagedown", "down", "x")
    assert "18. Ben" in text(shown)


def test_the_whole_log_fits_its_box() -> None:
    """Lines that were wrapped for a wider log are wrapped again, and lose no words."""
    shown = screen(names=("Anna the Architect", "Ben"))
    shown.talk.width = 120
    while not shown.talk.game.is_over:
        shown.log += shown.talk.play(shown.talk.game.legal_moves[0])
    assert any(columns(plain(one)) > BOX for one in shown.log)
    press(shown, "l")
    assert isinstance(shown.box, Text)
    assert all(columns(plain(one)) <= BOX for one in shown.box.lines)
    assert boxed(shown) == said(shown.log)


def test_the_log_is_wrapped_for_the_present_width() -> None:
    """Each move is one entry of the log, so that no width leaves half-empty lines."""
    shown = screen(code="fr")
    shown.talk.width = 30
    for _ in range(4):
        press(shown, "enter" if shown.choices else "d")
    assert [plain(one).split(".")[0] for one in shown.log[1:]] == ["1", "2", "3", "4"]
    wide = text(shown, 160, 60)
    assert all(plain(one) in wide for one in shown.log)


# -- searches --------------------------------------------------------------------------------------


def test_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    """H searches in a job; its result is in a box, and Escape or a move drops it."""
    monkeypatch.setattr("wonders_duel.play.advice.SIMULATIONS", 20)
    shown = press(screen(twelve()), "h")
    assert "Looking for the best move; Esc stops it…" in text(shown)
    finish_job(shown)
    assert "You win with a probability of" in boxed(shown)
    assert re.match(r"Hint: (build|discard) ", boxed(shown))  # no number: the screen shows none
    press(shown, "escape", "h")
    job = shown.job
    assert job is not None
    press(shown, "escape")
    assert job.stop.is_set()
    assert shown.job is None
    assert "Stopped." in text(shown)
    assert not press(shown, "escape").message
    press(shown, "h", "d")
    assert shown.job is None


def test_why_a_game_was_lost() -> None:
    """After a lost game, W shows the decisions that cost most; the end shows the score."""
    shown = press(lost(), "enter")
    assert shown.talk.game.is_over
    assert "The score" in text(shown)
    assert "military" in boxed(shown)
    press(shown, "escape")
    assert "W why lost" in text(shown).splitlines()[-1]
    press(shown, "w")
    assert shown.job is not None
    shown.job.progress = (1, 4)
    assert "Searching the decisions of the game; Esc stops it… 1/4" in text(shown)
    finish_job(shown)
    assert "The search finds no costly mistake." in boxed(shown)
    assert "Why Ann lost" in text(shown)


def test_nobody_at_the_keyboard_has_lost() -> None:
    """After a game that a bot has lost, there is nothing to explain."""
    state = Position(
        age=Age.III,
        structure={0: "siege-workshop", 1: "senate"},
        cities=(CityPosition(coins=30), CityPosition(coins=90)),
        pawn=7,
    ).state()
    shown = press(screen(Game.from_state(state), GreedyBot()), "enter", "escape", "w")

    assert "Nobody at this keyboard has lost the game." in text(shown)
    assert "why lost" not in text(shown)


def test_after_a_game() -> None:
    """After a game, N starts another one, U takes back, and Q leaves at once."""
    shown = press(lost(), "enter", "escape", "x", "u")
    assert not shown.talk.game.is_over
    press(shown, "enter", "escape", "?", "left", "c", "escape", "n")
    assert not shown.talk.game.is_over
    assert "Ann and Ben play at one keyboard." in said(shown.log)
    press(shown := press(lost(), "enter", "escape"), "q")
    assert shown.ends


# -- the mouse -------------------------------------------------------------------------------------


def test_clicks() -> None:
    """A click moves the cursor to the card that lies on top, a second one builds it."""
    shown = screen(twelve())
    drawing = draw(shown, SCREEN_WIDTH, SCREEN_HEIGHT)
    left, top, _ = drawing.cards[15]
    assert drawing.slot_at(left + 2, top + 1) == 15
    assert drawing.slot_at(0, 0) is None
    shown.point(15)
    assert shown.cursor == 15
    shown.point(9)  # face down
    assert shown.cursor == 15
    shown.point(15)
    assert str(shown.talk.game.history[0].move) == "build altar"
    press(shown, "c")
    shown.point(19)
    assert draw(shown, SCREEN_WIDTH, SCREEN_HEIGHT).cards == {}
    assert shown.cursor == 14
    draft = at("draft")
    draft.point(0)
    assert not draft.talk.game.history


# -- sizes, languages and characters ---------------------------------------------------------------


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", first_of_each_phase())
def test_every_phase_fits_every_terminal(name: str, code: str) -> None:
    """Every phase fits every size in every language."""
    game = Game.from_state(first_of_each_phase()[name])
    shown = screen(game, code=code, names=("A" * 24, "B" * 24))
    for width, height in SIZES:
        text(shown, width, height)
    for key in ("c", "k"):
        text(press(shown, key))
        press(shown, "escape")


def test_a_whole_game_at_the_smallest_size() -> None:
    """In every state of some games, the smallest terminal shows the chosen card and the keys."""
    for seed in range(3):
        rng = Random(seed)
        shown = screen(Game(seed=seed), GreedyBot())
        while not shown.talk.game.is_over:
            drawn = text(shown)
            assert ">" in drawn
            assert "Q quit" in drawn.splitlines()[-1]
            press(shown, rng.choice(["left", "right", "up", "down"]))
            press(shown, rng.choice(["enter", "d", "w"]), "enter", "escape")
        assert "The score" in text(shown) or shown.box is None


def test_a_box_leaves_the_rest_of_a_line_in_place() -> None:
    """Where the edge of a box covers one half of a wide character, the rest of the line stays."""
    cards = catalogue.edited(
        "wide names",
        replace=[
            attrs.evolve(card, name=f"浴場浴場浴場{number}")
            for number, card in enumerate(catalogue.building_list)
        ],
    )
    for seed in range(4):
        shown = screen(Game(seed=seed, rules=FIRST, catalogue=cards))
        for width in range(80, 96):
            table = text(shown, width, 30).splitlines()
            boxed = text(press(shown, "w"), width, 30).splitlines()
            assert all(columns(one) <= columns(two) for one, two in zip(table, boxed, strict=True))
            press(shown, "escape")


def test_a_structure_too_large_to_be_drawn_is_listed() -> None:
    """A custom structure that is too wide or too high is a list, which scrolls to the chosen card."""
    high = screen(Game(seed=1, rules=FIRST, catalogue=HIGH))
    assert ">#14 Stone Pit, $1" in text(high)
    assert "covered   #0 Press, #1 (age I)" in text(high)
    wide = screen(Game(seed=1, rules=FIRST, catalogue=WIDE))
    assert ">#0 Press, $1" in text(wide)
    assert "#19 " not in text(wide)
    press(wide, *["right"] * 19)
    assert ">#19 " in text(wide)
    assert "#0 Press" not in text(wide)
    assert draw(wide, *SIZES[0]).cards == {}
    for width, height in SIZES:
        text(wide, width, height)
        text(high, width, height)


def test_ascii() -> None:
    """In ASCII, tables and boxes have no other characters."""
    shown = screen(twelve(), code="fr", ascii=True)

    assert text(shown).isascii()
    assert text(press(shown, "w")).isascii()
    assert "+- " in text(shown)


def test_a_terminal_that_is_too_small() -> None:
    """A terminal that is too small shows the size that it needs, and how to leave."""
    drawn = said(draw(screen(), 60, 20).lines)

    assert (
        "The full screen needs 80 columns and 24 rows; this terminal has 60 and 20. Q quits."
        in drawn
    )
    assert len(draw(screen(), 10, 2).lines) == 2
