"""The example notebook with its outputs.

``python -m tools.notebook`` executes ``examples/notebook.ipynb`` (or another file) in a new kernel,
with warnings as errors, and stores the outputs in it. Review the diff.

A picture is stored as a file of type ``image/svg+xml`` only: web sites that preview notebooks
remove drawings from HTML.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

FORMAT: Any = nbformat  # its functions have no types
FILE = Path(__file__).parents[1] / "examples" / "notebook.ipynb"
STRICT = """
import warnings

warnings.simplefilter("error")
warnings.filterwarnings("ignore", module="ipykernel")
"""
"""The cell that is executed first, but not stored."""


def executed(text: str) -> str:
    """Execute a notebook, and return it with the outputs.

    Args:
        text: the file; the outputs in it are ignored.

    Raises:
        CellExecutionError: a cell raises an error or gives a warning.
    """
    notebook: Any = FORMAT.reads(text, 4)
    metadata = notebook.metadata.copy()
    notebook.cells.insert(0, FORMAT.v4.new_code_cell(STRICT))
    NotebookClient(notebook, timeout=60, record_timing=False).execute()
    del notebook.cells[0]
    notebook.metadata = metadata  # without the exact version of Python
    codes = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for count, cell in enumerate(codes, start=1):
        cell.execution_count = count
        for output in cell.outputs:
            if "execution_count" in output:
                output.execution_count = count
            if "image/svg+xml" in output.get("data", ()):
                output.data.pop("text/html", None)
    return f"{FORMAT.writes(notebook).rstrip()}\n"


def main(arguments: Sequence[str]) -> None:
    """Rewrite the notebook.

    Args:
        arguments: the path of another notebook, if any.
    """
    file = Path(arguments[0]) if arguments else FILE
    file.write_text(executed(file.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
