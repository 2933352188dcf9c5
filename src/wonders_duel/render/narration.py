"""Narration of games move by move in plain text, by default for 80 columns."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator
from typing import TYPE_CHECKING, assert_never

from wonders_duel.chance.outcomes import ChanceOutcome
from wonders_duel.enums import Player
from wonders_duel.game import Game
from wonders_duel.history.resignation import GameResult
from wonders_duel.history.step import Step
from wonders_duel.languages import Language
from wonders_duel.languages import language as language_of
from wonders_duel.record import Record
from wonders_duel.render.board.spans import WIDTH, wrapped_text
from wonders_duel.render.sheet import score_sheet
from wonders_duel.render.telling import Fragment, Kind, NarrationBuilder
from wonders_duel.support.arguments import expect, expect_names, expect_number
from wonders_duel.support.columns import columns

if TYPE_CHECKING:
    from wonders_duel.engine.scoring import Score
    from wonders_duel.state import State

__all__ = ["Narrator"]

LEAST_WIDTH = 20
"""The smallest width in characters."""
ROOM_FOR_COLUMN = 60
"""The smallest width at which the consequences of a move are aligned below it."""
_KEPT_SPACE = re.compile("(?<=The) | (?=[:;])")


class Narrator:
    """Narrates games.

    Args:
        names: the names of players one and two; "one" and "two" if left out. They are written in
            full, so names of more than 12 characters leave less room for the text.
        language: the language or its code.
        width: the maximum width of a line in characters, at least 20.
        tells_cards: whether to list the face-up cards of a new age; a program that also shows the board
            need not.

    Raises:
        UnknownNameError: there is no such language.
        WrongTypeError: ``names`` is not a pair of texts, or ``width`` is not a number from 20. The
            methods also raise it for arguments of the wrong type.

    >>> from wonders_duel import Game
    >>> game = Game(seed=2015)
    >>> state = game.play(game.legal_moves[0])
    >>> for line in Narrator(("Ann", "Ben")).step(1, game.history[0]):
    ...     print(line)
      1. Ann  picks The Great Library
    >>> for line in Narrator(("Ann", "Ben"), language="fi").step(1, game.history[0]):
    ...     print(line)
      1. Ann  valitsee: Aleksandrian kirjasto
    """

    def __init__(
        self,
        names: tuple[str, str] | None = None,
        *,
        language: str | Language = "en",
        width: int = WIDTH,
        tells_cards: bool = True,
    ) -> None:
        """Store the names, the language and the width."""
        expect(tells_cards, bool, "True or False for tells_cards")
        expect_number(width, LEAST_WIDTH, "the width")
        self._to = language_of(language)
        if names is None:
            one, two = (self._to.word(player) for player in Player)
            names = one, two
        expect_names(names)
        self.names = names
        self._builder = NarrationBuilder(names, self._to, tells_cards=tells_cards)
        self._column = max(columns(name) for name in names)
        self._margin = " " * (5 + self._column + 2)
        self._first = "{number:3}. {name}{gap}  "
        # A long name leaves no room beside it.
        if width < max(ROOM_FOR_COLUMN, len(self._margin) + LEAST_WIDTH):
            self._margin, self._first = "  ", "{number}. {name} "
        self.width = width

    def record(self, record: Record, to: int | None = None) -> Iterator[str]:
        """Narrate a recorded game line by line; the record is checked on the way.

        Args:
            record: the record.
            to: the last move to narrate, from 0; all moves and the result if left out.

        Raises:
            RecordError: the record contradicts the rules; the moves before the error have been
                narrated.
            WrongTypeError: ``record`` is not a record, or ``to`` not a whole number from 0; raised when the
                first line is asked for.
        """
        state = yield from self.moves(record, to)
        if to is not None and to < len(record.turns):
            yield ""
            yield self._to.say(
                "After move {number} of {total}:", number=to, total=len(record.turns)
            )
            yield state.to_text()
            return
        yield from self._end(state.score(), state.result or record.result)

    def moves(self, record: Record, to: int | None = None) -> Generator[str, None, State]:
        """Narrate the setup and the moves of a recorded game, without its end.

        Args:
            record: the record.
            to: the last move to narrate, from 0; all moves if left out.

        Returns:
            The position after the last move, as the value of the generator.

        Raises:
            RecordError: the record contradicts the rules; the moves before the error have been
                narrated.
            WrongTypeError: ``record`` is not a record, or ``to`` not a whole number from 0; raised when the
                first line is asked for.
        """
        expect(record, Record, "a Record")
        if to is not None:
            expect_number(to, 0, "the last move to narrate")
        setup, state = record.opening()
        yield from self._opening(setup, state)
        for number, step in enumerate(record.replay(), start=1):
            if to is not None and number > to:
                break
            yield from self.step(number, step)
            state = step.after
        return state

    def opening(self, game: Game) -> Iterator[str]:
        """Narrate the setup before the first move.

        Args:
            game: a game.

        Raises:
            WrongTypeError: ``game`` is not a game.
        """
        expect(game, Game, "a Game")
        start = game.history[0].before if game.history else game.state
        yield from self._opening(game.setup, start)

    def _opening(self, setup: Iterable[ChanceOutcome], start: State) -> Iterator[str]:
        return self._laid_out(self._builder.opening(setup, start))

    def end(self, game: Game) -> Iterator[str]:
        """Return the score sheet and the result.

        Args:
            game: a game.

        Raises:
            WrongTypeError: ``game`` is not a game.
        """
        expect(game, Game, "a Game")
        yield from self._end(game.score(), game.result)

    def _end(self, score: Score, result: GameResult | None) -> Iterator[str]:
        yield from self._laid_out([Fragment(Kind.HEADING, self._to.say("The score"))])
        yield score_sheet(score, self.names, language=self._to, width=self.width)
        yield ""
        yield from self._laid_out(self._builder.end(result))

    def step(self, number: int, step: Step) -> Iterator[str]:
        """Narrate a move and the chance outcomes after it.

        Args:
            number: the number of the move, from 1.
            step: the move.

        Raises:
            WrongTypeError: ``step`` is not a step of a game, or ``number`` is not a number from 1.
        """
        expect_number(number, 1, "the number of a move")
        expect(step, Step, "a Step of a game")
        name = self.names[step.player]
        gap = " " * (self._column - columns(name))
        first = self._first.format(number=number, name=name, gap=gap)
        action, *others = self._builder.step(step)
        yield from self._wrap(first + action.text, "", self._margin)
        yield from self._laid_out(others)

    def chance(self, outcome: ChanceOutcome) -> Iterator[str]:
        """Narrate a chance outcome.

        Args:
            outcome: the outcome.

        Raises:
            WrongTypeError: ``outcome`` is not a chance outcome.
        """
        expect(outcome, ChanceOutcome, "a chance outcome")
        return self._laid_out(self._builder.outcome(outcome))

    def result(self, result: GameResult) -> str:
        """Return the result as a sentence with the players' names.

        Args:
            result: the result of a game that is over.

        Raises:
            WrongTypeError: ``result`` is not a result; ``None``, for example.
        """
        expect(result, GameResult, "the result of a game that is over")
        return self._builder.result(result)

    # -- layout -------------------------------------------------------------------------------

    def _laid_out(self, told: Iterable[Fragment]) -> Iterator[str]:
        """Return the lines of some fragments."""
        for one in told:
            match one.kind:
                case Kind.HEADING:
                    yield ""
                    yield one.text.upper()
                    yield "-" * min(len(one.text), self.width)
                case Kind.SENTENCE:
                    yield from self._wrap(one.text, "", "  ")
                case Kind.ASIDE:
                    yield from self._wrap(one.text, self._margin, self._margin)
                case _:
                    assert_never(one.kind)

    def _wrap(self, text: str, first: str, later: str) -> Iterator[str]:
        """Wrap a text, but not after the article of a wonder or before French punctuation."""
        kept = _KEPT_SPACE.sub("\N{NO-BREAK SPACE}", text)
        for line in wrapped_text(kept, self.width, first=first, later=later):
            yield line.replace("\N{NO-BREAK SPACE}", " ")
