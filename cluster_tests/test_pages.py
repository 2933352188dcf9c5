"""The programs on the page of clusters, run as they are there, with fewer deals."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cluster_tests.clusters import PATIENCE, program
from cluster_tests.test_clusters import content, played
from wonders_duel.arena import merge_journals
from wonders_duel.match import Match

DEALS = 12
MATCH = Match(["greedy", "random"], deals=DEALS, seed="clusters")


def ran(beginning: str, folder: Path, *command: str, **environment: str) -> None:
    """Run a program of the page.

    Args:
        beginning: the first line of the program.
        folder: the folder in which it is run.
        command: what to run it with.
        environment: additional environment variables.
    """
    source = program(f"{beginning}\n")
    assert source.count("deals=1000") == 1
    (folder / "match.py").write_text(source.replace("deals=1000", f"deals={DEALS}"), "utf-8")
    done = subprocess.run(  # noqa: S603 - our own page
        [*(command or [sys.executable]), "match.py"],
        cwd=folder,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "beginning",
    ["from functools import partial", "from dask.distributed import Client, LocalCluster"],
)
def test_loky_and_dask(beginning: str, tmp_path: Path) -> None:
    """Their programs write the journal that this process writes."""
    ran(beginning, tmp_path)
    assert content(tmp_path / "match.jsonl") == played(MATCH, tmp_path)


def test_ray(ray_address: str, tmp_path: Path) -> None:
    """The class on the page is an executor for the program on the page."""
    executor = program("from collections.abc import Callable\n")
    (tmp_path / "ray_executor.py").write_text(executor, "utf-8")
    ran("import ray", tmp_path, RAY_ADDRESS=ray_address)
    assert content(tmp_path / "match.jsonl") == played(MATCH, tmp_path)


MPI = [
    *(str(Path(sys.executable).parent / "mpiexec"), "-n", "3"),
    *(sys.executable, "-m", "mpi4py.futures"),
]


def test_mpi(tmp_path: Path) -> None:
    """Process 0 writes the journal, and two others play."""
    ran("import sys", tmp_path, *MPI)
    assert content(tmp_path / "match.jsonl") == played(MATCH, tmp_path)


def test_mpi_after_a_process_was_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """MPI ends the job with a process that is killed; the next job resumes with the journal."""
    source = program("import sys\n").replace(
        'Match(["greedy", "random"], deals=1000, seed="clusters")',
        'Match(["tests.arena_bots:Killer,tasks=5-20,once=.", "random"], deals=30)',
    )
    (tmp_path / "match.py").write_text(source, "utf-8")
    codes = [
        subprocess.run(  # noqa: S603 - our own page
            [*MPI, "match.py"], cwd=tmp_path, capture_output=True, timeout=PATIENCE, check=False
        ).returncode
        for _ in range(3)
    ]
    assert codes[0] != 0
    assert codes[-1] == 0
    match = Match(["tests.arena_bots:Killer,tasks=5-20,once=.", "random"], deals=30)
    monkeypatch.chdir(tmp_path)  # where the marks of the bot are
    assert content(tmp_path / "match.jsonl") == played(match, tmp_path)


def test_job_arrays(tmp_path: Path) -> None:
    """Each job plays its part, and the journals of all are merged."""
    for job in range(3):
        variables = {"SLURM_ARRAY_TASK_ID": str(job), "SLURM_ARRAY_TASK_COUNT": "3"}
        ran("import os", tmp_path, **variables)
    assert merge_journals(sorted(tmp_path.glob("part-*.jsonl")), tmp_path / "all") == DEALS
    assert content(tmp_path / "all") == played(MATCH, tmp_path)
