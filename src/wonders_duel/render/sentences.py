"""What cards do as sentences, in any language."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from wonders_duel.effects import (
    Cards,
    ChainBonus,
    Coins,
    CoinSets,
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
    Wonders,
    WondersPlayAgain,
)
from wonders_duel.enums import Colour, Resource

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wonders_duel.effects import Tally
    from wonders_duel.languages import Language

__all__ = ["sentence", "thing", "units"]


def sentence(effect: Effect, to: Language) -> str:
    """Give an effect as a sentence: in English what it says of itself.

    Args:
        effect: what a card does. An effect that the library does not have describes itself.
        to: the language.

    >>> from wonders_duel.languages import language
    >>> sentence(PlayAgain(), language("en")), sentence(PlayAgain(), language("fr"))
    ('You play again.', 'Vous rejouez.')
    """
    if type(effect).__module__ != Effect.__module__:
        return effect.describe()
    text = _of_points(effect, to)
    return text[:1].upper() + text[1:]


def units(resource: Resource, number: int, to: Language) -> str:
    """Give so many units of a resource, such as ``2 clay``.

    Args:
        resource: the resource.
        number: how many units.
        to: the language.

    >>> from wonders_duel.languages import language
    >>> units(Resource.CLAY, 2, language("en")), units(Resource.CLAY, 2, language("fi"))
    ('2 clay', '2 tiiltä')
    """
    # A message each: what a number does to a noun is another thing in every language.
    match resource:
        case Resource.CLAY:
            return to.count("{number} clay", "{number} clay", number)
        case Resource.WOOD:
            return to.count("{number} wood", "{number} wood", number)
        case Resource.STONE:
            return to.count("{number} stone", "{number} stone", number)
        case Resource.GLASS:
            return to.count("{number} glass", "{number} glass", number)
        case Resource.PAPYRUS:
            return to.count("{number} papyrus", "{number} papyrus", number)
        case _:
            assert_never(resource)


def thing(tally: Tally, to: Language) -> str:
    """Name one of what is counted.

    Args:
        tally: what is counted.
        to: the language.

    >>> from wonders_duel.languages import language
    >>> thing(Cards(Colour.BROWN, Colour.GREY), language("fr"))
    'carte marron ou grise'
    """
    match tally:
        case Cards(colours):
            return to.say(
                "{colour} building", colour=_either([to.word(one) for one in colours], to)
            )
        case Wonders():
            return to.say("constructed wonder")
        case CoinSets(size):
            return to.count("set of {number} coin", "set of {number} coins", size)
        case _:
            return tally.noun()


def _either(words: Sequence[str], to: Language) -> str:
    *most, last = words
    return to.say("{most} or {last}", most=", ".join(most), last=last) if most else last


def _of_points(effect: Effect, to: Language) -> str:
    match effect:
        case Points(points):
            return to.count(
                "Worth {number} victory point.", "Worth {number} victory points.", points
            )
        case PointsPerToken(points):
            return to.count(
                "Worth {number} victory point for each of your progress tokens.",
                "Worth {number} victory points for each of your progress tokens.",
                points,
            )
        case Symbol(symbol):
            return to.say("Carries the scientific symbol {symbol}.", symbol=to.word(symbol))
        case GuildMajority():
            return _of_a_guild(effect, to)
        case _:
            return _of_coins(effect, to)


def _of_a_guild(effect: GuildMajority, to: Language) -> str:
    counted = thing(effect.most, to)
    coins = to.count("{number} coin", "{number} coins", effect.coins)
    points = to.count("{number} victory point", "{number} victory points", effect.points)
    if not effect.points:
        return to.say(
            "Brings {coins} for each {thing} in the city that has more.", coins=coins, thing=counted
        )
    if not effect.coins:
        return to.say(
            "Is worth {points} at the end for each {thing} in the city that has more.",
            points=points,
            thing=counted,
        )
    return to.say(
        "Brings {coins}, and is worth {points} at the end, for each {thing} in the city that has more.",
        coins=coins,
        points=points,
        thing=counted,
    )


def _of_coins(effect: Effect, to: Language) -> str:
    match effect:
        case Coins(coins):
            return to.count("Brings {number} coin.", "Brings {number} coins.", coins)
        case CoinsPer(coins, per):
            return to.count(
                "Brings {number} coin for each {thing} in your city.",
                "Brings {number} coins for each {thing} in your city.",
                coins,
                thing=thing(per, to),
            )
        case OpponentLosesCoins(coins):
            return to.count(
                "The opponent loses {number} coin to the bank.",
                "The opponent loses {number} coins to the bank.",
                coins,
            )
        case ChainBonus(coins):
            return to.count(
                "Brings {number} coin each time you construct a building free by its chain.",
                "Brings {number} coins each time you construct a building free by its chain.",
                coins,
            )
        case _:
            return _of_trade(effect, to)


def _of_trade(effect: Effect, to: Language) -> str:
    match effect:
        case Produce(resource, number):
            return to.say("Produces {units}.", units=units(resource, number, to))
        case ProduceOneOf(resources):
            return to.say(
                "Produces 1 {resources} for each construction.",
                resources=_either([to.word(resource) for resource in resources], to),
            )
        case FixedPrice(resource, price):
            return to.count(
                "{resource} costs {number} coin a unit to buy.",
                "{resource} costs {number} coins a unit to buy.",
                price,
                resource=to.word(resource),
            )
        case Rebate(number, on=None):
            return to.count(
                "Wonders constructed from now on cost {number} resource less.",
                "Wonders constructed from now on cost {number} resources less.",
                number,
            )
        case Rebate(number, on=Colour() as colour):
            return to.count(
                "{colour} buildings constructed from now on cost {number} resource less.",
                "{colour} buildings constructed from now on cost {number} resources less.",
                number,
                colour=to.word(colour),
            )
        case GainTradeCoins():
            return to.say("The coins that the opponent pays for resources come to you.")
        case _:
            return _of_deeds(effect, to)


def _of_deeds(effect: Effect, to: Language) -> str:
    match effect:
        case Shields(shields):
            return to.count(
                "Moves the conflict pawn {number} space.",
                "Moves the conflict pawn {number} spaces.",
                shields,
            )
        case ExtraShield(shields, on=colour):
            return to.count(
                "{colour} buildings constructed from now on have {number} extra shield.",
                "{colour} buildings constructed from now on have {number} extra shields.",
                shields,
                colour=to.word(colour),
            )
        case PlayAgain():
            return to.say("You play again.")
        case WondersPlayAgain():
            return to.say("Wonders constructed from now on let you play again.")
        case Destroy(colour):
            return to.say(
                "Puts one of the opponent's {colour} buildings in the discard pile.",
                colour=to.word(colour),
            )
        case Revive():
            return to.say("Constructs a building from the discard pile for free.")
        case DrawTokens():
            return to.say("Draws 3 progress tokens from the box, of which you keep one.")
        case _:
            return effect.describe()
