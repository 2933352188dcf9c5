"""The rules of cards as sentences, in any language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wonders_duel.cards import Building, MilitaryToken, ProgressToken, Wonder
from wonders_duel.cataloguing.registry import home_of
from wonders_duel.effects.answers import worded
from wonders_duel.effects.coins import loss
from wonders_duel.errors import CatalogueError, WrongTypeError
from wonders_duel.support.phrases import shown

if TYPE_CHECKING:
    from wonders_duel.cards import Card
    from wonders_duel.catalogues import Catalogue
    from wonders_duel.effects import Effect
    from wonders_duel.languages import Language

__all__ = ["card_sentences", "heading", "particulars"]


def card_sentences(
    card: Card | MilitaryToken, to: Language, catalogue: Catalogue | None = None
) -> tuple[str, ...]:
    """Return the rules of a card: its effects, and the chains that it is part of.

    Args:
        card: a building, a wonder, a progress token or a military token.
        to: the language.
        catalogue: the catalogue of the card; found if left out.

    Raises:
        CatalogueError: a method of a custom effect does not return what it has to.
        WrongTypeError: ``card`` is not a card.

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
    told = [text for effect in card.effects for text in _of_an_effect(effect, card, to)]
    if isinstance(card, Building):
        told += _of_chains(card, to, home_of(card) if catalogue is None else catalogue)
    return tuple(told)


def _of_an_effect(effect: Effect, card: Card, to: Language) -> list[str]:
    """Return the sentences of an effect that say something."""
    told: object = effect.sentences(card, to)
    if not isinstance(told, tuple):
        raise CatalogueError(
            f"{shown(effect)}: sentences() has to return a tuple of texts, not {shown(told)}"
        )
    texts = [worded(effect, "sentences", text) for text in told]
    return [text for text in texts if text.strip()]


def heading(card: Card | MilitaryToken, to: Language) -> str:
    """Return the heading of a card: its name.

    Args:
        card: a building, a wonder, a progress token or a military token.
        to: the language.
    """
    if not isinstance(card, MilitaryToken):
        return to.name(card)
    name = to.term("Military token")
    return name[:1].upper() + name[1:]


def particulars(card: Card | MilitaryToken, to: Language) -> tuple[str, ...]:
    """Return the kind and the cost of a card.

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


def _cost(card: Building | Wonder, to: Language) -> str:
    if card.cost.is_free:
        return to.say("Cost: free.")
    parts = [to.units(resource, number) for resource, number in card.cost.resources.items()]
    if card.cost.coins:
        parts.insert(0, to.count("{number} coin", "{number} coins", card.cost.coins))
    return to.say("Cost: {cost}.", cost=", ".join(parts))


def _of_a_military_token(token: MilitaryToken, to: Language) -> tuple[str, ...]:
    return (
        to.count(
            "Used when the conflict pawn is at least {number} space from the centre on the side of this token.",
            "Used when the conflict pawn is at least {number} spaces from the centre on the side of this token.",
            token.distance,
        ),
        loss(token.coins, to),
        to.say("It is then returned to the box."),
    )


def _of_chains(card: Building, to: Language, catalogue: Catalogue) -> list[str]:
    """Return the chains that a building is part of."""
    told = []
    if card.free_with is not None:
        other = catalogue.buildings.get(card.free_with)
        name = card.free_with if other is None else to.name(other)
        if other is None or other.chain_symbol is None:
            told.append(to.say("Free if {building} is in your city.", building=name))
        else:
            told.append(
                to.say(
                    "Free if {building} is in your city (chain symbol {symbol}).",
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
