"""The line protocol: its messages, ``wonders-duel engine``, and ``ProcessBot`` with programs that fail."""

from __future__ import annotations

import copy
import gc
import io
import json
import os
import pickle
import re
import select
import shlex
import shutil
import signal
import subprocess
import sys
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from threading import Event, Thread, current_thread
from threading import enumerate as threads
from typing import Any, cast

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tests.amounts import examples
from tests.builders import EXTENDED
from tests.wording import Wording
from wonders_duel import Age, CityPosition, Game, Phase, Player, Position, State, catalogue
from wonders_duel.arena import processes, run
from wonders_duel.bots import Bot, RandomBot, bot
from wonders_duel.cli import main
from wonders_duel.command_line import engine
from wonders_duel.errors import BotError, FormatError, WrongTypeError
from wonders_duel.match import BotSpec, Match, OnFault
from wonders_duel.protocol import (
    PROTOCOL,
    Info,
    ProcessBot,
    client,
    program,
    schema,
    server,
    thinking,
)
from wonders_duel.protocol.arguments import MOST_OPTIONS, MOST_SIMULATIONS
from wonders_duel.protocol.lines import lines
from wonders_duel.protocol.messages import InfoLine, read_answer, read_request, written
from wonders_duel.protocol.server import OPTIONS, Server
from wonders_duel.protocol.thinking import Thinker
from wonders_duel.search import SearchBot
from wonders_duel.search.nodes import Edge, Node, Reveal
from wonders_duel.search.searcher import Searcher
from wonders_duel.seeds import seed_for
from wonders_duel.serialization import to_document
from wonders_duel.support import children
from wonders_duel.testing import check_bot
from wonders_duel.testing.walks import walk

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples" / "protocol"
ENGINE = [sys.executable, "-m", "wonders_duel", "engine"]
LONG = 60.0
"""Seconds that are never over."""
SHORT = 0.3
"""Seconds that are over soon."""
START = Game(seed=7).state
TURN = Game(seed=7, rules="first-game").state


def _state(moves: int) -> State:
    """Return a state with a number of legal moves."""
    for seed in range(20):
        game = Game(seed=seed)
        chooser = RandomBot(seed=seed)
        while not game.is_over:
            if len(game.legal_moves) == moves:
                return game.state
            game.play(chooser.choose(game.state))
    raise AssertionError


def _over() -> State:
    """Return the state at the end of a game."""
    game = Game(seed=7)
    game.play_out(RandomBot(seed=1), RandomBot(seed=2))
    return game.state


FORCED = _state(1)
OVER = _over()

# -- messages -------------------------------------------------------------------------------------

GO = {"type": "go", "id": 1, "limits": {"seconds": 1.5}, "position": "wd1 …"}
REQUESTS: list[dict[str, Any]] = [
    {"type": "hello", "protocol": 1},
    {"type": "hello", "protocol": 7, "name": "an app", "version": "1", "later": [1]},
    {"type": "set", "id": 1, "options": {"memory": 5, "x": None, "y": True, "z": "z"}},
    {"type": "newgame"},
    {"type": "newgame", "seed": "7, player one"},
    {"type": "newgame", "seed": None},
    GO,
    {**GO, "limits": {}},
    {**GO, "limits": {"simulations": 3, "clock": "process", "infinite": True}},
    {**GO, "moves": ["build altar"], "indexes": [3], "state": {}},
    {"type": "stop", "id": 1},
    {"type": "quit"},
]
ANSWERS: list[dict[str, Any]] = [
    {"type": "hello", "protocol": 1, "name": "a bot"},
    {"type": "hello", "protocol": 1, "name": "a bot", "version": "2", "options": list(OPTIONS)},
    {"type": "ok", "id": 3, "later": 1},
    {"type": "info", "id": 3},
    {"type": "info", "id": 3, "probability": 1, "line": ["build altar"], "simulations": 0},
    {"type": "info", "id": 3, "seconds": 0.0, "text": "hm"},
    {"type": "bestmove", "id": 3, "index": 0},
    {"type": "bestmove", "id": 3, "move": "build altar", "index": 3},
    {"type": "error", "id": None, "message": "no"},
    {"type": "error", "message": "no"},
]
WRONG_REQUESTS: list[Any] = [
    [],
    "hello",
    None,
    {},
    {"type": None},
    {"type": ["go"]},
    {"type": "bestmove", "id": 1, "index": 1},
    {"type": "got", "id": 1},
    {"type": "hello"},
    {"type": "hello", "protocol": 0},
    {"type": "hello", "protocol": "1"},
    {"type": "hello", "protocol": True},
    {"type": "hello", "protocol": 1, "name": "x" * 1001},
    {"type": "quit", "now": True},
    {"type": "stop"},
    {"type": "stop", "id": 0},
    {"type": "stop", "id": 1.5},
    {"type": "set", "id": 1, "options": {"x": [1]}},
    {"type": "set", "id": 1, "options": []},
    {"type": "set", "id": 1, "options": {str(number): 1 for number in range(101)}},
    {"type": "newgame", "seed": 7},
    {"type": "newgame", "seed": "7" * 1001},
    {"type": "go", "id": 1, "limits": {}},
    {**GO, "limits": None},
    {**GO, "limits": {"second": 1}},
    {**GO, "limits": {"seconds": 0}},
    {**GO, "limits": {"seconds": -1}},
    {**GO, "limits": {"seconds": 1e9}},
    {**GO, "limits": {"seconds": "1"}},
    {**GO, "limits": {"seconds": None}},
    {**GO, "limits": {"simulations": 0}},
    {**GO, "limits": {"clock": "sun"}},
    {**GO, "limits": {"clock": ["wall"]}},
    {**GO, "limits": {"infinite": 1}},
    {**GO, "position": 3},
    {**GO, "state": "wd1"},
    {**GO, "moves": "build altar"},
    {**GO, "moves": ["build altar", 3]},
    {**GO, "indexes": [-1]},
    {**GO, "indexes": [1] * 10001},
]
WRONG_ANSWERS: list[Any] = [
    {"type": "go", "id": 1},
    {"type": "hello", "protocol": 1},
    {"type": "hello", "protocol": 1, "name": "x", "options": [{"name": "x", "type": "integer"}]},
    {"type": "hello", "protocol": 1, "name": "x", "options": [3]},
    {"type": "ok"},
    {"type": "bestmove", "id": 1},
    {"type": "bestmove", "id": 1, "move": 3},
    {"type": "info", "id": 1, "probability": 1.5},
    {"type": "info", "id": 1, "simulations": -1},
    {"type": "error", "id": "x", "message": "no"},
    {"type": "error", "id": 1},
]


def _short(thing: object) -> str:
    """Return the beginning of a value as the name of a case."""
    return repr(thing)[:70]


@cache
def _validator(kind: str) -> Draft202012Validator:
    whole = schema()
    return Draft202012Validator({**whole, "anyOf": [{"$ref": f"#/$defs/{kind}"}]})


def test_what_is_waited_for() -> None:
    """It is asked for until it has been reached; without a host that can go, somebody always listens."""
    answers = [True, False, False]
    thinking.wait_until(answers.pop)
    assert answers == []
    assert server._always()
    server._set(None)
    event = Event()
    server._set(event)
    assert event.is_set()


def test_the_schema_is_one() -> None:
    """It is a JSON Schema, names the version, and each call gives a copy."""
    Draft202012Validator.check_schema(schema())
    assert schema()["$id"] == f"urn:wonders-duel:protocol:{PROTOCOL}"
    schema().clear()
    assert "$defs" in schema()


def test_strict_validators_accept_the_schema() -> None:
    """Several types are alternatives, and a required key is also a property, as ajv requires if it is strict."""
    lists = re.findall(r'"type": (\[[^]]*\])', json.dumps(schema()))
    definitions = cast("dict[str, dict[str, Any]]", schema()["$defs"])
    choices = [one for part in definitions.values() for one in part.get("anyOf", ())]

    assert lists
    assert all(len(json.loads(one)) == 2 and "null" in one for one in lists)
    assert choices
    assert all([*one["properties"]] == one["required"] for one in choices)


@pytest.mark.parametrize("message", REQUESTS, ids=json.dumps)
def test_a_request_is_read(message: dict[str, Any]) -> None:
    """Requests are read as the schema says, also with spaces around them."""
    assert _validator("request").is_valid(message)
    assert read_request(b"  " + json.dumps(message).encode() + b"\r\n") == message
    assert read_request(written(message)) == message


@pytest.mark.parametrize("message", ANSWERS, ids=json.dumps)
def test_an_answer_is_read(message: dict[str, Any]) -> None:
    """Answers may have keys that are not known."""
    assert _validator("answer").is_valid(message)
    assert read_answer(written(message)) == message


@pytest.mark.parametrize("message", WRONG_REQUESTS, ids=_short)
def test_a_wrong_request_is_refused(message: Any, wording: Wording) -> None:
    """Whatever the schema refuses is refused, with the place of each fault."""
    assert not _validator("request").is_valid(message)
    with wording.raises(FormatError):
        read_request(json.dumps(message).encode())


@pytest.mark.parametrize("message", WRONG_ANSWERS, ids=_short)
def test_a_wrong_answer_is_refused(message: Any, wording: Wording) -> None:
    """The same goes for answers."""
    assert not _validator("answer").is_valid(message)
    with wording.raises(FormatError):
        read_answer(json.dumps(message).encode())


