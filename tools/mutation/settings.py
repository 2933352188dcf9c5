"""The mutated modules and their tests: ``[tool.wonders-duel.mutation]`` in pyproject.toml."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterable
from pathlib import Path

import attrs
import cattrs

ROOT = Path(__file__).parents[2]
PACKAGE = "wonders_duel"
SURVIVORS = Path(__file__).with_name("survivors")
"""A file per module of mutants that no test can notice, each with the reason."""
RECORD = Path(__file__).with_name("tried.txt")
"""The functions whose mutants have all been tried."""
FOLDER = ROOT / ".mutation"
"""The files of a run, so that it can be stopped and resumed."""


@attrs.frozen
class Tests:
    """The tests for the mutants of a module.

    Attributes:
        first: those that most likely notice them.
        then: the names of further groups, in the order in which they are tried.
    """

    first: list[str]
    then: list[str]


@attrs.frozen
class Settings:
    """The settings.

    Attributes:
        killed: the percentage of mutants that has to be killed.
        decorators: decorators that do nothing at run time and are not mutated.
        leave_out: patterns of operators that are not used, each with the reason.
        groups: tests by the name of their group.
        modules: the mutated modules of the package, with their tests.
    """

    killed: float
    decorators: list[str]
    leave_out: dict[str, str]
    groups: dict[str, list[str]]
    modules: dict[str, Tests]

    def stages(self, module: str) -> list[list[str]]:
        """Return the groups of tests for a module, in order, each test once."""
        tests = self.modules[module]
        others = [
            [one for one in self.groups[name] if one not in tests.first] for name in tests.then
        ]
        return [tests.first, *others]

    def tests(self, modules: Iterable[str]) -> list[str]:
        """Return all tests of some modules, each once."""
        return sorted({test for one in modules for stage in self.stages(one) for test in stage})


def load() -> Settings:
    """Read the settings."""
    read = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return cattrs.structure(read["tool"]["wonders-duel"]["mutation"], Settings)


def path_of(module: str) -> Path:
    """Return the file of a module: its name has dots between folders."""
    return (ROOT / "src" / PACKAGE).joinpath(*module.split(".")).with_suffix(".py")


def module_of(path: Path) -> str:
    """Return the name of a module from its file, whose path may be relative to the root."""
    parts = path.with_suffix("").parts
    last = len(parts) - parts[::-1].index(PACKAGE)
    return ".".join(parts[last:])


def digest(paths: Iterable[Path]) -> str:
    """Return a short digest of files."""
    found = hashlib.sha256()
    for path in sorted(paths):
        found.update(str(path.relative_to(ROOT)).encode())
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


def everything() -> list[Path]:
    """Return all files that a verdict depends on: sources, tests, settings."""
    parts = [
        path
        for folder in ("src", "tests", "tools", "examples", "docs")
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and path.suffix in {".py", ".gz", ".csv", ".json", ".toml", ".md", ".txt"}
    ]
    results = {SURVIVORS, RECORD}
    parts = [path for path in parts if results.isdisjoint({path, path.parent})]
    return [*parts, ROOT / "pyproject.toml"]
