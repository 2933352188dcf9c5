"""Programs whose searches use several processes: ``python -m tests.workers_alone``."""

from __future__ import annotations

import sys
import time

from wonders_duel import Game
from wonders_duel.search import SearchBot


def main() -> None:
    """Choose, say which processes there are, and think on for a minute."""
    bot = SearchBot(1, simulations=20, workers=3)
    state = Game(seed=3).state
    bot.choose(state)
    assert bot._team is not None
    print(*(member.process.pid for member in bot._team._members), flush=True)
    if sys.argv[1:] == ["thinking"]:
        bot._simulations = 10**9
        bot.choose(state)
    time.sleep(60)


if __name__ == "__main__":
    main()
