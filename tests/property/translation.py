"""Deals and moves in the notation of the reference engine."""

from __future__ import annotations

from tests.property import reference
from tests.property.reference import Setup
from wonders_duel import (
    ChooseBeginner,
    ConstructBuilding,
    ConstructWonder,
    Deal,
    DestroyBuilding,
    DiscardBuilding,
    DraftWonder,
    Move,
    ReviveBuilding,
    TakeToken,
)


def setup_of(deal: Deal) -> Setup:
    """Return a deal by name."""
    return Setup(
        draft=[[wonder.name for wonder in group] for group in deal.draft],
        board_tokens=[token.name for token in deal.board_tokens],
        great_library=[token.name for token in deal.great_library],
        ages=[[card.name for card in age] for age in deal.ages],
    )


def words(move: Move) -> reference.Move:
    """Return a move in the notation of the reference engine."""
    match move:
        case DraftWonder(wonder):
            return ("draft", wonder.name)
        case ConstructBuilding(building):
            return ("build", building.name)
        case DiscardBuilding(building):
            return ("discard", building.name)
        case ConstructWonder(wonder, building):
            return ("wonder", wonder.name, building.name)
        case TakeToken(token):
            return ("token", token.name)
        case DestroyBuilding(building):
            return ("destroy", building.name)
        case ReviveBuilding(building):
            return ("revive", building.name)
        case ChooseBeginner(player):
            return ("begin", str(int(player)))
