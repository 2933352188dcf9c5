"""Positions as text."""

from __future__ import annotations

from typing import assert_type

from wonders_duel import Game, catalogue
from wonders_duel.render import text

game = Game(seed=1)
assert_type(text(game.state), str)
assert_type(text(game.state, width=120, colour=True, ascii=True, names=("A", "B")), str)
assert_type(text(game.state, colour=None, names=None, language="fi"), str)
assert_type(str(game.state.track), str)
assert_type(text(catalogue.card("law"), language="fr", width=60), str)
assert_type(text(game.state.military_tokens[1][0]), str)
assert_type(text(game.score(), names=("Ann", "Ben"), language="fi"), str)
