"""The rules of play: how moves and chance outcomes change a state.

The order of a turn (R22), with the functions for each step:

1. choose an accessible card and what to do with it     ``_take``
2. pay                                                  ``_construct``, ``_wonder``
3. move the card                                        ``_construct``, ``_wonder``
4. apply the immediate effects                          ``_effects``
5. check for supremacy                                  ``_effects``, at its end
6. make the choices of the card, one by one             ``_advance``, then ``_token`` and others
7. reveal the uncovered cards                           ``_advance``
8. end the age, or pass the turn to the next player     ``_advance``

The functions change a ``StateDraft``, which is a mutable copy of the state, and ``mine``,
a mutable copy of the acting player's city. ``theirs``, the opponent's city, rarely
changes, so it stays frozen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wonders_duel import legality
from wonders_duel.cards import CAPITAL, MILITARY_TOKENS
from wonders_duel.city import discard_income
from wonders_duel.effects import Gain
from wonders_duel.enums import Player
from wonders_duel.errors import CatalogueError, IllegalMoveError
from wonders_duel.listing import destruction_targets, slots_to_reveal
from wonders_duel.moves import (
    KIND_BEGIN,
    KIND_CONSTRUCT,
    KIND_DESTROY,
    KIND_DISCARD,
    KIND_DRAFT,
    KIND_TOKEN,
    KIND_WONDER,
)
from wonders_duel.phases import (
    BEGIN,
    BOARD_TOKEN,
    DEAL_AGE,
    DEAL_TOKENS,
    DEAL_WONDERS,
    DESTROY,
    DRAFT,
    DRAW_TOKENS,
    LIBRARY_TOKEN,
    OVER,
    REVEAL,
    REVIVE,
    TURN,
)
from wonders_duel.phrases import shown
from wonders_duel.rules import (
    DRAFT_GROUP,
    LIBRARY_DRAW,
    SYMBOLS_TO_WIN,
    WONDER_LIMIT,
    CentrePawnStart,
    RevealTiming,
    WonderSetup,
)
from wonders_duel.tables import (
    BYTES,
    CHAIN_MASK,
    CHAIN_SHIFT,
    FIRST_BACK,
    PEND_DRAW,
    PEND_REVIVE,
    PEND_TOKEN,
    PERK_AGAIN,
    PERK_TRADE,
    SHIELD_MASK,
    SYMBOL_MASK,
    UNKNOWN,
    Entry,
    HasSpec,
    MoveSpec,
)
from wonders_duel.trading import price_lists_of

if TYPE_CHECKING:
    from wonders_duel.city import City, CityDraft
    from wonders_duel.deal_numbers import DealNumbers
    from wonders_duel.moves import Move
    from wonders_duel.state import State, StateDraft

__all__ = ["apply", "box_tokens", "resolve", "set_up", "tokens_to_draw"]

_ON_TAKE: Final = RevealTiming.ON_TAKE
_LAST_BEGINS: Final = CentrePawnStart.LAST_PLAYER_BEGINS
_FIRST_GAME: Final = WonderSetup.FIRST_GAME
_LAST_AGE: Final = 3
_PLAYERS: Final = tuple(Player)
# For each player, the military tokens on the opponent's side: the bit in the state, the distance
# from the middle, and the coins that the opponent loses. Player one's side has the lower bits.
_MILITARY_TOKEN_CROSSINGS: Final = [
    [(side << number, token.distance, token.coins) for number, token in enumerate(MILITARY_TOKENS)]
    for side in (0b0100, 0b0001)
]
# The order of picks in the draft, where 0 is the first player: 1-2-1, then reversed (R6). The last
# number is the player who begins Age I (R12).
PICKS: Final = (0, 1, 1, 0, 1, 0, 0, 1, 0)


# -- moves ----------------------------------------------------------------------------------------


def apply(state: State, move: Move, deal: DealNumbers | None) -> StateDraft:
    """Play a move.

    Args:
        state: the state to play it in; it is not changed.
        move: the move.
        deal: supplies the chance outcomes; with ``None``, the result may wait on chance.

    Returns:
        The next state, ready to be frozen.

    Raises:
        IllegalMoveError: the move is illegal.
        WrongTypeError: ``move`` is not a ``Move``.
    """
    try:
        holder: HasSpec = move  # compiled, this checks the type
        spec = holder.spec
        tables = spec.tables
    except (AttributeError, TypeError):
        raise legality.not_a_move(move) from None
    if tables is not state.tables:
        if legality.has_unknown_cards(state, move):
            raise IllegalMoveError(move, legality.why_not(state, move))
        spec = state.catalogue.moves.adopt(move).spec
    draft = state.thaw()
    kind = spec.kind
    if KIND_CONSTRUCT <= kind <= KIND_WONDER:
        is_legal = state.phase_number == TURN and _take(draft, spec, deal)
    elif kind == KIND_DRAFT:
        is_legal = state.phase_number == DRAFT and _draft(draft, spec.entry, deal)
    elif kind == KIND_TOKEN:
        is_legal = _token(draft, spec.entry, deal)
    elif kind == KIND_DESTROY:
        is_legal = state.phase_number == DESTROY and _destroy(draft, spec.entry, deal)
    elif kind == KIND_BEGIN:
        is_legal = state.phase_number == BEGIN and _begin(draft, spec.entry)
    else:
        is_legal = state.phase_number == REVIVE and _revive(draft, spec.entry, deal)
    if not is_legal:
        raise IllegalMoveError(move, legality.why_not(state, move))
    return draft


def _draft(draft: StateDraft, entry: Entry, deal: DealNumbers | None) -> bool:
    """Pick a wonder (R6)."""
    if not draft.offer_mask & entry.bit:
        return False
    one, two = draft.cities
    mine, theirs = (two.thaw(), one) if draft.player else (one.thaw(), two)
    mine.unbuilt_numbers = _inserted(mine.unbuilt_numbers, entry.number)
    _place(draft, mine, theirs)
    draft.offer_mask ^= entry.bit
    picked = len(mine.unbuilt_numbers) + len(theirs.unbuilt_numbers)
    draft.player = draft.first_player ^ PICKS[picked]
    if picked == 2 * DRAFT_GROUP:
        _await_age(draft, deal)
    elif picked == DRAFT_GROUP:
        draft.phase_number = DEAL_WONDERS
        if deal is not None:
            _lay_wonders(draft, deal.wonder_masks[1])
    return True


def _take(draft: StateDraft, move: MoveSpec, deal: DealNumbers | None) -> bool:
    """Take an accessible card and construct it, discard it or construct a wonder with it (R14)."""
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
    draft.faces = faces.translate(draft.tables.without[card]) if left else b""
    kind = move.kind
    if kind == KIND_CONSTRUCT:
        if not _construct(draft, mine, theirs, move.entry):
            return False
    elif kind == KIND_DISCARD:
        mine.coins += discard_income(mine.counts)
        draft.discard_mask |= move.entry.bit
        _place(draft, mine, theirs)
    elif not _wonder(draft, mine, theirs, move):
        return False
    _advance(draft, deal)
    return True


def _price(draft: StateDraft, entry: Entry) -> int:
    price_list, other = draft.price_lists
    if draft.player:
        price_list = other
    price = price_list.prices[entry.item]
    return price if price != UNKNOWN else price_list.price(draft.tables, entry)


def _construct(draft: StateDraft, mine: CityDraft, theirs: City, entry: Entry) -> bool:
    """Construct a building from the structure; its effects come after the payment (R23)."""
    if entry.chain & mine.counts:
        # Free, including the coin part (R41, R42); a chain is always used (R43, R44). The bonus for
        # chains needs a token that was in the city before (R46).
        mine.coins += mine.perks >> CHAIN_SHIFT & CHAIN_MASK
    else:
        price = _price(draft, entry)
        if price > mine.coins:
            return False
        mine.coins -= price
        bought = price - entry.coin_cost
        if bought and theirs.perks & PERK_TRADE:
            # At payment, before any effect (R39, R40).
            theirs = _with_coins(theirs, theirs.coins + bought)
    shields = entry.shields
    if mine.perks:
        shields += mine.perks >> entry.shield_shift & SHIELD_MASK
    mine.building_mask |= entry.bit
    _effects(draft, mine, theirs, entry, shields)
    return True


def _wonder(draft: StateDraft, mine: CityDraft, theirs: City, move: MoveSpec) -> bool:
    """Construct a wonder with the taken card (R52), paid like a building (R23, R39, R40)."""
    entry = move.entry
    number = entry.number
    if number not in mine.unbuilt_numbers:
        return False
    price = _price(draft, entry)
    if price > mine.coins:
        return False
    mine.coins -= price
    bought = price - entry.coin_cost
    if bought and theirs.perks & PERK_TRADE:
        theirs = _with_coins(theirs, theirs.coins + bought)
    code = number * len(draft.tables.buildings) + move.card
    mine.unbuilt_numbers = tuple([one for one in mine.unbuilt_numbers if one != number])
    mine.built_codes = _inserted(mine.built_codes, code)
    if len(mine.built_codes) + len(theirs.built_codes) >= WONDER_LIMIT:
        # The last unbuilt wonder leaves the game immediately (R53).
        mine.unbuilt_numbers = ()
        if theirs.unbuilt_numbers:
            emptied = theirs.thaw()
            emptied.unbuilt_numbers = ()
            theirs = emptied.freeze()
    # Only a token that was in the city before counts (R56, R89).
    if mine.perks & PERK_AGAIN:
        draft.extra_turn = True
    _effects(draft, mine, theirs, entry, entry.shields)
    return True


def _token(draft: StateDraft, entry: Entry, deal: DealNumbers | None) -> bool:
    """Take a progress token from the board (R63) or from the drawn ones (R60), for good (R88)."""
    if draft.phase_number == BOARD_TOKEN:
        if not draft.board_mask & entry.bit:
            return False
        draft.board_mask ^= entry.bit
    elif draft.phase_number == LIBRARY_TOKEN:
        if not draft.offer_mask & entry.bit:
            return False
        draft.offer_mask = 0
    else:
        return False
    draft.pending_codes = draft.pending_codes[1:]
    one, two = draft.cities
    mine, theirs = (two.thaw(), one) if draft.player else (one.thaw(), two)
    mine.token_mask |= entry.bit
    _effects(draft, mine, theirs, entry, entry.shields)
    _advance(draft, deal)
    return True


def _destroy(draft: StateDraft, entry: Entry, deal: DealNumbers | None) -> bool:
    """Put one of the opponent's buildings into the discard pile (R58, R51)."""
    if not destruction_targets(draft) & entry.bit:
        return False
    draft.pending_codes = draft.pending_codes[1:]
    one, two = draft.cities
    theirs = one.thaw() if draft.player else two.thaw()
    theirs.lose(entry)
    draft.discard_mask |= entry.bit
    kept = theirs.freeze()
    one, two = (kept, two) if draft.player else (one, kept)
    draft.cities = (one, two)
    draft.price_lists = price_lists_of(one, two)
    _advance(draft, deal)
    return True


