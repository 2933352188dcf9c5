"""The search box of the documentation that ``nox -s docs`` has built."""

from __future__ import annotations

import re
from typing import Any

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


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("save a game", "howto/store.html"),
        ("legal moves", "reference/state.html"),
        ("example programs", "howto/examples.html"),
    ],
)
def test_the_first_result_is_the_page(page: Page, site: str, words: str, found: str) -> None:
    """The first result of a search in usual words is the page about it."""
    page.goto(f"{site}/search.html?q={words.replace(' ', '+')}")

    first = page.locator("#search-results ul.search > li a").first
    expect(first).to_have_attribute("href", re.compile(re.escape(found)), timeout=20_000)


@pytest.mark.parametrize(("scheme", "width"), [("light", 1400), ("dark", 390)])
def test_the_home_page_shows_a_game(page: Page, site: str, scheme: Any, width: int) -> None:
    """The home page has the game, the logo of the colour scheme, and fits the screen."""
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"{site}/index.html")

    game = page.frame_locator("iframe.replayed")
    expect(game.locator("svg:visible").last).to_be_visible(timeout=20_000)
    logos = page.locator(".sidebar-logo")
    assert logos.count() == 2
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_rulings_can_be_filtered(page: Page, site: str) -> None:
    """The filter leaves the rulings with all its words; the places are folded."""
    page.goto(f"{site}/explanation/rulings.html")
    rulings = page.locator(".ruling:visible")
    assert rulings.count() == 90
    expect(page.locator(".ruling .places:visible")).to_have_count(0)

    page.locator("input.filter").fill("starts 7 coins")
    expect(rulings).to_have_count(1)
    expect(rulings).to_contain_text("R3")


def test_a_search_without_results_says_so(page: Page, site: str) -> None:
    """A search without results shows a message instead of an empty page."""
    page.goto(f"{site}/search.html?q=xylophone")

    expect(page.locator("#search-results")).to_contain_text("did not match", timeout=20_000)
