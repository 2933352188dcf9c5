"""The command ``wonders-duel play``: its options and its main loop."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from random import SystemRandom
from secrets import randbits
from shutil import get_terminal_size
from typing import Final

from wonders_duel.bots.names import HUMAN, PROCESS, as_kind, is_source
from wonders_duel.catalogues import Catalogue
from wonders_duel.engine.moves import Move
from wonders_duel.enums import Player
from wonders_duel.errors import BotError, FormatError, RecordError, RuleOptionError, WrongTypeError
from wonders_duel.game import Game
from wonders_duel.history.remarks import Participant
from wonders_duel.languages import Language, language
from wonders_duel.match.specs import source_and_settings
from wonders_duel.play.dialogue import Dialogue
from wonders_duel.play.ending import Ending, interrupt
from wonders_duel.play.opponents import KINDS, Ask, opponent, short_name
from wonders_duel.play.replies import Bots
from wonders_duel.play.screen.actions import Actions
from wonders_duel.play.screen.drawing import too_small
from wonders_duel.play.screen.model import Screen
from wonders_duel.play.store import Store
from wonders_duel.play.terminal import DUMB, Terminal, is_terminal, speaks_unicode
from wonders_duel.records import SEVERAL
from wonders_duel.render.board.glance import SCREEN_HEIGHT, SCREEN_WIDTH
from wonders_duel.render.board.look import TextStyle, text_style
from wonders_duel.render.board.paint import painted
from wonders_duel.seeds import generator
from wonders_duel.support.exit_codes import FAILED, INTERRUPTED
from wonders_duel.support.phrases import outside_python, shown, shown_name

__all__ = [
    "COLOURS",
    "add_colour",
    "add_options",
    "fresh_seed",
    "missing_colours",
    "play",
    "report",
]

OPPONENT: Final = "easy"
"""The opponent unless another one is named: it sees more than the greedy bot, and answers at once."""
PLAYED_BY: Final = "played-by"
"""The tag of a player that names the bot, or ``human``."""
SEED_BITS: Final = 64
"""Enough bits that a seed cannot be found by trying, and few enough to be typed."""
_INSTALL: Final = 'pip install "wonders-duel[cli]"'
COLOURS: Final[Mapping[str, bool | None]] = {"auto": None, "always": True, "never": False}


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command, except those that ``demo`` has too.

    Args:
        parser: the parser of the command.
    """
    parser.add_argument(
        "--opponent",
        metavar="KIND",
        help=f"your opponent: {HUMAN}, {KINDS}; with settings: hard,workers=2 (default: {OPPONENT})",
    )
    parser.add_argument(
        "--hotseat",
        action="store_true",
        help="two people at one keyboard, the same as --opponent human",
    )
    parser.add_argument(
        "--seat", choices=("one", "two", "random"), help="your seat against a bot (default: one)"
    )
    parser.add_argument(
        "--name",
        action="append",
        default=[],
        dest="names",
        metavar="NAME",
        help="your name; repeat the option to name the other player",
    )
    parser.add_argument("--load", metavar="FILE", help="resume a saved game")
    parser.add_argument(
        "--save",
        metavar="FILE",
        help="where to save the game (default: the loaded file, or a new one in this folder)",
    )
    parser.add_argument(
        "--plain", action="store_true", help="do not clear the screen before a decision"
    )
    parser.add_argument(
        "--full-screen",
        action="store_true",
        help="play on the full screen with single keys; requires wonders-duel[cli]",
    )
    parser.add_argument("--ascii", action="store_true", help="draw with ASCII characters only")
    add_colour(parser)


def add_colour(parser: ArgumentParser) -> None:
    """Add the option that says whether to use colours.

    Args:
        parser: the parser of a command.
    """
    parser.add_argument(
        "--colour",
        "--color",
        choices=tuple(COLOURS),
        default="auto",
        help="whether to use colours; requires wonders-duel[cli] (default: %(default)s)",
    )


def missing_colours(colour: str, to: Language) -> list[str]:
    """Return what is missing for the colours that were asked for, as a sentence; or nothing.

    Args:
        colour: the value of the option.
        to: the language.
    """
    if not COLOURS[colour] or find_spec("rich") is not None:
        return []
    return [to.say("Colours require rich: {command}", command=_INSTALL)]


