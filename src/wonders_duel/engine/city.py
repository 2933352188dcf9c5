"""The city of a player.

Drafts and frozen cities work like those of states; see the module ``state_draft``.
"""

from __future__ import annotations

from collections.abc import Container
from typing import TYPE_CHECKING, Final, Self, cast

import attr

from wonders_duel import unpickle
from wonders_duel.build import is_compiled, later, mypyc_attr
from wonders_duel.cards import Building, BuiltWonder, ProgressToken, Wonder
from wonders_duel.effects.base import COIN_SET_SHIFT, CONSTRUCTED_WONDERS, HELD_TOKENS
from wonders_duel.engine.bitfields import (
    COUNT_BITS,
    COUNT_MASK,
    COUNT_SHIFT,
    SYMBOLS,
    WORD,
    bits,
    discard_income,
    halves,
    mask_of,
)
from wonders_duel.engine.compiled_cards import CompiledCard
from wonders_duel.engine.tables import Tables
from wonders_duel.enums import Colour, ScienceSymbol, as_colour
from wonders_duel.rules import MOST_COINS
from wonders_duel.support.rich_repr import print_as_repr
from wonders_duel.support.sealed import seal

if TYPE_CHECKING:
    from wonders_duel.catalogues import Catalogue

globals()["Catalogue"] = later("wonders_duel.catalogues", "Catalogue")

__all__ = ["City", "CityDraft"]

_COMPILED: Final = is_compiled

_ANY_COLOUR: Final = 0b1111111

MACHINE_PARTS: Final = frozenset(
    {
        "building_mask",
        "buildings_high",
        "buildings_low",
        "built_codes",
        "buried_mask",
        "counts",
        "fixed_mask",
        "fixed_units",
        "freeze",
        "lose",
        "modifiers",
        "of",
        "production",
        "receive",
        "receive_coins",
        "science",
        "supply",
        "tables",
        "tally",
        "thaw",
        "token_mask",
        "unbuilt_mask",
        "unbuilt_numbers",
    }
)
"""Attributes for the engine; ``dir()``, and therefore completion, leaves them out."""


