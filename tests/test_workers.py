"""Searches in several processes: the same results everywhere, limits, faults, nothing left behind."""

from __future__ import annotations

import copy
import gc
import json
import multiprocessing
import os
import pickle
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from hashlib import sha256
from multiprocessing import Pipe
from multiprocessing.process import BaseProcess
from pathlib import Path
from queue import SimpleQueue
from random import Random
from threading import Event, Thread
from types import ModuleType
from typing import Any

import attrs
import pytest

from tests.processes import is_alive
from tests.search_parts import Failing, Gated, Points, Remote, Sleepy, Slow, asleep, tidying
from tests.wording import Wording
from wonders_duel import (
    BotError,
    CatalogueError,
    Deal,
    Game,
    Move,
    RecordError,
    State,
    Wonder,
    WrongTypeError,
    bots,
    catalogue,
)
from wonders_duel.cli import main
from wonders_duel.effects import Effect
from wonders_duel.errors import WondersDuelError
from wonders_duel.evaluation import LinearEvaluation, UnfittedWarning
from wonders_duel.protocol.thinking import Thinker
from wonders_duel.search import Analysis, SearchBot, analyse, analysing, limits, review
from wonders_duel.search import worker as module
from wonders_duel.search.findings import Findings, added_up, sums_of
from wonders_duel.search.reading import analysis_of
from wonders_duel.search.searcher import Searcher, chosen, edges
from wonders_duel.search.study import Study
from wonders_duel.search.tasks import Answer, Halt, Report, Task, packed, share, unpacked
from wonders_duel.search.team import Settings, Team, _Worker

pytestmark = pytest.mark.needs("processes")
ROOT = Path(__file__).parents[1]
STATE = Game(seed=3, rules="first-game").state
EVALUATION = LinearEvaluation({"coins": 0.03, "blue points": 0.1, "lead": 0.12, "symbols": 0.2})
SETTINGS = Settings(EVALUATION, None, None, 1, 10**8)


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    """Check that no process of a test is left."""
    before = multiprocessing.active_children()

    def left() -> list[BaseProcess]:
        return [one for one in multiprocessing.active_children() if one not in before]

    yield
    if left():
        gc.collect()  # takes long among all the tests
    assert left() == []


def _processes(bot: SearchBot) -> list[int]:
    """Return the processes of the workers of a bot."""
    assert bot._team is not None
    return [member.process.pid or 0 for member in bot._team._others]


# -- choices --------------------------------------------------------------------------------------


def _chosen_here(searchers: list[Searcher], state: State, simulations: int) -> Move:
    """Choose as several workers do, but in this process, one after the other."""
    sums = []
    trees = []
    for place, searcher in enumerate(searchers):
        own = share(simulations, place, len(searchers))
        trees.append(searcher.think(state, own, None))
        sums.append(sums_of(own, edges(trees[-1])))
    return chosen(trees[0], added_up(sums), [])


def test_choices_are_those_of_all_trees() -> None:
    """A bot chooses by the sum of what came back in all trees, which are kept during a game.

    The choices are the same on every machine and in both builds.
    """
    searchers = [Searcher(EVALUATION, 5, 10**8, place=place) for place in range(3)]
    game = Game(seed=11)
    one = SearchBot(5, simulations=32, evaluation=EVALUATION)
    alike = 0
    with SearchBot(5, simulations=32, evaluation=EVALUATION, workers=3) as bot:
        assert repr(bot) == "<SearchBot simulations=32, workers=3>"
        for _ in range(12):
            state = game.state
            move = bot.choose(state)
            if len(state.legal_moves) > 1:
                assert move is _chosen_here(searchers, state, 32)
            alike += move is one.choose(state)
            game.play(move)
    assert alike < 12  # the other workers have a say
    text = "\n".join(str(step.move) for step in game.history)
    assert sha256(text.encode()).hexdigest()[:16] == "b64975325ff666aa"


def test_work_is_shared() -> None:
    """The shares of a number add up to it, and the first workers have more."""
    assert [share(10, place, 4) for place in range(4)] == [3, 3, 2, 2]
    assert [share(1, place, 3) for place in range(3)] == [1, 0, 0]


def test_few_simulations_need_few_workers() -> None:
    """A worker without a share is not asked."""
    with SearchBot(1, simulations=1, workers=3) as bot:
        bot.choose(STATE)
        assert bot._team is not None
        assert bot._team.sums() == []


def test_each_worker_has_a_part_of_the_memory() -> None:
    """All trees together keep the limit, and stop when it is reached."""
    with SearchBot(1, seconds=600, memory=2_000_000, workers=2) as bot:
        bot.choose(STATE)
        assert bot._team is not None
        (sums,) = bot._team.sums()
        assert bot._searcher.tree is not None
        assert 200 < bot._searcher.tree.nodes < 1000
        assert 200 < sums.simulations < 2000


