"""Field docstrings for ``help()``: Python itself keeps only those of classes and functions.

The sources are read on first use. This module is not compiled by mypyc; native classes
contain the docstrings of their fields.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

__all__ = ["FieldDocs", "document_fields"]


@cache
def _source_docs(kind: type) -> dict[str, str]:
    """Return the docstrings that follow the fields of a class in its source, if it is available."""
    import ast  # noqa: PLC0415 - rarely needed
    import inspect  # noqa: PLC0415

    try:
        (body,) = ast.parse(inspect.getsource(kind)).body
    except (OSError, TypeError):  # no source, or no module
        return {}
    assert isinstance(body, ast.ClassDef)
    docs = {}
    for field, following in zip(body.body, body.body[1:], strict=False):
        match field, following:
            case (
                ast.AnnAssign(target=ast.Name(name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                docs[name] = inspect.cleandoc(text)
    return docs


class FieldDocs(dict[str, str | None]):
    """A ``__slots__`` mapping of names to docstrings, which ``help()`` shows."""

    def __init__(self, kind: type, names: tuple[str, ...]) -> None:
        """Store the names.

        Args:
            kind: the class.
            names: the names of its slots.
        """
        super().__init__(dict.fromkeys(names))
        self._kind = kind

    def __getitem__(self, name: str) -> str | None:
        """Return the docstring of a field, or ``None`` if it has none or the source is missing."""
        return _source_docs(self._kind).get(name)


def document_fields(kinds: Iterable[object]) -> None:
    """Make ``help()`` and ``inspect.getdoc`` find the docstrings of the fields of classes.

    Args:
        kinds: the classes; other objects and classes without slots are skipped.
    """
    for kind in kinds:
        if not isinstance(kind, type):
            continue
        for one in kind.__mro__:
            names = vars(one).get("__slots__")
            if isinstance(names, tuple) and names:
                type.__setattr__(one, "__slots__", FieldDocs(one, names))
