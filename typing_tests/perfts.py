"""Perft: counts of positions, by move or chance outcome."""

from __future__ import annotations

from typing import assert_type

from wonders_duel import ChanceOutcome, Deal, Game, Move
from wonders_duel.perft import divide, perft

game = Game(seed=1)
assert_type(perft(game.state, 2), int)
assert_type(perft(game.state, 2, deal=Deal.random(1)), int)
assert_type(divide(game.state, 2), dict[Move | ChanceOutcome, int])
