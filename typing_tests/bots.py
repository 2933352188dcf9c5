"""Bots: any class with ``choose`` fits the protocol."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import assert_type

from wonders_duel import Game, Move, Player, Result, State
from wonders_duel.bots import BOTS, Bot, GreedyBot, RandomBot, bot, bot_names, load_bot
from wonders_duel.protocol import (
    PROTOCOL,
    About,
    BotOption,
    Info,
    ProcessBot,
    process,
    schema,
)


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

program = ProcessBot(["./mybot", "--fast"], seed=1, seconds=0.5, options={"depth": 3}, reuse=True)
bots.append(program)
with ProcessBot("./mybot --fast", simulations=400, clock="process", timeout=5) as started:
    assert_type(started, ProcessBot)
    assert_type(started.choose(State.start()), Move)
    assert_type(started.info, Info | None)
    assert_type(started.about(), About)
    assert_type(started.about().options, tuple[BotOption, ...])
    assert_type(started.about().options[0].minimum, float | None)
assert_type(Info(probability=0.5).line, tuple[str, ...])
assert_type(process("./mybot", 1, seconds=0.2, depth=3), Bot)
version: int = PROTOCOL
schema()["$defs"]