@pytest.mark.parametrize("clock", ["process", "wall"])
def test_time_is_kept(clock: str) -> None:
    """Each worker thinks until the end of the time; by the processor, of its own time."""
    with SearchBot(1, seconds=0.2, clock=clock, workers=2) as bot:
        team = bot._team
        assert team is not None
        for _ in range(200):  # the first time, the worker is starting
            began = time.perf_counter()
            bot.choose(STATE)
            spent = time.perf_counter() - began
            assert spent >= 0.2
            # On a busy machine, it may begin late.
            if spent < 1 and any(sums.simulations > 16 for sums in team.sums()):
                break
        else:
            pytest.fail("the worker never made use of its time")


def test_a_late_worker_is_left_out(tmp_path: Path) -> None:
    """If it does not finish in time, the others choose, and it is not asked while it is busy."""
    gate = Gated(tmp_path / "gate")
    with SearchBot(1, seconds=0.05, clock="wall", evaluation=gate, workers=2) as bot:
        team = bot._team
        assert team is not None
        late = 0
        while late < 3:
            bot.choose(STATE)
            assert team.sums() == []
            assert team._others[0].awaited == 1
            late += gate.waiting.exists()
        gate.file.touch()
        while not (sums := team.sums()):
            bot.choose(STATE)
        assert sums[0].tried


def test_a_worker_that_is_late_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a limit of the time that passes, nothing depends on how fast a worker is."""
    monkeypatch.setattr("wonders_duel.search.team._LOOK", 0.05)
    with SearchBot(1, simulations=6, evaluation=Sleepy(0.2), workers=2) as bot:
        bot.choose(STATE)
        assert bot._team is not None
        assert [one.simulations for one in bot._team.sums()] == [3]


def test_a_busy_worker_is_waited_for_without_haste(monkeypatch: pytest.MonkeyPatch) -> None:
    """While a worker finishes its task before, the search sleeps: it does not take its processor."""
    waits = []

    def listen(team: Team, workers: list[_Worker], seconds: float) -> bool:
        waits.append(seconds)
        return real(team, workers, seconds)

    real = Team._listen
    team = Team(2, Settings(Sleepy(0.05), None, None, 1, 1_000_000))
    try:
        team.begin(STATE, 8, None, time.monotonic)
        team.halt()
        monkeypatch.setattr(Team, "_listen", listen)
        team.begin(STATE, 8, None, time.monotonic)
    finally:
        team.close()

    assert 0 < len(waits) < 100


class Hand:
    """A clock that a test sets."""

    def __init__(self) -> None:
        """Begin at midnight."""
        self.now = 0.0

    def __call__(self) -> float:
        """Return what the clock shows."""
        return self.now


@pytest.fixture
def starts(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the places of the workers that are started; none of them says a word."""
    places = []
    ends = []

    def started(_: Team, place: int) -> _Worker:
        places.append(place)
        ours, theirs = Pipe()
        ends.append(theirs)  # an open one never ends
        return _Worker(place, ours, _Nobody())  # type: ignore[arg-type]

    monkeypatch.setattr(Team, "_started", started)
    return places


class _Nobody:
    """A process that has ended."""

    exitcode = 0
    is_killed = False

    def join(self, _: float) -> None:
        """Wait for nothing."""

    def kill(self) -> None:
        """Note it."""
        self.is_killed = True

    def close(self) -> None:
        """Do nothing."""


