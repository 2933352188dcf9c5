"""What logs say, what is wrong with them, and where they and the rules differ."""

from __future__ import annotations

import json
import random
from copy import deepcopy
from typing import Any

import attrs
import pytest

from tests.importers import GAMES, log, played
from tests.importers.packets import packets
from tests.wording import Wording
from wonders_duel import FormatError, catalogue
from wonders_duel.enums import Age, Phase
from wonders_duel.importers import Disagreement, Imported, bga, sevenee, sevenwd_io
from wonders_duel.importers.follow import _slots, follow
from wonders_duel.importers.ids import card_id, name_of, site_id
from wonders_duel.importers.imported import KINDS
from wonders_duel.importers.logs import End, Log
from wonders_duel.importers.slots import arranged, filled
from wonders_duel.importers.tolerance import clean, items, mapping, number, optional_number, pair

SHORT: dict[str, Any] = log("bga_2")
IO: list[Any] = log("7wd_io_1")


def only(found: Any) -> Imported:
    """Return the only game."""
    (imported,) = found
    assert isinstance(imported, Imported)
    return imported


# -- ids and values --------------------------------------------------------------------------------


def test_the_table_of_ids_is_complete() -> None:
    """Every card of the base game has an id on every site, and no id is used twice."""
    for site in ("bga", "7wd_io", "sevenee"):
        for kind, cards in (
            ("building", catalogue.building_list),
            ("wonder", catalogue.wonder_list),
            ("token", catalogue.token_list),
        ):
            ids = [site_id(site, kind, card.id) for card in cards]  # type: ignore[arg-type]
            assert len(set(ids)) == len(cards)
            for theirs, card in zip(ids, cards, strict=True):
                assert card_id(site, kind, theirs) == card.id  # type: ignore[arg-type]
                assert card_id(site, kind, f" {theirs}") == card.id  # type: ignore[arg-type]
                assert card_id(site, kind, card.name) == card.id  # type: ignore[arg-type]
                assert name_of(card.id) == card.name
    assert card_id("sevenee", "wonder", "greatLibrary") == "the-great-library"
    assert name_of("unknown") == "unknown"
    for wrong in (True, 999, "x", [1]):
        with pytest.raises(FormatError, match="unknown building"):
            card_id("bga", "building", wrong)
    with pytest.raises(FormatError, match="the id of the building is missing"):
        card_id("bga", "building", None)
    with pytest.raises(FormatError, match="has no wonder"):
        site_id("bga", "wonder", "messe")


def test_untidy_values() -> None:
    """Numbers may be texts, maps may be lists, and names may have any characters."""
    assert [optional_number(one) for one in (3, "3", " -3 ", 3.0, "+4")] == [3, 3, -3, 3, 4]
    assert [optional_number(one) for one in (True, None, "", "x", 3.5, 10**20, "9" * 20)] == [
        None
    ] * 7
    assert number("7", "x") == 7
    with pytest.raises(FormatError, match="expected a whole number for the row, got None"):
        number(None, "the row")
    assert pair([1, "2"]) == (1, 2)
    assert pair([1]) is pair(None) is pair([1, None]) is None
    assert mapping([]) == {}
    assert items({"a": 1}) == items([1]) == [1]
    assert items(3) == []
    assert clean("a\n\u202eb ") == "a b"
    assert clean(7) == "7"
    assert clean(None) == clean([]) == ""
    assert len(clean("x" * 500)) == 100


# -- slots -----------------------------------------------------------------------------------------


def test_slots_of_random_games() -> None:
    """Cards are arranged so that they can be taken in their order; face-up cards keep their slots."""
    rng = random.Random(1)
    for age in Age:
        layout = catalogue.structures[age - 1]
        cards = [f"card {slot}" for slot in range(layout.size)]
        for _ in range(60):
            left = set(layout)
            taken = []
            while left:
                free = [one for one in left if not left & set(layout.covered_by[one])]
                slot = rng.choice(free)
                left.discard(slot)
                taken.append(cards[slot])
            taken = taken[: rng.randint(0, layout.size)]
            known = {slot: cards[slot] for slot in layout if layout.face_up[slot]}
            found = arranged(layout, taken, known, {})
            assert found is not None
            assert known.items() <= found.items()
            place = {card: slot for slot, card in found.items()}
            gone: set[int] = set()
            for card in taken:
                assert gone.issuperset(layout.covered_by[place[card]])
                gone.add(place[card])
            assert arranged(layout, taken, {}, {}) is not None


