"""Overlapping boxes, drawn with joined lines."""

from __future__ import annotations

from itertools import groupby
from typing import Final

from wonders_duel.render.board.spans import Line, Span, split
from wonders_duel.support.columns import columns

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
_ASCII: Final = dict.fromkeys(_LINES, "+") | {LEFT | RIGHT: "-", UP | DOWN: "|"}


class Canvas:
    """A grid of characters. A box hides what is below it; lines that meet are joined."""

    def __init__(self, width: int, height: int) -> None:
        """Create an empty canvas.

        Args:
            width: the number of columns.
            height: the number of lines.
        """
        self._texts = [[" "] * width for _ in range(height)]
        self._styles = [[""] * width for _ in range(height)]
        self._lines = [[0] * width for _ in range(height)]

    def box(self, x: int, y: int, width: int, height: int, style: str) -> None:
        """Draw an empty box on top of everything.

        Args:
            x: the column of the left border.
            y: the line of the upper border.
            width: the number of columns, borders included.
            height: the number of lines, borders included.
            style: the style of the border.
        """
        right, bottom = x + width - 1, y + height - 1
        end = right + 1
        for row in range(y, bottom + 1):
            self._texts[row][x:end] = " " * width
            self._styles[row][x:end] = [style] * width
            lines = self._lines[row]
            up, down = UP * (row > y), DOWN * (row < bottom)
            across = (UP if row == y else DOWN) if row in (y, bottom) else 0
            # Of the lines below the box, only those that lead away from it remain visible.
            left_end = up | down | lines[x] & (across | LEFT)
            right_end = up | down | lines[right] & (across | RIGHT)
            if across:
                lines[x + 1 : right] = [LEFT | RIGHT | one & across for one in lines[x + 1 : right]]
                left_end |= RIGHT
                right_end |= LEFT
            else:
                lines[x + 1 : right] = [0] * (width - 2)
            lines[x], lines[right] = left_end, right_end

    def put(self, x: int, y: int, spans: Line) -> None:
        """Write text over the existing content.

        Args:
            x: the first column.
            y: the line.
            spans: the text.
        """
        texts, styles, lines = self._texts[y], self._styles[y], self._lines[y]
        for span in spans:
            text = span.text
            characters: list[str] = []
            if text.isascii():
                characters += text
            else:
                for character in split(text):
                    characters.append(character)
                    if columns(character) > 1:
                        characters.append("")
            size = len(characters)
            end = x + size
            texts[x:end] = characters
            styles[x:end] = [span.style] * size
            lines[x:end] = [0] * size
            x = end

    def draw(self, *, ascii: bool) -> list[Line]:  # noqa: A002 - the usual name of the option
        """Return the lines.

        Args:
            ascii: whether to use ASCII only.
        """
        marks = _ASCII if ascii else _LINES
        drawn = []
        for texts, styles, lines in zip(self._texts, self._styles, self._lines, strict=True):
            shown = [marks[line] if line else text for text, line in zip(texts, lines, strict=True)]
            spans: list[Span] = []
            start = 0
            for style, run in groupby(styles):
                end = start + len(list(run))
                spans.append(Span("".join(shown[start:end]), style))
                start = end
            drawn.append(tuple(spans))
        return drawn
