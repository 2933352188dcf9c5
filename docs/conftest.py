"""Runs the examples of the documentation."""

import sys
from types import ModuleType
from typing import Any

from sybil import Sybil
from sybil.parsers.myst import PythonCodeBlockParser


class _Page(ModuleType):
    """The file ``mybot.py`` that a page shows as a block: what the page defines."""

    def __init__(self, namespace: dict[str, Any]) -> None:
        super().__init__("mybot")
        self._namespace = namespace

    def __getattr__(self, name: str) -> Any:
        """Return what the page calls so."""
        try:
            return self._namespace[name]
        except KeyError:
            raise AttributeError(name) from None


def _offer(namespace: dict[str, Any]) -> None:
    sys.modules["mybot"] = _Page(namespace)


def _withdraw(_namespace: dict[str, Any]) -> None:
    del sys.modules["mybot"]


pytest_collect_file = Sybil(
    parsers=[PythonCodeBlockParser()], pattern="*.md", setup=_offer, teardown=_withdraw
).pytest()
