"""What cards do, as small frozen objects: one class for each kind of effect (DESIGN D7).

An effect has up to four things to say, each a method with a default:

* ``contribute``: the numbers it adds to the tables of its catalogue, once, when that is built;
* ``gain``: what its owner gets at the moment the card comes into play, if that depends on the position;
* ``score``: the points it is worth at the end, if they depend on the position;
* ``describe``: itself as a sentence.

An effect of your own is a subclass with ``gain``, ``score`` or both, and ``describe``.
It can do everything but add a kind of decision.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, wraps
from typing import TYPE_CHECKING, Final

import attrs

from wonders_duel.build import override
from wonders_duel.enums import (
    Colour,
    Resource,
    ScienceSymbol,
    as_colour,
    as_colour_or_none,
    as_resource,
    as_symbol,
)
from wonders_duel.errors import CatalogueError, shown, whole_number
from wonders_duel.rules import (
    MOST_CARD_COINS,
    MOST_CHAIN_COINS,
    MOST_COINS,
    MOST_POINTS,
    MOST_SCORED,
    MOST_SHIELDS,
    MOST_UNITS,
)

if TYPE_CHECKING:
    from wonders_duel.city import City
    from wonders_duel.enums import Player
    from wonders_duel.state import State

__all__ = [
    "Cards",
    "ChainBonus",
    "CoinSets",
    "Coins",
    "CoinsPer",
    "Contribution",
    "Destroy",
    "DrawTokens",
    "Effect",
    "ExtraShield",
    "FixedPrice",
    "Gain",
    "GainTradeCoins",
    "GuildMajority",
    "OpponentLosesCoins",
    "PlayAgain",
    "Points",
    "PointsPerToken",
    "Produce",
    "ProduceOneOf",
    "Rebate",
    "Revive",
    "Shields",
    "Symbol",
    "Tally",
    "Wonders",
    "WondersPlayAgain",
]


def _truth(_: object, attribute: attrs.Attribute[bool], value: object) -> None:
    if not isinstance(value, bool):
        raise CatalogueError(f"{attribute.name} must be True or False, not {shown(value)}")


def _tally(_: object, attribute: attrs.Attribute[Tally], value: object) -> None:
    if not isinstance(value, Tally):
        raise CatalogueError(f"{attribute.name} must be a Tally such as Cards, not {shown(value)}")
    for method in ("count", "noun"):
        if getattr(type(value), method) is getattr(Tally, method):
            raise CatalogueError(
                f"{attribute.name} must be a Tally with a {method}() of its own, not {shown(value)}"
            )


@attrs.frozen(kw_only=True)
class Gain:
    """What a card brings the moment it comes into play.

    Args:
        coins: coins from the bank for its owner, 0 to 999,999,999: as many as a city can have.
        opponent_loses: coins the opponent pays to the bank, 0 to 999,999,999; never more than there are (R49).
        shields: spaces the conflict pawn moves towards the opponent's capital, 0 to 31.
        play_again: whether its owner takes another turn (R54).

    Raises:
        CatalogueError: a number is not whole, or out of range.

    >>> Gain(coins=2, shields=1)
    Gain(coins=2, opponent_loses=0, shields=1, play_again=False)
    """

    coins: int = attrs.field(default=0, validator=whole_number(0, MOST_COINS))
    opponent_loses: int = attrs.field(default=0, validator=whole_number(0, MOST_COINS))
    shields: int = attrs.field(default=0, validator=whole_number(0, MOST_SHIELDS))
    play_again: bool = attrs.field(default=False, validator=_truth)


@lru_cache(maxsize=64)
def _coins(number: int) -> Gain:
    """Return the gain of some coins, without making and checking it each time."""
    return Gain(coins=min(number, MOST_COINS))


@attrs.define
class Contribution:
    """What the effects of one card add up to: a catalogue makes its tables from it.

    Each attribute is filled in by :meth:`Effect.contribute`. A catalogue refuses cards that
    leave the ranges given here, and some sums of all its cards: 15 cards with ``trade_coins``,
    15 with ``wonders_again``, 4,095 ``chain_bonus``, 31 ``extra_shields`` for a colour, 250 draws,
    revivals and destructions, 500 choices, 500 units of rebates.

    >>> made = Contribution()
    >>> Produce(Resource.CLAY, 2).contribute(made)
    >>> made.production
    {<Resource.CLAY: 'clay'>: 2}
    """

    production: dict[Resource, int] = attrs.Factory(dict)
    """Units produced for every construction, 0 to 20 of each resource."""
    choices: list[frozenset[Resource]] = attrs.Factory(list)
    """For each producer of a choice, what it can produce: at least one resource."""
    fixed_prices: dict[Resource, int] = attrs.Factory(dict)
    """The price of a resource, whatever the opponent produces: 0 to 100,000 coins."""
    rebates: list[tuple[int, Colour | None]] = attrs.Factory(list)
    """Resources, 1 to 20, off the cost of buildings of a colour, or of wonders (``None``)."""
    coins: int = 0
    """Coins from the bank, 0 to 100,000."""
    opponent_loses: int = 0
    """Coins the opponent pays to the bank, 0 to 100,000."""
    shields: int = 0
    """Shields of the card itself, 0 to 31."""
    points: int = 0
    """Victory points that depend on nothing, -100,000 to 100,000."""
    symbols: list[ScienceSymbol] = attrs.Factory(list)
    """Scientific symbols, each once."""
    play_again: bool = False
    """Whether the card brings another turn."""
    token_draws: int = 0
    """How often progress tokens are drawn from the box, 0 to 250."""
    revivals: int = 0
    """How often a building is constructed from the discard pile, 0 to 250."""
    destructions: list[Colour] = attrs.Factory(list)
    """The colours of the opponent's buildings to destroy."""
    trade_coins: int = 0
    """Whether the opponent's trade coins come here (1) or not (0)."""
    wonders_again: int = 0
    """Whether later wonders bring another turn (1) or not (0)."""
    chain_bonus: int = 0
    """Coins for each construction by a chain, 0 to 4,095."""
    extra_shields: dict[Colour, int] = attrs.Factory(dict)
    """Extra shields of later buildings of a colour, 0 to 31."""


