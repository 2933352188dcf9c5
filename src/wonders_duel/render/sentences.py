"""What cards do as sentences, in any language."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from wonders_duel.cards import Building, MilitaryToken, ProgressToken, Wonder
from wonders_duel.catalogues import home_of
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
from wonders_duel.errors import WrongTypeError, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wonders_duel.cards import Card
    from wonders_duel.catalogues import Catalogue
    from wonders_duel.effects import Tally
    from wonders_duel.languages import Language

__all__ = [
    "card_sentences",
    "described",
    "either",
    "heading",
    "particulars",
    "sentence",
    "thing",
    "units",
]


def card_sentences(
    card: Card | MilitaryToken, to: Language, catalogue: Catalogue | None = None
) -> tuple[str, ...]:
    """Return everything that a card does: its effects, and the chains that it is part of.

    Args:
        card: a building, a wonder, a progress token or a military token.
        to: the language.
        catalogue: the cards that it belongs to; found if left out.

    Raises:
        WrongTypeError: something else is given.

    >>> from wonders_duel import catalogue
    >>> from wonders_duel.languages import language
    >>> for text in card_sentences(catalogue.buildings["stable"], language("en")):
    ...     print(text)
    Has 1 shield: moves the conflict pawn 1 space towards the opponent's capital.
    Chain symbol horseshoe: lets you construct Horse Breeders for free.
    """
    if isinstance(card, MilitaryToken):
        return _of_a_military_token(card, to)
    if not isinstance(card, (Building, Wonder, ProgressToken)):
        raise WrongTypeError(
            f"expected a Building, a Wonder, a ProgressToken or a MilitaryToken, got {shown(card)}"
        )
    told = [text for effect in card.effects for text in _told(effect, to, card) if text.strip()]
    if isinstance(card, Building):
        told += _of_chains(card, to, home_of(card) if catalogue is None else catalogue)
    return tuple(told)


def heading(card: Card | MilitaryToken, to: Language) -> str:
    """Return what stands above the words about a card: its name.

    Args:
        card: a building, a wonder, a progress token or a military token.
        to: the language.
    """
    if not isinstance(card, MilitaryToken):
        return to.name(card)
    name = to.term("Military token")
    return name[:1].upper() + name[1:]


def particulars(card: Card | MilitaryToken, to: Language) -> tuple[str, ...]:
    """Return what a card is, and what it costs.

    Args:
        card: a building, a wonder, a progress token or a military token.
        to: the language.

    >>> from wonders_duel import catalogue
    >>> from wonders_duel.languages import language
    >>> particulars(catalogue.buildings["stable"], language("en"))
    ('A building of age I, red.', 'Cost: 1 wood.')
    """
    match card:
        case Building():
            age, colour = to.word(card.age), to.word(card.colour)
            what = to.say("A building of age {age}, {colour}.", age=age, colour=colour)
            return what, _cost(card, to)
        case Wonder():
            return to.say("A wonder."), _cost(card, to)
        case ProgressToken():
            return (to.say("A progress token."),)
        case _:
            return (to.say("A military token."),)


def sentence(effect: Effect, to: Language, card: Card | None = None) -> str:
    """Return an effect in sentences.

    Args:
        effect: what a card does. An effect with a ``describe`` of its own describes itself.
        to: the language.
        card: the card that has the effect; some effects count the card itself.

    >>> from wonders_duel.languages import language
    >>> sentence(Points(3), language("en")), sentence(Points(3), language("fr"))
    ('Worth 3 victory points.', 'Vaut 3 points de victoire.')
    """
    return " ".join(_told(effect, to, card))


def described(effect: Effect, to: Language, card: Card | None = None) -> str:
    """Return an effect in sentences, as the class of this library describes it.

    Args:
        effect: the effect; the name of its class is all that is known of one of another kind.
        to: the language.
        card: the card that has the effect.
    """
    return " ".join(_by_class(effect, to, card))


def _told(effect: Effect, to: Language, card: Card | None) -> list[str]:
    """Return the sentences of an effect, which may have words of its own."""
    if type(effect).describe is not Effect.describe:
        return [effect.describe()]
    return _by_class(effect, to, card)


def _by_class(effect: Effect, to: Language, card: Card | None) -> list[str]:
    if isinstance(effect, GuildMajority):
        return _of_a_guild(effect, to)
    text = _of_points(effect, to, card)
    return [text[:1].upper() + text[1:]]


def units(resource: Resource, number: int, to: Language) -> str:
    """Return so many units of a resource, such as ``2 clay``.

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
            return to.say("{colour} building", colour=either([to.word(one) for one in colours], to))
        case Wonders():
            return to.say("constructed wonder")
        case CoinSets(size):
            return to.count("set of {number} coin", "set of {number} coins", size)
        case _:
            return tally.noun()


