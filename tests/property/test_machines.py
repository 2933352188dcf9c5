"""Two state machines: a game as users handle it, and a position as a search does.

Each takes any possible steps in any order, and checks its invariants after each step.
"""

from __future__ import annotations

import copy
import pickle
from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.property.invariants import check_state
from tests.property.ledger import coins_after
from wonders_duel import (
    ChanceError,
    Deal,
    Game,
    IllegalMoveError,
    Move,
    Player,
    Record,
    State,
    UndoError,
    catalogue,
)
from wonders_duel.testing import comments, deals, rules
from wonders_duel.testing.invariants import move_breaches, plan_breaches, state_breaches
from wonders_duel.testing.mirror import mirrored, mirrored_move
from wonders_duel.testing.walks import opening

SEEDS = st.integers(min_value=0, max_value=100_000)
NUMBERS = st.integers(min_value=0, max_value=1_000)


class GameMachine(RuleBasedStateMachine):
    """A game and the list of states that it has been in."""

    @initialize(deal=deals(), first=st.sampled_from(Player), options=rules(), waits=st.booleans())
    def begin(self, deal: Deal, first: Player, options: object, *, waits: bool) -> None:
        """Start with a deal, or as a game without one."""
        self.deal = deal
        self.game = Game.from_deal(deal, first_player=first, rules=options)  # type: ignore[arg-type]
        if waits:
            self.game = Game.from_state(State.start(first_player=first, rules=options))  # type: ignore[arg-type]
        self.told = 0
        self.reached = [self.game.state]
        self.moves: list[Move] = []

    def _can_play(self) -> bool:
        return self.game.to_move is not None and self.game.resigned is None

    @precondition(_can_play)
    @rule(number=NUMBERS, as_text=st.booleans())
    def play(self, number: int, *, as_text: bool) -> None:
        """Play a legal move, as a move or as its text."""
        legal = self.game.legal_moves
        move = legal[number % len(legal)]
        after = self.game.play(str(move) if as_text else move)
        assert after is self.game.state
        self.reached.append(after)
        self.moves.append(move)

    @precondition(_can_play)
    @rule(number=st.integers(min_value=2, max_value=25), seed=SEEDS)
    def play_on(self, number: int, seed: int) -> None:
        """Play many moves, so that later ages are reached."""
        rng = Random(seed)
        for _ in range(number):
            if not self._can_play():
                break
            self.play(int(rng.random() * 1_000), as_text=False)
            while self.game.chance is not None:
                self.outcome()

    @precondition(lambda self: self.game.chance is not None and self.game.resigned is None)
    @rule()
    def outcome(self) -> None:
        """Resolve a chance outcome in a waiting game."""
        self.reached[-1] = self.game.resolve(self.deal.outcome(self.game.state))
        self.told += 1

    @precondition(lambda self: self.game.chance is not None and self.game.resigned is None)
    @rule()
    def answer_and_take_back(self) -> None:
        """An outcome that is undone leaves no trace."""
        before = self.game.state
        outcome = self.deal.outcome(before)
        self.game.resolve(outcome)
        assert self.game.undo_outcome() == outcome
        assert self.game.state == before

    @rule(number=NUMBERS)
    def try_what_is_illegal(self, number: int) -> None:
        """A refused move changes nothing."""
        move = catalogue.moves[number % len(catalogue.moves)]
        if move not in self.game.legal_moves or self.game.resigned is not None:
            with pytest.raises(IllegalMoveError) as caught:
                self.game.play(move)
            assert caught.value.reasons

    @precondition(lambda self: self.game.chance is None)
    @rule(seed=SEEDS)
    def try_to_resolve_nothing(self, seed: int) -> None:
        """An outcome that is not awaited changes nothing."""
        outcome = opening(seed, catalogue).chance
        assert outcome is not None
        with pytest.raises(ChanceError):
            self.game.resolve(outcome.sample(Random(seed)))

    @rule(number=st.integers(min_value=1, max_value=4))
    def undo(self, number: int) -> None:
        """Undoing a move gives the state before it."""
        for _ in range(number):
            if not self.moves or self.game.resigned is not None:
                with pytest.raises(UndoError):
                    self.game.undo()
                return
            assert self.game.undo() == self.moves.pop()
            self.reached.pop()
            assert self.game.state == self.reached[-1]

    @precondition(lambda self: bool(self.moves) and self.game.resigned is None)
    @rule()
    def undo_carefully(self) -> None:
        """A move with chance outcomes is not undone unless allowed."""
        if self.game.history[-1].outcomes:
            with pytest.raises(UndoError, match="cannot be undone"):
                self.game.undo(over_reveals=False)
        else:
            self.game.undo(over_reveals=False)
            self.moves.pop()
            self.reached.pop()

    @precondition(lambda self: bool(self.moves))
    @rule(number=NUMBERS, comment=comments())
    def annotate(self, number: int, comment: str) -> None:
        """An annotation changes nothing else in the game."""
        self.game.annotate(number % len(self.moves) + 1, comment=comment)

    @precondition(lambda self: not self.game.is_over)
    @rule(player=st.sampled_from(Player))
    def resign_for_a_while(self, player: Player) -> None:
        """A resigned game cannot be played until it is resumed."""
        self.game.resign(player)
        assert self.game.is_over
        self.try_what_is_illegal(0)
        self.undo(1)
        self.game.resume()

    @rule(form=st.sampled_from(["copy", "pickle", "record", "text", "json"]))
    def go_on_from_a_copy(self, form: str) -> None:
        """A game continues from each of its forms, and the original stays unchanged."""
        before = self.game
        if form == "copy":
            self.game = copy.copy(before)
        elif form == "pickle":
            self.game = pickle.loads(pickle.dumps(before))  # noqa: S301 - just made
        else:
            record = before.record()
            if form == "text":
                record = Record.from_text(record.to_text())
            elif form == "json":
                record = Record.from_json(record.to_json())
            self.game = Game.from_record(record)
        assert self.game is not before
        assert self.game.state == before.state

    @invariant()
    def the_game_is_where_the_states_lead(self) -> None:
        """State, moves and history agree, and the record leads to the same state."""
        assert self.game.state == self.reached[-1]
        assert [step.move for step in self.game.history] == self.moves
        for step, before, after in zip(
            self.game.history, self.reached, self.reached[1:], strict=False
        ):
            assert step.before == before
            assert step.after == after
        check_state(self.game.state)
        assert list(state_breaches(self.game.state)) == []

    def teardown(self) -> None:
        """The record of the game is replayed at the end."""
        if hasattr(self, "game"):
            record = self.game.record()
            assert [step.after for step in record.replay()] == self.reached[1:]
            record.check()


