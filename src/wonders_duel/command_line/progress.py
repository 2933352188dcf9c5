"""Progress of long commands, on standard error: a live bar, or a line now and then."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from time import monotonic
from typing import TYPE_CHECKING, Final, Protocol

from wonders_duel.command_line.output import write_error

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["Progress", "progress", "time_text"]

EVERY: Final = 10.0
"""Seconds between lines of progress without a live bar."""
_MINUTE: Final = 60
_HOUR: Final = 3600


class Progress(Protocol):
    """Shows how far a command is."""

    def show(self, done: int) -> None:
        """Show progress.

        Args:
            done: how many items are done.
        """


Table = Callable[[], Iterable[tuple[str, ...]]]
"""Returns what a live display shows above the bar: a heading, then rows of cells."""


def time_text(seconds: float) -> str:
    """Return a duration in hours, minutes and seconds.

    Args:
        seconds: the duration.

    >>> time_text(59.6), time_text(7322)
    ('0:01:00', '2:02:02')
    """
    whole = round(seconds)
    return f"{whole // _HOUR}:{whole % _HOUR // _MINUTE:02}:{whole % _MINUTE:02}"


@contextmanager
def progress(
    what: str,
    total: int | None,
    *,
    done: int = 0,
    table: Table | None = None,
    line: Callable[[], str] = str,
    in_pipes: bool = False,
    at_most: bool = False,
) -> Iterator[Progress]:
    """Show the progress of a command while it runs.

    On a terminal, and with ``rich``, it is a live bar. On a terminal without ``rich``, it is a line
    every ten seconds. Otherwise nothing is shown, unless the command wants lines.

    Args:
        what: what is counted, in the plural.
        total: how many there are; ``None`` if that is not known.
        done: how many are done already; they do not count for the rate.
        table: what to show above a live bar.
        line: returns what to add to a line.
        in_pipes: whether to show lines where there is no terminal.
        at_most: whether the command may end before all of them are done.
    """
    is_terminal = sys.stderr is not None and sys.stderr.isatty()
    if is_terminal and find_spec("rich") is not None:
        with _live(what, total, done, table, at_most=at_most) as shown:
            yield shown
    elif is_terminal or in_pipes:
        yield _Lines(what, total, done, line, at_most=at_most)
    else:
        yield _Silent()


class _Silent:
    """Shows nothing."""

    def show(self, done: int) -> None:
        """Show nothing."""


class _Lines:
    """Writes a line every few seconds."""

    def __init__(
        self,
        what: str,
        total: int | None,
        before: int,
        line: Callable[[], str],
        *,
        at_most: bool,
    ) -> None:
        self._what = what
        self._total = total
        self._before = before
        self._most = "at most " if at_most else ""
        self._line = line
        self._began = self._last = monotonic()

    def show(self, done: int) -> None:
        """Write a line if it is time."""
        now = monotonic()
        if now < self._last + EVERY:
            return
        self._last = now
        rate = (done - self._before) / (now - self._began)
        text = (
            f"{done:,} of {self._total:,} {self._what}" if self._total else f"{done:,} {self._what}"
        )
        text += f", {rate:,.1f} a second"
        if self._total and rate:
            text += f", {self._most}{time_text((self._total - done) / rate)} left"
        more = self._line()
        write_error(f"{text}{', ' if more else ''}{more}\n")


@contextmanager
def _live(
    what: str, total: int | None, done: int, table: Table | None, *, at_most: bool
) -> Iterator[Progress]:
    """Show a live bar, with a table above it."""
    from rich.box import SIMPLE  # noqa: PLC0415 - rich is optional
    from rich.console import Console, Group  # noqa: PLC0415
    from rich.live import Live  # noqa: PLC0415
    from rich.progress import (  # noqa: PLC0415
        BarColumn,
        MofNCompleteColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )
    from rich.progress import Progress as Bar  # noqa: PLC0415
    from rich.table import Table as Grid  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    rate = TextColumn("{task.description}, {task.fields[rate]}/s,")
    most = [TextColumn("at most")] if at_most else []
    if total is None:
        counts = [TextColumn("{task.completed:,}"), rate, TimeElapsedColumn()]
    else:
        counts = [MofNCompleteColumn(), rate, *most, TimeRemainingColumn(), TextColumn("left")]
    bar = Bar(BarColumn(bar_width=10), *counts)
    task = bar.add_task(what, total=total, completed=done, rate="0")

    def drawn() -> RenderableType:
        if table is None:
            return bar
        (name, *figures), *rows = table()
        grid = Grid(box=SIMPLE)
        grid.add_column(name, overflow="fold")
        for figure in figures:
            grid.add_column(figure, no_wrap=True)  # only names give way on a narrow terminal
        for row in rows:
            grid.add_row(*map(Text, row))
        return Group(grid, bar)

    class Shown:
        began = monotonic()

        def show(self, now: int) -> None:
            """Move the bar."""
            rate = (now - done) / max(monotonic() - self.began, 0.01)
            bar.update(task, completed=now, rate=f"{rate:,.1f}")

    console = Console(stderr=True)
    with Live(get_renderable=drawn, console=console, refresh_per_second=4, transient=True):
        yield Shown()
