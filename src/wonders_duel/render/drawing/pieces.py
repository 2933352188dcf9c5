"""What both layouts of a table consist of."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor
from typing import Final, Literal

import attrs

from wonders_duel.cards import ProgressToken, Wonder
from wonders_duel.engine.moves import ChooseBeginner, Move
from wonders_duel.enums import Player
from wonders_duel.render.drawing import cards, marks
from wonders_duel.render.drawing.city import Heading, draw_city, draw_tokens
from wonders_duel.render.drawing.ending import draw_ending
from wonders_duel.render.drawing.face import WIDE, Face
from wonders_duel.render.drawing.lettering import cut, text_width
from wonders_duel.render.drawing.marks import Marks
from wonders_duel.render.drawing.markup import number
from wonders_duel.render.drawing.pen import Pen
from wonders_duel.render.drawing.picture import Sheet
from wonders_duel.render.drawing.structure import draw_structure, structure_size
from wonders_duel.render.themes import INK
from wonders_duel.render.wording import Tense, move_words
from wonders_duel.rules import WONDER_LIMIT
from wonders_duel.state import State

__all__ = ["Drawing", "Layout", "TableOptions"]

TOKENS: Final = 5
"""The number of progress tokens side by side between the cities."""
FEW_TOKENS: Final = 3
"""Up to so many tokens have their places in the middle."""
Layout = Literal["wide", "tall"]
"""The cities at both sides of the structure, or everything below each other, for phones."""


@attrs.frozen(kw_only=True)
class TableOptions:
    """The options of a picture of the table."""

    names: tuple[str, str]
    """The names of the players."""
    last_move: Move | None = None
    """The move to mark."""
    last_player: Player | None = None
    """The player who made the last move, if known."""
    legal_moves: bool = False
    """Whether to mark the legal moves."""
    resigned: Player | None = None
    """The player who has resigned."""
    title: str | None = None
    """The title; generated from the position if left out."""
    revealed: frozenset[int] = frozenset()
    """The slots whose cards the last move has revealed."""
    slots: bool = False
    """Whether to write the numbers of the slots."""
    layout: Layout = "wide"
    """How the table is laid out."""


@attrs.frozen(kw_only=True)
class Drawing:
    """A table that is being drawn."""

    pen: Pen
    """The theme, language and catalogue."""
    state: State
    """The position."""
    options: TableOptions
    """The options."""
    shown: Marks
    """The marks."""
    now: str
    """The current decision or chance event, or the result."""
    winners: tuple[Player, ...]
    """The winners."""

    @property
    def done(self) -> str:
        """The last move in words; empty if it is not known."""
        options = self.options
        if options.last_move is None:
            return ""
        to = self.pen.words
        move = options.last_move
        done = move_words(to, move, options.names)
        if options.last_player is None:
            return done
        if (
            isinstance(move, ChooseBeginner)
            and move.player is options.last_player
            and self.state.age is not None
        ):
            done = to.say("begins age {age}", age=to.word(self.state.age))
        return f"{options.names[options.last_player]} {done}"

    @property
    def left(self) -> str:
        """The number of cards in the structure and of wonders that can still be built, in words."""
        state = self.state
        if state.is_over or state.age is None:
            return ""
        say = self.pen.words
        wonders = WONDER_LIMIT - sum(len(city.built) for city in state.cities)
        number = sum(not slot.is_empty for slot in state.structure)
        return " \N{MIDDLE DOT} ".join(
            (
                say.count("{number} card", "{number} cards", number),
                say.say("wonders: {number} of {most} left", number=wonders, most=WONDER_LIMIT),
            )
        )

    def city(
        self, sheet: Sheet, player: Player, x: float, y: float, height: float, face: Face
    ) -> None:
        """Draw the city of a player.

        Args:
            sheet: the sheet to draw on.
            player: the player.
            x: the left edge.
            y: the top edge.
            height: the height.
            face: the sizes.
        """
        options, state = self.options, self.state
        heading = Heading(
            name=options.names[player],
            points=state.totals[player],
            to_move=state.to_move is player and options.resigned is None,
            has_won=player in self.winners,
            seat=player,
        )
        city, other = state.cities[player], state.cities[player.opponent]
        draw_city(
            *(sheet, self.pen, city, heading, x, y, height, self.shown),
            face=face,
            other=None if state.is_over else other,
        )

    def tokens(self, sheet: Sheet, x: float, y: float, width: float, face: Face) -> float:
        """Draw the progress tokens on the board; return the bottom edge.

        Args:
            sheet: the sheet to draw on.
            x: the left edge.
            y: the top edge.
            width: the available width.
            face: the sizes.
        """
        return self._row(sheet, self.state.board_tokens, x, y, width, face)

    def choices(self, sheet: Sheet, x: float, y: float, width: float, face: Face) -> float:
        """Draw the tokens that were drawn from the box, and the moves that have no card.

        Args:
            sheet: the sheet to draw on.
            x: the left edge.
            y: the top edge.
            width: the available width.
            face: the sizes.

        Returns:
            The bottom edge; the top edge if there is nothing to draw.
        """
        drawn = self.state.offered_tokens
        if drawn:
            text = self.pen.words.say("Drawn from the box")
            sheet.text(text, x + width / 2, y + 8, 12, self.pen.theme.quiet, anchor="middle")
            y = self._row(sheet, drawn, x, y + 18, width, face)
        for thing in ("decline", *(f"begin {int(player)}" for player in Player)):
            if self.shown.moves.get(thing):
                y = self.button(sheet, thing, x + width / 2, y + 2)
        return y

    def _row(
        self,
        sheet: Sheet,
        tokens: Sequence[ProgressToken],
        x: float,
        y: float,
        width: float,
        face: Face,
    ) -> float:
        """Draw tokens in the middle of a row, which there is even without tokens."""
        columns = TOKENS if len(tokens) > FEW_TOKENS else max(len(tokens), 1)
        room = min(width, columns * (face.token[0] + 30))
        at = x + (width - room) / 2, y, room
        draw_tokens(sheet, self.pen, tokens, *at, self.shown, face=face, columns=columns)
        return y + face.token[1] * max(1, -(-len(tokens) // columns))

    def button(self, sheet: Sheet, thing: str, middle: float, y: float) -> float:
        """Draw a legal move that has no card as a button; return the bottom edge.

        Args:
            sheet: the sheet to draw on.
            thing: what the move is about; see :meth:`.Marks.hook`.
            middle: the horizontal middle.
            y: the top edge.
        """
        (move,) = self.shown.moves[thing]
        pen = self.pen
        text = move_words(pen.words, move, self.options.names, Tense.IMPERATIVE)
        text = cut(text[:1].upper() + text[1:], 300, 14, bold=True)
        wide = text_width(text, 14, bold=True) + 56
        ink = pen.theme.legal
        with sheet.group(self.shown.hook(thing.partition(" ")[0], thing)):
            sheet.rect(
                middle - wide / 2, y, wide, 30, pen.theme.paper, rx=15, stroke=ink, stroke_width=2.6
            )
            sheet.put(marks.tick(ink), middle - wide / 2 + 9, y + 7)
            sheet.text(
                text, middle + 10, y + 15, 14, INK, anchor="middle", bold=True, room=wide - 40
            )
        return y + 36

    def structure(
        self, sheet: Sheet, x: float, y: float, width: float, face: Face, height: float
    ) -> None:
        """Draw the structure in the middle; scaled down if it is too wide, as a custom one can be.

        Args:
            sheet: the sheet to draw on.
            x: the left edge of the available space.
            y: the top edge.
            width: the available width.
            face: the sizes.
            height: the available height.
        """
        state = self.state
        wide = structure_size(state.structure, face)[0]
        scale, move = 1.0, ""
        left, top = x + (width - wide) / 2, y
        if wide > width:
            scale = floor(100 * width / wide) / 100  # as numbers are written
            left = x + (width - scale * wide) / 2
            move = f'transform="translate({number(left)} {number(top)}) scale({number(scale)})"'
            left, top = 0, 0
        with sheet.group(move):
            draw_structure(
                *(sheet, self.pen, state.structure, left, top, self.shown),
                face=face,
                height=height / scale,
                mover=state.to_move or Player.ONE,
            )

    def offered(
        self,
        sheet: Sheet,
        wonder: Wonder,
        x: float,
        y: float,
        size: tuple[float, float],
        scale: float,
        face: Face = WIDE,
    ) -> None:
        """Draw a wonder on offer.

        Args:
            sheet: the sheet to draw on.
            wonder: the wonder.
            x: the left edge.
            y: the top edge.
            size: its width and height.
            scale: its scale.
            face: the sizes.
        """
        with sheet.group(self.shown.hook("wonder", wonder.id)):
            sheet.put(cards.wonder(self.pen, wonder, face), x, y, scale)
            if wonder.id in self.shown.choices:
                marks.chosen(sheet, self.pen, x, y, size)

    def ending(self, sheet: Sheet, x: float, y: float, width: float) -> float:
        """Draw the result; return the bottom edge.

        Args:
            sheet: the sheet to draw on.
            x: the left edge.
            y: the top edge.
            width: the available width.
        """
        return draw_ending(sheet, self.pen, self.state, self.now, x, y, width)
