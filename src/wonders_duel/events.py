"""The events of a move, as small immutable objects: one for each thing that happens.

The events are in the order of a turn (R22): the payment, the card that moves, its effects, the end
of the game, then the chance outcomes and what follows from them. They are the basis of narrations
and animations, which therefore need not compare states.

``step.events`` has the events of a step of a game; :func:`events_between` returns those between
two states.
"""

from __future__ import annotations

import attrs

from wonders_duel.cards import Building, Card, MilitaryToken, ProgressToken, Wonder
from wonders_duel.chance.outcomes import (
    AgeDealt,
    CardRevealed,
    TokensDealt,
    TokensDrawn,
    WondersDealt,
)
from wonders_duel.engine.moves import Move
from wonders_duel.engine.payment import Bought
from wonders_duel.engine.scoring import Result
from wonders_duel.enums import Age, Player, ScienceSymbol
from wonders_duel.rules import SYMBOLS_TO_WIN
from wonders_duel.state import State
from wonders_duel.support.phrases import LONGEST_SHOWN, on_one_line

__all__ = [
    "AgeOver",
    "BeginnerChosen",
    "BuildingConstructed",
    "BuildingDestroyed",
    "BuildingDiscarded",
    "BuildingRevived",
    "CardChosen",
    "Event",
    "ExtraTurnGained",
    "ExtraTurnLost",
    "ExtraTurnTaken",
    "Gained",
    "GameEnded",
    "Looted",
    "Lost",
    "Paid",
    "PairCompleted",
    "PawnMoved",
    "SymbolGained",
    "TokenDeclined",
    "TokenTaken",
    "TokensReturned",
    "WonderConstructed",
    "WonderDrafted",
    "WonderRemoved",
    "events_between",
]


def _coins(number: int) -> str:
    return "1 coin" if number == 1 else f"{number} coins"


# -- coins ----------------------------------------------------------------------------------------


@attrs.frozen
class Paid:
    """A player pays for a construction (R25, R28, R39).

    The coin part of the cost and the price of the bought resources are separate payments.

    Attributes:
        player: the player who pays.
        coins: the number of coins, from 1; 0 only for resources whose price a custom card lowers to 0.
        to: the opponent, if they have Economy; ``None`` for the bank.
        card: the constructed building or wonder.
        bought: the bought units of resources; empty for the coin part of the cost.

    >>> from wonders_duel import Game
    >>> game = Game(seed=2015, rules="first-game")
    >>> state = game.play("build wood-reserve")
    >>> paid = game.history[0].events[0]
    >>> paid
    Paid(player=<Player.ONE: 0>, coins=3, to=None, card=<Building wood-reserve>, bought=())
    >>> print(paid)
    player one pays 3 coins for Wood Reserve
    """

    player: Player
    coins: int
    to: Player | None
    card: Building | Wonder
    bought: tuple[Bought, ...]

    def __str__(self) -> str:
        """Return the event as an English sentence."""
        text = f"player {self.player} pays {_coins(self.coins)} for {self.card}"
        return text if self.to is None else f"{text} to player {self.to}"


@attrs.frozen
class Gained:
    """A player gains coins from the bank (R44, R47, R50, R71, R72).

    Attributes:
        player: the player who gains them.
        coins: the number of coins, from 1. A city holds at most 999,999,999; the rest is not gained.
        source: the card whose effects give them; ``None`` for the income from a discarded building.

    >>> from wonders_duel import Game
    >>> game = Game(seed=2015, rules="first-game")
    >>> state = game.play("discard wood-reserve")
    >>> print(game.history[0].events[1])
    player one gains 2 coins
    """

    player: Player
    coins: int
    source: Card | None

    def __str__(self) -> str:
        """Return the event as an English sentence."""
        text = f"player {self.player} gains {_coins(self.coins)}"
        return text if self.source is None else f"{text} from {self.source}"


