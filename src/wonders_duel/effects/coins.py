"""Effects on coins, and guilds that count in both cities."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import attrs

from wonders_duel.build import later, override
from wonders_duel.effects.answers import counted, shown_by, worded
from wonders_duel.effects.base import (
    Contribution,
    Counted,
    Effect,
    Gain,
    Tally,
    engine_code,
)
from wonders_duel.enums import Player
from wonders_duel.errors import CatalogueError
from wonders_duel.glyphs import MINUS, Glyph
from wonders_duel.languages import ENGLISH, Language
from wonders_duel.rules import MOST_CARD_COINS, MOST_COINS, MOST_POINTS, MOST_SCORED
from wonders_duel.support.arguments import whole_number
from wonders_duel.support.phrases import shown

if TYPE_CHECKING:
    from wonders_duel.cards import Card
    from wonders_duel.state import State
else:
    Card = later("wonders_duel.cards", "Card")
    State = later("wonders_duel.state", "State")

__all__ = ["Coins", "CoinsPer", "GuildMajority", "OpponentLosesCoins"]


@lru_cache(maxsize=64)
def _coins(number: int) -> Gain:
    """Return a gain of coins, cached."""
    return Gain(coins=min(number, MOST_COINS))


def _tally(_: object, attribute: attrs.Attribute[Tally], value: object) -> None:
    if not isinstance(value, Tally):
        raise CatalogueError(f"{attribute.name} must be a Tally such as Cards, not {shown(value)}")
    for method in ("count", "noun"):
        if getattr(type(value), method) is getattr(Tally, method):
            raise CatalogueError(
                f"{attribute.name} must be a Tally that defines {method}(), not {shown(value)}"
            )


def _noun(tally: Tally, to: Language) -> str:
    return worded(tally, "noun", tally.noun(to))


def _short(tally: Tally, to: Language) -> str:
    return worded(tally, "summary", tally.summary(to))


def loss(coins: int, to: Language) -> str:
    """Return the sentence on the opponent's loss (R49), which military tokens share.

    Args:
        coins: the number of coins, from 1.
        to: the language.
    """
    return to.count(
        "The opponent loses {number} coin to the bank, if they have any.",
        "The opponent loses {number} coins to the bank, or all if they have fewer.",
        coins,
    )


@attrs.frozen
class Coins(Effect):
    """Gives coins immediately (R47); the bank is unlimited (R48).

    Args:
        coins: the number of coins, 1 to 100,000.

    Raises:
        CatalogueError: the number is not whole, or out of range.

    >>> Coins(4).describe()
    'Gives 4 coins from the bank, immediately and only once.'
    """

    coins: int = attrs.field(validator=whole_number(1, MOST_CARD_COINS))

    @override
    def contribute(self, to: Contribution) -> None:
        to.coins += self.coins

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        return to.count(
            "Gives {number} coin from the bank, immediately and only once.",
            "Gives {number} coins from the bank, immediately and only once.",
            self.coins,
        )

    @override
    def summary(self, to: Language = ENGLISH) -> str:
        return f"+${self.coins}"

    @override
    def lasting(self, to: Language = ENGLISH) -> str:
        return ""

    @override
    def symbols(self) -> tuple[Glyph, ...]:
        return (Glyph("coin", str(self.coins)),)


@attrs.frozen
class CoinsPer(Effect):
    """Gives coins for a tally of the owner's city at construction, the card included (R71).

    Args:
        coins: coins for each, 1 to 100,000; at most 999,999,999 in total.
        per: the tally.

    Raises:
        CatalogueError: the number is not whole or out of range, or ``per`` is not a tally.

    >>> from wonders_duel.effects import Wonders
    >>> CoinsPer(2, Wonders()).describe()
    'Gives 2 coins from the bank, immediately and only once, for each constructed wonder in your city.'
    """

    coins: int = attrs.field(validator=whole_number(1, MOST_CARD_COINS))
    per: Tally = attrs.field(validator=_tally)

    @override
    def gain(self, state: State, player: Player) -> Gain:
        return _coins(self.coins * counted(self.per, state.cities[player]))

    @override
    def _engine_counts(self) -> Counted | None:
        kind = type(self)
        if (
            not engine_code(self.per)
            or kind.gain is not CoinsPer.gain
            or kind.score is not Effect.score
        ):
            return None
        return Counted(engine_code(self.per), most=False, coins=self.coins, points=0)

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        return to.count(
            "Gives {number} coin from the bank, immediately and only once, for each {thing} in your city.",
            "Gives {number} coins from the bank, immediately and only once, for each {thing} in your city.",
            self.coins,
            thing=_noun(self.per, to),
        )

    @override
    def sentences(self, card: Card, to: Language = ENGLISH) -> tuple[str, ...]:
        if not self.per.includes(card):
            return (self.describe(to),)
        text = to.count(
            "Gives {number} coin from the bank, immediately and only once, for each {thing} in your city, itself included.",
            "Gives {number} coins from the bank, immediately and only once, for each {thing} in your city, itself included.",
            self.coins,
            thing=_noun(self.per, to),
        )
        return (text,)

    @override
    def summary(self, to: Language = ENGLISH) -> str:
        return f"+${self.coins}/{_short(self.per, to)}"

    @override
    def lasting(self, to: Language = ENGLISH) -> str:
        return ""

    @override
    def caption(self, to: Language = ENGLISH) -> str:
        return to.count(
            "Gives {number} coin for each {thing} in your city.",
            "Gives {number} coins for each {thing} in your city.",
            self.coins,
            thing=_noun(self.per, to),
        )

    @override
    def symbols(self) -> tuple[Glyph, ...] | None:
        per = shown_by(self.per)
        return None if per is None else (Glyph("coin", str(self.coins)), Glyph("slash"), *per)


@attrs.frozen
class GuildMajority(Effect):
    """Gives coins and points for a tally of the city that has more (R72, R74, R82).

    Coins are counted at construction and points at the end, each in the city that has more at
    that moment, which may be a different one. Several colours are added up for each city before
    the cities are compared (R73).

    Args:
        most: the tally.
        coins: coins for each at construction, 0 to 100,000; at most 999,999,999 in total.
        points: points for each at the end, 0 to 100,000; at most 1,000,000,000 in total.

    Raises:
        CatalogueError: both ``coins`` and ``points`` are 0, a number is not whole or out of range, or
            ``most`` is not a tally.

    >>> from wonders_duel import Colour
    >>> from wonders_duel.effects import Cards
    >>> GuildMajority(Cards(Colour.RED), coins=1, points=1).describe()
    'Gives 1 coin from the bank, immediately and only once, for each red building in the city that has more. Worth 1 victory point at the end for each red building in the city that has more at that time. The city counted at the end may be a different one.'
    """

    most: Tally = attrs.field(validator=_tally)
    coins: int = attrs.field(default=0, validator=whole_number(0, MOST_CARD_COINS), kw_only=True)
    points: int = attrs.field(default=0, validator=whole_number(0, MOST_POINTS), kw_only=True)

    def __attrs_post_init__(self) -> None:
        """Reject a guild without coins and points."""
        if not self.coins and not self.points:
            raise CatalogueError("GuildMajority needs coins, points or both")

    def _count(self, state: State) -> int:
        first, second = state.cities
        return max(counted(self.most, first), counted(self.most, second))

    @override
    def gain(self, state: State, player: Player) -> Gain:
        return _coins(self.coins * self._count(state) if self.coins else 0)

    @override
    def score(self, state: State, player: Player) -> int:
        return min(self.points * self._count(state), MOST_SCORED)

    @override
    def _engine_counts(self) -> Counted | None:
        kind = type(self)
        if (
            not engine_code(self.most)
            or kind.gain is not GuildMajority.gain
            or kind.score is not GuildMajority.score
        ):
            return None
        return Counted(engine_code(self.most), most=True, coins=self.coins, points=self.points)

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        return " ".join(self._sentences(to))

    @override
    def sentences(self, card: Card, to: Language = ENGLISH) -> tuple[str, ...]:
        return tuple(self._sentences(to))

    def _sentences(self, to: Language) -> list[str]:
        thing = _noun(self.most, to)
        sentences = []
        if self.coins:
            text = to.count(
                "Gives {number} coin from the bank, immediately and only once, for each {thing} in the city that has more.",
                "Gives {number} coins from the bank, immediately and only once, for each {thing} in the city that has more.",
                self.coins,
                thing=thing,
            )
            sentences.append(text)
        if self.points:
            text = to.count(
                "Worth {number} victory point at the end for each {thing} in the city that has more at that time.",
                "Worth {number} victory points at the end for each {thing} in the city that has more at that time.",
                self.points,
                thing=thing,
            )
            sentences.append(text)
        if self.coins and self.points:
            sentences.append(to.say("The city counted at the end may be a different one."))
        if self.most.is_sum:
            sentences.append(to.say("These colours are counted together in the same city."))
        return sentences

    @override
    def summary(self, to: Language = ENGLISH) -> str:
        coins = f"${self.coins}" if self.coins else ""
        points = to.say("{points} VP", points=self.points).replace(" ", "") if self.points else ""
        return f"{'+'.join(filter(None, (coins, points)))}/{_short(self.most, to)}"

    @override
    def lasting(self, to: Language = ENGLISH) -> str:
        if not self.points:
            return ""
        return to.count(
            "{number} point at the end for each {thing} in the city with more",
            "{number} points at the end for each {thing} in the city with more",
            self.points,
            thing=_noun(self.most, to),
        )

    @override
    def caption(self, to: Language = ENGLISH) -> str:
        thing = _noun(self.most, to)
        coins = to.count("{number} coin", "{number} coins", self.coins)
        points = to.count("{number} victory point", "{number} victory points", self.points)
        if not self.points:
            return to.say(
                "Gives {coins} for each {thing} in the city that has more.",
                coins=coins,
                thing=thing,
            )
        if not self.coins:
            return to.say(
                "Is worth {points} at the end for each {thing} in the city that has more.",
                points=points,
                thing=thing,
            )
        return to.say(
            "Gives {coins}, and is worth {points} at the end, for each {thing} in the city that has more.",
            coins=coins,
            points=points,
            thing=thing,
        )

    @override
    def symbols(self) -> tuple[Glyph, ...] | None:
        counted = shown_by(self.most)
        if counted is None:
            return None
        coins = [Glyph("coin", str(self.coins))] if self.coins else []
        points = [Glyph("medal", str(self.points))] if self.points else []
        return (*coins, *points, Glyph("slash"), *counted, Glyph("more"))


@attrs.frozen
class OpponentLosesCoins(Effect):
    """Makes the opponent pay coins to the bank (R49, R61).

    Args:
        coins: the number of coins, 1 to 100,000; at most as many as the opponent has.

    Raises:
        CatalogueError: the number is not whole, or out of range.

    >>> OpponentLosesCoins(3).describe()
    'The opponent loses 3 coins to the bank, or all if they have fewer.'
    """

    coins: int = attrs.field(validator=whole_number(1, MOST_CARD_COINS))

    @override
    def contribute(self, to: Contribution) -> None:
        to.opponent_loses += self.coins

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        return loss(self.coins, to)

    @override
    def summary(self, to: Language = ENGLISH) -> str:
        return to.say("opponent -${coins}", coins=self.coins)

    @override
    def lasting(self, to: Language = ENGLISH) -> str:
        return ""

    @override
    def symbols(self) -> tuple[Glyph, ...]:
        return (Glyph("loss", f"{MINUS}{self.coins}"),)
