"""The search box of the documentation that ``nox -s docs`` has built."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("determinization", "howto/search.html"),
        ("consistent_with", "reference/deal.html"),
        ("PaymentPlan", "reference/payment.html"),
        ("undo_outcome", "reference/game.html"),
    ],
)
def test_the_search_finds_the_page(page: Page, site: str, words: str, found: str) -> None:
    """A search for some words finds the page about them."""
    page.goto(f"{site}/index.html")
    box = page.locator("input[name=q]").first
    box.fill(words)
    box.press("Enter")

    link = page.locator(f"#search-results a[href*='{found}']").first
    expect(link).to_be_visible(timeout=20_000)


def test_a_search_without_results_says_so(page: Page, site: str) -> None:
    """A search without results shows a message instead of an empty page."""
    page.goto(f"{site}/search.html?q=xylophone")

    expect(page.locator("#search-results")).to_contain_text("did not match", timeout=20_000)
