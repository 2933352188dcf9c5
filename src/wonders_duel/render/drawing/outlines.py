"""Monochrome icons as paths in a 16 x 16 square: chain symbols, scientific symbols, building kinds.

Each icon consists of stroked and filled paths.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

import attrs

from wonders_duel.enums import Colour, ScienceSymbol

__all__ = ["CHAINS", "KINDS", "SCIENCE", "Outline", "ring", "star"]


@attrs.frozen
class Outline:
    """The paths of an icon."""

    lines: str = ""
    """The stroked path."""
    solid: str = ""
    """The filled path."""


def ring(x: float, y: float, radius: float) -> str:
    """Return a circle as a path.

    Args:
        x: the centre.
        y: the centre.
        radius: the radius.

    >>> ring(8, 8, 3)
    'M5 8a3 3 0 1 0 6 0a3 3 0 1 0-6 0z'
    """
    across = f"{2 * radius:g}"
    arc = f"a{radius:g} {radius:g} 0 1 0"
    return f"M{x - radius:g} {y:g}{arc} {across} 0{arc}-{across} 0z"


def star(points: int, outer: float, inner: float, middle: float = 8.0) -> str:
    """Return a star or a cogwheel as a path.

    Args:
        points: the number of points.
        outer: the distance of the points from the centre.
        inner: the distance of the corners between them.
        middle: the centre, in both directions.

    >>> star(2, 1, 0.5, 0)
    'M0 -1L0.5 -0L0 1L-0.5 0z'
    """
    corners = []
    for number in range(2 * points):
        angle = pi * number / points
        radius = inner if number % 2 else outer
        x = round(middle + radius * sin(angle), 2)
        y = round(middle - radius * cos(angle), 2)
        corners.append(f"{x:g} {y:g}")
    return f"M{'L'.join(corners)}z"


def _rays(count: int, start: float, end: float) -> str:
    lines = []
    for number in range(count):
        x, y = sin(2 * pi * number / count), -cos(2 * pi * number / count)
        lines.append(
            f"M{8 + start * x:.4g} {8 + start * y:.4g}L{8 + end * x:.4g} {8 + end * y:.4g}"
        )
    return "".join(lines)


CHAINS: Final = {
    "horseshoe": Outline(
        "M4.6 13V10.8C2.6 7.8 3.6 2.6 8 2.6S13.4 7.8 11.4 10.8V13", "M2.8 12.4h3.4v1.8H2.8zM9.8 12.4h3.4v1.8H9.8z"
    ),
    "sword": Outline("M4.2 8.2L7.8 11.8M5.4 10.6L2.8 13.2", "M13.6 2.4L13.2 5.2L7.6 10.8L5.2 8.4L10.8 2.8z"),
    "tower": Outline(
        "",
        "M4 14V6.6H2.8V2.4h2v1.7h2V2.4h2.4v1.7h2V2.4h2v4.2H12V14H9.6v-3a1.6 1.6 0 0 0-3.2 0v3z",
    ),
    "target": Outline(ring(8, 8, 5.6) + ring(8, 8, 3.1), ring(8, 8, 1.2)),
    "helmet": Outline("M2.6 5.4C4 .9 12 .9 13.4 5.4", "M3 14V8.6a5 5 0 0 1 10 0V14h-3V9.8H8.6V12H7.4V9.8H6V14z"),
    "book": Outline("M8 4.2C6.5 3 4 2.9 2.2 3.6v9c1.8-.7 4.3-.6 5.8.6 1.5-1.2 4-1.3 5.8-.6v-9C12 2.9 9.5 3 8 4.2zv9"),
    "gear": Outline(star(8, 6.6, 4.9) + ring(8, 8, 2)),
    "lyre": Outline("M3.6 2.4c-1.6 2.4 2 4.2.2 7.2a4.2 4 0 0 0 8.4 0c-1.8-3 1.8-4.8.2-7.2M3.4 5h9.2M6.6 5v8M9.4 5v8"),
    "lamp": Outline(
        "M5.4 13.8h5.2",
        "M1.2 6.8c2.2-.2 3.2 1.4 4.4 1.4h4.2c1.6 0 2.4-1.4 5-1.6-.5 3.4-2.8 5.6-5.4 5.6H7C4.3 12.2 2.4 10.4 1.2 6.8z"
        "M13.4 5.4c-1.3-1.3-.2-2.2 0-3.6 1.3 1.2 1.6 2.4 0 3.6z",
    ),
    "mask": Outline(
        "M3 2.8c3 1.1 7 1.1 10 0v5.4c0 3.4-2.5 5.3-5 5.8-2.5-.5-5-2.4-5-5.8zM5.6 10a2.7 2 0 0 0 4.8 0",
        "M4.9 6.2h2.1v1.3H4.9zM9 6.2h2.1v1.3H9z",
    ),
    "column": Outline("M5 5v6.5M8 5v6.5M11 5v6.5", "M2.6 2.2h10.8v2.4H2.6zM2.6 11.4h10.8v2.4H2.6z"),
    "moon": Outline("", "M10.8 2.2a6.2 6.2 0 1 0 2.9 8.9A5.2 5.2 0 0 1 10.8 2.2z"),
    "sun": Outline(_rays(8, 4.7, 7), ring(8, 8, 3.2)),
    "drop": Outline("", "M8 1.4C10 4.9 12.6 7.3 12.6 10.1a4.6 4.6 0 0 1-9.2 0C3.4 7.3 6 4.9 8 1.4z"),
    "temple": Outline("M3.4 6.4v5.4M6.5 6.4v5.4M9.5 6.4v5.4M12.6 6.4v5.4", "M8 1.8l6.8 4H1.2zM1.6 12h12.8v1.9H1.6z"),
    "amphora": Outline(
        "M6.4 3C3.6 3 3 5.2 4.8 6.8M9.6 3c2.8 0 3.4 2.2 1.6 3.8",
        "M5.8 1.6h4.4v1.5l-.9 1.8C11.4 6 12.2 7.6 11.6 9.6L9.4 13v1.4H6.6V13L4.4 9.6C3.8 7.6 4.6 6 6.7 4.9l-.9-1.8z",
    ),
    "barrel": Outline("M4.4 2.2h7.2c1.8 3.8 1.8 7.8 0 11.6H4.4c-1.8-3.8-1.8-7.8 0-11.6zM3.4 5.6h9.2M3.4 10.4h9.2M8 5.6v4.8"),
}  # fmt: skip
"""The chain symbols of the base game."""

SCIENCE: Final = {
    ScienceSymbol.GLOBE: Outline(
        ring(8, 6.8, 4.8) + "M8 2a2.3 4.8 0 0 0 0 9.6a2.3 4.8 0 0 0 0-9.6M3.2 6.8h9.6M8 11.6v2", "M4.6 13.2h6.8v1.5H4.6z"
    ),
    ScienceSymbol.TABLET: Outline("M3.6 14V6.4a4.4 4.4 0 0 1 8.8 0V14zM5.8 6.6h4.4M5.8 9h4.4M5.8 11.4h4.4"),
    ScienceSymbol.MORTAR: Outline("M8.6 7.4L13.4 2.2", "M2.4 7.4h11.2c0 3-1.3 4.6-3 5.3h.9v1.6H4.5v-1.6h.9c-1.7-.7-3-2.3-3-5.3z"),
    ScienceSymbol.SET_SQUARE: Outline("M2.6 13.4V2.6L13.4 13.4zM5.4 10.8V8.2L8 10.8z"),
    ScienceSymbol.QUILL: Outline("M2.6 14.2L8.4 7.6", "M14 1.8C8.6 1.9 5 4.6 4.4 9.4L6.6 9.8L7.4 11.6C11.8 10.6 13.6 7.4 14 1.8z"),
    ScienceSymbol.WHEEL: Outline(ring(8, 8, 6) + _rays(6, 1.8, 6), ring(8, 8, 2)),
    ScienceSymbol.SCALES: Outline("M8 2v11.4M2.6 4.4h10.8M3 4.6L1.2 9.4M3 4.6L4.8 9.4M13 4.6L11.2 9.4M13 4.6L14.8 9.4",
        "M.8 9.2h4.4a2.2 2.2 0 0 1-4.4 0zM10.8 9.2h4.4a2.2 2.2 0 0 1-4.4 0zM4.8 13h6.4v1.5H4.8z"),
}  # fmt: skip
"""The scientific symbols."""

SHIELD: Final = "M8 1.4L13.8 3.2V7.6C13.8 11.2 11.2 13.6 8 14.8C4.8 13.6 2.2 11.2 2.2 7.6V3.2z"

KINDS: Final = {
    Colour.BROWN: Outline("", "M2 9h5.4v5H2zM8.6 9H14v5H8.6zM5.3 2.8h5.4v5H5.3z"),
    Colour.GREY: Outline("", "M6.2 1.6h3.6v4L12.8 9v5.4H3.2V9l3-3.4z"),
    Colour.BLUE: Outline("", star(5, 7.2, 3)),
    Colour.GREEN: Outline(ring(8, 8, 5), ring(8, 8, 1.8)),
    Colour.YELLOW: Outline("", "M2.2 8.2h11.6L12.4 14H3.6zM8 1.6L12.2 7H3.8z"),
    Colour.RED: Outline("", SHIELD),
    Colour.PURPLE: Outline("", "M1.8 3.6L5.2 7L8 2.4L10.8 7L14.2 3.6L13 13.6H3z"),
}
"""The kinds of buildings, to distinguish them without colour."""

WONDER: Final = Outline("", "M1.4 14.4v-3h2.6v-3h2.4V5.4h3.2v3h2.4v3h2.6v3zM7.2 2h1.6v2.6H7.2z")
"""A wonder: a step pyramid."""
LINK: Final = Outline(
    "M6.9 9.1L9.1 6.9M7.3 4.9l1.8-1.8a2.6 2.6 0 0 1 3.8 3.8L11.1 8.7M8.7 11.1l-1.8 1.8a2.6 2.6 0 0 1-3.8-3.8L4.9 7.3"
)
"""A chain."""
AGAIN: Final = Outline("M12.9 6.2A5.4 5.4 0 1 0 13.2 9.6", "M14.6 2.2V8H8.9z")
"""An extra turn."""
MORE: Final = Outline("", "M2.2 9h4v5.4h-4zM9.4 2.4h4.4v12H9.4z")
"""The city that has more: a low bar beside a high one."""
TICK: Final = Outline("M2.8 8.6L6.4 12.2L13.2 4.2")
"""A tick: a legal move."""
CROSS: Final = Outline("M3.4 3.4L12.6 12.6M12.6 3.4L3.4 12.6")
"""A cross: not possible."""
