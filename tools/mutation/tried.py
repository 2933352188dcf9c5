"""The record of the functions whose mutants have all been tried: ``tried.txt``.

It lets a run on another machine go on where one stopped, and a later one try only what has changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import attrs

from tools.computed import Table
from tools.mutation.settings import RECORD

Place = tuple[str, str]
"""A module, and a function or class in it; empty for the code outside of these."""
OUTSIDE = "-"
"""Stands for the code of a module outside of functions and classes."""
COLUMNS = f"# module, function or class ({OUTSIDE} for the rest), digest, mutants, detected"


@attrs.frozen
class Tried:
    """The results of the mutants of a function.

    Attributes:
        digest: changes with the code of the function and with the kinds of mutants.
        mutants: the number of mutants.
        killed: how many of them a test detects; the others are listed survivors.
    """

    digest: str
    mutants: int
    killed: int


def load(path: Path = RECORD) -> dict[Place, Tried]:
    """Read the record."""
    found = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            module, function, digest, of, killed = line.split()
            place = module, "" if function == OUTSIDE else function
            found[place] = Tried(digest, int(of), int(killed))
    return found


def save(record: Mapping[Place, Tried], path: Path = RECORD) -> None:
    """Write the record, a line for each function."""
    lines = [
        f"{module} {function or OUTSIDE} {one.digest} {one.mutants} {one.killed}"
        for (module, function), one in sorted(record.items())
    ]
    path.write_text("\n".join([COLUMNS, *lines, ""]), encoding="utf-8")


def table() -> Table:
    """Return the numbers of the record for each part of the package."""
    functions: Counter[str] = Counter()
    of: Counter[str] = Counter()
    killed: Counter[str] = Counter()
    for (module, _), one in load().items():
        for part in (module.partition(".")[0], "together"):
            functions[part] += 1
            of[part] += one.mutants
            killed[part] += one.killed
    parts = [*sorted(functions.keys() - {"together"}), "together"]
    return ["part", "functions and classes", "mutants", "detected"], [
        [
            one,
            f"{functions[one]:,}",
            f"{of[one]:,}",
            f"{killed[one]:,} ({100 * killed[one] / of[one]:.1f} %)",
        ]
        for one in parts
    ]
