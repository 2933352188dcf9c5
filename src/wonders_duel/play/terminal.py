"""Terminal input and output, with history and completion if the terminal supports them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from io import TextIOWrapper
from shutil import get_terminal_size
from threading import Event
from typing import TYPE_CHECKING, Final, TypeVar

from wonders_duel.play.ending import Ending, interrupt
from wonders_duel.render.board import LEAST_WIDTH
from wonders_duel.render.board.paint import painted
from wonders_duel.render.board.spans import Line, cut, line, pad, plain
from wonders_duel.support.columns import columns

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop

__all__ = ["DUMB", "Terminal", "is_terminal", "speaks_unicode"]

T = TypeVar("T")

Ask = Callable[[str], str]
"""Shows a prompt and returns the line that is typed."""

DUMB: Final = frozenset({"dumb", "unknown"})
"""The values of ``TERM`` for terminals that cannot move the cursor."""
CLEAR: Final = "\x1b[H\x1b[2J"
"""The codes that clear the screen and move to its upper left corner."""
LONGEST_LINE: Final = 10_000
"""The maximum number of characters that are read from a line."""
SPECIAL: Final = "─░◆✗"
"""Characters that the encoding must support; otherwise the board is drawn in ASCII."""


class Terminal:
    """The standard input and output.

    Args:
        words: returns what can be typed now, for completion.
        ending: records requests to end the program.
        colour: whether to use colours; ``None`` to detect whether the output shows them.
        plain: whether the screen is never cleared.
    """

    def __init__(
        self,
        words: Callable[[], Sequence[str]],
        ending: Ending,
        *,
        colour: bool | None,
        plain: bool = False,
    ) -> None:
        """Detect what the terminal supports."""
        self._plain = plain
        self._waited = 0
        self._colour = colour
        self._ending = ending
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="backslashreplace")
        self._ask = _comfortable(words, ending) or self._interrupted(_edited() or _plain)

    @property
    def width(self) -> int:
        """The available columns, at least the minimum width of a board."""
        return max(LEAST_WIDTH, get_terminal_size().columns)

    @property
    def rows(self) -> int | None:
        """The available rows; ``None`` if the output is not a terminal."""
        return get_terminal_size().lines if is_terminal() else None

    @property
    def clears(self) -> bool:
        """Whether the screen can be cleared."""
        kind = os.environ.get("TERM", "").lower()
        return not self._plain and is_terminal() and bool(kind) and kind not in DUMB

    def show(self, lines: Iterable[Line], *, clear: bool = False) -> None:
        """Show some lines.

        Args:
            lines: the lines.
            clear: whether to clear the screen before.

        Raises:
            KeyboardInterrupt: the program was asked to end, before or meanwhile.
            OSError: the output cannot be written.
        """
        text = f"{CLEAR if clear else ''}{painted(lines, self._colour)}"
        self._ending.heeding(lambda: print(text, flush=True), interrupt)

    def study(self, search: Callable[[Event, Callable[[int, int], None]], T]) -> T:
        """Run a search that Ctrl-C stops, and show how far it is.

        Args:
            search: the search; it gets what stops it, and a function for its progress.

        Raises:
            KeyboardInterrupt: the program was asked to end by another signal.
        """
        stop, shown = Event(), is_terminal()

        def report(done: int, most: int) -> None:
            if shown:
                print(f"\r{done}/{most}", end="", flush=True)

        found = self._ending.stoppable(lambda: search(stop, report), stop.set)
        if shown:
            print(end="\r")
        return found

    def wait(self, text: str) -> None:
        """Show for whom everybody waits, on a line that is cleared afterwards.

        Args:
            text: the line; an empty text clears it.
        """
        if is_terminal():
            shown = cut(line(f"{text} ..." if text else ""), self.width - 1, "")
            self._waited = max(columns(plain(shown)), self._waited)
            padded = plain(pad(shown, (), self._waited, ""))
            print(f"\r{padded}", end="" if text else "\r", flush=True)

    def say_goodbye(self, lines: Iterable[Line]) -> None:
        """Show the last lines, even if the program was asked to end.

        Args:
            lines: the lines.

        Raises:
            OSError: the output cannot be written.
        """
        print(painted(lines, self._colour), flush=True)

    def ask(self, prompt: str) -> str:
        """Read a line.

        Args:
            prompt: the text before it.

        Raises:
            EOFError: the input has ended.
            KeyboardInterrupt: the program was asked to end.
        """
        return self._ask(prompt)

    def _interrupted(self, ask: Ask) -> Ask:
        """Wrap a function that reads a line, so that a signal can interrupt it."""
        return lambda prompt: self._ending.heeding(lambda: ask(prompt), interrupt)


def speaks_unicode() -> bool:
    """Return whether standard output can show the characters of the board."""
    try:
        SPECIAL.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def is_terminal() -> bool:
    """Return whether both input and output are a terminal."""
    return (
        sys.stdin is not None
        and sys.stdout is not None
        and sys.stdin.isatty()
        and sys.stdout.isatty()
    )


def _comfortable(words: Callable[[], Sequence[str]], ending: Ending) -> Ask | None:
    """Return a function that reads a line with history and completion, if that is possible.

    Args:
        words: returns what can be typed now.
        ending: records requests to end the program.
    """
    if not is_terminal() or os.environ.get("TERM", "").lower() in DUMB:
        return None
    try:
        # Slow to import, and installed only with wonders-duel[cli].
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
    pasted: list[str] = []  # the lines that are left of a text of several lines

    def give_up(error: BaseException) -> None:
        if app.future is not None and not app.future.done():
            app.exit(exception=error)

    def failed(_: AbstractEventLoop, context: Mapping[str, object]) -> None:
        # The default handler waits for a key, which a closed terminal never sends.
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

        if pasted:
            print(f"{prompt}{pasted[0]}")
        else:
            pasted.extend(ending.heeding(waited, wake).splitlines() or [""])
        return pasted.pop(0)

    return ask


def _edited() -> Ask | None:
    """Return a function that reads a line with ``readline``, if that is possible."""
    if not is_terminal() or os.environ.get("TERM", "").lower() in DUMB:
        return None
    try:
        import readline  # noqa: PLC0415 - not available on every system
    except ImportError:
        return None
    readline.parse_and_bind("set enable-bracketed-paste off")  # no escape codes on plain terminals
    return input  # uses readline


def _plain(prompt: str) -> str:
    """Read a line without editing; input from a pipe is echoed after the prompt."""
    print(prompt, end="", flush=True)
    text = rest = ""
    with suppress(OSError):  # treat unreadable input as ended
        text = rest = sys.stdin.readline(LONGEST_LINE) if sys.stdin is not None else ""
    if not text:
        print()
        raise EOFError
    while rest and not rest.endswith("\n"):  # skip the rest of a line that is too long
        rest = sys.stdin.readline(LONGEST_LINE)
    text = text.rstrip("\r\n").removeprefix("\ufeff")  # Windows may begin a pipe with a mark
    if not is_terminal():
        print(text if text.isprintable() else repr(text))
    return text
