"""What one player has: a city.

How the engine makes the next one is said in ``state``: the two work the same way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Self, cast

import attr

from wonders_duel.build import is_compiled, mypyc_attr
from wonders_duel.cards import Building, BuiltWonder, ProgressToken, Wonder
from wonders_duel.enums import Colour, ScienceSymbol
from wonders_duel.rules import DISCARD_INCOME, MOST_COINS
from wonders_duel.sealed import seal
from wonders_duel.tables import COUNT_MASK, COUNT_SHIFT, SYMBOLS, YELLOW_SHIFT, Entry, Tables, bits

if TYPE_CHECKING:
    from wonders_duel.catalogues import Catalogue

__all__ = ["City", "CityDraft"]

_COMPILED: Final = is_compiled

MACHINE_PARTS: Final = frozenset(
    {
        "building_mask",
        "built_codes",
        "buried_mask",
        "counts",
        "freeze",
        "lose",
        "of",
        "perks",
        "production",
        "receive",
        "science",
        "supply",
        "tables",
        "thaw",
        "token_mask",
        "unbuilt_numbers",
    }
)
"""What a city has for the engine; ``dir()``, and so completion, leaves it out."""


def discard_income(counts: int) -> int:
    """Return the coins for a discarded card (R50); the card itself is not in the city.

    Args:
        counts: what the city counts, packed.
    """
    return DISCARD_INCOME + (counts >> YELLOW_SHIFT & COUNT_MASK)


@mypyc_attr(acyclic=True, free_list_len=1)
@attr.s(
    auto_attribs=True,
    init=False,
    eq=False,
    repr=False,
    slots=not is_compiled,  # type: ignore[literal-required]  # a native class has its places anyway
    weakref_slot=False,
)
class CityDraft:
    """The fields of a city while the engine may still change them; ``City`` is the same, frozen."""

    tables: Tables
    """What the engine looks up, of the catalogue."""
    coins: int
    """The coins, from 0."""
    building_mask: int
    """The buildings, as bits."""
    token_mask: int
    """The progress tokens, as bits."""
    unbuilt_numbers: tuple[int, ...]
    """The unbuilt wonders, ascending."""
    built_codes: tuple[int, ...]
    """The constructed wonders, ascending: wonder times the number of buildings, plus the card under it."""
    production: int
    """What is produced, with choices, fixed prices and rebates, packed."""
    supply: int
    """Brown and grey symbols (R28), packed."""
    counts: int
    """Buildings by colour, and those that make others free, packed."""
    science: int
    """Symbols and pairs, as bits."""
    perks: int
    """What changes later constructions, packed."""

    def thaw(self) -> CityDraft:
        """Return a copy that the engine may change."""
        if _COMPILED:
            return City(
                self.tables,
                self.coins,
                self.building_mask,
                self.token_mask,
                self.unbuilt_numbers,
                self.built_codes,
                self.production,
                self.supply,
                self.counts,
                self.science,
                self.perks,
            )
        draft = CityDraft()
        draft.tables = self.tables
        draft.coins = self.coins
        draft.building_mask = self.building_mask
        draft.token_mask = self.token_mask
        draft.unbuilt_numbers = self.unbuilt_numbers
        draft.built_codes = self.built_codes
        draft.production = self.production
        draft.supply = self.supply
        draft.counts = self.counts
        draft.science = self.science
        draft.perks = self.perks
        return draft

    def receive(self, entry: Entry) -> int:
        """Add what a card contributes as long as it lies here; not the card itself.

        Args:
            entry: the card.

        Returns:
            How many pairs of scientific symbols it completes (R63, R65).
        """
        self.production += entry.production
        self.supply += entry.supply
        self.counts += entry.counts
        self.perks += entry.perks
        symbols = entry.symbols
        if not symbols:
            return 0
        pairs = symbols & self.science & ~(self.science >> len(SYMBOLS))
        self.science |= symbols | pairs << len(SYMBOLS)
        return pairs.bit_count()

    def lose(self, entry: Entry) -> None:
        """Take away a building and what it contributed (R31).

        Args:
            entry: a building of this city.
        """
        self.building_mask ^= entry.bit
        self.production -= entry.production
        self.supply -= entry.supply
        self.counts -= entry.counts
        self.perks -= entry.perks
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
        """Become the frozen city; the engine does not change it any more."""
        # Only with cards of one's own, or from a position typed in; a call of min() would take longer.
        if self.coins > MOST_COINS:  # noqa: PLR1730
            self.coins = MOST_COINS
        if _COMPILED:
            if not isinstance(self, City):  # a new one, or one that interpreted code made
                return cast("City", self.thaw())
        else:
            self.__class__ = City  # the same slots
        return cast("City", self)


@mypyc_attr(acyclic=True, free_list_len=1)
@attr.s(
    auto_attribs=True,
    frozen=True,
    init=False,
    eq=False,
    repr=False,
    slots=not is_compiled,  # type: ignore[literal-required]  # a native class has its places anyway
    weakref_slot=False,
)
class City(CityDraft):
    """What one player has. The first six fields tell two cities apart; the rest follows from them.

    The masks have a bit for each number of the catalogue; the properties decode them.
    To have another city, change those of ``Position.of(state)``: ``attrs.evolve`` is refused.

    >>> from wonders_duel import Game
    >>> city = Game(seed=1, rules="first-game").state.cities[0]
    >>> city.coins, [wonder.id for wonder in city.unbuilt][:2]
    (7, ['the-great-lighthouse', 'the-pyramids'])
    """

    def __init__(  # compiled only
        self,
        tables: Tables,
        coins: int,
        building_mask: int,
        token_mask: int,
        unbuilt_numbers: tuple[int, ...],
        built_codes: tuple[int, ...],
        production: int,
        supply: int,
        counts: int,
        science: int,
        perks: int,
    ) -> None:
        """Hold the fields; only compiled code calls this."""
        # Compiled, these lines are plain stores.
        object.__setattr__(self, "tables", tables)
        object.__setattr__(self, "coins", coins)
        object.__setattr__(self, "building_mask", building_mask)
        object.__setattr__(self, "token_mask", token_mask)
        object.__setattr__(self, "unbuilt_numbers", unbuilt_numbers)
        object.__setattr__(self, "built_codes", built_codes)
        object.__setattr__(self, "production", production)
        object.__setattr__(self, "supply", supply)
        object.__setattr__(self, "counts", counts)
        object.__setattr__(self, "science", science)
        object.__setattr__(self, "perks", perks)

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
        """Make a city out of what tells it apart from others.

        Args:
            catalogue: the cards.
            coins: from 0.
            building_mask: the buildings, as bits.
            token_mask: the progress tokens, as bits.
            unbuilt_numbers: the unbuilt wonders, ascending.
            built_codes: the constructed wonders, ascending.
        """
        tables = catalogue.tables
        draft = CityDraft()
        draft.tables = tables
        draft.coins = coins
        draft.building_mask = building_mask
        draft.token_mask = token_mask
        draft.unbuilt_numbers = unbuilt_numbers
        draft.built_codes = built_codes
        draft.production = 0
        draft.supply = 0
        draft.counts = 0
        draft.science = 0
        draft.perks = 0
        under = len(tables.buildings)
        entries = [tables.buildings[number] for number in bits(building_mask)]
        entries += [tables.wonders[code // under] for code in built_codes]
        entries += [tables.tokens[number] for number in bits(token_mask)]
        for entry in entries:
            draft.receive(entry)
        return draft.freeze()

    def _key(self) -> tuple[object, ...]:
        return (
            self.coins,
            self.building_mask,
            self.token_mask,
            self.unbuilt_numbers,
            self.built_codes,
        )

    def __eq__(self, other: object) -> bool:
        """Say whether the other holds the same."""
        if self is other:
            return True
        if not isinstance(other, City):
            return NotImplemented
        return (
            self.coins == other.coins
            and self.building_mask == other.building_mask
            and self.built_codes == other.built_codes
            and self.unbuilt_numbers == other.unbuilt_numbers
            and self.token_mask == other.token_mask
            and (self.tables is other.tables or self.catalogue == other.catalogue)
        )

    def __hash__(self) -> int:
        """Hash what tells cities apart."""
        return hash(self._key())

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by what tells cities apart."""
        return (_city, (self.catalogue, *self._key()))

    def __copy__(self) -> Self:
        """Frozen: a copy is the city itself."""
        return self

    def __deepcopy__(self, memo: object) -> Self:
        """Frozen: a copy is the city itself."""
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
        """The wonders that can still be constructed."""
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
        """What discarding a card would bring now: 2 coins, and 1 for each yellow building (R50)."""
        return discard_income(self.counts)

    def count(self, colour: Colour) -> int:
        """Count the buildings of a colour.

        Args:
            colour: the colour.

        Returns:
            How many there are, from 0.
        """
        shift = COUNT_SHIFT.get(colour)
        if shift is None:  # another word for it, or none at all
            shift = COUNT_SHIFT[Colour(colour)]
        return self.counts >> shift & COUNT_MASK

    def _repr_svg_(self) -> str:
        """Return its picture, for a notebook."""
        from wonders_duel.render import svg  # noqa: PLC0415 - a thin method

        return svg(self)

    def __dir__(self) -> list[str]:
        """List what is there for users; the engine's own parts are left out but can be read."""
        return [name for name in object.__dir__(self) if name not in MACHINE_PARTS]

    def __repr__(self) -> str:
        """Return what the city holds, by ids."""
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
        """Draw it as plain text in 80 columns."""
        from wonders_duel.render.board import plain_text  # noqa: PLC0415 - a thin method

        return plain_text(self)


def _city(
    catalogue: Catalogue,
    coins: int,
    building_mask: int,
    token_mask: int,
    unbuilt_numbers: tuple[int, ...],
    built_codes: tuple[int, ...],
) -> City:
    """Unpickle."""
    return City.of(catalogue, coins, building_mask, token_mask, unbuilt_numbers, built_codes)


seal(
    City,
    "cities are parts of a state; to change one, take the state apart: "
    "position = Position.of(state), change position.cities, and call position.state()",
)
