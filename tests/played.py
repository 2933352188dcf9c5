"""Random games and their records, for tests of everything that is done with them."""

from __future__ import annotations

from random import Random

from tests.builders import dealt
from wonders_duel import Game


def play(seed: int, moves: int = 200, **options: object) -> Game:
    """Play a random game, up to a number of moves."""
    rng = Random(seed)
    game = dealt(seed, **options)  # type: ignore[arg-type]
    for _ in range(moves):
        choices = game.legal_moves
        if not choices:
            break
        game.play(choices[int(rng.random() * len(choices))])
    return game


FINISHED = play(1).record()
UNFINISHED = play(1, 30).record()
