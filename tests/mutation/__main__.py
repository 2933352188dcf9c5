"""Changes the core in thousands of small ways and looks whether a test notices each.

``nox -s mutation`` runs it; ``python -m tests.mutation`` does the same. A run that was
stopped goes on where it was, as long as no source and no test has changed.
"""

from __future__ import annotations

import json
import os
import sys
import time
from argparse import ArgumentParser
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path

import attrs
from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import TestOutcome, WorkerOutcome, WorkItem, WorkResult

from tests.mutation import mutants, settings, survivors, trial
from tests.mutation.settings import FOLDER, Settings
from tests.mutation.survivors import Change

TIMED_OUT = "timed out"
HINTS = 3
"""How many tests are tried first because they noticed other mutants of the same function."""
SPARE_SECONDS, SPARE_FACTOR = 10, 5
"""A stage may take this many times as long as without a mutant, and these seconds."""


@attrs.frozen
class Runner:
    """Tries mutants, several at a time.

    Attributes:
        chosen: the settings.
        workers: how many at a time.
        limits: for each module the seconds of processor time of each stage.
        witnesses: for each function the tests that noticed mutants of it, the last one first.
    """

    chosen: Settings
    workers: int
    limits: dict[str, list[float]]
    witnesses: dict[tuple[str, str], list[str]] = attrs.field(factory=dict, init=False)

    def run(self, db: WorkDB, pending: list[WorkItem]) -> None:
        """Try mutants and note each verdict in the session."""
        running: dict[int, tuple[WorkItem, Path]] = {}
        free = [FOLDER / f"noticed-{number}.txt" for number in range(self.workers)]
        began = time.monotonic()
        waiting = list(pending)
        try:
            while waiting or running:
                while waiting and free:
                    item, notes = waiting.pop(), free.pop()
                    running[self._begin(item, notes)] = item, notes
                child, status = os.wait()
                item, notes = running.pop(child)
                free.append(notes)
                self._remember(item, notes)
                db.set_result(item.job_id, _verdict(status, item))
                _progress(len(pending) - len(waiting) - len(running), len(pending), began)
        finally:
            for child in running:
                os.kill(child, 9)
                os.waitpid(child, 0)
            print(file=sys.stderr)

    def _begin(self, item: WorkItem, notes: Path) -> int:
        mutation = mutants.specification(item)
        module = mutation.module_path.stem
        notes.unlink(missing_ok=True)
        return trial.begin(
            mutation,
            self.chosen.stages(module),
            self.limits[module],
            self.witnesses.get((module, mutants.function_of(mutation)), ()),
            notes,
        )

    def _remember(self, item: WorkItem, notes: Path) -> None:
        witness = notes.read_text(encoding="utf-8") if notes.exists() else ""
        if witness:
            mutation = mutants.specification(item)
            key = mutation.module_path.stem, mutants.function_of(mutation)
            others = [one for one in self.witnesses.get(key, ()) if one != witness]
            self.witnesses[key] = [witness, *others[: HINTS - 1]]


def _verdict(status: int, item: WorkItem) -> WorkResult:
    if os.WIFSIGNALED(status):
        # Too much time, or it broke the interpreter.
        outcome, output = TestOutcome.KILLED, TIMED_OUT
        if os.WTERMSIG(status) not in {24, 14}:
            output = "crashed"
    else:
        code = os.WEXITSTATUS(status)
        if code == trial.FAILED:
            change = mutants.change_of(mutants.specification(item))
            raise RuntimeError(f"the tests could not be run for {change}")
        outcome = TestOutcome.SURVIVED if code == trial.SURVIVED else TestOutcome.KILLED
        output = ""
    return WorkResult(worker_outcome=WorkerOutcome.NORMAL, test_outcome=outcome, output=output)


def _progress(done: int, of: int, began: float) -> None:
    """Say how far it is: on a terminal always, elsewhere now and then."""
    terminal = sys.stderr.isatty()
    if terminal or not done % 50 or done == of:
        left = (time.monotonic() - began) / done * (of - done) / 60
        start, end = ("\r", "") if terminal else ("", "\n")
        print(f"{start}{done} of {of} tried, {left:.0f} minutes left ", end=end, file=sys.stderr)


