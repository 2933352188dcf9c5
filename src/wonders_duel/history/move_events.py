"""The events of a move, computed from the states before and after it, in the order of a turn (R22)."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from typing import TYPE_CHECKING, assert_never

from wonders_duel.build import override
from wonders_duel.cards import Building, Card, ProgressToken, Wonder
from wonders_duel.chance.draws import age_to_deal, slot_to_reveal
from wonders_duel.chance.outcomes import (
    AgeDealt,
    CardRevealed,
    ChanceOutcome,
    TokensDrawn,
    WondersDealt,
)
from wonders_duel.effects.triggers import A_DISCARD, A_TRADE, A_WONDER, BY_CHAIN
from wonders_duel.engine.bitfields import (
    AGAIN_MASK,
    CHAIN_MASK,
    CHAIN_SHIFT,
    FIRST_TRIGGER,
    SYMBOL_BITS,
    SYMBOL_MASK,
    SYMBOLS,
    bits,
)
from wonders_duel.engine.card_layout import Reward
from wonders_duel.engine.changes import DraftChanges, without_choice
from wonders_duel.engine.city import City
from wonders_duel.engine.compiled_cards import CompiledCard
from wonders_duel.engine.moves import (
    ChooseBeginner,
    ChooseCard,
    ConstructBuilding,
    ConstructWonder,
    DeclineToken,
    DestroyBuilding,
    DiscardBuilding,
    DraftWonder,
    ReviveBuilding,
    TakeToken,
)
from wonders_duel.engine.payment import Bought, PaymentPlan, cards_in
from wonders_duel.engine.phases import DEAL_AGE, DEAL_WONDERS, LIBRARY_TOKEN, REVEAL, TURN
from wonders_duel.engine.slots import BACK_OF, FIRST_BACK
from wonders_duel.engine.state_draft import StateDraft
from wonders_duel.enums import Age, Player, Victory
from wonders_duel.errors import ChanceError
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
from wonders_duel.rules import MOST_COINS
from wonders_duel.state import State
from wonders_duel.support.arguments import expect

if TYPE_CHECKING:
    from wonders_duel.engine.moves import Move

__all__ = ["between", "replayed"]


def between(before: State, move: Move, after: State) -> tuple[Event, ...]:
    """Return the events of a move between two states; see :func:`.events_between`."""
    expect(before, State, "a State")
    expect(after, State, "a State")
    outcomes = []
    state = before.apply(move)
    try:
        while state != after:
            outcome = _outcome_between(state, after)
            state = state.resolve(outcome)
            outcomes.append(outcome)
    except (ChanceError, LookupError):
        message = f"{move} does not lead from the first state to the second, {after!r}"
        raise ChanceError(message) from None
    return tuple(replayed(before, move, outcomes))


def _outcome_between(state: State, after: State) -> ChanceOutcome:
    """Return the chance outcome that a state awaits, read from a later state."""
    known = state.catalogue.building_list
    if state.chance is None:
        raise ChanceError
    if state.phase_number == REVEAL:
        slot = slot_to_reveal(state)
        return CardRevealed(slot, known[after.faces[slot]])
    if state.phase_number == DEAL_AGE:
        faces = after.faces
        slots = [known[face] if face < FIRST_BACK else BACK_OF[face] for face in faces]
        return AgeDealt(age_to_deal(state), tuple(slots))
    if state.phase_number == DEAL_WONDERS:
        return WondersDealt(after.offered_wonders)
    return TokensDrawn(after.offered_tokens)


def replayed(before: State, move: Move, outcomes: Iterable[ChanceOutcome]) -> Iterator[Event]:
    """Yield the events of a move and of the chance outcomes after it.

    Args:
        before: the state in which the move is played.
        move: the move.
        outcomes: the known chance outcomes after it.

    Raises:
        IllegalMoveError: the move is not legal.
        ChanceError: an outcome is impossible or not awaited.
    """
    state = before.apply(move)
    played = _PlayedMove(before, move, state)
    yield from played.events()
    yield from played.followed_by(state)
    for outcome in outcomes:
        state = state.resolve(outcome)
        yield outcome
        yield from played.followed_by(state)


class _PlayedMove:
    """A move that yields its events in the order of a turn (R22)."""

    def __init__(self, before: State, move: Move, after: State) -> None:
        """Store the move, the state before it, and the state after it, before any chance outcome."""
        self.before = before
        self.move = before.catalogue.moves.adopt(move)
        self.after = after
        self.player = Player(before.player)
        self.entry = self.move.spec.entry
        """The card whose effects happen."""
        self.pending = before.pending_codes[1:]
        """The choices that are pending when the effects happen."""
        self.extra = before.extra_turn
        """Whether the player takes another turn after this one."""

    def events(self) -> Iterator[Event]:
        """Yield the events of steps 1 to 4: the payment, the card that moves, and its effects."""
        player, opponent, move = self.player, self.player.opponent, self.move
        match move:
            case DraftWonder(wonder):
                yield WonderDrafted(player, wonder)
            case ConstructBuilding(building):
                plan = self._plan()
                earned = yield from self._payment(plan)
                yield BuildingConstructed(player, building, self._slot(), plan.free_by)
                purse, theirs = earned
                by_chain = plan.free_by is not None
                if by_chain:
                    for entry, card in cards_in(self.before.cities[player]):
                        coins = entry.modifiers >> CHAIN_SHIFT & CHAIN_MASK
                        purse = yield from _gain(player, purse, coins, card)
                yield from self._effects(building, purse, theirs, by_chain=by_chain)
            case DiscardBuilding(building):
                yield BuildingDiscarded(player, building, self._slot())
                income = self.before.cities[player].discard_income
                purse = yield from _gain(player, self._coins(player), income, None)
                yield from self._effects(None, purse, self._coins(opponent))
            case ConstructWonder(wonder, building):
                plan = self._plan()
                earned = yield from self._payment(plan)
                yield WonderConstructed(player, wonder, building, self._slot())
                for owner in Player:
                    kept = {wonder, *self.after.cities[owner].unbuilt}
                    for removed in self.before.cities[owner].unbuilt:
                        if removed not in kept:
                            yield WonderRemoved(owner, removed)
                yield from self._effects(wonder, *earned)
            case TakeToken(token):
                is_drawn = self.before.phase_number == LIBRARY_TOKEN
                yield TokenTaken(player, token, not is_drawn)
                others = frozenset(self.before.offered_tokens) - {token}
                if others:
                    yield TokensReturned(others)
                yield from self._effects(token, self._coins(player), self._coins(opponent))
            case DeclineToken():
                yield TokenDeclined(player)
            case DestroyBuilding(building):
                yield BuildingDestroyed(opponent, building)
            case ReviveBuilding(building):
                yield BuildingRevived(player, building)
                yield from self._effects(building, self._coins(player), self._coins(opponent))
            case ChooseCard(choice, card):
                yield CardChosen(player, choice, card)
                changes = _RecordedChanges(without_choice(self.before))
                move.effect.carry_out(changes, card)
                for before, moved, after in changes.made:
                    yield from self._change(before, moved, after)
            case ChooseBeginner(beginner):
                yield BeginnerChosen(beginner, player, Age(self.before.age_number))
            case _:
                assert_never(move)

    def followed_by(self, state: State) -> Iterator[Event]:
        """Yield the events of steps 5 and 8 so far: the end of the game, the age or the turn.

        Args:
            state: the state after the move, or after a chance outcome that followed it.
        """
        result = state.result
        counted = result is not None and result.victory is Victory.CIVILIAN
        if counted or (state.phase_number == DEAL_AGE and state.age_number):
            if self.extra:
                yield ExtraTurnLost(self.player)
                self.extra = False
            yield AgeOver(Age(state.age_number))
        elif self.extra and state.phase_number == TURN:
            yield ExtraTurnTaken(self.player)
        if result is not None:
            yield GameEnded(result)

    # -- the parts of a move ------------------------------------------------------------------

    def _change(self, before: State, card: Card, after: State) -> Iterator[Event]:
        """Yield the events of one change that a custom choice makes: the card, and its effects."""
        if before == after:
            return  # the game was over
        player, opponent = self.player, self.player.opponent
        tables = before.tables
        if isinstance(card, ProgressToken):
            entry = tables.tokens[before.catalogue.number_of_token(card.id)]
            yield TokenTaken(player, card, bool(before.board_mask & entry.bit))
        else:
            assert isinstance(card, Building)  # the only other cards that a choice moves
            entry = tables.buildings[before.catalogue.number_of_building(card.id)]
            slot = before.faces.find(entry.number)
            if before.discard_mask & entry.bit:
                yield BuildingRevived(player, card)
            elif slot < 0:
                yield BuildingDestroyed(opponent, card)
                return
            elif after.discard_mask & entry.bit:
                yield BuildingDiscarded(player, card, slot)
                return
            else:
                yield BuildingConstructed(player, card, slot, None)
        part = _PlayedMove(before, self.move, after)
        part.entry = entry
        part.pending = before.pending_codes
        part.extra = self.extra
        yield from part._effects(card, before.cities[player].coins, before.cities[opponent].coins)
        self.extra = part.extra

    def _plan(self) -> PaymentPlan:
        plan = self.before.payment(self.move)
        assert plan is not None  # constructions have a price
        return plan

    def _slot(self) -> int:
        """Return the slot of the card that the move takes."""
        return self.before.faces.index(self.move.spec.card)

    def _coins(self, player: Player) -> int:
        return self.before.cities[player].coins

    def _payment(self, plan: PaymentPlan) -> Generator[Event, None, tuple[int, int]]:
        """Yield the payment of step 2: the coin part of the cost, then the bought resources.

        Returns:
            The coins of the player and of the opponent after it.
        """
        player, opponent = self.player, self.player.opponent
        purse = plan.held - plan.total
        theirs = min(self._coins(opponent) + plan.to_opponent, MOST_COINS)
        if plan.total > plan.trade:
            yield Paid(player, plan.total - plan.trade, None, plan.card, ())
        bought = tuple(line for line in plan.lines if isinstance(line, Bought))
        if bought:
            to = opponent if plan.to_opponent else None
            yield Paid(player, plan.trade, to, plan.card, bought)
        if plan.trade:
            for card, reward in self._rewards(opponent, A_TRADE):
                theirs = yield from _gain(opponent, theirs, reward.coins, card)
                lost = min(purse, reward.loses)
                if lost:
                    yield Lost(player, lost, card)
                    purse -= lost
        return purse, theirs

    def _rewards(self, owner: Player, occasions: int) -> list[tuple[Card, Reward]]:
        """Return what each card of a city gives on some occasions, if any of them gives something."""
        city = self.before.cities[owner]
        if city.modifiers < FIRST_TRIGGER:
            return []
        return [
            (card, city.tables.layout.reward(entry.modifiers, occasions))
            for entry, card in cards_in(city)
        ]

    def _effects(
        self, card: Card | None, purse: int, theirs: int, *, by_chain: bool = False
    ) -> Iterator[Event]:
        """Yield the effects of a card: coins, the opponent's loss, shields, symbols, an extra turn.

        Args:
            card: the card; ``None`` for the discarding of one.
            purse: the coins of the player after the payment.
            theirs: the coins of the opponent after the payment.
            by_chain: whether the card was free through a chain.
        """
        player, opponent, before, after = self.player, self.player.opponent, self.before, self.after
        entry = self.entry if card is not None else CompiledCard()
        occasions = A_DISCARD if card is None else entry.occasions
        if by_chain:
            occasions |= BY_CHAIN
        rewards = self._rewards(player, occasions)
        again = isinstance(card, Wonder) and bool(before.cities[player].modifiers & AGAIN_MASK)
        again = again or any(reward.extra_turns for _, reward in rewards)
        gains = []
        card_coins = entry.coins
        if entry.gains or entry.tallied:
            extra = self.extra or entry.play_again or again
            seen = _state_for_gains(before, after, (purse, theirs), self.pending, extra=extra)
            gains = [effect.gain(seen, player) for effect in entry.gains]
            card_coins += entry.tallied_coins(seen.cities[player], seen.cities[player.opponent])
        for source, coins in (
            (card, card_coins + sum(gain.coins for gain in gains)),
            *((source, reward.coins) for source, reward in rewards),
        ):
            purse = yield from _gain(player, purse, coins, source)
        for source, coins in (
            (card, entry.loses + sum(gain.opponent_loses for gain in gains)),
            *((source, reward.loses) for source, reward in rewards),
        ):
            lost = min(theirs, coins)
            if lost:
                assert source is not None  # discarding alone costs the opponent nothing
                yield Lost(opponent, lost, source)
                theirs -= lost
        if after.pawn != before.pawn:
            yield PawnMoved(player, before.pawn, after.pawn)
        for token in before.military_tokens[opponent]:
            if token not in after.military_tokens[opponent]:
                looted = min(theirs, token.coins)
                yield Looted(opponent, looted, token)
                theirs -= looted
        yield from self._symbols()
        brings = entry.play_again or any(gain.play_again for gain in gains)
        if (brings or again) and not self.extra:
            self.extra = True
            source = card if brings else self._lets_play_again(occasions)
            assert source is not None  # discarding alone gives no extra turn
            yield ExtraTurnGained(player, source)

    def _symbols(self) -> Iterator[Event]:
        """Yield the new symbols, then the new pairs."""
        had = self.before.cities[self.player].science
        new = self.after.cities[self.player].science & ~had
        total = (had & SYMBOL_MASK).bit_count()
        for number in bits(new & SYMBOL_MASK):
            total += 1
            yield SymbolGained(self.player, SYMBOLS[number], total)
        for number in bits(new >> SYMBOL_BITS):
            yield PairCompleted(self.player, SYMBOLS[number])

    def _lets_play_again(self, occasions: int) -> Card:
        """Return the player's card that gives an extra turn on some occasions (R56)."""
        city = self.before.cities[self.player]
        return next(
            card
            for entry, card in cards_in(city)
            if (occasions & A_WONDER and entry.modifiers & AGAIN_MASK)
            or city.tables.layout.reward(entry.modifiers, occasions).extra_turns
        )


