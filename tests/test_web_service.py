"""The example of a web service: guarantees for its users, and hostile requests."""

from __future__ import annotations

import gc
import json
import re
import runpy
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection
from io import BytesIO
from pathlib import Path
from random import Random
from select import select
from socket import create_connection
from threading import Barrier
from time import monotonic, sleep
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment
from wsgiref.util import setup_testing_defaults
from wsgiref.validate import validator
from xml.etree import ElementTree as ET

import pytest
from typing_extensions import override

from examples import web_service
from examples.web_service import MAX_BODY_SIZE, Refused, Service, ask, running
from tests.builders import city, state
from tests.wording import Wording
from wonders_duel import (
    Age,
    Deal,
    Game,
    Options,
    Phase,
    Record,
    State,
    catalogue,
    serialization,
)
from wonders_duel.reasons import WrongPhase

pytestmark = pytest.mark.needs("sockets")
ROOT = Path(__file__).parents[1]


class Client:
    """A client that calls the application without a network and stores its game."""

    def __init__(self, service: Service) -> None:
        """Wrap the application in a WSGI validator."""
        self.service = service
        self._app = validator(service)

    def send(
        self, method: str, path: str, body: bytes = b"", **environ: str
    ) -> tuple[int, dict[str, str], bytes]:
        """Return the status, the headers and the content."""
        answers: list[tuple[int, dict[str, str]]] = []

        def start(status: str, headers: list[tuple[str, str]], *_: Any) -> Callable[[bytes], Any]:
            answers.append((int(status.split(maxsplit=1)[0]), dict(headers)))
            return lambda _: None

        given: WSGIEnvironment = {
            "REQUEST_METHOD": method,
            "PATH_INFO": path,
            "SCRIPT_NAME": "",
            "QUERY_STRING": "",
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.input": BytesIO(body),
            **environ,
        }
        setup_testing_defaults(given)
        typed: StartResponse = start
        result = self._app(given, typed)
        content = b"".join(result)
        result.close()  # type: ignore[attr-defined]  # the validator asks for it
        ((status, headers),) = answers
        return status, headers, content

    def json(self, method: str, path: str, body: object = None) -> tuple[int, dict[str, Any]]:
        """Send an object and return the status and the object of the response."""
        content = b"" if body is None else json.dumps(body).encode()
        status, headers, answer = self.send(method, path, content)
        assert headers["Content-Type"] == "application/json"
        return status, json.loads(answer)


class Played(Client):
    """A client with a game."""

    def __init__(self, service: Service) -> None:
        """Create the game."""
        super().__init__(service)
        status, self.game = self.json("POST", "/games", {"players": ["Ann", "Ben"]})
        assert status == 201
        self.url = f"/games/{self.game['id']}"
        self.keys = self.game["keys"]

    def legal(self) -> list[str]:
        """Return the legal moves."""
        return [str(option.move) for option in self.options() if option.is_legal]

    def options(self) -> Options:
        """Return the options."""
        _, answer = self.json("GET", f"{self.url}/options")
        return serialization.from_document(answer["options"], Options)

    def change(self, what: str, seat: str | None = None, **fields: Any) -> tuple[int, Any]:
        """Change the game, by default as the player to move and at the current version."""
        _, now = self.json("GET", self.url)
        seat = seat or now["to_move"] or "one"
        body = {"key": self.keys[seat], "version": now["version"], **fields}
        return self.json("POST", f"{self.url}/{what}", body)

    def play(self, number: int) -> None:
        """Play some moves."""
        for _ in range(number):
            status, after = self.change("moves", move=self.legal()[0])
            assert status == 200, after

    def kept(self) -> Game:
        """Read the game from the database."""
        with closing(sqlite3.connect(self.service._path)) as database:
            row = database.execute("SELECT record FROM games").fetchone()
        return Game.from_record(Record.from_text(row[0]))

    def keep(self, record: str) -> None:
        """Store another record in the database."""
        with closing(sqlite3.connect(self.service._path)) as database, database:
            database.execute("UPDATE games SET record = ?", (record,))


class Hasty(Service):
    """A service that does not wait for the disk, which would take most of the time of the tests."""

    @contextmanager
    @override
    def _database(self) -> Iterator[sqlite3.Connection]:
        with super()._database() as database:
            database.execute("PRAGMA synchronous = OFF")
            yield database


@pytest.fixture
def service(tmp_path: Path) -> Service:
    """Return a service with a new database."""
    return Hasty(tmp_path / "games.sqlite")


@pytest.fixture
def played(service: Service) -> Played:
    """Return a client with a new game."""
    return Played(service)


def test_the_events_of_the_last_move_are_sent(played: Played) -> None:
    """The events of the last move, if there is one, are sent to both players."""
    assert played.game["events"] == []
    _, after = played.change("moves", move=played.legal()[0])

    assert [event["type"] for event in after["events"]] == ["wonder-drafted"]
    played.play(30)
    _, now = played.json("GET", played.url)
    document = serialization.to_document(played.kept().history[-1])
    assert now["events"] == document["events"]
    assert now["state"] == {**now["state"], **document["after"]}  # type: ignore[dict-item]


