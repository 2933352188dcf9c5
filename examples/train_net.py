"""A small network: a data set from self-play, training with numpy alone, and a bot that searches with it.

Run it with:

    python examples/train_net.py

It needs numpy: pip install "wonders-duel[learn]". The data set contains deals and moves, from which the rows
are made when they are needed. The network has one hidden layer. It estimates from a row how likely the player to
move is to win, and which moves are promising. With more games, more rounds and a longer search it gets
stronger; train_torch.py trains it with torch.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

try:
    import numpy as np
    import numpy.typing as npt
except ModuleNotFoundError:
    raise SystemExit('train_net.py needs numpy: pip install "wonders-duel[learn]"') from None

from wonders_duel import Deal, Move, Player, State, catalogue
from wonders_duel.bots import Bot, RandomBot, bot
from wonders_duel.learn import ActionCodec, Encoder
from wonders_duel.search import SearchBot

Floats = npt.NDArray[np.float32]

GAMES = 80
HIDDEN = 32
ROUNDS = 5
RATE = 0.1
SIMULATIONS = 20
ENCODER = Encoder()
ACTIONS = ActionCodec()


def rows_of(states: Sequence[State]) -> Floats:
    """Return what the player to move sees of each state, in small numbers."""
    return ENCODER.encode_many(states, dtype="float32").astype(np.float32) * np.float32(1 / 8)


# -- the data set ----------------------------------------------------------------------------------


def self_play(path: Path, games: int, seed: int) -> None:
    """Play games between two bots, and write a line for each: its deal and its moves."""
    rng = Random(seed)
    with path.open("w", encoding="utf-8") as file:
        for number in range(games):
            deal = Deal.random(f"{seed}/{number}")
            players: tuple[Bot, Bot] = (bot("easy", number), bot("easy", -number))
            state = State.dealt(deal)
            moves = []
            while not state.is_over:
                explores = rng.random() < 0.1  # so that the network sees mistakes, too
                chosen = (
                    rng.choice(state.legal_moves)
                    if explores
                    else players[state.mover].choose(state)
                )
                moves.append(chosen.index)
                state = state.play(chosen, deal)
            file.write(json.dumps({"deal": json.loads(deal.to_json()), "moves": moves}) + "\n")


def positions(path: Path) -> Iterator[tuple[State, Move, float]]:
    """Play the games of a data set again: each state, the move in it, and 1 if its player won."""
    for line in path.read_text(encoding="utf-8").splitlines():
        game = json.loads(line)
        deal = Deal.from_json(json.dumps(game["deal"]))
        states = [State.dealt(deal)]
        moves = [catalogue.moves[number] for number in game["moves"]]
        for move in moves:
            states.append(states[-1].play(move, deal))
        end = states.pop()
        for state, move in zip(states, moves, strict=True):
            yield state, move, end.share(state.mover)


# -- the network ---------------------------------------------------------------------------------------


class Net:
    """One hidden layer, a value and a policy."""

    def __init__(self, weights: dict[str, Floats]) -> None:
        """Store the weights."""
        self.weights = weights

    @classmethod
    def fresh(cls, seed: int) -> Net:
        """Return a network with small random weights."""
        rng = np.random.default_rng(seed)

        def table(*shape: int) -> Floats:
            return rng.normal(0, 0.05, shape).astype(np.float32)

        return cls(
            {
                "inner": table(ENCODER.size, HIDDEN),
                "value": table(HIDDEN),
                "policy": table(HIDDEN, ACTIONS.size),
            }
        )

    def forward(self, rows: Floats) -> tuple[Floats, Floats, Floats]:
        """Return the hidden layer, the log-odds that the player wins, and the logits of the actions."""
        hidden = np.maximum(rows @ self.weights["inner"], 0)
        return hidden, hidden @ self.weights["value"], hidden @ self.weights["policy"]

    def learn(self, rows: Floats, shares: Floats, promising: Floats, rate: float) -> float:
        """Make a step down the gradient, and return the log-loss of the value.

        ``shares`` says how much of each game the player won, ``promising`` how good each action is.
        """
        hidden, odds, logits = self.forward(rows)
        chance = 1 / (1 + np.exp(-odds))
        odds_error = (chance - shares) / len(rows)
        policy = np.exp(logits - logits.max(axis=1, keepdims=True))
        policy /= policy.sum(axis=1, keepdims=True)
        policy = (policy - promising) / len(rows)
        back = np.outer(odds_error, self.weights["value"]) + policy @ self.weights["policy"].T
        back[hidden <= 0] = 0
        self.weights["value"] -= rate * (hidden.T @ odds_error)
        self.weights["policy"] -= rate * (hidden.T @ policy)
        self.weights["inner"] -= rate * (rows.T @ back)
        return float(-(shares * np.log(chance) + (1 - shares) * np.log(1 - chance)).mean())

    def save(self, path: Path) -> None:
        """Write the weights, with the digest of the rows that they are for."""
        np.savez_compressed(path, layout=ENCODER.layout.digest, **self.weights)  # type: ignore[arg-type]

    @classmethod
    def load(cls, path: Path) -> Net:
        """Read the weights, if they are for our rows."""
        with np.load(path) as file:
            if str(file["layout"]) != ENCODER.layout.digest:
                raise ValueError(f"the weights of {path} are for rows of another layout")
            return cls({name: file[name] for name in file.files if name != "layout"})


def one_hot(actions: npt.NDArray[np.int64]) -> Floats:
    """Return rows in which the action that was played has all the weight."""
    rows = np.zeros((len(actions), ACTIONS.size), np.float32)
    rows[np.arange(len(actions)), actions] = 1
    return rows


def train(net: Net, path: Path) -> Iterator[float]:
    """Train a network with a data set, and yield the log-loss of each round."""
    states, moves, won = zip(*positions(path), strict=True)
    rows = rows_of(states)
    shares = np.array(won, np.float32).clip(0.01, 0.99)
    played = np.array([ACTIONS.action(*pair) for pair in zip(moves, states, strict=True)])
    rng = np.random.default_rng(1)
    for _ in range(ROUNDS):
        batches = np.array_split(rng.permutation(len(rows)), len(rows) // 32)
        losses = [net.learn(rows[one], shares[one], one_hot(played[one]), RATE) for one in batches]
        yield float(np.mean(losses))


# -- the bot ---------------------------------------------------------------------------------------


class Searcher:
    """The network as the evaluation and the prior of the library's search."""

    def __init__(self, net: Net) -> None:
        """Store the network."""
        self._net = net

    def log_odds(self, state: State) -> float:
        """Return the log-odds that player one wins."""
        return self.log_odds_of([state])[0]

    def log_odds_of(self, states: Sequence[State]) -> list[float]:
        """Return the same for many states at once."""
        odds = self._net.forward(rows_of(states))[1]
        seen = zip(odds, states, strict=True)
        return [float(-odd if state.turn_of is Player.TWO else odd) for odd, state in seen]

    def shares(
        self,
        state: State,
        moves: Sequence[Move],
        values: Sequence[float],  # noqa: ARG002
    ) -> list[float]:
        """Return how promising each move is."""
        logits = self._net.forward(rows_of([state]))[2][0]
        chosen = logits[[ACTIONS.action(move, state) for move in moves]]
        return [float(one) for one in np.exp(chosen - chosen.max())]


