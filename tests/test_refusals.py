"""The exact messages and places with which positions are refused."""

from __future__ import annotations

import pytest

from tests.wording import Wording
from tools import refusals


@pytest.mark.parametrize("name", refusals.FILES)
def test_the_refusals_match_the_golden_file(wording: Wording, name: str) -> None:
    """The refusals match the golden file; ``python -m tools.refusals`` rewrites it for review."""
    wording.file(refusals.FOLDER / name, refusals.FILES[name]())
