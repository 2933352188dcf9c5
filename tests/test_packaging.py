"""The installed package: types, metadata, names, and no needless imports."""

from __future__ import annotations

import ast
import importlib
import json
import pkgutil
import re
import subprocess
import sys
import tomllib
import types
from importlib import metadata
from importlib.resources import files
from pathlib import Path

import pytest

import wonders_duel
from tests.optional import is_missing
from tools.distributions import PLATFORMS

ROOT = Path(__file__).parents[1]
MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(wonders_duel.__path__, "wonders_duel.")
    if module.name != "wonders_duel.__main__"
)


def test_the_types_are_installed() -> None:
    """The package has the marker of typed packages."""
    assert (files("wonders_duel") / "py.typed").is_file()


def test_the_metadata_are_complete() -> None:
    """The metadata have the name, version, licence, Python versions, dependencies and extras."""
    about = metadata.metadata("wonders-duel")
    asked = [
        re.match(r"([A-Za-z0-9_-]+)[^;]*(.*)", line)
        for line in metadata.requires("wonders-duel") or []
    ]
    needs = {(one[1], one[2].strip("; ")) for one in asked if one}

    assert wonders_duel.__version__ == metadata.version("wonders-duel"), "run pip install -e ."
    assert needs == {
        ("attrs", ""),
        ("cattrs", ""),
        ("typing-extensions", ""),
        ("hypothesis", "extra == 'testing'"),
        ("prompt-toolkit", "extra == 'cli'"),
        ("rich", "extra == 'cli'"),
        *((name, "extra == 'images'") for name in ("cairosvg", "numpy", "pillow")),
        ("numpy", "extra == 'learn'"),
        *((name, "extra == 'gymnasium'") for name in ("gymnasium", "numpy")),
        *((name, "extra == 'pettingzoo'") for name in ("gymnasium", "numpy", "pettingzoo")),
        *((name, "extra == 'openspiel'") for name in ("numpy", "open-spiel")),
    }
    assert about["Requires-Python"] == ">=3.11"
    assert about["License-Expression"] == "MIT"
    assert "Typing :: Typed" in about.get_all("Classifier", [])
    assert about["Summary"]


