"""Why a move is not legal: one class for each reason, with its numbers (DESIGN D9)."""

from __future__ import annotations

import attrs

from wonders_duel.cards import Building, ProgressToken, Wonder
from wonders_duel.enums import Colour, Phase, Player

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


class _Said:
    """What the reasons share: ``str()`` says them in English, ``Language.reason`` in any language."""

    __slots__ = ()

    def __str__(self) -> str:
        """Return the reason as a sentence."""
        from wonders_duel.languages import language  # noqa: PLC0415 - a thin method

        return language("en").reason(self)  # type: ignore[arg-type]  # the union lists every subclass


@attrs.frozen
class GameOver(_Said):
    """The game has ended.

    >>> print(GameOver())
    the game is over
    """


@attrs.frozen
class WaitsOnChance(_Said):
    """Nobody is to move: a chance outcome comes first.

    >>> from wonders_duel import State, parse_move
    >>> print(*State.start().why_not(parse_move("build baths")))
    a chance outcome comes first (deal-tokens)
    """

    phase: Phase


@attrs.frozen
class WrongPhase(_Said):
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


@attrs.frozen
class NotInThisGame(_Said):
    """A card that the catalogue of the game does not have.

    >>> print(NotInThisGame("lighthouse-keeper", "base"))
    the catalogue 'base' of this game has no lighthouse-keeper
    """

    id: str
    """The id of the card."""
    cards: str
    """The name of the catalogue of the game."""


@attrs.frozen
class NotLaidOut(_Said):
    """The building is not in the structure: it lies elsewhere, in view.

    >>> from wonders_duel import Game
    >>> game = Game(seed=2015, rules="first-game")
    >>> state = game.play("build theater")
    >>> print(*game.why_not("build theater"))
    Theater is not in the structure: it stands in the city of player one
    """

    building: Building
    owner: Player | None
    """In whose city it stands, or under whose wonder it lies; ``None`` in the discard pile."""
    under: Wonder | None
    """The wonder that it lies under, if it does."""
    suggestion: Building | None = None
    """A building in the structure that a printing calls by this name."""


@attrs.frozen
class FaceDown(_Said):
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


@attrs.frozen
class Covered(_Said):
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


@attrs.frozen
class TooExpensive(_Said):
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


@attrs.frozen
class NotYourWonder(_Said):
    """The wonder is not among the player's own (R52).

    >>> from wonders_duel import Game
    >>> game = Game(seed=2015, rules="first-game")
    >>> print(game.why_not("wonder the-colossus with altar")[0])
    The Colossus is not a wonder of the player to move: player two has it
    """

    wonder: Wonder
    owner: Player | None
    """Who has it, if anybody."""


@attrs.frozen
class AlreadyBuilt(_Said):
    """The wonder stands already (R52).

    >>> from wonders_duel import catalogue
    >>> print(AlreadyBuilt(catalogue.wonders["the-sphinx"]))
    The Sphinx is already constructed
    """

    wonder: Wonder


@attrs.frozen
class SevenWonders(_Said):
    """Seven wonders stand: no more can be constructed (R53).

    >>> print(SevenWonders())
    seven wonders stand, and no more can be constructed
    """


@attrs.frozen
class NotOffered(_Said):
    """The wonder or the progress token is not among those to choose from.

    >>> from wonders_duel import catalogue
    >>> economy, law, theology = map(catalogue.tokens.get, ["economy", "law", "theology"])
    >>> print(NotOffered(law, (economy, theology)))
    Law is not on offer; there is Economy, Theology
    """

    card: Wonder | ProgressToken
    offered: tuple[Wonder | ProgressToken, ...]
    """Those to choose from."""


@attrs.frozen
class NotInDiscardPile(_Said):
    """The building is not in the discard pile (R51, R59).

    >>> from wonders_duel import catalogue
    >>> print(NotInDiscardPile(catalogue.buildings["press"]))
    Press is not in the discard pile
    """

    building: Building


@attrs.frozen
class NotADestructionTarget(_Said):
    """The building is not one of the opponent's of the right colour (R58).

    >>> from wonders_duel import Colour, catalogue
    >>> print(NotADestructionTarget(catalogue.buildings["press"], Colour.BROWN))
    Press is not a brown building of the opponent
    """

    building: Building
    colour: Colour


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
