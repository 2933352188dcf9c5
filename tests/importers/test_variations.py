"""The same games in the forms in which people keep logs, and with what goes wrong while they are kept."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from datetime import date
from typing import Any

import attrs
import pytest

from tests.importers import log, played
from tests.importers.test_reading import only
from tests.wording import Wording
from wonders_duel import FormatError, Game, Limits, Record, Resignation, Step, TokensDrawn
from wonders_duel.enums import Phase, Victory
from wonders_duel.importers import Imported, bga, sevenee, sevenwd_io
from wonders_duel.importers.ids import site_id

Packets = list[dict[str, Any]]
CIVILIAN = next(seed for seed in range(50) if played(seed).state.result.victory is Victory.CIVILIAN)  # type: ignore[union-attr]
GAME = played(CIVILIAN)
MILITARY = next(
    game
    for game in map(played, range(50))
    if game.state.result and game.state.result.victory is Victory.MILITARY
)
FIRST, SECOND = 11, 12
OPEN_BOARD = "progress tokens on the board that nobody took"
OPEN_LIBRARY = "progress tokens that the Great Library drew and nobody took"


def _packets(seed: int = CIVILIAN) -> Packets:
    """Return the packets of a game at table 77."""
    made: Packets = json.loads(bga.dumps(played(seed).record()))["data"]["logs"]
    return [{**one, "table_id": 77, "channel": "/table/t77"} for one in made]


def _notifications(packets: Packets, kind: str) -> list[dict[str, Any]]:
    """Return the arguments of the notifications of a type."""
    return [one["args"] for packet in packets for one in packet["data"] if one["type"] == kind]


def _moves(record: Record | None) -> list[str]:
    assert record is not None
    return [str(turn.move) for turn in record.turns]


MOVES = _moves(only(bga.read(_packets())).record)


# -- documents of Board Game Arena -----------------------------------------------------------------

ROW: dict[str, Any] = {"kind": "packets", "table_id": "5"}
DOCUMENTS: dict[str, Callable[[Packets], Any]] = {
    "by table": lambda made: {"5": made},
    "answers by table": lambda made: {"5": {"logs": made}},
    "deep": lambda made: {"status": 1, "data": {"valid": 1, "data": made}},
    "some key": lambda made: {"history": made},
    "by number": lambda made: {"logs": {str(place): one for place, one in enumerate(made)}},
    "rows": lambda made: [{**ROW, "extra": {"packets": [one]}} for one in made],
    "messages": lambda made: [{"event_name": "bgamsg", "payload": [one]} for one in made],
}


@pytest.mark.parametrize("name", DOCUMENTS)
@pytest.mark.parametrize("has_table", [True, False])
def test_packets_are_found(name: str, *, has_table: bool) -> None:
    """Wherever packets are, they are one game; the table is that of the packets, or of what they are in."""
    made = _packets()
    if not has_table:
        made = [{key: one[key] for key in ("packet_id", "move_id", "data")} for one in made]
    found = only(bga.read(DOCUMENTS[name](made)))
    assert found.agrees
    assert found.record is not None
    assert _moves(found.record) == MOVES
    is_told = name in ("by table", "answers by table", "rows")
    table = "77" if has_table else "5" if is_told else None
    assert found.record.tags.get("table") == table


@pytest.mark.parametrize("key", ["table_id", "channel"])
def test_several_tables(key: str) -> None:
    """Packets of several tables are told apart by their table or their channel."""
    made, more = _packets(), _packets(CIVILIAN + 1)
    for one in more:
        one |= {"table_id": 78, "channel": "/table/t78"}
    for one in (*made, *more):
        del one["channel" if key == "table_id" else "table_id"]
    mixed = [one for pair in zip(made, more, strict=False) for one in pair]
    mixed += made[len(more) :] + more[len(made) :]
    found = [*bga.read(mixed)]
    assert [one.agrees for one in found] == [True, True]
    assert {str(one.record.tags["table"]) for one in found if one.record} == {"77", "78"}
    by_table = [*bga.read({"77": made, "78": more, "note": "mine"})]
    assert [_moves(one.record) for one in by_table] == [_moves(one.record) for one in found]


def test_many_tables() -> None:
    """No game is lost, however many there are, wherever they are, and whatever the keys are."""
    made = [{key: one[key] for key in ("packet_id", "move_id", "data")} for one in _packets()[:9]]
    named: list[Any] = [{"id": str(FIRST), "name": "Ann"}, {"id": str(SECOND), "name": "Ben"}]
    answers = {str(table): {"logs": made, "players": named} for table in range(150)}
    for document in (answers, {"tables": answers}, {"tables": {int(one): made for one in answers}}):
        assert len([one for one in bga.read(document) if one.agrees]) == 150
    some = {"5": made, "6": {"logs": made}, "7": {"data": {"logs": made, "players": named}}}
    found = [*bga.read(some)]
    assert [one.record.tags["table"] for one in found if one.record] == ["5", "6", "7"]
    with_table = [{**one, "table_id": 8} for one in made]
    by_name = [*bga.read({"a": _packets(), "b": with_table, "c": with_table})]
    assert [one.record.tags["table"] for one in by_name if one.record] == ["77", "8"]


ARCHIVED = {"status": "0", "error": "Cannot find the log file\n" + "x" * 90, "code": 100}


@pytest.mark.parametrize("entry", [ARCHIVED, {"data": {"logs": []}}, {}, None, [], 0])
def test_tables_without_packets(entry: Any, wording: Wording) -> None:
    """A table that the site has no log of is named, with what the site says."""
    answer = {"data": {"logs": _packets()}}
    one, two = bga.read({"note": {"x": 1}, "77": answer, "102": entry})
    assert one.agrees
    wording(two.fault)
    one, two = bga.read({"tables": {102: entry, 77: answer}})
    assert (one.record, two.agrees) == (None, True)


def test_the_site_says_why_there_is_no_log() -> None:
    """Its words are on one line and not too long, also if there is no other game."""
    with pytest.raises(FormatError, match="is not a log of Board Game Arena: the site") as raised:
        [*bga.read(ARCHIVED)]
    assert "\n" not in str(raised.value)
    assert "(115 characters)" in str(raised.value)
    _, found = bga.loads("\n".join(map(json.dumps, [{"77": _packets()}, ARCHIVED, {"78": []}])))
    assert "the site says" in found.fault


def test_lists_of_packets_without_a_table(wording: Wording) -> None:
    """Nobody knows whether several lists are one game."""
    made = [{key: one[key] for key in ("packet_id", "move_id", "data")} for one in _packets()]
    for document in ({"a": made, "b": made}, {"a": made, "5": made}, {"a": made, "b": _packets()}):
        found = only(bga.read(document))
        assert found.record is None
        wording(found.fault)


def test_rows_on_lines() -> None:
    """Lines with packets of two tables and with other things are joined to two games."""
    made, more = _packets(), _packets(CIVILIAN + 1)
    rows: list[Any] = [{"kind": "note"}]
    for packet in made:
        rows += [{**ROW, "extra": {"packets": [packet]}}, {"kind": "decision", "extra": {}}]
    rows += [
        {**ROW, "table_id": "6", "extra": {"packets": [{**one, "table_id": 6}]}} for one in more
    ]
    found = [*bga.loads("\n".join(map(json.dumps, rows)))]
    assert [one.agrees for one in found if not one.fault] == [True, True]


@pytest.mark.parametrize("number", [17, 40])
def test_packets_of_many_tables_on_lines(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """As many tables as fit in one document may be mixed; of larger ones, some."""
    made = _packets()[:12]
    lines = [
        json.dumps({**one, "table_id": table, "channel": ""})
        for one in made
        for table in range(1, number + 1)
    ]
    found = [*bga.loads("\n".join(lines))]
    assert [len(_moves(one.record)) for one in found] == [11] * number
    small = Limits(size=len("\n".join(lines)) * 16 // number)
    ordered = sorted(lines, key=lambda line: int(json.loads(line)["table_id"]))
    found = [*bga.loads("\n".join(ordered), limits=small)]
    assert [len(_moves(one.record)) for one in found] == [11] * number
    monkeypatch.setattr("wonders_duel.importers.reading._MANY", 1)
    assert len([*bga.loads("\n".join(lines), limits=small)]) > number


# -- notifications that come again ------------------------------------------------------------------


def _sent_again(made: Packets) -> Packets:
    return made + [{**one, "packet_type": "resend", "time": "1"} for one in made[:30]]


def _to_a_player(made: Packets) -> Packets:
    return made + [
        {**one, "channel": "/player/p11", "table_id": None, "packet_id": str(500 + place)}
        for place, one in enumerate(deepcopy(made))
    ]


def _with_more(made: Packets) -> Packets:
    more = _to_a_player(made)
    for one in more[len(made) :]:
        for notification in one["data"]:
            notification["args"]["more"] = 1
    return more


def _as_history(made: Packets) -> Packets:
    for one in made[:28]:
        for notification in one["data"]:
            notification["args"]["originalType"] = notification["type"]
            notification["type"] = "history_history"
    return made


@pytest.mark.parametrize("change", [_sent_again, _to_a_player, _with_more, _as_history])
def test_notifications_that_are_sent_again(change: Callable[[Packets], Packets]) -> None:
    """A page that is loaded again, and a player, get notifications that the table has."""
    found = only(bga.read(change(_packets())))
    assert found.agrees
    assert _moves(found.record) == MOVES


@pytest.mark.parametrize("change", [list, _sent_again, _to_a_player])
def test_notifications_without_moves(change: Callable[[Packets], Packets]) -> None:
    """Without the numbers of moves, a card may be constructed and later revived by the same player."""
    seed = next(seed for seed in range(500) if _is_rebuilt(played(seed)))
    made = [{key: one[key] for key in ("packet_id", "data")} for one in change(_packets(seed))]
    found = only(bga.read(made))
    assert (found.agrees, found.ending) == (True, "finished")
    assert found.record is not None
    assert len(found.record.turns) == len(played(seed).history)
    (price,) = _notifications(made, "constructBuilding")[:1]
    price["payment"]["cost"] = 50
    assert only(bga.read(made)).disagreements[0].where.startswith("packet ")


def _is_rebuilt(game: Game) -> bool:
    """Return whether somebody constructs a building, and later the same one from the discard pile."""
    moves = {f"{step.before.mover} {step.move}" for step in game.history}
    return any(one.replace("build", "revive") in moves for one in moves if "build" in one)


def test_players_as_in_other_notifications_of_the_site() -> None:
    """The player of a move may have the name that it has in notifications about the table."""
    made = _packets()
    for packet in made:
        for one in packet["data"]:
            if "playerId" in one["args"]:
                one["args"]["player_id"] = one["args"].pop("playerId")
    found = only(bga.read(_to_a_player(made)))
    assert found.agrees
    assert _moves(found.record) == MOVES


def test_values_of_python() -> None:
    """What is not from JSON may have numbers as keys, and values of other types."""
    made = _packets()
    for notification in made[10]["data"]:
        notification["args"] |= {3: 1, "when": date(2026, 1, 1)}
    found = only(bga.read(_sent_again(made)))
    assert found.agrees
    assert _moves(found.record) == MOVES


# -- the end ----------------------------------------------------------------------------------------


def test_final_points_are_compared() -> None:
    """The points after the scoring come with the last state, or already with the notification."""
    for is_late in (True, False):
        made = _packets()
        end = _notifications(made, "gameStateChange")[-1]["args"]["playersSituation"]
        end[str(FIRST)] = {**end.get(str(FIRST), {})}
        players = [one for one in end if one.isdecimal() and "score" in end[one]]
        end[players[0]]["score"] = 500
        end[players[1]]["player_score_military"] = 400
        if not is_late:
            (scoring,) = _notifications(made, "nextPlayerTurnEndGameScoring")
            scoring["endGamePlayersSituation"] = end
            made[-1]["data"].pop()
        found = only(bga.read(made))
        assert [one.kind for one in found.disagreements] == ["points", "points"]
        assert "500" in found.disagreements[0].site
        assert "400 for military" in found.disagreements[1].site


@pytest.mark.parametrize(
    ("site", "document", "rule"),
    [
        (bga, log("bga_1"), "R68"),
        (sevenee, json.loads(sevenee.dumps(MILITARY.record())), "R75"),
        (bga, log("bga_2"), "R78"),
    ],
)
def test_the_ruling_of_an_end(site: Any, document: dict[str, Any], rule: str) -> None:
    """A move after the end, and an end that comes too early, name the ruling of the victory."""
    key = "moves" if site is bga else "actionItems"
    moves = document[key]
    for changed, kind in (([*moves, moves[-1]], "move"), (moves[:30], "result")):
        (found,) = only(site.read({**document, key: changed})).disagreements
        assert (found.kind, found.rule) == (kind, rule)


def test_a_wrong_winner_is_found() -> None:
    """The winner and the kind of end come with the last state."""
    made = _packets()
    end = _notifications(made, "gameStateChange")[-1]["args"]["playersSituation"]
    for one in [one for one in end.values() if isinstance(one, dict)]:
        one["winner"] = 1 - one["winner"]
    assert [one.kind for one in only(bga.read(made)).disagreements] == ["result"]
    end["endGameCondition"] = 5
    (found,) = only(bga.read(made)).disagreements
    assert found.site == "a shared victory"


@pytest.mark.parametrize(
    ("kind", "args", "seat"),
    [
        ("tableInfosChanged", {"who_quits": "SECOND", "reload_reason": "playerQuitGame"}, 1),
        ("tableInfosChanged", {"reload_reason": "x"}, None),
        ("playerEliminated", {"who_quits": "FIRST"}, 0),
        ("skipTurnOfPlayer", {"player_id": "FIRST", "zombie": True}, 0),
        ("skipTurnOfPlayer", {"player_id": "FIRST"}, None),
        ("gameResultNeutralized", {"progression": 40, "player_id": "SECOND"}, 1),
    ],
)
def test_players_who_leave(kind: str, args: dict[str, Any], seat: int | None) -> None:
    """The site tells in several ways that a player has left."""
    made = _packets()[:40]
    players = [one["playerId"] for one in _notifications(made, "wonderSelected")]
    first = players[0]
    ids = {"FIRST": first, "SECOND": next(one for one in players if one != first)}
    told = {key: ids.get(value, value) for key, value in args.items()}
    made.append({"packet_id": "900", "move_id": "900", "data": [{"type": kind, "args": told}]})
    found = only(bga.read(made))
    assert found.agrees
    assert found.record is not None
    assert found.ending == ("unfinished" if seat is None else "resigned")
    if seat is not None:
        assert found.record.result is not None
        assert found.record.result.player == seat  # type: ignore[union-attr]


@pytest.mark.parametrize("player", [0, 1])
def test_players_who_leave_when_the_game_is_over(player: int) -> None:
    """The winner may leave the table: nobody has given up."""
    made = _packets()
    players = dict.fromkeys(one["playerId"] for one in _notifications(made, "wonderSelected"))
    left = {"who_quits": [*players][player], "reload_reason": "playerQuitGame"}
    last = {"type": "tableInfosChanged", "args": left}
    found = only(bga.read([*made, {"packet_id": "900", "move_id": "900", "data": [last]}]))
    assert (found.agrees, found.ending) == (True, "finished")


def _told(made: Packets, place: int, *told: tuple[str, dict[str, Any]]) -> Packets:
    """Return packets with notifications of no move in some place."""
    data = [{"type": kind, "args": args} for kind, args in told]
    more = {**made[place - 1], "packet_id": None, "move_id": None, "data": data}
    return [*made[:place], more, *made[place:]]


def _loser(found: Imported) -> int | None:
    """Return the player who resigned."""
    result = found.record.result if found.record else None
    return int(result.player) if isinstance(result, Resignation) else None


ONE, TWO = "1", "2"
AWAY = ("skipTurnOfPlayer", {"player_id": ONE, "zombie": True})


@pytest.mark.parametrize("back", [{"player_id": ONE}, {}, {"player_id": TWO}])
def test_players_who_come_back(back: dict[str, Any]) -> None:
    """Who leaves and comes back, as the site says or as their moves show, may still win."""
    made = _told(_packets(), 40, AWAY, ("zombieBack", back))
    conceded = only(bga.read(_told(made[:52], 52, ("playerConcedeGame", {"player_id": TWO}))))
    assert (conceded.agrees, _loser(conceded)) == (True, 1)
    assert only(bga.read(made[:52])).ending == "unfinished"
    at_once = only(bga.read(made[:41]))
    assert _loser(at_once) == (0 if back.get("player_id") == TWO else None)
    for packets in (made, _told(_packets(), 40, AWAY)):
        found = only(bga.read(packets))
        assert (found.agrees, found.ending) == (True, "finished")


@pytest.mark.parametrize("is_listed", [True, False])
def test_names_as_a_page_shows_them(*, is_listed: bool) -> None:
    """A page puts its own marks around names, also around that of a player who concedes."""
    document = json.loads(bga.dumps(GAME.record()))
    made = document["data"]["logs"][:40]
    made.append({"data": [{"type": "playerConcedeGame", "args": {"player_name": "Ben"}}]})
    for packet in made:
        for one in packet["data"]:
            if name := one["args"].get("player_name"):
                shown = f'<span class="playername" style="color:#ff0000;">{name} &amp; Co</span>'
                one["args"]["player_name"] = f"<!--PNS-->{shown}<!--PNE-->"
    listed = [{**one, "name": f"{one['name']} & Co"} for one in document["data"]["players"]]
    found = only(bga.read({"logs": made, "players": listed if is_listed else []}))
    assert (found.agrees, _loser(found)) == (True, 1 - GAME.history[0].player)
    assert found.record is not None
    assert {one.name for one in found.record.players} == {"Ann & Co", "Ben & Co"}


def test_names_that_look_like_marks() -> None:
    """Other names are kept as they are."""
    game = GAME.record()
    names = ("<span>Ann</span>", "Ben &amp; Co")
    found = only(bga.loads(bga.dumps(attrs.evolve(game, players=names))))
    assert found.record is not None
    assert {one.name for one in found.record.players} == {*names}


def test_a_concession_is_final() -> None:
    """Moves after it are a disagreement, whoever leaves the table later."""
    conceded = ("playerConcedeGame", {"player_id": ONE})
    left = ("tableInfosChanged", {"who_quits": TWO})
    found = only(bga.read(_told(_told(_packets()[:50], 40, conceded), 51, left)))
    assert _loser(found) == 0
    assert [one.kind for one in found.disagreements] == ["result"]


@pytest.mark.parametrize(
    ("zombie", "ending"),
    [
        *[(one, "resigned") for one in (True, 1, "1", "true")],
        *[(one, "unfinished") for one in (False, 0, "0", "false", "", None)],
    ],
)
def test_truth_values_of_board_game_arena(zombie: object, ending: str) -> None:
    """A truth value may be a number or a text."""
    away = ("skipTurnOfPlayer", {"player_id": ONE, "zombie": zombie})
    assert only(bga.read(_told(_packets()[:40], 40, away))).ending == ending


@pytest.mark.parametrize(
    ("one", "two", "seat"),
    [
        ({"rank": 2, "score": "0", "concede": "1"}, {"rank": 1, "score": "1", "concede": "0"}, 0),
        ({"rank": "1", "score": "40"}, {"rank": "2", "score": "50", "concede": 1}, 1),
        ({"rank": 2, "score": 0}, {"rank": "1", "score": 1}, 0),
        ({"rank": "1"}, {"rank": "2"}, 1),
        ({"rank": 1, "concede": 1}, {"rank": 1, "concede": 1}, None),
        ({"rank": 1, "score": "67"}, {"rank": 2, "score": "59"}, None),
        ({}, {}, None),
    ],
)
@pytest.mark.parametrize("is_deep", [True, False])
def test_the_result_of_the_site(
    one: dict[str, Any], two: dict[str, Any], seat: int | None, *, is_deep: bool
) -> None:
    """The last state may be all that says who gave up; with counted points, the log lacks moves."""
    result: Any = {"result": [{"player": TWO, **two}, {"player": ONE, **one}]}
    shown = {"args": result} if is_deep else result
    for state in ({"id": "99"}, {"name": "gameEnd"}):
        ended = ("gameStateChange", {**state, **shown})
        found = only(bga.read(_told(_packets()[:40], 40, ended)))
        assert (found.agrees, _loser(found)) == (True, seat)
    over = _told(_packets(), len(_packets()), ("gameStateChange", {"id": 99, **shown}))
    assert only(bga.read(over)).agrees
    other = ("gameStateChange", {"id": "12", **shown})
    assert only(bga.read(_told(_packets()[:40], 40, other))).ending == "unfinished"


# -- what is hidden -----------------------------------------------------------------------------------


def test_states_show_cards_that_were_turned_up() -> None:
    """With the structure in the states, no slot is left open but those of cards that nobody saw."""
    made = _packets()
    game = GAME
    places = [
        {place: (row + 1, column) for place, (row, column) in enumerate(layout.places)}
        for layout in game.state.catalogue.structures
    ]
    states = _notifications(made, "gameStateChange")
    steps = [step.after for step in game.history]
    assert len(states) == len(steps) + 1  # and the end
    for told, after in zip(states, steps, strict=False):
        if after.age is None:
            continue
        told["args"]["draftpool"] = {
            "cards": [
                {
                    "row": places[after.age - 1][slot.index][0],
                    "column": places[after.age - 1][slot.index][1],
                    "building": _bga_id(slot.building.id),
                }
                for slot in after.structure
                if slot.building is not None
            ]
        }
    found = only(bga.read(made))
    assert found.agrees
    assert found.record is not None
    assert [_shown(step) for step in found.record.replay()] == [
        _shown(step) for step in game.history
    ]


def _shown(step: Step) -> list[tuple[int, object]]:
    return [(one.index, one.building) for one in step.after.structure]


@pytest.mark.parametrize("change", ["late", "lacking"])
def test_structures_that_come_late_or_never(change: str) -> None:
    """A state may show a structure before its notification, which may be missing, too."""
    made = _packets()
    for packet in made:
        data = packet["data"]
        reveals = [one for one in data if one["type"] == "nextAgeDraftpoolReveal"]
        for one in reveals:
            data.remove(one)
            state = next(other for other in data if other["type"] == "gameStateChange")
            state["args"]["args"]["draftpool"] = one["args"]["draftpool"]
            if change == "late":
                data.append(one)
            elif one["args"]["ageRoman"] != "II":
                data.insert(0, one)
    found = only(bga.read(made))
    assert found.agrees
    assert _moves(found.record) == MOVES
    made = _packets()
    for packet in made:  # each packet of a new age has the reveal first
        data = packet["data"]
        data.sort(key=lambda one: one["type"] != "nextAgeDraftpoolReveal")
    found = only(bga.read(made))
    assert found.agrees
    assert _moves(found.record) == MOVES


def test_rows_that_are_counted_from_the_near_one() -> None:
    """The widths of the rows tell which row is the far one, in Age III those of the ages before."""
    made = _packets()
    given = only(bga.read(made)).record
    for reveal in _notifications(made, "nextAgeDraftpoolReveal"):
        for card in reveal["draftpool"]["cards"]:
            card["row"] = 8 - card["row"]
    for kind in ("constructBuilding", "discardBuilding", "constructWonder"):
        for one in _notifications(made, kind):
            if "buildingRow" in one:
                one["buildingRow"] = 8 - one["buildingRow"]
    found = only(bga.read(made))
    assert found.agrees
    assert found.record == given


def test_structures_of_another_shape() -> None:
    """Rows of other widths than those of the age are no places: the slots are rebuilt."""
    made = _packets()
    for reveal in _notifications(made, "nextAgeDraftpoolReveal"):
        for place, card in enumerate(reveal["draftpool"]["cards"]):
            card["row"], card["column"] = divmod(place, 4)
    found = only(bga.read(made))
    assert found.agrees
    assert _moves(found.record) == MOVES
    assert len([one for one in found.filled if "the slots of cards" in one]) == 3


def test_states_that_contradict_each_other() -> None:
    """What states show of a slot or a card for the second time is passed over."""
    made = _packets()
    (reveal, *_) = _notifications(made, "nextAgeDraftpoolReveal")
    cards = reveal["draftpool"]["cards"]
    told = [one for one in _notifications(made, "gameStateChange") if "args" in one][10]
    hidden = next(one for one in cards if "building" not in one)
    face_up = next(one for one in cards if "building" in one)
    told["args"]["draftpool"] = {
        "cards": [
            {**hidden, "building": face_up["building"]},  # lies elsewhere
            {**face_up, "building": {"id": str(_hidden_id(made, cards))}},  # there is another one
            {"row": 99, "column": 1, "building": 3},
            {},
        ]
    }
    found = only(bga.read(made))
    assert found.agrees
    assert _moves(found.record) == MOVES


def _hidden_id(made: Packets, cards: list[dict[str, Any]]) -> int:
    """Return a building of the first age that was dealt face down."""
    shown = {one.get("building") for one in cards}
    built = [one["buildingId"] for one in _notifications(made, "constructBuilding")]
    return next(int(one) for one in built if one not in shown)


@pytest.mark.parametrize("form", ["numbers", "objects", "by player"])
def test_tokens_that_the_great_library_draws(form: str) -> None:
    """The log of the player who chooses one has all three."""
    seed = next(
        seed
        for seed in range(500)
        if any(
            step.outcomes and isinstance(step.outcomes[-1], TokensDrawn)
            for step in played(seed).history
        )
    )
    game = played(seed)
    (step,) = [
        one for one in game.history if one.outcomes and isinstance(one.outcomes[-1], TokensDrawn)
    ]
    drawn = [token.id for token in step.outcomes[-1].tokens]  # type: ignore[union-attr]
    made = _packets(seed)
    ids: list[Any] = [site_id("bga", "token", one) for one in drawn]
    tokens = {
        "progressTokensFromBox": ids if form == "numbers" else [{"id": str(one)} for one in ids]
    }
    at = next(
        place
        for place, packet in enumerate(made)
        for one in packet["data"]
        if one["type"] == "progressTokenChosen" and one["args"]["source"] == "wonder"
    )
    private = {"12": tokens} if form == "by player" else tokens
    state = {"type": "gameStateChange", "args": {"args": {"_private": private}}}
    made.insert(at, {"packet_id": made[at - 1]["packet_id"], "data": [state]})
    found = only(bga.read(made))
    assert found.agrees
    assert not any("Great Library" in one for one in found.filled)
    assert found.record is not None
    (again,) = [
        one.outcomes[-1]
        for one in found.record.replay()
        if one.outcomes and isinstance(one.outcomes[-1], TokensDrawn)
    ]
    assert {token.id for token in again.tokens} == set(drawn)


def _bga_id(ours: str) -> int:
    """Return the id of a building on the site."""
    return site_id("bga", "building", ours)


# -- what cannot be read ----------------------------------------------------------------------------


@pytest.mark.parametrize("wonder", [13, 14, 15, 16])
def test_wonders_of_expansions(wonder: int) -> None:
    """A game with a wonder of an expansion has no record, even if it ends in the draft."""
    made = _packets()[:12]
    _notifications(made, "wonderSelected")[0]["wonderId"] = wonder
    name = "the Agora expansion" if wonder < 15 else "the Pantheon expansion"
    found = only(bga.read(made))
    assert (found.record, found.missing) == (None, (name,))


def test_structures_with_senators() -> None:
    """Senators lie in the structure of the Agora expansion only."""
    made = _packets()
    cards = _notifications(made, "nextAgeDraftpoolReveal")[0]["draftpool"]["cards"]
    cards += [{"row": 9, "column": column} for column in range(3)]
    assert only(bga.read(made)).missing == ("the Agora expansion",)
    state = _notifications(made, "gameStateChange")[0]["args"]  # may come first, with their numbers
    state["draftpool"] = {"cards": [{"row": 9, "column": 0, "building": 74}]}
    assert only(bga.read(made)).missing == ("the Agora expansion",)


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("divinitiesSituation", "the Pantheon expansion"),
        ("conspiraciesSituation", "the Agora expansion"),
    ],
)
def test_states_of_expansions(key: str, name: str) -> None:
    """The state shows an expansion before one of its moves is made; an empty map is nothing."""
    for shown, missing in (({"11": []}, (name,)), ([], ()), ({}, ())):
        made = _packets()[:20]
        _notifications(made, "gameStateChange")[3]["args"][key] = shown
        assert only(bga.read(made)).missing == missing
        made = _packets()[:20]
        _notifications(made, "nextAgeDraftpoolReveal")[0][key] = shown
        assert only(bga.read(made)).missing == missing


def test_pages_of_expansions() -> None:
    """The state of the page, which may be beside the packets, says which expansions are played."""
    made = _packets()[:20]
    page = {"pantheon": "1", "agora": 1}
    both = ("the Pantheon expansion", "the Agora expansion")
    for document in (
        {"gamedatas": page, "packets": made},
        {"data": {"gamedatas": page, "logs": made}},
        {"77": {"gamedatas": page, "data": {"logs": made}}},
        {"77": {"data": {"gamedatas": page, "logs": made}}},
    ):
        assert only(bga.read(document)).missing == both
    base = {"gamedatas": {"pantheon": 0, "agora": "0"}, "packets": made}
    assert only(bga.read(base)).agrees


def test_tokens_of_expansions() -> None:
    """An expansion is recognised although the tokens that its cards draw are unknown."""
    made = _packets()
    private = {"args": {"_private": {"progressTokensFromBox": [99]}}}
    made[20]["data"].append({"type": "gameStateChange", "args": private})
    assert "unknown token 99" in only(bga.read(made)).fault
    made[21]["data"].append({"type": "placeInfluence"})
    assert only(bga.read(made)).missing == ("the Agora expansion",)


def _hearts(made: Packets) -> Any:
    return [{**made[0], "gamename": "hearts"}, *made[1:]]


def _unknown(made: Packets) -> Any:
    _notifications(made, "constructBuilding")[5]["buildingId"] = 92
    return made


def _nowhere(made: Packets) -> Any:
    for one in made:
        del one["move_id"]
    return _unknown(made)


def _by_nobody(made: Packets) -> Any:
    for one in _notifications(made, "wonderSelected"):
        del one["playerId"]
    return made


@pytest.mark.parametrize(
    "change", [_hearts, _unknown, _nowhere, _by_nobody, lambda made: made[10:]]
)
def test_games_that_cannot_be_read(change: Callable[[Packets], Any], wording: Wording) -> None:
    """The fault says where, or what is missing."""
    found = only(bga.read(change(_packets())))
    assert found.record is None
    wording(found.fault)


@pytest.mark.parametrize("site", [bga, sevenwd_io, sevenee])
def test_a_log_that_lacks_a_move(site: Any) -> None:
    """The record ends where the wrong player moves, so that no move is taken for the other player's."""
    record = GAME.record()
    stopped = 0
    for place in range(12, 50):
        document = json.loads(site.dumps(record))
        if site is bga:
            del document["data"]["logs"][place]
            for reveal in _notifications(document["data"]["logs"], "nextAgeDraftpoolReveal"):
                del reveal["draftpool"]
        elif site is sevenwd_io:
            del document[place]
        else:
            del document["actionItems"][place]
        found = only(site.read(document))
        if found.record is None:
            continue
        played_on = _moves(found.record)
        assert len(played_on) < len(MOVES) or found.agrees
        if found.ending == "stopped":
            stopped += 1
            assert found.record.tags["disagreements"] == str(len(found.disagreements))
            (last,) = [one for one in found.disagreements if one.turn == len(played_on) + 1][-1:]
            assert last.kind in ("player", "move")
    assert stopped > 20


