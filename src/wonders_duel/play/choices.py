"""The legal moves as a numbered list, and moves in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, assert_never

from wonders_duel.cards import Card
from wonders_duel.engine.moves import (
    ChooseBeginner,
    ChooseCard,
    ConstructBuilding,
    ConstructWonder,
    DeclineToken,
    DestroyBuilding,
    DiscardBuilding,
    DraftWonder,
    Move,
    ReviveBuilding,
    TakeToken,
)
from wonders_duel.render import wording
from wonders_duel.render.board.gist import full_summary, price_of, title
from wonders_duel.render.board.look import TextStyle
from wonders_duel.render.board.spans import GLUE, Line, Span, join, line
from wonders_duel.render.wording import Tense

if TYPE_CHECKING:
    from wonders_duel.state import State

__all__ = ["list_moves", "move_words", "named"]


def move_words(move: Move, look: TextStyle) -> str:
    """Return a move in words, in the language of the game.

    Args:
        move: any move.
        look: the style of the text.
    """
    words = wording.move_words(look.language, move, look.names, Tense.IMPERATIVE)
    return look.clean(words)


def list_moves(state: State, look: TextStyle, width: int, *, brief: bool = False) -> list[Line]:
    """Return the lines of a numbered list of the legal moves, in groups.

    Args:
        state: the state.
        look: the style of the text.
        width: the available columns.
        brief: whether to leave out the effects of the cards to choose from.
    """
    groups: dict[str, list[tuple[int, Move]]] = {}
    for number, move in enumerate(state.legal_moves, start=1):
        key = move.wonder.id if isinstance(move, ConstructWonder) else str(move).split()[0]
        groups.setdefault(key, []).append((number, move))
    lines: list[Line] = []
    for moves in groups.values():
        lines += _group(state, moves, look, width, brief=brief)
    return lines


def _group(
    state: State, moves: list[tuple[int, Move]], look: TextStyle, width: int, *, brief: bool
) -> list[Line]:
    """Return the lines for moves of one kind."""
    match moves[0][1]:
        case ConstructBuilding():
            return _listed(
                look.say("build"), (), moves, lambda move: _priced(state, move, look), look, width
            )
        case DiscardBuilding():
            coins = state.cities[state.mover].discard_income
            detail = line(f"+${coins}", "bold")
            return _listed(
                look.say("discard"), detail, moves, lambda move: _card(move, look), look, width
            )
        case ConstructWonder(wonder) as move:
            plan = state.payment(move)
            assert plan is not None  # a wonder has a price
            detail = join(
                (title(wonder, look, "bold"), price_of(plan, look), line(look.say("with"))), " "
            )
            return _listed(
                look.say("wonder"), detail, moves, lambda one: _card(one, look), look, width
            )
        case DraftWonder():
            return _with_effects(look.say("pick"), moves, look, width, brief=brief)
        case TakeToken():
            return _with_effects(look.say("take"), moves, look, width, brief=brief)
        case DestroyBuilding():
            return _with_effects(look.say("destroy"), moves, look, width, brief=brief)
        case ReviveBuilding():
            return _with_effects(look.say("revive"), moves, look, width, brief=brief)
        case ChooseCard():
            return _with_effects(look.say("choose"), moves, look, width, brief=brief)
        case ChooseBeginner():
            return _listed(
                look.say("begin"), (), moves, lambda move: _beginner(move, look), look, width
            )
        case DeclineToken():
            token = line(look.say("the progress token"))
            return _listed(look.say("decline"), (), moves, lambda _: token, look, width)
        case _ as never:
            assert_never(never)


def _card(move: Move, look: TextStyle) -> Line:
    """Return the title of the building, wonder or token that a move names."""
    return title(named(move), look)


def named(move: Move) -> Card:
    """Return the card that a move is about.

    Args:
        move: any move but the choice of who begins, and declining a token.
    """
    match move:
        case DraftWonder(wonder):
            return wonder
        case TakeToken(token):
            return token
        case ChooseCard(_, card):
            return card
        case _:
            assert not isinstance(move, ChooseBeginner | DeclineToken)  # they name no card
            return move.building


def _priced(state: State, move: Move, look: TextStyle) -> Line:
    plan = state.payment(move)
    assert plan is not None  # every construction has a price
    return (*_card(move, look), Span(GLUE), *price_of(plan, look))


def _beginner(move: Move, look: TextStyle) -> Line:
    assert isinstance(move, ChooseBeginner)  # the only kind in its phase
    return line(look.player(move.player), "bold")


def _listed(
    label: str,
    detail: Line,
    moves: list[tuple[int, Move]],
    text_of: Callable[[Move], Line],
    look: TextStyle,
    width: int,
) -> list[Line]:
    """Return moves of one kind, one after the other.

    Args:
        label: the name of the kind.
        detail: text that applies to all the moves.
        moves: the moves with their numbers.
        text_of: returns the text of a move.
        look: the style of the text.
        width: the available columns.
    """
    items = [(*_numbered(number), *text_of(move)) for number, move in moves]
    if detail:
        items[0] = (*detail, Span(look.colon), Span(" "), *items[0])
    return look.labelled(label, items, width)


def _numbered(number: int) -> Line:
    return (Span(f"{number}", "bold good"), Span(GLUE))


def _with_effects(
    label: str, moves: list[tuple[int, Move]], look: TextStyle, width: int, *, brief: bool
) -> list[Line]:
    """Return moves one per line, with the effects of the cards; or one after the other."""
    if brief:
        return _listed(label, (), moves, lambda move: _card(move, look), look, width)
    lines = []
    for number, move in moves:
        card = named(move)
        effects = join(full_summary(card, look), ", ")
        text = (*_numbered(number), *title(card, look, "bold"), Span(f"{look.colon} "), *effects)
        lines += look.labelled(label, [text], width)
    return lines
