"""The game of OpenSpiel, under OpenSpiel's own tests."""

from __future__ import annotations

import pickle
import subprocess
import sys
import unittest
from collections import Counter
from math import comb, isclose
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.integration_tests import api_test
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import mcts, random_agent
from open_spiel.python.observation import make_observation
from open_spiel.python.tests import games_sim_test

from wonders_duel import Phase, State, catalogue
from wonders_duel.errors import LearningError, RuleOptionError
from wonders_duel.learn import Encoder
from wonders_duel.learn.openspiel import NAME, register

register()
PARAMETERS = [
    {},
    {"pair_token": "may"},
    {"wonder_setup": "first-game", "reveal_timing": "on-take"},
    {"centre_pawn_start": "last-player-begins"},
]


def load(parameters: dict[str, str] | None = None) -> Any:
    """Return the game."""
    return pyspiel.load_game(NAME, parameters or {})


def walk(game: Any, seed: int) -> Any:
    """Yield the states of a random game."""
    rng, state = Random(seed), game.new_initial_state()
    while not state.is_terminal():
        yield state
        if state.is_chance_node():
            actions, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, odds)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    yield state


# -- the tests of OpenSpiel ------------------------------------------------------------------------


@pytest.mark.parametrize("parameters", PARAMETERS)
def test_random_games(parameters: dict[str, str]) -> None:
    """``random_sim_test`` passes, with serialization of every state."""
    pyspiel.random_sim_test(load(parameters), num_sims=5, serialize=True, verbose=False)
    pyspiel.random_sim_test(load(parameters), num_sims=40, serialize=False, verbose=False)


def test_the_interface(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests of the interface pass, restricted to this game."""
    monkeypatch.setattr(api_test, "_GAMES_TO_TEST", {NAME})
    flags.FLAGS(["test", f"--test_only_games={NAME}"])
    suite = api_test.load_tests(unittest.TestLoader(), unittest.TestSuite(), None)
    found = unittest.TextTestRunner(verbosity=0).run(suite)
    assert found.testsRun >= 5
    assert found.wasSuccessful()


@pytest.mark.parametrize("parameters", PARAMETERS)
def test_simulated_games(parameters: dict[str, str]) -> None:
    """``sim_game`` passes: pickles, serialization and clones."""
    games_sim_test.GamesSimTest("sim_game").sim_game(load(parameters))


def test_algorithms() -> None:
    """Their search and their random agents play it."""
    game = load()
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 1.4, 20, evaluator, random_state=np.random.RandomState(1))
    state = next(state for state in walk(game, 1) if not state.is_chance_node())
    assert bot.step(state) in state.legal_actions()
    environment = rl_environment.Environment(game)
    number = environment.action_spec()["num_actions"]
    agents = [random_agent.RandomAgent(seat, number) for seat in range(2)]
    step = environment.reset()
    while not step.last():
        seat = step.observations["current_player"]
        step = environment.step([agents[seat].step(step).action])
    assert sum(step.rewards) == 0


# -- what its states are ---------------------------------------------------------------------------


def test_states_are_those_of_the_library() -> None:
    """Legal actions, players, texts and results are those of the states of the library."""
    for seed, parameters in enumerate(PARAMETERS * 3):
        game = load(parameters)
        duel = game.start
        for state in walk(game, seed):
            duel = state.duel
            assert state.is_terminal() == duel.is_over
            assert State.from_text(duel.to_text()) == duel  # a position that can be entered by hand
            if duel.to_move is not None:
                assert state.current_player() == duel.to_move
                assert state.legal_actions() == sorted(move.index for move in duel.legal_moves)
                action = state.legal_actions()[0]
                assert state.action_to_string(action) == str(catalogue.moves[action])
            assert str(state).startswith(duel.to_text())
        share = duel.share("one")
        assert state.returns() == [2 * share - 1, 1 - 2 * share]
        assert state.history_str()


def test_chance_is_that_of_the_library() -> None:
    """What is dealt in one node, or in several, is an outcome of the library, with its probability."""
    game, seen = load(), set()
    for seed in range(6):
        rng, state = Random(seed), game.new_initial_state()
        odds = 1.0
        while not state.is_terminal():
            before = state.duel
            if not state.is_chance_node():
                state.apply_action(rng.choice(state.legal_actions()))
                continue
            outcomes = state.chance_outcomes()
            assert isclose(sum(odd for _, odd in outcomes), 1.0)
            assert len({action for action, _ in outcomes}) == len(outcomes)
            assert all(state.action_to_string(-1, action) for action, _ in outcomes)
            action, odd = rng.choices(outcomes, [odd for _, odd in outcomes])[0]
            state.apply_action(action)
            odds *= odd
            if state.duel != before:  # the outcome is whole
                if before.phase is not Phase.DEAL_AGE:
                    found = {before.resolve(one): odd for one, odd in before.chance.outcomes()}
                    assert isclose(found[state.duel], odds)
                seen.add(before.phase)
                odds = 1.0
    assert {Phase.DEAL_TOKENS, Phase.DEAL_WONDERS, Phase.DEAL_AGE, Phase.REVEAL} <= seen


def test_sets_have_equal_probabilities() -> None:
    """Every set of five tokens has the probability 1/252."""

    def probabilities(state: Any, odds: float) -> Any:
        if state.duel.phase is not Phase.DEAL_TOKENS:
            yield tuple(token.id for token in state.duel.board_tokens), odds
            return
        for action, odd in state.chance_outcomes():
            child = state.child(action)
            yield from probabilities(child, odds * odd)

    found = dict(probabilities(load().new_initial_state(), 1.0))
    assert len(found) == comb(10, 5)
    assert all(isclose(odds, 1 / 252) for odds in found.values())


def test_guilds_are_three_of_any_slots() -> None:
    """In Age III three backs are guilds, each slot as often as any other."""
    game = load({"wonder_setup": "first-game"})
    counted: Counter[int] = Counter()
    games = 0
    for seed in range(150):
        for state in walk(game, seed):
            duel = state.duel
            if duel.age == 3 and duel.cards_left == 20:
                slots = [
                    slot.index
                    for slot in duel.structure
                    if (slot.back or slot.building.back) == "guild"
                ]
                assert len(slots) == 3
                counted.update(slots)
                games += 1
                break
    assert games > 100
    assert len(counted) == 20
    assert max(counted.values()) < 4 * 3 * games / 20


def test_pickles_are_read_in_another_process() -> None:
    """A new process reads a pickled game and state, as it reads those of OpenSpiel's own games."""
    game = load({"pair_token": "may"})
    *_, state, _ = walk(game, 1)
    program = "import pickle, sys; print(*pickle.load(sys.stdin.buffer), sep='\\n')"
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", program],
        input=pickle.dumps((game, state)),
        capture_output=True,
        check=False,
    )
    assert done.stdout.decode().splitlines() == [str(game), str(state)], done.stderr.decode()


