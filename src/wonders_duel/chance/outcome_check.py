"""The check that a chance outcome is possible, for ``State.resolve``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from operator import index
from typing import TYPE_CHECKING

from wonders_duel.cards import Building, CardKind, ProgressToken, Wonder
from wonders_duel.chance.draws import (
    age_to_deal,
    back_to_reveal,
    cards_of_age,
    cards_to_draw,
    cards_to_draw_from,
    face_up,
    slot_to_reveal,
)
from wonders_duel.chance.outcomes import (
    AgeDealt,
    CardRevealed,
    ChanceOutcome,
    TokensDealt,
    TokensDrawn,
    WondersDealt,
)
from wonders_duel.chance.unseen import can_be_revealed
from wonders_duel.engine.phases import OVER, REVEAL
from wonders_duel.engine.slots import FIRST_BACK, HIDDEN
from wonders_duel.enums import Age, Back, Phase, backs_of
from wonders_duel.errors import ChanceError
from wonders_duel.messages import Message
from wonders_duel.rules import GUILDS_IN_PLAY
from wonders_duel.support.phrases import shown

if TYPE_CHECKING:
    from wonders_duel.catalogues import Catalogue
    from wonders_duel.state import State

__all__ = ["outcome_numbers"]

_AWAITED: dict[Phase, type[ChanceOutcome]] = {
    Phase.DEAL_TOKENS: TokensDealt,
    Phase.DEAL_WONDERS: WondersDealt,
    Phase.DEAL_AGE: AgeDealt,
    Phase.REVEAL: CardRevealed,
    Phase.DRAW_TOKENS: TokensDrawn,
}


def outcome_numbers(state: State, outcome: ChanceOutcome) -> tuple[int, bytes]:
    """Check a chance outcome and convert it to the engine's numbers.

    Args:
        state: the state to resolve.
        outcome: the outcome.

    Returns:
        A card number or a bit mask, and the faces of the structure if an age is dealt.

    Raises:
        ChanceError: the state does not wait for a chance outcome, or not for this one.
    """
    if state.phase_number == REVEAL and isinstance(outcome, CardRevealed):
        # The fast path for searches: a valid reveal needs no search for problems.
        card: object = outcome.building
        known = state.catalogue.building_numbers
        # Any other object with an id is accepted too.
        card_id = card.id if isinstance(card, Building) else getattr(card, "id", "")
        number = known.get(str(card_id))
        if number is not None and can_be_revealed(state, _whole(outcome.slot), number):
            return number, b""
    if state.chance is None:
        if state.phase_number == OVER:
            raise ChanceError(
                Message("the state does not wait for a chance outcome: the game is over")
            )
        message = Message(
            "the state does not wait for a chance outcome: player {player} is to move ({phase})",
            player=state.to_move,
            phase=state.phase,
        )
        raise ChanceError(message)
    expected = _AWAITED[state.phase]
    if not isinstance(outcome, expected):
        message = Message(
            "{phase} waits for {expected}, got {given}",
            phase=state.phase,
            expected=expected.__name__,
            given=_kind(outcome),
        )
        raise ChanceError(message)
    catalogue = state.catalogue
    if isinstance(outcome, CardRevealed):
        raise _refused(state, outcome)
    if isinstance(outcome, AgeDealt):
        return 0, _age(state, outcome)
    if isinstance(outcome, WondersDealt):
        numbers = [_known(catalogue, wonder, "wonder") for wonder in outcome.wonders]
    else:
        numbers = [_known(catalogue, token, "progress token") for token in outcome.tokens]
    pool = cards_to_draw_from(state)
    number = cards_to_draw(state)
    if len(numbers) != number:
        message = Message(
            "{phase} expects {number} different cards, got {given}",
            phase=state.phase,
            number=number,
            given=len(numbers),
        )
        raise ChanceError(message)
    cards: Sequence[Wonder | ProgressToken] = (
        catalogue.wonder_list if isinstance(outcome, WondersDealt) else catalogue.token_list
    )
    wrong = sorted((cards[one] for one in numbers if one not in pool), key=str)
    if wrong:
        message = Message("{cards} cannot be drawn: already seen elsewhere", cards=wrong)
        raise ChanceError(message)
    return sum(1 << one for one in numbers), b""


def _kind(thing: object) -> str:
    return type(thing).__name__ if isinstance(thing, ChanceOutcome) else shown(thing)


def _known(catalogue: Catalogue, card: Building | Wonder | ProgressToken, kind: CardKind) -> int:
    """Return the number of a card of the catalogue, or raise `ChanceError`."""
    card_id = getattr(card, "id", None)
    if not isinstance(card_id, str):
        raise ChanceError(f"{shown(card)} is not a {kind}: take it from the catalogue")
    try:
        return catalogue.number(kind, card_id)
    except LookupError as error:
        raise ChanceError(str(error)) from None


def _whole(slot: object) -> int:
    """Return the slot for a whole number, which may be one of numpy; -1 for anything else."""
    if type(slot) is int:
        return slot
    try:
        return index(slot)  # type: ignore[arg-type]  # checked by the call
    except TypeError:
        return -1


def _refused(state: State, outcome: CardRevealed) -> ChanceError:
    """Return the error for a card that cannot be revealed."""
    slot, back = slot_to_reveal(state), back_to_reveal(state)
    if _whole(outcome.slot) != slot:
        message = Message(
            "the card in slot {slot} is revealed next, not the one in slot {other}",
            slot=slot,
            other=shown(outcome.slot),
        )
        return ChanceError(message)
    catalogue = state.catalogue
    building = catalogue.building_list[_known(catalogue, outcome.building, "building")]
    if building.back != back:
        message = Message(
            "{building} cannot be revealed in slot {slot}, which shows the back {back}: it has the back {other}",
            building=building,
            slot=slot,
            back=back,
            other=building.back,
        )
    else:
        message = Message(
            "{building} cannot be revealed in slot {slot}: it has already been seen",
            building=building,
            slot=slot,
        )
    return ChanceError(message)


def _age(state: State, outcome: AgeDealt) -> bytes:
    """Return the faces of the structure, or raise the error for an age that cannot be dealt."""
    catalogue = state.catalogue
    age = age_to_deal(state)
    if outcome.age != age:
        message = Message("age {age} is dealt next, not age {other}", age=age, other=outcome.age)
        raise ChanceError(message)
    layout = face_up(state)
    if len(outcome.slots) != len(layout):
        message = Message(
            "age {age} has {given} slots; expected {slots}",
            age=age,
            given=len(outcome.slots),
            slots=len(layout),
        )
        raise ChanceError(message)
    problems: list[Message | str] = []
    cards, guilds = cards_of_age(state)
    pool = {*cards, *guilds}
    codes = []
    for slot, (card, up) in enumerate(zip(outcome.slots, layout, strict=True)):
        if isinstance(card, Back):
            codes.append(HIDDEN[card])
            if up:
                problems.append(
                    Message(
                        "slot {slot} is dealt face up: expected a building, got {card}",
                        slot=slot,
                        card=card,
                    )
                )
            elif card not in backs_of(age):
                problems.append(
                    Message("slot {slot} shows {card} in age {age}", slot=slot, card=card, age=age)
                )
            continue
        number = _known(catalogue, card, "building")
        codes.append(number)
        if not up:
            problems.append(
                Message(
                    "slot {slot} is dealt face down: expected a back, got {card}",
                    slot=slot,
                    card=card,
                )
            )
        elif number not in pool:
            belongs = catalogue.building_list[number].age == age
            problems.append(
                Message("{card} in slot {slot} has already been seen", card=card, slot=slot)
                if belongs
                else Message(
                    "{card} in slot {slot} is a card of age {age}",
                    card=card,
                    slot=slot,
                    age=card.age,
                )
            )
    problems += [
        Message("duplicate {card} ({times} times)", card=catalogue.building_list[code], times=times)
        for code, times in Counter(code for code in codes if code < FIRST_BACK).items()
        if times > 1
    ]
    if age is Age.III:
        dealt = sum(code in guilds or code == HIDDEN[Back.GUILD] for code in codes)
        if dealt != GUILDS_IN_PLAY:
            problems.append(
                Message("{guilds} guilds; expected {number}", guilds=dealt, number=GUILDS_IN_PLAY)
            )
    if problems:
        raise ChanceError(*problems)
    return bytes(codes)
