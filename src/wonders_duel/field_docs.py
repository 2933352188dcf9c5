"""The docstrings of fields, for ``help()``: Python keeps those of classes and functions only.

Nothing is read before somebody asks. This module is never compiled: a native class has the
docstrings of its fields in itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

__all__ = ["FieldDocs", "document_fields"]


@cache
def _written(kind: type) -> dict[str, str]:
    """Read the docstrings that follow the fields of a class in its source, if there is one."""
    import ast  # noqa: PLC0415 - rarely needed
    import inspect  # noqa: PLC0415

    try:
        (body,) = ast.parse(inspect.getsource(kind)).body
    except (OSError, TypeError):  # no source, or a class of no module
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
    """The names of the slots of a class, and their docstrings: ``help()`` looks for them here."""

    def __init__(self, kind: type, names: tuple[str, ...]) -> None:
        """Hold the names.

        Args:
            kind: the class.
            names: its slots.
        """
        super().__init__(dict.fromkeys(names))
        self._kind = kind

    def __getitem__(self, name: str) -> str | None:
        """Return the docstring of a field; ``None`` if it has none, or where no sources are installed."""
        return _written(self._kind).get(name)


def document_fields(kinds: Iterable[object]) -> None:
    """Let ``help()`` and ``inspect.getdoc`` find the docstrings of the fields of classes.

    Args:
        kinds: classes, those with slots and others. What is no class is passed over.
    """
    for kind in kinds:
        if not isinstance(kind, type):
            continue
        for one in kind.__mro__:
            names = vars(one).get("__slots__")
            if isinstance(names, tuple) and names:
                type.__setattr__(one, "__slots__", FieldDocs(one, names))
