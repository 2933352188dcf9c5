"""The terms of the rules that are not members of an enum; the English term is the key."""

from typing import Final

__all__ = ["TERMS"]

TERMS: Final = (
    "coin",
    "raw material (brown)",
    "manufactured good (grey)",
    "civilian (blue)",
    "scientific (green)",
    "commercial (yellow)",
    "military (red)",
    "guild (purple)",
    "Wonder",
    "Age",
    "city",
    "Progress token",
    "Military token",
    "Conflict pawn",
    "board",
    "zone",
    "space",
    "bank",
    "shield",
    "scientific symbol",
    "victory point",
    "chain symbol",
    "free construction (chain)",
    "trade",
    "production",
    "cost",
    "discard pile",
    "card structure",
    "face up",
    "face down",
    "accessible card",
    "military supremacy",
    "scientific supremacy",
    "civilian victory",
    "construct the building",
    "discard for coins",
    "construct a Wonder",
)
"""The terms of the rulebooks: kinds of cards, components, actions and victories."""