_DECLARE: Final = (
    "decorate the class with @attrs.frozen and declare what it holds, as in 'coins: int'; "
    "then it needs no __init__"
)


class _Declared:
    """What effects and tallies share: a class of one's own that does not declare its fields says so."""

    __slots__ = ()

    def __init_subclass__(cls, **more: object) -> None:
        """Have an ``__init__`` that is written by hand say why it cannot store what it is given."""
        super().__init_subclass__(**more)
        init = vars(cls).get("__init__")
        if init is not None and "__attrs_attrs__" not in vars(cls):
            setattr(cls, "__init__", _explained(init))  # noqa: B010 - mypy takes it for a method


def _explained(init: Callable[..., None]) -> Callable[..., None]:
    @wraps(init)
    def explained(self: object, *given: object, **named: object) -> None:
        try:
            init(self, *given, **named)
        except attrs.exceptions.FrozenInstanceError as error:
            raise CatalogueError(
                f"the __init__ of {type(self).__name__} sets an attribute of a frozen object: {_DECLARE}"
            ) from error

    return explained


def _without_fields(self: object, *given: object, **named: object) -> None:
    """Make an object of a class that declares no fields."""
    if given or named:
        raise CatalogueError(f"{type(self).__name__} takes no arguments: {_DECLARE}")