def net_bot(net: Net, seed: int) -> SearchBot:
    """Return a bot that searches with a network."""
    searcher = Searcher(net)
    return SearchBot(seed, simulations=SIMULATIONS, evaluation=searcher, prior=searcher)


def wins(net: Net, games: int) -> int:
    """Count the games that a bot with a network wins against random moves, both seats in turn."""
    found = 0
    for number in range(games):
        seat = Player(number % 2)
        players: list[Bot] = [RandomBot(number), RandomBot(number)]
        players[seat] = net_bot(net, number)
        deal = Deal.random(f"test {number // 2}")
        state = State.dealt(deal)
        while not state.is_over:
            state = state.play(players[state.mover].choose(state), deal)
        found += state.share(seat) == 1
    return found


def main() -> None:
    """Make a data set, train a network, store it, and play with it."""
    with TemporaryDirectory() as folder:
        games, weights = Path(folder, "games.jsonl"), Path(folder, "weights.npz")
        self_play(games, GAMES, seed=1)
        print(f"{GAMES} games of self-play, {sum(1 for _ in positions(games)):,} positions")
        net = Net.fresh(seed=1)
        for number, loss in enumerate(train(net, games), start=1):
            print(f"round {number}: log-loss {loss:.3f}")
        net.save(weights)
        played = 6
        print(
            f"The network wins {wins(Net.load(weights), played)} of {played} games against random moves."
        )


if __name__ == "__main__":
    main()
