"""``SearchBot``: a bot that searches before it chooses."""

from __future__ import annotations

import weakref
from threading import RLock
from typing import TYPE_CHECKING, Final, Self

from wonders_duel.bots.base import expect_to_move
from wonders_duel.engine.moves import Move
from wonders_duel.errors import BotError
from wonders_duel.search.limits import CLOCKS, MEMORY, expect_limits, expect_parts
from wonders_duel.search.parts import Evaluation, Prior, Selection
from wonders_duel.search.searcher import Searcher
from wonders_duel.search.team import Settings, Team
from wonders_duel.seeds import Seed
from wonders_duel.state import State, Whole
from wonders_duel.support.phrases import shown
from wonders_duel.support.remaking import kept_of, remake

if TYPE_CHECKING:
    from types import TracebackType

__all__ = ["SearchBot"]

SIMULATIONS: Final = 400


class SearchBot:
    """A bot that searches a tree of moves and chance outcomes before it chooses.

    Each simulation goes down the tree along moves that look good or have few visits,
    rates the moves of one more state with the evaluation, and carries the result back. The tree is
    kept from one choice to the next. The end of a game is solved exactly, as
    :func:`~wonders_duel.search.solve` does, as soon as that takes only a part of the limits. Use a bot
    for one game at a time, and in one thread.

    Args:
        seed: makes the draws of chance outcomes reproducible. With a limit in simulations alone, the
            bot then makes the same choices in the same games on every machine and in both builds.
        simulations: the number of simulations for a choice, from 1.
        seconds: the time for a choice in seconds, above 0. The bot stops within 20 milliseconds of
            it; the first choice with cards of your own takes longer, since their weights are made
            then. With both limits, the first one that is reached counts; without any, it makes 400
            simulations.
        clock: what the seconds are measured by, one of :data:`CLOCKS`: ``process``, the processor
            time of this process, or ``wall``, wall-clock time.
        evaluation: rates states; it has a method ``log_odds(state)``. By default, the weights that
            come with the library: :func:`wonders_duel.evaluation.fitted`. One with a method
            ``log_odds_of(states)``, too, is asked for many states at once.
        prior: says how promising moves are before they are searched; by default :class:`Softmax`.
        selection: says which move a simulation tries next; by default :class:`Puct`.
        memory: the most memory for the tree in bytes, from 1,000,000 for each worker, by default
            1 GiB; when it is reached, the bot chooses.
        workers: how many processes share the work, this one among them, 1 to 256, on Windows 61.
            The others are started for the first choice, keep their trees, and end with the bot, at
            the latest with this process. The simulations and the memory are those of all together; seconds
            of the processor are those of each.

    Raises:
        WrongTypeError: an argument has another type, a number is too small or too large, or there
            is no such clock; or a part of the search cannot be pickled for the workers.

    >>> from wonders_duel import Age, CityPosition, Position
    >>> cities = (CityPosition(coins=30), CityPosition(coins=90))
    >>> cards = {0: "siege-workshop", 1: "senate"}
    >>> state = Position(age=Age.III, structure=cards, cities=cities, pawn=7).state()
    >>> print(SearchBot(seed=1, simulations=50).choose(state))
    build siege-workshop
    """

    def __init__(
        self,
        seed: Seed = None,
        *,
        simulations: Whole | None = None,
        seconds: float | None = None,
        clock: str = "process",
        evaluation: Evaluation | None = None,
        prior: Prior | None = None,
        selection: Selection | None = None,
        memory: Whole = MEMORY,
        workers: Whole = 1,
    ) -> None:
        """Check the limits."""
        if simulations is None and seconds is None:
            simulations = SIMULATIONS
        expect_limits(simulations, seconds, clock, memory, workers)
        expect_parts(evaluation, prior, selection)
        self._given: dict[str, object] = {
            "seed": seed,
            "simulations": simulations,
            "seconds": seconds,
            "clock": clock,
            "evaluation": evaluation,
            "prior": prior,
            "selection": selection,
            "memory": memory,
            "workers": workers,
        }
        self._simulations = simulations
        self._seconds = seconds
        self._clock = CLOCKS[clock]
        memory //= workers
        self._searcher = Searcher(evaluation, seed, memory, prior=prior, selection=selection)
        self._team: Team | None = None
        if workers > 1:
            self._team = Team(workers, Settings(evaluation, prior, selection, seed, memory))
            weakref.finalize(self, self._team.close)
        self._lock = RLock()  # a signal handler may close the bot while it chooses
        self._is_choosing = False
        self._is_closing = False
        """Whether the workers end with the choice."""

    def choose(self, state: State) -> Move:
        """Choose the move that looks best after the search; a single legal move needs none.

        Args:
            state: a state in which a player is to move.

        Returns:
            One of its legal moves.

        Raises:
            BotError: no player is to move; the evaluation, the prior or the selection fails, or
                does not return finite numbers; a worker cannot be started, or has ended; with
                workers, the evaluation or a signal handler asks a bot that is choosing.
            CatalogueError: the evaluation is for other cards.
            WrongTypeError: the argument is not a state; or its cards cannot be pickled for the
                workers.
        """
        expect_to_move(state)
        moves = state.legal_moves
        if len(moves) == 1:
            return moves[0]
        if self._team is None:
            return self._searched(state)
        with self._lock:
            if self._is_choosing:
                raise BotError("this bot is choosing already: make another one")
            return self._shared(state, self._team)

    def _shared(self, state: State, team: Team) -> Move:
        """Search with the workers, and end them after an error or if the bot has been closed."""
        try:
            self._is_choosing, self._is_closing = True, False
            return self._searched(state)
        except BaseException:
            self._is_closing = True
            raise
        finally:
            self._is_choosing = False
            if self._is_closing:
                team.close()

    def _searched(self, state: State) -> Move:
        return self._searcher.choose(
            state, self._simulations, self._seconds, self._clock, self._team
        )

    def close(self) -> None:
        """End the workers. The next choice starts others, which begin without trees.

        While the bot chooses, this waits for the choice. In a signal handler it cannot wait: then
        the workers end with the choice, which goes on when the handler returns.
        """
        with self._lock:
            self._is_closing = True
            if self._team is not None and not self._is_choosing:
                self._team.close()

    def __enter__(self) -> Self:
        """Return the bot itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the workers."""
        self.close()

    def __getstate__(self) -> dict[str, object]:
        """Return the arguments, and what a derived class has added.

        A copy or a pickled bot starts without a tree.
        """
        return kept_of(self, self._given, _MADE)

    def __setstate__(self, kept: dict[str, object]) -> None:
        """Start again with the same arguments."""
        remake(self, kept, SearchBot.__init__)

    def __repr__(self) -> str:
        """Return the class and the limits."""
        limits = [
            f"{name}={shown(value)}"
            for name, value in (("simulations", self._simulations), ("seconds", self._seconds))
            if value is not None
        ]
        if self._team is not None:
            limits.append(f"workers={self._team.workers}")
        return f"<{type(self).__name__} {', '.join(limits)}>"


_MADE: Final = frozenset(
    [
        "_clock",
        "_given",
        "_is_choosing",
        "_is_closing",
        "_lock",
        "_searcher",
        "_seconds",
        "_simulations",
        "_team",
    ]
)
"""The attributes that the arguments make."""
