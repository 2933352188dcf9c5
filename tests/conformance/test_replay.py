"""Games of an independent engine replay without differences."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conformance.replay import differences, load_games
from wonders_duel import catalogue, is_compiled
from wonders_duel.engine.prices import PriceMemo

RECORDED = list(load_games())


def test_there_are_39_games() -> None:
    """The file has 39 games."""
    assert len(RECORDED) == 39
    assert sum(len(game["decisions"]) for game in RECORDED) > 2_600


@pytest.mark.parametrize("recorded", RECORDED, ids=[f"game-{game['id']}" for game in RECORDED])
def test_replay(recorded: dict[str, Any]) -> None:
    """Player, kind, legal moves, prices, chains, state, reveals and result of each decision agree."""
    assert differences(recorded) == []


def test_replay_with_a_small_cache_of_prices(monkeypatch: pytest.MonkeyPatch) -> None:
    """With room for two lists of prices in the cache, the games replay the same."""
    memo = PriceMemo(catalogue.tables, 2)
    monkeypatch.setattr(catalogue.tables, "prices", memo)

    assert [one for recorded in RECORDED[:5] for one in differences(recorded)] == []
    assert len(memo.lists) <= 2
    assert bool(memo.lists) is not is_compiled  # compiled, each price is computed anew


def test_a_difference_is_detected() -> None:
    """The comparison detects a wrong price, a missing move and a wrong result."""
    import copy  # noqa: PLC0415 - only here

    changed = copy.deepcopy(RECORDED[0])
    turn = next(one for one in changed["decisions"] if one["kind"] == "turn")
    name = next(iter(turn["prices"]))
    turn["prices"][name] += 1
    turn["legal"] = turn["legal"][1:]
    changed["result"]["vp"][0] += 1

    found = differences(changed)

    assert len(found) == 3
