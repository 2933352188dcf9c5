"""The fuzzed targets: each parser of external input, with its invariants.

A target takes bytes. It raises a library error if they are refused, and returns if they were read
and survived a round trip; anything else is a finding.
"""

from __future__ import annotations

import io
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from functools import cache, partial
from pathlib import Path
from typing import Final, cast
from zlib import crc32

import attrs

from tools import goldens
from wonders_duel import (
    Age,
    Back,
    CityPosition,
    Colour,
    Deal,
    Game,
    Participant,
    Pending,
    Phase,
    Player,
    Position,
    Record,
    Resource,
    Rules,
    ScienceSymbol,
    State,
    Tags,
    Victory,
    WondersDuelError,
    catalogue,
    cli,
    parse_move,
    records,
    serialization,
)
from wonders_duel.bots import BOTS, bot
from wonders_duel.command_line import narrating
from wonders_duel.command_line.output import rules_of
from wonders_duel.history.remarks import checked_comment
from wonders_duel.importers import bga, sevenee, sevenwd_io
from wonders_duel.support.browser import check_nesting
from wonders_duel.text.files import BEGINNINGS
from wonders_duel.text.outcome_text import outcome_text, parse_outcome
from wonders_duel.text.record_parser import RESERVED
from wonders_duel.text.state_text import KEYS

__all__ = ["LARGEST", "LONGEST_MESSAGE", "TARGETS", "Target", "words"]

_DOCUMENTS = Path(__file__).parents[2] / "tests" / "golden" / "documents"
LARGEST: Final = 1 << 16
"""The most bytes of a generated input."""
LONGEST_MESSAGE: Final = 20_000
"""The most characters of an error message, which may quote input."""
_PLAYED: Final = 8
"""The number of moves tried from a position that was read."""


@attrs.frozen
class Target:
    """A parser of external input.

    Attributes:
        name: its name.
        run: reads bytes; see above.
        seeds: returns initial inputs by name.
        largest: the most bytes of a generated input.
    """

    name: str
    run: Callable[[bytes], None]
    seeds: Callable[[], Mapping[str, bytes]]
    largest: int = LARGEST


def _text(data: bytes) -> str:
    """Return any bytes as a text, with invalid UTF-8 as surrogates."""
    return data.decode("utf-8", "surrogateescape")


def _pick(data: bytes, things: list[State]) -> State:
    """Return one of some states, always the same for the same bytes."""
    return things[crc32(data) % len(things)]


@cache
def _waiting_on_players() -> list[State]:
    return [state for state in goldens.positions().values() if state.legal_moves]


@cache
def _waiting_on_chance() -> list[State]:
    return [state for state in goldens.positions().values() if state.chance is not None]


class _Refused(WondersDuelError):  # noqa: N818 - no fault of anybody
    """Raised if several parsers all refused a text."""


def _move(data: bytes) -> None:
    """Parse a move as user input, with and without the legal moves."""
    text = _text(data)
    state = _pick(data, _waiting_on_players())
    legal = state.legal_moves
    try:
        move = parse_move(text)
    except WondersDuelError:
        found = parse_move(text, legal_moves=legal)  # a prefix that only one legal move has
        assert parse_move(str(found)) is found
        return
    assert parse_move(str(move)) is move
    assert parse_move(text, legal_moves=legal) is move
    assert (move in legal) == (state.why_not(move) == ())


def _outcome(data: bytes) -> None:
    """Parse a chance outcome and apply it to a chance state."""
    outcome = parse_outcome(_text(data))
    assert parse_outcome(outcome_text(outcome)) == outcome
    state = _pick(data, _waiting_on_chance())
    try:
        after = state.resolve(outcome)
    except WondersDuelError:
        return
    assert state.chance is not None
    assert after != state


