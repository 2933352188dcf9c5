"""A web service for two-player games that are stored in SQLite and survive a restart.

Run it with ``python examples/web_service.py``: it plays a game over HTTP, stops in the
middle, restarts and finishes the game. ``--serve PORT`` serves until Ctrl-C.

    GET  /catalogue?language=fr                                     the cards, in a language
    POST /games             {"players": ["Ann", "Ben"]}             new game, with a key per player
    GET  /games/ID                                                  the public state
    GET  /games/ID/options                                          the options, with reasons
    GET  /games/ID/picture                                          the table as an SVG
    GET  /games/ID/record                                           the public record, as text
    POST /games/ID/moves    {"key": "…", "version": 0, "move": …}   play a move: text or document
    POST /games/ID/undo     {"key": "…", "version": 1}              unless a card was revealed or
                                                                    the game is over
    POST /games/ID/resign   {"key": "…", "version": 1}

The deal never leaves the database. A change includes the version that it is based on; if two
requests arrive at the same time, one is rejected. A client that draws the game fetches the
catalogue once, and for each version the state and the options. ``Service`` is an application
for any WSGI server.
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

MAX_BODY_SIZE = 10_000
"""The maximum size of a request body in bytes; a move takes about a hundred."""
TIMEOUT = 10.0
"""The time limit for receiving a whole request, in seconds."""
CATALOGUE_PATH = "/catalogue"
"""The path of the cards, which are the same for every game."""
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
"""Responses that are not JSON."""
LOG = logging.getLogger("web_service")
Body = dict[str, Any]
T = TypeVar("T")


class Refused(Exception):  # noqa: N818 - an ordinary response
    """A request that gets an error response."""

    def __init__(self, status: HTTPStatus, message: str, **headers: str) -> None:
        """Create an error response with a status, a message and extra headers."""
        super().__init__(message)
        self.status, self.headers = status, headers


class DamagedError(Exception):
    """A game in the database cannot be read: a server error, not the client's."""