def test_what_does_not_fit() -> None:
    """The first card that could not be taken is named, and those before it have slots."""
    layout = catalogue.structures[0]
    assert _slots(layout, ["a", "b", "c"], {0: "b"}, {}) == ({0: "b", 14: "a"}, "b")
    assert _slots(layout, ["a", "b"], {0: "b"}, {"a": 15}) == ({0: "b", 15: "a"}, "b")
    twice = {0: "b", 1: "b"}
    assert _slots(layout, ["b"], twice, {}) == (twice, "a card that lies there twice")


def test_impossible_slots() -> None:
    """An order that no structure allows, or slots that do not exist, have no arrangement."""
    layout = catalogue.structures[0]
    assert arranged(layout, ["a"], {0: "a"}, {}) is None
    assert arranged(layout, ["a"], {}, {"a": 30}) is None
    assert arranged(layout, ["a", "b"], {}, {"a": 19, "b": 19}) is None
    assert arranged(layout, [str(one) for one in range(21)], {}, {}) is None
    assert filled(catalogue, Age.I, {0: "palace"}) is None
    assert filled(catalogue, Age.I, {0: "builders-guild"}) is None


# -- faults ----------------------------------------------------------------------------------------


def _short(**changes: Any) -> dict[str, Any]:
    return {**deepcopy(SHORT), **changes}


def _moved(place: int, move: Any) -> dict[str, Any]:
    game = deepcopy(SHORT)
    game["moves"][place] = move
    return game


def _io(place: int, **changes: Any) -> list[Any]:
    game = deepcopy(IO)
    game[place]["move"] |= changes
    return game


def _sevenee(**changes: Any) -> dict[str, Any]:
    game: dict[str, Any] = json.loads(sevenee.dumps(played(4).record()))
    return {**game, **changes}


def _acted(action: dict[str, Any]) -> dict[str, Any]:
    game = _sevenee()
    game["actionItems"].append({"agent": {"t": "p"}, "action": action})
    return game


def _packets(*more: dict[str, Any]) -> list[Any]:
    made = packets(deepcopy(SHORT))
    return [*made, {"packet_id": "", "move_id": "99", "data": list(more)}]


def _misplaced() -> Any:
    """Return a game whose structure of Age I has a card of Age III."""
    game = json.loads(bga.dumps(played(4).record()))
    for packet in game["data"]["logs"]:
        for one in packet["data"]:
            if one["type"] == "nextAgeDraftpoolReveal" and one["args"]["ageRoman"] == "I":
                one["args"]["draftpool"]["cards"][0]["building"] = 61
    return game