def _session(chosen: Settings, *, fresh: bool, again: bool) -> Path:
    """Give the session to go on with, or a new one."""
    FOLDER.mkdir(exist_ok=True)
    path, stamp, kinds = (FOLDER / name for name in ("session.sqlite", "stamp.txt", "keys.json"))
    now = settings.digest(settings.everything())
    there = path.exists() and stamp.exists() and not fresh
    if there and not again and stamp.read_text(encoding="utf-8") == now:
        return path
    before = _verdicts(path, kinds) if there and again else {}
    path.unlink(missing_ok=True)
    with use_db(str(path)) as db:
        mutants.make(db, chosen)
        keys = mutants.keys(db)
        kept = _kept(db.pending_work_items, keys, before)
        for verdict, jobs in kept.items():
            db.set_multiple_results(jobs, verdict)
    kinds.write_text(json.dumps(keys), encoding="utf-8")
    stamp.write_text(now, encoding="utf-8")
    return path


def _verdicts(path: Path, kinds: Path) -> dict[str, WorkResult]:
    """Give the verdicts of a session by what its mutants are."""
    keys = json.loads(kinds.read_text(encoding="utf-8"))
    with use_db(str(path)) as db:
        return {keys[item.job_id]: result for item, result in db.completed_work_items}


def _kept(
    items: Iterable[WorkItem], keys: dict[str, str], before: dict[str, WorkResult]
) -> dict[WorkResult, list[str]]:
    """Give the verdicts that more tests do not change: killed, or known to survive."""
    known = {change for one in survivors.load() for change in one.changes}
    kept = defaultdict(list)
    for item in items:
        verdict = before.get(keys[item.job_id])
        if verdict and (
            verdict.test_outcome is TestOutcome.KILLED
            or mutants.change_of(mutants.specification(item)) in known
        ):
            kept[verdict].append(item.job_id)
    return kept


def report(db: WorkDB, chosen: Settings) -> list[str]:
    """Print the figures of a session.

    Returns:
        What is wrong; empty if all is well.
    """
    left_out: Counter[str] = Counter()
    killed: Counter[str] = Counter()
    total: Counter[str] = Counter()
    slow: Counter[str] = Counter()
    surviving: list[Change] = []
    for item, result in db.completed_work_items:
        mutation = mutants.specification(item)
        module = mutation.module_path.stem
        if result.worker_outcome is WorkerOutcome.SKIPPED:
            left_out[result.output] += 1
            continue
        total[module] += 1
        if result.test_outcome is TestOutcome.SURVIVED:
            surviving.append(mutants.change_of(mutation))
        else:
            killed[module] += 1
            slow[module] += bool(result.output)
    print(f"{'':10}{'mutants':>10}{'killed':>10}{'of these by time':>18}{'survive':>10}")
    rows = [(one, total[one], killed[one], slow[one]) for one in chosen.modules]
    rows.append(("together", total.total(), killed.total(), slow.total()))
    for name, *figures, by_time in rows:
        alive = figures[0] - figures[1]
        print(f"{name:10}{figures[0]:>10}{figures[1]:>10}{by_time:>18}{alive:>10}")
    share = 100 * killed.total() / max(total.total(), 1)
    print(f"{share:.2f} % are killed; {chosen.killed} % have to be")
    for why, number in left_out.most_common():
        print(f"left out: {number:4}  {why}")
    found = survivors.problems(surviving, survivors.load())
    if share < chosen.killed:
        found.append(f"{share:.2f} % are killed, fewer than {chosen.killed} %")
    return found


def main() -> int:
    """Run, report, and give 1 if something is wrong."""
    parser = ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--fresh", action="store_true", help="begin anew")
    parser.add_argument(
        "--again",
        action="store_true",
        help="after tests were added: try only what survived and is not listed, was not tried, or stands in a function that has changed",
    )
    options = parser.parse_args()
    chosen = settings.load()
    path = _session(chosen, fresh=options.fresh, again=options.again)
    trial.warm_up()
    with use_db(str(path)) as db:
        pending = list(db.pending_work_items)
        if pending:
            notes = FOLDER / "times.json"
            groups = [*chosen.first.values(), *chosen.then]
            times = trial.measure(groups, notes)
            spared = [SPARE_SECONDS + SPARE_FACTOR * one for one in times]
            firsts = dict(zip(chosen.first, spared, strict=False))
            limits = {one: [firsts[one], *spared[len(firsts) :]] for one in chosen.modules}
            Runner(chosen, options.workers, limits).run(db, pending)
        found = report(db, chosen)
    for one in found:
        print(one)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
