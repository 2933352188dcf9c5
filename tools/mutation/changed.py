"""Import a module of the package from a changed source, without changing its file."""

from __future__ import annotations

from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType

from tools.mutation.settings import PACKAGE, module_of


class _Loader(SourceFileLoader):
    """A loader of a module from a changed source."""

    def __init__(self, name: str, path: Path, source: str) -> None:
        super().__init__(name, str(path))
        self._source = source

    def get_code(self, fullname: str) -> CodeType:
        return compile(self._source, self.get_filename(fullname), "exec", dont_inherit=True)


class Finder(MetaPathFinder):
    """A finder of the changed module, ahead of the one on disk."""

    def __init__(self, path: Path, source: str) -> None:
        """Store the source.

        Args:
            path: the file of the module, in the package or in a folder of it.
            source: the changed source.
        """
        self._name = f"{PACKAGE}.{module_of(path)}"
        self._path = path
        self._source = source

    def find_spec(self, name: str, *_: object) -> ModuleSpec | None:
        """Return the changed module if it is asked for.

        Args:
            name: the full name of a module.
        """
        if name != self._name:
            return None
        return spec_from_file_location(
            name, self._path, loader=_Loader(name, self._path, self._source)
        )
