"""What works where there are no processes and no threads, as in a browser, and what the errors say."""

from __future__ import annotations

import sys
import threading

import pytest

from tests.wording import Wording
from wonders_duel import BotError, Game, Move, State
from wonders_duel.arena import processes, run
from wonders_duel.cli import main
from wonders_duel.errors import MatchError
from wonders_duel.match import Match
from wonders_duel.protocol import ProcessBot
from wonders_duel.search import SearchBot, analyse

STATE = Game(seed=3, rules="first-game").state
MATCH = Match(["greedy", "random"], deals=2, seed=1)
COMMAND = ["match", "greedy", "random", "--deals", "2", "--seed", "1"]


@pytest.fixture(autouse=True)
def in_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the library believe that it runs in a browser, if it does not."""
    monkeypatch.setattr(sys, "platform", "emscripten")

    def start(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", start)


def test_games_are_played_on_without_threads() -> None:
    """Play-outs with several threads are played in turn, in the caller's own thread."""
    seen = set()

    def first(now: State) -> Move:
        seen.add(threading.current_thread())
        return now.legal_moves[0]

    alone = STATE.play_outs(70, seed=1, policy=first)
    assert STATE.play_outs(70, seed=1, policy=first, threads=4) == alone
    assert seen == {threading.current_thread()}


def test_a_search_needs_no_worker(wording: Wording) -> None:
    """The search and analyses run in this process; workers are refused, and the bot goes on without."""
    assert SearchBot(simulations=20, seed=1).choose(STATE) in STATE.legal_moves
    assert analyse(STATE, simulations=20, seed=1).moves
    bot = SearchBot(simulations=20, seed=1, workers=2)
    with wording.raises(BotError):
        bot.choose(STATE)


def test_a_match_needs_no_worker(wording: Wording) -> None:
    """A match is played in this process; worker processes are refused."""
    rows = list(run(MATCH))
    assert [row.task for row in rows] == [0, 1]
    for given in ({"workers": 2}, {"executor": processes(1)}):
        with wording.raises(MatchError):
            list(run(MATCH, **given))


def test_the_command_plays_a_match(capsys: pytest.CaptureFixture[str], wording: Wording) -> None:
    """The command plays a match in this process, unless several workers are asked for."""
    assert main(COMMAND) == 0
    assert capsys.readouterr().out.startswith("greedy")
    assert main([*COMMAND, "--workers", "2"]) == 2
    wording(capsys.readouterr().err)


def test_a_program_is_not_started(wording: Wording) -> None:
    """A bot that is a program is refused."""
    with wording.raises(BotError):
        ProcessBot("nosuch")
