"""Texts for moves, decisions, chance and results, in any language.

Narration, boards, pictures and the terminal program use them.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, assert_never

from wonders_duel.effects.answers import worded
from wonders_duel.engine.decision import decision_of
from wonders_duel.engine.moves import (
    ChooseBeginner,
    ChooseCard,
    ConstructBuilding,
    ConstructWonder,
    DeclineToken,
    DestroyBuilding,
    DiscardBuilding,
    DraftWonder,
    ReviveBuilding,
    TakeToken,
)
from wonders_duel.enums import Phase, Player, Victory

if TYPE_CHECKING:
    from wonders_duel.engine.moves import Move
    from wonders_duel.engine.scoring import Result
    from wonders_duel.languages import Language
    from wonders_duel.state import State

__all__ = [
    "Tense",
    "awaited",
    "decided",
    "move_words",
    "resigned_sentence",
    "standing",
]


class Tense(Enum):
    """The form of the verb in the text of a move."""

    PRESENT = "present"
    """A statement: ``builds Tavern``."""
    IMPERATIVE = "imperative"
    """A command, as it can be typed: ``build Tavern``."""


def move_words(
    to: Language,
    move: Move,
    names: tuple[str, str],
    tense: Tense = Tense.PRESENT,
) -> str:
    """Return a move in words, without the player who makes it.

    Args:
        to: the language.
        move: the move.
        names: the names of the players.
        tense: the form of the verb.

    >>> from wonders_duel import parse_move
    >>> from wonders_duel.languages import language
    >>> move = parse_move("discard tavern")
    >>> move_words(language("en"), move, ("Ann", "Ben"))
    'discards Tavern'
    >>> move_words(language("en"), move, ("Ann", "Ben"), Tense.IMPERATIVE)
    'discard Tavern'
    """
    return _imperative(to, move, names) if tense is Tense.IMPERATIVE else _present(to, move, names)


def _imperative(to: Language, move: Move, names: tuple[str, str]) -> str:
    match move:
        case DraftWonder(wonder):
            return to.say("pick {wonder}", wonder=to.name(wonder))
        case ConstructBuilding(building):
            return to.say("build {card}", card=to.name(building))
        case DiscardBuilding(building):
            return to.say("discard {card}", card=to.name(building))
        case ConstructWonder(wonder, building):
            return to.say(
                "build {wonder} with {card}", wonder=to.name(wonder), card=to.name(building)
            )
        case TakeToken(token):
            return to.say("take {token}", token=to.name(token))
        case DestroyBuilding(building):
            return to.say("destroy {card}", card=to.name(building))
        case ReviveBuilding(building):
            return to.say("revive {card}", card=to.name(building))
        case ChooseBeginner(beginner):
            return to.say("let {player} begin", player=names[beginner])
        case DeclineToken():
            return to.say("decline the progress token")
        case ChooseCard(_, card):
            return worded(move.effect, "action", move.effect.action(card, to, command=True))
        case _:
            assert_never(move)


def _present(to: Language, move: Move, names: tuple[str, str]) -> str:
    match move:
        case DraftWonder(wonder):
            return to.say("picks {wonder}", wonder=to.name(wonder))
        case ConstructBuilding(building):
            return to.say("builds {building}", building=to.name(building))
        case ConstructWonder(wonder, building):
            given, under = to.name(wonder), to.name(building)
            return to.say("builds {wonder} with {building}", wonder=given, building=under)
        case DiscardBuilding(building):
            return to.say("discards {building}", building=to.name(building))
        case TakeToken(token):
            return to.say("takes {token}", token=to.name(token))
        case DestroyBuilding(building):
            return to.say("destroys {building}", building=to.name(building))
        case ReviveBuilding(building):
            return to.say("builds {building} from the discard pile", building=to.name(building))
        case ChooseBeginner(beginner):
            return to.say("lets {name} begin", name=names[beginner])
        case DeclineToken():
            return to.say("declines the progress token")
        case ChooseCard(_, card):
            return worded(move.effect, "action", move.effect.action(card, to))
        case _:
            assert_never(move)


def standing(to: Language, state: State, names: tuple[str, str]) -> str:
    """Return the current decision or chance event, or the result of the game.

    Args:
        to: the language.
        state: any state.
        names: the names of the players.

    >>> from wonders_duel import Game
    >>> from wonders_duel.languages import language
    >>> standing(language("en"), Game(seed=1).state, ("Ann", "Ben"))
    "Ann's turn: pick a wonder."
    """
    result = state.result
    return awaited(to, state, names) if result is None else decided(to, result, names)


def decided(to: Language, result: Result, names: tuple[str, str]) -> str:
    """Return the result of a game as a sentence.

    Args:
        to: the language.
        result: the result.
        names: the names of the players.
    """
    one, two = result.totals
    if result.winner is None:
        return to.say("Both players share the victory, {points} all.", points=one)
    winner = names[result.winner]
    points = {"more": max(one, two), "less": min(one, two)}
    match result.victory:
        case Victory.MILITARY:
            return to.say("{player} wins by military supremacy.", player=winner)
        case Victory.SCIENTIFIC:
            return to.say("{player} wins by scientific supremacy.", player=winner)
        case Victory.CIVILIAN if result.by_blue:
            return to.say(
                "{player} wins the civilian victory, {more} to {less}, by the points of blue buildings.",
                player=winner,
                **points,
            )
        case Victory.CIVILIAN:
            return to.say(
                "{player} wins the civilian victory, {more} to {less}.", player=winner, **points
            )
        case _:
            assert_never(result.victory)


def resigned_sentence(to: Language, loser: Player, names: tuple[str, str]) -> str:
    """Return a resignation as a sentence.

    Args:
        to: the language.
        loser: the player who resigned.
        names: the names of the players.
    """
    return to.say(
        "{loser} resigns, and {winner} wins.", loser=names[loser], winner=names[loser.opponent]
    )


def awaited(to: Language, state: State, names: tuple[str, str]) -> str:
    """Return the current decision or chance event as a sentence.

    Args:
        to: the language.
        state: a state that is not over.
        names: the names of the players.
    """
    chance = state.chance
    if chance is None:
        return _choice(to, state, names)
    match chance.phase:
        case Phase.DEAL_TOKENS:
            return to.say("The progress tokens are about to be laid out.")
        case Phase.DEAL_WONDERS:
            return to.say("Wonders are about to be laid out.")
        case Phase.DEAL_AGE:
            assert chance.age is not None  # the one that is dealt
            return to.say("Age {age} is about to be dealt.", age=to.word(chance.age))
        case Phase.REVEAL:
            return to.say(
                "Card #{slot} is about to be revealed, {count} possibilities.",
                slot=chance.slot,
                count=chance.count,
            )
        case _:
            return to.say("Progress tokens are about to be drawn from the box.")


def _choice(to: Language, state: State, names: tuple[str, str]) -> str:
    decision = decision_of(state)
    assert decision is not None  # no chance outcome comes first
    return decision.question(to, state, names)
