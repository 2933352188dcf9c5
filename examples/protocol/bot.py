"""A bot in Python that does not use the library: it knows no rules and picks a legal move.

    wonders-duel match "process,command=python examples/protocol/bot.py" random

It builds a wonder if it can, and otherwise makes a random move.
"""

import json
import random
import sys
from typing import Any


def say(answer: dict[str, Any]) -> None:
    """Send one line, and flush it: otherwise it would wait in a buffer."""
    print(json.dumps(answer), flush=True)


def choose(moves: list[str], rng: random.Random) -> str:
    """Choose one of the legal moves."""
    wonders = [move for move in moves if move.startswith("wonder ")]
    return rng.choice(wonders or moves)


def main() -> None:
    """Answer the requests until the host quits or is gone."""
    rng = random.Random()
    for line in sys.stdin:
        request = json.loads(line)
        kind = request["type"]
        if kind == "hello":
            say({"type": "hello", "protocol": 1, "name": "python-example", "version": "1.0"})
        elif kind == "newgame":
            rng = random.Random(request.get("seed"))
        elif kind == "go":
            move = choose(request["moves"], rng)
            say({"type": "bestmove", "id": request["id"], "move": move})
        elif kind == "quit":
            break


main()
