"""How the tables of a report are shown: titles, notes, and columns with their formats."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final

import attrs

from wonders_duel.glyphs import MINUS
from wonders_duel.statistics.layout import MOST_PICKS
from wonders_duel.text.summary import Row

__all__ = ["TABLES", "Column", "Form", "Table", "shown_cell"]


class Form(Enum):
    """How the values of a column are written."""

    TEXT = "text"
    COUNT = "a whole number"
    SHARE = "percent with the interval"
    LIFT = "percentage points with a sign, and the interval"
    MEAN = "a decimal number with the interval"
    NUMBER = "a decimal number"
    FIGURE = "by the kind of the row"


class Brief(Enum):
    """How a column is shown in plain text, which has little room."""

    WHOLE = "with intervals"
    VALUE = "without intervals"
    NOT = "not at all"


@attrs.frozen
class Column:
    """A column of a table.

    Attributes:
        heading: its heading.
        field: the field of the rows.
        form: how its values are written.
        brief: how it is shown in plain text.
    """

    heading: str
    field: str
    form: Form
    brief: Brief = Brief.WHOLE


@attrs.frozen
class Table:
    """A table of a report.

    Attributes:
        title: its title.
        note: what the numbers are.
        columns: its columns.
    """

    title: str
    note: str
    columns: tuple[Column, ...]


VALUE: Final = Brief.VALUE
NOT: Final = Brief.NOT

_OF_BUILDINGS: Final = (
    Column("card", "name", Form.TEXT),
    Column("age", "age", Form.TEXT, NOT),
    Column("taken", "taken", Form.COUNT),
    Column("constructed %", "constructed_share", Form.SHARE, VALUE),
    Column("chain", "by_chain", Form.COUNT, NOT),
    Column("revived", "revived", Form.COUNT, NOT),
    Column("by card", "by_card", Form.COUNT, NOT),
    Column("discarded %", "discarded_share", Form.SHARE, VALUE),
    Column("under wonder %", "buried_share", Form.SHARE, NOT),
    Column("destroyed", "destroyed", Form.COUNT, NOT),
    Column("win share %", "win_share", Form.SHARE),
    Column("lift", "lift", Form.LIFT, VALUE),
    Column("win share if discarded %", "discarded_win_share", Form.SHARE, NOT),
)
_BUILDINGS_NOTE: Final = (
    "Of the cards taken from the structure: how many were constructed, discarded or put under a "
    "wonder. Win share: the share of the victories of the players who constructed the card in any "
    "way, a shared one as half. Lift: the win share less 50, in percentage points."
)

TABLES: Final[Mapping[str, Table]] = {
    "summary": Table(
        "Summary",
        "Shares in percent. Points are of civilian victories, moves of games played to the end.",
        (
            Column("figure", "figure", Form.TEXT),
            Column("value", "value", Form.FIGURE),
            Column("of", "number", Form.COUNT),
            Column("reference", "reference", Form.FIGURE),
        ),
    ),
    "victories": Table(
        "Victories",
        "How games ended, and how many of each kind the first player won.",
        (
            Column("victory", "victory", Form.TEXT),
            Column("games", "games", Form.COUNT),
            Column("share %", "share", Form.SHARE),
            Column("by first player %", "by_first_share", Form.SHARE),
        ),
    ),
    "lengths": Table(
        "Length of games",
        "The moves of games that were played to the end, picks of the draft and choices included.",
        (
            Column("games", "games", Form.TEXT),
            Column("number", "number", Form.COUNT),
            Column("mean moves", "moves", Form.MEAN),
            Column("deviation", "deviation", Form.NUMBER),
            Column("least", "least", Form.COUNT),
            Column("most", "most", Form.COUNT),
        ),
    ),
    "points": Table(
        "Points by source",
        "Mean points in civilian victories; the first and the second player in shared ones too.",
        (
            Column("source", "source", Form.TEXT),
            Column("winner", "winner", Form.MEAN),
            Column("loser", "loser", Form.MEAN),
            Column("first player", "first", Form.MEAN, VALUE),
            Column("second player", "second", Form.MEAN, VALUE),
        ),
    ),
    "ages": Table(
        "Ages",
        "Games played to the end: how many ended in each age, and the mean number of actions of "
        "both players in it.",
        (
            Column("age", "age", Form.TEXT),
            Column("games", "games", Form.COUNT),
            Column("ended here %", "ended_share", Form.SHARE),
            Column("constructed", "constructed", Form.MEAN, VALUE),
            Column("by chain", "by_chain", Form.MEAN, NOT),
            Column("discarded", "discarded", Form.MEAN, VALUE),
            Column("wonders", "wonders", Form.MEAN, VALUE),
            Column("tokens", "tokens", Form.MEAN, VALUE),
        ),
    ),
    "draft": Table(
        "First pick of the draft",
        "How often a wonder was picked first when it was on offer, and the win share of the first "
        "player after that.",
        (
            Column("wonder", "name", Form.TEXT),
            Column("offered", "offered_first", Form.COUNT),
            Column("picked first %", "picked_first_share", Form.SHARE),
            Column("win share %", "win_share", Form.SHARE),
            Column("lift", "lift", Form.LIFT, NOT),
            *(
                Column(f"pick {pick}", f"pick_{pick}", Form.COUNT, NOT)
                for pick in range(1, MOST_PICKS + 1)
            ),
        ),
    ),
    "wonders": Table(
        "Wonders",
        "Drafted, or given in a first game; built: of those drafted. Win share: the share of the "
        "victories of the players who had or built the wonder, a shared one as half. Lift: the win "
        "share less 50, in percentage points.",
        (
            Column("wonder", "name", Form.TEXT),
            Column("drafted", "drafted", Form.COUNT),
            Column("win share %", "drafted_win_share", Form.SHARE, VALUE),
            Column("lift", "drafted_lift", Form.LIFT, NOT),
            Column("mean pick", "mean_pick", Form.NUMBER, NOT),
            Column("built %", "built_share", Form.SHARE, VALUE),
            Column("win share built %", "built_win_share", Form.SHARE),
            Column("lift", "built_lift", Form.LIFT, VALUE),
            Column("Age I", "built_in_age_1", Form.COUNT, NOT),
            Column("Age II", "built_in_age_2", Form.COUNT, NOT),
            Column("Age III", "built_in_age_3", Form.COUNT, NOT),
            Column("reference tier", "reference_tier", Form.COUNT, NOT),
        ),
    ),
    "tokens": Table(
        "Progress tokens",
        "Taken: in percent of the games. Win share: the share of the victories of the players who "
        "took the token, a shared one as half. Lift: the win share less 50, in percentage points.",
        (
            Column("token", "name", Form.TEXT),
            Column("on board", "on_board", Form.COUNT, NOT),
            Column("taken", "taken", Form.COUNT),
            Column("taken %", "taken_share", Form.SHARE, VALUE),
            Column("from board", "from_board", Form.COUNT, NOT),
            Column("from box", "from_box", Form.COUNT, NOT),
            Column("by card", "by_card", Form.COUNT, NOT),
            Column("win share %", "win_share", Form.SHARE),
            Column("lift", "lift", Form.LIFT, VALUE),
        ),
    ),
    "guilds": Table("Guilds", _BUILDINGS_NOTE, _OF_BUILDINGS),
    "buildings": Table("Buildings", _BUILDINGS_NOTE, _OF_BUILDINGS),
}
"""The tables by name, in order."""

NOTHING: Final = "-"


def shown_cell(row: Row, column: Column, *, with_interval: bool = True) -> str:
    """Return a cell of a table as text.

    Args:
        row: the row.
        column: the column.
        with_interval: whether to write the interval of a figure that has one.
    """
    form, value = column.form, row[column.field]
    if form is Form.FIGURE:
        form = {"share": Form.SHARE, "mean": Form.MEAN, "count": Form.COUNT}[str(row["kind"])]
    if value is None:
        return NOTHING
    if form is Form.TEXT or isinstance(value, str):
        return str(value)
    if form is Form.COUNT:
        return f"{value:,}"
    write = _signed if form is Form.LIFT else _percent if form is Form.SHARE else _decimal
    low, high = row.get(f"{column.field}_low"), row.get(f"{column.field}_high")
    text = write(value)
    if form is Form.NUMBER or not with_interval:
        return text
    if not isinstance(low, int | float) or not isinstance(high, int | float):
        return text
    between = " to " if form is Form.LIFT else "\N{EN DASH}"
    return f"{text} ({write(low)}{between}{write(high)})"


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"


def _decimal(number: float) -> str:
    text = f"{number:z,.2f}"
    return text.replace("-", MINUS)


def _signed(share: float) -> str:
    text = f"{100 * share:+z.1f}"
    return "0.0" if text == "+0.0" else text.replace("-", MINUS)
