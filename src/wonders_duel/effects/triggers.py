"""Triggers: what a card gives each time something happens, from then on."""

from __future__ import annotations

from typing import Final

import attrs

from wonders_duel.build import override
from wonders_duel.effects.base import Contribution, Effect, Gain, capitalized
from wonders_duel.enums import Colour, as_colour
from wonders_duel.errors import CatalogueError
from wonders_duel.glyphs import MINUS, MOST_REPEATED, Glyph, repeated
from wonders_duel.languages import ENGLISH, Language
from wonders_duel.rules import MOST_CARD_COINS, MOST_CHAIN_COINS
from wonders_duel.support.phrases import one_of, shown

__all__ = [
    "CoinsPaid",
    "OpponentTrades",
    "Trigger",
    "Whenever",
    "YouConstruct",
    "YouConstructWonder",
    "YouDiscard",
    "YouUseChain",
]


# Literals, because mypyc inlines only literals.
BY_CHAIN: Final = 1 << 7
A_WONDER: Final = 1 << 8
A_DISCARD: Final = 1 << 9
A_TRADE: Final = 1 << 10
"""Occasions as bits, above a bit for the construction of a building of each of the seven colours."""


@attrs.frozen
class CoinsPaid:
    """The gain of the coins that the opponent pays for resources (R39).

    >>> Whenever(OpponentTrades(), CoinsPaid()).summary()
    "opponent's trade coins"
    """


@attrs.frozen
class Trigger:
    """The base class of what a :class:`Whenever` waits for, a closed set of classes.

    >>> isinstance(YouDiscard(), Trigger)
    True
    """

    @property
    def occasions(self) -> int:
        """The occasions, as bits."""
        raise NotImplementedError

    def contribute(self, gain: Gain, to: Contribution) -> Gain:
        """Add what has a number of its own among the contributions, and return the rest.

        Args:
            gain: what the trigger gives.
            to: the contributions of the card so far.
        """
        return gain

    def when(self, to: Language) -> str:
        """Return the occasion as the beginning of a sentence.

        Args:
            to: the language.
        """
        raise NotImplementedError

    def noun(self, to: Language) -> str:
        """Return the name of one occasion.

        Args:
            to: the language.
        """
        raise NotImplementedError

    def symbols(self) -> tuple[Glyph, ...] | None:
        """Return the symbols of the occasion; ``None``, the default, if there are none."""
        return None

    def describe(self, gain: Gain, to: Language) -> str:
        """Return the effect in a sentence.

        Args:
            gain: what the trigger gives.
            to: the language.
        """
        text = to.say("{occasion}: {gains}.", occasion=self.when(to), gains=_gains(gain, to))
        return capitalized(text)

    def summary(self, gain: Gain, to: Language) -> str:
        """Return the effect in a few words.

        Args:
            gain: what the trigger gives.
            to: the language.
        """
        return to.say("{gains} per {thing}", gains=_short(gain, to), thing=self.noun(to))

    def lasting(self, gain: Gain, to: Language) -> str:
        """Return the effect in a few words, for narration.

        Args:
            gain: what the trigger gives.
            to: the language.
        """
        return to.say(
            "from now on, for each {thing}: {gains}", thing=self.noun(to), gains=_gains(gain, to)
        )

    def drawn(self, gain: Gain) -> tuple[Glyph, ...] | None:
        """Return the symbols of the effect; ``None`` if the occasion has none.

        Args:
            gain: what the trigger gives.
        """
        what = self.symbols()
        return None if what is None else (*what, Glyph("arrow"), *_glyphs(gain))


def _gains(gain: Gain, to: Language) -> str:
    """Return a gain in words."""
    found = []
    if gain.coins:
        found.append(
            to.count("{number} coin from the bank", "{number} coins from the bank", gain.coins)
        )
    if gain.opponent_loses:
        found.append(
            to.count(
                "the opponent loses {number} coin",
                "the opponent loses {number} coins",
                gain.opponent_loses,
            )
        )
    if gain.shields:
        found.append(to.count("{number} shield", "{number} shields", gain.shields))
    if gain.play_again:
        found.append(to.say("another turn"))
    return ", ".join(found)


