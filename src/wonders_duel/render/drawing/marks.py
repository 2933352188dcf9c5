"""Marks for legal moves, the last move and covered cards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

import attrs

from wonders_duel.cards import Card
from wonders_duel.engine.moves import (
    ChooseBeginner,
    ChooseCard,
    ConstructBuilding,
    ConstructWonder,
    DestroyBuilding,
    DiscardBuilding,
    DraftWonder,
    Move,
    ReviveBuilding,
    TakeToken,
)
from wonders_duel.enums import Phase, Player
from wonders_duel.render.drawing import outlines, symbols
from wonders_duel.render.drawing.lettering import text_width
from wonders_duel.render.drawing.markup import clean, element
from wonders_duel.render.drawing.pen import Pen
from wonders_duel.render.drawing.picture import Picture, Sheet
from wonders_duel.render.themes import FAINT, INK, WHITE
from wonders_duel.state import State

__all__ = [
    "Marks",
    "Price",
    "awaited",
    "chosen",
    "legal_marks",
    "moved_card",
    "outline",
    "pill",
    "price",
    "ring",
    "rival",
    "slot_number",
    "tick",
    "veil",
]


@attrs.frozen(kw_only=True)
class Price:
    """What a construction costs now."""

    coins: int
    """The price."""
    legal: bool
    """Whether the player to move can construct it."""
    chain: bool
    """Whether it is free by a chain."""
    other: int | None
    """What the opponent would pay; ``None`` for a wonder."""


@attrs.frozen(kw_only=True)
class Marks:
    """The things to mark; nothing by default."""

    last: str | None = None
    """The id of the card of the last move."""
    prices: dict[str, Price] = attrs.Factory(dict)
    """The prices of accessible buildings and unbuilt wonders, by id."""
    partners: frozenset[str] = frozenset()
    """The ids of buildings in a city whose chains make an accessible building free."""
    revealed: frozenset[int] = frozenset()
    """The slots whose cards the last move has revealed."""
    awaited: int | None = None
    """The slot whose card is about to be revealed."""
    slots: bool = False
    """Whether to write the numbers of the slots."""
    discard: int | None = None
    """The coins for discarding a card; ``None`` if no card can be discarded."""
    choices: frozenset[str] = frozenset()
    """The ids of other cards that can be chosen."""
    seats: frozenset[int] = frozenset()
    """The players who can be chosen to begin."""
    moves: dict[str, list[Move]] = attrs.Factory(dict)
    """The legal moves of each thing, by its id; see :meth:`hook`."""

    def hook(self, kind: str, thing: str) -> str:
        """Return the attributes by which a page finds the legal moves of a thing.

        Args:
            kind: what is drawn: ``card``, ``wonder``, ``token``, ``begin``, ``discarded``,
                ``opposing``, ``own`` or ``decline``.
            thing: the id of the card; ``begin`` and a seat; or ``decline``.

        Returns:
            The attributes; empty if no legal move is about the thing.
        """
        moves = self.moves.get(thing)
        if not moves:
            return ""
        first = min(moves, key=_rank)
        every = clean("; ".join(map(str, moves)))
        return f'class="legal {kind}" data-move="{clean(str(first))}" data-moves="{every}"'


GLOW: Final[dict[str, str | float]] = {"stroke_width": 4, "stroke_opacity": 0.28}
"""The inner part of a frame, so that the frames of neighbours do not melt into each other."""
NOTHING: Final = Marks()
TWO_DIGITS: Final = 10
RIVAL: Final = 12.0
"""The most width of the opponent's price, inside its circle."""
STEPS: Final = 8
"""The number of steps in which the shadow on a covered card deepens."""
BELOW: Final = 64
"""The top of the number of a slot whose card is awaited: below the question mark."""
LOW: Final = 27
"""Below this height, the tick is at the left side instead of a corner."""


def moved_card(move: Move) -> Card | None:
    """Return the card of a move, if it has one.

    Args:
        move: any move.
    """
    match move:
        case ConstructWonder(wonder) | DraftWonder(wonder):
            return wonder
        case TakeToken(token):
            return token
        case ChooseCard(_, card):
            return card
        case (
            ConstructBuilding(card)
            | DiscardBuilding(card)
            | DestroyBuilding(card)
            | ReviveBuilding(card)
        ):
            return card
        case _:
            return None


def legal_marks(state: State) -> Marks:
    """Return the marks of the legal moves.

    Args:
        state: any state.
    """
    moves: dict[str, list[Move]] = {}
    choices: set[str] = set()
    seats: set[int] = set()
    for move in state.legal_moves:
        card = moved_card(move)
        for thing in _things(move, card):
            moves.setdefault(thing, []).append(move)
        if isinstance(move, ChooseBeginner):
            seats.add(move.player)
        elif card is not None and not isinstance(
            move, (ConstructBuilding, ConstructWonder, DiscardBuilding)
        ):
            choices.add(card.id)
    prices: dict[str, Price] = {}
    partners: set[str] = set()
    discard = None
    if state.phase is Phase.TURN:
        discard = state.cities[state.player].discard_income
        prices, partners = _prices(state, moves)
    return Marks(
        prices=prices,
        partners=frozenset(partners),
        discard=discard,
        choices=frozenset(choices),
        seats=frozenset(seats),
        moves=moves,
    )


