"""Play-outs in several processes, to find the move that wins most often in random play.

Run it with ``python examples/parallel.py``. A pickled state takes a few hundred bytes,
so sending it to another process is cheap. Each task receives a state, a player and a
seed, and returns a number. The seed comes with the task, so the result does not
depend on the number of processes.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from multiprocessing import get_context
from operator import itemgetter

from wonders_duel import Game, Player, State

PLAY_OUTS = 200
"""The number of play-outs per task."""
TASKS = 2
"""The number of tasks per move."""


def win_rate(state: State, player: Player, seed: str) -> float:
    """Play games from a state at random, and return the share that a player wins."""
    return state.play_outs(PLAY_OUTS, seed).share(player)


def main() -> None:
    """Distribute the tasks, and print the moves with their win rates, best first."""
    state = Game(seed=7, rules="first-game").state
    tasks = [(move, f"task {number}") for move in state.legal_moves for number in range(TASKS)]
    # "spawn" behaves the same on every system, and is safe with threads.
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        results = pool.map(
            win_rate,
            [state.apply(move) for move, _ in tasks],
            [state.mover] * len(tasks),
            [seed for _, seed in tasks],
        )
        rates = dict.fromkeys(state.legal_moves, 0.0)
        for (move, _), rate in zip(tasks, results, strict=True):
            rates[move] += rate / TASKS
    games = PLAY_OUTS * TASKS
    for move, share in sorted(rates.items(), key=itemgetter(1), reverse=True):
        margin = 1.96 * sqrt(share * (1 - share) / games)
        print(f"{share:4.0%} ± {margin:.0%}  {move}")


if __name__ == "__main__":
    main()
