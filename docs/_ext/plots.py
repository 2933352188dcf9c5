"""Charts of measured games: the directive ``plotted``.

Its argument is ``ladder``, ``calibration``, ``balance``, ``training``, ``agreement`` or ``growth``;
it reads the files that the tables on the same page are made of. ``structures`` shows which cards
cover which.
The drawing is part of the page and has the colour of its text.
"""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from typing_extensions import override

from benchmarks.ladder import LABELS
from tools.balance import FILES
from tools.charts import COLOURS, Mark, dots, lines
from tools.computed import FOLDER, load
from wonders_duel import Age, StructureLayout, catalogue
from wonders_duel.render.drawing.picture import Sheet
from wonders_duel.render.drawing.scenes import document
from wonders_duel.statistics.intervals import Share

FIGURES = {
    "first player wins decided games": "Won by the first player, of decided games",
    "civilian victories": "Civilian victories",
    "military victories": "Military victories",
    "scientific victories": "Scientific victories",
}


def ladder() -> str:
    """Return the scores of the matches of the ladder."""
    rows = [
        (
            " against ".join(LABELS.get(bot, bot) for bot in rung["bots"]),
            [_share(rung["score"], rung["score_low"], rung["score_high"])],
        )
        for rung in load(FOLDER, "ladder")["rungs"]
    ]
    return dots(rows, "Scores of the matches", centre=0.5, form=".0%")


def _share(value: float, low: float, high: float) -> Mark:
    return Mark(value, low, high, f"{value:.1%} ({low:.1%} to {high:.1%})")


def calibration() -> str:
    """Return how often the player to move won, by the predicted win probability."""
    rows = []
    for one in load(FOLDER, "calibration")["bins"]:
        predicted = one["predicted"]
        said = f"predicted {predicted:.1%}"
        marks = [
            Mark(predicted, predicted, predicted, said),
            _share(one["won"], one["won_low"], one["won_high"]),
        ]
        rows.append((f"{one['from']:.0%} to {one['to']:.0%}", marks))
    series = ["predicted", "won"]
    return dots(rows, "Predicted and actual victories", series=series, form=".0%")


def balance() -> str:
    """Return who wins and how, for each kind of player."""
    found = {
        player: {row["figure"]: row for row in load(FOLDER, file)["tables"]["summary"]}
        for player, file in FILES.items()
    }
    rows = [
        (
            label,
            [
                _share(*(made[figure][key] for key in ("value", "value_low", "value_high")))
                for made in found.values()
            ],
        )
        for figure, label in FIGURES.items()
    ]
    return dots(rows, "Victories", series=[*FILES], form=".0%")


def training() -> str:
    """Return the log-loss of the weights of each round, and of those before it."""
    rows = [
        (
            f"{run['run'].capitalize()}, round {one['round']}",
            [
                Mark(
                    one["log_loss"],
                    min(one["log_loss"], one["before"]),
                    max(one["log_loss"], one["before"]),
                    f"{one['log_loss']:.4f}, before {one['before']:.4f}",
                )
            ],
        )
        for run in load(FOLDER, "training")["runs"]
        for one in run["rounds"]
    ]
    return dots(rows, "Log-loss of held-out games", form=".3f")


def agreement() -> str:
    """Return how often random games end in each way, here and in an independent engine."""
    measured = load(FOLDER, "agreement")
    games = measured["games"]
    rows = []
    for one in measured["figures"]:
        share = Share(round(one["here"] * games), games)
        said = f"{one['here']:.2%} ({share.low:.2%} to {share.high:.2%})"
        here = Mark(one["here"], share.low, share.high, said)
        there = Mark(one["there"], one["there"], one["there"], f"{one['there']:.2%}")
        rows.append((one["name"], [here, there]))
    series = ["wonders-duel", "independent engine"]
    return dots(rows, "Random games of two engines", series=series, is_log=True, form=".2%")


def growth() -> str:
    """Return the speed and the memory of a process that plays many games."""
    rows = load(FOLDER, "growth")["rows"]
    games = [row["games"] for row in rows]
    speed = lines(games, [row["speed"] for row in rows], "Games a second")
    return speed + lines(games, [row["megabytes"] for row in rows], "Memory in MB")


def structures() -> str:
    """Return the structures of the three ages, with arrows from covering to covered cards."""
    drawn = "".join(map(_covers, catalogue.structures, Age))
    return drawn.replace("<svg ", '<svg data-small="" ')


def _covers(layout: StructureLayout, age: Age) -> str:
    wide, high, step = 34.0, 24.0, 46.0
    half = 22.0
    places = [(13 + half * column, 24 + step * row) for row, column in layout.places]
    left = min(x for x, _ in places) - 13
    width = 290.0  # of the widest
    left -= (width - 13 - wide - max(x - left for x, _ in places)) / 2
    places = [(x - left, y) for x, y in places]
    height = max(y for _, y in places) + high + 6
    ink = "currentColor"
    sheet = Sheet()
    sheet.text(f"Age {age}", 13, 11, 13, ink, bold=True)
    for slot, (x, y) in enumerate(places):
        is_up = layout.face_up[slot]
        sheet.rect(x, y, wide, high, COLOURS[0] if is_up else COLOURS[1], rx=4, fill_opacity=0.3)
        sheet.text(f"{slot}", x + wide / 2, y + high / 2, 12, ink, anchor="middle")
        for over in layout.covered_by[slot]:
            fx, fy = places[over][0] + wide / 2, places[over][1] - 1
            tx, ty = x + wide / 2 + (fx - x - wide / 2) * 0.35, y + high + 3
            sheet.path(f"M{fx:.1f} {fy:.1f}L{tx:.1f} {ty:.1f}", stroke=ink, stroke_width=1.2)
            sheet.circle(tx, ty, 2.2, ink)
    told = "; ".join(
        f"{slot} is covered by {' and '.join(map(str, over))}"
        for slot, over in enumerate(layout.covered_by)
        if over
    )
    return document(sheet.scene(width, height, f"The structure of Age {age}", told, width), None)


CHARTS = {
    "agreement": agreement,
    "balance": balance,
    "calibration": calibration,
    "growth": growth,
    "ladder": ladder,
    "structures": structures,
    "training": training,
}


class Plotted(SphinxDirective):
    """A chart."""

    required_arguments = 1

    @override
    def run(self) -> list[nodes.Node]:
        for path in FOLDER.glob("*.json"):
            self.env.note_dependency(str(path))
        return [inline(CHARTS[self.arguments[0]]())]


def inline(chart: str) -> nodes.raw:
    """Return a chart as a part of a page.

    Args:
        chart: the SVG document.
    """
    return nodes.raw("", chart.replace("<svg ", '<svg class="chart" '), format="html")


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive."""
    app.add_directive("plotted", Plotted)
    return {"parallel_read_safe": True}
