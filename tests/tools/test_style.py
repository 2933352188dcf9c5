"""Docs, docstrings, comments and messages do not use the phrases of ``style.toml``."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tools.style import FOLDERS, ROOT, files, findings, phrases

AVOID = phrases()


def _found(path: str, text: str) -> list[tuple[int, str]]:
    """Return the line and the words of each finding."""
    return [(one.line, one.found) for one in findings(path, text, AVOID)]


def test_the_project_has_no_phrases_to_avoid() -> None:
    """No file with prose has a phrase of ``style.toml``."""
    found = [
        str(one)
        for path in files()
        for one in findings(path, (ROOT / path).read_text(encoding="utf-8"), AVOID)
    ]

    assert not found, "\n".join(found)


def test_every_kind_of_file_is_searched() -> None:
    """The package, tests, pages and examples are searched, but not golden files."""
    searched = set(files())
    expected = {
        "README.md",
        "noxfile.py",
        "docs/tutorial.md",
        "examples/custom_card.py",
        "tools/style.py",
    }
    if (ROOT / "src").is_dir():  # the session "package" tests the installed package without it
        expected.add("src/wonders_duel/engine/turn.py")

    assert expected <= searched
    assert not [path for path in searched if path.startswith(("tests/golden/", "docs/_build/"))]


def test_every_folder_that_is_type_checked_is_searched() -> None:
    """A new folder of programs is added to the list of the tool, too."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    checked = {Path(one).parts[0] for one in project["tool"]["mypy"]["files"]}

    assert {one for one in checked if not one.endswith(".py")} <= set(FOLDERS)


@pytest.mark.parametrize(
    ("path", "text", "line"),
    [
        ("src/a.py", '"""Cards are seldom free."""\n', 1),
        (
            "src/a.py",
            'def f():\n    """Return 1.\n\n    It is seldom 2.\n    """\n    return 1\n',
            4,
        ),
        ("src/a.py", 'class A:\n    """A class."""\n\n    a = 1\n    """Seldom 2."""\n', 5),
        ("src/a.py", "async def f():\n    '''Seldom wait.'''\n", 2),
        ("src/a.py", "a = 1  # seldom 2\n", 1),
        ("src/a.py", 'def f():\n    raise ValueError("seldom raised")\n', 2),
        ("src/a.py", 'def f(x):\n    raise ValueError(f"{x} is seldom right")\n', 2),
        ("examples/a.py", 'print("seldom")\n', 1),
        ("tests/test_a.py", '"""Tests."""\n\n# seldom fails\n', 3),
        ("docs/a.md", "# Page\n\nCards are\nSeldom free.\n", 4),
        ("docs/a.md", "```python\n>>> game.save()  # seldom fails\n```\n", 2),
    ],
)
def test_phrases_are_found_with_their_line(path: str, text: str, line: int) -> None:
    """Phrases are found in docstrings, comments, messages and pages, in upper and lower case."""
    ((at, found),) = _found(path, text)

    assert (at, found.lower()) == (line, "seldom")


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("src/a.py", "seldom = 1\nanew(seldom)\n"),
        ("tests/test_a.py", 'def test_a():\n    assert f("seldom") == "seldom"\n'),
    ],
)
def test_code_and_strings_of_tests_are_not_searched(path: str, text: str) -> None:
    """Names in the code, and strings in tests, can contain any words."""
    assert _found(path, text) == []


def test_a_phrase_is_found_across_lines() -> None:
    """A phrase can continue on the next line, with any indentation."""
    text = 'def f():\n    """Return.\n\n    This goes on\n    with it.\n    """\n'

    assert _found("src/a.py", text) == [(4, "goes on with")]


def test_a_finding_reads_like_a_compiler_message() -> None:
    """A finding names the file, the line, the words and what to write instead."""
    (found,) = findings("docs/a.md", "# Page\n\nSeldom.\n", AVOID)

    assert str(found) == "docs/a.md:3: 'Seldom': write rarely, rare"
