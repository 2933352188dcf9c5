"""The source and target of every coin, computed from the tables of facts."""

from __future__ import annotations

from tests.property.reference import BUILDINGS, TOKENS, WONDERS, Row, guild_rule
from wonders_duel import (
    City,
    Colour,
    ConstructBuilding,
    ConstructWonder,
    DiscardBuilding,
    Move,
    Player,
    ReviveBuilding,
    State,
    TakeToken,
)


def coins_after(before: State, move: Move, after: State) -> list[int]:
    """Return the coins that both players must have after a move.

    The price goes where the payment plan says, the gains of a card are read from the facts, and
    a player never loses more coins than there are (R49).

    Args:
        before: the state in which the move is played.
        move: a legal move.
        after: the state after it, for counts of the cities and for military tokens that are gone.
    """
    mover = before.to_move
    assert mover is not None
    coins = [city.coins for city in before.cities]
    plan = before.payment(move)
    if plan is not None:
        coins[mover] -= plan.to_bank + plan.to_opponent
        coins[mover.opponent] += plan.to_opponent
        if plan.free_by is not None:
            owned = before.cities[mover].tokens
            coins[mover] += sum(int(TOKENS[token.name]["coins_per_chain"]) for token in owned)
    match move:
        case DiscardBuilding():
            coins[mover] += 2 + before.cities[mover].count(Colour.YELLOW)
        case ConstructBuilding(building) | ReviveBuilding(building):
            coins[mover] += _brought(BUILDINGS[building.name], after, mover)
        case ConstructWonder(wonder, _):
            coins[mover] += int(WONDERS[wonder.name]["coins"])
            lost = int(WONDERS[wonder.name]["opponent_loses"])
            coins[mover.opponent] -= min(lost, coins[mover.opponent])
        case TakeToken(token):
            coins[mover] += int(TOKENS[token.name]["coins_now"])
        case _:
            pass
    for side in Player:
        gone = set(before.military_tokens[side]) - set(after.military_tokens[side])
        for military in sorted(gone, key=lambda one: one.distance):
            coins[side] -= min(military.coins, coins[side])
    return coins


def _brought(row: Row, after: State, mover: Player) -> int:
    """R71, R72: return the coins that a building gives."""
    brought = int(row["coins_now"])
    if row["coins_per"]:
        each, _, what = row["coins_per"].partition(" per ")
        brought += int(each) * _number(after.cities[mover], what)
    if row["guild_rule"]:
        rule = guild_rule(row["name"])
        if int(rule["coins"]):
            brought += int(rule["coins"]) * max(
                _number(city, rule["most"]) for city in after.cities
            )
    return brought


def _number(city: City, what: str) -> int:
    if what == "wonder":
        return len(city.built)
    return sum(city.count(Colour(colour)) for colour in what.split("+"))
