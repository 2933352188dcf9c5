"""What is shown and typed: with history and completion where the terminal can, else line by line."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from io import TextIOWrapper
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Final

from wonders_duel.play.ending import Ending, interrupt
from wonders_duel.render.board import LEAST_WIDTH
from wonders_duel.render.board.paint import painted
from wonders_duel.render.board.spans import Line

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop

__all__ = ["Terminal"]

Ask = Callable[[str], str]
"""Shows a prompt and gives the line that is typed."""

DUMB: Final = frozenset({"dumb", "unknown"})
"""What ``TERM`` is where the cursor cannot be moved."""
LONGEST_LINE: Final = 10_000
"""Characters of a line that are read."""
SPECIAL: Final = "─░◆✗"
"""Characters that an encoding has to have, or the board is drawn in ASCII."""


class Terminal:
    """The standard input and output.

    Args:
        words: gives what can be typed now, for completion.
        ending: tells that somebody asks to end.
        colour: whether in colour; ``None`` for what the output shows.
    """

    def __init__(
        self, words: Callable[[], Sequence[str]], ending: Ending, *, colour: bool | None
    ) -> None:
        """Find out what the terminal can do."""
        self._colour = colour
        self._ending = ending
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="backslashreplace")
        self._ask = _comfortable(words, ending) or self._interrupted(_edited() or _plain)

    @property
    def width(self) -> int:
        """Columns that there are, as far as boards go."""
        return max(LEAST_WIDTH, get_terminal_size().columns)

    @property
    def rows(self) -> int | None:
        """Rows that there are; ``None`` where the output is no terminal."""
        return get_terminal_size().lines if _is_terminal() else None

    def show(self, lines: Iterable[Line]) -> None:
        """Show some lines.

        Args:
            lines: the lines.

        Raises:
            KeyboardInterrupt: somebody asks to end meanwhile, or did before.
            OSError: nobody is there to see them.
        """
        text = painted(lines, self._colour)
        self._ending.heeding(lambda: print(text, flush=True), interrupt)

    def say_goodbye(self, lines: Iterable[Line]) -> None:
        """Show the last lines, also to somebody who has asked to end.

        Args:
            lines: the lines.

        Raises:
            OSError: nobody is there to see them.
        """
        print(painted(lines, self._colour), flush=True)

    def ask(self, prompt: str) -> str:
        """Ask for a line.

        Args:
            prompt: what stands before it.

        Raises:
            EOFError: there is no more.
            KeyboardInterrupt: somebody asks to end.
        """
        return self._ask(prompt)

    def _interrupted(self, ask: Ask) -> Ask:
        """Return a way to ask that an exception can break off."""
        return lambda prompt: self._ending.heeding(lambda: ask(prompt), interrupt)


def speaks_unicode() -> bool:
    """Whether what the board is drawn with can be shown on the standard output."""
    try:
        SPECIAL.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _is_terminal() -> bool:
    return (
        sys.stdin is not None
        and sys.stdout is not None
        and sys.stdin.isatty()
        and sys.stdout.isatty()
    )


def _comfortable(words: Callable[[], Sequence[str]], ending: Ending) -> Ask | None:
    """Return a way to ask with history and completion, where that is possible.

    Args:
        words: gives what can be typed now.
        ending: tells that somebody asks to end.
    """
    if not _is_terminal() or os.environ.get("TERM", "").lower() in DUMB:
        return None
    try:
        # It takes a while, and comes with wonders-duel[cli] only.
        from asyncio import get_running_loop  # noqa: PLC0415

        from prompt_toolkit import PromptSession  # noqa: PLC0415
        from prompt_toolkit.completion import WordCompleter  # noqa: PLC0415
    except ImportError:
        return None
    completer = WordCompleter(lambda: list(words()), ignore_case=True, sentence=True)
    session: PromptSession[str] = PromptSession(
        completer=completer, complete_while_typing=False, enable_history_search=True
    )
    app = session.app

    def give_up(error: BaseException) -> None:
        if app.future is not None and not app.future.done():
            app.exit(exception=error)

    def failed(_: AbstractEventLoop, context: Mapping[str, object]) -> None:
        # The usual answer waits for a key, which nobody can press on a terminal that is gone.
        error = context.get("exception")
        give_up(error if isinstance(error, BaseException) else OSError(str(context["message"])))

    def wake() -> None:
        if app.loop is not None:
            app.loop.call_soon_threadsafe(give_up, KeyboardInterrupt())

    def begin() -> None:
        get_running_loop().set_exception_handler(failed)
        if ending.asked:
            give_up(KeyboardInterrupt())

    def ask(prompt: str) -> str:
        def waited() -> str:
            return session.prompt(prompt, pre_run=begin, set_exception_handler=False)

        return ending.heeding(waited, wake)

    return ask


def _edited() -> Ask | None:
    """Return a way to ask with the line editing that comes with most Pythons, where there is a terminal for it."""
    if not _is_terminal() or os.environ.get("TERM", "").lower() in DUMB:
        return None
    try:
        import readline  # noqa: PLC0415 - not every system has it
    except ImportError:
        return None
    readline.parse_and_bind("set enable-bracketed-paste off")  # a plain terminal gets no codes
    return input  # which uses it


def _plain(prompt: str) -> str:
    """Ask without anything special; what comes through a pipe is shown after its prompt."""
    print(prompt, end="", flush=True)
    text = rest = ""
    with suppress(OSError):  # what cannot be read has nothing more to say
        text = rest = sys.stdin.readline(LONGEST_LINE) if sys.stdin is not None else ""
    if not text:
        print()
        raise EOFError
    while rest and not rest.endswith("\n"):  # what nobody types is not looked at
        rest = sys.stdin.readline(LONGEST_LINE)
    text = text.rstrip("\r\n")
    if not _is_terminal():
        print(text if text.isprintable() else repr(text))
    return text
