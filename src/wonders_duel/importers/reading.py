"""From a source to its games, for any site."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from io import BytesIO, StringIO
from itertools import chain, islice
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
)
from wonders_duel.limits import Limits, as_limits
from wonders_duel.support.arguments import expect

__all__ = ["ANY", "Format", "imported_from", "imported_from_text"]


ANY: Final = "any"
"""The name of the game at hand, whichever it is."""


@attrs.frozen(kw_only=True)
class Format:
    """How to read the logs of a site.

    Attributes:
        site: the id of the site.
        name: its name.
        is_game: whether a document looks like a game of it.
        games: yields the games of a document.
        log: returns a game; raises ``FormatError`` if it is damaged.
        part_of: the name of the game that a line of a file is a part of, ``ANY`` if the line does not say;
            an empty text for a whole game. ``games`` gets the parts as a list.
    """

    site: str
    name: str
    is_game: Callable[[object], bool]
    games: Callable[[object], Iterator[object]]
    log: Callable[[object, str], Log]
    part_of: Callable[[object], str]


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
) -> Iterator[Imported]:
    """Yield the games of a source.

    Args:
        source: a path, an open file, or a document.
        form: how to read it.
        catalogue: the cards of games with more cards than the base game.
        limits: the limits on the size of each document.
        skipped: so many games are passed without playing them.
    """
    if catalogue is not None:
        expect(catalogue, Catalogue, "a Catalogue")
    bounds = DEFAULT_LIMITS if limits is None else as_limits(limits)
    if not isinstance(source, (str, os.PathLike, list, dict)):
        expect_file(source)
    found = _games(source, form, bounds)
    return (
        one if isinstance(one, Imported) else _imported(*one, form, catalogue)
        for one in islice(found, skipped, None)
    )


def _games(source: Source, form: Format, bounds: Limits) -> Iterator[Imported | tuple[object, str]]:
    """Yield the games of a source with their names, or why there are none."""
    for document in _joined(documents(source, bounds), form, bounds):
        if document.fault:
            yield Imported(site=form.site, source=document.name, fault=document.fault)
            continue
        games = [*form.games(document.value)]
        if not games or not any(map(form.is_game, games)):
            message = f"{document.name} is not a log of {form.name}"
            raise FormatError([message])
        for number, game in enumerate(games, start=1):
            name = document.name if len(games) == 1 else f"{document.name}, game {number}"
            yield game, name


def _imported(game: object, name: str, form: Format, catalogue: Catalogue | None) -> Imported:
    if not form.is_game(game):
        fault = f"it is not a game of {form.name}"
        return Imported(site=form.site, source=name, fault=fault)
    try:
        return follow(form.log(game, name), catalogue)
    except MissingCardsError as error:
        return Imported(site=form.site, source=name, missing=error.names, fault=_said(error))
    except FormatError as error:
        return Imported(site=form.site, source=name, fault=_said(error))


def _said(error: FormatError) -> str:
    return "; ".join(error.problems)


def _joined(found: Iterator[Document], form: Format, limits: Limits) -> Iterator[Document]:
    """Yield documents, of which those that are parts of one game are joined."""
    parts: list[object] = []
    first = Document("", None)
    game, size = "", 0
    for document in chain(found, [None]):
        part_of = form.part_of(document.value) if document and document.is_line else ""
        if parts and part_of != game and (not part_of or ANY not in (part_of, game)):
            fault = f"the game has more than {limits.size:,} bytes" if size > limits.size else ""
            yield Document(first.name, parts, fault)
            parts = []
        if document is None:
            return
        if not part_of:
            yield document
            continue
        if not parts:
            first, game, size = document, part_of, 0
        game = part_of if game == ANY else game
        size += document.size
        if size > limits.size:
            parts = [None]  # of no use any more
        else:
            parts.append(document.value)
