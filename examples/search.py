"""A small search with exact chance: the best move, two plies deep.

Run it with ``python examples/search.py``. States are immutable and hashable, so the
search caches its results in a plain dict.
"""

from __future__ import annotations

from random import Random

from wonders_duel import Deal, Game, Move, Player, State
from wonders_duel.bots import GreedyBot

CHANCE_LIMIT = 12
"""Chance nodes with more outcomes, such as the deal of an age, are not enumerated."""


class Search:
    """An expectiminimax search with a cache."""

    def __init__(self, player: Player) -> None:
        """Create a search for a player, with an empty cache."""
        self._player = player
        self._greedy = GreedyBot(seed=1)
        self._cache: dict[tuple[State, int], float] = {}

    def value(self, state: State, depth: int) -> float:
        """Return the value of a state for the player."""
        key = (state, depth)
        if key not in self._cache:
            self._cache[key] = self._value(state, depth)
        return self._cache[key]

    def _value(self, state: State, depth: int) -> float:
        chance = state.chance
        if chance is not None and chance.count <= CHANCE_LIMIT:
            return sum(
                float(probability) * self.value(state.resolve(outcome), depth)
                for outcome, probability in chance.outcomes()
            )
        if depth == 0 or chance is not None or state.is_over:
            return self._greedy.judge(state, self._player)
        values = [self.value(state.apply(move), depth - 1) for move in state.legal_moves]
        return max(values) if state.to_move is self._player else min(values)

    def best(self, state: State, depth: int) -> Move:
        """Return the best move of a state."""
        return max(state.legal_moves, key=lambda move: self.value(state.apply(move), depth - 1))

    @property
    def positions(self) -> int:
        """The number of positions that were evaluated."""
        return len(self._cache)


def main() -> None:
    """Search one position, then sample the hidden cards."""
    game = Game(seed=11)
    while game.state.age is None or game.state.cards_left > 8:
        game.play(game.legal_moves[0])
    state = game.state
    print(f"{state!r}: {len(state.legal_moves)} legal moves")

    search = Search(state.mover)
    move = search.best(state, depth=2)
    print(f"Best move at depth 2: {move} ({search.positions} positions)")
    assert move in state.legal_moves

    # Determinization: deals that are consistent with the state, all equally likely.
    rng = Random(5)
    deals = [Deal.consistent_with(state, rng) for _ in range(100)]
    hidden = next(slot for slot in state.structure if slot.back is not None)
    cards = {deal.ages[state.age_number - 1][hidden.index].name for deal in deals}
    print(f"Possible cards in slot {hidden.index}: {', '.join(sorted(cards))}")


if __name__ == "__main__":
    main()
