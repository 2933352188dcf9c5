"""The reasons why a move is illegal; the engine computes them only for an error."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from wonders_duel.enums import Player
from wonders_duel.errors import WrongTypeError
from wonders_duel.moves import (
    ChooseBeginner,
    ConstructBuilding,
    ConstructWonder,
    DestroyBuilding,
    DiscardBuilding,
    DraftWonder,
    Move,
    ReviveBuilding,
    TakeToken,
)
from wonders_duel.phases import pending_colour
from wonders_duel.phrases import shown
from wonders_duel.reasons import (
    AlreadyBuilt,
    Covered,
    FaceDown,
    GameOver,
    NotADestructionTarget,
    NotInDiscardPile,
    NotInThisGame,
    NotLaidOut,
    NotOffered,
    NotYourWonder,
    Reason,
    SevenWonders,
    TooExpensive,
    WaitsOnChance,
    WrongPhase,
)
from wonders_duel.rules import WONDER_LIMIT
from wonders_duel.tables import HIDDEN, bits

if TYPE_CHECKING:
    from wonders_duel.payment import PaymentPlan
    from wonders_duel.state import State

__all__ = ["has_unknown_cards", "not_a_move", "shortfall", "why_not"]


def not_a_move(thing: object) -> WrongTypeError:
    """Return the error for an object that is not a `Move`."""
    text = ": use parse_move to read text" if isinstance(thing, str) else ""
    return WrongTypeError(f"expected a Move, got {shown(thing)}{text}")


def has_unknown_cards(state: State, move: Move) -> bool:
    """Return whether a move has cards that are not in the game."""
    return bool(_unknown(state, move))


def _unknown(state: State, move: Move) -> list[Reason]:
    catalogue = state.catalogue
    if isinstance(move, ChooseBeginner):
        return []
    if isinstance(move, ConstructWonder):
        missing = [move.wonder.id] if move.wonder.id not in catalogue.wonders else []
        missing += [move.building.id] if move.building.id not in catalogue.buildings else []
    elif isinstance(move, DraftWonder):
        missing = [move.wonder.id] if move.wonder.id not in catalogue.wonders else []
    elif isinstance(move, TakeToken):
        missing = [move.token.id] if move.token.id not in catalogue.tokens else []
    else:
        missing = [move.building.id] if move.building.id not in catalogue.buildings else []
    return [NotInThisGame(one, catalogue.name) for one in missing]


def why_not(state: State, move: Move) -> tuple[Reason, ...]:
    """Return every reason why a move is illegal.

    Args:
        state: any state.
        move: any move.

    Returns:
        The reasons; empty if the move is legal.

    Raises:
        WrongTypeError: ``move`` is not a ``Move``.
    """
    if not isinstance(move, Move):
        raise not_a_move(move)
    if state.is_over:
        return (GameOver(),)
    unknown = _unknown(state, move)
    if unknown:
        return tuple(unknown)
    move = state.catalogue.moves.adopt(move)
    if state.phase.is_chance:
        return (WaitsOnChance(state.phase),)
    if state.phase not in move.phases:
        return (WrongPhase(state.phase, move.phases),)
    match move:
        case ConstructBuilding() | DiscardBuilding() | ConstructWonder():
            return tuple(_turn(state, move))
        case DraftWonder(wonder):
            offered = state.offered_wonders
            if wonder not in offered:
                return (NotOffered(wonder, offered),)
        case TakeToken(token):
            tokens = state.offered_tokens or state.board_tokens
            if token not in tokens:
                return (NotOffered(token, tokens),)
        case ReviveBuilding(building):
            if building not in state.discard_pile:
                return (NotInDiscardPile(building),)
        case DestroyBuilding(building):
            colour = pending_colour(state.pending_codes[0])
            assert colour is not None  # the phase is a destruction
            theirs = state.cities[Player(state.player).opponent].buildings
            if building.colour is not colour or building not in theirs:
                return (NotADestructionTarget(building, colour),)
        case ChooseBeginner():
            pass
        case _:
            assert_never(move)
    return ()


def _turn(
    state: State, move: ConstructBuilding | DiscardBuilding | ConstructWonder
) -> list[Reason]:
    reasons: list[Reason] = []
    if isinstance(move, ConstructWonder):
        reasons += _wonder(state, move)
    reasons += _not_accessible(state, move)
    if not isinstance(move, DiscardBuilding):
        reasons += shortfall(state.payment(move))
    return reasons


def shortfall(plan: PaymentPlan | None) -> tuple[Reason, ...]:
    """Return the reason why a price cannot be paid, or nothing if it can (R38).

    Args:
        plan: the payment plan of a move; ``None`` for a move that has no price.
    """
    if plan is None or plan.is_affordable:
        return ()
    return (TooExpensive(plan.total, plan.held),)


def _wonder(state: State, move: ConstructWonder) -> list[Reason]:
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