class _RecordedChanges(DraftChanges):
    """Changes that are kept one by one, for the events of a choice."""

    def __init__(self, draft: StateDraft) -> None:
        """Start without a change."""
        super().__init__(draft)
        self.made: list[tuple[State, Card, State]] = []
        """The position before each change, its card, and the position after it."""

    @override
    def construct(self, building: Building) -> None:
        before = self.state
        super().construct(building)
        self.made.append((before, building, self.state))

    @override
    def discard(self, building: Building) -> None:
        before = self.state
        super().discard(building)
        self.made.append((before, building, self.state))

    @override
    def take_token(self, token: ProgressToken) -> None:
        before = self.state
        super().take_token(token)
        self.made.append((before, token, self.state))


def _state_for_gains(
    before: State, after: State, coins: tuple[int, int], pending: tuple[int, ...], *, extra: bool
) -> State:
    """Return the state that effects of a card see: it is paid and in its place, but has no effect yet (R71).

    Args:
        before: the state before the move.
        after: the state after it, before any chance outcome.
        coins: the coins of the player and of the opponent after the payment.
        pending: the codes of the pending choices.
        extra: whether the player takes an extra turn, as far as it is known.
    """
    held = coins if before.player == Player.ONE else coins[::-1]
    one, two = map(_with_coins, after.cities, held)
    draft = StateDraft.of(
        catalogue=after.catalogue,
        rules=after.rules,
        first_player=after.first_player,
        faces=after.faces,
        phase_number=before.phase_number,
        player=before.player,
        pawn=before.pawn,
        discard_mask=after.discard_mask,
        cities=(one, two),
        age_number=before.age_number,
        military_mask=before.military_mask,
        board_mask=after.board_mask,
        offer_mask=after.offer_mask,
        pending_codes=pending,
        extra_turn=extra,
    )
    return draft.seen()


def _gain(
    player: Player, held: int, coins: int, source: Card | None
) -> Generator[Event, None, int]:
    """Yield a gain of coins, as far as a city can hold them, and return the coins after it."""
    gained = min(coins, MOST_COINS - held)
    if gained:
        yield Gained(player, gained, source)
    return held + gained


def _with_coins(city: City, coins: int) -> City:
    """Return a city with another number of coins."""
    return City.of(
        city.catalogue,
        coins,
        city.building_mask,
        city.token_mask,
        city.unbuilt_numbers,
        city.built_codes,
    )
