"""States as rows of numbers, seen by one player: the inner loops of observations and masks.

A packed row is the bits, eight to a byte with the lowest first, and then a byte for each count. The module
``layout`` says what the columns mean. Groups of columns begin at whole bytes, so that a row is assembled
from byte strings.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wonders_duel.build import i64, is_compiled
from wonders_duel.cards import CAPITAL
from wonders_duel.engine.bitfields import (
    COLOURS,
    COUNT_BITS,
    COUNT_MASK,
    RESOURCES,
    SYMBOL_BITS,
    WORD,
    Field,
    discard_income,
)
from wonders_duel.engine.consequences import box_tokens
from wonders_duel.engine.decision import decision_of
from wonders_duel.engine.move_specs import HasSpec
from wonders_duel.engine.phases import BEGIN, DEAL_TOKENS, FIRST_CARD_CHOICE, OVER, PHASES
from wonders_duel.engine.prices import packed_unit_prices, price, price_up_to
from wonders_duel.engine.slots import FIRST_BACK, GONE
from wonders_duel.engine.tables import Tables
from wonders_duel.enums import Back
from wonders_duel.rules import WONDER_LIMIT, CentrePawnStart, PairToken, RevealTiming, WonderSetup

if TYPE_CHECKING:
    from wonders_duel.engine.city import CityDraft
    from wonders_duel.engine.compiled_cards import CompiledCard
    from wonders_duel.engine.state_draft import StateDraft

__all__ = [
    "BYTE",
    "MOST",
    "RULE_OPTIONS",
    "RowPlan",
    "action_mask",
    "action_numbers",
    "packed_row",
    "rule_columns",
]

_COMPILED: Final = is_compiled

MOST: Final = 127
"""The highest count; it also stands for more."""
BYTE: Final = 8
FULL: Final = 56
"""The bits of seven counts, which compiled code keeps in a machine word."""
SPACES: Final = 2 * CAPITAL + 1
"""The spaces of the conflict track."""
MILITARY: Final = 2
"""The military tokens of each side."""
AGES: Final = 4
"""The ages, and the time before the first."""
FLAGS: Final = 3
"""The extra turn, whose turn it is, and the first player."""
RULE_OPTIONS: Final = (
    ("centre_pawn_start", CentrePawnStart),
    ("pair_token", PairToken),
    ("reveal_timing", RevealTiming),
    ("wonder_setup", WonderSetup),
)
"""The rule options, in the order of their columns."""


def _bytes_for(columns: int) -> int:
    return (columns + BYTE - 1) // BYTE


class RowPlan:
    """What the functions of this module have to know of a catalogue, computed once."""

    def __init__(self, tables: Tables) -> None:
        """Compute the sizes and the bytes of slots.

        Args:
            tables: the tables of the catalogue.
        """
        self.tables = tables
        self.cards: int = len(tables.buildings)
        self.wonders: int = len(tables.wonders)
        self.tokens: int = len(tables.tokens)
        self.set_bytes: int = _bytes_for(self.cards)
        self.every_card: int = (1 << self.cards) - 1
        self.wonder_bytes: int = _bytes_for(6 * self.wonders)
        self.token_bytes: int = _bytes_for(5 * self.tokens)
        self.science_bytes: int = _bytes_for(4 * SYMBOL_BITS + 2 * MILITARY)
        self.rule_bits: int = sum([len(kind) for _, kind in RULE_OPTIONS])
        self.turn_bytes: int = _bytes_for(SPACES + len(PHASES) + AGES + FLAGS + self.rule_bits)
        self.phases: int = len(PHASES)
        self.slots: int = max([one.size for one in tables.structures])
        self.slot_bytes: int = _bytes_for(self.cards + len(Back) + 1)
        empty = bytes(self.slot_bytes)
        accessible = 1 << self.cards + len(Back)
        self.covered: list[bytes] = [empty] * 256
        """The bits of a slot by its byte in a state, if the card is covered."""
        self.uncovered: list[bytes] = [empty] * 256
        """The same if it is accessible, or face down and to be revealed."""
        for face in [*range(self.cards), *range(FIRST_BACK, GONE)]:
            place = face if face < FIRST_BACK else self.cards + face - FIRST_BACK
            self.covered[face] = (1 << place).to_bytes(self.slot_bytes, "little")
            self.uncovered[face] = (1 << place | accessible).to_bytes(self.slot_bytes, "little")
        self.no_slots: bytes = bytes(self.slot_bytes * self.slots)
        self.choices: list[Field] = [field for _, field in tables.layout.choices]
        self.produced: list[Field] = list(tables.layout.produced)
        self.no_wonder_prices: bytes = bytes(2 * self.wonders)
        self.pending: int = FIRST_CARD_CHOICE + len(tables.layout.choice_codes)
        """The number of different choices that cards bring."""
        self.no_pending: bytes = bytes(self.pending)
        self.bits: int = BYTE * (
            8 * self.set_bytes
            + self.wonder_bytes
            + self.wonders
            + self.token_bytes
            + self.science_bytes
            + self.turn_bytes
            + self.slots * self.slot_bytes
        )
        """The number of columns with bits."""
        self.counts: int = (
            2 * (1 + 2 * len(RESOURCES) + len(self.choices) + len(COLOURS) + 1)
            + 2
            + self.pending
            + 2 * self.slots
            + 2 * self.wonders
        )
        """The number of columns with counts."""


def rule_columns(state: StateDraft) -> int:
    """Return the rule options of a game: a bit for each value of each option.

    Args:
        state: any state.
    """
    rules = state.rules
    found = 0
    place = 0
    for name, kind in RULE_OPTIONS:
        found |= 1 << place + list(kind).index(getattr(rules, name))
        place += len(kind)
    return found


def packed_row(state: StateDraft, seat: int, plan: RowPlan, rules: int) -> bytes:
    """Return the packed row of a state.

    Args:
        state: any state.
        seat: the number of the player who sees it.
        plan: the plan of the catalogue of the state.
        rules: the :func:`rule_columns` of the state.
    """
    tables = plan.tables
    mine, theirs = state.one, state.two
    military: int = state.military_mask
    pawn = state.pawn
    if seat:
        mine, theirs = theirs, mine
        military = military >> MILITARY | (military & 0b11) << MILITARY
        pawn = -pawn
    cards = plan.cards
    set_bytes = plan.set_bytes

    # What has been seen.
    own = mine.buildings_low | mine.buildings_high << WORD
    other = theirs.buildings_low | theirs.buildings_high << WORD
    discarded = state.discard_low | state.discard_high << WORD
    under = own_under = other_under = own_built = other_built = 0
    for code in mine.built_codes:
        card = code % cards
        wonder = code // cards
        own_under |= 1 << card
        own_built |= 1 << wonder
        under |= card + 1 << BYTE * wonder
    for code in theirs.built_codes:
        card = code % cards
        wonder = code // cards
        other_under |= 1 << card
        other_built |= 1 << wonder
        under |= card + 1 << BYTE * wonder
    faces = state.faces
    slots: list[bytes] = []
    low = high = 0
    for face in faces:
        slots.append(plan.covered[face])
        if face < WORD:
            low |= 1 << face
        elif face < FIRST_BACK:
            high |= 1 << face - WORD
    face_up = low | high << WORD
    low = high = 0
    for slot in state.uncovered.slots:
        face = faces[slot]
        slots[slot] = plan.uncovered[face]
        if face < WORD:
            low |= 1 << face
        elif face < FIRST_BACK:
            high |= 1 << face - WORD
    accessible = low | high << WORD
    unseen = plan.every_card ^ (own | other | discarded | own_under | other_under | face_up)
    seen = (own, other, discarded, own_under, other_under, face_up, accessible, unseen)
    row = [cards_of.to_bytes(set_bytes, "little") for cards_of in seen]

    wonders = plan.wonders
    offered = 0 if state.age_number else state.offer_mask
    drafted = mine.unbuilt_mask | theirs.unbuilt_mask | own_built | other_built | offered
    packed = tables.all_wonders ^ drafted
    for wonders_of in (offered, other_built, own_built, theirs.unbuilt_mask, mine.unbuilt_mask):
        packed = packed << wonders | wonders_of
    row.append(packed.to_bytes(plan.wonder_bytes, "little"))
    row.append(under.to_bytes(wonders, "little"))

    tokens = plan.tokens
    drawn = state.offer_mask if state.age_number else 0
    packed = box_tokens(state) & ~drawn
    for tokens_of in (drawn, state.board_mask, theirs.token_mask, mine.token_mask):
        packed = packed << tokens | tokens_of
    row.append(packed.to_bytes(plan.token_bytes, "little"))

    packed = military << 4 * SYMBOL_BITS | theirs.science << 2 * SYMBOL_BITS | mine.science
    row.append(packed.to_bytes(plan.science_bytes, "little"))
    packed = rules << FLAGS
    packed |= (
        (4 if state.first_seat == seat else 0)
        | (2 if state.player == seat and state.phase_number != OVER else 0)
        | (1 if state.extra_turn else 0)
    )
    packed = packed << AGES | 1 << state.age_number
    packed = packed << plan.phases | 1 << state.phase_number
    packed = packed << SPACES | 1 << CAPITAL + pawn
    row.append(packed.to_bytes(plan.turn_bytes, "little"))
    row.append(b"".join(slots))
    missing = plan.slots - len(slots)
    if missing:
        row.append(plan.no_slots[: missing * plan.slot_bytes])
    _add_counts(row, state, mine, theirs, plan)
    return b"".join(row)


def _bytes_of(packed: int, fields: list[Field]) -> bytes:
    """Return the numbers in the fields of a packed int, each as a byte."""
    word = 0
    for field in reversed(fields):
        number = packed >> field.shift & field.mask
        word = word << BYTE | (number if number < MOST else MOST)  # noqa: FURB136 - min() is slower
    return word.to_bytes(len(fields), "little")


def _colours(counts: int) -> bytes:
    """Return the number of buildings of each colour, each as a byte."""
    word = 0
    for place in range(len(COLOURS)):
        word |= min(counts >> COUNT_BITS * place & COUNT_MASK, MOST) << BYTE * place
    return word.to_bytes(len(COLOURS), "little")


def _add_counts(
    row: list[bytes], state: StateDraft, mine: CityDraft, theirs: CityDraft, plan: RowPlan
) -> None:
    """Add the counts to a row, several in one int: lists of small numbers are slower."""
    layout = plan.tables.layout
    built = len(mine.built_codes) + len(theirs.built_codes)
    left = max(0, WONDER_LIMIT - built)
    word = left << BYTE | min(state.uncovered.count, MOST)
    word = word << BYTE | min(discard_income(theirs.counts), MOST)
    word = word << BYTE | min(discard_income(mine.counts), MOST)
    word = word << BYTE | min(theirs.coins, MOST)
    word = word << BYTE | min(mine.coins, MOST)
    row.append(word.to_bytes(6, "little"))
    row.append(_bytes_of(mine.production, plan.produced))
    row.append(_bytes_of(theirs.production, plan.produced))
    row.append(_bytes_of(mine.production, plan.choices))
    row.append(_bytes_of(theirs.production, plan.choices))
    own_units = packed_unit_prices(layout, mine, theirs)
    other_units = packed_unit_prices(layout, theirs, mine)
    row.append(_bytes_of(own_units, plan.produced))
    row.append(_bytes_of(other_units, plan.produced))
    row.append(_colours(mine.counts))
    row.append(_colours(theirs.counts))
    if state.pending_codes:
        pending = [0] * plan.pending
        for code in state.pending_codes:
            pending[code] += 1
        row.append(bytes(pending))
    else:
        row.append(plan.no_pending)
    _add_card_prices(row, state.faces, mine, theirs, plan, own_units)
    _add_card_prices(row, state.faces, theirs, mine, plan, other_units)
    if left:
        _add_wonder_prices(row, mine, theirs, plan, own_units)
        _add_wonder_prices(row, theirs, mine, plan, other_units)
    else:
        row.append(plan.no_wonder_prices)


def _price(
    plan: RowPlan, mine: CityDraft, theirs: CityDraft, card: CompiledCard, units: int
) -> i64:
    """Return what a card costs, up to the highest count; compiled, the prices of units are known."""
    layout = plan.tables.layout
    if _COMPILED and layout.is_narrow:  # compiled only
        needed = price_up_to(layout, mine, theirs, card, mine.production, units, -1)
    else:
        needed = price(plan.tables, mine, theirs, card)
    return min(MOST, needed)


def _add_card_prices(
    row: list[bytes],
    faces: bytes,
    mine: CityDraft,
    theirs: CityDraft,
    plan: RowPlan,
    units: int,
) -> None:
    """Add what the card of each slot costs a player."""
    buildings = plan.tables.buildings
    counts = mine.counts
    word: i64 = 0
    shift: i64 = 0
    number: i64 = 0
    for face in faces:
        number = face
        if number < FIRST_BACK:
            card = buildings[number]
            if not card.chain & counts:
                word |= _price(plan, mine, theirs, card, units) << shift
        shift += BYTE
        if shift == FULL:
            row.append(_in_bytes(word, FULL))
            word = shift = 0
    if shift:
        row.append(_in_bytes(word, shift))
    missing = plan.slots - len(faces)
    if missing:
        row.append(bytes(missing))


def _add_wonder_prices(
    row: list[bytes], mine: CityDraft, theirs: CityDraft, plan: RowPlan, units: int
) -> None:
    """Add what each unbuilt wonder of a player costs."""
    wonders = plan.tables.wonders
    word: i64 = 0
    shift: i64 = 0
    unbuilt = mine.unbuilt_mask
    for number in range(plan.wonders):
        if unbuilt >> number & 1:
            word |= _price(plan, mine, theirs, wonders[number], units) << shift
        shift += BYTE
        if shift == FULL:
            row.append(_in_bytes(word, FULL))
            word = shift = 0
    if shift:
        row.append(_in_bytes(word, shift))


def _in_bytes(word: int, bits: int) -> bytes:
    return word.to_bytes(bits // BYTE, "little")


# -- actions --------------------------------------------------------------------------------------


def _legal(state: StateDraft) -> list[HasSpec]:
    """Return the legal moves, each with its number."""
    phase = state.phase_number
    if phase >= DEAL_TOKENS:
        return []
    decision = state.tables.by_phase[phase] or decision_of(state)
    assert decision is not None  # a player is to move
    holders: list[HasSpec] = [*decision.moves(state)]
    return holders


def action_numbers(state: StateDraft, begin: int) -> list[int]:
    """Return the numbers of the legal moves, in their order.

    Args:
        state: any state.
        begin: the number of the move by which player one begins, if the two such moves are to mean
            "I begin" and "the opponent begins"; -1 if they name the player.
    """
    numbers = [holder.spec.index for holder in _legal(state)]
    if state.phase_number == BEGIN and begin >= 0 and state.player:
        return [begin + begin + 1 - number for number in numbers]
    return numbers


def action_mask(state: StateDraft, size: int) -> bytearray:
    """Return a byte for each action: 1 if it is legal, else 0.

    The two moves that choose who begins an age are legal together, so it does not matter what they mean.

    Args:
        state: any state.
        size: the number of actions.
    """
    mask = bytearray(size)
    for holder in _legal(state):
        mask[holder.spec.index] = 1
    return mask
