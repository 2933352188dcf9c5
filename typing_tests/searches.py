"""Searches: bots, levels and solved endings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import assert_type

from wonders_duel import Game, Move
from wonders_duel.bots import LEVELS, Bot, level
from wonders_duel.evaluation import fitted
from wonders_duel.search import (
    CLOCKS,
    OnePlyBot,
    Puct,
    SearchBot,
    Softmax,
    Solution,
    SolvedMove,
    solve,
)

state = Game(seed=1).state

with SearchBot(7, seconds=0.01, clock="wall", memory=10_000_000, workers=1) as bot:
    assert_type(bot, SearchBot)
    assert_type(bot.choose(state), Move)
every_part = SearchBot(
    seed="mine", simulations=10, evaluation=fitted(), prior=Softmax(), selection=Puct()
)
bots: list[Bot] = [every_part, OnePlyBot(1, evaluation=fitted(), noise=0.5)]
bots += [level(name, seed=3) for name in LEVELS]
names: tuple[str, ...] = LEVELS
clocks: Mapping[str, Callable[[], float]] = CLOCKS

solution = solve(state, nodes=1_000)
assert_type(solution, Solution | None)
if solution:
    assert_type(solution.win + solution.shared + solution.loss, Fraction)
    assert_type(solution.best, Move | None)
    assert_type(solution.moves, tuple[SolvedMove, ...])
    assert_type([(one.move, one.win) for one in solution.moves], list[tuple[Move, Fraction]])
    assert_type(solution.nodes, int)
    assert_type(solution.to_dict(), dict[str, object])
