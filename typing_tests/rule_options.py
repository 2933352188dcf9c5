"""Rule options: members or strings, in any of three forms."""

from __future__ import annotations

from typing import assert_type

from wonders_duel import Game, Rules, State
from wonders_duel.rules import (
    CentrePawnStart,
    PairToken,
    RevealTiming,
    WonderSetup,
    as_rules,
)

rules = Rules(
    wonder_setup="first-game",
    reveal_timing="on-take",
    pair_token=PairToken.MAY,
    centre_pawn_start=CentrePawnStart.LAST_PLAYER_BEGINS,
)
assert_type(rules.wonder_setup, WonderSetup)
assert_type(rules.reveal_timing, RevealTiming)
assert_type(rules.pair_token, PairToken)
assert_type(rules.centre_pawn_start, CentrePawnStart)
assert_type(as_rules("first-game"), Rules)
assert_type(as_rules({"pair_token": "may"}), Rules)
assert_type(as_rules(None), Rules)
assert_type(Game(seed=1, rules=rules).state, State)
assert_type(State.start(rules={"reveal_timing": "on-take"}), State)
