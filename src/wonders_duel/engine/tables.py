"""The lookup tables of a catalogue for the engine, computed once from its cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from wonders_duel.cards import Building, ProgressToken, StructureLayout, Wonder
from wonders_duel.effects import CardChoice, Contribution
from wonders_duel.engine.bitfields import BYTES, COLOURS, SYMBOLS, bits, halves
from wonders_duel.engine.card_layout import CardLayout
from wonders_duel.engine.compiled_cards import CompiledCard
from wonders_duel.engine.move_specs import MoveLists
from wonders_duel.engine.slots import BACK_OF, FIRST_BACK, GONE, HIDDEN, StructureTable
from wonders_duel.enums import AGE_BACKS, Back

if TYPE_CHECKING:
    from wonders_duel.catalogues import Catalogue
    from wonders_duel.engine.decision import Choice, Decision
    from wonders_duel.engine.prices import PriceMemo

__all__ = ["UNKNOWN", "FixedKey", "FixedPoints", "Tables"]

FixedKey = tuple[int, int, tuple[int, ...], int]
"""The scoring buildings in two ints, the constructed wonders and the tokens of a city."""
FixedPoints = tuple[int, int, int, int, int, int, int]
"""Points that never change: blue, green, yellow, guilds, wonders, tokens and others."""

UNKNOWN: Final = 255
"""In a price list: not looked up yet, or too high for a byte."""
SETS: Final = 0xFFF
"""The sets of wonders to keep: as bits, those up to this one, which are all of the base game."""


class Tables:
    """All the lookup tables of a catalogue."""

    catalogue: Catalogue
    """The catalogue of these tables, which sets this attribute and ``prices``."""
    prices: PriceMemo
    """The cache of prices, for the pure build."""
    decisions: list[Decision]
    """The decision of each phase in which a player is to move; ``set_decisions`` sets them."""
    taking: Decision
    """The decision of a turn, which is most of them, so that it need not be looked up."""
    by_phase: list[Decision | None]
    """The decision of every phase that has exactly one."""
    pending: list[Choice]
    """The decisions that cards bring, by the code of a pending choice: in the order of R22."""

    def __init__(
        self,
        buildings: Sequence[Building],
        wonders: Sequence[Wonder],
        tokens: Sequence[ProgressToken],
        structures: Sequence[StructureLayout],
        sums: Sequence[Contribution],
    ) -> None:
        """Compute the tables of validated cards.

        Args:
            buildings: the buildings.
            wonders: the wonders.
            tokens: the progress tokens.
            structures: the layouts of the three ages.
            sums: the sum of the effects of each card: buildings, then wonders, then tokens.
        """
        self.moves: MoveLists = MoveLists()
        """The moves, created by the codec."""
        self.card_choices: dict[str, CardChoice] = {
            choice.word: choice for total in sums for choice in total.card_choices
        }
        """The custom choices by their words, in the order of their codes."""
        costs = [building.cost for building in buildings]
        costs += [wonder.cost for wonder in wonders]
        layout = CardLayout(buildings, costs, sums)
        self.layout: CardLayout = layout
        """Where the counters of the cards are in packed ints."""
        priced = len(buildings) + len(wonders)
        # Compiled, the items of a list are read faster than those of a tuple.
        self.buildings: list[CompiledCard] = [
            CompiledCard.of_building(number, card, total, layout)
            for number, (card, total) in enumerate(zip(buildings, sums, strict=False))
        ]
        self.wonders: list[CompiledCard] = [
            CompiledCard.of_wonder(number, len(buildings) + number, card, total, layout)
            for number, (card, total) in enumerate(
                zip(wonders, sums[len(buildings) : priced], strict=True)
            )
        ]
        self.wonder_sets: list[list[CompiledCard] | None] = [None] * (SETS + 1)
        """The results of :meth:`wonders_of`."""
        self.tokens: tuple[CompiledCard, ...] = tuple(
            [
                CompiledCard.of_token(number, card, total, layout)
                for number, (card, total) in enumerate(zip(tokens, sums[priced:], strict=True))
            ]
        )
        self.chains: list[int] = [card.chain for card in self.buildings]
        """For each building, the building that makes it free, as a bit in the counts of a city."""
        self.removals: list[bytes] = [
            bytes.maketrans(BYTES[card.number], BYTES[GONE]) for card in self.buildings
        ]
        """For each building, the `bytes.translate` table that removes it from a structure."""
        self.back_codes: list[int] = [card.back_code for card in self.buildings]
        """For each building, the byte of a slot where it is face down."""
        self.structures: tuple[StructureTable, ...] = tuple(
            [StructureTable(one) for one in structures]
        )
        self.colour_masks: tuple[int, ...] = tuple(
            [
                sum([card.bit for card in self.buildings if card.colour == number])
                for number in range(len(COLOURS))
            ]
        )
        self.back_masks: dict[int, int] = {
            code: sum([card.bit for card in self.buildings if card.back_code == code])
            for code in BACK_OF
        }
        self.age_decks: list[list[int]] = [
            bits(self.back_masks[HIDDEN[back]]) for back in AGE_BACKS
        ]
        """The buildings of each age without the guilds, in the order of the catalogue."""
        self.guilds: list[int] = bits(self.back_masks[HIDDEN[Back.GUILD]])
        """The guilds."""
        fixed = [card.bit for card in self.buildings if card.points and not card.varies]
        low, high = halves(sum(fixed))
        self.fixed_low: int = low
        """The first 62 buildings, those whose points never change, as bits."""
        self.fixed_high: int = high
        """The same of the other buildings."""
        low, high = halves(sum([card.bit for card in self.buildings if card.varies]))
        self.varying_low: int = low
        """The first 62 buildings, those whose points depend on the position, as bits."""
        self.varying_high: int = high
        """The same of the other buildings."""
        self.varying_tokens: int = sum([card.bit for card in self.tokens if card.varies])
        """The progress tokens whose points depend on the position, as bits."""
        self.has_varying_wonders: bool = any(card.varies for card in self.wonders)
        """Whether the points of a wonder depend on the position."""
        self.known_points: dict[FixedKey, FixedPoints] = {}
        """The fixed points of cities, in the pure build."""
        self.symbol_cards: list[list[tuple[int, int, int]]] = [
            [self._showing(symbol, age) for symbol in range(len(SYMBOLS))] for age in range(3)
        ]
        """For each age, the buildings of that or a later age with each symbol, and its bit."""
        self.all_wonders: int = (1 << len(wonders)) - 1
        self.all_tokens: int = (1 << len(tokens)) - 1

    def _showing(self, symbol: int, age: int) -> tuple[int, int, int]:
        """Return the buildings of an age or a later one with a symbol, in two ints, and its bit."""
        bit = 1 << symbol
        low, high = halves(
            sum(
                [
                    card.bit
                    for card in self.buildings
                    if card.symbols & bit and card.back_code >= FIRST_BACK + age
                ]
            )
        )
        return low, high, bit

    def wonders_of(self, mask: int) -> list[CompiledCard]:
        """Return wonders, and keep them in :attr:`wonder_sets`.

        Args:
            mask: the wonders, as bits.
        """
        found = [self.wonders[number] for number in bits(mask)]
        if mask <= SETS:  # custom catalogues can have many more sets
            self.wonder_sets[mask] = found
        return found
