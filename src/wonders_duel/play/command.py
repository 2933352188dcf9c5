"""``wonders-duel play``: its options, and the game from the first line to the last."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from random import SystemRandom
from secrets import randbits
from typing import Final

from wonders_duel.enums import Player
from wonders_duel.errors import (
    BotError,
    FormatError,
    RecordError,
    RuleOptionError,
    WrongTypeError,
    shown,
    shown_name,
)
from wonders_duel.game import Game
from wonders_duel.languages import language
from wonders_duel.moves import Move
from wonders_duel.play.dialogue import Bots, Dialogue
from wonders_duel.play.ending import Ending, interrupt
from wonders_duel.play.opponents import KINDS, Ask, as_kind, is_source, opponent, short_name
from wonders_duel.play.store import Store
from wonders_duel.play.terminal import Terminal, speaks_unicode
from wonders_duel.remarks import Participant
from wonders_duel.render.board.look import Look, look_for
from wonders_duel.render.board.paint import painted
from wonders_duel.seeds import generator

__all__ = ["add_options", "fresh_seed", "play"]

FAILED: Final = 1
INTERRUPTED: Final = 130
HUMAN: Final = "human"
"""What the opponent is called who is a person."""
PLAYED_BY: Final = "played-by"
"""The tag of a player that says who chooses."""
SEED_BITS: Final = 64
"""So many that nobody finds a seed by trying, and few enough to be typed."""
COLOURS: Final[Mapping[str, bool | None]] = {"auto": None, "always": True, "never": False}


def add_options(parser: ArgumentParser) -> None:
    """Return the command its options, but for those of every new game.

    Args:
        parser: that of the command.
    """
    parser.add_argument(
        "--opponent",
        metavar="KIND",
        help=f"who plays against you: {HUMAN}, {KINDS} (default: greedy)",
    )
    parser.add_argument(
        "--hotseat",
        action="store_true",
        help="two people at one keyboard, the same as --opponent human",
    )
    parser.add_argument("--seat", choices=("one", "two", "random"), help="your seat (default: one)")
    parser.add_argument(
        "--name",
        action="append",
        default=[],
        dest="names",
        metavar="NAME",
        help="your name; given again, that of the other player",
    )
    parser.add_argument("--load", metavar="FILE", help="go on with a game that was saved")
    parser.add_argument(
        "--save",
        metavar="FILE",
        help="where to keep the game (default: the loaded file, or a new one in this folder)",
    )
    parser.add_argument("--ascii", action="store_true", help="draw with ASCII characters only")
    parser.add_argument(
        "--colour",
        "--color",
        choices=tuple(COLOURS),
        default="auto",
        help="whether to use colours; they need wonders-duel[cli] (default: %(default)s)",
    )


def play(options: Namespace, rules: Mapping[str, str]) -> int:
    """Play a game in the terminal.

    Args:
        options: what was given on the command line.
        rules: the rule options given there.

    Returns:
        The exit code.

    Raises:
        WondersDuelError: an option that cannot be.
    """
    to = language(options.language)
    if COLOURS[options.colour] and find_spec("rich") is None:
        print(to.say("Colours need wonders-duel[cli]."), file=sys.stderr)
    look = look_for(to, ascii=options.ascii or not speaks_unicode(), names=None)
    if options.hotseat:
        if options.opponent not in (None, HUMAN):
            raise BotError("--hotseat is for two people: leave --opponent out")
        options.opponent = HUMAN
    for option in ("load", "save"):
        if getattr(options, option) == "":
            raise WrongTypeError(f"--{option} takes the name of a file, not ''")
    if options.save and not options.save.isprintable():  # nobody could type it again
        raise WrongTypeError(f"--save needs a name of visible characters, not {options.save!r}")
    if options.save and Path(options.save).exists() and options.save != options.load:
        return _fail(f"{options.save} is there already; --load goes on with a saved game")
    if options.load:
        game = _loaded(options, rules)
        if isinstance(game, str):
            return _fail(game)
    else:
        game = _new(options, rules)
    ending = Ending()

    def ask(choose: Callable[[], Move]) -> Move:
        return ending.heeding(choose, interrupt)

    kinds = _seated(game, options, look)
    bots = _bots(game, kinds, ask)
    one, two = game.players
    look = look_for(to, ascii=look.ascii, names=(one.name, two.name))
    store = Store(path=Path(options.save) if options.save else None)
    if options.load and options.save in (None, options.load):
        store = Store(path=Path(options.load), mine=True, kept=game.record())

    def renew() -> tuple[Game, Bots]:
        another = Game(
            seed=fresh_seed(), first_player=game.state.first_player, rules=game.state.rules
        )
        another.players = game.players
        return another, _bots(another, kinds, ask)

    rng = generator("play", game.tags.get("seed"))
    dialogue = Dialogue(game, bots, look, store, rng, renew)
    terminal = Terminal(lambda: dialogue.words, ending, colour=COLOURS[options.colour])
    return _talk(dialogue, terminal, ending)


def fresh_seed() -> int:
    """Draw the seed of a new game, one that cannot be found by trying all of them."""
    return randbits(SEED_BITS)


def _fail(message: str) -> int:
    print(f"wonders-duel: {message}", file=sys.stderr)
    return FAILED


def _new(options: Namespace, rules: Mapping[str, str]) -> Game:
    seed = fresh_seed() if options.seed is None else options.seed
    return Game(seed=seed, first_player=options.first_player or "one", rules=rules)


def _loaded(options: Namespace, rules: Mapping[str, str]) -> Game | str:
    """Return the game of a file, or say why there is none to go on with."""
    if options.seed is not None or options.first_player is not None or rules:
        raise RuleOptionError(
            "--load goes on with a game: --seed, --first-player and --rule belong to a new one"
        )
    try:
        game = Game.load(options.load)
    except OSError as error:
        return f"{shown_name(options.load)} cannot be read: {error.strerror}"
    except (FormatError, RecordError) as error:
        return f"{shown_name(options.load)} holds no game to go on with: {error}"
    if game.is_over:
        result = game.record().result
        return f"the game in {shown_name(options.load)} is over: {result}"
    return game


def _seated(game: Game, options: Namespace, look: Look) -> list[str]:
    """Say what plays at each seat, and note it in the game."""
    noted = [player.tags.get(PLAYED_BY) for player in game.players]
    if all(noted) and options.opponent is None and options.seat is None:
        kinds = [str(kind) for kind in noted]
        for kind, seat in zip(kinds, ("two", "one"), strict=True):
            if is_source(kind):  # a file does not get to say what is run
                raise BotError(
                    f"the file names a bot that is code, {shown(kind)}: if you trust it, "
                    f"name it yourself, with --opponent and --seat {seat}"
                )
    else:
        other = as_kind(options.opponent or "greedy")
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


def _bots(game: Game, kinds: Sequence[str], ask: Ask) -> Bots:
    """Make the bots of a game; ``None`` stands for a person."""
    seed = game.tags.get("seed")
    others = f"; or {HUMAN}, for a person"
    one, two = (
        None if kind == HUMAN else opponent(kind, seed, player, others=others, ask=ask)
        for kind, player in zip(kinds, Player, strict=True)
    )
    return one, two


def _names(game: Game, kinds: list[str], given: list[str], look: Look) -> list[str]:
    """Return the names of the players: those given, those noted, or what they are."""
    if len(given) > len(Player):
        raise WrongTypeError(f"--name is given for two players at most, not {shown(given)}")
    first = 1 if kinds[0] != HUMAN and kinds[1] == HUMAN else 0  # the person's seat
    mine = dict(zip((first, 1 - first), given, strict=False))
    names = []
    for seat, (kind, noted) in enumerate(zip(kinds, game.players, strict=True)):
        other = kinds[1 - seat]
        if kind != HUMAN:
            usual = short_name(kind)
        elif other == HUMAN:
            usual = look.names[seat]
        else:
            usual = look.say("Player")
        names.append(mine.get(seat, "").strip() or noted.name or usual)
    return names


def _talk(dialogue: Dialogue, terminal: Terminal, ending: Ending) -> int:
    """Play until it ends."""
    code = 0
    fault: OSError | None = None
    with ending:
        try:
            dialogue.width, dialogue.rows = terminal.width, terminal.rows
            reply = dialogue.start()
            terminal.show(reply.lines)
            while not reply.ends:
                text = terminal.ask(dialogue.prompt)
                dialogue.width, dialogue.rows = terminal.width, terminal.rows
                reply = dialogue.answer(text)
                terminal.show(reply.lines)
        except EOFError:
            pass
        except OSError as error:
            fault = error
        except KeyboardInterrupt:
            code = INTERRUPTED
        else:
            return FAILED if dialogue.failed else 0
        # The game is kept before anything is said: nobody may be left to hear it.
        lines = dialogue.leave().lines
    # From here on whoever asks to end gets it at once.
    if fault is not None:
        # What was to be read there is said here.
        with suppress(OSError):
            print(painted(lines, colour=False), file=sys.stderr)
        raise fault
    if code:
        print()
    terminal.say_goodbye(lines)
    return FAILED if dialogue.failed else code
