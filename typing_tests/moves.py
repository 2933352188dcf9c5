"""Moves: a closed union for ``match``, created by name or parsed from user input."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never, assert_type

from wonders_duel import (
    Building,
    ChooseBeginner,
    ChooseCard,
    ConstructBuilding,
    ConstructWonder,
    DeclineToken,
    DestroyBuilding,
    DiscardBuilding,
    DraftWonder,
    Move,
    MoveCodec,
    Phase,
    Player,
    ProgressToken,
    ReviveBuilding,
    TakeToken,
    Wonder,
    catalogue,
    parse_move,
)
from wonders_duel.notation import move_text


def card_of(move: Move) -> Building | Wonder | ProgressToken | Player:
    """Match every kind of move by position, with typed parts."""
    match move:
        case ConstructBuilding(building) | DiscardBuilding(building):
            return assert_type(building, Building)
        case DestroyBuilding(building) | ReviveBuilding(building):
            return assert_type(building, Building)
        case ConstructWonder(wonder, building):
            assert_type(building, Building)
            return assert_type(wonder, Wonder)
        case DraftWonder(wonder):
            return assert_type(wonder, Wonder)
        case TakeToken(token):
            return assert_type(token, ProgressToken)
        case ChooseBeginner(player):
            return assert_type(player, Player)
        case ChooseCard(choice, card):
            assert_type(choice, str)
            return assert_type(card, Building | Wonder | ProgressToken)
        case DeclineToken():
            return Player(0)
        case _:
            assert_never(move)


def by_name(move: Move) -> str:
    """Match moves by keyword and by ``isinstance``."""
    match move:
        case ConstructWonder(wonder=wonder, building=building):
            assert_type(wonder, Wonder)
            assert_type(building, Building)
        case ConstructBuilding(building=building):
            assert_type(building, Building)
        case _:
            pass
    if isinstance(move, ConstructBuilding | DiscardBuilding):
        assert_type(move.building, Building)
    if isinstance(move, TakeToken):
        return assert_type(move.token, ProgressToken).name
    assert_type(move.index, int)
    assert_type(move.arguments, tuple[str, ...])
    assert_type(move.phases, tuple[Phase, ...])
    return str(move)


assert_type(ConstructBuilding("tavern"), ConstructBuilding)
assert_type(ConstructBuilding(catalogue.buildings["tavern"]).building, Building)
assert_type(ConstructWonder("the-pyramids", "tavern", catalogue), ConstructWonder)
assert_type(ChooseBeginner("two").player, Player)
assert_type(ChooseBeginner(1).player, Player)
assert_type(DeclineToken(), DeclineToken)
assert_type(ChooseCard("messe", "tavern", catalogue).choice, str)

assert_type(parse_move("build tavern"), Move)
assert_type(move_text(DeclineToken()), str)
assert_type(parse_move("tavern", catalogue, [ConstructBuilding("tavern")]), Move)

# The codec is a sequence of all moves.
codec = catalogue.moves
assert_type(codec, MoveCodec)
assert_type(codec[0], Move)
assert_type(codec[10:12], tuple[Move, ...])
assert_type(codec.index(codec[3]), int)
assert_type(codec.texts, Mapping[str, Move])
assert_type([move.index for move in codec], list[int])
