"""Effects on victory points, and scientific symbols."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from wonders_duel.build import later, override
from wonders_duel.effects.base import HELD_TOKENS, Contribution, Counted, Effect
from wonders_duel.enums import Player, ScienceSymbol, as_symbol
from wonders_duel.glyphs import Glyph
from wonders_duel.languages import ENGLISH, Language
from wonders_duel.rules import MOST_POINTS
from wonders_duel.support.arguments import whole_number

if TYPE_CHECKING:
    from wonders_duel.cards import Card
    from wonders_duel.state import State
else:
    Card = later("wonders_duel.cards", "Card")
    State = later("wonders_duel.state", "State")

__all__ = ["Points", "PointsPerToken", "Symbol"]


@attrs.frozen
class Points(Effect):
    """Is worth victory points (R80, R81).

    Args:
        points: the number of points, 1 to 100,000.

    Raises:
        CatalogueError: the number is not whole, or out of range.

    >>> Points(3).describe()
    'Worth 3 victory points.'
    """

    points: int = attrs.field(validator=whole_number(1, MOST_POINTS))

    @override
    def contribute(self, to: Contribution) -> None:
        to.points += self.points

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        return to.count(
            "Worth {number} victory point.", "Worth {number} victory points.", self.points
        )

    @override
    def summary(self, to: Language = ENGLISH) -> str:
        return to.say("{points} VP", points=self.points)

    @override
    def lasting(self, to: Language = ENGLISH) -> str:
        return to.count("{number} point", "{number} points", self.points)

    @override
    def symbols(self) -> tuple[Glyph, ...]:
        return (Glyph("medal", str(self.points)),)


@attrs.frozen
class PointsPerToken(Effect):
    """Is worth points for each progress token of the owner, itself included (R81).

    Args:
        points: points for each token, 1 to 100,000.

    Raises:
        CatalogueError: the number is not whole, or out of range.

    >>> PointsPerToken(3).describe()
    'Worth 3 victory points at the end for each of your progress tokens.'
    """

    points: int = attrs.field(validator=whole_number(1, MOST_POINTS))

    @override
    def score(self, state: State, player: Player) -> int:
        return self.points * state.cities[player].tally(HELD_TOKENS)

    @override
    def _engine_counts(self) -> Counted | None:
        kind = type(self)
        if kind.score is not PointsPerToken.score or kind.gain is not Effect.gain:
            return None
        return Counted(HELD_TOKENS, most=False, coins=0, points=self.points)

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        return to.count(
            "Worth {number} victory point at the end for each of your progress tokens.",
            "Worth {number} victory points at the end for each of your progress tokens.",
            self.points,
        )

    @override
    def sentences(self, card: Card, to: Language = ENGLISH) -> tuple[str, ...]:
        if card.kind != "progress token":
            return (self.describe(to),)
        text = to.count(
            "Worth {number} victory point at the end for each of your progress tokens, this one included.",
            "Worth {number} victory points at the end for each of your progress tokens, this one included.",
            self.points,
        )
        return (text,)

    @override
    def summary(self, to: Language = ENGLISH) -> str:
        return to.say("{points} VP per token", points=self.points)

    @override
    def lasting(self, to: Language = ENGLISH) -> str:
        return to.count(
            "{number} point at the end for each progress token",
            "{number} points at the end for each progress token",
            self.points,
        )

    @override
    def symbols(self) -> tuple[Glyph, ...]:
        return Glyph("medal", str(self.points)), Glyph("slash"), Glyph("token")


@attrs.frozen
class Symbol(Effect):
    """Carries a scientific symbol (R63, R67, R68).

    Args:
        symbol: one of the seven symbols.

    Raises:
        UnknownNameError: there is no such symbol.

    >>> Symbol(ScienceSymbol.QUILL).describe()
    'Has the scientific symbol quill.'
    """

    symbol: ScienceSymbol = attrs.field(converter=as_symbol)

    @override
    def contribute(self, to: Contribution) -> None:
        to.symbols.append(self.symbol)

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        return to.say("Has the scientific symbol {symbol}.", symbol=to.word(self.symbol))

    @override
    def summary(self, to: Language = ENGLISH) -> str:
        return to.word(self.symbol)

    @override
    def lasting(self, to: Language = ENGLISH) -> str:
        return to.say("symbol {symbol}", symbol=to.word(self.symbol))

    @override
    def symbols(self) -> tuple[Glyph, ...]:
        return (Glyph(self.symbol),)
