"""Accessibility of a page, checked by axe-core, which ``nox -s docs`` installs from npm."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

AXE = Path(__file__).parents[1] / "docs" / "_build" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def violations(page: Page, within: str | None = None, *, but: tuple[str, ...] = ()) -> list[str]:
    """Return what axe-core finds wrong with a page: a line for each element.

    Args:
        page: the page, as it is now.
        within: a selector of the part to check; the whole page if left out.
        but: the ids of rules that are not checked.
    """
    if not AXE.is_file():
        pytest.fail("axe-core has to be installed first: nox -s docs")
    if not page.evaluate("'axe' in window"):
        # Not as an element, which a content security policy may forbid.
        page.evaluate(AXE.read_text(encoding="utf-8"))
    settings = {
        "runOnly": {"type": "tag", "values": RULES},
        "rules": {name: {"enabled": False} for name in but},
    }
    found: list[dict[str, Any]] = page.evaluate(
        "([within, settings]) => axe.run(within ?? document, settings).then((one) => one.violations)",
        [within, settings],
    )
    return [
        f"{one['id']}: {' '.join(node['target'])}: {node['failureSummary']}"
        for one in found
        for node in one["nodes"]
    ]
