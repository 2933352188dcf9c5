"""The logs of 7wd.io: a list of moves, of which the first one has the whole deal.

>>> from wonders_duel import Game
>>> from wonders_duel.bots import RandomBot
>>> game = Game(seed=7)
>>> _ = game.play_out(RandomBot(1), RandomBot(2))
>>> (imported,) = loads(dumps(game.record()))
>>> imported.agrees, imported.record.deal == game.deal
(True, True)
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from wonders_duel.catalogues import Catalogue
from wonders_duel.errors import FormatError
from wonders_duel.history.resignation import Resignation
from wonders_duel.importers.exporting import exported, moves_of
from wonders_duel.importers.faults import at
from wonders_duel.importers.ids import Kind, card_id, site_id
from wonders_duel.importers.imported import Imported
from wonders_duel.importers.logs import End, Entry, EntryKind, Log, Structure
from wonders_duel.importers.reading import ANY, NEW, Format, imported_from, imported_from_text
from wonders_duel.importers.sources import DEFAULT_LIMITS, Source
from wonders_duel.importers.tolerance import Map, clean, items, mapping, number, optional_number
from wonders_duel.limits import Limits
from wonders_duel.record import Record
from wonders_duel.serialization.strict_json import read_json
from wonders_duel.support.phrases import shown

__all__ = ["dumps", "loads", "read"]

SITE: Final = "7wd-io"

_PREPARE, _PICK_WONDER, _PICK_TOKEN, _BUILD, _WONDER, _DISCARD = 1, 2, 3, 4, 5, 6
_BEGIN, _BURN, _PICK_RANDOM, _TOP_LINE, _REVIVE, _RETURNED, _OVER = 7, 8, 9, 10, 11, 12, 13

_REASONS: Final = {"4": "resign", "5": "time"}
"""The reasons of the end that are numbers, as far as nobody wins by the rules."""
_KINDS: Final[dict[int, tuple[EntryKind, Kind, str]]] = {
    _PICK_WONDER: ("draft", "wonder", "wonder"),
    _PICK_TOKEN: ("token", "token", "token"),
    _PICK_RANDOM: ("token", "token", "token"),
    _BUILD: ("build", "building", "card"),
    _DISCARD: ("discard", "building", "card"),
    _WONDER: ("wonder", "wonder", "wonder"),
    _BURN: ("destroy", "building", "card"),
    _TOP_LINE: ("choose", "building", "card"),
    _REVIVE: ("revive", "building", "card"),
}
"""The moves with a card: our kind of move, the kind of card, and its field."""


def read(
    source: Source, *, catalogue: Catalogue | None = None, limits: Limits | None = None
) -> Iterator[Imported]:
    """Read the games of a file, a folder or an open file.

    Args:
        source: a path, an open file, or a document as Python values. Files may be compressed (gzip, bzip2,
            xz, zip), and contain one game, a list of games, or one game a line.
        catalogue: the cards of all games, if there are more than those of the base game.
        limits: the limits on each document; by default 20,000,000 bytes, and 64 nested brackets.

    Returns:
        An iterator over the games, which raises the errors below except ``WrongTypeError``. A game that
        cannot be read has a ``fault`` instead of a record, and so has what is not JSON or nested too deeply,
        a line that is too long, and a broken file in a folder.

    Raises:
        FormatError: no document is of this site, or a compressed file is broken.
        LimitError: a document is too large, or a compressed file becomes more than 200 times as large.
        OSError: a file cannot be read.
        WrongTypeError: an argument has the wrong type.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from wonders_duel import Game
    >>> from wonders_duel.bots import RandomBot
    >>> game = Game(seed=7)
    >>> _ = game.play_out(RandomBot(1), RandomBot(2))
    >>> with TemporaryDirectory() as folder:
    ...     _ = Path(folder, "game.json").write_text(dumps(game.record()))
    ...     _ = Path(folder, "cut-off.json").write_text(dumps(game.record())[:99])
    ...     [(one.source, one.agrees) for one in read(folder)]
    [('cut-off.json', False), ('game.json', True)]
    """
    return imported_from(source, FORMAT, catalogue, limits)


def loads(
    text: str | bytes, *, catalogue: Catalogue | None = None, limits: Limits | None = None
) -> Iterator[Imported]:
    """Read the games of a text.

    Args:
        text: the text of a file, or its bytes, which may be compressed.
        catalogue: as for :func:`read`.
        limits: as for :func:`read`.

    Returns:
        An iterator over the games, as that of :func:`read`.

    Raises:
        FormatError: no document is of this site, or the bytes are a broken compressed file.
        LimitError: a document is too large, or compressed bytes become more than 200 times as many.
        WrongTypeError: an argument has the wrong type.

    >>> (imported,) = loads("")
    >>> imported.record is None, imported.fault
    (True, 'it is empty')
    """
    return imported_from_text(text, FORMAT, catalogue, limits)


def dumps(record: Record) -> str:
    """Return a record in the form of the site, which has the whole deal.

    Args:
        record: a record with its deal, of a new game with the default rule options.

    Raises:
        FormatError: the site cannot hold such a game, or the record has no deal.
        RecordError: the record contradicts the rules.
        WrongTypeError: the argument is not a record.

    >>> from wonders_duel import Game
    >>> from wonders_duel.bots import RandomBot
    >>> game = Game(seed=7)
    >>> _ = game.play_out(RandomBot(1), RandomBot(2))
    >>> [one.agrees for one in loads(dumps(game.record()))]
    [True]
    """
    game = exported(record, "7wd.io", needs_deal=True)
    deal = game.deal
    names = game.names

    def ids(kind: Kind, cards: Any) -> list[int]:
        return [site_id("7wd_io", kind, card.id) for card in cards]

    found: list[Map] = []

    def add(actor: str, move: Map) -> None:
        found.append({"move": move, "meta": {"actor": actor}})

    groups = [wonder for group in deal.draft for wonder in group]
    add(
        "",
        {
            "id": _PREPARE,
            "p1": names[0],
            "p2": names[1],
            "wonders": ids("wonder", groups),
            "tokens": ids("token", deal.board_tokens),
            "randomTokens": ids("token", deal.great_library),
            "cards": {str(n): ids("building", age) for n, age in enumerate(deal.ages, 1)},
        },
    )
    for entry, is_drawn in moves_of(game):
        assert entry.seat is not None  # all moves of a record have a player
        actor = names[entry.seat]
        if entry.kind == "begin":
            add(actor, {"id": _BEGIN, "player": names[int(entry.card)]})
            continue
        number = next(
            one
            for one, (kind, _, _) in _KINDS.items()
            if kind == entry.kind and (one != _PICK_TOKEN or not is_drawn)
        )
        _, kind, field = _KINDS[number]
        move: Map = {"id": number, field: site_id("7wd_io", kind, entry.card)}
        if entry.under:
            move["card"] = site_id("7wd_io", "building", entry.under)
        add(actor, move)
    if isinstance(record.result, Resignation):
        loser = names[record.result.player ^ game.first]
        add("", {"id": _OVER, "loser": loser, "reason": "resign"})
    return json.dumps(found, ensure_ascii=False)


# -- reading ---------------------------------------------------------------------------------------


def _moves(document: object) -> list[object]:
    """Return the moves of a game: a list of them, or the ``log`` of an object, which may be a text."""
    found = document
    if isinstance(document, dict):
        found = document.get("log")
        if isinstance(found, str):
            try:
                found = read_json(found, DEFAULT_LIMITS, long_as_text=True)
            except FormatError:
                return []
    return found if isinstance(found, list) else []


def _is_game(document: object) -> bool:
    return any("move" in mapping(one) for one in _moves(document)[:1])


def _games(document: object) -> Iterator[object]:
    """Yield the games of a document."""
    if isinstance(document, dict) or _is_game(document):
        yield document
    elif isinstance(document, list):
        yield from document


def _part_of(document: object) -> str:
    """Return ``NEW`` for a deal on a line of its own, and ``ANY`` for any other move."""
    move = mapping(mapping(document).get("move"))
    if optional_number(move.get("id")) == _PREPARE:
        return NEW
    return ANY if move else ""


def _as_it_is(given: object) -> str:
    """Return a name as the log has it; an empty text for anything but a text."""
    return given if isinstance(given, str) else ""


def _log(document: object, source: str) -> Log:
    """Return the game of a document."""
    found = [mapping(one) for one in _moves(document) if one]
    moves = [mapping(one.get("move")) for one in found]
    if not moves or number(moves[0].get("id"), "the id of the first move") != _PREPARE:
        raise FormatError(["the log lacks the deal: expected a first move with the id 1"])
    deal = moves[0]
    # Names may differ only by what a record cannot hold.
    differ = clean(deal.get("p1")) != clean(deal.get("p2"))
    named: Callable[[object], str] = clean if differ else _as_it_is
    names = [named(deal.get("p1")), named(deal.get("p2"))]
    actors = [named(mapping(one.get("meta")).get("actor")) for one in found]
    picks = [
        actor
        for actor, move in zip(actors, moves, strict=True)
        if optional_number(move.get("id")) == _PICK_WONDER
    ]
    if names[0] == names[1]:
        raise FormatError(["the names of the players (p1 and p2) are missing or equal"])
    if picks and picks[0] == names[1]:
        names.reverse()

    def ids(kind: Kind, given: object) -> tuple[str, ...]:
        with at("the deal"):
            return tuple(card_id("7wd_io", kind, one) for one in items(given))

    cards = mapping(deal.get("cards"))
    ages = [
        Structure(cards=dict(enumerate(ids("building", cards.get(age)))), is_whole=True)
        for age in ("1", "2", "3")
    ]
    course = _Course(names, named)
    for place, (actor, move) in enumerate(zip(actors, moves, strict=True), start=1):
        course.add(actor, move, place)
    return Log(
        site=SITE,
        source=source,
        names=(clean(names[0]), clean(names[1])),
        draft=ids("wonder", deal.get("wonders")),
        board=ids("token", deal.get("tokens")),
        great_library=ids("token", deal.get("randomTokens")),
        ages=(ages[0], ages[1], ages[2]),
        entries=tuple(course.entries),
        end=course.end,
        tags=course.tags,
    )


class _Course:
    """The moves of a game after the deal, and its end.

    Attributes:
        entries: the moves.
        end: the end.
        tags: the reason for the end, if there is one.
    """

    def __init__(self, names: Sequence[str], named: Callable[[object], str]) -> None:
        """Begin without moves.

        Args:
            names: the names of the players, the one who begins first.
            named: reads a name.
        """
        self.entries: list[Entry] = []
        self.end = End()
        self.tags: dict[str, str] = {}
        self._names = names
        self._named = named

    def add(self, actor: str, move: Map, place: int) -> None:
        """Add a move of the log.

        Args:
            actor: the name of the player.
            move: the move.
            place: its place in the log, from 1.
        """
        where = f"move {place}"
        kind = number(move.get("id"), f"the id of {where}")
        if kind == _PREPARE:
            if place > 1:
                raise FormatError([f"{where}: a second deal"])
        elif kind == _OVER:
            self._finish(move)
        else:
            self.entries.append(self._entry(actor, move, kind, where))

    def _entry(self, actor: str, move: Map, kind: int, where: str) -> Entry:
        if kind not in (_BEGIN, *_KINDS):
            # The Statue of Liberty, whose effect nobody knows for certain, or a move of a later version.
            return Entry(kind="choose", seat=None, card=f"move {kind}", where=where)
        seat = self._seat_of(actor, where)
        if kind == _BEGIN:
            chosen = self._seat_of(self._named(move.get("player")), where)
            return Entry(kind="begin", seat=seat, card=str(chosen), where=where)
        ours, card_kind, field = _KINDS[kind]
        with at(where):
            under = card_id("7wd_io", "building", move.get("card")) if kind == _WONDER else ""
            card = card_id("7wd_io", card_kind, move.get(field))
        return Entry(kind=ours, seat=seat, card=card, under=under, where=where)

    def _finish(self, move: Map) -> None:
        """Take the end from a move; without a loser, the game is unfinished."""
        loser = self._named(move.get("loser"))
        if self.end.resigned is None and loser in self._names:
            resigned = self._names.index(loser)
            self.end = End(resigned=resigned, resigned_after=len(self.entries))
            reason = clean(move.get("reason"))
            reason = _REASONS.get(reason, reason)
            self.tags = {"reason": reason} if reason else {}

    def _seat_of(self, name: str, where: str) -> int:
        if name not in self._names:
            raise FormatError([f"{where}: {shown(name)} is not one of the players"])
        return self._names.index(name)


FORMAT: Final = Format(
    site=SITE, name="7wd.io", games=_games, is_game=_is_game, log=_log, part_of=_part_of
)
