"""Find phrases of ``style.toml`` in pages, docstrings, comments and messages.

``python -m tools.style [PATH ...]`` lists them; without a path, in the whole project.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

import attrs

ROOT = Path(__file__).parents[1]
WITH_STRINGS = ("src", "examples", "noxfile.py", "benchmarks")
"""Where users also read string literals."""
LEFT_OUT = (
    "docs/_build",
    "tests/golden",
    "tests/facts",
    "tests/conformance",
    "tools/fuzz/corpus",
    "docs/contributing/style.md",
)
"""Data, built files, and the page that quotes the phrases."""
FOLDERS = (
    "benchmarks",
    "browser_tests",
    "build_hooks",
    "cluster_tests",
    "docs",
    "examples",
    "src",
    "tests",
    "tools",
    "typing_tests",
)
"""Folders with prose, besides the root of the project."""


@attrs.frozen
class Phrase:
    """A phrase to avoid.

    Attributes:
        pattern: what to look for.
        instead: what to write.
    """

    pattern: re.Pattern[str]
    instead: str


@attrs.frozen
class Finding:
    """A phrase found in a file.

    Attributes:
        path: the file, relative to the root of the project.
        line: the line, from 1.
        found: the words found.
        instead: what to write.
    """

    path: str
    line: int
    found: str
    instead: str

    def __str__(self) -> str:
        """Return the finding in the format of compiler messages."""
        return f"{self.path}:{self.line}: {self.found!r}: write {self.instead}"


def phrases() -> list[Phrase]:
    """Return the phrases to avoid."""
    with (ROOT / "tools" / "style.toml").open("rb") as file:
        entries = tomllib.load(file)["avoid"]
    return [
        Phrase(re.compile(entry["pattern"].replace(" ", r"\s"), re.IGNORECASE), entry["instead"])
        for entry in entries
    ]


def prose(path: str, text: str) -> Iterator[tuple[int, str]]:
    """Yield the prose of a file as pairs of a line number and a text.

    Args:
        path: the file, relative to the root of the project.
        text: its content.
    """
    if not path.endswith(".py"):
        yield 1, text
        return
    with_strings = path.startswith(WITH_STRINGS)
    for node in ast.walk(ast.parse(text)):
        if with_strings and isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value
        elif isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            for statement in node.body:
                match statement:
                    case ast.Expr(ast.Constant(str(docstring))) if not with_strings:
                        yield statement.lineno, docstring
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def findings(path: str, text: str, avoid: Iterable[Phrase]) -> Iterator[Finding]:
    """Yield the phrases to avoid in a file.

    Args:
        path: the file, relative to the root of the project.
        text: its content.
        avoid: the phrases.
    """
    for start, indented in prose(path, text):
        part = re.sub(r"\n[ \t]+", "\n", indented)  # a phrase can continue on the next line
        for phrase in avoid:
            for match in phrase.pattern.finditer(part):
                line = start + part.count("\n", 0, match.start())
                yield Finding(path, line, " ".join(match[0].split()), phrase.instead)


def files() -> list[str]:
    """Return the files with prose, relative to the root of the project."""
    folders = [path for path in ROOT.iterdir() if path.name in FOLDERS]
    found = [*ROOT.glob("*.md"), *ROOT.glob("*.py")]
    found += [
        path for folder in folders for end in ("md", "py") for path in folder.rglob(f"*.{end}")
    ]
    names = sorted(path.relative_to(ROOT).as_posix() for path in found)
    return [name for name in names if not name.startswith(LEFT_OUT)]


def main(paths: list[str]) -> int:
    """List the phrases to avoid, and return 1 if there are any."""
    chosen = [path for path in files() if not paths or path.startswith(tuple(paths))]
    avoid = phrases()
    found = sorted(
        {
            (one.path, one.line, str(one))
            for path in chosen
            for one in findings(path, (ROOT / path).read_text(encoding="utf-8"), avoid)
        }
    )
    for _, _, line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
