"""The full screen in a terminal: keys in, lines out, with ``prompt_toolkit``."""

from __future__ import annotations

from asyncio import AbstractEventLoop, get_running_loop
from collections.abc import Mapping
from threading import Thread
from typing import Final

from prompt_toolkit.application import Application
from prompt_toolkit.data_structures import Point
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import FormattedTextControl, Layout, Window
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType
from prompt_toolkit.output import ColorDepth
from typing_extensions import override

from wonders_duel.play.ending import Ending
from wonders_duel.play.screen.drawing import Drawing, draw
from wonders_duel.play.screen.model import Job, Screen
from wonders_duel.render.board.spans import GLUE, Line

__all__ = ["show"]

_COLOURS: Final = {
    "brown": "#af875f",
    "grey": "#9e9e9e",
    "blue": "#00afff",
    "green": "#00af5f",
    "yellow": "#d7af00",
    "red": "#ff5f5f",
    "purple": "#af87ff",
    "good": "#00af5f",
    "bad": "#ff5f5f",
    "dim": "#8a8a8a",
}
"""The colours of the styles, the same as in ``paint``."""
_KEYS: Final[Mapping[str, str]] = {
    Keys.Left.value: "left",
    Keys.Right.value: "right",
    Keys.Up.value: "up",
    Keys.Down.value: "down",
    Keys.PageUp.value: "pageup",
    Keys.PageDown.value: "pagedown",
    Keys.ControlM.value: "enter",
    Keys.ControlI.value: "tab",
    Keys.Escape.value: "escape",
}
_ESCAPE: Final = 0.05
"""The seconds after which Escape is not the beginning of another key."""


def show(screen: Screen, ending: Ending, *, colour: bool | None) -> None:
    """Show a screen until the person leaves.

    Args:
        screen: the screen.
        ending: records requests to end the program.
        colour: whether to use colours; ``None`` to detect whether the output shows them.

    Raises:
        KeyboardInterrupt: the program was asked to end.
        EOFError: the input has ended.
        OSError: the terminal is gone.
    """
    _View(screen, ending, colour=colour).run()


class _View:
    """The application that shows a screen."""

    def __init__(self, screen: Screen, ending: Ending, *, colour: bool | None) -> None:
        """Create the application."""
        self._screen = screen
        self._ending = ending
        self._job: Job | None = None
        self._drawing = Drawing([], {})
        depths = {True: ColorDepth.DEPTH_8_BIT, False: ColorDepth.MONOCHROME}
        self._app: Application[None] = Application(
            layout=Layout(Window(_Control(self), always_hide_cursor=True)),
            key_bindings=self._bindings(),
            full_screen=True,
            mouse_support=True,
            color_depth=None if colour is None else depths[colour],
        )
        self._app.ttimeoutlen = _ESCAPE

    def run(self) -> None:
        """Run the application."""
        self._ending.heeding(
            lambda: self._app.run(
                pre_run=self._begin, set_exception_handler=False, handle_sigint=False
            ),
            self._wake,
        )

    # -- keys -------------------------------------------------------------------------------------

    def _bindings(self) -> KeyBindings:
        bindings = KeyBindings()

        @bindings.add(Keys.Any)
        def _(event: KeyPressEvent) -> None:
            self._press(event.data)

        for key, name in _KEYS.items():
            bindings.add(key)(lambda _event, name=name: self._press(name))

        @bindings.add(Keys.ControlC)
        @bindings.add(Keys.SIGINT)
        def _(_: KeyPressEvent) -> None:
            self._give_up(KeyboardInterrupt())

        return bindings

    def _press(self, key: str) -> None:
        self._screen.press(key)
        self._go_on()

    def click(self, x: int, y: int) -> None:
        """Do what a click of the mouse stands for.

        Args:
            x: the column, from 0.
            y: the line, from 0.
        """
        slot = self._drawing.slot_at(x, y)
        if slot is not None:
            self._screen.point(slot)
            self._go_on()

    # -- work in threads --------------------------------------------------------------------------

    def _begin(self) -> None:
        get_running_loop().set_exception_handler(self._failed)
        if self._ending.asked:
            self._give_up(KeyboardInterrupt())
        else:
            self._go_on()

    def _go_on(self) -> None:
        """Leave, or start the work that the screen waits for."""
        if self._screen.ends:
            self._app.exit()
            return
        job = self._screen.job
        if job is not None and job is not self._job:
            loop = get_running_loop()
            # A daemon, since a bot that never returns must not keep the program from ending.
            Thread(target=self._work, args=(job, loop), daemon=True).start()
        self._job = job
        self._app.invalidate()

    def _work(self, job: Job, loop: AbstractEventLoop) -> None:
        """Do some work outside the main thread."""

        def report(done: int, most: int) -> None:
            job.progress = (done, most)
            self._app.invalidate()

        result: object = None
        fault: Exception | None = None
        try:
            result = job.run(job.stop, report)
        except Exception as error:  # noqa: BLE001 - handed to the main thread
            fault = error
        if not loop.is_closed():
            loop.call_soon_threadsafe(self._finish, job, result, fault)

    def _finish(self, job: Job, result: object, error: Exception | None) -> None:
        if self._app.future is None or self._app.future.done():
            return
        try:
            self._screen.finish(job, result, error)
        except Exception as fault:  # noqa: BLE001 - raised again by run
            self._give_up(fault)
        else:
            self._go_on()

    # -- the end ----------------------------------------------------------------------------------

    def _give_up(self, error: BaseException) -> None:
        if self._app.future is not None and not self._app.future.done():
            self._app.exit(exception=error)

    def _failed(self, _: AbstractEventLoop, context: dict[str, object]) -> None:
        error = context.get("exception")
        self._give_up(
            error if isinstance(error, BaseException) else OSError(str(context["message"]))
        )

    def _wake(self) -> None:
        if self._app.loop is not None:
            self._app.loop.call_soon_threadsafe(self._give_up, KeyboardInterrupt())

    # -- lines ------------------------------------------------------------------------------------

    def text(self) -> StyleAndTextTuples:
        """Draw the screen for the present size of the terminal."""
        size = self._app.output.get_size()
        self._screen.talk.width = max(20, size.columns - 1)
        self._drawing = draw(self._screen, size.columns, size.rows)
        pieces: StyleAndTextTuples = []
        for number, one in enumerate(self._drawing.lines):
            if number:
                pieces.append(("", "\n"))
            pieces += _painted(one)
        return pieces


def _painted(spans: Line) -> StyleAndTextTuples:
    """Return a line with the styles of ``prompt_toolkit``."""
    pieces: StyleAndTextTuples = []
    for span in spans:
        words = span.style.split()
        style = " ".join(_COLOURS.get(word, word) for word in words)
        pieces.append((style, span.text.replace(GLUE, " ")))
    return pieces


class _Control(FormattedTextControl):
    """The text of the screen, which can be clicked."""

    def __init__(self, view: _View) -> None:
        """Show the text of a view."""
        super().__init__(
            view.text, focusable=True, show_cursor=False, get_cursor_position=lambda: Point(0, 0)
        )
        self._view = view

    @override
    def mouse_handler(self, mouse_event: MouseEvent) -> None:
        if mouse_event.event_type is MouseEventType.MOUSE_UP:
            self._view.click(mouse_event.position.x, mouse_event.position.y)
