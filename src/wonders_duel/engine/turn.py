"""The rules of play: how moves and chance outcomes change a state.

The order of a turn (R22), with the place of each step:

1. choose an accessible card and what to do with it     ``taking``
2. pay                                                  ``taking``
3. move the card                                        ``taking``
4. apply the immediate effects                          ``consequences.apply_effects``
5. check for supremacy                                  ``consequences.apply_effects``, at its end
6. make the choices of the card, one by one             ``consequences.advance``, then ``decisions``
7. reveal the uncovered cards                           ``consequences.advance``
8. end the age, or pass the turn to the next player     ``consequences.advance``

A move makes the decision of the phase (``decision_of``), which carries it out on a
``StateDraft``, a mutable copy of the state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wonders_duel.engine import legality
from wonders_duel.engine.bitfields import BYTES
from wonders_duel.engine.consequences import (
    advance,
    lay_age,
    lay_tokens,
    lay_wonders,
    offer_tokens,
    slots_to_reveal,
)
from wonders_duel.engine.decision import Decision, decision_of
from wonders_duel.engine.move_specs import HasSpec
from wonders_duel.engine.phases import DEAL_AGE, DEAL_TOKENS, DRAW_TOKENS, REVEAL, TURN
from wonders_duel.errors import IllegalMoveError

if TYPE_CHECKING:
    from wonders_duel.engine.chance_source import ChanceSource
    from wonders_duel.engine.moves import Move
    from wonders_duel.engine.state_draft import StateDraft
    from wonders_duel.state import State

__all__ = ["apply", "resolve"]

# -- moves ----------------------------------------------------------------------------------------


def apply(state: State, move: Move, source: ChanceSource | None) -> StateDraft:
    """Play a move.

    Args:
        state: the state to play it in; it is not changed.
        move: the move.
        source: supplies the chance outcomes; with ``None``, the result may wait for chance.

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
        if move.missing_in(state.catalogue):
            raise IllegalMoveError(move, legality.why_not(state, move))
        spec = state.catalogue.moves.adopt(move).spec
        tables = state.tables
    draft = state.thaw()
    decision: Decision | None = tables.taking
    if state.phase_number != TURN:
        decision = tables.by_phase[state.phase_number] or decision_of(draft)
    if (
        decision is None
        or not decision.kinds >> spec.kind & 1
        or not decision.carry_out(draft, spec, source)
    ):
        raise IllegalMoveError(move, legality.why_not(state, move))
    return draft


# -- chance ---------------------------------------------------------------------------------------


def resolve(state: State, number: int, faces: bytes) -> StateDraft:
    """Apply a chance outcome that has already been checked.

    Args:
        state: a state that waits for chance; it is not changed.
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
        advance(draft, None)
    elif phase_number == DEAL_AGE:
        lay_age(draft, faces)
    elif phase_number == DRAW_TOKENS:
        offer_tokens(draft, number)
    elif phase_number == DEAL_TOKENS:
        lay_tokens(draft, number)
    else:
        lay_wonders(draft, number)
    return draft
