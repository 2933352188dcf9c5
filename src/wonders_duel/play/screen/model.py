"""The full screen without a terminal: the cursor, the boxes, and the effect of each key."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from typing import TYPE_CHECKING, Final, assert_never

import attrs

from wonders_duel.engine.moves import (
    ChooseBeginner,
    ConstructBuilding,
    ConstructWonder,
    DeclineToken,
    DiscardBuilding,
)
from wonders_duel.enums import Phase
from wonders_duel.errors import BotError
from wonders_duel.play.advice import advice
from wonders_duel.play.choices import named
from wonders_duel.play.lessons import costly_decisions, lesson_lines
from wonders_duel.play.replies import price, refusal, wrapped
from wonders_duel.play.screen.actions import ONE_LINE
from wonders_duel.render.board.card import card_lines
from wonders_duel.render.board.page import cities_page
from wonders_duel.render.board.spans import Line, fitted, line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wonders_duel.cards import Building, Card, Wonder
    from wonders_duel.engine.moves import Move
    from wonders_duel.engine.structure import Slot
    from wonders_duel.play.lessons import Lesson, Report
    from wonders_duel.play.screen.actions import Actions
    from wonders_duel.render.board.look import TextStyle
    from wonders_duel.state import State

__all__ = ["BOX", "Confirmation", "Job", "Screen", "Text", "WonderMenu"]

BOX: Final = 72
"""The columns of the text in a box."""
_ARROWS: Final = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
_PAGE: Final = 10
"""The lines that Page Up and Page Down scroll."""


@attrs.define
class Text:
    """A box with a text, which can be scrolled."""

    title: str
    lines: list[Line]
    top: int = 0
    """The first visible line."""


@attrs.define
class WonderMenu:
    """A box with the wonders that can be built with a card."""

    slot: Slot
    wonders: tuple[Wonder, ...]
    at: int = 0
    """The chosen wonder, from 0."""


@attrs.define
class Confirmation:
    """A box that asks before something is done."""

    text: str
    action: Callable[[], object]


@attrs.define(eq=False)
class Job:
    """Work that takes long, done by a thread while keys are read."""

    text: str
    """What is being done."""
    run: Callable[[Event, Report], object]
    """Does the work, outside the main thread."""
    done: Callable[[object], None]
    """Takes the result, in the main thread."""
    is_move: bool = False
    """Whether it is the move of a bot, which cannot be left out."""
    stop: Event = attrs.field(factory=Event)
    """Asks the work to end early."""
    progress: tuple[int, int] = (0, 0)
    """How much is done of how much; nothing of nothing if that is unknown."""


Box = Text | WonderMenu | Confirmation


class Screen:
    """A game on a full screen.

    Args:
        talk: the actions of the game.
    """

    def __init__(self, talk: Actions) -> None:
        """Start or resume the game."""
        self.talk: Actions = talk
        self.cursor: int = 0
        """The slot under the cursor, or the number of the choice from 0."""
        self.box: Box | None = None
        """The box above the table."""
        self.message: list[Line] = []
        """The reply to the last key."""
        self.log: list[Line] = []
        self.job: Job | None = None
        """The work at hand."""
        self.ends: bool = False
        """Whether the person has left."""
        self._stuck = False
        """Whether the bot to move has failed, so that a person decides for it."""
        self.log += talk.start().lines
        self._settle()

    # -- the situation ----------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The state of the game."""
        return self.talk.game.state

    @property
    def look(self) -> TextStyle:
        """The style of the text."""
        return self.talk.look

    @property
    def decides(self) -> bool:
        """Whether a person is to decide now."""
        return self.talk.game.to_move is not None and (self.talk.bot is None or self._stuck)

    @property
    def choices(self) -> Sequence[Move]:
        """The moves to choose from a list; empty in a turn, where cards are chosen."""
        if self.state.phase is Phase.TURN or not self.decides:
            return ()
        return self.talk.game.legal_moves

    @property
    def slot(self) -> Slot | None:
        """The slot under the cursor in a turn."""
        if self.state.phase is not Phase.TURN:
            return None
        return self.state.structure[self.cursor]

    # -- keys -------------------------------------------------------------------------------------

    def press(self, key: str) -> None:
        """Do what a key stands for; other keys do nothing.

        Args:
            key: ``left``, ``right``, ``up``, ``down``, ``tab``, ``pageup``, ``pagedown``, ``enter``,
                ``escape``, or a character, in capitals or not.
        """
        self.message = []
        key = key.lower()
        if self.box is not None:
            self._press_in_box(self.box, key)
            return
        anytime = {
            "q": self._quit,
            "l": self._show_log,
            "c": self._show_table,
            "k": self._show_keys,
            "s": self._save,
            "?": self._explain,
            "tab": self._read_on,
            "escape": self._cancel,
        }
        if key in anytime:
            anytime[key]()
        elif key in _ARROWS:
            self._move_cursor(*_ARROWS[key])
        elif self.talk.game.is_over:
            self._press_at_end(key)
        elif not self.decides:
            if key in {"enter", "d", "w", "u", "h"}:
                self._say(self.look.say("The bot is thinking; Q quits."))
        else:
            decisions = {
                "enter": self._take,
                "d": self._discard,
                "w": self._choose_wonder,
                "u": self._undo,
                "h": self._hint,
            }
            if key in decisions:
                self._drop_job()
                decisions[key]()

    def _press_at_end(self, key: str) -> None:
        actions = {"w": self._why, "n": self._new, "u": self._undo}
        if key in actions:
            self._drop_job()
            actions[key]()

    def point(self, slot: int) -> None:
        """Move the cursor to a card, or build it if the cursor is there: a click of the mouse.

        Args:
            slot: the slot of the card.
        """
        self.message = []
        if self.box is not None or self.slot is None or self.state.structure[slot].building is None:
            return
        if slot == self.cursor:
            self.press("enter")
        else:
            self.cursor = slot

    def _press_in_box(self, box: Box, key: str) -> None:
        if key in {"escape", "q"}:
            self.box = None
            return
        match box:
            case Text():
                if key == "enter":
                    self.box = None
                steps = {"up": -1, "down": 1, "pageup": -_PAGE, "pagedown": _PAGE}
                last = max(0, len(box.lines) - 1)
                box.top = min(last, max(0, box.top + steps.get(key, 0)))
            case Confirmation():
                if key in {"enter", "y"}:
                    self.box = None
                    box.action()
            case WonderMenu():
                self._press_in_menu(box, key)
            case _:
                assert_never(box)

    def _press_in_menu(self, menu: WonderMenu, key: str) -> None:
        assert menu.slot.building is not None  # only such a card opens the menu
        steps = {"up": -1, "left": -1, "down": 1, "right": 1}
        menu.at = (menu.at + steps.get(key, 0)) % len(menu.wonders)
        wonder = menu.wonders[menu.at]
        move = ConstructWonder(wonder, menu.slot.building, self.state.catalogue)
        if key in {"enter", "w"}:
            self.box = None
            self._play(move)
        elif key == "?":
            self._tell(self.look.name(wonder), self._told(wonder, move))

    # -- the cursor -------------------------------------------------------------------------------

    def _move_cursor(self, across: int, down: int) -> None:
        if self.choices:
            self.cursor = (self.cursor + across + down) % len(self.choices)
        elif self.slot is not None:
            self.cursor = self._neighbour(self.slot, across, down)

    def _neighbour(self, here: Slot, across: int, down: int) -> int:
        """Return the accessible slot that is next in a direction."""
        slots = [slot for slot in self.state.structure.accessible if slot.index != here.index]
        if across:  # around all cards, from left to right
            slots.sort(key=lambda slot: (slot.column, slot.row))
            ahead = [slot for slot in slots if (slot.column, slot.row) > (here.column, here.row)]
            behind = slots[: len(slots) - len(ahead)]
            ordered = [*ahead, *behind] if across > 0 else [*behind[::-1], *ahead[::-1]]
            return ordered[0].index if ordered else here.index
        slots = [slot for slot in slots if (slot.row - here.row) * down > 0]
        if not slots:
            return here.index
        return min(
            slots,
            key=lambda slot: (abs(slot.row - here.row), abs(slot.column - here.column), slot.index),
        ).index

    def _read_on(self) -> None:
        """Move the cursor to the next face-up card, covered ones included."""
        if self.slot is not None:
            faces = [slot.index for slot in self.state.structure if slot.building is not None]
            self.cursor = next((one for one in faces if one > self.cursor), faces[0])

    def _settle(self) -> None:
        """Put the cursor on something that can be chosen, and let a bot think if it is to move."""
        game = self.talk.game
        if self.state.phase is Phase.TURN:
            slots = [slot.index for slot in self.state.structure.accessible]
            if self.cursor not in slots:
                self.cursor = min(slots, key=lambda index: (abs(index - self.cursor), index))
        elif not 0 <= self.cursor < len(game.legal_moves):
            self.cursor = 0
        bot = self.talk.bot
        if bot is not None and not self._stuck:
            state, player = self.state, self.look.player(game.state.mover)
            self.job = Job(
                self.look.say("{player} is thinking", player=player),
                lambda _stop, _report: bot.choose(state),
                self._bot_plays,
                is_move=True,
            )

    # -- moves ------------------------------------------------------------------------------------

    def _play(self, move: Move) -> None:
        reasons = self.talk.game.why_not(move)
        if reasons:
            self._tell("", refusal(move, reasons, self.look, BOX))
            return
        self._stuck = False
        was_turn = self.state.phase is Phase.TURN
        self.log += self.talk.play(move)
        if was_turn is not (self.state.phase is Phase.TURN):
            self.cursor = 0
        self._settle()
        if self.talk.game.is_over:
            self._tell(self.look.say("The score"), self.talk.end())

    def _bot_plays(self, found: object) -> None:
        self.message = []  # it may say that the bot is thinking
        self._play(found)  # type: ignore[arg-type]  # the bot's result, or checked by its wrapper

    def _take(self) -> None:
        """Make the chosen move, or build the card under the cursor."""
        if self.choices:
            self._play(self.choices[self.cursor])
            return
        card = self._card()
        assert card is not None  # the cursor is on a face-up card
        self._play(ConstructBuilding(card, self.state.catalogue))

    def _discard(self) -> None:
        card = self._card()
        if card is not None:
            self._play(DiscardBuilding(card, self.state.catalogue))

    def _choose_wonder(self) -> None:
        slot, city = self.slot, self.state.cities[self.state.mover]
        if slot is None or slot.building is None:
            return
        wonders = tuple(one for one in city.catalogue.wonder_list if one in city.unbuilt)
        if not wonders:
            self._say(self.look.say("There is no wonder left to build."))
        else:
            self.box = WonderMenu(slot, wonders)

    def _card(self) -> Building | None:
        return None if self.slot is None else self.slot.building

    def _undo(self) -> None:
        seen = self.talk.seen_since
        if not seen:
            self._take_back("undo")
            return
        text = self.look.say(
            "Revealed since then: {cards}. Take back the move anyway?", cards=", ".join(seen)
        )
        self.box = Confirmation(text, lambda: self._take_back("undo!"))

    def _take_back(self, command: str) -> None:
        before = len(self.talk.game.history)
        lines = list(self.talk.answer(command).lines)
        self.message = lines
        if len(self.talk.game.history) < before:
            self._stuck = False
            self.log += lines
        self._settle()

    # -- explanations -----------------------------------------------------------------------------

    def _explain(self) -> None:
        """Open a box about the card under the cursor: its effects, and its price or why not."""
        if self.choices:
            chosen = self.choices[self.cursor]
            if not isinstance(chosen, ChooseBeginner | DeclineToken):
                card = named(chosen)
                self._tell(self.look.name(card), self._told(card, chosen))
            return
        building = self._card()
        if building is not None:
            move = ConstructBuilding(building, self.state.catalogue)
            self._tell(self.look.name(building), self._told(building, move))

    def _told(self, card: Card, move: Move) -> list[Line]:
        """Return the text of a card, the price of a move, and why it is illegal."""
        look = self.look
        lines = card_lines(card, look, BOX)[1:]
        plan = self.state.payment(move)
        if plan is not None:
            lines += [(), *price(plan, look, BOX)]
        reasons = self.talk.game.why_not(move)
        if reasons:
            lines += [(), *refusal(move, reasons, look, BOX)]
        return lines

    def _tell(self, title: str, lines: list[Line]) -> None:
        self.box = Text(title, lines)

    def _say(self, text: str) -> None:
        self.message = wrapped(text, self.look, ONE_LINE)

    def _show_log(self) -> None:
        lines = fitted(self.log, BOX)
        self._tell(self.look.say("Log"), lines)
        assert isinstance(self.box, Text)
        self.box.top = max(0, len(lines) - _PAGE)

    def _show_table(self) -> None:
        self._tell(self.look.say("Cities"), cities_page(self.state, self.look, BOX))

    def _show_keys(self) -> None:
        look = self.look
        keys = (
            (look.say("arrows"), look.say("choose a card")),
            (look.say("Enter"), look.say("build it, or take what is chosen")),
            ("D", look.say("discard the card")),
            ("W", look.say("build a wonder with the card; after a lost game: why it was lost")),
            ("?", look.say("explain the card and its price, or why it cannot be built")),
            ("Tab", look.say("read the next card, covered ones too")),
            ("H", look.say("show the move that the search prefers, and your chances")),
            ("U", look.say("undo: go back to your last decision")),
            ("C", look.say("show both cities and the discard pile")),
            ("L", look.say("show the log of the game")),
            ("S", look.say("save the game")),
            ("N", look.say("start another game, once this one is over")),
            ("Q", look.say("leave; an unfinished game is saved")),
            (look.say("Esc"), look.say("close a box, or stop a search")),
        )
        lines = [part for key, meaning in keys for part in look.labelled(key, [line(meaning)], BOX)]
        self._tell(look.say("Keys"), lines)

    # -- searches ---------------------------------------------------------------------------------

    def _hint(self) -> None:
        state, look = self.state, self.look

        def found(lines: object) -> None:
            self._tell(look.say("Hint"), lines)  # type: ignore[arg-type]

        self.job = Job(
            look.say("Looking for the best move; Esc stops it"),
            lambda _stop, _report: advice(state, look, BOX, numbered=False),
            found,
        )

    def _why(self) -> None:
        loser, look = self.talk.loser, self.look
        if loser is None:
            self._say(look.say("Nobody at this keyboard has lost the game."))
            return
        record = self.talk.game.record()

        def found(lessons: object) -> None:
            told: list[Lesson] = lessons  # type: ignore[assignment]
            self._tell(
                look.say("Why {player} lost", player=look.player(loser)),
                lesson_lines(told, look, BOX),
            )

        self.job = Job(
            look.say("Searching the decisions of the game; Esc stops it"),
            lambda stop, report: costly_decisions(record, loser, stop=stop, report=report),
            found,
        )

    def _cancel(self) -> None:
        if self.job is not None and not self.job.is_move:
            self._drop_job()
            self._say(self.look.say("Stopped."))

    def _drop_job(self) -> None:
        """Stop the work at hand, and ignore its result."""
        if self.job is not None:
            self.job.stop.set()
            self.job = None

    def finish(self, job: Job, result: object, error: Exception | None) -> None:
        """Take the result of some work, unless it has been stopped.

        Args:
            job: the work.
            result: its result.
            error: the error that it raised; ``None`` if it did not.

        Raises:
            Exception: the error, if it is not the error of a bot.
        """
        if job is not self.job:
            return
        self.job = None
        if error is None:
            job.done(result)
        elif isinstance(error, BotError):
            self._stuck = True
            text = self.look.say("You can make a move for the bot; U takes back, Q quits.")
            lines = wrapped(str(error), self.look, ONE_LINE, "bad")
            self.log += lines
            self.message = [*lines, *wrapped(text, self.look, ONE_LINE)]
            self._settle()
        else:
            raise error

    # -- the game ---------------------------------------------------------------------------------

    def _save(self) -> None:
        self.message = list(self.talk.answer("save").lines)

    def _new(self) -> None:
        self.log = list(self.talk.answer("new").lines)
        self.cursor = 0
        self._settle()

    def _quit(self) -> None:
        if self.talk.game.is_over:
            self._leave()
        else:
            text = self.look.say("The game is not over. Leave, and save it for later?")
            self.box = Confirmation(text, self._leave)

    def _leave(self) -> None:
        self._drop_job()
        self.ends = True
