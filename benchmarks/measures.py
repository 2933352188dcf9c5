"""The benchmarks; one round of each returns one number.

Every benchmark uses the same positions in every build and every round: those of complete
random games with fixed seeds. Only whole games and play-outs are different ones in each round, so
that they find prices in the cache as often as a search does. All times are processor times.
"""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from functools import lru_cache
from random import Random
from time import process_time

import attrs

from benchmarks.formats import FORMATS
from benchmarks.uses import KEPT_SIMULATIONS, USES, bytes_of_a_node, solving
from wonders_duel import Deal, Move, Phase, State, parse_move

__all__ = ["MEASURES", "Measure", "play_out", "warm_up", "yardstick"]

WARM_UP = 1_500
"""Number of random games before the first round."""
GAMES = 300
"""Number of random games per round."""
TIMES = 5
"""Number of passes over the positions in a round of a short benchmark."""
KEPT = 100_000
"""Number of states kept to measure their memory."""


@attrs.frozen
class Measure:
    """A benchmark."""

    name: str
    """A short description."""
    unit: str
    """The unit of the result."""
    run: Callable[[int], float]
    """Runs one round, given its number from 0, and returns the result."""
    more_is_better: bool = True
    """Whether a larger figure is better."""
    rounds: int = 0
    """The maximum number of rounds; 0 for no maximum."""


def play_out(rng: Random, *, fused: bool = True) -> int:
    """Play one complete random game and return its number of decisions.

    At every decision all legal moves are listed and one is applied. Chance outcomes are taken
    from a deal, in the same call if ``fused``, otherwise in separate calls.
    """
    deal = Deal.random(rng)
    state = State.dealt(deal)
    decisions = 0
    random = rng.random
    while moves := state.legal_moves:
        move = moves[int(random() * len(moves))]
        if fused:
            state = state.play(move, deal)
        else:
            state = state.apply(move)
            while state.chance is not None:
                state = state.resolve(deal.outcome(state))
        decisions += 1
    return decisions


def kept_positions(least: int, seed: int) -> list[tuple[State, Move]]:
    """Return at least ``least`` states with a player to move, each with a legal move."""
    rng = Random(seed)
    kept: list[tuple[State, Move]] = []
    while len(kept) < least:
        deal = Deal.random(rng)
        state = State.dealt(deal)
        while moves := state.legal_moves:
            move = moves[int(rng.random() * len(moves))]
            kept.append((state, move))
            state = state.play(move, deal)
    return kept


@lru_cache(maxsize=1)
def _positions() -> list[tuple[State, Move]]:
    return kept_positions(4_000, seed=5)


@lru_cache(maxsize=1)
def warm_up() -> None:
    """Play some random games, so that common prices are in the cache."""
    rng = Random(0)
    for _ in range(WARM_UP):
        play_out(rng)


def _games(number: int, *, fused: bool) -> float:
    warm_up()
    rng = Random(number + 1)
    start = process_time()
    for _ in range(GAMES):
        play_out(rng, fused=fused)
    return GAMES / (process_time() - start)


def _tree_steps(_: int) -> float:
    positions = _positions()
    start = process_time()
    for _again in range(TIMES):
        for state, move in positions:
            state.apply(move).legal_moves  # noqa: B018 - times the listing
    return TIMES * len(positions) / (process_time() - start)


def _listing(_: int) -> float:
    positions = _positions()
    start = process_time()
    for _again in range(TIMES):
        for state, _move in positions:
            state.legal_moves  # noqa: B018 - as above
    return TIMES * len(positions) / (process_time() - start)


def _applying(_: int) -> float:
    positions = _positions()
    start = process_time()
    for _again in range(TIMES):
        for state, move in positions:
            state.apply(move)
    return TIMES * len(positions) / (process_time() - start)


def _random_deals(number: int) -> float:
    rng = Random(number)
    start = process_time()
    for _ in range(2_000):
        Deal.random(rng)
    return 2_000 / (process_time() - start)


def _consistent_deals(number: int) -> float:
    states = [state for state, _ in _positions()[::4]]
    rng = Random(number)
    start = process_time()
    for state in states:
        Deal.consistent_with(state, rng)
    return len(states) / (process_time() - start)


@lru_cache(maxsize=1)
def _waiting() -> list[State]:
    after = [state.apply(move) for state, move in _positions()]
    return [state for state in after if state.phase is Phase.REVEAL][:300]


def _sampling(number: int) -> float:
    states = _waiting()
    rng = Random(number)
    start = process_time()
    for _again in range(TIMES):
        for state in states:
            chance = state.chance
            assert chance is not None
            state.resolve(chance.sample(rng))
    return TIMES * len(states) / (process_time() - start)


