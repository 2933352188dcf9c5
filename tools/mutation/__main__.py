"""Change the core in thousands of small ways and check that a test notices each.

Run ``nox -s mutation`` or ``python -m tools.mutation``. It tries the mutants of the functions that are
not in the record or have changed since, and records those that it has tried. The next run resumes.
"""

from __future__ import annotations

import math
import os
import sys
import time
from argparse import ArgumentParser, ArgumentTypeError
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import attrs
from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import TestOutcome, WorkerOutcome, WorkItem, WorkResult

from tools.mutation import collected, mutants, session, settings, survivors, trial
from tools.mutation.settings import FOLDER, Settings
from tools.mutation.survivors import Change

TIMED_OUT = "timed out"
HINTS = 3
"""How many tests are tried first because they noticed other mutants of the same function."""

Begin = Callable[[WorkItem, Sequence[str], Path], int]
"""Starts the trial of a mutant, with hints and a file for the test that notices it."""


@attrs.frozen
class Runner:
    """A runner that tries mutants in parallel.

    Attributes:
        begin: starts a trial and returns its process id.
        workers: the number of parallel trials.
        unsure: the note for a mutant of which a trial cannot say whether it survives.
        until: the time by ``time.monotonic()`` at which no more trials begin.
        witnesses: for each function the tests that noticed its mutants, the last one first.
    """

    begin: Begin
    workers: int
    unsure: Callable[[WorkItem], None]
    until: float
    witnesses: dict[tuple[str, str], list[str]] = attrs.field(factory=dict, init=False)

    def run(self, db: WorkDB, pending: list[WorkItem]) -> None:
        """Try mutants and record each verdict in the session."""
        running: dict[int, tuple[WorkItem, Path]] = {}
        free = [FOLDER / f"noticed-{number}.txt" for number in range(self.workers)]
        began = time.monotonic()
        waiting, done = list(pending), 0
        try:
            while True:
                if time.monotonic() >= self.until:
                    waiting.clear()
                while waiting and free:
                    item, notes = waiting.pop(), free.pop()
                    notes.unlink(missing_ok=True)
                    hints = self.witnesses.get(session.place_of(item), ())
                    running[self.begin(item, hints, notes)] = item, notes
                if not running:
                    break
                child, status = os.wait()
                item, notes = running.pop(child)
                free.append(notes)
                self._remember(item, notes)
                if os.WIFEXITED(status) and os.WEXITSTATUS(status) == collected.UNSURE:
                    self.unsure(item)
                else:
                    db.set_result(item.job_id, _verdict(status, item))
                done += 1
                _progress(done, len(pending), began)
        finally:
            for child in running:
                os.kill(child, 9)
                os.waitpid(child, 0)
            print(file=sys.stderr)

    def _remember(self, item: WorkItem, notes: Path) -> None:
        witness = notes.read_text(encoding="utf-8") if notes.exists() else ""
        if witness:
            others = self.witnesses.get(session.place_of(item), ())
            kept = [one for one in others if one != witness]
            self.witnesses[session.place_of(item)] = [witness, *kept[: HINTS - 1]]


def _module(item: WorkItem) -> str:
    return settings.module_of(mutants.specification(item).module_path)


def _verdict(status: int, item: WorkItem) -> WorkResult:
    if os.WIFSIGNALED(status):
        # It took too long, or crashed the interpreter.
        outcome, output = TestOutcome.KILLED, TIMED_OUT
        if os.WTERMSIG(status) not in {24, 14}:
            output = "crashed"
    else:
        code = os.WEXITSTATUS(status)
        if code == collected.NO_PYTHON:
            return session.NO_PYTHON
        if code == trial.FAILED:
            change = mutants.change_of(mutants.specification(item))
            raise RuntimeError(f"the tests could not be run for {change}")
        outcome = TestOutcome.SURVIVED if code == trial.SURVIVED else TestOutcome.KILLED
        output = ""
    return WorkResult(worker_outcome=WorkerOutcome.NORMAL, test_outcome=outcome, output=output)


def _progress(done: int, of: int, began: float) -> None:
    """Print the progress, always on a terminal, and occasionally elsewhere."""
    terminal = sys.stderr.isatty()
    if terminal or not done % 50 or done == of:
        left = (time.monotonic() - began) / done * (of - done) / 60
        start, end = ("\r", "") if terminal else ("", "\n")
        print(f"{start}{done} of {of} tried, {left:.0f} minutes left ", end=end, file=sys.stderr)


