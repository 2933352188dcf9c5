"""A chat bot for two players, without the network code: ``answer`` returns replies to a message.

Run it with ``python examples/chat_bot.py``: it prints a scripted conversation. To use it,
call ``answer`` from your chat library, and pass a persistent store such as
``shelve.open("games")``, or any other mapping from strings to strings.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, MutableMapping
from random import Random, SystemRandom

from wonders_duel import ConstructWonder, Game, Player, Record, WondersDuelError
from wonders_duel.render import text as drawn
from wonders_duel.render.narration import Narrator

PREFIX = "!"
"""The prefix of messages to the bot; all others are ignored."""
HELP = """\
!new, or !new first-game: offer a game; !join: accept it; !resign: give up
!build press, !discard press, !wonder sphinx with press, and so on: make a move
!table: show the table; !moves: list the legal moves
!cost MOVE, !why MOVE: what a move costs, or why it is illegal
!undo: take back your move, unless it revealed a card or ended the game"""
LOG = logging.getLogger("chat_bot")


class Refusal(Exception):  # noqa: N818 - not an error of the program
    """A request that is not possible now; the text is the reply."""


class Damaged(Refusal):
    """A game in the store cannot be read; a new game may replace it."""


class ChatBot:
    """A chat bot with one game per chat.

    Args:
        store: a mapping from chats to records. Keep it private: records contain hidden cards.
        rng: draws the seeds of the games; by default the system's random source, because
            players could guess a small seed and thus the cards. Pass a generator to make a
            conversation reproducible.
    """

    def __init__(self, store: MutableMapping[str, str], rng: Random | None = None) -> None:
        """Create a bot for a store, which may already contain games."""
        self._store = store
        self._rng = rng or SystemRandom()

    def answer(self, chat: str, author: str, text: str) -> list[str]:
        """Return the replies to a message; none if it is not addressed to the bot.

        Args:
            chat: the id of the chat.
            author: a name or an id of the author that is unique in this chat.
            text: the message.
        """
        if not text.startswith(PREFIX):
            return []
        request = " ".join(text.removeprefix(PREFIX).split())
        command, _, rest = request.partition(" ")
        try:
            match command.lower():
                case "" | "help":
                    return [HELP]
                case "new":
                    return self._new(chat, author, rest)
                case "join" | "resign" | "undo" | "table" | "moves" | "cost" | "why" as known:
                    return self._in_game(chat, author, known, rest)
                case _:
                    return self._in_game(chat, author, "move", request)
        except (Refusal, WondersDuelError) as error:
            return [f"{author}: {error}"]

    def _new(self, chat: str, author: str, setup: str) -> list[str]:
        if self._has_open_game(chat):
            raise Refusal("there is already a game in this chat; !resign ends it")
        rules = {"wonder_setup": setup.lower()} if setup else None
        game = Game(self._rng.random(), first_player="random", rules=rules)
        game.players = (author, "")
        self._save(chat, game)
        return [f"{author} offers a game; !join accepts it."]

    def _has_open_game(self, chat: str) -> bool:
        try:
            return chat in self._store and not self._load(chat).is_over
        except Damaged:  # keep the text in the log, so that it can be repaired
            LOG.warning("a new game replaces the damaged one in %r: %r", chat, self._store[chat])
            return False

    def _in_game(self, chat: str, author: str, command: str, rest: str) -> list[str]:
        if chat not in self._store:
            raise Refusal("there is no game in this chat; !new offers one")
        game = self._load(chat)
        names = [player.name for player in game.players]
        if not names[1]:  # the second seat is free
            return self._answer_offer(chat, author, command, game)
        if command == "table":  # narrow enough for a phone
            return [drawn(game, width=40, colour=False)]
        if command == "moves":
            return [list_moves(game)]
        if command == "cost":
            plan = game.payment(rest)
            return [str(plan) if plan else "This move has no cost."]
        if command == "why":
            reasons = game.why_not(rest)
            return ["\n".join(map(str, reasons)) or "This move is legal."]
        if author not in names:
            raise Refusal(f"this game is between {names[0]} and {names[1]}")
        if command == "join":
            raise Refusal("you are already in this game")
        replies = self._change(game, Player(names.index(author)), command, rest)
        self._save(chat, game)
        return replies

    def _answer_offer(self, chat: str, author: str, command: str, game: Game) -> list[str]:
        """Return the replies while the game is waiting for a second player."""
        offered_by = game.players[0].name
        if command == "resign" and author == offered_by:
            del self._store[chat]
            return [f"{author} withdraws the offer."]
        if command != "join":
            raise Refusal(
                f"the game of {offered_by} is waiting for a second player; !join accepts it"
            )
        if author == offered_by:
            raise Refusal("another player has to join")
        game.players = (offered_by, author)
        self._save(chat, game)
        return [as_message(narrator(game).opening(game)), status(game)]

    def _change(self, game: Game, player: Player, command: str, rest: str) -> list[str]:
        """Undo, resign or play a move, and return the replies."""
        if command == "resign":
            game.resign(player)
            return [
                f"{game.players[player].name} resigns, and {game.players[player.opponent].name} wins."
            ]
        if command == "undo":
            if game.is_over:  # otherwise the loser could undo the last move
                raise Refusal("the game is over")
            if game.history and game.history[-1].player is not player:
                raise Refusal("the last move was not yours")
            return [f"Taken back: {game.undo(over_reveals=False)}", status(game)]
        if not game.is_over and game.to_move is not player:
            raise Refusal("it is not your turn")
        game.play(rest)
        narration = as_message(narrator(game).step(len(game.history), game.history[-1]))
        return [narration, status(game)]

    def _load(self, chat: str) -> Game:
        try:
            return Game.from_record(Record.from_text(self._store[chat]))
        except WondersDuelError:  # only log it: the message may quote hidden cards
            LOG.exception("the game in %r cannot be read", chat)
            raise Damaged("the game in this chat is damaged; !new offers another one") from None

    def _save(self, chat: str, game: Game) -> None:
        self._store[chat] = game.record().to_text()


def narrator(game: Game) -> Narrator:
    """Return a narrator that uses the names of the players."""
    one, two = game.players
    return Narrator((one.name, two.name))


def as_message(narration: Iterable[str]) -> str:
    """Join lines made for a terminal into one message."""
    return "\n".join(" ".join(line.split()) for line in narration if line.strip("-"))


def status(game: Game) -> str:
    """Return a sentence that says who is to move, or how the game ended."""
    if game.result is not None:
        return narrator(game).result(game.result)
    coins = game.state.cities[game.mover].coins
    return f"{game.players[game.mover].name} is to move, with {coins} coins."


def list_moves(game: Game) -> str:
    """List the legal moves with their prices; each wonder once, and a single line for discards."""
    found = []
    for option in game.options():
        if not option.is_legal:
            continue
        if option.income is not None:
            text = f"discard one of them for {option.income}"
        elif isinstance(option.move, ConstructWonder):
            text = f"wonder {option.move.wonder.id} with one of them"
        else:
            text = str(option.move)
        found.append(f"{text} ({option.payment.total})" if option.payment else text)
    return "\n".join(dict.fromkeys(found)) or "There are no legal moves."


CONVERSATION = (
    ("Ann", "Shall we play?"),
    ("Ann", "!new first-game"),
    ("Ben", "!join"),
    ("Ann", "!build theater"),
    ("Ben", "!Build Theatre"),
    ("Ben", "!undo"),
    ("Ben", "!cost build workshop"),
    ("Ben", "!build workshop"),
    ("Ann", "!why build clay pool"),
    ("Ann", "!build phamacist"),
    ("Ann", "!build theater"),
    ("Ann", "!undo"),
    ("Cleo", "!build palisade"),
    ("Ben", "!moves"),
    ("Ben", "!resign"),
)
"""Authors and their messages. Only those that begin with the prefix are for the bot."""


def main() -> None:
    """Print the conversation, with a restart of the bot in between."""
    store: dict[str, str] = {}
    bot = ChatBot(store, Random(10_110))  # a fixed seed makes it reproducible
    for number, (author, text) in enumerate(CONVERSATION):
        print(f"<{author}> {text}")
        if number == len(CONVERSATION) // 2:
            bot = ChatBot(store)  # a restart loses nothing: the store has everything
        for reply in bot.answer("a chat", author, text):
            print("    " + reply.replace("\n", "\n    "))


if __name__ == "__main__":
    main()
