"""Whether a row belongs to a match, and has the results that follow from its moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wonders_duel.errors import MatchError

if TYPE_CHECKING:
    from wonders_duel.enums import Player, Victory
    from wonders_duel.match.matches import Match
    from wonders_duel.match.rows import MatchGame, MatchRow
    from wonders_duel.state import State

__all__ = ["contradiction", "expect_row"]


def expect_row(match: Match, row: MatchRow) -> None:
    """Check that the bots and the deal of a row are those of its task.

    Args:
        match: the match.
        row: the row.

    Raises:
        MatchError: it is of another match.
    """
    task = match.task(row.task)
    if (task.bots, task.deal) != (row.bots, row.deal):
        raise MatchError(f"task {row.task} is of another match")


def contradiction(end: State, played: MatchGame) -> str | None:
    """Return what is wrong with the result of a game of a row; ``None`` if it follows from its moves.

    Args:
        end: the state after its moves.
        played: the game.
    """
    result, fault = end.result, played.fault
    found: tuple[Player | None, Victory | None]
    if fault is not None:
        found = fault.seat.opponent, None
        by = f"a fault of player {fault.seat}"
    elif result is not None:
        found = result.winner, result.victory
        by = f'"{result}"'
    else:
        return f"it is not over after its {len(played.moves)} moves"
    if (*found, end.totals) == (played.winner, played.victory, played.points):
        return None
    one, two = end.totals
    return (
        f"the row has another result than its moves, which lead to {by} with the points {one} and "
        f"{two}"
    )