def test_workers_are_started_while_there_is_time(
    starts: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They take half of it at most, so that this process searches, too; the next task has the rest."""
    clock = Hand()
    start = Team._started

    def slowly(team: Team, place: int) -> _Worker:
        clock.now += 0.3
        return start(team, place)

    monkeypatch.setattr(Team, "_started", slowly)
    team = Team(6, SETTINGS)
    for expected in ([1, 2], [1, 2, 3, 4], [1, 2, 3, 4, 5]):
        team.begin(STATE, 100, clock.now + 1.0, clock)
        assert starts == expected
    team.close()
    starts.clear()
    team.begin(STATE, None, clock.now, clock)  # its time is over
    assert starts == []
    team.begin(STATE, 100, None, clock)  # a limit in simulations needs all of them
    assert starts == [1, 2, 3, 4, 5]
    team.close()


def test_a_stop_ends_the_start_of_workers(starts: list[int]) -> None:
    """No more of them are started then, with any limit; the search ends with its first step."""
    stop = Event()
    stop.set()
    assert analyse(STATE, seconds=600, workers=9, stop=stop).simulations > 0
    assert analyse(STATE, simulations=900, workers=9, stop=stop).simulations < 900
    thinker = Thinker()
    thinker.share(9)
    news: list[object] = []
    assert thinker.choose(1, STATE, {"infinite": True}, stop, news.append) in STATE.legal_moves
    assert starts == []
    team = Team(9, SETTINGS)
    team.begin(STATE, 900, None, time.monotonic, is_stopped=lambda: len(starts) == 3)
    assert starts == [1, 2, 3]
    team.close()


def test_an_ending_is_solved_by_one() -> None:
    """The exact solution of an ending needs no workers."""
    game = Game(seed=5)
    game.play_out(bots.GreedyBot(1), bots.GreedyBot(2))
    late = next(
        step.before
        for step in game.history
        if step.before.cards_left <= 3 and len(step.before.legal_moves) > 1
    )
    bot = SearchBot(1, workers=2)
    assert bot.choose(late) in late.legal_moves
    assert bot._team is not None
    assert len(bot._team._others) < 2


# -- how workers end ------------------------------------------------------------------------------


def test_workers_end_with_their_bot() -> None:
    """They are started once, and end when the bot is closed, or is not there any more."""
    bot = SearchBot(1, simulations=20, workers=2)
    assert _processes(bot) == []
    bot.choose(STATE)
    (first,) = _processes(bot)
    bot.choose(STATE)
    assert _processes(bot) == [first]
    bot.close()
    bot.close()
    assert _processes(bot) == []
    assert multiprocessing.active_children() == []
    bot.choose(STATE)
    (second,) = multiprocessing.active_children()
    del bot
    gc.collect()
    with pytest.raises(ValueError, match="closed"):
        second.is_alive()
    assert multiprocessing.active_children() == []


class Calling(Points):
    """Does something once, in the process of the test."""

    def __init__(self, what: Callable[[], object]) -> None:
        """Keep what to do."""
        self.what: Callable[[], object] | None = what

    def __getstate__(self) -> dict[str, object]:
        """Leave it out."""
        return {"what": None}

    def log_odds(self, state: State) -> float:
        """Do it."""
        what, self.what = self.what, None
        if what is not None:
            what()
        return super().log_odds(state)


def test_a_signal_handler_closes_a_bot_that_chooses() -> None:
    """The choice goes on, and the workers end with it."""
    with SearchBot(1, simulations=20, workers=2) as bot:
        expected = bot.choose(STATE)
    start = Team._started

    def interrupted(team: Team, place: int) -> _Worker:
        signal.raise_signal(signal.SIGINT)
        member = start(team, place)
        signal.raise_signal(signal.SIGINT)
        return member

    bot = SearchBot(1, simulations=20, workers=2)
    before = signal.signal(signal.SIGINT, lambda *_: bot.close())
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Team, "_started", interrupted)
            assert bot.choose(STATE) is expected
        assert multiprocessing.active_children() == []
        evaluation = Calling(lambda: signal.raise_signal(signal.SIGINT))
        bot = SearchBot(1, simulations=20, evaluation=evaluation, workers=2)
        bot.choose(STATE)
    finally:
        signal.signal(signal.SIGINT, before)
    assert multiprocessing.active_children() == []
    assert _processes(bot) == []


def test_a_bot_that_asks_itself(wording: Wording) -> None:
    """Workers can only have one task; this is an error, where it would wait for ever."""
    evaluation = Calling(lambda: bot.choose(STATE))
    bot = SearchBot(1, simulations=20, evaluation=evaluation, workers=2)
    with wording.raises(BotError):
        bot.choose(STATE)
    assert multiprocessing.active_children() == []


def test_a_bot_without_workers_can_be_closed() -> None:
    """Nothing happens, and it still chooses."""
    with SearchBot(1, simulations=20) as bot:
        pass
    bot.close()
    assert bot.choose(STATE) in STATE.legal_moves


def test_copies_have_workers_of_their_own() -> None:
    """A copied or pickled bot starts its own processes."""
    with SearchBot(1, simulations=20, workers=2) as bot:
        move = bot.choose(STATE)
        for again in (copy.deepcopy(bot), pickle.loads(pickle.dumps(bot))):  # noqa: S301 - our own
            assert _processes(again) == []
            with again:
                assert again.choose(STATE) is move
                assert _processes(again) != _processes(bot)


def test_a_fork_has_workers_of_its_own() -> None:
    """Those of the other process are left alone."""
    with SearchBot(1, simulations=20, workers=2) as bot:
        bot.choose(STATE)
        team = bot._team
        assert team is not None
        (member,) = team._others
        team._owner = -1
        bot.choose(STATE)
        assert _processes(bot) != [member.process.pid]
        member.process.join(60)  # it ends with its connection
        assert member.process.exitcode == 0


def test_a_worker_that_does_not_end_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    """All workers together have a second to end."""
    bot = SearchBot(1, simulations=20, workers=2)
    bot.choose(STATE)
    assert bot._team is not None
    (member,) = bot._team._others
    process = member.process
    wire = member.wire
    monkeypatch.setattr("wonders_duel.search.team._PATIENCE", 0.01)
    member.wire = _Unclosed(wire)  # type: ignore[assignment]
    bot.close()
    with pytest.raises(ValueError, match="closed"):
        process.is_alive()
    wire.close()


def test_a_worker_that_has_not_started_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    """It does not listen yet, and has nothing to save, so nobody waits for it."""
    monkeypatch.setattr(module, "serve", asleep)
    monkeypatch.setattr("wonders_duel.search.team._PATIENCE", 90.0)
    began = time.monotonic()
    assert analyse(STATE, seconds=0.05, clock="wall", samples=0, workers=2).simulations > 0
    assert time.monotonic() - began < 60


def test_a_worker_that_has_started_ends_itself(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It may have programs to end, also if nobody has heard yet that it has started."""
    monkeypatch.setattr(module, "serve", tidying)
    monkeypatch.setattr("wonders_duel.search.team._PATIENCE", 60.0)
    team = Team(2, SETTINGS)
    team._content = str(tmp_path / "tidy").encode()
    team.begin(STATE, None, None, time.monotonic)
    (member,) = team._others
    assert member.wire.poll(60)
    assert not member.has_started
    team.close()
    assert (tmp_path / "tidy").exists()


def test_a_worker_that_has_ended_is_not_killed(starts: list[int]) -> None:
    """On Windows, its connection cannot be asked any more whether it has said something."""
    team = Team(2, SETTINGS)
    team.begin(STATE, 1, None, time.monotonic)
    assert starts == [1]
    (member,) = team._others
    member.wire.close()
    wire = _Unclosed(None)
    member.wire = wire  # type: ignore[assignment]
    team.close()
    assert wire.is_asked
    assert not member.process.is_killed  # type: ignore[attr-defined]


class _Unclosed:
    """A connection that stays open, but does not work."""

    def __init__(self, wire: object) -> None:
        self.wire = wire
        self.is_asked = False

    def poll(self) -> bool:
        """Fail."""
        self.is_asked = True
        raise OSError("broken")

    def close(self) -> None:
        """Do nothing."""


@pytest.mark.skipif(sys.platform == "win32", reason="another exit code")
def test_a_killed_worker_is_one_error(wording: Wording) -> None:
    """Its trees are lost, so the choice is an error; the next one starts other workers."""
    with SearchBot(1, simulations=20, workers=2) as bot:
        move = bot.choose(STATE)
        (process,) = multiprocessing.active_children()
        process.kill()
        process.join()
        with wording.raises(BotError):
            bot.choose(STATE)
        assert _processes(bot) == []
        assert bot.choose(STATE) is move
        bot._simulations = 10**9
        (process,) = multiprocessing.active_children()

        def kill() -> None:
            time.sleep(0.3)
            process.kill()

        Thread(target=kill).start()
        assert bot._team is not None
        bot._team.begin(STATE, 10**9, None, time.process_time)
        with wording.raises(BotError):
            bot._team.finish()


ORPHANS = """
import os, signal
from wonders_duel import BotError, Game
from wonders_duel.search import SearchBot, analyse
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
state = Game(seed=3, rules="first-game").state
print(analyse(state, simulations=20, seed=1, samples=0, workers=2).best.move)
with SearchBot(1, simulations=20, workers=2) as bot:
    print(bot.choose(state))
    os.kill(bot._team._others[0].process.pid, signal.SIGKILL)
    try:
        bot.choose(state)
    except BotError as error:
        print(error)
    print(bot.choose(state))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_program_that_does_not_hear_of_the_end_of_its_processes(wording: Wording) -> None:
    """Some servers ignore SIGCHLD, so that the system forgets processes that have ended."""
    ran = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", ORPHANS],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=120,
        check=False,
    )
    assert ran.stderr == ""
    best, *moves, error, last = ran.stdout.splitlines()
    assert best == str(analyse(STATE, simulations=20, seed=1, samples=0, workers=2).best.move)
    with SearchBot(1, simulations=20, workers=2) as bot:
        assert [*moves, last] == [str(bot.choose(STATE))] * 2
    wording(error)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize(
    ("by", "what"),
    [
        (signal.SIGKILL, "thinking"),
        (signal.SIGTERM, "thinking"),
        (signal.SIGINT, "thinking"),
        (signal.SIGINT, "waiting"),
    ],
    ids=str,
)
def test_workers_do_not_outlive_their_process(by: signal.Signals, what: str) -> None:
    """However a process ends, and whatever it and its workers do, it leaves none behind."""
    with subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-m", "tests.workers_alone", what],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        start_new_session=True,
    ) as program:
        assert program.stdout is not None
        workers = [int(one) for one in program.stdout.readline().split()]
        assert len(workers) == 2
        assert all(map(is_alive, workers))
        time.sleep(0.5)  # until they think
        if by is signal.SIGINT:  # Ctrl-C reaches the whole group
            os.killpg(program.pid, by)
        else:
            program.send_signal(by)
        try:
            _, errors = program.communicate(timeout=60)
        finally:
            program.kill()  # nothing is left if this fails
    ends = time.monotonic() + 60
    while any(map(is_alive, workers)) and time.monotonic() < ends:
        time.sleep(0.05)
    assert not any(map(is_alive, workers))
    assert errors.count("Traceback") == (by is signal.SIGINT)  # that of the program


def test_ctrl_c_ends_the_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A choice that is interrupted leaves no worker that thinks on."""
    with SearchBot(1, simulations=20, workers=2) as bot:
        move = bot.choose(STATE)

        def interrupt(_: Team) -> None:
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr(Team, "finish", interrupt)
            with pytest.raises(KeyboardInterrupt):
                bot.choose(STATE)
        assert multiprocessing.active_children() == []
        bot._searcher = Searcher(None, 1, 10**8)
        assert bot.choose(STATE) is move


# -- errors ---------------------------------------------------------------------------------------


class Local:
    """Where classes are that cannot be pickled."""

    @staticmethod
    def evaluation() -> Points:
        """Return an evaluation that cannot be sent."""

        class Here(Points):
            """A class that no other process can find."""

        return Here()


def test_parts_have_to_be_pickled() -> None:
    """A bot or an analysis with workers cannot have a part that cannot be sent to them."""
    evaluation = Local.evaluation()
    match = r"^expected parts of a search that can be pickled for its workers, got <.*>: .*; leave"
    with pytest.raises(WrongTypeError, match=match):
        SearchBot(1, evaluation=evaluation, workers=2)
    with pytest.raises(WrongTypeError, match=match):
        analyse(STATE, evaluation=evaluation, workers=2)
    SearchBot(1, simulations=5, evaluation=evaluation).choose(STATE)


def test_cards_have_to_be_pickled() -> None:
    """A search with workers refuses cards that cannot be sent to them, before it starts any."""

    @attrs.frozen
    class Here(Effect):
        """An effect of a class that other processes cannot find."""

    tower = Wonder(id="the-tower", name="The Tower", effects=(Here(),))
    state = Game(seed=1, catalogue=catalogue.extended("local", wonders=[tower])).state
    match = (
        r"^expected cards that can be pickled for the workers .* 'local'.*Here.*; leave workers out"
    )
    bot = SearchBot(1, simulations=4, evaluation=Points(), workers=2)
    with pytest.raises(WrongTypeError, match=match):
        bot.choose(state)
    with pytest.raises(WrongTypeError, match=match):
        analyse(state, simulations=4, evaluation=Points(), workers=2)
    assert multiprocessing.active_children() == []


@pytest.fixture
def nowhere(monkeypatch: pytest.MonkeyPatch) -> type[Points]:
    """Return a class of a module that other processes do not have, such as that of a notebook."""

    class Elsewhere(Points):
        """An evaluation."""

    module = ModuleType("nowhere")
    Elsewhere.__module__ = "nowhere"
    Elsewhere.__qualname__ = "Elsewhere"
    module.Elsewhere = Elsewhere  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "nowhere", module)
    return Elsewhere


