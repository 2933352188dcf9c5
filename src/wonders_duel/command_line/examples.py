"""Examples of each command, which its help shows and the tests run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

__all__ = ["EXAMPLES", "epilog"]

PROGRAM: Final = "wonders-duel"

EXAMPLES: Final[Mapping[str, Sequence[tuple[str, str]]]] = MappingProxyType(
    {
        PROGRAM: (
            ("play", "play against the computer"),
            ("demo --watch", "watch two bots"),
            ("analyse game.txt", "find the mistakes in a game"),
            ("play --help", "show the options of a command"),
        ),
        "play": (
            ("play --opponent hard", "play against a stronger bot"),
            ("play --full-screen", "play with single keys"),
            ("play --hotseat --name Ann --name Ben", "play with a friend"),
            ("play --load game.txt", "resume a saved game"),
        ),
        "demo": (
            ("demo --players greedy,easy --seed 7", "print a game of these bots"),
            ("demo --watch --pause 2", "watch a game, slowly"),
        ),
        "replay": (
            ("replay game.txt", "print a game"),
            ("replay game.txt --to 20 --board", "draw the board after move 20"),
            ("replay game.txt --html game.html", "write a page to step through it"),
        ),
        "validate": (("validate game.txt match.jsonl", "check two files"),),
        "perft": (
            ("perft - --depth 3 < position.txt", "count the move sequences"),
            (
                "perft - --depth 2 --divide --chance < position.txt",
                "count them for each first move",
            ),
        ),
        "analyse": (
            ("analyse position.txt --seconds 5", "search a position"),
            ("analyse game.txt --html analysis.html", "analyse a game, and write a page"),
            ("analyse games.txt --all --simulations 200", "find out who decides best"),
        ),
        "match": (
            ("match easy greedy --deals 20", "play 40 games, and rate the bots"),
            ("match random greedy --journal match.jsonl", "keep the games, and resume later"),
        ),
        "report": (
            ("report games.txt", "print tables"),
            ("report match.jsonl --html report.html", "write a page with charts"),
        ),
        "import": (
            ("import bga logs --out games.txt --report", "import the logs in a folder"),
            ("import 7wd-io - < log.json", "check a log"),
        ),
        "engine": (("engine < requests.jsonl", "answer requests, one per line"),),
    }
)
"""For each command, examples without the name of the program, and what they do."""


def epilog(command: str) -> str:
    """Return the examples of a command, for the end of its help.

    Args:
        command: the command, or the name of the program.

    >>> print(epilog("demo"))
    examples:
      wonders-duel demo --players greedy,easy --seed 7
          print a game of these bots
      wonders-duel demo --watch --pause 2
          watch a game, slowly
    """
    lines = ["examples:"]
    for arguments, purpose in EXAMPLES[command]:
        lines += [f"  {PROGRAM} {arguments}", f"      {purpose}"]
    return "\n".join(lines)