def either(words: Sequence[str], to: Language) -> str:
    """Return words as a choice, such as ``wood, stone or clay``.

    Args:
        words: the words, one or more.
        to: the language.
    """
    *most, last = words
    return to.say("{most} or {last}", most=", ".join(most), last=last) if most else last


def _cost(card: Building | Wonder, to: Language) -> str:
    if card.cost.is_free:
        return to.say("Cost: free.")
    parts = [units(resource, number, to) for resource, number in card.cost.resources.items()]
    if card.cost.coins:
        parts.insert(0, to.count("{number} coin", "{number} coins", card.cost.coins))
    return to.say("Cost: {cost}.", cost=", ".join(parts))


def _of_a_military_token(token: MilitaryToken, to: Language) -> tuple[str, ...]:
    return (
        to.count(
            "Used when the conflict pawn gets {number} space from the middle, or further, on the side of this token.",
            "Used when the conflict pawn gets {number} spaces from the middle, or further, on the side of this token.",
            token.distance,
        ),
        _loss(token.coins, to),
        to.say("Then it goes back to the box."),
    )


def _of_chains(card: Building, to: Language, catalogue: Catalogue) -> list[str]:
    """Say what makes a building free, and which ones it makes free."""
    told = []
    if card.free_with is not None:
        other = catalogue.buildings.get(card.free_with)
        name = card.free_with if other is None else to.name(other)
        if other is None or other.chain_symbol is None:
            told.append(to.say("Free if {building} stands in your city.", building=name))
        else:
            told.append(
                to.say(
                    "Free if {building} stands in your city (chain symbol {symbol}).",
                    building=name,
                    symbol=to.chain_symbol(other.chain_symbol),
                )
            )
    made_free = [to.name(one) for one in catalogue.building_list if one.free_with == card.id]
    freed = ", ".join(made_free)
    if card.chain_symbol is None:
        if made_free:
            told.append(to.say("Lets you construct {buildings} for free.", buildings=freed))
        return told
    symbol = to.chain_symbol(card.chain_symbol)
    if made_free:
        told.append(
            to.say(
                "Chain symbol {symbol}: lets you construct {buildings} for free.",
                symbol=symbol,
                buildings=freed,
            )
        )
    else:
        told.append(to.say("Chain symbol {symbol}.", symbol=symbol))
    return told


def _of_points(effect: Effect, to: Language, card: Card | None) -> str:
    match effect:
        case Points(points):
            return to.count(
                "Worth {number} victory point.", "Worth {number} victory points.", points
            )
        case PointsPerToken(points):
            if isinstance(card, ProgressToken):
                return to.count(
                    "Worth {number} victory point at the end for each of your progress tokens, this one included.",
                    "Worth {number} victory points at the end for each of your progress tokens, this one included.",
                    points,
                )
            return to.count(
                "Worth {number} victory point at the end for each of your progress tokens.",
                "Worth {number} victory points at the end for each of your progress tokens.",
                points,
            )
        case Symbol(symbol):
            return to.say("Carries the scientific symbol {symbol}.", symbol=to.word(symbol))
        case _:
            return _of_coins(effect, to, card)


def _of_a_guild(effect: GuildMajority, to: Language) -> list[str]:
    counted = thing(effect.most, to)
    told = []
    if effect.coins:
        told.append(
            to.count(
                "Brings {number} coin from the bank, at once and one time only, for each {thing} in the city that has more.",
                "Brings {number} coins from the bank, at once and one time only, for each {thing} in the city that has more.",
                effect.coins,
                thing=counted,
            )
        )
    if effect.points:
        told.append(
            to.count(
                "Worth {number} victory point at the end for each {thing} in the city that has more then.",
                "Worth {number} victory points at the end for each {thing} in the city that has more then.",
                effect.points,
                thing=counted,
            )
        )
    if effect.coins and effect.points:
        told.append(to.say("The city that counts at the end can be the other one."))
    if isinstance(effect.most, Cards) and len(effect.most.colours) > 1:
        told.append(to.say("All these colours are counted together, in one and the same city."))
    return told