@attrs.frozen
class Lost:
    """A player loses coins to the bank by an effect of the opponent's card (R49, R61).

    Attributes:
        player: the player who loses them.
        coins: the number of coins, from 1, at most those that the player has.
        source: the opponent's card.

    >>> from wonders_duel import CityPosition, Position, parse_move
    >>> cities = (CityPosition(coins=20, unbuilt=["the-appian-way"]), CityPosition(coins=2))
    >>> state = Position(age=1, structure={0: "altar", 1: "baths"}, cities=cities).state()
    >>> move = parse_move("wonder the-appian-way with altar")
    >>> print(events_between(state, move, state.apply(move))[3])
    player two loses 2 coins due to The Appian Way
    """

    player: Player
    coins: int
    source: Card

    def __str__(self) -> str:
        """Return the event as an English sentence."""
        return f"player {self.player} loses {_coins(self.coins)} due to {self.source}"


@attrs.frozen
class Looted:
    """The conflict pawn triggers a military token, and the player on its side loses coins (R70).

    Attributes:
        player: the player who loses the coins, to the bank.
        coins: the number of coins, from 0 to those that the player has.
        token: the token, which leaves the game.

    >>> from wonders_duel import Position, parse_move
    >>> state = Position(age=1, structure={0: "guard-tower", 1: "baths"}, pawn=2).state()
    >>> move = parse_move("build guard-tower")
    >>> events_between(state, move, state.apply(move))[2]
    Looted(player=<Player.TWO: 1>, coins=2, token=MilitaryToken(distance=3, coins=2))
    """

    player: Player
    coins: int
    token: MilitaryToken

    def __str__(self) -> str:
        """Return the event as an English sentence."""
        return f"player {self.player} loses {_coins(self.coins)} due to a military token"


# -- cards ----------------------------------------------------------------------------------------


@attrs.frozen
class WonderDrafted:
    """A player drafts a wonder (R6).

    Attributes:
        player: the player who drafts it.
        wonder: the wonder.

    >>> from wonders_duel import Game
    >>> game = Game(seed=2015)
    >>> state = game.play("draft the-great-library")
    >>> print(*game.history[0].events)
    player one picks The Great Library
    """

    player: Player
    wonder: Wonder

    def __str__(self) -> str:
        """Return the event as an English sentence."""
        return f"player {self.player} picks {self.wonder}"


@attrs.frozen
class BuildingConstructed:
    """A player constructs a building from the structure.

    Attributes:
        player: the player who constructs it.
        building: the building.
        slot: the slot that it came from.
        free_by: the building that made it free by a chain (R41, R42), or ``None``.

    >>> from wonders_duel import CityPosition, Position, parse_move
    >>> cities = (CityPosition(buildings=["stable"]), CityPosition())
    >>> state = Position(age=2, structure={0: "horse-breeders", 1: "walls"}, cities=cities).state()
    >>> move = parse_move("build horse-breeders")
    >>> event, _ = events_between(state, move, state.apply(move))
    >>> print(event)
    player one constructs Horse Breeders for free, by the chain from Stable
    """

    player: Player
    building: Building
    slot: int
    free_by: Building | None

    def __str__(self) -> str:
        """Return the event as an English sentence."""
        text = f"player {self.player} constructs {self.building}"
        return (
            text if self.free_by is None else f"{text} for free, by the chain from {self.free_by}"
        )


@attrs.frozen
class BuildingDiscarded:
    """A player discards a building from the structure (R50); a :class:`Gained` event has the coins.

    Attributes:
        player: the player who discards it.
        building: the building.
        slot: the slot that it came from.

    >>> from wonders_duel import Game
    >>> game = Game(seed=2015, rules="first-game")
    >>> state = game.play("discard wood-reserve")
    >>> print(game.history[0].events[0])
    player one discards Wood Reserve
    """

    player: Player
    building: Building
    slot: int

    def __str__(self) -> str:
        """Return the event as an English sentence."""
        return f"player {self.player} discards {self.building}"


