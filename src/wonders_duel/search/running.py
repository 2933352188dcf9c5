"""``analyse`` and ``analysing``: what a search finds out about a state, at the end or as it goes on."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from math import inf, sqrt
from typing import TYPE_CHECKING, Final, Protocol

from wonders_duel.engine.chooser import Chooser
from wonders_duel.engine.moves import BaseMove, Move
from wonders_duel.errors import IllegalMoveError, NoMoverError, WrongTypeError
from wonders_duel.messages import Message
from wonders_duel.search.analysis import Analysis
from wonders_duel.search.given import rating_of
from wonders_duel.search.limits import CLOCKS, MEMORY, expect_limits, expect_parts, is_interval
from wonders_duel.search.reading import Spreads, analysis_of
from wonders_duel.search.samples import Samples
from wonders_duel.search.searcher import Searcher, edges, undisturbed
from wonders_duel.search.tree import Tree
from wonders_duel.seeds import Seed, generator
from wonders_duel.state import State, Whole
from wonders_duel.support.arguments import expect, expect_number
from wonders_duel.support.phrases import shown

if TYPE_CHECKING:
    from wonders_duel.evaluation.sums import Rating
    from wonders_duel.search.parts import Evaluation, Prior, Selection

__all__ = ["Stop", "analyse", "analysing"]

SIMULATIONS: Final = 1600
SAMPLES: Final = 100
EVERY: Final = 0.5
_FLOOR: Final = 0.25
"""Every move gets this times the square root of the simulations."""
_PLAYED: Final = 5
"""The move that was played gets this part of the simulations."""
_VISITS: Final = 2
"""The visits for each game that is played on after a move."""
_SEARCH: Final = 0.8
"""The part of the time that the search may take, if samples follow."""


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
) -> Analysis:
    """Search a state, and return what the search has found out about its moves.

    Every legal move gets some simulations, also those that a bot would neglect: at least about a
    quarter of the square root of their number. After the search, games are played on from the tree
    to estimate points and kinds of victory.

    Args:
        state: a state of any phase in which the game is not over, also one that waits on chance.
        simulations: the number of simulations, from 1. With this limit alone and a seed, the
            analysis is the same on every machine and in both builds.
        seconds: the time in seconds, above 0. With both limits, the first one that is reached
            counts; without any, it makes 1600 simulations.
        clock: what the seconds are measured by, as for :class:`SearchBot`.
        evaluation: rates states, as for :class:`SearchBot`.
        prior: says how promising moves are, as for :class:`SearchBot`.
        selection: says which move is tried next, as for :class:`SearchBot`.
        seed: makes the draws of chance outcomes reproducible.
        memory: the most memory for the tree in bytes, from 1,000,000.
        samples: the most games to play on after each move, from 0. A move gets one for every
            two visits, at most. With a limit in seconds, the games take the last fifth of the time
            or what the search has left, and may be fewer.
        played: the move that was played in the game. It gets at least a fifth of the
            simulations, so that :attr:`Analysis.loss` is reliable.
        on_update: called with the analysis so far from time to time. An error that it raises
            ends the analysis.
        every: the seconds between two updates, from 0, by the time that passes.
        stop: ends the analysis soon after it is set, with what has been found out until then.

    Raises:
        BotError: the evaluation, the prior or the selection fails, or does not return finite
            numbers.
        CatalogueError: the evaluation is for other cards.
        IllegalMoveError: the move that was played is not legal.
        NoMoverError: the game is over.
        WrongTypeError: an argument has another type, or a number is too small.

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
) -> Generator[Analysis, None, None]:
    """Search a state, and yield what the search has found out so far from time to time.

    The search goes on while the iterator is asked for the next analysis; the loop may be left at
    any time. Those during the search have no ``outlook`` yet.

    Args:
        state: as for :func:`analyse`, like the other arguments.
        simulations: the number of simulations, from 1.
        seconds: the time in seconds, above 0; what happens between two analyses counts, too.
        clock: what the seconds are measured by.
        evaluation: rates states.
        prior: says how promising moves are.
        selection: says which move is tried next.
        seed: makes the draws of chance outcomes reproducible.
        memory: the most memory for the tree in bytes, from 1,000,000.
        samples: the most games to play on after each move, from 0.
        played: the move that was played in the game.
        every: the seconds between two analyses, from 0, by the time that passes.
        stop: ends the analysis soon after it is set.

    Returns:
        A generator of growing analyses, which can be closed; the last one is what
        :func:`analyse` returns.

    Raises:
        BotError: the evaluation, the prior or the selection fails, or does not return finite
            numbers.
        CatalogueError: the evaluation is for other cards.
        IllegalMoveError: the move that was played is not legal.
        NoMoverError: the game is over.
        WrongTypeError: an argument has another type, or a number is too small.

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
    expect(state, State, "a State")
    if state.is_over:
        raise NoMoverError(Message("there is nothing to analyse: the game is over"))
    if simulations is None and seconds is None:
        simulations = SIMULATIONS
    expect_limits(simulations, seconds, clock, memory)
    expect_parts(evaluation, prior, selection)
    expect_number(samples, 0, "samples")
    _expect_interval(every)
    if stop is not None and not callable(getattr(stop, "is_set", None)):
        raise WrongTypeError(
            f"expected an object with a method is_set(), such as a threading.Event, got {shown(stop)}"
        )
    if played is not None:
        expect(played, BaseMove, "a move as played")
        reasons = state.why_not(played)
        if reasons:
            raise IllegalMoveError(played, reasons)
    searcher = Searcher(evaluation, seed, memory, prior=prior, selection=selection)
    rating = rating_of(evaluation, state)
    chooser = Chooser(generator("samples of an analysis", seed))
    return _Analysing(state, searcher, rating, chooser, played).updates(
        simulations, seconds, CLOCKS[clock], samples, every, stop
    )


def _expect_interval(every: object) -> None:
    if not is_interval(every):
        raise WrongTypeError(f"expected seconds of at least 0 as every, got {shown(every)}")


class _Analysing:
    """An analysis that goes on."""

    def __init__(
        self,
        state: State,
        searcher: Searcher,
        rating: Rating,
        chooser: Chooser,
        played: Move | None,
    ) -> None:
        """Prepare the search.

        Args:
            state: the state.
            searcher: searches it.
            rating: rates states when games are played on.
            chooser: makes the draws of these games.
            played: the move that was played in the game.
        """
        self._state = state
        self._searcher = searcher
        self._rating = rating
        self._chooser = chooser
        self._played = played
        self._moves = [move.index for move in state.legal_moves]
        self._spreads = Spreads()
        self._samples: dict[int, Samples] = {}
        self._done = 0

    def updates(
        self,
        simulations: int | None,
        seconds: float | None,
        clock: Callable[[], float],
        samples: int,
        every: float,
        stop: Stop | None,
    ) -> Generator[Analysis, None, None]:
        """Search, and yield analyses; the arguments are those of :func:`analysing`."""
        start = clock()
        until = search_until = None
        if seconds is not None:
            until = start + seconds
            search_until = start + seconds * (_SEARCH if samples else 1.0)
        last = time.monotonic()
        tree = self._searcher.new_tree(self._state)

        def grow(number: int) -> None:
            with undisturbed():
                self._grow(tree, number)

        for _ in self._searcher.steps(tree, simulations, search_until, clock, grow):
            if stop is not None and stop.is_set():
                samples = 0
                break
            if self._done != simulations and time.monotonic() - last >= every:
                yield self._analysis(tree)
                last = time.monotonic()
        for number in self._sampled(tree, samples):
            if (stop is not None and stop.is_set()) or (until is not None and clock() >= until):
                break
            if not number and time.monotonic() - last >= every:
                yield self._analysis(tree)
                last = time.monotonic()
        yield self._analysis(tree)

    def _grow(self, tree: Tree, number: int) -> None:
        """Make simulations, some of them with moves that have too few."""
        first = self._neglected(tree, number)
        for move in first:
            tree.visit_move(move)
        tree.grow(number - len(first))
        self._done += number
        self._spreads.add(tree, self._done)

    def _neglected(self, tree: Tree, number: int) -> list[int]:
        """Return the moves with which some of the next simulations begin."""
        if not self._moves:
            return []  # the state waits on chance
        visits = dict.fromkeys(self._moves, 0)
        for edge in edges(tree):
            visits[edge.move] = edge.visits
        least = _FLOOR * sqrt(self._done)
        found = [move for move in self._moves if visits[move] < least]
        found.sort(key=lambda move: visits[move])
        found = found[: number // 2]
        if self._played is not None:
            move = self._played.index
            lacking = (self._done + number) // _PLAYED - visits[move]
            found += [move] * max(0, min(lacking, number // 2))
        return found

    def _sampled(self, tree: Tree, most: int) -> Iterator[int]:
        """Play games on after each move in turn, and yield the place of the move."""
        tried = sorted(edges(tree), key=lambda edge: -edge.value)
        for round_number in range(most):
            visited = [edge for edge in tried if edge.visits > _VISITS * round_number]
            for place, edge in enumerate(visited):
                samples = self._samples.setdefault(edge.move, Samples())
                samples.add(edge, self._rating, self._chooser)
                yield place

    def _analysis(self, tree: Tree) -> Analysis:
        outlooks = {move: samples.outlook() for move, samples in self._samples.items()}
        return analysis_of(tree, self._done, self._spreads, outlooks, self._played)