def test_a_game_is_played_to_its_end(played: Played) -> None:
    """At every move, and at the end, the service agrees with the library."""
    while moves := played.legal():
        _, now = played.json("GET", played.url)
        game = played.kept()
        assert now["state"] == serialization.to_document(game.state)
        assert now["to_move"] == str(game.to_move)
        assert moves == [str(move) for move in game.legal_moves]
        status, _ = played.change("moves", move=moves[-1])
        assert status == 200
    _, now = played.json("GET", played.url)

    assert now["to_move"] is None
    assert now["result"] == str(played.kept().result)
    assert now["version"] == len(played.kept().history)
    assert now["players"] == ["Ann", "Ben"]


def test_options_come_with_prices_and_reasons(played: Played) -> None:
    """Options, illegal ones too, come with prices and reasons as in the library, by version."""
    met = set()
    for version in range(40):
        _, answer = played.json("GET", f"{played.url}/options")
        assert answer["version"] == version
        assert answer["options"] == serialization.to_document(played.kept().options())
        met |= {(one.payment is None, one.is_legal) for one in played.options()}
        played.play(1)

    assert met == {(True, True), (False, True), (False, False)}


def test_a_move_can_be_sent_as_a_document(played: Played, wording: Wording) -> None:
    """A move can be sent as the document of an option; others are refused with their faults."""
    _, answer = played.json("GET", f"{played.url}/options")
    move = {"format": "wonders-duel/move", "version": 1, **answer["options"]["options"][2]["move"]}

    assert played.change("moves", move=move)[0] == 200
    assert str(played.kept().history[0].move) == f"draft {move['wonder']}"
    for wrong, place in (
        ({}, "$.format"),
        (serialization.to_document(State.start()), "$.format"),
        ({**move, "wonder": "the-tower"}, "$.wonder"),
        ({**move, "catalogue": {"name": "x", "digest": "y"}}, "$.catalogue"),
    ):
        status, refused = played.change("moves", move=wrong)
        assert status == 400
        assert f"{place}: " in refused["error"]
        wording(refused["error"])
    assert len(played.kept().history) == 1


def test_a_refused_move_has_its_reasons(played: Played) -> None:
    """A refused move comes with its reasons as documents, for clients in other languages."""
    status, answer = played.change("moves", move="build tavern")

    assert status == 409
    (reason,) = answer["reasons"]
    assert serialization.from_document(reason) == WrongPhase(Phase.DRAFT, (Phase.TURN,))


@pytest.mark.parametrize(
    ("query", "code"), [("", "en"), ("language=fr", "fr"), ("language=", "en")]
)
def test_the_cards_are_served_in_a_language(service: Service, query: str, code: str) -> None:
    """The document of the catalogue is served in the requested language, English by default."""
    status, headers, content = Client(service).send("GET", "/catalogue", QUERY_STRING=query)

    assert (status, headers["Content-Type"]) == (200, "application/json")
    assert json.loads(content) == serialization.to_document(catalogue, language=code)


def test_an_unknown_language_of_cards(service: Service) -> None:
    """An unknown language is a client error, and the cards cannot be written to."""
    status, _, content = Client(service).send("GET", "/catalogue", QUERY_STRING="language=ee")
    assert (status, "unknown language 'ee'" in content.decode()) == (400, True)
    assert Client(service).send("POST", "/catalogue")[0] == 404


def _texts(document: object) -> Iterator[str]:
    if isinstance(document, dict):
        for key, value in document.items():
            yield key
            yield from _texts(value)
    elif isinstance(document, list):
        for value in document:
            yield from _texts(value)
    elif isinstance(document, str):
        yield document


def test_hidden_cards_stay_in_the_database(played: Played) -> None:
    """No response names a face-down card, and only the founder's response has keys."""
    played.play(8)
    answers = [
        played.json("GET", played.url)[1],
        played.json("GET", f"{played.url}/options")[1],
        played.change("moves", move="build nonsense")[1],
        played.change("moves", move=played.legal()[0])[1],
    ]
    record = played.send("GET", f"{played.url}/record")[2].decode()
    picture = played.send("GET", f"{played.url}/picture")[2].decode()
    game = played.kept()
    deal = game.deal
    assert isinstance(deal, Deal)
    seen = {one.id for one in game.state.accessible} | {
        slot.building.id for slot in game.state.structure if slot.building
    }
    seen |= {card.id for city in game.state.cities for card in city.buildings}
    seen |= {card.id for card in game.state.discard_pile}
    hidden = {card.id for age in deal.ages for card in age} - seen
    texts = {text for answer in answers for text in _texts(answer)}

    assert len(hidden) > 40
    assert not hidden & texts
    assert not hidden & set(re.findall(r"[a-z-]+", record))
    assert not [card for card in hidden if f">{card.replace('-', ' ')}<" in picture.lower()]
    assert "deal" not in record
    assert Record.from_text(record).check() == game.state
    for answer in [*map(json.dumps, answers), record, picture]:
        assert played.keys["one"] not in answer
        assert played.keys["two"] not in answer


