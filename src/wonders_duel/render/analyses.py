"""Analyses in words: sentences, and a table of the moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final, assert_never

from wonders_duel.chance.outcomes import (
    AgeDealt,
    CardRevealed,
    ChanceOutcome,
    TokensDealt,
    TokensDrawn,
    WondersDealt,
)
from wonders_duel.enums import Player
from wonders_duel.languages import Language, Named
from wonders_duel.languages import language as language_of
from wonders_duel.languages.lists import joined
from wonders_duel.languages.seats import seats
from wonders_duel.render.board.spans import WIDTH, cut, flow, kept, line, plain, tidy
from wonders_duel.render.wording import Tense, awaited, move_words
from wonders_duel.search.analysis import Mark
from wonders_duel.support.arguments import expect_names
from wonders_duel.support.columns import columns

if TYPE_CHECKING:
    from wonders_duel.engine.moves import Move
    from wonders_duel.search.analysis import Analysis, LineStep, MoveAnalysis, Outlook, Reply

__all__ = [
    "analysis_rows",
    "analysis_sentences",
    "analysis_text",
    "folded",
    "interval",
    "mark_word",
    "percent",
    "table",
    "wrapped",
]

_MOST_CHANGES: Final = 8
"""The most replies that a sentence lists."""
_MOST_OUTCOMES: Final = 5
"""The most chance outcomes that are listed for a reply."""
_LISTED: Final = 0.005
"""The smallest probability of a chance outcome that is listed."""
_GAP: Final = "  "
"""The space between two columns of the table."""
_LEAST_MOVE: Final = 12
"""The least columns for the moves of the table."""
_MORE: Final = "\N{HORIZONTAL ELLIPSIS}"


def analysis_sentences(
    analysis: Analysis, language: str | Language, names: tuple[str, str] | None
) -> tuple[str, ...]:
    """Return an analysis in words; see ``Analysis.sentences``.

    Args:
        analysis: the analysis.
        language: the language or its code.
        names: the names of the players.
    """
    to = language_of(language)
    return tuple(_Words(to, names).sentences(analysis))


def analysis_text(
    analysis: Analysis,
    language: str | Language,
    names: tuple[str, str] | None,
    width: int = WIDTH,
) -> str:
    """Return an analysis as a table and in words; see ``Analysis.to_text``.

    Args:
        analysis: the analysis.
        language: the language or its code.
        names: the names of the players.
        width: the available columns.
    """
    to = language_of(language)
    words = _Words(to, names)
    lines: list[str] = []
    if analysis.moves:
        lines += [*table(words.rows(analysis), width), ""]
    for sentence in words.sentences(analysis):
        lines += wrapped(sentence, width)
    return "\n".join(lines)


def analysis_rows(analysis: Analysis | None, to: Language) -> Iterator[list[str]]:
    """Yield the rows of the table of moves, with its heading.

    Args:
        analysis: the analysis; ``None`` for the heading alone.
        to: the language.
    """
    yield from _Words(to, None).rows(analysis)


def wrapped(sentence: str, width: int = WIDTH) -> list[str]:
    """Return a sentence in lines; numbers stay beside their units.

    Args:
        sentence: the sentence.
        width: the available columns.
    """
    return [plain(one) for one in flow([line(kept(sentence))], width, indent=2)]


def table(rows: Iterable[Sequence[str]], width: int = WIDTH) -> Iterator[str]:
    """Yield the lines of a table: the first column aligned left, the others right.

    A cell of the first column that is too long goes on in the next line, so that rows of different
    moves differ. It keeps some columns, even if the table is too wide then.

    Args:
        rows: the cells, those of the heading first.
        width: the available columns.
    """
    every = list(rows)
    widths = [max(columns(cell) for cell in column) for column in zip(*every, strict=True)]
    room = width - sum(widths[1:]) - len(_GAP) * (len(widths) - 1)
    widths[0] = min(widths[0], max(room, _LEAST_MOVE))
    for first, *others in every:
        head, *rest = folded(first, widths[0])
        cells = [head + " " * (widths[0] - columns(head))]
        for cell, room in zip(others, widths[1:], strict=True):
            cells.append(" " * (room - columns(cell)) + cell)
        yield _GAP.join(cells).rstrip()
        yield from rest


def folded(text: str, room: int) -> Iterator[str]:
    """Yield a text in lines of words, those after the first one indented; a longer word is cut.

    Args:
        text: the text.
        room: the columns of a line.
    """
    written = ""
    for word in text.split(" "):
        if not written.strip():
            written += word
        elif columns(f"{written} {word}") <= room:
            written += f" {word}"
        else:
            yield plain(cut(line(written), room, _MORE))
            written = _GAP + word
    yield plain(cut(line(written), room, _MORE))


def percent(to: Language, share: float, digits: int = 0) -> str:
    """Return a share as a number of percent.

    Args:
        to: the language.
        share: the share, from 0 to 1.
        digits: the number of decimals.
    """
    return to.number(100 * share, digits)


def interval(to: Language, one: MoveAnalysis) -> str:
    """Return the 95 % interval of a move for a table; empty for a move without visits.

    Args:
        to: the language.
        one: the move.
    """
    if one.is_exact:
        return to.say("exact")
    if not one.visits:
        return ""
    return f"{percent(to, one.low, 1)} - {percent(to, one.high, 1)}"


def mark_word(to: Language, mark: Mark) -> str:
    """Return the word for a mark.

    Args:
        to: the language.
        mark: the mark.
    """
    match mark:
        case Mark.INACCURACY:
            return to.say("inaccuracy")
        case Mark.MISTAKE:
            return to.say("mistake")
        case Mark.BLUNDER:
            return to.say("blunder")
        case _:
            assert_never(mark)


class _Words:
    """The words of an analysis in a language, with the names of the players."""

    def __init__(self, to: Language, names: tuple[str, str] | None) -> None:
        """Use the default names if none are given."""
        self._to = to
        one, two = seats(to) if names is None else expect_names(names)
        self._names = (tidy(one), tidy(two))

    # -- the table --------------------------------------------------------------------------------

    def rows(self, analysis: Analysis | None) -> Iterator[list[str]]:
        """Yield the rows of the table of moves, with its heading."""
        to = self._to
        yield [
            to.say("Move"),
            to.say("Win %"),
            to.say("95 % interval"),
            to.say("Visits"),
            to.say("Lead"),
            to.say("Error"),
        ]
        if analysis is None:
            return
        for one in analysis.moves:
            yield [
                self._command(one),
                percent(to, one.win_probability, 1),
                interval(to, one),
                f"{one.visits}",
                *self._lead(one.outlook, analysis.player),
            ]

    def _lead(self, outlook: Outlook | None, player: Player) -> tuple[str, str]:
        """Return the mean lead of a player in points, and its standard error."""
        if outlook is None or not outlook.games:
            return "", ""
        sign = 1 if player is Player.ONE else -1
        error = outlook.margin_error
        return (
            self._to.number(sign * outlook.margin, 1),
            "" if error is None else self._to.number(error, 1),
        )

    # -- sentences --------------------------------------------------------------------------------

    def sentences(self, analysis: Analysis) -> Iterator[str]:
        """Yield the sentences."""
        to = self._to
        yield awaited(to, analysis.state, self._names)
        values: dict[str, str | int] = {
            "player": self._names[analysis.player],
            "win": percent(to, analysis.win_probability, 1),
            "low": percent(to, analysis.low, 1),
            "high": percent(to, analysis.high, 1),
            "number": analysis.simulations,
        }
        if analysis.is_exact:
            yield to.say(
                "{player} wins with a probability of {win} % (exact; simulations: {number}).",
                **values,
            )
        else:
            yield to.say(
                "{player} wins with a probability of {win} % (95 % interval: {low} to {high} %; simulations: {number}).",
                **values,
            )
        if analysis.moves:
            yield to.say("Best move: {move}.", move=self._command(analysis.best))
        told = [self._step(step) for step in analysis.line]
        if analysis.outcomes:
            told.insert(0, self._outcomes(analysis.outcomes))
        yield to.say("Principal variation: {line}.", line=joined(to, told))
        if analysis.outlook is not None and analysis.outlook.games:
            yield from self._outlook(analysis.outlook)
        replies = analysis.best if analysis.moves else analysis
        if replies.usual_reply is not None:
            yield from self._replies(
                replies.usual_reply, replies.changes, replies.change_probability
            )
        yield from self._played(analysis)

    def _command(self, analysis: MoveAnalysis) -> str:
        return move_words(self._to, analysis.move, self._names, Tense.IMPERATIVE)

    def _step(self, step: LineStep) -> str:
        to = self._to
        told = to.say(
            "{player} {does}",
            player=self._names[step.player],
            does=move_words(to, step.move, self._names),
        )
        return f"{told} ({self._outcomes(step.outcomes)})" if step.outcomes else told

    def _outlook(self, outlook: Outlook) -> Iterator[str]:
        to = self._to
        yield to.count(
            "In {number} game played on from there without a search, {one} has {first} points, {two} {second}.",
            "In {number} games played on from there without a search, {one} has {first} points on average, {two} {second}.",
            outlook.games,
            one=self._names[0],
            two=self._names[1],
            first=to.number(outlook.points(Player.ONE), 1),
            second=to.number(outlook.points(Player.TWO), 1),
        )
        for player in Player:
            kinds = outlook.victories(player)
            yield to.say(
                "{player} wins {wins} % of them: {military} % by military supremacy, {scientific} % by scientific supremacy, {civilian} % by a civilian victory.",
                player=self._names[player],
                wins=percent(to, outlook.tally.wins(player) / outlook.games),
                **{kind: percent(to, share) for kind, share in kinds.items()},
            )
        if outlook.tally.shared:
            share = outlook.tally.shared / outlook.games
            yield to.say("{share} % of them are shared victories.", share=percent(to, share))

    def _replies(self, usual: Move, changes: Sequence[Reply], chance: float) -> Iterator[str]:
        to = self._to
        yield to.say(
            "Most likely reply: {move} (best with a probability of {chance} %).",
            move=move_words(to, usual, self._names, Tense.IMPERATIVE),
            chance=percent(to, 1.0 - chance),
        )
        if not changes:
            return
        by_move: dict[Move, list[Reply]] = {}
        for reply in changes:
            by_move.setdefault(reply.move, []).append(reply)
        told = [
            self._reply(move, replies) for move, replies in islice(by_move.items(), _MOST_CHANGES)
        ]
        if len(by_move) > _MOST_CHANGES:
            told.append(_MORE)
        yield to.say("Other replies: {moves}", moves=joined(to, told))

    def _reply(self, move: Move, replies: Sequence[Reply]) -> str:
        """Return a move with the chance outcomes after which it is best, if they are few."""
        to = self._to
        words = move_words(to, move, self._names, Tense.IMPERATIVE)
        if any((reply.probability or 0.0) < _LISTED for reply in replies):
            return words
        outcomes = [
            to.say(
                "{outcomes}: {chance} %",
                outcomes=self._outcomes(reply.outcomes),
                chance=percent(to, reply.probability or 0.0, 1),
            )
            for reply in replies[:_MOST_OUTCOMES]
        ]
        if len(replies) > _MOST_OUTCOMES:
            outcomes.append(_MORE)
        return f"{words} ({', '.join(outcomes)})"

    def _played(self, analysis: Analysis) -> Iterator[str]:
        to, played = self._to, analysis.played
        if played is None:
            return
        values = {
            "player": self._names[analysis.player],
            "move": self._command(played),
            "loss": percent(to, analysis.loss, 1),
        }
        match analysis.mark:
            case None if played is analysis.best:
                yield to.say("{player} played this move.", **values)
            case None:
                yield to.say(
                    "{player} played: {move}. This loses {loss} percentage points.", **values
                )
            case Mark.INACCURACY:
                yield to.say(
                    "{player} played: {move}. This is an inaccuracy: it loses {loss} percentage points.",
                    **values,
                )
            case Mark.MISTAKE:
                yield to.say(
                    "{player} played: {move}. This is a mistake: it loses {loss} percentage points.",
                    **values,
                )
            case Mark.BLUNDER:
                yield to.say(
                    "{player} played: {move}. This is a blunder: it loses {loss} percentage points.",
                    **values,
                )
            case _:
                assert_never(analysis.mark)

    # -- chance outcomes --------------------------------------------------------------------------

    def _outcomes(self, outcomes: Sequence[ChanceOutcome]) -> str:
        """Return chance outcomes in words, several reveals together."""
        to = self._to
        told = []
        revealed: list[str] = []
        for outcome in outcomes:
            match outcome:
                case CardRevealed(_, building):
                    revealed.append(to.name(building))
                case TokensDealt(tokens):
                    told.append(
                        to.say(
                            "Progress tokens on the board: {tokens}", tokens=self._names_of(tokens)
                        )
                    )
                case WondersDealt(wonders):
                    told.append(
                        to.say("Wonders on offer: {wonders}", wonders=self._names_of(wonders))
                    )
                case AgeDealt(age, _):
                    told.append(to.say("Age {age} is dealt", age=to.word(age)))
                case TokensDrawn(tokens):
                    told.append(
                        to.say("drawn from the box: {tokens}", tokens=self._names_of(tokens))
                    )
                case _:
                    assert_never(outcome)
        if revealed:
            cards = ", ".join(revealed)
            told.insert(
                0, to.count("revealed: {cards}", "revealed: {cards}", len(revealed), cards=cards)
            )
        return joined(to, told)

    def _names_of(self, cards: Iterable[Named]) -> str:
        return ", ".join(sorted(map(self._to.name, cards)))
