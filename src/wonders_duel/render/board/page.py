"""The page of a position: stacked, side by side, or as a list."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from wonders_duel.cards import Building
from wonders_duel.engine.moves import ConstructBuilding
from wonders_duel.enums import Player
from wonders_duel.render.board.city import city_lines, city_title
from wonders_duel.render.board.gist import Coins, Price
from wonders_duel.render.board.layout import Height, structure_lines
from wonders_duel.render.board.look import TextStyle
from wonders_duel.render.board.spans import Line, Span, flow, plain
from wonders_duel.render.board.table import (
    awaited,
    board_tokens,
    discard_pile,
    heading,
    legend,
    offers,
)
from wonders_duel.render.board.track import draw_track, tell_track
from wonders_duel.support.columns import columns

if TYPE_CHECKING:
    from wonders_duel.state import State

__all__ = ["NARROW", "WIDE", "cities_page", "page", "structure_block"]

NARROW: Final = 79
"""The smallest width at which the structure is drawn."""
WIDE: Final = 114
"""The smallest width at which the parts are side by side."""
SIDE: Final = 34
"""The width of the column beside the structure."""
WIDEST: Final = 200
"""The maximum width that is used."""


def page(state: State, look: TextStyle, width: int, resigned: Player | None = None) -> list[Line]:
    """Return the page of a position.

    Args:
        state: any state.
        look: the language and characters to use.
        width: the available columns.
        resigned: the player who has resigned.
    """
    width = min(width, WIDEST)
    lines = [look.ruler(heading(state, look), width), *awaited(state, look, width, resigned)]
    if width >= WIDE:
        lines += _wide(state, look, width, resigned)
    elif width >= NARROW:
        lines += _stacked(state, look, width, resigned)
    else:
        lines += _list(state, look, width, resigned)
    return lines


def _prices(state: State, building: Building) -> Price | None:
    if state.to_move is None:
        return None
    move = ConstructBuilding(building, state.catalogue)
    total = state.price(move)
    if not total:
        return state.payment(move)
    return Coins(total, total <= state.cities[state.mover].coins)


def cities_page(state: State, look: TextStyle, width: int) -> list[Line]:
    """Return both cities with everything in them, then tokens, discard pile and legend.

    Args:
        state: any state.
        look: the language and characters to use.
        width: the available columns.
    """
    cities = [one for player in Player for one in _city(state, player, look, width)]
    return [*cities, *_beside(state, look, width)]


def structure_block(
    state: State,
    look: TextStyle,
    width: int,
    *,
    drawn: bool = True,
    marks: Mapping[int, str] = MappingProxyType({}),
    height: Height = Height.FULL,
) -> list[Line]:
    """Return the structure with the prices of the player to move, centred in a width.

    Args:
        state: any state.
        look: the language and characters to use.
        width: the available columns.
        drawn: whether to draw the structure if there is room.
        marks: texts to show in place of the numbers of some slots.
        height: the lines that the rows take if the structure is drawn.
    """
    if not state.left:
        return []
    lines = structure_lines(
        state.structure,
        look,
        width,
        lambda one: _prices(state, one),
        drawn=drawn,
        marks=marks,
        height=height,
    )
    return _centred(lines, width) if drawn else lines


def _beside(state: State, look: TextStyle, width: int) -> list[Line]:
    """Return the progress tokens on the board, the discard pile and the legend."""
    return [
        *board_tokens(state, look, width),
        *discard_pile(state, look, width),
        *legend(look, width),
    ]


def _city(
    state: State, player: Player, look: TextStyle, width: int, resigned: Player | None = None
) -> list[Line]:
    title = look.ruler(city_title(state, player, look, resigned), width)
    return [title, *city_lines(state.cities[player], look, width, state, player)]


def _stacked(state: State, look: TextStyle, width: int, resigned: Player | None) -> list[Line]:
    middle = [*offers(state, look, width), *structure_block(state, look, width)]
    return [
        *middle,
        *_centred(draw_track(state.track, look, width), width),
        *_beside(state, look, width),
        *(one for player in Player for one in _city(state, player, look, width, resigned)),
    ]


def _centred(lines: list[Line], width: int) -> list[Line]:
    margin = max(0, width - max(columns(plain(one)) for one in lines)) // 2
    return [(Span(" " * margin), *one) for one in lines]


def _columns(left: list[Line], right: list[Line], width: int) -> list[Line]:
    """Put two blocks side by side.

    Args:
        left: the lines on the left.
        right: the lines on the right.
        width: the columns of the left block, gap included.
    """
    both = []
    for number in range(max(len(left), len(right))):
        first = left[number] if number < len(left) else ()
        second = right[number] if number < len(right) else ()
        gap = Span(" " * (width - columns(plain(first))))
        both.append((*first, gap, *second))
    return both


def _wide(state: State, look: TextStyle, width: int, resigned: Player | None) -> list[Line]:
    left = width - SIDE - 2
    middle = [*offers(state, look, left), *structure_block(state, look, left)]
    middle += _centred(draw_track(state.track, look, left), left)
    side = []
    for block in (board_tokens, discard_pile):
        side += [*block(state, look, SIDE), ()]
    half = (width - 2) // 2
    one, two = (_city(state, player, look, half, resigned) for player in Player)
    return [
        *_columns(middle, [*side, *legend(look, SIDE)], left + 2),
        *_columns(one, two, half + 2),
    ]


def _list(state: State, look: TextStyle, width: int, resigned: Player | None) -> list[Line]:
    lines = [*offers(state, look, width), *structure_block(state, look, width, drawn=False)]
    lines += [*tell_track(state.track, look, width), *_beside(state, look, width)]
    for player in Player:
        lines += flow([city_title(state, player, look, resigned)], width, indent=2)
        lines += city_lines(state.cities[player], look, width, state, player)
    return lines
