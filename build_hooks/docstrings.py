"""Put the docstrings of the sources into the C code that mypyc makes of them, which has none.

There they are static text in the tables that describe classes and functions to Python, and cost nothing at
run time. A function also gets a first line with its annotated signature, as functions written in C have it:
the form of signature that Python reads there, and that mypyc writes, has no room for annotations.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

__all__ = ["Documented", "add_docstrings", "documented", "literal"]


class Documented(NamedTuple):
    """Something with a docstring: a module, a class, a function, or a field of a class."""

    owner: str
    """The class; empty for what stands in the module itself."""
    name: str
    """The name; empty for the module or the class itself."""
    text: str
    """The docstring; of a function, after the line with its signature."""
    signature: str = ""
    """The signature of a function in the form that Python reads: without annotations."""


def _parameters(function: ast.FunctionDef, show: Callable[[ast.arg, ast.expr | None], str]) -> str:
    """Return the parameters of a function, separated by commas.

    Args:
        function: the function.
        show: gives one of them, with its default.
    """
    given = function.args
    before = [*given.posonlyargs, *given.args]
    defaults = [*[None] * (len(before) - len(given.defaults)), *given.defaults]
    parts = [show(*one) for one in zip(before, defaults, strict=True)]
    if given.posonlyargs:
        parts.insert(len(given.posonlyargs), "/")
    if given.vararg:
        parts.append("*" + show(given.vararg, None))
    elif given.kwonlyargs:
        parts.append("*")
    parts += [show(*one) for one in zip(given.kwonlyargs, given.kw_defaults, strict=True)]
    if given.kwarg:
        parts.append("**" + show(given.kwarg, None))
    return ", ".join(parts)


def _annotated(one: ast.arg, default: ast.expr | None) -> str:
    shown = ast.unparse(one)
    if default is None:
        return shown
    return (
        f"{shown} = {ast.unparse(default)}" if one.annotation else f"{shown}={ast.unparse(default)}"
    )


def _bare(one: ast.arg, default: ast.expr | None) -> str:
    if default is None:
        return one.arg
    shown = ast.unparse(default)
    # Python looks such a name up among the modules that are imported.
    return f"{one.arg}={shown if isinstance(default, ast.Constant) else f'wonders_duel.{shown}'}"


def _of_function(owner: str, function: ast.FunctionDef) -> Documented:
    doc = ast.get_docstring(function) or ""
    decorators = {ast.unparse(one) for one in function.decorator_list}
    if "property" in decorators:
        return Documented(owner, function.name, doc)
    annotated = _parameters(function, _annotated)
    bare = _parameters(function, _bare)
    if owner and "staticmethod" not in decorators:
        # Nobody gives the first one when calling; Python's form marks it.
        annotated = re.sub(r"^\w+(, )?", "", annotated)
        bare = f"${bare}"
    returns = f" -> {ast.unparse(function.returns)}" if function.returns else ""
    text = f"{function.name}({annotated}){returns}\n\n{doc}"
    return Documented(owner, function.name, text if doc else "", f"{function.name}({bare})")


def _of_class(kind: ast.ClassDef) -> Iterator[Documented]:
    yield Documented(kind.name, "", ast.get_docstring(kind) or "")
    for node, following in zip(kind.body, [*kind.body[1:], None], strict=True):
        match node, following:
            case ast.FunctionDef(), _:
                yield _of_function(kind.name, node)
            case (
                ast.AnnAssign(target=ast.Name(name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                yield Documented(kind.name, name, inspect.cleandoc(text))


def documented(source: str) -> Iterator[Documented]:
    """Find the docstrings of a module.

    Args:
        source: the module as Python.

    Returns:
        What has a docstring, the module first. Fields that a class inherits within the module
        are there for it, too.
    """
    tree = ast.parse(source)
    found: list[Documented] = [Documented("", "", ast.get_docstring(tree) or "")]
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            found.append(_of_function("", node))
        elif isinstance(node, ast.ClassDef):
            mine = list(_of_class(node))
            names = {one.name for one in mine}
            bases = {ast.unparse(base) for base in node.bases}
            inherited = [
                one._replace(owner=node.name)
                for one in found
                if one.owner in bases and not one.signature and one.name not in names
            ]
            found += [*mine, *inherited]
    return (one for one in found if one.text)


def literal(text: str) -> str:
    """Write a text as C, each line of it on a line.

    Args:
        text: any text.
    """
    lines = []
    for line in text.splitlines(keepends=True):
        escaped = line.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
        octal = "".join(
            one if one.isascii() else "".join(f"\\{byte:03o}" for byte in one.encode())
            for one in escaped
        )
        lines.append(f'"{octal}"'.replace("??", r"?\?"))  # two of them can begin a trigraph
    return "\n".join(lines)


# The tables of mypyc's C code, and what stands in them.
_TEXT = r'"(?:[^"\\]|\\.)*"'
_TABLE = re.compile(r"static Py(?:MethodDef|GetSetDef) (\w+)\[\] = \{.*?\{NULL", re.DOTALL)
_ENTRY = re.compile(rf'\{{"(\w+)",(?:[^{{}}"]|{_TEXT})*\}}')
_TYPE = re.compile(rf"CPyType_(\w+)_template_ = \{{(?:[^{{}}\"]|{_TEXT})*\}}")
_MODULE = re.compile(rf"static struct PyModuleDef (\w+)module = \{{\s*\w+,\s*{_TEXT},\s*NULL")
# What is there instead of a docstring: the signature at most.
_OF_FUNCTION = re.compile(rf"PyDoc_STR\((?:NULL|({_TEXT}))\)")
_OF_ATTRIBUTE = re.compile(r"NULL(?=, NULL\})")
_OF_MODULE = re.compile("NULL$")


class _Inserter:
    """Puts the docstrings of a module into C code."""

    def __init__(self, module: str, docs: Sequence[Documented]) -> None:
        self.module = module
        self.waiting = {(one.owner, one.name): one for one in docs}
        self.tables = {f"{module}module_methods": ""}
        for one in docs:
            if one.owner:
                for kind in ("methods", "getseters"):
                    self.tables[f"{module}___{one.owner}_{kind}"] = one.owner

    def table(self, match: re.Match[str]) -> str:
        owner = self.tables.get(match[1])
        if owner is None:
            return match[0]
        return _ENTRY.sub(lambda entry: self.entry(owner, entry), match[0])

    def entry(self, owner: str, match: re.Match[str]) -> str:
        place = _OF_FUNCTION if "PyDoc_STR" in match[0] else _OF_ATTRIBUTE
        return self.insert(owner, match[1], place, match[0])

    def kind(self, match: re.Match[str]) -> str:
        module, _, owner = match[1].rpartition("___")
        if module != self.module:
            return match[0]
        return self.insert(owner, "", _OF_FUNCTION, match[0])

    def whole(self, match: re.Match[str]) -> str:
        if match[1] != self.module:
            return match[0]
        return self.insert("", "", _OF_MODULE, match[0])

    def insert(self, owner: str, name: str, place: re.Pattern[str], code: str) -> str:
        doc = self.waiting.get((owner, name))
        found = place.search(code)
        if doc is None or found is None:
            return code
        del self.waiting[owner, name]
        signature = found[1] if place is _OF_FUNCTION else None
        if signature is None and doc.signature:
            signature = literal(f"{doc.signature}\n--\n\n")
        text = "\n".join(filter(None, (signature, literal(doc.text))))
        return f"{code[: found.start()]}PyDoc_STR({text}){code[found.end() :]}"


def add_docstrings(code: str, module: str, docs: Sequence[Documented]) -> tuple[str, list[str]]:
    """Put the docstrings of a module where they belong.

    Args:
        code: the C code; what it holds of other modules stays as it is.
        module: the name of the module, without the package.
        docs: what has a docstring.

    Returns:
        The code, and the names for which it has no place.
    """
    inserter = _Inserter(module, docs)
    for pattern, insert in (
        (_TABLE, inserter.table),
        (_TYPE, inserter.kind),
        (_MODULE, inserter.whole),
    ):
        code = pattern.sub(insert, code)
    return code, [".".join(filter(None, (module, *key))) for key in inserter.waiting]