@pytest.mark.parametrize("seed", [CIVILIAN, CIVILIAN + 1])
def test_a_lost_packet_costs_no_move_before_it(seed: int) -> None:
    """The slots of cards that were taken before are found although the later ones do not fit."""
    made = _packets(seed)
    moves = _moves(only(bga.read(made)).record)
    misfits = 0
    for place in range(15, len(made) - 1):
        found = only(bga.read([*made[:place], *made[place + 1 :]]))
        kept = _moves(found.record)
        before = moves[: place - 1]
        if before[-1].startswith("begin"):
            before.pop()  # who begins is known from the next move, which is lost
        assert kept[: len(before)] == before
        misfits += any(one.kind == "structure" for one in found.disagreements)
    assert misfits > 10


def test_slots_that_the_log_shows_are_not_filled_in() -> None:
    """Slots that all moves name are no guess; one that is missing is."""
    game = GAME
    made = _packets()
    taken = [step for step in game.history if step.before.phase is Phase.TURN]
    kinds = ("constructBuilding", "discardBuilding", "constructWonder")
    told = [one for kind in kinds for one in _notifications(made, kind) if "buildingRow" in one]
    assert len(told) == len(taken)
    assert not any("the slots of cards" in one for one in only(bga.read(made)).filled)
    late = next(one for one in told if one["buildingRow"] == 2)  # face down
    del late["buildingRow"]
    (slots,) = [one for one in only(bga.read(made)).filled if "the slots of cards" in one]
    assert slots.startswith("the slots of cards in Age")


