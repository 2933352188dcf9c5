"""The rulings that the code follows and the tests show: ``python -m tools.rulings R50 ...``.

The program prints the sentence of each ruling, the places in the code and the tests, which are read
from docstrings and comments, and the lines of pages and of helpers of the tests that name it.

A docstring or a comment of the code that names a ruling, such as R22, means that the code follows
it. The docstring of a test means that the test shows it. A span, such as "R28 to R37", gives the
subject of a place and counts for none of its rulings.

The page of rulings is generated from this, and ``tests/tools/test_rulings.py`` checks it.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import attrs

import wonders_duel

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "tests"
PACKAGE = Path(wonders_duel.__file__).parent
PAGE = ROOT / "docs" / "explanation" / "rulings.md"

COUNT = 90
"""The number of rulings: R1 to R90."""

_NUMBER = re.compile(r"\bR(\d+)\b")
_SPAN = re.compile(r"\bR\d+ to R\d+\b")
_LINE = re.compile(r"^R(\d+)(?: \((moot)\))?: (.+)$")

_Named = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef | ast.Assign | ast.AnnAssign


@attrs.frozen
class Place:
    """A definition of the code, or a test, that names rulings."""

    file: str
    """Its path, relative to the package or the tests."""
    name: str
    """Its dotted name in the module; empty for the module itself."""
    line: int
    """The first line of its definition."""
    rulings: frozenset[int]

    @property
    def module(self) -> str:
        """The dotted name of its module, without that of the package."""
        return self.file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


@attrs.frozen
class Ruling:
    """A ruling as on the page."""

    number: int
    text: str
    """The decision; for a moot ruling, the reason why it cannot matter."""
    is_moot: bool


def numbers(text: str) -> frozenset[int]:
    """Return the rulings that a text names individually."""
    return frozenset(int(one) for one in _NUMBER.findall(_SPAN.sub("", text)))


def all_numbers(text: str) -> frozenset[int]:
    """Return all rulings that a text names, ends of spans included."""
    return frozenset(int(one) for one in _NUMBER.findall(text))


def read_line(line: str) -> Ruling | None:
    """Return the ruling of a line such as ``R3: 7 coins each``, or ``None``."""
    found = _LINE.match(line)
    return found and Ruling(int(found[1]), found[3], is_moot=found[2] is not None)


def page() -> list[Ruling]:
    """Return the rulings of the page, in order."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    return [ruling for line in lines if (ruling := read_line(line))]


@cache
def code() -> tuple[Place, ...]:
    """Return every definition of the package that follows a ruling."""
    places: list[Place] = []
    for path in sorted(PACKAGE.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if _NUMBER.search(source) and (found := _by_definition(source)):
            file = path.relative_to(PACKAGE).as_posix()
            places += [Place(file, *key, frozenset(found[key])) for key in sorted(found, key=_line)]
    return tuple(places)


@cache
def tests() -> tuple[Place, ...]:
    """Return every test that shows a ruling."""
    places: list[Place] = []
    for path in sorted(TESTS.rglob("test_*.py")):
        source = path.read_text(encoding="utf-8")
        for node in ast.parse(source).body if _NUMBER.search(source) else ():
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                shown = numbers(ast.get_docstring(node) or "")
                if shown:
                    file = path.relative_to(TESTS).as_posix()
                    places.append(Place(file, node.name, node.lineno, shown))
    return tuple(places)


def elsewhere(number: int) -> Iterator[tuple[Path, int, str]]:
    """Yield the lines that name a ruling on other pages and in the helpers of the tests.

    Args:
        number: the number of the ruling.
    """
    pages = [one for one in (ROOT / "docs").rglob("*.md") if one != PAGE]
    helpers = [one for one in TESTS.rglob("*.py") if not one.name.startswith("test_")]
    for path in sorted([*pages, *helpers]):
        lines = path.read_text(encoding="utf-8").splitlines()
        for place, line in enumerate(lines, start=1):
            if number in numbers(line):
                yield path, place, line.strip()


def _line(key: tuple[str, int]) -> int:
    return key[1]


def _by_definition(source: str) -> dict[tuple[str, int], set[int]]:
    """Return the rulings by the name and line of the definition that names them."""
    tree = ast.parse(source)
    found: dict[tuple[str, int], set[int]] = {}
    for line, text in (*_docstrings(tree), *_comments(source)):
        if named := numbers(text):
            found.setdefault(_definition(tree, line), set()).update(named)
    return found


def _docstrings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield docstrings, those of attributes included."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            yield node.lineno, node.value.value


def _comments(source: str) -> Iterator[tuple[int, str]]:
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def _definition(tree: ast.Module, line: int) -> tuple[str, int]:
    """Return the name and line of the innermost definition of a line.

    A docstring under an attribute belongs to it, and a comment to what follows it.
    """
    names: list[str] = []
    start = 1
    body = tree.body
    while True:
        node = _owner(body, line)
        if node is None:
            return ".".join(names), start
        names.append(_name(node))
        start = node.lineno
        if not isinstance(node, ast.ClassDef) or line < node.lineno:
            return ".".join(names), start
        body = node.body


def _owner(body: list[ast.stmt], line: int) -> _Named | None:
    before: _Named | None = None
    for node in body:
        if isinstance(node, ast.Expr) and node.lineno == line:
            return before  # a docstring of the attribute above or of the definition
        first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", []))])
        if line <= (node.end_lineno or first):
            return node if isinstance(node, _Named) else None
        before = node if isinstance(node, ast.Assign | ast.AnnAssign) else None
    return None


def _name(node: _Named) -> str:
    if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        return node.name
    target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
    return ast.unparse(target)


def where(number: int) -> Iterator[str]:
    """Yield lines with the text of a ruling, its places in the code, its tests, and the lines elsewhere.

    Args:
        number: the number of the ruling.
    """
    (ruling,) = (one for one in page() if one.number == number)
    yield f"R{number}{' (moot)' if ruling.is_moot else ''}: {ruling.text}"
    for title, folder, places in (("code", PACKAGE, code()), ("tests", TESTS, tests())):
        shown = folder.relative_to(ROOT) if folder.is_relative_to(ROOT) else folder
        found = [one for one in places if number in one.rulings]
        yield f"  {title}:" if found else f"  {title}: none"
        for one in found:
            name = f"{folder.name}.{one.module}.{one.name}".strip(".")
            yield f"    {(shown / one.file).as_posix()}:{one.line}: {name}"
    others = list(elsewhere(number))
    yield "  elsewhere:" if others else "  elsewhere: none"
    for path, place, line in others:
        yield f"    {path.relative_to(ROOT).as_posix()}:{place}: {line}"


def _number(word: str) -> int:
    found = re.fullmatch(r"[Rr](\d+)", word)
    if found is None or not 1 <= int(found[1]) <= COUNT:
        raise ArgumentTypeError(f"unknown ruling {word!r}; expected R1 to R{COUNT}")
    return int(found[1])


def main(words: Sequence[str] | None = None) -> int:
    """Print where the rulings given on the command line are."""
    parser = ArgumentParser(
        prog="python -m tools.rulings",
        description="Print the text of rulings, and the code, the tests and the pages that name them.",
    )
    parser.add_argument(
        "rulings", nargs="+", type=_number, metavar="RULING", help=f"R1 to R{COUNT}"
    )
    for number in parser.parse_args(words).rulings:
        print("\n".join(where(number)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
