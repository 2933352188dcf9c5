"""``ProcessBot``: a program in any language as a bot."""

from __future__ import annotations

import json
import os
import shlex
import time
import weakref
from collections.abc import Mapping, Sequence
from threading import RLock
from types import MappingProxyType, TracebackType
from typing import Final, Self

import attrs

from wonders_duel.bots import Bot
from wonders_duel.bots.base import expect_to_move
from wonders_duel.engine.moves import Move
from wonders_duel.errors import BotError, FormatError, WondersDuelError, WrongTypeError
from wonders_duel.match.specs import Setting
from wonders_duel.notation import parse_move
from wonders_duel.protocol.arguments import (
    command_of,
    expect_seconds,
    limits_of,
    options_of,
    seed_text,
)
from wonders_duel.protocol.messages import (
    PROTOCOL,
    Answer,
    BestMove,
    BotHello,
    Go,
    InfoLine,
    OptionLine,
    read_answer,
)
from wonders_duel.protocol.program import (
    MOST_WORDS,
    BrokenProgramError,
    Key,
    Program,
    cannot_start,
    keep,
    kept,
)
from wonders_duel.seeds import Seed, expect_seed, seed_for
from wonders_duel.serialization import to_document
from wonders_duel.state import State, Whole
from wonders_duel.support.arguments import expect
from wonders_duel.support.phrases import nearest, on_one_line, one_of, shown
from wonders_duel.support.remaking import kept_of, remake

__all__ = ["About", "BotOption", "Info", "ProcessBot", "process"]

START: Final = 10.0
"""The seconds that a program has to start."""
_MORE: Final = 2.0
"""The seconds to wait for a choice longer than the program is given."""
_LONG: Final = 60.0
"""The same if the program measures its processor time, or has a limit in simulations alone."""


@attrs.frozen
class BotOption:
    """An option that a program offers.

    Attributes:
        name: the name.
        kind: ``integer``, ``number``, ``boolean``, ``text`` or ``choice``.
        default: the value that it has if it is not set.
        minimum: the smallest number, if there is one.
        maximum: the largest number, if there is one.
        choices: the values of a choice.
        description: what it does, in one sentence; may be empty.

    >>> BotOption("depth", "integer", 3, minimum=1).minimum
    1
    """

    name: str
    kind: str
    default: Setting
    minimum: float | None = None
    maximum: float | None = None
    choices: tuple[str, ...] = ()
    description: str = ""


@attrs.frozen
class About:
    """What a program says about itself.

    Attributes:
        name: its name.
        version: its version; may be empty.
        options: its options.

    >>> print(About("mybot", "1.2"))
    mybot 1.2
    """

    name: str
    version: str = ""
    options: tuple[BotOption, ...] = ()

    def __str__(self) -> str:
        """Return the name and the version."""
        return f"{self.name} {self.version}".strip()


@attrs.frozen
class Info:
    """What a program said while it was thinking. What it did not say is ``None``, or empty.

    Attributes:
        simulations: the simulations so far.
        seconds: the time so far in seconds.
        probability: the probability that the player to move wins, 0.0 to 1.0.
        line: the best moves for both players as text, the first one for the state.
        text: anything else.

    >>> Info(simulations=400, probability=0.62).probability
    0.62
    """

    simulations: int | None = None
    seconds: float | None = None
    probability: float | None = None
    line: tuple[str, ...] = ()
    text: str = ""


