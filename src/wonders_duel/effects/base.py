"""The base classes of effects and tallies, and their contributions to a catalogue."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import TYPE_CHECKING, Final, NamedTuple

import attrs

from wonders_duel.build import later
from wonders_duel.effects.answers import worded
from wonders_duel.enums import Colour, Player, Resource, ScienceSymbol
from wonders_duel.errors import CatalogueError
from wonders_duel.glyphs import Glyph
from wonders_duel.languages import ENGLISH, Language
from wonders_duel.rules import MOST_COINS, MOST_SHIELDS
from wonders_duel.support.arguments import whole_number
from wonders_duel.support.phrases import shown

if TYPE_CHECKING:
    from wonders_duel.cards import Card
    from wonders_duel.effects.choices import CardChoice
    from wonders_duel.effects.triggers import Trigger
    from wonders_duel.engine.city import City
    from wonders_duel.state import State
else:
    Card = later("wonders_duel.cards", "Card")
    CardChoice = later("wonders_duel.effects.choices", "CardChoice")
    City = later("wonders_duel.engine.city", "City")
    State = later("wonders_duel.state", "State")
    Trigger = later("wonders_duel.effects.triggers", "Trigger")

__all__ = [
    "Contribution",
    "Counted",
    "Effect",
    "Gain",
    "Tally",
    "capitalized",
    "engine_code",
    "engine_counts",
]


def boolean(_: object, attribute: attrs.Attribute[bool], value: object) -> None:
    """Reject a value of a field that is not ``True`` or ``False``.

    Args:
        attribute: the field.
        value: its value.

    Raises:
        CatalogueError: the value is not a boolean.
    """
    if not isinstance(value, bool):
        raise CatalogueError(f"{attribute.name} must be True or False, not {shown(value)}")


@attrs.frozen(kw_only=True)
class Gain:
    """The gains at the moment a card comes into play.

    Args:
        coins: coins from the bank for the owner, 0 to 999,999,999 (the limit of a city).
        opponent_loses: coins that the opponent pays to the bank, 0 to 999,999,999, but at most
            as many as the opponent has (R49).
        shields: spaces that the conflict pawn moves towards the opponent's capital, 0 to 31.
        play_again: whether the owner takes another turn (R54).

    Raises:
        CatalogueError: a number is not whole or out of range, or ``play_again`` is not a boolean.

    >>> Gain(coins=2, shields=1)
    Gain(coins=2, opponent_loses=0, shields=1, play_again=False)
    """

    coins: int = attrs.field(default=0, validator=whole_number(0, MOST_COINS))
    opponent_loses: int = attrs.field(default=0, validator=whole_number(0, MOST_COINS))
    shields: int = attrs.field(default=0, validator=whole_number(0, MOST_SHIELDS))
    play_again: bool = attrs.field(default=False, validator=boolean)


@attrs.define
class Contribution:
    """The combined contributions of the effects of one card.

    :meth:`Effect.contribute` fills in the attributes, and a catalogue compiles its tables from
    them. A catalogue rejects cards outside the ranges given here. There are also limits for all
    cards of a catalogue together: 15 cards with ``trade_coins``, 15 with ``wonders_again``,
    4,095 ``chain_bonus``, 31 ``extra_shields`` for a colour, 250 decisions (draws, tokens from the
    board, revivals, destructions and custom choices together), 500 producers of a choice, 500 units
    of rebates, and 63 buildings of a colour.

    >>> made = Contribution()
    >>> from wonders_duel.effects import Produce
    >>> Produce(Resource.CLAY, 2).contribute(made)
    >>> made.production
    {<Resource.CLAY: 'clay'>: 2}
    """

    production: dict[Resource, int] = attrs.Factory(dict)
    """Units produced for every construction, 0 to 20 of each resource."""
    choices: list[frozenset[Resource]] = attrs.Factory(list)
    """For each producer of a choice, the resources to choose from, at least one."""
    fixed_prices: dict[Resource, int] = attrs.Factory(dict)
    """Fixed prices of resources, 0 to 100,000 coins, independent of the opponent's production."""
    rebates: list[tuple[int, Colour | None]] = attrs.Factory(list)
    """Resources, 1 to 20, off the cost of buildings of a colour or of wonders (``None``)."""
    coin_rebates: dict[Colour | None, int] = attrs.Factory(dict)
    """Coins, 0 to 100,000, off the price of buildings of a colour or of wonders (``None``)."""
    coins: int = 0
    """Coins from the bank, 0 to 100,000."""
    opponent_loses: int = 0
    """Coins that the opponent pays to the bank, 0 to 100,000."""
    shields: int = 0
    """Shields of the card itself, 0 to 31."""
    points: int = 0
    """Fixed victory points, -100,000 to 100,000."""
    symbols: list[ScienceSymbol] = attrs.Factory(list)
    """Scientific symbols, each at most once."""
    play_again: bool = False
    """Whether the owner takes another turn."""
    token_draws: int = 0
    """The number of draws of progress tokens from the box, 0 to 250."""
    board_tokens: int = 0
    """The number of progress tokens to take from the board, 0 to 250."""
    revivals: int = 0
    """The number of buildings to construct from the discard pile, 0 to 250."""
    destructions: list[Colour] = attrs.Factory(list)
    """The colours of the opponent's buildings to destroy."""
    trade_coins: int = 0
    """Whether the owner receives the opponent's trade coins (1) or not (0)."""
    wonders_again: int = 0
    """Whether later wonders grant another turn (1) or not (0)."""
    chain_bonus: int = 0
    """Coins for each free construction through a chain, 0 to 4,095."""
    card_choices: list[CardChoice] = attrs.Factory(list)
    """Custom choices that the card brings, 250 in all with the others."""
    extra_shields: dict[Colour, int] = attrs.Factory(dict)
    """Extra shields of later buildings of a colour, 0 to 31."""
    triggers: list[tuple[Trigger, Gain]] = attrs.Factory(list)
    """Other gains each time something happens, as for :class:`Whenever`."""


