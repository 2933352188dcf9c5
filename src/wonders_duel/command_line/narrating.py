"""The commands ``demo`` and ``replay``: games narrated move by move, or watched on a table."""

from __future__ import annotations

import os
import re
import sys
import time
from argparse import Namespace
from collections import deque
from collections.abc import Iterable
from itertools import islice
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Final

from wonders_duel.bots.names import as_kind
from wonders_duel.command_line.cards_option import catalogue_of, searched_catalogue_of
from wonders_duel.command_line.output import (
    FailedError,
    expect_apart,
    expect_new,
    is_wanted,
    rules_of,
    showable,
    terminal_width,
    text_width,
    written_to,
)
from wonders_duel.command_line.reading import INPUT, nth_record
from wonders_duel.enums import Player
from wonders_duel.errors import BotError, WrongTypeError
from wonders_duel.game import Game
from wonders_duel.languages import Language, language
from wonders_duel.match.specs import several, source_and_settings
from wonders_duel.play.command import COLOURS, fresh_seed, missing_colours, report
from wonders_duel.play.opponents import LONGEST_NAME, called, opponent
from wonders_duel.play.terminal import DUMB, speaks_unicode
from wonders_duel.play.watching import watched
from wonders_duel.render import text
from wonders_duel.render.board.glance import SCREEN_HEIGHT, SCREEN_WIDTH
from wonders_duel.render.board.look import TextStyle, text_style
from wonders_duel.render.board.paint import painted
from wonders_duel.render.board.spans import WIDTH, Line, LineBuilder, flow, line, plain
from wonders_duel.render.narration import Narrator
from wonders_duel.support.phrases import shown, shown_name
from wonders_duel.text.files import write_whole

if TYPE_CHECKING:
    from wonders_duel.bots import Bot
    from wonders_duel.catalogues import Catalogue
    from wonders_duel.record import Record
    from wonders_duel.state import State

__all__ = ["PAUSE", "run_demo", "run_replay"]

_BOARD_WIDTH: Final = 120
_KEPT_NEWS: Final = 40
PAUSE: Final = 0.7
"""Seconds between two moves of a game that is watched."""
_SHORT_SLEEP: Final = 0.2
_HOME: Final = "\x1b[H"
"""The code that moves to the upper left corner."""
_END_OF_LINE: Final = "\x1b[K"
_REST: Final = "\x1b[J"
"""The codes that clear the rest of a line, and of the screen."""
_MOVE: Final = re.compile(r"( *\d+\. )(\S.*)", re.DOTALL)
_ASIDE: Final = re.compile(r" {2,}\S")


def run_demo(options: Namespace) -> int:
    """Play a game between two bots, and print it move by move, or show its table.

    Args:
        options: the parsed options.

    Returns:
        The exit code.
    """
    to = language(options.language)
    if options.watch:
        _expect_screen()
    elif options.pause is not None:
        raise WrongTypeError("--pause is only valid with --watch")
    notices = missing_colours(options.colour, to)
    if not options.watch:
        report(notices)
    seed = fresh_seed() if options.seed is None else options.seed
    bots, names = _players(options.players, seed)
    first = Player.ONE if options.first_player == "one" else Player.TWO
    game = Game(
        seed=seed,
        first_player=first,
        rules=rules_of(options.rules),
        catalogue=searched_catalogue_of(options, several(options.players)),
    )
    width = text_width()
    narrator = Narrator(names, language=to, width=width, tells_cards=not options.watch)
    look = text_style(to, ascii=not speaks_unicode(), names=names)
    teller = _Teller(to, game.state.catalogue, COLOURS[options.colour])
    against = to.say(
        "{one} (player one) against {two} (player two), seed {seed}",
        one=names[0],
        two=names[1],
        seed=seed,
    )
    beginning = [*map(plain, flow([line(against)], width, indent=2)), *narrator.opening(game)]
    watcher = _Watcher(look, teller, options) if options.watch else None
    tell = teller.tell if watcher is None else watcher.note
    tell(beginning)
    if watcher is not None:
        watcher.note(notices)
    number = 0
    while (player := game.to_move) is not None:
        if watcher is not None:
            watcher.show(game.state)
        try:
            move = bots[player].choose(game.state)
        except BotError as error:
            raise FailedError(str(error)) from None
        game.play(move)
        number += 1
        tell(narrator.step(number, game.history[-1]))
    if watcher is not None:
        watcher.show(game.state, last=True)
    elif is_wanted(options.board):
        teller.board(game.state, names)
    teller.tell(narrator.end(game))
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
    if options.board and options.html is not None:
        raise WrongTypeError("--board is not valid with --html, whose page has the board")
    expect_apart({"--html": options.html}, () if options.file == INPUT else (options.file,))
    expect_new(options.html, force=options.force)
    report(missing_colours(options.colour, to))
    record, is_last = nth_record(options.file, options.game, catalogue_of(options))
    teller = _Teller(to, record.catalogue, COLOURS[options.colour])
    if options.game is None and not is_last:
        teller.tell([to.say("This is the first game in the file; use --game 2 for the next one.")])
    if options.html is not None:
        _write_page(options.html, record, to)
        return 0
    names = [player.name for player in record.players]
    one, two = (name or to.say("somebody") for name in names)
    width = text_width()
    against = to.say("{one} (player one) against {two} (player two)", one=one, two=two)
    teller.tell(map(plain, flow([line(against)], width, indent=2)))
    for key, value in record.tags.items():
        told = to.say("seed: {seed}", seed=value) if key == "seed" else f"{key}: {value}"
        teller.tell([told])
    one, two = (
        name[:LONGEST_NAME].strip() or to.word(player)
        for name, player in zip(names, Player, strict=True)
    )
    narrator = Narrator((one, two), language=to, width=width)
    if not is_wanted(options.board):
        teller.tell(narrator.record(record, options.to))
        return 0
    teller.tell(narrator.moves(record, options.to))
    if options.to is not None and options.to < len(record.turns):
        told = to.say("After move {number} of {total}:", number=options.to, total=len(record.turns))
        teller.tell(["", told])
        teller.board(_position(record, options.to), (one, two))
        return 0
    game = record.game()
    teller.board(game, (one, two))
    teller.tell(narrator.end(game))
    return 0


