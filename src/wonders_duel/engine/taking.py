"""Taking a card from the structure, the decision of a turn: steps 1 to 3 of R22.

The card is constructed, discarded for coins, or goes under a wonder.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wonders_duel.build import i64, is_compiled, override
from wonders_duel.effects.triggers import A_TRADE, BY_CHAIN
from wonders_duel.engine.bitfields import (
    AGAIN_MASK,
    CHAIN_MASK,
    CHAIN_SHIFT,
    FIRST_TRIGGER,
    SHIELD_MASK,
    TRADE_MASK,
    bits,
    count_bits,
    discard_income,
    inserted,
    nth_bit,
)
from wonders_duel.engine.compiled_cards import CompiledCard
from wonders_duel.engine.consequences import advance, apply_effects, lose_coins
from wonders_duel.engine.decision import Decision
from wonders_duel.engine.move_specs import HasSpec, MoveSpec
from wonders_duel.engine.moves import (
    KIND_CONSTRUCT,
    KIND_DISCARD,
    KIND_WONDER,
    ConstructBuilding,
    ConstructWonder,
    DiscardBuilding,
)
from wonders_duel.engine.phases import TURN
from wonders_duel.engine.prices import coin_part, packed_unit_prices, price, price_up_to
from wonders_duel.engine.slots import HIDDEN
from wonders_duel.engine.state_draft import SEVERAL_TAKEN, TAKEN_SHIFT
from wonders_duel.engine.tables import SETS, UNKNOWN
from wonders_duel.enums import Player
from wonders_duel.reasons import (
    AlreadyBuilt,
    Covered,
    FaceDown,
    NotLaidOut,
    NotYourWonder,
    Reason,
    SevenWonders,
    shortfall,
)
from wonders_duel.rules import WONDER_LIMIT

if TYPE_CHECKING:
    from wonders_duel.engine.chance_source import ChanceSource
    from wonders_duel.engine.chooser import Chooser
    from wonders_duel.engine.city import CityDraft
    from wonders_duel.engine.moves import Move
    from wonders_duel.engine.state_draft import StateDraft
    from wonders_duel.languages import Language
    from wonders_duel.state import State

__all__ = ["Taking"]

_COMPILED: Final = is_compiled
_NONE_KNOWN: Final = bytearray()
_DISCARDING: Final = CompiledCard.of_discard()
"""In place of a constructed card, for what triggers give when a card is discarded."""


class Taking(Decision):
    """Take an accessible card (R14)."""

    def __init__(self) -> None:
        """Set the properties."""
        super().__init__(TURN, [KIND_CONSTRUCT, KIND_DISCARD, KIND_WONDER])

    @override
    def moves(self, state: StateDraft) -> list[Move]:
        """Return the moves: constructions by slot, then discards, then wonders (R14, R38)."""
        tables = state.tables
        lists = tables.moves
        own, other = state.one, state.two
        if state.player:
            own, other = other, own
        coins: i64 = own.coins
        counts = own.counts
        faces = state.faces
        memo = tables.prices
        production: i64 = 0
        units: i64 = 0
        if _COMPILED:
            known = _NONE_KNOWN
            cards = state.uncovered.slots
            if tables.layout.is_narrow:
                production = own.production
                units = packed_unit_prices(tables.layout, own, other)
        else:
            try:
                known = memo.lists[own.production][other.supply]
            except KeyError:
                known = memo.begin(own, other)
            cards = state.uncovered.cards(faces)
        moves: list[Move] = []
        construct = lists.construct
        buildings = tables.buildings
        chains = tables.chains  # quicker than by the buildings, but not compiled
        needed: i64 = 0
        for card in cards:
            if _COMPILED:
                card = faces[card]  # noqa: PLW2901
                entry = buildings[card]
                needed = price_up_to(tables.layout, own, other, entry, production, units, coins)
            else:
                needed = known[card]
                if needed == UNKNOWN:
                    needed = memo.add(known, own, other, buildings[card])
            if needed <= coins or (buildings[card].chain if _COMPILED else chains[card]) & counts:
                moves.append(construct[card])
        discard = lists.discard
        if _COMPILED:
            _add_each(moves, discard, cards, faces)
        else:
            for card in cards:
                moves.append(discard[card])
        mask = own.unbuilt_mask
        unbuilt = tables.wonder_sets[mask] if mask <= SETS else None
        if unbuilt is None:
            unbuilt = tables.wonders_of(mask)
        for entry in unbuilt:
            if _COMPILED:
                needed = price_up_to(tables.layout, own, other, entry, production, units, coins)
            else:
                needed = known[entry.item]
                if needed == UNKNOWN:
                    needed = memo.add(known, own, other, entry)
            if needed <= coins:
                wonder = lists.wonder[entry.number]
                if _COMPILED:
                    _add_each(moves, wonder, cards, faces)
                else:
                    for card in cards:
                        moves.append(wonder[card])
        return moves

    @override
    def pick(self, state: StateDraft, chooser: Chooser) -> MoveSpec:
        holders: list[HasSpec] = [*self.moves(state)]
        specs = [holder.spec for holder in holders]
        if chooser.weights is None:
            return specs[chooser.below(len(specs))]
        counts = [0, 0, 0]
        for spec in specs:
            counts[spec.kind - KIND_CONSTRUCT] += 1
        kind = chooser.between([KIND_CONSTRUCT, KIND_DISCARD, KIND_WONDER], counts)
        return specs[sum(counts[:kind]) + chooser.below(counts[kind])]

    @override
    def draw(self, state: StateDraft, chooser: Chooser) -> MoveSpec:
        """Return a use of an accessible card, without asking whether the player can pay for it."""
        if chooser.weights is not None:
            return self.pick(state, chooser)
        slots = state.uncovered.slots
        unbuilt = (state.two if state.player else state.one).unbuilt_mask
        tables = state.tables
        moves = tables.moves
        number: i64 = len(slots)
        if _COMPILED:
            lot = chooser.below(number * (2 + count_bits(unbuilt)))
        else:
            lot = chooser.below(number * (2 + unbuilt.bit_count()))
        card = state.faces[slots[lot % number]]
        use = lot // number
        if use == 0:
            return moves.specs[moves.first_construct + card]
        if use == 1:
            return moves.specs[moves.first_discard + card]
        wonder = nth_bit(unbuilt, use - 2)
        return moves.specs[moves.first_wonder + wonder * len(tables.buildings) + card]

    @override
    def carry_out(self, draft: StateDraft, move: MoveSpec, source: ChanceSource | None) -> bool:
        """Construct the card, discard it, or construct a wonder with it."""
        entry = move.entry
        kind = move.kind
        mine, theirs = draft.one, draft.two
        if draft.player:
            mine, theirs = theirs, mine
        by_chain = needed = 0
        if kind == KIND_CONSTRUCT and entry.chain & mine.counts:
            by_chain = BY_CHAIN
        elif kind != KIND_DISCARD:
            if kind == KIND_WONDER and not mine.unbuilt_mask & entry.bit:
                return False
            needed = price(draft.tables, mine, theirs, entry)
            if needed > mine.coins:
                return False
        card = move.card
        faces = draft.faces
        uncovered = draft.uncovered
        if _COMPILED:
            slot = _slot_of(card, uncovered.slots, faces)
        else:
            slot = faces.find(card)
            if slot >= 0 and slot not in uncovered.slots:
                slot = -1
        if slot < 0:
            return False
        mine = draft.city(draft.player)
        if needed:
            _pay(draft, mine, entry, needed)
        uncovered = uncovered.after[slot] or uncovered.without(slot)
        draft.uncovered = uncovered
        if not uncovered.left:
            draft.faces = b""
        elif not _COMPILED:
            draft.faces = faces.translate(draft.tables.removals[card])
        elif draft.opened >> TAKEN_SHIFT:  # compiled only
            draft.opened |= SEVERAL_TAKEN
        else:  # compiled only
            draft.opened |= (card + 1) << TAKEN_SHIFT
        if kind == KIND_CONSTRUCT:
            _construct(draft, mine, entry, by_chain)
        elif kind == KIND_DISCARD:
            mine.receive_coins(discard_income(mine.counts))
            draft.discard_low |= entry.low
            draft.discard_high |= entry.high
            if mine.modifiers >= FIRST_TRIGGER:
                apply_effects(draft, mine, _DISCARDING, 0, 0)
        else:
            _wonder(draft, mine, move)
        advance(draft, source)
        return True

    @override
    def refusals(self, state: State, move: Move) -> tuple[Reason, ...]:
        assert isinstance(move, (ConstructBuilding, DiscardBuilding, ConstructWonder))
        reasons: list[Reason] = []
        if isinstance(move, ConstructWonder):
            reasons += _not_your_wonder(state, move)
        reasons += _not_accessible(state, move)
        if not isinstance(move, DiscardBuilding):
            reasons += shortfall(state.payment(move))
        return tuple(reasons)

    @override
    def question(self, to: Language, state: State, names: tuple[str, str]) -> str:
        return to.say("{player}'s turn: take a card.", player=names[state.player])


def _add_each(  # compiled only
    moves: list[Move], of_card: list[Move], slots: bytes, faces: bytes
) -> None:
    """Add the move of the card in each slot; a loop over bytes would make objects of them."""
    number: i64 = len(slots)
    place: i64 = 0
    while place < number:
        slot: i64 = slots[place]
        card: i64 = faces[slot]
        moves.append(of_card[card])
        place += 1


def _slot_of(card: i64, slots: bytes, faces: bytes) -> i64:  # compiled only
    """Return the slot of a card among some slots, or -1."""
    number: i64 = len(slots)
    place: i64 = 0
    while place < number:
        slot: i64 = slots[place]
        found: i64 = faces[slot]
        if found == card:
            return slot
        place += 1
    return -1


def _pay(draft: StateDraft, mine: CityDraft, entry: CompiledCard, coins: int) -> None:
    """Pay for a construction (R23)."""
    mine.coins -= coins
    modifiers = (draft.one if draft.player else draft.two).modifiers
    if not modifiers:
        return
    layout = draft.tables.layout
    bought = coins - coin_part(layout, mine, entry)
    if bought:
        # At payment, before any effect (R39, R40).
        if modifiers & TRADE_MASK:
            draft.city(draft.player ^ 1).receive_coins(bought)
        if modifiers >= FIRST_TRIGGER:
            reward = layout.reward(modifiers, A_TRADE)
            draft.city(draft.player ^ 1).receive_coins(reward.coins)
            lose_coins(mine, reward.loses)


def _construct(draft: StateDraft, mine: CityDraft, entry: CompiledCard, by_chain: int) -> None:
    """Construct a building from the structure; its effects come after the payment (R23)."""
    if by_chain:
        # Free, including the coin part (R41, R42); a chain is always used (R43, R44). The bonus for
        # chains needs a token that was in the city before (R46).
        bonus = mine.modifiers >> CHAIN_SHIFT & CHAIN_MASK
        if bonus:
            mine.receive_coins(bonus)
    shields = entry.shields
    if mine.modifiers:
        shields += mine.modifiers >> entry.shield_shift & SHIELD_MASK
    mine.buildings_low |= entry.low
    mine.buildings_high |= entry.high
    apply_effects(draft, mine, entry, shields, by_chain)


def _wonder(draft: StateDraft, mine: CityDraft, move: MoveSpec) -> None:
    """Construct a wonder with the taken card (R52), paid like a building (R23, R39, R40)."""
    entry = move.entry
    code = entry.number * len(draft.tables.buildings) + move.card
    mine.unbuilt_mask ^= entry.bit
    mine.built_codes = inserted(mine.built_codes, code)
    if len(draft.one.built_codes) + len(draft.two.built_codes) >= WONDER_LIMIT:
        # The last unbuilt wonder leaves the game immediately (R53).
        mine.unbuilt_mask = 0
        other = draft.player ^ 1
        if (draft.two if other else draft.one).unbuilt_mask:
            draft.city(other).unbuilt_mask = 0
    # Only a token that was in the city before counts (R56, R89).
    if mine.modifiers & AGAIN_MASK:
        draft.extra_turn = True
    apply_effects(draft, mine, entry, entry.shields, 0)


def _not_your_wonder(state: State, move: ConstructWonder) -> list[Reason]:
    wonder = move.wonder
    opponent = Player(state.player).opponent
    if wonder in state.cities[state.player].unbuilt:
        return []
    reasons: list[Reason] = []
    if sum(len(city.built_codes) for city in state.cities) >= WONDER_LIMIT:
        reasons.append(SevenWonders())
    if any(wonder == one.wonder for city in state.cities for one in city.built):
        reasons.append(AlreadyBuilt(wonder))
    elif wonder in state.cities[opponent].unbuilt:
        reasons.append(NotYourWonder(wonder, opponent))
    elif not reasons:
        reasons.append(NotYourWonder(wonder, None))
    return reasons


def _not_accessible(
    state: State, move: ConstructBuilding | DiscardBuilding | ConstructWonder
) -> list[Reason]:
    """Return the reasons why a card cannot be taken from the structure (R15)."""
    card = move.spec.card
    if card in state.faces:
        slot = state.faces.index(card)
        table = state.catalogue.tables.structures[state.age_number - 1]
        covers = state.left & table.covers[slot]
        return [Covered(move.building, slot, tuple(bits(covers)))] if covers else []
    building = move.building
    former = state.catalogue.former_names.get(building.id)
    suggestion = next((one for one in state.accessible if one.id == former), None)
    bit = 1 << card
    for player, city in zip(Player, state.cities, strict=True):
        if city.building_mask & bit:
            return [NotLaidOut(building, player, None, suggestion)]
        for built in city.built:
            if built.card is building:
                return [NotLaidOut(building, player, built.wonder, suggestion)]
    if state.discard_mask & bit:
        return [NotLaidOut(building, None, None, suggestion)]
    hidden = HIDDEN[building.back]
    slots = tuple(slot for slot, face in enumerate(state.faces) if face == hidden)
    return [FaceDown(building, slots, suggestion)]
