"""Play-outs, features and evaluations: their types, and that numbers of the engine are plain ints."""

from __future__ import annotations

from random import Random
from typing import assert_type

from wonders_duel import (
    ConstructBuilding,
    Deal,
    DiscardBuilding,
    Game,
    Player,
    State,
    Tally,
    features,
)
from wonders_duel.bots import GreedyBot, RandomBot
from wonders_duel.evaluation import WON, LinearEvaluation

state = Game(seed=1).state
assert_type(state.play_out(), State)
assert_type(state.play_out(Random(1), deal=Deal.random(1), policy={DiscardBuilding: 0.5}), State)
tally = state.play_outs(10, 1, policy=RandomBot(seed=1).choose, threads=2)
assert_type(tally, Tally)
assert_type(tally.games, int)
assert_type(tally.share("one"), float)
assert_type(tally + tally, Tally)
assert_type(state.next_to_move, Player | None)
assert_type(state.price(ConstructBuilding("altar")), int | None)
assert_type(state.totals, tuple[int, int])

# The compiled engine has its own ints, which nobody else sees.
assert_type(state.pawn, int)
assert_type(abs(state.pawn), int)
assert_type(state.cards_left, int)
assert_type(state.cities[0].coins, int)
assert_type(0.5 * state.cities[0].coins, float)
assert_type(state.cities[0].building_mask.bit_count(), int)
assert_type(state.cities[0].buildings_low, int)
assert_type(max(state.cities[0].coins, 3), int)

assert_type(features.of_player(state, "one"), tuple[int, ...])
assert_type(features.of_state(state), tuple[int, ...])
assert_type(features.player_layout()[0].name, str)
assert_type(features.index("coins"), int)
assert_type(features.PERIODS[features.period(state)], str)

evaluation = LinearEvaluation({"coins": 1, "symbols": (0.0, 1, 2, 3, 4, 5, 6)})
LinearEvaluation([{"coins": 0.5}] * 10)
assert_type(evaluation.log_odds(state), float)
assert_type(evaluation(state, Player.TWO), float)
assert_type(evaluation.probability(state, 1), float)
assert_type(evaluation.terms(state), dict[str, float])
assert_type(WON, float)
GreedyBot(seed=1, judge=evaluation)
