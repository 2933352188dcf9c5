"""The logs of sevenee.mattle.online: an object with the cards and the actions of a game.

No log of this site was at hand when this was written: the form is known from programs that read it.

>>> from wonders_duel import Game
>>> from wonders_duel.bots import RandomBot
>>> game = Game(seed=7)
>>> _ = game.play_out(RandomBot(1), RandomBot(2))
>>> (imported,) = loads(dumps(game.record()))
>>> imported.agrees, imported.record.deal.ages == game.deal.ages
(True, True)
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from wonders_duel.catalogues import Catalogue
from wonders_duel.engine.moves import ChooseBeginner
from wonders_duel.errors import FormatError
from wonders_duel.history.resignation import Resignation
from wonders_duel.importers.exporting import exported, moves_of
from wonders_duel.importers.faults import at
from wonders_duel.importers.ids import Kind, card_id, site_id
from wonders_duel.importers.imported import Imported
from wonders_duel.importers.logs import End, Entry, EntryKind, Log, Structure
from wonders_duel.importers.reading import Format, imported_from, imported_from_text
from wonders_duel.importers.slots import SIZE
from wonders_duel.importers.sources import Source
from wonders_duel.importers.tolerance import Map, clean, items, mapping, optional_number, pair
from wonders_duel.limits import Limits
from wonders_duel.record import Record
from wonders_duel.rules import DRAFT_GROUP
from wonders_duel.support.phrases import shown

__all__ = ["dumps", "loads", "read"]

SITE: Final = "sevenee"

_KINDS: Final[dict[str, tuple[EntryKind, Kind, str]]] = {
    "pickWonder": ("draft", "wonder", "wonder"),
    "buyCard": ("build", "building", "card"),
    "discardCard": ("discard", "building", "card"),
    "buildWonder": ("wonder", "wonder", "wonder"),
    "pickProgressToken": ("token", "token", "progressToken"),
    "killCard": ("destroy", "building", "card"),
    "pickDiscardedCard": ("revive", "building", "card"),
}
"""The actions with a card: our kind of move, the kind of card, and its field."""
_PLAYERS: Final = 2
_VICTORIES: Final = (("scien", "scientific"), ("mili", "military"), ("civil", "civilian"))
"""How the words for a victory begin, with ours."""


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
    game = exported(record, "sevenee", needs_deal=True)
    deal = game.deal
    actions: list[Map] = []

    def ids(kind: Kind, cards: Any) -> list[int]:
        return [site_id("sevenee", kind, card.id) for card in cards]

    def serve(kind: str, **fields: Any) -> None:
        actions.append({"agent": {"t": "s"}, "action": {"type": kind, **fields}})

    def rows(age: int) -> list[list[int | None]]:
        """Return the cards of an age in rows, with gaps."""
        layout = record.catalogue.structures[age]
        width = max(column for _, column in layout.places) + 1
        made: list[list[int | None]] = [[None] * width for _ in layout.rows]
        cards = ids("building", deal.ages[age])
        for (row, column), card in zip(layout.places, cards, strict=True):
            made[row][column] = card
        return made

    serve(
        "drawProgressTokens",
        progressTokens=ids("token", deal.board_tokens),
        reservedProgressTokens=ids("token", deal.great_library),
    )
    drafted, age = 0, 0
    groups = iter(deal.draft)
    for step, (entry, _) in zip(game.steps, moves_of(game), strict=True):
        if entry.kind == "draft" and drafted % DRAFT_GROUP == 0:
            serve("drawWonders", wonders=ids("wonder", next(groups)))
        drafted += entry.kind == "draft"
        if step.before.age_number > age:
            serve("drawCards", cards=rows(age))
            age += 1
        actions.append(_action(entry, is_begin=isinstance(step.move, ChooseBeginner)))
    for group in groups:  # the readers of this form need all cards
        serve("drawWonders", wonders=ids("wonder", group))
    while age < len(deal.ages):
        serve("drawCards", cards=rows(age))
        age += 1
    end = game.steps[-1].after if game.steps else record.start
    coins = [end.cities[seat ^ game.first].coins for seat in range(_PLAYERS)]
    data: Map = {"players": [{"coins": one} for one in coins]}
    if end.result is not None:
        winner = end.result.winner
        data["result"] = {
            "victory": str(end.result.victory),
            "winnerIndex": None if winner is None else int(winner) ^ game.first,
        }
    document: Map = {"players": [{"name": name} for name in game.names], "data": data}
    if isinstance(record.result, Resignation):
        document["result"] = "RESIGNED"
        data["result"] = {"winnerIndex": int(1 - record.result.player) ^ game.first}
    document["actionItems"] = actions
    return json.dumps(document, ensure_ascii=False)


def _action(entry: Entry, *, is_begin: bool) -> Map:
    """Return a move as an action."""
    action: Map = {"playerIndex": entry.seat}
    if is_begin:
        action |= {"type": "pickStartPlayer", "pickedPlayerIndex": int(entry.card)}
    else:
        name, kind, field = next(
            (name, kind, field)
            for name, (ours, kind, field) in _KINDS.items()
            if ours == entry.kind
        )
        action |= {"type": name, field: site_id("sevenee", kind, entry.card)}
    if entry.under:
        action["card"] = site_id("sevenee", "building", entry.under)
    return {"agent": {"t": "p"}, "action": action}


# -- reading ---------------------------------------------------------------------------------------


def _is_game(document: object) -> bool:
    return isinstance(document, dict) and "actionItems" in document


def _games(document: object) -> Iterator[object]:
    """Yield the games of a document."""
    if isinstance(document, list):
        yield from document
    else:
        yield document


class _Reader:
    """Reads the actions of one game."""

    def __init__(self) -> None:
        self.draft: list[str] = []
        self.board: tuple[str, ...] = ()
        self.great_library: tuple[str, ...] = ()
        self.ages: list[Structure] = []
        self.entries: list[Entry] = []
        self.first: int | None = None
        """The index of the player who drafts first."""

    def ids(self, kind: Kind, given: object) -> tuple[str, ...]:
        """Return our ids."""
        return tuple(card_id("sevenee", kind, one) for one in items(given))

    def seat(self, index: object) -> int:
        """Return the seat of a player."""
        player = optional_number(index)
        if player not in range(_PLAYERS):
            raise FormatError([f"expected the player 0 or 1, got {shown(index)}"])
        if self.first is None:
            self.first = player
        return int(player != self.first)

    def read(self, action: Map, place: int) -> None:
        """Read an action."""
        kind, where = clean(action.get("type")), f"action {place}"
        match kind:
            case "drawProgressTokens":
                self.board = self.ids("token", action.get("progressTokens"))
                self.great_library = self.ids("token", action.get("reservedProgressTokens"))
            case "drawWonders":
                wonders = self.ids("wonder", action.get("wonders"))
                self.draft += [one for one in wonders if one not in self.draft]
            case "drawCards":
                rows = [items(row) for row in items(action.get("cards"))]
                cards = [card for row in rows for card in row if card is not None]
                known = dict(enumerate(self.ids("building", cards)))
                # With fewer cards nobody knows which gaps are hidden cards: the slots are rebuilt.
                age = Structure(cards=known, is_whole=True) if len(known) == SIZE else Structure()
                if not self.ages or age != self.ages[-1]:
                    self.ages.append(age)
            case "pickStartPlayer":
                seat = self.seat(action.get("playerIndex"))
                card = str(self.seat(action.get("pickedPlayerIndex")))
                self.entries.append(Entry(kind="begin", seat=seat, card=card, where=where))
            case kind if kind in _KINDS:
                ours, card_kind, field = _KINDS[kind]
                seat = self.seat(action.get("playerIndex"))
                under = ""
                if ours == "wonder":
                    under = card_id("sevenee", "building", action.get("card"))
                card = card_id("sevenee", card_kind, action.get(field))
                self.entries.append(
                    Entry(kind=ours, seat=seat, card=card, under=under, where=where)
                )
            case _:
                pass  # chat, clocks and undo requests


def _log(document: object, source: str) -> Log:
    game = mapping(document)
    reader = _Reader()
    for place, one in enumerate(map(mapping, items(game.get("actionItems"))), start=1):
        with at(f"action {place}"):
            reader.read(mapping(one.get("action")), place)
    if len(reader.ages) > 3:  # noqa: PLR2004 - the ages
        raise FormatError([f"the log deals {len(reader.ages)} ages"])
    ages = [*reader.ages, *[Structure()] * 3][:3]
    first = reader.first or 0
    players = [mapping(one) for one in items(game.get("players"))]
    names = [clean(one.get("name")) for one in players][:_PLAYERS]
    names += [""] * (_PLAYERS - len(names))
    data = mapping(game.get("data"))
    coins = pair([mapping(one).get("coins") for one in items(data.get("players"))])
    result = mapping(data.get("result"))
    status = clean(game.get("result"))
    winner = optional_number(result.get("winnerIndex"))
    if winner not in range(_PLAYERS):
        winner = None
    winning = None if winner is None else int(winner != first)
    victory = _victory(result.get("victory"))
    is_cut = status.upper() == "TERMINATED" or clean(result.get("victory")).lower() == "system"
    if is_cut:  # the site ended the game: nobody has won
        winning = victory = None
    is_shared = "victory" in result and result.get("winnerIndex", 0) is None and not is_cut
    # In other words than those of the rules, the other player has given up or run out of time.
    gave_up = winning is not None and victory is None
    return Log(
        site=SITE,
        source=source,
        names=(names[first], names[1 - first]),
        draft=tuple(reader.draft),
        board=reader.board,
        great_library=reader.great_library,
        ages=(ages[0], ages[1], ages[2]),
        entries=tuple(reader.entries),
        end=End(
            victory=victory,
            winner=-1 if is_shared else winning,
            resigned=None if winning is None or not gave_up else 1 - winning,
            coins=coins[::-1] if coins is not None and first else coins,
        ),
        tags={"result": status} if status else {},
    )


def _victory(given: object) -> str | None:
    """Return the kind of victory; ``None`` if the log does not say, or in words that we do not know."""
    word = clean(given).lower()
    for start, ours in _VICTORIES:
        if word.startswith(start):
            return ours
    return None


FORMAT: Final = Format(
    site=SITE, name="sevenee", games=_games, is_game=_is_game, log=_log, part_of=lambda _: ""
)
