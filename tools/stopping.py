"""Programs that end quietly after Ctrl-C, as the commands of the library do."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import NoReturn

from wonders_duel.support.exit_codes import INTERRUPTED

__all__ = ["run_program"]


def run_program(main: Callable[[], int | None]) -> NoReturn:
    """Run a program, and end with its exit code, or with 130 and no traceback after Ctrl-C.

    Args:
        main: the program, which returns its exit code, or nothing if it succeeds.
    """
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
