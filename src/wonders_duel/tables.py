"""The lookup tables of a catalogue: the effects of each card as precomputed integers.

They are computed once from the effect objects. Several small counters are packed into one
int, so that adding a card to a city is an addition.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

import attr

from wonders_duel.build import is_compiled, mypyc_attr
from wonders_duel.cards import Building, Card, ProgressToken, StructureLayout, Wonder
from wonders_duel.effects import CardChoice, Contribution, Effect
from wonders_duel.effects.triggers import A_DISCARD, A_TRADE, A_WONDER
from wonders_duel.enums import Back, Colour, Resource, ScienceSymbol
from wonders_duel.rules import DISCARD_INCOME
from wonders_duel.slots import StructureTable

if TYPE_CHECKING:
    from wonders_duel.catalogues import Catalogue
    from wonders_duel.decision import Choice, Decision
    from wonders_duel.moves import Move
    from wonders_duel.trading import PriceMemo

__all__ = [
    "Entry",
    "Field",
    "HasSpec",
    "MoveLists",
    "MoveSpec",
    "Packing",
    "Reward",
    "Tables",
    "bits",
]

RESOURCES: Final = tuple(Resource)
COLOURS: Final = tuple(Colour)
SYMBOLS: Final = tuple(ScienceSymbol)
BACKS: Final = tuple(Back)

# A slot of the structure is a byte: the number of a building, or one of these higher numbers.
GONE: Final = 255
FIRST_BACK: Final = 251
HIDDEN: Final = {back: FIRST_BACK + number for number, back in enumerate(BACKS)}
BACK_OF: Final = {code: back for back, code in HIDDEN.items()}
BYTES: Final = [bytes([number]) for number in range(256)]
"""Each number as a byte string of length 1."""

# In a price list: not computed yet, or too high for a byte.
UNKNOWN: Final = 255

# The choices that cards bring, numbered in the order of R22.
PEND_TOKEN: Final = 0
PEND_DRAW: Final = 1
PEND_REVIVE: Final = 2
PEND_DESTROY: Final = 3  # plus the number of the colour
FIRST_CARD_CHOICE: Final = 10  # plus the number of the custom choice

# The most choices that all the cards of a catalogue can bring. Every format has room for that many
# pending choices, and for those that pairs bring.
MOST_CHOICES: Final = 250

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

# The modifiers of later constructions (`perks`).
PERK_TRADE: Final = 0b1111
PERK_AGAIN: Final = 0b11110000
CHAIN_SHIFT: Final = 8
CHAIN_MASK: Final = 0xFFF
SHIELD_SHIFT: Final = 20
SHIELD_BITS: Final = 5
SHIELD_MASK: Final = 0b11111
# Above the extra shields of each colour, the counters of all other triggers (`Tables.rewards`).
TRIGGER_SHIFT: Final = SHIELD_SHIFT + SHIELD_BITS * len(COLOURS)


def bits(mask: int) -> list[int]:
    """Return the numbers of the bits that are set, ascending.

    >>> bits(0b1101)
    [0, 2, 3]
    """
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


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


class Reward:
    """What the triggers of a city or of a card give on an occasion."""

    def __init__(self) -> None:
        """Start with nothing."""
        self.coins = 0
        self.loses = 0
        self.shields = 0
        self.extra_turns = 0


class Entry:
    """A card for the engine: its effects as precomputed integers."""

    def __init__(self, item: int, needs: tuple[int, ...], coin_cost: int) -> None:
        """Store the printed cost; the tables fill in the rest."""
        self.number = 0
        """The number among the buildings, the wonders or the tokens."""
        self.bit = 0
        """``1 << number``."""
        self.item = item
        """The number among the cards that have a price: buildings, then wonders."""
        self.needs = needs
        """The units of each resource in the cost."""
        self.asked: tuple[tuple[int, int], ...] = tuple(
            [(one, units) for one, units in enumerate(needs) if units]
        )
        """Pairs of a resource and its units, for the resources in the cost."""
        self.coin_cost = coin_cost
        """The coin part of the cost."""
        self.chain = 0
        """The building that makes it free, as a bit in the counts of a city."""
        self.free_with = -1
        """The number of that building, or -1."""
        self.rebate = -1
        """The number of the rebate that applies to it, or -1."""
        self.coin_rebate = -1
        """The number of the rebate in coins that applies to it, or -1."""
        self.colour = -1
        """The number of the colour, or -1."""
        self.hidden = 0
        """The byte of a slot where this card is face down."""
        self.production = 0
        """The addition to the production of its city, packed."""
        self.supply = 0
        """The addition to the resources that raise the opponent's prices (R28), packed."""
        self.counts = 0
        """The addition to the counts of its city, packed."""
        self.changes_prices = False
        """Whether it changes the production or the supply."""
        self.perks = 0
        """The modifiers of later constructions, packed."""
        self.shield_shift = 0
        """The shift of the extra shields for its colour in the perks."""
        self.occasions = 0
        """The occasions for triggers when it is constructed, as bits."""
        self.coins = 0
        self.loses = 0
        self.shields = 0
        self.points = 0
        self.symbols = 0
        self.play_again = False
        self.pending: tuple[int, ...] = ()
        """The choices that it brings, in the order of R22."""
        self.gains: tuple[Effect, ...] = ()
        """The effects that inspect the state when the card comes into play."""
        self.scorers: tuple[Effect, ...] = ()
        """The effects that inspect the state when points are counted."""

    @staticmethod
    def of_discard() -> Entry:
        """Return an entry for what triggers give when a card is discarded for coins."""
        entry = Entry(-1, (), 0)
        entry.occasions = A_DISCARD
        return entry

    @staticmethod
    def of_player(number: int) -> Entry:
        """Return an entry for the choice of who begins, with the number of a player."""
        entry = Entry(-1, (), 0)
        entry.number = number
        return entry