_DECLARE: Final = (
    "decorate the class with @attrs.frozen and declare its fields, as in 'coins: int'; "
    "then it needs no __init__"
)


class _Declared:
    """Base of effects and tallies; explains errors of custom classes without declared fields."""

    __slots__ = ()

    def __init_subclass__(cls, **more: object) -> None:
        """Make a handwritten ``__init__`` explain why it cannot set attributes."""
        super().__init_subclass__(**more)
        init = vars(cls).get("__init__")
        if init is not None and "__attrs_attrs__" not in vars(cls):
            setattr(cls, "__init__", _with_explanation(init))  # noqa: B010 - mypy takes it for a method


def _reset_texts(cls: type, word: str, base: type, others: Iterable[str]) -> None:
    """Reset the other texts of a class that defines one text, instead of inheriting them."""
    own = vars(cls)
    if word in own:
        for name in others:
            if name not in own:
                setattr(cls, name, vars(base)[name])


def _with_explanation(init: Callable[..., None]) -> Callable[..., None]:
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
    """Create an object of a class without declared fields."""
    if given or named:
        raise CatalogueError(f"{type(self).__name__} takes no arguments: {_DECLARE}")


# What a tally counts, as a number: a bit for each of the seven colours of buildings, and these; the
# size of a set of coins is above them. Literals, because mypyc inlines only literals.
CONSTRUCTED_WONDERS: Final = 1 << 7
HELD_TOKENS: Final = 1 << 8
COIN_SET_SHIFT: Final = 9


class Counted(NamedTuple):
    """What an effect gives for each of a tally, for the engine, which counts without calling it."""

    tally: int
    """The :attr:`Tally._engine_code`."""
    most: bool
    """Whether the city counts that has more."""
    coins: int
    """The coins for each at construction."""
    points: int
    """The points for each at the end."""


