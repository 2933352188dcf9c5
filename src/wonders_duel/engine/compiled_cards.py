"""The effects of each card as precomputed integers, in the layout of its catalogue.

Adding a card to a city is then a handful of additions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from wonders_duel.cards import Building, Card, Cost, ProgressToken, Wonder
from wonders_duel.effects import Contribution, Effect
from wonders_duel.effects.base import Counted, engine_counts
from wonders_duel.effects.triggers import A_DISCARD, A_WONDER
from wonders_duel.engine.bitfields import (
    COLOURS,
    COUNT_SHIFT,
    NO_FIELD,
    RESOURCES,
    SHIELD_BITS,
    SHIELD_SHIFT,
    SYMBOLS,
    Field,
    halves,
)
from wonders_duel.engine.card_layout import CardLayout
from wonders_duel.engine.slots import HIDDEN
from wonders_duel.enums import Colour
from wonders_duel.rules import MOST_COINS

if TYPE_CHECKING:
    from wonders_duel.engine.city import CityDraft

__all__ = ["CompiledCard"]

_SUPPLYING: Final = (Colour.BROWN, Colour.GREY)
"""The colours of the cards that raise the opponent's prices (R28)."""


class Tallied:
    """What a card gives for each of a tally."""

    def __init__(self, counted: Counted) -> None:
        """Store the numbers.

        Args:
            counted: the numbers of the effect.
        """
        self.code: int = counted.tally
        """What is counted: the code of a tally."""
        self.most: bool = counted.most
        """Whether the city counts that has more."""
        self.coins: int = counted.coins
        self.points: int = counted.points

    def number(self, mine: CityDraft, theirs: CityDraft) -> int:
        """Return the number of what is counted.

        Args:
            mine: the city of the owner.
            theirs: the other city.
        """
        found = mine.tally(self.code)
        return max(found, theirs.tally(self.code)) if self.most else found


