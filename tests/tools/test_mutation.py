"""The list of surviving mutants refers to existing lines and is compared with a run."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import wonders_duel
from tools.mutation import settings, survivors
from tools.mutation.survivors import Change, Survivor

PACKAGE = Path(wonders_duel.__file__).parent
"""The installed package; its sources may be the only ones."""
LISTED = survivors.load()
MODULES = settings.load().modules


def _file(module: str) -> Path:
    """Return the file of a module as it is installed."""
    return PACKAGE.joinpath(*module.split(".")).with_suffix(".py")


def _functions(path: Path) -> dict[str, str]:
    """Return the text of each function and class of a module, on one line each, by name."""
    source = path.read_text(encoding="utf-8")
    found = {"": " ".join(source.split())}

    def note(nodes: list[ast.stmt], within: str) -> None:
        for node in nodes:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                name = f"{within}{node.name}"
                first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
                lines = source.splitlines()[first - 1 : node.end_lineno]
                found[name] = " ".join(" ".join(lines).split())
                note(node.body, f"{name}.")

    note(ast.parse(source).body, "")
    return found


@pytest.mark.parametrize("module", MODULES)
def test_every_line_of_the_list_exists(module: str) -> None:
    """Each entry quotes a line of its function, changes it, and has a reason."""
    functions = _functions(_file(module))
    for one in LISTED:
        if one.module == module:
            assert " ".join(one.line.split()) in functions[one.function]
            assert one.line not in one.becomes
            assert len(one.reason) > 20


def test_the_list_covers_only_mutated_modules() -> None:
    """The list covers only mutated modules, and each module and its tests exist."""
    chosen = settings.load()

    assert {one.module for one in LISTED} <= set(MODULES)
    assert all(_file(module).exists() for module in MODULES)
    for test in [test for module in MODULES for group in chosen.stages(module) for test in group]:
        assert (settings.ROOT / test.partition("::")[0]).exists()


def test_a_correct_list_has_no_problems() -> None:
    """A list in which exactly the survivors are listed has no problems."""
    one = Survivor("engine", "apply", "a = 1", ["a = 2", "a = 3"], "a is never read")

    assert survivors.problems(one.changes, [one]) == []
    assert survivors.problems([], []) == []


def test_a_wrong_list_is_reported() -> None:
    """Unlisted survivors, stale or duplicate entries and missing reasons are reported."""
    one = Survivor("engine", "apply", "a = 1", ["a = 2"], " ")
    other = Change("trading", "Market.price", "b = 1", "b = 2")

    assert survivors.problems([other], [one, one]) == [
        "no reason is given for engine.apply: a = 1",
        "no reason is given for engine.apply: a = 1",
        "listed twice: engine.apply\n  - a = 1\n  + a = 2",
        "survives and is not listed: trading.Market.price\n  - b = 1\n  + b = 2",
        "listed and does not survive: engine.apply\n  - a = 1\n  + a = 2",
    ]
