"""``analyse``, ``analysing`` and ``review``: what a search finds out about states.

They say it at the end or as the search goes on, for one state or for all decisions of a game.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from math import inf
from typing import Final, Protocol

import attrs

from wonders_duel.engine.moves import BaseMove, Move
from wonders_duel.errors import IllegalMoveError, NoMoverError, WrongTypeError
from wonders_duel.messages import Message
from wonders_duel.record import Record
from wonders_duel.search.analysis import Analysis
from wonders_duel.search.collector import without_full_collections
from wonders_duel.search.findings import Findings
from wonders_duel.search.limits import (
    CLOCKS,
    MEMORY,
    expect_limits,
    expect_parts,
    expect_stop,
    is_interval,
)
from wonders_duel.search.parts import Evaluation, Prior, Selection
from wonders_duel.search.reading import analysis_of
from wonders_duel.search.searcher import Searcher
from wonders_duel.search.study import Study
from wonders_duel.search.team import Settings, Team
from wonders_duel.seeds import Seed, expect_seed
from wonders_duel.state import State, Whole
from wonders_duel.support.arguments import expect, expect_number
from wonders_duel.support.phrases import shown

__all__ = ["Stop", "analyse", "analysing", "review"]

SIMULATIONS: Final = 1600
SAMPLES: Final = 100
EVERY: Final = 0.5
_LOOK: Final = 0.05
"""The seconds between two looks whether to stop, while others finish."""


class Stop(Protocol):
    """What can end an analysis from another thread: a ``threading.Event``, for example.

    >>> from threading import Event
    >>> stop: Stop = Event()
    """

    def is_set(self) -> bool:
        """Return whether to stop."""


def analyse(
    state: State,
    *,
    simulations: Whole | None = None,
    seconds: float | None = None,
    clock: str = "process",
    evaluation: Evaluation | None = None,
    prior: Prior | None = None,
    selection: Selection | None = None,
    seed: Seed = None,
    memory: Whole = MEMORY,
    samples: Whole = SAMPLES,
    played: Move | None = None,
    on_update: Callable[[Analysis], object] | None = None,
    every: float = EVERY,
    stop: Stop | None = None,
    workers: Whole = 1,
) -> Analysis:
    """Search a state, and return what the search has found out about its moves.

    Every legal move gets some simulations, even those that a bot would neglect: at least about a
    quarter of the square root of the number of all simulations. After the search, games are played
    to the end from the tree to estimate points and kinds of victory. Where the rest of the game can
    be solved in a part of the limits, the values of all moves are exact: see
    :attr:`Analysis.is_exact`.

    Args:
        state: a state of any phase in which the game is not over, even one that waits for chance.
        simulations: the number of simulations, from 1. With this limit alone and a seed, the
            analysis is the same on every machine and in both builds.
        seconds: the time in seconds, above 0. With both limits, the first one that is reached
            counts; without any, it makes 1600 simulations.
        clock: what the seconds are measured by, as for :class:`SearchBot`.
        evaluation: rates states, as for :class:`SearchBot`.
        prior: says how promising moves are, as for :class:`SearchBot`.
        selection: says which move is tried next, as for :class:`SearchBot`.
        seed: makes the draws of chance outcomes reproducible.
        memory: the most memory for the tree in bytes, from 1,000,000 for each worker; when it is
            reached, the search ends.
        samples: the most games to play to the end after each move, from 0. A move gets at most one
            for every two visits, rounded up. With a limit in seconds, the games take the last fifth
            of the time or what the search has left, and may be fewer.
        played: the move that was played in the game, a legal one. It gets at least a fifth of the
            simulations, so that :attr:`Analysis.loss` is reliable.
        on_update: called with the analysis so far from time to time. An error that it raises
            ends the analysis.
        every: the wall-clock seconds between two updates, from 0; infinite for none.
        stop: ends the analysis soon after it is set, with what has been found out until then; an
            object with a method ``is_set()``, such as a ``threading.Event``.
        workers: how many processes share the work, this one among them, as for
            :class:`SearchBot`. The others are started for this analysis and end with it.

    Returns:
        The analysis at the end of the search.

    Raises:
        BotError: the evaluation, the prior or the selection fails, or does not return finite
            numbers; a worker cannot be started, or has ended.
        CatalogueError: the evaluation is for other cards.
        IllegalMoveError: the move that was played is not legal.
        NoMoverError: the game is over.
        WrongTypeError: an argument has another type, a number is too small or too large, or there
            is no such clock; or a part of the search or its cards cannot be pickled for the
            workers.

    >>> from wonders_duel import Age, CityPosition, Position
    >>> cities = (CityPosition(coins=30), CityPosition(coins=90))
    >>> cards = {0: "siege-workshop", 1: "senate"}
    >>> state = Position(age=Age.III, structure=cards, cities=cities, pawn=7).state()
    >>> analysis = analyse(state, simulations=400, seed=1)
    >>> print(analysis.best.move)
    build siege-workshop
    >>> analysis.win_probability, analysis.win_probability_of("two")
    (1.0, 0.0)
    """
    if on_update is not None and not callable(on_update):
        raise WrongTypeError(f"expected a function of the analysis, got {shown(on_update)}")
    _expect_interval(every)
    found: Analysis | None = None
    for found in analysing(
        state,
        simulations=simulations,
        seconds=seconds,
        clock=clock,
        evaluation=evaluation,
        prior=prior,
        selection=selection,
        seed=seed,
        memory=memory,
        samples=samples,
        played=played,
        every=every if on_update is not None else inf,
        stop=stop,
        workers=workers,
    ):
        if on_update is not None:
            on_update(found)
    assert found is not None  # there is at least the final one
    return found


def analysing(
    state: State,
    *,
    simulations: Whole | None = None,
    seconds: float | None = None,
    clock: str = "process",
    evaluation: Evaluation | None = None,
    prior: Prior | None = None,
    selection: Selection | None = None,
    seed: Seed = None,
    memory: Whole = MEMORY,
    samples: Whole = SAMPLES,
    played: Move | None = None,
    every: float = EVERY,
    stop: Stop | None = None,
    workers: Whole = 1,
) -> Generator[Analysis, None, None]:
    """Search a state, and yield what the search has found out so far from time to time.

    The search goes on while the iterator is asked for the next analysis; the loop may be left at
    any time. Those during the search have no ``outlook`` yet. While it tries to solve the rest of
    the game, several may have the same number of simulations.

    Args:
        state: as for :func:`analyse`, like the other arguments.
        simulations: the number of simulations, from 1.
        seconds: the time in seconds, above 0; what happens between two analyses counts, too.
        clock: what the seconds are measured by.
        evaluation: rates states.
        prior: says how promising moves are.
        selection: says which move is tried next.
        seed: makes the draws of chance outcomes reproducible.
        memory: the most memory for the tree in bytes, from 1,000,000 for each worker.
        samples: the most games to play to the end after each move, from 0.
        played: the move that was played in the game.
        every: the wall-clock seconds between two analyses, from 0; infinite for the last one only.
        stop: ends the analysis soon after it is set.
        workers: how many processes share the work, this one among them. The others go on while
            this one does not ask for the next analysis.

    Returns:
        A generator of growing analyses, which can be closed; the last one is what
        :func:`analyse` returns.

    Raises:
        BotError: the evaluation, the prior or the selection fails, or does not return finite
            numbers; a worker cannot be started, or has ended.
        CatalogueError: the evaluation is for other cards.
        IllegalMoveError: the move that was played is not legal.
        NoMoverError: the game is over.
        WrongTypeError: an argument has another type, a number is too small or too large, or there
            is no such clock; or a part of the search or its cards cannot be pickled for the
            workers.

    >>> from wonders_duel import Age, CityPosition, Position
    >>> cities = (CityPosition(coins=30), CityPosition(coins=90))
    >>> cards = {0: "siege-workshop", 1: "senate"}
    >>> state = Position(age=Age.III, structure=cards, cities=cities, pawn=7).state()
    >>> for analysis in analysing(state, simulations=60, samples=0, seed=1, every=0):
    ...     print(analysis.simulations, analysis.best.move)
    16 build siege-workshop
    32 build siege-workshop
    48 build siege-workshop
    60 build siege-workshop
    """
    _expect_interval(every)
    analyst = _Analyst(
        Settings(evaluation, prior, selection, seed, memory),
        simulations,
        seconds,
        clock,
        samples,
        stop,
        workers,
    )
    return _alone(analyst, analyst.study(state, played), every)


def review(
    record: Record,
    *,
    simulations: Whole | None = None,
    seconds: float | None = None,
    clock: str = "process",
    evaluation: Evaluation | None = None,
    prior: Prior | None = None,
    selection: Selection | None = None,
    seed: Seed = None,
    memory: Whole = MEMORY,
    samples: Whole = 0,
    stop: Stop | None = None,
    workers: Whole = 1,
) -> Generator[Analysis, None, None]:
    """Replay a game, and yield an analysis of each decision.

    Each analysis is the one that :func:`analyse` returns for the state before the move, with the
    move that was played as ``played``: its :attr:`~Analysis.loss` and :attr:`~Analysis.mark` tell
    the mistakes.

    Args:
        record: the game. Forced moves are decisions, too; resignations are not.
        simulations: as for :func:`analyse`, for each decision, like the other arguments.
        seconds: the time for each decision in seconds, above 0.
        clock: what the seconds are measured by.
        evaluation: rates states.
        prior: says how promising moves are.
        selection: says which move is tried next.
        seed: makes the draws of chance outcomes reproducible.
        memory: the most memory for the tree in bytes, from 1,000,000 for each worker.
        samples: the most games to play to the end after each move, from 0; without any, analyses
            have no ``outlook``.
        stop: ends the review soon after it is set; the analysis of the decision at hand is the last
            one.
        workers: how many processes share the work, this one among them. The others are started once
            for the whole game.

    Returns:
        A generator of analyses, which can be closed.

    Raises:
        BotError: the evaluation, the prior or the selection fails, or does not return finite
            numbers; a worker cannot be started, or has ended.
        CatalogueError: the evaluation is for other cards.
        RecordError: the record does not follow the rules; the decisions before are analysed.
        WrongTypeError: an argument has another type, a number is too small or too large, or there
            is no such clock; or a part of the search or its cards cannot be pickled for the
            workers.

    >>> from wonders_duel import Game
    >>> from wonders_duel.evaluation import LinearEvaluation
    >>> evaluation = LinearEvaluation({"blue points": 0.1, "coins": 0.02})
    >>> game = Game(seed=3, rules="first-game")
    >>> for move in ("discard altar", "build wood-reserve"):
    ...     state = game.play(move)
    >>> for analysis in review(game.record(), simulations=100, seed=1, evaluation=evaluation):
    ...     print(f"{analysis.played.move}: {analysis.loss:.2f}")
    discard altar: 0.05
    build wood-reserve: 0.03
    """
    expect(record, Record, "a Record")
    analyst = _Analyst(
        Settings(evaluation, prior, selection, seed, memory),
        simulations,
        seconds,
        clock,
        samples,
        stop,
        workers,
    )
    return _decisions(analyst, record)


def _expect_interval(every: object) -> None:
    if not is_interval(every):
        raise WrongTypeError(f"expected seconds of at least 0 as every, got {shown(every)}")


def _alone(analyst: _Analyst, study: Study, every: float) -> Generator[Analysis, None, None]:
    """Yield the analyses of one state."""
    try:
        yield from analyst.updates(study, every)
    finally:
        analyst.close()


def _decisions(analyst: _Analyst, record: Record) -> Generator[Analysis, None, None]:
    """Yield the analyses of the decisions of a game."""
    try:
        for step in record.replay():
            yield from analyst.updates(analyst.study(step.before, step.move), inf)  # the final one
            if analyst.is_stopped():
                return
    finally:
        analyst.close()


def _goes_on(steps: Iterator[None], until: float) -> bool:
    """Search until a moment at which an analysis is due, and return whether it is not over before."""
    with without_full_collections():
        for _ in steps:
            if time.monotonic() >= until:
                return True
    return False


class _Analyst:
    """Analyses states, one after the other, with the same limits and workers."""

    def __init__(
        self,
        settings: Settings,
        simulations: int | None,
        seconds: float | None,
        clock: str,
        samples: int,
        stop: Stop | None,
        workers: int,
    ) -> None:
        """Check the arguments, which are those of :func:`analysing`."""
        if simulations is None and seconds is None:
            simulations = SIMULATIONS
        expect_limits(simulations, seconds, clock, settings.memory, workers)
        expect_parts(settings.evaluation, settings.prior, settings.selection)
        expect_seed(settings.seed)
        expect_number(samples, 0, "samples")
        expect_stop(stop)
        self._settings = attrs.evolve(settings, memory=settings.memory // workers)
        self._simulations = simulations
        self._seconds = seconds
        self._clock = CLOCKS[clock]
        self._samples = samples
        self._stop = stop
        self._team = Team(workers, self._settings) if workers > 1 else None

    def close(self) -> None:
        """End the workers."""
        if self._team is not None:
            self._team.close()

    def is_stopped(self) -> bool:
        """Return whether to stop."""
        return self._stop is not None and self._stop.is_set()

    def study(self, state: State, played: Move | None) -> Study:
        """Return a search of a state that has not begun.

        Args:
            state: the state.
            played: the move that was played in the game.
        """
        expect(state, State, "a State")
        if state.is_over:
            raise NoMoverError(Message("there is nothing to analyse: the game is over"))
        if played is not None:
            expect(played, BaseMove, "a move as played")
            reasons = state.why_not(played)
            if reasons:
                raise IllegalMoveError(played, reasons)
            played = state.catalogue.moves.adopt(played)
        given = self._settings
        searcher = Searcher(
            given.evaluation,
            given.seed,
            given.memory,
            prior=given.prior,
            selection=given.selection,
        )
        return Study(state, searcher, played, solves=True)

    def updates(self, study: Study, every: float) -> Generator[Analysis, None, None]:
        """Search, and yield analyses.

        Args:
            study: the search.
            every: the seconds between two analyses.
        """
        until = None if self._seconds is None else self._clock() + self._seconds
        simulations, samples, team = self._simulations, self._samples, self._team
        if team is not None:
            team.begin(
                study.state,
                simulations,
                until,
                self._clock,
                samples=samples,
                played=study.played,
                is_stopped=self.is_stopped,
            )
            simulations = None if simulations is None else team.share(simulations)
            samples = team.share(samples)
        last = time.monotonic()
        steps = study.steps(simulations, until, self._clock, samples, self.is_stopped)
        while _goes_on(steps, last + every):
            yield self._analysis(study, is_final=False)
            last = time.monotonic()
        while team is not None:
            if self.is_stopped():
                team.halt()
            if team.is_finished(_LOOK):
                team.halt()
                break
            if time.monotonic() - last >= every:
                yield self._analysis(study, is_final=False)
                last = time.monotonic()
        with without_full_collections():
            final = self._analysis(study, is_final=True)
        yield final

    def _analysis(self, study: Study, *, is_final: bool) -> Analysis:
        searches = [study.findings()]
        if self._team is not None:
            if not is_final:
                self._team.ask()
            searches += self._team.findings()
        return analysis_of(study.state, Findings.together(searches), study.played)