def report(notices: Sequence[str]) -> None:
    """Print notices to standard error; a screen that is cleared next would not show them.

    Args:
        notices: the notices.
    """
    for notice in notices:
        print(notice, file=sys.stderr)


def play(options: Namespace, rules: Mapping[str, str], catalogue: Catalogue | None = None) -> int:
    """Play a game in the terminal.

    Args:
        options: the options of the command line.
        rules: the rule options of the command line.
        catalogue: the cards; the base game by default.

    Returns:
        The exit code.

    Raises:
        WondersDuelError: an option is invalid.
    """
    to = language(options.language)
    look = text_style(to, ascii=options.ascii or not speaks_unicode(), names=None)
    game = _begun(options, rules, catalogue)
    if isinstance(game, str):
        return _fail(game)
    settings: Mapping[str, object] = {}
    opponent_words = options.opponent
    if options.opponent is not None:
        options.opponent, settings = source_and_settings(options.opponent)
        if settings and as_kind(options.opponent) == HUMAN:
            raise BotError(f"a person has no settings, such as {next(iter(settings))}")
    ending = Ending()
    small = _too_small(look) if options.full_screen else []
    on_screen = options.full_screen and not small

    def heeded(choose: Callable[[], Move]) -> Move:
        return ending.heeding(choose, interrupt)

    # On the full screen a thread asks the bots, where signals cannot be handled.
    ask = None if on_screen else heeded
    kinds = _seated(game, options, look)
    names_bot = opponent_words is not None and (settings or any(map(is_source, kinds)))
    again = _options_to_resume(options, kinds, opponent_words if names_bot else None)
    bots = _bots(game, kinds, settings, ask)
    one, two = game.players
    look = text_style(to, ascii=look.ascii, names=(one.name, two.name))
    store = _store(options, game)

    def renew() -> tuple[Game, Bots]:
        another = Game(
            seed=fresh_seed(),
            first_player=game.state.first_player,
            rules=game.state.rules,
            catalogue=catalogue,
        )
        another.players = game.players
        return another, _bots(another, kinds, settings, ask)

    rng = generator("play", game.tags.get("seed"))
    notices = [*small, *missing_colours(options.colour, to)]
    if on_screen:
        report(notices)
        actions = Actions(game, bots, look, store, rng, renew)
        actions.resume_options = again
        terminal = Terminal(list, ending, colour=COLOURS[options.colour])
        return _ended(actions, terminal, ending, lambda: _show(actions, ending, options))
    dialogue = Dialogue(game, bots, look, store, rng, renew)
    terminal = Terminal(
        lambda: dialogue.words, ending, colour=COLOURS[options.colour], plain=options.plain
    )
    dialogue.resume_options = again
    if terminal.clears:
        dialogue.notices = notices
    else:
        report(notices)
    dialogue.study = terminal.study
    dialogue.waiting = terminal.wait
    return _ended(dialogue, terminal, ending, lambda: _talk(dialogue, terminal))


def fresh_seed() -> int:
    """Return a random seed for a new game, from a range too large to be searched."""
    return randbits(SEED_BITS)


def _options_to_resume(
    options: Namespace, kinds: Sequence[str], opponent_words: str | None
) -> tuple[str, ...]:
    """Return the options that the command to resume the game needs, besides the file.

    Args:
        options: the options of the command line.
        kinds: who plays at each seat.
        opponent_words: how the opponent was named, if the file cannot name it.
    """
    again: tuple[str, ...] = ()
    if options.catalogue is not None:
        again = ("--catalogue", options.catalogue)
    if opponent_words is not None:
        again += ("--opponent", opponent_words, "--seat", "one" if kinds[0] == HUMAN else "two")
    if options.language != "en":
        again += ("--language", options.language)
    return again


def _store(options: Namespace, game: Game) -> Store:
    """Return where the game is saved: in its own file, if that was loaded and no other is named."""
    if options.load and options.save in (None, options.load):
        return Store(path=Path(options.load), mine=True, saved=game.record())
    return Store(path=Path(options.save) if options.save else None)


def _fail(message: str) -> int:
    print(f"wonders-duel: {outside_python(message)}", file=sys.stderr)
    return FAILED


