"""The effects of each card as precomputed integers, with several small counters in one int.

Adding a card to a city is then a handful of additions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final

from wonders_duel.cards import Building, Card, Cost, ProgressToken, Wonder
from wonders_duel.effects import Contribution, Effect
from wonders_duel.effects.base import Counted, engine_counts
from wonders_duel.effects.triggers import A_DISCARD, A_TRADE, A_WONDER
from wonders_duel.engine.bitfields import (
    AGAIN_SHIFT,
    CHAIN_SHIFT,
    CHAINS_SHIFT,
    COLOURS,
    COUNT_SHIFT,
    NO_FIELD,
    RESOURCES,
    SHIELD_BITS,
    SHIELD_SHIFT,
    SYMBOLS,
    TRIGGER_SHIFT,
    WORD,
    Field,
    Packing,
    halves,
)
from wonders_duel.engine.phases import (
    FIRST_CARD_CHOICE,
    PEND_DESTROY,
    PEND_DRAW,
    PEND_REVIVE,
    PEND_TOKEN,
)
from wonders_duel.engine.slots import HIDDEN
from wonders_duel.enums import Colour, Resource
from wonders_duel.rules import MOST_COINS, TRADE_PRICE

if TYPE_CHECKING:
    from wonders_duel.engine.city import CityDraft

__all__ = ["CardLayout", "CompiledCard", "Reward"]

_SUPPLYING: Final = (Colour.BROWN, Colour.GREY)
"""The colours of the cards that raise the opponent's prices (R28)."""
_TARGETS: Final = (None, *COLOURS)
"""The cards that a rebate can apply to: wonders, or the buildings of a colour."""


class Reward:
    """What the triggers of a city or of a card give on an occasion."""

    def __init__(self) -> None:
        """Start with nothing."""
        self.coins = 0
        self.loses = 0
        self.shields = 0
        self.extra_turns = 0


# -- the layout of the packed ints ----------------------------------------------------------------