class MoveSpec:
    """A move for the engine."""

    def __init__(
        self,
        tables: Tables,
        index: int,
        kind: int,
        entry: Entry,
        card: int,
        choice: int = -1,
    ) -> None:
        """Store the parts of a move.

        Args:
            tables: the tables of the catalogue whose codec numbers the move.
            index: the number of the move in the codec.
            kind: the number of the kind of move, in the order of the codec.
            entry: the card that is constructed, taken, discarded or destroyed; for the choice
                of who begins, an empty entry with the number of the player; for a declined token,
                an empty entry.
            card: the number of the building that leaves its place, or -1.
            choice: the code of the custom choice that the move makes, or -1.
        """
        self.tables = tables
        self.index = index
        self.kind = kind
        self.entry = entry
        self.card = card
        self.choice = choice


@mypyc_attr(allow_interpreted_subclasses=True)
@attr.s(
    auto_attribs=True,
    init=False,
    eq=False,
    repr=False,
    match_args=False,
    slots=not is_compiled,  # type: ignore[literal-required]  # native classes need no slots
    weakref_slot=False,
)
class HasSpec:
    """The base class of moves, with the field that compiled code reads directly."""

    spec: MoveSpec
    """The move as the engine needs it."""


class MoveLists:
    """The moves of a catalogue by kind and card."""

    def __init__(self) -> None:
        """Start with empty lists; the codec fills them."""
        self.draft: list[Move] = []
        self.construct: list[Move] = []
        self.discard: list[Move] = []
        self.wonder: list[list[Move]] = []
        """By wonder, then by building."""
        self.token: list[Move] = []
        self.destroy: list[Move] = []
        self.revive: list[Move] = []
        self.begin: list[Move] = []
        self.decline: list[Move] = []
        self.choose: dict[int, list[Move]] = {}
        """The moves of each custom choice, by the code of the choice."""


def _overrides(effect: Effect, method: str) -> bool:
    return getattr(type(effect), method) is not getattr(Effect, method)


