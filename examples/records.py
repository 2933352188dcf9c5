"""Write games to a file, read them back, and find the position where each was lost.

Run it with ``python examples/records.py``. It plays some games between two bots,
writes them to a single file, reads the file one game at a time, and prints the
position from which player two was behind on points for the rest of the game.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from wonders_duel import Game, Record, State, records
from wonders_duel.bots import GreedyBot, RandomBot


def main() -> None:
    """Write the games, read them, and print the result of each."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "games.txt"
        with path.open("w", encoding="utf-8") as file:
            for seed in range(6):
                records.dump(played(seed), file)
        print(f"{path.stat().st_size:,} bytes for 6 games")
        for number, record in enumerate(records.read(path), start=1):
            record.check()  # validate every move, chance outcome and point
            print(f"Game {number}: {record.result}")
            turn, state = turning_point(record)
            if state.is_over:
                print(f"  {record.players[1].name} is not behind on points at the end")
                continue
            print(f"  {record.players[1].name} is behind on points from move {turn} onwards:")
            print(f"  {state.to_text()}")
            assert State.from_text(state.to_text()) == state


def played(seed: int) -> Record:
    """Let two bots play a game, and return its record."""
    game = Game(seed)
    game.players = ("Greedy", "Random")
    game.tags = {**game.tags, "event": "an example"}
    game.play_out(GreedyBot(seed=seed), RandomBot(seed=seed))
    return game.record()


def turning_point(record: Record) -> tuple[int, State]:
    """Return the move from which player two is always behind on points, and the position before it.

    If player two is not behind at the end, the position is the last one.
    """
    turn, found = 1, record.start
    for number, step in enumerate(record.replay(), start=1):
        one, two = step.after.totals
        if two >= one:
            turn, found = number + 1, step.after
    return turn, found


if __name__ == "__main__":
    main()
