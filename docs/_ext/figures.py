"""Tables and charts of measurements.

``nox -s bench -- --json docs/explanation/figures.json`` rewrites the file that they are made of. Three directives read this file: ``measured-on`` describes the machine and the builds; ``measured``
makes a table, and ``charted`` a chart, of the benchmarks whose names are its content, one a line.
A ``|`` after a name is followed by another label.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from statistics import median
from typing import Any

import matplotlib as mpl
from docutils import nodes
from matplotlib.figure import Figure
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from typing_extensions import override

from docs._ext.tables import table

FILE = Path(__file__).parents[1] / "explanation" / "figures.json"
FOLDER = "_static/figures"
BUILDS = {"compiled": "#b3541e", "pure": "#5b7fa6"}
"""The builds in the order of the bars, with colours that can be read on light and dark pages."""
GREY = "#808080"


@lru_cache(maxsize=1)
def _file() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return loaded


def _full_name(name: str) -> tuple[str, str]:
    """Return the name of the benchmark that begins like this, and its unit."""
    found = [one for one in _file()["units"] if one == name or one.startswith(f"{name} (")]
    if len(found) != 1:
        raise ValueError(f"{FILE.name} has no benchmark {name!r}; run nox -s bench with --json")
    return found[0], _file()["units"][found[0]]


def _values(build: str, name: str) -> list[float]:
    values: list[float] = _file()["figures"][build].get(name, [])
    return values


def _number(value: float, unit: str) -> str:
    return f"{value:.3f}" if unit == "s" else f"{value:,.0f}"


def _cell(values: list[float], unit: str) -> str:
    if not values:
        return "-"
    middle, least, most = (_number(f(values), unit) for f in (median, min, max))
    return middle if len(values) == 1 else f"{middle} ({least} to {most})"


class _OfBenchmarks(SphinxDirective):
    has_content = True

    def rows(self) -> Iterable[tuple[str, str, str]]:
        """Yield the label, the name and the unit of each benchmark in the content."""
        for line in self.content:
            given, _, label = (part.strip() for part in line.partition("|"))
            name, unit = _full_name(given)
            yield label or given, name, unit


class MeasuredOn(SphinxDirective):
    """A paragraph about the machine and the versions."""

    @override
    def run(self) -> list[nodes.Node]:
        read = _file()
        about = read["builds"]["compiled"]
        text = (
            f"Medians, with the smallest and the largest figure, of {read['rounds']} rounds on "
            f"{read['machine']}; {about['python']}, attrs {about['attrs']}, "
            f"{read['compiler']}; processor time."
        )
        return [nodes.paragraph(text=text)]


class Measured(_OfBenchmarks):
    """A table with a column for each build."""

    @override
    def run(self) -> list[nodes.Node]:
        rows = [
            [f"{label}, {unit}", *(_cell(_values(build, name), unit) for build in BUILDS)]
            for label, name, unit in self.rows()
        ]
        return [table(["", *BUILDS], rows)]


class Charted(_OfBenchmarks):
    """A bar chart with a bar for each build, named by its argument."""

    required_arguments = 1

    @override
    def run(self) -> list[nodes.Node]:
        rows = list(self.rows())
        folder = Path(self.env.app.outdir) / FOLDER
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / f"{self.arguments[0]}.svg"
        draw(rows, file)
        up = "../" * self.env.docname.count("/")
        said = "; ".join(
            f"{label}: "
            + ", ".join(
                f"{build} {_number(median(_values(build, name)), unit)}" for build in BUILDS
            )
            for label, name, unit in rows
        )
        text = f'<img src="{up}{FOLDER}/{file.name}" alt="{said}" style="width:100%">'
        return [nodes.raw("", text, format="html")]


def draw(rows: list[tuple[str, str, str]], file: Path) -> None:
    """Draw the medians of some benchmarks as bars.

    Args:
        rows: the label, the name and the unit of each, something a second.
        file: the file to write.
    """
    settings: Any = {
        "svg.hashsalt": "figures",
        "svg.fonttype": "none",
        "font.family": "sans-serif",
        "text.color": GREY,
        "axes.labelcolor": GREY,
        "axes.edgecolor": GREY,
        "xtick.color": GREY,
        "ytick.color": GREY,
    }
    height = 0.36
    with mpl.rc_context(settings):
        figure = Figure(figsize=(8, 0.9 + 0.75 * len(rows)), layout="constrained")
        axes = figure.subplots()
        for number, (build, colour) in enumerate(BUILDS.items()):
            places = [place + (number - 0.5) * height for place in range(len(rows))]
            medians = [median(_values(build, name)) for _, name, _ in rows]
            bars = axes.barh(places, medians, height, color=colour, label=build)
            axes.bar_label(bars, [f"{value:,.0f}" for value in medians], padding=4)
        axes.set_yticks(range(len(rows)), [label for label, _, _ in rows])
        axes.invert_yaxis()
        axes.set_xlabel("a second")
        axes.xaxis.set_major_formatter("{x:,.0f}")
        axes.margins(x=0.14)
        axes.spines[["top", "right"]].set_visible(False)
        figure.legend(frameon=False, labelcolor=GREY, loc="outside upper right", ncols=len(BUILDS))
        figure.savefig(file, format="svg", transparent=True, metadata={"Date": None})


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directives."""
    app.add_directive("measured-on", MeasuredOn)
    app.add_directive("measured", Measured)
    app.add_directive("charted", Charted)
    return {"parallel_read_safe": True}
