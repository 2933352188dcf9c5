"""Counts the cards of each age in a position: no more than were dealt, and none before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wonders_duel.enums import AGE_BACKS, Age, Back
from wonders_duel.errors import counted, listed
from wonders_duel.rules import GUILDS_IN_PLAY
from wonders_duel.tables import FIRST_BACK, GONE, HIDDEN

if TYPE_CHECKING:
    from wonders_duel.sketch import FieldPath, Sketch
    from wonders_duel.state import StateDraft

__all__ = ["check_counts"]

_MOST_NAMED: Final = 5
"""Cards that a message names."""


def check_counts(sketch: Sketch, draft: StateDraft) -> None:
    """Note cards that are too many, or there too early.

    Args:
        sketch: takes the problems.
        draft: the position.
    """
    one, two = draft.cities
    outside = draft.discard_mask | one.building_mask | two.building_mask
    outside |= one.buried_mask | two.buried_mask
    masks = sketch.tables.back_masks
    dealt = masks[HIDDEN[Back.GUILD]] if draft.age_number == Age.III else 0
    for number in range(draft.age_number):
        own = masks[HIDDEN[AGE_BACKS[number]]]
        dealt |= own
        there = (outside & own).bit_count()
        size = sketch.tables.structures[number].size
        if there > size and number + 1 < draft.age_number:
            message = f"{there} cards of age {Age(number + 1)} are in play; {size} were dealt (R8)"
            sketch.note(message, "age")
    if outside & ~dealt:
        _name_early(sketch, draft)
    if draft.age_number:
        _check_present_age(sketch, draft, outside)


def _name_early(sketch: Sketch, draft: StateDraft) -> None:
    """Note the cards of ages that have not been dealt: nobody can have one (R8)."""
    known = sketch.catalogue.buildings
    found: dict[str, list[tuple[str, FieldPath]]] = {}
    for card, place, path in sketch.places():
        # What lies in the structure has been said.
        if card in known and known[card].age > draft.age_number and path[0] != "structure":
            found.setdefault(place, []).append((card, path))
    for place, cards in found.items():
        names = ", ".join(card for card, _ in cards[:_MOST_NAMED])
        if len(cards) > _MOST_NAMED:
            names += f" and {len(cards) - _MOST_NAMED} more"
        ages = sorted({known[card].age for card, _ in cards})
        dealt = "has" if len(ages) == 1 else "have"
        message = (
            f"{place}: {names}, but {listed(f'age {age}' for age in ages)} {dealt} not been dealt yet; "
            f"leave {'it' if len(cards) == 1 else 'them'} out, or give age {ages[-1]}"
        )
        sketch.note(message, *cards[0][1])


def _check_present_age(sketch: Sketch, draft: StateDraft, outside: int) -> None:
    """The cards of the age that are open fit into what is dealt, and enough are left for the backs (R8)."""
    number = draft.age_number - 1
    own = HIDDEN[AGE_BACKS[number]]
    guild = HIDDEN[Back.GUILD]
    is_last = draft.age_number == Age.III
    masks = sketch.tables.back_masks
    faces = draft.faces or bytes([GONE]) * sketch.tables.structures[number].size
    gaps = faces.count(GONE)
    taken = (outside & (masks[own] | masks[guild] if is_last else masks[own])).bit_count()
    if taken > gaps:
        message = (
            f"{counted(taken, 'card')} of age {Age(draft.age_number)} "
            f"{'lies' if taken == 1 else 'lie'} outside the structure, "
            f"which has {counted(gaps, 'gap')}"
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
        guilds = (seen & masks[guild]).bit_count() + faces.count(guild)
        if guilds > GUILDS_IN_PLAY:
            message = f"{guilds} guilds are in the game; there are {GUILDS_IN_PLAY}"
            sketch.note(message, "structure")
        elif guilds + gaps - taken < GUILDS_IN_PLAY:
            message = (
                f"{counted(guilds, 'guild')} {'is' if guilds == 1 else 'are'} in the game; "
                f"there have to be {GUILDS_IN_PLAY}"
            )
            sketch.note(message, "structure")