def test_the_table_is_served_as_a_picture(played: Played) -> None:
    """The table is served as SVG with the players' names, whatever they are."""
    _, game = played.json("POST", "/games", {"players": ["<script>", "&"]})
    status, headers, picture = played.send("GET", f"/games/{game['id']}/picture")
    drawn = ET.fromstring(picture)  # noqa: S314 - our own

    assert (status, headers["Content-Type"]) == (200, "image/svg+xml")
    assert drawn.tag.endswith("svg")
    assert not [one for one in drawn.iter() if one.tag.endswith("script")]
    assert any("<script>" in (one.text or "") for one in drawn.iter())


def test_it_survives_a_restart(tmp_path: Path) -> None:
    """After a restart another service on the same file continues with the same keys."""
    first = Played(Service(tmp_path / "games.sqlite"))
    first.play(12)
    _, before = first.json("GET", first.url)
    second = Played(Service(tmp_path / "games.sqlite"))
    second.url, second.keys = first.url, first.keys

    assert second.json("GET", first.url) == (200, before)
    second.play(1)
    assert first.json("GET", first.url)[1]["version"] == 13


def test_acknowledged_changes_are_durable(tmp_path: Path) -> None:
    """Every acknowledged change is on disk: the database has a write-ahead log and syncs."""
    with Service(tmp_path / "games.sqlite")._database() as database:
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert database.execute("PRAGMA synchronous").fetchone() == (2,)


def test_of_concurrent_changes_one_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of eight threads that send a move for the same version over HTTP, one succeeds."""
    monkeypatch.setattr(web_service, "Service", Hasty)
    with running(tmp_path / "games.sqlite") as port, ThreadPoolExecutor(8) as pool:
        _, game = ask(port, "POST", "/games", {})
        url = f"/games/{game['id']}"
        for version in range(3):
            key = game["keys"][ask(port, "GET", url)[1]["to_move"]]
            _, now = ask(port, "GET", f"{url}/options")
            options = serialization.from_document(now["options"], Options)
            moves = [str(option.move) for option in options if option.is_legal]
            barrier = Barrier(8)

            def play(number: int) -> int:
                move = moves[number % len(moves)]  # noqa: B023
                body = {"key": key, "version": version, "move": move}  # noqa: B023
                barrier.wait(20)  # noqa: B023
                return ask(port, "POST", f"{url}/moves", body)[0]

            assert sorted(pool.map(play, range(8))) == [200, *[409] * 7]
            assert ask(port, "GET", url)[1]["version"] == version + 1
    assert len(Record.from_text(_record(tmp_path)).turns) == 3


def _record(folder: Path) -> str:
    with closing(sqlite3.connect(folder / "games.sqlite")) as database:
        (record,) = database.execute("SELECT record FROM games").fetchone()
    assert isinstance(record, str)
    return record


def test_a_change_in_between_is_noticed(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    """A change between reading and writing the game is noticed, and nothing is overwritten."""
    load = played.service._load

    def slow(name: str) -> tuple[Game, int, tuple[str, str]]:
        loaded = load(name)
        monkeypatch.undo()
        played.play(1)
        return loaded

    move = played.legal()[1]
    monkeypatch.setattr(played.service, "_load", slow)
    body = {"key": played.keys[played.game["to_move"]], "version": 0, "move": move}
    answer = played.json("POST", f"{played.url}/moves", body)

    assert answer == (409, {"error": "the game has changed in the meantime"})
    (step,) = played.kept().history
    assert str(step.move) != move


def test_a_move_is_not_played_twice(played: Played) -> None:
    """A move that is sent again is refused, since its version is outdated."""
    body = {"key": played.keys[played.game["to_move"]], "version": 0, "move": played.legal()[0]}

    assert played.json("POST", f"{played.url}/moves", body)[0] == 200
    assert played.json("POST", f"{played.url}/moves", body) == (
        409,
        {"error": "the game is already at version 1"},
    )
    assert len(played.kept().history) == 1


def test_nobody_moves_for_another_player(played: Played) -> None:
    """Neither the other seat's key nor a missing key can move."""
    other = {"one": "two", "two": "one"}[played.game["to_move"]]
    move = played.legal()[0]

    assert played.change("moves", other, move=move) == (
        403,
        {"error": "the other player is to move"},
    )
    for key in ("", "x", "\ud800", played.game["id"], played.keys[other] + "x"):
        status, answer = played.change("moves", key=key, move=move)
        assert (status, answer) == (403, {"error": "not a key of this game"})
    assert not played.kept().history


@pytest.mark.parametrize(
    ("move", "status"),
    [
        ("build tavern", 409),
        ("draft the-tower", 400),
        ("", 400),
        ("x" * 9000, 400),
        ("\ud800\x1b[2J", 400),
    ],
)
def test_a_wrong_move_is_explained(
    played: Played, move: str, status: int, wording: Wording
) -> None:
    """A wrong move is refused with the library's message and changes nothing."""
    given, answer = played.change("moves", move=move)

    assert given == status
    wording(answer["error"])
    assert played.json("GET", played.url)[1]["version"] == 0


def test_undo_takes_back_moves_without_a_reveal(played: Played) -> None:
    """A player can undo their own last move unless it revealed something; the version increases."""
    assert played.change("undo")[0] == 409  # there is no move
    beginner = played.game["to_move"]
    played.play(1)
    other = {"one": "two", "two": "one"}[beginner]

    assert played.change("undo", other)[0] == 403
    status, after = played.change("undo", beginner)
    assert (status, after["version"], after["to_move"]) == (200, 2, beginner)
    assert after["state"] == played.game["state"]
    played.play(4)  # the second four wonders have been revealed
    status, answer = played.change("undo", str(played.kept().history[-1].player))
    assert status == 409
    assert "on offer" in answer["error"]


