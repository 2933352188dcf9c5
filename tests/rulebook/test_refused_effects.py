"""Triggers and rebates that are refused, and wonders that trigger shields: not worked examples."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.wording import Wording
from wonders_duel import CatalogueError
from wonders_duel.effects import (
    CoinRebate,
    CoinsPaid,
    Gain,
    OpponentTrades,
    Trigger,
    Whenever,
    YouConstructWonder,
    YouDiscard,
    YouUseChain,
)
from wonders_duel.effects.base import Contribution
from wonders_duel.languages import ENGLISH


def _loose(value: Any) -> Any:
    return value


@pytest.mark.parametrize(
    "make",
    [
        lambda: CoinRebate(1),
        lambda: Whenever(YouDiscard(), CoinsPaid()),
        lambda: Whenever(YouDiscard(), _loose(3)),
        lambda: Whenever(YouDiscard(), Gain()),
        lambda: Whenever(OpponentTrades(), Gain(shields=1)),
        lambda: Whenever(YouUseChain(), Gain(coins=4_096)),
        lambda: Whenever(Trigger(), Gain(coins=1)),
    ],
    ids=["nowhere", "paid", "number", "nothing", "turn", "chain", "trigger"],
)
def test_an_impossible_effect_is_refused(make: Callable[[], object], wording: Wording) -> None:
    """An effect that cannot happen is refused when it is made."""
    with wording.raises(CatalogueError):
        make()


@pytest.mark.parametrize(
    "ask",
    [
        lambda: Trigger().occasions,
        lambda: Trigger().when(ENGLISH),
        lambda: Trigger().noun(ENGLISH),
    ],
    ids=["occasions", "when", "noun"],
)
def test_the_base_of_triggers_waits_for_nothing(ask: Callable[[], object]) -> None:
    """The base class of triggers has neither occasions nor words."""
    with pytest.raises(NotImplementedError):
        ask()


def test_a_wonder_triggers_more_than_a_turn() -> None:
    """What a wonder brings besides another turn is left to the triggers (R56)."""
    both, shields = Contribution(), Contribution()

    Whenever(YouConstructWonder(), Gain(shields=1, play_again=True)).contribute(both)
    Whenever(YouConstructWonder(), Gain(shields=1)).contribute(shields)

    assert (both.wonders_again, shields.wonders_again) == (1, 0)
    assert both.triggers == shields.triggers == [(YouConstructWonder(), Gain(shields=1))]
