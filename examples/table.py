"""Many games as a table: played, written as CSV, read again, and counted by wonder.

Run it with ``python examples/table.py``. Each game is a row; a row says who had which
wonders and what share of the victory, so that a share for each wonder is a short sum.
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
    """Let two bots play a game, and give its row."""
    game = Game(f"table {number}")
    game.play_out(RandomBot(f"table {number} one"), RandomBot(f"table {number} two"))
    return game.summary()


def shares(cells: list[dict[str, str]], wonder: str) -> list[float]:
    """Return the shares of the victory of those who drafted a wonder, a number for each game."""
    return [
        float(row[f"{seat}_share"])
        for row in cells
        for seat in ("one", "two")
        if wonder in row[f"{seat}_wonders_drafted"].split()
    ]


def main() -> None:
    """Write the table, read it, and print the wonders, the best first."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "games.csv"
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = DictWriter(file, records.COLUMNS)
            writer.writeheader()
            writer.writerows(played(number) for number in range(GAMES))
        with path.open(encoding="utf-8", newline="") as file:
            cells = list(DictReader(file))
    print(f"{len(cells)} games between bots that play at random, {len(cells[0])} columns")
    ends = Counter(row["victory"] for row in cells)
    print("Victories:", ", ".join(f"{number} {end}" for end, number in ends.most_common()))
    found = {wonder: shares(cells, wonder.id) for wonder in catalogue.wonder_list}
    for wonder in sorted(found, key=lambda one: mean(found[one]), reverse=True):
        margin = 1.96 * stdev(found[wonder]) / sqrt(len(found[wonder]))
        print(f"{mean(found[wonder]):4.0%} ± {margin:.0%}  {wonder}")
    # Who drafts a wonder wins or loses: all wonders together have half of everything.
    assert round(mean(one for each in found.values() for one in each), 6) == 0.5


if __name__ == "__main__":
    main()
