"""Bots: any class with ``choose`` fits the protocol."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import assert_type

from wonders_duel import Game, Move, Player, Result, State
from wonders_duel.bots import BOTS, Bot, GreedyBot, RandomBot, bot, bot_names, load_bot


class First:
    """A bot without a base class."""

    def choose(self, state: State) -> Move:
        """Choose the first move."""
        return state.legal_moves[0]


def coins(state: State, player: Player) -> float:
    """An evaluation function."""
    return state.cities[player].coins


assert_type(Game(seed=1).play_out(First(), GreedyBot(1, judge=coins)), Result)
mine: Bot = First()
bots: list[Bot] = [First(), RandomBot(), GreedyBot(seed="seven"), mine]
assert_type(bot("greedy", seed=1), Bot)
assert_type(load_bot("mybot:First", seed="seven"), Bot)
assert_type(bot_names(), tuple[str, ...])
assert_type(BOTS, Mapping[str, Callable[[float | str | bytes | None], Bot]])
assert_type(bots[0].choose(State.start()), Move)
assert_type(GreedyBot().prospect(State.start(), Player.ONE), float)
