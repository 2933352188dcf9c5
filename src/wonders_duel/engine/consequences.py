"""The consequences of a decision: effects, reveals, the next choice, the end of a turn or age.

These are steps 4 to 8 of a turn (R22), which ``turn`` lists. The functions change a
``StateDraft``, which is a mutable copy of the state. ``draft.city(seat)`` returns a city to
change it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wonders_duel.cards import CAPITAL, MILITARY_TOKENS
from wonders_duel.effects import Gain
from wonders_duel.engine.bitfields import BYTES, FIRST_TRIGGER, SHIELD_MASK, SYMBOL_MASK, mask_of
from wonders_duel.engine.compiled_cards import CompiledCard
from wonders_duel.engine.phases import (
    BEGIN,
    DEAL_AGE,
    DEAL_TOKENS,
    DEAL_WONDERS,
    DRAFT,
    DRAW_TOKENS,
    LIBRARY_TOKEN,
    OVER,
    PEND_TOKEN,
    REVEAL,
    TURN,
)
from wonders_duel.engine.slots import FIRST_BACK
from wonders_duel.engine.state_draft import SEVERAL_TAKEN, TO_CITIES
from wonders_duel.enums import Player
from wonders_duel.errors import CatalogueError
from wonders_duel.rules import (
    LIBRARY_DRAW,
    SYMBOLS_TO_WIN,
    CentrePawnStart,
    RevealTiming,
    WonderSetup,
)
from wonders_duel.support.phrases import shown

if TYPE_CHECKING:
    from wonders_duel.engine.chance_source import ChanceSource
    from wonders_duel.engine.city import CityDraft
    from wonders_duel.engine.state_draft import StateDraft

__all__ = [
    "advance",
    "apply_effects",
    "await_age",
    "box_tokens",
    "construct_free",
    "drafted_wonders",
    "keep_token",
    "lay_age",
    "lay_tokens",
    "lay_wonders",
    "lose_building",
    "lose_coins",
    "next_seat",
    "offer_tokens",
    "resume",
    "slots_to_reveal",
    "take_from_structure",
    "tokens_to_draw",
]

_ON_TAKE: Final = RevealTiming.ON_TAKE
_LAST_BEGINS: Final = CentrePawnStart.LAST_PLAYER_BEGINS
_FIRST_GAME: Final = WonderSetup.FIRST_GAME
_LAST_AGE: Final = 3
_PLAYERS: Final = tuple(Player)
# For each player, the military tokens on the opponent's side: the bit in the state, the distance
# from the centre, and the coins that the opponent loses. Player one's side has the lower bits.
_MILITARY_TOKEN_CROSSINGS: Final = [
    [(side << number, token.distance, token.coins) for number, token in enumerate(MILITARY_TOKENS)]
    for side in (0b0100, 0b0001)
]


# -- effects of a card ----------------------------------------------------------------------------


def take_from_structure(draft: StateDraft, card: int) -> bool:
    """Take a face-up card from the structure; return whether it was there.

    Args:
        draft: the state.
        card: the number of the building.
    """
    slot = draft.faces.find(BYTES[card])
    if slot < 0 or not draft.left >> slot & 1:
        return False
    left = draft.left ^ 1 << slot
    draft.uncovered = draft.tables.structures[draft.age_number - 1].uncovered(left)
    if left:
        draft.opened |= SEVERAL_TAKEN
    else:
        draft.faces = b""
    return True


def lose_coins(city: CityDraft, coins: int) -> None:
    """Take coins from a city, or all that it has.

    Args:
        city: the city.
        coins: the coins to lose, from 0.
    """
    city.coins = max(0, city.coins - coins)


def apply_effects(
    draft: StateDraft, mine: CityDraft, entry: CompiledCard, shields: int, by_chain: int
) -> None:
    """Apply coins, the opponent's loss, shields and symbols, then check for supremacy (R75, R68).

    These are steps 4 and 5: shields and symbols can win before the card's choices (R57).

    Args:
        draft: the state.
        mine: the acting player's city, with the card already in it.
        entry: the card.
        shields: the shields of the card, including those that a token adds.
        by_chain: ``BY_CHAIN`` if the card was free through a chain, else 0.
    """
    modifiers = mine.modifiers
    pairs = mine.receive(entry)
    coins = entry.coins
    loses = entry.loses
    if entry.play_again:
        draft.extra_turn = True
    if modifiers >= FIRST_TRIGGER:
        # Only what was in the city before counts (R46, R56, R89).
        reward = draft.tables.layout.reward(modifiers, entry.occasions | by_chain)
        coins += reward.coins
        loses += reward.loses
        shields += reward.shields
        if reward.extra_turns:
            draft.extra_turn = True
    if entry.tallied:
        coins += entry.tallied_coins(mine, draft.one if draft.player else draft.two)
    if entry.gains:
        seen = draft.seen()
        player = _PLAYERS[draft.player]
        for effect in entry.gains:
            gain = effect.gain(seen, player)
            if not isinstance(gain, Gain):
                raise CatalogueError(
                    f"{shown(effect)}: gain() returned {shown(gain)}; expected a Gain"
                )
            coins += gain.coins
            loses += gain.opponent_loses
            shields += gain.shields
            if gain.play_again:
                draft.extra_turn = True
    if coins:
        mine.receive_coins(coins)
    if loses:
        lose_coins(draft.city(draft.player ^ 1), loses)
    if shields:
        _advance_pawn(draft, shields)
    if (shields and abs(draft.pawn) == CAPITAL) or (
        entry.symbols and (mine.science & SYMBOL_MASK).bit_count() >= SYMBOLS_TO_WIN
    ):
        _end(draft)
        return
    if pairs:
        draft.pending_codes = (PEND_TOKEN,) * pairs + draft.pending_codes
    if entry.pending:
        draft.pending_codes = tuple(sorted(draft.pending_codes + entry.pending))


def construct_free(draft: StateDraft, entry: CompiledCard) -> None:
    """Put a building into the player's city, at no cost and with all its effects (R45).

    Args:
        draft: the state; the building has left its place already.
        entry: the building.
    """
    mine = draft.city(draft.player)
    shields = entry.shields + (mine.modifiers >> entry.shield_shift & SHIELD_MASK)
    mine.buildings_low |= entry.low
    mine.buildings_high |= entry.high
    apply_effects(draft, mine, entry, shields, 0)


def keep_token(draft: StateDraft, entry: CompiledCard) -> None:
    """Put a progress token into the player's city, for good (R88).

    Args:
        draft: the state; the token has left its place already.
        entry: the token.
    """
    mine = draft.city(draft.player)
    mine.token_mask |= entry.bit
    apply_effects(draft, mine, entry, entry.shields, 0)


def lose_building(draft: StateDraft, entry: CompiledCard) -> None:
    """Put a building of the opponent's city into the discard pile (R58, R51).

    Args:
        draft: the state.
        entry: the building.
    """
    draft.city(draft.player ^ 1).lose(entry)
    draft.discard_low |= entry.low
    draft.discard_high |= entry.high


def _advance_pawn(draft: StateDraft, shields: int) -> None:
    """Move the conflict pawn and remove the military tokens that it passes (R69, R70, R75)."""
    player = draft.player
    before = -draft.pawn if player else draft.pawn
    after = min(before + shields, CAPITAL)
    draft.pawn = -after if player else after
    for token, distance, coins in _MILITARY_TOKEN_CROSSINGS[player]:
        if before < distance <= after and draft.military_mask & token:
            draft.military_mask ^= token
            lose_coins(draft.city(player ^ 1), coins)


# -- the next phase -------------------------------------------------------------------------------


def advance(draft: StateDraft, source: ChanceSource | None) -> None:
    """Continue with the next choice, the reveals, or the end of the turn or age (steps 6 to 8).

    The choices of the last card of an age also come first (R66). After the last card of the
    game, the points are counted (R78).
    """
    # After a supremacy nothing is chosen or revealed (R18).
    if draft.phase_number == OVER:
        return
    pending = draft.pending_codes
    if (not pending or draft.rules.reveal_timing is _ON_TAKE) and _await_reveal(draft, source):
        return
    if pending and (_await_choice(draft, source) or _await_reveal(draft, source)):
        return
    if not draft.uncovered.left:
        draft.extra_turn = False  # lost with the last card of an age (R55)
        if draft.age_number == _LAST_AGE:
            _end(draft)
        else:
            await_age(draft, source)
    elif draft.extra_turn:  # each wonder with an extra turn gives another one (R54)
        draft.extra_turn = False
        draft.phase_number = TURN
    else:
        draft.player ^= 1
        draft.phase_number = TURN


def _await_reveal(draft: StateDraft, source: ChanceSource | None) -> bool:
    """Reveal uncovered cards (R16, R17, R19); return whether the state waits for chance for one."""
    faces = draft.faces
    for slot in draft.uncovered.down:
        if faces[slot] >= FIRST_BACK:
            if source is None:
                draft.phase_number = REVEAL
                return True
            card = source.card(draft.age_number, slot)
            draft.faces = faces = faces[:slot] + BYTES[card] + faces[slot + 1 :]
    return False


def _await_choice(draft: StateDraft, source: ChanceSource | None) -> bool:
    """Enter the phase of the first pending choice that has a target; return whether one has.

    Choices without a target are skipped (R58, R59, R64).
    """
    choices = draft.tables.pending
    while draft.pending_codes:
        choice = choices[draft.pending_codes[0]]
        if choice.targets(draft):
            choice.enter(draft, source)
            return True
        draft.pending_codes = draft.pending_codes[1:]
    return False


def await_age(draft: StateDraft, source: ChanceSource | None) -> None:
    """Deal the next age, or wait for it to be dealt (R20)."""
    draft.phase_number = DEAL_AGE
    if source is not None:
        lay_age(draft, source.front(draft.age_number + 1))


def _end(draft: StateDraft) -> None:
    """End the game and clear the fields that are for later turns, so that equal ends are equal."""
    draft.phase_number = OVER
    draft.player = 0
    draft.pending_codes = ()
    draft.extra_turn = False


# -- chance ---------------------------------------------------------------------------------------


def resume(draft: StateDraft, source: ChanceSource) -> None:
    """Resolve chance until a player is to move, or the game is over.

    Args:
        draft: any state.
        source: supplies the chance outcomes.
    """
    if draft.phase_number == DEAL_TOKENS:
        lay_tokens(draft, source.tokens())
    if draft.phase_number == DEAL_WONDERS:
        lay_wonders(draft, source.wonders(drafted_wonders(draft)))
    elif draft.phase_number == DEAL_AGE:
        await_age(draft, source)
    elif draft.phase_number == REVEAL:
        advance(draft, source)
    elif draft.phase_number == DRAW_TOKENS:
        offer_tokens(draft, source.drawn(box_tokens(draft)))


def drafted_wonders(state: StateDraft) -> int:
    """Return the unbuilt wonders of both players, as bits; in the draft, these are all picked ones."""
    return state.one.unbuilt_mask | state.two.unbuilt_mask


def slots_to_reveal(state: StateDraft) -> list[int]:
    """Return the slots whose card is uncovered but still face down, ascending (R19)."""
    return [slot for slot in state.uncovered.down if state.faces[slot] >= FIRST_BACK]


def box_tokens(state: StateDraft) -> int:
    """Return the progress tokens in the box, as bits."""
    seen = state.board_mask | state.one.token_mask | state.two.token_mask
    return state.tables.all_tokens & ~seen


def tokens_to_draw(state: StateDraft) -> int:
    """Return the number of progress tokens to draw: three, or as many as are left (R60)."""
    return min(LIBRARY_DRAW, box_tokens(state).bit_count())


def lay_tokens(draft: StateDraft, mask: int) -> None:
    """Put the progress tokens on the board, then go to the phase that the setup needs (R4, R7)."""
    draft.board_mask = mask
    if draft.rules.wonder_setup is _FIRST_GAME:
        # The first hand belongs to the first player.
        for place, hand in enumerate(draft.tables.catalogue.first_game):
            numbers = [draft.tables.catalogue.number_of_wonder(wonder) for wonder in hand]
            draft.city(draft.first_seat ^ place).unbuilt_mask = mask_of(numbers)
        draft.phase_number = DEAL_AGE
    else:
        draft.phase_number = DEAL_WONDERS


def lay_wonders(draft: StateDraft, mask: int) -> None:
    """Offer the wonders of a draft group (R6)."""
    draft.offer_mask = mask
    draft.phase_number = DRAFT


def offer_tokens(draft: StateDraft, mask: int) -> None:
    """Offer progress tokens drawn from the box (R60)."""
    draft.offer_mask = mask
    draft.phase_number = LIBRARY_TOKEN


def lay_age(draft: StateDraft, faces: bytes) -> None:
    """Lay out the next age; set who begins it, or who chooses that (R12, R20, R76, R77)."""
    draft.age_number += 1
    draft.faces = faces
    draft.opened &= TO_CITIES
    table = draft.tables.structures[draft.age_number - 1]
    draft.uncovered = table.uncovered(table.full)
    draft.phase_number = TURN
    if draft.age_number == 1:
        return  # the first player begins
    draft.player = _chooses_beginner(draft)
    if draft.pawn or draft.rules.centre_pawn_start is not _LAST_BEGINS:
        draft.phase_number = BEGIN


def _chooses_beginner(state: StateDraft) -> int:
    """Return the seat of the player who begins the next age, or chooses who does (R76, R77)."""
    if state.pawn:
        return 1 if state.pawn > 0 else 0
    return state.player


def next_seat(state: StateDraft) -> int:
    """Return the seat of the player who makes the next decision, even while the state waits for chance.

    Args:
        state: a state in which the game is not over.
    """
    phase_number = state.phase_number
    if phase_number == DEAL_AGE and state.age_number:
        return _chooses_beginner(state)
    if phase_number == REVEAL and not state.extra_turn:
        choices = state.tables.pending
        for code in state.pending_codes:
            if choices[code].targets(state):
                return state.player
        return state.player ^ 1
    return state.player
