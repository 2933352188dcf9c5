"""Checks the number of cards of each age in a position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wonders_duel.engine.slots import FIRST_BACK, GONE, HIDDEN
from wonders_duel.enums import AGE_BACKS, Age, Back
from wonders_duel.rules import GUILDS_IN_PLAY
from wonders_duel.support.phrases import counted

if TYPE_CHECKING:
    from wonders_duel.engine.state_draft import StateDraft
    from wonders_duel.positions.sketch import Sketch

__all__ = ["check_counts"]


def check_counts(sketch: Sketch, draft: StateDraft) -> None:
    """Note cards of an age that are too many or too early.

    Cards of Ages II and III may be in a city, in the discard pile or under a wonder before
    their age is dealt, as long as the age can still be dealt; such positions are useful as
    examples of rulings. Their age may then have that many more cards later on.

    Args:
        sketch: receives the problems.
        draft: the position.
    """
    one, two = draft.cities
    outside = draft.discard_mask | one.building_mask | two.building_mask
    outside |= one.buried_mask | two.buried_mask
    for number in range(draft.age_number, len(AGE_BACKS)):
        _check_coming_age(sketch, number, outside)
    if draft.age_number > Age.I:
        own = sketch.tables.back_masks[HIDDEN[AGE_BACKS[0]]]
        there = (outside & own).bit_count()
        size = sketch.tables.structures[0].size
        if there > size:
            message = f"{there} cards of age I are in play; expected at most {size} (R8)"
            sketch.note(message, "age")
    if draft.age_number:
        _check_present_age(sketch, draft, outside)


def _spare(sketch: Sketch, age: int) -> int:
    """Return how many cards of an age, without guilds, are left over when it is dealt (R8)."""
    if age == Age.I:
        return 0  # no card can have come before it
    number = age - 1
    guilds = GUILDS_IN_PLAY if age == Age.III else 0
    own = sketch.tables.back_masks[HIDDEN[AGE_BACKS[number]]]
    return own.bit_count() - (sketch.tables.structures[number].size - guilds)


def _check_coming_age(sketch: Sketch, number: int, outside: int) -> None:
    """Check that enough cards of a later age, and all guilds, are unseen to deal it (R8)."""
    masks = sketch.tables.back_masks
    early = (outside & masks[HIDDEN[AGE_BACKS[number]]]).bit_count()
    spare = _spare(sketch, number + 1)
    if early > spare:
        age = Age(number + 1)
        if spare:
            message = (
                f"{early} cards of age {age} are in the cities and the discard pile before it is "
                f"dealt; with more than {spare} it cannot be dealt any more (R8)"
            )
        else:
            message = (
                f"{counted(early, 'card')} of age {age} {'is' if early == 1 else 'are'} "
                "in the cities and the discard pile, but the age has not been dealt yet"
            )
        sketch.note(message, "age")
    guilds = (outside & masks[HIDDEN[Back.GUILD]]).bit_count()
    if guilds and number == Age.III - 1:
        message = (
            f"{counted(guilds, 'guild')} {'is' if guilds == 1 else 'are'} in the cities and the "
            "discard pile, but guilds enter the game in Age III; leave them out, or set the age "
            "to III"
        )
        sketch.note(message, "age")


def _check_present_age(sketch: Sketch, draft: StateDraft, outside: int) -> None:
    """Check that the visible cards of the current age fit its deal, and enough are hidden (R8)."""
    number = draft.age_number - 1
    own = HIDDEN[AGE_BACKS[number]]
    guild = HIDDEN[Back.GUILD]
    is_last = draft.age_number == Age.III
    masks = sketch.tables.back_masks
    faces = draft.faces or bytes([GONE]) * sketch.tables.structures[number].size
    gaps = faces.count(GONE)
    early = _spare(sketch, draft.age_number)
    taken = (outside & (masks[own] | masks[guild] if is_last else masks[own])).bit_count()
    if taken > gaps + early:
        message = (
            f"{counted(taken, 'card')} of age {Age(draft.age_number)} "
            f"{'is' if taken == 1 else 'are'} outside the structure, "
            f"which has {counted(gaps, 'empty slot')}"
            + (f"; at most {early} can have been there before the age was dealt" if early else "")
        )
        sketch.note(message, "structure")
    seen = outside
    for face in faces:
        if face < FIRST_BACK:
            seen |= 1 << face
    for code, back in ((own, AGE_BACKS[number]), (guild, Back.GUILD)):
        hidden = faces.count(code)
        unseen = (masks[code] & ~seen).bit_count()
        if hidden > unseen:
            message = (
                f"{counted(hidden, 'slot')} {'shows' if hidden == 1 else 'show'} the back {back}, "
                f"but {counted(unseen, 'such card')} {'is' if unseen == 1 else 'are'} unseen"
            )
            sketch.note(message, "structure")
    if is_last:
        gone = (outside & masks[guild]).bit_count()
        if gaps < gone and taken <= gaps + early:
            message = (
                f"{counted(gone, 'guild')} {'is' if gone == 1 else 'are'} outside the structure, "
                f"which has {counted(gaps, 'empty slot')}; no guild can have been there before "
                "the age was dealt"
            )
            sketch.note(message, "structure")
        guilds = (seen & masks[guild]).bit_count() + faces.count(guild)
        if guilds > GUILDS_IN_PLAY:
            message = f"{guilds} guilds are in the game; expected {GUILDS_IN_PLAY}"
            sketch.note(message, "structure")
        elif guilds + max(gaps, taken) - taken < GUILDS_IN_PLAY:
            message = (
                f"{counted(guilds, 'guild')} {'is' if guilds == 1 else 'are'} in the game; "
                f"expected {GUILDS_IN_PLAY}"
            )
            sketch.note(message, "structure")
