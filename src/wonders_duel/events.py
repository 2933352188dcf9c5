"""What a move does on the table, as small frozen objects: one for each thing that happens.

The events of a move stand in the order of a turn (R22): the payment, the card that moves, what it
brings, the end of the game, and then chance outcomes and what follows from that. The narration
is made from them, and so can an animation be: nothing has to be found by comparing two states.

``step.events`` gives those of a move of a game, :func:`events_between` those between two states.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, assert_never

import attrs

from wonders_duel.cards import Building, Card, MilitaryToken, ProgressToken, Wonder
from wonders_duel.chance import (
    AgeDealt,
    CardRevealed,
    ChanceOutcome,
    TokensDealt,
    TokensDrawn,
    WondersDealt,
)
from wonders_duel.city import City
from wonders_duel.enums import Age, Player, ScienceSymbol, Victory
from wonders_duel.errors import ChanceError, expect
from wonders_duel.moves import (
    ChooseBeginner,
    ConstructBuilding,
    ConstructWonder,
    DestroyBuilding,
    DiscardBuilding,
    DraftWonder,
    ReviveBuilding,
    TakeToken,
)
from wonders_duel.payment import Bought, PaymentPlan, cards_in
from wonders_duel.phases import DEAL_AGE, DEAL_WONDERS, LIBRARY_TOKEN, REVEAL, TURN
from wonders_duel.rules import SYMBOLS_TO_WIN
from wonders_duel.scoring import Result
from wonders_duel.state import State, StateDraft
from wonders_duel.tables import (
    BACK_OF,
    CHAIN_MASK,
    CHAIN_SHIFT,
    FIRST_BACK,
    PERK_AGAIN,
    SYMBOL_BITS,
    SYMBOL_MASK,
    SYMBOLS,
    bits,
)

if TYPE_CHECKING:
    from wonders_duel.moves import Move

__all__ = [
    "AgeOver",
    "BeginnerChosen",
    "BuildingConstructed",
    "BuildingDestroyed",
    "BuildingDiscarded",
    "BuildingRevived",
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

    The coin part of a cost and the price of the resources that are bought are two payments.

    Attributes:
        player: who pays.
        coins: how many, from 1; 0 only for resources that a card of your own fixes at no price.
        to: the opponent, who holds Economy; ``None`` for the bank.
        card: what is constructed.
        bought: the resources that are bought, unit by unit; empty for the coin part of the cost.

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
        """Say who pays how much for what."""
        text = f"player {self.player} pays {_coins(self.coins)} for {self.card}"
        return text if self.to is None else f"{text} to player {self.to}"


@attrs.frozen
class Gained:
    """A player gets coins from the bank (R44, R47, R50, R71, R72).

    Attributes:
        player: who gets them.
        coins: how many.
        source: the card whose effects bring them; ``None`` for the income of a discarded building.

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
        """Say who gets how much, and by which card."""
        text = f"player {self.player} gains {_coins(self.coins)}"
        return text if self.source is None else f"{text} by {self.source}"


@attrs.frozen
class Lost:
    """A player loses coins to the bank by an effect of the opponent's card (R49, R61).

    Attributes:
        player: who loses them.
        coins: how many: never more than there are.
        source: the opponent's card.

    >>> from wonders_duel import CityPosition, Position, parse_move
    >>> cities = (CityPosition(coins=20, unbuilt=["the-appian-way"]), CityPosition(coins=2))
    >>> state = Position(age=1, structure={0: "altar", 1: "baths"}, cities=cities).state()
    >>> move = parse_move("wonder the-appian-way with altar")
    >>> print(events_between(state, move, state.apply(move))[3])
    player two loses 2 coins by The Appian Way
    """

    player: Player
    coins: int
    source: Card

    def __str__(self) -> str:
        """Say who loses how much, and by which card."""
        return f"player {self.player} loses {_coins(self.coins)} by {self.source}"


