"""A web service for two-player games that are stored in SQLite and survive a restart.

Run it with ``python examples/web_service.py``: it plays a game over HTTP, stops in the
middle, restarts and finishes the game. ``--serve PORT`` serves until Ctrl-C: at ``/`` two people
start a game, and each gets a link to a page on which they play it. The page comes from the
documentation, which ``nox -s docs`` builds.

    GET  /catalogue?language=fr                                     the cards, in a language
    POST /games             {"players": ["Ann", "Ben"]}             new game, with a key per player
    GET  /games/ID                                                  the public state
    GET  /games/ID/options                                          the options, with reasons
    GET  /games/ID/picture                                          the table as an SVG
    GET  /games/ID/record                                           the public record, as text
    GET  /games/ID/view?language=fr&theme=dark&layout=tall          what the page shows; with the header
                                                                    "Authorization: Bearer KEY" to a player
    GET  /games/ID/events                                           the public state after each change,
                                                                    as server-sent events
    POST /games/ID/moves    {"key": "…", "version": 0, "move": …}   play a move: text or document
    POST /games/ID/undo     {"key": "…", "version": 1}              unless a card was revealed or
                                                                    the game is over
    POST /games/ID/resign   {"key": "…", "version": 1}

The deal never leaves the database. The id of an event is the version of the game: a client that
reconnects sends the last version that it has, and gets the current state if that is newer. A
change includes the version that it is based on; if two requests arrive at the same time, one is
rejected. A client that draws the game fetches the catalogue once, and for each version the state
and the options. ``Service`` is an application for any WSGI server.
"""

from __future__ import annotations

import json
import logging
import mimetypes
import re
import runpy
import sqlite3
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from hmac import compare_digest
from http import HTTPStatus
from http.client import HTTPConnection
from io import BufferedIOBase, BufferedReader, RawIOBase
from pathlib import Path
from secrets import token_urlsafe
from socket import socket
from socketserver import ThreadingMixIn
from tempfile import TemporaryDirectory
from threading import Condition, Thread
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
    from _typeshed import ReadableBuffer, WriteableBuffer

MAX_BODY_SIZE = 10_000
"""The maximum size of a request body in bytes; a move takes about a hundred."""
TIMEOUT = 10.0
"""The time limit for receiving a whole request, and for sending a part of a response, in seconds."""
MAX_LISTENERS, MAX_LISTENERS_OF_A_GAME = 200, 20
"""The most streams of events at the same time: each takes a thread."""
HEARTBEAT = 10.0
"""The seconds after which a stream without events sends a comment, to notice that nobody listens."""
POLL = 1.0
"""The seconds after which a stream looks for changes that another process made."""
RETRY = 2.0
"""The seconds after which a client connects again to a stream that has ended."""
FOLDER = Path(__file__).resolve().parent
BUILT, SOURCE = (FOLDER.parent / "docs" / name for name in ("_build/html/play", "play"))
"""The page of the documentation: built, with all that it loads, and its source."""
PAGE_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
        " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}
CATALOGUE_PATH = "/catalogue"
"""The path of the cards, which are the same for every game."""
PATH = re.compile(r"/games(?:/(?P<id>[\w-]{16})(?:/(?P<part>\w+))?)?", re.ASCII)
PLAY = re.compile(r"/play/[\w-]{16}", re.ASCII)
VERSION = re.compile(r"\d{1,9}", re.ASCII)
METHODS = {
    "": "GET",
    "options": "GET",
    "moves": "POST",
    "events": "GET",
    "picture": "GET",
    "record": "GET",
    "view": "GET",
    "undo": "POST",
    "resign": "POST",
}
TYPES = {
    "events": "text/event-stream",
    "picture": "image/svg+xml",
    "record": "text/plain; charset=utf-8",
}
"""Responses that are not JSON."""
mimetypes.add_type("text/javascript", ".js")  # some systems say otherwise
mimetypes.add_type("text/javascript", ".mjs")
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


class Feed:
    """Wakes the streams of a game when it has changed, and counts them."""

    def __init__(self) -> None:
        """Start without streams."""
        self._changed = Condition()
        self._streams: Counter[str] = Counter()
        self._versions: dict[str, int] = {}
        self.is_closed = False

    def enter(self, game: str) -> None:
        """Count one more stream, or refuse it."""
        with self._changed:
            if self.is_closed:
                raise Refused(HTTPStatus.SERVICE_UNAVAILABLE, "the server is being stopped")
            of_this = self._streams[game] >= MAX_LISTENERS_OF_A_GAME
            if of_this or self._streams.total() >= MAX_LISTENERS:
                what = "this game" if of_this else "the server"
                retry = {"Retry-After": str(int(2 * HEARTBEAT))}
                message = f"too many streams of {what}; try again later"
                raise Refused(HTTPStatus.SERVICE_UNAVAILABLE, message, **retry)
            self._streams[game] += 1

    def leave(self, game: str) -> None:
        """Count one stream less."""
        with self._changed:
            self._streams[game] -= 1
            if not self._streams[game]:
                del self._streams[game]
                self._versions.pop(game, None)
            self._changed.notify_all()

    def tell(self, game: str, version: int) -> None:
        """Wake the streams of a game, which has a new version."""
        with self._changed:
            if game in self._streams:
                self._versions[game] = version
                self._changed.notify_all()

    def wait(self, game: str, seen: int, seconds: float) -> None:
        """Wait until a game may have changed, the time is over, or the server is stopped."""
        with self._changed:
            self._changed.wait_for(
                lambda: self.is_closed or self._versions.get(game, seen) > seen, seconds
            )

    def close(self) -> None:
        """End all streams, and wait a moment until their threads have noticed."""
        with self._changed:
            self.is_closed = True
            self._changed.notify_all()
            self._changed.wait_for(lambda: not self._streams, 2 * POLL)


