"""Fuzz all targets for a total time on all cores, each in its own processes."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

import attrs

from tools.fuzz.bombs import bombs
from tools.fuzz.corpus import inputs
from tools.fuzz.targets import TARGETS, Target, words
from tools.fuzz.trial import bound_memory, judge

__all__ = ["Report", "session", "try_bombs"]

ROOT: Final = Path(__file__).parent.parent.parent
_HUNG: Final = 30
"""Seconds after which libFuzzer ends a process that reads one input."""
_RESIDENT: Final = 1024
"""Megabytes at which libFuzzer ends a process that grows from input to input."""
_AGAIN: Final = 20
"""How often a process that ended is restarted."""
_BOMBS: Final = 900
"""Seconds for all large inputs of a target."""
_DONE = re.compile(r"^Done (\d+) runs", re.MULTILINE)
_COVERED = re.compile(r"cov: (\d+) ft: \d+ corp: (\d+)/")


@attrs.define
class Report:
    """The results of a target.

    Attributes:
        name: its name.
        bombs: the number of large inputs.
        runs: the number of inputs, generated or from the corpus.
        read: the share of inputs that were accepted rather than refused.
        seconds: the duration.
        slowest: the longest processor time of an input.
        peak: the peak memory of a process in bytes.
        covered: the number of places of the library that were reached.
        corpus: the number of inputs with coverage of their own.
        findings: the files of findings.
    """

    name: str
    bombs: int = 0
    runs: int = 0
    read: float = 0.0
    seconds: float = 0.0
    slowest: float = 0.0
    peak: int = 0
    covered: int = 0
    corpus: int = 0
    findings: list[Path] = attrs.Factory(list)


def session(names: Sequence[str], seconds: float, workers: int, work: Path) -> list[Report]:
    """Fuzz some targets.

    Args:
        names: their names.
        seconds: the total time.
        workers: the number of parallel processes.
        work: the folder for the inputs of earlier sessions and for findings.

    Returns:
        The report of each target.
    """
    share = seconds * min(workers, len(names)) / len(names)
    work.mkdir(parents=True, exist_ok=True)
    dictionary = work / "words.dict"
    dictionary.write_text("".join(f'"{_escaped(word)}"\n' for word in words()), encoding="ascii")
    print(f"{len(names)} targets, {share:.0f} s each, {workers} at a time", flush=True)
    with ThreadPoolExecutor(workers) as pool:
        return list(pool.map(lambda name: _fuzz(TARGETS[name], share, work, dictionary), names))


def _escaped(word: str) -> str:
    """Return a word in the format of libFuzzer's dictionaries."""
    return "".join(f"\\x{byte:02x}" for byte in word.encode("utf-8", "surrogateescape"))


def _fuzz(target: Target, seconds: float, work: Path, dictionary: Path) -> Report:
    """Fuzz one target; an early end is a finding, and the process is restarted."""
    folder = work / target.name
    report = Report(target.name)
    started = time.monotonic()
    _prepare(target, folder)
    report.bombs = _in_a_process(target, folder)
    options = (
        f"-max_len={target.largest}",
        f"-timeout={_HUNG}",
        f"-rss_limit_mb={_RESIDENT}",
        f"-dict={dictionary}",
        f"-artifact_prefix={folder / 'findings'}/",
        "-mutate_depth=2",
        str(folder / "corpus"),
        str(folder / "seeds"),
    )
    read = counted = 0
    for _ in range(_AGAIN):
        left = seconds - (time.monotonic() - started)
        if left < 1:
            break
        counts = folder / "counts.json"
        counts.unlink(missing_ok=True)
        ended = subprocess.run(  # noqa: S603 - our own words
            [
                *(sys.executable, "-m", "tools.fuzz.engine", target.name, str(folder)),
                *(f"-max_total_time={int(left)}", *options),
            ],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            check=False,
            errors="replace",
            text=True,
        )
        with (folder / "log").open("a", encoding="utf-8") as log:
            log.write(ended.stderr)
        if not counts.exists():
            _note(folder, f"the fuzzer did not start:\n{ended.stderr[-4000:]}")
            break
        found = json.loads(counts.read_text(encoding="utf-8"))
        read, counted = read + found["read"], counted + found["runs"]
        report.slowest = max(report.slowest, found["slowest"])
        report.peak = max(report.peak, found["peak"])
        done = _DONE.search(ended.stderr)
        report.runs += int(done[1]) if done else found["runs"]
        for match in _COVERED.finditer(ended.stderr):
            report.covered, report.corpus = int(match[1]), int(match[2])
        if ended.returncode and not [*(folder / "findings").glob("*-*")]:
            _note(folder, f"the process ended with {ended.returncode}:\n{ended.stderr[-4000:]}")
    if not report.runs:
        _note(folder, "no time was left for the fuzzer after the large inputs: take more seconds")
    report.read = read / counted if counted else 0.0
    report.seconds = time.monotonic() - started
    report.findings = sorted((folder / "findings").iterdir())
    print(_line(report), flush=True)
    return report


def _prepare(target: Target, folder: Path) -> None:
    """Write the initial inputs, with earlier findings first."""
    for name in ("corpus", "seeds", "findings"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / "log").unlink(missing_ok=True)
    for path in (folder / "findings").iterdir():
        if path.suffix == ".txt":
            path.unlink()
        else:
            path.replace(folder / "corpus" / path.name)
    shutil.rmtree(folder / "seeds")
    (folder / "seeds").mkdir()
    for kind, some in (("golden", target.seeds()), ("corpus", inputs(target))):
        for name, data in some.items():
            (folder / "seeds" / f"{kind}-{name}").write_bytes(data)


def _in_a_process(target: Target, folder: Path) -> int:
    """Try the large inputs in a process with limited memory."""
    try:
        ended = subprocess.run(  # noqa: S603 - our own words
            [sys.executable, "-m", "tools.fuzz", "--bombs", str(folder / "findings"), target.name],
            cwd=ROOT,
            capture_output=True,
            check=False,
            text=True,
            timeout=_BOMBS,
        )
    except subprocess.TimeoutExpired:
        _note(folder, f"the large inputs took more than {_BOMBS} s")
        return 0
    if ended.returncode:
        _note(folder, f"the large inputs ended the process:\n{ended.stderr[-4000:]}")
        return 0
    return int(ended.stdout)


def try_bombs(target: Target, folder: Path) -> int:
    """Try the large inputs of a target and keep the findings.

    Args:
        target: the parser.
        folder: the folder for findings.

    Returns:
        The number of inputs.
    """
    bound_memory()
    number = 0
    for what, data in bombs(target):
        number += 1
        finding = judge(target, data).finding
        if finding is not None:
            (folder / f"{finding.name}.input").write_bytes(data)
            (folder / f"{finding.name}.txt").write_text(
                f"{what}\n{finding.story}", encoding="utf-8"
            )
    return number


def _note(folder: Path, story: str) -> None:
    (folder / "findings" / "process.txt").write_text(story, encoding="utf-8")


def _line(report: Report) -> str:
    """Return a report as a line."""
    return (
        f"{report.name:16}{report.runs:>10,} runs {report.read:>6.1%} read {report.bombs:>4} bombs"
        f"{report.covered:>7,} covered {report.corpus:>6,} corpus {report.seconds:>5.0f} s"
        f"  slowest {report.slowest * 1000:>5.0f} ms  {report.peak / 1e6:>5.0f} MB"
        f"  {len(report.findings) or 'no'} findings"
    )
