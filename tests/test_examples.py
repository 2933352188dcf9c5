"""Each example runs unchanged."""

from __future__ import annotations

import json
import os
import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from docs._ext.notebooks import as_markdown
from tools import example_pages
from wonders_duel import Game

EXAMPLES = Path(__file__).parents[1] / "examples"
DOCS = EXAMPLES.parent / "docs"
NOTEBOOK = EXAMPLES / "notebook.ipynb"


HINT = "run python -m tools.example_pages"


def _examples() -> set[str]:
    return {path.name for path in EXAMPLES.iterdir() if path.is_file()}


def test_the_examples_are_those_of_the_page() -> None:
    """The folder holds exactly the files listed on the page of examples."""
    page = (DOCS / "howto" / "examples.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| \[?`(?:examples/)?([\w.]+)`(?:\]\([^)]*\))? \|", page, re.MULTILINE)

    assert len(listed) == len(set(listed)) > 10
    assert set(listed) == _examples()


@pytest.mark.parametrize(
    "path", [*sorted(DOCS.rglob("*.md")), DOCS.parent / "README.md"], ids=lambda path: path.stem
)
def test_a_page_names_existing_examples(path: Path) -> None:
    """Every example that a page names exists."""
    named = set(re.findall(r"examples/(\w+\.\w+)", path.read_text(encoding="utf-8")))
    named = {re.sub(r"^notebook\.md$", "notebook.ipynb", name) for name in named}
    named = {re.sub(r"\.md$", ".py", name) for name in named}  # the page of a program

    assert named <= _examples()


SLOW = {
    "alpha_zero.py",
    "custom_choice.py",
    "greedy_bot.py",
    "parallel.py",
    "train_net.py",
    "train_torch.py",
}
"""These play thousands of games."""


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=[pytest.mark.slow] if path.name in SLOW else [], id=path.name)
        for path in sorted(EXAMPLES.glob("*.py"))
    ],
)
def test_an_example_runs(path: Path, tmp_path: Path) -> None:
    """Each example runs as a script from any folder, with warnings as errors, and prints something."""
    if path.name in example_pages.LARGE:
        pytest.importorskip(example_pages.LARGE[path.name])
    done = subprocess.run(  # noqa: S603 - our own script
        [sys.executable, "-W", "error", str(path)],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        cwd=tmp_path,
    )

    assert done.stderr == ""
    assert done.returncode == 0
    assert done.stdout.strip()
    assert list(tmp_path.iterdir()) == []
    assert f"python examples/{path.name}" in path.read_text(encoding="utf-8")
    page = (example_pages.FOLDER / f"{path.stem}.md").read_text(encoding="utf-8")
    made = example_pages.page(path, done.stdout)
    if path.name in example_pages.VARYING:
        assert example_pages.shape(made) == example_pages.shape(page), HINT
    else:
        assert made == page, HINT


