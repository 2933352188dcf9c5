"""The chart below the slider of a replay: points, coins, the conflict pawn and win probabilities."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from wonders_duel.render.drawing.markup import clean, number

if TYPE_CHECKING:
    from wonders_duel.render.course import Series

__all__ = ["HEIGHT", "WIDTH", "chart"]

WIDTH: Final = 1000
"""The width in user units; the chart is stretched to the width of the page."""
HEIGHT: Final = 120
_TOP: Final = 6
_BOTTOM: Final = 114


def chart(series: Sequence[Series], ages: Sequence[int], label: str) -> str:
    """Return the chart with its legend, whose buttons show and hide the lines.

    Args:
        series: the lines, each with the same number of values.
        ages: the places at which an age begins.
        label: what the chart shows, for screen readers.
    """
    return "".join(_markup(series, ages, label))


def _markup(series: Sequence[Series], ages: Sequence[int], label: str) -> Iterator[str]:
    size = len(series[0].values)
    yield (
        f'<svg id="chart" viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="none" role="img" '
        f'aria-label="{clean(label)}">'
    )
    for place in ages:
        yield f'<path class="age" d="M{number(_x(place, size))} 0V{HEIGHT}"/>'
    yield f'<path class="middle" d="M0 {HEIGHT / 2:g}H{WIDTH}"/>'
    for one in series:
        parts = []
        pen = "M"
        for place, value in enumerate(one.values):
            if value is None:
                pen = "M"
                continue
            share = (value - one.low) / ((one.high - one.low) or 1)
            y = _BOTTOM - (_BOTTOM - _TOP) * share
            parts.append(f"{pen}{number(round(_x(place, size), 1))} {number(round(y, 1))}")
            pen = "L"
        yield f'<path class="line {one.key}" d="{"".join(parts)}"/>'
    yield f'<path id="now" d="M0 0V{HEIGHT}"/></svg>'
    yield '<p id="legend">'
    for one in series:
        yield (
            f'<button type="button" class="{one.key}" aria-pressed="true" data-line="{one.key}">'
            f'<span aria-hidden="true"></span>{clean(one.label)} <output></output></button>'
        )
    yield "</p>"


def _x(place: int, size: int) -> float:
    return WIDTH * place / max(size - 1, 1)
