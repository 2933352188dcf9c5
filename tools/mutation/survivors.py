"""The list of survivors: mutants that no test can notice, each with the reason."""

from __future__ import annotations

import tomllib
from collections.abc import Collection
from pathlib import Path

import attrs
import cattrs

from tools.mutation.settings import SURVIVORS


@attrs.frozen(order=True)
class Change:
    """The change made by a mutant; equal lines of a function are not distinguished.

    Attributes:
        module: the module.
        function: the function, with its class; empty outside of functions and classes.
        line: the original line.
        becomes: the line in the mutant.
    """

    module: str
    function: str
    line: str
    becomes: str

    def __str__(self) -> str:
        """Return the change as three lines."""
        return f"{self.module}.{self.function}\n  - {self.line}\n  + {self.becomes}"


@attrs.frozen
class Survivor:
    """Mutants of a line that are known to survive.

    Attributes:
        module: the module.
        function: the function, with its class.
        line: the original line.
        becomes: each form of the line in a mutant.
        reason: why no test can notice.
    """

    module: str
    function: str
    line: str
    becomes: list[str]
    reason: str

    @property
    def changes(self) -> list[Change]:
        """The mutants."""
        return [Change(self.module, self.function, self.line, one) for one in self.becomes]


def load(folder: Path = SURVIVORS) -> list[Survivor]:
    """Read the list, a file per module."""
    found = []
    for path in sorted(folder.glob("*.toml")):
        read = tomllib.loads(path.read_text(encoding="utf-8"))["survivor"]
        found += [cattrs.structure(one | {"module": path.stem}, Survivor) for one in read]
    return found


def problems(surviving: Collection[Change], listed: list[Survivor]) -> list[str]:
    """Compare the survivors of a run with the list.

    Args:
        surviving: the mutants that no test noticed.
        listed: the known survivors.

    Returns:
        The problems; empty if the list is correct.
    """
    found = []
    known: set[Change] = set()
    for one in listed:
        if not one.reason.strip():
            found.append(f"no reason is given for {one.module}.{one.function}: {one.line}")
        for change in one.changes:
            if change in known:
                found.append(f"listed twice: {change}")
            known.add(change)
    found += [f"survives and is not listed: {one}" for one in sorted(set(surviving) - known)]
    found += [f"listed and does not survive: {one}" for one in sorted(known - set(surviving))]
    return found