def test_parts_have_to_be_found(nowhere: type[Points], wording: Wording) -> None:
    """A class that a worker cannot import is one error."""
    bot = SearchBot(1, evaluation=nowhere(), workers=2)
    with wording.raises(BotError):
        bot.choose(STATE)


@pytest.mark.parametrize(
    "error",
    [BotError("enough"), CatalogueError("other cards"), ZeroDivisionError("by zero")],
    ids=lambda error: type(error).__name__,
)
def test_an_evaluation_that_fails_elsewhere(error: Exception, wording: Wording) -> None:
    """Its error is that of the choice."""
    expected = type(error) if isinstance(error, WondersDuelError) else BotError
    bot = SearchBot(1, simulations=50, evaluation=Failing(error), workers=2)
    with wording.raises(expected):
        bot.choose(STATE)
    with pytest.raises(expected):
        analyse(STATE, simulations=50, evaluation=Failing(error), workers=2)


def test_an_error_that_cannot_be_received(wording: Wording) -> None:
    """The choice says what it says, with an error of the library."""
    with wording.raises(BotError) as caught:
        SearchBot(1, simulations=50, evaluation=Remote(), workers=2).choose(STATE)
    assert type(caught.value) is BotError


def test_cards_without_weights_are_named_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The workers do not warn of them again, nor fail if warnings are errors there."""
    monkeypatch.setattr(sys, "warnoptions", [*sys.warnoptions, "error::UserWarning"])
    state = State.dealt(
        Deal.random(Random(1), catalogue.edited("workers", remove=["the-pyramids"]))
    )
    with SearchBot(1, simulations=10, workers=2) as bot, pytest.warns(UnfittedWarning):
        assert bot.choose(state) in state.legal_moves


def test_processes_that_cannot_be_started(
    monkeypatch: pytest.MonkeyPatch, wording: Wording
) -> None:
    """In a browser, for example; without workers, nothing is started."""

    def refuse(_: str) -> None:
        raise OSError("no processes here")

    monkeypatch.setattr(multiprocessing, "get_context", refuse)
    SearchBot(1, simulations=5).choose(STATE)
    with wording.raises(BotError):
        SearchBot(1, simulations=5, workers=2).choose(STATE)
    with pytest.raises(BotError):
        list(analysing(STATE, simulations=50, workers=2))


def test_a_system_without_masks_of_signals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers are started there, too."""
    monkeypatch.delattr(signal, "pthread_sigmask", raising=False)
    with SearchBot(1, simulations=5, workers=2) as bot:
        assert bot.choose(STATE) in STATE.legal_moves


