"""The frame of a self-contained web page without programs: its head, and the colours of both themes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from wonders_duel.render.drawing.markup import clean
from wonders_duel.render.themes import DARK, LIGHT

if TYPE_CHECKING:
    from wonders_duel.render.themes import Theme

__all__ = ["plain_page"]

_SERIES: Final = {LIGHT: ("#c04f12", "#2f62ab"), DARK: ("#ff9447", "#86b2ee")}
"""The colours of what a figure shows, first and second."""
_NAMES: Final = ("page", "panel", "line", "text", "quiet")


def plain_page(title: str, code: str, style: str, body: Iterable[str]) -> str:
    """Return a page, which begins with its title as a heading.

    Args:
        title: the title.
        code: the code of its language.
        style: the style sheet, which may use the colours as variables.
        body: the lines below the heading, as HTML.
    """
    lines = [
        "<!DOCTYPE html>",
        f'<html lang="{code}">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        """<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">""",
        f"<title>{clean(title)}</title>",
        "<style>",
        f":root {{ {_colours(LIGHT)} }}",
        f"@media screen and (prefers-color-scheme: dark) {{ :root {{ {_colours(DARK)} }} }}",
        style.rstrip(),
        "</style>",
        "</head>",
        "<body>",
        "<main>",
        f"<h1>{clean(title)}</h1>",
        *body,
        "</main>",
        "</body>",
        "</html>",
        "",
    ]
    return "\n".join(lines)


def _colours(theme: Theme) -> str:
    """Return the colours as CSS variables."""
    first, second = _SERIES[theme]
    parts = [f"--{name}: {getattr(theme, name)};" for name in _NAMES]
    return " ".join([*parts, f"--first: {first};", f"--second: {second};"])