class StateMachine(RuleBasedStateMachine):
    """A position that a search continues from, and its mirror image."""

    @initialize(seed=SEEDS)
    def begin(self, seed: int) -> None:
        """Start with any rule options."""
        self.state = opening(seed, catalogue)
        self.other = mirrored(self.state)
        self.seen: list[tuple[State, str, int]] = []

    def _go(self, after: State, other: State) -> None:
        self.seen.append((self.state, self.state.to_text(), hash(self.state)))
        self.state, self.other = after, other

    @precondition(lambda self: self.state.to_move is not None)
    @rule(number=NUMBERS)
    def apply(self, number: int) -> None:
        """Play a move in the position and in its mirror image."""
        legal = self.state.legal_moves
        move = legal[number % len(legal)]
        after = self.state.apply(move)
        assert [city.coins for city in after.cities] == coins_after(self.state, move, after)
        self._go(after, self.other.apply(mirrored_move(move)))

    @precondition(lambda self: self.state.chance is not None)
    @rule(seed=SEEDS, enumerated=st.booleans())
    def resolve(self, seed: int, *, enumerated: bool) -> None:
        """Resolve chance by a sample, which has to be a listed outcome, or by any listed outcome."""
        chance = self.state.chance
        assert chance is not None
        outcome = chance.sample(Random(seed))
        if chance.count <= 300:
            outcomes = [outcome for outcome, _ in chance.outcomes()]
            assert outcome in outcomes
            if enumerated:
                outcome = outcomes[seed % len(outcomes)]
        self._go(self.state.resolve(outcome), self.other.resolve(outcome))

    @precondition(lambda self: not self.state.is_over)
    @rule(number=st.integers(min_value=5, max_value=40), seed=SEEDS)
    def go_on(self, number: int, seed: int) -> None:
        """Take many steps, so that later ages are reached."""
        rng = Random(seed)
        for _ in range(number):
            if self.state.chance is not None:
                self.resolve(int(rng.random() * 1_000), enumerated=False)
            elif not self.state.is_over:
                self.apply(int(rng.random() * 1_000))

    @precondition(lambda self: self.state.to_move is not None)
    @rule()
    def try_every_move(self) -> None:
        """The legal moves are exactly those accepted, each paid as its plan says."""
        assert list(move_breaches(self.state)) == []
        assert list(plan_breaches(self.state)) == []

    @rule(seed=SEEDS)
    def play_out(self, seed: int) -> None:
        """A consistent deal leads to an end in both ways of playing."""
        rng = Random(seed)
        deal = Deal.consistent_with(self.state, rng)
        assert deal.conflicts(self.state) == ()
        at_once = resolved = self.state
        while at_once.chance is not None:
            at_once = resolved = at_once.resolve(deal.outcome(at_once))
        while moves := at_once.legal_moves:
            move = moves[int(rng.random() * len(moves))]
            at_once = at_once.play(move, deal)
            resolved = resolved.apply(move)
            while resolved.chance is not None:
                resolved = resolved.resolve(deal.outcome(resolved))
            assert at_once == resolved
        assert at_once.is_over

    @invariant()
    def the_mirror_shows_the_same(self) -> None:
        """The mirror image differs only in its seats."""
        assert mirrored(self.state) == self.other
        assert self.state.score().one == self.other.score().two

    @invariant()
    def nothing_contradicts_itself(self) -> None:
        """Cards, coins and numbers of the position are consistent."""
        check_state(self.state)
        assert list(state_breaches(self.state)) == []

    def teardown(self) -> None:
        """No earlier state has changed."""
        for state, text, number in getattr(self, "seen", []):
            assert (state.to_text(), hash(state)) == (text, number)


def _run(machine: type[RuleBasedStateMachine], examples: int) -> None:
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=20,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        ),
    )


@pytest.mark.parametrize(("machine", "examples"), [(GameMachine, 60), (StateMachine, 8)])
def test_a_machine_runs(machine: type[RuleBasedStateMachine], examples: int) -> None:
    """Each machine passes some runs of up to twenty steps."""
    _run(machine, examples)


@pytest.mark.slow
@pytest.mark.parametrize(("machine", "examples"), [(GameMachine, 500), (StateMachine, 40)])
def test_a_machine_runs_many_times(machine: type[RuleBasedStateMachine], examples: int) -> None:
    """Each machine passes many runs."""
    _run(machine, examples)
