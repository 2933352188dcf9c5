"""The commands of the command line, with their options already parsed."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, TextIO

from wonders_duel.bots import Bot
from wonders_duel.command_line.output import FailedError, rules_of
from wonders_duel.command_line.progress import progress
from wonders_duel.deal import Deal
from wonders_duel.enums import Player
from wonders_duel.errors import (
    BotError,
    FormatError,
    WrongTypeError,
)
from wonders_duel.game import Game
from wonders_duel.languages import Language, language
from wonders_duel.limits import MOST_BYTES, Limits
from wonders_duel.match.specs import several, source_and_settings
from wonders_duel.perft import divided, perft
from wonders_duel.play.command import fresh_seed, play
from wonders_duel.play.opponents import LONGEST_NAME, as_kind, called, opponent
from wonders_duel.record import Record
from wonders_duel.render.board.look import in_ascii
from wonders_duel.render.narration import Narrator
from wonders_duel.seeds import generator
from wonders_duel.state import State
from wonders_duel.support.phrases import shown, shown_name
from wonders_duel.text.files import write_whole

if TYPE_CHECKING:
    from wonders_duel.validation import Finding

__all__ = [
    "FAILED",
    "nth_record",
    "read_input",
    "run_demo",
    "run_perft",
    "run_play",
    "run_replay",
    "run_validate",
    "showable",
]

FAILED = 1
"""The exit code for a failure despite valid arguments."""
WIDTH = 79
"""Columns of wrapped lines."""


def run_play(options: Namespace) -> int:
    """Play a game in the terminal.

    Args:
        options: the parsed options.

    Returns:
        The exit code.
    """
    return play(options, rules_of(options.rules))


def run_demo(options: Namespace) -> int:
    """Play a game between two bots, and print it move by move.

    Args:
        options: the parsed options.

    Returns:
        The exit code.
    """
    to = language(options.language)
    seed = fresh_seed() if options.seed is None else options.seed
    bots, names = _players(options.players, seed)
    first = Player.ONE if options.first_player == "one" else Player.TWO
    game = Game(seed=seed, first_player=first, rules=rules_of(options.rules))
    narrator = Narrator(names, language=to)
    against = to.say(
        "{one} (player one) against {two} (player two), seed {seed}",
        one=names[0],
        two=names[1],
        seed=seed,
    )
    _print(wrap(against, WIDTH, subsequent_indent="  "))
    _print(narrator.opening(game))
    number = 0
    while (player := game.to_move) is not None:
        try:
            move = bots[player].choose(game.state)
        except BotError as error:
            raise FailedError(str(error)) from None
        game.play(move)
        number += 1
        _print(narrator.step(number, game.history[-1]))
    _print(narrator.end(game))
    return 0


def run_replay(options: Namespace) -> int:
    """Print a recorded game move by move, or write a page of it.

    Args:
        options: the parsed options.

    Returns:
        The exit code.
    """
    to = language(options.language)
    if options.force and options.html is None:
        raise WrongTypeError("--force is only valid with --html PAGE")
    record, is_last = nth_record(options.file, options.game or 1)
    if options.game is None and not is_last:
        _print([to.say("This is the first game in the file; use --game 2 for the next one.")])
    if options.html is not None:
        _write_page(options, record, to)
        return 0
    names = [player.name for player in record.players]
    one, two = (name or to.say("somebody") for name in names)
    _print([to.say("{one} (player one) against {two} (player two)", one=one, two=two)])
    for key, value in record.tags.items():
        _print([to.say("seed: {seed}", seed=value) if key == "seed" else f"{key}: {value}"])
    one, two = (
        name[:LONGEST_NAME].strip() or to.word(player)
        for name, player in zip(names, Player, strict=True)
    )
    _print(Narrator((one, two), language=to).record(record, options.to))
    return 0


def _write_page(options: Namespace, record: Record, to: Language) -> None:
    """Write the HTML page of a game, without overwriting a file by accident."""
    name = shown_name(options.html)
    try:
        if Path(options.html).exists():
            if Path(options.html).samefile(options.file):
                raise FailedError(f"{name} is the record itself; choose another file for the page")
            if not options.force:
                raise FailedError(f"{name} already exists; pass --force to replace it")
        write_whole(options.html, record.animate(language=to))
    except OSError as error:
        raise FailedError(f"cannot write {name}: {error.strerror}") from None
    _print([to.say("wrote {page}: open it in a browser and use the arrow keys", page=name)])


def nth_record(name: str, wanted: int, file: TextIO | None = None) -> tuple[Record, bool]:
    """Return a record from a file, and whether it is the last one.

    Args:
        name: the name of the file.
        wanted: the number of the record, from 1.
        file: the file, if it is open.
    """
    from wonders_duel import records  # noqa: PLC0415 - slow to import

    number = 0
    try:
        reader = records.read(name if file is None else file)
        for number, record in enumerate(reader, start=1):
            if number == wanted:
                with suppress(FormatError):
                    return record, next(reader, None) is None
                return record, False
    except OSError as error:
        raise FailedError(f"cannot read {shown_name(name)}: {error.strerror}") from None
    there = "no record" if not number else f"{number} record{'s' if number > 1 else ''}"
    message = f"{shown_name(name)} has {there}; there is no game {wanted}"
    raise FormatError([message])


def run_validate(options: Namespace) -> int:
    """Check files, and print every fault.

    Args:
        options: the parsed options.

    Returns:
        The exit code.
    """
    for file in options.files:
        name = shown_name(file)
        kinds: Counter[str] = Counter()
        faults = 0
        try:
            with progress("items", None) as shown_progress:
                for number, finding in enumerate(_findings(file), start=1):
                    kinds[finding.kind] += 1
                    for fault in finding.faults:
                        options.code = FAILED  # set first: printing may fail
                        print(f"{name}: {fault}")
                        faults += 1
                    shown_progress.show(number)
        except FailedError as error:
            options.code = FAILED
            print(f"{name}: {error}")
            continue
        counted = ", ".join(
            f"{number} {kind}{_ending(kind) if number > 1 else ''}"
            for kind, number in kinds.items()
        )
        verdict = f"{faults} fault{'s' if faults > 1 else ''}" if faults else "OK"
        print(f"{name}: {counted}: {verdict}")
    return int(options.code)


def _ending(noun: str) -> str:
    """Return the ending of a noun in the plural."""
    return "es" if noun.endswith("ch") else "s"


def _findings(file: str) -> Iterator[Finding]:
    """Validate a file, and raise `FailedError` if it cannot be read."""
    from wonders_duel.arena.journal import LONGEST_MATCH, is_journal  # noqa: PLC0415 - slow to import
    from wonders_duel.validation import validate  # noqa: PLC0415 - slow to import

    try:
        # The first line of a journal has the starts of its match.
        yield from validate(file, limits=Limits(size=LONGEST_MATCH) if is_journal(file) else None)
    except OSError as error:
        raise FailedError(f"cannot read the file: {error.strerror}") from None


def run_perft(options: Namespace) -> int:
    """Count the move sequences from a position, and print the number.

    Args:
        options: the parsed options.

    Returns:
        The exit code.
    """
    state = State.from_text(
        read_input(Limits().size) if options.position == "-" else options.position
    )
    deal = None
    if options.deal is not None:
        deal = _deal(options.deal)
    elif not options.chance:
        deal = Deal.consistent_with(state, generator("perft", options.seed))
    if not options.depth:
        print(perft(state, 0, deal=deal))
        return 0
    counts = []
    with progress("moves", len(state.legal_moves) or None) as shown_progress:
        for count in divided(state, options.depth, deal=deal):
            counts.append(count)
            shown_progress.show(len(counts))
    if options.divide:
        for line, number in counts:
            print(f"{line}: {number}")
    print(sum(number for _, number in counts))
    return 0


def read_input(most: int) -> str:
    """Read text from standard input, up to a size limit.

    Args:
        most: the most characters; one more is read, so that the limit is noticed.
    """
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="backslashreplace")
    try:
        return sys.stdin.read(most + 1) if sys.stdin is not None else ""
    except OSError as error:
        raise FailedError(f"cannot read the input: {error.strerror}") from None


def _deal(name: str) -> Deal:
    try:
        with Path(name).open("rb") as file:
            content = file.read(MOST_BYTES * Limits().size + 1)
    except OSError as error:
        raise FailedError(f"cannot read {shown_name(name)}: {error.strerror}") from None
    try:
        return Deal.from_json(content)
    except FormatError as error:
        raise FailedError(f"{shown_name(name)} is not a deal: {error}") from None


def _print(lines: Iterable[str]) -> None:
    """Print lines, in ASCII if the encoding of the output lacks a character."""
    for line in lines:
        print(showable(line))


def showable(text: str) -> str:
    """Return a text in ASCII if the encoding of the output lacks a character.

    Args:
        text: the text.
    """
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return in_ascii(text)
    return text


def _players(text: str, seed: int) -> tuple[tuple[Bot, Bot], tuple[str, str]]:
    texts = several(text)
    if len(texts) != len(Player):
        raise BotError(f"--players: expected two bots, such as random,greedy, got {shown(text)}")
    (one, of_one), (two, of_two) = map(source_and_settings, texts)
    one, two = as_kind(one), as_kind(two)
    bots = (
        opponent(one, seed, Player.ONE, settings=of_one),
        opponent(two, seed, Player.TWO, settings=of_two),
    )
    return bots, called((one, two))
