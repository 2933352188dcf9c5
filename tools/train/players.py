"""The players of training games: a search with a style, which tries out other moves now and then.

Players that love science or war, points or coins make games in which these things happen: without
them, an evaluation never learns that they are dangerous.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from tools.train.weights import read, styled
from wonders_duel import Move, State
from wonders_duel.engine.chooser import Chooser
from wonders_duel.evaluation import LinearEvaluation
from wonders_duel.search.searcher import best_edge, edges
from wonders_duel.search.tree import Tree
from wonders_duel.seeds import Seed, generator

__all__ = ["STYLES", "Learner"]

STYLES: Final[Mapping[str, Mapping[str, float | Sequence[float]]]] = {
    "science": {"symbols": [0, 0.3, 0.7, 1.2, 1.9, 2.7, 0], "pairs": 0.25},
    "war": {"lead": 0.18, "red cards": 0.2},
    "points": {"blue cards": 0.25},
    "wonders": {"built wonders": 0.4},
    "coins": {"coins": 0.05, "yellow cards": 0.2},
}
"""What each style adds to the weights."""
_FLATTER: Final = 0.8
"""The power of the visits by which moves are drawn."""


class Learner:
    """A player of training games.

    Args:
        seed: makes its choices reproducible.
        weights: the path of a file of weights; without it, moves are random.
        style: a name of :data:`STYLES`, or nothing.
        simulations: the simulations for a decision before Age III; with 0, it looks one move
            ahead, with noise.
        late: the simulations for a decision in Age III.
        opening: the number of its first decisions that are drawn by the visits of the moves.
        odd: the share of its other decisions that are drawn in this way.
        noise: the standard deviation of the noise in log-odds, for a look one move ahead.
    """

    def __init__(
        self,
        seed: Seed = None,
        *,
        weights: str = "",
        style: str = "",
        simulations: int = 60,
        late: int = 180,
        opening: int = 6,
        odd: float = 0.04,
        noise: float = 0.4,
    ) -> None:
        """Read the weights."""
        self._rng = generator("learner", seed)
        self._chooser = Chooser(generator("learner, chance", seed))
        self._evaluation: LinearEvaluation | None = None
        if weights:
            evaluation = read(Path(weights))
            self._evaluation = styled(evaluation, STYLES[style]) if style else evaluation
        self._simulations = (simulations, late)
        self._opening = opening
        self._odd = odd
        self._noise = noise
        self._decisions = 0

    def choose(self, state: State) -> Move:
        """Choose a move.

        Args:
            state: a state in which a player is to move.
        """
        moves = state.legal_moves
        evaluation = self._evaluation
        if len(moves) == 1:
            return moves[0]
        if evaluation is None:
            return self._rng.choice(moves)
        self._decisions += 1
        simulations = self._simulations[state.age_number == 3]
        if not simulations:
            sign = 1 if state.player == 0 else -1
            return max(
                moves,
                key=lambda move: (
                    sign * evaluation.log_odds(state.apply(move)) + self._rng.gauss(0, self._noise)
                ),
            )
        tree = Tree(state, evaluation.rating, self._chooser)
        tree.grow(simulations)
        if self._decisions <= self._opening or self._rng.random() < self._odd:
            tried = edges(tree)
            (edge,) = self._rng.choices(tried, [float(edge.visits) ** _FLATTER for edge in tried])
        else:
            edge = best_edge(tree)
        return tree.moves[edge.move]
