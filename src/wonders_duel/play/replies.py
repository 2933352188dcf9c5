"""The lines of the dialogue that depend on no command: refusals, prices, the help."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from wonders_duel.bots import Bot, GreedyBot, RandomBot
from wonders_duel.chance.outcomes import AgeDealt, CardRevealed, ChanceOutcome, TokensDrawn
from wonders_duel.engine.moves import Move
from wonders_duel.engine.payment import PaymentPlan
from wonders_duel.play.choices import move_words
from wonders_duel.reasons import Reason
from wonders_duel.render.board.look import ROOM_FOR_LABELS, TextStyle
from wonders_duel.render.board.spans import Line, Span, flow, kept, line, tidy
from wonders_duel.support.columns import columns

__all__ = [
    "FILE",
    "Bots",
    "about",
    "commands_help",
    "price",
    "refusal",
    "revealed",
    "seating",
    "story",
    "wrapped",
]

Bots = tuple[Bot | None, Bot | None]
"""The bots of players one and two; ``None`` for a person."""

COMMAND: Final = 14
"""The columns of a command in the help."""
FILE: Final = "{}"
"""The placeholder for a file name in a text."""


def seating(bots: Bots, look: TextStyle) -> str:
    """Return a sentence that says who plays, a person or a bot.

    Args:
        bots: the bots of players one and two; at least one of them is a person.
        look: the style of the text, with the names of the players.
    """
    one, two = look.names
    kinds: dict[type[object], str] = {
        GreedyBot: look.say("the greedy bot"),
        RandomBot: look.say("the random bot"),
    }
    if bots == (None, None):
        return look.say("{one} and {two} play at one keyboard.", one=one, two=two)
    you, name, bot = (one, two, bots[1]) if bots[0] is None else (two, one, bots[0])
    kind = kinds.get(type(bot), look.say("a bot"))
    return look.say("You are {you}; {name} is {kind}.", you=you, name=name, kind=kind)


def refusal(move: Move, reasons: Sequence[Reason], look: TextStyle, width: int) -> list[Line]:
    """Return the reasons why a move is illegal.

    Args:
        move: the move.
        reasons: the reasons.
        look: the style of the text.
        width: the available columns.
    """
    text = look.say("{move}: this move is illegal.", move=move_words(move, look))
    lines = wrapped(text, look, width, "bad")
    for reason in reasons:
        lines += flow(
            [line(kept(look.clean(look.language.reason(reason))))],
            width,
            first=line(" -"),
            indent=3,
        )
    return lines


def price(plan: PaymentPlan, look: TextStyle, width: int) -> list[Line]:
    """Return the explanation of a price.

    Args:
        plan: the payment plan.
        look: the style of the text.
        width: the available columns.
    """
    lines: list[Line] = []
    for number, one in enumerate(look.language.payment(plan).splitlines()):
        first = line(" -") if number else ()
        style = "" if number else "bold"
        lines += flow([line(kept(look.clean(one.strip())), style)], width, first=first, indent=3)
    if not plan.is_affordable:
        text = look.count("{number} coin is missing.", "{number} coins are missing.", plan.missing)
        lines += wrapped(text, look, width, "bad")
    return lines


def revealed(outcome: ChanceOutcome, look: TextStyle) -> str:
    """Return the names of the cards that a chance outcome has revealed.

    Args:
        outcome: the outcome.
        look: the style of the text.
    """
    match outcome:
        case CardRevealed(_, building):
            return look.name(building)
        case AgeDealt(age):
            return look.say("age {age}", age=look.word(age))
        case TokensDrawn(tokens):
            return ", ".join(sorted(look.name(token) for token in tokens))
        case _:
            return look.say("the wonders on offer")


def commands_help(look: TextStyle, width: int) -> list[Line]:
    """Return the list of the commands.

    Args:
        look: the style of the text.
        width: the available columns.
    """
    commands = (
        ("3", look.say("play move 3 of the list")),
        ("build palace", look.say("play a move by its text; names can be shortened")),
        ("d 3, w1 3", look.say("discard the card of move 3, or build the first wonder with it")),
        ("why MOVE", look.say("explain why a move is illegal")),
        ("why", look.say("after a lost game: show the decisions that cost most")),
        ("cost MOVE", look.say("show what a move costs, and how it is paid")),
        ("card NAME", look.say("say what a card does")),
        ("hint", look.say("show the move that the search prefers, and your chances")),
        ("undo", look.say("go back to your last decision, unless cards were revealed since")),
        ("undo!", look.say("go back to it even if cards were revealed")),
        ("board, moves", look.say("show the whole board or the moves again")),
        ("score", look.say("show the points, as if the game ended now")),
        ("save [FILE]", look.say("save the game")),
        ("new", look.say("start another game, once this one is over")),
        ("quit", look.say("leave; an unfinished game is saved")),
    )
    lines: list[Line] = []
    for command, meaning in commands:
        first = (Span(f"{command:{COMMAND}}", "bold"),)
        indent = COMMAND + 1 if width >= ROOM_FOR_LABELS else 4
        lines += flow([line(meaning)], width, first=first, indent=indent)
    return lines


def about(text: str, file: str, style: str, width: int) -> list[Line]:
    """Return a text with a file name, which is written as it is even in ASCII mode.

    Args:
        text: the text, with ``FILE`` in place of the name.
        file: the name.
        style: the style of the words.
        width: the available columns.
    """
    before, _, after = text.partition(FILE)
    spans = (Span(before, style), Span(tidy(file), style), Span(after, style))
    return flow([spans], width, indent=2)


def wrapped(text: str, look: TextStyle, width: int, style: str = "") -> list[Line]:
    """Return a text, wrapped and indented from the second line.

    Args:
        text: the text.
        look: the style of the text.
        width: the available columns.
        style: the style of the words.
    """
    return flow([line(kept(look.clean(text)), style)], width, indent=2)


def story(texts: Iterable[str], look: TextStyle, width: int) -> list[Line]:
    """Return lines of the narration, wrapped if they are still too long.

    Args:
        texts: the lines.
        look: the style of the text.
        width: the available columns.
    """
    lines: list[Line] = []
    for text in texts:
        for one in text.splitlines() or [""]:
            clean = look.clean(one)
            if columns(clean) <= width:
                lines.append(line(clean))
            else:
                lines += flow([line(clean)], width, indent=2)
    return lines
