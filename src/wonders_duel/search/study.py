"""The search of an analysis: every move gets some simulations, and games are played on at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import sqrt
from typing import TYPE_CHECKING, Final

from wonders_duel.engine.chooser import Chooser
from wonders_duel.search.analysis import MOST_REPLIES
from wonders_duel.search.given import rating_of
from wonders_duel.search.reading import Spreads, findings_of
from wonders_duel.search.samples import Samples
from wonders_duel.search.searcher import FREEING, edges

if TYPE_CHECKING:
    from wonders_duel.engine.moves import Move
    from wonders_duel.search.findings import ExactValues, Findings
    from wonders_duel.search.searcher import Searcher
    from wonders_duel.search.tree import Tree
    from wonders_duel.state import State

__all__ = ["Study"]

_FLOOR: Final = 0.25
"""Every move gets this times the square root of the simulations."""
_PLAYED: Final = 5
"""The move that was played gets this part of the simulations."""
_VISITS: Final = 2
"""The visits for each game that is played on after a move."""
_READING: Final = 0.000_16
"""The seconds that it takes to read the reply to a chance outcome from a tree."""
_FIRST: Final = 0.1
"""The part of the time that the search may take before it tries to solve the rest of the game."""
_SEARCH: Final = 0.8
"""The part of the time that the search may take, if samples follow."""


class Study:
    """The search of an analysis in one process.

    Attributes:
        state: the state.
        played: the move that was played in the game.
    """

    def __init__(
        self, state: State, searcher: Searcher, played: Move | None, *, solves: bool
    ) -> None:
        """Prepare the search.

        Args:
            state: a state in which the game is not over.
            searcher: searches it.
            played: the move that was played in the game.
            solves: whether it tries to solve the rest of the game.

        Raises:
            BotError: the evaluation fails, or does not return finite numbers.
            CatalogueError: the evaluation is for other cards.
        """
        self.state = state
        self._searcher = searcher
        self.played = played
        self._solves = solves
        self._rating = rating_of(searcher.evaluation, state)
        self._chooser = Chooser(searcher.generator("samples of an analysis"))
        self._moves = [move.index for move in state.legal_moves]
        self._spreads = Spreads()
        self._samples: dict[int, Samples] = {}
        self._tree: Tree | None = None
        self._exact: ExactValues | None = None
        self._done = 0

    def steps(
        self,
        simulations: int | None,
        until: float | None,
        clock: Callable[[], float],
        samples: int,
        is_stopped: Callable[[], bool],
    ) -> Iterator[None]:
        """Search step by step, then play games on, until a limit is reached.

        It ends so early that there is time to read and to free the tree.

        Args:
            simulations: the number of simulations, from 1; ``None`` for no limit.
            until: when to stop; ``None`` for no limit.
            clock: what the time is read from.
            samples: the most games to play on after each move.
            is_stopped: asked often whether to stop.

        Returns:
            An iterator that comes back whenever there may be something new, and while it solves.
        """
        search_until = solve_at = None
        if until is not None:
            now = clock()
            search_until = now + (until - now) * (_SEARCH if samples else 1.0)
            solve_at = now + (until - now) * _FIRST
        tree = self._tree = self._searcher.new_tree(self.state)
        self._searcher.tree = tree  # solving has the rest of the memory
        # Solving may take long, and may be stopped: the search has found something before.
        solves = self._solves

        def grow(number: int) -> None:
            self._grow(tree, number)

        for _ in self._searcher.steps(tree, simulations, search_until, clock, grow, FREEING):
            if is_stopped() or (until is not None and clock() + _ending(tree) >= until):
                return
            if solves and (
                self._done == simulations
                or self._searcher.has_begun(tree, self._done)
                or (solve_at is not None and clock() >= solve_at)
            ):
                solves = False
                solving = self._searcher.solving(self.state, simulations, until, clock, is_stopped)
                if solving is not None:
                    while solving.goes_on():
                        yield
                    self._exact = solving.values
                solving = None  # what it has found takes much memory
            if self._done != simulations:
                yield

        ending = _ending(tree)

        def is_late() -> bool:
            return is_stopped() or (until is not None and clock() + ending >= until)

        for number in self._sampled(tree, samples, is_late):
            if is_late():
                return
            if not number:
                yield

    def findings(self) -> Findings:
        """Return what has been found out so far, after at least one simulation."""
        assert self._tree is not None
        return findings_of(self._tree, self._done, self._spreads, self._samples, self._exact)

    def _grow(self, tree: Tree, number: int) -> None:
        """Make simulations, some of them with moves that have too few."""
        first = self._neglected(tree, number)
        for move in first:
            tree.visit_move(move)
        tree.grow(number - len(first))
        self._done += number
        self._spreads.add(tree, self._done)

    def _neglected(self, tree: Tree, number: int) -> list[int]:
        """Return the moves with which some of the next simulations begin."""
        if not self._moves:
            return []  # the state waits for chance
        visits = dict.fromkeys(self._moves, 0)
        for edge in edges(tree):
            visits[edge.move] = edge.visits
        least = _FLOOR * sqrt(self._done)
        found = [move for move in self._moves if visits[move] < least]
        found.sort(key=lambda move: visits[move])
        half = max(number // 2, 1)
        found = found[:half]
        if self.played is not None:
            move = self.played.index
            lacking = (self._done + number) // _PLAYED - visits[move]
            found += [move] * max(0, min(lacking, half))
        return found[:number]

    def _sampled(self, tree: Tree, most: int, is_late: Callable[[], bool]) -> Iterator[int]:
        """Play games on after each move in turn, and yield the place of the move."""
        tried = sorted(edges(tree), key=lambda edge: -edge.value)
        for round_number in range(most):
            visited = [edge for edge in tried if edge.visits > _VISITS * round_number]
            if not visited:
                return
            for place, edge in enumerate(visited):
                samples = self._samples.setdefault(edge.move, Samples())
                samples.add(edge, self._rating, self._chooser, is_late)
                yield place


def _ending(tree: Tree) -> float:
    """Return the seconds that it takes to read a tree and to free it."""
    replies = 0
    for edge in edges(tree):
        replies += min(edge.reveal_count, MOST_REPLIES)
    return _READING * replies + FREEING * float(tree.nodes)
