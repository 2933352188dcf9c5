"""The testing kit: what the strategies generate, and what the checks report."""

from __future__ import annotations

from typing import assert_type

from hypothesis import given
from hypothesis import strategies as st

from wonders_duel import (
    Card,
    Deal,
    Game,
    Move,
    Participant,
    Phase,
    Position,
    Record,
    Rules,
    State,
    catalogue,
    testing,
)
from wonders_duel.bots import GreedyBot
from wonders_duel.testing import BotReport, CatalogueReport, check_bot, check_catalogue

assert_type(testing.states(), st.SearchStrategy[State])
assert_type(testing.played_states(catalogue), st.SearchStrategy[State])
assert_type(testing.positions(catalogue=catalogue), st.SearchStrategy[Position])
assert_type(testing.moves(), st.SearchStrategy[Move])
assert_type(testing.deals(), st.SearchStrategy[Deal])
assert_type(testing.games(), st.SearchStrategy[Game])
assert_type(testing.records(), st.SearchStrategy[Record])
assert_type(testing.rules(), st.SearchStrategy[Rules])
assert_type(testing.clocks(), st.SearchStrategy[int | None])
assert_type(testing.participants(), st.SearchStrategy[Participant])
assert_type(testing.tags(), st.SearchStrategy[dict[str, str]])
assert_type(testing.comments(), st.SearchStrategy[str])


@given(state=testing.states(), seed=st.integers())
def test_mine(state: State, seed: int) -> None:
    """Use the strategies in a user's own test."""
    assert_type(GreedyBot(seed).choose(state), Move)


def show(done: int, steps: int) -> str:
    """Report progress; what it returns is not used."""
    return f"{done} of {steps}"


report = check_bot(GreedyBot(seed=1), games=3, progress=show)
assert_type(report, BotReport)
assert_type(report.decisions, int)
assert_type(report.phases, frozenset[Phase])
checked = check_catalogue(catalogue, games=10, progress=show)
assert_type(checked, CatalogueReport)
assert_type(checked.states, int)
assert_type(checked.unmet, tuple[Card, ...])
