"""What came of each round of training, kept beside the weights and shown on the page about training."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import attrs

from tools.computed import FOLDER, Table, load, save

__all__ = ["NAME", "RoundRecord", "note", "publish", "records", "runs", "table"]

NAME: Final = "training"
"""The name of the file without its suffix."""


@attrs.frozen
class RoundRecord:
    """What came of a round.

    Attributes:
        round: the number of the round.
        pairs: the number of pairs of games that were played.
        states: the number of states that the weights were fitted to.
        log_loss: the mean logarithmic loss of the results of held-out games, with the new weights.
        before: the same with the present weights; ``None`` without any.
        by_period: the loss with the new weights in each period; ``None`` where there are no states.
        tested: the pairs of games in which the new weights played the present ones.
        score: the share of the new weights in them, from 0 to 1; ``None`` if there were none.
        verdict: the hypothesis that the test accepted, ``H0`` or ``H1``; ``None`` if undecided.
    """

    round: int
    pairs: int
    states: int
    log_loss: float
    before: float | None
    by_period: list[float | None]
    tested: int
    score: float | None
    verdict: str | None


def note(folder: Path, one: RoundRecord) -> None:
    """Add a round to the record of a run, in place of an earlier entry for it.

    Args:
        folder: the folder of the run.
        one: what came of the round.
    """
    kept = [entry for entry in records(folder) if entry.round != one.round]
    rounds = [attrs.asdict(entry) for entry in sorted([*kept, one], key=lambda entry: entry.round)]
    save(folder, NAME, {"rounds": rounds})


def records(folder: Path) -> list[RoundRecord]:
    """Return what came of the rounds so far; nothing if no round is complete.

    Args:
        folder: the folder of the run.
    """
    if not (folder / f"{NAME}.json").exists():
        return []
    found: list[dict[str, Any]] = load(folder, NAME)["rounds"]
    return [RoundRecord(**entry) for entry in found]


def publish(folder: Path, plan: Mapping[str, Any], last: int, measured: Path = FOLDER) -> None:
    """Add the rounds of a run to the file of the page, beside those of the runs it rests on.

    Args:
        folder: the folder of the run.
        plan: its plan.
        last: the number of the last round that counts.
        measured: the folder of the file of the page.
    """
    earlier = {seed: runs(measured).get(seed) for seed in reversed([*_begun(plan)])}
    found = {seed: rounds for seed, rounds in earlier.items() if rounds}
    found.pop(plan["seed"], None)
    found[plan["seed"]] = [one for one in records(folder) if one.round <= last]
    kept = [
        {"run": seed, "rounds": [attrs.asdict(one) for one in rounds]}
        for seed, rounds in found.items()
    ]
    save(measured, NAME, {"runs": kept})


def _begun(plan: Mapping[str, Any]) -> Iterator[str]:
    """Yield the seeds of the runs whose weights a run began with, the last one first."""
    while plan.get("begins"):  # the plans of the first runs did not have it
        plan = plan["begins"]["plan"]
        yield plan["seed"]


def runs(measured: Path = FOLDER) -> dict[str, list[RoundRecord]]:
    """Return the rounds on the page by the seed of their run, in the order they were played.

    Args:
        measured: the folder of the file of the page.
    """
    if not (measured / f"{NAME}.json").exists():
        return {}
    found: list[dict[str, Any]] = load(measured, NAME)["runs"]
    return {run["run"]: [RoundRecord(**one) for one in run["rounds"]] for run in found}


def table(measured: Path = FOLDER) -> Table:
    """Return the rounds of the last runs as a table.

    Args:
        measured: the folder of the file of the page.
    """
    headings = (
        "run",
        "round",
        "games",
        "states fitted",
        "log-loss before",
        "log-loss after",
        "games against the weights before",
        "score",
        "kept",
    )
    rows = [
        [
            seed,
            str(one.round),
            f"{2 * one.pairs:,}",
            f"{one.states:,}",
            "-" if one.before is None else f"{one.before:.4f}",
            f"{one.log_loss:.4f}",
            f"{2 * one.tested:,}",
            "-" if one.score is None else f"{100 * one.score:.1f} %",
            "yes" if one.verdict == "H1" or one.score is None else "no",
        ]
        for seed, rounds in runs(measured).items()
        for one in rounds
    ]
    return headings, rows