@pytest.mark.parametrize(
    ("name", "missing", "needed"),
    [
        ("alpha_zero.py", "numpy", 'numpy: pip install "wonders-duel[learn]"'),
        ("train_net.py", "numpy", 'numpy: pip install "wonders-duel[learn]"'),
        ("train_torch.py", "numpy", 'numpy and torch: pip install "wonders-duel[learn]" torch'),
        ("train_torch.py", "torch", 'numpy and torch: pip install "wonders-duel[learn]" torch'),
    ],
)
def test_an_example_says_what_it_needs(
    name: str, missing: str, needed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An example whose library is not installed ends with one line that says how to install it."""
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(SystemExit) as caught:
        runpy.run_path(str(EXAMPLES / name), run_name="__main__")

    assert caught.value.code == f"{name} needs {needed}"


def test_each_program_has_a_page() -> None:
    """The folder of pages has one for each program, which the page of examples links to."""
    names = {path.stem for path in EXAMPLES.glob("*.py")} | {example_pages.NOTEBOOK}
    page = (DOCS / "howto" / "examples.md").read_text(encoding="utf-8")

    assert {path.stem for path in example_pages.FOLDER.glob("*.md")} == names
    assert set(re.findall(r"\]\(\.\./examples/(\w+)\.md\)", page)) >= names
    assert set(re.findall(r"^\.\./examples/(\w+)$", page, re.MULTILINE)) >= names


@pytest.mark.parametrize(
    ("output", "settled"),
    [
        ("wrote /tmp/x1/a_b/game.html, 9 kB", "wrote game.html, 9 kB"),
        ("wrote C:\\Temp\\x1\\game.html", "wrote game.html"),
        ("at http://127.0.0.1:40123/games", "at http://127.0.0.1:8000/games"),
        ("a/b is 1/2 of http://host/page.html", "a/b is 1/2 of http://host/page.html"),
    ],
)
def test_outputs_are_stored_without_what_changes(output: str, settled: str) -> None:
    """The output on a page has no temporary folders and no ports of this run."""
    assert example_pages.settled(output) == settled


def test_the_animation_example_overwrites_nothing(tmp_path: Path) -> None:
    """The animation example never overwrites a file, such as the record itself."""
    record = tmp_path / "game.txt"
    Game(seed=1).save(record)
    before = record.read_text(encoding="utf-8")
    done = subprocess.run(  # noqa: S603 - our own script
        [sys.executable, str(EXAMPLES / "animated_record.py"), str(record), str(record)],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )

    assert done.returncode == 1
    assert done.stderr == f"{str(record)!r} already exists\n"
    assert record.read_text(encoding="utf-8") == before


def test_the_animation_example_names_the_page_that_it_keeps(tmp_path: Path) -> None:
    """The animation example names a page only if it is there afterwards: without a name, none is."""
    record = tmp_path / "game.txt"
    page = tmp_path / "page.html"
    Game(seed=1).save(record)
    command = [sys.executable, str(EXAMPLES / "animated_record.py")]
    outputs = [
        subprocess.run(  # noqa: S603 - our own script
            [*command, *arguments], capture_output=True, text=True, check=True, timeout=300
        ).stdout
        for arguments in ([], [str(record), str(page)])
    ]

    wrong = subprocess.run(  # noqa: S603 - our own script
        [*command, str(record)], capture_output=True, text=True, check=False, timeout=300
    )

    assert wrong.stderr == "usage: animated_record.py [RECORD PAGE]\n"
    assert ".html" not in outputs[0]
    assert outputs[1].endswith(f"wrote {page}\n")
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def _cells(path: Path) -> list[dict[str, Any]]:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [cell for cell in cells if cell["cell_type"] == "code"]


def test_the_notebook_is_stored_with_outputs() -> None:
    """The notebook is stored with its outputs: every cell has some, and pictures are stored once."""
    document = json.loads(NOTEBOOK.read_text(encoding="utf-8"))

    assert {"kernelspec", "language_info"} == set(document["metadata"])
    assert {"name"} == set(document["metadata"]["language_info"])
    for cell in document["cells"]:
        assert cell["metadata"] == {}
    for count, cell in enumerate(_cells(NOTEBOOK), start=1):
        assert cell["outputs"], cell["source"]
        assert cell["execution_count"] == count
    shown = [
        output["data"]
        for cell in _cells(NOTEBOOK)
        for output in cell["outputs"]
        if output["output_type"] == "execute_result"
    ]
    assert len(shown) == 10
    for forms in shown:
        assert set(forms) == {"image/svg+xml", "text/plain"}


@pytest.mark.slow
def test_the_outputs_of_the_notebook_are_up_to_date(tmp_path: Path) -> None:
    """The notebook runs in a new kernel, with warnings as errors, and has the stored outputs."""
    copy = tmp_path / "notebook.ipynb"
    copy.write_bytes(NOTEBOOK.read_bytes())
    done = subprocess.run(  # noqa: S603 - our own notebook
        [sys.executable, "-m", "tools.notebook", str(copy)],
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
        cwd=EXAMPLES.parent,
        env={**os.environ, "IPYTHONDIR": str(tmp_path / "ipython")},
    )

    assert done.returncode == 0, done.stderr
    now, stored = (_cells(path) for path in (copy, NOTEBOOK))
    for cell, before in zip(now, stored, strict=True):
        assert cell["outputs"] == before["outputs"], (
            f"{cell['id']} has other outputs: run python -m tools.notebook and review the diff"
        )
    assert copy.read_bytes() == NOTEBOOK.read_bytes()


def test_the_notebook_is_a_page() -> None:
    """The page of the notebook has each text, each program and each output, in their order."""
    notebook = json.loads((EXAMPLES / "notebook.ipynb").read_text(encoding="utf-8"))
    page = as_markdown(notebook)
    place = 0
    outputs = 0

    def follows(text: str) -> int:
        found = page.index(text.rstrip(), place)
        return found + len(text.rstrip())

    for cell in notebook["cells"]:
        place = follows("".join(cell["source"]))
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            shown = output.get("text") or data.get("image/svg+xml") or data["text/plain"]
            place = follows("".join(shown))
            outputs += 1

    assert outputs >= 10
    assert page.count("```") == 2 * (
        outputs + sum(one["cell_type"] == "code" for one in notebook["cells"])
    )


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ({"cell_type": "raw", "source": "x"}, "a cell of the kind raw cannot be shown"),
        (
            {"cell_type": "code", "source": "x", "outputs": [{"output_type": "error"}]},
            "an output of the kind error cannot be shown",
        ),
    ],
)
def test_a_notebook_with_an_error_is_no_page(cell: dict[str, object], message: str) -> None:
    """A cell that failed, or of an unknown kind, stops the build of the documentation."""
    with pytest.raises(ValueError, match=message):
        as_markdown({"cells": [cell]})


def test_text_outputs_are_blocks() -> None:
    """An output without a picture is a block of text."""
    result = {"output_type": "execute_result", "data": {"text/plain": ["'a'\n", "b"]}}
    cell = {"cell_type": "code", "source": ["f()"], "outputs": [result]}

    assert as_markdown({"cells": [cell]}) == "```python\nf()\n```\n\n```text\n'a'\nb\n```\n"