@attrs.frozen
class Effect(_Declared):
    """The base class of all effects, which does nothing.

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
        """Derive the texts that a class does not define from its ``describe``."""
        super().__init_subclass__(**more)
        _reset_texts(
            cls, "describe", Effect, ("sentences", "summary", "lasting", "caption", "symbols")
        )

    def contribute(self, to: Contribution) -> None:
        """Add the numbers of this effect to the contributions of its card.

        Args:
            to: the contributions of the card so far.
        """

    def gain(self, state: State, player: Player) -> Gain:
        """Return the gains at the moment the card comes into play.

        Args:
            state: the position after the payment, with the card in its place (R71). The cards that
                the turn uncovers may still be face down, so it cannot be asked for legal moves.
            player: the owner.

        Returns:
            The gains; nothing by default. A ``Gain`` has at most 999,999,999 coins and 31 shields.
        """
        return Gain()

    def score(self, state: State, player: Player) -> int:
        """Return the variable points of the card in a position.

        Args:
            state: the position to score.
            player: the owner.

        Returns:
            Victory points, -1,000,000,000 to 1,000,000,000; 0 by default.
        """
        return 0

    def _engine_counts(self) -> Counted | None:
        """Return what :meth:`gain` and :meth:`score` count, if that can be said in numbers.

        Only the effects of the library say so; the engine calls the methods of all others.
        """
        return None

    def describe(self, to: Language = ENGLISH) -> str:
        """Return the effect in a sentence or two.

        Override this method; the default is the name of the class. A class that overrides it
        does not inherit the other texts and symbols of its base class.

        Args:
            to: the language. ``to.say`` and ``to.count`` translate the messages of the library;
                other messages are returned in English.
        """
        return f"{type(self).__name__}."

    def sentences(self, card: Card, to: Language = ENGLISH) -> tuple[str, ...]:
        """Return the effect of a given card in sentences; by default :meth:`describe`.

        Override this method if the text depends on the card.

        Args:
            card: the card that has the effect.
            to: the language.
        """
        return (worded(self, "describe", self.describe(to)),)

    def summary(self, to: Language = ENGLISH) -> str:
        """Return the effect in a few words, for boards.

        The default is :meth:`describe` without its initial capital and its full stop.

        Args:
            to: the language.
        """
        text = worded(self, "describe", self.describe(to)).rstrip(".")
        return text[:1].lower() + text[1:]

    def lasting(self, to: Language = ENGLISH) -> str:
        """Return the lasting effect in a few words, for narration; by default :meth:`summary`.

        Return an empty text for a one-off effect; the narration reports its events instead.

        Args:
            to: the language.
        """
        return self.summary(to)

    def caption(self, to: Language = ENGLISH) -> str:
        """Return the text for pictures without :meth:`symbols`; by default :meth:`describe`.

        Args:
            to: the language.
        """
        return worded(self, "describe", self.describe(to))

    def symbols(self) -> tuple[Glyph, ...] | None:
        """Return the symbols of the effect in pictures, from left to right.

        Returns:
            The symbols; an empty tuple to show nothing; ``None``, the default, to show the
            :meth:`caption` instead.
        """
        return None


@attrs.frozen
class Tally(_Declared):
    """Something that can be counted in a city; the base class of tallies.

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
    'Gives 1 coin from the bank, immediately and only once, for each building without a cost in your city.'
    """

    if not TYPE_CHECKING:
        __init__ = _without_fields

    def __init_subclass__(cls, **more: object) -> None:
        """Derive the texts that a class does not define from its ``noun``."""
        super().__init_subclass__(**more)
        _reset_texts(cls, "noun", Tally, ("summary", "symbols"))

    def count(self, city: City) -> int:
        """Return the number in a city.

        Args:
            city: the city.

        Returns:
            The number, from 0.
        """
        raise NotImplementedError

    def noun(self, to: Language = ENGLISH) -> str:
        """Return the name in the singular.

        Args:
            to: the language.
        """
        raise NotImplementedError

    def summary(self, to: Language = ENGLISH) -> str:
        """Return the shortest name, for boards; by default :meth:`noun`.

        Args:
            to: the language.
        """
        return self.noun(to)

    def symbols(self) -> tuple[Glyph, ...] | None:
        """Return the symbols for pictures; ``None``, the default, if there are none."""
        return None

    def includes(self, card: Card) -> bool:
        """Whether a card counts itself when it is in the city (R71); false by default.

        Args:
            card: the card.
        """
        return False

    @property
    def _engine_code(self) -> int:
        """The tally as a number for the engine; 0, the default, if :meth:`count` has to be called."""
        return 0

    @property
    def is_sum(self) -> bool:
        """Whether the tally is a sum of several kinds (R73)."""
        return False


# Users' classes may use any other name, so these are private, and the engine asks these functions.


def engine_counts(effect: Effect) -> Counted | None:
    """Return what an effect counts, if that can be said in numbers.

    Args:
        effect: the effect.
    """
    return effect._engine_counts()  # noqa: SLF001 - see above


def engine_code(tally: Tally) -> int:
    """Return a tally as a number for the engine, or 0 if its ``count()`` has to be called.

    Args:
        tally: the tally.
    """
    return tally._engine_code  # noqa: SLF001 - see above


def capitalized(text: str) -> str:
    """Return a text with its first letter in upper case.

    Args:
        text: a sentence that may begin with a lower-case game term.
    """
    return text[:1].upper() + text[1:]
