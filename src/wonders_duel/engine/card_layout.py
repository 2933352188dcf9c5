"""The layout of the packed ints of cards and cities, with several small counters in one int.

The counters have room for the sums over all cards of a catalogue.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from wonders_duel.cards import Building, Cost
from wonders_duel.effects import Contribution
from wonders_duel.effects.triggers import A_TRADE
from wonders_duel.engine.bitfields import (
    AGAIN_SHIFT,
    CHAIN_SHIFT,
    CHAINS_SHIFT,
    COLOURS,
    NO_FIELD,
    RESOURCES,
    SHIELD_BITS,
    SHIELD_SHIFT,
    TRIGGER_SHIFT,
    WORD,
    Field,
    Packing,
)
from wonders_duel.engine.phases import (
    FIRST_CARD_CHOICE,
    PEND_DESTROY,
    PEND_DRAW,
    PEND_REVIVE,
    PEND_TOKEN,
)
from wonders_duel.enums import Colour, Resource
from wonders_duel.rules import TRADE_PRICE

__all__ = ["CardLayout", "Reward"]

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

    def helpers(self, needs: Sequence[int]) -> int:
        """Return the bits of a production that are choices of resources of a cost.

        Args:
            needs: the units of each resource in the cost.
        """
        asked = {one for one, units in zip(RESOURCES, needs, strict=True) if units}
        return _mask([field for group, field in self.choices if not group.isdisjoint(asked)])

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