@attrs.frozen
class WonderConstructed:
    """A player constructs a wonder with a building from the structure, which goes under it (R52).

    Attributes:
        player: the player who constructs it.
        wonder: the wonder.
        building: the building that goes under it.
        slot: the slot that the building came from.

    >>> from wonders_duel import CityPosition, Position, parse_move
    >>> cities = (CityPosition(coins=20, unbuilt=["the-sphinx"]), CityPosition())
    >>> state = Position(age=1, structure={0: "altar", 1: "baths"}, cities=cities).state()
    >>> move = parse_move("wonder the-sphinx with altar")
    >>> print(events_between(state, move, state.apply(move))[1])
    player one constructs The Sphinx with Altar
    """

    player: Player
    wonder: Wonder
    building: Building
    slot: int

    def __str__(self) -> str:
        """Return the event as an English sentence."""
        return f"player {self.player} constructs {self.wonder} with {self.building}"


@attrs.frozen
class WonderRemoved:
    """The eighth wonder leaves the game when the seventh is constructed (R53).

    Attributes:
        player: the player who had it.
        wonder: the wonder.

    >>> from wonders_duel import Player, catalogue
    >>> print(WonderRemoved(Player.TWO, catalogue.wonders["the-pyramids"]))
    The Pyramids leaves the game
    """

    player: Player
    wonder: Wonder

    def __str__(self) -> str:
        """Return the event as an English sentence."""
        return f"{self.wonder} leaves the game"


@attrs.frozen
class BuildingDestroyed:
    """A building is destroyed: it goes from a city to the discard pile (R51, R58).

    Attributes:
        player: the player who had it.
        building: the building.

    >>> from wonders_duel import CityPosition, Pending, Position, parse_move
    >>> owner = CityPosition(built={"the-statue-of-zeus": "altar"})
    >>> cities = (owner, CityPosition(buildings=["sawmill", "quarry"]))
    >>> due = [Pending("destroy", "brown")]
    >>> state = Position(age=2, structure={0: "walls"}, cities=cities, pending=due).state()
    >>> move = parse_move("destroy sawmill")
    >>> print(events_between(state, move, state.apply(move))[0])
    Sawmill of player two is destroyed
    """

    player: Player
    building: Building

    def __str__(self) -> str:
        """Return the event as an English sentence."""
        return f"{self.building} of player {self.player} is destroyed"


@attrs.frozen
class BuildingRevived:
    """A player constructs a building from the discard pile (R59).

    Attributes:
        player: the player who constructs it.
        building: the building.

    >>> from wonders_duel import CityPosition, Position, parse_move
    >>> cities = (CityPosition(built={"the-mausoleum": "altar"}), CityPosition())
    >>> state = Position(
    ...     age=2,
    ...     structure={0: "walls"},
    ...     cities=cities,
    ...     discard_pile=["baths"],
    ...     pending=["revive"],
    ... ).state()
    >>> move = parse_move("revive baths")
    >>> print(events_between(state, move, state.apply(move))[0])
    player one constructs Baths from the discard pile
    """

    player: Player
    building: Building

    def __str__(self) -> str:
        """Return the event as an English sentence."""
        return f"player {self.player} constructs {self.building} from the discard pile"


@attrs.frozen
class TokenTaken:
    """A player takes a progress token (R60, R63).

    Attributes:
        player: the player who takes it.
        token: the token.
        from_board: whether it comes from the board; otherwise it was drawn from the box.

    >>> from wonders_duel import CityPosition, Position, parse_move
    >>> cities = (CityPosition(buildings=["scriptorium", "library"]), CityPosition())
    >>> state = Position(
    ...     age=2,
    ...     structure={0: "walls"},
    ...     cities=cities,
    ...     board_tokens=["law"],
    ...     pending=["board-token"],
    ... ).state()
    >>> move = parse_move("token law")
    >>> print(events_between(state, move, state.apply(move))[0])
    player one takes Law from the board
    """

    player: Player
    token: ProgressToken
    from_board: bool

    def __str__(self) -> str:
        """Return the event as an English sentence."""
        place = "board" if self.from_board else "box"
        return f"player {self.player} takes {self.token} from the {place}"


