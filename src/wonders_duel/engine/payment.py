"""Payment plans, which explain how a price comes about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import attrs

from wonders_duel.cards import Building, Card, Wonder
from wonders_duel.engine.bitfields import RESOURCES, TRADE_MASK, bits
from wonders_duel.engine.compiled_cards import CompiledCard
from wonders_duel.engine.legality import not_a_move
from wonders_duel.engine.moves import ConstructBuilding, ConstructWonder, Move
from wonders_duel.engine.prices import cover, missing_units, price, unit_prices
from wonders_duel.enums import Player, Resource, seat
from wonders_duel.languages import language

if TYPE_CHECKING:
    from wonders_duel.engine.city import City
    from wonders_duel.state import State

__all__ = [
    "Bought",
    "Discounted",
    "PaymentPlan",
    "PlanLine",
    "Produced",
    "Rebated",
    "cards_in",
    "plan",
    "price_of",
]


def _line(line: PlanLine) -> str:
    """Return a line of a plan in English."""
    from wonders_duel.render.explanations import line_words  # noqa: PLC0415 - a thin function

    return line_words(line, language("en"))


@attrs.frozen
class Produced:
    """A unit that the payer produces (R27, R35).

    Attributes:
        resource: the resource.
        producer: the card that produces it.

    >>> from wonders_duel import CityPosition, ConstructBuilding, Position
    >>> owner = CityPosition(buildings=["glassworks"])
    >>> state = Position(age=1, structure={0: "apothecary"}, cities=(owner, CityPosition())).state()
    >>> print(state.payment(ConstructBuilding("apothecary")).lines[0])
    1 glass from Glassworks
    """

    resource: Resource
    producer: Card

    def __str__(self) -> str:
        """Return the line of the plan in English."""
        return _line(self)


@attrs.frozen
class Rebated:
    """A unit that a rebate removes from the cost (R37).

    Attributes:
        resource: the resource.
        source: the card with the rebate.

    >>> from wonders_duel import CityPosition, ConstructBuilding, Position
    >>> owner = CityPosition(tokens=["masonry"])
    >>> state = Position(age=1, structure={0: "baths"}, cities=(owner, CityPosition())).state()
    >>> print(state.payment(ConstructBuilding("baths")).lines[0])
    1 stone off by Masonry
    """

    resource: Resource
    source: Card

    def __str__(self) -> str:
        """Return the line of the plan in English."""
        return _line(self)


@attrs.frozen(kw_only=True)
class Bought:
    """A unit that is bought (R28, R33).

    Attributes:
        resource: the resource.
        price: the price of the unit in coins.
        fixed_by: the card that fixes the price, or ``None``.
        supply: the number of the opponent's brown and grey symbols of the resource, which raise
            a price that is not fixed.

    >>> from wonders_duel import Game
    >>> game = Game(seed=2015, rules="first-game")
    >>> line = game.payment("wonder the-pyramids with altar").lines[0]
    >>> line.resource, line.price, line.supply
    (<Resource.STONE: 'stone'>, 2, 0)
    >>> print(line)
    1 stone bought for 2 coins (2 + 0)
    """

    resource: Resource
    price: int
    fixed_by: Card | None
    supply: int

    def __str__(self) -> str:
        """Return the line of the plan in English."""
        return _line(self)


@attrs.frozen
class Discounted:
    """Coins that a card takes off the price once the resources have been bought.

    Attributes:
        coins: the number of coins, from 1.
        source: the card with the rebate in coins.

    >>> from wonders_duel import CityPosition, ConstructBuilding, Position, ProgressToken, catalogue
    >>> from wonders_duel.effects import CoinRebate
    >>> thrift = ProgressToken(id="thrift", name="Thrift", effects=(CoinRebate(1, "red"),))
    >>> cards = catalogue.extended("thrifty", tokens=[thrift])
    >>> owner = CityPosition(tokens=["thrift"])
    >>> state = Position(
    ...     age=1, structure={0: "garrison"}, cities=(owner, CityPosition()), catalogue=cards
    ... ).state()
    >>> print(state.payment(ConstructBuilding("garrison", cards)))
    Garrison: 1 coin
      1 clay bought for 2 coins (2 + 0)
      1 coin off by Thrift
    """

    coins: int
    source: Card

    def __str__(self) -> str:
        """Return the line of the plan in English."""
        return _line(self)


PlanLine = Produced | Rebated | Bought | Discounted
"""How one unit of a cost is covered, or coins off the price, as a closed union."""


@attrs.frozen(kw_only=True)
class PaymentPlan:
    """The price of a construction and its explanation: ``state.payment(move)``.

    The total is the lowest that the rules allow (R36). Among equally cheap ways
    the plan uses fixed producers first, then producers of a choice for the most
    expensive units, then rebates, each in the order of the catalogue. Rebates in coins
    come last, and off the coin part of the cost first.

    Attributes:
        player: the player who pays.
        card: the building or wonder to construct.
        coins: the coin part of the cost (R25), before rebates.
        lines: how each unit of the resources is covered, and the coins that rebates take off.
        free_by: the building that makes it free by a chain (R41, R42), or ``None``.
        to_opponent: the coins that go to an opponent with Economy (R39); the rest goes to the bank.
        held: the coins of the player.

    >>> from wonders_duel import ConstructWonder, Game
    >>> state = Game(seed=1, rules="first-game").state
    >>> print(state.payment(ConstructWonder("the-pyramids", "tavern")))
    The Pyramids: 8 coins
      1 stone bought for 2 coins (2 + 0)
      1 stone bought for 2 coins (2 + 0)
      1 stone bought for 2 coins (2 + 0)
      1 papyrus bought for 2 coins (2 + 0)
    """

    player: Player
    card: Building | Wonder
    coins: int
    lines: tuple[PlanLine, ...]
    free_by: Building | None
    to_opponent: int
    held: int

    @property
    def trade(self) -> int:
        """The coins paid for bought resources."""
        bought = sum(line.price for line in self.lines if isinstance(line, Bought))
        return min(bought, self.coins + bought - self._discount)

    @property
    def total(self) -> int:
        """The price in coins."""
        return max(0, self.coins - self._discount) + self.trade

    @property
    def _discount(self) -> int:
        return sum(line.coins for line in self.lines if isinstance(line, Discounted))

    @property
    def to_bank(self) -> int:
        """The coins that go to the bank."""
        return self.total - self.to_opponent

    @property
    def is_affordable(self) -> bool:
        """Whether the player has enough coins (R38)."""
        return self.total <= self.held

    @property
    def missing(self) -> int:
        """The number of coins that the player lacks; 0 if there are enough."""
        return max(0, self.total - self.held)

    def __str__(self) -> str:
        """Return the plan in English, with a line for each unit."""
        return language("en").payment(self)


def price_of(state: State, move: Move, payer: Player | int | str | None = None) -> int | None:
    """Return the price of a move, from public information (R90).

    Args:
        state: any state.
        move: the move.
        payer: the player who pays; the player whose turn it is if left out.

    Returns:
        The price in coins, or ``None`` for a move that has no price.

    Raises:
        UnknownNameError: the move has cards that are not in this game, or the player is unknown.
        WrongTypeError: the argument is not a move.
    """
    found = _construction(state, move, payer)
    if found is None:
        return None
    player, construction = found
    entry = construction.spec.entry
    own, theirs = (state.two, state.one) if player is Player.TWO else (state.one, state.two)
    return 0 if entry.is_free_in(own) else price(state.tables, own, theirs, entry)


def plan(state: State, move: Move, payer: Player | int | str | None = None) -> PaymentPlan | None:
    """Return the payment plan of a move, from public information (R90).

    Args:
        state: any state.
        move: the move.
        payer: the player who pays; the player whose turn it is if left out.

    Returns:
        The plan, or ``None`` for a move that has no price.

    Raises:
        UnknownNameError: the move has cards that are not in this game, or the player is unknown.
        WrongTypeError: the argument is not a move.
    """
    found = _construction(state, move, payer)
    if found is None:
        return None
    player, construction = found
    card = (
        construction.wonder if isinstance(construction, ConstructWonder) else construction.building
    )
    entry = construction.spec.entry
    own = state.cities[player]
    theirs = state.cities[player.opponent]
    if entry.is_free_in(own):
        chained = state.catalogue.building_list[entry.free_with]
        return PaymentPlan(
            player=player,
            card=card,
            coins=0,
            lines=(),
            free_by=chained,
            to_opponent=0,
            held=own.coins,
        )
    lines = tuple(_lines(own, theirs, entry))
    made = PaymentPlan(
        player=player,
        card=card,
        coins=entry.coin_cost,
        lines=lines,
        free_by=None,
        to_opponent=0,
        held=own.coins,
    )
    if theirs.modifiers & TRADE_MASK and made.trade:
        return attrs.evolve(made, to_opponent=made.trade)
    return made


def _construction(
    state: State, move: Move, payer: Player | int | str | None
) -> tuple[Player, ConstructBuilding | ConstructWonder] | None:
    """Return who pays, and the construction of this game; ``None`` for a move that has no price."""
    player = seat(state.player if payer is None else payer)
    if not isinstance(move, Move):
        raise not_a_move(move)
    if not isinstance(move, ConstructBuilding | ConstructWonder):
        return None
    adopted = state.catalogue.moves.adopt(move)
    assert isinstance(adopted, ConstructBuilding | ConstructWonder)  # adopting keeps the class
    return player, adopted


def cards_in(city: City) -> Iterator[tuple[CompiledCard, Card]]:
    """Iterate over the buildings, constructed wonders and progress tokens of a city, with their entries.

    Args:
        city: the city.
    """
    catalogue = city.catalogue
    tables = catalogue.tables
    for number in bits(city.building_mask):
        yield tables.buildings[number], catalogue.building_list[number]
    for code in city.built_codes:
        number = code // len(tables.buildings)
        yield tables.wonders[number], catalogue.wonder_list[number]
    for number in bits(city.token_mask):
        yield tables.tokens[number], catalogue.token_list[number]


def _producers(city: City, resource: int) -> Iterator[Card]:
    """Iterate over the fixed producers of a resource, once for each unit."""
    field = city.catalogue.tables.layout.produced[resource]
    for entry, card in cards_in(city):
        for _ in range(field.read(entry.production)):
            yield card


def _lines(own: City, theirs: City, entry: CompiledCard) -> Iterator[PlanLine]:
    """Yield a plan line for each unit of a cost, produced, chosen, rebated or bought, and for coins off."""
    catalogue = own.catalogue
    tables = catalogue.tables
    prices = unit_prices(own, theirs)
    for number, resource in enumerate(RESOURCES):
        made = min(entry.needs[number], tables.layout.produced[number].read(own.production))
        for producer, _ in zip(_producers(own, number), range(made), strict=False):
            yield Produced(resource, producer)
    missing = missing_units(own, prices, entry)
    choosers: list[tuple[Card, frozenset[Resource]]] = [
        (card, group)
        for one, card in cards_in(own)
        for group, field in tables.layout.choices
        for _ in range(field.read(one.production))
    ]
    rebaters = _rebaters(own, entry)
    options = [
        [
            *(n for n, (_, group) in enumerate(choosers) if RESOURCES[resource] in group),
            *range(len(choosers), len(choosers) + len(rebaters)),
        ]
        for resource in missing
    ]
    total = entry.coin_cost
    for number, helper in zip(missing, cover(options), strict=True):
        resource = RESOURCES[number]
        if helper is None:
            total += prices[number]
            yield Bought(
                resource=resource,
                price=prices[number],
                fixed_by=_fixer(own, number, prices[number]),
                supply=tables.layout.produced[number].read(theirs.supply),
            )
        elif helper < len(choosers):
            yield Produced(resource, choosers[helper][0])
        else:
            yield Rebated(resource, rebaters[helper - len(choosers)])
    yield from _discounts(own, entry, total)


def _discounts(own: City, entry: CompiledCard, price: int) -> Iterator[Discounted]:
    """Yield the coins that each card takes off a price, until it is 0."""
    field = entry.coin_rebate
    for one, card in cards_in(own):
        coins = min(price, field.read(one.production))
        if coins:
            price -= coins
            yield Discounted(coins, card)


def _rebaters(own: City, entry: CompiledCard) -> list[Card]:
    """Return the card behind each unit of a rebate."""
    field = entry.rebate
    return [card for one, card in cards_in(own) for _ in range(field.read(one.production))]


def _fixer(own: City, resource: int, price: int) -> Card | None:
    """Return the card that fixes a price, or ``None``."""
    for number, fixed, field in own.catalogue.tables.layout.fixed_prices:
        if number == resource and fixed == price:
            for entry, card in cards_in(own):
                if field.read(entry.production):
                    return card
    return None
