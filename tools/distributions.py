"""Check the files of a release for the package index: ``python -m tools.distributions FOLDER``.

All files need the same version and metadata, and every wheel the same content; compiled wheels
also need the compiled modules for their tags. With ``--complete`` no file of a release may be
missing, and no address may be the placeholder of ``pyproject.toml``.
"""

from __future__ import annotations

import re
import sys
import tarfile
import tomllib
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from pathlib import Path
from zipfile import ZipFile

PROJECT = tomllib.loads(
    (Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8")
)
MODULES = [
    *PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]["modules"],
    "wonders_duel__mypyc",
]
PYTHONS = [
    "cp" + one.rpartition(" ")[2].replace(".", "")
    for one in PROJECT["project"]["classifiers"]
    if re.search(r":: 3\.\d+$", one)
]
PLATFORMS = {
    "manylinux_x86_64",
    "manylinux_aarch64",
    "musllinux_x86_64",
    "musllinux_aarch64",
    "macosx_x86_64",
    "macosx_arm64",
    "win_amd64",
    "win_arm64",
}
"""The platforms for which a release has compiled wheels, for each Python version."""

_PURE = "py3-none-any"


class Wheel:
    """The content of a wheel."""

    def __init__(self, path: Path) -> None:
        """Read the wheel.

        Args:
            path: the file.
        """
        self.name = path.name
        _, self.version, self.python, self.abi, self.platform = path.stem.split("-")
        with ZipFile(path) as archive:
            self.files = {one: archive.read(one) for one in archive.namelist()}
        self.about = f"wonders_duel-{self.version}.dist-info/"

    @property
    def tag(self) -> str:
        """The tags in the file name."""
        return f"{self.python}-{self.abi}-{self.platform}"

    @property
    def metadata(self) -> bytes:
        """The metadata that the index shows."""
        return self.files.get(f"{self.about}METADATA", b"")

    @property
    def package(self) -> dict[str, bytes]:
        """The files without compiled modules and without the folders that wheel tools add."""
        return {
            name: held
            for name, held in self.files.items()
            if not name.startswith(self.about) and not name.endswith((".so", ".pyd", "/"))
        }

    @property
    def where(self) -> str:
        """The Python version and platform, such as ``cp311 musllinux_x86_64``."""
        parts = re.findall("^[a-z]+|x86_64|a[a-z]+64", self.platform.partition(".")[0])
        return f"{self.python} {'_'.join(parts)}"

    def compiled_modules(self) -> set[str]:
        """Return the names of the compiled modules that the tags require."""
        number = self.python.removeprefix("cp")
        if self.platform.startswith("win"):
            end = f".{self.python}-{self.platform}.pyd"
        elif self.platform.startswith("macosx"):
            end = f".cpython-{number}-darwin.so"
        else:
            machine = re.search("x86_64|aarch64", self.platform)
            libc = "musl" if self.platform.startswith("musl") else "gnu"
            end = f".cpython-{number}-{machine and machine[0]}-linux-{libc}.so"
        return {one.replace(".", "/") + end for one in MODULES}


def _of_tags(wheel: Wheel) -> Iterator[str]:
    written = wheel.files.get(f"{wheel.about}WHEEL", b"").decode()
    said = set(re.findall("^Tag: (.*)$", written, re.MULTILINE))
    named = {f"{wheel.python}-{wheel.abi}-{one}" for one in wheel.platform.split(".")}
    if said != named:
        yield f"{wheel.name}: the tags inside are {', '.join(sorted(said)) or 'none'}"
    pure = "true" if wheel.tag == _PURE else "false"
    if f"Root-Is-Purelib: {pure}" not in written.splitlines():
        yield f"{wheel.name}: Root-Is-Purelib is not {pure}"


def _of_compiled(wheel: Wheel) -> Iterator[str]:
    if wheel.python != wheel.abi:
        yield f"{wheel.name}: is for another interface than that of its Python"
    held = {name for name in wheel.files if name.endswith((".so", ".pyd"))}
    for name in sorted(held ^ wheel.compiled_modules()):
        yield f"{wheel.name}: {name} {'is not meant' if name in held else 'is missing'}"


def faults(folder: Path, *, complete: bool) -> Iterator[str]:
    """Return the faults of a folder of release files.

    Args:
        folder: the folder.
        complete: whether it has to be a complete release.

    Returns:
        A sentence for each fault.
    """
    wheels = [Wheel(path) for path in sorted(folder.glob("*.whl"))]
    sdists = sorted(folder.glob("*.tar.gz"))
    known = {path.name for path in sdists} | {wheel.name for wheel in wheels}
    for path in sorted(folder.iterdir()):
        if path.name not in known:
            yield f"{path.name}: is no sdist and no wheel"
    pure = [one for one in wheels if one.tag == _PURE]
    if len(pure) != 1:
        yield f"{len(pure)} pure wheels, not 1"
        return
    for wheel in wheels:
        yield from _of_tags(wheel)
        if wheel.version != pure[0].version:
            yield f"{wheel.name}: is not of version {pure[0].version}"
            continue
        if wheel.metadata != pure[0].metadata:
            yield f"{wheel.name}: the metadata differ from those of the pure wheel"
        if wheel.package != pure[0].package:
            yield f"{wheel.name}: the files differ from those of the pure wheel"
        if wheel.tag != _PURE:
            yield from _of_compiled(wheel)
    for sdist in sdists:
        stem = f"wonders_duel-{pure[0].version}"
        if sdist.name != f"{stem}.tar.gz":
            yield f"{sdist.name}: is not of version {pure[0].version}"
            continue
        with tarfile.open(sdist) as archive:
            held = archive.extractfile(f"{stem}/PKG-INFO")
            if held is None or held.read() != pure[0].metadata:
                yield f"{sdist.name}: the metadata differ from those of the pure wheel"
    if complete:
        if b".invalid/" in pure[0].metadata:
            yield "the address of the repository is a placeholder: set it in [project.urls]"
        if len(sdists) != 1:
            yield f"{len(sdists)} sdists, not 1"
        there = {one.where for one in wheels if one.tag != _PURE}
        wanted = {f"{python} {platform}" for python in PYTHONS for platform in PLATFORMS}
        for where in sorted(there ^ wanted):
            yield f"{where}: {'is not meant' if where in there else 'is missing'}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the faults of a folder.

    Args:
        arguments: by default those of the command line.

    Returns:
        The exit code: 1 if there are faults.
    """
    parser = ArgumentParser(prog="python -m tools.distributions", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--complete", action="store_true")
    options = parser.parse_args(arguments)
    found = list(faults(options.folder, complete=options.complete))
    files = len(list(options.folder.iterdir()))
    print(*found, f"{files} files: {len(found)} faults", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
