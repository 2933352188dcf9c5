"""The ``hint`` command: the move that a short search finds, and how likely it wins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

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
from wonders_duel.render.board.spans import Line, Span, flow, join, kept, line

if TYPE_CHECKING:
    from wonders_duel.cards import Card
    from wonders_duel.engine.moves import Move
    from wonders_duel.state import State

__all__ = ["advice"]

SIMULATIONS: Final = 500
_MEMORY: Final = 100_000_000


def advice(state: State, look: TextStyle, width: int, *, numbered: bool = True) -> list[Line]:
    """Return the move that a short search finds best, compared with the second best.

    Args:
        state: a state in which a player is to move.
        look: the style of the text.
        width: the available columns.
        numbered: whether to name the number of the move, as a list of the moves does.
    """
    from wonders_duel.search.searcher import Searcher, best_edge, edges  # noqa: PLC0415 - slow to import

    moves = state.legal_moves
    chances: list[tuple[float, Move]] = []
    best = moves[0]
    if len(moves) > 1:
        tree = Searcher(None, seed=0, memory=_MEMORY).think(state, SIMULATIONS, None)
        best_one = best_edge(tree)
        best = tree.moves[best_one.move]
        found = sorted(edges(tree), key=lambda edge: -edge.value)
        chances = [(50 + 50 * best_one.value, best)]
        chances += [
            (50 + 50 * edge.value, tree.moves[edge.move]) for edge in found if edge is not best_one
        ]
    hint = look.say("Hint")
    lines: list[Line] = [
        (
            Span(f"{hint}{look.colon} "),
            *((Span(f"{moves.index(best) + 1} ", "bold good"),) if numbered else ()),
            Span(move_words(best, look), "bold"),
            *_details(state, best, look),
            Span("."),
        )
    ]
    if not chances:
        lines.append(line(look.say("There is no other move.")))
    elif state.apply(best).is_over and chances[0][0] > _CERTAIN:
        lines.append(line(look.say("It wins the game.")))
    else:
        text = look.say(
            "You win with a probability of {chance} %.", chance=_number(chances[0][0], look)
        )
        lines.append(line(kept(text)))
        for chance, move in chances[1:2]:
            text = look.say(
                'With the next best move, "{move}", it is {chance} %.',
                move=move_words(move, look),
                chance=_number(min(chance, chances[0][0]), look),
            )
            lines.append(line(kept(text)))
    return flow(lines, width, between="")


_CERTAIN: Final = 99.0


def _number(percent: float, look: TextStyle) -> str:
    return look.language.number(percent, 0)


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