FAULTS: list[tuple[Any, Any]] = [
    (bga, _short(draft=[["a"]])),
    (bga, _short(draft=[])),
    (bga, _short(draft=[["a", 99]])),
    (bga, _short(draft=[["a", 1], ["b", 2], ["c", 3]])),
    (bga, _moved(0, [1, "c", "build", 1])),
    (bga, _moved(0, [1, None, "begin", None])),
    (bga, _moved(0, [1, None, "begin", "z"])),
    (sevenwd_io, [*IO, IO[0]]),
    (bga, _moved(0, [1, "a", "build"])),
    (bga, _moved(0, [1, "a", "fly", 1])),
    (bga, _moved(0, [1, "a", "wonder", [1]])),
    (bga, _moved(0, [1, "a", "build", 74])),
    (bga, _moved(0, [1, "a", "token", 11, {}])),
    (bga, packets(deepcopy(SHORT))[:3]),
    (bga, _packets({"type": "placeDivinity", "args": {}})),
    (bga, _packets({"type": "placeInfluence", "args": {}}, {"type": "takeToken", "args": []})),
    (bga, _packets({"type": "constructBuilding", "args": {"buildingId": 74, "playerId": "8001"}})),
    (bga, _misplaced()),
    (sevenwd_io, IO[1:]),
    (sevenwd_io, _io(0, p1="user", p2="user")),
    (sevenwd_io, _io(0, cards={"1": [100]})),
    (sevenwd_io, _io(0, cards=[])),
    (sevenwd_io, _io(0, wonders=[1, 2, 99])),
    (sevenwd_io, _io(0, p1="nobody")),
    (sevenwd_io, _io(5, id="x")),
    (sevenwd_io, _io(5, wonder=None)),
    (bga, packets(deepcopy(SHORT))[:2]),
    (bga, _short(draft=[["a", 1]])),
    (sevenee, _sevenee(actionItems=[])),
    (sevenee, _acted({"type": "drawCards", "cards": []})),
    (sevenee, _acted({"type": "buyCard", "playerIndex": 3, "card": 1})),
    (sevenee, _acted({"type": "buyCard", "playerIndex": 0, "card": 100})),
    (sevenee, _acted({"type": "buyCard", "playerIndex": 0})),
    (sevenee, _acted({"type": "buyCard", "playerIndex": "x" * 1_000_000, "card": 1})),
    (sevenwd_io, _io(0, cards=dict.fromkeys("123", IO[0]["move"]["cards"]["2"]))),
]


@pytest.mark.parametrize(
    ("site", "document"),
    FAULTS,
    ids=[f"{site.__name__.rpartition('.')[2]}-{place}" for place, (site, _) in enumerate(FAULTS)],
)
def test_damaged_games(site: Any, document: Any, wording: Wording) -> None:
    """A damaged game has no record, and its fault says why."""
    imported = only(site.read([document]))

    assert imported.record is None
    assert imported.fault
    assert not imported.agrees
    wording(imported.fault)


def test_expansions_are_named() -> None:
    """A game with an expansion is recognised, and names it."""
    both = _packets({"type": "placeInfluence"}, {"type": "takeToken"})
    assert only(bga.read([both])).missing == ("the Pantheon expansion", "the Agora expansion")


# -- disagreements ---------------------------------------------------------------------------------


def _claim(**changes: Any) -> dict[str, Any]:
    """Change the sixth move of the short form, which constructs a building for 2 coins."""
    game = deepcopy(SHORT)
    move = game["moves"][5]
    for name, value in changes.items():
        if name in ("cost", "pawn"):
            move[4][name] = value
        else:
            move[{"player": 1, "card": 3, "coins": 5, "score": 6}[name]] = value
    return game


def _result(**changes: Any) -> dict[str, Any]:
    game = deepcopy(SHORT)
    game["result"] |= changes
    return game


def _more(*moves: Any) -> dict[str, Any]:
    game = deepcopy(SHORT)
    game["moves"] += moves
    return game


CLAIMS: list[tuple[dict[str, Any], list[str]]] = [
    (_claim(cost=3), ["price"]),
    (_claim(coins=[9, 6]), ["coins"]),
    (_claim(pawn=[0, 2]), ["pawn"]),
    (_claim(score=[0, 5]), ["score"]),
    (_claim(player="a"), ["player"]),
    (_claim(card=47), ["move"]),
    (_result(victory="military"), ["result"]),
    (_result(winner="b"), ["result"]),
    (_result(score=[67, 60]), ["points"]),
    (_result(victory="resign", winner="draw"), ["result"]),
    (_result(categories=[{"blue": 1, "purple": 5}, {"tokens": 9}]), ["points"] * 3),
    (_result(categories=[{}]), []),
    (_more([73, "a", "build", 1, {}, [0, 0], [0, 0]]), ["move"]),
    ({**SHORT, "moves": SHORT["moves"][:20]}, ["result"]),
]


@pytest.mark.parametrize(("game", "kinds"), CLAIMS, ids=range(len(CLAIMS)))
def test_disagreements(game: dict[str, Any], kinds: list[str], wording: Wording) -> None:
    """Every claim of a log that differs is reported with the turn, the rule and both values."""
    imported = only(bga.read(game))
    record = imported.record

    assert record is not None
    assert [one.kind for one in imported.disagreements] == kinds
    assert imported.agrees is (not kinds)
    wording("\n".join(map(str, imported.disagreements)))