def _short(gain: Gain, to: Language) -> str:
    """Return a gain in a few words."""
    found = []
    if gain.coins:
        found.append(f"+${gain.coins}")
    if gain.opponent_loses:
        found.append(to.say("opponent -${coins}", coins=gain.opponent_loses))
    if gain.shields:
        found.append(to.count("{number} shield", "{number} shields", gain.shields))
    if gain.play_again:
        found.append(to.say("another turn"))
    return ", ".join(found)


def _glyphs(gain: Gain) -> tuple[Glyph, ...]:
    """Return the symbols of a gain."""
    found: list[Glyph] = []
    if gain.coins:
        found.append(Glyph("coin", str(gain.coins)))
    if gain.opponent_loses:
        found.append(Glyph("loss", f"{MINUS}{gain.opponent_loses}"))
    if gain.shields:
        found += repeated(Glyph("shield"), gain.shields)
    if gain.play_again:
        found.append(Glyph("again"))
    return tuple(found)


@attrs.frozen(init=False)
class YouConstruct(Trigger):
    """The owner constructs a building, even for free or from the discard pile (R59, R69).

    Args:
        colours: the colours of the buildings; every building if left out.

    Raises:
        UnknownNameError: there is no such colour.

    >>> Whenever(YouConstruct(Colour.GREEN), Gain(coins=2)).describe()
    'Each time you construct a green building: 2 coins from the bank.'
    """

    colours: tuple[Colour, ...]

    def __init__(self, *colours: Colour) -> None:
        """Store the colours."""
        self.__attrs_init__(tuple(dict.fromkeys(map(as_colour, colours))))

    @property
    @override
    def occasions(self) -> int:
        known = tuple(Colour)
        return sum(1 << known.index(colour) for colour in self.colours or known)

    @override
    def contribute(self, gain: Gain, to: Contribution) -> Gain:
        if gain.shields:
            for colour in self.colours or Colour:
                to.extra_shields[colour] = to.extra_shields.get(colour, 0) + gain.shields
        return attrs.evolve(gain, shields=0)

    def _colours(self, to: Language) -> str:
        return to.either([to.word(colour) for colour in self.colours])

    @override
    def when(self, to: Language) -> str:
        if not self.colours:
            return to.say("each time you construct a building")
        return to.say("each time you construct a {colour} building", colour=self._colours(to))

    @override
    def noun(self, to: Language) -> str:
        if not self.colours:
            return to.say("constructed building")
        return to.say("{colour} building", colour=self._colours(to))

    @override
    def symbols(self) -> tuple[Glyph, ...] | None:
        if not self.colours or len(self.colours) > MOST_REPEATED:
            return None
        return tuple(Glyph(colour) for colour in self.colours)

    def _has_only_shields(self, gain: Gain) -> bool:
        return gain == Gain(shields=gain.shields) and len(self.colours) == 1

    @override
    def describe(self, gain: Gain, to: Language) -> str:
        if not self._has_only_shields(gain):
            return super().describe(gain, to)
        text = to.count(
            "{colour} buildings that you construct from now on have {number} extra shield; wonders and existing buildings do not.",
            "{colour} buildings that you construct from now on have {number} extra shields; wonders and existing buildings do not.",
            gain.shields,
            colour=self._colours(to),
        )
        return capitalized(text)

    @override
    def summary(self, gain: Gain, to: Language) -> str:
        if not self._has_only_shields(gain):
            return super().summary(gain, to)
        return to.count(
            "{number} more shield on {colour}",
            "{number} more shields on {colour}",
            gain.shields,
            colour=self._colours(to),
        )

    @override
    def lasting(self, gain: Gain, to: Language) -> str:
        if not self._has_only_shields(gain):
            return super().lasting(gain, to)
        return to.count(
            "{colour} buildings constructed from now on have {number} extra shield",
            "{colour} buildings constructed from now on have {number} extra shields",
            gain.shields,
            colour=self._colours(to),
        )

    @override
    def drawn(self, gain: Gain) -> tuple[Glyph, ...] | None:
        if not self._has_only_shields(gain):
            return super().drawn(gain)
        (colour,) = self.colours
        return Glyph(colour), Glyph("text", "+"), *_glyphs(gain)