@attrs.frozen
class TokenDeclined:
    """A player declines the progress token of a pair (R63).

    Attributes:
        player: the player who declines it.

    >>> from wonders_duel import CityPosition, Position, parse_move
    >>> cities = (CityPosition(buildings=["scriptorium", "library"]), CityPosition())
    >>> state = Position(
    ...     age=2,
    ...     structure={0: "walls"},
    ...     cities=cities,
    ...     board_tokens=["law"],
    ...     pending=["board-token"],
    ...     rules={"pair_token": "may"},
    ... ).state()
    >>> move = parse_move("decline token")
    >>> print(events_between(state, move, state.apply(move))[0])
    player one declines the progress token
    """

    player: Player

    def __str__(self) -> str:
        """Return the event as an English sentence."""
        return f"player {self.player} declines the progress token"


@attrs.frozen
class TokensReturned:
    """The drawn progress tokens that were not chosen return to the box (R60).

    Attributes:
        tokens: the tokens, in any order.

    >>> from wonders_duel import CityPosition, Position, parse_move
    >>> cities = (CityPosition(built={"the-great-library": "altar"}), CityPosition())
    >>> state = Position(
    ...     age=2,
    ...     structure={0: "walls"},
    ...     cities=cities,
    ...     offer=["law", "masonry", "strategy"],
    ...     pending=["library-token"],
    ... ).state()
    >>> move = parse_move("token law")
    >>> print(*events_between(state, move, state.apply(move))[:2], sep="; ")
    player one takes Law from the box; returned to the box: Masonry, Strategy
    """

    tokens: frozenset[ProgressToken]

    def __str__(self) -> str:
        """Return the event in English."""
        return f"returned to the box: {', '.join(sorted(map(str, self.tokens)))}"


# -- military and science -------------------------------------------------------------------------


@attrs.frozen
class PawnMoved:
    """The conflict pawn moves (R69, R75).

    Attributes:
        player: the player whose shields move it.
        start: its position before, from -9 to 9, as in ``state.pawn``: positive on player two's side.
        end: its position now. It stops at a capital, even if shields are left.

    >>> from wonders_duel import Position, parse_move
    >>> state = Position(age=1, structure={0: "guard-tower", 1: "baths"}, pawn=-1).state()
    >>> move = parse_move("build guard-tower")
    >>> event = events_between(state, move, state.apply(move))[1]
    >>> event, event.spaces
    (PawnMoved(player=<Player.ONE: 0>, start=-1, end=0), 1)
    """

    player: Player
    start: int
    end: int

    @property
    def spaces(self) -> int:
        """The number of spaces that it moves."""
        return abs(self.end - self.start)

    def __str__(self) -> str:
        """Return the event as an English sentence."""
        return f"the conflict pawn moves from {self.start} to {self.end}"


@attrs.frozen
class SymbolGained:
    """A city gains a scientific symbol that it did not have (R67, R68).

    Attributes:
        player: the player whose city gains it.
        symbol: the symbol.
        total: the number of different symbols of the city now, from 1; 6 win the game.

    >>> from wonders_duel import CityPosition, Position, parse_move
    >>> cities = (CityPosition(buildings=["workshop"]), CityPosition())
    >>> state = Position(age=1, structure={0: "scriptorium", 1: "baths"}, cities=cities).state()
    >>> move = parse_move("build scriptorium")
    >>> print(events_between(state, move, state.apply(move))[2])
    player one gains the symbol quill: 2 of 6
    """

    player: Player
    symbol: ScienceSymbol
    total: int

    def __str__(self) -> str:
        """Return the event as an English sentence."""
        return (
            f"player {self.player} gains the symbol {self.symbol}: {self.total} of {SYMBOLS_TO_WIN}"
        )