def test_the_order_of_cards_may_be_impossible() -> None:
    """Face-up cards that were taken while they were covered are a disagreement, and the game goes on."""
    game = json.loads(bga.dumps(played(4).record()))
    logs = game["data"]["logs"]
    reveal = next(
        one for packet in logs for one in packet["data"] if one["type"] == "nextAgeDraftpoolReveal"
    )
    cards = reveal["args"]["draftpool"]["cards"]
    cards[0]["building"], cards[19]["building"] = cards[19]["building"], cards[0]["building"]
    for packet in logs:
        for one in packet["data"]:
            one["args"].pop("buildingRow", None)
    found = only(bga.read(game))

    assert found.disagreements[0].kind == "structure"
    assert "taken from the structure of Age" in found.disagreements[0].site
    assert found.disagreements[-1].kind == "move"
    assert found.ending == "stopped"


def test_structures_that_are_not_whole_are_left_out() -> None:
    """A structure without all cards, or of no age, is not used; buildings may be objects."""
    game = json.loads(bga.dumps(played(4).record()))
    reveals = [
        one["args"]
        for packet in game["data"]["logs"]
        for one in packet["data"]
        if one["type"] == "nextAgeDraftpoolReveal"
    ]
    reveals[0]["ageRoman"] = "IV"
    reveals[1]["draftpool"]["cards"].pop()
    for card in reveals[2]["draftpool"]["cards"]:
        if "building" in card:
            card["building"] = {"id": str(card["building"])}

    assert only(bga.read(game)).agrees


def test_a_choice_that_is_not_asked_for() -> None:
    """A move of a promo wonder that was never built is not legal."""
    game = deepcopy(IO)
    game[10]["move"] = {"id": 12, "pick": 101, "give": 102}
    found = only(sevenwd_io.read(game))
    assert [one.kind for one in found.disagreements] == ["move"]
    assert "no such choice" in found.disagreements[0].engine


@pytest.mark.parametrize("wonder", [13, 14])
@pytest.mark.parametrize("kind", [2, 5])
def test_a_promo_wonder_that_was_not_dealt(kind: int, wonder: int) -> None:
    """A pick or a construction of a wonder that the deal lacks is not legal, and no other game is lost."""
    whole = json.loads(sevenwd_io.dumps(played(4).record()))
    game = deepcopy(whole)
    next(one["move"] for one in game if one["move"]["id"] == kind)["wonder"] = wonder
    found, other = sevenwd_io.read([game, whole])
    assert [one.kind for one in found.disagreements] == ["move"]
    assert found.ending == "stopped"
    assert other.agrees


def test_who_begins_may_be_left_out_or_illegal() -> None:
    """The mover after the end of an age was chosen to begin; a log may tell it out of turn."""
    game = deepcopy(SHORT)
    game["moves"] = [one for one in game["moves"] if one[2] != "begin"]
    assert only(bga.read(game)).agrees
    game["moves"].insert(3, [9, None, "begin", "b", {}, None, None])
    found = only(bga.read(game))
    assert [one.kind for one in found.disagreements] == ["move"]
    assert found.disagreements[0].site == "begin two"


def test_players_may_change_places() -> None:
    """The letters and the order of the players do not matter: the first one picks the first wonder."""
    text = json.dumps(SHORT).replace('"a"', '"c"').replace('"b"', '"a"').replace('"c"', '"b"')
    game = json.loads(text)
    for move in game["moves"]:
        move[5] = move[5][::-1]
        move[6] = move[6][::-1]
    game["result"]["score"].reverse()
    game["result"]["categories"].reverse()
    assert only(bga.read(game)).agrees

    swapped = deepcopy(IO)
    deal = swapped[0]["move"]
    deal["p1"], deal["p2"] = deal["p2"], deal["p1"]
    assert only(sevenwd_io.read(swapped)).agrees


