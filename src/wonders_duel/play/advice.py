"""The ``hint`` command: the move of the greedy bot, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wonders_duel.bots import GreedyBot
from wonders_duel.engine.moves import (
    ConstructBuilding,
    ConstructWonder,
    DraftWonder,
    ReviveBuilding,
    TakeToken,
)
from wonders_duel.play.choices import move_words
from wonders_duel.render.board.gist import full_summary, price_of
from wonders_duel.render.board.look import TextStyle
from wonders_duel.render.board.spans import Line, Span, flow, join, line

if TYPE_CHECKING:
    from wonders_duel.cards import Card
    from wonders_duel.engine.moves import Move
    from wonders_duel.state import State

__all__ = ["advice"]

SURE: Final = 500
"""An evaluation above this, in points, means that the game is won."""


def advice(state: State, look: TextStyle, width: int) -> list[Line]:
    """Return the move that the greedy bot would choose, compared with the second best.

    Args:
        state: a state in which a player is to move.
        look: the style of the text.
        width: the available columns.
    """
    player = state.mover
    bot = GreedyBot(seed=0)
    moves = state.legal_moves
    values = [bot.prospect(state.apply(move), player) for move in moves]
    order = sorted(range(len(moves)), key=lambda index: -values[index])
    best = order[0]
    hint = look.say("Hint")
    lines: list[Line] = [
        (
            Span(f"{hint}{look.colon} "),
            Span(f"{best + 1} ", "bold good"),
            Span(move_words(moves[best], look), "bold"),
            *_details(state, moves[best], look),
            Span("."),
        )
    ]
    if values[best] > SURE:
        lines.append(line(look.say("It wins the game.")))
    elif len(order) > 1:
        more = values[best] - values[order[1]]
        other = move_words(moves[order[1]], look)
        if more < 0.05:  # noqa: PLR2004 - would be shown as 0.0
            text = look.say('Looking one move ahead, "{move}" is just as good.', move=other)
            lines.append(line(text))
        else:
            text = look.say(
                'Looking one move ahead, it is {points} points better than "{move}".',
                points=look.language.number(more, 1),
                move=other,
            )
            lines.append(line(text))
    else:
        lines.append(line(look.say("There is no other move.")))
    return flow(lines, width, between="")


def _details(state: State, move: Move, look: TextStyle) -> Line:
    """Return the price and the effects of a move's card, in brackets."""
    details: list[Line] = []
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
        details.append(price_of(plan, look))
    details += full_summary(card, look)
    return (Span(" ("), *join(details, ", "), Span(")"))
