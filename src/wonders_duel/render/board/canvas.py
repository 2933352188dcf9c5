"""Boxes that lie on each other, drawn with lines that join."""

from __future__ import annotations

from typing import Final

from wonders_duel.render.board.spans import Line, Span, append, columns, split

__all__ = ["Canvas"]

LEFT: Final = 1
RIGHT: Final = 2
UP: Final = 4
DOWN: Final = 8

_LINES: Final = {
    LEFT | RIGHT: "─",
    UP | DOWN: "│",
    DOWN | RIGHT: "╭",
    DOWN | LEFT: "╮",
    UP | RIGHT: "╰",
    UP | LEFT: "╯",
    UP | DOWN | RIGHT: "├",
    UP | DOWN | LEFT: "┤",
    LEFT | RIGHT | DOWN: "┬",
    LEFT | RIGHT | UP: "┴",
    LEFT | RIGHT | UP | DOWN: "┼",
}
_ASCII: Final = {LEFT | RIGHT: "-", UP | DOWN: "|"}


class Canvas:
    """A grid of characters. A box hides what it lies on; lines that meet are joined."""

    def __init__(self, width: int, height: int) -> None:
        """Start with an empty one.

        Args:
            width: columns.
            height: lines.
        """
        self._cells = [[(" ", "")] * width for _ in range(height)]
        self._lines = [[0] * width for _ in range(height)]

    def box(self, x: int, y: int, width: int, height: int, style: str) -> None:
        """Lay an empty box down.

        Args:
            x: its left border.
            y: its upper border.
            width: columns, borders included.
            height: lines, borders included.
            style: of its border.
        """
        right, bottom = x + width - 1, y + height - 1
        for row in range(y, bottom + 1):
            for column in range(x, right + 1):
                outward = inward = 0
                if row in (y, bottom):
                    inward |= LEFT * (column > x) | RIGHT * (column < right)
                    outward |= UP if row == y else DOWN
                if column in (x, right):
                    inward |= UP * (row > y) | DOWN * (row < bottom)
                    outward |= LEFT if column == x else RIGHT
                # Of what was there, only what leads away from the box can still be seen.
                self._lines[row][column] = inward | self._lines[row][column] & outward
                self._cells[row][column] = (" ", style)

    def put(self, x: int, y: int, spans: Line) -> None:
        """Write over what is there.

        Args:
            x: where to begin.
            y: the line.
            spans: what to write.
        """
        for span in spans:
            for character in split(span.text):
                self._cells[y][x] = (character, span.style)
                self._lines[y][x] = 0
                x += 1
                if columns(character) > 1:
                    self._cells[y][x] = ("", span.style)
                    self._lines[y][x] = 0
                    x += 1

    def draw(self, *, ascii: bool) -> list[Line]:  # noqa: A002 - what the option is called
        """Give the lines.

        Args:
            ascii: whether only ASCII is used.
        """
        drawn = []
        for cells, lines in zip(self._cells, self._lines, strict=True):
            spans: list[Span] = []
            for (character, style), directions in zip(cells, lines, strict=True):
                text = character
                if directions:
                    text = _ASCII.get(directions, "+") if ascii else _LINES[directions]
                append(spans, Span(text, style))
            drawn.append(tuple(spans))
        return drawn