def test_observations() -> None:
    """The tensor is the row of the encoder for each player; private information is empty."""
    game, encoder = load(), Encoder()
    public = make_observation(game)
    private = make_observation(
        game,
        pyspiel.IIGObservationType(
            public_info=False,
            perfect_recall=False,
            private_info=pyspiel.PrivateInfoType.SINGLE_PLAYER,
        ),
    )
    for state in walk(game, 3):
        for player in range(2):
            public.set_from(state, player)
            assert (public.tensor == encoder.encode(state.duel, player)).all()
            assert public.string_from(state, player) == str(state)
            private.set_from(state, player)
            assert private.string_from(state, player) == ""
    assert private.tensor.size == 0
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(None, {"x": 1})


def test_the_bounds_hold() -> None:
    """No game has more decisions or chance nodes than the game says."""
    game = load({"pair_token": "may"})
    most = 0
    for seed in range(60):
        chance = decisions = 0
        for state in walk(game, seed):
            chance += state.is_chance_node()
            decisions += not state.is_chance_node() and not state.is_terminal()
        most = max(most, chance)
        assert chance <= game.max_chance_nodes_in_history()
        assert decisions <= game.max_game_length()
    assert most > 90
    assert game.num_distinct_actions() == 1193
    assert load().num_distinct_actions() == 1192


def test_an_unknown_rule_option() -> None:
    """A wrong value of an option gives the error of the library, a wrong name that of OpenSpiel."""
    with pytest.raises(RuleOptionError, match="unknown value 'x'"):
        load({"pair_token": "x"})
    with pytest.raises(pyspiel.SpielError):
        load({"pear_token": "must"})


def test_wrong_actions_are_refused() -> None:
    """A wrong action, chance outcome or question is one error, and changes nothing."""
    state = load().new_initial_state()
    told = str(state)
    for wrong in (-2, 1000, 5000):
        with pytest.raises(LearningError, match="not possible here"):
            state.apply_action(wrong)
    assert str(state) == told
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    told = str(state)
    for wrong in (-1192, -2, 10**6):
        with pytest.raises(LearningError, match="there is no action"):
            state.apply_action(wrong)
        with pytest.raises(LearningError, match="there is no action"):
            state.action_to_string(state.current_player(), wrong)
    with pytest.raises(LearningError, match="does not wait for chance"):
        state.chance_outcomes()
    assert str(state) == told
    *_, end = walk(load(), 1)
    assert end.is_terminal()
    told = str(end)
    with pytest.raises(LearningError, match="the game is over"):
        end.apply_action(3)
    with pytest.raises(LearningError, match="does not wait for chance"):
        end.chance_outcomes()
    assert str(end) == told
