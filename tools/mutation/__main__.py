"""Change the core in thousands of small ways and check that a test notices each.

Run ``nox -s mutation`` or ``python -m tools.mutation``. A stopped run is resumed as long as no
source and no test has changed.
"""

from __future__ import annotations

import json
import os
import sys
import time
from argparse import ArgumentParser
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import attrs
from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import TestOutcome, WorkerOutcome, WorkItem, WorkResult

from tools.mutation import collected, mutants, settings, survivors, trial
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
        witnesses: for each function the tests that noticed its mutants, the last one first.
    """

    begin: Begin
    workers: int
    unsure: Callable[[WorkItem], None]
    witnesses: dict[tuple[str, str], list[str]] = attrs.field(factory=dict, init=False)

    def run(self, db: WorkDB, pending: list[WorkItem]) -> None:
        """Try mutants and record each verdict in the session."""
        running: dict[int, tuple[WorkItem, Path]] = {}
        free = [FOLDER / f"noticed-{number}.txt" for number in range(self.workers)]
        began = time.monotonic()
        waiting = list(pending)
        try:
            while waiting or running:
                while waiting and free:
                    item, notes = waiting.pop(), free.pop()
                    notes.unlink(missing_ok=True)
                    hints = self.witnesses.get(_function(item), ())
                    running[self.begin(item, hints, notes)] = item, notes
                child, status = os.wait()
                item, notes = running.pop(child)
                free.append(notes)
                self._remember(item, notes)
                if os.WIFEXITED(status) and os.WEXITSTATUS(status) == collected.UNSURE:
                    self.unsure(item)
                else:
                    db.set_result(item.job_id, _verdict(status, item))
                _progress(len(pending) - len(waiting) - len(running), len(pending), began)
        finally:
            for child in running:
                os.kill(child, 9)
                os.waitpid(child, 0)
            print(file=sys.stderr)

    def _remember(self, item: WorkItem, notes: Path) -> None:
        witness = notes.read_text(encoding="utf-8") if notes.exists() else ""
        if witness:
            others = self.witnesses.get(_function(item), ())
            kept = [one for one in others if one != witness]
            self.witnesses[_function(item)] = [witness, *kept[: HINTS - 1]]


def _module(item: WorkItem) -> str:
    return settings.module_of(mutants.specification(item).module_path)


def _function(item: WorkItem) -> tuple[str, str]:
    return _module(item), mutants.function_of(mutants.specification(item))


def _verdict(status: int, item: WorkItem) -> WorkResult:
    if os.WIFSIGNALED(status):
        # It took too long, or crashed the interpreter.
        outcome, output = TestOutcome.KILLED, TIMED_OUT
        if os.WTERMSIG(status) not in {24, 14}:
            output = "crashed"
    else:
        code = os.WEXITSTATUS(status)
        if code == collected.NO_PYTHON:
            return WorkResult(worker_outcome=WorkerOutcome.SKIPPED, output="it is no Python")
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


def _session(chosen: Settings, *, fresh: bool, again: bool) -> Path:
    """Return the session to resume, or a new one."""
    FOLDER.mkdir(exist_ok=True)
    path, stamp, kinds = (FOLDER / name for name in ("session.sqlite", "stamp.txt", "keys.json"))
    now = settings.digest(settings.everything())
    there = path.exists() and stamp.exists() and not fresh
    if there and not again and stamp.read_text(encoding="utf-8") == now:
        return path
    before = _verdicts(path, kinds) if there and again else {}
    made = FOLDER / "session.new.sqlite"  # it takes the other's place once it is complete
    made.unlink(missing_ok=True)
    with use_db(str(made)) as db:
        mutants.make(db, chosen)
        keys = mutants.keys(db)
        kept = _kept(db.pending_work_items, keys, before)
        for verdict, jobs in kept.items():
            db.set_multiple_results(jobs, verdict)
    for old in (stamp, FOLDER / "unsure.txt"):
        old.unlink(missing_ok=True)
    kinds.write_text(json.dumps(keys), encoding="utf-8")
    made.replace(path)
    stamp.write_text(now, encoding="utf-8")
    return path


def _verdicts(path: Path, kinds: Path) -> dict[str, WorkResult]:
    """Return the verdicts of a session by the kinds of mutants."""
    keys = json.loads(kinds.read_text(encoding="utf-8"))
    with use_db(str(path)) as db:
        return {keys[item.job_id]: result for item, result in db.completed_work_items}


def _kept(
    items: Iterable[WorkItem], keys: dict[str, str], before: dict[str, WorkResult]
) -> dict[WorkResult, list[str]]:
    """Return the verdicts that further tests do not change: killed, or known to survive."""
    known = {change for one in survivors.load() for change in one.changes}
    kept = defaultdict(list)
    for item in items:
        verdict = before.get(keys[item.job_id])
        if verdict and (
            verdict.test_outcome is TestOutcome.KILLED
            or mutants.change_of(mutants.specification(item)).is_in(known)
        ):
            kept[verdict].append(item.job_id)
    return kept


def report(db: WorkDB, chosen: Settings, modules: Sequence[str]) -> list[str]:
    """Print the figures of some modules of a session.

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
    listed = [one for one in survivors.load() if one.module in modules]
    found = survivors.problems(surviving, listed)
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
    return found


def _pending(db: WorkDB, modules: Sequence[str]) -> list[WorkItem]:
    return [item for item in db.pending_work_items if _module(item) in modules]


def _try_in_one_process(chosen: Settings, modules: Sequence[str], path: Path, workers: int) -> None:
    """Try the mutants that can be patched into a process with the package imported."""
    notes, unsure = FOLDER / "tests.json", FOLDER / "unsure.txt"
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
            Runner(begin, workers, note).run(db, left)

    with use_db(str(path)) as db:
        left = [one for one in _pending(db, modules) if one.job_id not in known]
    if left:
        collected.collect(chosen.tests(modules), work)


def _try_from_the_start(chosen: Settings, modules: Sequence[str], path: Path, workers: int) -> None:
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

        Runner(begin, workers, lambda _: None).run(db, left)


def main() -> int:
    """Run and report; return 1 if there are problems."""
    parser = ArgumentParser(prog="python -m tools.mutation", description=__doc__)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--fresh", action="store_true", help="start again")
    parser.add_argument(
        "--again",
        action="store_true",
        help="after adding tests: try only unlisted survivors, untried mutants and changed functions",
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
    options = parser.parse_args()
    path = _session(chosen, fresh=options.fresh, again=options.again)
    trial.warm_up()
    _try_in_one_process(chosen, options.only, path, options.workers)
    _try_from_the_start(chosen, options.only, path, options.workers)
    with use_db(str(path)) as db:
        found = report(db, chosen, options.only)
    for one in found:
        print(one)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
