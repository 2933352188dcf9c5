"""The option ``--catalogue``: a catalogue of the user, named as ``MODULE:NAME``."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from importlib import import_module
from typing import Final
from warnings import catch_warnings, simplefilter

from wonders_duel.catalogues import Catalogue
from wonders_duel.command_line.output import FailedError, write_error
from wonders_duel.errors import WrongTypeError
from wonders_duel.evaluation import UnfittedWarning, fitted
from wonders_duel.play.opponents import look_here
from wonders_duel.support.phrases import shown

__all__ = ["add_catalogue", "catalogue_of", "rated_catalogue_of"]

_SILENT: Final = "ignore:there are no fitted weights"
"""What keeps the workers of a match or search silent about what this process has said."""


def add_catalogue(parser: ArgumentParser, explanation: str) -> None:
    """Add the option.

    Args:
        parser: the parser of a command.
        explanation: which games have these cards.
    """
    parser.add_argument(
        "--catalogue",
        metavar="MODULE:NAME",
        help=f"{explanation}; NAME is a catalogue in a Python module, which is imported",
    )


def rated_catalogue_of(options: Namespace) -> Catalogue | None:
    """Return the catalogue for a command that plays or searches; say if it has no fitted weights.

    Args:
        options: the parsed options.

    Raises:
        FailedError: the module cannot be imported.
        WrongTypeError: the option has another form, or names something else.
    """
    found = catalogue_of(options)
    if found is not None:
        if _SILENT not in sys.warnoptions:
            sys.warnoptions.append(_SILENT)
        with catch_warnings(record=True) as warnings:
            simplefilter("always", UnfittedWarning)
            fitted(found)  # it is kept, and warns only once
        for warning in warnings:
            write_error(f"wonders-duel: {warning.message}\n")
    return found


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
    module, colon, name = given.partition(":")
    if not module or not colon or not name:
        raise WrongTypeError(f"--catalogue: expected MODULE:NAME, got {shown(given)}")
    look_here()
    try:
        found = getattr(import_module(module), name, None)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - it is the user's code
        raise FailedError(f"--catalogue: cannot import {module}: {error}") from None
    if not isinstance(found, Catalogue):
        raise WrongTypeError(f"--catalogue: {shown(given)} is not a Catalogue")
    return found
