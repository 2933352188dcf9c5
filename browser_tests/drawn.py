"""Wait until a page is drawn."""

from __future__ import annotations

from playwright.sync_api import Page


def wait_until_drawn(page: Page) -> None:
    """Wait until the browser has drawn the page: before that, it ignores keys and clicks."""
    page.evaluate(
        """() => new Promise((done) => {
            requestAnimationFrame(() => requestAnimationFrame(() => done(true)));
        })"""
    )
