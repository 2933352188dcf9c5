"""The reasons why a move is illegal, with a class for each reason."""

from __future__ import annotations

from collections.abc import Sized
from typing import TYPE_CHECKING

import attrs

from wonders_duel.cards import Building, Card, ProgressToken, Wonder
from wonders_duel.enums import Colour, Phase, Player
from wonders_duel.errors import WrongTypeError
from wonders_duel.languages import language

if TYPE_CHECKING:
    from wonders_duel.engine.payment import PaymentPlan

__all__ = [
    "AlreadyBuilt",
    "Covered",
    "FaceDown",
    "GameOver",
    "NotAChoice",
    "NotADestructionTarget",
    "NotInDiscardPile",
    "NotInThisGame",
    "NotLaidOut",
    "NotOffered",
    "NotYourWonder",
    "Reason",
    "SevenWonders",
    "TokenIsMandatory",
    "TooExpensive",
    "WaitsOnChance",
    "WrongPhase",
]


def _one_or_more(_: object, attribute: attrs.Attribute[Sized], value: Sized) -> None:
    """Check a tuple that must not be empty, because a sentence lists its items."""
    if not value:
        raise WrongTypeError(f"expected one or more items in {attribute.name}, got none")


@attrs.frozen
class _ReasonText:
    """The base class of reasons, which makes ``str()`` return the English sentence.

    ``Language.reason`` returns the sentence in other languages.
    """

    def __str__(self) -> str:
        """Return the reason as an English sentence."""
        return language("en").reason(self)  # type: ignore[arg-type]  # the union lists every subclass


class GameOver(_ReasonText):
    """The game is over.

    >>> print(GameOver())
    the game is over
    """

    __slots__ = ()


@attrs.frozen
class WaitsOnChance(_ReasonText):
    """Neither player is to move: a chance outcome comes first.

    >>> from wonders_duel import State, parse_move
    >>> print(*State.start().why_not(parse_move("build baths")))
    a chance outcome comes first (deal-tokens)
    """

    phase: Phase
    """The phase of the state, which says what kind of outcome is awaited."""


@attrs.frozen
class WrongPhase(_ReasonText):
    """The move is not of a kind that is legal in this phase.

    >>> from wonders_duel import Game
    >>> game = Game(seed=2015, rules="first-game")
    >>> print(*game.why_not("token law"))
    the phase is turn, but the move belongs to board-token or library-token
    """

    phase: Phase
    """The phase of the state."""
    needed: tuple[Phase, ...] = attrs.field(validator=_one_or_more, metadata={"minItems": 1})
    """The phases in which the move can be legal; at least one."""


@attrs.frozen
class NotInThisGame(_ReasonText):
    """The catalogue of the game does not have the card.

    >>> print(NotInThisGame("lighthouse-keeper", "base"))
    the catalogue 'base' of this game has no lighthouse-keeper
    """

    id: str
    """The id of the card."""
    cards: str
    """The name of the catalogue of the game."""


@attrs.frozen
class NotLaidOut(_ReasonText):
    """The building is not in the structure but in a city, under a wonder or in the discard pile.

    >>> from wonders_duel import Game
    >>> game = Game(seed=2015, rules="first-game")
    >>> state = game.play("build theater")
    >>> print(*game.why_not("build theater"))
    Theater is not in the structure: it is in the city of player one
    """

    building: Building
    """The building of the move."""
    owner: Player | None
    """The player in whose city or under whose wonder it is; ``None`` for the discard pile."""
    under: Wonder | None
    """The wonder that it is under, or ``None``."""
    suggestion: Building | None = None
    """A building in the structure that another printing calls by this name, or ``None``."""


@attrs.frozen
class FaceDown(_ReasonText):
    """The building has not been seen: it is face down, removed from the game, or not dealt yet.

    >>> from wonders_duel import Game
    >>> game = Game(seed=2015, rules="first-game")
    >>> print(*game.why_not("build baths"))
    Baths cannot be seen: it is face down or was removed from the game
    """

    building: Building
    """The building of the move."""
    slots: tuple[int, ...]
    """The face-down slots where it can be; empty if it cannot be in the structure."""
    suggestion: Building | None = None
    """A building in the structure that another printing calls by this name, or ``None``."""