@pytest.mark.parametrize("source", ["file", "-"])
def test_a_main_module_that_workers_cannot_import(
    source: str, tmp_path: Path, wording: Wording
) -> None:
    """If it starts workers, or is not in a file, the error says what is missing."""
    script = tmp_path / "script.py"
    program = (
        "from wonders_duel import Game\n"
        "from wonders_duel.search import SearchBot\n"
        "SearchBot(1, simulations=20, workers=2).choose(Game(seed=3).state)\n"
    )
    script.write_text(program)
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, str(script) if source == "file" else source],
        input=program,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 1
    wording(done.stderr.splitlines()[-1])


@pytest.mark.parametrize("workers", [0, -1, 257, 99_999, 1.5, "2", None, True])
def test_a_wrong_number_of_workers(workers: Any, wording: Wording) -> None:
    """It is a whole number from 1 to the most that the engine allows, too."""
    with wording.raises(WrongTypeError):
        SearchBot(workers=workers)
    with pytest.raises(WrongTypeError):
        analysing(STATE, workers=workers)
    with pytest.raises(WrongTypeError, match="workers must be a whole number from 1 to 256"):
        bots.level("easy", workers=workers)


def test_windows_has_a_limit_of_workers(monkeypatch: pytest.MonkeyPatch, wording: Wording) -> None:
    """A process cannot wait for many more there; an error says so before the search begins."""
    monkeypatch.setattr(limits, "MOST_WORKERS_HERE", 61)
    SearchBot(workers=61)

    with wording.raises(WrongTypeError):
        SearchBot(workers=62)
    with pytest.raises(WrongTypeError, match="at most 61 workers on Windows"):
        analysing(STATE, workers=62)


