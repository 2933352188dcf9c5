"""A city: its coins and production, its buildings by colour, and its wonders."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from wonders_duel.cards import Building, ProgressToken, Wonder
from wonders_duel.engine.city import City
from wonders_duel.engine.moves import ConstructWonder
from wonders_duel.engine.prices import unit_prices
from wonders_duel.enums import Colour, Resource
from wonders_duel.render.board.gist import (
    MEMORY,
    Coins,
    cost_of,
    full_summary,
    price_of,
    title,
)
from wonders_duel.render.board.look import TextStyle
from wonders_duel.render.board.spans import GLUE, Line, Span, flow, join, line, pad, plain
from wonders_duel.rules import SYMBOLS_TO_WIN
from wonders_duel.support.columns import columns

if TYPE_CHECKING:
    from wonders_duel.enums import Player
    from wonders_duel.languages import Language
    from wonders_duel.state import State

__all__ = ["belongings", "city_brief", "city_gist", "city_lines", "city_title", "purse"]

ROOM_FOR_COLUMNS: Final = 56
"""The smallest width at which wonders are listed in columns."""
NAME: Final = 26
COST: Final = 7
PRICE: Final = 6


def purse(city: City, look: TextStyle) -> Line:
    """Return the coins of a city.

    Args:
        city: the city.
        look: the language and characters to use.
    """
    return line(look.count("{number} coin", "{number} coins", city.coins), "bold")


def city_title(
    state: State, player: Player, look: TextStyle, resigned: Player | None = None
) -> Line:
    """Return the player of a city, with coins and points.

    Args:
        state: the position.
        player: the owner.
        look: the language and characters to use.
        resigned: the player who has resigned; then it is nobody's turn.
    """
    parts = [line(look.player(player), "bold"), purse(state.cities[player], look)]
    points = state.totals[player]
    parts.append(line(look.count("{number} point now", "{number} points now", points)))
    if state.turn_of is player and resigned is None:
        parts[0] = (Span(f"{look.arrow} ", "good"), *parts[0])
    return join(parts, f" {look.dot} ")


def city_brief(state: State, player: Player, look: TextStyle) -> Line:
    """Return what one has to know of a city, in a line to be wrapped or cut.

    Args:
        state: the position.
        player: the owner.
        look: the language and characters to use.
    """
    city = state.cities[player]
    parts = [city_title(state, player, look)]
    made = " ".join(plain(one) for one in _made_letters(city))
    if made:
        parts.append(line(look.say("makes {resources}", resources=made).replace(" ", GLUE)))
    if state.age is not None:
        units = unit_prices(city, state.cities[player.opponent])
        prices = " ".join(
            f"{resource.letter}{price}" for resource, price in zip(Resource, units, strict=True)
        )
        parts.append(line(look.say("buys at {prices}", prices=prices).replace(" ", GLUE)))
    number = len(city.symbols)
    if number:
        text = look.say("symbols {number}/{most}", number=number, most=SYMBOLS_TO_WIN)
        parts.append(line(text.replace(" ", GLUE)))
    built = len(city.built)
    every = built + len(city.unbuilt)
    if every:
        text = look.say("wonders {number}/{most}", number=built, most=every)
        parts.append(line(text.replace(" ", GLUE)))
    return join(parts, f" {look.dot} ")


def city_lines(
    city: City,
    look: TextStyle,
    width: int,
    state: State | None = None,
    player: Player | None = None,
) -> list[Line]:
    """Return the content of a city, without its title.

    Args:
        city: the city.
        look: the language and characters to use.
        width: the available columns.
        state: the state of the city, for prices; without it, no prices are shown.
        player: the owner.
    """
    lines: list[Line] = []
    made = _made(city, look)
    if made:
        lines += look.labelled(look.say("makes"), made, width)
    if state is not None and player is not None and not state.is_over:
        units = unit_prices(city, state.cities[player.opponent])
        bought = [
            line(f"{resource.letter}{GLUE}${price}")
            for resource, price in zip(Resource, units, strict=True)
        ]
        lines += look.labelled(look.say("prices"), bought, width)
    symbols = [line(look.word(symbol), "green") for symbol in city.symbols]
    if symbols:
        number = look.say("{number} of {most}", number=len(symbols), most=SYMBOLS_TO_WIN)
        lines += look.labelled(look.say("science"), [*symbols, line(number, "dim")], width)
    if city.tokens:
        tokens = [token_line(token, look) for token in city.tokens]
        lines += look.labelled(look.say("tokens"), tokens, width)
    return [*lines, *belongings(city, look, width, state, player)]


def belongings(
    city: City, look: TextStyle, width: int, state: State | None, player: Player | None
) -> list[Line]:
    """Return the buildings of a city by colour, and its wonders.

    Args:
        city: the city.
        look: the language and characters to use.
        width: the available columns.
        state: the state of the city, for prices; without it, no prices are shown.
        player: the owner.
    """
    lines: list[Line] = []
    by_colour: dict[Colour, list[Building]] = {colour: [] for colour in Colour}
    for card in city.buildings:
        by_colour[card.colour].append(card)
    for cards in by_colour.values():
        if cards:
            lines += _colour_lines(tuple(cards), look.language, look.ascii, width)
    return [*lines, *_wonders(city, look, width, state, player)]


@lru_cache(maxsize=MEMORY)
def _colour_lines(
    cards: tuple[Building, ...],
    to: Language,
    ascii: bool,  # noqa: A002, FBT001 - as in the look
    width: int,
) -> tuple[Line, ...]:
    """Return the buildings of one colour, which stay the same for many turns."""
    look = TextStyle(language=to, ascii=ascii)
    names = [title(card, look) for card in cards]
    return tuple(look.labelled(look.word(cards[0].colour), names, width))


def token_line(token: ProgressToken, look: TextStyle) -> Line:
    """Return a progress token and its effects.

    Args:
        token: the token.
        look: the language and characters to use.
    """
    return _token_line(token, look.language, look.ascii)


@lru_cache(maxsize=MEMORY)
def _token_line(token: ProgressToken, to: Language, ascii: bool) -> Line:  # noqa: A002, FBT001
    look = TextStyle(language=to, ascii=ascii)
    effects = join(full_summary(token, look), ", ")
    name = title(token, look, "bold")
    return (*name, Span(" (", "dim"), *effects, Span(")", "dim")) if effects else name


def city_gist(state: State, player: Player, look: TextStyle, width: int) -> list[Line]:
    """Return what a city makes and pays for resources, and how far it is, in two short lines.

    Args:
        state: the state of the city.
        player: the owner.
        look: the language and characters to use.
        width: the available columns.
    """
    city = state.cities[player]
    made = " ".join(plain(one) for one in _made_letters(city)) or "-"
    units = unit_prices(city, state.cities[player.opponent])
    prices = [f"{resource.letter}{price}" for resource, price in zip(Resource, units, strict=True)]
    between = f" {look.dot} "

    def production(gap: str) -> str:
        bought = look.say("buys at {prices}", prices=gap.join(prices))
        return between.join((look.say("makes {resources}", resources=made), bought))

    spaced = production(" ")
    first = spaced if columns(spaced) <= width else production("")
    built = len(city.built)
    every = built + len(city.unbuilt)
    progress = [
        line(look.say("symbols {number}/{most}", number=len(city.symbols), most=SYMBOLS_TO_WIN)),
        line(look.say("wonders {number}/{most}", number=built, most=every)),
        *(title(token, look) for token in city.tokens),
    ]
    return [look.cut(one, width) for one in (line(first), join(progress, between))]


def _made(city: City, look: TextStyle) -> list[Line]:
    """Return the production of a city: units first, then choices."""
    tables = city.catalogue.tables
    made = [
        line(look.units(resource, number) if number > 1 else look.word(resource))
        for resource, field in zip(Resource, tables.layout.produced, strict=True)
        if (number := field.read(city.production))
    ]
    for group, field in tables.layout.choices:
        letters = "/".join(resource.letter for resource in Resource if resource in group)
        made += [line(letters)] * field.read(city.production)
    return made


def _made_letters(city: City) -> list[Line]:
    """Return the production of a city as letters: units first, then choices."""
    layout = city.catalogue.tables.layout
    units = "".join(
        resource.letter * field.read(city.production)
        for resource, field in zip(Resource, layout.produced, strict=True)
    )
    made = [line(units)] if units else []
    for group, field in layout.choices:
        letters = "/".join(resource.letter for resource in Resource if resource in group)
        made += [line(letters)] * field.read(city.production)
    return made


def _wonders(
    city: City, look: TextStyle, width: int, state: State | None, player: Player | None
) -> list[Line]:
    under = {one.wonder: one.card for one in city.built}
    unbuilt = set(city.unbuilt)
    lines: list[Line] = []
    for wonder in city.catalogue.wonder_list:
        if wonder in under:
            lines += _built_lines(wonder, under[wonder], look.language, look.ascii, width)
        elif wonder in unbuilt:
            total = None
            if state is not None and player is not None and not state.is_over:
                card = city.catalogue.building_list[0]  # the price does not depend on it
                total = state.price(ConstructWonder(wonder, card, city.catalogue), player)
                assert total is not None  # wonders always have a price
            can_pay = total is not None and total <= city.coins
            lines += _unbuilt_lines(wonder, total, can_pay, look.language, look.ascii, width)
    return lines


@lru_cache(maxsize=MEMORY)
def _built_lines(
    wonder: Wonder,
    card: Building,
    to: Language,
    ascii: bool,  # noqa: A002, FBT001 - as in the look
    width: int,
) -> tuple[Line, ...]:
    look = TextStyle(language=to, ascii=ascii)
    head = (Span(f"{look.built} ", "good"), *title(wonder, look, "bold"))
    text = look.say("over {card}", card=look.name(card))
    items = [*full_summary(wonder, look), line(text, "dim")]
    return tuple(_entry(head, (), (), items, look, width))


@lru_cache(maxsize=MEMORY)
def _unbuilt_lines(
    wonder: Wonder,
    total: int | None,
    can_pay: bool,  # noqa: FBT001 - arguments of a cache have no names
    to: Language,
    ascii: bool,  # noqa: A002, FBT001 - as in the look
    width: int,
) -> tuple[Line, ...]:
    look = TextStyle(language=to, ascii=ascii)
    head = (Span(f"{look.unbuilt} ", "dim"), *title(wonder, look))
    price = () if total is None else price_of(Coins(total, can_pay), look)
    effects = full_summary(wonder, look)
    return tuple(_entry(head, cost_of(wonder.cost, look), price, effects, look, width))


def offer_lines(wonder: Wonder, look: TextStyle, width: int) -> list[Line]:
    """Return a wonder on offer.

    Args:
        wonder: the wonder.
        look: the language and characters to use.
        width: the available columns.
    """
    head = (Span("  "), *title(wonder, look, "bold"))
    return _entry(head, cost_of(wonder.cost, look), (), full_summary(wonder, look), look, width)


def _entry(
    head: Line, cost: Line, price: Line, effects: list[Line], look: TextStyle, width: int
) -> list[Line]:
    """Return a wonder in columns, or as running text if the width is too small."""
    if width < ROOM_FOR_COLUMNS:
        parts = [part for part in (join((head,)), join((cost, price), " ")) if part]
        return flow([*parts, *effects], width, indent=4)
    first = pad(head, (), NAME, look.more)
    if cost or price:
        # A long cost is cut, but a price never is.
        first = (*first, Span(" "), *pad(look.cut(cost, COST - 1), (), COST, look.more))
        first = (*first, *pad(price, (), max(PRICE, columns(plain(price))), look.more))
    return flow(effects, width, first=first, indent=NAME + 1)
