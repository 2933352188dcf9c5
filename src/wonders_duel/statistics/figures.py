"""The charts of a report: which figures of its tables they show."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

import attrs

from wonders_duel.enums import Colour
from wonders_duel.render.themes import COLOURS
from wonders_duel.statistics.charts import Bar, Mark
from wonders_duel.statistics.intervals import EVEN
from wonders_duel.text.summary import Row

__all__ = ["FIGURES", "Figure"]

Tables = Mapping[str, list[Row]]
"""The rows of all tables by name."""
_LETTERS: Final = 12
"""The most letters of a figure, which custom cards can make as large as they like."""


@attrs.frozen
class Figure:
    """A chart of a table.

    Attributes:
        title: what it shows.
        bars: returns its rows.
        series: the names of its series, if there are several.
        with_bars: whether it has bars rather than points.
        centre: the value of a line to compare with, or ``None``.
        factor: by what numbers are multiplied; 100 for percent.
    """

    title: str
    bars: Callable[[Tables], list[Bar]]
    series: tuple[str, ...] = ()
    with_bars: bool = False
    centre: float | None = None
    factor: float = 100


def _bars(
    rows: Iterable[Row],
    label: str,
    *fields: str,
    factor: float = 100,
    references: Mapping[str, float] | None = None,
) -> list[Bar]:
    """Return the rows of a chart, without those that have nothing to show.

    Args:
        rows: the rows of the table.
        label: the field with the label.
        fields: the fields of the series.
        factor: by what numbers are multiplied; 100 for percent.
        references: figures to compare with, by label.
    """
    bars = []
    for row in rows:
        marks = tuple(_mark(row, field, factor) for field in fields if row[field] is not None)
        if len(marks) == len(fields):
            name, colour = str(row[label]), row.get("colour")
            square = "" if colour is None else COLOURS[Colour(str(colour))]
            bars.append(Bar(name, marks, (references or {}).get(name), square))
    return bars


def _mark(row: Row, field: str, factor: float) -> Mark:
    """Return a figure of a row; a mean of one number has no interval."""
    value, low, high = (row[name] for name in (field, f"{field}_low", f"{field}_high"))
    assert isinstance(value, float)
    text = f"{factor * value:.1f}"
    return Mark(
        value,
        low if isinstance(low, float) else value,
        high if isinstance(high, float) else value,
        text if len(text) <= _LETTERS else f"{factor * value:.3e}",
    )


def _references(tables: Tables) -> dict[str, float]:
    """Return the figures to compare with by their names in the summary."""
    return {
        str(row["figure"]): row["reference"]
        for row in tables["summary"]
        if isinstance(row["reference"], float)
    }


def _first_player(tables: Tables) -> list[Bar]:
    labels = {
        "first player wins": "in all games",
        "first player wins decided games": "in decided games",
    }
    rows = [
        {**row, "label": labels[str(row["figure"])]}
        for row in tables["summary"]
        if row["figure"] in labels
    ]
    known = _references(tables)
    references = {label: known[name] for name, label in labels.items() if name in known}
    return _bars(rows, "label", "value", references=references)


def _victories(tables: Tables) -> list[Bar]:
    known = _references(tables)
    references = {
        kind: known[f"{kind} victories"]
        for kind in (str(row["victory"]) for row in tables["victories"])
        if f"{kind} victories" in known
    }
    rows = [row for row in tables["victories"] if row["games"] or row["victory"] in references]
    return _bars(rows, "victory", "share", references=references)


def _lengths(tables: Tables) -> list[Bar]:
    name = "moves of a game"
    references = {
        "all" if one == name else one: found for one, found in _references(tables).items()
    }
    return _bars(tables["lengths"], "games", "moves", factor=1, references=references)


def _points(tables: Tables) -> list[Bar]:
    # The total is so much longer that the others would be hard to compare.
    rows = [row for row in tables["points"] if row["source"] != "total"]
    return _bars(rows, "source", "winner", "loser", factor=1)


def _ages(tables: Tables) -> list[Bar]:
    rows = [{**row, "label": f"Age {row['age']}"} for row in tables["ages"]]
    return _bars(rows, "label", "ended_share")


def _draft(tables: Tables) -> list[Bar]:
    return _bars(_sorted(tables["draft"], "picked_first_share"), "name", "picked_first_share")


def _wonders(tables: Tables) -> list[Bar]:
    rows = _sorted(tables["wonders"], "built_win_share")
    return _bars(rows, "name", "built_win_share", "drafted_win_share")


def _cards(table: str) -> Callable[[Tables], list[Bar]]:
    return lambda tables: _bars(_sorted(tables[table], "win_share"), "name", "win_share")


def _sorted(rows: Iterable[Row], field: str) -> list[Row]:
    """Return rows with the largest figures first, without those that have none."""

    def place(row: Row) -> float:
        return -float(row[field] or 0)

    return sorted((row for row in rows if row[field] is not None), key=place)


FIGURES: Final[Mapping[str, Figure]] = {
    "summary": Figure("Percent of games that the first player wins", _first_player, centre=EVEN),
    "victories": Figure("Percent of games by kind of victory", _victories, with_bars=True),
    "lengths": Figure("Mean number of moves by kind of victory", _lengths, factor=1),
    "points": Figure(
        "Mean points by source", _points, ("winner", "loser"), with_bars=True, factor=1
    ),
    "ages": Figure("Percent of games that end in each age", _ages, with_bars=True),
    "draft": Figure("Percent picked first of those on offer", _draft, with_bars=True),
    "wonders": Figure("Win share in percent", _wonders, ("built", "drafted"), centre=EVEN),
    "tokens": Figure("Win share in percent", _cards("tokens"), centre=EVEN),
    "guilds": Figure("Win share in percent", _cards("guilds"), centre=EVEN),
    "buildings": Figure("Win share in percent", _cards("buildings"), centre=EVEN),
}
"""The charts by table."""
