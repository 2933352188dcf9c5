"""Summaries of cards: cost, price and effects in a few words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Protocol

import attrs

from wonders_duel.cards import Building, Card, Cost
from wonders_duel.effects import Contribution, Effect
from wonders_duel.effects.answers import worded
from wonders_duel.render.board.look import TextStyle
from wonders_duel.render.board.spans import GLUE, Line, join, line
from wonders_duel.support.columns import columns

if TYPE_CHECKING:
    from wonders_duel.languages import Language

__all__ = [
    "Coins",
    "Price",
    "cost_of",
    "effect_summary",
    "full_summary",
    "points_of",
    "price_of",
    "title",
]


_NOTHING: Final = Contribution()
MEMORY: Final = 1024
"""The number of cards, or rows of cards, whose words are kept."""


class Price(Protocol):
    """What is shown of a price; a payment plan has it."""

    @property
    def total(self) -> int:
        """The coins."""

    @property
    def is_affordable(self) -> bool:
        """Whether the player has as many coins."""

    @property
    def free_by(self) -> Building | None:
        """The building that makes the card free by a chain."""


@attrs.frozen
class Coins:
    """A price in coins alone; a card that is free by a chain has a payment plan."""

    total: int
    is_affordable: bool
    free_by: None = None


def title(card: Card, look: TextStyle, style: str = "") -> Line:
    """Return the name of a card in its colour.

    Args:
        card: the card.
        look: the language and characters to use.
        style: a style in addition to the colour.
    """
    return _title(card, style, look.language, look.ascii)


@lru_cache(maxsize=MEMORY)
def _title(card: Card, style: str, to: Language, ascii: bool) -> Line:  # noqa: A002, FBT001 - as in the look
    look = TextStyle(language=to, ascii=ascii)
    colour = str(card.colour) if isinstance(card, Building) else ""
    return line(look.name(card), f"{colour} {style}".strip())


def cost_of(cost: Cost, look: TextStyle) -> Line:
    """Return the printed cost: coins, then a letter for each resource; empty if it is free.

    Args:
        cost: the cost.
        look: the language and characters to use.
    """
    return _cost_of(cost, look.language, look.ascii)


@lru_cache(maxsize=MEMORY)
def _cost_of(cost: Cost, to: Language, ascii: bool) -> Line:  # noqa: A002, FBT001 - as in the look
    look = TextStyle(language=to, ascii=ascii)
    return join((line(f"${cost.coins}") if cost.coins else (), look.letters(cost.resources)), " ")


def price_of(plan: Price, look: TextStyle, room: int | None = None) -> Line:
    """Return the price that a player pays now.

    Args:
        plan: the price, or the payment plan.
        look: the language and characters to use.
        room: the available columns, if they are few: the word for a free card can be too long.
    """
    if plan.free_by is not None:
        return line(look.say("chain"), "good")
    if not plan.total:
        free = look.say("free")
        is_short = room is None or columns(free) <= room
        return line(free if is_short else "$0", "good")
    if plan.is_affordable:
        return line(f"${plan.total}", "bold")
    return line(f"${plan.total}{GLUE}{look.too_expensive}", "bad")


def points_of(card: Card, look: TextStyle) -> Line:
    """Return the fixed points of a card; empty if there are none.

    Args:
        card: the card.
        look: the language and characters to use.
    """
    return _points_of(card, look.language, look.ascii)


@lru_cache(maxsize=MEMORY)
def _points_of(card: Card, to: Language, ascii: bool) -> Line:  # noqa: A002, FBT001 - as in the look
    look = TextStyle(language=to, ascii=ascii)
    points = _sum(card.effects).points
    text = look.say("{points} VP", points=points).replace(" ", GLUE)
    return line(text) if points else ()


def effect_summary(card: Card, look: TextStyle) -> list[Line]:
    """Return a summary of each effect of a card, without its fixed points.

    Args:
        card: the card.
        look: the language and characters to use.
    """
    return list(_effects_of(card, look.language, look.ascii))


@lru_cache(maxsize=MEMORY)
def _effects_of(card: Card, to: Language, ascii: bool) -> tuple[Line, ...]:  # noqa: A002, FBT001
    look = TextStyle(language=to, ascii=ascii)
    told = [line(text) for text in _prices(card.effects, look)]
    for effect in card.effects:
        text = ""
        if not _is_listed(effect):
            text = look.clean(worded(effect, "summary", effect.summary(look.language)))
        if text:
            told.append(line(text))
    return tuple(told)


def full_summary(card: Card, look: TextStyle) -> list[Line]:
    """Return a summary of each effect of a card, then its fixed points.

    Args:
        card: the card.
        look: the language and characters to use.
    """
    points = points_of(card, look)
    return [*effect_summary(card, look), *([points] if points else [])]


def _sum(effects: Iterable[Effect]) -> Contribution:
    """Return the combined contribution of some effects."""
    made = Contribution()
    for effect in effects:
        effect.contribute(made)
    return made


def _is_listed(effect: Effect) -> bool:
    """Whether the card's points or fixed prices already cover the effect."""
    made = _sum([effect])
    if made == _NOTHING:
        return False
    points, made.points = made.points, 0
    if made == _NOTHING:
        return True
    made.points, made.fixed_prices = points, {}
    return made == _NOTHING


def _prices(effects: Sequence[Effect], look: TextStyle) -> list[str]:
    """Return the fixed prices, with equal prices grouped."""
    fixed: dict[int, str] = {}
    for resource, price in _sum(effects).fixed_prices.items():
        fixed[price] = fixed.get(price, "") + resource.letter
    return [
        look.say("{resources} at ${price}", resources=letters, price=price)
        for price, letters in fixed.items()
    ]
