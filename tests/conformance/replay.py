"""Replay the games of an independent engine and compare everything that they record."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from wonders_duel import (
    AgeDealt,
    Building,
    CardRevealed,
    ChooseBeginner,
    ConstructBuilding,
    ConstructWonder,
    Deal,
    DeclineToken,
    DestroyBuilding,
    DiscardBuilding,
    DraftWonder,
    Game,
    Move,
    Phase,
    Player,
    ReviveBuilding,
    State,
    Step,
    TakeToken,
    Victory,
    catalogue,
)

GAMES = Path(__file__).with_name("games.jsonl.gz")

_KINDS = {
    Phase.DRAFT: "pick_wonder",
    Phase.TURN: "turn",
    Phase.BOARD_TOKEN: "board_token",
    Phase.LIBRARY_TOKEN: "library_token",
    Phase.REVIVE: "revive",
    Phase.DESTROY: "destroy",
    Phase.BEGIN: "start",
}


def load_games(path: Path = GAMES) -> Iterator[dict[str, Any]]:
    """Yield the games of a file."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def deal_of(game: dict[str, Any]) -> Deal:
    """Return the deal of a recorded game."""
    return Deal(
        draft=game["wonder_draft"],
        board_tokens=game["board_tokens"],
        great_library=game["great_library"],
        ages=[game["layout"][age] for age in "123"],
    )


def notation_of(move: Move, player: Player) -> str:
    """Return a move in the notation of the recordings."""
    match move:
        case DraftWonder(wonder):
            return f"pick_wonder:{wonder.name}"
        case ConstructBuilding(building):
            return f"build:{building.name}"
        case DiscardBuilding(building):
            return f"discard:{building.name}"
        case ConstructWonder(wonder, building):
            return f"wonder:{wonder.name}:{building.name}"
        case TakeToken(token):
            return f"pick_token:{token.name}"
        case DestroyBuilding(building):
            return f"destroy:{building.name}"
        case ReviveBuilding(building):
            return f"revive:{building.name}"
        case ChooseBeginner(first):
            return "start:me" if first is player else "start:opponent"
        case DeclineToken():
            raise ValueError("a recorded game that declines a token")
        case _:
            raise AssertionError(move)  # the base game has no custom choice


def prices_of(state: State) -> tuple[dict[str, int], list[str]]:
    """Return the prices of all constructions of the player to move, and those that are free."""
    prices = {}
    chained = []
    card = state.accessible[0]
    for building in state.accessible:
        plan = state.payment(ConstructBuilding(building))
        assert plan is not None
        prices[f"build:{building.name}"] = plan.total
        if plan.free_by is not None:
            chained.append(building.name)
        else:
            assert plan.total == plan.coins + plan.trade
    player = state.to_move
    assert player is not None
    for wonder in state.cities[player].unbuilt:
        plan = state.payment(ConstructWonder(wonder, card))
        assert plan is not None
        prices[f"wonder:{wonder.name}"] = plan.total
    return prices, chained


def snapshot(state: State) -> dict[str, object]:
    """Return the data that the recordings have after a decision, with sorted lists."""
    return {
        "coins": [city.coins for city in state.cities],
        "pawn": state.pawn,
        "wonders": [sorted(one.wonder.name for one in city.built) for city in state.cities],
        "unbuilt": [sorted(one.name for one in city.unbuilt) for city in state.cities],
        "buildings": [sorted(one.name for one in city.buildings) for city in state.cities],
        "tokens": [sorted(one.name for one in city.tokens) for city in state.cities],
        "discard": sorted(card.name for card in state.discard_pile),
    }


def revealed(step: Step) -> list[list[object]]:
    """Return the cards revealed after a move, face-up cards of a new age included."""
    shown: list[list[object]] = []
    for outcome in step.outcomes:
        match outcome:
            case CardRevealed(slot, building):
                shown.append([slot, building.name])
            case AgeDealt(_, slots):
                shown += [
                    [n, card.name] for n, card in enumerate(slots) if isinstance(card, Building)
                ]
            case _:
                pass
    return shown


def _sorted(after: dict[str, Any]) -> dict[str, object]:
    made: dict[str, object] = {}
    for key, value in after.items():
        if key == "discard":
            made[key] = sorted(value)
        elif key in {"coins", "pawn"}:
            made[key] = value
        else:
            made[key] = [sorted(part) for part in value]
    return made


def differences(recorded: dict[str, Any]) -> list[str]:
    """Replay a game and return every difference.

    Args:
        recorded: a game of the file.
    """
    game = Game.from_deal(deal_of(recorded), first_player=Player(recorded["first_player"]))
    found: list[str] = []

    def compare(where: str, expected: object, actual: object) -> None:
        if expected != actual:
            found.append(f"game {recorded['id']}, {where}: {expected!r} expected, {actual!r} found")

    for decision in recorded["decisions"]:
        where = f"decision {decision['n']}"
        state = game.state
        player = state.to_move
        assert player is not None
        compare(f"{where}, mover", decision["player"], int(player))
        compare(f"{where}, kind", decision["kind"], _KINDS[state.phase])
        compare(f"{where}, age", decision["age"], state.age_number)
        texts = {notation_of(move, player): move for move in state.legal_moves}
        compare(f"{where}, legal moves", decision["legal"], sorted(texts))
        if decision["kind"] == "turn":
            prices, chained = prices_of(state)
            compare(f"{where}, prices", decision["prices"], prices)
            compare(f"{where}, chains", sorted(decision["chain_free"]), sorted(chained))
        if decision["move"] not in texts:
            found.append(f"game {recorded['id']}, {where}: {decision['move']} is not legal")
            return found
        game.play(texts[decision["move"]])
        compare(f"{where}, after", _sorted(decision["after"]), snapshot(game.state))
        compare(f"{where}, revealed", sorted(decision["revealed"]), revealed(game.history[-1]))
    _compare_result(recorded["result"], game, compare)
    return found


def _compare_result(result: dict[str, Any], game: Game, compare: Any) -> None:
    ended = game.state.result
    compare("end", "over", "over" if ended else "going on")
    if ended is None:
        return
    kinds = {
        Victory.MILITARY: "military",
        Victory.SCIENTIFIC: "scientific",
        Victory.CIVILIAN: "civilian_tiebreak" if ended.by_blue else "civilian",
    }
    kind = "draw" if ended.is_shared else kinds[ended.victory]
    compare("result", result["type"], kind)
    winner = None if ended.winner is None else int(ended.winner)
    compare("winner", result["winner"], winner)
    if kind in {"military", "scientific"}:
        return
    score = game.score()
    compare("points", result["vp"], list(score.totals))
    for player, expected in enumerate(result["breakdown"]):
        city = score[player]
        sources = {
            "blue": city.blue,
            "green": city.green,
            "yellow": city.yellow,
            "guild": city.guilds,
            "wonder": city.wonders,
            "token": city.tokens,
            "coins": city.coins,
            "military": city.military,
        }
        compare(f"points of player {player}", expected, sources)


assert len(catalogue.buildings) == 73  # the recordings are of the base game