# -- 7wd.io and sevenee -------------------------------------------------------------------------------

IO: list[Any] = json.loads(sevenwd_io.dumps(GAME.record()))


@pytest.mark.parametrize("as_text", [True, False])
def test_a_row_of_the_table_of_games(*, as_text: bool) -> None:
    """An object that has the moves as its log, as values or as a text."""
    given = {"id": 7, "winner": "Ann", "log": json.dumps(IO) if as_text else IO}
    for document in (given, [given]):
        found = only(sevenwd_io.read(document))
        assert found.agrees
        assert _moves(found.record) == [str(step.move) for step in GAME.history]
    with pytest.raises(FormatError, match="is not a log of"):
        [*sevenwd_io.read({"log": "[{"})]


def test_moves_on_lines() -> None:
    """Each deal on a line begins a game."""
    more: list[Any] = json.loads(sevenwd_io.dumps(played(CIVILIAN + 1).record()))
    found = [*sevenwd_io.loads("\n".join(map(json.dumps, IO + more + IO + IO)))]
    assert [one.ending for one in found] == ["finished"] * 4
    late = [*sevenwd_io.loads("\n".join(map(json.dumps, IO[3:] + IO)))]
    assert [one.record is None for one in late] == [True, False]


@pytest.mark.parametrize(
    ("reason", "tag"), [(4, "resign"), (5, "time"), ("time", "time"), (9, "9")]
)
def test_reasons_that_are_numbers(reason: object, tag: str) -> None:
    """The tag has a word for the reason of the end."""
    over = {"move": {"id": 13, "loser": "Ben", "reason": reason}, "meta": {"actor": ""}}
    found = only(sevenwd_io.read([*IO[:31], over]))
    assert (found.agrees, found.ending) == (True, "resigned")
    assert found.record is not None
    assert found.record.tags["reason"] == tag


