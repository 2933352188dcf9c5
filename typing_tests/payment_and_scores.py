"""Prices, points and reasons as structured data."""

from __future__ import annotations

from typing import assert_never, assert_type

from wonders_duel import (
    Bought,
    Building,
    Card,
    CityScore,
    Colour,
    Discounted,
    IllegalMoveError,
    Move,
    PaymentPlan,
    Phase,
    PlanLine,
    Player,
    Produced,
    ProgressToken,
    Reason,
    Rebated,
    Resource,
    Result,
    Score,
    State,
    Victory,
    Wonder,
)
from wonders_duel.reasons import (
    AlreadyBuilt,
    Covered,
    FaceDown,
    GameOver,
    NotAChoice,
    NotADestructionTarget,
    NotInDiscardPile,
    NotInThisGame,
    NotLaidOut,
    NotOffered,
    NotYourWonder,
    SevenWonders,
    TokenIsMandatory,
    TooExpensive,
    WaitsOnChance,
    WrongPhase,
)
from wonders_duel.render.sheet import score_sheet


def explained(plan: PaymentPlan) -> int:
    """Match the lines of a plan, a closed union."""
    assert_type(plan.player, Player)
    assert_type(plan.card, Building | Wonder)
    assert_type(plan.free_by, Building | None)
    assert_type(plan.lines, tuple[PlanLine, ...])
    for line in plan.lines:
        match line:
            case Produced(resource, producer):
                assert_type(resource, Resource)
                assert_type(producer, Card)
            case Rebated(resource, source):
                assert_type(resource, Resource)
                assert_type(source, Card)
            case Bought(resource=resource, price=price, fixed_by=fixed_by, supply=supply):
                assert_type(resource, Resource)
                assert_type(price, int)
                assert_type(fixed_by, Card | None)
                assert_type(supply, int)
            case Discounted(coins, source):
                assert_type(coins, int)
                assert_type(source, Card)
            case _:
                assert_never(line)
    assert_type(plan.is_affordable, bool)
    return assert_type(plan.coins + plan.trade + plan.missing + plan.to_bank, int) + plan.total


def in_words(reason: Reason) -> str:
    """Match every reason, with its numbers."""
    match reason:
        case TooExpensive(price, coins):
            assert_type(reason.short, int)
            return f"{assert_type(price, int)} of {assert_type(coins, int)}"
        case WrongPhase(phase, needed):
            assert_type(needed, tuple[Phase, ...])
            return assert_type(phase, Phase)
        case WaitsOnChance(phase):
            return assert_type(phase, Phase)
        case NotLaidOut(building, owner, under, suggestion):
            assert_type(owner, Player | None)
            assert_type(under, Wonder | None)
            assert_type(suggestion, Building | None)
            return assert_type(building, Building).name
        case FaceDown(building, slots):
            assert_type(slots, tuple[int, ...])
            return assert_type(building, Building).name
        case Covered(building, slot, by):
            assert_type(slot, int)
            assert_type(by, tuple[int, ...])
            return assert_type(building, Building).name
        case NotYourWonder(wonder, owner):
            assert_type(owner, Player | None)
            return assert_type(wonder, Wonder).name
        case NotOffered(card, offered):
            assert_type(offered, tuple[Wonder | ProgressToken, ...])
            return assert_type(card, Wonder | ProgressToken).name
        case NotAChoice(chosen, targets):
            assert_type(targets, tuple[Card, ...])
            return assert_type(chosen, Card).name
        case NotADestructionTarget(building, colour):
            assert_type(building, Building)
            return assert_type(colour, Colour)
        case NotInDiscardPile(building):
            return assert_type(building, Building).name
        case NotInThisGame(name, cards):
            return f"{assert_type(name, str)} {assert_type(cards, str)}"
        case AlreadyBuilt(wonder):
            return assert_type(wonder, Wonder).name
        case GameOver() | SevenWonders() | TokenIsMandatory():
            return str(reason)
        case _:
            assert_never(reason)


def tried(state: State, move: Move) -> tuple[Reason, ...]:
    """Use the move and the reasons that the error holds."""
    try:
        state.apply(move)
    except IllegalMoveError as error:
        assert_type(error.move, Move)
        return assert_type(error.reasons, tuple[Reason, ...])
    return ()


score = State.start().score()
assert_type(score, Score)
assert_type(score.one, CityScore)
assert_type(score[Player.TWO], CityScore)
assert_type(score[1].military, int)
assert_type(score.totals, tuple[int, int])
assert_type(score_sheet(score, ("north", "south")), str)

result = Result(victory="military", winner="one")
assert_type(result.victory, Victory)
assert_type(result.winner, Player | None)
assert_type(Result(victory=Victory.CIVILIAN, winner=None, totals=[60, 60]).is_shared, bool)
