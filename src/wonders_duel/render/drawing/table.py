"""Drawings of the whole table: two cities, and everything between them."""

from __future__ import annotations

from typing import Final

import attrs

from wonders_duel.engine.moves import Move
from wonders_duel.enums import Player
from wonders_duel.render.drawing import cards, marks, words
from wonders_duel.render.drawing.cards import TOKEN, WONDER
from wonders_duel.render.drawing.city import Heading, city_size, draw_city, draw_strips, draw_tokens
from wonders_duel.render.drawing.lettering import cut
from wonders_duel.render.drawing.marks import Marks
from wonders_duel.render.drawing.pen import Pen
from wonders_duel.render.drawing.picture import Scene, Sheet
from wonders_duel.render.drawing.scores import draw_score, score_height
from wonders_duel.render.drawing.structure import draw_structure, structure_size
from wonders_duel.render.drawing.track import TRACK, draw_track
from wonders_duel.render.wording import move_words, resigned_sentence, standing
from wonders_duel.state import State

__all__ = ["TableOptions", "table"]

WIDTH: Final = 1220
"""The width of the whole table."""
EDGE: Final = 10
"""The margin of the table, and the gap between panels."""
TITLE: Final = 40
"""The height of the line at the top."""
COLUMNS: Final = 2
"""The number of strips side by side in a city."""
PILE_COLUMNS: Final = 8
"""The number of strips side by side in the discard pile."""
LARGE: Final = 1.5
"""The scale of wonders on offer."""


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


def table(pen: Pen, state: State, options: TableOptions) -> Scene:
    """Draw a whole table.

    Args:
        pen: the theme, language and catalogue.
        state: the position.
        options: the marks to draw and the names of the players.
    """
    shown = (
        marks.legal_marks(state) if options.legal_moves and options.resigned is None else Marks()
    )
    moved = marks.moved_card(options.last_move) if options.last_move is not None else None
    shown = attrs.evolve(shown, last=None if moved is None else moved.id)
    now = _now(pen, state, options)

    sheet = Sheet()
    theme = pen.theme
    sides = [city_size(city, COLUMNS) for city in state.cities]
    side = sides[0][0]
    centre = WIDTH - 2 * side - 4 * EDGE
    middle = Sheet()
    top = EDGE + TITLE
    bottom = _draw_middle(middle, pen, state, shown, 2 * EDGE + side, top, centre)
    height = max(bottom, top + sides[0][1], top + sides[1][1])
    piled = Sheet()
    whole = _draw_pile(piled, pen, state, shown, height + EDGE)

    sheet.rect(0, 0, WIDTH, whole + EDGE, theme.page)
    _draw_title(sheet, pen, state, options, now)
    scores = state.totals
    winners = _winners(state, options)
    for player, left in zip(Player, (EDGE, WIDTH - EDGE - side), strict=True):
        heading = Heading(
            name=options.names[player],
            points=scores[player],
            to_move=state.to_move is player and options.resigned is None,
            has_won=player in winners,
        )
        city = state.cities[player]
        draw_city(sheet, pen, city, heading, left, top, COLUMNS, height - top, shown)
        if player in shown.seats:
            marks.chosen(sheet, pen, left + 6, top + 5, (side - 12, 28.0))
    sheet.rect(2 * EDGE + side, top, centre, height - top, theme.panel, rx=8, stroke=theme.line)
    sheet.merge(middle)
    sheet.merge(piled)
    title = options.title
    if title is None:
        title = f"{options.names[0]} \N{EN DASH} {options.names[1]}: {words.age_heading(pen.words, state)}"
    description = words.table_words(pen.words, state, options.names, now)
    return sheet.scene(WIDTH, whole + EDGE, title, description, WIDTH)


def _winners(state: State, options: TableOptions) -> tuple[Player, ...]:
    """Return the winners: nobody, one player or both."""
    if options.resigned is not None:
        return (options.resigned.opponent,)
    result = state.result
    if result is None:
        return ()
    return tuple(Player) if result.winner is None else (result.winner,)


def _now(pen: Pen, state: State, options: TableOptions) -> str:
    """Return the current decision or chance event, or the result of the game."""
    if options.resigned is None:
        return standing(pen.words, state, options.names)
    return resigned_sentence(pen.words, options.resigned, options.names)