def test_every_worker_needs_some_memory(wording: Wording) -> None:
    """The smallest limit is that of one tree for each worker."""
    with wording.raises(WrongTypeError):
        SearchBot(workers=3, memory=2_999_999)


# -- analyses -------------------------------------------------------------------------------------


def _studied(state: State, simulations: int, workers: int, samples: int = 6) -> Analysis:
    """Analyse as several workers do, but in this process, one after the other."""
    found = []
    for place in range(workers):
        study = Study(state, Searcher(EVALUATION, 1, 10**8, place=place), None, solves=not place)
        own, games = share(simulations, place, workers), share(samples, place, workers)
        for _ in study.steps(own, None, time.process_time, games, lambda: False):
            pass
        found.append(study.findings())
    return analysis_of(state, Findings.together(found), None)


def _states() -> list[State]:
    """Return a few states of different phases, one of which waits for chance."""
    game = Game(seed=2015, rules="first-game")
    for text in ("build stone-pit", "build pharmacist"):
        game.play(text)
    after = game.state.apply(game.legal_moves[1])
    assert after.chance is not None
    return [Game(seed=1).state, game.state, after]


def test_analyses_are_those_of_all_trees() -> None:
    """What all trees have found out is added up; the same everywhere with the same seed."""
    texts = []
    for state in _states():
        found = analyse(state, simulations=60, samples=6, seed=1, evaluation=EVALUATION, workers=2)
        assert found == _studied(state, 60, 2)
        texts.append(found.to_json())
    assert sha256("\n".join(texts).encode()).hexdigest()[:16] == "d07b69ea1b19eced"


def test_findings_add_up() -> None:
    """Visits, values, errors, replies and games of several searches."""
    state = _states()[1]
    one, two = (_studied(state, 60, 1), _studied(state, 120, 2))
    assert two.simulations == sum(move.visits for move in two.moves) == 120
    assert {move.move for move in two.moves} == set(state.legal_moves)
    for move in two.moves:
        assert move.low <= move.win_probability <= move.high
        if move.replies:
            assert sum(reply.visits for reply in move.replies) == move.visits
            outcomes = [reply.outcomes for reply in move.replies]
            assert len(set(outcomes)) == len(outcomes)
            total = sum(reply.probability or 0 for reply in move.replies)
            assert total <= 1 + 1e-9
            mean = sum(reply.visits * reply.win_probability for reply in move.replies)
            assert mean / move.visits == pytest.approx(move.win_probability, abs=0.1)
    assert two.best.outlook is not None
    assert two.best.outlook.games == 6
    # Twice as many simulations narrow the intervals.
    widths = [sum(move.high - move.low for move in found.moves) for found in (one, two)]
    assert widths[1] < widths[0]


def test_a_move_that_one_tree_has_not_tried() -> None:
    """It is tried in another, and one that none has tried keeps the value of the evaluation."""
    state = _states()[1]
    few = _studied(state, 4, 4, samples=0)
    assert few.simulations == 4
    tried = [move for move in few.moves if move.visits]
    assert 0 < len(tried) <= 4
    assert {move.move for move in few.moves} == set(state.legal_moves)


