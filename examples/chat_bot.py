"""A chat bot for two people, without the network: ``answer`` takes a message and gives the replies.

Run it with ``python examples/chat_bot.py``: it prints a scripted conversation. To use it,
call ``answer`` from the library of your chat, and keep the store somewhere that lasts:
``shelve.open("games")`` will do, or anything else that maps texts to texts.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, MutableMapping
from random import Random, SystemRandom

from wonders_duel import ConstructWonder, Game, Player, Record, WondersDuelError
from wonders_duel.render import text as drawn
from wonders_duel.render.narration import Narrator

PREFIX = "!"
"""Begins what is meant for the bot; people talk about other things, too."""
HELP = """\
!new, or !new first-game: offer a game; !join: take the other seat; !resign: give up
!build press, !discard press, !wonder sphinx with press, and so on: make a move
!table: what lies on the table; !moves: what you can do
!cost MOVE, !why MOVE: what it costs, and why it is not possible
!undo: take your move back, unless it turned up a card or ended the game"""
LOG = logging.getLogger("chat_bot")


class Refusal(Exception):  # noqa: N818 - not an error of the program
    """Something that the author of a message cannot do now."""


class Damaged(Refusal):
    """A game in the store that cannot be read: a new one may take its place."""


class ChatBot:
    """Keeps one game for each chat.

    Args:
        store: the games as texts, by chat. They hold what lies face down: show them to nobody.
        rng: draws the seeds of the games: the system does, unless a conversation has to be
            repeatable. People could guess a small seed, and so the cards.
    """

    def __init__(self, store: MutableMapping[str, str], rng: Random | None = None) -> None:
        """Use a store, which may hold games already."""
        self._store = store
        self._rng = rng or SystemRandom()

    def answer(self, chat: str, author: str, text: str) -> list[str]:
        """Return the replies to a message: none to what is not meant for the bot.

        Args:
            chat: where it was said.
            author: who said it: a name or an id that nobody else has in this chat.
            text: what was said.
        """
        if not text.startswith(PREFIX):
            return []
        said = " ".join(text.removeprefix(PREFIX).split())
        command, _, rest = said.partition(" ")
        try:
            match command.lower():
                case "" | "help":
                    return [HELP]
                case "new":
                    return self._new(chat, author, rest)
                case "join" | "resign" | "undo" | "table" | "moves" | "cost" | "why" as known:
                    return self._in_game(chat, author, known, rest)
                case _:
                    return self._in_game(chat, author, "move", said)
        except (Refusal, WondersDuelError) as error:
            return [f"{author}: {error}"]

    def _new(self, chat: str, author: str, setup: str) -> list[str]:
        if self._goes_on(chat):
            raise Refusal("there is a game in this chat already; !resign ends it")
        game = Game(self._rng.random(), first_player="random", rules=setup or None)
        game.players = (author, "")
        self._keep(chat, game)
        return [f"{author} offers a game: !join takes the other seat."]

    def _goes_on(self, chat: str) -> bool:
        try:
            return chat in self._store and not self._load(chat).is_over
        except Damaged:  # what was there may be mended by hand: keep it in the log
            LOG.warning("the game in %r makes way for a new one: %r", chat, self._store[chat])
            return False

    def _in_game(self, chat: str, author: str, command: str, rest: str) -> list[str]:
        if chat not in self._store:
            raise Refusal("there is no game in this chat; !new offers one")
        game = self._load(chat)
        names = [player.name for player in game.players]
        if not names[1]:  # the second seat is free
            return self._before(chat, author, command, game)
        if command == "table":  # narrow enough for a telephone
            return [drawn(game.state, width=40, colour=False, names=(names[0], names[1]))]
        if command == "moves":
            return [choices(game)]
        if command == "cost":
            plan = game.payment(rest)
            return [str(plan) if plan else "That costs nothing."]
        if command == "why":
            reasons = game.why_not(rest)
            return ["\n".join(map(str, reasons)) or "It is possible."]
        if author not in names:
            raise Refusal(f"this game is between {names[0]} and {names[1]}")
        if command == "join":
            raise Refusal("you are in the game already")
        replies = self._change(game, Player(names.index(author)), command, rest)
        self._keep(chat, game)
        return replies

    def _before(self, chat: str, author: str, command: str, game: Game) -> list[str]:
        """Answer while the game waits for a second player."""
        offered_by = game.players[0].name
        if command == "resign" and author == offered_by:
            del self._store[chat]
            return [f"{author} takes the offer back."]
        if command != "join":
            raise Refusal(f"the game of {offered_by} waits for somebody who says !join")
        if author == offered_by:
            raise Refusal("somebody else has to join")
        game.players = (offered_by, author)
        self._keep(chat, game)
        return [lines(narrator(game).opening(game)), turn(game)]

    def _change(self, game: Game, player: Player, command: str, rest: str) -> list[str]:
        """Let a player undo, resign or move."""
        if command == "resign":
            game.resign(player)
            return [
                f"{game.players[player].name} resigns, and {game.players[player.opponent].name} wins."
            ]
        if command == "undo":
            if game.is_over:  # or the loser could take back the move that ended it
                raise Refusal("the game is over")
            if game.history and game.history[-1].player is not player:
                raise Refusal("the last move was not yours")
            return [f"Taken back: {game.undo(over_reveals=False)}", turn(game)]
        if not game.is_over and game.to_move is not player:
            raise Refusal("it is not your turn")
        game.play(rest)
        told = lines(narrator(game).step(len(game.history), game.history[-1]))
        return [told, turn(game)]

    def _load(self, chat: str) -> Game:
        try:
            return Game.from_record(Record.from_text(self._store[chat]))
        except WondersDuelError:  # for us; the message may quote what lies face down
            LOG.exception("the game in %r cannot be read", chat)
            raise Damaged("the game in this chat is damaged; !new offers another") from None

    def _keep(self, chat: str, game: Game) -> None:
        self._store[chat] = game.record().to_text()


def narrator(game: Game) -> Narrator:
    """Tell the game with the names of those who play."""
    one, two = game.players
    return Narrator((one.name, two.name))


def lines(told: Iterable[str]) -> str:
    """Make one message of what is told for a terminal."""
    return "\n".join(" ".join(line.split()) for line in told if line.strip("-"))


def turn(game: Game) -> str:
    """Say who is to move, or who has won."""
    if game.result is not None:
        return narrator(game).result(game.result)
    coins = game.state.cities[game.mover].coins
    return f"{game.players[game.mover].name} is to move, with {coins} coins."


def choices(game: Game) -> str:
    """List the legal moves and what they cost; each wonder once, and the discards as one."""
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
    return "\n".join(dict.fromkeys(found)) or "There is nothing to do."


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
"""Who says what. Only what begins with the prefix is for the bot."""


def main() -> None:
    """Let two people talk, with a restart of the bot in between."""
    store: dict[str, str] = {}
    bot = ChatBot(store, Random(10_110))  # so that the conversation is always the same
    for number, (author, text) in enumerate(CONVERSATION):
        print(f"<{author}> {text}")
        if number == len(CONVERSATION) // 2:
            bot = ChatBot(store)  # the program was started anew: all it needs is in the store
        for reply in bot.answer("a chat", author, text):
            print("    " + reply.replace("\n", "\n    "))


if __name__ == "__main__":
    main()
