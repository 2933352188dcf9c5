"""``analyse --all``: how well the players of many games decided."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Iterator
from threading import Event
from typing import Final

from wonders_duel.command_line.cards_option import searched_catalogue_of
from wonders_duel.command_line.output import (
    FailedError,
    prints_apart,
    showable,
    terminal_width,
    write_error,
)
from wonders_duel.command_line.progress import progress
from wonders_duel.command_line.reading import items
from wonders_duel.errors import RecordError
from wonders_duel.languages import ENGLISH, Language
from wonders_duel.languages.seats import seats
from wonders_duel.record import Record
from wonders_duel.render.board.spans import line, pad, plain, tidy
from wonders_duel.search import Analysis, review
from wonders_duel.state import State
from wonders_duel.statistics.decisions import DecisionCount, Decisions
from wonders_duel.support.columns import columns
from wonders_duel.support.phrases import counted

__all__ = ["names_of", "review_all", "reviewed"]

_MOST: Final = 50
"""The most players of the table."""
_WIDTH: Final = 19
"""The least columns of a name; the table fits into 80 then."""
_NUMBERS: Final = 60
"""The columns of the numbers."""
_MORE: Final = "\N{HORIZONTAL ELLIPSIS}"


def review_all(options: Namespace, stop: Event) -> int:
    """Analyse all games of a file, and print how well the players decided.

    Args:
        options: the parsed options.
        stop: ends the work; what was found until then is printed.

    Returns:
        The exit code.
    """
    decisions = Decisions()
    games = bad = 0
    fault: FailedError | None = None
    with progress("games", None) as shown, prints_apart():
        try:
            for record in _records(options):
                games += 1
                try:
                    for analysis in reviewed(options, record, stop):
                        decisions.add(analysis, names_of(record, ENGLISH))
                except RecordError as error:
                    bad += 1
                    write_error(f"game {games}: {error}\n")
                shown.show(games)
                if stop.is_set():
                    break
        except FailedError as error:
            fault = error
    if fault is not None and not games:
        raise fault
    found = decisions.every.decisions
    print(f"{counted(games, 'game')}, {counted(found, 'decision')} between two or more moves")
    if decisions.every.decisions:
        _print("player", decisions.by_player(), decisions.every)
        _print("move", decisions.by_kind(), None)
    if fault is not None:
        raise fault
    if stop.is_set():
        write_error(f"wonders-duel: stopped in game {games:,}\n")
        raise KeyboardInterrupt
    return int(bad > 0)


def _records(options: Namespace) -> Iterator[Record]:
    cards = searched_catalogue_of(options, is_sent=options.workers > 1)
    for item in items(options.source, "records", cards):
        if isinstance(item, State):
            raise FailedError("--all is for files of records; leave it out for a position")
        yield item


def reviewed(options: Namespace, record: Record, stop: Event) -> Iterator[Analysis]:
    """Return the analyses of the decisions of a game, as the options say.

    Args:
        options: the parsed options.
        record: the game.
        stop: ends the work.
    """
    return review(
        record,
        simulations=options.simulations,
        seconds=options.seconds,
        clock="wall",
        seed=options.seed,
        stop=stop,
        workers=options.workers,
    )


def names_of(record: Record, to: Language) -> tuple[str, str]:
    """Return the names of the players; without names, the seats.

    Args:
        record: the game.
        to: the language.
    """
    one, two = (player.name or seat for player, seat in zip(record.players, seats(to), strict=True))
    return one, two


def _print(
    heading: str, rows: Iterable[tuple[str, DecisionCount]], every: DecisionCount | None
) -> None:
    """Print a table, with whole names if they fit the terminal, or if it goes elsewhere."""
    lines = [(tidy(name), count) for name, count in rows]
    longest = max((columns(name) + 2 for name, _ in lines[:_MOST]), default=0)
    widest = terminal_width()
    width = max(_WIDTH, longest if widest is None else min(longest, widest - _NUMBERS))
    print(
        f"\n{heading:{width}}{'decisions':>10}{'best found':>11}{'mean loss':>10}"
        f"{'inaccurate':>11}{'mistakes':>9}{'blunders':>9}"
    )
    for name, count in lines[:_MOST]:
        _print_count(name, count, width)
    if len(lines) > _MOST:
        print(f"and {len(lines) - _MOST:,} others")
    if every is not None:
        _print_count("all", every, width)


def _print_count(name: str, count: DecisionCount, width: int) -> None:
    short = plain(pad(line(name), (), width - 1, _MORE))
    print(
        showable(
            f"{short} {count.decisions:>10,}{100 * count.best_share:>9.1f} %"
            f"{100 * count.mean_loss:>10.2f}{count.inaccuracies:>11,}{count.mistakes:>9,}"
            f"{count.blunders:>9,}"
        )
    )
