"""Rows of matches, made by hand."""

from __future__ import annotations

from wonders_duel.enums import Player, Victory
from wonders_duel.match import BotFault, MatchGame, MatchRow

__all__ = ["game", "row"]

CIVILIAN = Victory.CIVILIAN


def game(
    winner: Player | None,
    victory: Victory | None = CIVILIAN,
    *,
    moves: int = 3,
    seconds: tuple[float, float] | None = None,
) -> MatchGame:
    """Return a game; without a kind of victory, it is decided by a fault of the loser."""
    fault = None
    if victory is None and winner is not None:
        fault = BotFault(winner.opponent, "ZeroDivisionError: division by zero")
    return MatchGame(
        winner,
        victory,
        (50, 40),
        tuple(range(moves)),
        fault,
        seconds,
        decisions=(moves - moves // 2, moves // 2),
    )


def row(task: int, quarters: int, *, bots: tuple[int, int] = (0, 1)) -> MatchRow:
    """Return the row of a task in which the first bot scores some quarters of the pair."""
    results = {0: (0, 0), 1: (0, 1), 2: (2, 0), 3: (1, 2), 4: (2, 2)}[quarters]
    winners = [
        {2: seat, 1: None, 0: seat.opponent}[result]
        for result, seat in zip(results, Player, strict=True)
    ]
    made = MatchRow(task, task, bots, (game(winners[0]), game(winners[1])))
    assert made.quarters == quarters
    return made