class Stream:
    """The events of a game for one listener. Each has the whole public state, so that none is missed."""

    def __init__(self, service: Service, game: str, seen: int) -> None:
        """Begin after a version; -1 for the present state at once."""
        service.feed.enter(game)
        self._service, self._game, self._seen = service, game, seen
        self._is_open, self._is_new = True, True

    def __iter__(self) -> Iterator[bytes]:
        """Return itself."""
        return self

    def __next__(self) -> bytes:
        """Wait for the next event, or for the time to show that the server is still there."""
        feed = self._service.feed
        if self._is_new:
            self._is_new = False
            return f"retry: {RETRY * 1000:.0f}\n\n".encode()
        deadline = monotonic() + HEARTBEAT
        while not feed.is_closed:
            version = self._service.version(self._game)
            if version > self._seen:
                view = self._service.public_view(self._game)
                self._seen = view["version"]
                return f"id: {self._seen}\ndata: {json.dumps(view)}\n\n".encode()
            left = deadline - monotonic()
            if left <= 0:
                return b": still there\n\n"
            feed.wait(self._game, self._seen, min(left, POLL))
        raise StopIteration

    def close(self) -> None:
        """Leave, as the server asks for at the end of every response."""
        if self._is_open:
            self._is_open = False
            self._service.feed.leave(self._game)


class Service:
    """The WSGI application; it opens a connection for each request, so threads can share it."""

    def __init__(self, path: Path, page: Path | None = None) -> None:
        """Open the database, and create the table if necessary.

        Args:
            path: the database.
            page: the folder of the page of the documentation, by default where it is built.
        """
        page = page or (BUILT if BUILT.is_dir() else SOURCE)
        self.feed = Feed()
        self.is_page_built = (page / "runtime").is_dir()
        self._table = runpy.run_path(str(page / "app" / "table.py"))["Table"]
        self._files = {f"/files/{one.name}": one for one in (FOLDER / "web_page").iterdir()}
        for folder in (page / "app", page / "runtime"):
            for one in folder.rglob("*"):
                if one.is_file():
                    self._files[f"/page/{one.relative_to(page).as_posix()}"] = one
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
        response: Body | str | bytes | Stream
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
        headers["Content-Type"] = kind
        if isinstance(response, Stream):
            headers["X-Accel-Buffering"] = "no"  # proxies pass on each event at once
            start(f"{status.value} {status.phrase}", list(headers.items()))
            return response
        if isinstance(response, bytes):
            headers |= PAGE_HEADERS
            content = response
        else:
            content = (response if isinstance(response, str) else json.dumps(response)).encode()
        headers["Content-Length"] = str(len(content))
        start(f"{status.value} {status.phrase}", list(headers.items()))
        return [content]

    def _respond(
        self, environ: WSGIEnvironment
    ) -> tuple[HTTPStatus, str, Body | str | bytes | Stream]:
        method, where = environ["REQUEST_METHOD"], environ.get("PATH_INFO", "")
        query = {key: some[0] for key, some in parse_qs(environ.get("QUERY_STRING", "")).items()}
        if method == "GET":
            if where == CATALOGUE_PATH:
                text = serialization.dumps(catalogue, language=query.get("language", "en"))
                return HTTPStatus.OK, "application/json", text
            file = self._file(where)
            if file is not None:
                kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
                return HTTPStatus.OK, kind, file.read_bytes()
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
            if part == "events":
                return HTTPStatus.OK, kind, self._stream(path["id"], environ, query)
            if part == "view":
                return HTTPStatus.OK, kind, self._view(path["id"], environ, query)
            return HTTPStatus.OK, kind, self._get(path["id"], part)
        body = read_body(environ)
        if not path["id"]:
            return HTTPStatus.CREATED, "application/json", self._create(body)
        return HTTPStatus.OK, "application/json", self._update(path["id"], part, body)

    def _file(self, where: str) -> Path | None:
        """Return the file of a page; it is one of those that were there at the start."""
        if PLAY.fullmatch(where):
            if not self.is_page_built:
                message = "the page has not been built; nox -s docs builds it"
                raise Refused(HTTPStatus.NOT_FOUND, message)
            where = "/files/game.html"
        return self._files.get("/files/index.html" if where == "/" else where)

    def _stream(self, name: str, environ: WSGIEnvironment, query: dict[str, str]) -> Stream:
        now = self.version(name)
        after = environ.get("HTTP_LAST_EVENT_ID") or query.get("after", "")
        if after and not VERSION.fullmatch(after):
            raise Refused(HTTPStatus.BAD_REQUEST, "Last-Event-ID must be the version of an event")
        # A version from the future is that of a game that was restored from a backup.
        seen = int(after) if after and int(after) <= now else -1
        return Stream(self, name, seen)

    def _view(self, name: str, environ: WSGIEnvironment, query: dict[str, str]) -> Body:
        """Return what the page shows to a player, or to a spectator without a key."""
        game, version, keys = self._load(name)
        given = environ.get("HTTP_AUTHORIZATION", "")
        seat = seats_of(keys, given.removeprefix("Bearer "))[0] if given else None
        theme, layout = query.get("theme", "light"), query.get("layout", "wide")
        if theme not in {"light", "dark"} or layout not in {"wide", "tall"}:
            message = "the theme is light or dark, the layout wide or tall"
            raise Refused(HTTPStatus.BAD_REQUEST, message)
        table = self._table()
        table.look(query.get("language", "en"), theme, layout)
        # The page asks for moves only where a person sits; the other player is elsewhere.
        sits = ["person" if player is seat else "elsewhere" for player in Player]
        # What is hidden is not even known to what draws the page.
        view: Body = table.load(game.record(public=True).to_text(), sits)
        last = game.history[-1] if game.history else None
        mine = last is not None and last.player is seat and not last.outcomes
        for player in view["players"]:
            player["seat"] = "person"
        changed = {"version": version, "bot": None, "undo": mine and not game.is_over}
        return view | changed | {"you": None if seat is None else str(seat)}

    def version(self, name: str) -> int:
        """Return the version of a game."""
        with self._database() as database:
            row = database.execute("SELECT version FROM games WHERE id = ?", (name,)).fetchone()
        if row is None:
            raise Refused(HTTPStatus.NOT_FOUND, "no such game")
        return int(row[0])

    def public_view(self, name: str) -> Body:
        """Return the public part of a game."""
        game, version, _ = self._load(name)
        return public_view(name, version, game)

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
        seats = seats_of(keys, field(body, "key", str))
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
        self.feed.tell(name, version + 1)
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


