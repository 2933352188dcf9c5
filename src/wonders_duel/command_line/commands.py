"""The commands of the command line, with their options already parsed."""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from wonders_duel.bots.names import HUMAN
from wonders_duel.command_line.cards_option import catalogue_of, searched_catalogue_of
from wonders_duel.command_line.output import FailedError, expect_place, rules_of
from wonders_duel.command_line.progress import progress
from wonders_duel.command_line.reading import INPUT, called, nth_item, on_disk, unreadable
from wonders_duel.deal import Deal
from wonders_duel.errors import FormatError
from wonders_duel.limits import MOST_BYTES, Limits
from wonders_duel.perft import divided, perft
from wonders_duel.play.command import OPPONENT, play
from wonders_duel.seeds import generator
from wonders_duel.state import State
from wonders_duel.support.exit_codes import FAILED
from wonders_duel.support.phrases import outside_python, shown_name

if TYPE_CHECKING:
    from wonders_duel.catalogues import Catalogue
    from wonders_duel.validation import Finding

__all__ = [
    "run_perft",
    "run_play",
    "run_validate",
]


def run_play(options: Namespace) -> int:
    """Play a game in the terminal.

    Args:
        options: the parsed options.

    Returns:
        The exit code.
    """
    if options.save:
        expect_place(options.save)
    bot = HUMAN if options.hotseat else options.opponent or OPPONENT
    return play(options, rules_of(options.rules), searched_catalogue_of(options, [bot]))


def run_validate(options: Namespace) -> int:
    """Check files, and print every fault.

    Args:
        options: the parsed options.

    Returns:
        The exit code.
    """
    cards = catalogue_of(options)
    for file in options.files:
        name = shown_name(file)
        kinds: Counter[str] = Counter()
        faults = 0
        try:
            with progress("items", None) as shown_progress:
                for number, finding in enumerate(_findings(file, cards), start=1):
                    kinds[finding.kind] += 1
                    for fault in finding.faults:
                        options.code = FAILED  # set first: printing may fail
                        print(f"{name}: {outside_python(str(fault))}")
                        faults += 1
                    shown_progress.show(number)
        except FailedError as error:
            options.code = FAILED
            print(f"{name}: {outside_python(str(error))}")
            continue
        counted = ", ".join(
            f"{number} {_plural(kind) if number > 1 else kind}" for kind, number in kinds.items()
        )
        verdict = f"{faults} fault{'s' if faults > 1 else ''}" if faults else "OK"
        print(f"{name}: {counted}: {verdict}")
    return int(options.code)


def _plural(noun: str) -> str:
    """Return a noun in the plural; ``options`` and ``rules`` already are."""
    if noun.endswith("is"):
        return f"{noun.removesuffix('is')}es"
    if noun.endswith("ch"):
        return f"{noun}es"
    return noun if noun.endswith("s") else f"{noun}s"


def _findings(file: str, cards: Catalogue | None) -> Iterator[Finding]:
    """Validate a file, and raise `FailedError` if it cannot be read."""
    from wonders_duel.arena.journal import LONGEST_MATCH, is_journal  # noqa: PLC0415 - slow to import
    from wonders_duel.validation import validate  # noqa: PLC0415 - slow to import

    try:
        with on_disk(file) as path:
            # The first line of a journal has the starts of its match.
            limits = Limits(size=LONGEST_MATCH) if is_journal(path) else None
            yield from validate(path, catalogue=cards, limits=limits)
    except OSError as error:
        raise FailedError(
            f"cannot read {'the input' if file == INPUT else 'the file'}: {error.strerror}"
        ) from None


def run_perft(options: Namespace) -> int:
    """Count the move sequences from a position, and print the number.

    Args:
        options: the parsed options.

    Returns:
        The exit code.
    """
    state, _ = nth_item(
        options.position,
        None,
        "a position",
        "perft counts from one: copy that line into a file of its own, or pass it as text",
        catalogue_of(options),
    )
    if not isinstance(state, State):
        raise FailedError(f"{called(options.position)} has a record; expected a position")
    deal = None
    if options.deal is not None:
        deal = _deal(options.deal, state.catalogue)
    elif not options.chance:
        deal = Deal.consistent_with(state, generator("perft", options.seed))
    if not options.depth:
        print(perft(state, 0, deal=deal))
        return 0
    total = 0
    with progress("moves", len(state.legal_moves) or None) as shown_progress:
        counts = divided(state, options.depth, deal=deal)
        for done, (line, number) in enumerate(counts, start=1):
            total += number
            if options.divide:
                print(f"{line}: {number}", flush=True)
            shown_progress.show(done)
    print(total)
    return 0


def _deal(name: str, cards: Catalogue) -> Deal:
    try:
        with Path(name).open("rb") as file:
            content = file.read(MOST_BYTES * Limits().size + 1)
    except OSError as error:
        raise unreadable(name, error) from None
    try:
        return Deal.from_json(content, cards)
    except FormatError as error:
        raise FailedError(f"{shown_name(name)} is not a deal: {error}") from None