def test_the_command_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command ``wonders-duel`` calls ``main`` of the command line module."""
    (script,) = metadata.entry_points(group="console_scripts", name="wonders-duel")
    monkeypatch.setattr("wonders_duel.cli.main", lambda: 7)

    assert script.load()() == 7


def test_the_public_names_are_sorted_and_complete() -> None:
    """``__all__`` has every public name of the top level once, and each exists."""
    public = {
        name
        for name, value in vars(wonders_duel).items()
        if not name.startswith("_") and not isinstance(value, types.ModuleType)
    }

    assert sorted(wonders_duel.__all__) == wonders_duel.__all__
    assert public | {"__version__"} == set(wonders_duel.__all__)


def _written(module: str, name: str = "") -> str | None:
    """Return the docstring in the source of a module or one of its members."""
    path = Path(wonders_duel.__file__).parent.joinpath(*module.split(".")[1:])
    source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    tree = ast.parse(source.read_text(encoding="utf-8"))
    if not name:
        return ast.get_docstring(tree)
    found = [
        node
        for node in tree.body
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name == name
    ]
    return ast.get_docstring(found[0]) if found else None


@pytest.mark.parametrize("name", MODULES)
def test_each_module_lists_its_names(name: str) -> None:
    """Each module has a docstring and an ``__all__`` of unique, existing names."""
    if is_missing(name):
        pytest.skip("its package is not installed")
    module = importlib.import_module(name)
    offered = getattr(module, "__all__", [])

    assert _written(name)
    assert len(offered) == len(set(offered))
    assert [one for one in offered if not hasattr(module, one)] == []


def test_every_public_name_is_documented() -> None:
    """Public classes, functions, methods and properties have docstrings."""
    missing = []
    for name in wonders_duel.__all__:
        thing = getattr(wonders_duel, name)
        if not isinstance(thing, type | types.FunctionType):
            continue
        if not _written(thing.__module__, thing.__name__):
            missing.append(name)
        if isinstance(thing, type):
            missing += [
                f"{name}.{part}"
                for part, value in vars(thing).items()
                if not part.startswith("_")
                and isinstance(value, types.FunctionType | property | classmethod)
                and not getattr(thing, part).__doc__
                and not any(
                    getattr(getattr(base, part, None), "__doc__", None)
                    for base in thing.__mro__[1:]
                )
            ]

    assert missing == []


def _taken(importing: str) -> set[str]:
    """Return the top-level modules that a statement imports in a new process."""
    code = (
        f"import sys; before = set(sys.modules)\n{importing}\n"
        "print(*sorted({name.partition('.')[0] for name in set(sys.modules) - before}))"
    )
    done = subprocess.run(  # noqa: S603 - our own code
        [sys.executable, "-W", "error", "-c", code],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    # The compiled wheel has a module of its own beside the package.
    return {name for name in done.stdout.split() if not name.endswith("__mypyc")}


def test_only_declared_dependencies_are_imported() -> None:
    """Only the standard library and the dependencies are imported, except for what has an extra."""
    learn = ("arrays", "gymnasium", "openspiel", "pettingzoo", "pictures", "vector")
    extras = (
        "wonders_duel.testing",
        "wonders_duel.play.screen.view",
        *(f"wonders_duel.learn.{name}" for name in learn),
    )
    modules = [name for name in MODULES if not name.startswith(extras)]
    taken = _taken(f"import importlib\nfor name in {modules!r}: importlib.import_module(name)")
    taken -= set(sys.stdlib_module_names)

    assert "wonders_duel" in taken
    assert taken <= {"wonders_duel", "attr", "attrs", "cattr", "cattrs", "typing_extensions"}


def test_importing_the_package_is_lazy() -> None:
    """Importing the package does not import JSON, hashing, file or command line modules."""
    taken = _taken("import wonders_duel\nwonders_duel.Game(seed=1).legal_moves")

    assert "wonders_duel" in taken
    assert taken - set(sys.stdlib_module_names) <= {
        "wonders_duel",
        "attr",
        "attrs",
        "typing_extensions",
    }
    assert not taken & {
        "argparse",
        "asyncio",
        "hashlib",
        "json",
        "logging",
        "pathlib",
        "subprocess",
    }


def test_importing_has_no_side_effects() -> None:
    """Importing the package prints nothing and does not use the global generator."""
    code = (
        "import random; random.seed(1); before = random.getstate()\n"
        "import wonders_duel, wonders_duel.bots, wonders_duel.cli, wonders_duel.__main__\n"
        "assert before == random.getstate()"
    )
    done = subprocess.run(  # noqa: S603 - our own code
        [sys.executable, "-W", "error", "-c", code],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )

    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)


def test_the_readme_names_the_command_that_ci_runs() -> None:
    """A block of the README has the last line of the CI script."""
    script = ROOT / ".ci" / "run"
    command = script.read_text(encoding="utf-8").strip().splitlines()[-1]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```console\n(.*?)```", readme, re.DOTALL)

    assert "nox" in command
    assert [command] in [block.strip().splitlines() for block in blocks]
    assert script.stat().st_mode & 0o111


def _promised() -> list[str]:
    """Return the Python versions in the metadata."""
    named = metadata.metadata("wonders-duel").get_all("Classifier", [])
    return [one.rpartition(" ")[2] for one in named if re.search(r":: 3\.\d+$", one)]


def _workflow(name: str) -> str:
    return (ROOT / ".github" / "workflows" / f"{name}.yml").read_text(encoding="utf-8")


def test_the_workflows_run_existing_sessions() -> None:
    """Every session that a workflow names exists, and CI runs all of nox, and the clusters."""
    tree = ast.parse((ROOT / "noxfile.py").read_text(encoding="utf-8"))
    sessions = {
        node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.decorator_list
    }
    (usual,) = (
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "nox.options.sessions"
    )
    named = {}
    for name in ("bench", "ci", "long", "release"):
        text = _workflow(name)
        named[name] = set(re.findall(r"SESSION: ([a-z_]+)-", text))
        for line in re.findall(r"nox .*?-s ((?:[a-z][a-z_0-9.-]* ?)+)", text):
            named[name] |= {one.partition("-")[0] for one in line.split()}
        for line in re.findall(r"session: \[(.*)\]", text):
            named[name] |= set(line.split(", "))

    assert named["ci"] == {"cluster", *(one.partition("-")[0] for one in usual)}
    # Without arguments, nox tests each Python with one build or both; CI tests both with each.
    versions = {one.partition("-")[2] for one in usual if "-" in one}
    assert versions == {*_promised(), "3.14t"}
    pythons = [ast.literal_eval(one) for one in re.findall(r"python: (\[.*\])", _workflow("ci"))]
    assert pythons == [[*_promised(), "3.14t"], _promised()]
    assert named["release"] == {"package", "wheels"}
    assert named["bench"] == {"bench"}
    assert named["long"] == {"mutation", "fuzz", "soak"}
    assert set().union(*named.values()) <= sessions


def test_the_workflows_run_every_python_on_every_system() -> None:
    """CI runs every Python version of the metadata, and free-threaded Python, on every system."""
    promised = _promised()
    matrices = re.findall(r"python: \[(.*)\]", _workflow("ci"))

    assert re.findall(r'"(.*?)"', matrices[0]) == [*promised, f"{promised[-1]}t"]
    assert re.findall(r'"(.*?)"', matrices[1]) == promised
    assert "os: [ubuntu-latest, macos-latest, windows-latest]" in _workflow("ci")


def test_a_release_has_wheels_for_every_python_and_system() -> None:
    """A release has wheels for every Python version, on two architectures of each system."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (systems,) = re.findall(r"fromJSON\('(.*?)'\)", _workflow("release"), re.DOTALL)

    assert project["tool"]["cibuildwheel"]["build"] == [
        f"cp{one.replace('.', '')}-*" for one in _promised()
    ]
    assert [one.partition("-")[0] for one in json.loads(systems)] == [
        system for system in ("ubuntu", "macos", "windows") for _ in range(2)
    ]
    # Linux has two of each: glibc and musl.
    assert len(PLATFORMS) == len(json.loads(systems)) + 2


def test_the_command_for_the_compiled_wheel_is_the_same_everywhere() -> None:
    """The tested command for the compiled wheel is the one on every page that shows it."""
    commands = {
        match[0]
        for name in ("CONTRIBUTING.md", "docs/explanation/performance.md", "pyproject.toml")
        for match in re.finditer(
            r"HATCH_BUILD_HOOKS_ENABLE=1 .*?pip wheel[^`\n]*",
            (ROOT / name).read_text(encoding="utf-8"),
        )
    }

    assert commands == {"HATCH_BUILD_HOOKS_ENABLE=1 pip wheel --no-deps ."}