def seats_of(keys: tuple[str, str], key: str) -> list[Player]:
    """Return the seats that a key is for; reject the request if there is none."""
    given = key.encode(errors="replace")
    seats = [seat for seat in Player if compare_digest(keys[seat].encode(), given)]
    if not seats:
        raise Refused(HTTPStatus.FORBIDDEN, "not a key of this game")
    return seats


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


class TimedOutput(BufferedIOBase):
    """Output to a connection; a client that does not read what it asked for is gone."""

    def __init__(self, connection: socket) -> None:
        """Wrap a connection."""
        self._connection = connection

    def writable(self) -> bool:
        """Return True: it is an output stream."""
        return True

    def write(self, content: ReadableBuffer) -> int:
        """Send everything in time, or give up."""
        self._connection.settimeout(TIMEOUT)
        try:
            self._connection.sendall(content)
        except TimeoutError:
            raise ConnectionAbortedError("the client does not read") from None
        return memoryview(content).nbytes


class Handler(WSGIRequestHandler):
    """A request handler with time limits and without a log."""

    def setup(self) -> None:
        """Replace the input and the output with ones that have a deadline."""
        super().setup()
        self.rfile.close()
        self.rfile = BufferedReader(TimedInput(self.connection))
        self.wfile = TimedOutput(self.connection)

    def handle(self) -> None:
        """Handle a request; ignore timeouts and closed connections."""
        with suppress(TimeoutError, ConnectionError):
            super().handle()

    def log_message(self, *_: object) -> None:
        """Log nothing."""


class Server(ThreadingMixIn, WSGIServer):
    """A server with one thread per request, for testing only: use a production server on the internet."""

    daemon_threads = True

    def server_close(self) -> None:
        """End the streams of events, and close the socket."""
        application = self.get_app()
        if isinstance(application, Service):
            application.feed.close()
        super().server_close()


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
    parser.add_argument(
        "--database",
        type=Path,
        default="games.sqlite",
        metavar="FILE",
        help="with --serve: where the games are stored (default: %(default)s)",
    )
    options = parser.parse_args()
    if not SOURCE.is_dir():
        parser.error(f"{SOURCE} is missing; run this program in a checkout, whose page it serves")
    if options.serve is None:
        with TemporaryDirectory() as folder:
            run_demo(Path(folder) / "games.sqlite")
        return
    try:
        web_server = server(options.database, options.serve)
    except (OSError, OverflowError, sqlite3.Error) as error:
        parser.error(f"cannot start the server: {error}")
    with web_server:
        address = f"http://127.0.0.1:{web_server.server_port}"
        if BUILT.is_dir():
            print(f"Play at {address}/", flush=True)
        print(f"Games at {address}/games", flush=True)
        try:
            web_server.serve_forever()
        except KeyboardInterrupt:
            print("Stopped; all games are saved")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:  # in the demo, or before the server has started
        sys.exit(130)
