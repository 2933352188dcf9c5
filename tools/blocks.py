"""Type-check the Python blocks of the pages: ``python -m tools.blocks``.

Each page is one program: its Python blocks in order, as the tests run them. For blocks with
prompts, the lines after the prompts count. Every line keeps its number, so mypy's errors are
reported by page and line. A deliberate mistake has a ``# type: ignore[code]``, which mypy
refuses where it is not needed. Blocks that are not Python, or that need packages the tests do
not install, are blocks of ``text``.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from doctest import DocTestParser
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import dedent

import attrs

ROOT = Path(__file__).parents[1]

LANGUAGES = {"console", "html", "javascript", "python", "text"}
"""The languages of blocks; those of Sphinx have braces around their names."""

CACHE = ROOT / ".mypy_cache" / "pages"
"""mypy's cache of the library between runs."""

_FENCE = re.compile(r"^(?P<indent> *)(?P<ticks>`{3,})(?P<language>[^`\n]*)$")


@attrs.frozen
class Block:
    """A fenced block of a page.

    Attributes:
        language: the word after the ticks.
        line: the line of the page with its first line, from 1.
        text: its content.
    """

    language: str
    line: int
    text: str


def pages() -> list[Path]:
    """Return the pages at the top of the repository and all source pages in docs."""
    docs = ROOT / "docs"
    found = [path for path in docs.rglob("*.md") if "_build" not in path.relative_to(docs).parts]
    return sorted([*ROOT.glob("*.md"), *found])


def blocks(page: str) -> Iterator[Block]:
    """Yield the fenced blocks of a page.

    Args:
        page: its text.
    """
    opened: re.Match[str] | None = None
    start, held = 0, list[str]()
    for number, line in enumerate(page.splitlines(), start=1):
        fence = _FENCE.match(line)
        if opened is None:
            if fence is not None:
                opened, start, held = fence, number + 1, []
        elif fence and not fence["language"] and len(fence["ticks"]) >= len(opened["ticks"]):
            text = dedent("\n".join(held))
            yield Block(opened["language"].strip(), start, text)
            opened = None
        else:
            held.append(line)
    if opened is not None:
        raise ValueError(f"the block that begins in line {start - 1} does not end")


def program(page: str) -> str:
    """Return the Python blocks of a page as one program, each line at its place in the page.

    Args:
        page: its text.
    """
    lines: dict[int, str] = {}
    for block in blocks(page):
        if block.language != "python":
            continue
        parts = [(0, block.text)]
        if block.text.lstrip().startswith(">>> "):
            examples = DocTestParser().get_examples(block.text)
            parts = [(example.lineno, example.source) for example in examples]
        for first, source in parts:
            lines.update(enumerate(source.splitlines(), start=block.line + first))
    return "\n".join(lines.get(number, "") for number in range(1, max(lines, default=0) + 1))


def check(programs: Iterable[tuple[str, str]]) -> list[str]:
    """Check programs with mypy in strict mode, using only what is installed.

    Args:
        programs: the programs by the names of their pages.

    Returns:
        mypy's errors, one per line with page and line number.
    """
    with TemporaryDirectory() as folder:
        names = {}
        for number, (name, source) in enumerate(programs):
            path = Path(folder) / f"page_{number}.py"
            path.write_text(source + "\n", encoding="utf-8")
            names[path.name] = name
        options = ["--strict", "--config-file=", "--no-error-summary", f"--cache-dir={CACHE}"]
        run = subprocess.run(  # noqa: S603 - mypy, with the command above
            [sys.executable, "-m", "mypy", *options, *names],
            cwd=folder,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
    if run.stderr:
        return [run.stderr]
    return [
        re.sub(r"^page_\d+\.py", lambda found: names[found[0]], line)
        for line in run.stdout.splitlines()
    ]


def main() -> int:
    """Check every page and print the faults.

    Returns:
        The exit code: 0 if there are none.
    """
    programs = [
        (path.relative_to(ROOT).as_posix(), program(path.read_text(encoding="utf-8")))
        for path in pages()
    ]
    found = check(one for one in programs if one[1])
    for line in found:
        print(line)
    print(f"{sum(bool(source) for _, source in programs)} pages with Python, {len(found)} faults")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
