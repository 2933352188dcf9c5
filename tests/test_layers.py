"""Imports go one way: between layers, folders and modules, as the design page says."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import wonders_duel

PACKAGE = Path(wonders_duel.__file__).parent
PAGE = Path(__file__).parent.parent / "docs" / "explanation" / "design.md"
TOP = "wonders_duel"

INTERNAL = [
    "cataloguing",
    "chance",
    "command_line",
    "engine",
    "history",
    "play",
    "positions",
    "support",
    "text",
]
"""The folders from which users do not import."""

DEFERRED = {
    "bots.names -> support.plugins",
    "catalogues -> cataloguing.digest",
    "command_line.commands -> arena.journal",
    "command_line.reading -> serialization",
    "command_line.commands -> validation",
    "command_line.parser -> command_line.engine",
    "command_line.parser -> command_line.analysing",
    "command_line.parser -> command_line.importing",
    "command_line.parser -> command_line.matching",
    "command_line.parser -> command_line.reporting",
    "history.step -> history.move_events",
    "learn.encoder -> learn.decoding",
    "match.matches -> match.playing",
    "play.advice -> search.searcher",
    "play.command -> play.screen.view",
    "play.lessons -> search.running",
    "render.pictures -> render.drawing.course",
    "render.pictures -> render.drawing.scenes",
    "render.pictures -> render.pages.animation",
    "serialization.catalogue_document -> render.sentences",
}
"""Imports inside functions of what is rarely needed and slow to import."""


class Import(NamedTuple):
    """An import of one module of the package by another."""

    importer: str
    imported: str
    is_deferred: bool
    """Whether it is inside a function."""


def _name(path: Path) -> str:
    return ".".join((TOP, *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(
        ".__init__"
    )


FILES = {_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def _nodes(parents: Iterable[ast.AST], *, deferred: bool = False) -> Iterator[tuple[ast.AST, bool]]:
    """Yield all statements but those for type checkers, and whether they are in a function."""
    for node in parents:
        if isinstance(node, ast.expr):  # no import is inside an expression
            continue
        inside = deferred or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        yield node, inside
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            yield from _nodes(node.orelse, deferred=inside)
        else:
            yield from _nodes(ast.iter_child_nodes(node), deferred=inside)


def _imports(source: str, importer: str) -> set[Import]:
    """Return the imports of modules of the package in a source."""
    found = set()
    for node, is_deferred in _nodes([ast.parse(source)]):
        names = []
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == TOP:
            # What is imported from a folder may be a module of it.
            names = [
                full if (full := f"{node.module}.{alias.name}") in FILES else f"{node.module}"
                for alias in node.names
            ]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names if alias.name.partition(".")[0] == TOP]
        found |= {Import(importer, name, is_deferred) for name in names}
    return found


@cache
def _all_imports() -> frozenset[Import]:
    """Return the imports of all modules of the package."""
    return frozenset(
        one
        for name, path in FILES.items()
        if name != TOP
        for one in _imports(path.read_text(encoding="utf-8"), name)
        if one.imported != TOP
    )


def _room(module: str) -> str:
    """Return the folder of a module, or the module itself if it is at the top."""
    return module.split(".")[1]


def _short(one: Import) -> str:
    return f"{one.importer} -> {one.imported}".replace(f"{TOP}.", "")


def _modules() -> dict[str, set[str]]:
    """Return what each module imports when it is loaded."""
    modules: dict[str, set[str]] = {}
    for one in _all_imports():
        if not one.is_deferred:
            modules.setdefault(one.importer, set()).add(one.imported)
    return modules


def _rooms() -> dict[str, set[str]]:
    """Return what each folder, and each module at the top, imports when it is loaded."""
    rooms: dict[str, set[str]] = {}
    for one in _all_imports():
        importer, imported = _room(one.importer), _room(one.imported)
        if not one.is_deferred and importer != imported:
            rooms.setdefault(importer, set()).add(imported)
    return rooms


def _needed(imports: dict[str, set[str]]) -> dict[str, set[str]]:
    """Return what each one imports, directly or not."""
    needed: dict[str, set[str]] = {}
    for name in TopologicalSorter(imports).static_order():
        direct = imports.get(name, set())
        needed[name] = direct.union(*(needed[one] for one in direct))
    return needed


def _folders() -> dict[str, list[str]]:
    """Return the folders of the page, in order, and the folders from which each of them imports."""
    page = PAGE.read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)/` \|[^|]+\|([^|]*)\|$", page, re.MULTILINE)
    return {name: re.findall(r"`(\w+)/`", others) for name, others in rows}


def _layers() -> dict[str, int]:
    """Return the line of each module and folder in the list of layers."""
    page = PAGE.read_text(encoding="utf-8")
    listed = page.partition("## The modules")[2].split("```")[1]
    lines = listed.splitlines()[1:]
    return {name.strip("/"): level for level, line in enumerate(lines) for name in line.split()[1:]}


def test_the_design_page_names_the_folders_for_users() -> None:
    """The page lists the folders from which users import: those with names, but not the cards."""
    page = PAGE.read_text(encoding="utf-8")
    listed = page.partition("from the folders ")[2].partition(". ")[0]
    there = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}

    assert re.findall(r"`(\w+)`", listed) == sorted(there - {*INTERNAL, "base_game"})


def test_imports_are_found() -> None:
    """Imports of names, of modules and in functions are found; those for type checkers are left out."""
    source = """\
