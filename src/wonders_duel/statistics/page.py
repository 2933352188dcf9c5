"""A report as a self-contained HTML page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from typing import TYPE_CHECKING

from wonders_duel.render.drawing.markup import clean
from wonders_duel.render.pages.plain import plain_page
from wonders_duel.statistics.charts import Scale, chart
from wonders_duel.statistics.contents import rows_of
from wonders_duel.statistics.figures import FIGURES
from wonders_duel.statistics.tables import TABLES, Column, Form, shown_cell
from wonders_duel.statistics.written import columns_of, headline
from wonders_duel.text.summary import Row

if TYPE_CHECKING:
    from wonders_duel.statistics.report import Report

__all__ = ["page"]


def page(report: Report, title: str) -> str:
    """Return a report as a web page; see :meth:`Report.to_html`.

    Args:
        report: the report.
        title: the title of the page.
    """
    every = {name: rows_of(report, name) for name in TABLES}
    style = files(__package__).joinpath("page.css").read_text(encoding="utf-8")
    body = [
        *(f"<p>{clean(line)}</p>" for line in headline(report)),
        '<nav aria-label="Tables"><ul>',
        *(f'<li><a href="#{name}">{clean(TABLES[name].title)}</a></li>' for name in TABLES),
        "</ul></nav>",
    ]
    for name in TABLES:
        body += _section(report, name, every)
    return plain_page(title, "en", style, body)


def _section(report: Report, name: str, every: Mapping[str, list[Row]]) -> Iterator[str]:
    table = TABLES[name]
    yield f'<section id="{name}">'
    yield f"<h2>{clean(table.title)}</h2>"
    yield f'<p class="note">{clean(table.note)}</p>'
    yield '<div class="parts">'
    yield from _figure(report, name, every)
    yield from _table(columns_of(report, name), every[name], table.title)
    yield "</div>"
    yield "</section>"


def _table(columns: Sequence[Column], rows: Iterable[Row], title: str) -> Iterator[str]:
    # A box that scrolls has to be reachable by keyboard.
    yield f'<div class="table" tabindex="0" role="region" aria-label="{clean(title)}, table"><table>'
    heads = "".join(f'<th scope="col"{_class(one)}>{clean(one.heading)}</th>' for one in columns)
    yield f"<thead><tr>{heads}</tr></thead>"
    yield "<tbody>"
    for row in rows:
        head, *others = columns
        cells = [f'<th scope="row"{_class(head)}>{clean(shown_cell(row, head))}</th>']
        cells += [f"<td{_class(one)}>{_cell(row, one)}</td>" for one in others]
        yield f"<tr>{''.join(cells)}</tr>"
    yield "</tbody></table></div>"


def _cell(row: Row, column: Column) -> str:
    """Return a cell; on paper, a line may end before the range of a figure, but not in it."""
    text = clean(shown_cell(row, column))
    if column.form is Form.TEXT or not text.endswith(")"):
        return text
    value, _, between = text.partition(" ")
    return f'{value} <span class="range">{between}</span>'


def _class(column: Column) -> str:
    return ' class="text"' if column.form is Form.TEXT else ""


def _figure(report: Report, name: str, every: Mapping[str, list[Row]]) -> Iterator[str]:
    """Yield the chart of a table, if there is anything to draw."""
    figure = FIGURES[name]
    bars = figure.bars(every)
    if not bars:
        yield '<p class="note">Nothing to draw.</p>'
        return
    scale = Scale.of(bars, factor=figure.factor, from_zero=figure.with_bars, centre=figure.centre)
    keys = [
        _key(place, label, with_bars=figure.with_bars) for place, label in enumerate(figure.series)
    ]
    if report.reference is not None and any(bar.reference is not None for bar in bars):
        diamond = '<path class="reference" d="M8 2l5 6l-5 6l-5 -6z"/>'
        keys.append(_legend(diamond, report.reference.name))
    whisker = '<path class="whisker" d="M1 8H15M1 4v8M15 4v8"/>'
    keys.append(_legend(whisker, f"{100 * report.confidence:g} % interval"))
    yield "<figure>"
    yield f'<figcaption class="note">{clean(figure.title)}</figcaption>'
    yield f'<ul class="legend">{"".join(keys)}</ul>'
    said = f"{figure.title}; the table has the same figures"
    yield chart(f"{name}-chart", said, bars, scale, with_bars=figure.with_bars)
    yield "</figure>"


def _key(series: int, label: str, *, with_bars: bool) -> str:
    if with_bars or series:
        return _legend(f'<path class="point s{series}" d="M3 3h10v10h-10z"/>', label)
    return _legend('<circle class="point s0" cx="8" cy="8" r="5.5"/>', label)


def _legend(shape: str, label: str) -> str:
    return f'<li><svg viewBox="0 0 16 16" aria-hidden="true">{shape}</svg>{clean(label)}</li>'
