"""Makes packets of Board Game Arena of the short form of a game, with what is untidy in them."""

from __future__ import annotations

from typing import Any

__all__ = ["packets"]

_TYPES = {
    "build": "constructBuilding",
    "revive": "constructBuilding",
    "discard": "discardBuilding",
    "wonder": "constructWonder",
    "destroy": "opponentDiscardBuilding",
    "token": "progressTokenChosen",
}
_IDS = {"a": "8001", "b": "8002"}


def packets(game: Any) -> list[dict[str, Any]]:
    """Return the packets of a game: numbers as texts, empty lists for empty maps, no structures."""
    made: list[dict[str, Any]] = [_packet(1, [])]
    draft = [
        _notification("wonderSelected", playerId=_IDS[player], wonderId=str(wonder))
        for player, wonder in game["draft"]
    ]
    for number, some in enumerate((draft[:1], draft[1:2], draft[2:4], draft[4:5], draft[5:6])):
        made.append(_packet(number + 2, some))
    made.append(_packet(7, draft[6:]))
    for number, player, kind, card, details, coins, points in game["moves"]:
        data = []
        if kind != "begin":
            data.append(_move(player, kind, card, details))
        situation = {
            _IDS[one]: {"coins": str(coins[place]), "score": points[place]}
            for place, one in enumerate("ab")
        }
        state = _notification("gameStateChange", args={"playersSituation": situation})
        made.append(_packet(number, [state, *data]))
    made.append(_packet(made[-1]["move_id"], [_end(game["result"])]))
    return made


def _packet(number: Any, data: list[Any]) -> dict[str, Any]:
    packet = {"table_id": "77", "move_id": str(number), "time": "1700000000", "data": data}
    return {"channel": "/table/t77", "packet_id": "", **packet}


def _notification(kind: str, **args: Any) -> dict[str, Any]:
    return {"type": kind, "uid": "x", "log": "", "args": {"i18n": [], **args}}


def _move(player: str, kind: str, card: Any, details: Any) -> dict[str, Any]:
    args: dict[str, Any] = {"playerId": _IDS[player], "player_name": player}
    payment: Any = {"cost": details.get("cost", 0), "militarySteps": 0, "militaryTokens": []}
    if "pawn" in details:
        old, new = details["pawn"]
        payment |= {"militarySteps": abs(new - old), "militaryNewPosition": str(new)}
    if kind == "revive":
        payment["discardedCard"] = True
    if kind in ("build", "wonder", "revive"):
        args["payment"] = payment
    if kind == "wonder":
        args |= {"wonderId": card[0], "buildingId": str(card[1])}
    elif kind == "token":
        args |= {"progressTokenId": card, "source": details["source"]}
    else:
        args["buildingId"] = card
    return _notification(_TYPES[kind], **args)


def _end(result: Any) -> dict[str, Any]:
    winner = _IDS[result["winner"]]
    if result["victory"] == "science":
        situation: Any = {one: {"winner": int(one == winner)} for one in _IDS.values()}
        return _notification("nextPlayerTurnScientificSupremacy", playersSituation=situation)
    situation = {"endGameCondition": "3", "winner": winner}
    for place, one in enumerate(_IDS.values()):
        points = result["categories"][place]
        names = {"tokens": "progresstokens"}
        situation[one] = {"score": str(result["score"][place])} | {
            f"player_score_{names.get(name, name)}": value for name, value in points.items()
        }
    return _notification("nextPlayerTurnEndGameScoring", playersSituation=situation)
