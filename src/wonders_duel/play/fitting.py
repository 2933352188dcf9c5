"""What is shown before a decision, in as many rows as the terminal has."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from typing import TYPE_CHECKING, Final

from wonders_duel.engine.moves import ConstructBuilding, ConstructWonder, DiscardBuilding
from wonders_duel.enums import Phase, Player
from wonders_duel.play.choices import list_moves
from wonders_duel.render.board.city import city_brief
from wonders_duel.render.board.gist import price_of, title
from wonders_duel.render.board.layout import Height
from wonders_duel.render.board.look import TextStyle
from wonders_duel.render.board.page import NARROW, WIDE, page, structure_block
from wonders_duel.render.board.spans import GLUE, Line, Span, flow, kept, line
from wonders_duel.render.board.table import awaited, heading, token_names
from wonders_duel.render.board.track import tell_track

if TYPE_CHECKING:
    from wonders_duel.cards import Wonder
    from wonders_duel.state import State

__all__ = ["Arrangement", "arrangement", "card_numbers", "decision", "wonders_to_build"]

FULL_ROWS: Final = 74
"""The rows from which the whole board is shown, one part below the other."""
FULL_ROWS_WIDE: Final = 57
"""The rows from which the whole board is shown, with its parts side by side."""
COMPACT_ROWS: Final = 40
"""The rows from which cards are drawn in full, with a list of all the moves."""
NEWS: Final = 3
"""The lines about the last moves that come before details of the board."""


class Arrangement(Enum):
    """How a decision is shown. It depends on the size of the terminal alone."""

    FULL = auto()
    """The whole board and a list of the moves."""
    COMPACT = auto()
    """A line or two for each city, the structure, and a list of the moves."""
    NUMBERED = auto()
    """As before, with a low structure, and the numbers of the moves on the cards."""


def arrangement(width: int, rows: int) -> Arrangement:
    """Return the arrangement for a terminal.

    Args:
        width: the columns.
        rows: the rows.
    """
    if rows >= (FULL_ROWS_WIDE if width >= WIDE else FULL_ROWS):
        return Arrangement.FULL
    return Arrangement.COMPACT if rows >= COMPACT_ROWS else Arrangement.NUMBERED


def card_numbers(state: State) -> dict[int, tuple[int, bool]]:
    """Return the number of a move for each accessible card, by slot, and whether it builds the card.

    Args:
        state: a state in which a player takes a card.

    Returns:
        The number of the move that builds the card; if it cannot be built, of the one that
        discards it.
    """
    numbers: dict[str, tuple[int, bool]] = {}
    for number, move in enumerate(state.legal_moves, start=1):
        if isinstance(move, ConstructBuilding | DiscardBuilding):
            builds = isinstance(move, ConstructBuilding)
            numbers.setdefault(move.building.id, (number, builds))
    return {
        slot.index: numbers[slot.building.id]
        for slot in state.structure
        if slot.is_accessible and slot.building is not None
    }


def wonders_to_build(state: State) -> list[Wonder]:
    """Return the wonders that can be built now, in the order of the moves.

    Args:
        state: a state in which a player is to move.
    """
    moves = (move for move in state.legal_moves if isinstance(move, ConstructWonder))
    return list(dict.fromkeys(move.wonder for move in moves))


def decision(
    state: State,
    look: TextStyle,
    width: int,
    rows: int,
    news: list[Line],
    hint: list[Line],
) -> list[Line]:
    """Return everything before a decision; the moves and the structure always fit.

    Args:
        state: a state in which a player is to move.
        look: the style of the text.
        width: the available columns.
        rows: the rows of the terminal; the last one is for the prompt.
        news: lines about what has happened; the earlier ones give way.
        hint: lines about what can be typed.
    """
    room = rows - 1
    kind = arrangement(width, rows)
    if kind is Arrangement.FULL:
        lines = [*page(state, look, width), *_all_moves(state, look, width), *hint]
        if len(lines) <= room:
            return [*_latest(news, room - len(lines)), *lines]
    numbered = kind is Arrangement.NUMBERED and state.phase is Phase.TURN
    marks: dict[int, str] = {}
    if numbered:
        marks = {
            slot: f"[{number}{'' if builds else 'd'}]"
            for slot, (number, builds) in card_numbers(state).items()
        }
        moves = _numbered_moves(state, look, width)
    else:
        moves = _all_moves(state, look, width)

    def structure(height: Height) -> Callable[[], list[Line]]:
        return lambda: structure_block(state, look, width, drawn=drawn, marks=marks, height=height)

    drawn = width >= NARROW
    # A custom structure can be too high to be drawn.
    fewest = moves if numbered else _all_moves(state, look, width, brief=True)
    drawn = drawn and len(structure(Height.LOWEST)()) + len(fewest) <= room

    cities = [city_brief(state, player, look) for player in Player]
    parts: dict[str, list[Line]] = {
        "cities": [one for city in cities for one in flow([city], width, indent=2)],
        "track": tell_track(state.track, look, width),
        "tokens": token_names(state, look, width),
        "heading": [look.ruler(heading(state, look), width)],
        "awaited": [] if state.phase is Phase.TURN else awaited(state, look, width),
        "structure": structure(Height.LOW if numbered else Height.FULL)(),
        "moves": moves,
        "hint": hint,
    }
    kept_news = min(NEWS, len(news))
    # From what matters least on: what takes the place of a part if there is no room.
    steps: list[tuple[str, Callable[[], list[Line]]]] = [
        ("tokens", list),
        ("structure", structure(Height.LOW)),
        ("structure", structure(Height.LOWEST)),
        ("cities", lambda: [look.cut(city, width) for city in cities]),
        ("track", list),
        ("moves", lambda: _all_moves(state, look, width, brief=True)),
        ("awaited", list),
        ("hint", list),
        ("cities", list),
        ("heading", list),
    ]
    for part, replacement in steps:
        if kept_news + sum(map(len, parts.values())) <= room:
            break
        if part == "moves" and numbered:
            kept_news = 0
            continue
        parts[part] = replacement()
    lines = [one for part in parts.values() for one in part]
    return [*_latest(news, room - len(lines)), *lines]


def _latest(news: list[Line], room: int) -> list[Line]:
    """Return the last lines of the news, as many as there is room for."""
    return news[-room:] if room > 0 else []


def _all_moves(state: State, look: TextStyle, width: int, *, brief: bool = False) -> list[Line]:
    heading = look.ruler(line(look.say("Legal moves"), "bold"), width)
    return [heading, *list_moves(state, look, width, brief=brief)]


def _numbered_moves(state: State, look: TextStyle, width: int) -> list[Line]:
    """Return the moves of a turn, apart from the numbers on the cards."""
    numbers = sorted(card_numbers(state).values(), key=lambda one: (not one[1], one[0]))
    coins = state.cities[state.mover].discard_income
    number, builds = numbers[0]
    last, last_builds = numbers[-1]
    if builds:
        texts = [
            look.say(
                'type "{number}" to build the card [{number}], "d {number}" to discard it for ${coins}',
                number=number,
                coins=coins,
            )
        ]
    else:
        texts = [
            look.say(
                'type "{number}" to discard the card [{number}d] for ${coins}',
                number=number,
                coins=coins,
            )
        ]
    if not last_builds:
        texts.append(look.say("[{number}d] cannot be built", number=last))
    lines = look.labelled(look.say("cards"), [line(kept(text)) for text in texts], width)
    wonders = wonders_to_build(state)
    if wonders:
        items: list[Line] = []
        for place, wonder in enumerate(wonders, start=1):
            plan = next(
                state.payment(move)
                for move in state.legal_moves
                if isinstance(move, ConstructWonder) and move.wonder is wonder
            )
            assert plan is not None  # a wonder has a price
            name = tuple(
                Span(span.text.replace(" ", GLUE), span.style)
                for span in title(wonder, look, "bold")
            )
            items.append(
                (
                    Span(f"w{place}", "bold good"),
                    Span(GLUE),
                    *name,
                    Span(GLUE),
                    *price_of(plan, look),
                )
            )
        text = look.say('"w1 {number}" builds it with the card [{number}]', number=number)
        lines += look.labelled(look.say("wonder"), [*items, line(kept(text), "dim")], width)
    return lines
