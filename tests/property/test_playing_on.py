"""Positions that nobody played can be played, stored and read to the end if they are accepted."""

from __future__ import annotations

from random import Random

import pytest

from tests.builders import BASE_PHASES
from tests.property import playing_on
from tests.property.playing_on import (
    Tally,
    as_text,
    check_deals,
    check_played_on,
    check_readers,
    fields_of,
    mutated,
    picked,
    try_out,
)
from wonders_duel import Deal, Game, Phase, State

TRIES = 5
"""Number of positions made of each phase; the soak makes many more."""
SPARSE = "wd1 turn=one phase={} pawn=0 military=2,5/2,5 one.coins=7 {} end"
TOKENS = "agriculture,architecture,economy,law,masonry,mathematics"
WONDERS = (
    "circus-maximus,piraeus,the-appian-way,the-colossus,"
    "the-great-library,the-great-lighthouse,the-hanging-gardens,the-mausoleum"
)
BATHS = "age=I structure=baths,-/-,-,-/-,-,-,-/-,-,-,-,-/-,-,-,-,-,- two.coins=7"


@pytest.mark.parametrize("phase", BASE_PHASES)
def test_an_accepted_position_can_be_played_on(phase: Phase) -> None:
    """Accepted positions are playable to the end and survive every form, with and without deals."""
    tally = Tally()
    rng = Random(f"playing on from {phase}")
    while tally.tried < TRIES or not tally.accepted:
        try_out(rng, tally, picked(rng, phase))
        assert tally.tried < 10 * TRIES

    assert tally.fitting >= tally.accepted.total()


def test_many_positions_are_made_of_every_phase() -> None:
    """All parsers agree on positions of every phase, and many are accepted and many refused."""
    rng = Random(5)
    states = [check_readers(mutated(rng, picked(rng, phase))) for phase in BASE_PHASES * 24]
    accepted = [state for state in states if state is not None]

    assert len(states) / 5 < len(accepted) < len(states) * 4 / 5
    assert {state.phase for state in accepted} == set(BASE_PHASES)


@pytest.mark.parametrize("phase", BASE_PHASES)
def test_an_unchanged_position_gives_its_state(phase: Phase) -> None:
    """Without a mutation, each form gives the state again."""
    state = picked(Random(1), phase)

    assert check_readers(fields_of(state)) == state
    assert as_text(fields_of(state)) == state.to_text()


def unchecked(monkeypatch: pytest.MonkeyPatch, text: str) -> State:
    """Read a position without the checks that refuse it."""
    with monkeypatch.context() as patch:
        patch.setattr("wonders_duel.positions.sketch.check_counts", lambda *_: None)
        patch.setattr("wonders_duel.positions.phase_check._check_fit", lambda *_, **__: None)
        return State.from_text(text)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (SPARSE.format("deal-tokens", f"one.tokens={TOKENS} two.coins=7"), "its text cannot be read"),
        (SPARSE.format("draft", f"two.coins=7 board={TOKENS[:-12]} offer={WONDERS}"), "its text cannot be read"),
        (SPARSE.format("turn", f"one.buildings=builders-guild {BATHS}"), "its text cannot be read"),
        (SPARSE.format("turn", f"again=yes {BATHS}"), "its text cannot be read"),
    ],
    ids=["a token before the tokens", "two groups at once", "a card before its age", "an extra turn"],
)  # fmt: skip
def test_an_unplayable_state_is_detected(
    text: str, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Invalid states that were once accepted are detected when they are played."""
    state = unchecked(monkeypatch, text)
    with pytest.raises(AssertionError, match=what):
        check_played_on(state, Random(1))


def test_a_wrong_conflict_of_a_deal_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deal that wrongly fits, or wrongly does not, is detected."""
    state = Game(seed=1, rules="first-game").state
    first = Deal.consistent_with(state, Random(1))
    check_deals(state, Random(1), Tally())
    with monkeypatch.context() as patch:
        patch.setattr(Deal, "conflicts", lambda *_: ())
        with pytest.raises(AssertionError, match="cannot be revealed"):
            check_deals(state, Random(1), Tally())
    monkeypatch.setattr(playing_on, "altered", lambda _, rng: Deal.consistent_with(state, rng))
    monkeypatch.setattr(Deal, "conflicts", lambda deal, _: () if deal == first else ("nothing",))
    with pytest.raises(AssertionError, match="nothing"):
        check_deals(state, Random(1), Tally())
