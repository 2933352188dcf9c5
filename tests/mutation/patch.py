"""A mutant put into a process that runs: the code of one function is exchanged.

That is a hundred times faster than to import the package anew, but what the function did before,
when the package was imported and the tests were collected, it did without the mutation.
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

from tests.mutation import mutants

Place = tuple[str, str, int]
"""A function: its file, its qualified name, its first line."""


def _place(code: CodeType) -> Place:
    return code.co_filename, code.co_qualname, code.co_firstlineno


class Watch:
    """Notes which functions are called."""

    def __init__(self) -> None:
        """Begin with none."""
        self._codes: dict[int, CodeType] = {}  # to hash a code takes long

    def __enter__(self) -> Self:
        """Begin to note."""
        sys.setprofile(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        """Leave off."""
        sys.setprofile(None)

    def _note(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            self._codes[id(frame.f_code)] = frame.f_code

    @property
    def called(self) -> set[Place]:
        """The places of the functions."""
        return set(map(_place, self._codes.values()))


@attrs.frozen
class Functions:
    """The functions of some files.

    Attributes:
        there: the functions, by their places; some are there twice, in a class with slots and
            in the one that it was made of.
    """

    there: dict[Place, list[FunctionType]]

    @classmethod
    def find(cls, folder: Path) -> Functions:
        """Find the functions.

        Args:
            folder: where the files are.
        """
        found: dict[Place, list[FunctionType]] = {}
        for thing in gc.get_objects():
            if type(thing) is FunctionType:
                place = _place(thing.__code__)
                if place[0].startswith(str(folder)):
                    found.setdefault(place, []).append(thing)
        return cls(found)

    def places(self, mutation: MutationSpec) -> list[Place]:
        """Return where the function is that a mutation is in: none if it is in the body of none.

        Args:
            mutation: what is changed.
        """
        node = _function(mutation)
        if node is None:
            return []
        start = str(mutation.module_path), mutants.first_line(node)
        return [one for one in self.there if (one[0], one[2]) == start]

    def put(self, mutation: MutationSpec) -> bool:
        """Put a mutant into this process.

        Args:
            mutation: what is changed.

        Returns:
            Whether that can be done; if not, nothing is changed.
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
    """Return the outermost function that a mutation is in the body of."""
    for node in mutants.around(mutation.module_path, mutation.start_pos[0]):
        if isinstance(node, ast.FunctionDef):
            body = node.body[0].lineno, node.body[0].col_offset
            return node if mutation.start_pos >= body else None
    return None


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Return a code and those within it."""
    yield code
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield from _codes(one)
