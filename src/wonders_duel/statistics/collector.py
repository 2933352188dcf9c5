"""``Collector``: adds up the facts of games, one at a time."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self

import attrs

from wonders_duel.arena.journal import Tasks, is_journal, read_journal
from wonders_duel.build import later
from wonders_duel.catalogues import Catalogue, as_catalogue
from wonders_duel.errors import (
    BadGameError,
    CatalogueError,
    WondersDuelError,
    WrongTypeError,
)
from wonders_duel.game import Game
from wonders_duel.limits import Limits, as_limits
from wonders_duel.match import Match, MatchRow
from wonders_duel.record import Record
from wonders_duel.statistics.facts import Facts, Sums, Totals
from wonders_duel.statistics.layout import Layout, layout_of
from wonders_duel.statistics.references import Reference
from wonders_duel.statistics.sources import dealt_row, of_game, of_record, of_row, read
from wonders_duel.support.arguments import expect, expect_progress, is_within
from wonders_duel.support.phrases import shown_name
from wonders_duel.text.files import named, open_file, parts

if TYPE_CHECKING:
    from wonders_duel.deal import Deal
    from wonders_duel.state import State
    from wonders_duel.statistics.report import Report
else:
    Report = later("wonders_duel.statistics.report", "Report")

__all__ = ["BadGame", "Collector"]

MOST_NAMED: Final = 100
"""The most games that are left out and named; all of them are counted."""


@attrs.frozen
class BadGame:
    """A game that a report leaves out, because it is invalid or does not follow the rules.

    Attributes:
        number: the number of the game, from 1, among all games that the collector was given.
        source: where it comes from, such as ``games.txt, line 532``; empty if that is not known.
        reason: what is wrong with it, as a sentence.

    >>> print(BadGame(17, "games.txt, line 532", "the record is truncated"))
    game 17 (games.txt, line 532): the record is truncated
    """

    number: int
    source: str
    reason: str

    def __str__(self) -> str:
        """Return the number, the source and the reason."""
        source = f" ({self.source})" if self.source else ""
        return f"game {self.number}{source}: {self.reason}"


_Contents = tuple[
    Catalogue | None,
    bool,
    tuple[int, int, int, int, int],
    tuple[BadGame, ...],
    Totals | None,
    tuple[tuple[Match, tuple[tuple[int, int], ...]], ...],
]
"""A collector as plain values, for pickles."""


class Collector:
    """Adds up the facts of games, to make a :class:`Report` of them.

    It keeps sums and no games, so it takes the same memory for ten games and for ten million. To
    count with several processes, give each its own collector, pickle them, and ``merge`` them.

    Args:
        catalogue: the cards of the games; those of the first game if left out.
        skip_bad: whether games that are invalid or do not follow the rules are counted and left
            out. By default, the first of them raises an error.

    Raises:
        WrongTypeError: the catalogue has another type.

    >>> from wonders_duel import Game
    >>> from wonders_duel.bots import RandomBot
    >>> collector = Collector()
    >>> for seed in range(20):
    ...     game = Game(seed)
    ...     result = game.play_out(RandomBot(seed=1), RandomBot(seed=2))
    ...     collector.add(game)
    >>> collector.games, collector.report().games
    (20, 20)
    """

    __slots__ = (
        "_bad",
        "_catalogue",
        "_latest",
        "_sums",
        "_tasks",
        "games",
        "given",
        "repeated",
        "skip_bad",
        "skipped",
        "unfinished",
    )

    def __init__(self, catalogue: Catalogue | None = None, *, skip_bad: bool = False) -> None:
        """Start with no games."""
        if catalogue is not None:
            expect(catalogue, Catalogue, "a Catalogue")
        self._catalogue = catalogue
        self._sums: Sums | None = None
        self._bad: list[BadGame] = []
        self._tasks: dict[Match, Tasks] = {}
        """The tasks of each match whose rows were given."""
        self._latest: tuple[Match, Tasks] | None = None
        """Those of the match of the latest row: many starts make a match slow to look up."""
        self.skip_bad: bool = skip_bad
        """Whether bad games are left out instead of raising an error."""
        self.given: int = 0
        """The number of games that it was given."""
        self.games: int = 0
        """The number of games that are counted."""
        self.unfinished: int = 0
        """The number of valid games that are left out because they have no result."""
        self.skipped: int = 0
        """The number of bad games that are left out."""
        self.repeated: int = 0
        """The number of games that are left out because an earlier row has the same task of their match."""

    @property
    def catalogue(self) -> Catalogue | None:
        """The cards of the games; ``None`` before the first game, if none were given."""
        return self._catalogue

    @property
    def bad_games(self) -> tuple[BadGame, ...]:
        """The bad games that are left out, or the first 100 of them."""
        return tuple(self._bad)

    def __repr__(self) -> str:
        """Return the numbers of games."""
        return (
            f"<Collector: {self.games} games, {self.unfinished} unfinished, {self.skipped} skipped>"
        )

    # -- adding games -----------------------------------------------------------------------------

    def add(self, game: Record | Game, *, source: str = "") -> None:
        """Add a game.

        A record is replayed, so it is checked against the rules. A game without a result is
        counted as unfinished and adds nothing else.

        Args:
            game: a game or a record.
            source: where it comes from, for messages.

        Raises:
            BadGameError: the record contradicts the rules, and ``skip_bad`` is not set.
            CatalogueError: it has other cards than the games before.
            WrongTypeError: it is neither a game nor a record.
        """
        if isinstance(game, MatchRow):
            raise WrongTypeError("expected a Game or a Record, got a MatchRow; use add_row()")
        expect(game, Record | Game, "a Game or a Record")
        layout = self._layout_for(
            game.catalogue if isinstance(game, Record) else game.initial_state.catalogue,
            f"game {self.given + 1}",
        )
        self.given += 1
        try:
            facts = of_game(layout, game) if isinstance(game, Game) else of_record(layout, game)
        except WondersDuelError as error:
            self._leave_out(source, error)
            return
        self._count(facts)

    def add_row(self, match: Match, row: MatchRow, *, source: str = "") -> None:
        """Add the two games of a row of a match.

        The moves are played again, so they are checked against the rules. A task counts once, also
        if its rows come from several journals; :attr:`repeated` counts the games that are left out.

        Args:
            match: the match.
            row: a row of it.
            source: where it comes from, for messages.

        Raises:
            BadGameError: the row is of another match, or does not follow the rules, and
                ``skip_bad`` is not set.
            CatalogueError: the match has other cards than the games before.
            WrongTypeError: an argument has another type.
        """
        expect(match, Match, "a Match")
        expect(row, MatchRow, "a MatchRow")
        layout = self._layout_for(match.catalogue, "the match")
        tasks = self._tasks_of(match)
        if is_within(row.task, 0, len(match) - 1) and row.task in tasks:
            self.repeated += len(row.games)
            return
        dealt: tuple[State, Deal] | None = None
        for number, played in enumerate(row.games):
            self.given += 1
            place = f"{source}, " * bool(source) + f"task {row.task}, game {number}"
            try:
                dealt = dealt or dealt_row(match, row)
                facts = of_row(layout, played, *dealt)
            except WondersDuelError as error:
                self._leave_out(place, error)
            else:
                self._count(facts)
        if dealt is not None:  # the match has the task
            tasks.add(row.task)

    def add_match(self, match: Match, rows: Iterable[MatchRow], *, source: str = "") -> None:
        """Add the games of many rows of a match, each task once; see :meth:`add_row`.

        Args:
            match: the match.
            rows: rows of it.
            source: where they come from, for messages.

        Raises:
            BadGameError: a row is of another match, or does not follow the rules, and
                ``skip_bad`` is not set.
            CatalogueError: the match has other cards than the games before.
            WrongTypeError: an argument has another type.
        """
        expect(rows, Iterable, "a list of rows")
        for row in rows:
            self.add_row(match, row, source=source)

    def add_file(
        self,
        path: str | os.PathLike[str],
        *,
        limits: Limits | None = None,
        progress: Callable[[int], object] | None = None,
    ) -> None:
        """Add the games of a file, with one game in memory at a time.

        A task that several journals of one match have counts once; see :meth:`add_row`.

        Args:
            path: the path of a file of records as text or JSON, as
                :func:`wonders_duel.records.read` reads it, or of the journal of a match. Its cards
                are those of the collector; the base game by default.
            limits: the limits on the size of each record or row; the default ones if left out.
            progress: called with the number of games given so far, again and again.

        Raises:
            BadGameError: a game is invalid or does not follow the rules, and ``skip_bad`` is not
                set; the error names the file, the line and the number of the game.
            FormatError: the file cannot be read to its end, because it is not UTF-8, or the journal
                is damaged or for other cards.
            LimitError: the text of a record, or a row, is larger than the limits allow. Too many
                moves or levels make a record a bad game instead.
            OSError: the file cannot be read.
            WrongTypeError: an argument has another type.
        """
        limits = as_limits(limits)
        expect(path, (str, os.PathLike), "the path of a file")
        expect_progress(progress, "a number")
        cards = self._layout_for(self._catalogue).catalogue
        name = shown_name(Path(named(path)).name)
        with open_file(path) as file:
            if is_journal(path):
                with read_journal(path, catalogue=cards, limits=limits) as journal:
                    for row in journal:
                        self.add_row(journal.match, row, source=name)
                        if progress is not None:
                            progress(self.given)
                return
            for line, lines in parts(file, limits):
                source = f"{name}, line {line}"
                try:
                    record = read(lines, line, cards, limits)
                except WondersDuelError as error:
                    self.given += 1
                    self._leave_out(source, error)
                else:
                    self.add(record, source=source)
                if progress is not None:
                    progress(self.given)

    # -- combining --------------------------------------------------------------------------------

    def merge(self, other: Collector) -> None:
        """Add the games of another collector to this one.

        The result is the same as if all games had been added to one collector, except that bad games
        keep the numbers that they had in the other one, and that a task of a match counts twice if
        both collectors got a row of it: give all rows of a task to the same collector.

        Args:
            other: the other collector, which does not change.

        Raises:
            CatalogueError: it has other cards.
            WrongTypeError: it is not a collector.
        """
        expect(other, Collector, "a Collector")
        if other._sums is not None:
            assert other._catalogue is not None  # set with the sums
            self._layout_for(other._catalogue, "the other collector")
            self._own_sums().merge(other._sums)
        self.given += other.given
        self.games += other.games
        self.unfinished += other.unfinished
        self.skipped += other.skipped
        self.repeated += other.repeated
        for match, tasks in other._tasks.items():
            self._tasks[match] = self._tasks.get(match, Tasks()) | tasks
        self._latest = None
        self._bad = (self._bad + other._bad)[:MOST_NAMED]

    def __iadd__(self, other: Collector) -> Self:
        """Merge another collector into this one."""
        if not isinstance(other, Collector):
            return NotImplemented
        self.merge(other)
        return self

    def report(
        self, *, reference: Reference | str | None = None, confidence: float = 0.95
    ) -> Report:
        """Return the report of the games so far.

        Args:
            reference: a column to compare with: ``random``, ``self-play``, ``people``, ``tournament``,
                or figures of your own.
            confidence: the confidence level of the intervals, between 0 and 1.

        Raises:
            UnknownNameError: there is no such reference.
            WrongTypeError: an argument has another type, or the confidence is not between 0 and 1.
        """
        from wonders_duel.statistics.report import Report  # noqa: PLC0415 - a report has collectors too

        layout = layout_of(as_catalogue(self._catalogue))
        sums = self._sums or Sums(layout.size)
        return Report(
            catalogue=layout.catalogue,
            games=self.games,
            unfinished=self.unfinished,
            skipped=self.skipped,
            bad_games=self.bad_games,
            sums=sums.parts(),
            repeated=self.repeated,
            reference=reference,
            confidence=confidence,
        )

    # -- inside -----------------------------------------------------------------------------------

    def _layout_for(self, catalogue: Catalogue | None, what: str = "") -> Layout:
        """Return the layout of the games, and check that a game has their cards."""
        if self._catalogue is None:
            self._catalogue = as_catalogue(catalogue)
        own = self._catalogue
        if catalogue is not None and catalogue is not own and catalogue != own:
            raise CatalogueError(
                f"{what} has the catalogue {catalogue.name!r}, the games so far have "
                f"{own.name!r}; make a report for each catalogue"
            )
        return layout_of(own)

    def _tasks_of(self, match: Match) -> Tasks:
        """Return the tasks of a match whose rows were given."""
        if self._latest is None or self._latest[0] is not match:
            self._latest = (match, self._tasks.setdefault(match, Tasks()))
        return self._latest[1]

    def _own_sums(self) -> Sums:
        if self._sums is None:
            assert self._catalogue is not None  # set with the layout
            self._sums = Sums(layout_of(self._catalogue).size)
        return self._sums

    def _count(self, facts: Facts | None) -> None:
        if facts is None:
            self.unfinished += 1
            return
        self._own_sums().add(facts)
        self.games += 1

    def _leave_out(self, source: str, error: WondersDuelError) -> None:
        bad = BadGame(self.given, source, str(error))
        if not self.skip_bad:
            raise BadGameError(bad.number, bad.source, bad.reason) from error
        self.skipped += 1
        if len(self._bad) < MOST_NAMED:
            self._bad.append(bad)

    def __getstate__(self) -> _Contents:
        """Return the contents, with copies of the sums as plain lists."""
        numbers = (self.given, self.games, self.unfinished, self.skipped, self.repeated)
        kept = None if self._sums is None else self._sums.parts()
        tasks = tuple((match, tasks.parts) for match, tasks in self._tasks.items())
        return (self._catalogue, self.skip_bad, numbers, self.bad_games, kept, tasks)

    def __setstate__(self, state: _Contents) -> None:
        """Take the contents from a pickle."""
        self._catalogue, self.skip_bad, numbers, bad, kept, tasks = state
        self.given, self.games, self.unfinished, self.skipped, self.repeated = numbers
        self._tasks = {match: Tasks(parts) for match, parts in tasks}
        self._latest = None
        self._bad = list(bad)
        self._sums = None if kept is None else Sums.of(kept)
