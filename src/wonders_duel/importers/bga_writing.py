"""Writes a record in the form of Board Game Arena: the packets that a spectator gets."""

from __future__ import annotations

import json
from collections.abc import Iterator

from wonders_duel.chance.outcomes import AgeDealt
from wonders_duel.engine.moves import DraftWonder
from wonders_duel.enums import Phase
from wonders_duel.errors import FormatError
from wonders_duel.history.resignation import Resignation
from wonders_duel.history.step import Step
from wonders_duel.importers.bga_packets import CONCEDED, CONDITIONS, REVEAL, SCORING, SUPREMACIES
from wonders_duel.importers.exporting import Exported, exported, moves_of
from wonders_duel.importers.ids import site_id
from wonders_duel.importers.logs import CATEGORIES, Entry, running_score
from wonders_duel.importers.tolerance import Map
from wonders_duel.record import Record
from wonders_duel.state import State

__all__ = ["written"]

_PLAYERS = ("1", "2")
"""The ids of the players, the first player before the other."""
_TYPES = {
    "build": "constructBuilding",
    "revive": "constructBuilding",
    "discard": "discardBuilding",
    "wonder": "constructWonder",
    "token": "progressTokenChosen",
    "destroy": "opponentDiscardBuilding",
    "draft": "wonderSelected",
}
_ENDS = {ours: theirs for theirs, ours in SUPREMACIES.items()}
"""The notifications of a supremacy, by the kind of victory."""
_TIE, _DRAW = 4, 5
"""The numbers of two ways to end: a tie that the blue buildings break, and a shared victory."""
_NAMES = {"guilds": "purple", "tokens": "progresstokens"}
"""The names of categories, where they differ from ours."""


def written(record: Record) -> str:
    """Return the packets of a record as JSON.

    Args:
        record: a record of a game with the usual rules.

    Raises:
        FormatError: the site cannot hold such a game, or it ends in the draft.
        RecordError: the record contradicts the rules.
    """
    game = exported(record, "Board Game Arena", needs_deal=False)
    if sum(isinstance(step.move, DraftWonder) for step in game.steps) < sum(
        map(len, game.deal.draft)
    ):
        raise FormatError(
            [
                "a log of Board Game Arena has the wonders as they are picked; the game ends in the draft"
            ]
        )
    packets: list[Map] = []

    def add(notifications: Iterator[Map]) -> None:
        number = str(len(packets) + 1)
        packets.append(
            {
                "channel": "/table/t1",
                "table_id": "1",
                "packet_id": number,
                "move_id": number,
                "data": list(notifications),
            }
        )

    add(iter(()))
    for step, (entry, drawn) in zip(game.steps, moves_of(game), strict=True):
        add(_notifications(game, step, entry, drawn=drawn))
    if isinstance(record.result, Resignation):
        loser = _PLAYERS[record.result.player ^ game.first]
        add(iter([{"type": CONCEDED, "args": {"player_id": loser}}]))
    players = [
        {"id": player, "name": name} for player, name in zip(_PLAYERS, game.names, strict=True)
    ]
    return json.dumps({"status": 1, "data": {"logs": packets, "players": players}})


def _notifications(game: Exported, step: Step, entry: Entry, *, drawn: bool) -> Iterator[Map]:
    """Yield the notifications of a move. The choice of who begins has none of its own."""
    after = step.after
    if entry.kind != "begin":
        yield {"type": _TYPES[entry.kind], "args": _args(game, step, entry, drawn=drawn)}
    for outcome in step.outcomes:
        if isinstance(outcome, AgeDealt):
            yield {"type": REVEAL, "args": _structure(step, outcome)}
    situation = {player: _situation(game, after, seat) for seat, player in enumerate(_PLAYERS)}
    args = {"args": {"playersSituation": situation}}
    yield {"type": "gameStateChange", "args": args}
    if after.result is not None:
        yield from _end(game, after)


def _situation(game: Exported, state: State, seat: int) -> Map:
    """Return what the site shows of a player during the game."""
    ours = seat ^ game.first
    return {"coins": state.cities[ours].coins, "score": str(running_score(state.score()[ours]))}


def _args(game: Exported, step: Step, entry: Entry, *, drawn: bool) -> Map:
    """Return what a notification says of a move."""
    assert entry.seat is not None  # all moves of a record have a player
    args: Map = {"playerId": _PLAYERS[entry.seat], "player_name": game.names[entry.seat]}
    before, after = step.before, step.after
    if entry.kind == "draft":
        return {**args, "wonderId": site_id("bga", "wonder", entry.card)}
    if entry.kind == "token":
        token = site_id("bga", "token", entry.card)
        return {**args, "progressTokenId": token, "source": "wonder" if drawn else "board"}
    if entry.kind == "wonder":
        args["wonderId"] = site_id("bga", "wonder", entry.card)
    args["buildingId"] = site_id("bga", "building", entry.under or entry.card)
    if entry.kind in ("build", "wonder", "revive"):
        steps = abs(after.pawn - before.pawn)
        sign = -1 if game.first else 1
        payment: Map = {"cost": before.price(step.move) or 0, "militarySteps": steps}
        payment["militaryOldPosition"] = str(sign * before.pawn) if steps else 0
        payment["militaryNewPosition"] = str(sign * after.pawn) if steps else 0
        if entry.kind == "revive":
            payment["discardedCard"] = True
        args["payment"] = payment
    if before.phase is Phase.TURN:
        slot = next(
            slot
            for slot in before.structure.slots
            if slot.building is not None
            and site_id("bga", "building", slot.building.id) == args["buildingId"]
        )
        args["buildingRow"], args["buildingColumn"] = slot.row + 1, slot.column
    return args


def _structure(step: Step, outcome: AgeDealt) -> Map:
    """Return the structure of an age as it is dealt."""
    layout = step.catalogue.structures[outcome.age - 1]
    cards: list[Map] = []
    for slot, (row, column), card in zip(layout, layout.places, outcome.slots, strict=True):
        placed: Map = {"row": row + 1, "column": column, "location": slot}
        if layout.face_up[slot]:
            placed["building"] = site_id("bga", "building", card.id)  # type: ignore[union-attr]
        cards.append(placed)
    return {"ageRoman": str(outcome.age), "draftpool": {"cards": cards}}


def _end(game: Exported, state: State) -> Iterator[Map]:
    """Yield the notifications at the end; the points of a civilian victory come with the last one."""
    result = state.result
    assert result is not None
    kind = _ENDS.get(result.victory, SCORING)
    condition = next(number for number, ours in CONDITIONS.items() if ours == result.victory)
    if kind == SCORING and result.totals[0] == result.totals[1]:
        condition = _DRAW if result.winner is None else _TIE
    score = state.score()
    situation: Map = {"endGameCondition": condition}
    for seat, player in enumerate(_PLAYERS):
        ours = seat ^ game.first
        points = score[ours]
        player_points = {
            f"player_score_{_NAMES.get(name, name)}": getattr(points, name) for name in CATEGORIES
        }
        situation[player] = {
            "winner": int(result.winner == ours),
            "score": points.total,
            "coins": state.cities[ours].coins,
            **player_points,
        }
    before = {player: _situation(game, state, seat) for seat, player in enumerate(_PLAYERS)}
    if kind == SCORING:
        yield {"type": kind, "args": {"playersSituation": before, "endGamePlayersSituation": []}}
        yield {"type": "gameStateChange", "args": {"args": {"playersSituation": situation}}}
    else:
        yield {"type": kind, "args": {"playersSituation": situation}}
