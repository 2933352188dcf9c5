"""Effects that grant another turn or require a decision."""

from __future__ import annotations

import attrs

from wonders_duel.build import override
from wonders_duel.effects.base import Contribution, Effect
from wonders_duel.enums import Colour, as_colour
from wonders_duel.glyphs import Glyph
from wonders_duel.languages import ENGLISH, Language
from wonders_duel.rules import LIBRARY_DRAW

__all__ = ["Destroy", "DrawTokens", "PlayAgain", "Revive", "TakeBoardToken"]


class PlayAgain(Effect):
    """Grants another turn, unless the age is over (R54, R55).

    >>> PlayAgain().describe()
    'You play again immediately, unless the age is over.'
    """

    __slots__ = ()

    @override
    def contribute(self, to: Contribution) -> None:
        to.play_again = True

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        return to.say("You play again immediately, unless the age is over.")

    @override
    def summary(self, to: Language = ENGLISH) -> str:
        return to.say("play again")

    @override
    def lasting(self, to: Language = ENGLISH) -> str:
        return ""

    @override
    def symbols(self) -> tuple[Glyph, ...]:
        return (Glyph("again"),)


@attrs.frozen
class Destroy(Effect):
    """Puts one of the opponent's buildings of a colour in the discard pile (R58).

    Args:
        colour: the colour to choose from.

    Raises:
        UnknownNameError: there is no such colour.

    >>> Destroy(Colour.BROWN).describe()
    "Puts one of the opponent's brown buildings, of your choice, in the discard pile."
    """

    colour: Colour = attrs.field(converter=as_colour)

    @override
    def contribute(self, to: Contribution) -> None:
        to.destructions.append(self.colour)

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        return to.say(
            "Puts one of the opponent's {colour} buildings, of your choice, in the discard pile.",
            colour=to.word(self.colour),
        )

    @override
    def summary(self, to: Language = ENGLISH) -> str:
        return to.say("destroy a {colour} card", colour=to.word(self.colour))

    @override
    def lasting(self, to: Language = ENGLISH) -> str:
        return ""

    @override
    def symbols(self) -> tuple[Glyph, ...]:
        return (Glyph("destroy", self.colour),)


class Revive(Effect):
    """Constructs a building from the discard pile for free (R59).

    >>> Revive().describe()
    'Constructs a building of your choice from the discard pile for free; cards removed before the game are not in it.'
    """

    __slots__ = ()

    @override
    def contribute(self, to: Contribution) -> None:
        to.revivals += 1

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        return to.say(
            "Constructs a building of your choice from the discard pile for free; cards removed before the game are not in it."
        )

    @override
    def summary(self, to: Language = ENGLISH) -> str:
        return to.say("revive a card")

    @override
    def lasting(self, to: Language = ENGLISH) -> str:
        return ""

    @override
    def symbols(self) -> tuple[Glyph, ...]:
        return (Glyph("revive"),)


class DrawTokens(Effect):
    """Draws progress tokens from the box, one of which is kept (R60).

    >>> DrawTokens().describe()
    'Draws 3 progress tokens at random from the box: you keep one of your choice, the others go back.'
    """

    __slots__ = ()

    @override
    def contribute(self, to: Contribution) -> None:
        to.token_draws += 1

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        return to.say(
            "Draws 3 progress tokens at random from the box: you keep one of your choice, the others go back."
        )

    @override
    def summary(self, to: Language = ENGLISH) -> str:
        return to.say("1 of 3 tokens")

    @override
    def lasting(self, to: Language = ENGLISH) -> str:
        return ""

    @override
    def symbols(self) -> tuple[Glyph, ...]:
        drawn = Glyph("text", str(LIBRARY_DRAW))
        return drawn, Glyph("token"), Glyph("arrow"), Glyph("text", "1"), Glyph("token")


class TakeBoardToken(Effect):
    """Takes a progress token from the board, as a pair of symbols does (R63, R64).

    Nothing happens if no token is left on the board. Tokens that a card takes from the board are
    chosen together with those for its pairs, before its other choices (R22).

    >>> TakeBoardToken().describe()
    'Takes a progress token of your choice from the board, if there is one left.'
    """

    __slots__ = ()

    @override
    def contribute(self, to: Contribution) -> None:
        to.board_tokens += 1

    @override
    def describe(self, to: Language = ENGLISH) -> str:
        return to.say("Takes a progress token of your choice from the board, if there is one left.")

    @override
    def summary(self, to: Language = ENGLISH) -> str:
        return to.say("token from the board")

    @override
    def lasting(self, to: Language = ENGLISH) -> str:
        return ""

    @override
    def symbols(self) -> tuple[Glyph, ...]:
        return Glyph("text", "+"), Glyph("token")