@attrs.frozen
class Looted:
    """The conflict pawn takes a military token, and the player it lies before loses coins (R70).

    Attributes:
        player: who loses the coins, to the bank.
        coins: how many: never more than there are, so perhaps 0.
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
        """Say who loses how much."""
        return f"player {self.player} loses {_coins(self.coins)} by a military token"


# -- cards ----------------------------------------------------------------------------------------


@attrs.frozen
class WonderDrafted:
    """A player picks a wonder in the draft (R6).

    Attributes:
        player: who picks it.
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
        """Say who picks what."""
        return f"player {self.player} picks {self.wonder}"


@attrs.frozen
class BuildingConstructed:
    """A building goes from the structure to a city.

    Attributes:
        player: who constructs it.
        building: the building.
        slot: where it lay.
        free_by: the building that made it free by a chain (R41, R42), if one did.

    >>> from wonders_duel import CityPosition, Position, parse_move
    >>> cities = (CityPosition(buildings=["stable"]), CityPosition())
    >>> state = Position(age=2, structure={0: "horse-breeders", 1: "walls"}, cities=cities).state()
    >>> move = parse_move("build horse-breeders")
    >>> event, _ = events_between(state, move, state.apply(move))
    >>> print(event)
    player one constructs Horse Breeders, free by Stable
    """

    player: Player
    building: Building
    slot: int
    free_by: Building | None

    def __str__(self) -> str:
        """Say who constructs what, and whether a chain makes it free."""
        text = f"player {self.player} constructs {self.building}"
        return text if self.free_by is None else f"{text}, free by {self.free_by}"


@attrs.frozen
class BuildingDiscarded:
    """A building goes from the structure to the discard pile (R50); the coins are a :class:`Gained`.

    Attributes:
        player: who discards it.
        building: the building.
        slot: where it lay.

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
        """Say who discards what."""
        return f"player {self.player} discards {self.building}"


@attrs.frozen
class WonderConstructed:
    """A wonder is constructed, with a building from the structure that goes under it (R52).

    Attributes:
        player: who constructs it.
        wonder: the wonder.
        building: the building that goes under it.
        slot: where the building lay.

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
        """Say who constructs what, and with which building."""
        return f"player {self.player} constructs {self.wonder} with {self.building}"


@attrs.frozen
class WonderRemoved:
    """The eighth wonder leaves the game when the seventh is constructed (R53).

    Attributes:
        player: whose wonder it was.
        wonder: the wonder.

    >>> from wonders_duel import Player, catalogue
    >>> print(WonderRemoved(Player.TWO, catalogue.wonders["the-pyramids"]))
    The Pyramids leaves the game
    """

    player: Player
    wonder: Wonder

    def __str__(self) -> str:
        """Say what leaves the game."""
        return f"{self.wonder} leaves the game"


@attrs.frozen
class BuildingDestroyed:
    """A building goes from a city to the discard pile (R51, R58).

    Attributes:
        player: whose building it was.
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
        """Say what is destroyed."""
        return f"{self.building} of player {self.player} is destroyed"


@attrs.frozen
class BuildingRevived:
    """A building goes from the discard pile to a city (R59).

    Attributes:
        player: who constructs it.
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
        """Say who constructs what."""
        return f"player {self.player} constructs {self.building} from the discard pile"


@attrs.frozen
class TokenTaken:
    """A player takes a progress token (R60, R63).

    Attributes:
        player: who takes it.
        token: the token.
        from_board: whether it lay on the board; if not, it is one of those drawn from the box.

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
        """Say who takes what, and from where."""
        place = "board" if self.from_board else "box"
        return f"player {self.player} takes {self.token} from the {place}"


@attrs.frozen
class TokensReturned:
    """The drawn progress tokens that were not taken go back to the box (R60).

    Attributes:
        tokens: the tokens; their order does not count.

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
    player one takes Law from the box; back to the box: Masonry, Strategy
    """

    tokens: frozenset[ProgressToken]

    def __str__(self) -> str:
        """Return the names."""
        return f"back to the box: {', '.join(sorted(map(str, self.tokens)))}"


# -- military and science -------------------------------------------------------------------------


@attrs.frozen
class PawnMoved:
    """The conflict pawn moves (R69, R75). Positions are as in ``state.pawn``.

    Attributes:
        player: whose shields move it.
        start: where it stood, -9 to 9, positive on player two's side.
        end: where it stands now; shields that are left at a capital move nothing.

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
        """How many spaces it moves."""
        return abs(self.end - self.start)

    def __str__(self) -> str:
        """Say where it moves."""
        return f"the conflict pawn moves from {self.start} to {self.end}"