def _begun(options: Namespace, rules: Mapping[str, str], catalogue: Catalogue | None) -> Game | str:
    """Check the options, and return the game that they begin or resume; or an error message."""
    fault = _lacking() if options.full_screen else ""
    if fault:
        return fault
    if options.hotseat:
        if options.opponent not in (None, HUMAN):
            raise BotError("--hotseat is for two people; leave out --opponent")
        options.opponent = HUMAN
    if options.opponent == HUMAN and options.seat is not None:
        raise BotError(
            "--seat is your seat against a bot; for two people leave it out, and name player one first"
        )
    _expect_files(options)
    if options.save and Path(options.save).exists() and options.save != options.load:
        return f"{options.save} already exists; use --load to resume a saved game"
    if options.load:
        return _loaded(options, rules, catalogue)
    return _new(options, rules, catalogue)


def _expect_files(options: Namespace) -> None:
    """Raise `WrongTypeError` unless the files to load and to save have names that can be used."""
    for option in ("load", "save"):
        if getattr(options, option) == "":
            raise WrongTypeError(f"--{option}: expected a file name, got ''")
    if options.save and not options.save.isprintable():  # it could not be typed again
        message = f"--save: expected a file name of printable characters, got {options.save!r}"
        raise WrongTypeError(message)


def _new(options: Namespace, rules: Mapping[str, str], catalogue: Catalogue | None) -> Game:
    seed = fresh_seed() if options.seed is None else options.seed
    first = options.first_player or "one"
    return Game(seed=seed, first_player=first, rules=rules, catalogue=catalogue)


def _loaded(
    options: Namespace, rules: Mapping[str, str], catalogue: Catalogue | None
) -> Game | str:
    """Return the game of a file, or an error message if it cannot be resumed."""
    if options.seed is not None or options.first_player is not None or rules:
        raise RuleOptionError(
            "--load resumes a game; --seed, --first-player and --rule are only valid for a new one"
        )
    try:
        game = Game.load(options.load, catalogue=catalogue)
    except OSError as error:
        return f"cannot read {shown_name(options.load)}: {error.strerror}"
    except (FormatError, RecordError) as error:
        name = shown_name(options.load)
        if isinstance(error, FormatError) and SEVERAL in error.problems:
            return f"{name} has several games; copy the one to resume into a file of its own"
        return f"cannot resume the game in {name}: {error}"
    if game.is_over:
        result = game.record().result
        return f"the game in {shown_name(options.load)} is over: {result}"
    return game


def _seated(game: Game, options: Namespace, look: TextStyle) -> list[str]:
    """Return who plays at each seat, and note it in the game."""
    noted = [player.tags.get(PLAYED_BY) for player in game.players]
    if all(noted) and options.opponent is None and options.seat is None:
        kinds = [str(kind) for kind in noted]
        for kind, seat in zip(kinds, ("two", "one"), strict=True):
            if kind == PROCESS:
                raise BotError(
                    "the file does not name the program that played as process; "
                    f"pass --opponent process,command=./mybot and --seat {seat}"
                )
            if is_source(kind):  # a file must not choose which code is run
                raise BotError(
                    f"the file names a bot that runs code, {shown(kind)}; if you trust it, "
                    f"name it with --opponent and --seat {seat}"
                )
    else:
        other = as_kind(OPPONENT if options.opponent is None else options.opponent)
        seat = options.seat or "one"
        if seat == "random":
            seat = SystemRandom().choice(("one", "two"))
        kinds = [HUMAN, other] if seat == "one" else [other, HUMAN]
    names = _names(game, kinds, options.names, look)
    try:
        game.players = [
            Participant(name, {**player.tags, PLAYED_BY: kind})
            for name, player, kind in zip(names, game.players, kinds, strict=True)
        ]
    except FormatError as error:
        raise WrongTypeError(f"--name: {error.problems[0]}") from None
    return kinds


def _bots(
    game: Game, kinds: Sequence[str], settings: Mapping[str, object], ask: Ask | None
) -> Bots:
    """Create the bots of a game; ``None`` is a person."""
    seed = game.tags.get("seed")
    others = f"; or {HUMAN}, for a person"
    one, two = (
        None
        if kind == HUMAN
        else opponent(kind, seed, player, settings=settings, others=others, ask=ask)
        for kind, player in zip(kinds, Player, strict=True)
    )
    return one, two


