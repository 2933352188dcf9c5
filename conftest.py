"""Run the Python blocks of the README as tests, leave out slow tests, and use all cores."""

from __future__ import annotations

import gc
import os
import signal
import sys
from pathlib import Path

import pytest
from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser

from tests import watchdog
from tests.optional import is_missing

pytest_collect_file = Sybil(
    parsers=[PythonCodeBlockParser()],
    pattern="README.md",
).pytest()


class _Optional:
    """Leaves out the examples of modules whose package is not installed, wherever they are."""

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Leave out a file of the package."""
        is_ours = collection_path.parent.name == "learn"
        return (is_ours and is_missing(f"wonders_duel.learn.{collection_path.stem}")) or None


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that runs slow tests too."""
    parser.addoption("--slow", action="store_true", help="run the tests marked slow, too")
    parser.addoption(
        "--few", action="store_true", help="try a fifth of the usual examples of property tests"
    )


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Use all cores, as ``-n auto`` does, if everything in some of the ``testpaths`` runs."""
    unset = getattr(config.option, "numprocesses", 0) is None and not config.option.tx
    is_started_by_xdist = hasattr(config, "workerinput")
    if unset and not is_started_by_xdist and _is_whole(config):
        config.option.numprocesses = "auto"


def _is_whole(config: pytest.Config) -> bool:
    """Return whether the command line has folders of tests only: no files, names or debugger."""
    if any(config.getoption(one, None) for one in ("keyword", "lf", "trace")):
        return False
    folders = {config.rootpath}
    folders |= {config.rootpath / one for one in config.getini("testpaths")}
    given = {(config.invocation_params.dir / one).resolve() for one in config.args}
    return any(one in folders and one.is_dir() for one in given)


def pytest_configure(config: pytest.Config) -> None:
    """Let property tests try all their examples if slow tests run, too; let Ctrl-C be tested."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # Started in the background by a shell: the programs that tests start would ignore it, too.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    config.pluginmanager.register(_Optional())
    watchdog.add(config)
    if config.getoption("--slow"):
        os.environ["ALL_EXAMPLES"] = "1"
    elif config.getoption("--few"):
        os.environ["FEW_EXAMPLES"] = "1"
    if sys.dont_write_bytecode and hasattr(config, "cache"):
        _keep_bytecode(str(config.cache.mkdir("bytecode")))


def _keep_bytecode(folder: str) -> None:
    """Let the many processes of the tests compile modules once, without files among the sources."""
    sys.dont_write_bytecode = False
    sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"] = folder
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def pytest_collection_finish() -> None:
    """Search less for garbage: a twentieth of the time would go into searching all the tests."""
    gc.freeze()
    gc.set_threshold(5_000, 20, 20)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect slow tests, except with ``--slow``, ``-m`` or their names on the command line."""
    if config.getoption("--slow") or config.getoption("markexpr"):
        return
    kept: list[pytest.Item] = []
    left_out: list[pytest.Item] = []
    for item in items:
        is_slow = item.get_closest_marker("slow") and not _is_named(item, config)
        (left_out if is_slow else kept).append(item)
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = kept


def _is_named(item: pytest.Item, config: pytest.Config) -> bool:
    """Return whether the command line has the name of a test, such as ``test_a.py::test_b``."""
    name = item.nodeid.partition("::")[2]
    for argument in config.args:
        path, _, wanted = argument.partition("::")
        is_there = name == wanted or name.startswith((f"{wanted}[", f"{wanted}::"))
        where = config.invocation_params.dir / path
        if wanted and is_there and where.resolve() == item.path.resolve():
            return True
    return False
