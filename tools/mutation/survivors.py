"""The list of survivors: mutants that no test can notice, each with the reason."""

from __future__ import annotations

import io
import re
import tokenize
import tomllib
from collections.abc import Callable, Collection, Container
from pathlib import Path

import attrs
import cattrs

from tools.mutation.settings import SURVIVORS


@attrs.frozen(order=True)
class Change:
    """The change made by a mutant, which does not depend on the code around the expression.

    Attributes:
        module: the module.
        function: the function, with its class; empty outside of functions and classes.
        kind: the kind of mutant: the operator without its variant, as ``NumberReplacer``.
        expression: the innermost expression or statement that the mutant changes, on one line.
        becomes: the expression in the mutant.
        place: which of the equal expressions of the function, from 1; 0 for any of them.
    """

    module: str
    function: str
    kind: str
    expression: str
    becomes: str
    place: int = 0

    def __str__(self) -> str:
        """Return the change as three lines."""
        which = f", place {self.place}" if self.place else ""
        title = f"{self.module}.{self.function}: {self.kind}{which}"
        return f"{title}\n  - {self.expression}\n  + {self.becomes}"

    def is_in(self, listed: Container[Change]) -> bool:
        """Return whether a list has the change, at its place or at any.

        Args:
            listed: the listed changes.
        """
        return self in listed or attrs.evolve(self, place=0) in listed


@attrs.frozen
class Survivor:
    """Mutants of an expression that are known to survive.

    Attributes:
        module: the module.
        function: the function, with its class.
        kind: the kind of mutant.
        expression: the expression.
        becomes: each form of the expression in a mutant.
        reason: why no test can notice.
        places: which of several equal expressions of the function, from 1; all of them if empty.
    """

    module: str
    function: str
    kind: str
    expression: str
    becomes: list[str]
    reason: str
    places: list[int] = attrs.field(factory=list)

    @property
    def changes(self) -> list[Change]:
        """The mutants."""
        return [
            Change(self.module, self.function, self.kind, self.expression, becomes, place)
            for becomes in self.becomes
            for place in self.places or [0]
        ]

    def faults(self, functions: dict[str, str]) -> list[str]:
        """Return what is wrong with the entry, apart from what only a run can tell.

        Args:
            functions: the code of each function and class of the module, by name, on one line.
        """
        found = []
        if self.function not in functions:
            found.append(f"there is no such function; {self._remedy}")
        else:
            there = occurrences(self.expression, functions[self.function])
            if there < max(self.places, default=1):
                needed = f"{max(self.places, default=1)} times" if self.places else "once"
                found.append(
                    f"it occurs {there} times in the function, not {needed}; {self._remedy}"
                )
        if self.expression in self.becomes:
            found.append("it does not change")
        if not self.reason.strip():
            found.append("no reason is given")
        return [f"{self.module}.{self.function}: {self.expression}: {one}" for one in found]

    @property
    def _remedy(self) -> str:
        """What to do if the code has changed."""
        return (
            "change or move its entry in "
            f"tools/mutation/survivors/{self.module}.toml, or delete it if the code is gone, "
            f"then run: nox -s mutation -- --only {self.module}"
        )


def without_comments(source: str) -> str:
    """Return code with spaces instead of comments and docstrings, each place where it was."""
    lines = source.splitlines(keepends=True)
    tokens = list(tokenize.generate_tokens(io.StringIO(source).readline))
    layout = {tokenize.COMMENT, tokenize.NL, tokenize.INDENT, tokenize.DEDENT}
    code = [one for one in tokens if one.type not in layout]
    for token in tokens:
        if token.type == tokenize.COMMENT:
            _blank(lines, token)
    kinds = [tokenize.NEWLINE, *(one.type for one in code), tokenize.NEWLINE]
    for token, before, after in zip(code, kinds, kinds[2:], strict=False):
        if token.type == tokenize.STRING and before == after == tokenize.NEWLINE:
            _blank(lines, token)
    return "".join(lines)


def _blank(lines: list[str], token: tokenize.TokenInfo) -> None:
    (first, start), (last, end) = token.start, token.end
    for row in range(first - 1, last):
        line = lines[row]
        at = start if row == first - 1 else 0
        until = end if row == last - 1 else len(line.rstrip("\r\n"))
        lines[row] = line[:at] + " " * (until - at) + line[until:]


def on_one_line(code: str) -> str:
    """Return code without comments on one line, as if no line had to be broken."""
    # Blanked docstrings are long runs of spaces, on which the patterns would take quadratic time.
    code = "\n".join(line.rstrip() for line in code.split("\n") if line.strip())
    code = re.sub(r"(?<=[(\[{])\s*\n\s*", "", code)
    code = re.sub(r",?\s*\n\s*(?=[)\]}])", "", code)
    return re.sub(r"\s*\n\s*", " ", code).strip()


def occurrences(expression: str, code: str) -> int:
    """Return how many times an expression occurs in code, both on one line."""
    start = r"(?<!\w)" if re.match(r"\w", expression) else ""
    end = r"(?!\w)" if re.search(r"\w$", expression) else ""
    return len(re.findall(f"{start}{re.escape(expression)}{end}", code))


def load(folder: Path = SURVIVORS) -> list[Survivor]:
    """Read the list, a file per module."""
    found = []
    for path in sorted(folder.glob("*.toml")):
        read = tomllib.loads(path.read_text(encoding="utf-8"))["survivor"]
        found += [cattrs.structure(one | {"module": path.stem}, Survivor) for one in read]
    return found


def changes() -> set[Change]:
    """Return all listed mutants."""
    return {change for one in load() for change in one.changes}


def problems(
    surviving: Collection[Change],
    listed: list[Survivor],
    is_complete: Callable[[str, str], bool] = lambda _module, _function: True,
) -> list[str]:
    """Compare the survivors of a run with the list.

    Args:
        surviving: the mutants that no test noticed.
        listed: the known survivors.
        is_complete: whether all mutants of a function, given with its module, were tried.

    Returns:
        The problems; empty if the list is correct.
    """
    found = []
    known: set[Change] = set()
    for one in listed:
        if not one.reason.strip():
            found.append(f"no reason is given for {one.module}.{one.function}: {one.expression}")
        for change in one.changes:
            if change in known:
                found.append(f"listed twice: {change}")
            known.add(change)
    survive = {*surviving, *(attrs.evolve(one, place=0) for one in surviving)}
    found += [
        f"survives and is not listed: {one}"
        for one in sorted(set(surviving))
        if not one.is_in(known)
    ]
    found += [
        f"listed and does not survive: {one}"
        for one in sorted(known - survive)
        if is_complete(one.module, one.function)
    ]
    return found
