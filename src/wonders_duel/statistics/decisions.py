"""How well decisions were made: what moves lose against the best ones, by player and by kind of move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import attrs

from wonders_duel.errors import WrongTypeError
from wonders_duel.search import Analysis, Mark, MoveAnalysis
from wonders_duel.support.arguments import expect, expect_names

__all__ = ["DecisionCount", "Decisions"]

_KINDS: Final = {
    "draft": "draft a wonder",
    "build": "construct a building",
    "discard": "discard a building",
    "wonder": "construct a wonder",
    "token": "take a progress token",
    "destroy": "destroy a building",
    "revive": "construct a discarded building",
    "begin": "choose who begins",
}
"""The words of moves, and what they do."""
_OTHER: Final = "other choices"


@attrs.define
class DecisionCount:
    """The decisions of a player, or of a kind.

    Attributes:
        decisions: the number of decisions. :meth:`Decisions.add` counts those with more than one legal
            move.
        best: those in which the best move was played.
        lost: the sum of what the moves lose, in win probability.
        inaccuracies: the moves that lose 0.05 or more, but less than 0.10.
        mistakes: those that lose 0.10 or more, but less than 0.20.
        blunders: those that lose 0.20 or more.

    A move has one mark at most: a blunder is not counted as a mistake as well.

    >>> count = DecisionCount(decisions=20, best=9, lost=0.8)
    >>> count.best_share, count.mean_loss
    (0.45, 0.04)
    """

    decisions: int = 0
    best: int = 0
    lost: float = 0.0
    inaccuracies: int = 0
    mistakes: int = 0
    blunders: int = 0

    @property
    def best_share(self) -> float:
        """How often the best move was played; 0 without decisions."""
        return self.best / max(1, self.decisions)

    @property
    def mean_loss(self) -> float:
        """What a move loses on average, in win probability; 0 without decisions."""
        return self.lost / max(1, self.decisions)

    def add(self, analysis: Analysis) -> None:
        """Count a decision.

        Args:
            analysis: its analysis, with the move that was played.

        Raises:
            WrongTypeError: it is not an analysis, or it lacks the move that was played.
        """
        played = _played(analysis)
        self.decisions += 1
        self.best += played is analysis.best
        self.lost += analysis.loss
        mark = analysis.mark
        self.inaccuracies += mark is Mark.INACCURACY
        self.mistakes += mark is Mark.MISTAKE
        self.blunders += mark is Mark.BLUNDER


def _played(analysis: Analysis) -> MoveAnalysis:
    """Return the analysis of the move that was played, or raise ``WrongTypeError`` without one."""
    expect(analysis, Analysis, "an Analysis")
    if analysis.played is None:
        raise WrongTypeError("expected the analysis of a move that was played")
    return analysis.played


class Decisions:
    """Counts of decisions, as :func:`wonders_duel.search.review` yields them.

    >>> from wonders_duel import Game
    >>> from wonders_duel.bots import RandomBot
    >>> from wonders_duel.search import review
    >>> game = Game(seed=7)
    >>> _ = game.play_out(RandomBot(1), RandomBot(2))
    >>> decisions = Decisions()
    >>> for analysis in review(game.record(), simulations=20, seed=1):
    ...     decisions.add(analysis, ("Ann", "Ben"))
    >>> [name for name, _ in decisions.by_player()]
    ['Ann', 'Ben']
    >>> every = decisions.every
    >>> every.decisions > 40, 0 < every.best_share < 0.7
    (True, True)
    """

    def __init__(self) -> None:
        """Begin without decisions."""
        self.every: DecisionCount = DecisionCount()
        """All decisions."""
        self._players: dict[str, DecisionCount] = {}
        self._kinds: dict[str, DecisionCount] = {}

    def add(self, analysis: Analysis, names: tuple[str, str]) -> None:
        """Count a decision, unless there was only one legal move.

        Args:
            analysis: its analysis, with the move that was played.
            names: the names of players one and two.

        Raises:
            WrongTypeError: it is not an analysis, or it lacks the move that was played; or the
                names are not those of two players.
        """
        played = _played(analysis)
        names = expect_names(names)
        if len(analysis.moves) == 1:
            return
        kind = _KINDS.get(str(played.move).partition(" ")[0], _OTHER)
        for count in (
            self.every,
            self._players.setdefault(names[analysis.player], DecisionCount()),
            self._kinds.setdefault(kind, DecisionCount()),
        ):
            count.add(analysis)

    def by_player(self) -> Iterator[tuple[str, DecisionCount]]:
        """Yield the players, those with the most decisions first, and their counts."""
        yield from sorted(self._players.items(), key=lambda one: (-one[1].decisions, one[0]))

    def by_kind(self) -> Iterator[tuple[str, DecisionCount]]:
        """Yield the kinds of moves, in the order of a game, and their counts."""
        for kind in (*_KINDS.values(), _OTHER):
            if kind in self._kinds:
                yield kind, self._kinds[kind]
