"""The command line: ``wonders-duel demo``."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Sequence
from random import SystemRandom

from wonders_duel import __version__
from wonders_duel.bots import BOTS, Bot, bot
from wonders_duel.build import is_compiled
from wonders_duel.enums import Player
from wonders_duel.errors import BotError, RuleOptionError, WondersDuelError
from wonders_duel.game import Game
from wonders_duel.render.narration import Narrator

__all__ = ["main"]

FAILED = 1
USAGE_ERROR = 2
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        arguments: the words after the program's name; those of the process if left out.

    Returns:
        The exit code: 0, 1 if the output cannot be written, or 2 for wrong arguments.

    >>> main(["demo", "--players", "random,clever"])
    2
    """
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        _demo(options)
        if sys.stdout is not None:  # a process may be started without one
            sys.stdout.flush()
    except WondersDuelError as error:
        print(f"wonders-duel: {error}", file=sys.stderr)
        return USAGE_ERROR
    except BrokenPipeError:
        # The reader has seen enough (as in `| head`): nothing more to say, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        print(f"wonders-duel: the output cannot be written: {error.strerror}", file=sys.stderr)
        sys.stdout = None  # nothing is left to flush at exit
        return FAILED
    return 0


def _parser() -> ArgumentParser:
    parser = ArgumentParser(
        prog="wonders-duel",
        description="A rules engine for the board game 7 Wonders Duel.",
    )
    build = "compiled" if is_compiled else "pure Python"
    parser.add_argument(
        "--version", action="version", version=f"wonders-duel {__version__} ({build})"
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    demo = commands.add_parser(
        "demo",
        help="let two bots play a game and tell it move by move",
        description="Let two bots play a game and tell it move by move.",
    )
    demo.add_argument(
        "--players",
        default="random,greedy",
        metavar="ONE,TWO",
        help=f"the bots of players one and two, each one of {', '.join(BOTS)} (default: %(default)s)",
    )
    demo.add_argument(
        "--seed", type=int, metavar="N", help="a number that makes the game repeatable"
    )
    demo.add_argument(
        "--first-player",
        choices=("one", "two"),
        default="one",
        help="who picks the first wonder and begins Age I (default: %(default)s)",
    )
    demo.add_argument(
        "--rule",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        dest="rules",
        help="a rule option, such as wonder_setup=first-game; can be given several times",
    )
    return parser


def _demo(options: Namespace) -> None:
    seed = SystemRandom().randrange(1_000_000) if options.seed is None else options.seed
    bots, names = _players(options.players, seed)
    first = Player.ONE if options.first_player == "one" else Player.TWO
    game = Game(seed=seed, first_player=first, rules=_rules(options.rules))
    narrator = Narrator(names)
    print(f"{names[0]} (player one) against {names[1]} (player two), seed {seed}")
    _print(narrator.opening(game))
    number = 0
    while (player := game.to_move) is not None:
        game.play(bots[player].choose(game.state))
        number += 1
        _print(narrator.step(number, game.history[-1]))
    _print(narrator.end(game))


def _print(lines: Iterable[str]) -> None:
    for line in lines:
        print(line)


def _players(text: str, seed: int) -> tuple[tuple[Bot, Bot], tuple[str, str]]:
    parts = [part.strip().lower() for part in text.split(",")]
    if len(parts) != len(Player):
        raise BotError(f"--players takes two bots, as in random,greedy, not {text!r}")
    one, two = parts
    bots = (bot(one, f"{seed} one"), bot(two, f"{seed} two"))
    names = (one, two) if one != two else (f"{one} 1", f"{two} 2")
    return bots, names


def _rules(options: Sequence[str]) -> dict[str, str]:
    rules = {}
    for option in options:
        name, equals, value = option.partition("=")
        if not equals:
            raise RuleOptionError(f"--rule takes OPTION=VALUE, not {option!r}")
        rules[name.strip().replace("-", "_")] = value.strip()
    return rules
