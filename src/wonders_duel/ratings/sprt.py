"""``Sprt``: a test that stops a match as soon as its rows are conclusive."""

from __future__ import annotations

from math import log
from typing import Literal

from wonders_duel.errors import MatchError
from wonders_duel.match import MatchRow
from wonders_duel.ratings.elo import expect_between
from wonders_duel.ratings.pairs import Interval, Model, PairCounts, expect_hypotheses, expect_model
from wonders_duel.ratings.views import expect_bots, quarters_for
from wonders_duel.support.arguments import expect, expect_number
from wonders_duel.support.phrases import counted

__all__ = ["Hypothesis", "Sprt"]

Hypothesis = Literal["H0", "H1"]
"""A hypothesis of a test: the first bot is better by ``elo0``, or by ``elo1``."""


class Sprt:
    """A sequential probability ratio test: play until one of two hypotheses is accepted.

    H0 says that the first bot is better by ``elo0``, H1 that it is better by ``elo1``. The test
    adds one pair of games after the other, and accepts a hypothesis as soon as the log-likelihood
    ratio (:meth:`.PairCounts.llr`) reaches a bound: H0 at log(beta/(1-alpha)), H1 at
    log((1-beta)/alpha). See
    Abraham Wald, "Sequential Tests of Statistical Hypotheses", *Annals of Mathematical
    Statistics* 16 (1945).

    Pairs count in the order of their tasks, and those after the decisive one do not count.
    Rows can therefore arrive in any order: the result is the same with any number of processes.
    A row that arrives early waits for those of the tasks before it.

    Args:
        elo0: the difference of H0, -2000 to 2000.
        elo1: the difference of H1, larger than ``elo0``, up to 2000.
        alpha: the probability of accepting H1 if H0 is true, between 0 and 0.5, both excluded.
        beta: the probability of accepting H0 if H1 is true, between 0 and 0.5, both excluded.
        model: whether the differences are in ``"normalized"`` or ``"logistic"`` Elo. With
            normalised Elo, the number of pairs needed depends little on the bots.
        bots: the numbers of the two bots, if the match has others. Pass the rows of all of them:
            the tasks of the others are skipped.

    Raises:
        UnknownNameError: the model is unknown.
        WrongTypeError: an argument has the wrong type, or is out of range.

    >>> from wonders_duel.match import Match
    >>> match = Match(["greedy", "random"], deals=100, seed="example")
    >>> sprt = Sprt(0, 50)
    >>> for number in range(100):
    ...     if sprt.add(match.play(number)):
    ...         break
    >>> sprt.accepted
    'H1'
    """

    __slots__ = (
        "_accepted",
        "_bots",
        "_bounds",
        "_counts",
        "_early",
        "_elo0",
        "_elo1",
        "_is_chosen",
        "_llr",
        "_model",
        "_next",
    )

    def __init__(
        self,
        elo0: float,
        elo1: float,
        *,
        alpha: float = 0.05,
        beta: float = 0.05,
        model: Model = "normalized",
        bots: tuple[int, int] | None = None,
    ) -> None:
        """Store the hypotheses and compute the bounds."""
        expect_hypotheses(elo0, elo1)
        expect_model(model)
        for name, value in (("alpha", alpha), ("beta", beta)):
            expect_between(value, 0.5, name)
        self._elo0, self._elo1, self._model = elo0, elo1, model
        self._bounds = (log(beta / (1 - alpha)), log((1 - beta) / alpha))
        self._bots = None if bots is None else expect_bots(bots)
        self._is_chosen = bots is not None
        self._counts = [0] * 5
        self._llr = 0.0
        self._accepted: Hypothesis | None = None
        self._next = 0
        self._early: dict[int, int | None] = {}

    def add(self, row: MatchRow) -> Hypothesis | None:
        """Add a row.

        Args:
            row: the row of a task, in any order. Once a hypothesis has been accepted, it changes
                nothing.

        Returns:
            The accepted hypothesis, as :attr:`accepted`.

        Raises:
            MatchError: there was a row of this task before; or the row is of other bots than the
                first one, and none were chosen.
            WrongTypeError: it is not a row.
        """
        expect(row, MatchRow, "a MatchRow")
        quarters = quarters_for(row, self._bots or row.bots, chosen=self._is_chosen)
        self._bots = self._bots or row.bots
        return self._place(row.task, quarters)

    def skip(self, task: int) -> Hypothesis | None:
        """Leave out a task that has no row, because it failed. The rows after it would wait for it.

        Args:
            task: the number of the task, from 0.

        Returns:
            The accepted hypothesis, as :attr:`accepted`.

        Raises:
            MatchError: there was a row of this task before.
            WrongTypeError: it is not the number of a task.
        """
        expect_number(task, 0, "the task")
        return self._place(task, None)

    def _place(self, task: int, quarters: int | None) -> Hypothesis | None:
        """Put the score of a task in its place, and count all that have no gap before them."""
        if self._accepted is not None:
            return self._accepted
        early = self._early
        if task < self._next or task in early:
            raise MatchError(f"duplicate task {task}: a row of it has been added before")
        early[task] = quarters
        while self._next in early:
            following = early.pop(self._next)
            self._next += 1
            if following is not None and self._count(following) is not None:
                early.clear()
        return self._accepted

    def _count(self, quarters: int) -> Hypothesis | None:
        """Add the score of a pair."""
        self._counts[quarters] += 1
        self._llr = self.counts.llr(self._elo0, self._elo1, self._model)
        lower, upper = self._bounds
        if self._llr >= upper:
            self._accepted = "H1"
        elif self._llr <= lower:
            self._accepted = "H0"
        return self._accepted

    @property
    def accepted(self) -> Hypothesis | None:
        """The accepted hypothesis; ``None`` as long as neither is."""
        return self._accepted

    @property
    def llr(self) -> float:
        """The log-likelihood ratio of the pairs that count."""
        return self._llr

    @property
    def bounds(self) -> Interval:
        """The log-likelihood ratios at which H0 and H1 are accepted."""
        return self._bounds

    @property
    def counts(self) -> PairCounts:
        """The scores of the pairs that count."""
        return PairCounts(self._counts)

    @property
    def pairs(self) -> int:
        """The number of pairs that count."""
        return sum(self._counts)

    @property
    def waiting(self) -> int:
        """The number of rows that wait for the rows of earlier tasks."""
        return len(self._early)

    def __str__(self) -> str:
        """Return the state of the test in one line.

        >>> print(Sprt(0, 20))
        LLR +0.00 (-2.94 to +2.94) for normalised Elo 0 or 20: 0 pairs, undecided
        """
        lower, upper = self._bounds
        pairs = self.pairs
        kind = "logistic" if self._model == "logistic" else "normalised"
        verdict = "undecided" if self._accepted is None else f"{self._accepted} accepted"
        return (
            f"LLR {self._llr:+z.2f} ({lower:+.2f} to {upper:+.2f}) for {kind} Elo "
            f"{self._elo0:g} or {self._elo1:g}: {counted(pairs, 'pair')}, {verdict}"
        )

    def __repr__(self) -> str:
        """Return the state of the test."""
        return f"<Sprt {self}>"