def _prices(state: State, moves: dict[str, list[Move]]) -> tuple[dict[str, Price], set[str]]:
    """Return all prices of a turn, and the buildings whose chains make others free."""
    prices: dict[str, Price] = {}
    partners: set[str] = set()
    mover = Player(state.player)
    catalogue = state.catalogue
    for card in state.accessible:
        move = ConstructBuilding(card, catalogue)
        plan, theirs = state.payment(move, mover), state.payment(move, mover.opponent)
        assert plan is not None  # buildings always have a price
        assert theirs is not None
        is_legal = move in moves.get(card.id, ())
        is_free = plan.free_by is not None
        prices[card.id] = Price(coins=plan.total, legal=is_legal, chain=is_free, other=theirs.total)
        if is_free and card.free_with is not None:
            partners.add(card.free_with)
    for player in Player:
        for wonder in state.cities[player].unbuilt:
            # The price does not depend on the card.
            of_wonder = ConstructWonder(wonder, catalogue.building_list[0], catalogue)
            plan = state.payment(of_wonder, player)
            assert plan is not None  # wonders always have a price
            prices[wonder.id] = Price(
                coins=plan.total, legal=wonder.id in moves, chain=False, other=None
            )
    return prices, partners


def _things(move: Move, card: Card | None) -> Iterator[str]:
    """Yield the ids of the things that a move is about."""
    if isinstance(move, ConstructWonder):
        yield move.building.id
    if card is not None:
        yield card.id
    elif isinstance(move, ChooseBeginner):
        yield f"begin {int(move.player)}"
    else:
        yield "decline"


def _rank(move: Move) -> int:
    """Return the place of a move among those of a thing: the first one stands for it."""
    return (
        0 if isinstance(move, ConstructBuilding) else 1 if isinstance(move, DiscardBuilding) else 2
    )


@lru_cache(maxsize=64)
def outline(width: float, height: float, ink: str, dash: str = "", radius: float = 7) -> Picture:
    """Draw a frame.

    Args:
        width: the width of the framed picture.
        height: its height.
        ink: the colour.
        dash: the dash pattern.
        radius: the radius of the corners.
    """
    sheet = Sheet()
    more = {"stroke_dasharray": dash} if dash else {}
    # Inside the edge, so that the frames of neighbours stay apart.
    place = {"x": 1, "y": 1, "width": width - 2, "height": height - 2, "rx": radius - 2}
    frame: dict[str, str | float] = {"fill": "none", "stroke": ink, "stroke_width": 2.6}
    if not dash:
        inner = {"x": 2.8, "y": 2.8, "width": width - 5.6, "height": height - 5.6, "rx": radius - 3}
        sheet.add(element("rect", **inner, **(frame | GLOW)))
    sheet.add(element("rect", **place, **frame, **more))
    return sheet.picture(width, height)


@lru_cache(maxsize=64)
def veil(width: float, height: float, ink: str) -> Picture:
    """Draw the shadow on a covered card, which is deepest where the next cards lie.

    Args:
        width: the width of the card.
        height: its height.
        ink: the colour.
    """
    sheet = Sheet()
    sheet.rect(0.5, 0.5, width - 1, height - 1, ink, rx=5, fill_opacity=0.07)
    for part in range(STEPS):
        edge = height * (0.5 + 0.45 * part / STEPS)
        sheet.path(f"M1 {edge:g}H{width - 1}V{height - 1}H1z", ink, fill_opacity=0.055)
    return sheet.picture(width, height)


@lru_cache(maxsize=64)
def ring(width: float, height: float, ink: str) -> Picture:
    """Draw the mark of a card that has just been revealed.

    Args:
        width: the width of the card.
        height: its height.
        ink: the colour.
    """
    sheet = Sheet()
    corner = 13
    d = "".join(
        f"M{x:g} {y + down * corner:g}V{y + down * 4:g}Q{x:g} {y:g} {x + right * 4:g} {y:g}H{x + right * corner:g}"
        for x, right in ((-1.5, 1), (width + 1.5, -1))
        for y, down in ((-1.5, 1), (height + 1.5, -1))
    )
    sheet.path(d, stroke=ink, stroke_width=3, stroke_linecap="round")
    return sheet.picture(width, height)


@lru_cache(maxsize=64)
def awaited(width: float, height: float, ink: str) -> Picture:
    """Draw the mark of a card that is about to be revealed.

    Args:
        width: the width of the card.
        height: its height.
        ink: the colour.
    """
    sheet = Sheet()
    sheet.rect(1.5, 1.5, width - 3, height - 3, "none", rx=5, stroke=ink, stroke_width=3.5)
    sheet.circle(width / 2, 42, 19, WHITE, stroke=ink, stroke_width=3)
    sheet.text("?", width / 2, 42, 28, INK, anchor="middle", bold=True)
    return sheet.picture(width, height)