class CardLayout:
    """Where the counters of the cards of a catalogue are, with room for their largest sums."""

    def __init__(
        self,
        buildings: Sequence[Building],
        costs: Sequence[Cost],
        sums: Sequence[Contribution],
    ) -> None:
        """Allocate the counters.

        Args:
            buildings: the buildings.
            costs: the costs of all cards that have one.
            sums: the sum of the effects of each card: buildings, then wonders, then tokens.
        """
        # The units of the five resources are side by side: those of a cost, of a production, of a
        # supply, and the prices of units. Above each is a guard bit, which a subtraction borrows.
        self.width: int = 1 + _unit_bits(costs, sums)
        """The bits of a resource, with its guard."""
        self.guard_shift: int = self.width - 1
        self.unit_mask: int = (1 << self.guard_shift) - 1
        """The bits of the units of the first resource."""
        self.produced: tuple[Field, ...] = tuple(
            [Field(number * self.width, self.unit_mask) for number in range(len(RESOURCES))]
        )
        """The units of each resource."""
        self.own_mask: int = _mask(self.produced)
        """The bits of the units of all resources."""
        self.guards: int = self.packed([1 << self.guard_shift] * len(RESOURCES))
        """The guard of each resource."""
        self.base_units: int = self.packed([TRADE_PRICE] * len(RESOURCES))
        """The price of a unit of each resource, if the opponent has none."""
        own = Packing(self.width * len(RESOURCES))
        self.choices: tuple[tuple[frozenset[Resource], Field], ...] = _choice_fields(own, sums)
        """The producers that choose from each group of resources."""
        self.fixed_prices: tuple[tuple[int, int, Field], ...] = _price_fields(own, sums)
        """Resources with fixed prices; the lowest price of a resource comes last, and applies (R36)."""
        self.rebates: tuple[tuple[Colour | None, Field], ...] = _target_fields(
            own, sums, _rebate_units
        )
        """The rebates in units, for wonders or the buildings of a colour."""
        self.coin_rebates: tuple[tuple[Colour | None, Field], ...] = _target_fields(
            own, sums, _rebate_coins
        )
        """The rebates in coins, for the same."""
        self.bits: int = own.bits
        """The bits of a production."""
        self.is_narrow: bool = self.bits < WORD
        """Whether a production fits a machine word, so that compiled code need not make objects."""
        self.coin_rebate_mask: int = _mask([field for _, field in self.coin_rebates])
        """The bits of rebates in coins in a production."""
        flexible = [field for _, field in self.choices]
        flexible += [field for _, field in self.rebates]
        self.flexible_mask: int = _mask(flexible)
        """The bits of choices and rebates in a production."""
        self.fixing_mask: int = _mask([field for _, _, field in self.fixed_prices])
        """The bits of fixed prices in a production."""
        self.rewards: tuple[tuple[int, tuple[Field, ...]], ...] = _reward_fields(sums)
        """For each occasion that triggers something, its counters in the modifiers, in the order of ``Reward``."""
        numbers = {building.id: number for number, building in enumerate(buildings)}
        starting = {one.free_with for one in buildings if one.free_with is not None}
        self.chains: dict[str, tuple[int, int]] = {
            name: (numbers[name], 1 << CHAINS_SHIFT + place)
            for place, name in enumerate(sorted(starting, key=numbers.__getitem__))
        }
        """For each building that starts a chain, its number and its bit in the counts of a city."""
        words = dict.fromkeys([choice.word for total in sums for choice in total.card_choices])
        self.choice_codes: dict[str, int] = {
            word: FIRST_CARD_CHOICE + number for number, word in enumerate(words)
        }
        """The codes of the custom choices, by their words."""
        groups = [group for group, _ in self.choices]
        # If no resource is in two groups, the greedy rule of R36 needs no matching.
        self.groups_are_apart: bool = all(
            sum(resource in group for group in groups) <= 1 for resource in RESOURCES
        )
        self.choice_of: list[Field] = [
            next((field for group, field in self.choices if resource in group), NO_FIELD)
            for resource in RESOURCES
        ]
        """For each resource, the producers that choose from the first group that has it."""

    def packed(self, units: Iterable[int]) -> int:
        """Return the units of the five resources in one int.

        Args:
            units: the units, or the prices of a unit, of each resource.
        """
        return sum(
            [number << field.shift for field, number in zip(self.produced, units, strict=True)]
        )

    def supply(self, total: Contribution) -> int:
        """Return what a brown or grey card adds to the supply of its city, packed.

        Args:
            total: the sum of its effects.
        """
        return self.packed([total.production.get(one, 0) for one in RESOURCES])

    def fixed_units(self, production: int) -> tuple[int, int]:
        """Return the fixed prices of resources (R33).

        Args:
            production: the production of a city, packed.

        Returns:
            The bits of the resources that have one, and the prices, both packed.
        """
        mask = units = 0
        for number, price, field in self.fixed_prices:
            if field.read(production):
                shift = self.produced[number].shift
                mask |= self.unit_mask << shift
                units = units & ~(self.unit_mask << shift) | price << shift
        return mask, units

    def production(self, total: Contribution) -> int:
        """Return what a card adds to the production of its city, packed.

        Args:
            total: the sum of its effects.
        """
        packed = self.supply(total)
        for group, field in self.choices:
            packed += total.choices.count(group) << field.shift
        for number, price, field in self.fixed_prices:
            packed += (total.fixed_prices.get(RESOURCES[number]) == price) << field.shift
        for target, field in self.rebates:
            packed += _rebate_units(total, target) << field.shift
        for target, field in self.coin_rebates:
            packed += _rebate_coins(total, target) << field.shift
        return packed

    def modifiers(self, total: Contribution) -> int:
        """Return what a card adds to the modifiers of later constructions, packed.

        Args:
            total: the sum of its effects.
        """
        packed = (
            total.trade_coins
            | total.wonders_again << AGAIN_SHIFT
            | total.chain_bonus << CHAIN_SHIFT
        )
        for colour, shields in total.extra_shields.items():
            packed |= shields << SHIELD_SHIFT + SHIELD_BITS * COLOURS.index(colour)
        for occasion, fields in self.rewards:
            packed += _packed(fields, _given(total, occasion))
        return packed

    def pending(self, total: Contribution) -> tuple[int, ...]:
        """Return the choices that a card brings, in the order of R22.

        Args:
            total: the sum of its effects.
        """
        codes = [
            *[PEND_TOKEN] * total.board_tokens,
            *[PEND_DRAW] * total.token_draws,
            *[PEND_REVIVE] * total.revivals,
            *[PEND_DESTROY + COLOURS.index(colour) for colour in total.destructions],
            *[self.choice_codes[choice.word] for choice in total.card_choices],
        ]
        return tuple(sorted(codes))

    def reward(self, modifiers: int, occasions: int) -> Reward:
        """Return what triggers give on some occasions, apart from chain coins and extra shields.

        Args:
            modifiers: the modifiers of a city, or of a card.
            occasions: the occasions, as bits.
        """
        found = Reward()
        for occasion, (coins, loses, shields, extra_turns) in self.rewards:
            if occasion & occasions:
                found.coins += coins.read(modifiers)
                found.loses += loses.read(modifiers)
                found.shields += shields.read(modifiers)
                found.extra_turns += extra_turns.read(modifiers)
        return found