def report(db: WorkDB, chosen: Settings, modules: Sequence[str]) -> list[str]:
    """Print the figures of some modules of a session, as far as it has tried them.

    Returns:
        The problems; empty if there are none.
    """
    left_out: Counter[str] = Counter()
    killed: Counter[str] = Counter()
    total: Counter[str] = Counter()
    slow: Counter[str] = Counter()
    surviving: list[Change] = []
    for item, result in db.completed_work_items:
        mutation = mutants.specification(item)
        module = _module(item)
        if module not in modules:
            continue
        if result.worker_outcome is WorkerOutcome.SKIPPED:
            left_out[result.output] += 1
            continue
        total[module] += 1
        if result.test_outcome is TestOutcome.SURVIVED:
            surviving.append(mutants.change_of(mutation))
        else:
            killed[module] += 1
            slow[module] += bool(result.output)
    left = _pending(db, modules)
    places = {session.place_of(item) for item in left}

    def is_complete(module: str, function: str) -> bool:
        return module in modules and (module, function) not in places

    found = survivors.problems(surviving, survivors.load(), is_complete)
    width = max(map(len, [*modules, "together"])) + 2
    print(
        f"{'':{width}}{'mutants':>10}{'killed':>10}{'of these by time':>18}{'survive':>10}{'share':>10}"
    )
    rows = [(one, total[one], killed[one], slow[one]) for one in modules]
    rows.append(("together", total.total(), killed.total(), slow.total()))
    for name, of, noticed, by_time in rows:
        share = 100 * noticed / max(of, 1)
        figures = f"{of:>10}{noticed:>10}{by_time:>18}{of - noticed:>10}{share:>8.2f} %"
        print(f"{name:{width}}{figures}")
    together = 100 * killed.total() / max(total.total(), 1)
    if together < chosen.killed:
        found.append(f"{together:.2f} % are killed, fewer than {chosen.killed} %")
    for why, number in left_out.most_common():
        print(f"left out: {number:4}  {why}")
    if left:
        print(f"left to try: {len(left)}")
    return found


def _pending(db: WorkDB, modules: Sequence[str]) -> list[WorkItem]:
    """Return the mutants without a result in the reverse order of their places.

    The last one is tried first. So a stopped run has few functions of which it tried only some.
    """
    left = [item for item in db.pending_work_items if _module(item) in modules]
    return sorted(left, key=_place, reverse=True)


def _place(item: WorkItem) -> tuple[Path, tuple[int, int]]:
    mutation = mutants.specification(item)
    return mutation.module_path, mutation.start_pos


def _try_in_one_process(
    chosen: Settings, modules: Sequence[str], path: Path, workers: int, until: float
) -> None:
    """Try the mutants that can be patched into a process with the package imported."""
    notes, unsure = FOLDER / "tests.json", session.UNSURE
    known = set(unsure.read_text(encoding="utf-8").split()) if unsure.exists() else set()

    def note(item: WorkItem) -> None:
        with unsure.open("a", encoding="utf-8") as file:
            print(item.job_id, file=file)

    def work(tests: collected.Tests) -> None:
        tests.measure(workers, notes)

        def begin(item: WorkItem, hints: Sequence[str], witness: Path) -> int:
            stages = chosen.stages(_module(item))
            return tests.begin(mutants.specification(item), stages, hints, witness)

        with use_db(str(path)) as db:
            left = [one for one in _pending(db, modules) if one.job_id not in known]
            Runner(begin, workers, note, until).run(db, left)

    with use_db(str(path)) as db:
        left = [one for one in _pending(db, modules) if one.job_id not in known]
    if left:
        collected.collect(chosen.tests(modules), work)


def _try_from_the_start(
    chosen: Settings, modules: Sequence[str], path: Path, workers: int, until: float
) -> None:
    """Try the remaining mutants, each in a process that imports the mutated package."""
    with use_db(str(path)) as db:
        left = _pending(db, modules)
        if not left:
            return
        notes = FOLDER / "tests.json"
        stages = {one: chosen.stages(one) for one in {*map(_module, left)}}
        seconds = {
            one: [collected.seconds_of(tests, notes) for tests in stages[one]] for one in stages
        }

        def begin(item: WorkItem, hints: Sequence[str], witness: Path) -> int:
            module = _module(item)
            mutation = mutants.specification(item)
            return trial.begin(mutation, stages[module], seconds[module], hints, witness)

        Runner(begin, workers, lambda _: None, until).run(db, left)


def _positive(text: str) -> int:
    """Read a whole number from 1.

    The package reads such numbers, too, but must not be imported here: the mutants would not be seen.
    """
    if not text.isdecimal() or not int(text):
        raise ArgumentTypeError(f"expected a whole number from 1, got {text!r}")
    return int(text)


def _minutes(text: str) -> float:
    """Read a time above 0."""
    try:
        minutes = float(text)
    except ValueError:
        minutes = 0.0
    if not minutes > 0:
        raise ArgumentTypeError(f"expected minutes above 0, such as 2.5, got {text!r}")
    return minutes


def main() -> int:
    """Run and report; return 1 if there are problems."""
    parser = ArgumentParser(prog="python -m tools.mutation", description=__doc__)
    parser.add_argument("--workers", type=_positive, default=os.cpu_count() or 1)
    parser.add_argument(
        "--fresh", action="store_true", help="try all mutants, also the recorded ones"
    )
    chosen = settings.load()
    parser.add_argument(
        "--only",
        nargs="+",
        choices=[*chosen.modules],
        metavar="MODULE",
        default=[*chosen.modules],
        help="try only the mutants of these modules",
    )
    parser.add_argument(
        "--minutes",
        type=_minutes,
        default=math.inf,
        help="stop after this time; the next run resumes",
    )
    options = parser.parse_args()
    until = time.monotonic() + 60 * options.minutes
    path = session.prepare(chosen, fresh=options.fresh)
    trial.warm_up()
    try:
        _try_in_one_process(chosen, options.only, path, options.workers, until)
        _try_from_the_start(chosen, options.only, path, options.workers, until)
    finally:
        session.record()
    with use_db(str(path)) as db:
        found = report(db, chosen, options.only)
    for one in found:
        print(one)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
