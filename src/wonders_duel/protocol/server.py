"""``wonders-duel engine``: answers the requests of a host with the search of this library."""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Event, Lock, Semaphore, Thread
from typing import Final

from wonders_duel.catalogues import Catalogue
from wonders_duel.errors import Fault, FormatError, WondersDuelError
from wonders_duel.limits import Limits
from wonders_duel.match.specs import Setting
from wonders_duel.protocol.lines import lines
from wonders_duel.protocol.messages import (
    LONGEST_LINE,
    PROTOCOL,
    Answer,
    Failure,
    Go,
    OptionLine,
    Request,
    SetOptions,
    read_request,
    written,
)
from wonders_duel.protocol.thinking import Thinker
from wonders_duel.search.limits import MOST_WORKERS_HERE
from wonders_duel.serialization import from_document
from wonders_duel.serialization.strict_json import read_json
from wonders_duel.state import State
from wonders_duel.support.phrases import nearest, one_of, outside_python, shown, shown_json
from wonders_duel.support.plugins import failure_of_others

__all__ = ["OPTIONS", "Server"]

OPTIONS: Final[tuple[OptionLine, ...]] = (
    {
        "name": "memory",
        "type": "integer",
        "default": 1024,
        "minimum": 1,
        "maximum": 1_000_000,
        "description": "The most memory of the search trees in megabytes.",
    },
    {
        "name": "workers",
        "type": "integer",
        "default": 1,
        "minimum": 1,
        "maximum": MOST_WORKERS_HERE,
        "description": "How many processes share the work of a search.",
    },
    {
        "name": "info",
        "type": "number",
        "default": 0.5,
        "minimum": 0,
        "maximum": 3600,
        "description": "The seconds between info lines; with 0 there is one, at the end.",
    },
)
"""What a host can set."""
_MOST_WAITING: Final = 100
"""The most requests that wait while another one is carried out."""
_MOST_REFUSED: Final = 2000
"""The most refusals of lines that wait until the output is read; they are short."""
_LOOK: Final = 0.5
"""The seconds between two looks whether somebody reads the output."""


def _always() -> bool:
    return True


def _set(event: Event | None) -> None:
    """Set what stops a go, which may just have been answered."""
    if event is not None:
        event.set()


