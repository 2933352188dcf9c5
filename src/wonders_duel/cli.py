"""The command line: ``wonders-duel`` with its commands, such as ``play``, ``match`` and ``analyse``."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from io import TextIOWrapper

from wonders_duel.command_line.output import FailedError, TerminatedError, write_error
from wonders_duel.command_line.parser import parser
from wonders_duel.errors import (
    ChanceError,
    DealError,
    FormatError,
    PositionError,
    RecordError,
    WondersDuelError,
)
from wonders_duel.support.exit_codes import FAILED, INTERRUPTED, TERMINATED, USAGE_ERROR
from wonders_duel.support.phrases import on_one_line, shown_name
from wonders_duel.support.plugins import failure_of_others

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        arguments: the arguments after the program's name; ``sys.argv[1:]`` by default.

    Returns:
        The exit code: 0 for success; 1 if a file has faults or cannot be read, a bot fails, or
        the output cannot be written; 2 for wrong arguments; 130 after Ctrl-C, and 143 if a match
        is stopped by SIGTERM. If the reader closes the pipe, as in ``| head``, the code depends
        on what was found until then.

    >>> main(["demo", "--players", "random,clever"])
    2
    """
    options = Namespace(code=0)
    try:
        try:
            options.code = _run(arguments, options)
        finally:
            if sys.stdout is not None:  # None if the process was started without one
                sys.stdout.flush()
    except BrokenPipeError:
        # The reader closed the pipe (as in `| head`): write nothing more, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt as error:
        return TERMINATED if isinstance(error, TerminatedError) else INTERRUPTED
    except OSError as error:
        what = "the output" if error.filename is None else shown_name(str(error.filename))
        _complain(f"cannot write {what}: {error.strerror}")
        sys.stdout = None  # so that nothing is flushed at exit
        return int(options.code) or FAILED
    return int(options.code)


def _run(arguments: Sequence[str] | None, options: Namespace) -> int:
    """Run the command that the arguments name, and report errors.

    Args:
        arguments: the arguments after the program's name.
        options: filled with the parsed options; a command may set its exit code in it early.

    Returns:
        The exit code.
    """
    try:
        parser().parse_args(arguments, options)
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(errors="backslashreplace")  # names may be in any script
        code: int = options.run(options)
    except (ChanceError, DealError, FormatError, PositionError, RecordError, FailedError) as error:
        _complain(str(error))
        return FAILED
    except WondersDuelError as error:
        _complain(str(error))
        return USAGE_ERROR
    except Exception as error:
        cards = getattr(options, "catalogue", None)
        if cards is None:
            raise
        _complain(f"the cards of {on_one_line(cards)} failed: {failure_of_others(error)}")
        return FAILED
    return code


def _complain(message: str) -> None:
    """Write an error message to standard error."""
    write_error(f"wonders-duel: {message}\n")