def _names(data: bytes) -> None:
    """Parse a name, a word of the game, a rule option, a bot, a tag and a comment."""
    text = _text(data)
    read = 0
    readers: list[tuple[Callable[[str], object], Callable[[object], str]]] = [
        (catalogue.find, lambda card: card.id),  # type: ignore[attr-defined]
        (catalogue.find_building, lambda card: card.id),  # type: ignore[attr-defined]
        (catalogue.find_wonder, lambda card: card.id),  # type: ignore[attr-defined]
        (catalogue.find_token, lambda card: card.id),  # type: ignore[attr-defined]
        (catalogue.card, lambda card: card.id),  # type: ignore[attr-defined]
        *(
            (cast("Callable[[str], object]", kind), str)
            for kind in (Age, Back, Colour, Phase, Player, Resource, ScienceSymbol, Victory)
        ),
        (lambda word: Rules(wonder_setup=word).wonder_setup, str),
        (lambda word: Rules(reveal_timing=word).reveal_timing, str),
        (lambda word: Rules(centre_pawn_start=word).centre_pawn_start, str),
        (lambda word: State.start(rules=word).rules.wonder_setup, str),
        (checked_comment, str),
        (lambda word: Tags({"event": word})["event"], str),
        (lambda word: Participant(word).name, str),
    ]
    for read_it, write in readers:
        try:
            found = read_it(text)
        except WondersDuelError as error:
            _check_error(error)
        else:
            read += 1
            assert read_it(write(found)) == found
    others: list[Callable[[], object]] = [
        lambda: bot(text, 1),
        lambda: narrating._players(text, 1),
        lambda: Rules(**rules_of([text])),  # type: ignore[arg-type]
        lambda: State.start(first_player=text),
        lambda: Tags({text: "x"}),
        lambda: Rules(**{text: "draft"}),  # type: ignore[arg-type]
    ]
    for other in others:
        try:
            other()
            read += 1
        except WondersDuelError as error:
            _check_error(error)
        except TypeError as error:  # raised by Python for an unknown option
            if "unexpected keyword" not in str(error):
                raise
    if not read:
        raise _Refused


