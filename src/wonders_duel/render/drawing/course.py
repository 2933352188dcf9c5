"""The drawing of the course of a game: a panel for each kind of number, one below the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final

from wonders_duel.enums import Player
from wonders_duel.game import Game
from wonders_duel.languages import language as language_of
from wonders_duel.languages.seats import seats
from wonders_duel.record import Record
from wonders_duel.render.course import Series, age_starts, course, shown_value, win_shares
from wonders_duel.render.drawing.lettering import cut
from wonders_duel.render.drawing.picture import Sheet
from wonders_duel.render.drawing.words import age_heading, labelled
from wonders_duel.render.themes import Theme, as_theme
from wonders_duel.support.arguments import expect

if TYPE_CHECKING:
    from wonders_duel.languages import Language
    from wonders_duel.render.drawing.picture import Scene
    from wonders_duel.search.analysis import Analysis
    from wonders_duel.state import State

__all__ = ["course_scene"]

WIDTH: Final = 640.0
_SIDE: Final = 46.0
"""The room for numbers at both sides."""
_HEAD: Final = 30.0
"""The room for the ages, and for the labels of a panel."""
_PANEL: Final = 92.0
_GAP: Final = 10.0
_SIZE: Final = 13.0
_LEFT: Final = 31.0
_RIGHT: Final = 35.0
"""The most width of a number at the left and the right side."""


def course_scene(
    game: Game | Record,
    *,
    theme: Theme | str,
    language: Language | str,
    title: str | None,
    analyses: Iterable[Analysis] | None,
) -> Scene:
    """Return the course of a game as a drawing; see :func:`wonders_duel.render.chart`.

    Args:
        game: a game or a record.
        theme: the colours.
        language: the language of the labels.
        title: the title, for screen readers.
        analyses: analyses of the decisions.
    """
    expect(game, (Game, Record), "a Game or a Record")
    if title is not None:
        expect(title, str, "a title as text")
    record = game.record() if isinstance(game, Game) else game
    colours = as_theme(theme)
    to = language_of(language)
    one, two = (player.name or seat for player, seat in zip(record.players, seats(to), strict=True))
    _, start = record.opening()
    states = [start, *(step.after for step in record.replay())]
    lines = course(states, (one, two), to, win_shares(states, analyses))
    sheet = Sheet()
    kinds = [list(group) for _, group in groupby(lines, lambda line: line.key.partition(" ")[0])]
    height = _HEAD + len(kinds) * (_HEAD + _PANEL + _GAP)
    sheet.rect(0, 0, WIDTH, height, colours.page, rx=10)
    tops = [_HEAD + number * (_HEAD + _PANEL + _GAP) for number in range(len(kinds))]
    for top in tops:
        sheet.rect(_SIDE - 8, top + _HEAD, WIDTH - 2 * _SIDE + 16, _PANEL, colours.panel, rx=6)
    _add_ages(sheet, states, height, colours, to)
    for top, group in zip(tops, kinds, strict=True):
        _add_panel(sheet, group, top, colours, to)
    heading = title if title is not None and title.strip() else to.say("Course of the game")
    return sheet.scene(WIDTH, height, heading, " ".join(_sentences(lines, to)), WIDTH)


def _across(place: int, size: int) -> float:
    return _SIDE + (WIDTH - 2 * _SIDE) * place / max(size - 1, 1)


def _add_ages(
    sheet: Sheet, states: Sequence[State], height: float, colours: Theme, to: Language
) -> None:
    """Add a line where each age begins, and its name."""
    for place in age_starts(states):
        x = _across(place, len(states))
        sheet.path(
            f"M{x:.1f} {_HEAD}V{height - 6:.1f}", stroke=colours.line, stroke_dasharray="3 4"
        )
        sheet.text(
            age_heading(to, states[place]), x, _HEAD / 2, _SIZE, colours.quiet, anchor="middle"
        )


def _add_panel(
    sheet: Sheet, group: Sequence[Series], top: float, colours: Theme, to: Language
) -> None:
    """Add the lines of one kind of numbers, with their labels above them."""
    first = group[0]
    floor = top + _HEAD + _PANEL

    def down(value: float) -> float:
        share = (value - first.low) / (first.high - first.low)
        return floor - 8 - (_PANEL - 16) * share

    even = 50.0 if first.key == "win" else 0.0
    if first.low < even:
        y = down(even)
        sheet.path(
            f"M{_SIDE} {y:.1f}H{WIDTH - _SIDE}", stroke=colours.quiet, stroke_dasharray="4 3"
        )
    for value in (first.low, first.high):
        said, room = _written(first, value, to), _LEFT
        if first.key == "win":
            said, room = f"{said} %", _SIDE
        sheet.text(said, _SIDE - 14, down(value), 11, colours.quiet, anchor="end", room=room)
    ends: list[tuple[float, float, str, str]] = []
    for number, line in enumerate(group):
        colour = colours.seats[number] if len(group) > 1 else colours.text
        if first.key == "win":
            colour = colours.seats[Player.ONE]
        x = _SIDE + number * (WIDTH - 2 * _SIDE) / 2
        sheet.path(f"M{x:.1f} {top + _HEAD / 2}h18", stroke=colour, stroke_width=3)
        room = (WIDTH - 2 * _SIDE) / len(group) - 30
        label = cut(line.label, room, _SIZE)
        sheet.text(label, x + 25, top + _HEAD / 2, _SIZE, colours.text, room=room)
        points = [
            (_across(place, len(line.values)), down(value))
            for place, value in enumerate(line.values)
            if value is not None
        ]
        if not points:
            continue
        drawn = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        sheet.path(f"M{drawn}", stroke=colour, stroke_width=2.5, stroke_linejoin="round")
        x, y = points[-1]
        sheet.circle(x, y, 3.2, colour)
        last = next(value for value in reversed(line.values) if value is not None)
        ends.append((y, x, _written(line, last, to), colour))
    _add_ends(sheet, ends, floor)


def _add_ends(sheet: Sheet, ends: list[tuple[float, float, str, str]], floor: float) -> None:
    """Add the last numbers of the lines: apart from each other, and in the order of the lines.

    Args:
        sheet: the sheet to draw on.
        ends: the height, the distance from the left, the number and the colour of each end.
        floor: the bottom of the panel.
    """
    ends = sorted(ends, key=lambda end: end[0])
    places: list[float] = []
    for y, *_ in ends:
        places.append(max(y, places[-1] + _SIZE) if places else y)
    up = max(0.0, places[-1] - (floor - 8)) if places else 0.0
    for place, (_, x, number, colour) in zip(places, ends, strict=True):
        sheet.text(number, x + 9, place - up, 12, colour, bold=True, room=_RIGHT)


def _written(line: Series, value: float, to: Language) -> str:
    """Return a value of a line as it is drawn: on the track, the line shows for whom the pawn stands."""
    return shown_value(abs(value) if line.key == "pawn" else value, to)


def _sentences(lines: Sequence[Series], to: Language) -> Iterator[str]:
    """Return for each line its first and its last value."""
    for line in lines:
        values = [value for value in line.values if value is not None]
        if values:
            first, last = (shown_value(values[place], to) for place in (0, -1))
            yield labelled(to, line.label, f"{first} \N{RIGHTWARDS ARROW} {last}.")
