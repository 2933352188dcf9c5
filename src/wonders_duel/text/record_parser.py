"""The parser of the text form of records, which reports every fault with its line."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

import attrs

from wonders_duel.catalogues import as_catalogue
from wonders_duel.chance.deal_reading import deal_problems
from wonders_duel.deal import Deal
from wonders_duel.engine.scoring import Result
from wonders_duel.enums import SEATS, Age, Victory
from wonders_duel.errors import (
    DealError,
    Fault,
    FormatError,
    LimitError,
    NotationError,
    WondersDuelError,
)
from wonders_duel.history.remarks import TAG_KEY, Participant, Tags, checked_name
from wonders_duel.history.resignation import Resignation
from wonders_duel.limits import MOST_FAULTS, Limits, as_limits
from wonders_duel.notation import parse_move
from wonders_duel.record import MOST_OUTCOMES, Record, Turn
from wonders_duel.rules import Rules
from wonders_duel.state import State
from wonders_duel.support.arguments import expect
from wonders_duel.support.phrases import nearest, shown
from wonders_duel.text.outcome_text import items, parse_outcome
from wonders_duel.text.state_parser import parse_state
from wonders_duel.text.state_text import RULE_KEYS, wrong_cards

if TYPE_CHECKING:
    from wonders_duel.catalogues import Catalogue
    from wonders_duel.chance.outcomes import ChanceOutcome
    from wonders_duel.engine.moves import Move

__all__ = ["END", "FIRST_LINE", "RESERVED", "parse_record", "read_lines"]

_S = TypeVar("_S")
_T = TypeVar("_T")

MARK = "wonders-duel record"
FIRST_LINE = f"{MARK} 1"
"""The first line of a record: the format and its version."""
END = "end"
"""The last line of a record; a record without it is truncated."""

_DRAFT = "deal draft"
_DEAL_PARTS = (
    _DRAFT,
    "deal board",
    "deal library",
    *(f"deal age {age}" for age in Age),
)
_OWN_HEADERS = (
    "player one",
    "player two",
    "first player",
    *RULE_KEYS,
    "cards",
    "start",
    *_DEAL_PARTS,
    "result",
)
"""The headers with a fixed meaning; every other header is a tag."""
_LINES = {"setup": "setup => board law, …", "end": END}
"""Keywords that are not headers, with their correct form."""
RESERVED = frozenset((*_OWN_HEADERS, "setup", "end"))
_SETUP = re.compile(r"setup\s*=>")
# Possessive, so that each character is read once.
_COMMENT = re.compile(r"\{([^\\}]*+(?:\\.[^\\}]*+)*+)\}", re.DOTALL)
_ESCAPE = re.compile(r"\\(.?)", re.DOTALL)
_NUMBER = re.compile(r"[0-9]{1,9}")
_CLOCK = re.compile(r"\[(\d{1,4}):([0-5]\d):([0-5]\d)(?:\.(\d{3}))?\]", re.ASCII)
_RESULT = re.compile(r"(one|two) wins, (\w+), (-?\d{1,18})-(-?\d{1,18})(, by blue)?", re.ASCII)
_SHARED = re.compile(r"shared, (\w+), (-?\d{1,18})-(-?\d{1,18})(, by blue)?", re.ASCII)
_RESIGNED = re.compile(r"(one|two) wins, (one|two) resigned")
_UNESCAPED = {"\\": "\\", "n": "\n", "t": "\t", "}": "}", "s": " "}


def parse_record(
    text: str, catalogue: Catalogue | None = None, limits: Limits | None = None
) -> Record:
    """Read a record from text, without replaying it.

    Args:
        text: the text of one record, as written by ``record.to_text()``.
        catalogue: the catalogue of the record; the base game by default.
        limits: the limits on size and moves; the default ones if left out.

    Raises:
        FormatError: the text is not a valid record; the error lists every fault with its line.
        LimitError: it is longer, or has more moves, than the limits allow.

    >>> from wonders_duel import Game
    >>> record = Game(seed=1).record()
    >>> parse_record(record.to_text()) == record
    True
    """
    expect(text, str, "the text of a record")
    limits = as_limits(limits)
    limits.check_size(text)
    return read_lines(text.removeprefix("\ufeff").split("\n"), 1, as_catalogue(catalogue), limits)


def read_lines(lines: Sequence[str], first: int, catalogue: Catalogue, limits: Limits) -> Record:
    """Read the lines of one record.

    Args:
        lines: the lines of the record.
        first: the number of the first line in its file.
        catalogue: the catalogue of the record.
        limits: the limit on moves.

    Raises:
        FormatError: the lines are not a valid record.
        LimitError: the record has too many moves.
    """
    return _Reader(lines, first, catalogue, limits).record


class _TooManyFaultsError(Exception):
    """Parsing stops: the limit on faults is reached, or later lines cannot be interpreted."""


class _Reader:
    """A reader of the lines of one record."""

    def __init__(
        self, lines: Sequence[str], first: int, catalogue: Catalogue, limits: Limits
    ) -> None:
        self.catalogue = catalogue
        self.limits = limits
        self.faults: list[Fault] = []
        self.headers: dict[str, tuple[int, str]] = {}
        self.setup: list[ChanceOutcome] = []
        self.has_setup = False
        self.number = 0
        """The number of the last turn read."""
        self.turns: list[Turn] = []
        self.made: dict[str, object] = {}
        """The values of the headers by attribute of ``Record``."""
        self.first = first
        self.line = first
        with suppress(_TooManyFaultsError):
            try:
                self._read(lines)
            except _TooManyFaultsError:
                if len(self.faults) >= MOST_FAULTS:
                    self._cards()  # with other cards, every line may have a fault
                raise
            self._headers()
        if self.faults:
            raise FormatError(self.faults)
        self.record = Record(setup=self.setup, turns=self.turns, **self.made)  # type: ignore[arg-type]  # by the names of the attributes

    def fault(self, message: str) -> None:
        self.faults.append(Fault(message, f"line {self.line}"))
        if len(self.faults) >= MOST_FAULTS:
            raise _TooManyFaultsError

    # -- lines --------------------------------------------------------------------------------

    def _read(self, lines: Sequence[str]) -> None:
        begun = ended = False
        for line_end in lines:
            line = line_end.strip(" \t\r")
            if not line or line[0] == "#":
                pass  # empty lines and comments
            elif ended:
                self.fault(f"text after the end of the record: {shown(line)}")
                raise _TooManyFaultsError
            elif not begun:
                self._first(line)
                begun = True
            elif line == END:
                ended = True
            elif line[0] in _DIGITS:
                self._turn(line)
            elif setup := _SETUP.match(line):
                self._setup(line[setup.end() :])
            else:
                self._header(line)
            self.line += 1
        self.line -= 1
        if not ended:
            what = f"the record is truncated: its last line must be {END!r}"
            self.fault(what if begun else f"expected {FIRST_LINE!r}, got an empty text")

    def _first(self, line: str) -> None:
        if line != FIRST_LINE:
            number = line.removeprefix(MARK).strip(" \t")
            if line.startswith(MARK) and _NUMBER.fullmatch(number) and int(number) != 1:
                message = (
                    f"unknown version {shown(number)} of the format; this library reads version 1"
                )
            else:
                message = f"a record starts with {FIRST_LINE!r}, not with {shown(line)}"
            self.fault(message)
            raise _TooManyFaultsError

    def _header(self, line: str) -> None:
        key, colon, value = line.partition(":")
        key = " ".join(key.split())
        if not colon or len(key) > 60:  # noqa: PLR2004 - longer than any header
            message = (
                f"{shown(line)} is not a header (such as 'event: Friday'), a turn (such as "
                f"'1. build tavern') or {END!r}"
            )
            self.fault(message)
        elif key in _LINES:
            self.fault(
                f"{shown(line)} is not a valid {key} line: write {_LINES[key]!r}, or 'tag {key}: …' for a tag"
            )
        elif key in self.headers:
            self.fault(f"duplicate header {shown(key)}, first in line {self.headers[key][0]}")
        elif self.number or self.has_setup:
            self.fault(f"the header {shown(key)} must be before the turns")
        else:
            self.headers[key] = (self.line, value.strip(" \t"))

    def _setup(self, outcomes: str) -> None:
        if self.number or self.has_setup:
            self.fault("the setup may appear only once, before the turns")
        else:
            self.has_setup = True
            self.setup += self._outcomes(outcomes)

    def _turn(self, line: str) -> None:
        if len(self.turns) >= self.limits.moves:
            message = (
                f"the record has more than {self.limits.moves:,} moves; "
                "pass limits=Limits(moves=...) to allow it"
            )
            raise LimitError([Fault(message, f"line {self.line}")])
        expected = self.number + 1
        number, dot, rest = line.partition(".")
        if not dot or not _NUMBER.fullmatch(number):
            self.fault(
                "a turn starts with its number and a dot, as in '1. build tavern', "
                f"not like {shown(line)}"
            )
            if (begun := _NUMBER.match(line)) and begun[0] == str(expected):
                self.number = expected  # the next turn is not wrong, too
            return
        if number != str(expected):
            self.fault(f"expected turn {expected}, got {shown(number)}")
        self.number = int(number)
        comment, clock, body = None, None, rest
        brace, bracket = rest.find("{"), rest.find("[")
        if 0 <= bracket < brace:
            brace = -1  # a clock before the comment: the fault of the clock names the order
        if brace >= 0:
            body = rest[:brace]
            comment, after = self._comment(rest[brace:])
            clock = self._clock(after) if after else None
        elif bracket >= 0:
            body = rest[:bracket]
            clock = self._clock(rest[bracket:])
        move_part, _, outcomes = body.partition("=>")
        move_part = move_part.strip()
        player = None
        who, colon, what = move_part.partition(":")
        if colon:
            player = SEATS.get(who.rstrip())
            if player is None:
                self.fault(f"unknown player {shown(who)}; expected one or two")
            move_part = what.lstrip()
        move = self._move(move_part)
        chance = self._outcomes(outcomes) if outcomes.strip() else ()
        if move is None:
            return
        try:
            self.turns.append(Turn(move, player, chance, comment, clock))
        except WondersDuelError as error:
            self.fault(_plain(error))

    def _move(self, text: str) -> Move | None:
        move = self.catalogue.moves.texts.get(text)
        if move is None:
            try:
                move = parse_move(text, self.catalogue)
            except WondersDuelError as error:
                self.fault(_plain(error))
        return move

    def _outcomes(self, text: str) -> tuple[ChanceOutcome, ...]:
        found = []
        parts = text.split(";", MOST_OUTCOMES)
        if len(parts) > MOST_OUTCOMES:
            self.fault(f"a move has more than {MOST_OUTCOMES} chance outcomes")
            return ()
        for part in parts:
            try:
                found.append(parse_outcome(part, self.catalogue))
            except WondersDuelError as error:
                self.fault(_plain(error))
        return tuple(found)

    def _comment(self, text: str) -> tuple[str | None, str]:
        """Read a comment in braces, and return it with the rest of the line."""
        found = _COMMENT.match(text)
        if found is None:
            self.fault("the comment has no closing brace")
            return None, ""
        return self._unescaped(found[1]), text[found.end() :].strip()

    def _unescaped(self, text: str) -> str:
        return _ESCAPE.sub(self._character, text)

    def _character(self, escape: re.Match[str]) -> str:
        """Return the character of an escape."""
        meant = _UNESCAPED.get(escape[1])
        if meant is None:
            self.fault(f"unknown escape {escape.group()!r}; write \\\\ for a backslash")
            return escape.group()
        return meant

    def _clock(self, text: str) -> int | None:
        found = _CLOCK.fullmatch(text)
        if found is None:
            message = (
                f"{shown(text)} is not a clock: write [0:10:00] or [0:10:00.500]; the order is "
                "move, chance outcomes, comment, clock"
            )
            self.fault(message)
            return None
        hours, minutes, seconds, parts = found.groups()
        return ((int(hours) * 60 + int(minutes)) * 60 + int(seconds)) * 1000 + int(parts or 0)

    # -- headers ------------------------------------------------------------------------------

    def _headers(self) -> None:
        self._cards()
        names = {"one": "", "two": ""}
        tags: dict[str, dict[str, str]] = {"one": {}, "two": {}, "": {}}
        for key, (line, value) in self.headers.items():
            self.line = line
            words = key.split()
            if words[:1] == ["player"] and len(words) in (2, 3) and words[1] in names:
                text = self._unescaped(value)
                if len(words) == 2:  # noqa: PLR2004 - "player one"
                    names[words[1]] = self._checked(checked_name, text)
                else:
                    tags[words[1]] |= self._checked(Tags, {words[2]: text})
            elif key not in _OWN_HEADERS:
                name = key.removeprefix("tag ")
                if not TAG_KEY.fullmatch(name):
                    hint = nearest(key, _OWN_HEADERS)
                    self.fault(
                        f"{shown(key)} is neither a header nor a tag; tags are lower-case "
                        f"letters and digits joined by hyphens or underscores{hint}"
                    )
                elif name in tags[""]:
                    self.fault(f"duplicate tag {name}")
                else:
                    tags[""] |= self._checked(Tags, {name: self._unescaped(value)})
        try:
            self.made["players"] = [Participant(names[seat], tags[seat]) for seat in names]
            self.made["tags"] = Tags(tags[""])
        except WondersDuelError as error:  # too many tags
            self.fault(_plain(error))
        self._start()
        self._deal()
        self._result()

    def _checked(self, check: Callable[[_T], _S], value: _T) -> _S:
        """Check a name or a tag; report a fault and return an empty value if it is invalid."""
        try:
            return check(value)
        except WondersDuelError as error:
            self.fault(_plain(error))
            return check(type(value)())

    def _take(self, key: str) -> str | None:
        """Return the value of a header, and make faults point to its line."""
        found = self.headers.get(key)
        if found is None:
            return None
        self.line = found[0]
        return found[1]

    def _cards(self) -> None:
        message = wrong_cards(self._take("cards"), self.catalogue, "record")
        if message is not None:
            self.faults[:] = [
                Fault(message, f"line {self.line}")
            ]  # other faults may follow from it
            raise _TooManyFaultsError

    def _start(self) -> None:
        position = self._take("start")
        if position is not None:
            others = [key for key in ("first player", *RULE_KEYS) if key in self.headers]
            if others:
                self.fault(f"the header 'start' excludes {' and '.join(others)}")
            try:
                self.made["start"] = parse_state(position, self.catalogue, self.limits)
            except WondersDuelError as error:
                self.fault(_plain(error))
            return
        first = self._take("first player")
        if first is None:
            self.line = min((line for line, _ in self.headers.values()), default=self.first)
            self.fault("missing header 'first player'; expected one or two")
        elif first not in SEATS:
            self.fault(f"unknown player {shown(first)}; expected one or two")
        rules = Rules()
        for key, name in RULE_KEYS.items():
            value = self._take(key)
            if value is not None:
                try:
                    rules = attrs.evolve(rules, **{name: value})  # type: ignore[arg-type]  # Rules checks it
                except WondersDuelError as error:
                    self.fault(_plain(error))
        if not self.faults:
            assert first is not None  # a missing header is a fault
            try:
                self.made["start"] = State.start(
                    first_player=first, rules=rules, catalogue=self.catalogue
                )
            except WondersDuelError as error:  # the catalogue has no first-game setup
                self.fault(_plain(error))

    def _deal(self) -> None:
        given = [key for key in _DEAL_PARTS if key in self.headers]
        if not given:
            return
        self.line = self.headers[given[0]][0]
        missing = [key for key in _DEAL_PARTS if key not in self.headers]
        if missing:
            self.fault(f"incomplete deal: missing header {', '.join(missing)}")
            return
        lists: list[list[list[str]]] = []
        for key in _DEAL_PARTS:
            self.line, value = self.headers[key]
            groups = value.split("/", 2) if key == _DRAFT else [value]
            try:
                lists.append([items(group) for group in groups])
            except NotationError as error:  # a list is too long
                self.fault(str(error))
        if len(lists) < len(_DEAL_PARTS):
            return
        draft, (board,), (library,), *rest = lists
        ages = [age for (age,) in rest]
        try:
            self.made["deal"] = Deal(
                draft=draft,
                board_tokens=board,
                great_library=library,
                ages=ages,
                catalogue=self.catalogue,
            )
        except DealError:
            for part, problem in deal_problems(self.catalogue, draft, board, library, ages):
                self.line = self.headers[f"deal {part}"][0]
                self.fault(problem)

    def _result(self) -> None:
        text = self._take("result")
        if text is None:
            return
        if found := _RESIGNED.fullmatch(text):
            winner, loser = found.groups()
            if winner != loser:
                self.made["result"] = Resignation(SEATS[loser])
                return
        elif found := _RESULT.fullmatch(text):
            winner, victory, one, two, blue = found.groups()
            if victory in {*Victory}:
                self.made["result"] = Result(
                    victory=Victory(victory),
                    winner=SEATS[winner],
                    by_blue=bool(blue),
                    totals=(int(one), int(two)),
                )
                return
        elif (found := _SHARED.fullmatch(text)) and found[1] in {*Victory}:
            self.made["result"] = Result(
                victory=Victory(found[1]),
                winner=None,
                by_blue=bool(found[4]),
                totals=(int(found[2]), int(found[3])),
            )
            return
        message = (
            f"{shown(text)} is not a result: write 'one wins, civilian, 60-52', "
            "'one wins, civilian, 60-60, by blue', 'shared, civilian, 60-60' or "
            "'one wins, two resigned' (also military and scientific), or leave the header out"
        )
        self.fault(message)


_DIGITS = frozenset("0123456789")


def _plain(error: WondersDuelError) -> str:
    """Return an error as the message of a fault."""
    return "; ".join(error.problems) if isinstance(error, FormatError) else str(error)
