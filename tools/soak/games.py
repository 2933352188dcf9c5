"""Play the games of a soak, each determined by its number alone."""

from __future__ import annotations

import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Final

import attrs

from tests.property.invariants import check_state
from tools.memory import peak_memory
from tools.soak import checks
from tools.soak.checks import LONGEST, Played
from tools.soak.events import EVENTS, Witness
from tools.soak.figures import Figures
from wonders_duel import Deal, Move, Player, Rules, State, catalogue
from wonders_duel.testing.walks import every_rules

__all__ = ["Finding", "Part", "Plan", "play_alone", "play_part"]

_RULES: Final = every_rules(catalogue)
_DEFAULT: Final = Rules()
_MOST_KEPT: Final = 20
"""The number of findings of a part that are stored in full."""


@attrs.frozen
class Plan:
    """The games to play.

    Attributes:
        games: the number of games.
        checked: the number of games with every check, spread over the run.
        seed: the seed of everything random.
        size: the games of a part.
    """

    games: int
    checked: int
    seed: int
    size: int

    @property
    def parts(self) -> int:
        """The number of parts."""
        return -(-self.games // self.size)

    def numbers(self, part: int) -> range:
        """Return the numbers of the games of a part.

        Args:
            part: its number, from 0.
        """
        return range(part * self.size, min(self.games, (part + 1) * self.size))

    def is_checked(self, number: int) -> bool:
        """Return whether a game is checked.

        Args:
            number: the number of the game.
        """
        return (number + 1) * self.checked // self.games > number * self.checked // self.games


@attrs.frozen
class Finding:
    """A failure.

    Attributes:
        game: the number of the game.
        decision: the number of the decision in it, from 1; 0 before the first one.
        check: the name of the failed check, or the action.
        position: the state, as text.
        move: the move to be played.
        rules: the rule options and the first player.
        error: the error with its traceback.
    """

    game: int
    decision: int
    check: str
    position: str
    move: str
    rules: str
    error: str


@attrs.frozen
class Part:
    """The results of a part. All but the time and the memory follow from the plan.

    Attributes:
        number: the number of the part.
        games: the games played.
        checked: those with every check.
        decisions: the number of decisions.
        events: how often each event happened.
        extremes: the most or the fewest of something, with its game.
        moves: how often each move of the codec was played, by its number.
        phases: the decisions of each phase, by its number.
        made: how often each check was made.
        figures: the figures to compare with the reference.
        findings: the first failures.
        found: the number of failures.
        seconds: the processor time.
        memory: the peak memory of the process so far, in bytes; 0 if unknown.
    """

    number: int
    games: int
    checked: int
    decisions: int
    events: dict[str, int]
    extremes: dict[str, tuple[int, int]]
    moves: list[int]
    phases: list[int]
    made: dict[str, int]
    figures: Figures
    findings: list[Finding]
    found: int
    seconds: float
    memory: int


class _FoundError(Exception):
    """Raised to leave a game after a finding was recorded."""


class _Player:
    """A player of games that records failures."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.witness = Witness()
        self.figures = Figures()
        self.made: Counter[str] = Counter()
        self.findings: list[Finding] = []
        self.found = 0
        self.decisions = 0

    def play(self, number: int, *, everything: bool = False) -> None:
        """Play a game, optionally with checks; ``everything`` means every check in every state."""
        seed = self.plan.seed
        rng = Random(f"soak {seed} {number}")
        rules = _DEFAULT if rng.random() < 0.5 else _RULES[int(rng.random() * len(_RULES))]
        first = Player(int(rng.random() * 2))
        self.about = f"{rules}, player {first} begins"
        self.number = number
        self.decision = 0
        self.state: State | None = None
        self.move: Move | None = None
        self.everything = everything
        try:
            if everything or self.plan.is_checked(number):
                sample = Random(f"soak {seed} {number} checks")
                self._play(rng, rules, first, sample)
            else:
                self._play(rng, rules, first, None)
        except _FoundError:
            pass
        self.decisions += self.decision

    def _play(self, rng: Random, rules: Rules, first: Player, sample: Random | None) -> None:
        with self._noting("to play"):
            deal = Deal.random(rng)
            state = State.dealt(deal, first_player=first, rules=rules)
        witness = self.witness
        witness.begin(self.number)
        random = rng.random
        steps: list[tuple[State, Move]] = []
        before = state
        move: Move | None = None
        # One handler for the whole game: inside the loop it would cost as much as the game.
        with self._noting("to play"):
            while moves := state.legal_moves:
                before = self.state = state
                move = self.move = moves[int(random() * len(moves))]
                self.decision += 1
                if sample is not None:
                    steps.append((before, move))
                    self._check_state(before, move, deal, sample)
                state = before.play(move, deal)
                witness.see(before, len(moves), move, state)
        self.state = state
        with self._noting("the end"):
            assert move is not None
            assert self.decision <= LONGEST
            check_state(state)
            witness.end(move, before, state)
            if rules == _DEFAULT:
                assert state.result is not None
                self.figures.add(self.decision, first, state.result)
        if sample is not None:
            played = Played(deal, rules, first, tuple(steps), state)
            for check in checks.GAME_CHECKS:
                if self.everything or sample.random() < check.share:
                    self.made[check.name] += 1
                    with self._noting(check.name):
                        check.run(played)

    def _check_state(self, state: State, move: Move, deal: Deal, sample: Random) -> None:
        for check in checks.STATE_CHECKS:
            if check.share >= 1 or self.everything or sample.random() < check.share:
                self.made[check.name] += 1
                with self._noting(check.name):
                    check.run(state, move, deal)

    @contextmanager
    def _noting(self, what: str) -> Iterator[None]:
        """Record any failure and leave the game."""
        try:
            yield
        except _FoundError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever goes wrong is what is looked for
            self.found += 1
            if len(self.findings) < _MOST_KEPT:
                self.findings.append(self._finding(what, error))
            raise _FoundError from None

    def _finding(self, what: str, error: Exception) -> Finding:
        return Finding(
            self.number,
            self.decision,
            what,
            _said(lambda: self.state.to_text() if self.state else "before anything is dealt"),
            _said(lambda: str(self.move)),
            self.about,
            "".join(traceback.format_exception(error)),
        )


def _said(say: Callable[[], str]) -> str:
    """Return a description of something that may be broken."""
    try:
        return say()
    except Exception as error:  # noqa: BLE001 - whatever was found, it is told
        return f"cannot be said: {error!r}"


def play_part(plan: Plan, number: int) -> Part:
    """Play the games of a part.

    Args:
        plan: the games to play.
        number: the number of the part.
    """
    started = time.process_time()
    player = _Player(plan)
    numbers = plan.numbers(number)
    for game in numbers:
        player.play(game)
    return _part(player, number, numbers, started)


def play_alone(plan: Plan, game: int) -> Part:
    """Play one game with every check in every state.

    Args:
        plan: for the seed.
        game: its number.
    """
    started = time.process_time()
    player = _Player(plan)
    player.play(game, everything=True)
    return _part(player, 0, range(game, game + 1), started)


def _part(player: _Player, number: int, numbers: range, started: float) -> Part:
    witness = player.witness
    assert set(witness.events) <= set(EVENTS), set(witness.events) - set(EVENTS)
    return Part(
        number=number,
        games=len(numbers),
        checked=sum(map(player.plan.is_checked, numbers)),
        decisions=player.decisions,
        events={name: count for name, count in sorted(witness.events.items()) if count},
        extremes=dict(sorted(witness.extremes.items())),
        moves=witness.moves,
        phases=witness.phases,
        made=dict(sorted(player.made.items())),
        figures=player.figures,
        findings=player.findings,
        found=player.found,
        seconds=time.process_time() - started,
        memory=peak_memory(),
    )
