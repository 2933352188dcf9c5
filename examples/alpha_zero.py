"""An AlphaZero-like loop: a network plays itself in all processes, and learns from its own searches.

Run it with:

    python examples/alpha_zero.py

It needs numpy: pip install "wonders-duel[learn]". In each round, workers play games in which both players
search with the latest network. A game comes back as its deal, its moves, and how often the search tried each
move. The network then learns from the latest games who won, and which moves the searches preferred. The
workers come from the arena; any executor of concurrent.futures works, such as one for a cluster. For a
strong network, play thousands of games a round with more simulations and a larger network; the loop stays the same.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from random import Random

try:
    import numpy as np
except ModuleNotFoundError:
    raise SystemExit('alpha_zero.py needs numpy: pip install "wonders-duel[learn]"') from None
from train_net import ACTIONS, Floats, Net, Searcher, rows_of, wins

from wonders_duel import Deal, Move, State, catalogue
from wonders_duel.arena import processes
from wonders_duel.search import analyse

WORKERS = 2
ROUNDS = 2
GAMES = 6
"""The games of each round."""
KEPT = 2
"""The number of rounds whose games the network learns from."""
SIMULATIONS = 8
EXPLORING = 30
"""The number of moves drawn in proportion to the visits; after them, the best move is played."""
NOISE = 0.25
PASSES = 4
RATE = 0.05


# -- self-play, in the workers ---------------------------------------------------------------------


class Noisy:
    """The prior of a network, with noise for the moves of one state, so that all of them are tried."""

    def __init__(self, searcher: Searcher, root: State, rng: Random) -> None:
        """Store the state whose moves get noise."""
        self._searcher = searcher
        self._root = root
        self._rng = rng

    def shares(self, state: State, moves: Sequence[Move], values: Sequence[float]) -> list[float]:
        """Return how promising each move is."""
        shares = np.array(self._searcher.shares(state, moves, values))
        shares /= shares.sum()
        if state == self._root:
            drawn = np.array([self._rng.gammavariate(0.5, 1) for _ in moves])
            shares = (1 - NOISE) * shares + NOISE * drawn / drawn.sum()
        return [float(share) for share in shares]


def play(weights: dict[str, Floats], seed: str) -> str:
    """Play a game of a network against itself, and return a line for the data set."""
    searcher = Searcher(Net(weights))
    rng = Random(seed)
    deal = Deal.random(seed)
    state = State.dealt(deal)
    moves: list[int] = []
    visits: list[dict[int, int]] = []
    while not state.is_over:
        found = analyse(
            state,
            simulations=SIMULATIONS,
            samples=0,  # only the visits are needed
            seed=rng.getrandbits(32),
            evaluation=searcher,
            prior=Noisy(searcher, state, rng),
        )
        counts = {ACTIONS.action(one.move, state): one.visits for one in found.moves}
        explores = len(moves) < EXPLORING
        chosen = found.best.move
        if explores:
            chosen = ACTIONS.move(rng.choices([*counts], [*counts.values()])[0], state)
        moves.append(chosen.index)
        visits.append(counts)
        state = state.play(chosen, deal)
    return json.dumps({"deal": json.loads(deal.to_json()), "moves": moves, "visits": visits})


def self_play(executor: Executor, net: Net, number: int) -> Iterator[str]:
    """Yield the games of a round, which the workers of an executor play."""
    seeds = [f"round {number}, game {game}" for game in range(GAMES)]
    yield from executor.map(play, [net.weights] * GAMES, seeds)


# -- training --------------------------------------------------------------------------------------


def read(lines: Iterable[str]) -> tuple[Floats, Floats, Floats]:
    """Return the rows of all positions, how much their players won, and the parts of the visits."""
    states: list[State] = []
    shares: list[float] = []
    visits: list[dict[str, int]] = []
    for line in lines:
        game = json.loads(line)
        deal = Deal.from_json(json.dumps(game["deal"]))
        played = [State.dealt(deal)]
        for number in game["moves"]:
            played.append(played[-1].play(catalogue.moves[number], deal))
        end = played.pop()
        states += played
        shares += [end.share(state.mover) for state in played]
        visits += game["visits"]
    promising = np.zeros((len(states), ACTIONS.size), np.float32)
    for row, counts in zip(promising, visits, strict=True):
        for action, count in counts.items():
            row[int(action)] = count
    promising /= promising.sum(axis=1, keepdims=True)
    return rows_of(states), np.array(shares, np.float32).clip(0.01, 0.99), promising


def learn(net: Net, lines: Iterable[str], seed: int) -> float:
    """Train a network with games, and return the log-loss of the last pass."""
    rows, shares, promising = read(lines)
    rng = np.random.default_rng(seed)
    loss = 0.0
    for _ in range(PASSES):
        batches = np.array_split(rng.permutation(len(rows)), max(1, len(rows) // 32))
        losses = [net.learn(rows[one], shares[one], promising[one], RATE) for one in batches]
        loss = float(np.mean(losses))
    return loss


def main() -> None:
    """Let a network play, learn and play again; then count its victories over random moves."""
    net = Net.fresh(seed=1)
    kept: deque[list[str]] = deque(maxlen=KEPT)
    with processes(WORKERS)() as executor:
        for number in range(1, ROUNDS + 1):
            kept.append([*self_play(executor, net, number)])
            loss = learn(net, [line for lines in kept for line in lines], seed=number)
            print(f"round {number}: {GAMES} games, log-loss {loss:.3f}")
    played = 4
    print(f"The network wins {wins(net, played)} of {played} games against random moves.")


if __name__ == "__main__":
    main()
