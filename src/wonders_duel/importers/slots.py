"""The slots of cards in logs that do not tell them: an arrangement in which the cards can be taken as they were."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from wonders_duel.base_game import BASE_GAME
from wonders_duel.cards import StructureLayout
from wonders_duel.catalogues import Catalogue
from wonders_duel.enums import Age, Back, backs_of
from wonders_duel.rules import GUILDS_IN_PLAY

__all__ = ["SIZE", "age_of", "arranged", "filled"]

SIZE: Final = BASE_GAME.structures[0].size
"""The number of slots of each structure of the base game."""


def arranged(
    layout: StructureLayout,
    taken: Sequence[str],
    known: Mapping[int, str],
    hints: Mapping[str, int],
) -> dict[int, str] | None:
    """Return the slot of each card, so that the cards can be taken in their order.

    If several arrangements fit, it is the first one in the order of the slots.

    Args:
        layout: the layout of the structure.
        taken: our ids of the cards, in the order in which they left the structure.
        known: the cards whose slots are known.
        hints: the slots of other cards, which the log names when they are taken.

    Returns:
        The card of each slot that is known, or from which a card was taken; ``None`` if there is no such
        arrangement.
    """
    size = layout.size
    covered_by = layout.covered_by
    fixed = {card: slot for slot, card in known.items()}
    if len(fixed) < len(known) or any(
        fixed.get(card, slot) != slot for card, slot in hints.items()
    ):
        return None
    fixed |= hints
    if any(not 0 <= slot < size for slot in fixed.values()):
        return None
    kept = set(fixed.values())
    if len(kept) < len(fixed):
        return None
    found: list[int] = []
    empty: set[int] = set()
    failed: set[frozenset[int]] = set()

    def place(number: int) -> bool:
        """Find slots for the cards from a number on."""
        if number == len(taken):
            return True
        if frozenset(empty) in failed:
            return False
        own = fixed.get(taken[number])
        slots = range(size) if own is None else (own,)
        for slot in slots:
            if slot in empty or (own is None and slot in kept):
                continue
            if not empty.issuperset(covered_by[slot]):
                continue
            empty.add(slot)
            found.append(slot)
            if place(number + 1):
                return True
            empty.discard(slot)
            found.pop()
        failed.add(frozenset(empty))
        return False

    if len(taken) > size or not place(0):
        return None
    return dict(known) | dict(zip(found, taken, strict=True))


@cache
def age_of(building: str) -> Age | None:
    """Return the age of a building of the base game; ``None`` for any other.

    Args:
        building: our id.
    """
    found = BASE_GAME.buildings.get(building)
    return None if found is None else next(age for age in Age if found.back in backs_of(age))


def filled(catalogue: Catalogue, age: Age, cards: Mapping[int, str]) -> list[str] | None:
    """Return the cards of all slots of an age, the missing ones from the others.

    Args:
        catalogue: the cards of the game.
        age: the age.
        cards: the cards that are known, by their slots.

    Returns:
        Our ids; ``None`` if the cards cannot lie in this age.
    """
    back = backs_of(age)[0]
    size = catalogue.structures[age - 1].size
    backs = {building.id: building.back for building in catalogue.building_list}
    there = [backs[card] for card in cards.values()]
    guilds = GUILDS_IN_PLAY if age is Age.III else 0
    lacking = guilds - there.count(Back.GUILD)
    if lacking < 0 or there.count(back) > size - guilds or set(there) - {*backs_of(age)}:
        return None
    free = [card for card in backs if card not in cards.values()]
    spare = [card for card in free if backs[card] is back]
    spare_guilds = [card for card in free if backs[card] is Back.GUILD][:lacking]
    rest = iter([*spare_guilds, *spare])
    return [cards[slot] if slot in cards else next(rest) for slot in range(size)]
