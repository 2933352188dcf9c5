"""Measure whether changing the seats makes a match more precise: ``python -m tools.seats``.

It plays matches, writes the figures to the file that the table of ``docs/explanation/pairs.md`` is
made of, and prints the table.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterable, Sequence
from math import sqrt
from pathlib import Path
from statistics import NormalDist, fmean, pvariance

import attrs

from tools.computed import FOLDER, Table, load, markdown, save, within
from tools.stopping import run_program
from wonders_duel import Player
from wonders_duel.arena import run
from wonders_duel.command_line.arguments import positive
from wonders_duel.match import Match, MatchGame, MatchRow

MATCHES = (("random", "random", 10_000), ("greedy", "random", 3_000), ("greedy", "greedy", 5_000))
"""The two bots of each match, and the number of deals."""
SEED = "seats"
_WIDTH = NormalDist().inv_cdf(0.975)


Counts = list[list[int]]
"""How often seat one scored 0, 1/2 or 1 in the first game of a pair, and in the second one."""


@attrs.frozen
class Seats:
    """What the seats and the deals do in a match.

    Let the first bot score x in the first game of a pair and y in the second one. The pair has the
    score (x + y) / 2. If the two games were independent, its variance would be
    (var x + var y) / 4; the ratio of the two is 1 + 2 cov(x, y) / (var x + var y).

    Attributes:
        pairs: the number of pairs of games.
        seat_one: the mean score of seat one.
        seat_one_error: its standard error.
        same_seats: the variance of a pair over that of two independent games, one in each seat.
        same_seats_error: its standard error, which is that of the covariance.
        any_seat: the variance of a pair over that of two independent games in random seats.
    """

    pairs: int
    seat_one: float
    seat_one_error: float
    same_seats: float
    same_seats_error: float
    any_seat: float


def count(rows: Iterable[MatchRow]) -> Counts:
    """Return the results of a match.

    Args:
        rows: its rows.
    """
    counts = [[0] * 3 for _ in range(3)]
    for row in rows:
        one, two = map(_halves_of_one, row.games)
        counts[one][two] += 1
    return counts


def _halves_of_one(game: MatchGame) -> int:
    return 1 if game.winner is None else 2 * (game.winner is Player.ONE)


def measure(counts: Counts) -> Seats:
    """Return the figures of a match.

    Args:
        counts: its results.
    """
    # The first bot has seat one in the first game, and seat two in the second one.
    both = [
        (one / 2, 1 - two / 2)
        for one, line in enumerate(counts)
        for two, number in enumerate(line)
        for _ in range(number)
    ]
    first, second = ([pair[place] for pair in both] for place in range(2))
    of_seat = [(x + 1 - y) / 2 for x, y in both]
    middle_x, middle_y = fmean(first), fmean(second)
    products = [(x - middle_x) * (y - middle_y) for x, y in both]
    apart = pvariance(first) + pvariance(second)
    of_pair = pvariance([(x + y) / 2 for x, y in both])
    root = sqrt(len(both))
    return Seats(
        pairs=len(both),
        seat_one=fmean(of_seat),
        seat_one_error=sqrt(pvariance(of_seat)) / root,
        same_seats=4 * of_pair / apart if apart else 1.0,
        same_seats_error=2 * sqrt(pvariance(products)) / apart / root if apart else 0.0,
        any_seat=2 * of_pair / pvariance([*first, *second]) if apart else 1.0,
    )


def table(folder: Path = FOLDER) -> Table:
    """Return the table, made of the file.

    Args:
        folder: the folder of the file.
    """
    rows = []
    for one in load(folder, "seats")["matches"]:
        found = measure(one["results"])
        half, wide = _WIDTH * found.seat_one_error, _WIDTH * found.same_seats_error
        ratio = found.same_seats
        rows.append(
            [
                " against ".join(one["bots"]),
                f"{found.pairs:,}",
                within(found.seat_one, found.seat_one - half, found.seat_one + half, 3),
                within(ratio, ratio - wide, ratio + wide, 3),
                f"{found.any_seat:.3f}",
            ]
        )
    headings = (
        "match",
        "pairs",
        "score of seat one",
        "variance, compared with independent games in both seats",
        "compared with games in random seats",
    )
    return headings, rows


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, write the file, and print the table.

    Args:
        arguments: by default those of the command line.
    """
    parser = ArgumentParser(prog="python -m tools.seats", description=__doc__)
    parser.add_argument("--deals", type=positive, help="the number of deals of each match")
    parser.add_argument(
        "--workers", type=positive, default=2, help="processes (default: %(default)s)"
    )
    parser.add_argument("--folder", type=Path, default=FOLDER, help="the folder of the file")
    options = parser.parse_args(arguments)
    found = []
    for one, two, deals in MATCHES:
        match = Match([one, two], deals=options.deals or deals, seed=SEED)
        results = count(run(match, workers=options.workers))
        found.append({"bots": [one, two], "results": results})
    save(options.folder, "seats", {"seed": SEED, "matches": found})
    print(markdown(table(options.folder)))


if __name__ == "__main__":
    run_program(main)