def _check_state(state: State) -> None:
    """Check that a state that was read can be written, played and counted."""
    line = state.to_text()
    again = State.from_text(line)
    assert again == state
    assert hash(again) == hash(state)
    assert again.to_text() == line
    assert State.from_json(state.to_json()) == state
    position = Position.of(state)
    assert position.problems() == ()
    assert position.state() == state
    state.score()
    legal = state.legal_moves
    assert len(set(legal)) == len(legal)
    step = max(1, len(legal) // _PLAYED)
    for move in legal[::step]:
        state.payment(move)
        after = state.apply(move)
        State.from_text(after.to_text())
    chance = state.chance
    if chance is not None and 0 < chance.count <= 1000:  # few enough to be enumerated
        outcomes = [outcome for outcome, _ in chance.outcomes()]
        assert len(outcomes) == chance.count
        state.resolve(outcomes[0])


def _position(data: bytes) -> None:
    """Parse a position as a line of text, and as ``perft`` reads it."""
    text = _text(data)
    try:
        state = State.from_text(text)
    except WondersDuelError:
        if crc32(data) % 16 == 0:  # the errors are the same
            assert _command("perft", "--depth", "1", "--", text) == ""
        raise
    _check_state(state)
    counted = _command("perft", "--depth", "1", "--", text)
    if state.legal_moves and counted:
        assert int(counted) == len(state.legal_moves)


def _command(*words: str) -> str:
    """Check that a command succeeds or refuses its input in one line."""
    said, complaint = io.StringIO(), io.StringIO()
    with redirect_stdout(said), redirect_stderr(complaint):
        code = cli.main(words)
    errors = complaint.getvalue()
    assert code in (0, 1, 2), code
    assert errors.count("\n") == bool(code), errors
    assert not errors or errors.startswith("wonders-duel: ")
    assert len(errors) < LONGEST_MESSAGE
    return said.getvalue()


def _check_record(record: Record) -> None:
    """Check that a record can be written in both forms, and is replayed or refused."""
    assert Record.from_text(record.to_text()) == record
    assert Record.from_json(record.to_json()) == record
    try:
        end = record.check()
    except WondersDuelError as error:
        _check_error(error)
        return
    assert record.game().state == end
    assert record.without_deal().check() == end


def _record_text(data: bytes) -> None:
    """Parse a record as text."""
    _check_record(Record.from_text(_text(data)))


def _record_file(data: bytes) -> None:
    """Parse a file of records, open as bytes and as text, and in memory."""
    found = []
    problem: WondersDuelError | None = None
    try:
        for record in records.read(io.BytesIO(data)):
            found.append(record)  # noqa: PERF402 - what was read before the fault counts
    except WondersDuelError as error:
        problem = error
    together = "".join(records.dumps(record) for record in found)
    assert list(records.read(io.StringIO(together))) == found
    lines = "".join(records.dumps(record, "json") + "\n" for record in found)
    assert list(records.read(io.StringIO(lines))) == found
    ways: tuple[Callable[[], Record], ...] = (
        lambda: records.load(io.BytesIO(data)),
        lambda: records.load(io.StringIO(_text(data), newline="")),
        lambda: records.loads(data),
        lambda: records.loads(_text(data)),
    )
    for read in ways:
        try:
            record = read()
        except WondersDuelError as error:
            _check_error(error)
        else:
            assert records.loads(records.dumps(record)) == record
    if problem is not None:
        raise problem


def _document(data: bytes) -> None:
    """Parse a JSON document of any kind, as text and as parsed by another library."""
    try:
        check_nesting(data)
        plain = json.loads(data)
    except (ValueError, RecursionError):
        pass
    else:
        try:
            made = serialization.from_document(plain)
        except WondersDuelError as error:
            _check_error(error)
        else:
            assert serialization.loads(serialization.dumps(made)) == made
    _check_document(serialization.loads(data))


def _check_document(made: serialization.Document) -> None:
    text = serialization.dumps(made)
    again = serialization.loads(text)
    assert again == made
    assert serialization.kind_of(again) == serialization.kind_of(made)
    assert serialization.dumps(again) == text
    if isinstance(made, Record):
        _check_record(made)
    elif isinstance(made, State):
        _check_state(made)
    elif isinstance(made, Deal):
        made.conflicts(State.start())


def _state_document(data: bytes) -> None:
    """Parse a JSON document of a state."""
    _check_state(State.from_json(data))


def _record_document(data: bytes) -> None:
    """Parse a JSON document of a record."""
    _check_record(Record.from_json(data))


def _by_hand(data: bytes) -> None:
    """Build a position or a deal from parts of user input."""
    try:
        check_nesting(data)
        typed = json.loads(data)
    except (ValueError, RecursionError):
        raise _Refused from None
    if not isinstance(typed, dict):
        raise _Refused
    if "draft" in typed:
        parts = {key: typed.get(key, ()) for key in _DEAL_KEYS}
        deal = Deal(**parts)
        deal.conflicts(State.start())
        assert serialization.loads(serialization.dumps(deal)) == deal
        return
    position = Position()
    for key in _POSITION_KEYS & typed.keys():
        value = typed[key]
        if key == "cities" and isinstance(value, list):
            value = tuple(
                CityPosition(**{one: city[one] for one in _CITY_KEYS & city.keys()})
                if isinstance(city, dict)
                else city
                for city in value
            )
        elif key == "pending" and isinstance(value, list):
            value = [Pending(**one) if _is_pending(one) else one for one in value]
        setattr(position, key, value)
    problems = position.problems()
    if problems:
        assert len("; ".join(problems)) < LONGEST_MESSAGE
    _check_state(position.state())


def _is_pending(thing: object) -> bool:
    return isinstance(thing, dict) and thing.keys() == {"phase", "colour"}


_DEAL_KEYS = ("draft", "board_tokens", "great_library", "ages")
_CITY_KEYS = {field.name for field in attrs.fields(CityPosition)}
_POSITION_KEYS = {field.name for field in attrs.fields(Position)} - {"catalogue"}


@contextmanager
def _file(data: bytes) -> Iterator[str]:
    """Return the path of a file with the bytes."""
    handle, path = tempfile.mkstemp(dir=_MEMORY, prefix="wonders-duel-")
    try:
        os.write(handle, data)
        os.close(handle)
        yield path
    finally:
        Path(path).unlink()


_MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108 - never reaches a disk


def _command_line(data: bytes) -> None:
    """Run the commands on a file: they give one clear error and never a traceback."""
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8")
    try:
        _command("perft", "--depth", "0", "-")
    finally:
        sys.stdin = before
    with _file(data) as path:
        _command("replay", path, "--to", "7")
        _command("perft", "--depth", "1", "--deal", path, State.start().to_text())
        told = _command("replay", path)
        said, complaint = io.StringIO(), io.StringIO()
        with redirect_stdout(said), redirect_stderr(complaint):
            code = cli.main(["validate", path])
    assert code in (0, 1), code
    assert complaint.getvalue() == ""
    assert said.getvalue().endswith(": OK\n") == (not code)
    if code and not told:
        raise _Refused


def _check_error(error: WondersDuelError) -> None:
    """Check that an error can be shown and is short."""
    assert len(str(error)) < LONGEST_MESSAGE, "the message is too long"


# -- initial inputs --------------------------------------------------------------------------------


def _golden(*beginnings: str, ends: str = "") -> dict[str, bytes]:
    return {
        name: text.encode()
        for name, text in goldens.files().items()
        if name.startswith(beginnings) and name.endswith(ends)
    }


def _stored(*beginnings: str) -> dict[str, bytes]:
    """Return the documents of old versions."""
    return {
        f"{path.parent.name}-{path.name}": path.read_bytes()
        for path in sorted(_DOCUMENTS.rglob("*.json"))
        if path.name.startswith(beginnings)
    }


def _numbered(lines: Iterable[str]) -> dict[str, bytes]:
    return {f"line-{number}": line.encode() for number, line in enumerate(lines)}


_SITES: Final = {site.FORMAT.site: site for site in (bga, sevenwd_io, sevenee)}
_LONGEST_LOG: Final = 300_000
_GAMES: Final = Path(__file__).parents[2] / "tests" / "importers" / "games"


def _log(site: str, data: bytes) -> None:
    """Read the games of a log; what follows the rules is read again from its own form."""
    read = 0
    for imported in _SITES[site].loads(data):
        record = imported.record
        assert (record is None) == bool(imported.fault)
        if record is None:
            continue
        read += 1
        record.check()
        if imported.missing:
            continue
        assert Record.from_text(record.to_text()) == record
        (again,) = _SITES[site].loads(_SITES[site].dumps(record))
        assert again.agrees
    if not read:
        raise _Refused


def _log_seeds(site: str) -> dict[str, bytes]:
    """Return games of bots, and those of people that are stored."""
    found = {}
    for seed in range(2):
        game = Game(seed=seed)
        game.play_out(bot("random", seed), bot("greedy", seed))
        found[f"game {seed}"] = _SITES[site].dumps(game.record()).encode()
    name = "7wd_io" if site == sevenwd_io.FORMAT.site else site
    for path in sorted(_GAMES.glob(f"{name}*.json")):
        found[path.stem] = path.read_bytes()
    return found


def _move_seeds() -> dict[str, bytes]:
    typed = [
        "Build Glassblower",
        "build bath",
        "sell the tavern",
        "pick sphinx",
        "wonder pyramids with Lumber Yard",
        "take Law",
        "begin player 2",
        "b",
    ]
    return _numbered([*goldens.MOVES, *typed])


def _outcome_seeds() -> dict[str, bytes]:
    texts = []
    for record in goldens.records().values():
        for outcomes in (record.setup, *(turn.outcomes for turn in record.turns)):
            texts += [outcome_text(outcome) for outcome in outcomes]
    kinds = {text.split()[0]: text for text in texts}
    return _numbered([*kinds.values(), *texts[:8], "drawn law, masonry, urbanism"])


def _name_seeds() -> dict[str, bytes]:
    enums = (Age, Back, Colour, Phase, Player, Resource, ScienceSymbol, Victory)
    named = [str(kind) for each in enums for kind in cast("Iterable[object]", each)][::3]
    cards = [card.name for card in catalogue.building_list[::12]]
    options = ["wonder_setup=first-game", "reveal-timing=on-take", "first-game", "random,greedy"]
    return _numbered([*named, *cards, *options, *BOTS, "a\tb\n\\n}"])


def _by_hand_seeds() -> dict[str, bytes]:
    found = {}
    for name, state in goldens.positions().items():
        position = Position.of(state)
        typed = attrs.asdict(position, recurse=False)
        del typed["catalogue"]
        typed["cities"] = [attrs.asdict(city, recurse=False) for city in position.cities]
        found[name] = json.dumps(typed, default=_plain).encode()
    game = goldens.records()["finished"]
    assert game.deal is not None
    deal = {key: getattr(game.deal, key) for key in _DEAL_KEYS}
    return {**found, "deal": json.dumps(deal, default=_plain).encode()}


def _plain(thing: object) -> object:
    """Return an object as plain values."""
    if hasattr(thing, "id"):
        return cast("object", thing.id)
    if isinstance(thing, Rules):
        return {field.name: str(getattr(thing, field.name)) for field in attrs.fields(Rules)}
    assert isinstance(thing, Pending)
    return {"phase": str(thing.phase), "colour": thing.colour and str(thing.colour)}


def _file_seeds() -> dict[str, bytes]:
    texts = _golden("record", ends=".txt")
    line = (goldens.records()["resigned"].to_json() + "\n").encode()
    short = texts["record-unfinished.txt"]
    return {
        **texts,
        "two": short + texts["record-from-a-position.txt"],
        "mixed": b"# two forms\n" + short + b"\n" + line,
        "lines": line + line,
        "windows": short.replace(b"\n", b"\r\n"),
        "marked": b"\xef\xbb\xbf" + short,
    }


def _mixed_seeds() -> dict[str, bytes]:
    lines = _golden("positions")["positions.txt"].splitlines(keepends=True)
    return {
        **_file_seeds(),
        **_golden("score", "rules", "outcome", "move-build", "state"),
        "everything": b"\n".join([*lines[:3], *_golden("deal", "result").values()]),
    }


_SMALL: Final = ("deal", "move", "outcome", "payment", "result", "rules", "score")

TARGETS: Final[Mapping[str, Target]] = {
    target.name: target
    for target in (
        Target("move", _move, _move_seeds, 2_000),
        Target("outcome", _outcome, _outcome_seeds, 2_000),
        Target("names", _names, _name_seeds, 2_000),
        Target(
            "position",
            _position,
            lambda: _numbered(goldens.files()["positions.txt"].splitlines()),
        ),
        Target("record-text", _record_text, lambda: _golden("record", ends=".txt")),
        Target("record-file", _record_file, _file_seeds),
        Target(
            "document",
            _document,
            lambda: {
                **_golden(*_SMALL, ends=".json"),
                **_stored(*_SMALL),
            },
        ),
        Target(
            "state-document",
            _state_document,
            lambda: {
                **_stored("state"),
                **{name: state.to_json().encode() for name, state in goldens.positions().items()},
            },
        ),
        Target(
            "record-document",
            _record_document,
            lambda: {
                **_stored("record"),
                **{name: record.to_json().encode() for name, record in goldens.records().items()},
            },
        ),
        Target("by-hand", _by_hand, _by_hand_seeds),
        *(
            Target(
                f"log-{form.site}",
                partial(_log, form.site),
                partial(_log_seeds, form.site),
                largest=_LONGEST_LOG,
            )
            for form in (bga.FORMAT, sevenwd_io.FORMAT, sevenee.FORMAT)
        ),
        Target("command-line", _command_line, _mixed_seeds),
    )
}
"""Every target by name."""


@cache
def words() -> tuple[str, ...]:
    """Return the vocabulary of inputs, with some unexpected words."""
    enums = (Age, Back, Colour, Phase, Player, Resource, ScienceSymbol, Victory)
    named = {str(one) for each in enums for one in cast("Iterable[object]", each)}
    cards = {card.id for card in catalogue.building_list}
    cards |= {card.id for card in catalogue.wonder_list}
    cards |= {card.id for card in catalogue.token_list}
    keys = set()
    for path in sorted(_DOCUMENTS.rglob("*.json")):
        keys |= _keys_of(json.loads(path.read_text(encoding="utf-8")))
    own = {*KEYS, *RESERVED, *BEGINNINGS, *BOTS, *keys, *_POSITION_KEYS, *_CITY_KEYS}
    return tuple(sorted(named | cards | own)) + HOSTILE


def _keys_of(found: object) -> set[str]:
    if isinstance(found, dict):
        return set(found).union(*(_keys_of(value) for value in found.values()))
    if isinstance(found, list):
        return set().union(*(_keys_of(value) for value in found))
    return set()


HOSTILE: Final = (
    "=>",
    "{",
    "}",
    "[",
    "]",
    "\\",
    "\n",
    "\r\n",
    "\r",
    ";",
    ",",
    "/",
    "?",
    "?guild",
    "-",
    "=",
    ":",
    "1.",
    "wd1 ",
    " end",
    "wonders-duel record 1\n",
    "\x00",
    "\x1b[2J",
    "é",
    "ß",
    "İ",
    "٣",
    "²",
    "\N{MATHEMATICAL DOUBLE-STRUCK DIGIT ONE}",
    "\u2028",
    "\u00a0",
    "\u200b",
    "\ufeff",
    "null",
    "true",
    "NaN",
    "Infinity",
    "1e5",
    "1e400",
    "-1",
    "-0",
    "0x1",
    "1_0",
    "999999",
    "9" * 18,
    "9" * 5000,
    '"',
    "''",
    " ",
    "\t",
    "#",
    "{a}",
    "[0:10:00]",
    "__class__",
    "%s",
    "a" * 300,
)
"""Texts that parsers of this library could fail on."""
