"""Packages that only parts of the library need, with an error that says how to install them."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from wonders_duel.errors import ExtraError

__all__ = ["LazyModule", "need"]


def need(package: str, extra: str, what: str) -> ModuleType:
    """Import a package that an extra installs.

    Args:
        package: the name to import, such as ``numpy`` or ``gymnasium.spaces``.
        extra: the extra.
        what: what needs it.

    Raises:
        ExtraError: it is not installed.
    """
    try:
        return import_module(package)
    except ModuleNotFoundError as error:
        missing = error.name
        if missing is None or not f"{package}.".startswith(f"{missing}."):
            raise  # another package, which this one needs
        raise ExtraError(
            f"{what} needs the package {missing}; install it with "
            f'pip install "wonders-duel[{extra}]"'
        ) from None


class LazyModule:
    """A module that is imported when something of it is used, such as one that needs numpy.

    An import in each function would take a tenth of the time of encoding a state.
    """

    def __init__(self, name: str) -> None:
        """Store the name.

        Args:
            name: the whole name of the module.
        """
        self._name = name

    def __getattr__(self, name: str) -> object:
        """Import the module, and keep what it has."""
        if name.startswith("__"):  # tools that look at everything must not import it
            raise AttributeError(name)
        module = import_module(self._name)
        self.__dict__.update(vars(module))
        found: object = getattr(module, name)
        return found
