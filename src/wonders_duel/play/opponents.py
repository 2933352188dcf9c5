"""Bots as they are named on the command line. They may be anybody's, so they are asked with care."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from wonders_duel.bots import BOTS, Bot, GreedyBot, RandomBot, bot, bot_names, load_bot
from wonders_duel.enums import Player
from wonders_duel.errors import BotError, WondersDuelError
from wonders_duel.moves import Move
from wonders_duel.plugins import failure
from wonders_duel.state import State

__all__ = ["KINDS", "Careful", "as_kind", "called", "is_source", "opponent", "short_name"]

KINDS: Final = f"{', '.join(BOTS)}, the name of an installed one, or MODULE:FACTORY for your own"
"""What a bot is named by, for the help."""
LONGEST_NAME: Final = 12
"""Characters of a name, so that lines stay short."""

Ask = Callable[[Callable[[], Move]], Move]
"""Lets a bot choose."""


def is_source(kind: str) -> bool:
    """Say whether a bot is named by where it is made.

    Args:
        kind: what was typed.

    >>> is_source("mybot:MyBot"), is_source("greedy")
    (True, False)
    """
    return ":" in kind


def as_kind(text: str) -> str:
    """Return what was typed as it is noted: a name in lower case.

    Args:
        text: what was typed.

    >>> as_kind(" Greedy "), as_kind("mybot:MyBot")
    ('greedy', 'mybot:MyBot')
    """
    kind = text.strip()
    return kind if is_source(kind) else kind.lower()


def called(kinds: tuple[str, str]) -> tuple[str, str]:
    """Return two bots names that fit into a line and tell them apart.

    Args:
        kinds: what they are.

    >>> called(("greedy", "greedy")), called(("package.mybot:MyBot", "mybot:MonteCarloBot"))
    (('greedy 1', 'greedy 2'), ('mybot:MyBot', 'MonteCarloBo'))
    """
    one, two = (short_name(kind) for kind in kinds)
    room = LONGEST_NAME - 2
    return (one, two) if one != two else (f"{one[:room]} 1", f"{two[:room]} 2")


def short_name(kind: str) -> str:
    """Return a bot a name of at most 12 characters: of a factory with its module, if there is room.

    Args:
        kind: what it is.

    >>> short_name("package.mybot:MyBot")
    'mybot:MyBot'
    """
    module, _, factory = kind.rpartition(":")
    tries = (kind, f"{module.rpartition('.')[2]}:{factory}", factory.rpartition(".")[2])
    return next((one for one in tries if len(one) <= LONGEST_NAME), tries[-1][:LONGEST_NAME])


def opponent(
    kind: str, seed: int | str | None, player: Player, *, others: str = "", ask: Ask | None = None
) -> Bot:
    """Make a bot.

    Args:
        kind: its name, or ``module:factory``. Modules are found in the current
            folder too, as with ``python -m``.
        seed: that of the game. A bot that is not built in gets a text made of it and
            the seat, so that two of a kind do not draw the same.
        player: at which seat it plays.
        others: what else could have been named, for the error.
        ask: asks a bot that is not built in, and can break it off; it is simply
            called if left out.

    Raises:
        BotError: there is no such bot, or it cannot be made.
    """
    if kind not in BOTS and seed is not None:
        seed = f"{seed}, player {player}"
    if is_source(kind):
        _look_here()
        made = load_bot(kind, seed)
    else:
        try:
            made = bot(kind, seed)
        except BotError as error:
            if kind in bot_names():
                raise
            message = f"{error}{others}; or module:factory, for a bot of your own"
            raise BotError(message) from None
    return made if type(made) in {GreedyBot, RandomBot} else Careful(made, kind, ask)


def _look_here() -> None:
    """Let Python find modules in the current folder, unless it was told not to."""
    with suppress(OSError):  # the folder may be gone
        here = os.getcwd()  # noqa: PTH109 - as Python itself writes it
        if not sys.flags.safe_path and here not in sys.path:
            sys.path.insert(0, here)


class Careful:
    """A bot that somebody else has written: whatever it does, the error says so.

    Args:
        bot: the bot.
        kind: how it was named.
        ask: lets it choose; it is simply called if left out.
    """

    def __init__(self, bot: Bot, kind: str, ask: Ask | None = None) -> None:
        """Hold the bot."""
        self._bot = bot
        self._kind = kind
        self._ask = ask

    def choose(self, state: State) -> Move:
        """Let the bot choose.

        Args:
            state: a state in which someone is to move.

        Raises:
            BotError: it raises something, or does not choose a legal move.
        """
        try:
            if self._ask is None:
                move = self._bot.choose(state)
            else:
                move = self._ask(lambda: self._bot.choose(state))
        except (Exception, SystemExit) as error:
            raise BotError(f"the bot {self._kind} fails: {failure(error)}") from error
        try:
            reasons = state.why_not(move)
        except WondersDuelError as error:
            raise BotError(f"the bot {self._kind} chooses no move: {error}") from None
        if reasons:
            told = "; ".join(map(str, reasons))
            raise BotError(f"the bot {self._kind} chooses {move}, which is not legal: {told}")
        return move
