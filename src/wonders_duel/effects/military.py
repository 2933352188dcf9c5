"""Effects on the conflict pawn."""

from __future__ import annotations

import attrs

from wonders_duel.arguments import whole_number
from wonders_duel.build import override
from wonders_duel.effects.base import Contribution, Effect, capitalized
from wonders_duel.enums import Colour, as_colour
from wonders_duel.glyphs import Glyph, repeated
from wonders_duel.languages import ENGLISH, Language
from wonders_duel.rules import MOST_SHIELDS

__all__ = ["ExtraShield", "Shields"]


@attrs.frozen
class Shields(Effect):
    """Moves the conflict pawn towards the opponent's capital (R69, R70).

    Args:
        shields: the number of spaces, 1 to 31.

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


@attrs.frozen
class ExtraShield(Effect):
    """Gives later buildings of a colour extra shields, however they are constructed (R69).

    Args:
        shields: the number of extra shields, 1 to 31.
        on: the colour.

    >>> ExtraShield(1, on=Colour.RED).describe()
    'Red buildings that you construct from now on have 1 extra shield; wonders and existing buildings do not.'
    """

    shields: int = attrs.field(validator=whole_number(1, MOST_SHIELDS))
    on: Colour = attrs.field(default=Colour.RED, converter=as_colour, kw_only=True)

    @override
    def contribute(self, to: Contribution) -> None:
        to.extra_shields[self.on] = to.extra_shields.get(self.on, 0) + self.shields

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        text = to.count(
            "{colour} buildings that you construct from now on have {number} extra shield; wonders and existing buildings do not.",
            "{colour} buildings that you construct from now on have {number} extra shields; wonders and existing buildings do not.",
            self.shields,
            colour=to.word(self.on),
        )
        return capitalized(text)

    @override
    def summary(self, to: Language = ENGLISH) -> str:
        return to.count(
            "{number} more shield on {colour}",
            "{number} more shields on {colour}",
            self.shields,
            colour=to.word(self.on),
        )

    @override
    def lasting(self, to: Language = ENGLISH) -> str:
        return to.count(
            "{colour} buildings constructed from now on have {number} extra shield",
            "{colour} buildings constructed from now on have {number} extra shields",
            self.shields,
            colour=to.word(self.on),
        )

    @override
    def symbols(self) -> tuple[Glyph, ...]:
        return Glyph(self.on), Glyph("text", "+"), *repeated(Glyph("shield"), self.shields)
