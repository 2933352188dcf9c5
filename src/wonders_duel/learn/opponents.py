"""The opponent of an environment with one agent: how it is created, and how it is asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from wonders_duel.bots import Bot
from wonders_duel.bots.base import expect_bot
from wonders_duel.engine.moves import BaseMove
from wonders_duel.errors import BotError, WrongTypeError
from wonders_duel.match.specs import BotSpec
from wonders_duel.support.phrases import shown
from wonders_duel.support.plugins import failure

if TYPE_CHECKING:
    from wonders_duel.engine.moves import Move
    from wonders_duel.seeds import Seed
    from wonders_duel.state import State

__all__ = ["ask", "created", "factory"]


def factory(opponent: Bot | str | Callable[[Seed], Bot]) -> Callable[[Seed], Bot]:
    """Return a function that creates an opponent from a seed.

    Args:
        opponent: a bot, its name with settings, or such a function.

    Raises:
        BotError: there is no such bot.
        MatchError: the name is empty, or a setting is invalid.
        WrongTypeError: it is none of these.
    """
    if isinstance(opponent, str):
        spec = BotSpec.parse(opponent)
        spec.create(0)  # an unknown name is an error now
        return spec.create
    if isinstance(opponent, type) or not callable(getattr(opponent, "choose", None)):
        if callable(opponent):
            make: Callable[[Seed], Bot] = opponent
            return make
        expect_bot(opponent)
    return _Given(opponent)  # type: ignore[arg-type]  # it has a method choose


class _Given:
    """Returns the same bot each time; unlike a function in a function, it can be pickled."""

    def __init__(self, made: Bot) -> None:
        self._made = made

    def __call__(self, _: Seed) -> Bot:
        return self._made


def created(make: Callable[[Seed], Bot], seed: Seed) -> Bot:
    """Return an opponent that a function creates.

    Args:
        make: the function, as :func:`factory` returns it.
        seed: passed to it.

    Raises:
        BotError: the function raised an error, which is the cause, or returned no bot.
    """
    try:
        made: object = make(seed)
    except BotError:
        raise  # it names the opponent
    except Exception as error:
        raise BotError(f"cannot create the opponent: {failure(error)}") from error
    try:
        expect_bot(made)
    except WrongTypeError as error:
        raise BotError(f"the function that creates the opponent returns no bot: {error}") from None
    return made  # type: ignore[return-value]  # it has a method choose


def ask(asked: Bot, state: State) -> Move:
    """Let an opponent choose a move.

    Args:
        asked: the opponent.
        state: a state in which it is to move.

    Raises:
        BotError: it raised an error, which is the cause, or chose an illegal move.
    """
    try:
        move: object = asked.choose(state)
    except Exception as error:
        raise BotError(f"the opponent raised {failure(error)}") from error
    # A move of other cards stands for that with the same ids, as everywhere.
    if not isinstance(move, BaseMove) or (
        move not in state.legal_moves and state.why_not(move)  # type: ignore[arg-type]  # the subclasses are the moves
    ):
        raise BotError(f"the opponent chose {shown(move)}, which is illegal")
    return move  # type: ignore[return-value]  # see above
