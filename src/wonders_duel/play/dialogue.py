"""The dialogue of a game: takes typed lines and returns the lines to show."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from random import Random
from threading import Event
from typing import TYPE_CHECKING, Final

import attrs

from wonders_duel.engine.moves import ConstructBuilding, ConstructWonder, Move
from wonders_duel.engine.payment import PaymentPlan
from wonders_duel.errors import BotError, IllegalMoveError, NotationError, WondersDuelError
from wonders_duel.game import Game
from wonders_duel.play.advice import advice
from wonders_duel.play.choices import list_moves, move_words
from wonders_duel.play.fitting import decision
from wonders_duel.play.lessons import costly_decisions, lesson_lines
from wonders_duel.play.replies import (
    FILE,
    Bots,
    about,
    commands_help,
    price,
    refusal,
    revealed,
    seating,
    story,
    wrapped,
)
from wonders_duel.play.store import Store, TakenError
from wonders_duel.play.typed import NoMoveError, Reader
from wonders_duel.render.board.card import card_lines
from wonders_duel.render.board.look import TextStyle
from wonders_duel.render.board.page import page
from wonders_duel.render.board.spans import Line, line, tidy
from wonders_duel.render.narration import LEAST_WIDTH, Narrator
from wonders_duel.render.sheet import score_sheet

if TYPE_CHECKING:
    from wonders_duel.enums import Player
    from wonders_duel.play.lessons import Lesson, Report
    from wonders_duel.search.running import Stop

__all__ = ["Dialogue", "Reply"]

NARRATED: Final = 12
"""The maximum length of a name in the narration."""


@attrs.frozen
class Reply:
    """The lines to show, and whether the dialogue ends."""

    lines: tuple[Line, ...]
    ends: bool = False
    clears: bool = False
    """Whether the lines are all that has to be on the screen."""


Study = Callable[["Callable[[Stop, Report], list[Lesson]]"], "list[Lesson]"]
"""Runs a search that can be stopped and reports its progress."""


def _silent(_: str) -> None:
    """Show nothing."""


def _at_once(search: Callable[[Stop, Report], list[Lesson]]) -> list[Lesson]:
    """Run a search without showing its progress."""
    return search(Event(), lambda _done, _most: None)


class Dialogue:
    """A game played by typing commands.

    Args:
        game: the game.
        bots: the bots of players one and two.
        look: the style of the text, with the names of the players.
        store: the file of the game.
        rng: samples chance outcomes if the game has no deal.
        renew: creates another game for the same players, with new bots.
    """

    def __init__(
        self,
        game: Game,
        bots: Bots,
        look: TextStyle,
        store: Store,
        rng: Random,
        renew: Callable[[], tuple[Game, Bots]],
    ) -> None:
        """Store the arguments."""
        self.game: Game = game
        self.store: Store = store
        self.failed: bool = False
        """Whether the game could not be saved."""
        self.width = 80
        """The available columns."""
        self.rows: int | None = None
        """The available rows; ``None`` if the output does not scroll."""
        self.clears = False
        """Whether the screen is cleared before a decision."""
        self._decides = False
        """Whether the lines of this reply end with a decision."""
        self.notices: Sequence[str] = ()
        """What else the first screen says."""
        self.study: Study = _at_once
        """Runs the search of a game that is over, which takes some seconds."""
        self.resume_options: tuple[str, ...] = ()
        """What has to be repeated to resume the game, since a file cannot name it."""
        self.waiting: Callable[[str], None] = _silent
        """Shows for whom everybody waits; an empty text shows that it is over."""
        self._bots = bots
        self._look = look
        self._rng = rng
        self._renew = renew
        one, two = (name[:NARRATED].rstrip() for name in look.names)
        self._called = (one, two)
        self._reader = Reader(look, game.state.catalogue)
        self._commands: dict[str, Callable[[str], list[Line]]] = {
            "why": self._why,
            "cost": self._cost,
            "card": self._card,
            "undo": self._undo,
            "undo!": self._undo_all,
            "save": self._save,
            "new": self._new,
            "hint": self._hint,
            "board": self._board,
            "moves": self._moves,
            "score": self._score,
            "help": self._help,
            "?": self._help,
        }

    # -- the interface for a terminal ---------------------------------------------------------

    @property
    def prompt(self) -> str:
        """The prompt before the line that is typed."""
        player = self.game.to_move
        return "> " if player is None else f"{self._look.player(player)}> "

    @property
    def words(self) -> Sequence[str]:
        """Everything that can be typed now, for completion: moves with ids, and as they are shown."""
        look, cards = self._look, self.game.state.catalogue
        legal = self.game.legal_moves
        moves = dict.fromkeys([*map(str, legal), *(move_words(move, look) for move in legal)])
        queries = [f"{command} {move}" for command in ("why", "cost") for move in moves]
        every = (*cards.building_list, *cards.wonder_list, *cards.token_list)
        named = [f"card {look.name(card)}" for card in every]
        return [*moves, *self._commands, "quit", *queries, *named]

    @property
    def loser(self) -> Player | None:
        """The person who has lost the game; ``None`` if nobody has."""
        result = self.game.result
        winner = None if result is None else result.winner
        if winner is None or self._bots[winner.opponent] is not None:
            return None
        return winner.opponent

    def start(self) -> Reply:
        """Start or resume the game."""
        game, look = self.game, self._look
        lines: list[Line] = []
        if game.history:
            text = look.count(
                "The game resumes after {number} move.",
                "The game resumes after {number} moves.",
                len(game.history),
            )
            lines += [*self._wrapped(text), *self._wrapped(seating(self._bots, look))]
        else:
            text = look.say(
                "{one} (player one) against {two} (player two), seed {seed}",
                one=look.names[0],
                two=look.names[1],
                seed=game.tags.get("seed", "-"),
            )
            lines += [*self._wrapped(text), *self._story(self._narrator.opening(game))]
        hint = look.say(
            'Type a move number, or a move such as "{move}". Type "help" for more.',
            move=next(iter(map(str, game.legal_moves)), "help"),
        )
        lines = self._advance(lines, " ".join([hint, *self.notices]))
        return Reply(tuple(lines), clears=self._clearing())

    def answer(self, text: str) -> Reply:
        """Carry out the command or move in a line.

        Args:
            text: the line that was typed.
        """
        word, _, rest = text.strip().partition(" ")
        word = word.lower()
        if self.game.is_over and not rest:  # the answer to "Play again?"
            word = {"y": "new", "yes": "new", "n": "quit", "no": "quit"}.get(word, word)
        if word in {"quit", "exit", "q"}:
            return self.leave()
        if not word:
            return Reply(tuple(self._moves("")))
        try:
            command = self._commands.get(word)
            lines = self._play(text.strip()) if command is None else command(rest.strip())
        except IllegalMoveError as error:
            lines = refusal(error.move, error.reasons, self._look, self.width)
        except WondersDuelError as error:
            lines = self._wrapped(str(error), "bad")
            if isinstance(error, NoMoveError):
                lines += self._wrapped(self._look.say('Type "help" for the commands.'))
        return Reply(tuple(lines), clears=self._clearing())

    def _clearing(self) -> bool:
        """Return whether the reply is a decision for a cleared screen, and forget it."""
        decides, self._decides = self._decides, False
        return decides and self.clears

    def leave(self) -> Reply:
        """End the dialogue, and save a game that is not over."""
        game, look = self.game, self._look
        is_saved = self.store.is_saved(game)
        if is_saved:
            self.failed = False  # even if saving under another name failed
        if game.is_over or not self._mine:
            return Reply(tuple(self._wrapped(look.say("Goodbye."))), ends=True)
        lines = [] if is_saved else self._save("")
        if self.failed:
            lines += self._save("", self.store.save_elsewhere)
        if not self.failed:
            lines += self._wrapped(look.say("Continue with:"))
            # Not wrapped, so that it can be copied; "./" keeps it from looking like an option.
            name = str(self.store.path)
            name = f"./{name}" if name.startswith("-") else name
            command = shlex.join(["wonders-duel", "play", "--load", name, *self.resume_options])
            lines.append(line(tidy(f"  {command}"), "bold"))
        return Reply(tuple(lines), ends=True)

    @property
    def _narrator(self) -> Narrator:
        """The narrator, with lines that leave the last column free; the board shows new cards."""
        width = max(LEAST_WIDTH, self.width - 1)
        language = self._look.language
        return Narrator(self._called, language=language, width=width, tells_cards=False)

    # -- moves --------------------------------------------------------------------------------

    @property
    def _mine(self) -> list[int]:
        """The indices of the steps in the history that were made by people."""
        steps = enumerate(self.game.history)
        return [number for number, step in steps if self._bots[step.player] is None]

    def _play(self, text: str) -> list[Line]:
        move = self._read(text)
        self.game.play(move)
        return self._advance(self._narrated(len(self.game.history)))

    def _read(self, text: str) -> Move:
        """Read a move, by number or by text."""
        return self._reader.read(text, self.game, self._commands)

    def _advance(self, lines: list[Line], hint: str = "") -> list[Line]:
        """Play chance and the bots up to a person's decision or the end, and return the lines.

        Args:
            lines: the lines before.
            hint: the last line before the prompt of a decision.
        """
        game = self.game
        while not game.is_over:
            player = game.to_move
            if player is None:
                chance = game.chance
                assert chance is not None  # nobody is to move, and the game is not over
                game.resolve(chance.sample(self._rng))
            elif (bot := self._bots[player]) is not None:
                name = self._called[player]
                self.waiting(self._look.say("{player} is thinking", player=name))
                try:
                    move = bot.choose(game.state)
                except BotError as error:
                    self.waiting("")
                    text = self._look.say(
                        'You can make a move for the bot, or type "undo" or "quit".'
                    )
                    lines += [*self._wrapped(str(error), "bad"), *self._wrapped(text)]
                    return self._decision(lines, hint)
                self.waiting("")
                game.play(move)
                lines += self._narrated(len(game.history))
            else:
                return self._decision(lines, hint)
        lines += self._story(self._narrator.end(game))
        if self.loser is not None:
            text = self._look.say('Type "why" to see the decisions that cost most.')
            lines += self._wrapped(text, "dim")
        text = self._look.say(
            'Play again? Type "new" for another game, "save [FILE]" to save this one, '
            '"undo!" to take back a move, or "quit" to leave.'
        )
        return [*lines, *self._wrapped(text, "dim")]

    def _decision(self, news: list[Line], hint: str) -> list[Line]:
        """Return the news, the board and the moves, as much as there is room for."""
        self._decides = True
        state, look, width = self.game.state, self._look, self.width
        last = self._wrapped(hint, "dim") if hint else []
        if self.rows is None:
            return [*news, (), *self._board(""), *self._moves(""), *last]
        if self.clears:
            return decision(state, look, width, self.rows, news, last)
        return [*news, (), *decision(state, look, width, self.rows, [], last)]

    def _narrated(self, number: int) -> list[Line]:
        """Return the narration of a move, by its number from 1."""
        return self._story(self._narrator.step(number, self.game.history[number - 1]))

    # -- commands -----------------------------------------------------------------------------

    def _why(self, text: str) -> list[Line]:
        look = self._look
        if not text and self.loser is not None:
            return self._lessons(self.loser)
        if not text:
            return self._wrapped(look.say('Name a move, as in "why 3" or "why build palace".'))
        move = self._read(text)
        reasons = self.game.why_not(move)
        if reasons:
            return refusal(move, reasons, look, self.width)
        return self._wrapped(
            look.say("{move}: this move is legal.", move=move_words(move, look)), "good"
        )

    def _lessons(self, loser: Player) -> list[Line]:
        """Return the decisions that cost the loser most."""
        record = self.game.record()
        lessons = self.study(
            lambda stop, report: costly_decisions(record, loser, stop=stop, report=report)
        )
        return lesson_lines(lessons, self._look, self.width)

    def _cost(self, text: str) -> list[Line]:
        look = self._look
        if not text:
            return self._wrapped(look.say('Name a move, as in "cost 3" or "cost build palace".'))
        plan = self._plan(text)
        if plan is None:
            return self._wrapped(look.say("This move has no price."))
        return price(plan, look, self.width)

    def _plan(self, text: str) -> PaymentPlan | None:
        """Return the payment plan of a move, or of a card given by its name alone."""
        state = self.game.state
        try:
            return state.payment(self._read(text))
        except NotationError:
            cards = state.catalogue
            wonder, between, _ = self._reader.names(text).partition(" with ")
            try:
                if between:  # the building card under the wonder does not change the price
                    return state.payment(self._read(f"wonder {text}"))
                found = cards.find(wonder)
            except NotationError:
                found = None
            if found in cards.building_list:
                return state.payment(ConstructBuilding(found.id, cards))
            if found in cards.wonder_list:
                return state.payment(ConstructWonder(found.id, cards.building_list[0], cards))
            raise

    def _card(self, text: str) -> list[Line]:
        look, cards = self._look, self.game.state.catalogue
        if not text:
            return self._wrapped(look.say('Name a card, as in "card 3" or "card palace".'))
        if text.rstrip(".").isdecimal():  # the card of a move
            move = self._read(text)
            text = next(iter(move.arguments), str(move))
        return card_lines(self._reader.card(text, cards), look, self.width)

    def _undo(self, _: str) -> list[Line]:
        return self._take_back(over_reveals=False)

    def _undo_all(self, _: str) -> list[Line]:
        return self._take_back(over_reveals=True)

    def _take_back(self, *, over_reveals: bool) -> list[Line]:
        """Take back moves up to the last decision of a person."""
        look, game = self._look, self.game
        mine = self._mine
        if not mine:
            return self._wrapped(look.say("There is nothing to take back."))
        seen = [
            text
            for step in game.history[mine[-1] :]
            for outcome in step.outcomes
            if (text := revealed(outcome, look))
        ]
        if seen and not over_reveals:
            text = look.say(
                'Revealed since then: {cards}. Type "undo!" to take back the move anyway.',
                cards=", ".join(seen),
            )
            return self._wrapped(text)
        lines: list[Line] = []
        while len(game.history) > mine[-1]:
            move = game.undo()
            lines += self._wrapped(look.say("Taken back: {move}.", move=move_words(move, look)))
        return self._advance(lines)

    def _save(self, name: str, save: Callable[[Game], Path] | None = None) -> list[Line]:
        look = self._look
        self.failed = True
        try:
            path = self.store.save(self.game, name) if save is None else save(self.game)
        except TakenError as error:
            text = look.say(
                '{file} already exists and is not overwritten; choose another name, as in "save my-game.txt"',
                file=FILE,
            )
            return about(text, str(error), "bad", self.width)
        except OSError as error:
            text = look.say(
                "Cannot save the game to {file}: {reason}",
                file=FILE,
                reason=error.strerror or str(error),
            )
            return about(text, str(error.filename or name), "bad", self.width)
        self.failed = False
        return about(
            look.say("The game is saved to {file}.", file=FILE), str(path), "good", self.width
        )

    def _new(self, _: str) -> list[Line]:
        """Start another game, without replacing the file of this one."""
        if not self.game.is_over:
            text = self._look.say('The game is not over yet; type "quit" to save it for later.')
            return self._wrapped(text)
        self.game, self._bots = self._renew()
        self.store = Store(path=None if self.store.mine else self.store.path)
        reply = self.start()
        self._decides = reply.clears
        return list(reply.lines)

    def _hint(self, _: str) -> list[Line]:
        if self.game.to_move is None:
            return self._wrapped(self._look.say("The game is over."))
        return advice(self.game.state, self._look, self.width)

    def _board(self, _: str) -> list[Line]:
        return page(self.game.state, self._look, self.width)

    def _moves(self, _: str) -> list[Line]:
        if self.game.to_move is None:
            return self._wrapped(self._look.say("The game is over."))
        title = line(self._look.say("Legal moves"), "bold")
        return [
            self._look.ruler(title, self.width),
            *list_moves(self.game.state, self._look, self.width),
        ]

    def _score(self, _: str) -> list[Line]:
        to, width = self._look.language, self.width
        return self._story([score_sheet(self.game.score(), self._called, language=to, width=width)])

    def _help(self, _: str) -> list[Line]:
        return commands_help(self._look, self.width)

    # -- lines --------------------------------------------------------------------------------

    def _wrapped(self, text: str, style: str = "") -> list[Line]:
        return wrapped(text, self._look, self.width, style)

    def _story(self, texts: Iterable[str]) -> list[Line]:
        return story(texts, self._look, self.width)
