"""Searches are the same everywhere, down to every node: a golden file has what they find."""

from __future__ import annotations

import pytest

from tools import searches

LINES = searches.FILE.read_text(encoding="utf-8").splitlines()
GROUPS = list(dict.fromkeys(line.partition(",")[0] for line in LINES))


@pytest.mark.parametrize("group", GROUPS)
def test_searches_are_the_same_everywhere(group: str) -> None:
    """Visits, values, chance outcomes and nodes; ``python -m tools.searches`` rewrites the file."""
    assert searches.lines(group) == [line for line in LINES if line.startswith(f"{group},")]


def test_the_file_has_every_group() -> None:
    """No search is left out."""
    assert list(searches.groups()) == GROUPS