KEYS = st.sampled_from(
    [
        "type",
        "id",
        "limits",
        "seconds",
        "clock",
        "position",
        "moves",
        "index",
        "options",
        "protocol",
    ]
)
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 3)
    | st.sampled_from([0.5, "go", "set", "hello", "stop", "bestmove", "info", "ok", "wall", "x"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=8,
)


@examples(100)
@given(JSON)
def test_checks_agree_with_a_complete_validator(value: Any) -> None:
    """Any JSON value is read if and only if it is valid by the schema."""
    for kind, read in (("request", read_request), ("answer", read_answer)):
        try:
            read(json.dumps(value).encode())
            is_read = True
        except FormatError:
            is_read = False
        assert is_read == _validator(kind).is_valid(value)


@examples(100)
@given(st.sampled_from(REQUESTS + ANSWERS), st.integers(0, 200), st.binary(max_size=4))
def test_damaged_lines_raise_only_our_errors(
    message: dict[str, Any], place: int, damage: bytes
) -> None:
    """A line with some bytes replaced is either read or refused."""
    line = written(message)
    line = line[:place] + damage + line[place + len(damage) :]
    for read in (read_request, read_answer):
        with suppress(FormatError):
            assert "type" in read(line)


@examples(200)
@given(st.lists(st.binary(max_size=12) | st.just(b"\n"), max_size=12), st.integers(1, 12))
@example([b"ab", b"c\n"], 3)  # too long with its last piece
@example([b"abcd", b"e", b"\n\n"], 3)  # reported once, before its end; then an empty line
@example([b"a", b"b"], 9)  # the last line has no end
@example([b" "], 9)  # nothing but space after the last end
def test_lines_do_not_depend_on_the_pieces_in_which_they_come(
    pieces: list[bytes], longest: int
) -> None:
    """Lines are the same as if all had come at once; those that are too long are reported once."""
    rest = iter([piece for piece in pieces if piece])
    found = list(lines(lambda: next(rest, b""), longest))

    *whole, last = b"".join(pieces).split(b"\n")
    ends = [*whole, last] if len(last) >= longest or last.strip() else whole
    expected = [None if len(line) >= longest else line.strip() for line in ends]
    assert found == [line for line in expected if line != b""]


# -- the engine -----------------------------------------------------------------------------------


class Host:
    """Talks to a server in a thread of this process."""

    def __init__(self) -> None:
        """Start the server."""
        requests, self._out = os.pipe()
        self._in, answers = os.pipe()
        self.error: Exception | None = None
        self._answers = os.fdopen(self._in, "rb")
        self._reader: Thread | None = None

        def read() -> bytes:
            self._reader = current_thread()
            return os.read(requests, 1 << 16)

        self.server = Server("us", "1", read, lambda line: os.write(answers, line))

        def work() -> None:
            try:
                self.server.run()
            except OSError as error:
                self.error = error
            finally:
                os.close(answers)

        self.thread = Thread(target=work)
        self.thread.start()
        self._requests = requests

    def say(self, **message: Any) -> None:
        """Send a request."""
        self.write(json.dumps(message).encode() + b"\n")

    def write(self, content: bytes) -> None:
        """Send bytes."""
        while content:
            content = content[os.write(self._out, content) :]

    def hear(self) -> dict[str, Any]:
        """Wait for an answer, and return it after a check by the schema."""
        line = self._answers.readline()
        answer: dict[str, Any] = json.loads(line)
        _validator("answer").validate(answer)
        return answer

    def move(self) -> dict[str, Any]:
        """Wait for the next answer that is not an info."""
        while (answer := self.hear())["type"] == "info":
            pass
        return answer

    def go(self, number: int, state: State = TURN, **limits: Any) -> None:
        """Ask for a move."""
        self.say(type="go", id=number, limits=limits, position=state.to_text())

    def end(self) -> bytes:
        """Close the input, and return what is still said."""
        if self._out >= 0:
            os.close(self._out)
            self._out = -1
        return self.rest()

    def rest(self) -> bytes:
        """Return what is said until the server ends."""
        # Read first: a server whose answers nobody reads waits when the pipe is full.
        said = self._answers.read()
        self.thread.join()
        return said

    def close(self) -> None:
        """Close everything."""
        self.end()
        self._answers.close()
        if self._reader is not None:
            self._reader.join()  # it may read once more after the server has ended
        os.close(self._requests)


@pytest.fixture
def host() -> Iterator[Host]:
    """Return a host that has said hello."""
    made = Host()
    made.say(type="hello", protocol=1)
    assert made.hear() == {
        "type": "hello",
        "protocol": PROTOCOL,
        "name": "us",
        "version": "1",
        "options": list(OPTIONS),
    }
    assert made.server._thinker.every == 0.5
    made.server._thinker.every = 0.0  # on a slow machine, more news would come
    yield made
    made.close()


@pytest.mark.parametrize("state", [START, TURN], ids=["draft", "turn"])
def test_the_engine_chooses_as_the_search_does(host: Host, state: State) -> None:
    """With a seed and simulations, it is the same search, in every phase, and the tree is kept."""
    searcher = SearchBot("7", simulations=40)
    game = Game.from_state(state, rng=None, deal=Game(seed=7).deal) if state == START else None
    host.say(type="newgame", seed="7")
    for number in range(1, 5):
        host.go(number, state, simulations=40)
        answer = host.move()
        move = searcher.choose(state)
        assert answer == {
            "type": "bestmove",
            "id": number,
            "index": move.index,
            "move": str(move),
        }
        if game is None:
            break
        state = game.play(move)


def test_another_game_begins_without_a_tree(host: Host) -> None:
    """The same seed gives the same answer again, with the same news."""
    heard = []
    for number in (1, 2):
        host.say(type="newgame", seed="3")
        host.go(number, simulations=60)
        info, best = host.hear(), host.hear()
        del info["seconds"], info["id"], best["id"]
        heard.append((info, best))
    assert heard[0] == heard[1]
    assert heard[0][0]["simulations"] == 60


def test_the_position_as_text_or_document(host: Host) -> None:
    """Either is enough, and both together have to be the same."""
    host.say(type="go", id=1, limits={"simulations": 1}, state=to_document(TURN))
    assert host.move()["type"] == "bestmove"
    both = {"position": TURN.to_text(), "state": to_document(TURN)}
    host.say(type="go", id=2, limits={"simulations": 1}, **both)
    assert host.move()["type"] == "bestmove"
    both["state"] = to_document(START)
    host.say(type="go", id=3, limits={"simulations": 1}, **both)
    assert host.hear()["message"] == "$.state: it is not the state of $.position"


def test_an_ending_is_solved(host: Host) -> None:
    """The engine makes the exactly best move of an ending at once, or after a stop."""
    ending = Position(
        age=Age.III,
        structure={0: "siege-workshop", 1: "senate"},
        cities=(CityPosition(coins=30), CityPosition(coins=90)),
        pawn=7,
    ).state()
    host.go(1, ending, simulations=60)
    info = host.hear()
    assert info.pop("seconds") < 1
    line = ["build siege-workshop"]
    assert info == {"type": "info", "id": 1, "simulations": 0, "probability": 1.0, "line": line}
    assert host.hear()["move"] == "build siege-workshop"
    host.go(2, ending, infinite=True)
    assert host.hear()["probability"] == 1
    host.say(type="stop", id=2)
    assert host.hear()["move"] == "build siege-workshop"


def test_a_stop_ends_the_solver(host: Host) -> None:
    """While an ending is solved, which can take long, the engine stops at once, too."""
    state = next(
        state
        for state in walk(1, catalogue)
        if state.age is Age.III and state.cards_left == 10 and len(state.legal_moves) > 5
    )
    host.go(1, state, simulations=1_000_000_000)
    time.sleep(0.2)
    began = time.monotonic()
    host.say(type="stop", id=1)
    assert host.move()["type"] == "bestmove"
    assert time.monotonic() - began < 2


def test_news_when_the_memory_is_full(host: Host) -> None:
    """A search without another limit says what it has found when it can find no more."""
    host.say(type="set", id=1, options={"memory": 1, "info": 1000})
    assert host.hear() == {"type": "ok", "id": 1}
    host.go(2, infinite=True)
    assert host.hear()["simulations"] > 100
    host.say(type="stop", id=2)
    assert host.move()["type"] == "bestmove"


@pytest.mark.parametrize(("every", "lines"), [(0, 1), (1000, 2)])
def test_news_of_an_infinite_search_that_has_reached_its_limit(every: float, lines: int) -> None:
    """There are some as soon as the limit is reached, unless the host wants them at the end only."""

    class Stopped(Event):
        def wait(self, timeout: float | None = None) -> bool:
            self.set()
            return super().wait(timeout)

    told: list[InfoLine] = []
    thinker = Thinker()
    thinker.every = every
    thinker.choose(1, TURN, {"infinite": True, "simulations": 5}, Stopped(), told.append)
    assert [line.get("simulations") for line in told] == [5] * lines


def test_of_several_best_moves_the_engine_chooses_one(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the solver finds several moves best, the search decides between these only."""
    free = SearchBot("7", simulations=40).choose(TURN)
    best = [move for move in TURN.legal_moves if move is not free][-2:]
    monkeypatch.setattr(Searcher, "solved", lambda *_: (best, 0.5))
    host.say(type="newgame", seed="7")
    host.go(1, TURN, simulations=40)
    info = host.hear()
    answer = host.move()["move"]
    assert (info["probability"], info["line"][0]) == (0.5, answer)
    assert answer in map(str, best)
    assert answer == str(SearchBot("7", simulations=40).choose(TURN))


def test_news_while_it_thinks(host: Host) -> None:
    """Info lines come while it thinks, with a line of moves, until it is stopped."""
    host.say(type="set", id=1, options={"info": 0.001})
    assert host.hear() == {"type": "ok", "id": 1}
    host.go(2, infinite=True)
    infos = [host.hear() for _ in range(5)]
    host.say(type="stop", id=2)
    answer = host.move()
    assert answer["type"] == "bestmove"
    counts = [info["simulations"] for info in infos]
    assert counts == sorted(set(counts))
    for info in infos:
        assert info["id"] == 2
        assert 0 <= info["probability"] <= 1
        assert info["line"][0] in map(str, TURN.legal_moves)


def test_the_probability_is_that_of_the_player_to_move(host: Host) -> None:
    """It is computed from the value of the tree, which is that for player one."""
    game = Game(seed=7)
    for number, player in enumerate(Player, start=1):
        assert game.to_move is player
        tree = Searcher(None, "1", 10_000_000).think(game.state, 25, None)
        for_one = (1 + tree.root.value) / 2
        host.say(type="newgame", seed="1")
        host.go(number, game.state, simulations=25)
        expected = for_one if player is Player.ONE else 1 - for_one
        assert host.hear()["probability"] == round(expected, 4)
        host.hear()
        game.play(game.legal_moves[0])


def test_the_line_has_a_limited_length(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line is as long as the tree is deep, up to a limit."""
    found = []
    for number, longest in enumerate((100, 2), start=1):
        monkeypatch.setattr(thinking, "_LONGEST", longest)
        host.say(type="newgame", seed="1")
        host.go(number, START, simulations=200)
        found.append(host.hear()["line"])
        host.hear()
    assert 2 < len(found[0]) < 100
    assert found[1] == found[0][:2]


@pytest.mark.parametrize("clock", ["wall", "process"])
def test_the_time_is_limited(host: Host, clock: str) -> None:
    """It answers after the time, by either clock, and says how long it took."""
    host.go(1, seconds=0.05, clock=clock)
    info = host.hear()
    assert info["seconds"] >= 0.05
    assert host.hear()["type"] == "bestmove"


def test_a_stop_works_at_once(host: Host) -> None:
    """A stop ends only the request that it names; one that is answered or unknown does not matter."""
    host.go(1, simulations=1)
    assert host.move()["id"] == 1
    host.say(type="stop", id=1)
    host.say(type="stop", id=99)
    host.go(2, seconds=1000)
    host.go(3, infinite=True)
    host.say(type="stop", id=3)  # before it begins
    host.say(type="stop", id=2)
    assert host.move()["id"] == 2
    assert host.move()["id"] == 3


def test_a_stop_while_an_ending_is_solved_leaves_time_for_a_few_simulations(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Solving can take a quarter of the seconds, and brings nothing if it is stopped."""
    stopped = Event()
    monkeypatch.setattr(Searcher, "solved", lambda *_: stopped.set())
    told: list[InfoLine] = []
    Thinker().choose(1, TURN, {"seconds": 1000}, stopped, told.append)
    assert [100 <= line["simulations"] < 200 for line in told] == [True]


def test_a_single_move_needs_no_search(host: Host) -> None:
    """It is answered at once, unless the host wants to say when."""
    host.go(1, FORCED, seconds=1000)
    assert host.hear() == {
        "type": "bestmove",
        "id": 1,
        "index": FORCED.legal_moves[0].index,
        "move": str(FORCED.legal_moves[0]),
    }
    host.go(2, FORCED, infinite=True)
    host.write(b"3\n")
    assert host.hear()["type"] == "error"  # not the move
    host.say(type="stop", id=2)
    assert host.hear()["type"] == "bestmove"


def test_memory_is_limited(host: Host) -> None:
    """A full tree ends the search; with no other limit, the answer waits for a stop."""
    host.say(type="set", id=1, options={"memory": 1, "info": 0})
    assert host.hear()["type"] == "ok"
    host.go(2, simulations=1_000_000)
    assert host.hear()["simulations"] < 10_000
    assert host.hear()["type"] == "bestmove"
    host.say(type="newgame", seed=None)
    host.go(3, infinite=True)
    host.write(b"3\n")
    assert host.hear()["type"] == "error"
    host.say(type="stop", id=3)
    assert host.move()["type"] == "bestmove"


@pytest.mark.parametrize(
    "options",
    [
        {"memories": 3},
        {"memory": 0},
        {"memory": 1.5},
        {"memory": True},
        {"memory": "many"},
        {"info": -1},
        {"info": None},
        {"info": 1, "memory": 1_000_001},
    ],
    ids=json.dumps,
)
def test_a_wrong_option_changes_nothing(
    host: Host, options: dict[str, Any], wording: Wording
) -> None:
    """An option that is unknown or out of range is refused with all others."""
    host.say(type="set", id=4, options=options)
    answer = host.hear()
    assert (answer["type"], answer["id"]) == ("error", 4)
    wording(answer["message"])
    assert host.server._thinker.every == 0


BAD_LINES: dict[str, tuple[bytes, int | None]] = {
    "no JSON": (b"go\n", None),
    "half a line": (b'{"type":"go","id":3\n', None),
    "not UTF-8": (b'{"type":"\xff"}\n', None),
    "nested": (b"[" * 1000 + b"]" * 1000 + b"\n", None),
    "NaN": (b'{"type":"go","id":NaN}\n', None),
    "twice": (b'{"type":"go","type":"go"}\n', None),
    "a number": (b"3\n", None),
    "no position": (b'{"type":"go","id":3,"limits":{}}\n', 3),
    "wrong id": (b'{"type":"go","id":"3","limits":{}}\n', None),
    "too long": (b"x" * (1 << 18) + b"\n", None),
    "no limit": (written({"type": "go", "id": 3, "limits": {}, "position": "wd1"}), 3),
    "not infinite": (
        written({"type": "go", "id": 3, "limits": {"infinite": False}, "position": "wd1"}),
        3,
    ),
    "wrong text": (
        written({"type": "go", "id": 3, "limits": {"seconds": 1}, "position": "wd1 x=1 end"}),
        3,
    ),
    "wrong document": (
        written({"type": "go", "id": 3, "limits": {"seconds": 1}, "state": {"format": "x"}}),
        3,
    ),
    "no number": (
        written(
            {
                "type": "go",
                "id": 3,
                "limits": {"seconds": 1},
                "state": {**to_document(TURN), "pawn": None},
            }
        ),
        3,
    ),
    "other cards": (
        written(
            {
                "type": "go",
                "id": 3,
                "limits": {"seconds": 1},
                "position": Game(seed=7, catalogue=EXTENDED).state.to_text(),
            }
        ),
        3,
    ),
    "a document of other cards": (
        written(
            {
                "type": "go",
                "id": 3,
                "limits": {"seconds": 1},
                "state": to_document(Game(seed=7, catalogue=EXTENDED).state),
            }
        ),
        3,
    ),
    "nobody to move": (
        written(
            {
                "type": "go",
                "id": 3,
                "limits": {"seconds": 1},
                "position": State.start().to_text(),
            }
        ),
        3,
    ),
    "a game that is over": (
        written(
            {
                "type": "go",
                "id": 3,
                "limits": {"seconds": 1},
                "position": OVER.to_text(),
            }
        ),
        3,
    ),
}


@pytest.mark.parametrize("name", BAD_LINES)
def test_a_bad_line_gets_one_error(host: Host, name: str, wording: Wording) -> None:
    """The error has the id if there is one, and the next request is answered."""
    line, number = BAD_LINES[name]
    host.write(b"\n \r\n" + line)
    answer = host.hear()
    assert (answer["type"], answer["id"]) == ("error", number)
    wording(answer["message"])
    host.go(4, simulations=1)
    assert host.move()["id"] == 4


def test_hello_comes_first(wording: Wording) -> None:
    """A host has to say hello before it asks for a move, or sets an option."""
    host = Host()
    host.go(1, simulations=1)
    wording(host.hear()["message"])
    host.say(type="set", id=2, options={"memory": 5})
    wording(host.hear()["message"])
    host.close()


def test_many_requests_wait(host: Host) -> None:
    """Requests wait in order, and a stop works beyond them; an id that is in use is refused."""
    host.say(type="set", id=1, options={"info": 0.001})
    assert host.hear()["type"] == "ok"
    host.go(1, infinite=True)
    assert host.hear()["type"] == "info"  # it is thinking: it does not wait any more
    host.server._thinker.every = 3600
    host.go(1, infinite=True)
    assert host.move()["message"] == "the request 1 has not been answered yet"
    for number in range(2, 102):
        host.go(number, FORCED, simulations=1)
    host.write(b"3\n")
    assert host.move()["type"] == "error"  # all are read, and the search goes on
    host.say(type="stop", id=1)
    assert [host.move()["id"] for _ in range(101)] == list(range(1, 102))


@pytest.mark.parametrize("limits", [{"infinite": True}, {"seconds": 0.2}], ids=json.dumps)
def test_any_number_of_requests_is_answered(host: Host, limits: dict[str, Any]) -> None:
    """When many wait, the engine reads on later; an infinite search, which nothing can end, ends."""
    said: list[bytes] = []
    for number in range(1, 7):
        host.go(number, **(limits if number in {1, 5} else {"simulations": 1}))
    reader = Thread(target=lambda: said.append(host.rest()))
    reader.start()
    for number in range(7, 600):
        host.go(number, FORCED, simulations=1)
    os.close(host._out)
    host._out = -1
    reader.join()
    answers = [json.loads(line) for line in said[0].splitlines()]
    assert {one["type"] for one in answers} == {"info", "bestmove"}
    assert [one["id"] for one in answers if one["type"] == "bestmove"] == list(range(1, 600))


@pytest.mark.parametrize("is_heard", [True, False], ids=["heard", "the host is gone"])
def test_the_end_while_many_requests_wait(host: Host, is_heard: bool) -> None:  # noqa: FBT001
    """A quit beyond many requests works late; a host that is gone is noticed at once."""
    host.say(type="set", id=1, options={"info": 0.001})
    assert host.hear()["type"] == "ok"
    host.go(1, seconds=0.3 if is_heard else 1000)
    host.hear()  # it is thinking
    host.server._thinker.every = 0
    host.server._is_heard = lambda: is_heard
    for number in range(2, 120):
        host.go(number, FORCED, simulations=1)
    host.say(type="quit")
    answers = [json.loads(line) for line in host.rest().splitlines()]
    assert host.error is None
    moves = [one["id"] for one in answers if one["type"] == "bestmove"]
    assert moves == list(range(1, len(moves) + 1))
    assert len(moves) >= 18 if is_heard else not moves


@pytest.mark.parametrize("is_heard", [True, False], ids=["heard", "the host is gone"])
def test_many_refusals_wait(monkeypatch: pytest.MonkeyPatch, is_heard: bool) -> None:  # noqa: FBT001
    """The engine reads on when many refusals wait to be read, until nobody reads any more."""
    monkeypatch.setattr(server, "_MOST_REFUSED", 1)
    monkeypatch.setattr(server, "_LOOK", 0.01)
    host = Host()
    write, is_read = host.server._write, Event()

    def wait(line: bytes) -> None:
        is_read.wait()
        if not is_heard:
            raise BrokenPipeError
        write(line)

    host.server._write = wait
    host.write(b"3\n" * 5)
    time.sleep(0.1)  # now the others wait
    is_read.set()
    if is_heard:
        assert [host.hear()["type"] for _ in range(5)] == ["error"] * 5
    else:
        assert host.rest() == b""
        assert isinstance(host.error, BrokenPipeError)
    host.close()


@pytest.mark.parametrize("ends", ["quit", "the host is gone", "nobody reads"])
def test_it_ends_at_once(host: Host, ends: str) -> None:
    """It ends without another answer when it is asked to, or when the host is gone."""
    host.say(type="set", id=1, options={"info": 0.001})
    assert host.hear()["type"] == "ok"
    host.go(2, seconds=1000)
    host.go(3, infinite=True)
    host.hear()  # it is thinking
    if ends == "quit":
        host.say(type="quit")
        said = host.rest()
    else:
        host.server._is_heard = lambda: False
        said = host.rest() if ends == "nobody reads" else host.end()
    assert host.error is None
    assert b"bestmove" not in said


def test_what_waits_is_answered(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the end of the input, requests that wait are carried out; those without a limit end."""
    looks: list[bool] = []

    def is_heard() -> bool:
        looks.append(True)
        return True

    monkeypatch.setattr(server, "_LOOK", 0.01)
    host.server._is_heard = is_heard
    host.go(1, seconds=0.8)  # longer than it takes to look
    host.go(2, infinite=True)
    host.go(3, FORCED, infinite=True)
    host.go(4, simulations=3)
    host.write(b"3\n")
    answers = [json.loads(line) for line in host.end().splitlines()]
    assert host.error is None
    assert looks
    moves = [one["id"] for one in answers if one["type"] == "bestmove"]
    assert moves == [1, 2, 3, 4]
    assert [one["id"] for one in answers if one["type"] == "error"] == [None]


def test_a_host_that_does_not_listen_any_more(host: Host) -> None:
    """An answer that cannot be written ends it, in either thread."""
    error = BrokenPipeError()

    def fail(_: bytes) -> None:
        raise error

    host.server._write = fail
    host.write(b"3\n")
    host.rest()
    assert host.error is error


def test_the_command() -> None:
    """The command answers until it is asked to quit, and leaves nothing on standard error."""
    asked = [
        {"type": "hello", "protocol": 1},
        {"type": "go", "id": 1, "limits": {"simulations": 5}, "position": TURN.to_text()},
    ]
    with subprocess.Popen(  # noqa: S603 - our own program
        ENGINE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        assert engine.stderr is not None
        for message in asked:
            engine.stdin.write(json.dumps(message).encode() + b"\n")
        engine.stdin.flush()
        heard = [json.loads(engine.stdout.readline()) for _ in range(3)]
        assert [one["type"] for one in heard] == ["hello", "info", "bestmove"]
        engine.stdout.close()
        with suppress(BrokenPipeError):  # it may have noticed that already
            engine.stdin.write(b"x\n")
            engine.stdin.flush()
        assert engine.wait() == 0
        assert engine.stderr.read() == b""
        with suppress(BrokenPipeError):
            engine.stdin.close()


@pytest.mark.parametrize("reads", ["read", "not read"])
def test_the_command_with_a_file_of_requests(reads: str) -> None:
    """A list of requests is answered to its end, unless nobody reads the answers."""
    asked = [
        {"type": "hello", "protocol": 1},
        {"type": "set", "id": 1, "options": {"info": 0}},
        {"type": "go", "id": 2, "limits": {"simulations": 5}, "position": TURN.to_text()},
        {"type": "go", "id": 3, "limits": {"infinite": True}, "position": TURN.to_text()},
        {"type": "go", "id": 4, "limits": {"simulations": 5}, "position": FORCED.to_text()},
    ]
    if reads == "not read":
        asked[-1] = {**asked[2], "id": 4, "limits": {"seconds": 600}}
    requests = b"".join(json.dumps(one).encode() + b"\n" for one in asked)
    with subprocess.Popen(  # noqa: S603 - our own program
        ENGINE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as engine:
        assert engine.stdout is not None
        if reads == "read":
            said, errors = engine.communicate(requests)
            answers = [json.loads(line) for line in said.splitlines()]
            assert [one["id"] for one in answers if one["type"] == "bestmove"] == [2, 3, 4]
        else:
            assert engine.stdin is not None
            engine.stdin.write(requests)
            engine.stdin.close()
            assert engine.stdout.readline().startswith(b'{"type":"hello"')
            engine.stdout.close()
            if hasattr(select, "poll"):
                assert engine.wait() == 0
            engine.kill()
            assert engine.stderr is not None
            errors = engine.stderr.read()
        assert errors == b""


@pytest.mark.needs("pipes")
def test_nobody_can_tell_who_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    """On some systems, a program only notices when it writes."""
    ours, theirs = os.pipe()
    assert engine._is_read(theirs)
    os.close(ours)
    if hasattr(select, "poll"):
        assert not engine._is_read(theirs)
        monkeypatch.delattr(select, "poll")
    assert engine._is_read(theirs)
    assert engine._has_room(theirs)
    os.close(theirs)


@pytest.mark.needs("pipes")
@pytest.mark.skipif(not hasattr(select, "poll"), reason="the system does not say whether to wait")
@pytest.mark.parametrize("bad", [0, 1, 500], ids=["a quit", "a bad line", "many bad lines"])
def test_a_quit_while_the_output_is_full(monkeypatch: pytest.MonkeyPatch, bad: int) -> None:
    """A host that does not read any more, but waits for the end, does not wait in vain."""
    before = threads()
    asks, questions = os.pipe()
    answers, says = os.pipe()
    os.set_blocking(says, False)
    with suppress(BlockingIOError):
        while True:
            os.write(says, b"\n" * 512)
    os.set_blocking(says, True)
    waits = Event()
    has_room = engine._has_room

    looks: list[int] = []

    def look(target: int) -> bool:
        looks.append(target)
        if len(looks) > 1:  # it goes on waiting
            waits.set()
        return has_room(target)

    monkeypatch.setattr(engine, "_has_room", look)
    with os.fdopen(asks, "r") as source, os.fdopen(says, "w") as target, os.fdopen(answers, "rb"):
        monkeypatch.setattr(sys, "stdin", source)
        monkeypatch.setattr(sys, "stdout", target)
        command = Thread(target=main, args=(["engine"],), daemon=True)
        command.start()
        os.write(questions, b'{"type":"hello","protocol":1}\n')
        assert waits.wait(LONG)
        os.write(questions, b"oops\n" * bad + b'{"type":"quit"}\n')
        command.join(LONG)
        os.close(questions)
        assert not command.is_alive()
        # None of its threads writes to a file that is closed now, and whose number others get.
        assert "refusals" not in [thread.name for thread in threads() if thread not in before]


def test_the_command_in_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A person who starts it reads what it waits for."""
    ours, theirs = pytest.importorskip("pty").openpty()
    with os.fdopen(theirs, "r") as terminal, os.fdopen(ours, "wb", 0) as keys:
        monkeypatch.setattr(sys, "stdin", terminal)
        with io.TextIOWrapper((Path(os.devnull)).open("wb")) as nowhere:
            monkeypatch.setattr(sys, "stdout", nowhere)
            keys.write(b'{"type":"hello","protocol":1}\n{"type":"quit"}\n')
            assert main(["engine"]) == 0
    assert "waiting for requests" in capsys.readouterr().err


def test_the_command_without_an_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A process without an input or an output cannot be asked."""
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["engine"]) == 1
    assert capsys.readouterr().err == "wonders-duel: the engine needs an input and an output\n"
    assert engine.__all__ == ["run_engine"]


def test_an_input_that_cannot_be_read(tmp_path: Path) -> None:
    """The message is about the input, not about the output."""
    with (tmp_path / "requests").open("wb") as file:  # open for writing only
        ended = subprocess.run(ENGINE, stdin=file, capture_output=True, check=False)  # noqa: S603
    assert ended.returncode == 1
    assert ended.stdout == b""
    assert b"cannot read the input: " in ended.stderr
    assert ended.stderr.count(b"\n") == 1


@pytest.mark.parametrize("most", range(3))
def test_a_line_goes_on_after_the_chance_outcome_with_the_most_visits(most: int) -> None:
    """Whatever the order in which the outcomes were drawn."""
    edge = Edge(0, 0.5, 1.0, None)
    nodes = [Node(Game(seed=seed).state, 1.0) for seed in range(3)]
    for number, node in enumerate(nodes):
        edge.reveals = Reveal(number, node, edge.reveals)
        edge.reveals.visits = 9 if number == most else 2 + number

    assert thinking._after(edge) is nodes[most]


# -- programs that behave -------------------------------------------------------------------------

PRELUDE = """\
import json, os, subprocess, sys, time
def say(**message): print(json.dumps(message), flush=True)
def hear():
    line = sys.stdin.readline()
    if not line: sys.exit(0)
    return json.loads(line)
def meet(name="fake", **more):
    assert hear()["type"] == "hello"
    say(type="hello", protocol=1, name=name, **more)
def asked():
    while (request := hear())["type"] != "go":
        if request["type"] == "quit": sys.exit(0)
    return request
def play(request): say(type="bestmove", id=request["id"], index=request["indexes"][0])
def sleep(): time.sleep(600)
"""


def command(body: str) -> list[str]:
    """Return a command that runs a program in Python."""
    return [sys.executable, "-S", "-c", PRELUDE + body]


def fake(body: str, **settings: Any) -> ProcessBot:
    """Return a bot that runs a program in Python, with time to start on a busy machine."""
    return ProcessBot(command(body), **{"timeout": LONG, "start_timeout": LONG, **settings})


LOYAL = "meet()\nwhile True: play(asked())"


def test_the_engine_is_a_bot() -> None:
    """The engine plays here as the same search does in this process."""
    searcher = SearchBot("5", simulations=30)
    game = Game(seed=5)
    with ProcessBot(ENGINE, seed=5, simulations=30, timeout=LONG, start_timeout=LONG) as engine:
        about = engine.about()
        assert str(about).startswith("wonders-duel ")
        assert [option.name for option in about.options] == ["memory", "workers", "info"]
        while game.state.phase is Phase.DRAFT or len(game.history) < 14:
            move = engine.choose(game.state)
            assert move is searcher.choose(game.state)
            game.play(move)
        assert engine.info is not None
        assert engine.info.simulations == 30
        assert 0 < (engine.info.probability or 0) < 1


def _node() -> str:
    """Return the program that runs JavaScript."""
    found = shutil.which("node") or shutil.which("node", path=str(Path(sys.executable).parent))
    if found is None:
        pytest.skip("JavaScript needs node, which is in the group docs")
    return found


def _compiled(tmp_path: Path) -> str:
    """Return the example in C as a program."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("the example in C needs the compiler cc")
    made = str(tmp_path / "mybot")
    flags = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
    subprocess.run([compiler, *flags, "-o", made, str(EXAMPLES / "bot.c")], check=True)  # noqa: S603
    return made


MAKERS: dict[str, Callable[[Path], list[str]]] = {
    "python": lambda _: [sys.executable, "-I", "-W", "error", str(EXAMPLES / "bot.py")],
    "javascript": lambda _: [_node(), str(EXAMPLES / "bot.mjs")],
    "c": lambda folder: [_compiled(folder)],
}


@pytest.mark.parametrize("language", MAKERS)
def test_the_examples_play(language: str, tmp_path: Path) -> None:
    """Each minimal bot plays whole games from both seats, and ends when it is asked to."""
    with ProcessBot(
        MAKERS[language](tmp_path), seed=1, timeout=LONG, start_timeout=LONG
    ) as example:
        assert example.about().name == f"{language}-example"
        for seed in range(3):
            bots = (example, RandomBot(seed=1))
            for one, two in (bots, bots[::-1]):
                game = Game(seed=seed)
                game.play_out(one, two)
                assert game.is_over
        started = example._program
        assert started is not None
        process = started._process
        assert process is not None
    assert process.returncode == 0


def test_an_example_asks_the_engine() -> None:
    """The app in JavaScript prints the best move of a position, or what is wrong with it."""
    state = Game(seed=3, rules="first-game").state
    app = [_node(), str(EXAMPLES / "host.mjs")]
    engine = [sys.executable, "-m", "wonders_duel", "engine"]
    for position, code in ((state.to_text(), 0), ("wd1 nothing", 1)):
        ended = subprocess.run(  # noqa: S603
            [*app, position, *engine],
            check=False,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=LONG,
        )
        assert ended.returncode == code
        if code:
            assert not ended.stdout
            assert "'nothing'" in ended.stderr
        else:
            found = re.fullmatch(r"best move: (.+), win probability \d+ %\n", ended.stdout)
            assert found is not None
            assert found[1] in map(str, state.legal_moves)


def test_the_examples_are_on_the_page() -> None:
    """The page shows all files."""
    page = (ROOT / "docs" / "howto" / "any_language.md").read_text(encoding="utf-8")
    for path in EXAMPLES.iterdir():
        assert f"{{literalinclude}} ../../examples/protocol/{path.name}" in page


def test_the_tables_of_the_page_are_those_of_the_schema() -> None:
    """The page lists the keys of every message and option."""
    page = (ROOT / "docs" / "howto" / "any_language.md").read_text(encoding="utf-8")
    definitions = cast("dict[str, dict[str, Any]]", schema()["$defs"])
    for name, definition in definitions.items():
        kind, _, message = name.partition("-")
        if not message:
            continue
        title = f"#### `{message}`" + (" (answer)" if name == "answer-hello" else "")
        section = page.partition(f"\n{title}\n")[2].partition("\n#")[0]
        table = section.partition("| key | value |\n")[2].partition("\n\n")[0]
        rows = re.findall(r"(?m)^\| `(\w+)` \| (\* )?", table)
        keys = [key for key in definition["properties"] if key != "type"]
        assert [(key, bool(star)) for key, star in rows] == [
            (key, key in definition["required"]) for key in keys
        ], title
        assert kind in {"request", "answer"}
    parts = (
        definitions["option"]["properties"].keys()
        | definitions["request-go"]["properties"]["limits"]["properties"].keys()
    )
    tables = page.partition("| limit | value |")[2].split("\n\n")[0]
    tables += page.partition("| part of an option | value |")[2].split("\n\n")[0]
    assert set(re.findall(r"(?m)^\| `(\w+)`|, `(\w+)` \|", tables)) == {
        (part, "") if part != "maximum" else ("", part) for part in parts
    }


def test_a_bot_in_python_keeps_the_contract() -> None:
    """It is a bot as any other one: in every phase and from both seats."""
    with fake(LOYAL) as loyal:
        assert len(check_bot(loyal, games=1).phases) == 7


def test_what_a_program_gets() -> None:
    """The messages are in ASCII, without spaces, with the keys in order, and valid by the schema."""
    body = """\
lines = [sys.stdin.readline()]
say(type="hello", protocol=1, name="fake", options=[dict(name="x", type="text", default="")])
for _ in range(3):
    lines.append(sys.stdin.readline())
    if _ == 0: say(type="ok", id=1)
say(type="info", id=2, text=json.dumps(lines))
play(json.loads(lines[-1]))
hear()
"""
    with fake(body, seed=3, seconds=2, simulations=9, options={"x": "\xe9"}) as bot:
        move = bot.choose(TURN)
        assert bot.info is not None
        heard = json.loads(bot.info.text)
    assert move is TURN.legal_moves[0]
    for line in heard:
        _validator("request").validate(json.loads(line))
        assert line.isascii()
        assert line == json.dumps(json.loads(line), separators=(",", ":")) + "\n"
    hello, options, newgame, go = map(json.loads, heard)
    assert hello == {"type": "hello", "protocol": PROTOCOL, "name": "wonders-duel"}
    assert options == {"type": "set", "id": 1, "options": {"x": "\xe9"}}
    assert newgame == {"type": "newgame", "seed": "3"}
    assert go == {
        "type": "go",
        "id": 2,
        "limits": {"seconds": 2, "clock": "wall", "simulations": 9},
        "indexes": [move.index for move in TURN.legal_moves],
        "moves": [str(move) for move in TURN.legal_moves],
        "position": TURN.to_text(),
        "state": to_document(TURN),
    }
    assert heard[3].startswith('{"type":"go","id":2,"limits":{"seconds":2,')
    assert '"indexes":[' in heard[3]


def test_late_answers_are_not_taken_for_new_ones() -> None:
    """Answers to earlier requests are ignored; the news of a choice are those of this choice."""
    body = """\
meet()
play(asked())
second = asked()
say(type="info", id=1, probability=1)
say(type="bestmove", id=1, move="build altar")
say(type="error", id=1, message="late")
play(second)
hear()
"""
    with fake(body) as bot:
        assert bot.choose(START) is START.legal_moves[0]
        assert bot.choose(TURN) is TURN.legal_moves[0]
        assert bot.info is None


def test_all_news_are_kept() -> None:
    """The last info of a choice is at hand."""
    body = """\
meet()
request = asked()
say(type="info", id=1, probability=1)
say(type="info", id=1, simulations=3, seconds=0.5, probability=0.25, line=["a", "b"], text="hm")
play(request)
hear()
"""
    with fake(body) as bot:
        bot.choose(TURN)
        assert bot.info == Info(3, 0.5, 0.25, ("a", "b"), "hm")


def test_a_program_that_waits_for_a_stop_gets_one() -> None:
    """A program that does not look at the clock is asked to stop before it loses."""
    body = """\
meet()
request = asked()
assert hear() == {"type": "stop", "id": request["id"]}
play(request)
hear()
"""
    with fake(body, seconds=0.01, timeout=LONG) as bot:
        bot._seconds = 0.2 - LONG  # half-way is a tenth of a second
        assert bot.choose(TURN) is TURN.legal_moves[0]


TALKING = """\
meet()
request = asked()
for _ in range(60): say(type="info", id=1)
if {waits}: hear()
play(request)
hear()
"""


@pytest.mark.parametrize("waits", [True, False], ids=["a stop", "the end"])
def test_the_time_is_kept_while_a_program_talks(
    monkeypatch: pytest.MonkeyPatch,
    waits: bool,  # noqa: FBT001
) -> None:
    """A stop is sent, and a late move is refused, also if there is always a line to read."""
    read = client._read
    lines_read: list[bytes] = []
    stopped_after: list[int] = []
    send = program.Program.send

    def slowly(line: bytes) -> Any:
        lines_read.append(line)
        time.sleep(0.02)
        return read(line)

    def note(self: program.Program, request: Any) -> None:
        if request["type"] == "stop":
            stopped_after.append(len(lines_read))
        send(self, request)

    monkeypatch.setattr(client, "_read", slowly)
    monkeypatch.setattr(program.Program, "send", note)
    with fake(TALKING.format(waits=waits), seconds=0.1, timeout=LONG if waits else SHORT) as bot:
        if waits:
            bot._seconds = 0.2 - LONG  # half-way is a tenth of a second
            assert bot.choose(TURN) is TURN.legal_moves[0]
            assert len(stopped_after) == 1
            assert stopped_after[0] < 60
        else:
            with pytest.raises(BotError, match=r"did not choose a move within 0\.3 seconds"):
                bot.choose(TURN)


def test_a_move_by_index_and_as_text() -> None:
    """A program may name the move in either way, or both, and as a person would type it."""
    body = """\
meet()
request = asked()
say(type="bestmove", id=1, move=request["moves"][1].upper())
request = asked()
say(type="bestmove", id=2, move=request["moves"][2], index=request["indexes"][2])
hear()
"""
    with fake(body) as bot:
        assert bot.choose(TURN) is TURN.legal_moves[1]
        assert bot.choose(TURN) is TURN.legal_moves[2]


def test_seeds_are_sent_as_text() -> None:
    """Seeds of all types are sent as different texts."""
    seeds: list[Any] = [None, 7, "seven", 1.5, b"\x01", 1 << 70, True]
    assert [ProcessBot("true", seed=seed)._seed for seed in seeds] == [
        None,
        "7",
        "seven",
        "1.5",
        "01",
        hex(1 << 70),
        "True",
    ]


def test_copies_and_pickles_have_programs_of_their_own() -> None:
    """A copy has the same arguments, and starts its program when it is asked."""
    with fake(LOYAL, options={}) as bot:
        bot.choose(TURN)
        for again in (copy.deepcopy(bot), pickle.loads(pickle.dumps(bot))):  # noqa: S301
            assert again._program is None
            assert again._given == bot._given
            with again:
                assert again.choose(TURN) is TURN.legal_moves[0]
                assert again._program is not bot._program
    assert "python" in repr(bot)
    assert repr(bot).startswith("<ProcessBot ")


def test_copies_have_the_command_that_was_given() -> None:
    """A list that is changed later does not matter, and a text is not split again."""
    given = command("")
    bot = ProcessBot(given)
    given.append("x")
    text = ProcessBot(shlex.join(command("")))
    for one in (bot, text):
        for again in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):  # noqa: S301
            assert again._command == one._command == tuple(command(""))


class Named(ProcessBot):
    """Has a name of its own."""

    def __init__(self, name: str) -> None:
        """Store the name."""
        super().__init__([sys.executable], simulations=5)
        self.name = name


def test_a_derived_bot_is_pickled() -> None:
    """It may have other arguments and attributes of its own."""
    bot = Named("Ann")
    for again in (copy.deepcopy(bot), pickle.loads(pickle.dumps(bot))):  # noqa: S301
        assert (type(again), again.name, again._given) == (Named, "Ann", bot._given)
        assert set(vars(again)) == set(vars(bot)) == {*client._MADE, "name"}


# -- programs that fail ---------------------------------------------------------------------------

WITH_OPTION = "meet(options=[dict(name='depth', type='integer', default=1)]); "
FAULTS: dict[str, tuple[str, dict[str, Any]]] = {
    "hangs at the start": ("sleep()", {"start_timeout": SHORT}),
    "hangs": ("meet(); sleep()", {"seconds": 0.1, "timeout": SHORT}),
    "hangs and never stops talking": (
        "meet(); asked()\nwhile True: say(type='info', id=1); time.sleep(0.01)",
        {"seconds": 0.1, "timeout": SHORT},
    ),
    "ends at the start": ("sys.exit(3)", {}),
    "ends": ("meet(); asked(); print('help', file=sys.stderr); sys.exit(3)", {}),
    "raises": ("meet(); asked(); raise ValueError('my mistake')", {}),
    "is killed": ("meet(); asked(); os.kill(os.getpid(), 9)", {}),
    "closes its output": ("meet(); asked(); os.close(1); sleep()", {}),
    "says nothing in much": (
        "meet(); asked()\nwhile True: print(json.dumps({'type': 'info', 'id': 1, 'text': 'x' * 999}))",
        {},
    ),
    "never ends a line": ("meet(); asked()\nwhile True: sys.stdout.write('x' * 9999)", {}),
    "logs": ("print('loading', flush=True); meet(); sleep()", {}),
    "nonsense": ("meet(); asked(); print('\\xff\\x00', '{' * 300, flush=True); sleep()", {}),
    "no answer": ("meet(); asked(); say(type='go'); sleep()", {}),
    "no move": ("meet(); asked(); say(type='bestmove', id=1); sleep()", {}),
    "a wrong id": ("meet(); asked(); say(type='bestmove', id=2, index=1); sleep()", {}),
    "another answer": ("meet(); asked(); say(type='ok', id=1); sleep()", {}),
    "hello again": (
        "meet(); asked(); meet2 = say(type='hello', protocol=1, name='x'); sleep()",
        {},
    ),
    "a move at the start": ("hear(); say(type='bestmove', id=1, index=1); sleep()", {}),
    "an error": ("meet(); asked(); say(type='error', id=1, message='no idea'); sleep()", {}),
    "an error in colours": (
        "meet(); asked(); say(type='error', id=1, message='no\\n\\x1b[31midea\\x1b]0;x\\x07'); sleep()",
        {},
    ),
    "a long error": (
        "meet(); asked(); say(type='error', id=1, message='no ' * 300); sleep()",
        {},
    ),
    "a name in colours": (
        "meet(name='\\x1b[31mfake\\nbot'); asked(); say(type='error', id=1, message='no'); sleep()",
        {},
    ),
    "an error without words": (
        "meet(); asked(); say(type='error', id=1, message='\\n '); sleep()",
        {},
    ),
    "no name": ("meet(name=' '); asked(); say(type='error', id=1, message='no'); sleep()", {}),
    "a long name": (
        "meet(name='n' * 999); asked(); say(type='error', id=1, message='no'); sleep()",
        {},
    ),
    "news at the start": ("hear(); say(type='info', id=1); meet(); sleep()", {}),
    "a second": ("sleep()", {"start_timeout": 1}),
    "an error without an id": ("meet(); asked(); say(type='error', message='what'); sleep()", {}),
    "an unknown card": (
        "meet(); asked(); say(type='bestmove', id=1, move='build hut'); sleep()",
        {},
    ),
    "no such index": ("meet(); asked(); say(type='bestmove', id=1, index=9999); sleep()", {}),
    "two moves": (
        "meet(); r = asked(); say(type='bestmove', id=1, index=r['indexes'][0], move=r['moves'][1]); sleep()",
        {},
    ),
    "an illegal move": ("meet(); asked(); say(type='bestmove', id=1, index=0); sleep()", {}),
    "another version": ("hear(); say(type='hello', protocol=2, name='x'); sleep()", {}),
    "no options": ("meet(); sleep()", {"options": {"depth": 3}}),
    "another option": (
        WITH_OPTION + "sleep()",
        {"options": {"depht": 3}},
    ),
    "a misspelt limit": (
        WITH_OPTION + "sleep()",
        {"options": {"simulation": 3}},
    ),
    "an option is refused": (
        WITH_OPTION + "hear(); say(type='error', id=1, message='too deep'); sleep()",
        {"options": {"depth": 3}},
    ),
    "options are not set": (
        WITH_OPTION + "hear(); say(type='bestmove', id=1, index=1); sleep()",
        {"options": {"depth": 3}},
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_program_that_fails(name: str, wording: Wording) -> None:
    """Each fault is one error, and the program is gone."""
    body, settings = FAULTS[name]
    bot = fake(body, **settings)
    with pytest.raises(BotError) as caught:
        bot.choose(TURN)
    text = str(caught.value).replace(sys.executable, "python")
    head, _, log = text.partition("; it wrote to its standard error: ")
    wording(head)
    assert bool(log) == (name in {"ends", "raises"})
    assert ("ValueError: my mistake" in log) == (name == "raises")
    assert bot._program is None
    assert children._running == {}


@pytest.mark.parametrize("start", [True, False], ids=["a name", "the standard error"])
def test_words_of_a_program_cannot_steer_a_terminal(start: bool) -> None:  # noqa: FBT001
    """Control characters in its name and in what it logs are escaped."""
    steering = r"red\x1b[31m\nand\x1b]0;title\x07"
    shown = r"red\x1b[31m and\x1b]0;title\x07"
    if start:
        with fake(f"meet(name='{steering}', version='{steering}'); asked()") as bot:
            assert str(bot.about()) == f"{shown} {shown}"
    else:
        bot = fake(f"meet(); asked(); print('{steering}', file=sys.stderr); sys.exit(1)")
        with pytest.raises(BotError) as caught:
            bot.choose(TURN)
        assert str(caught.value).endswith(f"standard error: {shown}")


def test_a_program_that_fails_is_started_again() -> None:
    """The next choice starts it again, in another process."""
    with fake("meet(); play(asked()); asked(); sys.exit()") as bot:
        for _ in range(2):
            assert bot.choose(TURN) is TURN.legal_moves[0]
            with pytest.raises(BotError, match="ended with the exit code 0"):
                bot.choose(TURN)


@pytest.fixture
def alive(tmp_path: Path) -> Iterator[Callable[[], bool]]:
    """Return a function that tells whether a process has a pipe open that its name gives to all."""
    path = tmp_path / "alive"
    if not hasattr(os, "mkfifo"):
        pytest.skip("this system has no pipes with names")
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)

    def is_open() -> bool:
        try:
            while os.read(reader, 100):
                pass
        except BlockingIOError:
            return True
        return False

    yield is_open
    os.close(reader)


def _ends(alive: Callable[[], bool]) -> bool:
    """Wait until no process is left."""
    until = time.monotonic() + LONG
    while alive() and time.monotonic() < until:
        time.sleep(0.01)
    return not alive()


FAMILY = """\
meet()
mine = os.open({path!r}, os.O_WRONLY)
os.set_inheritable(mine, True)
child = subprocess.Popen([sys.executable, '-S', '-c', 'import time; time.sleep(600)'], close_fds=False)
request = asked()
"""


@pytest.mark.parametrize(
    "rest", ["sleep()", "sys.exit(1)", "print('x', flush=True); sleep()"], ids=str
)
def test_a_fault_leaves_no_process_behind(
    rest: str, alive: Callable[[], bool], tmp_path: Path
) -> None:
    """The processes that a program has started are killed with it."""
    body = FAMILY.format(path=str(tmp_path / "alive")) + rest
    bot = fake(body, seconds=0.1, timeout=SHORT)
    bot.about()
    while not alive():
        time.sleep(0.01)
    with pytest.raises(BotError):
        bot.choose(TURN)
    assert _ends(alive)


STUBBORN = """\
play(request)
while True:
    try: sleep()
    except BaseException: pass
"""


@pytest.mark.parametrize("how", ["close", "interrupted close", "garbage", "interrupt"])
def test_a_bot_leaves_no_process_behind(
    how: str, alive: Callable[[], bool], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that does not quit is killed: when it is closed, not used any longer, or interrupted."""
    monkeypatch.setattr(program, "_QUIT", 0.1)
    bot = fake(FAMILY.format(path=str(tmp_path / "alive")) + STUBBORN)
    bot.choose(TURN)
    assert alive()
    if how == "close":
        bot.close()
        bot.close()
    elif how == "interrupted close":
        _let_waiting_be_interrupted(bot._program, monkeypatch)
        with pytest.raises(KeyboardInterrupt):
            bot.close()
    elif how == "garbage":
        del bot
        gc.collect()
    else:
        monkeypatch.setattr(program.Program, "line", _interrupt)
        with pytest.raises(KeyboardInterrupt):
            bot.choose(TURN)
    assert _ends(alive)


def _interrupt(*_: object, **__: object) -> bytes:
    raise KeyboardInterrupt


def _let_waiting_be_interrupted(
    started: program.Program | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Let Ctrl-C come while a program has time to end."""
    assert started is not None
    process = started._process
    assert process is not None
    wait = process.wait

    def interrupted(timeout: float | None = None) -> int:
        if timeout is not None:
            raise KeyboardInterrupt
        return wait()

    monkeypatch.setattr(process, "wait", interrupted)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Return the processes that a test starts, and kill them at its end."""
    found: list[subprocess.Popen[bytes]] = []
    start = subprocess.Popen

    def note(*arguments: Any, **settings: Any) -> subprocess.Popen[bytes]:
        found.append(start(*arguments, **settings))
        return found[-1]

    monkeypatch.setattr(subprocess, "Popen", note)
    yield found
    for process in found:
        process.kill()
        process.wait()


@pytest.mark.parametrize(
    "place",
    [(weakref, "finalize"), (children, "watch"), (Thread, "start")],
    ids=["before", "at once", "later"],
)
def test_a_start_that_is_interrupted(
    place: tuple[object, str],
    started: list[subprocess.Popen[bytes]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Ctrl-C leaves no program running, wherever it comes."""
    bot = fake(LOYAL)
    with monkeypatch.context() as patched:
        patched.setattr(*place, _interrupt)
        with pytest.raises(KeyboardInterrupt):
            bot.choose(TURN)
    assert all(process.returncode is not None for process in started)
    assert children._running == {}
    with bot:
        assert bot.choose(TURN) is TURN.legal_moves[0]


@pytest.mark.filterwarnings("error::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_thread_that_begins_after_its_start_was_interrupted(
    started: list[subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its pipe is closed already, and nobody sees a traceback."""
    late: list[Thread] = []

    class Late(Thread):
        def start(self) -> None:
            late.append(self)
            raise KeyboardInterrupt

    monkeypatch.setattr(program, "Thread", Late)
    with pytest.raises(KeyboardInterrupt):
        fake(LOYAL).choose(TURN)
    for thread in late:
        super(Late, thread).start()  # type: ignore[misc]  # it is one of those
        thread.join()
    assert [process.returncode is not None for process in started] == [True]


@pytest.mark.parametrize("most", range(3))
def test_a_program_for_which_there_are_too_many_threads(
    most: int, started: list[subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It cannot be started, as the error says, and does not stay behind."""
    made: list[Thread] = []

    class Limited(Thread):
        def start(self) -> None:
            if len(made) == most:
                raise RuntimeError("can't start new thread")
            made.append(self)
            super().start()

    monkeypatch.setattr(program, "Thread", Limited)
    with pytest.raises(BotError, match="can't start new thread"):
        fake(LOYAL).choose(TURN)
    assert [process.returncode is not None for process in started] == [True]
    assert children._running == {}


HOST = """\
import sys
from wonders_duel import Game
from wonders_duel.protocol import ProcessBot
bot = ProcessBot({command!r}, timeout=60, start_timeout=60, reuse={reuse})
bot.choose(Game(seed=7, rules="first-game").state)
{rest}
"""


@pytest.mark.parametrize(
    ("reuse", "rest"),
    [
        (False, ""),
        (True, ""),
        (True, "bot.close()"),
        (False, "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"),
    ],
    ids=["at the end", "kept", "kept before", "killed"],
)
def test_a_program_ends_with_its_host(
    reuse: bool,  # noqa: FBT001
    rest: str,
    alive: Callable[[], bool],
    tmp_path: Path,
) -> None:
    """It does so however the host ends; a host that is killed cannot kill it, but its input ends."""
    body = f"meet()\nmine = os.open({str(tmp_path / 'alive')!r}, os.O_WRONLY)\n"
    source = HOST.format(
        command=command(body + "while True: play(asked())"), reuse=reuse, rest=rest
    )
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, check=False)  # noqa: S603
    assert done.stderr == b""
    assert done.returncode == (-signal.SIGKILL if "KILL" in rest else 0)
    assert _ends(alive)


def test_a_program_is_killed_by_its_own_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """The garbage collector, which runs in any thread, may end a program."""
    with fake(LOYAL) as bot:
        bot.choose(TURN)
        assert bot._program is not None
        threads = bot._program._threads
        monkeypatch.setattr(program, "current_thread", lambda: threads[1])
    assert children._running == {}


def test_programs_without_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    """On Windows there are no process groups: only the program itself is killed."""
    monkeypatch.delattr(os, "killpg")
    bot = fake("meet(); sleep()", timeout=SHORT, seconds=0.1)
    with pytest.raises(BotError, match="did not choose"):
        bot.choose(TURN)
    assert children._running == {}


def test_a_worker_that_ends_at_once_kills_its_programs(
    alive: Callable[[], bool], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All programs are killed, but not those of the process from which this one was forked."""
    bot = fake(FAMILY.format(path=str(tmp_path / "alive")) + STUBBORN)
    bot.choose(TURN)
    with monkeypatch.context() as patched:
        patched.setattr(os, "getpid", lambda: -1)
        children.kill_all()
        assert alive()
        assert bot._program is not None
        bot._program.close()
        assert alive()
    children.kill_all()
    assert _ends(alive)
    bot.close()


def test_a_fork_starts_a_program_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that was forked does not use the program of the other one."""
    with fake(LOYAL) as bot:
        bot.choose(TURN)
        first = bot._program
        assert first is not None
        monkeypatch.setattr(first, "owner", -1)
        bot.choose(TURN)
        assert bot._program is not first
        monkeypatch.setattr(first, "owner", os.getpid())
        first.close()


def test_a_fork_that_fails_leaves_the_program_of_the_other_process_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A process that was forked, and cannot start a program of its own, kills none."""
    with fake(LOYAL) as bot:
        bot.choose(TURN)
        first = bot._program
        assert first is not None
        with monkeypatch.context() as patched:
            patched.setattr(first, "owner", -1)
            assert first.kill() == ""
            patched.setattr(os, "getcwd", _missing)
            with pytest.raises(BotError, match="the current folder"):
                bot.choose(TURN)
            assert bot._program is None
        assert first._process is not None
        assert first._process.poll() is None
        first.close()


def _missing() -> str:
    raise FileNotFoundError


# -- arguments ------------------------------------------------------------------------------------

NO_PROGRAMS: list[Any] = [[""], "'true", "no-such-program --fast"]
BAD_ARGUMENTS: list[tuple[Any, dict[str, Any]]] = [
    ("", {}),
    (" ", {}),
    ([], {}),
    (3, {}),
    (["true", 3], {}),
    *((called, {}) for called in NO_PROGRAMS),
    ("true", {"seed": []}),
    ("true", {"seed": "x" * 1001}),
    ("true", {"seconds": 0}),
    ("true", {"seconds": True}),
    ("true", {"seconds": float("nan")}),
    ("true", {"simulations": 0}),
    ("true", {"simulations": True}),
    ("true", {"simulations": 10**9 + 1}),
    ("true", {"clock": "sun"}),
    ("true", {"clock": []}),
    ("true", {"timeout": -1}),
    ("true", {"seconds": 3, "timeout": 3}),
    ("true", {"seconds": 1, "timeout": 0.5}),
    ("true", {"start_timeout": "long"}),
    ("true", {"options": [1]}),
    ("true", {"options": {3: 3}}),
    ("true", {"options": {"x": [3]}}),
    ("true", {"options": {"x": float("inf")}}),
    ("true", {"options": {"x": 10**18}}),
    ("true", {"options": dict.fromkeys(map(str, range(101)), 1)}),
    ("true", {"reuse": 1}),
]


@pytest.mark.parametrize(("called", "settings"), BAD_ARGUMENTS, ids=_short)
def test_wrong_arguments(called: Any, settings: dict[str, Any], wording: Wording) -> None:
    """Wrong arguments are noticed before a program is started."""
    kind = BotError if called in NO_PROGRAMS else WrongTypeError
    with wording.raises(kind):
        ProcessBot(called, **settings)


def test_arguments_have_the_limits_of_the_protocol() -> None:
    """What a bot accepts, a program has to accept, too."""
    requests = cast("dict[str, Any]", schema()["$defs"])
    limits = requests["request-go"]["properties"]["limits"]["properties"]
    assert limits["simulations"]["maximum"] == MOST_SIMULATIONS
    options = requests["request-set"]["properties"]["options"]
    assert options["maxProperties"] == MOST_OPTIONS
    bot = ProcessBot("true", simulations=MOST_SIMULATIONS)
    assert bot._limits["simulations"] == MOST_SIMULATIONS


def test_limits_have_defaults() -> None:
    """Without a limit the program has a second; it has two more, or a minute more, to answer."""
    bots = [
        ProcessBot("true"),
        ProcessBot("true", seconds=90, clock="process"),
        ProcessBot("true", simulations=5),
        ProcessBot("true", seconds=5, simulations=3),
        ProcessBot("true", seconds=999_999),
    ]
    assert [bot._limits for bot in bots] == [
        {"seconds": 1.0, "clock": "wall"},
        {"seconds": 90, "clock": "process"},
        {"simulations": 5},
        {"seconds": 5, "clock": "wall", "simulations": 3},
        {"seconds": 999_999, "clock": "wall"},
    ]
    assert [bot._timeout for bot in bots] == [3, 150, 60, 7, 1_000_001]


def test_wrong_states(wording: Wording) -> None:
    """A bot is asked only when somebody is to move."""
    bot = ProcessBot("true")
    bot.close()
    with wording.raises(BotError):
        bot.choose(State.start())
    with pytest.raises(WrongTypeError):
        bot.choose(cast("Any", 3))


def test_a_folder_that_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wording: Wording
) -> None:
    """A program is started in the current folder, which another process may have removed."""
    bot = ProcessBot("true")
    folder = tmp_path / "gone"
    folder.mkdir()
    monkeypatch.chdir(folder)
    folder.rmdir()
    with wording.raises(BotError):
        bot.choose(TURN)


def test_a_file_that_is_not_a_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wording: Wording
) -> None:
    """A file that the system cannot run is reported when it is started."""
    path = tmp_path / "mybot"
    path.write_bytes(b"\x00\x01")
    path.chmod(0o700)
    monkeypatch.chdir(tmp_path)
    with wording.raises(BotError):
        ProcessBot(["./mybot"]).about()


# -- matches --------------------------------------------------------------------------------------


def _spec(body: str, **settings: Any) -> BotSpec:
    given = {"timeout": LONG, "start_timeout": LONG, **settings}
    return BotSpec("process", {"command": shlex.join(command(body)), **given})


@pytest.fixture
def nothing_kept() -> Iterator[None]:
    """Close the programs that a test keeps."""
    yield
    while program._kept:
        program._kept.pop().close()


@pytest.mark.usefixtures("nothing_kept")
def test_a_program_plays_many_games() -> None:
    """In a match, a program plays one game after the other, each with its seed."""
    body = """\
seeds = []
meet(name=str(os.getpid()))
while True:
    request = hear()
    if request["type"] == "newgame": seeds.append(request["seed"])
    if request["type"] == "quit": break
    if request["type"] == "go":
        say(type="info", id=request["id"], text=json.dumps(seeds))
        play(request)
"""
    spec = _spec(body)
    found = []
    for seed in range(3):
        made = cast("ProcessBot", spec.create(seed))
        made.choose(TURN)
        assert made.info is not None
        found.append((made.about().name, json.loads(made.info.text)))
        made.close()
    names, seeds = zip(*found, strict=True)
    assert len(set(names)) == 1
    sent = [seed_for("program", seed) for seed in range(3)]
    assert seeds == (sent[:1], sent[:2], sent)
    other = cast("ProcessBot", _spec(body + "\n").create())
    assert other.about().name != names[0]
    other.close()


@pytest.mark.usefixtures("nothing_kept")
def test_kept_programs_that_ended_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that ended while it was kept is replaced, and only some are kept."""
    monkeypatch.setattr(program, "_MOST_KEPT", 1)
    spec = _spec(LOYAL)
    bots = [cast("ProcessBot", spec.create()) for _ in range(2)]
    for one in bots:
        one.choose(TURN)
    started = [one._program for one in bots]
    for one in bots:
        one.close()
    assert program._kept == started[1:]
    last = started[1]
    assert last is not None
    assert last._process is not None
    last._process.kill()
    while last.is_usable:
        time.sleep(0.01)
    again = cast("ProcessBot", spec.create())
    assert again.choose(TURN) is TURN.legal_moves[0]
    assert program._kept == []
    assert program.kept(last.key) is None
    again.close()


def test_no_program_is_kept_when_python_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that are closed after that are closed for good."""
    monkeypatch.setattr(program, "_is_ending", [])
    bots = [cast("ProcessBot", _spec(LOYAL).create()) for _ in range(2)]
    for one in bots:
        one.choose(TURN)
    bots[0].close()
    assert len(program._kept) == 1
    program._close_kept()
    bots[1].close()
    assert program._kept == []
    assert children._running == {}


def test_kept_programs_end_when_the_end_of_python_is_interrupted(
    started: list[subprocess.Popen[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C while one of them has time to end kills the others, too."""
    monkeypatch.setattr(program, "_is_ending", [])
    bots = [cast("ProcessBot", _spec(LOYAL).create()) for _ in range(2)]
    for one in bots:
        one.choose(TURN)
    for one in bots:
        one.close()
    with monkeypatch.context() as patched:
        _let_waiting_be_interrupted(program._kept[-1], patched)
        with pytest.raises(KeyboardInterrupt):
            program._close_kept()
    for process in started:
        process.wait(LONG)
    while program._kept:
        program._kept.pop().kill()


@pytest.mark.usefixtures("nothing_kept")
@pytest.mark.parametrize(
    ("rest", "expected"),
    [
        ("say(type='bestmove', id=asked()['id'], index=0)", "which is illegal"),
        ("asked(); sys.exit(4)", "ended with the exit code 4"),
        ("asked(); print('?', flush=True)", "wrote '?', which is not an answer"),
        ("sleep()", "did not choose a move within 0.3 seconds"),
    ],
    ids=["illegal", "ends", "nonsense", "hangs"],
)
def test_a_program_that_fails_loses_the_game(rest: str, expected: str) -> None:
    """A fault is noted in the row of a match, and the next game is played."""
    limits = {"seconds": 0.1, "timeout": SHORT} if rest == "sleep()" else {}
    match = Match(
        ["random", _spec(f"meet()\n{rest}\nwhile True: play(asked())", **limits)],
        deals=1,
        on_fault=OnFault.LOSE,
    )
    for seat, played in enumerate(match.play(0).games):
        assert played.fault is not None
        assert int(played.fault.seat) == 1 - seat
        assert expected in played.fault.error
        assert played.fault.error.startswith("failed: the program fake ")
        assert played.fault.traceback == ""
        assert played.winner is played.fault.seat.opponent
    assert children._running == {}


@pytest.mark.usefixtures("nothing_kept")
def test_a_match_tells_the_end_of_what_a_program_wrote() -> None:
    """The last line of a long traceback says what is wrong, so a match does not cut it off."""
    body = "meet(); asked(); sys.exit('at a place ' * 50 + 'ValueError: my mistake')"
    match = Match(["random", _spec(body)], deals=1)
    with pytest.raises(BotError, match=r"error: ….{370,400}ValueError: my mistake$"):
        match.play(0)


@pytest.mark.usefixtures("nothing_kept")
def test_a_match_in_worker_processes(alive: Callable[[], bool], tmp_path: Path) -> None:
    """Programs play in the workers of a match, the rows are the same, and none is left behind."""
    body = f"meet()\nmine = os.open({str(tmp_path / 'alive')!r}, os.O_WRONLY)\n"
    match = Match(["random", _spec(body + "while True: play(asked())")], deals=2, seed="x")
    rows = list(run(match, processes(1)))
    assert [row.games for row in rows] == [match.play(task).games for task in range(2)]
    assert all(game.fault is None for row in rows for game in row.games)
    while program._kept:
        program._kept.pop().close()
    assert _ends(alive)


@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGTERM], ids=["killed", "terminated"])
def test_a_match_that_is_killed_leaves_no_process_behind(
    by: signal.Signals, alive: Callable[[], bool], tmp_path: Path
) -> None:
    """Its workers notice, and kill programs that would never end."""
    body = FAMILY.format(path=str(tmp_path / "alive")) + "while True: pass"
    name = f"process,command={json.dumps(shlex.join(command(body)))},timeout=60,start_timeout=60"
    started = [sys.executable, "-m", "wonders_duel", "match", name, "random", "--workers", "2"]
    with subprocess.Popen(started, stderr=subprocess.DEVNULL) as match:  # noqa: S603 - our own
        until = time.monotonic() + LONG
        while not alive() and time.monotonic() < until:
            time.sleep(0.01)
        assert alive()
        match.send_signal(by)
    assert _ends(alive)


@pytest.mark.needs("processes")
@pytest.mark.usefixtures("nothing_kept")
def test_a_match_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot of a match is named by its command; further settings are options of the program."""
    (tmp_path / "mybot.py").write_text(
        PRELUDE + 'meet(options=[dict(name="depth", type="integer", default=1)])\n'
        "request = hear()\nassert request['options'] == {'depth': 3}\n"
        "say(type='ok', id=request['id'])\nwhile True: play(asked())"
    )
    monkeypatch.chdir(tmp_path)
    name = f"process,command={sys.executable} mybot.py,start_timeout=60,timeout=60,depth=3"
    assert main(["match", name, "random", "--deals", "1", "--workers", "1"]) == 0
    assert "1 pair" in capsys.readouterr().out


@pytest.mark.parametrize(
    "settings",
    [{}, {"command": "no-such-program"}, {"command": "true", "seconds": -1}, {"command": 3}],
    ids=json.dumps,
)
def test_wrong_settings(settings: dict[str, Any], wording: Wording) -> None:
    """The name ``process`` needs a command, and settings are checked as arguments are."""
    with wording.raises(BotError):
        bot(" Process", settings=settings)


def test_a_program_cannot_compute_the_deals_of_a_match() -> None:
    """The seed that it gets in a match is a digest, the same each time, and without one there is none."""
    match = Match(["greedy", "random"], deals=2, seed="a secret")
    seeds = [match.bot_seed(1, 0, seat) for seat in Player]
    bots = [bot("process", seed, {"command": "true"}) for seed in (*seeds, seeds[0], None)]
    sent = [cast("ProcessBot", one)._given["seed"] for one in bots]

    assert sent[2:] == [sent[0], None]
    assert sent[0] != sent[1]
    for seed in sent[:2]:
        assert re.fullmatch(r"[0-9a-f]{32}", str(seed))


def test_the_name_of_a_bot() -> None:
    """The name gives a bot with the seed and the settings."""
    made: Bot = bot("process", 3, {"command": "true --x", "seconds": 2, "depth": 5})
    assert isinstance(made, ProcessBot)
    assert made._given["seed"] == seed_for("program", 3)
    assert made._given["seconds"] == 2
    assert made._given["options"] == {"depth": 5}
    assert made._command == ("true", "--x")
    assert made._reuse is True


def test_a_flood_is_read_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What comes after the most bytes of a request is read and thrown away, so that nothing waits."""
    path = tmp_path / "output"
    path.write_bytes(b"[]\n" * 100_000)
    monkeypatch.setattr(program, "MOST_OUTPUT", 1000)
    output = program._Output()
    with path.open("rb", buffering=0) as file:
        output.listen(file)
    with pytest.raises(program.BrokenProgramError, match="for one request"):
        output.line(0)
    assert output.is_over
    assert output.is_flooded
