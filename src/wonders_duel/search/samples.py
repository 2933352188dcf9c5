"""Samples of how games go on: down the tree of a search, then to the end by its evaluation."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import sqrt
from typing import TYPE_CHECKING

from wonders_duel.chance.random_source import RandomSource
from wonders_duel.engine.phases import OVER
from wonders_duel.engine.play_out import COUNTS, add_end
from wonders_duel.engine.tally import Tally
from wonders_duel.engine.turn import apply
from wonders_duel.search.analysis import Outlook

if TYPE_CHECKING:
    from wonders_duel.engine.chooser import Chooser
    from wonders_duel.evaluation.rating import Rating
    from wonders_duel.search.nodes import Edge, Node
    from wonders_duel.state import State

__all__ = ["Samples"]


class Samples:
    """The games that were played on after a move.

    A sample goes down the tree like a simulation chosen at random: at each state, a move is drawn
    in proportion to its visits, and so is a chance outcome. Where the tree ends, both players
    choose the move that the evaluation rates highest, one move ahead, and chance is drawn with its
    probabilities.
    """

    def __init__(self) -> None:
        """Start without games."""
        self.games: int = 0
        self.sums: list[int] = [0] * COUNTS
        self.margins: int = 0
        self.squares: int = 0

    def add(
        self, edge: Edge, rating: Rating, chooser: Chooser, is_late: Callable[[], bool]
    ) -> None:
        """Play a game to its end.

        Args:
            edge: the move after which it goes on, with at least one visit.
            rating: rates states.
            chooser: makes the draws.
            is_late: asked often whether to stop; then the game does not count.
        """
        end = _played_on(_leaf(edge, chooser), rating, chooser, is_late)
        if end is None:
            return
        add_end(end, self.sums)
        one, two = end.totals
        self.games += 1
        self.margins += one - two
        self.squares += (one - two) ** 2

    @classmethod
    def together(cls, every: Iterable[Samples | None]) -> Samples | None:
        """Return the games of several samples of one move; ``None`` if there are none.

        Args:
            every: the samples.
        """
        made: Samples | None = None
        for one in every:
            if one is None:
                continue
            if made is None:
                made = cls()
            made.games += one.games
            made.sums = [sum(pair) for pair in zip(made.sums, one.sums, strict=True)]
            made.margins += one.margins
            made.squares += one.squares
        return made

    def outlook(self) -> Outlook | None:
        """Return the results; ``None`` without games."""
        games = self.games
        if not games:
            return None
        error = None
        if games > 1:
            spread = self.squares - self.margins * self.margins / games
            error = sqrt(max(0.0, spread) / (games - 1) / games)
        return Outlook(tally=Tally.of(self.sums), margin_error=error)


def _leaf(edge: Edge, chooser: Chooser) -> Node:
    """Return a node at which a simulation of the tree could have ended."""
    while True:
        node = edge.child or _drawn_outcome(edge, chooser)
        if node.edges is None:
            return node
        edge = _drawn_move(node.edges, chooser)


def _drawn_outcome(edge: Edge, chooser: Chooser) -> Node:
    reveal = edge.reveals
    left = chooser.below(edge.visits)
    while reveal is not None and left >= reveal.visits:
        left -= reveal.visits
        reveal = reveal.following
    assert reveal is not None  # the visits of the outcomes add up to those of the move
    return reveal.node


def _drawn_move(first: Edge, chooser: Chooser) -> Edge:
    every = 0
    edge: Edge | None = first
    while edge is not None:
        every += edge.visits
        edge = edge.following
    left = chooser.below(every)
    edge = first
    while left >= edge.visits:
        left -= edge.visits
        assert edge.following is not None
        edge = edge.following
    return edge


def _played_on(
    node: Node, rating: Rating, chooser: Chooser, is_late: Callable[[], bool]
) -> State | None:
    """Play a game to its end by the evaluation, one move ahead; return ``None`` if it is too late."""
    state = node.state
    if state.phase_number == OVER:
        return state
    source = RandomSource(state, chooser)
    source.begin()
    while state.phase_number != OVER:
        if is_late():
            return None
        sign = -1.0 if state.player == 1 else 1.0
        moves = state.legal_moves
        best = moves[0]
        if len(moves) > 1:
            most = None
            # In one call, which matters for evaluations that rate many states at once.
            odds = rating.log_odds_of([apply(state, move, None).freeze() for move in moves])
            for move, one in zip(moves, odds, strict=True):
                value = sign * one
                if most is None or value > most:
                    best, most = move, value
        state = apply(state, best, source).freeze()
    return state
