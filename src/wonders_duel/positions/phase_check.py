"""Derives the phase of a position, or checks the phase that is given (DESIGN D9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wonders_duel.cards import CAPITAL
from wonders_duel.engine.bitfields import SYMBOL_MASK
from wonders_duel.engine.consequences import slots_to_reveal
from wonders_duel.engine.decisions import PICKS
from wonders_duel.engine.phases import CHOICE, NUMBERS, PHASES
from wonders_duel.engine.state_draft import StateDraft
from wonders_duel.enums import Age, Phase, Player
from wonders_duel.positions.action_check import check_action, check_victory, is_untouched
from wonders_duel.rules import (
    BOARD_TOKENS,
    DRAFT_GROUP,
    SYMBOLS_TO_WIN,
    RevealTiming,
    WonderSetup,
)
from wonders_duel.support.phrases import counted

if TYPE_CHECKING:
    from wonders_duel.engine.decision import Decision
    from wonders_duel.positions.sketch import Sketch

__all__ = ["check_phase"]

_BEFORE_TURNS = (Phase.DEAL_TOKENS, Phase.DEAL_AGE)
_BEFORE_AGE_I = (Phase.DRAFT, Phase.DEAL_TOKENS, Phase.DEAL_WONDERS)


def check_phase(sketch: Sketch, draft: StateDraft) -> None:
    """Derive the phase, or check the one that is given."""
    codes = sketch.pending
    if codes != sorted(codes):
        sketch.note(
            "the pending choices are not in the order token, library, revive, destroy (R22)",
            "pending",
        )
    hidden = bool(slots_to_reveal(draft))
    won = abs(draft.pawn) == CAPITAL or any(
        (city.science & SYMBOL_MASK).bit_count() >= SYMBOLS_TO_WIN for city in draft.cities
    )
    phase = sketch.phase
    if phase is None:
        phase = _derived_phase(draft, hidden=hidden, won=won)
    draft.phase_number = NUMBERS[phase]
    if not sketch.has_unresolved_cards:
        _check_fit(sketch, draft, phase, hidden=hidden, won=won)
    if phase is Phase.OVER:
        draft.player = 0


def _check_fit(sketch: Sketch, draft: StateDraft, phase: Phase, *, hidden: bool, won: bool) -> None:
    """Note everything that is not consistent with the phase."""
    age = draft.age_number
    if draft.rules.wonder_setup is WonderSetup.FIRST_GAME and not sketch.catalogue.first_game:
        message = f"the catalogue {sketch.catalogue.name!r} has no wonders for a first game"
        sketch.note(message, "rules")
    check_action(sketch, draft, phase)

    def wrong(message: str, field: str = "phase") -> None:
        sketch.note(message, field)

    if phase is Phase.OVER:
        if not won and (age != Age.III or draft.left):
            wrong("the game is not over: nobody has won and cards are left")
        if draft.pending_codes or draft.offer_mask:
            wrong(
                "the game is over, but something is pending or on offer",
                "pending" if draft.pending_codes else "offer",
            )
        if won:
            check_victory(sketch, draft)
        return
    if won:
        wrong(f"the phase is {phase}, but a supremacy has ended the game")
    if phase in _BEFORE_AGE_I:
        if age:
            wrong(f"the phase {phase} comes before Age I, but the age is {Age(age)}")
    elif phase is not Phase.DEAL_AGE and not age:
        wrong(f"the phase is {phase}, but there is no age")
    if phase is Phase.DEAL_AGE and (draft.left or age == Age.III):
        wrong("the next age cannot be dealt: cards are left, or it is the last")
    if phase in (Phase.TURN, Phase.BEGIN) and age and not draft.left:
        wrong(f"the phase is {phase}, but no card is left", "structure")
    if phase is Phase.BEGIN and (not is_untouched(draft) or age == Age.I):
        wrong("the first player is chosen before any card of Age II or III is taken")
    if phase in (Phase.TURN, Phase.BEGIN):
        _note_misfits(sketch, draft, draft.tables.decisions[draft.phase_number])
    _check_setup(sketch, draft, phase)
    _check_choices(sketch, draft, phase, hidden=hidden)


def _check_setup(sketch: Sketch, draft: StateDraft, phase: Phase) -> None:
    one, two = draft.cities
    picked = len(one.unbuilt_numbers) + len(two.unbuilt_numbers)
    if phase is Phase.DRAFT:
        _note_misfits(sketch, draft, draft.tables.decisions[draft.phase_number])
        _check_hands(sketch, draft, picked)
    elif draft.offer_mask and phase is not Phase.LIBRARY_TOKEN:
        sketch.note(f"something is on offer, but the phase is {phase}", "offer")
    _check_turn(sketch, draft, phase, picked)
    if not draft.age_number:
        _check_no_tokens(sketch, draft)
    if phase is Phase.DEAL_WONDERS:
        if picked not in {0, DRAFT_GROUP}:
            message = (
                f"the next wonders are dealt when 0 or {DRAFT_GROUP} are picked, not {picked}; "
                f"to start Age I with these, set the phase to {Phase.DEAL_AGE}"
            )
            sketch.note(message, "phase")
        else:
            _check_hands(sketch, draft, picked)
    if phase is Phase.DEAL_TOKENS:
        if draft.board_mask:
            sketch.note("the progress tokens are already on the board", "board_tokens")
        if picked:
            message = "wonders are picked, but the progress tokens are dealt before the draft"
            sketch.note(message, "cities", 0 if one.unbuilt_numbers else 1, "unbuilt")
    if phase in _BEFORE_AGE_I and (one.built_codes or two.built_codes):
        seat = 0 if one.built_codes else 1
        sketch.note("wonders are constructed during the draft", "cities", seat, "built")
    if phase in (Phase.DRAFT, Phase.DEAL_WONDERS):
        if draft.rules.wonder_setup is not WonderSetup.DRAFT:
            sketch.note("no wonders are drafted in a first game", "phase")
        _check_board(sketch, draft)


def _check_no_tokens(sketch: Sketch, draft: StateDraft) -> None:
    """Check that nobody has a progress token before Age I is dealt (R4, R63)."""
    for player, city in zip(Player, draft.cities, strict=True):
        if city.token_mask:
            message = f"player {player} has progress tokens, but Age I has not been dealt yet"
            sketch.note(message, "cities", player.value, "tokens")


def _check_board(sketch: Sketch, draft: StateDraft) -> None:
    """Check that all progress tokens are on the board until Age I is dealt (R4)."""
    board = draft.board_mask.bit_count()
    if board != BOARD_TOKENS:
        message = (
            f"{counted(board, 'progress token')} on the board; expected {BOARD_TOKENS} before Age I"
        )
        sketch.note(message, "board_tokens")


def _check_turn(sketch: Sketch, draft: StateDraft, phase: Phase, picked: int) -> None:
    """Check the player to move before Age I, given by the order of the picks (R6, R12)."""
    found = Player(draft.player)
    if phase in (Phase.DRAFT, Phase.DEAL_WONDERS):
        picker = Player(draft.first_player ^ PICKS[picked % len(PICKS)])
        if found != picker:
            sketch.note(f"player {picker} picks the next wonder, not player {found}", "to_move")
    elif not draft.age_number and phase in _BEFORE_TURNS and found != draft.first_player:
        sketch.note(f"player {draft.first_player} begins, not player {found}", "to_move")


def _check_hands(sketch: Sketch, draft: StateDraft, picked: int) -> None:
    """Check the number of wonders of each player, given by the order of the picks (R6)."""
    picks = [draft.first_player ^ pick for pick in PICKS[:picked]]
    for player, city in zip(Player, draft.cities, strict=True):
        due = picks.count(player.value)
        there = len(city.unbuilt_numbers)
        if there != due and picked <= 2 * DRAFT_GROUP:
            message = (
                f"player {player} has {counted(there, 'wonder')}; "
                f"expected {due} after {counted(picked, 'pick')}"
            )
            sketch.note(message, "cities", player.value, "unbuilt")


def _check_choices(sketch: Sketch, draft: StateDraft, phase: Phase, *, hidden: bool) -> None:
    codes = draft.pending_codes
    choices = draft.tables.pending
    on_take = draft.rules.reveal_timing is RevealTiming.ON_TAKE
    # A catalogue without custom choices has none that could be pending in their phase.
    choosing = draft.phase_number == CHOICE or any(
        draft.phase_number in choice.phase_numbers for choice in choices
    )
    if codes and not choosing and phase is not Phase.REVEAL:
        sketch.note(f"choices are pending, but the phase is {phase}", "pending")
    if phase is Phase.REVEAL:
        if codes and not on_take:
            sketch.note("cards are revealed after the pending choices", "pending")
        if not hidden:
            message = "no uncovered card is face down, so none is revealed"
            sketch.note(message, "structure")
    elif hidden and (phase is Phase.TURN or (choosing and on_take)):
        message = f"an uncovered card is face down, but the phase is {phase}"
        sketch.note(message, "structure")
    if choosing and not (codes and draft.phase_number in choices[codes[0]].phase_numbers):
        message = f"the phase is {phase}, but the first pending choice is not of this phase"
        sketch.note(message, "phase")
    elif choosing:
        _note_misfits(sketch, draft, choices[codes[0]])


def _note_misfits(sketch: Sketch, draft: StateDraft, decision: Decision) -> None:
    for message, path in decision.misfits(draft):
        sketch.note(message, *path)


def _derived_phase(draft: StateDraft, *, hidden: bool, won: bool) -> Phase:
    """Derive the phase from the rest of the position."""
    if won:
        return Phase.OVER
    on_take = draft.rules.reveal_timing is RevealTiming.ON_TAKE
    if hidden and (on_take or not draft.pending_codes):
        return Phase.REVEAL
    if draft.pending_codes:
        choice = draft.tables.pending[draft.pending_codes[0]]
        return PHASES[choice.phase_in(draft)]
    if not draft.age_number:
        if draft.offer_mask:
            return Phase.DRAFT
        if not draft.board_mask:
            return Phase.DEAL_TOKENS
        hands = sum(len(city.unbuilt_numbers) for city in draft.cities)
        drafted = draft.rules.wonder_setup is WonderSetup.DRAFT
        return Phase.DEAL_WONDERS if drafted and hands < 2 * DRAFT_GROUP else Phase.DEAL_AGE
    if not draft.left:
        return Phase.OVER if draft.age_number == Age.III else Phase.DEAL_AGE
    return Phase.TURN
