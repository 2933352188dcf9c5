"""The moves of which a search needs to judge one only, since all lead to states of the same value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wonders_duel.engine.moves import KIND_DISCARD, KIND_WONDER
from wonders_duel.engine.phases import FIRST_CARD_CHOICE

if TYPE_CHECKING:
    from wonders_duel.engine.tables import Tables

__all__ = ["alike"]


def alike(tables: Tables) -> list[int]:
    """Group the moves that only differ by the card that is discarded, or goes under a wonder.

    No weight depends on that card, unless it has a symbol. Users' effects may see it, and so may a
    wonder's custom choice, which is skipped if it has no target.

    Args:
        tables: the tables of the catalogue.

    Returns:
        For each move the number of its group, or 0 if it has none; empty if no move has one.
    """
    cards = [*tables.buildings, *tables.wonders, *tables.tokens]
    if any(card.gains or card.scorers for card in cards):
        return []
    choosing = [max(card.pending, default=0) >= FIRST_CARD_CHOICE for card in tables.wonders]
    found: list[int] = []
    for spec in tables.moves.specs:
        group = 0
        if spec.kind in (KIND_DISCARD, KIND_WONDER) and not tables.buildings[spec.card].symbols:
            if spec.kind == KIND_DISCARD:
                group = 1
            elif not choosing[spec.entry.number]:
                group = 2 + spec.entry.number
        found.append(group)
    return found
