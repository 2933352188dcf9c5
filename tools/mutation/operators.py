"""Two additional mutation operators: drop a statement, and empty a string."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import cosmic_ray.plugins
from cosmic_ray.operators.operator import Example, Operator
from parso.python.tree import Keyword
from parso.tree import BaseNode, Leaf, NodeOrLeaf

Place = tuple[tuple[int, int], tuple[int, int]]


class DropStatement(Operator):
    """An operator that replaces a call, a ``raise`` or an assignment to an object by ``pass``."""

    def mutation_positions(self, node: NodeOrLeaf) -> Iterator[Place]:
        """Yield the place of a statement of these kinds."""
        if node.type == "simple_stmt" and _acts(node.children[0]):
            yield node.children[0].start_pos, node.children[0].end_pos

    def mutate(self, node: BaseNode, _: int) -> BaseNode:
        """Return ``pass``."""
        first = node.children[0].get_first_leaf()
        node.children[0] = Keyword("pass", first.start_pos, prefix=first.prefix)
        return node

    @classmethod
    def examples(cls) -> list[Example]:
        """Return an example of each kind."""
        return [Example("f(x)", "pass"), Example("a.b = 1", "pass"), Example("a += 1", "pass")]


class EmptyText(Operator):
    """An operator that empties strings and parts of f-strings, not docstrings or ``__all__``."""

    def mutation_positions(self, node: NodeOrLeaf) -> Iterator[Place]:
        """Yield the place of a string."""
        if node.type == "fstring_string" or (node.type == "string" and _is_value(node)):
            yield node.start_pos, node.end_pos

    def mutate(self, node: Leaf, _: int) -> Leaf:
        """Return the empty string."""
        if node.type == "string":
            start = node.value[: len(node.value) - len(node.value.lstrip("rbRB"))]
            quote = node.value[-1]
            is_empty = len(node.value) == len(start) + 2
            node.value = start + quote + ("?" if is_empty else "") + quote
        else:
            node.value = ""
        return node

    @classmethod
    def examples(cls) -> list[Example]:
        """Return an example of each kind."""
        return [Example('a = "b"', 'a = ""'), Example('f"b{c}"', 'f"{c}"')]


def _acts(statement: NodeOrLeaf) -> bool:
    if statement.type == "raise_stmt":
        return True
    if statement.type == "atom_expr":
        return bool(statement.children[-1].type == "trailer")
    if statement.type != "expr_stmt":
        return False
    target, sign = statement.children[:2]
    # Dropping a plain name would be a NameError.
    return target.type in {"atom_expr", "power"} or getattr(sign, "value", "") not in {"=", ""}


def _is_value(text: Leaf) -> bool:
    if text.parent.type == "simple_stmt":
        return False  # a docstring
    around = text.search_ancestor("expr_stmt")
    return around is None or around.children[0].get_code(include_prefix=False) != "__all__"


class Provider:
    """The operators by name, for cosmic-ray."""

    _operators: ClassVar = {"DropStatement": DropStatement, "EmptyText": EmptyText}

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names."""
        return iter(self._operators)

    def __getitem__(self, name: str) -> type[Operator]:
        """Return an operator."""
        return self._operators[name]


def register() -> None:
    """Register the operators with cosmic-ray, whose plugins are usually packages."""
    cosmic_ray.plugins.OPERATOR_PROVIDERS["own"] = Provider()