if TYPE_CHECKING:
    from wonders_duel.deal import Deal
else:
    from wonders_duel.build import override
from wonders_duel import Game, state
from wonders_duel.engine import turn
import os, wonders_duel.bots
def thin():
    from wonders_duel.render.pictures import svg
"""

    assert {_short(one): one.is_deferred for one in _imports(source, "wonders_duel.cards")} == {
        "cards -> build": False,
        "cards -> wonders_duel": False,
        "cards -> state": False,
        "cards -> engine.turn": False,
        "cards -> bots": False,
        "cards -> render.pictures": True,
    }


def test_imports_go_one_way() -> None:
    """The design page lists every module and folder once, and none imports from a layer above."""
    layers = _layers()

    assert {_room(name) for name in FILES if name != TOP} == set(layers)
    assert [
        _short(one)
        for one in sorted(_all_imports())
        if not one.is_deferred and layers[_room(one.imported)] < layers[_room(one.importer)]
    ] == []


def test_neither_folders_nor_modules_import_in_a_circle() -> None:
    """A folder is as one module: nothing that it imports leads back to it."""
    TopologicalSorter(_rooms()).prepare()  # raises an error that names the circle
    TopologicalSorter(_modules()).prepare()


def test_the_design_page_shows_from_which_folders_each_folder_imports() -> None:
    """The table of folders is complete, and each imports only from folders further down in it."""
    folders = _folders()
    rooms = _rooms()
    there = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    order = list(folders)

    assert folders == {name: sorted(rooms.get(name, set()) & there) for name in there}
    assert all(order.index(one) > order.index(name) for name in order for one in folders[name])


def test_imports_inside_functions_lead_upwards() -> None:
    """A module imports at the top what it can, apart from what is rarely used and slow to import."""
    modules, rooms, layers = _needed(_modules()), _needed(_rooms()), _layers()

    assert {
        _short(one)
        for one in _all_imports()
        if one.is_deferred
        and layers[_room(one.imported)] >= layers[_room(one.importer)]
        and one.importer not in modules[one.imported]
        and _room(one.importer) not in rooms[_room(one.imported)]
    } == DEFERRED


def test_internal_folders_give_no_names() -> None:
    """The file of an internal folder is its docstring: names are imported from its modules."""
    for folder in INTERNAL:
        body = ast.parse((PACKAGE / folder / "__init__.py").read_text(encoding="utf-8")).body
        assert [type(node) for node in body] == [ast.Expr], folder
