"""A web service for games of two, kept in SQLite: it survives a restart, and needs nothing else.

Run it with ``python examples/web_service.py``: it plays a game through HTTP, is stopped in
the middle, and goes on after a new start. ``--serve PORT`` serves until Ctrl-C.

    GET  /catalogue?language=fr                                          the cards, in a language
    POST /games             {"players": ["Ann", "Ben"]}                  a new game, a key for each
    GET  /games/ID                                                       all that may be seen
    GET  /games/ID/options                                               what can be done, or why not
    GET  /games/ID/picture                                               the table as an SVG
    GET  /games/ID/record                                                the game so far, as a text
    POST /games/ID/moves    {"key": "…", "version": 0, "move": …}        play: a text or a document
    POST /games/ID/undo     {"key": "…", "version": 1}                   not over a card turned up,
                                                                         nor once the game is over
    POST /games/ID/resign   {"key": "…", "version": 1}

The deal never leaves the database. A change names the version that it is meant for: of two
that come at once, one is refused. A client that draws the game needs no card of its own: it fetches the
catalogue once, and for each version the state and the options. ``Service`` is a WSGI application for any WSGI server.
"""

from __future__ import annotations

import json
import logging
import re
import sqlite3
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from hmac import compare_digest
from http import HTTPStatus
from http.client import HTTPConnection
from io import BufferedReader, RawIOBase
from pathlib import Path
from secrets import token_urlsafe
from socket import socket
from socketserver import ThreadingMixIn
from tempfile import TemporaryDirectory
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import parse_qs
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server
from wsgiref.types import StartResponse, WSGIEnvironment

from wonders_duel import (
    Game,
    IllegalMoveError,
    Move,
    Player,
    Record,
    UndoError,
    WondersDuelError,
    catalogue,
    serialization,
)
from wonders_duel.render import svg

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

LONGEST_BODY = 10_000
"""Bytes of a request; a move takes about a hundred."""
PATIENCE = 10.0
"""Seconds within which a whole request has to arrive, however many pieces it comes in."""
CARDS = "/catalogue"
"""Where the cards are: the same for every game."""
PATH = re.compile(r"/games(?:/(?P<id>[\w-]{16})(?:/(?P<part>\w+))?)?", re.ASCII)
METHODS = {
    "": "GET",
    "options": "GET",
    "moves": "POST",
    "picture": "GET",
    "record": "GET",
    "undo": "POST",
    "resign": "POST",
}
TYPES = {"picture": "image/svg+xml", "record": "text/plain; charset=utf-8"}
"""What is not sent as JSON."""
LOG = logging.getLogger("web_service")
Body = dict[str, Any]
T = TypeVar("T")


class Refused(Exception):  # noqa: N818 - an answer like others
    """A request that is answered with an error."""

    def __init__(self, status: HTTPStatus, message: str, **headers: str) -> None:
        """Hold the status, what is wrong, and headers that belong to it."""
        super().__init__(message)
        self.status, self.headers = status, headers


class DamagedError(Exception):
    """A game in the database that cannot be read: our fault, not that of whoever asks for it."""


