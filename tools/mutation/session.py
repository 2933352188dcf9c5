"""A session: the mutants and their results, resumed from an earlier one and from the record."""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import TestOutcome, WorkerOutcome, WorkItem, WorkResult

from tools.mutation import mutants, settings, survivors, tried
from tools.mutation.settings import FOLDER, RECORD, Settings
from tools.mutation.tried import Place, Tried

SESSION, STAMP, KEYS = (FOLDER / name for name in ("session.sqlite", "stamp.txt", "keys.json"))
UNSURE = FOLDER / "unsure.txt"
"""The mutants of which a trial in a running process cannot say whether they survive."""
KILLED = WorkResult(worker_outcome=WorkerOutcome.NORMAL, test_outcome=TestOutcome.KILLED)
SURVIVED = WorkResult(worker_outcome=WorkerOutcome.NORMAL, test_outcome=TestOutcome.SURVIVED)
NO_PYTHON = WorkResult(worker_outcome=WorkerOutcome.SKIPPED, output="it is no Python")


def prepare(chosen: Settings, *, fresh: bool) -> Path:
    """Return the session to resume, or a new one.

    Args:
        chosen: the settings.
        fresh: whether to ignore earlier results.
    """
    FOLDER.mkdir(exist_ok=True)
    now = settings.digest(settings.everything())
    there = SESSION.exists() and STAMP.exists() and not fresh
    if there and STAMP.read_text(encoding="utf-8") == now:
        return SESSION
    before = _results() if there else {}
    listed = _Listed()
    made = FOLDER / "session.new.sqlite"  # it takes the other's place once it is complete
    made.unlink(missing_ok=True)
    with use_db(str(made)) as db:
        mutants.make(db, chosen)
        keys = mutants.keys(db)
        if not fresh:
            _put(db, _restored(db.pending_work_items, _digests(db, keys), tried.load(), listed))
        _put(db, _kept(db.pending_work_items, keys, before, listed))
    for old in (STAMP, UNSURE):
        old.unlink(missing_ok=True)
    KEYS.write_text(json.dumps(keys), encoding="utf-8")
    made.replace(SESSION)
    STAMP.write_text(now, encoding="utf-8")
    return SESSION


def record(path: Path = RECORD) -> None:
    """Write what the session has tried to the record.

    A function is added if all of its mutants have results, and the survivors are listed. One that has
    changed or is gone, or that has a survivor that is not listed, is removed.

    Args:
        path: the record.
    """
    keys = json.loads(KEYS.read_text(encoding="utf-8"))
    listed = _Listed()
    of: Counter[Place] = Counter()
    killed: Counter[Place] = Counter()
    with use_db(str(SESSION)) as db:
        digests = _digests(db, keys)
        incomplete = {place_of(item) for item in db.pending_work_items}
        unlisted: set[Place] = set()
        for item, result in db.completed_work_items:
            if result.worker_outcome is WorkerOutcome.NORMAL:
                place = place_of(item)
                of[place] += 1
                if result.test_outcome is TestOutcome.KILLED:
                    killed[place] += 1
                elif item not in listed:
                    unlisted.add(place)
    found = {
        place: one
        for place, one in tried.load(path).items()
        if one.digest == digests.get(place) and place not in unlisted
    }
    for place, number in of.items():
        if place not in incomplete | unlisted:
            found[place] = Tried(digests[place], number, killed[place])
    tried.save(found, path)


def place_of(item: WorkItem) -> Place:
    """Return the module of a mutant, and the function or class in it."""
    mutation = mutants.specification(item)
    return settings.module_of(mutation.module_path), mutants.function_of(mutation)


class _Listed:
    """Tells whether a mutant is listed as a survivor.

    To find out what exactly a mutant changes takes long, so its place and kind are looked at first.
    """

    def __init__(self) -> None:
        """Read the list."""
        self._changes = survivors.changes()
        self._kinds = {(one.module, one.function, one.kind) for one in self._changes}

    def __contains__(self, item: WorkItem) -> bool:
        """Return whether a mutant is listed."""
        mutation = mutants.specification(item)
        if (*place_of(item), mutants.kind_of(mutation)) not in self._kinds:
            return False
        return mutants.change_of(mutation).is_in(self._changes)


def _put(db: WorkDB, results: Mapping[WorkResult, list[str]]) -> None:
    for result, jobs in results.items():
        db.set_multiple_results(jobs, result)


def _results() -> dict[str, WorkResult]:
    """Return the results of the present session by the keys of the mutants."""
    keys = json.loads(KEYS.read_text(encoding="utf-8"))
    with use_db(str(SESSION)) as db:
        return {keys[item.job_id]: result for item, result in db.completed_work_items}


def _kept(
    items: Iterable[WorkItem],
    keys: Mapping[str, str],
    before: Mapping[str, WorkResult],
    listed: _Listed,
) -> dict[WorkResult, list[str]]:
    """Return the results that further tests do not change: killed, or known to survive."""
    kept = defaultdict(list)
    for item in items:
        result = before.get(keys[item.job_id])
        if result and (result.test_outcome is TestOutcome.KILLED or item in listed):
            kept[result].append(item.job_id)
    return kept


def _digests(db: WorkDB, keys: Mapping[str, str]) -> dict[Place, str]:
    """Return a digest of the keys of each function's mutants."""
    of = defaultdict(list)
    for item in db.work_items:
        of[place_of(item)].append(keys[item.job_id])
    return {
        place: hashlib.sha256("\n".join(sorted(found)).encode()).hexdigest()[:16]
        for place, found in of.items()
    }


def _restored(
    items: Iterable[WorkItem],
    digests: Mapping[Place, str],
    recorded: Mapping[Place, Tried],
    listed: _Listed,
) -> dict[WorkResult, list[str]]:
    """Return the results of the functions that are recorded as they are now."""
    of = defaultdict(list)
    for item in items:
        place = place_of(item)
        if place in recorded and recorded[place].digest == digests[place]:
            of[place].append(item)
    results: defaultdict[WorkResult, list[str]] = defaultdict(list)
    for place, those in of.items():
        survive = {item.job_id for item in those if item in listed}
        killed = recorded[place].killed
        if len(survive) == recorded[place].mutants - killed:
            rest = [item.job_id for item in those if item.job_id not in survive]
            results[SURVIVED] += survive
            results[KILLED] += rest[:killed]
            results[NO_PYTHON] += rest[killed:]  # the record does not say which ones these are
    return results
