"""Turn a recorded game into an HTML page that steps through it.

Run it with ``python examples/animated_record.py``: it plays a game between two bots, and makes
a page that it does not keep. To keep one, pass a record and the page to write:
``python examples/animated_record.py game.txt game.html``. Open the page in a browser and use the
arrow keys.
"""

from __future__ import annotations

import sys
from pathlib import Path

from wonders_duel import Game, Record, records
from wonders_duel.bots import GreedyBot, RandomBot


def main(arguments: list[str]) -> None:
    """Load or play a game, make its page, and write it if there is a name for it."""
    if len(arguments) not in (0, 2):
        sys.exit("usage: animated_record.py [RECORD PAGE]")
    source, target = arguments or ("", "")
    record = records.load(source) if source else played()
    page = record.animate(theme="dark").encode()
    print(f"{len(record.turns)} moves, {len(page) // 1000} kB, no external resources")
    if target:
        try:
            with Path(target).open("xb") as file:
                file.write(page)
        except FileExistsError:
            sys.exit(f"{target!r} already exists")
        print(f"wrote {target}")

    # The page of an unfinished game is safe to send: it contains only public information.
    game = Game(seed=1)
    game.play(game.legal_moves[0], comment="a strong start")
    assert game.animate() == game.record(public=True).animate()


def played() -> Record:
    """Let two bots play a game, and return its record."""
    game = Game(seed=2015)
    game.players = ("Greedy", "Random")
    game.play_out(GreedyBot(seed=1), RandomBot(seed=2))
    return game.record()


if __name__ == "__main__":
    main(sys.argv[1:])
