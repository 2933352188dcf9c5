"""Effects on the conflict pawn."""

from __future__ import annotations

import attrs

from wonders_duel.build import override
from wonders_duel.effects.base import Contribution, Effect
from wonders_duel.glyphs import Glyph, repeated
from wonders_duel.languages import ENGLISH, Language
from wonders_duel.rules import MOST_SHIELDS
from wonders_duel.support.arguments import whole_number

__all__ = ["Shields"]


@attrs.frozen
class Shields(Effect):
    """Moves the conflict pawn towards the opponent's capital (R69, R70).

    Args:
        shields: the number of spaces, 1 to 31.

    Raises:
        CatalogueError: the number is not whole, or out of range.

    >>> Shields(1).describe()
    "Has 1 shield: moves the conflict pawn 1 space towards the opponent's capital."
    """

    shields: int = attrs.field(validator=whole_number(1, MOST_SHIELDS))

    @override
    def contribute(self, to: Contribution) -> None:
        to.shields += self.shields

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        return to.count(
            "Has {number} shield: moves the conflict pawn {number} space towards the opponent's capital.",
            "Has {number} shields: moves the conflict pawn {number} spaces towards the opponent's capital.",
            self.shields,
        )

    @override
    def summary(self, to: Language = ENGLISH) -> str:
        return to.count("{number} shield", "{number} shields", self.shields)

    @override
    def lasting(self, to: Language = ENGLISH) -> str:
        return ""

    @override
    def symbols(self) -> tuple[Glyph, ...]:
        return repeated(Glyph("shield"), self.shields)