@attrs.frozen
class Effect(_Declared):
    """The base of all effects: it does nothing.

    >>> @attrs.frozen
    ... class PointsForCoins(Effect):
    ...     def score(self, state, player):
    ...         return state.cities[player].coins
    ...
    ...     def describe(self):
    ...         return "Is worth a point for every coin."
    >>> PointsForCoins().describe()
    'Is worth a point for every coin.'
    """

    if not TYPE_CHECKING:
        __init__ = _without_fields

    def contribute(self, to: Contribution) -> None:
        """Add the numbers of this effect to what its card adds up to.

        Args:
            to: what the card's effects add up to so far.
        """

    def gain(self, state: State, player: Player) -> Gain:
        """Return what the owner gets at the moment the card comes into play.

        Args:
            state: the position with the card paid for and in its place (R71).
            player: the owner.

        Returns:
            What is gained; nothing, by default. A ``Gain`` has 999,999,999 coins and 31 shields at most.
        """
        return Gain()

    def score(self, state: State, player: Player) -> int:
        """Return the points the card is worth in a position, beyond those that depend on nothing.

        Args:
            state: the position to score.
            player: the owner.

        Returns:
            Victory points, -1,000,000,000 to 1,000,000,000; 0 by default.
        """
        return 0

    def describe(self) -> str:
        """Return the effect in a sentence or two, in English.

        The classes of this library are described in every language by ``render``, and so is a
        subclass of one of them that leaves this method alone. Override it for anything else:
        by default an effect of your own is the name of its class.
        """
        from wonders_duel.languages import language  # noqa: PLC0415 - a thin method
        from wonders_duel.render.sentences import described  # noqa: PLC0415 - a thin method

        return described(self, language("en"))


# What can be counted in a city


@attrs.frozen
class Tally(_Declared):
    """Something that can be counted in a city; the base of what follows.

    >>> @attrs.frozen
    ... class Cheap(Tally):
    ...     def count(self, city):
    ...         return sum(card.cost.is_free for card in city.buildings)
    ...
    ...     def noun(self):
    ...         return "building without a cost"
    >>> CoinsPer(1, Cheap()).describe()
    'Brings 1 coin from the bank, at once and one time only, for each building without a cost in your city.'
    """

    if not TYPE_CHECKING:
        __init__ = _without_fields

    def count(self, city: City) -> int:
        """Count it.

        Args:
            city: where to count.

        Returns:
            How many there are, from 0.
        """
        raise NotImplementedError

    def noun(self) -> str:
        """Name it, in the singular."""
        raise NotImplementedError


def _counted(tally: Tally, city: City) -> int:
    """Count something in a city, and refuse what cannot be a count."""
    number: object = tally.count(city)
    if not isinstance(number, int) or number < 0:
        raise CatalogueError(
            f"{shown(tally)}: count() has to return a whole number from 0, not {shown(number)}"
        )
    return number


def _as_tuple(colours: Sequence[Colour]) -> tuple[Colour, ...]:
    return tuple(Colour(colour) for colour in colours)


@attrs.frozen(init=False)
class Cards(Tally):
    """Buildings of one colour, or of several together.

    Args:
        colours: one or more.

    Raises:
        CatalogueError: there are none.

    >>> Cards(Colour.BROWN, Colour.GREY).noun()
    'brown or grey building'
    """

    colours: tuple[Colour, ...]

    def __init__(self, *colours: Colour) -> None:
        """Take the colours to count."""
        if not colours:
            raise CatalogueError("Cards counts one colour at least, as in Cards(Colour.RED)")
        self.__attrs_init__(_as_tuple(colours))

    @override
    def count(self, city: City) -> int:
        return sum(city.count(colour) for colour in self.colours)

    @override
    def noun(self) -> str:
        return " or ".join(self.colours) + " building"


@attrs.frozen
class Wonders(Tally):
    """Constructed wonders; unbuilt ones never count.

    >>> Wonders().noun()
    'constructed wonder'
    """

    @override
    def count(self, city: City) -> int:
        return len(city.built_codes)

    @override
    def noun(self) -> str:
        return "constructed wonder"


