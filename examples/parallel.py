"""Play-outs in several processes: which of the legal moves wins most often by random play?

Run it with ``python examples/parallel.py``. A state is pickled in a few hundred
bytes, so sending one to another process costs next to nothing. Each task gets
the state, a move and a seed, and gives back one number. The seeds go with the tasks,
so the result is the same however many processes share the work.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from multiprocessing import get_context
from random import Random

from wonders_duel import Deal, Game, Move, Player, State

PLAY_OUTS = 200
"""For each task."""
TASKS = 2
"""For each move."""


def play_outs(state: State, move: Move, player: Player, seed: str) -> float:
    """Play on at random after a move, each time with other cards face down.

    Gives the games that the player wins, a shared victory as half of one.
    """
    rng = Random(seed)
    won = 0.0
    for _ in range(PLAY_OUTS):
        deal = Deal.consistent_with(state, rng)
        now = state.play(move, deal)
        while moves := now.legal_moves:
            now = now.play(moves[int(rng.random() * len(moves))], deal)
        won += now.share(player)
    return won


def main() -> None:
    """Share out the moves, and print them with what they win, the best first."""
    state = Game(seed=7, rules="first-game").state
    player = state.mover
    tasks = [(move, f"task {number}") for move in state.legal_moves for number in range(TASKS)]
    # Processes that start afresh are the same on every system, and safe beside threads.
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        results = pool.map(
            play_outs,
            [state] * len(tasks),
            [move for move, _ in tasks],
            [player] * len(tasks),
            [seed for _, seed in tasks],
        )
        won = dict.fromkeys(state.legal_moves, 0.0)
        for (move, _), number in zip(tasks, results, strict=True):
            won[move] += number
    games = PLAY_OUTS * TASKS
    for move in sorted(won, key=won.__getitem__, reverse=True):
        share = won[move] / games
        margin = 1.96 * sqrt(share * (1 - share) / games)
        print(f"{share:4.0%} ± {margin:.0%}  {move}")


if __name__ == "__main__":
    main()
