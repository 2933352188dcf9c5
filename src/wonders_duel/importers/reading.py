"""From a source to its games, for any site."""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Callable, Iterator
from io import BytesIO, StringIO
from itertools import islice
from typing import Final

import attrs

from wonders_duel.catalogues import Catalogue
from wonders_duel.errors import FormatError
from wonders_duel.importers.follow import follow
from wonders_duel.importers.imported import Imported
from wonders_duel.importers.logs import Log
from wonders_duel.importers.missing import MissingCardsError
from wonders_duel.importers.sources import (
    DEFAULT_LIMITS,
    Document,
    Source,
    documents,
    expect_file,
    is_document,
)
from wonders_duel.limits import Limits, as_limits
from wonders_duel.support.arguments import expect
from wonders_duel.support.phrases import counted

__all__ = ["ANY", "NEW", "Format", "imported_from", "imported_from_text"]


ANY: Final = "any"
"""The name of the game at hand, whichever it is."""
NEW: Final = "new"
"""The name of a game that begins, after which all others are over."""

_MOST_FOREIGN: Final = 20
"""The most documents that wait for a first game, and the most parts of a document that are named one by one."""
_MANY: Final = 16
"""The games whose lines may be mixed however large they are; more of them have to be small."""


@attrs.frozen(kw_only=True)
class Format:
    """How to read the logs of a site.

    Attributes:
        site: the id of the site.
        name: its name.
        is_game: whether a document looks like a game of it.
        games: yields the games of a document.
        log: returns a game; raises ``FormatError`` if it is damaged.
        part_of: the name of the game that a line of a file is a part of, ``NEW`` if it begins a game
            without a name, ``ANY`` if it does not say; an empty text for a whole game. ``games`` gets the
            parts as a list.
        why_not: why a document has no game, as far as it says, or an empty text.
    """

    site: str
    name: str
    is_game: Callable[[object], bool]
    games: Callable[[object], Iterator[object]]
    log: Callable[[object, str], Log]
    part_of: Callable[[object], str]
    why_not: Callable[[object], str] = lambda _: ""


def imported_from_text(
    text: str | bytes, form: Format, catalogue: Catalogue | None, limits: Limits | None
) -> Iterator[Imported]:
    """Yield the games of a text.

    Args:
        text: the text of a file.
        form: how to read it.
        catalogue: the cards of games with more cards than the base game.
        limits: the limits on the size of each document.
    """
    expect(text, (str, bytes), "the text of a log")
    source = StringIO(text) if isinstance(text, str) else BytesIO(text)
    return imported_from(source, form, catalogue, limits)


def imported_from(
    source: Source,
    form: Format,
    catalogue: Catalogue | None,
    limits: Limits | None,
    *,
    skipped: int = 0,
    name: str = "",
) -> Iterator[Imported]:
    """Yield the games of a source.

    Args:
        source: a path, an open file, or a document.
        form: how to read it.
        catalogue: the cards of games with more cards than the base game.
        limits: the limits on the size of each document.
        skipped: so many games are passed without playing them.
        name: the name of a file, if it is not that of its path.
    """
    if catalogue is not None:
        expect(catalogue, Catalogue, "a Catalogue")
    bounds = DEFAULT_LIMITS if limits is None else as_limits(limits)
    if not isinstance(source, (str, os.PathLike)) and not is_document(source):
        expect_file(source)
    found = _games(documents(source, bounds, name), form, bounds)
    return (
        one if isinstance(one, Imported) else _imported(*one, form, catalogue)
        for one in islice(found, skipped, None)
    )