@attrs.frozen
class CoinSets(Tally):
    """Complete sets of coins.

    >>> CoinSets(3).noun()
    'set of 3 coins'
    """

    size: int = attrs.field(default=3, validator=whole_number(1, MOST_CARD_COINS))

    @override
    def count(self, city: City) -> int:
        return city.coins // self.size

    @override
    def noun(self) -> str:
        return f"set of {_plural(self.size, 'coin')}"


# Production and trade


def _plural(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


@attrs.frozen
class Produce(Effect):
    """Produces a resource for every construction (R26, R27).

    On brown and grey buildings it also raises the price the opponent pays (R28), two units twice as
    much (R29); on other cards it does not (R30).

    Args:
        resource: what is produced.
        units: how much of it, 1 to 20.

    >>> Produce(Resource.CLAY, 2).describe()
    'Produces 2 clay.'
    """

    resource: Resource = attrs.field(converter=as_resource)
    units: int = attrs.field(default=1, validator=whole_number(1, MOST_UNITS))

    @override
    def contribute(self, to: Contribution) -> None:
        to.production[self.resource] = to.production.get(self.resource, 0) + self.units


@attrs.frozen(init=False)
class ProduceOneOf(Effect):
    """Produces one unit of one of several resources, chosen anew for every construction (R35).

    It never raises the opponent's price.

    Args:
        resources: one or more.

    Raises:
        CatalogueError: there are none.

    >>> ProduceOneOf(Resource.GLASS, Resource.PAPYRUS).describe()
    "Produces 1 glass or papyrus for each construction, without raising the opponent's prices."
    """

    resources: tuple[Resource, ...]

    def __init__(self, *resources: Resource) -> None:
        """Take the resources to choose from."""
        if not resources:
            raise CatalogueError("ProduceOneOf takes one resource at least")
        self.__attrs_init__(tuple(Resource(one) for one in resources))

    @override
    def contribute(self, to: Contribution) -> None:
        to.choices.append(frozenset(self.resources))


@attrs.frozen
class FixedPrice(Effect):
    """Fixes the price at which the owner buys a resource (R33).

    Args:
        resource: what is bought.
        price: coins for a unit, 0 to 100,000.

    >>> FixedPrice(Resource.WOOD).describe()
    'From your next turn on, wood costs you 1 coin a unit, whatever the opponent produces.'
    """

    resource: Resource = attrs.field(converter=as_resource)
    price: int = attrs.field(default=1, validator=whole_number(0, MOST_CARD_COINS))

    @override
    def contribute(self, to: Contribution) -> None:
        to.fixed_prices[self.resource] = min(
            self.price, to.fixed_prices.get(self.resource, self.price)
        )


@attrs.frozen
class Rebate(Effect):
    """Takes resources off the cost of later constructions (R37).

    Args:
        units: how many resources, 1 to 20; those that save the most are taken off (R36).
        on: the colour of the buildings that are cheaper, or ``None`` for wonders.

    >>> Rebate(2, on=Colour.BLUE).describe()
    'Blue buildings that you construct from now on cost 2 resources less; you choose which each time.'
    """

    units: int = attrs.field(validator=whole_number(1, MOST_UNITS))
    on: Colour | None = attrs.field(default=None, converter=as_colour_or_none, kw_only=True)

    @override
    def contribute(self, to: Contribution) -> None:
        to.rebates.append((self.units, self.on))


@attrs.frozen
class GainTradeCoins(Effect):
    """Brings the coins that the opponent pays for resources to the owner (R39, R40).

    >>> GainTradeCoins().describe()
    'What the opponent actually pays to buy resources comes to you; the coins of a printed cost do not.'
    """

    @override
    def contribute(self, to: Contribution) -> None:
        to.trade_coins = 1


# Points and science


@attrs.frozen
class Points(Effect):
    """Is worth victory points (R80, R81).

    Args:
        points: how many, 1 to 100,000.

    >>> Points(3).describe()
    'Worth 3 victory points.'
    """

    points: int = attrs.field(validator=whole_number(1, MOST_POINTS))

    @override
    def contribute(self, to: Contribution) -> None:
        to.points += self.points


@attrs.frozen
class PointsPerToken(Effect):
    """Is worth points for every progress token of its owner, itself included (R81).

    Args:
        points: for each token, 1 to 100,000.

    >>> PointsPerToken(3).describe()
    'Worth 3 victory points at the end for each of your progress tokens.'
    """

    points: int = attrs.field(validator=whole_number(1, MOST_POINTS))

    @override
    def score(self, state: State, player: Player) -> int:
        return self.points * state.cities[player].token_mask.bit_count()


@attrs.frozen
class Symbol(Effect):
    """Carries a scientific symbol (R63, R67, R68).

    Args:
        symbol: which of the seven.

    >>> Symbol(ScienceSymbol.QUILL).describe()
    'Carries the scientific symbol quill.'
    """

    symbol: ScienceSymbol = attrs.field(converter=as_symbol)

    @override
    def contribute(self, to: Contribution) -> None:
        to.symbols.append(self.symbol)


# Coins


@attrs.frozen
class Coins(Effect):
    """Brings coins at once (R47), from a bank that has no limit (R48).

    Args:
        coins: how many, 1 to 100,000.

    >>> Coins(4).describe()
    'Brings 4 coins from the bank, at once and one time only.'
    """

    coins: int = attrs.field(validator=whole_number(1, MOST_CARD_COINS))

    @override
    def contribute(self, to: Contribution) -> None:
        to.coins += self.coins


@attrs.frozen
class CoinsPer(Effect):
    """Brings coins for what stands in the owner's city when it is constructed, itself included (R71).

    Args:
        coins: for each, 1 to 100,000; at most 999,999,999 in all.
        per: what is counted.

    >>> CoinsPer(2, Wonders()).describe()
    'Brings 2 coins from the bank, at once and one time only, for each constructed wonder in your city.'
    """

    coins: int = attrs.field(validator=whole_number(1, MOST_CARD_COINS))
    per: Tally = attrs.field(validator=_tally)

    @override
    def gain(self, state: State, player: Player) -> Gain:
        return _coins(self.coins * _counted(self.per, state.cities[player]))


@attrs.frozen
class GuildMajority(Effect):
    """Counts something in the city that has more of it (R72, R74, R82).

    Coins are counted at construction, points at the end, each in the city that
    has more at that moment; it may be a different one. Two colours are counted together: the
    better sum, not the sum of the better (R73).

    Args:
        most: what is counted.
        coins: coins for each at construction, 0 to 100,000; at most 999,999,999 in all.
        points: points for each at the end, 0 to 100,000; at most 1,000,000,000 in all.

    >>> GuildMajority(Cards(Colour.RED), coins=1, points=1).describe()
    'Brings 1 coin from the bank, at once and one time only, for each red building in the city that has more. Worth 1 victory point at the end for each red building in the city that has more then. The city that counts at the end can be the other one.'
    """

    most: Tally = attrs.field(validator=_tally)
    coins: int = attrs.field(default=0, validator=whole_number(0, MOST_CARD_COINS), kw_only=True)
    points: int = attrs.field(default=0, validator=whole_number(0, MOST_POINTS), kw_only=True)

    def __attrs_post_init__(self) -> None:
        """Refuse a guild that brings nothing."""
        if not self.coins and not self.points:
            raise CatalogueError("GuildMajority brings coins or points, or both")

    def _count(self, state: State) -> int:
        first, second = state.cities
        return max(_counted(self.most, first), _counted(self.most, second))

    @override
    def gain(self, state: State, player: Player) -> Gain:
        return _coins(self.coins * self._count(state) if self.coins else 0)

    @override
    def score(self, state: State, player: Player) -> int:
        return min(self.points * self._count(state), MOST_SCORED)


@attrs.frozen
class OpponentLosesCoins(Effect):
    """Takes coins from the opponent to the bank (R49, R61).

    Args:
        coins: how many, 1 to 100,000; never more than there are.

    >>> OpponentLosesCoins(3).describe()
    'The opponent loses 3 coins to the bank, or all there are if they are fewer.'
    """

    coins: int = attrs.field(validator=whole_number(1, MOST_CARD_COINS))

    @override
    def contribute(self, to: Contribution) -> None:
        to.opponent_loses += self.coins


@attrs.frozen
class ChainBonus(Effect):
    """Brings coins for every later construction that is free by a chain (R44, R46).

    Args:
        coins: each time, 1 to 4,095.

    >>> ChainBonus(4).describe()
    'Brings 4 coins from the bank each time you construct a building free by its chain.'
    """

    coins: int = attrs.field(validator=whole_number(1, MOST_CHAIN_COINS))

    @override
    def contribute(self, to: Contribution) -> None:
        to.chain_bonus += self.coins


# Military


@attrs.frozen
class Shields(Effect):
    """Moves the conflict pawn towards the opponent's capital (R69, R70).

    Args:
        shields: how many spaces, 1 to 31.

    >>> Shields(1).describe()
    "Has 1 shield: moves the conflict pawn 1 space towards the opponent's capital."
    """

    shields: int = attrs.field(validator=whole_number(1, MOST_SHIELDS))

    @override
    def contribute(self, to: Contribution) -> None:
        to.shields += self.shields


@attrs.frozen
class ExtraShield(Effect):
    """Gives later buildings of a colour extra shields, however they are constructed (R69).

    Args:
        shields: how many, 1 to 31.
        on: the colour.

    >>> ExtraShield(1, on=Colour.RED).describe()
    'Red buildings that you construct from now on have 1 extra shield; wonders, and what stands already, do not.'
    """

    shields: int = attrs.field(validator=whole_number(1, MOST_SHIELDS))
    on: Colour = attrs.field(default=Colour.RED, converter=as_colour, kw_only=True)

    @override
    def contribute(self, to: Contribution) -> None:
        to.extra_shields[self.on] = to.extra_shields.get(self.on, 0) + self.shields


# Turns and choices


@attrs.frozen
class PlayAgain(Effect):
    """Brings another turn, unless the age ends (R54, R55).

    >>> PlayAgain().describe()
    'You play again at once, unless the age is over.'
    """

    @override
    def contribute(self, to: Contribution) -> None:
        to.play_again = True


@attrs.frozen
class WondersPlayAgain(Effect):
    """Makes every wonder that is constructed later bring another turn (R56).

    >>> WondersPlayAgain().describe()
    'Wonders that you construct from now on let you play again; one that does so anyway does it only once.'
    """

    @override
    def contribute(self, to: Contribution) -> None:
        to.wonders_again = 1


@attrs.frozen
class Destroy(Effect):
    """Puts one of the opponent's buildings of a colour in the discard pile (R58).

    Args:
        colour: the colour to choose from.

    >>> Destroy(Colour.BROWN).describe()
    "Puts one of the opponent's brown buildings, of your choice, in the discard pile."
    """

    colour: Colour = attrs.field(converter=as_colour)

    @override
    def contribute(self, to: Contribution) -> None:
        to.destructions.append(self.colour)


@attrs.frozen
class Revive(Effect):
    """Constructs a building from the discard pile for free (R59).

    >>> Revive().describe()
    'Constructs a building of your choice from the discard pile for free; what was removed before the game is not in it.'
    """

    @override
    def contribute(self, to: Contribution) -> None:
        to.revivals += 1


@attrs.frozen
class DrawTokens(Effect):
    """Draws progress tokens from the box, one of which is kept (R60).

    >>> DrawTokens().describe()
    'Draws 3 progress tokens at random from the box: you keep one of your choice, the others go back.'
    """

    @override
    def contribute(self, to: Contribution) -> None:
        to.token_draws += 1
