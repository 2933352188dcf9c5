"""Classes whose objects rich prints as ``repr`` does."""

from __future__ import annotations

from collections.abc import Iterator

__all__ = ["print_as_repr"]


class _Words(str):
    """A text that is printed without quotation marks."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def print_as_repr(kind: type) -> None:
    """Let rich print the objects of a class as ``repr`` does.

    It prints all fields of an attrs class, also the internal ones, whatever its ``__repr__``, unless
    there is a method for rich.

    Args:
        kind: the class, which is changed; its objects are shown in angle brackets.
    """

    def parts(self: object) -> Iterator[object]:
        """Return what rich shows between the angle brackets after the name of the class."""
        shown = repr(self).removeprefix("<").removesuffix(">")
        yield _Words(shown.removeprefix(f"{type(self).__name__} "))

    parts.angular = True  # type: ignore[attr-defined]  # what rich looks for
    parts.__name__ = parts.__qualname__ = "__rich_repr__"
    # In the class body, a function of compiled code could not have an attribute.
    setattr(kind, "__rich_repr__", parts)  # noqa: B010
