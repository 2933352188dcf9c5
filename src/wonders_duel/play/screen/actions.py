"""The actions of the dialogue without its table, and with bots that are asked elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs
from typing_extensions import override

from wonders_duel.chance.outcomes import AgeDealt, CardRevealed
from wonders_duel.languages.lists import joined
from wonders_duel.play.dialogue import Dialogue, Reply
from wonders_duel.play.replies import revealed, seating, wrapped
from wonders_duel.render.narration import Narrator
from wonders_duel.render.telling import Kind, NarrationBuilder

if TYPE_CHECKING:
    from wonders_duel.bots import Bot
    from wonders_duel.engine.moves import Move
    from wonders_duel.render.board.look import TextStyle
    from wonders_duel.render.board.spans import Line

__all__ = ["ONE_LINE", "Actions"]

ONE_LINE: Final = 2000
"""Columns enough for every text: the log and the boxes wrap it, each for its own width."""


class Actions(Dialogue):
    """A dialogue whose lines are those of a log."""

    @property
    def look(self) -> TextStyle:
        """The style of the text, with short names of the players."""
        return attrs.evolve(self._look, names=self._called)

    @property
    def bot(self) -> Bot | None:
        """The bot that is to move; ``None`` if it is a person, chance, or nobody."""
        player = self.game.to_move
        return None if player is None else self._bots[player]

    @property
    def fresh(self) -> frozenset[int]:
        """The slots whose cards were revealed since the last decision of a person began."""
        start = (self._mine or [0])[-1]
        slots: set[int] = set()
        for step in self.game.history[start:]:
            for outcome in step.outcomes:
                if isinstance(outcome, AgeDealt):
                    slots.clear()
                elif isinstance(outcome, CardRevealed):
                    slots.add(outcome.slot)
        return frozenset(slots)

    @property
    def seen_since(self) -> list[str] | None:
        """The cards revealed since the last decision of a person; ``None`` if there is none."""
        mine = self._mine
        if not mine:
            return None
        outcomes = (one for step in self.game.history[mine[-1] :] for one in step.outcomes)
        return [text for one in outcomes if (text := revealed(one, self._look))]

    @override
    def start(self) -> Reply:
        game, look = self.game, self._look
        lines = self._wrapped(seating(self._bots, look))
        if game.history:
            text = look.count(
                "The game resumes after {number} move.",
                "The game resumes after {number} moves.",
                len(game.history),
            )
            lines += self._wrapped(text)
        return Reply(tuple(self._advance(lines)))

    def play(self, move: Move) -> list[Line]:
        """Make a move, and return the lines of the log.

        Args:
            move: a legal move.
        """
        self.game.play(move)  # chance follows below, and its outcomes belong to the step
        end = self._advance([])
        step = self.game.history[-1]
        to, name = self._look.language, self._called[step.player]
        action, *others = NarrationBuilder(self._called, to, tells_cards=False).step(step)
        first = f"{len(self.game.history)}. {name} {action.text}"
        told = joined(to, [first, *(one.text for one in others if one.kind is Kind.ASIDE)])
        # The screen shows a new age, which has a heading.
        sentences = [one.text for one in others if one.kind is Kind.SENTENCE]
        return [line for text in (told, *sentences) for line in self._wrapped(text)] + end

    @override
    def _advance(self, lines: list[Line], hint: str = "") -> list[Line]:
        """Resolve chance, and add the result if the game is over."""
        game = self.game
        while (chance := game.chance) is not None:
            game.resolve(chance.sample(self._rng))
        if game.result is not None:
            narrator = Narrator(self._called, language=self._look.language, width=ONE_LINE)
            lines += self._wrapped(narrator.result(game.result))
        return lines

    @override
    def _wrapped(self, text: str, style: str = "") -> list[Line]:
        return wrapped(text, self._look, ONE_LINE, style)

    def end(self) -> list[Line]:
        """Return the score sheet and the result of a game that is over."""
        return self._story(self._narrator.end(self.game))[3:]
