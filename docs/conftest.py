"""Runs the examples of the documentation."""

import sys
from types import ModuleType
from typing import Any

from sybil import Sybil
from sybil.parsers.myst import PythonCodeBlockParser

FILES = ("mybot", "careless")
"""The modules whose sources pages show as blocks."""


class _Page(ModuleType):
    """A file that a page shows as a block: what the page defines."""

    def __init__(self, name: str, namespace: dict[str, Any]) -> None:
        super().__init__(name)
        self._namespace = namespace

    def __getattr__(self, name: str) -> Any:
        """Return what the page calls so."""
        try:
            return self._namespace[name]
        except KeyError:
            raise AttributeError(name) from None


def _offer(namespace: dict[str, Any]) -> None:
    for name in FILES:
        sys.modules[name] = _Page(name, namespace)


def _withdraw(_namespace: dict[str, Any]) -> None:
    for name in FILES:
        del sys.modules[name]


pytest_collect_file = Sybil(
    parsers=[PythonCodeBlockParser()], pattern="*.md", setup=_offer, teardown=_withdraw
).pytest()