@pytest.mark.parametrize("condition", [1, 2, 3, 4, 5])
def test_ends_on_board_game_arena(condition: int) -> None:
    """The number of the end and the winner may be anywhere in the situation."""
    made = packets(deepcopy(SHORT))
    end = made[-1]["data"][0]
    situation = end["args"]["playersSituation"]
    situation.pop("endGameCondition")
    situation.pop("winner")
    situation["8002"]["endGameCondition"] = condition
    situation["8001"]["winner"] = 1
    found = only(bga.read([made]))
    expected = {1: 1, 2: 1, 3: 0, 4: 0, 5: 1}[condition]
    assert [one.kind for one in found.disagreements] == ["result"] * expected


def test_a_running_score_at_the_end_is_no_disagreement() -> None:
    """Whether the points of guilds, tokens, coins and the pawn are counted yet does not matter."""
    running = _result(score=[60, 41], categories=[{"coins": 0}, {"tokens": 0}])
    assert only(bga.read(running)).agrees


def test_a_revival_may_be_told_as_a_construction() -> None:
    """After the Mausoleum, a card is constructed from the discard pile whatever the log calls it."""
    game = deepcopy(log("bga_1"))
    for move in game["moves"]:
        move[2] = "build" if move[2] == "revive" else move[2]
    assert only(bga.read(game)).agrees
    made = packets(log("bga_1"))
    for packet in made:
        for one in packet["data"]:
            one["args"].get("payment", {}).pop("discardedCard", None)
    assert only(bga.read([made])).agrees


def test_giving_up_on_board_game_arena() -> None:
    """A player who concedes has resigned; without knowing who, the game is unfinished."""
    made = packets(deepcopy(SHORT))[:30]
    conceded = {"type": "playerConcedeGame", "args": {"player_id": "8002"}}
    found = only(bga.read([[*made, {"move_id": "98", "data": [conceded]}]]))
    assert found.ending == "resigned"
    assert found.record is not None
    assert str(found.record.result) == "Player two resigns, and Player one wins."
    conceded["args"] = {}
    found = only(bga.read([[*made, {"move_id": "98", "data": [conceded]}]]))
    assert found.ending == "unfinished"
    assert found.agrees


def test_tables_without_a_number() -> None:
    """A table without a number or a time has no such tags."""
    made = packets(deepcopy(SHORT))
    for packet in made:
        packet["table_id"] = packet["time"] = None
    record = only(bga.read([made])).record
    assert record is not None
    assert not {"table", "date"} & set(record.tags)


def test_the_final_points_of_board_game_arena() -> None:
    """The points after the scoring are compared; what the log has besides is the running score."""
    text = bga.dumps(played(4).record())
    game = json.loads(text)
    assert only(bga.loads(text)).agrees
    final = game["data"]["logs"][-1]["data"][-1]["args"]["args"]["playersSituation"]
    final["1"]["score"], final["2"]["player_score_blue"] = 999, 99
    kinds = [one.kind for one in only(bga.read(game)).disagreements]
    assert kinds == ["points", "points"]


def _notifications(game: Any, kind: str) -> list[dict[str, Any]]:
    """Return what the notifications of a kind say."""
    return [
        one["args"]
        for packet in game["data"]["logs"]
        for one in packet["data"]
        if one["type"] == kind
    ]


def test_contradictions_about_slots() -> None:
    """A card that lies elsewhere than it was taken from is a disagreement, and so is one that lies twice."""
    game = json.loads(bga.dumps(played(4).record()))
    cards = _notifications(game, "nextAgeDraftpoolReveal")[0]["draftpool"]["cards"]
    shown = [card for card in cards if "building" in card]
    shown[0]["building"], shown[1]["building"] = shown[1]["building"], shown[0]["building"]
    (found,) = (one for one in only(bga.read(game)).disagreements if one.kind == "structure")
    card = found.site.partition(" ")[0]
    assert card in (card_id("bga", "building", one["building"]) for one in shown[:2])
    shown[0]["building"] = shown[1]["building"]
    assert "cannot be dealt" in only(bga.read(game)).fault
    for card in cards:
        card["row"] = card["column"] = 1
    assert only(bga.read(game)).agrees  # rebuilt, as without a row
    del cards[0]["row"]
    assert only(bga.read(game)).agrees