@attrs.frozen
class SymbolGained:
    """A city gets a scientific symbol that it did not have (R67, R68).

    Attributes:
        player: whose city.
        symbol: the symbol.
        total: the different symbols of the city now, from 1; 6 win.

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
        """Say who gets which symbol."""
        return (
            f"player {self.player} gains the symbol {self.symbol}: {self.total} of {SYMBOLS_TO_WIN}"
        )


@attrs.frozen
class PairCompleted:
    """A city gets a scientific symbol for the second time (R63).

    Its owner takes a progress token next, if one is left on the board (R64).

    Attributes:
        player: whose city.
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
        """Say who has which pair."""
        return f"player {self.player} completes a pair: {self.symbol}"


# -- turns, ages, the end -------------------------------------------------------------------------


@attrs.frozen
class ExtraTurnGained:
    """A card gives its owner another turn after this one (R54, R56).

    Attributes:
        player: who plays again.
        source: the card: a wonder, or the token that lets every wonder play again.

    >>> from wonders_duel import CityPosition, Position, parse_move
    >>> cities = (CityPosition(coins=20, unbuilt=["the-sphinx"]), CityPosition())
    >>> state = Position(age=1, structure={0: "altar", 1: "baths"}, cities=cities).state()
    >>> move = parse_move("wonder the-sphinx with altar")
    >>> print(events_between(state, move, state.apply(move))[2])
    player one gains an extra turn by The Sphinx
    """

    player: Player
    source: Card

    def __str__(self) -> str:
        """Say who plays again, and by which card."""
        return f"player {self.player} gains an extra turn by {self.source}"


@attrs.frozen
class ExtraTurnTaken:
    """The turn is over, and the same player takes another one (R54).

    Attributes:
        player: who plays again.

    >>> from wonders_duel import CityPosition, Position, parse_move
    >>> cities = (CityPosition(coins=20, unbuilt=["the-sphinx"]), CityPosition())
    >>> state = Position(age=1, structure={0: "altar", 1: "baths"}, cities=cities).state()
    >>> move = parse_move("wonder the-sphinx with altar")
    >>> print(events_between(state, move, state.apply(move))[3])
    player one plays again
    """

    player: Player

    def __str__(self) -> str:
        """Say who plays again."""
        return f"player {self.player} plays again"


@attrs.frozen
class ExtraTurnLost:
    """An extra turn comes to nothing, because the age is over (R55).

    Attributes:
        player: who would have played again.

    >>> from wonders_duel import CityPosition, Position, parse_move
    >>> cities = (CityPosition(coins=20, unbuilt=["the-sphinx"]), CityPosition())
    >>> state = Position(age=1, structure={0: "altar"}, cities=cities).state()
    >>> move = parse_move("wonder the-sphinx with altar")
    >>> print(*events_between(state, move, state.apply(move))[-2:], sep="; ")
    player one loses an extra turn; age I is over
    """

    player: Player

    def __str__(self) -> str:
        """Say who loses it."""
        return f"player {self.player} loses an extra turn"


@attrs.frozen
class AgeOver:
    """The last card of an age has been taken, and every choice that it brought has been made (R66, R78).

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
        """Say which age is over."""
        return f"age {self.age} is over"


@attrs.frozen
class BeginnerChosen:
    """A player says who begins the age (R76, R77).

    Attributes:
        player: who begins.
        by: who chose.
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
        """Say who begins, and who chose."""
        return f"player {self.player} begins age {self.age}, as player {self.by} chose"


