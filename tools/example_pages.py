"""The pages of the example programs: ``python -m tools.example_pages``.

It runs every program in ``examples`` and rewrites ``docs/examples``: a page for each, with the
program and its output. The tests compare the output with the page. A program whose library is not
installed keeps its page.
"""

from __future__ import annotations

import re
import subprocess
import sys
from argparse import ArgumentParser
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

__all__ = ["EXAMPLES", "FOLDER", "LARGE", "NOTEBOOK", "page", "settled", "shape", "summary"]

LARGE: Final = {"train_torch.py": "torch"}
"""Programs with the library that they need and the tests do without."""
VARYING: Final = {
    "alpha_zero.py",
    "animated_record.py",
    "compare_bots.py",
    "train_net.py",
    "train_torch.py",
    "web_service.py",
}
"""Programs that measure, draw, play without a seed, or compute with floats in another order."""
ROOT: Final = Path(__file__).parents[1]
EXAMPLES: Final = ROOT / "examples"
FOLDER: Final = ROOT / "docs" / "examples"
NOTEBOOK: Final = "notebook"
"""The page of the notebook, whose cells the documentation takes from the file itself."""


def settled(output: str) -> str:
    """Return an output without what differs between two runs: temporary folders and ports.

    Args:
        output: what a program printed.
    """
    output = re.sub(r"(http://[\w.]+):\d+", r"\1:8000", output)
    return re.sub(r"(?<![\w:/])(?:[A-Za-z]:)?[/\\]\S*[/\\](?=[\w-]+\.\w+)", "", output)


def shape(text: str) -> list[str]:
    """Return the program on a page, and the first word of each line of its output.

    Args:
        text: the page of a program whose output varies.
    """
    program, _, output = text.partition("## Output")
    return [program, *(line.partition(" ")[0] for line in output.splitlines())]


def summary(path: Path) -> str:
    """Return the first line of the docstring of a program.

    Args:
        path: the program.
    """
    return path.read_text(encoding="utf-8").split('"""')[1].splitlines()[0].replace("``", "`")


def page(path: Path, output: str) -> str:
    """Return the page of a program.

    Args:
        path: the program.
        output: what it printed.
    """
    return f"""\
# {path.name}

{summary(path)}

```{{literalinclude}} ../../examples/{path.name}
:language: python
```

## Output

```text
{settled(output).rstrip()}
```
"""


def main() -> None:
    """Run all programs, and write their pages."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    programs = sorted(EXAMPLES.glob("*.py"))
    for old in FOLDER.glob("*.md"):
        if old.stem not in {NOTEBOOK, *(path.stem for path in programs)}:
            old.unlink()
    for path in programs:
        if path.name in LARGE and find_spec(LARGE[path.name]) is None:
            print(f"{path.name} needs {LARGE[path.name]}: its page stays as it is")
            continue
        with TemporaryDirectory() as folder:
            done = subprocess.run(  # noqa: S603 - our own program
                [sys.executable, str(path)], capture_output=True, text=True, check=True, cwd=folder
            )
        text = page(path, done.stdout)
        (FOLDER / f"{path.stem}.md").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    ArgumentParser(prog="python -m tools.example_pages", description=__doc__).parse_args()
    main()