@pytest.mark.parametrize(
    ("game", "last", "end"),
    [
        (
            Game.from_state(
                state(Age.II, ["walls", "school"], city(20), city(20), pawn=8), rng=Random(1)
            ),
            "build walls",
            "Player one wins by military supremacy.",
        ),
        (
            Game.from_state(
                state(Age.III, ["palace"], city(20), city(20, "altar"), left=1), rng=Random(1)
            ),
            "discard palace",
            "Player two wins the civilian victory",
        ),
    ],
    ids=["supremacy", "last card"],
)
def test_nobody_takes_back_the_end(played: Played, game: Game, last: str, end: str) -> None:
    """The last move of a game cannot be taken back by either player, even without a reveal."""
    played.keep(game.record().to_text())
    status, after = played.change("moves", move=last)
    assert status == 200
    assert after["result"].startswith(end)

    for seat in ("one", "two"):
        assert played.change("undo", seat) == (409, {"error": "the game is over"})
    assert played.json("GET", played.url)[1] == after


def test_deals_cannot_be_guessed(service: Service) -> None:
    """Games have random deals and record no seed that could be guessed."""
    records = []
    for _ in range(3):
        client = Played(service)
        with closing(sqlite3.connect(service._path)) as database:
            query = "SELECT record FROM games WHERE id = ?"
            (text,) = database.execute(query, (client.game["id"],)).fetchone()
        records.append(Record.from_text(text))

    assert len({str(record.deal) for record in records}) == 3
    assert all("seed" not in record.tags for record in records)


def test_a_player_can_resign(played: Played) -> None:
    """A player can resign at any time, and then no move can be played."""
    move = played.legal()[0]
    status, after = played.change("resign", "two")

    assert (status, after["to_move"]) == (200, None)
    assert after["result"] == "Player two resigns, and Player one wins."
    assert played.legal() == []
    assert played.change("moves", move=move)[0] == 409
    assert played.change("undo", "one")[0] == 409
    assert played.change("resign", "one")[0] == 409


@pytest.mark.parametrize(
    "path",
    [
        "",
        "//",
        "/play",
        "/play/",
        "/play/short",
        "/files/",
        "/files/../web_service.py",
        "/page/app/../../conf.py",
        "/games/",
        "/games/../games",
        "/games/../../etc/passwd",
        "/games/..%2f..%2fetc%2fpasswd",
        "/games/' OR 1=1 --",
        "/games/short",
        "/games/" + "x" * 16,
        "/games/" + "x" * 17,
        "/games/" + "x" * 5000,
        "/games/" + "\xe9" * 16,
        "/games/xxxxxxxxxxxxxxxx\n",
        "/games/xxxxxxxxxxxxxxxx/options",
        "/games/xxxxxxxxxxxxxxxx/secrets",
        "/games/xxxxxxxxxxxxxxxx/options/1",
        "/catalogue/",
        "/GAMES",
    ],
)
def test_unknown_paths(played: Played, path: str) -> None:
    """Unknown games, odd ids and paths outside the tree all give 404."""
    status, answer = played.json("GET", path)

    assert status == 404
    assert answer["error"] in {"no such page", "no such game"}


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("GET", "/games", "POST"),
        ("DELETE", "/games", "POST"),
        ("POST", "/games/xxxxxxxxxxxxxxxx", "GET"),
        ("PUT", "/games/xxxxxxxxxxxxxxxx/moves", "POST"),
        ("POST", "/games/xxxxxxxxxxxxxxxx/options", "GET"),
        ("POST", "/games/xxxxxxxxxxxxxxxx/record", "GET"),
        ("POST", "/games/xxxxxxxxxxxxxxxx/picture", "GET"),
        ("GET", "/games/xxxxxxxxxxxxxxxx/undo", "POST"),
        ("GET", "/games/xxxxxxxxxxxxxxxx/resign", "POST"),
    ],
)
def test_methods_that_are_not_allowed(
    service: Service, method: str, path: str, allowed: str
) -> None:
    """A method that is not allowed is refused with the allowed ones."""
    status, headers, _ = Client(service).send(method, path)

    assert (status, headers["Allow"]) == (405, allowed)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"", "is not valid JSON"),
        (b"{", "is not valid JSON"),
        (b"\xff\xfe", "is not valid JSON"),
        (b'{"players": ["Ann", "Ben"]', "is not valid JSON"),
        (b"[" * 5000, "is not valid JSON"),
        (b"1" * 5000, "is not valid JSON"),
        (b"[]", "must be a JSON object"),
        (b"null", "must be a JSON object"),
        (b'{"players": "Ann"}', "missing or invalid 'players'; expected list"),
        (b'{"players": null}', "missing or invalid 'players'; expected list"),
        (b'{"players": ["Ann"]}', "two players"),
        (b'{"players": ["Ann", 2]}', "must be a string"),
        (b'{"players": ["Ann", "\\u001b[2J"]}', "contains the character"),
        (b'{"players": ["Ann", "\\ud800"]}', "contains the character"),
    ],
)
def test_an_unreadable_body(service: Service, body: bytes, message: str) -> None:
    """An unreadable body is refused with its fault, and no game is stored."""
    status, _, content = Client(service).send("POST", "/games", body)

    assert status == 400
    assert message in json.loads(content)["error"]
    with service._database() as database:
        assert database.execute("SELECT count(*) FROM games").fetchone() == (0,)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"key": None}, "missing or invalid 'key'; expected str"),
        ({"version": None}, "missing or invalid 'version'; expected int"),
        ({"version": "0"}, "missing or invalid 'version'; expected int"),
        ({"version": False}, "missing or invalid 'version'; expected int"),
        ({"move": 3}, "missing or invalid 'move'; expected str"),
        ({"move": ["draft"]}, "missing or invalid 'move'; expected str"),
    ],
)
def test_a_field_of_the_wrong_type(played: Played, fields: dict[str, Any], message: str) -> None:
    """A field of the wrong type is named."""
    assert played.change("moves", **fields) == (400, {"error": message})


