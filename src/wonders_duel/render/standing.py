"""How a game stands, in a sentence: what it waits for, or how it was decided."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from wonders_duel.enums import Phase, Victory
from wonders_duel.phases import pending_colour

if TYPE_CHECKING:
    from wonders_duel.enums import Player
    from wonders_duel.languages import Language
    from wonders_duel.scoring import Result
    from wonders_duel.state import State

__all__ = ["awaited", "decided", "given_up", "next_choice", "standing"]


def standing(to: Language, state: State, names: tuple[str, str]) -> str:
    """Say what a game waits for, or how it was decided.

    Args:
        to: the language.
        state: any state.
        names: what the players are called.

    >>> from wonders_duel import Game
    >>> from wonders_duel.languages import language
    >>> standing(language("en"), Game(seed=1).state, ("Ann", "Ben"))
    'Ann picks a wonder.'
    """
    result = state.result
    return awaited(to, state, names) if result is None else decided(to, result, names)


def decided(to: Language, result: Result, names: tuple[str, str]) -> str:
    """Say how a game was decided.

    Args:
        to: the language.
        result: how.
        names: what the players are called.
    """
    one, two = result.totals
    if result.winner is None:
        return to.count(
            "{one} and {two} share the victory, {number} point each.",
            "{one} and {two} share the victory, {number} points each.",
            one,
            one=names[0],
            two=names[1],
        )
    winner = names[result.winner]
    points = {"more": max(one, two), "less": min(one, two)}
    match result.victory:
        case Victory.MILITARY:
            return to.say("{player} wins by military supremacy.", player=winner)
        case Victory.SCIENTIFIC:
            return to.say("{player} wins by scientific supremacy.", player=winner)
        case Victory.CIVILIAN if result.by_blue:
            return to.say(
                "{player} wins, {more} to {less} points; the points of the blue buildings decided.",
                player=winner,
                **points,
            )
        case Victory.CIVILIAN:
            return to.say("{player} wins, {more} to {less} points.", player=winner, **points)
        case _:
            assert_never(result.victory)


def given_up(to: Language, loser: Player, names: tuple[str, str]) -> str:
    """Say who has given up.

    Args:
        to: the language.
        loser: who has.
        names: what the players are called.
    """
    return to.say(
        "{loser} resigns, and {winner} wins.", loser=names[loser], winner=names[loser.opponent]
    )


def awaited(to: Language, state: State, names: tuple[str, str]) -> str:
    """Say what a game waits for: a choice of a player, or a chance outcome.

    Args:
        to: the language.
        state: one that is not over.
        names: what the players are called.
    """
    chance = state.chance
    if chance is None:
        return _choice(to, state, names)
    match chance.phase:
        case Phase.DEAL_TOKENS:
            return to.say("The progress tokens are to be laid out.")
        case Phase.DEAL_WONDERS:
            return to.say("Wonders are to be laid out.")
        case Phase.DEAL_AGE:
            assert chance.age is not None  # the one that is dealt
            return to.say("Age {age} is to be dealt.", age=to.word(chance.age))
        case Phase.REVEAL:
            return to.say(
                "The card #{slot} is to be turned up, one of {count}.",
                slot=chance.slot,
                count=chance.count,
            )
        case _:
            return to.say("Progress tokens are to be drawn from the box.")


def _choice(to: Language, state: State, names: tuple[str, str]) -> str:
    player = state.mover
    who = names[player]
    match state.phase:
        case Phase.DRAFT:
            return to.say("{player} picks a wonder.", player=who)
        case Phase.TURN:
            return to.say("{player} takes a card.", player=who)
        case Phase.BOARD_TOKEN:
            return to.say("{player} takes a progress token from the board.", player=who)
        case Phase.LIBRARY_TOKEN:
            return to.say("{player} keeps one of the tokens drawn from the box.", player=who)
        case Phase.REVIVE:
            return to.say("{player} builds a card of the discard pile, free.", player=who)
        case Phase.DESTROY:
            colour = pending_colour(state.pending_codes[0])
            assert colour is not None  # a destruction is pending
            return to.say(
                "{player} destroys a {colour} card of {opponent}.",
                player=who,
                colour=to.word(colour),
                opponent=names[player.opponent],
            )
        case _:
            return to.say("{player} says who begins the age.", player=who)


def next_choice(to: Language, code: int) -> str:
    """Name a choice that comes after the present one, as the end of a sentence.

    Args:
        to: the language.
        code: what is pending, as the state holds it.
    """
    colour = pending_colour(code)
    if colour is not None:
        return to.say("a {colour} card to destroy.", colour=to.word(colour))
    return (
        to.say("a progress token from the board."),
        to.say("a progress token from the box."),
        to.say("a card to revive."),
    )[code]
