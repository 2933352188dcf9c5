"""Random games, their states and records, for tests of everything that is done with them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tests.builders import dealt
from wonders_duel import Game, State, catalogue
from wonders_duel.testing.walks import walk


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


def states(number: int) -> Iterator[State]:
    """Yield the states of some games, chance included, under all rule options."""
    for seed in range(number):
        yield from walk(seed, catalogue, catalogue.wonders)


FINISHED = play(1).record()
UNFINISHED = play(1, 30).record()