def _revive(draft: StateDraft, entry: Entry, deal: DealNumbers | None) -> bool:
    """Construct a building from the discard pile, for free and with all its effects (R59, R45)."""
    if not draft.discard_mask & entry.bit:
        return False
    draft.pending_codes = draft.pending_codes[1:]
    draft.discard_mask ^= entry.bit
    one, two = draft.cities
    mine, theirs = (two.thaw(), one) if draft.player else (one.thaw(), two)
    shields = entry.shields + (mine.perks >> entry.shield_shift & SHIELD_MASK)
    mine.building_mask |= entry.bit
    _effects(draft, mine, theirs, entry, shields)
    _advance(draft, deal)
    return True


def _begin(draft: StateDraft, entry: Entry) -> bool:
    """Let the chosen player begin the age (R76, R77)."""
    draft.player = entry.number
    draft.phase_number = TURN
    return True


# -- effects of a card ----------------------------------------------------------------------------


def _inserted(numbers: tuple[int, ...], number: int) -> tuple[int, ...]:
    found = list(numbers)
    found.append(number)
    found.sort()
    return tuple(found)


def _place(draft: StateDraft, mine: CityDraft, theirs: City) -> None:
    own = mine.freeze()
    draft.cities = (theirs, own) if draft.player else (own, theirs)


