"""Classes that users cannot instantiate, and objects that they cannot change."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

from attrs.exceptions import FrozenInstanceError

from wonders_duel.errors import WrongTypeError

__all__ = ["lock", "seal"]


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


def lock(kind: type, names: tuple[str, ...], way: str) -> None:
    """Make methods that a frozen class inherits from its draft raise an error.

    In the compiled build, a draft is an object of the frozen class, whose fields compiled code can
    assign: without this, the methods would change a state or a city that must not change. Compiled
    code does not find its methods by name, so the library itself is not affected.

    Args:
        kind: the frozen class, which is changed.
        names: the methods that change a draft.
        way: what to do instead, for the note of the error.
    """
    for name in names:
        setattr(kind, name, _refusal(f"{name}: {way}"))


def _refusal(note: str) -> Callable[..., NoReturn]:
    """Return a method that raises ``FrozenInstanceError``, as assigning a field does."""

    def refuse(*_: object, **__: object) -> NoReturn:
        error = FrozenInstanceError()
        error.add_note(note)
        raise error

    return refuse
