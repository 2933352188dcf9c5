"""``RunningSummary``: a summary that grows row by row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wonders_duel.enums import Player
from wonders_duel.errors import MatchError, WrongTypeError
from wonders_duel.match import MatchGame, MatchRow
from wonders_duel.ratings.pairs import PairCounts
from wonders_duel.ratings.results import BotResults, PairingResults, Summary
from wonders_duel.support.arguments import expect, expect_number
from wonders_duel.support.phrases import counted, shown

__all__ = ["RunningSummary", "summary"]


_COUNTED = ("military", "scientific", "civilian", "by_fault", "shared", "lost", "faults")


class RunningSummary:
    """A summary that grows row by row, for a display during a match.

    It keeps sums only, so its size does not depend on the number of rows.

    Args:
        names: the names of the bots, in the order of the match. If left out, they are
            "bot 0", "bot 1" and so on.

    Raises:
        WrongTypeError: these are not different strings in a list or tuple, or there are none.

    >>> from wonders_duel.match import Match
    >>> match = Match(["greedy", "random"], deals=2, seed="example")
    >>> running = RunningSummary(["greedy", "random"])
    >>> for number in range(2):
    ...     running.add(match.play(number))
    ...     print(running.counts(0, 1).pairs)
    1
    2
    """

    def __init__(self, names: Sequence[str] | None = None) -> None:
        """Start without rows."""
        self._names = None if names is None else _checked(names)
        self._pairings: dict[tuple[int, int], list[int]] = {}
        self._counts: dict[int, dict[str, list[int]]] = {}
        self._times: dict[int, tuple[float, int]] = {}
        self._moves = 0

    def add(self, row: MatchRow) -> None:
        """Add a row.

        Args:
            row: the row of a task, which has not been added before.

        Raises:
            MatchError: the row is of a bot without a name.
            WrongTypeError: it is not a row.
        """
        expect(row, MatchRow, "a MatchRow")
        names = self._names
        if names is not None and max(row.bots) >= len(names):
            raise MatchError(
                f"the row of task {row.task} is of bot {max(row.bots)}; expected the names of at "
                f"least {max(row.bots) + 1} bots, got {len(names)}"
            )
        one, two = row.bots
        if one < two:
            self._pairings.setdefault((one, two), [0] * 5)[row.quarters] += 1
        else:
            self._pairings.setdefault((two, one), [0] * 5)[4 - row.quarters] += 1
        self._add_game(row.games[0], (one, two))
        self._add_game(row.games[1], (two, one))

    def _add_game(self, game: MatchGame, bots: tuple[int, int]) -> None:
        """Add a game of the bots in seats one and two."""
        self._moves += len(game.moves)
        for player, bot in zip(Player, bots, strict=True):
            counts = self._counts_of(bot)
            if game.winner is None:
                result = "shared"
            elif game.winner is not player:
                result = "lost"
            else:
                result = "by_fault" if game.victory is None else game.victory.value
            counts[result][player] += 1
            if game.seconds is not None:
                seconds, timed = self._times.get(bot, (0.0, 0))
                self._times[bot] = seconds + game.seconds[player], timed + game.decisions[player]
            if game.fault is not None and game.fault.seat is player:
                counts["faults"][player] += 1

    def _counts_of(self, bot: int) -> dict[str, list[int]]:
        """Return the numbers of games of a bot in seats one and two."""
        if bot not in self._counts:
            self._counts[bot] = {name: [0, 0] for name in _COUNTED}
        return self._counts[bot]

    def counts(self, one: int, two: int) -> PairCounts:
        """Return how often a bot has reached each score against another one.

        Args:
            one: the number of the bot, from 0.
            two: the number of the other bot, from 0.

        Returns:
            The counts; without pairs if they have not played yet, or if there is no such bot.

        Raises:
            WrongTypeError: a number is not a whole number from 0.
        """
        for number in (one, two):
            expect_number(number, 0, "the number of a bot")
        if one < two:
            return PairCounts(self._pairings.get((one, two), [0] * 5))
        return PairCounts(self._pairings.get((two, one), [0] * 5)).reversed()

    def summary(self) -> Summary:
        """Return the summary of the rows so far."""
        bots = sorted(self._counts) if self._names is None else range(len(self._names))
        return Summary(
            bots=tuple(self._results(bot) for bot in bots),
            pairings=tuple(
                PairingResults((self._name(one), self._name(two)), PairCounts(counts))
                for (one, two), counts in sorted(self._pairings.items())
            ),
            moves=self._moves,
        )

    def __repr__(self) -> str:
        """Return the number of pairs of games."""
        pairs = sum(map(sum, self._pairings.values()))
        return f"<RunningSummary of {counted(pairs, 'pair')} of games>"

    def _results(self, bot: int) -> BotResults:
        counts = {name: (one, two) for name, (one, two) in self._counts_of(bot).items()}
        faults = sum(counts.pop("faults"))
        seconds, moves = self._times.get(bot, (0.0, 0))
        return BotResults(
            name=self._name(bot), faults=faults, seconds=seconds, timed_moves=moves, **counts
        )

    def _name(self, number: int) -> str:
        return f"bot {number}" if self._names is None else self._names[number]


def _checked(names: object) -> tuple[str, ...]:
    given = tuple(names) if isinstance(names, tuple | list) else ()
    strings = [name for name in given if isinstance(name, str)]
    if not given or len(set(strings)) < len(given):
        raise WrongTypeError(f"expected the names of bots, all different, got {shown(names)}")
    return tuple(strings)


def summary(rows: Iterable[MatchRow], names: Sequence[str] | None = None) -> Summary:
    """Summarise the rows of a match.

    Args:
        rows: the rows, in any order. They are read once and not kept.
        names: the names of the bots, in the order of the match. If left out, they are
            "bot 0", "bot 1" and so on.

    Raises:
        MatchError: a row is of a bot without a name.
        WrongTypeError: an argument has the wrong type, or two names are the same.

    >>> from wonders_duel.match import Match
    >>> match = Match(["greedy", "random"], deals=3, seed="example")
    >>> found = summary((match.play(number) for number in range(3)), names=["greedy", "random"])
    >>> found.bots[0].wins(), found.bots[1].wins()
    (6, 0)
    """
    expect(rows, Iterable, "rows of a match")
    running = RunningSummary(names)
    for row in rows:
        running.add(row)
    return running.summary()
