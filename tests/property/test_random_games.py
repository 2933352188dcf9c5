"""Random games keep the invariants."""

from __future__ import annotations

from random import Random

import pytest

from tests.property.invariants import (
    check_forms,
    check_fused,
    check_meaning,
    check_moves,
    check_options,
    check_plans,
    check_state,
    random_game,
)
from wonders_duel import Player, RevealTiming, Rules
from wonders_duel.rules import CentrePawnStart, WonderSetup

RULES = [
    Rules(),
    Rules(reveal_timing=RevealTiming.ON_TAKE),
    Rules(centre_pawn_start=CentrePawnStart.LAST_PLAYER_BEGINS),
    Rules(wonder_setup=WonderSetup.FIRST_GAME),
    Rules(
        reveal_timing=RevealTiming.ON_TAKE,
        centre_pawn_start=CentrePawnStart.LAST_PLAYER_BEGINS,
        wonder_setup=WonderSetup.FIRST_GAME,
    ),
]


@pytest.mark.slow
def test_two_thousand_random_games() -> None:
    """Every state of 2,000 games is valid, and each game ends within 90 decisions.

    In a sample of states every legal move is priced and every move of the codec is tried.
    """
    rng = Random(2015)
    sample = Random(77)
    for _ in range(2_000):
        decisions = 0
        last = None
        for state, move, deal in random_game(rng):
            decisions += 1
            check_state(state)
            if sample.random() < 0.002:
                check_moves(state)
            if sample.random() < 0.01:
                check_meaning(state)
                check_plans(state)
                check_options(state)
                check_fused(state, move, deal)
                check_forms(state)
            last = state, move, deal
        assert decisions <= 90
        assert last is not None
        check_state(last[0].play(last[1], last[2]))


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(
    "first_player", [Player.ONE, pytest.param(Player.TWO, marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("game", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in (1, 2))])
def test_random_games_with_every_rule_option(rules: Rules, first_player: Player, game: int) -> None:
    """Games with each rule option and either first player keep the invariants."""
    rng = Random(f"{rules} {first_player} {game}")
    sample = Random(78)
    for state, move, deal in random_game(rng, rules=rules, first_player=first_player):
        check_state(state)
        check_meaning(state)
        check_plans(state)
        check_options(state)
        check_fused(state, move, deal)
        check_forms(state)
        if sample.random() < 0.02:
            check_moves(state)


def test_every_move_is_tried_at_every_phase() -> None:
    """In one state of each phase every move of the codec is tried."""
    rng = Random(4)
    met = set()
    for _ in range(60):
        for state, _, _ in random_game(rng):
            if state.phase not in met:
                met.add(state.phase)
                check_moves(state)
    assert {str(phase) for phase in met} == {
        "draft",
        "turn",
        "board-token",
        "library-token",
        "revive",
        "destroy",
        "begin",
    }