class Service:
    """The application; a connection for each call, so that threads and processes may share a file."""

    def __init__(self, path: Path) -> None:
        """Open the database, and make the table where there is none yet."""
        self._path = path
        with self._database() as database:
            database.execute("PRAGMA journal_mode = WAL")  # readers do not wait for writers
            database.execute(
                "CREATE TABLE IF NOT EXISTS games (id TEXT PRIMARY KEY, version INTEGER NOT NULL,"
                " record TEXT NOT NULL, key_one TEXT NOT NULL, key_two TEXT NOT NULL)"
            )

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """Answer a request, whatever it is."""
        headers = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
        kind = "application/json"
        answer: Body | str
        try:
            status, kind, answer = self._answer(environ)
        except Refused as error:
            status, answer = error.status, {"error": str(error)}
            headers |= error.headers
        except IllegalMoveError as error:
            reasons = [serialization.to_document(reason) for reason in error.reasons]
            status, answer = HTTPStatus.CONFLICT, {"error": str(error), "reasons": reasons}
        except UndoError as error:
            status, answer = HTTPStatus.CONFLICT, {"error": str(error)}
        except WondersDuelError as error:
            status, answer = HTTPStatus.BAD_REQUEST, {"error": str(error)}
        except Exception:
            LOG.exception("a request failed")  # for us; strangers learn nothing
            status, answer = HTTPStatus.INTERNAL_SERVER_ERROR, {"error": "this is our fault"}
        content = (answer if isinstance(answer, str) else json.dumps(answer)).encode()
        headers |= {"Content-Type": kind, "Content-Length": str(len(content))}
        start(f"{status.value} {status.phrase}", list(headers.items()))
        return [content]

    def _answer(self, environ: WSGIEnvironment) -> tuple[HTTPStatus, str, Body | str]:
        method, where = environ["REQUEST_METHOD"], environ.get("PATH_INFO", "")
        if (method, where) == ("GET", CARDS):
            asked = parse_qs(environ.get("QUERY_STRING", ""))
            text = serialization.dumps(catalogue, language=asked.get("language", ["en"])[0])
            return HTTPStatus.OK, "application/json", text
        path = PATH.fullmatch(where)
        part = path and (path["part"] or "")
        if path is None or part not in METHODS:
            raise Refused(HTTPStatus.NOT_FOUND, "there is no such page")
        allowed = METHODS[part] if path["id"] else "POST"
        if method not in allowed.split(", "):
            message = f"only {allowed} is possible here"
            raise Refused(HTTPStatus.METHOD_NOT_ALLOWED, message, Allow=allowed)
        if method == "GET":
            kind = TYPES.get(part, "application/json")
            return HTTPStatus.OK, kind, self._look(path["id"], part)
        body = body_of(environ)
        if not path["id"]:
            return HTTPStatus.CREATED, "application/json", self._create(body)
        return HTTPStatus.OK, "application/json", self._change(path["id"], part, body)

    def _create(self, body: Body) -> Body:
        game = Game(first_player="random")  # no seed: a small one could be found by trying
        if "players" in body:
            game.players = field(body, "players", list)
        name, one, two = (token_urlsafe(12) for _ in range(3))
        row = (name, game.record().to_text(), one, two)
        with self._database() as database:
            database.execute("INSERT INTO games VALUES (?, 0, ?, ?, ?)", row)
        return {**table(name, 0, game), "keys": {"one": one, "two": two}}

    def _look(self, name: str, part: str) -> Body | str:
        game, version, _ = self._load(name)
        if part == "record":
            return game.record(public=True).to_text()
        if part == "picture":
            return svg(game, legal_moves=True)
        if part == "options":
            return {"version": version, "options": serialization.to_document(game.options())}
        return table(name, version, game)

    def _change(self, name: str, part: str, body: Body) -> Body:
        game, version, keys = self._load(name)
        key = field(body, "key", str).encode(errors="replace")
        seats = [seat for seat in Player if compare_digest(keys[seat].encode(), key)]
        if not seats:
            raise Refused(HTTPStatus.FORBIDDEN, "this is no key of the game")
        if field(body, "version", int) != version:
            raise Refused(HTTPStatus.CONFLICT, f"the game is at version {version} already")
        if part == "resign":
            game.resign(seats[0])
        elif part == "undo":
            if game.is_over:  # or the loser could take back the move that ended it
                raise Refused(HTTPStatus.CONFLICT, "the game is over")
            if game.history and game.history[-1].player not in seats:
                raise Refused(HTTPStatus.FORBIDDEN, "the last move is the other player's")
            game.undo(over_reveals=False)
        elif not game.is_over and game.to_move not in seats:
            raise Refused(HTTPStatus.FORBIDDEN, "the other player is to move")
        else:
            game.play(move_of(body))
        with self._database() as database:  # unless somebody else was quicker
            done = database.execute(
                "UPDATE games SET record = ?, version = version + 1 WHERE id = ? AND version = ?",
                (game.record().to_text(), name, version),
            )
        if done.rowcount != 1:
            raise Refused(HTTPStatus.CONFLICT, "the game has changed meanwhile")
        return table(name, version + 1, game)

    def _load(self, name: str) -> tuple[Game, int, tuple[str, str]]:
        with self._database() as database:
            row = database.execute("SELECT * FROM games WHERE id = ?", (name,)).fetchone()
        if row is None:
            raise Refused(HTTPStatus.NOT_FOUND, "there is no such game")
        _, version, text, one, two = row
        try:
            game = Game.from_record(Record.from_text(text))
        except WondersDuelError as error:  # what it quotes of the record may lie face down
            raise DamagedError(name) from error
        return game, version, (one, two)

    @contextmanager
    def _database(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(self._path, timeout=10, isolation_level=None)) as database:
            database.execute("PRAGMA synchronous = FULL")  # what was answered is on the disk
            yield database


