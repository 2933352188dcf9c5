"""What the greedy bot would do, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wonders_duel.bots import GreedyBot
from wonders_duel.moves import (
    ConstructBuilding,
    ConstructWonder,
    DraftWonder,
    ReviveBuilding,
    TakeToken,
)
from wonders_duel.play.choices import move_words
from wonders_duel.render.board.gist import everything, price_of
from wonders_duel.render.board.look import Look
from wonders_duel.render.board.spans import Line, Span, flow, join, line

if TYPE_CHECKING:
    from wonders_duel.cards import Card
    from wonders_duel.moves import Move
    from wonders_duel.state import State

__all__ = ["advice"]

SURE: Final = 500
"""Points from which on a judgement means that the game is won."""


def advice(state: State, look: Look, width: int) -> list[Line]:
    """Say which move the greedy bot would choose, and what speaks for it.

    Args:
        state: one in which somebody is to move.
        look: how it is written.
        width: columns that there are.
    """
    player = state.mover
    bot = GreedyBot(seed=0)
    moves = state.legal_moves
    worth = [bot.prospect(state.apply(move), player) for move in moves]
    order = sorted(range(len(moves)), key=lambda index: -worth[index])
    best = order[0]
    said: list[Line] = [
        (
            Span(f"{best + 1} ", "bold good"),
            Span(move_words(moves[best], look), "bold"),
            *_brings(state, moves[best], look),
            Span("."),
        )
    ]
    if worth[best] > SURE:
        said.append(line(look.say("It wins the game.")))
    elif len(order) > 1:
        more = worth[best] - worth[order[1]]
        other = move_words(moves[order[1]], look)
        if more < 0.05:  # noqa: PLR2004 - it would be shown as 0.0
            said.append(line(look.say("Looking one move ahead, {move} is as good.", move=other)))
        else:
            text = look.say(
                "Looking one move ahead, it is {points} points better than to {move}.",
                points=look.language.number(more, 1),
                move=other,
            )
            said.append(line(text))
    else:
        said.append(line(look.say("There is no other move.")))
    return flow(said, width, between="")


def _brings(state: State, move: Move, look: Look) -> Line:
    """Return what a move brings, in brackets."""
    told: list[Line] = []
    card: Card | None = None
    match move:
        case ConstructBuilding(building) | ReviveBuilding(building):
            card = building
        case ConstructWonder(wonder) | DraftWonder(wonder):
            card = wonder
        case TakeToken(token):
            card = token
        case _:
            return ()
    plan = state.payment(move)
    if plan is not None:
        told.append(price_of(plan, look))
    told += everything(card, look)
    return (Span(" ("), *join(told, ", "), Span(")"))
