"""Hidden units: sums of weights that count only above 0, on top of the linear weights.

All units of a look-up are in a few ints, each with its own bits, so that one addition serves several
of them. Weights are whole steps, so the sums are exact, and the same in both builds.
"""

from __future__ import annotations

from operator import mul
from struct import Struct
from typing import TYPE_CHECKING, Final

from wonders_duel.build import i64, is_compiled, mypyc_attr, override
from wonders_duel.engine.bitfields import (
    COLOURS,
    COUNT_BITS,
    COUNT_MASK,
    SYMBOL_BITS,
    SYMBOL_MASK,
)
from wonders_duel.engine.consequences import next_seat
from wonders_duel.engine.phases import OVER
from wonders_duel.evaluation.lookups import BYTE, SETS, of_value
from wonders_duel.evaluation.military import AHEAD, LEADS, every, military_of
from wonders_duel.evaluation.rating import Rating
from wonders_duel.features.numbers import period_of

if TYPE_CHECKING:
    from wonders_duel.engine.city import CityDraft
    from wonders_duel.engine.state_draft import StateDraft
    from wonders_duel.engine.tables import Tables
    from wonders_duel.evaluation.kept import Kept
    from wonders_duel.evaluation.periods import LinearSums
    from wonders_duel.evaluation.sums import PeriodSums

__all__ = ["MOST_SUM", "MOST_UNITS", "OUTPUT_STEPS", "STEPS", "UnitSums"]

_COMPILED: Final = is_compiled
STEPS: Final = 128
"""The steps of the weights of units, for each unit of log-odds."""
OUTPUT_STEPS: Final = 4096
"""The steps of what a unit adds to the value for each of its log-odds."""
_BITS: Final = 15 if is_compiled else 16
"""The bits of a sum in an int: whole bytes where bytes are read."""
_TOP: Final = 14
"""The place of the highest bit of a sum; it is set if the sum is not negative."""
_MIDDLE: Final = 1 << _TOP
"""What is added to a sum, so that it is not negative."""
_MASK: Final = 0x7FFF
MOST_SUM: Final = 127.0
"""The largest sum of a unit that fits the bits, up or down."""
_LANES: Final = 4 if is_compiled else 32
"""The sums in an int: four fit a machine word; the pure build has one int for all."""
_INTS: Final = 8 if is_compiled else 1
"""The ints for all units."""
MOST_UNITS: Final = 32
_MIDDLES: Final = sum([_MIDDLE << _BITS * lane for lane in range(_LANES)])
"""What is added to an int, so that none of its sums is negative."""
_BYTES: Final = 64
_UNPACK: Final = Struct("<32H").unpack
_COLOUR_MASK: Final = (1 << COUNT_BITS * len(COLOURS)) - 1
_CARD_BITS: Final = 4
_MOST_CARDS: Final = 15
"""The most cards of a colour with weights of their own."""


@mypyc_attr(acyclic=True)
class UnitTotals:
    """The sums of all units, or a city's part of them; the pure build has them all in the first int."""

    def __init__(self) -> None:
        """Start with zeros."""
        self.a: i64 = 0
        self.b: i64 = 0  # compiled only
        self.c: i64 = 0  # compiled only
        self.d: i64 = 0  # compiled only
        self.e: i64 = 0  # compiled only
        self.f: i64 = 0  # compiled only
        self.g: i64 = 0  # compiled only
        self.h: i64 = 0  # compiled only

    def add(self, table: list[int], place: i64) -> None:
        """Add the weights of a value.

        Args:
            table: the weights of all values.
            place: the place of the value; beyond the end, that of the last one.
        """
        if _COMPILED:  # compiled only
            at: i64 = place * 8  # the ints; literals are fast
            most: i64 = len(table) - 8
            at = min(at, most)
            self.a += table[at]
            self.b += table[at + 1]
            self.c += table[at + 2]
            self.d += table[at + 3]
            self.e += table[at + 4]
            self.f += table[at + 5]
            self.g += table[at + 6]
            self.h += table[at + 7]
        else:
            self.a += table[place if place < len(table) else -1]

    def add_set(self, table: list[int], members: int) -> None:
        """Add the weights of a set.

        Args:
            table: the sums of the weights of every set of eight.
            members: the set, as bits.
        """
        at: i64 = 0
        while members:
            self.add(table, at + (members & 255))
            members >>= BYTE
            at += SETS


