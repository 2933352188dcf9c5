"""Exchange objects between builds: ``nox -s compiled`` runs both directions.

``python -m tools.exchange write FILE`` pickles states, deals, moves, plans, scores, reasons and
games, together with their texts and JSON documents. ``python -m tools.exchange read FILE``
compares them with those of its own build.
"""

from __future__ import annotations

import pickle
import sys
from pathlib import Path
from random import Random
from typing import Any

from tools.digest import describe, states
from wonders_duel import (
    Deal,
    Game,
    Record,
    Rules,
    State,
    catalogue,
    is_compiled,
    parse_move,
    serialization,
)

GAMES = 48


def things() -> dict[str, Any]:
    """Return the objects."""
    every = [state for seed in range(GAMES) for state in states(seed)]
    deciding = [state for state in every if state.legal_moves]
    waiting = [state for state in every if state.chance is not None]
    game = Game(seed=3)
    while game.legal_moves:
        game.play(game.legal_moves[-1])
    return {
        "states": every,
        "moves": list(catalogue.moves),
        "texts of moves": [str(move) for move in catalogue.moves],
        "deals": [Deal.random(Random(seed)) for seed in range(GAMES)],
        "consistent deals": [
            Deal.consistent_with(state, Random(number)) for number, state in enumerate(every[::20])
        ],
        "chances": [state.chance for state in waiting[::5]],
        "outcomes": [
            state.chance.sample(Random(number))
            for number, state in enumerate(waiting)
            if state.chance is not None
        ],
        "plans": [state.payment(move) for state in deciding[::7] for move in state.legal_moves],
        "reasons": [deciding[0].why_not(move) for move in catalogue.moves],
        "scores": [state.score() for state in every[::10]],
        "results": [state.result for state in every if state.is_over],
        "structures": [state.structure for state in every[::10]],
        "rules": Rules(reveal_timing="on-take"),
        "cards": (list(catalogue.buildings.values()), list(catalogue.wonders.values())),
        "a game's steps": game.history,
        "texts of positions": [state.to_text() for state in every],
        "documents": [serialization.dumps(state) for state in every[::7]],
        "records": [game.record(), game.record(public=True)],
        "texts of records": [game.record().to_text(), game.record().to_json()],
        "texts": [repr(state) for state in every] + [repr(city) for city in every[-1].cities],
        "described": [describe(state) for state in every],
    }


def main() -> int:
    """Write or read the file."""
    what, name = sys.argv[1:]
    path = Path(name)
    kind = "compiled" if is_compiled else "pure"
    if what == "write":
        path.write_bytes(pickle.dumps(things()))
        print(f"written by the {kind} build")
        return 0
    written = pickle.loads(path.read_bytes())  # noqa: S301 - our own file
    own = things()
    different = [name for name in own if written[name] != own[name]]
    for state, text in zip(written["states"], written["described"], strict=True):
        if describe(state) != text:
            different.append("a state that was read")
            break
    texts = zip(written["states"], written["texts of positions"], strict=True)
    if any(State.from_text(text) != state for state, text in texts):
        different.append("a position as text")
    documents = zip(written["states"][::7], written["documents"], strict=True)
    if any(State.from_json(text) != state for state, text in documents):
        different.append("a state as JSON")
    as_text, as_json = written["texts of records"]
    if not Record.from_text(as_text) == Record.from_json(as_json) == written["records"][0]:
        different.append("a record")
    assert all(read is move for read, move in zip(written["moves"], catalogue.moves, strict=True))
    assert parse_move(written["texts of moves"][12]) is catalogue.moves[12]
    print(f"read by the {kind} build: {'different: ' if different else 'all the same'}", *different)
    return 1 if different else 0


if __name__ == "__main__":
    raise SystemExit(main())
