"""The search of ``wonders-duel engine``: with limits, a stop at any time, and news while it thinks."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from threading import Event
from typing import Final

from wonders_duel.engine.moves import Move
from wonders_duel.errors import BotError
from wonders_duel.evaluation import fitted
from wonders_duel.protocol.messages import InfoLine, MoveLimits
from wonders_duel.search.collector import without_full_collections
from wonders_duel.search.findings import Tried, added_up, best_among, sums_of
from wonders_duel.search.limits import CLOCKS
from wonders_duel.search.nodes import Edge, Node
from wonders_duel.search.scale import make_tables
from wonders_duel.search.searcher import Searcher, best_edge, chosen, edges
from wonders_duel.search.team import Settings, Team
from wonders_duel.search.tree import Tree
from wonders_duel.seeds import Seed
from wonders_duel.state import State

__all__ = ["MEGABYTE", "Thinker", "wait_until"]

MEGABYTE: Final = 1_000_000
_LONGEST: Final = 10
"""The most moves of a line."""
_LOOK: Final = 0.02
"""The seconds between two looks whether to stop, while other workers finish."""
_LEAST: Final = 100
"""The simulations that a stop waits for: if it comes while an ending is solved, there are none yet."""
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
        self.workers: int = 1
        """How many processes share the work."""
        self._seed: Seed = None
        self._searcher: Searcher | None = None
        self._team: Team | None = None
        # Before the first search, whose time is limited.
        make_tables()
        fitted()  # reads the weights

    def start(self, seed: Seed) -> None:
        """Forget the game before.

        Args:
            seed: makes the draws of chance outcomes reproducible.
        """
        self._seed = seed
        self._forget()

    def limit(self, memory: int) -> None:
        """Limit the memory, and forget the tree.

        Args:
            memory: the most megabytes.
        """
        self.memory = memory
        self._forget()

    def share(self, workers: int) -> None:
        """Share the work of a search, and forget the tree.

        Args:
            workers: how many processes share it, with this one.
        """
        self.workers = workers
        self._forget()

    def close(self) -> None:
        """End the workers."""
        self._forget()

    def _forget(self) -> None:
        """Forget the trees of all workers."""
        self._searcher = None
        if self._team is not None:
            self._team.close()
            self._team = None

    def _begin(self) -> Searcher:
        """Return a search without a tree, and prepare its workers."""
        memory = self.memory * MEGABYTE // self.workers
        if self.workers > 1:
            self._team = Team(self.workers, Settings(None, None, None, self._seed, memory))
        return Searcher(None, self._seed, memory)

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
            BotError: nobody is to move; or a worker cannot be started, or has ended.
        """
        if state.chance is not None:
            raise BotError(
                f"nobody is to move: a chance outcome comes first ({state.phase}); "
                "send the position that follows it"
            )
        if state.to_move is None:
            raise BotError("nobody is to move: the game is over")
        moves = state.legal_moves
        if len(moves) == 1:
            if limits.get("infinite", False):
                stopped.wait()
            return moves[0]
        try:
            return self._searched(number, state, limits, stopped, tell)
        except BaseException:
            self._forget()  # what a failed search leaves is not to be used again
            raise

    def _searched(
        self,
        number: int,
        state: State,
        limits: MoveLimits,
        stopped: Event,
        tell: Callable[[InfoLine], None],
    ) -> Move:
        """Return the best move after a search; the arguments are those of :meth:`choose`."""
        is_infinite = limits.get("infinite", False)
        clock = CLOCKS[limits.get("clock", "wall")]
        began = clock()
        if self._searcher is None:
            self._searcher = self._begin()
        searcher = self._searcher
        until = began + limits["seconds"] if "seconds" in limits else None
        simulations = limits.get("simulations")
        is_limited = until is not None or simulations is not None
        # Without a limit, solving takes a tenth of a second at most.
        solving = until if is_limited else began + _UNLIMITED
        solved = searcher.solved(state, simulations, solving, clock, stopped.is_set)
        best, share = solved or ([], 0.0)
        if len(best) == 1:
            tell(_solved_line(number, best[0], share, clock() - began))
            if is_infinite:
                stopped.wait()
            return best[0]
        team = self._team
        if team is not None:
            team.begin(state, simulations, until, clock, is_stopped=stopped.is_set)
            simulations = None if simulations is None else team.share(simulations)
        tree = searcher.begin(state)
        news = _News(number, tree, team, clock, began, tell, best, share)
        following = time.perf_counter() + self.every
        with without_full_collections():
            for batch in searcher.steps(tree, simulations, until, clock, tree.grow):
                news.simulations += batch
                if stopped.is_set() and news.simulations >= _LEAST:
                    break
                if self.every and (now := time.perf_counter()) >= following:
                    following = now + self.every
                    news.tell()
        searcher.tree = tree
        if is_infinite and not stopped.is_set():
            if self.every:
                news.tell()  # there will be no others: the memory is full, or a limit is reached
            stopped.wait()
        if team is not None:
            _finish(team, stopped)
        news.tell()
        return chosen(tree, news.tried(), best)