def _enumerating(_: int) -> float:
    states = _waiting()
    outcomes = 0
    start = process_time()
    for state in states:
        chance = state.chance
        assert chance is not None
        for outcome, _probability in chance.outcomes():
            state.resolve(outcome)
            outcomes += 1
    return outcomes / (process_time() - start)


@lru_cache(maxsize=1)
def _pairs() -> list[tuple[State, State]]:
    states = [state for state, _ in _positions()]
    # Unpickled states share the catalogue object, as the states of a search do.
    return list(zip(states, pickle.loads(pickle.dumps(states)), strict=True))  # noqa: S301


def _hashing(_: int) -> float:
    pairs = _pairs()
    start = process_time()
    for _again in range(TIMES):
        for state, _other in pairs:
            hash(state)
    return TIMES * len(pairs) / (process_time() - start)


def _comparing(_: int) -> float:
    pairs = _pairs()
    start = process_time()
    for _again in range(TIMES):
        for state, other in pairs:
            state == other  # noqa: B015 - times the comparison
    return TIMES * len(pairs) / (process_time() - start)


def _printing(_: int) -> float:
    moves = [move for _, move in _positions()]
    start = process_time()
    for move in moves:
        str(move)
    return len(moves) / (process_time() - start)


def _parsing(_: int) -> float:
    texts = [str(move) for _, move in _positions()]
    start = process_time()
    for text in texts:
        parse_move(text)
    return len(texts) / (process_time() - start)


def _pickling(_: int) -> float:
    states = [state for state, _ in _positions()[::4]]
    start = process_time()
    for state in states:
        pickle.loads(pickle.dumps(state))  # noqa: S301 - our own bytes
    return len(states) / (process_time() - start)


def _bytes_of_a_kept_state(_: int) -> float:
    """Measure the memory of the child states only: the states and the caches already exist."""
    positions = kept_positions(KEPT, seed=6)[:KEPT]
    for state, move in positions:  # fill the caches, which are not part of a state
        state.apply(move)
    children: list[State | None] = [None] * len(positions)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for index, (state, move) in enumerate(positions):
        children[index] = state.apply(move)
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return (after - before) / len(positions)


def _import_seconds(_: int) -> float:
    """Time the import in a new process, without the start of the interpreter."""
    code = (
        "from time import process_time as now; start = now(); import wonders_duel; "
        "print(now() - start)"
    )
    environment = dict(os.environ)
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # only the first import compiles the sources
    printed = subprocess.run(  # noqa: S603 - this interpreter with a fixed argument
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, env=environment
    )
    return float(printed.stdout)


def yardstick(_: int) -> float:
    """Time a loop that does not use the library, to see how fast the machine currently is."""
    start = process_time()
    numbers: dict[int, tuple[int, int]] = {}
    for one in range(200_000):
        numbers[one & 1023] = (one, one ^ 255)
    copy.copy(numbers)
    return 200_000 / (process_time() - start)


MEASURES = (
    *(Measure(name, unit, run) for name, unit, run in USES),
    Measure(
        "random games, move and chance in one call", "games/s", lambda n: _games(n, fused=True)
    ),
    Measure("random games, a call for each outcome", "games/s", lambda n: _games(n, fused=False)),
    Measure("tree-search step: apply, then list", "steps/s", _tree_steps),
    Measure("listing the legal moves", "states/s", _listing),
    Measure("applying a move", "moves/s", _applying),
    Measure("dealing a random game", "deals/s", _random_deals),
    Measure("drawing a consistent deal (determinization)", "deals/s", _consistent_deals),
    Measure("drawing one card: sampling a reveal and resolving it", "cards/s", _sampling),
    Measure("enumerating a reveal and resolving each outcome", "outcomes/s", _enumerating),
    Measure("hashing a state", "states/s", _hashing),
    Measure("comparing two equal states", "states/s", _comparing),
    Measure("printing a move", "moves/s", _printing),
    Measure("parsing a move", "moves/s", _parsing),
    Measure("pickling and unpickling a state", "states/s", _pickling),
    *(Measure(name, unit, run) for name, unit, run in FORMATS),
    *(
        Measure(
            f"solving the last {cards} cards of a game of greedy bots",
            "s",
            solving(cards),
            more_is_better=False,
            rounds=3,
        )
        for cards in (6, 8, 10)
    ),
    Measure(
        f"memory of a state beyond its parent ({KEPT:,} states)",
        "bytes",
        _bytes_of_a_kept_state,
        more_is_better=False,
        rounds=1,
    ),
    Measure(
        f"memory of a node of a search tree ({KEPT_SIMULATIONS:,} simulations)",
        "bytes",
        bytes_of_a_node,
        more_is_better=False,
        rounds=1,
    ),
    Measure("import", "s", _import_seconds, more_is_better=False),
    Measure("yardstick: a loop without the library", "iterations/s", yardstick),
)