class YouUseChain(Trigger):
    """The owner constructs a building for free through a chain (R41, R44, R46).

    A building from the discard pile is not free through a chain (R45).

    >>> Whenever(YouUseChain(), Gain(coins=4)).describe()
    'Gives 4 coins from the bank each time you construct a building for free through a chain.'
    """

    __slots__ = ()

    @property
    @override
    def occasions(self) -> int:
        return BY_CHAIN

    @override
    def contribute(self, gain: Gain, to: Contribution) -> Gain:
        to.chain_bonus += gain.coins
        return attrs.evolve(gain, coins=0)

    @override
    def when(self, to: Language) -> str:
        return to.say("each time you construct a building for free through a chain")

    @override
    def noun(self, to: Language) -> str:
        return to.say("construction through a chain")

    @override
    def symbols(self) -> tuple[Glyph, ...]:
        return (Glyph("link"),)

    @override
    def describe(self, gain: Gain, to: Language) -> str:
        if gain != Gain(coins=gain.coins):
            return super().describe(gain, to)
        return to.count(
            "Gives {number} coin from the bank each time you construct a building for free through a chain.",
            "Gives {number} coins from the bank each time you construct a building for free through a chain.",
            gain.coins,
        )

    @override
    def summary(self, gain: Gain, to: Language) -> str:
        if gain != Gain(coins=gain.coins):
            return super().summary(gain, to)
        return to.say("+${coins} per chain", coins=gain.coins)

    @override
    def lasting(self, gain: Gain, to: Language) -> str:
        if gain != Gain(coins=gain.coins):
            return super().lasting(gain, to)
        return to.count(
            "{number} coin each time a building is free through a chain",
            "{number} coins each time a building is free through a chain",
            gain.coins,
        )


class YouConstructWonder(Trigger):
    """The owner constructs a wonder (R52, R56).

    >>> Whenever(YouConstructWonder(), Gain(play_again=True)).summary()
    'wonders play again'
    """

    __slots__ = ()

    @property
    @override
    def occasions(self) -> int:
        return A_WONDER

    @override
    def contribute(self, gain: Gain, to: Contribution) -> Gain:
        if gain.play_again:
            to.wonders_again = 1
        return attrs.evolve(gain, play_again=False)

    @override
    def when(self, to: Language) -> str:
        return to.say("each time you construct a wonder")

    @override
    def noun(self, to: Language) -> str:
        return to.say("constructed wonder")

    @override
    def symbols(self) -> tuple[Glyph, ...]:
        return (Glyph("wonder"),)

    @override
    def describe(self, gain: Gain, to: Language) -> str:
        if gain != Gain(play_again=True):
            return super().describe(gain, to)
        return to.say(
            "Wonders that you construct from now on let you play again; a wonder that already does so grants only one extra turn."
        )

    @override
    def summary(self, gain: Gain, to: Language) -> str:
        if gain != Gain(play_again=True):
            return super().summary(gain, to)
        return to.say("wonders play again")

    @override
    def lasting(self, gain: Gain, to: Language) -> str:
        if gain != Gain(play_again=True):
            return super().lasting(gain, to)
        return to.say("plays again after each wonder constructed from now on")


class YouDiscard(Trigger):
    """The owner discards a card from the structure for coins (R50).

    >>> Whenever(YouDiscard(), Gain(shields=1)).describe()
    'Each time you discard a card for coins: 1 shield.'
    """

    __slots__ = ()

    @property
    @override
    def occasions(self) -> int:
        return A_DISCARD

    @override
    def when(self, to: Language) -> str:
        return to.say("each time you discard a card for coins")

    @override
    def noun(self, to: Language) -> str:
        return to.say("discarded card")


class OpponentTrades(Trigger):
    """The opponent pays coins for resources (R39, R40).

    This happens at the opponent's payment, before any effect of what is constructed, so it gives
    :class:`CoinsPaid`, coins, or a loss of coins, but neither shields nor another turn. Resources
    whose price is 0 are not paid for.

    >>> Whenever(OpponentTrades(), Gain(coins=1)).describe()
    'Each time the opponent pays for resources: 1 coin from the bank.'
    """

    __slots__ = ()

    @property
    @override
    def occasions(self) -> int:
        return A_TRADE

    @override
    def when(self, to: Language) -> str:
        return to.say("each time the opponent pays for resources")

    @override
    def noun(self, to: Language) -> str:
        return to.say("trade of the opponent")

    @override
    def symbols(self) -> tuple[Glyph, ...]:
        return (Glyph("any-resource"),)


