"""The lines of the full screen, from the top: the structure, the log, the cities and the keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, assert_never

import attrs

from wonders_duel.cards import Wonder
from wonders_duel.engine.moves import (
    ChooseBeginner,
    ConstructBuilding,
    ConstructWonder,
    DeclineToken,
)
from wonders_duel.play.choices import move_words, named
from wonders_duel.play.screen.model import BOX, Confirmation, Text, WonderMenu
from wonders_duel.render.board.gist import cost_of, full_summary, price_of, title
from wonders_duel.render.board.glance import (
    CITY,
    FULL,
    SCREEN_HEIGHT,
    SCREEN_WIDTH,
    TIGHT,
    WIDEST,
    glance_cities,
    glance_top,
)
from wonders_duel.render.board.layout import (
    Height,
    card_places,
    card_width,
    draw_structure,
    structure_lines,
)
from wonders_duel.render.board.spans import (
    Line,
    Span,
    cut,
    fitted,
    flow,
    join,
    kept,
    line,
    pad,
    plain,
    split,
)
from wonders_duel.support.columns import columns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wonders_duel.cards import Building
    from wonders_duel.engine.moves import Move
    from wonders_duel.engine.payment import PaymentPlan
    from wonders_duel.engine.structure import Slot
    from wonders_duel.play.screen.model import Box, Screen
    from wonders_duel.render.board.look import TextStyle
    from wonders_duel.state import State

__all__ = ["Drawing", "draw", "too_small"]

_FULL_CARDS: Final = 44
"""The rows from which covered cards show their effects."""
_FEW: Final = 8
"""The lines for choices while no structure is laid out."""
_LOG: Final = 4
"""The lines of the log before cities get more than their first lines."""
_TWO_LINES: Final = 28
"""The rows from which the card under the cursor has two lines."""
_CURSOR: Final = ">"
_FRESH: Final = "*"
_SHARE: Final = 3
_SPARED: Final = "LCSU"
"""The keys that the last line leaves out if it is too long, the first ones first; ``K`` lists them all."""


@attrs.frozen
class Drawing:
    """The lines of a screen, and where its cards are."""

    lines: list[Line]
    cards: dict[int, tuple[int, int, int]]
    """The first column and line of each card, and its width, by slot."""

    def slot_at(self, x: int, y: int) -> int | None:
        """Return the slot of the card that is visible at a place, if there is one.

        Args:
            x: the column, from 0.
            y: the line, from 0.
        """
        found = None
        for slot, (left, top, width) in self.cards.items():  # the last one lies on top
            if left <= x < left + width and top <= y < top + _SHARE + 2:
                found = slot
        return found


def draw(screen: Screen, width: int, height: int) -> Drawing:
    """Draw a screen.

    Args:
        screen: the screen.
        width: the columns of the terminal.
        height: the rows of the terminal.
    """
    look = screen.look
    if width < SCREEN_WIDTH or height < SCREEN_HEIGHT:
        lines = flow([line(too_small(look, width, height))], width)
        return Drawing([*lines, *flow([line(look.say("Q quits."))], width)][:height], {})
    room = min(width, WIDEST) - 1
    top = glance_top(screen.state, look, room, height)
    detail = _detail(screen, room, 2 if height >= _TWO_LINES else 1)
    rest = height - len(top) - len(detail) - 1
    most = FULL if height >= _FULL_CARDS else TIGHT if screen.state.left else _FEW
    cities = glance_cities(screen.state, look, room, rest - CITY - most - _LOG)
    bottom = [*cities, *detail, _keys(screen, room)]
    middle, cards = _middle(screen, room, height, rest - len(cities) - 1)
    left = height - len(top) - len(middle) - len(bottom)
    lines = [*top, *middle, *_log(screen, room, left), *bottom]
    placed = {slot: (x, y + len(top), card) for slot, (x, y, card) in cards.items()}
    if screen.box is not None:
        lines = _with_box(screen, screen.box, lines, room)
        placed = {}
    return Drawing(lines, placed)


def too_small(look: TextStyle, width: int, height: int) -> str:
    """Return a sentence that says how large the terminal must be.

    Args:
        look: the style of the text.
        width: the columns that it has.
        height: the rows that it has.
    """
    return look.say(
        "The full screen needs {columns} columns and {rows} rows; this terminal has {width} and {height}.",
        columns=SCREEN_WIDTH,
        rows=SCREEN_HEIGHT,
        width=width,
        height=height,
    )


# -- the middle: cards or choices ---------------------------------------------------------------------


def _middle(
    screen: Screen, width: int, height: int, room: int
) -> tuple[list[Line], dict[int, tuple[int, int, int]]]:
    """Return the structure or the list of choices, and the places of the cards."""
    choices = _choices(screen, width, room) if screen.choices else []
    state, look = screen.state, screen.look
    if not state.left:
        return choices, {}
    card = card_width(state.structure, width)
    size = Height.FULL if height >= _FULL_CARDS else Height.TIGHT
    drawn: list[Line] = []
    if card:
        drawn = draw_structure(
            state.structure,
            look,
            card,
            lambda building: _plan(state, building),
            marks=_marks(screen),
            height=size,
            chosen=None if screen.slot is None else screen.slot.index,
        )
    if not card or len(drawn) > room:  # a custom structure
        return choices or _cards_listed(screen, width, room), {}
    if choices and len(drawn) + len(choices) > room:
        return choices, {}
    margin = (width - max(columns(plain(one)) for one in drawn)) // 2
    lines = [(Span(" " * margin), *one) for one in drawn]
    places = card_places(state.structure, card, size)
    return [*lines, *choices], {slot: (x + margin, y, card) for slot, (x, y) in places.items()}


def _cards_listed(screen: Screen, width: int, room: int) -> list[Line]:
    """Return the list of a structure that cannot be drawn, scrolled to the chosen card."""
    state, marks = screen.state, _marks(screen)
    lines = structure_lines(
        state.structure,
        screen.look,
        width,
        lambda building: _plan(state, building),
        drawn=False,
        marks=marks,
    )
    mark = "" if screen.slot is None else marks[screen.slot.index]
    chosen = next(number for number, one in enumerate(lines) if mark in plain(one))
    return _scrolled(lines, chosen, chosen + 1, room)


def _plan(state: State, building: Building) -> PaymentPlan | None:
    if state.to_move is None:
        return None
    return state.payment(ConstructBuilding(building, state.catalogue))


def _marks(screen: Screen) -> dict[int, str]:
    """Return the marks of newly revealed cards, and of the one under the cursor."""
    marks = {slot: f"{_FRESH}#{slot}" for slot in screen.talk.fresh}
    if screen.slot is not None:
        number = screen.slot.index
        marks[number] = f"{_CURSOR}{marks.get(number, f'#{number}')}"
    return marks


def _choices(screen: Screen, width: int, room: int) -> list[Line]:
    """Return the lines of a list of moves, scrolled to the chosen one."""
    lines: list[Line] = []
    first = last = 0
    for number, move in enumerate(screen.choices):
        chosen = number == screen.cursor
        text = flow(
            [_choice(move, screen.look, chosen=chosen)], width, first=_pointer(chosen), indent=4
        )
        if chosen:
            first, last = len(lines), len(lines) + len(text)
        lines += text
    return _scrolled(lines, first, last, room)


def _scrolled(lines: list[Line], first: int, last: int, room: int) -> list[Line]:
    """Return as many lines as there is room for, with those of the chosen item among them.

    Args:
        lines: the lines of all items.
        first: the first line of the chosen item.
        last: the line after its last one.
        room: the most lines.
    """
    start = min(first, max(0, min(first - 1, len(lines) - room), last - room))
    return lines[start : start + room]


def _pointer(chosen: bool) -> Line:  # noqa: FBT001 - only called here
    """Return the mark in front of a line that can be chosen."""
    return (Span(_CURSOR if chosen else " ", "bold"),)


def _choice(move: Move, look: TextStyle, *, chosen: bool) -> Line:
    words = Span(move_words(move, look), "bold reverse" if chosen else "bold")
    if isinstance(move, ChooseBeginner | DeclineToken):
        return (words,)
    card = named(move)
    cost = cost_of(card.cost, look) if isinstance(card, Wonder) else ()
    effects = join(full_summary(card, look), ", ")
    return (*join(((words,), cost), " "), Span(f"{look.colon} "), *effects)


# -- the log ------------------------------------------------------------------------------------------


def _log(screen: Screen, width: int, height: int) -> list[Line]:
    """Return the last lines of the log in a height, its heading if there is room."""
    lines = fitted(screen.log[-height:], width)
    if height > 2:  # noqa: PLR2004 - a heading and two lines
        kept = lines[-(height - 1) :]
        heading = screen.look.ruler(line(screen.look.say("Log"), "dim"), width)
        lines = [heading, *kept]
    lines = lines[-height:]
    return [*lines, *[()] * (height - len(lines))]


# -- the bottom ---------------------------------------------------------------------------------------


def _detail(screen: Screen, width: int, most: int) -> list[Line]:
    """Return the reply to the last key, the work at hand, or the card under the cursor."""
    look, job, slot = screen.look, screen.job, screen.slot
    lines: list[Line] = []
    if screen.message:
        lines = [part for one in screen.message for part in flow([one], width, indent=2)]
    elif job is not None:
        done, every = job.progress
        count = f" {done}/{every}" if every else ""
        lines = [line(f"{job.text}{look.more}{count}", "good")]
    elif slot is not None and slot.building is not None:
        lines = flow([_about(screen, slot, slot.building)], width, indent=2)
    if len(lines) > most:  # the rest would be lost without a mark
        lines[most - 1] = (*lines[most - 1], Span(f" {look.more}"))
    shown = [look.cut(one, width) for one in lines[:most]]
    return [*shown, *[()] * (most - len(shown))]


def _about(screen: Screen, slot: Slot, building: Building) -> Line:
    """Return a card: its effects, its price and what a discard brings."""
    look, state = screen.look, screen.state
    effects = join(full_summary(building, look), ", ")
    parts = [(*title(building, look, "bold"), Span(f"{look.colon} "), *effects)]
    if slot.is_accessible:
        plan = _plan(state, building)
        assert plan is not None  # a player is to move
        coins = state.cities[state.mover].discard_income
        build, discard = look.say("Enter build"), look.say("D discard")
        parts.append((Span(f"{build} "), *price_of(plan, look)))
        parts.append((Span(f"{discard} "), Span(f"+${coins}", "bold")))
    else:
        parts.append(line(look.say("covered card"), "dim"))
    return join(parts, f" {look.dot} ")


def _keys(screen: Screen, width: int) -> Line:
    """Return the most important keys."""
    look = screen.look
    if screen.talk.game.is_over:
        keys = [("N", look.say("new")), ("U", look.say("undo"))]
        if screen.talk.loser is not None:
            keys.insert(0, ("W", look.say("why lost")))
        keys += [("L", look.say("log")), ("C", look.say("cities")), ("S", look.say("save"))]
    else:
        keys = [("?", look.say("explain")), ("H", look.say("hint")), ("U", look.say("undo"))]
        if screen.slot is not None:
            keys.insert(0, ("W", look.say("wonder")))
        keys += [("C", look.say("cities")), ("L", look.say("log")), ("K", look.say("keys"))]
    keys.append(("Q", look.say("quit")))
    lines = [_listed_keys(keys, _SPARED[:number], look) for number in range(len(_SPARED) + 1)]
    fitting = (one for one in lines if columns(plain(one)) <= width)
    return next(fitting, look.cut(lines[-1], width))


def _listed_keys(keys: Sequence[tuple[str, str]], spared: str, look: TextStyle) -> Line:
    """Return keys with what they do, except for some of them."""
    spans = [(Span(key, "bold good"), Span(f" {text}")) for key, text in keys if key not in spared]
    return join(spans, f" {look.dot} ")


# -- boxes --------------------------------------------------------------------------------------------


def _with_box(screen: Screen, box: Box, lines: list[Line], width: int) -> list[Line]:
    """Return the lines with the box above the upper part of them."""
    look = screen.look
    height = len(lines) - 4
    hint = look.say("Esc closes")
    match box:
        case Text():
            name, whole = box.title, box.lines
            box.top = max(0, min(box.top, len(whole) - height + 2))
            content = whole[box.top : box.top + height - 2]
            if len(whole) > len(content):
                hint = look.say("arrows scroll, Esc closes")
        case WonderMenu():
            assert box.slot.building is not None  # only such a card opens the menu
            name = look.say("Build a wonder with {card}", card=look.name(box.slot.building))
            content = _wonders(screen, box, height - 2)
            hint = look.say("Enter builds, ? explains, Esc closes")
        case Confirmation():
            name, content = "", flow([line(kept(box.text), "bold")], BOX)[: height - 2]
            hint = look.say("Enter: yes, Esc: no")
        case _:
            assert_never(box)
    frame = _frame(name, content, hint, look)
    left = (width - columns(plain(frame[0]))) // 2
    above = max(1, (height - len(frame)) // 2)
    shown = list(lines)
    for number, one in enumerate(frame, start=above):
        size = columns(plain(one))
        before = pad(_part(lines[number], 0, left), (), left, look.more)
        shown[number] = (*before, *one, *_part(lines[number], left + size, width))
    return shown


def _wonders(screen: Screen, menu: WonderMenu, room: int) -> list[Line]:
    """Return the wonders of a menu, with their prices and effects, scrolled to the chosen one."""
    look, state = screen.look, screen.state
    assert menu.slot.building is not None  # only such a card opens the menu
    lines: list[Line] = []
    first = last = 0
    for number, wonder in enumerate(menu.wonders):
        chosen = number == menu.at
        plan = state.payment(ConstructWonder(wonder, menu.slot.building, state.catalogue))
        assert plan is not None  # wonders always have a price
        head = (
            *title(wonder, look, "bold reverse" if chosen else "bold"),
            Span(" "),
            *cost_of(wonder.cost, look),
            Span(f" {look.dot} "),
            *price_of(plan, look),
            Span(f" {look.dot} "),
            *join(full_summary(wonder, look), ", "),
        )
        text = flow([head], BOX, first=_pointer(chosen), indent=4)
        if chosen:
            first, last = len(lines), len(lines) + len(text)
        lines += text
    return _scrolled(lines, first, last, room)


def _frame(name: str, content: Sequence[Line], hint: str, look: TextStyle) -> list[Line]:
    """Return a box with a title, a text and a hint."""
    rule, side = look.rule, "|" if look.ascii else "│"
    ends = ("+", "+", "+", "+") if look.ascii else ("╭", "╮", "╰", "╯")

    def edge(left: str, right: str, text: str) -> Line:
        told = cut(line(f" {text} " if text else "", "bold"), BOX - 2, look.more)
        rest = rule * (BOX + 1 - columns(plain(told)))
        return (Span(left + rule), *told, Span(rest + right))

    middle = [
        (Span(f"{side} "), *pad(look.cut(one, BOX), (), BOX, look.more), Span(f" {side}"))
        for one in content
    ]
    return [edge(ends[0], ends[1], name), *middle, edge(ends[2], ends[3], hint)]


def _part(spans: Line, start: int, end: int) -> Line:
    """Return the part of a line between two columns."""
    kept, column = [], 0
    for span in spans:
        text = ""
        for character in split(span.text):
            size = columns(character)
            if start <= column < end:
                text += character
            elif column < start < column + size:
                text += " "  # the half of a wide character that is left
            column += size
        if text:
            kept.append(Span(text, span.style))
    return tuple(kept)
