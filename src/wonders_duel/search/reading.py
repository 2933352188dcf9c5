"""Reads a tree: values with errors, lines, and replies to chance outcomes; makes an analysis of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import TYPE_CHECKING, Final

from wonders_duel.chance.outcomes import (
    AgeDealt,
    CardRevealed,
    ChanceOutcome,
    TokensDealt,
    TokensDrawn,
    WondersDealt,
)
from wonders_duel.engine.turn import apply
from wonders_duel.enums import Phase, Player
from wonders_duel.search.analysis import MOST_REPLIES, Analysis, LineStep, MoveAnalysis, Reply
from wonders_duel.search.endings import go_on
from wonders_duel.search.findings import Finding, Findings
from wonders_duel.search.searcher import best_of, edges_of
from wonders_duel.search.solution import best_moves

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wonders_duel.engine.moves import Move
    from wonders_duel.search.findings import ExactValues
    from wonders_duel.search.nodes import Edge, Node
    from wonders_duel.search.samples import Samples
    from wonders_duel.search.tree import Tree
    from wonders_duel.state import State

__all__ = ["Spreads", "analysis_of", "findings_of"]

Z: Final = 1.959964
"""The standard errors on each side of a 95 % interval."""
MOST_PARTS: Final = 64
"""The most parts into which a search is divided."""
FIRST_SPREAD: Final = 0.5
"""The spread of values, from -1 to 1, that is assumed before any came back."""
_EARLY: Final = 8
"""The mean is compared with that after this part of the simulations."""
_SOME: Final = 4
"""The visits that make a mean worth comparing."""
_SOLVED: Final = 1_000_000
"""The most states that are made to find the best move of an ending, more than it needs."""


class Spreads:
    """How much the values of the moves vary, for intervals.

    Two things count: how much the values spread that came back from a move, and how far its mean
    has moved since the search had made an eighth of its simulations, since it moves on as the
    search looks further ahead.

    The search is divided into parts of the same number of simulations. The values within a part
    depend on each other, since they come from neighbouring nodes; those of long parts hardly do.
    """

    def __init__(self) -> None:
        """Start without parts."""
        self._step = 0
        self._seen = 0
        self._marks: list[dict[int, tuple[int, float]]] = []
        """After each part: the visits and the sum of the values, by move."""

    def add(self, tree: Tree, simulations: int) -> None:
        """Keep what has come back so far, if a part is over.

        Args:
            tree: the tree.
            simulations: how many it has made so far.
        """
        if not self._marks:
            self._step = simulations
        if simulations < self._seen + self._step:
            return
        self._seen = simulations
        self._marks.append({edge.move: (edge.visits, edge.total) for edge in edges_of(tree.root)})
        if len(self._marks) == MOST_PARTS:
            self._marks = self._marks[1::2]
            self._step *= 2

    def change(self, edge: Edge) -> float:
        """Return how far the mean of a tried move has moved.

        Args:
            edge: the move.
        """
        visits, total = 0, 0.0
        if len(self._marks) > 1:
            early = self._marks[max(0, len(self._marks) // _EARLY - 1)]
            visits, total = early.get(edge.move, (0, 0.0))
        return edge.value - (total + edge.static) / (visits + 1)

    def square(self, edge: Edge) -> float:
        """Return the square of the standard error of a mean: that of a ratio of sums over the parts.

        To begin with, a spread is assumed that counts like one part.

        Args:
            edge: the move.
        """
        visits, total = 0, 0.0
        squares = 0.0
        parts = 0
        value = edge.value
        for mark in (*self._marks, {edge.move: (edge.visits, edge.total)}):
            now, sum_now = mark.get(edge.move, (0, 0.0))
            if now > visits:
                rest = (sum_now - total) - value * float(now - visits)
                squares += rest * rest
                parts += 1
                visits, total = now, sum_now
        squares += FIRST_SPREAD * FIRST_SPREAD * visits / parts
        return squares * (parts + 1) / parts / (visits + 1) ** 2


def findings_of(
    tree: Tree,
    simulations: int,
    spreads: Spreads,
    samples: Mapping[int, Samples],
    exact: ExactValues | None = None,
) -> Findings:
    """Return what a tree says about its root.

    Args:
        tree: a tree with at least one simulation.
        simulations: how many it has made.
        spreads: how much the values spread.
        samples: games that were played on, by number of move; 0 if the root waits for chance.
        exact: the exact values of the moves, if they are known.
    """
    root = tree.root
    tried = []
    for edge in edges_of(root):
        outcomes: tuple[ChanceOutcome, ...] = ()
        replies: tuple[Reply, ...] = ()
        if edge.child is not None:
            rest = tuple(_line(tree, edge.child))
        else:
            before = root.state
            if before.chance is None:
                before = apply(before, tree.moves[edge.move], None).freeze()
            outcomes, rest = _after_chance(tree, before, edge)
            replies = _replies(tree, before, edge, root.sign)
        tried.append(
            Finding(
                move=edge.move,
                visits=edge.visits,
                total=edge.total,
                static=edge.static,
                exact=_exact(edge, root.sign),
                square=spreads.square(edge),
                change=spreads.change(edge),
                outcomes=outcomes,
                rest=rest,
                replies=replies,
                samples=samples.get(edge.move),
            )
        )
    untried = [_untried(tree, root, place) for place in range(root.left)]
    return Findings(
        simulations, tuple(tried), tuple((move.index, value) for move, value in untried), exact
    )


def _exact(edge: Edge, sign: float) -> float | None:
    """Return the exact probability that a player wins after a move, if the tree has it.

    Args:
        edge: the move.
        sign: 1 for player one, -1 for player two.
    """
    if edge.child is None or not edge.child.is_final:
        return None
    return _probability(sign * edge.child.value)


def analysis_of(state: State, findings: Findings, played: Move | None) -> Analysis:
    """Return an analysis of a state.

    Args:
        state: the state.
        findings: what has been found out about it.
        played: the move that was played in the game.
    """
    errors = _errors(findings.tried)
    if state.chance is not None:
        (one,) = findings.tried  # it stands for chance
        win, low, high = _win(findings, one, errors)
        return Analysis(
            state=state,
            simulations=findings.simulations,
            player=Player.ONE,
            win_probability=win,
            low=low,
            high=high,
            moves=(),
            outcomes=one.outcomes,
            line=one.rest,
            replies=one.replies,
            outlook=None if one.samples is None else one.samples.outlook(),
        )
    moves = _moves(state, findings, errors, played)
    return Analysis(
        state=state,
        simulations=findings.simulations,
        player=state.mover,
        win_probability=moves[0].win_probability,
        low=moves[0].low,
        # That this move is exact does not say that no other one is better.
        high=max(one.high for one in moves) if moves[0].is_exact else moves[0].high,
        moves=moves,
        outcomes=(),
        line=moves[0].line,
        replies=(),
        outlook=moves[0].outlook,
    )


def _errors(tried: Sequence[Finding]) -> dict[int, float]:
    """Return the error of the value of each tried move: it has the size of one standard error."""
    visited = [one for one in tried if one.visits >= _SOME] or tried
    squares = 0.0
    for one in visited:
        squares += one.change**2
    usual = squares / len(visited)
    return {one.move: sqrt(one.square + one.change**2 + usual) for one in tried}


def _moves(
    state: State, findings: Findings, errors: Mapping[int, float], played: Move | None
) -> tuple[MoveAnalysis, ...]:
    """Return the moves of a state, the best one first."""
    every = state.catalogue.moves
    found = []
    for one in findings.tried:
        win, low, high = _win(findings, one, errors)
        move = every[one.move]
        step = LineStep(player=state.mover, move=move, outcomes=one.outcomes)
        found.append(
            MoveAnalysis(
                move=move,
                visits=one.visits,
                win_probability=win,
                low=low,
                high=high,
                line=(step, *one.rest),
                replies=one.replies,
                outlook=None if one.samples is None else one.samples.outlook(),
                was_played=move is played,
            )
        )
    for number, static in findings.untried:
        move = every[number]
        known = findings.win(number)
        found.append(
            MoveAnalysis(
                move=move,
                visits=0,
                win_probability=_probability(static) if known is None else known,
                low=0.0 if known is None else known,
                high=1.0 if known is None else known,
                line=(LineStep(player=state.mover, move=move, outcomes=()),),
                replies=(),
                outlook=None,
                was_played=move is played,
            )
        )
    best = every[findings.best(None if played is None else played.index)]
    found.sort(key=lambda one: (one.move is not best, -one.win_probability, -one.visits))
    return tuple(found)


def _probability(value: float) -> float:
    """Return a value from -1 to 1 as a probability."""
    return min(1.0, max(0.0, (value + 1.0) / 2.0))


def _win(
    findings: Findings, one: Finding, errors: Mapping[int, float]
) -> tuple[float, float, float]:
    """Return the probability that the player who decides wins after a move, and its interval."""
    known = findings.win(one.move)
    if known is None:
        known = one.exact
    if known is not None:
        return known, known, known
    margin = Z * errors[one.move]
    return (
        _probability(one.value),
        _probability(one.value - margin),
        _probability(one.value + margin),
    )


def _untried(tree: Tree, node: Node, place: int) -> tuple[Move, float]:
    """Return a move that has not been tried, with its value."""
    one = node.untried[place]
    return tree.moves[tree.radix - 1 - one % tree.radix], tree.values[one // tree.radix]


# -- lines and replies ----------------------------------------------------------------------------


def _best_move(tree: Tree, node: Node) -> Move:
    """Return the best move of a node."""
    if node.is_final:
        # What the tree knows is not solved again: there may be hundreds of such replies.
        known = None if tree.endings is None else tree.endings.best_move(node.state)
        if known is not None:
            return known
        solved = best_moves(node.state, _SOLVED, go_on)
        assert solved is not None  # the tree has solved it, with fewer nodes
        return solved[0][0]
    if node.edges is None:
        return _untried(tree, node, node.left - 1)[0]
    return tree.moves[best_of(node).move]


def _line(tree: Tree, node: Node) -> Iterator[LineStep]:
    """Yield the best moves from a node on."""
    while node.edges is not None:
        edge = best_of(node)
        move = tree.moves[edge.move]
        player = node.state.mover
        if edge.child is not None:
            yield LineStep(player=player, move=move, outcomes=())
            node = edge.child
        else:
            after = apply(node.state, move, None).freeze()
            node = _typical(edge)
            outcomes, _ = _outcomes_between(after, node.state)
            yield LineStep(player=player, move=move, outcomes=outcomes)


def _after_chance(
    tree: Tree, before: State, edge: Edge
) -> tuple[tuple[ChanceOutcome, ...], tuple[LineStep, ...]]:
    """Return typical chance outcomes, and the best moves after them."""
    node = _typical(edge)
    outcomes, _ = _outcomes_between(before, node.state)
    return outcomes, tuple(_line(tree, node))


def _typical(edge: Edge) -> Node:
    """Return the node after the chance outcome whose value is closest to the mean."""
    every = _drawn(edge)
    total, visits = 0.0, 0
    for node, count in every:
        total += node.value * count
        visits += count
    mean = total / visits
    return min(every, key=lambda one: abs(one[0].value - mean))[0]


def _drawn(edge: Edge) -> list[tuple[Node, int]]:
    """Return the nodes after the chance outcomes, in the order drawn, with their visits."""
    found = []
    reveal = edge.reveals
    while reveal is not None:
        found.append((reveal.node, reveal.visits))
        reveal = reveal.following
    found.reverse()
    return found


def _replies(tree: Tree, before: State, edge: Edge, sign: float) -> tuple[Reply, ...]:
    """Return the best move after each chance outcome."""
    found = []
    for node, visits in _drawn(edge)[:MOST_REPLIES]:
        outcomes, probability = _outcomes_between(before, node.state)
        found.append(
            Reply(
                outcomes=outcomes,
                probability=probability,
                visits=visits,
                player=node.state.mover,
                move=_best_move(tree, node),
                win_probability=_probability(sign * node.value),
            )
        )
    return tuple(found)


def _outcomes_between(
    before: State, after: State
) -> tuple[tuple[ChanceOutcome, ...], float | None]:
    """Return the chance outcomes that lead from a state to the next decision.

    Args:
        before: a state that waits for chance.
        after: the state of the next decision.

    Returns:
        The outcomes, and their probability; ``None`` if one of them is the deal of an age.
    """
    found: list[ChanceOutcome] = []
    count = 1
    is_counted = True
    state = before
    while (chance := state.chance) is not None:
        outcome: ChanceOutcome
        match chance.phase:
            case Phase.REVEAL:
                assert chance.slot is not None  # by the phase
                building = after.structure[chance.slot].building
                assert building is not None  # it has just been revealed
                outcome = CardRevealed(chance.slot, building)
            case Phase.DEAL_AGE:
                assert chance.age is not None  # by the phase
                slots = [one.building or one.back for one in after.structure]
                outcome = AgeDealt(chance.age, [one for one in slots if one is not None])
                is_counted = False
            case Phase.DEAL_WONDERS:
                outcome = WondersDealt(after.offered_wonders)
            case Phase.DEAL_TOKENS:
                outcome = TokensDealt(after.board_tokens)
            case _:
                outcome = TokensDrawn(after.offered_tokens)
        count *= chance.count
        found.append(outcome)
        state = state.resolve(outcome)
    return tuple(found), 1 / count if is_counted else None
