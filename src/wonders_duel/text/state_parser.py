"""The parser of position texts, which reports each fault with its place."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NoReturn, TypeVar

from wonders_duel.cards import CAPITAL
from wonders_duel.catalogues import Catalogue, as_catalogue, per_catalogue
from wonders_duel.engine.bitfields import SYMBOLS
from wonders_duel.engine.phases import MOST_CHOICES
from wonders_duel.engine.slots import GONE, HIDDEN
from wonders_duel.enums import AGE_BACKS, SEATS, Age, Back, Phase, Player, seat
from wonders_duel.errors import Fault, NotationError, PositionError, RuleOptionError
from wonders_duel.limits import MOST_DIGITS, MOST_FAULTS, Limits, as_limits
from wonders_duel.positions.sketch import CitySketch, FieldPath, Problem, Sketch
from wonders_duel.rules import MOST_COINS, Rules
from wonders_duel.support.arguments import expect
from wonders_duel.support.phrases import counted, nearest, one_of, shown

if TYPE_CHECKING:
    from wonders_duel.state import State

from wonders_duel.text.state_text import (
    DOWN,
    END,
    GONE_WORD,
    GUILD,
    KEYS,
    MARK,
    RULE_KEYS,
    SIDES,
    wrong_cards,
)

__all__ = ["parse_state"]

_PHASES = {str(phase): phase for phase in Phase}
_AGES = {str(age): age.value for age in Age}
_YES = {"yes": True}
_KEY_SET = frozenset(KEYS)
_MOST_PENDING = MOST_CHOICES + len(SYMBOLS)
_SIGNS = frozenset("+-")
_VERSION = re.compile(r"wd[0-9]{1,9}")
_T = TypeVar("_T")


def parse_state(
    text: str, catalogue: Catalogue | None = None, limits: Limits | None = None
) -> State:
    """Parse a position text.

    The fields may be in any order, and cards may be given by printed names and unique
    prefixes; ``to_text()`` always returns the canonical line.

    Args:
        text: a position text, such as ``state.to_text()`` returns.
        catalogue: the cards of the position; the base game by default.
        limits: the maximum length of the text.

    Returns:
        The state. A position that cannot be reached in play is accepted if it is consistent; it
        can be played to the end, and every state on the way can be saved and read again.

    Raises:
        PositionError: the text is not a position, or the position is invalid; ``faults`` lists
            every problem with its place in the text.
        LimitError: the text is too long.
        WrongTypeError: an argument has another type.

    >>> from wonders_duel import State
    >>> parse_state(State.start().to_text()) == State.start()
    True
    >>> parse_state("wd1 turn=one phase=turn pawn=12 military=5/2 one.coins=7 two.coins=x end")
    Traceback (most recent call last):
        ...
    wonders_duel.errors.PositionError: the position has 3 problems: characters 24 to 31, 'pawn=12': the conflict pawn is at 12; expected -9 to 9; characters 57 to 68, 'two.coins=x': expected a whole number from 0 to 999999999, got 'x'; characters 13 to 23, 'phase=turn': the phase is turn, but there is no age
    """
    cards = as_catalogue(catalogue)
    expect(text, str, "a position text, such as state.to_text() returns")
    as_limits(limits).check_size(text)
    reader = _Reader(text, cards)
    if not reader.sketch.problems:
        draft = reader.sketch.draft()
        if not reader.sketch.problems:
            return draft.freeze()
    elif not reader.is_unparsable:
        reader.sketch.draft()
    raise PositionError(reader.faults())


@per_catalogue
def _slot_words(catalogue: Catalogue) -> list[dict[str, int]]:
    """Return the words for the slots of each age: ids of cards, backs, and an empty slot."""
    rest = {GONE_WORD: GONE, GUILD: HIDDEN[Back.GUILD], **catalogue.building_numbers}
    return [{DOWN: HIDDEN[back], **rest} for back in AGE_BACKS]


@lru_cache(maxsize=64)
def _rules_of(given: tuple[tuple[str, str], ...]) -> Rules:
    """Return the rule options given by some fields; there are few combinations."""
    options = {RULE_KEYS[key]: value for key, value in given}
    return Rules(**options)  # type: ignore[arg-type]  # checked there


class _AbortError(Exception):
    """Reading cannot continue, or the maximum number of faults was reached."""


class _Reader:
    """Reads the fields of a line into a draft position."""

    def __init__(self, text: str, catalogue: Catalogue) -> None:
        self.text = text
        self.catalogue = catalogue
        self.sketch = Sketch(catalogue)
        self.numbers: dict[str, Mapping[str, int]] = {
            "building": catalogue.building_numbers,
            "wonder": catalogue.wonder_numbers,
            "token": catalogue.token_numbers,
        }
        self.fields: dict[str, str] = {}
        self.word_of_slot: list[int] = []
        """For each slot, the index of its word in the structure field."""
        self.is_unparsable = False
        """Whether reading was aborted, so that the position cannot be checked."""
        try:
            self._split()
            self._read()
        except _AbortError:
            self.is_unparsable = True

    def note(self, message: str, *path: str | int) -> None:
        self.sketch.note(message, *path)
        if len(self.sketch.problems) >= MOST_FAULTS:
            raise _AbortError

    def _abort(self, message: str) -> NoReturn:
        self.sketch.note(message, "")
        raise _AbortError

    def _split(self) -> None:
        words = self.text.split()
        if not words or words[0] != MARK:
            begins = shown(words[0]) if words else "nothing"
            if words and _VERSION.fullmatch(words[0]):
                self._abort(f"unknown version {begins} of the format; this library reads {MARK!r}")
            self._abort(f"a position text begins with {MARK!r}, not with {begins}")
        if words[-1] != END:
            self._abort(f"the text is truncated: it ends with {shown(words[-1])}, not {END!r}")
        fields = self.fields
        for number, word in enumerate(words[1:-1], start=1):
            key, equals, value = word.partition("=")
            if not equals:
                message = (
                    f"{shown(word)} is not a field: values have no spaces, so write "
                    "lumber-yard, and join items with only commas or slashes"
                )
                self.note(message, "", number)
            elif key not in _KEY_SET:
                hint = nearest(key, KEYS)
                if not hint and not self.sketch.problems:  # list the fields only once
                    hint = f"; expected {one_of(KEYS)}"
                self.note(f"unknown field {shown(key)}{hint}", "", number)
            elif not value:
                self.note(f"the field {key} has no value: leave it out if it is empty", key)
            elif key in fields:
                self.note(f"duplicate field {key}", key)
            else:
                fields[key] = value

    def _read(self) -> None:
        get = self.fields.get
        sketch = self.sketch
        self._catalogue(get("cards"))
        phase = self._required("phase")
        if phase:
            sketch.phase = self._word(phase, _PHASES, "phase")
        turn = get("turn")
        if turn is not None:
            sketch.player = (self._word(turn, SEATS, "turn") or Player.ONE).value
            if sketch.phase is Phase.OVER:
                self.note("the game is over, so leave out the field turn", "turn")
        elif sketch.phase is not Phase.OVER:
            self._required("turn")
        if (first := get("first")) is not None:
            sketch.first_player = self._word(first, SEATS, "first") or Player.ONE
        if (again := get("again")) is not None:
            sketch.extra_turn = bool(self._word(again, _YES, "again"))
        if (pending := get("pending")) is not None:
            words = pending.split(",", _MOST_PENDING)
            codes = {one.word: code for code, one in enumerate(sketch.tables.pending)}
            if len(words) > _MOST_PENDING:
                self.note(f"more than {_MOST_PENDING} pending choices", "pending")
                sketch.has_unresolved_cards = True
                words = []
            for index, word in enumerate(words):
                code = self._word(word, codes, "pending", index)
                if code is None:
                    sketch.has_unresolved_cards = True
                else:
                    sketch.pending.append(code)
        self._rules()
        self._track()
        self._structure()
        one, two = sketch.cities
        self._city("one", one)
        self._city("two", two)
        sketch.discard = self._cards("discard", "building")
        sketch.board = self._cards("board", "token")
        sketch.offer = self._cards("offer", "token" if sketch.age_number else "wonder")

    def _required(self, key: str) -> str:
        value = self.fields.get(key, "")
        if not value:
            self.note(f"missing field {key}", key)
        return value

    def _word(self, word: str, known: Mapping[str, _T], *path: str | int) -> _T | None:
        """Look up a word in any case; note a problem if it is unknown."""
        found = known.get(word)
        if found is None:
            found = known.get(word.lower(), known.get(word.upper()))
        if found is None:
            self.note(f"unknown {path[0]} {shown(word)}; expected {one_of(known)}", *path)
        return found

    def _whole(self, key: str, least: int, most: int) -> int:
        """Read a whole number with an optional sign, without Python's other notations."""
        value = self._required(key)
        digits = value[1:] if value[:1] in _SIGNS else value
        if digits.isascii() and digits.isdigit() and len(digits) <= MOST_DIGITS:
            number = int(value)
            if least <= number <= most:
                return number
            if key == "pawn":
                message = f"the conflict pawn is at {number}; expected {least} to {most}"
            else:
                player = key.partition(".")[0]
                message = f"player {player} has {number} coins; expected 0 to {most}"
            self.note(message, key)
        elif value:
            self.note(f"expected a whole number from {least} to {most}, got {shown(value)}", key)
        return 0

    def _catalogue(self, given: str | None) -> None:
        message = wrong_cards(given, self.catalogue, "text")
        if message is not None:
            self.sketch.note(message, "cards")
            raise _AbortError

    def _rules(self) -> None:
        get = self.fields.get
        given = tuple(
            [(key, value.lower()) for key in RULE_KEYS if (value := get(key)) is not None]
        )
        if given:
            try:
                self.sketch.rules = _rules_of(given)
            except RuleOptionError:
                for key, value in given:
                    try:
                        _rules_of(((key, value),))
                    except RuleOptionError as error:
                        self.note(str(error), key)

    def _track(self) -> None:
        sketch = self.sketch
        sketch.pawn = self._whole("pawn", -CAPITAL, CAPITAL)
        given = self._required("military")
        mask = SIDES.get(given)
        if mask is None and given:
            message = (
                f"{shown(given)} is not a list of military tokens: write the coins on those of "
                "player one, a slash, and those of player two, as in 2,5/5 or -/2,5"
            )
            self.note(message, "military")
        sketch.military_mask = mask or 0

    def _structure(self) -> None:
        sketch = self.sketch
        age = self.fields.get("age")
        given = self.fields.get("structure")
        if age is not None:
            sketch.age_number = self._word(age, _AGES, "age") or 0
            if not sketch.age_number:
                sketch.has_unresolved_cards = True
                return
        if given is None:
            return
        if not sketch.age_number:
            self.note("a structure is given, but no age", "structure")
            return
        layout = self.catalogue.structures[sketch.age_number - 1]
        number_of_rows = given.count("/") + 1
        if number_of_rows != len(layout.rows):
            message = (
                f"the structure has {counted(number_of_rows, 'row')}; expected {len(layout.rows)}, "
                "joined by slashes, the far row first"
            )
            self.note(message, "structure")
            sketch.has_unresolved_cards = True
            return
        known = _slot_words(self.catalogue)[sketch.age_number - 1]
        faces = sketch.faces
        before = 0
        for number, (row, columns) in enumerate(zip(given.split("/"), layout.rows, strict=True)):
            there = row.count(",") + 1
            if there == len(columns):
                words = row.split(",")
                self.word_of_slot += range(before, before + there)
            else:
                words = [GONE_WORD] * len(columns)
                # A fault refers to the first word of the row.
                self.word_of_slot += [before] * len(columns)
                message = (
                    f"row {number} of the structure has {counted(there, 'slot')}; "
                    f"expected {len(columns)}, joined by commas"
                )
                self.note(message, "structure", len(faces))
                sketch.has_unresolved_cards = True
            before += there
            found = [known.get(word) for word in words]
            if None in found:
                for place, word in enumerate(words):
                    if found[place] is None:
                        found[place] = self._slot(word, known, len(faces) + place)
            faces += [GONE if face is None else face for face in found]

    def _slot(self, word: str, known: Mapping[str, int], slot: int) -> int | None:
        """Look up the content of a slot that is not written in the canonical form."""
        if not word.startswith(DOWN):
            return self._card(word, "building", "structure", slot)
        back = known.get(word.lower())
        if back is None:
            self.sketch.has_unresolved_cards = True
            self.note(f"unknown back {shown(word)}; expected {DOWN} or {GUILD}", "structure", slot)
        return back

    def _city(self, seat: str, city: CitySketch) -> None:
        city.coins = self._whole(f"{seat}.coins", 0, MOST_COINS)
        city.buildings = self._cards(f"{seat}.buildings", "building")
        city.tokens = self._cards(f"{seat}.tokens", "token")
        city.unbuilt = self._cards(f"{seat}.unbuilt", "wonder")
        key = f"{seat}.built"
        given = self.fields.get(key)
        if given is None:
            return
        pairs = self._items(given, key, "wonder")
        for index, pair in enumerate(pairs):
            wonder, _, card = pair.partition(":")
            if not (wonder and card):
                missing = "card under the wonder" if wonder or not card else "wonder"
                message = f"missing {missing} in {shown(pair)}: write the-pyramids:tavern"
                self.note(message, key, index)
                self.sketch.has_unresolved_cards = True
                continue
            city.built.append(self._card(wonder, "wonder", key, index))
            city.under.append(self._card(card, "building", key, index))

    def _items(self, given: str, key: str, kind: str) -> list[str]:
        """Split a list, unless it has more items than there are cards of the kind."""
        most = len(self.numbers[kind])
        items = given.split(",", most)
        if len(items) > most:
            self.note(f"{key} lists more than {most} {kind}s, but there are only {most}", key)
            self.sketch.has_unresolved_cards = True
            return []
        return items

    def _cards(self, key: str, kind: str) -> list[int | None]:
        given = self.fields.get(key)
        if given is None:
            return []
        numbers = self.numbers[kind]
        found = [numbers.get(word) for word in self._items(given, key, kind)]
        if None in found:
            words = given.split(",")
            return [
                self._card(words[index], kind, key, index) if number is None else number
                for index, number in enumerate(found)
            ]
        return found

    def _card(self, word: str, kind: str, *path: str | int) -> int | None:
        """Look up the number of a card by its id, name or unique prefix."""
        numbers = self.numbers[kind]
        number = numbers.get(word)
        if number is None:
            what = "progress token" if kind == "token" else kind
            if not word:
                self.sketch.has_unresolved_cards = True
                mend = (
                    f"write {GONE_WORD} for an empty slot"
                    if path[0] == "structure"
                    else "remove a comma"
                )
                self.note(f"missing {what}: {mend}", *path)
                return None
            try:
                number = numbers[self.catalogue.resolve(word, numbers, what)]
            except NotationError as error:
                self.sketch.has_unresolved_cards = True
                self.note(str(error), *path)
        return number

    # -- places of faults ---------------------------------------------------------------------

    @cached_property
    def words(self) -> list[re.Match[str]]:
        """The words of the text, with their places."""
        return list(_WORD.finditer(self.text))

    def faults(self) -> list[Fault]:
        """Return the problems with their places in the text."""
        return [self._fault(problem) for problem in self.sketch.problems]

    def _fault(self, problem: Problem) -> Fault:
        found = self._span(problem.path)
        if found is None:
            return Fault(problem.message)
        start, end = found
        part = shown(self.text[start:end])
        return Fault(problem.message, f"characters {start} to {end}, {part}", start, end)

    def _span(self, path: FieldPath) -> tuple[int, int] | None:
        """Return the span of characters for a path: an item of a field, or the field."""
        key, index = _key_and_index(path)
        if not key and index is not None:  # a word that is not a field
            return self.words[index].span()
        if index is not None:
            return self._item_span(key, self.word_of_slot[index] if key == "structure" else index)
        words = self.words
        if not words:
            return None
        for word in words:
            if key and word[0].partition("=")[0] == key:
                return word.span()
        # A wrong beginning or a missing end; for a missing field, point at the end.
        last = words[-1] if words[0][0] == MARK else words[0]
        return last.span()

    def _item_span(self, key: str, number: int) -> tuple[int, int]:
        """Return the span of characters of an item of a field."""
        value = self.fields[key]
        word = f"{key}={value}"
        found = next(match for match in self.words if match[0] == word)
        items = re.split("[,/]", value)
        start = found.end() - len(value) + sum(len(item) + 1 for item in items[:number])
        return start, start + len(items[number])


_WORD = re.compile(r"\S+")
_FIELD_KEYS = {
    "to_move": "turn",
    "extra_turn": "again",
    "rules": "wonder-setup",
    "discard_pile": "discard",
    "board_tokens": "board",
}
"""The keys in a text that differ from the field names of `Position`."""


def _key_and_index(path: FieldPath) -> tuple[str, int | None]:
    """Return the key of the field for a path, and the index of the item in it."""
    first, *rest = path
    key = str(first)
    if key == "cities":
        player, field, *rest = rest
        key = f"{seat(player)}.{field}"
    (index,) = rest or (None,)
    assert not isinstance(index, str)
    return _FIELD_KEYS.get(key, key), index
