"""``Report``: the statistics of many games."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from typing import Final

import attrs

from wonders_duel.catalogues import Catalogue
from wonders_duel.errors import UnknownNameError, WrongTypeError
from wonders_duel.game import Game
from wonders_duel.limits import Limits
from wonders_duel.match import Match, MatchRow
from wonders_duel.record import Record
from wonders_duel.render.board.spans import WIDTH
from wonders_duel.serialization.json_texts import expect_indent
from wonders_duel.statistics.collector import BadGame, Collector
from wonders_duel.statistics.contents import FIELDS, rows_of
from wonders_duel.statistics.facts import Totals
from wonders_duel.statistics.intervals import as_confidence
from wonders_duel.statistics.page import page
from wonders_duel.statistics.references import Reference, as_reference
from wonders_duel.statistics.written import RichTables, csv_text, markdown, plain_text
from wonders_duel.support.arguments import expect, expect_number
from wonders_duel.support.phrases import counted, nearest, one_of, shown
from wonders_duel.text.summary import Row

__all__ = ["TABLES", "Report", "expect_table"]

TABLES: Final[tuple[str, ...]] = tuple(FIELDS)
"""The names of the tables of a report, in order."""
LEAST_WIDTH: Final = 40
"""The fewest columns for which texts are laid out."""


def expect_table(name: str) -> str:
    """Return the name of a table, checked.

    Args:
        name: any value.

    Raises:
        UnknownNameError: there is no such table.
        WrongTypeError: it is not a text.
    """
    expect(name, str, "the name of a table")
    if name not in FIELDS:
        hint = nearest(name, FIELDS)
        raise UnknownNameError(f"unknown table {shown(name)}; expected {one_of(FIELDS)}{hint}")
    return name


@attrs.frozen(kw_only=True)
class Report:
    """The statistics of many games, as tables.

    Make one with :meth:`of`, :meth:`of_match` or :meth:`of_files`, or with a :class:`Collector`.
    ``print(report)`` shows it as text, ``rich.print(report)`` as tables in colour, and
    :meth:`to_html` as a page with charts.

    Games that were decided by a resignation, or by the fault of a bot, count for the victories and
    for the cards. Lengths and ages are of games that were played to their end, and points of
    civilian victories. Unfinished games are left out. If a game starts from a position, only what
    happens after it counts.

    The intervals assume that the games are independent.

    Attributes:
        catalogue: the cards of the games.
        games: the number of games that are counted.
        unfinished: the number of games that are left out because they have no result.
        skipped: the number of games that are left out because they are invalid.
        bad_games: those games, or the first 100 of them.
        sums: the sums that the tables are computed from. Their order can change between versions.
        reference: the figures of other games, for comparison.
        confidence: the confidence level of the intervals, between 0 and 1.
        repeated: the number of games that are left out because an earlier row has the same task of
            their match. It does not count in comparisons.

    Raises:
        UnknownNameError: there is no such reference.
        WrongTypeError: the reference or the confidence is something else.

    >>> from wonders_duel import Game
    >>> from wonders_duel.bots import RandomBot
    >>> games = [Game(seed) for seed in range(20)]
    >>> for game in games:
    ...     result = game.play_out(RandomBot(seed=1), RandomBot(seed=2))
    >>> report = Report.of(games, reference="random")
    >>> report
    <Report of 20 games>
    >>> row = report.rows("summary")[0]
    >>> row["figure"], row["count"], row["number"], row["reference"]
    ('first player wins', 15, 20, 0.532)
    """

    catalogue: Catalogue
    games: int
    unfinished: int
    skipped: int
    bad_games: tuple[BadGame, ...]
    sums: Totals
    reference: Reference | None = attrs.field(default=None, converter=as_reference)
    confidence: float = attrs.field(default=0.95, converter=as_confidence)
    repeated: int = attrs.field(default=0, eq=False)

    @classmethod
    def of(
        cls,
        games: Iterable[Record | Game],
        *,
        catalogue: Catalogue | None = None,
        skip_bad: bool = False,
        reference: Reference | str | None = None,
        confidence: float = 0.95,
    ) -> Report:
        """Return the report of games or records, with one of them in memory at a time.

        Args:
            games: the games; records are replayed.
            catalogue: their cards; those of the first game if left out.
            skip_bad: whether records that do not follow the rules are counted and left out. By
                default, the first of them raises an error.
            reference: a column to compare with: ``random``, ``self-play``, ``people``, ``tournament``,
                or figures of your own.
            confidence: the confidence level of the intervals, between 0 and 1.

        Raises:
            BadGameError: a record does not follow the rules, and ``skip_bad`` is not set; the error
                has the number of the game.
            CatalogueError: the games have different cards.
            UnknownNameError: there is no such reference.
            WrongTypeError: an argument has another type, or the confidence is not between 0 and 1.
        """
        collector = Collector(catalogue, skip_bad=skip_bad)
        expect(games, Iterable, "a list of games or records")
        for game in games:
            collector.add(game)
        return collector.report(reference=reference, confidence=confidence)

    @classmethod
    def of_match(
        cls,
        match: Match,
        rows: Iterable[MatchRow],
        *,
        skip_bad: bool = False,
        reference: Reference | str | None = None,
        confidence: float = 0.95,
    ) -> Report:
        """Return the report of the games of a match.

        Args:
            match: the match.
            rows: rows of it, such as those that :func:`wonders_duel.arena.run` yields; each task
                counts once.
            skip_bad: whether games that do not follow the rules are counted and left out.
            reference: a column to compare with, as for :meth:`of`.
            confidence: the confidence level of the intervals, between 0 and 1.

        Raises:
            BadGameError: a row is of another match or does not follow the rules, and ``skip_bad``
                is not set.
            UnknownNameError: there is no such reference.
            WrongTypeError: an argument has another type, or the confidence is not between 0 and 1.

        >>> match = Match(["random", "random"], deals=3)
        >>> Report.of_match(match, [match.play(task) for task in range(3)]).games
        6
        """
        expect(match, Match, "a Match")
        collector = Collector(match.catalogue, skip_bad=skip_bad)
        collector.add_match(match, rows)
        return collector.report(reference=reference, confidence=confidence)

    @classmethod
    def of_files(
        cls,
        paths: Iterable[str | os.PathLike[str]],
        *,
        catalogue: Catalogue | None = None,
        limits: Limits | None = None,
        skip_bad: bool = False,
        reference: Reference | str | None = None,
        confidence: float = 0.95,
    ) -> Report:
        """Return the report of the games in files of records and journals of matches.

        A pair of games that several journals of one match have counts once.

        Args:
            paths: the paths of the files; see :meth:`Collector.add_file`.
            catalogue: the cards of the games; the base game by default.
            limits: the limits on the size of each record or row; the default ones if left out.
            skip_bad: whether games that are invalid or do not follow the rules are counted and
                left out.
            reference: a column to compare with, as for :meth:`of`.
            confidence: the confidence level of the intervals, between 0 and 1.

        Raises:
            BadGameError: a game is invalid or does not follow the rules, and ``skip_bad`` is not
                set; the error names the file and the line.
            FormatError: a file cannot be read to its end, because it is not UTF-8, or a journal is
                damaged or for other cards.
            LimitError: the text of a record, or a row, is larger than the limits allow.
            OSError: a file cannot be read.
            UnknownNameError: there is no such reference.
            WrongTypeError: an argument has another type, or the confidence is not between 0 and 1.
        """
        if isinstance(paths, (str, bytes, os.PathLike)):
            raise WrongTypeError(f"expected a list of paths, got {shown(paths)}")
        expect(paths, Iterable, "a list of paths")
        collector = Collector(catalogue, skip_bad=skip_bad)
        for path in paths:
            collector.add_file(path, limits=limits)
        return collector.report(reference=reference, confidence=confidence)

    # -- contents ---------------------------------------------------------------------------------

    @property
    def tables(self) -> tuple[str, ...]:
        """The names of the tables, in order."""
        return TABLES

    def rows(self, table: str) -> list[Row]:
        """Return the rows of a table as flat mappings, with the same fields in each.

        Data frame libraries take them as they are: ``pandas.DataFrame(rows)``,
        ``polars.DataFrame(rows)``. Shares are fractions from 0 to 1. A field that ends in ``_low``
        or ``_high`` is an end of the interval of the field without it. Figures of nothing are
        ``None``.

        Args:
            table: the name of the table, one of :attr:`tables`.

        Raises:
            UnknownNameError: there is no such table.
            WrongTypeError: the name is not a text.

        >>> [row["victory"] for row in Collector().report().rows("victories")]
        ['military', 'scientific', 'civilian', 'shared', 'resignation', 'fault']
        """
        return rows_of(self, expect_table(table))

    def to_dict(self) -> dict[str, object]:
        """Return the report as a document of plain values: the numbers of games and all tables."""
        reference = self.reference
        return {
            "catalogue": self.catalogue.name,
            "games": self.games,
            "unfinished": self.unfinished,
            "skipped": self.skipped,
            "repeated": self.repeated,
            "bad_games": [attrs.asdict(bad) for bad in self.bad_games],
            "confidence": self.confidence,
            "reference": None
            if reference is None
            else {"name": reference.name, "about": reference.about},
            "tables": {name: self.rows(name) for name in TABLES},
        }

    def to_json(self, *, indent: int | None = None) -> str:
        """Return the report as JSON, with the contents of :meth:`to_dict`.

        Args:
            indent: the number of spaces for each level, from 0 to 100; everything on one line if
                left out.

        Raises:
            WrongTypeError: the indent is out of range.
        """
        expect_indent(indent)
        return json.dumps(self.to_dict(), indent=indent, ensure_ascii=False)

    def to_csv(self, table: str) -> str:
        """Return a table as CSV, with the field names in the first line.

        Args:
            table: the name of the table, one of :attr:`tables`.

        Raises:
            UnknownNameError: there is no such table.
            WrongTypeError: the name is not a text.

        >>> print(Collector().report().to_csv("lengths").splitlines()[0])
        games,number,moves,moves_low,moves_high,deviation,least,most
        """
        return csv_text(self, expect_table(table))

    def to_markdown(self, *tables: str) -> str:
        """Return tables as Markdown.

        Args:
            tables: the names of the tables; all of them if left out.

        Raises:
            UnknownNameError: there is no such table.
            WrongTypeError: the name is not a text.
        """
        return markdown(self, self._chosen(tables))

    def to_html(self, *, title: str = "Game statistics") -> str:
        """Return the report as a self-contained HTML page with charts and tables.

        The page needs no script and no other file, follows the light or dark setting of the
        reader, and fits a phone.

        Args:
            title: the title of the page.

        Raises:
            WrongTypeError: the title is not a text.
        """
        expect(title, str, "a title as text")
        return page(self, title)

    def to_text(self, *tables: str, width: int | None = WIDTH) -> str:
        """Return tables as plain text.

        Args:
            tables: the names of the tables; all of them if left out.
            width: the most columns, from 40. If there are fewer than a table needs, its names are
                cut, and columns that have no room are written below. ``None`` for as many columns
                as the tables need.

        Raises:
            UnknownNameError: there is no such table.
            WrongTypeError: the name is not a text, or the width is not a whole number of at
                least 40.

        >>> print(Collector().report().to_text("lengths").splitlines()[6])
        games       number  mean moves  deviation  least  most
        """
        if width is not None:
            expect_number(width, LEAST_WIDTH, "the width")
        return plain_text(self, self._chosen(tables), width)

    def to_rich(self, *tables: str) -> object:
        """Return tables that ``rich.print`` shows, as wide as the console.

        Args:
            tables: the names of the tables; all of them if left out.

        Raises:
            UnknownNameError: there is no such table.
            WrongTypeError: the name is not a text.
        """
        return RichTables(self, self._chosen(tables))

    @staticmethod
    def _chosen(tables: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(map(expect_table, tables)) or TABLES

    def __str__(self) -> str:
        """Return the report as plain text, at most 79 columns wide."""
        return self.to_text()

    def __repr__(self) -> str:
        """Return the number of games."""
        return f"<Report of {counted(self.games, 'game')}>"

    def __rich__(self) -> object:
        """Return the tables that ``rich.print`` shows."""
        return self.to_rich()
