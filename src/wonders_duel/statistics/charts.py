"""Charts of figures with their intervals, as SVG for a page whose style sheet has the colours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, floor, log10
from typing import Final

import attrs

from wonders_duel.render.board.spans import cut, line, plain, tidy
from wonders_duel.render.drawing.markup import clean, number

__all__ = ["Bar", "Mark", "Scale", "chart"]

WIDTH: Final = 360
"""The width of a chart, that of a small phone, so that the letters are never scaled down much."""
_LEFT: Final = 150
_RIGHT: Final = 316
"""The right end of the axis, unless a figure beside it needs more room."""
_TOP: Final = 18
_ROW: Final = 20
_SECOND: Final = 13
"""The additional height of a row for its second mark."""
_LETTERS: Final = 21
"""The most letters of a label."""
_TICKS: Final = 4
"""About as many intervals between ticks as there is room for."""
_VALUE: Final = 7
"""About the width of a letter of a figure."""
_TICK: Final = 6.5
"""About the width of a letter at a tick."""
_GAP: Final = 6
"""The least distance between two texts."""


@attrs.frozen
class Mark:
    """A figure of a row.

    Attributes:
        value: the figure.
        low: the lower end of its interval.
        high: the upper end of its interval.
        text: the figure as text.
    """

    value: float
    low: float
    high: float
    text: str


@attrs.frozen
class Bar:
    """A row of a chart.

    Attributes:
        label: its label.
        marks: its figures, one for each series.
        reference: a figure to compare with.
        colour: the colour of a small square before the label.
    """

    label: str
    marks: tuple[Mark, ...]
    reference: float | None = None
    colour: str = ""


@attrs.frozen
class Scale:
    """The horizontal axis.

    Attributes:
        low: the value at the left end.
        high: the value at the right end.
        step: the distance between ticks.
        factor: by what the labels of ticks are multiplied; 100 for percent.
        centre: the value at which a line is drawn, or ``None``.
        right: the horizontal place of the right end.
    """

    low: float
    high: float
    step: float
    factor: float = 1
    centre: float | None = None
    right: float = _RIGHT

    @classmethod
    def of(
        cls,
        bars: Sequence[Bar],
        *,
        factor: float = 1,
        from_zero: bool = False,
        centre: float | None = None,
    ) -> Scale:
        """Return the scale on which all rows have room.

        Args:
            bars: the rows.
            factor: by what the labels of ticks are multiplied.
            from_zero: whether it begins at 0.
            centre: a value that is on it, at which a line is drawn.
        """
        values = [end for bar in bars for mark in bar.marks for end in (mark.low, mark.high)]
        values += [bar.reference for bar in bars if bar.reference is not None]
        values += [one for one in (centre, 0.0 if from_zero else None) if one is not None]
        least, most = min(values), max(values)
        step = _nice((most - least or 1 / factor) / _TICKS)
        low, high = floor(least / step + 1e-9) * step, ceil(most / step - 1e-9) * step
        letters = max(len(mark.text) for bar in bars for mark in bar.marks)
        right = min(_RIGHT, WIDTH - 2 - _VALUE * letters - _GAP)
        return cls(low, max(high, low + step), step, factor, centre, right)

    def place(self, value: float) -> float:
        """Return the horizontal place of a value."""
        return _LEFT + (value - self.low) / (self.high - self.low) * (self.right - _LEFT)

    def ticks(self) -> Iterator[float]:
        """Yield the values of the ticks."""
        for tick in range(round((self.high - self.low) / self.step) + 1):
            yield self.low + tick * self.step

    def labels(self) -> Iterator[tuple[float, str]]:
        """Yield the values of the ticks that have room for a label, with their labels."""
        texts = {tick: f"{round(tick * self.factor, 6):g}" for tick in self.ticks()}
        letters = max(map(len, texts.values()))
        distance = self.place(self.low + self.step) - self.place(self.low)
        every = ceil((_TICK * letters + _GAP) / distance)
        for tick, text in texts.items():
            if round(tick / self.step) % every == 0:  # 0 has a label
                yield tick, text


def _nice(step: float) -> float:
    """Return the smallest of 1, 2 and 5 times a power of ten that is at least as large."""
    power: float = 10.0 ** floor(log10(step))
    return next(power * one for one in (1, 2, 5, 10) if power * one >= step * (1 - 1e-9))


def chart(name: str, title: str, bars: Sequence[Bar], scale: Scale, *, with_bars: bool) -> str:
    """Return a chart.

    Args:
        name: an id for the title, different from those of other charts on the page.
        title: what it shows, for those who cannot see it.
        bars: its rows, at least one.
        scale: its axis.
        with_bars: whether the figures are bars from 0 rather than points.
    """
    heights = [_ROW + _SECOND * (len(bar.marks) - 1) for bar in bars]
    bottom = _TOP + sum(heights)
    parts = [
        f'<svg viewBox="0 0 {WIDTH} {bottom + 6}" role="img" aria-labelledby="{name}">',
        f'<title id="{name}">{clean(title)}</title>',
    ]
    for tick in scale.ticks():
        x = number(scale.place(tick))
        parts.append(f'<path class="grid" d="M{x} {_TOP - 3}V{bottom}"/>')
    for tick, text in scale.labels():
        x = number(scale.place(tick))
        parts.append(f'<text class="tick" x="{x}" y="11" text-anchor="middle">{text}</text>')
    if scale.centre is not None:
        parts.append(
            f'<path class="centre" d="M{number(scale.place(scale.centre))} {_TOP - 3}V{bottom}"/>'
        )
    y = _TOP
    for bar, height in zip(bars, heights, strict=True):
        parts += _row(bar, scale, y, height, with_bars=with_bars)
        y += height
    return "\n".join([*parts, "</svg>"])


def _row(bar: Bar, scale: Scale, top: int, height: int, *, with_bars: bool) -> Iterator[str]:
    label = clean(plain(cut(line(tidy(bar.label)), _LETTERS, "\N{HORIZONTAL ELLIPSIS}")))
    middle = top + height / 2
    start = 0
    if bar.colour:
        start = 11
        yield f'<rect class="swatch" x="0.5" y="{number(middle - 4)}" width="8" height="8" fill="{bar.colour}"/>'
    yield f'<text class="label" x="{start}" y="{number(middle + 4)}">{label}</text>'
    for series, mark in enumerate(bar.marks):
        y = top + _ROW / 2 + series * _SECOND
        zero, low, value, high = (
            number(scale.place(min(max(one, scale.low), scale.high)))
            for one in (0, mark.low, mark.value, mark.high)
        )
        if with_bars:
            yield f'<path class="bar s{series}" d="M{zero} {number(y - 4)}H{value}v8H{zero}z"/>'
        yield f'<path class="whisker" d="M{low} {number(y)}H{high}M{low} {number(y - 3)}v6M{high} {number(y - 3)}v6"/>'
        if not with_bars:
            yield _point(series, value, y)
        yield f'<text class="value" x="{WIDTH - 2}" y="{number(y + 4)}" text-anchor="end">{mark.text}</text>'
    if bar.reference is not None:
        x = number(scale.place(bar.reference))
        yield f'<path class="reference" d="M{x} {number(middle - 5)}l4 5l-4 5l-4 -5z"/>'


def _point(series: int, x: str, y: float) -> str:
    """Return a point: the shapes differ too, for those who do not see the colours."""
    if series:
        return f'<path class="point s1" d="M{x} {number(y)}m-3 -3h6v6h-6z"/>'
    return f'<circle class="point s0" cx="{x}" cy="{number(y)}" r="3.5"/>'
