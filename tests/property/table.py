"""A table of plain sets and numbers on which events happen one after the other.

It knows no rules: whatever an event moves has to be in its place.
"""

from __future__ import annotations

from typing import assert_never

from wonders_duel import (
    AgeDealt,
    Back,
    Bought,
    Building,
    Card,
    CardRevealed,
    Player,
    ProgressToken,
    Result,
    State,
    TokensDealt,
    TokensDrawn,
    Wonder,
    WondersDealt,
)
from wonders_duel.cards import MilitaryToken
from wonders_duel.effects import CoinRebate
from wonders_duel.events import (
    AgeOver,
    BeginnerChosen,
    BuildingConstructed,
    BuildingDestroyed,
    BuildingDiscarded,
    BuildingRevived,
    CardChosen,
    Event,
    ExtraTurnGained,
    ExtraTurnLost,
    ExtraTurnTaken,
    Gained,
    GameEnded,
    Looted,
    Lost,
    Paid,
    PairCompleted,
    PawnMoved,
    SymbolGained,
    TokenDeclined,
    TokensReturned,
    TokenTaken,
    WonderConstructed,
    WonderDrafted,
    WonderRemoved,
)


class Table:
    """The contents of a table, read from a state once and then changed only by events."""

    def __init__(self, state: State) -> None:
        """Read a state."""
        self.coins = [city.coins for city in state.cities]
        self.buildings: list[set[Building]] = [set(city.buildings) for city in state.cities]
        self.tokens: list[set[ProgressToken]] = [set(city.tokens) for city in state.cities]
        self.unbuilt: list[set[Wonder]] = [set(city.unbuilt) for city in state.cities]
        self.built = [{one.wonder: one.card for one in city.built} for city in state.cities]
        self.symbols = [set(city.symbols) for city in state.cities]
        self.discard_pile: set[Building] = set(state.discard_pile)
        self.board: set[ProgressToken] = set(state.board_tokens)
        self.offered: set[ProgressToken | Wonder] = {*state.offered_tokens, *state.offered_wonders}
        self.slots: dict[int, Building | Back] = {}
        for slot in state.structure:
            lies = slot.building or slot.back
            if lies is not None:
                self.slots[slot.index] = lies
        self.pawn = state.pawn
        self.military: list[list[MilitaryToken]] = [list(side) for side in state.military_tokens]
        self.age = state.age
        self.extra_turn = state.extra_turn
        self.result: Result | None = state.result

    def happen(self, event: Event) -> None:
        """Apply the changes of an event, and nothing else."""
        match event:
            case Paid(player, coins, to, card, bought):
                assert coins > 0 or bought
                assert coins == self._price(player, card, bought)
                self._pay(player, coins)
                if to is not None:
                    assert to is player.opponent
                    self.coins[to] += coins
            case Gained(player, coins):
                assert coins > 0
                self.coins[player] += coins
            case Lost(player, coins):
                assert coins > 0
                self._pay(player, coins)
            case Looted(player, coins, token):
                self._pay(player, coins)
                self.military[player].remove(token)
                assert coins == min(token.coins, self.coins[player] + coins)
            case PawnMoved(_, start, end):
                assert self.pawn == start
                self.pawn = end
            case SymbolGained(player, symbol, total):
                assert symbol not in self.symbols[player]
                self.symbols[player].add(symbol)
                assert len(self.symbols[player]) == total
            case PairCompleted(player, symbol):
                assert symbol in self.symbols[player]
            case TokenDeclined():
                assert self.board
            case ExtraTurnGained():
                assert not self.extra_turn
                self.extra_turn = True
            case ExtraTurnTaken() | ExtraTurnLost():
                assert self.extra_turn
                self.extra_turn = False
            case AgeOver(age):
                assert (self.age, self.slots, self.extra_turn) == (age, {}, False)
            case CardChosen():
                pass  # what it changes is in the events after it
            case BeginnerChosen(_, _, age):
                assert age is self.age
            case GameEnded(result):
                self.result = result
                self.extra_turn = False
            case _:
                self._move(event)

    def _price(self, player: Player, card: Building | Wonder, bought: tuple[Bought, ...]) -> int:
        """Return one of the two payments for a card: for resources, or else the coin part.

        Rebates in coins come off the coin part first, and then off what is paid for resources.
        """
        what = card.colour if isinstance(card, Building) else None
        there: tuple[Card, ...]
        there = (*self.buildings[player], *self.built[player], *self.tokens[player])
        off = 0
        for own in there:
            for effect in own.effects:
                if isinstance(effect, CoinRebate) and (
                    effect.wonders if what is None else what in effect.colours
                ):
                    off += effect.coins
        if not bought:
            return max(0, card.cost.coins - off)
        return max(0, sum(line.price for line in bought) - max(0, off - card.cost.coins))

    def _move(
        self,
        event: WonderDrafted
        | BuildingConstructed
        | BuildingDiscarded
        | WonderConstructed
        | WonderRemoved
        | BuildingDestroyed
        | BuildingRevived
        | TokenTaken
        | TokensReturned
        | TokensDealt
        | WondersDealt
        | AgeDealt
        | CardRevealed
        | TokensDrawn,
    ) -> None:
        """Move or reveal a card or token."""
        match event:
            case WonderDrafted(player, wonder):
                self.offered.remove(wonder)
                self.unbuilt[player].add(wonder)
            case BuildingConstructed(player, building, slot, free_by):
                assert self.slots.pop(slot) is building
                assert free_by is None or free_by in self.buildings[player]
                self.buildings[player].add(building)
            case BuildingDiscarded(_, building, slot):
                assert self.slots.pop(slot) is building
                self.discard_pile.add(building)
            case WonderConstructed(player, wonder, building, slot):
                assert self.slots.pop(slot) is building
                self.unbuilt[player].remove(wonder)
                self.built[player][wonder] = building
            case WonderRemoved(player, wonder):
                self.unbuilt[player].remove(wonder)
            case BuildingDestroyed(player, building):
                self.buildings[player].remove(building)
                self.discard_pile.add(building)
            case BuildingRevived(player, building):
                self.discard_pile.remove(building)
                self.buildings[player].add(building)
            case TokenTaken(player, token, from_board):
                if from_board or self.offered:
                    (self.board if from_board else self.offered).remove(token)
                else:  # only custom choices take a token of the box that was not drawn
                    assert token not in self.board
                self.tokens[player].add(token)
            case TokensReturned(tokens):
                assert self.offered == tokens
                self.offered.clear()
            case TokensDealt(tokens):
                assert not self.board
                self.board |= tokens
            case WondersDealt(cards):
                assert not self.offered
                self.offered |= cards
            case TokensDrawn(drawn):
                assert not self.offered
                self.offered |= drawn
            case AgeDealt(age, slots):
                assert not self.slots
                self.age = age
                self.slots.update(enumerate(slots))
            case CardRevealed(slot, building):
                assert self.slots[slot] is building.back
                self.slots[slot] = building
            case _:
                assert_never(event)

    def _pay(self, player: Player, coins: int) -> None:
        self.coins[player] -= coins
        assert self.coins[player] >= 0
