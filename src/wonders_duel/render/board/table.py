"""What lies beside the cities: whose turn it is, progress tokens, the discard pile, what is on offer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wonders_duel.enums import Colour, Phase, Victory
from wonders_duel.render.board.city import offer_lines, token_line
from wonders_duel.render.board.gist import title
from wonders_duel.render.board.look import LETTERS, Look
from wonders_duel.render.board.spans import GLUE, Line, flow, line
from wonders_duel.tables import COLOURS, PEND_DESTROY

if TYPE_CHECKING:
    from wonders_duel.state import State

__all__ = ["awaited", "board_tokens", "discard_pile", "heading", "legend", "offers"]


def heading(state: State, look: Look) -> Line:
    """Give the age and how many cards are left.

    Args:
        state: the position.
        look: how it is written.
    """
    if state.age is None:
        return line(look.say("The draft") if state.phase is Phase.DRAFT else look.say("Setting up"))
    left = state.left.bit_count()
    cards = look.count("{number} card left", "{number} cards left", left)
    age = look.say("Age {age}", age=look.word(state.age))
    return line(f"{age} {look.dot} {cards}", "bold")


def awaited(state: State, look: Look, width: int) -> list[Line]:
    """Say what is awaited, or how the game ended.

    Args:
        state: the position.
        look: how it is written.
        width: columns that there are.
    """
    style = "bold" if state.chance is None else ""
    first = line(look.arrow, "good")
    sentences = [_result(state, look) if state.is_over else _next(state, look)]
    later = state.pending_codes[0 if state.phase is Phase.REVEAL else 1 :]
    sentences += [look.say("Then: {choice}", choice=_later(code, look)) for code in later]
    if state.extra_turn and not state.is_over:
        sentences.append(look.say("Then the same player takes another turn."))
    return flow([line(" ".join(sentences), style)], width, first=first, indent=2)


def _later(code: int, look: Look) -> str:
    """Name a choice that comes after the present one."""
    if code >= PEND_DESTROY:
        colour = look.word(COLOURS[code - PEND_DESTROY])
        return look.say("a {colour} card to destroy.", colour=colour)
    return (
        look.say("a progress token from the board."),
        look.say("a progress token from the box."),
        look.say("a card to revive."),
    )[code]


def _next(state: State, look: Look) -> str:
    assert state.turn_of is not None  # the game is not over
    who = look.player(state.turn_of)
    other = look.player(state.turn_of.opponent)
    match state.phase:
        case Phase.DRAFT:
            return look.say("{player} picks a wonder.", player=who)
        case Phase.TURN:
            return look.say("{player} takes a card.", player=who)
        case Phase.BOARD_TOKEN:
            return look.say("{player} takes a progress token from the board.", player=who)
        case Phase.LIBRARY_TOKEN:
            return look.say("{player} keeps one of the tokens drawn from the box.", player=who)
        case Phase.REVIVE:
            return look.say("{player} builds a card of the discard pile, free.", player=who)
        case Phase.DESTROY:
            colour = Colour(COLOURS[state.pending_codes[0] - PEND_DESTROY])
            return look.say(
                "{player} destroys a {colour} card of {opponent}.",
                player=who,
                colour=look.word(colour),
                opponent=other,
            )
        case Phase.BEGIN:
            return look.say("{player} says who begins the age.", player=who)
        case _:
            return _chance(state, look)


def _chance(state: State, look: Look) -> str:
    chance = state.chance
    assert chance is not None  # the phase is one of chance
    match chance.phase:
        case Phase.DEAL_TOKENS:
            return look.say("The progress tokens are to be laid out.")
        case Phase.DEAL_WONDERS:
            return look.say("Wonders are to be laid out.")
        case Phase.DEAL_AGE:
            assert chance.age is not None  # the one that is dealt
            return look.say("Age {age} is to be dealt.", age=look.word(chance.age))
        case Phase.REVEAL:
            return look.say(
                "The card #{slot} is to be turned up, one of {count}.",
                slot=chance.slot,
                count=chance.count,
            )
        case _:
            return look.say("Progress tokens are to be drawn from the box.")


def _result(state: State, look: Look) -> str:
    outcome = state.outcome
    assert outcome is not None  # the game is over
    one, two = outcome.totals
    if outcome.winner is None:
        return look.count(
            "The game is over: a shared victory, {number} point each.",
            "The game is over: a shared victory, {number} points each.",
            one,
        )
    winner = look.player(outcome.winner)
    if outcome.victory is Victory.MILITARY:
        return look.say("The game is over: {player} wins by military supremacy.", player=winner)
    if outcome.victory is Victory.SCIENTIFIC:
        return look.say("The game is over: {player} wins by scientific supremacy.", player=winner)
    most, least = max(one, two), min(one, two)
    if outcome.by_blue:
        return look.say(
            "The game is over: {player} wins, {most} points each, by the blue buildings.",
            player=winner,
            most=most,
        )
    return look.say(
        "The game is over: {player} wins, {most} to {least} points.",
        player=winner,
        most=most,
        least=least,
    )


def board_tokens(state: State, look: Look, width: int) -> list[Line]:
    """Give the progress tokens on the board.

    Args:
        state: the position.
        look: how it is written.
        width: columns that there are.
    """
    tokens = [token_line(token, look) for token in state.board_tokens]
    return look.labelled(look.say("progress"), tokens or [line("-", "dim")], width)


def discard_pile(state: State, look: Look, width: int) -> list[Line]:
    """Give the discard pile, by colour.

    Args:
        state: the position.
        look: how it is written.
        width: columns that there are.
    """
    cards = sorted(state.discard_pile, key=lambda card: COLOURS.index(card.colour))
    names = [title(card, look) for card in cards]
    return look.labelled(look.say("discarded"), names or [line("-", "dim")], width)


def offers(state: State, look: Look, width: int) -> list[Line]:
    """Give the wonders, or the drawn tokens, to choose from.

    Args:
        state: the position.
        look: how it is written.
        width: columns that there are.
    """
    lines = [one for wonder in state.offered_wonders for one in offer_lines(wonder, look, width)]
    for token in state.offered_tokens:
        lines += flow([token_line(token, look)], width, first=line(" "), indent=4)
    return lines


def legend(look: Look, width: int) -> list[Line]:
    """Say what the letters mean.

    Args:
        look: how it is written.
        width: columns that there are.
    """
    items = [
        line(f"{letter}{GLUE}{look.word(resource)}", "dim") for resource, letter in LETTERS.items()
    ]
    coins, dear = look.say("coins"), look.say("too dear")
    items += [
        line(f"${GLUE}{coins}", "dim"),
        line(f"{look.dear} {dear}", "dim"),
        line(look.say("chain: free"), "dim"),
    ]
    return flow(items, width, indent=2)
