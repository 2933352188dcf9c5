"""Runs of matches: the same rows with every executor, after faults and kills, and the journal."""

from __future__ import annotations

import errno
import json
import multiprocessing
import os
import pickle
import random
import signal
import subprocess
import sys
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from queue import SimpleQueue
from typing import Any
from zlib import crc32

import attrs
import pytest

from tests.arena_bots import long_match, sleep_while_sending
from tests.builders import EXTENDED
from tests.processes import is_alive
from tests.wording import Wording
from wonders_duel import (
    BotError,
    CatalogueError,
    FormatError,
    LimitError,
    MatchError,
    Wonder,
    WrongTypeError,
    catalogue,
)
from wonders_duel.arena import (
    executors,
    merge_journals,
    open_journal,
    processes,
    read_journal,
    run,
    worker,
)
from wonders_duel.arena import journal as module
from wonders_duel.arena.driver import Driver
from wonders_duel.arena.executors import Workers, cores
from wonders_duel.arena.journal import is_journal
from wonders_duel.arena.worker import packed, play_chunk
from wonders_duel.effects import Effect
from wonders_duel.limits import Limits
from wonders_duel.match import BotSpec, Match, MatchRow
from wonders_duel.statistics import Collector, Report
from wonders_duel.validation import Finding, validate

MATCH = Match(["random", "random"], deals=40, seed="arena")
ROWS = [MATCH.play(number) for number in range(len(MATCH))]
OTHER = long_match(1_000)


def by_task(rows: Iterator[MatchRow]) -> list[MatchRow]:
    """Return rows in the order of their tasks."""
    return sorted(rows, key=lambda row: row.task)


class Here(Executor):
    """An executor that does each call at once, in this thread, and counts them."""

    def __init__(self) -> None:
        """Start without a call."""
        self.chunks: list[int] = []
        self.waits = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Do a call."""
        future: Future[Any] = Future()
        self.chunks.append(len(args[1]) if args else 0)
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - as executors do
            future.set_exception(error)
        return future


# -- executors ------------------------------------------------------------------------------------


def test_rows_are_the_same_in_this_process_and_in_others() -> None:
    """Without workers, with worker processes, with threads, and with any number of them."""
    assert list(run(MATCH)) == ROWS
    assert by_task(run(MATCH, workers=2)) == ROWS
    assert by_task(run(MATCH, processes(1), chunk=7)) == ROWS
    assert by_task(run(MATCH, ThreadPoolExecutor)) == ROWS
    with ThreadPoolExecutor(5) as pool:
        assert by_task(run(MATCH, pool, workers=5, window=9)) == ROWS
        assert by_task(run(MATCH, pool)) == ROWS  # it was not shut down


def test_cards_have_to_be_pickled(tmp_path: Path) -> None:
    """A match whose cards cannot be sent to workers is one error; it is played without them."""

    @attrs.frozen
    class Here(Effect):
        """An effect of a class that other processes cannot find."""

    tower = Wonder(id="the-tower", name="The Tower", effects=(Here(),))
    cards = catalogue.extended("local", wonders=[tower])
    match = Match(["random", "random"], deals=1, catalogue=cards)
    with pytest.raises(
        MatchError, match=r"^<Catalogue 'local'.* cannot be sent to other processes: .*Here"
    ):
        list(run(match, workers=2, journal=tmp_path / "journal"))
    assert len(list(run(match, journal=tmp_path / "journal"))) == 1


def test_a_catalogue_and_starts_reach_the_workers() -> None:
    """Workers unpack custom cards, starts and settings."""
    match = Match(["tests.arena_bots:Discarding,last=true", "random"], deals=3, catalogue=EXTENDED)
    expected = [match.play(number) for number in range(3)]
    assert by_task(run(match, processes(1))) == expected


def test_times_come_with_the_rows(tmp_path: Path) -> None:
    """Rows have times; the journal keeps them if the match says so."""
    for times in (True, False):
        match = Match(["random", "random"], deals=2, times=times)
        path = tmp_path / f"{times}.jsonl"
        for row in run(match, Here(), journal=path):
            assert all(game.seconds is not None for game in row.games)
        with read_journal(path) as journal:
            assert all((game.seconds is not None) is times for row in journal for game in row.games)


def test_chunks_adapt_to_the_time_of_a_task(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunks begin with one task, grow, and are small again at the end."""
    match = Match(["random", "random"], deals=3_000)
    rows = {number: ROWS[0].to_json() for number in range(len(match))}

    class Quick:
        def __len__(self) -> int:
            return len(rows)

        def play(self, number: int) -> MatchRow:
            return attrs.evolve(ROWS[0], task=number)

    monkeypatch.setattr("wonders_duel.arena.worker._unpacked", lambda _: Quick())
    here = Here()
    driver = Driver(Workers(here), b"", iter(range(len(match))), len(match), window=6)
    done = [row.task for output in driver.outputs() for row in output.rows()]
    assert sorted(done) == list(range(len(match)))
    assert here.chunks[:6] == [1] * 6
    assert here.chunks[-1] == 1
    assert 50 < max(here.chunks) <= 1000
    assert sum(here.chunks) == len(match)


def test_the_window_is_bounded() -> None:
    """No more chunks are under way than the window allows, however many tasks there are."""
    calls: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
    under_way: list[int] = []
    numbers: set[int] = set()

    class Later(Executor):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **_: Any) -> Future[Any]:
            future: Future[Any] = Future()
            under_way.append(args[1][0])
            numbers.add(len(under_way))
            calls.put(lambda: self.finish(future, fn, args))
            return future

        @staticmethod
        def finish(future: Future[Any], fn: Callable[..., Any], args: tuple[Any, ...]) -> None:
            result = fn(*args)
            under_way.remove(args[1][0])
            future.set_result(result)

    def work() -> None:
        while (call := calls.get()) is not None:
            call()

    thread = threading.Thread(target=work)
    thread.start()
    match = Match(["random", "random"], deals=12, seed="arena")
    assert by_task(run(match, Later(), window=4, chunk=1)) == ROWS[:12]
    calls.put(None)
    thread.join()
    assert max(numbers) == 4