class SideTables:
    """The weights of all units for one of the players."""

    def __init__(self, tables: Tables, units: list[PeriodSums]) -> None:
        """Put the weights of all units together.

        Args:
            tables: the tables of the catalogue.
            units: the weights of each unit, in whole steps.
        """
        self.low: list[int] = _packed([one.low for one in units])
        """The weights of each set of eight of the first buildings."""
        self.high: list[int] = _packed([one.high for one in units])
        """The same of the other buildings."""
        self.coins: list[int] = _packed([one.coins for one in units])
        self.colours: list[list[int]] = [
            _packed([_of_two(one.colours[place : place + 2]) for one in units])
            for place in range(0, len(COLOURS), 2)
        ]
        """The weights of the numbers of cards of two colours at once."""
        self.symbols: list[int] = _packed([one.symbols for one in units])
        self.pairs: list[int] = _packed([one.pairs for one in units])
        self.tokens: list[int] = _packed([one.tokens for one in units])
        self.unbuilt: list[int] = _packed([one.unbuilt for one in units])
        self.built: list[int] = _packed([one.built for one in units])

    def of_city(self, city: CityDraft) -> UnitTotals:
        """Return the sums that a city gives.

        Args:
            city: the city.
        """
        sums = UnitTotals()
        sums.add_set(self.low, city.buildings_low)
        sums.add_set(self.high, city.buildings_high)
        sums.add(self.coins, city.coins)
        counts = city.counts & _COLOUR_MASK
        for two in self.colours:
            one: i64 = counts & COUNT_MASK
            other: i64 = counts >> COUNT_BITS & COUNT_MASK
            if one > _MOST_CARDS:  # noqa: PLR1730 - min() is slower in the pure build
                one = _MOST_CARDS
            if other > _MOST_CARDS:  # noqa: PLR1730
                other = _MOST_CARDS
            sums.add(two, other << _CARD_BITS | one)
            counts >>= 2 * COUNT_BITS
        sums.add(self.symbols, city.science & SYMBOL_MASK)
        sums.add(self.pairs, city.science >> SYMBOL_BITS)
        sums.add_set(self.tokens, city.token_mask)
        sums.add_set(self.unbuilt, city.unbuilt_mask)
        under = len(city.tables.buildings)
        for code in city.built_codes:
            sums.add(self.built, code // under)
        return sums


class UnitSums(Rating):
    """The weights of all periods, and hidden units."""

    def __init__(
        self,
        tables: Tables,
        linear: LinearSums,
        mine: list[PeriodSums],
        theirs: list[PeriodSums],
        biases: list[list[int]],
        outputs: list[list[int]],
    ) -> None:
        """Store the weights.

        Args:
            tables: the tables of the catalogue.
            linear: the linear weights.
            mine: for each unit the weights of the player who decides next, in whole steps.
            theirs: the same of the opponent.
            biases: for each period what is added to the sum of each unit, in the same steps.
            outputs: for each period what each unit adds to the value, in whole output steps.
        """
        self.linear = linear
        self.mine: SideTables = SideTables(tables, mine)
        self.theirs: SideTables = SideTables(tables, theirs)
        self.outputs: list[list[int]] = [one + [0] * (MOST_UNITS - len(one)) for one in outputs]
        one = _military(mine, theirs, 0)
        self.military_one: list[list[int]] = [_with_biases(one, added) for added in biases]
        """For each period the weights of the conflict pawn and the tokens if player one decides next."""
        two = _military(mine, theirs, 1)
        self.military_two: list[list[int]] = [_with_biases(two, added) for added in biases]
        """The same if player two does."""

    @override
    def groups(self, tables: Tables) -> list[int]:
        return self.linear.groups(tables)

    @override
    def log_odds(self, state: StateDraft) -> float:
        if state.phase_number == OVER:
            return self.linear.log_odds(state)
        seat = next_seat(state)
        period = period_of(state)
        of_period = self.linear.periods[period]
        one, two = of_period.of_one(state), of_period.of_two(state)
        military: i64 = military_of(state)
        value = of_period.lead_of(state, one, two, military, seat)
        if seat:
            return value - self.of_units(two, one, self.military_two[period], military, period)
        return value + self.of_units(one, two, self.military_one[period], military, period)

    def of_units(
        self, one: Kept, two: Kept, of_military: list[int], military: i64, period: int
    ) -> float:
        """Return what the units add for the player who decides next.

        Args:
            one: what is known of the city of that player.
            two: the same of the opponent.
            of_military: the weights of the conflict pawn and the tokens for that player.
            military: the number of the conflict pawn's place and the tokens.
            period: the period of the state.
        """
        mine = one.mine
        if mine is None:
            mine = one.mine = self.mine.of_city(one.city)
        theirs = two.theirs
        if theirs is None:
            theirs = two.theirs = self.theirs.of_city(two.city)
        outputs = self.outputs[period]
        total: i64 = 0
        if _COMPILED:  # compiled only
            at: i64 = military * 8
            total += _above(mine.a + theirs.a + of_military[at], outputs, 0)
            total += _above(mine.b + theirs.b + of_military[at + 1], outputs, 4)
            total += _above(mine.c + theirs.c + of_military[at + 2], outputs, 8)
            total += _above(mine.d + theirs.d + of_military[at + 3], outputs, 12)
            total += _above(mine.e + theirs.e + of_military[at + 4], outputs, 16)
            total += _above(mine.f + theirs.f + of_military[at + 5], outputs, 20)
            total += _above(mine.g + theirs.g + of_military[at + 6], outputs, 24)
            total += _above(mine.h + theirs.h + of_military[at + 7], outputs, 28)
        else:
            packed = int(mine.a + theirs.a + of_military[military])
            # A sum above 0 has its highest bit set, and keeps all others; those of the rest go.
            tops = packed & _MIDDLES
            above = packed & (tops - (tops >> _TOP))
            total = sum(map(mul, _UNPACK(above.to_bytes(_BYTES, "little")), outputs))
        return float(total) / float(STEPS * OUTPUT_STEPS)


def _above(packed: i64, outputs: list[int], first: i64) -> i64:  # compiled only
    """Return what the units in an int add: those with sums above 0."""
    total: i64 = 0
    lane: i64 = first
    last: i64 = first + _LANES
    while lane < last:
        over: i64 = (packed & _MASK) - _MIDDLE
        if over > 0:
            total += over * outputs[lane]
        packed >>= _BITS
        lane += 1
    return total


def _packed(weights: list[list[float]]) -> list[int]:
    """Return the weights of all units by the values of a feature, several in each int.

    Args:
        weights: for each unit the weights of the values in whole steps; empty if all are 0.
    """
    number = max([1, *[len(one) for one in weights]])
    columns = [[int(one) for one in values] or [0] * number for values in weights]
    columns += [[0] * number] * (MOST_UNITS - len(columns))
    factors = [1 << _BITS * lane for lane in range(_LANES)]
    found: list[int] = []
    for whole in zip(*columns, strict=True):
        found += [
            sum(map(mul, whole[first : first + _LANES], factors))
            for first in range(0, MOST_UNITS, _LANES)
        ]
    return found


def _of_two(weights: list[list[float]]) -> list[float]:
    """Return the weights of the numbers of cards of two colours; the first one in the lower bits."""
    if not any(weights):
        return []
    one, other = (
        [of_value(weight, number) for number in range(_MOST_CARDS + 1)]
        for weight in [*weights, []][:2]
    )
    return [low + high for high in other for low in one]


def _military(mine: list[PeriodSums], theirs: list[PeriodSums], seat: int) -> list[int]:
    """Return what the conflict pawn and the military tokens add.

    Args:
        mine: for each unit the weights of the player who decides next.
        theirs: the same of the opponent.
        seat: the number of the player who decides next.
    """
    weights: list[list[float]] = []
    for own, other in zip(mine, theirs, strict=True):
        # The opponent leads by as much as the player is behind.
        leads = [
            of_value(own.lead, place) + of_value(other.lead, LEADS - 1 - place)
            for place in range(LEADS)
        ]
        ahead, behind = (
            [of_value(one.ahead, number) for number in range(AHEAD)] for one in (own, other)
        )
        weights.append(
            [leads[lead] + ahead[passed] + behind[left] for lead, passed, left in every(seat)]
        )
    return _packed(weights)


def _with_biases(military: list[int], biases: list[int]) -> list[int]:
    """Return sums with the biases of a period, and with what makes them positive."""
    added = _packed([[float(bias)] for bias in biases])
    known: dict[int, int] = {}  # equal sums are one object, which takes less room in caches
    found: list[int] = []
    for place, one in enumerate(military):
        made = one + added[place % _INTS] + _MIDDLES
        found.append(known.setdefault(made, made))
    return found