_TRIGGERS: Final = (YouConstruct, YouUseChain, YouConstructWonder, YouDiscard, OpponentTrades)


def _trigger(_: object, attribute: attrs.Attribute[Trigger], value: object) -> None:
    if type(value) not in _TRIGGERS:
        names = one_of(kind.__name__ for kind in _TRIGGERS)
        raise CatalogueError(f"{attribute.name}: expected a trigger, {names}, got {shown(value)}")


@attrs.frozen
class Whenever(Effect):
    """Gives something each time something happens, as long as its card is in the city.

    Only what happens later counts: a card does not trigger itself (R46, R56, R89). Coins, the
    opponent's loss, shields and another turn come together with those of the constructed card
    (step 4 of a turn, R22), but coins for a chain and for the opponent's trade come with the
    payment (R40, R44). What a card gives through a chain or a construction adds up with other
    cards that do so; any number of them grants one extra turn (R54), and one coin paid for
    resources is gained once.

    Args:
        trigger: what has to happen.
        gives: what the owner gets each time. Its coins, and those that the opponent loses, are at
            most 100,000, and 4,095 for a chain. :class:`CoinsPaid` needs :class:`OpponentTrades`.

    Raises:
        CatalogueError: the gain is empty, out of range, or not possible for the trigger.

    >>> from wonders_duel import Colour
    >>> print(Whenever(YouConstruct(Colour.GREEN), Gain(coins=2)).summary())
    +$2 per green building
    """

    trigger: Trigger = attrs.field(validator=_trigger)
    gives: Gain | CoinsPaid

    def __attrs_post_init__(self) -> None:
        """Reject gains that the trigger cannot give."""
        gain: object = self.gives
        trades = isinstance(self.trigger, OpponentTrades)
        if isinstance(gain, CoinsPaid):
            if not trades:
                raise CatalogueError(
                    f"CoinsPaid needs the trigger OpponentTrades(), got {shown(self.trigger)}"
                )
            return
        if not isinstance(gain, Gain):
            raise CatalogueError(f"expected a Gain or CoinsPaid() for each time, got {shown(gain)}")
        if gain == Gain():
            raise CatalogueError("Whenever needs a gain, as in Gain(coins=2)")
        if trades and (gain.shields or gain.play_again):
            raise CatalogueError(
                "OpponentTrades() happens in the opponent's turn; expected coins or a loss of coins, "
                f"got {shown(gain)}"
            )
        most = MOST_CHAIN_COINS if isinstance(self.trigger, YouUseChain) else MOST_CARD_COINS
        for name, number, limit in (
            ("coins", gain.coins, most),
            ("opponent_loses", gain.opponent_loses, MOST_CARD_COINS),
        ):
            if number > limit:
                raise CatalogueError(
                    f"{name} must be a whole number from 0 to {limit}, not {shown(number)}"
                )

    @override
    def contribute(self, to: Contribution) -> None:
        gain = self.gives
        if isinstance(gain, CoinsPaid):
            to.trade_coins = 1
            return
        rest = self.trigger.contribute(gain, to)
        if rest != Gain():
            to.triggers.append((self.trigger, rest))

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        if isinstance(self.gives, CoinsPaid):
            return to.say(
                "You receive the coins that the opponent actually pays for resources, but not the coins of a printed cost."
            )
        return self.trigger.describe(self.gives, to)

    @override
    def summary(self, to: Language = ENGLISH) -> str:
        if isinstance(self.gives, CoinsPaid):
            return to.say("opponent's trade coins")
        return self.trigger.summary(self.gives, to)

    @override
    def lasting(self, to: Language = ENGLISH) -> str:
        if isinstance(self.gives, CoinsPaid):
            return to.say("gets the coins that the opponent pays for resources")
        return self.trigger.lasting(self.gives, to)

    @override
    def symbols(self) -> tuple[Glyph, ...] | None:
        if isinstance(self.gives, CoinsPaid):
            return Glyph("any-resource"), Glyph("arrow"), Glyph("coin")
        return self.trigger.drawn(self.gives)
