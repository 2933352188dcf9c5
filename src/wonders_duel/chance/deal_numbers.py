"""``DealNumbers``: the contents of a ``Deal`` as catalogue numbers, for the engine."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Self

import attr

from wonders_duel.build import is_compiled, mypyc_attr, override
from wonders_duel.chance.randomness import deal_cards, shuffle
from wonders_duel.engine.bitfields import bits, mask_of
from wonders_duel.engine.chance_source import ChanceSource
from wonders_duel.engine.consequences import box_tokens, drafted_wonders, slots_to_reveal
from wonders_duel.engine.phases import DEAL_AGE, DEAL_TOKENS, DEAL_WONDERS, REVEAL
from wonders_duel.engine.tables import Tables
from wonders_duel.errors import WrongTypeError
from wonders_duel.rules import BOARD_TOKENS, DRAFT_GROUP, LIBRARY_DRAW
from wonders_duel.support.phrases import shown

if TYPE_CHECKING:
    from wonders_duel.deal import Deal
    from wonders_duel.engine.state_draft import StateDraft

__all__ = [
    "DealNumbers",
    "HasDealNumbers",
    "front_of",
    "next_outcome",
    "numbers_of",
    "random_numbers",
]


@mypyc_attr(acyclic=True)
@attr.s(
    auto_attribs=True,
    frozen=True,
    init=False,
    eq=False,
    repr=False,
    slots=not is_compiled,  # type: ignore[literal-required]  # native classes need no slots
    weakref_slot=False,
)
class DealNumbers(ChanceSource):  # type: ignore[override]  # its attrs initialiser takes fields
    """An immutable deal as catalogue numbers.

    The engine asks the methods. A deal that was drawn for a state overrides those whose answers
    lie in the past of that state.
    """

    tables: Tables
    """The tables of the catalogue."""
    groups: tuple[tuple[int, ...], ...]
    """The wonders of the two draft groups."""
    board: tuple[int, ...]
    """The progress tokens on the board."""
    great_library: tuple[int, ...]
    """The progress tokens that the Great Library draws."""
    cards: tuple[tuple[int, ...], ...]
    """For each age, the building in each slot."""

    def __init__(
        self,
        tables: Tables,
        groups: tuple[tuple[int, ...], ...],
        board: tuple[int, ...],
        great_library: tuple[int, ...],
        cards: tuple[tuple[int, ...], ...],
    ) -> None:
        """Store validated numbers.

        Args:
            tables: the tables of the catalogue.
            groups: the wonders of the two draft groups.
            board: the progress tokens on the board.
            great_library: the progress tokens that the Great Library draws.
            cards: for each age, the building in each slot.
        """
        # The compiled code turns these calls into plain stores.
        object.__setattr__(self, "tables", tables)
        object.__setattr__(self, "groups", groups)
        object.__setattr__(self, "board", board)
        object.__setattr__(self, "great_library", great_library)
        object.__setattr__(self, "cards", cards)

    def whole(self) -> DealNumbers:
        """Return the deal with all its cards."""
        return self

    @override
    def card(self, age: int, slot: int) -> int:
        return self.cards[age - 1][slot]

    @override
    def front(self, age: int) -> bytes:
        return front_of(self.tables, age, self.cards[age - 1])

    @override
    def tokens(self) -> int:
        return mask_of(self.board)

    @override
    def wonders(self, seen: int) -> int:
        return mask_of(self.groups[1 if seen else 0])

    @override
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
    """The base class of ``Deal``, whose field compiled code can read and store directly."""

    numbers: DealNumbers
    """The deal as catalogue numbers."""

    @classmethod
    def _of(cls, numbers: DealNumbers) -> Self:
        """Make a deal from validated numbers."""
        deal = cls.__new__(cls)
        object.__setattr__(deal, "numbers", numbers)
        return deal


def front_of(tables: Tables, age: int, cards: Sequence[int]) -> bytes:
    """Return the visible face of each slot when an age is dealt.

    Args:
        tables: the tables of the catalogue.
        age: the number of the age.
        cards: the building in each slot.
    """
    front = list(cards)
    backs = tables.back_codes
    for slot in tables.structures[age - 1].down:
        front[slot] = backs[front[slot]]
    return bytes(front)


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


def next_outcome(numbers: DealNumbers, state: StateDraft) -> tuple[int, bytes]:
    """Return the chance outcome that a deal gives in a state, as ``turn.resolve`` takes it.

    Args:
        numbers: the deal.
        state: a state that waits for chance.

    Returns:
        The number of the revealed building, or the dealt wonders or tokens as bits; and a byte for
        each slot of the age that is dealt, empty for other outcomes.
    """
    phase_number = state.phase_number
    if phase_number == REVEAL:
        return numbers.card(state.age_number, slots_to_reveal(state)[0]), b""
    if phase_number == DEAL_AGE:
        return 0, numbers.front(state.age_number + 1)
    if phase_number == DEAL_WONDERS:
        return numbers.wonders(drafted_wonders(state)), b""
    if phase_number == DEAL_TOKENS:
        return numbers.tokens(), b""
    return numbers.drawn(box_tokens(state)), b""


def random_numbers(tables: Tables, rng: Random) -> DealNumbers:
    """Return a random deal, uniform over all deals that the setup allows (R4, R6, R8, R60).

    Args:
        tables: the tables of the catalogue.
        rng: the random number generator; only its ``random()`` is called.
    """
    random = rng.random
    wonders = list(range(len(tables.wonders)))
    shuffle(random, wonders, 2 * DRAFT_GROUP)
    tokens = list(range(len(tables.tokens)))
    shuffle(random, tokens, len(tokens))
    no_guilds: list[int] = []
    last = len(tables.structures) - 1
    ages = []
    for number, table in enumerate(tables.structures):
        guilds = tables.guilds if number == last else no_guilds
        ages.append(tuple(deal_cards(rng, tables.age_decks[number], guilds, table.size)))
    return DealNumbers(
        tables,
        (tuple(wonders[:DRAFT_GROUP]), tuple(wonders[DRAFT_GROUP : 2 * DRAFT_GROUP])),
        tuple(tokens[:BOARD_TOKENS]),
        tuple(tokens[BOARD_TOKENS : BOARD_TOKENS + LIBRARY_DRAW]),
        tuple(ages),
    )