def test_a_lacking_card_that_nobody_took() -> None:
    """A card of an expansion that only lies there is named."""
    game = json.loads(bga.dumps(played(4).record()))
    cards = _notifications(game, "nextAgeDraftpoolReveal")[2]["draftpool"]["cards"]
    cards[0]["building"] = 89
    assert only(bga.read(game)).missing == ("Greek Grand Temple",)
    wonders = deepcopy(IO)
    wonders[0]["move"]["cards"]["3"][0] = 999
    assert "unknown building 999" in only(sevenwd_io.read(wonders)).fault


def test_untidy_packets() -> None:
    """Other people, other wrappers, other channels, and packets without numbers."""
    text = bga.dumps(played(4).record())
    logs: list[dict[str, Any]] = json.loads(text)["data"]["logs"]
    other: dict[str, Any] = {"channel": "/chat", "packet_id": "31", "move_id": None, "data": []}
    spectator = {"type": "chat", "args": {"playerId": "77", "player_name": "x"}}
    said = {"packet_id": "32", "move_id": None, "data": [spectator]}
    without = [{key: one[key] for key in one if key != "packet_id"} for one in logs]
    shuffled = random.Random(1).sample(without, len(without))
    one_without = [
        {**one, "packet_id": None} if place == 20 else one for place, one in enumerate(logs)
    ]
    for document in (
        [other, *logs],
        [*logs, said],
        {"status": 1, "data": {"valid": 1, "data": logs}},
        {"data": logs},
        {"data": {"logs": dict(enumerate(logs))}},
        [None, *logs],
        shuffled,
        [one for packet in without for one in (packet, packet)],
        one_without,
    ):
        assert only(
            bga.loads(json.dumps([document] if isinstance(document, list) else document))
        ).agrees
    looped: dict[str, Any] = {}
    looped["data"] = looped
    with pytest.raises(FormatError, match="is not a log"):
        list(bga.read(looped))
    huge = [{"packet_id": 1, "data": [{"type": 10**5000}]}]
    assert "the log has no moves" in only(bga.read(huge)).fault
    crowd = [
        {"type": "wonderSelected", "args": {"playerId": one, "wonderId": 1}} for one in range(9)
    ]
    assert "moves of 3 players" in only(bga.read([{"packet_id": 1, "data": crowd}])).fault


def test_words_that_may_be_missing_on_board_game_arena() -> None:
    """Where a token comes from, and who gave up, follow from the rest of the log."""
    seed = next(
        seed
        for seed in range(40)
        if any(
            "library" in str(step.move) and "wonder" in str(step.move)
            for step in played(seed).history
        )
    )
    game = json.loads(bga.dumps(played(seed).record()))
    for args in _notifications(game, "progressTokenChosen"):
        del args["source"]
    for args in _notifications(game, "constructBuilding"):
        args["payment"].setdefault("discardedCard", "0")
    assert only(bga.read(game)).agrees
    made = packets(deepcopy(SHORT))[:30]
    for args, ending in (({"player_name": "b"}, "resigned"), ({"player_name": "z"}, "unfinished")):
        conceded = {"type": "playerConcedeGame", "args": args}
        found = only(bga.read([[*made, {"move_id": "98", "data": [conceded, conceded]}]]))
        assert found.ending == ending


def test_resignations_that_contradict_the_log() -> None:
    """Moves after a resignation, or a winner who resigned, are disagreements."""
    over = {"move": {"id": 13, "loser": "a", "reason": "resign"}, "meta": {"actor": ""}}
    early = [*deepcopy(IO[:40]), over, *deepcopy(IO[40:50])]
    assert [one.kind for one in only(sevenwd_io.read(early)).disagreements] == ["result"]
    nobody = [*deepcopy(IO[:40]), {"move": {"id": 13, "loser": "z"}}, None]
    assert only(sevenwd_io.read(nobody)).ending == "unfinished"
    game = json.loads(sevenwd_io.dumps(played(4).record()))
    result = played(4).state.result
    assert result is not None
    assert result.winner is not None
    for name, kinds in ((("Ann", "Ben")[result.winner], ["result"]), ("nobody", [])):
        ended = [*game, {"move": {"id": 13, "loser": name}, "meta": {"actor": ""}}]
        assert [one.kind for one in only(sevenwd_io.read(ended)).disagreements] == kinds


