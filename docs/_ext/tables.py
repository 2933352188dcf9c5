"""Tables of the pages that are made by a program."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from docutils import nodes

__all__ = ["table"]


def table(headings: Sequence[str], rows: Iterable[Iterable[str]]) -> nodes.table:
    """Return a table.

    Args:
        headings: the headings of the columns.
        rows: the cells of each row.
    """
    made = nodes.table()
    group = nodes.tgroup(cols=len(headings))
    made += group
    for _ in headings:
        group += nodes.colspec(colwidth=1)
    head, body = nodes.thead(), nodes.tbody()
    head += _row(headings)
    for cells in rows:
        body += _row(cells)
    group += [head, body]
    return made


def _row(cells: Iterable[str]) -> nodes.row:
    row = nodes.row()
    for cell in cells:
        entry = nodes.entry()
        for number, line in enumerate(cell.split("\n")):
            entry += nodes.paragraph(text=line, classes=["range"] if number else [])
        row += entry
    return row