def _with_coins(city: City, coins: int) -> City:
    changed = city.thaw()
    changed.coins = coins
    return changed.freeze()


def _effects(draft: StateDraft, mine: CityDraft, theirs: City, entry: Entry, shields: int) -> None:
    """Apply coins, the opponent's loss, shields and symbols, then check for supremacy (R75, R68).

    These are steps 4 and 5: shields and symbols can win before the card's choices (R57).

    Args:
        draft: the state; its cities are replaced at the end.
        mine: the acting player's city, with the card already in it.
        theirs: the opponent's city.
        entry: the card.
        shields: the shields of the card, including those that a token adds.
    """
    pairs = mine.receive(entry)
    if entry.changes_prices:
        draft.price_lists = (
            price_lists_of(theirs, mine) if draft.player else price_lists_of(mine, theirs)
        )
    coins = entry.coins
    loses = entry.loses
    if entry.play_again:
        draft.extra_turn = True
    if entry.gains:
        seen = draft.seen(mine, theirs)
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
    mine.coins += coins
    if loses:
        theirs = _with_coins(theirs, max(0, theirs.coins - loses))
    if shields:
        theirs = _advance_pawn(draft, theirs, shields)
    _place(draft, mine, theirs)
    if (shields and abs(draft.pawn) == CAPITAL) or (
        entry.symbols and (mine.science & SYMBOL_MASK).bit_count() >= SYMBOLS_TO_WIN
    ):
        _end(draft)
        return
    if pairs:
        draft.pending_codes = (PEND_TOKEN,) * pairs + draft.pending_codes
    if entry.pending:
        draft.pending_codes = tuple(sorted(draft.pending_codes + entry.pending))