def test_who_chooses_is_compared() -> None:
    """The player who chose who begins has to be the one whom the rules ask."""
    game = json.loads(sevenwd_io.dumps(played(4).record()))
    for one in game:
        if one["move"]["id"] == 7:
            one["meta"]["actor"] = "Ann" if one["meta"]["actor"] == "Ben" else "Ben"
    assert {one.rule for one in only(sevenwd_io.read(game)).disagreements} == {"R76"}


@pytest.mark.parametrize(
    "names", [(" Ann", "Ann"), ("Ann\u202e", "Ann"), ("x" * 150, "x" * 149), ("\u3000", "")]
)
def test_names_that_hardly_differ(names: tuple[str, str]) -> None:
    """Players are told apart also if their names in a record are equal."""
    game = json.loads(sevenwd_io.dumps(played(4).record()))
    text = json.dumps(game).replace('"Ann"', json.dumps(names[0]))
    found = only(sevenwd_io.loads(text.replace('"Ben"', json.dumps(names[1]))))
    assert found.agrees
    assert found.record is not None
    assert [one.name for one in found.record.players] == [clean(one) for one in names]


def test_ids_as_texts() -> None:
    """The numbers of moves may be texts, whoever picks first."""
    game = deepcopy(IO)
    deal = game[0]["move"]
    deal["p1"], deal["p2"] = deal["p2"], deal["p1"]
    for one in game:
        one["move"]["id"] = str(one["move"]["id"])
    assert only(sevenwd_io.read(game)).agrees


def test_giving_up_on_the_other_sites() -> None:
    """7wd.io tells why; the reason is a tag."""
    game = [*deepcopy(IO[:20]), {"move": {"id": 13, "loser": "a", "reason": "time"}, "meta": {}}]
    found = only(sevenwd_io.read(game))
    assert found.ending == "resigned"
    assert found.record is not None
    assert found.record.tags["reason"] == "time"


def test_sevenee_in_other_words() -> None:
    """Names instead of numbers, unknown actions, and ends in other words are read."""
    game = _sevenee()
    for one in game["actionItems"]:
        action = one["action"]
        if action["type"] == "pickWonder":
            action["wonder"] = name_of(card_id("sevenee", "wonder", action["wonder"]))
    game["actionItems"].append({"action": {"type": "chat"}})
    game["data"]["result"]["victory"] = "byPoints"
    game["players"] = []
    found = only(sevenee.read(game))
    assert found.agrees
    game["data"]["players"][0]["coins"] = 99
    assert [one.kind for one in only(sevenee.read([game])).disagreements] == ["coins"]
    game["data"] = {"result": {"victory": "science"}}
    kinds = [one.kind for one in only(sevenee.read([game])).disagreements]
    assert kinds == ["result"]
    game["data"]["result"]["winnerIndex"] = None
    kinds = [one.kind for one in only(sevenee.read([game])).disagreements]
    assert kinds == ["result", "result"]


def test_sevenee_games_that_the_site_ended() -> None:
    """Nobody has won a terminated game."""
    game = _sevenee(result="TERMINATED")
    game["actionItems"] = game["actionItems"][:40]
    for result in ({"winnerIndex": 0}, {"winnerIndex": 0, "victory": "system"}):
        game["data"]["result"] = result
        found = only(sevenee.read(game))
        assert found.ending == "unfinished"
        assert found.agrees


def test_sevenee_with_less() -> None:
    """Forced picks may be left out, cards dealt twice, and hidden cards missing."""
    game = _sevenee()
    actions = game["actionItems"]
    picks = [one for one in actions if one["action"]["type"] == "pickWonder"]
    less = [one for one in actions if one not in (picks[3], picks[7])]
    assert only(sevenee.read({**game, "actionItems": less})).agrees
    served = [one for one in actions if one["action"]["type"] in ("drawCards", "drawWonders")]
    twice = [one for action in actions for one in [action] * (1 + (action in served))]
    assert only(sevenee.read({**game, "actionItems": twice})).agrees
    for one in served[2:]:
        one["action"]["cards"] = [[card, None] for card in one["action"]["cards"][0]]
    found = only(sevenee.read(game))
    assert found.agrees
    assert found.record is not None
    assert found.record.deal is None


