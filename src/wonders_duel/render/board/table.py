"""Everything besides cities, structure and track: heading, tokens, discard pile, offers, legend."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from wonders_duel.engine.bitfields import COLOURS
from wonders_duel.enums import Phase, Resource
from wonders_duel.render.board.city import offer_lines, token_line
from wonders_duel.render.board.gist import MEMORY, title
from wonders_duel.render.board.look import TextStyle
from wonders_duel.render.board.spans import GLUE, Line, flow, line
from wonders_duel.render.wording import resigned_sentence, standing

if TYPE_CHECKING:
    from wonders_duel.cards import Building, ProgressToken
    from wonders_duel.enums import Player
    from wonders_duel.languages import Language
    from wonders_duel.state import State

__all__ = ["awaited", "board_tokens", "discard_pile", "heading", "legend", "offers", "token_names"]


def heading(state: State, look: TextStyle) -> Line:
    """Return the age and the number of cards left.

    Args:
        state: the position.
        look: the language and characters to use.
    """
    if state.age is None:
        return line(look.say("The draft") if state.phase is Phase.DRAFT else look.say("Setting up"))
    cards = look.count("{number} card left", "{number} cards left", state.cards_left)
    age = look.say("Age {age}", age=look.word(state.age))
    return line(f"{age} {look.dot} {cards}", "bold")


def awaited(
    state: State, look: TextStyle, width: int, resigned: Player | None = None
) -> list[Line]:
    """Return the current decision or chance event, or the result of the game.

    Args:
        state: the position.
        look: the language and characters to use.
        width: the available columns.
        resigned: the player who has resigned.
    """
    to = look.language
    is_over = state.is_over or resigned is not None
    style = "bold" if is_over or state.chance is None else ""
    if resigned is None:
        now = standing(to, state, look.names)
    else:
        now = resigned_sentence(to, resigned, look.names)
    sentences = [look.say("The game is over.")] if is_over else []
    sentences.append(look.clean(now))
    if not is_over:
        codes = state.pending_codes[0 if state.phase is Phase.REVEAL else 1 :]
        later = [state.tables.pending[code].later(to) for code in codes]
        sentences += [look.say("Then: {choice}", choice=choice) for choice in later]
        if state.extra_turn:
            sentences.append(look.say("Then the same player takes another turn."))
    first = line(look.arrow, "good")
    return flow([line(" ".join(sentences), style)], width, first=first, indent=2)


def board_tokens(state: State, look: TextStyle, width: int) -> list[Line]:
    """Return the progress tokens on the board.

    Args:
        state: the position.
        look: the language and characters to use.
        width: the available columns.
    """
    return list(_board_tokens(state.board_tokens, look.language, look.ascii, width))


@lru_cache(maxsize=MEMORY)
def _board_tokens(
    tokens: tuple[ProgressToken, ...],
    to: Language,
    ascii: bool,  # noqa: A002, FBT001 - as in the look
    width: int,
) -> tuple[Line, ...]:
    look = TextStyle(language=to, ascii=ascii)
    told = [token_line(token, look) for token in tokens]
    return tuple(look.labelled(look.say("progress"), told or [line("-", "dim")], width))


def token_names(state: State, look: TextStyle, width: int) -> list[Line]:
    """Return the names of the progress tokens on the board.

    Args:
        state: the position.
        look: the language and characters to use.
        width: the available columns.
    """
    names = [title(token, look) for token in state.board_tokens]
    return look.labelled(look.say("progress"), names, width) if names else []


def discard_pile(state: State, look: TextStyle, width: int) -> list[Line]:
    """Return the discard pile, by colour.

    Args:
        state: the position.
        look: the language and characters to use.
        width: the available columns.
    """
    return list(_discard_pile(state.discard_pile, look.language, look.ascii, width))


@lru_cache(maxsize=MEMORY)
def _discard_pile(
    cards: tuple[Building, ...],
    to: Language,
    ascii: bool,  # noqa: A002, FBT001 - as in the look
    width: int,
) -> tuple[Line, ...]:
    look = TextStyle(language=to, ascii=ascii)
    by_colour = sorted(cards, key=lambda card: COLOURS.index(card.colour))
    names = [title(card, look) for card in by_colour] or [line("-", "dim")]
    return tuple(look.labelled(look.say("discarded"), names, width))


def offers(state: State, look: TextStyle, width: int) -> list[Line]:
    """Return the wonders or drawn progress tokens on offer.

    Args:
        state: the position.
        look: the language and characters to use.
        width: the available columns.
    """
    lines = [one for wonder in state.offered_wonders for one in offer_lines(wonder, look, width)]
    for token in state.offered_tokens:
        lines += flow([token_line(token, look)], width, first=line(" "), indent=4)
    return lines


def legend(look: TextStyle, width: int) -> list[Line]:
    """Return the meaning of letters and marks.

    Args:
        look: the language and characters to use.
        width: the available columns.
    """
    return list(_legend(look.language, look.ascii, width))


@lru_cache(maxsize=32)
def _legend(
    to: Language,
    ascii: bool,  # noqa: A002, FBT001 - as in the look
    width: int,
) -> tuple[Line, ...]:
    look = TextStyle(language=to, ascii=ascii)
    items = [line(f"{resource.letter}{GLUE}{look.word(resource)}", "dim") for resource in Resource]
    coins, expensive = look.say("coins"), look.say("too expensive")
    items += [
        line(f"${GLUE}{coins}", "dim"),
        line(f"{look.too_expensive} {expensive}", "dim"),
        line(look.say("chain: free"), "dim"),
    ]
    return tuple(flow(items, width, indent=2))