def _names(game: Game, kinds: list[str], given: list[str], look: TextStyle) -> list[str]:
    """Return the names of the players: from the options, from the game, or defaults."""
    if len(given) > len(Player):
        raise WrongTypeError(f"--name: expected at most two names, got {shown(given)}")
    first = 1 if kinds[0] != HUMAN and kinds[1] == HUMAN else 0  # the person's seat
    mine = dict(zip((first, 1 - first), given, strict=False))
    before = [player.tags.get(PLAYED_BY, "") for player in game.players]
    names = []
    for seat, noted in enumerate(game.players):
        # A name that was not given belongs to who played before.
        known = "" if noted.name == _usual_name(before, seat, look) else noted.name
        names.append(mine.get(seat, "").strip() or known or _usual_name(kinds, seat, look))
    return names


def _usual_name(kinds: Sequence[str], seat: int, look: TextStyle) -> str:
    """Return the name of a player who was given none."""
    if kinds[seat] != HUMAN:
        return short_name(kinds[seat])
    return look.names[seat] if kinds[1 - seat] == HUMAN else look.say("Player")


def _lacking() -> str:
    """Return why the full screen cannot be used; empty if it can."""
    if find_spec("prompt_toolkit") is None:
        return f"--full-screen requires prompt_toolkit: {_INSTALL}"
    if not is_terminal() or os.environ.get("TERM", "").lower() in DUMB:
        return "--full-screen requires a terminal that can move the cursor; leave it out"
    return ""


def _too_small(look: TextStyle) -> list[str]:
    """Return that the terminal is too small for the full screen, as a sentence; or nothing."""
    size = get_terminal_size()
    if size.columns >= SCREEN_WIDTH and size.lines >= SCREEN_HEIGHT:
        return []
    return [too_small(look, size.columns, size.lines)]


def _show(actions: Actions, ending: Ending, options: Namespace) -> bool:
    """Play on the full screen, and return that the last words are still to be said."""
    # Slow to import, and installed only with wonders-duel[cli].
    from wonders_duel.play.screen.view import show  # noqa: PLC0415

    show(Screen(actions), ending, colour=COLOURS[options.colour])
    return False


def _talk(dialogue: Dialogue, terminal: Terminal) -> bool:
    """Run the dialogue in the terminal until it ends, and return that nothing is left to say."""
    dialogue.width, dialogue.rows = terminal.width, terminal.rows
    dialogue.clears = terminal.clears
    reply = dialogue.start()
    terminal.show(reply.lines, clear=reply.clears)
    while not reply.ends:
        text = terminal.ask(dialogue.prompt)
        dialogue.width, dialogue.rows = terminal.width, terminal.rows
        reply = dialogue.answer(text)
        terminal.show(reply.lines, clear=reply.clears)
    return True


def _ended(
    dialogue: Dialogue, terminal: Terminal, ending: Ending, converse: Callable[[], bool]
) -> int:
    """Play until the end, save an unfinished game, and return the exit code.

    Args:
        dialogue: the dialogue.
        terminal: where the last lines are shown.
        ending: records requests to end the program.
        converse: plays, and returns whether the last lines have been shown.
    """
    code = 0
    fault: OSError | None = None
    with ending:
        try:
            if converse():
                return FAILED if dialogue.failed else 0
        except EOFError:
            pass
        except OSError as error:
            fault = error
        except KeyboardInterrupt:
            code = INTERRUPTED
        except Exception:
            # Cards of the user may fail. What they did not finish has not changed the game.
            with suppress(Exception):
                print(painted(dialogue.leave().lines, colour=False), file=sys.stderr)
            raise
        # Save the game before writing anything: writing may fail.
        lines = dialogue.leave().lines
    # From here on, signals end the program immediately.
    if fault is not None:
        # The output failed, so write the last lines to standard error.
        with suppress(OSError):
            print(painted(lines, colour=False), file=sys.stderr)
        raise fault
    if code:
        print()
    terminal.say_goodbye(lines)
    return FAILED if dialogue.failed else code
