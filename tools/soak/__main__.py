"""Play very many random games on all cores; the same command resumes a stopped run."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from tools.soak.games import Part, Plan, play_alone
from tools.soak.journal import Journal, OtherRunError, story
from tools.soak.report import lines, rows, totals
from tools.soak.workers import play_parts
from wonders_duel.command_line.arguments import natural, positive
from wonders_duel.support.exit_codes import FAILED, INTERRUPTED, USAGE_ERROR

FOLDER: Final = Path(__file__).parent.parent.parent / ".soak"

_LARGEST: Final = 500
"""The largest number of games in a part."""
_PARTS: Final = 200
"""The number of parts of a smaller run."""
_EVERY: Final = 30.0
"""Seconds between lines of progress without a terminal."""
_SHOWN: Final = 5
"""The number of findings that are printed at once."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the remaining games and report.

    Args:
        arguments: by default those of the command line.

    Returns:
        The exit code: 0; 1 for findings, or figures that are off; 2 if the folder is of another
        run; 130 if it was stopped.
    """
    options = _options(arguments)
    size = min(_LARGEST, max(1, options.games // _PARTS))
    plan = Plan(options.games, options.checked, options.seed, size)
    if options.game is not None:
        return _one(plan, options.game)
    try:
        journal = Journal(options.folder, plan, fresh=options.fresh)
    except OtherRunError as error:
        print(f"soak: {error}", file=sys.stderr)
        return USAGE_ERROR
    with journal:
        try:
            with _stoppable():
                _play(plan, journal, options.workers)
        except KeyboardInterrupt:
            done = sum(part.games for part in journal.parts.values())
            print(
                f"soak: stopped after {done:,} of {plan.games:,} games; the same command goes on",
                file=sys.stderr,
            )
            return INTERRUPTED
        except BrokenProcessPool:
            message = "a worker was ended from outside, perhaps for want of memory"
            print(f"soak: {message}; the same command goes on", file=sys.stderr)
            return FAILED
        report = "".join(f"{line}\n" for line in lines(plan, journal, options.workers))
        (options.folder / "report.txt").write_text(report, encoding="utf-8")
        print(report, end="")
        total = totals(journal.parts.values())
        for part in sorted(journal.parts.values(), key=lambda one: one.number):
            for finding in part.findings:
                print(f"\n{story(finding)}to see it again: {_again(plan, finding.game)}")
        is_off = any(row.is_off for row in rows(total.figures))
        return FAILED if total.found or is_off else 0


def _options(arguments: Sequence[str] | None) -> Namespace:
    parser = ArgumentParser(prog="python -m tools.soak", description=__doc__)
    parser.add_argument("--games", type=positive, default=1_000_000, metavar="N")
    parser.add_argument(
        "--checked", type=natural, metavar="M", help="games with every check (default: a tenth)"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument(
        "--workers", type=positive, default=os.cpu_count() or 1, metavar="K", help="processes"
    )
    parser.add_argument("--folder", type=Path, default=FOLDER, help="the folder of the run")
    parser.add_argument("--fresh", action="store_true", help="discard the results in the folder")
    parser.add_argument("--game", type=natural, metavar="I", help="play one game with every check")
    options = parser.parse_args(arguments)
    if options.checked is None:
        options.checked = options.games // 10
    if not 0 <= options.checked <= options.games:
        parser.error(f"--checked goes from 0 to {options.games}, the number of games")
    return options


def _again(plan: Plan, game: int) -> str:
    return f"python -m tools.soak --seed {plan.seed} --game {game}"


def _one(plan: Plan, game: int) -> int:
    """Play one game with every check in every state."""
    part = play_alone(plan, game)
    for finding in part.findings:
        print(story(finding))
    print(f"game {game}: {part.decisions} decisions, {part.found or 'no'} findings")
    return FAILED if part.found else 0


# -- playing ---------------------------------------------------------------------------------------


@contextmanager
def _stoppable() -> Iterator[None]:
    """Handle termination like an interrupt, so that the workers end too."""

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _play(plan: Plan, journal: Journal, workers: int) -> None:
    """Play the missing parts, and store each as soon as it is done."""
    missing = journal.missing(plan)
    shown = 0
    with _progress(plan, journal) as advance:
        for part in play_parts(plan, missing, workers):
            journal.keep(part)
            for finding in part.findings[: _SHOWN - shown]:
                shown += 1
                print(f"\nFOUND: {story(finding)}", file=sys.stderr)
            advance(part)


# -- progress --------------------------------------------------------------------------------------


class _Advance:
    """The progress of a run: a bar on a terminal, otherwise an occasional line."""

    def __init__(self, plan: Plan, journal: Journal, bar: Progress | None) -> None:
        self.plan = plan
        self.done = self.begun = sum(part.games for part in journal.parts.values())
        self.found = sum(part.found for part in journal.parts.values())
        self.started = self.said = time.monotonic()
        self.bar = bar
        if bar is not None:
            self.task = bar.add_task("", total=plan.games, completed=self.done, speed=0, found="no")

    def __call__(self, part: Part) -> None:
        """Count a part."""
        self.done += part.games
        self.found += part.found
        now = time.monotonic()
        speed = (self.done - self.begun) / max(now - self.started, 1e-9)
        found = str(self.found or "no")
        if self.bar is not None:
            self.bar.update(self.task, completed=self.done, speed=speed, found=found)
        elif now - self.said >= _EVERY:
            self.said = now
            left = (self.plan.games - self.done) / speed / 60
            print(
                f"soak: {self.done:,} of {self.plan.games:,} games, {speed:,.0f} a second, "
                f"about {left:.0f} minutes left, {found} findings",
                file=sys.stderr,
                flush=True,
            )


@contextmanager
def _progress(plan: Plan, journal: Journal) -> Iterator[_Advance]:
    console = Console(stderr=True)
    if not console.is_terminal:
        yield _Advance(plan, journal, None)
        return
    columns = (
        MofNCompleteColumn(),
        BarColumn(),
        TextColumn("{task.fields[speed]:,.0f} games/s"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[found]} findings"),
    )
    with Progress(*columns, console=console, redirect_stdout=False) as bar:
        yield _Advance(plan, journal, bar)


if __name__ == "__main__":
    sys.exit(main())
