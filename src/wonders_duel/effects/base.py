"""What effects and tallies are: their base classes, and what effects add up to."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import TYPE_CHECKING, Final

import attrs

from wonders_duel.enums import Colour, Resource, ScienceSymbol
from wonders_duel.errors import CatalogueError, shown, whole_number
from wonders_duel.glyphs import Glyph
from wonders_duel.languages import ENGLISH, Language
from wonders_duel.rules import MOST_COINS, MOST_SHIELDS

if TYPE_CHECKING:
    from wonders_duel.cards import Card
    from wonders_duel.city import City
    from wonders_duel.enums import Player
    from wonders_duel.state import State

__all__ = ["Contribution", "Effect", "Gain", "Tally", "capitalized", "counted"]


def _truth(_: object, attribute: attrs.Attribute[bool], value: object) -> None:
    if not isinstance(value, bool):
        raise CatalogueError(f"{attribute.name} must be True or False, not {shown(value)}")


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


@attrs.define
class Contribution:
    """What the effects of one card add up to: a catalogue makes its tables from it.

    Each attribute is filled in by :meth:`Effect.contribute`. A catalogue refuses cards that
    leave the ranges given here, and some sums of all its cards: 15 cards with ``trade_coins``,
    15 with ``wonders_again``, 4,095 ``chain_bonus``, 31 ``extra_shields`` for a colour, 250 draws,
    revivals and destructions, 500 choices, 500 units of rebates.

    >>> made = Contribution()
    >>> from wonders_duel.effects import Produce
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


def _reworded(cls: type, word: str, base: type, others: Iterable[str]) -> None:
    """Have a class with a word of its own take none of the other words from the class above it."""
    own = vars(cls)
    if word in own:
        for name in others:
            if name not in own:
                setattr(cls, name, vars(base)[name])


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

    >>> from wonders_duel.languages import ENGLISH
    >>> @attrs.frozen
    ... class PointsForCoins(Effect):
    ...     def score(self, state, player):
    ...         return state.cities[player].coins
    ...
    ...     def describe(self, to=ENGLISH):
    ...         return to.say("Is worth a point for every coin.")
    >>> PointsForCoins().describe()
    'Is worth a point for every coin.'
    """

    if not TYPE_CHECKING:
        __init__ = _without_fields

    def __init_subclass__(cls, **more: object) -> None:
        """Have what a class does not word itself follow from its own ``describe``."""
        super().__init_subclass__(**more)
        _reworded(
            cls, "describe", Effect, ("sentences", "summary", "lasting", "caption", "symbols")
        )

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

    def describe(self, to: Language = ENGLISH) -> str:
        """Return the effect in a sentence or two.

        Override it: by default an effect is described by the name of its class. A class that overrides it
        takes none of the other words and symbols from the class that it extends.

        Args:
            to: the language. ``to.say`` and ``to.count`` translate messages that the library has;
                other messages come back in English.
        """
        return f"{type(self).__name__}."

    def sentences(self, card: Card, to: Language = ENGLISH) -> tuple[str, ...]:
        """Return the effect of a given card in sentences, by default :meth:`describe`.

        Override it if the effect reads differently on some cards.

        Args:
            card: the card that has the effect.
            to: the language.
        """
        return (self.describe(to),)

    def summary(self, to: Language = ENGLISH) -> str:
        """Return the effect in a few words, for boards; by default :meth:`describe` without its full stop.

        Args:
            to: the language.
        """
        text = self.describe(to).rstrip(".")
        return text[:1].lower() + text[1:]

    def lasting(self, to: Language = ENGLISH) -> str:
        """Return what the effect changes for good in a few words, for the narration of a game.

        Empty for an effect that acts once: the narration tells what happened. By default
        :meth:`summary`.

        Args:
            to: the language.
        """
        return self.summary(to)

    def caption(self, to: Language = ENGLISH) -> str:
        """Return the text for pictures where there are no :meth:`symbols`; by default :meth:`describe`.

        Args:
            to: the language.
        """
        return self.describe(to)

    def symbols(self) -> tuple[Glyph, ...] | None:
        """Return the symbols of the effect in pictures, from left to right.

        Returns:
            The symbols; ``None``, the default, if the effect is written as :meth:`caption`.
        """
        return None


@attrs.frozen
class Tally(_Declared):
    """Something that can be counted in a city; the base of what follows.

    >>> from wonders_duel.effects import CoinsPer
    >>> from wonders_duel.languages import ENGLISH
    >>> @attrs.frozen
    ... class Cheap(Tally):
    ...     def count(self, city):
    ...         return sum(card.cost.is_free for card in city.buildings)
    ...
    ...     def noun(self, to=ENGLISH):
    ...         return "building without a cost"
    >>> CoinsPer(1, Cheap()).describe()
    'Brings 1 coin from the bank, at once and one time only, for each building without a cost in your city.'
    """

    if not TYPE_CHECKING:
        __init__ = _without_fields

    def __init_subclass__(cls, **more: object) -> None:
        """Have what a class does not word itself follow from its own ``noun``."""
        super().__init_subclass__(**more)
        _reworded(cls, "noun", Tally, ("summary", "symbols", "includes", "is_sum"))

    def count(self, city: City) -> int:
        """Count it.

        Args:
            city: where to count.

        Returns:
            How many there are, from 0.
        """
        raise NotImplementedError

    def noun(self, to: Language = ENGLISH) -> str:
        """Name it, in the singular.

        Args:
            to: the language.
        """
        raise NotImplementedError

    def summary(self, to: Language = ENGLISH) -> str:
        """Name it in as few words as possible, for boards; by default :meth:`noun`.

        Args:
            to: the language.
        """
        return self.noun(to)

    def symbols(self) -> tuple[Glyph, ...] | None:
        """Return its symbols in pictures; ``None``, the default, if it has none."""
        return None

    def includes(self, card: Card) -> bool:
        """Whether a card counts itself once it is in the city (R71); by default it does not.

        Args:
            card: the card.
        """
        return False

    @property
    def is_sum(self) -> bool:
        """Whether several kinds of things are counted together (R73)."""
        return False


def counted(tally: Tally, city: City) -> int:
    """Count something in a city.

    Args:
        tally: what is counted.
        city: where.

    Raises:
        CatalogueError: what comes back is not a whole number from 0.
    """
    number: object = tally.count(city)
    if not isinstance(number, int) or number < 0:
        raise CatalogueError(
            f"{shown(tally)}: count() has to return a whole number from 0, not {shown(number)}"
        )
    return number


def capitalized(text: str) -> str:
    """Return a text with a capital letter first.

    Args:
        text: a sentence that may begin with a word of the game.
    """
    return text[:1].upper() + text[1:]