class Service:
    """The WSGI application; it opens a connection for each request, so threads can share it."""

    def __init__(self, path: Path) -> None:
        """Open the database, and create the table if necessary."""
        self._path = path
        with self._database() as database:
            database.execute("PRAGMA journal_mode = WAL")  # readers do not wait for writers
            database.execute(
                "CREATE TABLE IF NOT EXISTS games (id TEXT PRIMARY KEY, version INTEGER NOT NULL,"
                " record TEXT NOT NULL, key_one TEXT NOT NULL, key_two TEXT NOT NULL)"
            )

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        """Handle a request; every error becomes a response."""
        headers = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
        kind = "application/json"
        response: Body | str
        try:
            status, kind, response = self._respond(environ)
        except Refused as error:
            status, response = error.status, {"error": str(error)}
            headers |= error.headers
        except IllegalMoveError as error:
            reasons = [serialization.to_document(reason) for reason in error.reasons]
            status, response = HTTPStatus.CONFLICT, {"error": str(error), "reasons": reasons}
        except UndoError as error:
            status, response = HTTPStatus.CONFLICT, {"error": str(error)}
        except WondersDuelError as error:
            status, response = HTTPStatus.BAD_REQUEST, {"error": str(error)}
        except Exception:
            LOG.exception("a request failed")  # clients get no details
            status, response = HTTPStatus.INTERNAL_SERVER_ERROR, {"error": "internal server error"}
        content = (response if isinstance(response, str) else json.dumps(response)).encode()
        headers |= {"Content-Type": kind, "Content-Length": str(len(content))}
        start(f"{status.value} {status.phrase}", list(headers.items()))
        return [content]

    def _respond(self, environ: WSGIEnvironment) -> tuple[HTTPStatus, str, Body | str]:
        method, where = environ["REQUEST_METHOD"], environ.get("PATH_INFO", "")
        if (method, where) == ("GET", CATALOGUE_PATH):
            query = parse_qs(environ.get("QUERY_STRING", ""))
            text = serialization.dumps(catalogue, language=query.get("language", ["en"])[0])
            return HTTPStatus.OK, "application/json", text
        path = PATH.fullmatch(where)
        part = path and (path["part"] or "")
        if path is None or part not in METHODS:
            raise Refused(HTTPStatus.NOT_FOUND, "no such page")
        allowed = METHODS[part] if path["id"] else "POST"
        if method not in allowed.split(", "):
            message = f"method not allowed; use {allowed}"
            raise Refused(HTTPStatus.METHOD_NOT_ALLOWED, message, Allow=allowed)
        if method == "GET":
            kind = TYPES.get(part, "application/json")
            return HTTPStatus.OK, kind, self._get(path["id"], part)
        body = read_body(environ)
        if not path["id"]:
            return HTTPStatus.CREATED, "application/json", self._create(body)
        return HTTPStatus.OK, "application/json", self._update(path["id"], part, body)

    def _create(self, body: Body) -> Body:
        game = Game(first_player="random")  # no seed: a small one could be guessed
        if "players" in body:
            game.players = field(body, "players", list)
        name, one, two = (token_urlsafe(12) for _ in range(3))
        row = (name, game.record().to_text(), one, two)
        with self._database() as database:
            database.execute("INSERT INTO games VALUES (?, 0, ?, ?, ?)", row)
        return {**public_view(name, 0, game), "keys": {"one": one, "two": two}}

    def _get(self, name: str, part: str) -> Body | str:
        game, version, _ = self._load(name)
        if part == "record":
            return game.record(public=True).to_text()
        if part == "picture":
            return svg(game, legal_moves=True)
        if part == "options":
            return {"version": version, "options": serialization.to_document(game.options())}
        return public_view(name, version, game)

    def _update(self, name: str, part: str, body: Body) -> Body:
        game, version, keys = self._load(name)
        key = field(body, "key", str).encode(errors="replace")
        seats = [seat for seat in Player if compare_digest(keys[seat].encode(), key)]
        if not seats:
            raise Refused(HTTPStatus.FORBIDDEN, "not a key of this game")
        if field(body, "version", int) != version:
            raise Refused(HTTPStatus.CONFLICT, f"the game is already at version {version}")
        if part == "resign":
            game.resign(seats[0])
        elif part == "undo":
            if game.is_over:  # otherwise the loser could undo the last move
                raise Refused(HTTPStatus.CONFLICT, "the game is over")
            if game.history and game.history[-1].player not in seats:
                raise Refused(HTTPStatus.FORBIDDEN, "the last move was the other player's")
            game.undo(over_reveals=False)
        elif not game.is_over and game.to_move not in seats:
            raise Refused(HTTPStatus.FORBIDDEN, "the other player is to move")
        else:
            game.play(requested_move(body))
        with self._database() as database:  # unless another request was faster
            done = database.execute(
                "UPDATE games SET record = ?, version = version + 1 WHERE id = ? AND version = ?",
                (game.record().to_text(), name, version),
            )
        if done.rowcount != 1:
            raise Refused(HTTPStatus.CONFLICT, "the game has changed in the meantime")
        return public_view(name, version + 1, game)

    def _load(self, name: str) -> tuple[Game, int, tuple[str, str]]:
        with self._database() as database:
            row = database.execute("SELECT * FROM games WHERE id = ?", (name,)).fetchone()
        if row is None:
            raise Refused(HTTPStatus.NOT_FOUND, "no such game")
        _, version, text, one, two = row
        try:
            game = Game.from_record(Record.from_text(text))
        except WondersDuelError as error:  # its message may quote hidden cards
            raise DamagedError(name) from error
        return game, version, (one, two)

    @contextmanager
    def _database(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(self._path, timeout=10, isolation_level=None)) as database:
            database.execute("PRAGMA synchronous = FULL")  # on disk before the response
            yield database


def public_view(name: str, version: int, game: Game) -> Body:
    """Return the public part of a game; states and events contain no hidden cards."""
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


def read_body(environ: WSGIEnvironment) -> Body:
    """Return the JSON object in the body of a request."""
    length = environ.get("CONTENT_LENGTH") or ""
    if not (length.isascii() and length.isdigit()):
        raise Refused(HTTPStatus.LENGTH_REQUIRED, "Content-Length is missing")
    if len(length) > 9 or int(length) > MAX_BODY_SIZE:
        message = f"the body is too long; the limit is {MAX_BODY_SIZE} bytes"
        raise Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, message)
    try:
        body = json.loads(environ["wsgi.input"].read(int(length)))
    except TimeoutError:
        message = "the body is shorter than its Content-Length, or arrives too slowly"
        raise Refused(HTTPStatus.REQUEST_TIMEOUT, message) from None
    except (ValueError, RecursionError):
        raise Refused(HTTPStatus.BAD_REQUEST, "the body is not valid JSON") from None
    if not isinstance(body, dict):
        raise Refused(HTTPStatus.BAD_REQUEST, "the body must be a JSON object")
    return body


def field(body: Body, name: str, kind: type[T]) -> T:
    """Return a field of the body; reject the request if it is missing or has the wrong type."""
    value = body.get(name)
    if type(value) is not kind:
        raise Refused(
            HTTPStatus.BAD_REQUEST, f"missing or invalid {name!r}; expected {kind.__name__}"
        )
    return value


