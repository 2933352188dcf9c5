"""The Python of the pages, checked as the programs that readers make of it: ``python -m tests.blocks``.

Each page is a program: its Python blocks in their order, as the tests run them. Those with
prompts give what stands behind the prompts. Every line keeps its number, so that what
mypy finds is named by page and line. A mistake that a page shows on purpose has a
``# type: ignore[code]``, which mypy refuses where there is none. What is no Python, or needs
what the tests do not install, is a block of ``text``.
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

LANGUAGES = {"console", "python", "text"}
"""What blocks can be written in; those of Sphinx have braces around their names."""

CACHE = ROOT / ".mypy_cache" / "pages"
"""What mypy keeps of the library between runs."""

_FENCE = re.compile(r"^(?P<indent> *)(?P<ticks>`{3,})(?P<language>[^`\n]*)$")


@attrs.frozen
class Block:
    """A fenced block of a page.

    Attributes:
        language: what stands behind the ticks.
        line: the line of the page on which its first line stands, from 1.
        text: what it holds.
    """

    language: str
    line: int
    text: str


def pages() -> list[Path]:
    """Return the pages: those at the top of the repository, and all in docs that are not built."""
    docs = ROOT / "docs"
    found = [path for path in docs.rglob("*.md") if "_build" not in path.relative_to(docs).parts]
    return sorted([*ROOT.glob("*.md"), *found])


def blocks(page: str) -> Iterator[Block]:
    """Find the fenced blocks of a page.

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
    """Make one program of the Python blocks of a page, each line where it stands in the page.

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
    """Let mypy check programs, strictly, as those of a user: nothing but what is installed.

    Args:
        programs: the name of each page, and its program.

    Returns:
        What mypy found, a line for each: page, line, fault.
    """
    with TemporaryDirectory() as folder:
        names = {}
        for number, (name, source) in enumerate(programs):
            path = Path(folder) / f"page_{number}.py"
            path.write_text(source + "\n", encoding="utf-8")
            names[path.name] = name
        options = ["--strict", "--config-file=", "--no-error-summary", f"--cache-dir={CACHE}"]
        run = subprocess.run(  # noqa: S603 - mypy, with what stands above
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
    """Check every page, and say what is wrong.

    Returns:
        The status of the process: 0 if nothing is.
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
