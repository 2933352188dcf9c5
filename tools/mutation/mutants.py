"""The mutants: those of cosmic-ray, without those that nothing could notice."""

from __future__ import annotations

import ast
import functools
import hashlib
import re
from collections import Counter, defaultdict
from pathlib import Path
from typing import Final

import parso
from cosmic_ray.commands.init import init
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator
from cosmic_ray.work_db import WorkDB
from cosmic_ray.work_item import MutationSpec, WorkerOutcome, WorkItem, WorkResult
from parso.tree import BaseNode, NodeOrLeaf

from tools.mutation import operators, survivors
from tools.mutation.compiled import only_compiled
from tools.mutation.settings import Settings, module_of, path_of
from tools.mutation.survivors import Change

operators.register()


def make(db: WorkDB, settings: Settings) -> None:
    """Fill a session with the mutants; skipped ones get a result with the reason."""
    init([path_of(module) for module in settings.modules], db, {})
    left_out = defaultdict(list)
    for item in db.work_items:
        left_out[_left_out(specification(item), settings)].append(item.job_id)
    left_out.pop("", None)
    for why, jobs in left_out.items():
        skipped = WorkResult(worker_outcome=WorkerOutcome.SKIPPED, output=why)
        db.set_multiple_results(jobs, skipped)


def specification(item: WorkItem) -> MutationSpec:
    """Return the only mutation of a mutant."""
    (only,) = item.mutations
    return only


def source_of(mutation: MutationSpec) -> str:
    """Return the source of a module with the mutation."""
    code = _source(mutation.module_path)
    operator = get_operator(mutation.operator_name)()
    changed = mutate_code(code, operator, mutation.occurrence)
    assert isinstance(changed, str)
    return changed


def kind_of(mutation: MutationSpec) -> str:
    """Return the kind of a mutation: its operator without the variant, as ``NumberReplacer``."""
    name: str = mutation.operator_name
    return name.rpartition("/")[2].partition("_")[0]


def change_of(mutation: MutationSpec) -> Change:
    """Return the change that a mutation makes."""
    path = mutation.module_path
    before, after = _plain(_source(path)), _plain(source_of(mutation))
    kind = kind_of(mutation)
    if kind == "RemoveDecorator":  # blank lines above it go, too
        start, end = (_offset(before, *at) for at in (mutation.start_pos, mutation.end_pos))
        becomes = ""
    else:
        start, end = _expression(path, mutation, after)
        becomes = after[start : len(after) - len(before) + end]
    within = around(path, mutation.start_pos[0])
    first = _offset(before, first_line(within[-1]), 0) if within else 0
    expression, until = (survivors.on_one_line(before[at:end]) for at in (start, first))
    return Change(
        module_of(path),
        function_of(mutation),
        kind,
        expression,
        survivors.on_one_line(becomes),
        survivors.occurrences(expression, until),
    )


EXPRESSIONS: Final = {
    *("and_expr", "and_test", "argument", "arith_expr", "assert_stmt", "atom_expr", "comparison"),
    *("decorator", "del_stmt", "expr", "expr_stmt", "factor", "fstring", "lambdef", "not_test"),
    *("or_test", "param", "parameters", "power", "raise_stmt", "return_stmt", "shift_expr"),
    *("simple_stmt", "term", "test", "xor_expr", "yield_expr"),
}
"""The types of the nodes, as parso names them, that a survivor quotes; others are parts of these."""
BLOCKS: Final = {"for_stmt", "if_stmt", "try_stmt", "while_stmt", "with_stmt"}
"""The types of statements of which a survivor quotes the line before a colon only."""


def _expression(path: Path, mutation: MutationSpec, after: str) -> tuple[int, int]:
    """Return where the innermost expression starts and ends that a mutation changes.

    Where parso cannot read the code around it, these are whole lines.

    Args:
        path: the file.
        mutation: the mutation.
        after: the source with the mutation.
    """
    before = _plain(_source(path))
    node: NodeOrLeaf | None = _nodes(path).get_leaf_for_position(mutation.start_pos)
    while node is not None and node.end_pos <= mutation.start_pos:
        node = node.get_next_leaf()  # parso has empty leaves where it cannot read the code
    while node is not None:
        nodes = _clause(node) or ([node] if node.type in EXPRESSIONS else [])
        if nodes:
            start = _offset(before, *nodes[0].start_pos)
            end = _offset(before, *nodes[-1].end_pos)
            rest = before[end:]
            if before[:start] == after[:start] and after[start:].endswith(rest):
                return start, end
        node = node.parent
    first, last = mutation.start_pos[0], mutation.end_pos[0]
    return _offset(before, first, 0), _offset(before, last + 1, 0)