@lru_cache(maxsize=256)
def slot_number(number: int, height: float) -> Picture:
    """Draw the number of a slot.

    Args:
        number: the number.
        height: the height of the sign.
    """
    sheet = Sheet()
    sheet.rect(0.5, 0.5, 23, height - 1, WHITE, rx=height / 2, stroke=INK, stroke_width=0.8)
    sheet.text(f"#{number}", 12, height / 2, 10.5, INK, anchor="middle", bold=True, room=20)
    return sheet.picture(24, height)


def last_mark(pen: Pen, size: tuple[float, float], radius: float = 7) -> Picture:
    """Draw the mark of the last move.

    Args:
        pen: the theme, language and catalogue.
        size: the width and height of the marked picture.
        radius: the radius of the corners.
    """
    return outline(*size, pen.theme.last, "7 3", radius)


@lru_cache(maxsize=8)
def tick(ink: str) -> Picture:
    """Draw the tick of a card that can be chosen.

    Args:
        ink: the background colour.
    """
    sheet = Sheet()
    sheet.circle(8, 8, 7.4, ink, stroke=WHITE, stroke_width=1.2)
    sheet.put(symbols.sign(outlines.TICK, WHITE), 2.8, 2.8, 0.65)
    return sheet.picture(16, 16)


def chosen(
    sheet: Sheet,
    pen: Pen,
    x: float,
    y: float,
    size: tuple[float, float],
    radius: float = 7,
) -> None:
    """Mark a card that can be chosen.

    Args:
        sheet: the sheet to draw on.
        pen: the theme, language and catalogue.
        x: the left edge.
        y: the top edge.
        size: the width and height of the card.
        radius: the radius of the corners.
    """
    width, height = size
    sheet.put(outline(width, height, pen.theme.legal, "", radius), x, y)
    # Beside a strip, whose corners are occupied.
    place = (x - 9, y + height / 2 - 8) if height < LOW else (x + width - 12, y - 4)
    sheet.put(tick(pen.theme.legal), *place)


def pill(pen: Pen, priced: Price) -> Picture:
    """Draw the price of a construction: legal, free by a chain, or too expensive.

    Args:
        pen: the theme, language and catalogue.
        priced: the price.
    """
    if not priced.legal:
        return expensive(priced.coins)
    return free(pen.theme.legal) if priced.chain else price(priced.coins, pen.theme.legal)


@lru_cache(maxsize=256)
def price(coins: int, ink: str) -> Picture:
    """Draw the price of a legal construction.

    Args:
        coins: the price.
        ink: the background colour.
    """
    sheet = _pill(ink, WHITE, symbols.sign(outlines.TICK, WHITE), 0.8)
    sheet.put(symbols.coin(str(coins)), 25, 2)
    return sheet.picture(47, 22)


@lru_cache(maxsize=8)
def free(ink: str) -> Picture:
    """Draw the mark of a building that a chain makes free.

    Args:
        ink: the background colour.
    """
    sheet = _pill(ink, WHITE, symbols.sign(outlines.TICK, WHITE), 0.8)
    sheet.circle(34, 11, 9, WHITE)
    sheet.put(symbols.sign(outlines.LINK, INK), 27.2, 4.2, 0.85)
    return sheet.picture(47, 22)


@lru_cache(maxsize=256)
def expensive(coins: int) -> Picture:
    """Draw the price of a construction that the player cannot pay or may not build.

    Args:
        coins: the price.
    """
    sheet = _pill("#ddd6c8", FAINT, symbols.sign(outlines.CROSS, "#8f1f1a"), 0.75)
    sheet.put(symbols.coin(str(coins)), 25, 2)
    return sheet.picture(47, 22)


def _pill(ink: str, edge: str, sign: Picture, scale: float) -> Sheet:
    """Begin a price: its background, and the sign at its left."""
    sheet = Sheet()
    sheet.rect(0.5, 0.5, 46, 21, ink, rx=10.5, stroke=edge, stroke_width=1)
    sheet.put(sign, 7, 10.8 - 8 * scale, scale)
    return sheet


@lru_cache(maxsize=256)
def rival(coins: int, ink: str) -> Picture:
    """Draw what the opponent would pay.

    Args:
        coins: the price.
        ink: the colour of the opponent.
    """
    sheet = Sheet()
    sheet.circle(8, 8, 7.4, WHITE, stroke=ink, stroke_width=1.8)
    text = str(coins)
    size = 10.5 if coins < TWO_DIGITS else min(10.0, RIVAL / text_width(text, 1, bold=True))
    sheet.text(text, 8, 8, size, INK, anchor="middle", bold=True)
    return sheet.picture(16, 16)