def _draw_title(sheet: Sheet, pen: Pen, state: State, options: TableOptions, now: str) -> None:
    theme = pen.theme
    middle = EDGE + TITLE / 2 - 4
    heading = words.age_heading(pen.words, state)
    text = cut(heading, 290, 21, bold=True)
    sheet.text(text, EDGE + 6, middle, 21, theme.text, bold=True, room=290)
    text = cut(now, 600, 17, bold=True)
    sheet.text(text, WIDTH / 2, middle, 17, theme.text, anchor="middle", bold=True, room=600)
    if options.last_move is not None:
        done = move_words(pen.words, options.last_move, options.names)
        if options.last_player is not None:
            done = f"{options.names[options.last_player]} {done}"
        text = cut(done, 282, 12.5)
        sheet.text(text, WIDTH - EDGE - 6, middle, 12.5, theme.quiet, anchor="end", room=282)


def _draw_middle(
    sheet: Sheet, pen: Pen, state: State, shown: Marks, x: float, y: float, width: float
) -> float:
    """Draw the track, the tokens and the structure, offer or score; return the bottom edge."""
    theme = pen.theme
    top = y + 8
    draw_track(sheet, pen, state.track, x + (width - TRACK[0]) / 2, top)
    top += TRACK[1] + 6
    for heading, tokens in (("", state.board_tokens), ("drawn", state.offered_tokens)):
        if not tokens:
            continue
        sheet.path(f"M{x + 10:g} {top:g}h{width - 20:g}", stroke=theme.line, stroke_width=1)
        if heading:
            text = pen.words.say("Drawn from the box")
            sheet.text(text, x + width / 2, top + 12, 12, theme.quiet, anchor="middle")
            top += 16
        columns = min(len(tokens), 6)
        room = columns * (TOKEN[0] + 30)
        top = (
            draw_tokens(sheet, pen, tokens, x + (width - room) / 2, top + 8, columns, room, shown)
            + 4
        )
    sheet.path(f"M{x + 10:g} {top:g}h{width - 20:g}", stroke=theme.line, stroke_width=1)
    top += 10
    structure = state.structure
    wide, tall = structure_size(structure)
    if tall:
        draw_structure(sheet, pen, structure, x + (width - wide) / 2, top, shown)
        top += tall + 10
    offered = state.offered_wonders
    if offered:
        top = _draw_offer(sheet, pen, state, shown, x, top, width)
    if state.is_over:
        draw_score(sheet, pen, state.score(), x + 40, top, width - 80)
        top += score_height(state.score()) + 10
    return top


def _draw_offer(
    sheet: Sheet, pen: Pen, state: State, shown: Marks, x: float, y: float, width: float
) -> float:
    wide, tall = WONDER[0] * LARGE, WONDER[1] * LARGE
    gap = 24.0
    left = x + (width - 2 * wide - gap) / 2
    bottom = y
    for number, wonder in enumerate(state.offered_wonders):
        row, column = divmod(number, 2)
        place = left + column * (wide + gap), y + 12 + row * (tall + gap)
        sheet.put(cards.wonder(pen, wonder), *place, LARGE)
        if wonder.id in shown.choices:
            marks.chosen(sheet, pen, *place, (wide, tall))
        bottom = place[1] + tall + gap
    return bottom


def _draw_pile(sheet: Sheet, pen: Pen, state: State, shown: Marks, y: float) -> float:
    """Draw the discard pile below everything else; return the bottom edge."""
    pile = state.discard_pile
    theme = pen.theme
    heading = pen.words.say("Discard pile: {number}", number=len(pile))
    rows = -(-len(pile) // PILE_COLUMNS)
    height = 26 + rows * (cards.STRIP[1] + 3) + (6 if rows else 0)
    sheet.rect(EDGE, y, WIDTH - 2 * EDGE, height, theme.panel, rx=8, stroke=theme.line)
    left = EDGE + (WIDTH - 2 * EDGE - PILE_COLUMNS * (cards.STRIP[0] + 6) + 6) / 2
    sheet.text(heading, left, y + 14, 13, theme.text, bold=True)
    draw_strips(sheet, pen, pile, left, y + 26, PILE_COLUMNS, shown)
    return y + height
