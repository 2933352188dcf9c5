"""The example of a chat bot: conversations, including those of users who ignore the help."""

from __future__ import annotations

import re
import shelve
from pathlib import Path
from random import Random, SystemRandom

import pytest

from examples import chat_bot
from examples.chat_bot import HELP, ChatBot
from tests.builders import city, state
from tests.wording import Wording
from wonders_duel import Age, Deal, Game, Player, Record

SEED = 10_110
"""The seed that deals the cards named in these tests."""


class Chat:
    """A chat with a bot in it."""

    def __init__(self, seed: int = SEED) -> None:
        """Create an empty chat; with the default seed Ben begins, with the cards of the tests."""
        self.store: dict[str, str] = {}
        self.bot = ChatBot(self.store, Random(seed))

    def say(self, author: str, text: str) -> str:
        """Send a message and return the replies as one text."""
        return "\n".join(self.bot.answer("chat", author, text))

    def begin(self) -> Chat:
        """Let Ann and Ben begin a first game."""
        assert self.say("Ann", "!new first-game") == "Ann offers a game; !join accepts it."
        assert self.say("Ben", "!join").endswith("Ben is to move, with 7 coins.")
        return self

    @property
    def game(self) -> Game:
        """The stored game."""
        return Game.from_record(Record.from_text(self.store["chat"]))


def test_messages_without_the_prefix_are_ignored() -> None:
    """Messages without the prefix are ignored."""
    chat = Chat().begin()

    for text in ("Hello!", "build theater", "", " !build theater", "I would !build"):
        assert chat.say("Ben", text) == ""
    assert not chat.game.history


def test_help_can_be_had_at_any_time() -> None:
    """Help is shown before a game, during a game, and for the prefix alone."""
    chat = Chat()

    assert chat.say("Cleo", "!help") == HELP
    chat.begin()
    assert chat.say("Cleo", "! ") == chat.say("Ann", "!HELP me") == HELP


def test_two_people_begin_a_game() -> None:
    """The player who offers a game has the first seat; the first player is drawn at random."""
    chat = Chat().begin()

    assert [player.name for player in chat.game.players] == ["Ann", "Ben"]
    assert chat.game.state.rules.wonder_setup == "first-game"
    assert {_beginner(seed) for seed in range(10)} == {Player.ONE, Player.TWO}


def _beginner(seed: int) -> Player:
    chat = Chat(seed)
    chat.say("Ann", "!new")
    return chat.game.state.first_player


def test_the_system_deals() -> None:
    """A game gets a random deal unless a seed is set, and its seed is never stored."""
    store: dict[str, str] = {}
    ChatBot(store).answer("chat", "Ann", "!new")

    assert isinstance(ChatBot(store)._rng, SystemRandom)
    assert "seed" not in Record.from_text(store["chat"]).tags


def test_a_wrong_offer_is_refused() -> None:
    """Joining no game or your own, or offering a second game, is refused."""
    chat = Chat()

    for text in ("!join", "!moves", "!resign", "!build theater", "!undo", "!why build theater"):
        assert chat.say("Ann", text) == "Ann: there is no game in this chat; !new offers one"
    said = chat.say("Ann", "!new frist-game")
    assert "expected one of draft, first-game; did you mean first-game?" in said
    assert "Rules object" not in said
    assert not chat.store
    assert chat.say("Ann", "!new First-Game") == "Ann offers a game; !join accepts it."
    assert chat.say("Ann", "!join") == "Ann: another player has to join"
    assert "already" in chat.say("Ben", "!new")
    for text in ("!draft pyramids", "!moves", "!resign"):
        waits = "Ben: the game of Ann is waiting for a second player; !join accepts it"
        assert chat.say("Ben", text) == waits
    assert chat.say("Ann", "!resign") == "Ann withdraws the offer."
    assert not chat.store


def test_moves_are_accepted_in_loose_form() -> None:
    """Moves can be typed in any case, by printed name or prefix, and with extra spaces."""
    chat = Chat().begin()

    assert chat.say("Ben", "!Build  THEATRE").startswith("1. Ben builds")
    assert "revealed" in chat.say("Ann", "! construct work")
    assert "discards Pharmacist" in chat.say("Ben", "!sell phar")
    assert len(chat.game.history) == 3


def test_an_invalid_move_is_explained(wording: Wording) -> None:
    """A non-move, an unknown name and an illegal move are explained, and nothing changes."""
    chat = Chat().begin()
    before = dict(chat.store)

    for said in ("dance", "build phamacist", "build clay pool", "x" * 10_000, "\x1b[2J"):
        answer = chat.say("Ben", f"!{said}")
        assert answer.startswith("Ben: ")
        wording(answer)
    assert chat.store == before