def requested_move(body: Body) -> Move | str:
    """Return the move: a document, such as that of an option, or text typed by a user."""
    if isinstance(body.get("move"), dict):
        return serialization.from_document(body["move"], Move)
    return field(body, "move", str)


class TimedInput(RawIOBase):
    """Input from a connection with a deadline, so that no client blocks a thread forever."""

    def __init__(self, connection: socket) -> None:
        """Wrap a connection and start the timer."""
        self._connection, self._deadline = connection, monotonic() + TIMEOUT

    def readable(self) -> bool:
        """Return True: it is an input stream."""
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        """Read available data, or wait for it until the deadline."""
        self._connection.settimeout(max(self._deadline - monotonic(), 0.001))
        return self._connection.recv_into(buffer)


class Handler(WSGIRequestHandler):
    """A request handler with a time limit and without a log."""

    def setup(self) -> None:
        """Replace the input with one that has a deadline."""
        super().setup()
        self.rfile.close()
        self.rfile = BufferedReader(TimedInput(self.connection))

    def handle(self) -> None:
        """Handle a request; ignore timeouts and closed connections."""
        with suppress(TimeoutError, ConnectionError):
            super().handle()

    def log_message(self, *_: object) -> None:
        """Log nothing."""


class Server(ThreadingMixIn, WSGIServer):
    """A server with one thread per request, for testing only: use a production server on the internet."""

    daemon_threads = True


def server(path: Path, port: int = 0) -> WSGIServer:
    """Return a server on localhost; port 0 selects a free port."""
    return make_server("127.0.0.1", port, Service(path), Server, Handler)


@contextmanager
def running(path: Path) -> Iterator[int]:
    """Run a server in a thread while the context is open; yields its port."""
    with server(path) as running_server:
        thread = Thread(target=running_server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield running_server.server_port
        finally:
            running_server.shutdown()
            thread.join()


def ask(port: int, method: str, path: str, body: Body | None = None) -> tuple[int, Body]:
    """Send a request, and return the status and the response."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=30)) as connection:
        connection.request(method, path, None if body is None else json.dumps(body))
        response = connection.getresponse()
        return response.status, json.loads(response.read())


def run_demo(path: Path) -> None:
    """Play a game over HTTP, with a restart in the middle."""
    with running(path) as port:
        _, game = ask(port, "POST", "/games", {"players": ["Ann", "Ben"]})
        url, keys = f"/games/{game['id']}", game["keys"]
        print(f"A new game at {url}: player {game['to_move']} begins")
        wrong = {"key": keys[game["to_move"]], "version": 0, "move": "build tavern"}
        print("Rejected:", *ask(port, "POST", f"{url}/moves", wrong))
        _, cards = ask(port, "GET", f"{CATALOGUE_PATH}?language=fi")
        names = ", ".join(card["name"] for card in cards["wonders"][:3])
        print(f"The cards in Finnish: {names} and others")
        while game["version"] < 20:
            game = play_first(port, url, keys, game)
    print(f"Stopped at version {game['version']}")
    with running(path) as port:
        _, game = ask(port, "GET", url)
        print(f"Restarted at version {game['version']}: player {game['to_move']} is to move")
        while game["to_move"]:
            game = play_first(port, url, keys, game)
    print(f"Version {game['version']}: {game['result']}")


def play_first(port: int, url: str, keys: Body, game: Body) -> Body:
    """Play the first legal option, and return the new public state."""
    _, now = ask(port, "GET", f"{url}/options")
    option = next(one for one in now["options"]["options"] if not one["reasons"])
    move = {"format": "wonders-duel/move", "version": 1, **option["move"]}
    sent = {"key": keys[game["to_move"]], "version": now["version"], "move": move}
    status, after = ask(port, "POST", f"{url}/moves", sent)
    assert status == HTTPStatus.OK, after
    return after


def main() -> None:
    """Parse the arguments, then serve or run the demo."""
    parser = ArgumentParser(description="Games of 7 Wonders Duel over HTTP.")
    parser.add_argument("--serve", type=int, metavar="PORT", help="serve until Ctrl-C")
    parser.add_argument("--database", type=Path, default="games.sqlite", metavar="FILE")
    options = parser.parse_args()
    if options.serve is None:
        with TemporaryDirectory() as folder:
            run_demo(Path(folder) / "games.sqlite")
        return
    try:
        web_server = server(options.database, options.serve)
    except (OSError, OverflowError, sqlite3.Error) as error:
        parser.error(f"cannot start the server: {error}")
    with web_server:
        print(f"Games at http://127.0.0.1:{web_server.server_port}/games", flush=True)
        try:
            web_server.serve_forever()
        except KeyboardInterrupt:
            print("Stopped; all games are saved")


if __name__ == "__main__":
    main()