def _clause(node: NodeOrLeaf) -> list[NodeOrLeaf]:
    """Return the parts of the clause of a block that has a node, without the colon, if any."""
    if node.parent is None or node.parent.type not in BLOCKS or node.type == "suite":
        return []
    parts: list[NodeOrLeaf] = node.parent.children
    at = start = end = parts.index(node)
    while start and parts[start - 1].type not in {"suite", "simple_stmt"}:
        start -= 1
    while end + 1 < len(parts) and getattr(parts[end + 1], "value", "") != ":":
        end += 1
    return parts[start : max(at, end) + 1]


def _offset(source: str, row: int, column: int) -> int:
    """Return the offset of a place whose row counts from 1."""
    lines = source.splitlines(keepends=True)
    return sum(map(len, lines[: row - 1])) + column


def function_of(mutation: MutationSpec) -> str:
    """Return the function of a mutation, with its class."""
    return _place(mutation.module_path, mutation.start_pos[0])


@functools.cache
def _source(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@functools.lru_cache(maxsize=2)
def _plain(source: str) -> str:
    return survivors.without_comments(source)


@functools.cache
def _nodes(path: Path) -> BaseNode:
    return parso.parse(_source(path))


@functools.cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(_source(path))


def keys(db: WorkDB) -> dict[str, str]:
    """Return a key for each mutant that does not depend on the code around its function.

    Returns:
        By the session's ids: the function, a digest of its text, the operator, and the number of
        the place in the function.
    """
    found = {}
    places: Counter[str] = Counter()
    items = sorted(
        ((specification(item), item.job_id) for item in db.work_items),
        key=lambda one: (one[0].module_path, one[0].operator_name, one[0].occurrence),
    )
    for mutation, job in items:
        path = mutation.module_path
        within = around(path, mutation.start_pos[0])
        lines = _source(path).splitlines()
        if within:
            text = "\n".join(lines[first_line(within[-1]) - 1 : within[-1].end_lineno])
        else:
            text = lines[mutation.start_pos[0] - 1]
        digest = hashlib.sha256(text.encode()).hexdigest()[:16]
        key = f"{module_of(path)} {function_of(mutation)} {digest} {mutation.operator_name}"
        places[key] += 1
        found[job] = f"{key} {places[key]}"
    return found


def _place(path: Path, line: int) -> str:
    return ".".join(one.name for one in around(path, line))


def first_line(node: ast.FunctionDef | ast.ClassDef) -> int:
    """Return the first line of a function or class, decorators included."""
    return min([node.lineno, *(one.lineno for one in node.decorator_list)])


def around(path: Path, line: int) -> list[ast.FunctionDef | ast.ClassDef]:
    """Return the functions and classes around a line.

    Args:
        path: the file.
        line: the number of the line, from 1.

    Returns:
        The outermost one first.
    """
    found = []
    nodes: list[ast.stmt] = _tree(path).body
    while nodes:
        inner: list[ast.stmt] = []
        for node in nodes:
            if not isinstance(node, ast.FunctionDef | ast.ClassDef):
                continue
            if first_line(node) <= line <= (node.end_lineno or 0):
                found.append(node)
                inner = node.body
        nodes = inner
    return found


@functools.cache
def _annotations(path: Path) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return the places of annotations, which never run with postponed evaluation."""
    found = [
        annotation
        for node in ast.walk(_tree(path))
        for annotation in (getattr(node, "annotation", None), getattr(node, "returns", None))
        if annotation is not None
    ]
    return [((one.lineno, one.col_offset), (one.end_lineno, one.end_col_offset)) for one in found]


@functools.cache
def _only_compiled(path: Path) -> list[range]:
    return only_compiled(_source(path))


def _left_out(mutation: MutationSpec, settings: Settings) -> str:
    for pattern, why in settings.leave_out.items():
        if re.fullmatch(pattern, mutation.operator_name):
            return why
    line = _source(mutation.module_path).splitlines()[mutation.start_pos[0] - 1]
    decorator = re.match(r"\s*@(\w+)", line)
    if decorator and decorator[1] in settings.decorators:
        return "the decorator does nothing at run time"
    if line.strip() == "if TYPE_CHECKING:":
        return "what is imported there stands in annotations only"
    if line[: mutation.start_pos[1]].endswith(("cast(", "TypeVar(")):
        return "the name of a type does nothing at run time"
    if line.lstrip().startswith("assert ") or line[: mutation.start_pos[1]].endswith("strict="):
        return "it says what holds in any case"
    if any(mutation.start_pos[0] in block for block in _only_compiled(mutation.module_path)):
        return "only the compiled package runs it"
    for start, end in _annotations(mutation.module_path):
        if start <= mutation.start_pos < end:
            return "no annotation is run"
    return ""
