"""Drawings of the whole table: two cities, and everything between them."""

from __future__ import annotations

from typing import Final

import attrs

from wonders_duel.engine.consequences import slots_to_reveal
from wonders_duel.enums import Phase, Player
from wonders_duel.render.drawing import marks, words
from wonders_duel.render.drawing.cards import STRIP, WONDER
from wonders_duel.render.drawing.city import city_size, draw_strips, fixed_height
from wonders_duel.render.drawing.face import WIDE
from wonders_duel.render.drawing.lettering import cut
from wonders_duel.render.drawing.marks import Marks
from wonders_duel.render.drawing.pen import Pen
from wonders_duel.render.drawing.picture import Scene, Sheet
from wonders_duel.render.drawing.pieces import Drawing, TableOptions
from wonders_duel.render.drawing.scores import score_words
from wonders_duel.render.drawing.tall import tall_table
from wonders_duel.render.drawing.track import draw_track, track_size
from wonders_duel.render.wording import resigned_sentence, standing
from wonders_duel.state import State

__all__ = ["TableOptions", "table"]

WIDTH: Final = 1220
"""The width of the whole table."""
EDGE: Final = 10
"""The margin of the table, and the gap between panels."""
TITLE: Final = 46
"""The height of the lines at the top."""
STRUCTURE: Final = 494
"""The height of every structure."""
PILE: Final = 94
"""The height of the discard pile."""
PILE_COLUMNS: Final = 8
"""The number of strips side by side in the discard pile, until there are too many."""
PILE_ROWS: Final = (2, 3)
"""The number of rows of the discard pile, and of one that is too large for them."""
REST_COLUMNS: Final = 3
"""The number of cards side by side that are left after a supremacy."""
LARGE: Final = 1.8
"""The scale of wonders on offer."""


def table(pen: Pen, state: State, options: TableOptions) -> Scene:
    """Draw a whole table.

    Args:
        pen: the theme, language and catalogue.
        state: the position.
        options: the marks to draw and the names of the players.
    """
    drawing = Drawing(
        pen=pen,
        state=state,
        options=options,
        shown=_marks(state, options),
        now=_now(pen, state, options),
        winners=_winners(state, options),
    )
    sheet, width, height = _wide(drawing) if options.layout == "wide" else tall_table(drawing)
    title = options.title
    if title is None:
        players = " \N{EN DASH} ".join(options.names)
        title = words.labelled(pen.words, players, words.age_heading(pen.words, state))
    description = words.table_words(pen.words, state, options.names, drawing.now)
    if state.is_over:
        description += f" {score_words(pen, state.score(), options.names)}"
    return sheet.scene(width, height, title, description, width)


def _marks(state: State, options: TableOptions) -> Marks:
    """Return everything that is marked."""
    is_over = options.resigned is not None
    shown = marks.legal_marks(state) if options.legal_moves and not is_over else Marks()
    moved = marks.moved_card(options.last_move) if options.last_move is not None else None
    awaited = None
    if state.phase is Phase.REVEAL:
        awaited = slots_to_reveal(state)[0]
    return attrs.evolve(
        shown,
        last=None if moved is None else moved.id,
        revealed=options.revealed,
        awaited=awaited,
        slots=options.slots,
    )


def _wide(drawing: Drawing) -> tuple[Sheet, float, float]:
    """Draw a table with the cities at both sides; return it with its width and height."""
    pen, state, shown = drawing.pen, drawing.state, drawing.shown
    sheet = Sheet()
    theme = pen.theme
    side = city_size(state.cities[0], WIDE)[0]
    centre = WIDTH - 2 * side - 4 * EDGE
    middle = Sheet()
    top = EDGE + TITLE
    bottom = _draw_middle(middle, drawing, 2 * EDGE + side, top, centre)
    height = max(bottom, top + fixed_height(WIDE))
    whole = height + EDGE + PILE + EDGE
    sheet.rect(0, 0, WIDTH, whole, theme.page)
    _draw_title(sheet, drawing)
    for player, left in zip(Player, (EDGE, WIDTH - EDGE - side), strict=True):
        drawing.city(sheet, player, left, top, height - top, WIDE)
    sheet.rect(2 * EDGE + side, top, centre, height - top, theme.panel, rx=9, fill_opacity=0.55)
    sheet.merge(middle)
    _draw_pile(sheet, pen, state, shown, height + EDGE)
    return sheet, WIDTH, whole


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


