"""Play, fit and test round after round; the same command resumes a stopped run."""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from concurrent.futures.process import BrokenProcessPool
from math import isfinite
from pathlib import Path
from typing import Final

import attrs

from tools.train.record import RoundRecord, note, publish
from tools.train.rounds import OtherPlanError, Plan, Round, Run, begun, weights_name
from wonders_duel.arena import processes
from wonders_duel.command_line.arguments import natural, positive
from wonders_duel.errors import WondersDuelError
from wonders_duel.evaluation import fitted
from wonders_duel.evaluation.units import MOST_UNITS
from wonders_duel.support.exit_codes import FAILED, INTERRUPTED
from wonders_duel.text.files import write_whole

FOLDER: Final = Path(__file__).parent.parent.parent / ".train"
SHIPPED: Final = FOLDER.parent / "src" / "wonders_duel" / "evaluation" / "fits"
"""The folder of the weights that come with the library."""
FIRST: Final = (Round(2_000), *[Round(100)] * 3)
"""The first rounds: random games, then looks one move ahead."""
_EVERY: Final = 30.0
"""The seconds between two lines of progress."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the rounds that are missing.

    Args:
        arguments: by default those of the command line.

    Returns:
        The exit code: 1 if a file of the run cannot be read or written, or a game cannot be
        played; 2 if the folder is of another run; 130 if the run was stopped.
    """
    parser = ArgumentParser(prog="python -m tools.train", description=__doc__)
    parser.add_argument(
        "--rounds", type=natural, default=12, metavar="N", help="rounds with a search"
    )
    parser.add_argument(
        "--deals",
        type=positive,
        nargs="+",
        default=[60],
        metavar="N",
        help="deals for each pairing in each of these rounds; the last one for the rest",
    )
    parser.add_argument("--simulations", type=natural, default=60, metavar="N")
    parser.add_argument("--late", type=natural, default=180, metavar="N", help="those in Age III")
    parser.add_argument(
        "--unit-rounds", type=natural, default=0, metavar="N", help="then so many with hidden units"
    )
    parser.add_argument(
        "--units",
        type=int,
        nargs="+",
        default=[MOST_UNITS],
        metavar="N",
        help=f"hidden units of each of these rounds, up to {MOST_UNITS}; the last one for the rest",
    )
    parser.add_argument("--seed", default="train")
    parser.add_argument(
        "--go-on",
        action="store_true",
        help="begin a run with the weights of the library, not at random",
    )
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--workers", type=positive, default=2, metavar="N")
    parser.add_argument(
        "--ship",
        type=natural,
        metavar="ROUND",
        help="only make the weights of a round those of the library",
    )
    options = parser.parse_args(arguments)
    if not all(1 <= units <= MOST_UNITS for units in options.units):
        parser.error(f"expected numbers of units from 1 to {MOST_UNITS}")
    if options.ship is not None and not (options.folder / weights_name(options.ship)).exists():
        parser.error(f"{options.folder} has no weights of round {options.ship}")
    searches = [
        Round(deals, options.simulations, options.late, units)
        for deals, units in zip(
            _stretched(options.deals, options.rounds + options.unit_rounds),
            [0] * options.rounds + _stretched(options.units, options.unit_rounds),
            strict=True,
        )
    ]
    if options.go_on:
        begins = begun(options.folder) or dict(fitted().origin)
        plan = Plan((Round(0), *searches), options.seed, begins=begins)
    else:
        plan = Plan((*FIRST, *searches), options.seed)
    try:
        run = Run(plan, options.folder)
    except (OSError, OtherPlanError) as error:
        parser.error(str(error))
    if options.ship is None:
        try:
            train(run, options.workers)
        except KeyboardInterrupt:
            print("train: stopped; the same command goes on", file=sys.stderr)
            return INTERRUPTED
        except (OSError, WondersDuelError, BrokenProcessPool) as error:
            print(f"train: {error}", file=sys.stderr)
            return FAILED
    else:
        ship(run, options.ship, SHIPPED)
        publish(options.folder, attrs.asdict(plan), options.ship)
    return 0


def _stretched(numbers: Sequence[int], rounds: int) -> list[int]:
    """Return a number for each round: the last one counts for the rest."""
    return [numbers[min(one, len(numbers) - 1)] for one in range(rounds)]


def ship(run: Run, number: int, folder: Path) -> None:
    """Write the weights that come with the library.

    Args:
        run: the run.
        number: the number of the round.
        folder: where they are written.
    """
    for name, evaluation in run.shipped(number).items():
        write_whole(folder / f"{name}.json", evaluation.to_json())


def train(run: Run, workers: int) -> None:
    """Run the rounds that are missing, and print a line for each.

    Args:
        run: the run.
        workers: the number of processes.
    """
    executor = processes(workers) if workers > 1 else None
    for number in range(len(run.plan.rounds)):
        if run.weights(number).exists():
            continue
        began = said = time.monotonic()
        total = len(run.match(number))
        for done in run.play(number, executor, workers):
            if time.monotonic() - said > _EVERY:
                said = time.monotonic()
                print(f"round {number}: {done:,} of {total:,} pairs of games", file=sys.stderr)
        made = run.fit(number)
        sprt = run.test(number, executor, workers)
        note(
            run.folder,
            RoundRecord(
                number,
                total,
                made.examples,
                round(made.loss, 4),
                None if made.before is None else round(made.before, 4),
                [round(loss, 4) if isfinite(loss) else None for loss in made.by_period],
                0 if sprt is None else sprt.pairs,
                None if sprt is None else round(sprt.counts.score, 4),
                None if sprt is None else sprt.accepted,
            ),
        )
        run.keep(number, sprt)
        minutes = (time.monotonic() - began) / 60
        print(
            f"round {number}: {total:,} pairs of games, {made.examples:,} states, "
            f"log-loss {made.loss:.4f}, {minutes:.1f} minutes",
            flush=True,
        )
        if sprt is not None:
            print(f"  {sprt}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