def test_updates_of_all_workers() -> None:
    """Updates grow, and the last one is complete; the loop may be left."""
    # Each worker makes 40 simulations in three steps, the other one so slowly that one is seen.
    found = analysing(
        STATE, simulations=80, samples=0, seed=1, evaluation=Slow(), workers=2, every=0.01
    )
    counts = [one.simulations for one in found]
    assert counts == sorted(counts)
    assert counts[-1] == 80
    assert any(40 < count < 80 for count in counts)
    updates = analysing(STATE, seconds=600, workers=2, every=0)
    next(updates)
    updates.close()
    assert multiprocessing.active_children() == []


def test_the_others_are_waited_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """If this process is the first to finish, it still yields updates, and can be stopped."""
    monkeypatch.setattr("wonders_duel.search.team._LOOK", 0.05)
    gate = Gated(tmp_path / "gate")
    stop = Event()
    found = []
    for one in analysing(
        STATE, simulations=40, seed=1, evaluation=gate, workers=2, every=0.1, stop=stop
    ):
        found.append(one.simulations)
        if len(found) == 3:
            stop.set()
    assert found[:3] == [20, 20, 20]
    assert set(found) == {20}
    waited = analyse(STATE, simulations=40, seed=1, evaluation=Sleepy(0.2), workers=2)
    assert waited.simulations == 40


def test_a_limit_of_time_holds_for_all() -> None:
    """A worker that is late is left out."""
    late = analyse(
        STATE, seconds=0.2, clock="wall", samples=0, evaluation=Sleepy(60.0), workers=2, seed=1
    )
    assert late.simulations > 0
    several = analyse(STATE, seconds=0.3, samples=0, workers=2, seed=1)
    assert several.simulations > 32


# -- reviews --------------------------------------------------------------------------------------


def _game(moves: int = 5) -> Game:
    game = Game(seed=3, rules="first-game")
    for number in range(moves):
        game.play(game.legal_moves[number % len(game.legal_moves)])
    return game


@pytest.mark.parametrize("workers", [1, 2])
def test_a_review_analyses_each_decision(workers: int) -> None:
    """The analyses are those of the single states."""
    game = _game()
    found = list(review(game.record(), simulations=60, seed=1, workers=workers))
    assert [one.played.move for one in found if one.played is not None] == [
        step.move for step in game.history
    ]
    step = game.history[3]
    assert found[3] == analyse(
        step.before, simulations=60, seed=1, samples=0, played=step.move, workers=workers
    )


def test_a_review_can_be_stopped() -> None:
    """What has been found out so far is the last analysis; the generator can be closed, too."""
    record = _game().record()
    stop = Event()
    found = []
    for one in review(record, simulations=30, seed=1, stop=stop):
        found.append(one)
        if len(found) == 2:
            stop.set()
    assert len(found) == 2
    assert found[1].simulations == 30
    assert len(list(review(record, seconds=60, seed=1, stop=stop))) == 1
    reviewing = review(record, simulations=30, samples=4, seed=1, workers=2)
    assert next(reviewing).outlook is not None
    reviewing.close()


def test_a_wrong_record_is_refused(wording: Wording) -> None:
    """A record against the rules is analysed up to the fault; something else is refused at once."""
    record = _game().record()
    wrong = attrs.evolve(record, turns=(*record.turns[:3], *record.turns[1:]))
    reviewing = review(wrong, simulations=20, seed=1)
    assert len([next(reviewing) for _ in range(3)]) == 3
    with pytest.raises(RecordError):
        next(reviewing)
    with wording.raises(WrongTypeError):
        review(STATE)  # type: ignore[arg-type]
    with pytest.raises(WrongTypeError):
        review(record, workers=0)
    assert list(review(Game(seed=3).record())) == []


# -- the process of a worker ----------------------------------------------------------------------


