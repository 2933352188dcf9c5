"""A game at a glance: parts of a board with a fixed number of lines, for screens that stay in place."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from wonders_duel.enums import Player
from wonders_duel.render.board.city import belongings, city_gist, city_title
from wonders_duel.render.board.gist import title
from wonders_duel.render.board.spans import Line, Span, join, line, pad, plain
from wonders_duel.render.board.table import awaited, heading
from wonders_duel.render.board.track import draw_track, track_line
from wonders_duel.support.columns import columns

if TYPE_CHECKING:
    from wonders_duel.render.board.look import TextStyle
    from wonders_duel.state import State

__all__ = [
    "CITY",
    "FULL",
    "SCREEN_HEIGHT",
    "SCREEN_WIDTH",
    "TIGHT",
    "WIDEST",
    "glance_cities",
    "glance_top",
]

SCREEN_WIDTH: Final = 80
SCREEN_HEIGHT: Final = 24
"""The smallest terminal that shows everything."""
WIDEST: Final = 160
"""The most columns that are used."""
FULL: Final = 23
"""The lines of the highest structure, Age III, if covered cards show their effects."""
TIGHT: Final = 14
"""Its lines if they do not."""
CITY: Final = 3
"""The first lines of a city, with its title."""
_DRAWN_TRACK: Final = 30
"""The rows from which the military track is drawn."""
_ONE_LINE: Final = 500
"""Columns enough for any line, which is cut later."""


def glance_top(state: State, look: TextStyle, width: int, height: int) -> list[Line]:
    """Return what the game waits for, the military track, and the progress tokens.

    Args:
        state: any state.
        look: the style of the text.
        width: the available columns.
        height: the rows of the terminal.
    """
    told = join((heading(state, look), *awaited(state, look, _ONE_LINE)), f" {look.dot} ")
    drawn = height >= _DRAWN_TRACK
    track = (
        draw_track(state.track, look, width) if drawn else [track_line(state.track, look, width)]
    )
    margin = (width - max(columns(plain(one)) for one in track)) // 2
    tokens = [title(token, look, "bold") for token in state.board_tokens] or [line("-", "dim")]
    return [
        look.ruler(told, width),
        *((Span(" " * margin), *one) for one in track),
        look.cut(look.labelled(look.say("progress"), tokens, _ONE_LINE)[0], width),
    ]


def glance_cities(state: State, look: TextStyle, width: int, spare: int) -> list[Line]:
    """Return both cities side by side: a title, two lines, and as much more as there is room for.

    Args:
        state: the state.
        look: the style of the text.
        width: the available columns.
        spare: the lines that may be used in addition.
    """
    half = (width - 2) // 2
    blocks = []
    for player in Player:
        block = [_city_title(state, player, look, half), *city_gist(state, player, look, half)]
        more = belongings(state.cities[player], look, half, state, player)
        if len(more) > spare:
            more = [*more[: spare - 1], line(look.more, "dim")] if spare > 1 else []
        blocks.append([*block, *more])
    return [
        (*pad(one, (), half, look.more), Span("  "), *look.cut(two, half))
        for one, two in zip_longest(*blocks, fillvalue=())
    ]


def _city_title(state: State, player: Player, look: TextStyle, width: int) -> Line:
    """Return the player of a city with coins and points, in a horizontal line."""
    told = city_title(state, player, look)
    if columns(plain(told)) > width - 2:
        arrow = (Span(f"{look.arrow} ", "good"),) if state.turn_of is player else ()
        coins = Span(f"${state.cities[player].coins}", "bold")
        points = line(look.say("{points} VP", points=state.totals[player]))
        name = line(look.player(player), "bold")
        told = join(((*arrow, *name), (coins,), points), f" {look.dot} ")
    told = look.cut(told, width - 2)
    return (*told, Span(f" {look.rule * (width - 1 - columns(plain(told)))}", "dim"))
