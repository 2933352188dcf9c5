"""Play-outs in several processes, to find the move that wins most often in random play.

Run it with ``python examples/parallel.py``. A pickled state takes a few hundred bytes,
so sending it to another process is cheap. Each task receives the state, a move and a
seed, and returns a number. Each task has its own seed, so the result does not depend
on the number of processes.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from multiprocessing import get_context
from random import Random

from wonders_duel import Deal, Game, Move, Player, State

PLAY_OUTS = 200
"""The number of play-outs per task."""
TASKS = 2
"""The number of tasks per move."""


def play_outs(state: State, move: Move, player: Player, seed: str) -> float:
    """Play a move, and then play out at random, each time with a new deal.

    Return the number of games that the player wins; a shared victory counts as half.
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
    """Distribute the tasks, and print the moves with their win rates, best first."""
    state = Game(seed=7, rules="first-game").state
    player = state.mover
    tasks = [(move, f"task {number}") for move in state.legal_moves for number in range(TASKS)]
    # "spawn" behaves the same on every system, and is safe with threads.
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        results = pool.map(
            play_outs,
            [state] * len(tasks),
            [move for move, _ in tasks],
            [player] * len(tasks),
            [seed for _, seed in tasks],
        )
        won = dict.fromkeys(state.legal_moves, 0.0)
        for (move, _), wins in zip(tasks, results, strict=True):
            won[move] += wins
    games = PLAY_OUTS * TASKS
    for move in sorted(won, key=won.__getitem__, reverse=True):
        share = won[move] / games
        margin = 1.96 * sqrt(share * (1 - share) / games)
        print(f"{share:4.0%} ± {margin:.0%}  {move}")


if __name__ == "__main__":
    main()
