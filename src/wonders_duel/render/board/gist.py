"""Cards in a few words: what they cost and what they do."""

from __future__ import annotations

from collections.abc import Sequence

from wonders_duel.cards import Building, Card, Cost
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
    Tally,
    Wonders,
    WondersPlayAgain,
)
from wonders_duel.enums import Colour
from wonders_duel.payment import PaymentPlan
from wonders_duel.render.board.look import LETTERS, Look
from wonders_duel.render.board.spans import GLUE, Line, join, line

__all__ = ["cost_of", "everything", "gist", "points_of", "price_of", "title"]


def title(card: Card, look: Look, style: str = "") -> Line:
    """Return the name of a card in its colour.

    Args:
        card: the card.
        look: how it is written.
        style: added to the colour.
    """
    colour = str(card.colour) if isinstance(card, Building) else ""
    return line(look.name(card), f"{colour} {style}".strip())


def cost_of(cost: Cost, look: Look) -> Line:
    """Return what is printed: coins, then a letter for each resource; nothing if it is free.

    Args:
        cost: the cost.
        look: how it is written.
    """
    return join((line(f"${cost.coins}") if cost.coins else (), look.letters(cost.resources)), " ")


def price_of(plan: PaymentPlan, look: Look) -> Line:
    """Return what a player pays for it now.

    Args:
        plan: the payment.
        look: how it is written.
    """
    if plan.free_by is not None:
        return line(look.say("chain"), "good")
    if not plan.total:
        return line(look.say("free"), "good")
    if plan.is_affordable:
        return line(f"${plan.total}", "bold")
    return line(f"${plan.total}{GLUE}{look.dear}", "bad")


def points_of(card: Card, look: Look) -> Line:
    """Return the points that depend on nothing; nothing if there are none.

    Args:
        card: the card.
        look: how it is written.
    """
    points = sum(effect.points for effect in card.effects if isinstance(effect, Points))
    text = look.say("{points} VP", points=points).replace(" ", GLUE)
    return line(text) if points else ()


def gist(card: Card, look: Look) -> list[Line]:
    """Return what a card does, but for its points, each thing in a few words.

    Args:
        card: the card.
        look: how it is written.
    """
    told = [line(text) for text in _prices(card.effects, look)]
    for effect in card.effects:
        text = "" if isinstance(effect, Points | FixedPrice) else look.clean(_brief(effect, look))
        if text:
            told.append(line(text))
    return told


def everything(card: Card, look: Look) -> list[Line]:
    """Return what a card does, its points at the end.

    Args:
        card: the card.
        look: how it is written.
    """
    points = points_of(card, look)
    return [*gist(card, look), *([points] if points else [])]


def _prices(effects: Sequence[Effect], look: Look) -> list[str]:
    """Return fixed prices, those that are equal together."""
    fixed: dict[int, str] = {}
    for effect in effects:
        if isinstance(effect, FixedPrice):
            fixed[effect.price] = fixed.get(effect.price, "") + LETTERS[effect.resource]
    return [
        look.say("{resources} at ${price}", resources=letters, price=price)
        for price, letters in fixed.items()
    ]


def _thing(tally: Tally, look: Look) -> str:
    """Name what is counted."""
    match tally:
        case Cards(colours):
            return "/".join(look.word(colour) for colour in colours)
        case Wonders():
            return look.say("wonder")
        case CoinSets(size):
            return f"${size}"
        case _:
            return tally.noun()


def _brief(effect: Effect, look: Look) -> str:
    match effect:
        case Produce(resource, number):
            return look.units(resource, number)
        case ProduceOneOf(resources):
            return "/".join(LETTERS[resource] for resource in resources)
        case Symbol(symbol):
            return look.word(symbol)
        case Shields(shields):
            return look.count("{number} shield", "{number} shields", shields)
        case Coins(coins):
            return f"+${coins}"
        case CoinsPer(coins, per):
            return f"+${coins}/{_thing(per, look)}"
        case GuildMajority(most, coins=coins, points=points):
            worth = look.say("{points} VP", points=points).replace(" ", "") if points else ""
            brought = f"${coins}" if coins else ""
            return f"{'+'.join(filter(None, (brought, worth)))}/{_thing(most, look)}"
        case OpponentLosesCoins(coins):
            return look.say("opponent -${coins}", coins=coins)
        case PointsPerToken(points):
            return look.say("{points} VP per token", points=points)
        case Rebate(number, on=colour):
            return _rebate(number, colour, look)
        case ExtraShield(shields, on=colour):
            return look.count(
                "{number} more shield on {colour}",
                "{number} more shields on {colour}",
                shields,
                colour=look.word(colour),
            )
        case ChainBonus(coins):
            return look.say("+${coins} per chain", coins=coins)
        case _:
            return _rule(effect, look)


def _rebate(number: int, colour: Colour | None, look: Look) -> str:
    if colour is None:
        return look.count("wonders {number} resource off", "wonders {number} resources off", number)
    return look.count(
        "{colour} {number} resource off",
        "{colour} {number} resources off",
        number,
        colour=look.word(colour),
    )


def _rule(effect: Effect, look: Look) -> str:
    """Return what needs no number."""
    match effect:
        case PlayAgain():
            return look.say("play again")
        case WondersPlayAgain():
            return look.say("wonders play again")
        case GainTradeCoins():
            return look.say("opponent's trade coins")
        case Destroy(colour):
            return look.say("destroy a {colour} card", colour=look.word(colour))
        case Revive():
            return look.say("revive a card")
        case DrawTokens():
            return look.say("1 of 3 tokens")
        case _:
            text = effect.describe().rstrip(".")
            return text[:1].lower() + text[1:]