@attrs.frozen
class PairCompleted:
    """A city gains a scientific symbol for the second time (R63).

    Its owner then takes a progress token, if there is one on the board (R64), or may decline it
    by the rule option ``pair_token``.

    Attributes:
        player: the player whose city gains it.
        symbol: the symbol.

    >>> from wonders_duel import CityPosition, Position, parse_move
    >>> cities = (CityPosition(buildings=["scriptorium"]), CityPosition())
    >>> state = Position(age=2, structure={0: "library", 1: "walls"}, cities=cities).state()
    >>> move = parse_move("build library")
    >>> print(events_between(state, move, state.apply(move))[1])
    player one completes a pair: quill
    """

    player: Player
    symbol: ScienceSymbol

    def __str__(self) -> str:
        """Return the event as an English sentence."""
        return f"player {self.player} completes a pair: {self.symbol}"


# -- turns, ages and the end of the game ----------------------------------------------------------


@attrs.frozen
class ExtraTurnGained:
    """A player gains an extra turn after this one (R54, R56).

    Attributes:
        player: the player who gains it.
        source: the card that gives it: a wonder, or one such as Theology.

    >>> from wonders_duel import CityPosition, Position, parse_move
    >>> cities = (CityPosition(coins=20, unbuilt=["the-sphinx"]), CityPosition())
    >>> state = Position(age=1, structure={0: "altar", 1: "baths"}, cities=cities).state()
    >>> move = parse_move("wonder the-sphinx with altar")
    >>> print(events_between(state, move, state.apply(move))[2])
    player one gains an extra turn from The Sphinx
    """

    player: Player
    source: Card

    def __str__(self) -> str:
        """Return the event as an English sentence."""
        return f"player {self.player} gains an extra turn from {self.source}"


@attrs.frozen
class ExtraTurnTaken:
    """A player's extra turn begins (R54).

    Attributes:
        player: the player.

    >>> from wonders_duel import CityPosition, Position, parse_move
    >>> cities = (CityPosition(coins=20, unbuilt=["the-sphinx"]), CityPosition())
    >>> state = Position(age=1, structure={0: "altar", 1: "baths"}, cities=cities).state()
    >>> move = parse_move("wonder the-sphinx with altar")
    >>> print(events_between(state, move, state.apply(move))[3])
    player one plays again
    """

    player: Player

    def __str__(self) -> str:
        """Return the event as an English sentence."""
        return f"player {self.player} plays again"


@attrs.frozen
class ExtraTurnLost:
    """A player loses an extra turn because the age is over (R55).

    Attributes:
        player: the player.

    >>> from wonders_duel import CityPosition, Position, parse_move
    >>> cities = (CityPosition(coins=20, unbuilt=["the-sphinx"]), CityPosition())
    >>> state = Position(age=1, structure={0: "altar"}, cities=cities).state()
    >>> move = parse_move("wonder the-sphinx with altar")
    >>> print(*events_between(state, move, state.apply(move))[-2:], sep="; ")
    player one loses an extra turn; age I is over
    """

    player: Player

    def __str__(self) -> str:
        """Return the event as an English sentence."""
        return f"player {self.player} loses an extra turn"


@attrs.frozen
class AgeOver:
    """An age is over: its last card was taken, and every choice that followed was made (R66, R78).

    Attributes:
        age: the age.

    >>> from wonders_duel import Position, parse_move
    >>> state = Position(age=1, structure={0: "altar"}).state()
    >>> move = parse_move("discard altar")
    >>> print(events_between(state, move, state.apply(move))[-1])
    age I is over
    """

    age: Age

    def __str__(self) -> str:
        """Return the event as an English sentence."""
        return f"age {self.age} is over"