@attrs.frozen
class GameEnded:
    """The game is over (R68, R75, R78).

    Attributes:
        outcome: who won, and how.

    >>> from wonders_duel import CityPosition, Position, parse_move
    >>> cities = (CityPosition(coins=20), CityPosition())
    >>> state = Position(age=3, structure={0: "circus"}, pawn=8, cities=cities).state()
    >>> move = parse_move("build circus")
    >>> print(events_between(state, move, state.apply(move))[-1])
    Player one wins by military supremacy.
    """

    result: Result

    def __str__(self) -> str:
        """Return the result as a sentence."""
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
    | TokensReturned
    | PawnMoved
    | SymbolGained
    | PairCompleted
    | ExtraTurnGained
    | ExtraTurnTaken
    | ExtraTurnLost
    | AgeOver
    | BeginnerChosen
    | GameEnded
    | TokensDealt
    | WondersDealt
    | AgeDealt
    | CardRevealed
    | TokensDrawn
)
"""Anything that happens: a closed union, for ``match`` and ``assert_never``. A chance outcome is an event itself."""


# -- finding them ---------------------------------------------------------------------------------


def events_between(before: State, move: Move, after: State) -> tuple[Event, ...]:
    """Return what happened when a move was played, for those who have no :class:`~wonders_duel.Step`.

    Args:
        before: the state in which the move was played.
        move: the move.
        after: the state that followed: from ``before.play(move, deal)``, or from ``before.apply(move)``
            and any number of chance outcomes after it.

    Returns:
        The events, in the order in which they happened.

    Raises:
        IllegalMoveError: the move is not legal in the first state.
        ChanceError: it does not lead to the second, whatever the chance outcomes.
        WrongTypeError: the states are none.

    >>> from wonders_duel import Back, CardRevealed, Position, catalogue, parse_move
    >>> before = Position(age=1, structure={0: "baths", 2: Back.AGE_I, 5: "altar"}).state()
    >>> move = parse_move("discard altar")
    >>> after = before.apply(move).resolve(CardRevealed(2, catalogue.buildings["press"]))
    >>> for event in events_between(before, move, after):
    ...     print(event)
    player one discards Altar
    player one gains 2 coins
    turned up: Press
    """
    expect(before, State, "a State")
    expect(after, State, "a State")
    outcomes = []
    state = before.apply(move)
    try:
        while state != after:
            outcome = _shown(state, after)
            state = state.resolve(outcome)
            outcomes.append(outcome)
    except (ChanceError, LookupError):
        message = f"{move} does not lead from the first state to the second, {after!r}"
        raise ChanceError(message) from None
    return tuple(replayed(before, move, outcomes))


def _shown(state: State, after: State) -> ChanceOutcome:
    """Read the chance outcomes from a state that came after it."""
    known = state.catalogue.building_list
    chance = state.chance
    if chance is None:
        raise ChanceError
    if state.phase_number == REVEAL:
        slot = chance.slot
        assert slot is not None  # a reveal has a slot
        return CardRevealed(slot, known[after.faces[slot]])
    if state.phase_number == DEAL_AGE:
        faces = after.faces
        slots = [known[face] if face < FIRST_BACK else BACK_OF[face] for face in faces]
        return AgeDealt(Age(state.age_number + 1), tuple(slots))
    if state.phase_number == DEAL_WONDERS:
        return WondersDealt(after.offered_wonders)
    return TokensDrawn(after.offered_tokens)


def replayed(before: State, move: Move, outcomes: Iterable[ChanceOutcome]) -> Iterator[Event]:
    """Return what happens when a move is played and chance is resolved.

    Args:
        before: the state in which the move is played.
        move: the move.
        outcomes: chance outcomes, as far as it is known.

    Raises:
        IllegalMoveError: the move is not legal.
        ChanceError: an outcome is not awaited, or cannot be.
    """
    state = before.apply(move)
    deed = _Deed(before, move, state)
    yield from deed.events()
    yield from deed.followed_by(state)
    for outcome in outcomes:
        state = state.resolve(outcome)
        yield outcome
        yield from deed.followed_by(state)


