"""What the readers of positions refuse, word by word and with the place of each fault."""

from __future__ import annotations

import pytest

from tests import refusals


@pytest.mark.parametrize("name", refusals.FILES)
def test_the_refusals_are_what_they_were(name: str) -> None:
    """``python -m tests.refusals`` writes them anew, and the diff is reviewed."""
    assert refusals.FILES[name]() == (refusals.FOLDER / name).read_text(encoding="utf-8")
