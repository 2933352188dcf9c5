"""What is measured, each as one round that gives one figure."""

from __future__ import annotations

import subprocess
import sys
import tracemalloc
from random import Random
from time import perf_counter

from wonders_duel import Deal, Move, State

__all__ = ["bytes_of_a_kept_state", "games_a_second", "import_seconds", "tree_steps_a_second"]


def play_out(rng: Random, *, fused: bool = True) -> int:
    """Play one complete random game and give its number of decisions.

    At every decision all legal moves are listed and one is applied; chance is
    resolved from a deal, in the same call or in calls of its own.
    """
    deal = Deal.random(rng)
    state = State.dealt(deal)
    decisions = 0
    random = rng.random
    while moves := state.legal_moves:
        move = moves[int(random() * len(moves))]
        if fused:
            state = state.play(move, deal)
        else:
            state = state.apply(move)
            while state.chance is not None:
                state = state.resolve(deal.resolve(state))
        decisions += 1
    return decisions


def games_a_second(games: int, seed: int, *, fused: bool = True) -> float:
    """Play some games, each from a deal of its own."""
    rng = Random(seed)
    start = perf_counter()
    for _ in range(games):
        play_out(rng, fused=fused)
    return games / (perf_counter() - start)


def kept_positions(games: int, seed: int) -> list[tuple[State, Move]]:
    """Give every state of some random games with a legal move."""
    rng = Random(seed)
    kept = []
    for _ in range(games):
        deal = Deal.random(rng)
        state = State.dealt(deal)
        while moves := state.legal_moves:
            move = moves[int(rng.random() * len(moves))]
            kept.append((state, move))
            state = state.play(move, deal)
    return kept


def tree_steps_a_second(positions: list[tuple[State, Move]]) -> float:
    """Apply a move to each kept state and list the moves after it."""
    start = perf_counter()
    for state, move in positions:
        state.apply(move).legal_moves  # noqa: B018 - the listing is what is timed
    return len(positions) / (perf_counter() - start)


def bytes_of_a_kept_state(positions: list[tuple[State, Move]]) -> float:
    """Keep a child of each state, and give what each takes beyond what it shares with its parent."""
    children: list[State | None] = [None] * len(positions)
    for state, move in positions:  # fill the memos first: they are not part of a state
        state.apply(move)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for index, (state, move) in enumerate(positions):
        children[index] = state.apply(move)
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return (after - before) / len(positions)


def import_seconds() -> float:
    """Import the library in a fresh process; the start of the interpreter does not count."""
    code = (
        "from time import perf_counter as now; start = now(); import wonders_duel; "
        "print(now() - start)"
    )
    printed = subprocess.run(  # noqa: S603 - this interpreter with a fixed text
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    )
    return float(printed.stdout)
