"""The tree of a search: what has been tried, how often, and what came of it.

A node is a state in which a player decides. It is made by rating every state that a legal move
leads to, before chance: the best of these values is the value of the node. An edge is a move that
has been tried. What follows it is a node, or the outcomes of a chance node, which are drawn when
the search comes by: more of them the more often it does.

The search goes down by the value of the moves and a bonus for likely and little visited ones, makes
one node, and carries its value back to the root. The value of a node with tried moves is halfway
between the mean of what came back and the best move's value. A node with few cards left has its
exact value, and nothing below it.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import TYPE_CHECKING, Final

from wonders_duel.build import i64, mypyc_attr
from wonders_duel.engine.decision import decision_of
from wonders_duel.engine.phases import OVER, TURN
from wonders_duel.engine.turn import apply
from wonders_duel.evaluation.rating import Rating
from wonders_duel.search.chance import UNIQUE, Outcomes, waits
from wonders_duel.search.endings import LAST_AGE, UNSOLVED, Endings
from wonders_duel.search.nodes import Edge, Node, Reveal, drawn, find_best, found_below, size
from wonders_duel.search.scale import MOST_STEPS, likelihoods, steps_of, values

if TYPE_CHECKING:
    from wonders_duel.engine.chooser import Chooser
    from wonders_duel.engine.moves import Move
    from wonders_duel.state import State

__all__ = ["EXPLORATION", "Guide", "Tree"]

EXPLORATION: Final = 1.5
"""The weight of the bonus for likely and little visited moves."""
BEST_SHARE: Final = 0.5
"""The weight of the best move in the value of a node."""
_FIRST_OUTCOMES: Final = 2.0
_MORE_OUTCOMES: Final = 2.0
_DEPTH: Final = 8
"""How many moves below the root a state is looked for: both players' turns with their choices."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Guide:
    """Chooses the moves to try in another way than the tree itself."""

    def shares(self, state: State, moves: list[Move], steps: list[int]) -> list[float]:
        """Return how promising moves are: numbers from 0 with the sum 1.

        Args:
            state: the state.
            moves: its legal moves.
            steps: the steps of the states after them, for the player who decides.
        """
        raise NotImplementedError

    def score(self, value: float, share: float, visits: int, node_visits: int) -> float:
        """Return the score of a move; the one with the highest is tried.

        Args:
            value: its value for the player who decides.
            share: its share.
            visits: how often it has been tried.
            node_visits: the visits of the node.
        """
        raise NotImplementedError


