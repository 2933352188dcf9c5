"""Conversion of styled lines to text, in colour if requested and ``rich`` is installed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from wonders_duel.render.board.spans import GLUE, Line, Span, plain

__all__ = ["painted"]

_COLOURS: Final = {
    "brown": "color(137)",
    "grey": "color(247)",
    "blue": "color(39)",
    "green": "color(35)",
    "yellow": "color(178)",
    "red": "color(203)",
    "purple": "color(141)",
    "good": "color(35)",
    "bad": "color(203)",
    "dim": "color(245)",
}
"""The colours of the styles; all are readable on light and dark backgrounds."""

_SYSTEMS: Final = {"standard": 1, "256": 2, "truecolor": 3, "windows": 4}
"""The colour systems of ``rich``, by name."""


def painted(lines: Iterable[Line], colour: bool | None) -> str:  # noqa: FBT001 - the value of the option
    """Return lines as text.

    Args:
        lines: the lines.
        colour: whether to use colours; ``None`` to use them if the standard output supports them.
    """
    brush = None if colour is False else _brush(always=colour is True)
    if brush is None:
        return "\n".join(plain(one).rstrip() for one in lines)
    return "\n".join("".join(map(brush, _trimmed(one))) for one in lines)


def _brush(*, always: bool) -> Callable[[Span], str] | None:
    """Return a function that colours a span; ``None`` if no colours are to be used.

    Args:
        always: whether to use colours even if the standard output does not support them.
    """
    try:
        # Slow to import, and only installed with wonders-duel[cli].
        from rich.color import ColorSystem  # noqa: PLC0415
        from rich.console import Console  # noqa: PLC0415
        from rich.style import Style  # noqa: PLC0415
    except ImportError:
        return None
    console = Console()
    there = None if console.no_color else console.color_system
    if there is None and not always:
        return None
    system = ColorSystem.EIGHT_BIT if there is None else ColorSystem(_SYSTEMS[there])

    styles: dict[str, Style] = {}  # not shared: a Style caches the codes of one system

    def paint(span: Span) -> str:
        text = span.text.replace(GLUE, " ")
        if not span.style:
            return text
        if span.style not in styles:
            words = span.style.split()
            colour = next((_COLOURS[word] for word in words if word != "bold"), None)
            styles[span.style] = Style(color=colour, bold="bold" in words or None)
        return styles[span.style].render(text, color_system=system)

    return paint


def _trimmed(spans: Line) -> list[Span]:
    """Return a line without trailing spaces."""
    kept = list(spans)
    while kept and not kept[-1].text.strip():
        kept.pop()
    if kept:
        kept[-1] = Span(kept[-1].text.rstrip(), kept[-1].style)
    return kept
