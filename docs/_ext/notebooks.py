"""The example notebook as a page: its texts, its code and the outputs that are stored in it.

A page in ``PAGES`` holds only a comment; before it is read, the cells of its notebook take its place.
Pictures are part of the page, so that they shrink to fit, and have tooltips and names.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # the tests read notebooks without Sphinx
    from sphinx.application import Sphinx

PAGES = {"examples/notebook": "examples/notebook.ipynb"}
"""The notebook of each page, from the root of the project."""
ROOT = Path(__file__).parents[2]
_SVG = "image/svg+xml"


def as_markdown(notebook: Mapping[str, Any]) -> str:
    """Return a notebook as the source of a page.

    Args:
        notebook: the content of the file.

    Raises:
        ValueError: a cell or an output has a kind that cannot be shown.
    """
    return "\n\n".join(part for cell in notebook["cells"] for part in _cell(cell)) + "\n"


def _cell(cell: Mapping[str, Any]) -> Iterator[str]:
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        yield source
        return
    if cell["cell_type"] != "code":
        message = f"a cell of the kind {cell['cell_type']} cannot be shown"
        raise ValueError(message)
    yield _block("python", source)
    for output in cell["outputs"]:
        yield _output(output)


def _output(output: Mapping[str, Any]) -> str:
    if output["output_type"] == "stream":
        return _block("text", "".join(output["text"]))
    if output["output_type"] != "execute_result":
        message = f"an output of the kind {output['output_type']} cannot be shown"
        raise ValueError(message)
    if _SVG in output["data"]:
        picture = "".join(output["data"][_SVG])
        return _block("{raw} html", f'<div class="output">{picture}</div>')
    return _block("text", "".join(output["data"]["text/plain"]))


def _block(kind: str, text: str) -> str:
    return f"```{kind}\n{text.rstrip()}\n```"


def insert_cells(app: Sphinx, name: str, source: list[str]) -> None:
    """Replace the source of a page by the cells of its notebook."""
    if name in PAGES:
        path = ROOT / PAGES[name]
        app.env.note_dependency(str(path), docname=name)
        notebook = json.loads(path.read_text(encoding="utf-8"))
        source[0] = as_markdown(notebook) + source[0]


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect the extension to the reading of pages."""
    app.connect("source-read", insert_cells)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
