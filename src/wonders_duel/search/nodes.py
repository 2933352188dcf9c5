"""The nodes of a search tree, and the moves and chance outcomes between them.

A node is a state in which a player decides. An edge is a move that has been tried. What follows it
is a node, or the chance outcomes that have been drawn, each with its node.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wonders_duel.build import i64, mypyc_attr

if TYPE_CHECKING:
    from wonders_duel.search.chance import Outcomes
    from wonders_duel.state import State

__all__ = ["Edge", "Node", "Reveal", "drawn", "find_best", "found_below", "size"]


@mypyc_attr(acyclic=True)
class Node:
    """A state in which a player decides, or in which the game is over."""

    def __init__(self, state: State, sign: float) -> None:
        """Start without moves.

        Args:
            state: the state.
            sign: 1 if player one decides, -1 if player two does.
        """
        self.state: State = state
        self.sign: float = sign
        self.is_over: bool = False
        self.is_final: bool = False
        """Whether the value is exact: the game is over, or the rest of it has been solved."""
        self.visits: i64 = 1
        self.first: float = 0.0
        """The value when the node was made, for player one."""
        self.value: float = 0.0
        """The value now, for player one, from -1 to 1."""
        self.total: float = 0.0
        """The sum of what came back from the moves, for player one."""
        self.untried: tuple[int, ...] = ()
        """The moves that have not been tried, each with its steps, the best one last."""
        self.shares: tuple[float, ...] = ()
        """What a user's prior gives these moves."""
        self.left: i64 = 0
        """The number of untried moves."""
        self.most_steps: i64 = 0
        """The steps of the best move."""
        self.scale: float = 0.0
        """What the likelihoods of the moves are multiplied by, so that their sum is 1."""
        self.next_static: float = 0.0
        """The value of the best untried move, for the player who decides."""
        self.next_prior: float = 0.0
        """Its share."""
        self.edges: Edge | None = None
        """The tried moves, the last one first."""
        self.best: Edge | None = None
        """The tried move with the highest value."""
        self.best_value: float = -2.0
        """Its value for the player who decides."""


@mypyc_attr(acyclic=True)
class Edge:
    """A move that has been tried."""

    def __init__(self, move: i64, static: float, prior: float, following: Edge | None) -> None:
        """Start without visits.

        Args:
            move: the number of the move.
            static: the value of the state after it, for the player who decides.
            prior: its share.
            following: the next edge of the node.
        """
        self.move: i64 = move
        self.static: float = static
        self.prior: float = prior
        self.following: Edge | None = following
        self.visits: i64 = 0
        self.total: float = 0.0
        """The sum of what came back, for the player who decides."""
        self.value: float = static
        """The mean of what came back and the static value."""
        self.child: Node | None = None
        """The node after the move, if no chance outcome comes first."""
        self.outcomes: Outcomes | None = None
        """The chance outcomes after the move."""
        self.reveals: Reveal | None = None
        """Those that have been drawn, the last one first."""
        self.reveal_count: i64 = 0


@mypyc_attr(acyclic=True)
class Reveal:
    """A chance outcome that has been drawn."""

    def __init__(self, key: int, node: Node, following: Reveal | None) -> None:
        """Start without visits."""
        self.key: int = key
        self.node: Node = node
        self.following: Reveal | None = following
        self.visits: i64 = 1


def drawn(edge: Edge, key: int) -> Reveal | None:
    """Return a chance outcome that has been drawn before."""
    reveal = edge.reveals
    while reveal is not None:
        if reveal.key == key:
            return reveal
        reveal = reveal.following
    return None


def found_below(node: Node, state: State, depth: i64) -> Node | None:
    """Return the node with a state, at most a number of moves below a node."""
    here = node.state
    if here.age_number == state.age_number:
        if state.left & ~here.left:
            return None  # this line has taken another card
        if here == state:
            return node
    if not depth or here.age_number > state.age_number:
        return None
    edge = node.edges
    while edge is not None:
        found: Node | None = None
        if edge.child is not None:
            found = found_below(edge.child, state, depth - 1)
        reveal = edge.reveals
        while reveal is not None and found is None:
            found = found_below(reveal.node, state, depth - 1)
            reveal = reveal.following
        if found is not None:
            return found
        edge = edge.following
    return None


def size(node: Node) -> i64:
    """Return the number of nodes from a node down."""
    total: i64 = 1
    edge = node.edges
    while edge is not None:
        if edge.child is not None:
            total += size(edge.child)
        reveal = edge.reveals
        while reveal is not None:
            total += size(reveal.node)
            reveal = reveal.following
        edge = edge.following
    return total


def find_best(node: Node) -> None:
    """Find the tried move with the highest value."""
    best: Edge | None = None
    edge = node.edges
    while edge is not None:
        if best is None or edge.value > best.value:
            best = edge
        edge = edge.following
    assert best is not None
    node.best = best
    node.best_value = best.value