def _advance_pawn(draft: StateDraft, theirs: City, shields: int) -> City:
    """Move the conflict pawn and remove the military tokens that it passes (R69, R70, R75)."""
    player = draft.player
    before = -draft.pawn if player else draft.pawn
    after = min(before + shields, CAPITAL)
    draft.pawn = -after if player else after
    for token, distance, coins in _MILITARY_TOKEN_CROSSINGS[player]:
        if before < distance <= after and draft.military_mask & token:
            draft.military_mask ^= token
            theirs = _with_coins(theirs, max(0, theirs.coins - coins))
    return theirs


# -- the next phase -------------------------------------------------------------------------------


def _advance(draft: StateDraft, deal: DealNumbers | None) -> None:
    """Continue with the next choice, the reveals, or the end of the turn or age (steps 6 to 8).

    The choices of the last card of an age also come first (R66). After the last card of the
    game, the points are counted (R78).
    """
    # After a supremacy nothing is chosen or revealed (R18).
    if draft.phase_number == OVER:
        return
    pending = draft.pending_codes
    if (not pending or draft.rules.reveal_timing is _ON_TAKE) and _await_reveal(draft, deal):
        return
    if pending and (_await_choice(draft, deal) or _await_reveal(draft, deal)):
        return
    if not draft.left:
        draft.extra_turn = False  # lost with the last card of an age (R55)
        if draft.age_number == _LAST_AGE:
            _end(draft)
        else:
            _await_age(draft, deal)
    elif draft.extra_turn:  # each wonder with an extra turn gives another one (R54)
        draft.extra_turn = False
        draft.phase_number = TURN
    else:
        draft.player ^= 1
        draft.phase_number = TURN


def _await_reveal(draft: StateDraft, deal: DealNumbers | None) -> bool:
    """Reveal uncovered cards (R16, R17, R19); return whether the state waits on chance for one."""
    faces = draft.faces
    for slot in draft.uncovered.down:
        if faces[slot] >= FIRST_BACK:
            if deal is None:
                draft.phase_number = REVEAL
                return True
            card = deal.cards[draft.age_number - 1][slot]
            draft.faces = faces = faces[:slot] + BYTES[card] + faces[slot + 1 :]
    return False


def _await_choice(draft: StateDraft, deal: DealNumbers | None) -> bool:
    """Enter the phase of the first pending choice that has any options; return whether one has."""
    while draft.pending_codes:
        code = draft.pending_codes[0]
        if code == PEND_TOKEN:
            if draft.board_mask:  # R64
                draft.phase_number = BOARD_TOKEN
                return True
        elif code == PEND_DRAW:
            if box_tokens(draft):  # R60
                draft.phase_number = DRAW_TOKENS
                if deal is not None:
                    _offer_tokens(draft, deal.drawn(box_tokens(draft)))
                return True
        elif code == PEND_REVIVE:
            if draft.discard_mask:  # R59
                draft.phase_number = REVIVE
                return True
        elif destruction_targets(draft):  # R58
            draft.phase_number = DESTROY
            return True
        draft.pending_codes = draft.pending_codes[1:]
    return False