class Tree:
    """A tree that grows from a state."""

    def __init__(
        self,
        state: State,
        rating: Rating,
        chooser: Chooser,
        exploration: float = EXPLORATION,
        likelihood: list[float] | None = None,
        guide: Guide | None = None,
    ) -> None:
        """Judge the moves of the state.

        Args:
            state: a state in which a player decides, or which waits for chance. In the latter case,
                the root has one edge, which stands for chance.
            rating: rates states.
            chooser: draws the chance outcomes.
            exploration: the weight of the bonus for likely and little visited moves.
            likelihood: how likely a move is tried, by its steps behind the best one.
            guide: chooses the moves to try, instead of the bonus and the likelihoods.
        """
        self.rating: Rating = rating
        self.is_batched: bool = rating.is_batched()
        self.groups: list[int] = rating.groups(state.tables)
        self.chooser: Chooser = chooser
        self.exploration: float = exploration
        self.guide: Guide | None = guide
        self.moves: list[Move] = state.tables.moves.every
        self.radix: i64 = len(self.moves)
        self.nodes: i64 = 0
        self.values: list[float] = values()
        self.likelihoods: list[float] = likelihoods() if likelihood is None else likelihood
        self.endings: Endings | None = _endings(state)
        self.root: Node = self._before_chance(state) if waits(state) else self._expanded(state)

    def _before_chance(self, state: State) -> Node:
        """Return a root that waits for chance."""
        self.nodes += 1
        value = self.values[steps_of(self.rating.log_odds(state)) + MOST_STEPS]
        root = Node(state, 1.0)
        root.first = root.value = value
        edge = root.edges = Edge(0, value, 1.0, None)
        edge.outcomes = Outcomes(state, self.chooser)
        return root

    def node(self, state: State) -> Node:
        """Return a new node, with the value of its best move, or with its exact value.

        Args:
            state: a state in which a player decides, or in which the game is over.
        """
        if state.phase_number == OVER:
            self.nodes += 1
            over = Node(state, 1.0)
            over.is_over = over.is_final = True
            over.value = self.values[steps_of(self.rating.log_odds(state)) + MOST_STEPS]
            return over
        if self.endings is not None:
            value = self.endings.value(state, self.nodes)
            if value != UNSOLVED:
                self.nodes += 1
                solved = Node(state, -1.0 if state.player == 1 else 1.0)
                solved.is_final = True
                solved.first = solved.value = value
                return solved
        return self._expanded(state)

    def _expanded(self, state: State) -> Node:
        """Return a new node with its moves."""
        self.nodes += 1
        is_second = state.player == 1
        node = Node(state, -1.0 if is_second else 1.0)
        if state.phase_number == TURN:
            moves = state.tables.taking.moves(state)
        else:
            decision = state.tables.by_phase[state.phase_number] or decision_of(state)
            assert decision is not None  # by the phase
            moves = decision.moves(state)
        radix = self.radix
        rating = self.rating
        found: list[int] = []
        if self.is_batched:
            # One call for all of them.
            odds = rating.log_odds_of([apply(state, move, None).freeze() for move in moves])
            for place, move in enumerate(moves):
                steps = steps_of(odds[place])
                if is_second:
                    steps = -steps
                found.append((steps + MOST_STEPS + 1) * radix - 1 - move.spec.index)
        else:
            groups = self.groups
            shared: i64 = 0
            shared_group: i64 = 0
            for move in moves:
                index: i64 = move.spec.index
                group: i64 = groups[index] if groups else 0
                if group and group == shared_group:
                    steps = shared  # the moves of a group follow each other
                else:
                    steps = steps_of(rating.log_odds(apply(state, move, None).freeze()))
                    if is_second:
                        steps = -steps
                    if group:
                        shared = steps
                        shared_group = group
                found.append((steps + MOST_STEPS + 1) * radix - 1 - index)
        found.sort()
        most: i64 = found[-1] // radix
        total = 0.0
        likelihood = self.likelihoods
        for one in found:
            total += likelihood[most - one // radix]
        node.untried = tuple(found)
        node.left = len(found)
        node.most_steps = most
        node.scale = 1.0 / total
        if self.guide is not None:
            node.shares = self._shares(node, self.guide)
        self._show_next(node)
        node.first = node.value = node.sign * node.next_static
        return node

    def _shares(self, node: Node, guide: Guide) -> tuple[float, ...]:
        """Return what a guide gives the moves of a new node."""
        radix = self.radix
        moves: list[Move] = []
        steps: list[int] = []
        for one in node.untried:
            moves.append(self.moves[radix - 1 - one % radix])
            steps.append(one // radix - MOST_STEPS)
        return tuple(guide.shares(node.state, moves, steps))

    def _show_next(self, node: Node) -> None:
        """Set the static value and the share of the best untried move, of which there is one."""
        steps: i64 = node.untried[node.left - 1] // self.radix
        node.next_static = self.values[steps]
        node.next_prior = self.likelihoods[node.most_steps - steps] * node.scale

    def pause(self, pause: Callable[[], None]) -> None:
        """Say what is called now and then while endings are solved.

        Args:
            pause: it may raise ``OutOfNodesError`` to leave the present ending unsolved.
        """
        if self.endings is not None:
            self.endings.pause(pause)

    def solved(self) -> int:
        """Return the number of states of endings whose values are kept."""
        return 0 if self.endings is None else self.endings.known()

    def move_to(self, state: State) -> bool:
        """Make another state the root, and forget what is not below it.

        Args:
            state: a state in which a player decides.

        Returns:
            Whether the tree has this state a few moves below the root.
        """
        found = found_below(self.root, state, _DEPTH)
        if found is None or found.is_final:
            return False
        self.root = found
        self.endings = _endings(state)
        self.nodes = size(found)
        return True

    def grow(self, simulations: int) -> None:
        """Make simulations.

        Args:
            simulations: their number.
        """
        for _ in range(simulations):
            self.visit(self.root)

    def visit_move(self, move: int) -> None:
        """Make one simulation that begins with a certain move.

        Args:
            move: the number of a legal move of the root.
        """
        root = self.root
        edge = root.edges
        while edge is not None and edge.move != move:
            edge = edge.following
        self._visit_edge(root, self._begin_early(root, move) if edge is None else edge)

    def _begin_early(self, node: Node, move: i64) -> Edge:
        """Try a move for the first time, which need not be the best of those not tried yet."""
        last = self.radix - 1
        place: i64 = 0
        while last - node.untried[place] % self.radix != move:
            place += 1
        steps: i64 = node.untried[place] // self.radix
        prior = self.likelihoods[node.most_steps - steps] * node.scale
        if node.shares:
            prior = node.shares[place]
            node.shares = node.shares[:place] + node.shares[place + 1 :]
        edge = node.edges = Edge(move, self.values[steps], prior, node.edges)
        self._begin(node, edge)
        node.untried = node.untried[:place] + node.untried[place + 1 : node.left]
        node.left -= 1
        if node.left:
            self._show_next(node)
        return edge

    def visit(self, node: Node) -> float:
        """Make one simulation from a node.

        Args:
            node: the node.

        Returns:
            The change of its visits times its value, for player one.
        """
        if node.is_final:
            node.visits += 1
            return node.value
        return self._visit_edge(node, self._select(node))

    def _visit_edge(self, node: Node, edge: Edge) -> float:
        """Make one simulation from a node by one of its moves."""
        delta = self._follow(edge)
        edge.visits += 1
        edge.total += delta * node.sign
        value = (edge.total + edge.static) / float(edge.visits + 1)
        edge.value = value
        if value >= node.best_value:
            node.best = edge
            node.best_value = value
        elif edge is node.best:
            find_best(node)
        top = node.best_value
        if node.left and node.next_static > top:
            top = node.next_static
        before = float(node.visits) * node.value
        node.total += delta
        node.visits += 1
        visits = float(node.visits)
        mean = (node.first + node.total) / visits
        node.value = (1.0 - BEST_SHARE) * mean + BEST_SHARE * node.sign * top
        return visits * node.value - before

    def _select(self, node: Node) -> Edge:
        """Return the move to try: by its value, and how likely and how little visited it is."""
        if self.guide is not None:
            return self._guided(node, self.guide)
        bonus = self.exploration * sqrt(float(node.visits))
        best: Edge | None = None
        best_score = -1e9
        edge = node.edges
        while edge is not None:
            score = edge.value + bonus * edge.prior / float(edge.visits + 1)
            if score > best_score:
                best = edge
                best_score = score
            edge = edge.following
        if node.left and node.next_static + bonus * node.next_prior >= best_score:
            node.left -= 1
            number: i64 = self.radix - 1 - node.untried[node.left] % self.radix
            best = node.edges = Edge(number, node.next_static, node.next_prior, node.edges)
            self._begin(node, best)
            if node.left:
                self._show_next(node)
            else:
                node.untried = ()
        assert best is not None  # there is at least one move
        return best

    def _guided(self, node: Node, guide: Guide) -> Edge:
        """Return the move to try: the one to which a guide gives the highest score."""
        best: Edge | None = None
        best_score = 0.0
        edge = node.edges
        while edge is not None:
            score = guide.score(edge.value, edge.prior, edge.visits, node.visits)
            if best is None or score > best_score:
                best = edge
                best_score = score
            edge = edge.following
        chosen: i64 = -1
        for place in range(node.left - 1, -1, -1):
            value = self.values[node.untried[place] // self.radix]
            score = guide.score(value, node.shares[place], 0, node.visits)
            if (best is None and chosen < 0) or score > best_score:
                chosen = place
                best_score = score
        if chosen >= 0:
            return self._begin_early(node, self.radix - 1 - node.untried[chosen] % self.radix)
        assert best is not None  # there is at least one move
        return best

    def _begin(self, node: Node, edge: Edge) -> None:
        """Find out what follows a move that is tried for the first time."""
        after = apply(node.state, self.moves[edge.move], None).freeze()
        if waits(after):
            edge.outcomes = Outcomes(after, self.chooser)
        else:
            edge.child = self.node(after)

    def _follow(self, edge: Edge) -> float:
        """Go on after a move, and return the change of the visits times the value there."""
        child = edge.child
        if child is not None:
            if not edge.visits:
                return child.value  # it has just been made
            return self.visit(child)
        outcomes = edge.outcomes
        assert outcomes is not None
        if not outcomes.is_exhausted and float(
            edge.reveal_count
        ) < _FIRST_OUTCOMES + _MORE_OUTCOMES * sqrt(float(edge.visits)):
            state = outcomes.draw()
            key = outcomes.key
            known = drawn(edge, key) if key != UNIQUE else None
            if known is None:
                node = self.node(state)
                edge.reveals = Reveal(key, node, edge.reveals)
                edge.reveal_count += 1
                return node.value
        least = edge.reveals
        assert least is not None
        reveal = least.following
        while reveal is not None:
            if reveal.visits < least.visits:
                least = reveal
            reveal = reveal.following
        least.visits += 1
        return self.visit(least.node)


def _endings(root: State) -> Endings | None:
    """Return what solves the last cards below a root, if they are not too far away."""
    return Endings(root) if root.age_number == LAST_AGE else None
