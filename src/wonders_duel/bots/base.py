"""The protocol of a bot, and games between bots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from wonders_duel.engine.moves import Move
from wonders_duel.errors import BotError, ChanceError, WrongTypeError
from wonders_duel.state import State
from wonders_duel.support.arguments import expect
from wonders_duel.support.phrases import shown

if TYPE_CHECKING:
    from wonders_duel.game import Game

__all__ = ["Bot", "expect_bot", "expect_to_move", "play_out"]


class Bot(Protocol):
    """Anything that chooses a move.

    A bot sees only the state. If it makes random choices, it should have its own
    generator, such as ``wonders_duel.seeds.generator("my bot", seed)``, so that it
    shares no random stream with the game or with another bot.

    >>> class FirstBot:
    ...     def choose(self, state: State) -> Move:
    ...         return state.legal_moves[0]
    >>> bot: Bot = FirstBot()
    """

    def choose(self, state: State, /) -> Move:
        """Choose a move.

        Args:
            state: a state in which a player is to move. It is passed by position, so your parameter
                can have another name.

        Returns:
            One of its legal moves.
        """


def expect_bot(bot: object) -> None:
    """Raise `WrongTypeError` for an object that is not a bot, or for the class of a bot.

    Args:
        bot: the argument to check.

    Raises:
        WrongTypeError: the argument has no method ``choose``, or it is a class.
    """
    if isinstance(bot, type) or not callable(getattr(bot, "choose", None)):
        raise WrongTypeError(f"expected a bot with a method choose(state), got {shown(bot)}")


def expect_to_move(state: State) -> None:
    """Raise an error for anything but a state in which a player is to move.

    Args:
        state: the argument to check.

    Raises:
        BotError: no player is to move.
        WrongTypeError: the argument is not a state.
    """
    expect(state, State, "a State")
    if state.to_move is None:
        raise BotError(f"nobody is to move in this state ({state.phase})")


def play_out(game: Game, bots: tuple[Bot, Bot]) -> None:
    """Play a game to its end.

    Args:
        game: the game.
        bots: the bots of players one and two.

    Raises:
        ChanceError: the game has no deal and waits for a chance outcome.
        Exception: any exception of a bot, with a note that says which bot raised it.
    """
    while True:
        player = game.to_move
        if player is None:
            if game.is_over:
                return
            raise ChanceError(
                f"the game waits for a chance outcome ({game.state.phase}) and has no deal: "
                "start it with Game.from_state(state, rng=...) to play it out"
            )
        action = "raised"
        try:
            move = bots[player].choose(game.state)
            action = "chosen"
            game.play(move)
        except Exception as error:
            error.add_note(f"{action} by the bot of player {player}, {shown(bots[player])}")
            raise
