"""What all commands share: errors, files that are written, and rule options."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, redirect_stdout
from pathlib import Path
from shutil import get_terminal_size
from typing import Final

from wonders_duel.errors import FormatError, MatchError, RuleOptionError
from wonders_duel.render.board.look import in_ascii
from wonders_duel.render.board.spans import WIDTH
from wonders_duel.support.phrases import outside_python, shown, shown_name
from wonders_duel.text.files import expect_writable

__all__ = [
    "FailedError",
    "TerminatedError",
    "expect_apart",
    "expect_new",
    "expect_no_dash",
    "expect_place",
    "is_wanted",
    "prints_apart",
    "rules_of",
    "showable",
    "terminal_width",
    "text_width",
    "valid_names",
    "write_error",
    "written_to",
]


_NARROWEST: Final = 40


class FailedError(Exception):
    """A failure despite valid arguments, such as an unreadable file or a failing bot."""


class TerminatedError(KeyboardInterrupt):
    """The system asked the program to end (SIGTERM)."""


def terminal_width() -> int | None:
    """Return how many columns a text may have on the terminal.

    Returns:
        The columns, at least 40; ``None`` if standard output is not a terminal.
    """
    if sys.stdout is None or not sys.stdout.isatty():
        return None
    return max(_NARROWEST, get_terminal_size().columns - 1)


def text_width() -> int:
    """Return how many columns sentences, tables and graphs may have: those of a narrow terminal."""
    return min(WIDTH, terminal_width() or WIDTH)


def is_wanted(option: bool | None) -> bool:  # noqa: FBT001 - the value of the option
    """Return whether a board is to be printed, which a person sees, but a program does not expect.

    Args:
        option: the option, ``None`` if it was not given.
    """
    return terminal_width() is not None if option is None else option


def showable(text: str) -> str:
    """Return a text in ASCII if the encoding of the output lacks a character.

    Args:
        text: the text.
    """
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return in_ascii(text)
    return text


@contextmanager
def valid_names() -> Iterator[None]:
    """Raise `MatchError` for a name or seed among the arguments that is not a valid text."""
    try:
        yield
    except FormatError as error:
        raise MatchError("; ".join(fault.message for fault in error.faults)) from None


def write_error(text: str) -> None:
    """Write a text to standard error, if the process has one.

    Args:
        text: the text; advice that only helps in Python is left out.
    """
    try:
        if sys.stderr is not None:
            sys.stderr.write(outside_python(text))
            sys.stderr.flush()
    except OSError:
        sys.stderr = None  # the exit code still reports the failure


def prints_apart() -> AbstractContextManager[object]:
    """Let what the code of the user prints go to standard error: programs read the output."""
    return redirect_stdout(sys.stderr)


def expect_new(name: str | None, *, force: bool, is_folder: bool = False) -> None:
    """Raise `FailedError` if a file cannot be written, before the work for it is done.

    Args:
        name: the name of the file; ``None`` for no file.
        force: whether an existing file may be replaced.
        is_folder: whether it is a folder of files.
    """
    if name is None:
        return
    expect_no_dash(name)
    if not is_folder:
        _expect_no_folder(name)
    elif Path(name).exists() and not Path(name).is_dir():
        raise FailedError(
            f"cannot write {shown_name(name)}: it is a file; expected the name of a folder"
        )
    if not force and Path(name).exists():
        raise FailedError(f"{shown_name(name)} already exists; pass --force to replace it")
    _expect_folder_around(name)
    with written_to(name):
        # The files of a folder are written in it, but the folder itself may have to be made.
        expect_writable(Path(name) / "file" if is_folder and Path(name).is_dir() else name)


def expect_no_dash(name: str | None) -> None:
    """Raise `FailedError` if a file to write has the name that stands for standard input elsewhere.

    Args:
        name: the name of the file; ``None`` for no file.
    """
    if name == "-":
        raise FailedError(
            "cannot write -: it does not stand for standard output here; expected the name of a file"
        )


def expect_place(name: str) -> None:
    """Raise `FailedError` if no file of this name can be written, before the work for it is done.

    Args:
        name: the name of the file, which may exist.
    """
    expect_no_dash(name)
    _expect_no_folder(name)
    _expect_folder_around(name)
    with written_to(name):
        expect_writable(name)


def _expect_no_folder(name: str) -> None:
    if Path(name).is_dir():
        raise FailedError(
            f"cannot write {shown_name(name)}: it is a folder; expected the name of a file"
        )


def _expect_folder_around(name: str) -> None:
    if not Path(name).parent.is_dir():
        raise FailedError(f"cannot write {shown_name(name)}: there is no such folder")


def expect_apart(files: Mapping[str, str | None], read: Sequence[str] = ()) -> None:
    """Raise `FailedError` if a file would be written twice, or is one of those that are read.

    Args:
        files: the files to write by their options; ``None`` for no file.
        read: the files to read.
    """
    options: dict[object, str] = {}
    for option, name in files.items():
        if name is None:
            continue
        place = _identity(name)
        if place in options:
            raise FailedError(
                f"{options[place]} and {option} name the same file: {shown_name(name)}"
            )
        options[place] = option
    for name in read:
        found = options.get(_identity(name))
        if found is not None:
            raise FailedError(f"{found} names a file that is read: {shown_name(name)}")


def _identity(name: str) -> object:
    """Return what two names of one file have in common, also if one is a link to the other."""
    try:
        there = Path(name).stat()
    except OSError:
        return Path(name).resolve()
    return (there.st_dev, there.st_ino) if there.st_ino else Path(name).resolve()


@contextmanager
def written_to(name: str) -> Iterator[None]:
    """Raise `FailedError` if a file cannot be written.

    Args:
        name: the name of the file.
    """
    try:
        yield
    except OSError as error:
        said = error.strerror or error
        raise FailedError(f"cannot write {shown_name(name)}: {said}") from None


def rules_of(options: Sequence[str]) -> dict[str, str]:
    """Return the rule options of ``--rule OPTION=VALUE``.

    Args:
        options: the arguments.

    Raises:
        RuleOptionError: one of them has no value, or is given twice.
    """
    rules: dict[str, str] = {}
    for option in options:
        name, equals, value = option.partition("=")
        if not equals:
            raise RuleOptionError(f"--rule: expected OPTION=VALUE, got {shown(option)}")
        name = name.strip().replace("-", "_")
        if name in rules:
            raise RuleOptionError(f"--rule: duplicate rule option {shown(name)}; give it once")
        rules[name] = value.strip()
    return rules
