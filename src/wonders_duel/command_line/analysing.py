"""The command ``analyse``: what the moves of a position or of a recorded game are worth."""

from __future__ import annotations

import signal
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from threading import Event
from types import FrameType
from typing import TYPE_CHECKING, Final

from wonders_duel.command_line.cards_option import searched_catalogue_of
from wonders_duel.command_line.output import (
    FailedError,
    expect_apart,
    expect_new,
    prints_apart,
    showable,
    text_width,
    write_error,
    written_to,
)
from wonders_duel.command_line.progress import progress
from wonders_duel.command_line.reading import nth_item
from wonders_duel.command_line.reviewing import names_of, review_all, reviewed
from wonders_duel.enums import Player
from wonders_duel.errors import RecordError, WrongTypeError
from wonders_duel.languages import Language, language
from wonders_duel.render.analyses import analysis_rows, analysis_text, wrapped
from wonders_duel.render.pages.review import review_page
from wonders_duel.render.reviews import graph, losses, review_heading, review_lines
from wonders_duel.search import Analysis, analysing
from wonders_duel.state import State
from wonders_duel.support.exit_codes import FAILED
from wonders_duel.support.phrases import shown_name
from wonders_duel.text.files import write_whole

if TYPE_CHECKING:
    from wonders_duel.record import Record

__all__ = ["run_analyse"]

SIMULATIONS: Final = 1600
EVERY: Final = 0.2
"""The seconds between two updates of the progress."""
_SHOWN: Final = 8
"""The most moves of the live table."""


def run_analyse(options: Namespace) -> int:
    """Analyse a position or a recorded game, and print a table.

    Args:
        options: the parsed options.

    Returns:
        The exit code.
    """
    to = language(options.language)
    if options.simulations is None and options.seconds is None:
        options.simulations = SIMULATIONS
    if options.force and options.html is None:
        raise WrongTypeError("--force is only valid with --html PAGE")
    if options.all:
        for option, value in (
            ("--html", options.html),
            ("--game", options.game),
            ("--json", options.json or None),
        ):
            if value is not None:
                raise WrongTypeError(f"{option} is not valid with --all")
        with _stopped_by_signal() as stop:
            return review_all(options, stop)
    found = _read(options, to)
    if isinstance(found, State):
        if options.html is not None:
            raise WrongTypeError("--html is only valid for a record, not for a position")
        return _analyse_position(options, found, to)
    return _analyse_record(options, found, to)


def _read(options: Namespace, to: Language) -> State | Record:
    """Return the position or the record that the argument names or is."""
    found, is_last = nth_item(
        options.source,
        options.game,
        "a position or records",
        "choose one with --game, such as --game 2",
        searched_catalogue_of(options, is_sent=options.workers > 1),
    )
    if options.game is None and not is_last and not options.json:
        print(
            showable(to.say("This is the first game in the file; use --game 2 for the next one."))
        )
    return found


@contextmanager
def _stopped_by_signal() -> Iterator[Event]:
    """Let the first Ctrl-C set an event instead of raising an error."""
    event = Event()

    def stop(_: int, __: FrameType | None) -> None:
        if event.is_set():
            raise KeyboardInterrupt
        event.set()

    try:
        before = signal.signal(signal.SIGINT, stop)
    except ValueError:  # not in the main thread
        yield event
        return
    try:
        yield event
    finally:
        signal.signal(signal.SIGINT, before)


# -- a position -----------------------------------------------------------------------------------


def _analyse_position(options: Namespace, state: State, to: Language) -> int:
    latest: Analysis | None = None

    def table() -> Iterator[tuple[str, ...]]:
        for row in islice(analysis_rows(latest, to), _SHOWN + 1):
            yield tuple(row)

    with _stopped_by_signal() as stop:
        with prints_apart():
            updates = analysing(
                state,
                simulations=options.simulations,
                seconds=options.seconds,
                clock="wall",
                seed=options.seed,
                every=EVERY,
                stop=stop,
                workers=options.workers,
            )
            with progress("simulations", options.simulations, table=table) as shown:
                for latest in updates:
                    shown.show(latest.simulations)
        assert latest is not None  # there is at least the final one
        if options.json:
            print(latest.to_json())
        else:
            _print_lines(analysis_text(latest, to, None, text_width()).splitlines())
        if stop.is_set():
            raise KeyboardInterrupt
    return 0


# -- a record -------------------------------------------------------------------------------------


def _analyse_record(options: Namespace, record: Record, to: Language) -> int:
    expect_apart({"--html": options.html}, () if options.source == "-" else (options.source,))
    expect_new(options.html, force=options.force)
    if not record.turns:
        raise FailedError("the record has no moves")
    names = names_of(record, to)
    analyses: list[Analysis] = []
    fault: RecordError | None = None
    with _stopped_by_signal() as stop:
        try:
            with prints_apart():
                analyses.extend(_decisions(options, record, stop))
        except RecordError as error:
            fault = error
        if fault is not None:
            options.code = FAILED  # set first: printing may fail
        has_page = options.html is not None and bool(analyses)
        try:
            if options.json:
                for analysis in analyses:
                    print(analysis.to_json())
            elif analyses:
                _print_review(analyses, names, to)
        finally:  # also if the reader closed the pipe
            if has_page:
                with written_to(options.html):
                    write_whole(options.html, review_page(analyses, names, to))
        if has_page and not options.json:  # these lines are documents
            page = shown_name(options.html)
            print(showable(to.say("wrote {page}: open it in a browser", page=page)))
        if fault is not None:
            raise fault
        if stop.is_set():
            done = f"{len(analyses)} of {len(record.turns)} decisions"
            write_error(f"wonders-duel: stopped after {done}\n")
            raise KeyboardInterrupt
    return 0


def _decisions(options: Namespace, record: Record, stop: Event) -> Iterator[Analysis]:
    """Yield the analysis of each decision, and show the progress."""
    found = reviewed(options, record, stop)
    with progress("decisions", len(record.turns)) as shown:
        for number, analysis in enumerate(found, start=1):
            yield analysis
            shown.show(number)


def _print_review(analyses: list[Analysis], names: tuple[str, str], to: Language) -> None:
    """Print a line for each decision, the graph, and what each player lost."""
    lines = [review_heading(to)]
    for number, analysis in enumerate(analyses, start=1):
        lines += review_lines(to, names, number, analysis)
    said = to.say("Win probability of {player} before each move, in percent", player=names[0])
    width = text_width()
    lines += ["", *wrapped(said, width), ""]
    _print_lines(lines)
    shares = [analysis.win_probability_of(Player.ONE) for analysis in analyses]
    rows = list(graph(shares, width=width))
    if any(showable(row) != row for row in rows):
        rows = list(graph(shares, width=width, ascii=True))
    ends = [line for sentence in losses(to, names, analyses) for line in wrapped(sentence, width)]
    _print_lines([*rows, "", *ends])


def _print_lines(lines: list[str]) -> None:
    for line in lines:
        print(showable(line))
