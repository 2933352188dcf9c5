"""``help()`` shows the same in both builds, although fields and C code have no docstrings."""

from __future__ import annotations

import ast
import inspect
import pydoc
import types
from importlib import import_module
from pathlib import Path

import attrs
import pytest

import wonders_duel
from wonders_duel import BuiltWonder, City, State, is_compiled
from wonders_duel.support.field_docs import FieldDocs, document_fields

KINDS = (State, City)
Written = ast.FunctionDef | ast.ClassDef | str
"""A function or class in the source, or the docstring of a field."""


def _source(module: str) -> ast.Module:
    path = Path(wonders_duel.__file__).parent.joinpath(*module.split(".")[1:])
    return ast.parse(path.with_suffix(".py").read_text(encoding="utf-8"))


def _written(kind: type) -> dict[str, Written]:
    """Return the functions and the docstrings of fields in the source of a class and its draft."""
    found: dict[str, Written] = {}
    classes = [base for base in reversed(kind.__mro__) if base is not object]
    nodes = [
        node
        for base in classes
        for node in _source(base.__module__).body
        if isinstance(node, ast.ClassDef) and node.name == base.__name__
    ]
    assert len(nodes) == len(classes)
    for node in nodes:
        for one, after in zip(node.body, [*node.body[1:], None], strict=True):
            match one, after:
                case ast.FunctionDef(), _:
                    found[one.name] = one
                case ast.AnnAssign(target=ast.Name(name)), ast.Expr(value=ast.Constant(value=text)):
                    found[name] = inspect.cleandoc(str(text))
    return found


def _doc(written: Written) -> str | None:
    return written if isinstance(written, str) else ast.get_docstring(written)


def _is_function(written: Written) -> bool:
    return isinstance(written, ast.FunctionDef) and "property" not in {
        ast.unparse(one) for one in written.decorator_list
    }


MEMBERS = [
    pytest.param(kind, name, written, id=f"{kind.__name__}.{name}")
    for kind in KINDS
    for name, written in _written(kind).items()
    if not name.startswith("_")
]
FUNCTIONS = [one for one in MEMBERS if _is_function(one.values[2])]  # type: ignore[arg-type]


def test_every_public_member_is_checked() -> None:
    """The members that ``dir`` shows of the two classes are all found in their sources."""
    shown = [f"{kind.__name__}.{name}" for kind in KINDS for name in dir(kind) if name[0] != "_"]

    assert sorted(shown) == sorted(str(one.id) for one in MEMBERS)
    assert len(FUNCTIONS) >= 18


@pytest.mark.parametrize(("kind", "name", "written"), MEMBERS)
def test_each_member_has_its_docstring(kind: type, name: str, written: Written) -> None:
    """Methods, properties and fields have their docstrings; in C, methods begin with a signature."""
    doc = inspect.getdoc(getattr(kind, name))

    assert doc
    if is_compiled and _is_function(written):
        doc = doc.partition("\n\n")[2]
    assert doc == _doc(written)


@pytest.mark.parametrize(("kind", "name", "written"), FUNCTIONS)
def test_each_method_has_its_signature(kind: type, name: str, written: ast.FunctionDef) -> None:
    """Names and defaults are inspectable in both builds; compiled docstrings have the annotations."""
    method = getattr(kind, name)
    parameters = inspect.signature(method).parameters
    arguments = [*written.args.args, *written.args.kwonlyargs]
    defaults = [*written.args.defaults, *filter(None, written.args.kw_defaults)]

    bound = isinstance(method, types.MethodType | types.BuiltinMethodType)
    assert list(parameters) == [one.arg for one in arguments[bound:]]
    by_name = [one.name for one in parameters.values() if one.kind is one.KEYWORD_ONLY]
    assert by_name == [one.arg for one in written.args.kwonlyargs]
    given = [one.default for one in parameters.values() if one.default is not one.empty]
    assert given == [eval(ast.unparse(one), vars(wonders_duel)) for one in defaults]  # noqa: S307
    if is_compiled:
        line = method.__doc__.partition("\n")[0]
        (said,) = ast.parse(f"def {line}: ...").body
        assert isinstance(said, ast.FunctionDef)
        wanted = ast.unparse(written.args).removeprefix(arguments[0].arg).removeprefix(", ")
        assert ast.unparse(said.args) == wanted
        assert said.returns is not None
        assert written.returns is not None
        assert ast.unparse(said.returns) == ast.unparse(written.returns)
    else:
        hints = method.__annotations__
        assert set(hints) == {"return", *(one.arg for one in arguments[1:])}


@pytest.mark.parametrize("kind", [*KINDS, BuiltWonder])
def test_help_shows_everything(kind: type) -> None:
    """``help()`` shows the class and each member with its docstring."""
    text = pydoc.plain(pydoc.render_doc(kind))
    (node,) = (
        one
        for one in _source(kind.__module__).body
        if isinstance(one, ast.ClassDef) and one.name == kind.__name__
    )
    lines = {line.strip(" |") for line in text.splitlines()}

    for written in (node, *_written(kind).values()):
        first = (_doc(written) or "").partition("\n")[0]
        if isinstance(written, str) or not written.name.startswith("_"):
            assert first in lines
    assert "filler" not in text  # mypyc's text for a class that it does not know


@pytest.mark.parametrize("name", ["state", "engine.city", "engine.turn"])
def test_modules_and_functions_have_their_docstrings(name: str) -> None:
    """Modules and functions have their docstrings, compiled ones included."""
    module = import_module(f"wonders_duel.{name}")
    tree = _source(f"wonders_duel.{name}")

    assert inspect.getdoc(module) == ast.get_docstring(tree)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and ast.get_docstring(node):
            doc = inspect.getdoc(getattr(module, node.name)) or ""
            assert doc.endswith(ast.get_docstring(node) or "")


@attrs.frozen
class _Slotted:
    bare: int
    written: int = 0
    """A field with a docstring.

    On two lines.
    """

    def method(self) -> None:
        """Separate the fields from the rest."""

    last: int = 1


def test_docstrings_of_slots_are_read_on_demand() -> None:
    """Docstrings of slots are read on demand, and the class stays unchanged."""
    document_fields([_Slotted, 1, int])

    assert inspect.getdoc(_Slotted.written) == "A field with a docstring.\n\nOn two lines."
    assert inspect.getdoc(_Slotted.bare) is None
    assert inspect.getdoc(_Slotted.last) is None
    assert attrs.evolve(_Slotted(1), last=2) == _Slotted(1, 0, 2)
    assert [*vars(_Slotted)["__slots__"]][:3] == ["bare", "written", "last"]


def test_a_class_without_source_has_no_docstrings_of_slots() -> None:
    """Without a source, as in a packed program, slots have no docstrings."""
    names: dict[str, type] = {}
    exec("class Packed:\n    __slots__ = ('one',)\n", {"__name__": "packed"}, names)  # noqa: S102
    document_fields(names.values())

    assert inspect.getdoc(names["Packed"].one) is None  # type: ignore[attr-defined]


def test_a_field_without_a_source_has_no_docstring() -> None:
    """Without installed sources, ``help()`` shows a field without docstring, and nothing fails."""
    made: dict[str, type] = {}
    exec("class Made:\n    __slots__ = ('one',)", made)  # noqa: S102 - a class whose source is nowhere

    assert FieldDocs(made["Made"], ("one",))["one"] is None
