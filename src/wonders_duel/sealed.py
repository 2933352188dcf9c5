"""Classes whose objects only the library makes."""

from __future__ import annotations

from typing import NoReturn

from wonders_duel.errors import WrongTypeError

__all__ = ["seal"]


def seal(kind: type, way: str) -> None:
    """Refuse to make an object of a class by calling it.

    ``attrs.evolve`` and ``copy.replace`` call the class with every field, which
    nobody would check. The library itself does not look the class up: interpreted,
    its objects begin as drafts; compiled, it calls the constructor directly.

    Args:
        kind: the class; it is changed.
        way: what to do instead, for the error.
    """
    message = f"a {kind.__name__} is not made of its fields: {way}"

    def refuse(*_: object, **__: object) -> NoReturn:
        raise WrongTypeError(message)

    # Set here: in the class itself, the compiler would have every new object pass through them.
    setattr(kind, "__new__", staticmethod(refuse))  # noqa: B010
    setattr(kind, "__replace__", refuse)  # noqa: B010
