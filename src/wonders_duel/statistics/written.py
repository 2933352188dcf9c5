"""Reports as plain text, Markdown, CSV and tables of ``rich``."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from textwrap import wrap
from typing import TYPE_CHECKING, Final, Protocol

from wonders_duel.render.board.spans import WIDTH, line, pad, plain, tidy
from wonders_duel.statistics.contents import FIELDS, rows_of
from wonders_duel.statistics.tables import NOT, TABLES, VALUE, Column, Form, shown_cell
from wonders_duel.support.columns import columns as width_of
from wonders_duel.support.phrases import counted

if TYPE_CHECKING:
    from wonders_duel.statistics.report import Report

__all__ = ["RichTables", "csv_text", "headline", "markdown", "plain_text"]

_GAP: Final = "  "
_NARROWEST: Final = 8
"""The most columns to which names are cut."""
_BORDERS: Final = 3
"""The columns between two columns of a table of ``rich``."""
_FRAME: Final = 4
"""The columns of the frame around it."""


def headline(report: Report) -> list[str]:
    """Return what games a report is of, as sentences.

    Args:
        report: the report.
    """
    games = counted(report.games, "game")
    lines = [f"{games} with the cards of the catalogue {report.catalogue.name}."]
    if report.unfinished:
        lines.append(f"Left out without a result: {counted(report.unfinished, 'game')}.")
    if report.skipped:
        lines.append(f"Left out as invalid: {counted(report.skipped, 'game')}.")
        lines += [str(bad) for bad in report.bad_games]
    if report.repeated:
        lines.append(f"Left out as rows of the same tasks: {counted(report.repeated, 'game')}.")
    lines.append(f"The ranges are {100 * report.confidence:g} % intervals.")
    if report.reference is not None:
        lines.append(f"Reference: {report.reference.name}. {report.reference.about}")
    return lines


def columns_of(report: Report, name: str) -> list[Column]:
    """Return the columns of a table that have something to show.

    Args:
        report: the report.
        name: the name of the table.
    """
    reference = report.reference
    return [
        column
        for column in TABLES[name].columns
        if not column.field.startswith("reference")
        or (
            reference is not None
            and (name == "summary" or any(one.startswith("wonder ") for one in reference.figures))
        )
    ]


# -- plain text -----------------------------------------------------------------------------------


def plain_text(report: Report, names: Iterable[str], width: int | None) -> str:
    """Return tables of a report as plain text.

    Args:
        report: the report.
        names: the names of the tables.
        width: the most columns; names are cut to fit, and columns that have no room are written
            below. ``None`` for any number.
    """
    lines = [part for one in headline(report) for part in wrap(tidy(one), width or WIDTH)]
    for name in names:
        lines += ["", TABLES[name].title, *wrap(TABLES[name].note, width or WIDTH)]
        blocks = _blocks(*_brief(report, name), width, len(_GAP))
        for number, (columns, cells) in enumerate(blocks):
            lines += [""] * bool(number)
            lines += _aligned(columns, cells, width)
    return "\n".join(lines)


_Block = tuple[list[Column], list[list[str]]]
"""Columns, and the cells of each row."""


def _widths(columns: Sequence[Column], cells: Sequence[Sequence[str]]) -> list[int]:
    lines = [[column.heading for column in columns], *cells]
    return [max(map(width_of, column)) for column in zip(*lines, strict=True)]


def _blocks(
    columns: list[Column], cells: list[list[str]], width: int | None, gap: int
) -> Iterator[_Block]:
    """Divide a table into parts that are narrow enough, each with the names first."""
    widths = _widths(columns, cells)
    parts: list[list[int]] = [[]]
    room = 0
    for place in range(1, len(columns)):
        room += widths[place] + gap
        if parts[-1] and width is not None and _NARROWEST + room > width:
            parts.append([])
            room = widths[place] + gap
        parts[-1].append(place)
    for part in parts:
        shown = [0, *part]
        yield (
            [columns[place] for place in shown],
            [[row[place] for place in shown] for row in cells],
        )


def _brief(report: Report, name: str) -> tuple[list[Column], list[list[str]]]:
    """Return the columns and the cells of a table for plain text."""
    columns = [column for column in columns_of(report, name) if column.brief != NOT]
    cells = [
        [tidy(shown_cell(row, one, with_interval=one.brief != VALUE)) for one in columns]
        for row in rows_of(report, name)
    ]
    return columns, cells


def _aligned(columns: Sequence[Column], cells: list[list[str]], width: int | None) -> Iterator[str]:
    """Yield the lines of a table; the first column is cut if there is not enough room."""
    lines = [[column.heading for column in columns], *cells]
    widths = _widths(columns, cells)
    if width is not None:
        others = sum(widths[1:]) + len(_GAP) * (len(widths) - 1)
        widths[0] = min(widths[0], max(_NARROWEST, width - others))
    for cells_of_line in lines:
        parts = [
            pad((), line(cell), width, "\N{HORIZONTAL ELLIPSIS}")
            if column.form is not Form.TEXT
            else pad(line(cell), (), width, "\N{HORIZONTAL ELLIPSIS}")
            for cell, width, column in zip(cells_of_line, widths, columns, strict=True)
        ]
        yield _GAP.join(map(plain, parts)).rstrip()


# -- other forms ----------------------------------------------------------------------------------


def markdown(report: Report, names: Iterable[str]) -> str:
    """Return tables of a report as Markdown.

    Args:
        report: the report.
        names: the names of the tables.
    """
    lines = ["# Game statistics", "", *(f"{_escaped(one)}  " for one in headline(report))]
    for name in names:
        table, columns = TABLES[name], columns_of(report, name)
        lines += ["", f"## {table.title}", "", table.note, ""]
        lines.append(_marked(column.heading for column in columns))
        lines.append(_marked("---" if one.form is Form.TEXT else "---:" for one in columns))
        lines += [
            _marked(_escaped(shown_cell(row, one)) for one in columns)
            for row in rows_of(report, name)
        ]
    return "\n".join(lines) + "\n"


def _marked(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _escaped(text: str) -> str:
    """Return a text in which no character is markup."""
    return _MARKUP.sub(r"\\\g<0>", tidy(text))


_MARKUP: Final = re.compile(r"[\\`*_\[\]<>|#&~]")


def csv_text(report: Report, name: str) -> str:
    """Return a table as CSV, with a line of field names first; missing values are empty.

    Args:
        report: the report.
        name: the name of the table.
    """
    file = StringIO()
    writer = csv.DictWriter(file, FIELDS[name], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows_of(report, name))
    return file.getvalue()


class Options(Protocol):
    """The options of a console of ``rich``."""

    max_width: int


class RichTables:
    """Tables of a report for ``rich``, which fit the width of the console.

    Args:
        report: the report.
        names: the names of the tables.
    """

    def __init__(self, report: Report, names: Iterable[str]) -> None:
        """Store the arguments."""
        self._report = report
        self._names = names

    def __rich_console__(self, _: object, options: Options) -> Iterator[object]:
        """Yield the lines and the tables."""
        from rich.table import Table  # noqa: PLC0415 - rich is optional
        from rich.text import Text  # noqa: PLC0415

        yield from (Text(tidy(one)) for one in headline(self._report))
        for name in self._names:
            yield Text()
            title: str | None = TABLES[name].title
            blocks = _blocks(*_brief(self._report, name), options.max_width - _FRAME, _BORDERS)
            for columns, cells in blocks:
                made = Table(title=title, title_justify="left")
                title = None
                for column in columns:
                    is_text = column.form is Form.TEXT
                    made.add_column(
                        column.heading,
                        justify="left" if is_text else "right",
                        # Only names give way if there is not enough room.
                        no_wrap=column is not columns[0],
                        overflow="fold",
                    )
                for row in cells:
                    made.add_row(*map(Text, row))
                yield made
            yield Text(TABLES[name].note, style="dim")
