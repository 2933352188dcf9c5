"""The run of the tests in a browser's Python: what is left out, and how that is noticed."""

from __future__ import annotations

import errno
import re

import pytest

from tools.pyodide.__main__ import LIST, differences, files, listed, shared
from tools.pyodide.plugin import lacking
from wonders_duel.errors import BotError


def _missing(name: str) -> ModuleNotFoundError:
    return ModuleNotFoundError(f"No module named {name!r}", name=name)


@pytest.mark.parametrize(
    ("error", "what"),
    [
        (OSError(errno.ENOTSUP, "emscripten does not support processes."), "processes"),
        (BotError("programs cannot be started here, as in a browser"), "processes"),
        (RuntimeError("can't start new thread"), "threads"),
        (_missing("_multiprocessing"), "module _multiprocessing"),
        (AttributeError(name="setitimer", obj=errno), "function setitimer"),
        (OSError("out of pty devices"), "terminals"),
        (OSError(errno.ENOENT, "no such file"), None),
        (RuntimeError("can't start a game"), None),
        (_missing("wonders_duel"), None),
        (AttributeError(name="legal_moves", obj=errno), None),
        (BotError("the bot chose an illegal move"), None),
        (AssertionError("processes"), None),
    ],
    ids=repr,
)
def test_what_a_browser_lacks(error: Exception, what: str | None) -> None:
    """Only what Python in a browser lacks leaves out a test, also where it is the cause of the error."""
    assert lacking(error) == what
    outer = ValueError("in between")
    outer.__cause__ = error
    assert lacking(outer) == what
    assert lacking(ExceptionGroup("several", [KeyError(), outer])) == what


def test_each_file_is_in_one_share() -> None:
    """Every file with tests is run, once."""
    found = files()
    shares = shared(found, 5)
    assert len(shares) == 5
    assert sorted(one for share in shares for one in share) == sorted(found)
    assert "tests/tools/test_pyodide.py" in found
    assert shared(found[:1], 5) == [found[:1]]


def test_a_difference_from_the_list_is_reported() -> None:
    """A test that is left out without being listed is reported, and the other way round."""
    noted = {
        "tests/test_a.py::test_b[x::y]": "no threads",
        "tests/test_a.py::test_b[z]": "no\nprocesses",
        "tests/test_a.py::test_c": "no threads",
        "docs/a.md::line:3,column:1": "no threads",
    }
    text = listed(noted)
    assert text.splitlines()[1:] == [
        "docs/a.md: no threads",
        "tests/test_a.py::test_b: no processes; no threads",
        "tests/test_a.py::test_c: no threads",
    ]
    assert differences(text, text) == []
    del noted["tests/test_a.py::test_c"]
    less = listed(noted)
    assert differences(text, less) == [
        "listed, but not left out: tests/test_a.py::test_c: no threads"
    ]
    assert differences(less, text) == ["not listed: tests/test_a.py::test_c: no threads"]


def test_the_list_has_tests_of_today() -> None:
    """Every file in the list is there."""
    lines = LIST.read_text(encoding="utf-8").splitlines()[1:]
    names = [re.split("::|: ", line)[0] for line in lines]
    assert names
    assert {one for one in names if one.startswith("tests/")} <= set(files())


def test_the_list_has_the_files_that_need_a_package_with_compiled_parts() -> None:
    """A file that is skipped as a whole without a package is noticed here, before the long run in Pyodide."""
    lines = set(LIST.read_text(encoding="utf-8").splitlines())
    needed = {
        f"{one}: could not import '{package}': No module named '{package}'"
        for one in files()
        if one.endswith(".py")
        for package in re.findall(
            r'^(?:\w+ = )?pytest\.importorskip\("(\w+)"\)',
            (LIST.parents[2] / one).read_text(encoding="utf-8"),
            flags=re.MULTILINE,
        )
    }
    assert len(needed) >= 4
    assert needed <= lines
