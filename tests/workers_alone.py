"""Programs whose searches use several processes: ``python -m tests.workers_alone``."""

from __future__ import annotations

import sys
import time

from tests.interrupting import interruptible
from wonders_duel import Game
from wonders_duel.search import SearchBot


def main() -> None:
    """Choose with two bots, say which workers there are, and let one bot think on for a minute."""
    interruptible()
    waiting, bot = (SearchBot(1, simulations=20, workers=2) for _ in range(2))
    state = Game(seed=3).state
    processes = []
    for one in (waiting, bot):
        one.choose(state)
        assert one._team is not None
        processes += [worker.process.pid for worker in one._team._others]
    print(*processes, flush=True)
    if sys.argv[1:] == ["thinking"]:
        bot._simulations = 10**9
        bot.choose(state)
    time.sleep(60)


if __name__ == "__main__":
    main()