def table(name: str, version: int, game: Game) -> Body:
    """Return all that may be seen of a game: what lies face down is not in a state, nor in what a move did."""
    result = game.record().result
    last = [serialization.to_document(step) for step in game.history[-1:]]
    return {
        "id": name,
        "version": version,
        "players": [player.name for player in game.players],
        "to_move": None if game.to_move is None else str(game.to_move),
        "result": None if result is None else str(result),
        "state": serialization.to_document(game.state),
        "events": last[0]["events"] if last else [],
    }


def body_of(environ: WSGIEnvironment) -> Body:
    """Read the JSON object that a request brings."""
    length = environ.get("CONTENT_LENGTH") or ""
    if not (length.isascii() and length.isdigit()):
        raise Refused(HTTPStatus.LENGTH_REQUIRED, "Content-Length is missing")
    if len(length) > 9 or int(length) > LONGEST_BODY:
        message = f"a body can have {LONGEST_BODY} bytes"
        raise Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, message)
    try:
        body = json.loads(environ["wsgi.input"].read(int(length)))
    except TimeoutError:
        message = "the body is shorter than its Content-Length, or too slow"
        raise Refused(HTTPStatus.REQUEST_TIMEOUT, message) from None
    except (ValueError, RecursionError):
        raise Refused(HTTPStatus.BAD_REQUEST, "the body is no JSON") from None
    if not isinstance(body, dict):
        raise Refused(HTTPStatus.BAD_REQUEST, "the body has to be a JSON object")
    return body


def field(body: Body, name: str, kind: type[T]) -> T:
    """Return a field, or say that it is missing or of another kind."""
    value = body.get(name)
    if type(value) is not kind:
        raise Refused(HTTPStatus.BAD_REQUEST, f"{name!r} has to be given, as {kind.__name__}")
    return value


def move_of(body: Body) -> Move | str:
    """Return the move: a document, such as that of an option, or a text that somebody typed."""
    if isinstance(body.get("move"), dict):
        return serialization.from_document(body["move"], Move)
    return field(body, "move", str)


class Punctual(RawIOBase):
    """What arrives on a connection, up to a moment: nobody keeps a thread waiting for ever."""

    def __init__(self, connection: socket) -> None:
        """Start the clock."""
        self._connection, self._until = connection, monotonic() + PATIENCE

    def readable(self) -> bool:
        """Say that it can be read."""
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        """Read what is there, or wait for it as long as there is time."""
        self._connection.settimeout(max(self._until - monotonic(), 0.001))
        return self._connection.recv_into(buffer)


