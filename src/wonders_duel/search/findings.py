"""What searches have found out about the moves of a state, as values that can be sent and added up.

Several searches of one state can share the work: each has a tree of its own. What they found is added
up move by move, as if the simulations of all of them had been made by one, except that none knew
what the others found.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar

import attrs

from wonders_duel.search.analysis import MOST_REPLIES, LineStep, Reply
from wonders_duel.search.samples import Samples

if TYPE_CHECKING:
    from wonders_duel.chance.outcomes import ChanceOutcome
    from wonders_duel.search.nodes import Edge

__all__ = [
    "ExactValues",
    "Finding",
    "Findings",
    "Sums",
    "Tried",
    "TriedMove",
    "added_up",
    "best_among",
    "sums_of",
]

_SHARE = 5
"""A move is chosen if it has this part of the most visits."""


class Tried(Protocol):
    """A move that has been tried: an edge of a tree, or the sum of several."""

    @property
    def move(self) -> int:
        """The number of the move."""

    @property
    def visits(self) -> int:
        """How many simulations tried it."""

    @property
    def value(self) -> float:
        """Its mean value for the player who decides, from -1 to 1."""


_T = TypeVar("_T", bound=Tried)


def best_among(tried: Sequence[_T]) -> _T:
    """Return the move with the highest value among those with a fifth of the most visits.

    Args:
        tried: at least one move.
    """
    most = max(one.visits for one in tried)
    visited = [one for one in tried if _SHARE * one.visits >= most]
    return max(visited, key=lambda one: (one.value, one.visits, -one.move))


@attrs.frozen
class TriedMove:
    """What simulations have brought back from a move.

    Attributes:
        move: the number of the move.
        visits: the number of simulations.
        total: the sum of what came back, for the player who decides.
        static: the value of the state after it, for the same player.
    """

    move: int
    visits: int
    total: float
    static: float

    @property
    def value(self) -> float:
        """The mean of what came back and the static value."""
        return (self.total + self.static) / float(self.visits + 1)


@attrs.frozen
class Sums:
    """What a search has brought back from the moves of a state.

    Attributes:
        simulations: the number of simulations made now; there may have been others before.
        tried: the tried moves.
    """

    simulations: int
    tried: tuple[TriedMove, ...]


def sums_of(simulations: int, tried: Iterable[Edge]) -> Sums:
    """Return what has come back from the moves of a tree.

    Args:
        simulations: the number of simulations.
        tried: the tried moves.
    """
    return Sums(
        simulations,
        tuple(TriedMove(one.move, one.visits, one.total, one.static) for one in tried),
    )


def added_up(searches: Iterable[Sums]) -> list[TriedMove]:
    """Return the sums of what several searches have tried.

    Args:
        searches: what each of them has brought back; in the same order, the sums are the same.
    """
    found: dict[int, TriedMove] = {}
    for one in (one for search in searches for one in search.tried):
        before = found.get(one.move)
        found[one.move] = (
            one
            if before is None
            else attrs.evolve(
                before, visits=before.visits + one.visits, total=before.total + one.total
            )
        )
    return list(found.values())


@attrs.frozen
class Finding(TriedMove):
    """What a search has found out about a move.

    Attributes:
        exact: the exact probability that the player who decides wins, if the tree has it: the game
            is over after the move, or the rest of it has been solved.
        square: the square of the standard error of the mean of what came back.
        change: how far this mean has moved.
        outcomes: typical chance outcomes after it.
        rest: the best moves that follow.
        replies: the best move after each chance outcome.
        samples: games that were played on; ``None`` without any.
    """

    exact: float | None
    square: float
    change: float
    outcomes: tuple[ChanceOutcome, ...]
    rest: tuple[LineStep, ...]
    replies: tuple[Reply, ...]
    samples: Samples | None

    @property
    def value(self) -> float:
        """Its exact value, or the mean of what came back and the static value."""
        if self.exact is not None:
            return 2.0 * self.exact - 1.0
        return super().value


@attrs.frozen
class ExactValues:
    """The exact values of the moves of a state, from which the rest of the game has been solved.

    Attributes:
        wins: the probability that the player who decides wins, by the number of the move; a shared
            victory counts half. For a state that waits for chance, that of player one, by 0.
        best: the numbers of the best moves.
    """

    wins: Mapping[int, float]
    best: tuple[int, ...]


@attrs.frozen
class Findings:
    """What a search has found out about a state.

    Attributes:
        simulations: the number of simulations.
        tried: the moves that were tried; one that stands for chance if the state waits for it.
        untried: the numbers of the others, with their static values.
        exact: the exact values, if the rest of the game has been solved.
    """

    simulations: int
    tried: tuple[Finding, ...]
    untried: tuple[tuple[int, float], ...]
    exact: ExactValues | None = None

    @classmethod
    def together(cls, searches: Sequence[Findings]) -> Findings:
        """Return what several searches have found out together.

        Args:
            searches: at least one; they are independent of each other. The first one may have
                solved the rest of the game.
        """
        first = searches[0]
        if len(searches) == 1:
            return first
        of_move: dict[int, list[Finding]] = {}
        for one in (one for search in searches for one in search.tried):
            of_move.setdefault(one.move, []).append(one)
        return cls(
            simulations=sum(one.simulations for one in searches),
            tried=tuple(_together(same) for same in of_move.values()),
            untried=tuple(one for one in first.untried if one[0] not in of_move),
            exact=first.exact,
        )

    def best(self, played: int | None) -> int:
        """Return the number of the best move.

        Of several that are exactly the best, it is the one that was played; or else, the search
        decides.

        Args:
            played: the number of the move that was played.
        """
        if self.exact is None:
            best = best_among(self.tried)
            own = next((one for one in self.tried if one.move == played), best)
            is_equal = own.exact is not None and own.exact == best.exact
            return own.move if is_equal else best.move
        if played in self.exact.best:
            assert played is not None  # by its place among numbers
            return played
        tried = [one for one in self.tried if one.move in self.exact.best]
        return best_among(tried).move if tried else self.exact.best[0]

    def win(self, number: int) -> float | None:
        """Return the exact probability that the player who decides wins after a move, if it is known.

        Args:
            number: the number of the move.
        """
        return None if self.exact is None else self.exact.wins[number]


def _together(same: list[Finding]) -> Finding:
    """Return what several searches have found out about one move.

    The errors of independent means become smaller; how far they have moved does not, since all
    searches move in the same direction as they look further ahead.
    """
    visits = sum(one.visits for one in same)
    total = square = change = 0.0
    for one in same:
        part = float(one.visits + 1) / float(visits + len(same))
        total += one.total
        square += part * part * one.square
        change += part * one.change
    most = max(same, key=lambda one: one.visits)
    return attrs.evolve(
        most,
        visits=visits,
        total=total,
        static=same[0].static,
        exact=next((one.exact for one in same if one.exact is not None), None),
        square=square,
        change=change,
        replies=_replies([one.replies for one in same]),
        samples=Samples.together(one.samples for one in same),
    )


def _replies(searches: list[tuple[Reply, ...]]) -> tuple[Reply, ...]:
    """Return the replies to the chance outcomes that any of several searches has drawn."""
    found: dict[tuple[ChanceOutcome, ...], list[Reply]] = {}
    for one in (one for search in searches for one in search):
        found.setdefault(one.outcomes, []).append(one)
    return tuple(_reply(same) for same in list(found.values())[:MOST_REPLIES])


def _reply(same: list[Reply]) -> Reply:
    """Return the reply to one outcome: that of the search with the most visits."""
    visits = sum(one.visits for one in same)
    mean = 0.0
    for one in same:
        mean += one.win_probability * one.visits / visits
    most = max(same, key=lambda one: one.visits)
    return attrs.evolve(most, visits=visits, win_probability=min(1.0, mean))
