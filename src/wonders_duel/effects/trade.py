"""Effects on production, prices and costs."""

from __future__ import annotations

import attrs

from wonders_duel.build import override
from wonders_duel.effects.base import Contribution, Effect, boolean, capitalized
from wonders_duel.enums import Colour, Resource, as_colour, as_colour_or_none, as_resource
from wonders_duel.errors import CatalogueError
from wonders_duel.glyphs import MINUS, MOST_REPEATED, Glyph, repeated
from wonders_duel.languages import ENGLISH, Language
from wonders_duel.rules import MOST_CARD_COINS, MOST_UNITS
from wonders_duel.support.arguments import whole_number

__all__ = ["CoinRebate", "FixedPrice", "Produce", "ProduceOneOf", "Rebate"]


@attrs.frozen
class Produce(Effect):
    """Produces a resource for every construction (R26, R27).

    On brown and grey buildings, each unit also raises the price that the opponent pays (R28,
    R29); on other cards it does not (R30).

    Args:
        resource: the resource.
        units: the number of units, 1 to 20.

    Raises:
        CatalogueError: the number is not whole, or out of range.
        UnknownNameError: there is no such resource.

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
        UnknownNameError: there is no such resource.

    >>> ProduceOneOf(Resource.GLASS, Resource.PAPYRUS).describe()
    "Produces 1 glass or papyrus for each construction, without raising the opponent's prices."
    """

    resources: tuple[Resource, ...]

    def __init__(self, *resources: Resource) -> None:
        """Store the resources to choose from."""
        if not resources:
            raise CatalogueError("ProduceOneOf needs at least one resource")
        self.__attrs_init__(tuple(as_resource(one) for one in resources))

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

    Raises:
        CatalogueError: the price is not a whole number, or out of range.
        UnknownNameError: there is no such resource.

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

    Raises:
        CatalogueError: the number is not whole, or out of range.
        UnknownNameError: there is no such colour.

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


@attrs.frozen(init=False)
class CoinRebate(Effect):
    """Takes coins off the price of later constructions.

    The coins come off the whole price once the cheapest resources have been bought (R36): first
    off the coin part of the cost, then off what is paid for resources. A price is never below 0.
    An opponent with Economy earns only what is then still paid for resources (R39).

    Args:
        coins: the number of coins, 1 to 100,000.
        colours: the colours of the cheaper buildings.
        wonders: whether wonders are cheaper.

    Raises:
        CatalogueError: there is neither a colour nor ``wonders=True``, or the number is not whole or
            out of range.
        UnknownNameError: there is no such colour.

    >>> CoinRebate(2, Colour.BLUE).describe()
    'Blue buildings that you construct from now on cost 2 coins less, down to 0.'
    """

    coins: int = attrs.field(validator=whole_number(1, MOST_CARD_COINS))
    colours: tuple[Colour, ...]
    wonders: bool = attrs.field(validator=boolean)

    def __init__(self, coins: int, *colours: Colour, wonders: bool = False) -> None:
        """Store the coins, and what is cheaper."""
        if not colours and not wonders:
            raise CatalogueError(
                "CoinRebate needs a colour or wonders=True, as in CoinRebate(1, Colour.RED)"
            )
        self.__attrs_init__(coins, tuple(dict.fromkeys(map(as_colour, colours))), wonders)

    @override
    def contribute(self, to: Contribution) -> None:
        targets: list[Colour | None] = [*self.colours]
        if self.wonders:
            targets.append(None)
        for target in targets:
            to.coin_rebates[target] = to.coin_rebates.get(target, 0) + self.coins

    def _colours(self, to: Language) -> str:
        """Return the colours in words; empty for all of them or none."""
        if len(self.colours) in (0, len(Colour)):
            return ""
        return to.either([to.word(colour) for colour in self.colours])

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        texts = []
        if colours := self._colours(to):
            texts.append(
                to.count(
                    "{colour} buildings that you construct from now on cost {number} coin less, down to 0.",
                    "{colour} buildings that you construct from now on cost {number} coins less, down to 0.",
                    self.coins,
                    colour=colours,
                )
            )
        elif self.colours:
            texts.append(
                to.count(
                    "Buildings that you construct from now on cost {number} coin less, down to 0.",
                    "Buildings that you construct from now on cost {number} coins less, down to 0.",
                    self.coins,
                )
            )
        if self.wonders:
            texts.append(
                to.count(
                    "Wonders that you construct from now on cost {number} coin less, down to 0.",
                    "Wonders that you construct from now on cost {number} coins less, down to 0.",
                    self.coins,
                )
            )
        return " ".join(map(capitalized, texts))

    @override
    def summary(self, to: Language = ENGLISH) -> str:
        texts = []
        if self._colours(to):
            words = "/".join(map(to.word, self.colours))
            texts.append(to.say("{colour} -${coins}", colour=words, coins=self.coins))
        elif self.colours:
            texts.append(to.say("buildings -${coins}", coins=self.coins))
        if self.wonders:
            texts.append(to.say("wonders -${coins}", coins=self.coins))
        return ", ".join(texts)

    @override
    def lasting(self, to: Language = ENGLISH) -> str:
        texts = []
        if colours := self._colours(to):
            texts.append(
                to.count(
                    "{colour} buildings constructed from now on cost {number} coin less",
                    "{colour} buildings constructed from now on cost {number} coins less",
                    self.coins,
                    colour=colours,
                )
            )
        elif self.colours:
            texts.append(
                to.count(
                    "buildings constructed from now on cost {number} coin less",
                    "buildings constructed from now on cost {number} coins less",
                    self.coins,
                )
            )
        if self.wonders:
            texts.append(
                to.count(
                    "wonders constructed from now on cost {number} coin less",
                    "wonders constructed from now on cost {number} coins less",
                    self.coins,
                )
            )
        return ", ".join(texts)

    @override
    def symbols(self) -> tuple[Glyph, ...] | None:
        if len(self.colours) > MOST_REPEATED:
            return None
        what = [*map(Glyph, self.colours), *([Glyph("wonder")] if self.wonders else [])]
        return *what, Glyph("text", MINUS), Glyph("coin", str(self.coins))
