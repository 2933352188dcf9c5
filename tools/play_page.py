"""Collect what the page Play and analyse needs to run in a browser: ``python -m tools.play_page``.

It installs the npm packages that ``docs/play/package-lock.json`` lists, without running their scripts,
builds the wheel of the library, collects the wheels that it needs, checks the types of the page's
modules with TypeScript, and writes one folder that the documentation is built with:

    python -m tools.play_page docs/_build/runtime
    sphinx-build -D play_runtime=_build/runtime -b html docs docs/_build/html

The folder has Pyodide, the wheels, lit-html, the licences of all of them, and ``manifest.json``,
which says how large they are.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import zipfile
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from email.parser import HeaderParser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "play"
PYODIDE = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "pyodide-lock.json",
    "python_stdlib.zip",
)
"""The files of Pyodide that a browser loads."""
LIT = ("lit-html.js", "directive.js", "directives/unsafe-html.js")
"""The files of lit-html that the page imports, and those that they import."""
PYTHON = {
    "name": "Python",
    "licence": "PSF-2.0",
    "source": "https://www.python.org",
    "text": "",
}
"""The interpreter and its standard library, which Pyodide contains."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the arguments, and write the folder."""
    parser = ArgumentParser(description="Collect what the page Play and analyse needs to run.")
    parser.add_argument("folder", type=Path, help="the folder to write; its contents are replaced")
    parser.add_argument("--axe", type=Path, help="also write the checks of accessibility there")
    options = parser.parse_args(arguments)
    folder: Path = options.folder
    with TemporaryDirectory() as temporary:
        modules = _installed(Path(temporary))
        _check_types(modules, Path(temporary) / "types")
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        if options.axe is not None:
            shutil.copy(modules / "axe-core" / "axe.min.js", options.axe)
        for name in PYODIDE:
            shutil.copy(modules / "pyodide" / name, folder)
        for name in LIT:
            copied = folder / "lit-html" / name
            copied.parent.mkdir(parents=True, exist_ok=True)
            text = (modules / "lit-html" / name).read_text(encoding="utf-8")
            # The source maps are not copied.
            copied.write_text(text.split("\n//# sourceMappingURL")[0] + "\n", encoding="utf-8")
        wheels = _wheels(folder)
        licences = [_of_package(modules / name) for name in ("pyodide", "lit-html")]
        licences += [PYTHON, *map(_of_wheel, wheels)]
    _write_manifest(folder, wheels, licences)


def _run(*command: str | Path, folder: Path = ROOT) -> None:
    """Run a program, and end with its output if it fails."""
    program = shutil.which(command[0])
    if program is None:
        sys.exit(f"play_page: the page needs {command[0]}, which is not installed")
    done = subprocess.run(  # noqa: S603 - the commands below
        [program, *map(str, command[1:])],
        cwd=folder,
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode:
        sys.exit(f"{done.stdout}\nplay_page: {' '.join(map(str, command))} failed")


def _installed(folder: Path) -> Path:
    """Install the npm packages, and return their folder."""
    for name in ("package.json", "package-lock.json"):
        shutil.copy(PAGE / name, folder)
    _run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", folder=folder)
    return folder / "node_modules"


def _check_types(modules: Path, folder: Path) -> None:
    """Check the types of the page's modules, which say in comments what they are."""
    shutil.copytree(PAGE / "app", folder / "app")
    shutil.copy(PAGE / "sw.js", folder)
    shutil.copytree(modules / "lit-html", folder / "runtime" / "lit-html")
    for declared, name in (("pyodide.mjs", "pyodide.mjs"), ("pyodide.d.ts", "pyodide.d.mts")):
        shutil.copy(modules / "pyodide" / declared, folder / "runtime" / name)
    shutil.copytree(modules / "@types", folder / "node_modules" / "@types")
    workers = ["app/worker.js", "sw.js"]
    pages = sorted(
        path.relative_to(folder).as_posix()
        for path in (folder / "app").glob("*.js")
        if path.name != "worker.js"
    )
    options = {
        "allowJs": True,
        "checkJs": True,
        "strict": True,
        "noEmit": True,
        "noUnusedLocals": True,
        "noImplicitReturns": True,
        "module": "es2022",
        "moduleResolution": "bundler",
        "target": "es2022",
        "skipLibCheck": True,
        "types": ["emscripten"],
    }
    for files, library in ((pages, ["DOM", "DOM.Iterable"]), (workers, ["WebWorker"])):
        settings = {"compilerOptions": {**options, "lib": ["ES2022", *library]}, "files": files}
        (folder / "tsconfig.json").write_text(json.dumps(settings), encoding="utf-8")
        compiler = modules / "typescript" / "bin" / "tsc"
        _run("node", compiler, "--pretty", "false", "-p", ".", folder=folder)


def _wheels(folder: Path) -> list[Path]:
    """Write the wheels of the library and of what it needs, and return them."""
    with TemporaryDirectory() as temporary:
        command = ("-m", "pip", "wheel", "--quiet", "--wheel-dir", temporary, ".")
        _run(sys.executable, *command)
        wheels = sorted(Path(temporary).glob("*.whl"))
        for wheel in wheels:
            if not wheel.name.endswith("-none-any.whl"):
                sys.exit(f"play_page: expected a wheel for every platform, got {wheel.name}")
            shutil.copy(wheel, folder)
    return [folder / wheel.name for wheel in wheels]


def _of_package(folder: Path) -> dict[str, str]:
    """Return the licence of an npm package."""
    package: dict[str, Any] = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    licence = folder / "LICENSE"
    return {
        "name": package["name"],
        "version": package["version"],
        "licence": package["license"],
        "source": package["repository"]["url"].removeprefix("git+").removesuffix(".git"),
        "text": licence.read_text(encoding="utf-8") if licence.is_file() else "",
    }


def _of_wheel(wheel: Path) -> dict[str, str]:
    """Return the licence of a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (one for one in archive.namelist() if one.endswith(".dist-info/METADATA"))
        said = HeaderParser().parsestr(archive.read(name).decode())
        texts = [
            archive.read(one).decode()
            for one in archive.namelist()
            if ".dist-info/" in one and Path(one).name.startswith(("LICENSE", "LICENCE"))
        ]
    return {
        "name": said["Name"],
        "version": said["Version"],
        "licence": said["License-Expression"] or said["License"] or "",
        "source": "",
        "text": "\n".join(texts),
    }


def _files(folder: Path) -> Iterator[Path]:
    """Return the files of a folder, in order."""
    return (path for path in sorted(folder.rglob("*")) if path.is_file())


def _write_manifest(folder: Path, wheels: Sequence[Path], licences: Sequence[object]) -> None:
    """Write which files there are, how large they are, and a digest of them all."""
    digest = hashlib.sha256()
    files: dict[str, int] = {}
    for path in _files(folder):
        content = path.read_bytes()
        digest.update(content)
        files[path.relative_to(folder).as_posix()] = len(content)
    lit = [name for name in files if name.startswith("lit-html/")]
    manifest = {
        "digest": digest.hexdigest()[:16],
        "files": files,
        # What the worker loads; the page has lit-html by then.
        "bytes": sum(files[name] for name in files if name not in lit),
        "wheels": [wheel.name for wheel in wheels],
        "licences": licences,
    }
    text = json.dumps(manifest, indent=1, ensure_ascii=False)
    (folder / "manifest.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
