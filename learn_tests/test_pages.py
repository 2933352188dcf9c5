"""The examples on the page about learning and in the docstrings of the environments."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from wonders_duel.learn import gymnasium, openspiel, pettingzoo, pictures

PAGE = Path(__file__).parents[1] / "docs" / "howto" / "learning.md"
BLOCKS = re.findall(
    r"^```\{code-block\} pycon\n(.*?)^```",
    PAGE.read_text(encoding="utf-8"),
    re.MULTILINE | re.DOTALL,
)


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_an_example_runs(block: str) -> None:
    """Every example that needs one of the frameworks runs as it is there."""
    example = doctest.DocTestParser().get_doctest(block, {}, "learning.md", None, None)
    assert example.examples
    assert doctest.DocTestRunner().run(example).failed == 0


@pytest.mark.parametrize(
    "module", [gymnasium, openspiel, pettingzoo, pictures], ids=lambda one: one.__name__
)
def test_docstrings(module: object) -> None:
    """The examples in docstrings run."""
    assert doctest.testmod(module).failed == 0  # type: ignore[arg-type]  # a module
