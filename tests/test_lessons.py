"""Why a game was lost: the decisions that cost most."""

from __future__ import annotations

from threading import Event

import pytest

from tests.wording import Wording
from wonders_duel import Age, CityPosition, Game, Player, Position, Record
from wonders_duel.languages import LANGUAGES, language
from wonders_duel.play.lessons import Lesson, costly_decisions, lesson_lines
from wonders_duel.render.board.look import text_style
from wonders_duel.render.board.spans import plain
from wonders_duel.support.columns import columns


def lost_game() -> Record:
    """Return a game in which Ann leaves a winning card to Ben, who takes it."""
    game = Game.from_state(
        Position(
            age=Age.III,
            structure={0: "siege-workshop", 1: "senate"},
            cities=(
                CityPosition(coins=30, buildings=["palace", "town-hall", "obelisk"]),
                CityPosition(coins=15),
            ),
            pawn=-7,
        ).state()
    )
    game.play("discard senate")
    game.play("build siege-workshop")
    return game.record()


def said(lessons: list[Lesson], code: str = "en", width: int = 80) -> str:
    """Return lessons in words, after a check of the width."""
    look = text_style(language(code), ascii=False, names=("Ann", "Ben"))
    lines = [plain(one) for one in lesson_lines(lessons, look, width)]
    assert max(map(columns, lines)) <= width
    return "\n".join(lines)


def test_the_decision_that_cost_most() -> None:
    """A decision that lost the game is found, with what was better and both probabilities."""
    told: list[tuple[int, int]] = []
    lessons = costly_decisions(
        lost_game(),
        Player.ONE,
        stop=Event(),
        report=lambda done, most: told.append((done, most)),
        simulations=100,
    )

    (lesson,) = lessons
    assert told == [(1, 1)]
    assert lesson.number == 1
    played = lesson.analysis.played
    assert played is not None
    assert str(played.move) == "discard senate"
    assert str(lesson.analysis.best.move) == "build siege-workshop"
    assert lesson.analysis.loss > 0.5


@pytest.mark.parametrize("code", LANGUAGES)
def test_lessons_in_words(code: str, wording: Wording) -> None:
    """A lesson says what was played and what was better, in every language and width."""
    found = costly_decisions(
        lost_game(), Player.ONE, stop=Event(), report=lambda *_: None, simulations=100
    )

    wording(said(found, code))
    said(found * 2, code, 30)
    assert said([], code)


def test_at_most_three_lessons() -> None:
    """The three decisions that cost most come first; a stopped search shows those before."""
    game = Game(seed=12, rules="first-game")
    while not game.is_over:
        game.play(game.legal_moves[-1])
    record, stop = game.record(), Event()
    done: list[int] = []

    def report(number: int, _: int) -> None:
        done.append(number)
        if number == 12:
            stop.set()

    lessons = costly_decisions(record, Player.TWO, stop=stop, report=report, simulations=20)
    losses = [lesson.analysis.loss for lesson in lessons]

    assert done == list(range(1, 13))
    assert len(lessons) == 3
    assert losses == sorted(losses, reverse=True)
    assert all(lesson.analysis.player is Player.TWO for lesson in lessons)
    assert "The 3 decisions that cost most win probability:" in said(lessons)
