"""The results of a run: as a table, and compared with those of another build."""

from __future__ import annotations

from statistics import median
from typing import Any

from benchmarks.measures import MEASURES, Measure

__all__ = ["slower", "table"]

Figures = dict[str, dict[str, list[float]]]
"""By build, then by benchmark: one number for each round."""


def _style(measure: Measure) -> str:
    return ".3f" if measure.unit == "s" else ",.0f"


def _cell(measure: Measure, values: list[float]) -> str:
    if not values:
        return "-"
    style = _style(measure)
    middle, least, most = (format(f(values), style) for f in (median, min, max))
    if len(values) == 1:
        return middle
    return f"{middle} ({least} to {most})"


def table(heading: dict[str, Any], figures: Figures) -> str:
    """Return the medians with minimum and maximum, with one column for each build.

    Args:
        heading: descriptions of the machine and of each build.
        figures: the results.
    """
    how = "rounds in alternation; medians (minimum to maximum)"
    lines = [f"{heading['machine']}, {heading['rounds']} {how}"]
    for build, about in heading["builds"].items():
        kind = "compiled" if about["compiled"] else "pure"
        lines.append(
            f"{build}: wonders-duel {about['version']} ({kind}), {about['python']}, "
            f"attrs {about['attrs']}"
        )
    rows = [["", *figures]]
    for measure in MEASURES:
        cells = [_cell(measure, values.get(measure.name, [])) for values in figures.values()]
        if any(cell != "-" for cell in cells):
            rows.append([f"{measure.name}, {measure.unit}", *cells])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines.append("")
    for row in rows:
        first = row[0].ljust(widths[0])
        rest = "  ".join(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
        lines.append(f"{first}  {rest}".rstrip())
    return "\n".join(lines)


def slower(figures: Figures, build: str, baseline: str, percent: float) -> list[str]:
    """List the benchmarks in which a build is slower than another by more than a percentage.

    Args:
        figures: the results.
        build: the build to check.
        baseline: the build to compare it with.
        percent: the tolerated difference, from 0.

    Returns:
        A sentence for each benchmark that is worse.
    """
    found = []
    for measure in MEASURES:
        mine = figures[build].get(measure.name, [])
        theirs = figures[baseline].get(measure.name, [])
        if not mine or not theirs or measure.name.startswith("yardstick"):
            continue
        now, before = median(mine), median(theirs)
        worse = before / now - 1 if measure.more_is_better else now / before - 1
        if worse * 100 > percent:
            style = _style(measure)
            found.append(
                f"{measure.name}: {now:{style}} {measure.unit} in {build}, "
                f"{before:{style}} in {baseline}, {worse:.0%} worse"
            )
    return found
