"""The search of ``wonders-duel engine``: with limits, a stop at any time, and news while it thinks."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event
from typing import Final

from wonders_duel.engine.moves import Move
from wonders_duel.errors import BotError
from wonders_duel.protocol.messages import InfoLine, MoveLimits
from wonders_duel.search.limits import CLOCKS
from wonders_duel.search.searcher import Searcher, best_edge, chosen, undisturbed
from wonders_duel.search.tree import Edge, Node, Tree
from wonders_duel.seeds import Seed
from wonders_duel.state import State

__all__ = ["MEGABYTE", "Thinker"]

MEGABYTE: Final = 1_000_000
_LONGEST: Final = 10
"""The most moves of a line."""
_UNLIMITED: Final = 0.4
"""The seconds of which the search takes a part to solve an ending, if it has no limit."""


class Thinker:
    """A search that keeps its tree during a game."""

    def __init__(self) -> None:
        """Start without a game."""
        self.memory: int = 1024
        """The most memory of the tree in megabytes."""
        self.every: float = 0.5
        """The seconds between news; 0 for none before the end."""
        self._seed: Seed = None
        self._searcher: Searcher | None = None

    def start(self, seed: Seed) -> None:
        """Forget the game before.

        Args:
            seed: makes the draws of chance outcomes reproducible.
        """
        self._seed = seed
        self._searcher = None

    def limit(self, memory: int) -> None:
        """Limit the memory, and forget the tree.

        Args:
            memory: the most megabytes.
        """
        self.memory = memory
        self._searcher = None

    def choose(
        self,
        number: int,
        state: State,
        limits: MoveLimits,
        stopped: Event,
        tell: Callable[[InfoLine], None],
    ) -> Move:
        """Return the best move.

        Args:
            number: the id of the request.
            state: the state.
            limits: when to return.
            stopped: set when a host does not want to wait any longer.
            tell: called with news.

        Raises:
            BotError: nobody is to move.
        """
        if state.to_move is None:
            raise BotError(f"nobody is to move in this state ({state.phase})")
        moves = state.legal_moves
        is_infinite = limits.get("infinite", False)
        if len(moves) == 1:
            if is_infinite:
                stopped.wait()
            return moves[0]
        clock = CLOCKS[limits.get("clock", "wall")]
        began = clock()
        if self._searcher is None:
            self._searcher = Searcher(None, self._seed, self.memory * MEGABYTE)
        # Without a limit, solving takes a tenth of a second at most: nothing can stop it.
        seconds = limits.get("seconds", None if "simulations" in limits else _UNLIMITED)
        best = self._searcher.solved(state, limits.get("simulations"), seconds, clock)
        if len(best) == 1:
            if is_infinite:
                stopped.wait()
            return best[0]
        tree = self._searcher.think(state, 1, None)
        news = _News(number, tree, clock, began, tell)
        until = began + limits["seconds"] if "seconds" in limits else None
        left = limits["simulations"] - 1 if "simulations" in limits else None
        following = time.perf_counter() + self.every
        with undisturbed():
            for batch in self._searcher.steps(tree, left, until, clock, tree.grow):
                news.simulations += batch
                if stopped.is_set():
                    break
                if self.every and (now := time.perf_counter()) >= following:
                    following = now + self.every
                    news.tell()
        if is_infinite:
            stopped.wait()
        news.tell()
        return chosen(tree, best)


class _News:
    """Tells how a search is going."""

    def __init__(
        self,
        number: int,
        tree: Tree,
        clock: Callable[[], float],
        began: float,
        tell: Callable[[InfoLine], None],
    ) -> None:
        self.simulations = 1
        self._number = number
        self._tree = tree
        self._clock = clock
        self._began = began
        self._tell = tell

    def tell(self) -> None:
        """Tell it."""
        root = self._tree.root
        self._tell(
            {
                "type": "info",
                "id": self._number,
                "simulations": self.simulations,
                "seconds": round(self._clock() - self._began, 3),
                "probability": round((1.0 + root.sign * root.value) / 2.0, 4),
                "line": [str(self._tree.moves[edge.move]) for edge in _line(self._tree)],
            }
        )


def _line(tree: Tree) -> list[Edge]:
    """Return the moves that the search expects, along the chance outcomes that it visited most."""
    edge = best_edge(tree)
    found = [edge]
    while len(found) < _LONGEST:
        following = _most_visited(_after(edge))
        if following is None:
            break
        edge = following
        found.append(edge)
    return found


def _after(edge: Edge) -> Node:
    """Return what follows a move: its node, or that of the chance outcome with the most visits."""
    if edge.child is not None:
        return edge.child
    best = edge.reveals
    assert best is not None  # a move that was tried has one of the two
    reveal = best.following
    while reveal is not None:
        if reveal.visits > best.visits:
            best = reveal
        reveal = reveal.following
    return best.node


def _most_visited(node: Node) -> Edge | None:
    """Return the move with the most visits, if one has been tried."""
    best = edge = node.edges
    while edge is not None:
        assert best is not None
        if edge.visits > best.visits:
            best = edge
        edge = edge.following
    return best
