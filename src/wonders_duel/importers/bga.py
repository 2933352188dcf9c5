"""The logs of Board Game Arena: packets of notifications, with the coins and points after each of them.

A log does not tell the hidden cards: records have the public form, and the slots of face-down cards are
rebuilt. The notifications that matter are read by the module ``bga_packets``.

>>> from wonders_duel import Game
>>> from wonders_duel.bots import RandomBot
>>> game = Game(seed=7)
>>> _ = game.play_out(RandomBot(1), RandomBot(2))
>>> (imported,) = loads(dumps(game.record()))
>>> imported.agrees, imported.record.deal, imported.filled[0]
(True, None, 'progress tokens on the board that nobody took')
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from wonders_duel.catalogues import Catalogue
from wonders_duel.importers.bga_packets import SITE, packets_log
from wonders_duel.importers.bga_short import is_short, short_log
from wonders_duel.importers.bga_writing import written
from wonders_duel.importers.imported import Imported
from wonders_duel.importers.logs import Log
from wonders_duel.importers.reading import ANY, Format, imported_from, imported_from_text
from wonders_duel.importers.sources import Source
from wonders_duel.importers.tolerance import Map, clean, items, mapping
from wonders_duel.limits import Limits
from wonders_duel.record import Record

__all__ = ["dumps", "loads", "read"]

_DEEPEST: Final = 4
"""How deep packets may be in the answer of a replay."""


def read(
    source: Source, *, catalogue: Catalogue | None = None, limits: Limits | None = None
) -> Iterator[Imported]:
    """Read the games of a file, a folder or an open file.

    Args:
        source: a path, an open file, or a document as Python values. Files may be compressed (gzip, bzip2,
            xz, zip). A document is a list of packets, the answer of a replay (an object with ``data`` and
            ``logs``), a list of games, or the short form without names (an object with ``draft`` and
            ``moves``); lines of a file may be games, or packets.
        catalogue: the cards of games with more cards than the base game.
        limits: the limits on the size of each document.

    Returns:
        An iterator over the games. A game that cannot be read has a ``fault`` instead of a record.

    Raises:
        FormatError: a file is not of this site, or not JSON.
        LimitError: a document is too large, or a file is compressed too well.
        OSError: a file cannot be read.
        WrongTypeError: an argument has the wrong type.
    """
    return imported_from(source, FORMAT, catalogue, limits)


def loads(
    text: str | bytes, *, catalogue: Catalogue | None = None, limits: Limits | None = None
) -> Iterator[Imported]:
    """Read the games of a text.

    Args:
        text: the text of a file.
        catalogue: as for :func:`read`.
        limits: as for :func:`read`.

    Raises:
        FormatError: the text is not of this site, or not JSON.
        LimitError: it is too large.
        WrongTypeError: an argument has the wrong type.
    """
    return imported_from_text(text, FORMAT, catalogue, limits)


def dumps(record: Record) -> str:
    """Return a record as packets, without its hidden cards.

    Args:
        record: a record of a game with the usual rules.

    Raises:
        FormatError: the site cannot hold such a game.
        RecordError: the record contradicts the rules.
        WrongTypeError: the argument is not a record.
    """
    return written(record)


# -- documents -------------------------------------------------------------------------------------


def _is_packet(document: object) -> bool:
    packet = mapping(document)
    return ("packet_id" in packet or "move_id" in packet) and "move" not in packet


def _is_game(document: object) -> bool:
    if isinstance(document, list):
        return any(map(_is_packet, document))
    game = mapping(document)
    return is_short(game) or bool(_logs(game))


def _logs(game: Map) -> list[object]:
    """Return the packets of the answer of a replay, wherever they are in it."""
    for _ in range(_DEEPEST):
        for key in ("logs", "packets", "log", "data"):
            found = game.get(key)
            packets = items(found) if key != "data" or isinstance(found, list) else []
            if any(map(_is_packet, packets)):
                return packets
        game = mapping(game.get("data"))
    return []


def _games(document: object) -> Iterator[object]:
    """Yield the games of a document, those of several tables one by one."""
    if not isinstance(document, list) or not _is_game(document):
        yield from document if isinstance(document, list) else [document]
        return
    tables: dict[str, list[object]] = {}
    table = ""
    for packet in document:
        table = clean(mapping(packet).get("table_id")) or table
        tables.setdefault(table, []).append(packet)
    without = tables.pop("", []) if len(tables) > 1 else []
    for number, packets in enumerate(tables.values()):
        yield packets if number else [*without, *packets]


def _part_of(document: object) -> str:
    """Return the table of a packet on a line; anything else but a game belongs to the game at hand."""
    if _is_packet(document):
        return clean(mapping(document).get("table_id")) or ANY
    return "" if _is_game(document) or isinstance(document, list) else ANY


def _log(document: object, source: str) -> Log:
    game = mapping(document)
    if is_short(game):
        return short_log(game, source)
    packets = items(document) if isinstance(document, list) else _logs(game)
    players = items(mapping(game.get("data")).get("players") or game.get("players"))
    names = {
        clean(one.get("id", one.get("player_id"))): clean(one.get("name", one.get("player_name")))
        for one in map(mapping, players)
    }
    return packets_log(packets, names, source)


FORMAT: Final = Format(
    site=SITE, name="Board Game Arena", games=_games, is_game=_is_game, log=_log, part_of=_part_of
)
