"""The option ``--catalogue``: a catalogue of the user, named as ``MODULE:NAME``."""

from __future__ import annotations

import pickle
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from importlib import import_module
from typing import Final
from warnings import catch_warnings, simplefilter

from wonders_duel.bots.names import RESERVED, as_kind
from wonders_duel.catalogues import Catalogue
from wonders_duel.command_line.output import FailedError, prints_apart, write_error
from wonders_duel.errors import WrongTypeError
from wonders_duel.evaluation import UnfittedWarning, fitted
from wonders_duel.match.specs import source_and_settings
from wonders_duel.play.opponents import look_here
from wonders_duel.support.phrases import closest, on_one_line, shown
from wonders_duel.support.plugins import failure, meant

__all__ = ["add_catalogue", "catalogue_of", "searched_catalogue_of"]

_SILENT: Final = "ignore:there are no fitted weights"
"""What keeps the workers of a match or search silent about what this process has said."""
_UNRATED: Final = RESERVED | {"random", "greedy"}
"""The players that do not use the weights of the library."""


def add_catalogue(parser: ArgumentParser, explanation: str) -> None:
    """Add the option.

    Args:
        parser: the parser of a command.
        explanation: what has these cards.
    """
    parser.add_argument(
        "--catalogue",
        metavar="MODULE:NAME",
        help=f"{explanation}: a catalogue in a Python module of this folder or an installed package",
    )


def searched_catalogue_of(
    options: Namespace, bots: Iterable[str] | None = None, *, is_sent: bool = False
) -> Catalogue | None:
    """Return the catalogue for a command that plays or searches; say if it has no fitted weights.

    Args:
        options: the parsed options.
        bots: the bots that play, as on the command line; ``None`` for a search.
        is_sent: whether other processes get the cards.

    Raises:
        FailedError: the module cannot be imported, or other processes are to work with the cards, and
            these cannot be pickled.
        WrongTypeError: the option has another form, or names something else.
    """
    found = catalogue_of(options)
    if found is not None:
        if _SILENT not in sys.warnoptions:
            sys.warnoptions.append(_SILENT)
        with catch_warnings(record=True) as warnings, prints_apart():
            simplefilter("always", UnfittedWarning)
            fitted(found)  # it is kept, and warns only once
        if bots is None or any(_name(bot) not in _UNRATED for bot in bots):
            for warning in warnings:
                write_error(f"wonders-duel: {warning.message}\n")
        if is_sent:
            _expect_sendable(found)
    return found


def _name(bot: str) -> str:
    """Return the name of a bot without its settings."""
    return as_kind(source_and_settings(bot)[0])


def _expect_sendable(catalogue: Catalogue) -> None:
    """Raise `FailedError` if cards cannot be sent to other processes."""
    try:
        pickle.dumps(catalogue)
    except Exception as error:  # noqa: BLE001 - it is the user's code
        raise FailedError(
            f"--catalogue: the cards cannot be sent to other processes: {failure(error)}; define "
            "their classes outside functions"
        ) from None


def catalogue_of(options: Namespace) -> Catalogue | None:
    """Return the catalogue that the option names; ``None`` without the option.

    Args:
        options: the parsed options.

    Raises:
        FailedError: the module cannot be imported.
        WrongTypeError: the option has another form, or names something else.
    """
    given: str | None = options.catalogue
    if given is None:
        return None
    module, _, name = given.partition(":")
    if not all(one.isidentifier() for one in (*module.split("."), name)):
        message = f"--catalogue: expected MODULE:NAME, such as towers:CARDS, got {shown(given)}"
        raise WrongTypeError(message + meant(module, name, "CARDS"))
    look_here()
    try:
        with prints_apart():
            source = import_module(module)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - it is the user's code
        said = failure(error)
        if isinstance(error, ModuleNotFoundError):
            said = on_one_line(str(error)) + meant(module, name, "CARDS")
        raise FailedError(f"--catalogue: cannot import {module}: {said}") from None
    known = {key: one for key, one in vars(source).items() if isinstance(one, Catalogue)}
    if name in known:
        return known[name]
    known = {key: one for key, one in known.items() if not one.is_base}  # it is imported
    if hasattr(source, name):
        message = f"{shown(given)} is not a Catalogue"
    else:
        message = f"there is no {shown(name)} in the module {module}"
    there = f"its catalogues are {', '.join(sorted(known))}" if known else "it has no Catalogue"
    close = closest(name.lower(), [key.lower() for key in known], 1)
    if close:
        there = f"did you mean {next(key for key in known if key.lower() == close[0])}?"
    raise WrongTypeError(f"--catalogue: {message}; {there}")
