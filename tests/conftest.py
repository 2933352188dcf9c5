"""The fixture, the option and the names of cases for the golden file of messages; a fixture for threads."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.wording import OPTION, Plugin, Wording, name_of

PLUGIN = pytest.StashKey[Plugin]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that rewrites the golden file of messages."""
    parser.addoption(
        OPTION,
        action="store_true",
        help="run the tests that ask for messages, and rewrite tests/golden/messages.toml",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Read the golden file of messages."""
    config.stash[PLUGIN] = Plugin(config, Path(__file__).parent)
    config.pluginmanager.register(config.stash[PLUGIN])


def pytest_make_parametrize_id(val: object) -> str | None:
    """Give cases readable names, which the golden file of messages has."""
    return name_of(val)


@pytest.fixture
def wording(request: pytest.FixtureRequest) -> Wording:
    """Return the wording of the test's messages."""
    made = request.config.stash[PLUGIN].wording(request.node)
    if "tmp_path" in request.fixturenames:
        folder = request.getfixturevalue("tmp_path")
        made.hide(f"{folder}{os.sep}", "FOLDER/")
        made.hide(folder, "FOLDER")
    return made


@pytest.fixture
def often() -> Iterator[None]:
    """Switch threads as often as the interpreter allows."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)