@pytest.mark.parametrize("call", ["write", "flush"])
def test_an_interruption_counts_the_rows_in_the_journal(tmp_path: Path, call: str) -> None:
    """A Ctrl-C while rows are written is noticed after they are, and they are counted."""
    path = tmp_path / "journal"
    with open_journal(path, MATCH) as journal:
        journal.append(ROWS[:3])
        file: Any = journal._file

        class Interrupted:
            """A file in which one call is interrupted at its end, as Python does it."""

            def __getattr__(self, name: str) -> Any:
                def called(*arguments: object) -> None:
                    getattr(file, name)(*arguments)
                    raise KeyboardInterrupt

                return called if name == call else getattr(file, name)

        stopped: Any = Interrupted()
        journal._file = stopped
        with pytest.raises(KeyboardInterrupt):
            journal.append(ROWS[3:5])
        journal._file = file
        assert len(journal) == 5
    with read_journal(path) as read:
        assert len(read) == 5
        assert not read.cut_off


# -- faults ---------------------------------------------------------------------------------------


def test_a_killed_worker_costs_nothing(tmp_path: Path) -> None:
    """What was under way with it is played again, and each row is there once."""
    match = Match(
        [f"tests.arena_bots:Killer,tasks=5-17,once={tmp_path}", "random"], deals=40, seed="arena"
    )
    path = tmp_path / "journal"
    rows = by_task(run(match, workers=2, journal=path))
    assert [row.task for row in rows] == list(range(40))
    assert [row.games for row in rows] == [row.games for row in ROWS]
    assert len(path.read_bytes().splitlines()) == 41


