"""Effects in a few words, in any language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wonders_duel.effects import (
    ChainBonus,
    Coins,
    CoinsPer,
    Destroy,
    DrawTokens,
    Effect,
    ExtraShield,
    FixedPrice,
    GainTradeCoins,
    GuildMajority,
    OpponentLosesCoins,
    PlayAgain,
    Points,
    PointsPerToken,
    Produce,
    ProduceOneOf,
    Rebate,
    Revive,
    Shields,
    Symbol,
    WondersPlayAgain,
)
from wonders_duel.enums import Colour
from wonders_duel.render.sentences import either, sentence, thing, units

if TYPE_CHECKING:
    from wonders_duel.languages import Language

__all__ = ["brief", "counted"]


def brief(effect: Effect, to: Language) -> str:
    """Return an effect in a few words; nothing for those whose result is told.

    Args:
        effect: what a card does. An effect with a ``describe`` of its own describes itself.
        to: the language.

    >>> from wonders_duel.languages import language
    >>> brief(Points(3), language("en")), brief(Points(3), language("fi"))
    ('3 points', '3 voittopistettä')
    """
    if type(effect).describe is not Effect.describe:
        text = effect.describe().rstrip(".")
        return text[:1].lower() + text[1:]
    match effect:
        case (
            Coins()
            | CoinsPer()
            | OpponentLosesCoins()
            | PlayAgain()
            | Shields()
            | Destroy()
            | Revive()
            | DrawTokens()
            | GuildMajority(points=0)
        ):
            return ""
        case Points(points):
            return to.count("{number} point", "{number} points", points)
        case GuildMajority(most, points=points):
            return to.count(
                "{number} point at the end for each {thing} in the city with more",
                "{number} points at the end for each {thing} in the city with more",
                points,
                thing=thing(most, to),
            )
        case PointsPerToken(points):
            return to.count(
                "{number} point at the end for each progress token",
                "{number} points at the end for each progress token",
                points,
            )
        case Symbol(symbol):
            return to.say("symbol {symbol}", symbol=to.word(symbol))
        case _:
            return _rule(effect, to)


def _rule(effect: Effect, to: Language) -> str:
    """Return what holds from now on."""
    match effect:
        case Produce(resource, number):
            return to.say("produces {units}", units=units(resource, number, to))
        case ProduceOneOf(resources):
            choice = either([to.word(resource) for resource in resources], to)
            return to.say("produces 1 {resources} for each construction", resources=choice)
        case FixedPrice(resource, price):
            return to.count(
                "{resource} costs {number} coin a unit to buy",
                "{resource} costs {number} coins a unit to buy",
                price,
                resource=to.word(resource),
            )
        case Rebate(number, on=None):
            return to.count(
                "wonders constructed from now on cost {number} resource less",
                "wonders constructed from now on cost {number} resources less",
                number,
            )
        case Rebate(number, on=Colour() as colour):
            return to.count(
                "{colour} buildings constructed from now on cost {number} resource less",
                "{colour} buildings constructed from now on cost {number} resources less",
                number,
                colour=to.word(colour),
            )
        case ExtraShield(shields, on=colour):
            return to.count(
                "{colour} buildings constructed from now on have {number} extra shield",
                "{colour} buildings constructed from now on have {number} extra shields",
                shields,
                colour=to.word(colour),
            )
        case ChainBonus(coins):
            return to.count(
                "{number} coin each time a building is free by its chain",
                "{number} coins each time a building is free by its chain",
                coins,
            )
        case GainTradeCoins():
            return to.say("gets the coins that the opponent pays for resources")
        case WondersPlayAgain():
            return to.say("plays again after each wonder constructed from now on")
        case _:
            text = sentence(effect, to).rstrip(".")
            return text[:1].lower() + text[1:]


def counted(effect: CoinsPer | GuildMajority, to: Language) -> str:
    """Return an effect that counts something in one short sentence, where there is little room.

    Args:
        effect: the effect.
        to: the language.

    >>> from wonders_duel.effects import Cards
    >>> from wonders_duel.languages import language
    >>> counted(CoinsPer(2, Cards(Colour.RED)), language("en"))
    'Brings 2 coins for each red building in your city.'
    """
    if isinstance(effect, CoinsPer):
        return to.count(
            "Brings {number} coin for each {thing} in your city.",
            "Brings {number} coins for each {thing} in your city.",
            effect.coins,
            thing=thing(effect.per, to),
        )
    what = thing(effect.most, to)
    coins = to.count("{number} coin", "{number} coins", effect.coins)
    points = to.count("{number} victory point", "{number} victory points", effect.points)
    if not effect.points:
        return to.say(
            "Brings {coins} for each {thing} in the city that has more.", coins=coins, thing=what
        )
    if not effect.coins:
        return to.say(
            "Is worth {points} at the end for each {thing} in the city that has more.",
            points=points,
            thing=what,
        )
    return to.say(
        "Brings {coins}, and is worth {points} at the end, for each {thing} in the city that has more.",
        coins=coins,
        points=points,
        thing=what,
    )