class Handler(WSGIRequestHandler):
    """Writes no line for each request, and waits for none too long."""

    def setup(self) -> None:
        """Read with a limit of time."""
        super().setup()
        self.rfile.close()
        self.rfile = BufferedReader(Punctual(self.connection))

    def handle(self) -> None:
        """Answer a request, unless its beginning does not arrive, or nobody takes the answer."""
        with suppress(TimeoutError, ConnectionError):
            super().handle()

    def log_message(self, *_: object) -> None:
        """Be quiet."""


class Server(ThreadingMixIn, WSGIServer):
    """A thread for each request. It is for trying out: on the internet take a server made for it."""

    daemon_threads = True


def server(path: Path, port: int = 0) -> WSGIServer:
    """Make a server on this machine, on a free port if none is given."""
    return make_server("127.0.0.1", port, Service(path), Server, Handler)


@contextmanager
def running(path: Path) -> Iterator[int]:
    """Serve in a thread, and stop at the end."""
    with server(path) as made:
        thread = Thread(target=made.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield made.server_port
        finally:
            made.shutdown()
            thread.join()


def ask(port: int, method: str, path: str, body: Body | None = None) -> tuple[int, Body]:
    """Send a request and give the status and the answer."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=30)) as connection:
        connection.request(method, path, None if body is None else json.dumps(body))
        response = connection.getresponse()
        return response.status, json.loads(response.read())


def demonstrate(path: Path) -> None:
    """Play a game through HTTP, with a restart in the middle."""
    with running(path) as port:
        _, game = ask(port, "POST", "/games", {"players": ["Ann", "Ben"]})
        url, keys = f"/games/{game['id']}", game["keys"]
        print(f"A new game at {url}: player {game['to_move']} begins")
        wrong = {"key": keys[game["to_move"]], "version": 0, "move": "build tavern"}
        print("Refused:", *ask(port, "POST", f"{url}/moves", wrong))
        _, cards = ask(port, "GET", f"{CARDS}?language=fi")
        names = ", ".join(card["name"] for card in cards["wonders"][:3])
        print(f"The cards in Finnish: {names} and others")
        while game["version"] < 20:
            game = play_first(port, url, keys, game)
    print(f"Stopped at version {game['version']}")
    with running(path) as port:
        _, game = ask(port, "GET", url)
        print(f"Started again at version {game['version']}: player {game['to_move']} is to move")
        while game["to_move"]:
            game = play_first(port, url, keys, game)
    print(f"Version {game['version']}: {game['result']}")


def play_first(port: int, url: str, keys: Body, game: Body) -> Body:
    """Play the first option that is legal, and give what came of it."""
    _, now = ask(port, "GET", f"{url}/options")
    option = next(one for one in now["options"]["options"] if not one["reasons"])
    move = {"format": "wonders-duel/move", "version": 1, **option["move"]}
    sent = {"key": keys[game["to_move"]], "version": now["version"], "move": move}
    status, after = ask(port, "POST", f"{url}/moves", sent)
    assert status == HTTPStatus.OK, after
    return after


def main() -> None:
    """Read the arguments, and serve or demonstrate."""
    parser = ArgumentParser(description="Games of 7 Wonders Duel over HTTP.")
    parser.add_argument("--serve", type=int, metavar="PORT", help="serve until Ctrl-C")
    parser.add_argument("--database", type=Path, default="games.sqlite", metavar="FILE")
    options = parser.parse_args()
    if options.serve is None:
        with TemporaryDirectory() as folder:
            demonstrate(Path(folder) / "games.sqlite")
        return
    try:
        made = server(options.database, options.serve)
    except (OSError, OverflowError, sqlite3.Error) as error:
        parser.error(f"this cannot be served: {error}")
    with made:
        print(f"Games at http://127.0.0.1:{made.server_port}/games", flush=True)
        try:
            made.serve_forever()
        except KeyboardInterrupt:
            print("Stopped; the games are kept")


if __name__ == "__main__":
    main()