class Tables:
    """All the lookup tables of a catalogue."""

    catalogue: Catalogue
    """The catalogue of these tables, which sets this attribute and ``prices``."""
    prices: PriceMemo
    """The cache of price lists."""
    decisions: list[Decision]
    """The decision of each phase in which a player is to move; ``set_decisions`` sets them."""
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
        cards: list[Card] = [*buildings, *wonders, *tokens]
        self._pack(sums, buildings)
        numbers = {building.id: number for number, building in enumerate(buildings)}
        freeing = sorted({numbers[one.free_with] for one in buildings if one.free_with is not None})
        self.chain_bits: dict[int, int] = {
            number: 1 << CHAINS_SHIFT + n for n, number in enumerate(freeing)
        }
        """The bit in the counts of a city for each building that starts a chain."""
        entries = [
            self._entry(item, card, total, numbers, len(wonders))
            for item, (card, total) in enumerate(zip(cards, sums, strict=True))
        ]
        first_token = len(buildings) + len(wonders)
        self.buildings: tuple[Entry, ...] = tuple(entries[: len(buildings)])
        self.wonders: tuple[Entry, ...] = tuple(entries[len(buildings) : first_token])
        self.tokens: tuple[Entry, ...] = tuple(entries[first_token:])
        self.fixed: bytes = bytes(
            [
                UNKNOWN if entry.asked else min(entry.coin_cost, UNKNOWN)
                for entry in entries[:first_token]
            ]
        )
        """The fixed prices by item: those of cards that cost no resources."""
        self.unknown: bytes = BYTES[UNKNOWN] * first_token
        """The same for a city with rebates in coins: none."""
        self.chains: list[int] = [entry.chain for entry in self.buildings]
        """For each building, the building that makes it free, as a bit in the counts of a city."""
        self.without: list[bytes] = [
            bytes.maketrans(BYTES[entry.number], BYTES[GONE]) for entry in self.buildings
        ]
        """For each building, the `bytes.translate` table that removes it from a structure."""
        self.hidden: list[int] = [entry.hidden for entry in self.buildings]
        """For each building, the byte of a slot where it is face down."""
        self.structures: tuple[StructureTable, ...] = tuple(
            StructureTable(layout) for layout in structures
        )
        self.colour_masks: tuple[int, ...] = tuple(
            sum(entry.bit for entry in self.buildings if entry.colour == number)
            for number in range(len(COLOURS))
        )
        self.back_masks: dict[int, int] = {
            code: sum(entry.bit for entry in self.buildings if entry.hidden == code)
            for code in BACK_OF
        }
        self.age_decks: list[list[int]] = [
            bits(self.back_masks[HIDDEN[back]]) for back in (Back.AGE_I, Back.AGE_II, Back.AGE_III)
        ]
        """The buildings of each age without the guilds, in the order of the catalogue."""
        self.guilds: list[int] = bits(self.back_masks[HIDDEN[Back.GUILD]])
        """The guilds."""
        self.scoring: int = sum(
            entry.bit for entry in self.buildings if entry.points or entry.scorers
        )
        """The buildings that can be worth points, as bits."""
        self.all_wonders: int = (1 << len(wonders)) - 1
        self.all_tokens: int = (1 << len(tokens)) - 1

    def _pack(self, sums: Sequence[Contribution], buildings: Sequence[Building]) -> None:
        """Allocate the packed ints for the largest possible sums of these cards."""
        # The bits of the production are above those of the opponent's supply, so the sum of
        # the two is the key of a price list.
        public = Packing()
        self.supplied: tuple[Field, ...] = tuple(
            public.field(
                sum(
                    total.production.get(resource, 0)
                    for total, building in zip(sums, buildings, strict=False)
                    if building.colour in (Colour.BROWN, Colour.GREY)
                )
            )
            for resource in RESOURCES
        )
        own = Packing(public.bits)
        self.produced: tuple[Field, ...] = tuple(
            own.field(sum(total.production.get(resource, 0) for total in sums))
            for resource in RESOURCES
        )
        groups = sorted(
            {group for total in sums for group in total.choices},
            key=lambda group: [resource in group for resource in RESOURCES],
        )
        self.choices: tuple[tuple[frozenset[Resource], Field], ...] = tuple(
            (group, own.field(sum(total.choices.count(group) for total in sums)))
            for group in groups
        )
        # The lowest price of a resource comes last, so it applies (R36).
        fixed = sorted(
            {pair for total in sums for pair in total.fixed_prices.items()}, reverse=True
        )
        self.fixed_prices: tuple[tuple[int, int, Field], ...] = tuple(
            (
                RESOURCES.index(resource),
                price,
                own.field(sum(total.fixed_prices.get(resource) == price for total in sums)),
            )
            for resource, price in fixed
        )
        targets = {target for total in sums for _, target in total.rebates}
        self.rebates: tuple[tuple[Colour | None, Field], ...] = tuple(
            (
                target,
                own.field(
                    sum(
                        units for total in sums for units, where in total.rebates if where is target
                    )
                ),
            )
            for target in (None, *COLOURS)
            if target in targets
        )
        cheaper = {target for total in sums for target in total.coin_rebates}
        self.coin_rebates: tuple[tuple[Colour | None, Field], ...] = tuple(
            (target, own.field(sum(total.coin_rebates.get(target, 0) for total in sums)))
            for target in (None, *COLOURS)
            if target in cheaper
        )
        self.coin_rebate_mask: int = sum(
            field.mask << field.shift for _, field in self.coin_rebates
        )
        """The bits of rebates in coins in a production."""
        self.flexible_mask: int = sum(
            field.mask << field.shift for _, field in (*self.choices, *self.rebates)
        )
        """The bits of choices and rebates in a production."""
        self.production_mask: int = (
            self.flexible_mask
            | self.coin_rebate_mask
            | sum(field.mask << field.shift for field in self.produced)
        )
        """The bits that determine the units that need not be bought, and the rebates in coins."""
        fixing = [field for _, _, field in self.fixed_prices]
        self.market_mask: int = sum(
            field.mask << field.shift for field in (*self.supplied, *fixing)
        )
        """The bits that determine the prices of units."""
        more = Packing(TRIGGER_SHIFT)
        self.rewards: tuple[tuple[int, tuple[Field, ...]], ...] = tuple(
            (occasion, tuple(more.field(sum(parts)) for parts in zip(*given, strict=True)))
            for occasion, given in _rewards(sums)
            if any(map(any, given))
        )
        """For each occasion that triggers something, its counters in the perks, in the order of ``Reward``."""
        # If no resource is in two groups, the greedy rule of R36 needs no matching.
        self.groups_are_apart: bool = all(
            sum(resource in group for group, _ in self.choices) <= 1 for resource in RESOURCES
        )
        self.group_of: tuple[int, ...] = tuple(
            next(
                (number for number, (group, _) in enumerate(self.choices) if resource in group), -1
            )
            for resource in RESOURCES
        )

    def _entry(
        self,
        item: int,
        card: Card,
        total: Contribution,
        numbers: dict[str, int],
        n_wonders: int,
    ) -> Entry:
        n_buildings = len(numbers)
        building = card if isinstance(card, Building) else None
        cost = None if isinstance(card, ProgressToken) else card.cost
        asked = cost.resources if cost else {}
        entry = Entry(
            item,
            tuple([asked.get(resource, 0) for resource in RESOURCES]),
            cost.coins if cost else 0,
        )
        if building:
            entry.number = item
            entry.colour = COLOURS.index(building.colour)
            entry.counts = 1 << COUNT_SHIFT[building.colour] | self.chain_bits.get(item, 0)
            entry.hidden = HIDDEN[building.back]
            entry.shield_shift = SHIELD_SHIFT + SHIELD_BITS * entry.colour
            entry.occasions = 1 << entry.colour
            if building.free_with is not None:
                entry.free_with = numbers[building.free_with]
                entry.chain = self.chain_bits[entry.free_with]
            if building.colour in (Colour.BROWN, Colour.GREY):
                entry.supply = self._packed(
                    (field, total.production.get(resource, 0))
                    for resource, field in zip(RESOURCES, self.supplied, strict=True)
                )
        elif isinstance(card, Wonder):
            entry.number = item - n_buildings
            entry.occasions = A_WONDER
        else:
            entry.number = item - n_buildings - n_wonders
        entry.bit = 1 << entry.number
        entry.production = self._packed(
            [
                *(
                    (field, total.production.get(resource, 0))
                    for resource, field in zip(RESOURCES, self.produced, strict=True)
                ),
                *((field, total.choices.count(group)) for group, field in self.choices),
                *(
                    (field, int(total.fixed_prices.get(RESOURCES[number]) == price))
                    for number, price, field in self.fixed_prices
                ),
                *(
                    (field, sum(units for units, where in total.rebates if where is target))
                    for target, field in self.rebates
                ),
                *(
                    (field, total.coin_rebates.get(target, 0))
                    for target, field in self.coin_rebates
                ),
            ]
        )
        entry.changes_prices = bool(entry.production or entry.supply)
        if not isinstance(card, ProgressToken):
            target = building.colour if building else None
            entry.rebate = next(
                (number for number, (where, _) in enumerate(self.rebates) if where is target), -1
            )
            entry.coin_rebate = next(
                (n for n, (where, _) in enumerate(self.coin_rebates) if where is target), -1
            )
        entry.perks = (
            total.trade_coins
            | total.wonders_again << 4
            | total.chain_bonus << CHAIN_SHIFT
            | sum(
                shields << (SHIELD_SHIFT + SHIELD_BITS * COLOURS.index(colour))
                for colour, shields in total.extra_shields.items()
            )
            | self._packed(
                pair
                for occasion, fields in self.rewards
                for pair in zip(fields, _given(total, occasion), strict=True)
            )
        )
        entry.coins = total.coins
        entry.loses = total.opponent_loses
        entry.shields = total.shields
        entry.points = total.points
        entry.symbols = sum(1 << SYMBOLS.index(symbol) for symbol in total.symbols)
        entry.play_again = total.play_again
        entry.pending = tuple(
            sorted(
                [
                    *(PEND_TOKEN for _ in range(total.board_tokens)),
                    *(PEND_DRAW for _ in range(total.token_draws)),
                    *(PEND_REVIVE for _ in range(total.revivals)),
                    *(PEND_DESTROY + COLOURS.index(colour) for colour in total.destructions),
                    *(
                        FIRST_CARD_CHOICE + list(self.card_choices).index(choice.word)
                        for choice in total.card_choices
                    ),
                ]
            )
        )
        entry.gains = tuple(effect for effect in card.effects if _overrides(effect, "gain"))
        entry.scorers = tuple(effect for effect in card.effects if _overrides(effect, "score"))
        return entry

    def reward(self, perks: int, occasions: int) -> Reward:
        """Return what triggers give on some occasions, apart from chain coins and extra shields.

        Args:
            perks: the perks of a city, or of a card.
            occasions: the occasions, as bits.
        """
        found = Reward()
        for occasion, (coins, loses, shields, extra_turns) in self.rewards:
            if occasion & occasions:
                found.coins += coins.read(perks)
                found.loses += loses.read(perks)
                found.shields += shields.read(perks)
                found.extra_turns += extra_turns.read(perks)
        return found

    @staticmethod
    def _packed(parts: Iterable[tuple[Field, int]]) -> int:
        return sum(value << field.shift for field, value in parts)


def _given(total: Contribution, occasion: int) -> tuple[int, int, int, int]:
    """Return what the triggers of a card give on an occasion, in the order of ``Reward``."""
    gains = [gain for trigger, gain in total.triggers if trigger.occasions & occasion]
    return (
        sum(gain.coins for gain in gains),
        sum(gain.opponent_loses for gain in gains),
        sum(gain.shields for gain in gains),
        sum(gain.play_again for gain in gains),
    )


def _rewards(
    sums: Sequence[Contribution],
) -> Iterator[tuple[int, list[tuple[int, int, int, int]]]]:
    """Yield each occasion with what each card gives on it."""
    occasion = 1
    while occasion <= A_TRADE:
        yield occasion, [_given(total, occasion) for total in sums]
        occasion <<= 1
