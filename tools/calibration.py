"""How far predicted win probabilities can be trusted: ``python -m tools.calibration``.

The library's search plays against itself, and each decision is analysed. The probabilities are then
compared with the results of the games. The figures are written to the file that the tables of
``docs/explanation/strength.md`` are made of, and the tables are printed. With the name of a table,
nothing is played, and the table is made of the file.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from math import log, sqrt
from pathlib import Path
from statistics import NormalDist, fmean
from typing import Any

import attrs

from tools.computed import FOLDER, Table, load, markdown, save, within
from tools.stopping import run_program
from wonders_duel import Age, Game, Player, WondersDuelError
from wonders_duel.arena import processes
from wonders_duel.search import analyse

GAMES = 2_000
SIMULATIONS = 400
SEED = "calibration"
BINS = 10
PARTS = ("draft", *(f"Age {age}" for age in Age))
_NAME = "calibration"
_WIDTH = NormalDist().inv_cdf(0.975)
_NEVER = 1e-6
"""The least probability in a log-loss, since nothing that was called impossible may happen."""


@attrs.frozen
class Prediction:
    """A win probability and what came of it.

    Attributes:
        game: the number of the game.
        part: the part of the game, one of ``PARTS``.
        probability: the predicted win probability of the player to move, 0 to 1.
        score: what this player got: 1 for a victory, 0 for a defeat, 1/2 for a shared victory.
    """

    game: int
    part: str
    probability: float
    score: float


def play(game: int, simulations: int) -> list[Prediction]:
    """Play a game with the best move of an analysis in each decision; return the predictions.

    Args:
        game: the number of the game.
        simulations: the simulations of an analysis.
    """
    played = Game(seed=f"{SEED} {game}")
    seen: list[tuple[str, Player, float]] = []
    while played.result is None:
        found = analyse(played.state, simulations=simulations, samples=0, seed=game)
        age = found.state.age
        seen.append((f"Age {age}" if age else "draft", found.player, found.win_probability))
        played.play(found.moves[0].move)
    winner = played.result.winner
    return [
        Prediction(game, part, probability, 0.5 if winner is None else float(winner is player))
        for part, player, probability in seen
    ]


def figures_of(predictions: Iterable[Prediction]) -> dict[str, Any]:
    """Return what the file contains about predictions.

    Args:
        predictions: all predictions of the games.
    """
    every = list(predictions)
    bins = defaultdict(list)
    parts = defaultdict(list)
    for one in every:
        bins[min(int(one.probability * BINS), BINS - 1)].append(one)
        parts[one.part].append(one)
    return {
        "bins": [_bin(number, bins[number]) for number in sorted(bins)],
        "parts": [_part(name, parts[name]) for name in PARTS if name in parts]
        + [_part("whole game", every)],
    }


def _bin(number: int, those: Sequence[Prediction]) -> dict[str, Any]:
    won = fmean(one.score for one in those)
    # The predictions of a game share its result, so the error is that of the games.
    apart: defaultdict[int, float] = defaultdict(float)
    for one in those:
        apart[one.game] += one.score - won
    error = sqrt(sum(value * value for value in apart.values())) / len(those)
    return {
        "from": number / BINS,
        "to": (number + 1) / BINS,
        "states": len(those),
        "predicted": round(fmean(one.probability for one in those), 5),
        "won": round(won, 5),
        "won_low": round(max(0.0, won - _WIDTH * error), 5),
        "won_high": round(min(1.0, won + _WIDTH * error), 5),
    }


def _part(name: str, those: Sequence[Prediction]) -> dict[str, Any]:
    return {
        "part": name,
        "states": len(those),
        "brier": round(fmean((one.probability - one.score) ** 2 for one in those), 5),
        "log_loss": round(fmean(map(_loss, those)), 5),
    }


def _loss(one: Prediction) -> float:
    sure = min(max(one.probability, _NEVER), 1 - _NEVER)
    return -(one.score * log(sure) + (1 - one.score) * log(1 - sure))


# -- tables ---------------------------------------------------------------------------------------


def _bins(file: Mapping[str, Any]) -> Table:
    rows = [
        [
            f"{100 * one['from']:.0f} to {100 * one['to']:.0f}",
            f"{one['states']:,}",
            f"{100 * one['predicted']:.1f}",
            within(100 * one["won"], 100 * one["won_low"], 100 * one["won_high"], 1),
        ]
        for one in file["bins"]
    ]
    return ["win probability, %", "decisions", "mean, %", "won, %"], rows


def _parts(file: Mapping[str, Any]) -> Table:
    rows = [
        [one["part"], f"{one['states']:,}", f"{one['brier']:.3f}", f"{one['log_loss']:.3f}"]
        for one in file["parts"]
    ]
    return ["", "decisions", "Brier score", "log-loss"], rows


TABLES = {"bins": _bins, "parts": _parts}


def table(name: str, folder: Path = FOLDER) -> Table:
    """Return a table, made of the file.

    Args:
        name: one of ``TABLES``.
        folder: the folder of the file.
    """
    return TABLES[name](load(folder, _NAME))


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, write the file, and print the tables; or print one.

    Args:
        arguments: by default those of the command line.
    """
    parser = ArgumentParser(prog="python -m tools.calibration", description=__doc__)
    parser.add_argument("table", nargs="?", choices=TABLES, help="print a table, and play nothing")
    parser.add_argument("--games", type=int, default=GAMES, help="default: %(default)s")
    parser.add_argument("--simulations", type=int, default=SIMULATIONS, help="default: %(default)s")
    parser.add_argument("--workers", type=int, default=2, help="processes (default: %(default)s)")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="the folder of the file")
    options = parser.parse_args(arguments)
    if not options.folder.is_dir():
        parser.error(f"there is no folder {options.folder}; create it, or leave --folder out")
    if options.games < 1:
        parser.error(f"expected at least one game, got --games {options.games}")
    if options.table is None:
        one = partial(play, simulations=options.simulations)
        try:
            with processes(options.workers)() as pool:
                found = [each for game in pool.map(one, range(options.games)) for each in game]
        except WondersDuelError as error:
            parser.error(str(error))
        plan = {"seed": SEED, "games": options.games, "simulations": options.simulations}
        save(options.folder, _NAME, {**plan, **figures_of(found)})
    elif not (options.folder / f"{_NAME}.json").exists():
        parser.error(f"{options.folder} has no {_NAME}.json; leave the name of the table out")
    for name in TABLES if options.table is None else [options.table]:
        print(f"\n{markdown(table(name, options.folder))}")


if __name__ == "__main__":
    run_program(main)
