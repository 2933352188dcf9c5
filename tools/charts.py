"""Charts of the documentation and the README, drawn like the pictures of the library."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, log10
from typing import Final

import attrs

from wonders_duel.render.drawing.picture import Anchor, Sheet
from wonders_duel.render.drawing.scenes import document
from wonders_duel.render.themes import LIGHT, Theme

__all__ = ["COLOURS", "INLINE", "Mark", "curve", "dots", "lines"]

INLINE: Final = attrs.evolve(LIGHT, one="#3d84b8", two="#c65a43")
"""Colours that can be read on light and dark pages; the text has the colour of the page."""
COLOURS: Final = (INLINE.two, INLINE.one, "#7d8f3a")
"""The colours of up to three series."""

WIDTH: Final = 460.0
_SIZE: Final = 13.0
_STEP: Final = 17.0
_SIDE: Final = 14.0
_LETTER: Final = 6.2
"""The width of a letter of the figures, about."""


@attrs.frozen
class Mark:
    """A figure with its interval."""

    value: float
    low: float
    high: float
    said: str
    """The figure as text."""


def _ticks(low: float, high: float, *, is_log: bool) -> list[float]:
    """Return round numbers from the first at most ``low`` to the last at least ``high``."""
    if is_log:
        return [10.0**power for power in range(floor(log10(low)), ceil(log10(high)) + 1)]
    rough = (high - low) / 5 or 0.2  # of a single value
    size = 10.0 ** floor(log10(rough))
    step = next(size * factor for factor in (1, 2, 5, 10) if size * factor >= rough)
    return [step * count for count in range(floor(low / step), ceil(high / step) + 1)]


def dots(
    rows: Sequence[tuple[str, Sequence[Mark | None]]],
    title: str,
    *,
    series: Sequence[str] = (),
    centre: float | None = None,
    is_log: bool = False,
    form: str = ",.0f",
) -> str:
    """Return a chart of figures as dots with their intervals, as an SVG document.

    Args:
        rows: the label of each row, and a mark for each series.
        title: the title, for screen readers.
        series: the names of the series, if there are several.
        centre: a value at which a line is drawn.
        is_log: whether the scale is logarithmic.
        form: the format of the numbers at the scale.
    """
    marks = [mark for _, made in rows for mark in made if mark]
    values = [value for mark in marks for value in (mark.low, mark.high)]
    values += [] if centre is None else [centre]
    ticks = _ticks(min(values), max(values), is_log=is_log)
    scaled = log10 if is_log else float
    first, last = scaled(ticks[0]), scaled(ticks[-1])

    def across(value: float) -> float:
        return _SIDE + (WIDTH - 2 * _SIDE) * (scaled(value) - first) / (last - first)

    ink = "currentColor"  # of the page that the chart is part of
    step = max(len(series), 1) * _STEP
    top = 28.0 if series else 8.0
    height = top + len(rows) * (step + 26) + 26
    sheet = Sheet()
    for number, name in enumerate(series):
        x = _SIDE + number * 110
        sheet.circle(x + 5, 13, 5, COLOURS[number])
        sheet.text(name, x + 15, 13, _SIZE, ink)
    for tick in ticks:
        _upright(sheet, across(tick), top, height - 22, ink, opacity=0.18)
        anchor: Anchor = "start" if tick == ticks[0] else "end" if tick == ticks[-1] else "middle"
        sheet.text(f"{tick:{form}}", across(tick), height - 11, 11, ink, anchor=anchor)
    if centre is not None:
        _upright(sheet, across(centre), top, height - 22, ink, stroke_dasharray="4 3")
    for number, (label, made) in enumerate(rows):
        y = top + number * (step + 26) + 12
        sheet.text(label, _SIDE, y, _SIZE, ink, bold=True)
        for place, mark in enumerate(made):
            if mark is None:
                continue
            down, colour = y + _STEP * (place + 1), COLOURS[place]
            low, x, high = (across(value) for value in (mark.low, mark.value, mark.high))
            sheet.path(f"M{low:.1f} {down}H{high:.1f}", stroke=colour, stroke_width=3, opacity=0.55)
            sheet.circle(x, down, 4.5, colour)
            # Beside the dot where there is more room, or on the line of the label.
            left = x > WIDTH / 2
            beside = min(low, x) - 9 if left else max(high, x) + 9
            room = beside if left else WIDTH - beside
            if len(made) == 1 and room < len(mark.said) * _LETTER:
                beside, down, left = WIDTH - _SIDE, y, True
            sheet.text(mark.said, beside, down, 11.5, ink, anchor="end" if left else "start")
    told = "; ".join(
        f"{label}: {', '.join(mark.said for mark in made if mark)}" for label, made in rows
    )
    return document(sheet.scene(WIDTH, height, title, told, WIDTH), None)


def _upright(
    sheet: Sheet, x: float, top: float, foot: float, ink: str, **more: str | float
) -> None:
    sheet.path(f"M{x:.1f} {top:.1f}V{foot:.1f}", "none", stroke=ink, stroke_width=1, **more)


def curve(values: Sequence[float], title: str, sides: tuple[str, str], theme: Theme) -> str:
    """Return a chart of the win probability of the first player during a game.

    Args:
        values: the probabilities, from 0 to 1.
        title: the title, for screen readers.
        sides: the labels of the upper and the lower half.
        theme: the colours.
    """
    height = 190.0
    sheet = Sheet()
    sheet.rect(0, 0, WIDTH, height, theme.panel, rx=8)
    points = [
        (16 + (WIDTH - 32) * number / (len(values) - 1), 12 + (height - 24) * (1 - value))
        for number, value in enumerate(values)
    ]
    middle = height / 2
    line = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    sheet.path(
        f"M16 {middle}L{line}L{WIDTH - 16} {middle}z", theme.one, fill_opacity=0.18, stroke="none"
    )
    sheet.path(f"M16 {middle}H{WIDTH - 16}", stroke=theme.quiet, stroke_dasharray="4 3")
    sheet.path(f"M{line}", stroke=theme.one, stroke_width=3, stroke_linejoin="round")
    sheet.text(sides[0], 26, 28, 26, theme.one, bold=True)
    sheet.text(sides[1], 26, height - 28, 26, theme.two, bold=True)
    return document(sheet.scene(WIDTH, height, title, "", WIDTH), None)


def lines(places: Sequence[float], values: Sequence[float], title: str) -> str:
    """Return a chart of a figure over a growing number, from 0 on, as an SVG document.

    Args:
        places: the numbers, ascending.
        values: the figure at each number.
        title: the title above the chart, and the name for screen readers.
    """
    ink = "currentColor"  # of the page that the chart is part of
    ticks = [one for one in _ticks(0, max(values), is_log=False) if one >= 0]
    left, top, height = 72.0, 30.0, 110.0
    room = WIDTH - left - _SIDE

    def point(place: float, value: float) -> tuple[float, float]:
        return left + room * place / places[-1], top + height * (1 - value / ticks[-1])

    sheet = Sheet()
    sheet.text(title, _SIDE, 14, _SIZE, ink, bold=True)
    for tick in ticks:
        _, y = point(0, tick)
        sheet.path(f"M{left:.1f} {y:.1f}H{WIDTH - _SIDE}", stroke=ink, stroke_opacity=0.25)
        sheet.text(f"{tick:,.0f}", left - 6, y, _SIZE, ink, anchor="end")
    drawn = "L".join(
        "{:.1f} {:.1f}".format(*point(*one)) for one in zip(places, values, strict=True)
    )
    sheet.path(f"M{drawn}", stroke=COLOURS[1], stroke_width=2.5, stroke_linejoin="round")
    for place in (places[0], places[-1]):
        x, _ = point(place, 0)
        anchor: Anchor = "end" if place == places[-1] else "start"
        sheet.text(f"{place:,.0f}", x, top + height + 14, _SIZE, ink, anchor=anchor)
    told = f"{title}: {values[0]:,.0f} after {places[0]:,.0f}, {values[-1]:,.0f} after {places[-1]:,.0f}"
    return document(sheet.scene(WIDTH, top + height + 24, title, told, WIDTH), None)