@mypyc_attr(acyclic=True, free_list_len=1)
@attr.s(
    auto_attribs=True,
    init=False,
    eq=False,
    repr=False,
    slots=not is_compiled,  # type: ignore[literal-required]  # native classes need no slots
    weakref_slot=False,
)
class CityDraft:
    """A mutable city for the engine; ``City`` is the frozen class with the same fields.

    The methods that list all fields are generated from this list: ``python -m tools.fields``.
    """

    # -- constant during a game -------------------------------------------------------------------

    tables: Tables
    """The lookup tables of the catalogue."""

    # -- contents ---------------------------------------------------------------------------------

    coins: int
    """The coins, from 0."""
    buildings_low: int
    """The first 62 buildings of the catalogue, as bits."""
    buildings_high: int
    """The other buildings, as bits."""
    token_mask: int
    """The progress tokens, as bits."""
    unbuilt_mask: int
    """The unbuilt wonders, as bits."""
    built_codes: tuple[int, ...]
    """The constructed wonders, ascending: wonder * number of buildings + the card under it."""

    # -- computed from the contents ---------------------------------------------------------------

    production: int
    """The production, with choices, fixed prices and rebates, packed."""
    supply: int
    """The resources on brown and grey cards (R28), packed."""
    fixed_mask: int
    """The bits of the resources that have a fixed price."""
    fixed_units: int
    """The fixed prices, packed."""
    counts: int
    """The number of buildings of each colour, and the buildings that start chains, packed."""
    science: int
    """The scientific symbols and the pairs of them, as bits."""
    modifiers: int
    """Standing modifiers of later constructions, packed."""

    # [[[cog fields.thaw("City") ]]]
    def thaw(self) -> CityDraft:
        """Return a copy that the engine may change."""
        if _COMPILED:
            return City(
                self.tables,
                self.coins,
                self.buildings_low,
                self.buildings_high,
                self.token_mask,
                self.unbuilt_mask,
                self.built_codes,
                self.production,
                self.supply,
                self.fixed_mask,
                self.fixed_units,
                self.counts,
                self.science,
                self.modifiers,
            )
        draft = CityDraft()
        draft.tables = self.tables
        draft.coins = self.coins
        draft.buildings_low = self.buildings_low
        draft.buildings_high = self.buildings_high
        draft.token_mask = self.token_mask
        draft.unbuilt_mask = self.unbuilt_mask
        draft.built_codes = self.built_codes
        draft.production = self.production
        draft.supply = self.supply
        draft.fixed_mask = self.fixed_mask
        draft.fixed_units = self.fixed_units
        draft.counts = self.counts
        draft.science = self.science
        draft.modifiers = self.modifiers
        return draft

    # [[[end]]]

    @property
    def building_mask(self) -> int:
        """The buildings, as bits."""
        return self.buildings_low | self.buildings_high << WORD

    @property
    def unbuilt_numbers(self) -> tuple[int, ...]:
        """The unbuilt wonders, ascending."""
        return tuple(bits(self.unbuilt_mask))

    def tally(self, code: int) -> int:
        """Return the number of what a tally counts.

        Args:
            code: the ``_engine_code`` of the tally.
        """
        found = 0
        counts = self.counts
        if code & _ANY_COLOUR:
            rest = code & _ANY_COLOUR
            while rest:
                if rest & 1:
                    found += counts & COUNT_MASK
                rest >>= 1
                counts >>= COUNT_BITS
        if code & CONSTRUCTED_WONDERS:
            found += len(self.built_codes)
        if code & HELD_TOKENS:
            found += self.token_mask.bit_count()
        if code >> COIN_SET_SHIFT:
            found += self.coins // (code >> COIN_SET_SHIFT)
        return found

    def receive(self, entry: CompiledCard) -> int:
        """Add the lasting contribution of a card, but not the card itself.

        Args:
            entry: the card.

        Returns:
            The number of pairs of scientific symbols that it completes (R63, R65).
        """
        self.production += entry.production
        if entry.supply:
            self.supply += entry.supply
        if entry.fixes_prices:
            self.fixed_mask, self.fixed_units = self.tables.layout.fixed_units(self.production)
        self.counts += entry.counts
        if entry.modifiers:
            self.modifiers += entry.modifiers
        symbols = entry.symbols
        if not symbols:
            return 0
        pairs = symbols & self.science & ~(self.science >> len(SYMBOLS))
        self.science |= symbols | pairs << len(SYMBOLS)
        return pairs.bit_count()

    def receive_coins(self, coins: int) -> None:
        """Add coins, up to the limit, which only custom cards and positions can reach.

        Args:
            coins: the coins, from 0.
        """
        coins += self.coins
        self.coins = coins if coins < MOST_COINS else MOST_COINS  # noqa: FURB136 - min() is slower

    def lose(self, entry: CompiledCard) -> None:
        """Remove a building and its contribution (R31).

        Args:
            entry: a building of this city.
        """
        self.buildings_low ^= entry.low
        self.buildings_high ^= entry.high
        self.production -= entry.production
        self.supply -= entry.supply
        if entry.fixes_prices:
            self.fixed_mask, self.fixed_units = self.tables.layout.fixed_units(self.production)
        self.counts -= entry.counts
        self.modifiers -= entry.modifiers
        if entry.symbols:
            kept = City.of(
                self.tables.catalogue,
                self.coins,
                self.building_mask,
                self.token_mask,
                self.unbuilt_numbers,
                self.built_codes,
            )
            self.science = kept.science

    def freeze(self) -> City:
        """Turn this draft into the frozen city."""
        if _COMPILED:
            if not isinstance(self, City):  # a new one, or one that interpreted code made
                return cast("City", self.thaw())
            return self
        self.__class__ = City  # the same slots
        return self  # type: ignore[return-value] # without a call