def test_a_log_without_its_deal(wording: Wording) -> None:
    """Without the deal, nobody knows the cards."""
    found = only(sevenwd_io.read({"id": 7, "log": IO[1:]}))
    wording(found.fault)


def test_five_tokens_in_reserve() -> None:
    """Some logs have all tokens that are not on the board; the first three are drawn."""
    document = json.loads(sevenee.dumps(GAME.record()))
    action = document["actionItems"][0]["action"]
    drawn = action["reservedProgressTokens"]
    action["reservedProgressTokens"] = drawn + [
        one for one in range(10) if one not in (*drawn, *action["progressTokens"])
    ]
    found = only(sevenee.read(document))
    assert found.agrees
    assert found.record is not None
    assert found.record.deal == GAME.deal


def _place_of_the_draw(game: Game) -> int | None:
    """Return the place of the step in which the Great Library draws tokens; ``None`` if it draws none."""
    return next(
        (
            place
            for place, step in enumerate(game.history)
            if any(isinstance(one, TokensDrawn) for one in step.outcomes)
        ),
        None,
    )


DRAWS = next(
    game
    for game in map(played, range(500))
    if (place := _place_of_the_draw(game)) is not None
    and str(game.history[place + 1].move) == "token theology"
)
"""A game in which somebody takes the last one of all tokens of three that the Great Library drew."""