class _Deed:
    """A move as it is carried out, in the order of a turn (R22)."""

    def __init__(self, before: State, move: Move, after: State) -> None:
        """Hold the move, the state in which it is played, and that after it, before chance is resolved."""
        self.before = before
        self.move = before.catalogue.moves.adopt(move)
        self.after = after
        self.player = Player(before.player)
        self.extra = before.extra_turn
        """Whether the player takes another turn after this one."""

    def events(self) -> Iterator[Event]:
        """Return the steps 1 to 4: the payment, the card that moves, what it brings."""
        player, opponent, move = self.player, self.player.opponent, self.move
        match move:
            case DraftWonder(wonder):
                yield WonderDrafted(player, wonder)
            case ConstructBuilding(building):
                plan = self._plan()
                yield from _payment(plan)
                yield BuildingConstructed(player, building, self._slot(), plan.free_by)
                bonus = 0
                if plan.free_by is not None:
                    for entry, card in cards_in(self.before.cities[player]):
                        coins = entry.perks >> CHAIN_SHIFT & CHAIN_MASK
                        if coins:
                            yield Gained(player, coins, card)
                            bonus += coins
                yield from self._effects(building, plan.held - plan.total + bonus, plan.to_opponent)
            case DiscardBuilding(building):
                yield BuildingDiscarded(player, building, self._slot())
                yield Gained(player, self.before.cities[player].discard_income, None)
            case ConstructWonder(wonder, building):
                plan = self._plan()
                yield from _payment(plan)
                yield WonderConstructed(player, wonder, building, self._slot())
                for owner in Player:
                    kept = {wonder, *self.after.cities[owner].unbuilt}
                    for removed in self.before.cities[owner].unbuilt:
                        if removed not in kept:
                            yield WonderRemoved(owner, removed)
                yield from self._effects(wonder, plan.held - plan.total, plan.to_opponent)
            case TakeToken(token):
                is_drawn = self.before.phase_number == LIBRARY_TOKEN
                yield TokenTaken(player, token, not is_drawn)
                others = frozenset(self.before.offered_tokens) - {token}
                if others:
                    yield TokensReturned(others)
                yield from self._effects(token, self._coins(player))
            case DestroyBuilding(building):
                yield BuildingDestroyed(opponent, building)
            case ReviveBuilding(building):
                yield BuildingRevived(player, building)
                yield from self._effects(building, self._coins(player))
            case ChooseBeginner(beginner):
                yield BeginnerChosen(beginner, player, Age(self.before.age_number))
            case _:
                assert_never(move)

    def followed_by(self, state: State) -> Iterator[Event]:
        """Return the steps 5 and 8, as far as a state has come: the end of the game, of the age, of the turn.

        Args:
            state: one after the move, or after a chance outcome to it.
        """
        result = state.result
        counted = result is not None and result.victory is Victory.CIVILIAN
        if counted or (state.phase_number == DEAL_AGE and state.age_number):
            if self.extra:
                yield ExtraTurnLost(self.player)
                self.extra = False
            yield AgeOver(Age(state.age_number))
        elif self.extra and state.phase_number == TURN:
            yield ExtraTurnTaken(self.player)
        if result is not None:
            yield GameEnded(result)

    # -- the parts of a move ------------------------------------------------------------------

    def _plan(self) -> PaymentPlan:
        plan = self.before.payment(self.move)
        assert plan is not None  # constructions have a price
        return plan

    def _slot(self) -> int:
        """Return the slot of the card that is taken."""
        return self.before.faces.index(self.move.spec.card)

    def _coins(self, player: Player) -> int:
        return self.before.cities[player].coins

    def _effects(self, card: Card, purse: int, earned: int = 0) -> Iterator[Event]:
        """Return what a card brings: coins, the opponent's loss, shields, symbols, another turn.

        Args:
            card: the card; it is in its place.
            purse: the coins of the player, once it is paid.
            earned: the coins of the payment that go to the opponent.
        """
        player, opponent, before, after = self.player, self.player.opponent, self.before, self.after
        entry = self.move.spec.entry
        theirs = self._coins(opponent) + earned
        again = isinstance(card, Wonder) and bool(before.cities[player].perks & PERK_AGAIN)
        gains = []
        if entry.gains:
            extra = self.extra or entry.play_again or again
            seen = _seen(before, after, (purse, theirs), extra=extra)
            gains = [effect.gain(seen, player) for effect in entry.gains]
        gained = after.cities[player].coins - purse
        if gained:
            yield Gained(player, gained, card)
        lost = min(theirs, entry.loses + sum(gain.opponent_loses for gain in gains))
        if lost:
            yield Lost(opponent, lost, card)
            theirs -= lost
        if after.pawn != before.pawn:
            yield PawnMoved(player, before.pawn, after.pawn)
        for token in before.military_tokens[opponent]:
            if token not in after.military_tokens[opponent]:
                looted = min(theirs, token.coins)
                yield Looted(opponent, looted, token)
                theirs -= looted
        yield from self._symbols()
        brings = entry.play_again or any(gain.play_again for gain in gains)
        if (brings or again) and not self.extra:
            self.extra = True
            yield ExtraTurnGained(player, card if brings else self._lets_wonders_play_again())

    def _symbols(self) -> Iterator[Event]:
        """Return the symbols that are new, then the pairs."""
        had = self.before.cities[self.player].science
        new = self.after.cities[self.player].science & ~had
        total = (had & SYMBOL_MASK).bit_count()
        for number in bits(new & SYMBOL_MASK):
            total += 1
            yield SymbolGained(self.player, SYMBOLS[number], total)
        for number in bits(new >> SYMBOL_BITS):
            yield PairCompleted(self.player, SYMBOLS[number])

    def _lets_wonders_play_again(self) -> Card:
        """Return the card of the player by which wonders bring another turn (R56)."""
        owned = cards_in(self.before.cities[self.player])
        return next(card for entry, card in owned if entry.perks & PERK_AGAIN)


