"""Compile modules with mypyc: ``python -m build_hooks.compiler FOLDER MODULE...``, in the project root.

The compiled modules are written to ``FOLDER/made``, with the same paths as in the wheel.
"""

from __future__ import annotations

import sys
from pathlib import Path

from setuptools import Distribution
from setuptools.command.build_ext import build_ext

from build_hooks.deallocation import without_trashcan
from build_hooks.docstrings import add_docstrings, documented

# mypyc must be imported after setuptools.
from mypyc.build import mypycify  # isort: skip

# Check only the compiled modules strictly; the other modules provide types, so their imports
# (such as rich) need not be installed. Ignore the mypy settings for developers of the project.
MYPY = ("--config-file=", "--strict", "--follow-imports=silent")
SOURCES = Path("src")


class Build(build_ext):
    """A build command with more flags for the C compiler."""

    def build_extensions(self) -> None:
        """Allow the compiler to inline functions, but not to round differently from Python."""
        if self.compiler.compiler_type == "unix":
            for extension in self.extensions:
                extension.extra_compile_args += ["-fvisibility=hidden", "-ffp-contract=off"]
        super().build_extensions()


def compile_modules(folder: Path, modules: list[str]) -> None:
    """Compile modules of the package.

    Args:
        folder: an empty folder for all output.
        modules: their dotted names.
    """
    paths = {name: SOURCES.joinpath(*name.split(".")).with_suffix(".py") for name in modules}
    extensions = mypycify(
        [*MYPY, f"--cache-dir={folder / 'cache'}", *map(str, paths.values())],
        debug_level="0",
        group_name="wonders_duel",
        target_dir=str(folder / "c"),
    )
    (code,) = (folder / "c").glob("*.c")
    text = without_trashcan(code.read_text(encoding="utf-8"))
    for name, path in paths.items():
        docs = list(documented(path.read_text(encoding="utf-8")))
        text, missing = add_docstrings(text, name.rpartition(".")[2], docs)
        if missing:  # another version of mypyc; the tests check the supported one
            print("warning: the C code has no place for the docstrings of", *missing)
    code.write_text(text, encoding="utf-8")
    command = Build(Distribution({"name": "wonders-duel", "ext_modules": extensions}))
    command.build_lib = str(folder / "made")
    command.build_temp = str(folder / "objects")
    command.ensure_finalized()
    command.run()


if __name__ == "__main__":
    compile_modules(Path(sys.argv[1]), sys.argv[2:])
