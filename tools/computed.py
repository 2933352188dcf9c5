"""Tables of the documentation that are computed from games: their form and their files."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

__all__ = ["FOLDER", "Table", "command_of", "load", "markdown", "save", "within", "write"]

Table = tuple[Sequence[str], list[list[str]]]
"""The headings of a table, and its rows."""

FOLDER = Path(__file__).parents[1] / "docs" / "explanation" / "measured"
"""The folder of the files that the tables on the pages are made of."""
_FOLDERS: Final = {"browser": "benchmarks", "ladder": "benchmarks", "learning": "benchmarks"}
"""The folders of the tools that are not in ``tools``."""
_RUNS: Final = ("train",)
"""The tools that begin another run if they do not get the arguments of the run that a table shows."""


def command_of(arguments: Sequence[str]) -> str | None:
    """Return the command that makes a table; ``None`` if only the page knows its arguments.

    Args:
        arguments: the name of the tool and, if it makes several tables, that of the table.
    """
    if arguments[0] in _RUNS:
        return None
    return f"$ python -m {_FOLDERS.get(arguments[0], 'tools')}.{' '.join(arguments)}"


def load(folder: Path, name: str) -> dict[str, Any]:
    """Read a file of figures.

    Args:
        folder: the folder.
        name: the name of the file without its suffix.
    """
    loaded: dict[str, Any] = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    return loaded


def save(folder: Path, name: str, figures: dict[str, Any]) -> None:
    """Write a file of figures.

    Args:
        folder: the folder.
        name: the name of the file without its suffix.
        figures: the figures, as plain values.
    """
    write(folder / f"{name}.json", figures)


def write(path: Path, figures: dict[str, Any]) -> None:
    """Write figures to any file, in a new folder if need be.

    Args:
        path: the file.
        figures: the figures, as plain values.
    """
    # Mutation tests need this module before they import the package.
    from wonders_duel.text.files import write_whole  # noqa: PLC0415

    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(figures, indent=1, ensure_ascii=False)
    write_whole(path, f"{text}\n")


def markdown(table: Table) -> str:
    """Return a table as Markdown.

    Args:
        table: the table.
    """
    headings, rows = table
    lines = [headings, ["---"] * len(headings), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def within(value: float, low: float, high: float, digits: int, *, signed: bool = False) -> str:
    """Return a figure with its interval, such as ``0.53 (0.51 to 0.55)``.

    Args:
        value: the figure.
        low: the lower bound.
        high: the upper bound.
        digits: the digits after the point.
        signed: whether to write a plus sign.
    """
    form = f"{'+' if signed else ''}.{digits}f"
    return f"{value:{form}} ({low:{form}} to {high:{form}})"
