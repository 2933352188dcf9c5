"""Runs on clusters: the same journal as in one process, whatever is killed."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from cluster_tests.clusters import KINDS, LONG, MATCH, PATIENCE, workers
from wonders_duel import MatchError
from wonders_duel.arena import read_journal, run
from wonders_duel.match import Match, MatchRow


def content(path: Path) -> list[bytes]:
    """Return the lines of a journal in the order of their tasks."""
    first, *rows = path.read_bytes().splitlines()
    return [first, *sorted(rows, key=lambda row: int(row[8 : row.index(b",")]))]


def played(match: Match, folder: Path) -> list[bytes]:
    """Return the lines of a journal that is written in this process."""
    for _ in run(match, journal=folder / "alone"):
        pass
    return content(folder / "alone")


def of_killers(tasks: str, folder: Path | None = None) -> Match:
    """Return the match with a bot that kills its process in some tasks, each time or once."""
    once = "" if folder is None else f",once={folder}"
    return Match([f"tests.arena_bots:Killer,tasks={tasks}{once}", "random"], deals=60, seed="arena")


def by_task(rows: Iterator[MatchRow]) -> list[MatchRow]:
    """Return rows in the order of their tasks."""
    return sorted(rows, key=lambda row: row.task)


def test_the_journal_is_the_same(kind: str, address: str, tmp_path: Path) -> None:
    """A cluster writes the same rows as this process, to the byte, in chunks of any size."""
    expected = played(MATCH, tmp_path)
    for chunk in (None, 7):
        path = tmp_path / str(chunk)
        with workers(kind, address) as executor:
            rows = by_task(run(MATCH, executor, workers=2, chunk=chunk, journal=path))
        assert [row.task for row in rows] == list(range(len(MATCH)))
        assert content(path) == expected


def test_a_killed_worker_costs_nothing(kind: str, address: str, tmp_path: Path) -> None:
    """What was under way with it is played again, and each row is there once."""
    marks = tmp_path / "marks"
    marks.mkdir()
    with workers(kind, address) as executor:
        rows = by_task(
            run(of_killers("5-33", marks), executor, workers=2, journal=tmp_path / "cluster")
        )
    assert sorted(one.name for one in marks.iterdir()) == ["33", "5"]
    assert [row.games for row in rows] == [row.games for row in run(MATCH)]
    assert [line[:20] for line in content(tmp_path / "cluster")[1:]] == [
        line[:20] for line in played(MATCH, tmp_path)[1:]
    ]


@pytest.mark.parametrize("kind", ["loky", "dask", "ray"], indirect=True)
def test_a_task_that_kills_its_worker_is_left_out(kind: str, address: str, tmp_path: Path) -> None:
    """The task is named, all other rows are kept, and the cluster can be used afterwards."""
    path = tmp_path / "cluster"
    with workers(kind, address) as executor:
        with pytest.raises(
            MatchError, match=r"left out 1 task .* each time: 33 \(.*all other rows"
        ):
            list(run(of_killers("33"), executor, workers=2, journal=path))
        with read_journal(path) as journal:
            assert list(journal.missing()) == [33]
            games = {row.task: row.games for row in journal}
        assert games == {row.task: row.games for row in run(MATCH) if row.task != 33}
        assert by_task(run(MATCH, executor, workers=2)) == list(run(MATCH))


# -- the driver -----------------------------------------------------------------------------------

OF_DRIVERS = [kind for kind in KINDS if kind != "dask-pure"]


@contextmanager
def driver(kind: str, address: str, journal: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Start a driver of the long match, and end what is left of it."""
    with (journal.parent / "errors").open("wb") as errors:
        program = subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, "-m", "cluster_tests.clusters", kind, address, str(journal)],
            stderr=errors,
            start_new_session=True,
        )
    try:
        yield program
    finally:
        program.kill()
        program.wait()
        # The workers of loky outlive it.
        with suppress(ProcessLookupError):
            os.killpg(program.pid, signal.SIGKILL)


def wait_for_rows(program: subprocess.Popen[bytes], journal: Path) -> None:
    """Wait until a driver has written rows."""
    before = journal.stat().st_size if journal.exists() else 0
    ends = time.monotonic() + PATIENCE
    while not journal.exists() or journal.stat().st_size <= before + 2_000:
        assert program.poll() is None, errors_of(journal)
        assert time.monotonic() < ends
        time.sleep(0.005)


def errors_of(journal: Path) -> str:
    """Return what the last driver of a journal printed as errors."""
    return (journal.parent / "errors").read_text("utf-8")


@pytest.mark.parametrize("kind", OF_DRIVERS, indirect=True)
def test_a_driver_that_is_killed_is_resumed(kind: str, address: str, tmp_path: Path) -> None:
    """After ``kill -9`` at random moments, the journal has the rows of one run, each once."""
    path = tmp_path / "cluster"
    moments = random.Random(kind)
    for _ in range(4):
        with driver(kind, address, path) as program:
            wait_for_rows(program, path)
            time.sleep(0.1 * moments.random())
            program.kill()
            assert program.wait() == -signal.SIGKILL
    with read_journal(path) as journal:
        assert 0 < len(journal) < len(LONG)
    with driver(kind, address, path) as program:
        assert program.wait(PATIENCE) == 0, errors_of(path)
    assert content(path) == played(LONG, tmp_path)


@pytest.mark.parametrize("kind", OF_DRIVERS, indirect=True)
def test_a_driver_that_is_interrupted_ends(kind: str, address: str, tmp_path: Path) -> None:
    """Ctrl-C ends the driver, its journal is whole, and the cluster takes the next match."""
    path = tmp_path / "cluster"
    with driver(kind, address, path) as program:
        wait_for_rows(program, path)
        program.send_signal(signal.SIGINT)
        assert program.wait(PATIENCE) != 0
    assert "KeyboardInterrupt" in errors_of(path)
    with read_journal(path) as journal:
        assert 0 < len(list(journal)) < len(LONG)
        assert journal.cut_off == 0
    with workers(kind, address) as executor:
        assert by_task(run(MATCH, executor, workers=2)) == list(run(MATCH))


def test_a_cluster_that_goes_away_is_named() -> None:
    """The run ends with an error that blames the workers and no task."""
    from distributed import Client, LocalCluster  # noqa: PLC0415 - it takes half a second

    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster,
        Client(cluster) as client,
    ):
        rows = run(LONG, client.get_executor(pure=False), workers=2)
        for _ in range(20):
            next(rows)
        cluster.close()
        with pytest.raises(MatchError, match=r"does no more calls|takes no more tasks"):
            list(rows)
