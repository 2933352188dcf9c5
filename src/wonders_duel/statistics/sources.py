"""The facts of a game, from whichever form it comes in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from wonders_duel import serialization
from wonders_duel.errors import FormatError, IllegalMoveError, MatchError
from wonders_duel.game import Game
from wonders_duel.history.resignation import Resignation
from wonders_duel.match import Match, MatchGame, MatchRow
from wonders_duel.match.checking import contradiction, expect_row
from wonders_duel.match.rows import FAULT_TAG
from wonders_duel.record import Record
from wonders_duel.statistics.facts import Facts
from wonders_duel.text.files import in_line
from wonders_duel.text.record_parser import read_lines

if TYPE_CHECKING:
    from wonders_duel.catalogues import Catalogue
    from wonders_duel.deal import Deal
    from wonders_duel.limits import Limits
    from wonders_duel.state import State
    from wonders_duel.statistics.layout import Layout

__all__ = ["dealt_row", "of_game", "of_record", "of_row", "read"]


def of_record(layout: Layout, record: Record) -> Facts | None:
    """Return the facts of a record; ``None`` if it has no result.

    Args:
        layout: the places of the counters.
        record: the record, which is replayed.

    Raises:
        RecordError: it contradicts the rules.
    """
    end = record.opening()[1]
    facts = Facts(layout, end)
    for step in record.replay():
        facts.see(step.before, step.move.spec)
        end = step.after
    noted = record.result
    resigned = noted.player if isinstance(noted, Resignation) else None
    return _finished(facts, end, resigned, record.tags)


def of_game(layout: Layout, game: Game) -> Facts | None:
    """Return the facts of a game; ``None`` if it has no result.

    Args:
        layout: the places of the counters.
        game: the game.
    """
    history = game.history
    facts = Facts(layout, history[0].before if history else game.state)
    for step in history:
        facts.see(step.before, step.move.spec)
    return _finished(facts, game.state, game.resigned, game.tags)


def _finished(
    facts: Facts, end: State, resigned: int | None, tags: Mapping[str, str]
) -> Facts | None:
    """Finish the facts of a game, unless it has no result."""
    if resigned is None and not end.is_over:
        return None
    facts.finish(end, resigned, is_fault=FAULT_TAG in tags)
    return facts


def dealt_row(match: Match, row: MatchRow) -> tuple[State, Deal]:
    """Return the first decision of the games of a row, and their deal.

    Args:
        match: the match.
        row: a row of it.

    Raises:
        MatchError: the row is of another match.
    """
    expect_row(match, row)
    state, deal = match.start(row.deal)
    while state.chance is not None:
        state = state.resolve(deal.outcome(state))
    return state, deal


def of_row(layout: Layout, played: MatchGame, state: State, deal: Deal) -> Facts:
    """Return the facts of a game of a row.

    Args:
        layout: the places of the counters.
        played: the game.
        state: its first decision.
        deal: its deal.

    Raises:
        MatchError: it contradicts the rules or its result.
    """
    moves = state.catalogue.moves
    facts = Facts(layout, state)
    for place, number in enumerate(played.moves, start=1):
        try:
            move = moves[number if number >= 0 else len(moves)]
            after = state.play(move, deal)
        except (IndexError, IllegalMoveError):
            message = f"move {place} is not legal, so the row is of another match or version"
            raise MatchError(message) from None
        facts.see(state, move.spec)
        state = after
    if (wrong := contradiction(state, played)) is not None:
        raise MatchError(wrong)
    if played.fault is not None:
        facts.finish(state, played.fault.seat, is_fault=True)
    else:
        facts.finish(state)
    return facts


def read(lines: list[str], first: int, cards: Catalogue, limits: Limits) -> Record:
    """Return the record in some lines of a file.

    Args:
        lines: the lines of the record.
        first: the number of the first of them in the file.
        cards: the cards of the game.
        limits: the limits on size.

    Raises:
        FormatError: it is invalid.
    """
    if not lines[0].startswith("{"):
        return read_lines(lines, first, cards, limits)
    try:
        return serialization.loads("\n".join(lines), Record, catalogue=cards, limits=limits)
    except FormatError as error:
        raise in_line(error, first) from None