@pytest.mark.parametrize("site", [bga, sevenwd_io, sevenee])
@pytest.mark.parametrize("seed", [7, 190])  # two destructions, and a revival
def test_choices_with_one_option_may_be_left_out(site: Any, seed: int) -> None:
    """A destruction or a revival with one option is played, also at the end of a game that is over."""
    game = played(seed)
    forced = [
        str(step.move)
        for step in game.history
        if step.before.phase in (Phase.DESTROY, Phase.REVIVE) and len(step.before.legal_moves) == 1
    ]
    (document,) = site.FORMAT.games(json.loads(site.dumps(game.record())))
    told: Log = site.FORMAT.log(document, "")
    places = [place for place, one in enumerate(told.entries) if f"{one.kind} {one.card}" in forced]
    assert len(places) == len(forced)
    less = [one for place, one in enumerate(told.entries) if place not in places]
    whole, found = follow(told), follow(attrs.evolve(told, entries=tuple(less)))
    assert (found.agrees, found.ending) == (True, "finished")
    assert found.record is not None
    assert found.record.turns == whole.record.turns  # type: ignore[union-attr]

    cut = attrs.evolve(told, entries=told.entries[: places[0]], end=End())
    over = attrs.evolve(cut, end=End(victory="civilian"))
    for shorter, is_played in ((cut, False), (over, True)):
        record = follow(shorter).record
        assert record is not None
        assert (str(record.turns[-1].move) == forced[0]) is is_played


def test_kinds_are_all_of_them() -> None:
    """Every kind of disagreement is in the table of the command."""
    assert {kind for _, kinds in CLAIMS for kind in kinds} | {"structure"} == set(KINDS)
    one = Disagreement(turn=0, where="", kind="coins", site="5", engine="4", rule="R50")
    assert str(one) == "turn 0: coins: the log has 5, the rules give 4 (R50)"


# -- anything --------------------------------------------------------------------------------------


def _mutated(rng: random.Random, value: Any) -> Any:
    """Return a document in which something is changed."""
    if isinstance(value, list) and value and rng.random() < 0.9:
        place = rng.randrange(len(value))
        made = list(value)
        how = rng.random()
        if how < 0.1:
            del made[place]
        elif how < 0.2:
            made.insert(place, rng.choice(made))
        else:
            made[place] = _mutated(rng, made[place])
        return made
    if isinstance(value, dict) and value and rng.random() < 0.95:
        key = rng.choice(list(value))
        return {**value, key: _mutated(rng, value[key])}
    return rng.choice([None, True, -1, 0, 1, 7, 99, 3.5, "x", "", [], {}, [1, 2], {"id": 3}, value])


@pytest.mark.parametrize("site", [bga, sevenwd_io, sevenee])
def test_mutated_logs(site: Any) -> None:
    """However a log is changed, it gives a game, a fault or a library error, and no traceback."""
    rng = random.Random(1)
    games = [
        json.loads(site.dumps(played(3).record())),
        log("bga_1") if site is bga else IO if site is sevenwd_io else _sevenee(),
    ]
    seen = set()
    for turn in range(300):
        document = games[turn % 2]
        for _ in range(rng.randint(1, 4)):
            document = _mutated(rng, document)
        try:
            for imported in site.loads(json.dumps(document)):
                seen.add(imported.ending if imported.record else "no record")
                if imported.record is not None:
                    imported.record.check()
        except FormatError:
            seen.add("refused")
    assert {"no record", "stopped"} <= seen
    assert seen & {"finished", "unfinished"}


def test_the_games_have_no_names() -> None:
    """The players of the stored games are letters."""
    for path in GAMES.glob("7wd*.json"):
        deal = json.loads(path.read_text(encoding="utf-8"))[0]["move"]
        assert {deal["p1"], deal["p2"]} == {"a", "b"}
