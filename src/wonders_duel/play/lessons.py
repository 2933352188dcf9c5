"""The decisions of a game that cost a player most, found by searching each of them again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

import attrs

from wonders_duel.play.choices import move_words
from wonders_duel.render.board.look import TextStyle
from wonders_duel.render.board.spans import Line, flow, line

if TYPE_CHECKING:
    from wonders_duel.enums import Player
    from wonders_duel.record import Record
    from wonders_duel.search.analysis import Analysis
    from wonders_duel.search.running import Stop

__all__ = ["Lesson", "Report", "costly_decisions", "lesson_lines"]

MOST: Final = 3
"""The number of decisions that are shown."""
SIMULATIONS: Final = 400
"""The simulations for each decision."""
NOTICED: Final = 0.01
"""The smallest loss that is shown."""

Report = Callable[[int, int], object]
"""Receives the progress: how many decisions have been searched, and how many there are."""


@attrs.frozen
class Lesson:
    """A decision of a game, and its analysis with the move that was played."""

    number: int
    """The number of the move, from 1."""
    analysis: Analysis


def costly_decisions(
    record: Record, player: Player, *, stop: Stop, report: Report, simulations: int = SIMULATIONS
) -> list[Lesson]:
    """Return the decisions where a player lost most win probability, the worst one first.

    Args:
        record: the game.
        player: the player.
        stop: ends the search soon after it is set; the decisions before it count.
        report: receives the progress.
        simulations: the simulations for each decision.
    """
    from wonders_duel.search.running import analyse  # noqa: PLC0415 - slow to import

    steps = [
        (number, step)
        for number, step in enumerate(record.replay(), start=1)
        if step.player is player and len(step.before.legal_moves) > 1
    ]
    lessons: list[Lesson] = []
    for done, (number, step) in enumerate(steps, start=1):
        analysis = analyse(
            step.before,
            simulations=simulations,
            samples=0,
            seed=0,
            played=step.move,
            stop=stop,
        )
        if stop.is_set():  # the analysis at hand is incomplete
            break
        lessons.append(Lesson(number, analysis))
        report(done, len(steps))
    lessons.sort(key=lambda lesson: (-lesson.analysis.loss, lesson.number))
    return [lesson for lesson in lessons[:MOST] if lesson.analysis.loss >= NOTICED]


def lesson_lines(lessons: Sequence[Lesson], look: TextStyle, width: int) -> list[Line]:
    """Return lessons in words.

    Args:
        lessons: the decisions, the worst one first.
        look: the style of the text, with the names of the players.
        width: the available columns.
    """
    if not lessons:
        return flow([line(look.say("The search finds no costly mistake."))], width, indent=2)
    text = look.count(
        "The decision that cost most win probability:",
        "The {number} decisions that cost most win probability:",
        len(lessons),
    )
    lines = flow([line(text, "bold")], width, indent=2)
    for lesson in lessons:
        played, best = lesson.analysis.played, lesson.analysis.best
        assert played is not None  # it was given to the analysis
        told = look.say(
            "Move {number}: {move} (probability of winning: {chance} %).",
            number=lesson.number,
            move=move_words(played.move, look),
            chance=look.language.number(100 * played.win_probability, 0),
        )
        better = look.say(
            "Better: {move} ({chance} %).",
            move=move_words(best.move, look),
            chance=look.language.number(100 * best.win_probability, 0),
        )
        lines += flow([line(told)], width, indent=2)
        lines += flow([line(f"  {better}", "good")], width, indent=4, first=line("  "))
    return lines
