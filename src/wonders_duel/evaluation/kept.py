"""What an evaluation keeps of a state for the next one, most of which is the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wonders_duel.build import i64, mypyc_attr
from wonders_duel.features.numbers import under_wonders

if TYPE_CHECKING:
    from wonders_duel.engine.city import CityDraft
    from wonders_duel.evaluation.units import UnitTotals

__all__ = ["PLACES", "Coming", "Kept", "Prices", "place_of"]

PLACES: Final = 4_096
"""The places for cities of a period in the compiled build, a power of 2."""


@mypyc_attr(acyclic=True)
class Prices:
    """The prices of a city, kept for the next state in which they are the same."""

    def __init__(self, supply: int, value: float) -> None:
        """Store them.

        Args:
            supply: the resources of the opponent that raise prices.
            value: the value of the prices.
        """
        self.supply = supply
        self.value = value


@mypyc_attr(acyclic=True)
class Kept:
    """What is known of a city, kept for the next state with the same city."""

    def __init__(self, city: CityDraft, value: float) -> None:
        """Store it.

        Args:
            city: the city.
            value: its value.
        """
        self.city = city
        self.value = value
        self.varies: bool = False
        """Whether some of the points depend on the position, so that none of them are in the value."""
        self.prices: Prices | None = None
        """The prices that were last looked up."""
        self.mine: UnitTotals | None = None
        """What the city adds to hidden units if its player decides next."""
        self.theirs: UnitTotals | None = None
        """The same if the opponent does."""
        low, high = under_wonders(city)
        self.low: int = low | city.buildings_low
        """The buildings in the city and under its wonders, of the first 62 of the catalogue."""
        self.high: int = high | city.buildings_high
        """The others."""


@mypyc_attr(acyclic=True)
class Coming:
    """The symbols to come, kept for the next state in which the same of their cards are gone."""

    def __init__(self, age: int, low: int, high: int, symbols: int) -> None:
        """Store them.

        Args:
            age: the age, or the one that is about to be dealt.
            low: the cards with symbols that are gone, of the first 62 of the catalogue.
            high: the others.
            symbols: the symbols to come, as bits.
        """
        self.age = age
        self.low = low
        self.high = high
        self.symbols = symbols


def place_of(city: CityDraft) -> i64:  # compiled only
    """Return the place of a city: other cities share it, but rarely similar ones.

    Args:
        city: the city.
    """
    low: i64 = city.buildings_low
    mixed: i64 = low ^ (low >> 31)
    mixed = (mixed & 0x7FFFFFFF) * 31 + (city.buildings_high & 0xFFFF)
    mixed = (mixed & 0x7FFFFFFF) * 31 + (city.token_mask & 0xFFFF)
    mixed = (mixed & 0x7FFFFFFF) * 31 + (city.unbuilt_mask & 0xFFFF)
    codes = city.built_codes
    if codes:
        mixed = (mixed & 0x7FFFFFFF) * 31 + (codes[-1] & 0xFFFF)
    mixed = (mixed & 0x7FFFFFFF) * 31 + (city.coins & 0xFF)
    return (mixed & 0x7FFFFFFF) * 0x61C88647 >> 30 & (PLACES - 1)
