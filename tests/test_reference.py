"""Every public name is in the reference, with a docstring and an example."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from enum import Enum
from functools import cache
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import FunctionType

import attrs
import pytest

import wonders_duel
from tests.optional import is_missing

DOCS = Path(__file__).parent.parent / "docs" / "reference"
PACKAGE = Path(wonders_duel.__file__).parent
INDEX = (DOCS / "index.md").read_text(encoding="utf-8")

# The page lists the modules that users import from.
MODULES = ["wonders_duel", *sorted(set(re.findall(r"`(wonders_duel\.[a-z_]+)`", INDEX)))]
NAMES = [(module, name) for module in MODULES for name in import_module(module).__all__]

# Created by the engine and by catalogues only, so their pages show no constructor.
MADE = {
    "wonders_duel.effects.Changes",
    "wonders_duel.City",
    "wonders_duel.catalogues.CardsById",
    "wonders_duel.MoveCodec",
    "wonders_duel.State",
}

# The functions that check an argument, with the error that they raise.
CHECKS = {
    "as_catalogue": "WrongTypeError",
    "as_limits": "WrongTypeError",
    "as_seat": "UnknownNameError",
    "expect": "WrongTypeError",
    "expect_file": "WrongTypeError",
    "expect_names": "WrongTypeError",
    "expect_number": "WrongTypeError",
    "expect_progress": "WrongTypeError",
    "expect_text_file": "WrongTypeError",
    "expect_to_move": "BotError",
    "language": "UnknownNameError",
    "seat": "UnknownNameError",
}

_DIRECTIVE = re.compile(r"^\.\. (?:py:)?(\w+):: (\S+?)(\(.*\))?\n((?:\n|   .*\n)*)", re.MULTILINE)


@attrs.frozen
class Entry:
    """An entry on a page of the reference."""

    kind: str
    name: str
    body: str
    signature: str = ""
    """What is shown instead of the real signature; ``()`` for a class that users do not make."""

    def option(self, name: str) -> list[str] | None:
        """Return the names of an option, or none if it has no value."""
        found = re.search(rf"^   :{name}:(.*)$", self.body, re.MULTILINE)
        return None if found is None else [one for one in re.split(r"[,\s]+", found[1]) if one]


def _entries() -> list[Entry]:
    found = []
    for path in sorted(DOCS.glob("*.md")):
        current = ""
        for kind, name, signature, body in _DIRECTIVE.findall(
            path.read_text(encoding="utf-8") + "\n"
        ):
            if kind == "currentmodule":
                current = name
            elif kind == "automodule":
                hidden = Entry(kind, name, body).option("exclude-members") or []
                found += [
                    Entry("auto", f"{name}.{one}", "   :members:\n")
                    for one in import_module(name).__all__
                    if one not in hidden
                ]
            else:
                full = name if name.startswith("wonders_duel") else f"{current}.{name}"
                found.append(Entry(kind, full, body, signature))
    return found


ENTRIES = _entries()
SHOWN = {entry.name: entry for entry in ENTRIES}
# Names of other modules that the pages show, such as those of the importers.
OTHERS = [
    (module, name)
    for module, _, name in (entry.name.rpartition(".") for entry in ENTRIES if "auto" in entry.kind)
    if (module, name) not in NAMES and not is_missing(module)
]


def _entry(module: str, name: str) -> Entry | None:
    """Return the entry of a name in its module, or at the top level if that is the same object."""
    thing = getattr(import_module(module), name)
    if getattr(wonders_duel, name, None) is thing and f"wonders_duel.{name}" in SHOWN:
        return SHOWN[f"wonders_duel.{name}"]
    return SHOWN.get(f"{module}.{name}")


@cache
def _source(module: str) -> ast.Module:
    """Return the source of a module."""
    path = PACKAGE.joinpath(*module.split(".")[1:])
    source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return ast.parse(source.read_text(encoding="utf-8"))


def _docstrings(module: str) -> dict[str, str]:
    """Return the docstrings in a module by name."""
    body = _source(module).body
    found = {}
    for node, after in zip(body, [*body[1:], ast.Pass()], strict=True):
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            found[node.name] = ast.get_docstring(node) or ""
        elif isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(after, ast.Expr):
            target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
            found[ast.unparse(target)] = str(ast.literal_eval(after.value))
    return found


def _is_called(thing: object) -> bool:
    return isinstance(thing, type | FunctionType) or inspect.isbuiltin(thing)


def test_the_modules_are_those_with_public_names() -> None:
    """The page lists the modules with public names, and each of them has a docstring."""
    assert {"wonders_duel.bots", "wonders_duel.effects", "wonders_duel.reasons"} < set(MODULES)
    assert all(import_module(module).__all__ for module in MODULES)


@pytest.mark.parametrize("module", MODULES)
def test_every_public_name_is_in_the_reference(module: str) -> None:
    """Each public name has a directive on some page, or its whole module has one."""
    names = [one for where, one in NAMES if where == module]

    assert [name for name in names if _entry(module, name) is None] == [], "in docs/reference"


def test_every_entry_is_unique() -> None:
    """Every entry is unique, so that links are unambiguous."""
    names = [entry.name for entry in ENTRIES]

    assert sorted({name for name in names if names.count(name) > 1}) == []


@pytest.mark.parametrize(("module", "name"), [*NAMES, *OTHERS])
def test_a_public_name_is_documented(module: str, name: str) -> None:
    """Each public name has a docstring, classes and functions also an example."""
    thing = getattr(import_module(module), name)
    entry = _entry(module, name)
    assert entry is not None
    if _is_called(thing):
        written = _docstrings(thing.__module__).get(thing.__name__, "")
        assert ">>> " in written
    else:
        on_page = re.sub(r"(?m)^   :.*$", "", entry.body).strip()
        assert on_page or name in _docstrings(module)


def test_members_are_shown_with_their_classes() -> None:
    """A class with public members shows them, or those meant for users."""
    silent = []
    for entry in ENTRIES:
        module, _, name = entry.name.rpartition(".")
        if is_missing(module):
            continue
        thing = getattr(import_module(module), name, None)
        if not isinstance(thing, type) or entry.option("members") is not None:
            continue
        own = [
            member
            for member, value in vars(thing).items()
            if not member.startswith("_")
            and isinstance(value, FunctionType | property | classmethod)
        ]
        silent += [f"{entry.name}.{member}" for member in own]

    assert silent == []


def _classes_of(thing: type) -> Iterator[tuple[type, ast.ClassDef]]:
    """Return the source of a class and of its bases."""
    for base in thing.__mro__:
        if base.__module__.startswith("wonders_duel"):
            for node in _source(base.__module__).body:
                if isinstance(node, ast.ClassDef) and node.name == base.__name__:
                    yield base, node


def _arguments_of(thing: type) -> list[str]:
    """Return the arguments that make an object, by the source: compiled classes do not tell them."""
    for base, node in _classes_of(thing):
        for part in node.body:
            if isinstance(part, ast.FunctionDef) and part.name in {"__init__", "__new__"}:
                return [one.arg for one in (*part.args.args[1:], *part.args.kwonlyargs)]
        if "__attrs_attrs__" in vars(base):
            return [one.alias or one.name for one in attrs.fields(base) if one.init]
    return []


def _described_fields(thing: type) -> set[str]:
    """Return the fields of a class and of its bases that have a docstring below them."""
    return {
        ast.unparse(one.target)
        for _, node in _classes_of(thing)
        for one, after in pairwise(node.body)
        if isinstance(one, ast.AnnAssign) and isinstance(after, ast.Expr)
    }


def test_arguments_of_classes_are_described() -> None:
    """A class describes each argument that makes an object of it, unless its page shows none."""
    missing = []
    for module, name in [*NAMES, *OTHERS]:
        thing, entry = getattr(import_module(module), name), _entry(module, name)
        if (
            not isinstance(thing, type)
            or issubclass(thing, Enum | Exception)
            or entry is None
            or entry.name in MADE
            or entry.signature == "()"
        ):
            continue
        written, fields = thing.__doc__ or "", _described_fields(thing)
        missing += [
            f"{entry.name}: the argument {one}"
            for one in _arguments_of(thing)
            if f"{one}:" not in written and one not in fields
        ]

    assert missing == []


def _shown_functions() -> Iterator[tuple[str, ast.FunctionDef, str]]:
    """Return the functions and methods that the pages show, with their docstrings."""
    for module, name in [*NAMES, *OTHERS]:
        thing = getattr(import_module(module), name)
        entry = _entry(module, name)
        if not _is_called(thing) or entry is None:
            continue
        body = _source(thing.__module__).body
        node = next(
            one
            for one in reversed(body)  # after its overloads
            if isinstance(one, ast.ClassDef | ast.FunctionDef) and one.name == thing.__name__
        )
        written = ast.get_docstring(node) or ""
        if isinstance(node, ast.FunctionDef):
            yield name, node, written
            continue
        listed = entry.option("members")
        for part in node.body:
            if isinstance(part, ast.FunctionDef):
                own = ast.get_docstring(part)
                if part.name == "__init__":
                    if entry.name not in MADE:
                        yield name, part, written
                elif own and not part.name.startswith("_") and (not listed or part.name in listed):
                    yield f"{name}.{part.name}", part, own


def test_arguments_and_errors_are_named() -> None:
    """A docstring names each argument of its function and each error raised there."""
    missing = []
    for name, node, written in _shown_functions():
        takes = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        if not name.endswith("Error"):
            missing += [
                f"{name}: the argument {one.arg}"
                for one in takes
                if one.arg not in {"self", "cls"} and f"{one.arg}:" not in written
            ]
        missing += [
            f"{name}: the error {one.exc.func.id}"
            for one in ast.walk(node)
            if isinstance(one, ast.Raise)
            and isinstance(one.exc, ast.Call)
            and isinstance(one.exc.func, ast.Name)
            and one.exc.func.id.endswith("Error")
            and f"{one.exc.func.id}:" not in written
        ]
        missing += [
            f"{name}: the error {CHECKS[one.func.id]} of {one.func.id}()"
            for one in ast.walk(node)
            if isinstance(one, ast.Call)
            and isinstance(one.func, ast.Name)
            and one.func.id in CHECKS
            and f"{CHECKS[one.func.id]}:" not in written
        ]

    assert missing == []
