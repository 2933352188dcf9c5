"""What is mutated and which tests look for it: ``[tool.wonders-duel.mutation]`` in pyproject.toml."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterable
from pathlib import Path

import attrs
import cattrs

ROOT = Path(__file__).parents[2]
PACKAGE = "wonders_duel"
SURVIVORS = Path(__file__).with_name("survivors.toml")
FOLDER = ROOT / ".mutation"
"""What a run keeps, so that it can be stopped and gone on with."""


@attrs.frozen
class Settings:
    """The settings.

    Attributes:
        modules: the modules of the package that are mutated.
        killed: how many percent of the mutants have to be killed.
        leave_out: patterns of operators that are not used, each with the reason.
        decorators: decorators that do nothing at run time; they are not changed.
        first: for each module the tests that most likely notice its mutants.
        then: the other tests, in groups that are run one after the other until one fails.
    """

    modules: list[str]
    killed: float
    leave_out: dict[str, str]
    decorators: list[str]
    first: dict[str, list[str]]
    then: list[list[str]]

    def stages(self, module: str) -> list[list[str]]:
        """Give the groups of tests for a module, in their order, each test once."""
        first = self.first[module]
        return [first, *([test for test in group if test not in first] for group in self.then)]


def load() -> Settings:
    """Read the settings."""
    read = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return cattrs.structure(read["tool"]["wonders-duel"]["mutation"], Settings)


def path_of(module: str) -> Path:
    """Give the file of a module."""
    return ROOT / "src" / PACKAGE / f"{module}.py"


def digest(paths: Iterable[Path]) -> str:
    """Give a short digest of files."""
    found = hashlib.sha256()
    for path in sorted(paths):
        found.update(str(path.relative_to(ROOT)).encode())
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


def everything() -> list[Path]:
    """Give all files that a verdict depends on: sources, tests, settings."""
    parts = [
        path
        for folder in ("src", "tests", "examples", "docs")
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and path.suffix in {".py", ".gz", ".csv", ".json", ".toml", ".md", ".txt"}
    ]
    return [*(path for path in parts if path != SURVIVORS), ROOT / "pyproject.toml"]
