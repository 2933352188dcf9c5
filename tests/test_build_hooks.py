"""What is done when the package is built: a description without dead links."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from build_hooks.readme import without_links

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("see [the tutorial](docs/tutorial.md)!", "see the tutorial (`docs/tutorial.md`)!"),
        ("[`one.py`](one.py) and [two](two.py)", "`one.py` and two (`two.py`)"),
        ("[a page](https://example.org) [below](#below)",) * 2,
        ("[two\nlines](a.md#b)", "two\nlines (`a.md#b`)"),
    ],
)
def test_links_to_files_become_paths(text: str, wanted: str) -> None:
    """Links that work anywhere stay."""
    assert without_links(text) == wanted


def test_the_description_has_no_link_that_leads_nowhere() -> None:
    """Each link of the README is an address or has become the path of a file."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    description = without_links(readme)
    paths = re.findall(r"\]\(([^)]*)\)", readme)

    assert len(paths) > 5
    assert [one for one in re.findall(r"\]\(([^)]*)\)", description) if "://" not in one] == []
    assert [one for one in paths if one not in description] == []
