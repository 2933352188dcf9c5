"""The rule options: accepted and refused values."""

from __future__ import annotations

import copy
import pickle

import attrs
import pytest

from tests.wording import Wording
from wonders_duel import (
    CentrePawnStart,
    PairToken,
    RevealTiming,
    RuleOptionError,
    Rules,
    WonderSetup,
)


def test_the_defaults_are_the_rulings() -> None:
    """By default the last player chooses, a token must be taken, reveals follow the action, and wonders are drafted."""
    rules = Rules()

    assert CentrePawnStart.LAST_PLAYER_CHOOSES is rules.centre_pawn_start
    assert PairToken.MUST is rules.pair_token
    assert RevealTiming.END_OF_ACTION is rules.reveal_timing
    assert WonderSetup.DRAFT is rules.wonder_setup


@pytest.mark.parametrize(
    ("name", "value", "member"),
    [
        ("centre_pawn_start", "last-player-chooses", CentrePawnStart.LAST_PLAYER_CHOOSES),
        ("centre_pawn_start", "last-player-begins", CentrePawnStart.LAST_PLAYER_BEGINS),
        ("pair_token", "must", PairToken.MUST),
        ("pair_token", "may", PairToken.MAY),
        ("reveal_timing", "end-of-action", RevealTiming.END_OF_ACTION),
        ("reveal_timing", "on-take", RevealTiming.ON_TAKE),
        ("wonder_setup", "draft", WonderSetup.DRAFT),
        ("wonder_setup", "first-game", WonderSetup.FIRST_GAME),
    ],
)
def test_each_value_can_be_given_as_text_or_as_a_member(
    name: str, value: str, member: object
) -> None:
    """A value as text and as an enum member gives the same rules, stored as the member."""
    by_text = Rules(**{name: value})  # type: ignore[arg-type]
    by_member = Rules(**{name: member})  # type: ignore[arg-type]

    assert by_text == by_member
    assert hash(by_text) == hash(by_member)
    assert member is getattr(by_text, name)


def test_rules_are_a_frozen_value() -> None:
    """Rules are frozen, survive copies and pickling, and differ in each option."""
    every = [
        Rules(centre_pawn_start=centre, pair_token=token, reveal_timing=timing, wonder_setup=setup)
        for centre in CentrePawnStart
        for token in PairToken
        for timing in RevealTiming
        for setup in WonderSetup
    ]

    assert len(set(every)) == 16
    for rules in every:
        assert rules == pickle.loads(pickle.dumps(rules))  # noqa: S301 - our own bytes
        assert rules == copy.deepcopy(rules)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        every[0].reveal_timing = RevealTiming.ON_TAKE  # type: ignore[misc]


@pytest.mark.parametrize("value", ["at-once", "On-Take", "", None, 5, [], RevealTiming])
def test_an_unknown_value_is_refused(value: object, wording: Wording) -> None:
    """An unknown value is refused with its option and the valid values."""
    with wording.raises(RuleOptionError) as caught:
        Rules(reveal_timing=value)  # type: ignore[arg-type]
    assert repr(value) in str(caught.value)


def test_a_value_of_another_option_is_refused(wording: Wording) -> None:
    """A member of another enum is refused."""
    with wording.raises(RuleOptionError):
        Rules(wonder_setup=RevealTiming.ON_TAKE)


def test_an_unknown_option_is_refused(wording: Wording) -> None:
    """An unknown option is refused with the known ones and the nearest match."""
    with wording.raises(RuleOptionError):
        Rules(reveal_time="on-take")  # type: ignore[arg-type]


def test_the_nearest_value_is_suggested(wording: Wording) -> None:
    """A misspelt value is refused with the nearest one."""
    with wording.raises(RuleOptionError):
        Rules(wonder_setup="first_game")