class Server:
    """A bot that speaks the line protocol.

    A thread reads the requests, so that a stop works at once. Everything else is done in order. The
    thread waits when many requests wait, so that the input may be of any length. It never writes,
    which may take for ever: another thread refuses what is not a request, and looks whether somebody
    reads the answers.
    """

    def __init__(
        self,
        name: str,
        version: str,
        read: Callable[[], bytes],
        write: Callable[[bytes], object],
        is_heard: Callable[[], bool] = _always,
        catalogue: Catalogue | None = None,
    ) -> None:
        """Prepare to answer.

        Args:
            name: the name to give.
            version: its version.
            read: returns the next bytes as soon as there are some; none at the end.
            write: writes all bytes that it is given.
            is_heard: asked now and then whether somebody still reads what is written.
            catalogue: the cards of the games; the base game by default.
        """
        self._name = name
        self._version = version
        self._read = read
        self._write = write
        self._is_heard = is_heard
        self._catalogue = catalogue
        self._lock = Lock()
        self._inbox: SimpleQueue[Request | None] = SimpleQueue()
        self._room = Semaphore(_MOST_WAITING)
        self._refusals: SimpleQueue[Failure | None] = SimpleQueue()
        self._room_to_refuse = Semaphore(_MOST_REFUSED)
        self._open: dict[int, Event] = {}
        """What stops each go that has not been answered."""
        self._endless: set[int] = set()
        """Those of them that only a stop ends."""
        self._is_over = Event()
        self._error: OSError | None = None
        self._thinker = Thinker()
        self._has_met = False

    @property
    def is_over(self) -> bool:
        """Whether it is to end at once: the host has quit, or nobody reads any more."""
        return self._is_over.is_set()

    def run(self) -> None:
        """Answer until the host quits, or has closed the input and everything is answered.

        Raises:
            OSError: an answer cannot be written.
        """
        Thread(target=self._listen, name="requests", daemon=True).start()
        refusing = Thread(target=self._attend, name="refusals", daemon=True)
        refusing.start()
        try:
            while (request := self._inbox.get()) is not None and not self._is_over.is_set():
                self._room.release()
                self._carry_out(request)
            if not self._is_over.is_set():
                self._refusals.put(None)
                refusing.join()
        finally:
            self._is_over.set()
            self._refusals.put(None)
            refusing.join(_LOOK)  # not longer: where writing cannot be interrupted, it may not end
            self._thinker.close()
        if self._error is not None:
            raise self._error

    def _listen(self) -> None:
        """Read requests: a stop and a quit have an effect at once, the others wait their turn."""
        for line in lines(self._read, LONGEST_LINE):
            if not self._take(line):
                self._end()
                return
        self._stop_endless()
        self._inbox.put(None)

    def _stop_endless(self) -> None:
        """Stop what only a stop ends, since no stop can be read, ever or before another answer."""
        for event in [self._open.get(number) for number in list(self._endless)]:
            _set(event)

    def _attend(self) -> None:
        """Refuse lines, also while a request is carried out, and end if nobody listens."""
        while not self._is_over.is_set():
            try:
                refusal = self._refusals.get(timeout=_LOOK)
            except Empty:
                if not self._is_heard():
                    self._end()
                continue
            if refusal is None:
                return
            self._room_to_refuse.release()
            try:
                self._tell(refusal)
            except OSError as error:
                self._error = error
                self._end()

    def _has(self, room: Semaphore) -> bool:
        """Wait until there is room for something that waits, and return whether to go on."""
        if room.acquire(blocking=False):
            return True
        self._stop_endless()
        while not room.acquire(timeout=_LOOK):
            if self._is_over.is_set():
                return False
        return True

    def _end(self) -> None:
        """End at once."""
        self._is_over.set()
        for event in list(self._open.values()):
            event.set()
        self._inbox.put(None)

    def _take(self, line: bytes | None) -> bool:
        """Take one line, and return whether to go on."""
        if line is None:
            return self._refuse_later(None, f"a line has more than {LONGEST_LINE:,} bytes")
        try:
            request = read_request(line)
        except FormatError as error:
            return self._refuse_later(_id_in(line), "; ".join(map(str, error.faults)))
        if request["type"] == "quit":
            return False
        if request["type"] == "stop":
            event = self._open.get(request["id"])
            if event is not None:
                event.set()
            return True
        if request["type"] == "go" and request["id"] in self._open:
            number = request["id"]
            return self._refuse_later(number, f"the request {number} has not been answered yet")
        if not self._has(self._room):
            return False
        if request["type"] == "go":
            self._open[request["id"]] = Event()
            if request["limits"].get("infinite"):
                self._endless.add(request["id"])
        self._inbox.put(request)
        return True

    def _refuse_later(self, number: int | None, message: str) -> bool:
        """Refuse a line as soon as the output is read, and return whether to go on."""
        if not self._has(self._room_to_refuse):
            return False
        self._refusals.put(_failure(number, message))
        return True

    def _carry_out(self, request: Request) -> None:
        """Carry out a request in its turn."""
        if request["type"] == "hello":
            self._has_met = True
            self._say(
                {
                    "type": "hello",
                    "protocol": PROTOCOL,
                    "name": self._name,
                    "version": self._version,
                    "options": list(OPTIONS),
                }
            )
        elif request["type"] == "newgame":
            self._thinker.start(request.get("seed"))
        elif request["type"] == "set":
            self._set(request)
        else:
            assert request["type"] == "go"  # the others have an effect when they are read
            self._go(request)

    def _set(self, request: SetOptions) -> None:
        """Set all options, or none if one is wrong."""
        if not self._has_met:
            self._refuse(request["id"], _NOT_MET)
            return
        known = {option["name"]: option for option in OPTIONS}
        for name, value in request["options"].items():
            if name not in known:
                message = f"unknown option {shown(name)}; expected {one_of(known)}"
                self._refuse(request["id"], message + nearest(name, known))
                return
            if wrong := _wrong(known[name], value):
                self._refuse(request["id"], wrong)
                return
        for name, value in request["options"].items():
            assert isinstance(value, int | float)  # checked above
            if name == "memory":
                self._thinker.limit(int(value))
            elif name == "workers":
                self._thinker.share(int(value))
            else:
                self._thinker.every = value
        self._say({"type": "ok", "id": request["id"]})

    def _go(self, request: Go) -> None:
        """Search, and answer with a move."""
        number = request["id"]
        try:
            if not self._has_met:
                raise FormatError([_NOT_MET])  # noqa: TRY301
            if not any(request["limits"].get(one) for one in _ENDS):
                raise FormatError([_NO_END])  # noqa: TRY301
            move = self._thinker.choose(
                number,
                _state(request, self._catalogue),
                request["limits"],
                self._open[number],
                self._tell,
            )
        except FormatError as error:
            answer: Answer = _failure(number, "; ".join(map(str, error.faults)))
        except WondersDuelError as error:
            answer = _failure(number, str(error))
        except Exception as error:  # noqa: BLE001 - cards of the user may fail
            answer = _failure(number, f"the cards failed: {failure_of_others(error)}")
        else:
            answer = {"type": "bestmove", "id": number, "index": move.index, "move": str(move)}
        del self._open[number]
        self._endless.discard(number)
        self._tell(answer)

    def _tell(self, answer: Answer) -> None:
        """Say something, unless the host does not want to know any longer."""
        if not self._is_over.is_set():
            self._say(answer)

    def _refuse(self, number: int | None, message: str) -> None:
        self._say(_failure(number, message))

    def _say(self, answer: Answer) -> None:
        with self._lock:
            self._write(written(answer))