def _position(record: Record, to: int) -> State:
    """Return the position after a move."""
    _, state = record.opening()
    for step in islice(record.replay(), to):
        state = step.after
    return state


def _write_page(name: str, record: Record, to: Language) -> None:
    """Write the HTML page of a game."""
    with written_to(name):
        write_whole(name, record.animate(language=to))
    page = shown_name(name)
    print(showable(to.say("wrote {page}: open it in a browser and use the arrow keys", page=page)))


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


class _Teller:
    """Prints narrated lines, with colours where the terminal has them."""

    def __init__(self, to: Language, catalogue: Catalogue, colour: bool | None) -> None:  # noqa: FBT001
        self._to = to
        self._colour = colour
        names: dict[str, str] = {}
        for wonder in catalogue.wonder_list:
            names[to.name(wonder)] = "bold"
        for building in catalogue.building_list:
            names[to.name(building)] = str(building.colour)
        self._names = names
        longest = sorted(names, key=len, reverse=True)
        self._known = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)")

    def tell(self, lines: Iterable[str]) -> None:
        """Print lines as they come."""
        for text_of_line in lines:
            print(
                painted(
                    [self.styled(showable(one)) for one in text_of_line.split("\n")], self._colour
                )
            )

    def board(self, thing: State | Game, names: tuple[str, str]) -> None:
        """Print the board of a position or of a game."""
        width = min(terminal_width() or WIDTH, _BOARD_WIDTH)
        ascii_only = not speaks_unicode()
        print()
        print(
            text(
                thing,
                width=width,
                colour=self._colour,
                ascii=ascii_only,
                names=names,
                language=self._to,
            )
        )

    def styled(self, text_of_line: str) -> Line:
        """Return a narrated line with the colours of the cards in it."""
        built = LineBuilder()
        rest, usual = text_of_line, ""
        move = _MOVE.fullmatch(text_of_line)
        if move is not None:
            number, rest = move.groups()
            built.add(number, "dim")
        elif text_of_line.isupper() or set(text_of_line) == {"-"}:
            usual = "bold"
        elif _ASIDE.match(text_of_line):
            usual = "dim"
        at = 0
        for found in self._known.finditer(rest):
            if at < found.start():
                built.add(rest[at : found.start()], usual)
            built.add(found.group(), self._names[found.group()])
            at = found.end()
        if at < len(rest):
            built.add(rest[at:], usual)
        return built.line()


class _Watcher:
    """Shows a table in place."""

    def __init__(self, look: TextStyle, teller: _Teller, options: Namespace) -> None:
        self._look = look
        self._teller = teller
        self._colour = COLOURS[options.colour]
        self._pause = PAUSE if options.pause is None else options.pause
        self._news: deque[Line] = deque(maxlen=_KEPT_NEWS)
        self._began = False

    def note(self, lines: Iterable[str]) -> None:
        """Keep lines for the next table."""
        self._news += [self._teller.styled(showable(one)) for one in lines if one.strip("-")]

    def show(self, state: State, *, last: bool = False) -> None:
        """Show a position, and wait a moment if the game goes on."""
        size = get_terminal_size()
        width, rows = max(size.columns, SCREEN_WIDTH), max(size.lines, SCREEN_HEIGHT)
        lines = watched(state, self._look, width, rows, list(self._news))
        # If the terminal has become smaller, the table must neither be wrapped nor scroll.
        shown = [self._look.cut(one, size.columns - 1) for one in lines[: size.lines - 1]]
        whole = painted(shown, self._colour).replace("\n", f"{_END_OF_LINE}\n")
        start = _HOME if self._began else _HOME + _REST
        self._began = True
        print(f"{start}{whole}{_END_OF_LINE}\n{_REST}", end="", flush=True)
        if not last:
            _wait(self._pause)


def _wait(seconds: float) -> None:
    """Sleep in short pieces: a Ctrl-C that comes just before a sleep begins is handled after it."""
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        time.sleep(min(left, _SHORT_SLEEP))


def _expect_screen() -> None:
    """Raise an error if the table of a game cannot stay in place on the output."""
    kind = os.environ.get("TERM", "").lower()
    if sys.stdout is None or not sys.stdout.isatty() or not kind or kind in DUMB:
        raise WrongTypeError("--watch requires a terminal that can move the cursor; leave it out")
    size = get_terminal_size()
    if size.columns < SCREEN_WIDTH or size.lines < SCREEN_HEIGHT:
        raise WrongTypeError(
            f"--watch requires a terminal of {SCREEN_WIDTH} columns and {SCREEN_HEIGHT} rows; "
            f"this one has {size.columns} and {size.lines}"
        )
