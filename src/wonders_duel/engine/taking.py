"""Taking a card from the structure, the decision of a turn: steps 1 to 3 of R22.

The card is constructed, discarded for coins, or goes under a wonder.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wonders_duel.build import override
from wonders_duel.effects.triggers import A_TRADE, BY_CHAIN
from wonders_duel.engine.bitfields import (
    AGAIN_MASK,
    CHAIN_MASK,
    CHAIN_SHIFT,
    SHIELD_MASK,
    TRADE_MASK,
    TRIGGER_SHIFT,
    bits,
    discard_income,
    inserted,
)
from wonders_duel.engine.compiled_cards import CompiledCard
from wonders_duel.engine.consequences import advance, apply_effects, place, with_coins
from wonders_duel.engine.decision import Decision
from wonders_duel.engine.move_specs import MoveSpec
from wonders_duel.engine.moves import (
    KIND_CONSTRUCT,
    KIND_DISCARD,
    KIND_WONDER,
    ConstructBuilding,
    ConstructWonder,
    DiscardBuilding,
)
from wonders_duel.engine.phases import TURN
from wonders_duel.engine.slots import HIDDEN
from wonders_duel.engine.tables import UNKNOWN
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
    from wonders_duel.chance.deal_numbers import DealNumbers
    from wonders_duel.engine.city import City, CityDraft
    from wonders_duel.engine.moves import Move
    from wonders_duel.engine.state_draft import StateDraft
    from wonders_duel.languages import Language
    from wonders_duel.state import State

__all__ = ["Taking"]

_DISCARDING: Final = CompiledCard.of_discard()
"""In place of a constructed card, for what triggers give when a card is discarded."""


class Taking(Decision):
    """Take an accessible card (R14)."""

    def __init__(self) -> None:
        """Set the properties."""
        super().__init__(TURN, [KIND_CONSTRUCT, KIND_DISCARD, KIND_WONDER])

    @override
    def moves(self, state: State) -> list[Move]:
        """Return the moves: constructions by slot, then discards, then wonders (R14, R38)."""
        tables = state.tables
        lists = tables.moves
        moves: list[Move] = []
        own, other = state.cities
        price_list, other_list = state.price_lists
        if state.player:
            own = other
            price_list = other_list
        prices = price_list.prices
        coins = own.coins
        counts = own.counts
        faces = state.faces
        chains = tables.chains
        construct = lists.construct
        slots = state.uncovered.slots
        for slot in slots:
            card = faces[slot]
            if chains[card] & counts:
                moves.append(construct[card])
                continue
            price = prices[card]
            if price == UNKNOWN:
                price = price_list.price(tables, tables.buildings[card])
            if price <= coins:
                moves.append(construct[card])
        discard = lists.discard
        for slot in slots:
            moves.append(discard[faces[slot]])
        first = len(chains)
        for number in own.unbuilt_numbers:
            price = prices[first + number]
            if price == UNKNOWN:
                price = price_list.price(tables, tables.wonders[number])
            if price <= coins:
                wonder = lists.wonder[number]
                for slot in slots:
                    moves.append(wonder[faces[slot]])
        return moves

    @override
    def carry_out(self, draft: StateDraft, move: MoveSpec, deal: DealNumbers | None) -> bool:
        """Construct the card, discard it, or construct a wonder with it."""
        card = move.card
        faces = draft.faces
        for slot in draft.uncovered.slots:
            if faces[slot] == card:
                break
        else:
            return False
        one, two = draft.cities
        mine, theirs = (two.thaw(), one) if draft.player else (one.thaw(), two)
        left = draft.left ^ (1 << slot)
        table = draft.tables.structures[draft.age_number - 1]
        draft.left = left
        draft.uncovered = table.memo.get(left) or table.uncovered(left)
        # A building is in at most one slot.
        draft.faces = faces.translate(draft.tables.removals[card]) if left else b""
        kind = move.kind
        if kind == KIND_CONSTRUCT:
            if not _construct(draft, mine, theirs, move.entry):
                return False
        elif kind == KIND_DISCARD:
            mine.coins += discard_income(mine.counts)
            draft.discard_mask |= move.entry.bit
            if mine.modifiers and mine.modifiers >> TRIGGER_SHIFT:
                apply_effects(draft, mine, theirs, _DISCARDING, 0, 0)
            else:
                place(draft, mine, theirs)
        elif not _wonder(draft, mine, theirs, move):
            return False
        advance(draft, deal)
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


def _pay(draft: StateDraft, mine: CityDraft, theirs: City, entry: CompiledCard) -> City | None:
    """Pay for a construction (R23); return the opponent's city, or ``None`` if coins are missing."""
    price_list, other = draft.price_lists
    if draft.player:
        price_list = other
    price = price_list.prices[entry.item]
    if price == UNKNOWN:
        price = price_list.price(draft.tables, entry)
    if price > mine.coins:
        return None
    mine.coins -= price
    modifiers = theirs.modifiers
    if modifiers and (modifiers & TRADE_MASK or modifiers >> TRIGGER_SHIFT):
        bought = price - price_list.coin_part(entry)
        if bought:
            # At payment, before any effect (R39, R40).
            coins = theirs.coins
            if modifiers & TRADE_MASK:
                coins += bought
            if modifiers >> TRIGGER_SHIFT:
                reward = draft.tables.layout.reward(modifiers, A_TRADE)
                coins += reward.coins
                mine.coins -= min(mine.coins, reward.loses)
            theirs = with_coins(theirs, coins)
    return theirs


def _construct(draft: StateDraft, mine: CityDraft, theirs: City, entry: CompiledCard) -> bool:
    """Construct a building from the structure; its effects come after the payment (R23)."""
    by_chain = 0
    if entry.chain & mine.counts:
        by_chain = BY_CHAIN
        # Free, including the coin part (R41, R42); a chain is always used (R43, R44). The bonus for
        # chains needs a token that was in the city before (R46).
        mine.coins += mine.modifiers >> CHAIN_SHIFT & CHAIN_MASK
    else:
        paid = _pay(draft, mine, theirs, entry)
        if paid is None:
            return False
        theirs = paid
    shields = entry.shields
    if mine.modifiers:
        shields += mine.modifiers >> entry.shield_shift & SHIELD_MASK
    mine.building_mask |= entry.bit
    apply_effects(draft, mine, theirs, entry, shields, by_chain)
    return True


def _wonder(draft: StateDraft, mine: CityDraft, theirs: City, move: MoveSpec) -> bool:
    """Construct a wonder with the taken card (R52), paid like a building (R23, R39, R40)."""
    entry = move.entry
    number = entry.number
    if number not in mine.unbuilt_numbers:
        return False
    paid = _pay(draft, mine, theirs, entry)
    if paid is None:
        return False
    theirs = paid
    code = number * len(draft.tables.buildings) + move.card
    mine.unbuilt_numbers = tuple([one for one in mine.unbuilt_numbers if one != number])
    mine.built_codes = inserted(mine.built_codes, code)
    if len(mine.built_codes) + len(theirs.built_codes) >= WONDER_LIMIT:
        # The last unbuilt wonder leaves the game immediately (R53).
        mine.unbuilt_numbers = ()
        if theirs.unbuilt_numbers:
            emptied = theirs.thaw()
            emptied.unbuilt_numbers = ()
            theirs = emptied.freeze()
    # Only a token that was in the city before counts (R56, R89).
    if mine.modifiers & AGAIN_MASK:
        draft.extra_turn = True
    apply_effects(draft, mine, theirs, entry, entry.shields, 0)
    return True


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