class ProcessBot:
    """A bot that asks a program in any language, which speaks the line protocol.

    The program is started for the first choice and ended by :meth:`close`, at the end of a
    ``with`` block, when the bot is no longer used, or with Python. It is killed, with its
    process group, if it does something wrong; the error describes that, and ends with the last
    400 characters that it wrote to its standard error. The next choice starts it again. Several
    threads can use the bot; their choices wait for each other.

    Args:
        command: the program with its arguments: a list, or a text as in a shell. This runs the
            program, so never pass untrusted input.
        seed: sent to the program as text of up to 1,000 characters, for its random choices; bytes
            are sent as hexadecimal digits.
        seconds: the time for a choice in seconds, above 0 and below 1,000,000, which is sent to the
            program; 1 by default if there is no limit in simulations.
        simulations: the number of simulations for a choice, from 1 to 1,000,000,000, which is sent
            to the program.
        clock: what the program measures the seconds by: ``wall``, wall-clock time, or ``process``,
            its processor time.
        timeout: the wall-clock seconds after which a choice is given up and the program is
            killed, above 0 and below 1,000,000, and more than ``seconds`` by the clock ``wall``; by
            default 2 more than these, 60 more than ``seconds`` by the clock ``process``, or 60 with
            ``simulations`` alone. By the clock ``wall``, the program is asked to stop half-way
            between ``seconds`` and this time.
        start_timeout: the same for the start of the program, and for setting its options.
        options: values of options of the program by their names, at most 100: texts, numbers of at
            most 18 digits, booleans or ``None``.
        reuse: whether the program is kept when the bot is closed, and used by the next
            ``ProcessBot`` with the same command and options. Up to four programs are kept.

    Raises:
        BotError: the command has an open quotation mark, there is no such program, or none can be
            started, as in a browser.
        WrongTypeError: an argument has another type, a number is out of range, there is no such
            clock, or the seed or the options are too long.

    >>> import sys
    >>> from wonders_duel import Game
    >>> command = [sys.executable, "-m", "wonders_duel", "engine"]
    >>> with ProcessBot(command, seed="1", simulations=50) as bot:
    ...     move = bot.choose(Game(seed=3, rules="first-game").state)
    >>> bot.info.simulations
    50
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        seed: Seed = None,
        seconds: float | None = None,
        simulations: Whole | None = None,
        clock: str = "wall",
        timeout: float | None = None,
        start_timeout: float = START,
        options: Mapping[str, Setting] = MappingProxyType({}),
        reuse: bool = False,
    ) -> None:
        """Check the arguments."""
        self._given: dict[str, object] = {
            "command": command,
            "seed": seed,
            "seconds": seconds,
            "simulations": simulations,
            "clock": clock,
            "timeout": timeout,
            "start_timeout": start_timeout,
            "options": options,
            "reuse": reuse,
        }
        self._command = command_of(command)
        self._given["command"] = self._command
        self._seed = seed_text(seed)
        self._limits = limits_of(seconds, simulations, clock)
        self._seconds = self._limits.get("seconds") if clock == "wall" else None
        if timeout is None:
            timeout = self._limits.get("seconds", 0.0)
            timeout += _LONG if self._seconds is None else _MORE
        else:
            expect_seconds(timeout, "timeout")
        expect_seconds(start_timeout, "start_timeout")
        if self._seconds is not None and timeout <= self._seconds:
            raise WrongTypeError(
                "expected a timeout that is longer than the time for a choice, "
                f"seconds={self._seconds:g}; got {shown(timeout)}"
            )
        self._timeout = timeout
        self._start_timeout = start_timeout
        self._options = options_of(options)
        self._given["options"] = self._options
        expect(reuse, bool, "True or False as reuse")
        self._reuse = reuse
        self._lock = RLock()
        self._program: Program | None = None
        self._finalizer: weakref.finalize[[Program, bool], ProcessBot] | None = None
        self.info: Info | None = None
        """What the program said last while it was thinking about the last choice, if anything."""

    def about(self) -> About:
        """Return what the program says about itself, after starting it if necessary.

        Raises:
            BotError: the program cannot be started in time, does not speak the protocol, or does
                not have one of the options.
        """
        with self._lock:
            try:
                hello = self._started().hello
            except BaseException as error:  # noqa: BLE001 - raised again
                raise self._failure(error) from None
            assert hello is not None
            return _about(hello)

    def choose(self, state: State) -> Move:
        """Let the program choose.

        Args:
            state: a state in which a player is to move.

        Returns:
            One of its legal moves.

        Raises:
            BotError: no player is to move, the program cannot be started, as for :meth:`about`, or
                it does not choose a legal move in time.
            WrongTypeError: the argument is not a state.
        """
        expect_to_move(state)
        with self._lock:
            self.info = None
            try:
                return self._choose(self._started(), state)
            except BaseException as error:  # noqa: BLE001 - raised again
                raise self._failure(error) from None

    def close(self) -> None:
        """End the program, or keep it for another bot as asked. The next choice starts it again."""
        with self._lock:
            self._program = None
            if self._finalizer is not None:
                self._finalizer()

    def _started(self) -> Program:
        """Return the program, which is started if necessary."""
        program = self._program
        if program is not None and program.owner == os.getpid():
            return program
        self._program = None  # one that belongs to the process from which this one was forked
        wanted = json.dumps(self._options, sort_keys=True)
        try:
            key = Key(self._command, os.getcwd(), wanted)  # noqa: PTH109 - a text
        except OSError:
            why = "the current folder has been removed or cannot be read; change to another one"
            raise cannot_start(self._command, why) from None
        program = kept(key) if self._reuse else None
        is_new = program is None
        if program is None:
            program = Program(key)
        self._finalizer = weakref.finalize(self, _release, program, self._reuse)
        self._program = program
        if is_new:
            program.start()
            self._meet(program)
        program.send({"type": "newgame", "seed": self._seed})
        return program

    def _meet(self, program: Program) -> None:
        """Exchange names, and set the options."""
        program.send({"type": "hello", "protocol": PROTOCOL, "name": "wonders-duel"})
        answer = self._answer(program, "hello", self._start_timeout)
        assert answer["type"] == "hello"
        if answer["protocol"] > PROTOCOL:
            raise BrokenProgramError(
                f"speaks version {answer['protocol']} of the protocol; "
                f"this library speaks version {PROTOCOL}"
            )
        program.hello = answer
        if not self._options:
            return
        known = [option["name"] for option in answer.get("options", [])]
        for name in self._options:
            if name not in known:
                raise BrokenProgramError(f"has no option {shown(name)}; {_instead(name, known)}")
        program.number += 1
        program.send({"type": "set", "id": program.number, "options": dict(self._options)})
        self._answer(program, "ok", self._start_timeout)

    def _choose(self, program: Program, state: State) -> Move:
        program.number += 1
        moves = state.legal_moves
        request: Go = {
            "type": "go",
            "id": program.number,
            "limits": self._limits,
            "indexes": [move.index for move in moves],
            "moves": [str(move) for move in moves],
            "position": state.to_text(),
            "state": to_document(state),
        }
        stop = None if self._seconds is None else (self._seconds + self._timeout) / 2
        program.send(request)
        answer = self._answer(program, "bestmove", self._timeout, stop)
        assert answer["type"] == "bestmove"
        return _chosen(answer, state)

    def _answer(
        self, program: Program, wanted: str, timeout: float, stop_after: float | None = None
    ) -> Answer:
        """Wait for the answer to the last request, and ask for it after some seconds."""
        began = time.monotonic()
        until = began + timeout
        stop = until if stop_after is None else began + stop_after
        while True:
            line = program.line(stop)
            now = time.monotonic()
            if now >= until:
                limit = "1 second" if timeout == 1 else f"{timeout:g} seconds"
                raise BrokenProgramError(f"did not {_DEEDS[wanted]} within {limit}")
            if now >= stop:
                program.send({"type": "stop", "id": program.number})
                stop = until
            if line is None:
                continue
            answer = _read(line)
            if answer["type"] == "hello":
                if wanted == "hello":
                    return answer
                raise BrokenProgramError(f"said hello again; expected {wanted}")
            number = answer.get("id")
            if number is not None and number < program.number:
                continue  # a late answer to an earlier request
            if answer["type"] == "error":
                text = on_one_line(answer["message"], MOST_WORDS)
                words = (
                    f"reported an error: {text}" if text else "reported an error without a message"
                )
                raise BrokenProgramError(words)
            if number != program.number and wanted != "hello":
                raise BrokenProgramError(
                    f"answered the request {number}; the last one was {program.number}"
                )
            if answer["type"] == "info" and wanted != "hello":
                self.info = _info(answer)
            elif answer["type"] == wanted:
                return answer
            else:
                raise BrokenProgramError(f"answered with {answer['type']}; expected {wanted}")

    def _failure(self, error: BaseException) -> BaseException:
        """Kill the program, and return the error to raise."""
        program = self._program
        self._program = None
        if program is None:
            return error
        assert self._finalizer is not None
        self._finalizer.detach()
        log = program.kill()
        if not isinstance(error, BrokenProgramError):
            return error
        words = f"; it wrote to its standard error: {log}" if log else ""
        return BotError(f"the program {program.name} {error}{words}")

    def __enter__(self) -> Self:
        """Return the bot itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the bot."""
        self.close()

    def __getstate__(self) -> dict[str, object]:
        """Return the arguments, and what a derived class has added.

        A copy or a pickled bot starts a program of its own.
        """
        return kept_of(self, self._given, _MADE)

    def __setstate__(self, kept: dict[str, object]) -> None:
        """Start again with the same arguments."""
        remake(self, kept, ProcessBot.__init__)

    def __repr__(self) -> str:
        """Return the class and the command."""
        return f"<{type(self).__name__} {shlex.join(self._command)}>"


_MADE: Final = frozenset(
    [
        "_command",
        "_finalizer",
        "_given",
        "_limits",
        "_lock",
        "_options",
        "_program",
        "_reuse",
        "_seconds",
        "_seed",
        "_start_timeout",
        "_timeout",
        "info",
    ]
)
"""The attributes that the arguments make."""


def process(command: str = "", seed: Seed = None, **settings: Setting) -> Bot:
    """Create a :class:`ProcessBot` for a match: ``"process,command=./mybot,seconds=0.2"``.

    Args:
        command: the program with its arguments, as in a shell; never untrusted input.
        seed: the seed of the bot. The program gets a digest of it, so it cannot compute the deals
            from the seed of a match.
        settings: ``seconds``, ``simulations``, ``clock``, ``timeout``, ``start_timeout`` and
            ``reuse`` as for ``ProcessBot``, but ``reuse`` is true by default, so that a program
            plays one game after the other; all others are options of the program.

    Returns:
        A bot that starts the program for its first choice.

    Raises:
        BotError: no command is given, there is no such program, or an argument has another type or
            is out of range.

    >>> import sys
    >>> process(f"{sys.executable} mybot.py", seconds=0.2)  # doctest: +ELLIPSIS
    <ProcessBot ... mybot.py>
    """
    if command == "":
        raise BotError("the bot process needs a program: write process,command=./mybot")
    own: dict[str, object] = {"reuse": True}
    options: dict[str, Setting] = {}
    for name, value in settings.items():
        (own if name in _OWN else options)[name] = value
    try:
        expect_seed(seed)
        digest = None if seed is None else seed_for("program", seed)
        return ProcessBot(command, seed=digest, options=options, **own)  # type: ignore[arg-type]
    except WrongTypeError as error:
        raise BotError(f"cannot create process: {error}") from None


_OWN: Final = ("seconds", "simulations", "clock", "timeout", "start_timeout", "reuse")
"""The settings that are no options of the program."""


def _instead(name: str, known: list[str]) -> str:
    """Say what there is instead of an option that the program does not have."""
    options = one_of(map(on_one_line, known)) if known else ""
    there = f"expected {options}, or" if known else "it offers no options; expected"
    own = f"an argument of ProcessBot: {', '.join(_OWN)}"
    return f"{there} {own}{nearest(name, [*known, *_OWN])}"


def _release(program: Program, reuse: bool) -> None:  # noqa: FBT001 - called by weakref
    """Keep or end a program that a bot does not need any longer."""
    if reuse and program.is_usable:
        keep(program)
    else:
        program.close()


def _read(line: bytes) -> Answer:
    try:
        return read_answer(line)
    except FormatError as error:
        text = shown(line.decode("utf-8", "replace"))
        why = "; ".join(map(str, error.faults))
        raise BrokenProgramError(f"wrote {text}, which is not an answer: {why}") from None


_DEEDS: Final = {"hello": "say hello", "ok": "set its options", "bestmove": "choose a move"}
"""What a program does by its answers."""


def _chosen(answer: BestMove, state: State) -> Move:
    """Return the move of an answer, which has to be legal."""
    every = state.catalogue.moves
    move: Move | None = None
    if "move" in answer:
        try:
            move = parse_move(answer["move"], state.catalogue, state.legal_moves)
        except WondersDuelError as error:
            raise BrokenProgramError(f"chose {shown(answer['move'])}: {error}") from None
    if "index" in answer:
        index = answer["index"]
        if index >= len(every):
            raise BrokenProgramError(f"chose the index {index}; the last one is {len(every) - 1}")
        if move is not None and move.index != index:
            raise BrokenProgramError(f"chose {every[index]} by its index, but {move} as text")
        move = every[index]
    assert move is not None  # the answer has one of the two
    reasons = state.why_not(move)
    if reasons:
        text = "; ".join(map(str, reasons))
        raise BrokenProgramError(f"chose {move}, which is illegal: {text}")
    return move


def _about(hello: BotHello) -> About:
    return About(
        on_one_line(hello["name"]),
        on_one_line(hello.get("version", "")),
        tuple(map(_option, hello.get("options", []))),
    )


def _option(line: OptionLine) -> BotOption:
    return BotOption(
        line["name"],
        line["type"],
        line["default"],
        line.get("minimum"),
        line.get("maximum"),
        tuple(line.get("choices", ())),
        line.get("description", ""),
    )


def _info(line: InfoLine) -> Info:
    return Info(
        line.get("simulations"),
        line.get("seconds"),
        line.get("probability"),
        tuple(line.get("line", ())),
        line.get("text", ""),
    )