def test_only_the_player_to_move_moves() -> None:
    """Only the player to move can move, but everybody can ask about the game."""
    chat = Chat().begin()

    assert chat.say("Ann", "!build theater") == "Ann: it is not your turn"
    assert chat.say("Cleo", "!build theater") == "Cleo: this game is between Ann and Ben"
    assert chat.say("Cleo", "!join") == "Cleo: this game is between Ann and Ben"
    assert chat.say("Cleo", "!resign") == "Cleo: this game is between Ann and Ben"
    assert chat.say("Ben", "!join") == "Ben: you are already in this game"
    assert not chat.game.history
    assert "build theater (0)" in chat.say("Cleo", "!moves")


def test_questions_are_answered(wording: Wording) -> None:
    """The bot says what a move costs, why it is illegal, and which moves there are."""
    chat = Chat().begin()

    assert chat.say("Ben", "!cost build workshop").startswith("Workshop: 2 coins")
    assert chat.say("Ann", "!cost discard workshop") == "This move has no cost."
    wording(chat.say("Ann", "!why build clay pool"))
    assert chat.say("Ben", "!why build workshop") == "This move is legal."
    wording(chat.say("Ben", "!why"))
    table = chat.say("Ann", "!table").splitlines()
    assert max(map(len, table)) <= 40
    assert any("Ben" in line for line in table)
    assert any("Clay Pool" in line for line in table)
    moves = chat.say("Ben", "!moves").splitlines()
    assert moves[-1] == "discard one of them for 2"
    assert len(moves) == 7


def test_wonders_are_listed_once() -> None:
    """Each wonder is listed once, however many cards could be put under it."""
    chat = Chat().begin()
    for author, text in (("Ben", "!build lumber"), ("Ann", "!discard theater")):
        chat.say(author, text)
    moves = chat.say("Ben", "!moves").splitlines()
    wonders = [line for line in moves if line.startswith("wonder ")]

    assert len(moves) == len(set(moves))
    assert wonders == [line for line in wonders if "with one of them (" in line]
    assert any(move.kind == 3 for move in chat.game.legal_moves) == bool(wonders)


def test_a_move_is_taken_back_by_its_player(wording: Wording) -> None:
    """A player can take back their own last move until a card is revealed."""
    chat = Chat().begin()

    assert chat.say("Ben", "!undo") == "Ben: there is no move to undo"
    chat.say("Ben", "!build theater")
    assert chat.say("Ann", "!undo") == "Ann: the last move was not yours"
    assert chat.say("Ben", "!undo").startswith("Taken back: build theater\nBen is to move")
    chat.say("Ben", "!build theater")
    assert "revealed: " in chat.say("Ann", "!build workshop")
    wording(chat.say("Ann", "!undo"))
    assert len(chat.game.history) == 2


@pytest.mark.parametrize(
    ("game", "last", "end"),
    [
        (
            Game.from_state(
                state(Age.II, ["walls", "school"], city(20), city(20), pawn=8), rng=Random(1)
            ),
            "!build walls",
            "Ann wins by military supremacy",
        ),
        (
            Game.from_state(
                state(Age.III, ["palace"], city(20), city(20, "altar"), left=1), rng=Random(1)
            ),
            "!discard palace",
            "Ben wins the civilian victory, 9 to 7",
        ),
    ],
    ids=["supremacy", "last card"],
)
def test_nobody_takes_back_the_end(game: Game, last: str, end: str) -> None:
    """The last move of a game cannot be taken back by either player, even without a reveal."""
    chat = Chat()
    game.players = ("Ann", "Ben")
    chat.store["chat"] = game.record().to_text()
    assert end in chat.say("Ann", last)

    for author in ("Ann", "Ben"):
        assert chat.say(author, "!undo") == f"{author}: the game is over"
    assert chat.game.is_over


@pytest.mark.parametrize("how", ["cut off", "changed", "emptied"])
def test_a_damaged_game_can_be_replaced(caplog: pytest.LogCaptureFixture, how: str) -> None:
    """A damaged game is logged, since it may quote hidden cards, and a new game can be started."""
    chat = Chat().begin()
    text = chat.store["chat"]
    broken = text.replace("deal age I: ", "deal age I: lost, ")
    chat.store["chat"] = {"cut off": text[:-20], "changed": broken, "emptied": ""}[how]

    for said in ("!table", "!moves", "!build theater", "!undo", "!join", "!resign"):
        answer = chat.say("Ann", said)
        assert answer == "Ann: the game in this chat is damaged; !new offers another one"
    assert "FormatError" in caplog.text
    caplog.clear()
    assert chat.say("Ben", "!new").startswith("Ben offers a game")
    assert "a new game replaces" in caplog.text
    assert chat.say("Ann", "!join").endswith("coins.")