def _payment(plan: PaymentPlan) -> Iterator[Paid]:
    """Return step 2: the coin part of the cost, then what is bought."""
    if plan.coins:
        yield Paid(plan.player, plan.coins, None, plan.card, ())
    bought = tuple(line for line in plan.lines if isinstance(line, Bought))
    if bought:
        to = plan.player.opponent if plan.to_opponent else None
        yield Paid(plan.player, plan.trade, to, plan.card, bought)


def _seen(before: State, after: State, coins: tuple[int, int], *, extra: bool) -> State:
    """Return what the effects of a card look at: the card paid and in its place, nothing brought yet (R71).

    Args:
        before: the state before the move.
        after: the state after it, before chance is resolved.
        coins: those of the player and of the opponent, once the card is paid.
        extra: whether the player takes another turn after this one, as far as that is settled.
    """
    held = coins if before.player == Player.ONE else coins[::-1]
    one, two = map(_holding, after.cities, held)
    draft = StateDraft()
    draft.tables = after.tables
    draft.rules = after.rules
    draft.first_player = after.first_player
    draft.player = before.player
    draft.phase_number = before.phase_number
    draft.pending_codes = before.pending_codes[1:]
    draft.extra_turn = extra
    draft.age_number = before.age_number
    draft.faces = after.faces
    draft.left = after.left
    draft.uncovered = after.uncovered
    draft.pawn = before.pawn
    draft.military_mask = before.military_mask
    draft.discard_mask = after.discard_mask
    draft.offer_mask = after.offer_mask
    draft.board_mask = after.board_mask
    draft.cities = (one, two)
    draft.price_lists = after.price_lists
    return draft.freeze()


def _holding(city: City, coins: int) -> City:
    """Return a city with other coins."""
    return City.of(
        city.catalogue,
        coins,
        city.building_mask,
        city.token_mask,
        city.unbuilt_numbers,
        city.built_codes,
    )
