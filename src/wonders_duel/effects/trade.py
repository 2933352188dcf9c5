"""Effects on production, prices and costs."""

from __future__ import annotations

import attrs

from wonders_duel.arguments import whole_number
from wonders_duel.build import override
from wonders_duel.effects.base import Contribution, Effect, capitalized
from wonders_duel.enums import Colour, Resource, as_colour_or_none, as_resource
from wonders_duel.errors import CatalogueError
from wonders_duel.glyphs import MINUS, Glyph, repeated
from wonders_duel.languages import ENGLISH, Language
from wonders_duel.rules import MOST_CARD_COINS, MOST_UNITS

__all__ = ["FixedPrice", "GainTradeCoins", "Produce", "ProduceOneOf", "Rebate"]


@attrs.frozen
class Produce(Effect):
    """Produces a resource for every construction (R26, R27).

    On brown and grey buildings, each unit also raises the price that the opponent pays (R28,
    R29); on other cards it does not (R30).

    Args:
        resource: the resource.
        units: the number of units, 1 to 20.

    >>> Produce(Resource.CLAY, 2).describe()
    'Produces 2 clay.'
    """

    resource: Resource = attrs.field(converter=as_resource)
    units: int = attrs.field(default=1, validator=whole_number(1, MOST_UNITS))

    @override
    def contribute(self, to: Contribution) -> None:
        to.production[self.resource] = to.production.get(self.resource, 0) + self.units

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        return to.say("Produces {units}.", units=to.units(self.resource, self.units))

    @override
    def summary(self, to: Language = ENGLISH) -> str:
        return to.units(self.resource, self.units)

    @override
    def lasting(self, to: Language = ENGLISH) -> str:
        return to.say("produces {units}", units=to.units(self.resource, self.units))

    @override
    def symbols(self) -> tuple[Glyph, ...]:
        return repeated(Glyph(self.resource), self.units)


@attrs.frozen(init=False)
class ProduceOneOf(Effect):
    """Produces one unit of one of several resources, chosen for each construction (R35).

    It never raises the opponent's prices.

    Args:
        resources: one or more resources.

    Raises:
        CatalogueError: no resource is given.

    >>> ProduceOneOf(Resource.GLASS, Resource.PAPYRUS).describe()
    "Produces 1 glass or papyrus for each construction, without raising the opponent's prices."
    """

    resources: tuple[Resource, ...]

    def __init__(self, *resources: Resource) -> None:
        """Store the resources to choose from."""
        if not resources:
            raise CatalogueError("ProduceOneOf needs at least one resource")
        self.__attrs_init__(tuple(Resource(one) for one in resources))

    @override
    def contribute(self, to: Contribution) -> None:
        to.choices.append(frozenset(self.resources))

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        return to.say(
            "Produces 1 {resources} for each construction, without raising the opponent's prices.",
            resources=to.either([to.word(one) for one in self.resources]),
        )

    @override
    def summary(self, to: Language = ENGLISH) -> str:
        return "/".join(resource.letter for resource in self.resources)

    @override
    def lasting(self, to: Language = ENGLISH) -> str:
        choice = to.either([to.word(one) for one in self.resources])
        return to.say("produces 1 {resources} for each construction", resources=choice)

    @override
    def symbols(self) -> tuple[Glyph, ...]:
        first, *others = self.resources
        row = [Glyph(first)]
        for resource in others:
            row += [Glyph("slash"), Glyph(resource)]
        return tuple(row)