@attrs.frozen
class BeginnerChosen:
    """A player chooses who begins the age (R76, R77).

    Attributes:
        player: the player who begins.
        by: the player who chose.
        age: the age.

    >>> from random import Random
    >>> from wonders_duel import Deal, Phase, Position, parse_move
    >>> state = Position(age=1, structure={0: "altar"}).state()
    >>> state = state.play(parse_move("discard altar"), Deal.consistent_with(state, Random(1)))
    >>> move = parse_move("begin two")
    >>> print(*events_between(state, move, state.apply(move)))
    player two begins age II, as player one chose
    """

    player: Player
    by: Player
    age: Age

    def __str__(self) -> str:
        """Return the event as an English sentence."""
        return f"player {self.player} begins age {self.age}, as player {self.by} chose"


@attrs.frozen
class CardChosen:
    """A player makes a choice that a custom card brings.

    The events of what the choice changes follow it, such as :class:`BuildingConstructed` and the
    effects of the building.

    Attributes:
        player: the player.
        choice: the word of the choice.
        card: the chosen card.

    >>> from wonders_duel import Player, catalogue
    >>> print(CardChosen(Player.ONE, "messe", catalogue.buildings["quarry"]))
    player one chooses Quarry (messe)
    """

    player: Player
    choice: str
    card: Card

    def __str__(self) -> str:
        """Return the event as an English sentence."""
        # In a document from elsewhere, the word of the choice may be any text.
        choice = on_one_line(self.choice, LONGEST_SHOWN)
        return f"player {self.player} chooses {self.card.name} ({choice})"


@attrs.frozen
class GameEnded:
    """The game is over (R68, R75, R78).

    Attributes:
        result: the result.

    >>> from wonders_duel import CityPosition, Position, parse_move
    >>> cities = (CityPosition(coins=20), CityPosition())
    >>> state = Position(age=3, structure={0: "circus"}, pawn=8, cities=cities).state()
    >>> move = parse_move("build circus")
    >>> print(events_between(state, move, state.apply(move))[-1])
    Player one wins by military supremacy.
    """

    result: Result

    def __str__(self) -> str:
        """Return the result as an English sentence."""
        return str(self.result)


Event = (
    Paid
    | Gained
    | Lost
    | Looted
    | WonderDrafted
    | BuildingConstructed
    | BuildingDiscarded
    | WonderConstructed
    | WonderRemoved
    | BuildingDestroyed
    | BuildingRevived
    | TokenTaken
    | TokenDeclined
    | TokensReturned
    | PawnMoved
    | SymbolGained
    | PairCompleted
    | ExtraTurnGained
    | ExtraTurnTaken
    | ExtraTurnLost
    | AgeOver
    | BeginnerChosen
    | CardChosen
    | GameEnded
    | TokensDealt
    | WondersDealt
    | AgeDealt
    | CardRevealed
    | TokensDrawn
)
"""Any event, as a closed union for ``match`` and ``assert_never``. Chance outcomes are events too."""


def events_between(before: State, move: Move, after: State) -> tuple[Event, ...]:
    """Return the events of a move between two states; for a :class:`~wonders_duel.Step`, use its ``events``.

    Args:
        before: the state in which the move was played.
        move: the move.
        after: the state that followed: from ``before.play(move, deal)``, or from ``before.apply(move)``
            and any number of chance outcomes after it.

    Returns:
        The events, in the order in which they happened.

    Raises:
        IllegalMoveError: the move is not legal in the first state.
        ChanceError: no chance outcomes lead from the move to the second state.
        WrongTypeError: an argument is not a state.

    >>> from wonders_duel import Back, CardRevealed, Position, catalogue, parse_move
    >>> before = Position(age=1, structure={0: "baths", 2: Back.AGE_I, 5: "altar"}).state()
    >>> move = parse_move("discard altar")
    >>> after = before.apply(move).resolve(CardRevealed(2, catalogue.buildings["press"]))
    >>> for event in events_between(before, move, after):
    ...     print(event)
    player one discards Altar
    player one gains 2 coins
    revealed: Press
    """
    from wonders_duel.history.move_events import between  # noqa: PLC0415 - a thin function

    return between(before, move, after)
