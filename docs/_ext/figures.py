"""Tables and charts of measurements.

``nox -s bench -- --json docs/explanation/figures.json`` rewrites the file that they are made of.
Three directives read this file: ``measured-on`` describes the machine and the builds; ``measured``
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

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from typing_extensions import override

from docs._ext.plots import inline
from docs._ext.tables import table
from tools.charts import Mark, dots

FILE = Path(__file__).parents[1] / "explanation" / "figures.json"
BUILDS = ("compiled", "pure")


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
    return middle if len(values) == 1 else f"{middle}\n{least} to {most}"


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
    """A chart with a line for each build on a logarithmic scale; its argument is the title."""

    required_arguments = 1
    final_argument_whitespace = True

    @override
    def run(self) -> list[nodes.Node]:
        rows = [
            (label, [_mark(_values(build, name)) for build in BUILDS])
            for label, name, _ in self.rows()
        ]
        return [inline(dots(rows, self.arguments[0], series=BUILDS, is_log=True))]


def _mark(values: list[float]) -> Mark:
    return Mark(median(values), min(values), max(values), f"{median(values):,.0f} a second")


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directives."""
    app.add_directive("measured-on", MeasuredOn)
    app.add_directive("measured", Measured)
    app.add_directive("charted", Charted)
    return {"parallel_read_safe": True}
