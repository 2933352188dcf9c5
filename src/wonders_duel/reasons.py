"""Why a move is not legal: one class for each reason, with its numbers (DESIGN D9)."""

from __future__ import annotations

import attrs

from wonders_duel.cards import Building, ProgressToken, Wonder
from wonders_duel.enums import Colour, Phase, Player
from wonders_duel.errors import counted

__all__ = [
    "AlreadyBuilt",
    "Covered",
    "FaceDown",
    "GameOver",
    "NotADestructionTarget",
    "NotInDiscardPile",
    "NotInThisGame",
    "NotLaidOut",
    "NotOffered",
    "NotYourWonder",
    "Reason",
    "SevenWonders",
    "TooExpensive",
    "WaitsOnChance",
    "WrongPhase",
]


@attrs.frozen
class GameOver:
    """The game has ended.

    >>> print(GameOver())
    the game is over
    """

    def __str__(self) -> str:
        """Give the reason as a sentence."""
        return "the game is over"


@attrs.frozen
class WaitsOnChance:
    """Nobody is to move: chance has to answer first.

    >>> from wonders_duel import State, parse_move
    >>> print(*State.start().why_not(parse_move("build baths")))
    chance has to answer first (deal-tokens)
    """

    phase: Phase

    def __str__(self) -> str:
        """Give the reason as a sentence."""
        return f"chance has to answer first ({self.phase})"


@attrs.frozen
class WrongPhase:
    """A move of another kind is due.

    >>> from wonders_duel import Game
    >>> game = Game(seed=2015, rules="first-game")
    >>> print(*game.why_not("token law"))
    the phase is turn, the move belongs to board-token or library-token
    """

    phase: Phase
    """The phase of the state."""
    needed: tuple[Phase, ...]
    """The phases in which the move can be legal."""

    def __str__(self) -> str:
        """Give the reason as a sentence."""
        return f"the phase is {self.phase}, the move belongs to {' or '.join(self.needed)}"


@attrs.frozen
class NotInThisGame:
    """A card that the catalogue of the game does not have.

    >>> print(NotInThisGame("lighthouse-keeper", "base"))
    the catalogue 'base' of this game has no lighthouse-keeper
    """

    id: str
    catalogue: str

    def __str__(self) -> str:
        """Give the reason as a sentence."""
        return f"the catalogue {self.catalogue!r} of this game has no {self.id}"


@attrs.frozen
class NotLaidOut:
    """The building is not in the structure: it lies elsewhere, in view.

    >>> from wonders_duel import Game
    >>> game = Game(seed=2015, rules="first-game")
    >>> state = game.play("build theater")
    >>> print(*game.why_not("build theater"))
    Theater is not in the structure: it stands in the city of player one
    """

    building: Building
    place: str
    """Where it is."""
    suggestion: Building | None = None
    """A building in the structure that a printing calls by this name."""

    def __str__(self) -> str:
        """Give the reason as a sentence."""
        hint = (
            f"; if you mean the card that the first printing calls {self.building}, "
            f"write {self.suggestion.id}"
            if self.suggestion
            else ""
        )
        return f"{self.building} is not in the structure: {self.place}{hint}"


@attrs.frozen
class FaceDown:
    """The building cannot be seen: it lies face down, was removed, or is still to come.

    >>> from wonders_duel import Game
    >>> game = Game(seed=2015, rules="first-game")
    >>> print(*game.why_not("build baths"))
    Baths cannot be seen: it is face down or was removed from the game
    """

    building: Building
    slots: tuple[int, ...]
    """The slots where it can lie face down; none if it cannot be in the structure."""
    suggestion: Building | None = None
    """A building in the structure that a printing calls by this name."""

    def __str__(self) -> str:
        """Give the reason as a sentence."""
        where = (
            "it is face down or was removed from the game"
            if self.slots
            else f"it is a card of age {self.building.age} that is not laid out"
        )
        hint = (
            f"; if you mean the card that the first printing calls {self.building}, "
            f"write {self.suggestion.id}"
            if self.suggestion
            else ""
        )
        return f"{self.building} cannot be seen: {where}{hint}"