@pytest.mark.parametrize("lacking", [["tokens"], ["randomTokens"], ["tokens", "randomTokens"]])
def test_tokens_that_the_deal_of_7wd_io_lacks(lacking: list[str]) -> None:
    """Tokens that were taken were there, and the others are said to be filled in."""
    document = json.loads(sevenwd_io.dumps(DRAWS.record()))
    for key in lacking:
        del document[0]["move"][key]
    found = only(sevenwd_io.read(document))
    assert (found.agrees, found.ending) == (True, "finished")
    assert found.filled == tuple(
        {"tokens": OPEN_BOARD, "randomTokens": OPEN_LIBRARY}[key] for key in lacking
    )


@pytest.mark.parametrize("order", ["none", "last"])
def test_tokens_in_reserve_of_which_a_late_one_is_taken(order: str) -> None:
    """The token that was taken is one of the three, and the others are said to be filled in."""
    document = json.loads(sevenee.dumps(DRAWS.record()))
    action = document["actionItems"][0]["action"]
    theology = site_id("sevenee", "token", "theology")
    others = [one for one in range(10) if one not in (theology, *action["progressTokens"])]
    action["reservedProgressTokens"] = [*others, theology] if order == "last" else []
    found = only(sevenee.read(document))
    assert (found.agrees, found.ending) == (True, "finished")
    assert found.filled == (OPEN_LIBRARY,)


@pytest.mark.parametrize("site", [bga, sevenwd_io])
def test_a_great_library_without_a_choice(site: Any) -> None:
    """A log may end after the tokens are drawn, which are then all filled in."""
    place = _place_of_the_draw(DRAWS)
    assert place is not None
    document = json.loads(site.dumps(DRAWS.record()))
    moves = document if site is sevenwd_io else document["data"]["logs"]
    del moves[place + 2 :]
    if site is sevenwd_io:
        del moves[0]["move"]["randomTokens"]
    found = only(site.read(document))
    assert found.agrees
    assert OPEN_LIBRARY in found.filled


@pytest.mark.parametrize("word", ["timeout", "surrender", "left"])
def test_a_victory_in_other_words(word: str) -> None:
    """Who wins a game that the rules do not end has won because the other player gave up."""
    document = json.loads(sevenee.dumps(GAME.record()))
    document["actionItems"] = document["actionItems"][:50]
    document["data"]["result"] = {"victory": word, "winnerIndex": 0}
    found = only(sevenee.read(document))
    assert (found.agrees, found.ending) == (True, "resigned")
    document["data"]["result"]["winnerIndex"] = None
    assert only(sevenee.read(document)).ending == "unfinished"