@attrs.frozen
class FixedPrice(Effect):
    """Fixes the price at which the owner buys a resource (R33).

    Args:
        resource: the resource.
        price: the coins for a unit, 0 to 100,000.

    >>> FixedPrice(Resource.WOOD).describe()
    'From your next turn on, wood costs you 1 coin per unit, whatever the opponent produces.'
    """

    resource: Resource = attrs.field(converter=as_resource)
    price: int = attrs.field(default=1, validator=whole_number(0, MOST_CARD_COINS))

    @override
    def contribute(self, to: Contribution) -> None:
        to.fixed_prices[self.resource] = min(
            self.price, to.fixed_prices.get(self.resource, self.price)
        )

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        text = to.count(
            "From your next turn on, {resource} costs you {number} coin per unit, whatever the opponent produces.",
            "From your next turn on, {resource} costs you {number} coins per unit, whatever the opponent produces.",
            self.price,
            resource=to.word(self.resource),
        )
        return capitalized(text)

    @override
    def summary(self, to: Language = ENGLISH) -> str:
        letter = self.resource.letter
        return to.say("{resources} at ${price}", resources=letter, price=self.price)

    @override
    def lasting(self, to: Language = ENGLISH) -> str:
        return to.count(
            "{resource} costs {number} coin per unit to buy",
            "{resource} costs {number} coins per unit to buy",
            self.price,
            resource=to.word(self.resource),
        )

    @override
    def symbols(self) -> tuple[Glyph, ...]:
        return Glyph(self.resource), Glyph("text", "="), Glyph("coin", str(self.price))


@attrs.frozen
class Rebate(Effect):
    """Takes resources off the cost of later constructions (R37).

    Args:
        units: the number of resources, 1 to 20; those that save the most are taken off (R36).
        on: the colour of the cheaper buildings, or ``None`` for wonders.

    >>> Rebate(2, on=Colour.BLUE).describe()
    'Blue buildings that you construct from now on cost 2 resources less; you choose which each time.'
    """

    units: int = attrs.field(validator=whole_number(1, MOST_UNITS))
    on: Colour | None = attrs.field(default=None, converter=as_colour_or_none, kw_only=True)

    @override
    def contribute(self, to: Contribution) -> None:
        to.rebates.append((self.units, self.on))

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        if self.on is None:
            return to.count(
                "Wonders that you construct from now on cost {number} resource less; you choose which each time.",
                "Wonders that you construct from now on cost {number} resources less; you choose which each time.",
                self.units,
            )
        text = to.count(
            "{colour} buildings that you construct from now on cost {number} resource less; you choose which each time.",
            "{colour} buildings that you construct from now on cost {number} resources less; you choose which each time.",
            self.units,
            colour=to.word(self.on),
        )
        return capitalized(text)

    @override
    def summary(self, to: Language = ENGLISH) -> str:
        if self.on is None:
            return to.count(
                "wonders {number} resource off", "wonders {number} resources off", self.units
            )
        return to.count(
            "{colour} {number} resource off",
            "{colour} {number} resources off",
            self.units,
            colour=to.word(self.on),
        )

    @override
    def lasting(self, to: Language = ENGLISH) -> str:
        if self.on is None:
            return to.count(
                "wonders constructed from now on cost {number} resource less",
                "wonders constructed from now on cost {number} resources less",
                self.units,
            )
        return to.count(
            "{colour} buildings constructed from now on cost {number} resource less",
            "{colour} buildings constructed from now on cost {number} resources less",
            self.units,
            colour=to.word(self.on),
        )

    @override
    def symbols(self) -> tuple[Glyph, ...]:
        what = Glyph("wonder" if self.on is None else self.on)
        return what, Glyph("text", f"{MINUS}{self.units}"), Glyph("any-resource")


@attrs.frozen
class GainTradeCoins(Effect):
    """Gives the owner the coins that the opponent pays for resources (R39, R40).

    >>> GainTradeCoins().describe()
    'You receive the coins that the opponent actually pays for resources, but not the coins of a printed cost.'
    """

    @override
    def contribute(self, to: Contribution) -> None:
        to.trade_coins = 1

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        return to.say(
            "You receive the coins that the opponent actually pays for resources, but not the coins of a printed cost."
        )

    @override
    def summary(self, to: Language = ENGLISH) -> str:
        return to.say("opponent's trade coins")

    @override
    def lasting(self, to: Language = ENGLISH) -> str:
        return to.say("gets the coins that the opponent pays for resources")

    @override
    def symbols(self) -> tuple[Glyph, ...]:
        return Glyph("any-resource"), Glyph("arrow"), Glyph("coin")
