"""Numbers packed into ints: sets as bits, and counters side by side.

The modules of the engine share this layout: the numbers of resources, colours and symbols, and the
places of the counters of a city whose size does not depend on the catalogue.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from wonders_duel.build import i64, is_compiled
from wonders_duel.enums import Colour, Resource, ScienceSymbol
from wonders_duel.rules import DISCARD_INCOME

__all__ = [
    "Field",
    "Packing",
    "bits",
    "count_bits",
    "discard_income",
    "halves",
    "inserted",
    "mask_of",
    "nth_bit",
    "present",
]

RESOURCES: Final = tuple(Resource)
COLOURS: Final = tuple(Colour)
SYMBOLS: Final = tuple(ScienceSymbol)

_COMPILED: Final = is_compiled

WORD: Final = 62
"""The bits of the largest int that compiled code stores without an object."""

LOW: Final = 0x3FFFFFFFFFFFFFFF
"""The bits of the first 62 buildings; sets of buildings are stored in two ints."""

BYTES: Final = [bytes([number]) for number in range(256)]
"""Each number as a byte string of length 1."""

# The counts of a city: six bits for each colour, then a bit for each building that
# starts a chain.
COUNT_BITS: Final = 6
COUNT_MASK: Final = 0b111111
COUNT_SHIFT: Final = {colour: COUNT_BITS * number for number, colour in enumerate(COLOURS)}
YELLOW_SHIFT: Final = COUNT_SHIFT[Colour.YELLOW]
CHAINS_SHIFT: Final = COUNT_BITS * len(COLOURS)

# The science of a city: a bit for each symbol, then a bit for each pair.
SYMBOL_BITS: Final = len(SYMBOLS)
SYMBOL_MASK: Final = (1 << SYMBOL_BITS) - 1

# The modifiers of later constructions in a city: coins for the player whose opponent trades,
# extra turns for wonders, and coins for chains.
TRADE_MASK: Final = 0b1111
AGAIN_SHIFT: Final = 4
AGAIN_MASK: Final = 0b11110000
CHAIN_SHIFT: Final = 8
CHAIN_MASK: Final = 0xFFF
SHIELD_SHIFT: Final = 20
SHIELD_BITS: Final = 5
SHIELD_MASK: Final = 0b11111
# Above the extra shields of each colour, the counters of all other triggers (`CardLayout.rewards`).
TRIGGER_SHIFT: Final = SHIELD_SHIFT + SHIELD_BITS * len(COLOURS)
FIRST_TRIGGER: Final = 1 << TRIGGER_SHIFT
"""Modifiers of at least this number contain a trigger."""


_SMALL: Final = 1 << 12
_SMALL_SETS: Final[dict[int, list[int]]] = {}
"""The results of :func:`bits` for masks below ``_SMALL``, for the pure build."""


def bits(mask: int) -> list[int]:
    """Return the numbers of the bits that are set, ascending.

    >>> bits(0b1101)
    [0, 2, 3]
    """
    if not _COMPILED and mask in _SMALL_SETS:
        return _SMALL_SETS[mask].copy()
    found = []
    rest = mask
    while rest:
        low = rest & -rest
        found.append(low.bit_length() - 1)
        rest ^= low
    if not _COMPILED and mask < _SMALL:
        _SMALL_SETS[mask] = found.copy()
    return found


def halves(mask: int) -> tuple[int, int]:
    """Return a set of buildings as two ints, of which the first fits a machine word.

    >>> halves(1 << 62 | 0b101)
    (5, 1)
    """
    return mask & LOW, mask >> WORD


def count_bits(mask: int) -> int:
    """Return the number of bits that are set.

    >>> count_bits(0b1101)
    3
    """
    if _COMPILED and mask <= LOW:  # compiled only
        # Each field of 2, 4, 8 and so on bits counts its own bits: no branch that is hard to predict.
        word: i64 = mask
        word -= word >> 1 & 0x1555555555555555
        word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333)
        word = word + (word >> 4) & 0x0F0F0F0F0F0F0F0F
        word += word >> 8
        word += word >> 16
        word += word >> 32
        return word & 0x7F
    return mask.bit_count()


def nth_bit(mask: int, place: int) -> int:
    """Return the number of a bit that is set.

    Args:
        mask: the bits.
        place: its place among those that are set, from 0.

    >>> nth_bit(0b1101, 1)
    2
    """
    while place:
        mask &= mask - 1
        place -= 1
    if _COMPILED:
        number = 0
        while not mask & 1:
            mask >>= 1
            number += 1
        return number
    return (mask & -mask).bit_length() - 1


def mask_of(numbers: Iterable[int | None]) -> int:
    """Return the numbers that are not ``None`` as bits.

    >>> bin(mask_of([0, 2, None, 3]))
    '0b1101'
    """
    mask = 0
    for number in numbers:
        if number is not None:
            mask |= 1 << number
    return mask


def present(numbers: Iterable[int | None]) -> tuple[int, ...]:
    """Return the numbers that are not ``None``.

    >>> present([3, None, 1])
    (3, 1)
    """
    return tuple([number for number in numbers if number is not None])


def inserted(numbers: tuple[int, ...], number: int) -> tuple[int, ...]:
    """Return ascending numbers with another one in its place.

    >>> inserted((1, 4), 3)
    (1, 3, 4)
    """
    found = list(numbers)
    found.append(number)
    found.sort()
    return tuple(found)


def discard_income(counts: int) -> int:
    """Return the coins for discarding a card: 2, and 1 more for each yellow building (R50).

    Args:
        counts: the counts of the player's city.
    """
    return DISCARD_INCOME + (counts >> YELLOW_SHIFT & COUNT_MASK)


class Field:
    """A counter in a packed int."""

    def __init__(self, shift: int, mask: int) -> None:
        """Store the position and the mask of the counter."""
        self.shift = shift
        self.mask = mask

    def read(self, packed: int) -> int:
        """Return the counter of a packed int."""
        return (packed >> self.shift) & self.mask


NO_FIELD: Final = Field(0, 0)
"""The field of what no card has: it is always 0."""


class Packing:
    """Allocates the bits of one int to counters, as many as the largest sum of each needs."""

    def __init__(self, bits: int = 0) -> None:
        """Start above the bits that are in use."""
        self.bits: int = bits

    def field(self, largest: int) -> Field:
        """Allocate a counter from 0 to ``largest``."""
        width = max(largest, 1).bit_length()
        made = Field(self.bits, (1 << width) - 1)
        self.bits += width
        return made
