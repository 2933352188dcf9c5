"""The players of training games: a search that begins wildly, and then plays as well as it can.

Players that love science or war, points or coins make games in which these things happen: without
them, an evaluation never learns that they are dangerous. But the result of a game tells the value
of a position only if both players do their best from there on. So each player is wild for a random
number of decisions, and the states before the last wild decision of a game teach nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from benchmarks.ladder import UctBot
from tools.train.weights import read, styled
from wonders_duel import Move, State
from wonders_duel.engine.chooser import Chooser
from wonders_duel.evaluation import LinearEvaluation
from wonders_duel.search.endings import LAST_AGE
from wonders_duel.search.searcher import best_edge, edges
from wonders_duel.search.tree import Tree
from wonders_duel.seeds import Seed, generator

__all__ = ["STYLES", "Learner", "wild_decisions"]

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
_WILD_NOISE: Final = 1.2
"""The noise of the style ``noisy`` in log-odds."""
_TAME: Final = 0.15
"""The share of the players that have no wild decisions."""


def wild_decisions(seed: Seed, most: int) -> int:
    """Return the number of decisions with which a player begins wildly.

    Args:
        seed: the seed of the player.
        most: the largest number.
    """
    rng = generator("learner, wild", seed)
    return 0 if rng.random() < _TAME else int(rng.random() * (most + 1))


class Learner:
    """A player of training games.

    Args:
        seed: makes its choices reproducible.
        weights: the path of a file of weights; without it, moves are random.
        wild_weights: those for its wild decisions, if they are others.
        style: how it makes its wild decisions: a name of :data:`STYLES`, ``random``, ``noisy``,
            ``play-outs``, or nothing, which is by the visits of the moves.
        simulations: the simulations for a decision before Age III; with 0, it looks one move
            ahead, with noise.
        late: the simulations for a decision in Age III.
        wild: the most wild decisions; they are its first ones.
        play_outs: the simulations of the style ``play-outs``.
        opening: the number of its first decisions that are drawn by the visits of the moves.
        odd: the share of its other decisions that are drawn in this way.
        noise: the standard deviation of the noise in log-odds, for a look one move ahead.
    """

    def __init__(
        self,
        seed: Seed = None,
        *,
        weights: str = "",
        wild_weights: str = "",
        style: str = "",
        simulations: int = 60,
        late: int = 180,
        wild: int = 0,
        play_outs: int = 150,
        opening: int = 4,
        odd: float = 0.02,
        noise: float = 0.4,
    ) -> None:
        """Read the weights."""
        self._rng = generator("learner", seed)
        self._chooser = Chooser(generator("learner, chance", seed))
        self._evaluation = read(Path(weights)) if weights else None
        self._wild_evaluation = read(Path(wild_weights)) if wild_weights else self._evaluation
        if self._wild_evaluation is not None and style in STYLES:
            self._wild_evaluation = styled(self._wild_evaluation, STYLES[style])
        self._style = style
        self._other = UctBot(seed, simulations=play_outs) if style == "play-outs" else None
        self._wild = wild_decisions(seed, wild)
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
        self._decisions += 1
        if len(moves) == 1:
            return moves[0]
        is_wild = self._decisions <= self._wild
        if self._evaluation is None or (is_wild and self._style == "random"):
            return self._rng.choice(moves)
        if is_wild and self._wild_evaluation is not None:
            if self._other is not None:
                return self._other.choose(state)
            if self._style or not any(self._simulations):
                noise = _WILD_NOISE if self._style == "noisy" else self._noise
                return self._one_ply(state, self._wild_evaluation, noise)
            return self._searched(state, self._wild_evaluation, is_drawn=True)
        if not any(self._simulations):
            return self._one_ply(state, self._evaluation, self._noise)
        is_drawn = self._decisions <= self._opening or self._rng.random() < self._odd
        return self._searched(state, self._evaluation, is_drawn=is_drawn)

    def _one_ply(self, state: State, evaluation: LinearEvaluation, noise: float) -> Move:
        """Return the move that looks best one move ahead, with noise."""
        sign = 1 if state.player == 0 else -1
        return max(
            state.legal_moves,
            key=lambda move: (
                sign * evaluation.log_odds(state.apply(move)) + self._rng.gauss(0, noise)
            ),
        )

    def _searched(self, state: State, evaluation: LinearEvaluation, *, is_drawn: bool) -> Move:
        """Return the best move after a search, or one that is drawn by the visits."""
        tree = Tree(state, evaluation.rating, self._chooser)
        tree.grow(max(1, self._simulations[state.age_number == LAST_AGE]))
        edge = best_edge(tree)
        if is_drawn:
            tried = edges(tree)
            (edge,) = self._rng.choices(tried, [float(one.visits) ** _FLATTER for one in tried])
        return tree.moves[edge.move]
