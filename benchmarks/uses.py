"""Benchmarks of what programs do with the library: play-outs, matches, evaluations, requests.

Each of them is something that a user waits for, not a single call.
"""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from functools import lru_cache
from random import Random
from statistics import median
from time import process_time
from typing import TYPE_CHECKING

from benchmarks.formats import rate
from wonders_duel import Deal, Game, Phase, State
from wonders_duel.bots import Bot, GreedyBot, RandomBot

if TYPE_CHECKING:
    from wonders_duel.search.tree import Tree

__all__ = ["KEPT_SIMULATIONS", "USES", "bytes_of_a_node", "middles", "solving"]

PLAY_OUTS = 300
"""Number of play-outs per round."""
MATCH = 20
"""Number of games per round of a match of random bots; a match of greedy bots has two."""


def _play_outs_from_the_start(number: int) -> float:
    return _play_outs(State.start(), number)


def _play_outs_from_age_ii(number: int) -> float:
    return _play_outs(_middle(), number)


def _play_outs(state: State, number: int) -> float:
    state.play_outs(PLAY_OUTS // 3, seed="to fill the caches")
    began = process_time()
    state.play_outs(PLAY_OUTS, seed=number)
    return PLAY_OUTS / (process_time() - began)


@lru_cache(maxsize=1)
def _middle() -> State:
    """Return a state in the middle of Age II."""
    return next(one for one in _game_states(7) if one.age == 2 and one.cards_left == 10)


@lru_cache(maxsize=4)
def _game_states(seed: int) -> list[State]:
    """Return the states of a random game in which a player takes a card."""
    rng = Random(seed)
    deal = Deal.random(rng)
    state = State.dealt(deal)
    found = []
    while moves := state.legal_moves:
        if state.phase is Phase.TURN:
            found.append(state)
        state = state.play(moves[int(rng.random() * len(moves))], deal)
    return found


def _match(bot: Callable[[int], Bot], games: int) -> Callable[[int], float]:
    def run(number: int) -> float:
        Game(seed=number).play_out(bot(1), bot(2))
        began = process_time()
        for game in range(games):
            Game(seed=number * games + game).play_out(bot(1), bot(2))
        return games / (process_time() - began)

    return run


@lru_cache(maxsize=1)
def _ends() -> list[State]:
    start = State.start()
    rng = Random(8)
    return [start.play_out(rng) for _ in range(500)]


@lru_cache(maxsize=1)
def _children() -> list[State]:
    """Return the states after each legal move of some states, as a search makes them."""
    return [
        state.apply(move)
        for seed in range(8)
        for state in _game_states(seed)
        for move in state.legal_moves
    ]


def _scores(_: int) -> float:
    return rate(lambda state: state.score(), _ends())


def _results(_: int) -> float:
    return rate(lambda state: state.result, _ends())


def _totals(_: int) -> float:
    return rate(lambda state: state.totals, _children())


def _evaluations(_: int) -> float:
    # Builds from before it was added lack it; they are still measured in everything else.
    from wonders_duel import features  # noqa: PLC0415
    from wonders_duel.evaluation import LinearEvaluation  # noqa: PLC0415

    rng = Random(3)
    weights = [
        {
            one.name: [rng.gauss(0, 1) for _ in range(one.low, one.high + 1)]
            for one in features.player_layout()
            if one.high == 1 or one.name in _EVALUATED
        }
        for _ in features.PERIODS
    ]
    evaluation = LinearEvaluation(weights)
    return rate(evaluation.log_odds, _children())


_EVALUATED = {
    "coins",
    "clay made",
    "wood made",
    "stone made",
    "glass made",
    "papyrus made",
    "symbols",
    "unbuilt wonders",
    "lead",
    "tokens ahead",
    "varying points",
}
"""The features with a weight for each value, beside those of the cards; they suffice for a strong bot."""


@lru_cache(maxsize=1)
def _stored() -> list[tuple[str, str]]:
    return [(state.to_json(), str(state.legal_moves[-1])) for state in _game_states(2)]


def _requests(_: int) -> float:
    """Answer requests as a web service does that stores states as JSON."""
    began = process_time()
    for stored, move in _stored():
        game = Game.from_state(State.from_json(stored), rng=Random(1))
        game.play(move)
        game.state.to_json()
        [(str(one), game.state.price(one)) for one in game.state.legal_moves]
    return len(_stored()) / (process_time() - began)


SEARCHED = 5
"""The number of states in the middle of games that are searched."""
SIMULATIONS = 2_000
"""The number of simulations of each of them."""
KEPT_SIMULATIONS = 20_000
"""The simulations of the tree whose memory is measured."""


@lru_cache(maxsize=1)
def middles() -> list[State]:
    """Return a state of each of some greedy games, in the middle of Age II."""
    return _of_greedy_games(SEARCHED, 2, 10)


def _of_greedy_games(games: int, age: int, cards: int) -> list[State]:
    """Return the state of each of some greedy games in which so many cards of an age are left."""
    found = []
    for seed in range(1, games + 1):
        game = Game(seed=seed)
        game.play_out(GreedyBot(seed), GreedyBot(seed + 1))
        found += [
            step.before
            for step in game.history
            if (step.before.age, step.before.cards_left) == (age, cards)
            and step.before.phase is Phase.TURN
        ]
    return found


def _tree(state: State, simulations: int) -> Tree:
    """Search a state, and return the tree."""
    from wonders_duel.search.searcher import Searcher  # noqa: PLC0415 - as in _evaluations

    return Searcher(None, seed=1, memory=1 << 34).think(state, simulations, None)


def _searched(count: Callable[[Tree], int]) -> Callable[[int], float]:
    """Return a benchmark that counts something in the trees of searches, and divides by the time."""

    def run(_: int) -> float:
        states = middles()
        _tree(states[0], SIMULATIONS // 10)
        counted, spent = 0, 0.0
        for state in states:
            began = process_time()
            tree = _tree(state, SIMULATIONS)
            spent += process_time() - began
            counted += count(tree)
        return counted / spent

    return run


def _judged(tree: Tree) -> int:
    """Return how many states a search has judged: one for each legal move of each node."""
    from wonders_duel.search.searcher import edges_of  # noqa: PLC0415 - as in _evaluations

    judged = 0
    nodes = [tree.root]
    while nodes:
        node = nodes.pop()
        edges = edges_of(node)
        judged += len(edges) + node.left
        for edge in edges:
            if edge.child is not None:
                nodes.append(edge.child)
            reveal = edge.reveals
            while reveal is not None:
                nodes.append(reveal.node)
                reveal = reveal.following
    return judged


def bytes_of_a_node(_: int) -> float:
    """Measure the memory of a tree for each of its nodes, with their states and moves."""
    state = middles()[0]
    _tree(state, SIMULATIONS)  # fill the caches, which are not part of a tree
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    tree = _tree(state, KEPT_SIMULATIONS)
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return (after - before) / int(tree.nodes)


ENDINGS = 7
"""The number of games whose last cards are solved."""


@lru_cache(maxsize=3)
def _endings(cards: int) -> list[State]:
    """Return a state of each of some greedy games in which so many cards of Age III are left."""
    return _of_greedy_games(ENDINGS, 3, cards)


def solving(cards: int) -> Callable[[int], float]:
    """Return a benchmark: the median time to solve a state with so many cards of Age III left.

    A few states need many times the nodes of most others, so a mean would measure these alone.
    """

    def run(_: int) -> float:
        from wonders_duel.search import solve  # noqa: PLC0415 - as in _evaluations

        times = []
        for state in _endings(cards):
            began = process_time()
            solve(state)
            times.append(process_time() - began)
        return median(times)

    return run


USES = (
    ("play-outs from the start: dealt, played, who won", "games/s", _play_outs_from_the_start),
    ("play-outs from the middle of Age II", "games/s", _play_outs_from_age_ii),
    ("match: games of two random bots", "games/s", _match(RandomBot, MATCH)),
    ("match: games of two greedy bots", "games/s", _match(GreedyBot, 2)),
    (
        "search: simulations in the middle of Age II",
        "simulations/s",
        _searched(lambda _: SIMULATIONS),
    ),
    ("search: states judged in the middle of Age II", "states/s", _searched(_judged)),
    ("evaluating a state just made", "states/s", _evaluations),
    ("totals of a state just made", "states/s", _totals),
    ("score sheet of a finished game", "games/s", _scores),
    ("result of a finished game", "games/s", _results),
    ("service: read JSON, play a move, list moves and prices, write JSON", "requests/s", _requests),
)
"""The name, the unit and the function of each benchmark."""
