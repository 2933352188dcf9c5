"""Classes that users cannot instantiate."""

from __future__ import annotations

from typing import NoReturn

from wonders_duel.errors import WrongTypeError

__all__ = ["seal"]


def seal(kind: type, way: str) -> None:
    """Make a class raise an error when it is called.

    ``attrs.evolve`` and ``copy.replace`` call the class with every field, without
    validation. The library itself is not affected: in the pure build its objects begin
    as drafts, and in the compiled build it calls the constructor directly.

    Args:
        kind: the class, which is changed.
        way: what to do instead, for the error message.
    """
    message = f"cannot create a {kind.__name__} from its fields: {way}"

    def refuse(*_: object, **__: object) -> NoReturn:
        raise WrongTypeError(message)

    # If they were in the class body, the compiled code would call them for every new object.
    setattr(kind, "__new__", staticmethod(refuse))  # noqa: B010
    setattr(kind, "__replace__", refuse)  # noqa: B010
    setattr(kind, "__match_args__", ())  # noqa: B010 - the fields are internal, and so is their order
