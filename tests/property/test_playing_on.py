"""Positions that nobody played are played on: what is accepted can be played, stored and read to the end."""

from __future__ import annotations

from random import Random

import pytest

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
"""Positions that are made of a phase; the soak makes many more."""
SPARSE = "wd1 turn=one phase={} pawn=0 military=2,5/2,5 one.coins=7 {} end"
TOKENS = "agriculture,architecture,economy,law,masonry,mathematics"
WONDERS = (
    "circus-maximus,piraeus,the-appian-way,the-colossus,"
    "the-great-library,the-great-lighthouse,the-hanging-gardens,the-mausoleum"
)
BATHS = "age=I structure=baths,-/-,-,-/-,-,-,-/-,-,-,-,-/-,-,-,-,-,- two.coins=7"


@pytest.mark.parametrize("phase", Phase)
def test_what_is_accepted_can_be_played_on(phase: Phase) -> None:
    """To the end, by any moves and any chance, read from every form at every step; and deals are told apart."""
    tally = Tally()
    rng = Random(f"playing on from {phase}")
    while tally.tried < TRIES or not tally.accepted:
        try_out(rng, tally, picked(rng, phase))
        assert tally.tried < 10 * TRIES

    assert tally.fitting >= tally.accepted.total()


def test_many_positions_are_made_of_every_phase() -> None:
    """All readers agree on each; a good part is accepted, and a good part refused."""
    rng = Random(5)
    states = [check_readers(mutated(rng, picked(rng, phase))) for phase in list(Phase) * 12]
    accepted = [state for state in states if state is not None]

    assert len(states) / 5 < len(accepted) < len(states) * 4 / 5
    assert {state.phase for state in accepted} == set(Phase)


@pytest.mark.parametrize("phase", Phase)
def test_a_position_is_written_as_it_is_meant(phase: Phase) -> None:
    """Without a change, each form gives the state back."""
    state = picked(Random(1), phase)

    assert check_readers(fields_of(state)) == state
    assert as_text(fields_of(state)) == state.to_text()


def unchecked(monkeypatch: pytest.MonkeyPatch, text: str) -> State:
    """Read a position without the checks that refuse it."""
    with monkeypatch.context() as patch:
        patch.setattr("wonders_duel.sketch.check_counts", lambda *_: None)
        patch.setattr("wonders_duel.phase_check._misfits", lambda *_, **__: None)
        return State.from_text(text)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (SPARSE.format("deal-tokens", f"one.tokens={TOKENS} two.coins=7"), "its text is refused"),
        (SPARSE.format("draft", f"two.coins=7 board={TOKENS[:-12]} offer={WONDERS}"), "its text is refused"),
        (SPARSE.format("turn", f"one.buildings=builders-guild {BATHS}"), "its text is refused"),
        (SPARSE.format("turn", f"again=yes {BATHS}"), "its text is refused"),
    ],
    ids=["a token before the tokens", "two groups at once", "a card before its age", "an extra turn"],
)  # fmt: skip
def test_what_cannot_be_played_on_is_noticed(
    text: str, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """States that were once accepted."""
    state = unchecked(monkeypatch, text)
    with pytest.raises(AssertionError, match=what):
        check_played_on(state, Random(1))


def test_a_deal_that_is_told_wrong_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is said to fit and does not, and one that is said not to fit and does."""
    state = Game(seed=1, rules="first-game").state
    first = Deal.consistent_with(state, Random(1))
    check_deals(state, Random(1), Tally())
    with monkeypatch.context() as patch:
        patch.setattr(Deal, "conflicts", lambda *_: ())
        with pytest.raises(AssertionError, match="cannot be turned up"):
            check_deals(state, Random(1), Tally())
    monkeypatch.setattr(playing_on, "altered", lambda _, rng: Deal.consistent_with(state, rng))
    monkeypatch.setattr(Deal, "conflicts", lambda deal, _: () if deal == first else ("nothing",))
    with pytest.raises(AssertionError, match="nothing"):
        check_deals(state, Random(1), Tally())
