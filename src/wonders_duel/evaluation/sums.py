"""Sums of the weights of a period over the features of both players, without making the features.

``features.numbers`` says what the features are; the weights come in the same order.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeVar

from wonders_duel.build import i64, is_compiled
from wonders_duel.engine.bitfields import (
    COLOURS,
    COUNT_BITS,
    COUNT_MASK,
    RESOURCES,
    SYMBOL_BITS,
    SYMBOL_MASK,
    WORD,
    Field,
    bits,
    count_bits,
)
from wonders_duel.engine.counting import (
    SOURCES,
    count,
    fixed,
    has_varying,
)
from wonders_duel.engine.prices import packed_unit_prices, price, price_up_to, unit_prices
from wonders_duel.evaluation.kept import PLACES, Coming, Kept, Prices, place_of
from wonders_duel.evaluation.lookups import (
    BYTE,
    SETS,
    Rest,
    by_byte,
    from_first,
    of_set,
    of_value,
    with_count,
    with_military,
    with_points,
)
from wonders_duel.evaluation.military import AHEAD, LEADS, every
from wonders_duel.features.numbers import coming_age, coming_symbols

if TYPE_CHECKING:
    from wonders_duel.engine.city import CityDraft
    from wonders_duel.engine.state_draft import StateDraft
    from wonders_duel.engine.tables import Tables

__all__ = ["PeriodSums"]

_F = TypeVar("_F", bound=Callable[..., float])

_COLOUR_MASK: Final = (1 << COUNT_BITS * len(COLOURS)) - 1
_COMPILED: Final = is_compiled
_KEPT: Final = 20_000
"""The most values of one part that the pure build keeps."""
_KEPT_CITIES: Final = 5_000
"""The most cities of a period that the pure build keeps."""
_MILITARY: Final = SOURCES.index("military") - 1
"""The place of the points of the conflict pawn among the sources without coins."""
_COINS: Final = SOURCES.index("coins")
_LEAST_PRICE: Final = -1
_EVERY: Final = every(0)


class PeriodSums:
    """The weights of a period."""

    def __init__(self, tables: Tables, weights: list[list[float]]) -> None:
        """Add up the weights of sets.

        Args:
            tables: the tables of the catalogue.
            weights: for each feature of a player the weights of its values; empty if all are 0.
        """
        wonders = len(tables.wonders)
        rest = Rest(weights)
        cards = rest.of_sets(len(tables.buildings))
        self.low: list[float] = by_byte(cards[:WORD])
        """The sums of the weights of eight cards each, for the first buildings."""
        self.high: list[float] = by_byte(cards[WORD:])
        """The same of the other buildings."""
        self.tokens: list[float] = by_byte(rest.of_sets(len(tables.tokens)))
        self.unbuilt: list[float] = by_byte(rest.of_sets(wonders))
        self.built: list[float] = rest.of_sets(wonders)
        symbols = rest.of_sets(SYMBOL_BITS)
        pairs = rest.of_sets(SYMBOL_BITS)
        coins = rest.next()
        colours = [rest.next() for _ in COLOURS]
        self.colours: list[list[float]] = colours if any(colours) else []
        self.fields: list[Field] = []
        """The counters of a production that have a weight."""
        self.made: list[list[float]] = []
        """The weights of their values."""
        fields = list(tables.layout.produced)
        fields += [field for _, field in tables.layout.choices]
        for field in fields:
            made = rest.next()
            if made:
                self.fields.append(field)
                self.made.append(made)
        prices = [rest.next() for _ in RESOURCES]
        self.prices: list[list[float]] = prices if any(prices) else []
        self.symbols: list[float] = with_count(symbols, rest.next())
        """The weight of each set of symbols."""
        self.pairs: list[float] = with_count(pairs, rest.next())
        """The weight of each set of pairs."""
        self.to_come: list[float] = with_count([0.0] * SYMBOL_BITS, rest.next())
        """The weight of each set of symbols to come."""
        self.token_count: list[float] = rest.next()
        self.unbuilt_count: list[float] = rest.next()
        self.built_count: list[float] = rest.next()
        self.affordable: list[float] = rest.next()
        wonder_prices = [from_first(rest.next()) for _ in range(wonders)]
        self.wonder_prices: list[list[float]] = wonder_prices
        """The weights of the prices of each wonder, less that of a wonder that has no price."""
        self.has_wonders: bool = bool(self.affordable) or any(wonder_prices)
        lead = rest.next()
        self.ahead: list[float] = rest.next()
        tempo = rest.next()
        gain = of_value(tempo, 1) - of_value(tempo, 0)
        self.tempo: list[float] = [gain, -gain]
        """What it is worth to player one that either player makes the next decision."""
        sources = [rest.next() for _ in SOURCES]
        self.coins: list[float] = with_points(coins, sources.pop(_COINS))
        """The weight of each number of coins, and of their points."""
        self.lead: list[float] = with_military(lead, sources.pop(_MILITARY))
        """The weight of each place of the conflict pawn, and of its points."""
        leads = [of_value(self.lead, place) for place in range(LEADS)]
        tokens = [of_value(self.ahead, number) for number in range(AHEAD)]
        self.military: list[float] = [
            (leads[lead] - leads[LEADS - 1 - lead]) + (tokens[mine] - tokens[theirs])
            for lead, mine, theirs in _EVERY
        ]
        """What the conflict pawn, its points and the military tokens are worth to player one."""
        self.sources: list[list[float]] = sources if any(sources) else []
        """The weights of the points of all other sources."""
        self.varying: list[float] = rest.next()
        self.kept_one: Kept | None = None
        self.kept_two: Kept | None = None
        self.symbols_low: int = 0
        """The cards with symbols, of the first 62 of the catalogue."""
        self.symbols_high: int = 0
        """The others."""
        for entry in tables.buildings:
            if entry.symbols:
                self.symbols_low |= entry.low
                self.symbols_high |= entry.high
        self.coming: Coming | None = None
        self.known_cities: dict[tuple[int, int, tuple[int, ...], int, int, int], Kept] = {}
        """What is known of cities in the pure build, by their contents."""
        self.places: list[Kept | None] = []  # compiled only
        """The same in the compiled build, at the places of the cities."""
        self.known_prices: dict[tuple[int, int, int, int], float] = {}
        """The values of prices in the pure build, by everything that they depend on."""

        if _COMPILED:  # compiled only
            self.places = [None] * PLACES
        else:
            # The parts of a city repeat in most states of a search.
            self.of_buildings = _cached(self.of_buildings)  # type: ignore[method-assign]
            self.of_built = _cached(self.of_built)  # type: ignore[method-assign]
            self.of_counts = _cached(self.of_counts)  # type: ignore[method-assign]
            self.of_production = _cached(self.of_production)  # type: ignore[method-assign]
            self.of_wonders = _cached(self.of_wonders)  # type: ignore[method-assign]
            self.of_sources = _cached(self.of_sources)  # type: ignore[method-assign]

    def of_one(self, state: StateDraft) -> Kept:
        """Return what is known of the city of player one.

        Args:
            state: the state.
        """
        one = self.kept_one
        if one is None or one.city is not state.one:
            one = self.kept_one = self.known(state.one)
        return one

    def of_two(self, state: StateDraft) -> Kept:
        """Return what is known of the city of player two.

        Args:
            state: the state.
        """
        two = self.kept_two
        if two is None or two.city is not state.two:
            two = self.kept_two = self.known(state.two)
        return two

    def known(self, city: CityDraft) -> Kept:
        """Return what is known of a city; it is kept, as most cities come again.

        Args:
            city: the city.
        """
        if _COMPILED:  # compiled only
            place = place_of(city)
            found = self.places[place]
            if found is None or found.city != city:
                found = self.places[place] = self.kept(city)
            else:
                found.city = city
            return found
        key = (
            city.buildings_low,
            city.buildings_high,
            city.built_codes,
            city.coins,
            city.token_mask,
            city.unbuilt_mask,
        )
        known = self.known_cities.get(key)
        if known is None:
            if len(self.known_cities) >= _KEPT_CITIES:
                self.known_cities.clear()
            known = self.known_cities[key] = self.kept(city)
        known.city = city
        return known

    def kept(self, city: CityDraft) -> Kept:
        """Return what is known of a new city.

        Args:
            city: the city.
        """
        made = Kept(city, self.city(city))
        if self.sources or self.varying:
            if has_varying(city):
                made.varies = True
            else:
                blue, green, yellow, guilds, wonders, tokens, other = fixed(city)
                made.value += self.of_sources(
                    blue, green, yellow, guilds, wonders, tokens, other, 0
                )
        return made

    def city(self, city: CityDraft) -> float:
        """Return the value of what depends on a city alone.

        Args:
            city: the city.
        """
        total = self.of_buildings(city.buildings_low, city.buildings_high)
        total += self.of_wonders(city.unbuilt_mask, city.token_mask)
        total += self.of_built(city.built_codes, len(city.tables.buildings))
        total += self.of_counts(city.counts & _COLOUR_MASK)
        total += self.of_production(city.production)
        if self.symbols:
            total += self.symbols[city.science & SYMBOL_MASK]
        if self.pairs:
            total += self.pairs[city.science >> SYMBOL_BITS]
        return total + of_value(self.coins, city.coins)

    def of_buildings(self, low: int, high: int) -> float:
        """Return the value of buildings.

        Args:
            low: the first 62 buildings of the catalogue, as bits.
            high: the others.
        """
        total = 0.0
        at: i64 = 0
        sums = self.low
        if sums:
            rest: i64 = low
            while rest:
                total += sums[at + (rest & 255)]
                rest >>= BYTE
                at += SETS
        return total + of_set(self.high, high)

    def of_wonders(self, unbuilt: int, tokens: int) -> float:
        """Return the value of unbuilt wonders and of progress tokens.

        Args:
            unbuilt: the wonders, as bits.
            tokens: the tokens, as bits.
        """
        total = of_set(self.tokens, tokens) + of_set(self.unbuilt, unbuilt)
        if self.token_count:
            total += of_value(self.token_count, count_bits(tokens))
        if self.unbuilt_count:
            total += of_value(self.unbuilt_count, count_bits(unbuilt))
        return total

    def of_built(self, codes: tuple[int, ...], under: int) -> float:
        """Return the value of constructed wonders.

        Args:
            codes: the wonders, each with the card under it.
            under: the number of buildings of the catalogue.
        """
        total = of_value(self.built_count, len(codes))
        built = self.built
        for code in codes:
            total += built[code // under]
        return total

    def of_counts(self, counts: int) -> float:
        """Return the value of the numbers of buildings of each colour.

        Args:
            counts: the numbers, packed.
        """
        total = 0.0
        for colour in self.colours:
            total += of_value(colour, counts & COUNT_MASK)
            counts >>= COUNT_BITS
        return total

    def of_production(self, production: int) -> float:
        """Return the value of the resources that a city produces.

        Args:
            production: the production, packed.
        """
        total = 0.0
        for place, made in enumerate(self.made):
            total += of_value(made, self.fields[place].read(production))
        return total

    def lead_of(self, state: StateDraft, one: Kept, two: Kept, military: i64, tempo: int) -> float:
        """Return the value of a state for player one.

        Args:
            state: a state in which the game is not over.
            one: what is known of the city of player one.
            two: the same of player two.
            military: the number of the conflict pawn's place and the tokens.
            tempo: the number of the player who makes the next decision.
        """
        total = self.military[military] + self.tempo[tempo]
        to_come = self.to_come
        if to_come:
            symbols = self.symbols_of(
                state,
                state.discard_low | one.low | two.low,
                state.discard_high | one.high | two.high,
            )
            total += to_come[symbols & ~one.city.science] - to_come[symbols & ~two.city.science]
        # Differences first: so the value of the mirrored state is the opposite to the last digit.
        return total + (self.player(state, 0, one, two) - self.player(state, 1, two, one))

    def symbols_of(self, state: StateDraft, gone_low: int, gone_high: int) -> int:
        """Return the symbols that a player can still get from a building, as bits.

        Args:
            state: a state in which the game is not over.
            gone_low: the buildings that are gone, of the first 62 of the catalogue.
            gone_high: the others.
        """
        gone_low &= self.symbols_low
        gone_high &= self.symbols_high
        age = coming_age(state)
        kept = self.coming
        if kept is None or kept.age != age or kept.low != gone_low or kept.high != gone_high:
            symbols = coming_symbols(state.tables, age, gone_low, gone_high)
            kept = self.coming = Coming(age, gone_low, gone_high, symbols)
        return kept.symbols

    def player(self, state: StateDraft, seat: int, mine: Kept, theirs: Kept) -> float:
        """Return the value of the city of a player, with its prices and points.

        Args:
            state: a state in which the game is not over.
            seat: the number of the player.
            mine: what is known of the city.
            theirs: what is known of the other city.
        """
        supply = theirs.city.supply
        prices = mine.prices
        if prices is None or prices.supply != supply:
            value = self.of_prices(state.tables, mine.city, theirs.city)
            prices = mine.prices = Prices(supply, value)
        total = mine.value + prices.value
        if mine.varies:
            total += self.of_points(state, seat)
        return total

    def of_prices(self, tables: Tables, mine: CityDraft, theirs: CityDraft) -> float:
        """Return the value of the prices of resources and wonders.

        Args:
            tables: the tables of the catalogue.
            mine: the city of the player.
            theirs: the other city.
        """
        if _COMPILED and tables.layout.is_narrow:  # compiled only
            return self.of_packed_prices(tables, mine, theirs)
        key = (theirs.supply, mine.production, mine.unbuilt_mask, mine.coins)
        found = self.known_prices.get(key)
        if found is not None:
            return found
        total = 0.0
        if self.prices:
            for place, unit in enumerate(unit_prices(mine, theirs)):
                total += of_value(self.prices[place], unit)
        if self.has_wonders:
            affordable = 0
            for number in bits(mine.unbuilt_mask):
                cost = price(tables, mine, theirs, tables.wonders[number])
                if cost <= mine.coins:
                    affordable += 1
                total += of_value(self.wonder_prices[number], cost - _LEAST_PRICE)
            total += of_value(self.affordable, affordable)
        if len(self.known_prices) >= _KEPT:
            self.known_prices.clear()
        self.known_prices[key] = total
        return total

    def of_packed_prices(
        self, tables: Tables, mine: CityDraft, theirs: CityDraft
    ) -> float:  # compiled only
        """Return the same without objects, if prices fit a machine word."""
        layout = tables.layout
        production: i64 = mine.production
        units: i64 = packed_unit_prices(layout, mine, theirs)
        total = 0.0
        rest = units
        mask: i64 = layout.unit_mask
        width: i64 = layout.width
        for weights in self.prices:
            total += of_value(weights, rest & mask)
            rest >>= width
        if self.has_wonders:
            affordable: i64 = 0
            coins: i64 = mine.coins
            unbuilt = mine.unbuilt_mask
            while unbuilt:
                lowest = unbuilt & -unbuilt
                unbuilt ^= lowest
                number = lowest.bit_length() - 1
                entry = tables.wonders[number]
                cost = price_up_to(layout, mine, theirs, entry, production, units, -1)
                if cost <= coins:
                    affordable += 1
                total += of_value(self.wonder_prices[number], cost - _LEAST_PRICE)
            total += of_value(self.affordable, affordable)
        return total

    def of_points(self, state: StateDraft, seat: int) -> float:
        """Return the value of the points of a city, without those of coins and the conflict pawn.

        Args:
            state: a state in which the game is not over.
            seat: the number of the player.
        """
        blue, green, yellow, guilds, wonders, tokens, _, _, other, varying = count(state, seat)
        return self.of_sources(blue, green, yellow, guilds, wonders, tokens, other, varying)

    def of_sources(
        self,
        blue: i64,
        green: i64,
        yellow: i64,
        guilds: i64,
        wonders: i64,
        tokens: i64,
        other: i64,
        varying: i64,
    ) -> float:
        """Return the value of points by source, and of those that depend on the position."""
        total = of_value(self.varying, varying)
        sources = self.sources
        if sources:
            total += (
                of_value(sources[0], blue)
                + of_value(sources[1], green)
                + of_value(sources[2], yellow)
            )
            total += (
                of_value(sources[3], guilds)
                + of_value(sources[4], wonders)
                + of_value(sources[5], tokens)
                + of_value(sources[6], other)
            )
        return total


def _cached(function: _F) -> _F:
    """Return a function that keeps its last results, for the pure build."""
    return lru_cache(_KEPT)(function)  # type: ignore[return-value]