def _draw_title(sheet: Sheet, drawing: Drawing) -> None:
    theme = drawing.pen.theme
    room = 700
    heading = words.age_heading(drawing.pen.words, drawing.state)
    text = cut(heading, 240, 22, bold=True)
    sheet.text(text, EDGE + 6, EDGE + 16, 22, theme.text, bold=True, room=240)
    text = cut(drawing.now, room, 17, bold=True)
    at = WIDTH / 2, EDGE + 9
    sheet.text(text, *at, 17, theme.text, anchor="middle", bold=True, room=room)
    text = cut(drawing.done, room, 13)
    at = WIDTH / 2, EDGE + 31
    sheet.text(text, *at, 13, theme.quiet, anchor="middle", room=room)
    text = cut(drawing.left, 240, 13)
    at = WIDTH - EDGE - 6, EDGE + 16
    sheet.text(text, *at, 13, theme.quiet, anchor="end", room=240)


def _draw_middle(sheet: Sheet, drawing: Drawing, x: float, y: float, width: float) -> float:
    """Draw the track, the tokens and the structure, offer or score; return the bottom edge."""
    state = drawing.state
    top = y + 8
    track = track_size(WIDE)
    names = drawing.options.names
    at = x + (width - track[0]) / 2, top
    draw_track(sheet, drawing.pen, state.track, *at, names=names)
    top = drawing.tokens(sheet, x, top + track[1] + 8, width, WIDE) + 4
    bottom = top + STRUCTURE
    top = drawing.choices(sheet, x, top, width, WIDE)
    if state.is_over:
        top = drawing.ending(sheet, x + 24, top, width - 48)
        _draw_rest(sheet, drawing, x + 24, top, width - 48, bottom - top)
        return max(bottom, top) + 8
    drawing.structure(sheet, x + 10, top, width - 20, WIDE, bottom - top)
    if state.offered_wonders:
        bottom = max(bottom, _draw_offer(sheet, drawing, x, top, width))
    return bottom + 8


def _draw_rest(
    sheet: Sheet, drawing: Drawing, x: float, y: float, width: float, height: float
) -> None:
    """Draw the visible cards that are left after a supremacy, in the place that is left."""
    structure = drawing.state.structure
    rest = [slot.building for slot in structure if slot.building is not None]
    across = (width - STRIP[0]) / (REST_COLUMNS - 1)
    rows = -(-len(rest) // REST_COLUMNS)
    step = min(STRIP[1] + 3, (height - STRIP[1]) / max(rows - 1, 1))
    draw_strips(
        *(sheet, drawing.pen, rest, x, y, drawing.shown),
        columns=REST_COLUMNS,
        across=across,
        step=step,
    )


def _draw_offer(sheet: Sheet, drawing: Drawing, x: float, y: float, width: float) -> float:
    size = WONDER[0] * LARGE, WONDER[1] * LARGE
    gap = 24.0
    left = x + (width - 2 * size[0] - gap) / 2
    bottom = y
    # In the middle of the place for a structure, which four wonders leave half empty.
    y += (STRUCTURE - 2 * size[1] - gap) / 2 - 12
    for number, wonder in enumerate(drawing.state.offered_wonders):
        row, column = divmod(number, 2)
        place = left + column * (size[0] + gap), y + 12 + row * (size[1] + gap)
        drawing.offered(sheet, wonder, *place, size, LARGE)
        bottom = place[1] + size[1] + gap
    return bottom


def _draw_pile(sheet: Sheet, pen: Pen, state: State, shown: Marks, y: float) -> None:
    """Draw the discard pile below everything else."""
    pile = state.discard_pile
    theme = pen.theme
    heading = pen.words.say("Discard pile: {number}", number=len(pile))
    width = WIDTH - 2 * EDGE
    sheet.rect(EDGE, y, width, PILE, theme.panel, rx=9, fill_opacity=0.55)
    sheet.text(heading, EDGE + 14, y + 13, 13, theme.text, bold=True)
    rows = PILE_ROWS[len(pile) > PILE_COLUMNS * PILE_ROWS[0]]
    columns = max(PILE_COLUMNS, -(-len(pile) // rows))
    across = (width - 28 - STRIP[0]) / (columns - 1)
    at = EDGE + 14, y + 24
    draw_strips(
        *(sheet, pen, pile, *at, shown),
        columns=columns,
        across=across,
        step=(PILE - 24 - 5 - STRIP[1]) / (rows - 1) if rows > PILE_ROWS[0] else STRIP[1] + 4,
        kind="discarded",
    )