def _games(
    found: Iterator[Document], form: Format, bounds: Limits
) -> Iterator[Imported | tuple[object, str]]:
    """Yield the games of documents with their names, or why there are none."""
    foreign: list[Imported] = []
    begun = False
    for document in _joined(found, form, bounds):
        if document.fault:
            yield Imported(site=form.site, source=document.name, fault=document.fault)
            continue
        games = [*form.games(document.value)]
        if not games or not any(map(form.is_game, games)):
            fault = _foreign("log", form, document.value)
            foreign.append(Imported(site=form.site, source=document.name, fault=fault))
            if begun or len(foreign) > _MOST_FOREIGN:
                yield from foreign
                foreign = []
                begun = True
            continue
        yield from foreign
        foreign = []
        begun = True
        odd = 0
        for number, game in enumerate(games, start=1):
            name = document.name if len(games) == 1 else f"{document.name}, game {number}"
            odd += not form.is_game(game)
            if odd <= _MOST_FOREIGN or form.is_game(game):
                yield game, name
        if odd > _MOST_FOREIGN:
            parts = counted(odd - _MOST_FOREIGN, "more part")
            fault = f"{parts} of it cannot be read as games of {form.name}"
            yield Imported(site=form.site, source=document.name, fault=fault)
    if foreign and not begun:
        raise FormatError([f"{foreign[0].source} {foreign[0].fault.removeprefix('it ')}"])
    yield from foreign


def _imported(game: object, name: str, form: Format, catalogue: Catalogue | None) -> Imported:
    if not form.is_game(game):
        return Imported(site=form.site, source=name, fault=_foreign("game", form, game))
    try:
        return follow(form.log(game, name), catalogue)
    except MissingCardsError as error:
        return Imported(site=form.site, source=name, missing=error.names, fault=_said(error))
    except FormatError as error:
        return Imported(site=form.site, source=name, fault=_said(error))


def _foreign(what: str, form: Format, document: object) -> str:
    """Return that a document is not a log or a game of a site, and why, as far as that can be seen."""
    why = form.why_not(document) or _other_site(form, document)
    return f"it is not a {what} of {form.name}" + (f": {why}" if why else "")


def _other_site(form: Format, document: object) -> str:
    """Return of which other site a document is; an empty text if it is of none."""
    from wonders_duel.importers import bga, sevenee, sevenwd_io  # noqa: PLC0415 - they import this

    for other in (bga.FORMAT, sevenwd_io.FORMAT, sevenee.FORMAT):
        if other is not form and any(map(other.is_game, other.games(document))):
            return f"it is one of {other.name}; import it as {other.site}"
    return ""


def _said(error: FormatError) -> str:
    return "; ".join(error.problems)


def _joined(found: Iterator[Document], form: Format, limits: Limits) -> Iterator[Document]:
    """Yield documents, of which those that are parts of one game are joined."""
    games = _OpenGames(limits)
    for document in found:
        part_of = form.part_of(document.value) if document.is_line and not document.fault else ""
        if not part_of:
            yield document
            continue
        if part_of == NEW:
            yield from games.closed()
        yield from games.add(part_of, document)
    yield from games.closed()


class _OpenGames:
    """The games whose parts may still come, the one with the latest part last."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._games: OrderedDict[str, _Parts] = OrderedDict()
        self._size = 0

    def add(self, part_of: str, document: Document) -> Iterator[Document]:
        """Add a part to its game, and yield games for which there is no room."""
        if part_of == ANY and self._games:
            part_of = next(reversed(self._games))
        begun = self._games.pop(part_of, None) or self._games.pop(ANY, None)
        game = begun or _Parts(document.name, self._limits)
        self._size -= game.size
        game.add(document)
        self._size += game.size
        self._games[part_of] = game
        while len(self._games) > _MANY and self._size > self._limits.size:
            _, oldest = self._games.popitem(last=False)
            self._size -= oldest.size
            yield oldest.document()

    def closed(self) -> Iterator[Document]:
        """Close and yield all games."""
        yield from (game.document() for game in self._games.values())
        self._games.clear()
        self._size = 0


class _Parts:
    """A game whose parts are on lines of their own."""

    def __init__(self, name: str, limits: Limits) -> None:
        self._name = name
        self._limits = limits
        self._parts: list[object] = []
        self._is_large = False
        self.size = 0
        """The bytes of the parts that are kept."""

    def add(self, document: Document) -> None:
        """Add a part, unless the game is too large."""
        self._is_large = self._is_large or self.size + document.size > self._limits.size
        if self._is_large:
            self._parts.clear()
            self.size = 0
        else:
            self._parts.append(document.value)
            self.size += document.size

    def document(self) -> Document:
        """Return the game."""
        fault = f"the game has more than {self._limits.size:,} bytes" if self._is_large else ""
        return Document(self._name, self._parts, fault)
