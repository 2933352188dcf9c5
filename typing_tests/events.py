"""Events: what a move did, as a union with typed parts."""

from __future__ import annotations

from typing import assert_never, assert_type

from wonders_duel import (
    Age,
    AgeDealt,
    Bought,
    Building,
    Card,
    CardRevealed,
    Game,
    MilitaryToken,
    Move,
    Player,
    ProgressToken,
    Result,
    ScienceSymbol,
    State,
    TokensDealt,
    TokensDrawn,
    Wonder,
    WondersDealt,
)
from wonders_duel.events import (
    AgeOver,
    BeginnerChosen,
    BuildingConstructed,
    BuildingDestroyed,
    BuildingDiscarded,
    BuildingRevived,
    CardChosen,
    Event,
    ExtraTurnGained,
    ExtraTurnLost,
    ExtraTurnTaken,
    Gained,
    GameEnded,
    Looted,
    Lost,
    Paid,
    PairCompleted,
    PawnMoved,
    SymbolGained,
    TokenDeclined,
    TokensReturned,
    TokenTaken,
    WonderConstructed,
    WonderDrafted,
    WonderRemoved,
    events_between,
)


def balance(event: Event, player: Player) -> int:
    """Return the coins that an event adds to those of a player."""
    if isinstance(event, Paid):
        assert_type(event.bought, tuple[Bought, ...])
        assert_type(event.card, Building | Wonder)
        assert_type(event.to, Player | None)
        return event.coins * ((event.to is player) - (event.player is player))
    if isinstance(event, Gained):
        assert_type(event.source, Card | None)
        return event.coins if event.player is player else 0
    if isinstance(event, Lost | Looted):
        return -event.coins if event.player is player else 0
    return 0


def told(event: Event) -> object:
    """Match every kind of event, with typed parts."""
    match event:
        case Paid(player, coins) | Gained(player, coins):
            assert_type(player, Player)
            return assert_type(coins, int)
        case Lost(_, _, source):
            return assert_type(source, Card)
        case Looted(_, _, token):
            return assert_type(token, MilitaryToken)
        case WonderDrafted(_, wonder) | WonderRemoved(_, wonder):
            return assert_type(wonder, Wonder)
        case BuildingConstructed(_, building, slot, free_by):
            assert_type(free_by, Building | None)
            return assert_type(slot, int)
        case WonderConstructed(_, wonder, building, _):
            return assert_type(wonder, Wonder)
        case BuildingDiscarded(_, building) | BuildingDestroyed(_, building):
            return assert_type(building, Building)
        case BuildingRevived(_, building) | CardRevealed(_, building):
            return assert_type(building, Building)
        case TokenTaken(_, taken, from_board):
            assert_type(from_board, bool)
            return assert_type(taken, ProgressToken)
        case TokensReturned(tokens) | TokensDealt(tokens) | TokensDrawn(tokens):
            return assert_type(tokens, frozenset[ProgressToken])
        case PawnMoved(_, start, end):
            assert_type(event.spaces, int)
            return assert_type(end - start, int)
        case SymbolGained(_, symbol) | PairCompleted(_, symbol):
            return assert_type(symbol, ScienceSymbol)
        case TokenDeclined(player):
            return assert_type(player, Player)
        case ExtraTurnGained(player) | ExtraTurnTaken(player) | ExtraTurnLost(player):
            return assert_type(player, Player)
        case BeginnerChosen(_, by, _):
            return assert_type(by, Player)
        case CardChosen(player, choice, card):
            assert_type(choice, str)
            return assert_type(card, Card)
        case AgeOver(age) | AgeDealt(age):
            return assert_type(age, Age)
        case WondersDealt(wonders):
            return assert_type(wonders, frozenset[Wonder])
        case GameEnded(outcome):
            return assert_type(outcome, Result)
        case _:
            assert_never(event)


def between(before: State, move: Move, after: State) -> tuple[Event, ...]:
    """Get the events between two states, without a game."""
    return assert_type(events_between(before, move, after), tuple[Event, ...])


game = Game(seed=1)
for step in game.history:
    for event in step.events:
        assert_type(event, Event)
        assert_type(str(event), str)
# Chance outcomes before the first move are events too.
setup: list[Event] = [*game.setup]
