"""``Searcher``: a search with limits, which keeps its tree from one decision to the next."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from wonders_duel.build import is_compiled
from wonders_duel.engine.chooser import Chooser
from wonders_duel.engine.moves import Move
from wonders_duel.evaluation import fitted
from wonders_duel.search.collector import without_full_collections
from wonders_duel.search.endgame import OutOfNodesError
from wonders_duel.search.endings import LAST_AGE, go_on
from wonders_duel.search.findings import Tried, added_up, best_among, sums_of
from wonders_duel.search.given import guide_of, rating_of
from wonders_duel.search.nodes import Edge, Node
from wonders_duel.search.parts import Puct, Softmax
from wonders_duel.search.scale import TEMPERATURE, likelihoods, make_tables
from wonders_duel.search.solution import Solving, best_moves
from wonders_duel.search.tree import EXPLORATION, Tree
from wonders_duel.seeds import Seed, expect_seed, generator
from wonders_duel.state import State

if TYPE_CHECKING:
    from random import Random

    from wonders_duel.search.parts import Evaluation, Prior, Selection
    from wonders_duel.search.team import Team

__all__ = [
    "FREEING",
    "Searcher",
    "best_edge",
    "best_of",
    "chosen",
    "edges",
    "edges_of",
    "is_never_stopped",
]

NODE_BYTES: Final = 1_500 if is_compiled else 2_000
"""The memory of a node with its state and moves, at most, on average."""
FREEING: Final = 0.000_001_6 if is_compiled else 0.000_003
"""The seconds that it takes to free a node."""
_BATCH: Final = 16
"""The simulations between two looks at the clock: half a millisecond, a few in the pure build."""
_QUICK: Final = 0.002
"""With a limit of time, a batch is doubled if it took less, so that slow evaluations keep it, too."""
_SLOW: Final = 0.004
"""A batch is halved if it took more."""
_LEAST_SECONDS: Final = 0.000_001
_LAST_CARDS: Final = 10
"""The most cards of Age III with which a search tries to solve the rest of the game first."""
_SOLVED_NODES: Final = 5
"""The nodes that it may take for each simulation: as long as half of the simulations."""
_EXACT_NODES: Final = 20
"""The same for the exact values of all moves, in an analysis."""
_LEAST_EXACT: Final = 20_000
"""The least nodes that these may take: some hundredths of a second, tenths in the pure build."""
_SOLVED_SHARE: Final = 0.25
"""The share of the time that either may take."""
_BEGUN: Final = 400
"""The simulations of an analysis before it tries to solve the rest of the game."""
_SOLVED_BYTES: Final = 300
"""The memory of such a node, at most, on average: about half of them are kept."""
_KEPT_BYTES: Final = 600
"""The memory of a position of an ending whose value is kept."""


def is_never_stopped() -> bool:
    """Return that a search has not been stopped."""
    return False


class Searcher:
    """A search for a bot or an analysis.

    Attributes:
        tree: the tree; ``None`` before the first decision.
        evaluation: rates states; ``None`` for the one that comes with the library.
    """

    def __init__(
        self,
        evaluation: Evaluation | None,
        seed: Seed,
        memory: int,
        *,
        prior: Prior | None = None,
        selection: Selection | None = None,
        place: int = 0,
    ) -> None:
        """Start without a tree.

        Args:
            evaluation: rates states; ``None`` for the one that comes with the library.
            seed: makes the draws of chance outcomes reproducible.
            memory: the most memory of the tree in bytes.
            prior: says how promising moves are; ``None`` for the one of the library.
            selection: says which move is tried next; ``None`` for the one of the library.
            place: the place among the workers that share a search, from 0; each draws in its own way.
        """
        expect_seed(seed)
        self.tree: Tree | None = None
        self.evaluation: Evaluation | None = evaluation
        self._seed = seed
        self._place = place
        given = prior.temperature if type(prior) is Softmax else TEMPERATURE
        self._temperature = float(given)
        self._exploration = selection.exploration if type(selection) is Puct else EXPLORATION
        self._guide = guide_of(prior, selection)
        self._chooser = Chooser(self.generator("search"))
        self._most_nodes = max(2, memory // NODE_BYTES)
        # Both take longer than some searches.
        make_tables(self._temperature)
        if evaluation is None:
            fitted()  # reads the weights of the base game

    def generator(self, purpose: str) -> Random:
        """Return a generator of random numbers, which no other worker has.

        Args:
            purpose: what the numbers are for.
        """
        own = f"{purpose}, worker {self._place + 1}" if self._place else purpose
        return generator(own, self._seed)

    def think(
        self,
        state: State,
        simulations: int | None,
        seconds: float | None,
        clock: Callable[[], float] = time.process_time,
    ) -> Tree:
        """Search a state until a limit is reached.

        Args:
            state: a state in which a player is to move.
            simulations: the number of simulations, from 1; ``None`` for no limit.
            seconds: the time, above 0; ``None`` for no limit.
            clock: what the time is read from.

        Returns:
            The tree, whose root is the state.
        """
        until = clock() + seconds if seconds is not None else None
        tree = self.begin(state)
        with without_full_collections():
            for _ in self.steps(tree, simulations, until, clock, tree.grow):
                pass
        self.tree = tree
        return tree

    def begin(self, state: State) -> Tree:
        """Return a tree whose root is a state: the one that is kept, or a new one.

        It is kept no longer, since a tree is damaged if a search is interrupted or fails. Whoever
        lets it grow makes it ``tree`` again in the end.

        Args:
            state: a state in which a player is to move.

        Raises:
            BotError: as for :meth:`new_tree`, like ``CatalogueError``.
        """
        tree = self.tree
        self.tree = None
        if tree is not None and tree.move_to(state):
            return tree
        del tree  # so that the old tree is freed first
        return self.new_tree(state)

    def new_tree(self, state: State) -> Tree:
        """Return a tree without simulations.

        Args:
            state: a state in which the game is not over.

        Raises:
            BotError: the evaluation or the prior fails, or does not return finite numbers.
            CatalogueError: the evaluation is for other cards.
        """
        return Tree(
            state,
            rating_of(self.evaluation, state),
            self._chooser,
            float(self._exploration),
            likelihoods(self._temperature),
            self._guide,
        )

    def steps(
        self,
        tree: Tree,
        simulations: int | None,
        until: float | None,
        clock: Callable[[], float],
        grow: Callable[[int], None],
        spare: float = 0.0,
    ) -> Iterator[int]:
        """Let a tree grow step by step, until a limit or that of the memory is reached.

        Args:
            tree: the tree.
            simulations: the number of simulations, from 1; ``None`` for no limit.
            until: when to stop; ``None`` for no limit.
            clock: what the time is read from.
            grow: makes a number of simulations.
            spare: the seconds to keep for each node.

        Returns:
            An iterator over the numbers of simulations of the steps made.
        """
        left = simulations
        most = _BATCH
        before = 0.0
        if until is None:
            tree.pause(go_on)
        else:
            most = 1
            before = clock()
            tree.pause(partial(_end_at, until, clock))
        while _size(tree) < self._most_nodes and (left is None or left):
            batch = most if left is None else min(most, left)
            grow(batch)
            yield batch
            if left is not None:
                left -= batch
            if until is None:
                continue
            now = clock()
            if now + spare * float(_size(tree)) >= until:
                break
            if now - before < _QUICK:
                most = min(2 * most, _BATCH)
            elif now - before > _SLOW:
                most = max(most // 2, 1)
            before = now

    def choose(
        self,
        state: State,
        simulations: int | None,
        seconds: float | None,
        clock: Callable[[], float] = time.process_time,
        team: Team | None = None,
    ) -> Move:
        """Return the best move after a search; the arguments are those of :meth:`think`.

        If the rest of the game can be solved in a part of the limits, the move is exactly the best
        one; of several such moves, the search decides.

        Args:
            state: the state.
            simulations: the number of simulations of all workers.
            seconds: the time.
            clock: what the time is read from.
            team: the other workers, if there are any.
        """
        until = clock() + seconds if seconds is not None else None
        best, _ = self.solved(state, simulations, until, clock) or ([], 0.0)
        if len(best) == 1:
            return best[0]
        if team is not None:
            team.begin(state, simulations, until, clock)
            if simulations is not None:
                simulations = team.share(simulations)
        if until is not None:
            seconds = max(until - clock(), _LEAST_SECONDS)
        tree = self.think(state, simulations, seconds, clock)
        if team is None:
            return chosen(tree, edges(tree), best)
        team.finish()
        return chosen(tree, added_up([sums_of(0, edges(tree)), *team.sums()]), best)

    def solved(
        self,
        state: State,
        simulations: int | None,
        until: float | None,
        clock: Callable[[], float],
        is_stopped: Callable[[], bool] = is_never_stopped,
    ) -> tuple[list[Move], float] | None:
        """Return the moves that are exactly the best, and what they are worth.

        Args:
            state: a state in which a player is to move.
            simulations: the number of simulations that are to follow; ``None`` for no limit.
            until: when the whole search is to stop; ``None`` for no limit.
            clock: what the time is read from.
            is_stopped: asked often whether to stop.

        Returns:
            The moves, and the share of the victory that the player can expect; ``None`` if that
            takes too long.
        """
        if not self._is_late(state):
            return None
        most = None if simulations is None else _SOLVED_NODES * simulations
        pause = _solving_pause(until, clock, is_stopped)
        return best_moves(state, self._solving_nodes(most), pause)

    def has_begun(self, tree: Tree, simulations: int) -> bool:
        """Return whether a search has found out so much that it can be left to solve the rest of the game.

        Args:
            tree: its tree.
            simulations: how many it has made.
        """
        return simulations >= _BEGUN or 2 * _size(tree) >= self._most_nodes

    def solving(
        self,
        state: State,
        simulations: int | None,
        until: float | None,
        clock: Callable[[], float],
        is_stopped: Callable[[], bool],
    ) -> Solving | None:
        """Return what solves the rest of the game for an analysis: all moves, not only the best one.

        Args:
            state: a state in which the game is not over.
            simulations: as for :meth:`solved`, like ``until`` and ``clock``.
            until: when the whole search is to stop.
            clock: what the time is read from.
            is_stopped: asked often whether to stop.

        Returns:
            It has the values as soon as it does not go on; ``None`` if too many cards are left.
        """
        if not self._is_late(state):
            return None
        most = None if simulations is None else max(_EXACT_NODES * simulations, _LEAST_EXACT)
        pause = _solving_pause(until, clock, is_stopped)
        return Solving(state, self._solving_nodes(most), pause)

    def _is_late(self, state: State) -> bool:
        """Return whether so few cards are left that the search tries to solve the rest of the game."""
        if state.age_number != LAST_AGE or state.cards_left > _LAST_CARDS:
            return False
        rating_of(self.evaluation, state)  # checks the cards, whoever chooses in the end
        return True

    def _solving_nodes(self, most: int | None) -> int:
        """Return how many nodes the memory has room for, at most a number."""
        room = self._most_nodes - (_size(self.tree) if self.tree is not None else 0)
        nodes = room * NODE_BYTES // _SOLVED_BYTES
        return nodes if most is None else min(nodes, most)


def _solving_pause(
    until: float | None, clock: Callable[[], float], is_stopped: Callable[[], bool]
) -> Callable[[], None]:
    """Return what leaves an ending unsolved when its share of the time is over, or at a stop."""
    last = None
    if until is not None:
        now = clock()
        last = now + _SOLVED_SHARE * (until - now)

    def pause() -> None:
        if is_stopped() or (last is not None and clock() >= last):
            raise OutOfNodesError

    return pause


def _end_at(until: float, clock: Callable[[], float]) -> None:
    """Leave an ending unsolved when the time is over."""
    if clock() >= until:
        raise OutOfNodesError


def _size(tree: Tree) -> int:
    """Return the nodes of a tree, and what is kept of endings as so many nodes."""
    return int(tree.nodes) + tree.solved() * _KEPT_BYTES // NODE_BYTES


def chosen(tree: Tree, tried: Sequence[Tried], best: list[Move]) -> Move:
    """Return the move that a search chooses.

    Args:
        tree: the tree.
        tried: the moves that were tried, at least one.
        best: the moves that are exactly the best, if they are known.
    """
    if best:
        numbers = {move.spec.index for move in best}
        tried = [one for one in tried if one.move in numbers]
    return tree.moves[best_among(tried).move] if tried else best[0]


def edges(tree: Tree) -> list[Edge]:
    """Return the tried moves of the root.

    Args:
        tree: a tree with at least one simulation.
    """
    return edges_of(tree.root)


def edges_of(node: Node) -> list[Edge]:
    """Return the tried moves of a node, the last one first.

    Args:
        node: the node.
    """
    found = []
    edge = node.edges
    while edge is not None:
        found.append(edge)
        edge = edge.following
    return found


def best_edge(tree: Tree) -> Edge:
    """Return the best move of the root; see :func:`best_of`.

    Args:
        tree: a tree with at least one simulation.
    """
    return best_of(tree.root)


def best_of(node: Node) -> Edge:
    """Return the best of the tried moves of a node; see :func:`best_among`.

    Args:
        node: a node with at least one tried move.
    """
    return best_among(edges_of(node))
