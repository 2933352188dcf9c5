"""The last cards of a game, solved wherever a search comes to them.

Exact values of the positions at the ends of its lines make a search see much further than weights do:
a state with three cards takes no more time than a few simulations. Many lines lead to the same
positions, whose values are kept. The more a tree has grown, the more cards are solved.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from wonders_duel.build import i64
from wonders_duel.search.endgame import Endgame, OutOfNodesError

if TYPE_CHECKING:
    from wonders_duel.engine.moves import Move
    from wonders_duel.state import State

__all__ = ["LAST_AGE", "UNSOLVED", "Endings", "go_on"]

LAST_AGE: Final = 3
UNSOLVED: Final = 2.0
"""In place of a value: the rest of the game has too many cards, or is too much to search through."""
_CARDS: Final = 3
"""The most cards that are solved in a small tree."""
_LARGE: Final = 500
"""The nodes of a tree from which on one card more is solved."""
_LARGER: Final = 5_000
"""The same for another card."""
_MOST_NODES: Final = 2_000
"""The most states that are made to solve one."""


class Endings:
    """Solves the states below the root of a tree that have few cards left."""

    def __init__(self, root: State) -> None:
        """Start without values.

        Args:
            root: a state of Age III.
        """
        self.endgame: Endgame = Endgame(root, 0, go_on)

    def pause(self, pause: Callable[[], None]) -> None:
        """Say what is called now and then.

        Args:
            pause: it may raise ``OutOfNodesError`` to leave the present state unsolved.
        """
        self.endgame.pause = pause

    def known(self) -> int:
        """Return the number of states whose values are kept."""
        return len(self.endgame.known)

    def value(self, state: State, tree: i64) -> float:
        """Return the exact value of a state for player one, from -1 to 1, or ``UNSOLVED``.

        Args:
            state: a state of Age III in which a player decides.
            tree: the number of nodes of the tree.
        """
        cards: i64 = _CARDS
        if tree >= _LARGE:
            cards += 1
        if tree >= _LARGER:
            cards += 1
        if state.uncovered.count > cards:
            return UNSOLVED
        try:
            return self.endgame.lead(state, _MOST_NODES)
        except OutOfNodesError:
            return UNSOLVED

    def best_move(self, state: State) -> Move | None:
        """Return the best move of a state that has been solved; ``None`` if it is not known any more.

        Args:
            state: the state.
        """
        return self.endgame.known_best(state)


def go_on() -> None:
    """Do nothing while an ending is solved."""