class CompiledCard:
    """A card for the engine: its effects as precomputed integers."""

    def __init__(self, number: int = 0, item: int = -1, cost: Cost | None = None) -> None:
        """Store the numbers and the printed cost of a card without effects.

        Args:
            number: the number among the buildings, the wonders or the tokens.
            item: the number among the cards that have a price: buildings, then wonders; or -1.
            cost: the printed cost, if it has one.
        """
        units = cost.resources if cost is not None else {}
        # The first fields are those that prices are made of: they are close together in memory.
        self.asks: int = 0
        """The units of each resource in the cost, packed."""
        self.coin_cost: int = cost.coins if cost is not None else 0
        """The coin part of the cost."""
        self.chain: int = 0
        """The building that makes it free, as a bit in the counts of a city."""
        self.helpers: int = 0
        """The bits of a production that are choices and rebates for its cost."""
        self.number = number
        """The number among the buildings, the wonders or the tokens."""
        self.bit: int = 1 << number
        """The number as a bit."""
        low, high = halves(self.bit)
        self.low: int = low
        """The same among the first 62 buildings."""
        self.high: int = high
        """The same among the other buildings."""
        self.item = item
        """The number among the cards that have a price: buildings, then wonders; or -1."""
        self.needs: tuple[int, ...] = tuple([units.get(one, 0) for one in RESOURCES])
        """The units of each resource in the cost."""
        self.free_with: int = -1
        """The number of that building, or -1."""
        self.rebate: Field = NO_FIELD
        """The rebate that applies to it."""
        self.coin_rebate: Field = NO_FIELD
        """The rebate in coins that applies to it."""
        self.colour: int = -1
        """The number of the colour, or -1."""
        self.back_code: int = 0
        """The byte of a slot where this card is face down."""
        self.production: int = 0
        """The addition to the production of its city, packed."""
        self.supply: int = 0
        """The addition to the resources that raise the opponent's prices (R28), packed."""
        self.counts: int = 0
        """The addition to the counts of its city, packed."""
        self.fixes_prices: bool = False
        """Whether it fixes the price of a resource."""
        self.modifiers: int = 0
        """The modifiers of later constructions, packed."""
        self.shield_shift: int = 0
        """The shift of the extra shields for its colour in the modifiers."""
        self.occasions: int = 0
        """The occasions for triggers when it is constructed, as bits."""
        self.coins: int = 0
        self.loses: int = 0
        self.shields: int = 0
        self.points: int = 0
        self.varies: bool = False
        """Whether its points depend on the state."""
        self.symbols: int = 0
        self.play_again: bool = False
        self.pending: tuple[int, ...] = ()
        """The choices that it brings, in the order of R22."""
        self.tallied: tuple[Tallied, ...] = ()
        """What it gives for each of a tally."""
        self.gains: tuple[Effect, ...] = ()
        """The effects that inspect the state when the card comes into play."""
        self.scorers: tuple[Effect, ...] = ()
        """The effects that inspect the state when points are counted."""

    def is_free_in(self, city: CityDraft) -> bool:
        """Return whether a chain makes it free (R41), which no chain does for a wonder.

        Args:
            city: the city of the player who constructs it.
        """
        return self.chain & city.counts != 0

    def tallied_coins(self, mine: CityDraft, theirs: CityDraft) -> int:
        """Return the coins that the card gives for its tallies when it comes into play.

        Args:
            mine: the city of the owner, with the card in it.
            theirs: the other city.
        """
        coins = 0
        for one in self.tallied:
            if one.coins:
                coins += min(one.coins * one.number(mine, theirs), MOST_COINS)
        return coins

    @classmethod
    def of_building(
        cls, number: int, building: Building, total: Contribution, layout: CardLayout
    ) -> CompiledCard:
        """Return a building.

        Args:
            number: its number, which is also its number among the cards that have a price.
            building: the building.
            total: the sum of its effects.
            layout: the layout of the packed ints.
        """
        made = CompiledCard(number, number, building.cost)
        colour = building.colour
        made.colour = COLOURS.index(colour)
        made.back_code = HIDDEN[building.back]
        made.counts = 1 << COUNT_SHIFT[colour]
        if building.id in layout.chains:
            _, starts = layout.chains[building.id]
            made.counts |= starts
        if building.free_with is not None:
            made.free_with, made.chain = layout.chains[building.free_with]
        if colour in _SUPPLYING:
            made.supply = layout.supply(total)
        made.rebate = _field_of(layout.rebates, colour)
        made.coin_rebate = _field_of(layout.coin_rebates, colour)
        made.shield_shift = SHIELD_SHIFT + SHIELD_BITS * made.colour
        made.occasions = 1 << made.colour
        made._add(building, total, layout)
        return made

    @classmethod
    def of_wonder(
        cls, number: int, item: int, wonder: Wonder, total: Contribution, layout: CardLayout
    ) -> CompiledCard:
        """Return a wonder.

        Args:
            number: its number among the wonders.
            item: its number among the cards that have a price.
            wonder: the wonder.
            total: the sum of its effects.
            layout: the layout of the packed ints.
        """
        made = CompiledCard(number, item, wonder.cost)
        made.rebate = _field_of(layout.rebates, None)
        made.coin_rebate = _field_of(layout.coin_rebates, None)
        made.occasions = A_WONDER
        made._add(wonder, total, layout)
        return made

    @classmethod
    def of_token(
        cls, number: int, token: ProgressToken, total: Contribution, layout: CardLayout
    ) -> CompiledCard:
        """Return a progress token.

        Args:
            number: its number among the tokens.
            token: the token.
            total: the sum of its effects.
            layout: the layout of the packed ints.
        """
        made = CompiledCard(number)
        made._add(token, total, layout)
        return made

    @classmethod
    def of_discard(cls) -> CompiledCard:
        """Return a card that stands for what triggers give when a card is discarded for coins."""
        made = CompiledCard()
        made.occasions = A_DISCARD
        return made

    def _add(self, card: Card, total: Contribution, layout: CardLayout) -> None:
        """Add the effects that do not depend on the kind of card."""
        self.production = layout.production(total)
        self.asks = layout.packed(self.needs)
        self.helpers = layout.helpers(self.needs) | self.rebate.mask << self.rebate.shift
        self.fixes_prices = bool(self.production & layout.fixing_mask)
        self.modifiers = layout.modifiers(total)
        self.coins = total.coins
        self.loses = total.opponent_loses
        self.shields = total.shields
        self.points = total.points
        self.symbols = sum([1 << SYMBOLS.index(symbol) for symbol in total.symbols])
        self.play_again = total.play_again
        self.pending = layout.pending(total)
        counted = [(one, engine_counts(one)) for one in card.effects]
        called = [one for one, numbers in counted if numbers is None]
        self.gains = tuple([one for one in called if _overrides(one, "gain")])
        self.scorers = tuple([one for one in called if _overrides(one, "score")])
        self.tallied = tuple([Tallied(numbers) for _, numbers in counted if numbers is not None])
        self.varies = bool(self.scorers) or any(one.points for one in self.tallied)


def _field_of(rebates: Sequence[tuple[Colour | None, Field]], target: Colour | None) -> Field:
    """Return the rebate that applies to some cards."""
    return next((field for where, field in rebates if where is target), NO_FIELD)


def _overrides(effect: Effect, method: str) -> bool:
    return getattr(type(effect), method) is not getattr(Effect, method)
