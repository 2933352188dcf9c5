"""Drawing from a caller's generator: only ``rng.random()`` is used, whose stream every Python shares."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from wonders_duel.rules import GUILDS_IN_PLAY

__all__ = ["deal_cards", "draw"]

_T = TypeVar("_T")


def draw(rng: Random, items: Sequence[_T], number: int | None = None) -> list[_T]:
    """Draw some items without putting them back, in the order in which they come.

    Args:
        rng: the generator.
        items: what to draw from.
        number: how many, from 0 to all; all if left out.

    >>> draw(Random(1), "abc", 0)
    []
    """
    pool = list(items)
    size = len(pool)
    if number is None:
        number = size
    random = rng.random
    span = float(size)  # a float, so that the compiler multiplies it at once
    for place in range(number):
        other = place + int(random() * span)
        pool[place], pool[other] = pool[other], pool[place]
        span -= 1.0
    del pool[number:]
    return pool


def deal_cards(rng: Random, cards: Sequence[int], guilds: Sequence[int], size: int) -> list[int]:
    """Deal the cards of an age (R8).

    Args:
        rng: the generator.
        cards: the cards of the age.
        guilds: the guilds, none in Ages I and II.
        size: how many slots there are.

    Returns:
        A card for each slot.
    """
    if not guilds:
        return draw(rng, cards, size)
    chosen = draw(rng, guilds, GUILDS_IN_PLAY)
    chosen += draw(rng, cards, size - GUILDS_IN_PLAY)
    return draw(rng, chosen)
