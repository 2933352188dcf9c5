"""The tool that type-checks the Python on the pages, and the pages themselves."""

from __future__ import annotations

import ast
from importlib.util import find_spec

import pytest

from tests.wording import Wording
from tools import blocks

needs_mypy = pytest.mark.skipif(
    find_spec("mypy") is None, reason="mypy is installed for the session 'typing' only"
)

PAGE = """\
# A page

```python
>>> from wonders_duel import Game
>>> for seed in range(2):
...     game = Game(seed=seed)
...     print(game.mover)
one
one
```

1. In a list:

   ```python
   >>> game.mover
   <Player.ONE: 0>
   >>> game.share("one")
   Traceback (most recent call last):
       ...
   wonders_duel.errors.UnfinishedError: nobody has won yet
   ```

```console
$ python >>> no
```

````text
```python
game = no
```
````

```python
state = game.state

state.mover
```
"""

NEEDS_MORE = {
    "import pandas as pd",
    # `nox -s cluster` runs these.
    "from collections.abc import Callable",
    "from dask.distributed import Client, LocalCluster",
    "from functools import partial",
    "import os",
    "import ray",
    "import sys",
}
"""First lines of text blocks that are Python but need packages that the tests do not install."""


def test_blocks_are_found_with_their_places() -> None:
    """Blocks are found by language with their first line; nested blocks belong to the outer one."""
    found = [(block.language, block.line) for block in blocks.blocks(PAGE)]

    assert found == [("python", 4), ("python", 15), ("console", 24), ("text", 28), ("python", 34)]
    assert [block.text for block in blocks.blocks(PAGE)][3] == "```python\ngame = no\n```"


def test_a_program_has_each_line_where_the_page_has_it() -> None:
    """Each line of code keeps its line number; prompts, output and prose are left out."""
    lines = blocks.program(PAGE).splitlines()

    assert len(lines) == 36
    assert {number: line for number, line in enumerate(lines, start=1) if line} == {
        4: "from wonders_duel import Game",
        5: "for seed in range(2):",
        6: "    game = Game(seed=seed)",
        7: "    print(game.mover)",
        15: "game.mover",
        17: 'game.share("one")',
        34: "state = game.state",
        36: "state.mover",
    }
    assert blocks.program("No code at all.") == ""


def test_a_block_that_does_not_end_is_an_error(wording: Wording) -> None:
    """A block without an end is an error, since it would swallow the rest of the page."""
    with wording.raises(ValueError):
        list(blocks.blocks("A page\n\n```python\n>>> 1\n"))


@needs_mypy
def test_mistakes_are_named_by_page_and_line() -> None:
    """Mistakes are located by page and line; pages are checked strictly and separately."""
    wrong = """\
```python
>>> from wonders_duel import Game
>>> game = Game(seed=1)
>>> game.result.winner
>>> def lead(state): return 0
```
and
```python
>>> game.play(3)  # type: ignore[arg-type]
>>> game.mover  # type: ignore[union-attr]
```
"""
    other = "```python\n>>> game = 5\n```"

    found = blocks.check(
        [(name, blocks.program(page)) for name, page in (("a.md", wrong), ("b/c.md", other))]
    )
    unread = blocks.check([("d.md", "name = undefined")])

    assert [line.split(" error: ")[0] for line in found] == ["a.md:4:", "a.md:5:", "a.md:10:"]
    assert [line.rpartition("[")[2] for line in found] == [
        "union-attr]",
        "no-untyped-def]",
        "unused-ignore]",
    ]
    assert unread == ['d.md:1: error: Name "undefined" is not defined  [name-defined]']


@needs_mypy
def test_every_page_passes(capsys: pytest.CaptureFixture[str]) -> None:
    """The code on every page passes the strict type check."""
    status = blocks.main()

    printed = capsys.readouterr().out
    assert status == 0, printed
    assert "pages with Python, 0 faults" in printed


def test_blocks_name_a_known_language() -> None:
    """Blocks use only a few languages, so Python cannot hide under another name."""
    named = {
        block.language
        for path in blocks.pages()
        for block in blocks.blocks(path.read_text(encoding="utf-8"))
    }

    assert {one for one in named if not one.startswith("{")} == blocks.LANGUAGES


def _is_python(text: str) -> bool:
    try:
        body = ast.parse(text).body
    except SyntaxError:
        return ">>> " in text
    return any(isinstance(one, ast.Import | ast.ImportFrom | ast.FunctionDef) for one in body)


def test_text_blocks_hold_no_python() -> None:
    """No text block holds Python, except for the listed ones."""
    disguised = {
        block.text.splitlines()[0]
        for path in blocks.pages()
        for block in blocks.blocks(path.read_text(encoding="utf-8"))
        if block.language == "text" and _is_python(block.text)
    }

    assert disguised == NEEDS_MORE


def test_the_pages_are_those_of_the_documentation() -> None:
    """The pages are the README and those in all folders of the documentation, without built files."""
    names = {path.relative_to(blocks.ROOT).as_posix() for path in blocks.pages()}

    assert {"README.md", "docs/tutorial.md", "docs/howto/bots.md"} < names
    assert not any("_build" in name for name in names)