def _of_coins(effect: Effect, to: Language, card: Card | None) -> str:
    match effect:
        case Coins(coins):
            return to.count(
                "Brings {number} coin from the bank, at once and one time only.",
                "Brings {number} coins from the bank, at once and one time only.",
                coins,
            )
        case CoinsPer(coins, per):
            if _counts_itself(card, per):
                return to.count(
                    "Brings {number} coin from the bank, at once and one time only, for each {thing} in your city, itself included.",
                    "Brings {number} coins from the bank, at once and one time only, for each {thing} in your city, itself included.",
                    coins,
                    thing=thing(per, to),
                )
            return to.count(
                "Brings {number} coin from the bank, at once and one time only, for each {thing} in your city.",
                "Brings {number} coins from the bank, at once and one time only, for each {thing} in your city.",
                coins,
                thing=thing(per, to),
            )
        case OpponentLosesCoins(coins):
            return _loss(coins, to)
        case ChainBonus(coins):
            return to.count(
                "Brings {number} coin from the bank each time you construct a building free by its chain.",
                "Brings {number} coins from the bank each time you construct a building free by its chain.",
                coins,
            )
        case _:
            return _of_trade(effect, to)


def _counts_itself(card: Card | None, per: Tally) -> bool:
    """Say whether a card is one of the things that it counts: it stands in the city by then (R71)."""
    match per:
        case Cards(colours):
            return isinstance(card, Building) and card.colour in colours
        case Wonders():
            return isinstance(card, Wonder)
        case _:
            return False


def _loss(coins: int, to: Language) -> str:
    return to.count(
        "The opponent loses {number} coin to the bank, if there is one.",
        "The opponent loses {number} coins to the bank, or all there are if they are fewer.",
        coins,
    )


def _of_trade(effect: Effect, to: Language) -> str:
    match effect:
        case Produce(resource, number):
            return to.say("Produces {units}.", units=units(resource, number, to))
        case ProduceOneOf(resources):
            choice = either([to.word(resource) for resource in resources], to)
            return to.say(
                "Produces 1 {resources} for each construction, without raising the opponent's prices.",
                resources=choice,
            )
        case FixedPrice(resource, price):
            return to.count(
                "From your next turn on, {resource} costs you {number} coin a unit, whatever the opponent produces.",
                "From your next turn on, {resource} costs you {number} coins a unit, whatever the opponent produces.",
                price,
                resource=to.word(resource),
            )
        case Rebate(number, on=None):
            return to.count(
                "Wonders that you construct from now on cost {number} resource less; you choose which each time.",
                "Wonders that you construct from now on cost {number} resources less; you choose which each time.",
                number,
            )
        case Rebate(number, on=Colour() as colour):
            return to.count(
                "{colour} buildings that you construct from now on cost {number} resource less; you choose which each time.",
                "{colour} buildings that you construct from now on cost {number} resources less; you choose which each time.",
                number,
                colour=to.word(colour),
            )
        case GainTradeCoins():
            return to.say(
                "What the opponent actually pays to buy resources comes to you; the coins of a printed cost do not."
            )
        case _:
            return _of_shields(effect, to)


def _of_shields(effect: Effect, to: Language) -> str:
    match effect:
        case Shields(shields):
            return to.count(
                "Has {number} shield: moves the conflict pawn {number} space towards the opponent's capital.",
                "Has {number} shields: moves the conflict pawn {number} spaces towards the opponent's capital.",
                shields,
            )
        case ExtraShield(shields, on=colour):
            return to.count(
                "{colour} buildings that you construct from now on have {number} extra shield; wonders, and what stands already, do not.",
                "{colour} buildings that you construct from now on have {number} extra shields; wonders, and what stands already, do not.",
                shields,
                colour=to.word(colour),
            )
        case _:
            return _of_deeds(effect, to)


def _of_deeds(effect: Effect, to: Language) -> str:
    match effect:
        case PlayAgain():
            return to.say("You play again at once, unless the age is over.")
        case WondersPlayAgain():
            return to.say(
                "Wonders that you construct from now on let you play again; one that does so anyway does it only once."
            )
        case Destroy(colour):
            return to.say(
                "Puts one of the opponent's {colour} buildings, of your choice, in the discard pile.",
                colour=to.word(colour),
            )
        case Revive():
            return to.say(
                "Constructs a building of your choice from the discard pile for free; what was removed before the game is not in it."
            )
        case DrawTokens():
            return to.say(
                "Draws 3 progress tokens at random from the box: you keep one of your choice, the others go back."
            )
        case _:
            return f"{type(effect).__name__}."