@mypyc_attr(acyclic=True, free_list_len=1)
@attr.s(
    auto_attribs=True,
    frozen=True,
    init=False,
    eq=False,
    repr=False,
    slots=not is_compiled,  # type: ignore[literal-required]  # native classes need no slots
    weakref_slot=False,
)
class City(CityDraft):
    """The city of a player.

    Each bit of a mask is a number in the catalogue; the properties decode the masks.
    ``attrs.evolve`` raises an error: to change a city, edit ``Position.of(state)``.

    >>> from wonders_duel import Game
    >>> city = Game(seed=1, rules="first-game").state.cities[0]
    >>> city.coins, [wonder.id for wonder in city.unbuilt][:2]
    (7, ['the-great-lighthouse', 'the-pyramids'])
    """

    # [[[cog fields.constructor("City") ]]]
    def __init__(  # compiled only
        self,
        tables: Tables,
        coins: int,
        buildings_low: int,
        buildings_high: int,
        token_mask: int,
        unbuilt_mask: int,
        built_codes: tuple[int, ...],
        production: int,
        supply: int,
        fixed_mask: int,
        fixed_units: int,
        counts: int,
        science: int,
        modifiers: int,
    ) -> None:
        """Store the fields; only compiled code calls this."""
        # Compiled, these lines are plain stores.
        object.__setattr__(self, "tables", tables)
        object.__setattr__(self, "coins", coins)
        object.__setattr__(self, "buildings_low", buildings_low)
        object.__setattr__(self, "buildings_high", buildings_high)
        object.__setattr__(self, "token_mask", token_mask)
        object.__setattr__(self, "unbuilt_mask", unbuilt_mask)
        object.__setattr__(self, "built_codes", built_codes)
        object.__setattr__(self, "production", production)
        object.__setattr__(self, "supply", supply)
        object.__setattr__(self, "fixed_mask", fixed_mask)
        object.__setattr__(self, "fixed_units", fixed_units)
        object.__setattr__(self, "counts", counts)
        object.__setattr__(self, "science", science)
        object.__setattr__(self, "modifiers", modifiers)

    # [[[end]]]

    # [[[cog fields.of("City", "City", required=2, start="0") ]]]
    @classmethod
    def of(
        cls,
        catalogue: Catalogue,
        coins: int,
        building_mask: int = 0,
        token_mask: int = 0,
        unbuilt_numbers: tuple[int, ...] = (),
        built_codes: tuple[int, ...] = (),
    ) -> City:
        """Return a city with these fields, and compute the others.

        Args:
            catalogue: the cards of the game.
            coins: the coins, from 0.
            building_mask: the buildings, as bits.
            token_mask: the progress tokens, as bits.
            unbuilt_numbers: the unbuilt wonders, ascending.
            built_codes: the constructed wonders, ascending.
        """
        draft = CityDraft()
        draft.tables = catalogue.tables
        draft.coins = coins
        draft.buildings_low, draft.buildings_high = halves(building_mask)
        draft.token_mask = token_mask
        draft.unbuilt_mask = mask_of(unbuilt_numbers)
        draft.built_codes = built_codes
        draft.production = 0
        draft.supply = 0
        draft.fixed_mask = 0
        draft.fixed_units = 0
        draft.counts = 0
        draft.science = 0
        draft.modifiers = 0
        # [[[end]]]
        tables = catalogue.tables
        under = len(tables.buildings)
        entries = [tables.buildings[number] for number in bits(building_mask)]
        entries += [tables.wonders[code // under] for code in built_codes]
        entries += [tables.tokens[number] for number in bits(token_mask)]
        for entry in entries:
            draft.receive(entry)
        draft.receive_coins(0)
        return draft.freeze()

    # [[[cog fields.comparison("City") ]]]
    def __eq__(self, other: object) -> bool:
        """Whether the other city has the same contents."""
        if self is other:
            return True
        if not isinstance(other, City):
            return NotImplemented
        return (
            self.coins == other.coins
            and self.buildings_low == other.buildings_low
            and self.buildings_high == other.buildings_high
            and self.token_mask == other.token_mask
            and self.unbuilt_mask == other.unbuilt_mask
            and self.built_codes == other.built_codes
            and (self.tables is other.tables or self.catalogue == other.catalogue)
        )

    def __hash__(self) -> int:
        """Hash the contents."""
        return hash(
            (
                self.coins,
                self.buildings_low,
                self.buildings_high,
                self.token_mask,
                self.unbuilt_mask,
                self.built_codes,
            )
        )

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the fields from which the others are computed."""
        return (
            unpickle.city,
            (
                self.catalogue,
                self.coins,
                self.building_mask,
                self.token_mask,
                self.unbuilt_numbers,
                self.built_codes,
            ),
        )

    # [[[end]]]

    def __copy__(self) -> Self:
        """Return the city itself, which is immutable."""
        return self

    def __deepcopy__(self, memo: object) -> Self:
        """Return the city itself, which is immutable."""
        return self

    @property
    def catalogue(self) -> Catalogue:
        """The cards of the game."""
        return self.tables.catalogue

    @property
    def buildings(self) -> tuple[Building, ...]:
        """The buildings, in the order of the catalogue."""
        known = self.catalogue.building_list
        return tuple(known[number] for number in bits(self.building_mask))

    @property
    def tokens(self) -> tuple[ProgressToken, ...]:
        """The progress tokens, in the order of the catalogue."""
        known = self.catalogue.token_list
        return tuple(known[number] for number in bits(self.token_mask))

    @property
    def unbuilt(self) -> tuple[Wonder, ...]:
        """The wonders that the player can still construct."""
        known = self.catalogue.wonder_list
        return tuple(known[number] for number in self.unbuilt_numbers)

    @property
    def built(self) -> tuple[BuiltWonder, ...]:
        """The constructed wonders, each with the card under it."""
        buildings = self.catalogue.building_list
        wonders = self.catalogue.wonder_list
        pairs = (divmod(code, len(buildings)) for code in self.built_codes)
        return tuple(BuiltWonder(wonders[wonder], buildings[card]) for wonder, card in pairs)

    @property
    def buried_mask(self) -> int:
        """The cards under the constructed wonders, as bits."""
        buildings = len(self.catalogue.building_list)
        return sum(1 << code % buildings for code in self.built_codes)

    @property
    def symbols(self) -> tuple[ScienceSymbol, ...]:
        """The different scientific symbols (R67, R68)."""
        return tuple(symbol for number, symbol in enumerate(SYMBOLS) if self.science >> number & 1)

    @property
    def discard_income(self) -> int:
        """The coins for discarding a card now: 2, plus 1 for each yellow building (R50)."""
        return discard_income(self.counts)

    def count(self, colour: Colour) -> int:
        """Return the number of buildings of a colour.

        Args:
            colour: the colour.

        Raises:
            UnknownNameError: it is not a colour.
        """
        try:
            shift = COUNT_SHIFT.get(colour)
        except TypeError:  # a list cannot be looked up
            shift = None
        if shift is None:  # an alias, or an unknown colour
            shift = COUNT_SHIFT[as_colour(colour)]
        return self.counts >> shift & COUNT_MASK

    def _repr_svg_(self) -> str:
        """Return an SVG picture for notebooks."""
        from wonders_duel.render import svg  # noqa: PLC0415 - a thin method

        return svg(self)

    def _repr_mimebundle_(
        self, include: Container[str] | None = None, exclude: Container[str] | None = None
    ) -> dict[str, str]:
        """Return the picture by media type, for notebooks."""
        from wonders_duel.render.notebooks import mimebundle  # noqa: PLC0415 - a thin method

        return mimebundle(self, include, exclude)

    def __dir__(self) -> list[str]:
        """List the public attributes, without those for the engine, which can still be read."""
        return [name for name in object.__dir__(self) if name not in MACHINE_PARTS]

    def __repr__(self) -> str:
        """Return the contents of the city, by id."""
        parts = [f"coins={self.coins}"]
        for name, ids in (
            ("buildings", [card.id for card in self.buildings]),
            ("tokens", [card.id for card in self.tokens]),
            ("built", [f"{one.wonder.id} with {one.card.id}" for one in self.built]),
            ("unbuilt", [card.id for card in self.unbuilt]),
        ):
            if ids:
                parts.append(f"{name}={', '.join(ids)}")
        return f"<City {'; '.join(parts)}>"

    def __str__(self) -> str:
        """Return a plain-text drawing, 80 columns wide."""
        from wonders_duel.render.board import plain_text  # noqa: PLC0415 - a thin method

        return plain_text(self)


print_as_repr(City)
seal(
    City,
    "a city is a part of a state; to change one, take position = Position.of(state), "
    "change position.cities, and call position.state()",
)