@attrs.frozen
class Covered(_ReasonText):
    """The building is covered by others (R15).

    >>> from wonders_duel import Game
    >>> game = Game(seed=2015, rules="first-game")
    >>> print(*game.why_not("build tavern"))
    Tavern in slot 8 is not accessible: covered by slots 12 and 13
    """

    building: Building
    """The building of the move."""
    slot: int
    """The slot that it lies in."""
    by: tuple[int, ...] = attrs.field(validator=_one_or_more, metadata={"minItems": 1})
    """The slots of the cards that cover it; at least one."""


@attrs.frozen
class TooExpensive(_ReasonText):
    """The player has too few coins (R38).

    >>> reason = TooExpensive(price=9, coins=7)
    >>> print(reason)
    it costs 9 coins and there are 7: 2 short
    >>> reason.short
    2
    """

    price: int
    """The price of the move in coins."""
    coins: int
    """The coins of the player."""

    @property
    def short(self) -> int:
        """The number of missing coins."""
        return self.price - self.coins


@attrs.frozen
class NotYourWonder(_ReasonText):
    """The wonder does not belong to the player (R52).

    >>> from wonders_duel import Game
    >>> game = Game(seed=2015, rules="first-game")
    >>> print(game.why_not("wonder the-colossus with altar")[0])
    The Colossus is not a wonder of the player to move: player two has it
    """

    wonder: Wonder
    """The wonder of the move."""
    owner: Player | None
    """The player who has it, or ``None``."""


@attrs.frozen
class AlreadyBuilt(_ReasonText):
    """The wonder is already constructed (R52).

    >>> from wonders_duel import catalogue
    >>> print(AlreadyBuilt(catalogue.wonders["the-sphinx"]))
    The Sphinx is already constructed
    """

    wonder: Wonder
    """The wonder of the move."""


class SevenWonders(_ReasonText):
    """Seven wonders are constructed, so no more can be (R53).

    >>> print(SevenWonders())
    seven wonders have been constructed, and no more can be built
    """

    __slots__ = ()


@attrs.frozen
class NotOffered(_ReasonText):
    """The wonder or the progress token is not on offer.

    >>> from wonders_duel import catalogue
    >>> economy, law, theology = map(catalogue.tokens.get, ["economy", "law", "theology"])
    >>> print(NotOffered(law, (economy, theology)))
    Law is not on offer; on offer: Economy, Theology
    """

    card: Wonder | ProgressToken
    """The wonder or the progress token of the move."""
    offered: tuple[Wonder | ProgressToken, ...]
    """The wonders or progress tokens on offer."""


@attrs.frozen
class NotInDiscardPile(_ReasonText):
    """The building is not in the discard pile (R51, R59).

    >>> from wonders_duel import catalogue
    >>> print(NotInDiscardPile(catalogue.buildings["press"]))
    Press is not in the discard pile
    """

    building: Building
    """The building of the move."""


@attrs.frozen
class NotADestructionTarget(_ReasonText):
    """The building is not one of the opponent's buildings of the right colour (R58).

    >>> from wonders_duel import Colour, catalogue
    >>> print(NotADestructionTarget(catalogue.buildings["press"], Colour.BROWN))
    Press is not a brown building of the opponent
    """

    building: Building
    """The building of the move."""
    colour: Colour
    """The colour of the buildings that can be destroyed."""


class TokenIsMandatory(_ReasonText):
    """The token of a pair cannot be declined, by the rule option ``pair_token`` (R63).

    >>> print(TokenIsMandatory())
    the token of a pair must be taken: the rule option pair_token is must
    """

    __slots__ = ()


@attrs.frozen
class NotAChoice(_ReasonText):
    """The card cannot be chosen, or another choice is due.

    Attributes:
        card: the card that the move names.
        targets: the cards that can be chosen; empty if another choice is due.

    >>> from wonders_duel import catalogue
    >>> cards = catalogue.buildings
    >>> print(NotAChoice(cards["baths"], (cards["quarry"], cards["tavern"])))
    Baths cannot be chosen; expected one of Quarry, Tavern
    """

    card: Card
    targets: tuple[Card, ...]


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
    | TokenIsMandatory
    | NotAChoice
)
"""Any reason, as a closed union for ``match`` and ``assert_never``."""


def shortfall(plan: PaymentPlan | None) -> tuple[Reason, ...]:
    """Return the reason why a price cannot be paid, or nothing if it can (R38).

    Args:
        plan: the payment plan of a move; ``None`` for a move that has no price.
    """
    if plan is None or plan.is_affordable:
        return ()
    return (TooExpensive(plan.total, plan.held),)
