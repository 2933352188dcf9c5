"""Everything that CI runs: ``nox`` runs it all, ``nox -l`` lists it."""

from __future__ import annotations

import shutil
from pathlib import Path

import nox

PYPROJECT = nox.project.load_toml("pyproject.toml")
PYTHONS = nox.project.python_versions(PYPROJECT)
OLDEST = PYTHONS[0]

nox.needs_version = ">=2025.5"
nox.options.default_venv_backend = "uv|virtualenv"
# Versions that this machine lacks are left out here and run in the GitHub workflow.
nox.options.error_on_missing_interpreters = False
nox.options.sessions = ["lint", "typing", "tests", "compiled", "coverage", "docs"]


def _group(name: str) -> list[str]:
    return list(nox.project.dependency_groups(PYPROJECT, name))


@nox.session(python=OLDEST)
def lint(session: nox.Session) -> None:
    """Check style and format."""
    session.install(*_group("lint"))
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")


@nox.session(python=OLDEST)
def typing(session: nox.Session) -> None:
    """Check the types of everything, strictly."""
    session.install(".", *_group("typing"), *_group("docs"))
    session.run("mypy")


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    """Run the tests, the documentation's examples and the docstrings against the installed wheel."""
    session.install(".", *_group("tests"))
    session.run("pytest", *(session.posargs or ["tests", "docs", "README.md"]))
    if not session.posargs:
        session.run("pytest", "--doctest-modules", "--pyargs", "wonders_duel")


@nox.session(python=OLDEST)
def compiled(session: nox.Session) -> None:
    """Build the compiled wheel of the same files, and run the tests against it."""
    session.install(*_group("tests"))
    # In a copy, because the compiler leaves its modules beside the sources.
    folder = Path(session.create_tmp()).resolve()
    shutil.rmtree(folder / "copy", ignore_errors=True)
    shutil.copytree("src", folder / "copy" / "src")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(name, folder / "copy")
    with session.chdir(folder / "copy"):
        session.run(
            *("python", "-m", "pip", "wheel", "--no-deps", "--wheel-dir", "dist", "."),
            env={"HATCH_BUILD_HOOKS_ENABLE": "1", "MYPYPATH": "src"},
        )
    (wheel,) = (folder / "copy" / "dist").glob("wonders_duel-*.whl")
    session.install("--force-reinstall", str(wheel))
    session.run("python", "-c", "import wonders_duel; assert wonders_duel.is_compiled")
    session.run("pytest", *(session.posargs or ["-m", "not slow", "tests", "docs", "README.md"]))


@nox.session(python=OLDEST)
def coverage(session: nox.Session) -> None:
    """Measure what the tests reach."""
    session.install(".", *_group("tests"))
    session.run("coverage", "run", "-m", "pytest", "-m", "not slow", "tests")
    session.run("coverage", "report")


@nox.session(python=OLDEST)
def docs(session: nox.Session) -> None:
    """Build the documentation; a warning is an error."""
    session.install(".", *_group("docs"))
    session.run(
        "sphinx-build", "-n", "-T", "-W", "--keep-going", "-b", "html", "docs", "docs/_build/html"
    )


@nox.session(python=OLDEST)
def bench(session: nox.Session) -> None:
    """Measure the speed on this machine."""
    session.install(".")
    session.run("python", "-m", "benchmarks", *session.posargs)


@nox.session(python=OLDEST)
def soak(session: nox.Session) -> None:
    """Play 20,000 random games, check each and compare the figures with those of another engine."""
    session.install(".", *_group("tests"))
    session.run("python", "-m", "tests.soak", *session.posargs)