def _await_age(draft: StateDraft, deal: DealNumbers | None) -> None:
    draft.phase_number = DEAL_AGE
    if deal is not None:
        _lay_age(draft, deal.fronts[draft.age_number])


def _end(draft: StateDraft) -> None:
    """End the game and clear the fields that are for later turns, so that equal ends are equal."""
    draft.phase_number = OVER
    draft.player = 0
    draft.pending_codes = ()
    draft.extra_turn = False


# -- chance ---------------------------------------------------------------------------------------


def box_tokens(state: StateDraft) -> int:
    """Return the progress tokens in the box, as bits."""
    one, two = state.cities
    seen = state.board_mask | one.token_mask | two.token_mask
    return state.tables.all_tokens & ~seen


def tokens_to_draw(state: StateDraft) -> int:
    """Return the number of progress tokens to draw: three, or as many as are left (R60)."""
    return min(LIBRARY_DRAW, box_tokens(state).bit_count())


def resolve(state: State, number: int, faces: bytes) -> StateDraft:
    """Apply a chance outcome that has already been checked.

    Args:
        state: a state that waits on chance; it is not changed.
        number: the number of the revealed building, or the dealt wonders or tokens as bits.
        faces: a byte for each slot of the age that is dealt; empty for other outcomes.

    Returns:
        The next state, ready to be frozen.
    """
    draft = state.thaw()
    phase_number = draft.phase_number
    if phase_number == REVEAL:
        shown = draft.faces
        slot = slots_to_reveal(draft)[0]
        draft.faces = shown[:slot] + BYTES[number] + shown[slot + 1 :]
        _advance(draft, None)
    elif phase_number == DEAL_AGE:
        _lay_age(draft, faces)
    elif phase_number == DRAW_TOKENS:
        _offer_tokens(draft, number)
    elif phase_number == DEAL_TOKENS:
        _lay_tokens(draft, number)
    else:
        _lay_wonders(draft, number)
    return draft


def set_up(draft: StateDraft, deal: DealNumbers) -> None:
    """Set up a game from a deal, up to the first decision."""
    _lay_tokens(draft, deal.board_mask)
    if draft.phase_number == DEAL_WONDERS:
        _lay_wonders(draft, deal.wonder_masks[0])
    else:
        _lay_age(draft, deal.fronts[0])


def _lay_tokens(draft: StateDraft, mask: int) -> None:
    """Put the progress tokens on the board, then go to the phase that the setup needs (R4, R7)."""
    draft.board_mask = mask
    if draft.rules.wonder_setup is _FIRST_GAME:
        # The first hand belongs to the first player.
        for place, hand in enumerate(draft.tables.catalogue.first_game):
            seat = draft.first_player ^ place
            one, two = draft.cities
            changed = two.thaw() if seat else one.thaw()
            numbers = [draft.tables.catalogue.number_of_wonder(wonder) for wonder in hand]
            changed.unbuilt_numbers = tuple(sorted(numbers))
            dealt = changed.freeze()
            draft.cities = (one, dealt) if seat else (dealt, two)
        draft.phase_number = DEAL_AGE
    else:
        draft.phase_number = DEAL_WONDERS


def _lay_wonders(draft: StateDraft, mask: int) -> None:
    draft.offer_mask = mask
    draft.phase_number = DRAFT


def _offer_tokens(draft: StateDraft, mask: int) -> None:
    draft.offer_mask = mask
    draft.phase_number = LIBRARY_TOKEN


def _lay_age(draft: StateDraft, faces: bytes) -> None:
    """Lay out the next age; set who begins it, or who chooses that (R12, R20, R76, R77)."""
    draft.age_number += 1
    draft.faces = faces
    table = draft.tables.structures[draft.age_number - 1]
    draft.left = table.full
    draft.uncovered = table.uncovered(table.full)
    draft.phase_number = TURN
    if draft.age_number == 1:
        return  # the first player begins
    if draft.pawn:
        draft.player = 1 if draft.pawn > 0 else 0
        draft.phase_number = BEGIN
    elif draft.rules.centre_pawn_start is not _LAST_BEGINS:
        draft.phase_number = BEGIN
