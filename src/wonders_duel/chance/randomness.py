"""Random draws that only call ``rng.random()``, whose stream is the same in every Python version."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

from wonders_duel.rules import GUILDS_IN_PLAY

__all__ = ["deal_cards", "draw", "shuffle"]

_T = TypeVar("_T")


def draw(rng: Random, items: Sequence[_T], number: int | None = None) -> list[_T]:
    """Return some items drawn without replacement, in random order.

    Args:
        rng: the random number generator.
        items: the items to draw from.
        number: the number of items to draw, from 0 to all; all if left out.

    >>> draw(Random(1), "abc", 0)
    []
    """
    pool = list(items)
    if number is None:
        shuffle(rng.random, pool, len(pool))
        return pool
    shuffle(rng.random, pool, number)
    del pool[number:]
    return pool


def shuffle(random: Callable[[], float], pool: list[_T], number: int) -> None:
    """Move some items, drawn without replacement, to the front of a list, in random order.

    Args:
        random: the method of that name of the random number generator.
        pool: the items to draw from, whose order changes.
        number: the number of items to draw, from 0 to all.
    """
    span = float(len(pool))  # a float, which the compiled code multiplies without conversion
    for place in range(number):
        other = place + int(random() * span)
        pool[place], pool[other] = pool[other], pool[place]
        span -= 1.0


def deal_cards(rng: Random, cards: Sequence[int], guilds: Sequence[int], size: int) -> list[int]:
    """Return randomly dealt cards for an age (R8).

    Args:
        rng: the random number generator.
        cards: the cards of the age, without guilds.
        guilds: the guilds; empty in Ages I and II.
        size: the number of slots.

    Returns:
        A card for each slot.
    """
    random = rng.random
    pool = list(cards)
    if not guilds:
        shuffle(random, pool, size)
        del pool[size:]
        return pool
    dealt = list(guilds)
    shuffle(random, dealt, GUILDS_IN_PLAY)
    del dealt[GUILDS_IN_PLAY:]
    size -= GUILDS_IN_PLAY
    shuffle(random, pool, size)
    del pool[size:]
    dealt += pool
    shuffle(random, dealt, len(dealt))
    return dealt
