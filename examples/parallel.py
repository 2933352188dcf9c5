"""Play-outs in several processes: which of the legal moves wins most often by random play?

Run it with ``python examples/parallel.py``. A state is pickled in a few hundred
bytes, so sending one to another process costs next to nothing. Each task gets
the state, a move and a seed, and gives back two numbers.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from random import Random

from wonders_duel import Deal, Game, Move, Player, State

PLAY_OUTS = 200
"""For each move and task."""


def play_outs(state: State, move: Move, player: Player, seed: int) -> tuple[float, int]:
    """Play on at random after a move, each time with other cards face down.

    Gives the games that the player wins, a shared victory as half of one, and
    the games that were played.
    """
    rng = Random(seed)
    won = 0.0
    for _ in range(PLAY_OUTS):
        deal = Deal.consistent_with(state, rng)
        now = state.play(move, deal)
        while moves := now.legal_moves:
            now = now.play(moves[int(rng.random() * len(moves))], deal)
        assert now.outcome is not None
        won += 0.5 if now.outcome.is_shared else now.outcome.winner is player
    return won, PLAY_OUTS


def main() -> None:
    """Ask every process about every move and print the moves, the best first."""
    state = Game(seed=7, rules="first-game").state
    player = state.to_move
    assert player is not None
    tasks = [(move, seed) for move in state.legal_moves for seed in range(2)]
    with ProcessPoolExecutor() as pool:
        results = pool.map(
            play_outs,
            [state] * len(tasks),
            [move for move, _ in tasks],
            [player] * len(tasks),
            [seed for _, seed in tasks],
        )
        counted: dict[Move, list[float]] = {move: [0.0, 0.0] for move in state.legal_moves}
        for (move, _), (won, played) in zip(tasks, results, strict=True):
            counted[move][0] += won
            counted[move][1] += played
    shares = {move: won / played for move, (won, played) in counted.items()}
    for move in sorted(shares, key=shares.__getitem__, reverse=True):
        print(f"{shares[move]:4.0%}  {move}")


if __name__ == "__main__":
    main()
