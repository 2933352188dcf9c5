"""A run of training: rounds of games and fits, each resting on the one before."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from random import Random
from typing import Any, Final

import attrs

from tools.train.fitting import KEEP, Example, Fit, examples, fit, scales
from tools.train.players import STYLES, wild_decisions
from tools.train.units import KEEP_OF_UNITS, fit_units
from tools.train.weights import read
from wonders_duel import Deal, Player, State
from wonders_duel.arena import open_journal, read_journal, run
from wonders_duel.evaluation import LinearEvaluation, fitted
from wonders_duel.match import BotSpec, Match, MatchGame
from wonders_duel.ratings import Sprt
from wonders_duel.text.files import write_whole

__all__ = ["OtherPlanError", "Plan", "Round", "Run", "begun", "weights_name"]

_GAIN: Final = 20
"""The gain in normalised Elo that this match is to find."""
_PLAY_OUTS: Final = 150
"""The simulations of the players that judge by play-outs."""
_WILD: Final = ("random", "noisy")
"""The styles that have no preferences."""
_OLDER: Final = (1, 2, 4)
"""How many rounds ago the other weights of the players are from."""


class OtherPlanError(ValueError):
    """The folder has a run with another plan."""


@attrs.frozen
class Round:
    """A round.

    Attributes:
        deals: the number of deals that each pairing of its players plays twice.
        simulations: the simulations for a decision before Age III.
        late: those in Age III.
        units: the hidden units that are fitted on top of the linear weights that are present; with
            0, the linear weights are fitted.
    """

    deals: int
    simulations: int = 0
    late: int = 0
    units: int = 0


@attrs.frozen
class Plan:
    """Everything that decides what a run gives.

    Attributes:
        rounds: the rounds; the first one is played at random.
        seed: the seed of all games.
        kept: the rounds whose games are fitted together.
        wild: the most wild decisions with which a player begins.
        tested: the most deals of the match that decides whether new weights are better.
        begins: the origin of the weights that it begins with, instead of games at random.
    """

    rounds: tuple[Round, ...]
    seed: str = "train"
    kept: int = 6
    wild: int = 24
    tested: int = 1_000
    begins: Mapping[str, Any] | None = None


def begun(folder: Path) -> Mapping[str, Any] | None:
    """Return the origin of the weights that the run in a folder began with, if there is any.

    The library may have newer weights by now: those of an earlier round of this run, for example.

    Args:
        folder: the folder of the games and weights.
    """
    place = folder / "plan.json"
    if not place.exists():
        return None
    begins: Mapping[str, Any] | None = json.loads(place.read_text(encoding="utf-8")).get("begins")
    return begins


def weights_name(number: int) -> str:
    """Return the name of the file of the weights of a round."""
    return f"weights-{number}.json"


class Run:
    """A run in a folder, which the same plan resumes."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        """Make or check the folder.

        Args:
            plan: the plan.
            folder: the folder of the games and weights.

        Raises:
            OtherPlanError: the folder has another plan.
        """
        self.plan = plan
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        place = folder / "plan.json"
        text = json.dumps(attrs.asdict(plan), indent=1) + "\n"
        if not place.exists():
            write_whole(place, text)
        elif place.read_text(encoding="utf-8") != text:
            raise OtherPlanError(
                f"{folder} has another plan; pass the arguments of that run, or another --folder"
            )
        if plan.begins is not None and not self.weights(0).exists():
            write_whole(self.weights(0), fitted().to_json())

    def weights(self, number: int) -> Path:
        """Return the file of the weights of a round."""
        return self.folder / weights_name(number)

    def match(self, number: int) -> Match:
        """Return the games of a round: between players that begin in different styles.

        Args:
            number: the number of the round, from 0.
        """
        one = self.plan.rounds[number]
        settings: dict[str, Any] = {"simulations": one.simulations, "late": one.late}
        source = "tools.train.players:Learner"
        seed = f"{self.plan.seed}, round {number}"
        if not number:
            bots = [BotSpec(source), BotSpec(source)]
            return Match(bots, deals=one.deals, seed=seed)
        settings |= {"weights": str(self.weights(number - 1)), "wild": self.plan.wild}
        bots = [BotSpec(source, settings)]
        bots += [BotSpec(source, {**settings, "style": style}) for style in (*STYLES, *_WILD)]
        for ago in _OLDER:
            if number - 1 - ago >= 0:
                old = str(self.weights(number - 1 - ago))
                bots.append(BotSpec(source, {**settings, "wild_weights": old}))
        # Another kind of search, which makes other mistakes.
        settings |= {"style": "play-outs", "play_outs": _PLAY_OUTS}
        bots.append(BotSpec(source, settings))
        return Match(bots, deals=one.deals, seed=seed)

    def play(
        self, number: int, executor: Callable[[], Executor] | None, workers: int | None
    ) -> Iterator[int]:
        """Play the games of a round that are missing, and yield the number of pairs so far.

        Args:
            number: the number of the round, from 0.
            executor: where to play; this process if left out.
            workers: the number of workers.
        """
        match = self.match(number)
        with open_journal(self._journal(number), match) as journal:
            rows = run(match, executor, workers=workers, journal=journal)
            for done, _ in enumerate(rows, start=1):
                yield done

    def fit(self, number: int) -> Fit:
        """Fit new weights to the games of a round and of the rounds before.

        Args:
            number: the number of the round, from 0.
        """
        origin = {"plan": attrs.asdict(self.plan), "round": number}
        present = read(self.weights(number - 1)) if number else None
        units = self.plan.rounds[number].units
        if units and present is not None:
            found = self._examples(number, KEEP_OF_UNITS)
            made = fit_units(found, origin, present=present, units=units, seed=number)
        else:
            made = fit(self._examples(number), origin, base=self._base(number))
        write_whole(self._candidate(number), made.weights.to_json())
        return made

    def shipped(self, number: int) -> dict[str, LinearEvaluation]:
        """Return the weights that the library ships.

        Args:
            number: the number of the last round.

        Returns:
            By the names of their files: the weights of the round for the base game, and weights
            that only count things, fitted to the same games, for all other cards; the latter only
            if the round fits linear weights, since they have no hidden units.
        """
        found = {"base": read(self.weights(number))}
        if not self.plan.rounds[number].units:
            origin = {"plan": attrs.asdict(self.plan), "round": number}
            found["counts"] = fit(self._examples(number), origin, counts=True).weights
        return found

    def test(
        self, number: int, executor: Callable[[], Executor] | None, workers: int | None
    ) -> Sprt | None:
        """Let the new weights play the present ones.

        Args:
            number: the number of the round, from 0.
            executor: where to play; this process if left out.
            workers: the number of workers.

        Returns:
            The test that decided; ``None`` in the first round, which has nothing to compare with.
        """
        if not number:
            return None
        new, present = self._candidate(number), self.weights(number - 1)
        one = self.plan.rounds[number]
        settings: dict[str, Any] = {"simulations": one.simulations, "late": one.simulations}
        settings |= {"opening": 0, "odd": 0.0, "noise": 0.0}
        bots = [
            BotSpec("tools.train.players:Learner", {**settings, "weights": str(path)}, name=name)
            for name, path in (("new", new), ("present", present))
        ]
        match = Match(bots, deals=self.plan.tested, seed=f"{self.plan.seed}, test {number}")
        sprt = Sprt(0, _GAIN)
        with open_journal(self.folder / f"test-{number}.jsonl", match) as journal:
            for row in run(match, executor, workers=workers, journal=journal):
                if sprt.add(row):
                    break
        return sprt

    def keep(self, number: int, sprt: Sprt | None) -> None:
        """Keep the better weights as those of the round, which completes it.

        Args:
            number: the number of the round, from 0.
            sprt: the test of the new weights; without it, they are kept.
        """
        is_better = sprt is None or sprt.accepted == "H1"
        kept = self._candidate(number) if is_better else self.weights(number - 1)
        write_whole(self.weights(number), kept.read_text(encoding="utf-8"))

    def _candidate(self, number: int) -> Path:
        return self.folder / f"candidate-{number}.json"

    def _journal(self, number: int) -> Path:
        return self.folder / f"round-{number}.jsonl"

    def _first(self, number: int) -> int:
        """Return the number of the first round whose games are fitted."""
        # The random games of the first round teach nothing that the later ones do not.
        has_none = number > 1 or self.plan.begins is not None
        return max(number - self.plan.kept + 1, 1 if has_none else 0)

    def _base(self, number: int) -> LinearEvaluation | None:
        """Return the weights that were present before the games that are fitted."""
        first = self._first(number)
        return read(self.weights(first - 1)) if first else None

    def _games(self, number: int) -> Iterator[tuple[list[State], float]]:
        """Yield the states of each game of a round after its wild decisions, and who won."""
        wild = self.plan.wild if number else 0
        with read_journal(self._journal(number)) as journal:
            match = journal.match
            # Several processes finish their games in another order each time.
            for row in journal.ordered():
                start, deal = match.start(row.deal)
                for game, played in enumerate(row.games):
                    seeds = [match.bot_seed(row.task, game, seat) for seat in Player]
                    wild_ones = [wild_decisions(seed, wild) for seed in seeds]
                    yield _followed(played, start, deal, wild_ones)

    def _examples(self, number: int, keep: Sequence[float] = KEEP) -> Iterator[Example]:
        evaluation = None
        factors: list[float] = []
        if number:
            evaluation = read(self.weights(number - 1))
            factors = scales(self._games(number), evaluation)
        game = 0
        rng = Random(f"{self.plan.seed}, examples {number}")
        for one in range(self._first(number), number + 1):
            for states, share in self._games(one):
                game += 1
                yield from examples(game, states, share, evaluation, factors, rng, keep)


def _followed(
    game: MatchGame, state: State, deal: Deal, wild: Sequence[int]
) -> tuple[list[State], float]:
    """Return the states in which a player decided, none of them before a wild decision.

    Args:
        game: the game.
        state: the state that it begins with.
        deal: its deal.
        wild: the number of wild decisions of each player.

    Returns:
        The states, and the share of player one.
    """
    states: list[State] = []
    decisions = [0, 0]
    while state.chance is not None:
        state = state.resolve(deal.outcome(state))
    for number in game.moves:
        seat = state.player
        decisions[seat] += 1
        if decisions[seat] <= wild[seat]:
            states.clear()
        else:
            states.append(state)
        state = state.play(state.catalogue.moves[number], deal)
    return states, state.share(0)