def _unit_bits(costs: Sequence[Cost], sums: Sequence[Contribution]) -> int:
    """Return the bits that the units of a resource, or the price of one, need at most."""
    made = [sum([one.production.get(each, 0) for one in sums]) for each in RESOURCES]
    asked = [max(cost.resources.values(), default=0) for cost in costs]
    fixed = [max(one.fixed_prices.values(), default=0) for one in sums]
    return max([TRADE_PRICE + max(made), *asked, *fixed]).bit_length()


def _choice_fields(
    packing: Packing, sums: Sequence[Contribution]
) -> tuple[tuple[frozenset[Resource], Field], ...]:
    """Allocate the producers that choose from each group of resources."""
    groups = sorted(
        {group for total in sums for group in total.choices},
        key=lambda group: [resource in group for resource in RESOURCES],
    )
    return tuple(
        [
            (group, packing.field(sum([total.choices.count(group) for total in sums])))
            for group in groups
        ]
    )


def _price_fields(
    packing: Packing, sums: Sequence[Contribution]
) -> tuple[tuple[int, int, Field], ...]:
    """Allocate the fixed prices of resources, the lowest price of a resource last."""
    fixed = sorted({pair for total in sums for pair in total.fixed_prices.items()}, reverse=True)
    return tuple(
        [
            (
                RESOURCES.index(resource),
                price,
                packing.field(sum([one.fixed_prices.get(resource) == price for one in sums])),
            )
            for resource, price in fixed
        ]
    )


def _target_fields(
    packing: Packing,
    sums: Sequence[Contribution],
    rebate: Callable[[Contribution, Colour | None], int],
) -> tuple[tuple[Colour | None, Field], ...]:
    """Allocate rebates, by the cards that they apply to."""
    found = []
    for target in _TARGETS:
        largest = sum([rebate(total, target) for total in sums])
        if largest:
            found.append((target, packing.field(largest)))
    return tuple(found)


def _rebate_units(total: Contribution, target: Colour | None) -> int:
    """Return the units that a card removes from the costs of some cards."""
    return sum([units for units, where in total.rebates if where is target])


def _rebate_coins(total: Contribution, target: Colour | None) -> int:
    """Return the coins that a card takes off the prices of some cards."""
    return total.coin_rebates.get(target, 0)


def _reward_fields(sums: Sequence[Contribution]) -> tuple[tuple[int, tuple[Field, ...]], ...]:
    """Allocate what triggers give, for each occasion on which a card gives anything."""
    packing = Packing(TRIGGER_SHIFT)
    found = []
    triggering = [total for total in sums if total.triggers]
    occasion = 1
    while occasion <= A_TRADE:
        given = [_given(total, occasion) for total in triggering]
        if any(any(parts) for parts in given):
            largest = [sum(parts) for parts in zip(*given, strict=True)]
            found.append((occasion, tuple([packing.field(one) for one in largest])))
        occasion <<= 1
    return tuple(found)


def _given(total: Contribution, occasion: int) -> tuple[int, int, int, int]:
    """Return what the triggers of a card give on an occasion, in the order of ``Reward``."""
    gains = [gain for trigger, gain in total.triggers if trigger.occasions & occasion]
    return (
        sum(gain.coins for gain in gains),
        sum(gain.opponent_loses for gain in gains),
        sum(gain.shields for gain in gains),
        sum(gain.play_again for gain in gains),
    )


def _mask(fields: Iterable[Field]) -> int:
    """Return the bits of fields."""
    return sum([field.mask << field.shift for field in fields])


def _packed(fields: Sequence[Field], values: Sequence[int]) -> int:
    """Return values in their fields."""
    return sum([one << field.shift for field, one in zip(fields, values, strict=True)])


# -- cards ----------------------------------------------------------------------------------------


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
        self.asks: int = 0
        """The units of each resource in the cost, packed."""
        self.coin_cost: int = cost.coins if cost is not None else 0
        """The coin part of the cost."""
        self.chain: int = 0
        """The building that makes it free, as a bit in the counts of a city."""
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
