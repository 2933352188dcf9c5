"""Play many games, write them to a CSV file, and compute the win rate of each wonder.

Run it with ``python examples/table.py``. Each game is a row that contains the wonders
and the result of both players, so the win rate of a wonder is a simple mean.
"""

from __future__ import annotations

from collections import Counter
from csv import DictReader, DictWriter
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from tempfile import TemporaryDirectory

from wonders_duel import Game, catalogue, records
from wonders_duel.bots import RandomBot

GAMES = 300


def played(number: int) -> records.Row:
    """Let two bots play a game, and return its row."""
    game = Game(f"table {number}")
    game.play_out(RandomBot(f"table {number} one"), RandomBot(f"table {number} two"))
    return game.summary()


def shares(rows: list[dict[str, str]], wonder: str) -> list[float]:
    """Return the results of the players who drafted a wonder: 1, 0 or 0.5 for each game."""
    return [
        float(row[f"{seat}_share"])
        for row in rows
        for seat in ("one", "two")
        if wonder in row[f"{seat}_wonders_drafted"].split()
    ]


def main() -> None:
    """Write the table, read it, and print the wonders, best first."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "games.csv"
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = DictWriter(file, records.COLUMNS)
            writer.writeheader()
            writer.writerows(played(number) for number in range(GAMES))
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(DictReader(file))
    print(f"{len(rows)} games between random bots, {len(rows[0])} columns")
    ends = Counter(row["victory"] for row in rows)
    print("Victories:", ", ".join(f"{number} {end}" for end, number in ends.most_common()))
    found = {wonder: shares(rows, wonder.id) for wonder in catalogue.wonder_list}
    for wonder in sorted(found, key=lambda one: mean(found[one]), reverse=True):
        margin = 1.96 * stdev(found[wonder]) / sqrt(len(found[wonder]))
        print(f"{mean(found[wonder]):4.0%} ± {margin:.0%}  {wonder}")
    # All wonders together win exactly half of the games.
    assert round(mean(one for each in found.values() for one in each), 6) == 0.5


if __name__ == "__main__":
    main()
