"""``DealNumbers``: the contents of a ``Deal`` as catalogue numbers, for the engine."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import attr

from wonders_duel.build import is_compiled, mypyc_attr
from wonders_duel.chance.randomness import deal_cards, draw
from wonders_duel.engine.bitfields import bits, mask_of
from wonders_duel.errors import WrongTypeError
from wonders_duel.rules import BOARD_TOKENS, DRAFT_GROUP, LIBRARY_DRAW
from wonders_duel.support.phrases import shown

if TYPE_CHECKING:
    from wonders_duel.deal import Deal
    from wonders_duel.engine.tables import Tables

__all__ = ["DealNumbers", "HasDealNumbers", "numbers_of", "random_numbers"]


@attr.s(
    auto_attribs=True,
    frozen=True,
    init=False,
    eq=False,
    repr=False,
    slots=not is_compiled,  # type: ignore[literal-required]  # native classes need no slots
    weakref_slot=False,
)
class DealNumbers:
    """An immutable deal as catalogue numbers."""

    groups: tuple[tuple[int, ...], ...]
    """The wonders of the two draft groups."""
    board: tuple[int, ...]
    """The progress tokens on the board."""
    great_library: tuple[int, ...]
    """The progress tokens that the Great Library draws."""
    cards: tuple[tuple[int, ...], ...]
    """For each age, the building in each slot."""
    wonder_masks: tuple[int, ...]
    """The draft groups as bits."""
    board_mask: int
    """The tokens on the board as bits."""
    fronts: tuple[bytes, ...]
    """For each age, the visible face of each slot when dealt: a back where the card is face down."""

    def __init__(
        self,
        tables: Tables,
        groups: tuple[tuple[int, ...], ...],
        board: tuple[int, ...],
        great_library: tuple[int, ...],
        cards: tuple[tuple[int, ...], ...],
    ) -> None:
        """Store validated numbers and precompute the visible faces.

        Args:
            tables: the tables of the catalogue.
            groups: the wonders of the two draft groups.
            board: the progress tokens on the board.
            great_library: the progress tokens that the Great Library draws.
            cards: for each age, the building in each slot.
        """
        first, second = groups
        fronts: list[bytes] = []
        backs = tables.back_codes
        for age, table in zip(cards, tables.structures, strict=True):
            front = list(age)
            for slot in table.down:
                front[slot] = backs[front[slot]]
            fronts.append(bytes(front))
        # The compiled code turns these calls into plain stores.
        object.__setattr__(self, "groups", groups)
        object.__setattr__(self, "board", board)
        object.__setattr__(self, "great_library", great_library)
        object.__setattr__(self, "cards", cards)
        object.__setattr__(self, "wonder_masks", (mask_of(first), mask_of(second)))
        object.__setattr__(self, "board_mask", mask_of(board))
        object.__setattr__(self, "fronts", tuple(fronts))

    def drawn(self, box: int) -> int:
        """Return the progress tokens drawn from the box, as bits.

        The tokens of the deal are drawn first, then the rest of the box in the order
        of the catalogue; the latter happens with custom cards only.

        Args:
            box: the tokens in the box, as bits.
        """
        drawn = 0
        for number in (*self.great_library, *bits(box)):
            if box >> number & 1 and drawn.bit_count() < LIBRARY_DRAW:
                drawn |= 1 << number
        return drawn


@mypyc_attr(allow_interpreted_subclasses=True)
@attr.s(
    auto_attribs=True,
    init=False,
    eq=False,
    repr=False,
    slots=not is_compiled,  # type: ignore[literal-required]  # native classes need no slots
    weakref_slot=False,
)
class HasDealNumbers:
    """The base class of ``Deal`` whose field compiled code can read directly."""

    numbers: DealNumbers
    """The deal as catalogue numbers."""


def numbers_of(deal: Deal) -> DealNumbers:
    """Return the contents of a deal as catalogue numbers.

    Args:
        deal: the deal.

    Raises:
        WrongTypeError: it is not a ``Deal``.
    """
    numbers: DealNumbers | None
    try:
        holder: HasDealNumbers = deal  # compiled, this checks the type
        numbers = holder.numbers
    except (AttributeError, TypeError):
        numbers = None
    if not isinstance(numbers, DealNumbers):
        raise WrongTypeError(f"expected a Deal, got {shown(deal)}")
    return numbers


def random_numbers(tables: Tables, rng: Random) -> DealNumbers:
    """Return a random deal, uniform over all deals that the setup allows (R4, R6, R8, R60).

    Args:
        tables: the tables of the catalogue.
        rng: the random number generator; only its ``random()`` is called.
    """
    wonders = draw(rng, range(len(tables.wonders)), 2 * DRAFT_GROUP)
    tokens = draw(rng, range(len(tables.tokens)))
    no_guilds: list[int] = []
    ages = []
    for number, table in enumerate(tables.structures):
        guilds = tables.guilds if number == len(tables.structures) - 1 else no_guilds
        ages.append(tuple(deal_cards(rng, tables.age_decks[number], guilds, table.size)))
    return DealNumbers(
        tables,
        (tuple(wonders[:DRAFT_GROUP]), tuple(wonders[DRAFT_GROUP:])),
        tuple(tokens[:BOARD_TOKENS]),
        tuple(tokens[BOARD_TOKENS : BOARD_TOKENS + LIBRARY_DRAW]),
        tuple(ages),
    )
