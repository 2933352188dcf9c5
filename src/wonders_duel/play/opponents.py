"""The bots that can be named on the command line, with checks for those that are not built in."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Final

from wonders_duel.bots import BOTS, Bot, GreedyBot, RandomBot, bot, bot_names, load_bot
from wonders_duel.bots.names import PROCESS, as_kind, is_source
from wonders_duel.engine.moves import Move
from wonders_duel.enums import Player
from wonders_duel.errors import BotError, WondersDuelError
from wonders_duel.seeds import seed_for
from wonders_duel.state import State
from wonders_duel.support.phrases import with_more
from wonders_duel.support.plugins import failure

__all__ = [
    "KINDS",
    "LONGEST_NAME",
    "Careful",
    "called",
    "look_here",
    "opponent",
    "short_name",
    "unknown_bot",
]

KINDS: Final = f"{', '.join(BOTS)}, the name of an installed bot, or MODULE:FACTORY for your own"
"""The ways to name a bot, for the help."""
LONGEST_NAME: Final = 12
"""The maximum length of a name, so that lines stay short."""

Ask = Callable[[Callable[[], Move]], Move]
"""Calls a function that lets a bot choose, and can interrupt it."""


def called(kinds: tuple[str, str]) -> tuple[str, str]:
    """Return short, distinct names for two bots.

    Args:
        kinds: the names as on the command line.

    >>> called(("greedy", "greedy")), called(("package.mybot:MyBot", "mybot:MonteCarloBot"))
    (('greedy 1', 'greedy 2'), ('mybot:MyBot', 'MonteCarloBo'))
    """
    one, two = (short_name(kind) for kind in kinds)
    room = LONGEST_NAME - 2
    return (one, two) if one != two else (f"{one[:room]} 1", f"{two[:room]} 2")


def short_name(kind: str) -> str:
    """Return a name of at most 12 characters for a bot, with its module if there is room.

    Args:
        kind: the name as on the command line.

    >>> short_name("package.mybot:MyBot")
    'mybot:MyBot'
    """
    module, _, factory = kind.rpartition(":")
    tries = (kind, f"{module.rpartition('.')[2]}:{factory}", factory.rpartition(".")[2])
    return next((one for one in tries if len(one) <= LONGEST_NAME), tries[-1][:LONGEST_NAME])


def opponent(
    kind: str,
    seed: int | str | None,
    player: Player,
    *,
    settings: Mapping[str, object] = MappingProxyType({}),
    others: str = "",
    ask: Ask | None = None,
) -> Bot:
    """Create a bot.

    Args:
        kind: its name, or ``module:factory``. Modules in the current folder are found
            too, as with ``python -m``.
        seed: the seed of the game. All but the random and the greedy bot, which see to it
            themselves, get this seed combined with their seat, so that two bots of one kind draw
            differently.
        player: the seat of the bot.
        settings: further arguments for its factory.
        others: further alternatives for the error message.
        ask: calls a bot that is not built in, and can interrupt it; by default it is
            called directly.

    Raises:
        BotError: there is no such bot, or it cannot be created.
    """
    if kind not in {"greedy", "random"} and seed is not None:
        seed = seed_for(f"player {player}", seed)
    if is_source(kind):
        look_here()
        made = load_bot(kind, seed, settings)
    else:
        try:
            made = bot(kind, seed, settings)
        except BotError as error:
            if (unknown := unknown_bot(error, kind, others)) is not None:
                raise unknown from None
            raise
    return made if type(made) in {GreedyBot, RandomBot} else Careful(made, kind, ask)


def unknown_bot(error: BotError, kind: str, others: str = "") -> BotError | None:
    """Return what to say if a bot has an unknown name: also how to name a custom one.

    Args:
        error: the error.
        kind: the name of the bot.
        others: further alternatives.

    Returns:
        The error; ``None`` if there is such a bot, so that something else is wrong.
    """
    if is_source(kind) or as_kind(kind) in {PROCESS, *bot_names()}:
        return None
    return BotError(with_more(str(error), f"{others}; or module:factory, for your own bot"))


def look_here() -> None:
    """Add the current folder to ``sys.path``, unless Python runs in safe-path mode."""
    with suppress(OSError):  # the folder may have been removed
        here = os.getcwd()  # noqa: PTH109 - the spelling that Python itself uses
        if not sys.flags.safe_path and here not in sys.path:
            sys.path.insert(0, here)


class Careful:
    """A wrapper that turns every failure of a bot into a `BotError` that names the bot.

    Args:
        bot: the bot.
        kind: its name on the command line.
        ask: calls the bot, and can interrupt it; by default it is called directly.
    """

    def __init__(self, bot: Bot, kind: str, ask: Ask | None = None) -> None:
        """Store the arguments."""
        self._bot = bot
        self._kind = kind
        self._ask = ask

    def choose(self, state: State) -> Move:
        """Let the bot choose.

        Args:
            state: a state in which a player is to move.

        Raises:
            BotError: the bot raises an error, or does not choose a legal move.
        """
        try:
            if self._ask is None:
                move = self._bot.choose(state)
            else:
                move = self._ask(lambda: self._bot.choose(state))
        except (Exception, SystemExit) as error:
            raise BotError(f"the bot {self._kind} failed: {failure(error)}") from error
        try:
            reasons = state.why_not(move)
        except WondersDuelError as error:
            raise BotError(f"the bot {self._kind} did not choose a move: {error}") from None
        if reasons:
            text = "; ".join(map(str, reasons))
            raise BotError(f"the bot {self._kind} chose {move}, which is illegal: {text}")
        return move
