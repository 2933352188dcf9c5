"""Threads and processes share states, deals and catalogues; caches stay bounded."""

from __future__ import annotations

import pickle
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from random import Random
from threading import Barrier

import pytest

from tests.amounts import part
from tests.builders import new_catalogue
from tests.own_cards import MORE
from tools.digest import describe, digest, states
from wonders_duel import Catalogue, Deal, Move, State, catalogue, is_compiled
from wonders_duel.engine.city import City
from wonders_duel.engine.prices import MEMO_LISTS, PriceMemo, compute_price
from wonders_duel.engine.tables import UNKNOWN

THREADS = 8


def _told(state: State) -> tuple[str, list[int], list[int]]:
    """Return everything that uses the caches: moves, the next states and prices."""
    prices = []
    for move in state.legal_moves:
        plan = state.payment(move)
        prices.append(-1 if plan is None else plan.total)
    after = [move.index for one in state.legal_moves[:3] for move in state.apply(one).legal_moves]
    return describe(state), after, prices


def _played(cards: Catalogue, seed: int) -> list[tuple[State, Move]]:
    rng = Random(seed)
    deal = Deal.random(rng, cards)
    state = State.dealt(deal)
    steps = []
    while moves := state.legal_moves:
        move = moves[int(rng.random() * len(moves))]
        steps.append((state, move))
        state = state.play(move, deal)
    return steps


@pytest.mark.usefixtures("often")
@pytest.mark.parametrize("rows", [5, pytest.param(MEMO_LISTS, marks=pytest.mark.slow)])
def test_threads_share_states_and_caches(rows: int) -> None:
    """Eight threads that use one cache at once get the results of a single thread."""
    alone, shared = new_catalogue(), new_catalogue()
    shared.tables.prices = PriceMemo(shared.tables, rows)
    expected = [_told(state) for seed in range(6) for state, _ in _played(alone, seed)]
    given = [state for seed in range(6) for state, _ in _played(shared, seed)]
    shared.tables.prices = PriceMemo(shared.tables, rows)  # discards the cached prices of the games
    for table in shared.tables.structures:
        table.memo.clear()
    start = Barrier(THREADS)

    def work(_: int) -> list[tuple[str, list[int], list[int]]]:
        start.wait()
        return [_told(state) for state in given]

    with ThreadPoolExecutor(THREADS) as pool:
        found = list(pool.map(work, range(THREADS)))

    assert all(one == expected for one in found)
    assert sum(map(len, shared.tables.prices.lists.values())) <= rows + THREADS


@pytest.mark.usefixtures("often")
def test_threads_play_games_in_parallel() -> None:
    """Games in several threads are the same as one after the other."""
    expected = [digest(seed) for seed in range(12)]

    with ThreadPoolExecutor(THREADS) as pool:
        found = list(pool.map(digest, range(12)))

    assert found == expected


def _count(state: State) -> tuple[State, int]:
    return state, len(state.legal_moves)


@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_processes_take_states(method: str) -> None:
    """A process pool takes states and returns them equal."""
    if method not in sys.modules["multiprocessing"].get_all_start_methods():
        pytest.skip("this system has no such processes")
    given = [state for state in states(3) if state.legal_moves][::9]

    with ProcessPoolExecutor(2, mp_context=get_context(method)) as pool:
        found = list(pool.map(_count, given))

    assert found == [(state, len(state.legal_moves)) for state in given]


def test_a_pickled_state_is_small() -> None:
    """A pickled state is a few hundred bytes, without its tables, whatever was cached."""
    sizes = [len(pickle.dumps(state)) for seed in range(8) for state in states(seed)]

    assert max(sizes) < 500


@pytest.mark.skipif(is_compiled, reason="the compiled build computes each price anew")
def test_the_cache_of_prices_is_bounded() -> None:
    """The cache of prices is cleared when full, and prices stay correct."""
    small, large = new_catalogue(), new_catalogue()
    small.tables.prices = PriceMemo(small.tables, 20)
    most = most_of_card = 0
    for seed in range(5):
        for (state, _), (other, _) in zip(_played(small, seed), _played(large, seed), strict=True):
            assert _told(state) == _told(other)
            most = max(most, sum(map(len, small.tables.prices.lists.values())))
            known = [len(prices) for _, prices in small.tables.prices.cards]
            most_of_card = max(most_of_card, *known)

    assert sum(map(len, large.tables.prices.lists.values())) > 40
    assert max(len(prices) for _, prices in large.tables.prices.cards) > 20
    assert most == most_of_card == 20
    assert catalogue.tables.prices.most == MEMO_LISTS


def test_a_state_does_not_reference_earlier_ones() -> None:
    """A state has no references to earlier states."""
    import gc  # noqa: PLC0415 - only here

    steps = _played(catalogue, 11)
    last = steps[-1][0]
    seen: set[int] = set()
    todo: list[object] = [last.cities, last.faces, last.uncovered, last.pending_codes]
    while todo:
        thing = todo.pop()
        if id(thing) in seen or thing is catalogue.tables or isinstance(thing, type):
            continue
        seen.add(id(thing))
        todo += gc.get_referents(thing)
        assert not isinstance(thing, State)


@pytest.mark.parametrize("cards", [catalogue, MORE], ids=lambda cards: cards.name)
def test_every_cached_price_is_correct(cards: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each price of a list that several positions share equals the one computed for each of them."""
    tables = cards.tables
    memo = PriceMemo(tables)
    monkeypatch.setattr(tables, "prices", memo)
    entries = (*tables.buildings, *tables.wonders)
    lists: list[tuple[bytearray, City, City]] = []
    seeds = part(60, at_least=30)
    for seed in range(seeds):
        for state, _ in _played(cards, seed):
            one, two = state.cities
            for mine, theirs in ((one, two), (two, one)):
                known = memo.lists.get(mine.production, {}).get(theirs.supply)
                known = known or memo.begin(mine, theirs)
                lists.append((known, mine, theirs))
                for entry in entries[seed % 7 :: 7]:
                    memo.add(known, mine, theirs, entry)
    known_prices = 0
    for known, mine, theirs in lists[::5]:
        for entry in entries:
            if known[entry.item] != UNKNOWN:
                known_prices += 1
                assert known[entry.item] == compute_price(tables.layout, mine, theirs, entry)
    assert known_prices > 80 * seeds
    assert memo.number < len(lists) / 2
