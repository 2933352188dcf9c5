"""Games are kept in a file, found again, and looked at where they were lost.

Run it with ``python examples/records.py``. It plays some games between two bots,
writes them one after the other into a file, goes through the file without
holding it all, and gives the position from which the loser fell behind for good.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from wonders_duel import Game, Record, Result, State, records
from wonders_duel.bots import GreedyBot, RandomBot


def main() -> None:
    """Write, read and look."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "games.txt"
        with path.open("w", encoding="utf-8") as file:
            for seed in range(6):
                records.dump(played(seed), file)
        print(f"{path.stat().st_size:,} bytes for 6 games")
        for number, record in enumerate(records.read(path), start=1):
            record.check()  # every move, chance outcome and point follows the rules
            turn, state = lost_at(record)
            print(f"Game {number}: {record.result}")
            print(f"  {record.players[1].name} is behind for good from move {turn} on:")
            print(f"  {state.to_text()}")
            assert State.from_text(state.to_text()) == state


def played(seed: int) -> Record:
    """Let two bots play a game, and give its record."""
    game = Game(seed)
    game.players = ("Greedy", "Random")
    game.tags = {**game.tags, "event": "an example"}
    game.play_out(GreedyBot(seed=seed), RandomBot(seed=seed))
    return game.record()


def lost_at(record: Record) -> tuple[int, State]:
    """Return the move from which on player two never had as many points, and the position."""
    assert isinstance(record.result, Result)
    turn, found = 0, record.start
    for number, step in enumerate(record.replay(), start=1):
        one, two = step.after.totals
        if two >= one:
            turn, found = number + 1, step.after
    return turn, found


if __name__ == "__main__":
    main()