@pytest.mark.skipif(sys.platform == "win32", reason="how a result is sent")
def test_a_worker_that_is_killed_while_it_sends(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The executor of Python would wait for the rest of the result for ever, and the others for it."""
    monkeypatch.setattr(executors, "_NOTICED", 0.1)
    match = Match(
        [f"tests.arena_bots:Torn,tasks=5-17,once={tmp_path}", "random"], deals=40, seed="arena"
    )
    rows = by_task(run(match, workers=2))
    assert [row.games for row in rows] == [row.games for row in ROWS]
    assert sorted(one.name for one in tmp_path.iterdir()) == ["17", "5"]


@pytest.mark.skipif(sys.platform == "win32", reason="how a result is sent")
def test_workers_that_are_ended_while_they_send(tmp_path: Path) -> None:
    """A run that ends early does not wait for the rest of a result either."""
    pool = processes(2)()
    sending = tmp_path / "sending"
    futures = [pool.submit(sleep_while_sending, sending), pool.submit(time.sleep, 600)]
    while not sending.exists():
        time.sleep(0.01)
    thread = threading.Thread(target=lambda: pool.shutdown(wait=False), daemon=True)
    thread.start()
    thread.join(60)
    assert not thread.is_alive()
    assert all(future.exception() is not None for future in futures)


def test_a_task_that_kills_its_worker_is_named_and_left_out(
    wording: Wording, tmp_path: Path
) -> None:
    """All other rows are kept, and the task is missing in the journal, so that it is tried again."""
    match = Match(["tests.arena_bots:Killer,tasks=3-11", "random"], deals=16, seed="arena")
    rows: list[MatchRow] = []
    with wording.raises(MatchError):
        rows.extend(run(match, processes(2), chunk=8, journal=tmp_path / "journal"))
    assert [row.task for row in by_task(iter(rows))] == [
        number for number in range(16) if number not in (3, 11)
    ]
    with read_journal(tmp_path / "journal") as journal:
        assert list(journal.missing()) == [3, 11]


def test_a_task_that_is_left_out_without_a_journal(wording: Wording) -> None:
    """Nothing is said to be kept, and each task is named with its bots."""
    match = Match(["random", "greedy", "tests.arena_bots:Killer,tasks=2"], deals=1)
    with wording.raises(MatchError):
        list(run(match, processes(1)))


def test_ctrl_c_of_a_bot_in_a_worker() -> None:
    """Workers ignore Ctrl-C, so it is an error of the bot."""
    match = Match(["tests.arena_bots:Interrupting", "random"], deals=2, on_fault="lose")
    assert [row.quarters for row in run(match, workers=2)] == [0, 0]


def test_a_broken_executor_of_the_caller(wording: Wording) -> None:
    """An executor that the caller started cannot be replaced; the error says what to pass."""
    match = Match(["tests.arena_bots:Killer,tasks=0", "random"], deals=4)
    with ProcessPoolExecutor(1) as pool, wording.raises(MatchError):
        list(run(match, pool))
    with wording.raises(MatchError):
        list(run(match, pool))


def test_an_executor_with_losses_of_its_own(wording: Wording) -> None:
    """Executors that replace workers themselves report lost chunks by errors of their own."""
    lost: set[int] = set()

    class Losing(Here):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            first = args[1][0] if args else -1
            if first in {3, 20} and (first not in lost or first == 20):
                lost.add(first)
                future: Future[Any] = Future()
                future.set_exception(OSError("the worker is gone"))
                return future
            return super().submit(fn, *args, **kwargs)

    rows: list[MatchRow] = []
    with wording.raises(MatchError):
        rows.extend(run(MATCH, Losing(), chunk=1))
    assert by_task(iter(rows)) == [row for row in ROWS if row.task != 20]


def test_an_executor_that_remembers_results() -> None:
    """A chunk that is played again is a different call, since some executors keep errors by call."""
    results: dict[object, Future[Any]] = {}

    class Remembering(Here):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            key = (fn, args[1:]) if not args else (fn, tuple(args[1]), args[2])
            if key not in results:
                results[key] = Future()
                if args and list(args[1]) == [7] and args[2] == 0:
                    results[key].set_exception(OSError("the worker is gone"))
                else:
                    results[key] = super().submit(fn, *args, **kwargs)
            return results[key]

    assert by_task(run(MATCH, Remembering(), chunk=1)) == ROWS


def test_an_executor_that_goes_away(wording: Wording) -> None:
    """If a cluster is shut down, the error blames the workers and no task."""

    class Gone(Here):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            if len(self.chunks) < 10:
                return super().submit(fn, *args, **kwargs)
            future: Future[Any] = Future()
            future.cancel()
            future.set_running_or_notify_cancel()
            return future

    rows: list[MatchRow] = []
    with wording.raises(MatchError):
        rows.extend(run(MATCH, Gone(), chunk=1))
    assert rows == ROWS[:10]


def test_an_executor_that_is_closed(wording: Wording) -> None:
    """Executors that were shut down raise errors of their own."""

    class Closed(Here):
        def submit(self, *_: Any, **__: Any) -> Future[Any]:
            raise OSError("the client is closed")

    with wording.raises(MatchError):
        list(run(MATCH, Closed()))


def test_an_executor_that_is_told_only_whether_to_wait(tmp_path: Path) -> None:
    """Executors such as loky's and Dask's have a simpler ``shutdown``; they are shut down, too."""
    shut: list[bool] = []

    class Simple(Here):
        def shutdown(self, wait: bool = True) -> None:  # type: ignore[override]  # noqa: FBT001, FBT002
            shut.append(wait)

        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            if not shut and len(self.chunks) == 5:
                raise BrokenProcessPool("a process ended")
            return super().submit(fn, *args, **kwargs)

    assert by_task(run(MATCH, Simple, chunk=1, journal=tmp_path / "journal")) == ROWS
    assert shut == [False, True]


def test_an_executor_that_breaks_while_a_suspect_waits() -> None:
    """A worker that is killed while it has nothing to do may show at the next call; all rows come."""
    made: list[Here] = []

    class Breaking(Here):
        def __init__(self) -> None:
            super().__init__()
            made.append(self)

        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            if len(self.chunks) == {1: 10, 2: 0}.get(len(made)):
                raise BrokenProcessPool("a process ended")
            return super().submit(fn, *args, **kwargs)

    assert by_task(run(MATCH, Breaking, chunk=1)) == ROWS
    assert len(made) == 3


def test_a_young_worker_of_dask_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dask does not replace workers that end while they start; others do not wait."""
    slept: list[float] = []
    monkeypatch.setattr(worker, "sleep", slept.append)
    for modules, expected in ({}, []), ({"distributed": os}, [0.5]):
        worker._wait_if_young.cache_clear()
        for name, one in modules.items():
            monkeypatch.setitem(sys.modules, name, one)
        play_chunk(packed(MATCH), [0])
        play_chunk(packed(MATCH), [1])
        assert slept == expected
    worker._wait_if_young.cache_clear()


def test_a_call_that_was_cancelled() -> None:
    """It is made again, like one that was lost."""

    class Cancelling(Here):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            if len(self.chunks) == 3:
                self.chunks.append(0)
                future: Future[Any] = Future()
                future.cancel()
                return future
            return super().submit(fn, *args, **kwargs)

    assert by_task(run(MATCH, Cancelling())) == ROWS


def test_ctrl_c_between_two_chunks_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """An interrupt while the result of a chunk is fetched is not taken for the loss of a worker."""

    class Interrupted(Here):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            future = super().submit(fn, *args, **kwargs)
            monkeypatch.setattr(future, "exception", self.interrupt)
            return future

        @staticmethod
        def interrupt() -> None:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(run(MATCH, Interrupted()))


def test_workers_that_cannot_start(wording: Wording) -> None:
    """If a worker ends with nothing to do, the run ends with an error that says what is needed."""

    class Ending(Executor):
        def submit(self, *_: Any, **__: Any) -> Future[Any]:
            future: Future[Any] = Future()
            future.set_exception(BrokenProcessPool("a process ended"))
            return future

    class Refusing(Executor):
        def submit(self, *_: Any, **__: Any) -> Future[Any]:
            raise BrokenProcessPool("a process ended")

    for executor in (Ending, Refusing):
        with wording.raises(MatchError):
            list(run(MATCH, executor))


@pytest.mark.parametrize("bot", ["tests.arena_bots:Raising", "tests.arena_bots:broken", "gready"])
def test_an_error_of_a_bot_stops_the_run(wording: Wording, bot: str) -> None:
    """It is the same error with and without workers."""
    match = Match(["random", bot], deals=3)
    with wording.raises(BotError):
        list(run(match))
    with wording.raises(BotError):
        list(run(match, Here()))


def test_an_error_that_is_not_a_bots_names_the_task(
    monkeypatch: pytest.MonkeyPatch, wording: Wording
) -> None:
    """A worker that cannot do its task reports the error with the task; what was done is kept."""

    class Job:
        def __len__(self) -> int:
            return 3

        def play(self, number: int) -> MatchRow:
            if number == 2:
                raise OSError(f"no disk for {number}")
            return ROWS[number]

    output = play_chunk(packed(MATCH), [0, 1, 99])
    assert list(output.rows()) == ROWS[:2]
    assert output.tasks == [0, 1]
    assert output.lines == []
    assert output.failure is not None
    assert output.failure.task == 99
    monkeypatch.setattr(worker, "_unpacked", lambda _: Job())
    done: list[MatchRow] = []
    with pytest.raises(MatchError, match=r"^task 2 failed: (?s:.*)no disk for 2$"):
        done.extend(run(Match(["a", "b"], deals=len(Job())), Here()))
    assert done == ROWS[:2]
    with wording.raises(MatchError):
        MATCH.task(99)


def test_an_error_of_a_card_is_the_same_with_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the task nor its worker is at fault."""

    class Job:
        def play(self, _: int) -> MatchRow:
            raise CatalogueError("an effect of a card raised ValueError: too hot")

    monkeypatch.setattr(worker, "_unpacked", lambda _: Job())
    with pytest.raises(CatalogueError, match=r"^an effect of a card raised ValueError: too hot$"):
        list(run(MATCH, Here()))


@pytest.mark.parametrize(
    "options",
    [
        {"executor": 3},
        {"executor": lambda: 3},
        {"workers": 0},
        {"workers": True},
        {"window": 1.5},
        {"chunk": 0},
        {"tasks": [1, 2]},
        {"journal": 3},
    ],
)
def test_wrong_arguments_are_refused(wording: Wording, options: dict[str, Any]) -> None:
    """Each wrong argument gives one clear error."""
    with wording.raises(WrongTypeError):
        list(run(MATCH, **options))


def test_a_number_of_workers_beyond_all_bounds(wording: Wording) -> None:
    """It is refused before any process is started."""
    with wording.raises(MatchError):
        list(run(MATCH, workers=10**5000))


def test_a_chunk_beyond_all_bounds() -> None:
    """It has all tasks."""
    assert list(run(MATCH, Here(), chunk=10**5000)) == ROWS


def test_a_wrong_match_is_refused(wording: Wording) -> None:
    """The error comes at the call, before the first row is asked for."""
    anything: Any = run
    with wording.raises(WrongTypeError):
        anything("greedy")
    with wording.raises(WrongTypeError):
        processes(0)


@pytest.mark.parametrize(
    "tasks", [range(41), range(-1, 3), range(39, -2, -1), range(0, 50, 49)], ids=str
)
def test_tasks_that_the_match_does_not_have(wording: Wording, tasks: range) -> None:
    """The error says which tasks there are, at the call."""
    with wording.raises(MatchError):
        run(MATCH, tasks=tasks)


# -- processes ------------------------------------------------------------------------------------


def _started(*arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-m", "tests.arena_bots", *map(str, arguments)],
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize(
    ("times", "deals"), [(3, 250), pytest.param(10, 1_000, marks=pytest.mark.slow)]
)
def test_a_run_that_is_killed_some_times_gives_the_same_file(
    tmp_path: Path, times: int, deals: int
) -> None:
    """After ``kill -9`` at random moments, the journal has the rows of one run, each once."""
    path = tmp_path / "journal"
    moments = random.Random(10)
    for _ in range(times):
        before = path.stat().st_size if path.exists() else 0
        program = _started(path, deals)
        while not path.exists() or path.stat().st_size <= before:
            time.sleep(0.005)
        time.sleep(0.04 * moments.random())
        program.kill()
        program.communicate()
        assert program.returncode == -signal.SIGKILL
    with read_journal(path) as journal:
        assert 0 < len(journal) < deals
    program = _started(path, deals)
    assert program.wait(120) == 0
    program.communicate()

    once = tmp_path / "once"
    match = long_match(deals)
    with open_journal(once, match) as journal:
        journal.append(map(match.play, range(deals)))
    assert sorted(path.read_bytes().splitlines()) == sorted(once.read_bytes().splitlines())


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGINT], ids=["killed", "Ctrl-C"])
def test_workers_do_not_outlive_the_driver(tmp_path: Path, by: signal.Signals) -> None:
    """Killed or interrupted, the driver leaves no process, and its journal is whole."""
    path, notes = tmp_path / "journal", tmp_path / "notes"
    notes.mkdir()
    program = _started(path, 100_000, notes)
    while len(list(notes.iterdir())) < 2:
        time.sleep(0.02)
    workers = [int(one.name) for one in notes.iterdir()]
    program.send_signal(by)
    try:
        _, errors = program.communicate(timeout=20)
    finally:
        program.kill()  # nothing is left if this fails
    ends = time.monotonic() + 60
    while any(map(is_alive, workers)) and time.monotonic() < ends:
        time.sleep(0.05)
    assert not any(map(is_alive, workers))
    assert errors.count("Traceback") == (by is signal.SIGINT)  # the driver's own
    with read_journal(path) as journal:
        assert len(list(journal)) == len(journal)
        assert by is signal.SIGKILL or not journal.cut_off


# -- the journal ----------------------------------------------------------------------------------


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the path of a journal with all rows but the last two, in another order."""
    path = tmp_path / "journal.jsonl"
    with open_journal(path, MATCH) as journal:
        journal.append(ROWS[-3::-1])
    return path


def test_a_journal_is_lines_of_json(path: Path) -> None:
    """Other programs can read it: the document of the match, then the rows."""
    first, *rows = map(json.loads, path.read_text().splitlines())
    assert first["format"] == "wonders-duel/match"
    assert [row["task"] for row in rows] == list(range(37, -1, -1))
    assert set(rows[0]) == {"task", "deal", "bots", "games", "check"}
    assert MatchRow.from_json(json.dumps(rows[0])) == ROWS[37]


def test_a_journal_is_resumed(path: Path) -> None:
    """Rows that are there are yielded first and not played again."""
    match = Match(["random", "random"], deals=40, seed="arena")
    found = list(run(match, journal=path))
    assert found == ROWS[-3::-1] + ROWS[-2:]
    again = Here()
    assert by_task(run(match, again, journal=path)) == ROWS
    assert again.chunks == []


def test_an_open_journal_is_used(path: Path, wording: Wording) -> None:
    """A journal that the caller opened stays open; that of another match is refused."""
    with open_journal(path, MATCH) as journal:
        assert by_task(run(MATCH, journal=journal)) == ROWS
        assert len(journal) == 40
        assert journal.match == MATCH
        with wording.raises(MatchError):
            list(run(OTHER, journal=journal))


def test_bots_with_other_settings_are_named(tmp_path: Path, wording: Wording) -> None:
    """A whole number as float is the same setting; another one is another match."""
    place = tmp_path / "journal"
    source = "tests.arena_bots:Deep"

    def match(depth: float) -> Match:
        return Match([BotSpec(source, {"depth": depth}, name="deep"), "random"], deals=1)

    for depth in (3, 3.0):
        with open_journal(place, match(depth)):
            pass
    with wording.raises(MatchError), open_journal(place, match(4)):
        pass
    with wording.raises(MatchError), open_journal(place, Match(["greedy", "random"], deals=1)):
        pass
    without = Match([BotSpec(source, name="deep"), "random"], deals=1)
    with wording.raises(MatchError), open_journal(place, without):
        pass


def test_rows_are_read_in_both_orders(path: Path) -> None:
    """As they were appended, and in the order of the tasks."""
    with read_journal(path) as journal:
        assert list(journal) == ROWS[-3::-1]
        assert list(journal.ordered()) == ROWS[:-2]
        assert list(journal.missing()) == [38, 39]
        assert 3 in journal
        assert 38 not in journal
        assert -1 not in journal
        assert "3" not in journal
    journal.close()


def test_a_part_of_a_match_is_played(path: Path) -> None:
    """Only these tasks are played and yielded, with and without a journal and workers."""
    for tasks in (range(3, 40, 10), range(39, 30, -4), range(0)):
        expected = [ROWS[task] for task in tasks]
        assert list(run(MATCH, tasks=tasks)) == expected
        assert by_task(run(MATCH, Here(), tasks=tasks)) == sorted(expected, key=ROWS.index)
    assert [row.task for row in run(MATCH, tasks=range(36, 40), journal=path)] == [37, 36, 38, 39]
    with read_journal(path) as journal:
        assert len(journal) == 40


# -- checking -------------------------------------------------------------------------------------


def test_a_journal_is_validated(path: Path) -> None:
    """Each line is an item: the match, and its rows, whose games are replayed."""
    found = list(validate(path))
    assert found == [Finding(1, "match", ()), *(Finding(line, "row", ()) for line in range(2, 40))]


def checked(row: MatchRow | str) -> bytes:
    """Return the line of a row, with its checksum."""
    body = (row if isinstance(row, str) else row.to_json()).encode()[:-1]
    return b'%b,"check":"%08x"}\n' % (body, crc32(body))


def test_every_fault_of_a_journal_is_listed(wording: Wording, path: Path) -> None:
    """Damage, wrong results, tasks of another match, and an incomplete end, each with its line."""
    one, two = ROWS[38].games
    lines = path.read_bytes().splitlines(keepends=True)
    lines[3] = lines[3].replace(b"civilian", b"military")
    lines[5] = lines[4]
    lines += [
        checked(attrs.evolve(ROWS[38], games=(attrs.evolve(one, points=(0, 0)), two))),
        checked(attrs.evolve(ROWS[39], games=(attrs.evolve(one, moves=(99_999,)), two))),
        checked(attrs.evolve(ROWS[0], task=40)),
        checked('{"task":33,"deal":33}'),
        lines[2][:-5],
    ]
    path.write_bytes(b"".join(lines))
    found = {finding.line: finding.faults for finding in validate(path) if finding.faults}
    assert list(found) == [4, 6, 40, 41, 42, 43, 44]
    wording("\n".join(fault for faults in found.values() for fault in faults))


@pytest.mark.parametrize("task", ["", "x", "1.5", "-1", "9" * 5000, "1}"])
def test_a_line_without_a_task(path: Path, task: str) -> None:
    """A line that has the right checksum, but no number of a task, is damaged like others."""
    comma = "" if task == "1}" else ',"deal":1}'
    with path.open("ab") as file:
        file.write(checked(f'{{"task":{task}{comma}'))
    fault = "line 40 is damaged; delete it to have its task played again"
    assert [finding.faults for finding in validate(path) if finding.faults] == [(fault,)]
    for open_it in (read_journal, lambda path: open_journal(path, MATCH)):
        with pytest.raises(FormatError, match=fault):
            open_it(path)


@pytest.mark.parametrize(
    "change",
    [
        lambda content: content.replace(b"\n", b"\r\n"),
        lambda content: content.replace(b'"deals": 40', b'"deals": 0'),
        lambda content: content.replace(b'"deals": 40', b'"deal": 40'),
    ],
    ids=["Windows", "deals", "key"],
)
def test_a_journal_without_its_match(
    wording: Wording, path: Path, change: Callable[[bytes], bytes]
) -> None:
    """The rows cannot be checked."""
    path.write_bytes(change(path.read_bytes()))
    (found,) = validate(path)
    assert found.kind == "match"
    wording("\n".join(found.faults))


def test_a_journal_within_limits(path: Path) -> None:
    """A line that is too long ends the check."""
    lines = path.read_bytes().splitlines(keepends=True)
    (found,) = validate(path, limits=Limits(size=len(lines[0]) - 1))
    assert "line 1: it is longer than" in found.faults[0]
    lines[3] = lines[3][:-1] + b" " * 1000 + b"\n"
    path.write_bytes(b"".join(lines))
    *others, last = validate(path, limits=Limits(size=max(map(len, lines[:3]))))
    assert [(found.line, found.faults) for found in others] == [(1, ()), (2, ()), (3, ())]
    assert "line 4: it is longer than" in last.faults[0]


def test_the_rows_of_a_journal_to_read_are_limited(
    wording: Wording, tmp_path: Path, path: Path
) -> None:
    """A longer line is refused wherever a journal is read, and is not read to its end."""
    lines = path.read_bytes().splitlines(keepends=True)
    lines[3] = lines[3][:-1] + b" " * 1_000_000
    path.write_bytes(b"".join(lines))
    target = tmp_path / "all"

    for read in (
        read_journal,
        lambda path: merge_journals([path], target),
        lambda path: Report.of_files([path]),
        lambda path: Report.of_files([path], skip_bad=True),
    ):
        with wording.raises(LimitError):
            read(path)


def test_longer_rows_are_read_with_other_limits(tmp_path: Path, path: Path) -> None:
    """The limits apply to the rows, not to the first line."""
    lines = path.read_bytes().splitlines(keepends=True)
    longest = max(map(len, lines[1:]))
    limits, less = Limits(size=longest), Limits(size=longest - 1)
    target = tmp_path / "all"

    with read_journal(path, limits=limits) as journal:
        assert len(journal) == 38
    assert merge_journals([path], target, limits=limits) == 38
    assert Report.of_files([path], limits=limits).games == 76
    for read in (read_journal, lambda path, limits: Report.of_files([path], limits=limits)):
        with pytest.raises(LimitError):
            read(path, limits=less)
    with pytest.raises(LimitError):
        merge_journals([path], target, limits=less)


@pytest.mark.skipif(sys.platform == "win32", reason="pipes with names")
def test_a_pipe_is_not_a_journal(path: Path, tmp_path: Path) -> None:
    """What would be read from it to find out is gone afterwards."""
    assert is_journal(path)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert not is_journal(pipe)
    with pytest.raises(FileNotFoundError):
        list(validate(tmp_path / "none"))


# -- several journals -----------------------------------------------------------------------------


def test_journals_are_merged(tmp_path: Path, path: Path) -> None:
    """Rows of several journals come together, each task once; the sources stay as they are."""
    parts = [tmp_path / f"part-{part}" for part in range(3)]
    for part, place in enumerate(parts):
        for _ in run(MATCH, tasks=range(part, 40, 4), journal=place):
            pass
    contents = [place.read_bytes() for place in parts]
    target = tmp_path / "all"
    assert merge_journals(iter([parts[2], parts[0]]), str(target)) == 20
    assert merge_journals([*parts, target, parts[0]], target) == 10
    assert merge_journals(parts, target) == 0
    assert [place.read_bytes() for place in parts] == contents
    with read_journal(target) as journal:
        assert list(journal.missing()) == list(range(3, 40, 4))
        assert dict(journal.lines())[5] == ROWS[5].to_json()
    assert by_task(run(MATCH, journal=target)) == ROWS
    assert merge_journals([path], target) == 0


def test_times_and_custom_cards_are_merged(tmp_path: Path) -> None:
    """Lines are taken as they are."""
    match = Match(["random", "random"], deals=2, times=True, catalogue=EXTENDED)
    rows = list(run(match, journal=tmp_path / "one"))
    assert merge_journals([tmp_path / "one"], tmp_path / "two", catalogue=EXTENDED) == 2
    with read_journal(tmp_path / "two", catalogue=EXTENDED) as journal:
        assert list(journal) == rows
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


@pytest.mark.needs("processes")
def test_a_process_that_may_not_start_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a daemon process, such as those of multiprocessing.Pool, the error says what to leave out."""
    settings = vars(multiprocessing.current_process())["_config"]
    monkeypatch.setitem(settings, "daemon", True)  # noqa: FBT003 - a property of the process
    with pytest.raises(MatchError, match=r"cannot be started: .*daemonic.*; leave workers out$"):
        list(run(MATCH, workers=2))
    assert list(run(MATCH, tasks=range(2))) == ROWS[:2]


def test_a_high_number_of_a_task_needs_no_memory(tmp_path: Path) -> None:
    """A row is noted in memory that does not depend on the number of its task."""
    match = Match(["random"] * 20, deals=10**7)
    last = len(match) - 1
    parts = [tmp_path / name for name in "ab"]
    tracemalloc.start()
    (one,) = run(match, journal=parts[0], tasks=range(last, last + 1))
    assert list(run(match, journal=parts[0], tasks=range(last, last - 1, -1))) == [one]
    (two,) = run(match, journal=parts[1], tasks=range(last - 5000, last - 4999))
    assert merge_journals(parts, tmp_path / "all") == 2
    with read_journal(tmp_path / "all") as journal:
        assert [row.task for row in journal.ordered()] == [two.task, one.task]
        assert last in journal
        assert last - 1 not in journal
    assert [finding.faults for finding in validate(tmp_path / "all")] == [()] * 3
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 40_000_000
    collectors = [Collector() for _ in parts]
    for collector, part in zip(collectors, parts, strict=True):
        collector.add_file(part)
    merged: Collector = pickle.loads(pickle.dumps(collectors[0]))  # noqa: S301 - our own
    merged.merge(collectors[1])
    merged.add_file(tmp_path / "all")
    assert (merged.games, merged.repeated) == (4, 4)


def test_journals_that_cannot_be_merged(wording: Wording, tmp_path: Path, path: Path) -> None:
    """Journals of other matches, no journals, and what is not a list of paths are refused."""
    other = tmp_path / "other"
    open_journal(other, OTHER).close()
    target = tmp_path / "all"
    with wording.raises(MatchError):
        merge_journals([path, other], target)
    with wording.raises(MatchError):
        merge_journals([other], path)
    with wording.raises(MatchError):
        merge_journals([], target)
    anything: Any = merge_journals
    with pytest.raises(WrongTypeError, match="expected a list of the paths"):
        anything(path, target)
    for wrong in ("match.jsonl", b"match.jsonl", 3, [3]):
        with wording.raises(WrongTypeError):
            anything(wrong, target)


@pytest.mark.parametrize("lost", [1, 2, 60, 1_000])
def test_an_incomplete_end_is_cut_off(path: Path, lost: int) -> None:
    """A torn last line is cut off, and its task is played again; readers leave the file alone."""
    whole = path.read_bytes()
    path.write_bytes(whole[:-lost])
    with read_journal(path) as journal:
        there = len(journal)
        assert journal.cut_off > 0
        assert len(list(journal)) == there
    assert path.read_bytes() == whole[:-lost]
    with open_journal(path, MATCH) as journal:
        assert len(journal) == there < 38
    assert by_task(run(MATCH, journal=path)) == ROWS
    assert len(path.read_bytes().splitlines()) == 41


@pytest.mark.parametrize("kept", [0, 1, 30])
def test_an_incomplete_first_line_is_written_again(path: Path, kept: int) -> None:
    """A program that was killed at the very beginning leaves a part of the first line."""
    path.write_bytes(path.read_bytes()[:kept])
    assert list(run(MATCH, journal=path)) == ROWS


@pytest.mark.parametrize(
    "change",
    [
        lambda lines: [*lines[:4], lines[4].replace(b"civilian", b"military"), *lines[5:]],
        lambda lines: [*lines[:4], b"\n", *lines[4:]],
        lambda lines: [*lines[:4], lines[4][:50], *lines[5:]],
        lambda lines: [*lines[:4], lines[4].replace(b'"task"', b'"tusk"'), *lines[5:]],
        lambda lines: [*lines, lines[3]],
        lambda lines: [b"{}\n", *lines[1:]],
        lambda _: [b"hello"],
        lambda _: [b"\xff\xfe\n"],
        lambda lines: [lines[0].replace(b'"deals": 40', b'"deals": 4'), *lines[1:]],
        lambda lines: [*lines, b"garbage\n"],
        lambda lines: [line.replace(b"\n", b"\r\n") for line in lines],
        lambda lines: [line.replace(b"\n", b"\r\n") for line in lines[:2]],
    ],
    ids=[
        "value",
        "empty",
        "cut",
        "key",
        "twice",
        "no match",
        "text",
        "bytes",
        "fewer tasks",
        "last",
        "Windows",
        "Windows, one row",
    ],
)
def test_a_damaged_journal_is_refused(
    wording: Wording, path: Path, change: Callable[[list[bytes]], list[bytes]]
) -> None:
    """The line is named, and nothing is changed."""
    content = b"".join(change(path.read_bytes().splitlines(keepends=True)))
    path.write_bytes(content)
    with wording.raises(FormatError):
        read_journal(path)
    if not content.startswith(b'{"format'):
        with wording.raises(FormatError):
            open_journal(path, MATCH)
    assert path.read_bytes() == content


@pytest.mark.parametrize("name", ["a\0b", "a\ud800b"])
def test_a_name_that_no_journal_can_have(name: str) -> None:
    """It is reported as a missing file, as for the other files of the library."""
    for open_it in (read_journal, lambda path: open_journal(path, MATCH)):
        with pytest.raises(FileNotFoundError, match="no file can have this name"):
            open_it(name)


@pytest.mark.parametrize(
    "other",
    [
        {"deals": 41},
        {"seed": 3},
        {"seed": 3, "deals": 41, "pairing": "gauntlet"},
        {"rules": "first-game"},
        {"on_fault": "lose"},
        {"times": True},
        {"bots": ["random", "greedy"]},
        {"starts": MATCH.games(ROWS[0])[0].initial_state},
    ],
    ids=" ".join,
)
def test_the_journal_of_another_match_is_refused(
    wording: Wording, path: Path, other: dict[str, Any]
) -> None:
    """The error says what the matches differ in."""
    options: dict[str, Any] = {"bots": ["random", "random"], "deals": 40, "seed": "arena"}
    options |= other
    if "starts" in options:
        options["starts"] = [options["starts"]]
    with wording.raises(MatchError):
        open_journal(path, Match(**options))


@pytest.mark.needs("locks")
def test_a_row_is_appended_once(wording: Wording, path: Path) -> None:
    """A second row of a task is refused, and so is a second driver."""
    with open_journal(path, MATCH) as journal:
        with wording.raises(MatchError):
            journal.append([ROWS[38], ROWS[3]])
        with wording.raises(MatchError):
            list(run(MATCH, journal=path))


def test_all_rows_are_appended_or_none(wording: Wording, path: Path) -> None:
    """A refused row leaves nothing of the others, and no task that the match does not have."""
    beyond = [attrs.evolve(ROWS[39], task=task) for task in (40, -1)]
    with open_journal(path, MATCH) as journal:
        for wrong in (ROWS[3], ROWS[38], *beyond):
            with wording.raises(MatchError):
                journal.append([ROWS[38], wrong])
            assert 38 not in journal
            assert len(journal) == 38
        for kind in (3, [3]):
            with wording.raises(WrongTypeError):
                journal.append(kind)  # type: ignore[arg-type]
        journal.append(ROWS[38:])
    with read_journal(path) as journal:
        assert len(journal) == 40


def test_lines_are_appended_with_their_tasks(wording: Wording, path: Path) -> None:
    """Anything that is not the line of its task is refused, and leaves the journal as it is."""
    line, other = ROWS[38].to_json(), ROWS[39].to_json()
    wrong: tuple[Any, ...] = (
        None,
        [38],
        [(38,)],
        [line],
        [(38, None)],
        [(38, line.encode())],
        [(38, other)],
        [(38, line[:-1])],
        [(38, f"{line[:-1]}\n}}")],
        [(38, line.replace("one", "\ud800"))],
    )
    with open_journal(path, MATCH) as journal:
        for rows in wrong:
            with wording.raises(WrongTypeError):
                journal.append_lines(rows)
            assert 38 not in journal
        journal.append_lines([(38, line), (39, other)])
    with read_journal(path) as journal:
        assert [*journal][-2:] == ROWS[38:]


def test_a_journal_that_is_read_gets_no_rows(wording: Wording, path: Path) -> None:
    """The error says how to open it instead."""
    with read_journal(path) as journal:
        with wording.raises(MatchError):
            journal.append(ROWS[38:])
        assert 38 not in journal


def test_rows_are_flushed_to_the_disk(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    """Rows can be read as soon as they are appended; the disk gets them once a second."""
    synced: list[int] = []
    monkeypatch.setattr("os.fsync", synced.append)
    with open_journal(path, MATCH) as journal:
        journal.append(ROWS[38:39])
        assert synced == []
        with read_journal(path) as reader:
            assert len(reader) == 39
        monkeypatch.setattr(module, "monotonic", lambda: time.monotonic() + 2)
        journal.append(ROWS[39:])
        assert len(synced) == 1
    assert len(synced) == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk(path: Path) -> None:
    """The error names the journal: the program may write other files, too. What is there is kept."""

    def fill(rows: list[MatchRow]) -> None:
        with open_journal(path, MATCH) as journal:
            full = os.open("/dev/full", os.O_RDWR)
            os.dup2(full, journal._file.fileno())
            os.close(full)
            journal.append(rows)

    before = path.read_bytes()
    for rows, number in ((ROWS[38:], errno.ENOSPC), ([], errno.EINVAL)):  # the second: fsync
        with pytest.raises(OSError, match=str(path)) as caught:
            fill(rows)
        assert caught.value.errno == number
        assert path.read_bytes() == before


def test_rows_that_were_written_in_part(path: Path, wording: Wording) -> None:
    """They are cut off, and the journal is closed; opened again, it takes them."""
    before = path.read_bytes()
    journal = open_journal(path, MATCH)
    write = journal._file.write

    class Full:
        """A file whose disk is full after some bytes."""

        def __getattr__(self, name: str) -> Any:
            return getattr(file, name)

        def write(self, content: bytes) -> None:
            """Write a part."""
            write(content[:40])
            file.flush()
            raise OSError(errno.ENOSPC, "No space left on device")

    file: Any = journal._file
    stand_in: Any = Full()
    journal._file = stand_in
    with pytest.raises(OSError, match="No space left"):
        journal.append(ROWS[38:])

    assert path.read_bytes() == before
    assert len(journal) == len(list(journal)) == 38
    assert 38 not in journal
    for append in (lambda: journal.append(ROWS[38:]), lambda: run(MATCH, journal=journal)):
        with wording.raises(MatchError):
            append()
    journal.close()
    with open_journal(path, MATCH) as again:
        again.append(ROWS[38:])
        assert sorted(row.task for row in again) == list(range(40))


def test_a_file_system_without_locks(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It does not keep a run from its journal; another error is not taken for a second run."""
    fcntl = pytest.importorskip("fcntl")
    for number, expected in (errno.ENOLCK, 38), (errno.ENOSYS, 38), (errno.EIO, None):

        def fail(*_: object, number: int = number) -> None:
            raise OSError(number, "no lock")

        monkeypatch.setattr(fcntl, "flock", fail)
        if expected is None:
            with pytest.raises(OSError, match="no lock"):
                open_journal(path, MATCH)
        else:
            with open_journal(path, MATCH) as journal:
                assert len(journal) == expected


def test_a_journal_that_a_run_cannot_use(path: Path, wording: Wording) -> None:
    """It is refused at the call, like other wrong arguments."""
    with read_journal(path) as journal, wording.raises(MatchError):
        run(MATCH, journal=journal)
    with open_journal(path, MATCH) as journal, wording.raises(MatchError):
        run(Match(["greedy", "random"], deals=3), journal=journal)


def test_the_number_of_cores_is_at_least_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where a system does not tell."""
    assert cores() >= 1
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    assert cores() >= 1
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert cores() == 1
    assert repr(processes()) == "processes(1)"


def test_windows_has_a_limit_of_processes(
    monkeypatch: pytest.MonkeyPatch, wording: Wording
) -> None:
    """Python cannot start more than 61 for an executor there, however many processors there are."""
    monkeypatch.setattr(executors, "_MOST", 61)
    monkeypatch.setattr(executors, "cores", lambda: 64)
    assert repr(processes()) == "processes(61)"
    assert repr(processes(61)) == "processes(61)"
    with wording.raises(MatchError):
        processes(62)


class Ends:
    """The end of a connection whose other end is closed."""

    def recv_bytes(self) -> bytes:
        """Raise the error that a closed connection raises."""
        raise EOFError


class Speaks:
    """The end of a connection that gets a message, which nobody sends."""

    def recv_bytes(self) -> bytes:
        """Return a message."""
        return b""


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_process_ends_with_its_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    """It ignores Ctrl-C, and ends when it is asked to or the driver closes its end of the connection."""
    ended: SimpleQueue[int] = SimpleQueue()
    monkeypatch.setattr("os._exit", ended.put)
    before = {one: signal.getsignal(one) for one in (signal.SIGINT, signal.SIGTERM)}
    try:
        worker.start(Ends())
        assert ended.get(timeout=10) == 1
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
        signal.raise_signal(signal.SIGTERM)
        assert ended.get(timeout=10) == 1
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)
    worker._follow(Speaks())
    assert ended.empty()


def test_an_executor_that_was_shut_down(wording: Wording) -> None:
    """It is refused with a clear error."""
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    with wording.raises(MatchError):
        list(run(MATCH, pool))
