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
from collections.abc import Iterable, Iterator, Sequence
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
    "learn_tests",
    "rl_tests",
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
    """Yield the prose of a file, except for comments, as pairs of a line number and a text.

    Args:
        path: the file, relative to the root of the project.
        text: its content.
    """
    if not path.endswith(".py"):
        yield 1, text
    elif path.startswith(WITH_STRINGS):
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.lineno, node.value
    else:
        yield from _docstrings(ast.parse(text))


def _docstrings(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the docstrings of a module and of everything in it."""
    is_documented = isinstance(
        node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    )
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.Expr(ast.Constant(str(docstring))) if is_documented:
                yield child.lineno, docstring
            case ast.expr():
                pass  # has no docstring inside
            case _:
                yield from _docstrings(child)


def comments(path: str, text: str, avoid: Iterable[Phrase]) -> Iterator[tuple[int, str]]:
    """Yield the comments of a file that may have one of some phrases, with their lines.

    Args:
        path: the file, relative to the root of the project.
        text: its content.
        avoid: the phrases.
    """
    if not path.endswith(".py"):
        return
    # Tokenising all files takes seconds: first look at everything that could be a comment.
    ends = "\n".join(line[line.index("#") :] for line in text.split("\n") if "#" in line)
    if not any(phrase.pattern.search(ends) for phrase in avoid):
        return
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def findings(path: str, text: str, avoid: Sequence[Phrase]) -> Iterator[Finding]:
    """Yield the phrases to avoid in a file.

    Args:
        path: the file, relative to the root of the project.
        text: its content.
        avoid: the phrases.
    """
    for start, indented in (*prose(path, text), *comments(path, text, avoid)):
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