@pytest.mark.parametrize(
    ("length", "status"),
    [
        (str(MAX_BODY_SIZE + 1), 413),
        ("9" * 5000, 413),
        ("", 411),
        ("-1", 411),
        ("ten", 411),
        ("\xb2", 411),
        ("100", 400),  # longer than the body
    ],
)
def test_the_length_of_a_body(length: str, status: int) -> None:
    """The length of a body is required and limited, and no more than that is read."""

    class Input(BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            assert size == 100
            return super().read(size)

    environ: dict[str, Any] = {"CONTENT_LENGTH": length, "wsgi.input": Input(b"{")}
    setup_testing_defaults(environ)

    with pytest.raises(Refused) as caught:
        web_service.read_body(environ)

    assert caught.value.status == status


def test_the_longest_body_is_read(service: Service) -> None:
    """A body of exactly the maximal length is accepted, and one byte more is not."""
    body = b"{" + b" " * (MAX_BODY_SIZE - 2) + b"}"
    client = Client(service)

    assert client.send("POST", "/games", body)[0] == 201
    assert client.send("POST", "/games", body + b" ")[0] == 413


# -- the page -------------------------------------------------------------------------------------


class Shown(Played):
    """A client that asks for what the page shows."""

    def view(self, seat: str = "", query: str = "") -> tuple[int, dict[str, Any]]:
        """Return what a player sees, or a spectator."""
        given = {"HTTP_AUTHORIZATION": f"Bearer {self.keys[seat]}"} if seat else {}
        given["QUERY_STRING"] = query
        status, _, content = self.send("GET", f"{self.url}/view", b"", **given)
        return status, json.loads(content)


def test_a_page_shows_each_player_what_they_can_do(service: Service) -> None:
    """The player to move gets their moves, the other one and spectators the same without them."""
    shown = Shown(service)
    # The first legal moves of a game that is dealt at random could end it early.
    shown.keep(Game(seed=2015).record().to_text())
    for number in range(0, 60, 6):
        game = shown.kept()
        mover = str(game.to_move)
        other = "two" if mover == "one" else "one"
        _, view = shown.view(mover)
        assert (view["version"], view["last"], view["mover"]) == (number, number, mover)
        assert view["acts"]
        assert view["you"] == mover
        assert view["bot"] is None
        legal = [one["move"] for one in view["actions"] if not one["why"]]
        assert legal == [str(move) for move in game.legal_moves]
        for _, watched in (shown.view(other), shown.view()):
            assert not watched["acts"]
            assert watched["actions"] == []
            assert "data-move=" not in watched["picture"]
            assert watched["status"] == view["status"]
            assert watched["moves"] == view["moves"]
        last = game.history[-1] if number else None
        for seat in ("one", "two", ""):
            mine = last is not None and str(last.player) == seat and not last.outcomes
            assert shown.view(seat)[1]["undo"] == mine
        shown.play(6)


def test_a_view_has_nothing_hidden(service: Service) -> None:
    """No player and no spectator is shown a face-down card or a key."""
    shown = Shown(service)
    shown.play(8)
    game = shown.kept()
    assert isinstance(game.deal, Deal)
    seen = {slot.building for slot in game.state.structure} | set(game.state.discard_pile)
    seen |= {card for city in game.state.cities for card in city.buildings}
    hidden = [card for age in game.deal.ages for card in age if card not in seen]
    assert len(hidden) > 40
    for seat in ("one", "two", ""):
        _, view = shown.view(seat)
        text = json.dumps(view)
        ids = {card.id for card in hidden}
        assert not ids & {one["card"] for one in [*view["places"], *view["actions"]]}
        assert not ids & set(view["about"])
        assert not [one for one in hidden if f">{one.name}<" in view["picture"]]
        assert not [key for key in shown.keys.values() if key in text]


def test_a_view_in_another_language_and_layout(service: Service) -> None:
    """The language, the theme and the layout of a view can be chosen; others are refused."""
    shown = Shown(service)
    _, view = shown.view("one", "language=fi&theme=dark&layout=tall")
    assert view["status"] != shown.view("one")[1]["status"]
    for query in ("language=xx", "theme=blue", "layout=round"):
        assert shown.view("one", query)[0] == 400


@pytest.mark.parametrize("key", ["Bearer x", "Bearer ", "Basic eDp5", "x" * 5000, "\xe9"])
def test_a_wrong_key_shows_nothing(service: Service, key: str) -> None:
    """A wrong key is refused; it does not make a player a spectator without a word."""
    shown = Shown(service)
    status, _, content = shown.send("GET", f"{shown.url}/view", HTTP_AUTHORIZATION=key)
    assert (status, json.loads(content)) == (403, {"error": "not a key of this game"})


def test_the_files_of_the_page(tmp_path: Path) -> None:
    """The files of the page are served with their types, and may load nothing from other sites."""
    page = tmp_path / "page"
    shutil.copytree(ROOT / "docs" / "play" / "app", page / "app")
    unbuilt = Client(Service(tmp_path / "games.sqlite", page))
    assert unbuilt.json("GET", f"/play/{'x' * 16}") == (
        404,
        {"error": "the page has not been built; nox -s docs builds it"},
    )
    (page / "runtime").mkdir()
    (page / "runtime" / "some.wasm").write_bytes(b"\0asm")
    (page / "secret.txt").write_text("secret")
    client = Client(Service(tmp_path / "games.sqlite", page))
    for path, kind in (
        ("/", "text/html"),
        (f"/play/{'x' * 16}", "text/html"),
        ("/files/remote.js", "text/javascript"),
        ("/page/app/app.js", "text/javascript"),
        ("/page/app/play.css", "text/css"),
        ("/page/runtime/some.wasm", "application/wasm"),
    ):
        status, headers, content = client.send("GET", path)
        assert (status, headers["Content-Type"]) == (200, kind)
        assert content
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert headers["Referrer-Policy"] == "no-referrer"
    assert client.send("GET", "/page/secret.txt")[0] == 404
    assert client.send("POST", "/")[0] == 404


# -- events ---------------------------------------------------------------------------------------


class Listener:
    """A client that reads a stream of events over HTTP."""

    def __init__(self, port: int, url: str, query: str = "", **headers: str) -> None:
        """Connect."""
        self.connection = HTTPConnection("127.0.0.1", port, timeout=30)
        self.connection.request("GET", f"{url}/events{query}", headers=headers)
        self.response = self.connection.getresponse()

    def part(self) -> dict[str, str]:
        """Return the next block of the stream; empty at its end. A comment is called so."""
        lines = []
        while (line := self.response.readline().decode()) not in {"\n", ""}:
            lines.append(line.rstrip("\n").split(": ", 1))
        return {name or "comment": text for name, text in lines}

    def event(self) -> tuple[int, dict[str, Any]]:
        """Return the id and the data of the next event."""
        while "data" not in (part := self.part()):
            assert part, "the stream has ended"
        return int(part["id"]), json.loads(part["data"])


@contextmanager
def listening(port: int, url: str, query: str = "", **headers: str) -> Iterator[Listener]:
    """Listen to a game while the context is open."""
    listener = Listener(port, url, query, **headers)
    with closing(listener.connection), listener.response:
        yield listener


class Online:
    """Two players of a game on a server that runs."""

    def __init__(self, port: int) -> None:
        """Begin a game."""
        self.port = port
        _, game = ask(port, "POST", "/games", {"players": ["Ann", "Ben"]})
        self.url, self.keys = f"/games/{game['id']}", game["keys"]

    def play(self) -> dict[str, Any]:
        """Play the first legal move."""
        game = ask(self.port, "GET", self.url)[1]
        return web_service.play_first(self.port, self.url, self.keys, game)


@pytest.fixture
def online(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Online]:
    """Run a server with a game."""
    monkeypatch.setattr(web_service, "Service", Hasty)
    with running(tmp_path / "games.sqlite") as port:
        yield Online(port)


def test_both_players_and_spectators_get_each_change(online: Online) -> None:
    """Everybody gets the present state first, then the public state after each change."""
    with (
        listening(online.port, online.url) as one,
        listening(online.port, online.url) as two,
        listening(online.port, online.url, "?after=0") as three,
    ):
        assert one.response.headers["Content-Type"] == "text/event-stream"
        assert one.response.headers["Cache-Control"] == "no-store"
        assert one.event() == two.event() == (0, ask(online.port, "GET", online.url)[1])
        now = {}
        for version in range(1, 12):
            now = online.play()
            for listener in (one, two, three):
                assert listener.event() == (version, now)
    text = json.dumps(now)
    assert not [key for key in online.keys.values() if key in text]


def test_nothing_is_missed_by_a_client_that_reconnects(online: Online) -> None:
    """A client that sends the last id it has gets the state at once if it is newer, and only then."""
    with listening(online.port, online.url) as listener:
        assert listener.part() == {"retry": "2000"}
        assert listener.event()[0] == 0
    for _ in range(3):
        online.play()
    with listening(online.port, online.url, **{"Last-Event-ID": "0"}) as listener:
        assert listener.event() == (3, ask(online.port, "GET", online.url)[1])
    with listening(online.port, online.url, **{"Last-Event-ID": "3"}) as listener:
        listener.part()
        now = online.play()
        assert listener.event() == (4, now)
    # The database was restored from a backup.
    with listening(online.port, online.url, **{"Last-Event-ID": "100"}) as listener:
        assert listener.event()[0] == 4


@pytest.mark.parametrize("last", ["x", "-1", "1.5", "9" * 10, "\u0663"])
def test_an_odd_id_is_refused(played: Played, last: str) -> None:
    """What no event had as its id is refused."""
    status, _, content = played.send("GET", f"{played.url}/events", HTTP_LAST_EVENT_ID=last)
    message = "Last-Event-ID must be the version of an event"
    assert (status, json.loads(content)) == (400, {"error": message})


def test_changes_of_another_process_are_sent(
    online: Online, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A change that another server made to the same file is sent a moment later."""
    monkeypatch.setattr(web_service, "POLL", 0.05)
    with (
        running(tmp_path / "games.sqlite") as port,
        listening(port, online.url, "?after=0") as listener,
    ):
        listener.part()
        online.play()
        assert listener.event()[0] == 1


def test_a_quiet_stream_shows_that_it_is_there(
    online: Online, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without events, comments are sent; they notice that a client has left."""
    monkeypatch.setattr(web_service, "HEARTBEAT", 0.05)
    monkeypatch.setattr(web_service, "MAX_LISTENERS_OF_A_GAME", 1)
    with listening(online.port, online.url, "?after=0") as listener:
        assert listener.part() == {"retry": "2000"}
        for _ in range(3):
            assert listener.part() == {"comment": "still there"}
    until = monotonic() + 20
    while True:
        with listening(online.port, online.url) as listener:
            if listener.response.status == 200:
                break
        assert monotonic() < until


def test_a_flood_of_listeners_is_refused(online: Online, monkeypatch: pytest.MonkeyPatch) -> None:
    """There are limits for the streams of a game and of all games; games can be played all the same."""
    monkeypatch.setattr(web_service, "MAX_LISTENERS_OF_A_GAME", 3)
    monkeypatch.setattr(web_service, "MAX_LISTENERS", 4)
    other = Online(online.port)
    with ExitStack() as stack:
        urls = (online.url, online.url, online.url, other.url)
        listeners = [stack.enter_context(listening(online.port, url)) for url in urls]
        assert [listener.event()[0] for listener in listeners] == [0] * 4
        for url, what in ((online.url, "this game"), (other.url, "the server")):
            with listening(online.port, url) as refused:
                assert refused.response.status == 503
                assert refused.response.headers["Retry-After"] == "20"
                message = f"too many streams of {what}; try again later"
                assert json.loads(refused.response.read()) == {"error": message}
        assert other.play()["version"] == 1
        assert listeners[3].event()[0] == 1


def test_a_slow_reader_is_left_alone(
    online: Online, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A client that does not read is disconnected; it delays nobody, and its place becomes free."""
    monkeypatch.setattr(web_service, "TIMEOUT", 0.3)
    monkeypatch.setattr(web_service, "HEARTBEAT", 0.001)
    monkeypatch.setattr(web_service, "MAX_LISTENERS_OF_A_GAME", 2)
    # A large event fills the buffers of the connection.
    monkeypatch.setattr(web_service, "public_view", lambda *_: {"version": 0, "more": "x" * 10**7})
    with create_connection(("127.0.0.1", online.port), timeout=30) as slow:
        slow.sendall(f"GET {online.url}/events HTTP/1.0\r\n\r\n".encode())
        assert slow.recv(10)
        with listening(online.port, online.url, "?after=0") as quick:
            assert quick.part() == {"retry": "2000"}
            assert quick.part() == {"comment": "still there"}
        until = monotonic() + 20
        feeds = [one for one in gc.get_objects() if isinstance(one, web_service.Feed)]
        while any(feed._streams for feed in feeds) and monotonic() < until:
            sleep(0.02)
        assert not any(feed._streams for feed in feeds)
    assert capfd.readouterr().err == ""


def test_streams_end_when_the_server_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A server that is stopped ends all streams at once; clients see the end of the stream."""
    monkeypatch.setattr(web_service, "Service", Hasty)
    with ExitStack() as stack:
        with running(tmp_path / "games.sqlite") as port:
            game = Online(port)
            listeners = [stack.enter_context(listening(port, game.url)) for _ in range(5)]
            for listener in listeners:
                listener.event()
            begun = monotonic()
        assert monotonic() - begun < 1.5
        for listener in listeners:
            assert listener.part() == {}
    assert capfd.readouterr().err == ""


def test_nobody_listens_to_a_server_that_is_being_stopped(played: Played) -> None:
    """A stream that is asked for too late is refused; one of a game that there is not, too."""
    assert played.json("GET", f"/games/{'x' * 16}/events")[0] == 404
    played.service.feed.close()
    assert played.json("GET", f"{played.url}/events") == (
        503,
        {"error": "the server is being stopped"},
    )


# -- faults ---------------------------------------------------------------------------------------


def test_an_internal_error_shows_no_details(
    played: Played, caplog: pytest.LogCaptureFixture
) -> None:
    """A broken database gives 500 and a log entry, and the response shows no details."""
    with closing(sqlite3.connect(played.service._path)) as database, database:
        database.execute("DROP TABLE games")

    assert played.json("GET", played.url) == (500, {"error": "internal server error"})
    assert "no such table" in caplog.text


@pytest.mark.parametrize("how", ["cut off", "changed", "emptied"])
def test_a_damaged_record_is_an_internal_error(
    played: Played, caplog: pytest.LogCaptureFixture, how: str
) -> None:
    """The fault of a damaged record goes to the log only, since it may quote hidden cards."""
    played.play(3)
    text = played.kept().record().to_text()
    third = text.index("\n3. ") + 4
    damaged = {
        "cut off": text[:-20],
        "changed": f"{text[:third]}dance{text[third:]}",
        "emptied": "",
    }
    played.keep(damaged[how])
    fault = (500, {"error": "internal server error"})

    assert played.json("GET", played.url) == fault
    body = {"key": played.keys["one"], "version": 3, "move": "x"}
    for part in ("moves", "undo", "resign"):
        assert played.json("POST", f"{played.url}/{part}", body) == fault
    assert "FormatError" in caplog.text


@pytest.mark.parametrize("trickle", [b"", b" "])
def test_a_slow_body_times_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trickle: bytes
) -> None:
    """A body that arrives too slowly is answered with an error when its time is over."""
    monkeypatch.setattr(web_service, "TIMEOUT", 0.4)
    with running(tmp_path / "games.sqlite") as port:
        begun = monotonic()
        with create_connection(("127.0.0.1", port), timeout=30) as connection:
            connection.sendall(b"POST /games HTTP/1.0\r\nContent-Length: 1000\r\n\r\n{")
            while not select([connection], [], [], 0.05)[0]:
                connection.sendall(trickle)
                assert monotonic() < begun + 20
            answer = connection.recv(10_000).decode()

    assert answer.split("\r\n")[0].endswith("408 Request Timeout")


def test_a_slow_request_times_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A connection without a complete request times out without a traceback."""
    monkeypatch.setattr(web_service, "TIMEOUT", 0.2)
    with running(tmp_path / "games.sqlite") as port:
        for begun in (b"", b"POST /games HTTP/1.0\r\nContent-Le"):
            with create_connection(("127.0.0.1", port), timeout=30) as connection:
                connection.sendall(begun)
                assert connection.recv(10_000) == b""

    assert capfd.readouterr().err == ""


def test_it_speaks_http(tmp_path: Path) -> None:
    """Malformed requests and bodies that are announced too long get a response too."""
    with running(tmp_path / "games.sqlite") as port:
        with closing(HTTPConnection("127.0.0.1", port, timeout=20)) as connection:
            connection.putrequest("POST", "/games")
            connection.putheader("Content-Length", "10000000")
            connection.endheaders()
            response = connection.getresponse()
            assert response.status == 413
            assert (
                json.loads(response.read())["error"]
                == f"the body is too long; the limit is {MAX_BODY_SIZE} bytes"
            )
        assert ask(port, "GET", "/games/%2e%2e/%2e%2e")[0] == 404
        status, game = ask(port, "POST", "/games", {})
        assert status == 201
        assert State.from_json(json.dumps(game["state"])).phase == "draft"


def test_it_serves_until_it_is_stopped(tmp_path: Path) -> None:
    """``--serve`` prints its address; however it ends, the games are in the given file."""
    script = Path(web_service.__file__)
    with subprocess.Popen(  # noqa: S603 - our own script
        [sys.executable, "-W", "error", str(script), "--serve", "0", "--database", "kept.sqlite"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
    ) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        port = int(first.split(":")[-1].split("/")[0])
        status, _ = ask(port, "POST", "/games", {})
        process.kill()

    assert status == 201
    assert (tmp_path / "kept.sqlite").is_file()
    service = Service(tmp_path / "kept.sqlite")  # acknowledged changes survive even a kill
    with service._database() as database:
        assert database.execute("SELECT count(*) FROM games").fetchone() == (1,)


@pytest.mark.parametrize(
    ("port", "database"),
    [("99999", "games.sqlite"), ("-1", "games.sqlite"), ("0", "none/games.sqlite"), ("0", "text")],
)
def test_invalid_settings_are_reported(
    port: str, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An invalid port, a missing folder or an invalid database is reported without a traceback."""
    (tmp_path / "text").write_text("This is a text, and it is longer than a header. " * 20)
    monkeypatch.setattr(
        sys, "argv", ["web_service.py", "--serve", port, "--database", str(tmp_path / database)]
    )
    with pytest.raises(SystemExit) as caught:
        web_service.main()

    assert caught.value.code == 2


def test_it_is_stopped_before_it_serves(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl-C before the server has started ends the program without a traceback."""

    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(sys, "argv", ["web_service.py", "--serve", "0"])
    monkeypatch.setattr(sqlite3, "connect", stop)
    with pytest.raises(SystemExit) as caught:
        runpy.run_path(str(web_service.__file__), run_name="__main__")

    assert caught.value.code == 130
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("arguments", [[], ["--serve", "0"]])
def test_it_needs_a_checkout(
    arguments: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A copy of the program alone has one clear error."""
    monkeypatch.setattr(web_service, "SOURCE", tmp_path / "play")
    monkeypatch.setattr(sys, "argv", ["web_service.py", *arguments])
    with pytest.raises(SystemExit) as caught:
        web_service.main()

    assert caught.value.code == 2
    assert "run this program in a checkout" in capsys.readouterr().err
