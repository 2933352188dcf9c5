"""Bots: any class with ``choose`` fits the protocol."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar, assert_type

import attrs
from typing_extensions import override

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

B = TypeVar("B", bound=Bot)


class First:
    """A bot without a base class."""

    def choose(self, state: State) -> Move:
        """Choose the first move."""
        return state.legal_moves[0]


class Last:
    """A bot whose parameter has another name."""

    def choose(self, position: State) -> Move:
        """Choose the last move."""
        return position.legal_moves[-1]


class Chooser:
    """A bot whose parameter has no name that could be used, and one more."""

    def choose(self, state: State, /, depth: int = 3) -> Move:
        """Choose a move."""
        return state.legal_moves[depth % len(state.legal_moves)]


@attrs.frozen
class Given:
    """A bot whose method is a function that it was given."""

    choose: Callable[[State], Move]


class Inherited(Bot):
    """A bot that is derived from the protocol."""

    @override
    def choose(self, state: State) -> Move:
        """Choose the first move."""
        return state.legal_moves[0]


class Wrapper(Generic[B]):
    """A bot that asks another one, whose type is known."""

    def __init__(self, inner: B) -> None:
        """Store the other bot."""
        self.inner = inner

    def choose(self, state: State) -> Move:
        """Choose as the other bot does."""
        return self.inner.choose(state)


def coins(state: State, player: Player) -> float:
    """An evaluation function."""
    return state.cities[player].coins


assert_type(Game(seed=1).play_out(First(), GreedyBot(1, judge=coins)), Result)
mine: Bot = First()
bots: list[Bot] = [First(), RandomBot(), GreedyBot(seed="seven"), mine]
bots += [Last(), Chooser(), Given(First().choose), Inherited(), Wrapper(GreedyBot(1))]
assert_type(Wrapper(GreedyBot(1)).inner, GreedyBot)
assert_type(bot("greedy", seed=1), Bot)
assert_type(load_bot("mybot:First", seed="seven"), Bot)
assert_type(bot_names(), tuple[str, ...])
assert_type(BOTS, Mapping[str, Callable[[int | float | str | bytes | None], Bot]])
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
