"""Patch a mutant into a running process by replacing the code of one function.

That is a hundred times faster than importing the package again. But earlier calls of the function,
while the package was imported and the tests were collected, ran without the mutation.
"""

from __future__ import annotations

import ast
import gc
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Self

import attrs
from cosmic_ray.work_item import MutationSpec

from tools.mutation import mutants

Place = tuple[str, str, int]
"""A function: its file, its qualified name, its first line."""


def _place(code: CodeType) -> Place:
    return code.co_filename, code.co_qualname, code.co_firstlineno


class Watch:
    """A recorder of function calls."""

    def __init__(self) -> None:
        """Start with none."""
        self._codes: dict[int, CodeType] = {}  # hashing a code object is slow

    def __enter__(self) -> Self:
        """Start recording."""
        sys.setprofile(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        """Stop recording."""
        sys.setprofile(None)

    def _note(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            self._codes[id(frame.f_code)] = frame.f_code

    @property
    def called(self) -> set[Place]:
        """The places of the functions called."""
        return set(map(_place, self._codes.values()))


@attrs.frozen
class Functions:
    """The functions of some files.

    Attributes:
        there: the functions by place; a method of a class with slots also exists in the class
            from which it was created.
    """

    there: dict[Place, list[FunctionType]]

    @classmethod
    def find(cls, folder: Path) -> Functions:
        """Find the functions.

        Args:
            folder: the folder of the files.
        """
        found: dict[Place, list[FunctionType]] = {}
        for thing in gc.get_objects():
            if type(thing) is FunctionType:
                place = _place(thing.__code__)
                if place[0].startswith(str(folder)):
                    found.setdefault(place, []).append(thing)
        return cls(found)

    def places(self, mutation: MutationSpec) -> list[Place]:
        """Return the place of the function of a mutation; none if it is outside of function bodies.

        Args:
            mutation: the mutation.
        """
        node = _function(mutation)
        if node is None:
            return []
        start = str(mutation.module_path), mutants.first_line(node)
        return [one for one in self.there if (one[0], one[2]) == start]

    def put(self, mutation: MutationSpec) -> bool:
        """Apply a mutation to this process.

        Args:
            mutation: the mutation.

        Returns:
            Whether it was possible; if not, nothing is changed.
        """
        path = mutation.module_path
        places = self.places(mutation)
        changed = compile(mutants.source_of(mutation), str(path), "exec", dont_inherit=True)
        codes = {_place(code): code for code in _codes(changed)}
        functions = [(one, codes.get(place)) for place in places for one in self.there[place]]
        for function, code in functions:
            if code is None or len(code.co_freevars) != len(function.__code__.co_freevars):
                return False
        for function, code in functions:
            assert code is not None
            function.__code__ = code
        return bool(functions)


def _function(mutation: MutationSpec) -> ast.FunctionDef | None:
    """Return the outermost function with the mutation in its body."""
    for node in mutants.around(mutation.module_path, mutation.start_pos[0]):
        if isinstance(node, ast.FunctionDef):
            body = node.body[0].lineno, node.body[0].col_offset
            return node if mutation.start_pos >= body else None
    return None


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Return a code object and those nested in it."""
    yield code
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield from _codes(one)
