"""The logs of Board Game Arena: packets of notifications, with the coins and points after each of them.

A log does not contain the hidden cards: records have the public form, and the slots of face-down cards are
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
from wonders_duel.importers.bga_envelopes import (
    games_of,
    is_game,
    packets_of,
    page_of,
    part_of,
    table_of,
    why_not,
)
from wonders_duel.importers.bga_notifications import name_in
from wonders_duel.importers.bga_packets import SITE, packets_log
from wonders_duel.importers.bga_short import is_short, short_log
from wonders_duel.importers.bga_writing import written
from wonders_duel.importers.imported import Imported
from wonders_duel.importers.logs import Log
from wonders_duel.importers.reading import Format, imported_from, imported_from_text
from wonders_duel.importers.sources import Source
from wonders_duel.importers.tolerance import clean, items, mapping
from wonders_duel.limits import Limits
from wonders_duel.record import Record

__all__ = ["dumps", "loads", "read"]


def read(
    source: Source, *, catalogue: Catalogue | None = None, limits: Limits | None = None
) -> Iterator[Imported]:
    """Read the games of a file, a folder or an open file.

    Args:
        source: a path, an open file, or a document as Python values. Files may be compressed (gzip, bzip2,
            xz, zip). A document is a list of packets or of games, an object with packets somewhere in it (such
            as the answer to a request for a replay) or by table number, or the short form without names (an
            object with ``draft`` and ``moves``). Each line of a file may be a game, a packet, or an object
            with packets as its ``payload`` or ``extra``.
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
    """Return a record as packets, without its hidden cards.

    Args:
        record: a record of a new game with the default rule options.

    Raises:
        FormatError: the site cannot hold such a game, or it ends in the draft: the log has only the wonders
            that were picked, so that it could not be read again.
        RecordError: the record contradicts the rules.
        WrongTypeError: the argument is not a record.

    >>> from wonders_duel import Game
    >>> from wonders_duel.bots import RandomBot
    >>> game = Game(seed=7)
    >>> _ = game.play_out(RandomBot(1), RandomBot(2))
    >>> [one.agrees for one in loads(dumps(game.record()))]
    [True]
    """
    return written(record)


def _log(document: object, source: str) -> Log:
    game = mapping(document)
    if is_short(game):
        return short_log(game, source)
    players = items(mapping(game.get("data")).get("players") or game.get("players"))
    names = {
        clean(one.get("id", one.get("player_id"))): name_in(one.get("name", one.get("player_name")))
        for one in map(mapping, players)
    }
    return packets_log(packets_of(document), names, source, table_of(game), page_of(game))


FORMAT: Final = Format(
    site=SITE,
    name="Board Game Arena",
    games=games_of,
    is_game=is_game,
    log=_log,
    part_of=part_of,
    why_not=why_not,
)