@attrs.frozen
class Covered:
    """The building is covered by others (R15).

    >>> from wonders_duel import Game
    >>> game = Game(seed=2015, rules="first-game")
    >>> print(*game.why_not("build tavern"))
    Tavern in slot 8 is not accessible: covered by slots 12 and 13
    """

    building: Building
    slot: int
    by: tuple[int, ...]
    """The slots that lie on it."""

    def __str__(self) -> str:
        """Give the reason as a sentence."""
        slots = " and ".join(str(slot) for slot in self.by)
        return (
            f"{self.building} in slot {self.slot} is not accessible: "
            f"covered by slot{'s' if len(self.by) > 1 else ''} {slots}"
        )


@attrs.frozen
class TooExpensive:
    """The player has too few coins (R38).

    >>> reason = TooExpensive(price=9, coins=7)
    >>> print(reason)
    it costs 9 coins and there are 7: 2 short
    >>> reason.short
    2
    """

    price: int
    coins: int

    @property
    def short(self) -> int:
        """How many coins are missing."""
        return self.price - self.coins

    def __str__(self) -> str:
        """Give the reason as a sentence."""
        there = "there is" if self.coins == 1 else "there are"
        return (
            f"it costs {counted(self.price, 'coin')} and {there} {self.coins}: {self.short} short"
        )


@attrs.frozen
class NotYourWonder:
    """The wonder is not among the player's own (R52).

    >>> from wonders_duel import Game
    >>> game = Game(seed=2015, rules="first-game")
    >>> print(game.why_not("wonder the-colossus with altar")[0])
    The Colossus is not a wonder of the player to move: player two has it
    """

    wonder: Wonder
    owner: Player | None
    """Who has it, if anybody."""

    def __str__(self) -> str:
        """Give the reason as a sentence."""
        whose = f"player {self.owner} has it" if self.owner else "nobody has it"
        return f"{self.wonder} is not a wonder of the player to move: {whose}"


@attrs.frozen
class AlreadyBuilt:
    """The wonder stands already (R52).

    >>> from wonders_duel import catalogue
    >>> print(AlreadyBuilt(catalogue.wonders["the-sphinx"]))
    The Sphinx is already constructed
    """

    wonder: Wonder

    def __str__(self) -> str:
        """Give the reason as a sentence."""
        return f"{self.wonder} is already constructed"


@attrs.frozen
class SevenWonders:
    """Seven wonders stand: no more can be constructed (R53).

    >>> print(SevenWonders())
    seven wonders stand, and no more can be constructed
    """

    def __str__(self) -> str:
        """Give the reason as a sentence."""
        return "seven wonders stand, and no more can be constructed"


@attrs.frozen
class NotOffered:
    """The wonder or the progress token is not among those to choose from.

    >>> from wonders_duel import catalogue
    >>> print(NotOffered(catalogue.tokens["law"], ("economy", "theology")))
    Law is not on offer; there is economy, theology
    """

    card: Wonder | ProgressToken
    offered: tuple[str, ...]
    """The ids to choose from."""

    def __str__(self) -> str:
        """Give the reason as a sentence."""
        return f"{self.card} is not on offer; there is {', '.join(self.offered)}"


@attrs.frozen
class NotInDiscardPile:
    """The building is not in the discard pile (R51, R59).

    >>> from wonders_duel import catalogue
    >>> print(NotInDiscardPile(catalogue.buildings["press"]))
    Press is not in the discard pile
    """

    building: Building

    def __str__(self) -> str:
        """Give the reason as a sentence."""
        return f"{self.building} is not in the discard pile"


@attrs.frozen
class NotADestructionTarget:
    """The building is not one of the opponent's of the right colour (R58).

    >>> from wonders_duel import Colour, catalogue
    >>> print(NotADestructionTarget(catalogue.buildings["press"], Colour.BROWN))
    Press is not a brown building of the opponent
    """

    building: Building
    colour: Colour

    def __str__(self) -> str:
        """Give the reason as a sentence."""
        return f"{self.building} is not a {self.colour} building of the opponent"


Reason = (
    GameOver
    | WaitsOnChance
    | WrongPhase
    | NotInThisGame
    | NotLaidOut
    | FaceDown
    | Covered
    | TooExpensive
    | NotYourWonder
    | AlreadyBuilt
    | SevenWonders
    | NotOffered
    | NotInDiscardPile
    | NotADestructionTarget
)
"""Any reason: a closed union, for ``match`` and ``assert_never``."""
