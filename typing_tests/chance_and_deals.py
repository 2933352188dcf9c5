"""Chance: what a state waits for, its outcomes as a union, and deals that supply them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import assert_never, assert_type

from wonders_duel import (
    Age,
    AgeDealt,
    Back,
    Building,
    CardRevealed,
    Chance,
    ChanceOutcome,
    Deal,
    Phase,
    ProgressToken,
    State,
    TokensDealt,
    TokensDrawn,
    Wonder,
    WondersDealt,
)


def seen(outcome: ChanceOutcome) -> int:
    """Match every kind of outcome, with typed parts."""
    match outcome:
        case CardRevealed(slot, building):
            assert_type(building, Building)
            return assert_type(slot, int)
        case AgeDealt(age, slots):
            assert_type(slots, tuple[Building | Back, ...])
            return assert_type(age, Age)
        case WondersDealt(wonders):
            return len(assert_type(wonders, frozenset[Wonder]))
        case TokensDealt(tokens) | TokensDrawn(tokens):
            return len(assert_type(tokens, frozenset[ProgressToken]))
        case _:
            assert_never(outcome)


def expected(state: State, rng: Random) -> Fraction:
    """Average over the outcomes by their probabilities."""
    chance = state.chance
    assert_type(chance, Chance | None)
    if chance is None:
        return Fraction(0)
    assert_type(chance, Chance)
    assert_type(chance.phase, Phase)
    assert_type(chance.slot, int | None)
    assert_type(chance.back, Back | None)
    assert_type(chance.age, Age | None)
    assert_type(chance.count, int)
    assert_type(chance.sample(rng), ChanceOutcome)
    assert_type(chance.resolve(rng), State)
    assert_type(chance.outcomes(), Iterator[tuple[ChanceOutcome, Fraction]])
    whole = Fraction(0)
    for outcome, probability in chance.outcomes():
        assert_type(state.resolve(outcome), State)
        whole += probability * seen(outcome)
    return whole


start = State.start()
deal = Deal.random(Random(1))
assert_type(Deal.random(7), Deal)
assert_type(Deal.random("match 1"), Deal)
assert_type(deal, Deal)
assert_type(deal.draft, tuple[tuple[Wonder, ...], ...])
assert_type(deal.ages, tuple[tuple[Building, ...], ...])
assert_type(deal.board_tokens, tuple[ProgressToken, ...])
assert_type(deal.great_library, tuple[ProgressToken, ...])
assert_type(deal.outcome(start), ChanceOutcome)
assert_type(deal.conflicts(start), tuple[str, ...])
assert_type(Deal.consistent_with(start, Random(1)), Deal)
assert_type(Deal.from_json(deal.to_json()), Deal)
assert_type(State.dealt(deal), State)
assert_type(start.play(start.legal_moves[0], deal), State)
assert_type(
    Deal(
        draft=[["the-pyramids"], deal.draft[0]],
        board_tokens=["law", *deal.board_tokens],
        great_library=deal.great_library,
        ages=[["tavern"], deal.ages[0]],
    ),
    Deal,
)
assert_type(AgeDealt(2, [Back.AGE_II]), AgeDealt)
assert_type(TokensDrawn(deal.great_library).tokens, frozenset[ProgressToken])