_ENDS: Final = ("seconds", "simulations", "infinite")
"""The limits that end a search."""
_NOT_MET: Final = "expected hello as the first request"
_NO_END: Final = "$.limits: expected seconds, simulations, or infinite with the value true"


def _failure(number: int | None, message: str) -> Failure:
    return {"type": "error", "id": number, "message": outside_python(message)}


def _state(request: Go, cards: Catalogue | None) -> State:
    """Return the state of a request."""
    found = []
    if "position" in request:
        found.append(State.from_text(request["position"], cards))
    if "state" in request:
        try:
            found.append(from_document(request["state"], State, catalogue=cards))
        except FormatError as error:
            faults = [(one.message, one.place.removeprefix("$")) for one in error.faults]
            raise FormatError([Fault(what, f"$.state{place}") for what, place in faults]) from None
    if found[0] != found[-1]:
        raise FormatError(["$.state: it is not the state of $.position"])
    return found[0]


def _id_in(line: bytes) -> int | None:
    """Return the id of a request that is wrong otherwise."""
    try:
        found = read_json(line, Limits(size=LONGEST_LINE))
    except FormatError:
        return None
    number = found.get("id") if isinstance(found, dict) else None
    return number if type(number) is int else None


def _wrong(option: OptionLine, value: Setting) -> str:
    """Return what is wrong with the value of a number."""
    is_whole = option["type"] == "integer"
    if (
        not isinstance(value, int | float)
        or isinstance(value, bool)
        or (is_whole and not isinstance(value, int))
        or not option["minimum"] <= value <= option["maximum"]
    ):
        kind = "a whole number" if is_whole else "a number"
        return (
            f"the option {option['name']} must be {kind} from {option['minimum']:,} to "
            f"{option['maximum']:,}, not {shown_json(value)}"
        )
    return ""