def _finish(team: Team, stopped: Event) -> None:
    """Wait until all workers have finished; at a stop, only for a moment."""
    wait_until(lambda: team.is_finished(_LOOK) or stopped.is_set())
    team.halt()
    wait_until(lambda: team.is_finished(_LOOK))


def _solved_line(number: int, move: Move, share: float, seconds: float) -> InfoLine:
    """Return the news of a move that is exactly the best.

    Args:
        number: the id of the request.
        move: the move.
        share: the probability of a win after it.
        seconds: how long it took to solve the rest of the game.
    """
    return {
        "type": "info",
        "id": number,
        "simulations": 0,
        "seconds": round(seconds, 3),
        "probability": round(share, 4),
        "line": [str(move)],
    }


def wait_until(is_reached: Callable[[], bool]) -> None:
    """Wait until something has been reached.

    Args:
        is_reached: waits for a moment, and returns whether it has been reached.
    """
    while not is_reached():
        pass


class _News:
    """Tells how a search is going."""

    def __init__(
        self,
        number: int,
        tree: Tree,
        team: Team | None,
        clock: Callable[[], float],
        began: float,
        tell: Callable[[InfoLine], None],
        solved: list[Move],
        share: float,
    ) -> None:
        self.simulations = 0
        self._number = number
        self._tree = tree
        self._team = team
        self._clock = clock
        self._began = began
        self._tell = tell
        self._solved = solved
        """The moves that are exactly the best; empty if the rest of the game is not solved."""
        self._share = share
        """The probability of a win after them."""

    def tell(self) -> None:
        """Tell it."""
        root = self._tree.root
        value = root.sign * root.value
        simulations = self.simulations
        best = best_edge(self._tree).move
        if self._team is not None:
            self._team.ask()
            together = best_among(self.tried())
            value, best = together.value, together.move
            simulations += sum(one.simulations for one in self._team.sums())
        if self._solved:
            value = 2.0 * self._share - 1.0
            best = chosen(self._tree, self.tried(), self._solved).spec.index
        self._tell(
            {
                "type": "info",
                "id": self._number,
                "simulations": simulations,
                "seconds": round(self._clock() - self._began, 3),
                "probability": round((1.0 + value) / 2.0, 4),
                "line": [str(self._tree.moves[move]) for move in _line(self._tree, best)],
            }
        )

    def tried(self) -> Sequence[Tried]:
        """Return the moves that any of the workers has tried."""
        own = edges(self._tree)
        return own if self._team is None else added_up([sums_of(0, own), *self._team.sums()])


def _line(tree: Tree, first: int) -> list[int]:
    """Return the moves that the search expects, along the chance outcomes that it visited most.

    Args:
        tree: the tree.
        first: the number of the first move.
    """
    found = [first]
    edge = next((one for one in edges(tree) if one.move == first), None)
    while edge is not None and len(found) < _LONGEST:
        edge = _most_visited(_after(edge))
        if edge is not None:
            found.append(edge.move)
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