class Worker:
    """A worker in a thread of this process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, content: bytes | None = None) -> None:
        """Start it."""
        self.ended: SimpleQueue[int] = SimpleQueue()
        monkeypatch.setattr("os._exit", self.ended.put)
        monkeypatch.setattr(signal, "signal", lambda *_: None)
        self.wire, theirs = Pipe()
        self.theirs = theirs
        self.thread = Thread(
            target=module.serve,
            args=(theirs, packed(SETTINGS) if content is None else content, 1),
        )
        self.thread.start()

    def ask(self, number: int, **changed: Any) -> None:
        """Send a task."""
        given: dict[str, Any] = {
            "content": packed((STATE, None)),
            "simulations": 20,
            "seconds": None,
            "clock": time.process_time,
            "samples": None,
        }
        self.wire.send(Task(number, **{**given, **changed}))

    def hear(self) -> Answer:
        """Wait for an answer."""
        assert self.wire.poll(60)
        answer = unpacked(self.wire.recv_bytes())
        assert isinstance(answer, Answer)
        return answer

    def end(self) -> None:
        """Close the connection, and check that the worker ends."""
        self.wire.close()
        assert self.ended.get(timeout=60) == 0
        self.thread.join(60)
        assert not self.thread.is_alive()
        self.theirs.close()


def test_a_worker_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """It searches, says what it has found out so far, halts, and ends with its connection."""
    worker = Worker(monkeypatch)
    assert worker.hear() == Answer(0)
    worker.ask(1)
    first = worker.hear()
    assert first.is_final
    assert first.found is not None
    assert first.found.simulations == 20
    for number, samples in ((2, None), (3, 2)):
        worker.ask(number, simulations=None, samples=samples)
        worker.wire.send(Report(number))
        news = worker.hear()
        assert (news.number, news.is_final) == (number, False)
        worker.wire.send(Halt(number))
        assert worker.hear().is_final
    worker.ask(4, simulations=None, seconds=0.05, samples=0)
    assert worker.hear().is_final
    worker.ask(5, simulations=None, seconds=0.05)
    assert worker.hear().is_final
    worker.ask(6, content=b"")
    error = worker.hear().error
    assert error is not None
    assert "cannot load the state" in str(error)
    worker.ask(7, content=packed((3, None)))
    assert isinstance(worker.hear().error, BotError)
    worker.end()


class UnsendableError(BotError):
    """An error that cannot be sent."""

    def __reduce__(self) -> str | tuple[Any, ...]:
        """Fail."""
        raise TypeError("not this one")


class Hostile(Points):
    """Raises such an error."""

    def log_odds(self, _: State) -> float:
        """Raise it."""
        raise UnsendableError("no")


def test_a_worker_with_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be read or sent is an error, too."""
    worker = Worker(monkeypatch, b"nonsense")
    assert worker.hear() == Answer(0)
    error = worker.hear().error
    assert error is not None
    assert "cannot load the parts of the search" in str(error)
    worker.end()
    worker = Worker(monkeypatch, packed(Settings(Hostile(), None, None, 1, 10**8)))
    assert worker.hear().error is None
    worker.ask(1)
    error = worker.hear().error
    assert type(error) is BotError
    assert re.fullmatch(r"no \(test_workers.py, line \d+\)", str(error))
    worker.end()
    ours, theirs = Pipe()
    ours.close()
    module.Worker(theirs, 1)._say(Answer(0))  # nobody wants to hear it
    theirs.close()


# -- levels, command line, engine -----------------------------------------------------------------


def test_levels_and_names(wording: Wording) -> None:
    """Bots by name have workers, except the level that does not search."""
    assert repr(bots.level("hard", workers=2)) == "<SearchBot seconds=1.0, workers=2>"
    made = bots.bot("search", 1, {"simulations": 30, "workers": 2})
    assert repr(made) == "<SearchBot simulations=30, workers=2>"
    assert repr(bots.bot("expert", 1, {"workers": 3})) == "<SearchBot seconds=10.0, workers=3>"
    with wording.raises(WrongTypeError):
        bots.level("easy", workers=2)
    with wording.raises(BotError):
        bots.bot("easy", 1, {"workers": 2})


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A position and a record are analysed by several workers."""
    late = _game(40).state  # the games that are played on are short
    options = ["--simulations", "40", "--seed", "1", "--workers", "2", "--json"]
    assert main(["analyse", late.to_text(), *options]) == 0
    found = Analysis.from_json(capsys.readouterr().out)
    assert found == analyse(late, simulations=40, seed=1, workers=2)
    file = tmp_path / "game.txt"
    file.write_text(_game(2).record().to_text())
    assert main(["analyse", str(file), *options]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2
    with pytest.raises(SystemExit):
        main(["analyse", late.to_text(), "--workers", "0"])


def test_the_engine() -> None:
    """With its option, several processes search; infinite searches are stopped."""
    second = {"type": "go", "id": 4, "limits": {"infinite": True}, "position": STATE.to_text()}
    asked: list[dict[str, Any]] = [
        {"type": "hello", "protocol": 1},
        {"type": "set", "id": 1, "options": {"workers": 2, "info": 0.01}},
        {"type": "newgame", "seed": "1"},
        {"type": "go", "id": 2, "limits": {"simulations": 100}, "position": STATE.to_text()},
        {"type": "set", "id": 3, "options": {"workers": 3, "info": 0}},
        second,
        {**second, "id": 5, "limits": {"seconds": 0.1}},
    ]
    done = subprocess.run(
        [sys.executable, "-m", "wonders_duel", "engine"],
        input="".join(f"{json.dumps(one)}\n" for one in asked),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0
    assert done.stderr == ""
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["id"] for one in answers if one["type"] == "ok"] == [1, 3]
    best = {one["id"]: one["move"] for one in answers if one["type"] == "bestmove"}
    with SearchBot("1", simulations=100, workers=2) as bot:
        assert best[2] == str(bot.choose(STATE))
    assert set(best) == {2, 4, 5}
    news = [one for one in answers if one["type"] == "info" and one["id"] == 2]
    counts = [one["simulations"] for one in news]
    assert counts == sorted(counts)
    assert counts[-1] == 100
    assert news[-1]["line"][0] == best[2]