def test_a_game_is_resigned() -> None:
    """After a resignation the game is over, and another one can be offered."""
    chat = Chat().begin()

    assert chat.say("Ann", "!resign") == "Ann resigns, and Ben wins."
    assert "the game is over" in chat.say("Ben", "!resign")
    assert "the game is over" in chat.say("Ben", "!build theater")
    assert chat.say("Ben", "!undo") == "Ben: the game is over"
    assert chat.say("Ben", "!moves") == "There are no legal moves."
    assert chat.say("Ben", "!why build theater") == "the game is over"
    table = " ".join(chat.say("Ben", "!table").split())
    assert "The game is over. Ann resigns, and Ben wins." in table
    assert chat.say("Ben", "!new").startswith("Ben offers a game")


@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (2, 3))]
)
def test_a_game_is_played_to_its_end(seed: int) -> None:
    """The last reply to a move is the turn or the result; the end names the winner."""
    chat = Chat(seed)
    chat.say("Ann", "!new")
    last = chat.say("Ben", "!join").splitlines()[-1]
    rng = Random(seed)
    while (player := chat.game.to_move) is not None:
        author = chat.game.players[player].name
        assert last.startswith(f"{author} is to move")
        assert chat.say(author, "!moves")
        moves = chat.game.legal_moves
        last = chat.say(author, f"!{moves[int(rng.random() * len(moves))]}").splitlines()[-1]
    result = chat.game.result

    assert result is not None
    names = ("Ann", "Ben")
    assert names[result.winner or 0] in last
    assert ("wins" in last) is (result.winner is not None)
    assert "game is over" in chat.say("Ann", "!build theater")


def test_chats_are_independent() -> None:
    """Each chat has its own game, even for the same players."""
    chat = Chat().begin()
    replies = chat.bot.answer("other", "Ben", "!build theater")

    assert replies == ["Ben: there is no game in this chat; !new offers one"]
    chat.bot.answer("other", "Ben", "!new")
    assert len(chat.store) == 2
    assert chat.say("Ben", "!build theater").startswith("1. Ben builds Theater")


def test_a_restart_changes_nothing(tmp_path: Path) -> None:
    """A restart loses nothing: the store, here a file reopened for each message, has it all."""
    script = [("Ann", "!new first-game"), ("Ben", "!join"), *chat_bot.CONVERSATION[3:]]
    whole = Chat()
    for author, text in script:
        with shelve.open(str(tmp_path / "games")) as store:  # noqa: S301 - our own file
            replies = ChatBot(store, Random(SEED)).answer("chat", author, text)
        assert "\n".join(replies) == whole.say(author, text)


def test_no_reply_names_a_hidden_card() -> None:
    """No reply names a face-down card."""
    chat = Chat()
    said = [chat.say("Ann", "!new first-game"), chat.say("Ben", "!join")]
    for _ in range(6):
        game = chat.game
        assert game.to_move is not None
        author = game.players[game.to_move].name
        said += [chat.say(author, text) for text in ("!table", "!moves", "!undo", "!build")]
        said.append(chat.say(author, f"!{game.legal_moves[0]}"))
    deal = chat.game.deal
    assert isinstance(deal, Deal)
    record = chat.game.record(public=True).to_text()
    hidden = {card for age in deal.ages for card in age if card.id not in record}

    assert len(hidden) > 40
    text = " ".join(" ".join(said).split())
    for wonder in chat.game.state.catalogue.wonders.values():
        text = text.replace(wonder.name, "")  # some wonders have the name of a building in theirs
    assert [card.id for card in hidden if card.name in text] == []
    assert not {card.id for card in hidden} & set(re.findall(r"[a-z-]+", text))


@pytest.mark.parametrize(
    "author", ["\x1b[2J", "Ann\nBen", "Ann\u2028Ben", "\u202eAnn", "x" * 10_001, "\ud800"]
)
def test_an_author_with_an_invalid_name_is_refused(author: str) -> None:
    """An author whose name cannot be stored gets a reply instead of a traceback, and no game."""
    chat = Chat()

    assert "the name of a player" in chat.say(author, "!new")
    assert not chat.store
